//! The loop of questions: all values in many intervals, counts of questions, and the published loop that does not end.

use std::convert::Infallible;

use proofset_core::Score;
use proofset_multi_valued::{Answer, Bracket, Found, find_value};

/// Finds a value, and checks that each question divides what is left.
fn find(bracket: &Bracket, value: Score) -> Found {
    let (mut low, mut high) = (bracket.low(), bracket.high());
    let ask = |score: Score| {
        assert!(low.is_none_or(|low| low < score) && high.is_none_or(|high| score <= high), "{score} is known");
        if value >= score {
            low = Some(score);
        } else {
            high = Some(score - 1);
        }
        Ok::<_, Infallible>(Answer::to(score, Some(value >= score)))
    };
    let Ok(found) = find_value(bracket.clone(), ask);
    assert_eq!(found.bracket.value(), Some(value), "{bracket:?}");
    found
}

/// From the low end, with or without a known high end.
#[test]
fn all_values_are_found_from_the_low_end() {
    for low in [-300, -17, -1, 0, 1, 5] {
        for value in low..low + 130 {
            let distance = i32::abs_diff(value, low) + 1;
            let open = find(&Bracket::new(Some(low), None, None), value);
            assert!(open.questions <= 2 * distance.ilog2() + 2, "{value} from {low}: {}", open.questions);
            for high in [value, value + 1, value + 2, value + 7, value + 100] {
                let closed = find(&Bracket::new(Some(low), Some(high), None), value);
                assert!(closed.questions <= open.questions, "a known end costs nothing");
            }
        }
    }
}

#[test]
fn all_values_are_found_from_any_guess() {
    for value in -40..=40 {
        for guess in -60..=60 {
            let distance = i32::abs_diff(value, guess) + 1;
            for bracket in [
                Bracket::new(Some(-50), Some(50), Some(guess)),
                Bracket::new(Some(-50), None, Some(guess)),
                Bracket::new(None, Some(50), Some(guess)),
                Bracket::new(None, None, Some(guess)),
            ] {
                let found = find(&bracket, value);
                assert!(found.questions <= 2 * distance.ilog2() + 3, "{value} from {guess}: {}", found.questions);
            }
        }
        find(&Bracket::new(None, Some(value + 9), None), value);
        find(&Bracket::new(None, None, None), value);
    }
}

#[test]
fn a_good_guess_takes_two_questions() {
    for value in -20..20 {
        assert_eq!(find(&Bracket::new(Some(-100), Some(100), Some(value)), value).questions, 2);
        assert_eq!(find(&Bracket::new(Some(-100), Some(100), Some(value + 1)), value).questions, 2);
    }
}

#[test]
fn the_ends_of_the_type_are_no_obstacle() {
    for value in [Score::MIN, Score::MIN + 1, -1, 0, 1, Score::MAX - 1, Score::MAX] {
        for guess in [None, Some(Score::MIN), Some(0), Some(Score::MAX)] {
            let found = find(&Bracket::new(None, None, guess), value);
            assert!(found.questions <= 66, "{}", found.questions);
        }
    }
}

#[test]
fn nothing_is_asked_where_nothing_is_open() {
    let never = |_| -> Result<Answer, Infallible> { panic!("there is nothing to ask") };
    let Ok(found) = find_value(Bracket::new(Some(4), Some(4), Some(7)), never);
    assert_eq!((found.bracket.value(), found.questions), (Some(4), 0));
    let Ok(found) = find_value(Bracket::new(Some(5), Some(4), None), never);
    assert_eq!((found.bracket.value(), found.questions), (None, 0));
}

#[test]
fn without_an_answer_the_interval_is_left() {
    let mut left = 3;
    let ask = |score: Score| {
        left -= 1;
        Ok::<_, Infallible>(if left == 0 { Answer::Unknown } else { Answer::to(score, Some(score <= 12)) })
    };
    let Ok(found) = find_value(Bracket::new(Some(0), None, Some(10)), ask);
    assert_eq!((found.bracket.low(), found.bracket.high(), found.bracket.value()), (Some(11), None, None));
    assert_eq!(found.questions, 3);
    let Err(error) = find_value(found.bracket, Err) else { panic!("the error is handed on") };
    assert_eq!(error, 13, "it goes on where it stopped: 10, 11, 13");
}

/// A search that learns more than it was asked spares questions.
#[test]
fn answers_may_say_more() {
    for value in -50..=50 {
        let mut asked = 0;
        let ask = |score: Score| {
            asked += 1;
            Ok::<_, Infallible>(if value >= score {
                Answer::AtLeast(score + (value - score) / 2)
            } else {
                Answer::AtMost(value + (score - 1 - value) / 2)
            })
        };
        let Ok(found) = find_value(Bracket::new(Some(-64), Some(64), Some(0)), ask);
        assert_eq!(found.bracket.value(), Some(value));
        assert!(asked <= find(&Bracket::new(Some(-64), Some(64), Some(0)), value).questions + 1);
    }
}

/// The loop as published: double from 1 on, then halve with the middle rounded down. `None` if it repeats itself.
fn published(value: u32) -> Option<u32> {
    let mut v = 1;
    while value >= v {
        v *= 2;
    }
    let (mut low, mut high) = (v / 2, v - 1);
    // Each turn changes the interval, or nothing ever will.
    loop {
        if low == high {
            return Some(low);
        }
        let middle = u32::midpoint(low, high);
        let before = (low, high);
        if value >= middle {
            low = middle;
        } else {
            high = middle - 1;
        }
        if (low, high) == before {
            return None;
        }
    }
}

#[test]
fn the_published_loop_does_not_end_for_most_values() {
    let endless: Vec<u32> = (0..64).filter(|&value| published(value).is_none()).collect();
    assert_eq!(endless.len(), 42);
    assert_eq!(endless[..10], [2, 3, 6, 7, 9, 10, 11, 12, 14, 15]);
    assert!((0..64).all(|value| published(value).is_none_or(|found| found == value)));
}
