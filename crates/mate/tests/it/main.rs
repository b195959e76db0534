//! The search for mates, on problems of shogi.

mod common;
mod graphs;
mod limits;
mod lines;
mod parallel;
mod saved;
mod verdicts;
