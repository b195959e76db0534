//! A cursor of a game's own in a problem whose type is not known.
//!
//! The idea: what a depth-first search asks at every step, it asks a cursor whose type it knows, so that it is compiled with
//! the rules. States it sees only where a proof or a line of play is made, and there they are [`Sealed`]: all that works on
//! proofs is compiled once.

use std::hash::Hash;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use proofset_core::{LeafCost, Problem, Value};
use proofset_cursor::{Choice, Cursor, NodeView, Pair, Zones};

use crate::problem::Erased;
use crate::sealed::Sealed;

type StateOf<C> = <<C as Cursor>::Problem as Problem>::State;

fn sealed<S: Eq + Hash + Send + Sync + 'static>(states: Vec<S>) -> Vec<Sealed> {
    let mut sealed = Vec::with_capacity(states.len());
    for state in states {
        sealed.push(Sealed::new(state));
    }
    sealed
}

/// A cursor of a known type, whose states are sealed.
pub struct SealedCursor<'a, C> {
    problem: Erased<'a>,
    cursor: C,
}

impl<'a, C> SealedCursor<'a, C>
where
    C: Cursor,
    StateOf<C>: Send + Sync + 'static,
{
    /// A cursor in a problem that is also known as `problem`.
    ///
    /// # Panics
    ///
    /// If the cursor looks at leaves by searches of its own: what they say of states is not carried over.
    pub fn new(problem: Erased<'a>, cursor: C) -> Self {
        assert!(!cursor.nests(), "a cursor with searches of its own is not sealed");
        Self { problem, cursor }
    }

    fn own_zones(&self) -> &dyn Zones<State = StateOf<C>> {
        self.cursor.zones().expect("zones are asked about where they are kept")
    }
}

impl<'a, C> Cursor for SealedCursor<'a, C>
where
    C: Cursor,
    StateOf<C>: Send + Sync + 'static,
{
    type Problem = Erased<'a>;
    type Mark = C::Mark;

    const EXACT: bool = C::EXACT;
    const ORDERED: bool = C::ORDERED;

    fn marks_last(&self) -> bool {
        self.cursor.marks_last()
    }

    fn problem(&self) -> &Erased<'a> {
        &self.problem
    }

    fn view(&self, state: &Sealed) -> NodeView<C::Mark> {
        self.cursor.view(state.open())
    }

    fn stand(&mut self, state: &Sealed) {
        self.cursor.stand(state.open());
    }

    fn line(&self) -> Vec<Sealed> {
        sealed(self.cursor.line())
    }

    #[inline]
    fn same(one: &C::Mark, other: &C::Mark) -> bool {
        C::same(one, other)
    }

    #[inline]
    fn for_each_child(&mut self, visit: impl FnMut(NodeView<C::Mark>)) {
        self.cursor.for_each_child(visit);
    }

    #[inline]
    fn for_each_child_until(&mut self, visit: impl FnMut(NodeView<C::Mark>) -> ControlFlow<()>) {
        self.cursor.for_each_child_until(visit);
    }

    #[inline]
    fn cost(&mut self, mark: &C::Mark) -> LeafCost {
        self.cursor.cost(mark)
    }

    fn allow(&mut self, bytes: u64) -> u64 {
        self.cursor.allow(bytes)
    }

    #[inline]
    fn bytes(&self) -> u64 {
        self.cursor.bytes()
    }

    #[inline]
    fn left_out(&self) -> bool {
        self.cursor.left_out()
    }

    #[inline]
    fn enter(&mut self, mark: &C::Mark) {
        self.cursor.enter(mark);
    }

    #[inline]
    fn leave(&mut self) {
        self.cursor.leave();
    }

    #[inline]
    fn zones(&self) -> Option<&dyn Zones<State = Sealed>> {
        self.cursor.zones()?;
        Some(self)
    }

    #[inline]
    fn zoned(&self) -> Option<Value> {
        self.cursor.zoned()
    }

    #[inline]
    fn waits(&self) -> Option<Value> {
        self.cursor.waits()
    }

    fn widen(&mut self, visit: impl FnMut(NodeView<C::Mark>)) {
        self.cursor.widen(visit);
    }

    fn wait_again(&mut self) {
        self.cursor.wait_again();
    }

    fn is_covered(&self, mark: &C::Mark) -> bool {
        self.cursor.is_covered(mark)
    }

    fn settle<'m>(&mut self, children: impl Iterator<Item = &'m C::Mark>)
    where
        C::Mark: 'm,
    {
        self.cursor.settle(children);
    }

    fn save_zones(&self, out: &mut dyn Write) -> io::Result<()> {
        self.cursor.save_zones(out)
    }

    fn load_zones(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.cursor.load_zones(from)
    }

    fn paired_children(&self, state: &Sealed, other: &Sealed, most: usize) -> Option<Vec<Pair<Sealed>>> {
        self.problem.paired_children(state, other, most)
    }

    fn bytes_beside_state(&self) -> usize {
        self.problem.bytes_beside_state()
    }

    fn successors(&self, state: &Sealed) -> Vec<Sealed> {
        sealed(self.cursor.successors(state.open()))
    }

    fn choose(&self, state: &Sealed, which: &mut Choice<'_, C::Mark>) -> Vec<Sealed> {
        sealed(self.cursor.choose(state.open(), which))
    }

    fn state_of(&mut self, mark: &C::Mark) -> Sealed {
        Sealed::new(self.cursor.state_of(mark))
    }
}

impl<C> Zones for SealedCursor<'_, C>
where
    C: Cursor,
    StateOf<C>: Send + Sync + 'static,
{
    type State = Sealed;

    fn pattern(&self, state: &Sealed) -> Option<Sealed> {
        self.own_zones().pattern(state.open()).map(Sealed::new)
    }

    fn replies(&self, state: &Sealed) -> Option<Vec<Sealed>> {
        self.own_zones().replies(state.open()).map(sealed)
    }

    fn covers(&self, known: &Sealed, state: &Sealed) -> bool {
        self.own_zones().covers(known.open(), state.open())
    }
}
