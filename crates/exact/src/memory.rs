//! What is remembered about the nodes of a graph while it grows: their numbers, and what led to them.
//!
//! A number is true until something below the node changes. What led to it stays useful after that: an expansion changes
//! one leaf, so most cuts of a node are cuts of it still, and its last solution is nearly one.

use std::collections::HashMap;
use std::mem::size_of_val;
use std::rc::Rc;

use proofset_core::NodeId;

use crate::known::Known;

/// A cut by names of nodes, and the price that it had for being hit, as a share of a cost of one.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub(crate) nodes: Vec<NodeId>,
    pub(crate) price: f64,
}

/// What led to the number of a node when it was computed last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clues {
    pub(crate) cuts: Vec<Cut>,
    /// The members of the lightest set found.
    pub(crate) solution: Vec<NodeId>,
}

impl Clues {
    fn bytes(&self) -> usize {
        let cuts: usize = self.cuts.iter().map(|cut| size_of::<Cut>() + size_of_val(&cut.nodes[..])).sum();
        cuts + size_of_val(&self.solution[..]) + size_of::<Self>()
    }
}

/// What is remembered about one side.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    known: HashMap<NodeId, Rc<Known>>,
    clues: HashMap<NodeId, Rc<Clues>>,
    /// The bytes of all clues.
    clue_bytes: usize,
    /// What was replaced since the last computation began. An interruption must not leave traces: results would depend
    /// on when it came.
    replaced: Vec<(NodeId, Option<Rc<Known>>)>,
    replaced_clues: Vec<(NodeId, Option<Rc<Clues>>)>,
    /// How many nodes had clues when those of nodes out of use were dropped last.
    kept: usize,
}

/// Clues of nodes that are out of use are dropped when there are more than twice as many as were kept last, and so many.
const SPARE: usize = 64;

impl Memory {
    pub(crate) fn bytes(&self) -> usize {
        let known =
            self.known.values().map(|known| size_of::<Known>() + size_of_val(&known.members[..])).sum::<usize>();
        known
            + self.clue_bytes
            + self.known.capacity() * size_of::<(NodeId, Rc<Known>)>()
            + self.clues.capacity() * size_of::<(NodeId, Rc<Clues>)>()
            + self.replaced.capacity() * size_of::<(NodeId, Option<Rc<Known>>)>()
            + self.replaced_clues.capacity() * size_of::<(NodeId, Option<Rc<Clues>>)>()
    }

    /// True if nothing is remembered.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty() && self.clues.is_empty()
    }

    /// The number of a node, if nothing has changed below it since.
    pub(crate) fn known(&self, node: NodeId) -> Option<&Rc<Known>> {
        self.known.get(&node)
    }

    /// What led to the last number of a node.
    pub(crate) fn clues(&self, node: NodeId) -> Option<Rc<Clues>> {
        self.clues.get(&node).cloned()
    }

    /// From here on, [`restore`](Self::restore) makes it as it is now. `in_use` says which nodes may be asked about again.
    pub(crate) fn begin(&mut self, in_use: impl Fn(NodeId) -> bool) {
        self.replaced.clear();
        self.replaced_clues.clear();
        if self.clues.len() > 2 * self.kept + SPARE {
            self.clues.retain(|&node, _| in_use(node));
            self.kept = self.clues.len();
            self.clue_bytes = self.clues.values().map(|clues| clues.bytes()).sum();
        }
    }

    pub(crate) fn insert(&mut self, node: NodeId, known: Rc<Known>) {
        let old = self.known.insert(node, known);
        self.replaced.push((node, old));
    }

    pub(crate) fn insert_clues(&mut self, node: NodeId, clues: Clues) {
        let old = self.put_clues(node, Some(Rc::new(clues)));
        self.replaced_clues.push((node, old));
    }

    fn put_clues(&mut self, node: NodeId, clues: Option<Rc<Clues>>) -> Option<Rc<Clues>> {
        let added = clues.as_ref().map_or(0, |clues| clues.bytes());
        let old = match clues {
            Some(clues) => self.clues.insert(node, clues),
            None => self.clues.remove(&node),
        };
        self.clue_bytes = self.clue_bytes + added - old.as_ref().map_or(0, |old| old.bytes());
        old
    }

    /// Forgets the number of a node below which something has changed.
    pub(crate) fn forget(&mut self, node: NodeId) {
        self.known.remove(&node);
    }

    /// Makes it as it was when the last computation began.
    pub(crate) fn restore(&mut self) {
        while let Some((node, old)) = self.replaced.pop() {
            match old {
                Some(old) => self.known.insert(node, old),
                None => self.known.remove(&node),
            };
        }
        while let Some((node, old)) = self.replaced_clues.pop() {
            self.put_clues(node, old);
        }
    }

    /// The leaves of a set, in ascending order.
    pub(crate) fn leaves(&self, set: &Known) -> Vec<NodeId> {
        let mut leaves = Vec::new();
        let mut members = set.members.clone();
        while let Some(member) = members.pop() {
            match self.known.get(&member) {
                Some(module) => members.extend(&module.members),
                None => leaves.push(member),
            }
        }
        leaves.sort_unstable();
        leaves
    }
}
