//! Tests of best-first search on graphs with cycles.

mod common;
mod examples;
mod limits;
mod steps;
mod verdicts;
