//! Certificates of small problems: written, read back, converted, spoilt in every way, and checked.

mod book;
mod common_states;
mod cycles;
mod deep;
mod golden;
mod means;
mod model;
mod mutation;
mod problems;
mod round_trip;
mod sequences;
mod strategy;
mod untrusted;
