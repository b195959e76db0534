//! m,n,k games for proofset: two players put stones on a board in turn, and k in a row win.
//!
//! [`Rules`] are the parameters: columns, rows, k, and gravity. Without gravity a stone goes to any empty cell:
//! tic-tac-toe is 3,3,3 and freestyle Gomoku 15,15,5. With gravity it falls to the lowest empty cell of a column:
//! Connect Four is 7,6,4 with gravity. More than k in a row win as well, in any of the eight directions; a full board
//! without a line is a draw.
//!
//! [`Mnk<W>`](Mnk) is the game on boards of `W` words of 64 bits; [`Rules::words`] says which `W` a board needs, so
//! that a program can pick the type once and run code compiled for that size:
//!
//! | words | without gravity, such as | with gravity, such as |
//! |-------|--------------------------|-----------------------|
//! | 1     | 7x8                      | 8x7, 12x4             |
//! | 2     | 10x11                    | 11x10                 |
//! | 4     | 15x15                    | 15x15                 |
//! | 7     | 20x20                    | 20x20                 |
//!
//! [`Gomoku<W>`](Gomoku) is five in a row as people play it, by the rules of [`GomokuRules`]: what more than five are worth, the
//! prohibited cells of Renju, and smaller forms for attacks by fours and threats.
//!
//! # Notation
//!
//! The first player's stones are `X`, the second's `O`. A position is written as a diagram, its rows from the top
//! separated by `/`: `.../.X./O..`. That is the canonical form; a list of moves from the empty board is read as well,
//! and an empty text is the empty board. A move is a cell (`b2`: the letter of the column, then the row, 1 at the
//! bottom), or with gravity a column (`1` to `9`, then `a`, `b`, ...).
//!
//! ```
//! use proofset_core::{Game, Notation, Outcome, Player};
//! use proofset_mnk::{Mnk, Rules};
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let rules = Rules::connect_four("7x6")?;
//! assert_eq!(rules.words(), 1);
//! let game = Mnk::<1>::new(rules);
//!
//! let mut position = game.parse_position("44 55 66")?;
//! let win = game.parse_move(&position, "3")?;
//! game.play(&mut position, win);
//! assert_eq!(game.outcome(&position), Some(Outcome::Win(Player::First)));
//! assert_eq!(game.position_text(&position), "......./......./......./......./...OOO./..XXXX.");
//! # Ok(())
//! # }
//! ```

mod game;
mod gomoku;
mod gomoku_rules;
mod line;
mod lines;
mod notation;
mod renju;
mod rows;
mod rules;
mod values;

pub use game::{Cell, Mnk, Position};
pub use gomoku::Gomoku;
pub use gomoku_rules::{Attack, GomokuRules, Variant};
pub use rules::Rules;

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
