//! What a game can do beyond its problem: how it words verdicts, and searches of its own.

use std::marker::PhantomData;

use proofset_certificate::SolvedGraph;
use proofset_core::{Describe, Probe, Problem, Solver};
use proofset_cursor::Cursor;
use proofset_depth_first::{AnySearch, Parallel};
use proofset_erased::{Erased, SealedCursor};

use crate::AlgorithmSpec;
use crate::helpers::{SearchContext, TeamHelper};
use crate::heuristics::Heuristic;
use crate::host::{AnySearches, AnySpeech, Hosted};
use crate::run::{Outcome, Run, RunContext};
use crate::solution::Solution;

/// How a game words its verdicts and lines of play.
pub trait Speech<P: Problem> {
    /// A verdict in words.
    fn explain(&self, problem: &P, outcome: &Outcome) -> String;

    /// A line of play as people write it.
    fn line_text(&self, problem: &P, line: &[String]) -> String {
        let _ = problem;
        line.join(" ")
    }

    /// The position and a line of play from it, as files with this extension have them; `None` if the game has none such.
    fn record(&self, problem: &P, line: &[String], extension: &str) -> Option<String> {
        let _ = (problem, line, extension);
        None
    }

    /// The position and a solution, as files with this extension have them; `None` if the game has none such.
    fn solution(&self, problem: &P, solution: &Solution, extension: &str) -> Option<String> {
        let _ = (problem, solution, extension);
        None
    }

    /// A legal move in the position, as lines have it, for programs that have to move whatever is known. `None`: the first
    /// that the question allows, if it is open.
    fn legal_move(&self, problem: &P) -> Option<String> {
        let _ = problem;
        None
    }
}

/// Searches that a game has for itself: with a cursor of its own, or by knowledge that no other game has.
pub trait OwnSearches<P: Problem> {
    /// A search that has not begun, if the game has one of its own for this algorithm.
    fn begin<'a>(&self, beginning: &Beginning<'a, P>, algorithm: &AlgorithmSpec) -> Option<Box<dyn Run + 'a>>;

    /// Has a helper take part in such a search by several threads, on the same question opened by another thread. Gives the
    /// helper back if it goes by the cursor that every game has.
    fn help(&self, beginning: &Beginning<'_, P>, helper: TeamHelper) -> Option<TeamHelper> {
        let _ = beginning;
        Some(helper)
    }
}

/// What a search of a game's own begins with.
pub struct Beginning<'a, P> {
    pub(crate) problem: &'a P,
    pub(crate) heuristic: &'a Heuristic<P>,
    pub(crate) search: SearchContext<'a>,
}

impl<'a, P: Describe + 'static> Beginning<'a, P>
where
    P::State: Send + Sync + 'static,
{
    /// The problem.
    pub fn problem(&self) -> &'a P {
        self.problem
    }

    /// What weighs leaves, as the algorithm has it.
    pub fn probe(&self) -> impl Probe<&'a P> + 'a {
        self.heuristic.probe()
    }

    /// What the other threads of a search do with their helpers; `None` if it is to have one thread.
    pub fn help<H: Into<TeamHelper> + 'static>(&self) -> Option<impl Fn(H) + Sync + use<P, H>> {
        let help = self.search.help.clone()?;
        Some(move |helper: H| help(helper.into()))
    }

    /// The name of what weighs leaves.
    pub fn heuristic(&self) -> &'static str {
        self.heuristic.entry().name
    }

    /// A cursor of the problem, for a [search that knows its states sealed](Self::run_depth_first): moves are made by the type of the
    /// cursor, and all that makes proofs is compiled once for all games.
    ///
    /// # Panics
    ///
    /// As [`SealedCursor::new`].
    pub fn sealed<C: Cursor<Problem = &'a P>>(&self, cursor: C) -> SealedCursor<'a, C> {
        SealedCursor::new(self.search.run.problem, cursor)
    }

    /// A depth-first search of it with a [sealed](Self::sealed) cursor, whose type ends here.
    pub fn run_depth_first(&self, search: impl Into<AnySearch<'a, Erased<'a>>>) -> Box<dyn Run + 'a> {
        run_depth_first(&self.search.run, search.into())
    }

    /// The same by several threads.
    pub fn run_parallel(&self, search: Parallel<'a, Erased<'a>>) -> Box<dyn Run + 'a> {
        run_parallel(&self.search.run, search)
    }

    /// A search of it, without its types.
    pub fn run<S>(&self, search: S) -> Box<dyn Run + 'a>
    where
        S: Solver<&'a P> + SolvedGraph<State = P::State> + 'a,
    {
        self.search.run.run_typed(self.problem, search)
    }
}

/// Apart from the types of games, so that it is compiled once.
fn run_depth_first<'a>(context: &RunContext<'a>, search: AnySearch<'a, Erased<'a>>) -> Box<dyn Run + 'a> {
    context.run(search)
}

fn run_parallel<'a>(context: &RunContext<'a>, search: Parallel<'a, Erased<'a>>) -> Box<dyn Run + 'a> {
    context.run(search)
}

/// A part that was given for problems of the type `P`.
pub(crate) struct PartOf<P, T> {
    pub(crate) part: T,
    problem: PhantomData<fn(P)>,
}

impl<P, T> PartOf<P, T> {
    pub(crate) fn new(part: T) -> Self {
        Self { part, problem: PhantomData }
    }
}

impl<P: Problem + 'static, T: Speech<P>> AnySpeech for PartOf<P, T> {
    fn explain(&self, hosted: Hosted<'_>, outcome: &Outcome) -> String {
        self.part.explain(hosted.open(), outcome)
    }

    fn line_text(&self, hosted: Hosted<'_>, line: &[String]) -> String {
        self.part.line_text(hosted.open(), line)
    }

    fn record(&self, hosted: Hosted<'_>, line: &[String], extension: &str) -> Option<String> {
        self.part.record(hosted.open(), line, extension)
    }

    fn solution(&self, hosted: Hosted<'_>, solution: &Solution, extension: &str) -> Option<String> {
        self.part.solution(hosted.open(), solution, extension)
    }

    fn legal_move(&self, hosted: Hosted<'_>) -> Option<String> {
        self.part.legal_move(hosted.open())
    }
}

fn beginning<'a, P: 'static>(hosted: Hosted<'a>, search: SearchContext<'a>) -> Beginning<'a, P> {
    let heuristics: &'a Vec<Heuristic<P>> =
        hosted.heuristics.downcast_ref().expect("the heuristics are those of the problem");
    Beginning { problem: hosted.open(), heuristic: &heuristics[search.heuristic], search }
}

impl<P: Problem + 'static, T: OwnSearches<P>> AnySearches for PartOf<P, T> {
    fn begin<'a>(
        &self,
        hosted: Hosted<'a>,
        search: SearchContext<'a>,
        algorithm: &AlgorithmSpec,
    ) -> Option<Box<dyn Run + 'a>> {
        self.part.begin(&beginning(hosted, search), algorithm)
    }

    fn help(&self, hosted: Hosted<'_>, search: SearchContext<'_>, helper: TeamHelper) -> Option<TeamHelper> {
        self.part.help(&beginning(hosted, search), helper)
    }
}
