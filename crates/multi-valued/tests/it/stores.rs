//! Stores that can be asked about one score after the other.

use proofset_core::{AtLeast, Game, LeafCost, Limits, Player, Role, Score, Size, Threshold, ValuedGame, Watch};
use proofset_multi_valued::{ScoreStatus, Scores, ValueStore};
use proofset_store::{Children, Interned, Making};
use proofset_synthetic::{Position, Synthetic};

use crate::{SHAPES, game};

/// What a position is worth to a player, as the rules say it.
fn expected(game: &Synthetic, position: &Position, player: Player, cost: LeafCost) -> ScoreStatus {
    let own = game.to_move(position) == player;
    match game.score(position) {
        Some(score) => ScoreStatus::Finished(if own { score } else { -score }),
        None => ScoreStatus::Open { role: if own { Role::Or } else { Role::And }, cost, evaluation: 0 },
    }
}

/// Nodes stay when the question changes, and what is told of them does not depend on it; a leaf costs what the probe says
/// of the question that stood when it was made.
#[test]
fn another_question_leaves_the_nodes() {
    for (shape, player) in SHAPES.into_iter().zip([Player::First, Player::Second].into_iter().cycle()) {
        let game = game(shape, 3);
        let start = game.start();
        let probe = |problem: &AtLeast<Synthetic>, _: &Position| {
            let score = Size::new(100 + problem.threshold().score.unsigned_abs());
            LeafCost { proof: score, disproof: Size::ONE }
        };
        let cost = |score: Score| LeafCost { proof: Size::new(100 + score.unsigned_abs()), disproof: Size::ONE };
        let problem = AtLeast::new(game.clone(), start, Threshold { player, score: 5 });
        let mut interned = Interned::new(problem, Scores::new(probe));
        let store: &mut dyn ValueStore<Problem = AtLeast<Synthetic>, Fact = ScoreStatus> = &mut interned;
        let (root, new) = store.place(start, &Making::default()).unwrap();
        assert_eq!(new.unwrap().fact, expected(&game, &start, player, cost(5)));

        store.ask(-7);
        assert_eq!(store.threshold(), Threshold { player, score: -7 });
        assert_eq!((store.nodes().node_count(), store.find(&start)), (1, Some(root)));
        let mut children = Children::new();
        store.nodes_mut().list(root, usize::MAX).unwrap();
        store.nodes_mut().make(&Making::default(), &Watch::new(&Limits::none(), &mut ()), &mut children).unwrap();
        assert!(!children.new.is_empty());
        for (&child, new) in children.nodes.iter().zip(&children.new) {
            assert_eq!(new.fact, expected(&game, &store.state(child), player, cost(-7)));
        }
    }
}

/// An estimate is that of the player who asks, whoever moves.
#[test]
fn a_glance_is_turned_round_for_the_other_player() {
    /// A game that has not begun, with its own idea of its value.
    struct Judged;

    impl Game for Judged {
        type Position = ();
        type Move = u32;

        fn start(&self) {}

        fn to_move(&self, (): &()) -> Player {
            Player::First
        }

        fn outcome(&self, (): &()) -> Option<proofset_core::Outcome> {
            None
        }

        fn moves(&self, (): &()) -> impl Iterator<Item = u32> {
            std::iter::empty()
        }

        fn play(&self, (): &mut (), _: u32) {}
    }

    impl ValuedGame for Judged {
        fn limit(&self) -> Score {
            9
        }

        fn score(&self, (): &()) -> Option<Score> {
            None
        }

        fn evaluate(&self, (): &()) -> Score {
            3
        }

        fn bounds(&self, (): &()) -> (Score, Score) {
            (-2, 8)
        }
    }

    let estimate = |player| {
        let problem = AtLeast::new(Judged, (), Threshold { player, score: 0 });
        let estimate = Interned::new(problem, Scores::new(())).estimate();
        (estimate.bounds.low, estimate.bounds.high, estimate.guess)
    };
    assert_eq!(estimate(Player::First), (-2, 8, 3));
    assert_eq!(estimate(Player::Second), (-8, 2, -3));
}
