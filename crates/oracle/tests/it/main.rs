//! The oracles against published and hand-made values, against each other, and against the theorems.

mod cycles;
mod examples;
mod file;
mod laws;
mod random;
mod truncated_operations;
