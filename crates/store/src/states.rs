//! States and the numbers of their nodes.
//!
//! The idea: a table that holds numbers only; the hash finds a bucket, the stored state decides. Per node the state, and
//! in the index 5 bytes per slot.

use std::hash::Hash;
use std::hint::black_box;

use hashbrown::HashTable;
use proofset_core::{NodeId, StopReason, state_hash};
use proofset_graph::Selection;

use crate::store::Making;

/// Bytes that the index takes besides its slots, at most.
const INDEX_END: usize = 64;

/// The nodes of states. It asks for the hash of a node's state when it grows, and is compiled once for all states.
#[derive(Clone, Debug)]
pub(crate) struct Index(HashTable<NodeId>);

impl Index {
    pub(crate) fn new() -> Self {
        Self(HashTable::new())
    }

    /// The node with this hash for which `is_it` says so.
    pub(crate) fn find(&self, hash: u64, is_it: &dyn Fn(NodeId) -> bool) -> Option<NodeId> {
        self.0.find(hash, |&node| is_it(node)).copied()
    }

    /// Asks for the place of a hash, so that it is near the processor when something is looked up there.
    #[inline]
    fn approach(&self, hash: u64) {
        black_box(self.0.find(hash, |_| false));
    }

    pub(crate) fn insert(&mut self, hash: u64, node: NodeId, hash_of: &dyn Fn(NodeId) -> u64) {
        self.0.insert_unique(hash, node, |&node| hash_of(node));
    }

    /// Has the first nodes, so many, in place of those that it had, if it had any.
    fn begin_again(&mut self, count: usize, hash_of: &dyn Fn(NodeId) -> u64) {
        if !self.0.is_empty() {
            self.0.clear();
            for node in (0..count as u32).map(NodeId::from_bits) {
                self.insert(hash_of(node), node, hash_of);
            }
        }
    }

    fn reserve(&mut self, more: usize, hash_of: &dyn Fn(NodeId) -> u64) {
        self.0.reserve(more, |&node| hash_of(node));
    }

    fn shrink(&mut self, hash_of: &dyn Fn(NodeId) -> u64) {
        self.0.shrink_to_fit(|&node| hash_of(node));
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.allocation_size()
    }

    /// Entries that there is room for without growing.
    fn room(&self) -> usize {
        self.0.capacity() - self.0.len()
    }

    /// Bytes that it takes for a moment while it grows to so many entries more; 0 if it need not grow.
    pub(crate) fn growth_for(&self, more: usize) -> usize {
        if self.room() >= more {
            return 0;
        }
        // A slot and its tag; the table has a power of two of them, of which at most seven in eight are used.
        let slots = ((self.0.len() + more) * 8 / 7 + 1).next_power_of_two();
        slots * (size_of::<NodeId>() + 1) + INDEX_END
    }
}

/// The node that comes after so many, if there may be one more.
#[inline]
fn next_node(count: usize, making: &Making) -> Result<NodeId, StopReason> {
    NodeId::new(count).filter(|_| count < making.most_nodes).ok_or(StopReason::Memory)
}

/// Hashes the state of a node again.
fn hash_of<S: Hash>(states: &[S]) -> impl Fn(NodeId) -> u64 {
    |node| state_hash(&states[node.index()])
}

/// Moves the chosen of so many nodes to the front, and says how many they are.
fn move_up(chosen: &Selection, count: usize, swap: &mut dyn FnMut(usize, usize)) -> usize {
    let mut kept = 0;
    for node in 0..count {
        if chosen.contains(NodeId::from_bits(node as u32)) {
            swap(kept, node);
            kept += 1;
        }
    }
    kept
}

/// The states of nodes, and the nodes of states.
#[derive(Clone, Debug)]
pub(crate) struct States<S> {
    states: Vec<S>,
    index: Index,
}

impl<S: Clone + Eq + Hash> States<S> {
    pub(crate) fn new() -> Self {
        Self { states: Vec::new(), index: Index::new() }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    #[inline]
    pub(crate) fn find(&self, hash: u64, state: &S) -> Option<NodeId> {
        self.index.0.find(hash, |&node| self.states[node.index()] == *state).copied()
    }

    /// The node of a state with this hash, made if need be.
    #[inline]
    pub(crate) fn intern(&mut self, hash: u64, state: &S, making: &Making) -> Result<NodeId, StopReason> {
        if making.merges
            && let Some(node) = self.find(hash, state)
        {
            return Ok(node);
        }
        let node = next_node(self.states.len(), making)?;
        self.states.push(state.clone());
        if making.merges {
            let Self { states, index } = self;
            index.insert(hash, node, &hash_of(states));
        }
        Ok(node)
    }

    /// Notes the hashes of these states, for which there is room. Their places in the index are asked for before
    /// the first is waited for, so that they are near the processor when the states are looked up.
    #[inline]
    pub(crate) fn hash_all(&self, states: &[S], hashes: &mut [u64]) {
        for place in 0..states.len() {
            let hash = state_hash(&states[place]);
            hashes[place] = hash;
            self.index.approach(hash);
        }
    }

    /// The states of all nodes.
    #[inline]
    pub(crate) fn all(&self) -> &Vec<S> {
        &self.states
    }

    #[inline]
    pub(crate) fn state(&self, node: NodeId) -> &S {
        &self.states[node.index()]
    }

    pub(crate) fn reserve(&mut self, nodes: usize) {
        self.states.reserve_exact(nodes);
        let Self { states, index } = self;
        index.reserve(nodes, &hash_of(states));
    }

    pub(crate) fn retain(&mut self, chosen: &Selection) {
        let Self { states, index } = self;
        let kept = move_up(chosen, states.len(), &mut |from, to| states.swap(from, to));
        states.truncate(kept);
        index.begin_again(kept, &hash_of(states));
    }

    pub(crate) fn shrink(&mut self) {
        self.states.shrink_to_fit();
        let Self { states, index } = self;
        index.shrink(&hash_of(states));
    }

    #[inline]
    pub(crate) fn growth_ahead(&self) -> usize {
        /// More nodes than one expansion makes, but for very wide ones.
        const SOON: usize = 4096;
        if self.index.room() < SOON { 2 * self.index.bytes() } else { 0 }
    }

    /// Bytes that so many more states take at most, and what the index takes for a moment while it grows.
    #[inline]
    pub(crate) fn growth_for(&self, more: usize) -> usize {
        let states = more * size_of::<S>();
        if self.may_look_up() { states + self.index.growth_for(more) } else { states }
    }

    /// True if states are looked up, as far as is known yet.
    #[inline]
    pub(crate) fn may_look_up(&self) -> bool {
        self.states.is_empty() || !self.index.0.is_empty()
    }

    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        self.states.len() * size_of::<S>() + self.index.bytes()
    }
}
