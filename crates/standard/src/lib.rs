//! The games that proofset comes with, as a catalog. Each is an entry like any other: nothing here is more than a game of
//! somebody else can have.
//!
//! ```
//! use proofset_core::{Limits, Verdict};
//!
//! let task = proofset_standard::catalog().open("connect-four:4x4", None, None)?;
//! let mut search = task.begin(&"pss:8,8".parse()?)?;
//! let outcome = search.advance(&Limits::none(), &mut ())?;
//! assert_eq!(outcome.verdict, Verdict::Disproven);
//! assert_eq!(task.explain(&outcome), "disproven: the first player cannot force a win");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "and-or")]
mod and_or;
#[cfg(feature = "antichess")]
mod antichess;
#[cfg(feature = "atari-go")]
mod atari_go;
#[cfg(feature = "breakthrough")]
mod breakthrough;
#[cfg(feature = "checkers")]
mod checkers;
#[cfg(feature = "chess")]
mod chess;
#[cfg(any(feature = "antichess", feature = "chess", feature = "shogi"))]
mod clock;
#[cfg(feature = "domineering")]
mod domineering;
#[cfg(feature = "dots-and-boxes")]
mod dots_and_boxes;
#[cfg(any(feature = "antichess", feature = "chess"))]
mod epd;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "mnk")]
mod gomoku;
#[cfg(feature = "hex")]
mod hex;
#[cfg(feature = "horn")]
mod horn;
#[cfg(feature = "kalah")]
mod kalah;
#[cfg(any(feature = "atari-go", feature = "mnk", feature = "qubic", feature = "tic-tac-toe"))]
mod lines;
#[cfg(feature = "mnk")]
mod mnk;
#[cfg(feature = "othello")]
mod othello;
#[cfg(feature = "qubic")]
mod qubic;
#[cfg(feature = "sharing")]
mod sharing;
#[cfg(feature = "shogi")]
mod shogi;
#[cfg(feature = "synthetic")]
mod synthetic;
#[cfg(feature = "tic-tac-toe")]
mod tic_tac_toe;
#[cfg(any(feature = "antichess", feature = "chess"))]
mod uci;
#[cfg(feature = "ultimate-tic-tac-toe")]
mod ultimate_tic_tac_toe;
#[cfg(feature = "shogi")]
mod usi;

use proofset_catalog::Catalog;
#[cfg(any(feature = "dots-and-boxes", feature = "mnk", feature = "othello"))]
use proofset_catalog::DefaultAlgorithm;

/// For games whose best search goes by scores, where it is not offered.
#[cfg(any(feature = "dots-and-boxes", feature = "mnk", feature = "othello"))]
const UP_TO_SYMMETRY: DefaultAlgorithm =
    DefaultAlgorithm { algorithm: "dfpn:epsilon=0.25,table=keyed", reason: "with symmetry, where test is not offered" };

/// The catalog of all games that the features name. The Python package has the same.
pub fn catalog() -> Catalog {
    games().with_package("proofset")
}

fn games() -> Catalog {
    let catalog = Catalog::new();
    #[cfg(feature = "tic-tac-toe")]
    let catalog = catalog.with(tic_tac_toe::entry());
    #[cfg(feature = "mnk")]
    let catalog = catalog.with(mnk::connect_four()).with(mnk::mnk()).with(gomoku::entry());
    #[cfg(feature = "othello")]
    let catalog = catalog.with(othello::entry());
    #[cfg(feature = "kalah")]
    let catalog = catalog.with(kalah::entry());
    #[cfg(feature = "atari-go")]
    let catalog = catalog.with(atari_go::entry());
    // Of games that bring the same protocol the last one is what a conversation begins with: chess.
    #[cfg(feature = "antichess")]
    let catalog = catalog.with(antichess::entry());
    #[cfg(feature = "checkers")]
    let catalog = catalog.with(checkers::entry());
    #[cfg(feature = "chess")]
    let catalog = catalog.with(chess::entry());
    #[cfg(feature = "shogi")]
    let catalog = catalog.with(shogi::entry());
    #[cfg(feature = "synthetic")]
    let catalog = catalog.with(synthetic::entry());
    #[cfg(feature = "and-or")]
    let catalog = catalog.with(and_or::entry());
    #[cfg(feature = "qubic")]
    let catalog = catalog.with(qubic::entry());
    #[cfg(feature = "go")]
    let catalog = catalog.with(go::entry());
    #[cfg(feature = "hex")]
    let catalog = catalog.with(hex::entry());
    #[cfg(feature = "horn")]
    let catalog = catalog.with(horn::entry());
    #[cfg(feature = "sharing")]
    let catalog = catalog
        .with(sharing::lemma_tower())
        .with(sharing::gusts())
        .with(sharing::formula())
        .with(sharing::kayles_sum());
    #[cfg(feature = "ultimate-tic-tac-toe")]
    let catalog = catalog.with(ultimate_tic_tac_toe::entry());
    #[cfg(feature = "breakthrough")]
    let catalog = catalog.with(breakthrough::entry());
    #[cfg(feature = "domineering")]
    let catalog = catalog.with(domineering::entry());
    #[cfg(feature = "dots-and-boxes")]
    let catalog = catalog.with(dots_and_boxes::entry());
    catalog
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
