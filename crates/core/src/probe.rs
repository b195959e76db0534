//! Heuristic weights of leaves: what a search believes a new leaf will cost to prove and to disprove.
//!
//! Invariant, kept by the search and not by the probe: the cost of an undecided leaf is finite and at least one on both
//! sides. A weight therefore changes where a search looks and never what it finds. With weights, node sets are compared
//! by the sum of their members' weights (Müller 2001, section 5.1).
//!
//! A probe is asked once for each leaf that is created, so its cost is per node and not per expansion.

use crate::{Problem, Role, Size, Status, state_hash};

/// What a leaf is estimated to cost: finite and at least one on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafCost {
    /// Effort of proving it.
    pub proof: Size,
    /// Effort of disproving it.
    pub disproof: Size,
}

impl LeafCost {
    /// One and one.
    pub const UNIT: Self = Self { proof: Size::ONE, disproof: Size::ONE };
}

/// What an edge costs besides the child that it leads to: finite, and nothing at all if both are 0.
///
/// The costs stay when the child is expanded (df-pn+: Nagai and Imai 1999), unlike those of leaves. They are counted
/// while the child is unsolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeCost {
    /// Added to the child's proof number.
    pub proof: u32,
    /// Added to the child's disproof number.
    pub disproof: u32,
}

impl EdgeCost {
    /// The edge is free.
    pub const NONE: Self = Self { proof: 0, disproof: 0 };
}

/// Estimates leaves. `()` gives every leaf the cost one; functions and closures are probes as well.
pub trait Probe<P: Problem> {
    /// The cost of an open leaf. A cost of zero or infinity would look like a decision; the search takes one, or the
    /// largest finite size, instead.
    ///
    /// With delayed evaluation nobody knows yet whether the leaf is open, and the probe is asked for any state.
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost;

    /// True if all leaves cost one and one, and all edges nothing. Then nobody need ask.
    #[inline]
    fn is_unit(&self) -> bool {
        false
    }

    /// The cost of the edge from a state to a successor. Searches that keep their graph in memory do not ask.
    #[inline]
    fn edge(&mut self, problem: &P, state: &P::State, successor: &P::State) -> EdgeCost {
        let _ = (problem, state, successor);
        EdgeCost::NONE
    }
}

impl<P: Problem> Probe<P> for () {
    #[inline]
    fn cost(&mut self, _problem: &P, _state: &P::State) -> LeafCost {
        LeafCost::UNIT
    }

    #[inline]
    fn is_unit(&self) -> bool {
        true
    }
}

impl<P: Problem, F: FnMut(&P, &P::State) -> LeafCost> Probe<P> for F {
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost {
        self(problem, state)
    }
}

/// Mobility (Allis 1994): a leaf with m distinct successors costs one and m, the m on the side where all of them count.
///
/// An OR leaf costs 1 for proof and m for disproof, an AND leaf m for proof and 1 for disproof. These are the numbers
/// that an expansion would give it, were no successor terminal and each counted as one; without successors both are
/// one. Leaves that a problem leaves open cost one and one.
///
/// Cost: the successors of each leaf are generated, hashed and forgotten, in lists that are kept from leaf to leaf. It
/// asks each leaf for its status, so delayed evaluation saves nothing here.
///
/// ```
/// use proofset_core::{LeafCost, Mobility, Probe, Problem, Role, Size, Status};
///
/// /// Three numbers can follow each number.
/// struct Tree;
///
/// impl Problem for Tree {
///     type State = u32;
///     type Move = u32;
///
///     fn root(&self) -> u32 {
///         0
///     }
///
///     fn status(&self, _: &u32) -> Status {
///         Status::Open(Role::Or)
///     }
///
///     fn for_each_successor(&self, &state: &u32, mut visit: impl FnMut(u32, u32)) {
///         (1..=3).for_each(|number| visit(number, 3 * state + number));
///     }
/// }
///
/// assert_eq!(Mobility::new().cost(&Tree, &0), LeafCost { proof: Size::ONE, disproof: Size::new(3) });
/// ```
#[derive(Clone, Debug)]
pub struct Mobility<S> {
    successors: Vec<S>,
    /// Their hashes, with their places.
    hashes: Vec<(u64, u32)>,
}

impl<S> Mobility<S> {
    /// Has seen nothing yet.
    pub fn new() -> Self {
        Self { successors: Vec::new(), hashes: Vec::new() }
    }
}

impl<S> Default for Mobility<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Problem> Probe<P> for Mobility<P::State> {
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost {
        let Status::Open(role) = problem.status(state) else { return LeafCost::UNIT };
        let Self { successors, hashes } = self;
        successors.clear();
        hashes.clear();
        let visit: &mut dyn FnMut(_, _) = &mut |_, next| {
            hashes.push((state_hash(&next), hashes.len() as u32));
            successors.push(next);
        };
        problem.for_each_successor(state, visit);
        let count = distinct(hashes, &|one, other| successors[one as usize] == successors[other as usize]);
        let moves = Size::from_len(count).max(Size::ONE);
        match role {
            Role::Or => LeafCost { proof: Size::ONE, disproof: moves },
            Role::And => LeafCost { proof: moves, disproof: Size::ONE },
        }
    }
}

/// How many of these are different, given the hash and the name of each: those with the same hash are compared. Apart
/// from the probe, so that it is compiled once.
fn distinct(hashes: &mut [(u64, u32)], same: &dyn Fn(u32, u32) -> bool) -> usize {
    /// As many are told apart without being sorted: one bit of a word for each that was met says of most that they are new.
    const FEW: usize = 64;
    if hashes.len() <= FEW {
        let (mut met, mut count) = (0_u64, 0);
        for (index, &(hash, name)) in hashes.iter().enumerate() {
            let bit = 1 << (hash >> (u64::BITS - 6));
            let is_known = met & bit != 0
                && hashes[..index].iter().any(|&(other_hash, other)| other_hash == hash && same(other, name));
            count += usize::from(!is_known);
            met |= bit;
        }
        return count;
    }
    hashes.sort_unstable();
    let mut count = 0;
    for group in hashes.chunk_by(|one, other| one.0 == other.0) {
        for (index, &(_, name)) in group.iter().enumerate() {
            count += usize::from(!group[..index].iter().any(|&(_, other)| same(other, name)));
        }
    }
    count
}

/// Mobility moved by an evaluation (evaluation-function proof-number search: Winands and Schadd 2010).
///
/// With an evaluation `e` from -1 (bad for the attacker) to 1 and a strength `a`, the cost of proof that mobility gives
/// is multiplied by `1 + a (1 - e)`, and the cost of disproof by `1 + a (1 + e)`, both rounded. A strength of 0 is
/// mobility.
#[derive(Clone, Debug)]
pub struct Evaluated<S, F> {
    mobility: Mobility<S>,
    evaluate: F,
    strength: f64,
}

impl<S, F> Evaluated<S, F> {
    /// Evaluations outside the range from -1 to 1 are taken for the nearer end, and what is no number for 0.
    ///
    /// # Panics
    ///
    /// If the strength is negative, or no number.
    pub fn new(evaluate: F, strength: f64) -> Self {
        assert!(strength >= 0.0, "the strength {strength} is not at least 0");
        Self { mobility: Mobility::new(), evaluate, strength }
    }
}

impl<P: Problem, F: FnMut(&P, &P::State) -> f64> Probe<P> for Evaluated<P::State, F> {
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost {
        let LeafCost { proof, disproof } = self.mobility.cost(problem, state);
        let value = (self.evaluate)(problem, state).clamp(-1.0, 1.0);
        let value = if value.is_nan() { 0.0 } else { value };
        let times = |cost: Size, side: f64| {
            let product = cost.finite().map(|cost| (f64::from(cost) * (1.0 + self.strength * side)).round());
            // Costs too large for an integer become the largest.
            product.map_or(cost, |product| Size::new(u32::try_from(product as i64).unwrap_or(u32::MAX)))
        };
        LeafCost { proof: times(proof, 1.0 - value), disproof: times(disproof, 1.0 + value) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Evaluated, LeafCost, Probe, distinct};
    use crate::{Problem, Role, Size, Status};

    /// Equal hashes are not enough: what has them is compared.
    #[test]
    fn successors_that_differ_are_counted_once_each() {
        let count = |names: &[u32], hash: fn(u32) -> u64| {
            let mut hashes: Vec<(u64, u32)> = (0..).zip(names).map(|(place, &name)| (hash(name), place)).collect();
            distinct(&mut hashes, &|one, other| names[one as usize] == names[other as usize])
        };
        for hash in [|_| 7, |name| u64::from(name % 2), u64::from] {
            assert_eq!(count(&[], hash), 0);
            assert_eq!(count(&[3, 5, 3, 8, 5, 5, 1], hash), 4);
            assert_eq!(count(&[2, 2, 2], hash), 1);
            for length in [63, 64, 65, 200] {
                let names: Vec<u32> = (0..length).map(|place| place * 7 % 41).collect();
                assert_eq!(count(&names, hash), 41, "{length}");
            }
        }
    }

    struct Fork(Role);

    impl Problem for Fork {
        type State = u32;
        type Move = u32;

        fn root(&self) -> u32 {
            0
        }

        fn status(&self, _: &u32) -> Status {
            Status::Open(self.0)
        }

        fn for_each_successor(&self, &state: &u32, mut visit: impl FnMut(u32, u32)) {
            (1..=5).for_each(|mv| visit(mv, state * 5 + mv));
        }
    }

    #[test]
    fn evaluations_move_mobility() {
        let cost = |role, evaluation: f64, strength| {
            let mut probe = Evaluated::new(move |_: &Fork, _: &u32| evaluation, strength);
            let LeafCost { proof, disproof } = probe.cost(&Fork(role), &0);
            (proof, disproof)
        };
        let sizes = |proof, disproof| (Size::new(proof), Size::new(disproof));
        assert_eq!(cost(Role::Or, 0.7, 0.0), sizes(1, 5));
        assert_eq!(cost(Role::Or, 1.0, 2.0), sizes(1, 25));
        assert_eq!(cost(Role::And, 1.0, 2.0), sizes(5, 5));
        assert_eq!(cost(Role::And, -1.0, 2.0), sizes(25, 1));
        assert_eq!(cost(Role::And, 0.5, 1.0), sizes(8, 3));
        assert_eq!(cost(Role::Or, f64::NAN, 1.0), cost(Role::Or, 0.0, 1.0));
        assert_eq!(cost(Role::Or, 9.0, 2.0), cost(Role::Or, 1.0, 2.0));
    }
}
