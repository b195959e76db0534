//! Facts about true numbers, and about the search that follows them.

mod examples;
mod graphs;
mod numbers;
mod saved;
mod search;
mod verdicts;
mod wide;
