//! From a decided root to a proof: the states that the value rests on, made anew from the table.
//!
//! The idea: where the side that the value favours moves, one successor that has the value is enough, and where the
//! other side moves all successors belong to the proof. A mate takes a successor with the shortest known mate, which is
//! shorter than what is known of the state itself, so that a proof by mates never leads round. A defence may: the
//! attacker who comes back has achieved nothing. What the table has forgotten is searched again.
//!
//! A mate with little in hand is one with more. So a state of a mate is replaced by the one with the hand that the
//! table knows the mate for, and one node stands for all states with more; the rules themselves say that it does
//! ([`Dominance::decides`]). Else each set of pieces that can have been exchanged would make a node of its own, and
//! proofs grow a hundredfold. Defences are proofs with all that is held.
//!
//! The proof is of whole states, compared in full, and rests on the rules alone; so what a table of keys has mixed up is
//! found out here. The cost: the proof in memory, with its states twice.

use std::hash::Hash;

use proofset_certificate::{ProofGraph, Strategy};
use proofset_core::{Dominance, Problem, Status, Value, Watch};
use proofset_cursor::MateLine;

use crate::line::{End, Engine, StateOf};
use crate::table::ENDLESS;

/// Why there is no proof yet.
pub(crate) enum Missing {
    /// A limit was reached.
    Stopped,
    /// The rules contradict what the table knew.
    Contradiction,
}

/// States of the proof between two looks at the clock.
const BATCH: usize = 1024;

/// A proof, and the part of it that a certificate needs.
pub(crate) type Proof<S> = (ProofGraph<S>, Strategy);

struct Builder<S> {
    proof: ProofGraph<S>,
    /// For each node, the plies that its mate may take, or that its defence lasts at least.
    plies: Vec<u16>,
    value: Value,
    /// True if nodes stand for states with more in hand as well.
    is_common: bool,
}

/// The proof of a value that the engine has found for the root, with the plies of its mate.
pub(crate) fn rebuild<C: MateLine>(
    engine: &mut Engine<C>,
    value: Value,
    plies: u16,
    watch: &mut Watch<'_>,
) -> Result<Proof<StateOf<C>>, Missing>
where
    StateOf<C>: Clone + Eq + Hash,
{
    // An earlier attempt may have been stopped. The proof takes what expansions it takes.
    engine.abandon();
    engine.most_expansions = None;
    let root = engine.cursor.problem().root();
    let endless = engine.cursor.problem().repetition().map(|_| Value::Disproven);
    let is_common = engine.options.dominance && value == Value::Proven;
    let mut proof = ProofGraph::new(&root, value, endless);
    if is_common {
        proof.place_common_states();
    }
    let mut builder = Builder { proof, plies: vec![plies], value, is_common };
    let mut next = 0;
    while next < builder.proof.len() {
        if next.is_multiple_of(BATCH) && watch.look_at_clock().is_err() {
            return Err(Missing::Stopped);
        }
        builder.expand(engine, next, watch)?;
        next += 1;
        let bytes = engine.bytes() + builder.proof.bytes();
        engine.counters.peak_bytes = engine.counters.peak_bytes.max(bytes);
        let ahead = engine.bytes() + builder.proof.bytes_ahead();
        if watch.limits().bytes.is_some_and(|most| ahead > most) {
            return Err(Missing::Stopped);
        }
    }
    let strategy = Strategy::extract(&builder.proof).map_err(|_| Missing::Contradiction)?;
    builder.proof.complete();
    Ok((builder.proof, strategy))
}

impl<S: Clone + Eq + Hash> Builder<S> {
    /// Gives a node its children.
    fn expand<C: MateLine>(&mut self, engine: &mut Engine<C>, node: usize, watch: &mut Watch<'_>) -> Result<(), Missing>
    where
        C::Problem: Problem<State = S, Move = C::Move>,
    {
        let state = self.proof.state_at(node).clone();
        let role = match engine.cursor.problem().status(&state) {
            Status::Decided(value) if value == self.value => return Ok(()),
            Status::Open(role) => role,
            _ => return Err(Missing::Contradiction),
        };
        // The table may know of a shorter mate than the node was reached for, and another node may rest on that.
        let (place, _) = engine.cursor.node_of(&state);
        let known = engine.known(place, self.plies[node]).filter(|(value, ..)| *value == self.value);
        let left = match known {
            Some((Value::Proven, plies, _)) => plies,
            _ => self.plies[node],
        };
        let below = if left == ENDLESS { ENDLESS } else { left.saturating_sub(1) };
        let children = if role == self.value.chooser() {
            vec![self.choice(engine, &state, left, watch)?]
        } else {
            let mut all = Vec::new();
            engine.cursor.problem().for_each_successor(&state, |_, next| all.push((next, below)));
            for (next, plies) in &mut all {
                if let Some(common) = self.common(engine, next, *plies) {
                    (*next, *plies) = common;
                }
            }
            all
        };
        let mut list = self.proof.open(node, role);
        for (child, plies) in &children {
            let (place, is_new) = list.add(child);
            if is_new {
                self.plies.push(*plies);
            } else {
                let known = &mut self.plies[place];
                *known = match self.value {
                    Value::Proven => (*known).min(*plies),
                    Value::Disproven => (*known).max(*plies),
                };
            }
        }
        Ok(())
    }

    /// Of a mate that the table knows: the state with what it needs in hand, which stands for this one, and its plies.
    fn common<C: MateLine>(&self, engine: &Engine<C>, state: &S, plies: u16) -> Option<(S, u16)>
    where
        C::Problem: Problem<State = S, Move = C::Move>,
    {
        let problem = engine.cursor.problem();
        if !self.is_common || !matches!(problem.status(state), Status::Open(_)) {
            return None;
        }
        let (node, bound) = engine.cursor.node_of(state);
        let (value, plies, hand) = engine.known(node, bound.map_or(plies, |bound| bound.min(plies)))?;
        let common = engine.cursor.with_hand(state, hand, plies);
        (value == self.value && problem.decides(&common, value, state)).then_some((common, plies))
    }

    /// A successor that has the value, and the plies to look for it with.
    fn choice<C: MateLine>(
        &self,
        engine: &mut Engine<C>,
        state: &S,
        plies: u16,
        watch: &mut Watch<'_>,
    ) -> Result<(S, u16), Missing>
    where
        C::Problem: Problem<State = S, Move = C::Move>,
    {
        let mut successors = Vec::new();
        engine.cursor.problem().for_each_successor(state, |mv, next| successors.push((mv, next)));
        let below = if plies == ENDLESS { ENDLESS } else { plies.saturating_sub(1) };
        let mut best: Option<(u16, usize)> = None;
        for (index, (_, next)) in successors.iter().enumerate() {
            match engine.cursor.problem().status(next) {
                Status::Decided(value) if value == self.value => return Ok((next.clone(), 0)),
                Status::Open(_) => {
                    let (node, bound) = engine.cursor.node_of(next);
                    let bound = bound.map_or(below, |bound| bound.min(below));
                    if let Some((value, plies, _)) = engine.known(node, bound)
                        && value == self.value
                    {
                        let rank = if value == Value::Proven { plies } else { ENDLESS - plies };
                        if best.is_none_or(|(other, _)| rank < other) {
                            best = Some((rank, index));
                        }
                    }
                }
                _ => {}
            }
        }
        if let Some((rank, index)) = best {
            let plies = if self.value == Value::Proven { rank } else { below };
            let next = successors.swap_remove(index).1;
            return Ok(self.common(engine, &next, plies).unwrap_or((next, plies)));
        }
        // The table has forgotten. What a search of the state itself ends with is known, whatever the table keeps.
        let (_, bound) = engine.cursor.node_of(state);
        let bound = bound.map_or(plies, |bound| bound.min(plies));
        match engine.search(state, bound, watch) {
            End::Solved(outcome) if outcome.value == self.value => {
                let with_value = outcome.children.iter().filter(|(_, value, _)| *value == Some(self.value));
                let choice = match self.value {
                    Value::Proven => with_value.min_by_key(|(_, _, plies)| *plies),
                    Value::Disproven => with_value.max_by_key(|(_, _, plies)| *plies),
                };
                let &(mv, _, found) = choice.ok_or(Missing::Contradiction)?;
                let next = successors.into_iter().find(|(other, _)| *other == mv);
                let plies = if self.value == Value::Proven { found } else { below };
                next.map(|(_, next)| (next, plies)).ok_or(Missing::Contradiction)
            }
            End::Solved(_) => Err(Missing::Contradiction),
            End::Stopped(_) => {
                engine.abandon();
                Err(Missing::Stopped)
            }
        }
    }
}
