//! Every search of a finite graph ends, and soon: the options, the rules for repetitions, and small tables.
//!
//! A search that goes round for ever is seen by its visits: they are held below a few for each node of the graph.

use std::fmt::Debug;
use std::ops::ControlFlow;

use fastrand::Rng;
use proofset_and_or::{Graph, GraphBuilder};
use proofset_core::{
    Limits, LinesOfPlay, Problem, Progress, Repetition, Report, Role, Solver, StopReason, Value, Verdict,
};
use proofset_depth_first::{Method, Options};
use proofset_oracle::solve;
use proofset_testkit::random::{Kinds, RandomGraph};
use proofset_testkit::ruled::Ruled;

use crate::common::{exact, variants};

pub(crate) const METHODS: [Method; 4] = [Method::DfPn, Method::PnStar, Method::CStar, Method::Pds];

/// A graph by its nodes, `or` or `and`, and their children. Those without children are disproven.
fn graph(nodes: &[(&str, Role, &[&str])]) -> Graph {
    let mut builder = GraphBuilder::new();
    builder.root(nodes[0].0);
    for &(name, role, children) in nodes {
        builder.node(name, role).edges(name, children.iter().copied());
    }
    builder.build().expect("it is a graph")
}

/// A sparse random graph without layers, in which most lines go round. A third has no end of play at all.
fn sparse(seed: u64, nodes: usize) -> Graph {
    let mut rng = Rng::with_seed(seed);
    let ends = rng.usize(0..=2).min(nodes - 1);
    let inner = nodes - ends;
    let mut children = vec![Vec::new(); inner];
    for node in 1..nodes {
        // Every node is reached.
        children[rng.usize(0..inner.min(node))].push(node);
    }
    for _ in 0..rng.usize(nodes / 2..=nodes) {
        let (parent, child) = (rng.usize(0..inner), rng.usize(0..nodes));
        if parent != child && !children[parent].contains(&child) {
            children[parent].push(child);
        }
    }
    let id = |node: usize| format!("n{node}");
    let value = |is_proven: bool| Some(if is_proven { Value::Proven } else { Value::Disproven });
    let mut builder = GraphBuilder::new();
    builder.root(id(0));
    for node in 0..nodes {
        match children.get_mut(node).filter(|children| !children.is_empty()) {
            Some(children) => {
                rng.shuffle(children);
                let role = if rng.bool() { Role::Or } else { Role::And };
                builder.node(id(node), role).edges(id(node), children.iter().copied().map(id));
            }
            None => _ = builder.leaf(id(node), value(rng.bool())),
        }
    }
    builder.build().expect("it is a graph")
}

/// Searches a problem until it has looked up so many times that it must be going round.
fn run<P: Problem<State: Debug + 'static>>(problem: &P, options: Options) -> Report<P::Move> {
    run_within(&Limits::none(), problem, options)
}

fn run_within<P: Problem<State: Debug + 'static>>(limits: &Limits, problem: &P, options: Options) -> Report<P::Move> {
    let mut looks = 0;
    let mut observer = |_: &Progress| {
        looks += 1;
        if looks > 200 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    exact(problem, options).solve(limits, &mut observer).expect("cycles are no error")
}

/// All variants, each without threshold control as well, and the methods with tables that hold nearly nothing.
fn all_options() -> Vec<Options> {
    let mut all = variants();
    all.extend(variants().into_iter().map(|options| options.with_threshold_control(false)));
    for method in METHODS {
        all.extend([0, 4, 16].map(|entries| Options::default().with_method(method).with_entries(entries)));
    }
    all
}

/// More visits than these, and a search goes round.
fn most_visits(options: Options, nodes: usize) -> u64 {
    // What it enters again and again before it notices that nothing new comes, or that its table forgets.
    let patience = match (options.entries, options.threshold_control) {
        (Some(_), _) => 100_000,
        (None, false) => 10_000,
        (None, true) => 0,
    };
    4 * nodes as u64 + patience
}

/// Without a memory of what was found on one line alone, df-pn goes round here for ever.
#[test]
fn eight_nodes_without_an_end_of_play() {
    use Role::{And, Or};
    let graph = graph(&[
        ("n0", Or, &["n1", "n4"]),
        ("n1", And, &["n2", "n3"]),
        ("n2", Or, &["n7", "n4"]),
        ("n3", And, &["n4"]),
        ("n4", Or, &["n5", "n1"]),
        ("n5", And, &["n6"]),
        ("n6", Or, &["n3"]),
        ("n7", And, &["n1"]),
    ]);
    for options in all_options() {
        let report = run(&graph, options);
        assert_eq!(report.verdict, Verdict::Disproven, "{options:?}");
        let most = most_visits(options, 8);
        assert!(report.visits <= most, "{} visits, {options:?}", report.visits);
    }
}

#[test]
fn a_hundred_thousand_small_graphs() {
    let all = all_options();
    let (mut proven, mut searched) = (0, 0);
    for seed in 0..100_000 {
        let nodes = 3 + seed as usize % 12;
        let graph = sparse(seed, nodes);
        for rule in [Repetition::Disproves, Repetition::Proves] {
            let problem = Ruled(&graph, rule);
            let expected = solve(&problem, nodes).expect("it is small").root();
            // Every option meets every size and every rule.
            for turn in 0..3 {
                let options = all[(seed as usize / 12 * 3 + turn) % all.len()];
                let report = run(&problem, options);
                assert_eq!(
                    (report.stop, report.verdict),
                    (StopReason::Decided, expected),
                    "seed {seed}, {rule:?}, {options:?}"
                );
                let most = most_visits(options, nodes);
                assert!(report.visits <= most, "{} visits, seed {seed}, {rule:?}, {options:?}", report.visits);
                searched += 1;
            }
            proven += u32::from(expected == Verdict::Proven);
        }
    }
    assert_eq!(searched, 600_000);
    assert!(proven > 50_000 && proven < 150_000, "{proven}");
}

/// Where whoever repeats a state has lost, lines end all the same.
#[test]
fn small_graphs_where_the_mover_loses() {
    // Tables that can grow touch more memory for a small graph than its search takes time.
    let limits = Limits::none().with_bytes(1 << 18);
    let mut judged = 0;
    for seed in 0..600 {
        let nodes = 3 + seed as usize % 6;
        let graph = sparse(seed, nodes);
        let problem = Ruled(&graph, Repetition::MoverLoses);
        let Ok(values) = solve(&LinesOfPlay(problem), 10_000) else { continue };
        judged += 1;
        for options in all_options() {
            let report = run_within(&limits, &problem, options);
            assert_eq!((report.stop, report.verdict), (StopReason::Decided, values.root()), "seed {seed}, {options:?}");
            let most = 16 * most_visits(options, nodes);
            assert!(report.visits <= most, "{} visits, seed {seed}, {options:?}", report.visits);
        }
    }
    assert!(judged > 500, "{judged}");
}

/// Layers whose only end is the way back to the root: on each of the lines, of which there are 3^30, all values rest on
/// the root. They are found once, not once for each line.
#[test]
fn values_that_rest_on_the_root_are_found_once() {
    let id = |layer: usize, place: usize| format!("{layer}.{place}");
    let (layers, width) = (60, 3);
    let mut builder = GraphBuilder::new();
    builder.root("root").node("root", Role::Or).edges("root", (0..width).map(|place| id(0, place)));
    for layer in 0..layers {
        for place in 0..width {
            let role = if layer % 2 == 0 { Role::And } else { Role::Or };
            builder.node(id(layer, place), role);
            if layer + 1 < layers {
                builder.edges(id(layer, place), (0..width).map(|next| id(layer + 1, next)));
            } else {
                builder.edges(id(layer, place), ["root"]);
            }
        }
    }
    let graph = builder.build().expect("it is a graph");
    for rule in [Repetition::Disproves, Repetition::Proves] {
        for options in all_options() {
            // Without a table, what is left unsolved is found anew.
            if options.entries.is_some() {
                continue;
            }
            let report = run(&Ruled(&graph, rule), options);
            assert_eq!(report.verdict.value(), rule.fixed_value(), "{options:?}");
            assert!(report.visits < 100_000, "{} visits, {rule:?}, {options:?}", report.visits);
        }
    }
}

/// A cycle of 100,000 nodes, and of two. Where the mover loses, a node is a line, and the long cycle is for one method.
/// Full binary trees below a root that needs all of them; every leaf is proven.
fn trees(count: usize, depth: usize) -> Graph {
    let mut builder = GraphBuilder::new();
    builder.root("r").node("r", Role::And);
    let mut open: Vec<(String, usize)> = (0..count).map(|tree| (format!("{tree}."), 0)).collect();
    builder.edges("r", open.iter().map(|(id, _)| id.clone()));
    while let Some((id, level)) = open.pop() {
        if level == depth {
            builder.leaf(id, Some(Value::Proven));
            continue;
        }
        let children = [format!("{id}0"), format!("{id}1")];
        builder.node(id.clone(), if level % 2 == 0 { Role::Or } else { Role::And }).edges(id, children.clone());
        open.extend(children.map(|child| (child, level + 1)));
    }
    builder.build().expect("it is a tree")
}

/// A search that rests on a table which keeps nothing has to keep more of its line instead. Without room for that it may go on for
/// ever, and says so.
#[test]
fn without_room_for_what_ends_a_search_it_stops_for_memory() {
    let graph = trees(8, 4);
    let options = Options::default().with_load_bearing(true).with_entries(Some(0));
    for (kib, expected) in [(64, StopReason::Decided), (32, StopReason::Memory)] {
        let mut search = exact(&graph, options);
        let report = search.solve(&Limits::none().with_bytes(kib << 10), &mut ()).unwrap();
        assert_eq!(report.stop, expected, "{kib} KiB: {report:?}");
    }
    // With more room it goes on.
    let mut search = exact(&graph, options);
    let stops = [32, 32, 128].map(|kib| search.solve(&Limits::none().with_bytes(kib << 10), &mut ()).unwrap().stop);
    assert_eq!(stops, [StopReason::Memory, StopReason::Memory, StopReason::Decided]);
}

/// A table that bears the load is asked about all children at each turn of a node, which is work like any other: the clock is looked at
/// in between.
#[test]
fn limits_are_looked_at_between_the_turns_of_a_wide_node() {
    let mut builder = GraphBuilder::new();
    builder.root("r").node("r", Role::Or);
    let children: Vec<String> = (0..3000).map(|child| format!("n{child}")).collect();
    builder.edges("r", children.clone());
    for child in children {
        let leaf = format!("{child}.");
        builder.leaf(leaf.clone(), Some(Value::Disproven));
        builder.node(child.clone(), Role::And).edges(child, [leaf]);
    }
    let graph = builder.build().expect("it is a tree");
    let mut looks = 0;
    let mut observer = |_: &Progress| {
        looks += 1;
        ControlFlow::Continue(())
    };
    let mut search = exact(&graph, Options::default().with_load_bearing(true));
    let report = search.solve(&Limits::none(), &mut observer).unwrap();
    assert_eq!(report.verdict, Verdict::Disproven);
    assert!(looks > 50, "{looks}");
}

/// Stopping loses nothing: between two looks of the observer there is always some work.
#[test]
fn an_observer_that_always_breaks_gets_an_answer_by_and_by() {
    let graph = trees(2000, 6);
    let mut search = exact(&graph, Options::default());
    let mut stop = || search.solve(&Limits::none(), &mut |_: &Progress| ControlFlow::Break(())).unwrap().stop;
    let stops: Vec<StopReason> = (0..1000).map(|_| stop()).take_while(|&stop| stop != StopReason::Decided).collect();
    assert!((1..1000).contains(&stops.len()), "{}", stops.len());
}

#[test]
fn one_cycle() {
    for length in [2, 100_000] {
        let mut builder = GraphBuilder::new();
        builder.root("n0");
        for node in 0..length {
            let role = if node % 2 == 0 { Role::Or } else { Role::And };
            builder.node(format!("n{node}"), role).edges(format!("n{node}"), [format!("n{}", (node + 1) % length)]);
        }
        let graph = builder.build().expect("it is a graph");
        for rule in [Repetition::Disproves, Repetition::Proves, Repetition::MoverLoses] {
            let methods = if rule == Repetition::MoverLoses && length > 2 { 1 } else { METHODS.len() };
            for &method in &METHODS[..methods] {
                let options = Options::default().with_method(method);
                let report = run(&Ruled(&graph, rule), options);
                // The last node, an AND node, has the move that repeats.
                let expected = if rule == Repetition::Disproves { Verdict::Disproven } else { Verdict::Proven };
                assert_eq!((report.verdict, report.visits), (expected, length), "{rule:?}, {options:?}");
            }
        }
    }
}

/// Graphs of thousands of nodes, of which hundreds have to be looked at.
#[test]
fn larger_graphs_take_few_visits() {
    let shape = RandomGraph {
        depth: 18,
        width: 2000,
        branching: 2..=4,
        share: 0.5,
        skip: 0.1,
        back: 0.15,
        early_leaf: 0.0,
        proven: 0.75,
        disproven: 0.25,
        kinds: Kinds::Alternating(Role::Or),
        ..RandomGraph::cyclic()
    };
    for seed in 0..30 {
        let graph = shape.generate(seed);
        let values = solve(&graph, 100_000).expect("there is room for it");
        let options = all_options();
        for &options in options.iter().filter(|options| options.entries.is_none()) {
            let report = run(&graph, options);
            assert_eq!(report.verdict, values.root(), "seed {seed}, {options:?}");
            assert!(report.visits < 200_000, "{} visits, seed {seed}, {options:?}", report.visits);
        }
    }
}
