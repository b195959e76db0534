//! Who wins on small boards, by several searches, with certificates.

use proofset_atari_go::AtariGo;
use proofset_best_first::{Options as BestFirstOptions, pns};
use proofset_core::{Evidence, Goal, Limits, Player, Solve, Solver, Verdict};
use proofset_cursor::UndoCursor;
use proofset_depth_first::{Epsilon, Method, Options, Search};
use proofset_testkit::certified::certified;

use crate::game;

fn problem(text: &str) -> Solve<AtariGo> {
    Solve::from_start(game(text), Goal::win(Player::First))
}

/// The values agree among all searches, and a checker accepts them.
#[test]
fn small_boards() {
    use Verdict::{Disproven, Proven};
    for (text, expected) in [
        ("2x2", Disproven),
        ("2x3", Disproven),
        ("3x3", Proven),
        ("3x4", Proven),
        ("4x4+crosscut", Proven),
        ("4x5+crosscut", Proven),
    ] {
        let problem = problem(text);
        let mut search = pns(&problem, BestFirstOptions::default());
        assert_eq!(search.solve(&Limits::none(), &mut ()).expect("it is acyclic").verdict, expected, "{text}");
        for method in [Method::DfPn, Method::Pds, Method::PnStar] {
            let epsilon = Epsilon::new(0.25).expect("a slack");
            let options = Options::default().with_method(method).with_epsilon(epsilon);
            let mut search = Search::new(&problem, options);
            let report = search.solve(&Limits::none(), &mut ()).expect("it is acyclic");
            assert_eq!((report.verdict, report.evidence), (expected, Evidence::Exact), "{text}, {method:?}");
            certified(&problem, &search, expected.value().expect("it is decided"));
            let mut undoing = Search::keyed_with_cursor(UndoCursor::new(problem.clone(), ()), options);
            assert_eq!(undoing.solve(&Limits::none(), &mut ()).expect("it is acyclic").verdict, expected);
        }
    }
}
