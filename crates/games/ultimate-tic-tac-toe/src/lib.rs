//! Ultimate tic-tac-toe for proofset: a board of tic-tac-toe boards, in which a move says where the next one goes.
//!
//! Each of the nine cells of a large board is a board of nine cells. A stone on a cell of a small board sends the opponent to the small
//! board in the place of that cell; if that is decided, the opponent plays in any that is not. Who has three cells in a row of a small
//! board has won it, and nobody plays there any more, nor in one that is full; three small boards in a row of the large one win. A game
//! without that is drawn when all small boards are decided.
//!
//! # Notation
//!
//! Small boards and their cells have the letters `a` to `i`, row by row from the top left. A move is that of the small board and
//! that of the cell: `ei` is the last cell of the middle board. A position is who is to move (`X`, the first player, or `O`), the large
//! board (`X`, `O`, or `#` for one that is full, `.` for one that is open, `@` for the one that has to be played in), and the nine
//! small boards, as in other programs. A list of moves from the start is read as well.
//!
//! Of a small board that is decided nothing matters but by whom: its stones are read and forgotten, and written as nine times what
//! it is. So positions that differ there alone are equal.
//!
//! ```
//! use proofset_core::{Game, Notation, Player};
//! use proofset_ultimate_tic_tac_toe::UltimateTicTacToe;
//!
//! # fn main() -> Result<(), proofset_core::NotationError> {
//! let game = UltimateTicTacToe::new();
//! // The first player has put a stone in the middle of the middle board, and its answer sends back to the first one.
//! let position = game.parse_position("ee ea")?;
//! assert_eq!(game.position_text(&position).split('/').next(), Some("X;@........;........."));
//! let moves: Vec<_> = game.moves(&position).map(|mv| game.move_text(&position, mv)).collect();
//! assert_eq!(moves, ["aa", "ab", "ac", "ad", "ae", "af", "ag", "ah", "ai"]);
//! # Ok(())
//! # }
//! ```

mod game;
mod notation;
mod symmetry;

pub use game::{Cell, Position, UltimateTicTacToe};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
