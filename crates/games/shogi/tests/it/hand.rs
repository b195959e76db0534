//! Counts in hand, against plain numbers.

use fastrand::Rng;
use proofset_shogi::{Hand, Kind};

fn random(rng: &mut Rng, low: bool) -> ([u8; 7], Hand) {
    let counts = Kind::IN_HAND.map(|kind| rng.u8(0..=if low { 1 } else { kind.full_count() }));
    let hand = Kind::IN_HAND.iter().zip(counts).fold(Hand::EMPTY, |hand, (&kind, count)| hand.with(kind, count));
    (counts, hand)
}

#[test]
fn hands_count_and_compare_like_lists_of_numbers() {
    let mut rng = Rng::with_seed(3);
    let mut at_least = 0;
    for round in 0..20_000 {
        let (first, one) = random(&mut rng, round % 2 == 0);
        let (second, other) = random(&mut rng, round % 2 == 0);
        let expected = first.iter().zip(&second).all(|(one, other)| one >= other);
        assert_eq!(one.is_at_least(other), expected, "{one:?} {other:?}");
        at_least += u32::from(expected);
        assert_eq!(one.len(), first.iter().map(|&count| u32::from(count)).sum::<u32>());
        assert_eq!(one == other, first == second);
        for (kind, count) in Kind::IN_HAND.into_iter().zip(first) {
            assert_eq!((one.count(kind), one.has(kind)), (count, count > 0));
            if count > 0 {
                assert_eq!(one.without(kind).with(kind, 1), one);
                assert!(one.is_at_least(one.without(kind)) && !one.without(kind).is_at_least(one));
            }
        }
    }
    assert!(at_least > 100);
}
