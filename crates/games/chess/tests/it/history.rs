//! Facts about positions that have stood before: which are drawn when they come back, and what the text of a history is.

use proofset_chess::{History, Mate, MateGoal, Position};
use proofset_core::{Describe, Problem, Status, Value};

/// The queen goes to and fro, and the king as well: the first position stands for the third time, and three others have stood twice.
const SHUFFLED: &str = "fen 7k/8/5K2/8/8/8/8/Q7 w - - 4 1 moves a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1 g8h8";

fn history(text: &str) -> History {
    text.parse().unwrap()
}

/// The moves of the root whose position is drawn or lost at once for the attacker.
fn refused(mate: &Mate) -> Vec<String> {
    let (root, mut moves) = (mate.root(), Vec::new());
    mate.for_each_successor(&root, |mv, next| {
        if mate.status(&next) == Status::Decided(Value::Disproven) {
            moves.push(mate.move_text(&root, mv));
        }
    });
    moves
}

#[test]
fn what_has_stood_twice_is_drawn_when_it_comes_back() {
    for goal in ["mate", "mate-in:3", "mate-in:60"] {
        let goal: MateGoal = goal.parse().unwrap();
        let behind = Mate::behind(history(SHUFFLED), goal);
        let plain = Mate::new(behind.position().clone(), goal);
        assert!(matches!(behind.status(&behind.root()), Status::Open(_)), "the root stands on the board, whatever was");
        // Beside that a queen that can be taken is no mate.
        let draws: Vec<String> = refused(&behind).into_iter().filter(|mv| !refused(&plain).contains(mv)).collect();
        assert_eq!(draws, ["a1b1"], "{goal}");
    }
    // Once is not twice, and without the clock nothing was before.
    let once = "fen 7k/8/5K2/8/8/8/8/Q7 w - - 4 1 moves a1b1 h8g8 b1a1 g8h8";
    for (text, goal) in [(once, "mate"), (SHUFFLED, "mate:no-clock")] {
        let goal: MateGoal = goal.parse().unwrap();
        let behind = Mate::behind(history(text), goal);
        assert_eq!(refused(&behind), refused(&Mate::new(behind.position().clone(), goal)));
    }
}

#[test]
fn a_capture_or_a_pawn_move_ends_what_can_come_back() {
    let text = "fen 7k/8/5K2/8/8/8/4P3/Q7 w - - 4 1 moves a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1 g8h8 e2e4";
    assert_eq!(history(text).to_string(), "7k/8/5K2/8/4P3/8/8/Q7 b - - 0 1");
    let later = format!("{text} h8g8 a1b1 g8h8 b1a1 h8g8");
    assert_eq!(
        history(&later).to_string(),
        "fen 7k/8/5K2/8/4P3/8/8/Q7 b - - 0 1 moves h8g8 a1b1 g8h8 b1a1 h8g8",
        "with the king on g8 and the queen on a1 Black has been to move once, and White to move twice"
    );
}

#[test]
fn the_text_gives_back_the_history() {
    let once = history(SHUFFLED);
    assert_eq!(once.to_string(), SHUFFLED);
    assert_eq!(history(&once.to_string()).to_string(), SHUFFLED);
    let plain: Position = SHUFFLED.parse().unwrap();
    assert_eq!(once.position(), &plain);
    assert_eq!(
        history("startpos moves e2e4 e7e5").to_string(),
        "startpos moves e2e4 e7e5".parse::<Position>().unwrap().to_string()
    );
    let error = "fen 7k/8/5K2/8/8/8/8/Q7 w - - 4 1 moves a1b1 h8h6".parse::<History>().unwrap_err().to_string();
    assert!(error.starts_with("move 2 after the position:"), "{error}");
}
