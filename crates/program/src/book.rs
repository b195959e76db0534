//! The book of a command (`--known FILE`): opened, and what a search looks up in it.
//!
//! A search that is written down has to find again what it saw when it goes on, with the book, without it or with another one. A table
//! holds what holds by the rules, whatever else is known. A graph would be another one, so a search that keeps one and writes
//! checkpoints looks up no position but that which is asked about.

use std::cell::RefCell;
use std::path::Path;

use proofset_book::Book;
use proofset_catalog::{AlgorithmSpec, Family, KnownPositions, Task};

use crate::failure::Failure;
use crate::{files, output};

/// Opens a book, which is made if there is none.
pub(crate) fn open(path: &Path) -> Result<Book, Failure> {
    if !path.exists() {
        files::check_writable(path)?;
    }
    let book = Book::open(path)?;
    if let Some(warning) = book.warning() {
        output::warn(warning);
    }
    Ok(book)
}

/// What a book knew before the search.
pub(crate) struct Known<'a> {
    pub(crate) path: &'a Path,
    pub(crate) positions: usize,
    /// False if the search looks up no position but that which is asked about.
    pub(crate) looks_up: bool,
}

/// A question with the book that it has been taught, if there is one.
pub(crate) struct Taught<'a> {
    pub(crate) task: Task,
    pub(crate) book: Option<RefCell<Book>>,
    pub(crate) known: Option<Known<'a>>,
}

impl<'a> Taught<'a> {
    /// Opens a book, and has the question know what this search may look up.
    pub(crate) fn open(
        path: Option<&'a Path>,
        task: Task,
        algorithm: &AlgorithmSpec,
        is_saved: bool,
    ) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self { task, book: None, known: None }) };
        let mut book = open(path)?;
        let (task, positions) = book.teach(task)?;
        let looks_up = match algorithm.family {
            Family::Minimax(_) => false,
            Family::DepthFirst(_) => true,
            _ => !is_saved,
        };
        let task = if looks_up { task } else { task.with_known(KnownPositions::default()) };
        Ok(Self { task, book: Some(RefCell::new(book)), known: Some(Known { path, positions, looks_up }) })
    }
}
