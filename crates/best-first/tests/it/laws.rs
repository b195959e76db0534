//! The theorems of Müller (2001) on the graphs that searches grow, after every step.
//!
//! The oracle recomputes everything from scratch on a copy of the graph: numbers, sets, truncated sets, true numbers.

use std::collections::{BTreeMap, BTreeSet};

use proofset_and_or::Graph;
use proofset_best_first::{Evaluation, GraphMode, Lookahead, Options, Search};
use proofset_certificate::SolvedGraph;
use proofset_core::{Limits, NodeId, Size, Solver, Value};
use proofset_graph::UpdateOrder;
use proofset_nodeset::{BitSet, Count, Effort, Label, Naming, Pick, SortedSet, TieOrder, UnionRule};
use proofset_oracle::{Caps, Graph as Plain, Kind, Pair, SetOrder, Tie, Union};
use proofset_testkit::random::RandomGraph;

use crate::Costs;

fn node(index: usize) -> NodeId {
    NodeId::new(index).unwrap()
}

type Probed<'a, E, D> = Search<&'a Graph, E, D, Costs<'a>>;

fn probed<E: Effort, D: Effort>(graph: &Graph, proof: E, disproof: D, options: Options) -> Probed<'_, E, D> {
    Search::with_probe(graph, proof, disproof, options, Costs::of_graph())
}

/// The graph that a search has grown so far, for the oracle.
fn snapshot<E: Effort, D: Effort>(graph: &Graph, search: &Probed<'_, E, D>) -> Plain {
    let nodes = search.node_count();
    let children: Vec<Vec<usize>> = (0..nodes).map(|n| search.children(node(n)).map(NodeId::index).collect()).collect();
    let kinds = (0..nodes)
        .map(|n| match (children[n].is_empty(), search.value(node(n)), SolvedGraph::role(search, node(n))) {
            (false, _, Some(role)) => Kind::Interior(role),
            (true, Some(Value::Proven), _) => Kind::Proven,
            (true, Some(Value::Disproven), _) => Kind::Disproven,
            _ => {
                let (proof, disproof) = graph.cost(*search.state(node(n)));
                Kind::Unknown { proof: proof.finite().unwrap(), disproof: disproof.finite().unwrap() }
            }
        })
        .collect();
    Plain::new(kinds, children, 0).expect("the graph is acyclic")
}

/// The members that a value lists, ascending.
fn members<E: Effort>(effort: &E, value: E::Value) -> BTreeSet<usize> {
    effort.members(value).map(NodeId::index).collect()
}

/// Runs a search step by step and calls `check` between the steps.
fn each_step<'a, E: Effort, D: Effort>(
    mut search: Probed<'a, E, D>,
    graph: &Graph,
    mut check: impl FnMut(&Plain, &Probed<'a, E, D>),
) {
    for budget in 0.. {
        let report = search.solve(&Limits::expansions(budget), &mut ()).expect("the graph is acyclic");
        check(&snapshot(graph, &search), &search);
        if report.expanded < budget {
            break;
        }
    }
}

fn graphs() -> impl Iterator<Item = Graph> {
    let unit = RandomGraph::dag();
    let weighted = RandomGraph { max_weight: 5, ..RandomGraph::dag() };
    let dense = RandomGraph { depth: 7, width: 4, branching: 2..=3, share: 0.7, ..RandomGraph::dag() };
    (0..60).map(move |seed| match seed % 3 {
        0 => unit.generate(seed),
        1 => weighted.generate(seed),
        _ => dense.generate(seed),
    })
}

/// Zero on one side is infinity on the other, and neither occurs otherwise.
fn assert_paired(proof: Size, disproof: Size) {
    assert_eq!(proof.is_zero(), disproof.is_infinite());
    assert_eq!(proof.is_infinite(), disproof.is_zero());
}

#[test]
fn stored_numbers_are_those_computed_from_scratch() {
    for graph in graphs() {
        each_step(probed(&graph, Count::new(), Count::new(), Options::default()), &graph, |plain, search| {
            for (n, expected) in plain.numbers().into_iter().enumerate() {
                let label = search.label(node(n));
                assert_eq!((label.proof, label.disproof), (expected.proof, expected.disproof));
                assert_paired(label.proof, label.disproof);
            }
        });
    }
}

#[test]
fn stored_sets_are_those_computed_from_scratch() {
    for (ties, tie) in [(TieOrder::Lex, Tie::Lex), (TieOrder::Colex, Tie::Colex), (TieOrder::First, Tie::First)] {
        for graph in graphs() {
            let search = probed(&graph, SortedSet::new(ties), SortedSet::new(ties), Options::default());
            each_step(search, &graph, |plain, search| {
                let sets = plain.sets(&SetOrder::by_number(plain.len(), tie));
                for (n, expected) in sets.into_iter().enumerate() {
                    let label = search.label(node(n));
                    let evaluator = search.evaluator();
                    let found = |infinite: bool, set: BTreeSet<usize>| (!infinite).then_some(set);
                    let (p, d) = (&evaluator.proof, &evaluator.disproof);
                    let infinite = p.size(label.proof).is_infinite();
                    assert_eq!(found(infinite, members(p, label.proof)), expected.proof);
                    let infinite = d.size(label.disproof).is_infinite();
                    assert_eq!(found(infinite, members(d, label.disproof)), expected.disproof);
                }
            });
        }
    }
}

#[test]
fn stored_truncated_sets_are_those_computed_from_scratch() {
    for (p, d) in [(0, 0), (1, 1), (2, 5), (4, 0), (100, 3)] {
        for graph in graphs().take(30) {
            let sets = |k| SortedSet::truncated(k, TieOrder::Lex);
            each_step(probed(&graph, sets(p), sets(d), Options::default()), &graph, |plain, search| {
                let order = SetOrder::by_number(plain.len(), Tie::Lex);
                let caps: Caps = Pair { proof: p, disproof: d };
                let expected = plain.truncated_sets(caps, Union::Pairwise, &order);
                for (n, expected) in expected.into_iter().enumerate() {
                    let label = search.label(node(n));
                    let sides = [
                        (&search.evaluator().proof, label.proof, expected.proof),
                        (&search.evaluator().disproof, label.disproof, expected.disproof),
                    ];
                    for (effort, value, expected) in sides {
                        let size = effort.size(value);
                        assert_eq!(size.is_infinite(), expected.is_none());
                        if let Some(expected) = expected {
                            assert_eq!(size, expected.bound);
                            assert_eq!(members(effort, value), expected.rep.iter().copied().collect());
                        }
                    }
                }
            });
        }
    }
}

#[test]
fn theorem_1_and_validity_and_membership() {
    for graph in graphs() {
        let search = probed(&graph, SortedSet::new(TieOrder::Lex), SortedSet::new(TieOrder::Lex), Options::default());
        each_step(search, &graph, |plain, search| {
            let unknown: BTreeSet<usize> = plain.unknown_leaves().into_iter().collect();
            for n in 0..plain.len() {
                if search.value(node(n)).is_some() {
                    continue;
                }
                let label = search.label(node(n));
                let proof = members(&search.evaluator().proof, label.proof);
                let disproof = members(&search.evaluator().disproof, label.disproof);
                assert!(!proof.is_disjoint(&disproof), "a proof set meets every disproof set");
                assert!(plain.is_proof_set(n, &proof) && plain.is_disproof_set(n, &disproof));
                assert!(proof.is_subset(&unknown) && disproof.is_subset(&unknown), "only unknown leaves are members");
            }
        });
    }
}

#[test]
fn theorems_2_5_6_7_sets_are_between_the_true_numbers_and_the_proof_numbers() {
    for graph in graphs() {
        let search = probed(&graph, SortedSet::new(TieOrder::Lex), SortedSet::new(TieOrder::Lex), Options::default());
        each_step(search, &graph, |plain, search| {
            let numbers = plain.numbers();
            let Ok(truth) = plain.true_numbers() else { return };
            let order = SetOrder::by_number(plain.len(), Tie::Lex);
            let truncated: Vec<_> = [0, 1, 2, 4]
                .map(|k| plain.truncated_sets(Pair { proof: k, disproof: k }, Union::Pairwise, &order))
                .into_iter()
                .collect();
            for n in 0..plain.len() {
                let label = search.label(node(n));
                let size = search.evaluator().proof.size(label.proof);
                assert!(truth[n].proof <= size && size <= numbers[n].proof);
                let size = search.evaluator().disproof.size(label.disproof);
                assert!(truth[n].disproof <= size && size <= numbers[n].disproof);
                for sets in &truncated {
                    if let Some(set) = &sets[n].proof {
                        assert!(set.bound <= numbers[n].proof);
                        assert!(set.bound >= truth[n].proof);
                    }
                }
            }
        });
    }
}

/// The states in the order in which a search expands them.
fn expansion_order<E: Effort, D: Effort>(graph: &Graph, proof: E, disproof: D, options: Options) -> Vec<usize> {
    let mut search = Search::new(graph, proof, disproof, options);
    let mut order = Vec::new();
    for budget in 1.. {
        let report = search.solve(&Limits::expansions(budget), &mut ()).expect("the graph is acyclic");
        if report.expanded < budget {
            break;
        }
        let last = search.last_expanded().expect("a node was expanded");
        order.push(search.state(last).index());
    }
    order
}

#[test]
fn theorems_3_and_4_the_ends_of_truncation_expand_the_same_nodes_in_the_same_order() {
    for graph in graphs().step_by(2) {
        for ties in [TieOrder::Lex, TieOrder::Colex] {
            let with = |k| {
                expansion_order(
                    &graph,
                    SortedSet::truncated(k, ties),
                    SortedSet::truncated(k, ties),
                    Options::default(),
                )
            };
            let numbers = expansion_order(&graph, Count::new(), Count::new(), Options::default());
            assert_eq!(with(0), numbers, "PSS(0,0) is PNS");
            let exact = expansion_order(&graph, SortedSet::new(ties), SortedSet::new(ties), Options::default());
            assert_eq!(with(usize::MAX), exact, "PSS(inf,inf) is PSS");
        }
    }
}

/// A search with sets that takes the first of several of equal size and goes down to the leaf is proof-number search on
/// trees: it expands the same nodes in the same order, whatever is cut off. Comparing members by age is another matter:
/// siblings have ages in the order of moves, but the leaves below them have not.
#[test]
fn on_trees_the_first_of_equal_sets_gives_the_order_of_numbers_and_ages_do_not() {
    let first = Options::default().with_pick(Pick::Descent);
    let (mut expansions, mut other_orders, mut by_age) = (0, 0, 0);
    for seed in 0..10_000 {
        let shape = RandomGraph { proven: 0.25, disproven: 0.25, depth: 4, ..RandomGraph::tree() };
        let graph = shape.generate(seed);
        let numbers = expansion_order(&graph, Count::new(), Count::new(), Options::default());
        let sets = |ties| (SortedSet::new(ties), SortedSet::new(ties));
        let (proof, disproof) = sets(TieOrder::First);
        let first = first.with_naming([Naming::Own, Naming::Inherited][seed as usize % 2]);
        assert_eq!(expansion_order(&graph, proof, disproof, first), numbers, "seed {seed}");
        let cut = |k| SortedSet::truncated(k, TieOrder::First);
        let (p, d) = (seed as usize % 4, seed as usize / 4 % 6);
        assert_eq!(expansion_order(&graph, cut(p), cut(d).with_union(UnionRule::KWay), first), numbers, "seed {seed}");
        if seed < 1000 {
            let bits = || BitSet::new(TieOrder::First);
            assert_eq!(expansion_order(&graph, bits(), bits(), first), numbers, "seed {seed}");
            let (proof, disproof) = sets(TieOrder::Lex);
            let ages = expansion_order(&graph, proof, disproof, Options::default());
            other_orders += usize::from(ages != numbers);
            expansions += numbers.len();
            by_age += ages.len();
        }
    }
    let mut deep = 0;
    for seed in 0..60 {
        let graph = RandomGraph { proven: 0.4, disproven: 0.4, depth: 9, early_leaf: 0.1, ..RandomGraph::tree() }
            .generate(seed);
        let numbers = expansion_order(&graph, Count::new(), Count::new(), Options::default());
        for naming in [Naming::Own, Naming::Inherited] {
            let sets = || SortedSet::new(TieOrder::First);
            assert_eq!(
                expansion_order(&graph, sets(), sets(), first.with_naming(naming)),
                numbers,
                "deep, seed {seed}"
            );
        }
        deep = deep.max(numbers.len());
    }
    assert!(deep > 100, "{deep} expansions at most");
    // By age, two in five of 1,000 trees are searched in another order, with a few expansions more in all.
    assert_eq!((other_orders, expansions, by_age), (411, 8915, 8944));
}

/// On trees sizes are numbers, by any ties, and the two sets of an unsolved node share one leaf.
#[test]
fn on_trees_sets_have_the_sizes_of_numbers() {
    for seed in 0..200 {
        let graph = RandomGraph { proven: 0.3, disproven: 0.3, ..RandomGraph::tree() }.generate(seed);
        let numbers = expansion_order(&graph, Count::new(), Count::new(), Options::default());
        let tree = Options::default().with_graph(GraphMode::Tree);
        assert_eq!(expansion_order(&graph, Count::new(), Count::new(), tree), numbers);
        each_step(
            probed(&graph, SortedSet::new(TieOrder::Lex), SortedSet::new(TieOrder::Lex), Options::default()),
            &graph,
            |plain, search| {
                for (n, expected) in plain.numbers().into_iter().enumerate() {
                    let label = search.label(node(n));
                    let (p, d) = (&search.evaluator().proof, &search.evaluator().disproof);
                    assert_eq!((p.size(label.proof), d.size(label.disproof)), (expected.proof, expected.disproof));
                    if search.value(node(n)).is_none() {
                        let common = members(p, label.proof).intersection(&members(d, label.disproof)).count();
                        assert_eq!(common, 1, "on a tree the two sets share exactly one leaf");
                    }
                }
            },
        );
    }
}

/// The open leaves of a search.
fn open_leaves<E: Effort, D: Effort>(search: &Probed<'_, E, D>) -> Vec<NodeId> {
    let is_open = |leaf: &NodeId| search.children(*leaf).next().is_none() && search.value(*leaf).is_none();
    (0..search.node_count()).map(node).filter(is_open).collect()
}

/// What a side calls the open leaves.
fn names<S: Effort>(leaves: &[NodeId], side: &S, value: impl Fn(NodeId) -> S::Value) -> BTreeMap<usize, usize> {
    let names: BTreeMap<usize, usize> = (leaves.iter())
        .map(|&leaf| (leaf.index(), members(side, value(leaf)).into_iter().next().expect("a leaf lists its name")))
        .collect();
    assert_eq!(names.values().collect::<BTreeSet<_>>().len(), names.len(), "no two leaves have the same name");
    names
}

/// Searches with own and with inherited names in step: returns the recomputations of both, and how many names were not the
/// leaf's own.
fn in_step<E: Effort>(graph: &Graph, sets: impl Fn() -> E, options: Options) -> (u64, u64, usize) {
    let mut own = probed(graph, sets(), sets(), options);
    let mut heirs = probed(graph, sets(), sets(), options.with_naming(Naming::Inherited));
    let mut inherited = 0;
    for budget in 0.. {
        let limits = Limits::expansions(budget);
        let (expected, found) = (own.solve(&limits, &mut ()).unwrap(), heirs.solve(&limits, &mut ()).unwrap());
        let counts = |report: &proofset_core::Report<_>| {
            (
                report.verdict,
                report.stop,
                report.expanded,
                report.generated,
                report.visits,
                report.proof,
                report.disproof,
            )
        };
        assert_eq!(counts(&found), counts(&expected), "{options:?}");
        assert_eq!(heirs.last_expanded(), own.last_expanded(), "{options:?}");
        let leaves = open_leaves(&heirs);
        let proofs = names(&leaves, &heirs.evaluator().proof, |leaf| heirs.label(leaf).proof);
        let disproofs = names(&leaves, &heirs.evaluator().disproof, |leaf| heirs.label(leaf).disproof);
        inherited += proofs.iter().chain(&disproofs).filter(|(leaf, name)| leaf != name).count();
        for n in (0..heirs.node_count()).map(node).filter(|&n| heirs.value(n).is_none()) {
            let (Label { proof, disproof }, by_own) = (heirs.label(n), own.label(n));
            let called = |names: &BTreeMap<usize, usize>, leaves: BTreeSet<usize>| -> BTreeSet<usize> {
                leaves.into_iter().map(|leaf| names[&leaf]).collect()
            };
            let (p, d) = (&own.evaluator().proof, &own.evaluator().disproof);
            assert_eq!(members(&heirs.evaluator().proof, proof), called(&proofs, members(p, by_own.proof)));
            assert_eq!(members(&heirs.evaluator().disproof, disproof), called(&disproofs, members(d, by_own.disproof)));
        }
        if found.expanded < budget {
            return (expected.recomputed, found.recomputed, inherited);
        }
    }
    unreachable!("searches of finite graphs end")
}

/// What a leaf is called makes no difference to what is expanded: all sets are the same, under other names.
#[test]
fn inherited_names_are_other_names_for_the_same_exact_sets() {
    let first = Options::default().with_pick(Pick::Descent);
    let all = [
        first,
        first.with_evaluation(Evaluation::Delayed),
        first.with_lookahead(Lookahead::One),
        first.with_evaluation(Evaluation::Delayed).with_lookahead(Lookahead::One),
        first.with_updates(UpdateOrder::Levels),
        first.with_updates(UpdateOrder::PearceKelly),
        first.with_updates(UpdateOrder::Fifo),
        first.with_graph(GraphMode::Tree),
    ];
    let (mut own, mut less, mut inherited) = (0, 0, 0);
    let trees = (0..20).map(|seed| RandomGraph { proven: 0.25, disproven: 0.25, ..RandomGraph::tree() }.generate(seed));
    for graph in graphs().chain(trees) {
        for options in all {
            let lists = in_step(&graph, || SortedSet::new(TieOrder::First), options);
            let bits = in_step(&graph, || BitSet::new(TieOrder::First), options);
            let whole = in_step(&graph, || SortedSet::truncated(usize::MAX, TieOrder::First), options);
            for (before, now, names) in [lists, bits, whole] {
                (own, less, inherited) = (own + before, less + now, inherited + names);
            }
        }
    }
    assert!(
        inherited > 10_000 && less * 10 < own * 9,
        "{inherited} names, {less} recomputations where there were {own}"
    );
}

/// Truncated sets list the oldest names: they are those computed from scratch with leaves in the order of their names.
#[test]
fn truncated_sets_of_inherited_names_are_those_computed_from_scratch() {
    let options = Options::default().with_pick(Pick::Descent).with_naming(Naming::Inherited);
    let (mut inherited, mut cut) = (0, 0);
    for (k, rule, union) in [
        (0, UnionRule::Pairwise, Union::Pairwise),
        (1, UnionRule::Pairwise, Union::Pairwise),
        (2, UnionRule::KWay, Union::KWay),
        (3, UnionRule::Pairwise, Union::Pairwise),
        (5, UnionRule::KWay, Union::KWay),
    ] {
        for graph in graphs() {
            let sets = || SortedSet::truncated(k, TieOrder::First).with_union(rule);
            each_step(probed(&graph, sets(), sets(), options), &graph, |plain, search| {
                let leaves = open_leaves(search);
                let by_name = |names: BTreeMap<usize, usize>| {
                    let mut list: Vec<usize> = (0..plain.len()).collect();
                    list.sort_by_key(|n| (names.get(n).copied().unwrap_or(usize::MAX), *n));
                    let order = SetOrder::by_list(&list, Tie::First).expect("all nodes are listed");
                    (plain.truncated_sets(Pair { proof: k, disproof: k }, union, &order), names)
                };
                let evaluator = search.evaluator();
                let listed = if k == 0 { &[][..] } else { &leaves[..] };
                let (proofs, called) = by_name(names(listed, &evaluator.proof, |leaf| search.label(leaf).proof));
                let (disproofs, others) =
                    by_name(names(listed, &evaluator.disproof, |leaf| search.label(leaf).disproof));
                inherited += called.iter().chain(&others).filter(|(leaf, name)| leaf != name).count();
                for n in (0..plain.len()).filter(|&n| search.value(node(n)).is_none()) {
                    let label = search.label(node(n));
                    let sides = [
                        (&evaluator.proof, label.proof, proofs[n].proof.as_ref(), &called),
                        (&evaluator.disproof, label.disproof, disproofs[n].disproof.as_ref(), &others),
                    ];
                    for (effort, value, expected, names) in sides {
                        let expected = expected.expect("an open node is not hopeless");
                        assert_eq!(effort.size(value), expected.bound);
                        let listed: BTreeSet<usize> = expected.rep.iter().map(|leaf| names[leaf]).collect();
                        assert_eq!(members(effort, value), listed, "{k}, {rule:?}");
                        cut += usize::from(Size::from_len(listed.len()) < expected.bound);
                    }
                }
            });
        }
    }
    assert!(inherited > 1_000 && cut > 5_000, "{inherited} {cut}");
}
