//! Facts about the game: counts of lines of play, the laws of games, who wins, and the words of its errors.

mod brute_force;

use brute_force::BruteForce;
use fastrand::Rng;
use insta::assert_snapshot;
use proofset_core::{Arguments, Game, Goal, Notation, Outcome, Player, Reversible, Solve, Symmetric};
use proofset_hex::{Hex, Position};
use proofset_testkit::conformance::{check_game, check_packing, check_symmetry, perft};

/// The game as people play it.
fn whole(columns: usize, rows: usize) -> Hex {
    Hex::new(columns, rows).unwrap()
}

fn after(game: &Hex, position: &Position, cell: proofset_hex::Cell) -> Position {
    let mut next = *position;
    game.play(&mut next, cell);
    next
}

/// The position after so many random moves, if the game is not over before.
fn random_position(rng: &mut Rng, game: &Hex, stones: usize) -> Option<Position> {
    let mut position = game.start();
    for _ in 0..stones {
        if game.outcome(&position).is_some() {
            return None;
        }
        let moves: Vec<_> = game.moves(&position).collect();
        position = after(game, &position, *rng.choice(&moves)?);
    }
    Some(position)
}

#[test]
fn obeys_the_laws_of_games() {
    for (columns, rows) in [(1, 1), (1, 3), (3, 1), (3, 3), (4, 5), (11, 11)] {
        let game = whole(columns, rows);
        check_game(&game, 12, 1);
        check_symmetry(&game, 12, 1);
        check_packing(&Solve::from_start(game, Goal::win(Player::First)), 10, 1);
    }
    for (columns, rows, connections) in [(1, 1, 1), (2, 3, 1), (4, 4, 3), (6, 5, 2)] {
        let game = whole(columns, rows).with_connections(connections);
        check_game(&game, 20, 1);
        check_symmetry(&game, 20, 1);
    }
}

#[test]
fn a_move_is_taken_back() {
    let game = whole(5, 4);
    let mut rng = Rng::with_seed(2);
    for stones in 0..12 {
        let Some(position) = random_position(&mut rng, &game, stones) else { continue };
        for cell in game.moves(&position) {
            let mut other = position;
            game.make(&mut other, cell);
            assert_eq!(other, after(&game, &position, cell));
            game.unmake(&mut other, cell, ());
            assert_eq!(other, position);
        }
    }
}

/// Nobody can win so early on 5x5. On 2x2 the first player wins with the third stone in half of all lines: three of the six pairs of
/// cells connect top and bottom.
#[test]
fn perft_from_the_start() {
    let counts =
        |game: Hex, depth: u32| (0..=depth).map(|depth| perft(&game, &game.start(), depth)).collect::<Vec<_>>();
    assert_eq!(counts(whole(5, 5), 4), [1, 25, 600, 13_800, 303_600]);
    assert_eq!(counts(whole(1, 1), 2), [1, 1, 0]);
    assert_eq!(counts(whole(2, 2), 4), [1, 4, 12, 24, 12]);
}

/// Which first moves win, row by row from the top; the maps up to 4x4 are those of brute force.
#[test]
fn opening_maps() {
    let expected = [(1, 1, "W"), (2, 2, "LW/WL"), (3, 3, "LLW/WWW/WLL"), (4, 4, "LLLW/LLWL/LWLL/WLLL")];
    for (columns, rows, map) in expected {
        let game = whole(columns, rows);
        let mut brute = BruteForce::new(columns, rows);
        let mut found = String::new();
        for cell in game.moves(&game.start()) {
            let text = game.position_text(&after(&game, &game.start(), cell));
            found.push(if brute.winner(&text) == Player::First { 'W' } else { 'L' });
            if found.len() % (columns + 1) == columns && found.len() < map.len() {
                found.push('/');
            }
        }
        assert_eq!(found, map);
    }
}

/// Compares what is known without a search with brute force, and with the moves that are left.
fn check_judgements(
    columns: usize,
    rows: usize,
    stones: std::ops::Range<usize>,
    positions: usize,
    seed: u64,
) -> [usize; 3] {
    let mut rng = Rng::with_seed(seed);
    let game = whole(columns, rows);
    let mut brute = BruteForce::new(columns, rows);
    let [mut known, mut fewer, mut open] = [0; 3];
    for _ in 0..positions {
        let count = rng.usize(stones.clone());
        let Some(position) = random_position(&mut rng, &game, count) else { continue };
        if game.outcome(&position).is_some() {
            continue;
        }
        let text = game.position_text(&position);
        let winner = brute.winner(&text);
        for connections in [1, 2, 4, 12] {
            let game = game.clone().with_connections(connections);
            if let Some(outcome) = game.outcome(&position) {
                assert_eq!(outcome, Outcome::Win(winner), "{connections} connections: {text}");
                known += 1;
                continue;
            }
            open += 1;
            let moves: Vec<_> = game.moves(&position).collect();
            fewer += usize::from(moves.len() < columns * rows - game.rank(&position).unwrap() as usize);
            if winner == game.to_move(&position) {
                let wins = |&cell| brute.winner(&game.position_text(&after(&game, &position, cell))) == winner;
                assert!(moves.iter().any(wins), "{connections} connections leave no move that wins: {text}");
            }
        }
    }
    [known, fewer, open]
}

#[test]
fn what_is_known_agrees_with_brute_force() {
    for (columns, rows, stones, positions) in [
        (3, 3, 0..7, 300),
        (3, 4, 0..9, 300),
        (4, 3, 1..9, 300),
        (4, 4, 6..12, 500),
        (3, 5, 5..11, 300),
        (5, 3, 5..11, 300),
        (2, 6, 0..8, 200),
        (6, 2, 0..8, 200),
        (4, 5, 8..15, 200),
        (5, 5, 15..21, 100),
    ] {
        let [known, fewer, _] = check_judgements(columns, rows, stones, positions, 7);
        assert!(known > 100 && (fewer > 0 || columns.min(rows) == 2), "{columns}x{rows}: {known} {fewer}");
    }
}

#[test]
fn texts_are_read_and_written() {
    let game = whole(4, 3);
    let position = game.parse_position("a1,D3 b2").unwrap();
    assert_eq!(game.position_text(&position), "X.../.X../...O");
    assert_eq!(game.parse_position(" X . . .\n  . X . .\n   . . . O").unwrap(), position);
    assert_eq!(game.parse_position("").unwrap(), game.start());
    assert_eq!(game.least_image(&game.parse_position("O.../..X./...X").unwrap()), position);
    let read = |text: &str| Hex::parameters().read(Some(text)).as_ref().map(Arguments::to_string).unwrap();
    for wrong in [
        "7",
        "12x3",
        "3x3x3",
        "3x3+connections",
        "3x3+connections=99",
        "3x3+columns=3",
        "3x3+connections=1+connections=2",
    ] {
        assert!(Hex::parameters().read(Some(wrong)).is_err(), "{wrong}");
    }
    assert_eq!(read("5x5+connections=10"), "5x5", "what is as by default goes without saying");
    assert_eq!(Hex::parameters().syntax(), "COLUMNSxROWS[+connections=CONNECTIONS]");
    assert_eq!((read("7x6").as_str(), read("3X3+connections=9").as_str()), ("7x6", "3x3+connections=9"));
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let game = whole(3, 3);
    let error = |text: &str| game.parse_position(text).unwrap_err().to_string();
    assert_snapshot!(error("a1 d1"), @"character 4: `d1` is not a cell; cells are a1, top left, to c3");
    assert_snapshot!(error("a1 a1"), @"character 4: cell a1 is taken");
    assert_snapshot!(error("a1 b1 a2 b2 a3 c3"), @"character 16: the game is over, there are no moves");
    assert_snapshot!(error(".../..."), @"the diagram has 2 rows, separated by `/`; expected 3");
    assert_snapshot!(error(".../..../..."), @"row 2 of the diagram has 4 cells; expected 3");
    assert_snapshot!(error(".../.#./..."), @"row 2 of the diagram has `#` in column b; expected X, O, or . if it is empty");
    assert_snapshot!(error("O../.../..."), @"0 X and 1 O: X moves first, so there are as many X as O, or one more");
    assert_snapshot!(error("XOO/XO./X.."), @"X has connected top and bottom, and yet O has moved since");
    assert_snapshot!(whole(4, 1).parse_position("XOX.").unwrap_err().to_string(), @"X connects top and bottom without any one of its stones, so none can have been the last");
    assert_snapshot!(Hex::new(12, 3).unwrap_err().to_string(), @"a board of 12 columns and 3 rows; both must be from 1 to 11");

    let error = |position: &str, text: &str| {
        let game = whole(5, 5).with_connections(10);
        game.parse_move(&game.parse_position(position).unwrap(), text).unwrap_err().to_string()
    };
    assert_snapshot!(error("b2", "b2"), @"cell b2 is taken");
    assert_snapshot!(error("c3", "a1"), @"X has a virtual connection of top and bottom here, so the game counts as over");
    assert_snapshot!(error("e2", "a1"), @"a1 is left out, for it does not help; the moves here are c1, d1, e1, c2, d2, c3, d3, c4, d4, b5, c5");
}
