//! Antichess, also called losing chess or giveaway: who has nothing left to move has won.
//!
//! [`Antichess`] is the game. Whoever can capture must capture, the king is a piece like any other, pawns promote to kings
//! as well, and there is no castling. A player who cannot move, for want of pieces or of moves, has won; there is a
//! [`Stalemate`] rule by which a player with pieces but without moves wins only with fewer of them than the other. A hundred
//! half-moves without a capture or a pawn move are a draw, unless the game is [without the clock](Antichess::with_clock); then
//! positions come back, and a repetition is a draw. Positions are written as FEN, moves as in UCI or as in books. Which squares pieces reach
//! is said by [cozy-chess](https://docs.rs/cozy-chess).
//!
//! ```
//! use proofset_antichess::Antichess;
//! use proofset_core::{Game, Notation, Outcome, Player};
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game = Antichess::default();
//! let mut position = game.parse_position("8/8/8/8/8/8/1p6/B7 w - -")?;
//! let moves: Vec<_> = game.moves(&position).map(|mv| game.move_text(&position, mv)).collect();
//! assert_eq!(moves, ["a1b2"], "a capture is compulsory");
//! let capture = game.parse_move(&position, "Bxb2")?;
//! game.play(&mut position, capture);
//! assert_eq!(game.outcome(&position), Some(Outcome::Win(Player::Second)), "Black has nothing left");
//! # Ok(())
//! # }
//! ```

mod fen;
mod moves;
mod notation;
mod position;
mod rules;

pub use cozy_chess::{Color, Move, Piece, Square};
pub use position::Position;
pub use rules::{Antichess, Stalemate, perft};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
