//! The rules, and who is known to win.
//!
//! The idea: a move is *safe* if the opponent can never cover one of its cells, because the cells across them are taken. A player's safe
//! moves stay until that player makes them. So whoever has as many of them as the opponent can make moves at all, whatever comes, and is not
//! the one to move, has won: each move of the opponent is answered. The player to move needs one more.
//!
//! What is more: of places for dominoes that do not touch each other, the opponent's domino, two cells in a line across, spoils two at most. So who has some of
//! them beside the safe moves gets at least every third, by taking them first.
//!
//! The invariant: no empty cell is without an empty neighbour. The cost: some fifty operations for a judgement on a small board.

use proofset_core::{
    Arguments, Game, NotationError, Outcome, Pack, Packer, Parameter, Parameters, Player, Symmetric, Unpacker,
};

use crate::board::{Board, Cells, MOST};

/// The rules, with the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domineering {
    pub(crate) board: Board,
    /// Whether only the rules end a game.
    plays_out: bool,
}

/// Which cells are empty, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) empty: Cells,
    pub(crate) to_move: Player,
}

/// A move: the upper one of its cells, or the left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino(pub(crate) u8);

impl Pack for Position {
    const BITS: u32 = <(Cells, Player)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.empty, self.to_move).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (empty, to_move) = Pack::unpack(from);
        Self { empty, to_move }
    }
}

impl Domineering {
    /// The game on a board of this size, which is over as soon as it is known who wins.
    ///
    /// # Errors
    ///
    /// If one of the sides is not from 1 to 11.
    pub fn new(rows: usize, columns: usize) -> Result<Self, NotationError> {
        if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&columns) {
            let message = format!("a board of {rows} rows and {columns} columns; both must be from 1 to {MOST}");
            return Err(NotationError::new(message));
        }
        Ok(Self { board: Board::new(rows, columns), plays_out: false })
    }

    /// The game in which only the rules end a game: for comparisons.
    #[must_use]
    pub fn without_static(self) -> Self {
        Self { plays_out: true, ..self }
    }

    /// What can be chosen, as text: `8x8` or `4x6+no-static`.
    pub fn parameters() -> Parameters {
        Parameters::places('x')
            .with(Parameter::whole("rows", "rows of the board", 1..=MOST, 6))
            .with(Parameter::whole("columns", "columns of the board", 1..=MOST, 6))
            .with(Parameter::switch(
                "no-static",
                "play goes on until a player cannot move, even where safe moves tell who wins: for comparisons",
            ))
    }

    /// The game with these [parameters](Self::parameters).
    ///
    /// # Errors
    ///
    /// As those of [`new`](Self::new).
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        let game = Self::new(arguments.whole("rows"), arguments.whole("columns"))?;
        Ok(if arguments.is_on("no-static") { game.without_static() } else { game })
    }

    /// Whether the player to move cannot, so that the game is over by the rules alone.
    pub fn is_over(&self, position: &Position) -> bool {
        self.winner_by_rules(position).is_some()
    }

    /// The most moves that a player can still make, if the other one makes none.
    #[inline]
    pub fn most_moves(&self, position: &Position, player: Player) -> u32 {
        self.board.most(player, position.empty)
    }

    /// Moves that a player can be sure of, whatever the other one does and whoever is to move.
    #[inline]
    pub fn safe_moves(&self, position: &Position, player: Player) -> u32 {
        self.board.most(player, self.board.safe(player, position.empty))
    }

    /// Moves that a player can be sure of: the safe ones, and a third of the others.
    #[inline]
    fn sure_moves(&self, position: &Position, player: Player) -> u32 {
        let safe = self.board.safe(player, position.empty);
        let others = self.board.most(player, position.empty & !safe);
        // The player takes one, the opponent spoils two, and so on: rounded up for the player to move, and down for the other.
        let rounding = if position.to_move == player { 2 } else { 0 };
        self.board.most(player, safe) + (others + rounding) / 3
    }

    /// Who wins, if the moves that a player is sure of tell.
    pub(crate) fn known_winner(&self, position: &Position) -> Option<Player> {
        let (mover, other) = (position.to_move, position.to_move.opponent());
        if self.sure_moves(position, mover) > self.most_moves(position, other) {
            return Some(mover);
        }
        (self.sure_moves(position, other) >= self.most_moves(position, mover)).then_some(other)
    }

    /// Who wins because the player to move cannot.
    #[inline]
    fn winner_by_rules(&self, position: &Position) -> Option<Player> {
        let is_stuck = self.board.fits(position.to_move, position.empty) == 0;
        is_stuck.then_some(position.to_move.opponent())
    }
}

impl Game for Domineering {
    type Position = Position;
    type Move = Domino;

    fn start(&self) -> Position {
        Position { empty: self.board.useful(self.board.all), to_move: Player::First }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let winner = if self.plays_out { self.winner_by_rules(position) } else { self.known_winner(position) };
        winner.map(Outcome::Win)
    }

    /// Row by row from the top, from the left.
    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Domino> {
        let mut rest = self.board.fits(position.to_move, position.empty);
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let cell = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                Domino(cell)
            })
        })
    }

    #[inline]
    fn play(&self, position: &mut Position, Domino(cell): Domino) {
        let domino = (1 | 1 << self.board.step(position.to_move)) << cell;
        position.empty = self.board.useful(position.empty & !domino);
        position.to_move = position.to_move.opponent();
    }

    /// The cells that are not empty, or of no use any more.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        Some((self.board.all & !position.empty).count_ones())
    }
}

impl Symmetric for Domineering {
    /// The least of the position, its half turn and its two mirror images. A quarter turn of the board exchanges the players, and is no symmetry of
    /// a question.
    fn least_image(&self, position: &Position) -> Position {
        let (board, cells) = (&self.board, position.empty);
        let flipped = board.flipped(cells);
        let empty = cells.min(board.turned(cells)).min(flipped).min(board.turned(flipped));
        Position { empty, ..*position }
    }
}
