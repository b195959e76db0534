//! Facts about two-level search: answers and proofs, the order of expansions, budgets, limits, leaves that are searched together.

mod batches;
mod budgets;
mod common;
mod keep;
mod limits;
mod order;
mod saved;
mod verdicts;
