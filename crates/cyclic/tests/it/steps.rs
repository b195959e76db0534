//! What holds after every expansion: the efforts of progress are the cheapest well-founded derivations.

use std::collections::HashMap;

use proofset_and_or::{Graph, NodeIndex};
use proofset_core::{Limits, NodeId, Problem, Repetition, Role, Size, Solver, Status, Value};
use proofset_cyclic::Search;
use proofset_nodeset::{Count, Effort, Naming, Pick, SortedSet, TieOrder};
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ruled::Ruled;

use crate::common::{large_shapes, role, shapes};

/// What a search has in memory, as plain lists.
struct Memory {
    /// Children of expanded nodes; `None` for leaves.
    children: Vec<Option<Vec<usize>>>,
    roles: Vec<Option<Role>>,
    statuses: Vec<Status>,
}

fn memory<P: Problem<State = proofset_and_or::NodeIndex>, G: Effort, H: Effort>(
    graph: &Graph,
    search: &Search<P, G, H>,
) -> Memory {
    let expanded = |node: NodeId| {
        let children: Option<Vec<usize>> =
            graph.children(*search.state(node)).iter().map(|child| search.find(child).map(NodeId::index)).collect();
        children.filter(|_| search.is_expanded(node))
    };
    Memory {
        children: search.nodes().map(expanded).collect(),
        roles: search.nodes().map(|node| role(graph, *search.state(node))).collect(),
        statuses: search.nodes().map(|node| graph.status(search.state(node))).collect(),
    }
}

/// The cost of the cheapest derivation of each node, from above: hopeless until something better is known.
fn cheapest(memory: &Memory, aim: Value) -> Vec<Size> {
    let mut sizes = vec![Size::INFINITE; memory.children.len()];
    loop {
        let mut changed = false;
        for node in 0..sizes.len() {
            let now = match (&memory.children[node], memory.statuses[node], memory.roles[node]) {
                (_, Status::Decided(value), _) => {
                    if value == aim {
                        Size::ZERO
                    } else {
                        Size::INFINITE
                    }
                }
                (None, ..) => Size::ONE,
                (Some(children), _, Some(role)) => {
                    let parts = children.iter().map(|&child| sizes[child]);
                    if role == aim.chooser() { parts.min().unwrap_or(Size::INFINITE) } else { parts.sum() }
                }
                (Some(_), _, None) => unreachable!("leaves have no children"),
            };
            changed |= now != sizes[node];
            sizes[node] = now;
        }
        if !changed {
            return sizes;
        }
    }
}

#[test]
fn numbers_are_the_cheapest_well_founded_derivations_after_every_expansion() {
    let mut compared = 0;
    for shape in shapes() {
        for seed in 0..150 {
            let graph = shape.generate(seed);
            for (rule, aim) in [(Repetition::Disproves, Value::Proven), (Repetition::Proves, Value::Disproven)] {
                let mut search = Search::new(Ruled(&graph, rule), Count::new(), Count::new(), Pick::Oldest);
                for expansions in 1.. {
                    let limits = Limits::none().with_expansions(expansions);
                    let report = search.solve(&limits, &mut ()).expect("cycles are no error");
                    let expected = cheapest(&memory(&graph, &search), aim);
                    for node in search.nodes() {
                        assert_eq!(search.efforts(node).0, expected[node.index()], "{node}, seed {seed}, {rule:?}");
                        compared += 1;
                    }
                    if report.expanded < expansions {
                        break;
                    }
                }
            }
        }
    }
    assert!(compared > 60_000, "{compared}");
}

/// Sets follow from the children's sets, and list leaves alone, whatever these are called.
#[test]
fn sets_follow_from_sets_after_every_expansion() {
    let (mut listed, mut inherited) = (0, 0);
    for (ties, pick, naming) in
        [(TieOrder::Lex, Pick::Oldest, Naming::Own), (TieOrder::First, Pick::Descent, Naming::Inherited)]
    {
        for shape in shapes() {
            for seed in 0..150 {
                let graph = shape.generate(seed);
                let sets = || SortedSet::new(ties);
                let mut search = Search::new(&graph, sets(), sets(), pick).with_naming(naming);
                for expansions in 1.. {
                    let limits = Limits::none().with_expansions(expansions);
                    let report = search.solve(&limits, &mut ()).expect("cycles are no error");
                    let (members, names) = follow(&graph, &search, seed);
                    (listed, inherited) = (listed + members, inherited + names);
                    if report.expanded < expansions {
                        break;
                    }
                }
            }
        }
    }
    assert!(listed > 40_000 && inherited > 1_000, "{listed} {inherited}");
}

/// Checks the sets of progress. Returns how many members they list, and how many leaves have other names than their own.
fn follow(graph: &Graph, search: &Search<&Graph, SortedSet, SortedSet>, seed: u64) -> (usize, usize) {
    let Memory { children, roles, .. } = memory(graph, search);
    let set = |node: usize| {
        let effort = search.efforts(NodeId::new(node).expect("a node")).0;
        let members: Vec<usize> = search.progress().members(effort).map(NodeId::index).collect();
        (search.progress().size(effort), members)
    };
    let open = || search.nodes().filter(|&node| search.value(node).is_none()).map(NodeId::index);
    let mut names = HashMap::new();
    for leaf in open().filter(|&node| children[node].is_none()) {
        let (_, name) = set(leaf);
        assert_eq!((name.len(), names.insert(name[0], leaf)), (1, None), "each leaf has a name, seed {seed}");
    }
    let mut listed = 0;
    for node in open() {
        let (size, members) = set(node);
        for member in &members {
            assert!(names.contains_key(member), "{member} of {node} is no leaf, seed {seed}");
            listed += 1;
        }
        let Some(children) = &children[node] else { continue };
        let parts: Vec<_> = children.iter().map(|&child| set(child)).collect();
        if roles[node] == Some(Role::Or) {
            let least = parts.iter().map(|(size, _)| *size).min().expect("an undecided node has children");
            assert_eq!(size, least, "{node}, seed {seed}");
            assert!(parts.contains(&(size, members)), "{node}, seed {seed}");
        } else {
            let mut union: Vec<usize> = parts.into_iter().flat_map(|(_, members)| members).collect();
            union.sort_unstable();
            union.dedup();
            assert_eq!(members, union, "{node}, seed {seed}");
        }
    }
    (listed, names.into_iter().filter(|(name, leaf)| name != leaf).count())
}

/// Inherited names change nothing in graphs without cycles. Where there are cycles, efforts of resistance can settle in more than
/// one way, which a name that stays can decide; neither needs fewer expansions.
#[test]
fn searches_with_inherited_names_expand_the_same() {
    let layered = RandomGraph { depth: 7, width: 12, proven: 0.3, disproven: 0.3, ..RandomGraph::layered() };
    let tree = RandomGraph { depth: 5, proven: 0.3, disproven: 0.3, ..RandomGraph::tree() };
    let compare = |graph: &Graph| {
        let sets = || SortedSet::new(TieOrder::First);
        let own = Search::new(graph, sets(), sets(), Pick::Descent);
        let heirs = Search::new(graph, sets(), sets(), Pick::Descent).with_naming(Naming::Inherited);
        let (own, heirs) = (expansions_of(own), expansions_of(heirs));
        (own.len(), heirs.len(), own == heirs)
    };
    let mut expansions = 0;
    for graph in [layered, tree].iter().flat_map(|shape| (0..200).map(|seed| shape.generate(seed))) {
        let (count, _, is_same) = compare(&graph);
        assert!(is_same);
        expansions += count;
    }
    assert!(expansions > 3_000, "{expansions}");
    let cyclic = shapes().into_iter().chain(large_shapes());
    let graphs = cyclic.flat_map(|shape| (0..60).map(move |seed| shape.generate(seed)));
    let (mut others, mut all) = (0, (0, 0));
    for (own, heirs, is_same) in graphs.map(|graph| compare(&graph)).filter(|&(own, ..)| own > 10) {
        others += usize::from(!is_same);
        all = (all.0 + own, all.1 + heirs);
    }
    assert!(others > 0, "some settle in another way");
    assert!(all.0 > 5_000 && all.0.abs_diff(all.1) * 50 < all.0, "neither way is better: {all:?}");
}

/// Where the first of several sets of equal size is taken, trees are searched as with numbers.
#[test]
fn trees_are_searched_with_sets_as_with_numbers() {
    let shape = RandomGraph { depth: 5, proven: 0.3, disproven: 0.3, ..RandomGraph::tree() };
    let mut expansions = 0;
    for seed in 0..500 {
        let graph = shape.generate(seed);
        let sets = || SortedSet::new(TieOrder::First);
        let orders = [
            expansions_of(Search::new(&graph, Count::new(), Count::new(), Pick::Oldest)),
            expansions_of(Search::new(&graph, sets(), sets(), Pick::Descent)),
        ];
        assert_eq!(orders[0], orders[1], "seed {seed}");
        expansions += orders[0].len();
    }
    assert!(expansions > 3_000, "{expansions}");
}

/// The nodes in the order in which a search expands them.
fn expansions_of<G: Effort, H: Effort>(mut search: Search<&Graph, G, H>) -> Vec<NodeIndex> {
    let mut expanded = Vec::new();
    for expansions in 1.. {
        let report = search.solve(&Limits::expansions(expansions), &mut ()).expect("cycles are no error");
        let now: Vec<NodeIndex> =
            search.nodes().filter(|&node| search.is_expanded(node)).map(|node| *search.state(node)).collect();
        expanded.extend(now.into_iter().filter(|node| !expanded.contains(node)).collect::<Vec<_>>());
        if report.expanded < expansions {
            return expanded;
        }
    }
    unreachable!("searches of finite graphs end")
}

/// Without cycles, and where all paths to a node are equally long, this is proof-number and proof-set search.
#[test]
fn layered_graphs_are_searched_as_ever() {
    let shape = RandomGraph { depth: 7, width: 12, proven: 0.3, disproven: 0.3, ..RandomGraph::layered() };
    let mut expansions = 0;
    for seed in 0..400 {
        let graph = shape.generate(seed);
        let mut plain = proofset_best_first::pns(&graph, proofset_best_first::Options::default());
        let mut search = Search::new(&graph, Count::new(), Count::new(), Pick::Oldest);
        let sets = || SortedSet::new(TieOrder::Lex);
        let mut plain_sets = proofset_best_first::pss(&graph, TieOrder::Lex, proofset_best_first::Options::default());
        let mut search_sets = Search::new(&graph, sets(), sets(), Pick::Oldest);
        let reports = [
            (plain.solve(&Limits::none(), &mut ()), search.solve(&Limits::none(), &mut ())),
            (plain_sets.solve(&Limits::none(), &mut ()), search_sets.solve(&Limits::none(), &mut ())),
        ];
        for (plain, cyclic) in reports {
            let (plain, cyclic) = (plain.expect("it is acyclic"), cyclic.expect("it is acyclic"));
            let numbers = |report: &proofset_core::Report<_>| {
                (report.verdict, report.stop, report.expanded, report.generated, report.proof, report.disproof)
            };
            assert_eq!(numbers(&plain), numbers(&cyclic), "seed {seed}");
            expansions += plain.expanded;
        }
    }
    assert!(expansions > 5_000, "{expansions}");
}
