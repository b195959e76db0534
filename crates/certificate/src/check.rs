//! Checks a certificate against the rules: the last word on every verdict.
//!
//! The idea: replay the strategy from the problem's root, one pass over the records, and ask the problem alone what is
//! legal and what is finished. Nothing here knows how the certificate was found; this module uses the reader, the
//! [`Problem`](proofset_core::Problem) and its notation, and nothing else.
//!
//! Why a certificate that passes is a proof: every record stands for one state, which all edges to it must reach, and
//! the side that the verdict favours can play from record to record along the edges, whatever the other side does: it has a legal move at every choice record, and an all record answers every legal move. If every edge leads to
//! a larger number, each such play ends, and it ends at a leaf, which has the value of the verdict by the rules. So the
//! verdict holds, whatever a repetition is worth: by induction from the last record to the first, the state of every
//! record has its value.
//!
//! Several edges may lead to one record from states that differ, if the problem knows a state that decides all of them
//! ([`Dominance::common`](proofset_core::Dominance::common)): the record then stands for that state, and the side that the
//! verdict favours can play from the others as if it were there.
//!
//! In version 3 a threat sequence may stand for many records: it is played out, with every legal reply to each of its
//! threats, and each of these lines must end with the value of the verdict. So it is a strategy as well, which is not
//! written down record by record.
//!
//! In version 2 an edge may lead back. By the same argument a play along the strategy ends at a leaf of the verdict's
//! value, or goes on for ever. So the verdict holds if play that goes on for ever has its value by the rule that the
//! problem states ([`Repetition::fixed_value`](proofset_core::Repetition::fixed_value)), and an edge back is refused if
//! it has not: otherwise two states could prove each other.
//!
//! Where whoever repeats a state has lost, the value of a state depends on the line that led to it. A strategy holds
//! there if the side that follows it never comes back to a state of the line: so the move of a choice record is refused
//! if any line of the strategy to the record has been through the state that it reaches. The other side loses by coming
//! back: so a leaf record may stand for a state where play is not over, if all moves that lead there are that side's and
//! every line to them has been through the state. Several records may stand for one state, since lines differ, and every
//! edge leads forward.
//!
//! Cost: each record's successors are generated once, and those of the positions on the way of each threat sequence each
//! time that it is played. A state is held from the first edge to its record until the
//! record itself, so memory is at most one state per record, and on a strategy written depth-first far less. In version
//! 2 any later edge may lead back to a choice or all record, so the states of all of these are held to the end: one
//! state per record that is no leaf. Where whoever repeats a state has lost, every state to the end, and for each record
//! that is still to come the numbers of the states that lines to it have been through, as far as others have not the same. The
//! tables are those of the standard library: a forged file cannot choose its texts so as to slow them down.
//!
//! What is held is compared with the limit at each move. In one move it grows by a state, its number, and what a
//! union of two [pasts](Past) has of its own: two nodes at most for each 64 states that are held. The moves of
//! the record at hand and the texts of all moves count as well, a move as a state, since its state is made.

use std::collections::HashMap;
use std::io::Read;

use proofset_core::{Describe, Repetition, Role, Status, Value, goes_by_lines};
use thiserror::Error;

use crate::past::{Past, Tally};
use crate::read_error::ReadError;
use crate::reader::Reader;
use crate::record::{Edge, Record, RecordKind, Version};
use crate::to_come::{self, NoPlace, Shelf, ToCome};

/// What a checked certificate amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The value of the root, now certain.
    pub verdict: Value,
    /// The number of records.
    pub nodes: u64,
    /// The number of edges.
    pub edges: u64,
    /// The number of leaf records.
    pub leaves: u64,
    /// The number of threat sequences.
    pub sequences: u64,
    /// The length of the longest line, in plies; `None` if an edge leads back, so that lines may go on for ever.
    pub depth: Option<u32>,
    /// The most states that were held at a time.
    pub held: u64,
    /// The states that were written to temporary files, for want of room.
    pub shelved: u64,
}

/// Why a certificate is no proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A record to which no edge leads from an earlier one.
    #[error("record {record}: no move leads here from the root; a certificate holds only what its strategy needs")]
    Unreachable {
        /// The number of the record.
        record: u32,
    },
    /// More states have to be held at a time than the caller allows, and they cannot be written down.
    #[error("more than {states} positions have to be held at a time; allow more memory")]
    Memory {
        /// The states that may be held.
        states: usize,
    },
    /// States that there is no room for could not be written to a temporary file, or read again.
    #[error("positions that there is no room for cannot be kept in a temporary file: {0}")]
    Shelf(#[source] std::io::Error),
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

impl CheckError {
    /// The number of the record that is at fault, if it is one.
    pub fn record(&self) -> Option<u32> {
        match self {
            Self::Unreachable { record } | Self::Fault { record, .. } => Some(*record),
            Self::Read(_) | Self::Memory { .. } | Self::Shelf(_) => None,
        }
    }
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
    #[error(
        "a record of a move of the favoured side, but the other side moves; it takes an all record, which answers every move"
    )]
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
    /// Moves to one record that reach different states.
    #[error("another move leads here and reaches {other}, which is another position")]
    OtherStates {
        /// The state that the other move reaches.
        other: String,
    },
    /// An edge back, though play without end has not the value of the verdict.
    #[error(
        "the move {mv:?} leads back to record {child}, and a cycle is no proof that the root is {verdict}: {}",
        endless_text(*.repetition)
    )]
    Cycle {
        /// The move.
        mv: String,
        /// The record that its edge names.
        child: u32,
        /// The verdict of the certificate.
        verdict: Value,
        /// What the problem says of repetitions.
        repetition: Option<Repetition>,
    },
    /// An edge back to a leaf.
    #[error("the move {mv:?} leads back to record {child}, which is a leaf; only edges forward lead to leaves")]
    BackToLeaf {
        /// The move.
        mv: String,
        /// The record that its edge names.
        child: u32,
    },
    /// A move of the favoured side back to a state of the line, where whoever repeats a state has lost.
    #[error(
        "the move {mv:?} comes back to {reached}, which a line of play has been through, and whoever repeats a position \
         loses"
    )]
    Repeats {
        /// The move.
        mv: String,
        /// The state that it comes back to.
        reached: String,
    },
    /// A threat that does not pass the move to the other side.
    #[error("after the threat {threat:?} the other side is not to move, so it is no threat")]
    NoThreat {
        /// The threat.
        threat: String,
    },
    /// The last move of a threat sequence does not end play.
    #[error("the threat sequence ends with {mv:?}, and play is not over")]
    SequenceEnds {
        /// The move.
        mv: String,
    },
    /// A reply to a threat that the threatened move does not punish.
    #[error("after the threat {threat:?} the reply {reply:?} is not answered: {win:?} does not end play")]
    Unpunished {
        /// The threat.
        threat: String,
        /// The reply.
        reply: String,
        /// The move that should end play.
        win: String,
    },
    /// A legal move without an edge, which the threat sequence does not answer either.
    #[error("the legal move {mv:?} has no edge, and the threat sequence does not answer it: {fault}")]
    Rest {
        /// The move.
        mv: String,
        /// What is wrong with the threat sequence after it.
        fault: Box<Fault>,
    },
    /// A threat sequence where whoever repeats a position loses.
    #[error("there are no threat sequences where whoever repeats a position loses")]
    SequenceRepeats,
}

/// Why play without end is no proof of the other value, or of any.
fn endless_text(repetition: Option<Repetition>) -> String {
    match repetition {
        Some(rule) => format!("by its rules {rule}"),
        None => "its rules know no play without end".to_owned(),
    }
}

/// A state whose record is still to come, with what lines to it have been through where that matters.
type Pending<S> = to_come::Pending<S, Option<Box<Past>>>;

/// So many nodes of the sets of a [`Past`] take the room of a state.
const NODES_OF_A_STATE: usize = 2;

/// Moves that are held beside the states, whatever the limit is, in the room of so many states.
const FREE_MOVES: usize = 1 << 13;

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
/// use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};
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
/// impl Dominance for TakeAway {}
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
/// assert_eq!((summary.verdict, summary.nodes, summary.depth), (Value::Proven, 5, Some(3)));
/// assert!(check(&TakeAway(5), &mut Reader::new(&file[..])?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check<P: Describe, R: Read>(problem: &P, reader: &mut Reader<R>) -> Result<Summary, CheckError> {
    replay(problem, reader, usize::MAX, None, &mut |_| ())
}

/// How far a check is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CheckProgress {
    /// The records that were checked.
    pub records: u64,
    /// The records that there are.
    pub of: u64,
    /// The states that are held.
    pub held: u64,
    /// The states that were written to temporary files so far.
    pub shelved: u64,
}

/// Records between two looks at how far a check is.
const LOOK: u64 = 1 << 14;

/// The same by one thread, with at most so many states in memory.
pub(crate) fn replay<P: Describe, R: Read>(
    problem: &P,
    reader: &mut Reader<R>,
    states: usize,
    shelf: Option<&dyn Shelf<P::State>>,
    watch: &mut dyn FnMut(CheckProgress),
) -> Result<Summary, CheckError> {
    let mut replay = Replay::new(problem, reader.version(), reader.header().verdict, states, shelf);
    let of = u64::from(reader.record_count());
    reader.set_most(most_moves(states));
    while let Some(record) = reader.next_record().map_err(|error| replay.unread(error))? {
        replay.make_room(record.room());
        replay.take(&record)?;
        if replay.summary.nodes.is_multiple_of(LOOK) {
            watch(replay.progress(of));
        }
    }
    Ok(replay.finish(of))
}

/// How much of the room for so many states moves may take, in states: half of it, and what is free.
pub(crate) fn most_moves(states: usize) -> usize {
    states / 2 + FREE_MOVES
}

/// The states that a replay has to know, and what it has counted.
pub(crate) struct Replay<'a, P: Describe> {
    problem: &'a P,
    verdict: Value,
    /// The states whose records are still to come, by the numbers of these.
    pending: ToCome<'a, P::State, Option<Box<Past>>>,
    /// So many states may be held.
    states: usize,
    /// The states that edges may lead back to, by the numbers of their records; none in version 1.
    passed: Option<HashMap<u32, P::State>>,
    /// The numbers of states, where whoever repeats one has lost.
    numbers: Option<HashMap<P::State, u32>>,
    /// How much is held for what lines have been through.
    tally: Tally,
    /// So many states there is no room for, since moves take it.
    moves: usize,
    went_back: bool,
    summary: Summary,
    longest: u32,
}

impl<'a, P: Describe> Replay<'a, P> {
    pub(crate) fn new(
        problem: &'a P,
        version: Version,
        verdict: Value,
        states: usize,
        shelf: Option<&'a dyn Shelf<P::State>>,
    ) -> Self {
        let root = problem.root();
        // A problem with a rank has no cycles, whatever it says of them.
        let mover_loses = goes_by_lines(problem);
        Self {
            problem,
            verdict,
            // What lines have been through is not written down.
            pending: ToCome::new(root, states, shelf.filter(|_| !mover_loses)),
            states,
            passed: (version == Version::Cyclic).then(HashMap::new),
            numbers: mover_loses.then(HashMap::new),
            tally: Tally::default(),
            moves: 0,
            went_back: false,
            summary: Summary { verdict, nodes: 0, edges: 0, leaves: 0, sequences: 0, depth: None, held: 1, shelved: 0 },
            longest: 0,
        }
    }

    /// How far it is, of so many records.
    pub(crate) fn progress(&self, of: u64) -> CheckProgress {
        let Summary { nodes, .. } = self.summary;
        CheckProgress { records: nodes, of, held: self.pending.held() as u64, shelved: self.pending.shelved() }
    }

    /// Compares the next record with the rules, and makes its moves.
    fn take(&mut self, record: &Record<'_>) -> Result<(), CheckError> {
        let Pending { state, depth, past } = self.arrive(record)?;
        let sequence: Vec<&str> = record.sequence().collect();
        self.replay(record, &sequence, &state, depth, past)?;
        if let Some(passed) = &mut self.passed
            && record.kind() != RecordKind::Leaf
        {
            passed.insert(record.index(), state);
        }
        self.note_held(0)
    }

    /// Counts a record, and takes out the state that it stands for.
    fn arrive(&mut self, record: &Record<'_>) -> Result<Pending<P::State>, CheckError> {
        let index = record.index();
        let pending = self.joined(index)?.ok_or(CheckError::Unreachable { record: index })?;
        self.count(record, pending.depth);
        Ok(pending)
    }

    /// The state of a record, as far as moves have led there, with the plies of the longest line.
    pub(crate) fn take_out(&mut self, record: u32) -> Result<Option<to_come::Pending<P::State, ()>>, CheckError> {
        let found = self.joined(record)?;
        Ok(found.map(|Pending { state, depth, .. }| to_come::Pending { state, depth, past: () }))
    }

    fn joined(&mut self, record: u32) -> Result<Option<Pending<P::State>>, CheckError> {
        let mut found = self.pending.take(record).map_err(|error| self.no_place(error))?.into_iter();
        let Some(mut pending) = found.next() else { return Ok(None) };
        for other in found {
            self.join_late(record, &mut pending, &other)?;
        }
        Ok(Some(pending))
    }

    /// Counts a record that lines of at most so many plies lead to.
    pub(crate) fn count(&mut self, record: &Record<'_>, depth: u32) {
        self.summary.nodes += 1;
        self.summary.edges += record.edges().len() as u64;
        self.summary.leaves += u64::from(record.kind() == RecordKind::Leaf);
        let sequence = record.sequence().len();
        self.summary.sequences += u64::from(sequence > 0);
        self.longest = self.longest.max(depth);
        if sequence > 0 {
            // Two moves for each threat but the last, after the move that has no edge.
            let plies = 2 * sequence.div_ceil(3) as u32 - u32::from(record.kind() == RecordKind::Sequence);
            self.longest = self.longest.max(depth.saturating_add(plies));
        }
    }

    /// Notes how many states are held, with so many that somebody else holds.
    pub(crate) fn note_held(&mut self, beside: usize) -> Result<(), CheckError> {
        let passed = self.passed.as_ref().map_or(0, HashMap::len);
        let numbers = self.numbers.as_ref().map_or(0, HashMap::len);
        let pasts = self.tally.nodes() / NODES_OF_A_STATE;
        let held = self.pending.held() + passed + numbers + pasts;
        self.summary.held = self.summary.held.max((held + beside) as u64);
        if held + self.moves > self.states { Err(CheckError::Memory { states: self.states }) } else { Ok(()) }
    }

    /// Moves take the room of so many states.
    pub(crate) fn make_room(&mut self, moves: usize) {
        self.moves = moves.saturating_sub(FREE_MOVES);
        self.pending.narrow(self.states.saturating_sub(self.moves));
    }

    /// Why the certificate cannot be read on.
    pub(crate) fn unread(&self, error: ReadError) -> CheckError {
        match error {
            ReadError::Room => CheckError::Memory { states: self.states },
            other => other.into(),
        }
    }

    fn no_place(&self, error: NoPlace) -> CheckError {
        match error {
            NoPlace::Full => CheckError::Memory { states: self.states },
            NoPlace::Io(error) => CheckError::Shelf(error),
            NoPlace::Unfaithful => {
                let what = "the problem does not give back the positions that it has written";
                CheckError::Shelf(std::io::Error::new(std::io::ErrorKind::InvalidData, what))
            }
        }
    }

    /// A record that a rule is against.
    pub(crate) fn fault(&self, record: u32, state: &P::State, fault: Fault) -> CheckError {
        CheckError::Fault { record, state: self.problem.state_text(state), fault }
    }

    /// Joins two states that moves to a record lead to. The second was written down, so that it is not known any more which
    /// move led there.
    fn join_late(
        &self,
        record: u32,
        pending: &mut Pending<P::State>,
        other: &Pending<P::State>,
    ) -> Result<(), CheckError> {
        if !join(self.problem, self.verdict, self.numbers.is_some(), pending, &other.state, other.depth) {
            let fault = Fault::OtherStates { other: self.problem.state_text(&other.state) };
            return Err(self.fault(record, &pending.state, fault));
        }
        Ok(())
    }

    fn replay(
        &mut self,
        record: &Record<'_>,
        sequence: &[&str],
        state: &P::State,
        depth: u32,
        past: Option<Box<Past>>,
    ) -> Result<(), CheckError> {
        let index = record.index();
        let fault = |replay: &Self, fault| replay.fault(index, state, fault);
        if self.numbers.is_some() && !sequence.is_empty() {
            return Err(fault(self, Fault::SequenceRepeats));
        }
        let mut past = past.or_else(|| self.numbers.is_some().then(Box::default));
        let repeats = past.as_ref().is_some_and(|past| past.repeats);
        let Self { problem, verdict, .. } = *self;
        let moves = moves(problem, verdict, record, sequence, state, repeats).map_err(|found| fault(self, found))?;
        if let Some(past) = past.as_mut().filter(|_| !moves.is_empty()) {
            past.go_on_to(self.number(state), &self.tally);
        }
        for played in moves {
            if played.child <= index {
                self.go_back(played, index, state).map_err(|found| fault(self, found))?;
                continue;
            }
            let mut past = past.clone();
            if let Some(past) = &mut past {
                let reached = self.number(&played.reached);
                if record.kind() == RecordKind::Choice && past.is_on_some(reached) {
                    let reached = self.problem.state_text(&played.reached);
                    return Err(fault(self, Fault::Repeats { mv: played.mv, reached }));
                }
                past.repeats = record.kind() == RecordKind::All && past.is_on_all(reached);
            }
            self.go_on(index, state, played, depth, past)?;
        }
        Ok(())
    }

    /// The number of a state.
    fn number(&mut self, state: &P::State) -> u32 {
        let Some(numbers) = &mut self.numbers else { return 0 };
        let next = numbers.len() as u32;
        *numbers.entry(state.clone()).or_insert(next)
    }

    /// A move of a record, from a state, to a record that is still to come.
    pub(crate) fn go_on(
        &mut self,
        record: u32,
        state: &P::State,
        Played { mv, reached, child }: Played<P::State>,
        depth: u32,
        past: Option<Box<Past>>,
    ) -> Result<(), CheckError> {
        let Self { problem, verdict, .. } = *self;
        let by_line = self.numbers.is_some();
        if let Some(pending) = self.pending.get_mut(child) {
            if !join(problem, verdict, by_line, pending, &reached, depth + 1) {
                let fault = other_state(problem, mv, child, &reached, &pending.state);
                return Err(self.fault(record, state, fault));
            }
            if let (Some(own), Some(past)) = (&mut pending.past, &past) {
                own.join(past);
            }
        } else {
            let pending = Pending { state: reached, depth: depth + 1, past };
            self.pending.insert(child, pending).map_err(|error| self.no_place(error))?;
        }
        // One record may have very many moves.
        self.note_held(0)
    }

    /// A move to an earlier record, or to the record itself.
    fn go_back(
        &mut self,
        Played { mv, reached, child }: Played<P::State>,
        own: u32,
        state: &P::State,
    ) -> Result<(), Fault> {
        let Self { problem, verdict, .. } = *self;
        let repetition = problem.repetition();
        if repetition.and_then(Repetition::fixed_value) != Some(verdict) {
            return Err(Fault::Cycle { mv, child, verdict, repetition });
        }
        let passed = || self.passed.as_ref().and_then(|passed| passed.get(&child));
        let Some(there) = (if child == own { Some(state) } else { passed() }) else {
            return Err(Fault::BackToLeaf { mv, child });
        };
        if !problem.decides(there, verdict, &reached) {
            return Err(other_state(problem, mv, child, &reached, there));
        }
        self.went_back = true;
        Ok(())
    }

    /// What all records amount to, of which there are so many.
    pub(crate) fn finish(self, of: u64) -> Summary {
        assert!(self.pending.is_empty(), "the reader lets through only edges to records that exist");
        assert_eq!(self.summary.nodes, of, "a certificate holds if each of its records was asked about");
        let shelved = self.pending.shelved();
        Summary { depth: (!self.went_back).then_some(self.longest), shelved, ..self.summary }
    }
}

/// Another way leads to a record, to this state, in so many plies. False if no state stands for both.
pub(crate) fn join<P: Describe, X>(
    problem: &P,
    verdict: Value,
    by_line: bool,
    pending: &mut to_come::Pending<P::State, X>,
    reached: &P::State,
    depth: u32,
) -> bool {
    if pending.state != *reached {
        // Where no line may come to a state twice, play from a better state could.
        let common = problem.common(&pending.state, verdict, reached);
        let Some(common) = common.filter(|_| !by_line) else { return false };
        pending.state = common;
    }
    pending.depth = pending.depth.max(depth);
    true
}

/// The moves of a record, made, if it is one that the rules allow for the state. It may be a leaf if all lines come
/// back to it and the other side loses by that.
pub(crate) fn moves<P: Describe>(
    problem: &P,
    verdict: Value,
    record: &Record<'_>,
    sequence: &[&str],
    state: &P::State,
    repeats: bool,
) -> Result<Vec<Played<P::State>>, Fault> {
    let role: Role = match (problem.status(state), record.kind()) {
        (Status::OpenLeaf, _) => return Err(Fault::OpenLeaf),
        (Status::Decided(rules), RecordKind::Leaf) if rules == verdict => return Ok(Vec::new()),
        (Status::Decided(rules), RecordKind::Leaf) => return Err(Fault::LeafValue { verdict, rules }),
        (Status::Decided(_), _) => return Err(Fault::Terminal),
        (Status::Open(_), RecordKind::Leaf) if repeats => return Ok(Vec::new()),
        (Status::Open(_), RecordKind::Leaf) => return Err(Fault::NotTerminal),
        (Status::Open(role), _) => role,
    };
    match (record.kind(), role == verdict.chooser()) {
        (RecordKind::All, true) => Err(Fault::FavouredSideMoves),
        (RecordKind::All, false) => answer_all(problem, verdict, state, record, sequence),
        (_, false) => Err(Fault::OtherSideMoves),
        (RecordKind::Sequence, true) => play_out(problem, verdict, state, sequence).map(|()| Vec::new()),
        (_, true) => record.edges().map(|edge| choose(problem, state, edge)).collect(),
    }
}

pub(crate) fn other_state<P: Describe>(
    problem: &P,
    mv: String,
    child: u32,
    reached: &P::State,
    other: &P::State,
) -> Fault {
    Fault::OtherState { mv, child, reached: problem.state_text(reached), other: problem.state_text(other) }
}

/// A legal move, made.
pub(crate) struct Played<S> {
    pub(crate) mv: String,
    pub(crate) reached: S,
    /// The record that must stand for the state reached.
    pub(crate) child: u32,
}

/// Makes the move of an edge.
fn choose<P: Describe>(problem: &P, state: &P::State, edge: Edge<'_>) -> Result<Played<P::State>, Fault> {
    let reached = play(problem, state, edge.mv)?;
    Ok(Played { mv: edge.mv.to_owned(), reached, child: edge.child })
}

/// Makes a move of the favoured side.
fn play<P: Describe>(problem: &P, state: &P::State, mv: &str) -> Result<P::State, Fault> {
    problem.successor(state, mv).ok_or_else(|| Fault::IllegalMove { mv: mv.to_owned() })
}

/// Plays a threat sequence from a state, with every reply to each of its threats: each of these lines must end play with
/// the value of the verdict.
fn play_out<P: Describe>(problem: &P, verdict: Value, start: &P::State, sequence: &[&str]) -> Result<(), Fault> {
    let mut state = start.clone();
    let mut rest = sequence;
    loop {
        match problem.status(&state) {
            Status::OpenLeaf => return Err(Fault::OpenLeaf),
            Status::Decided(rules) if rules == verdict => return Ok(()),
            Status::Decided(rules) => return Err(Fault::LeafValue { verdict, rules }),
            Status::Open(role) if role != verdict.chooser() => return Err(Fault::OtherSideMoves),
            Status::Open(_) => {}
        }
        let threat = rest[0];
        let threatened = play(problem, &state, threat)?;
        match problem.status(&threatened) {
            Status::OpenLeaf => return Err(Fault::OpenLeaf),
            Status::Decided(rules) if rules == verdict => return Ok(()),
            Status::Decided(rules) => return Err(Fault::LeafValue { verdict, rules }),
            Status::Open(role) if role == verdict.chooser() => {
                return Err(Fault::NoThreat { threat: threat.to_owned() });
            }
            Status::Open(_) => {}
        }
        let &[_, reply, win, ..] = rest else { return Err(Fault::SequenceEnds { mv: threat.to_owned() }) };
        let answered = problem.successor(&threatened, reply);
        let ends = |reached: &P::State| problem.status(reached) == Status::Decided(verdict);
        let mut unpunished = None;
        problem.for_each_successor(&threatened, |mv, reached| {
            let goes_on = unpunished.is_some() || answered.as_ref() == Some(&reached) || ends(&reached);
            // The other side may have another move: then the favoured side cannot end play.
            let may_end = || problem.status(&reached) == Status::Open(verdict.chooser());
            let is_won = || problem.successor(&reached, win).is_some_and(|won| ends(&won));
            if !(goes_on || may_end() && is_won()) {
                unpunished = Some(problem.move_text(&threatened, mv));
            }
        });
        if let Some(reply) = unpunished {
            return Err(Fault::Unpunished { threat: threat.to_owned(), reply, win: win.to_owned() });
        }
        let Some(answered) = answered else { return Ok(()) };
        state = answered;
        rest = &rest[3..];
    }
}

/// Makes every legal move, and finds the edge that answers it.
///
/// Even a problem that gives two moves the same text, which it must not, cannot hide one of them here: both would get
/// the record of the one edge with that text, and the states they reach are compared.
///
/// A move without an edge is answered by the threat sequence, if the record has one.
fn answer_all<P: Describe>(
    problem: &P,
    verdict: Value,
    state: &P::State,
    record: &Record<'_>,
    sequence: &[&str],
) -> Result<Vec<Played<P::State>>, Fault> {
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
            None if missing.is_some() => {}
            None if sequence.is_empty() => missing = Some(Fault::MissingMove { mv }),
            None => {
                let fault = play_out(problem, verdict, &reached, sequence).err();
                missing = fault.map(|fault| Fault::Rest { mv, fault: Box::new(fault) });
            }
        }
    });
    if let Some(edge) = record.edges().find(|edge| !answers[edge.mv].1) {
        return Err(Fault::IllegalMove { mv: edge.mv.to_owned() });
    }
    match missing {
        Some(fault) => Err(fault),
        None => Ok(moves),
    }
}
