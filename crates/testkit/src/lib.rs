//! Test support for proofset: what judges games, node sets and searches.
//!
//! | module | gives | judges |
//! | --- | --- | --- |
//! | [`conformance`] | the laws of games and of small problems, perft | games |
//! | [`laws`] | the laws of node sets | node sets |
//! | [`random`] | random graphs: trees, DAGs, cycles | searches on explicit graphs |
//! | [`families`] | graphs with known sizes | sizes of proof and disproof sets |
//! | [`opaque`] | problems behind `dyn` with states of their own | what need not be compiled once more |
//! | [`ranked`] | ranks added or hidden | the order of updates |
//! | [`ruled`] | the same problem with another rule for repetitions | graphs with cycles under all rules |
//! | [`shuffled`] | the same problem with its moves in another order | what searches owe to luck |
//! | [`synthetic`] | random games that are never stored | large searches |
//! | [`horn`] | programs of clauses with much sharing | when proof sets pay |
//! | [`slow`] | a problem whose rules take a millisecond a node | limits on time |
//! | [`wide`] | a game with very many moves | searches that are to be interrupted |
//! | [`suite`] | problems with known verdicts, from files | everything |
//!
//! Everything is deterministic: what is random comes from a seed, so that a failure can be repeated.
//!
//! ```
//! use proofset_core::Problem;
//! use proofset_testkit::random::RandomGraph;
//! use proofset_testkit::ranked::Ranked;
//!
//! for seed in 0..10 {
//!     let ranked = Ranked::new(RandomGraph::dag().generate(seed));
//!     assert_eq!(ranked.rank(&ranked.root()), Some(0));
//! }
//! ```

pub mod certified;
pub mod conformance;
pub mod families;
pub mod horn;
pub mod laws;
pub mod opaque;
pub mod random;
pub mod ranked;
pub mod ruled;
pub mod saved;
pub mod shuffled;
pub mod slow;
pub mod suite;
pub mod synthetic;
pub mod wide;
