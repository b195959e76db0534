//! By which ko a side succeeds.
//!
//! The idea: what a ko is worth depends on threats elsewhere, which a local question does not see. So it is asked three times: is
//! the side that moves first successful if the other side takes kos back, if nobody does, and if it does so itself? Each
//! answer that is yes makes the next one yes.
//!
//! Threats come to an end: a defender who has to take a ko back again and again has not saved its stones. So its threats are counted.
//! For an attacker that makes no difference, who has captured the stones after a number of moves or not at all.

use crate::goal::{Goal, Side};

/// How a side succeeds that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Success {
    /// Not at all.
    No,
    /// By a ko for which it has to find the first threat.
    FindsThreat,
    /// By a ko for which the other side has to find the first threat.
    OtherFindsThreat,
    /// Whatever the threats.
    Unconditional,
}

impl Success {
    /// The number that Go programs have for it: 1 for yes, 2 and 3 for kos in which the other side or the mover has to find the
    /// first threat, 0 for no.
    pub fn code(self) -> u8 {
        match self {
            Self::No => 0,
            Self::FindsThreat => 3,
            Self::OtherFindsThreat => 2,
            Self::Unconditional => 1,
        }
    }
}

/// The threats of a defender in these questions: more than kos of several stages take. Searches take no longer for it.
pub const THREATS: u8 = 9;

/// The questions that tell how the side that wants this succeeds, with what a yes means, the strongest claim first.
pub fn by_ko(goal: &Goal) -> [(Success, Goal); 3] {
    let own = goal.aim.prover();
    let other = if own == Side::Attacker { Side::Defender } else { Side::Attacker };
    let with =
        |komaster| Goal { komaster, threats: (komaster == Some(Side::Defender)).then_some(THREATS), ..goal.clone() };
    [
        (Success::Unconditional, with(Some(other))),
        (Success::OtherFindsThreat, with(None)),
        (Success::FindsThreat, with(Some(own))),
    ]
}
