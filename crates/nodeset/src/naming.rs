//! Names of leaves, and which leaf inherits the name of one that was expanded.
//!
//! The idea: where a number stays one because another leaf is as good as the one that was expanded, a set changes: it
//! lists the other leaf now, and so do all sets above. If the other leaf takes over the name, no set changes. That is
//! sound if its own name is in no set but its own, and if nobody but the sets above the two lists the old name.
//!
//! So an heir is a leaf with one parent, and both cost one. It is
//!
//! * where the expanded leaf selects, the first of its least children;
//! * where it sums, the only child that is left to be summed;
//! * where it sums, its value grows and its only parent selects, the first of the least other children of that parent.
//!
//! Which leaf will be taken instead is foretold and not known. Where it turns out to be another one, the values above change as
//! they would have without an heir, and the heir keeps the name: no two leaves have the same.
//!
//! Cost: a look at the children of two nodes.

use proofset_core::{NodeId, Size};

use crate::Effort;

/// What sets call a leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Naming {
    /// By its node.
    #[default]
    Own,
    /// By the node of an expanded leaf whose place it takes, if there is one: fewer sets change. Members of sets are
    /// then names, and no longer nodes. With exact sets, [`TieOrder::First`](crate::TieOrder::First) and
    /// [`Pick::Descent`](crate::Pick::Descent) nothing else changes, but that in graphs with cycles an estimate that can settle
    /// in several ways may settle in another; truncated sets keep the oldest names instead of the
    /// oldest leaves. It has no effect with another pick, or where leaves are favoured.
    Inherited,
}

/// One side of a graph in the middle of an expansion, with values of type `V`: the leaf has its children, and no value was
/// computed since.
pub trait Lineage<V> {
    /// The children of a node.
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId>;

    /// Its parents.
    fn parents(&self, node: NodeId) -> impl Iterator<Item = NodeId>;

    /// True if the value of an expanded node is on this side the least of its children's, and not their sum.
    fn selects(&self, node: NodeId) -> bool;

    /// True if a node has no children yet and may get some.
    fn is_leaf(&self, node: NodeId) -> bool;

    /// The value of a node.
    fn value(&self, node: NodeId) -> V;
}

/// The leaf that inherits the value of one that was just expanded, if there is one.
pub fn heir<E: Effort>(side: &impl Lineage<E::Value>, effort: &E, leaf: NodeId) -> Option<NodeId> {
    Succession { side, effort }.heir(leaf)
}

/// A side with its algebra.
struct Succession<'a, L, E> {
    side: &'a L,
    effort: &'a E,
}

impl<E: Effort, L: Lineage<E::Value>> Succession<'_, L, E> {
    fn heir(&self, leaf: NodeId) -> Option<NodeId> {
        if !self.is_single(leaf) {
            return None;
        }
        let selects = self.side.selects(leaf);
        let (heir, parent) = if selects { (self.first_least(leaf)?, leaf) } else { self.other(leaf)? };
        let is_free =
            self.side.is_leaf(heir) && self.is_single(heir) && self.side.parents(heir).all(|other| other == parent);
        is_free.then_some(heir)
    }

    /// What may take the place of a leaf that sums, and its parent.
    fn other(&self, leaf: NodeId) -> Option<(NodeId, NodeId)> {
        let Self { side, effort } = self;
        let mut summed = side.children(leaf).filter(|&child| !self.size(child).is_zero());
        let first = summed.next()?;
        if self.size(first) == Size::ONE && summed.all(|child| child == first) {
            return Some((first, leaf));
        }
        let mut parents = side.parents(leaf);
        let (parent, None) = (parents.next()?, parents.next()) else { return None };
        if !side.selects(parent) || !effort.same(side.value(parent), side.value(leaf)) {
            return None;
        }
        // The parent's value is one leaf, so that no child has less, and the first that is as good ends the look.
        let as_good = |&child: &NodeId| child != leaf && self.size(child) <= Size::ONE;
        Some((side.children(parent).find(as_good)?, parent))
    }

    /// The first of the least children of a node.
    fn first_least(&self, parent: NodeId) -> Option<NodeId> {
        self.side
            .children(parent)
            .reduce(|least, child| if self.size(child) < self.size(least) { child } else { least })
    }

    fn size(&self, node: NodeId) -> Size {
        self.effort.size(self.side.value(node))
    }

    /// True if a value is a single listed member of cost one.
    fn is_single(&self, node: NodeId) -> bool {
        self.size(node) == Size::ONE && self.effort.members(self.side.value(node)).next().is_some()
    }
}
