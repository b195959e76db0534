//! Games whose results are numbers: "what is this position worth?", and the yes-or-no question for each number.
//!
//! **The sign convention, stated once.** A score is always seen from the player to move in the position it is asked of:
//! positive is good for that player, and a finished game has a player to move as well (who would move). Scores of the
//! two players are opposite: what is worth `s` to one is worth `-s` to the other. A score above 0 is a win, 0 a draw.
//! Whether the score of a successor has to be turned round is seen from the players to move, not taken for granted: in
//! Kalah, a player can move again.
//!
//! [`Threshold`] is the bridge to proof-number search: "is it worth at least v to this player?" is a [`Problem`], and a
//! value is known when the question is proven for v and disproven for v + 1.

use std::fmt;

use crate::problem::goes_by_lines;
use crate::symmetry::{Image, reached, reached_by_text};
use crate::{
    Describe, Dominance, Game, Notation, Player, Problem, Repetition, RepetitionRule, Role, Status, Symmetric,
    UpToSymmetry, Value,
};

/// The worth of a position to the player to move, in the game's unit: discs, seeds, moves to spare.
pub type Score = i32;

/// The greatest score that a game may have: the opposite of a score, the next one, and sums of two are numbers of the type as well.
pub const MOST_SCORE: Score = (1 << 30) - 1;

/// A game that ends with a score.
///
/// # Laws
///
/// * `score(p)` is given exactly if `outcome(p)` is, and is positive, 0 or negative if the player to move has won, drawn
///   or lost.
/// * `limit()` is from 0 to [`MOST_SCORE`]. Scores lie within `-limit()..=limit()`, and the value of an unfinished `p` within `bounds(p)`, which lie there as
///   well.
/// * Nobody asks for the evaluation or the bounds of a finished game: [`range`](Self::range) is for all positions.
pub trait ValuedGame: Game {
    /// The greatest score that any finished game can have.
    fn limit(&self) -> Score;

    /// The score of a finished game, for the player to move.
    fn score(&self, position: &Self::Position) -> Option<Score>;

    /// A guess at the value of an unfinished position, for searches to a depth, in the unit of scores. 0 unless the game knows better.
    fn evaluate(&self, position: &Self::Position) -> Score {
        let _ = position;
        0
    }

    /// The least and the greatest value that an unfinished position can have, as far as a glance tells.
    fn bounds(&self, position: &Self::Position) -> (Score, Score) {
        let _ = position;
        (-self.limit(), self.limit())
    }

    /// The least and the greatest value that any position can have, as far as a glance tells: the score of a finished
    /// game, the bounds of another.
    fn range(&self, position: &Self::Position) -> (Score, Score) {
        self.score(position).map_or_else(|| self.bounds(position), |score| (score, score))
    }

    /// The [evaluation](Self::evaluate) of an unfinished position as searches take it: one beyond the greatest score is that score.
    fn estimate(&self, position: &Self::Position) -> Score {
        let limit = self.limit();
        self.evaluate(position).clamp(-limit, limit)
    }

    /// A guess at the value of any position: the score of a finished game, the evaluation of another.
    fn guess(&self, position: &Self::Position) -> Score {
        self.score(position).unwrap_or_else(|| self.estimate(position))
    }
}

/// What a game can tell a search for values beyond its rules. Everything has a default that knows nothing.
///
/// A wrong hint of order costs time. A move that is wrongly left out, or a wrong end, makes a wrong value; certificates
/// are checked with the rules alone.
pub trait Hints: ValuedGame {
    /// How many different moves there are, for statistics on moves wherever they are made; 0: none are kept.
    const MOVES: usize = 0;

    /// The number of a move, below [`MOVES`](Self::MOVES).
    fn move_index(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// How early a move should be tried: those with larger numbers first, equal ones in the order of the rules.
    fn order(&self, position: &Self::Position, mv: Self::Move, next: &Self::Position) -> i32 {
        let _ = (position, mv, next);
        0
    }

    /// Calls `visit` for the moves that a search to the end has to try, with the position after each and its order.
    ///
    /// It is asked about unfinished positions whose [bounds](ValuedGame::bounds) leave their value open. A move may be
    /// left out only if another one, which is not left out, is worth at least as much; there is at least one.
    fn for_each_candidate(&self, position: &Self::Position, mut visit: impl FnMut(Self::Move, Self::Position, i32)) {
        for mv in self.moves(position) {
            let mut next = position.clone();
            self.play(&mut next, mv);
            let order = self.order(position, mv, &next);
            visit(mv, next, order);
        }
    }

    /// Solves a position that is nearly finished, if it is one, without help from the search.
    ///
    /// The score `s` that it gives answers the window: the value is at most `s` if `s <= alpha`, at least `s` if
    /// `s >= beta`, and `s` in between. `nodes` grows by the positions that it looked at besides this one.
    fn finish(&self, position: &Self::Position, alpha: Score, beta: Score, nodes: &mut u64) -> Option<Score> {
        let _ = (position, alpha, beta, nodes);
        None
    }
}

/// "Is it worth at least this score to this player?"
///
/// As text, and as people say it: at least 1 is `first:win`, at least 0 `first:draw`, all others `first:at-least:3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threshold {
    /// The player whose success is a proof: the OR player.
    pub player: Player,
    /// The least score, seen from this player, that is a success.
    pub score: Score,
}

impl Threshold {
    /// What it makes of a position: who moves, or would, and the score of a finished game.
    #[inline]
    pub fn status(self, to_move: Player, score: Option<Score>) -> Status {
        match score {
            Some(score) => Status::Decided(self.judge(to_move, score)),
            None if to_move == self.player => Status::Open(Role::Or),
            None => Status::Open(Role::And),
        }
    }

    /// What a repetition is worth by a rule, if finished games have scores up to `limit`. Compiled once for all games.
    #[inline(never)]
    fn repetition(self, rule: Option<RepetitionRule>, limit: Score) -> Option<Repetition> {
        let (player, score) = match rule? {
            RepetitionRule::Draw => (self.player, 0),
            RepetitionRule::Wins(player) => (player, limit),
            RepetitionRule::MoverLoses => {
                // Whoever repeats has the least score. It may decide the question alike for both.
                let lost = |mover| self.judge(mover, -limit);
                if lost(self.player) != lost(self.player.opponent()) {
                    return Some(Repetition::MoverLoses);
                }
                (self.player, -limit)
            }
        };
        Some(match self.judge(player, score) {
            Value::Proven => Repetition::Proves,
            Value::Disproven => Repetition::Disproves,
        })
    }

    /// The value of a finished game whose score is `score` for the player to move.
    #[inline]
    fn judge(self, to_move: Player, score: Score) -> Value {
        let own = if to_move == self.player { score } else { -score };
        if own >= self.score { Value::Proven } else { Value::Disproven }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = match self.player {
            Player::First => "first",
            Player::Second => "second",
        };
        match self.score {
            1 => write!(f, "{player}:win"),
            0 => write!(f, "{player}:draw"),
            score => write!(f, "{player}:at-least:{score}"),
        }
    }
}

/// A valued game, a position and a threshold, joined into a [`Problem`].
///
/// A repetition is worth what the rules say: 0 if it draws the game, the greatest score to the player who wins, and the least to
/// whoever repeats where that loses.
///
/// ```
/// use proofset_core::{AtLeast, Game, Outcome, Player, Problem, Score, Status, Threshold, Value, ValuedGame};
///
/// /// Take one or two of the stones, two players in turn; the last one pays as many as the other has taken.
/// struct Stones;
///
/// impl Game for Stones {
///     type Position = (u32, Player);
///     type Move = u32;
///
///     fn start(&self) -> Self::Position {
///         (5, Player::First)
///     }
///
///     fn to_move(&self, &(_, player): &Self::Position) -> Player {
///         player
///     }
///
///     fn outcome(&self, &(stones, player): &Self::Position) -> Option<Outcome> {
///         (stones == 0).then_some(Outcome::Win(player))
///     }
///
///     fn moves(&self, &(stones, _): &Self::Position) -> impl Iterator<Item = u32> {
///         1..=stones.min(2)
///     }
///
///     fn play(&self, (stones, player): &mut Self::Position, take: u32) {
///         *stones -= take;
///         *player = player.opponent();
///     }
/// }
///
/// impl ValuedGame for Stones {
///     fn limit(&self) -> Score {
///         2
///     }
///
///     fn score(&self, &(stones, _): &Self::Position) -> Option<Score> {
///         (stones == 0).then_some(2)
///     }
/// }
///
/// let asked = AtLeast::new(Stones, (0, Player::Second), Threshold { player: Player::Second, score: 2 });
/// assert_eq!(asked.status(&asked.root()), Status::Decided(Value::Proven));
/// assert_eq!(asked.threshold().to_string(), "second:at-least:2");
/// ```
#[derive(Clone, Debug)]
pub struct AtLeast<G: Game> {
    game: G,
    root: G::Position,
    threshold: Threshold,
    /// What stands for a position, if not each stands for itself.
    image: Option<Image<G>>,
}

impl<G: ValuedGame> AtLeast<G> {
    /// The question `threshold` about `root`.
    pub fn new(game: G, root: G::Position, threshold: Threshold) -> Self {
        Self { game, root, threshold, image: None }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The question.
    pub fn threshold(&self) -> Threshold {
        self.threshold
    }

    /// Asks for another score from now on. Whoever keeps verdicts of states has to see to it that they are about the
    /// threshold they were found for.
    pub fn ask(&mut self, threshold: Threshold) {
        self.threshold = threshold;
    }
}

impl<G: ValuedGame + Symmetric + Clone> UpToSymmetry for AtLeast<G> {
    fn up_to_symmetry(&self) -> Self {
        if goes_by_lines(self) {
            return self.clone();
        }
        Self { root: self.least_image(&self.root), image: Some(G::least_image), ..self.clone() }
    }

    fn least_image(&self, state: &Self::State) -> Self::State {
        if goes_by_lines(self) { state.clone() } else { self.game.least_image(state) }
    }
}

impl<G: ValuedGame> Problem for AtLeast<G> {
    type State = G::Position;
    type Move = G::Move;

    fn root(&self) -> Self::State {
        self.root.clone()
    }

    #[inline]
    fn status(&self, state: &Self::State) -> Status {
        self.threshold.status(self.game.to_move(state), self.game.score(state))
    }

    #[inline]
    fn for_each_successor(&self, state: &Self::State, mut visit: impl FnMut(Self::Move, Self::State)) {
        for mv in self.game.moves(state) {
            visit(mv, reached(&self.game, self.image, state, mv));
        }
    }

    #[inline]
    fn rank(&self, state: &Self::State) -> Option<u32> {
        self.game.rank(state)
    }

    #[inline]
    fn owned_bytes(&self, state: &Self::State) -> usize {
        self.game.owned_bytes(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.threshold.repetition(self.game.repetition(), self.game.limit())
    }
}

impl<G: ValuedGame> Dominance for AtLeast<G> {}

impl<G: Notation + ValuedGame> Describe for AtLeast<G> {
    fn state_text(&self, state: &Self::State) -> String {
        self.game.position_text(state)
    }

    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String {
        self.game.move_text(state, mv)
    }

    fn successor(&self, state: &Self::State, text: &str) -> Option<Self::State> {
        reached_by_text(&self.game, self.image, state, text)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{AtLeast, Score, Threshold, ValuedGame};
    use crate::{Describe, Game, Notation, NotationError, Outcome, Player};

    /// One move of many; counts how many were written down.
    #[derive(Default)]
    struct Wide(Cell<u32>);

    impl Game for Wide {
        type Position = u32;
        type Move = u32;

        fn start(&self) -> u32 {
            0
        }

        fn to_move(&self, _: &u32) -> Player {
            Player::First
        }

        fn outcome(&self, &position: &u32) -> Option<Outcome> {
            (position > 0).then_some(Outcome::Draw)
        }

        fn moves(&self, _: &u32) -> impl Iterator<Item = u32> {
            1..=1000
        }

        fn play(&self, position: &mut u32, mv: u32) {
            *position = mv;
        }
    }

    impl ValuedGame for Wide {
        fn limit(&self) -> Score {
            0
        }

        fn score(&self, &position: &u32) -> Option<Score> {
            (position > 0).then_some(0)
        }

        fn evaluate(&self, _: &u32) -> Score {
            Score::MIN
        }
    }

    impl Notation for Wide {
        fn parse_position(&self, text: &str) -> Result<u32, NotationError> {
            text.parse().map_err(|_| NotationError::new("no number"))
        }

        fn position_text(&self, position: &u32) -> String {
            position.to_string()
        }

        fn parse_move(&self, _: &u32, text: &str) -> Result<u32, NotationError> {
            let mv: u32 = text.parse().map_err(|_| NotationError::new("no number"))?;
            (1..=1000).contains(&mv).then_some(mv).ok_or_else(|| NotationError::new("no move"))
        }

        fn move_text(&self, _: &u32, mv: u32) -> String {
            self.0.set(self.0.get() + 1);
            mv.to_string()
        }
    }

    /// An evaluation in another unit than that of scores makes no value that cannot be.
    #[test]
    fn estimates_are_scores() {
        assert_eq!((Wide::default().estimate(&0), Wide::default().guess(&0), Wide::default().guess(&1)), (0, 0, 0));
    }

    /// Certificates name moves, and their check must not write down all others to find one.
    #[test]
    fn a_move_is_found_by_its_text_without_the_others() {
        let problem = AtLeast::new(Wide::default(), 0, Threshold { player: Player::First, score: 0 });
        assert_eq!(problem.successor(&0, "700"), Some(700));
        assert_eq!(problem.game().0.get(), 1);
        for text in ["0", "1001", "+7", "07", ""] {
            assert_eq!(problem.successor(&0, text), None, "{text}");
        }
    }
}
