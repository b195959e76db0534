//! Text for positions and moves.
//!
//! The idea: a position is written as the FEN tag of portable draughts notation has it (PDN): who is to move, and the pieces
//! of each side, kings with a K, as in `W:W21,K30:B1,2`. Squares are numbers, from 1 in the upper left corner row by row to
//! the lower right; in Russian draughts they are named as in chess, `a1` in the lower left. What is read may also have ranges
//! (`B1-12`), the number of half-moves without progress (`H4`) and that of the move (`F20`), which is no part of the position.
//! A step is `11-15`, and a capture `11x18`, however many jumps it takes: or `11x18x25`, all squares on which the piece lands,
//! where it could capture other pieces on its way to the same square, or where it comes back to its own.
//!
//! The invariant: a position that no side can have moved to is refused, as far as pieces and counts tell. Whether men can
//! have come where they stand is not looked at: composed problems have their own.

use proofset_core::{Game, Notation, NotationError};

use crate::game::{Checkers, Position};
use crate::generate::follow;
use crate::moves::Move;
use crate::rules::{Colour, Kind};
use crate::squares::{Squares, numbers, place, square_at};

fn error<T>(message: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError::new(message))
}

fn letter(colour: Colour) -> char {
    if colour == Colour::White { 'W' } else { 'B' }
}

/// The pieces of one side, as they are read.
#[derive(Clone, Copy, Default)]
struct Army {
    pieces: u64,
    kings: u64,
}

/// How squares and pieces are written on a board with so many rows.
#[derive(Clone, Copy)]
struct Names {
    kind: Kind,
    side: u32,
    /// As of [`Squares`].
    half: u32,
    count: u32,
    pieces: u32,
}

/// What the text of a position says.
struct Read {
    to_move: Colour,
    /// White's and Black's.
    armies: [Army; 2],
    /// Half-moves without progress.
    idle: u64,
}

impl Names {
    fn square_text(self, square: u32) -> String {
        if self.kind != Kind::Russian {
            return (square + 1).to_string();
        }
        let (column, row) = place(self.side, square);
        format!("{}{}", char::from(b'a' + column as u8), self.side - row)
    }

    /// What squares are called, for messages.
    fn all_squares(self) -> String {
        // As in print, from the first number to the last; as in chess, from the lower left corner, which is dark.
        let (kind, first, last) = match self.kind {
            Kind::Russian => ("a dark square", self.count - self.half, self.half - 1),
            Kind::English | Kind::International => ("a square", 0, self.count - 1),
        };
        format!("{kind} from {} to {}", self.square_text(first), self.square_text(last))
    }

    fn parse_square(self, text: &str) -> Option<u32> {
        if self.kind != Kind::Russian {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            return text
                .parse()
                .ok()
                .filter(|number| is_number && (1..=self.count).contains(number))
                .map(|number| number - 1);
        }
        let mut symbols = text.chars();
        let column = symbols.next().map(|symbol| symbol.to_ascii_lowercase())?;
        let column = u32::from(column).checked_sub(u32::from(b'a'))?;
        let row = symbols.as_str().parse().ok().filter(|_| symbols.as_str().len() == 1)?;
        square_at(self.side, column, self.side.checked_sub(row)?)
    }

    /// The squares that a word in a list of pieces names.
    fn parse_squares(self, word: &str) -> Option<Vec<u32>> {
        if let Some(square) = self.parse_square(word) {
            return Some(vec![square]);
        }
        let (first, last) = word.split_once('-').filter(|_| self.kind != Kind::Russian)?;
        let (first, last) = (self.parse_square(first.trim())?, self.parse_square(last.trim())?);
        (first <= last).then(|| (first..=last).collect())
    }

    fn parse_army(self, colour: Colour, list: &str, taken: u64) -> Result<Army, NotationError> {
        let mut army = Army::default();
        let king_row = if colour == Colour::White { 0 } else { self.side - 1 };
        for word in list.split(',').map(str::trim).filter(|_| !list.trim().is_empty()) {
            let king = word.strip_prefix(['K', 'k']);
            let Some(squares) = self.parse_squares(king.unwrap_or(word).trim()) else {
                let squares = self.all_squares();
                return error(format!(
                    "`{word}` among the pieces of {colour:?} is not a square; expected {squares}, with a K before it for a king"
                ));
            };
            for square in squares {
                let (bit, name) = (1 << square, self.square_text(square));
                if (taken | army.pieces) & bit != 0 {
                    return error(format!("square {name} has two pieces; leave one out"));
                }
                if king.is_none() && place(self.side, square).1 == king_row {
                    return error(format!(
                        "a man of {colour:?} on {name} would have become a king there; expected K{name}"
                    ));
                }
                army.pieces |= bit;
                army.kings |= if king.is_some() { bit } else { 0 };
            }
        }
        let count = army.pieces.count_ones();
        if count > self.pieces {
            return error(format!("{colour:?} has {count} pieces; expected at most {}", self.pieces));
        }
        Ok(army)
    }

    fn read(self, text: &str) -> Result<Read, NotationError> {
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut fields = text.split(':').map(str::trim);
        let to_move = match fields.next() {
            Some("W" | "w") => Colour::White,
            Some("B" | "b") => Colour::Black,
            other => {
                return error(format!(
                    "the position begins with `{}`; expected W or B, who is to move, and the pieces, as in W:W21,K30:B1,2",
                    other.unwrap_or_default()
                ));
            }
        };
        let [mut white, mut black] = [None::<Army>, None];
        let (mut idle, mut has_number) = (None, false);
        for field in fields {
            let mut symbols = field.chars();
            let (mark, rest) = (symbols.next(), symbols.as_str());
            let is_number = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
            let number = || is_number.then(|| rest.parse().unwrap_or(u64::MAX));
            let taken = [white, black].into_iter().flatten().fold(0, |taken, army| taken | army.pieces);
            let is_new = match mark {
                Some('W' | 'w') => white.replace(self.parse_army(Colour::White, rest, taken)?).is_none(),
                Some('B' | 'b') => black.replace(self.parse_army(Colour::Black, rest, taken)?).is_none(),
                Some('H' | 'h') => {
                    let Some(half_moves) = number() else {
                        return error(format!("`{field}` has no number of half-moves; expected one, as in H4"));
                    };
                    idle.replace(half_moves).is_none()
                }
                Some('F' | 'f') => {
                    if number().is_none() {
                        return error(format!("`{field}` has no number of a move; expected one, as in F20"));
                    }
                    !std::mem::replace(&mut has_number, true)
                }
                _ => {
                    return error(format!(
                        "`{field}` stands where pieces are expected; write W and White's, or B and Black's, as in W21,K30"
                    ));
                }
            };
            if !is_new {
                return error(format!("`{field}` is a second field of its kind; leave one out"));
            }
        }
        let (Some(white), Some(black)) = (white, black) else {
            let missing = if white.is_none() { Colour::White } else { Colour::Black };
            let letter = letter(missing);
            return error(format!(
                "the pieces of {missing:?} are missing; expected :{letter} and their squares, or :{letter} alone if there are none"
            ));
        };
        let moved = if to_move == Colour::White { black } else { white };
        if moved.pieces == 0 {
            return error(format!(
                "{:?} has no pieces and cannot have moved; expected the other side to move",
                to_move.opponent()
            ));
        }
        Ok(Read { to_move, armies: [white, black], idle: idle.unwrap_or(0) })
    }
}

impl<S: Squares> Checkers<S> {
    fn names(&self) -> Names {
        Names { kind: self.kind, side: S::SIDE, half: S::HALF, count: S::COUNT, pieces: S::PIECES }
    }

    /// The position with this count of half-moves without progress, if there can have been so many: kings alone make them.
    fn with_idle(&self, position: Position<S>, idle: u64) -> Result<Position<S>, NotationError> {
        if self.idle_limit == 0 {
            return Ok(position);
        }
        let limit = self.idle_limit;
        let Some(idle) = u8::try_from(idle).ok().filter(|idle| *idle <= limit) else {
            return error(format!("`H{idle}` is too much: after {limit} half-moves without progress the game is over"));
        };
        for (colour, least) in [(position.to_move.opponent(), 1), (position.to_move, 2)] {
            if idle >= least && position.pieces_of(colour) & position.kings.wide() == 0 {
                let most = least - 1;
                return error(format!(
                    "`H{idle}` cannot be: only kings move without progress, and {colour:?} has none; expected at most H{most}"
                ));
            }
        }
        Ok(Position { idle, ..position })
    }

    fn list_text(&self, position: &Position<S>, colour: Colour) -> String {
        let piece = |square| {
            let king = if position.kings.wide() >> square & 1 == 0 { "" } else { "K" };
            format!("{king}{}", self.names().square_text(square))
        };
        let pieces: Vec<String> = numbers(position.pieces_of(colour)).map(piece).collect();
        format!("{}{}", letter(colour), pieces.join(","))
    }

    /// The board as people see it, rows from the top: `w` and `b` men, `W` and `B` kings, `.` empty dark squares.
    ///
    /// ```
    /// use proofset_checkers::Checkers;
    /// use proofset_core::Notation;
    ///
    /// let game = Checkers::english();
    /// let position = game.parse_position("W:WK7,9:B2")?;
    /// let rows: Vec<String> = game.diagram(&position).lines().map(str::to_owned).collect();
    /// assert_eq!(rows[..3], ["  .   b   .   .", ".   .   W   .", "  w   .   .   ."]);
    /// # Ok::<(), proofset_core::NotationError>(())
    /// ```
    pub fn diagram(&self, position: &Position<S>) -> String {
        let symbol = |square: u32| {
            let has = |set: u64| set >> square & 1 != 0;
            let is_king = has(position.kings.wide());
            match (has(position.white.wide()), has(position.black.wide())) {
                (true, _) => {
                    if is_king {
                        "W"
                    } else {
                        "w"
                    }
                }
                (_, true) => {
                    if is_king {
                        "B"
                    } else {
                        "b"
                    }
                }
                _ => ".",
            }
        };
        let row = |row: u32| {
            let symbols: Vec<&str> = (row * S::HALF..(row + 1) * S::HALF).map(symbol).collect();
            format!("{}{}\n", if row.is_multiple_of(2) { "  " } else { "" }, symbols.join("   "))
        };
        (0..S::SIDE).map(row).collect()
    }

    /// All legal moves as text, for messages.
    fn moves_text(&self, position: &Position<S>, from: Option<u32>) -> Option<String> {
        let is_asked = |mv: &Move<S>| from.is_none_or(|from| from == u32::from(mv.from));
        let texts: Vec<String> = self.moves(position).filter(is_asked).map(|mv| self.move_text(position, mv)).collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    }

    /// Why a move that can be read is none here, and what is one.
    fn refuse_move(&self, position: &Position<S>, text: &str, from: u32) -> NotationError {
        let (colour, name) = (position.to_move, self.names().square_text(from));
        let side = self.side(position);
        let moves = |from| self.moves_text(position, from);
        let all = moves(None).unwrap_or_default();
        let captures = self.moves(position).any(|mv| mv.captured() > 0);
        NotationError::new(if side.own >> from & 1 == 0 {
            format!("{colour:?} has no piece on {name}; expected one of {all}")
        } else if let Some(own) = moves(Some(from)) {
            format!("`{text}` is not legal; {name} has {own}")
        } else if captures && side.kind.takes_most() {
            format!("`{text}` is not legal, for the most pieces must be captured; expected one of {all}")
        } else if captures {
            format!("`{text}` is not legal, for {colour:?} must capture; expected one of {all}")
        } else {
            format!("the piece on {name} cannot move; expected one of {all}")
        })
    }
}

impl<S: Squares> Notation for Checkers<S> {
    fn parse_position(&self, text: &str) -> Result<Position<S>, NotationError> {
        let Read { to_move, armies: [white, black], idle } = self.names().read(text)?;
        let kings = S::narrow(white.kings | black.kings);
        let [white, black] = [white, black].map(|army| S::narrow(army.pieces));
        self.with_idle(Position { white, black, kings, to_move, idle: 0 }, idle)
    }

    fn position_text(&self, position: &Position<S>) -> String {
        let lists = [Colour::White, Colour::Black].map(|colour| self.list_text(position, colour));
        let idle = if position.idle == 0 { String::new() } else { format!(":H{}", position.idle) };
        format!("{}:{}{idle}", letter(position.to_move), lists.join(":"))
    }

    fn parse_move(&self, position: &Position<S>, text: &str) -> Result<Move<S>, NotationError> {
        let text = text.trim();
        let is_step = text.contains('-');
        let words = text.split(|symbol| if is_step { symbol == '-' } else { matches!(symbol, 'x' | 'X' | ':') });
        let squares: Option<Vec<u32>> = words.map(|word| self.names().parse_square(word.trim())).collect();
        let Some(squares) = squares.filter(|squares| squares.len() == 2 || (squares.len() > 2 && !is_step)) else {
            let [a, b, c] = [9, 13, 18].map(|square| self.names().square_text(square));
            let squares = self.names().all_squares();
            return error(format!(
                "`{text}` is not a move; expected two squares, as in {a}-{b} or {a}x{c}: each {squares}"
            ));
        };
        if self.outcome(position).is_some() {
            return error("the game is over, there are no moves");
        }
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let is_between = |mv: &Move<S>| (u32::from(mv.from), u32::from(mv.to)) == (from, to);
        let candidates: Vec<Move<S>> =
            self.moves(position).filter(|mv| is_between(mv) && (mv.captured() == 0) == is_step).collect();
        if let ([found], 2) = (&*candidates, squares.len()) {
            return Ok(*found);
        }
        // Of several that end on the same square, one may be a single jump, which has no squares between.
        let followed = follow(&self.side(position), &squares);
        if let Some(found) = followed.filter(|followed| candidates.contains(followed)) {
            return Ok(found);
        }
        if candidates.is_empty() || squares.len() > 2 {
            return Err(self.refuse_move(position, text, from));
        }
        let texts: Vec<String> = candidates.iter().map(|mv| self.move_text(position, *mv)).collect();
        error(format!("`{text}` can be done in several ways; expected one of {}", texts.join(", ")))
    }

    fn move_text(&self, position: &Position<S>, mv: Move<S>) -> String {
        let [from, to] = [mv.from, mv.to].map(|square| self.names().square_text(u32::from(square)));
        if mv.captured() == 0 {
            return format!("{from}-{to}");
        }
        let mut alike = self.moves(position).filter(|other| (other.from, other.to) == (mv.from, mv.to));
        if mv.from != mv.to && alike.nth(1).is_none() {
            return format!("{from}x{to}");
        }
        let path = self.side(position).path(mv).unwrap_or_default();
        let squares: Vec<String> = path.iter().map(|&square| self.names().square_text(u32::from(square))).collect();
        squares.join("x")
    }
}
