//! What a game of somebody else's is searched with where nothing is said.

use proofset_catalog::{Asks, Catalog, Entry};
use proofset_core::{Game, Hints, Notation, NotationError, Outcome, Player, RepetitionRule, Score, ValuedGame};

/// Whoever moves takes one step around a circle, or stays; that goes on for ever if the rules let it.
#[derive(Clone)]
struct Circle {
    repeats: bool,
}

impl Game for Circle {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }

    fn to_move(&self, _: &u32) -> Player {
        Player::First
    }

    fn outcome(&self, position: &u32) -> Option<Outcome> {
        (*position == 5).then_some(Outcome::Draw)
    }

    fn moves(&self, _: &u32) -> impl Iterator<Item = u32> {
        u32::from(!self.repeats)..2
    }

    fn play(&self, position: &mut u32, mv: u32) {
        *position += mv;
    }

    fn repetition(&self) -> Option<RepetitionRule> {
        self.repeats.then_some(RepetitionRule::Draw)
    }
}

impl ValuedGame for Circle {
    fn limit(&self) -> Score {
        1
    }

    fn score(&self, position: &u32) -> Option<Score> {
        self.outcome(position).map(|_| 0)
    }
}

impl Hints for Circle {}

impl Notation for Circle {
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

#[test]
fn scored_games_have_a_default_for_values_whether_positions_repeat_or_not() {
    for (repeats, expected) in [(false, "negascout"), (true, "dfpn")] {
        let catalog = Catalog::new().with(Entry::scored_game("circle", move |_| Ok(Circle { repeats })));
        let task = catalog.open("circle", None, None).expect("a question");
        assert_eq!(task.default_algorithm(Asks::Value).expect("there is one").to_string(), expected);
    }
}
