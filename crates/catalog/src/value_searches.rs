//! Searches for "what is this position worth?".
//!
//! The idea: minimax searches and the searches for many scores find values themselves. Every other algorithm answers yes
//! or no, so it is asked whether the value is at least this or that, one score after the other, until one is left.

use std::time::Instant;

use proofset_core::{Evidence, Limits, Observer, Problem, SolveError, StopReason, Value, Verdict};
use proofset_erased::{DynStore, Sealed};
use proofset_multi_valued::{Bracket, Engine, Options, OutcomeEngine, Questioned, ScoreStatus, ValueReport};
use proofset_nodeset::Count;

use crate::host::ErasedQuestion;
use crate::question::Repeats;
use crate::refusal::{Refusal, heuristic, repeats};
use crate::run::{failure, line_texts};
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
            let store = question.host().value_store().ok_or_else(no_scores)?;
            Ok(match spec {
                MultiValuedSpec::OneByOne(selection) => {
                    let options = Options::default().with_selection(selection);
                    let search = Engine::with_store(store, Count::new(), Count::new(), options);
                    Box::new(MultiValuedRun { question, search, limit: (low, high) })
                }
                MultiValuedSpec::AllAtOnce => {
                    Box::new(MultiValuedRun { question, search: OutcomeEngine::with_store(store), limit: (low, high) })
                }
            })
        }
        _ => {
            // Its questions are about other goals of the same kind.
            drop(begin(question, catalog, algorithm)?);
            Ok(Box::new(Questions { question, catalog, algorithm: algorithm.clone(), low, high, guess }))
        }
    }
}

/// A search by numbers for many scores.
trait FindsValue<'a> {
    fn find(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueReport<u32>, SolveError<Sealed>>;
}

impl<'a> FindsValue<'a> for Engine<Questioned<DynStore<'a, ScoreStatus>>, Count, Count> {
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
            evidence: Evidence::Exact,
            table: None,
            line: line_texts(&problem, problem.root(), &report.line),
        })
    }
}

/// Questions with yes or no, one after the other, each to a search of its own.
pub(crate) struct Questions<'a> {
    pub(crate) question: &'a ErasedQuestion,
    pub(crate) catalog: &'a Catalog,
    pub(crate) algorithm: AlgorithmSpec,
    pub(crate) low: i32,
    pub(crate) high: i32,
    pub(crate) guess: i32,
}

impl ValueRun for Questions<'_> {
    /// Limits on time and expansions hold for all questions together.
    fn find_value(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError> {
        let started = Instant::now();
        let mut outcome = ValueOutcome {
            low: self.low,
            high: self.high,
            stop: StopReason::Decided,
            expanded: 0,
            visits: 0,
            generated: 0,
            peak_bytes: 0,
            asked: Vec::new(),
            evidence: Evidence::Exact,
            table: None,
            line: Vec::new(),
        };
        let mut bracket = Bracket::new(Some(self.low), Some(self.high), Some(self.guess));
        while let Some(score) = bracket.next_question() {
            let question = at_least(self.question, self.catalog, score).expect("the score is in the range of values");
            let mut run = begin(&question, self.catalog, &self.algorithm)
                .map_err(|_| RunError::Problem("the search does not suit this question about a score".to_owned()))?;
            let rest = limits
                .clone()
                .with_expansions(limits.expansions.map(|most| most.saturating_sub(outcome.expanded)))
                .with_time(limits.time.map(|most| most.saturating_sub(started.elapsed())));
            let found = run.advance(&rest, observer)?;
            outcome.expanded += found.expanded;
            outcome.visits += found.visits;
            outcome.generated += found.generated;
            outcome.peak_bytes = outcome.peak_bytes.max(found.peak_bytes);
            outcome.table = found.table;
            if found.evidence != Evidence::Exact {
                outcome.evidence = found.evidence;
            }
            let holds = match found.verdict {
                Verdict::Proven => true,
                Verdict::Disproven => false,
                Verdict::Unknown => {
                    outcome.stop = found.stop;
                    break;
                }
            };
            outcome.asked.push((score, holds));
            if holds {
                bracket.at_least(score);
                // The last proof shows how the value is reached.
                outcome.line = found.line;
            } else {
                bracket.at_most(score - 1);
            }
        }
        outcome.low = bracket.low().unwrap_or(self.low);
        outcome.high = bracket.high().unwrap_or(self.high);
        Ok(outcome)
    }
}
