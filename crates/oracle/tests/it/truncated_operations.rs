//! Unions of truncated sets: the examples of Müller (2001) and the laws that fail.

use proofset_core::Size;
use proofset_oracle::{SetOrder, Tie, Truncated, Truncation};
use serde_json::Value as Json;

use crate::file::{read_json, size, text};

/// Nodes are single letters, in the order of the alphabet.
fn truncated(json: &Json) -> Truncated {
    let node = |name: &Json| usize::from(text(name).as_bytes()[0] - b'A');
    Truncated { rep: json["rep"].as_array().unwrap().iter().map(node).collect(), bound: size(&json["bound"]) }
}

#[test]
fn unions_of_the_paper() {
    let file = read_json("ops/truncated_sets.json");
    let order = SetOrder::by_number(26, Tie::Lex);
    for case in file["cases"].as_array().unwrap() {
        let weight = |letter: u8| case["weights"][char::from(letter).to_string()].as_u64().unwrap_or(1) as u32;
        let costs: Vec<u32> = (b'A'..=b'Z').map(weight).collect();
        let sets = Truncation { cap: case["K"].as_u64().unwrap() as usize, costs: &costs, order: &order };
        let (a, b) = (truncated(&case["a"]), truncated(&case["b"]));
        let c = || truncated(&case["c"]);
        let found = match text(&case["op"]) {
            "union" => {
                assert_eq!(sets.union_all(&[a.clone(), b.clone()]).rep, sets.union(&a, &b).rep);
                sets.union(&a, &b)
            }
            "(a|b)|c" => sets.union(&sets.union(&a, &b), &c()),
            "a|(b|c)" => sets.union(&a, &sets.union(&b, &c())),
            "kway(a,b,c)" => sets.union_all(&[a, b, c()]),
            other => panic!("operation {other}"),
        };
        assert_eq!(found, truncated(&case["result"]), "{}", case["name"]);
    }
}

#[test]
fn saturated_bounds_stay_so() {
    let order = SetOrder::by_number(2, Tie::Lex);
    let sets = Truncation { cap: 1, costs: &[1, 1], order: &order };
    let huge = Truncated { rep: vec![0], bound: Size::MAX_FINITE };
    assert_eq!(sets.union(&huge, &huge), huge);
    assert_eq!(sets.union_all(&[huge.clone(), huge.clone(), sets.single(1)]), huge);
}
