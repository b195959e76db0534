//! A second level of one node is none: the first level expands the same nodes, in the same order, as without.

use proofset_best_first::{GraphMode, Options, Search as BestFirst};
use proofset_core::{Limits, Problem, Solver};
use proofset_depth_first::{Method, Options as DepthFirstOptions, Search as DepthFirst};
use proofset_nodeset::{Count, Pick, SortedSet, TieOrder};
use proofset_testkit::random::RandomGraph;
use proofset_two_level::{Budget, depth_first_over_pn, pn2, pss2};

use crate::common::Noting;

/// The states whose successors a search asks for, and the numbers of its report.
fn trace<P: Problem, S>(problem: &P, search: impl FnOnce(&Noting<&P>) -> S) -> (Vec<P::State>, S) {
    let noting = Noting::new(problem);
    let found = search(&noting);
    (noting.expanded.into_inner(), found)
}

/// What a search did: all of its counters but the bytes.
fn counters<P: Problem>(mut search: impl Solver<P>) -> [u64; 6] {
    let report = search.solve(&Limits::none(), &mut ()).ok().expect("the graph is acyclic");
    let size = |size: proofset_core::Size| size.finite().map_or(u64::MAX, u64::from);
    let (proof, disproof) = (size(report.proof), size(report.disproof));
    [report.expanded, report.second_level, report.generated, report.recomputed, proof, disproof]
}

#[test]
fn one_node_is_the_first_level_alone() {
    let one = Budget::Nodes(1);
    let trees = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::tree() };
    let dags = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::dag() };
    let expanded = |trace: Vec<_>, until: u64| trace.into_iter().take(until as usize).collect::<Vec<_>>();
    for (seed, shape) in (0..300).flat_map(|seed| [(seed, &trees), (seed, &dags)]) {
        let graph = shape.generate(seed);
        let lex = || SortedSet::new(TieOrder::Lex);
        for options in [Options::default(), Options::default().with_graph(GraphMode::Tree)] {
            let single = trace(&graph, |p| counters(BestFirst::new(p, Count::new(), Count::new(), options)));
            let double = trace(&graph, |p| counters(pn2(p, options, one)));
            assert_eq!(double.1, single.1, "seed {seed}");
            // What is asked for after the search belongs to its proof.
            assert_eq!(expanded(double.0, single.1[0]), expanded(single.0, single.1[0]), "seed {seed}");
            let single = trace(&graph, |p| counters(BestFirst::new(p, lex(), lex(), options)));
            let double = trace(&graph, |p| counters(pss2(p, TieOrder::Lex, options, one)));
            assert_eq!(double.1, single.1, "seed {seed}");
            assert_eq!(expanded(double.0, single.1[0]), expanded(single.0, single.1[0]), "seed {seed}");
        }
        for method in [Method::DfPn, Method::Pds] {
            let options = DepthFirstOptions::default().with_method(method);
            let single = trace(&graph, |p| counters(DepthFirst::new(p, options)));
            let double = trace(&graph, |p| counters(depth_first_over_pn(p, options, one, ())));
            assert_eq!(double, single, "seed {seed}, {method:?}");
        }
    }
}

/// A second level that can hold everything solves the first leaf that it is asked about: in PN² the root.
#[test]
fn a_second_level_without_bounds_is_the_second_level_alone() {
    let shape = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::dag() };
    for seed in 0..200 {
        let graph = shape.generate(seed);
        let single = counters(BestFirst::new(&graph, Count::new(), Count::new(), Options::default()));
        let double = counters(pn2(&graph, Options::default(), Budget::Nodes(u64::MAX)));
        assert_eq!((double[0], double[1]), (single[0], single[0]), "seed {seed}");
    }
}

/// Where the first of several sets of equal size is taken, trees are searched with sets as with numbers, on both levels.
#[test]
fn on_trees_the_first_of_equal_sets_gives_the_order_of_numbers() {
    let shape = RandomGraph { proven: 0.4, disproven: 0.4, depth: 6, ..RandomGraph::tree() };
    let first = Options::default().with_pick(Pick::Descent);
    let mut expanded = 0;
    for seed in 0..300 {
        let graph = shape.generate(seed);
        for budget in [Budget::Nodes(1), Budget::Nodes(7), Budget::Nodes(40)] {
            let numbers = trace(&graph, |p| counters(pn2(p, Options::default(), budget)));
            let sets = trace(&graph, |p| counters(pss2(p, TieOrder::First, first, budget)));
            expanded += numbers.1[0];
            assert_eq!((sets.0, sets.1[0], sets.1[1]), (numbers.0, numbers.1[0], numbers.1[1]), "seed {seed}");
        }
    }
    assert!(expanded > 5_000, "{expanded}");
}
