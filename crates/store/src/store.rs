//! What a search sees of a problem whose states have numbers.
//!
//! The idea: a search that keeps its graph needs no states. It needs to know which nodes a node leads to, and of a node
//! that is new what the rules say and what it costs. So the states stay on the side of the game, in a [`Store`], and the
//! search works with [`NodeId`]s. What it asks of them at every expansion is [`Nodes`], which knows no type of states and
//! may stand behind `dyn`: a search that asks so is compiled once for all games, and talks to the game twice an expansion.
//!
//! The invariant: nodes are numbered in the order in which they are made, from 0, without gaps; [`Nodes::retain`] numbers
//! all of them anew and keeps their order. Whoever makes a node takes it into its own graph at once, so that both have
//! the same numbers.

use std::ops::Range;

use proofset_core::{NodeId, Problem, Status, StopReason, Value, Watch};
use proofset_graph::Selection;

/// A state of the problem of a store.
pub type StateOf<X> = <<X as Store>::Problem as Problem>::State;

/// A move of the problem of a store.
pub type MoveOf<X> = <<X as Store>::Problem as Problem>::Move;

/// How nodes are made.
#[derive(Clone, Copy, Debug)]
pub struct Making {
    /// True if equal states are one node; false if every path has its own, and only successors of one node are compared.
    pub merges: bool,
    /// True if the rules are asked about a node when it is made; else [`Nodes::status`] asks later.
    pub asks_status: bool,
    /// At most so many nodes are made.
    pub most_nodes: usize,
}

impl Default for Making {
    /// Equal states are one node, whose status is asked for at once, and there may be as many as there are numbers.
    fn default() -> Self {
        Self { merges: true, asks_status: true, most_nodes: usize::MAX }
    }
}

/// A node that has just been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct New<F> {
    /// The rank of its state, if the problem has one.
    pub rank: Option<u32>,
    /// What the search wants to know of it.
    pub fact: F,
}

/// The node of a state, and what is told about it if it is new.
pub type Placed<F> = (NodeId, Option<New<F>>);

/// The nodes that an expansion leads to, in lists that are used again and again.
#[derive(Clone, Debug)]
pub struct Children<F> {
    /// The successors in move order, as far as they were made; a node that several moves lead to stands there as often.
    pub nodes: Vec<NodeId>,
    /// Those among them that are new, in the order of their numbers.
    pub new: Vec<New<F>>,
}

impl<F> Children<F> {
    /// Room for nothing.
    pub fn new() -> Self {
        Self { nodes: Vec::new(), new: Vec::new() }
    }

    /// Forgets what is listed, and keeps the room.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.new.clear();
    }

    /// Sees to it that there is room for so many successors, and takes no more than [`growth_for`](Self::growth_for) says.
    /// What was listed is forgotten.
    #[inline]
    pub fn make_room(&mut self, count: usize) {
        self.clear();
        self.nodes.reserve_exact(count);
        self.new.reserve_exact(count);
    }

    /// Gives back what only a very wide node needs. To be called when an expansion is over.
    #[inline]
    pub fn give_back(&mut self) {
        if self.new.capacity() > KEPT {
            self.new = Vec::new();
        }
    }

    /// Bytes held.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<NodeId>() + self.new.capacity() * size_of::<New<F>>()
    }

    /// Bytes that the lists take more for so many successors.
    #[inline]
    pub fn growth_for(&self, count: usize) -> usize {
        count.saturating_sub(self.nodes.capacity()) * size_of::<NodeId>()
            + count.saturating_sub(self.new.capacity()) * size_of::<New<F>>()
    }
}

impl<F> Default for Children<F> {
    fn default() -> Self {
        Self::new()
    }
}

/// Successors that room is kept for from one expansion to the next.
pub(crate) const KEPT: usize = 1 << 12;

/// The successors of a node, listed and not made yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// How many there are.
    pub count: usize,
    /// Bytes that the store takes more for the list, and if all of them become nodes.
    pub bytes: usize,
}

/// Successors that are looked up together.
pub const TOGETHER: usize = 64;

/// The states of nodes, by number, of which nothing is told but what the rules say: what a problem brings to a store.
///
/// It may stand behind `dyn`, with who tells of new nodes beside it.
pub trait NodeStates {
    /// The number of nodes.
    fn node_count(&self) -> usize;

    /// [`Nodes::status`].
    fn status(&self, node: NodeId) -> Status;

    /// [`Nodes::list`].
    fn list(&mut self, node: NodeId, most_bytes: usize) -> Option<Listed>;

    /// [`Nodes::rank_fault`].
    fn rank_fault(&self, node: NodeId) -> Option<(u32, u32)>;

    /// Makes nodes of those of the listed successors, at most [`TOGETHER`], and adds them to `nodes` in move order.
    ///
    /// # Errors
    ///
    /// [`StopReason::Memory`] where a node more would be too many: what `nodes` holds then was made.
    fn make_listed(&mut self, places: Range<usize>, making: &Making, nodes: &mut Vec<NodeId>)
    -> Result<(), StopReason>;

    /// [`Nodes::drop_list`].
    fn drop_list(&mut self);

    /// [`Nodes::place_decided`].
    ///
    /// # Errors
    ///
    /// As [`Store::place`].
    fn place_decided(&mut self, node: NodeId, value: Value, making: &Making) -> Result<Option<NodeId>, StopReason>;

    /// [`Nodes::places_of`].
    fn places_of(&self, node: NodeId, children: &[NodeId]) -> Vec<usize>;

    /// [`Nodes::make_some`]; adds the nodes to `nodes`.
    ///
    /// # Errors
    ///
    /// As [`Store::place`].
    fn make_some(
        &mut self,
        node: NodeId,
        places: &[usize],
        making: &Making,
        nodes: &mut Vec<NodeId>,
    ) -> Result<(), StopReason>;

    /// [`Nodes::reserve`].
    fn reserve(&mut self, nodes: usize);

    /// [`Nodes::retain`].
    fn retain(&mut self, chosen: &Selection);

    /// [`Nodes::clear`].
    fn clear(&mut self);

    /// [`Nodes::shrink`].
    fn shrink(&mut self);

    /// [`Nodes::growth_ahead`].
    fn growth_ahead(&self) -> usize;

    /// [`Nodes::bytes`].
    fn bytes(&self) -> usize;

    /// [`Nodes::state_bytes`].
    fn state_bytes(&self) -> usize;
}

/// Nodes by number, whatever they stand for: what a search asks at every expansion. It stands behind `dyn`, so that what
/// asks it is compiled once and not for each problem.
pub trait Nodes {
    /// What is told about a new node.
    type Fact: Copy;

    /// The number of nodes.
    fn node_count(&self) -> usize;

    /// What the rules say of a node.
    fn status(&self, node: NodeId) -> Status;

    /// True if no leaf costs other than one and one, as far as these nodes tell.
    fn has_unit_costs(&self) -> bool;

    /// Lists the successors of an open node. `None` if the list alone takes more than so many bytes; nothing is listed then.
    fn list(&mut self, node: NodeId, most_bytes: usize) -> Option<Listed>;

    /// Of the successors that are listed, the first whose rank is not above that of the node: the two ranks.
    fn rank_fault(&self, node: NodeId) -> Option<(u32, u32)>;

    /// Makes nodes of the successors that are listed, and forgets the list.
    ///
    /// # Errors
    ///
    /// Why it stopped among them. What `children` holds then was made.
    fn make(
        &mut self,
        making: &Making,
        watch: &Watch<'_>,
        children: &mut Children<Self::Fact>,
    ) -> Result<(), StopReason>;

    /// Forgets the list.
    fn drop_list(&mut self);

    /// The first successor of an open node that the rules give this value, made if need be.
    ///
    /// # Errors
    ///
    /// As [`Store::place`].
    fn place_decided(
        &mut self,
        node: NodeId,
        value: Value,
        making: &Making,
    ) -> Result<Option<Placed<Self::Fact>>, StopReason>;

    /// Where the states of these nodes stand among the successors of an open node, in move order; repeated ones count as often.
    fn places_of(&self, node: NodeId, children: &[NodeId]) -> Vec<usize>;

    /// Makes nodes of the successors of an open node that stand in these places, in move order.
    ///
    /// # Errors
    ///
    /// As [`Store::place`].
    fn make_some(
        &mut self,
        node: NodeId,
        places: &[usize],
        making: &Making,
        children: &mut Children<Self::Fact>,
    ) -> Result<(), StopReason>;

    /// Sees to it that so many nodes can be made before any memory has to be found for them. For a store without nodes, where it
    /// is known how many there will be: the index then need not grow time and again.
    fn reserve(&mut self, nodes: usize);

    /// Removes all nodes but the chosen ones, whose numbers must be known. The order of nodes stays as it is; a node's new
    /// number is its rank in the selection.
    fn retain(&mut self, chosen: &Selection);

    /// Removes all nodes.
    fn clear(&mut self);

    /// Gives back memory that is reserved and not in use.
    fn shrink(&mut self);

    /// Bytes that will be needed for a moment beyond those held, if the index of states is about to grow.
    fn growth_ahead(&self) -> usize;

    /// Bytes held for states, their index and the list of successors. What states own on the heap is not counted.
    fn bytes(&self) -> usize;

    /// Bytes of one state.
    fn state_bytes(&self) -> usize;
}

/// The states of a problem, by number.
pub trait Store {
    /// Whose states they are.
    type Problem: Problem;
    /// What is told about a new node.
    type Fact: Copy;

    /// The nodes.
    fn nodes(&self) -> &dyn Nodes<Fact = Self::Fact>;

    /// The nodes, to make more of them.
    fn nodes_mut(&mut self) -> &mut dyn Nodes<Fact = Self::Fact>;

    /// The problem.
    fn problem(&self) -> &Self::Problem;

    /// The state that a search begins with: as a rule the root of the problem.
    fn root(&self) -> StateOf<Self>;

    /// The state of a node.
    fn state(&self, node: NodeId) -> StateOf<Self>;

    /// The node of a state. Where equal states are not merged, `None`.
    fn find(&self, state: &StateOf<Self>) -> Option<NodeId>;

    /// The node of a state, made if there is none, or if equal states are not merged. What is told about a new one.
    ///
    /// # Errors
    ///
    /// [`StopReason::Memory`] where a node more would be too many.
    fn place(&mut self, state: StateOf<Self>, making: &Making) -> Result<Placed<Self::Fact>, StopReason>;
}

/// A store that makes others for the same problem from one of its states on.
pub trait Rooted: Store + Sized {
    /// A store without nodes, for a search that begins with a state.
    fn rooted_at(&self, root: StateOf<Self>) -> Self;
}
