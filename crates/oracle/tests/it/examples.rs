//! Every acyclic example of the suite: what each rule gives to each node.

use std::collections::BTreeSet;

use proofset_core::{Size, Value};
use proofset_oracle::{Caps, Graph, Pair, Pick, SetOrder, Tie, Truncated, Union};
use serde_json::Value as Json;

use crate::file::{File, graphs, size};

const UNBOUNDED: usize = usize::MAX;

fn caps(cap: usize) -> Caps {
    Caps { proof: cap, disproof: cap }
}

#[track_caller]
fn assert_sizes(file: &File, expected: (&Json, &Json), found: &[Pair<Size>]) {
    for (node, name) in file.names.iter().enumerate() {
        assert_eq!(found[node].proof, size(&expected.0[name]), "{}: proof number of {name}", file.path);
        assert_eq!(found[node].disproof, size(&expected.1[name]), "{}: disproof number of {name}", file.path);
    }
}

#[test]
fn numbers_of_every_node() {
    for file in graphs(".") {
        let graph = file.graph();
        let (expected, extra) = (&file.json["expected"], &file.json["extra"]);
        assert_sizes(&file, (&expected["pn"], &expected["dn"]), &graph.numbers());
        assert_sizes(&file, (&extra["max_pn"], &extra["max_dn"]), &graph.max_rule());
        assert_sizes(&file, (&extra["wpn_pn"], &extra["wpn_dn"]), &graph.weak_numbers());
    }
}

#[test]
fn sets_of_every_node() {
    for file in graphs(".") {
        let sets = file.graph().sets(&file.order(Tie::Lex));
        for (node, name) in file.names.iter().enumerate() {
            for (side, key) in [(Value::Proven, "pset"), (Value::Disproven, "dset")] {
                let found = sets[node].of(side).as_ref().map(|set| set.iter().copied().collect());
                assert_eq!(found, file.set(&file.json["expected"][key][name]), "{}: {key} of {name}", file.path);
            }
        }
    }
}

type IsSet = fn(&Graph, usize, &BTreeSet<usize>) -> bool;

#[test]
fn true_numbers_of_the_root() {
    for file in graphs(".") {
        let graph = file.graph();
        let expected = &file.json["extra"]["true_root"];
        let found = graph.true_numbers().unwrap()[graph.root_node()];
        assert_eq!((found.proof, found.disproof), (size(&expected["pn"]), size(&expected["dn"])), "{}", file.path);
        let sides: [(&str, Value, IsSet); 2] = [
            ("a_minimum_pset", Value::Proven, Graph::is_proof_set),
            ("a_minimum_dset", Value::Disproven, Graph::is_disproof_set),
        ];
        for (key, side, is_set) in sides {
            match expected.get(key) {
                None => {}
                Some(Json::Null) => assert!(found.of(side).is_infinite(), "{}: {key}", file.path),
                Some(set) => {
                    let set = file.nodes(set).into_iter().collect();
                    assert!(is_set(&graph, graph.root_node(), &set), "{}: {key}", file.path);
                    let weight = u32::try_from(graph.weight(&set, side)).unwrap();
                    assert_eq!(Size::new(weight), *found.of(side), "{}: {key}", file.path);
                }
            }
        }
    }
}

#[test]
fn truncated_sets_of_every_node() {
    let mut tables = 0;
    for file in graphs(".") {
        let Some(truncated) = file.json["extra"].get("truncated") else { continue };
        for (cap, expected) in truncated.as_object().unwrap() {
            tables += 1;
            let graph = file.graph();
            let order = file.order(Tie::Lex);
            let caps = caps(cap.parse().unwrap());
            let sets = graph.truncated_sets(caps, Union::Pairwise, &order);
            for (node, name) in file.names.iter().enumerate() {
                for (side, key) in [(Value::Proven, "pset_pairwise"), (Value::Disproven, "dset_pairwise")] {
                    let json = &expected[key][name];
                    let set = (json != "inf")
                        .then(|| Truncated { rep: file.nodes(&json["rep"]), bound: size(&json["bound"]) });
                    assert_eq!(*sets[node].of(side), set, "{}, K = {cap}: {key} of {name}", file.path);
                }
            }
            let root = &graph.truncated_sets(caps, Union::KWay, &order)[graph.root_node()];
            let bound = |set: &Option<Truncated>| set.as_ref().map_or(Size::INFINITE, |set| set.bound);
            let expected_bounds = &expected["root_bound_kway"];
            assert_eq!(bound(&root.proof), size(&expected_bounds["pset"]), "{}, K = {cap}", file.path);
            assert_eq!(bound(&root.disproof), size(&expected_bounds["dset"]), "{}, K = {cap}", file.path);
            let selected = graph.most_proving(caps, Union::Pairwise, &order, Pick::First);
            assert_eq!(selected, Some(file.node(&expected["select_mpn"])), "{}, K = {cap}", file.path);
        }
    }
    assert!(tables >= 20, "{tables} tables");
}

#[test]
fn most_proving_leaves() {
    for file in graphs(".") {
        let graph = file.graph();
        let order = file.order(Tie::Lex);
        let extra = &file.json["extra"];
        let select = |cap, pick| graph.most_proving(caps(cap), Union::Pairwise, &order, pick);
        let Some(candidates) = extra.get("pss_mpn_candidates") else {
            assert_eq!(select(UNBOUNDED, Pick::First), None, "a solved root has no leaf to expand");
            continue;
        };
        assert_eq!(select(0, Pick::First), Some(file.node(&extra["pns_mpn_leftmost"])), "{}", file.path);

        let mut candidates = file.nodes(candidates);
        let Pair { proof, disproof } = &graph.sets(&order)[graph.root_node()];
        let common: BTreeSet<usize> =
            proof.as_ref().unwrap().intersection(disproof.as_ref().unwrap()).copied().collect();
        assert_eq!(common, candidates.iter().copied().collect(), "{}", file.path);
        candidates.sort_by_key(|&node| order.rank(node));
        assert_eq!(select(UNBOUNDED, Pick::First), candidates.first().copied());
        assert_eq!(select(UNBOUNDED, Pick::Last), candidates.last().copied());
    }
}

#[test]
fn the_size_of_a_set_depends_on_the_order_of_nodes() {
    let file = File::read("order_dependence.json");
    let other = &file.json["extra"]["other_order"];
    let graph = file.graph();
    let order = SetOrder::by_list(&file.nodes(&other["node_order"]), Tie::Lex).unwrap();
    let root = graph.root_node();
    let set = |order| graph.sets(order)[root].proof.clone().unwrap();
    assert_eq!(Some(set(&order).into_iter().collect()), file.set(&other["root_pset"]));
    assert_eq!((set(&order).len(), set(&file.order(Tie::Lex)).len()), (1, 2));
}

/// A chain of diamonds: two OR nodes that share a child under every AND node.
fn diamonds(length: usize) -> Graph {
    use proofset_core::Role;
    use proofset_oracle::Kind;

    let (mut kinds, mut children) = (Vec::new(), Vec::new());
    for top in (0..length).map(|level| 3 * level) {
        kinds.extend([Role::And, Role::Or, Role::Or].map(Kind::Interior));
        children.extend([vec![top + 1, top + 2], vec![top + 3], vec![top + 3]]);
    }
    kinds.push(Kind::UNKNOWN);
    children.push(Vec::new());
    Graph::new(kinds, children, 0).unwrap()
}

#[test]
fn numbers_double_and_saturate() {
    for length in [6, 31, 32, 63, 64, 70, 127, 200] {
        let graph = diamonds(length);
        let exact = 1_u128.checked_shl(length as u32).unwrap_or(u128::MAX);
        let root = graph.exact_numbers()[0];
        assert_eq!((root.proof, root.disproof), (Some(exact), Some(1)));
        let clamped = Size::new(u32::try_from(exact).unwrap_or(u32::MAX));
        assert_eq!(graph.numbers()[0].proof, clamped);
        assert!(!clamped.is_infinite());
        assert_eq!(graph.sets(&SetOrder::by_number(graph.len(), Tie::Lex))[0].proof, Some([3 * length].into()));
    }
}
