//! What a search does with its store when it expands a node, and its books.
//!
//! The idea: it lists the successors, if there is room for them and for the nodes that they may become; makes the nodes;
//! and takes each new one into its own graph. Searches differ in what they note of a new node, and in their graphs.
//!
//! The invariant: store and graph have the same nodes under the same numbers, also where an expansion was interrupted.
//! If a node cannot be taken into the graph, the search [is full](Bookkeeping::is_full): it keeps what it has, and grows no
//! more.

use proofset_core::{Counters, NodeId, SolveError, StopReason, Watch};
use proofset_graph::{Dag, Ranks, Updater};

use crate::end::End;
use crate::growth::Bookkeeping;
use crate::store::{Children, Listed, Making, New, StateOf, Store};

/// A store, with room for the nodes of one expansion, and the [books](Bookkeeping) of the search that it belongs to.
pub struct Expander<X: Store> {
    /// What the search has done, as it counts itself: all but its nodes and its bytes.
    pub counters: Counters,
    /// Set when the problem turned out to break its contract.
    broken: Option<SolveError<StateOf<X>>>,
    store: X,
    making: Making,
    children: Children<X::Fact>,
    /// Nodes that the search has taken into its graph: all, unless it is full.
    admitted: usize,
    /// The same of graphs that were begun again.
    cleared: u64,
    full: bool,
    /// The most successors that a node has had.
    widest: usize,
}

impl<X: Store> Expander<X> {
    /// For a store without nodes, in which equal states are one node, and which is asked for statuses at once.
    pub fn new(store: X) -> Self {
        Self {
            counters: Counters::default(),
            broken: None,
            store,
            making: Making::default(),
            children: Children::new(),
            admitted: 0,
            cleared: 0,
            full: false,
            widest: 0,
        }
    }

    /// The states of the nodes.
    #[inline]
    pub fn store(&self) -> &X {
        &self.store
    }

    /// The states of the nodes, to be asked about something else. Nodes are made here alone.
    pub fn store_mut(&mut self) -> &mut X {
        &mut self.store
    }

    /// The nodes of the last expansion, in move order; one that several moves lead to stands there as often.
    #[inline]
    pub fn nodes(&self) -> &[NodeId] {
        &self.children.nodes
    }

    /// The node of a state, made if there is none. `admit` takes a new one into the graph, as its next node.
    ///
    /// # Errors
    ///
    /// [`StopReason::Memory`] where a node more would be too many, and what `admit` says.
    pub fn place<E: From<StopReason>>(
        &mut self,
        state: StateOf<X>,
        admit: impl FnOnce(New<X::Fact>) -> Result<(), E>,
    ) -> Result<NodeId, E> {
        if self.full {
            let known = self.store.find(&state).filter(|node| node.index() < self.admitted);
            return known.ok_or(StopReason::Memory.into());
        }
        let (node, new) = self.store.place(state, &self.making)?;
        if let Some(new) = new {
            admit(new).inspect_err(|_| self.full = true)?;
            self.admitted += 1;
        }
        Ok(node)
    }

    /// Lists the successors of an open node, if there is room for them and for the nodes that they may become. The search
    /// holds so many bytes, and its graph takes at most `growth` more for a number of successors.
    ///
    /// # Errors
    ///
    /// [`StopReason::Memory`] if there is no room. Nothing is listed then.
    #[inline]
    pub fn list(
        &mut self,
        node: NodeId,
        watch: &Watch<'_>,
        held: usize,
        growth: impl FnOnce(usize) -> usize,
    ) -> Result<(), StopReason> {
        let room = watch.limits().bytes.map_or(usize::MAX, |most| (most as usize).saturating_sub(held));
        let Listed { count, bytes } = self.store.nodes_mut().list(node, room).ok_or(StopReason::Memory)?;
        if bytes + self.children.growth_for(count) + growth(count) > room {
            self.store.nodes_mut().drop_list();
            return Err(StopReason::Memory);
        }
        self.children.make_room(count);
        self.widest = self.widest.max(count);
        Ok(())
    }

    /// Checks the ranks of the successors that are listed: for graphs without levels of their own. A rank is believed to
    /// rule cycles out, so it has to grow along every edge.
    ///
    /// # Errors
    ///
    /// [`SolveError::Rank`]. Nothing is listed then.
    pub fn check_ranks(&mut self, node: NodeId) -> Result<(), SolveError<StateOf<X>>> {
        let Some((parent, child)) = self.store.nodes().rank_fault(node) else { return Ok(()) };
        self.store.nodes_mut().drop_list();
        Err(SolveError::Rank { parent, child })
    }

    /// Makes nodes of the successors that are listed. `admit` takes the new ones into the graph, as its next nodes.
    ///
    /// # Errors
    ///
    /// Why it stopped among them, and what `admit` says. Nodes that were made until then stay.
    #[inline]
    pub fn make<E: From<StopReason>>(
        &mut self,
        watch: &Watch<'_>,
        mut admit: impl FnMut(New<X::Fact>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.children.clear();
        if self.full {
            self.store.nodes_mut().drop_list();
            return Err(StopReason::Memory.into());
        }
        let made = self.store.nodes_mut().make(&self.making, watch, &mut self.children);
        for &new in &self.children.new {
            admit(new).inspect_err(|_| self.full = true)?;
            self.admitted += 1;
        }
        self.children.give_back();
        Ok(made?)
    }

    /// Makes the nodes of the last expansion the children of a node, in a graph without cycles.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the problem has a cycle, or a rank that does not grow; [`StopReason::Memory`] for lack of
    /// addresses. The graph must not be used for another expansion then: it is full.
    #[inline]
    pub fn connect<L: Copy, U: Updater>(
        &mut self,
        parent: NodeId,
        dag: &mut Dag<L>,
        updater: &mut U,
        ranks: Ranks,
    ) -> Result<(), End<StateOf<X>>> {
        dag.connect(parent, &self.children.nodes, updater).map_err(|error| {
            self.full = true;
            let fault = ranks.fault(error, |node| self.store.state(node));
            fault.map_or(End::Stop(StopReason::Memory), End::Error)
        })
    }

    /// Removes all nodes, for a search that begins again.
    pub fn clear(&mut self) {
        self.cleared += self.admitted as u64;
        self.store.nodes_mut().clear();
        self.children.clear();
        (self.admitted, self.full) = (0, false);
    }

    /// Bytes held: by the store, and for the nodes of an expansion.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.store.nodes().bytes() + self.children.bytes()
    }
}

impl<X: Store> Bookkeeping for Expander<X> {
    type State = StateOf<X>;

    #[inline]
    fn counters(&self) -> Counters {
        let mut counters = self.counters;
        counters.generated = self.cleared + self.admitted as u64;
        counters
    }

    #[inline]
    fn note_bytes(&mut self, bytes: usize) {
        self.counters.peak_bytes = self.counters.peak_bytes.max(bytes as u64);
    }

    /// Of the index of states.
    #[inline]
    fn growth_ahead(&self) -> usize {
        self.store.nodes().growth_ahead()
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.full
    }

    #[inline]
    fn widest(&self) -> usize {
        self.widest
    }

    fn broken(&mut self) -> &mut Option<SolveError<StateOf<X>>> {
        &mut self.broken
    }
}
