//! Verdicts, lengths and holdings are right, whatever is switched off.

use fastrand::Rng;
use proofset_core::{Limits, Value, Verdict};
use proofset_mate::Options;
use proofset_oracle::solve as list_all;
use proofset_shogi::{Board, Color, Hand, Kind};

use crate::common::{
    MATES, NO_MATES, all_options, check_certificate, little_problem, problem_with_interpositions, question, solve,
    tsume,
};

/// Asks for a mate, for one of this length, and for a shorter one, by a rule for interpositions.
fn check_mate(position: &str, plies: u16, rule: &str, options: Options) {
    let unbounded = tsume(position, &format!("mate{rule}"));
    let (search, report) = solve(&unbounded, options, &Limits::none());
    assert_eq!(report.verdict, Verdict::Proven, "{position} {options:?}");
    assert!(search.mate_plies().is_some_and(|found| found >= plies), "{position} {options:?}");
    check_certificate(&unbounded, &search, Value::Proven);
    let bounded = tsume(position, &format!("mate-in:{plies}{rule}"));
    let (search, report) = solve(&bounded, options, &Limits::none());
    assert_eq!((report.verdict, report.line.len()), (Verdict::Proven, usize::from(plies)), "{position}");
    check_certificate(&bounded, &search, Value::Proven);
    if plies > 1 {
        let shorter = tsume(position, &format!("mate-in:{}{rule}", plies - 2));
        let (search, report) = solve(&shorter, options, &Limits::none());
        assert_eq!(report.verdict, Verdict::Disproven, "{position} {options:?}");
        check_certificate(&shorter, &search, Value::Disproven);
    }
}

#[test]
fn known_mates() {
    for (plies, position) in MATES {
        check_mate(position, plies, "", Options::default());
        for options in all_options().into_iter().filter(|_| plies <= 7) {
            check_mate(position, plies, "", options);
        }
    }
}

/// One record stands for all hands that are as good as the one that a mate needs.
#[test]
fn proofs_are_smaller_by_what_need_not_be_held() {
    // A rook checks from afar, and what can be put between is exchanged in any order.
    let tsume = tsume("8k/6+B2/8P/9/9/9/9/9/R8 b g2s2n2l 1", "mate");
    let records = |dominance| {
        let (search, _) = solve(&tsume, Options::default().with_dominance(dominance), &Limits::none());
        check_certificate(&tsume, &search, Value::Proven)
    };
    let (few, many) = (records(true), records(false));
    assert!(10 * few < 9 * many, "{few} records, and {many} for each hand apart");
}

#[test]
fn known_defences() {
    for (number, position) in NO_MATES.into_iter().enumerate() {
        // The others take long without the devices.
        for options in all_options().into_iter().take(if number == 0 { usize::MAX } else { 1 }) {
            let tsume = tsume(position, "mate");
            let (search, report) = solve(&tsume, options, &Limits::none());
            assert_eq!(report.verdict, Verdict::Disproven, "{position} {options:?}");
            check_certificate(&tsume, &search, Value::Disproven);
        }
    }
}

/// The oracle lists all states within five plies of so many problems and finds the values of all of them, with the distances to mate. Says
/// how many have a mate of each length, how many have none, and how many have a longer one if all interpositions count.
fn compare_with_the_oracle(seed: u64, problems: u32, no_futile: bool) -> ([u32; 6], u32, u32) {
    let mut rng = Rng::with_seed(seed);
    let (mut lengths, mut none, mut cut) = ([0; 6], 0, 0);
    for _ in 0..problems {
        let board = if no_futile { problem_with_interpositions(&mut rng) } else { little_problem(&mut rng) };
        let within_five = question(&board, Some(5), no_futile);
        let options = all_options()[rng.usize(..all_options().len())];
        let (search, report) = solve(&within_five, options, &Limits::none());
        // Most problems are none; of these a few are enough.
        if report.verdict == Verdict::Disproven && rng.u8(..8) != 0 {
            continue;
        }
        let Ok(values) = list_all(&within_five, 20_000) else { continue };
        assert_eq!(report.verdict, values.root(), "{board} {options:?}");
        let value = report.verdict.value().expect("the search is decided");
        check_certificate(&within_five, &search, value);
        if value == Value::Disproven {
            none += 1;
            continue;
        }
        let shortest = values.distance(&board_root(&within_five)).expect("a proven state has a distance") as u16;
        lengths[usize::from(shortest)] += 1;
        check_mate(&board.to_string(), shortest, if no_futile { ":no-futile" } else { "" }, options);
        if no_futile {
            // By the rules of the game it is a mate as well, but may take longer.
            let all = question(&board, None, false);
            assert_eq!(solve(&all, Options::default(), &Limits::none()).1.verdict, Verdict::Proven, "{board}");
            let as_long = question(&board, Some(shortest), false);
            let (_, report) = solve(&as_long, Options::default(), &Limits::none());
            cut += u32::from(report.verdict == Verdict::Disproven);
        }
    }
    (lengths, none, cut)
}

#[test]
fn the_oracle_agrees() {
    let (lengths, none, _) = compare_with_the_oracle(17, 2500, false);
    assert!(none > 100 && lengths[1] > 100 && lengths[3] > 40 && lengths[5] > 20, "{none}, {lengths:?}");
}

#[test]
fn the_oracle_agrees_where_futile_interpositions_do_not_count() {
    let (lengths, none, cut) = compare_with_the_oracle(18, 900, true);
    assert!(cut > 10, "{cut}");
    assert!(none > 20 && lengths[1] > 90 && lengths[3] > 50 && lengths[5] > 30, "{none}, {lengths:?}");
}

fn board_root(tsume: &proofset_shogi::Tsume) -> proofset_shogi::State {
    proofset_core::Problem::root(&tsume)
}

/// The same board with another hand for Black; White has the rest.
fn with_hand(board: &Board, hand: Hand) -> Board {
    let text = board.to_string();
    let (placement, _) = text.split_once(' ').expect("there are fields");
    let piece = |count: u8, letter: char| if count > 0 { format!("{count}{letter}") } else { String::new() };
    let (mut black, mut white) = (String::new(), String::new());
    for kind in Kind::IN_HAND {
        let total: u8 = Color::ALL.map(|color| board.hand(color).count(kind)).iter().sum();
        black += &piece(hand.count(kind), kind.letter());
        white += &piece(total - hand.count(kind), kind.letter().to_ascii_lowercase());
    }
    let hands = black + &white;
    let hands = if hands.is_empty() { "-" } else { &hands };
    format!("{placement} b {hands} 1").parse().expect("the hands are those of a full set")
}

/// What a mate is said to need is enough for it, and what a defence is said to stand against it does stand against.
#[test]
fn values_hold_for_the_holdings_that_are_named() {
    let plain = Options::default().with_dominance(false).with_delay(false).with_mate_in_one(false);
    let mut rng = Rng::with_seed(23);
    let (mut less, mut more) = (0, 0);
    for number in 0..5000 {
        let no_futile = number % 3 == 0;
        let board = if no_futile { problem_with_interpositions(&mut rng) } else { little_problem(&mut rng) };
        let unbounded = question(&board, None, no_futile);
        let few = Limits::none().with_expansions(200);
        let (search, report) = solve(&unbounded, Options::default(), &few);
        if report.verdict == Verdict::Unknown {
            continue;
        }
        let bits = search.hand().expect("the root is decided");
        let own = board.hand(Color::Black);
        if bits == own.bits() || report.expanded == 0 {
            continue;
        }
        let hand = Hand::from_bits(bits);
        let other = question(&with_hand(&board, hand), None, no_futile);
        let many = Limits::none().with_expansions(20_000);
        let (_, again) = solve(&other, plain, &many);
        if again.verdict == Verdict::Unknown {
            continue;
        }
        assert_eq!(report.verdict, again.verdict, "{board} with {hand:?}");
        if report.verdict == Verdict::Proven {
            assert!(own.is_at_least(hand));
            less += 1;
        } else {
            assert!(hand.is_at_least(own));
            more += 1;
        }
    }
    assert!(less > 100 && more > 10, "{less}, {more}");
}
