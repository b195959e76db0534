//! The children of a node while they are generated.
//!
//! The idea: a cursor shows one child after the other, and each is written down unless it stands there already or adds
//! nothing to any number. Only whether two marks are of the same state is left to the caller.

use std::ops::ControlFlow;

use hashbrown::HashTable;
use proofset_core::{StopReason, Watch};
use proofset_numbers::{INFINITE, Numbers};

use crate::line::Line;
use crate::node::Node;
use crate::survey::{WIDE, Wide};

/// The children of the last node on the line, as far as they were shown.
pub(crate) struct Expansion<'a, 'w> {
    line: &'a mut Line,
    watch: &'a Watch<'w>,
    /// The first of them.
    first: usize,
    /// The numbers of a child that decides the node, and of one that adds nothing to any number.
    won: Numbers,
    lost: Numbers,
    rank: Option<u32>,
    /// Ranks of the node and of a child, against the law.
    wrong_rank: Option<(u32, u32)>,
    is_won: bool,
    /// From [`WIDE`] on, children by their keys.
    listed: HashTable<usize>,
    /// The bytes that are left, and those of a node with its mark.
    room: u64,
    size: u64,
    stop: Option<StopReason>,
    looks: usize,
    /// What was generated before.
    generated: u64,
}

/// What came of an expansion.
pub(crate) struct Expanded {
    /// The first of the children.
    pub(crate) first: usize,
    /// What was generated before.
    pub(crate) generated: u64,
    /// Ranks of the node and of a child, against the law.
    pub(crate) wrong_rank: Option<(u32, u32)>,
    /// Why not all children were generated.
    pub(crate) stop: Option<StopReason>,
    /// True if a child decides the node.
    pub(crate) is_won: bool,
}

impl<'a, 'w> Expansion<'a, 'w> {
    /// Nothing was shown yet. There is room for so many bytes, and a mark takes so many.
    pub(crate) fn new(line: &'a mut Line, watch: &'a Watch<'w>, room: u64, mark: usize) -> Self {
        let (first, generated) = (line.nodes.len(), line.counters.generated);
        let own = line.frames.last().map(|frame| frame.node).expect("a node on the line is expanded");
        let Node { role, rank, .. } = line.nodes[own];
        let size = (size_of::<Node>() + mark) as u64;
        let (won, lost) = (Numbers::of(role, 0, INFINITE), Numbers::of(role, INFINITE, 0));
        let (wrong_rank, stop, listed) = (None, None, HashTable::new());
        Self {
            line,
            watch,
            first,
            won,
            lost,
            rank,
            wrong_rank,
            is_won: false,
            listed,
            room,
            size,
            stop,
            looks: 0,
            generated,
        }
    }

    /// The children from this one on were shown before.
    pub(crate) fn beside(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// The value that open leaves are taken to have.
    #[inline]
    pub(crate) fn assumed(&self) -> proofset_core::Value {
        self.line.assumed
    }

    /// Takes a child that is shown. True if it was written down, so that its mark is to be as well. `is_same` says whether
    /// a node in memory is of the same state, if it has the same key.
    #[inline]
    pub(crate) fn take(&mut self, child: Node, is_open_leaf: bool, is_same: impl Fn(usize) -> bool) -> bool {
        self.looks += 1;
        self.stop = self.stop.or(self.watch.look_among_children(self.looks).err());
        if self.stop.is_some() || self.has(child.key, &is_same) {
            return false;
        }
        if let (Some(parent), Some(child)) = (self.rank, child.rank)
            && child <= parent
        {
            self.wrong_rank = Some((parent, child));
        }
        self.line.counters.generated += 1;
        self.line.met_open_leaf |= is_open_leaf;
        let numbers = child.numbers;
        self.is_won |= numbers == self.won;
        // A child that is lost for the side that chooses adds nothing to any number.
        if numbers == self.lost {
            return false;
        }
        let nodes = &mut self.line.nodes;
        if nodes.len() == nodes.capacity() {
            // What the lists take more when they double.
            let more = nodes.capacity() as u64 * self.size;
            if more > self.room {
                self.stop = Some(StopReason::Memory);
                return false;
            }
            self.room -= more;
        }
        nodes.push(child);
        true
    }

    /// Whether more children are wanted.
    #[inline]
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        if self.stop.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// True if a child stands there already.
    #[inline]
    fn has(&mut self, key: u64, is_same: impl Fn(usize) -> bool) -> bool {
        let nodes = &self.line.nodes;
        if nodes.len() - self.first < WIDE {
            let mut children = (self.first..).zip(&nodes[self.first..]);
            return children.any(|(node, child)| child.key == key && is_same(node));
        }
        for node in self.first + self.listed.len()..nodes.len() {
            self.listed.insert_unique(nodes[node].key, node, |&other| nodes[other].key);
        }
        self.listed.find(key, |&node| nodes[node].key == key && is_same(node)).is_some()
    }

    /// What came of it.
    pub(crate) fn end(self) -> Expanded {
        let Self { first, generated, wrong_rank, stop, is_won, .. } = self;
        Expanded { first, generated, wrong_rank, stop, is_won }
    }
}

impl Line {
    /// Keeps a tree of summaries for the children of the last node, if they are very many.
    pub(crate) fn note_wide(&mut self, first: usize) {
        if self.nodes.len() - first >= WIDE {
            let role = self.mover();
            self.wide.push(Wide::new(self.frames.len() - 1, &self.nodes[first..], role));
        }
    }
}
