//! A node as the search knows it: everything but the mark, so that it has one type whatever the game.

use std::num::NonZeroU32;

use proofset_core::{Role, Status, Value};
use proofset_cursor::NodeView;
use proofset_numbers::{MOST, Numbers};

use crate::table::Entry;

/// The dependence of a result that rests on no place of the line.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// In place of a dependence, which no unsolved node has: evaluation is delayed, and nobody has asked for the status yet. It is
/// open.
const UNSEEN: u32 = NOWHERE - 1;

/// The same of a node that will turn out to be decided, in favour of the side of its role.
const UNSEEN_DECIDED: u32 = NOWHERE - 2;

/// A node whose numbers its parent keeps.
///
/// It is packed: so a node and its mark take no more bytes apart than they would together.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub(crate) struct Node {
    pub(crate) key: u64,
    pub(crate) numbers: Numbers,
    /// What the edge to it costs.
    pub(crate) edge: Numbers,
    pub(crate) rank: Option<u32>,
    /// What an earlier activation has left behind.
    pub(crate) known: Option<Known>,
    /// The place on the line that its value depends on, if it has one.
    pub(crate) dependence: u32,
    pub(crate) resource: u16,
    pub(crate) role: Role,
    /// True if it is counted together with others.
    pub(crate) merged: bool,
}

impl Node {
    /// A node as it is before the table is asked: unsolved ones have no numbers yet. Open leaves are taken to have the
    /// value `assumed`.
    #[inline]
    pub(crate) fn new<M>(node_view: &NodeView<M>, assumed: Value) -> Self {
        let &NodeView { key, resource, status, rank, edge, .. } = node_view;
        let (role, numbers) = match status {
            Status::Decided(value) => (value.chooser(), Numbers::decided(value)),
            Status::Open(role) => (role, Numbers { proof: 1, disproof: 1 }),
            Status::OpenLeaf => (assumed.chooser(), Numbers::decided(assumed)),
        };
        let edge = Numbers { proof: edge.proof.min(MOST), disproof: edge.disproof.min(MOST) };
        Self { key, numbers, edge, rank, known: None, dependence: NOWHERE, resource, role, merged: false }
    }

    /// The same before anybody has asked for its status: a leaf like any other.
    #[inline]
    pub(crate) fn unseen(self) -> Self {
        let dependence = if self.is_solved() { UNSEEN_DECIDED } else { UNSEEN };
        Self { numbers: Numbers { proof: 1, disproof: 1 }, dependence, ..self }
    }

    /// Asks for its status, if nobody has. True if it is decided.
    #[inline]
    pub(crate) fn see(&mut self) -> bool {
        let is_decided = self.dependence == UNSEEN_DECIDED;
        if is_decided {
            let value = if self.role == Value::Proven.chooser() { Value::Proven } else { Value::Disproven };
            self.numbers = Numbers::decided(value);
        }
        if matches!(self.dependence, UNSEEN | UNSEEN_DECIDED) {
            self.dependence = NOWHERE;
        }
        is_decided
    }

    /// Its numbers as its parent counts them: the selected and the summed one.
    #[inline]
    pub(crate) fn counted(&self, role: Role) -> (u32, u32) {
        counted(self.numbers, self.edge, role)
    }

    #[inline]
    pub(crate) fn is_solved(&self) -> bool {
        let numbers = self.numbers;
        numbers.is_solved()
    }

    /// Takes what the table knows.
    #[inline]
    pub(crate) fn recall(&mut self, entry: Entry) {
        let Entry { numbers, work, distance, last } = entry;
        self.numbers = numbers;
        self.known = Some(Known { distance, last, work });
        self.dependence = NOWHERE;
    }

    #[inline]
    pub(crate) fn value(&self) -> Option<Value> {
        let numbers = self.numbers;
        numbers.value()
    }
}

#[cfg(test)]
impl Node {
    /// A child of which nothing else matters.
    pub(crate) fn with_numbers(numbers: Numbers, merged: bool) -> Self {
        let (edge, role) = (Numbers::FREE, Role::Or);
        Self { key: 0, numbers, edge, rank: None, known: None, dependence: NOWHERE, resource: 0, role, merged }
    }
}

/// Numbers as a parent of this role counts them behind an edge: the selected and the summed one. Solved nodes cost
/// nothing more.
#[inline]
pub(crate) fn counted(numbers: Numbers, edge: Numbers, role: Role) -> (u32, u32) {
    let (selected, summed) = (numbers.selected(role), numbers.summed(role));
    if edge == Numbers::FREE || numbers.is_solved() {
        return (selected, summed);
    }
    ((selected + edge.selected(role)).min(MOST), (summed + edge.summed(role)).min(MOST))
}

/// What is left of the activations of a node, besides its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// The least distance from the root at which the state was met.
    pub(crate) distance: u32,
    /// The child that was searched last.
    pub(crate) last: u32,
    /// Expansions below it.
    pub(crate) work: NonZeroU32,
}

impl Known {
    pub(crate) fn entry(self, numbers: Numbers) -> Entry {
        let Self { distance, last, work } = self;
        Entry { numbers, work, distance, last }
    }
}

#[cfg(test)]
mod tests {
    use super::Node;

    /// What the book and the accounts of memory rest on: there is no padding.
    #[test]
    fn a_node_has_52_bytes_besides_its_mark() {
        assert_eq!(size_of::<Node>(), 52);
    }
}
