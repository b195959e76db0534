//! Text for positions and moves.
//!
//! The idea: a position is `ply:number`, both in decimal digits; where positions are shared and scores are carried
//! along, `ply:number:score`. Moves are the numbers from 1 on. The invariant: a position of a tree is accepted if the
//! path that its number describes can be played; where positions are shared, if number and score are in their ranges,
//! for whether some path leads there nobody can tell at a glance.

use std::str::FromStr;

use proofset_core::{Game, Notation, NotationError, Score, ValuedGame};

use crate::{Position, Synthetic};

/// A number in decimal digits, written in the shortest way.
fn plain<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

impl Synthetic {
    /// The position at the end of the path that a number describes, in a tree.
    fn follow(&self, ply: u16, number: u64) -> Result<Position, NotationError> {
        let width = u64::from(*self.parameters().branching.end());
        let mut digits: Vec<u64> = Vec::new();
        let mut rest = number;
        for _ in 0..ply {
            digits.push(rest % width);
            rest /= width;
        }
        let mut position = self.start();
        for digit in digits.into_iter().rev() {
            let refused = |reason: &str| {
                let place = self.position_text(&position);
                NotationError::new(format!("`{ply}:{number}` cannot be reached: {place}, on the way, {reason}"))
            };
            if self.outcome(&position).is_some() {
                return Err(refused("is a leaf"));
            }
            let mv = digit as u32 + 1;
            if mv > self.moves_of(&position) {
                return Err(refused(&format!("has no move {mv}")));
            }
            let before = position.ply;
            self.play(&mut position, mv);
            if position.ply < before {
                return Err(NotationError::new(format!(
                    "`{ply}:{number}` cannot be reached: move {mv} on the way leads back to ply {}",
                    position.ply
                )));
            }
        }
        Ok(position)
    }
}

impl Notation for Synthetic {
    /// Reads `ply:number`, or `ply:number:score` where positions are shared and scores are carried along.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let text = text.trim();
        let scored = self.is_shared() && self.carries();
        let expected = if scored { "ply:number:score, such as 3:17:-5" } else { "ply:number, such as 3:17" };
        let error = |message: String| NotationError::new(message);
        let malformed = || error(format!("`{text}` is not a position; expected {expected}"));
        let words: Vec<&str> = text.split(':').collect();
        let (ply, number, score) = match words[..] {
            [ply, number] if !scored => (ply, number, "0"),
            [ply, number, score] if scored => (ply, number, score),
            _ => return Err(malformed()),
        };
        let ply: u16 = plain(ply).ok_or_else(malformed)?;
        let number: u64 = plain(number).ok_or_else(malformed)?;
        let carried: Score = plain(score).ok_or_else(malformed)?;
        let depth = self.parameters().depth;
        if u32::from(ply) > depth {
            return Err(error(format!("ply {ply} does not exist; expected 0 to {depth}")));
        }
        let positions = self.positions_of(u32::from(ply));
        if number >= positions {
            return Err(error(format!("ply {ply} has no position {number}; expected 0 to {}", positions - 1)));
        }
        if !self.is_shared() {
            return self.follow(ply, number);
        }
        if ply == 0 && carried != self.start().carried {
            let start = self.position_text(&self.start());
            return Err(error(format!("score {carried} is not that of the start; expected {start}")));
        }
        let position = Position { number, carried, ply };
        if scored {
            let (low, high) = self.carried_range(ply);
            if !(low..=high).contains(&carried) {
                return Err(error(format!("score {carried} cannot occur on ply {ply}; expected {low} to {high}")));
            }
        }
        Ok(position)
    }

    fn position_text(&self, position: &Position) -> String {
        let Position { ply, number, carried } = position;
        if self.is_shared() && self.carries() { format!("{ply}:{number}:{carried}") } else { format!("{ply}:{number}") }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u32, NotationError> {
        if self.score(position).is_some() {
            return Err(NotationError::new("the game is over, there are no moves"));
        }
        let most = self.moves_of(position);
        plain(text.trim()).filter(|mv| (1..=most).contains(mv)).ok_or_else(|| {
            NotationError::new(format!("`{text}` is not a move here; expected a number from 1 to {most}"))
        })
    }

    fn move_text(&self, _position: &Position, mv: u32) -> String {
        mv.to_string()
    }
}
