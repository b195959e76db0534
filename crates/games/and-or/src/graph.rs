//! The graph: nodes in a table, children in one array, names only at the border.
//!
//! The idea: a node is its index. Children of all nodes stand one after the other in a single array, each node knowing
//! where its own begin, so a search touches no names and allocates nothing.
//!
//! The invariants, established by [`GraphBuilder`](crate::GraphBuilder) and never broken: ids are unique and not
//! empty; a node with children has a kind and no leaf value; no child is listed twice; weights lie in
//! `1..=MAX_WEIGHT`; the node order, if there is one, is a permutation of the nodes. Cycles are *not* excluded.
//!
//! The cost: 48 bytes a node and its id, 4 bytes an edge. To find a node by its id takes a binary search.

use std::fmt;

use proofset_core::{Describe, Dominance, Pack, Packer, Problem, Repetition, Role, Size, Status, Unpacker, Value};

/// The largest weight of a leaf: the largest finite [`Size`].
pub(crate) const MAX_WEIGHT: u32 = u32::MAX - 1;

/// The rules for repetitions, by their names in files.
pub(crate) const REPETITIONS: [(&str, Repetition); 3] =
    [("disproves", Repetition::Disproves), ("proves", Repetition::Proves), ("mover-loses", Repetition::MoverLoses)];

/// A node of a [`Graph`]: its place among the nodes, in the order in which they were given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIndex(u32);

impl Pack for NodeIndex {
    const BITS: u32 = u32::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        self.0.pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        Self(u32::unpack(from))
    }
}

impl NodeIndex {
    /// The node at this place, or `None` where 32 bits do not suffice.
    pub(crate) fn new(index: usize) -> Option<Self> {
        u32::try_from(index).ok().map(Self)
    }

    /// The position of the node in arrays: less than [`Graph::node_count`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for NodeIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What is known of one node, its children apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeData {
    pub(crate) id: String,
    pub(crate) kind: Option<Role>,
    pub(crate) value: Option<Value>,
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

/// An explicit AND/OR graph, which may have shared nodes, unreachable nodes and cycles.
///
/// It is a [`Problem`]: states are nodes, and a move is the child that it leads to. Read one with
/// [`from_json`](Self::from_json) or build one with [`GraphBuilder`](crate::GraphBuilder).
///
/// Methods that take a [`NodeIndex`] expect one of this graph, and may panic on that of a larger one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    pub(crate) name: Option<String>,
    pub(crate) source: Option<String>,
    pub(crate) notes: Option<String>,
    pub(crate) nodes: Vec<NodeData>,
    /// Where the children of each node begin in `children`; one entry more than there are nodes.
    pub(crate) first_child: Vec<u32>,
    pub(crate) children: Vec<NodeIndex>,
    pub(crate) root: NodeIndex,
    pub(crate) node_order: Option<Vec<NodeIndex>>,
    pub(crate) repetition: Repetition,
    /// The nodes in the order of their ids.
    pub(crate) by_id: Vec<NodeIndex>,
}

impl Graph {
    /// The name of the graph.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Where the graph comes from.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Remarks for the reader.
    pub fn notes(&self) -> Option<&str> {
        self.notes.as_deref()
    }

    /// How many nodes there are: at least one.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many edges there are, repeated ones counted once.
    pub fn edge_count(&self) -> usize {
        self.children.len()
    }

    /// All nodes, in the order in which they were given.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeIndex> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(NodeIndex)
    }

    /// The node with this id.
    pub fn index_of(&self, id: &str) -> Option<NodeIndex> {
        let place = self.by_id.binary_search_by(|&node| self.id(node).cmp(id)).ok()?;
        Some(self.by_id[place])
    }

    /// Bytes held: nodes, edges and names.
    pub fn bytes(&self) -> usize {
        let remarks =
            [&self.name, &self.source, &self.notes].into_iter().flatten().map(String::capacity).sum::<usize>();
        let names = self.nodes.iter().map(|node| node.id.capacity()).sum::<usize>();
        let order = self.node_order.as_ref().map_or(0, Vec::capacity);
        let numbers = self.first_child.capacity() + self.children.capacity() + self.by_id.capacity() + order;
        self.nodes.capacity() * size_of::<NodeData>() + numbers * size_of::<NodeIndex>() + names + remarks
    }

    /// The id of a node.
    pub fn id(&self, node: NodeIndex) -> &str {
        &self.nodes[node.index()].id
    }

    /// The kind of a node: always there for interior nodes, of no effect for leaves.
    pub fn kind(&self, node: NodeIndex) -> Option<Role> {
        self.nodes[node.index()].kind
    }

    /// The children of a node, in the order of its edges, each once.
    pub fn children(&self, node: NodeIndex) -> &[NodeIndex] {
        let first = self.first_child[node.index()] as usize;
        let end = self.first_child[node.index() + 1] as usize;
        &self.children[first..end]
    }

    /// True for nodes without children.
    pub fn is_leaf(&self, node: NodeIndex) -> bool {
        self.children(node).is_empty()
    }

    /// The value of a decided leaf; `None` for unknown leaves and for interior nodes.
    pub fn leaf_value(&self, node: NodeIndex) -> Option<Value> {
        self.nodes[node.index()].value
    }

    /// What a node weighs in a proof set and in a disproof set while it is a leaf of the search; one each if not given.
    pub fn cost(&self, node: NodeIndex) -> (Size, Size) {
        let data = &self.nodes[node.index()];
        (Size::new(data.proof), Size::new(data.disproof))
    }

    /// The order of the nodes that decides between sets of equal size, smallest first, if the graph gives one.
    pub fn node_order(&self) -> Option<&[NodeIndex]> {
        self.node_order.as_deref()
    }
}

impl Problem for Graph {
    type State = NodeIndex;
    type Move = NodeIndex;

    fn root(&self) -> NodeIndex {
        self.root
    }

    fn status(&self, &node: &NodeIndex) -> Status {
        let data = &self.nodes[node.index()];
        match (data.value, data.kind) {
            (Some(value), _) => Status::Decided(value),
            (None, Some(role)) if !self.is_leaf(node) => Status::Open(role),
            (None, _) => Status::OpenLeaf,
        }
    }

    fn for_each_successor(&self, &node: &NodeIndex, mut visit: impl FnMut(NodeIndex, NodeIndex)) {
        for &child in self.children(node) {
            visit(child, child);
        }
    }

    fn repetition(&self) -> Option<Repetition> {
        Some(self.repetition)
    }
}

impl Dominance for Graph {}

impl Describe for Graph {
    fn state_text(&self, &node: &NodeIndex) -> String {
        self.id(node).to_owned()
    }

    fn move_text(&self, _node: &NodeIndex, child: NodeIndex) -> String {
        self.id(child).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::{Describe, Problem, Role, Size, Status, Value};

    use crate::{Graph, GraphBuilder};

    fn example() -> Graph {
        GraphBuilder::new()
            .node("A", Role::And)
            .node("B", Role::Or)
            .leaf("won", Value::Proven)
            .leaf("lost", Value::Disproven)
            .leaf("open", None)
            .node("open, and AND", Role::And)
            .edges("A", ["B", "won", "open, and AND"])
            .edges("B", ["open", "lost", "won"])
            .weights("open", 3, 5)
            .root("A")
            .build()
            .expect("the example is a graph")
    }

    #[test]
    fn status_follows_from_value_children_and_kind() {
        let graph = example();
        let status = |id| graph.status(&graph.index_of(id).expect("a node of the example"));
        assert_eq!(status("A"), Status::Open(Role::And));
        assert_eq!(status("B"), Status::Open(Role::Or));
        assert_eq!(status("won"), Status::Decided(Value::Proven));
        assert_eq!(status("lost"), Status::Decided(Value::Disproven));
        assert_eq!(status("open"), Status::OpenLeaf);
        assert_eq!(status("open, and AND"), Status::OpenLeaf, "a kind without children decides nothing");
    }

    #[test]
    fn successors_are_the_children_in_edge_order() {
        let graph = example();
        let b = graph.index_of("B").expect("a node of the example");
        let mut seen = Vec::new();
        graph.for_each_successor(&b, |mv, child| seen.push((graph.move_text(&b, mv), graph.state_text(&child))));
        assert_eq!(seen, ["open", "lost", "won"].map(|id| (id.to_owned(), id.to_owned())));
    }

    #[test]
    fn costs_are_one_unless_given() {
        let graph = example();
        let cost = |id| graph.cost(graph.index_of(id).expect("a node of the example"));
        assert_eq!(cost("open"), (Size::new(3), Size::new(5)));
        assert_eq!(cost("won"), (Size::ONE, Size::ONE));
    }

    #[test]
    fn nodes_are_numbered_as_given() {
        let graph = example();
        let ids: Vec<&str> = graph.nodes().map(|node| graph.id(node)).collect();
        assert_eq!(ids, ["A", "B", "won", "lost", "open", "open, and AND"]);
        assert!(graph.nodes().enumerate().all(|(place, node)| node.index() == place));
        assert_eq!((graph.node_count(), graph.edge_count()), (6, 6));
        assert_eq!(graph.index_of("Z"), None);
        assert!(graph.nodes().all(|node| graph.index_of(graph.id(node)) == Some(node)));
        let names = ids.iter().map(|id| id.len()).sum::<usize>();
        assert!(graph.bytes() >= 6 * size_of::<super::NodeData>() + 6 * 4 + names, "{} bytes", graph.bytes());
    }
}
