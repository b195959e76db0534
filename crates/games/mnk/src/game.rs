//! Positions and moves as bitboards.
//!
//! The idea: cells lie lane after lane (rows, or columns with gravity), and each lane ends with one bit that is always
//! empty, the sentinel. Then a step in any of the four directions is a shift by a fixed distance, and a run of stones
//! that leaves the board meets a sentinel. Runs of k are found by doubling: where a run of n begins, and another of n
//! begins m <= n cells further, there a run of n + m begins. With gravity, adding 1 to the bottom of every lane carries
//! through the stones into the lowest empty cell; in a full lane, into the sentinel.
//!
//! The invariant: both sets of a [`Position`] lie within the board, and the last mover's stones within all stones. Only
//! the last mover can have a line, because play ends with the first one.
//!
//! The cost: per position `4 log2 k` shifts for the outcome and a handful of operations for the rest, times `W` words;
//! nothing is allocated. The reference: the bitboards of J. Tromp's Fhourstones benchmark for Connect Four.

use proofset_core::{Game, Outcome, Pack, Packer, Player, Reversible, Symmetric, Turn, Unpacker};

use crate::Rules;
use proofset_bits::{Bits, Images};

/// An m,n,k game on a board of `W` words.
#[derive(Clone, Debug)]
pub struct Mnk<const W: usize> {
    rules: Rules,
    /// All cells of the board.
    cells: Bits<W>,
    /// The lowest cell of every lane.
    bottom: Bits<W>,
    /// How far apart two neighbours are: along the lane, and in the next lane one lower, level, and one higher.
    steps: [usize; 4],
    /// The symmetries of the board; where stones fall, those that leave the bottom where it is.
    images: Images,
}

/// Who has stones where; the number of stones says whose turn it is.
///
/// It holds the stones of the player who moved last and those of both, so that play and outcome need not ask who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    pub(crate) last_mover: Bits<W>,
    pub(crate) occupied: Bits<W>,
}

/// A move: the cell that gets the stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    pub(crate) fn from_bit(bit: usize) -> Self {
        Self(bit as u16)
    }

    pub(crate) fn bit(self) -> usize {
        usize::from(self.0)
    }
}

impl<const W: usize> Position<W> {
    /// The stones of one player.
    pub(crate) fn stones(self, player: Player) -> Bits<W> {
        if self.last_to_move() == player { self.last_mover } else { self.occupied ^ self.last_mover }
    }

    /// Who moved last; in the empty position, who would move after the first move.
    #[inline]
    pub(crate) fn last_to_move(self) -> Player {
        if self.occupied.is_odd() { Player::First } else { Player::Second }
    }
}

impl<const W: usize> Pack for Position<W> {
    const BITS: u32 = <([u64; W], [u64; W])>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.last_mover.words(), self.occupied.words()).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (last_mover, occupied) = Pack::unpack(from);
        Self { last_mover: Bits::from_words(last_mover), occupied: Bits::from_words(occupied) }
    }
}

impl<const W: usize> Mnk<W> {
    /// The game with these rules. Any `W` from [`Rules::words`] up will do; that one is the fastest.
    ///
    /// # Panics
    ///
    /// When the board does not fit `W` words.
    pub fn new(rules: Rules) -> Self {
        assert!(rules.words() <= W, "the game {rules} needs {} words, not {W}", rules.words());
        let stride = rules.stride();
        let lane_starts = (0..rules.lanes()).map(|lane| lane * stride);
        let bottom = lane_starts.fold(Bits::EMPTY, |set, bit| set | Bits::single(bit));
        let cells = (0..rules.columns())
            .flat_map(|column| (0..rules.rows()).map(move |row| rules.bit(column, row)))
            .fold(Bits::EMPTY, |set, bit| set | Bits::single(bit));
        let turns = Turn::of_board(rules.columns(), rules.rows());
        let turns = turns.filter(|turn| !rules.gravity() || turn.keeps_columns_upright());
        let images = Images::new(rules.lanes() * stride, turns.map(|turn| move |bit| rules.turned(turn, bit)));
        Self { rules, cells, bottom, steps: [1, stride - 1, stride, stride + 1], images }
    }

    /// The parameters.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// All cells of the board.
    #[inline]
    pub(crate) fn cells(&self) -> Bits<W> {
        self.cells
    }

    /// How far apart two neighbours are, in each direction.
    #[inline]
    pub(crate) fn steps(&self) -> &[usize; 4] {
        &self.steps
    }

    /// For each direction, the cells of the set at which k cells of it in a row begin.
    #[inline]
    pub(crate) fn runs(&self, set: Bits<W>) -> impl Iterator<Item = Bits<W>> {
        let k = self.rules.k();
        self.steps.iter().map(move |step| {
            let mut runs = set;
            let mut length = 1;
            while length < k {
                let growth = length.min(k - length);
                runs &= runs.shifted_down(growth * step);
                length += growth;
            }
            runs
        })
    }

    /// Whether these stones hold k in a row.
    #[inline]
    pub(crate) fn has_line(&self, stones: Bits<W>) -> bool {
        self.runs(stones).any(|runs| !runs.is_empty())
    }

    /// The cells that can get the next stone.
    #[inline]
    pub(crate) fn playable(&self, position: &Position<W>) -> Bits<W> {
        if self.rules.gravity() {
            position.occupied.sum(self.bottom) & self.cells
        } else {
            self.cells & !position.occupied
        }
    }
}

impl<const W: usize> Game for Mnk<W> {
    type Position = Position<W>;
    type Move = Cell;

    fn start(&self) -> Position<W> {
        Position { last_mover: Bits::EMPTY, occupied: Bits::EMPTY }
    }

    #[inline]
    fn to_move(&self, position: &Position<W>) -> Player {
        position.last_to_move().opponent()
    }

    #[inline]
    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        if self.has_line(position.last_mover) {
            Some(Outcome::Win(position.last_to_move()))
        } else if position.occupied == self.cells {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// Rows from the bottom, each from the left; with gravity, columns from the left.
    #[inline]
    fn moves(&self, position: &Position<W>) -> impl Iterator<Item = Cell> {
        self.playable(position).ascending().map(Cell::from_bit)
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, cell: Cell) {
        let stone = Bits::single(cell.bit());
        position.last_mover = (position.occupied ^ position.last_mover) | stone;
        position.occupied = position.occupied | stone;
    }

    /// The number of stones.
    #[inline]
    fn rank(&self, position: &Position<W>) -> Option<u32> {
        Some(position.occupied.count())
    }
}

/// The last stone is taken back; what the players have says whose it was.
impl<const W: usize> Symmetric for Mnk<W> {
    fn least_image(&self, position: &Position<W>) -> Position<W> {
        let (occupied, last_mover) = self.images.least(position.occupied, position.last_mover);
        Position { last_mover, occupied }
    }
}

impl<const W: usize> Reversible for Mnk<W> {
    type Undo = ();

    #[inline]
    fn make(&self, position: &mut Position<W>, mv: Cell) {
        self.play(position, mv);
    }

    #[inline]
    fn unmake(&self, position: &mut Position<W>, mv: Cell, (): ()) {
        let stone = Bits::single(mv.bit());
        let mover = position.last_mover ^ stone;
        position.occupied = position.occupied ^ stone;
        position.last_mover = position.occupied ^ mover;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use fastrand::Rng;

    use super::{Bits, Mnk};
    use crate::Rules;

    /// Every k cells in a row, as columns and rows: what a line is by the rules, without any bits.
    pub(crate) fn lines(rules: Rules) -> Vec<Vec<(usize, usize)>> {
        let mut lines = Vec::new();
        for (column, row) in (0..rules.columns()).flat_map(|column| (0..rules.rows()).map(move |row| (column, row))) {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let line: Option<Vec<(usize, usize)>> = (0..rules.k())
                    .map(|step| {
                        let column = column + step * right;
                        let row = row.checked_add_signed(step.cast_signed() * up)?;
                        (column < rules.columns() && row < rules.rows()).then_some((column, row))
                    })
                    .collect();
                lines.extend(line);
            }
        }
        lines
    }

    pub(crate) fn set<const W: usize>(rules: Rules, cells: &[(usize, usize)]) -> Bits<W> {
        cells.iter().fold(Bits::EMPTY, |set, &(column, row)| set | Bits::single(rules.bit(column, row)))
    }

    /// Random stones on boards of all shapes that need `W` words at most; returns how many had a line and how many not.
    fn check_lines<const W: usize>(boards: usize) -> (u32, u32) {
        let mut rng = Rng::with_seed(W as u64);
        let (mut with, mut without) = (0, 0);
        for _ in 0..boards {
            let (columns, rows) = (rng.usize(1..=19), rng.usize(1..=19));
            let k = rng.usize(1..=columns.max(rows).min(7));
            let flat = Rules::new(columns, rows, k).unwrap();
            let density = rng.f64();
            let stones: Vec<(usize, usize)> = (0..columns * rows)
                .filter(|_| rng.f64() < density)
                .map(|index| (index % columns, index / columns))
                .collect();
            let expected = lines(flat).iter().any(|line| line.iter().all(|cell| stones.contains(cell)));
            for rules in [flat, flat.with_gravity()] {
                if rules.words() <= W {
                    let game = Mnk::<W>::new(rules);
                    assert_eq!(game.has_line(set(rules, &stones)), expected, "{rules} with {stones:?}");
                    if expected { with += 1 } else { without += 1 }
                }
            }
        }
        (with, without)
    }

    #[test]
    fn shifts_find_the_lines_that_a_scan_finds() {
        for (with, without) in
            [check_lines::<1>(1500), check_lines::<2>(1000), check_lines::<4>(500), check_lines::<7>(500)]
        {
            assert!(with > 100 && without > 100, "both answers are tested: {with} with a line, {without} without");
        }
    }

    /// One line of exactly k stones, everywhere on the board and in all directions, and the same line with a gap.
    #[test]
    fn single_lines_are_found_and_gaps_are_seen() {
        for rules in ["7,6,4", "7,6,4,gravity", "12,9,5", "15,15,5", "19,19,19,gravity", "19,1,19", "1,19,11,gravity"] {
            let rules: Rules = rules.parse().unwrap();
            let game = Mnk::<7>::new(rules);
            let lines = lines(rules);
            assert!(!lines.is_empty(), "{rules} has lines");
            for line in lines {
                assert!(game.has_line(set(rules, &line)), "{rules}: {line:?}");
                for gap in 0..line.len() {
                    let broken = [&line[..gap], &line[gap + 1..]].concat();
                    assert!(!game.has_line(set(rules, &broken)), "{rules}: {broken:?}");
                }
            }
        }
    }
}
