//! Tables of what is known about states, within a fixed number of bytes.
//!
//! The idea: a depth-first search holds only the line that it looks at; everything else it may forget. A table entry
//! saves work and never carries the search's progress, so any entry may be dropped at any time. [`ExactTable`] stores
//! whole states and compares them, [`PackedTable`] does that with states that are written as words; [`KeyedTable`] stores 16 bytes for each state and compares keys. Both grow by linear
//! hashing, and both are told what may give way: see [`proofset_table`].
//!
//! What gives way in a full cluster is the entry with the least worth: the expansions below it, eightfold if it is
//! solved.

mod entry;
mod exact;
mod keyed;
mod memory;
mod saved;
mod slot;

pub(crate) use entry::NONE;
pub use entry::{AnyTable, Entry, Name, Room, Table};
pub use exact::{ExactTable, PackedTable};
pub use keyed::KeyedTable;
pub(crate) use keyed::Shared;
pub use proofset_table::Replacement;
