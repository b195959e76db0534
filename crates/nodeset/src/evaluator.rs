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

use crate::{Effort, Full};

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

/// The outcome of recomputing a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change<P, D> {
    /// The node's values now.
    pub label: Label<P, D>,
    /// The child whose value the selected side took: the first of the least. `None` for a node without children, and
    /// where the selected side was not asked for.
    pub best: Option<NodeId>,
    /// The sides whose values differ from the old ones.
    pub changed: Sides,
}

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
    pub fn decided(&self, value: Value) -> Label<P::Value, D::Value> {
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
    pub fn leaf(&mut self, node: NodeId, proof: Size, disproof: Size) -> Result<Label<P::Value, D::Value>, Full> {
        Ok(Label { proof: self.proof.leaf(node, proof)?, disproof: self.disproof.leaf(node, disproof)? })
    }

    /// The value of a node, if its label decides it.
    ///
    /// A finished side is what decides: the other side is then infinite (Allis 1994).
    #[inline]
    pub fn value(&self, label: &Label<P::Value, D::Value>) -> Option<Value> {
        if label.proof == self.proof.nothing() {
            Some(Value::Proven)
        } else if label.disproof == self.disproof.nothing() {
            Some(Value::Disproven)
        } else {
            None
        }
    }

    /// Recomputes a node that carries `old` from its children's labels, given in child order. The old values are
    /// released as far as they were replaced.
    ///
    /// Only the given sides are computed; a side that no child has changed is what it was. Each side of a node depends
    /// on that side of its children alone, so this is no approximation.
    ///
    /// # Errors
    ///
    /// [`Full`] when the storage for sets is; `old` is then still valid.
    #[inline]
    pub fn combine(
        &mut self,
        role: Role,
        old: Label<P::Value, D::Value>,
        sides: Sides,
        children: impl Iterator<Item = (NodeId, Label<P::Value, D::Value>)>,
    ) -> Result<Change<P::Value, D::Value>, Full> {
        match role {
            Role::Or => {
                let children = children.map(|(node, label)| (node, label.proof, label.disproof));
                let wanted = (sides.proof, sides.disproof);
                let folded = fold(&mut self.proof, &mut self.disproof, (old.proof, old.disproof), wanted, children)?;
                Ok(Change {
                    label: Label { proof: folded.selected, disproof: folded.summed },
                    best: folded.best,
                    changed: Sides { proof: folded.selected_changed, disproof: folded.summed_changed },
                })
            }
            Role::And => {
                let children = children.map(|(node, label)| (node, label.disproof, label.proof));
                let wanted = (sides.disproof, sides.proof);
                let folded = fold(&mut self.disproof, &mut self.proof, (old.disproof, old.proof), wanted, children)?;
                Ok(Change {
                    label: Label { proof: folded.summed, disproof: folded.selected },
                    best: folded.best,
                    changed: Sides { proof: folded.summed_changed, disproof: folded.selected_changed },
                })
            }
        }
    }

    /// Bytes of storage that the two algebras use.
    pub fn bytes(&self) -> usize {
        self.proof.bytes() + self.disproof.bytes()
    }
}

/// One node, by what happens to its sides.
struct Folded<S, T> {
    selected: S,
    summed: T,
    best: Option<NodeId>,
    selected_changed: bool,
    summed_changed: bool,
}

/// The selected side (least, first on ties) and the summed side of one node, as far as they are wanted.
#[inline]
fn fold<S: Effort, T: Effort>(
    selecting: &mut S,
    summing: &mut T,
    (old_selected, old_summed): (S::Value, T::Value),
    (select, sum): (bool, bool),
    children: impl Iterator<Item = (NodeId, S::Value, T::Value)>,
) -> Result<Folded<S::Value, T::Value>, Full> {
    let mut least = selecting.hopeless();
    let mut best = None;
    summing.begin();
    for (node, value, part) in children {
        if select && (best.is_none() || selecting.order(value, least) == Ordering::Less) {
            least = value;
            best = Some(node);
        }
        if sum {
            summing.add(part);
        }
    }
    // The sum first: it alone can fail, and must not leave a node half changed.
    let total = if sum { summing.finish(old_summed)? } else { None };
    let selected = if select { least } else { old_selected };
    let selected_changed = selecting.replace(old_selected, selected);
    Ok(Folded {
        selected,
        summed: total.unwrap_or(old_summed),
        best,
        selected_changed,
        summed_changed: total.is_some(),
    })
}
