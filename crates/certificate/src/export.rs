//! Turns a strategy into moves: a certificate, or a line of play.
//!
//! A graph knows states, not moves. The moves are found by asking the problem for the successors of a node's state and
//! comparing them with the states of its children, which are in move order without repetitions, so that the search for
//! a child almost always ends at the first comparison. Cost: each state's successors are generated once.
//!
//! Nodes may stand for several states, which theirs [decides](proofset_core::Problem::decides). The states of records are
//! then those that a replay comes to: of all states in which a record is come to, the one that decides them. What the other
//! side cannot do there is left out of the node's answers, and with it nodes that nothing else leads to. Cost: the
//! strategy is followed twice, for the file begins with the number of its records.

use std::collections::hash_map::Entry;
use std::io::Write;

use proofset_core::{Describe, NodeId, Problem, Status, Value};
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::nodes::States;
use crate::reader::Form;
use crate::record::{Edge, Header, Kind, Version};
use crate::strategy::{SolvedGraph, Strategy};
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
    if !graph.is_exact() {
        return write_replayed(problem, graph, strategy, header, form, inner);
    }
    let mut writer = Writer::with_version(inner, form, version, header, strategy.len() as u32)?;
    for &node in strategy.order() {
        let state = graph.state(node);
        let kind = strategy.kind(graph, node);
        let moves = moves_of(problem, graph, strategy, node, kind, &state);
        let moves = moves.map_err(|gap| gap.at(problem, node, &state))?;
        write_record(problem, &mut writer, kind, &state, &moves, |place| place)?;
    }
    Ok((writer.finish()?, strategy.len() as u32))
}

fn write_record<P: Describe, W: Write>(
    problem: &P,
    writer: &mut Writer<W>,
    kind: Kind,
    state: &P::State,
    moves: &[Followed<P>],
    number: impl Fn(u32) -> u32,
) -> Result<(), ExportError> {
    let texts: Vec<String> = moves.iter().map(|followed| problem.move_text(state, followed.mv)).collect();
    let edges = texts.iter().zip(moves).map(|(mv, followed)| Edge { mv, child: number(followed.place) });
    let edges: Vec<Edge<'_>> = edges.collect();
    Ok(writer.record(kind, &edges)?)
}

/// The certificate of a strategy whose nodes stand for several states: with the states that its replay comes to, as the
/// checker will see them, and without the nodes that it does not come to.
fn write_replayed<P: Describe, W: Write>(
    problem: &P,
    graph: &dyn States<P::State>,
    strategy: &Strategy,
    header: &Header,
    form: Form,
    inner: W,
) -> Result<(W, u32), ExportError> {
    let mut numbers = vec![u32::MAX; strategy.len()];
    let mut count = 0;
    replay(problem, graph, strategy, |place, _, _, _| {
        numbers[place as usize] = count;
        count += 1;
        Ok(())
    })?;
    let mut writer = Writer::new(inner, form, header, count)?;
    replay(problem, graph, strategy, |_, kind, state, moves| {
        write_record(problem, &mut writer, kind, state, moves, |place| numbers[place as usize])
    })?;
    Ok((writer.finish()?, count))
}

/// Follows a strategy from the root, and shows each of its nodes that is come to once, in order, with the state that
/// decides all states in which it is come to, and the moves that the strategy has there.
fn replay<P: Describe>(
    problem: &P,
    graph: &dyn States<P::State>,
    strategy: &Strategy,
    mut visit: impl FnMut(u32, Kind, &P::State, &[Followed<P>]) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let verdict = strategy.verdict();
    let mut pending: FxHashMap<u32, P::State> = FxHashMap::default();
    pending.insert(0, problem.root());
    for (&node, place) in strategy.order().iter().zip(0..) {
        let Some(state) = pending.remove(&place) else { continue };
        // With fewer answers to it, a state may be over where the node's own is not.
        let is_over = problem.status(&state) == Status::Decided(verdict);
        let kind = if is_over { Kind::Leaf } else { strategy.kind(graph, node) };
        let moves = moves_of(problem, graph, strategy, node, kind, &state);
        let moves = moves.map_err(|gap| gap.at(problem, node, &state))?;
        for Followed { reached, place: child, .. } in &moves {
            match pending.entry(*child) {
                Entry::Vacant(entry) => drop(entry.insert(reached.clone())),
                Entry::Occupied(mut entry) => {
                    let common = problem.common(entry.get(), verdict, reached);
                    let child = strategy.order()[*child as usize];
                    *entry.get_mut() = common.ok_or(ExportError::NoMove { from: node, to: child })?;
                }
            }
        }
        visit(place, kind, &state, &moves)?;
    }
    Ok(())
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

impl<P: Describe> Gap<P> {
    fn at(self, problem: &P, node: NodeId, state: &P::State) -> ExportError {
        match self {
            Self::NoMove(to) => ExportError::NoMove { from: node, to },
            Self::MissingChild(mv) => ExportError::MissingChild { node, mv: problem.move_text(state, mv) },
        }
    }
}

/// The moves of a strategy at a node in a state: none at a leaf, the chosen one, or all.
fn moves_of<P: Problem>(
    problem: &P,
    graph: &dyn States<P::State>,
    strategy: &Strategy,
    node: NodeId,
    kind: Kind,
    state: &P::State,
) -> Result<Vec<Followed<P>>, Gap<P>> {
    match kind {
        Kind::Leaf => Ok(Vec::new()),
        Kind::Choice => choice(problem, graph, strategy, node, state),
        Kind::All => answers(problem, graph, strategy, node, state),
    }
}

/// The chosen move of a node.
fn choice<P: Problem>(
    problem: &P,
    graph: &dyn States<P::State>,
    strategy: &Strategy,
    node: NodeId,
    state: &P::State,
) -> Result<Vec<Followed<P>>, Gap<P>> {
    let chosen = strategy.choice_in(graph, node).and_then(|child| Some((child, strategy.position(child)?)));
    let Some((child, place)) = chosen else {
        // Only the strategy of another graph comes here; the writer refuses a choice without a move.
        return Ok(Vec::new());
    };
    let (goal, mut found) = (graph.state(child), None);
    problem.for_each_successor(state, |mv, reached| {
        if found.is_none() && problem.decides(&goal, strategy.verdict(), &reached) {
            found = Some(Followed { mv, reached, place });
        }
    });
    found.map(|found| vec![found]).ok_or(Gap::NoMove(child))
}

/// All legal moves of a node, each with the child it leads to.
fn answers<P: Problem>(
    problem: &P,
    graph: &dyn States<P::State>,
    strategy: &Strategy,
    node: NodeId,
    state: &P::State,
) -> Result<Vec<Followed<P>>, Gap<P>> {
    let mut children: Vec<(P::State, u32)> = Vec::new();
    graph.find_child(node, &mut |child| {
        children.extend(strategy.position(child).map(|place| (graph.state(child), place)));
        false
    });
    let mut moves = Vec::new();
    let mut missing = None;
    let mut expected = 0;
    problem.for_each_successor(state, |mv, reached| {
        let leads_to = |child: &usize| problem.decides(&children[*child].0, strategy.verdict(), &reached);
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

/// States that a search for the longest line comes to, at most.
const MOST_STATES: usize = 100_000;

/// A longest line along a strategy that ends, whose nodes may stand for several states: the moves, and whether no other is
/// longer. That is not known where the search for it was given up after a hundred thousand states. `None` if graph and
/// problem disagree.
pub fn longest_line<P, G>(problem: &P, graph: &G, strategy: &Strategy) -> Option<(Vec<P::Move>, bool)>
where
    P: Problem,
    G: SolvedGraph<State = P::State>,
{
    longest_from(problem, graph, strategy)
}

fn longest_from<P: Problem>(
    problem: &P,
    graph: &dyn States<P::State>,
    strategy: &Strategy,
) -> Option<(Vec<P::Move>, bool)> {
    let height = |place: u32| strategy.height_of(strategy.order()[place as usize]).unwrap_or(0) as usize;
    // The moves that are still to be looked at in a state of the line, the most promising last.
    let step = |place: u32, state: &P::State| {
        let node = strategy.order()[place as usize];
        let is_over = problem.status(state) == Status::Decided(strategy.verdict());
        let kind = if is_over { Kind::Leaf } else { strategy.kind(graph, node) };
        let mut rest = moves_of(problem, graph, strategy, node, kind, state).ok()?;
        // Moves of equal promise keep their order: the first is the last in the list.
        rest.reverse();
        rest.sort_by_key(|followed| height(followed.place));
        Some(rest)
    };
    let (mut best, mut line): (Vec<P::Move>, Vec<P::Move>) = (Vec::new(), Vec::new());
    // How deep a state was come to at a node: it is worth coming to again only deeper.
    let mut deepest: FxHashMap<(u32, P::State), usize> = FxHashMap::default();
    let mut stack = vec![step(0, &problem.root())?];
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
        if deepest.get(&(place, reached.clone())).is_some_and(|&other| other >= depth) {
            continue;
        }
        if deepest.len() == MOST_STATES {
            return Some((best, false));
        }
        line.push(mv);
        if line.len() > best.len() {
            best.clone_from(&line);
        }
        stack.push(step(place, &reached)?);
        deepest.insert((place, reached), depth);
    }
    Some((best, true))
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
