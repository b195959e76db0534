//! Graphs that grow with a store: what an expansion leaves behind, and which nodes can be expanded.

use proofset_core::{Limits, Role, Status, StopReason, Value, Watch};
use proofset_graph::Updater;
use proofset_store::{Bookkeeping, End, GrowingDag, Interned, Leaf, Leaves, NodeKind, Noted};

use crate::{Net, node};

/// What is noted of a node: its number when it was made, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    number: usize,
    kind: NodeKind,
}

impl Noted for Entry {
    fn kind(&self) -> NodeKind {
        self.kind
    }

    fn kind_mut(&mut self) -> &mut NodeKind {
        &mut self.kind
    }
}

type Growing<'n> = GrowingDag<Interned<&'n Net, Leaves<()>>, Entry>;

fn entry(node: proofset_core::NodeId, leaf: Leaf) -> Entry {
    Entry { number: node.index(), kind: NodeKind::of_status(leaf.status) }
}

/// With a root.
fn growing(net: &Net) -> Growing<'_> {
    let mut graph = GrowingDag::new(Interned::new(net, Leaves::new(())));
    assert!(graph.begin(|node, new| Ok(entry(node, new.fact))).is_ok_and(|is_new| is_new));
    graph
}

fn expand(graph: &mut Growing<'_>, number: usize, limits: &Limits) -> Result<(), End<u32>> {
    let (held, observer) = (graph.bytes(), &mut ());
    graph.expand(node(number), &Watch::new(limits, observer), held, |_| 0, |node, new| Ok(entry(node, new.fact)))
}

#[test]
fn nodes_are_noted_and_those_that_were_expanded_are_known() {
    // 1 leads to 2, which is there already, and to 3, which is proven.
    let net = Net { proven: vec![3], ..Net::new(&[&[1, 2], &[2, 3]]) };
    let mut graph = growing(&net);
    assert!(graph.begin(|_, _| panic!("there is a root")).is_ok_and(|is_new| !is_new));
    assert_eq!((graph.next_leaf(0), graph.expansions()), (Some(node(0)), vec![]));
    assert!(expand(&mut graph, 0, &Limits::none()).is_ok());
    assert!(expand(&mut graph, 1, &Limits::none()).is_ok());
    let noted: Vec<Entry> = (0..graph.dag.len()).map(|number| graph.dag.label(node(number))).collect();
    let kinds = [NodeKind::Or, NodeKind::Or, NodeKind::OrLeaf, NodeKind::Terminal];
    assert_eq!(noted, [0, 1, 2, 3].map(|number| Entry { number, kind: kinds[number] }));
    assert_eq!((graph.expansions(), graph.last_expanded), (vec![node(0), node(1)], Some(node(1))));
    assert_eq!([0, 1, 2, 3, 4].map(|number| graph.is_leaf(node(number))), [false, false, true, false, false]);
    assert_eq!((graph.next_leaf(0), graph.next_leaf(3)), (Some(node(2)), None));
    assert_eq!([2, 3].map(|number| graph.role(node(number))), [Some(Role::Or), None]);
    for bytes in [7, 5] {
        graph.expander.note_bytes(bytes);
    }
    let counters = graph.expander.counters();
    assert_eq!((counters.expanded, counters.generated, counters.peak_bytes), (2, 4, 7));
    let of_updates = graph.bytes() - graph.dag.bytes() - graph.expander.bytes();
    assert!(of_updates > 0 && of_updates == graph.updater.bytes());
    // What was expanded waits to be recomputed, the deeper node first.
    assert_eq!([(); 3].map(|()| graph.updater.pop()), [Some(node(1)), Some(node(0)), None]);
}

#[test]
fn an_interrupted_expansion_leaves_a_leaf() {
    let net = Net { raised_at: Some(100), ..Net::wide(300) };
    let mut graph = growing(&net);
    assert!(matches!(expand(&mut graph, 0, &net.limits()), Err(End::Stop(StopReason::Cancelled))));
    assert!(graph.is_leaf(node(0)) && graph.dag.children(node(0)).next().is_none());
    assert_eq!((graph.expander.counters.expanded, graph.last_expanded), (0, None));
    let least = Limits::none().with_bytes(graph.bytes() as u64 + 100);
    assert!(matches!(expand(&mut graph, 0, &least), Err(End::Stop(StopReason::Memory))));
    assert!(expand(&mut graph, 0, &Limits::none()).is_ok());
    assert_eq!((graph.dag.len(), graph.dag.children(node(0)).count(), graph.is_leaf(node(0))), (301, 300, false));
}

#[test]
fn kinds_follow_from_statuses_and_grow_successors() {
    let decided = NodeKind::of_status(Some(Status::Decided(Value::Proven)));
    let others = [decided, NodeKind::of_status(Some(Status::OpenLeaf)), NodeKind::of_status(None)];
    assert_eq!(others, [NodeKind::Terminal, NodeKind::OpenLeaf, NodeKind::Unevaluated]);
    for kind in others {
        assert_eq!((kind.role(), kind.is_leaf(), kind.has_successors(), kind.expanded()), (None, false, false, kind));
    }
    for role in [Role::Or, Role::And] {
        let leaf = NodeKind::of_status(Some(Status::Open(role)));
        assert_eq!((leaf, leaf.is_leaf()), (NodeKind::leaf(role), true));
        assert_eq!((leaf.role(), leaf.inner_role()), (Some(role), None));
        let inner = leaf.expanded();
        assert_eq!((inner.role(), inner.inner_role()), (Some(role), Some(role)));
        assert_eq!((inner.is_leaf(), inner.has_successors(), inner.expanded()), (false, true, inner));
    }
}
