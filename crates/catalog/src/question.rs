//! A question as a game brings it: the problem with its names, and what the game can do beyond it.
//!
//! The idea: everything but the problem has a default. A game that says how it words a verdict, that its proofs have
//! lengths, that it has scores or a search of its own gives a part of its own for that, and nothing else knows of it.

use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use proofset_certificate::SolvedGraph;
use proofset_core::{Describe, Pack, Probe, Problem, Solver};
use proofset_cursor::Cursor;
use proofset_depth_first::{AnySearch, Parallel};
use proofset_erased::{AnyProblem, DynCursor, DynStore, Erased, Sealed, SealedCursor};
use proofset_minimax::Entry;
use proofset_multi_valued::{Questioned, ScoreStatus};
use proofset_nodeset::Effort;
use proofset_store::Leaf;
use proofset_table::Rows;

use crate::heuristics::{Chosen, Heuristic};
use crate::run::{Label, Outcome, Run, RunContext, WholeOf};
use crate::solution::Solution;
use crate::values::ValueRun;
use crate::{AlgorithmSpec, MinimaxSpec};

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

/// A question with a bound on the length of its proof.
///
/// It is proven exactly if the question without the bound has a proof that is not longer. So a proof of some length
/// answers all questions with that bound or a larger one, and if one with a smaller bound is disproven, so are all below.
pub enum Bounded<T> {
    /// The question.
    Question(T),
    /// There is no such question, for no proof is so short unless the rules have decided already.
    TooShort,
    /// Proofs in this game have no length that could be bounded.
    NoLengths,
}

/// Bounds on the length of proofs, for games that have them.
///
/// A question with a bound is proven exactly if the question without it has a proof that is not longer. So a proof of
/// some length answers all questions with that bound or a larger one, and if one with a smaller bound is disproven, so are
/// all below.
pub trait Lengths<P: Problem> {
    /// The same question with a bound: at most so many plies.
    fn within(&self, problem: &P, plies: usize) -> Bounded<Question<P>>;

    /// The question whether the side that has to prove its claim succeeds within so many plies from a state on where the
    /// other side moves.
    fn behind(&self, problem: &P, state: &P::State, plies: usize) -> Bounded<Question<P>>;
}

/// What a game with scores can do beside its problem.
pub(crate) trait Scores<P: Problem> {
    fn at_least(&self, problem: &P, score: i32) -> Question<P>;
    fn range(&self, problem: &P) -> (i32, i32, i32);
    fn minimax<'a>(&self, beginning: &Beginning<'a, P>, spec: MinimaxSpec) -> Box<dyn Run + 'a>;
    fn minimax_value<'a>(
        &self,
        problem: &'a P,
        erased: Erased<'a>,
        spec: MinimaxSpec,
        help: Option<Help>,
    ) -> Box<dyn ValueRun + 'a>;
    /// Has a helper take part in a minimax search.
    fn help(&self, problem: &P, helper: MinimaxHelper);
    /// An empty store for searches for values, which may ask for evaluations.
    fn store<'a>(&self, problem: &'a P, erased: Erased<'a>, evaluates: bool) -> Questioned<DynStore<'a, ScoreStatus>>;
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

/// The part of another thread in a minimax search.
pub type MinimaxHelper = proofset_minimax::Helper<Rows<Entry>>;

/// The part of another thread in a search.
#[derive(Debug)]
#[non_exhaustive]
pub enum TeamHelper {
    /// In a depth-first search.
    DepthFirst(proofset_depth_first::Helper),
    /// In a search for mates.
    Mate(proofset_mate::Helper),
    /// In a minimax search whose positions are written as words.
    Minimax(MinimaxHelper),
    /// In a two-level search whose leaves are searched together.
    TwoLevel(Box<dyn LeafHelper>),
}

/// The part of another thread in a two-level search, whatever its algebras.
pub trait LeafHelper: Debug + Send {
    /// Searches leaves, in stores made after this one, until the search is over.
    fn run(self: Box<Self>, store: DynStore<'_, Leaf>);
}

impl<E, D> LeafHelper for proofset_two_level::Helper<Sealed, E, D>
where
    E: Effort + Clone + Debug + Send,
    D: Effort + Clone + Debug + Send,
{
    fn run(self: Box<Self>, store: DynStore<'_, Leaf>) {
        (*self).run(&store);
    }
}

impl std::convert::From<proofset_depth_first::Helper> for TeamHelper {
    fn from(helper: proofset_depth_first::Helper) -> Self {
        Self::DepthFirst(helper)
    }
}

impl std::convert::From<MinimaxHelper> for TeamHelper {
    fn from(helper: MinimaxHelper) -> Self {
        Self::Minimax(helper)
    }
}

impl std::convert::From<proofset_mate::Helper> for TeamHelper {
    fn from(helper: proofset_mate::Helper) -> Self {
        Self::Mate(helper)
    }
}

/// What helpers do on threads of their own.
pub(crate) type Help = Arc<dyn Fn(TeamHelper) + Send + Sync>;

/// What a search of a game's own begins with.
pub struct Beginning<'a, P> {
    pub(crate) problem: &'a P,
    pub(crate) heuristic: &'a Heuristic<P>,
    pub(crate) search: SearchContext<'a>,
}

/// What every search begins with.
pub(crate) struct SearchContext<'a> {
    pub(crate) run: RunContext<'a>,
    /// The place of what weighs leaves among the heuristics of the game.
    pub(crate) heuristic: usize,
    pub(crate) help: Option<Help>,
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

/// Claims about a position, from the strongest to the weakest: each that holds makes the next one hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grades {
    /// The claims.
    pub claims: Vec<Claim>,
    /// What is said if none of them holds.
    pub none: String,
}

/// A claim that somebody may prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The goal that asks whether it holds.
    pub goal: String,
    /// What is said if it holds.
    pub meaning: String,
}

/// Whether positions can come back along a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// They cannot.
    Never,
    /// They may.
    Perhaps,
    /// They do, as in this cycle of states.
    Along(Vec<String>),
}

/// The heuristics of a problem that brings none.
fn any_heuristics<P: Problem + 'static>() -> Rc<Vec<Heuristic<P>>> {
    Rc::new(vec![Heuristic::unit(), Heuristic::mobility()])
}

/// Makes the cursor of depth-first searches.
pub(crate) type MakeCursor<P> = for<'a> fn(Erased<'a>, &'a P, Chosen<P>) -> DynCursor<'a>;

/// A cursor for states that cannot be packed.
pub(crate) fn keeping<'a, P>(erased: Erased<'a>, problem: &'a P, probe: Chosen<P>) -> DynCursor<'a>
where
    P: Describe + 'static,
    P::State: Send + Sync + 'static,
{
    DynCursor::keeping(erased, problem, probe)
}

/// A cursor for states that can be packed.
pub(crate) fn packing<'a, P>(erased: Erased<'a>, problem: &'a P, probe: Chosen<P>) -> DynCursor<'a>
where
    P: Describe + 'static,
    P::State: Pack + Send + Sync + 'static,
{
    DynCursor::packing(erased, problem, probe)
}

/// The same question from another state on.
pub(crate) type From<P> = Box<dyn Fn(&P, &<P as Problem>::State) -> Question<P>>;

/// Calls back with rules of the game's own, by which certificates are checked.
pub(crate) type Judge<P> = fn(&P, &mut dyn FnMut(&dyn AnyProblem));

/// What a question has beside its problem and its names.
pub(crate) struct Parts<P: Problem> {
    pub(crate) heuristics: Rc<Vec<Heuristic<P>>>,
    /// `None`: no more is said than the verdict.
    pub(crate) speech: Option<Box<dyn Speech<P>>>,
    pub(crate) repeats: Repeats,
    pub(crate) bytes: usize,
    pub(crate) cursor: MakeCursor<P>,
    pub(crate) lengths: Option<Box<dyn Lengths<P>>>,
    pub(crate) own: Option<Box<dyn OwnSearches<P>>>,
    pub(crate) scores: Option<Box<dyn Scores<P>>>,
    pub(crate) judge: Option<Judge<P>>,
    pub(crate) from: Option<From<P>>,
    pub(crate) grades: Option<Grades>,
    /// True if states mean the same whatever position is asked about.
    pub(crate) stands_alone: bool,
    /// True if the goals `win` and `draw` say what the position is worth to the player to move.
    pub(crate) has_outcomes: bool,
    /// The whole game, where the problem is a smaller form of it.
    pub(crate) whole: Option<WholeOf>,
}

/// A question about a game, on its way into a [`Task`](crate::Task).
pub struct Question<P: Problem> {
    pub(crate) problem: P,
    pub(crate) label: Label,
    pub(crate) parts: Parts<P>,
}

impl<P: Describe + 'static> Question<P>
where
    P::State: Send + Sync + 'static,
{
    /// The question that a problem asks, with its canonical names: the game with its parameters and the goal. Leaves cost
    /// one, or what their mobility says.
    ///
    /// Depth-first searches keep every state that they generate, which takes memory and time; if states can be packed,
    /// [`packed`](Self::packed) is better.
    pub fn new(game: impl Into<String>, goal: impl Into<String>, problem: P) -> Self {
        Self::with_parts(game.into(), goal.into(), problem, any_heuristics(), keeping::<P>)
    }

    /// The same for states that can be packed: depth-first searches write them down as words, and forget those that they
    /// have no room for.
    pub fn packed(game: impl Into<String>, goal: impl Into<String>, problem: P) -> Self
    where
        P::State: Pack,
    {
        Self::with_parts(game.into(), goal.into(), problem, any_heuristics(), packing::<P>)
    }

    /// The same with its [`Heuristic`]s and its cursor.
    pub(crate) fn with_parts(
        game: String,
        goal: String,
        problem: P,
        heuristics: Rc<Vec<Heuristic<P>>>,
        cursor: MakeCursor<P>,
    ) -> Self {
        let root = problem.root();
        let may_repeat = problem.repetition().is_some() && problem.rank(&root).is_none();
        let label = Label { game, position: problem.state_text(&root), goal };
        let parts = Parts {
            heuristics,
            speech: None,
            repeats: if may_repeat { Repeats::Perhaps } else { Repeats::Never },
            bytes: 0,
            cursor,
            lengths: None,
            own: None,
            scores: None,
            judge: None,
            from: None,
            grades: None,
            stands_alone: false,
            has_outcomes: false,
            whole: None,
        };
        Self { problem, label, parts }
    }

    /// The problem.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// The canonical text of the position, if that is not the text of the root.
    pub fn with_position(mut self, position: String) -> Self {
        self.label.position = position;
        self
    }

    /// How leaves can be weighed, the default first.
    pub fn with_heuristics(mut self, heuristics: Vec<Heuristic<P>>) -> Self {
        self.parts.heuristics = Rc::new(heuristics);
        self
    }

    /// How verdicts and lines are worded.
    pub fn with_speech(mut self, speech: impl Speech<P> + 'static) -> Self {
        self.parts.speech = Some(Box::new(speech));
        self
    }

    /// Whether positions can come back. Without it, they may if the problem says what a repetition is worth and has no
    /// rank.
    pub fn with_repeats(mut self, repeats: Repeats) -> Self {
        self.parts.repeats = repeats;
        self
    }

    /// Bytes that the problem itself takes, where it was read and is not made of rules.
    pub fn with_bytes(mut self, bytes: usize) -> Self {
        self.parts.bytes = bytes;
        self
    }

    /// Bounds on the length of proofs.
    pub fn with_lengths(mut self, lengths: impl Lengths<P> + 'static) -> Self {
        self.parts.lengths = Some(Box::new(lengths));
        self
    }

    /// Searches of the game's own.
    pub fn with_searches(mut self, searches: impl OwnSearches<P> + 'static) -> Self {
        self.parts.own = Some(Box::new(searches));
        self
    }

    /// States mean the same whatever position is asked about: nothing of the problem but its root depends on the position. So what
    /// is known of a state from another question, with the same game and goal, can be held against the rules of this one.
    pub fn with_states_that_stand_alone(mut self) -> Self {
        self.parts.stands_alone = true;
        self
    }

    /// The game has no scores, but whatever position is asked about is won, drawn or lost: its goals `win` and `draw`, of the
    /// player to move, say which. So its value is 1, 0 or -1.
    pub fn with_outcomes(mut self) -> Self {
        self.parts.has_outcomes = true;
        self
    }

    /// The claims that there are about the position beside the question itself.
    pub fn with_grades(mut self, grades: Grades) -> Self {
        self.parts.grades = Some(grades);
        self
    }

    /// The same question from another state on, for whoever looks at moves beside those of a proof.
    pub fn with_question_from(mut self, from: impl Fn(&P, &P::State) -> Self + 'static) -> Self {
        self.parts.from = Some(Box::new(from));
        self
    }

    /// Checks certificates by other means than the problem itself: a second implementation of the rules, with which it calls
    /// back.
    pub fn with_judge(mut self, judge: Judge<P>) -> Self {
        self.parts.judge = Some(judge);
        self
    }

    /// The whole game of which the problem is a smaller form, for each verdict that holds for both.
    pub(crate) fn with_whole(mut self, whole: WholeOf) -> Self {
        self.parts.whole = Some(whole);
        self
    }

    pub(crate) fn with_scores(mut self, scores: impl Scores<P> + 'static) -> Self {
        self.parts.scores = Some(Box::new(scores));
        self
    }
}
