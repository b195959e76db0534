//! Searches behind `dyn` do what those of known types do.

mod board;
mod cursor;
mod sealed;
mod wide;
