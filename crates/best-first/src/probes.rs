//! Heuristic weights of leaves: what a search believes a new leaf will cost to prove and to disprove.
//!
//! Invariant, kept by the search and not by the probe: the cost of an undecided leaf is finite and at least one on both
//! sides. A weight therefore changes where a search looks and never what it finds. With weights, node sets are compared
//! by the sum of their members' weights (Müller 2001, section 5.1).
//!
//! A probe is asked once for each leaf that is created, so its cost is per node and not per expansion.

use std::collections::HashSet;

use proofset_core::{Problem, Role, Size, Status};
use rustc_hash::FxBuildHasher;

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

/// Estimates leaves. `()` gives every leaf the cost one; functions and closures are probes as well.
pub trait Probe<P: Problem> {
    /// The cost of an open leaf. A cost of zero or infinity would look like a decision; the search takes one, or the
    /// largest finite size, instead.
    ///
    /// With delayed evaluation nobody knows yet whether the leaf is open, and the probe is asked for any state.
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost;
}

impl<P: Problem> Probe<P> for () {
    #[inline]
    fn cost(&mut self, _problem: &P, _state: &P::State) -> LeafCost {
        LeafCost::UNIT
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
/// Cost: the successors of each leaf are generated, hashed and forgotten, in a set that is kept from leaf to leaf. It
/// asks each leaf for its status, so delayed evaluation saves nothing here.
///
/// ```
/// use proofset_best_first::{Mobility, Options, Search};
/// use proofset_core::{Goal, Limits, Player, Solve, Solver};
/// use proofset_nodeset::Count;
/// use proofset_tic_tac_toe::TicTacToe;
///
/// let problem = Solve::from_start(TicTacToe, Goal::win(Player::First));
/// let mut search =
///     Search::with_probe(problem, Count::new(), Count::new(), Options::default(), Mobility::new());
/// let report = search.solve(&Limits::expansions(0), &mut ()).unwrap();
/// assert_eq!((report.proof.finite(), report.disproof.finite()), (Some(1), Some(9))); // nine moves
/// ```
#[derive(Clone, Debug)]
pub struct Mobility<S> {
    distinct: HashSet<S, FxBuildHasher>,
}

impl<S> Mobility<S> {
    /// Has seen nothing yet.
    pub fn new() -> Self {
        Self { distinct: HashSet::with_hasher(FxBuildHasher) }
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
        self.distinct.clear();
        problem.for_each_successor(state, |_, next| {
            self.distinct.insert(next);
        });
        let moves = Size::from_len(self.distinct.len()).max(Size::ONE);
        match role {
            Role::Or => LeafCost { proof: Size::ONE, disproof: moves },
            Role::And => LeafCost { proof: moves, disproof: Size::ONE },
        }
    }
}
