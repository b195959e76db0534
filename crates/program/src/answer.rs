//! From a question to an answer: one search with its certificate, and how the answers of several are put together.

use std::cell::RefCell;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use proofset_book::Book;
use proofset_catalog::{AlgorithmSpec, Outcome, Run, Task, stop_text};
use proofset_certificate::WriteError;
use proofset_certificate::format::MAX_HEADER_TEXT;
use proofset_core::{Limits, StopReason, Verdict};
use serde_json::{Value, json};

use crate::checkpoint::{Saving, Searched};
use crate::failure::Failure;
use crate::progress::{Look, SearchLine};
use crate::{files, output};

/// How a question is to be answered.
#[derive(Clone)]
pub(crate) struct Asking<'a> {
    pub(crate) algorithm: &'a AlgorithmSpec,
    pub(crate) limits: Limits,
    /// Where the certificate goes, if one is wanted.
    pub(crate) certificate: Option<&'a Path>,
    pub(crate) shortest: bool,
    pub(crate) look: Look<'a>,
    /// A book that may have the answer, and is given it else.
    pub(crate) book: Option<&'a RefCell<Book>>,
}

/// What was found out about a question.
pub(crate) struct Answer {
    /// What the last proof answers, if it is not the question that was asked at first.
    pub(crate) bounded: Option<Task>,
    /// What the last proof found, or else the only search, with the counters of all searches.
    pub(crate) outcome: Outcome,
    /// Of all searches.
    pub(crate) time: Duration,
    /// Whether the proof of the verdict is at hand; see [`Run::has_proof`].
    pub(crate) has_proof: bool,
    /// The certificate, or why it could not be written; `None` if none was wanted, or there was nothing to certify.
    pub(crate) certificate: Option<Result<Written, Failure>>,
    /// Whether the proof is a shortest one; only if there is a proof, and such a one was asked for.
    pub(crate) shortest: Option<Shortest>,
    /// The goals of all searches, in the order in which they were asked.
    pub(crate) asked: Vec<String>,
    /// What became of the answer in a book, if there is one.
    pub(crate) kept: Option<Result<Kept, Failure>>,
}

/// What a book has to do with an answer.
pub(crate) enum Kept {
    /// It had it.
    Found,
    /// It has it now.
    Added,
    /// There was no proof to be added.
    Nothing,
}

/// A certificate in its place.
pub(crate) struct Written {
    /// Its name and its size, for people.
    pub(crate) text: String,
    pub(crate) bytes: u64,
}

/// Whether a proof is a shortest one.
pub(crate) enum Shortest {
    /// No proof is shorter. With the bounded question that was disproven, unless there is no shorter one to ask.
    Yes(Option<String>),
    /// The question about a shorter one was not answered.
    Unknown(Open),
}

/// A question that was not answered.
pub(crate) struct Open {
    pub(crate) goal: String,
    /// Why, unless it is proven and the proof, and with it its length, is not at hand.
    pub(crate) stop: Option<StopReason>,
}

impl Shortest {
    pub(crate) fn is_known(&self) -> bool {
        matches!(self, Self::Yes(_))
    }
}

impl std::fmt::Display for Open {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.stop {
            Some(stop) => write!(f, "{} at the question {}", stop_text(stop), self.goal),
            None => write!(f, "there was no room or time to put together the proof of {}", self.goal),
        }
    }
}

impl Asking<'_> {
    /// Runs one search, and certifies what it decides.
    pub(crate) fn ask(&self, task: &Task) -> Result<Answer, Failure> {
        self.search(task, |outcome, has_proof| outcome.verdict != Verdict::Unknown && has_proof)
    }

    /// Runs one search, and certifies a proof.
    pub(crate) fn ask_for_proof(&self, task: &Task) -> Result<Answer, Failure> {
        self.search(task, |outcome, has_proof| outcome.verdict == Verdict::Proven && has_proof)
    }

    fn search(&self, task: &Task, certified: impl Fn(&Outcome, bool) -> bool) -> Result<Answer, Failure> {
        let recorded = self.recorded(task)?;
        let is_recorded = recorded.is_some();
        let mut run = match recorded {
            Some(run) => run,
            None => task.begin(self.algorithm)?,
        };
        let (outcome, time) = search(&mut *run, task, self.algorithm, &self.limits, self.look)?;
        Ok(self.kept_answer(task, &*run, is_recorded, (outcome, time), certified))
    }

    /// The answer that a book has.
    fn recorded(&self, task: &Task) -> Result<Option<Box<dyn Run>>, Failure> {
        self.book.map_or(Ok(None), |book| Ok(book.borrow().answer(task)?))
    }

    /// The answer, which is added to a book.
    fn kept_answer(
        &self,
        task: &Task,
        run: &dyn Run,
        is_recorded: bool,
        (outcome, time): (Outcome, Duration),
        certified: impl Fn(&Outcome, bool) -> bool,
    ) -> Answer {
        let kept = self.book.map(|book| match outcome.verdict {
            _ if is_recorded => Ok(Kept::Found),
            Verdict::Proven | Verdict::Disproven if run.has_proof() => {
                let added = book.borrow_mut().add(run);
                added.map(|()| Kept::Added).map_err(Failure::from)
            }
            _ => Ok(Kept::Nothing),
        });
        let mut answer = self.answer(task, run, outcome, time, certified);
        answer.kept = kept;
        answer
    }

    /// Has a search go on that writes checkpoints, and certifies what it decides. Returns as well whether the last checkpoint
    /// was written, if one was needed.
    pub(crate) fn ask_and_save(
        &self,
        task: &Task,
        run: &mut dyn Run,
        saving: &Saving<'_>,
    ) -> Result<(Answer, Option<Result<(), Failure>>), Failure> {
        let is_certified = |outcome: &Outcome, has_proof| outcome.verdict != Verdict::Unknown && has_proof;
        if let Some(mut recorded) = self.recorded(task)? {
            let found = search(&mut *recorded, task, self.algorithm, &self.limits, self.look)?;
            return Ok((self.kept_answer(task, &*recorded, true, found, is_certified), None));
        }
        let Searched { outcome, time, saved } =
            saving.search(run, task, Some(task.goal()), self.algorithm, &self.limits, self.look)?;
        Ok((self.kept_answer(task, run, false, (outcome, time), is_certified), saved))
    }

    fn answer(
        &self,
        task: &Task,
        run: &dyn Run,
        outcome: Outcome,
        time: Duration,
        certified: impl Fn(&Outcome, bool) -> bool,
    ) -> Answer {
        let has_proof = run.has_proof();
        let certificate = match self.certificate {
            Some(path) if certified(&outcome, has_proof) => Some(certify(run, path)),
            _ => None,
        };
        let asked = vec![task.goal().to_owned()];
        Answer { bounded: None, outcome, time, has_proof, certificate, shortest: None, asked, kept: None }
    }

    /// The same, and nothing is certified.
    pub(crate) fn without_certificate(mut self) -> Self {
        self.certificate = None;
        self
    }

    /// The same with what an answer has left of the limits.
    pub(crate) fn after(&self, answer: &Answer) -> Self {
        let mut rest = self.clone();
        rest.limits.expansions = self.limits.expansions.map(|most| most.saturating_sub(answer.outcome.expanded));
        rest.limits.time = self.limits.time.map(|most| most.saturating_sub(answer.time));
        rest
    }
}

/// Why there is no certificate of an answer.
pub(crate) const NO_PROOF: &str = "there was no room or time left to put the proof together";

impl Answer {
    /// Adds the time and the counters of another answer.
    pub(crate) fn add(&mut self, other: &Self) {
        add(&mut self.outcome, &other.outcome);
        self.time += other.time;
    }

    /// Takes a later answer in the place of this one, with the time and the counters of both, and what was asked before.
    pub(crate) fn replace(&mut self, mut later: Self) {
        later.add(self);
        let asked = std::mem::take(&mut self.asked);
        later.asked.splice(0..0, asked);
        *self = later;
    }

    /// The question that the outcome answers: a bounded one, or else the one that was asked.
    pub(crate) fn question<'a>(&'a self, asked: &'a Task) -> &'a Task {
        self.bounded.as_ref().unwrap_or(asked)
    }

    /// True if nothing that was asked is left open.
    pub(crate) fn is_complete(&self, asking: &Asking<'_>) -> bool {
        self.outcome.verdict != Verdict::Unknown
            && self.shortest.as_ref().is_none_or(Shortest::is_known)
            && self.missing_certificate(asking).is_none()
    }

    /// Why a certificate that was wanted was not written.
    pub(crate) fn missing_certificate(&self, asking: &Asking<'_>) -> Option<String> {
        let why = match (asking.certificate, &self.certificate) {
            (None, _) | (_, Some(Ok(_))) => return None,
            (_, Some(Err(failure))) => return Some(failure.to_string()),
            _ if self.outcome.verdict == Verdict::Unknown => "nothing is decided",
            _ => NO_PROOF,
        };
        Some(why.to_owned())
    }

    /// The complaints about an answer without a proof: that there is none to write a certificate of, or to add to a book.
    pub(crate) fn want_of_proof(&self, asking: &Asking<'_>) -> impl Iterator<Item = Failure> + use<> {
        let certificate = asking.certificate.is_some() && self.certificate.is_none();
        let wants = [
            (certificate, "the certificate was not written"),
            (matches!(self.kept, Some(Ok(Kept::Nothing))), "nothing was added to the book"),
        ];
        let is_decided = self.outcome.verdict != Verdict::Unknown;
        let wanted = wants.into_iter().filter(move |(is_wanted, _)| is_decided && *is_wanted);
        wanted.map(|(_, what)| Failure::Unwritten(anyhow!("{what}: {NO_PROOF}")))
    }

    /// The certificate, if there is one.
    pub(crate) fn written(&self) -> Option<&Written> {
        self.certificate.as_ref()?.as_ref().ok()
    }

    /// What went wrong when the certificate was written, or the answer added to a book. It is told after the verdict.
    pub(crate) fn failures(self) -> impl Iterator<Item = Failure> {
        let certificate = self.certificate.and_then(Result::err);
        certificate.into_iter().chain(self.kept.and_then(Result::err))
    }

    /// The documented JSON object.
    pub(crate) fn object(&self, task: &Task, asking: &Asking<'_>) -> Value {
        let question = self.question(task);
        let algorithm = asking.algorithm.to_string();
        let mut object = output::object(question, question.position(), &algorithm, &self.outcome, self.time);
        if let Some(plies) = self.outcome.longest {
            object["longest"] = json!(plies);
        }
        if asking.shortest {
            object["shortest"] = json!(self.shortest.as_ref().map(Shortest::is_known));
        }
        object
    }
}

/// Makes sure that a certificate of a question can be written later, as far as that can be known before the search.
pub(crate) fn check_certificate(path: &Path, task: &Task) -> Result<(), Failure> {
    files::check_writable(path)?;
    let len = task.position().len();
    if len > MAX_HEADER_TEXT {
        let error = WriteError::TextTooLong { what: "the position", len, max: MAX_HEADER_TEXT };
        return Err(Failure::input(format!("cannot write {}: {error}", path.display())));
    }
    Ok(())
}

/// Writes the certificate of a decided search.
fn certify(run: &dyn Run, path: &Path) -> Result<Written, Failure> {
    let write = |mut out: &mut dyn Write| Ok(run.write_certificate(output::form_of(path), &mut out)?);
    let (nodes, bytes) = files::write_whole(path, write)?;
    let text = format!("{} ({} nodes, {})", path.display(), output::grouped(nodes), output::bytes(bytes));
    Ok(Written { text, bytes })
}

/// Adds the counters of another search. The searches did not run at a time, so of what each held the most counts.
fn add(total: &mut Outcome, other: &Outcome) {
    total.counters += other.counters;
    if let (Some(total), Some(other)) = (&mut total.table, other.table) {
        *total += other;
    }
}

/// Runs one search to its end or limit.
pub(crate) fn search(
    run: &mut dyn Run,
    task: &Task,
    algorithm: &AlgorithmSpec,
    limits: &Limits,
    look: Look<'_>,
) -> Result<(Outcome, Duration), Failure> {
    let mut line = SearchLine::new(look, task, task.goal(), algorithm);
    let started = Instant::now();
    let outcome = run.advance(limits, &mut line)?;
    line.end(&outcome.verdict.to_string(), outcome.stop, outcome.expanded);
    Ok((outcome, started.elapsed()))
}
