//! One search of one problem, measured.
//!
//! The idea: experiments compare many algorithms on problems of different types. [`Subject`] hides the type of the
//! problem, and a specification in text names the algorithm, so that an experiment is a pair of loops.

use std::collections::HashMap;
use std::time::Instant;

use anyhow::{anyhow, bail};
use proofset_best_first::{Engine, Evaluation, Options};
use proofset_catalog::{AlgorithmSpec, Family, SetStorage, TableKind, lists};
use proofset_core::{Describe, Limits, Problem, Role, Solver, Status, StopReason, SumRule, Value, Verdict, Words};
use proofset_cursor::Cursor;
use proofset_depth_first::{
    AnyTable, KeyedTable, Options as DepthFirstOptions, PackedTable, Search as DepthFirst, Table,
};
use proofset_erased::{DynCursor, DynStore, Erasable, Erased};
use proofset_exact::ExactEngine;
use proofset_nodeset::{Counter, CutBy, Effort, Favouring, Naming, NumberRule, SortedSet};
use proofset_store::{Leaf, Leaves, Rooted, Store};
use proofset_two_level::{Budget, Second, TwoLevel};

/// In the place of an algorithm: a depth-first search with a memory of values and without numbers.
pub(crate) const MEMO: &str = "memory alone";

/// What a search did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measurement {
    pub(crate) verdict: Verdict,
    pub(crate) stop: StopReason,
    pub(crate) expansions: u64,
    pub(crate) nodes: u64,
    pub(crate) recomputations: u64,
    /// The most recomputations after one expansion, if they were watched.
    pub(crate) most_recomputations: Option<u64>,
    /// Wall-clock seconds, of the search alone.
    pub(crate) seconds: f64,
    /// The most bytes held at a time.
    pub(crate) bytes: u64,
    /// Nodes removed to make room.
    pub(crate) reclaimed: u64,
    /// The nodes that a proof set and a disproof set may list when the search stops: 0 for numbers, `usize::MAX` for
    /// exact sets.
    pub(crate) caps: (usize, usize),
    /// Expansions that follow sets which may not have been lightest ones, of a search by true numbers.
    pub(crate) uncertain: u64,
}

impl Measurement {
    /// The expansions as a multiple of those of another search.
    pub(crate) fn to(&self, other: &Self) -> f64 {
        self.expansions as f64 / other.expansions.max(1) as f64
    }
}

/// A problem of any type.
pub(crate) trait Subject {
    /// Searches from scratch within limits.
    fn measure_within(&self, algorithm: &AlgorithmSpec, limits: &Limits) -> anyhow::Result<Measurement>;

    /// Searches from scratch, with at most so many expansions.
    fn measure(&self, algorithm: &AlgorithmSpec, most_expansions: u64) -> anyhow::Result<Measurement> {
        self.measure_within(algorithm, &Limits::expansions(most_expansions))
    }

    /// Depth-first search with a memory of all values and without any number, with at most so many expansions: what every
    /// search by numbers should be better than. The problem must have no cycles and no open leaves.
    fn measure_memo(&self, most_expansions: u64) -> anyhow::Result<Measurement>;

    /// The same, one expansion at a time, to see the longest update. The time is that of the search with its stops.
    fn measure_updates(&self, algorithm: &AlgorithmSpec, most_expansions: u64) -> anyhow::Result<Measurement>;
}

impl<P: Describe> Subject for P
where
    P::State: Send + Sync + 'static,
{
    fn measure_within(&self, algorithm: &AlgorithmSpec, limits: &Limits) -> anyhow::Result<Measurement> {
        let erasable = Erasable::new(self);
        let mut search = begin(&erasable, algorithm)?;
        let started = Instant::now();
        search(limits, started)
    }

    fn measure_memo(&self, most_expansions: u64) -> anyhow::Result<Measurement> {
        memo(self, most_expansions)
    }

    fn measure_updates(&self, algorithm: &AlgorithmSpec, most_expansions: u64) -> anyhow::Result<Measurement> {
        let erasable = Erasable::new(self);
        let mut search = begin(&erasable, algorithm)?;
        let started = Instant::now();
        let (mut most, mut before) = (0, 0);
        let mut expansions = 0;
        loop {
            expansions += 1;
            let now = search(&Limits::expansions(expansions), started)?;
            most = most.max(now.recomputations - before);
            before = now.recomputations;
            if now.stop != StopReason::Expansions || expansions == most_expansions {
                return Ok(Measurement { most_recomputations: Some(most), ..now });
            }
        }
    }
}

/// A search that goes on within limits, timed from a moment on.
type Advance<'a> = Box<dyn FnMut(&Limits, Instant) -> anyhow::Result<Measurement> + 'a>;

/// A search that tells more than its report does.
trait Watched<P: Problem>: Solver<P> {
    /// See [`Measurement::caps`].
    fn caps(&self) -> (usize, usize);

    /// See [`Measurement::reclaimed`].
    fn reclaimed(&self) -> u64;
}

impl<X: Store<Fact = Leaf>, E: Capped, D: Capped> Watched<X::Problem> for Engine<X, E, D> {
    fn caps(&self) -> (usize, usize) {
        (self.evaluator().proof.cap(), self.evaluator().disproof.cap())
    }

    fn reclaimed(&self) -> u64 {
        self.reclaimed()
    }
}

impl<X: Store<Fact = Leaf>> Watched<X::Problem> for ExactEngine<X> {
    fn caps(&self) -> (usize, usize) {
        (usize::MAX, usize::MAX)
    }

    fn reclaimed(&self) -> u64 {
        0
    }
}

impl<X: Rooted<Fact = Leaf>, E: Capped + Clone, D: Capped + Clone> Watched<X::Problem> for TwoLevel<X, E, D> {
    fn caps(&self) -> (usize, usize) {
        (self.first().evaluator().proof.cap(), self.first().evaluator().disproof.cap())
    }

    fn reclaimed(&self) -> u64 {
        self.first().reclaimed()
    }
}

impl<C: Cursor, T: Table<C::Mark>> Watched<C::Problem> for DepthFirst<C, T> {
    fn caps(&self) -> (usize, usize) {
        (0, 0)
    }

    fn reclaimed(&self) -> u64 {
        0
    }
}

/// An algebra whose values list nodes, or none.
trait Capped: Effort {
    /// The number of nodes that a value may list.
    fn cap(&self) -> usize;
}

impl<R: NumberRule> Capped for Counter<R> {
    fn cap(&self) -> usize {
        0
    }
}

impl Capped for SortedSet {
    fn cap(&self) -> usize {
        self.limit()
    }
}

impl<E: Capped> Capped for Favouring<E> {
    fn cap(&self) -> usize {
        self.sets().cap()
    }
}

fn advancing<'a, P: Problem>(mut search: impl Watched<P> + 'a) -> Advance<'a> {
    Box::new(move |limits, started| {
        let report = search.solve(limits, &mut ()).map_err(|error| anyhow!(error.to_string()))?;
        Ok(Measurement {
            verdict: report.verdict,
            stop: report.stop,
            expansions: report.expanded,
            nodes: report.generated,
            recomputations: report.recomputed,
            most_recomputations: None,
            seconds: started.elapsed().as_secs_f64(),
            bytes: report.peak_bytes,
            reclaimed: search.reclaimed(),
            caps: search.caps(),
            uncertain: report.uncertain,
        })
    })
}

/// A node on the way of a depth-first search.
struct Frame<S> {
    state: S,
    role: Role,
    successors: Vec<S>,
    next: usize,
}

fn memo<P: Problem>(problem: &P, most_expansions: u64) -> anyhow::Result<Measurement> {
    let started = Instant::now();
    let mut values: HashMap<P::State, Value> = HashMap::new();
    let mut path: Vec<Frame<P::State>> = Vec::new();
    let (mut expansions, mut nodes) = (0, 1);
    // What was found last, and is still to be told to the node above.
    let mut found = None;
    let mut entered = Some(problem.root());
    let verdict = loop {
        if let Some(state) = entered.take() {
            found = match (values.get(&state), problem.status(&state)) {
                (Some(&value), _) | (None, Status::Decided(value)) => Some(value),
                (None, Status::OpenLeaf) => bail!("a depth-first search cannot leave a leaf open"),
                (None, Status::Open(role)) => {
                    if expansions == most_expansions {
                        break Verdict::Unknown;
                    }
                    expansions += 1;
                    let mut successors = Vec::new();
                    problem.for_each_successor(&state, |_, next| successors.push(next));
                    nodes += successors.len() as u64;
                    path.push(Frame { state, role, successors, next: 0 });
                    None
                }
            };
        }
        let Some(frame) = path.last_mut() else {
            break match found {
                Some(Value::Proven) => Verdict::Proven,
                Some(Value::Disproven) => Verdict::Disproven,
                None => Verdict::Unknown,
            };
        };
        let (one, all) = match frame.role {
            Role::Or => (Value::Proven, Value::Disproven),
            Role::And => (Value::Disproven, Value::Proven),
        };
        let value = match found.take() {
            Some(value) if value == one => Some(one),
            _ if frame.next == frame.successors.len() => Some(all),
            _ => None,
        };
        if let Some(value) = value {
            let frame = path.pop().expect("there is a node");
            values.insert(frame.state, value);
            found = Some(value);
        } else {
            entered = Some(frame.successors[frame.next].clone());
            frame.next += 1;
        }
    };
    let stop = if verdict == Verdict::Unknown { StopReason::Expansions } else { StopReason::Decided };
    Ok(Measurement {
        verdict,
        stop,
        expansions,
        nodes,
        recomputations: 0,
        most_recomputations: None,
        seconds: started.elapsed().as_secs_f64(),
        bytes: 0,
        reclaimed: 0,
        caps: (0, 0),
        uncertain: 0,
    })
}

/// Searches see numbers and words in place of states, and are compiled once for all problems.
fn begin<'a, P: Describe>(erasable: &'a Erasable<&'a P>, algorithm: &AlgorithmSpec) -> anyhow::Result<Advance<'a>>
where
    P::State: Send + Sync + 'static,
{
    let (erased, problem) = (Erased::new(erasable), erasable.problem());
    match algorithm.family {
        Family::DepthFirst(spec) if algorithm.second.is_none() => {
            Ok(advancing(depth_first(DynCursor::keeping(erased, problem, ()), spec.table, spec.options)))
        }
        _ => best_first(DynStore::new(erased, problem, Leaves::new(())), algorithm),
    }
}

/// A depth-first search that has not begun.
pub(crate) fn depth_first(
    cursor: DynCursor<'_>,
    table: TableKind,
    options: DepthFirstOptions,
) -> DepthFirst<DynCursor<'_>, AnyTable<Words>> {
    let table: AnyTable<Words> = match table {
        TableKind::Exact => Box::new(PackedTable::for_format(cursor.format())),
        TableKind::Keyed => Box::new(KeyedTable::for_cursor(&cursor)),
    };
    DepthFirst::with_cursor(cursor, table, options)
}

fn best_first<'a>(store: DynStore<'a, Leaf>, algorithm: &AlgorithmSpec) -> anyhow::Result<Advance<'a>> {
    // Truncated sets list the oldest leaves, as they are defined, and what is counted does not depend on what was called how.
    let options = algorithm.options.with_naming(Naming::Own);
    if let Some(budget) = algorithm.second {
        return two_level(store, algorithm, options, budget);
    }
    Ok(match algorithm.family {
        Family::Pns { proof, disproof } => {
            let (proof, disproof) = (Counter::with_rule(proof), Counter::with_rule(disproof));
            advancing(Engine::with_store(store, proof, disproof, options))
        }
        Family::Exact { limit, ties } => advancing(ExactEngine::with_store(store, limit).with_ties(ties)),
        Family::Pss { sets: SetStorage::Lists | SetStorage::Adaptive, .. } => {
            let (proof, disproof) = lists(algorithm);
            advancing(Engine::with_store(store, proof, disproof, options))
        }
        _ => bail!(
            "experiments compare pns, pss with sets=lists or adaptive, exact and depth-first search, not {algorithm}"
        ),
    })
}

/// A search of two levels, one leaf at a time.
fn two_level<'a>(
    store: DynStore<'a, Leaf>,
    algorithm: &AlgorithmSpec,
    options: Options,
    budget: Budget,
) -> anyhow::Result<Advance<'a>> {
    Ok(match algorithm.family {
        Family::Pns { proof: SumRule::Sum, disproof: SumRule::Sum } => {
            let second = Second::pns(budget).with_options(options.with_evaluation(Evaluation::Immediate));
            advancing(TwoLevel::with_store(store, options, second))
        }
        Family::Pss { sets: SetStorage::Lists, cut, .. } if cut.by == CutBy::Even => {
            let (proof, disproof) = lists(algorithm);
            let second = Second::new(budget, proof, disproof).with_options(options).with_keep(algorithm.keep);
            advancing(TwoLevel::with_store(store, options, second))
        }
        _ => bail!("of searches of two levels, experiments compare pn2 and pss2, not {algorithm}"),
    })
}

#[cfg(test)]
mod tests {
    use proofset_catalog::AlgorithmSpec;
    use proofset_core::{StopReason, Verdict};
    use proofset_testkit::synthetic::SyntheticGame;

    use super::Subject;

    #[test]
    fn a_search_with_a_memory_alone_agrees_with_numbers() {
        let pns: AlgorithmSpec = "pns".parse().unwrap();
        let mut proven = 0;
        for seed in 0..40 {
            let game = SyntheticGame {
                seed,
                depth: 10,
                branching: 2..=3,
                transposition: 0.5,
                shared_states: 20,
                terminal: 0.1,
                proven: 0.5,
            };
            let (memo, numbers) = (game.measure_memo(1_000_000).unwrap(), game.measure(&pns, 1_000_000).unwrap());
            assert_eq!((memo.verdict, memo.stop), (numbers.verdict, StopReason::Decided), "seed {seed}");
            proven += usize::from(memo.verdict == Verdict::Proven);
            assert_eq!(game.measure_memo(memo.expansions).unwrap().verdict, memo.verdict);
            if memo.expansions > 0 {
                assert_eq!(game.measure_memo(memo.expansions - 1).unwrap().stop, StopReason::Expansions);
            }
        }
        assert!((5..35).contains(&proven), "{proven}");
    }
}
