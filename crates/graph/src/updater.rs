//! The order in which ancestors are recomputed after an expansion.
//!
//! A perfect order visits a node only after all of its changed children. Any key that grows along every edge gives one:
//! the deepest scheduled node is taken first, and whatever it schedules lies higher up. Depth (shortest distance) and
//! order of creation are *not* such keys. The FIFO queue of Müller (2001) needs no key; it reaches the same values, and
//! recomputes each node once where a rank function exists (Lemma 1), but n nodes can cost n(n-1)/2 + 1 recomputations.

use std::collections::{BinaryHeap, VecDeque};
use std::fmt;

use petgraph::acyclic::{Acyclic, TopologicalPosition};
use petgraph::data::Build;
use petgraph::graph::{DiGraph, NodeIndex};
use proofset_core::NodeId;

/// Holds the nodes that wait for recomputation and says which comes next.
pub trait Updater {
    /// Told of every new edge, before values are brought up to date. The edge closes no cycle.
    fn edge_added(&mut self, parent: NodeId, child: NodeId) {
        let _ = (parent, child);
    }

    /// Adds a node that is not waiting yet.
    fn push(&mut self, node: NodeId, level: u32);

    /// Removes the node to recompute next.
    fn pop(&mut self) -> Option<NodeId>;

    /// Bytes held, as limits on memory count them. Nodes that wait, and the room that is kept for them, are counted by [`Fifo`] alone: in an
    /// update of a search few of them wait at a time.
    fn bytes(&self) -> usize;
}

/// Levels below this have a bucket each; the few problems with larger ranks go through a heap.
const BUCKETS: usize = 1 << 14;

/// Deepest level first: a bucket per level. The level is the problem's rank or the longest distance from the root.
///
/// Constant time per operation for levels below 16,384, logarithmic above.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    buckets: Vec<Vec<NodeId>>,
    /// A bit per bucket that is not empty.
    occupied: Vec<u64>,
    /// No bucket above this word of `occupied` is in use.
    top: usize,
    beyond: BinaryHeap<(u32, NodeId)>,
}

impl Levels {
    /// Nothing waiting.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Updater for Levels {
    #[inline]
    fn push(&mut self, node: NodeId, level: u32) {
        let bucket = level as usize;
        if bucket >= self.buckets.len() {
            if bucket >= BUCKETS {
                self.beyond.push((level, node));
                return;
            }
            self.buckets.resize_with(bucket + 1, Vec::new);
            self.occupied.resize(bucket / 64 + 1, 0);
        }
        self.buckets[bucket].push(node);
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
        self.top = self.top.max(bucket / 64);
    }

    #[inline]
    fn pop(&mut self) -> Option<NodeId> {
        if let Some((_, node)) = self.beyond.pop() {
            return Some(node);
        }
        loop {
            let word = self.occupied.get_mut(self.top)?;
            if *word == 0 {
                self.top = self.top.checked_sub(1)?;
                continue;
            }
            let bit = 63 - word.leading_zeros() as usize;
            let bucket = &mut self.buckets[self.top * 64 + bit];
            let node = bucket.pop();
            if bucket.is_empty() {
                *word &= !(1 << bit);
            }
            return node;
        }
    }

    fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Vec<NodeId>>() + self.beyond.len() * size_of::<(u32, NodeId)>()
    }
}

/// Deepest node first in the dynamic topological order of Pearce and Kelly (2006), as kept by petgraph's `Acyclic`.
///
/// Keeps a copy of the edges and an ordered map of the nodes, about 110 bytes a node: for experiments and as a second
/// opinion on [`Levels`], not for large graphs.
pub struct PearceKelly {
    order: Acyclic<DiGraph<(), (), u32>>,
    waiting: BinaryHeap<(TopologicalPosition, NodeId)>,
}

impl PearceKelly {
    /// Nothing waiting.
    pub fn new() -> Self {
        Self { order: Acyclic::new(), waiting: BinaryHeap::new() }
    }

    fn cover(&mut self, node: NodeId) -> NodeIndex<u32> {
        while self.order.node_count() <= node.index() {
            self.order.add_node(());
        }
        NodeIndex::new(node.index())
    }
}

impl Default for PearceKelly {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for PearceKelly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PearceKelly").field("waiting", &self.waiting).finish_non_exhaustive()
    }
}

impl Updater for PearceKelly {
    fn edge_added(&mut self, parent: NodeId, child: NodeId) {
        let parent = self.cover(parent);
        let child = self.cover(child);
        self.order.try_add_edge(parent, child, ()).expect("the graph has checked that the edge closes no cycle");
    }

    fn push(&mut self, node: NodeId, _level: u32) {
        let index = self.cover(node);
        self.waiting.push((self.order.get_position(index), node));
    }

    fn pop(&mut self) -> Option<NodeId> {
        self.waiting.pop().map(|(_, node)| node)
    }

    fn bytes(&self) -> usize {
        // Position and map entry of a node, a B-tree's slack included, besides petgraph's own node and edge.
        const NODE: usize = 8 + 8 + 40;
        self.order.node_count() * NODE + self.order.edge_count() * 16
    }
}

/// First in, first out, as in the paper. The parents of a node are pushed in the order in which the graph lists them.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    waiting: VecDeque<NodeId>,
}

impl Fifo {
    /// Nothing waiting.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Updater for Fifo {
    fn push(&mut self, node: NodeId, _level: u32) {
        self.waiting.push_back(node);
    }

    fn pop(&mut self) -> Option<NodeId> {
        self.waiting.pop_front()
    }

    fn bytes(&self) -> usize {
        self.waiting.capacity() * size_of::<NodeId>()
    }
}

/// The names of the update orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UpdateOrder {
    /// By rank if the problem has one, else by levels.
    #[default]
    Auto,
    /// By the problem's rank.
    Rank,
    /// By the longest distance from the root.
    Levels,
    /// By Pearce and Kelly's dynamic topological order.
    PearceKelly,
    /// First in, first out.
    Fifo,
}

/// An updater chosen at run time.
#[derive(Debug)]
pub enum AnyUpdater {
    /// By rank or level.
    Levels(Levels),
    /// By Pearce and Kelly's order. Boxed, being rare and large.
    PearceKelly(Box<PearceKelly>),
    /// First in, first out.
    Fifo(Fifo),
}

impl AnyUpdater {
    /// The updater of an order.
    pub fn new(order: UpdateOrder) -> Self {
        match order {
            UpdateOrder::Auto | UpdateOrder::Rank | UpdateOrder::Levels => Self::Levels(Levels::new()),
            UpdateOrder::PearceKelly => Self::PearceKelly(Box::default()),
            UpdateOrder::Fifo => Self::Fifo(Fifo::new()),
        }
    }
}

impl Updater for AnyUpdater {
    #[inline]
    fn edge_added(&mut self, parent: NodeId, child: NodeId) {
        match self {
            Self::Levels(updater) => updater.edge_added(parent, child),
            Self::PearceKelly(updater) => updater.edge_added(parent, child),
            Self::Fifo(updater) => updater.edge_added(parent, child),
        }
    }

    #[inline]
    fn push(&mut self, node: NodeId, level: u32) {
        match self {
            Self::Levels(updater) => updater.push(node, level),
            Self::PearceKelly(updater) => updater.push(node, level),
            Self::Fifo(updater) => updater.push(node, level),
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<NodeId> {
        match self {
            Self::Levels(updater) => updater.pop(),
            Self::PearceKelly(updater) => updater.pop(),
            Self::Fifo(updater) => updater.pop(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Levels(updater) => updater.bytes(),
            Self::PearceKelly(updater) => updater.bytes(),
            Self::Fifo(updater) => updater.bytes(),
        }
    }
}
