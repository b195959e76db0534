//! Tables of what is known about states, within a fixed number of bytes: what depth-first searches share.
//!
//! The idea: a depth-first search holds only the line that it looks at; everything else it may forget. A table entry
//! saves work and never carries the search's progress, so any entry may be dropped at any time. Entries lie in clusters
//! of four, and tables grow by [linear hashing](linear): one cluster is split at a time, nothing is ever copied as a
//! whole, and a search of a small problem holds little. [`ExactTable`] stores whole states and compares them;
//! [`RowTable`] does the same with states that are written as words, and does not know their type. What is kept for a
//! state is the search's own: proof and disproof numbers, or bounds of a value.
//!
//! What gives way in a full cluster is the entry with the least [worth](Kept::worth), as a rule the positions that were
//! searched below it. [`Replacement::SmallTreeGc`] (Nagai 1999) forgets many at a time instead, those of small subtrees,
//! when the table is nearly full, and leaves the rest of the clusters room.

mod atomic;
mod exact;
mod layout;
pub mod linear;
mod mapped;
mod rows;
mod saved;
mod typed;
mod worth;
mod writing;

pub use atomic::{AtomicLines, AtomicWords, Line};
pub use exact::Clusters;
pub use layout::{Beside, Layout, Slot};
pub use mapped::Mapped;
pub use rows::{Row, RowTable, Rows, RowsBeside};
pub use saved::{get, get_count, put, put_rows, read_use, write_use};
pub use typed::{ExactTable, Typed, TypedBeside};
pub use worth::{cut, scale, unscale};
pub use writing::{Packing, Writing};

/// Entries of a cluster.
pub const WIDTH: usize = 4;

/// Which entries give way when a table is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Replacement {
    /// That with the least worth in the cluster, one at a time.
    #[default]
    Work,
    /// Those with the least worth in the table, two fifths of all at a time, when seven eighths of it are full (Nagai
    /// 1999). A cluster that is full before that drops the entry with the least worth.
    SmallTreeGc,
}

/// How much a table may hold.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// At most so many bytes.
    pub bytes: u64,
    /// At most so many entries, rounded down to whole clusters, and up to one.
    pub entries: Option<u64>,
    /// What gives way when it is full.
    pub replacement: Replacement,
    /// Keeps entries that find their cluster full beside it while the table may still grow, so that nothing is forgotten
    /// before it is as large as it may be. Each look-up that finds nothing then looks at two places.
    pub overflow: bool,
}

/// What a table keeps for a state.
pub trait Kept: Copy {
    /// The number of different worths.
    const WORTHS: usize;

    /// How much it counts when one has to give way, below [`WORTHS`](Self::WORTHS).
    fn worth(&self) -> u16;

    /// Takes in what has been found out about the same state since.
    fn renew(&mut self, new: Self);
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
