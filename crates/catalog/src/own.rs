//! Searches of somebody's own, by name beside those of the catalog.
//!
//! The idea: a search sees what those of the catalog see, a store or a cursor behind `dyn`, and is started by a function.
//! So a new way of backing numbers up, or a new loop, is compared with everything else on every game.

use proofset_certificate::SolvedGraph;
use proofset_core::Solver;
use proofset_erased::{DynCursor, DynStore, Erased, Sealed};
use proofset_store::Leaf;

use crate::host::ErasedQuestion;
use crate::run::Run;

/// Starts a search.
pub type BeginSearch = for<'a> fn(&Opening<'a>) -> Box<dyn Run + 'a>;

/// A search as a catalog lists it. It has one option, `init`.
#[derive(Clone, Copy)]
pub struct SearchEntry {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) source: &'static str,
    pub(crate) takes_cycles: bool,
    pub(crate) begin: BeginSearch,
}

impl SearchEntry {
    /// A search for questions whose positions cannot come back.
    ///
    /// # Panics
    ///
    /// If the name is not of letters, digits, `-` and `_`: other signs stand between algorithms and their options.
    pub fn new(name: &'static str, begin: BeginSearch) -> Self {
        let is_fit = |sign: char| sign.is_alphanumeric() || ['-', '_'].contains(&sign);
        assert!(
            !name.is_empty() && name.chars().all(is_fit),
            "{name:?} is no name of a search: letters, digits, - and _ make one"
        );
        Self { name, summary: "", source: "", takes_cycles: false, begin }
    }

    /// What it is, in a line.
    pub fn with_summary(mut self, summary: &'static str) -> Self {
        self.summary = summary;
        self
    }

    /// Who published it.
    pub fn with_source(mut self, source: &'static str) -> Self {
        self.source = source;
        self
    }

    /// Takes questions whose positions can come back as well.
    pub fn with_cycles(mut self) -> Self {
        self.takes_cycles = true;
        self
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it is.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// Who published it.
    pub fn source(&self) -> &'static str {
        self.source
    }
}

/// A question as a search of somebody's own sees it.
pub struct Opening<'a> {
    pub(crate) question: &'a ErasedQuestion,
    pub(crate) heuristic: usize,
}

impl<'a> Opening<'a> {
    /// The problem.
    pub fn problem(&self) -> Erased<'a> {
        self.question.context().problem
    }

    /// A store without nodes, with leaves weighed as `init` says.
    pub fn store(&self) -> DynStore<'a, Leaf> {
        self.question.store(self.heuristic)
    }

    /// A cursor on the root, with leaves weighed as `init` says.
    pub fn cursor(&self) -> DynCursor<'a> {
        self.question.cursor(self.heuristic)
    }

    /// The search, as the catalog runs it.
    pub fn run<S>(&self, search: S) -> Box<dyn Run + 'a>
    where
        S: Solver<Erased<'a>> + SolvedGraph<State = Sealed> + 'a,
    {
        self.question.context().run(search)
    }
}
