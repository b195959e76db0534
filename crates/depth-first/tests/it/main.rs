//! Facts about depth-first search: the order of best-first search on trees, verdicts with any table, cycles, proofs.

mod collisions;
mod common;
mod cursors;
mod cycles;
mod edges;
mod endings;
mod equivalence;
mod histories;
mod limits;
mod methods;
mod parallel;
mod saved;
mod simulation;
mod sources;
mod stress;
mod turning;
mod verdicts;
mod wide;
