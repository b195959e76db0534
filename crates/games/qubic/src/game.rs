//! Positions and moves: two sets of cells, each one word.
//!
//! The idea: the position holds the stones of the player who moved last and those of both, so that play and outcome need
//! not ask who moves. Only the last mover can have a line, because play ends with the first one.

use proofset_core::{Game, Goal, Notation, Outcome, Pack, Packer, Player, Reduced, Reversible, Unpacker, Value};

use proofset_threats::{Pair, find, helpful, texts};

use crate::Rules;
use crate::lines::{completions, count_lines, has_line};
use crate::symmetry::{least_image, symmetry_between};
use crate::threats::Cube;

/// The game of Qubic.
#[derive(Clone, Copy, Debug)]
pub struct Qubic {
    rules: Rules,
}

/// Who has stones where; the number of stones says whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) last_mover: u64,
    pub(crate) occupied: u64,
}

/// A move: the cell that gets the stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

impl Position {
    /// The position before the first move.
    pub(crate) const EMPTY: Self = Self { last_mover: 0, occupied: 0 };

    /// The stones of the player to move.
    #[inline]
    pub(crate) fn own(self) -> u64 {
        self.occupied ^ self.last_mover
    }

    /// Who moved last; in the empty position, who would move after the first move.
    #[inline]
    pub(crate) fn last_to_move(self) -> Player {
        if self.occupied.count_ones() % 2 == 1 { Player::First } else { Player::Second }
    }

    /// The stones of one player.
    pub(crate) fn stones(self, player: Player) -> u64 {
        if self.last_to_move() == player { self.last_mover } else { self.own() }
    }

    /// The stones of both players.
    #[inline]
    fn pair(self) -> Pair<u64> {
        Pair::new(self.stones(Player::First), self.stones(Player::Second))
    }

    /// The least of the 192 images.
    fn least_image(self) -> Self {
        let (occupied, last_mover) = least_image((self.occupied, self.last_mover));
        Self { last_mover, occupied }
    }

    /// The position after a stone on an empty cell.
    #[inline]
    pub(crate) fn after(self, cell: u8) -> Self {
        Self { last_mover: self.own() | 1 << cell, occupied: self.occupied | 1 << cell }
    }
}

impl Pack for Position {
    const BITS: u32 = <(u64, u64)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.last_mover, self.occupied).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (last_mover, occupied) = Pack::unpack(from);
        Self { last_mover, occupied }
    }
}

impl Qubic {
    /// The game with these rules.
    pub fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// The parameters.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How many lines have no stone of the opponent. Without any, the player cannot win any more.
    pub fn open_lines(&self, position: &Position, player: Player) -> u32 {
        count_lines(!position.stones(player.opponent()))
    }

    /// The cells that can get the next stone.
    #[inline]
    pub(crate) fn playable(self, position: Position) -> u64 {
        let empty = !position.occupied;
        if !self.rules.forced() && self.rules.sequences() == 0 {
            return empty;
        }
        let winning = completions(position.own()) & empty;
        if winning != 0 {
            return winning;
        }
        let needed = completions(position.last_mover) & empty;
        if needed != 0 {
            return needed;
        }
        if self.rules.sequences() == 0 {
            return empty;
        }
        self.without_hopeless(position, empty)
    }

    /// The cells without those that do nothing against a sequence of threats of the player who moved last; one of them if
    /// nothing helps.
    fn without_hopeless(self, position: Position, cells: u64) -> u64 {
        let player = position.last_to_move();
        let mut stones = position.pair();
        let sequence = find(&Cube, player, &mut stones, self.rules.sequences());
        if sequence.is_empty() {
            return cells;
        }
        let helpful = helpful(&Cube, player, &sequence, &mut stones, cells);
        if helpful == 0 { cells & cells.wrapping_neg() } else { helpful }
    }

    /// The position, or its least image if it has few stones.
    #[inline]
    fn placed(self, position: Position) -> Position {
        if position.occupied.count_ones() > self.rules.symmetry() {
            return position;
        }
        position.least_image()
    }
}

impl Game for Qubic {
    type Position = Position;
    type Move = Cell;

    fn start(&self) -> Position {
        Position::EMPTY
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.last_to_move().opponent()
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if has_line(position.last_mover) {
            return Some(Outcome::Win(position.last_to_move()));
        }
        if position.occupied == u64::MAX {
            return Some(Outcome::Draw);
        }
        let positions = self.rules.sequences();
        let mover = self.to_move(position);
        let wins = || !find(&Cube, mover, &mut position.pair(), positions).is_empty();
        (positions > 0 && wins()).then_some(Outcome::Win(mover))
    }

    /// Level by level from the bottom, rows from the front, cells from the left.
    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Cell> {
        let mut rest = self.playable(*position);
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let cell = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                Cell(cell)
            })
        })
    }

    #[inline]
    fn play(&self, position: &mut Position, Cell(cell): Cell) {
        *position = self.placed(position.after(cell));
    }

    /// The number of stones.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        Some(position.occupied.count_ones())
    }
}

/// The position before the move is put back: it may have been moved onto an image.
impl Reversible for Qubic {
    type Undo = Position;

    #[inline]
    fn make(&self, position: &mut Position, mv: Cell) -> Position {
        let before = *position;
        self.play(position, mv);
        before
    }

    #[inline]
    fn unmake(&self, position: &mut Position, _mv: Cell, before: Position) {
        *position = before;
    }
}

impl Reduced for Qubic {
    fn whole(&self, _goal: Goal, _value: Value) -> Option<Self> {
        let whole = Self::new(self.rules.whole());
        (self.rules != whole.rules).then_some(whole)
    }

    fn representative(&self, position: &Position) -> Position {
        if self.rules.symmetry() == 0 { *position } else { position.least_image() }
    }

    fn threat_sequence(&self, position: &Position, searched: &Position, winner: Player) -> Vec<String> {
        let sequence = find(&Cube, winner, &mut searched.pair(), self.rules.sequences());
        let from_searched =
            symmetry_between((searched.occupied, searched.last_mover), (position.occupied, position.last_mover));
        let Some(moved) = from_searched else { return Vec::new() };
        texts(&sequence, |cell| self.move_text(position, Cell(moved[usize::from(cell)])))
    }
}
