//! What searches for values see of a game whose positions have numbers.
//!
//! The idea: the graph stays when the question changes, and so do the positions. So a store of positions can be asked
//! about another score while its nodes stay; and of a new node it tells what does not depend on the question: the score of
//! a finished game, or who moves. What a leaf costs is asked once, with the question that stands when it is made.

use proofset_core::{AtLeast, NodeId, Probe, Problem, Score, StopReason, Threshold, ValuedGame};
use proofset_store::{Interned, Judge, Making, Nodes, Placed, StateOf, Store};

use crate::{Bounds, ScoreStatus};

/// Asks a game for its scores, and a probe about unfinished positions.
#[derive(Clone, Debug)]
pub struct Scores<C> {
    probe: C,
    evaluates: bool,
}

impl<C> Scores<C> {
    /// With leaves weighed by `probe`.
    pub fn new(probe: C) -> Self {
        Self { probe, evaluates: false }
    }

    /// Asks the game for its evaluations as well.
    #[must_use]
    pub fn with_evaluations(self) -> Self {
        Self { evaluates: true, ..self }
    }
}

impl<G: ValuedGame, C: Probe<AtLeast<G>>> Judge<AtLeast<G>> for Scores<C> {
    type Fact = ScoreStatus;

    #[inline]
    fn judge(&mut self, problem: &AtLeast<G>, position: &G::Position, _asks_status: bool) -> ScoreStatus {
        let player = problem.threshold().player;
        ScoreStatus::of(problem.game(), position, player, self.evaluates, || self.probe.cost(problem, position))
    }
}

/// What a game knows of the value of a position before any search, for the player who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The value lies in this interval.
    pub bounds: Bounds,
    /// A guess at it.
    pub guess: Score,
}

/// A store of positions that can be asked about one score after the other.
pub trait ValueStore: Store<Fact = ScoreStatus> {
    /// The question that stands: who asks, and for which score.
    fn threshold(&self) -> Threshold;

    /// Asks the same player's question for another score from now on. Nodes stay.
    fn ask(&mut self, score: Score);

    /// What the game knows of the position that the search begins with.
    fn estimate(&self) -> Estimate;
}

impl<G: ValuedGame, C: Probe<AtLeast<G>>> ValueStore for Interned<AtLeast<G>, Scores<C>> {
    fn threshold(&self) -> Threshold {
        self.problem().threshold()
    }

    fn ask(&mut self, score: Score) {
        let threshold = Threshold { score, ..self.threshold() };
        self.problem_mut().ask(threshold);
    }

    fn estimate(&self) -> Estimate {
        Estimate::at(self.problem().game(), &self.problem().root(), self.threshold())
    }
}

impl Estimate {
    /// At a position, for the player who asks.
    pub fn at<G: ValuedGame>(game: &G, position: &G::Position, asked: Threshold) -> Self {
        let ((low, high), guess) = (game.range(position), game.guess(position));
        if game.to_move(position) == asked.player {
            Self { bounds: Bounds { low, high }, guess }
        } else {
            Self { bounds: Bounds { low: -high, high: -low }, guess: -guess }
        }
    }
}

/// A store of positions whose problem does not change, with a question that does: for probes that do not ask for it.
pub struct Questioned<X> {
    store: X,
    threshold: Threshold,
    estimate: Estimate,
}

impl<X> Questioned<X> {
    /// A store without nodes, with the question that is asked first and what the game knows of the position that the search
    /// begins with.
    pub fn new(store: X, threshold: Threshold, estimate: Estimate) -> Self {
        Self { store, threshold, estimate }
    }
}

impl<X: Store> Store for Questioned<X> {
    type Problem = X::Problem;
    type Fact = X::Fact;

    fn nodes(&self) -> &dyn Nodes<Fact = X::Fact> {
        self.store.nodes()
    }

    fn nodes_mut(&mut self) -> &mut dyn Nodes<Fact = X::Fact> {
        self.store.nodes_mut()
    }

    fn problem(&self) -> &X::Problem {
        self.store.problem()
    }

    fn root(&self) -> StateOf<X> {
        self.store.root()
    }

    fn state(&self, node: NodeId) -> StateOf<X> {
        self.store.state(node)
    }

    fn find(&self, state: &StateOf<X>) -> Option<NodeId> {
        self.store.find(state)
    }

    fn place(&mut self, state: StateOf<X>, making: &Making) -> Result<Placed<X::Fact>, StopReason> {
        self.store.place(state, making)
    }
}

impl<X: Store<Fact = ScoreStatus>> ValueStore for Questioned<X> {
    fn threshold(&self) -> Threshold {
        self.threshold
    }

    fn ask(&mut self, score: Score) {
        self.threshold.score = score;
    }

    fn estimate(&self) -> Estimate {
        self.estimate
    }
}
