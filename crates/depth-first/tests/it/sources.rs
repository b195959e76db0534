//! Source node detection: branches that meet again count once.

use proofset_and_or::{Graph, GraphBuilder};
use proofset_core::{Describe, LeafCost, Limits, Problem, Role, Size, Solver, Value};
use proofset_depth_first::Options;

use crate::common::{Costs, weighted};

/// An AND node with `width` OR children, all of which have the same only child.
fn fan(width: usize) -> Graph {
    let mut builder = GraphBuilder::new();
    let names: Vec<String> = (0..width).map(|child| format!("child {child}")).collect();
    builder.node("root", Role::And).edges("root", names.iter().map(String::as_str));
    for name in &names {
        builder.node(name, Role::Or).edges(name, ["shared"]);
    }
    builder.node("shared", Role::Or).edges("shared", ["end"]);
    builder.leaf("end", Some(Value::Proven));
    builder.root("root").build().expect("it is a graph")
}

/// The shared child is hard to disprove, so that the others are looked at first.
fn cost(graph: &Graph, state: <Graph as Problem>::State) -> LeafCost {
    let disproof = if graph.state_text(&state) == "shared" { Size::new(9) } else { Size::ONE };
    LeafCost { proof: Size::ONE, disproof }
}

/// Once all children are expanded, plain sums say that there is as much to prove as there are children.
#[test]
fn a_shared_child_counts_once() {
    for width in [2, 3, 10, 70] {
        let graph = fan(width);
        let numbers = |source_detection| {
            let options = Options::default().with_source_detection(source_detection);
            let leaf = |&state: &_| cost(&graph, state);
            let mut search = weighted(&graph, options, Costs::of_leaves(&leaf));
            // The root and its children: not yet the child that they share.
            let report = search.solve(&Limits::expansions(1 + width as u64), &mut ()).expect("there are no cycles");
            (report.expanded, report.proof)
        };
        assert_eq!(numbers(false), (1 + width as u64, Size::from_len(width)), "plain");
        assert_eq!(numbers(true), (1 + width as u64, Size::ONE), "{width} children");
    }
}
