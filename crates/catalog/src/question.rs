//! A question as a game brings it: the problem with its names, and what the game can do beyond it.
//!
//! The idea: everything but the problem has a default. A game that says how it words a verdict, that its proofs have
//! lengths, that it has scores or a search of its own gives a part of its own for that, and nothing else knows of it.

use std::rc::Rc;

use proofset_core::{Describe, Pack, Problem};
use proofset_erased::{AnyProblem, DynCursor, Erasable, Erased, Sealed, StoreParts};
use proofset_store::{Leaf, Leaves};

use crate::capabilities::{OwnSearches, PartOf, Speech};
use crate::claims::{Bounded, Grades, Repeats};
use crate::heuristics::{Chosen, Heuristic, HeuristicEntry};
use crate::host::{AnyHosted, AnyLengths, ErasedQuestion, Hosted, Parts, Scores};
use crate::run::{Label, WholeOf};

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

/// Calls back with rules of the game's own, by which certificates are checked.
type Rules<P> = fn(&P, &mut dyn FnMut(&dyn AnyProblem));

/// Says of a state of a problem what it is without its counter, and the counter.
pub type WithoutCounter<P> = fn(&P, &<P as Problem>::State) -> Option<(<P as Problem>::State, u32)>;

/// These heuristics, or those of every problem if there are none.
fn some_or_any<P: Problem + 'static>(heuristics: Rc<Vec<Heuristic<P>>>) -> Rc<Vec<Heuristic<P>>> {
    if heuristics.is_empty() { any_heuristics() } else { heuristics }
}

/// A question about a game, on its way into a [`Task`](crate::Task).
pub struct Question<P: Problem> {
    pub(crate) problem: P,
    pub(crate) label: Label,
    pub(crate) heuristics: Rc<Vec<Heuristic<P>>>,
    pub(crate) cursor: MakeCursor<P>,
    pub(crate) parts: Parts,
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
        let parts = Parts::new(if may_repeat { Repeats::Perhaps } else { Repeats::Never });
        Self { problem, label, heuristics: some_or_any(heuristics), cursor, parts }
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

    /// How leaves can be weighed, the default first. Without any they cost one, or what their mobility says.
    pub fn with_heuristics(mut self, heuristics: Vec<Heuristic<P>>) -> Self {
        self.heuristics = some_or_any(Rc::new(heuristics));
        self
    }

    /// How verdicts and lines are worded.
    pub fn with_speech(mut self, speech: impl Speech<P> + 'static) -> Self {
        self.parts.speech = Some(Box::new(PartOf::<P, _>::new(speech)));
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
        self.parts.lengths = Some(Box::new(PartOf::<P, _>::new(lengths)));
        self
    }

    /// Searches of the game's own.
    pub fn with_searches(mut self, searches: impl OwnSearches<P> + 'static) -> Self {
        self.parts.own = Some(Box::new(PartOf::<P, _>::new(searches)));
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
        self.parts.from = Some(Box::new(move |hosted, state| from(hosted.open(), state.open()).erase()));
        self
    }

    /// Says what a state is with nothing in place of its counter, and the counter; `None` if what is asked does not go by it. What is
    /// proven of a state with a larger counter holds with a smaller one, and every move makes it larger or can never be taken back:
    /// such is the half-move clock of chess where a side is to win. Then lines of proofs come back to no position, and their lengths
    /// are told without such rounds.
    pub fn with_counter(mut self, counter: WithoutCounter<P>) -> Self {
        self.parts.counter = Some(Box::new(move |hosted, state| {
            let (state, counter) = counter(hosted.open(), state.open())?;
            Some((Sealed::new(state), counter))
        }));
        self
    }

    /// Checks certificates by other means than the problem itself: a second implementation of the rules, with which it calls
    /// back.
    pub fn with_judge(mut self, judge: Rules<P>) -> Self {
        self.parts.judge = Some(Box::new(move |hosted, work| judge(hosted.open(), work)));
        self
    }

    /// The whole game of which the problem is a smaller form, for each verdict that holds for both.
    pub(crate) fn with_whole(mut self, whole: WholeOf) -> Self {
        self.parts.whole = Some(whole);
        self
    }

    pub(crate) fn with_scores(mut self, scores: impl Scores + 'static) -> Self {
        self.parts.scores = Some(Box::new(scores));
        self
    }
}

/// A problem whose type is known here alone.
struct Hosting<P: Describe> {
    problem: Erasable<P>,
    heuristics: Rc<Vec<Heuristic<P>>>,
    cursor: MakeCursor<P>,
}

impl<P: Describe + 'static> AnyHosted for Hosting<P>
where
    P::State: Send + Sync + 'static,
{
    fn problem(&self) -> &(dyn AnyProblem + 'static) {
        &self.problem
    }

    fn hosted(&self) -> Hosted<'_> {
        Hosted { problem: self.problem.problem(), heuristics: &*self.heuristics }
    }

    fn heuristic(&self, place: usize) -> Option<HeuristicEntry> {
        Some(self.heuristics.get(place)?.entry())
    }

    fn store(&self, heuristic: usize) -> StoreParts<'_, Leaf> {
        let probe = self.heuristics[heuristic].probe();
        StoreParts::new(self.problem.problem(), Leaves::new(probe))
    }

    fn cursor(&self, heuristic: usize) -> DynCursor<'_> {
        let probe = self.heuristics[heuristic].probe();
        (self.cursor)(Erased::new(&self.problem), self.problem.problem(), probe)
    }
}

impl<P: Describe + 'static> Question<P>
where
    P::State: Send + Sync + 'static,
{
    /// The question without its types.
    pub(crate) fn erase(self) -> ErasedQuestion {
        let Self { problem, label, heuristics, cursor, parts } = self;
        ErasedQuestion::new(Box::new(Hosting { problem: Erasable::new(problem), heuristics, cursor }), label, parts)
    }
}

impl<P: Describe + 'static, T: Lengths<P>> AnyLengths for PartOf<P, T>
where
    P::State: Send + Sync + 'static,
{
    fn within(&self, hosted: Hosted<'_>, plies: usize) -> Bounded<ErasedQuestion> {
        erased(self.part.within(hosted.open(), plies))
    }

    fn behind(&self, hosted: Hosted<'_>, state: &Sealed, plies: usize) -> Bounded<ErasedQuestion> {
        erased(self.part.behind(hosted.open(), state.open(), plies))
    }
}

/// A bounded question without its types.
fn erased<P: Describe + 'static>(bounded: Bounded<Question<P>>) -> Bounded<ErasedQuestion>
where
    P::State: Send + Sync + 'static,
{
    match bounded {
        Bounded::Question(question) => Bounded::Question(question.erase()),
        Bounded::TooShort => Bounded::TooShort,
        Bounded::NoLengths => Bounded::NoLengths,
    }
}
