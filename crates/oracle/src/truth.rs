//! The numbers that every rule estimates, by trying all sets of leaves.
//!
//! A proof set of a node is a set of unknown leaves such that proving all of them proves the node, whatever becomes of
//! the other leaves; a disproof set likewise. The true proof number is the least weight of a proof set. Finding it is
//! NP-hard; here, every subset of the unknown leaves is evaluated.

use std::collections::BTreeSet;

use proofset_core::{Role, Size, Value};
use thiserror::Error;

use crate::graph::{Graph, Kind, Pair};

/// The graph has too many unknown leaves for all their sets to be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the graph has {found} unknown leaves; all sets of leaves can be tried up to {}", Graph::MAX_LEAVES)]
pub struct TooManyLeaves {
    /// The unknown leaves of the graph.
    pub found: usize,
}

impl Graph {
    /// The most unknown leaves that [`true_numbers`](Self::true_numbers) takes on.
    pub const MAX_LEAVES: usize = 20;

    /// The least weight of a proof set and of a disproof set of every node; infinite if there is none.
    ///
    /// # Errors
    ///
    /// [`TooManyLeaves`] above [`MAX_LEAVES`](Self::MAX_LEAVES).
    pub fn true_numbers(&self) -> Result<Vec<Pair<Size>>, TooManyLeaves> {
        let leaves = self.unknown_leaves();
        if leaves.len() > Self::MAX_LEAVES {
            return Err(TooManyLeaves { found: leaves.len() });
        }
        let mut least = vec![Pair { proof: Size::INFINITE, disproof: Size::INFINITE }; self.len()];
        for chosen in 0..1_usize << leaves.len() {
            let member = |bit: usize| chosen >> bit & 1 == 1;
            let set: BTreeSet<usize> = (0..leaves.len()).filter(|&bit| member(bit)).map(|bit| leaves[bit]).collect();
            let weight = |side| set.iter().map(|&leaf| Size::new(self.cost(leaf, side))).sum::<Size>();
            let (proof, disproof) = (weight(Value::Proven), weight(Value::Disproven));
            let proven = self.assume(&set, Value::Proven);
            let disproven = self.assume(&set, Value::Disproven);
            for (node, least) in least.iter_mut().enumerate() {
                if proven[node] == Value::Proven {
                    least.proof = least.proof.min(proof);
                }
                if disproven[node] == Value::Disproven {
                    least.disproof = least.disproof.min(disproof);
                }
            }
        }
        Ok(least)
    }

    /// Does proving these leaves prove the node, whatever becomes of the others? False if one is no unknown leaf.
    pub fn is_proof_set(&self, node: usize, set: &BTreeSet<usize>) -> bool {
        self.all_unknown(set) && self.assume(set, Value::Proven)[node] == Value::Proven
    }

    /// Does disproving these leaves disprove the node, whatever becomes of the others? False if one is no unknown leaf.
    pub fn is_disproof_set(&self, node: usize, set: &BTreeSet<usize>) -> bool {
        self.all_unknown(set) && self.assume(set, Value::Disproven)[node] == Value::Disproven
    }

    fn all_unknown(&self, set: &BTreeSet<usize>) -> bool {
        set.iter().all(|&leaf| leaf < self.len() && self.kind(leaf).is_unknown())
    }

    /// The value of every node if these unknown leaves have `value` and the other unknown leaves have not.
    fn assume(&self, set: &BTreeSet<usize>, value: Value) -> Vec<Value> {
        let other = match value {
            Value::Proven => Value::Disproven,
            Value::Disproven => Value::Proven,
        };
        self.fold(
            |node| match self.kind(node) {
                Kind::Proven => Value::Proven,
                Kind::Disproven => Value::Disproven,
                Kind::Unknown { .. } | Kind::Interior(_) if set.contains(&node) => value,
                Kind::Unknown { .. } | Kind::Interior(_) => other,
            },
            |_, role, children| match role {
                Role::Or if children.contains(&&Value::Proven) => Value::Proven,
                Role::And if !children.contains(&&Value::Disproven) => Value::Proven,
                Role::Or | Role::And => Value::Disproven,
            },
        )
    }
}
