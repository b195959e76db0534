//! Every two-level search against the oracle, on trees, graphs and games, with every proof checked.

use proofset_and_or::Graph;
use proofset_best_first::{Engine, Evaluation, GraphMode, Lookahead, Options};
use proofset_certificate::SolvedGraph;
use proofset_core::{Describe, LeafCost, Limits, Mobility, Problem, Solver, StopReason, Verdict};
use proofset_depth_first::{Epsilon, Method, Options as DepthFirstOptions, Search as DepthFirst, SumRule};
use proofset_erased::{Erasable, Erased};
use proofset_graph::UpdateOrder;
use proofset_nodeset::{Count, SortedSet, TieOrder};
use proofset_store::{Interned, Leaves};
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::Ranked;
use proofset_testkit::synthetic::SyntheticGame;
use proofset_two_level::{Budget, Nested, Search, Second, depth_first_over_pn, over_pn, pn2, pss2, pss2_truncated};

use crate::common::budgets;

/// Solves a problem and holds the answer and its proof against the oracle and the checker. Returns the expansions, and
/// those of the second level.
fn judge<'a, P, S>(problem: &'a P, mut search: S, expected: Verdict, what: &str) -> (u64, u64)
where
    P: Describe,
    S: Solver<&'a P> + SolvedGraph<State = P::State>,
    P::State: std::fmt::Debug + Send + Sync + 'static,
{
    let report = search.solve(&Limits::none(), &mut ()).expect("the problem is acyclic");
    assert_eq!(report.verdict, expected, "{what}");
    assert!(report.second_level <= report.expanded);
    let Some(value) = expected.value() else {
        assert_eq!(report.stop, StopReason::OpenLeaves, "{what}");
        assert!(!report.proof.is_zero() && !report.disproof.is_zero());
        return (report.expanded, report.second_level);
    };
    assert_eq!(report.stop, StopReason::Decided);
    let summary = certified(problem, &search, value);
    assert_eq!(Some(report.line.len() as u32), summary.depth, "{what}");
    (report.expanded, report.second_level)
}

/// Runs all searches on one problem. Returns how many expansions there were in all, and of the second level. Problems come
/// behind `dyn`, so that each search is compiled once.
fn judge_all(problem: impl Describe<State: Send + Sync + 'static>, seed: u64) -> (u64, u64) {
    judge_erased(&Erased::new(&Erasable::new(problem)), seed)
}

fn judge_erased(problem: &Erased<'_>, seed: u64) -> (u64, u64) {
    let expected = proofset_oracle::solve(problem, 1_000_000).expect("the problem is small").root();
    let plain = Options::default();
    let tree = plain.with_graph(GraphMode::Tree);
    let delayed = plain.with_evaluation(Evaluation::Delayed).with_updates(UpdateOrder::PearceKelly);
    let ahead = plain.with_lookahead(Lookahead::One);
    let pds = DepthFirstOptions::default().with_method(Method::Pds);
    let slack = DepthFirstOptions::default().with_epsilon(Epsilon::new(0.5).unwrap());
    let small = pds.with_entries(4);
    let none = DepthFirstOptions::default().with_entries(0);
    let weak = DepthFirstOptions::default().with_proof_sum(SumRule::Weak);
    let star = DepthFirstOptions::default().with_method(Method::PnStar);
    let (mut all, mut below) = (0, 0);
    for budget in budgets() {
        let what = |name: &str| format!("seed {seed}, {name}, {budget:?}");
        let mut count = |(expanded, second)| {
            all += expanded;
            below += second;
        };
        for (name, options) in [("plain", plain), ("tree", tree), ("delayed", delayed), ("ahead", ahead)] {
            count(judge(problem, pn2(problem, options, budget), expected, &what(name)));
        }
        count(judge(problem, pss2(problem, TieOrder::Lex, plain, budget), expected, &what("pss2")));
        let fifo = plain.with_updates(UpdateOrder::Fifo);
        let truncated = pss2_truncated(problem, (2, 3), TieOrder::Colex, fifo, budget);
        count(judge(problem, truncated, expected, &what("pss2:2,3")));
        for options in [DepthFirstOptions::default(), pds, slack, small, none, weak, star] {
            let search = depth_first_over_pn(problem, options, budget, ());
            count(judge(problem, search, expected, &what("depth-first")));
        }
        let keyed = DepthFirst::keyed_with_cursor(over_pn(problem, budget, Mobility::new()), pds);
        count(judge(problem, keyed, expected, &what("keyed")));
    }
    (all, below)
}

fn graphs(shape: &RandomGraph, seeds: std::ops::Range<u64>) {
    let (mut all, mut below) = (0, 0);
    for seed in seeds {
        let (expanded, second) = judge_all(shape.generate(seed), seed);
        all += expanded;
        below += second;
    }
    assert!(below > all / 3 && below < all, "both levels take part: {below} of {all}");
}

#[test]
fn random_trees() {
    graphs(&RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::tree() }, 0..200);
}

#[test]
fn random_dags() {
    graphs(&RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::dag() }, 0..150);
    graphs(&RandomGraph::dense(), 0..100);
}

#[test]
fn open_leaves() {
    graphs(&RandomGraph { proven: 0.35, disproven: 0.35, ..RandomGraph::dag() }, 0..150);
}

#[test]
fn problems_with_a_rank_and_larger_games() {
    for seed in 0..50 {
        let shape = RandomGraph { proven: 0.45, disproven: 0.45, ..RandomGraph::dag() };
        judge_all(Ranked::new(shape.generate(seed)), seed);
    }
    for seed in 0..30 {
        judge_all(SyntheticGame { seed, depth: 7, ..SyntheticGame::default() }, seed);
    }
}

/// Weights of leaves steer both levels, and no verdict hangs on them.
#[test]
fn weighted_leaves() {
    let shape = RandomGraph { proven: 0.4, disproven: 0.4, max_weight: 7, ..RandomGraph::dag() };
    let cost = |graph: &&Graph, state: &<Graph as Problem>::State| {
        let (proof, disproof) = graph.cost(*state);
        LeafCost { proof, disproof }
    };
    for seed in 0..200 {
        let graph = shape.generate(seed);
        let expected = proofset_oracle::solve(&graph, 100_000).expect("the graph is small").root();
        for budget in budgets() {
            let what = format!("seed {seed}, {budget:?}");
            let sets = || SortedSet::truncated(3, TieOrder::Lex);
            let options = Options::default();
            let second = Second::new(budget, sets(), sets()).with_options(options);
            judge(&graph, Search::with_probe(&graph, options, second, cost), expected, &what);
            let second = Second::pns(budget);
            judge(&graph, Search::with_probe(&graph, options, second, cost), expected, &what);
        }
    }
}

/// Without its proof a search that the probe has helped is not taken for one with a proof.
#[test]
fn the_first_level_alone_has_no_proof() {
    let shape = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::tree() };
    let mut helped = 0;
    for seed in 0..100 {
        let graph = shape.generate(seed);
        let visitor = Nested::new(Second::pns(Budget::Nodes(30)));
        let store = Interned::new(&graph, Leaves::new(()));
        let mut search = Engine::with_visitor(store, Count::new(), Count::new(), Options::default(), visitor);
        let report = search.solve(&Limits::none(), &mut ()).unwrap();
        assert_ne!(report.verdict, Verdict::Unknown);
        let has_proof = SolvedGraph::value(&search, search.root()).is_some();
        assert_eq!(has_proof, search.found() == 0, "seed {seed}");
        helped += u64::from(!has_proof);
    }
    assert!(helped > 50, "{helped} of 100");
}
