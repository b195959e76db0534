//! Text for positions and moves.
//!
//! The idea: each side is written as its owner counts: the seeds in the houses from the first to the one beside the
//! store, separated by commas, then `/` and the store. The first player's side comes first, then the second player's,
//! then `first` or `second`, who is to move. A move is the number of the house, from 1 on.
//!
//! The invariant: a position is accepted if it has as many seeds as the start; whether it can come about is not
//! checked.

use proofset_core::{Game, Notation, NotationError, Player};

use crate::game::{number, seeds};
use crate::{House, Kalah, Position};

impl Kalah {
    /// Reads the houses and the store of one player.
    fn parse_side(&self, text: &str, player: Player) -> Result<(u64, u8), NotationError> {
        let error = |message: String| NotationError::new(format!("the side of {player}, `{text}`, {message}"));
        let (houses, store) = text
            .split_once('/')
            .ok_or_else(|| error("has no store; expected houses and store, such as 4,4,4,4,4,4/0".to_owned()))?;
        let read =
            |word: &str| number(word).ok_or_else(|| error(format!("has `{word}` where a number of seeds is expected")));
        let words: Vec<&str> = houses.split(',').collect();
        if words.len() != self.houses() {
            return Err(error(format!("has {} houses; expected {}", words.len(), self.houses())));
        }
        let side = words.iter().enumerate().try_fold(0, |side, (house, word)| {
            let seeds = u64::from(read(word)?);
            Ok(side | seeds << (8 * house))
        })?;
        Ok((side, read(store)?))
    }
}

impl Notation for Kalah {
    /// Reads both sides, and who is to move.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [first, second, to_move] = words[..] else {
            let count = words.len();
            let message = format!("the position has {count} words; expected two sides and who is to move");
            return Err(NotationError::new(message));
        };
        let first = self.parse_side(first, Player::First)?;
        let second = self.parse_side(second, Player::Second)?;
        let to_move = match to_move {
            "first" => Player::First,
            "second" => Player::Second,
            _ => {
                let message = format!("`{to_move}` is not to move; expected first or second");
                return Err(NotationError::new(message));
            }
        };
        let found: u32 = [first, second]
            .iter()
            .map(|&(side, store)| side.to_le_bytes().map(u32::from).iter().sum::<u32>() + u32::from(store))
            .sum();
        if found != self.all_seeds() {
            let message = format!("the position has {found} seeds; expected {} in {self}", self.all_seeds());
            return Err(NotationError::new(message));
        }
        let (own, other) = if to_move == Player::First { (first, second) } else { (second, first) };
        Ok(Position { own: own.0, other: other.0, own_store: own.1, other_store: other.1, to_move })
    }

    fn position_text(&self, position: &Position) -> String {
        let side = |player| {
            let seeds = position.houses(player);
            let houses: Vec<String> = seeds[..self.houses()].iter().map(u8::to_string).collect();
            format!("{}/{}", houses.join(","), position.store(player))
        };
        let to_move = if position.to_move == Player::First { "first" } else { "second" };
        format!("{} {} {to_move}", side(Player::First), side(Player::Second))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<House, NotationError> {
        let text = text.trim();
        let house = number(text).map(usize::from).filter(|house| (1..=self.houses()).contains(house));
        let house = house.ok_or_else(|| {
            NotationError::new(format!("`{text}` is not a house; expected a number from 1 to {}", self.houses()))
        })?;
        if self.outcome(position).is_some() {
            return Err(NotationError::new("the game is over, there are no moves"));
        }
        if seeds(position.own, house - 1) == 0 {
            return Err(NotationError::new(format!("house {house} is empty; expected one with seeds")));
        }
        Ok(House(house as u8 - 1))
    }

    fn move_text(&self, _position: &Position, house: House) -> String {
        (house.0 + 1).to_string()
    }
}
