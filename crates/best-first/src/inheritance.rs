//! Which names of leaves pass to others when a leaf is expanded, and which leave all sets.
//!
//! What inherits is found by [`heir`], for each side by itself, between the expansion and the update that follows. When nodes get
//! other numbers, leaves get other names; where it matters, in the same order.

use proofset_core::{NodeId, Role};
use proofset_graph::Dag;
use proofset_nodeset::{Effort, Evaluator, Full, Label, Lineage, Naming, Pick, heir};
use proofset_store::NodeKind;

use crate::node::Entry;
use crate::options::Options;
use crate::values::DagOf;

/// The names that no set will list once an update is through.
#[derive(Debug, Default)]
pub(crate) struct Leaving {
    pub(crate) proof: Vec<NodeId>,
    pub(crate) disproof: Vec<NodeId>,
}

impl Leaving {
    pub(crate) fn add(&mut self, (proof, disproof): (NodeId, NodeId)) {
        self.proof.push(proof);
        self.disproof.push(disproof);
    }

    pub(crate) fn clear(&mut self) {
        self.proof.clear();
        self.disproof.clear();
    }
}

/// True if a search has its names inherited. Other picks take members of sets for nodes, and so do favourites; and of
/// several leaves that are opened before an update one could be the heir of another.
pub(crate) fn inherits<E: Effort, D: Effort>(evaluator: &Evaluator<E, D>, options: &Options) -> bool {
    E::LISTS_NODES
        && D::LISTS_NODES
        && options.naming == Naming::Inherited
        && options.pick == Pick::Descent
        && options.batch <= 1
        && !evaluator.proof.favours()
        && !evaluator.disproof.favours()
}

/// True if what is listed depends on the order of names: it is then to be kept when leaves get new names.
pub(crate) fn heeds_names<E: Effort, D: Effort>(evaluator: &Evaluator<E, D>, options: &Options) -> bool {
    let Evaluator { proof, disproof } = evaluator;
    inherits(evaluator, options) && !(proof.is_idempotent() && disproof.is_idempotent())
}

fn of_proofs<A: Copy, B>() -> Part<Label<A, B>, A> {
    Part { chooser: Role::Or, value: |label| label.proof, put: |label, value| label.proof = value }
}

fn of_disproofs<A, B: Copy>() -> Part<Label<A, B>, B> {
    Part { chooser: Role::And, value: |label| label.disproof, put: |label, value| label.disproof = value }
}

/// Takes note that a leaf was expanded: its names pass to others, or leave all sets.
pub(crate) fn pass_on<E: Effort, D: Effort>(
    dag: &mut DagOf<E, D>,
    evaluator: &mut Evaluator<E, D>,
    leaf: NodeId,
    leaving: &mut Leaving,
) {
    let Evaluator { proof, disproof } = evaluator;
    pass_side(dag, proof, &of_proofs(), leaf, &mut leaving.proof);
    pass_side(dag, disproof, &of_disproofs(), leaf, &mut leaving.disproof);
}

fn pass_side<A: Copy, B: Copy, S: Effort>(
    dag: &mut Dag<Entry<A, B>>,
    algebra: &mut S,
    part: &Part<Label<A, B>, S::Value>,
    leaf: NodeId,
    leaving: &mut Vec<NodeId>,
) {
    let old = (part.value)(&dag.label(leaf).label);
    let heir = heir(&Side { dag: &*dag, part }, &*algebra, leaf);
    let Some(heir) = heir else { return leaving.extend(algebra.members(old)) };
    let mut entry = dag.label(heir);
    algebra.share(old);
    algebra.release((part.value)(&entry.label));
    (part.put)(&mut entry.label, old);
    dag.set_label(heir, entry);
}

/// Open leaves in the order of their names on both sides.
#[derive(Default)]
pub(crate) struct NameOrders {
    pub(crate) proof: Vec<NodeId>,
    pub(crate) disproof: Vec<NodeId>,
}

impl NameOrders {
    /// Bytes for each leaf.
    pub(crate) const BYTES: usize = 2 * size_of::<NodeId>();

    pub(crate) fn of<E: Effort, D: Effort>(dag: &DagOf<E, D>, evaluator: &Evaluator<E, D>) -> Self {
        let is_open = |leaf: &NodeId| {
            let entry = dag.label(*leaf);
            !entry.kind.has_successors() && evaluator.value(&entry.label).is_none()
        };
        let leaves = || (0..dag.len()).filter_map(NodeId::new).filter(is_open);
        Self {
            proof: in_order(leaves(), &evaluator.proof, |leaf| dag.label(leaf).label.proof),
            disproof: in_order(leaves(), &evaluator.disproof, |leaf| dag.label(leaf).label.disproof),
        }
    }

    /// The same leaves under other numbers, without those that have none.
    pub(crate) fn renumbered(self, rank: &dyn Fn(NodeId) -> Option<NodeId>) -> Self {
        let renumber = |leaves: Vec<NodeId>| leaves.into_iter().filter_map(rank).collect();
        Self { proof: renumber(self.proof), disproof: renumber(self.disproof) }
    }

    /// Gives these leaves names in this order: on each side the numbers of its leaves.
    pub(crate) fn rename<E: Effort, D: Effort>(
        self,
        dag: &mut DagOf<E, D>,
        evaluator: &mut Evaluator<E, D>,
    ) -> Result<(), Full> {
        let Evaluator { proof, disproof } = evaluator;
        rename(dag, proof, &of_proofs(), &self.proof)?;
        rename(dag, disproof, &of_disproofs(), &self.disproof)
    }
}

fn in_order<S: Effort>(
    leaves: impl Iterator<Item = NodeId>,
    side: &S,
    value: impl Fn(NodeId) -> S::Value,
) -> Vec<NodeId> {
    // With its name each: to sort by a function would compile the sorting anew for each kind of sets.
    let named = leaves.filter_map(|leaf| Some((side.members(value(leaf)).next()?, leaf)));
    let mut named: Vec<(NodeId, NodeId)> = named.collect();
    named.sort_unstable();
    named.into_iter().map(|(_, leaf)| leaf).collect()
}

fn rename<A: Copy, B: Copy, S: Effort>(
    dag: &mut Dag<Entry<A, B>>,
    algebra: &mut S,
    part: &Part<Label<A, B>, S::Value>,
    order: &[NodeId],
) -> Result<(), Full> {
    let mut names = order.to_vec();
    names.sort_unstable();
    for (&leaf, name) in order.iter().zip(names) {
        let mut entry = dag.label(leaf);
        let old = (part.value)(&entry.label);
        let cost = algebra.size(old);
        algebra.release(old);
        (part.put)(&mut entry.label, algebra.leaf(name, cost)?);
        dag.set_label(leaf, entry);
    }
    Ok(())
}

/// Which part of a label a side is.
struct Part<L, V> {
    /// Who selects on this side.
    chooser: Role,
    value: fn(&L) -> V,
    put: fn(&mut L, V),
}

/// One side of a graph.
struct Side<'a, A, B, V> {
    dag: &'a Dag<Entry<A, B>>,
    part: &'a Part<Label<A, B>, V>,
}

impl<A: Copy, B: Copy, V> Lineage<V> for Side<'_, A, B, V> {
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.dag.children(node)
    }

    fn parents(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.dag.parents(node)
    }

    fn selects(&self, node: NodeId) -> bool {
        self.dag.label(node).kind.role() == Some(self.part.chooser)
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        matches!(self.dag.label(node).kind, NodeKind::Unevaluated | NodeKind::OrLeaf | NodeKind::AndLeaf)
    }

    fn value(&self, node: NodeId) -> V {
        (self.part.value)(&self.dag.label(node).label)
    }
}
