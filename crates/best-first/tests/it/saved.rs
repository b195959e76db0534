//! Searches that are written down and go on elsewhere: to the node what they would have been, as far as numbers follow from the graph alone.

use std::fmt::Debug;
use std::io::ErrorKind;

use proofset_best_first::{AoStar, Evaluation, GraphMode, Lookahead, Options, Search};
use proofset_core::{Describe, Goal, Limits, NodeId, Player, Problem, Solve, Solver, Verdict};
use proofset_graph::UpdateOrder;
use proofset_mnk::{Mnk, Rules};
use proofset_nodeset::{BitSet, Count, Effort, Naming, Pick, SortedSet, TieOrder};
use proofset_oracle::solve;
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::saved::in_slices;

fn options() -> Vec<Options> {
    let plain = Options::default();
    let delayed = plain.with_evaluation(Evaluation::Delayed);
    let ahead = plain.with_lookahead(Lookahead::One);
    vec![
        plain,
        delayed,
        ahead,
        delayed.with_lookahead(Lookahead::One),
        plain.with_updates(UpdateOrder::PearceKelly),
        delayed.with_updates(UpdateOrder::Fifo),
        plain.with_graph(GraphMode::Tree),
        ahead.with_graph(GraphMode::Tree).with_updates(UpdateOrder::Fifo),
    ]
}

fn saved<P: Problem>(search: &mut impl Solver<P>) -> Vec<u8> {
    let mut bytes = Vec::new();
    assert!(search.save(&mut bytes).unwrap());
    bytes
}

/// How many nodes search the whole, and how many slices it was cut into.
fn node_by_node<P, E: Effort, D: Effort>(fresh: &dyn Fn() -> Search<P, E, D>, expected: Verdict) -> (u64, u32)
where
    P: Describe,
    P::State: Debug + Send + Sync + 'static,
{
    let mut whole = fresh();
    let report = whole.solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!(report.verdict, expected);
    let step = report.expanded / 5 + 1;
    let mut search = fresh();
    let (mut most, mut slices) = (step, 0);
    loop {
        let now = search.solve(&Limits::none().with_expansions(most), &mut ()).unwrap();
        if now.verdict != Verdict::Unknown || now.expanded < most {
            assert_eq!(now.verdict, expected);
            // The same numbers for the same nodes, so the same leaves in the same order.
            assert_eq!(now.expanded, report.expanded, "{search:?}");
            assert_eq!(now.generated, report.generated);
            assert_eq!((search.node_count(), search.edge_count()), (whole.node_count(), whole.edge_count()));
            if let Some(value) = expected.value() {
                certified(search.problem(), &search, value);
            }
            return (now.expanded, slices);
        }
        let bytes = saved(&mut search);
        let mut next = fresh();
        next.load(&mut &*bytes, None).unwrap();
        for node in (0..search.node_count()).filter_map(NodeId::new) {
            let (one, other) = (search.label(node), next.label(node));
            let sizes = |search: &Search<P, E, D>, label: proofset_nodeset::Label<E::Value, D::Value>| {
                let evaluator = search.evaluator();
                (evaluator.proof.size(label.proof), evaluator.disproof.size(label.disproof))
            };
            assert_eq!(sizes(&search, one), sizes(&next, other), "{node}");
        }
        assert_eq!(saved(&mut next), bytes);
        (search, most, slices) = (next, most + step, slices + 1);
    }
}

#[test]
fn a_search_goes_on_as_if_it_had_not_stopped() {
    let shape = RandomGraph { depth: 9, width: 40, branching: 2..=4, early_leaf: 0.05, ..RandomGraph::dag() };
    let (mut work, mut slices) = (0, 0);
    for seed in 0..40 {
        let graph = &shape.generate(seed);
        let expected = solve(graph, 1 << 16).expect("the graph is small").root();
        for options in options() {
            let tie = TieOrder::Lex;
            let counts = || Search::new(graph, Count::new(), Count::new(), options);
            let sets = || Search::new(graph, SortedSet::new(tie), BitSet::new(tie), options);
            let truncated = || Search::new(graph, SortedSet::truncated(5, tie), SortedSet::truncated(3, tie), options);
            let heirs = options.with_pick(Pick::Descent).with_naming(Naming::Inherited);
            let first = TieOrder::First;
            let renamed = || Search::new(graph, SortedSet::new(first), BitSet::new(first), heirs);
            let cut = || Search::new(graph, SortedSet::truncated(5, first), SortedSet::truncated(3, first), heirs);
            let kinds = [
                node_by_node(&counts, expected),
                node_by_node(&sets, expected),
                node_by_node(&truncated, expected),
                node_by_node(&renamed, expected),
                node_by_node(&cut, expected),
            ];
            work += kinds.iter().map(|kind| kind.0).sum::<u64>();
            slices += kinds.iter().map(|kind| kind.1).sum::<u32>();
        }
    }
    assert!(work > 10_000 && slices > 2_000, "{work} {slices}");
}

#[test]
fn what_memory_was_too_small_for_goes_on_with_more_of_it() {
    let fresh = || {
        let game = Mnk::<1>::new(Rules::connect_four("4x4").unwrap());
        let problem = Solve::from_start(game, Goal::win(Player::First));
        Search::new(problem, Count::new(), Count::new(), Options::default())
    };
    let (mut search, mut bytes, mut removed) = (fresh(), 200_000, 0);
    let report = loop {
        let report = search.solve(&Limits::none().with_bytes(bytes), &mut ()).unwrap();
        if report.verdict != Verdict::Unknown {
            break report;
        }
        removed += search.reclaim();
        bytes += 50_000;
        let mut next = fresh();
        next.load(&mut &*saved(&mut search), Some(bytes)).unwrap();
        assert_eq!((next.node_count(), next.edge_count()), (search.node_count(), search.edge_count()));
        assert!(next.bytes() as u64 <= bytes && next.reclaimed() == search.reclaimed());
        search = next;
    };
    assert_eq!(report.verdict, Verdict::Disproven);
    assert!(removed > 1_000, "{removed}");
    certified(search.problem(), &search, proofset_core::Value::Disproven);
}

#[test]
fn bytes_of_something_else_are_refused() {
    let shape = RandomGraph { depth: 9, width: 40, branching: 3..=4, early_leaf: 0.0, ..RandomGraph::dag() };
    let (one, other) = (shape.generate(1), RandomGraph { depth: 2, ..shape }.generate(2));
    let mut search = Search::new(&one, Count::new(), Count::new(), Options::default());
    let _ = search.solve(&Limits::none().with_expansions(60), &mut ()).unwrap();
    let bytes = saved(&mut search);
    let refused = |bytes: &[u8], most| {
        Search::new(&other, Count::new(), Count::new(), Options::default()).load(&mut &*bytes, most).unwrap_err().kind()
    };
    assert_eq!(refused(&bytes, None), ErrorKind::InvalidData);
    assert_eq!(refused(b"", None), ErrorKind::UnexpectedEof);
    assert_eq!(refused(b"a text that is no search", None), ErrorKind::InvalidData);
    assert_eq!(refused(&bytes[..12], None), ErrorKind::UnexpectedEof);
    let mut again = Search::new(&one, Count::new(), Count::new(), Options::default());
    assert_eq!(again.load(&mut &*bytes, Some(1_000)).unwrap_err().kind(), ErrorKind::OutOfMemory);
    let mut again = Search::new(&one, Count::new(), Count::new(), Options::default());
    assert_eq!(again.load(&mut &bytes[..bytes.len() - 1], None).unwrap_err().kind(), ErrorKind::UnexpectedEof);
}

#[test]
fn ao_star_goes_on_as_if_it_had_not_stopped() {
    let shape = RandomGraph { depth: 9, width: 40, branching: 2..=4, early_leaf: 0.05, ..RandomGraph::dag() };
    for seed in 0..60 {
        let graph = &shape.generate(seed);
        let (whole, report, search) = in_slices(|| AoStar::new(graph, 1), 5);
        assert_eq!((report.verdict, report.counters.expanded), (whole.verdict, whole.counters.expanded));
        if let Some(value) = report.verdict.value() {
            certified(&graph, &search, value);
        }
    }
}
