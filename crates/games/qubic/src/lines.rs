//! The 76 lines of the cube, found for many cells at once.
//!
//! The idea: a cell is a bit, `x + 4 y + 16 z`, so that all cells of a line are the same distance apart, and lines come in
//! thirteen directions: along the edges, across the faces, and through the middle. The stones of a player, moved down by
//! one, two and three such distances, lie on top of the first cells of all lines of a direction: three operations find the
//! full lines, a few more the lines that lack one stone.
//!
//! The cost: about two hundred operations on one word for the cells that complete a line; nothing is allocated.

/// How far apart the cells of a line are, and the first cells of all lines of this direction.
const DIRECTIONS: [(u32, u64); 13] = {
    // The steps along the three edges: -1, 0 or 1 in each; of two opposite directions that with the larger distance up.
    let mut directions = [(0, 0); 13];
    let mut count = 0;
    let mut index = 14;
    while index < 27 {
        let step = [index % 3 - 1, index / 3 % 3 - 1, index / 9 - 1];
        let distance = step[0] + 4 * step[1] + 16 * step[2];
        let mut firsts = 0;
        let mut cell: i32 = 0;
        while cell < 64 {
            let place = [cell % 4, cell / 4 % 4, cell / 16];
            let mut axis = 0;
            let mut is_first = true;
            while axis < 3 {
                let last = place[axis] + 3 * step[axis];
                is_first = is_first && last >= 0 && last < 4;
                axis += 1;
            }
            if is_first {
                firsts |= 1 << cell;
            }
            cell += 1;
        }
        directions[count] = (distance.unsigned_abs(), firsts);
        count += 1;
        index += 1;
    }
    directions
};

/// The lines through each cell; those that a cell has not are empty.
const THROUGH: [[u64; 7]; 64] = {
    let mut through = [[0; 7]; 64];
    let mut counts = [0; 64];
    let mut direction = 0;
    while direction < DIRECTIONS.len() {
        let (step, mut firsts) = DIRECTIONS[direction];
        while firsts != 0 {
            let first = firsts.trailing_zeros();
            firsts &= firsts - 1;
            let line = (1 | 1 << step | 1 << (2 * step) | 1 << (3 * step)) << first;
            let mut place = 0;
            while place < 4 {
                let cell = (first + place * step) as usize;
                through[cell][counts[cell]] = line;
                counts[cell] += 1;
                place += 1;
            }
        }
        direction += 1;
    }
    through
};

/// The empty cells of lines through a cell of which one player has all but one cell, with a stone there, and the other none.
#[inline]
pub(crate) fn completions_through(own: u64, other: u64, cell: u16) -> u64 {
    let own = own | 1 << cell;
    open_rests(own, other, cell).filter(|rest| rest.is_power_of_two()).fold(0, |cells, rest| cells | rest)
}

/// The same of which the player has all but two, whose stone is there.
#[inline]
pub(crate) fn threat_cells_through(own: u64, other: u64, cell: u16) -> u64 {
    let lacks_two = |rest: &u64| (rest & rest.wrapping_sub(1)).is_power_of_two();
    open_rests(own, other, cell).filter(lacks_two).fold(0, |cells, rest| cells | rest)
}

/// Whether a line through an empty cell lacks a stone there alone.
#[inline]
pub(crate) fn completes(own: u64, other: u64, cell: u16) -> bool {
    open_rests(own, other, cell).any(|rest| rest == 1 << cell)
}

/// What a player lacks of the lines through a cell that hold no stone of the other.
#[inline]
fn open_rests(own: u64, other: u64, cell: u16) -> impl Iterator<Item = u64> {
    THROUGH[usize::from(cell)].into_iter().filter(move |line| line & other == 0).map(move |line| line & !own)
}

/// Whether these cells hold a line.
#[inline]
pub(crate) fn has_line(cells: u64) -> bool {
    DIRECTIONS.iter().any(|&(step, firsts)| {
        let pairs = cells & cells >> step;
        pairs & pairs >> (2 * step) & firsts != 0
    })
}

/// The cells that these lack in lines of which they hold three cells.
#[inline]
pub(crate) fn completions(cells: u64) -> u64 {
    let mut missing = 0;
    for &(step, firsts) in &DIRECTIONS {
        let [first, second, third, fourth] =
            [cells & firsts, cells >> step & firsts, cells >> (2 * step) & firsts, cells >> (3 * step) & firsts];
        let (lower, upper) = (first & second, third & fourth);
        missing |= (second & upper & !first)
            | (first & upper & !second) << step
            | (lower & fourth & !third) << (2 * step)
            | (lower & third & !fourth) << (3 * step);
    }
    missing
}

/// The empty cells of lines of which one player has two cells and the other none: a stone there is a threat.
#[inline]
pub(crate) fn threat_cells(own: u64, other: u64) -> u64 {
    let mut cells = 0;
    for &(step, firsts) in &DIRECTIONS {
        let open = firsts & !(other | other >> step | other >> (2 * step) | other >> (3 * step));
        let [first, second, third, fourth] =
            [own & open, own >> step & open, own >> (2 * step) & open, own >> (3 * step) & open];
        let odd = first ^ second ^ third ^ fourth;
        let two = ((first & second) | (third & fourth) | ((first | second) & (third | fourth))) & !odd;
        let two = two & !(first & second & third & fourth);
        cells |=
            (two & !first) | (two & !second) << step | (two & !third) << (2 * step) | (two & !fourth) << (3 * step);
    }
    cells
}

/// How many lines lie within these cells.
#[inline]
pub(crate) fn count_lines(cells: u64) -> u32 {
    DIRECTIONS
        .iter()
        .map(|&(step, firsts)| {
            let pairs = cells & cells >> step;
            (pairs & pairs >> (2 * step) & firsts).count_ones()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fastrand::Rng;

    use super::{
        DIRECTIONS, completes, completions, completions_through, count_lines, has_line, threat_cells,
        threat_cells_through,
    };

    /// Lines by the rules: four cells of the cube in a row, whatever the direction.
    fn lines_of_the_rules() -> HashSet<u64> {
        let mut lines = HashSet::new();
        for cell in 0..64i32 {
            for index in 0..27i32 {
                let step = [index % 3 - 1, index / 3 % 3 - 1, index / 9 - 1];
                let places =
                    (0..4).map(|n| [cell % 4 + n * step[0], cell / 4 % 4 + n * step[1], cell / 16 + n * step[2]]);
                let places: Vec<[i32; 3]> = places.filter(|place| place.iter().all(|at| (0..4).contains(at))).collect();
                if index != 13 && places.len() == 4 {
                    lines.insert(places.iter().fold(0, |line, at| line | 1u64 << (at[0] + 4 * at[1] + 16 * at[2])));
                }
            }
        }
        lines
    }

    #[test]
    fn there_are_76_lines() {
        let firsts: u32 = DIRECTIONS.iter().map(|(_, firsts)| firsts.count_ones()).sum();
        assert_eq!((firsts, lines_of_the_rules().len()), (76, 76));
        assert_eq!(count_lines(u64::MAX), 76);
    }

    #[test]
    fn corners_and_the_middle_lie_on_seven_lines_and_other_cells_on_four() {
        let lines = lines_of_the_rules();
        for cell in 0..64 {
            let through = lines.iter().filter(|&&line| line >> cell & 1 == 1).count();
            let inner = [cell % 4, cell / 4 % 4, cell / 16].map(|at| at == 1 || at == 2);
            let is_rich = inner == [true; 3] || inner == [false; 3];
            assert_eq!(through, if is_rich { 7 } else { 4 }, "{cell}");
        }
    }

    #[test]
    fn shifts_find_what_a_scan_over_the_lines_finds() {
        let lines = lines_of_the_rules();
        let mut rng = Rng::with_seed(1);
        let (mut with, mut without) = (0, 0);
        for _ in 0..20_000 {
            let cells = rng.u64(..) & rng.u64(..) | if rng.bool() { 0 } else { rng.u64(..) & rng.u64(..) };
            let full = lines.iter().filter(|&&line| line & cells == line).count();
            assert_eq!(count_lines(cells) as usize, full);
            assert_eq!(has_line(cells), full > 0);
            let open = lines.iter().map(|line| line & !cells).filter(|rest| rest.is_power_of_two());
            assert_eq!(completions(cells), open.fold(0, |set, cell| set | cell));
            let other = !cells & rng.u64(..) & rng.u64(..);
            let two = lines.iter().filter(|&&line| line & other == 0 && (line & cells).count_ones() == 2);
            assert_eq!(threat_cells(cells, other), two.fold(0, |set, line| set | line & !cells));
            let cell = rng.u16(..64);
            if (cells | other) >> cell & 1 == 0 {
                assert_eq!(completes(cells, other, cell), completions(cells) >> cell & 1 == 1);
            }
            let (with_cell, other) = (cells | 1 << cell, other & !(1 << cell));
            let lacking = |count: u32| {
                let through = lines.iter().filter(|&&line| line >> cell & 1 == 1 && line & other == 0);
                let rests = through.map(|line| line & !with_cell).filter(|rest| rest.count_ones() == count);
                rests.fold(0, |set, rest| set | rest)
            };
            assert_eq!(completions_through(cells, other, cell), lacking(1));
            assert_eq!(completions_through(with_cell, other, cell), lacking(1));
            assert_eq!(threat_cells_through(with_cell, other, cell), lacking(2));
            if full > 0 { with += 1 } else { without += 1 }
        }
        assert!(with > 1000 && without > 1000, "both answers are tested: {with} with a line, {without} without");
    }
}
