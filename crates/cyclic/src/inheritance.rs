//! Which names of leaves pass to others when a leaf is expanded.
//!
//! What inherits is found by [`heir`], for each side by itself, between the expansion and the update that follows.

use proofset_core::{NodeId, Size};
use proofset_nodeset::{Effort, Lineage, heir};

use crate::values::{Kind, Values};

/// Passes the names of an expanded leaf to others. Returns those that leave all sets: of progress and of resistance.
pub(crate) fn pass_on<G: Effort, H: Effort>(
    values: &mut Values<G, H>,
    leaf: NodeId,
) -> (Option<NodeId>, Option<NodeId>) {
    let old = values.node(leaf);
    let mut leaving = (None, None);
    if let Some(heir) = heir(&Progress(values), leaf) {
        values.progress.share(old.progress);
        let replaced = std::mem::replace(&mut values.graph.weight_mut(heir).progress, old.progress);
        values.progress.release(replaced);
    } else {
        leaving.0 = values.progress.members(old.progress).next();
    }
    if let Some(heir) = heir(&Resistance(values), leaf) {
        values.resistance.share(old.resistance);
        let replaced = std::mem::replace(&mut values.graph.weight_mut(heir).resistance, old.resistance);
        values.resistance.release(replaced);
    } else {
        leaving.1 = values.resistance.members(old.resistance).next();
    }
    leaving
}

/// The side that has to make progress.
struct Progress<'a, G: Effort, H: Effort>(&'a Values<G, H>);

impl<G: Effort, H: Effort> Lineage for Progress<'_, G, H> {
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.0.graph.children(node)
    }

    fn parents(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.0.graph.parents(node)
    }

    fn selects(&self, node: NodeId) -> bool {
        self.0.chooses(node)
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        matches!(self.0.node(node).kind, Kind::Leaf(_))
    }

    fn size(&self, node: NodeId) -> Size {
        self.0.size(node)
    }

    fn is_single(&self, node: NodeId) -> bool {
        self.size(node) == Size::ONE && self.0.progress.members(self.0.node(node).progress).next().is_some()
    }

    fn is_same(&self, a: NodeId, b: NodeId) -> bool {
        self.0.progress.same(self.0.node(a).progress, self.0.node(b).progress)
    }
}

/// The side that may hold out.
struct Resistance<'a, G: Effort, H: Effort>(&'a Values<G, H>);

impl<G: Effort, H: Effort> Lineage for Resistance<'_, G, H> {
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.0.graph.children(node)
    }

    fn parents(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.0.graph.parents(node)
    }

    fn selects(&self, node: NodeId) -> bool {
        !self.0.chooses(node)
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        matches!(self.0.node(node).kind, Kind::Leaf(_))
    }

    fn size(&self, node: NodeId) -> Size {
        self.0.resistance.size(self.0.node(node).resistance)
    }

    fn is_single(&self, node: NodeId) -> bool {
        self.size(node) == Size::ONE && self.0.resistance.members(self.0.node(node).resistance).next().is_some()
    }

    fn is_same(&self, a: NodeId, b: NodeId) -> bool {
        self.0.resistance.same(self.0.node(a).resistance, self.0.node(b).resistance)
    }
}
