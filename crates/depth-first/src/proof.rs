//! From a solved root to a proof: the part of the graph that the value rests on, made anew from the table.
//!
//! The idea: a depth-first search has no graph when it ends, and its table may have lost most of what it found. The
//! proof is rebuilt from the root: where the side that the value favours moves, a successor that the rules or the table
//! give the value is enough; if the table has lost all of them, the state is searched once more. Where the other side
//! moves all successors belong to the proof.
//!
//! Where several successors would do, one that the proof needs anyway costs nothing. So states with a choice wait until all
//! that were placed before have their children; only then does each take a successor that is in the proof by now, if there is one,
//! and else that which took the least work. A proof has a tenth fewer states for it.
//!
//! In a graph with cycles, successors that have the value may lead back; so all that are known are kept, and the
//! extraction of a strategy takes those that lead to an end. If none does and play without end has the value, it takes
//! a set of states that the favoured side can stay in. What the search knew on one line only is searched again, as the
//! root of a search of its own, where it rests on no line. Where play without end has the other value, and all that the
//! table has kept leads round in circles, the other successors are searched as well.
//!
//! A proof that is complete rests on the rules alone: its states are compared in full, every end is decided by the
//! problem, and only the problem says what play without end is worth. So a table that took one state for another is
//! found out here, and its verdict is withdrawn.
//!
//! Searches that the probe has nested have left values without proofs. What they have solved is searched again as what
//! the table has forgotten is, without them.
//!
//! The cost: the proof in memory, with its states twice, and what has to be searched again.

use std::hash::Hash;
use std::mem;

use proofset_certificate::{ProofGraph, Strategy};
use proofset_core::{Repetition, Status, Value, Watch};

use crate::line_proof::rebuild_by_lines;
use crate::prover::{DynProver, End, Missing, Rebuilt};
use crate::zone_proof::rebuild_by_zones;

/// States of the proof, or edges, between two looks at the clock.
const BATCH: usize = 1024;

/// So many states of the proof allow one to wait for a choice, besides a batch of them: what waits is to be little beside the proof.
const WAITING: usize = 8;

/// The proof of a value that the engine has found for the root.
pub(crate) fn rebuild<S: Clone + Eq + Hash>(
    engine: &mut DynProver<'_, S>,
    value: Value,
    watch: &mut Watch<'_>,
) -> Rebuilt<S> {
    let rule = engine.repetition().filter(|_| engine.may_have_cycles());
    let endless = rule.and_then(Repetition::fixed_value);
    engine.begin_proof(value);
    if engine.goes_by_lines() {
        return rebuild_by_lines(engine, value, watch);
    }
    if engine.zones(value).is_some() {
        return rebuild_by_zones(engine, value, watch);
    }
    let root = engine.root();
    let mut builder = Builder {
        proof: ProofGraph::new(&root, value, endless),
        next: 0,
        waiting: Waiting { nodes: Vec::new(), states: Vec::new() },
        widened: Vec::new(),
    };
    loop {
        builder.expand(engine, watch)?;
        match Strategy::extract(&builder.proof) {
            Ok(strategy) => {
                builder.proof.complete();
                return Ok((builder.proof, strategy));
            }
            Err(_) if builder.widen(engine, watch)? => {}
            // Every state that a strategy lacks has all of its successors here that have the value. So some value is false.
            Err(_) => return Err(Missing::Contradiction),
        }
    }
}

/// Nodes that have a choice, and the successors that it is from.
struct Waiting<S> {
    /// The nodes, each with where its successors end.
    nodes: Vec<(usize, usize)>,
    /// Those that took the least work are first.
    states: Vec<S>,
}

impl<S> Waiting<S> {
    /// The bytes that it holds, but for those that states have beside their handles.
    fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<(usize, usize)>() + self.states.capacity() * size_of::<S>()) as u64
    }
}

/// A proof on its way.
struct Builder<S> {
    proof: ProofGraph<S>,
    /// The first node that has neither its children nor its place among those that wait.
    next: usize,
    waiting: Waiting<S>,
    /// For each node, whether all of its successors were searched.
    widened: Vec<bool>,
}

impl<S: Clone + Eq + Hash> Builder<S> {
    /// Gives every node its children.
    fn expand(&mut self, engine: &mut DynProver<'_, S>, watch: &mut Watch<'_>) -> Result<(), Missing<S>> {
        let mut edges = 0;
        while self.next < self.proof.len() {
            let placed = self.proof.len();
            while self.next < placed && self.waiting.states.len() <= self.proof.len() / WAITING + BATCH {
                if (self.next.is_multiple_of(BATCH) || edges >= BATCH) && watch.look_at_clock().is_err() {
                    return Err(Missing::Stopped);
                }
                edges %= BATCH;
                edges += self.expand_next(engine, watch)?;
                let states = self.proof.len() + self.waiting.states.len();
                let held = engine.bytes() + engine.bytes_beside_states(states) + self.waiting.bytes();
                engine.note_bytes(held + self.proof.bytes());
                if watch.limits().bytes.is_some_and(|most| held + self.proof.bytes_ahead() > most) {
                    return Err(Missing::Stopped);
                }
            }
            self.choose();
        }
        Ok(())
    }

    /// Gives the next node its children, unless it has a choice. Returns how many were looked at.
    fn expand_next(&mut self, engine: &mut DynProver<'_, S>, watch: &mut Watch<'_>) -> Result<usize, Missing<S>> {
        let value = self.proof.value_of_all();
        let node = self.next;
        let state = self.proof.state_at(node).clone();
        let mut count = 0;
        match engine.status(&state) {
            Status::Open(role) => {
                let chooses = role == value.chooser();
                let mut children =
                    if chooses { choices(engine, &state, value, watch)? } else { engine.successors(&state) };
                count = children.len();
                if chooses && children.len() > 1 && !engine.may_have_cycles() {
                    self.waiting.states.append(&mut children);
                    self.waiting.nodes.push((node, self.waiting.states.len()));
                } else {
                    let mut list = self.proof.open(node, role);
                    for child in &children {
                        list.add(child);
                    }
                }
            }
            Status::Decided(decided) if decided == value => {}
            _ => return Err(Missing::Contradiction),
        }
        self.next += 1;
        Ok(count)
    }

    /// Gives each node that waits a successor that is part of the proof, or else the first.
    fn choose(&mut self) {
        let Self { proof, waiting: Waiting { nodes, states }, .. } = self;
        let chooser = proof.value_of_all().chooser();
        let mut start = 0;
        for (node, end) in nodes.drain(..) {
            let choice = &states[start..end];
            let taken = choice.iter().find(|state| proof.contains(state)).unwrap_or(&choice[0]);
            proof.open(node, chooser).add(taken);
            start = end;
        }
        states.clear();
    }

    /// Searches the successors that the proof has left out where known ones lead round in circles: the table has
    /// forgotten which of them leads out. False if there are none.
    fn widen(&mut self, engine: &mut DynProver<'_, S>, watch: &mut Watch<'_>) -> Result<bool, Missing<S>> {
        let value = self.proof.value_of_all();
        self.widened.resize(self.proof.len(), false);
        let mut found = false;
        for node in Strategy::unsupported(&self.proof) {
            let node = node.index();
            let chooser = value.chooser();
            if self.proof.role_at(node) != Some(chooser) || mem::replace(&mut self.widened[node], true) {
                continue;
            }
            let mut more = Vec::new();
            let all = engine.successors(self.proof.state_at(node));
            for next in self.proof.without_children_of(node, all) {
                match engine.search(&next, watch) {
                    End::Solved(outcome) if outcome.value == value => more.push(next),
                    End::Solved(_) => {}
                    End::Stopped(_) => return Err(Missing::Stopped),
                    End::Error(error) => return Err(Missing::Error(error)),
                }
            }
            found |= !more.is_empty();
            let mut list = self.proof.open(node, chooser);
            for child in &more {
                list.add(child);
            }
        }
        Ok(found)
    }
}

/// Successors that are known to have the value. There is one at least.
fn choices<S: Clone + Eq + Hash>(
    engine: &mut DynProver<'_, S>,
    state: &S,
    value: Value,
    watch: &mut Watch<'_>,
) -> Result<Vec<S>, Missing<S>> {
    let known = engine.choices(state, value);
    if known.is_empty() {
        // Nothing is known about any successor: the table has forgotten. What the search of the state itself ends with
        // is known, whatever the table keeps.
        return match engine.search(state, watch) {
            End::Solved(outcome) => {
                let children = outcome.children.into_iter();
                let choice = children.filter(|(_, known)| *known == Some(value)).map(|(child, _)| child).next();
                choice.map(|child| vec![child]).ok_or(Missing::Contradiction)
            }
            End::Stopped(_) => Err(Missing::Stopped),
            End::Error(error) => Err(Missing::Error(error)),
        };
    }
    Ok(known)
}
