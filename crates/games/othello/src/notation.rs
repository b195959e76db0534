//! Text for positions and moves.
//!
//! The idea: a position is written as Othello programs do: one character for each square, row by row from a1, `X` the
//! first player's discs (black), `O` the second's, `-` empty squares; then a blank and `X` or `O`, who is to move.
//! Squares are named by column and row, a1 being upper left. What is read may also be a line of an Othello board file
//! (OBF): there, moves with their scores follow, each behind a semicolon, and remarks behind a percent sign. They must
//! have that form; what they say is no part of the position, but the [best of the scores](Othello::told_score). Or it is the
//! record of a game from its start, as in `f5d6c3`: who has no move passes, said or not.
//!
//! The invariant: every arrangement of discs is accepted, for composed problems have their own.

use proofset_core::{Game, Notation, NotationError, Player};

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

    /// The best of the scores that a line of a board file says, for the side to move; `None` if it says none.
    ///
    /// # Errors
    ///
    /// When what stands behind the position does not have the form of such a file.
    pub fn told_score(&self, line: &str) -> Result<Option<i32>, NotationError> {
        let remarks = line.find([';', '%']).map_or("", |end| &line[end..]);
        let fields = remarks.split_once('%').map_or(remarks, |(fields, _)| fields);
        let mut best = None;
        for field in fields.split(';').map(str::trim).filter(|field| !field.is_empty()) {
            let expected = "expected MOVE:SCORE behind a semicolon, as in d3:+2";
            let (place, score) = field
                .split_once(':')
                .ok_or_else(|| NotationError::new(format!("`{field}` stands behind the position; {expected}")))?;
            self.parse_place(place.trim())?;
            let score = score
                .trim()
                .parse()
                .map_err(|_| NotationError::new(format!("`{field}` does not end with a score; {expected}")))?;
            best = best.max(Some(score));
        }
        Ok(best)
    }

    /// Plays the record of a game from its start.
    fn parse_record(&self, text: &str) -> Result<Position, NotationError> {
        let mut position = self.start();
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|symbol: char| symbol.is_whitespace() || symbol == ',');
            let Some(first) = rest.chars().next() else { return Ok(position) };
            let at = text[..text.len() - rest.len()].chars().count() + 1;
            let wrong = |error: NotationError| NotationError::new(format!("character {at}: {error}"));
            // Numbers of moves end with a dot.
            let behind_digits = rest.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
            if let Some(after) = behind_digits.strip_prefix('.') {
                rest = after;
                continue;
            }
            let length = match rest.get(1..2) {
                Some(digit) if digit.as_bytes()[0].is_ascii_digit() => 2,
                // A pass, or what is no move.
                _ => rest.find(|symbol: char| symbol.is_whitespace() || symbol == ',').unwrap_or(rest.len()),
            };
            let (word, after) = rest.split_at(length.max(first.len_utf8()));
            let place = self.parse_place(word).map_err(wrong)?;
            let must_pass = !self.is_over(&position) && self.legal(&position) == 0;
            if must_pass && place != Move::PASS {
                self.play(&mut position, Move::PASS);
            }
            let mv = self.parse_move(&position, word).map_err(wrong)?;
            self.play(&mut position, mv);
            rest = after;
        }
    }
}

/// Whether a text is the record of a game: it begins with a square or the number of a move.
fn is_record(text: &str) -> bool {
    let mut symbols = text.trim_start().chars();
    let (first, second) = (symbols.next(), symbols.next());
    let is_digit = |symbol: Option<char>| symbol.is_some_and(|symbol| symbol.is_ascii_digit());
    first.is_some_and(|first| first.is_ascii_alphabetic()) && is_digit(second)
        || is_digit(first) && (second == Some('.') || is_digit(second))
}

impl Notation for Othello {
    /// Reads a board and who is to move, a line of a board file, or the record of a game.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        if is_record(text) {
            return self.parse_record(text);
        }
        let position = text.split([';', '%']).next().unwrap_or(text);
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
        self.told_score(text)?;
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
