//! Text for positions and moves.
//!
//! The idea: a position is written as Othello programs do: one character for each square, row by row from a1, `X` the
//! first player's discs (black), `O` the second's, `-` empty squares; then a blank and `X` or `O`, who is to move.
//! Squares are named by column and row, a1 being upper left. What is read may also be a line of an Othello board file
//! (OBF): there, moves with their scores follow, each behind a semicolon, and remarks behind a percent sign. They must
//! have that form; what they say is no part of the position.
//!
//! The invariant: every arrangement of discs is accepted, for composed problems have their own.

use proofset_core::{Notation, NotationError, Player};

use crate::board::STRIDE;
use crate::{Move, Othello, Position};

fn square_text(square: usize) -> String {
    let column = char::from(b'a' + (square % STRIDE) as u8);
    format!("{column}{}", square / STRIDE + 1)
}

/// The player whose discs this character stands for.
fn disc(symbol: char) -> Option<Player> {
    match symbol {
        'X' | 'x' | '*' => Some(Player::First),
        'O' | 'o' => Some(Player::Second),
        _ => None,
    }
}

impl Othello {
    /// The numbers of the squares in the order of the text.
    fn all_squares(&self) -> impl Iterator<Item = usize> {
        (0..self.rows()).flat_map(|row| (0..self.columns()).map(move |column| row * STRIDE + column))
    }

    fn parse_discs(&self, board: &str) -> Result<[u64; 2], NotationError> {
        let (length, expected) = (board.chars().count(), self.columns() * self.rows());
        if length != expected {
            return Err(NotationError::new(format!(
                "the board has {length} characters; expected {expected}, one for each square, row by row from a1"
            )));
        }
        let mut discs = [0; 2];
        for (symbol, square) in board.chars().zip(self.all_squares()) {
            match disc(symbol) {
                Some(player) => discs[usize::from(player == Player::Second)] |= 1 << square,
                None if matches!(symbol, '-' | '.') => {}
                None => {
                    let place = square_text(square);
                    return Err(NotationError::new(format!("the board has `{symbol}` on {place}; expected X, O or -")));
                }
            }
        }
        Ok(discs)
    }

    /// Reads a square of this board or a pass.
    fn parse_place(&self, text: &str) -> Result<Move, NotationError> {
        let lower = text.to_ascii_lowercase();
        if matches!(lower.as_str(), "pass" | "pa" | "ps" | "--") {
            return Ok(Move::PASS);
        }
        self.all_squares().find(|&square| square_text(square) == lower).map(Move::on).ok_or_else(|| {
            let last = square_text((self.rows() - 1) * STRIDE + self.columns() - 1);
            NotationError::new(format!("`{text}` is not a move; expected a square from a1 to {last}, or pass"))
        })
    }

    /// Checks what stands behind the position in a line of a board file.
    fn check_remarks(&self, fields: &str) -> Result<(), NotationError> {
        let fields = fields.split_once('%').map_or(fields, |(fields, _)| fields);
        for field in fields.split(';').map(str::trim).filter(|field| !field.is_empty()) {
            let expected = "expected MOVE:SCORE behind a semicolon, as in d3:+2";
            let (place, score) = field
                .split_once(':')
                .ok_or_else(|| NotationError::new(format!("`{field}` stands behind the position; {expected}")))?;
            self.parse_place(place.trim())?;
            if score.trim().parse::<i32>().is_err() {
                return Err(NotationError::new(format!("`{field}` does not end with a score; {expected}")));
            }
        }
        Ok(())
    }
}

impl Notation for Othello {
    /// Reads a board and who is to move, or a line of a board file.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let end = text.find([';', '%']).unwrap_or(text.len());
        let (position, remarks) = text.split_at(end);
        let mut words = position.split_whitespace();
        let Some(board) = words.next() else {
            let message = "the position is empty; expected a board and who is to move, such as ---...--- X";
            return Err(NotationError::new(message));
        };
        let [first, second] = self.parse_discs(board)?;
        let side = words
            .next()
            .ok_or_else(|| NotationError::new("behind the board, who is to move is missing; expected X or O"))?;
        let mut symbols = side.chars();
        let said = symbols.next().and_then(disc).filter(|_| symbols.next().is_none());
        let to_move = said.ok_or_else(|| {
            NotationError::new(format!("`{side}` stands behind the board; expected X or O, who is to move"))
        })?;
        if let Some(rest) = words.next() {
            return Err(NotationError::new(format!("`{rest}` stands behind the position; expected nothing more")));
        }
        self.check_remarks(remarks)?;
        let (own, other) = if to_move == Player::First { (first, second) } else { (second, first) };
        Ok(Position { own, other, to_move })
    }

    fn position_text(&self, position: &Position) -> String {
        let (first, second) = (position.discs(Player::First), position.discs(Player::Second));
        let symbol = |square: usize| match (first >> square & 1, second >> square & 1) {
            (0, 0) => '-',
            (0, _) => 'O',
            _ => 'X',
        };
        let mut text: String = self.all_squares().map(symbol).collect();
        text.push_str(if position.to_move == Player::First { " X" } else { " O" });
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let mv = self.parse_place(text.trim())?;
        if self.is_over(position) {
            return Err(NotationError::new("the game is over, there are no moves"));
        }
        let legal = self.legal(position);
        if mv == Move::PASS {
            return if legal == 0 {
                Ok(mv)
            } else {
                Err(NotationError::new("a pass is not allowed while there is a move that flips something"))
            };
        }
        let bit = 1 << mv.index();
        if legal & bit != 0 {
            return Ok(mv);
        }
        let square = square_text(mv.index());
        Err(NotationError::new(if (position.own | position.other) & bit != 0 {
            format!("square {square} is taken")
        } else if legal == 0 {
            format!("a disc on {square} flips nothing, nor does any other; the only move is pass")
        } else {
            format!("a disc on {square} flips nothing; that is not allowed")
        }))
    }

    fn move_text(&self, _position: &Position, mv: Move) -> String {
        if mv == Move::PASS { "pass".to_owned() } else { square_text(mv.index()) }
    }
}
