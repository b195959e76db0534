//! Files of positions: what the columns of checkers, chess and shogi say, and how their bytes become text.

use proofset_catalog::{Catalog, Known, Told};
use proofset_core::Verdict;
use proofset_standard::catalog;

/// What a cell says, or what is wrong with it.
fn cell(catalog: &Catalog, game: &str, column: &str, text: &str) -> Result<Told, String> {
    let entry = catalog.entry(game).expect("the game is there");
    let column = entry.columns().iter().find(|known| known.name() == column).expect("the column is there");
    column.read(text)
}

/// What a cell knows of each goal: proven, disproven, or nothing.
fn known(game: &str, column: &str, text: &str, goals: &[&str]) -> Vec<Option<Verdict>> {
    let catalog = catalog();
    let told = cell(&catalog, game, column, text).expect("the cell is in order");
    let task = |goal: &&str| catalog.open(game, None, Some(goal)).expect("the goal is one");
    goals.iter().map(|goal| task(goal).known_verdict(&told.known).expect("the answer fits")).collect()
}

const PROVEN: Option<Verdict> = Some(Verdict::Proven);
const DISPROVEN: Option<Verdict> = Some(Verdict::Disproven);

#[test]
fn a_known_mate_in_chess_answers_longer_questions() {
    let catalog = catalog();
    let goal = |text: &str| cell(&catalog, "chess", "bm", text).expect("the cell is in order").goal;
    assert_eq!((goal("3").as_deref(), goal("-2").as_deref()), (Some("mate-in:3"), Some("mate-in:-2")));
    let goals = ["mate-in:2", "mate-in:3", "mate-in:4", "mate", "mated", "mate-in:-3", "mate:checks", "mate:no-clock"];
    assert_eq!(known("chess", "bm", "3", &goals), [None, PROVEN, PROVEN, PROVEN, None, None, None, None]);
    let goals = ["mate-in:-1", "mate-in:-2", "mate-in:-3", "mated", "mate", "mate-in:2", "mate-in:-3:checks"];
    assert_eq!(known("chess", "bm", "-2", &goals), [None, PROVEN, PROVEN, PROVEN, None, None, None]);
    let wrong = |text: &str| cell(&catalog, "chess", "bm", text).unwrap_err();
    assert_eq!(wrong("three"), r#"bm is "three"; it must be a whole number"#);
    assert_eq!(wrong("0"), r#"bm is "0"; a mate takes at least 1 move; expected a number other than 0"#);
    assert!(wrong("70000").contains("out of range"), "{}", wrong("70000"));
}

#[test]
fn a_known_length_in_shogi_answers_longer_questions() {
    let goals = ["mate-in:1", "mate-in:3", "mate-in:5:no-futile", "mate", "mated", "mated-in:4"];
    assert_eq!(known("shogi", "mate_plies", "3", &goals), [None, PROVEN, PROVEN, PROVEN, None, None]);
    let none = [DISPROVEN, DISPROVEN, DISPROVEN, DISPROVEN, None, None];
    assert_eq!(known("shogi", "mate_plies", "nomate", &goals), none);
    let catalog = catalog();
    let told = cell(&catalog, "shogi", "mate_plies", "?").expect("the cell is in order");
    assert!(told.goal.is_none() && matches!(told.known, Known::Nothing));
    let wrong = cell(&catalog, "shogi", "mate_plies", "mate").unwrap_err();
    assert_eq!(wrong, r#"mate_plies is "mate"; it must be a number of plies, nomate, or ?"#);
}

#[test]
fn a_known_value_in_checkers_answers_wins_and_draws() {
    let goals = ["win", "draw", "first:draw", "second:win"];
    assert_eq!(known("checkers", "value", "win", &goals), [PROVEN, PROVEN, PROVEN, None]);
    assert_eq!(known("checkers", "value", "draw", &goals), [DISPROVEN, PROVEN, PROVEN, None]);
    assert_eq!(known("checkers", "value", "loss", &goals), [DISPROVEN, DISPROVEN, DISPROVEN, None]);
    let wrong = cell(&catalog(), "checkers", "value", "won").unwrap_err();
    assert_eq!(wrong, r#"value is "won"; it must be win, draw or loss, for the side to move"#);
}

/// A known score answers the goals of games with scores and without.
#[test]
fn a_known_score_answers_wins_and_draws() {
    let catalog = catalog();
    let verdict = |goal: &str, score| {
        let task = catalog.open("tic-tac-toe", None, Some(goal)).expect("the goal is one");
        task.known_verdict(&Known::Score(score)).expect("the answer fits")
    };
    assert_eq!([verdict("win", 3), verdict("win", 0), verdict("win", -1)], [PROVEN, DISPROVEN, DISPROVEN]);
    assert_eq!([verdict("draw", 1), verdict("draw", 0), verdict("draw", -1)], [PROVEN, PROVEN, DISPROVEN]);
    assert_eq!(verdict("second:win", 1), None);
}

#[test]
fn only_the_files_of_shogi_may_be_in_shift_jis() {
    let catalog = catalog();
    let decode = |game: &str, bytes: &[u8]| catalog.entry(game).expect("the game is there").decode(bytes.to_vec());
    // A gold, in two encodings.
    assert_eq!(decode("shogi", &[0x8b, 0xe0]).as_deref(), Ok("金"));
    assert_eq!(decode("shogi", "金".as_bytes()).as_deref(), Ok("金"));
    assert_eq!(decode("shogi", &[0xff, 0xff]).unwrap_err(), "it is text neither in UTF-8 nor in Shift JIS");
    assert_eq!(decode("and-or", "金".as_bytes()).as_deref(), Ok("金"));
    assert_eq!(decode("and-or", b"{\x8b\xe0").unwrap_err(), "it is not text in UTF-8: byte 2 begins no character");
}
