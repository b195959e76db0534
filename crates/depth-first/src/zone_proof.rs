//! The proof of a value that rests on zones: of states of which all is unknown but what matters.
//!
//! The idea: the search has found that a state has a value for the sake of its zone. So the proof is one of its *pattern*, in which all
//! else is unknown, and one record stands for all states that agree with it. Beside each pattern goes a state that it was found in, its
//! *witness*: what is known about that one's successors, and the zones of these, say how the proof goes on.
//!
//! By the rules of the problem a pattern is a state like any other. So the proof holds each pattern with its own successors, and each of these
//! must be decided by the pattern of a successor of the witness. Where the zones or the table have forgotten too much, the successor of the
//! pattern is searched itself, and what that finds goes on as a proof without zones.
//!
//! The cost: the proof in memory with each witness beside its pattern, and a pass over the successors of each pattern.

use std::hash::Hash;

use proofset_certificate::{ProofGraph, Strategy};
use proofset_core::{Status, Value, Watch};

use crate::prover::{DynProver, End, Missing, Rebuilt};

/// States of the proof between two looks at the clock.
const BATCH: usize = 64;

/// A proof on its way.
struct Builder<S> {
    proof: ProofGraph<S>,
    /// A state for each pattern that the proof holds, in which it was found.
    witnesses: Vec<S>,
    value: Value,
}

/// The proof of a value that the engine has found for the root and keeps zones of.
pub(crate) fn rebuild_by_zones<S: Clone + Eq + Hash>(
    engine: &mut DynProver<'_, S>,
    value: Value,
    watch: &mut Watch<'_>,
) -> Rebuilt<S> {
    let root = engine.root();
    let mut proof = ProofGraph::new(&root, value, None);
    proof.place_common_states();
    let mut builder = Builder { proof, witnesses: vec![root], value };
    let mut next = 0;
    while next < builder.proof.len() {
        if next.is_multiple_of(BATCH) && watch.look_at_clock().is_err() {
            return Err(Missing::Stopped);
        }
        builder.expand(engine, next, watch)?;
        next += 1;
        let witnesses = (builder.witnesses.capacity() * size_of::<S>()) as u64;
        // Each pattern has a state beside it.
        let held = engine.bytes() + engine.bytes_beside_states(2 * builder.proof.len());
        engine.note_bytes(held + builder.proof.bytes() + witnesses);
        let ahead = held + builder.proof.bytes_ahead() + 2 * witnesses;
        if watch.limits().bytes.is_some_and(|most| ahead > most) {
            return Err(Missing::Stopped);
        }
    }
    let strategy = Strategy::extract(&builder.proof).map_err(|_| Missing::Contradiction)?;
    builder.proof.complete();
    Ok((builder.proof, strategy))
}

impl<S: Clone + Eq + Hash> Builder<S> {
    /// Gives a node of the proof its children.
    fn expand(&mut self, engine: &mut DynProver<'_, S>, node: usize, watch: &mut Watch<'_>) -> Result<(), Missing<S>> {
        let pattern = self.proof.state_at(node).clone();
        let role = match engine.status(&pattern) {
            Status::Open(role) => role,
            status if status == Status::Decided(self.value) => return Ok(()),
            _ => return Err(Missing::Contradiction),
        };
        let reached = engine.successors(&pattern);
        let witness = self.witnesses[node].clone();
        let children = if role == self.value.chooser() {
            vec![self.choice(engine, &pattern, &witness, &reached, watch)?]
        } else {
            self.answers(engine, &witness, reached, watch)?
        };
        let mut list = self.proof.open(node, role);
        for (child, found_in) in children {
            let (_, is_new) = list.add(&child);
            if is_new {
                self.witnesses.push(found_in);
            }
        }
        Ok(())
    }

    /// The pattern of a state, if its zone is known, and covers one of these.
    fn pattern_for(&self, engine: &DynProver<'_, S>, state: &S, reached: &[S]) -> Option<S> {
        let zones = engine.zones(self.value)?;
        let pattern = zones.pattern(state)?;
        reached.iter().any(|next| zones.covers(&pattern, next)).then_some(pattern)
    }

    /// What the favoured side moves to, with the state that it was found in.
    fn choice(
        &self,
        engine: &mut DynProver<'_, S>,
        pattern: &S,
        witness: &S,
        reached: &[S],
        watch: &mut Watch<'_>,
    ) -> Result<(S, S), Missing<S>> {
        let decided = reached.iter().find(|next| engine.status(next) == Status::Decided(self.value));
        if let Some(next) = decided {
            return Ok((next.clone(), next.clone()));
        }
        let mut best: Option<(u32, S, S)> = None;
        for next in engine.successors(witness) {
            let work = match engine.status(&next) {
                Status::Decided(value) if value == self.value => 0,
                Status::Open(_) => match engine.known(&next) {
                    Some(entry) if entry.numbers.value() == Some(self.value) => entry.work.get(),
                    _ => continue,
                },
                _ => continue,
            };
            if best.as_ref().is_none_or(|(least, _, _)| work < *least)
                && let Some(child) = self.pattern_for(engine, &next, reached)
            {
                best = Some((work, child, next));
            }
        }
        if let Some((_, child, next)) = best {
            return Ok((child, next));
        }
        let outcome = search(engine, pattern, self.value, watch)?;
        let chosen = outcome.into_iter().find(|(_, value)| *value == Some(self.value));
        let next = chosen.map(|(next, _)| next).ok_or(Missing::Contradiction)?;
        Ok((next.clone(), next))
    }

    /// What decides all that the other side moves to, each with the state that it was found in.
    fn answers(
        &self,
        engine: &mut DynProver<'_, S>,
        witness: &S,
        reached: Vec<S>,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<(S, S)>, Missing<S>> {
        let mut children: Vec<(S, S)> = Vec::new();
        if let Some(zones) = engine.zones(self.value)
            && let Some(replies) = zones.replies(witness)
        {
            for next in replies {
                if let Some(pattern) = zones.pattern(&next) {
                    children.push((pattern, next));
                }
            }
        }
        let mut needed = vec![false; children.len()];
        for next in reached {
            let covers = |(pattern, _): &(S, S)| {
                *pattern == next || engine.zones(self.value).is_some_and(|zones| zones.covers(pattern, &next))
            };
            if let Some(place) = children.iter().position(covers) {
                needed[place] = true;
                continue;
            }
            let known = engine.known(&next).and_then(|entry| entry.numbers.value());
            if engine.status(&next) != Status::Decided(self.value) && known != Some(self.value) {
                search(engine, &next, self.value, watch)?;
            }
            needed.push(true);
            children.push((next.clone(), next));
        }
        let mut needed = needed.into_iter();
        children.retain(|_| needed.next() == Some(true));
        Ok(children)
    }
}

/// Searches a state that must have the value, and gives its successors with what is known of them.
fn search<S>(
    engine: &mut DynProver<'_, S>,
    state: &S,
    value: Value,
    watch: &mut Watch<'_>,
) -> Result<Vec<(S, Option<Value>)>, Missing<S>> {
    match engine.search(state, watch) {
        End::Solved(outcome) if outcome.value == value => Ok(outcome.children),
        End::Solved(_) => Err(Missing::Contradiction),
        End::Stopped(_) => Err(Missing::Stopped),
        End::Error(error) => Err(Missing::Error(error)),
    }
}
