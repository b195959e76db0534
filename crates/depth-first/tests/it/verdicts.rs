//! Every variant against the oracle, with every proof checked, and with tables of every size.

use proofset_and_or::{Graph, GraphBuilder};
use proofset_core::{Describe, Limits, Problem, Role, Solver, StopReason, Value, Verdict};
use proofset_depth_first::Options;
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::Ranked;
use proofset_testkit::synthetic::SyntheticGame;

use crate::common::{Hidden, exact, keyed, variants};

fn judge<P: Describe>(problem: &P, expected: Verdict, options: Options, limits: &Limits, seed: u64)
where
    P::State: std::fmt::Debug + Send + Sync + 'static,
{
    judge_search(problem, exact(problem, options), expected, limits, seed);
    judge_search(problem, keyed(problem, options), expected, limits, seed);
}

fn judge_search<P: Describe<State: std::fmt::Debug + Send + Sync + 'static>>(
    problem: &P,
    mut search: Hidden<'_, P>,
    expected: Verdict,
    limits: &Limits,
    seed: u64,
) {
    let options = search.options();
    let report = search.solve(limits, &mut ()).expect("the problem is acyclic");
    assert_eq!(report.verdict, expected, "seed {seed}, {options:?}");
    let Some(value) = expected.value() else {
        assert_eq!(report.stop, StopReason::OpenLeaves);
        return;
    };
    assert_eq!(report.stop, StopReason::Decided);
    let summary = certified(problem, &search, value);
    assert_eq!(Some(report.line.len() as u32), summary.depth);
}

fn expected<P: Problem>(problem: &P) -> Verdict {
    proofset_oracle::solve(problem, 1_000_000).expect("the problem is small").root()
}

fn judge_all<P: Describe>(problem: &P, limits: &Limits, seed: u64)
where
    P::State: std::fmt::Debug + Send + Sync + 'static,
{
    let expected = expected(problem);
    for options in variants() {
        judge(problem, expected, options, limits, seed);
    }
}

/// Tables that can grow touch more memory for a small graph than its search takes time.
fn small() -> Limits {
    Limits::none().with_bytes(1 << 17)
}

fn graphs(shape: &RandomGraph, seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Graph)> {
    seeds.map(|seed| (seed, shape.generate(seed)))
}

#[test]
fn random_trees_and_dags() {
    let shapes = [
        RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::tree() },
        RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::dag() },
        RandomGraph::dense(),
    ];
    for shape in shapes {
        for (seed, graph) in graphs(&shape, 0..400) {
            judge_all(&graph, &small(), seed);
        }
    }
}

/// Leaves that the graph leaves open: a verdict stands if and only if it does for all of their values.
#[test]
fn open_leaves() {
    let mut open = 0;
    for (seed, graph) in graphs(&RandomGraph { proven: 0.35, disproven: 0.35, ..RandomGraph::dag() }, 0..800) {
        judge_all(&graph, &small(), seed);
        open += usize::from(expected(&graph) == Verdict::Unknown);
    }
    assert!((100..700).contains(&open), "{open} of 800 depend on open leaves");
}

#[test]
fn problems_with_a_rank_and_large_games() {
    for (seed, graph) in graphs(&RandomGraph { proven: 0.45, disproven: 0.45, ..RandomGraph::dag() }, 0..300) {
        judge_all(&Ranked::new(graph), &small(), seed);
    }
    for seed in 0..150 {
        judge_all(&SyntheticGame { seed, depth: 7, ..SyntheticGame::default() }, &Limits::none(), seed);
    }
}

/// A table of no entries forgets everything, one of four nearly everything; the search ends, and its proof is rebuilt. One whose
/// table bears the load and is that small does everything again and again, and is asked about a tenth of the graphs.
fn any_table_will_do(shape: &RandomGraph, solve: impl Fn(&Graph, Options) -> (Verdict, bool)) {
    for (seed, graph) in graphs(&RandomGraph { proven: 0.5, disproven: 0.5, ..shape.clone() }, 0..300) {
        let expected = expected(&graph);
        for options in variants() {
            let is_asked = |&entries: &u64| entries >= 64 || !options.load_bearing || seed % 10 == 0;
            for entries in [0, 1, 16, 64, 1024].into_iter().filter(is_asked) {
                let options = options.with_entries(entries);
                assert_eq!(solve(&graph, options), (expected, true), "seed {seed}, {options:?}");
            }
        }
    }
}

/// The verdict, and whether there is a proof.
fn with_exact_table(graph: &Graph, options: Options) -> (Verdict, bool) {
    let mut search = exact(graph, options);
    let report = search.solve(&Limits::none(), &mut ()).expect("the problem is acyclic");
    (report.verdict, search.has_proof())
}

fn with_keyed_table(graph: &Graph, options: Options) -> (Verdict, bool) {
    let mut search = keyed(graph, options);
    let report = search.solve(&Limits::none(), &mut ()).expect("the problem is acyclic");
    (report.verdict, search.has_proof())
}

fn deep_tree() -> RandomGraph {
    RandomGraph { depth: 7, branching: 2..=3, early_leaf: 0.1, ..RandomGraph::tree() }
}

fn deep_dag() -> RandomGraph {
    RandomGraph { depth: 8, width: 12, branching: 2..=3, share: 0.5, ..RandomGraph::dag() }
}

#[test]
fn any_exact_table_will_do_for_trees() {
    any_table_will_do(&deep_tree(), with_exact_table);
}

#[test]
fn any_keyed_table_will_do_for_trees() {
    any_table_will_do(&deep_tree(), with_keyed_table);
}

#[test]
fn any_exact_table_will_do_for_dags() {
    any_table_will_do(&deep_dag(), with_exact_table);
}

#[test]
fn any_keyed_table_will_do_for_dags() {
    any_table_will_do(&deep_dag(), with_keyed_table);
}

/// Where states have a rank no search needs its thresholds controlled; one whose table bears the load does, or it would not end.
#[test]
fn a_small_table_bears_no_load_where_states_have_a_rank_either() {
    let shape = RandomGraph { proven: 0.5, disproven: 0.5, ..deep_tree() };
    for (seed, graph) in graphs(&shape, 0..40) {
        let (verdict, graph) = (expected(&graph), Ranked::new(graph));
        for entries in [0, 4, 16] {
            let options = Options::default().with_entries(entries).with_load_bearing(true);
            let mut search = exact(&graph, options);
            let report = search.solve(&Limits::expansions(1_000_000), &mut ()).expect("the problem is acyclic");
            assert_eq!(report.verdict, verdict, "seed {seed}, {entries} entries");
        }
    }
}

/// A load-bearing table has to hold what is needed: where it does, nothing is different; where it does not, the search does the
/// same work again and again, and ends all the same.
#[test]
fn a_small_table_bears_no_load() {
    let shape = RandomGraph { proven: 0.5, disproven: 0.5, ..deep_tree() };
    let expanded = |entries: u64, load_bearing: bool| -> u64 {
        let of = |(_, graph): (u64, Graph)| {
            let options = Options::default().with_entries(entries).with_load_bearing(load_bearing);
            let mut search = exact(&graph, options);
            search.solve(&Limits::none(), &mut ()).expect("the problem is acyclic").expanded
        };
        graphs(&shape, 0..100).map(of).sum()
    };
    let found = [0, 4, 16, 64, 256].map(|entries| [expanded(entries, false), expanded(entries, true)]);
    assert_eq!(found, [[6459, 1_477_189], [6132, 1_345_649], [4732, 919_314], [3686, 20_032], [3595, 3595]]);
}

/// The search proves `first` by `near`, for `second` is harder to disprove; the proof needs `far` for that anyway, and nothing else for
/// `first`.
#[test]
fn a_proof_takes_what_it_needs_elsewhere() {
    let mut builder = GraphBuilder::new();
    builder.root("root").node("root", Role::And).edges("root", ["first", "second"]);
    builder.node("first", Role::Or).edges("first", ["near", "far"]);
    builder.node("second", Role::Or).edges("second", ["far", "bad", "worse"]);
    builder.node("near", Role::And).edges("near", ["end"]);
    builder.node("far", Role::And).edges("far", ["end", "another end"]);
    builder.node("bad", Role::And).edges("bad", ["lost"]);
    builder.node("worse", Role::And).edges("worse", ["lost"]);
    for (end, value) in [("end", Value::Proven), ("another end", Value::Proven), ("lost", Value::Disproven)] {
        builder.leaf(end, Some(value));
    }
    let graph = Ranked::new(builder.build().expect("it is a graph"));
    for mut search in [exact(&graph, Options::default()), keyed(&graph, Options::default())] {
        let report = search.solve(&Limits::none(), &mut ()).expect("the problem is acyclic");
        assert_eq!((report.verdict, report.expanded), (Verdict::Proven, 5), "the root, both children, near and far");
        assert_eq!(certified(&graph, &search, Value::Proven).nodes, 6, "the same without near, and both ends");
    }
}
