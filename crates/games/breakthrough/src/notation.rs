//! Text for positions and moves.
//!
//! The idea: a diagram says where the pawns stand, and a letter behind it who is to move. Lists of moves are what people write; they
//! are read by playing them, so whatever is wrong has a place.
//!
//! The invariant: a diagram is accepted only if the pawns are no more than those of the start, nobody has moved after the end of the game, and
//! both players can have made their moves in turn: each move takes a pawn one row further, so the pawns tell how many moves there have
//! been, up to those of pawns that are captured. Whether each pawn can have come to its column is not checked.

use std::ops::RangeInclusive;

use proofset_core::{Game, Notation, NotationError, Player};

use crate::game::ROW;
use crate::{Breakthrough, Position, Step};

fn wrong(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

fn name(player: Player) -> &'static str {
    match player {
        Player::First => "White",
        Player::Second => "Black",
    }
}

fn square_text(square: u8) -> String {
    let (column, row) = (square % ROW as u8, square / ROW as u8);
    format!("{}{}", char::from(b'a' + column), row + 1)
}

fn pawns_text(count: u32) -> String {
    if count == 1 { "1 pawn".to_owned() } else { format!("{count} pawns") }
}

/// Whether a step goes one row forward.
fn is_next_row(step: Step, mover: Player) -> bool {
    let [from, to] = [step.from, step.to].map(|square| usize::from(square) / ROW);
    match mover {
        Player::First => to == from + 1,
        Player::Second => to + 1 == from,
    }
}

impl Breakthrough {
    /// The squares between which a move goes, and the sign between them; nothing of it is held against the rules.
    fn parse_squares(&self, text: &str) -> Option<(Step, Option<u8>)> {
        let square = |column: u8, row: u8| {
            let (column, row) = (column.to_ascii_lowercase().wrapping_sub(b'a'), row.wrapping_sub(b'1'));
            let is_on_board = usize::from(column) < self.columns() && usize::from(row) < self.rows();
            is_on_board.then_some(row.wrapping_mul(ROW as u8).wrapping_add(column))
        };
        let (from, sign, to) = match *text.as_bytes() {
            [column, row, to_column, to_row] => ((column, row), None, (to_column, to_row)),
            [column, row, sign @ (b'-' | b'x' | b'X'), to_column, to_row] => {
                ((column, row), Some(sign.to_ascii_lowercase()), (to_column, to_row))
            }
            _ => return None,
        };
        Some((Step { from: square(from.0, from.1)?, to: square(to.0, to.1)? }, sign))
    }

    /// The move, if the rules allow it.
    fn legal(&self, position: &Position, text: &str) -> Result<Step, NotationError> {
        let Some((step, sign)) = self.parse_squares(text) else {
            let last = char::from(b'a' + self.columns() as u8 - 1);
            return Err(wrong(format!(
                "`{text}` is not a move; write the squares that a pawn leaves and comes to, as in a2-a3, or a2xb3 with a capture; \
                 squares are a1, lower left, to {last}{}",
                self.rows()
            )));
        };
        if self.outcome(position).is_some() {
            return Err(wrong("the game is over, there are no moves"));
        }
        let mover = position.to_move;
        let (own, other) = (position.of(mover), position.of(mover.opponent()));
        let [from, to] = [step.from, step.to].map(square_text);
        if own >> step.from & 1 == 0 {
            return Err(wrong(format!("{text}: {from} has no pawn of {}, who is to move", name(mover))));
        }
        if own >> step.to & 1 == 1 {
            return Err(wrong(format!("{text}: {to} has a pawn of {} already", name(mover))));
        }
        if !self.moves(position).any(|other| other == step) {
            let is_straight = step.from % ROW as u8 == step.to % ROW as u8;
            return Err(wrong(if is_straight && other >> step.to & 1 == 1 && is_next_row(step, mover) {
                format!("{text}: {to} is taken, and pawns capture diagonally alone")
            } else {
                format!(
                    "{text}: a pawn on {from} cannot come to {to}; it moves one square forward, straight or diagonally"
                )
            }));
        }
        match (sign, other >> step.to & 1 == 1) {
            (Some(b'x'), false) => {
                Err(wrong(format!("{text}: there is nothing to capture on {to}; write {from}-{to}")))
            }
            (Some(b'-'), true) => Err(wrong(format!("{text}: the pawn on {to} is captured; write {from}x{to}"))),
            _ => Ok(step),
        }
    }

    /// Plays a list of moves from the start.
    fn parse_played(&self, text: &str) -> Result<Position, NotationError> {
        let mut position = self.start();
        let is_separator = |symbol: char| symbol == ',' || symbol.is_whitespace();
        for word in text.split(is_separator).filter(|word| !word.is_empty()) {
            let place = word.as_ptr() as usize - text.as_ptr() as usize;
            let place = text[..place].chars().count() + 1;
            let step = self.legal(&position, word).map_err(|error| wrong(format!("character {place}: {error}")))?;
            self.play(&mut position, step);
        }
        Ok(position)
    }

    /// The pawns of both players in a diagram.
    fn parse_pawns(&self, diagram: &str) -> Result<[u64; 2], NotationError> {
        let lines: Vec<&str> = diagram.split('/').collect();
        if lines.len() != self.rows() {
            let message = format!("the diagram has {} rows, separated by `/`; expected {}", lines.len(), self.rows());
            return Err(wrong(message));
        }
        let mut pawns = [0; 2];
        for (line, row) in lines.iter().zip((0..self.rows()).rev()) {
            let wrong = |message| wrong(format!("row {} of the board, `{line}`, {message}", row + 1));
            let count = line.chars().count();
            if count != self.columns() {
                return Err(wrong(format!("has {count} squares; expected {}", self.columns())));
            }
            for (column, symbol) in line.chars().enumerate() {
                let square = ROW * row + column;
                match symbol {
                    'W' | 'w' => pawns[0] |= 1 << square,
                    'B' | 'b' => pawns[1] |= 1 << square,
                    '.' => {}
                    _ => {
                        let place = square_text(square as u8);
                        return Err(wrong(format!("has `{symbol}` on {place}; expected W, B, or . if it is empty")));
                    }
                }
            }
        }
        Ok(pawns)
    }

    fn parse_diagram(&self, text: &str) -> Result<Position, NotationError> {
        let mut words = text.split_whitespace();
        let pawns = self.parse_pawns(words.next().unwrap_or_default())?;
        let to_move = match words.next() {
            Some("w" | "W") => Player::First,
            Some("b" | "B") => Player::Second,
            Some(word) => {
                return Err(wrong(format!("`{word}` stands behind the diagram; expected w or b, who is to move")));
            }
            None => return Err(wrong("nothing behind the diagram says who is to move; write w or b there")),
        };
        if let Some(word) = words.next() {
            return Err(wrong(format!("`{word}` stands behind the position; expected nothing more")));
        }
        let position = Position { pawns, to_move };
        self.check_reached(&position)?;
        Ok(position)
    }

    /// Whether play can have come here, as far as pawns can be counted.
    fn check_reached(&self, position: &Position) -> Result<(), NotationError> {
        for player in [Player::First, Player::Second] {
            let (count, most) = (position.of(player).count_ones(), self.pawns_at_start());
            if count > most {
                return Err(wrong(format!("{} has {}, but begins with {most}", name(player), pawns_text(count))));
            }
        }
        let (mover, last) = (position.to_move, position.to_move.opponent());
        if position.of(last) == 0 {
            let message = format!("{} has no pawn, and yet is the one who has moved last", name(last));
            return Err(wrong(message));
        }
        if position.of(mover) & self.far_row(mover) != 0 {
            let message = format!("{} has come to the far row, and yet {} has moved since", name(mover), name(last));
            return Err(wrong(message));
        }
        let arrived = (position.of(last) & self.far_row(last)).count_ones();
        if arrived > 1 {
            let message =
                format!("{} has {} on the far row, but the first one there wins", name(last), pawns_text(arrived));
            return Err(wrong(message));
        }
        for player in [Player::First, Player::Second] {
            let (made, lost) = (self.moves_made(position, player), self.missing(position, player.opponent()));
            if made.is_empty() {
                return Err(wrong(format!(
                    "{} has lost {}, one for a move of {} at most, who as the pawns stand has made no more than {}",
                    name(player.opponent()),
                    pawns_text(lost),
                    name(player),
                    made.end()
                )));
            }
        }
        let [white, black] = [Player::First, Player::Second].map(|player| self.moves_made(position, player));
        // White has made one move more if Black is to move.
        let more = u32::from(mover == Player::Second);
        let (who, least, other, most) = if *white.start() > black.end() + more {
            (Player::First, white.start(), Player::Second, black.end())
        } else if black.start() + more > *white.end() {
            (Player::Second, black.start(), Player::First, white.end())
        } else {
            return Ok(());
        };
        Err(wrong(format!(
            "as the pawns stand, {} has made {least} moves at least and {} {most} at most; they move in turn, White first, so {} \
             cannot be to move here",
            name(who),
            name(other),
            name(mover)
        )))
    }

    /// How many moves a player can have made, as the pawns stand: one for each row that those that are left have gone, at least one for each
    /// capture, and at most as many as take a pawn that is captured to the row before the last.
    fn moves_made(&self, position: &Position, player: Player) -> RangeInclusive<u32> {
        let at_start = self.advance(&self.start(), player);
        let left = self.advance(position, player);
        let captured = self.missing(position, player) * (self.rows() as u32 - 2);
        let captures = self.missing(position, player.opponent());
        left.saturating_sub(at_start).max(captures)..=(left + captured).saturating_sub(at_start)
    }

    /// The pawns of a player that are captured.
    fn missing(&self, position: &Position, player: Player) -> u32 {
        self.pawns_at_start() - position.of(player).count_ones()
    }
}

impl Notation for Breakthrough {
    /// Reads a diagram with who is to move, or a list of moves from the start.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        if text.contains('/') { self.parse_diagram(text) } else { self.parse_played(text) }
    }

    /// Writes a diagram.
    fn position_text(&self, position: &Position) -> String {
        let mut text = String::with_capacity((self.columns() + 1) * self.rows() + 1);
        for row in (0..self.rows()).rev() {
            for column in 0..self.columns() {
                let pawns = position.pawns.map(|pawns| pawns >> (ROW * row + column) & 1);
                text.push(match pawns {
                    [1, _] => 'W',
                    [_, 1] => 'B',
                    _ => '.',
                });
            }
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text.push(if position.to_move == Player::First { 'w' } else { 'b' });
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Step, NotationError> {
        self.legal(position, text.trim())
    }

    fn move_text(&self, position: &Position, step: Step) -> String {
        let is_capture = position.of(position.to_move.opponent()) >> step.to & 1 == 1;
        format!("{}{}{}", square_text(step.from), if is_capture { 'x' } else { '-' }, square_text(step.to))
    }
}
