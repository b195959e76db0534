//! The rules of chess as a [`Game`]: positions, outcomes, and counts of lines of play.
//!
//! The idea: a cozy-chess board, from which everything without a bearing on the future is taken away, is an exact
//! position: full-move number 1, no en passant right that no pawn can use. The half-move clock stays: it decides the
//! fifty-move rule and lets no position repeat. The rank counts what can never come back: see [`Mate`](crate::Mate).
//!
//! A game ends by checkmate, by stalemate, after a hundred half-moves without capture or pawn move (the player to move
//! would claim the draw), and when no sequence of moves can lead to mate. Threefold repetition is not a rule here: a
//! player who can force a win can do so without repeating a position, so that no value depends on it.
//!
//! Moves come in the order of cozy-chess: pawns, en passant captures, knights, bishops, rooks, queens, king; among
//! pieces of a kind those that are not pinned first, then by square from a1, b1 to h8; targets by square, which is the
//! rook's for castling; promotions to knight, bishop, rook, queen.
//!
//! The cost: a position has 104 bytes; a move is played in some ten nanoseconds.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Rank};
use proofset_chess_notation::{DRAW_CLOCK, read_position};
use proofset_core::{Game, Notation, NotationError, Outcome, Player};

use crate::{fen, moves, notation};

/// The rules of orthodox chess. White is [`Player::First`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Chess;

/// A position: the board, the side to move, castling and en passant rights, and the half-move clock.
///
/// ```
/// use proofset_chess::Position;
///
/// # fn main() -> Result<(), proofset_core::NotationError> {
/// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - -".parse()?;
/// let mv = position.parse_move("e4")?;
/// assert_eq!(position.move_text(mv), "e2e4");
/// assert_eq!(position.after(mv).to_string(), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
}

impl Position {
    /// A position without what has no bearing on the future. Castling rights must be those of orthodox chess.
    pub(crate) fn new(board: Board) -> Self {
        let mut board = fen::without_idle_en_passant(board);
        board.set_fullmove_number(1);
        Self { board }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// Half-moves since the last capture or pawn move; 100 at most.
    pub fn half_move_clock(&self) -> u8 {
        self.board.halfmove_clock()
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// All legal moves, in the fixed order of the module, whether or not the game is over by a draw.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> {
        moves::lists(&self.board).into_iter().flatten()
    }

    /// The position after a legal move.
    pub fn after(&self, mv: Move) -> Self {
        let mut board = self.board.clone();
        board.play_unchecked(mv);
        Self::new(board)
    }

    /// Reads a legal move, in coordinates such as `e2e4`, `e7e8q`, `e1g1`, or in algebraic notation such as `Nf3`.
    ///
    /// # Errors
    ///
    /// Says whether the text is not a move at all, is not legal here, or fits several moves.
    pub fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        notation::read(&self.board, text)
    }

    /// Writes a legal move in coordinates, as in UCI: `e2e4`, `e7e8q`, `e1g1`.
    pub fn move_text(&self, mv: Move) -> String {
        notation::coordinates(&self.board, mv)
    }

    /// Writes a line of play in standard algebraic notation: `1. Qxf7+ Kh8 2. Qf8#`, or `1... Kh8 2. Qf8#` if Black
    /// moves first.
    ///
    /// # Errors
    ///
    /// Names the first move that is not legal.
    pub fn san_line(&self, line: &[Move]) -> Result<String, NotationError> {
        notation::san_line(&self.board, line)
    }
}

/// The board's own key leaves out the clock.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.board.hash());
        state.write_u8(self.board.halfmove_clock());
    }
}

/// Reads FEN or EPD; or `startpos` or `fen` with a FEN, with UCI's `position` before it or without, and maybe `moves` and moves
/// behind it.
impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read(text, |position: Self, text| position.parse_move(text).map(|mv| position.after(mv)))
    }
}

/// Reads a position and the moves behind it.
pub(crate) fn read<P: From<Position>>(
    text: &str,
    play: impl FnMut(P, &str) -> Result<P, NotationError>,
) -> Result<P, NotationError> {
    read_position(text, START, |fields| fen::read(fields).map(|board| Position::new(board).into()), play)
}

/// The start position of the game.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Writes FEN, with the full-move number 1.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fen::write(&self.board))
    }
}

/// Lines of exactly `depth` legal moves. As usual, draws by rule end no line, but mate and stalemate do.
pub fn perft(position: &Position, depth: u32) -> u64 {
    fn count(board: &Board, depth: u32) -> u64 {
        if depth == 1 {
            return moves::count(board, BitBoard::FULL).into();
        }
        let mut lines = 0;
        for mv in moves::lists(board).into_iter().flatten() {
            let mut next = board.clone();
            next.play_unchecked(mv);
            lines += count(&next, depth - 1);
        }
        lines
    }
    if depth == 0 { 1 } else { count(&position.board, depth) }
}

/// Whether no sequence of legal moves leads to mate, as far as the material shows it: bare kings, a single knight, or
/// bishops that all stand on squares of one colour.
#[inline]
pub(crate) fn is_dead(board: &Board) -> bool {
    let pieces = |piece| board.pieces(piece);
    if !(pieces(Piece::Pawn) | pieces(Piece::Rook) | pieces(Piece::Queen)).is_empty() {
        return false;
    }
    let (knights, bishops) = (pieces(Piece::Knight), pieces(Piece::Bishop));
    if knights.is_empty() {
        bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES)
    } else {
        bishops.is_empty() && knights.len() == 1
    }
}

/// The largest [`potential`]: sixteen pawns with six steps to go among thirty-two pieces.
pub(crate) const MAX_POTENTIAL: u32 = 16 * 6 + 32;

/// What captures and pawn moves use up and nothing gives back: the pieces on the board and the steps that pawns have
/// to promotion.
pub(crate) fn potential(board: &Board) -> u32 {
    let mut potential = board.occupied().len();
    for color in Color::ALL {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        for steps in 1..=6 {
            let rank = Rank::index(7 - steps).relative_to(color);
            potential += steps as u32 * (pawns & rank.bitboard()).len();
        }
    }
    potential
}

/// The rank of a position with this potential and clock. At most [`DRAW_CLOCK`] moves leave the potential as it is.
pub(crate) fn rank(potential: u32, clock: u8) -> u32 {
    (MAX_POTENTIAL - potential) * (u32::from(DRAW_CLOCK) + 1) + u32::from(clock)
}

fn player(color: Color) -> Player {
    match color {
        Color::White => Player::First,
        Color::Black => Player::Second,
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::new(Board::startpos())
    }

    fn to_move(&self, position: &Position) -> Player {
        player(position.side_to_move())
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let board = &position.board;
        if !moves::any(board) {
            let mated = position.in_check();
            return Some(if mated { Outcome::Win(self.to_move(position).opponent()) } else { Outcome::Draw });
        }
        (board.halfmove_clock() >= DRAW_CLOCK || is_dead(board)).then_some(Outcome::Draw)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        position.legal_moves()
    }

    fn play(&self, position: &mut Position, mv: Move) {
        *position = position.after(mv);
    }

    fn rank(&self, position: &Position) -> Option<u32> {
        Some(rank(potential(&position.board), position.half_move_clock()))
    }
}

impl Notation for Chess {
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        text.parse()
    }

    fn position_text(&self, position: &Position) -> String {
        position.to_string()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        if self.outcome(position).is_some() {
            return Err(NotationError::new(format!("the game is over in `{position}`, there are no moves")));
        }
        position.parse_move(text)
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        position.move_text(mv)
    }
}
