//! A place in a problem's graph, from which a search goes to a child and comes back.
//!
//! The idea: a search that keeps only a line needs no stored states. It says "go there" and "go back", and between the
//! two it looks at the children, each known by a *mark*: enough to find the child again and to tell it from others.
//! [`CopyCursor`](crate::CopyCursor) keeps the states of the line, and its marks are whole states. [`UndoCursor`](crate::UndoCursor) keeps one position that
//! moves are made and unmade in; its marks are a move and a key of 64 bits. Games with a costly state can bring a cursor
//! of their own. The invariant: all cursors of a problem show the same children in the same order.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use proofset_core::{EdgeCost, LeafCost, Problem, Status, Value};

use crate::{FirstLevel, Pair, Visit, Zones, paired_children};

/// A node as it looks from where a [`Cursor`] stands.
#[derive(Clone, Debug)]
pub struct NodeView<M> {
    /// What it takes to go there.
    pub mark: M,
    /// A hash of the state, good in all of its bits; or of what states have in common that
    /// [`resource`](Self::resource) orders.
    pub key: u64,
    /// Of states with the same key, one with more is at least as good for the attacker. 0 where states are not ordered.
    pub resource: u16,
    /// What the problem says of the state.
    pub status: Status,
    /// The rank of the state, if the problem has one.
    pub rank: Option<u32>,
    /// What the edge costs; nothing for a node that was not reached by one.
    pub edge: EdgeCost,
}

/// Chooses some of the successors of a state by their places, from what they look like.
pub type Choice<'a, M> = dyn FnMut(&[NodeView<M>]) -> Vec<usize> + 'a;

/// A place in the graph of a problem.
pub trait Cursor {
    /// Whose graph it is.
    type Problem: Problem;
    /// What tells a child from others.
    type Mark: Clone;

    /// True if marks tell all states apart; false if they rest on keys.
    const EXACT: bool;

    /// True if states with the same key are ordered by resources. Such problems have a rank.
    const ORDERED: bool = false;

    /// True if marks mean the same to another cursor of the same problem, so that they can be kept in a file.
    fn marks_last(&self) -> bool {
        true
    }

    /// The problem.
    fn problem(&self) -> &Self::Problem;

    /// A state as it would look if the cursor stood on it, with nothing to go back to.
    fn view(&self, state: &<Self::Problem as Problem>::State) -> NodeView<Self::Mark>;

    /// Stands on a state, with nothing to go back to.
    fn stand(&mut self, state: &<Self::Problem as Problem>::State);

    /// The states from the one that it was told to [`stand`](Self::stand) on to where it is.
    fn line(&self) -> Vec<<Self::Problem as Problem>::State>;

    /// True if two marks are of the same state.
    fn same(one: &Self::Mark, other: &Self::Mark) -> bool;

    /// Shows the children of the open state that it stands on, in move order.
    fn for_each_child(&mut self, visit: impl FnMut(NodeView<Self::Mark>));

    /// The same until `visit` breaks off. Of the children that are left, as little is made as can be; by default, they are made and not
    /// shown.
    #[inline]
    fn for_each_child_until(&mut self, mut visit: impl FnMut(NodeView<Self::Mark>) -> ControlFlow<()>) {
        let mut flow = ControlFlow::Continue(());
        self.for_each_child(|child| {
            if flow.is_continue() {
                flow = visit(child);
            }
        });
    }

    /// What a child costs as a leaf.
    fn cost(&mut self, mark: &Self::Mark) -> LeafCost;

    /// True if leaves are worth a [`visit`](Self::visit) before they are expanded. Searches ask again and again; the
    /// answer must be the same every time.
    #[inline]
    fn nests(&self) -> bool {
        false
    }

    /// Looks at a child that is about to be expanded, for instance with a search of its own.
    ///
    /// Asked twice in a row about the same leaf, it answers what it has answered, or goes on where it was stopped.
    fn visit(
        &mut self,
        mark: &Self::Mark,
        first_level: &mut FirstLevel<'_, '_>,
    ) -> Visit<<Self::Problem as Problem>::State> {
        let _ = (mark, first_level);
        Visit::nothing()
    }

    /// How many leaves it looks at [together](Self::look_ahead) at most.
    #[inline]
    fn together(&self) -> usize {
        1
    }

    /// Looks at children that are about to be [visited](Self::visit), in this order. It finds no value yet.
    fn look_ahead(
        &mut self,
        marks: &[Self::Mark],
        first_level: &mut FirstLevel<'_, '_>,
    ) -> Visit<<Self::Problem as Problem>::State> {
        let _ = (marks, first_level);
        Visit::nothing()
    }

    /// Takes note that it and the search's table may hold so many bytes together, and says how many of them it claims: it
    /// takes no more.
    fn allow(&mut self, bytes: u64) -> u64 {
        let _ = bytes;
        0
    }

    /// The bytes that it holds besides its line, if marks do not hold all that is known of states. The search counts them.
    #[inline]
    fn bytes(&self) -> u64 {
        0
    }

    /// True if the children that were shown last were not all there are, because there was no room left to mark them.
    #[inline]
    fn left_out(&self) -> bool {
        false
    }

    /// Goes to a child.
    fn enter(&mut self, mark: &Self::Mark);

    /// Goes back from the child that it [went to](Self::enter) last.
    ///
    /// # Panics
    ///
    /// If it stands where it was told to [`stand`](Self::stand), or on the root: there is nothing to go back to.
    fn leave(&mut self);

    /// What is known of the parts of states that values rest on, if that is kept.
    #[inline]
    fn zones(&self) -> Option<&dyn Zones<State = <Self::Problem as Problem>::State>> {
        None
    }

    /// The value of which [zones](Self::zones) are kept.
    #[inline]
    fn zoned(&self) -> Option<Value> {
        None
    }

    /// If more children are to be [shown](Self::widen) when the first one of the node that it stands on has a value: that value.
    #[inline]
    fn waits(&self) -> Option<Value> {
        None
    }

    /// Shows the other children that count now that the first one has the value; some of them may have been shown before.
    fn widen(&mut self, visit: impl FnMut(NodeView<Self::Mark>)) {
        let _ = visit;
    }

    /// Takes that back: they could not all be written down.
    fn wait_again(&mut self) {}

    /// True if a child has the value because the first one has.
    fn is_covered(&self, mark: &Self::Mark) -> bool {
        let _ = mark;
        false
    }

    /// The node that it stands on has the value that [zones](Self::zones) are kept of, and so have these children.
    fn settle<'m>(&mut self, children: impl Iterator<Item = &'m Self::Mark>)
    where
        Self::Mark: 'm,
    {
        let _ = children;
    }

    /// Writes down what is known of zones.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn save_zones(&self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Reads what was written.
    ///
    /// # Errors
    ///
    /// Those of the input.
    fn load_zones(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let _ = from;
        Ok(())
    }

    /// The children of a state, each with that child of another one which the same move leads to; `None` if one of the two has more
    /// than `most`.
    fn paired_children(
        &self,
        state: &<Self::Problem as Problem>::State,
        other: &<Self::Problem as Problem>::State,
        most: usize,
    ) -> Option<Vec<Pair<<Self::Problem as Problem>::State>>> {
        paired_children(self.problem(), state, other, most, |child| child)
    }

    /// The bytes that a state takes beside its handle, where states stand behind one: what a proof takes more for each.
    #[inline]
    fn bytes_beside_state(&self) -> usize {
        0
    }

    /// The successors of a state, in move order.
    fn successors(&self, state: &<Self::Problem as Problem>::State) -> Vec<<Self::Problem as Problem>::State> {
        let mut successors = Vec::new();
        self.problem().for_each_successor(state, |_, next| successors.push(next));
        successors
    }

    /// Those of the successors of a state that `which` chooses by their places in move order, from what they look like.
    fn choose(
        &self,
        state: &<Self::Problem as Problem>::State,
        which: &mut Choice<'_, Self::Mark>,
    ) -> Vec<<Self::Problem as Problem>::State> {
        let successors = self.successors(state);
        let mut views = Vec::with_capacity(successors.len());
        for next in &successors {
            views.push(self.view(next));
        }
        which(&views).into_iter().map(|place| successors[place].clone()).collect()
    }

    /// The state of a child.
    fn state_of(&mut self, mark: &Self::Mark) -> <Self::Problem as Problem>::State {
        self.enter(mark);
        let state = self.line().pop().expect("a cursor stands somewhere");
        self.leave();
        state
    }
}
