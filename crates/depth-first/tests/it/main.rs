//! Facts about depth-first search: the order of best-first search on trees, verdicts with any table, cycles, proofs.

mod common;
mod cycles;
mod equivalence;
mod limits;
mod verdicts;
