//! The proof of a child played through below its siblings.
//!
//! The idea (Kawano 1996): what refutes one move often refutes others as well. When a child is solved with a value that all children
//! of its parent need, its siblings are tried at once, along the proof that was found: the side that the value favours makes the moves
//! that it made there, and each move of the other side has to be one that was answered there, or to be solved already. What holds is a
//! proof of its own, and costs no more than its size; what does not says nothing.
//!
//! The invariant: a simulation takes the values of finished states and of the table alone, which hold on every line, and it ends. So what it
//! finds is a finite proof, and holds on every line as well, whatever repetitions are worth.
//!
//! The cost: small proofs are found as fast by a search, so the options say how much work one has to have taken, and [what fails
//! is bounded](crate::simulation). One simulation is done as a whole, so a limit on expansions may be exceeded by as many as that takes.

use std::num::NonZeroU32;

use proofset_core::{Status, Value};
use proofset_cursor::{Cursor, NodeView, Pair};
use proofset_numbers::Numbers;

use crate::line::Frame;
use crate::node::{NOWHERE, Node};
use crate::search::{Engine, StateOf};
use crate::simulation::{MOST_NODES, MOST_PLIES};
use crate::table::{Entry, Name, Table};

/// Nodes with more children are passed over: the list of them is gone through once for every child that is solved.
const MOST_CHILDREN: usize = 400;

impl<C: Cursor, T: Table<C::Mark>> Engine<C, T> {
    /// Notes which siblings of a child of the last node may be solved by its own proof, if it has been solved with so much work.
    pub(crate) fn note_siblings(&mut self, child: usize, least: u32) {
        let place = self.line.frames.len() - 1;
        let Frame { node: parent, first, .. } = self.line.frames[place];
        let solved = self.line.nodes[child];
        let Some(value) = solved.value().filter(|value| value.chooser() != self.line.nodes[parent].role) else {
            return;
        };
        let is_small = solved.known.is_none_or(|known| known.work.get() < least);
        // A proof that is played through is read from the table, and holds on every line.
        let is_in_table = solved.dependence == NOWHERE && self.line.remembers();
        let children = first..self.line.nodes.len();
        if is_small || !is_in_table || self.cursor.zoned() == Some(value) || children.len() > MOST_CHILDREN {
            return;
        }
        let is_open = |node: &Node| !node.is_solved() && node.role == solved.role && node.dependence == NOWHERE;
        self.simulations.siblings.extend(children.rev().filter(|&node| is_open(&self.line.nodes[node])));
        self.simulations.proof = Some((child, value));
    }

    /// Tries to solve a child of the last node by the proof of another one.
    pub(crate) fn try_sibling(&mut self, sibling: usize, (solved, value): (usize, Value)) {
        // Another thread may have solved it.
        if self.line.nodes[sibling].is_solved() {
            return;
        }
        let known = self.cursor.state_of(&self.marks[solved]);
        let state = self.cursor.state_of(&self.marks[sibling]);
        let view = self.cursor.view(&state);
        let place = self.line.frames.len() - 1;
        let before = self.line.counters.expanded;
        self.simulations.left = MOST_NODES;
        self.simulations.usage.tried += 1;
        let entry = self.follow(&view, &state, &known, value, MOST_PLIES);
        let expanded = self.line.counters.expanded - before;
        self.line.frames[place].work += expanded;
        if let Some(entry) = entry {
            self.simulations.usage.held += 1;
            self.line.nodes[sibling].recall(entry);
            self.line.note_change(place, sibling);
        } else {
            self.simulations.usage.in_vain += expanded;
        }
    }

    /// Plays the proof of a state through below another one, whose value is not known, for so many plies at most. Returns what the
    /// table is told, if it holds.
    fn follow(
        &mut self,
        view: &NodeView<C::Mark>,
        state: &StateOf<C>,
        known: &StateOf<C>,
        value: Value,
        plies: usize,
    ) -> Option<Entry> {
        let &NodeView { ref mark, key, resource, status: Status::Open(role), .. } = view else { return None };
        if self.simulations.left == 0 || plies == 0 {
            return None;
        }
        self.simulations.left -= 1;
        let before = self.line.counters.expanded;
        let pairs = self.cursor.paired_children(state, known, MOST_CHILDREN);
        // The successors of both states were generated.
        self.line.counters.expanded += 1;
        self.line.counters.expanded_again += 1;
        let pairs = pairs?;
        self.line.counters.generated += pairs.len() as u64;
        self.line.work += 2 * pairs.len() as u64;
        let bytes = (2 * pairs.len() * size_of::<StateOf<C>>()) as u64;
        if self.simulations.bytes + bytes > self.room() {
            return None;
        }
        self.simulations.bytes += bytes;
        let holds = self.holds_for(pairs, role == value.chooser(), value, plies - 1);
        self.simulations.bytes -= bytes;
        if !holds {
            return None;
        }
        let work = u32::try_from(self.line.counters.expanded - before).unwrap_or(u32::MAX);
        let work = NonZeroU32::new(work).unwrap_or(NonZeroU32::MIN);
        let entry = self.line.known_from_now(work).entry(Numbers::decided(value));
        self.table.put(Name { key, resource, mark }, entry);
        Some(entry)
    }

    /// Whether one of these children has a value, or all of them, by what is known of them or of those that the same moves lead to.
    fn holds_for(&mut self, pairs: Vec<Pair<StateOf<C>>>, is_choice: bool, value: Value, plies: usize) -> bool {
        let mut open = Vec::new();
        for (child, twin) in pairs {
            let view = self.cursor.view(&child);
            match self.value_anywhere(&view) {
                Some(other) if (other == value) == is_choice => return is_choice,
                Some(_) => {}
                None => open.push((view, child, twin)),
            }
        }
        for (view, child, twin) in open {
            let twin = twin.filter(|twin| self.has_proof_of(twin, value));
            let holds = twin.is_some_and(|twin| self.follow(&view, &child, &twin, value, plies).is_some());
            if holds == is_choice {
                return is_choice;
            }
        }
        !is_choice
    }

    /// Whether a state has a value that can be followed: what is finished has no proof.
    fn has_proof_of(&self, state: &StateOf<C>, value: Value) -> bool {
        let view = self.cursor.view(state);
        matches!(view.status, Status::Open(_)) && self.value_anywhere(&view) == Some(value)
    }

    /// The value of a state that is finished or that the table knows: it holds on every line.
    fn value_anywhere(&self, view: &NodeView<C::Mark>) -> Option<Value> {
        let &NodeView { ref mark, key, resource, status, .. } = view;
        match status {
            Status::Decided(value) => Some(value),
            Status::Open(_) => self.table.peek(Name { key, resource, mark })?.numbers.value(),
            Status::OpenLeaf => None,
        }
    }
}
