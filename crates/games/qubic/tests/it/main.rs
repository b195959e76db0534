//! Facts about the game: counts of lines of play, the laws of games, forced answers, values, and the words of errors.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use insta::assert_snapshot;
use proofset_core::{Game, Goal, Notation, Outcome, Player, Reversible, Solve};
use proofset_qubic::{Position, Qubic, Rules};
use proofset_testkit::conformance::{check_game, check_packing, perft};

const USUAL: fn() -> Qubic = || Qubic::new(Rules::new());
const FORCED: fn() -> Qubic = || Qubic::new(Rules::new().with_forced_answers());

/// The game in all of its smaller forms.
fn smaller() -> Vec<Qubic> {
    let rules = Rules::new();
    let sequences = rules.with_sequences(50);
    [
        rules.with_forced_answers(),
        sequences,
        rules.with_symmetry(64),
        sequences.with_symmetry(59),
        sequences.with_symmetry(3),
    ]
    .map(Qubic::new)
    .to_vec()
}

#[test]
fn obeys_the_laws_of_games() {
    for game in smaller().into_iter().chain([USUAL()]) {
        check_game(&game, 60, 1);
        check_packing(&Solve::from_start(game, Goal::win(Player::First)), 30, 1);
    }
}

#[test]
fn a_move_is_taken_back() {
    let game = USUAL();
    let mut rng = Rng::with_seed(2);
    for stones in 0..60 {
        let Some(position) = random_position(&mut rng, stones) else { continue };
        for mv in game.moves(&position) {
            let mut other = position;
            let before = game.make(&mut other, mv);
            assert_ne!(other, position);
            game.unmake(&mut other, mv, before);
            assert_eq!(other, position);
        }
    }
}

/// Nobody can have a line so early: every empty cell is a move.
#[test]
fn perft_from_the_start() {
    let counts: Vec<u64> = (0..=4).map(|depth| perft(&USUAL(), &USUAL().start(), depth)).collect();
    assert_eq!(counts, [1, 64, 64 * 63, 64 * 63 * 62, 64 * 63 * 62 * 61]);
}

#[test]
fn smaller_forms_change_no_value() {
    fn value(game: Qubic, position: Position, seen: &mut HashMap<Position, i32>) -> i32 {
        match game.outcome(&position) {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(winner)) => return if winner == game.to_move(&position) { 1 } else { -1 },
            None => {}
        }
        if let Some(&known) = seen.get(&position) {
            return known;
        }
        let best = game.moves(&position).map(|mv| {
            let mut next = position;
            game.play(&mut next, mv);
            -value(game, next, seen)
        });
        let best = best.max().expect("an unfinished game has moves");
        seen.insert(position, best);
        best
    }
    let mut rng = Rng::with_seed(1);
    let (mut counts, mut spared) = ([0; 3], vec![0; smaller().len()]);
    for _ in 0..2000 {
        let empty = rng.usize(4..9);
        let Some(position) = random_position(&mut rng, 64 - empty) else { continue };
        let expected = value(USUAL(), position, &mut HashMap::new());
        counts[usize::try_from(expected + 1).unwrap()] += 1;
        let mut usual = HashMap::new();
        value(USUAL(), position, &mut usual);
        for (game, spared) in smaller().into_iter().zip(&mut spared) {
            let mut seen = HashMap::new();
            assert_eq!(
                value(game, position, &mut seen),
                expected,
                "{}: {}",
                game.rules(),
                USUAL().position_text(&position)
            );
            *spared += usual.len() - seen.len().min(usual.len());
        }
    }
    assert!(counts.iter().all(|&count| count > 3), "all values are tested: {counts:?}");
    // So late in the game no two positions are images of each other.
    spared.remove(2);
    assert!(spared.iter().all(|&spared| spared > 100), "all other forms are smaller: {spared:?}");
}

#[test]
fn few_positions_are_left_up_to_symmetry() {
    let game = Qubic::new(Rules::new().with_symmetry(2));
    let mut positions = HashSet::from([game.start()]);
    let mut counts = Vec::new();
    for _ in 0..2 {
        let reached = positions.iter().flat_map(|position| {
            game.moves(position).map(|mv| {
                let mut next = *position;
                game.play(&mut next, mv);
                next
            })
        });
        positions = reached.collect();
        counts.push(positions.len());
    }
    assert_eq!(counts, [2, 35], "of 64 and 4,032");
}

/// After so many random moves, forced where there are forced answers, that complete no line.
fn random_position(rng: &mut Rng, stones: usize) -> Option<Position> {
    let game = FORCED();
    let mut position = game.start();
    for _ in 0..stones {
        let quiet = game.moves(&position).map(|mv| {
            let mut next = position;
            game.play(&mut next, mv);
            next
        });
        let quiet: Vec<Position> = quiet.filter(|next| game.outcome(next).is_none()).collect();
        position = *rng.choice(&quiet)?;
    }
    Some(position)
}

#[test]
fn whoever_can_win_must_and_else_whoever_must_stop_a_line() {
    let moves = |text: &str| {
        let position = FORCED().parse_position(text).unwrap();
        let moves: Vec<String> = FORCED().moves(&position).map(|mv| FORCED().move_text(&position, mv)).collect();
        moves.join(" ")
    };
    assert_eq!(moves("111 112 121 122 131 132"), "141", "not 142, which stops the other line");
    assert_eq!(moves("111 112 121 123 131"), "141");
    assert_eq!(moves("111 333 211 324 311 213 121 442 131"), "411 141", "both, though one alone does not help");
    let position = FORCED().parse_position("111 444 222").unwrap();
    assert_eq!(FORCED().moves(&position).count(), 61);
}

#[test]
fn texts_are_read_and_written() {
    let game = USUAL();
    let position = game.parse_position("111,444 432").unwrap();
    let text = game.position_text(&position);
    assert_eq!(text, "..../..../..../X...|..../...X/..../....|..../..../..../....|...O/..../..../....");
    assert_eq!(game.parse_position(&text).unwrap(), position);
    assert_eq!(game.parse_position("").unwrap(), game.start());
    assert_eq!("forced".parse::<Rules>().unwrap().to_string(), "forced");
    assert_eq!("sequences=40,symmetry=8".parse::<Rules>().unwrap().to_string(), "sequences=40,symmetry=8");
    assert_eq!(Rules::new().to_string(), "");
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let error = |text: &str| USUAL().parse_position(text).unwrap_err().to_string();
    assert_snapshot!(error("111 115"), @"character 5: `115` is not a cell; a cell is its column, row and level, each from 1 to 4, as in 111 or 432");
    assert_snapshot!(error("111 111"), @"character 5: cell 111 is taken");
    assert_snapshot!(error("111 112 121 122 131 132 141 444"), @"character 29: the game is over, there are no moves");
    assert_snapshot!(error("..../..../..../...."), @"the diagram has 1 levels, but the cube has 4, separated by `|`");
    let empty = "..../..../..../....";
    assert_snapshot!(error(&format!("{empty}|....|{empty}|{empty}")), @"level 2 of the diagram has 1 rows, but the cube has 4, separated by `/`");
    assert_snapshot!(error(&format!("..../.../..../....|{empty}|{empty}|{empty}")), @"level 1 of the diagram, row 2 from the back has 3 cells, but the cube has 4");
    assert_snapshot!(error(&format!("{empty}|{empty}|{empty}|..../..#./..../....")), @"level 4 of the diagram, row 2 from the back, cell 3: `#` is none of `X`, `O`, and `.` for an empty cell");
    assert_snapshot!(error(&format!("OO../..../..../....|{empty}|{empty}|{empty}")), @"0 X and 2 O: X moves first, so there are as many X as O, or one more");
    assert_snapshot!(error(&format!("XXXX/OOO./O.../....|{empty}|{empty}|{empty}")), @"X has four in a row, and yet O has moved since");
    assert_snapshot!(error(&format!("XXXX/OOO./OOO./OO..|XXXX/X.../..../....|{empty}|{empty}")), @"X moved last, but none of its stones can have been the last one");

    let error = |position: &str, text: &str| {
        let position = FORCED().parse_position(position).unwrap();
        FORCED().parse_move(&position, text).unwrap_err().to_string()
    };
    assert_snapshot!(error("111 112 121 123 131", "444"), @"444 is not among the forced moves: 141");
    assert_snapshot!(error("111", "1x1"), @"`1x1` is not a cell; a cell is its column, row and level, each from 1 to 4, as in 111 or 432");
    assert_snapshot!(error("111", "111"), @"cell 111 is taken");
    assert_snapshot!("gravity".parse::<Rules>().unwrap_err().to_string(), @r#"there is no parameter "gravity"; expected forced,sequences=SEQUENCES,symmetry=SYMMETRY, as in forced"#);
}
