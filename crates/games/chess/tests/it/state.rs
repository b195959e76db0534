//! The laws of states: packing, equality, rank, clock.

use std::collections::HashMap;

use cozy_chess::{Board, Piece};
use proofset_chess::{Mate, MateGoal, Move, Position, State};
use proofset_core::{Describe, Problem, Status};
use proofset_testkit::conformance::check_packing;

use crate::common::{STARTS, board, mate, playout, position, successors};

const GOALS: [&str; 5] = ["mate", "mated", "mate-in:20", "mate-in:-20", "mate-in:60"];

/// Random play through the states of a problem, with the position that the rules give beside each state.
fn state_playouts(mut visit: impl FnMut(&Mate, &Position, &State, &[(Move, State)])) {
    let mut rng = fastrand::Rng::with_seed(23);
    for fen in STARTS {
        for goal in GOALS {
            let mate = mate(fen, goal);
            for _ in 0..4 {
                let (mut state, mut position) = (mate.root(), mate.position().clone());
                while let Status::Open(_) = mate.status(&state) {
                    let successors = successors(&mate, &state);
                    visit(&mate, &position, &state, &successors);
                    let (mv, next) = successors[rng.usize(..successors.len())];
                    position = position.after(mv);
                    state = next;
                }
            }
        }
    }
}

#[test]
fn states_are_small() {
    assert_eq!(size_of::<State>(), 28);
}

#[test]
fn states_are_packed() {
    for fen in STARTS {
        for goal in GOALS {
            check_packing(&mate(fen, goal), 3, 29);
        }
    }
}

/// The clock is left out where it cannot matter, and only there.
#[test]
fn unpacking_gives_the_position_back() {
    let mut forgotten = 0;
    state_playouts(|mate, position, state, _| {
        let unpacked = mate.position_of(state);
        let plies_left =
            mate.goal().plies().map(|plies| u32::from(plies) - mate.rank(state).expect("mates have ranks"));
        if plies_left.is_none_or(|left| left + u32::from(position.half_move_clock()) > 100) {
            assert_eq!(unpacked, *position);
        } else {
            let mut expected = board(position);
            forgotten += u32::from(expected.halfmove_clock() > 0);
            expected.set_halfmove_clock(0);
            assert_eq!(board(&unpacked), expected);
        }
    });
    assert!(forgotten > 100, "the clock mattered nearly everywhere");
}

#[test]
fn successors_are_the_legal_moves_in_order() {
    state_playouts(|mate, _, state, successors| {
        let position = mate.position_of(state);
        assert!(position.legal_moves().eq(successors.iter().map(|&(mv, _)| mv)), "{position}");
        for &(mv, next) in successors {
            assert_eq!(next.side_to_move(), !state.side_to_move());
            assert_eq!(placement(&mate.state_text(&next)), placement(&position.after(mv).to_string()));
        }
    });
}

/// The fields before the clock.
fn placement(fen: &str) -> Vec<&str> {
    fen.split(' ').take(4).collect()
}

#[test]
fn the_rank_increases_with_every_move() {
    let mut seen = [0; 5];
    state_playouts(|mate, position, state, successors| {
        let rank = mate.rank(state).expect("mates have ranks");
        for &(mv, next) in successors {
            let after = mate.rank(&next).expect("mates have ranks");
            assert!(after > rank, "{} after {}: {rank}, {after}", mate.move_text(state, mv), mate.state_text(state));
            for (count, seen) in seen.iter_mut().zip(kinds(&board(position), mv)) {
                *count += u32::from(seen);
            }
        }
    });
    assert!(seen.iter().all(|&count| count > 10), "too few moves of some kind: {seen:?}");
}

/// Capture, promotion, capture in passing, castling, double step.
fn kinds(board: &Board, mv: Move) -> [bool; 5] {
    let pawn = board.piece_on(mv.from) == Some(Piece::Pawn);
    let (ours, theirs) = (board.colors(board.side_to_move()), board.colors(!board.side_to_move()));
    [
        theirs.has(mv.to),
        mv.promotion.is_some(),
        pawn && mv.from.file() != mv.to.file() && !theirs.has(mv.to),
        ours.has(mv.to),
        pawn && (mv.from.rank() as u8).abs_diff(mv.to.rank() as u8) == 2,
    ]
}

/// The plies of a bounded question, the rank of the game for an unbounded one.
#[test]
fn ranks_of_states() {
    let (bounded, unbounded) = (mate(STARTS[0], "mate-in:9"), mate(STARTS[0], "mate"));
    let rank_after = |mate: &Mate, text: &str| {
        let successors = successors(mate, &mate.root());
        let next = successors.iter().find(|&&(mv, _)| mate.move_text(&mate.root(), mv) == text);
        mate.rank(&next.expect("the move is legal").1)
    };
    assert_eq!(bounded.rank(&bounded.root()), Some(0));
    assert_eq!(rank_after(&bounded, "e2e4"), Some(1));
    assert_eq!(unbounded.rank(&unbounded.root()), Some(0));
    assert_eq!(rank_after(&unbounded, "g1f3"), Some(1));
    assert_eq!(rank_after(&unbounded, "e2e4"), Some(202));
}

/// Short lines from few positions meet often, so that there are equal states among those compared.
#[test]
fn states_are_equal_exactly_if_their_texts_are() {
    for goal in GOALS {
        let (mut texts, mut states) = (HashMap::new(), HashMap::new());
        let mut met = 0;
        for fen in STARTS {
            let mate = mate(fen, goal);
            let mut level = vec![mate.root()];
            for _ in 0..3 {
                let mut next = Vec::new();
                for state in level.iter().filter(|state| matches!(mate.status(state), Status::Open(_))).take(40) {
                    for (_, successor) in successors(&mate, state) {
                        let text = mate.state_text(&successor);
                        met += usize::from(texts.contains_key(&successor));
                        assert_eq!(*texts.entry(successor).or_insert_with(|| text.clone()), text);
                        assert_eq!(*states.entry(text).or_insert(successor), successor);
                        next.push(successor);
                    }
                }
                level = next;
            }
        }
        assert_eq!(texts.len(), states.len());
        assert!(met > 100, "{met} states were met again for {goal}");
    }
}

#[test]
fn texts_of_states() {
    let text = |fen: &str, goal: &str| {
        let mate = mate(fen, goal);
        mate.state_text(&mate.root())
    };
    insta::assert_snapshot!(text("7k/8/6K1/8/8/8/8/R7 w - - 12 40", "mate"), @"7k/8/6K1/8/8/8/8/R7 w - - 12 1");
    insta::assert_snapshot!(
        text("7k/8/6K1/8/8/8/8/R7 w - - 12 40", "mate-in:3"),
        @"7k/8/6K1/8/8/8/8/R7 w - - 0 1 ; plies 5",
    );
    // Clock and plies left are 100 together, then 101.
    insta::assert_snapshot!(
        text("7k/8/6K1/8/8/8/8/R7 w - - 95 40", "mate-in:3"),
        @"7k/8/6K1/8/8/8/8/R7 w - - 0 1 ; plies 5",
    );
    insta::assert_snapshot!(
        text("7k/8/6K1/8/8/8/8/R7 w - - 96 40", "mate-in:3"),
        @"7k/8/6K1/8/8/8/8/R7 w - - 96 1 ; plies 5",
    );
    insta::assert_snapshot!(
        text("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3", "mate-in:-1"),
        @"8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1 ; plies 2",
    );
}

/// Debug output is for people who print a failed comparison.
#[test]
fn debug_output_names_the_position() {
    let mate = Mate::new(position("7k/8/6K1/8/8/8/8/R7 w - -"), MateGoal::MATE);
    insta::assert_snapshot!(format!("{:?}", mate.root()), @"State(7k/8/6K1/8/8/8/8/R7 w - - 0 1, 3, Open)");
}

/// The law of the game's own positions, for comparison: their texts are equal exactly if they are.
#[test]
fn positions_are_equal_exactly_if_their_texts_are() {
    let mut rng = fastrand::Rng::with_seed(31);
    let mut texts: HashMap<Position, String> = HashMap::new();
    let mut met = 0;
    for _ in 0..400 {
        for (position, _) in playout(position(STARTS[8]), 4, &mut rng) {
            let text = position.to_string();
            met += usize::from(texts.contains_key(&position));
            assert_eq!(*texts.entry(position).or_insert_with(|| text.clone()), text);
        }
    }
    assert!(met > 100, "{met} positions were met again");
    let mut distinct: Vec<&String> = texts.values().collect();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), texts.len());
}
