//! Names to games and algorithms: the one place where dynamic meets generic.
//!
//! A user names a game, a position, a goal and an algorithm in text. This crate turns the texts into a [`Task`] and a
//! running search behind `dyn`, once per run; inside, every search is monomorphic. Programs that know their game and
//! algorithm at compile time use the crates below directly and do not need this one.
//!
//! ```
//! use proofset_catalog::{AlgorithmSpec, open};
//! use proofset_core::{Limits, Verdict};
//!
//! let task = open("connect-four:4x4", None, None)?;
//! let algorithm: AlgorithmSpec = "pss:8,8".parse()?;
//! let mut search = task.begin(&algorithm)?;
//! let outcome = search.advance(&Limits::none(), &mut ())?;
//! assert_eq!(outcome.verdict, Verdict::Disproven);
//! assert_eq!(task.explain(&outcome), "disproven: the first player cannot force a win");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
mod cycles;
mod depth_first;
mod error;
mod games;
mod heuristics;
mod mate;
mod minimax;
mod task;
mod two_level;
mod values;

pub use algorithm::{
    ALGORITHMS, AlgorithmEntry, AlgorithmSpec, Cap, Family, OPTIONS, OptionEntry, OptionValues, SetStorage,
};
pub use cycles::Cycles;
pub use depth_first::{DepthFirstSpec, TableKind};
pub use error::{InputError, RunError};
pub use games::{Default, GAMES, GameEntry, PositionSource, open};
pub use heuristics::HeuristicEntry;
pub use mate::MateSpec;
pub use minimax::MinimaxSpec;
pub use task::{Bounded, Claim, OtherMove, Outcome, Question, Run, Task, stop_text};
pub use values::{MultiValuedSpec, ValueOutcome, ValueRun};
