//! Artificial games: every position is a number, and all that follows from it is drawn from a seed.
//!
//! [`Synthetic`] is a game of two players who move in turn, with numbers at the leaves. It is made from a short text:
//!
//! | part | meaning | unless given |
//! | --- | --- | --- |
//! | `b=4`, `b=2..6` | moves of a position: always as many, or from 2 to 6 | must be given |
//! | `d=8` | plies: positions of ply 8 are leaves | must be given |
//! | `seed=1` | games with different seeds are unrelated | 0 |
//! | `values=100`, `values=0..1` | the numbers that are drawn: from -100 to 100, or from 0 to 1 | 100 |
//! | `leaves=incremental` | a leaf is worth the sum of the numbers that were drawn for the moves to it | `independent` |
//! | `ordered=best-first`, `ordered=0.9` | the first move is best, always or that often, as far as a best move is planned | no order |
//! | `share=0.3` | how often a move leads to a position that another one leads to | 0: a tree |
//! | `cycles=0.1` | how often a move leads back to an earlier ply | 0 |
//! | `early=0.1` | how often a position before the last ply is a leaf; the start never is | 0 |
//!
//! Nothing is stored but a line for each ply: what a position is worth, and what its moves lead to, are functions of
//! the seed and of its place in the graph. So games are as large as one likes, and a node takes some ten
//! multiplications.
//!
//! # Which graph
//!
//! The positions of a ply are numbered. With at most `b` moves, ply 0 has `N(0) = 1` positions, and ply `p + 1` has
//! `N(p + 1) = b S(p + 1)`, where `S(p + 1)` is `(1 - share) N(p)` rounded, at least 1. For each of the `b` moves, the
//! `N(p)` positions lead to `S(p + 1)` different ones, in a random arrangement, and no two of these have numbers of
//! predecessors that differ by more than one. So different moves of a position never lead to the same one on the next
//! ply; and if all positions have `b` moves, none is an early leaf and no move leads back, then all numbers occur, and
//! `share` is the fraction of the edges that lead to a number that is known already, listed ply by ply. Without sharing
//! the number of a position is the path to it: move `m` (from 1) leads from position `i` to position `b i + m - 1`.
//!
//! With `cycles`, a move of ply `p > 0` may lead back to an ancestor on ply `p - 1`, `p - 3` and so on, all equally
//! likely; where positions are shared, ancestors along one of the paths are meant. A repetition is a draw then, and
//! there is no rank.
//!
//! # Which numbers
//!
//! Scores are drawn and told as the first player sees them; the signs decide who wins.
//!
//! * `leaves=independent`: each leaf has a number of its own, all equally likely.
//! * `leaves=incremental`: each move has one, and a leaf is worth their sum. The sum so far is the evaluation of a
//!   position. Where positions are shared, the sum is part of a position: equal numbers with different sums are
//!   different positions.
//! * `ordered`: the value of the start is drawn first. One move of each position is planned to be best, and leads to a
//!   position of the same value; the others lead to values that are not better for the player who moves, all equally
//!   likely. The planned one is the first, as often as the rate says, and else any, all equally likely. So the value of
//!   every position is known to the game, and with `best-first` the first move is never worse than another. The
//!   values are part of positions, like sums; the evaluation does not tell them.
//!
//! ```
//! use proofset_core::{Game, Notation, ValuedGame};
//! use proofset_synthetic::Synthetic;
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game: Synthetic = "b=4,d=2,seed=1,values=100".parse()?;
//! let mut position = game.start();
//! for text in ["2", "4"] {
//!     let mv = game.parse_move(&position, text)?;
//!     game.play(&mut position, mv);
//! }
//! assert_eq!(game.position_text(&position), "2:7");
//! assert!(game.score(&position).is_some_and(|score| (-100..=100).contains(&score)));
//! # Ok(())
//! # }
//! ```

mod draw;
mod game;
mod notation;
mod parameters;

pub use game::{Position, Synthetic};
pub use parameters::{Leaves, Order, Parameters};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
