//! Nodes, edges and states of a graph that may have cycles.
//!
//! Invariants: children are kept in move order; a state has at most one node unless it was inserted on purpose without a
//! look-up (trees). Single nodes are never removed, so ids are dense and in order of creation; [`Digraph::retain`]
//! renumbers all nodes and keeps their order.
//!
//! petgraph walks the edges of a node from the newest to the oldest; the edges of one expansion are therefore inserted
//! last child first, which makes the walk follow move order through adjacent memory. Per node: the weight, 8 bytes, and
//! the state; per edge 16 bytes; in the index 5 bytes per slot.

use std::hash::Hash;
use std::hint::black_box;

use hashbrown::HashTable;
use petgraph::Direction::{Incoming, Outgoing};
use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use proofset_core::{NodeId, state_hash};
use thiserror::Error;

use crate::Selection;

/// The graph has no room for another node or edge: 32-bit indices are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the graph has no room for another node or edge")]
pub struct Full;

pub(crate) fn at(node: NodeId) -> NodeIndex<u32> {
    NodeIndex::new(node.index())
}

pub(crate) fn id(node: NodeIndex<u32>) -> NodeId {
    NodeId::from_bits(node.index() as u32)
}

/// Nodes with a weight of type `W`, and edges: a graph without its states.
#[derive(Clone, Debug)]
pub(crate) struct Links<W> {
    pub(crate) graph: DiGraph<W, (), u32>,
}

impl<W> Links<W> {
    pub(crate) fn new() -> Self {
        Self { graph: DiGraph::default() }
    }

    #[inline]
    pub(crate) fn add(&mut self, weight: W) -> Result<NodeId, Full> {
        self.graph.try_add_node(weight).map(id).map_err(|_| Full)
    }

    #[inline]
    pub(crate) fn connect(&mut self, parent: NodeId, child: NodeId) -> Result<(), Full> {
        self.graph.try_add_edge(at(parent), at(child), ()).map_err(|_| Full)?;
        Ok(())
    }

    #[inline]
    pub(crate) fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let edges = self.graph.raw_edges();
        let mut edge = self.graph.raw_nodes()[node.index()].next_edge(Outgoing);
        std::iter::from_fn(move || {
            let current = edges.get(edge.index())?;
            edge = current.next_edge(Outgoing);
            Some(id(current.target()))
        })
    }

    #[inline]
    pub(crate) fn has_children(&self, node: NodeId) -> bool {
        self.graph.raw_nodes()[node.index()].next_edge(Outgoing) != EdgeIndex::end()
    }

    #[inline]
    pub(crate) fn parents(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let edges = self.graph.raw_edges();
        let mut edge = self.graph.raw_nodes()[node.index()].next_edge(Incoming);
        std::iter::from_fn(move || {
            let current = edges.get(edge.index())?;
            edge = current.next_edge(Incoming);
            Some(id(current.source()))
        })
    }

    #[inline]
    pub(crate) fn weight(&self, node: NodeId) -> &W {
        &self.graph.raw_nodes()[node.index()].weight
    }

    #[inline]
    pub(crate) fn weight_mut(&mut self, node: NodeId) -> &mut W {
        &mut self.graph[at(node)]
    }

    pub(crate) fn retain(&mut self, chosen: &Selection) {
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

    /// Bytes that so many more nodes take, each with an edge.
    #[inline]
    pub(crate) fn growth_for(more: usize) -> usize {
        more * (size_of::<petgraph::graph::Node<W, u32>>() + size_of::<petgraph::graph::Edge<(), u32>>())
    }

    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        let node = size_of::<petgraph::graph::Node<W, u32>>();
        let edge = size_of::<petgraph::graph::Edge<(), u32>>();
        self.graph.node_count() * node + self.graph.edge_count() * edge
    }
}

/// Bytes that the index takes besides its slots, at most.
const INDEX_END: usize = 64;

/// The states of nodes, and the nodes of states.
#[derive(Clone, Debug)]
pub(crate) struct States<S> {
    states: Vec<S>,
    index: HashTable<NodeId>,
}

impl<S: Eq + Hash> States<S> {
    pub(crate) fn new() -> Self {
        Self { states: Vec::new(), index: HashTable::new() }
    }

    #[inline]
    pub(crate) fn find(&self, state: &S) -> Option<NodeId> {
        self.find_hashed(state_hash(state), state)
    }

    #[inline]
    fn find_hashed(&self, hash: u64, state: &S) -> Option<NodeId> {
        self.index.find(hash, |&node| self.states[node.index()] == *state).copied()
    }

    /// The node of a state; if there is none yet, `add` makes it. True for a new node.
    #[inline]
    pub(crate) fn intern<E: From<Full>>(
        &mut self,
        state: S,
        add: impl FnOnce(NodeId, &S) -> Result<NodeId, E>,
    ) -> Result<(NodeId, bool), E> {
        let hash = state_hash(&state);
        self.intern_hashed(hash, state, add)
    }

    /// The same for a state whose hash is known.
    #[inline]
    pub(crate) fn intern_hashed<E: From<Full>>(
        &mut self,
        hash: u64,
        state: S,
        add: impl FnOnce(NodeId, &S) -> Result<NodeId, E>,
    ) -> Result<(NodeId, bool), E> {
        if let Some(node) = self.find_hashed(hash, &state) {
            return Ok((node, false));
        }
        let node = add(NodeId::new(self.states.len()).ok_or(Full)?, &state)?;
        self.states.push(state);
        let states = &self.states;
        self.index.insert_unique(hash, node, |&other| state_hash(&states[other.index()]));
        Ok((node, true))
    }

    /// Notes the hashes of the first states, as many as there is room for. Their places in the index are asked for before
    /// the first is waited for, so that they are near the processor when the states are looked up.
    pub(crate) fn hash_all(&self, states: &[S], hashes: &mut [u64]) {
        for (hash, state) in hashes.iter_mut().zip(states) {
            *hash = state_hash(state);
            black_box(self.index.find(*hash, |_| false));
        }
    }

    /// The state of the newest node, without looking whether it has one already.
    pub(crate) fn push(&mut self, state: S) {
        self.states.push(state);
    }

    #[inline]
    pub(crate) fn state(&self, node: NodeId) -> &S {
        &self.states[node.index()]
    }

    pub(crate) fn retain(&mut self, chosen: &Selection) {
        let mut index = 0;
        self.states.retain(|_| {
            index += 1;
            chosen.contains(NodeId::from_bits(index - 1))
        });
        if !self.index.is_empty() {
            self.index.clear();
            let states = &self.states;
            for (node, state) in states.iter().enumerate() {
                let node = NodeId::from_bits(node as u32);
                self.index.insert_unique(state_hash(state), node, |&other| state_hash(&states[other.index()]));
            }
        }
    }

    pub(crate) fn shrink(&mut self) {
        self.states.shrink_to_fit();
        let states = &self.states;
        self.index.shrink_to_fit(|&node| state_hash(&states[node.index()]));
    }

    #[inline]
    pub(crate) fn growth_ahead(&self) -> usize {
        /// More nodes than one expansion makes, but for very wide ones.
        const SOON: usize = 4096;
        if self.index.capacity() - self.index.len() < SOON { 2 * self.index.allocation_size() } else { 0 }
    }

    /// Bytes that so many more states take at most, and what the index takes for a moment while it grows.
    #[inline]
    pub(crate) fn growth_for(&self, more: usize) -> usize {
        let states = more * size_of::<S>();
        let has_index = self.states.is_empty() || !self.index.is_empty();
        if !has_index || self.index.capacity() - self.index.len() >= more {
            return states;
        }
        // A slot and its tag; the table has a power of two of them, of which at most seven in eight are used.
        let slots = ((self.index.len() + more) * 8 / 7 + 1).next_power_of_two();
        states + slots * (size_of::<NodeId>() + 1) + INDEX_END
    }

    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        self.states.len() * size_of::<S>() + self.index.allocation_size()
    }
}

/// A directed graph with a state and a weight of type `W` at each node.
#[derive(Clone, Debug)]
pub struct Digraph<S, W> {
    links: Links<W>,
    states: States<S>,
}

impl<S: Eq + Hash, W> Digraph<S, W> {
    /// An empty graph.
    pub fn new() -> Self {
        Self { links: Links::new(), states: States::new() }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.links.graph.node_count()
    }

    /// True if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.links.graph.edge_count()
    }

    /// The node of a state that was interned.
    #[inline]
    pub fn find(&self, state: &S) -> Option<NodeId> {
        self.states.find(state)
    }

    /// The node of a state, made with `weight` if there is none yet. True for a new node. Expected constant time.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room, or whatever `weight` fails with; the graph is then as before.
    #[inline]
    pub fn intern<E: From<Full>>(
        &mut self,
        state: S,
        weight: impl FnOnce(NodeId, &S) -> Result<W, E>,
    ) -> Result<(NodeId, bool), E> {
        let links = &mut self.links;
        self.states.intern(state, |node, state| Ok(links.add(weight(node, state)?)?))
    }

    /// A new node, without looking whether its state has one already. Later calls of [`intern`](Self::intern) do not
    /// find it.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    pub fn insert(&mut self, state: S, weight: W) -> Result<NodeId, Full> {
        let node = self.links.add(weight)?;
        self.states.push(state);
        Ok(node)
    }

    /// Adds an edge. The edges of a node are added last child first.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    #[inline]
    pub fn connect(&mut self, parent: NodeId, child: NodeId) -> Result<(), Full> {
        self.links.connect(parent, child)
    }

    /// Makes `children` the children of a node that has none, in this order, repeated ones once.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room: some of the edges have then been added.
    pub fn connect_all(&mut self, parent: NodeId, children: &[NodeId]) -> Result<(), Full> {
        let mut distinct: Vec<(NodeId, usize)> = children.iter().copied().zip(0..).collect();
        distinct.sort_unstable();
        distinct.dedup_by_key(|(child, _)| *child);
        distinct.sort_unstable_by_key(|(_, place)| *place);
        distinct.into_iter().rev().try_for_each(|(child, _)| self.connect(parent, child))
    }

    /// The children in move order.
    #[inline]
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.links.children(node)
    }

    /// True if the node was given children.
    #[inline]
    pub fn has_children(&self, node: NodeId) -> bool {
        self.links.has_children(node)
    }

    /// The parents, most recently connected first.
    #[inline]
    pub fn parents(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.links.parents(node)
    }

    /// The state of a node.
    #[inline]
    pub fn state(&self, node: NodeId) -> &S {
        self.states.state(node)
    }

    /// The weight of a node.
    #[inline]
    pub fn weight(&self, node: NodeId) -> &W {
        self.links.weight(node)
    }

    /// The weight of a node, to be changed.
    #[inline]
    pub fn weight_mut(&mut self, node: NodeId) -> &mut W {
        self.links.weight_mut(node)
    }

    /// Removes all nodes but the chosen ones, whose numbers must be known, with their edges. The order of nodes, of
    /// children and of parents stays as it is; a node's new id is its rank in the selection.
    ///
    /// Linear time. While it runs, some 30 bytes are needed for each node that stays, and half of what its edges take.
    pub fn retain(&mut self, chosen: &Selection) {
        self.links.retain(chosen);
        self.states.retain(chosen);
    }

    /// Gives back memory that is reserved and not in use.
    pub fn shrink(&mut self) {
        self.links.graph.shrink_to_fit();
        self.states.shrink();
    }

    /// Bytes that the index will need for a moment beyond those it has, if it is about to grow.
    #[inline]
    pub fn growth_ahead(&self) -> usize {
        self.states.growth_ahead()
    }

    /// Bytes that an expansion with so many children takes at most, with what the index takes for a moment while it grows.
    #[inline]
    pub fn growth_for(&self, children: usize) -> usize {
        // To connect them takes a list for a moment.
        let places = children * size_of::<(NodeId, usize)>();
        Links::<W>::growth_for(children) + self.states.growth_for(children) + places
    }

    /// Bytes held for nodes, edges, states and the index. What states own on the heap is not counted.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.links.bytes() + self.states.bytes()
    }
}

impl<S: Eq + Hash, W> Default for Digraph<S, W> {
    fn default() -> Self {
        Self::new()
    }
}
