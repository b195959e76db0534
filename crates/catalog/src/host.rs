//! A question without its types: all that the rest of the catalog asks of it.
//!
//! The idea: a part that a game brings knows the type of its problem, and nobody else does. So it stands behind a trait that
//! takes the problem as [`Hosted`], and opens it. What asks parts is compiled once, and a game that brings no such part adds
//! nothing for it.

use std::any::Any;
use std::cell::OnceCell;
use std::rc::Rc;

use proofset_certificate::Counters;
use proofset_core::{Describe, Problem, RandomOrder, Status, Threshold, Verdict};
use proofset_depth_first::Helper;
use proofset_erased::{AnyProblem, DynCursor, DynStore, Erased, Sealed, StoreParts};
use proofset_multi_valued::{Estimate, Questioned, ScoreStatus};
use proofset_store::Leaf;

use crate::claims::{Bounded, Grades, Repeats};
use crate::helpers::{Help, MinimaxHelper, SearchContext, TeamHelper};
use crate::heuristics::HeuristicEntry;
use crate::known::KnownGame;
use crate::run::{Label, Outcome, Run, RunContext, WholeOf};
use crate::solution::Solution;
use crate::values::ValueRun;
use crate::{AlgorithmSpec, MinimaxSpec};

/// The problem of a question with its heuristics, whose types those know who gave its parts.
#[derive(Clone, Copy)]
pub(crate) struct Hosted<'a> {
    pub(crate) problem: &'a dyn Any,
    /// The list of its heuristics, as the game gave it.
    pub(crate) heuristics: &'a dyn Any,
}

impl<'a> Hosted<'a> {
    /// The problem.
    pub(crate) fn open<P: 'static>(self) -> &'a P {
        self.problem.downcast_ref().expect("a part is asked about the problem that it was given for")
    }
}

/// The same question from another state on.
pub(crate) type From = Box<dyn Fn(Hosted<'_>, &Sealed) -> ErasedQuestion>;

/// Calls back with rules of the game's own, by which certificates are checked.
pub(crate) type Judge = Box<dyn Fn(Hosted<'_>, &mut dyn FnMut(&dyn AnyProblem))>;

/// Says what a state is without its counter, and the counter.
pub(crate) type Counter = Box<dyn Fn(Hosted<'_>, &Sealed) -> Option<(Sealed, u32)>>;

/// What a question has beside its problem and its names.
pub(crate) struct Parts {
    /// `None`: no more is said than the verdict.
    pub(crate) speech: Option<Box<dyn AnySpeech>>,
    pub(crate) repeats: Repeats,
    pub(crate) bytes: usize,
    pub(crate) lengths: Option<Box<dyn AnyLengths>>,
    pub(crate) own: Option<Box<dyn AnySearches>>,
    pub(crate) scores: Option<Box<dyn Scores>>,
    pub(crate) judge: Option<Judge>,
    pub(crate) from: Option<From>,
    pub(crate) counter: Option<Counter>,
    pub(crate) grades: Option<Grades>,
    /// True if states mean the same whatever position is asked about.
    pub(crate) stands_alone: bool,
    /// True if the goals `win` and `draw` say what the position is worth to the player to move.
    pub(crate) has_outcomes: bool,
    /// The whole game, where the problem is a smaller form of it.
    pub(crate) whole: Option<WholeOf>,
}

impl Parts {
    /// None but what every question has. Compiled once for all games.
    #[inline(never)]
    pub(crate) fn new(repeats: Repeats) -> Self {
        Self {
            speech: None,
            repeats,
            bytes: 0,
            lengths: None,
            own: None,
            scores: None,
            judge: None,
            from: None,
            counter: None,
            grades: None,
            stands_alone: false,
            has_outcomes: false,
            whole: None,
        }
    }
}

/// [`Speech`] without its types.
pub(crate) trait AnySpeech {
    fn explain(&self, hosted: Hosted<'_>, outcome: &Outcome) -> String;
    fn line_text(&self, hosted: Hosted<'_>, line: &[String]) -> String;
    fn record(&self, hosted: Hosted<'_>, line: &[String], extension: &str) -> Option<String>;
    fn solution(&self, hosted: Hosted<'_>, solution: &Solution, extension: &str) -> Option<String>;
    fn legal_move(&self, hosted: Hosted<'_>) -> Option<String>;
}

/// [`Lengths`] without its types.
pub(crate) trait AnyLengths {
    fn within(&self, hosted: Hosted<'_>, plies: usize) -> Bounded<ErasedQuestion>;
    fn behind(&self, hosted: Hosted<'_>, state: &Sealed, plies: usize) -> Bounded<ErasedQuestion>;
}

/// [`OwnSearches`] without its types.
pub(crate) trait AnySearches {
    fn begin<'a>(
        &self,
        hosted: Hosted<'a>,
        search: SearchContext<'a>,
        algorithm: &AlgorithmSpec,
    ) -> Option<Box<dyn Run + 'a>>;
    fn help(&self, hosted: Hosted<'_>, search: SearchContext<'_>, helper: TeamHelper) -> Option<TeamHelper>;
}

/// What a game with scores can do beside its problem.
pub(crate) trait Scores {
    fn at_least(&self, hosted: Hosted<'_>, score: i32) -> ErasedQuestion;
    fn range(&self, hosted: Hosted<'_>) -> (i32, i32, i32);
    fn minimax<'a>(&self, hosted: Hosted<'a>, search: &SearchContext<'a>, spec: MinimaxSpec) -> Box<dyn Run + 'a>;
    fn minimax_value<'a>(
        &self,
        hosted: Hosted<'a>,
        erased: Erased<'a>,
        spec: MinimaxSpec,
        help: Option<Help>,
    ) -> Box<dyn ValueRun + 'a>;
    /// Has a helper take part in a minimax search.
    fn help(&self, hosted: Hosted<'_>, helper: MinimaxHelper);
    /// What an empty store for searches for values is made of, which may ask for evaluations, and what these begin with.
    fn store<'a>(&self, hosted: Hosted<'a>, evaluates: bool) -> (StoreParts<'a, ScoreStatus>, Threshold, Estimate);
}

/// The problem of a question, and all that needs its type to be made anew for each search.
pub(crate) trait AnyHosted {
    fn problem(&self) -> &(dyn AnyProblem + 'static);
    fn hosted(&self) -> Hosted<'_>;
    /// The heuristic with this place in the list of the game, if it has so many.
    fn heuristic(&self, place: usize) -> Option<HeuristicEntry>;
    /// What an empty store is made of whose leaves a heuristic weighs, given by its place.
    fn store(&self, heuristic: usize) -> StoreParts<'_, Leaf>;
    /// A cursor whose leaves a heuristic weighs.
    fn cursor(&self, heuristic: usize) -> DynCursor<'_>;
}

/// All that the rest of the catalog asks of a question.
pub(crate) struct Host {
    hosted: Box<dyn AnyHosted>,
    parts: Parts,
}

impl Counters<Sealed> for Host {
    fn without_counter(&self, state: &Sealed) -> Option<(Sealed, u32)> {
        self.parts.counter.as_ref()?(self.hosted.hosted(), state)
    }
}

impl Host {
    /// The problem.
    pub(crate) fn problem(&self) -> &(dyn AnyProblem + 'static) {
        self.hosted.problem()
    }

    /// The whole game of which the problem is a smaller form.
    pub(crate) fn whole(&self) -> Option<&WholeOf> {
        self.parts.whole.as_ref()
    }

    /// The heuristics, the default first.
    pub(crate) fn heuristics(&self) -> Vec<HeuristicEntry> {
        (0..).map_while(|place| self.hosted.heuristic(place)).collect()
    }

    /// An empty store whose leaves a heuristic weighs, given by its place.
    pub(crate) fn store(&self, heuristic: usize, order: Option<RandomOrder>) -> DynStore<'_, Leaf> {
        let mut parts = self.hosted.store(heuristic);
        if let Some(order) = order {
            parts = parts.with_order(order);
        }
        DynStore::of(Erased::new(self.hosted.problem()), parts)
    }

    /// A cursor whose leaves a heuristic weighs.
    pub(crate) fn cursor(&self, heuristic: usize) -> DynCursor<'_> {
        self.hosted.cursor(heuristic)
    }

    /// A search of the game's own for this algorithm, if it has one.
    pub(crate) fn own_search<'a>(
        &'a self,
        search: SearchContext<'a>,
        algorithm: &AlgorithmSpec,
    ) -> Option<Box<dyn Run + 'a>> {
        self.parts.own.as_ref()?.begin(self.hosted.hosted(), search, algorithm)
    }

    /// Has a helper take part in a search of the game's own by several threads. Gives it back if the game has none such.
    pub(crate) fn own_help(&self, search: SearchContext<'_>, helper: TeamHelper) -> Option<TeamHelper> {
        match &self.parts.own {
            Some(searches) => searches.help(self.hosted.hosted(), search, helper),
            None => Some(helper),
        }
    }

    /// Has a helper take part in a search by scores.
    pub(crate) fn help_minimax(&self, helper: MinimaxHelper) {
        if let Some(scores) = &self.parts.scores {
            scores.help(self.hosted.hosted(), helper);
        }
    }

    /// Whether positions can come back.
    pub(crate) fn repeats(&self) -> &Repeats {
        &self.parts.repeats
    }

    /// The claims that there are about the position beside the question itself.
    pub(crate) fn grades(&self) -> Option<&Grades> {
        self.parts.grades.as_ref()
    }

    /// Bytes that the problem itself takes, where it was read and is not made of rules.
    pub(crate) fn bytes(&self) -> usize {
        self.parts.bytes
    }

    /// A verdict in words.
    pub(crate) fn explain(&self, outcome: &Outcome) -> String {
        match &self.parts.speech {
            Some(speech) => speech.explain(self.hosted.hosted(), outcome),
            None => verdict_alone(outcome),
        }
    }

    /// A line of play as people write it.
    pub(crate) fn line_text(&self, line: &[String]) -> String {
        match &self.parts.speech {
            Some(speech) => speech.line_text(self.hosted.hosted(), line),
            None => line.join(" "),
        }
    }

    /// The position and a line of play from it, as files with this extension have them.
    pub(crate) fn record(&self, line: &[String], extension: &str) -> Option<String> {
        self.parts.speech.as_ref()?.record(self.hosted.hosted(), line, extension)
    }

    /// The position and a solution, as files with this extension have them.
    pub(crate) fn solution(&self, solution: &Solution, extension: &str) -> Option<String> {
        self.parts.speech.as_ref()?.solution(self.hosted.hosted(), solution, extension)
    }

    /// A legal move in the position, as the game names one whatever is known.
    pub(crate) fn legal_move(&self) -> Option<String> {
        self.parts.speech.as_ref()?.legal_move(self.hosted.hosted())
    }

    /// The same question from another state on, if the game has such.
    pub(crate) fn from(&self, state: &Sealed) -> Option<ErasedQuestion> {
        Some(self.parts.from.as_ref()?(self.hosted.hosted(), state))
    }

    /// The same question with a bound on the length of its proof.
    pub(crate) fn within(&self, plies: usize) -> Bounded<ErasedQuestion> {
        let Some(lengths) = &self.parts.lengths else { return Bounded::NoLengths };
        lengths.within(self.hosted.hosted(), plies)
    }

    /// The same from a state on where the other side moves.
    pub(crate) fn behind(&self, state: &Sealed, plies: usize) -> Bounded<ErasedQuestion> {
        let Some(lengths) = &self.parts.lengths else { return Bounded::NoLengths };
        lengths.behind(self.hosted.hosted(), state, plies)
    }

    /// The rules by which certificates are checked: those of the problem, or a second implementation.
    pub(crate) fn judge(&self, work: &mut dyn FnMut(&dyn AnyProblem)) {
        match &self.parts.judge {
            Some(judge) => judge(self.hosted.hosted(), work),
            None => work(self.hosted.problem()),
        }
    }

    /// True if these are those of the problem.
    pub(crate) fn judges_itself(&self) -> bool {
        self.parts.judge.is_none()
    }

    /// True if states mean the same whatever position is asked about.
    pub(crate) fn stands_alone(&self) -> bool {
        self.parts.stands_alone
    }

    /// The question whether the position is worth at least so much, if the game has scores.
    pub(crate) fn at_least(&self, score: i32) -> Option<ErasedQuestion> {
        Some(self.parts.scores.as_ref()?.at_least(self.hosted.hosted(), score))
    }

    /// True if goals say whether the position is won, drawn or lost, and not a score.
    pub(crate) fn has_outcomes(&self) -> bool {
        self.parts.scores.is_none() && self.parts.has_outcomes
    }

    /// The least and the greatest value that the position can have, and a guess, if the game has values.
    pub(crate) fn range(&self) -> Option<(i32, i32, i32)> {
        match &self.parts.scores {
            Some(scores) => Some(scores.range(self.hosted.hosted())),
            None => self.has_outcomes().then_some((-1, 1, 0)),
        }
    }

    /// A search that answers the question by scores.
    pub(crate) fn minimax<'a>(&'a self, search: &SearchContext<'a>, spec: MinimaxSpec) -> Option<Box<dyn Run + 'a>> {
        Some(self.parts.scores.as_ref()?.minimax(self.hosted.hosted(), search, spec))
    }

    /// A search by scores that finds the value.
    pub(crate) fn minimax_value(&self, spec: MinimaxSpec, help: Option<Help>) -> Option<Box<dyn ValueRun + '_>> {
        let erased = Erased::new(self.hosted.problem());
        Some(self.parts.scores.as_ref()?.minimax_value(self.hosted.hosted(), erased, spec, help))
    }

    /// An empty store for searches for values, which may ask for evaluations.
    pub(crate) fn value_store(&self, evaluates: bool) -> Option<Questioned<DynStore<'_, ScoreStatus>>> {
        let (parts, threshold, estimate) = self.parts.scores.as_ref()?.store(self.hosted.hosted(), evaluates);
        let store = DynStore::of(Erased::new(self.hosted.problem()), parts);
        Some(Questioned::new(store, threshold, estimate))
    }
}

/// A question with its names, without its types.
pub(crate) struct ErasedQuestion {
    pub(crate) host: Rc<Host>,
    pub(crate) label: Label,
    /// Positions whose values are known, if it was given any.
    pub(crate) known: Option<KnownGame>,
    /// The order of moves, if it is not that of the game.
    pub(crate) order: Option<RandomOrder>,
    /// True if its names say all that it is: a question behind a move may have a past that they do not tell.
    pub(crate) is_named: bool,
    /// The score that was asked for first about its position, with the question, where the next one hangs.
    asked: OnceCell<Box<(i32, Self)>>,
}

impl ErasedQuestion {
    /// A question of this problem.
    pub(crate) fn new(hosted: Box<dyn AnyHosted>, label: Label, parts: Parts) -> Self {
        let host = Rc::new(Host { hosted, parts });
        Self { host, label, known: None, order: None, is_named: true, asked: OnceCell::new() }
    }

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
    pub(crate) fn host(&self) -> &Host {
        &self.host
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
        RunContext {
            problem,
            rules,
            label: &self.label,
            whole: self.host.whole(),
            counters: &*self.host,
            known: self.known.as_ref(),
        }
    }

    /// The same for a search that knows of no known positions.
    pub(crate) fn plain_context(&self) -> RunContext<'_> {
        RunContext { problem: self.problem(), known: None, ..self.context() }
    }

    /// An empty store whose leaves a heuristic weighs, given by its place.
    pub(crate) fn store(&self, heuristic: usize) -> DynStore<'_, Leaf> {
        let store = self.host.store(heuristic, self.order);
        match &self.known {
            None => store,
            Some(known) => store.with_known(known.problem(), known.values()),
        }
    }

    /// A cursor whose leaves a heuristic weighs.
    pub(crate) fn cursor(&self, heuristic: usize) -> DynCursor<'_> {
        let mut cursor = self.host.cursor(heuristic);
        if let Some(order) = self.order {
            cursor = cursor.with_order(order);
        }
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
