//! `proofset solve --grade`: the strongest claim about a position that holds.
//!
//! The idea: a game may know claims of which each makes the next one hold. They are asked for one after the other until one is
//! proven, so the answer rests on a proof and on a disproof of each stronger claim.

use anyhow::Context;
use proofset_catalog::{Asks, Catalog, Claim, Grades};
use proofset_core::Verdict;
use serde_json::json;

use crate::answer::{Answer, Asking};
use crate::arguments::SolveArguments;
use crate::failure::{Exit, Failure};
use crate::input::{self, named_algorithm};
use crate::progress::{Look, cancel_on_interrupt};
use crate::{files, output};

pub(crate) fn run(catalog: &Catalog, arguments: &SolveArguments, look: Look<'_>) -> Result<Exit, Failure> {
    let named = named_algorithm(catalog, arguments.algorithm.as_deref())?;
    let task = input::open(catalog, &arguments.game, arguments.position.as_deref(), arguments.goal.as_deref())?;
    let Some(Grades { claims, none }) = task.grades().cloned() else {
        return Err(Failure::input(format!("{} has no claims of several strengths; leave --grade out", task.game())));
    };
    if let Some(folder) = &arguments.certificate {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))
            .map_err(Failure::Input)?;
        for number in 1..=claims.len() {
            files::check_writable(&folder.join(format!("{number}.proof")))?;
        }
    }
    let cancel = cancel_on_interrupt()?;
    let mut total: Option<Answer> = None;
    let mut text = none;
    let (mut is_known, mut certificates) = (true, Vec::new());
    let mut questions = Vec::new();
    for (number, Claim { goal, meaning }) in (1..).zip(&claims) {
        let question = task.with_goal(goal)?;
        let algorithm = named.clone().map_or_else(|| question.default_algorithm(Asks::Goal), Ok)?;
        let algorithm = arguments.threaded(algorithm)?;
        let path = arguments.certificate.as_ref().map(|folder| folder.join(format!("{number}.proof")));
        let asking = Asking {
            algorithm: &algorithm,
            limits: arguments.limits.limits(&cancel),
            certificate: path.as_deref(),
            shortest: false,
            look,
            book: None,
        };
        // The limits are those of all questions together.
        let asking = total.as_ref().map_or_else(|| asking.clone(), |total| asking.after(total));
        let answer = asking.ask(&question)?;
        let verdict = answer.outcome.verdict;
        is_known &= answer.is_complete(&asking);
        questions.push(answer.object(&question, &asking));
        certificates.extend(answer.written().map(|written| written.text.clone()));
        match &mut total {
            None => total = Some(answer),
            Some(total) => total.replace(answer),
        }
        match verdict {
            Verdict::Disproven => {}
            Verdict::Proven => {
                meaning.clone_into(&mut text);
                break;
            }
            Verdict::Unknown => {
                let stop = total.as_ref().map(|total| total.outcome.stop.to_string()).unwrap_or_default();
                text = format!("unknown: {stop} at the question {goal}");
                break;
            }
        }
    }
    if arguments.json {
        output::print_object(&json!({ "grade": text, "known": is_known, "questions": questions }))?;
    } else {
        output::print(&text)?;
        let total = total.filter(|_| !arguments.quiet);
        if let Some(Answer { outcome, time, asked, .. }) = &total {
            let row = |name: &str, value: String| output::print(format!("  {name:<12}{value}"));
            if outcome.verdict == Verdict::Proven && !outcome.line.is_empty() {
                row("line", outcome.line.join(" "))?;
            }
            row("questions", format!("{} ({})", asked.len(), asked.join(", ")))?;
            row("expanded", output::grouped(outcome.expanded))?;
            row("time", format!("{} s", output::seconds(*time)))?;
            row("memory", output::bytes(outcome.peak_bytes))?;
            for certificate in certificates {
                row("certificate", certificate)?;
            }
        }
    }
    Ok(if is_known { Exit::Done } else { Exit::Undecided })
}
