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
use proofset_core::{Player, Score, Status, StopReason, Threshold, Value, Watch};

use crate::board::{Board, RulesStatus};
use crate::entry::TO_THE_END;
use crate::options::Method;
use crate::search::Engine;
use crate::test::Question;

/// States of the proof between two looks at the clock.
const BATCH: usize = 1024;

/// A proof, and the part of it that a certificate needs.
pub(crate) type Proof<S> = (ProofGraph<S>, Strategy);

/// What the threshold makes of a place.
fn status<B: Board>(board: &B, threshold: Threshold, place: u32) -> Status {
    let RulesStatus { player, score, .. } = board.rules_status(place);
    threshold.status(player, score)
}

/// What is asked of a position in which this player moves: whether it is worth so much to that player, which proves the threshold or
/// disproves it. The other player is asked whether the score can be pushed below the threshold.
fn question<B: Board>(board: &B, threshold: Threshold, player: Player) -> (Score, Value) {
    let limit = board.limit();
    let asked = threshold.score.clamp(-limit, limit + 1);
    if player == threshold.player { (asked, Value::Proven) } else { (1 - asked, Value::Disproven) }
}

/// Which value a position has in which this player moves, if the table knows.
fn known<B: Board>(
    search: &Engine<B>,
    threshold: Threshold,
    player: Player,
    (key, mark): &(u64, B::Mark),
) -> Option<Value> {
    let (score, reached) = question(&search.board, threshold, player);
    let (low, high) = search.known_bounds(*key, mark)?;
    if low >= score {
        Some(reached)
    } else if high < score {
        Some(reached.opposite())
    } else {
        None
    }
}

/// Which value a position has, asked of the search.
pub(crate) fn stands<B: Board>(
    search: &mut Engine<B>,
    threshold: Threshold,
    position: &B::Mark,
    watch: &mut Watch<'_>,
) -> Result<Value, StopReason> {
    search.stand(position);
    let (score, value) = question(&search.board, threshold, search.board.rules_status(0).player);
    let (mut low, mut high) = (Score::MIN, Score::MAX);
    let reached = loop {
        search.share_bounds(&mut low, &mut high);
        if low >= score || high < score {
            break low >= score;
        }
        search.stand(position);
        search.begin_pass(TO_THE_END);
        let passed = match search.options.method {
            Method::Test | Method::Scout => search.test(watch, 0, Question::AtLeast(score), TO_THE_END),
            _ => search.window(watch, 0, score - 1, score, TO_THE_END).map(|found| found >= score),
        };
        match passed {
            Ok(true) => low = score,
            Ok(false) => high = score - 1,
            Err(StopReason::Cancelled) if search.was_called() => {}
            Err(stop) => return Err(stop),
        }
    };
    Ok(if reached { value } else { value.opposite() })
}

/// The proof of a value that the search has found for the root. `peak` becomes the most bytes that were held.
pub(crate) fn rebuild<B: Board>(
    search: &mut Engine<B>,
    threshold: Threshold,
    root: &B::Mark,
    value: Value,
    watch: &mut Watch<'_>,
    peak: &mut u64,
) -> Result<Proof<B::Mark>, StopReason> {
    let mut proof = ProofGraph::new(root, value, None);
    let mut next = 0;
    while next < proof.len() {
        if next.is_multiple_of(BATCH) {
            watch.look_at_clock()?;
        }
        *peak = (*peak).max(search.bytes() + proof.bytes());
        if watch.limits().bytes.is_some_and(|most| search.bytes() + proof.bytes_ahead() > most) {
            return Err(StopReason::Memory);
        }
        search.stand(proof.state_at(next));
        if let Status::Open(role) = status(&search.board, threshold, 0) {
            if role == value.chooser() {
                let choice = choose(search, threshold, &proof, value, watch)?;
                proof.open(next, role).add(&choice);
            } else {
                let mut children = proof.open(next, role);
                for place in search.by_the_rules() {
                    children.add(&search.board.mark(place).1);
                }
            }
        }
        next += 1;
    }
    proof.complete();
    // Circles can only be there if positions repeat and the game does not say so.
    let strategy = Strategy::extract(&proof).map_err(|_| StopReason::Memory)?;
    Ok((proof, strategy))
}

/// A successor of the position that the search stands on that has the value.
fn choose<B: Board>(
    search: &mut Engine<B>,
    threshold: Threshold,
    proof: &ProofGraph<B::Mark>,
    value: Value,
    watch: &mut Watch<'_>,
) -> Result<B::Mark, StopReason> {
    let mut in_table = None;
    let places: Vec<u32> = search.successors().iter().map(|child| child.place).collect();
    let successors = search.marks(places.iter().copied());
    for (place, successor) in places.into_iter().zip(&successors) {
        let RulesStatus { player, score, .. } = search.board.rules_status(place);
        if proof.contains(&successor.1) || threshold.status(player, score) == Status::Decided(value) {
            return Ok(successor.1.clone());
        }
        if in_table.is_none() && known(search, threshold, player, successor) == Some(value) {
            in_table = Some(successor);
        }
    }
    if let Some((_, mark)) = in_table {
        return Ok(mark.clone());
    }
    // What was best is searched first, if its own entry is gone.
    let best = search.best_successor();
    for mark in best.iter().chain(successors.iter().map(|(_, mark)| mark)) {
        if stands(search, threshold, mark, watch)? == value {
            return Ok(mark.clone());
        }
    }
    // A position is worth as much as one of the moves that have to be tried, unless the game says something else of it each time.
    Err(StopReason::Collision)
}
