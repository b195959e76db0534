//! Heuristics by name: how a search weighs the leaves of a game, chosen when it begins.
//!
//! Each game lists its own, the default first. A heuristic stands behind `dyn`: its one virtual call for each new leaf
//! is lost beside the making of the leaf, and a search need not be compiled once more for every heuristic.

use proofset_core::{EdgeCost, LeafCost, Mobility, Probe, Problem, Size};

use crate::InputError;
use crate::algorithm::AlgorithmSpec;

/// A heuristic as the catalog lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeuristicEntry {
    /// The name, after `init=`.
    pub name: &'static str,
    /// What a leaf costs.
    pub summary: &'static str,
}

pub(crate) const UNIT: HeuristicEntry = HeuristicEntry { name: "unit", summary: "every leaf costs 1" };

pub(crate) const MOBILITY: HeuristicEntry = HeuristicEntry {
    name: "mobility",
    summary: "a leaf with m successors costs 1 for the side that moves there, m for the other (Allis 1994)",
};

/// A heuristic for the problem `P`.
pub(crate) struct Heuristic<P> {
    entry: HeuristicEntry,
    probe: fn() -> Box<dyn Probe<P>>,
}

impl<P: Problem + 'static> Heuristic<P> {
    pub(crate) fn new(entry: HeuristicEntry, probe: fn() -> Box<dyn Probe<P>>) -> Self {
        Self { entry, probe }
    }

    pub(crate) fn unit() -> Self {
        Self::new(UNIT, || Box::new(()))
    }

    pub(crate) fn mobility() -> Self {
        Self::new(MOBILITY, || Box::new(Mobility::new()))
    }
}

/// A multiple of a finite cost.
pub(crate) fn times(cost: Size, factor: u32) -> Size {
    cost.finite().map_or(cost, |cost| Size::new(cost.saturating_mul(factor)))
}

/// The probe of the heuristic that an algorithm names, or of the first one.
pub(crate) fn choose<P>(
    heuristics: &[Heuristic<P>],
    game: &str,
    algorithm: &AlgorithmSpec,
) -> Result<Chosen<P>, InputError> {
    let chosen = match &algorithm.init {
        None => heuristics.first(),
        Some(name) => heuristics.iter().find(|heuristic| heuristic.entry.name == name),
    };
    let heuristic = chosen.ok_or_else(|| {
        let names: Vec<&str> = heuristics.iter().map(|heuristic| heuristic.entry.name).collect();
        let name = algorithm.init.as_deref().unwrap_or_default();
        InputError::Algorithm {
            text: algorithm.to_string(),
            message: format!("{game} has no heuristic {name:?}; init is one of {}", names.join(", ")),
        }
    })?;
    Ok(Chosen((heuristic.probe)()))
}

/// The probe of a search that borrows its problem.
pub(crate) struct Chosen<P>(Box<dyn Probe<P>>);

impl<P: Problem> Probe<&P> for Chosen<P> {
    #[inline]
    fn cost(&mut self, problem: &&P, state: &P::State) -> LeafCost {
        self.0.cost(problem, state)
    }

    #[inline]
    fn edge(&mut self, problem: &&P, state: &P::State, successor: &P::State) -> EdgeCost {
        self.0.edge(problem, state, successor)
    }
}

#[cfg(all(
    test,
    feature = "and-or",
    feature = "atari-go",
    feature = "chess",
    feature = "mnk",
    feature = "tic-tac-toe"
))]
mod tests {
    use proofset_core::{Limits, Verdict};

    use crate::{GAMES, Outcome, Task, open};

    const GRAPH: &str = r#"{"nodes": [{"id": "a", "kind": "or"}, {"id": "b", "h": 7}, {"id": "c", "h": 9}],
        "edges": [["a", "b"], ["a", "c"]], "root": "a"}"#;

    fn start(game: &str) -> Box<dyn Task> {
        open(game, (game == "and-or").then_some(GRAPH), None).unwrap()
    }

    fn advance(task: &dyn Task, algorithm: &str, limits: &Limits) -> Outcome {
        task.begin(&algorithm.parse().unwrap()).unwrap().advance(limits, &mut ()).unwrap()
    }

    #[test]
    fn games_have_the_heuristics_that_they_list() {
        let few = Limits::expansions(30);
        for game in GAMES {
            let task = start(game.name);
            let names: Vec<&str> = game.heuristics.iter().map(|heuristic| heuristic.name).collect();
            for name in &names {
                let outcome = advance(&*task, &format!("pss:20,20,init={name},lookahead=one"), &few);
                assert!(outcome.expanded > 0, "{} with {name}", game.name);
            }
            let counts = |algorithm: &str| {
                let outcome = advance(&*task, algorithm, &few);
                (outcome.expanded, outcome.generated, outcome.proof, outcome.disproof)
            };
            assert_eq!(counts("pns"), counts(&format!("pns:init={}", names[0])), "the first is the default");
            let error = task.begin(&"pns:init=hope".parse().unwrap()).err().unwrap().to_string();
            let expected = format!(r#"has no heuristic "hope"; init is one of {}"#, names.join(", "));
            assert!(error.starts_with(r#"algorithm "pns:init=hope": "#) && error.ends_with(&expected), "{error}");
        }
    }

    #[test]
    fn weights_change_no_verdict() {
        for position in [None, Some("X../.O./..."), Some("X.O/.X./..O"), Some("XOX/.O./.X.")] {
            for goal in ["first:win", "first:draw", "second:win", "second:draw"] {
                let task = open("tic-tac-toe", position, Some(goal)).unwrap();
                let expected = advance(&*task, "pns", &Limits::none()).verdict;
                assert_ne!(expected, Verdict::Unknown);
                for algorithm in ["pns:init=lines", "pss:init=lines,lookahead=one", "pns:init=mobility,graph=tree"] {
                    let found = advance(&*task, algorithm, &Limits::none()).verdict;
                    assert_eq!(found, expected, "{position:?} {goal} {algorithm}");
                }
            }
        }
    }

    /// That one player wins, and that the other holds at least a draw, is the same question with the sides exchanged.
    #[test]
    fn lines_weigh_a_win_and_the_opponents_draw_alike() {
        let counts = |game, goal| {
            let outcome = advance(&*open(game, None, Some(goal)).unwrap(), "pns:init=lines", &Limits::none());
            (outcome.expanded, outcome.generated, outcome.recomputed)
        };
        for game in ["tic-tac-toe", "connect-four:4x4", "mnk:4,3,3"] {
            assert_eq!(counts(game, "first:win"), counts(game, "second:draw"), "{game}");
            assert_eq!(counts(game, "second:win"), counts(game, "first:draw"), "{game}");
        }
    }
}
