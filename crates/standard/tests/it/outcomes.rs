//! What positions are worth in games that are won, drawn or lost and have no scores, against plain minimax.

use fastrand::Rng;
use proofset_atari_go::AtariGo;
use proofset_catalog::Asks;
use proofset_core::{Limits, Notation, Outcome, Verdict};
use proofset_standard::catalog;
use proofset_tic_tac_toe::TicTacToe;

/// The value to the player to move.
fn minimax<G: Notation>(game: &G, position: &G::Position) -> i32
where
    G::Position: Clone,
{
    let to_move = game.to_move(position);
    match game.outcome(position) {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) => {
            if winner == to_move {
                1
            } else {
                -1
            }
        }
        None => {
            let behind = |mv| {
                let mut next = position.clone();
                game.play(&mut next, mv);
                let value = minimax(game, &next);
                if game.to_move(&next) == to_move { value } else { -value }
            };
            game.moves(position).map(behind).max().expect("an unfinished position has moves")
        }
    }
}

/// Compares random positions a number of moves after the start.
fn compare<G: Notation>(name: &str, game: &G, plies: std::ops::Range<usize>, rounds: usize, rng: &mut Rng) -> [u32; 3]
where
    G::Position: Clone,
{
    let mut counts = [0; 3];
    for _ in 0..rounds {
        let mut position = game.start();
        for _ in 0..rng.usize(plies.clone()) {
            let moves: Vec<_> = game.moves(&position).collect();
            if game.outcome(&position).is_some() {
                break;
            }
            game.play(&mut position, moves[rng.usize(..moves.len())]);
        }
        let value = minimax(game, &position);
        counts[usize::try_from(value + 1).unwrap()] += 1;
        let text = game.position_text(&position);
        let task = catalog().open(name, Some(&text), None).unwrap();
        let algorithms = task.algorithms(Asks::Value);
        assert!(algorithms.len() > 10, "{algorithms:?}");
        for algorithm in algorithms {
            let mut run = task.begin_value(&algorithm.parse().unwrap()).unwrap();
            let outcome = run.find_value(&Limits::none(), &mut ()).unwrap();
            assert_eq!(outcome.value(), Some(value), "{name} {text} by {algorithm}");
        }
        // The two questions that a value answers.
        for (score, expected) in [(value, Verdict::Proven), (value + 1, Verdict::Disproven)] {
            let asked = task.at_least(score);
            assert_eq!(asked.is_some(), (0..=1).contains(&score), "{score}");
            if let Some(question) = asked {
                let mut run = question.begin(&"pns".parse().unwrap()).unwrap();
                assert_eq!(run.advance(&Limits::none(), &mut ()).unwrap().verdict, expected, "{name} {text}");
            }
        }
    }
    counts
}

#[test]
fn values_are_those_of_plain_minimax() {
    let mut rng = Rng::with_seed(5);
    let counts = compare("tic-tac-toe", &TicTacToe, 2..7, 60, &mut rng);
    assert!(counts.iter().all(|&count| count >= 5), "losses, draws and wins: {counts:?}");
    compare("tic-tac-toe:symmetry", &TicTacToe, 2..7, 20, &mut rng);
    let board = catalog();
    let atari = board.open("atari-go:3x3", None, None).unwrap();
    let parameters = AtariGo::parameters().read(Some("3x3")).unwrap();
    let game = AtariGo::from_arguments(&parameters).unwrap();
    assert_eq!(atari.game(), "atari-go:3x3");
    let counts = compare("atari-go:3x3", &game, 3..7, 20, &mut rng);
    assert_eq!(counts[1], 0, "there are no draws");
}
