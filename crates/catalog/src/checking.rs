//! Certificates held against the rules of a question, in bounded memory and by several threads.
//!
//! A problem may not be able to leave the thread that has opened it, so each thread opens the question for itself, by its
//! names. Positions that there is no room for are written down as words, where the problem can write them so; the checker
//! compares what it reads again with what it wrote.

use std::cell::RefCell;
use std::io::Read;

use proofset_certificate::{CheckError, CheckMeans, CheckProgress, Reader, Shelf, Summary, check_with};
use proofset_core::Words;
use proofset_cursor::Cursor;
use proofset_erased::{AnyProblem, DynCursor, Erased, Sealed};

use crate::catalog::Catalog;
use crate::host::ErasedQuestion;
use crate::run::Label;

/// What a check may take.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CheckLimits {
    /// About so many bytes of positions whose records are still to come; the others wait in temporary files. Without a limit
    /// all are held.
    pub bytes: Option<u64>,
    /// Threads that ask the rules.
    pub threads: usize,
}

impl Default for CheckLimits {
    fn default() -> Self {
        Self { bytes: None, threads: 1 }
    }
}

impl CheckLimits {
    /// The same with another [`bytes`](Self::bytes).
    pub fn with_bytes(self, bytes: impl Into<Option<u64>>) -> Self {
        Self { bytes: bytes.into(), ..self }
    }

    /// The same with other [`threads`](Self::threads).
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
}

/// Bytes that a position takes beside itself: counters behind `dyn`, and its place in a tree.
const BESIDE: usize = 128;

/// The least number of positions, whatever the limit says.
const FEWEST: usize = 1 << 10;

/// Writes positions down as the words that depth-first searches keep.
struct AsWords<'a>(RefCell<DynCursor<'a>>);

impl Shelf<Sealed> for AsWords<'_> {
    fn write(&self, state: &Sealed, to: &mut Vec<u8>) {
        let words = self.0.borrow().view(state).mark;
        for word in words.as_slice() {
            to.extend_from_slice(&word.to_le_bytes());
        }
    }

    fn read(&self, from: &[u8]) -> Sealed {
        let (bytes, _) = from.as_chunks();
        let words = Words::new(bytes.len(), |words| {
            for (word, bytes) in words.iter_mut().zip(bytes) {
                *word = u32::from_le_bytes(*bytes);
            }
        });
        self.0.borrow_mut().state_of(&words)
    }
}

pub(crate) fn check(
    question: &ErasedQuestion,
    catalog: &Catalog,
    certificate: &mut Reader<Box<dyn Read + '_>>,
    limits: &CheckLimits,
    watch: &mut dyn FnMut(CheckProgress),
) -> Result<Summary, CheckError> {
    let label = question.label.clone();
    let open = |work: &mut dyn FnMut(&dyn proofset_certificate::Rules<Sealed>)| {
        let Label { game, position, goal } = &label;
        if let Ok((opened, _)) = catalog.read_question(game, Some(position), Some(goal))
            && opened.label == label
        {
            opened.host().judge(&mut |judge| work(&Erased::new(judge)));
        }
    };
    let host = question.host();
    let cursor = host
        .judges_itself()
        .then(|| host.cursor(0))
        .filter(DynCursor::packs)
        .map(|cursor| AsWords(RefCell::new(cursor)));
    let mut summary = None;
    host.judge(&mut |judge: &dyn AnyProblem| {
        let states = limits.bytes.map_or(usize::MAX, |bytes| {
            let states = bytes / (judge.state_bytes() + BESIDE) as u64;
            usize::try_from(states).unwrap_or(usize::MAX).max(FEWEST)
        });
        let mut means = CheckMeans {
            states,
            shelf: cursor.as_ref().map(|shelf| shelf as &dyn Shelf<Sealed>),
            threads: limits.threads,
            // What is asked behind a move may be more than its names say.
            open: question.is_named.then_some(&open as _),
            watch: &mut *watch,
        };
        summary = Some(check_with(&Erased::new(judge), certificate, &mut means));
    });
    summary.expect("a question has rules")
}
