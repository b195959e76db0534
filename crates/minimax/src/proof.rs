//! From a verdict to a proof: what a threshold's answer rests on, by the rules alone.
//!
//! The idea: a test leaves bounds in a table, and may have left out moves that the game knows to be no better. The proof
//! is made anew from the root: where the favoured side moves, one successor that passes the test is enough, and those
//! that the proof has already are asked first; where the other side moves, all that the rules allow belong to it. Each
//! step is a test whose answer the table still has, or a search.
//!
//! The invariant: all states of the proof have the root's value; ends are decided by the rules. The cost: the proof in
//! memory, and what the table has forgotten.

use proofset_certificate::{ProofGraph, Strategy};
use proofset_core::{AtLeast, Hints, Problem, Status, StopReason, Value, Watch};

use crate::prover::stands;
use crate::search::Search;

/// States of the proof between two looks at the clock.
const BATCH: usize = 1024;

/// A proof, and the part of it that a certificate needs.
pub(crate) type Proof<S> = (ProofGraph<S>, Strategy);

/// The proof of a value that the search has found for the root. `peak` becomes the most bytes that were held.
pub(crate) fn rebuild<G: Hints>(
    search: &mut Search<'_, G>,
    problem: &AtLeast<G>,
    value: Value,
    watch: &mut Watch<'_>,
    peak: &mut u64,
) -> Result<Proof<G::Position>, StopReason> {
    let mut proof = ProofGraph::new(&problem.root(), value, None);
    let mut next = 0;
    while next < proof.len() {
        if next.is_multiple_of(BATCH) {
            watch.look_at_clock()?;
        }
        *peak = (*peak).max(search.bytes() + proof.bytes());
        if watch.limits().bytes.is_some_and(|most| search.bytes() + proof.bytes_ahead() > most) {
            return Err(StopReason::Memory);
        }
        let state = proof.state_at(next).clone();
        if let Status::Open(role) = problem.status(&state) {
            if role == value.chooser() {
                let choice = choose(search, problem, &proof, &state, value, watch)?;
                proof.open(next, role).add(&choice);
            } else {
                let mut children = proof.open(next, role);
                problem.for_each_successor(&state, |_, child| {
                    children.add(&child);
                });
            }
        }
        next += 1;
    }
    proof.complete();
    // Circles can only be there if positions repeat and the game does not say so.
    let strategy = Strategy::extract(&proof).map_err(|_| StopReason::Memory)?;
    Ok((proof, strategy))
}

/// A successor that has the value.
fn choose<G: Hints>(
    search: &mut Search<'_, G>,
    problem: &AtLeast<G>,
    proof: &ProofGraph<G::Position>,
    state: &G::Position,
    value: Value,
    watch: &mut Watch<'_>,
) -> Result<G::Position, StopReason> {
    let successors = search.successors(state);
    let is_at_hand = |child: &G::Position| proof.contains(child) || problem.status(child) == Status::Decided(value);
    if let Some((_, child)) = successors.iter().find(|(_, child)| is_at_hand(child)) {
        return Ok(child.clone());
    }
    for (_, child) in successors {
        if stands(search, problem.threshold(), &child, watch)? == value {
            return Ok(child);
        }
    }
    unreachable!("a position is worth as much as one of the moves that have to be tried")
}
