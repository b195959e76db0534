//! A cursor whose leaves are searched before they are expanded.
//!
//! It shows what another cursor shows. Searches of the second level keep their graphs, so each has a store of its own,
//! made after one that stays empty.

use std::collections::HashMap;
use std::ops::ControlFlow;

use proofset_core::{LeafCost, Problem};
use proofset_cursor::{Cursor, FirstLevel, NodeView, Pair, Visit};
use proofset_nodeset::Effort;
use proofset_store::{Known, Leaf, Rooted};
use rustc_hash::FxBuildHasher;

use crate::nested::{Nested, Second};

type StateOf<K> = <<K as Cursor>::Problem as Problem>::State;

/// A cursor with a second level. Several leaves can be searched [together](Self::with_batch).
pub struct NestedCursor<K: Cursor, X: Rooted<Problem = K::Problem>, E: Effort, D: Effort> {
    cursor: K,
    store: X,
    nested: Nested<X, E, D>,
    /// What is known of the successors of the leaf that was searched last, and of those that were searched together with it.
    known: HashMap<StateOf<K>, Known, FxBuildHasher>,
}

impl<K: Cursor, X: Rooted<Problem = K::Problem>, E: Effort, D: Effort> NestedCursor<K, X, E, D> {
    /// A cursor that shows what `cursor` does. Stores of the second level are made after `store`, which has no nodes.
    pub fn new(cursor: K, store: X, second: Second<E, D>) -> Self {
        Self { cursor, store, nested: Nested::new(second), known: HashMap::with_hasher(FxBuildHasher) }
    }

    /// The same, which has so many leaves searched together.
    #[must_use]
    pub fn with_batch(mut self, leaves: usize) -> Self {
        self.nested.search_together(leaves);
        self
    }

    /// What searches the leaves.
    pub(crate) fn nested(&self) -> &Nested<X, E, D> {
        &self.nested
    }
}

impl<K, X, E, D> Cursor for NestedCursor<K, X, E, D>
where
    K: Cursor,
    X: Rooted<Problem = K::Problem, Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
{
    type Problem = K::Problem;
    type Mark = K::Mark;

    const EXACT: bool = K::EXACT;
    const ORDERED: bool = K::ORDERED;

    fn marks_last(&self) -> bool {
        self.cursor.marks_last()
    }

    fn problem(&self) -> &K::Problem {
        self.cursor.problem()
    }

    fn view(&self, state: &StateOf<K>) -> NodeView<K::Mark> {
        self.cursor.view(state)
    }

    fn stand(&mut self, state: &StateOf<K>) {
        self.cursor.stand(state);
    }

    fn line(&self) -> Vec<StateOf<K>> {
        self.cursor.line()
    }

    #[inline]
    fn same(one: &K::Mark, other: &K::Mark) -> bool {
        K::same(one, other)
    }

    #[inline]
    fn for_each_child(&mut self, visit: impl FnMut(NodeView<K::Mark>)) {
        self.cursor.for_each_child(visit);
    }

    #[inline]
    fn for_each_child_until(&mut self, visit: impl FnMut(NodeView<K::Mark>) -> ControlFlow<()>) {
        self.cursor.for_each_child_until(visit);
    }

    fn cost(&mut self, mark: &K::Mark) -> LeafCost {
        if !self.known.is_empty() {
            match self.known.get(&self.cursor.state_of(mark)) {
                Some(Known::Cost(cost)) => return *cost,
                Some(Known::Value(_)) => return LeafCost::UNIT,
                None => {}
            }
        }
        self.cursor.cost(mark)
    }

    fn paired_children(&self, state: &StateOf<K>, other: &StateOf<K>, most: usize) -> Option<Vec<Pair<StateOf<K>>>> {
        self.cursor.paired_children(state, other, most)
    }

    fn nests(&self) -> bool {
        self.nested.searches()
    }

    fn visit(&mut self, mark: &K::Mark, first_level: &mut FirstLevel<'_, '_>) -> Visit<StateOf<K>> {
        let leaf = self.cursor.state_of(mark);
        // Else it is cleared when the next are chosen, whose searches may be stopped and go on.
        if self.together() == 1 {
            self.known.clear();
        }
        let visit = self.nested.look(&self.store, leaf, first_level);
        if let Some(finished) = &self.nested.finished {
            self.known.extend(finished.successors.iter().cloned());
        }
        visit
    }

    fn together(&self) -> usize {
        self.nested.leaves()
    }

    fn look_ahead(&mut self, marks: &[K::Mark], first_level: &mut FirstLevel<'_, '_>) -> Visit<StateOf<K>> {
        self.known.clear();
        let leaves = marks.iter().map(|mark| self.cursor.state_of(mark)).collect();
        self.nested.look_at_all(&self.store, leaves, first_level)
    }

    fn allow(&mut self, bytes: u64) -> u64 {
        self.cursor.allow(bytes)
    }

    fn bytes(&self) -> u64 {
        self.cursor.bytes()
    }

    fn bytes_beside_state(&self) -> usize {
        self.cursor.bytes_beside_state()
    }

    fn left_out(&self) -> bool {
        self.cursor.left_out()
    }

    fn enter(&mut self, mark: &K::Mark) {
        self.cursor.enter(mark);
    }

    fn leave(&mut self) {
        self.cursor.leave();
    }

    fn state_of(&mut self, mark: &K::Mark) -> StateOf<K> {
        self.cursor.state_of(mark)
    }
}
