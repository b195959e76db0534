//! Values of positions: by the definition, and by searches with the clock and without.

use std::collections::HashMap;

use fastrand::Rng;
use proofset_antichess::{Antichess, Position, Stalemate};
use proofset_best_first::pns;
use proofset_core::{Game, Goal, Limits, Notation, Outcome, Player, Solve, Solver, Verdict};

use crate::position;

#[track_caller]
fn verdict(game: Antichess, fen: &str, goal: Goal) -> Verdict {
    let root = game.parse_position(fen).unwrap();
    let mut search = pns(Solve::new(game, root, goal), proofset_best_first::Options::default());
    search.solve(&Limits::none(), &mut ()).unwrap().verdict
}

/// From positions 3 to 30 plies before the end of games on lichess, solved by others.
#[test]
fn known_wins_are_proven() {
    let game = Antichess::default();
    for (fen, winner) in [
        ("8/2Qp4/8/p7/8/P7/4PP2/8 w - -", Player::Second),
        ("8/p3kp1p/8/8/7P/3r4/8/7R w - -", Player::First),
        ("8/4Np2/7n/8/8/8/2KP1P2/8 b - -", Player::Second),
        ("1nbqk2r/2pp1p1p/8/8/7b/2p5/8/R4B2 w - -", Player::First),
        ("8/8/4K2p/7k/8/8/8/8 w - -", Player::First),
        ("8/8/8/3p1K2/7p/3r4/8/8 b - -", Player::First),
    ] {
        assert_eq!(verdict(game, fen, Goal::win(winner)), Verdict::Proven, "{fen}");
        assert_eq!(verdict(game, fen, Goal::win(winner.opponent())), Verdict::Disproven, "{fen}");
        assert_eq!(verdict(game, fen, Goal::at_least_draw(winner.opponent())), Verdict::Disproven, "{fen}");
    }
}

/// Wins for both sides by backward steps over all positions that play can come to, without a clock: whoever has a move to a
/// position that is lost for the other wins, whoever has none but to positions that are won for the other loses.
fn solve_backwards(game: Antichess, root: Position) -> HashMap<Position, Option<Player>> {
    let mut values: HashMap<Position, Option<Player>> = HashMap::new();
    let mut open = Vec::new();
    let mut waiting = vec![root];
    while let Some(position) = waiting.pop() {
        if values.contains_key(&position) {
            continue;
        }
        let outcome = game.outcome(&position);
        values.insert(
            position,
            outcome.and_then(|outcome| match outcome {
                Outcome::Win(player) => Some(player),
                Outcome::Draw => None,
            }),
        );
        if outcome.is_none() {
            let next: Vec<Position> = game.moves(&position).map(|mv| after(game, position, mv)).collect();
            waiting.extend(&next);
            open.push((position, next));
        }
    }
    loop {
        let before = open.len();
        open.retain(|(position, next)| {
            let mover = game.to_move(position);
            let winner = if next.iter().any(|next| values[next] == Some(mover)) {
                mover
            } else if next.iter().all(|next| values[next] == Some(mover.opponent())) {
                mover.opponent()
            } else {
                return true;
            };
            values.insert(*position, Some(winner));
            false
        });
        if open.len() == before {
            return values;
        }
    }
}

fn after(game: Antichess, mut position: Position, mv: proofset_antichess::Move) -> Position {
    game.play(&mut position, mv);
    position
}

/// A few pieces without pawns on random squares.
fn random(rng: &mut Rng) -> String {
    let mut cells = ["1"; 64];
    for piece in [["N", "K", "B"], ["n", "k", "b"]] {
        cells[rng.usize(..64)] = piece[rng.usize(..3)];
    }
    let rows: Vec<String> = cells.chunks(8).map(<[&str]>::concat).collect();
    format!("{} {} - -", rows.join("/"), if rng.bool() { "w" } else { "b" })
}

/// Searches with the clock and without it find what backward steps find: the fifty-move rule spoils no win of so few pieces.
#[test]
fn searches_agree_with_backward_steps() {
    let mut rng = Rng::with_seed(5);
    let mut seen = [0; 3];
    for stalemate in [Stalemate::MoverWins, Stalemate::FewerWins] {
        let endless = Antichess::new(stalemate).with_clock(false);
        for _ in 0..12 {
            let fen = random(&mut rng);
            let Ok(root) = endless.parse_position(&fen) else { continue };
            let values = solve_backwards(endless, root);
            let value = values[&root];
            seen[value.map_or(0, |player| if player == endless.to_move(&root) { 1 } else { 2 })] += 1;
            for player in [Player::First, Player::Second] {
                let goal = Goal::win(player);
                let expected = if value == Some(player) { Verdict::Proven } else { Verdict::Disproven };
                let problem = Solve::new(endless, root, goal);
                let options = proofset_depth_first::Options::default();
                let mut search = proofset_depth_first::Search::new(problem, options);
                let report = search.solve(&Limits::none(), &mut ()).unwrap();
                assert_eq!(report.verdict, expected, "{fen} {goal}");
                if expected == Verdict::Proven {
                    assert_eq!(verdict(endless.with_clock(true), &fen, goal), expected, "{fen} {goal} with the clock");
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "draws, wins and losses: {seen:?}");
}

/// The side with fewer pieces wins a stalemate on FICS; elsewhere the one that cannot move does.
#[test]
fn the_rule_for_stalemate_decides() {
    let fen = "8/8/8/p7/8/P7/P7/8 b - -";
    assert_eq!(position(fen).side_to_move(), proofset_antichess::Color::Black);
    let international = verdict(Antichess::default(), fen, Goal::win(Player::First));
    let fics = verdict(Antichess::new(Stalemate::FewerWins), fen, Goal::win(Player::First));
    assert_eq!((international, fics), (Verdict::Proven, Verdict::Disproven));
}
