//! Every algorithm against the oracle on ten thousand random problems, with every certificate checked.

use proofset_best_first::{Evaluation, GraphMode, Options, Search};
use proofset_core::{Describe, Limits, Solver, StopReason, SumRule, Verdict};
use proofset_erased::{Erasable, Erased};
use proofset_graph::UpdateOrder;
use proofset_nodeset::{BitSet, Count, Counter, Effort, Naming, Pick, SortedSet, TieOrder, UnionRule};
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::Ranked;
use proofset_testkit::synthetic::SyntheticGame;

use crate::Costs;

/// Solves a problem and holds the answer against the oracle's, and against the checker if there is one. Problems come behind
/// `dyn`, so that each search is compiled once.
pub(crate) fn judge<E: Effort, D: Effort>(
    problem: Erased<'_>,
    expected: Verdict,
    proof: E,
    disproof: D,
    options: Options,
    seed: u64,
) {
    let mut search = Search::new(problem, proof, disproof, options);
    let report = search.solve(&Limits::none(), &mut ()).expect("the problem is acyclic");
    assert_eq!(report.verdict, expected, "seed {seed}, {options:?}");
    let Some(value) = expected.value() else {
        assert_eq!(report.stop, StopReason::OpenLeaves);
        assert!(!report.proof.is_zero() && !report.disproof.is_zero());
        return;
    };
    assert_eq!(report.stop, StopReason::Decided);
    let summary = certified(&problem, &search, value);
    assert_eq!(Some(report.line.len() as u32), summary.depth);
}

/// Runs the whole family on one problem.
fn judge_all(problem: impl Describe<State: Send + Sync + 'static>, seed: u64) {
    judge_erased(Erased::new(&Erasable::new(problem)), seed);
}

fn judge_erased(problem: Erased<'_>, seed: u64) {
    let expected = proofset_oracle::solve(&problem, 1_000_000).expect("the problem is small").root();
    let plain = Options::default();
    let tree = Options::default().with_graph(GraphMode::Tree);
    let delayed = Options::default().with_evaluation(Evaluation::Delayed);
    let newest = Options::default().with_pick(Pick::Newest);
    let near = Options::default().with_pick(Pick::LeastDepth);
    let fifo = Options::default().with_updates(UpdateOrder::Fifo);
    let dynamic = delayed.with_updates(UpdateOrder::PearceKelly);
    let lex = |k| SortedSet::truncated(k, TieOrder::Lex);
    let colex = |k| SortedSet::truncated(k, TieOrder::Colex);
    judge(problem, expected, Count::new(), Count::new(), Options::default(), seed);
    judge(problem, expected, Count::new(), Count::new(), tree, seed);
    judge(problem, expected, Count::new(), Count::new(), delayed, seed);
    judge(problem, expected, SortedSet::new(TieOrder::Lex), SortedSet::new(TieOrder::Lex), Options::default(), seed);
    judge(problem, expected, SortedSet::new(TieOrder::Colex), SortedSet::new(TieOrder::Colex), newest, seed);
    judge(problem, expected, BitSet::new(TieOrder::Lex), BitSet::new(TieOrder::Lex), near, seed);
    judge(problem, expected, lex(2), lex(3), dynamic, seed);
    judge(problem, expected, colex(1), colex(usize::MAX), fifo, seed);
    judge(problem, expected, lex(2).with_union(UnionRule::KWay), lex(3).with_union(UnionRule::KWay), plain, seed);
    judge(problem, expected, colex(1).with_union(UnionRule::KWay), colex(4), newest, seed);
    judge(problem, expected, SortedSet::new(TieOrder::Lex), Counter::with_rule(SumRule::Sum), plain, seed);
    judge(problem, expected, SortedSet::new(TieOrder::First), lex(2), plain.with_batch(3), seed);
    let heirs = Options::default().with_pick(Pick::Descent).with_naming(Naming::Inherited);
    let first = |k| SortedSet::truncated(k, TieOrder::First);
    judge(problem, expected, SortedSet::new(TieOrder::First), first(2), heirs, seed);
    judge(problem, expected, first(3), BitSet::new(TieOrder::First), heirs.with_evaluation(Evaluation::Delayed), seed);
}

fn graphs(parameters: &RandomGraph, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        judge_all(parameters.generate(seed), seed);
    }
}

#[test]
fn three_thousand_random_trees() {
    graphs(&RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::tree() }, 0..2000);
    graphs(&RandomGraph::tree(), 2000..3000);
}

#[test]
fn five_thousand_random_dags() {
    graphs(&RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::dag() }, 0..2500);
    graphs(&RandomGraph { proven: 0.35, disproven: 0.35, ..RandomGraph::dag() }, 2500..4000);
    graphs(&RandomGraph::dense(), 4000..5000);
}

#[test]
fn fifteen_hundred_random_dags_with_a_rank() {
    for seed in 0..1500 {
        let parameters = RandomGraph { proven: 0.45, disproven: 0.45, ..RandomGraph::dag() };
        judge_all(Ranked::new(parameters.generate(seed)), seed);
    }
}

#[test]
fn five_hundred_random_games() {
    for seed in 0..500 {
        let game = SyntheticGame { seed, depth: 7, ..SyntheticGame::default() };
        judge_all(game, seed);
    }
}

#[test]
fn weighted_searches_agree_with_the_oracle() {
    let parameters = RandomGraph { proven: 0.4, disproven: 0.4, max_weight: 7, ..RandomGraph::dag() };
    for seed in 0..1000 {
        let graph = parameters.generate(seed);
        let expected = proofset_oracle::solve(&graph, 100_000).expect("the graph is small").root();
        for (k, rule) in
            [(0, UnionRule::Pairwise), (3, UnionRule::Pairwise), (2, UnionRule::KWay), (usize::MAX, UnionRule::KWay)]
        {
            let sets = |k| SortedSet::truncated(k, TieOrder::Lex).with_union(rule);
            let mut search = Search::with_probe(&graph, sets(k), sets(k), Options::default(), Costs::of_graph());
            let report = search.solve(&Limits::none(), &mut ()).expect("the graph is acyclic");
            assert_eq!(report.verdict, expected, "seed {seed}, K = {k}");
        }
    }
}
