//! Checks a certificate against the rules: the last word on every verdict.
//!
//! The idea: replay the strategy from the problem's root, one pass over the records, and ask the problem alone what is
//! legal and what is finished. Nothing here knows how the certificate was found; this module uses the reader, the
//! [`Problem`](proofset_core::Problem) and its notation, and nothing else.
//!
//! Why a certificate that passes is a proof: by induction from the last record to the first, the state of every record
//! has the value of the verdict. A leaf has it by the rules; a choice has a legal move to a state that has it; an all
//! record has it because every legal move leads to a state that has it. The induction is sound because every edge leads
//! to a larger number, and because two edges to one record must reach equal states.
//!
//! Cost: each record's successors are generated once. A state is held from the first edge to its record until the
//! record itself, so memory is at most one state per record, and on a strategy written depth-first far less. The
//! tables are those of the standard library: a forged file cannot choose its texts so as to slow them down.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Read;

use proofset_core::{Describe, Status, Value};
use thiserror::Error;

use crate::reader::{ReadError, Reader};
use crate::record::{Edge, Kind, Record};

/// What a checked certificate amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The value of the root, now certain.
    pub verdict: Value,
    /// The number of records.
    pub nodes: u64,
    /// The number of edges.
    pub edges: u64,
    /// The number of leaf records.
    pub leaves: u64,
    /// The length of the longest line, in plies.
    pub depth: u32,
    /// The most states that were held at a time.
    pub held: u64,
}

/// Why a certificate is no proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A record to which no edge leads.
    #[error("record {record}: no move leads here from the root; a certificate holds only what its strategy needs")]
    Unreachable {
        /// The number of the record.
        record: u32,
    },
    /// A record that the rules do not bear out.
    #[error("record {record}, for {state}: {fault}")]
    Fault {
        /// The number of the record.
        record: u32,
        /// The state that the record stands for.
        state: String,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// What the rules have against a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A leaf record for a state where play goes on.
    #[error("a leaf record, but play is not over")]
    NotTerminal,
    /// A leaf record for a finished state with the other value.
    #[error("a leaf record of a certificate for {verdict}, but the rules say {rules}")]
    LeafValue {
        /// The verdict of the certificate.
        verdict: Value,
        /// The value that the rules give.
        rules: Value,
    },
    /// A choice or all record for a finished state.
    #[error("a record with moves, but play is over")]
    Terminal,
    /// Any record for a state that the problem leaves open.
    #[error("the problem leaves the value of this state open, so that no verdict can rest on it")]
    OpenLeaf,
    /// A choice record where the other side moves.
    #[error("a choice record, but the other side moves; it takes an all record, which answers every move")]
    OtherSideMoves,
    /// An all record where the favoured side moves.
    #[error(
        "an all record, but the side moves that the verdict favours; it takes a choice record, which names one move"
    )]
    FavouredSideMoves,
    /// An edge whose move the rules do not allow.
    #[error("{mv:?} is not a legal move")]
    IllegalMove {
        /// The move.
        mv: String,
    },
    /// A legal move without an edge.
    #[error("the legal move {mv:?} is not answered")]
    MissingMove {
        /// The move.
        mv: String,
    },
    /// Two edges with the same move.
    #[error("the move {mv:?} is listed twice")]
    RepeatedMove {
        /// The move.
        mv: String,
    },
    /// Two edges that reach different states, but name the same record.
    #[error("the move {mv:?} leads to {reached}, but record {child} stands for {other}, which another move leads to")]
    OtherState {
        /// The move.
        mv: String,
        /// The record that its edge names.
        child: u32,
        /// The state that the move leads to.
        reached: String,
        /// The state that an earlier edge to the record reached.
        other: String,
    },
}

/// A state whose record is still to come.
struct Pending<S> {
    state: S,
    /// The longest line from the root, in plies.
    depth: u32,
}

/// Checks the rest of a certificate, which must be all of its records, against `problem`.
///
/// Whether the header names this problem is for the caller to compare.
///
/// # Errors
///
/// [`CheckError`] at the first thing that is wrong. A certificate that passes proves its verdict for the problem's
/// root.
///
/// ```
/// use proofset_certificate::{Reader, check};
/// use proofset_core::{Describe, Problem, Role, Status, Value};
///
/// /// Take one or two stones; who takes the last one wins. Can the player to move win?
/// struct TakeAway(u32);
///
/// impl Problem for TakeAway {
///     type State = (u32, bool);
///     type Move = u32;
///
///     fn root(&self) -> Self::State {
///         (self.0, true)
///     }
///
///     fn status(&self, &(stones, first): &Self::State) -> Status {
///         match (stones, first) {
///             (0, true) => Status::Decided(Value::Disproven),
///             (0, false) => Status::Decided(Value::Proven),
///             (_, true) => Status::Open(Role::Or),
///             (_, false) => Status::Open(Role::And),
///         }
///     }
///
///     fn for_each_successor(&self, &(stones, first): &Self::State, mut visit: impl FnMut(u32, Self::State)) {
///         for take in 1..=stones.min(2) {
///             visit(take, (stones - take, !first));
///         }
///     }
/// }
///
/// impl Describe for TakeAway {
///     fn state_text(&self, (stones, _): &Self::State) -> String {
///         format!("{stones} stones")
///     }
///
///     fn move_text(&self, _state: &Self::State, take: u32) -> String {
///         take.to_string()
///     }
/// }
///
/// let file = br#"{"format": "proofset-certificate", "version": 1,
///     "game": "take-away", "position": "4", "goal": "first:win", "verdict": "proven",
///     "nodes": [
///         {"kind": "choice", "moves": [["1", 1]]},
///         {"kind": "all", "moves": [["1", 2], ["2", 3]]},
///         {"kind": "choice", "moves": [["2", 4]]},
///         {"kind": "choice", "moves": [["1", 4]]},
///         {"kind": "leaf"}
///     ]}"#;
/// let summary = check(&TakeAway(4), &mut Reader::new(&file[..])?)?;
/// assert_eq!((summary.verdict, summary.nodes, summary.depth), (Value::Proven, 5, 3));
/// assert!(check(&TakeAway(5), &mut Reader::new(&file[..])?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check<P: Describe, R: Read>(problem: &P, reader: &mut Reader<R>) -> Result<Summary, CheckError> {
    let verdict = reader.header().verdict;
    let mut summary = Summary { verdict, nodes: 0, edges: 0, leaves: 0, depth: 0, held: 1 };
    let mut pending = HashMap::new();
    pending.insert(0, Pending { state: problem.root(), depth: 0 });
    while let Some(record) = reader.next_record()? {
        let index = record.index();
        let Some(Pending { state, depth }) = pending.remove(&index) else {
            return Err(CheckError::Unreachable { record: index });
        };
        summary.nodes += 1;
        summary.edges += record.edges().len() as u64;
        summary.leaves += u64::from(record.kind() == Kind::Leaf);
        summary.depth = summary.depth.max(depth);
        replay(problem, verdict, &record, &state, depth, &mut pending).map_err(|fault| CheckError::Fault {
            record: index,
            state: problem.state_text(&state),
            fault,
        })?;
        summary.held = summary.held.max(pending.len() as u64);
    }
    assert!(pending.is_empty(), "the reader lets through only edges to later records that exist");
    Ok(summary)
}

/// Compares one record with the rules, and makes its moves.
fn replay<P: Describe>(
    problem: &P,
    verdict: Value,
    record: &Record<'_>,
    state: &P::State,
    depth: u32,
    pending: &mut HashMap<u32, Pending<P::State>>,
) -> Result<(), Fault> {
    let role = match (problem.status(state), record.kind()) {
        (Status::OpenLeaf, _) => return Err(Fault::OpenLeaf),
        (Status::Decided(rules), Kind::Leaf) if rules == verdict => return Ok(()),
        (Status::Decided(rules), Kind::Leaf) => return Err(Fault::LeafValue { verdict, rules }),
        (Status::Decided(_), Kind::Choice | Kind::All) => return Err(Fault::Terminal),
        (Status::Open(_), Kind::Leaf) => return Err(Fault::NotTerminal),
        (Status::Open(role), Kind::Choice | Kind::All) => role,
    };
    let moves = match (record.kind() == Kind::Choice, role == verdict.chooser()) {
        (true, false) => return Err(Fault::OtherSideMoves),
        (false, true) => return Err(Fault::FavouredSideMoves),
        (true, true) => record.edges().map(|edge| choose(problem, state, edge)).collect::<Result<Vec<_>, _>>()?,
        (false, false) => answer_all(problem, state, record)?,
    };
    for Played { mv, reached, child } in moves {
        match pending.entry(child) {
            Entry::Vacant(entry) => {
                entry.insert(Pending { state: reached, depth: depth + 1 });
            }
            Entry::Occupied(mut entry) if entry.get().state == reached => {
                entry.get_mut().depth = entry.get().depth.max(depth + 1);
            }
            Entry::Occupied(entry) => {
                let (reached, other) = (problem.state_text(&reached), problem.state_text(&entry.get().state));
                return Err(Fault::OtherState { mv, child, reached, other });
            }
        }
    }
    Ok(())
}

/// A legal move, made.
struct Played<S> {
    mv: String,
    reached: S,
    /// The record that must stand for the state reached.
    child: u32,
}

/// Makes the move of an edge.
fn choose<P: Describe>(problem: &P, state: &P::State, edge: Edge<'_>) -> Result<Played<P::State>, Fault> {
    let mut found = None;
    problem.for_each_successor(state, |mv, reached| {
        if found.is_none() && problem.move_text(state, mv) == edge.mv {
            found = Some(reached);
        }
    });
    let mv = edge.mv.to_owned();
    match found {
        Some(reached) => Ok(Played { mv, reached, child: edge.child }),
        None => Err(Fault::IllegalMove { mv }),
    }
}

/// Makes every legal move, and finds the edge that answers it.
///
/// Even a problem that gives two moves the same text, which it must not, cannot hide one of them here: both would get
/// the record of the one edge with that text, and the states they reach are compared.
fn answer_all<P: Describe>(problem: &P, state: &P::State, record: &Record<'_>) -> Result<Vec<Played<P::State>>, Fault> {
    let mut answers = HashMap::new();
    for Edge { mv, child } in record.edges() {
        if answers.insert(mv, (child, false)).is_some() {
            return Err(Fault::RepeatedMove { mv: mv.to_owned() });
        }
    }
    let mut moves = Vec::new();
    let mut missing = None;
    problem.for_each_successor(state, |mv, reached| {
        let mv = problem.move_text(state, mv);
        match answers.get_mut(mv.as_str()) {
            Some((child, legal)) => {
                *legal = true;
                moves.push(Played { mv, reached, child: *child });
            }
            None => missing = missing.take().or(Some(mv)),
        }
    });
    if let Some(edge) = record.edges().find(|edge| !answers[edge.mv].1) {
        return Err(Fault::IllegalMove { mv: edge.mv.to_owned() });
    }
    match missing {
        Some(mv) => Err(Fault::MissingMove { mv }),
        None => Ok(moves),
    }
}
