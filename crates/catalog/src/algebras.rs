//! The algebras of best-first search that a specification names.
//!
//! By which rule numbers are put together, whether lists are cut, and whether some leaves are favoured, is chosen while the
//! program runs: every pair of algebras more would be one more search to compile. What a union costs lies in its members, and
//! a rule that is looked at for each number takes no time that could be told from noise.

use proofset_core::SumRule;
use proofset_nodeset::{AnyCapacity, AnyListSet, AsRoomAllows, AtMost, ByPlace, Counter, CutBy, Favouring, Unbounded};

use crate::algorithm::Cap;
use crate::{AlgorithmSpec, Family, SetStorage};

/// Numbers, put together by whatever rule.
pub(crate) type Numbers = Counter<SumRule>;

/// The numbers of plain proof-number search.
pub(crate) fn sums() -> Numbers {
    Counter::with_rule(SumRule::Sum)
}

/// Sets as lists, of whatever capacity, with or without favourites.
pub(crate) type Lists = Favouring<AnyListSet>;

/// The algebras of proofs and of disproofs for an algorithm of the family `pss` that keeps its sets in lists.
pub(crate) fn lists(algorithm: &AlgorithmSpec) -> (Lists, Lists) {
    let Family::Pss { proof, disproof, ties, sets, favour, union, cut } = algorithm.family else {
        unreachable!("only proof-set search has sets")
    };
    let capacity = |cap: Cap| match (cap, sets) {
        _ if cut.by != CutBy::Even => AnyCapacity::ByPlace(ByPlace::new(cap.unwrap_or(usize::MAX), cut)),
        // A set beside one with a cap is united with others as that is.
        _ if proof.is_some() || disproof.is_some() || favour.is_some() => {
            AnyCapacity::AtMost(AtMost(cap.unwrap_or(usize::MAX)))
        }
        (_, SetStorage::Adaptive) => AnyCapacity::AsRoomAllows(AsRoomAllows::default()),
        _ => AnyCapacity::Unbounded(Unbounded),
    };
    let sets = |cap| Favouring::chosen(AnyListSet::new(capacity(cap), ties).with_union(union), favour);
    (sets(proof), sets(disproof))
}
