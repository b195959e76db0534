//! The loop of a search that grows a graph, leaf by leaf.
//!
//! The idea: searches differ in the leaf that they expand and in what they back up. Around that they are all alike: is it
//! decided? is there a limit? is there room? is it time to look at the clock? else a step. [`grow`] is that loop, and
//! [`Growth`] is what it asks of a search.
//!
//! The invariants: a search that has stopped goes on where it stopped; bytes are noted before every step, so that none
//! are held that a report does not tell; a problem that was found to be broken stays so. The cost: what is asked before a
//! step are sums of a few numbers, and progress is put together only when somebody looks.

use proofset_core::{Counters, Progress, Size, SolveError, StopReason, Tempo, Watch, batch};
use tracing::debug;

use crate::End;

/// What all searches keep alike: what they have done, whether there is room, and the fault of a problem that cannot be searched.
///
/// An [`Expander`](crate::Expander) does for the search that it belongs to.
pub trait Bookkeeping {
    /// What a node stands for.
    type State: Clone;

    /// What the search has done.
    fn counters(&self) -> Counters;

    /// Takes note that it holds so many bytes, for the most that it ever held.
    fn note_bytes(&mut self, bytes: usize);

    /// Bytes that it will need for a moment beyond those that it holds, if it goes on.
    fn growth_ahead(&self) -> usize;

    /// True if it can grow no more, for lack of addresses.
    fn is_full(&self) -> bool;

    /// The most successors that a node has had.
    fn widest(&self) -> usize;

    /// Where the fault of a problem is kept that cannot be searched.
    fn broken(&mut self) -> &mut Option<SolveError<Self::State>>;
}

/// A search that grows a graph, leaf by leaf.
pub trait Growth {
    /// What a node stands for.
    type State: Clone;

    /// What keeps its books: a part of it, or itself.
    fn books(&self) -> &dyn Bookkeeping<State = Self::State>;

    /// The same, to write in.
    fn books_mut(&mut self) -> &mut dyn Bookkeeping<State = Self::State>;

    /// True once the question has its answer.
    fn is_decided(&self) -> bool;

    /// What it has done.
    fn counters(&self) -> Counters {
        self.books().counters()
    }

    /// The sizes of the root: of its proof, and of its disproof.
    fn sizes(&self) -> (Size, Size);

    /// Edges from the root to the node expanded last.
    fn depth(&self) -> u32 {
        0
    }

    /// Bytes that it holds.
    fn bytes(&self) -> usize;

    /// Bytes that it will need for a moment beyond those, if it goes on.
    fn growth_ahead(&self) -> usize {
        self.books().growth_ahead()
    }

    /// True if it can grow no more, for lack of addresses.
    fn is_full(&self) -> bool {
        self.books().is_full()
    }

    /// Nodes created, recomputed and gone through so far: what takes time.
    fn work(&self) -> u64 {
        let Counters { recomputed, generated, .. } = self.counters();
        recomputed + generated
    }

    /// Work between two looks outside.
    fn batch(&self) -> u64 {
        batch(self.books().widest())
    }

    /// Sees to it that there is a root, and that nothing waits which an earlier call has left undone.
    ///
    /// # Errors
    ///
    /// Why it stops already.
    fn begin(&mut self, watch: &mut Watch<'_>) -> Result<(), End<Self::State>>;

    /// Finds out what a report says of a search that stops here, if steps leave that open.
    ///
    /// # Errors
    ///
    /// Why it stops.
    fn prepare(&mut self, watch: &mut Watch<'_>) -> Result<(), End<Self::State>> {
        let _ = watch;
        Ok(())
    }

    /// Selects a leaf, expands it, and brings its ancestors up to date. It holds so many bytes.
    ///
    /// # Errors
    ///
    /// Why it stops. What was begun is taken back, or finished when it [begins](Self::begin) again.
    fn step(&mut self, held: usize, watch: &mut Watch<'_>) -> Result<(), End<Self::State>>;

    /// Finds room where the limit on bytes is reached. False if there is none to find.
    ///
    /// # Errors
    ///
    /// Why it stops while it looks for room.
    fn make_room(&mut self, watch: &mut Watch<'_>) -> Result<bool, End<Self::State>> {
        let _ = watch;
        Ok(false)
    }

    /// How far it is, if it holds so many bytes.
    fn progress(&self, bytes: usize) -> Progress {
        progress(&self.counters(), self.sizes(), self.depth(), bytes)
    }
}

/// How far a search is that has these counters, sizes of its root and depth, and holds so many bytes.
pub fn progress(counters: &Counters, (proof, disproof): (Size, Size), depth: u32, bytes: usize) -> Progress {
    let mut progress = Progress::start();
    (progress.expanded, progress.generated) = (counters.expanded, counters.generated);
    (progress.bytes, progress.depth) = (bytes as u64, depth);
    (progress.proof, progress.disproof) = (proof, disproof);
    progress
}

/// Lets a search grow until it is decided or a limit is reached, and says why it stopped.
///
/// # Errors
///
/// The fault of the problem, if it cannot be searched; the same one whenever the search is asked again.
pub fn grow<G: Growth + ?Sized>(search: &mut G, watch: &mut Watch<'_>) -> Result<StopReason, SolveError<G::State>> {
    if let Some(error) = search.books_mut().broken() {
        return Err(error.clone());
    }
    let end = go_on(search, watch);
    let bytes = search.bytes();
    search.books_mut().note_bytes(bytes);
    match end {
        Ok(stop) | Err(End::Stop(stop)) => Ok(stop),
        Err(End::Error(error)) => {
            *search.books_mut().broken() = Some(error.clone());
            Err(error)
        }
    }
}

/// The same, compiled once for all searches of the same states: for steps that take longer than a few calls.
///
/// # Errors
///
/// As for [`grow`].
pub fn grow_any<S: Clone>(
    search: &mut dyn Growth<State = S>,
    watch: &mut Watch<'_>,
) -> Result<StopReason, SolveError<S>> {
    grow(search, watch)
}

fn go_on<G: Growth + ?Sized>(search: &mut G, watch: &mut Watch<'_>) -> Result<StopReason, End<G::State>> {
    let limits = watch.limits();
    search.begin(watch)?;
    if !search.is_decided() {
        watch.look_at_clock()?;
    }
    // The observer is asked after some work: one that says no each time gets a search to its end all the same.
    let mut tempo = Tempo::new(search.batch());
    let mut outside = search.work() + limits.batch(search.batch()).max(1);
    let mut next_look = outside.min(search.work() + tempo.work());
    while !search.is_decided() {
        search.prepare(watch)?;
        if limits.expansions.is_some_and(|most| search.counters().expanded >= most) {
            return Ok(StopReason::Expansions);
        }
        let bytes = search.bytes();
        search.books_mut().note_bytes(bytes);
        if search.is_full() {
            return Ok(StopReason::Memory);
        }
        if limits.leave_no_room(bytes, search.growth_ahead()) {
            if search.make_room(watch)? {
                continue;
            }
            return Ok(StopReason::Memory);
        }
        if search.work() >= next_look {
            tempo.adapt();
            if search.work() >= outside {
                outside = search.work() + limits.batch(search.batch());
                look(search.progress(bytes), watch)?;
            } else {
                watch.look_at_clock()?;
            }
            next_look = outside.min(search.work() + tempo.work());
        }
        search.step(bytes, watch)?;
    }
    Ok(StopReason::Decided)
}

#[cold]
fn look(progress: Progress, watch: &mut Watch<'_>) -> Result<(), StopReason> {
    let Progress { expanded, generated, proof, disproof, bytes, .. } = progress;
    debug!(expanded, generated, %proof, %disproof, bytes, "batch");
    watch.look(progress)
}
