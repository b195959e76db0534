//! The same search over copied positions and over one position in which moves are made and unmade.

use proofset_chess::{Mate, MateCursor, Weighing};
use proofset_core::{
    Evidence, Goal, LeafCost, Limits, Mobility, Player, Problem, Report, Reversible, Solve, Solver, Verdict,
};
use proofset_cursor::{CopyCursor, Cursor, UndoCursor};
use proofset_depth_first::{Epsilon, KeyedTable, Options, Search};
use proofset_mnk::{Mnk, Rules};

fn counts<M>(report: &Report<M>) -> (Verdict, u64, u64, u64, u64) {
    (report.verdict, report.expanded, report.expanded_again, report.generated, report.recomputed)
}

fn search<C: Cursor>(cursor: C, options: Options) -> Report<<C::Problem as Problem>::Move>
where
    <C::Problem as Problem>::State: std::fmt::Debug,
{
    let mut search = Search::keyed_with_cursor(cursor, options);
    let report = search.solve(&Limits::none(), &mut ()).expect("the problem is acyclic");
    assert!(search.has_proof() && report.evidence == Evidence::Keyed { bits: 64 });
    report
}

#[test]
fn both_cursors_visit_the_same_nodes() {
    for rules in [Rules::connect_four("4x4"), "3,3,3".parse(), "4,3,3".parse()] {
        let rules = rules.expect("these are games");
        for goal in [Goal::win(Player::First), Goal::at_least_draw(Player::Second)] {
            for options in crate::common::variants() {
                let problem = Solve::from_start(Mnk::<1>::new(rules), goal);
                let copied = search(CopyCursor::new(problem.clone(), ()), options);
                let undone = search(UndoCursor::new(problem, ()), options);
                assert_eq!(counts(&copied), counts(&undone), "{rules} {goal} {options:?}");
                assert_eq!(copied.line, undone.line);
            }
        }
    }
}

#[test]
fn leaves_are_weighed_alike() {
    let problem =
        Solve::from_start(Mnk::<1>::new(Rules::connect_four("4x4").expect("a board")), Goal::win(Player::First));
    let copied = search(CopyCursor::new(problem.clone(), Mobility::new()), Options::default());
    let undone = search(UndoCursor::new(problem, Mobility::new()), Options::default());
    assert_eq!(counts(&copied), counts(&undone));
}

/// Moves that are taken back leave no trace.
#[test]
fn unmaking_restores_the_position() {
    let game = Mnk::<1>::new(Rules::connect_four("5x4").expect("a board"));
    let mut position = proofset_core::Game::start(&game);
    let mut rng = fastrand::Rng::with_seed(5);
    let mut made = Vec::new();
    for _ in 0..2_000 {
        let moves: Vec<_> = proofset_core::Game::moves(&game, &position).collect();
        let over = proofset_core::Game::outcome(&game, &position).is_some();
        if !over && !moves.is_empty() && rng.u8(0..3) > 0 {
            let mv = moves[rng.usize(0..moves.len())];
            made.push((mv, position));
            game.make(&mut position, mv);
        } else if let Some((mv, before)) = made.pop() {
            game.unmake(&mut position, mv, ());
            assert_eq!(position, before);
        }
    }
}

const MATES: [(&str, &str); 5] = [
    ("3rr1k1/1p1q4/p6Q/6p1/2Pn4/6PP/PP4PK/2RR4 b - -", "mate-in:4"),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", "mate-in:2"),
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "mate-in:3"),
    ("8/8/8/8/8/3k4/3p4/3K4 w - -", "mate-in:3"),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -", "mate-in:1"),
];

/// The cursor of chess over boards, and the general one over packed states.
#[test]
fn the_cursor_of_chess_visits_the_nodes_of_the_general_one() {
    for (position, goal) in MATES {
        let mate = Mate::parse(position, goal).expect("a problem");
        for weighing in [Weighing::Unit, Weighing::Mobility, Weighing::KingMoves] {
            let costs = |problem: &&Mate, state: &_| -> LeafCost { problem.leaf_cost(state, weighing) };
            let options = Options::default().with_dominance(false);
            let boards = search(MateCursor::new(&mate, weighing), options);
            let states = search(CopyCursor::new(&mate, costs), options);
            assert_eq!(counts(&boards), counts(&states), "{goal}: {position}, {weighing:?}");
            assert_eq!(boards.line, states.line);
        }
    }
}

/// Dominance finds the same values, on bounded and on unbounded questions.
#[test]
fn dominance_changes_no_verdict() {
    let mut fewer = 0;
    for (position, goal) in MATES {
        for goal in [goal, "mate-in:1", "mate-in:2", "mate-in:3"] {
            let mate = Mate::parse(position, goal).expect("a problem");
            for epsilon in [0.0, 0.25] {
                let epsilon = Epsilon::new(epsilon).expect("a slack");
                let found = |dominance| {
                    search(
                        MateCursor::new(&mate, Weighing::Mobility),
                        Options::default().with_dominance(dominance).with_epsilon(epsilon),
                    )
                };
                let (with, without) = (found(true), found(false));
                assert_eq!(with.verdict, without.verdict, "{goal}: {position}");
                fewer += u32::from(with.expanded < without.expanded);
            }
        }
    }
    assert!(fewer > 0, "it is of use somewhere");
}

/// A table that was made for another cursor's keys would mix up states: tables take the order from the cursor.
#[test]
fn tables_fit_their_cursors() {
    let mate = Mate::parse(MATES[0].0, MATES[0].1).expect("a problem");
    let cursor = MateCursor::new(&mate, Weighing::Unit);
    let table = KeyedTable::for_cursor(&cursor);
    let mut search = Search::with_cursor(cursor, table, Options::default());
    assert_eq!(search.solve(&Limits::none(), &mut ()).expect("mates are acyclic").verdict, Verdict::Proven);
}
