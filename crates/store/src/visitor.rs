//! Looking at leaves before they are expanded.
//!
//! The idea: two-level search (PN²: Allis 1994; Breuker, Uiterwijk and van den Herik 2001) is a search whose leaves are
//! judged by searches of their own. So the engine asks a [`Visitor`] when a leaf is about to be expanded, and knows
//! nothing of what it does there. It answers with a value, with numbers, or with a reason to stop.

use proofset_core::{LeafCost, NodeId, Value};
use proofset_cursor::{FirstLevel, Visit};

use crate::store::{StateOf, Store};

/// What a visitor knows of a successor of the leaf that it visited last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Its value, whatever line leads to it.
    Value(Value),
    /// What it costs.
    Cost(LeafCost),
}

/// What a successor is known to need, by names of positions that are no nodes of the store, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needed {
    /// For a proof.
    pub proof: Vec<NodeId>,
    /// For a disproof.
    pub disproof: Vec<NodeId>,
}

/// Looks at leaves before they are expanded. `()` looks at none.
pub trait Visitor<X: Store> {
    /// True if leaves are worth a [`visit`](Self::visit). Searches ask again and again; the answer must be the same every
    /// time.
    fn nests(&self) -> bool;

    /// Looks at an open leaf that is about to be expanded.
    ///
    /// Asked twice in a row about the same leaf, a visitor answers what it has answered, or goes on where it was stopped.
    fn visit(&mut self, store: &X, node: NodeId, first_level: &mut FirstLevel<'_, '_>) -> Visit<StateOf<X>>;

    /// How many leaves it would rather look at together.
    fn together(&self) -> usize {
        1
    }

    /// Looks at open leaves that are about to be expanded in this order. What it finds out, it answers when it
    /// [visits](Self::visit) them; the answer here is [`LeafResult::Nothing`] or a reason to stop.
    ///
    /// [`LeafResult::Nothing`]: proofset_cursor::LeafResult::Nothing
    fn look_ahead(&mut self, store: &X, nodes: &[NodeId], first_level: &mut FirstLevel<'_, '_>) -> Visit<StateOf<X>> {
        let _ = (store, nodes, first_level);
        Visit::nothing()
    }

    /// What is known of a successor of the leaf that was visited last: `place` counts its distinct successors in move
    /// order.
    fn successor(&self, place: usize) -> Option<Known>;

    /// What each successor of the leaf that was visited last is known to need, one for each distinct successor in move order;
    /// or nothing, if that is not known.
    fn needed(&self) -> &[Needed] {
        &[]
    }
}

impl<X: Store> Visitor<X> for () {
    #[inline]
    fn nests(&self) -> bool {
        false
    }

    fn visit(&mut self, _store: &X, _node: NodeId, _outlook: &mut FirstLevel<'_, '_>) -> Visit<StateOf<X>> {
        Visit::nothing()
    }

    fn successor(&self, _place: usize) -> Option<Known> {
        None
    }
}
