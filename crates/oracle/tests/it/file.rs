//! The AND/OR graphs of `and-or` in the suite: nodes by name, expected values per node.

use std::path::PathBuf;

use proofset_core::{Role, Size};
use proofset_oracle::{Graph, Kind, SetOrder, Tie};
use serde_json::Value as Json;

/// A file of the suite.
pub(crate) struct File {
    /// Its path in the suite, for messages.
    pub(crate) path: String,
    pub(crate) json: Json,
    pub(crate) names: Vec<String>,
}

fn collection() -> PathBuf {
    proofset_testkit::suite::folder().join("and-or")
}

pub(crate) fn read_json(path: &str) -> Json {
    let path = collection().join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The graphs in a folder of the suite, in the order of their names.
pub(crate) fn graphs(folder: &str) -> Vec<File> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(collection().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    assert!(!paths.is_empty(), "no graphs in {folder}");
    paths.sort();
    paths.iter().map(|path| File::read(&format!("{folder}/{}", path.file_name().unwrap().display()))).collect()
}

impl File {
    pub(crate) fn read(path: &str) -> Self {
        let json = read_json(path);
        let names = json["nodes"].as_array().unwrap().iter().map(|node| text(&node["id"]).to_owned()).collect();
        Self { path: path.to_owned(), json, names }
    }

    pub(crate) fn node(&self, name: &Json) -> usize {
        self.names.iter().position(|known| known == text(name)).unwrap_or_else(|| panic!("no node {name}"))
    }

    pub(crate) fn root(&self) -> usize {
        self.node(&self.json["root"])
    }

    /// The kinds and the children of all nodes.
    pub(crate) fn parts(&self) -> (Vec<Kind>, Vec<Vec<usize>>) {
        let kind = |(node, name): (&Json, &String)| match node["kind"].as_str() {
            Some("or") => Kind::Interior(Role::Or),
            Some("and") => Kind::Interior(Role::And),
            Some(other) => panic!("kind {other}"),
            None => match text(&self.json["leaf_values"][name]) {
                "proven" => Kind::Proven,
                "disproven" => Kind::Disproven,
                _ => {
                    let cost = node.get("h").map_or(1, |cost| cost.as_u64().unwrap() as u32);
                    Kind::Unknown { proof: cost, disproof: cost }
                }
            },
        };
        let kinds = self.json["nodes"].as_array().unwrap().iter().zip(&self.names).map(kind).collect();
        let mut children = vec![Vec::new(); self.names.len()];
        for edge in self.json["edges"].as_array().unwrap() {
            children[self.node(&edge[0])].push(self.node(&edge[1]));
        }
        (kinds, children)
    }

    pub(crate) fn graph(&self) -> Graph {
        let (kinds, children) = self.parts();
        Graph::new(kinds, children, self.root()).unwrap()
    }

    pub(crate) fn nodes(&self, list: &Json) -> Vec<usize> {
        list.as_array().unwrap().iter().map(|name| self.node(name)).collect()
    }

    /// The order of nodes that the file names, with this tie order.
    pub(crate) fn order(&self, tie: Tie) -> SetOrder {
        SetOrder::by_list(&self.nodes(&self.json["node_order"]), tie).unwrap()
    }

    /// A set in ascending order; `None` for `"inf"`.
    pub(crate) fn set(&self, json: &Json) -> Option<Vec<usize>> {
        if json == "inf" {
            return None;
        }
        let mut nodes = self.nodes(json);
        nodes.sort_unstable();
        Some(nodes)
    }
}

pub(crate) fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_else(|| panic!("{json} should be text"))
}

/// A number, or `"inf"`.
pub(crate) fn size(json: &Json) -> Size {
    if json == "inf" { Size::INFINITE } else { Size::new(json.as_u64().unwrap() as u32) }
}
