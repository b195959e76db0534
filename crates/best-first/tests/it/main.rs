//! Facts about best-first search: published counts, worked examples, theorems and what only looks like one, verdicts,
//! limits, weights and look-ahead.

mod ao_star;
mod contract;
mod counterexamples;
mod examples;
mod favouring;
mod golden;
mod laws;
mod limits;
mod memory;
mod probes;
mod saved;
mod steps;
mod theorems;
mod verdicts;
mod wide;
