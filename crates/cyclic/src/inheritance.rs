//! Which names of leaves pass to others when a leaf is expanded.
//!
//! What inherits is found by [`heir`], for each side by itself, between the expansion and the update that follows.

use proofset_core::{NodeId, Role};
use proofset_graph::Digraph;
use proofset_nodeset::{Effort, Lineage, heir};

use crate::values::{Node, Values};

/// Passes the names of an expanded leaf to others. Returns those that leave all sets: of progress and of resistance.
pub(crate) fn pass_on<G: Effort, H: Effort>(
    values: &mut Values<G, H>,
    leaf: NodeId,
) -> (Option<NodeId>, Option<NodeId>) {
    let Values { graph, progress, resistance, aim, .. } = values;
    let left = pass_side(graph, progress, &of_progress(aim.chooser()), leaf);
    (left, pass_side(graph, resistance, &of_resistance(aim.opposite().chooser()), leaf))
}

fn of_progress<A: Copy, B>(chooser: Role) -> Part<Node<A, B>, A> {
    Part { chooser, value: |node| node.progress, effort: |node| &mut node.progress }
}

fn of_resistance<A, B: Copy>(chooser: Role) -> Part<Node<A, B>, B> {
    Part { chooser, value: |node| node.resistance, effort: |node| &mut node.resistance }
}

fn pass_side<A: Copy, B: Copy, S: Effort>(
    graph: &mut Digraph<Node<A, B>>,
    algebra: &mut S,
    part: &Part<Node<A, B>, S::Value>,
    leaf: NodeId,
) -> Option<NodeId> {
    let old = (part.value)(graph.weight(leaf));
    let Some(heir) = heir(&Side { graph: &*graph, part }, &*algebra, leaf) else {
        return algebra.members(old).next();
    };
    algebra.share(old);
    let replaced = std::mem::replace((part.effort)(graph.weight_mut(heir)), old);
    algebra.release(replaced);
    None
}

/// Which effort of a node a side is.
struct Part<N, V> {
    /// Who selects on this side.
    chooser: Role,
    value: fn(&N) -> V,
    effort: fn(&mut N) -> &mut V,
}

/// One side of a graph.
struct Side<'a, A, B, V> {
    graph: &'a Digraph<Node<A, B>>,
    part: &'a Part<Node<A, B>, V>,
}

impl<A: Copy, B: Copy, V> Lineage<V> for Side<'_, A, B, V> {
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.children(node)
    }

    fn parents(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.parents(node)
    }

    fn selects(&self, node: NodeId) -> bool {
        self.graph.weight(node).kind.inner_role() == Some(self.part.chooser)
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        self.graph.weight(node).kind.is_leaf()
    }

    fn value(&self, node: NodeId) -> V {
        (self.part.value)(self.graph.weight(node))
    }
}
