//! Text for positions and moves.
//!
//! The idea: a diagram shows the lines, row by row, those across and the upright ones by turns. Who has which box does not matter, so the
//! boxes of each player are given by their number.
//!
//! The invariant: a diagram is accepted if the boxes of both are those that are complete, and if the player to move can be the one. Every line that
//! completes no box passes the turn, so the lines and boxes tell whose turn it is, unless one line may have completed two boxes.

use proofset_core::{Game, Notation, NotationError, Player};

use crate::{DotsAndBoxes, Line, Position};

fn wrong(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

fn player_text(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// A number without signs or leading zeros beyond what a board can have.
fn number(text: &str) -> Option<u32> {
    (!text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())?
}

impl DotsAndBoxes {
    /// The first line of a row of the diagram, how many there are, and how one is drawn.
    fn diagram_row(&self, index: usize) -> (usize, usize, char) {
        let first = index / 2 * self.row();
        if index.is_multiple_of(2) { (first, self.columns, '-') } else { (first + self.columns, self.columns + 1, '|') }
    }

    fn dot_text(column: usize, row: usize) -> String {
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    fn line_text(&self, line: usize) -> String {
        let (row, place) = (line / self.row(), line % self.row());
        let [one, other] = match place.checked_sub(self.columns) {
            None => [(place, row), (place + 1, row)],
            Some(column) => [(column, row), (column, row + 1)],
        };
        Self::dot_text(one.0, one.1) + &Self::dot_text(other.0, other.1)
    }

    /// The line between the two dots that a text names, whatever is drawn.
    fn line_named(&self, text: &str) -> Option<Line> {
        let ([column, row, to_column, to_row] | [column, row, b'-', to_column, to_row]) = *text.as_bytes() else {
            return None;
        };
        let dot = |column: u8, row: u8| {
            let (column, row) = (column.to_ascii_lowercase().checked_sub(b'a')?, row.checked_sub(b'1')?);
            let dot = (usize::from(column), usize::from(row));
            (dot.0 <= self.columns && dot.1 <= self.rows).then_some(dot)
        };
        let (one, other) = (dot(column, row)?, dot(to_column, to_row)?);
        let (from, to) = (one.min(other), one.max(other));
        let line = match (to.0 - from.0, to.1.checked_sub(from.1)) {
            (1, Some(0)) => from.1 * self.row() + from.0,
            (0, Some(1)) => from.1 * self.row() + self.columns + from.0,
            _ => return None,
        };
        Some(Line(line as u8))
    }

    /// The move, if the rules allow it.
    fn legal(&self, position: &Position, text: &str) -> Result<Line, NotationError> {
        let Some(line) = self.line_named(text) else {
            return Err(wrong(format!(
                "`{text}` is not a line; write two dots that are beside or above each other, as in a1b1; dots are a1, top left, to {}",
                Self::dot_text(self.columns, self.rows)
            )));
        };
        if self.outcome(position).is_some() {
            return Err(wrong("the game is over, there are no moves"));
        }
        if position.lines >> line.0 & 1 == 1 {
            return Err(wrong(format!("{text}: the line is drawn already")));
        }
        Ok(line)
    }

    /// Plays a list of moves on the empty board.
    fn parse_played(&self, text: &str) -> Result<Position, NotationError> {
        let mut position = self.start();
        let is_separator = |symbol: char| symbol == ',' || symbol.is_whitespace();
        for word in text.split(is_separator).filter(|word| !word.is_empty()) {
            let place = word.as_ptr() as usize - text.as_ptr() as usize;
            let place = text[..place].chars().count() + 1;
            let line = self.legal(&position, word).map_err(|error| wrong(format!("character {place}: {error}")))?;
            self.play(&mut position, line);
        }
        Ok(position)
    }

    /// The lines of a diagram.
    fn parse_lines(&self, diagram: &str) -> Result<u64, NotationError> {
        let rows: Vec<&str> = diagram.split('/').collect();
        let expected = 2 * self.rows + 1;
        if rows.len() != expected {
            let message =
                format!("the diagram has {} rows of lines, separated by `/`; expected {expected}", rows.len());
            return Err(wrong(message));
        }
        let mut lines = 0;
        for (index, row) in rows.into_iter().enumerate() {
            let wrong = |message| wrong(format!("row {} of the diagram, `{row}`, {message}", index + 1));
            let (first, count, drawn) = self.diagram_row(index);
            let found = row.chars().count();
            if found != count {
                return Err(wrong(format!("has {found} lines; expected {count}")));
            }
            for (place, symbol) in row.chars().enumerate() {
                if symbol == drawn {
                    lines |= 1 << (first + place);
                } else if symbol != '.' {
                    let line = self.line_text(first + place);
                    return Err(wrong(format!(
                        "has `{symbol}` for {line}; expected {drawn} if it is drawn, and . if not"
                    )));
                }
            }
        }
        Ok(lines)
    }

    fn parse_diagram(&self, text: &str) -> Result<Position, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[diagram, boxes, to_move] = words.as_slice() else {
            return Err(wrong(format!(
                "{} words; expected a diagram, the boxes of both players, and who is to move, as in -./||./-. 1:0 first",
                words.len()
            )));
        };
        let lines = self.parse_lines(diagram)?;
        let Some((first, second)) = boxes.split_once(':').and_then(|(one, other)| number(one).zip(number(other)))
        else {
            return Err(wrong(format!("`{boxes}` is not what the players have; write the boxes of both, as in 1:0")));
        };
        let to_move = match to_move {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(wrong(format!("`{to_move}` is not to move; expected first or second"))),
        };
        let complete = self.complete(lines).count_ones();
        if first + second != complete {
            return Err(wrong(format!("the players have {first} and {second} boxes, but {complete} are complete")));
        }
        self.check_turn(lines, to_move)?;
        let own = if to_move == Player::First { first } else { second };
        if lines == self.all() && own == 0 {
            let player = player_text(to_move);
            return Err(wrong(format!(
                "all lines are drawn, so the {player} player, who is to move, has the last box, not 0"
            )));
        }
        let lead = (2 * own).cast_signed() - complete.cast_signed();
        Ok(Position { lines, lead: lead as i8, to_move })
    }

    /// Whether the lines allow this player to be to move.
    fn check_turn(&self, lines: u64, to_move: Player) -> Result<(), NotationError> {
        let complete = self.complete(lines);
        // Neighbours in a row have numbers beside each other; the last box of a row and the first one of the next do not.
        if complete & complete >> 1 | complete & complete >> self.row() != 0 {
            return Ok(());
        }
        let (drawn, taken) = (lines.count_ones(), complete.count_ones());
        let expected = if (drawn - taken).is_multiple_of(2) { Player::First } else { Player::Second };
        if to_move == expected {
            return Ok(());
        }
        let (drawn, expected) = (drawn - taken, player_text(expected));
        Err(wrong(format!(
            "{drawn} of the lines have completed no box and passed the turn, so the {expected} player is to move"
        )))
    }
}

impl Notation for DotsAndBoxes {
    /// Reads a diagram with boxes and who is to move, or a list of moves.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        if text.contains(['/', ':']) { self.parse_diagram(text) } else { self.parse_played(text) }
    }

    /// Writes a diagram.
    fn position_text(&self, position: &Position) -> String {
        let mut text = String::new();
        for index in 0..=2 * self.rows {
            if index > 0 {
                text.push('/');
            }
            let (first, count, drawn) = self.diagram_row(index);
            for line in first..first + count {
                text.push(if position.lines >> line & 1 == 1 { drawn } else { '.' });
            }
        }
        let [first, second] = [Player::First, Player::Second].map(|player| self.boxes_of(position, player));
        format!("{text} {first}:{second} {}", player_text(position.to_move))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Line, NotationError> {
        self.legal(position, text.trim())
    }

    fn move_text(&self, _position: &Position, Line(line): Line) -> String {
        self.line_text(line.into())
    }
}
