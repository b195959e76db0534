//! The canonical text, and the law that reading undoes writing.

use insta::assert_snapshot;
use proofset_and_or::{Graph, GraphBuilder};
use proofset_core::{Problem, Repetition, Role, Size, Status, Value};
use proptest::collection::{hash_set, vec};
use proptest::prelude::*;
use proptest::sample::Index;

/// Any graph at all: odd ids, cycles, unreachable nodes, repeated edges, kinds on leaves.
fn graphs() -> impl Strategy<Value = Graph> {
    let weight = prop_oneof![Just(1), 1..=5_u32, Just(u32::MAX - 1)];
    let node = (
        prop_oneof![Just(None), Just(Some(Role::Or)), Just(Some(Role::And))],
        prop_oneof![Just(None), Just(Some(Value::Proven)), Just(Some(Value::Disproven))],
        weight.clone(),
        weight,
    );
    let texts = vec(proptest::option::of(any::<String>()), 3);
    (
        hash_set(".{1,4}", 1..12),
        vec(node, 12),
        vec(any::<(Index, Index)>(), 0..30),
        any::<Index>(),
        any::<bool>(),
        texts,
    )
        .prop_map(|(ids, nodes, edges, root, ordered, texts)| {
            let ids: Vec<String> = ids.into_iter().collect();
            let edges: Vec<(usize, usize)> =
                edges.iter().map(|(parent, child)| (parent.index(ids.len()), child.index(ids.len()))).collect();
            let mut builder = GraphBuilder::new();
            for (place, (id, (kind, value, proof, disproof))) in ids.iter().zip(nodes).enumerate() {
                let interior = edges.iter().any(|&(parent, _)| parent == place);
                match kind {
                    Some(kind) => builder.node(id, kind),
                    None if interior => builder.node(id, Role::Or),
                    None => builder.leaf(id, value),
                };
                builder.weights(id, proof, disproof);
            }
            for (parent, child) in edges {
                builder.edge(&ids[parent], &ids[child]);
            }
            if ordered {
                builder.node_order(ids.iter().rev());
            }
            let mut texts = texts.into_iter().flatten();
            texts.next().map(|text| builder.name(text));
            texts.next().map(|text| builder.source(text));
            texts.next().map(|text| builder.notes(text));
            builder.root(root.get(&ids)).build().expect("the parts make a graph")
        })
}

proptest! {
    #[test]
    fn reading_undoes_writing(graph in graphs()) {
        prop_assert_eq!(Graph::from_json(&graph.to_json()), Ok(graph));
    }

    #[test]
    fn no_damage_to_a_text_makes_the_reader_panic(graph in graphs(), cuts in vec(any::<(Index, char)>(), 1..4)) {
        let mut text: Vec<char> = graph.to_json().chars().collect();
        for (place, replacement) in cuts {
            *place.get_mut(&mut text) = replacement;
        }
        if let Ok(read) = Graph::from_json(&text.iter().collect::<String>()) {
            prop_assert_eq!(Graph::from_json(&read.to_json()), Ok(read));
        }
    }
}

#[test]
fn the_canonical_text() {
    let graph = GraphBuilder::new()
        .name("Three \"leaves\"")
        .node("A", Role::And)
        .node("B", Role::Or)
        .leaf("C", Value::Disproven)
        .leaf("D", None)
        .leaf("E", Value::Proven)
        .edges("B", ["D", "E", "D"])
        .edges("A", ["B", "C"])
        .weights("D", 7, 7)
        .weights("E", 1, 3)
        .root("A")
        .node_order(["B", "A", "C", "E", "D"])
        .build()
        .expect("a graph");
    assert_snapshot!(graph.to_json(), @r#"
    {
      "name": "Three \"leaves\"",
      "nodes": [
        {"id": "A", "kind": "and"},
        {"id": "B", "kind": "or"},
        {"id": "C", "kind": null},
        {"id": "D", "kind": null, "h": 7},
        {"id": "E", "kind": null, "h_proof": 1, "h_disproof": 3}
      ],
      "edges": [
        ["A", "B"],
        ["A", "C"],
        ["B", "D"],
        ["B", "E"]
      ],
      "root": "A",
      "node_order": ["B", "A", "C", "E", "D"],
      "leaf_values": {
        "C": "disproven",
        "E": "proven"
      }
    }
    "#);
    let single = GraphBuilder::new().leaf("A", None).root("A").build().expect("a graph");
    assert_snapshot!(single.to_json(), @r#"
    {
      "nodes": [
        {"id": "A", "kind": null}
      ],
      "edges": [],
      "root": "A"
    }
    "#);
}

#[test]
fn one_graph_in_many_forms() {
    let canonical = GraphBuilder::new()
        .node("A", Role::Or)
        .leaf("B", None)
        .leaf("C", Value::Proven)
        .edges("A", ["C", "B"])
        .weights("B", 2, 9)
        .weights("C", 4, 1)
        .root("A")
        .build()
        .expect("a graph");
    let wordy = r#"{
        "root": "A", "name": null, "node_order": null, "expected": {"pn": [1, {}]}, "rule": "none",
        "leaf_values": {"C": "proven", "B": "unknown"},
        "edges": [["A", "C"], ["A", "B"], ["A", "C"]],
        "nodes": [{"kind": "or", "id": "A", "x": 3},
                  {"id": "\u0042", "h": 2, "h_disproof": 9, "kind": null},
                  {"id": "C", "h_proof": 4, "h": null}]
    }"#;
    assert_eq!(Graph::from_json(wordy), Ok(canonical.clone()));
    assert_eq!(Graph::from_json(&format!("\u{feff}{wordy}")), Ok(canonical));
}

#[test]
fn h_is_the_weight_of_both_sides() {
    let graph = Graph::from_json(r#"{"nodes": [{"id": "A", "h": 4294967294}], "edges": [], "root": "A"}"#);
    let graph = graph.expect("a graph");
    assert_eq!(graph.cost(graph.root()), (Size::MAX_FINITE, Size::MAX_FINITE));
}

#[test]
fn a_leaf_may_have_a_kind_and_a_value() {
    let text =
        r#"{"nodes": [{"id": "A", "kind": "and"}], "edges": [], "root": "A", "leaf_values": {"A": "disproven"}}"#;
    let graph = Graph::from_json(text).expect("a graph");
    assert_eq!(graph.status(&graph.root()), Status::Decided(Value::Disproven));
    assert_eq!(graph.kind(graph.root()), Some(Role::And));
    assert_eq!(Graph::from_json(&graph.to_json()), Ok(graph));
}

#[test]
fn rules_for_repetitions_are_kept() {
    for (rule, text) in [
        (Repetition::Disproves, None),
        (Repetition::Proves, Some("\"proves\"")),
        (Repetition::MoverLoses, Some("\"mover-loses\"")),
    ] {
        let graph = GraphBuilder::new().leaf("A", None).root("A").repetition(rule).build().expect("a graph");
        assert_eq!(graph.repetition(), Some(rule));
        let json = graph.to_json();
        match text {
            None => assert!(!json.contains("repetition"), "{json}"),
            Some(text) => assert!(json.contains(&format!("\"repetition\": {text}")), "{json}"),
        }
        assert_eq!(Graph::from_json(&json), Ok(graph));
    }
}
