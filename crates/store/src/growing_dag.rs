//! A graph without cycles that grows with a store.
//!
//! The idea: searches that keep such a graph note different things of a node, and expand it alike: list the successors, make the
//! nodes, take the new ones into the graph, connect them, and have the node recomputed.
//!
//! The invariant: store and graph have the same nodes under the same numbers, and the first of them is the root.

use proofset_core::{NodeId, Problem, Role, StopReason, Watch, state_hash};
use proofset_graph::{Dag, Levels, Parts, Ranks, Updater};

use crate::end::End;
use crate::expander::Expander;
use crate::kind::NodeKind;
use crate::store::{New, StateOf, Store};

/// The root of a graph that has grown from it: the first node.
pub const ROOT: NodeId = NodeId::from_bits(0);

/// What a search notes of a node.
pub trait Noted: Copy {
    /// What the node is.
    fn kind(&self) -> NodeKind;

    /// The place of that.
    fn kind_mut(&mut self) -> &mut NodeKind;
}

/// A store, and a graph of its nodes with what the search notes of each.
pub struct GrowingDag<X: Store, L> {
    /// The states of the nodes, and the books of the search.
    pub expander: Expander<X>,
    /// The nodes of the store, under the same numbers.
    pub dag: Dag<L>,
    /// Which nodes are to be recomputed.
    pub updater: Levels,
    ranks: Ranks,
    /// The node that was expanded last.
    pub last_expanded: Option<NodeId>,
}

impl<X: Store, L: Noted> GrowingDag<X, L> {
    /// In a store without nodes.
    pub fn new(store: X) -> Self {
        let ranks = Ranks::from_root(store.problem().rank(&store.root()));
        Self {
            expander: Expander::new(store),
            dag: Dag::new(ranks.source()),
            updater: Levels::new(),
            ranks,
            last_expanded: None,
        }
    }

    /// Makes the root, if there are no nodes yet: true if so. `note` says what is noted of it.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn begin(
        &mut self,
        note: impl FnOnce(NodeId, New<X::Fact>) -> Result<L, End<StateOf<X>>>,
    ) -> Result<bool, End<StateOf<X>>> {
        if !self.dag.is_empty() {
            return Ok(false);
        }
        let Self { expander, dag, ranks, .. } = self;
        let root = expander.store().root();
        expander.place(root, |new| admit(dag, *ranks, new, note))?;
        Ok(true)
    }

    /// Generates the successors of a leaf, connects them, and has it recomputed. The search holds so many bytes, and beside the graph
    /// it needs at most `growth` more for a number of successors. `note` says what is noted of a new node. An expansion that
    /// is interrupted leaves a leaf.
    ///
    /// # Errors
    ///
    /// Why it was interrupted.
    #[inline]
    pub fn expand(
        &mut self,
        node: NodeId,
        watch: &Watch<'_>,
        held: usize,
        growth: impl FnOnce(usize) -> usize,
        mut note: impl FnMut(NodeId, New<X::Fact>) -> Result<L, End<StateOf<X>>>,
    ) -> Result<(), End<StateOf<X>>> {
        let Self { expander, dag, ranks, updater, .. } = self;
        expander.list(node, watch, held, |count| dag.growth_for(count) + growth(count))?;
        expander.make(watch, |new| admit(dag, *ranks, new, &mut note))?;
        expander.connect(node, dag, updater, *ranks)?;
        let mut noted = dag.label(node);
        *noted.kind_mut() = noted.kind().expanded();
        dag.set_label(node, noted);
        expander.counters.expanded += 1;
        self.last_expanded = Some(node);
        dag.schedule(node, Parts::BOTH, updater);
        Ok(())
    }

    /// True if this is a node that can be expanded.
    pub fn is_leaf(&self, node: NodeId) -> bool {
        node.index() < self.dag.len() && self.dag.label(node).kind().is_leaf()
    }

    /// The oldest node from `from` on that can be expanded.
    pub fn next_leaf(&self, from: usize) -> Option<NodeId> {
        (from..self.dag.len()).filter_map(NodeId::new).find(|&node| self.is_leaf(node))
    }

    /// The nodes that were expanded, in the order in which they were.
    pub fn expansions(&self) -> Vec<NodeId> {
        self.dag.expansions(|node| self.dag.label(node).kind().has_successors()).collect()
    }

    /// Who chooses at an open node.
    pub fn role(&self, node: NodeId) -> Option<Role> {
        self.dag.label(node).kind().role()
    }

    /// Tells a search of another problem, and states that are hashed in another way.
    pub fn root_hash(&self) -> u64 {
        state_hash(&self.expander.store().root())
    }

    /// Bytes held: by the graph and its updates, by the store, and for the nodes of an expansion.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.dag.bytes() + self.updater.bytes() + self.expander.bytes()
    }
}

/// Takes a node that the store has just made into the graph.
#[inline]
fn admit<L: Copy, F, S>(
    dag: &mut Dag<L>,
    ranks: Ranks,
    new: New<F>,
    note: impl FnOnce(NodeId, New<F>) -> Result<L, End<S>>,
) -> Result<(), End<S>> {
    let level = ranks.level(|| new.rank)?;
    let node = NodeId::new(dag.len()).ok_or(StopReason::Memory)?;
    let noted = note(node, new)?;
    dag.add(level, noted)?;
    Ok(())
}
