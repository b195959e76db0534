//! Places in a graph, for searches that keep a line and no graph.
//!
//! A depth-first search asks a [`Cursor`] for the children of the node that it stands on, goes to one of them and comes back.
//! [`CopyCursor`] works for every problem, [`UndoCursor`] for games whose moves can be taken back; a game with dear states
//! brings a cursor of its own. Searches for mates ask for more, which is a [`MateLine`]. A search whose leaves are judged by
//! searches of their own says how far it is ([`FirstLevel`]) and is told what was found out ([`Visit`]); searches that keep
//! their graph use the same words.
//!
//! This crate knows no search, no table and no graph.

mod copy;
mod cursor;
mod mate_line;
mod pairs;
mod undo;
mod visit;
mod zone_cursor;
mod zone_store;
mod zones;

pub use copy::CopyCursor;
pub use cursor::{Choice, Cursor, NodeView};
pub use mate_line::{FirstLook, FirstLookOptions, MateLine, MateMove, MateNode};
pub use pairs::{Pair, paired_children};
pub use undo::{Step, UndoCursor};
pub use visit::{FirstLevel, LeafResult, Visit, Work};
pub use zone_cursor::ZoneCursor;
pub use zones::Zones;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
