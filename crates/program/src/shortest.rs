//! `proofset solve --shortest`: from a proof to a shortest one.
//!
//! The idea: a proof has a length, that of its line. The question is asked as it stands first; then it is asked again
//! with a bound below the length of the last proof, until that is disproven. A proof with some bound is one with every
//! larger bound, so that the last disproof excludes all shorter proofs, and the last proof is a shortest one. The bound
//! may fall by more than one at a time, for what is found within a bound may be shorter still.
//!
//! The length is then named by the question: if the last proof answers one that allows a longer proof, such as the one
//! that was asked at first, the question with the very bound is asked as well, so that its proof says so.
//!
//! Searches follow each other, and each leaves its memory to the next; a certificate is on disk as soon as its proof is
//! found, and a shorter one replaces it. Limits on time and expansions hold for all searches together.

use proofset_catalog::{Bounded, Entry, Outcome, Task};
use proofset_core::Verdict;

use crate::answer::{Answer, Asking, Open, Shortest};
use crate::failure::Failure;

/// Refuses games whose proofs have no length.
pub(crate) fn check(task: &Task, option: &str) -> Result<(), Failure> {
    if task.has_lengths() {
        return Ok(());
    }
    let catalog = task.catalog();
    let has_lengths = |name: &&str| catalog.open(name, None, None).is_ok_and(|task| task.has_lengths());
    let names: Vec<&str> = catalog.entries().iter().map(Entry::name).filter(has_lengths).collect();
    let question = format!("{} with the goal {}", task.game(), task.goal());
    let message = format!("{question}: its proofs have no length, which {option} is about");
    if names.is_empty() {
        return Err(Failure::input(format!("{message}; those of no game here have one")));
    }
    Err(Failure::input(format!("{message}; it is for questions about {}", names.join(", "))))
}

/// Answers a question; by a shortest proof if that is wanted.
pub(crate) fn answer(task: &Task, asking: &Asking<'_>) -> Result<Answer, Failure> {
    if asking.shortest { find(task, asking) } else { asking.ask(task) }
}

/// Answers a question; if it is proven, by a shortest proof.
fn find(task: &Task, asking: &Asking<'_>) -> Result<Answer, Failure> {
    let mut answer = asking.ask(task)?;
    if answer.outcome.verdict == Verdict::Proven {
        let shortest = shorten(task, &mut answer, asking)?;
        if shortest.is_known() {
            name_length(task, &mut answer, asking)?;
        }
        answer.shortest = Some(shortest);
    }
    Ok(answer)
}

/// Asks for shorter and shorter proofs, and keeps the last.
fn shorten(task: &Task, answer: &mut Answer, asking: &Asking<'_>) -> Result<Shortest, Failure> {
    if !answer.has_proof {
        return Ok(Shortest::Unknown(Open { goal: task.goal().to_owned(), stop: None }));
    }
    loop {
        let Some(plies) = answer.outcome.length().checked_sub(1) else { return Ok(Shortest::Yes(None)) };
        let Bounded::Question(shorter) = answer.question(task).within(plies) else { return Ok(Shortest::Yes(None)) };
        let reply = asking.after(answer).ask_for_proof(&shorter)?;
        let goal = shorter.goal().to_owned();
        let Outcome { verdict, stop, .. } = reply.outcome;
        if verdict == Verdict::Proven && reply.has_proof {
            replace(answer, reply, shorter);
            continue;
        }
        answer.add(&reply);
        answer.asked.push(goal.clone());
        if verdict == Verdict::Disproven {
            return Ok(Shortest::Yes(Some(goal)));
        }
        answer.outcome.stop = stop;
        return Ok(Shortest::Unknown(Open { goal, stop: (verdict == Verdict::Unknown).then_some(stop) }));
    }
}

/// Asks for a proof of the very length of a shortest one, unless the last question was that. Where limits forbid, the
/// proof there is stays.
fn name_length(task: &Task, answer: &mut Answer, asking: &Asking<'_>) -> Result<(), Failure> {
    let length = answer.outcome.length();
    let question = answer.question(task);
    let Bounded::Question(exact) = question.within(length) else { return Ok(()) };
    if exact.goal() == question.goal() {
        return Ok(());
    }
    let reply = asking.after(answer).ask_for_proof(&exact)?;
    let proven = reply.outcome.verdict == Verdict::Proven && reply.has_proof;
    if reply.outcome.verdict == Verdict::Disproven || (proven && reply.outcome.length() != length) {
        return Err(Failure::Internal(anyhow::anyhow!(
            "two searches contradict each other about {}; if the algorithm tells states apart by keys, two may have \
             collided: choose one that compares them in full",
            exact.goal()
        )));
    }
    if proven {
        replace(answer, reply, exact);
    } else {
        answer.add(&reply);
        answer.asked.push(exact.goal().to_owned());
    }
    Ok(())
}

/// Puts a proof in the place of the last one, with the counters of all searches.
fn replace(answer: &mut Answer, mut reply: Answer, question: Task) {
    reply.bounded = Some(question);
    answer.replace(reply);
}
