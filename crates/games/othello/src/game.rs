//! The rules.
//!
//! The idea: a position is two words, the discs of the player to move and those of the other, and who that is. A pass
//! is a move of its own: it is made where the player to move flips nothing and the opponent would. The game is over
//! when neither can flip.
//!
//! The invariant: the two sets have no square in common. The cost: a move takes its flips; whether the game is over,
//! what is legal, and the rank take all moves of one player, and of the other where there are none.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use proofset_bits::{Bits, Images};
use proofset_core::{
    Arguments, Game, NotationError, Outcome, Pack, Packer, Parameter, Parameters, Player, Reversible, Score, Symmetric,
    Turn, Unpacker,
};

use crate::board::{Board, STRIDE, flips, squares};

/// Othello on a board.
#[derive(Clone, Debug)]
pub struct Othello {
    pub(crate) board: Board,
    parallel: bool,
    discs_only: bool,
    /// The turns and reflections of the board.
    images: Images,
}

/// Who has discs where, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The discs of the player to move and of the other.
    pub(crate) own: u64,
    pub(crate) other: u64,
    pub(crate) to_move: Player,
}

/// Two words instead of three: if the second player is to move, the discs of the other are inverted. Then those of the
/// player to move lie within that set, and otherwise outside it; so different positions give different words, unless
/// the player to move has no disc at all.
impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let other = if self.to_move == Player::First { self.other } else { !self.other };
        state.write_u64(self.own);
        state.write_u64(other);
    }
}

/// A move: the square that gets a disc, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// The move of a player who cannot flip anything while the opponent can.
    pub const PASS: Self = Self(64);

    #[inline]
    pub(crate) fn on(square: usize) -> Self {
        Self(square as u8)
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The column from the left and the row from the top, from 0 on. `None` is a pass.
    pub fn square(self) -> Option<(usize, usize)> {
        (self != Self::PASS).then(|| (self.index() % STRIDE, self.index() / STRIDE))
    }
}

impl Position {
    /// The discs of one player: bit 8 * row + column, rows from the top, columns from the left, both from 0 on.
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.to_move { self.own } else { self.other }
    }

    /// The position after a move on this square that flips these discs.
    #[inline]
    pub(crate) fn after(self, square: usize, flips: u64) -> Self {
        let Self { own, other, to_move } = self;
        Self { own: other ^ flips, other: own | flips | 1 << square, to_move: to_move.opponent() }
    }

    /// The position after a pass.
    #[inline]
    pub(crate) fn passed(self) -> Self {
        Self { own: self.other, other: self.own, to_move: self.to_move.opponent() }
    }
}

impl Pack for Position {
    const BITS: u32 = <(u64, u64, Player)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.own, self.other, self.to_move).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (own, other, to_move) = Pack::unpack(from);
        Self { own, other, to_move }
    }
}

impl Othello {
    /// The game on a board of this size. The first player has two discs on the rising diagonal of the middle: e4 and d5
    /// on 8x8. The score is the difference of discs, and the winner gets the squares that stay empty.
    ///
    /// # Errors
    ///
    /// When a side is not 4, 6 or 8.
    pub fn new(columns: usize, rows: usize) -> Result<Self, NotationError> {
        let turns = Turn::of_board(columns, rows);
        let images = Images::new(STRIDE * STRIDE, turns.map(|turn| move |bit| turn.bit(STRIDE, bit)));
        Ok(Self { board: Board::new(columns, rows)?, parallel: false, discs_only: false, images })
    }

    /// What can be chosen, as text: `6x6+parallel`.
    pub fn parameters() -> Parameters {
        let side = |name, meaning| Parameter::whole(name, meaning, 4..=STRIDE, STRIDE).in_steps_of(2);
        Parameters::places('x')
            .with(side("columns", "columns of the board"))
            .with(side("rows", "rows of the board"))
            .with(Parameter::switch("parallel", "at the start, discs of one colour stand side by side"))
            .with(Parameter::switch("discs", "nobody gets the squares that stay empty"))
    }

    /// The game with these [parameters](Self::parameters).
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        let game = Self::new(arguments.whole("columns"), arguments.whole("rows"))?;
        let game = if arguments.is_on("parallel") { game.with_parallel_start() } else { game };
        Ok(if arguments.is_on("discs") { game.with_discs_only() } else { game })
    }

    /// From the parallel start: in the middle, the first player's discs stand side by side below the second player's.
    #[must_use]
    pub fn with_parallel_start(self) -> Self {
        Self { parallel: true, ..self }
    }

    /// The score is the difference of discs, and nobody gets the squares that stay empty.
    #[must_use]
    pub fn with_discs_only(self) -> Self {
        Self { discs_only: true, ..self }
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.board.columns()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.board.rows()
    }

    /// The squares where the player to move flips something.
    #[inline]
    pub(crate) fn legal(&self, position: &Position) -> u64 {
        self.board.legal(position.own, position.other)
    }

    /// The number of squares where the player to move can put a disc.
    pub fn mobility(&self, position: &Position) -> u32 {
        self.legal(position).count_ones()
    }

    /// The number of empty squares.
    #[inline]
    pub fn empties(&self, position: &Position) -> u32 {
        self.board.squares.count_ones() - (position.own | position.other).count_ones()
    }

    #[inline]
    pub(crate) fn is_over(&self, position: &Position) -> bool {
        self.legal(position) == 0 && self.board.legal(position.other, position.own) == 0
    }

    /// The score of a finished game with these numbers of discs, for the player to move.
    #[inline]
    pub(crate) fn final_score(&self, own: u32, other: u32) -> Score {
        let difference = own.cast_signed() - other.cast_signed();
        let empties = self.board.squares.count_ones() - own - other;
        if self.discs_only { difference } else { difference + difference.signum() * empties.cast_signed() }
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let (left, above) = (self.columns() / 2 - 1, self.rows() / 2 - 1);
        let square = |column, row| 1_u64 << ((above + row) * STRIDE + left + column);
        let (own, other) = if self.parallel {
            (square(0, 1) | square(1, 1), square(0, 0) | square(1, 0))
        } else {
            (square(1, 0) | square(0, 1), square(0, 0) | square(1, 1))
        };
        Position { own, other, to_move: Player::First }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.is_over(position).then(|| match position.own.count_ones().cmp(&position.other.count_ones()) {
            std::cmp::Ordering::Less => Outcome::Win(position.to_move.opponent()),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Win(position.to_move),
        })
    }

    /// Row by row from the top, each from the left; a pass if there is nothing else.
    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let legal = self.legal(position);
        squares(legal).map(Move::on).chain((legal == 0).then_some(Move::PASS))
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        *position = if mv == Move::PASS {
            position.passed()
        } else {
            position.after(mv.index(), flips(position.own, position.other, mv.index()))
        };
    }

    /// Twice the number of discs, and one more if the player to move can flip something.
    ///
    /// A disc adds 2, and the last term takes at most 1 away. A pass leaves the discs as they are; it is made by a
    /// player who can flip nothing, and only if the other one can, so it adds 1.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        let discs = (position.own | position.other).count_ones();
        Some(2 * discs + u32::from(self.legal(position) != 0))
    }
}

/// The flips have to be kept: discs that were there before look like those that were turned.
impl Symmetric for Othello {
    fn least_image(&self, position: &Position) -> Position {
        let word = |set: u64| Bits::from_words([set]);
        let (own, other) = self.images.least(word(position.own), word(position.other));
        let ([own], [other]) = (own.words(), other.words());
        Position { own, other, ..*position }
    }
}

impl Reversible for Othello {
    type Undo = u64;

    #[inline]
    fn make(&self, position: &mut Position, mv: Move) -> u64 {
        if mv == Move::PASS {
            *position = position.passed();
            return 0;
        }
        let flips = flips(position.own, position.other, mv.index());
        *position = position.after(mv.index(), flips);
        flips
    }

    #[inline]
    fn unmake(&self, position: &mut Position, mv: Move, flips: u64) {
        let Position { own, other, to_move } = position.passed();
        let disc = if mv == Move::PASS { 0 } else { 1 << mv.index() };
        *position = Position { own: own & !(flips | disc), other: other | flips, to_move };
    }
}

/// `8x8`, `6x6+parallel`, `6x4+discs`: columns, rows, and what differs from the usual rules.
impl FromStr for Othello {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::from_arguments(&Self::parameters().read(Some(text))?)
    }
}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = Self::parameters().defaults().with("columns", self.columns()).with("rows", self.rows());
        arguments.with("parallel", self.parallel).with("discs", self.discs_only).fmt(f)
    }
}
