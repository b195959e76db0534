//! The worked examples with cycles, on all nodes, from the files of the suite.

use std::path::PathBuf;

use proofset_and_or::Graph;
use proofset_core::{Limits, NodeId, Problem, Repetition, Role, Size, Solver, Status, Value, Verdict};
use proofset_cyclic::Search;
use proofset_nodeset::{BitSet, Count, Effort, Pick, SortedSet, TieOrder};
use proofset_testkit::suite;

struct Example {
    name: String,
    graph: Graph,
    expected: serde_json::Value,
}

fn examples() -> Vec<Example> {
    let folder = suite::folder().join("and-or/cyclic");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert_eq!(paths.len(), 5);
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let file: serde_json::Value = serde_json::from_str(&text).unwrap();
        Example {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            graph: Graph::from_json(&text).unwrap(),
            expected: file["expected"].clone(),
        }
    };
    paths.into_iter().map(read).collect()
}

/// A search that was asked about every node, so that all of them are in memory and as far decided as they can be.
fn asked<G: Effort, H: Effort>(graph: &Graph, progress: G, resistance: H) -> Search<&Graph, G, H> {
    let mut search = Search::new(graph, progress, resistance, Pick::Oldest);
    for node in graph.nodes() {
        search.ask(node);
        let _ = search.solve(&Limits::none(), &mut ()).unwrap();
    }
    search
}

fn number(value: &serde_json::Value) -> Size {
    value.as_u64().map_or(Size::INFINITE, |number| Size::new(u32::try_from(number).unwrap()))
}

#[test]
fn numbers_and_verdicts() {
    for Example { name, graph, expected } in examples() {
        let search = asked(&graph, Count::new(), Count::new());
        for node in graph.nodes() {
            let id = graph.id(node);
            let found = search.find(&node).unwrap();
            assert_eq!(search.efforts(found).0, number(&expected["pn"][id]), "pn({id}) in {name}");
            let verdict = Verdict::from(search.value(found));
            assert_eq!(verdict.to_string(), expected["status"][id], "{id} in {name}");
        }
    }
}

fn compare_sets<E: Effort>(sets: impl Fn() -> E) {
    for Example { name, graph, expected } in examples() {
        let search = asked(&graph, sets(), sets());
        let members = |members: &mut dyn Iterator<Item = NodeId>| {
            let mut ids: Vec<&str> = members.map(|node| graph.id(*search.state(node))).collect();
            ids.sort_unstable();
            serde_json::Value::from(ids)
        };
        for node in graph.nodes() {
            let id = graph.id(node);
            let (proof, disproof) = search.efforts(search.find(&node).unwrap());
            let set = |effort: &E, value: E::Value| {
                if value == effort.hopeless() { "inf".into() } else { members(&mut effort.members(value)) }
            };
            assert_eq!(set(search.progress(), proof), expected["pset"][id], "pset({id}) in {name}");
            assert_eq!(set(search.resistance(), disproof), expected["dset"][id], "dset({id}) in {name}");
            assert_eq!(search.resistance().size(disproof), number(&expected["dn"][id]), "dn({id}) in {name}");
        }
        assert_eq!(search.unsettled(), 0);
    }
}

#[test]
fn sets() {
    compare_sets(|| SortedSet::new(TieOrder::Lex));
    compare_sets(|| BitSet::new(TieOrder::Colex));
}

/// A cycle that loses its only support when `E` is expanded.
///
/// `C` is an OR node over `E` and `F`, `F` an AND node over `C` and `G`. Once `E` is lost, `C` and `F` have nothing but each
/// other, although their old efforts still look finite.
struct StaleSupport;

impl Problem for StaleSupport {
    type State = char;
    type Move = char;

    fn root(&self) -> char {
        'C'
    }

    fn status(&self, &state: &char) -> Status {
        match state {
            'F' => Status::Open(Role::And),
            _ => Status::Open(Role::Or),
        }
    }

    fn for_each_successor(&self, &state: &char, mut visit: impl FnMut(char, char)) {
        let successors: &[char] = match state {
            'C' => &['E', 'F'],
            'F' => &['C', 'G'],
            _ => &[],
        };
        for &next in successors {
            visit(next, next);
        }
    }

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition::Disproves)
    }
}

#[test]
fn old_support_is_not_kept_alive_by_a_cycle() {
    let mut search = Search::new(StaleSupport, Count::new(), Count::new(), Pick::Oldest);
    let report = search.solve(&Limits::none(), &mut ()).unwrap();
    // C, E, which is lost, and F: then C follows from F alone and F from C. G is never looked at.
    assert_eq!((report.verdict, report.expanded), (Verdict::Disproven, 3));
    for state in ['C', 'F', 'E'] {
        assert_eq!(search.value(search.find(&state).unwrap()), Some(Value::Disproven));
    }
    assert_eq!(search.value(search.find(&'G').unwrap()), None);
}
