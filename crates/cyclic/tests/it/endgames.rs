//! Chess endgames without the fifty-move rule, against tables by backward induction.

use proofset_chess::{Color, Mate, MateGoal, Piece, Position, placements};
use proofset_core::{Limits, Solver, Value, Verdict};
use proofset_cyclic::{Search, TwinSearch};
use proofset_nodeset::{Count, Pick};
use proofset_oracle::solve_all;
use proofset_testkit::certified::certified;

/// Asks one search about a few positions, and compares every node that it has decided with the table. The first of them
/// that is lost for White by endless play, if there is one, is certified.
fn compare(piece: Piece, sample: usize) -> (u32, u32) {
    let positions: Vec<Position> = placements(&[(piece, Color::White)]).collect();
    let mate = Mate::new(positions[0].clone(), MateGoal::MATE_NO_CLOCK);
    let states = positions.iter().map(|position| mate.state(position));
    let table = solve_all(&mate, states, 4_000_000).expect("few pieces have few states");
    let mut search = Search::new(&mate, Count::new(), Count::new(), Pick::Oldest);
    let (mut won, mut held) = (0, 0);
    // An odd step meets all squares.
    for position in positions.iter().step_by((positions.len() / sample) | 1) {
        let state = mate.state(position);
        search.ask(state);
        let report = search.solve(&Limits::none(), &mut ()).expect("a repetition disproves");
        assert_eq!(Some(report.verdict), table.get(&state), "{position}");
        match report.verdict {
            Verdict::Proven => won += 1,
            _ => held += 1,
        }
    }
    for node in search.nodes() {
        if let Some(value) = search.value(node) {
            assert_eq!(Some(Verdict::from(Some(value))), table.get(search.state(node)));
        }
    }
    (won, held)
}

#[test]
fn king_and_rook() {
    let (won, held) = compare(Piece::Rook, 30);
    assert!(won > 20 && won + held > 25, "{won} won, {held} held");
}

#[test]
fn king_and_pawn() {
    let (won, held) = compare(Piece::Pawn, 10);
    assert!(won > 2 && held > 2, "{won} won, {held} held");
}

/// The defender holds a pawn on the edge by going back and forth in the corner: a certificate without an end.
#[test]
fn endless_defence_is_certified() {
    for fen in ["k7/8/8/P7/8/8/8/2K5 w - -", "8/8/8/8/8/2k5/2P5/2K5 w - -"] {
        let mate = Mate::parse(fen, "mate:no-clock").expect("a position and a goal");
        let mut search = Search::new(&mate, Count::new(), Count::new(), Pick::Oldest);
        let mut twins = TwinSearch::new(&mate);
        let limits = Limits::none().with_expansions(200_000);
        let report = search.solve(&limits, &mut ()).expect("a repetition disproves");
        assert_eq!(report.verdict, Verdict::Disproven, "{fen}");
        let summary = certified(&mate, &search, Value::Disproven);
        assert_eq!(summary.depth, None, "lines may go on for ever");
        let report = twins.solve(&limits, &mut ()).expect("a repetition disproves");
        assert_eq!(report.verdict, Verdict::Disproven, "{fen}");
        certified(&mate, &twins, Value::Disproven);
    }
}
