//! Tests of the catalog. They stand outside of the crate, which takes long to compile: every algorithm for every game.

#[cfg(feature = "antichess")]
mod antichess;
#[cfg(all(feature = "antichess", feature = "chess", feature = "shogi"))]
mod clocks;
#[cfg(all(
    feature = "and-or",
    feature = "antichess",
    feature = "atari-go",
    feature = "checkers",
    feature = "chess",
    feature = "kalah",
    feature = "mnk",
    feature = "othello",
    feature = "shogi",
    feature = "synthetic",
    feature = "tic-tac-toe"
))]
mod defaults;
mod domineering;
#[cfg(all(feature = "and-or", feature = "checkers", feature = "chess", feature = "shogi", feature = "tic-tac-toe"))]
mod files;
#[cfg(all(feature = "antichess", feature = "mnk", feature = "othello", feature = "tic-tac-toe"))]
mod goals;
#[cfg(feature = "mnk")]
mod gomoku;
#[cfg(all(feature = "and-or", feature = "atari-go", feature = "chess", feature = "mnk", feature = "tic-tac-toe"))]
mod heuristics;
#[cfg(feature = "hex")]
mod hex;
#[cfg(feature = "horn")]
mod horn;
#[cfg(feature = "chess")]
mod mates;
#[cfg(all(feature = "chess", feature = "mnk"))]
mod memory;
#[cfg(all(feature = "atari-go", feature = "tic-tac-toe"))]
mod outcomes;
mod parameters;
#[cfg(feature = "qubic")]
mod qubic;
mod rounds;
#[cfg(feature = "sharing")]
mod sharing;
#[cfg(all(feature = "atari-go", feature = "mnk", feature = "othello", feature = "tic-tac-toe"))]
mod symmetry;
