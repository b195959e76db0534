//! Questions about mates: bounds on their length, their lines, and what has stood before.

use std::collections::HashSet;
use std::io::{Cursor, Read};

use proofset_catalog::{Asks, Bounded, Outcome, Run, Task};
use proofset_certificate::{Form, Reader};
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

#[test]
fn a_bound_in_plies_is_one_on_the_moves_of_the_attacker() {
    let within = |goal: &str, plies: usize| match catalog().open("chess", None, Some(goal)).unwrap().within(plies) {
        Bounded::Question(task) => task.goal().to_owned(),
        Bounded::TooShort => "too short".to_owned(),
        Bounded::NoLengths => "no lengths".to_owned(),
    };
    let goals = |goal: &str| [0, 1, 2, 3, 4, 5, 100_000].map(|plies| within(goal, plies)).join(" ");
    let most = "mate-in:6400";
    assert_eq!(goals("mate"), format!("too short mate-in:1 mate-in:1 mate-in:2 mate-in:2 mate-in:3 {most}"));
    assert_eq!(goals("mated"), "too short too short mate-in:-1 mate-in:-1 mate-in:-2 mate-in:-2 mate-in:-6400");
    assert_eq!(within("mate:no-clock", 5), "no lengths");
    assert_eq!(goals("mate-in:2"), "too short mate-in:1 mate-in:1 mate-in:2 mate-in:2 mate-in:2 mate-in:2");
}

/// A proof comes back to positions with larger clocks. What is told of it does not: its line ends with mate, is as long as the mate
/// takes at most and as the certificate, and there is such a mate.
#[test]
fn lines_of_mates_come_back_to_no_position() {
    for (position, moves) in [
        ("8/Q7/2K5/8/1k6/8/8/8 w - - 0 1", 17),
        ("2k5/8/8/8/6K1/6Q1/5p2/8 w - - 0 1", 11),
        ("1R6/5k2/8/R7/8/8/8/2K5 w - - 0 1", 12),
    ] {
        let task = catalog().open("chess", Some(position), None).unwrap();
        let (run, outcome) = decided(&task);
        assert_eq!((outcome.verdict, outcome.length()), (Verdict::Proven, outcome.line.len()), "{position}");
        let checked = task.check(&mut certificate(&*run)).unwrap();
        assert_eq!(checked.depth.map(|plies| plies as usize), Some(outcome.length()), "{position}");
        assert_eq!(task.explain(&outcome), format!("White mates in at most {moves}"), "{position}");
        let mut stood = HashSet::new();
        for count in 0..=outcome.line.len() {
            let text = format!("fen {position} moves {}", outcome.line[..count].join(" "));
            let behind = catalog().open("chess", Some(text.trim_end_matches(" moves ")), Some("mated")).unwrap();
            assert!(stood.insert(behind.position().split(' ').take(4).collect::<Vec<_>>().join(" ")), "{text}");
        }
        let last = task.line_text(&outcome.line);
        assert!(last.ends_with('#'), "{last}");
        let bounded = catalog().open("chess", Some(position), Some(&format!("mate-in:{moves}"))).unwrap();
        assert_eq!(decided(&bounded).1.verdict, Verdict::Proven, "{position}");
    }
}

fn decided(task: &Task) -> (Box<dyn Run + '_>, Outcome) {
    let mut run = task.begin(&task.default_algorithm(Asks::Goal).unwrap()).unwrap();
    let outcome = run.advance(&Limits::none(), &mut ()).unwrap();
    (run, outcome)
}

fn certificate(run: &dyn Run) -> Reader<Box<dyn Read>> {
    let mut certificate = Vec::new();
    run.write_certificate(Form::Binary, &mut certificate).unwrap();
    Reader::new(Box::new(Cursor::new(certificate)) as Box<dyn Read>).unwrap()
}

/// The certificate names the moves behind which a position has stood twice, and `verify` knows them so.
#[test]
fn what_has_stood_before_is_part_of_the_question() {
    let text = "fen 7k/8/5K2/8/8/8/8/Q7 w - - 4 1 moves a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1 g8h8";
    let task = catalog().open("chess", Some(text), None).unwrap();
    assert_eq!(task.position(), text);
    let (run, outcome) = decided(&task);
    assert_eq!(outcome.verdict, Verdict::Proven);
    assert_ne!(outcome.line[0], "a1b1");
    let mut reader = certificate(&*run);
    assert_eq!(reader.header().position, text);
    task.check(&mut reader).unwrap();
}
