//! Algorithms by name: `pns`, `pss:20,20`, `pss:inf,0,ties=colex,pick=newest`, `pn2:size=full`.
//!
//! A specification is a name, for PSS optionally the two caps P and D, and options `key=value`, separated by commas. It
//! is parsed once per run; nothing in a search looks at text.
//!
//! Each file uses only those above it in this list:
//!
//! - [`option`]: what an option is, whatever it is about;
//! - [`spec`]: algorithms as data;
//! - [`entry`]: what a family declares of an algorithm;
//! - [`shared`]: options that several families have;
//! - a file for each family, with all that is said of it;
//! - [`list`]: the list of families;
//! - [`text`]: reading and printing.
//!
//! To add an option, add it to the `options` of its family. To add a family, write its file and add it to the list.

mod ao_star;
mod depth_first;
mod entry;
mod exact;
mod list;
mod mate;
mod minimax;
mod multi_valued;
mod option;
mod pns;
mod pss;
mod shared;
mod spec;
mod text;
mod two_level;

pub use entry::AlgorithmEntry;
pub(crate) use list::names;
pub use list::{ALGORITHMS, OPTIONS, OptionEntry};
pub use option::OptionValues;
pub use spec::{
    AlgorithmSpec, BatchSpec, Cap, Cycles, DepthFirstSpec, Family, MateSpec, MinimaxSpec, MultiValuedSpec, SetStorage,
    TableKind,
};
