//! The images of sets of cells by the turns and reflections of a board, and the least of them.
//!
//! The idea: where each cell goes is noted once, for all ways side by side, so that all images of a set take a few operations for each
//! cell that is in it. Of two sets the images of the first are compared, and of the second only those are made that may matter. Boards of
//! one word have the images of each four cells in a row side by side, so that all images of a set take a look at each four.

use crate::Bits;

/// The most ways: those of a square.
const MOST: usize = 8;

/// So many cells are looked up together.
const TOGETHER: usize = 4;

/// Some ways to lay a board onto itself.
#[derive(Clone, Debug)]
pub struct Images {
    /// Where each cell goes, by its number.
    moved: Vec<[u16; MOST]>,
    /// The images of the sets of so many cells as are looked up together, one such group after the other, where one word holds
    /// all cells.
    groups: Vec<[u64; MOST]>,
    count: usize,
}

impl Images {
    /// Ways of which each tells where a cell goes. Cells have numbers below `cells`.
    ///
    /// # Panics
    ///
    /// If there are more than eight ways, or a cell goes to a number that is none of a cell.
    pub fn new<F: Fn(usize) -> usize>(cells: usize, ways: impl Iterator<Item = F>) -> Self {
        let mut moved = vec![[0; MOST]; cells];
        let mut count = 0;
        for way in ways {
            assert!(count < MOST, "a board has at most {MOST} turns and reflections");
            for (cell, moved) in moved.iter_mut().enumerate() {
                let to = way(cell);
                assert!(to < cells, "a way leads from cell {cell} to {to}, which is none of {cells} cells");
                moved[count] = u16::try_from(to).expect("boards have fewer cells than 65,536");
            }
            count += 1;
        }
        let groups = if cells <= 64 { groups(&moved) } else { Vec::new() };
        Self { moved, groups, count }
    }

    /// The least image of two sets: by the first one, and among those that are equal there by the second. If there is no way, the
    /// sets as they are.
    ///
    /// Cells with numbers that none of the board has are left out.
    ///
    /// # Panics
    ///
    /// Perhaps, if there are such cells.
    #[inline]
    pub fn least<const W: usize>(&self, first: Bits<W>, second: Bits<W>) -> (Bits<W>, Bits<W>) {
        if !self.groups.is_empty()
            && let (&[one], &[other]) = (&first.words()[..], &second.words()[..])
        {
            let images = self.images_of_word(one).into_iter().zip(self.images_of_word(other));
            let word = |word: u64| Bits::from_words([word; W]);
            return images.take(self.count).min().map_or((first, second), |(one, other)| (word(one), word(other)));
        }
        let mut images = [Bits::EMPTY; MOST];
        for cell in first.ascending() {
            for (image, &moved) in images[..self.count].iter_mut().zip(&self.moved[cell]) {
                image.insert(moved.into());
            }
        }
        let images = &images[..self.count];
        let Some(&least) = images.iter().min() else { return (first, second) };
        let ways = (0..self.count).filter(|&way| images[way] == least);
        let seconds = ways.map(|way| {
            let mut image = Bits::EMPTY;
            second.ascending().for_each(|cell| image.insert(self.moved[cell][way].into()));
            image
        });
        (least, seconds.min().unwrap_or(second))
    }

    /// The images of a set of one word.
    #[inline]
    fn images_of_word(&self, cells: u64) -> [u64; MOST] {
        let mut images = [0; MOST];
        let mut rest = cells;
        for group in self.groups.as_chunks().0 {
            let group: &[[u64; MOST]; 1 << TOGETHER] = group;
            let looked_up = &group[rest as usize % group.len()];
            for (image, part) in images.iter_mut().zip(looked_up) {
                *image |= part;
            }
            rest >>= TOGETHER;
        }
        assert!(rest == 0, "a board has all the cells of its sets");
        images
    }
}

/// The images of all sets of the first four cells, then of the next four, and so on.
fn groups(moved: &[[u16; MOST]]) -> Vec<[u64; MOST]> {
    let mut groups = Vec::with_capacity(moved.len().div_ceil(TOGETHER) << TOGETHER);
    for cells in moved.chunks(TOGETHER) {
        for set in 0..1 << TOGETHER {
            let mut images = [0; MOST];
            for (_, moved) in cells.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1) {
                for (image, &cell) in images.iter_mut().zip(moved) {
                    *image |= 1 << cell;
                }
            }
            groups.push(images);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::Images;
    use crate::Bits;

    /// Those of a square board, whose cells are numbered row after row.
    fn ways(side: usize) -> impl Iterator<Item = impl Fn(usize) -> usize> {
        (0..8).map(move |way| {
            move |cell: usize| {
                let (column, row) = (cell % side, cell / side);
                let column = if way & 1 == 1 { side - 1 - column } else { column };
                let row = if way & 2 == 2 { side - 1 - row } else { row };
                if way & 4 == 4 { side * column + row } else { side * row + column }
            }
        })
    }

    fn check<const W: usize>(side: usize) {
        let cells = side * side;
        let images = Images::new(cells, ways(side));
        let mut rng = Rng::with_seed(side as u64);
        let image = |set: Bits<W>, way: &dyn Fn(usize) -> usize| {
            set.ascending().fold(Bits::<W>::EMPTY, |image, cell| image | Bits::single(way(cell)))
        };
        let mut with_ties = 0;
        for _ in 0..300 {
            // Few cells, so that different ways often lead to one image.
            let some = |rng: &mut Rng, most: usize| {
                let count = rng.usize(0..=most);
                (0..count).fold(Bits::<W>::EMPTY, |set, _| set | Bits::single(rng.usize(..cells)))
            };
            let (first, second) = (some(&mut rng, 3), some(&mut rng, 9));
            let all: Vec<_> = ways(side).map(|way| (image(first, &way), image(second, &way))).collect();
            let least = *all.iter().min().unwrap();
            with_ties += usize::from(all.iter().filter(|image| image.0 == least.0).count() > 1);
            for (first, second) in all {
                assert_eq!(images.least(first, second), least);
            }
        }
        assert!(with_ties > 50, "{with_ties}");
        let none = Images::new(cells, ways(side).take(0));
        assert_eq!(none.least(Bits::<W>::single(3), Bits::EMPTY), (Bits::single(3), Bits::EMPTY));
    }

    #[test]
    fn the_least_of_all_images_is_found_and_is_that_of_each() {
        check::<1>(3);
        check::<1>(7);
        check::<1>(8);
        check::<2>(9);
        check::<2>(8);
        check::<4>(15);
    }

    /// A board that one word does not hold, and a set of it that one word holds, with its images.
    #[test]
    fn a_word_is_enough_where_the_images_lie_in_it() {
        let images =
            Images::new(90, [0, 1].into_iter().map(|way| move |cell: usize| if cell < 2 { cell ^ way } else { cell }));
        let (one, other) = (Bits::<1>::single(1), Bits::<1>::single(60));
        assert_eq!(images.least(one, other), (Bits::single(0), other));
        assert_eq!(
            Images::new(0, [|cell: usize| cell].into_iter()).least(Bits::<1>::EMPTY, Bits::EMPTY).0,
            Bits::EMPTY
        );
    }
}
