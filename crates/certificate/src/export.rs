//! Turns a strategy into moves: a certificate, or a line of play.
//!
//! A graph knows states, not moves. The moves are found by asking the problem for the successors of a node's state and
//! comparing them with the states of its children, which are in move order without repetitions, so that the search for
//! a child almost always ends at the first comparison. Cost: each state's successors are generated once.
//!
//! Nodes may stand for several states, which theirs [decides](proofset_core::Dominance::decides). The states of records are
//! then those that a replay comes to: of all states in which a record is come to, the one that decides them. What the other
//! side cannot do there is left out of the node's answers, and with it nodes that nothing else leads to. Cost: the
//! strategy is followed twice, for the file begins with the number of its records.

use std::collections::hash_map::Entry;
use std::io::Write;

use proofset_core::{Describe, Dominance, NodeId, Problem, Status, Value};
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::nodes::States;
use crate::reader::Form;
use crate::record::{Edge, Header, RecordKind, Version};
use crate::solved_graph::SolvedGraph;
use crate::strategy::Strategy;
use crate::writer::{WriteError, Writer};

/// Why a strategy cannot be put into moves. All but the first are faults of the graph, not of the problem.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The certificate cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The header has another verdict than the strategy.
    #[error("the header says {header}, and the strategy shows that the root is {strategy}")]
    Verdict {
        /// The verdict of the header.
        header: Value,
        /// The verdict of the strategy.
        strategy: Value,
    },
    /// A legal move that the strategy should answer leads to no child of the node.
    #[error("node {node}: the move {mv:?} leads to a state that is not a child of the node in the strategy")]
    MissingChild {
        /// The node.
        node: NodeId,
        /// The move.
        mv: String,
    },
    /// A child that no move leads to.
    #[error("no move leads from node {from} to node {to}")]
    NoMove {
        /// The node.
        from: NodeId,
        /// Its supposed child.
        to: NodeId,
    },
    /// A state of the whole game for which the strategy of its smaller form has nothing.
    #[error("the strategy says nothing of {state}, and no threat sequence is known there")]
    Unanswered {
        /// The state.
        state: String,
    },
}

/// Writes the certificate of a strategy, one record per node: in version 1 if all of its lines end, else in version 2.
/// Returns the file and the number of its records.
///
/// # Errors
///
/// [`ExportError`] if the file cannot be written, the header has another verdict, or graph and problem disagree.
pub fn write_certificate<P, G, W>(
    problem: &P,
    graph: &G,
    strategy: &Strategy,
    header: &Header,
    form: Form,
    inner: W,
) -> Result<(W, u32), ExportError>
where
    P: Describe,
    G: SolvedGraph<State = P::State>,
    W: Write,
{
    write_from(problem, graph, strategy, header, form, inner)
}

fn write_from<P: Describe, W: Write>(
    problem: &P,
    graph: &dyn States<P::State>,
    strategy: &Strategy,
    header: &Header,
    form: Form,
    inner: W,
) -> Result<(W, u32), ExportError> {
    if header.verdict != strategy.verdict() {
        return Err(ExportError::Verdict { header: header.verdict, strategy: strategy.verdict() });
    }
    let version = if strategy.height().is_some() { Version::Acyclic } else { Version::Cyclic };
    let play = Play { problem, graph, strategy };
    if !graph.is_exact() {
        return play.write_replayed(version, header, form, inner);
    }
    let count = strategy.len() as u32;
    let mut writer = Writer::with_version(inner, form, version, header, count)?;
    for &node in strategy.order() {
        let state = graph.state(node);
        let kind = strategy.kind(graph, node);
        play.write_record(&mut writer, kind, &state, &play.moves(node, kind, &state)?, |place| place)?;
    }
    Ok((writer.finish()?, count))
}

/// A strategy, and what it takes to follow it.
struct Play<'a, P: Problem> {
    problem: &'a P,
    graph: &'a dyn States<P::State>,
    strategy: &'a Strategy,
}

/// A move of a strategy.
struct Followed<P: Problem> {
    mv: P::Move,
    reached: P::State,
    /// The place of the child in the order of the strategy.
    place: u32,
}

/// Where graph and problem disagree: no move leads to this child, or this move to no child.
enum Gap<P: Problem> {
    NoMove(NodeId),
    MissingChild(P::Move),
}

impl<P: Describe> Play<'_, P> {
    /// The certificate of a strategy whose nodes stand for several states: with the states that its replay comes to, as
    /// the checker will see them, and without the nodes that it does not come to.
    fn write_replayed<W: Write>(
        &self,
        version: Version,
        header: &Header,
        form: Form,
        inner: W,
    ) -> Result<(W, u32), ExportError> {
        let mut numbers = vec![u32::MAX; self.strategy.len()];
        let mut count = 0;
        self.replay(|place, _, _, _| {
            numbers[place as usize] = count;
            count += 1;
            Ok(())
        })?;
        let mut writer = Writer::with_version(inner, form, version, header, count)?;
        self.replay(|_, kind, state, moves| {
            self.write_record(&mut writer, kind, state, moves, |place| numbers[place as usize])
        })?;
        Ok((writer.finish()?, count))
    }

    fn write_record<W: Write>(
        &self,
        writer: &mut Writer<W>,
        kind: RecordKind,
        state: &P::State,
        moves: &[Followed<P>],
        number: impl Fn(u32) -> u32,
    ) -> Result<(), ExportError> {
        let texts: Vec<String> = moves.iter().map(|followed| self.problem.move_text(state, followed.mv)).collect();
        let edges = texts.iter().zip(moves).map(|(mv, followed)| Edge { mv, child: number(followed.place) });
        let edges: Vec<Edge<'_>> = edges.collect();
        Ok(writer.record(kind, &edges)?)
    }

    /// Follows the strategy from the root, and shows each of its nodes that is come to once, in order, with the state that
    /// decides all states in which it is come to, and the moves that the strategy has there.
    fn replay(
        &self,
        mut visit: impl FnMut(u32, RecordKind, &P::State, &[Followed<P>]) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let mut pending: FxHashMap<u32, P::State> = FxHashMap::default();
        pending.insert(0, self.problem.root());
        for (&node, place) in self.strategy.order().iter().zip(0..) {
            let Some(state) = pending.remove(&place) else { continue };
            let kind = self.kind(node, &state);
            let moves = self.moves(node, kind, &state)?;
            for Followed { reached, place: child, .. } in &moves {
                match pending.entry(*child) {
                    Entry::Vacant(entry) => drop(entry.insert(reached.clone())),
                    Entry::Occupied(mut entry) => {
                        let common = self.problem.common(entry.get(), self.strategy.verdict(), reached);
                        let to = self.strategy.order()[*child as usize];
                        *entry.get_mut() = common.ok_or(ExportError::NoMove { from: node, to })?;
                    }
                }
            }
            visit(place, kind, &state, &moves)?;
        }
        Ok(())
    }

    /// The moves at a node in a state: none at a leaf, the chosen one, or all.
    fn moves(&self, node: NodeId, kind: RecordKind, state: &P::State) -> Result<Vec<Followed<P>>, ExportError> {
        self.follow(node, kind, state).map_err(|gap| match gap {
            Gap::NoMove(to) => ExportError::NoMove { from: node, to },
            Gap::MissingChild(mv) => ExportError::MissingChild { node, mv: self.problem.move_text(state, mv) },
        })
    }
}

impl<P: Dominance> Play<'_, P> {
    /// What the strategy does at a node in a state. With fewer answers to it, a state may be over where the node's own is
    /// not.
    fn kind(&self, node: NodeId, state: &P::State) -> RecordKind {
        let is_over = self.problem.status(state) == Status::Decided(self.strategy.verdict());
        if is_over { RecordKind::Leaf } else { self.strategy.kind(self.graph, node) }
    }

    fn follow(&self, node: NodeId, kind: RecordKind, state: &P::State) -> Result<Vec<Followed<P>>, Gap<P>> {
        match kind {
            RecordKind::Leaf | RecordKind::Sequence => Ok(Vec::new()),
            RecordKind::Choice => self.choice(node, state),
            RecordKind::All => self.answers(node, state),
        }
    }

    /// The chosen move of a node.
    fn choice(&self, node: NodeId, state: &P::State) -> Result<Vec<Followed<P>>, Gap<P>> {
        let chosen = self.strategy.choice_in(self.graph, node);
        let Some((child, place)) = chosen.and_then(|child| Some((child, self.strategy.position(child)?))) else {
            // Only the strategy of another graph comes here; the writer refuses a choice without a move.
            return Ok(Vec::new());
        };
        let (goal, mut found) = (self.graph.state(child), None);
        self.problem.for_each_successor(state, |mv, reached| {
            if found.is_none() && self.problem.decides(&goal, self.strategy.verdict(), &reached) {
                found = Some(Followed { mv, reached, place });
            }
        });
        found.map(|found| vec![found]).ok_or(Gap::NoMove(child))
    }

    /// All legal moves of a node, each with the child it leads to.
    fn answers(&self, node: NodeId, state: &P::State) -> Result<Vec<Followed<P>>, Gap<P>> {
        let mut children: Vec<(P::State, u32)> = Vec::new();
        self.graph.find_child(node, &mut |child| {
            children.extend(self.strategy.position(child).map(|place| (self.graph.state(child), place)));
            false
        });
        let mut moves = Vec::new();
        let mut missing = None;
        let mut expected = 0;
        self.problem.for_each_successor(state, |mv, reached| {
            let leads_to = |child: &usize| self.problem.decides(&children[*child].0, self.strategy.verdict(), &reached);
            match (expected..children.len()).chain(0..expected).find(leads_to) {
                Some(child) => {
                    expected = child + 1;
                    moves.push(Followed { mv, reached, place: children[child].1 });
                }
                None => missing = missing.or(Some(mv)),
            }
        });
        match missing {
            Some(mv) => Err(Gap::MissingChild(mv)),
            None => Ok(moves),
        }
    }

    /// [`longest_line`].
    fn longest_line(&self) -> Option<(Vec<P::Move>, bool)> {
        let height = |place: u32| {
            let node = self.strategy.order()[place as usize];
            self.strategy.height_of(node).unwrap_or(0) as usize
        };
        // The moves that are still to be looked at in a state of the line, the most promising last.
        let step = |place: u32, state: &P::State| {
            let node = self.strategy.order()[place as usize];
            let mut rest = self.follow(node, self.kind(node, state), state).ok()?;
            // Moves of equal promise keep their order: the first is the last in the list.
            rest.reverse();
            rest.sort_by_key(|followed| height(followed.place));
            Some(rest)
        };
        let (mut best, mut line): (Vec<P::Move>, Vec<P::Move>) = (Vec::new(), Vec::new());
        // How deep a state was come to at a node: it is worth coming to again only deeper.
        let mut deepest: FxHashMap<(u32, P::State), usize> = FxHashMap::default();
        let mut stack = vec![step(0, &self.problem.root())?];
        while let Some(here) = stack.last_mut() {
            let Some(Followed { mv, reached, place }) = here.pop() else {
                stack.pop();
                line.pop();
                continue;
            };
            let depth = stack.len();
            if depth + height(place) <= best.len() {
                continue;
            }
            // A line that is given up half-way is none, so the first is followed to its end.
            if deepest.len() >= MOST_STATES && !best.is_empty() {
                return Some((best, false));
            }
            let rest = step(place, &reached)?;
            match deepest.entry((place, reached)) {
                Entry::Occupied(entry) if *entry.get() >= depth => continue,
                Entry::Occupied(mut entry) => drop(entry.insert(depth)),
                Entry::Vacant(entry) => drop(entry.insert(depth)),
            }
            line.push(mv);
            if rest.is_empty() && line.len() > best.len() {
                best.clone_from(&line);
            }
            stack.push(rest);
        }
        Some((best, true))
    }
}

/// States that a search for the longest line comes to, at most.
const MOST_STATES: usize = 20_000;

/// A longest line along a strategy that ends, whose nodes may stand for several states: the moves, and whether no other is
/// longer. That is not known where the search for it was given up after some thousands of states. `None` if graph and problem
/// disagree.
pub fn longest_line<P, G>(problem: &P, graph: &G, strategy: &Strategy) -> Option<(Vec<P::Move>, bool)>
where
    P: Dominance,
    G: SolvedGraph<State = P::State>,
{
    Play { problem, graph, strategy }.longest_line()
}

/// The moves along a path of nodes, such as [`Strategy::principal_line`]. Where several moves lead to the same node,
/// the first.
///
/// # Errors
///
/// [`ExportError::NoMove`] if two nodes that follow each other are not parent and child.
pub fn line_moves<P, G>(problem: &P, graph: &G, nodes: &[NodeId]) -> Result<Vec<P::Move>, ExportError>
where
    P: Problem,
    G: SolvedGraph<State = P::State>,
{
    moves_along(problem, graph, nodes)
}

/// The same, as far as moves lead: to all nodes, unless the problem says something else of a state each time it is asked.
pub fn leading_moves<P, G>(problem: &P, graph: &G, nodes: &[NodeId]) -> Vec<P::Move>
where
    P: Problem,
    G: SolvedGraph<State = P::State>,
{
    leading_along(problem, graph, nodes)
}

// Compiled once for all graphs of a problem.
fn leading_along<P: Problem>(problem: &P, graph: &dyn States<P::State>, nodes: &[NodeId]) -> Vec<P::Move> {
    let mv = |pair: &[NodeId]| move_between(problem, &graph.state(pair[0]), &graph.state(pair[1]));
    nodes.windows(2).map_while(mv).collect()
}

fn moves_along<P: Problem>(
    problem: &P,
    graph: &dyn States<P::State>,
    nodes: &[NodeId],
) -> Result<Vec<P::Move>, ExportError> {
    let mv = |pair: &[NodeId]| {
        let (from, to) = (pair[0], pair[1]);
        move_between(problem, &graph.state(from), &graph.state(to)).ok_or(ExportError::NoMove { from, to })
    };
    nodes.windows(2).map(mv).collect()
}

/// The first move from one state to another, if there is one.
pub fn move_between<P: Problem>(problem: &P, from: &P::State, to: &P::State) -> Option<P::Move> {
    let mut found = None;
    problem.for_each_successor(from, |mv, next| {
        if found.is_none() && next == *to {
            found = Some(mv);
        }
    });
    found
}
