//! From a position to its value: passes over the root, and the principal line.
//!
//! The idea: a pass answers one window. Alpha-beta, NegaScout and SCOUT need one pass with the whole range; MTD(f) moves a
//! null window along until it has closed in on the value from both sides; TEST asks for one score after another. All
//! narrow one interval, which is what is left when a limit is reached, and where the next call goes on: the table has
//! kept what the passes found.

use std::ops::ControlFlow;

use proofset_core::{Limits, MOST_SCORE, Observer, Score, SolveError, StopReason, Watch};
use tracing::{info, info_span};

use crate::board::{Board, Waiting};
use crate::crew::Task;
use crate::entry::TO_THE_END;
use crate::options::Method;
use crate::search::Engine;
use crate::test::Question;

/// Plies that deepening goes through before a search to the end.
const DEEPENING: u16 = 8;

/// What a search for a value has found.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct Found<M> {
    /// The value is at least this, for the player to move.
    pub low: Score,
    /// The value is at most this.
    pub high: Score,
    /// [`StopReason::Decided`] if both are equal; else which limit was reached.
    pub stop: StopReason,
    /// Best play from the position on, as far as limits left time to find it; empty without a value.
    pub line: Vec<M>,
}

impl<M> Found<M> {
    /// The value, if it is known.
    pub fn value(&self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }
}

impl<B: Board> Engine<B> {
    /// The value of a position for the player to move: to the end of the game, or as evaluated at the depth that the
    /// options say.
    ///
    /// What was found for other positions is used again. Limits count expansions since the search was made. A call begins at the position
    /// again, with what the table knows: one that may expand fewer positions than the longest line has finds nothing.
    ///
    /// # Errors
    ///
    /// [`SolveError::Endless`] if positions can repeat and play is to go to the end, [`SolveError::ScoreLimit`] if the limit of the
    /// game is none.
    pub fn find_value(
        &mut self,
        position: &B::Mark,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Found<B::Move>, SolveError<B::State>> {
        let _span = info_span!("find_value").entered();
        let depth = self.options.depth.map_or(TO_THE_END, |depth| depth.min(TO_THE_END - 1));
        self.stand(position);
        let rules = self.board.rules_status(0);
        if depth == TO_THE_END && rules.may_repeat {
            return Err(SolveError::Endless);
        }
        self.check_limit()?;
        let mut watch = Watch::new(limits, observer);
        self.allow(limits);
        let limit = self.board.limit();
        let mut found = Found { low: -limit, high: limit, stop: StopReason::Decided, line: Vec::new() };
        if let Some(score) = rules.score {
            (found.low, found.high) = (score, score);
        } else if self.options.knowledge && depth == TO_THE_END {
            (found.low, found.high) = self.board.bounds(0);
        }
        let (bounds, Found { low, high, .. }) = ((found.low, found.high), &mut found);
        let searched = self.deepen(&mut watch, depth).and_then(|()| {
            self.together(Task::Value(depth), bounds, limits, |search| search.close_in(&mut watch, depth, low, high))
        });
        if let Err(stop) = searched {
            found.stop = stop;
        }
        if let Some(value) = found.value() {
            found.stop = StopReason::Decided;
            self.follow(&mut watch, position, value, depth, &mut found.line);
        }
        self.note_peak();
        let counters = self.counters();
        info!(stop = %found.stop, low = found.low, high = found.high, nodes = counters.nodes(), "search stopped");
        Ok(found)
    }

    /// The score of a position for a window: at most `alpha`, the value is no more; at least `beta`, it is no less; else
    /// it is the value. The method is NegaScout or alpha-beta, as the options say.
    ///
    /// # Errors
    ///
    /// Which limit was reached.
    pub fn score(
        &mut self,
        position: &B::Mark,
        alpha: Score,
        beta: Score,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Score, StopReason> {
        let depth = self.options.depth.map_or(TO_THE_END, |depth| depth.min(TO_THE_END - 1));
        self.allow(limits);
        self.stand(position);
        self.begin_pass(depth);
        let limit = self.board.limit();
        let (alpha, beta) = (alpha.clamp(-limit - 1, limit), beta.clamp(-limit, limit + 1));
        self.window(&mut Watch::new(limits, observer), 0, alpha, beta, depth)
    }

    /// TEST: is a position worth at least so much to the player to move?
    ///
    /// # Errors
    ///
    /// Which limit was reached.
    pub fn reaches(
        &mut self,
        position: &B::Mark,
        score: Score,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<bool, StopReason> {
        let depth = self.options.depth.map_or(TO_THE_END, |depth| depth.min(TO_THE_END - 1));
        self.allow(limits);
        self.stand(position);
        self.begin_pass(depth);
        let limit = self.board.limit();
        let question = Question::AtLeast(score.clamp(-limit, limit + 1));
        self.test(&mut Watch::new(limits, observer), 0, question, depth)
    }

    /// Refuses a limit with which windows would not be scores.
    pub(crate) fn check_limit<S>(&self) -> Result<(), SolveError<S>> {
        let limit = self.board.limit();
        if (0..=MOST_SCORE).contains(&limit) { Ok(()) } else { Err(SolveError::ScoreLimit(limit)) }
    }

    /// Searches from the position that the board stands on to smaller depths, for the order of moves. A search that goes on
    /// does that once: what it has found at its own depth would give way.
    fn deepen(&mut self, watch: &mut Watch<'_>, depth: u16) -> Result<(), StopReason> {
        if !self.options.deepening {
            return Ok(());
        }
        let limit = self.board.limit();
        let last = if depth == TO_THE_END { DEEPENING } else { depth - depth.min(1) };
        let root = self.board.mark(0).0;
        let (position, done) = self.deepened;
        for depth in if position == root { done } else { 0 } + 1..=last {
            self.begin_pass(depth);
            self.window(watch, 0, -limit, limit, depth)?;
            self.deepened = (root, depth);
        }
        Ok(())
    }

    /// Narrows the interval to one value of the position that the board stands on.
    pub(crate) fn close_in(
        &mut self,
        watch: &mut Watch<'_>,
        depth: u16,
        low: &mut Score,
        high: &mut Score,
    ) -> Result<(), StopReason> {
        let takes_one_pass = !matches!(self.options.method, Method::Mtd { .. } | Method::Test);
        let mut guess = match self.options.method {
            Method::Mtd { guess } => guess.unwrap_or_else(|| self.board.guess(0)),
            _ => *low,
        };
        let mut has_begun = false;
        loop {
            let shares = self.share_bounds(low, high);
            if low >= high && (shares || has_begun || !takes_one_pass) {
                return Ok(());
            }
            has_begun = true;
            guess = guess.clamp(*low, *high);
            self.begin_pass(depth);
            match self.pass(watch, depth, (*low, *high), &mut guess) {
                Ok(bounds) => (*low, *high) = bounds,
                Err(StopReason::Cancelled) if self.was_called() => {}
                Err(stop) => return Err(stop),
            }
        }
    }

    /// One pass over the position that the board stands on, which narrows the interval.
    fn pass(
        &mut self,
        watch: &mut Watch<'_>,
        depth: u16,
        (low, high): (Score, Score),
        guess: &mut Score,
    ) -> Result<(Score, Score), StopReason> {
        let value = match self.options.method {
            Method::AlphaBeta | Method::NegaScout { .. } => self.window(watch, 0, low - 1, high + 1, depth)?,
            Method::Scout => self.scout(watch, 0, depth)?,
            Method::Mtd { .. } => {
                let beta = if *guess == low { *guess + 1 } else { *guess };
                *guess = self.alpha_beta(watch, 0, beta - 1, beta, depth)?;
                return Ok(if *guess < beta { (low, *guess) } else { (*guess, high) });
            }
            Method::Test => {
                let score = high - (high - low) / 2;
                let reached = self.test(watch, 0, Question::AtLeast(score), depth)?;
                return Ok(if reached { (score, high) } else { (low, score - 1) });
            }
        };
        Ok((value, value))
    }

    /// The score of a place for a window, by the method's own way to search one.
    pub(crate) fn window(
        &mut self,
        watch: &mut Watch<'_>,
        place: u32,
        alpha: Score,
        beta: Score,
        depth: u16,
    ) -> Result<Score, StopReason> {
        match self.options.method {
            Method::NegaScout { .. } => self.nega_scout(watch, place, alpha, beta, depth),
            _ => self.alpha_beta(watch, place, alpha, beta, depth),
        }
    }

    /// Best play from a position whose value is known: at each step the first move that is worth as much. What limits
    /// leave no time for is left out.
    fn follow(
        &mut self,
        watch: &mut Watch<'_>,
        position: &B::Mark,
        value: Score,
        mut depth: u16,
        line: &mut Vec<B::Move>,
    ) {
        let before = self.counters;
        let (mut position, mut value) = (position.clone(), value);
        loop {
            self.stand(&position);
            if depth == 0 || self.board.rules_status(0).score.is_some() {
                break;
            }
            let below = if depth == TO_THE_END { depth } else { depth - 1 };
            let successors = self.successors();
            let next = |child: Waiting| {
                let worth = if child.turns { -value } else { value };
                (self.board.move_to(child.place), self.board.mark(child.place).1, worth)
            };
            let successors: Vec<_> = successors.into_iter().map(next).collect();
            let step = |(mv, next, worth): (B::Move, B::Mark, Score)| {
                self.stand(&next);
                self.begin_pass(below);
                match self.window(watch, 0, worth - 1, worth + 1, below) {
                    Ok(score) if score == worth => ControlFlow::Break(Some((mv, next, worth))),
                    Ok(_) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(None),
                }
            };
            let found = successors.into_iter().try_for_each(step);
            let ControlFlow::Break(Some((mv, next, worth))) = found else { break };
            line.push(mv);
            (position, value, depth) = (next, worth, below);
        }
        // The counters are about the value.
        self.counters = before;
    }
}
