//! What tests that use the kit rely on: shapes, sizes and determinism of its problems, and the reading of suites.

mod families;
mod horn;
mod random;
mod ranked;
mod shuffled;
mod suite;
mod synthetic;
mod wrappers;
