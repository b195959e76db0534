//! When a search must stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Bounds on one search. `None` means no bound. Reaching one is a result, never an error, and loses nothing.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Expansions since the search began, earlier calls included: raise it to continue a stopped search. What a search does in one piece
    /// may go beyond it where its options say so.
    pub expansions: Option<u64>,
    /// Bytes that the search may hold at a time: graph, states, node sets and index. Lists count with what is in them: what they have
    /// asked for beyond that is not written to, and systems give no memory for it until it is. What states own
    /// is seen as far as [`owned_bytes`](crate::Problem::owned_bytes) says.
    pub bytes: Option<u64>,
    /// Wall-clock time of this call.
    pub time: Option<Duration>,
    /// Stops the search from another thread or a signal handler.
    pub cancel: Option<Cancel>,
    /// How much work may lie between two looks at the clock, the flag and the observer: nodes created, gone through and
    /// recomputed. Without it, as much as takes milliseconds where rules are fast. For problems that take long to ask, a
    /// small number: it bounds how late a search notices that it must stop. Best-first and depth-first searches heed it.
    pub pace: Option<u64>,
}

impl Limits {
    /// No bounds at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// True if a search that keeps a graph has to stop, which holds so many bytes and may take so many `ahead`. One in
    /// twenty-five is left to the allocator and to lists that an update needs for a moment.
    #[inline]
    pub fn leave_no_room(&self, bytes: usize, ahead: usize) -> bool {
        /// One byte in so many.
        const SLACK: usize = 25;
        self.bytes.is_some_and(|most| (bytes + bytes / SLACK + ahead) as u64 >= most)
    }

    /// At most this many expansions since the search began.
    pub fn expansions(count: u64) -> Self {
        Self { expansions: Some(count), ..Self::default() }
    }

    /// The same with another [`expansions`](Self::expansions).
    pub fn with_expansions(self, expansions: impl Into<Option<u64>>) -> Self {
        Self { expansions: expansions.into(), ..self }
    }

    /// The same with another [`bytes`](Self::bytes).
    pub fn with_bytes(self, bytes: impl Into<Option<u64>>) -> Self {
        Self { bytes: bytes.into(), ..self }
    }

    /// The same with another [`time`](Self::time).
    pub fn with_time(self, time: impl Into<Option<Duration>>) -> Self {
        Self { time: time.into(), ..self }
    }

    /// The same with another [`pace`](Self::pace).
    pub fn with_pace(self, pace: impl Into<Option<u64>>) -> Self {
        Self { pace: pace.into(), ..self }
    }

    /// The work between two looks outside, for a search that would do so much.
    #[inline]
    pub fn batch(&self, usual: u64) -> u64 {
        self.pace.map_or(usual, |most| usual.min(most))
    }

    /// The same with another [`cancel`](Self::cancel).
    pub fn with_cancel(self, cancel: impl Into<Option<Cancel>>) -> Self {
        Self { cancel: cancel.into(), ..self }
    }
}

/// A flag that asks a search to stop. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that holds a clone to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True once [`raise`](Self::raise) was called.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
