//! Books of known positions: the certificates of many runs, in one file that grows.
//!
//! [`Book::teach`] gives a question the positions of the certificates that a file has of the same game and goal,
//! [`Book::answer`] finds the certificate of the very question, and [`Book::add`] adds that of a decided search. What is
//! used has first been checked with the rules of the question, so nothing depends on who wrote the file.
//!
//! ```
//! use proofset_book::Book;
//! use proofset_catalog::{Catalog, Entry};
//! use proofset_core::Limits;
//! use proofset_tic_tac_toe::TicTacToe;
//!
//! let folder = tempfile::tempdir()?;
//! let mut book = Book::open(&folder.path().join("three.book"))?;
//! let catalog = Catalog::new().with(Entry::game("tic-tac-toe", |_| Ok(TicTacToe)));
//! let ask = || catalog.open("tic-tac-toe", None, Some("first:win"));
//! let task = ask()?;
//! assert!(book.answer(&task)?.is_none());
//! let mut search = task.begin(&"pns".parse()?)?;
//! search.advance(&Limits::none(), &mut ())?;
//! book.add(&*search)?;
//! assert!(book.answer(&ask()?)?.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book;
mod error;
mod pages;

pub use book::{Book, Rewrite, each};
pub use error::{BookError, Fault};
pub use pages::{Contents, Entry, Head};

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
