//! The algebras of best-first search that a specification names.
//!
//! By which rule numbers are put together, whether lists are cut, and whether some leaves are favoured, is chosen while the
//! program runs: every pair of algebras more would be one more search to compile. What a union costs lies in its members, and
//! a rule that is looked at for each number takes no time that could be told from noise.

use proofset_core::SumRule;
use proofset_nodeset::{Counter, CutBy, Favouring, SortedSet};

use crate::algorithm::Cap;
use crate::{AlgorithmSpec, Family, SetStorage};

/// Numbers, put together by whatever rule.
pub(crate) type Numbers = Counter<SumRule>;

/// The numbers of plain proof-number search.
pub(crate) fn sums() -> Numbers {
    Counter::with_rule(SumRule::Sum)
}

/// Sets as lists, of whatever capacity, with or without favourites.
pub type Lists = Favouring<SortedSet>;

/// The algebras of proofs and of disproofs for an algorithm that keeps sets, in lists.
///
/// # Panics
///
/// If it is not of the family `pss`.
pub fn lists(algorithm: &AlgorithmSpec) -> (Lists, Lists) {
    let Family::Pss { proof, disproof, ties, sets, favour, union, cut } = algorithm.family else {
        panic!("only proof-set search has sets")
    };
    // A set beside one with a cap is united with others as that is.
    let truncates = cut.by != CutBy::Even || proof.is_some() || disproof.is_some() || favour.is_some();
    let sets = |cap: Cap| match sets {
        _ if truncates => SortedSet::placed(cap.unwrap_or(usize::MAX), cut, ties),
        SetStorage::Adaptive => SortedSet::adaptive(ties),
        SetStorage::Lists | SetStorage::Bits => SortedSet::new(ties),
    };
    let chosen = |cap| Favouring::chosen(sets(cap).with_union(union), favour);
    (chosen(proof), chosen(disproof))
}
