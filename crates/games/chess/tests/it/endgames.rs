//! Whole endgames without the fifty-move rule, by backward induction over all placements, against published tables.

use std::collections::{BTreeMap, HashSet};

use proofset_chess::{Color, Mate, MateGoal, Piece, Position, State, placements};
use proofset_core::{Problem, Repetition, Status, Value, Verdict};
use proofset_oracle::{Values, solve_all};

use crate::common::position;

/// Can White force mate? About every placement of the kings with these pieces.
fn table(pieces: &[(Piece, Color)]) -> (Mate, Vec<Position>, Values<State>) {
    let positions: Vec<Position> = placements(pieces).collect();
    assert_eq!(positions[0].side_to_move(), Color::White);
    let question = Mate::new(positions[0].clone(), MateGoal::MATE_NO_CLOCK);
    let states = positions.iter().map(|position| question.state(position));
    let values = solve_all(&question, states, 4_000_000).expect("few pieces have few states");
    (question, positions, values)
}

/// The positions with White and with Black to move, and how many of each White wins.
fn counts(table: &(Mate, Vec<Position>, Values<State>)) -> [(usize, usize); 2] {
    let (question, positions, values) = table;
    [Color::White, Color::Black].map(|side| {
        let all: Vec<&Position> = positions.iter().filter(|position| position.side_to_move() == side).collect();
        let won = |position: &&&Position| values.get(&question.state(position)) == Some(Verdict::Proven);
        (all.len(), all.iter().filter(won).count())
    })
}

/// The eight ways to turn and mirror a board without pawns, applied to squares as numbers.
fn turned(square: usize, way: usize) -> usize {
    let (mut file, mut rank) = (square % 8, square / 8);
    if way & 1 != 0 {
        file = 7 - file;
    }
    if way & 2 != 0 {
        rank = 7 - rank;
    }
    if way & 4 != 0 { file * 8 + rank } else { rank * 8 + file }
}

/// Where the white king, the white rook and the black king stand, alike for positions that are turned into each other.
fn up_to_symmetry(position: &Position) -> [usize; 3] {
    let text = position.to_string();
    let mut squares = [0; 3];
    let mut square = 56;
    for symbol in text.split(' ').next().expect("the first field of FEN").chars() {
        match symbol {
            '/' => square -= 16,
            '1'..='8' => square += symbol as usize - '0' as usize,
            piece => {
                squares["KRk".find(piece).expect("one of the three pieces")] = square;
                square += 1;
            }
        }
    }
    (0..8).map(|way| squares.map(|square| turned(square, way))).min().expect("there are eight ways")
}

/// King and rook against king: White to move always wins; with Black to move, the distribution of depths in moves that
/// Bain and van Hoff published for positions up to symmetry (data set "Chess (King-Rook vs. King)" of the UCI repository,
/// 1994; by its description the same as Clarke's of 1977).
#[test]
fn rook_against_king() {
    let table = table(&[(Piece::Rook, Color::White)]);
    let [(white, won), _] = counts(&table);
    assert_eq!((white, won), (175_168, 175_168));

    let (question, positions, values) = &table;
    let mut seen = HashSet::new();
    let mut depths = BTreeMap::new();
    for position in positions.iter().filter(|position| position.side_to_move() == Color::Black) {
        if seen.insert(up_to_symmetry(position)) {
            let state = question.state(position);
            let depth = values.distance(&state).filter(|_| values.get(&state) == Some(Verdict::Proven));
            *depths.entry(depth.map(|plies| plies.div_ceil(2))).or_insert(0) += 1;
        }
    }
    let published = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    let mut expected: BTreeMap<Option<u32>, u32> = (0..).map(Some).zip(published).collect();
    expected.insert(None, 2796);
    assert_eq!(depths, expected);
    assert_eq!(depths.values().sum::<u32>(), 28_056);
}

/// King and pawn against king: the 331,352 legal positions, and how many are won, as tables of this endgame have them.
#[test]
fn pawn_against_king() {
    let table = table(&[(Piece::Pawn, Color::White)]);
    assert_eq!(counts(&table), [(163_328, 124_960), (168_024, 97_604)]);
}

#[test]
fn without_the_clock_positions_repeat() {
    let question = Mate::new(position("8/8/8/8/8/2k5/8/K6R w - - 80 1"), MateGoal::MATE_NO_CLOCK);
    assert_eq!(question.repetition(), Some(Repetition::Disproves));
    let root = question.root();
    assert_eq!(question.rank(&root), None);
    // There and back again, with a clock that would end the game on the way.
    let mut state = root;
    for _ in 0..10 {
        for mv in ["h1h2", "c3c4", "h2h1", "c4c3"] {
            let mut next = None;
            question.for_each_successor(&state, |other, reached| {
                if question.position_of(&state).move_text(other) == mv {
                    next = Some(reached);
                }
            });
            state = next.expect("the move is legal");
            assert!(matches!(question.status(&state), Status::Open(_)));
        }
        assert_eq!(state, root);
    }
    // The same position with another clock is the same root.
    let other = Mate::new(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"), MateGoal::MATE_NO_CLOCK);
    assert_eq!(other.root(), root);
    assert_eq!(question.question_text(), "White forces mate, with no fifty-move rule");
    assert_eq!(question.verdict_text(Verdict::Disproven), "White cannot force mate, with no fifty-move rule");
}

#[test]
fn placements_are_all_and_each_once() {
    // Squares for both kings that do not touch: 4 corners see 3, 24 edges 5 and 36 others 8 neighbours.
    let kings = 4 * 60 + 24 * 58 + 36 * 55;
    assert_eq!(placements(&[]).count(), 2 * kings);
    // Two knights of one colour are told apart by nothing; of different colours they are.
    let knights = |second| placements(&[(Piece::Knight, Color::White), (Piece::Knight, second)]);
    let positions: Vec<String> = knights(Color::White).step_by(1000).map(|position| position.to_string()).collect();
    assert_eq!(positions.iter().collect::<HashSet<_>>().len(), positions.len());
    let dead = Mate::new(placements(&[]).next().expect("there are some"), MateGoal::MATE_NO_CLOCK);
    assert_eq!(dead.status(&dead.root()), Status::Decided(Value::Disproven));
}
