//! The example graphs of the suite, whose files state the true numbers of the root.

use std::collections::BTreeSet;
use std::path::PathBuf;

use proofset_and_or::{Graph, NodeIndex};
use proofset_core::{LeafCost, Limits, Problem, Size, Solver, StopReason, Value, Verdict};
use proofset_exact::ExactSearch;
use proofset_testkit::suite;
use serde_json::Value as Json;

use crate::graphs::listed;

/// Name, graph and file of every acyclic example.
fn examples() -> Vec<(String, Graph, Json)> {
    let folder = suite::folder().join("and-or");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, Graph::from_json(&text).unwrap(), serde_json::from_str(&text).unwrap())
    };
    paths.iter().map(read).collect()
}

fn size(json: &Json) -> Size {
    if json == "inf" { Size::INFINITE } else { Size::new(u32::try_from(json.as_u64().unwrap()).unwrap()) }
}

#[test]
fn true_numbers_of_the_root() {
    let examples = examples();
    assert_eq!(examples.len(), 19);
    for (name, graph, file) in examples {
        let expected = &file["extra"]["true_root"];
        let graph = listed(&graph);
        let found = graph.exact();
        assert_eq!(
            (found.proof.upper(), found.disproof.upper()),
            (size(&expected["pn"]), size(&expected["dn"])),
            "{name}"
        );
        graph.check(graph.0.root_node(), Value::Proven, &found.proof, &name);
        graph.check(graph.0.root_node(), Value::Disproven, &found.disproof, &name);
    }
}

#[test]
fn sets_that_are_the_only_lightest_ones() {
    let only = [
        ("example1_2_fig1_fig2", "F"),
        ("example3_fig3", "F G H"),
        ("example4_fig4", "F G H"),
        ("example4_generalised_n3", "F G H"),
        ("diamond_chain_d6", "x"),
        ("order_dependence", "y"),
        ("weighted_small", "F G H"),
    ];
    for (name, graph, _) in examples() {
        let Some((_, members)) = only.iter().find(|(other, _)| *other == name) else { continue };
        let names: Vec<&str> = graph.nodes().map(|node| graph.id(node)).collect();
        let found = listed(&graph).exact();
        let found: BTreeSet<&str> = found.proof.set().unwrap().iter().map(|leaf| names[leaf.index()]).collect();
        assert_eq!(found, members.split(' ').collect(), "{name}");
    }
}

#[test]
fn the_tree_rule_overcounts_the_cover_of_a_cycle() {
    let (_, graph, file) = examples().into_iter().find(|(name, ..)| name == "vertex_cover_c5").unwrap();
    assert_eq!(size(&file["expected"]["pn"]["r"]), Size::new(5));
    assert_eq!(listed(&graph).exact().proof.upper(), Size::new(3));
}

#[test]
fn searches_end_with_the_true_numbers() {
    for (name, graph, file) in examples() {
        let expected = &file["extra"]["true_root"];
        let probe = |graph: &&Graph, state: &NodeIndex| {
            let (proof, disproof) = graph.cost(*state);
            LeafCost { proof, disproof }
        };
        let mut search = ExactSearch::with_probe(&graph, u64::MAX, probe);
        let report = search.solve(&Limits::none(), &mut ()).unwrap();
        assert_eq!((report.proof, report.disproof), (size(&expected["pn"]), size(&expected["dn"])), "{name}");
        assert_eq!(search.inexact_steps(), 0);
        match report.verdict {
            Verdict::Unknown => {
                assert_eq!(report.stop, StopReason::OpenLeaves, "{name}");
                let leaf = search.sets().and_then(proofset_exact::MinimumSets::most_proving).unwrap();
                assert!(graph.is_leaf(*search.state(leaf)), "{name}");
                let end = report.line.last().copied().unwrap_or(graph.root());
                assert_eq!(end, *search.state(leaf), "{name}: the line leads to the most-proving leaf");
            }
            Verdict::Proven | Verdict::Disproven => assert_eq!(report.stop, StopReason::Decided, "{name}"),
        }
    }
}
