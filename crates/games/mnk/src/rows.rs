//! Stones line by line, for questions about what one stone makes.
//!
//! The idea: each of the four lines through a cell is a number of at most twenty bits, one for each cell, for each player. What a
//! stone makes lies on these lines alone, so that a question about it looks at four numbers, and a stone that is put or taken
//! changes four. Five windows of five cells hold it; the stones in all windows of a line are counted by adders at once, as those of the
//! [whole board](crate::Gomoku) are.
//!
//! The invariant: the lines hold the stones of the two sets.
//!
//! The cost: about forty operations a line for a question; a kibibyte for a position.

use proofset_bits::Bits;
use proofset_core::Player;
use proofset_threats::Stones;

use crate::Rules;
use crate::gomoku_rules::FIVE;

/// Lines of a board are rows, columns, and those along both diagonals: 118 on the largest. With a power of two no number of a
/// line has to be compared with it.
const MOST_LINES: usize = 128;

const _: () = assert!(2 * Rules::MAX_SIDE + 2 * (2 * Rules::MAX_SIDE - 1) <= MOST_LINES);

/// Where a cell is on a line.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    line: u8,
    place: u8,
}

impl Place {
    #[inline]
    fn line(self) -> usize {
        usize::from(self.line) % MOST_LINES
    }

    /// As a number with the bit of the place.
    #[inline]
    fn bit(self) -> u32 {
        1 << (self.place % 32)
    }
}

/// What is the same for all positions on a square board.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    /// By the bits of cells: their places on the four lines. Places on other lines than rows are counted by rows of the board.
    places: Vec<[Place; 4]>,
    /// The cells of each line.
    cells: [u32; MOST_LINES],
    /// The bit of the cell at place 0 of each line; below zero, and so wrapped around, where that is not on the board.
    firsts: [usize; MOST_LINES],
    /// How far apart the bits of neighbours on a line are: along rows, columns, and the two diagonals.
    steps: [usize; 4],
}

impl Geometry {
    /// Of a square board without gravity.
    pub(crate) fn new(rules: Rules) -> Self {
        let (size, stride) = (rules.columns(), rules.stride());
        let mut places = vec![[Place::default(); 4]; size * stride];
        let (mut cells, mut firsts) = ([0; MOST_LINES], [0; MOST_LINES]);
        let steps = [1, stride, stride + 1, stride - 1];
        for (column, row) in (0..size).flat_map(|column| (0..size).map(move |row| (column, row))) {
            let bit = rules.bit(column, row);
            let lines = [row, size + column, 2 * size + (size - 1 + column - row), 4 * size - 1 + column + row];
            for (direction, line) in lines.into_iter().enumerate() {
                let place = if direction == 0 { column } else { row };
                places[bit][direction] = Place { line: line as u8, place: place as u8 };
                cells[line] |= 1 << place;
                firsts[line] = bit.wrapping_sub(place * steps[direction]);
            }
        }
        Self { places, cells, firsts, steps }
    }
}

/// The stones of both players.
#[derive(Clone, Debug)]
pub(crate) struct Rows<'g, const W: usize> {
    geometry: &'g Geometry,
    sets: [Bits<W>; 2],
    lines: [[u32; MOST_LINES]; 2],
}

fn number(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}

/// A line through a cell, as a player sees it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seen {
    pub(crate) own: u32,
    pub(crate) empty: u32,
    /// That of the cell.
    pub(crate) place: u32,
    /// The bit of place 0, and how far apart the bits of neighbours are.
    first: usize,
    step: usize,
}

impl Seen {
    /// The bit of a cell on the line.
    #[inline]
    pub(crate) fn bit(self, place: u32) -> usize {
        self.first.wrapping_add(self.step * place as usize)
    }

    /// The player's stones up to five cells away, as bits.
    #[inline]
    pub(crate) fn stones_near(self) -> u32 {
        self.own << FIVE >> self.place & 0b111_1101_1111
    }

    /// The same with a stone of the player's on the cell.
    #[inline]
    fn with_stone(self) -> Self {
        Self { own: self.own | 1 << self.place, empty: self.empty & !(1 << self.place), ..self }
    }

    /// The empty places of windows that the cell is in and that hold so many of the player's stones, three or four, and none of the other's. With `exact`,
    /// only of windows that no stone of the player's goes on from.
    #[inline]
    fn windows(self, stones: u32, exact: bool) -> u32 {
        let Self { own, empty, place, .. } = self;
        // Most lines have too few stones near the cell.
        let mut near = own << (FIVE - 1) >> place & 0b1_1111_1111;
        for _ in 1..stones {
            near &= near.wrapping_sub(1);
        }
        if near == 0 {
            return 0;
        }
        let two = (own | empty) & (own | empty) >> 1;
        let mut open = two & two >> 2 & (own | empty) >> 4;
        if exact {
            open &= !(own << 1 | own >> FIVE);
        }
        // The first places of the five windows that the cell is in.
        open &= 0b11111 << place >> 4;
        if open == 0 {
            return 0;
        }
        // Five bits added up: a one, and the carries of the others.
        let [a, b, c, d, e] = [own, own >> 1, own >> 2, own >> 3, own >> 4];
        let (ab, cd) = (a ^ b, c ^ d);
        let abcd = ab ^ cd;
        let ones = abcd ^ e;
        let carries = [a & b, c & d, ab & cd, abcd & e];
        let odd_carries = carries[0] ^ carries[1] ^ carries[2] ^ carries[3];
        let windows = if stones == 3 {
            open & odd_carries & ones
        } else {
            let two_carries = (carries[0] & carries[1])
                | (carries[2] & carries[3])
                | ((carries[0] | carries[1]) & (carries[2] | carries[3]));
            open & two_carries & !odd_carries & !ones
        };
        let two = windows | windows << 1;
        (two | two << 2 | windows << 4) & empty
    }

    /// Whether a stone on the cell, which is empty, makes a line of five.
    #[inline]
    fn completes(self, exact: bool) -> bool {
        self.windows(4, exact) >> self.place & 1 == 1
    }
}

impl<'g, const W: usize> Rows<'g, W> {
    pub(crate) fn new(geometry: &'g Geometry, first: Bits<W>, second: Bits<W>) -> Self {
        let sets = [first, second];
        let mut lines = [[0; MOST_LINES]; 2];
        for (lines, set) in lines.iter_mut().zip(sets) {
            for place in set.ascending().flat_map(|cell| geometry.places[cell]) {
                lines[place.line()] |= place.bit();
            }
        }
        Self { geometry, sets, lines }
    }

    /// The four lines through a cell.
    #[inline]
    pub(crate) fn seen(&self, player: Player, cell: usize) -> impl Iterator<Item = Seen> {
        let Self { geometry, lines, .. } = self;
        let (own, other) = (&lines[number(player)], &lines[number(player.opponent())]);
        geometry.places[cell].into_iter().zip(geometry.steps).map(move |(place, step)| {
            let line = place.line();
            let (own, other) = (own[line], other[line]);
            let empty = geometry.cells[line] & !(own | other);
            Seen { own, empty, place: u32::from(place.place) % 32, first: geometry.firsts[line], step }
        })
    }

    #[inline]
    fn windows_through(&self, player: Player, cell: u16, stones: u32, exact: bool) -> Bits<W> {
        let mut cells = Bits::EMPTY;
        for seen in self.seen(player, cell.into()) {
            let mut places = seen.with_stone().windows(stones, exact);
            while places != 0 {
                cells.insert(seen.bit(places.trailing_zeros()));
                places &= places - 1;
            }
        }
        cells
    }

    /// The empty cells with which a stone on a cell is part of five in a row.
    #[inline]
    pub(crate) fn fives_through(&self, player: Player, cell: u16, exact: bool) -> Bits<W> {
        self.windows_through(player, cell, 4, exact)
    }

    /// The empty cells where one more makes a four with a stone on a cell.
    #[inline]
    pub(crate) fn fours_through(&self, player: Player, cell: u16) -> Bits<W> {
        self.windows_through(player, cell, 3, false)
    }

    /// Whether a stone on an empty cell makes five in a row.
    #[inline]
    pub(crate) fn completes(&self, player: Player, cell: u16, exact: bool) -> bool {
        self.seen(player, cell.into()).any(|seen| seen.completes(exact))
    }
}

impl<const W: usize> Stones for Rows<'_, W> {
    type Cells = Bits<W>;

    #[inline]
    fn of(&self, player: Player) -> Bits<W> {
        self.sets[number(player)]
    }

    #[inline]
    fn put(&mut self, player: Player, cell: u16) {
        let number = number(player);
        self.sets[number].insert(cell.into());
        for place in self.geometry.places[usize::from(cell)] {
            self.lines[number][place.line()] |= place.bit();
        }
    }

    #[inline]
    fn take(&mut self, player: Player, cell: u16) {
        let number = number(player);
        self.sets[number].remove(cell.into());
        for place in self.geometry.places[usize::from(cell)] {
            self.lines[number][place.line()] &= !place.bit();
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use proofset_bits::Bits;
    use proofset_core::Player;
    use proofset_threats::Stones;

    use super::{Geometry, Rows};
    use crate::GomokuRules;

    /// The windows of a board by the rules: five cells in a row.
    fn windows(rules: GomokuRules) -> Vec<[(usize, usize); 5]> {
        let mut windows = Vec::new();
        for (column, row) in (0..rules.size()).flat_map(|column| (0..rules.size()).map(move |row| (column, row))) {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let cells = [0, 1, 2, 3, 4]
                    .map(|step| (column.wrapping_add_signed(step * right), row.wrapping_add_signed(step * up)));
                let is_inside = |&(column, row): &(usize, usize)| column < rules.size() && row < rules.size();
                windows.extend(cells.iter().all(is_inside).then_some(cells));
            }
        }
        windows
    }

    fn check<const W: usize>(size: usize, positions: usize) {
        let rules = GomokuRules::new().with_size(size).unwrap();
        let board = rules.board();
        let geometry = Geometry::new(board);
        let windows: Vec<Vec<usize>> = windows(rules)
            .into_iter()
            .map(|cells| cells.iter().map(|&(column, row)| board.bit(column, row)).collect())
            .collect();
        let mut rng = Rng::with_seed(size as u64);
        let mut met = [0; 3];
        for _ in 0..positions {
            let mut stones = [Bits::<W>::EMPTY; 2];
            let share = rng.u32(10..60);
            let cells: Vec<usize> =
                (0..size).flat_map(|column| (0..size).map(move |row| board.bit(column, row))).collect();
            for &cell in &cells {
                if rng.u32(..100) < share {
                    stones[usize::from(rng.u8(..3) == 0)].insert(cell);
                }
            }
            let mut rows = Rows::new(&geometry, stones[0], stones[1]);
            let cell = cells[rng.usize(..cells.len())];
            let (own, other) = (stones[0] & !Bits::single(cell), stones[1] & !Bits::single(cell));
            for (player, set) in [(Player::First, stones[0]), (Player::Second, stones[1])] {
                if set.contains(cell) {
                    rows.take(player, cell as u16);
                }
            }
            // With a stone there, whether it is asked about before it is put or afterwards.
            let with_stone = own | Bits::single(cell);
            let lacking = |count: usize, exact: bool, own: Bits<W>| {
                let mut found = Bits::EMPTY;
                for window in windows.iter().filter(|window| window.contains(&cell)) {
                    let step = window[1] - window[0];
                    let ends = [window[0].checked_sub(step), Some(window[4] + step)];
                    let goes_on = ends.into_iter().flatten().any(|end| end < 64 * W && own.contains(end));
                    let empty: Vec<usize> = window.iter().copied().filter(|&cell| !own.contains(cell)).collect();
                    if empty.len() == count && !(exact && goes_on) && !window.iter().any(|&cell| other.contains(cell)) {
                        for cell in empty {
                            found.insert(cell);
                        }
                    }
                }
                found
            };
            for exact in [false, true] {
                let fives = lacking(1, exact, with_stone);
                assert_eq!(rows.fives_through(Player::First, cell as u16, exact), fives);
                let completes = lacking(1, exact, own).contains(cell);
                assert_eq!(rows.completes(Player::First, cell as u16, exact), completes);
                met[0] += usize::from(!fives.is_empty());
                met[1] += usize::from(completes);
            }
            let fours = lacking(2, false, with_stone);
            assert_eq!(rows.fours_through(Player::First, cell as u16), fours);
            met[2] += usize::from(!fours.is_empty());
            rows.put(Player::First, cell as u16);
            assert_eq!(rows.of(Player::First), with_stone);
            assert_eq!(rows.fives_through(Player::First, cell as u16, true), lacking(1, true, with_stone));
            assert_eq!(rows.fours_through(Player::First, cell as u16), fours);
            rows.take(Player::First, cell as u16);
            assert_eq!(rows.lines, Rows::new(&geometry, own, other).lines, "what was put is taken back");
            assert_eq!(rows.sets, [own, other]);
        }
        assert!(met.iter().all(|&count| count > positions / 30), "each is met: {met:?}");
    }

    #[test]
    fn what_a_stone_makes_is_what_all_windows_say() {
        check::<1>(6, 3000);
        check::<2>(9, 3000);
        check::<4>(15, 3000);
        check::<7>(20, 3000);
    }
}
