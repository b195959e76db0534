//! Tests of best-first search on graphs with cycles.

mod common;
mod endgames;
mod examples;
mod limits;
mod steps;
mod verdicts;
mod wide;
