//! Coins: a row of them; a move takes the one at either end, and the score is the difference of what both have taken.
//!
//! The idea: a position is which coins are left, what the player to move is ahead by, and who that is. The rank is the
//! number of coins that are gone. A position is written as the coins that are left, counted from 1, the lead and the
//! player to move: `2-5 +3 first`, and `none -1 second` at the end; a move as `left` or `right`.

use proofset_core::{Game, Hints, Notation, NotationError, Outcome, Player, Score, ValuedGame};

/// The rules, with the worth of each coin.
#[derive(Clone, Debug)]
pub struct Coins {
    row: Vec<u8>,
}

/// Which coins are left, the lead of the player to move, and who that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    begin: u16,
    end: u16,
    lead: i32,
    to_move: Player,
}

/// The end of the row that a coin is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The first coin.
    Left,
    /// The last one.
    Right,
}

impl Coins {
    /// The most coins in a row.
    pub const MOST: usize = 1000;

    /// A row of coins, each worth 0 to 255.
    ///
    /// # Errors
    ///
    /// When there are none, or more than [`MOST`](Self::MOST).
    pub fn new(row: &[u8]) -> Result<Self, NotationError> {
        if (1..=Self::MOST).contains(&row.len()) {
            return Ok(Self { row: row.to_vec() });
        }
        Err(NotationError::new(format!("a row has 1 to {} coins, not {}", Self::MOST, row.len())))
    }

    fn left(&self, position: &Position) -> &[u8] {
        &self.row[usize::from(position.begin)..usize::from(position.end)]
    }

    fn worth(coins: &[u8]) -> Score {
        coins.iter().map(|coin| Score::from(*coin)).sum()
    }
}

impl Game for Coins {
    type Position = Position;
    type Move = End;

    fn start(&self) -> Position {
        Position { begin: 0, end: self.row.len() as u16, lead: 0, to_move: Player::First }
    }

    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let winner = |lead: Score| if lead > 0 { position.to_move } else { position.to_move.opponent() };
        self.score(position).map(|score| if score == 0 { Outcome::Draw } else { Outcome::Win(winner(score)) })
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = End> {
        // With one coin left, both ends are the same move.
        [End::Left, End::Right].into_iter().take(self.left(position).len().min(2))
    }

    fn play(&self, position: &mut Position, end: End) {
        let taken = match end {
            End::Left => {
                position.begin += 1;
                self.row[usize::from(position.begin) - 1]
            }
            End::Right => {
                position.end -= 1;
                self.row[usize::from(position.end)]
            }
        };
        if position.begin == position.end {
            // Nothing is left of any row in the same way.
            (position.begin, position.end) = (0, 0);
        }
        position.lead = -(position.lead + Score::from(taken));
        position.to_move = position.to_move.opponent();
    }

    fn rank(&self, position: &Position) -> Option<u32> {
        Some((self.row.len() - self.left(position).len()) as u32)
    }
}

impl ValuedGame for Coins {
    fn limit(&self) -> Score {
        Self::worth(&self.row)
    }

    fn score(&self, position: &Position) -> Option<Score> {
        self.left(position).is_empty().then_some(position.lead)
    }

    fn evaluate(&self, position: &Position) -> Score {
        position.lead
    }

    fn bounds(&self, position: &Position) -> (Score, Score) {
        let rest = Self::worth(self.left(position));
        (position.lead - rest, position.lead + rest)
    }
}

impl Hints for Coins {
    const MOVES: usize = 2;

    fn move_index(&self, end: End) -> usize {
        usize::from(end == End::Right)
    }

    /// The coin that is worth more first: what it brings is in the lead of the opponent, with the other sign.
    fn order(&self, _: &Position, _: End, next: &Position) -> i32 {
        -next.lead
    }
}

impl Notation for Coins {
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |what: String| NotationError::new(format!("{what}; write a position as in `2-5 +3 first`"));
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [coins, lead, player] = fields[..] else { return Err(wrong(format!("{text:?} has no three fields"))) };
        let to_move = match player {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(wrong(format!("{player:?} is no player"))),
        };
        let (begin, end) = if coins == "none" {
            (0, 0)
        } else {
            let number = |text: &str| text.parse::<u16>().ok();
            let range = coins.split_once('-').and_then(|(from, to)| Some((number(from)?, number(to)?)));
            match range {
                Some((from, to)) if 1 <= from && from <= to && usize::from(to) <= self.row.len() => (from - 1, to),
                _ => return Err(wrong(format!("{coins:?} are no coins of this row, which has {}", self.row.len()))),
            }
        };
        let signed = lead.starts_with(['+', '-']) && lead.len() > 1;
        let lead: Score = lead.parse().ok().filter(|_| signed).ok_or_else(|| wrong(format!("{lead:?} is no lead")))?;
        let position = Position { begin, end, lead, to_move };
        let gone = self.limit() - Self::worth(self.left(&position));
        if lead.unsigned_abs() > gone.unsigned_abs() || (gone - lead) % 2 != 0 {
            return Err(wrong(format!("nobody leads by {lead} with coins worth {gone}")));
        }
        if self.rank(&position).is_some_and(|gone| (gone % 2 == 0) == (to_move == Player::First)) {
            return Ok(position);
        }
        Err(wrong(format!("the players take turns, so {} is to move", to_move.opponent())))
    }

    fn position_text(&self, position: &Position) -> String {
        let Position { begin, end, lead, to_move } = *position;
        let coins = if begin == end { "none".to_owned() } else { format!("{}-{end}", begin + 1) };
        let player = if to_move == Player::First { "first" } else { "second" };
        format!("{coins} {lead:+} {player}")
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<End, NotationError> {
        let end = match text {
            "left" => End::Left,
            "right" => End::Right,
            _ => return Err(NotationError::new(format!("{text:?} is no end of the row; write left or right"))),
        };
        if self.moves(position).any(|legal| legal == end) {
            return Ok(end);
        }
        Err(NotationError::new(format!("no coin can be taken from the {text}")))
    }

    fn move_text(&self, _: &Position, end: End) -> String {
        if end == End::Left { "left" } else { "right" }.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::{Game, Limits, Notation, Score, ValuedGame};
    use proofset_minimax::{Method, Options, Search};
    use proofset_testkit::conformance::{check_game, check_valued};

    use super::{Coins, Position};

    fn row() -> Coins {
        Coins::new(&[3, 9, 1, 2, 7, 4, 4, 8, 0, 5]).unwrap()
    }

    #[test]
    fn obeys_the_laws_of_games_with_scores() {
        check_game(&row(), 100, 1);
        check_valued(&row(), 100, 1);
    }

    /// The value by the definition.
    fn value(game: &Coins, position: &Position) -> Score {
        let worth = |mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            -value(game, &next)
        };
        game.score(position).unwrap_or_else(|| game.moves(position).map(worth).max().expect("there is a move"))
    }

    #[test]
    fn a_search_finds_the_value() {
        let game = row();
        let mut search = Search::new(&game, Options::new(Method::nega_scout()));
        let found = search.find_value(&game.start(), &Limits::none(), &mut ()).unwrap();
        assert_eq!(found.value(), Some(value(&game, &game.start())));
    }

    #[test]
    fn positions_that_cannot_occur_are_refused() {
        for text in
            ["", "0-3 +0 first", "3-2 +0 first", "1-11 +0 first", "2-10 +3 first", "2-10 +2 second", "2-10 3 second"]
        {
            assert!(row().parse_position(text).is_err(), "{text}");
        }
        assert!(row().parse_position("2-10 -3 second").is_ok());
        assert!(row().parse_position("2-10 -2147483648 second").is_err());
    }
}
