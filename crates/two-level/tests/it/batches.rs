//! Leaves that are searched together: the answer is the oracle's, and the search is the same whatever the number of threads.

use std::ops::ControlFlow;

use proofset_best_first::{Engine, Evaluation, GraphMode, Lookahead, Options};
use proofset_certificate::SolvedGraph;
use proofset_core::{Describe, Limits, NodeId, Problem, Progress, Report, Solver, StopReason, Value, Verdict};
use proofset_cursor::{FirstLevel, Visit};
use proofset_depth_first::{KeyedTable, Method, Options as DepthFirstOptions, Search as DepthFirst};
use proofset_nodeset::{Count, TieOrder};
use proofset_store::{Interned, Known, Leaf, Leaves, Rooted, StateOf, Visitor};
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::saved::in_slices;
use proofset_two_level::{Batched, Budget, Helper, OverPn, Parallel, pn2, pss2, pss2_truncated};

use crate::common::{budgets, connect_four};

/// All that was counted, the most bytes included.
fn counted<M>(report: &Report<M>) -> [u64; 6] {
    let counters = [report.expanded, report.second_level, report.visits, report.generated, report.recomputed];
    let [a, b, c, d, e] = counters;
    [a, b, c, d, e, report.peak_bytes]
}

/// Solves a problem by several numbers of threads, and returns what was counted by each.
fn by_threads<'a, P, W>(problem: &'a P, search: impl Fn() -> W, expected: Verdict) -> [u64; 6]
where
    P: Describe + Sync,
    P::State: std::fmt::Debug + Send + Sync + 'static,
    W: Batched<State = P::State, Proof: Send, Disproof: Send> + Solver<&'a P> + SolvedGraph<State = P::State>,
{
    let run = |threads| {
        let help =
            |helper: Helper<P::State, W::Proof, W::Disproof>| helper.run(&Interned::new(problem, Leaves::new(())));
        let mut search = Parallel::new(search(), threads, help);
        let report = search.solve(&Limits::none(), &mut ()).expect("it is acyclic");
        assert_eq!(report.verdict, expected);
        if let Some(value) = expected.value() {
            certified(problem, &search, value);
        }
        counted(&report)
    };
    let one = run(1);
    assert_eq!([run(2), run(3)], [one, one]);
    one
}

/// A disproof within a limit on memory, by one thread and by two.
fn keeps_to_memory<'a, P, W>(problem: &'a P, search: impl Fn() -> W, bytes: u64)
where
    P: Describe + Sync,
    P::State: std::fmt::Debug + Send,
    W: Batched<State = P::State, Proof: Send, Disproof: Send> + Solver<&'a P>,
{
    let run = |threads| {
        let help = |helper: Helper<_, _, _>| helper.run(&Interned::new(problem, Leaves::new(())));
        let mut search = Parallel::new(search(), threads, help);
        let report = search.solve(&Limits::none().with_bytes(bytes), &mut ()).unwrap();
        assert!(report.peak_bytes <= bytes, "{} of {bytes}", report.peak_bytes);
        (report.verdict, counted(&report))
    };
    let one = run(1);
    assert_eq!(one.0, Verdict::Disproven, "{bytes}");
    assert_eq!(run(2), one, "{bytes}");
}

#[test]
fn every_batch_has_the_answer_of_the_oracle_with_any_number_of_threads() {
    let shapes = [
        RandomGraph { proven: 0.4, disproven: 0.4, ..RandomGraph::tree() },
        RandomGraph { proven: 0.4, disproven: 0.4, ..RandomGraph::dag() },
        RandomGraph { proven: 0.4, disproven: 0.3, ..RandomGraph::dag() },
    ];
    let delayed = Options::default().with_evaluation(Evaluation::Delayed).with_lookahead(Lookahead::One);
    let tree = Options::default().with_graph(GraphMode::Tree);
    let mut others = 0;
    for seed in 0..60 {
        let graph = shapes[seed as usize % shapes.len()].generate(seed);
        let graph = &graph;
        let expected = proofset_oracle::solve(graph, 1_000_000).expect("it is small").root();
        for budget in budgets() {
            let plain = counted(&pn2(graph, Options::default(), budget).solve(&Limits::none(), &mut ()).unwrap());
            for leaves in [1, 2, 3, 8] {
                for options in [Options::default(), delayed, tree] {
                    let counts = by_threads(graph, || pn2(graph, options, budget).with_batch(leaves), expected);
                    if options == Options::default() {
                        assert!(leaves > 1 || counts == plain, "seed {seed}: one leaf is none more");
                        others += u32::from(counts != plain);
                    }
                }
                let sets = || pss2(graph, TieOrder::Lex, Options::default(), budget).with_batch(leaves);
                by_threads(graph, sets, expected);
                let cut = || pss2_truncated(graph, (2, 3), TieOrder::First, Options::default(), budget);
                by_threads(graph, || cut().with_batch(leaves), expected);
            }
        }
    }
    assert!(others > 200, "batches are other searches: {others}");
}

/// A depth-first search over proof-number search, with so many leaves at a time.
fn over_pn<P: Problem + Clone>(
    problem: P,
    options: DepthFirstOptions,
    budget: Budget,
    leaves: usize,
) -> DepthFirst<OverPn<P>, KeyedTable> {
    DepthFirst::keyed_with_cursor(proofset_two_level::over_pn(problem, budget, ()).with_batch(leaves), options)
}

#[test]
fn leaves_of_one_node_are_searched_together_below_a_depth_first_search() {
    let shapes = [
        RandomGraph { proven: 0.4, disproven: 0.4, ..RandomGraph::tree() },
        RandomGraph { proven: 0.4, disproven: 0.3, ..RandomGraph::dag() },
    ];
    // More entries than any of the searches needs; a table that can grow touches more memory than one of them takes time.
    let plain = DepthFirstOptions::default().with_entries(1 << 12);
    let delayed = plain.with_evaluation(Evaluation::Delayed);
    let small = plain.with_entries(8);
    let mut others = 0;
    for seed in 0..60 {
        let graph = &shapes[seed as usize % shapes.len()].generate(seed);
        let expected = proofset_oracle::solve(graph, 1_000_000).expect("it is small").root();
        for budget in budgets() {
            for options in [plain, delayed, small, small.with_load_bearing(true), plain.with_method(Method::Pds)] {
                let cursor = proofset_two_level::over_pn(graph, budget, ());
                let alone = DepthFirst::keyed_with_cursor(cursor, options).solve(&Limits::none(), &mut ()).unwrap();
                for leaves in [1, 2, 8] {
                    let counts = by_threads(graph, || over_pn(graph, options, budget, leaves), expected);
                    let is_same = counts[..5] == counted(&alone)[..5];
                    assert!(leaves > 1 || is_same, "seed {seed}: one leaf is none more");
                    others += u32::from(!is_same);
                }
            }
        }
    }
    assert!(others > 200, "batches are other searches: {others}");
}

/// Many calls with small limits do what one call does, wherever in a batch they stop.
#[test]
fn a_depth_first_batch_in_small_steps_is_the_same_search() {
    let problem = &connect_four("4x3");
    for (budget, leaves) in [(Budget::Nodes(40), 4), (Budget::Nodes(7), 3), (Budget::Full, 4)] {
        let search = || over_pn(problem, DepthFirstOptions::default(), budget, leaves);
        let whole = search().solve(&Limits::none(), &mut ()).unwrap();
        let (mut search, mut most) = (search(), 0);
        let steps = loop {
            let report = search.solve(&Limits::expansions(most), &mut ()).unwrap();
            if report.verdict != Verdict::Unknown {
                break report;
            }
            assert_eq!((report.stop, report.expanded), (StopReason::Expansions, most));
            most += 11;
        };
        assert_eq!(counted(&steps)[..2], counted(&whole)[..2], "{budget:?}: all nodes, and those of the second level");
    }
}

/// What a search cancelled in the middle of a batch has not found out it finds out later, and the answer is the same.
#[test]
fn a_depth_first_batch_that_was_called_off_goes_on() {
    let problem = &connect_four("4x3");
    let mut search = over_pn(problem, DepthFirstOptions::default(), Budget::Nodes(40), 4);
    let whole = search.solve(&Limits::none(), &mut ()).unwrap();
    let mut search = over_pn(problem, DepthFirstOptions::default(), Budget::Nodes(40), 4);
    let mut stops = 0;
    let report = loop {
        let mut looks = 0;
        let mut observer = |_: &Progress| {
            looks += 1;
            if looks > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let report = search.solve(&Limits::none().with_pace(20), &mut observer).unwrap();
        if report.verdict != Verdict::Unknown {
            break report;
        }
        stops += 1;
    };
    assert!(stops > 100 && report.verdict == whole.verdict, "{stops} stops");
    // The observer has left no time for the proof.
    let report = search.solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!(report.verdict, whole.verdict);
    certified(problem, &search, Value::Disproven);
}

#[test]
fn a_depth_first_batch_keeps_to_the_limit_on_memory() {
    let problem = &connect_four("4x4");
    for bytes in [100_000, 500_000] {
        keeps_to_memory(problem, || over_pn(problem, DepthFirstOptions::default(), Budget::default(), 4), bytes);
    }
}

#[test]
fn a_depth_first_batch_that_is_written_down_goes_on_elsewhere() {
    let problem = connect_four("4x4");
    let fresh = || over_pn(&problem, DepthFirstOptions::default(), Budget::Nodes(20), 4);
    let (whole, report, search) = in_slices(fresh, 6);
    assert_eq!((report.verdict, whole.verdict), (Verdict::Disproven, Verdict::Disproven));
    certified(&problem, &search, Value::Disproven);
    assert!(report.expanded.abs_diff(whole.expanded) * 5 < whole.expanded, "{} of {}", report.expanded, whole.expanded);
}

#[test]
fn a_batch_in_small_steps_has_the_same_first_level() {
    let problem = &connect_four("4x3");
    for budget in [Budget::Nodes(40), Budget::Full] {
        let search = || pn2(problem, Options::default(), budget).with_batch(4);
        let whole = counted(&search().solve(&Limits::none(), &mut ()).unwrap());
        let (mut search, mut most) = (search(), 0);
        let steps = loop {
            let report = search.solve(&Limits::expansions(most), &mut ()).unwrap();
            if report.verdict != Verdict::Unknown {
                break counted(&report);
            }
            assert_eq!((report.stop, report.expanded), (StopReason::Expansions, most));
            most += 101;
        };
        // A leaf that another one of its batch decides is not searched any more if it comes one by one.
        assert_eq!(steps[0] - steps[1], whole[0] - whole[1], "{budget:?}: the first level");
        assert!(steps[1] <= whole[1] && whole[1] - steps[1] < whole[1] / 20, "{budget:?}: {steps:?}, {whole:?}");
    }
}

#[test]
fn a_batch_keeps_to_the_limit_on_memory() {
    let problem = &connect_four("4x4");
    for bytes in [500_000, 1_000_000] {
        keeps_to_memory(problem, || pn2(problem, Options::default(), Budget::default()).with_batch(8), bytes);
    }
}

/// Searches whose nodes nothing limits but memory: each takes its part of what is left, so that all of them together keep to it.
#[test]
fn leaves_that_are_searched_together_share_the_memory_that_is_left() {
    let problem = &connect_four("4x4");
    for (bytes, leaves) in [(60_000, 2), (120_000, 4), (240_000, 8)] {
        let mut search = pn2(problem, Options::default(), Budget::Nodes(1_000_000)).with_batch(leaves);
        let report = search.solve(&Limits::none().with_bytes(bytes), &mut ()).unwrap();
        assert!(report.peak_bytes <= bytes, "{} of {bytes} by {leaves}", report.peak_bytes);
    }
}

/// Chooses leaves together, finds nothing out about them, and notes which were visited.
struct Together<S> {
    batch: Vec<S>,
    visited: Vec<S>,
    /// Leaves of the batch that are to be visited before the next is chosen, and how many were not.
    owed: Vec<S>,
    missed: usize,
}

impl<X: Rooted<Fact = Leaf>> Visitor<X> for Together<StateOf<X>>
where
    StateOf<X>: PartialEq,
{
    fn nests(&self) -> bool {
        true
    }

    fn together(&self) -> usize {
        8
    }

    fn visit(&mut self, store: &X, node: NodeId, _first_level: &mut FirstLevel<'_, '_>) -> Visit<StateOf<X>> {
        self.visited.push(store.state(node));
        Visit::nothing()
    }

    fn look_ahead(&mut self, store: &X, nodes: &[NodeId], _first_level: &mut FirstLevel<'_, '_>) -> Visit<StateOf<X>> {
        self.missed += self.owed.drain(..).filter(|leaf| !self.visited.contains(leaf)).count();
        self.visited.clear();
        self.batch = nodes.iter().map(|&node| store.state(node)).collect();
        Visit::nothing()
    }

    fn successor(&self, _place: usize) -> Option<Known> {
        None
    }
}

/// Where room is made between two leaves of a batch, those that are left and still there come next.
#[test]
fn a_batch_goes_on_after_room_was_made() {
    let problem = &connect_four("4x4");
    let visitor = Together { batch: Vec::new(), visited: Vec::new(), owed: Vec::new(), missed: 0 };
    let store = Interned::new(problem, Leaves::new(()));
    let mut search = Engine::with_visitor(store, Count::new(), Count::new(), Options::default(), visitor);
    let (mut removed, mut most, mut left) = (0, 0, 0);
    while search.solve(&Limits::expansions(most), &mut ()).unwrap().verdict == Verdict::Unknown {
        most += 101;
        removed += search.reclaim();
        let batch = search.visitor_mut().batch.clone();
        let owed: Vec<_> = batch.into_iter().filter(|leaf| search.find(leaf).is_some()).collect();
        let visitor = search.visitor_mut();
        left += owed.iter().filter(|leaf| !visitor.visited.contains(leaf)).count();
        visitor.owed = owed;
    }
    assert!(removed > 5000 && left > 100, "{removed} nodes removed, {left} leaves left");
    assert_eq!(search.visitor_mut().missed, 0, "of {left}");
}

#[test]
fn a_batch_that_is_written_down_goes_on_elsewhere() {
    let problem = connect_four("4x4");
    let fresh = || pn2(&problem, Options::default(), Budget::Nodes(20)).with_batch(8);
    let (whole, report, search) = in_slices(fresh, 6);
    assert_eq!((report.verdict, whole.verdict), (Verdict::Disproven, Verdict::Disproven));
    certified(&problem, &search, Value::Disproven);
    assert!(report.expanded.abs_diff(whole.expanded) * 5 < whole.expanded, "{} of {}", report.expanded, whole.expanded);
}

/// A helper that fails, or has no part in the search, is missed by nobody.
#[test]
fn helpers_may_stay_away() {
    let problem = &connect_four("4x3");
    let search = || pn2(problem, Options::default(), Budget::Nodes(40)).with_batch(4);
    let whole = counted(&search().solve(&Limits::none(), &mut ()).unwrap());
    let mut alone = Parallel::new(search(), 3, drop);
    assert_eq!(counted(&alone.solve(&Limits::none(), &mut ()).unwrap()), whole);
    assert_eq!(SolvedGraph::value(&alone, alone.root()), Some(Value::Disproven));
}
