//! Searches that turn to another root and keep their table: the verdicts of the oracle at every state, whatever was searched
//! before, by one thread and by several.

use proofset_and_or::Graph;
use proofset_core::{Limits, Problem, Size, Solver, Status, Verdict, behind};
use proofset_cursor::CopyCursor;
use proofset_depth_first::{Helper, Options, Parallel};
use proofset_oracle::solve;
use proofset_testkit::random::RandomGraph;

use crate::common::{exact, keyed, variants};

const BYTES: u64 = 1 << 22;

/// A graph without cycles as a problem, with this root.
#[derive(Clone, Copy)]
struct From<'g>(&'g Graph, <Graph as Problem>::State);

impl Problem for From<'_> {
    type State = <Graph as Problem>::State;
    type Move = <Graph as Problem>::Move;

    fn root(&self) -> Self::State {
        self.1
    }

    fn status(&self, state: &Self::State) -> Status {
        self.0.status(state)
    }

    fn for_each_successor(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State)) {
        self.0.for_each_successor(state, visit);
    }
}

/// A graph without cycles, with open leaves in every other one.
fn graph(seed: u64) -> Graph {
    let wide = RandomGraph { depth: 8, width: 60, branching: 2..=3, early_leaf: 0.03, ..RandomGraph::dag() };
    let open = RandomGraph { proven: 0.5, disproven: 0.4, ..wide.clone() };
    if seed.is_multiple_of(2) { wide.generate(seed) } else { open.generate(seed) }
}

/// Paths from the root, in an order that goes up and down.
fn paths(seed: u64) -> Vec<Vec<u32>> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..12).map(|_| (0..random.usize(0..5)).map(|_| random.u32(0..3)).collect()).collect()
}

/// Turns a search to many states. How many of its verdicts were decided, and how many were left to open leaves.
fn turn_about<P: Problem<State: std::fmt::Debug>>(graph: &Graph, seed: u64, search: &mut impl Solver<P>) -> [usize; 2] {
    let mut counts = [0, 0];
    for (number, path) in paths(seed).into_iter().enumerate() {
        let Some(root) = behind(graph, &path) else {
            assert!(!search.turn(&path), "{seed} {path:?}: there is no such path");
            continue;
        };
        assert!(search.turn(&path));
        let mut limits = Limits::none().with_bytes(BYTES);
        if number.is_multiple_of(3) {
            // Some are left unfinished, wherever the search is.
            limits.cancel = None;
            let cancelled = Limits::none().with_bytes(BYTES).with_expansions(0);
            let _ = search.solve(&cancelled, &mut ()).unwrap();
        }
        let expected = solve(&From(graph, root), 1 << 16).expect("the graph is small").root();
        let report = search.solve(&limits, &mut ()).unwrap();
        assert_eq!(report.verdict, expected, "{seed} {path:?}");
        counts[usize::from(report.verdict == Verdict::Unknown)] += 1;
        for (known, place) in search.known_successors().into_iter().zip(0..) {
            // What is said of successors holds for them.
            let next: Vec<u32> = path.iter().copied().chain([place]).collect();
            let next = behind(graph, &next).expect("the root is no leaf");
            let value = solve(&From(graph, next), 1 << 16).expect("the graph is small").root();
            match known {
                Some((Size::ZERO, _)) => assert_eq!(value, Verdict::Proven),
                Some((_, Size::ZERO)) => assert_eq!(value, Verdict::Disproven),
                _ => {}
            }
        }
    }
    counts
}

#[test]
fn a_search_that_has_turned_comes_to_the_verdict_of_its_new_root() {
    let (variants, mut counts) = (variants(), [0, 0]);
    for seed in 0..120 {
        let graph = graph(seed);
        let options = variants[seed as usize % variants.len()];
        let of = if seed % 3 == 0 {
            turn_about(&graph, seed, &mut exact(&From(&graph, graph.root()), options))
        } else {
            turn_about(&graph, seed, &mut keyed(&From(&graph, graph.root()), options))
        };
        counts = [counts[0] + of[0], counts[1] + of[1]];
    }
    assert!(counts[0] > 300 && counts[1] > 20, "{counts:?}");
}

#[test]
fn several_threads_turn_together() {
    for seed in 0..20 {
        let graph = graph(seed);
        let problem = From(&graph, graph.root());
        let helper = |helper: Helper| helper.run(CopyCursor::new(problem, ()));
        let mut search = Parallel::new(CopyCursor::new(problem, ()), 3, Options::default(), helper);
        turn_about(&graph, seed, &mut search);
    }
}

#[test]
fn what_is_known_need_not_be_searched_again() {
    let graph =
        RandomGraph { depth: 12, width: 200, branching: 3..=3, early_leaf: 0.0, ..RandomGraph::dag() }.generate(5);
    let problem = From(&graph, graph.root());
    let mut search = keyed(&problem, Options::default());
    let whole = search.solve(&Limits::none().with_bytes(BYTES), &mut ()).unwrap();
    assert!(search.turn(&[0]) && search.turn(&[]));
    let again = search.solve(&Limits::none().with_bytes(BYTES), &mut ()).unwrap();
    assert_eq!(again.verdict, whole.verdict);
    assert!(again.expanded - whole.expanded < whole.expanded / 4, "{} and {}", whole.expanded, again.expanded);
}

/// A disproof forgets nothing where no leaf is open.
#[test]
fn what_a_disproof_has_found_is_kept() {
    let decided = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::dag() };
    let shape = RandomGraph { depth: 12, width: 200, branching: 3..=3, early_leaf: 0.0, ..decided };
    let mut disproven = 0;
    for graph in (0..8).map(|seed| shape.generate(seed)) {
        let problem = From(&graph, graph.root());
        let mut search = keyed(&problem, Options::default());
        let whole = search.solve(&Limits::none().with_bytes(BYTES), &mut ()).unwrap();
        disproven += u32::from(whole.verdict == Verdict::Disproven);
        let entries = search.table_use().entries;
        assert!(search.turn(&[0]));
        assert_eq!(search.table_use().entries, entries, "{:?}", whole.verdict);
    }
    assert!((1..8).contains(&disproven), "{disproven}");
}

#[test]
fn where_states_repeat_a_search_does_not_turn() {
    let cyclic = RandomGraph::cyclic().generate(3);
    assert!(!keyed(&cyclic, Options::default()).turn(&[]));
}
