//! The certificate of a whole game, from a strategy for a smaller form of it.
//!
//! The idea: a search may look at less than the rules allow. It may take positions that are images of each other for one,
//! leave out replies that lose at once, and stop where a sequence of threats is known to win. None of that can be
//! believed, and none has to be: the strategy that it finds is followed through the whole game, move by move, and what is
//! written is a strategy of the whole game. Where the search stopped or left replies out, the certificate gets the
//! [threat sequence](crate::Record::sequence), which the checker plays out.
//!
//! A state of the whole game is looked up in the form that the search has of it; at a choice, the first move is taken that
//! leads to a state whose form is the chosen one. Ranks, or whatever else keeps lines from coming back, are the same in both
//! games, so that the lines end where those of the smaller form do. A strategy that may go on for ever in the smaller form may do
//! so in the whole game: then edges lead back, and the checker sees to it that play without end has the value of the verdict.
//!
//! Cost: each state that the strategy comes to in the whole game is held once, with six bytes besides and an index, and its
//! successors are generated twice. No recursion.

use std::hash::Hash;
use std::io::Write;

use hashbrown::HashTable;
use proofset_core::{Describe, NodeId, Status, Value, state_hash};
use rustc_hash::FxHashMap;

use crate::export::ExportError;
use crate::nodes::States;
use crate::reader::Form;
use crate::record::{Edge, Header, RecordKind, Version};
use crate::solved_graph::SolvedGraph;
use crate::strategy::Strategy;
use crate::writer::Writer;

/// How a search sees the states of a whole game in a smaller form.
pub trait Reduction<S> {
    /// What is equal for two states, wherever the search takes one for the other. Both have the same value, the same side to
    /// move, and the same moves up to their names.
    fn reduced(&self, state: &S) -> S;

    /// The moves of a [threat sequence](crate::Record::sequence) by which the side that a value favours wins if it is to move
    /// in a state, or if the other side is and does nothing against it; empty if none is known. `searched` is the state that
    /// the search has instead of it. Nothing rests on its being right but that the certificate is accepted.
    fn sequence(&self, state: &S, searched: &S, value: Value) -> Vec<String>;
}

/// Writes the certificate of `whole`, whose states a search had in a smaller form: in version 3 if a record needs a threat
/// sequence, else in version 2 if an edge leads back, and in version 1 if none does. Returns the file and the number of its
/// records.
///
/// # Errors
///
/// [`ExportError`] if the file cannot be written, the header has another verdict, or the strategy does not carry over: no
/// version has threat sequences and edges back.
pub fn write_unfolded<P, G, W>(
    whole: &P,
    graph: &G,
    strategy: &Strategy,
    reduction: &dyn Reduction<P::State>,
    header: &Header,
    form: Form,
    inner: W,
) -> Result<(W, u32), ExportError>
where
    P: Describe,
    G: SolvedGraph<State = P::State>,
    W: Write,
{
    write_from(whole, graph, strategy, reduction, header, form, inner)
}

/// The same without the type of the graph.
fn write_from<P: Describe, W: Write>(
    whole: &P,
    graph: &dyn States<P::State>,
    strategy: &Strategy,
    reduction: &dyn Reduction<P::State>,
    header: &Header,
    form: Form,
    inner: W,
) -> Result<(W, u32), ExportError> {
    let verdict = strategy.verdict();
    if header.verdict != verdict {
        return Err(ExportError::Verdict { header: header.verdict, strategy: verdict });
    }
    let unfolding = Unfolding::new(whole, graph, strategy, reduction);
    let states = unfolding.collect()?;
    let version = match (states.with_sequences, states.with_circles) {
        (true, _) => Version::Sequences,
        (false, true) => Version::Cyclic,
        (false, false) => Version::Acyclic,
    };
    let mut writer = Writer::with_version(inner, form, version, header, states.order.len() as u32)?;
    for &id in &states.order {
        let step = unfolding.step(&states.states[id as usize])?;
        let edges = step.edges.iter().map(|(mv, reached)| Edge { mv, child: states.record(reached) });
        let edges: Vec<Edge<'_>> = edges.collect();
        let sequence: Vec<&str> = step.sequence.iter().map(String::as_str).collect();
        writer.record_with(step.kind, &edges, &sequence)?;
    }
    Ok((writer.finish()?, states.order.len() as u32))
}

/// The moves of the whole game along a line of states of its smaller form, as texts, from its root: as far as they go, and
/// then on along the threat sequence that ends play, if one does.
pub fn unfolded_line<P: Describe>(
    whole: &P,
    reduction: &dyn Reduction<P::State>,
    line: &[P::State],
    verdict: Option<Value>,
) -> Vec<String> {
    let mut texts = Vec::new();
    let mut state = whole.root();
    for next in line {
        let Some((text, reached)) = move_to(whole, reduction, &state, next) else { return texts };
        texts.push(text);
        state = reached;
    }
    let Some(verdict) = verdict else { return texts };
    if whole.status(&state) != Status::Open(verdict.chooser()) {
        return texts;
    }
    // Threat and reply, without the move that would end play after another reply.
    let sequence = reduction.sequence(&state, line.last().unwrap_or(&state), verdict);
    texts.extend(sequence.into_iter().enumerate().filter(|(place, _)| place % 3 != 2).map(|(_, mv)| mv));
    texts
}

/// What the strategy does in a state of the whole game.
struct Step<S> {
    kind: RecordKind,
    edges: Vec<(String, S)>,
    sequence: Vec<String>,
}

impl<S> Step<S> {
    fn new(kind: RecordKind, edges: Vec<(String, S)>) -> Self {
        Self { kind, edges, sequence: Vec::new() }
    }
}

/// The states of the whole game that the strategy comes to.
struct Unfolded<S> {
    states: Vec<S>,
    index: HashTable<u32>,
    /// Parents before children, but for edges that lead back.
    order: Vec<u32>,
    /// The places of the states in the order.
    places: Vec<u32>,
    with_sequences: bool,
    /// Whether an edge leads back, to a state of the line that came to it.
    with_circles: bool,
}

impl<S: Clone + Eq + Hash> Unfolded<S> {
    /// The number of a state, and whether it is a new one.
    fn number(&mut self, state: &S) -> (u32, bool) {
        let Self { states, index, .. } = self;
        let key = state_hash(state);
        if let Some(&id) = index.find(key, |&id| states[id as usize] == *state) {
            return (id, false);
        }
        let id = states.len() as u32;
        states.push(state.clone());
        index.insert_unique(key, id, |&other| state_hash(&states[other as usize]));
        (id, true)
    }

    /// The record of a state.
    fn record(&self, state: &S) -> u32 {
        let id = self.index.find(state_hash(state), |&id| self.states[id as usize] == *state);
        id.map_or(u32::MAX, |&id| self.places[id as usize])
    }
}

struct Unfolding<'a, P: Describe> {
    whole: &'a P,
    graph: &'a dyn States<P::State>,
    strategy: &'a Strategy,
    reduction: &'a dyn Reduction<P::State>,
    /// The nodes of the strategy by the smaller forms of their states.
    nodes: FxHashMap<P::State, NodeId>,
}

impl<'a, P: Describe> Unfolding<'a, P> {
    fn new(
        whole: &'a P,
        graph: &'a dyn States<P::State>,
        strategy: &'a Strategy,
        reduction: &'a dyn Reduction<P::State>,
    ) -> Self {
        let form = |node| reduction.reduced(&graph.state(node));
        let nodes = strategy.order().iter().map(|&node| (form(node), node)).collect();
        Self { whole, graph, strategy, reduction, nodes }
    }

    /// Follows the strategy from the root, depth first.
    fn collect(&self) -> Result<Unfolded<P::State>, ExportError> {
        enum Todo {
            Enter(u32),
            Leave(u32),
        }
        let mut all = Unfolded {
            states: Vec::new(),
            index: HashTable::new(),
            order: Vec::new(),
            places: Vec::new(),
            with_sequences: false,
            with_circles: false,
        };
        let mut entered = Vec::new();
        // Those whose children have all been left.
        let mut left = Vec::new();
        let mut todo = vec![Todo::Enter(all.number(&self.whole.root()).0)];
        while let Some(next) = todo.pop() {
            let id = match next {
                Todo::Leave(id) => {
                    left[id as usize] = true;
                    all.order.push(id);
                    continue;
                }
                Todo::Enter(id) => id,
            };
            entered.resize(all.states.len(), false);
            left.resize(all.states.len(), false);
            if std::mem::replace(&mut entered[id as usize], true) {
                continue;
            }
            todo.push(Todo::Leave(id));
            let state = all.states[id as usize].clone();
            let step = self.step(&state)?;
            all.with_sequences |= !step.sequence.is_empty();
            for (_, reached) in &step.edges {
                let next = all.number(reached).0;
                let is_on_line = entered.get(next as usize) == Some(&true) && !left[next as usize];
                all.with_circles |= is_on_line;
                todo.push(Todo::Enter(next));
            }
        }
        all.order.reverse();
        all.places = vec![0; all.states.len()];
        for (place, &id) in (0..).zip(&all.order) {
            all.places[id as usize] = place;
        }
        Ok(all)
    }

    /// The node that stands for a state.
    fn node(&self, state: &P::State) -> Option<NodeId> {
        self.nodes.get(&self.reduction.reduced(state)).copied()
    }

    fn step(&self, state: &P::State) -> Result<Step<P::State>, ExportError> {
        let verdict = self.strategy.verdict();
        let role = match self.whole.status(state) {
            Status::Open(role) => role,
            Status::Decided(_) | Status::OpenLeaf => return Ok(Step::new(RecordKind::Leaf, Vec::new())),
        };
        let kind = if role == verdict.chooser() { RecordKind::Choice } else { RecordKind::All };
        let node = self.node(state).ok_or_else(|| self.unanswered(state))?;
        if self.graph.role(node).is_none() {
            // The search stopped here.
            let kind = if kind == RecordKind::Choice { RecordKind::Sequence } else { kind };
            return self.with_sequence(state, node, Step::new(kind, Vec::new()));
        }
        if kind == RecordKind::Choice {
            let chosen = self.strategy.choice_in(self.graph, node);
            let edge = chosen.and_then(|child| move_to(self.whole, self.reduction, state, &self.graph.state(child)));
            let edge = edge.ok_or_else(|| self.unanswered(state))?;
            return Ok(Step::new(kind, vec![edge]));
        }
        let mut edges = Vec::new();
        let mut is_whole = true;
        self.whole.for_each_successor(state, |mv, reached| {
            let is_answered = self.whole.status(&reached) == Status::Decided(verdict) || self.node(&reached).is_some();
            is_whole &= is_answered;
            if is_answered {
                edges.push((self.whole.move_text(state, mv), reached));
            }
        });
        let step = Step::new(kind, edges);
        if is_whole { Ok(step) } else { self.with_sequence(state, node, step) }
    }

    fn with_sequence(
        &self,
        state: &P::State,
        node: NodeId,
        step: Step<P::State>,
    ) -> Result<Step<P::State>, ExportError> {
        let sequence = self.reduction.sequence(state, &self.graph.state(node), self.strategy.verdict());
        if sequence.is_empty() {
            return Err(self.unanswered(state));
        }
        Ok(Step { sequence, ..step })
    }

    fn unanswered(&self, state: &P::State) -> ExportError {
        ExportError::Unanswered { state: self.whole.state_text(state) }
    }
}

/// The first move to a state that has the same smaller form as this one.
fn move_to<P: Describe>(
    whole: &P,
    reduction: &dyn Reduction<P::State>,
    state: &P::State,
    goal: &P::State,
) -> Option<(String, P::State)> {
    let (form, mut found) = (reduction.reduced(goal), None);
    whole.for_each_successor(state, |mv, reached| {
        if found.is_none() && reduction.reduced(&reached) == form {
            found = Some((mv, reached));
        }
    });
    found.map(|(mv, reached)| (whole.move_text(state, mv), reached))
}
