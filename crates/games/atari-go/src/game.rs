//! The rules.
//!
//! The idea: that a stone was captured is found when the move is made, from the chains beside it, and remembered; so a
//! finished game is known by a flag. The captured stones stay in the diagram, without a liberty. Whether somebody has a
//! legal move at all is nearly always seen at once: an empty point beside another is legal.
//!
//! The invariant: in an unfinished game every chain has a liberty. The cost: a move floods the chains beside it; a list
//! of moves floods every chain once.

use std::fmt;
use std::str::FromStr;

use proofset_bits::{Bits, Images};
use proofset_core::{
    Arguments, Game, NotationError, Outcome, Pack, Packer, Parameter, Parameters, Player, Reversible, Symmetric, Turn,
    Unpacker,
};

use crate::board::{Board, STRIDE, singles};

/// Atari Go on a board, from an empty one or from a crosscut in its middle.
#[derive(Clone, Debug)]
pub struct AtariGo {
    board: Board,
    crosscut: bool,
    /// The turns and reflections of the board.
    images: Images,
}

/// Who has stones where, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones of the player to move and of the other.
    pub(crate) own: u64,
    pub(crate) other: u64,
    pub(crate) to_move: Player,
    /// True if the player to move has lost a stone.
    pub(crate) captured: bool,
}

/// A move: the point that gets the stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    pub(crate) fn at(column: usize, row: usize) -> Self {
        Self((row * STRIDE + column) as u8)
    }

    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << self.0
    }

    /// The column from the left, from 0 on.
    pub fn column(self) -> usize {
        usize::from(self.0) % STRIDE
    }

    /// The row from below, from 0 on.
    pub fn row(self) -> usize {
        usize::from(self.0) / STRIDE
    }
}

impl Position {
    /// The stones of one player.
    pub(crate) fn stones(&self, player: Player) -> u64 {
        if player == self.to_move { self.own } else { self.other }
    }
}

impl Pack for Position {
    const BITS: u32 = <(u64, u64, Player, bool)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.own, self.other, self.to_move, self.captured).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (own, other, to_move, captured) = Pack::unpack(from);
        Self { own, other, to_move, captured }
    }
}

impl AtariGo {
    /// The game on an empty board.
    pub fn new(board: Board) -> Self {
        let turns = Turn::of_board(board.columns(), board.rows());
        let images = Images::new(STRIDE * STRIDE, turns.map(|turn| move |bit| turn.bit(STRIDE, bit)));
        Self { board, crosscut: false, images }
    }

    /// The game from a crosscut: two stones of each player on the four points in the middle, the first player's lower
    /// left and upper right. Where a side is odd, they stand to the left of or below the middle.
    ///
    /// # Errors
    ///
    /// When a side is shorter than 4: then a stone would have no liberty.
    pub fn crosscut(board: Board) -> Result<Self, NotationError> {
        if board.columns() < 4 || board.rows() < 4 {
            let (columns, rows) = (board.columns(), board.rows());
            let message = format!("there is no room for a crosscut on {columns}x{rows}; expected sides of at least 4");
            return Err(NotationError::new(message));
        }
        Ok(Self { crosscut: true, ..Self::new(board) })
    }

    /// What can be chosen, as text: `6x6+crosscut`.
    pub fn parameters() -> Parameters {
        Parameters::places('x')
            .with(Parameter::whole("columns", "columns of the board", Board::SIDES, 5))
            .with(Parameter::whole("rows", "rows of the board", Board::SIDES, 5))
            .with(Parameter::switch("crosscut", "two stones of each player in the middle; sides of at least 4"))
    }

    /// The game with these [parameters](Self::parameters).
    ///
    /// # Errors
    ///
    /// When there is no room for a crosscut.
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        let board = Board::new(arguments.whole("columns"), arguments.whole("rows"))?;
        if arguments.is_on("crosscut") { Self::crosscut(board) } else { Ok(Self::new(board)) }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    #[inline]
    pub(crate) fn empty(&self, position: &Position) -> u64 {
        self.board.points() & !(position.own | position.other)
    }

    /// The points that the player to move may put a stone on, were the game not over.
    #[inline]
    pub(crate) fn legal(&self, position: &Position) -> u64 {
        let empty = self.empty(position);
        let mut legal = empty & self.board.neighbours(empty);
        // Points that have no empty one beside them must capture, or join a chain with another liberty.
        let mut enclosed = empty & !legal;
        if enclosed != 0 {
            for (_, liberties) in self.board.chains(position.other, empty) {
                if liberties.is_power_of_two() {
                    legal |= liberties;
                }
            }
            enclosed &= !legal;
        }
        if enclosed != 0 {
            for (_, liberties) in self.board.chains(position.own, empty) {
                if !liberties.is_power_of_two() {
                    legal |= liberties & enclosed;
                }
            }
        }
        legal
    }

    /// The number of legal moves, were the game not over.
    pub fn mobility(&self, position: &Position) -> u32 {
        self.legal(position).count_ones()
    }

    /// The fewest liberties of a chain of these stones; nothing if there are none.
    pub fn fewest_liberties(&self, position: &Position, player: Player) -> Option<u32> {
        let empty = self.empty(position);
        self.board.chains(position.stones(player), empty).map(|(_, liberties)| liberties.count_ones()).min()
    }
}

impl Game for AtariGo {
    type Position = Position;
    type Move = Point;

    fn start(&self) -> Position {
        let (left, below) = (self.board.columns() / 2 - 1, self.board.rows() / 2 - 1);
        let point = |column, row| Point::at(left + column, below + row).bit();
        let (own, other) = if self.crosscut { (point(0, 0) | point(1, 1), point(0, 1) | point(1, 0)) } else { (0, 0) };
        Position { own, other, to_move: Player::First, captured: false }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let empty = self.empty(position);
        let is_lost = position.captured || (empty & self.board.neighbours(empty) == 0 && self.legal(position) == 0);
        is_lost.then(|| Outcome::Win(position.to_move.opponent()))
    }

    /// Row by row from below, each from the left.
    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Point> {
        singles(self.legal(position)).map(|bit| Point(bit.trailing_zeros() as u8))
    }

    #[inline]
    fn play(&self, position: &mut Position, point: Point) {
        let Position { own, other, to_move, .. } = *position;
        let stone = point.bit();
        let empty = self.empty(position) & !stone;
        let beside = self.board.neighbours(stone) & other;
        let captured = singles(beside).any(|attacked| {
            let chain = self.board.chain(attacked, other);
            self.board.neighbours(chain) & empty == 0
        });
        *position = Position { own: other, other: own | stone, to_move: to_move.opponent(), captured };
    }

    /// The number of stones.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        Some((position.own | position.other).count_ones())
    }
}

/// The stone is taken back; an unfinished game was not finished before.
impl Symmetric for AtariGo {
    fn least_image(&self, position: &Position) -> Position {
        let word = |set: u64| Bits::from_words([set]);
        let (own, other) = self.images.least(word(position.own), word(position.other));
        let ([own], [other]) = (own.words(), other.words());
        Position { own, other, ..*position }
    }
}

impl Reversible for AtariGo {
    type Undo = ();

    #[inline]
    fn make(&self, position: &mut Position, point: Point) {
        self.play(position, point);
    }

    #[inline]
    fn unmake(&self, position: &mut Position, point: Point, (): ()) {
        let Position { own, other, to_move, .. } = *position;
        *position = Position { own: other & !point.bit(), other: own, to_move: to_move.opponent(), captured: false };
    }
}

/// `6x6`, or `6x6+crosscut`: columns, rows, and what stands on the board.
impl FromStr for AtariGo {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::from_arguments(&Self::parameters().read(Some(text))?)
    }
}

impl fmt::Display for AtariGo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, rows) = (self.board.columns(), self.board.rows());
        let arguments = Self::parameters().defaults().with("columns", columns).with("rows", rows);
        arguments.with("crosscut", self.crosscut).fmt(f)
    }
}
