//! Searches that are written down and go on elsewhere: the same search, question by question.

use proofset_core::{Game, Limits, Player, StopReason};
use proofset_multi_valued::{MultipleOutcome, Selection, ValueReport};
use proofset_store::saved::{Replay, read_expansions, write_expansions};

use crate::{SHAPES, counting, game, unlimited, value_of};

/// Searches in slices of so many expansions, each in a search of its own.
fn in_slices<S: Replay, M>(
    fresh: impl Fn() -> S,
    step: u64,
    find: impl Fn(&mut S, &Limits) -> ValueReport<M>,
) -> (ValueReport<M>, u32) {
    let (mut search, mut most, mut slices) = (fresh(), step, 0);
    loop {
        let report = find(&mut search, &Limits::expansions(most));
        if report.stop == StopReason::Decided {
            return (report, slices);
        }
        let mut bytes = Vec::new();
        assert!(write_expansions(&mut search, &mut bytes).unwrap());
        search = fresh();
        read_expansions(&mut search, &mut &*bytes, None).unwrap();
        (most, slices) = (most + step, slices + 1);
    }
}

#[test]
fn a_search_goes_on_as_if_it_had_never_stopped() {
    let mut slices = 0;
    for shape in SHAPES {
        for seed in 0..6 {
            let game = game(shape, seed);
            let value = value_of(&game, Player::First);
            for selection in [Selection::MostProving, Selection::GoalDirected] {
                let fresh = || counting(&game, Player::First, selection);
                let whole = fresh().find_value(&unlimited(), &mut ()).expect("it is acyclic");
                let step = whole.expanded / 5 + 1;
                let (report, parts) =
                    in_slices(fresh, step, |search, limits| search.find_value(limits, &mut ()).expect("it is acyclic"));
                assert_eq!(report.value(), Some(value), "{game}");
                assert_eq!((report.expanded, report.generated), (whole.expanded, whole.generated), "{game}");
                assert_eq!((&report.asked, &report.line), (&whole.asked, &whole.line), "{game}");
                slices += parts;
            }
            let fresh = || MultipleOutcome::new(game.clone(), game.start(), Player::First);
            let whole = fresh().find_value(&unlimited(), &mut ()).expect("it is acyclic");
            let step = whole.expanded / 5 + 1;
            let (report, parts) =
                in_slices(fresh, step, |search, limits| search.find_value(limits, &mut ()).expect("it is acyclic"));
            assert_eq!(report.value(), Some(value), "{game}");
            let counted = |report: &ValueReport<_>| [report.expanded, report.generated, report.visits];
            assert_eq!(counted(&report), counted(&whole), "{game}");
            assert_eq!(report.line, whole.line, "{game}");
            slices += parts;
        }
    }
    assert!(slices > 300, "{slices}");
}

#[test]
fn another_position_is_refused() {
    let (one, other) = (game(SHAPES[0], 1), game(SHAPES[0], 1));
    let mut search = counting(&one, Player::First, Selection::MostProving);
    let _ = search.find_value(&Limits::expansions(3), &mut ()).expect("it is acyclic");
    let mut bytes = Vec::new();
    assert!(write_expansions(&mut search, &mut bytes).unwrap());
    let mut next = other.start();
    other.play(&mut next, other.moves(&other.start()).next().expect("it is not over"));
    let mut search = MultipleOutcome::new(other, next, Player::First);
    assert!(read_expansions(&mut search, &mut &*bytes, None).is_err());
}
