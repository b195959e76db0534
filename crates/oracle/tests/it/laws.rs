//! The theorems, on thousands of random graphs.

use std::collections::BTreeSet;

use proofset_core::{Size, Value, Verdict};
use proofset_oracle::{Caps, Graph, Kind, Pair, Pick, SetOrder, Tie, Truncated, Truncation, Union, solve};

use crate::random::{Shape, graph};

const ANY: Shape = Shape { tree: false, costs: 1, solved: true };
const WEIGHTED: Shape = Shape { tree: false, costs: 6, solved: true };
const TREE: Shape = Shape { tree: true, costs: 1, solved: true };
const SIDES: [Value; 2] = [Value::Proven, Value::Disproven];

fn for_graphs(seed: u64, count: usize, shape: Shape, mut test: impl FnMut(&Graph)) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..count {
        test(&graph(&mut random, shape));
    }
}

fn orders(graph: &Graph) -> [SetOrder; 2] {
    [Tie::Lex, Tie::Colex].map(|tie| SetOrder::by_number(graph.len(), tie))
}

fn caps(cap: usize) -> Caps {
    Caps { proof: cap, disproof: cap }
}

fn weight(graph: &Graph, set: Option<&BTreeSet<usize>>, side: Value) -> Size {
    set.map_or(Size::INFINITE, |set| Size::new(graph.weight(set, side) as u32))
}

fn bound(set: Option<&Truncated>) -> Size {
    set.map_or(Size::INFINITE, |set| set.bound)
}

/// One side is done if and only if the other is hopeless, and that is what the node's value says.
#[test]
fn every_rule_agrees_on_solved_nodes() {
    for_graphs(1, 1000, WEIGHTED, |graph| {
        let verdicts = graph.verdicts();
        let states = solve(graph, graph.len()).unwrap();
        let order = &orders(graph)[0];
        let sets = graph.sets(order);
        let truncated = graph.truncated_sets(caps(2), Union::Pairwise, order);
        let rules = [graph.numbers(), graph.max_rule(), graph.weak_numbers(), graph.true_numbers().unwrap()];
        for node in 0..graph.len() {
            let solved = match verdicts[node] {
                Verdict::Proven => (Size::ZERO, Size::INFINITE),
                Verdict::Disproven => (Size::INFINITE, Size::ZERO),
                Verdict::Unknown => (Size::ONE, Size::ONE),
            };
            let clamp = |size: Size| if size.is_infinite() { size } else { size.min(Size::ONE) };
            for rule in &rules {
                assert_eq!((clamp(rule[node].proof), clamp(rule[node].disproof)), solved);
            }
            let found = SIDES.map(|side| clamp(weight(graph, sets[node].of(side).as_ref(), side)));
            assert_eq!((found[0], found[1]), solved);
            let found = SIDES.map(|side| clamp(bound(truncated[node].of(side).as_ref())));
            assert_eq!((found[0], found[1]), solved);
            if let Some(verdict) = states.get(&node) {
                assert_eq!(verdict, verdicts[node], "backward induction");
            }
        }
    });
}

#[test]
fn sets_prove_and_meet() {
    for shape in [ANY, WEIGHTED] {
        for_graphs(2, 600, shape, |graph| {
            for order in orders(graph) {
                for (node, sets) in graph.sets(&order).iter().enumerate() {
                    if let Some(set) = &sets.proof {
                        assert!(graph.is_proof_set(node, set));
                    }
                    if let Some(set) = &sets.disproof {
                        assert!(graph.is_disproof_set(node, set));
                    }
                    if let Pair { proof: Some(proof), disproof: Some(disproof) } = sets {
                        assert!(proof.is_empty() || disproof.is_empty() || !proof.is_disjoint(disproof));
                    }
                }
            }
        });
    }
}

/// max rule <= true <= set <= tree rule, and max rule <= weak <= tree rule: on either side of every node.
#[test]
fn rules_are_ordered() {
    let mut strict = [0; 4];
    for_graphs(3, 1500, ANY, |graph| {
        let (least, truth, weak, tree) =
            (graph.max_rule(), graph.true_numbers().unwrap(), graph.weak_numbers(), graph.numbers());
        for order in orders(graph) {
            let sets = graph.sets(&order);
            for node in 0..graph.len() {
                for side in SIDES {
                    let set = weight(graph, sets[node].of(side).as_ref(), side);
                    let line = [*least[node].of(side), *truth[node].of(side), set, *tree[node].of(side)];
                    assert!(line.is_sorted(), "{line:?}");
                    for (place, pair) in line.windows(2).enumerate() {
                        strict[place] += usize::from(pair[0] < pair[1]);
                    }
                    let weak = *weak[node].of(side);
                    assert!(line[0] <= weak && weak <= line[3]);
                    strict[3] += usize::from(weak < line[3]);
                }
            }
        }
    });
    assert!(strict.iter().all(|&count| count > 10), "each inequality should be strict at times: {strict:?}");
}

/// true <= weighted set <= tree rule, and true <= bound <= tree rule for every K, with any costs.
#[test]
fn weighted_rules_are_ordered() {
    for_graphs(4, 600, WEIGHTED, |graph| {
        let (truth, tree) = (graph.true_numbers().unwrap(), graph.numbers());
        for order in orders(graph) {
            let sets = graph.sets(&order);
            for cap in [0, 1, 2, 4, usize::MAX] {
                for union in [Union::Pairwise, Union::KWay] {
                    let truncated = graph.truncated_sets(caps(cap), union, &order);
                    for node in 0..graph.len() {
                        for side in SIDES {
                            let set = weight(graph, sets[node].of(side).as_ref(), side);
                            let bound = bound(truncated[node].of(side).as_ref());
                            let (truth, tree) = (*truth[node].of(side), *tree[node].of(side));
                            assert!(truth <= set && set <= tree);
                            assert!(truth <= bound && bound <= tree);
                        }
                    }
                }
            }
        }
    });
}

#[test]
fn on_trees_sets_are_exact() {
    for_graphs(5, 800, TREE, |graph| {
        let (truth, tree) = (graph.true_numbers().unwrap(), graph.numbers());
        assert_eq!(truth, tree);
        let sets = graph.sets(&orders(graph)[0]);
        for node in 0..graph.len() {
            for side in SIDES {
                assert_eq!(weight(graph, sets[node].of(side).as_ref(), side), *tree[node].of(side));
            }
            if let Pair { proof: Some(proof), disproof: Some(disproof) } = &sets[node] {
                let common = usize::from(!proof.is_empty() && !disproof.is_empty());
                assert_eq!(proof.intersection(disproof).count(), common);
            }
        }
    });
}

/// Without a cap nothing is hidden; with cap 0 only numbers are left.
#[test]
fn truncation_runs_from_numbers_to_sets() {
    for shape in [ANY, WEIGHTED] {
        for_graphs(6, 600, shape, |graph| {
            let numbers = graph.numbers();
            for order in orders(graph) {
                let sets = graph.sets(&order);
                for union in [Union::Pairwise, Union::KWay] {
                    let full = graph.truncated_sets(caps(graph.len()), union, &order);
                    let empty = graph.truncated_sets(caps(0), union, &order);
                    for node in 0..graph.len() {
                        for side in SIDES {
                            let listed = full[node].of(side).as_ref().map(|set| set.rep.iter().copied().collect());
                            assert_eq!(listed, *sets[node].of(side));
                            let weight = weight(graph, sets[node].of(side).as_ref(), side);
                            assert_eq!(bound(full[node].of(side).as_ref()), weight);
                            assert_eq!(bound(empty[node].of(side).as_ref()), *numbers[node].of(side));
                            assert!(empty[node].of(side).as_ref().is_none_or(|set| set.rep.is_empty()));
                        }
                    }
                }
            }
        });
    }
}

/// bound < K if and only if everything is listed; otherwise K nodes are (unit costs).
#[test]
fn short_sets_are_exact() {
    for_graphs(7, 600, ANY, |graph| {
        for cap in 0..5 {
            let sets = graph.truncated_sets(caps(cap), Union::Pairwise, &orders(graph)[0]);
            for set in sets.iter().flat_map(|pair| [&pair.proof, &pair.disproof]).flatten() {
                let bound = set.bound.finite().unwrap() as usize;
                assert_eq!(set.rep.len(), bound.min(cap));
            }
        }
    });
}

/// The same parts at once: a bound that no order changes, and that no pairwise union undercuts. Both list the same.
#[test]
fn union_at_once_has_the_least_bound() {
    let mut random = fastrand::Rng::with_seed(8);
    let mut smaller = 0;
    for _ in 0..2000 {
        let costs: Vec<u32> = (0..8).map(|_| random.u32(1..4)).collect();
        let order = SetOrder::by_number(8, Tie::Lex);
        let sets = Truncation { cap: random.usize(0..5), costs: &costs, order: &order };
        let part = |random: &mut fastrand::Rng| {
            let members: Vec<Truncated> = (0..random.usize(1..5)).map(|_| sets.single(random.usize(..8))).collect();
            sets.union_all(&members)
        };
        let mut parts: Vec<Truncated> = (0..random.usize(1..5)).map(|_| part(&mut random)).collect();
        let at_once = sets.union_all(&parts);
        let empty = Truncated { rep: Vec::new(), bound: Size::ZERO };
        for _ in 0..4 {
            random.shuffle(&mut parts);
            assert_eq!(sets.union_all(&parts), at_once);
            let pairwise = parts.iter().fold(empty.clone(), |union, part| sets.union(&union, part));
            assert_eq!(pairwise.rep, at_once.rep);
            assert!(at_once.bound <= pairwise.bound);
            smaller += usize::from(at_once.bound < pairwise.bound);
        }
        for part in &parts {
            assert_eq!(sets.union(part, &empty), *part);
        }
    }
    assert!(smaller > 10);
}

/// With the same sequence of unions, more members listed give a smaller bound and a longer list of the same order.
#[test]
fn listing_more_tightens_a_sequence_of_unions() {
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..1000 {
        let costs: Vec<u32> = (0..9).map(|_| random.u32(1..4)).collect();
        let order = SetOrder::by_number(9, Tie::Lex);
        let leaves: Vec<Vec<usize>> =
            (0..4).map(|_| (0..random.usize(1..5)).map(|_| random.usize(..9)).collect()).collect();
        let run = |cap| {
            let sets = Truncation { cap, costs: &costs, order: &order };
            let join = |a: Truncated, b: &Truncated| sets.union(&a, b);
            let empty = || Truncated { rep: Vec::new(), bound: Size::ZERO };
            let part =
                |nodes: &Vec<usize>| nodes.iter().map(|&node| sets.single(node)).fold(empty(), |a, b| join(a, &b));
            leaves.iter().map(part).fold(empty(), |a, b| join(a, &b))
        };
        for cap in 0..9 {
            let (shorter, longer) = (run(cap), run(cap + 1));
            assert!(longer.bound <= shorter.bound);
            assert!(longer.rep.starts_with(&shorter.rep));
        }
    }
}

/// The selected leaf is unknown, and lies in a proof set and in a disproof set of the root: solving it either way
/// brings one of the two nearer.
#[test]
fn the_most_proving_leaf_counts_for_both_sides() {
    for shape in [ANY, WEIGHTED] {
        for_graphs(10, 400, shape, |graph| {
            let decided = graph.verdicts()[0] != Verdict::Unknown;
            for order in orders(graph) {
                for cap in [0, 1, 3, usize::MAX] {
                    for pick in [Pick::First, Pick::Last] {
                        let leaf = graph.most_proving(caps(cap), Union::Pairwise, &order, pick);
                        assert_eq!(leaf.is_none(), decided);
                        if let Some(leaf) = leaf {
                            assert!(matches!(graph.kind(leaf), Kind::Unknown { .. }));
                            assert!(in_some_minimal_set(graph, leaf, Graph::is_proof_set));
                            assert!(in_some_minimal_set(graph, leaf, Graph::is_disproof_set));
                        }
                    }
                }
            }
        });
    }
}

/// Is there a set of unknown leaves that works only as long as this leaf is in it?
fn in_some_minimal_set(graph: &Graph, leaf: usize, works: impl Fn(&Graph, usize, &BTreeSet<usize>) -> bool) -> bool {
    let others: Vec<usize> = graph.unknown_leaves().into_iter().filter(|&other| other != leaf).collect();
    (0..1_usize << others.len()).any(|chosen| {
        let mut set: BTreeSet<usize> =
            (0..others.len()).filter(|bit| chosen >> bit & 1 == 1).map(|bit| others[bit]).collect();
        let without = works(graph, 0, &set);
        set.insert(leaf);
        !without && works(graph, 0, &set)
    })
}

/// Every proof set meets every disproof set, and the least ones hit each other: the true proof number is the least
/// weight of a set that meets all disproof sets.
#[test]
fn proof_sets_are_the_sets_that_meet_all_disproof_sets() {
    for_graphs(11, 200, ANY, |graph| {
        let leaves = graph.unknown_leaves();
        if leaves.len() > 7 {
            return;
        }
        let subsets: Vec<BTreeSet<usize>> = (0..1_usize << leaves.len())
            .map(|chosen| (0..leaves.len()).filter(|bit| chosen >> bit & 1 == 1).map(|bit| leaves[bit]).collect())
            .collect();
        let disproofs: Vec<_> = subsets.iter().filter(|set| graph.is_disproof_set(0, set)).collect();
        for set in &subsets {
            let meets_all = disproofs.iter().all(|disproof| !set.is_disjoint(disproof));
            assert_eq!(graph.is_proof_set(0, set), meets_all);
        }
    });
}

#[test]
fn sets_of_solved_or_inner_nodes_prove_nothing() {
    for_graphs(12, 50, ANY, |graph| {
        assert!(!graph.is_proof_set(0, &BTreeSet::from([0])));
        assert!(!graph.is_disproof_set(0, &BTreeSet::from([graph.len()])));
    });
}
