//! Writing a graph as JSON, in one canonical way: a node a line, an edge a line.
//!
//! The invariant: `Graph::from_json(&graph.to_json()) == Ok(graph)`. Edges are written parent by parent, in node order;
//! the order of the children, which is all that a graph remembers of the order of edges, stays as it is.
//!
//! The cost: linear in the length of the text.

use proofset_core::{Problem, Repetition, Role};

use crate::graph::{Graph, NodeData, NodeIndex, REPETITIONS};

impl Graph {
    /// Writes the graph in the canonical form, without what is understood anyway: weights of one, unknown leaf
    /// values, and that a repetition disproves.
    pub fn to_json(&self) -> String {
        let id = |node: NodeIndex| quoted(self.id(node));
        let mut entries = Vec::new();
        for (key, text) in [("name", self.name()), ("source", self.source()), ("notes", self.notes())] {
            entries.extend(text.map(|text| (key, quoted(text))));
        }
        entries.push(("nodes", lines('[', self.nodes.iter().map(node_text), ']')));
        let edges = self.nodes().flat_map(|node| self.children(node).iter().map(move |&child| (node, child)));
        let edges = edges.map(|(parent, child)| format!("[{}, {}]", id(parent), id(child)));
        entries.push(("edges", lines('[', edges, ']')));
        entries.push(("root", id(self.root())));
        if let Some(order) = self.node_order() {
            let ids: Vec<String> = order.iter().map(|&node| id(node)).collect();
            entries.push(("node_order", format!("[{}]", ids.join(", "))));
        }
        if self.nodes.iter().any(|node| node.value.is_some()) {
            let decided = self.nodes.iter().filter_map(|node| Some((&node.id, node.value?)));
            let values = decided.map(|(id, value)| format!("{}: \"{value}\"", quoted(id)));
            entries.push(("leaf_values", lines('{', values, '}')));
        }
        if self.repetition != Repetition::Disproves {
            let names = REPETITIONS.into_iter().filter(|(_, rule)| *rule == self.repetition);
            entries.extend(names.map(|(name, _)| ("repetition", quoted(name))));
        }
        let entries: Vec<String> = entries.into_iter().map(|(key, text)| format!("  \"{key}\": {text}")).collect();
        format!("{{\n{}\n}}\n", entries.join(",\n"))
    }
}

fn node_text(node: &NodeData) -> String {
    let kind = match node.kind {
        None => "null",
        Some(Role::Or) => "\"or\"",
        Some(Role::And) => "\"and\"",
    };
    let weights = match (node.proof, node.disproof) {
        (1, 1) => String::new(),
        (proof, disproof) if proof == disproof => format!(", \"h\": {proof}"),
        (proof, disproof) => format!(", \"h_proof\": {proof}, \"h_disproof\": {disproof}"),
    };
    format!("{{\"id\": {}, \"kind\": {kind}{weights}}}", quoted(&node.id))
}

/// The parts between brackets, a line each.
fn lines(open: char, parts: impl Iterator<Item = String>, close: char) -> String {
    let lines: Vec<String> = parts.map(|part| format!("\n    {part}")).collect();
    if lines.is_empty() { format!("{open}{close}") } else { format!("{open}{}\n  {close}", lines.join(",")) }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
