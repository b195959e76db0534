//! How much an entry counts: the work below it on a scale that fits a byte.
//!
//! The invariant: the scale is monotone, and loses less than an eighth of the work.

use std::num::NonZeroU32;

/// How much a work of so many expansions counts, on a scale of eight steps to a doubling: from 0 to 255.
#[inline]
pub fn scale(work: NonZeroU32) -> u8 {
    let octave = work.ilog2();
    let step = ((u64::from(work.get()) << 3 >> octave) & 7) as u32;
    (octave * 8 + step) as u8
}

/// The least work of a step of the scale.
#[inline]
pub fn unscale(step: u8) -> NonZeroU32 {
    let work = ((8 + u64::from(step & 7)) << (step >> 3) >> 3) as u32;
    NonZeroU32::new(work).unwrap_or(NonZeroU32::MIN)
}

/// From which worth on entries are kept, if so many of them have each worth and two fifths are to go.
pub fn cut(counts: &[u64]) -> u16 {
    let most: u64 = counts.iter().sum::<u64>() * 2 / 5;
    let mut gone = 0;
    let below = counts.iter().take_while(|&&count| {
        gone += count;
        gone <= most
    });
    // At least one step goes, or nothing would be gained.
    (below.count() as u16).max(counts.iter().position(|&count| count > 0).unwrap_or(0) as u16 + 1)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{cut, scale, unscale};

    #[test]
    fn the_scale_is_monotone_and_within_an_eighth() {
        let works = (1..5000).chain((1..u32::BITS).flat_map(|bit| [(1 << bit) - 1, 1 << bit])).chain([u32::MAX]);
        for work in works.filter_map(NonZeroU32::new) {
            let back = unscale(scale(work));
            assert!(back <= work && u64::from(work.get()) * 8 <= u64::from(back.get()) * 9, "{work}: {back}");
            assert_eq!(scale(back), scale(work));
        }
        assert_eq!([1, 2, u32::MAX].map(|work| scale(NonZeroU32::new(work).unwrap())), [0, 8, 255]);
    }

    #[test]
    fn two_fifths_go_and_at_least_one_step() {
        let mut counts = [0; 280];
        (counts[3], counts[5], counts[9], counts[20]) = (20, 20, 50, 10);
        assert_eq!(cut(&counts), 9, "the forty below 9 go");
        counts[3] = 0;
        assert_eq!(cut(&counts), 9);
        counts[5] = 0;
        assert_eq!(cut(&counts), 10);
    }
}
