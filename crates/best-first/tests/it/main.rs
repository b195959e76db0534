//! Facts about best-first search: published counts, worked examples, laws, verdicts, limits, weights and look-ahead.

mod examples;
mod golden;
mod laws;
mod limits;
mod memory;
mod probes;
mod verdicts;
