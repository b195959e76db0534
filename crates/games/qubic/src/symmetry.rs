//! The 192 symmetries of the cube of lines: ways to move all cells so that lines stay lines.
//!
//! The idea: beside the turns and reflections of the cube (48) there are two ways to move cells that no solid could follow:
//! turning the cube inside out, which changes the inner two with the outer two of each edge, and the exchange of one of the
//! outer cells with an inner one on both sides. Each is one permutation of the coordinates 0 to 3, the same on all three
//! axes, that keeps opposite coordinates opposite; with reflections and an order of the axes that gives all 192
//! (Silver 1967).
//!
//! An image is found from another one, of which it is a small change, such as a reflection along one axis: two cells of each
//! row along an axis change places by five operations on all rows at once. So all images take a few thousand operations, whatever
//! the number of stones.

use std::sync::LazyLock;

/// Two sets of cells, the second part of the first.
type Cells = (u64, u64);

fn moved_cells(cells: u64, symmetry: &[u8; 64]) -> u64 {
    let (mut rest, mut moved) = (cells, 0);
    while rest != 0 {
        moved |= 1 << symmetry[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    moved
}

fn image((all, part): Cells, symmetry: &[u8; 64]) -> Cells {
    (moved_cells(all, symmetry), moved_cells(part, symmetry))
}

/// Four sets of cells, so that the processor changes several at once.
type Four = [u64; 4];

/// The cells that a mask has change places with those so far above.
#[inline]
fn exchanged(sets: Four, mask: u64, distance: u32) -> Four {
    sets.map(|cells| {
        let different = (cells ^ cells >> distance) & mask;
        cells ^ different ^ different << distance
    })
}

/// For each axis the cells with each coordinate.
const LAYERS: [[u64; 4]; 3] = [
    [0x1111_1111_1111_1111, 0x2222_2222_2222_2222, 0x4444_4444_4444_4444, 0x8888_8888_8888_8888],
    [0x000F_000F_000F_000F, 0x00F0_00F0_00F0_00F0, 0x0F00_0F00_0F00_0F00, 0xF000_F000_F000_F000],
    [0x0000_0000_0000_FFFF, 0x0000_0000_FFFF_0000, 0x0000_FFFF_0000_0000, 0xFFFF_0000_0000_0000],
];

/// Two layers of an axis change places. The axis is known to the compiler here and below, so that masks are numbers.
#[inline]
fn layers_exchanged<const AXIS: usize>(sets: Four, low: usize, high: usize) -> Four {
    exchanged(sets, LAYERS[AXIS][low], ((high - low) as u32) << (2 * AXIS))
}

#[inline]
fn reflected<const AXIS: usize>(sets: Four) -> Four {
    layers_exchanged::<AXIS>(layers_exchanged::<AXIS>(sets, 0, 3), 1, 2)
}

/// An axis and the next one change places: one bit of the coordinates after the other.
#[inline]
fn axes_exchanged<const AXIS: usize>(sets: Four) -> Four {
    let odd = |axis: usize| LAYERS[axis][1] | LAYERS[axis][3];
    let upper = |axis: usize| LAYERS[axis][2] | LAYERS[axis][3];
    let sets = exchanged(sets, odd(AXIS) & !odd(AXIS + 1), 3 << (2 * AXIS));
    exchanged(sets, upper(AXIS) & !upper(AXIS + 1), 6 << (2 * AXIS))
}

/// The inner layers of all axes change places.
#[inline]
fn inner_exchanged(sets: Four) -> Four {
    let sets = layers_exchanged::<1>(layers_exchanged::<0>(sets, 1, 2), 1, 2);
    layers_exchanged::<2>(sets, 1, 2)
}

/// The layers of all axes change places with their neighbours, outer with inner ones.
#[inline]
fn neighbours_exchanged(sets: Four) -> Four {
    let sets = layers_exchanged::<0>(layers_exchanged::<0>(sets, 0, 1), 2, 3);
    let sets = layers_exchanged::<1>(layers_exchanged::<1>(sets, 0, 1), 2, 3);
    layers_exchanged::<2>(layers_exchanged::<2>(sets, 0, 1), 2, 3)
}

/// All images of a set, in one order.
#[inline]
fn images(cells: u64) -> [Four; 48] {
    // No solid can follow what these four differ by; the rest is the same for all of them.
    let [inner, ..] = inner_exchanged([cells; 4]);
    let [neighbours, both, ..] = neighbours_exchanged([cells, inner, cells, inner]);
    let mut start = [cells, neighbours, inner, both];
    let mut images = [start; 48];
    for (count, images) in images.chunks_exact_mut(6).enumerate() {
        // All reflections, each by one axis more or less than the one before.
        start = match count {
            0 => start,
            4 => reflected::<2>(start),
            2 | 6 => reflected::<1>(start),
            _ => reflected::<0>(start),
        };
        // All orders of the axes.
        images[0] = start;
        images[1] = axes_exchanged::<0>(images[0]);
        images[2] = axes_exchanged::<1>(images[1]);
        images[3] = axes_exchanged::<0>(images[2]);
        images[4] = axes_exchanged::<1>(images[3]);
        images[5] = axes_exchanged::<0>(images[4]);
    }
    images
}

/// Where each cell goes by each symmetry, in the order of the [images].
static SYMMETRIES: LazyLock<Vec<[u8; 64]>> = LazyLock::new(|| {
    let mut moved = vec![[0; 64]; 192];
    for cell in 0..64 {
        for (moved, image) in moved.iter_mut().zip(images(1 << cell).as_flattened()) {
            moved[cell] = image.trailing_zeros() as u8;
        }
    }
    moved
});

/// The least image.
pub(crate) fn least_image((all, part): Cells) -> Cells {
    let images = images(all);
    let images = images.as_flattened();
    // With its place, which keeps the compiler from comparing several at once: that is slower where words have no order in vectors.
    let (mut least, mut first) = (u64::MAX, 0);
    for (place, &image) in images.iter().enumerate() {
        if image < least {
            (least, first) = (image, place);
        }
    }
    let as_small = images.iter().zip(&*SYMMETRIES).skip(first).filter(|(image, _)| **image == least);
    (least, as_small.map(|(_, moved)| moved_cells(part, moved)).min().unwrap_or(part))
}

/// Where each cell goes if one goes to the other, by the first symmetry that does that.
pub(crate) fn symmetry_between(one: Cells, other: Cells) -> Option<&'static [u8; 64]> {
    SYMMETRIES.iter().find(|symmetry| image(one, symmetry) == other)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fastrand::Rng;

    use super::{SYMMETRIES, image, least_image, symmetry_between};
    use crate::lines::count_lines;

    /// Where each cell goes by each symmetry, coordinate by coordinate.
    fn symmetries() -> HashSet<[u8; 64]> {
        let axes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        // Up to a reflection, which comes after it, such a permutation is one of four.
        let scrambles = [[0, 1, 2, 3], [1, 0, 3, 2], [0, 2, 1, 3], [1, 3, 0, 2]];
        let mut symmetries = HashSet::new();
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
                    symmetries.insert(moved);
                }
            }
        }
        symmetries
    }

    fn moved(cells: u64, symmetry: &[u8; 64]) -> u64 {
        (0..64).filter(|cell| cells >> cell & 1 == 1).fold(0, |set, cell| set | 1 << symmetry[cell])
    }

    #[test]
    fn there_are_192_and_they_keep_lines() {
        let all: HashSet<_> = SYMMETRIES.iter().copied().collect();
        assert_eq!((all.len(), SYMMETRIES.len()), (192, 192));
        assert_eq!(all, symmetries());
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
        for _ in 0..200 {
            let all = rng.u64(..) & rng.u64(..);
            let part = all & rng.u64(..);
            let least = least_image((all, part));
            assert_eq!(Some(least), SYMMETRIES.iter().map(|symmetry| image((all, part), symmetry)).min());
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
