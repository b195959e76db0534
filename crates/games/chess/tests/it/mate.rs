//! What is a mate and what is not, compared with plain search.

use cozy_chess::Board;
use insta::assert_snapshot;
use proofset_chess::{Color, Mate, Move, Position, Weighing};
use proofset_core::{Describe, LeafCost, Mobility, Probe, Problem, Role, Status, Value, Verdict};

use crate::common::{board, is_mated, is_mated_by, mate, mates, mates_by, position, successors, value};

#[track_caller]
fn check(fen: &str, goal: &str, expected: Value) {
    assert_eq!(value(&mate(fen, goal)), expected, "{goal}: {fen}");
}

fn status(fen: &str, goal: &str) -> Status {
    let mate = mate(fen, goal);
    mate.status(&mate.root())
}

/// The first moves after which the question is still proven.
fn keys(mate: &Mate) -> Vec<String> {
    let root = mate.root();
    let moves = successors(mate, &root).into_iter().filter_map(|(mv, _)| {
        let next = mate.position().after(mv);
        let left = mate.goal().moves().expect("the question is bounded") - 1;
        let proven = is_mated(&board(&next), u32::from(left));
        proven.then(|| mate.move_text(&root, mv))
    });
    moves.collect()
}

#[track_caller]
fn check_key(fen: &str, moves: u16, key: &str) {
    check(fen, &format!("mate-in:{moves}"), Value::Proven);
    if moves > 1 {
        check(fen, &format!("mate-in:{}", moves - 1), Value::Disproven);
    }
    assert_eq!(keys(&mate(fen, &format!("mate-in:{moves}"))), [key], "{fen}");
}

#[test]
fn mates_of_every_kind() {
    check_key("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", 1, "a1a8");
    // Castling to either side.
    check_key("8/8/4p2p/B7/4R3/8/7R/1k2K2R w K -", 1, "e1g1");
    check_key("8/2P1N3/N3Q3/8/8/3k1p2/8/R3K3 w Q -", 2, "e1c1");
    // A capture in passing opens the bishop's line.
    check_key("1Q3K2/1B6/8/3Pp3/8/8/4N3/7k w - e6", 1, "d5e6");
    check_key("7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6", 1, "c5d6");
    // Only the knight, only the rook: the queen would give no mate, or stalemate.
    check_key("6K1/3P3R/1nk5/4Q3/8/8/8/8 w - -", 1, "d7d8n");
    check_key("8/1PB5/k5K1/8/3R4/8/8/8 w - -", 2, "b7b8r");
    // Black mates.
    check_key("8/6k1/4r3/5r2/4P3/8/K7/n7 b - -", 2, "f5b5");
}

#[test]
fn the_same_position_without_its_rights_is_no_mate() {
    check("8/8/4p2p/B7/4R3/8/7R/1k2K2R w - -", "mate-in:1", Value::Disproven);
    check("1Q3K2/1B6/8/3Pp3/8/8/4N3/7k w - -", "mate-in:1", Value::Disproven);
}

#[test]
fn the_side_to_move_can_be_the_one_that_is_mated() {
    let fen = "7k/8/5K2/1pR1P3/8/P3R3/8/3R4 b - -";
    check(fen, "mate-in:-2", Value::Proven);
    check(fen, "mate-in:-1", Value::Disproven);
    check(fen, "mate-in:2", Value::Disproven);
    let mate = mate(fen, "mate-in:-2");
    assert_eq!((mate.attacker(), mate.status(&mate.root())), (Color::White, Status::Open(Role::And)));
}

/// Says of the board behind a move whether it may be played.
type Allowed<'a> = &'a dyn Fn(&Board) -> bool;

/// A position and all that are a move away from it.
fn around(fen: &str) -> Vec<Position> {
    let start = position(fen);
    start.legal_moves().map(|mv| start.after(mv)).chain([start.clone()]).collect()
}

/// Compares questions with bounds of one and two moves with plain search. Says of each whether it is proven, and whether it
/// would be if all moves were allowed.
fn compare(position: &Position, restriction: &str, allowed: Allowed<'_>) -> [(bool, bool); 4] {
    let board = board(position);
    [
        ("mate-in:1", mates_by(&board, 1, allowed), mates(&board, 1)),
        ("mate-in:2", mates_by(&board, 2, allowed), mates(&board, 2)),
        ("mate-in:-1", is_mated_by(&board, 1, allowed), is_mated(&board, 1)),
        ("mate-in:-2", is_mated_by(&board, 2, allowed), is_mated(&board, 2)),
    ]
    .map(|(goal, expected, free)| {
        let goal = format!("{goal}{restriction}");
        let question = Mate::new(position.clone(), goal.parse().expect("the goal is well formed"));
        assert_eq!(value(&question) == Value::Proven, expected, "{goal}: {position}");
        (expected, free)
    })
}

/// On all positions a move away from some mates.
#[test]
fn bounded_questions_agree_with_plain_search() {
    let (mut proven, mut disproven) = (0, 0);
    for fen in [
        "8/1PB5/k5K1/8/3R4/8/8/8 w - -",
        "8/8/4p2p/B7/4R3/8/7R/1k2K2R w K -",
        "4k3/8/B1R2K2/4pP2/8/8/P7/8 w - e6",
        "2R5/7n/8/K4P1k/8/8/8/6R1 b - -",
        "7k/5Q2/8/6K1/8/8/8/8 w - - 97 1",
    ] {
        for (expected, _) in around(fen).iter().flat_map(|position| compare(position, "", &|_| true)) {
            *if expected { &mut proven } else { &mut disproven } += 1;
        }
    }
    assert!(proven > 50 && disproven > 50, "{proven} proven, {disproven} disproven");
}

/// With the same bounds, when the attacker has to give check or to leave the king few moves.
#[test]
fn restricted_questions_agree_with_plain_search() {
    let king_moves = |board: &Board| {
        let king = board.king(board.side_to_move());
        let mut count = 0;
        board.generate_moves(|moves| {
            count += moves.into_iter().filter(|mv| mv.from == king).count();
            false
        });
        count
    };
    let gives_check = |board: &Board| !board.checkers().is_empty();
    let restrictions: [(&str, Allowed<'_>); 5] = [
        (":checks", &gives_check),
        (":king-moves=0", &|board| king_moves(board) == 0),
        (":king-moves=1", &|board| king_moves(board) <= 1),
        (":king-moves=3", &|board| king_moves(board) <= 3),
        (":checks:king-moves=1", &|board| gives_check(board) && king_moves(board) <= 1),
    ];
    let (mut proven, mut lost) = (0, 0);
    for fen in [
        "8/1PB5/k5K1/8/3R4/8/8/8 w - -",
        "4k3/8/B1R2K2/4pP2/8/8/P7/8 w - e6",
        "2R5/7n/8/K4P1k/8/8/8/6R1 b - -",
        "7k/5Q2/8/6K1/8/8/8/8 w - - 97 1",
    ] {
        for position in around(fen) {
            for (restriction, allowed) in restrictions {
                for (expected, free) in compare(&position, restriction, allowed) {
                    proven += u32::from(expected);
                    lost += u32::from(free && !expected);
                }
            }
        }
    }
    assert!(proven > 40 && lost > 20, "{proven} proven, {lost} lost");
}

#[test]
fn restricted_questions_in_words() {
    let fen = "8/1PB5/k5K1/8/3R4/8/8/8 w - -";
    let text = |goal: &str, verdict| mate(fen, goal).verdict_text(verdict);
    assert_snapshot!(text("mate:checks", Verdict::Proven), @"White forces mate by checks");
    assert_snapshot!(text("mate-in:2:checks", Verdict::Disproven), @"White cannot mate in at most 2 moves by checks");
    assert_snapshot!(
        text("mate:no-clock:checks:king-moves=1", Verdict::Disproven),
        @"White cannot force mate by checks that leave the king 1 move at most, with no fifty-move rule"
    );
    assert_snapshot!(text("mate-in:1:king-moves=0", Verdict::Proven), @"White mates in at most 1 move by moves that leave the king 0 moves at most");
}

#[test]
fn decided_positions() {
    let (proven, disproven) = (Status::Decided(Value::Proven), Status::Decided(Value::Disproven));
    // Black is mated.
    let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    for (goal, expected) in [("mated", proven), ("mate-in:-3", proven), ("mate", disproven), ("mate-in:3", disproven)] {
        assert_eq!(status(mated, goal), expected, "{goal}");
    }
    // Black is stalemated.
    let stalemate = "k7/2Q5/8/8/8/8/8/4K3 b - -";
    for goal in ["mate", "mated", "mate-in:1", "mate-in:-1"] {
        assert_eq!(status(stalemate, goal), disproven, "{goal}");
    }
    // The fifty-move rule, but for mate.
    assert_eq!(status("7k/8/6K1/8/8/8/8/R7 w - - 100 90", "mate"), disproven);
    assert_eq!(status("7k/8/6K1/8/8/8/8/R7 w - - 100 90", "mate-in:1"), disproven);
    assert_eq!(status("7k/8/6K1/8/8/8/8/R7 w - - 99 90", "mate"), Status::Open(Role::Or));
    assert_eq!(status("R6k/8/6K1/8/8/8/8/8 b - - 100 90", "mated"), proven);
}

#[test]
fn material_that_cannot_mate() {
    let disproven = Status::Decided(Value::Disproven);
    for dead in ["8", "N7", "b7", "B1B5"] {
        for goal in ["mate", "mated", "mate-in:9"] {
            assert_eq!(status(&format!("{dead}/8/8/8/8/4k3/8/4K3 w - -"), goal), disproven, "{dead} {goal}");
        }
    }
    // A bare king gives no mate, but may be mated.
    let queen = "8/8/8/8/8/4k3/q7/4K3 w - -";
    assert_eq!(status(queen, "mate"), disproven);
    assert_eq!(status(queen, "mated"), Status::Open(Role::And));
    // A knight mates a king that is shut in by its own pawn.
    check_key("8/8/8/8/8/8/p1KN4/k7 w - -", 1, "d2b3");
    // Two knights can give mate if they are let.
    assert_eq!(status("7k/8/6K1/8/8/8/8/NN6 b - -", "mate-in:-1"), Status::Open(Role::And));
}

/// The mating move may be the hundredth; the defender's hundredth ends the game.
#[test]
fn mate_on_the_hundredth_half_move() {
    let fen = |clock: u8| format!("7k/8/6K1/8/8/8/8/R7 w - - {clock} 90");
    for goal in ["mate", "mate-in:1", "mate-in:3"] {
        check(&fen(99), goal, Value::Proven);
        check(&fen(100), goal, Value::Disproven);
    }

    // Two moves from mate.
    let fen = |clock: u8| format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 90");
    for goal in ["mate", "mate-in:2", "mate-in:4"] {
        check(&fen(97), goal, Value::Proven);
        check(&fen(98), goal, Value::Disproven);
        check(&fen(99), goal, Value::Disproven);
    }

    // A pawn's move makes time: it is disproven at 99 only where the mate needs no pawn.
    check("6K1/3P3R/1nk5/4Q3/8/8/8/8 w - - 99 90", "mate-in:1", Value::Proven);
    check("8/1PB5/k5K1/8/3R4/8/8/8 w - - 99 90", "mate-in:2", Value::Proven);
}

/// The same graph searched with the clock in every state: by plain search, and as an unbounded question.
#[test]
fn leaving_the_clock_out_changes_nothing() {
    let mut values = Vec::new();
    for fen in ["7k/8/5K2/8/8/8/8/R7 w - -", "5k2/8/3K4/8/8/8/8/6Q1 w - -", "8/8/8/8/8/2k5/6q1/K7 b - -"] {
        for clock in 94..=100 {
            let position: Position = format!("{fen} {clock} 90").parse().expect("the position is legal");
            let board = board(&position);
            let bounded: Vec<bool> = (1..=3)
                .map(|moves: u16| {
                    let found = value(&Mate::new(position.clone(), format!("mate-in:{moves}").parse().unwrap()));
                    let expected = mates(&board, u32::from(moves));
                    assert_eq!(found == Value::Proven, expected, "in {moves}: {position}");
                    expected
                })
                .collect();
            // A capture would leave bare kings, so that the clock leaves the attacker at most three moves.
            let unbounded = value(&Mate::new(position.clone(), "mate".parse().unwrap()));
            assert_eq!(unbounded == Value::Proven, bounded[2], "{position}");
            values.push(bounded[2]);
        }
    }
    assert!(values.contains(&true) && values.contains(&false));
}

/// Nothing is left out of the last half-move, though only checks can mate there.
#[test]
fn successors_are_not_pruned() {
    let mate = mate("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "mate-in:1");
    let root = mate.root();
    let successors = successors(&mate, &root);
    assert_eq!(successors.len(), mate.position().legal_moves().count());
    let proven: Vec<String> = successors
        .iter()
        .filter(|(_, next)| mate.status(next) == Status::Decided(Value::Proven))
        .map(|&(mv, _)| mate.move_text(&root, mv))
        .collect();
    assert_eq!(proven, ["a1a8"]);
    let decided = successors.iter().filter(|(_, next)| matches!(mate.status(next), Status::Decided(_))).count();
    assert_eq!(decided, successors.len());
}

#[test]
fn texts_for_people() {
    let texts = |goal: &str| {
        let mate = mate("4k3/8/8/8/8/8/8/R3K2R w KQ -", goal);
        let verdicts =
            [Verdict::Proven, Verdict::Disproven, Verdict::Unknown].map(|verdict| mate.verdict_text(verdict));
        assert_eq!(mate.question_text(), verdicts[0]);
        verdicts.join("; ")
    };
    assert_snapshot!(
        texts("mate"),
        @"White forces mate; White cannot force mate; it is unknown whether White can force mate",
    );
    assert_snapshot!(
        texts("mated"),
        @"Black forces mate; Black cannot force mate; it is unknown whether Black can force mate",
    );
    assert_snapshot!(
        texts("mate-in:1"),
        @"White mates in at most 1 move; White cannot mate in at most 1 move; it is unknown whether White can mate \
          in at most 1 move",
    );
    assert_snapshot!(
        texts("mate-in:-12"),
        @"Black mates in at most 12 moves; Black cannot mate in at most 12 moves; it is unknown whether Black can \
          mate in at most 12 moves",
    );
}

#[test]
fn moves_of_the_attacker_in_a_line() {
    let moves = |goal: &str, plies: [usize; 4]| {
        let mate = mate("4k3/8/8/8/8/8/8/R3K2R w KQ -", goal);
        plies.map(|plies| mate.attacker_moves(plies))
    };
    assert_eq!(moves("mate", [0, 1, 3, 5]), [0, 1, 2, 3]);
    assert_eq!(moves("mate-in:-3", [0, 2, 4, 6]), [0, 1, 2, 3]);
}

#[test]
fn lines_in_algebraic_notation() {
    let mate = mate("k7/6R1/1B2K3/2P4R/r1P5/8/8/8 b - -", "mate-in:-1");
    let mut now = mate.position().clone();
    let line: Vec<Move> = ["a4c4", "h5h8"]
        .iter()
        .map(|text| {
            let mv = now.parse_move(text).expect("the move is legal");
            now = now.after(mv);
            mv
        })
        .collect();
    assert_snapshot!(mate.san_line(&line).unwrap(), @"1... Rxc4 2. Rh8#");
}

#[test]
fn questions_are_parsed_from_two_texts() {
    assert_eq!(Mate::parse("4k3/8/8/8/8/8/8/R3K3 b Q -", "mated").unwrap().attacker(), Color::White);
    assert_snapshot!(
        Mate::parse("4k3/8/8/8/8/8/8/R3K3 w Q", "mate").unwrap_err(),
        @"field 4 of the FEN, the en passant square, is missing; expected board, side to move, castling rights and \
          en passant square",
    );
    assert_snapshot!(
        Mate::parse("4k3/8/8/8/8/8/8/R3K3 w Q -", "won").unwrap_err(),
        @"`won` is not a goal of chess; expected `mate`, `mated` or `mate-in:N`, with N below 0 if the side to \
          move is mated, and maybe `:no-clock`, `:checks` or `:king-moves=N` behind it",
    );
}

/// Weighing by king moves multiplies the cost of proof by one plus the moves of the king; else it is mobility.
#[test]
fn king_moves_are_those_of_the_side_to_be_mated() {
    let king_moves = |fen, goal| {
        let mate = mate(fen, goal);
        let cost = |weighing| {
            let LeafCost { proof, disproof } = mate.leaf_cost(&mate.root(), weighing);
            [proof, disproof].map(|size| size.finite().expect("costs are finite"))
        };
        let ([plain, same], [proof, disproof]) = (cost(Weighing::Mobility), cost(Weighing::KingMoves));
        assert_eq!((disproof, proof % plain), (same, 0));
        (proof / plain - 1, plain.max(same))
    };
    assert_eq!(king_moves("4k3/8/8/8/8/8/8/R3K3 b Q -", "mated"), (5, 5), "d8, f8, d7, e7, f7");
    assert_eq!(king_moves("4k3/8/8/8/8/8/8/R3K3 w Q -", "mate"), (5, 16), "the same, were it Black's turn");
    assert_eq!(king_moves("6k1/5ppp/8/8/8/8/8/R3K3 w Q -", "mate-in:1"), (2, 16), "f8 and h8");
    assert_eq!(king_moves("5k2/8/8/8/8/8/8/4KR2 b - -", "mated"), (4, 4), "in check: e7, g7, e8, g8");
    assert_eq!(king_moves("4k3/8/8/8/8/8/4r3/R3K3 w Q -", "mate"), (0, 3), "the attacker is in check");
}

/// Mobility as the game counts it is mobility as it is counted for every problem.
#[test]
fn mobility_is_the_number_of_distinct_successors() {
    for fen in
        ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"]
    {
        for goal in ["mate", "mated", "mate-in:3"] {
            let mate = mate(fen, goal);
            let mut states = vec![mate.root()];
            mate.for_each_successor(&mate.root(), |_, next| states.push(next));
            for state in states {
                let general = Mobility::new().cost(&mate, &state);
                assert!(mate.status(&state) != Status::OpenLeaf);
                if matches!(mate.status(&state), Status::Open(_)) {
                    assert_eq!(mate.leaf_cost(&state, Weighing::Mobility), general);
                    assert_eq!(mate.leaf_cost(&state, Weighing::Unit), LeafCost::UNIT);
                }
            }
        }
    }
}
