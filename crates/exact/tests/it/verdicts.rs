//! Verdicts against the oracle on random problems, with every certificate checked.

use proofset_and_or::{Graph, NodeIndex};
use proofset_core::{Describe, LeafCost, Limits, Solver, StopReason};
use proofset_exact::{ExactSearch, Ties};
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::Ranked;
use proofset_testkit::synthetic::SyntheticGame;

/// Solves a problem and holds the answer against the oracle's, and against the checker if there is one. Returns how many
/// steps were not exact.
fn judge<P: Describe>(problem: &P, work: u64, seed: u64) -> u64
where
    P::State: std::fmt::Debug + Send + Sync + 'static,
{
    let expected = proofset_oracle::solve(problem, 1_000_000).expect("the problem is small").root();
    let ties = [Ties::Last, Ties::First][seed as usize / 3 % 2];
    let mut search = ExactSearch::new(problem, work).with_ties(ties);
    let report = search.solve(&Limits::none(), &mut ()).expect("the problem is acyclic");
    assert_eq!(report.verdict, expected, "seed {seed}, work {work}, {ties:?}");
    let Some(value) = expected.value() else {
        assert_eq!(report.stop, StopReason::OpenLeaves);
        assert!(!report.proof.is_zero() && !report.disproof.is_zero());
        assert!(!report.proof.is_infinite() && !report.disproof.is_infinite());
        return search.inexact_steps();
    };
    assert_eq!(report.stop, StopReason::Decided);
    let summary = certified(problem, &search, value);
    assert_eq!(Some(report.line.len() as u32), summary.depth);
    search.inexact_steps()
}

/// With work enough for all steps, and with next to none.
fn judge_both<P: Describe>(problem: &P, seed: u64) -> u64
where
    P::State: std::fmt::Debug + Send + Sync + 'static,
{
    assert_eq!(judge(problem, 100_000, seed), 0, "seed {seed}");
    judge(problem, seed % 3, seed)
}

#[test]
fn random_trees() {
    let decided = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::tree() };
    let inexact: u64 = (0..300).map(|seed| judge_both(&decided.generate(seed), seed)).sum();
    assert_eq!(inexact, 0, "on trees the tree rule is exact");
    let inexact: u64 = (300..500).map(|seed| judge_both(&RandomGraph::tree().generate(seed), seed)).sum();
    assert_eq!(inexact, 0);
}

#[test]
fn random_dags() {
    let open = RandomGraph { proven: 0.35, disproven: 0.35, ..RandomGraph::dag() };
    let decided = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::dag() };
    let dense = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::dense() };
    let seeds = |parameters: &RandomGraph, seeds: std::ops::Range<u64>| -> u64 {
        seeds.map(|seed| judge_both(&parameters.generate(seed), seed)).sum()
    };
    let inexact = seeds(&open, 0..300) + seeds(&decided, 300..600) + seeds(&dense, 600..800);
    assert!(inexact > 20, "{inexact} steps were not exact");
}

#[test]
fn random_dags_with_a_rank_and_random_games() {
    for seed in 0..200 {
        let parameters = RandomGraph { proven: 0.45, disproven: 0.45, ..RandomGraph::dag() };
        judge_both(&Ranked::new(parameters.generate(seed)), seed);
        judge_both(&SyntheticGame { seed, depth: 5, shared_states: 12, ..SyntheticGame::default() }, seed);
    }
}

#[test]
fn weighted_searches() {
    let parameters = RandomGraph { proven: 0.4, disproven: 0.4, max_weight: 7, ..RandomGraph::dag() };
    for seed in 0..300 {
        let graph = parameters.generate(seed);
        let expected = proofset_oracle::solve(&graph, 100_000).expect("the graph is small").root();
        let probe = |graph: &&Graph, state: &NodeIndex| {
            let (proof, disproof) = graph.cost(*state);
            LeafCost { proof, disproof }
        };
        let mut search = ExactSearch::with_probe(&graph, 1000, probe);
        assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap().verdict, expected, "seed {seed}");
    }
}
