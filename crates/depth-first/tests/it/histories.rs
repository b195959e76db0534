//! Where whoever repeats a state has lost, every value depends on the line that led to it.

use proofset_and_or::{Graph, GraphBuilder};
use proofset_best_first::{Options as BestFirstOptions, pns};
use proofset_core::{
    Evidence, Limits, LinesOfPlay, Problem, Progress, Repetition, Role, Solver, StopReason, Value, Verdict,
};
use proofset_cursor::CopyCursor;
use proofset_depth_first::{HistoryUse, Options, Search};
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;

use proofset_testkit::ruled::Ruled;

use crate::common::{exact, variants};

fn graphs() -> impl Iterator<Item = (u64, Graph)> {
    let cyclic = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::cyclic() };
    let shapes = [
        RandomGraph { depth: 4, width: 3, branching: 1..=3, early_leaf: 0.1, ..cyclic.clone() },
        RandomGraph { depth: 5, width: 2, branching: 2..=3, early_leaf: 0.2, ..cyclic },
    ];
    shapes.into_iter().flat_map(|shape| (0..1000).map(move |seed| (seed, shape.generate(seed))))
}

/// The value by the definition: that of the tree of all lines. None if that is too large to be looked at whole.
fn expected<P: Problem>(problem: P) -> Option<Verdict> {
    proofset_oracle::solve(&LinesOfPlay(problem), 40_000).ok().map(|solved| solved.root())
}

/// A search that goes round for ever would be stopped here.
fn patience() -> impl FnMut(&Progress) -> std::ops::ControlFlow<()> {
    let mut looks = 0;
    move |_: &Progress| {
        looks += 1;
        if looks > 2_000 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    }
}

#[test]
fn values_that_depend_on_the_line_are_right() {
    let variants = variants();
    let (mut judged, mut proven, mut differ, mut shared) = (0, 0, 0, 0);
    let mut total = HistoryUse::default();
    for (seed, graph) in graphs() {
        let problem = Ruled(&graph, Repetition::MoverLoses);
        let Some(expected) = expected(problem) else { continue };
        judged += 1;
        proven += u32::from(expected == Verdict::Proven);
        let other = exact(&graph, Options::default()).solve(&Limits::none(), &mut ()).expect("no error");
        differ += u32::from(other.verdict != expected);
        for (index, &options) in variants.iter().enumerate() {
            let mut search = exact(&problem, options);
            // Every eighth with tables that can grow, which touch more memory than such a search takes time; other options for
            // each graph. A table of lines has a quarter of the limit else, and compares seven bits less.
            let (limits, bits) = if (seed as usize + index).is_multiple_of(8) {
                (Limits::none(), 64)
            } else {
                (Limits::none().with_bytes(1 << 17), 57)
            };
            let report = search.solve(&limits, &mut patience()).expect("cycles are no error");
            assert_eq!((report.stop, report.verdict), (StopReason::Decided, expected), "seed {seed}, {options:?}");
            assert_eq!(report.evidence, Evidence::Keyed { bits });
            assert!(search.has_proof(), "seed {seed}, {options:?}");
            let value = expected.value().expect("it is decided");
            let summary = certified(&problem, &search, value);
            assert_eq!(summary.depth, Some(report.line.len() as u32));
            shared += u32::from(summary.nodes < summary.edges + 1);
            if index == 0 {
                let HistoryUse { twins, simulations, carried_over, .. } =
                    search.history_use().expect("there are cycles");
                total.twins += twins;
                total.simulations += simulations;
                total.carried_over += carried_over;
            }
        }
    }
    assert!(judged > 700 && proven > judged / 4 && proven < judged * 3 / 4, "{judged} judged, {proven} proven");
    assert!(differ > 20, "the rule matters: {differ}");
    assert!(shared > 1000, "parts of proofs hold on several lines: {shared}");
    assert!(total.twins > 50 && total.carried_over > 100 && total.simulations > total.carried_over, "{total:?}");
}

/// The lines of a problem are a tree, whatever the rule: any search solves it, and finds what the search with
/// repetitions finds.
#[test]
fn lines_are_searched_by_everyone() {
    for (seed, graph) in graphs().step_by(7) {
        for rule in [Repetition::Disproves, Repetition::Proves, Repetition::MoverLoses] {
            let problem = Ruled(&graph, rule);
            let limits = Limits::expansions(3_000);
            let lines = pns(LinesOfPlay(problem), BestFirstOptions::default())
                .solve(&limits, &mut ())
                .expect("lines are a tree");
            if lines.verdict == Verdict::Unknown {
                continue;
            }
            let search = exact(&problem, Options::default()).solve(&Limits::none(), &mut ()).expect("no error");
            assert_eq!(search.verdict, lines.verdict, "seed {seed}, {rule:?}");
            let mut deep = Search::with_cursor(
                CopyCursor::new(LinesOfPlay(problem), ()),
                proofset_depth_first::ExactTable::new(),
                Options::default(),
            );
            assert_eq!(deep.solve(&Limits::none(), &mut ()).expect("a tree").verdict, lines.verdict);
            assert!(deep.has_proof());
        }
    }
}

/// The same state, proven on one line and disproven on another: with M above it, the move to M is forbidden.
#[test]
fn one_state_has_two_values() {
    let verdict = |root: &str| {
        let mut builder = GraphBuilder::new();
        builder.node("root", Role::And).edges("root", ["M", "x"]);
        // From M the attacker goes to x or loses. From x the defender goes to M or loses.
        builder.node("M", Role::Or).edges("M", ["x", "lost"]);
        builder.node("x", Role::And).edges("x", ["M", "won"]);
        builder.leaf("lost", Some(Value::Disproven)).leaf("won", Some(Value::Proven));
        let graph = builder.root(root).build().expect("a graph");
        let problem = Ruled(&graph, Repetition::MoverLoses);
        let mut search = exact(&problem, Options::default());
        let verdict = search.solve(&Limits::none(), &mut ()).expect("cycles are no error").verdict;
        assert!(search.has_proof() && expected(problem) == Some(verdict), "{root}");
        certified(&problem, &search, verdict.value().expect("it is decided"));
        verdict
    };
    // On M-x the defender may not go back to M; on x-M the attacker may not go back to x.
    assert_eq!(
        (verdict("M"), verdict("x"), verdict("root")),
        (Verdict::Proven, Verdict::Disproven, Verdict::Disproven)
    );
}

/// What is played through to carry a value to another line is work as well, after which the search looks outside.
#[test]
fn lines_that_are_played_through_count_as_work() {
    const NODES: usize = 500;
    let mut random = fastrand::Rng::with_seed(1);
    let names: Vec<String> = (0..NODES).map(|node| node.to_string()).collect();
    let mut builder = GraphBuilder::new();
    for (node, name) in names.iter().enumerate() {
        builder.node(name, if node % 2 == 0 { Role::And } else { Role::Or });
    }
    for name in &names {
        for _ in 0..3 {
            builder.edge(name, &names[random.usize(..NODES)]);
        }
    }
    builder.root("0");
    let graph = builder.build().expect("it has a root");
    let mut looks = 0;
    let mut observer = |_: &Progress| {
        looks += 1;
        std::ops::ControlFlow::Continue(())
    };
    let limits = Limits::expansions(500).with_pace(10_000);
    let report = exact(&Ruled(&graph, Repetition::MoverLoses), Options::default()).solve(&limits, &mut observer);
    assert_eq!(report.expect("there is a rule").stop, StopReason::Expansions);
    // By what is generated and looked up there alone it would look five times.
    assert!(looks > 10, "{looks} looks");
}
