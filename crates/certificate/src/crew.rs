//! A check by several threads, in bounded memory.
//!
//! The idea: what takes time is to ask the rules, record by record, and one record does not depend on another one but for the
//! state that it stands for. So records are read in batches; whatever has its state is given to a thread that asks the rules,
//! and what comes back gives other records their states. Of the records of a batch each waits for those edges alone that come
//! from its own batch, for all earlier batches are done.
//!
//! The rules may not be able to leave the thread that has opened them, so each thread opens them for itself. What threads
//! do is what one thread does, in another order; of several faults that of the first record is told.
//!
//! Certificates of version 2, and those where whoever repeats a state has lost, are checked by one thread: there a record
//! depends on all that came before.

use std::io::Read;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use proofset_core::{Describe, Value, goes_by_lines};

use crate::check::{self, CheckError, CheckProgress, Fault, Played, Replay, Summary, other_state, replay};
use crate::read_error::ReadError;
use crate::reader::Reader;
use crate::record::{Dictionary, Record, RecordKind, StoredEdge, Version, room};
use crate::to_come::{Pending, Shelf};

/// Records of a batch.
const BATCH: usize = 1 << 14;

/// Moves of a batch, unless one record has more.
const MOVES: usize = 4 * BATCH;

/// Records that a thread is given at a time.
const PORTION: usize = 64;

/// The rules as a thread sees them that checks records.
///
/// Every problem has them; there is nothing to implement.
pub trait Rules<S> {
    /// The moves of a record that stands for a state, if the rules bear it out.
    #[doc(hidden)]
    fn answer(&self, verdict: Value, record: &Record<'_>, state: &S) -> Answer<S>;
}

/// What the rules say to a record.
#[doc(hidden)]
pub struct Answer<S>(Result<Vec<Played<S>>, Fault>);

impl<P: Describe> Rules<P::State> for P {
    fn answer(&self, verdict: Value, record: &Record<'_>, state: &P::State) -> Answer<P::State> {
        let sequence: Vec<&str> = record.sequence().collect();
        Answer(check::moves(self, verdict, record, &sequence, state, false))
    }
}

/// Opens the rules on another thread, and calls back with them.
pub type OpenRules<'a, S> = &'a (dyn Fn(&mut dyn FnMut(&dyn Rules<S>)) + Sync);

/// With what a certificate is checked.
pub struct CheckMeans<'a, S> {
    /// So many states may be held at a time.
    pub states: usize,
    /// Writes down what goes beyond that; without it, the check ends there.
    pub shelf: Option<&'a dyn Shelf<S>>,
    /// Threads that ask the rules; with one, the thread that checks asks them itself.
    pub threads: usize,
    /// Opens the same rules on each thread.
    pub open: Option<OpenRules<'a, S>>,
    /// Is told now and then how far the check is.
    pub watch: &'a mut dyn FnMut(CheckProgress),
}

/// The same as [`check`](check::check) with several threads, or in bounded memory.
///
/// Memory: [`CheckMeans::states`] states, and where threads are, two more for each record of a batch of at most 16,384. Each state
/// that goes beyond that is written to a temporary file, and read again when its record comes. The moves of the record at hand
/// and the texts of all moves count as states, where they are more than 8,192 moves or a mebibyte, and may take half of the
/// room.
///
/// # Errors
///
/// As [`check`](check::check), and [`CheckError::Memory`] and [`CheckError::Shelf`].
pub fn check_with<P: Describe, R: Read>(
    problem: &P,
    reader: &mut Reader<R>,
    means: &mut CheckMeans<'_, P::State>,
) -> Result<Summary, CheckError>
where
    P::State: Send,
{
    let by_line = goes_by_lines(problem);
    let CheckMeans { states, shelf, threads, open, watch } = means;
    match *open {
        Some(open) if *threads > 1 && reader.version() != Version::Cyclic && !by_line => {
            let replay = Replay::new(problem, reader.version(), reader.header().verdict, *states, *shelf);
            reader.set_most(check::most_moves(*states));
            in_threads(problem, reader, replay, *threads, open, watch)
        }
        _ => replay(problem, reader, *states, *shelf, watch),
    }
}

/// Some records in memory.
#[derive(Default)]
struct Batch {
    first: u32,
    records: Vec<(RecordKind, Range<u32>, Range<u32>)>,
    edges: Vec<StoredEdge>,
    sequences: Vec<u32>,
    moves: Arc<Dictionary>,
}

impl Batch {
    /// The next records, none at the end, and what is wrong behind them: a fault of one of these is told before.
    fn read<R: Read>(reader: &mut Reader<R>) -> (Self, Result<(), ReadError>) {
        let mut batch = Self::default();
        let mut end = Ok(());
        while batch.records.len() < BATCH && batch.edges.len() + batch.sequences.len() < MOVES {
            let record = match reader.next_record() {
                Ok(Some(record)) => record,
                Ok(None) => break,
                Err(error) => {
                    end = Err(error);
                    break;
                }
            };
            if batch.records.is_empty() {
                batch.first = record.index();
            }
            let (edges, sequences) = (batch.edges.len() as u32, batch.sequences.len() as u32);
            batch.edges.extend(record.edges);
            batch.sequences.extend(record.sequence);
            let (edges, sequences) = (edges..batch.edges.len() as u32, sequences..batch.sequences.len() as u32);
            batch.records.push((record.kind(), edges, sequences));
        }
        batch.moves = Arc::clone(reader.dictionary());
        (batch, end)
    }

    fn record(&self, place: usize) -> Record<'_> {
        let (kind, edges, sequence) = &self.records[place];
        let (edges, sequence) =
            (edges.start as usize..edges.end as usize, sequence.start as usize..sequence.end as usize);
        Record {
            index: self.first + place as u32,
            kind: *kind,
            edges: &self.edges[edges],
            sequence: &self.sequences[sequence],
            moves: &self.moves,
        }
    }

    /// The place of a record, if it is one of these.
    fn place(&self, record: u32) -> Option<usize> {
        Some((record - self.first) as usize).filter(|&place| place < self.records.len())
    }
}

/// Records with their states, to be asked about.
struct Portion<S> {
    batch: Arc<Batch>,
    states: Vec<(usize, S)>,
}

/// What a thread says.
enum Said<S> {
    Answers(Vec<(usize, S, Answer<S>)>),
    /// It has the rules, or has not.
    Ready(bool),
    /// It has panicked.
    Dead,
}

/// Tells that a thread has panicked, if it has.
struct Mourner<S>(Sender<Said<S>>);

impl<S> Drop for Mourner<S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Said::Dead);
        }
    }
}

fn ask<S: Send>(verdict: Value, open: OpenRules<'_, S>, portions: &Mutex<Receiver<Portion<S>>>, say: Sender<Said<S>>) {
    let mourner = Mourner(say);
    let mut was_ready = false;
    open(&mut |rules| {
        was_ready = true;
        let _ = mourner.0.send(Said::Ready(true));
        loop {
            let portion = portions.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Portion { batch, states }) = portion else { break };
            let answer = |(place, state): (usize, S)| {
                let answer = rules.answer(verdict, &batch.record(place), &state);
                (place, state, answer)
            };
            let answers = states.into_iter().map(answer).collect();
            // When all answers are there, the texts are the reader's alone, so that it need not copy them to add to them.
            drop(batch);
            if mourner.0.send(Said::Answers(answers)).is_err() {
                break;
            }
        }
    });
    if !was_ready {
        let _ = mourner.0.send(Said::Ready(false));
    }
}

fn in_threads<P: Describe, R: Read>(
    problem: &P,
    reader: &mut Reader<R>,
    mut replay: Replay<'_, P>,
    threads: usize,
    open: OpenRules<'_, P::State>,
    watch: &mut dyn FnMut(CheckProgress),
) -> Result<Summary, CheckError>
where
    P::State: Send,
{
    let verdict = reader.header().verdict;
    let of = u64::from(reader.record_count());
    std::thread::scope(|scope| {
        let (portions, to_ask) = channel();
        let (say, said) = channel();
        let to_ask = Arc::new(Mutex::new(to_ask));
        // The system may have fewer threads.
        let begun = (0..threads).filter(|_| {
            let (to_ask, say) = (Arc::clone(&to_ask), say.clone());
            Builder::new().spawn_scoped(scope, move || ask(verdict, open, &to_ask, say)).is_ok()
        });
        let begun = begun.count();
        drop(say);
        let ready = (0..begun).filter(|_| matches!(said.recv(), Ok(Said::Ready(true)))).count();
        let crew = Crew { problem, verdict, portions: (ready > 0).then_some(portions), said };
        loop {
            let (batch, end) = Batch::read(reader);
            let end = end.map_err(|error| replay.unread(error));
            if batch.records.is_empty() {
                end?;
                return Ok(replay.finish(of));
            }
            replay.make_room(room(batch.edges.len().saturating_sub(MOVES), &batch.moves));
            crew.check(&Arc::new(batch), &mut replay)?;
            end?;
            watch(replay.progress(of));
        }
    })
}

struct Crew<'a, P: Describe> {
    problem: &'a P,
    verdict: Value,
    /// Nothing if no thread could open the rules.
    portions: Option<Sender<Portion<P::State>>>,
    said: Receiver<Said<P::State>>,
}

/// A record of a batch that is not done.
struct Waiting<S> {
    /// Edges from the batch itself that have not been gone along.
    edges: u32,
    pending: Option<Pending<S, ()>>,
}

impl<P: Describe> Crew<'_, P> {
    /// Checks a batch. All before it is done.
    fn check(&self, batch: &Arc<Batch>, replay: &mut Replay<'_, P>) -> Result<(), CheckError> {
        let mut waiting: Vec<Waiting<P::State>> =
            batch.records.iter().map(|_| Waiting { edges: 0, pending: None }).collect();
        for edge in &batch.edges {
            if let Some(place) = batch.place(edge.child) {
                waiting[place].edges += 1;
            }
        }
        let mut work = Work { batch, waiting, ready: Vec::new(), depths: vec![0; batch.records.len()], fault: None };
        for place in 0..batch.records.len() {
            if let Some(found) = replay.take_out(batch.first + place as u32)? {
                work.waiting[place].pending = Some(found);
            }
            if work.waiting[place].edges == 0 {
                work.become_ready(place);
            }
        }
        let mut out = 0;
        loop {
            while let Some((states, portions)) = self.portions.as_ref().and_then(|to| Some((work.portion()?, to))) {
                let portion = Portion { batch: Arc::clone(batch), states };
                portions.send(portion).expect("threads listen until the last record");
                out += 1;
            }
            if out == 0 {
                // Without threads the work is ours.
                let Some(states) = work.portion() else { break };
                for (place, state) in states {
                    let answer = self.problem.answer(self.verdict, &batch.record(place), &state);
                    work.take(self.problem, self.verdict, replay, place, &state, answer)?;
                }
                continue;
            }
            match self.said.recv() {
                Ok(Said::Answers(answers)) => {
                    out -= 1;
                    for (place, state, answer) in answers {
                        work.take(self.problem, self.verdict, replay, place, &state, answer)?;
                    }
                }
                _ => panic!("a thread that checks records has panicked"),
            }
        }
        match work.fault {
            Some((_, error)) => Err(error),
            None => replay.note_held(batch.records.len()),
        }
    }
}

/// A batch while it is checked.
struct Work<'b, S> {
    batch: &'b Batch,
    waiting: Vec<Waiting<S>>,
    /// Records that have their states and wait for nothing.
    ready: Vec<(usize, S)>,
    /// The plies of the longest lines to the records.
    depths: Vec<u32>,
    /// The first record that is at fault, as far as is known.
    fault: Option<(usize, CheckError)>,
}

impl<S: Eq + Clone> Work<'_, S> {
    fn note(&mut self, place: usize, error: CheckError) {
        if self.fault.as_ref().is_none_or(|(first, _)| place < *first) {
            self.fault = Some((place, error));
        }
    }

    fn become_ready(&mut self, place: usize) {
        match self.waiting[place].pending.take() {
            Some(Pending { state, depth, .. }) => {
                self.depths[place] = depth;
                self.ready.push((place, state));
            }
            None => self.note(place, CheckError::Unreachable { record: self.batch.first + place as u32 }),
        }
    }

    /// Some of the records that can be asked about.
    fn portion(&mut self) -> Option<Vec<(usize, S)>> {
        let rest = self.ready.len().saturating_sub(PORTION);
        Some(self.ready.split_off(rest)).filter(|states| !states.is_empty())
    }

    /// Takes in what the rules say to a record.
    fn take<P: Describe<State = S>>(
        &mut self,
        problem: &P,
        verdict: Value,
        replay: &mut Replay<'_, P>,
        place: usize,
        state: &S,
        Answer(answer): Answer<S>,
    ) -> Result<(), CheckError> {
        let depth = self.depths[place];
        let record = self.batch.first + place as u32;
        replay.count(&self.batch.record(place), depth);
        let moves = match answer {
            Ok(moves) => moves,
            Err(fault) => {
                self.note(place, replay.fault(record, state, fault));
                return Ok(());
            }
        };
        // A problem that gives two moves one text breaks its contract; edges are counted, so it is refused here.
        let mut edges = self.batch.record(place).edges();
        if moves.len() > edges.len() {
            let mv = edges.next().map_or_else(String::new, |edge| edge.mv.to_owned());
            self.note(place, replay.fault(record, state, Fault::RepeatedMove { mv }));
            return Ok(());
        }
        for played in moves {
            let Some(child) = self.batch.place(played.child) else {
                if let Err(error) = replay.go_on(record, state, played, depth, None) {
                    match error {
                        CheckError::Fault { .. } => self.note(place, error),
                        other => return Err(other),
                    }
                }
                continue;
            };
            let waits = &mut self.waiting[child];
            waits.edges -= 1;
            match &mut waits.pending {
                Some(pending) => {
                    if !check::join(problem, verdict, false, pending, &played.reached, depth + 1) {
                        let fault = other_state(problem, played.mv, played.child, &played.reached, &pending.state);
                        self.note(place, replay.fault(record, state, fault));
                        continue;
                    }
                }
                nothing => *nothing = Some(Pending { state: played.reached, depth: depth + 1, past: () }),
            }
            if self.waiting[child].edges == 0 {
                self.become_ready(child);
            }
        }
        Ok(())
    }
}
