//! What chess and its variants share as text: the fields of FEN and EPD, positions as UCI says them, and moves in coordinates
//! and algebraic notation.
//!
//! The idea: rules differ in what a king may do, and not in what `e3` or `Nf3` means. So a text is read here up to what all
//! variants agree on, and the rules of each say the rest: which kings there must be, which moves are legal. Everything is
//! checked field by field, in the order in which people read, and each message names the field, rank or square at fault.
//!
//! The cost: microseconds; this is for input and output, not for searches. The references: the "Portable Game Notation Specification
//! and Implementation Guide" (Edwards 1994), sections 8.2.3, 16.1 and 16.2, and the UCI protocol (Huber and Meyer-Kahlen 2000).

mod epd;
mod fen;
mod line;
mod moves;

use cozy_chess::Color;

pub use epd::operations;
pub use fen::{DRAW_CLOCK, DoubleStep, Fen, Pieces};
pub use line::{numbered, read_position};
pub use moves::{MovePattern, ambiguous};

/// "White" or "Black".
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
