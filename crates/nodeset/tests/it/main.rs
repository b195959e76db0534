//! The laws of node sets and what only looks like one, the lemmas and the worked examples of Müller (2001), section 4,
//! and the evaluator.

mod counterexamples;
mod evaluator;
mod examples;
mod laws;
mod theorems;
