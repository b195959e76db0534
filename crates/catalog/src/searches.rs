//! From a specification to a search: each is compiled here once, for all games.
//!
//! Searches that keep their graph work on the store of the question, depth-first searches on its cursor. What is refused
//! here is not named by messages as a search to take instead, and what is not refused is.

use proofset_best_first::{AoStarEngine, Engine, Evaluation};
use proofset_core::{Evidence, Limits, Observer, Problem, SolveError, Value};
use proofset_depth_first::{PackedTable, Search as DepthFirst};
use proofset_erased::{DynStore, Sealed};
use proofset_exact::ExactEngine;
use proofset_multi_valued::{OutcomeEngine, Questioned, ValueReport, Worth};
use proofset_nodeset::{AdaptiveSet, AnyRule, BitSet, Count, Counter, Effort, Favouring, SortedSet, Truncated};
use proofset_store::Leaf;
use proofset_two_level::{Budget, NestedCursor, Second, TwoLevel};

use crate::question::Repeats;
use crate::run::{Run, failure, line_texts, path};
use crate::task::Task;
use crate::values::{Questions, ValueOutcome, ValueRun};
use crate::{
    AlgorithmSpec, Cycles, DepthFirstSpec, Family, InputError, MinimaxSpec, MultiValuedSpec, RunError, SetStorage,
    TableKind, cycles,
};

/// Why a search does not begin.
pub(crate) enum Refusal {
    /// The specification can be mended as the message says.
    Mend(InputError),
    /// The search is not one for this problem, for this reason.
    Unfit(String),
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        Self::Mend(error)
    }
}

/// The place of the heuristic that an algorithm names, or of the first one.
pub(crate) fn heuristic(task: &Task, algorithm: &AlgorithmSpec) -> Result<usize, InputError> {
    let Some(name) = &algorithm.init else { return Ok(0) };
    let entries = task.host().heuristics();
    entries.iter().position(|entry| entry.name == name).ok_or_else(|| {
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        let message = format!("{} has no heuristic {name:?}; init is one of {}", task.game(), names.join(", "));
        AlgorithmSpec::error(&algorithm.to_string(), message)
    })
}

/// That states can come back, and how if that is known.
pub(crate) fn repeats(task: &Task) -> String {
    match task.host().repeats() {
        Repeats::Along(cycle) => format!("the graph has a cycle, {}", path(cycle.clone())),
        Repeats::Never | Repeats::Perhaps => "positions can repeat".to_owned(),
    }
}

/// A search for a value that has not begun.
pub(crate) fn begin_value<'a>(task: &'a Task, algorithm: &AlgorithmSpec) -> Result<Box<dyn ValueRun + 'a>, Refusal> {
    heuristic(task, algorithm)?;
    let no_scores = || Refusal::Unfit(task.no_scores());
    let (low, high, guess) = task.host().range().ok_or_else(no_scores)?;
    let may_have_cycles = *task.host().repeats() != Repeats::Never;
    match algorithm.family {
        Family::Minimax(MinimaxSpec { options, .. }) if options.depth.is_none() && may_have_cycles => {
            let why = format!("{}, and it searches to the end", repeats(task));
            Err(Refusal::Unfit(format!("{why} unless a depth is given, as in depth=8")))
        }
        Family::Minimax(MinimaxSpec { options, .. }) => task.host().minimax_value(options).ok_or_else(no_scores),
        Family::MultiValued(_) if may_have_cycles => {
            Err(Refusal::Unfit(format!("{}, and it needs an acyclic graph", repeats(task))))
        }
        Family::MultiValued(spec) => {
            let store = task.host().value_store().ok_or_else(no_scores)?;
            Ok(match spec {
                MultiValuedSpec::OneByOne(selection) => {
                    let options = proofset_multi_valued::Options { selection, guess: None };
                    let search = proofset_multi_valued::Engine::with_store(store, Count::new(), Count::new(), options);
                    Box::new(MultiValuedRun { task, search, limit: (low, high) })
                }
                MultiValuedSpec::AllAtOnce => {
                    Box::new(MultiValuedRun { task, search: OutcomeEngine::with_store(store), limit: (low, high) })
                }
            })
        }
        _ => {
            // Its questions are about other goals of the same kind.
            drop(begin(task, algorithm)?);
            Ok(Box::new(Questions { task, algorithm: algorithm.clone(), low, high, guess }))
        }
    }
}

/// A search by numbers for many scores.
trait FindsValue<'a> {
    fn find(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueReport<u32>, SolveError<Sealed>>;
}

impl<'a> FindsValue<'a> for proofset_multi_valued::Engine<Questioned<DynStore<'a, Worth>>, Count, Count> {
    fn find(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueReport<u32>, SolveError<Sealed>> {
        self.find_value(limits, observer)
    }
}

impl<'a> FindsValue<'a> for OutcomeEngine<Questioned<DynStore<'a, Worth>>> {
    fn find(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueReport<u32>, SolveError<Sealed>> {
        self.find_value(limits, observer)
    }
}

struct MultiValuedRun<'a, S> {
    task: &'a Task,
    search: S,
    /// What is known of the value before any search.
    limit: (i32, i32),
}

impl<'a, S: FindsValue<'a>> ValueRun for MultiValuedRun<'a, S> {
    fn find_value(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError> {
        let problem = self.task.problem();
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

/// A search that has not begun.
pub(crate) fn begin<'a>(task: &'a Task, algorithm: &AlgorithmSpec) -> Result<Box<dyn Run + 'a>, Refusal> {
    if let Family::Minimax(spec) = algorithm.family
        && (spec.options.depth.is_some() || spec.options.deepening)
    {
        let message = "a goal is searched to the end; leave out depth and deepening, or ask for --value";
        return Err(AlgorithmSpec::error(&algorithm.to_string(), message).into());
    }
    let heuristic = heuristic(task, algorithm)?;
    let may_have_cycles = *task.host().repeats() != Repeats::Never;
    let is_plain = algorithm.second.is_none();
    let is_best_first = is_plain && matches!(algorithm.family, Family::Pns { .. } | Family::Pss { .. });
    if is_best_first && (algorithm.cycles != Cycles::Auto || may_have_cycles) {
        return cycles::begin(task, algorithm, heuristic);
    }
    if !(is_plain && matches!(algorithm.family, Family::DepthFirst(_) | Family::Mate(_))) && may_have_cycles {
        return Err(Refusal::Unfit(format!("{}, and it needs an acyclic graph", repeats(task))));
    }
    if let Some(own) = task.host().own_search(task.asked(), algorithm) {
        return Ok(own);
    }
    let store = || task.host().store(heuristic);
    if let Some(budget) = algorithm.second
        && !matches!(algorithm.family, Family::DepthFirst(_))
    {
        return Ok(two_level(task, algorithm, budget, store()));
    }
    Ok(match algorithm.family {
        Family::Pns { proof: AnyRule::Sum, disproof: AnyRule::Sum } => {
            best_first(task, algorithm, store(), Count::new(), Count::new())
        }
        Family::Pns { proof, disproof } => {
            best_first(task, algorithm, store(), Counter::with_rule(proof), Counter::with_rule(disproof))
        }
        Family::Pss { proof, disproof, ties, union, favour: Some(share), .. } => {
            let sets = |cap: Option<usize>| {
                Favouring::new(Truncated::new(cap.unwrap_or(usize::MAX), ties).with_union(union), share)
            };
            best_first(task, algorithm, store(), sets(proof), sets(disproof))
        }
        Family::Pss { proof: None, disproof: None, ties, sets: SetStorage::Lists, .. } => {
            best_first(task, algorithm, store(), SortedSet::new(ties), SortedSet::new(ties))
        }
        Family::Pss { proof: None, disproof: None, ties, sets: SetStorage::Bits, .. } => {
            best_first(task, algorithm, store(), BitSet::new(ties), BitSet::new(ties))
        }
        Family::Pss { proof: None, disproof: None, ties, sets: SetStorage::Adaptive, union, .. } => {
            let sets = || AdaptiveSet::new(ties).with_union(union);
            best_first(task, algorithm, store(), sets(), sets())
        }
        Family::Pss { proof, disproof, ties, union, .. } => {
            let sets = |cap: Option<usize>| Truncated::new(cap.unwrap_or(usize::MAX), ties).with_union(union);
            best_first(task, algorithm, store(), sets(proof), sets(disproof))
        }
        Family::AoStar { arc } => task.asked().run(AoStarEngine::with_store(store(), arc)),
        Family::DepthFirst(spec) => depth_first(task, spec, heuristic, algorithm.second),
        Family::Exact { limit } => task.asked().run(ExactEngine::with_store(store(), limit)),
        Family::Minimax(spec) => {
            task.host().minimax(task.asked(), spec.options).ok_or_else(|| Refusal::Unfit(task.no_scores()))?
        }
        Family::Mate(_) => return Err(Refusal::Unfit("it searches for mates in shogi".to_owned())),
        Family::MultiValued(_) => {
            return Err(Refusal::Unfit("it finds values, which are asked for with --value".to_owned()));
        }
    })
}

fn best_first<'a, E: Effort + 'a, D: Effort + 'a>(
    task: &'a Task,
    algorithm: &AlgorithmSpec,
    store: DynStore<'a, Leaf>,
    proof: E,
    disproof: D,
) -> Box<dyn Run + 'a> {
    task.asked().run(Engine::with_store(store, proof, disproof, algorithm.options))
}

fn depth_first(task: &Task, spec: DepthFirstSpec, heuristic: usize, second: Option<Budget>) -> Box<dyn Run + '_> {
    let DepthFirstSpec { options, table } = spec;
    let cursor = task.host().cursor(heuristic);
    let exact = PackedTable::for_format(cursor.format());
    let Some(budget) = second else {
        return match table {
            TableKind::Exact => task.asked().run(DepthFirst::with_cursor(cursor, exact, options)),
            TableKind::Keyed => task.asked().run(DepthFirst::keyed_with_cursor(cursor, options)),
        };
    };
    let cursor = NestedCursor::new(cursor, task.host().store(heuristic), Second::pns(budget));
    match table {
        TableKind::Exact => task.asked().run(DepthFirst::with_cursor(cursor, exact, options)),
        TableKind::Keyed => task.asked().run(DepthFirst::keyed_with_cursor(cursor, options)),
    }
}

/// The rule for sums is chosen while the search runs, and not for each number: every pair of algebras more makes a search
/// in a search.
fn two_level<'a>(
    task: &'a Task,
    algorithm: &AlgorithmSpec,
    budget: Budget,
    store: DynStore<'a, Leaf>,
) -> Box<dyn Run + 'a> {
    match algorithm.family {
        Family::Pns { proof, disproof } => {
            over(task, algorithm, budget, store, Counter::with_rule(proof), Counter::with_rule(disproof))
        }
        Family::Pss { proof, disproof, ties, union, .. } => {
            let sets = |cap: Option<usize>| Truncated::new(cap.unwrap_or(usize::MAX), ties).with_union(union);
            over(task, algorithm, budget, store, sets(proof), sets(disproof))
        }
        _ => unreachable!("these searches are no first level of this kind"),
    }
}

/// A two-level search with the same algebras in both levels.
fn over<'a, E, D>(
    task: &'a Task,
    algorithm: &AlgorithmSpec,
    budget: Budget,
    store: DynStore<'a, Leaf>,
    proof: E,
    disproof: D,
) -> Box<dyn Run + 'a>
where
    E: Effort + Clone + 'a,
    D: Effort + Clone + 'a,
{
    let options = proofset_best_first::Options { evaluation: Evaluation::Immediate, ..algorithm.options };
    let second = Second { budget, proof, disproof, options };
    task.asked().run(TwoLevel::with_store(store, algorithm.options, second))
}
