//! Kayles: a row of pins; a throw knocks down one pin or two neighbours, and who knocks down the last pin wins.
//!
//! The idea: the standing pins are the bits of a word. The rank is the number of fallen pins. A position is written as
//! its pins (`|` standing, `.` fallen) and the player to move: `||.|| second`; a throw as `3`, or `3-4` for two pins.
//! The reference: R. K. Guy and C. A. B. Smith, The G-values of various games, 1956.

use proofset_core::{Game, Notation, NotationError, Outcome, Player};

/// The rules, with the length of the row.
#[derive(Clone, Copy, Debug)]
pub struct Kayles {
    pins: u32,
}

/// Which pins stand, and who is to throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    standing: u32,
    to_move: Player,
}

/// A throw: one pin, or this pin and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    pin: u32,
    both: bool,
}

impl Throw {
    fn pins(self) -> u32 {
        (if self.both { 0b11 } else { 0b1 }) << self.pin
    }
}

impl Kayles {
    /// The longest row.
    pub const MOST_PINS: u32 = 31;

    /// A row of this many pins.
    ///
    /// # Errors
    ///
    /// When there are none, or more than [`MOST_PINS`](Self::MOST_PINS).
    pub fn new(pins: u32) -> Result<Self, NotationError> {
        if (1..=Self::MOST_PINS).contains(&pins) {
            return Ok(Self { pins });
        }
        Err(NotationError::new(format!("a row has 1 to {} pins, not {pins}", Self::MOST_PINS)))
    }

    fn row(self) -> u32 {
        (1 << self.pins) - 1
    }

    /// All throws at these pins, from the left; a single pin before two.
    fn throws(self, standing: u32) -> impl Iterator<Item = Throw> {
        (0..self.pins)
            .flat_map(|pin| [false, true].map(|both| Throw { pin, both }))
            .filter(move |throw| throw.pins() & !standing == 0)
    }
}

impl Game for Kayles {
    type Position = Position;
    type Move = Throw;

    fn start(&self) -> Position {
        Position { standing: self.row(), to_move: Player::First }
    }

    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.standing == 0).then(|| Outcome::Win(position.to_move.opponent()))
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Throw> {
        self.throws(position.standing)
    }

    fn play(&self, position: &mut Position, throw: Throw) {
        position.standing &= !throw.pins();
        position.to_move = position.to_move.opponent();
    }

    fn rank(&self, position: &Position) -> Option<u32> {
        Some(self.pins - position.standing.count_ones())
    }
}

impl Notation for Kayles {
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let (pins, player) = text.trim().split_once(' ').unwrap_or((text.trim(), "first"));
        let length = pins.chars().count();
        if length != self.pins as usize {
            let message = format!("the row has {} pins, but {length} are given", self.pins);
            return Err(NotationError::new(message));
        }
        let mut standing = 0;
        for (pin, symbol) in pins.chars().enumerate() {
            match symbol {
                '|' => standing |= 1 << pin,
                '.' => {}
                other => {
                    let message = format!("pin {} is `{other}`; write `|` if it stands, `.` if not", pin + 1);
                    return Err(NotationError::new(message));
                }
            }
        }
        let to_move = match player.trim() {
            "first" => Player::First,
            "second" => Player::Second,
            other => {
                let message = format!("`{other}` is not a player; write `first` or `second`");
                return Err(NotationError::new(message));
            }
        };
        // Pins without a fallen neighbour fell one by one, so their number says whose turn it is.
        let fallen = self.row() & !standing;
        let one_by_one = fallen & fallen << 1 == 0;
        if one_by_one && fallen.count_ones().is_multiple_of(2) != (to_move == Player::First) {
            let message = format!("the pins fell one by one, so {} is to move", to_move.opponent());
            return Err(NotationError::new(message));
        }
        Ok(Position { standing, to_move })
    }

    fn position_text(&self, position: &Position) -> String {
        let symbol = |pin| if position.standing >> pin & 1 == 1 { '|' } else { '.' };
        let pins: String = (0..self.pins).map(symbol).collect();
        let player = if position.to_move == Player::First { "first" } else { "second" };
        format!("{pins} {player}")
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Throw, NotationError> {
        let text = text.trim();
        self.throws(position.standing).find(|&throw| self.move_text(position, throw) == text).ok_or_else(|| {
            NotationError::new(format!("`{text}` is not a throw here; write `3` for a pin, `3-4` for two neighbours"))
        })
    }

    fn move_text(&self, _position: &Position, throw: Throw) -> String {
        let pin = throw.pin + 1;
        if throw.both { format!("{pin}-{}", pin + 1) } else { pin.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use proofset_best_first::{Options, pns};
    use proofset_core::{Game, Goal, Limits, Notation, Player, Solve, Solver, Verdict};
    use proofset_testkit::conformance::{check_game, perft};

    use super::{Kayles, Position};

    fn row(pins: u32) -> Kayles {
        Kayles::new(pins).unwrap()
    }

    #[test]
    fn obeys_the_laws_of_games() {
        check_game(&row(1), 1, 1);
        check_game(&row(9), 100, 1);
    }

    /// Counted by a program of a few lines in another language.
    #[test]
    fn perft_from_the_start() {
        let counts = |pins: u32, depth| perft(&row(pins), &row(pins).start(), depth);
        assert_eq!((0..=6).map(|depth| counts(5, depth)).collect::<Vec<_>>(), [1, 9, 50, 150, 216, 120, 0]);
        assert_eq!((0..=5).map(|depth| counts(7, depth)).collect::<Vec<_>>(), [1, 13, 122, 774, 3096, 7320]);
    }

    /// The values of rows of 0 to 11 pins, as published; the player to move loses where they cancel out.
    #[test]
    fn all_rows_of_eleven_have_the_known_values() {
        const VALUES: [u32; 12] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];
        let game = row(11);
        for standing in 0..1 << 11 {
            let root = Position { standing, to_move: Player::First };
            let pins = game.position_text(&root);
            let groups = pins.trim_end_matches(" first").split('.');
            let value = groups.fold(0, |value, group| value ^ VALUES[group.len()]);
            let mut search = pns(Solve::new(game, root, Goal::win(Player::First)), Options::default());
            let report = search.solve(&Limits::none(), &mut ()).unwrap();
            assert_eq!(report.verdict == Verdict::Proven, value != 0, "{pins}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| row(3).parse_position(text).unwrap_err().to_string();
        assert_eq!(error("||"), "the row has 3 pins, but 2 are given");
        assert_eq!(error("|x|"), "pin 2 is `x`; write `|` if it stands, `.` if not");
        assert_eq!(error("||| white"), "`white` is not a player; write `first` or `second`");
        assert_eq!(error("|.| first"), "the pins fell one by one, so the second player is to move");
        let error = |text: &str| row(3).parse_move(&row(3).start(), text).unwrap_err().to_string();
        assert_eq!(error("3-4"), "`3-4` is not a throw here; write `3` for a pin, `3-4` for two neighbours");
        assert_eq!(Kayles::new(0).unwrap_err().to_string(), "a row has 1 to 31 pins, not 0");
    }
}
