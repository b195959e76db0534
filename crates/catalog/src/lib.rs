//! Names to games and algorithms: what a program needs to let its user choose both.
//!
//! A [`Catalog`] is a value that lists games; [`Entry`] brings one. A user names a game, a position, a goal and an
//! algorithm in text. The catalog turns the texts into a [`Task`] and a running search behind `dyn`. Each search is
//! compiled once, here, for all games; what is compiled for a game is its side alone.
//!
//! ```
//! use proofset_catalog::{AlgorithmSpec, Catalog, Entry};
//! use proofset_core::{Limits, Verdict};
//! use proofset_tic_tac_toe::TicTacToe;
//!
//! let catalog = Catalog::new().with(Entry::game("tic-tac-toe", |_| Ok(TicTacToe)));
//! let task = catalog.open("tic-tac-toe", Some("X.O/.../..."), Some("first:draw"))?;
//! let algorithm: AlgorithmSpec = "pss:8,8".parse()?;
//! let mut search = task.begin(&algorithm)?;
//! let outcome = search.advance(&Limits::none(), &mut ())?;
//! assert_eq!(outcome.verdict, Verdict::Proven);
//! assert_eq!(task.explain(&outcome), "proven: the first player can force at least a draw");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algebras;
mod algorithm;
mod capabilities;
mod catalog;
mod checking;
mod claims;
mod cycles;
mod dialogue;
mod error;
mod files;
mod goals;
mod helpers;
mod heuristics;
mod host;
mod known;
mod known_type;
mod learn;
mod own;
mod protocol;
mod question;
mod recorded;
mod refusal;
mod run;
mod scores;
mod searches;
mod solution;
mod states;
mod symmetry;
mod task;
mod two_player;
mod value_searches;
mod values;

pub use algebras::{Lists, lists};
pub(crate) use algorithm::names;
pub use algorithm::{
    ALGORITHMS, AlgorithmEntry, AlgorithmSpec, BatchSpec, Cap, Cycles, DepthFirstSpec, Family, MateSpec, MinimaxSpec,
    MultiValuedSpec, OPTIONS, OptionEntry, OptionValues, SetStorage, TableKind,
};
pub use capabilities::{Beginning, OwnSearches, Speech};
pub use catalog::{AnyQuestion, Catalog, DefaultAlgorithm, Entry, PositionSource, Texts};
pub use checking::CheckLimits;
pub use claims::{Bounded, Claim, Grades, Repeats};
pub use dialogue::{Answered, Dialogue, Oracle, Said, Talk};
pub use error::{InputError, RunError};
pub use files::{Annotations, Column, FileProblem, Known, Told};
pub use goals::{GoalForm, Goals, alternatives};
pub use helpers::{LeafHelper, MinimaxHelper, TeamHelper};
pub use heuristics::{Heuristic, HeuristicEntry};
pub use known::KnownPositions;
pub use known_type::{DepthFirstOfKnownType, KeyedDepthFirstOfKnownType, KeyedDepthFirstWithZones};
pub use learn::Learned;
pub use own::{BeginSearch, Opening, SearchEntry};
pub use proofset_multi_valued::ScoreNumbers;
pub use protocol::{EngineOption, GoWords, Protocol, Reply, Settings, number_after};
pub use question::{Lengths, Question, WithoutCounter};
pub use run::{Outcome, Run, stop_text};
pub use scores::{SCORE_GOALS, score_question};
pub use solution::{Note, Solution, SolutionMove};
pub use states::{NumberedMove, States};
pub use symmetry::symmetry;
pub use task::{AnswerOrQuestion, Asks, FirstMove, OtherMove, Task};
pub use two_player::{GOALS, game_question, game_question_kept, reduced_question};
pub use values::{ValueOutcome, ValueRun};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
