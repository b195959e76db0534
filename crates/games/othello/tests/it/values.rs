//! Scores: endgames of 8x8 with known ones, small boards from the start, ends against plain minimax, stable discs.

use std::cmp::Ordering;

use fastrand::Rng;
use proofset_core::{Game, Hints, Notation, Score, ValuedGame};
use proofset_othello::{Othello, Position};
use rustc_hash::FxHashMap;

use crate::game;

/// The value by plain minimax, for the player to move.
fn minimax(game: &Othello, position: &Position, known: &mut FxHashMap<Position, Score>) -> Score {
    if let Some(score) = game.score(position) {
        return score;
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let value = game
        .moves(position)
        .map(|mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            -minimax(game, &next, known)
        })
        .max()
        .expect("an unfinished game has moves");
    known.insert(*position, value);
    value
}

/// The value by alpha-beta over the candidates, best first, within the window; ends are left to the game.
fn search(game: &Othello, position: &Position, mut alpha: Score, beta: Score) -> Score {
    if let Some(score) = game.finish(position, alpha, beta, &mut 0) {
        return score;
    }
    if let Some(score) = game.score(position) {
        return score;
    }
    let (least, greatest) = game.stability_bounds(position);
    if least >= beta || greatest <= alpha {
        return if least >= beta { least } else { greatest };
    }
    let mut candidates = Vec::new();
    game.for_each_candidate(position, |_, next, order| candidates.push((order, next)));
    candidates.sort_by_key(|&(order, _)| std::cmp::Reverse(order));
    let mut best = -game.limit();
    for (_, next) in candidates {
        best = best.max(-search(game, &next, -beta, -alpha));
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

/// A position with so many empty squares, or fewer if there is none, after random moves from the start.
fn late_position(game: &Othello, empties: u32, rng: &mut Rng) -> Position {
    let mut position = game.start();
    while game.empties(&position) > empties && game.outcome(&position).is_none() {
        let moves: Vec<_> = game.moves(&position).collect();
        game.play(&mut position, moves[rng.usize(..moves.len())]);
    }
    position
}

#[test]
fn endgames_have_their_known_scores() {
    let game = game("8x8");
    let mut solved = 0;
    for line in include_str!("endgames.tsv").lines().filter(|line| !line.starts_with(['#', 'b'])) {
        let [board, side, empties, score] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("expected four cells: {line}")
        };
        let position = game.parse_position(&format!("{board} {side}")).expect("a sound position");
        assert_eq!(game.empties(&position).to_string(), empties);
        assert_eq!(search(&game, &position, -64, 64).to_string(), score, "{line}");
        solved += 1;
    }
    assert_eq!(solved, 42);
}

/// The second player wins 4x4 by 11 to 3, and gets the two squares left: 10 with them, 8 without.
#[test]
fn values_of_4x4() {
    let value = |text| {
        let game = game(text);
        minimax(&game, &game.start(), &mut FxHashMap::default())
    };
    assert_eq!([value("4x4"), value("4x4+discs")], [-10, -8]);
}

/// Computed by an independent search for the difference of discs alone.
#[test]
fn values_of_24_squares() {
    for size in ["4x6+discs", "6x4+discs"] {
        let game = game(size);
        assert_eq!(search(&game, &game.start(), -24, 24), 16, "{size}");
    }
}

#[test]
fn ends_are_those_of_minimax_in_all_windows() {
    let mut rng = Rng::with_seed(4);
    let mut seen = [0; 3];
    for size in ["8x8", "8x8+discs", "6x6", "6x8+discs", "4x8", "4x4", "6x4+discs"] {
        let game = game(size);
        let limit = game.limit();
        for round in 0..350 {
            let position = late_position(&game, round % (Othello::FINISHED + 1), &mut rng);
            if game.empties(&position) > Othello::FINISHED {
                assert_eq!(game.finish(&position, -limit, limit, &mut 0), None);
                continue;
            }
            let value = minimax(&game, &position, &mut FxHashMap::default());
            for _ in 0..12 {
                // Half of the windows are those of a null window search near the value.
                let near = (value + rng.i32(-3..=3)).clamp(-limit, limit - 1);
                let (alpha, beta) = if rng.bool() {
                    (near, near + 1)
                } else {
                    let alpha = rng.i32(-limit..limit);
                    (alpha, rng.i32(alpha + 1..=limit))
                };
                let mut nodes = 0;
                let score = game.finish(&position, alpha, beta, &mut nodes).expect("few squares are empty");
                let answers = match (score <= alpha, score >= beta) {
                    (true, _) => value <= score,
                    (_, true) => value >= score,
                    _ => value == score,
                };
                let text = game.position_text(&position);
                assert!(answers, "{size} {text}: {value}, but {score} for {alpha} to {beta}");
                seen[match value.cmp(&score) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                }] += 1;
            }
            assert_eq!(game.finish(&position, -limit, limit, &mut 0), Some(value));
        }
    }
    assert!(seen[0] > 300 && seen[1] > 10_000 && seen[2] > 300, "bounds above, exact, bounds below: {seen:?}");
}

/// No line of play that random games find flips a stable disc, and each player ends with at least these.
#[test]
fn stable_discs_stay() {
    let mut rng = Rng::with_seed(5);
    let (mut stable, mut inner) = (0, 0);
    for size in ["8x8", "6x6", "4x6", "8x4", "6x8"] {
        let game = game(size);
        for _ in 0..300 {
            let empties = rng.u32(0..20);
            let position = late_position(&game, empties, &mut rng);
            let (own, other) = game.stable_discs(&position);
            stable += own + other;
            inner += u32::from(own + other > 12);
            let (least, greatest) = game.stability_bounds(&position);
            for _ in 0..4 {
                let mut end = position;
                let mut sign = 1;
                while game.outcome(&end).is_none() {
                    let moves: Vec<_> = game.moves(&end).collect();
                    game.play(&mut end, moves[rng.usize(..moves.len())]);
                    sign = -sign;
                }
                let score = sign * game.score(&end).expect("the game is over");
                assert!((least..=greatest).contains(&score), "{}", game.position_text(&position));
            }
        }
    }
    assert!(stable > 5000 && inner > 100, "{stable} {inner}");
}

#[test]
fn stable_discs_of_some_boards() {
    let game = game("4x4");
    let count = |text: &str| game.stable_discs(&game.parse_position(text).expect("a sound position"));
    assert_eq!(count("-----XO--OX----- X"), (0, 0), "the start");
    assert_eq!(count("XXXOXX--X------- X"), (6, 1), "a full row, a corner with its sides, and what leans on them");
    assert_eq!(count("XOXXXXXOOXXOXXXO X"), (11, 5), "a full board");
}
