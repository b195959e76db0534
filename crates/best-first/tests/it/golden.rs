//! Counts on tic-tac-toe and other m,n,k games.
//!
//! Goal: the first player, to move on the empty board, completes a line; a draw disproves it. Müller (2001, section
//! 6.2) reports 1237 nodes for PNS and 1114 for PSS on tic-tac-toe. He counts expanded nodes and does not state his
//! tie-breaking; colex ties with the newest common node give his figure, lex ties with the oldest give 1474. The other
//! counts were made by separately written searches under the same conventions: ids in order of creation, all children
//! created, pairwise unions in child order, leftmost ties, equal boards merged, no symmetry.

use proofset_best_first::{Evaluation, GraphMode, Options, Search, pns, pss, pss_truncated};
use proofset_core::{Game, Goal, Limits, Player, Problem, Solve, Solver, SumRule, Verdict};
use proofset_graph::UpdateOrder;
use proofset_mnk::{Mnk, Rules};
use proofset_nodeset::{BitSet, Counter, Effort, Pick, SortedSet, TieOrder, UnionRule};
use proofset_tic_tac_toe::TicTacToe;

const ALL: usize = usize::MAX;

/// The two conventions under which counts are known.
#[derive(Clone, Copy, Debug)]
enum Convention {
    LexOldest,
    ColexNewest,
}
use Convention::{ColexNewest, LexOldest};

impl Convention {
    fn ties(self) -> TieOrder {
        match self {
            LexOldest => TieOrder::Lex,
            ColexNewest => TieOrder::Colex,
        }
    }

    fn options(self) -> Options {
        let pick = match self {
            LexOldest => Pick::Oldest,
            ColexNewest => Pick::Newest,
        };
        Options::default().with_pick(pick)
    }
}

fn first_wins<G: Game>(game: G) -> Solve<G> {
    Solve::from_start(game, Goal::win(Player::First))
}

fn tic_tac_toe() -> Solve<TicTacToe> {
    first_wins(TicTacToe)
}

fn mnk(rules: &str) -> Solve<Mnk<1>> {
    first_wins(Mnk::new(rules.parse::<Rules>().unwrap()))
}

/// Verdict, expansions, nodes created, recomputations.
fn counts<P: Problem, E: Effort, D: Effort>(mut search: Search<P, E, D>) -> (Verdict, u64, u64, u64) {
    let report = search.solve(&Limits::none(), &mut ()).ok().expect("stones are only added");
    (report.verdict, report.expanded, report.generated, report.recomputed)
}

fn truncated<P: Problem>(problem: P, p: usize, d: usize, convention: Convention) -> (Verdict, u64, u64, u64) {
    counts(pss_truncated(problem, p, d, convention.ties(), convention.options()))
}

#[test]
fn proof_number_search_on_tic_tac_toe() {
    assert_eq!(counts(pns(tic_tac_toe(), Options::default())), (Verdict::Disproven, 1237, 3202, 9120));
    let mut search = pns(tic_tac_toe(), Options::default());
    let _ = search.solve(&Limits::none(), &mut ());
    assert_eq!(search.edge_count(), 5421);
}

#[test]
fn proof_number_search_on_the_tic_tac_toe_tree() {
    let tree = Options::default().with_graph(GraphMode::Tree);
    assert_eq!(counts(pns(tic_tac_toe(), tree)), (Verdict::Disproven, 3323, 13950, 14466));
}

#[test]
fn proof_set_search_on_tic_tac_toe() {
    for (convention, expected) in [(LexOldest, (1474, 3552, 15744)), (ColexNewest, (1114, 2956, 11335))] {
        let expected = (Verdict::Disproven, expected.0, expected.1, expected.2);
        assert_eq!(counts(pss(tic_tac_toe(), convention.ties(), convention.options())), expected);
        let bits = || BitSet::new(convention.ties());
        assert_eq!(counts(Search::new(tic_tac_toe(), bits(), bits(), convention.options())), expected);
        assert_eq!(truncated(tic_tac_toe(), ALL, ALL, convention), expected);
        assert_eq!(truncated(tic_tac_toe(), 62, 62, convention), expected, "no set is larger than 62");
    }
}

#[test]
fn one_side_truncated_to_a_number() {
    for (p, d, convention, expanded, generated, recomputed) in [
        (ALL, 0, LexOldest, 1315, 3348, 12796),
        (ALL, 0, ColexNewest, 1197, 3093, 11642),
        (0, ALL, LexOldest, 1407, 3433, 14469),
        (0, ALL, ColexNewest, 1224, 3128, 11784),
    ] {
        let expected = (Verdict::Disproven, expanded, generated, recomputed);
        assert_eq!(truncated(tic_tac_toe(), p, d, convention), expected);
    }
    // A number as a number, instead of as a set that lists nothing.
    let mixed = Search::new(
        tic_tac_toe(),
        SortedSet::new(TieOrder::Lex),
        Counter::with_rule(SumRule::Sum),
        LexOldest.options(),
    );
    assert_eq!(counts(mixed), (Verdict::Disproven, 1315, 3348, 12796));
}

#[test]
fn truncated_sets_on_tic_tac_toe() {
    // K, then expansions, nodes, recomputations and selections found at the root, for lex and colex.
    for (k, lex, colex) in [
        (0, (1237, 3202, 9120, 0), (1237, 3202, 9120, 0)),
        (1, (1531, 3620, 14940, 356), (1531, 3620, 14940, 356)),
        (2, (1515, 3606, 14919, 402), (1312, 3297, 12594, 239)),
        (4, (1509, 3599, 15295, 465), (1193, 3007, 11658, 210)),
        (8, (1479, 3544, 15791, 556), (1396, 3501, 14958, 335)),
        (16, (1482, 3561, 15829, 748), (1180, 3000, 12442, 500)),
        (20, (1466, 3564, 15866, 833), (1205, 3168, 12676, 728)),
        (32, (1474, 3552, 15744, 1016), (1153, 2999, 12158, 761)),
        (ALL, (1474, 3552, 15744, 1473), (1114, 2956, 11335, 1113)),
    ] {
        for (convention, expected) in [(LexOldest, lex), (ColexNewest, colex)] {
            let mut search = pss_truncated(tic_tac_toe(), k, k, convention.ties(), convention.options());
            let report = search.solve(&Limits::none(), &mut ()).unwrap();
            assert_eq!(report.verdict, Verdict::Disproven);
            let found = (report.expanded, report.generated, report.recomputed, search.found_at_root());
            assert_eq!(found, expected, "K = {k}, {convention:?}");
        }
    }
}

/// Unions at once are not in the paper. Step by step, the tests of theorems hold this search against the oracle's.
#[test]
fn unions_at_once_on_tic_tac_toe() {
    // K, then expansions, nodes and recomputations, for lex and colex. Pairwise unions need more for some K and less
    // for others; from 62 on, nothing is ever cut.
    for (k, lex, colex) in [
        (0, (1237, 3202, 9120), (1237, 3202, 9120)),
        (1, (1531, 3620, 14935), (1531, 3620, 14935)),
        (2, (1472, 3543, 14460), (1276, 3241, 12405)),
        (4, (1478, 3543, 15015), (1186, 3027, 11764)),
        (8, (1485, 3561, 15824), (1325, 3404, 13960)),
        (16, (1474, 3552, 15743), (1180, 3000, 12451)),
        (20, (1474, 3552, 15744), (1205, 3168, 12676)),
        (32, (1474, 3552, 15744), (1153, 2999, 12158)),
        (62, (1474, 3552, 15744), (1114, 2956, 11335)),
        (ALL, (1474, 3552, 15744), (1114, 2956, 11335)),
    ] {
        for (convention, (expanded, generated, recomputed)) in [(LexOldest, lex), (ColexNewest, colex)] {
            let sets = || SortedSet::truncated(k, convention.ties()).with_union(UnionRule::KWay);
            let found = counts(Search::new(tic_tac_toe(), sets(), sets(), convention.options()));
            assert_eq!(found, (Verdict::Disproven, expanded, generated, recomputed), "K = {k}, {convention:?}");
        }
    }
}

#[test]
fn m_n_k_games_and_connect_k() {
    use Verdict::{Disproven, Proven};
    // Rules, verdict, then expansions, nodes and recomputations of PNS, and of PSS(8,8), PSS(20,20) and PSS, each
    // first lex and then colex.
    type Row = (&'static str, Verdict, (u64, u64, u64), [[(u64, u64, u64); 2]; 3]);
    let rows: [Row; 4] = [
        (
            "4,3,3",
            Proven,
            (1132, 6062, 6069),
            [
                [(1292, 6308, 10129), (1231, 6116, 9682)],
                [(1292, 6308, 10321), (1164, 6147, 9650)],
                [(1290, 6307, 10309), (1247, 6301, 10420)],
            ],
        ),
        (
            "4,3,3,gravity",
            Proven,
            (248, 697, 1183),
            [
                [(255, 709, 1997), (134, 403, 806)],
                [(255, 709, 2007), (241, 692, 1693)],
                [(255, 709, 2007), (241, 692, 1693)],
            ],
        ),
        (
            "4,4,3,gravity",
            Proven,
            (310, 996, 1544),
            [
                [(333, 1051, 3007), (417, 1295, 3561)],
                [(333, 1051, 3035), (371, 1191, 2860)],
                [(333, 1051, 3035), (371, 1191, 2860)],
            ],
        ),
        (
            "4,4,4,gravity",
            Disproven,
            (9321, 20297, 65367),
            [
                [(13907, 28935, 242_528), (14294, 29771, 249_726)],
                [(13642, 28487, 248_119), (15032, 31207, 282_294)],
                [(13557, 28340, 260_719), (15933, 32820, 302_862)],
            ],
        ),
    ];
    for (rules, verdict, number, sets) in rows {
        let with = |(expanded, generated, recomputed)| (verdict, expanded, generated, recomputed);
        assert_eq!(counts(pns(mnk(rules), Options::default())), with(number), "{rules} pns");
        for (k, by_convention) in [8, 20, ALL].into_iter().zip(sets) {
            for (convention, expected) in [LexOldest, ColexNewest].into_iter().zip(by_convention) {
                assert_eq!(truncated(mnk(rules), k, k, convention), with(expected), "{rules} K = {k} {convention:?}");
            }
        }
    }
}

#[test]
fn weak_numbers_and_the_max_rule() {
    use Verdict::{Disproven, Proven};
    let of_rule = Counter::with_rule;
    let weak =
        |rules| counts(Search::new(mnk(rules), of_rule(SumRule::Weak), of_rule(SumRule::Weak), Options::default()));
    let max = |rules| counts(Search::new(mnk(rules), of_rule(SumRule::Max), of_rule(SumRule::Max), Options::default()));
    for (rules, verdict, by_weak, by_max) in [
        ("3,3,3", Disproven, 1318, 1339),
        ("4,3,3", Proven, 998, 880),
        ("4,3,3,gravity", Proven, 231, 175),
        ("4,4,3,gravity", Proven, 296, 636),
        ("5,3,4,gravity", Disproven, 22098, 6445),
        ("4,4,4,gravity", Disproven, 15904, 2745),
    ] {
        let (found, expanded, ..) = weak(rules);
        assert_eq!((found, expanded), (verdict, by_weak), "{rules} weak");
        let (found, expanded, ..) = max(rules);
        assert_eq!((found, expanded), (verdict, by_max), "{rules} max");
    }
}

#[test]
fn connect_four_on_5_columns_and_3_rows() {
    let verdict = Verdict::Disproven;
    assert_eq!(counts(pns(mnk("5,3,4,gravity"), Options::default())), (verdict, 20938, 46328, 173_703));
    let expected = (verdict, 25559, 53471, 672_039);
    assert_eq!(truncated(mnk("5,3,4,gravity"), 20, 20, LexOldest), expected);
}

#[test]
fn with_a_rank_all_update_orders_recompute_equally_often() {
    for updates in
        [UpdateOrder::Rank, UpdateOrder::Levels, UpdateOrder::PearceKelly, UpdateOrder::Fifo, UpdateOrder::Auto]
    {
        let options = Options::default().with_updates(updates);
        assert_eq!(counts(pns(tic_tac_toe(), options)), (Verdict::Disproven, 1237, 3202, 9120), "{updates:?}");
        let options = ColexNewest.options().with_updates(updates);
        let expected = (Verdict::Disproven, 1114, 2956, 11335);
        assert_eq!(counts(pss(tic_tac_toe(), TieOrder::Colex, options)), expected, "{updates:?}");
    }
}

#[test]
fn delayed_evaluation_needs_more_rounds_and_agrees() {
    let delayed = Options::default().with_evaluation(Evaluation::Delayed);
    let (verdict, expanded, ..) = counts(pns(tic_tac_toe(), delayed));
    assert_eq!(verdict, Verdict::Disproven);
    assert!(expanded > 1237, "hidden terminals mislead the selection: {expanded} expansions");
    let truncated = Search::new(
        tic_tac_toe(),
        SortedSet::truncated(20, TieOrder::Lex),
        SortedSet::truncated(20, TieOrder::Lex),
        delayed,
    );
    assert_eq!(counts(truncated).0, Verdict::Disproven);
}
