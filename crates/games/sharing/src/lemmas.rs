//! A tower of lemmas that share their successor, among decoys that share nothing: proof sets at their best.
//!
//! The idea: lemma `i` follows from both of its halves, and each half follows from lemma `i + 1`; the last lemma is a
//! fact. One leaf proves the tower, however high: the sum rule counts it `2^n` times, weak proof numbers count `n + 1`.
//! Beside its halves, every lemma has *decoys*: binary AND/OR trees without any sharing, all of whose ends are false.
//! A decoy looks as dear as it is, for on trees all rules but the max rule are exact or nearly so.
//!
//! | rule | the tower looks like | what it costs |
//! | --- | --- | --- |
//! | sets | 1 | each decoy until it looks like 2 or 3, so `O(n)` in all |
//! | weak | `n + 1` | each decoy until it looks like `n + 1`: `O(2^n)` |
//! | sum | `2^n` | each decoy until it looks like `2^n`: `O(4^n)` |
//! | max | 1, like everything | each decoy that comes first in move order, to its end |
//!
//! The invariants: the root is proven; the order of moves comes from the seed, lemma by lemma; the depth of a claim is
//! its rank. No claim is stored.

use fastrand::Rng;
use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};

use crate::scatter;

/// The parameters of a tower, which are the tower.
///
/// ```
/// use proofset_core::{Problem, Role, Status};
/// use proofset_sharing::lemmas::LemmaTower;
///
/// let tower = LemmaTower { seed: 1, lemmas: 4, decoys: 2, decoy_depth: 10 };
/// assert_eq!(tower.status(&tower.root()), Status::Open(Role::Or));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LemmaTower {
    /// Orders the moves of each lemma.
    pub seed: u64,
    /// Lemmas above the fact.
    pub lemmas: u16,
    /// Decoys of each lemma.
    pub decoys: u8,
    /// Plies of a decoy, at most 48. The root of a decoy is an AND node; to refute it takes all of `2^(depth/2)` ends.
    pub decoy_depth: u8,
}

/// A node of a tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// An OR node: the two halves together, or a decoy.
    Lemma(u16),
    /// An AND node over the halves of a lemma.
    Halves(u16),
    /// An OR node whose only child is the next lemma.
    Half(u16, bool),
    /// A node of a decoy: the lemma, the number of the decoy, the ply, and the moves from its root as bits.
    Decoy(u16, u8, u8, u64),
}

impl LemmaTower {
    /// The most plies of a decoy: its ends have as many bits.
    pub const MOST_DECOY_DEPTH: u8 = 48;
}

impl Problem for LemmaTower {
    type State = Claim;
    /// The number of the child: of a lemma, 0 for its halves and then the decoys.
    type Move = u8;

    fn root(&self) -> Claim {
        assert!(self.decoy_depth <= Self::MOST_DECOY_DEPTH, "a decoy has at most {} plies", Self::MOST_DECOY_DEPTH);
        Claim::Lemma(0)
    }

    fn status(&self, claim: &Claim) -> Status {
        match *claim {
            Claim::Lemma(lemma) if lemma == self.lemmas => Status::Decided(Value::Proven),
            Claim::Lemma(_) | Claim::Half(..) => Status::Open(Role::Or),
            Claim::Halves(_) => Status::Open(Role::And),
            Claim::Decoy(_, _, ply, _) if ply == self.decoy_depth => Status::Decided(Value::Disproven),
            Claim::Decoy(_, _, ply, _) => Status::Open(if ply % 2 == 0 { Role::And } else { Role::Or }),
        }
    }

    fn for_each_successor(&self, claim: &Claim, mut visit: impl FnMut(u8, Claim)) {
        match *claim {
            Claim::Lemma(lemma) => {
                let mut moves: Vec<u8> = (0..=self.decoys).collect();
                Rng::with_seed(scatter(scatter(self.seed) ^ u64::from(lemma))).shuffle(&mut moves);
                for number in moves {
                    let child = match number.checked_sub(1) {
                        None => Claim::Halves(lemma),
                        Some(decoy) => Claim::Decoy(lemma, decoy, 0, 0),
                    };
                    visit(number, child);
                }
            }
            Claim::Halves(lemma) => {
                visit(0, Claim::Half(lemma, false));
                visit(1, Claim::Half(lemma, true));
            }
            Claim::Half(lemma, _) => visit(0, Claim::Lemma(lemma + 1)),
            Claim::Decoy(lemma, decoy, ply, path) => {
                visit(0, Claim::Decoy(lemma, decoy, ply + 1, path << 1));
                visit(1, Claim::Decoy(lemma, decoy, ply + 1, path << 1 | 1));
            }
        }
    }

    fn rank(&self, claim: &Claim) -> Option<u32> {
        Some(match *claim {
            Claim::Lemma(lemma) => 3 * u32::from(lemma),
            Claim::Halves(lemma) => 3 * u32::from(lemma) + 1,
            Claim::Half(lemma, _) => 3 * u32::from(lemma) + 2,
            Claim::Decoy(lemma, _, ply, _) => 3 * u32::from(lemma) + 1 + u32::from(ply),
        })
    }
}

impl Dominance for LemmaTower {}

impl Describe for LemmaTower {
    fn state_text(&self, claim: &Claim) -> String {
        match *claim {
            Claim::Lemma(lemma) => format!("lemma {lemma}"),
            Claim::Halves(lemma) => format!("halves of lemma {lemma}"),
            Claim::Half(lemma, right) => format!("{} half of lemma {lemma}", if right { "right" } else { "left" }),
            Claim::Decoy(lemma, decoy, ply, path) => {
                let moves: String = (0..ply).rev().map(|bit| if path >> bit & 1 == 1 { 'r' } else { 'l' }).collect();
                format!("decoy {decoy} of lemma {lemma}: {moves}")
            }
        }
    }

    fn move_text(&self, _claim: &Claim, mv: u8) -> String {
        mv.to_string()
    }
}
