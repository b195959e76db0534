//! Certificates for "at least v" and "less than v + 1", and lines of play.

use proofset_core::{Game, NodeId, Player, Solver, Value, ValuedGame};
use proofset_multi_valued::{MultipleOutcome, Selection, ValueGraph};
use proofset_synthetic::{Position, Synthetic};
use proofset_testkit::certified::certified;

use crate::{SHAPES, counting, game, unlimited, value_of};

/// The score at the end of a line, for a player, if the line ends the game.
fn end_of(game: &Synthetic, line: &[u32], player: Player) -> Option<i32> {
    let mut position: Position = game.start();
    for &mv in line {
        game.play(&mut position, mv);
    }
    let score = game.score(&position)?;
    Some(if game.to_move(&position) == player { score } else { -score })
}

#[test]
fn values_are_certified_from_both_sides() {
    let (mut sides, mut lines) = (0, 0);
    for shape in SHAPES {
        for seed in 0..20 {
            let game = game(shape, seed);
            for player in [Player::First, Player::Second] {
                let value = value_of(&game, player);
                let mut search = counting(&game, player, Selection::MostProving);
                let report = search.find_value(&unlimited(), &mut ()).expect("it is acyclic");
                let mut outcomes = MultipleOutcome::new(game.clone(), game.start(), player);
                let at_once = outcomes.find_value(&unlimited(), &mut ()).expect("it is acyclic");
                for line in [&report.line, &at_once.line] {
                    if let Some(score) = end_of(&game, line, player) {
                        assert!(score >= value, "{game}: {line:?}");
                        lines += 1;
                    }
                }
                for (score, verdict) in [(value, Value::Proven), (value + 1, Value::Disproven)] {
                    // The game's own bounds may have spared a question; asked for it, the search finds the proof.
                    search.ask(score);
                    let report = search.solve(&unlimited(), &mut ()).expect("it is acyclic");
                    assert_eq!(report.verdict.value(), Some(verdict));
                    let question = search.question(score);
                    certified(&question.problem(), &question, verdict);
                    if outcomes.bounds(NodeId::from_bits(0)).answer(score) == Some(verdict) {
                        let question = outcomes.question(score);
                        certified(&question.problem(), &question, verdict);
                        sides += 1;
                    }
                }
            }
        }
    }
    assert!(sides > 500 && lines > 500, "{sides}, {lines}");
}

/// Certificates of one question can be had while another one stands.
#[test]
fn a_graph_certifies_all_that_it_has_answered() {
    for seed in 0..20 {
        let game = game("b=3,d=6,values=20,share=0.4", seed);
        let mut search = counting(&game, Player::First, Selection::GoalDirected);
        let report = search.find_value(&unlimited(), &mut ()).expect("it is acyclic");
        assert!(report.asked.len() >= 2);
        for asked in report.asked {
            let question = search.question(asked.score);
            certified(&question.problem(), &question, asked.value);
        }
    }
}
