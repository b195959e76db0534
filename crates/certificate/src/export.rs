//! Turns a strategy into moves: a certificate, or a line of play.
//!
//! A graph knows states, not moves. The moves are found by asking the problem for the successors of a node's state and
//! comparing them with the states of its children, which are in move order without repetitions, so that the search for
//! a child almost always ends at the first comparison. Cost: each state's successors are generated once.

use std::io::Write;

use proofset_core::{Describe, NodeId, Problem, Value};
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
) -> Result<W, ExportError>
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
) -> Result<W, ExportError> {
    if header.verdict != strategy.verdict() {
        return Err(ExportError::Verdict { header: header.verdict, strategy: strategy.verdict() });
    }
    let version = if strategy.height().is_some() { Version::Acyclic } else { Version::Cyclic };
    let mut writer = Writer::with_version(inner, form, version, header, strategy.len() as u32)?;
    for &node in strategy.order() {
        let kind = strategy.kind(graph, node);
        let moves = match kind {
            Kind::Leaf => Vec::new(),
            Kind::Choice => choice(problem, graph, strategy, node)?,
            Kind::All => answers(problem, graph, strategy, node)?,
        };
        let edges: Vec<Edge<'_>> = moves.iter().map(|(mv, child)| Edge { mv, child: *child }).collect();
        writer.record(kind, &edges)?;
    }
    Ok(writer.finish()?)
}

/// The chosen move of a node.
fn choice<P: Describe>(
    problem: &P,
    graph: &dyn States<P::State>,
    strategy: &Strategy,
    node: NodeId,
) -> Result<Vec<(String, u32)>, ExportError> {
    let chosen = strategy.choice_in(graph, node).and_then(|child| Some((child, strategy.position(child)?)));
    let Some((child, position)) = chosen else {
        // Only the strategy of another graph comes here; the writer refuses a choice without a move.
        return Ok(Vec::new());
    };
    let state = graph.state(node);
    let mv = move_between(problem, &state, &graph.state(child)).ok_or(ExportError::NoMove { from: node, to: child })?;
    Ok(vec![(problem.move_text(&state, mv), position)])
}

/// All legal moves of a node, each with the position of the child it leads to.
fn answers<P: Describe>(
    problem: &P,
    graph: &dyn States<P::State>,
    strategy: &Strategy,
    node: NodeId,
) -> Result<Vec<(String, u32)>, ExportError> {
    let mut children: Vec<(P::State, u32)> = Vec::new();
    graph.find_child(node, &mut |child| {
        children.extend(strategy.position(child).map(|position| (graph.state(child), position)));
        false
    });
    let state = graph.state(node);
    let mut moves = Vec::new();
    let mut missing = None;
    let mut expected = 0;
    problem.for_each_successor(&state, |mv, next| {
        let text = problem.move_text(&state, mv);
        match (expected..children.len()).chain(0..expected).find(|&child| children[child].0 == next) {
            Some(child) => {
                expected = child + 1;
                moves.push((text, children[child].1));
            }
            None => missing = missing.take().or(Some(text)),
        }
    });
    match missing {
        Some(mv) => Err(ExportError::MissingChild { node, mv }),
        None => Ok(moves),
    }
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
