//! Searches behind `dyn` do what those of known types do.

mod cursor;
mod wide;
