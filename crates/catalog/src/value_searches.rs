//! Searches for "what is this position worth?".
//!
//! The idea: minimax searches and the searches for many scores find values themselves. Every other algorithm answers yes
//! or no, so it is asked whether the value is at least this or that, one score after the other, until one is left.

use std::io::{self, Read, Write};
use std::time::Instant;

use proofset_certificate::read_up_to;
use proofset_core::{
    Evidence, Headed, Limits, Observer, Problem, Progress, Size, SolveError, StopReason, Value, Verdict,
};
use proofset_erased::{DynStore, Sealed};
use proofset_multi_valued::{Bracket, Engine, Options, OutcomeEngine, Questioned, ScoreStatus, ValueReport};
use proofset_store::saved::{Replay, get, put, read_expansions, write_expansions};

use crate::algebras::{Numbers, sums};
use crate::claims::Repeats;
use crate::host::ErasedQuestion;
use crate::refusal::{Refusal, heuristic, repeats};
use crate::run::{Outcome, Run, failure, line_texts};
use crate::searches::{begin, help};
use crate::values::{ValueOutcome, ValueRun};
use crate::{AlgorithmSpec, Catalog, Family, MinimaxSpec, MultiValuedSpec, RunError};

/// The question whether the position is worth at least so much to the player to move. `None` if the game has no values, or
/// where it has no scores, if none of its goals asks that: every position is worth at least -1, and none 2.
pub(crate) fn at_least(question: &ErasedQuestion, catalog: &Catalog, score: i32) -> Option<ErasedQuestion> {
    let host = question.host();
    if !host.has_outcomes() {
        return host.at_least(score);
    }
    let goal = match score {
        0 => "draw",
        1 => "win",
        _ => return None,
    };
    let (game, position) = (&question.label.game, &question.label.position);
    let (question, _) =
        catalog.read_question(game, Some(position), Some(goal)).expect("games with outcomes have the goal");
    Some(question)
}

/// A search for a value that has not begun.
pub(crate) fn begin_value<'a>(
    question: &'a ErasedQuestion,
    catalog: &'a Catalog,
    algorithm: &AlgorithmSpec,
) -> Result<Box<dyn ValueRun + 'a>, Refusal> {
    let weighing = heuristic(question, algorithm)?;
    let no_scores = || Refusal::NoScores;
    let (low, high, guess) = question.host().range().ok_or_else(no_scores)?;
    let may_have_cycles = *question.host().repeats() != Repeats::Never;
    match algorithm.family {
        Family::Minimax(MinimaxSpec { options, .. }) if options.depth.is_none() && may_have_cycles => {
            let why = format!("{}, and it searches to the end", repeats(question));
            Err(Refusal::Unfit(format!("{why} unless a depth is given, as in depth=8")))
        }
        Family::Minimax(spec) => {
            algorithm.clone().with_threads(spec.threads)?;
            question.host().minimax_value(spec, help(question, catalog, algorithm, weighing)).ok_or_else(no_scores)
        }
        Family::MultiValued(_) if may_have_cycles => {
            Err(Refusal::Unfit(format!("{}, and it needs an acyclic graph", repeats(question))))
        }
        Family::MultiValued(spec) => {
            let evaluates = matches!(spec, MultiValuedSpec::Conspiracy { .. });
            let store = question.host().value_store(evaluates).ok_or_else(no_scores)?;
            Ok(match spec {
                MultiValuedSpec::OneByOne(selection) => {
                    let options = Options::default().with_selection(selection);
                    let search = Engine::with_store(store, sums(), sums(), options);
                    Box::new(MultiValuedRun { question, search, limit: (low, high) })
                }
                MultiValuedSpec::AllAtOnce => {
                    Box::new(MultiValuedRun { question, search: OutcomeEngine::with_store(store), limit: (low, high) })
                }
                MultiValuedSpec::Conspiracy { enough } => {
                    let search = OutcomeEngine::with_store(store).by_conspiracy(enough.map(Size::new));
                    Box::new(MultiValuedRun { question, search, limit: (low, high) })
                }
            })
        }
        _ => {
            // Its questions are about other goals of the same kind.
            drop(begin(question, catalog, algorithm)?);
            Ok(Box::new(Questions::new(question, catalog, algorithm.clone(), (low, high, guess))))
        }
    }
}

/// A search by numbers for many scores.
trait FindsValue<'a>: Replay {
    fn find(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueReport<u32>, SolveError<Sealed>>;
}

impl<'a> FindsValue<'a> for Engine<Questioned<DynStore<'a, ScoreStatus>>, Numbers, Numbers> {
    fn find(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueReport<u32>, SolveError<Sealed>> {
        self.find_value(limits, observer)
    }
}

impl<'a> FindsValue<'a> for OutcomeEngine<Questioned<DynStore<'a, ScoreStatus>>> {
    fn find(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueReport<u32>, SolveError<Sealed>> {
        self.find_value(limits, observer)
    }
}

struct MultiValuedRun<'a, S> {
    question: &'a ErasedQuestion,
    search: S,
    /// What is known of the value before any search.
    limit: (i32, i32),
}

impl<'a, S: FindsValue<'a>> ValueRun for MultiValuedRun<'a, S> {
    fn find_value(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError> {
        let problem = self.question.problem();
        let report = self.search.find(limits, observer).map_err(|error| failure(&problem, &error))?;
        Ok(ValueOutcome {
            low: report.bracket.low().unwrap_or(self.limit.0),
            high: report.bracket.high().unwrap_or(self.limit.1),
            stop: report.stop,
            expanded: report.expanded,
            visits: report.visits,
            generated: report.generated,
            peak_bytes: report.peak_bytes,
            asked: report.asked.iter().map(|asked| (asked.score, asked.value == Value::Proven)).collect(),
            numbers: report.numbers,
            evidence: report.evidence,
            table: None,
            line: line_texts(&problem, problem.root(), &report.line),
        })
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        write_expansions(&mut self.search, out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        read_expansions(&mut self.search, from, bytes)
    }
}

/// Questions with yes or no, one after the other, each to a search of its own.
struct Questions<'a> {
    question: &'a ErasedQuestion,
    catalog: &'a Catalog,
    algorithm: AlgorithmSpec,
    /// What is known of the value before any search.
    limit: (i32, i32),
    bracket: Bracket,
    /// What the searches that have answered have done; the bounds are not kept here.
    done: ValueOutcome,
    /// The score that is asked for, and the search that is at it.
    running: Option<(i32, Box<dyn Run + 'a>)>,
}

impl<'a> Questions<'a> {
    fn new(
        question: &'a ErasedQuestion,
        catalog: &'a Catalog,
        algorithm: AlgorithmSpec,
        (low, high, guess): (i32, i32, i32),
    ) -> Self {
        let done = ValueOutcome {
            low,
            high,
            stop: StopReason::Decided,
            expanded: 0,
            visits: 0,
            generated: 0,
            peak_bytes: 0,
            asked: Vec::new(),
            numbers: Vec::new(),
            evidence: Evidence::Exact,
            table: None,
            line: Vec::new(),
        };
        let bracket = Bracket::new(Some(low), Some(high), Some(guess));
        Self { question, catalog, algorithm, limit: (low, high), bracket, done, running: None }
    }

    /// The next score to ask for, if the value is not known. The search that is asked is the one that runs, or a new one.
    fn next(&mut self) -> Result<Option<i32>, RunError> {
        let Some(score) = self.bracket.next_question() else { return Ok(None) };
        if self.running.as_ref().is_none_or(|(asked, _)| *asked != score) {
            let question = self.question.kept(score, || at_least(self.question, self.catalog, score));
            let question = question.expect("the score is in the range of values");
            let run = begin(question, self.catalog, &self.algorithm)
                .map_err(|_| RunError::Problem("the search does not suit this question about a score".to_owned()))?;
            self.running = Some((score, run));
        }
        Ok(Some(score))
    }

    fn note_answer(&mut self, score: i32, holds: bool) {
        self.done.asked.push((score, holds));
        if holds {
            self.bracket.at_least(score);
        } else {
            self.bracket.at_most(score - 1);
        }
    }
}

/// Adds what one search has done.
fn add(sum: &mut ValueOutcome, found: &Outcome) {
    sum.expanded += found.expanded;
    sum.visits += found.visits;
    sum.generated += found.generated;
    sum.peak_bytes = sum.peak_bytes.max(found.peak_bytes);
    sum.table = found.table;
    if found.evidence != Evidence::Exact {
        sum.evidence = found.evidence;
    }
}

/// What saved questions begin with.
const SAVED: &[u8; 8] = b"scores 1";

impl ValueRun for Questions<'_> {
    /// Limits on time and expansions hold for all questions together.
    fn find_value(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError> {
        let started = Instant::now();
        let mut open = None;
        while let Some(score) = self.next()? {
            let (_, run) = self.running.as_mut().expect("there is one as long as there is a question");
            let rest = limits
                .clone()
                .with_expansions(limits.expansions.map(|most| most.saturating_sub(self.done.expanded)))
                .with_time(limits.time.map(|most| most.saturating_sub(started.elapsed())));
            let (expanded, generated) = (self.done.expanded, self.done.generated);
            let mut of_all = |now: &Progress| {
                let mut all = *now;
                all.expanded += expanded;
                all.generated += generated;
                all.elapsed = started.elapsed();
                observer.progress(&all)
            };
            let found = run.advance(&rest, &mut of_all)?;
            if found.verdict == Verdict::Unknown {
                open = Some(found);
                break;
            }
            add(&mut self.done, &found);
            let holds = found.verdict == Verdict::Proven;
            self.note_answer(score, holds);
            self.running = None;
            if holds {
                // The last proof shows how the value is reached.
                self.done.line = found.line;
            }
        }
        let mut outcome = self.done.clone();
        if let Some(found) = open {
            add(&mut outcome, &found);
            outcome.stop = found.stop;
        }
        outcome.low = self.bracket.low().unwrap_or(self.limit.0);
        outcome.high = self.bracket.high().unwrap_or(self.limit.1);
        Ok(outcome)
    }

    /// The answers, and the search that is under way.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        // A search that has not begun may say that it cannot be saved.
        if self.next().is_err() {
            return Ok(false);
        }
        let mut head = SAVED.to_vec();
        let done = &self.done;
        put(&mut head, done.asked.len() as u64)?;
        for &(score, holds) in &done.asked {
            put(&mut head, u64::from(score.cast_unsigned()) << 1 | u64::from(holds))?;
        }
        for number in [done.expanded, done.visits, done.generated, done.peak_bytes] {
            put(&mut head, number)?;
        }
        put(&mut head, if let Evidence::Keyed { bits } = done.evidence { u64::from(bits) } else { 0 })?;
        put(&mut head, done.line.len() as u64)?;
        for text in &done.line {
            put(&mut head, text.len() as u64)?;
            head.extend(text.as_bytes());
        }
        match &mut self.running {
            None => out.write_all(&head).map(|()| true),
            Some((_, run)) => run.save(&mut Headed::new(head, out)),
        }
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        let wrong = || io::Error::new(io::ErrorKind::InvalidData, "it is that of another kind of search");
        let mut word = [0; SAVED.len()];
        from.read_exact(&mut word)?;
        if word != *SAVED {
            return Err(wrong());
        }
        for _ in 0..get(from)? {
            let answer = get(from)?;
            let score = u32::try_from(answer >> 1).map_err(|_| wrong())?.cast_signed();
            self.note_answer(score, answer & 1 != 0);
        }
        let Self { done, .. } = self;
        for number in [&mut done.expanded, &mut done.visits, &mut done.generated, &mut done.peak_bytes] {
            *number = get(from)?;
        }
        let bits = u32::try_from(get(from)?).map_err(|_| wrong())?;
        done.evidence = if bits == 0 { Evidence::Exact } else { Evidence::Keyed { bits } };
        for _ in 0..get(from)? {
            let mut text = Vec::new();
            let length = get(from)?;
            read_up_to(from, length, &mut text)?;
            done.line.push(String::from_utf8(text).map_err(|_| wrong())?);
        }
        match (self.next().map_err(io::Error::other)?, &mut self.running) {
            (Some(_), Some((_, run))) => run.load(from, bytes),
            _ => Ok(()),
        }
    }
}
