//! The search for mates, on problems of shogi.

mod common;
mod limits;
mod lines;
mod verdicts;
