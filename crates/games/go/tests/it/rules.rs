//! Moves, captures and kos: held against slow rules, and against those of the crate goban.

use std::collections::BTreeSet;

use fastrand::Rng;
use goban::pieces::stones::Color as Stone;
use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, IllegalRules, Move};
use proofset_core::{Describe, Problem, Status};
use proofset_go::{Board, Color, Local, LocalQuestion, Point, State};
use proofset_testkit::conformance::check_packing;

use crate::slow::{Cell, Need, Slow, Superko, all_cells, diagram};
use crate::{asked, local};

/// The moves that put a stone, each with the diagram behind it.
fn moves<const W: usize>(local: &Local<W>, state: &State<W>) -> BTreeSet<(String, String)>
where
    Local<W>: Problem<State = State<W>> + Describe,
{
    let mut moves = BTreeSet::new();
    local.for_each_successor(state, |mv, next| {
        moves.insert((local.move_text(state, mv), local.position(&next).board().to_string()));
    });
    moves.retain(|(name, _)| name != "pass");
    moves
}

/// Random games inside a question, held against the slow rules until the stone in question is gone.
fn play_out<const W: usize>(local: &Local<W>, slow: &Slow, rng: &mut Rng, plies: usize) -> usize
where
    Local<W>: Problem<State = State<W>> + Describe,
{
    let (mut state, mut other) = (local.root(), slow.root());
    for ply in 0..plies {
        if !matches!(local.status(&state), Status::Open(_)) || !matches!(slow.status(&other), Status::Open(_)) {
            return ply;
        }
        let (mut ours, mut theirs) = (vec![], vec![]);
        local.for_each_successor(&state, |mv, next| ours.push((local.move_text(&state, mv), next)));
        slow.for_each_successor(&other, |mv, next| theirs.push((slow.move_text(&other, mv), next)));
        let expected = theirs.iter().filter(|(name, _)| name != "pass");
        let expected: BTreeSet<_> = expected.map(|(name, next)| (name.clone(), diagram(&next.cells))).collect();
        assert_eq!(moves(local, &state), expected, "{}", local.state_text(&state));
        if ours.is_empty() {
            return ply;
        }
        // The slow rules let both sides pass at any time.
        let (name, next) = ours.swap_remove(rng.usize(..ours.len()));
        state = next;
        other = theirs.into_iter().find(|(other, _)| *other == name).expect("the same move").1;
    }
    plies
}

fn slow(text: &str, target: Cell, suicide: bool) -> Slow {
    let (cells, to_move) = text.split_once(' ').unwrap();
    let cells: Vec<Vec<char>> = cells.split('/').map(|row| row.chars().collect()).collect();
    Slow {
        to_move: to_move.to_ascii_uppercase().chars().next().unwrap(),
        playable: all_cells(&cells).collect(),
        targets: vec![target],
        need: Need::All,
        prover: 'O',
        komaster: None,
        threats: None,
        eyes: false,
        liberties: None,
        near: [None; 2],
        far: [None; 2],
        suicide,
        tenuki: true,
        superko: Superko::No,
        cells,
    }
}

#[test]
fn random_games_go_as_the_slow_rules_say() {
    let mut rng = Rng::with_seed(7);
    let mut plies = 0;
    for round in 0..60 {
        let (rules, suicide) = if round % 2 == 0 { ("no-static", false) } else { ("no-static,suicide", true) };
        let text = "X...../....../..O.../....../....../....OX x";
        plies += play_out(&local(rules, text, "capture:A6:region=board"), &slow(text, (0, 0), suicide), &mut rng, 150);
        // Boards whose points take two words, and six.
        for (columns, rows) in [(9, 9), (12, 11)] {
            let others = format!("/{}", ".".repeat(columns)).repeat(rows - 1);
            let text = format!("X{}{others} o", ".".repeat(columns - 1));
            let slow = slow(&text, (0, 0), suicide);
            let goal = format!("capture:A{rows}:region=board");
            plies += match asked(rules, &text, &goal) {
                LocalQuestion::Medium(local) => play_out(&local, &slow, &mut rng, 60),
                LocalQuestion::Large(local) => play_out(&local, &slow, &mut rng, 30),
                _ => panic!("{columns}x{rows} is no small board"),
            };
        }
    }
    assert!(plies > 3_000, "{plies}");
}

/// The same point for goban, which counts rows from above.
fn coord(point: Point, rows: usize) -> (u8, u8) {
    ((rows - 1 - point.row()) as u8, point.column() as u8)
}

/// A second opinion by somebody else's rules, along whole games on the boards that people play on.
#[test]
fn random_games_go_as_goban_says() {
    let mut rng = Rng::with_seed(19);
    for (size, rows) in [(GobanSizes::Nine, 9), (GobanSizes::Thirteen, 13), (GobanSizes::Nineteen, 19)] {
        let mut game = Game::new(size, CHINESE);
        let mut board = Board::empty(proofset_go::Size::new(rows, rows).unwrap());
        let (mut to_move, mut ko) = (Color::Black, None);
        let mut captures = 0;
        for _ in 0..3 * rows * rows {
            let rules = IllegalRules::KO | IllegalRules::SUICIDE;
            let theirs: BTreeSet<(u8, u8)> = game.legals_by(rules).collect();
            let points = board.size().points();
            let ours: Vec<(Point, Board, Option<Point>)> = points
                .filter(|&point| board.stone(point).is_none() && ko != Some(point))
                .filter_map(|point| {
                    let mut next = board.clone();
                    let played = next.play(point, to_move, false)?;
                    Some((point, next, played.ko))
                })
                .collect();
            assert_eq!(ours.iter().map(|(point, ..)| coord(*point, rows)).collect::<BTreeSet<_>>(), theirs, "{board}");
            if ours.is_empty() {
                break;
            }
            let (point, next, next_ko) = ours[rng.usize(..ours.len())].clone();
            let (row, column) = coord(point, rows);
            game.play(Move::Play(row, column));
            for point in board.size().points() {
                let theirs = match game.goban().get_color(coord(point, rows)) {
                    Some(Stone::Black) => Some(Color::Black),
                    Some(Stone::White) => Some(Color::White),
                    _ => None,
                };
                assert_eq!(next.stone(point), theirs, "{next} {point}");
            }
            captures += usize::from(
                next.size().points().any(|point| board.stone(point).is_some() && next.stone(point).is_none()),
            );
            (board, ko, to_move) = (next, next_ko, to_move.opponent());
        }
        assert!(captures > 10, "{captures}");
    }
}

#[test]
fn states_are_written_as_words() {
    for (rules, text, goal) in [
        ("", ".XO./XXO./OOO./.... x", "live:A3"),
        ("suicide,no-static", ".XO./XXO./OOO./.... x", "live:A3:region=board"),
        ("no-tenuki", ".X.XO./XXXXO./OOOOO./...... o", ""),
    ] {
        check_packing(&local(rules, text, goal), 40, 1);
    }
    let LocalQuestion::Large(large) =
        asked("", "19x19 black C3 D4 white E5 C4 D3, white to play", "capture:D4:region=board")
    else {
        panic!("a whole board is large")
    };
    check_packing(&large, 2, 1);
}
