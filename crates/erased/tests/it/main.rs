//! Searches behind `dyn` do what those of known types do.

mod board;
mod cursor;
mod orders;
mod sealed;
mod wide;
