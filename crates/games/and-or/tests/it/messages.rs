//! Every complaint, as people see it.

use insta::assert_snapshot;
use proofset_and_or::{Graph, GraphBuilder};
use proofset_core::Role;

fn complaint(text: &str) -> String {
    Graph::from_json(text).expect_err("the text is not a graph").to_string()
}

/// A sound graph with one part exchanged for another.
fn spoilt(part: &str, other: &str) -> String {
    let sound = r#"{
  "nodes": [
    {"id": "A", "kind": "or"},
    {"id": "B", "h": 2},
    {"id": "C", "kind": null}
  ],
  "edges": [["A", "B"],
            ["A", "C"]],
  "root": "A",
  "node_order": ["C", "B", "A"],
  "leaf_values": {"B": "proven"}
}"#;
    assert!(Graph::from_json(sound).is_ok());
    assert_eq!(sound.matches(part).count(), 1, "{part} is one part of the text");
    complaint(&sound.replace(part, other))
}

#[test]
fn not_json() {
    let complaints = [
        complaint(""),
        complaint("(A (B C))"),
        spoilt(r#""or"},"#, r#""or"}"#),
        spoilt(r#"{"B": "proven"}"#, r#"{"B": "proven""#),
        complaint(r#"{"nodes": [{"id": "A"}], "edges": [], "root": "A"} {}"#),
    ];
    assert_snapshot!(complaints.join("\n"), @r#"
    line 1, column 1: this is not JSON: the text is empty
    line 1, column 1: this is not JSON: expected value
    line 4, column 5: this is not JSON: expected `,` or `]`
    line 12, column 1: this is not JSON: the text ends inside an object
    line 1, column 52: this is not JSON: trailing characters
    "#);
}

#[test]
fn not_the_form_of_a_graph() {
    let complaints = [
        complaint("[]"),
        spoilt(r#"["A", "B"],"#, r#"["A"],"#),
        spoilt(r#"["A", "B"],"#, r#"["A", "B", "C"],"#),
        spoilt(r#"["A", "B"],"#, r#""A-B","#),
        spoilt(r#"["A", "B"],"#, r#"["A", 2],"#),
        spoilt(r#""or"}"#, r#""xor"}"#),
        spoilt(r#"{"id": "B", "h": 2}"#, r#""B""#),
        spoilt(r#""h": 2"#, r#""h": -2"#),
        spoilt(r#""h": 2"#, r#""h": 0.5"#),
        spoilt(r#""h": 2"#, r#""h": 4294967296"#),
        spoilt(r#"{"B": "proven"}"#, r#"{"B": "won"}"#),
        spoilt(r#"{"B": "proven"}"#, r#"{"B": true}"#),
        spoilt(r#"{"B": "proven"}"#, r#"["B"]"#),
        spoilt(r#""root": "A","#, r#""root": "A", "name": 7,"#),
    ];
    assert_snapshot!(complaints.join("\n"), @r#"
    line 1, column 0: invalid type: sequence, expected a graph: an object with "nodes", "edges" and "root"
    line 7, column 17: invalid length 1, expected an edge: a parent and a child, as in ["A", "B"]
    line 7, column 27: invalid length 3, expected an edge: a parent and a child, as in ["A", "B"]
    line 7, column 17: invalid type: string "A-B", expected an edge: a parent and a child, as in ["A", "B"]
    line 7, column 19: invalid type: integer `2`, expected a node's id in quotes
    line 3, column 29: invalid value: string "xor", expected the kind "or" or "and", or null for a leaf
    line 4, column 7: invalid type: string "B", expected a node, as in {"id": "A", "kind": "or"}
    line 4, column 23: invalid type: integer `-2`, expected a weight: a whole number from 1 to 4294967294
    line 4, column 24: invalid type: floating point `0.5`, expected a weight: a whole number from 1 to 4294967294
    line 4, column 31: invalid value: integer `4294967296`, expected a weight: a whole number from 1 to 4294967294
    line 11, column 28: invalid value: string "won", expected the leaf value "proven", "disproven" or "unknown"
    line 11, column 27: invalid type: boolean `true`, expected the leaf value "proven", "disproven" or "unknown"
    line 11, column 17: invalid type: sequence, expected an object of leaf values, as in {"F": "proven"}
    line 9, column 24: invalid type: integer `7`, expected a string
    "#);
}

#[test]
fn keys_missing_misspelt_or_twice() {
    let complaints = [
        complaint("{}"),
        spoilt(r#""root": "A","#, ""),
        spoilt(r#"{"id": "B", "h": 2}"#, r#"{"h": 2}"#),
        spoilt(r#""nodes""#, r#""node""#),
        spoilt(r#""edges""#, r#""Edges""#),
        spoilt(r#""leaf_values""#, r#""leafValues""#),
        spoilt(r#""node_order""#, r#""nodes_order""#),
        spoilt(r#""kind": "or""#, r#""king": "or""#),
        spoilt(r#""h": 2"#, r#""h-proof": 2"#),
        spoilt(r#""h": 2"#, r#""hdisproof": 2"#),
        spoilt(r#""root": "A","#, r#""root": "A", "root": "B","#),
        spoilt(r#""h": 2"#, r#""h": 2, "h": 3"#),
    ];
    assert_snapshot!(complaints.join("\n"), @r#"
    line 1, column 2: the graph has no "nodes"; add it
    line 12, column 1: the graph has no "root"; add it
    line 4, column 12: a node has no "id"; add it
    line 12, column 1: unknown key "node"; rename it to "nodes"
    line 12, column 1: unknown key "Edges"; rename it to "edges"
    line 12, column 1: unknown key "leafValues"; rename it to "leaf_values"
    line 12, column 1: unknown key "nodes_order"; rename it to "node_order"
    line 3, column 29: unknown key "king"; rename it to "kind"
    line 4, column 29: unknown key "h-proof"; rename it to "h_proof"
    line 4, column 31: unknown key "hdisproof"; rename it to "h_disproof"
    line 9, column 21: the key "root" is given twice; keep one
    line 4, column 27: the key "h" is given twice; keep one
    "#);
}

#[test]
fn nodes_and_edges() {
    let complaints = [
        complaint(r#"{"nodes": [], "edges": [], "root": "A"}"#),
        spoilt(r#""id": "B""#, r#""id": """#),
        spoilt(r#""id": "C""#, r#""id": "B""#),
        spoilt(r#"["A", "C"]"#, r#"["A", "D"]"#),
        spoilt(r#"["A", "B"],"#, r#"["D", "B"],"#),
        spoilt(r#""root": "A""#, r#""root": "R""#),
        spoilt(r#", "kind": "or""#, ""),
        spoilt(r#""or""#, "null"),
    ];
    assert_snapshot!(complaints.join("\n"), @r#"
    the graph has no nodes; give at least one
    node 2 has an empty id; give it a name
    two nodes have the id "B"; give each node an id of its own
    edge 2, ["A", "D"], names the node "D", which does not exist; add it to the nodes or correct the name
    edge 1, ["D", "B"], names the node "D", which does not exist; add it to the nodes or correct the name
    the root names the node "R", which does not exist; add it to the nodes or correct the name
    node "A" has children but no kind; make it "or" (one child suffices) or "and" (it needs them all)
    node "A" has children but no kind; make it "or" (one child suffices) or "and" (it needs them all)
    "#);
}

#[test]
fn leaf_values_weights_and_order() {
    let complaints = [
        spoilt(r#"{"B": "#, r#"{"A": "#),
        spoilt(r#"{"B": "proven"}"#, r#"{"A": "unknown"}"#),
        spoilt(r#"{"B": "#, r#"{"b": "#),
        spoilt(r#"{"B": "proven"}"#, r#"{"B": "proven", "B": "proven"}"#),
        spoilt(r#""h": 2"#, r#""h": 0"#),
        spoilt(r#""h": 2"#, r#""h_disproof": 4294967295"#),
        spoilt(r#"["C", "B", "A"]"#, r#"["C", "B", "A", "B"]"#),
        spoilt(r#"["C", "B", "A"]"#, r#"["C", "A"]"#),
        spoilt(r#"["C", "B", "A"]"#, r#"["C", "B", "D"]"#),
    ];
    assert_snapshot!(complaints.join("\n"), @r#"
    node "A" has children and also a leaf value; remove its leaf value or its edges
    node "A" has children and also a leaf value; remove its leaf value or its edges
    a leaf value names the node "b", which does not exist; add it to the nodes or correct the name
    node "B" has two leaf values; keep one
    node "B" has the weight 0; weights are whole numbers from 1 to 4294967294
    node "B" has the weight 4294967295; weights are whole numbers from 1 to 4294967294
    the node order names "B" twice; list each node once
    the node order leaves "B" out; list each node once, or give no node order
    the node order names the node "D", which does not exist; add it to the nodes or correct the name
    "#);
}

#[test]
fn builders_only() {
    let complaint = |builder: &mut GraphBuilder| builder.build().expect_err("no graph").to_string();
    let complaints = [
        complaint(GraphBuilder::new().node("A", Role::Or)),
        complaint(GraphBuilder::new().node("A", Role::Or).root("A").weights("B", 1, 2)),
        complaint(GraphBuilder::new().leaf("A", None).node("B", Role::Or).edge("A", "B").root("A")),
    ];
    assert_snapshot!(complaints.join("\n"), @r#"
    the graph has no root; name the node whose value is asked for
    a weight names the node "B", which does not exist; add it to the nodes or correct the name
    node "A" has children and also a leaf value; remove its leaf value or its edges
    "#);
}

#[test]
fn rules_for_repetitions() {
    let with = |rule: &str| spoilt(r#""root": "A","#, &format!(r#""root": "A", {rule},"#));
    let complaints = [with(r#""repetition": "draw""#), with(r#""repetitions": "proves""#)];
    assert_snapshot!(complaints.join("\n"), @r#"line 9, column 35: invalid value: string "draw", expected what a repetition is worth: "disproves", "proves" or "mover-loses"
line 12, column 1: unknown key "repetitions"; rename it to "repetition""#);
}
