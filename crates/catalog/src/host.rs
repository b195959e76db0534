//! The side of the game: all that the rest of the catalog asks of a question, without its types.
//!
//! This is what is compiled for each problem. It is small: a store, a cursor, texts. Searches are compiled once, on the
//! other side of [`Host`].

use std::cell::OnceCell;
use std::rc::Rc;

use proofset_core::{Describe, Problem, Status, Verdict};
use proofset_depth_first::Helper;
use proofset_erased::{AnyProblem, DynCursor, DynStore, Erasable, Erased, Sealed};
use proofset_multi_valued::{Questioned, ScoreStatus};
use proofset_store::{Leaf, Leaves};

use crate::heuristics::HeuristicEntry;
use crate::known::KnownGame;
use crate::question::{
    Beginning, Bounded, Grades, Help, MinimaxHelper, Parts, Question, Repeats, SearchContext, TeamHelper,
};
use crate::run::{Label, Outcome, Run, RunContext, WholeOf};
use crate::solution::Solution;
use crate::{AlgorithmSpec, MinimaxSpec};

use crate::values::ValueRun;

/// A question without its types.
pub(crate) trait Host {
    fn problem(&self) -> &(dyn AnyProblem + 'static);
    /// The whole game of which the problem is a smaller form.
    fn whole(&self) -> Option<&WholeOf>;
    /// The heuristic with this place in the list of the game, if it has so many.
    fn heuristic(&self, place: usize) -> Option<HeuristicEntry>;
    /// An empty store whose leaves a heuristic weighs, given by its place.
    fn store(&self, heuristic: usize) -> DynStore<'_, Leaf>;
    /// A cursor whose leaves a heuristic weighs.
    fn cursor(&self, heuristic: usize) -> DynCursor<'_>;
    /// A search of the game's own for this algorithm, if it has one.
    fn own_search<'a>(&'a self, search: SearchContext<'a>, algorithm: &AlgorithmSpec) -> Option<Box<dyn Run + 'a>>;
    /// Has a helper take part in a search of the game's own by several threads. Gives it back if the game has none such.
    fn own_help(&self, search: SearchContext<'_>, helper: TeamHelper) -> Option<TeamHelper>;
    /// Has a helper take part in a search by scores.
    fn help_minimax(&self, helper: MinimaxHelper);
    fn repeats(&self) -> &Repeats;
    fn grades(&self) -> Option<&Grades>;
    fn bytes(&self) -> usize;
    fn explain(&self, outcome: &Outcome) -> String;
    fn line_text(&self, line: &[String]) -> String;
    fn record(&self, line: &[String], extension: &str) -> Option<String>;
    fn solution(&self, solution: &Solution, extension: &str) -> Option<String>;
    fn legal_move(&self) -> Option<String>;
    /// The same question from another state on, if the game has such.
    fn from(&self, state: &Sealed) -> Option<ErasedQuestion>;
    fn within(&self, plies: usize) -> Bounded<ErasedQuestion>;
    fn behind(&self, state: &Sealed, plies: usize) -> Bounded<ErasedQuestion>;
    /// The rules by which certificates are checked: those of the problem, or a second implementation.
    fn judge(&self, work: &mut dyn FnMut(&dyn AnyProblem));
    /// True if these are those of the problem.
    fn judges_itself(&self) -> bool;
    /// True if states mean the same whatever position is asked about.
    fn stands_alone(&self) -> bool;
    /// The question whether the position is worth at least so much, if the game has scores.
    fn at_least(&self, score: i32) -> Option<ErasedQuestion>;
    /// True if goals say whether the position is won, drawn or lost, and not a score.
    fn has_outcomes(&self) -> bool;
    /// The least and the greatest value that the position can have, and a guess, if the game has values.
    fn range(&self) -> Option<(i32, i32, i32)>;
    /// A search that answers the question by scores.
    fn minimax<'a>(&'a self, search: SearchContext<'a>, spec: MinimaxSpec) -> Option<Box<dyn Run + 'a>>;
    /// A search by scores that finds the value.
    fn minimax_value(&self, spec: MinimaxSpec, help: Option<Help>) -> Option<Box<dyn ValueRun + '_>>;
    /// An empty store for searches for values, which may ask for evaluations.
    fn value_store(&self, evaluates: bool) -> Option<Questioned<DynStore<'_, ScoreStatus>>>;
}

/// A question with its names, without its types.
pub(crate) struct ErasedQuestion {
    pub(crate) host: Rc<dyn Host>,
    pub(crate) label: Label,
    /// Positions whose values are known, if it was given any.
    pub(crate) known: Option<KnownGame>,
    /// True if its names say all that it is: a question behind a move may have a past that they do not tell.
    pub(crate) is_named: bool,
    /// The score that was asked for first about its position, with the question, where the next one hangs.
    asked: OnceCell<Box<(i32, Self)>>,
}

impl ErasedQuestion {
    /// The question as one behind a move.
    fn behind_move(self) -> Self {
        Self { is_named: false, ..self }
    }

    /// The same question from another state on, if the game has such.
    pub(crate) fn from(&self, state: &Sealed) -> Option<Self> {
        self.host.from(state).map(Self::behind_move)
    }

    /// The question from a state on where the other side moves, with a bound on the length of its proof.
    pub(crate) fn behind(&self, state: &Sealed, plies: usize) -> Bounded<Self> {
        match self.host.behind(state, plies) {
            Bounded::Question(question) => Bounded::Question(question.behind_move()),
            other => other,
        }
    }

    /// Has a helper take part in a search by several threads that knows the game. Gives back one that goes by the cursor of all
    /// games; any other who has no part to take is dropped.
    pub(crate) fn help(&self, heuristic: usize, helper: TeamHelper) -> Option<Helper> {
        match self.host.own_help(SearchContext { run: self.context(), heuristic, help: None }, helper) {
            Some(TeamHelper::DepthFirst(helper)) => return Some(helper),
            Some(TeamHelper::Minimax(helper)) => self.host.help_minimax(helper),
            _ => {}
        }
        None
    }

    /// The side of the game.
    pub(crate) fn host(&self) -> &dyn Host {
        &*self.host
    }

    /// The question about a score of its position, which lives as long as this one. It is made once; `None` if there is none such.
    pub(crate) fn kept(&self, score: i32, make: impl FnOnce() -> Option<Self>) -> Option<&Self> {
        let (mut last, mut make) = (self, Some(make));
        loop {
            if last.asked.get().is_none() {
                let make = make.take().expect("the list ends once");
                let _ = last.asked.set(Box::new((score, make()?)));
            }
            let (asked, question) = &**last.asked.get()?;
            if *asked == score {
                return Some(question);
            }
            last = question;
        }
    }

    /// The heuristics, the default first.
    pub(crate) fn heuristics(&self) -> Vec<HeuristicEntry> {
        (0..).map_while(|place| self.host.heuristic(place)).collect()
    }

    /// The problem.
    pub(crate) fn problem(&self) -> Erased<'_> {
        Erased::new(self.host.problem())
    }

    /// A legal move in the position, as lines have it.
    pub(crate) fn legal_move(&self) -> Option<String> {
        self.host.legal_move().or_else(|| self.first_move())
    }

    /// The first move that the question allows.
    fn first_move(&self) -> Option<String> {
        let problem = self.problem();
        let root = problem.root();
        let mut first = None;
        if let Status::Open(_) = problem.status(&root) {
            problem.for_each_successor(&root, |mv, _| {
                first.get_or_insert(mv);
            });
        }
        first.map(|mv| problem.move_text(&root, mv))
    }

    /// What a run needs to know.
    pub(crate) fn context(&self) -> RunContext<'_> {
        let rules = self.problem();
        let problem = self.known.as_ref().map_or(rules, KnownGame::problem);
        RunContext { problem, rules, label: &self.label, whole: self.host.whole(), known: self.known.as_ref() }
    }

    /// The same for a search that knows of no known positions.
    pub(crate) fn plain_context(&self) -> RunContext<'_> {
        RunContext { problem: self.problem(), known: None, ..self.context() }
    }

    /// An empty store whose leaves a heuristic weighs, given by its place.
    pub(crate) fn store(&self, heuristic: usize) -> DynStore<'_, Leaf> {
        let store = self.host.store(heuristic);
        match &self.known {
            None => store,
            Some(known) => store.with_known(known.problem(), known.values()),
        }
    }

    /// A cursor whose leaves a heuristic weighs.
    pub(crate) fn cursor(&self, heuristic: usize) -> DynCursor<'_> {
        let cursor = self.host.cursor(heuristic);
        match &self.known {
            None => cursor,
            Some(known) => cursor.with_known(known.problem(), known.values()),
        }
    }
}

/// No more than the verdict, in words.
fn verdict_alone(outcome: &Outcome) -> String {
    match outcome.verdict {
        Verdict::Proven => "proven: the goal is reached".to_owned(),
        _ => "disproven: the goal cannot be reached".to_owned(),
    }
}

/// A question whose types are known here alone.
pub(crate) struct Hosting<P: Describe> {
    hosted: Erasable<P>,
    parts: Parts<P>,
}

impl<P: Describe> Hosting<P> {
    fn beginning<'a>(&'a self, search: SearchContext<'a>) -> Beginning<'a, P> {
        Beginning { problem: self.hosted.problem(), heuristic: &self.parts.heuristics[search.heuristic], search }
    }
}

impl<P: Describe + 'static> Question<P>
where
    P::State: Send + Sync + 'static,
{
    /// The question without its types.
    pub(crate) fn erase(self) -> ErasedQuestion {
        let Self { problem, label, parts } = self;
        let host = Rc::new(Hosting { hosted: Erasable::new(problem), parts });
        ErasedQuestion { host, label, known: None, is_named: true, asked: OnceCell::new() }
    }
}

/// A bounded question without its types.
fn erase_bounded<P: Describe + 'static>(bounded: Bounded<Question<P>>) -> Bounded<ErasedQuestion>
where
    P::State: Send + Sync + 'static,
{
    match bounded {
        Bounded::Question(question) => Bounded::Question(question.erase()),
        Bounded::TooShort => Bounded::TooShort,
        Bounded::NoLengths => Bounded::NoLengths,
    }
}

impl<P: Describe + 'static> Host for Hosting<P>
where
    P::State: Send + Sync + 'static,
{
    fn problem(&self) -> &(dyn AnyProblem + 'static) {
        &self.hosted
    }

    fn whole(&self) -> Option<&WholeOf> {
        self.parts.whole.as_ref()
    }

    fn heuristic(&self, place: usize) -> Option<HeuristicEntry> {
        Some(self.parts.heuristics.get(place)?.entry())
    }

    fn store(&self, heuristic: usize) -> DynStore<'_, Leaf> {
        let probe = self.parts.heuristics[heuristic].probe();
        DynStore::new(Erased::new(&self.hosted), self.hosted.problem(), Leaves::new(probe))
    }

    fn cursor(&self, heuristic: usize) -> DynCursor<'_> {
        let probe = self.parts.heuristics[heuristic].probe();
        (self.parts.cursor)(Erased::new(&self.hosted), self.hosted.problem(), probe)
    }

    fn own_search<'a>(&'a self, search: SearchContext<'a>, algorithm: &AlgorithmSpec) -> Option<Box<dyn Run + 'a>> {
        self.parts.own.as_ref()?.begin(&self.beginning(search), algorithm)
    }

    fn own_help(&self, search: SearchContext<'_>, helper: TeamHelper) -> Option<TeamHelper> {
        match &self.parts.own {
            Some(searches) => searches.help(&self.beginning(search), helper),
            None => Some(helper),
        }
    }

    fn help_minimax(&self, helper: MinimaxHelper) {
        if let Some(scores) = &self.parts.scores {
            scores.help(self.hosted.problem(), helper);
        }
    }

    fn repeats(&self) -> &Repeats {
        &self.parts.repeats
    }

    fn grades(&self) -> Option<&Grades> {
        self.parts.grades.as_ref()
    }

    fn bytes(&self) -> usize {
        self.parts.bytes
    }

    fn explain(&self, outcome: &Outcome) -> String {
        match &self.parts.speech {
            Some(speech) => speech.explain(self.hosted.problem(), outcome),
            None => verdict_alone(outcome),
        }
    }

    fn line_text(&self, line: &[String]) -> String {
        match &self.parts.speech {
            Some(speech) => speech.line_text(self.hosted.problem(), line),
            None => line.join(" "),
        }
    }

    fn record(&self, line: &[String], extension: &str) -> Option<String> {
        self.parts.speech.as_ref()?.record(self.hosted.problem(), line, extension)
    }

    fn solution(&self, solution: &Solution, extension: &str) -> Option<String> {
        self.parts.speech.as_ref()?.solution(self.hosted.problem(), solution, extension)
    }

    fn from(&self, state: &Sealed) -> Option<ErasedQuestion> {
        Some(self.parts.from.as_ref()?(self.hosted.problem(), state.open()).erase())
    }

    fn legal_move(&self) -> Option<String> {
        self.parts.speech.as_ref()?.legal_move(self.hosted.problem())
    }

    fn within(&self, plies: usize) -> Bounded<ErasedQuestion> {
        let Some(lengths) = &self.parts.lengths else { return Bounded::NoLengths };
        erase_bounded(lengths.within(self.hosted.problem(), plies))
    }

    fn behind(&self, state: &Sealed, plies: usize) -> Bounded<ErasedQuestion> {
        let Some(lengths) = &self.parts.lengths else { return Bounded::NoLengths };
        erase_bounded(lengths.behind(self.hosted.problem(), state.open(), plies))
    }

    fn judge(&self, work: &mut dyn FnMut(&dyn AnyProblem)) {
        match self.parts.judge {
            Some(judge) => judge(self.hosted.problem(), work),
            None => work(&self.hosted),
        }
    }

    fn judges_itself(&self) -> bool {
        self.parts.judge.is_none()
    }

    fn stands_alone(&self) -> bool {
        self.parts.stands_alone
    }

    fn at_least(&self, score: i32) -> Option<ErasedQuestion> {
        Some(self.parts.scores.as_ref()?.at_least(self.hosted.problem(), score).erase())
    }

    fn has_outcomes(&self) -> bool {
        self.parts.scores.is_none() && self.parts.has_outcomes
    }

    fn range(&self) -> Option<(i32, i32, i32)> {
        match &self.parts.scores {
            Some(scores) => Some(scores.range(self.hosted.problem())),
            None => self.has_outcomes().then_some((-1, 1, 0)),
        }
    }

    fn minimax<'a>(&'a self, search: SearchContext<'a>, spec: MinimaxSpec) -> Option<Box<dyn Run + 'a>> {
        Some(self.parts.scores.as_ref()?.minimax(&self.beginning(search), spec))
    }

    fn minimax_value(&self, spec: MinimaxSpec, help: Option<Help>) -> Option<Box<dyn ValueRun + '_>> {
        let erased = Erased::new(&self.hosted);
        Some(self.parts.scores.as_ref()?.minimax_value(self.hosted.problem(), erased, spec, help))
    }

    fn value_store(&self, evaluates: bool) -> Option<Questioned<DynStore<'_, ScoreStatus>>> {
        Some(self.parts.scores.as_ref()?.store(self.hosted.problem(), Erased::new(&self.hosted), evaluates))
    }
}
