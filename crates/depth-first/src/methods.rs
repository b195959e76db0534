//! What the members of the family make of numbers: how they are backed up, and when a node is left.

use proofset_core::{Role, SumRule};
use proofset_numbers::{INFINITE, Numbers, Total};

use crate::options::{Method, Options};

impl Options {
    /// The rule for the summed side of a node.
    #[inline]
    pub(crate) fn rule(&self, role: Role) -> SumRule {
        match role {
            Role::Or => self.disproof_sum,
            Role::And => self.proof_sum,
        }
    }

    /// The numbers of a node from the least selected number of its children and all of their summed ones.
    #[inline]
    pub(crate) fn backed_up(&self, role: Role, least: u32, total: &Total) -> Numbers {
        match least {
            0 => Numbers::of(role, 0, INFINITE),
            INFINITE => Numbers::of(role, INFINITE, 0),
            _ => {
                let numbers = Numbers::of(role, least, total.number(self.rule(role)));
                debug_assert!(!numbers.is_solved(), "unsolved children leave their parent unsolved");
                numbers
            }
        }
    }

    /// True if an unsolved node with these numbers is left.
    #[inline]
    pub(crate) fn is_done(&self, numbers: Numbers, thresholds: Numbers) -> bool {
        match self.method {
            Method::Pds => numbers.both_reach(thresholds),
            Method::DfPn | Method::PnStar | Method::CStar => numbers.reach(thresholds),
        }
    }

    /// The thresholds with which the root is searched (again) when it has these numbers.
    pub(crate) fn root_thresholds(&self, numbers: Numbers) -> Numbers {
        let Numbers { proof, disproof } = numbers;
        let epsilon = self.epsilon;
        match self.method {
            Method::DfPn => Numbers::UNLIMITED,
            Method::PnStar | Method::CStar => Numbers { proof: epsilon.above(proof), ..Numbers::UNLIMITED },
            Method::Pds if proof <= disproof => Numbers { proof: epsilon.above(proof), disproof },
            Method::Pds => Numbers { proof, disproof: epsilon.above(disproof) },
        }
    }
}
