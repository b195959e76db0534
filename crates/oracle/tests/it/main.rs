//! The oracles against published and hand-made values, against each other, against the theorems and what only
//! looks like one.

mod counterexamples;
mod cycles;
mod examples;
mod file;
mod laws;
mod random;
mod truncated_operations;
