//! Values against minimax: all searches, on trees and DAGs, for both players, and on a game that people play.

use std::collections::BTreeSet;

use fastrand::Rng;
use proofset_best_first::{Mobility, Options as BestFirstOptions, pns, pss};
use proofset_core::{
    AtLeast, Game, LeafCost, Limits, NodeId, Notation, Outcome, Player, Probe, Score, Size, SolveError, Solver,
    Threshold, Value, ValuedGame, Verdict,
};
use proofset_multi_valued::{MultiValued, MultipleOutcome, Options, Selection, ValueReport};
use proofset_nodeset::{Count, Effort, SortedSet, TieOrder};
use proofset_synthetic::{Position, Synthetic};
use proofset_tic_tac_toe::TicTacToe;

use crate::{Cost, SHAPES, counting, game, minimax, unlimited, value_of};

/// Roots are first.
const ROOT: NodeId = NodeId::from_bits(0);

const SELECTIONS: [Selection; 2] = [Selection::MostProving, Selection::GoalDirected];

/// What the search finds with these algebras.
fn found<E: Effort, D: Effort>(
    game: &Synthetic,
    player: Player,
    proof: E,
    disproof: D,
    options: Options,
) -> Option<Score> {
    let mut search = MultiValued::new(game.clone(), game.start(), player, proof, disproof, options);
    search.find_value(&unlimited(), &mut ()).expect("it is acyclic").value()
}

#[test]
fn values_are_those_of_minimax() {
    let sets = || SortedSet::new(TieOrder::Lex);
    let truncated = |most| SortedSet::truncated(most, TieOrder::Lex);
    for shape in SHAPES {
        for seed in 0..150 {
            let game = game(shape, seed);
            for player in [Player::First, Player::Second] {
                let value = Some(value_of(&game, player));
                for selection in SELECTIONS {
                    let options = Options::default().with_selection(selection);
                    assert_eq!(found(&game, player, Count::new(), Count::new(), options), value, "{game}, {options:?}");
                    assert_eq!(found(&game, player, sets(), sets(), options), value, "{game}, {options:?}");
                    assert_eq!(found(&game, player, truncated(2), Count::new(), options), value, "{game}, {options:?}");
                }
                let mut outcomes = MultipleOutcome::new(game.clone(), game.start(), player);
                let report = outcomes.find_value(&unlimited(), &mut ()).expect("it is acyclic");
                assert_eq!(report.value(), value, "{game}");
            }
        }
    }
}

/// All questions, in any order, of one graph, and each of a fresh search.
#[test]
fn verdicts_for_all_scores_are_those_of_fresh_searches() {
    let mut rng = Rng::with_seed(5);
    for shape in SHAPES {
        for seed in 0..25 {
            let game = game(shape, seed);
            let value = value_of(&game, Player::First);
            let (low, high) = game.bounds(&game.start());
            let mut scores: Vec<Score> = (low - 1..=high + 1).collect();
            rng.shuffle(&mut scores);
            let mut searches = SELECTIONS.map(|selection| counting(&game, Player::First, selection));
            for &score in &scores {
                let expected = if value >= score { Verdict::Proven } else { Verdict::Disproven };
                for search in &mut searches {
                    search.ask(score);
                    let report = search.solve(&unlimited(), &mut ()).expect("it is acyclic");
                    assert_eq!(report.verdict, expected, "{game}: at least {score}?");
                    assert!(report.proof.is_zero() != report.disproof.is_zero());
                }
                let asked = AtLeast::new(game.clone(), game.start(), Threshold { player: Player::First, score });
                let mut fresh = pns(asked, BestFirstOptions::default());
                assert_eq!(fresh.solve(&unlimited(), &mut ()).expect("it is acyclic").verdict, expected);
            }
        }
    }
}

/// The first question is plain proof-number search, or proof-set search, expansion for expansion.
#[test]
fn the_first_question_is_that_of_a_plain_search() {
    for shape in SHAPES {
        for seed in 0..40 {
            let game = game(shape, seed);
            let score = value_of(&game, Player::First) + i32::try_from(seed % 3).expect("it is small");
            let asked = || AtLeast::new(game.clone(), game.start(), Threshold { player: Player::First, score });
            let options = Options::default().with_guess(score);
            let counts = (Count::new(), Count::new());
            let mut search = MultiValued::new(game.clone(), game.start(), Player::First, counts.0, counts.1, options);
            search.ask(score);
            let ours = search.solve(&unlimited(), &mut ()).expect("it is acyclic");
            let theirs = pns(asked(), BestFirstOptions::default()).solve(&unlimited(), &mut ()).expect("it is acyclic");
            assert_eq!((ours.verdict, ours.expanded), (theirs.verdict, theirs.expanded), "{game}");
            assert_eq!((ours.generated, ours.visits), (theirs.generated, theirs.visits), "{game}");

            let sets = || SortedSet::new(TieOrder::Lex);
            let mut search = MultiValued::new(game.clone(), game.start(), Player::First, sets(), sets(), options);
            search.ask(score);
            let ours = search.solve(&unlimited(), &mut ()).expect("it is acyclic");
            let mut plain = pss(asked(), TieOrder::Lex, BestFirstOptions::default());
            let theirs = plain.solve(&unlimited(), &mut ()).expect("it is acyclic");
            assert_eq!((ours.verdict, ours.expanded), (theirs.verdict, theirs.expanded), "{game}");
        }
    }
}

/// With two outcomes there is one score to ask for.
#[test]
fn two_outcomes_are_proof_number_search() {
    for (shape, seeds) in [("b=2..4,d=6,values=0..1", 60), ("b=3,d=7,values=0..1,share=0.5,early=0.1", 60)] {
        for seed in 0..seeds {
            let game = game(shape, seed);
            let asked = AtLeast::new(game.clone(), game.start(), Threshold { player: Player::First, score: 1 });
            let mut plain = pns(asked, BestFirstOptions::default());
            let mut outcomes = MultipleOutcome::new(game.clone(), game.start(), Player::First);
            for expansions in 0.. {
                let limits = Limits::expansions(expansions);
                let theirs = plain.solve(&limits, &mut ()).expect("it is acyclic");
                let ours = outcomes.find_value(&limits, &mut ()).expect("it is acyclic");
                assert_eq!(ours.value().map(|value| value == 1), theirs.verdict.value().map(|v| v == Value::Proven));
                assert_eq!(outcomes.last_expanded(), plain.last_expanded(), "{game}, expansion {expansions}");
                assert_eq!((ours.expanded, ours.generated), (theirs.expanded, theirs.generated), "{game}");
                assert_eq!(outcomes.sizes(ROOT, 1), Some((theirs.proof, theirs.disproof)), "{game}");
                if ours.value().is_some() {
                    break;
                }
            }
        }
    }
}

/// A graph that stays takes less than half of what fresh searches for the same questions take, and so does one search
/// for all values.
#[test]
fn a_graph_that_stays_spares_work() {
    let (mut kept, mut fresh, mut at_once) = (0, 0, 0);
    for seed in 0..10 {
        let game = game("b=3,d=7,values=20,share=0.2", seed);
        let report = counting(&game, Player::First, Selection::MostProving).find_value(&unlimited(), &mut ());
        let report: ValueReport<u32> = report.expect("it is acyclic");
        kept += report.expanded;
        assert_eq!(report.expanded, report.asked.iter().map(|asked| asked.expanded).sum::<u64>());
        for asked in report.asked {
            let threshold = Threshold { player: Player::First, score: asked.score };
            let mut search = pns(AtLeast::new(game.clone(), game.start(), threshold), BestFirstOptions::default());
            let answer = search.solve(&unlimited(), &mut ()).expect("it is acyclic");
            assert_eq!(answer.verdict.value(), Some(asked.value));
            fresh += answer.expanded;
        }
        let mut outcomes = MultipleOutcome::new(game.clone(), game.start(), Player::First);
        at_once += outcomes.find_value(&unlimited(), &mut ()).expect("it is acyclic").expanded;
    }
    assert!(kept * 2 < fresh && at_once * 2 < fresh, "{kept}, {at_once}, {fresh}");
}

/// Costs of leaves steer the search and nothing else.
#[test]
fn costs_of_leaves_change_no_value() {
    fn check<E: Effort>(game: &Synthetic, sides: [E; 2], probe: Cost<'_>) -> u64 {
        let ([proof, disproof], options) = (sides, Options::default());
        let mut search =
            MultiValued::with_probe(game.clone(), game.start(), Player::First, proof, disproof, options, probe);
        let report = search.find_value(&unlimited(), &mut ()).expect("it is acyclic");
        assert_eq!(report.value(), Some(value_of(game, Player::First)), "{game}");
        report.expanded
    }
    let counts = || [Count::new(), Count::new()];
    let sets = || [(); 2].map(|()| SortedSet::new(TieOrder::Lex));
    let (mut unit, mut mobile) = ([0; 2], [0; 2]);
    for shape in SHAPES {
        for seed in 0..30 {
            let game = game(shape, seed);
            let one: Cost<'_> = &mut |problem, position| ().cost(problem, position);
            unit[0] += check(&game, counts(), one);
            unit[1] += check(&game, sets(), one);
            let mut mobility = Mobility::new();
            let mobile_cost: Cost<'_> = &mut |problem, position| mobility.cost(problem, position);
            mobile[0] += check(&game, counts(), mobile_cost);
            mobile[1] += check(&game, sets(), mobile_cost);
            let mut rng = Rng::with_seed(seed);
            let mut any_cost = |_: &AtLeast<Synthetic>, _: &Position| LeafCost {
                proof: Size::new(rng.u32(0..9)),
                disproof: Size::new(rng.u32(0..9)),
            };
            check(&game, counts(), &mut any_cost);
            check(&game, sets(), &mut any_cost);
        }
    }
    assert!(unit[0] != mobile[0] && unit[1] != mobile[1], "costs are looked at");
}

/// What a game says of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ranks {
    /// The stones on the board.
    Right,
    Missing,
    /// The same for all positions.
    Wrong,
}

/// Tic-tac-toe in which a win is worth one and the squares that are left.
#[derive(Clone, Debug)]
struct Early(TicTacToe, Ranks);

impl Game for Early {
    type Position = <TicTacToe as Game>::Position;
    type Move = <TicTacToe as Game>::Move;

    fn start(&self) -> Self::Position {
        self.0.start()
    }

    fn to_move(&self, position: &Self::Position) -> Player {
        self.0.to_move(position)
    }

    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.0.outcome(position)
    }

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.0.moves(position)
    }

    fn play(&self, position: &mut Self::Position, mv: Self::Move) {
        self.0.play(position, mv);
    }

    fn rank(&self, position: &Self::Position) -> Option<u32> {
        match self.1 {
            Ranks::Right => self.0.rank(position),
            Ranks::Missing => None,
            Ranks::Wrong => Some(3),
        }
    }
}

impl ValuedGame for Early {
    fn limit(&self) -> Score {
        10
    }

    fn score(&self, position: &Self::Position) -> Option<Score> {
        let left =
            9 - self.0.rank(position).and_then(|stones| Score::try_from(stones).ok()).expect("stones are counted");
        Some(match self.outcome(position)? {
            Outcome::Draw => 0,
            Outcome::Win(player) if player == self.to_move(position) => left + 1,
            Outcome::Win(_) => -left - 1,
        })
    }

    fn evaluate(&self, position: &Self::Position) -> Score {
        assert_eq!(self.outcome(position), None, "a finished game needs no guess");
        0
    }

    fn bounds(&self, position: &Self::Position) -> (Score, Score) {
        assert_eq!(self.outcome(position), None, "a finished game needs no bounds");
        (-self.limit(), self.limit())
    }
}

fn counting_early(game: &Early, position: Board, player: Player) -> MultiValued<Early, Count, Count> {
    MultiValued::new(game.clone(), position, player, Count::new(), Count::new(), Options::default())
}

type Board = <TicTacToe as Game>::Position;

#[test]
fn tic_tac_toe_has_its_values() {
    let games = [Early(TicTacToe, Ranks::Right), Early(TicTacToe, Ranks::Missing)];
    let mut rng = Rng::with_seed(1);
    let mut seen = BTreeSet::new();
    for round in 0..60 {
        let mut position = games[0].start();
        for _ in 0..round % 6 {
            let moves: Vec<_> = games[0].moves(&position).collect();
            if games[0].outcome(&position).is_none() {
                games[0].play(&mut position, moves[rng.usize(..moves.len())]);
            }
        }
        for player in [Player::First, Player::Second] {
            let value = minimax(&games[0], &position, player);
            for game in &games {
                let mut search = counting_early(game, position, player);
                assert_eq!(search.find_value(&unlimited(), &mut ()).expect("it is acyclic").value(), Some(value));
                let mut outcomes = MultipleOutcome::new(game.clone(), position, player);
                assert_eq!(outcomes.find_value(&unlimited(), &mut ()).expect("it is acyclic").value(), Some(value));
            }
            seen.insert(value);
        }
    }
    assert!(seen.len() >= 5, "{seen:?}");
    assert_eq!(minimax(&games[0], &games[0].start(), Player::First), 0);
}

#[test]
fn ranks_that_do_not_increase_are_errors() {
    let game = Early(TicTacToe, Ranks::Wrong);
    let expected = SolveError::Rank { parent: 3, child: 3 };
    let mut search = counting_early(&game, game.start(), Player::First);
    let mut outcomes = MultipleOutcome::new(game.clone(), game.start(), Player::First);
    for _ in 0..2 {
        assert_eq!(search.find_value(&unlimited(), &mut ()).err().as_ref(), Some(&expected));
        assert_eq!(search.solve(&unlimited(), &mut ()).err().as_ref(), Some(&expected));
        assert_eq!(outcomes.find_value(&unlimited(), &mut ()).err().as_ref(), Some(&expected));
    }
}

/// What is asked of finished games alone is their score: bounds and guesses are for the others.
#[test]
fn finished_games_are_worth_their_score() {
    // The player to move has lost, with four and with three squares left.
    for (position, left) in [("XXX/OO./...", 4), ("XX./OOO/X..", 3)] {
        let position = TicTacToe.parse_position(position).expect("it is one");
        for player in [Player::First, Player::Second] {
            let game = Early(TicTacToe, Ranks::Right);
            let worth = if player == game.to_move(&position) { -left - 1 } else { left + 1 };
            let mut search = counting_early(&game, position, player);
            assert_eq!(search.find_value(&unlimited(), &mut ()).expect("it is acyclic").value(), Some(worth));
            for score in worth - 1..=worth + 1 {
                search.ask(score);
                let report = search.solve(&unlimited(), &mut ()).expect("it is acyclic");
                assert_eq!(report.verdict.value() == Some(Value::Proven), worth >= score);
            }
            let mut search = MultipleOutcome::new(game, position, player);
            assert_eq!(search.find_value(&unlimited(), &mut ()).expect("it is acyclic").value(), Some(worth));
        }
    }
}
