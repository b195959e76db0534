//! Facts about best-first search: published counts, worked examples, laws, verdicts, limits.

mod examples;
mod golden;
mod laws;
mod limits;
mod memory;
mod verdicts;
