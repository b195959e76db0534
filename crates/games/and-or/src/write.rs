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
        // One text, written from the front to the back: graphs may be large.
        let mut text = String::from("{");
        let mut entry = |key: &str, write: &dyn Fn(&mut String)| {
            text.push_str(if text.len() == 1 { "\n  " } else { ",\n  " });
            text.push_str(&quoted(key));
            text.push_str(": ");
            write(&mut text);
        };
        let id = |node: NodeIndex| quoted(self.id(node));
        for (key, value) in [("name", self.name()), ("source", self.source()), ("notes", self.notes())] {
            if let Some(value) = value {
                entry(key, &|text| text.push_str(&quoted(value)));
            }
        }
        entry("nodes", &|text| lines(text, ['[', ']'], self.nodes.iter().map(node_text)));
        entry("edges", &|text| {
            let edges = self.nodes().flat_map(|node| self.children(node).iter().map(move |&child| (node, child)));
            lines(text, ['[', ']'], edges.map(|(parent, child)| format!("[{}, {}]", id(parent), id(child))));
        });
        entry("root", &|text| text.push_str(&id(self.root())));
        if let Some(order) = self.node_order() {
            let ids: Vec<String> = order.iter().map(|&node| id(node)).collect();
            entry("node_order", &|text| text.extend(["[", &ids.join(", "), "]"]));
        }
        if self.nodes.iter().any(|node| node.value.is_some()) {
            entry("leaf_values", &|text| {
                let decided = self.nodes.iter().filter_map(|node| Some((&node.id, node.value?)));
                lines(text, ['{', '}'], decided.map(|(id, value)| format!("{}: \"{value}\"", quoted(id))));
            });
        }
        if self.repetition != Repetition::Disproves {
            let names = REPETITIONS.into_iter().filter(|(_, rule)| *rule == self.repetition);
            names.for_each(|(name, _)| entry("repetition", &|text| text.push_str(&quoted(name))));
        }
        text.push_str("\n}\n");
        text.shrink_to_fit();
        text
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

/// Writes the parts between brackets, a line each.
fn lines(text: &mut String, [open, close]: [char; 2], parts: impl Iterator<Item = String>) {
    text.push(open);
    let start = text.len();
    for part in parts {
        text.push_str(if text.len() == start { "\n    " } else { ",\n    " });
        text.push_str(&part);
    }
    if text.len() > start {
        text.push_str("\n  ");
    }
    text.push(close);
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
