//! Games that are written down as graphs.

use proofset_core::{
    Game, Hints, Notation, NotationError, Outcome, Player, RepetitionRule, Score, Symmetric, ValuedGame,
};

/// Moves lead from one number to another, and the game is drawn where there are none. Nobody ever wins but by the rule for
/// repetitions.
#[derive(Clone)]
pub(crate) struct Graph {
    pub(crate) moves: &'static [&'static [u32]],
    /// Where the first player moves.
    pub(crate) first: &'static [u32],
    pub(crate) rule: Option<RepetitionRule>,
    pub(crate) limit: Score,
    pub(crate) bounds: (Score, Score),
}

impl Game for Graph {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }

    fn to_move(&self, position: &u32) -> Player {
        if self.first.contains(position) { Player::First } else { Player::Second }
    }

    fn outcome(&self, position: &u32) -> Option<Outcome> {
        self.moves[*position as usize].is_empty().then_some(Outcome::Draw)
    }

    fn moves(&self, position: &u32) -> impl Iterator<Item = u32> {
        self.moves[*position as usize].iter().copied()
    }

    fn play(&self, position: &mut u32, mv: u32) {
        *position = mv;
    }

    fn repetition(&self) -> Option<RepetitionRule> {
        self.rule
    }
}

impl Symmetric for Graph {
    fn least_image(&self, position: &u32) -> u32 {
        position & !1
    }
}

impl ValuedGame for Graph {
    fn limit(&self) -> Score {
        self.limit
    }

    fn score(&self, position: &u32) -> Option<Score> {
        self.outcome(position).map(|_| 0)
    }

    fn bounds(&self, _: &u32) -> (Score, Score) {
        self.bounds
    }
}

impl Hints for Graph {}

impl Notation for Graph {
    fn parse_position(&self, text: &str) -> Result<u32, NotationError> {
        text.parse().map_err(|_| NotationError::new("a number"))
    }

    fn position_text(&self, position: &u32) -> String {
        position.to_string()
    }

    fn parse_move(&self, _: &u32, text: &str) -> Result<u32, NotationError> {
        text.parse().map_err(|_| NotationError::new("a number"))
    }

    fn move_text(&self, _: &u32, mv: u32) -> String {
        mv.to_string()
    }
}
