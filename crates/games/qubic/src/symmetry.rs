//! The 192 symmetries of the cube of lines: ways to move all cells so that lines stay lines.
//!
//! The idea: beside the turns and reflections of the cube (48) there are two ways to move cells that no solid could follow:
//! turning the cube inside out, which changes the inner two with the outer two of each edge, and the exchange of one of the
//! outer cells with an inner one on both sides. Each is one permutation of the coordinates 0 to 3, the same on all three
//! axes, that keeps opposite coordinates opposite; with reflections and an order of the axes that gives all 192
//! (Silver 1967).

use std::sync::LazyLock;

/// Where each cell goes, for each symmetry.
static SYMMETRIES: LazyLock<Vec<[u8; 64]>> = LazyLock::new(|| {
    let axes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    // Up to a reflection, which comes after it, such a permutation is one of four.
    let scrambles = [[0, 1, 2, 3], [1, 0, 3, 2], [0, 2, 1, 3], [1, 3, 0, 2]];
    let mut symmetries = Vec::with_capacity(192);
    for scramble in scrambles {
        for reflected in 0..8_u8 {
            for order in axes {
                let mut moved = [0; 64];
                for (cell, moved) in (0_u8..).zip(&mut moved) {
                    let place = [cell % 4, cell / 4 % 4, cell / 16];
                    *moved = (0..3).fold(0, |to, axis| {
                        let at = scramble[usize::from(place[axis])];
                        let at = if reflected >> axis & 1 == 1 { 3 - at } else { at };
                        to | at << (2 * order[axis])
                    });
                }
                symmetries.push(moved);
            }
        }
    }
    symmetries
});

/// Two sets of cells, the second part of the first.
type Cells = (u64, u64);

fn image((all, part): Cells, symmetry: &[u8; 64]) -> Cells {
    let (mut rest, mut image) = (all, (0, 0));
    while rest != 0 {
        let cell = rest.trailing_zeros();
        rest &= rest - 1;
        let moved = 1 << symmetry[cell as usize];
        image.0 |= moved;
        if part >> cell & 1 == 1 {
            image.1 |= moved;
        }
    }
    image
}

/// The least image.
pub(crate) fn least_image(cells: Cells) -> Cells {
    SYMMETRIES.iter().map(|symmetry| image(cells, symmetry)).min().unwrap_or(cells)
}

/// Where each cell goes if one goes to the other, by the first symmetry that does that.
pub(crate) fn symmetry_between(one: Cells, other: Cells) -> Option<&'static [u8; 64]> {
    SYMMETRIES.iter().find(|symmetry| image(one, symmetry) == other)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fastrand::Rng;

    use super::{SYMMETRIES, least_image, symmetry_between};
    use crate::lines::count_lines;

    fn moved(cells: u64, symmetry: &[u8; 64]) -> u64 {
        (0..64).filter(|cell| cells >> cell & 1 == 1).fold(0, |set, cell| set | 1 << symmetry[cell])
    }

    #[test]
    fn there_are_192_and_they_keep_lines() {
        let all: HashSet<_> = SYMMETRIES.iter().collect();
        assert_eq!(all.len(), 192);
        let mut rng = Rng::with_seed(5);
        for symmetry in SYMMETRIES.iter() {
            assert_eq!(moved(u64::MAX, symmetry), u64::MAX, "every cell is the image of one");
            for _ in 0..20 {
                let cells = rng.u64(..) | rng.u64(..);
                assert_eq!(count_lines(moved(cells, symmetry)), count_lines(cells));
            }
        }
        for one in SYMMETRIES.iter() {
            for other in SYMMETRIES.iter().step_by(7) {
                let both: Vec<u8> = one.iter().map(|&cell| other[usize::from(cell)]).collect();
                assert!(all.contains(&<[u8; 64]>::try_from(both).unwrap()), "one after the other is one again");
            }
        }
    }

    #[test]
    fn images_have_one_least_image() {
        let mut rng = Rng::with_seed(6);
        for _ in 0..50 {
            let all = rng.u64(..) & rng.u64(..);
            let part = all & rng.u64(..);
            let least = least_image((all, part));
            assert_eq!(least_image(least), least);
            for symmetry in SYMMETRIES.iter().step_by(5) {
                let image = (moved(all, symmetry), moved(part, symmetry));
                assert_eq!(least_image(image), least);
                let back = symmetry_between(image, (all, part)).unwrap();
                assert_eq!((moved(image.0, back), moved(image.1, back)), (all, part));
            }
            assert!(
                symmetry_between((all, part), (all, all ^ part)).is_none()
                    || part.count_ones() == (all ^ part).count_ones()
            );
        }
    }

    #[test]
    fn there_are_two_kinds_of_cells() {
        let kinds: HashSet<_> = (0..64).map(|cell| least_image((1 << cell, 0))).collect();
        assert_eq!(kinds.len(), 2);
    }
}
