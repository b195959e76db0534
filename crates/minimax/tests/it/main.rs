//! Tests of the minimax searches against plain minimax, published node counts and known values.

mod common;
mod counts;
mod limits;
mod parallel;
mod proofs;
mod saved;
mod values;
mod windows;
