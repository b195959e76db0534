//! Facts about the game: counts of lines of play, the laws of games, who wins, what safe moves tell, and the words of its errors.

mod brute_force;

use std::collections::HashMap;

use brute_force::BruteForce;
use fastrand::Rng;
use insta::assert_snapshot;
use proofset_core::{Game, Goal, Notation, Outcome, Player, Solve, Symmetric};
use proofset_domineering::{Domineering, Position};
use proofset_testkit::conformance::{check_game, check_packing, check_symmetry, perft};

fn board(rows: usize, columns: usize) -> Domineering {
    Domineering::new(rows, columns).unwrap()
}

#[test]
fn obeys_the_laws_of_games() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 11), (11, 1), (2, 2), (3, 5), (4, 4), (6, 6), (11, 11)] {
        for game in [board(rows, columns), board(rows, columns).without_static()] {
            check_game(&game, 12, 1);
            check_symmetry(&game, 12, 1);
            check_packing(&Solve::from_start(game, Goal::win(Player::First)), 10, 1);
        }
    }
}

/// Counted by a program of a few lines in another language.
#[test]
fn perft_from_the_start() {
    let counts = |rows, columns, depth: u32| {
        let game = board(rows, columns).without_static();
        (0..=depth).map(|depth| perft(&game, &game.start(), depth)).collect::<Vec<_>>()
    };
    assert_eq!(counts(2, 2, 2), [1, 2, 0]);
    assert_eq!(counts(3, 3, 5), [1, 6, 20, 40, 8, 0]);
    assert_eq!(counts(4, 4, 4), [1, 12, 108, 756, 3628]);
}

/// The winner, by the rules of the crate, with images of the board as one; counts positions.
fn winner(game: &Domineering, position: &Position, known: &mut HashMap<Position, Player>) -> Player {
    if let Some(Outcome::Win(player)) = game.outcome(position) {
        return player;
    }
    let position = game.least_image(position);
    if let Some(&player) = known.get(&position) {
        return player;
    }
    let mover = game.to_move(&position);
    let mut reached: Vec<Position> = game
        .moves(&position)
        .map(|domino| {
            let mut next = position;
            game.play(&mut next, domino);
            next
        })
        .collect();
    // First what leaves the other one fewest moves, for it soon ends.
    reached.sort_by_key(|next| game.most_moves(next, mover.opponent()) + 60 - game.most_moves(next, mover));
    let wins = reached.iter().any(|next| winner(game, next, known) == mover);
    let player = if wins { mover } else { mover.opponent() };
    known.insert(position, player);
    player
}

/// The empty board with this player to move.
fn start(game: &Domineering, player: Player) -> Position {
    let vertical = game.position_text(&game.start());
    let text = match player {
        Player::First => vertical,
        Player::Second => vertical.replace('V', "H"),
    };
    game.parse_position(&text).unwrap()
}

/// Rows, columns, and who wins: V or H whoever moves first, or 1 or 2, who moves first or second. As found by another program, by search to the
/// end of all games.
const OUTCOMES: [(usize, usize, char); 19] = [
    (1, 1, '2'),
    (1, 5, 'H'),
    (5, 1, 'V'),
    (4, 1, 'V'),
    (6, 1, 'V'),
    (2, 2, '1'),
    (3, 2, '1'),
    (4, 2, 'V'),
    (2, 4, 'H'),
    (5, 2, 'H'),
    (3, 3, '1'),
    (4, 3, 'V'),
    (6, 3, 'V'),
    (4, 4, '1'),
    (5, 4, 'H'),
    (4, 6, '1'),
    (5, 5, '2'),
    (6, 5, 'V'),
    // D. M. Breuker and others, 2000.
    (6, 6, '1'),
];

#[test]
fn who_wins_on_known_boards() {
    for (rows, columns, outcome) in OUTCOMES {
        let game = board(rows, columns);
        let mut known = HashMap::new();
        let [vertical, horizontal] =
            [Player::First, Player::Second].map(|player| winner(&game, &start(&game, player), &mut known));
        let found = match (vertical, horizontal) {
            (Player::First, Player::First) => 'V',
            (Player::Second, Player::Second) => 'H',
            (Player::First, Player::Second) => '1',
            (Player::Second, Player::First) => '2',
        };
        assert_eq!(found, outcome, "{rows} rows, {columns} columns");
    }
}

/// What is known without a search is so, and what is played on is legal by the other reading of the rules.
fn check_judgement(game: &Domineering, brute: &mut BruteForce, text: &str) -> bool {
    let position = game.parse_position(text).unwrap();
    let winner = brute.winner(text);
    let played_out = game.without_static();
    if let Some(outcome) = played_out.outcome(&position) {
        assert_eq!(outcome, Outcome::Win(winner), "{text}");
    } else {
        let moves: Vec<String> = played_out.moves(&position).map(|mv| game.move_text(&position, mv)).collect();
        assert_eq!(moves, brute.moves(text), "{text}");
    }
    let known = game.outcome(&position);
    assert!(known.is_none_or(|outcome| outcome == Outcome::Win(winner)), "{text}: {known:?} by safe moves");
    known.is_some() && played_out.outcome(&position).is_none()
}

/// All sets of cells of small boards, with either player to move.
#[test]
fn safe_moves_agree_with_brute_force_on_all_small_boards() {
    for (rows, columns) in [(1, 8), (8, 1), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3)] {
        let (game, mut brute) = (board(rows, columns), BruteForce::new(rows, columns));
        let mut known = 0;
        for taken in 0..1_u32 << (rows * columns) {
            for player in ['V', 'H'] {
                known +=
                    usize::from(check_judgement(&game, &mut brute, &brute_force::text(rows, columns, taken, player)));
            }
        }
        assert!(known > 100 || rows.min(columns) == 1, "{rows}x{columns}: {known}");
    }
}

#[test]
fn safe_moves_agree_with_brute_force_on_random_boards() {
    let mut rng = Rng::with_seed(5);
    for (rows, columns) in [(4, 4), (3, 6), (6, 3), (2, 9), (5, 4), (4, 5), (5, 5)] {
        let (game, mut brute) = (board(rows, columns), BruteForce::new(rows, columns));
        let mut known = 0;
        for _ in 0..300 {
            // From a third of the cells to few of them are empty.
            let cells = |rng: &mut Rng| rng.u32(..1 << (rows * columns));
            let taken = cells(&mut rng) | if rng.bool() { cells(&mut rng) } else { 0 };
            for player in ['V', 'H'] {
                known +=
                    usize::from(check_judgement(&game, &mut brute, &brute_force::text(rows, columns, taken, player)));
            }
        }
        assert!(known > 100, "{rows}x{columns}: {known}");
    }
}

#[test]
fn moves_that_are_sure() {
    let game = board(4, 4);
    let counts = |text: &str| {
        let position = game.parse_position(text).unwrap();
        [Player::First, Player::Second]
            .map(|player| (game.safe_moves(&position, player), game.most_moves(&position, player)))
    };
    assert_eq!(counts("..../..../..../.... V"), [(0, 8), (0, 8)]);
    // The columns a and c are for Vertical alone; the corner below on the right is nobody's.
    assert_eq!(counts(".#.#/.#.#/.###/.##. V"), [(3, 3), (0, 0)]);
    assert_eq!(counts(".#../.#../.#../##.. H"), [(1, 5), (0, 4)]);
}

#[test]
fn texts_are_read_and_written() {
    let game = board(3, 4);
    let position = game.parse_position("b1b2, C3-d3").unwrap();
    assert_eq!(game.position_text(&position), ".#../.#../..## V");
    assert_eq!(game.parse_position(" .#../.#../..##  v ").unwrap(), position);
    assert_eq!(game.parse_position("").unwrap(), game.start());
    assert_eq!(game.position_text(&game.parse_position(".#.#/#.##/..## H").unwrap()), "####/#.##/..## H");
    let game = game.without_static();
    let moves: Vec<_> = game.moves(&position).map(|domino| game.move_text(&position, domino)).collect();
    assert_eq!(moves, ["a1a2", "c1c2", "d1d2", "a2a3"]);
    for text in ["d1d2", " d2D1", "d1-d2"] {
        assert_eq!(game.parse_move(&position, text).map(|mv| game.move_text(&position, mv)).unwrap(), "d1d2");
    }
    let large = board(11, 11);
    let position = large.parse_position("k10k11 a10b10").unwrap();
    assert_eq!(large.position_text(&position).split('/').nth(9), Some("##........#"));
    let read = |text: Option<&str>| Domineering::parameters().read(text).map(|arguments| arguments.to_string());
    assert_eq!(read(None).unwrap(), "6x6");
    assert_eq!(read(Some("3X4+no-static")).unwrap(), "3x4+no-static");
    for wrong in ["5", "0x5", "12x5", "100x100", "5x5x5", "5x5+static", "", "\u{1f600}"] {
        assert!(read(Some(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn errors_about_positions_say_what_is_wrong_and_where() {
    let game = board(3, 4);
    let error = |text: &str| game.parse_position(text).unwrap_err().to_string();
    assert_snapshot!(error("..../.... V"), @"the diagram has 2 rows, separated by `/`; expected 3");
    assert_snapshot!(error("..../...../.... V"), @"row 2 of the diagram, `.....`, has 5 cells; expected 4");
    assert_snapshot!(error("..../.x../.... V"), @"row 2 of the diagram, `.x..`, has `x` on b2; expected . if it is empty, and # if not");
    assert_snapshot!(error("..../..../...."), @"nothing behind the diagram says who is to move; write V or H there");
    assert_snapshot!(error("..../..../.... X"), @"`X` stands behind the diagram; expected V or H, who is to move");
    assert_snapshot!(error("..../..../.... V H"), @"`H` stands behind the position; expected nothing more");
    assert_snapshot!(error("a1a2 a3a4"), @"character 6: `a3a4` is not a move; write the two cells of a domino, as in a1a2; cells are a1, top left, to d3");
    assert_snapshot!(error("a1a2 b1b2"), @"character 6: b1b2: Horizontal is to move, whose dominoes lie on two cells beside each other");
    assert_snapshot!(error("a1a2 \u{e9}"), @"character 6: `é` is not a move; write the two cells of a domino, as in a1a2; cells are a1, top left, to d3");
    assert_snapshot!(Domineering::new(0, 12).unwrap_err().to_string(), @"a board of 0 rows and 12 columns; both must be from 1 to 11");
}

#[test]
fn errors_about_moves_say_what_is_wrong() {
    let game = board(3, 4);
    let error = |position: &str, text: &str| {
        game.parse_move(&game.parse_position(position).unwrap(), text).unwrap_err().to_string()
    };
    assert_snapshot!(error("", "a1"), @"`a1` is not a move; write the two cells of a domino, as in a1a2; cells are a1, top left, to d3");
    assert_snapshot!(error("", "a1a2a3"), @"`a1a2a3` is not a move; write the two cells of a domino, as in a1a2; cells are a1, top left, to d3");
    assert_snapshot!(error("", "a1a5"), @"`a1a5` is not a move; write the two cells of a domino, as in a1a2; cells are a1, top left, to d3");
    assert_snapshot!(error("", "a1b1"), @"a1b1: Vertical is to move, whose dominoes lie on two cells above each other");
    assert_snapshot!(error("", "a1a3"), @"a1a3: Vertical is to move, whose dominoes lie on two cells above each other");
    assert_snapshot!(error("..../..../.... H", "d1a2"), @"d1a2: Horizontal is to move, whose dominoes lie on two cells beside each other");
    assert_snapshot!(error("a1a2", "a2b2"), @"a2b2: a2 is taken");
    assert_snapshot!(error("####/####/..## V", "a3b3"), @"the game is over: Vertical is to move and cannot");
    assert_snapshot!(error(".#.#/.#.#/..## V", "a1a2"), @"Vertical is sure to outlast Horizontal, who can make 1 move at most, so the game counts as over; no-static plays it out");
}
