//! From a solved root to a proof: the part of the graph that the value rests on, made anew from the table.
//!
//! The idea: a depth-first search has no graph when it ends, and its table may have lost most of what it found. The
//! proof is rebuilt from the root: where the side that the value favours moves, a successor that the rules or the table
//! give the value is enough; if the table has lost all of them, the state is searched once more. Where the other side
//! moves all successors belong to the proof.
//!
//! In a graph with cycles, successors that have the value may lead back; so all that are known are kept, and the
//! extraction of a strategy takes those that lead to an end.
//!
//! A proof that is complete rests on the rules alone: its states are compared in full, and every end is decided by the
//! problem. So a table that took one state for another is found out here, and its verdict is withdrawn.
//!
//! The cost: the proof in memory, with its states twice, and what has to be searched again.

use std::collections::HashMap;

use proofset_certificate::{SolvedGraph, Strategy};
use proofset_core::{Cursor, NodeId, Problem, Repetition, Role, SolveError, Status, Value, Watch};
use rustc_hash::FxBuildHasher;

use crate::search::{End, Engine, StateOf};
use crate::table::Table;

#[derive(Clone, Debug)]
struct Node<S> {
    state: S,
    role: Option<Role>,
    /// Where its children stand among the edges.
    children: (u32, u32),
}

/// The states that a value rests on. All of them have that value.
#[derive(Clone, Debug)]
pub(crate) struct Proof<S> {
    value: Value,
    nodes: Vec<Node<S>>,
    edges: Vec<u32>,
}

/// Why there is no proof yet.
pub(crate) enum Missing<S> {
    /// A limit was reached.
    Stopped,
    /// The problem breaks its contract.
    Error(SolveError<S>),
    /// The value rests on play that goes on for ever, or the search could not tell what it rests on.
    Endless,
    /// The rules contradict what the table knew.
    Contradiction,
}

/// States of the proof between two looks at the clock.
const BATCH: usize = 1024;

/// A proof, and the part of it that a certificate needs.
pub(crate) type Rebuilt<S> = Result<(Proof<S>, Strategy), Missing<S>>;

impl<S> Proof<S> {
    pub(crate) fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node<S>>() + self.edges.capacity() * size_of::<u32>()) as u64
    }
}

/// The proof of a value that the engine has found for the root.
pub(crate) fn rebuild<C: Cursor, T: Table<C::Mark>>(
    engine: &mut Engine<C, T>,
    value: Value,
    watch: &mut Watch<'_>,
) -> Rebuilt<StateOf<C>> {
    let by_line = engine.histories.is_some();
    let repetition = engine.cursor.problem().repetition().and_then(Repetition::fixed_value);
    if by_line || (engine.may_have_cycles() && repetition == Some(value) && engine.met.repetition) {
        return Err(Missing::Endless);
    }
    // An earlier attempt may have been stopped. The proof takes what expansions it takes.
    engine.abandon();
    engine.most_expansions = None;
    let root = engine.cursor.problem().root();
    let mut index: HashMap<StateOf<C>, u32, FxBuildHasher> = HashMap::with_hasher(FxBuildHasher);
    let mut proof =
        Proof { value, nodes: vec![Node { state: root.clone(), role: None, children: (0, 0) }], edges: vec![] };
    index.insert(root, 0);
    let mut next = 0;
    while next < proof.nodes.len() {
        if next.is_multiple_of(BATCH) && watch.look_at_clock().is_err() {
            return Err(Missing::Stopped);
        }
        let state = proof.nodes[next].state.clone();
        let status = engine.cursor.problem().status(&state);
        if let Status::Open(role) = status {
            let children = if role == value.chooser() {
                choices(engine, &state, value, watch)?
            } else {
                successors(engine.cursor.problem(), &state)
            };
            let first = proof.edges.len() as u32;
            for child in children {
                let new = proof.nodes.len() as u32;
                let place = *index.entry(child).or_insert_with_key(|child| {
                    proof.nodes.push(Node { state: child.clone(), role: None, children: (0, 0) });
                    new
                });
                if !proof.edges[first as usize..].contains(&place) {
                    proof.edges.push(place);
                }
            }
            proof.nodes[next].role = Some(role);
            proof.nodes[next].children = (first, proof.edges.len() as u32);
        } else if status != Status::Decided(value) {
            return Err(Missing::Contradiction);
        }
        next += 1;
        let held = proof.bytes() + (index.capacity() * (size_of::<(StateOf<C>, u32)>() + 1)) as u64;
        engine.counters.peak_bytes = engine.counters.peak_bytes.max(engine.bytes() + held);
        if watch.limits().bytes.is_some_and(|most| engine.bytes() + held > most) {
            return Err(Missing::Stopped);
        }
    }
    let strategy = Strategy::extract(&proof).map_err(|_| Missing::Endless)?;
    Ok((proof, strategy))
}

fn successors<P: Problem>(problem: &P, state: &P::State) -> Vec<P::State> {
    let mut successors = Vec::new();
    problem.for_each_successor(state, |_, next| successors.push(next));
    successors
}

/// Successors that have the value: one, or where there may be cycles all that are known.
fn choices<C: Cursor, T: Table<C::Mark>>(
    engine: &mut Engine<C, T>,
    state: &StateOf<C>,
    value: Value,
    watch: &mut Watch<'_>,
) -> Result<Vec<StateOf<C>>, Missing<StateOf<C>>> {
    let mut known = Vec::new();
    for next in successors(engine.cursor.problem(), state) {
        match engine.cursor.problem().status(&next) {
            Status::Decided(decided) if decided == value => return Ok(vec![next]),
            Status::Open(_) => {
                if let Some(entry) = engine.known(&next)
                    && entry.numbers.value() == Some(value)
                {
                    known.push((entry.work, next));
                }
            }
            _ => {}
        }
    }
    if known.is_empty() {
        // Nothing is known about any successor: the table has forgotten. What the search of the state itself ends with
        // is known, whatever the table keeps.
        return match engine.search(state, watch) {
            End::Solved(outcome) => {
                let children = outcome.children.into_iter();
                let choice = children.filter(|(_, known)| *known == Some(value)).map(|(child, _)| child).next();
                let without = if engine.may_have_cycles() { Missing::Endless } else { Missing::Contradiction };
                choice.map(|child| vec![child]).ok_or(without)
            }
            End::Stopped(_) => Err(Missing::Stopped),
            End::Error(error) => Err(Missing::Error(error)),
        };
    }
    if !engine.may_have_cycles() {
        let least = known.into_iter().min_by_key(|(work, _)| *work);
        return Ok(least.map(|(_, child)| child).into_iter().collect());
    }
    Ok(known.into_iter().map(|(_, child)| child).collect())
}

impl<S: Clone> SolvedGraph for Proof<S> {
    type State = S;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> S {
        self.nodes[node.index()].state.clone()
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.nodes[node.index()].role
    }

    fn value(&self, _node: NodeId) -> Option<Value> {
        Some(self.value)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let (first, end) = self.nodes[node.index()].children;
        self.edges[first as usize..end as usize].iter().map(|&child| NodeId::from_bits(child))
    }
}
