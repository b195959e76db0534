//! The algebra of remaining effort.
//!
//! Values are small handles; what they stand for lives in the algebra's own storage, so that a parent whose set *is* its
//! child's set shares it, memory is counted to the byte, and nothing is allocated from the system per node. The price
//! is that holders say when they keep ([`share`](Effort::share)) and when they drop ([`release`](Effort::release)) a
//! value.

use std::cmp::Ordering;

use proofset_core::{NodeId, Size, StopReason};
use thiserror::Error;

/// The storage of an algebra has no room left for another value: its 32-bit addresses are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the storage for node sets is full")]
pub struct Full;

impl From<Full> for StopReason {
    fn from(_: Full) -> Self {
        Self::Memory
    }
}

/// The outcome of [`Effort::amend`].
#[derive(Clone, Copy, Debug)]
pub struct Amended<V, D> {
    /// The new union, owned by the caller, and how it differs from the old one; `None` if it equals the old one.
    pub change: Option<(V, D)>,
    /// True if no two parts have a member in common.
    pub apart: bool,
}

/// The outcome of amending a union of an algebra.
pub type Amendment<E> = Amended<<E as Effort>::Value, <E as Effort>::Delta>;

/// Which of several sets of equal size is taken. No theorem depends on it; the number of expansions does, widely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TieOrder {
    /// Compare the members in ascending order, the first difference decides.
    #[default]
    Lex,
    /// Compare the members in descending order, the first difference decides.
    Colex,
    /// The set of the first child is taken, whatever the members: what proof-number search does. With
    /// [`Pick::Descent`](crate::Pick::Descent) a search of a tree expands what that expands, in the same order.
    First,
}

/// The effort that one side (proof or disproof) still needs, and how it is passed from children to parents.
///
/// # Laws
///
/// With `∅` = [`nothing`](Self::nothing) and `∞` = [`hopeless`](Self::hopeless):
///
/// * `size(∅) = 0`, `size(∞)` is infinite, and every other value has a size strictly between.
/// * Union: `a ∪ ∅ = a`, `a ∪ ∞ = ∞`, and `size(a ∪ b) <= size(a) + size(b)`; adding a part never makes the size
///   smaller.
/// * [`order`](Self::order) is a total order of classes that compares sizes first; values of equal content are `Equal`,
///   and by all tie orders but [`TieOrder::First`] no others are.
/// * [`finish`](Self::finish) answers `None` if and only if the union has the same content as the old value.
/// * [`amend`](Self::amend) answers with nothing but what the parts put together anew would give.
///
/// # Updates
///
/// After an expansion the values of all ancestors are brought up to date, children first. Most of the time a single
/// child of a node has changed, and changed little. A [`Delta`](Self::Delta) says how; with the deltas of the changed
/// parts a union can be amended without a look at the other parts. Deltas live until the next
/// [`begin_update`](Self::begin_update).
pub trait Effort {
    /// What a node keeps: a number, or a handle to a set.
    type Value: Copy + std::fmt::Debug + PartialEq;

    /// How one value differs from another, as far as the algebra can tell and use it.
    type Delta: Copy + std::fmt::Debug;

    /// True if values list nodes, so that a search can look for a node that both sides list.
    const LISTS_NODES: bool;

    /// True if [`coarsen`](Self::coarsen) can give up precision for room.
    #[inline]
    fn coarsens(&self) -> bool {
        false
    }

    /// True if a value put together with itself is the same value: exact sets. Where a value can follow from itself, in
    /// a graph with cycles, sums would grow for ever.
    #[inline]
    fn is_idempotent(&self) -> bool {
        false
    }

    /// True if [`prefer`](Self::prefer) depends on what was given to [`favour`](Self::favour): what is best among the
    /// children of a node must then be found anew whenever one of them changes.
    #[inline]
    fn favours(&self) -> bool {
        false
    }

    /// Size zero: this side has achieved its aim.
    fn nothing(&self) -> Self::Value;

    /// Size infinite: this side can never achieve its aim.
    fn hopeless(&self) -> Self::Value;

    /// The effort of an unknown leaf whose cost is finite and not zero. The caller owns the value.
    ///
    /// # Errors
    ///
    /// [`Full`] when the storage is.
    fn leaf(&mut self, node: NodeId, cost: Size) -> Result<Self::Value, Full>;

    /// The bytes that the efforts of so many new leaves take at most, whatever they cost, in a graph that has so many nodes
    /// with them. A search asks before it makes them; efforts that are made later are seen when they are there.
    fn growth_for(&self, leaves: usize, nodes: usize) -> usize {
        let _ = (leaves, nodes);
        0
    }

    /// The same of leaves that cost one each, for searches that know no others: they need not leave room for what they never
    /// take.
    fn growth_for_units(&self, leaves: usize, nodes: usize) -> usize {
        self.growth_for(leaves, nodes)
    }

    /// The effort of an unknown leaf of this size, which is finite and not zero, of which these different nodes are a part,
    /// each of which counts as one; the rest is the leaf's own. Algebras that do not list nodes, or none without a label,
    /// take the leaf alone. The caller owns the value.
    ///
    /// # Errors
    ///
    /// [`Full`] when the storage is.
    fn standing_for(&mut self, node: NodeId, size: Size, needed: &[NodeId]) -> Result<Self::Value, Full> {
        let _ = needed;
        self.leaf(node, size)
    }

    /// The size of a value: a number, the weight of a set, or the bound of a truncated set.
    fn size(&self, value: Self::Value) -> Size;

    /// Compares two values: by size, and among equal sizes by the tie order. Of several that are `Equal` the value of the
    /// first child is taken.
    fn order(&self, a: Self::Value, b: Self::Value) -> Ordering;

    /// True if two values have the same size and list the same nodes.
    #[inline]
    fn same(&self, a: Self::Value, b: Self::Value) -> bool {
        self.order(a, b) == Ordering::Equal
    }

    /// Compares two values where the least of several is taken: finite values that are not zero need not go by size.
    /// Of several that are `Equal` the value of the first child is taken.
    #[inline]
    fn prefer(&self, a: Self::Value, b: Self::Value) -> Ordering {
        self.order(a, b)
    }

    /// Makes [`prefer`](Self::prefer) favour the leaves that this value lists, but for one that is about to leave, until
    /// the next call. Most algebras have no favourites.
    fn favour(&mut self, value: Self::Value, leaving: &[NodeId]) {
        let _ = (value, leaving);
    }

    /// Starts a union with nothing in it.
    fn begin(&mut self);

    /// Adds a part to the union. The order of parts matters to truncated sets.
    fn add(&mut self, part: Self::Value);

    /// Ends the union. `None`: it equals `old`. Otherwise the caller owns the new value, and still holds `old`.
    ///
    /// # Errors
    ///
    /// [`Full`] when the storage is.
    fn finish(&mut self, old: Self::Value) -> Result<Option<Self::Value>, Full>;

    /// True if the union that was just finished has no member that two of its parts list.
    fn apart(&self) -> bool;

    /// Forgets all deltas. `leaving` are leaves that are about to be expanded or decided, so that no set will list them
    /// once their ancestors are up to date.
    fn begin_update(&mut self, leaving: &[NodeId]);

    /// How `new` differs from `old`, for use until the next [`begin_update`](Self::begin_update).
    fn delta(&mut self, old: Self::Value, new: Self::Value) -> Self::Delta;

    /// Amends the union `old`, given each changed part's new value and delta. `apart` is what was known about the parts
    /// of `old`, and `parts` are the values of all parts now, in any order. `None` if the parts must be put together anew. The caller still holds `old`.
    ///
    /// # Errors
    ///
    /// [`Full`] when the storage is.
    fn amend(
        &mut self,
        old: Self::Value,
        apart: bool,
        changes: impl Iterator<Item = (Self::Value, Self::Delta)> + Clone,
        parts: impl Iterator<Item = Self::Value>,
    ) -> Result<Option<Amendment<Self>>, Full>;

    /// Notes one more holder of a value.
    fn share(&mut self, value: Self::Value);

    /// Notes one holder less; the last one frees the storage.
    fn release(&mut self, value: Self::Value);

    /// The nodes that the value lists: ascending by id where [`ascending`](Self::ascending) says so.
    fn members(&self, value: Self::Value) -> impl DoubleEndedIterator<Item = NodeId>;

    /// True if [`members`](Self::members) come in ascending order of ids.
    fn ascending(&self) -> bool {
        true
    }

    /// Bytes of storage in use, scratch space included. Room that storage has reserved, or kept for values to come, is not
    /// counted until it is used; [`shrink`](Self::shrink) gives it back.
    fn bytes(&self) -> usize;

    /// Forgets all values but [`nothing`](Self::nothing) and [`hopeless`](Self::hopeless), and all costs of leaves. The
    /// room is kept for the values to come, and [counted](Self::bytes) as they come.
    fn clear(&mut self);

    /// Gives back room that was kept for values and is not in use.
    fn shrink(&mut self) {}

    /// Gives up precision for room: from now on values list fewer nodes. False if there is nothing to give up. All
    /// values made before must be made anew, after [`clear`](Self::clear).
    fn coarsen(&mut self) -> bool {
        false
    }

    /// True if a union depends on where the node stands that it is taken for, so that [`stand_at`](Self::stand_at) is to be
    /// called before, and the union taken anew when the node has got another parent.
    #[inline]
    fn heeds_places(&self) -> bool {
        false
    }

    /// The next unions are those of a node at this depth, with so many parents.
    #[inline]
    fn stand_at(&mut self, depth: u32, parents: usize) {
        let _ = (depth, parents);
    }

    /// The union of several parts as a new value that the caller owns.
    ///
    /// # Errors
    ///
    /// [`Full`] when the storage is.
    fn union(&mut self, parts: impl IntoIterator<Item = Self::Value>) -> Result<Self::Value, Full> {
        self.begin();
        for part in parts {
            self.add(part);
        }
        let nothing = self.nothing();
        Ok(self.finish(nothing)?.unwrap_or(nothing))
    }
}
