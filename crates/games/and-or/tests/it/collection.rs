//! The graphs of the collection and of the book.

use std::fs;
use std::path::{Path, PathBuf};

use proofset_and_or::Graph;
use proofset_testkit::suite;

/// The graphs in a folder, each with its path.
fn graphs(folder: &Path) -> Vec<(PathBuf, Graph)> {
    let mut graphs = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("the folder can be listed").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = fs::read_to_string(&path).expect("the file can be read");
            let graph = Graph::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            graphs.push((path, graph));
        }
    }
    assert!(!graphs.is_empty(), "{} has no graphs", folder.display());
    graphs
}

#[test]
fn the_graphs_of_the_collection_are_acyclic_and_survive_rewriting() {
    for (path, graph) in graphs(&suite::folder().join("and-or")) {
        assert_eq!(graph.find_cycle(), None, "{}", path.display());
        assert_eq!(Graph::from_json(&graph.to_json()), Ok(graph), "{}", path.display());
    }
}

#[test]
fn the_cyclic_graphs_of_the_collection_are_cyclic() {
    for (path, graph) in graphs(&suite::folder().join("and-or/cyclic")) {
        let cycle = graph.find_cycle().unwrap_or_else(|| panic!("{} has a cycle", path.display()));
        for (from, to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
            let [from, to] = [from, to].map(|id| graph.index_of(id).expect("the cycle names nodes"));
            assert!(graph.children(from).contains(&to), "{}: {cycle:?}", path.display());
        }
    }
}

#[test]
fn the_examples_of_the_book_can_be_read() {
    let text = include_str!("../../../../../docs/src/and-or-graphs.md");
    let examples: Vec<&str> =
        text.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest)).collect();
    assert!(!examples.is_empty(), "the chapter has examples");
    for example in examples {
        if let Err(error) = Graph::from_json(example) {
            panic!("{error} in the example\n{example}");
        }
    }
}
