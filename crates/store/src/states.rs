//! States and the numbers of their nodes.
//!
//! The idea: a table that holds numbers only; the hash finds a bucket, the stored state decides. Per node the state, and
//! in the index 5 bytes per slot.

use std::hash::Hash;
use std::hint::black_box;

use hashbrown::HashTable;
use proofset_core::{NodeId, state_hash};
use proofset_graph::Selection;

/// Bytes that the index takes besides its slots, at most.
const INDEX_END: usize = 64;

/// The states of nodes, and the nodes of states.
#[derive(Clone, Debug)]
pub(crate) struct States<S> {
    states: Vec<S>,
    index: HashTable<NodeId>,
}

/// The hash of a node's state. One function makes it for all uses, so that the index is compiled for one hasher.
#[inline]
fn hasher<S: Hash>(states: &[S]) -> impl Fn(&NodeId) -> u64 {
    |node| state_hash(&states[node.index()])
}

impl<S: Eq + Hash> States<S> {
    pub(crate) fn new() -> Self {
        Self { states: Vec::new(), index: HashTable::new() }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    #[inline]
    pub(crate) fn find(&self, hash: u64, state: &S) -> Option<NodeId> {
        self.index.find(hash, |&node| self.states[node.index()] == *state).copied()
    }

    /// Gives a state that has no node yet its number. `None` if there are no numbers left.
    #[inline]
    pub(crate) fn add(&mut self, hash: u64, state: S) -> Option<NodeId> {
        let node = self.add_apart(state)?;
        self.index.insert_unique(hash, node, hasher(&self.states));
        Some(node)
    }

    /// The same without an entry in the index.
    #[inline]
    pub(crate) fn add_apart(&mut self, state: S) -> Option<NodeId> {
        let node = NodeId::new(self.states.len())?;
        self.states.push(state);
        Some(node)
    }

    /// Notes the hashes of the first states, as many as there is room for. Their places in the index are asked for before
    /// the first is waited for, so that they are near the processor when the states are looked up.
    #[inline]
    pub(crate) fn hash_all(&self, states: &[S], hashes: &mut [u64]) {
        for (hash, state) in hashes.iter_mut().zip(states) {
            *hash = state_hash(state);
            black_box(self.index.find(*hash, |_| false));
        }
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
            for (node, state) in self.states.iter().enumerate() {
                let node = NodeId::from_bits(node as u32);
                self.index.insert_unique(state_hash(state), node, hasher(&self.states));
            }
        }
    }

    pub(crate) fn shrink(&mut self) {
        self.states.shrink_to_fit();
        self.index.shrink_to_fit(hasher(&self.states));
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
