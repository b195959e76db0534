//! Verdicts on random graphs with cycles, against the least fixpoint.

use proofset_and_or::{Graph, NodeIndex};
use proofset_certificate::Strategy;
use proofset_core::{LeafCost, Limits, Probe, Problem, Repetition, Report, Size, Solver, StopReason, SumRule, Verdict};
use proofset_cyclic::{Search, TwinSearch};
use proofset_nodeset::{BitSet, Count, Counter, Effort, Naming, Pick, SortedSet, TieOrder, UnionRule};
use proofset_testkit::certified::certified;
use proofset_testkit::ruled::Ruled;

use crate::common::{large_shapes, shapes, values};

#[derive(Default)]
struct Tally {
    proven: u32,
    disproven: u32,
    unknown: u32,
    decided_nodes: u32,
    by_endless_play: u32,
}

fn judge<G: Effort, H: Effort, C: for<'a> Probe<Ruled<&'a Graph>>>(
    graph: &Graph,
    rule: Repetition,
    efforts: (G, H),
    (pick, naming): (Pick, Naming),
    probe: C,
    tally: &mut Tally,
) {
    let problem = Ruled(graph, rule);
    let expected = values(graph, rule);
    let mut search = Search::with_probe(problem, efforts.0, efforts.1, pick, probe).with_naming(naming);
    let report = search.solve(&Limits::none(), &mut ()).expect("cycles are no error");
    let root = Problem::root(graph);
    assert_eq!(report.verdict, Verdict::from(expected[root.index()]), "{rule:?}");
    assert_eq!(report.stop == StopReason::OpenLeaves, report.verdict == Verdict::Unknown);
    numbers_agree(&report);
    for node in search.nodes() {
        if let Some(value) = search.value(node) {
            tally.decided_nodes += 1;
            assert_eq!(Some(value), expected[search.state(node).index()], "a decided node, {rule:?}");
        }
    }
    match report.verdict {
        Verdict::Proven => tally.proven += 1,
        Verdict::Disproven => tally.disproven += 1,
        Verdict::Unknown => tally.unknown += 1,
    }
    if let Some(value) = report.verdict.value() {
        tally.by_endless_play += u32::from(Strategy::extract(&search).is_ok_and(|proof| proof.height().is_none()));
        certified(&problem, &search, value);
    }
}

/// The numbers of the root are those of a decided node exactly if there is a verdict.
fn numbers_agree<M>(report: &Report<M>) {
    let numbers = (report.proof, report.disproof);
    match report.verdict {
        Verdict::Proven => assert_eq!(numbers, (Size::ZERO, Size::INFINITE)),
        Verdict::Disproven => assert_eq!(numbers, (Size::INFINITE, Size::ZERO)),
        Verdict::Unknown => {
            let is_open = |number: Size| !number.is_zero() && !number.is_infinite();
            assert!(is_open(report.proof) && is_open(report.disproof), "unknown, with the numbers {numbers:?}");
        }
    }
}

/// Weights by the node's number.
struct Weighed;

impl<P: Problem<State = NodeIndex>> Probe<P> for Weighed {
    fn cost(&mut self, _problem: &P, state: &NodeIndex) -> LeafCost {
        let index = state.index() as u32;
        LeafCost { proof: Size::new(1 + index % 5), disproof: Size::new(1 + index % 3) }
    }
}

fn judge_all(graph: &Graph, rule: Repetition, variant: u64, tally: &mut Tally) {
    let (lex, colex, first) = (TieOrder::Lex, TieOrder::Colex, TieOrder::First);
    let numbers = Counter::with_rule;
    let own = |pick| (pick, Naming::Own);
    let heirs = (Pick::Descent, Naming::Inherited);
    match variant % 14 {
        0 => judge(graph, rule, (Count::new(), Count::new()), own(Pick::Oldest), (), tally),
        1 => judge(graph, rule, (SortedSet::new(lex), SortedSet::new(lex)), own(Pick::Oldest), (), tally),
        2 => judge(
            graph,
            rule,
            (SortedSet::truncated(2, lex), SortedSet::truncated(3, colex)),
            own(Pick::Newest),
            (),
            tally,
        ),
        3 => judge(graph, rule, (numbers(SumRule::Weak), numbers(SumRule::Max)), own(Pick::Oldest), (), tally),
        4 => judge(graph, rule, (BitSet::new(colex), BitSet::new(colex)), own(Pick::LeastDepth), (), tally),
        5 => judge(graph, rule, (Count::new(), Count::new()), own(Pick::Oldest), Weighed, tally),
        6 => judge(graph, rule, (SortedSet::new(colex), SortedSet::new(lex)), own(Pick::Newest), Weighed, tally),
        7 => judge(graph, rule, (numbers(SumRule::Max), numbers(SumRule::Sum)), own(Pick::Oldest), (), tally),
        8 => judge(graph, rule, (SortedSet::truncated(0, lex), SortedSet::new(lex)), own(Pick::Oldest), (), tally),
        9 => judge(graph, rule, (SortedSet::new(first), SortedSet::new(first)), own(Pick::Descent), (), tally),
        10 => {
            judge(
                graph,
                rule,
                (SortedSet::truncated(3, first), BitSet::new(first)),
                own(Pick::Descent),
                Weighed,
                tally,
            );
        }
        11 => judge(graph, rule, (SortedSet::new(first), SortedSet::new(first)), heirs, (), tally),
        12 => judge(graph, rule, (SortedSet::truncated(3, first), BitSet::new(first)), heirs, Weighed, tally),
        _ => {
            let kway = || SortedSet::truncated(4, lex).with_union(UnionRule::KWay);
            judge(graph, rule, (kway(), kway()), own(Pick::Oldest), Weighed, tally);
        }
    }
}

#[test]
fn twenty_thousand_graphs_with_cycles_get_the_right_verdict_at_every_node() {
    let mut tally = Tally::default();
    for (number, shape) in (0..).zip(shapes()) {
        for seed in 0..4_000 {
            let graph = shape.generate(seed);
            judge_all(&graph, Repetition::Disproves, seed + number, &mut tally);
            judge_all(&graph, Repetition::Proves, seed + number, &mut tally);
        }
    }
    for shape in large_shapes() {
        for seed in 0..100 {
            let graph = shape.generate(seed);
            judge_all(&graph, Repetition::Disproves, seed, &mut tally);
            judge_all(&graph, Repetition::Proves, seed, &mut tally);
        }
    }
    let Tally { proven, disproven, unknown, decided_nodes, by_endless_play } = tally;
    assert_eq!(proven + disproven + unknown, 40_400);
    assert!(proven > 5_000 && disproven > 5_000 && unknown > 1_000, "{proven}, {disproven}, {unknown}");
    assert!(decided_nodes > 200_000 && by_endless_play > 5_000, "{decided_nodes}, {by_endless_play}");
}

#[test]
fn base_twin_search_gets_the_right_verdict_and_no_unsound_base() {
    let mut tally = Tally::default();
    let (mut marked, mut real) = (0, 0);
    let small = shapes().map(|shape| (shape, 2_000));
    for (shape, seeds) in small.into_iter().chain(large_shapes().map(|shape| (shape, 150))) {
        for seed in 0..seeds {
            let graph = shape.generate(seed);
            for rule in [Repetition::Disproves, Repetition::Proves] {
                let expected = values(&graph, rule);
                let problem = Ruled(&graph, rule);
                let mut search = TwinSearch::new(problem);
                let report = search.solve(&Limits::none(), &mut ()).expect("cycles are no error");
                let root = Problem::root(&graph);
                assert_eq!(report.verdict, Verdict::from(expected[root.index()]), "seed {seed}, {rule:?}");
                (marked, real) = (marked + search.marked(), real + search.real());
                numbers_agree(&report);
                match report.verdict {
                    Verdict::Proven => tally.proven += 1,
                    Verdict::Disproven => tally.disproven += 1,
                    Verdict::Unknown => tally.unknown += 1,
                }
                for node in search.nodes() {
                    if let Some(found) = search.value(node) {
                        tally.decided_nodes += 1;
                        let expected = expected[search.state(node).index()];
                        assert_eq!(Some(found), expected, "a decided base, seed {seed}, {rule:?}");
                    }
                }
                if let Some(value) = report.verdict.value() {
                    certified(&problem, &search, value);
                }
            }
        }
    }
    let Tally { proven, disproven, unknown, decided_nodes, .. } = tally;
    assert!(proven > 3_000 && disproven > 3_000 && unknown > 500, "{proven}, {disproven}, {unknown}");
    assert!(decided_nodes > 50_000 && marked > 5_000 && real > 2_000, "{decided_nodes}, {marked}, {real}");
}

/// Whatever was asked about before, every state gets its own value.
#[test]
fn one_graph_answers_about_all_of_its_states() {
    for shape in shapes() {
        for seed in 0..100 {
            let graph = shape.generate(seed);
            let expected = values(&graph, Repetition::Disproves);
            let mut search = Search::new(&graph, Count::new(), Count::new(), Pick::Oldest);
            for node in graph.nodes().rev() {
                search.ask(node);
                let report = search.solve(&Limits::none(), &mut ()).expect("cycles are no error");
                assert_eq!(report.verdict, Verdict::from(expected[node.index()]), "seed {seed}");
                if report.verdict != Verdict::Unknown {
                    Strategy::extract(&search).expect("a proof");
                }
            }
        }
    }
}
