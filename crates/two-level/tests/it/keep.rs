//! What a first level keeps of the sets of the second: on trees it makes no difference, elsewhere what two leaves need counts once;
//! and no verdict hangs on it.

use proofset_and_or::GraphBuilder;
use proofset_best_first::{GraphMode, Options, Search as BestFirst};
use proofset_core::{Limits, NodeId, Role, Size, Solver, Value, Verdict};
use proofset_nodeset::{Effort, Pick, SortedSet, TieOrder};
use proofset_store::{Interned, Leaves};
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::saved::in_slices;
use proofset_two_level::{Budget, Helper, Keep, Parallel, Search, Second};

use crate::common::{budgets, connect_four};

const KEEPS: [Keep; 3] = [Keep::Sizes, Keep::Sets, Keep::Shared];

fn options() -> Options {
    Options::default().with_pick(Pick::Descent)
}

fn exact<P: proofset_core::Problem + Clone>(problem: P, budget: Budget, keep: Keep) -> Search<P, SortedSet, SortedSet> {
    let sets = || SortedSet::new(TieOrder::First);
    let second = Second::new(budget, sets(), sets()).with_options(options()).with_keep(keep);
    Search::new(problem, options(), second)
}

fn truncated<P: proofset_core::Problem + Clone>(
    problem: P,
    budget: Budget,
    keep: Keep,
) -> Search<P, SortedSet, SortedSet> {
    let sets = |k| SortedSet::truncated(k, TieOrder::Lex);
    let second = Second::new(budget, sets(2), sets(3)).with_keep(keep);
    Search::new(problem, Options::default(), second)
}

/// One leaf would disprove both children of the root.
#[test]
fn what_two_leaves_need_counts_once_if_it_is_kept() {
    let mut builder = GraphBuilder::new();
    builder.node("root", Role::Or).node("left", Role::And).node("right", Role::And).root("root");
    for (leaf, parents) in [("both", &["left", "right"][..]), ("own left", &["left"]), ("own right", &["right"])] {
        builder.node(leaf, Role::Or).leaf(format!("{leaf}, won"), Value::Proven);
        builder.leaf(format!("{leaf}, lost"), Value::Disproven);
        builder.edge(leaf, format!("{leaf}, lost")).edge(leaf, format!("{leaf}, won"));
        for &parent in parents {
            builder.edge(parent, leaf);
        }
    }
    builder.edge("root", "left").edge("root", "right");
    let graph = &builder.build().unwrap();
    // The search of the root has room for all but the last leaves.
    let sizes = KEEPS.map(|keep| {
        let mut search = exact(graph, Budget::Nodes(6), keep);
        let report = search.solve(&Limits::expansions(4), &mut ()).unwrap();
        assert_eq!((report.second_level, report.expanded, search.first().node_count()), (3, 4, 3), "{keep:?}");
        let evaluator = search.first().evaluator();
        for child in [1, 2].map(NodeId::from_bits) {
            let label = search.first().label(child);
            assert_eq!(evaluator.proof.size(label.proof), Size::new(2));
            assert_eq!(evaluator.disproof.size(label.disproof), Size::ONE);
        }
        (report.proof, report.disproof)
    });
    let two = Size::new(2);
    assert_eq!(sizes, [(two, two), (two, Size::ONE), (two, Size::ONE)]);
}

/// The numbers of a search, its trace included.
#[test]
fn on_trees_nothing_depends_on_what_is_kept() {
    let shape = RandomGraph { proven: 0.4, disproven: 0.4, depth: 6, ..RandomGraph::tree() };
    let mut expanded = 0;
    for seed in 0..300 {
        let graph = &shape.generate(seed);
        for budget in [Budget::Nodes(7), Budget::Nodes(40), Budget::Full] {
            let counts = KEEPS.map(|keep| {
                let report = exact(graph, budget, keep).solve(&Limits::none(), &mut ()).unwrap();
                (report.verdict, report.expanded, report.second_level, report.generated)
            });
            assert_eq!(counts, [counts[0]; 3], "seed {seed}, {budget:?}");
            expanded += counts[0].1;
        }
    }
    assert!(expanded > 5_000, "{expanded}");
}

#[test]
fn every_answer_is_that_of_the_oracle() {
    let shapes = [
        RandomGraph { proven: 0.4, disproven: 0.4, ..RandomGraph::dag() },
        RandomGraph::dense(),
        RandomGraph { proven: 0.35, disproven: 0.3, ..RandomGraph::dag() },
    ];
    let mut other_searches = 0;
    for seed in 0..240 {
        let graph = &shapes[seed as usize % shapes.len()].generate(seed);
        let expected = proofset_oracle::solve(graph, 1_000_000).expect("it is small").root();
        for budget in budgets() {
            let mut counts = Vec::new();
            for keep in KEEPS {
                let mut search = exact(graph, budget, keep);
                let report = search.solve(&Limits::none(), &mut ()).unwrap();
                assert_eq!(report.verdict, expected, "seed {seed}, {budget:?}, {keep:?}");
                if let Some(value) = expected.value() {
                    certified(&graph, &search, value);
                }
                counts.push(report.expanded);
                let mut search = truncated(graph, budget, keep).with_batch(3);
                let report = search.solve(&Limits::none(), &mut ()).unwrap();
                assert_eq!(report.verdict, expected, "seed {seed}, {budget:?}, {keep:?}");
                if let Some(value) = expected.value() {
                    certified(&graph, &search, value);
                }
            }
            other_searches += usize::from(counts[1] != counts[0]) + usize::from(counts[2] != counts[0]);
        }
    }
    assert!(other_searches > 10, "what is kept steers the search: {other_searches}");
}

/// A first level that merges nothing finds in names what its nodes do not show, and its root's sets are no larger for that.
#[test]
fn equal_states_have_equal_names_where_nodes_are_not_merged() {
    let problem = connect_four("4x3");
    let tree = options().with_graph(GraphMode::Tree);
    let sets = || SortedSet::new(TieOrder::First);
    let proof = KEEPS.map(|keep| {
        let second = Second::new(Budget::Nodes(300), sets(), sets()).with_options(tree).with_keep(keep);
        let mut search = Search::new(&problem, tree, second);
        search.solve(&Limits::expansions(120), &mut ()).unwrap().disproof
    });
    let single = BestFirst::new(&problem, sets(), sets(), tree).solve(&Limits::expansions(120), &mut ()).unwrap();
    assert!(proof[1] < proof[0] && proof[2] < proof[0] && proof[0] <= single.disproof + single.disproof, "{proof:?}");
}

#[test]
fn threads_and_slices_make_no_difference() {
    let problem = connect_four("4x4");
    for keep in KEEPS {
        let by_threads = |threads| {
            let search = exact(&problem, Budget::Nodes(200), keep).with_batch(4);
            let help = |helper: Helper<_, _, _>| helper.run(&Interned::new(&problem, Leaves::new(())));
            let report = Parallel::new(search, threads, help).solve(&Limits::none(), &mut ()).unwrap();
            (report.verdict, report.expanded, report.second_level, report.recomputed, report.peak_bytes)
        };
        assert_eq!(by_threads(1), by_threads(3), "{keep:?}");
        let whole = exact(&problem, Budget::Nodes(200), keep).solve(&Limits::none(), &mut ()).unwrap();
        let (mut search, mut most) = (exact(&problem, Budget::Nodes(200), keep), 0);
        let last = loop {
            let report = search.solve(&Limits::expansions(most), &mut ()).unwrap();
            if report.verdict != Verdict::Unknown {
                break report;
            }
            most += 211;
        };
        assert_eq!((last.expanded, last.second_level), (whole.expanded, whole.second_level), "{keep:?}");
        // A checkpoint has sizes.
        let (_, report, search) = in_slices(|| exact(&problem, Budget::Nodes(200), keep), 4);
        assert_eq!(report.verdict, Verdict::Disproven);
        certified(&problem, &search, Value::Disproven);
    }
}

/// Sets that are kept take room beside the search they come from, and the limit holds for all of it.
#[test]
fn what_is_kept_keeps_to_the_limit_on_memory() {
    let problem = connect_four("4x4");
    for keep in KEEPS {
        for most in [150_000, 400_000, 800_000] {
            for batch in [1, 4] {
                let mut search = exact(&problem, Budget::Full, keep).with_batch(batch);
                let report = search.solve(&Limits::none().with_bytes(most), &mut ()).unwrap();
                // What removes solved parts needs some room itself.
                assert!(report.peak_bytes <= most + most / 10, "{keep:?}: {} of {most}", report.peak_bytes);
                assert!(most < 400_000 || report.verdict == Verdict::Disproven, "{keep:?}, {most}, {batch}");
            }
        }
    }
}
