//! Nodes and edges of a graph that may have cycles.
//!
//! Invariants: children are kept in move order. Single nodes are never removed, so ids are dense and in order of creation;
//! [`Digraph::retain`] renumbers all nodes and keeps their order.
//!
//! petgraph walks the edges of a node from the newest to the oldest; the edges of one expansion are therefore inserted
//! last child first, which makes the walk follow move order through adjacent memory. Per node: the weight and 8 bytes; per
//! edge 16 bytes.

use petgraph::Direction::{Incoming, Outgoing};
use petgraph::graph::{DiGraph, Edge, EdgeIndex, NodeIndex};
use proofset_core::{NodeId, StopReason};
use thiserror::Error;

use crate::Selection;

/// The graph has no room for another node or edge: 32-bit indices are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the graph has no room for another node or edge")]
pub struct Full;

impl From<Full> for StopReason {
    fn from(_: Full) -> Self {
        Self::Memory
    }
}

pub(crate) fn at(node: NodeId) -> NodeIndex<u32> {
    NodeIndex::new(node.index())
}

pub(crate) fn id(node: NodeIndex<u32>) -> NodeId {
    NodeId::from_bits(node.index() as u32)
}

/// The children of a node in move order. Its type does not name what is noted of nodes, so that walks are compiled once for all graphs.
#[derive(Clone, Debug)]
pub struct Children<'g> {
    edges: &'g [Edge<(), u32>],
    edge: EdgeIndex<u32>,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        let current = self.edges.get(self.edge.index())?;
        self.edge = current.next_edge(Outgoing);
        Some(id(current.target()))
    }
}

/// The parents of a node, most recently connected first.
#[derive(Clone, Debug)]
pub struct Parents<'g> {
    edges: &'g [Edge<(), u32>],
    edge: EdgeIndex<u32>,
}

impl Iterator for Parents<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        let current = self.edges.get(self.edge.index())?;
        self.edge = current.next_edge(Incoming);
        Some(id(current.source()))
    }
}

/// A directed graph with a weight of type `W` at each node.
#[derive(Clone, Debug)]
pub struct Digraph<W> {
    pub(crate) graph: DiGraph<W, (), u32>,
}

impl<W> Digraph<W> {
    /// An empty graph.
    pub fn new() -> Self {
        Self { graph: DiGraph::default() }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// True if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// A new node.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    #[inline]
    pub fn add(&mut self, weight: W) -> Result<NodeId, Full> {
        self.graph.try_add_node(weight).map(id).map_err(|_| Full)
    }

    /// Adds an edge. The edges of a node are added last child first.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    #[inline]
    pub fn connect(&mut self, parent: NodeId, child: NodeId) -> Result<(), Full> {
        self.graph.try_add_edge(at(parent), at(child), ()).map_err(|_| Full)?;
        Ok(())
    }

    /// Makes `children` the children of a node that has none, in this order, repeated ones once.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room: some of the edges have then been added.
    pub fn connect_all(&mut self, parent: NodeId, children: &[NodeId]) -> Result<(), Full> {
        distinct(children).into_iter().rev().try_for_each(|(_, child)| self.connect(parent, child))
    }

    /// The children in move order.
    #[inline]
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children { edges: self.graph.raw_edges(), edge: self.graph.raw_nodes()[node.index()].next_edge(Outgoing) }
    }

    /// True if the node was given children.
    #[inline]
    pub fn has_children(&self, node: NodeId) -> bool {
        self.graph.raw_nodes()[node.index()].next_edge(Outgoing) != EdgeIndex::end()
    }

    /// The parents, most recently connected first.
    #[inline]
    pub fn parents(&self, node: NodeId) -> Parents<'_> {
        Parents { edges: self.graph.raw_edges(), edge: self.graph.raw_nodes()[node.index()].next_edge(Incoming) }
    }

    /// The nodes that were expanded: those that have children, in the order in which they were given them, and then those that
    /// have none although `was_expanded`.
    pub fn expansions(&self, was_expanded: impl Fn(NodeId) -> bool) -> impl Iterator<Item = NodeId> {
        let edges = self.graph.raw_edges();
        let begins = |&at: &usize| at == 0 || edges[at - 1].source() != edges[at].source();
        let with_children = (0..edges.len()).filter(begins).map(|at| id(edges[at].source()));
        let is_childless = move |&node: &NodeId| was_expanded(node) && !self.has_children(node);
        with_children.chain((0..self.len()).filter_map(NodeId::new).filter(is_childless))
    }

    /// The weight of a node.
    #[inline]
    pub fn weight(&self, node: NodeId) -> &W {
        &self.graph.raw_nodes()[node.index()].weight
    }

    /// The weight of a node, to be changed.
    #[inline]
    pub fn weight_mut(&mut self, node: NodeId) -> &mut W {
        &mut self.graph[at(node)]
    }

    /// Removes all nodes but the chosen ones, whose numbers must be known, with their edges. The order of nodes, of
    /// children and of parents stays as it is; a node's new id is its rank in the selection.
    ///
    /// Linear time. While it runs, some 20 bytes are needed for each node that stays, and half of what its edges take.
    pub fn retain(&mut self, chosen: &Selection) {
        let (nodes, edges) = std::mem::take(&mut self.graph).into_nodes_edges();
        // Both lists are rewritten in place, as far as the standard library can, and give back what they no longer need.
        let mut ends: Vec<(NodeId, NodeId)> = (edges.into_iter())
            .filter_map(|edge| Some((chosen.rank(id(edge.source()))?, chosen.rank(id(edge.target()))?)))
            .collect();
        ends.shrink_to_fit();
        let mut weights: Vec<W> = (nodes.into_iter().enumerate())
            .filter(|(index, _)| chosen.contains(NodeId::from_bits(*index as u32)))
            .map(|(_, node)| node.weight)
            .collect();
        weights.shrink_to_fit();
        self.graph = DiGraph::with_capacity(weights.len(), ends.len());
        for weight in weights {
            self.graph.add_node(weight);
        }
        for (parent, child) in ends {
            self.graph.add_edge(at(parent), at(child), ());
        }
    }

    /// Gives back memory that is reserved and not in use.
    pub fn shrink(&mut self) {
        self.graph.shrink_to_fit();
    }

    /// Bytes that so many more nodes take, each with an edge.
    #[inline]
    pub(crate) fn bytes_of(more: usize) -> usize {
        more * (size_of::<petgraph::graph::Node<W, u32>>() + size_of::<petgraph::graph::Edge<(), u32>>())
    }

    /// Bytes that an expansion with so many children takes at most, if all of them are new.
    #[inline]
    pub fn growth_for(&self, children: usize) -> usize {
        // To connect them takes a list for a moment.
        Self::bytes_of(children) + children * size_of::<(NodeId, usize)>()
    }

    /// Bytes of nodes and edges. Lists that grow have room reserved, as much again at most, which is not counted: systems take no
    /// memory for what was never written to. [`shrink`](Self::shrink) gives it back.
    #[inline]
    pub fn bytes(&self) -> usize {
        let node = size_of::<petgraph::graph::Node<W, u32>>();
        let edge = size_of::<petgraph::graph::Edge<(), u32>>();
        self.graph.node_count() * node + self.graph.edge_count() * edge
    }
}

impl<W> Default for Digraph<W> {
    fn default() -> Self {
        Self::new()
    }
}

/// The children in order, each once, where it first stands; with their places.
fn distinct(children: &[NodeId]) -> Vec<(usize, NodeId)> {
    let mut by_child: Vec<(NodeId, usize)> = children.iter().copied().zip(0..).collect();
    by_child.sort_unstable();
    by_child.dedup_by_key(|(child, _)| *child);
    let mut by_place: Vec<(usize, NodeId)> = by_child.into_iter().map(|(child, place)| (place, child)).collect();
    by_place.sort_unstable();
    by_place
}

#[cfg(test)]
mod tests {
    use super::Digraph;

    /// Whoever expands the nodes of a list again, in its order, gets the same graph.
    #[test]
    fn expansions_stand_in_their_order_and_childless_ones_behind() {
        let mut graph = Digraph::new();
        let nodes: Vec<_> = (0..6).map(|number| graph.add(number).unwrap()).collect();
        graph.connect_all(nodes[0], &[nodes[1], nodes[2], nodes[3]]).unwrap();
        graph.connect_all(nodes[2], &[nodes[4]]).unwrap();
        graph.connect_all(nodes[1], &[nodes[4], nodes[5]]).unwrap();
        let expansions = |was_expanded: fn(&i32) -> bool| -> Vec<_> {
            graph.expansions(|node| was_expanded(graph.weight(node))).map(|node| *graph.weight(node)).collect()
        };
        assert_eq!(expansions(|_| false), [0, 2, 1]);
        assert_eq!(expansions(|number| *number != 4), [0, 2, 1, 3, 5]);
    }
}
