//! A graph without cycles, with levels and scheduled recomputation.
//!
//! Invariant, besides those of [`Digraph`]: `level(child) > level(parent)` on every edge. Per node: the label and 12 bytes;
//! per edge 16 bytes.

use std::collections::{HashMap, VecDeque};

use petgraph::Direction::Incoming;
use proofset_core::NodeId;
use thiserror::Error;

use crate::digraph::{Children, Digraph, Full, Parents, id};
use crate::{Selection, Updater};

/// Where levels come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelSource {
    /// The caller gives a rank that increases along every edge.
    Rank,
    /// The longest distance from a node without parents, maintained as edges are added.
    LongestPath,
}

/// An expansion cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// An edge would close a cycle: the first node, reached again over the others in order.
    #[error("an edge would close a cycle of {} nodes", .0.len())]
    Cycle(Vec<NodeId>),
    /// The rank of a child is not above the rank of its parent.
    #[error("the rank of a child ({child}) is not above its parent's ({parent})")]
    Rank {
        /// Rank of the parent.
        parent: u32,
        /// Rank of the child.
        child: u32,
    },
    /// No room.
    #[error(transparent)]
    Full(#[from] Full),
}

/// What [`Dag::settle`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled<E> {
    /// Nodes recomputed.
    pub recomputed: u64,
    /// Why it stopped early, if it did. The rest stays scheduled: settle again once the cause is gone.
    pub stopped: Option<E>,
}

/// A node whose turn it is to be recomputed.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    /// The node.
    pub node: NodeId,
    /// The parts of its label that can have changed.
    pub parts: Parts,
    /// The newest of its links, or a mark.
    first: u32,
}

/// A child that changed since its parent was last recomputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedChild {
    /// The child.
    pub child: NodeId,
    /// The parts of its label that changed.
    pub parts: Parts,
    /// The note that came with the change.
    pub note: u32,
}

/// The new label of a node.
#[derive(Clone, Copy, Debug)]
pub struct Relabelled<L> {
    /// The label.
    pub label: L,
    /// The parts in which it differs from the old one.
    pub changed: Parts,
    /// A word for the parents about the change: [`Dag::changed_children`] hands it on.
    pub note: u32,
}

/// Which of the two parts of a label an update is about.
///
/// A part of a parent's label follows from the same part of its children's labels, so a parent need not look at a part
/// that no child has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts(u32);

impl Parts {
    /// Neither part.
    pub const NONE: Self = Self(0);
    /// The first part.
    pub const FIRST: Self = Self(1);
    /// Both parts.
    pub const BOTH: Self = Self(3);

    /// These parts, as far as the flags say.
    #[inline]
    pub fn of(first: bool, second: bool) -> Self {
        Self(u32::from(first) | u32::from(second) << 1)
    }

    /// True if the first part is among them.
    #[inline]
    pub fn first(self) -> bool {
        self.0 & 1 != 0
    }

    /// True if the second part is among them.
    #[inline]
    pub fn second(self) -> bool {
        self.0 & 2 != 0
    }
}

/// Set while a node waits in the updater. Its level is then kept in its slot, whose number stands in its place.
const SCHEDULED: u32 = 1 << 31;
/// Set while a node is among the children collected for one parent.
const COLLECTED: u32 = 1 << 30;
/// Two bits: the parts that must be recomputed.
const PARTS: u32 = 0b11 << PARTS_SHIFT;
const PARTS_SHIFT: u32 = 28;
pub(crate) const LEVEL: u32 = (1 << PARTS_SHIFT) - 1;

#[derive(Clone, Debug)]
struct Node<L> {
    label: L,
    /// Level and marks.
    mark: u32,
}

/// What is kept of a waiting node.
#[derive(Clone, Copy, Debug)]
struct Slot {
    level: u32,
    /// The newest link, [`NO_LINK`] or [`ALL_CHILDREN`].
    first: u32,
}

/// A changed child in the list of a waiting parent.
#[derive(Clone, Copy, Debug)]
struct Link {
    changed: ChangedChild,
    next: u32,
}

/// Slots and links that are kept for the next update.
const SCRATCH: usize = 1 << 16;

/// The end of a list of links.
const NO_LINK: u32 = u32::MAX;
/// In the place of a list: any child may have changed.
const ALL_CHILDREN: u32 = u32::MAX - 1;

/// An AND/OR DAG with a label of type `L` at each node.
#[derive(Clone, Debug)]
pub struct Dag<L> {
    graph: Digraph<Node<L>>,
    source: LevelSource,
    distinct: Vec<NodeId>,
    /// One per node that waits, or waited since the graph was last settled.
    slots: Vec<Slot>,
    links: Vec<Link>,
}

impl<L: Copy> Dag<L> {
    /// An empty graph.
    pub fn new(source: LevelSource) -> Self {
        Self { graph: Digraph::new(), source, distinct: Vec::new(), slots: Vec::new(), links: Vec::new() }
    }

    /// A new node. `level` is its rank where levels come from ranks, else 0.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room for the node, or for its level: levels are below 2^28.
    #[inline]
    pub fn add(&mut self, level: u32, label: L) -> Result<NodeId, Full> {
        if level > LEVEL {
            return Err(Full);
        }
        self.graph.add(Node { label, mark: level })
    }

    /// Removes all nodes but the chosen ones, whose numbers must be known, with their edges. The order of nodes, of
    /// children and of parents stays as it is; a node's new id is its rank in the selection.
    ///
    /// Linear time. While it runs, some 20 bytes are needed for each node that stays, and half of what its edges take.
    ///
    /// # Panics
    ///
    /// If nodes wait to be recomputed.
    pub fn retain(&mut self, chosen: &Selection) {
        assert!(self.slots.is_empty(), "a graph can be thinned out when it is settled");
        self.graph.retain(chosen);
    }

    /// Gives back memory that is reserved and not in use.
    pub fn shrink(&mut self) {
        self.graph.shrink();
    }

    /// Bytes that an expansion with so many children takes at most, if all of them are new.
    #[inline]
    pub fn growth_for(&self, children: usize) -> usize {
        let distinct = children.saturating_sub(self.distinct.capacity()) * size_of::<NodeId>();
        Digraph::<Node<L>>::bytes_of(children) + distinct
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// True if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// Makes `children`, in this order and without repetitions, the children of a node that has none.
    ///
    /// # Complexity
    ///
    /// Linear in the number of children where levels are ranks, beside what the updater does. Where they are longest paths, a
    /// child that does not lie below the parent yet is raised, and what is below that child with it: linear in the size of
    /// that part of the graph at least, and where paths of many lengths lead to a node, it is raised for each of them. A graph
    /// that grows from its root has next to nothing to raise, for new children have no descendants. One that is connected from
    /// its leaves up takes quadratic time for a chain: connect parents first.
    ///
    /// # Errors
    ///
    /// [`ConnectError`]: the edges up to the offending one have then been added, and the graph must not be used for
    /// another expansion.
    pub fn connect<U: Updater>(
        &mut self,
        parent: NodeId,
        children: &[NodeId],
        updater: &mut U,
    ) -> Result<(), ConnectError> {
        let mut distinct = std::mem::take(&mut self.distinct);
        distinct.clear();
        for &child in children {
            let node = self.graph.weight_mut(child);
            if node.mark & COLLECTED == 0 {
                node.mark |= COLLECTED;
                distinct.push(child);
            }
        }
        for &child in &distinct {
            self.graph.weight_mut(child).mark &= !COLLECTED;
        }
        let result = distinct.iter().rev().try_for_each(|&child| {
            self.raise(parent, child)?;
            self.graph.connect(parent, child)?;
            updater.edge_added(parent, child);
            Ok(())
        });
        self.distinct = distinct;
        result
    }

    /// Makes sure that `child` lies on a higher level than `parent`, before the edge is added.
    fn raise(&mut self, parent: NodeId, child: NodeId) -> Result<(), ConnectError> {
        let level = self.level(parent);
        if self.level(child) > level {
            return Ok(());
        }
        if self.source == LevelSource::Rank {
            return Err(ConnectError::Rank { parent: level, child: self.level(child) });
        }
        // Breadth first: a node may be raised several times, but at most once per length of a path to it.
        let mut queue = VecDeque::from([(child, level + 1)]);
        while let Some((node, level)) = queue.pop_front() {
            if node == parent {
                return Err(ConnectError::Cycle(path(child, parent, &|node, visit| {
                    self.children(node).for_each(visit);
                })));
            }
            if level > LEVEL {
                return Err(Full.into());
            }
            if self.level(node) < level {
                self.set_level(node, level);
                queue.extend(self.children(node).map(|next| (next, level + 1)));
            }
        }
        Ok(())
    }

    /// The children in move order.
    #[inline]
    pub fn children(&self, node: NodeId) -> Children<'_> {
        self.graph.children(node)
    }

    /// True if the node was given children.
    #[inline]
    pub fn has_children(&self, node: NodeId) -> bool {
        self.graph.has_children(node)
    }

    /// The parents, most recently connected first.
    #[inline]
    pub fn parents(&self, node: NodeId) -> Parents<'_> {
        self.graph.parents(node)
    }

    /// The nodes that were expanded: those that have children, in the order in which they were given them, and then those that
    /// have none although `was_expanded`.
    pub fn expansions(&self, was_expanded: impl Fn(NodeId) -> bool) -> impl Iterator<Item = NodeId> {
        self.graph.expansions(was_expanded)
    }

    /// The label of a node.
    #[inline]
    pub fn label(&self, node: NodeId) -> L {
        self.graph.weight(node).label
    }

    /// Replaces the label of a node.
    #[inline]
    pub fn set_label(&mut self, node: NodeId, label: L) {
        self.graph.weight_mut(node).label = label;
    }

    /// The rank of a node, or its longest distance from a node without parents.
    #[inline]
    pub fn level(&self, node: NodeId) -> u32 {
        let mark = self.graph.weight(node).mark;
        if mark & SCHEDULED == 0 { mark & LEVEL } else { self.slots[(mark & LEVEL) as usize].level }
    }

    fn set_level(&mut self, node: NodeId, level: u32) {
        let mark = &mut self.graph.weight_mut(node).mark;
        if *mark & SCHEDULED == 0 {
            *mark = *mark & !LEVEL | level;
        } else {
            self.slots[(*mark & LEVEL) as usize].level = level;
        }
    }

    /// Asks for parts of a node to be recomputed from all of its children by the next [`settle`](Self::settle).
    pub fn schedule<U: Updater>(&mut self, node: NodeId, parts: Parts, updater: &mut U) {
        let slot = self.wait(node, parts, updater);
        self.slots[slot].first = ALL_CHILDREN;
    }

    /// Makes a node wait, if it does not yet. Returns its slot.
    #[inline]
    fn wait<U: Updater>(&mut self, node: NodeId, parts: Parts, updater: &mut U) -> usize {
        let mark = &mut self.graph.weight_mut(node).mark;
        if *mark & SCHEDULED == 0 {
            let level = *mark & LEVEL;
            let slot = self.slots.len();
            assert!(slot <= LEVEL as usize, "more than {LEVEL} recomputations in one update");
            self.slots.push(Slot { level, first: NO_LINK });
            *mark = *mark & !LEVEL | slot as u32 | SCHEDULED;
            updater.push(node, level);
        }
        *mark |= parts.0 << PARTS_SHIFT;
        (*mark & LEVEL) as usize
    }

    /// The children that changed since a pending node was last recomputed, most recently changed first; under the FIFO
    /// order a child can be among them twice. `None` if any child may have changed.
    #[inline]
    pub fn changed_children(&self, pending: Pending) -> Option<impl Iterator<Item = ChangedChild> + Clone + '_> {
        if pending.first == ALL_CHILDREN {
            return None;
        }
        let mut next = pending.first;
        Some(std::iter::from_fn(move || {
            let link = self.links.get(next as usize)?;
            next = link.next;
            Some(link.changed)
        }))
    }

    /// Recomputes the scheduled nodes and, as far as labels change, their ancestors.
    ///
    /// `relabel` computes a label from the children, as far as the given parts go, and says which parts changed; an
    /// unchanged node is stored but not passed on. By levels or Pearce-Kelly order each node is recomputed at most once.
    #[inline]
    pub fn settle<U: Updater, E>(
        &mut self,
        updater: &mut U,
        mut relabel: impl FnMut(&Self, Pending) -> Result<Relabelled<L>, E>,
    ) -> Settled<E> {
        let mut recomputed = 0;
        while let Some(node) = updater.pop() {
            let mark = self.graph.weight(node).mark;
            let slot = self.slots[(mark & LEVEL) as usize];
            let pending = Pending { node, parts: Parts((mark & PARTS) >> PARTS_SHIFT), first: slot.first };
            let new = match relabel(self, pending) {
                Ok(new) => new,
                Err(error) => {
                    updater.push(node, slot.level);
                    return Settled { recomputed, stopped: Some(error) };
                }
            };
            recomputed += 1;
            let weight = self.graph.weight_mut(node);
            weight.mark = slot.level;
            weight.label = new.label;
            if new.changed == Parts::NONE {
                continue;
            }
            let changed = ChangedChild { child: node, parts: new.changed, note: new.note };
            let mut edge = self.graph.graph.raw_nodes()[node.index()].next_edge(Incoming);
            while let Some(current) = self.graph.graph.raw_edges().get(edge.index()) {
                edge = current.next_edge(Incoming);
                let slot = self.wait(id(current.source()), changed.parts, updater);
                let first = &mut self.slots[slot].first;
                if *first != ALL_CHILDREN {
                    let link = self.links.len() as u32;
                    self.links.push(Link { changed, next: std::mem::replace(first, link) });
                }
            }
        }
        self.slots.clear();
        self.links.clear();
        if self.slots.capacity() + self.links.capacity() > SCRATCH {
            self.slots.shrink_to(SCRATCH / 2);
            self.links.shrink_to(SCRATCH / 2);
        }
        Settled { recomputed, stopped: None }
    }

    /// Tells an updater of all edges, as if they had just been added.
    pub fn announce_edges<U: Updater>(&self, updater: &mut U) {
        for edge in self.graph.graph.raw_edges() {
            updater.edge_added(id(edge.source()), id(edge.target()));
        }
    }

    /// Sees to it that so many nodes can wait, and that their list takes no more room than that.
    pub fn reserve_for_update(&mut self, nodes: usize) {
        self.slots.reserve_exact(nodes.saturating_sub(self.slots.len()));
    }

    /// Bytes that an update takes in which so many nodes wait.
    pub fn bytes_of_update(nodes: usize) -> usize {
        nodes * size_of::<Slot>()
    }

    /// Gives back what updates keep for the next one.
    pub fn shrink_scratch(&mut self) {
        self.slots.shrink_to_fit();
        self.links.shrink_to_fit();
    }

    /// Bytes of nodes and edges, and what is held for updates. As with [`Digraph::bytes`], room that is reserved for more
    /// nodes and edges is not counted.
    #[inline]
    pub fn bytes(&self) -> usize {
        let update = self.slots.capacity() * size_of::<Slot>() + self.links.capacity() * size_of::<Link>();
        self.graph.bytes() + update + self.distinct.capacity() * size_of::<NodeId>()
    }
}

/// Shows the children of a node.
type ShowChildren<'a> = dyn Fn(NodeId, &mut dyn FnMut(NodeId)) + 'a;

/// The nodes on a shortest path, the ends included, with the last node first: the order in which a cycle closed by
/// an edge from `to` to `from` is walked from `to`.
fn path(from: NodeId, to: NodeId, show_children: &ShowChildren<'_>) -> Vec<NodeId> {
    let mut came_from = HashMap::from([(from, from)]);
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        if node == to {
            break;
        }
        show_children(node, &mut |child| {
            came_from.entry(child).or_insert_with(|| {
                queue.push_back(child);
                node
            });
        });
    }
    let mut path = vec![to];
    while let Some(&previous) = path.last().and_then(|last| came_from.get(last))
        && path.last() != Some(&from)
    {
        path.push(previous);
    }
    path[1..].reverse();
    path
}
