//! Tests of best-first search on graphs with cycles.

mod common;
mod endgames;
mod examples;
mod limits;
mod saved;
mod steps;
mod verdicts;
mod wide;
