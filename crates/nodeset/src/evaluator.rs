//! The values of a node from the values of its children: the whole of PNS, PSS and PSS(P,D) propagation.
//!
//! ```text
//! OR   proof = least over children      disproof = all children put together
//! AND  proof = all children together    disproof = least over children
//! ```
//!
//! The two cases are one function with the sides exchanged. An empty least is hopeless and an empty whole is nothing, so
//! an OR node without children is disproven and an AND node proven.

use std::cmp::Ordering;

use proofset_core::{NodeId, Role, Size, Value};

use crate::{Amended, Effort, Full};

/// The two values of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label<P, D> {
    /// Effort that a proof still needs.
    pub proof: P,
    /// Effort that a disproof still needs.
    pub disproof: D,
}

/// The two sides of a label, as flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The proof side.
    pub proof: bool,
    /// The disproof side.
    pub disproof: bool,
}

impl Sides {
    /// Both sides.
    pub const BOTH: Self = Self { proof: true, disproof: true };
}

/// The label of a node under two algebras.
pub type LabelOf<P, D> = Label<<P as Effort>::Value, <D as Effort>::Value>;

/// What a node keeps from one recomputation to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BackedUp<P, D> {
    /// The node's values.
    pub label: Label<P, D>,
    /// The child whose value the selected side took: the first of the least. `None` for a node without children.
    pub best: Option<NodeId>,
    /// True if no two parts of the summed side are known to list a common member.
    pub apart: bool,
}

/// How the two values of a node changed.
#[derive(Clone, Copy, Debug)]
pub struct Deltas<P, D> {
    /// On the proof side.
    pub proof: P,
    /// On the disproof side.
    pub disproof: D,
}

/// A changed child, as its parent sees it.
#[derive(Debug)]
pub struct ChangedPart<P: Effort, D: Effort> {
    /// The child.
    pub child: NodeId,
    /// Its values now.
    pub label: LabelOf<P, D>,
    /// How they changed, for each side that did.
    pub deltas: Deltas<Option<P::Delta>, Option<D::Delta>>,
}

/// A copy of values and deltas, whatever the algebras are.
impl<P: Effort, D: Effort> Clone for ChangedPart<P, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Effort, D: Effort> Copy for ChangedPart<P, D> {}

/// The outcome of recomputing a node.
#[derive(Debug)]
pub struct Change<P: Effort, D: Effort> {
    /// What the node keeps now.
    pub now: BackedUp<P::Value, D::Value>,
    /// The sides whose values differ from the old ones.
    pub changed: Sides,
    /// How they differ.
    pub deltas: Deltas<Option<P::Delta>, Option<D::Delta>>,
}

/// A copy of values and deltas, whatever the algebras are.
impl<P: Effort, D: Effort> Clone for Change<P, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Effort, D: Effort> Copy for Change<P, D> {}

/// Two algebras, one for proofs and one for disproofs.
#[derive(Clone, Debug)]
pub struct Evaluator<P, D> {
    /// The algebra of proofs.
    pub proof: P,
    /// The algebra of disproofs.
    pub disproof: D,
}

impl<P: Effort, D: Effort> Evaluator<P, D> {
    /// Joins two algebras.
    pub fn new(proof: P, disproof: D) -> Self {
        Self { proof, disproof }
    }

    /// The label of a node whose value is known.
    pub fn decided(&self, value: Value) -> LabelOf<P, D> {
        match value {
            Value::Proven => Label { proof: self.proof.nothing(), disproof: self.disproof.hopeless() },
            Value::Disproven => Label { proof: self.proof.hopeless(), disproof: self.disproof.nothing() },
        }
    }

    /// The label of an unknown leaf with these costs: one and one in plain proof-number search.
    ///
    /// # Errors
    ///
    /// [`Full`] when the storage for sets is.
    #[inline]
    pub fn leaf(&mut self, node: NodeId, proof: Size, disproof: Size) -> Result<LabelOf<P, D>, Full> {
        Ok(Label { proof: self.proof.leaf(node, proof)?, disproof: self.disproof.leaf(node, disproof)? })
    }

    /// The bytes that the labels of so many new leaves take at most beside themselves, in a graph that has so many nodes with them.
    pub fn growth_for(&self, leaves: usize, nodes: usize) -> usize {
        self.proof.growth_for(leaves, nodes) + self.disproof.growth_for(leaves, nodes)
    }

    /// The same of leaves that cost one and one.
    pub fn growth_for_units(&self, leaves: usize, nodes: usize) -> usize {
        self.proof.growth_for_units(leaves, nodes) + self.disproof.growth_for_units(leaves, nodes)
    }

    /// The same of a leaf that needs other nodes, among others, for its proof and its disproof.
    ///
    /// # Errors
    ///
    /// [`Full`] when the storage for sets is.
    pub fn standing_for(
        &mut self,
        node: NodeId,
        (proof, needed_to_prove): (Size, &[NodeId]),
        (disproof, needed_to_disprove): (Size, &[NodeId]),
    ) -> Result<LabelOf<P, D>, Full> {
        let proof = self.proof.standing_for(node, proof, needed_to_prove)?;
        let disproof = self.disproof.standing_for(node, disproof, needed_to_disprove)?;
        Ok(Label { proof, disproof })
    }

    /// The value of a node, if its label decides it.
    ///
    /// A finished side is what decides: the other side is then infinite (Allis 1994).
    #[inline]
    pub fn value(&self, label: &LabelOf<P, D>) -> Option<Value> {
        if label.proof == self.proof.nothing() {
            Some(Value::Proven)
        } else if label.disproof == self.disproof.nothing() {
            Some(Value::Disproven)
        } else {
            None
        }
    }

    /// Computes a node that carries `old` from the labels of all of its children, given in child order.
    ///
    /// # Errors
    ///
    /// [`Full`] when the storage for sets is; `old` is then still valid.
    pub fn combine(
        &mut self,
        role: Role,
        old: LabelOf<P, D>,
        children: &[(NodeId, LabelOf<P, D>)],
    ) -> Result<Change<P, D>, Full> {
        let old = BackedUp { label: old, best: None, apart: false };
        self.update(role, old, Sides::BOTH, None::<std::iter::Empty<_>>, || children.iter().copied())
    }

    /// Recomputes a node from those of its children that `changed`, or from all `children` if it does not say. The old
    /// values are released as far as they were replaced.
    ///
    /// Only the given sides are computed; a side that no child has changed is what it was. Each side of a node depends
    /// on that side of its children alone, so this is no approximation. All children are looked at only where the
    /// changed ones do not settle the matter: where the best child got worse, or a union cannot be amended.
    ///
    /// # Errors
    ///
    /// [`Full`] when the storage for sets is; `old` is then still valid.
    #[inline]
    pub fn update<I: Iterator<Item = (NodeId, LabelOf<P, D>)>>(
        &mut self,
        role: Role,
        old: BackedUp<P::Value, D::Value>,
        sides: Sides,
        changed: Option<impl Iterator<Item = ChangedPart<P, D>> + Clone>,
        children: impl Fn() -> I,
    ) -> Result<Change<P, D>, Full> {
        let BackedUp { label, best, apart } = old;
        match role {
            Role::Or => {
                let old = Old { selected: label.proof, summed: label.disproof, best, apart };
                let children = || children().map(|(node, label)| (node, label.proof, label.disproof));
                let selected = changed.as_ref().map(|changed| {
                    changed.clone().filter_map(|part| Some((part.child, part.label.proof, part.deltas.proof?)))
                });
                let summed = changed
                    .map(|changed| changed.filter_map(|part| Some((part.label.disproof, part.deltas.disproof?))));
                let wanted = (sides.proof, sides.disproof);
                let new = refresh((&mut self.proof, &mut self.disproof), old, wanted, selected, summed, children)?;
                Ok(Change {
                    now: BackedUp {
                        label: Label { proof: new.selected, disproof: new.summed },
                        best: new.best,
                        apart: new.apart,
                    },
                    changed: Sides { proof: new.selected_delta.is_some(), disproof: new.summed_delta.is_some() },
                    deltas: Deltas { proof: new.selected_delta, disproof: new.summed_delta },
                })
            }
            Role::And => {
                let old = Old { selected: label.disproof, summed: label.proof, best, apart };
                let children = || children().map(|(node, label)| (node, label.disproof, label.proof));
                let selected = changed.as_ref().map(|changed| {
                    changed.clone().filter_map(|part| Some((part.child, part.label.disproof, part.deltas.disproof?)))
                });
                let summed =
                    changed.map(|changed| changed.filter_map(|part| Some((part.label.proof, part.deltas.proof?))));
                let wanted = (sides.disproof, sides.proof);
                let new = refresh((&mut self.disproof, &mut self.proof), old, wanted, selected, summed, children)?;
                Ok(Change {
                    now: BackedUp {
                        label: Label { proof: new.summed, disproof: new.selected },
                        best: new.best,
                        apart: new.apart,
                    },
                    changed: Sides { proof: new.summed_delta.is_some(), disproof: new.selected_delta.is_some() },
                    deltas: Deltas { proof: new.summed_delta, disproof: new.selected_delta },
                })
            }
        }
    }

    /// Begins to bring ancestors up to date: deltas from before are forgotten. `leaving_proofs` and
    /// `leaving_disproofs` are what sets call leaves that were expanded or decided, if leaves are what the update starts from.
    pub fn begin_update(&mut self, leaving_proofs: &[NodeId], leaving_disproofs: &[NodeId]) {
        self.proof.begin_update(leaving_proofs);
        self.disproof.begin_update(leaving_disproofs);
    }

    /// True if the values of a node depend on where it stands.
    #[inline]
    pub fn heeds_places(&self) -> bool {
        self.proof.heeds_places() || self.disproof.heeds_places()
    }

    /// The next node that is recomputed stands at this depth and has so many parents.
    #[inline]
    pub fn stand_at(&mut self, depth: u32, parents: usize) {
        self.proof.stand_at(depth, parents);
        self.disproof.stand_at(depth, parents);
    }

    /// Favours the leaves that the root's values list while minima are taken, but for those that are about to leave.
    pub fn favour(&mut self, root: LabelOf<P, D>, leaving_proofs: &[NodeId], leaving_disproofs: &[NodeId]) {
        self.proof.favour(root.proof, leaving_proofs);
        self.disproof.favour(root.disproof, leaving_disproofs);
    }

    /// Bytes of storage that the two algebras use.
    pub fn bytes(&self) -> usize {
        self.proof.bytes() + self.disproof.bytes()
    }
}

/// What a node kept, by what happens to its sides.
#[derive(Clone, Copy)]
struct Old<S, T> {
    selected: S,
    summed: T,
    best: Option<NodeId>,
    apart: bool,
}

/// The same after recomputation; a delta for each side that changed.
struct New<S: Effort, T: Effort> {
    selected: S::Value,
    summed: T::Value,
    best: Option<NodeId>,
    apart: bool,
    selected_delta: Option<S::Delta>,
    summed_delta: Option<T::Delta>,
}

/// What the changed children mean for the selected side.
enum Choice<V> {
    /// Nothing: what was best still is.
    Keep,
    /// This child is best now.
    Take(NodeId, V),
    /// All children must be looked at.
    Scan,
}

/// The selected side (least, first on ties) and the summed side of one node, as far as they are wanted.
#[inline]
fn refresh<S: Effort, T: Effort, I: Iterator<Item = (NodeId, S::Value, T::Value)>>(
    (selecting, summing): (&mut S, &mut T),
    old: Old<S::Value, T::Value>,
    (select, sum): (bool, bool),
    selected_changes: Option<impl Iterator<Item = (NodeId, S::Value, S::Delta)> + Clone>,
    summed_changes: Option<impl Iterator<Item = (T::Value, T::Delta)> + Clone>,
    children: impl Fn() -> I,
) -> Result<New<S, T>, Full> {
    let choice = match (&selected_changes, old.best) {
        _ if !select => Choice::Keep,
        _ if selecting.favours() => Choice::Scan,
        (Some(changes), Some(best)) => {
            choose(selecting, old.selected, best, changes.clone(), || children().map(|(node, ..)| node))
        }
        _ => Choice::Scan,
    };
    let amended = match summed_changes {
        Some(changes) if sum => summing.amend(old.summed, old.apart, changes, children().map(|(.., part)| part))?,
        _ => None,
    };
    let (scan, fold) = (matches!(choice, Choice::Scan), sum && amended.is_none());
    let mut least = None;
    if scan || fold {
        summing.begin();
        for (node, value, part) in children() {
            if scan && least.is_none_or(|(_, least)| selecting.prefer(value, least) == Ordering::Less) {
                least = Some((node, value));
            }
            if fold {
                summing.add(part);
            }
        }
    }
    // The sum first: it alone can fail, and must not leave a node half changed.
    let summed = if fold {
        let new = summing.finish(old.summed)?;
        let change = new.map(|new| (new, summing.delta(old.summed, new)));
        Amended { change, apart: summing.apart() }
    } else {
        amended.unwrap_or(Amended { change: None, apart: old.apart })
    };
    if summed.change.is_some() {
        summing.release(old.summed);
    }
    let (best, selected) = match choice {
        Choice::Keep => (old.best, old.selected),
        Choice::Take(node, value) => (Some(node), value),
        Choice::Scan => least.map_or((None, selecting.hopeless()), |(node, value)| (Some(node), value)),
    };
    let mut selected_delta = None;
    if selected != old.selected {
        if !selecting.same(old.selected, selected) {
            // The best child is still the same one: what it lost and gained, the node did too.
            let followed = selected_changes
                .filter(|_| best == old.best)
                .and_then(|mut changes| changes.find_map(|(child, _, delta)| (Some(child) == best).then_some(delta)));
            selected_delta = Some(followed.unwrap_or_else(|| selecting.delta(old.selected, selected)));
        }
        selecting.share(selected);
        selecting.release(old.selected);
    }
    Ok(New {
        selected,
        summed: summed.change.map_or(old.summed, |(value, _)| value),
        best,
        apart: summed.apart,
        selected_delta,
        summed_delta: summed.change.map(|(_, delta)| delta),
    })
}

/// What changed children mean for the least of all, which was `least`, the value of `best`.
///
/// The unchanged children are not below `least`, so a changed child that is now below it decides the matter; and unless
/// `best` itself got worse, `least` is still to be had.
#[inline]
fn choose<S: Effort, I: Iterator<Item = NodeId>>(
    selecting: &S,
    least: S::Value,
    best: NodeId,
    changes: impl Iterator<Item = (NodeId, S::Value, S::Delta)>,
    children: impl Fn() -> I,
) -> Choice<S::Value> {
    let comes_first = |a: NodeId, b: NodeId| a != b && children().find(|&child| child == a || child == b) == Some(a);
    let mut below: Option<(NodeId, S::Value)> = None;
    let mut equal = (best, least);
    let mut lost = false;
    for (child, value, _) in changes {
        match selecting.order(value, least) {
            Ordering::Less => {
                let better = match below {
                    None => true,
                    Some((other, other_value)) => match selecting.order(value, other_value) {
                        Ordering::Less => true,
                        Ordering::Equal => comes_first(child, other),
                        Ordering::Greater => false,
                    },
                };
                if better {
                    below = Some((child, value));
                }
            }
            Ordering::Equal => {
                // By `TieOrder::First` what is best can have other members than before.
                if child == equal.0 || comes_first(child, equal.0) {
                    equal = (child, value);
                }
            }
            Ordering::Greater => lost |= child == best,
        }
    }
    match below {
        Some((child, value)) => Choice::Take(child, value),
        None if lost => Choice::Scan,
        None if equal == (best, least) => Choice::Keep,
        None => Choice::Take(equal.0, equal.1),
    }
}
