//! A board in play: the stones, who is to move, and what may not be taken back at once.

use std::fmt;

use proofset_core::NotationError;

use crate::board::{Board, Color, Point};

/// Stones, who is to move, and what may not be taken back at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    to_move: Color,
    ko: Option<Point>,
}

fn wrong(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

impl Position {
    /// A position without a ko.
    ///
    /// # Errors
    ///
    /// When a chain has no liberty.
    pub fn new(board: Board, to_move: Color) -> Result<Self, NotationError> {
        board.check()?;
        Ok(Self { board, to_move, ko: None })
    }

    /// A position of a game, in which all chains have liberties.
    pub(crate) fn of_game(board: Board, to_move: Color, ko: Option<Point>) -> Self {
        Self { board, to_move, ko }
    }

    /// The same with a point that the side to move may not take back at once.
    ///
    /// # Errors
    ///
    /// When a stone there would take no single stone back.
    pub fn with_ko(mut self, point: Point) -> Result<Self, NotationError> {
        let size = self.board.size();
        let mut beside = size.neighbours(point);
        let is_eye = beside.all(|beside| self.board.stone(beside) == Some(self.to_move.opponent()));
        let takes_one = size.neighbours(point).any(|beside| {
            self.board.chain(beside).is_some_and(|chain| chain.stones.len() == 1 && chain.liberties == [point])
        });
        if self.board.stone(point).is_some() || !is_eye || !takes_one {
            let name = self.to_move.name();
            return Err(wrong(format!(
                "ko:{point} is none: a stone of {name} there would not take a single stone back"
            )));
        }
        self.ko = Some(point);
        Ok(self)
    }

    /// The same with the other side to move, or the same one, and no ko.
    #[must_use]
    pub fn with_to_move(mut self, to_move: Color) -> Self {
        self.to_move = to_move;
        self.ko = None;
        self
    }

    /// The position behind a stone, or behind a pass if there is none; `None` if that is not legal. Only the stone of a simple
    /// ko may not be taken back at once.
    pub fn played(&self, stone: Option<Point>, allows_suicide: bool) -> Option<Self> {
        let next = self.to_move.opponent();
        let Some(point) = stone else { return Some(self.clone().with_to_move(next)) };
        let mut board = self.board.clone();
        let played = board.play(point, self.to_move, allows_suicide).filter(|_| self.ko != Some(point))?;
        Some(Self { board, to_move: next, ko: played.ko })
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who moves next.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The point that may not be taken back at once.
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, if self.to_move == Color::Black { "x" } else { "o" })?;
        self.ko.map_or(Ok(()), |point| write!(f, " ko:{point}"))
    }
}
