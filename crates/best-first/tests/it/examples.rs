//! The worked examples of Müller (2001), Allis (1994) and others, on all nodes, from the files of the suite.
//!
//! The files give the values that every node must have, under a total order of single nodes. The values are computed
//! with the production algebras, ids in that order; a search on the same file must reach the same numbers.

use std::collections::BTreeMap;
use std::path::PathBuf;

use proofset_and_or::{Graph, NodeIndex};
use proofset_best_first::{Options, Search};
use proofset_core::{Limits, NodeId, Problem, Size, Solver, StopReason};
use proofset_nodeset::{BitSet, Count, Effort, Evaluator, Label, SortedSet, TieOrder};
use proofset_testkit::suite;
use serde_json::Value;

use crate::Costs;

struct Example {
    name: String,
    graph: Graph,
    /// The place of each node in the example's order.
    place: Vec<usize>,
    file: Value,
}

fn examples() -> Vec<Example> {
    let folder = suite::folder().join("and-or");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    assert_eq!(paths.len(), 19);
    paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let graph = Graph::from_json(&text).unwrap();
            let mut place = vec![0; graph.node_count()];
            for (index, node) in graph.node_order().expect("examples state their order").iter().enumerate() {
                place[node.index()] = index;
            }
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            Example { name, graph, place, file: serde_json::from_str(&text).unwrap() }
        })
        .collect()
}

impl Example {
    fn id(&self, node: NodeIndex) -> NodeId {
        NodeId::new(self.place[node.index()]).unwrap()
    }

    fn name_of(&self, id: NodeId) -> &str {
        let index = self.place.iter().position(|&place| place == id.index()).unwrap();
        self.graph.id(self.graph.nodes().nth(index).unwrap())
    }

    /// The label of every node, children first.
    fn labels<P: Effort, D: Effort>(&self, evaluator: &mut Evaluator<P, D>) -> Vec<Label<P::Value, D::Value>> {
        let mut labels: BTreeMap<usize, Label<P::Value, D::Value>> = BTreeMap::new();
        while labels.len() < self.graph.node_count() {
            for node in self.graph.nodes() {
                let children = self.graph.children(node);
                if labels.contains_key(&node.index()) || children.iter().any(|c| !labels.contains_key(&c.index())) {
                    continue;
                }
                let label = if let Some(value) = self.graph.leaf_value(node) {
                    evaluator.decided(value)
                } else if children.is_empty() {
                    let (proof, disproof) = self.graph.cost(node);
                    evaluator.leaf(self.id(node), proof, disproof).unwrap()
                } else {
                    let old = evaluator.decided(proofset_core::Value::Proven);
                    let children: Vec<_> =
                        children.iter().map(|child| (self.id(*child), labels[&child.index()])).collect();
                    let role = self.graph.kind(node).unwrap();
                    evaluator.combine(role, old, &children).unwrap().now.label
                };
                labels.insert(node.index(), label);
            }
        }
        labels.into_values().collect()
    }

    /// The listed members by name, in the example's order, or "inf".
    fn set<E: Effort>(&self, effort: &E, value: E::Value) -> Value {
        if effort.size(value).is_infinite() {
            return "inf".into();
        }
        effort.members(value).map(|id| self.name_of(id)).collect::<Vec<_>>().into()
    }
}

fn number(size: Size) -> Value {
    size.finite().map_or("inf".into(), Into::into)
}

#[test]
fn proof_and_disproof_numbers() {
    for example in examples() {
        let mut evaluator = Evaluator::new(Count::new(), Count::new());
        let labels = example.labels(&mut evaluator);
        for node in example.graph.nodes() {
            let name = example.graph.id(node);
            let label = labels[node.index()];
            assert_eq!(number(label.proof), example.file["expected"]["pn"][name], "{} {name}", example.name);
            assert_eq!(number(label.disproof), example.file["expected"]["dn"][name], "{} {name}", example.name);
        }
    }
}

fn check_sets<E: Effort>(example: &Example, proof: E, disproof: E) {
    let mut evaluator = Evaluator::new(proof, disproof);
    let labels = example.labels(&mut evaluator);
    for node in example.graph.nodes() {
        let name = example.graph.id(node);
        let label = labels[node.index()];
        let expected = &example.file["expected"];
        assert_eq!(example.set(&evaluator.proof, label.proof), expected["pset"][name], "{} {name}", example.name);
        assert_eq!(example.set(&evaluator.disproof, label.disproof), expected["dset"][name], "{} {name}", example.name);
    }
}

#[test]
fn proof_and_disproof_sets() {
    for example in examples() {
        check_sets(&example, SortedSet::new(TieOrder::Lex), SortedSet::new(TieOrder::Lex));
        check_sets(&example, BitSet::new(TieOrder::Lex), BitSet::new(TieOrder::Lex));
    }
}

#[test]
fn truncated_sets() {
    let mut checked = 0;
    for example in examples() {
        let Some(by_k) = example.file["extra"]["truncated"].as_object() else { continue };
        for (k, expected) in by_k {
            let k: usize = k.parse().unwrap();
            let sets = || SortedSet::truncated(k, TieOrder::Lex);
            let mut evaluator = Evaluator::new(sets(), sets());
            let labels = example.labels(&mut evaluator);
            for node in example.graph.nodes() {
                let name = example.graph.id(node);
                let label = labels[node.index()];
                let sides = [
                    (&evaluator.proof, label.proof, &expected["pset_pairwise"][name]),
                    (&evaluator.disproof, label.disproof, &expected["dset_pairwise"][name]),
                ];
                for (effort, value, expected) in sides {
                    let context = format!("{} {name} K = {k}", example.name);
                    if effort.size(value).is_infinite() {
                        assert_eq!(*expected, Value::from("inf"), "{context}");
                    } else {
                        assert_eq!(number(effort.size(value)), expected["bound"], "{context}");
                        assert_eq!(example.set(effort, value), expected["rep"], "{context}");
                    }
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 100, "only {checked} truncated sets were found in the files");
}

#[test]
fn searches_reach_the_same_numbers() {
    for example in examples() {
        let (graph, costs) = (&example.graph, Costs::of_graph());
        let mut search = Search::with_probe(graph, Count::new(), Count::new(), Options::default(), costs);
        let report = search.solve(&Limits::none(), &mut ()).unwrap();
        let root = example.graph.id(example.graph.root());
        assert_eq!(number(report.proof), example.file["expected"]["pn"][root], "{}", example.name);
        assert_eq!(number(report.disproof), example.file["expected"]["dn"][root], "{}", example.name);
        if report.stop == StopReason::OpenLeaves {
            for node in example.graph.nodes() {
                let found = search.find(&node).expect("every node is reachable");
                let label = search.label(found);
                let name = example.graph.id(node);
                assert_eq!(number(label.proof), example.file["expected"]["pn"][name], "{} {name}", example.name);
            }
        }
    }
}

#[test]
fn the_diamond_chain_doubles_until_it_saturates() {
    for d in [6, 31, 32, 63, 64, 70] {
        let graph = proofset_testkit::families::diamond_chain(d);
        let mut numbers = Search::new(&graph, Count::new(), Count::new(), Options::default());
        let report = numbers.solve(&Limits::none(), &mut ()).unwrap();
        assert_eq!(report.proof, if d < 32 { Size::new(1 << d) } else { Size::MAX_FINITE });
        assert_eq!((report.disproof, report.stop), (Size::ONE, StopReason::OpenLeaves));
        let ties = TieOrder::Lex;
        let mut sets = Search::new(&graph, SortedSet::new(ties), SortedSet::new(ties), Options::default());
        assert_eq!(sets.solve(&Limits::none(), &mut ()).unwrap().proof, Size::ONE);
    }
}
