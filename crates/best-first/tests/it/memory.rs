//! A search that reaches its limit on bytes removes what solved nodes do not need, and stays right.

use proofset_best_first::{Evaluation, GraphMode, LeafCost, Options, Probe, Search};
use proofset_core::{
    Goal, Limits, NodeId, Player, Problem, Report, Size, Solve, Solver, StopReason, SumRule, Value, Verdict,
};
use proofset_graph::UpdateOrder;
use proofset_mnk::{Mnk, Rules};
use proofset_nodeset::{
    BitSet, Count, Counter, Effort, Favour, Favouring, Naming, Pick, SortedSet, TieOrder, UnionRule,
};
use proofset_testkit::certified::certified;
use proofset_testkit::synthetic::SyntheticGame;
use proofset_testkit::wide::Wide;

fn connect_four(board: &str) -> Solve<Mnk<1>> {
    Solve::from_start(Mnk::new(Rules::connect_four(board).unwrap()), Goal::win(Player::First))
}

fn bytes(limit: u64) -> Limits {
    Limits::none().with_bytes(limit)
}

/// Searches under ever larger limits until there is a verdict, and checks the proof. Returns the nodes reclaimed.
fn solve_in_steps<E: Effort, D: Effort, C>(mut search: Search<Solve<Mnk<1>>, E, D, C>, from: u64, step: u64) -> u64
where
    C: Probe<Solve<Mnk<1>>>,
{
    let mut limit = from;
    let report = loop {
        let report = search.solve(&bytes(limit), &mut ()).unwrap();
        if report.verdict != Verdict::Unknown {
            break report;
        }
        assert_eq!(report.stop, StopReason::Memory);
        assert!(!report.proof.is_zero() && !report.disproof.is_zero());
        assert!(report.peak_bytes <= limit + limit / 4, "{} bytes of {limit}", report.peak_bytes);
        limit += step;
    };
    assert_eq!(report.verdict, Verdict::Disproven);
    assert_eq!(report.generated, search.node_count() as u64 + search.reclaimed());
    certified(search.problem(), &search, Value::Disproven);
    search.reclaimed()
}

#[test]
fn solved_parts_are_given_up_before_the_search_is() {
    let problem = || connect_four("4x4");
    let (from, step) = (200_000, 50_000);
    let plain = Options::default();
    let tree = plain.with_graph(GraphMode::Tree);
    let fifo = plain.with_updates(UpdateOrder::Fifo);
    let dynamic = plain.with_updates(UpdateOrder::PearceKelly).with_evaluation(Evaluation::Delayed);
    let lex = || SortedSet::new(TieOrder::Lex);
    let reclaimed = [
        solve_in_steps(Search::new(problem(), Count::new(), Count::new(), plain), from, step),
        solve_in_steps(Search::new(problem(), Count::new(), Count::new(), dynamic), from, 4 * step),
        solve_in_steps(Search::new(problem(), Count::new(), Count::new(), fifo), from, step),
        solve_in_steps(Search::new(problem(), lex(), lex(), plain), from, step),
        solve_in_steps(
            Search::new(problem(), lex(), Counter::with_rule(SumRule::Sum), plain.with_batch(8)),
            from,
            step,
        ),
        solve_in_steps(Search::new(problem(), Count::new(), Count::new(), dynamic.with_batch(5)), from, 4 * step),
        solve_in_steps(Search::new(problem(), BitSet::new(TieOrder::Lex), lex(), plain), from, 20 * step),
        solve_in_steps(
            Search::new(
                problem(),
                SortedSet::truncated(20, TieOrder::Colex),
                SortedSet::truncated(0, TieOrder::Lex),
                plain,
            ),
            from,
            step,
        ),
        solve_in_steps(Search::new(connect_four("4x3"), Count::new(), Count::new(), tree), from, step),
    ];
    assert!(reclaimed.iter().all(|&nodes| nodes > 1000), "{reclaimed:?}");
}

/// Removing nodes in the middle of a search changes no value, and the proof is still whole in the end.
#[test]
fn solved_parts_can_be_given_up_at_any_time() {
    fn check_search<E: Effort, D: Effort>(proof: E, disproof: D, options: Options) {
        let mut search = Search::new(connect_four("4x4"), proof, disproof, options);
        let mut removed = 0;
        for budget in (0..).step_by(700) {
            let report = search.solve(&Limits::expansions(budget), &mut ()).unwrap();
            removed += search.reclaim();
            assert_eq!(search.reclaim(), 0, "one removal leaves nothing to remove");
            let root = search.label(NodeId::new(0).unwrap());
            let evaluator = search.evaluator();
            let sizes = (evaluator.proof.size(root.proof), evaluator.disproof.size(root.disproof));
            assert_eq!(sizes, (report.proof, report.disproof));
            if report.verdict != Verdict::Unknown {
                break;
            }
        }
        assert!(removed > 5000, "{removed} nodes removed");
        assert_eq!(solve_in_steps(search, u64::MAX, 0), removed);
    }
    let dynamic = Options::default().with_updates(UpdateOrder::PearceKelly).with_evaluation(Evaluation::Delayed);
    let lex = |k| SortedSet::truncated(k, TieOrder::Lex);
    check_search(Count::new(), Count::new(), Options::default());
    check_search(Count::new(), Count::new(), dynamic);
    check_search(SortedSet::new(TieOrder::Colex), SortedSet::new(TieOrder::Colex), Options::default());
    check_search(lex(20), lex(3), Options::default().with_updates(UpdateOrder::Fifo));
    check_search(lex(20), lex(3), Options::default().with_batch(8));
    let heirs = Options::default().with_pick(Pick::Descent).with_naming(Naming::Inherited);
    let first = |k| SortedSet::truncated(k, TieOrder::First);
    check_search(first(20), first(3), heirs);
    check_search(first(2).with_union(UnionRule::KWay), first(5), heirs.with_evaluation(Evaluation::Delayed));
    check_search(SortedSet::new(TieOrder::First), SortedSet::new(TieOrder::First), heirs);
    check_search(
        BitSet::new(TieOrder::First),
        SortedSet::new(TieOrder::First),
        heirs.with_evaluation(Evaluation::Delayed),
    );
}

/// What is opened together leaves room for its update, and for the sets of all nodes to be made anew.
#[test]
fn a_batch_stays_within_the_limit() {
    for limit in [600_000, 1_500_000, 3_000_000] {
        for batch in [8, usize::MAX] {
            let sets = || SortedSet::adaptive(TieOrder::Lex);
            let mut search = Search::new(connect_four("5x4"), sets(), sets(), Options::default().with_batch(batch));
            let report = search.solve(&bytes(limit), &mut ()).unwrap();
            assert_eq!(report.stop, StopReason::Memory);
            assert!(report.peak_bytes <= limit, "{} bytes of {limit}", report.peak_bytes);
        }
    }
}

/// Leaves cost one more where exactly two moves are left.
struct TwoMoves;

impl<P: Problem> Probe<P> for TwoMoves {
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost {
        let mut successors = 0_u32;
        problem.for_each_successor(state, |_, _| successors += 1);
        let cost = Size::new(1 + u32::from(successors == 2));
        LeafCost { proof: cost, disproof: cost }
    }
}

/// Leaves that do not cost one take storage; those that do take none, and no room is left for it.
#[test]
fn sets_stay_within_the_limit_where_nodes_are_wide_and_leaves_weigh() {
    fn check_limits<E: Effort, D: Effort>(proof: impl Fn() -> E, disproof: impl Fn() -> D) {
        let heavy = |_: &_, _: &_| LeafCost { proof: Size::ONE, disproof: Size::new(3) };
        let weighed = || Search::with_probe(Wide::new(500).question(), proof(), disproof(), Options::default(), heavy);
        let alike = || Search::new(Wide::new(500).question(), proof(), disproof(), Options::default());
        let decided = |report: &Report<u32>| report.stop == StopReason::Decided;
        let (mut least_weighed, mut least_alike) = (None, None);
        for limit in (30_000..250_000).step_by(3000) {
            let report = weighed().solve(&bytes(limit), &mut ()).unwrap();
            assert!(report.peak_bytes <= limit, "{} bytes of {limit}", report.peak_bytes);
            if decided(&report) {
                least_weighed.get_or_insert(limit);
            }
            if decided(&alike().solve(&bytes(limit), &mut ()).unwrap()) {
                least_alike.get_or_insert(limit);
            }
        }
        assert!(least_alike.expect("one of them is enough") < least_weighed.expect("one of them is enough"));
    }
    let set = || SortedSet::new(TieOrder::Lex);
    check_limits(set, set);
    let cut = || SortedSet::truncated(3, TieOrder::Lex);
    check_limits(cut, || Favouring::new(cut(), Favour::new(0.5).expect("a share")));
}

/// A leaf as bits takes a bit for each node before it.
#[test]
fn sets_as_bits_stay_within_the_limit_where_nodes_are_wide() {
    for (width, limit) in [(5000, 500_000), (20_000, 10_000_000)] {
        let bits = || BitSet::new(TieOrder::Lex);
        let mut search = Search::new(Wide::new(width).question(), bits(), bits(), Options::default());
        let report = search.solve(&bytes(limit), &mut ()).unwrap();
        assert_eq!((report.stop, report.expanded), (StopReason::Memory, 0));
        assert!(report.peak_bytes <= limit, "{} bytes of {limit}", report.peak_bytes);
    }
    let bits = || BitSet::new(TieOrder::Lex);
    let mut search = Search::new(Wide::new(1000).question(), bits(), bits(), Options::default());
    assert_eq!(search.solve(&bytes(2_000_000), &mut ()).unwrap().verdict, Verdict::Disproven);
}

/// Weighted leaves keep their costs when everything is made anew.
#[test]
fn costs_of_leaves_survive() {
    let sets = || SortedSet::adaptive(TieOrder::Lex);
    let mut search = Search::with_probe(connect_four("5x4"), sets(), sets(), Options::default(), TwoMoves);
    let report = search.solve(&bytes(4_000_000), &mut ()).unwrap();
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Memory));
    assert!(search.evaluator().proof.limit() <= 64 && search.evaluator().disproof.limit() <= 64);
    let (proof, disproof) = (&search.evaluator().proof, &search.evaluator().disproof);
    let mut leaves = 0;
    for node in (0..search.node_count()).filter_map(NodeId::new) {
        if search.children(node).next().is_none() && search.value(node).is_none() {
            let cost = TwoMoves.cost(search.problem(), search.state(node));
            let label = search.label(node);
            assert_eq!((proof.size(label.proof), disproof.size(label.disproof)), (cost.proof, cost.disproof));
            leaves += 1;
        }
    }
    assert!(leaves > 100);
}

/// Adaptive sets are exact while there is room; under pressure they list fewer nodes instead of ending the search.
fn trade_precision_for_room(rule: UnionRule) {
    let sets = || SortedSet::adaptive(TieOrder::Lex).with_union(rule);
    let mut search = Search::new(connect_four("4x4"), sets(), sets(), Options::default());
    let free = search.solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!((free.verdict, free.expanded), (Verdict::Disproven, 13557), "without pressure it is PSS");
    assert_eq!(search.evaluator().proof.limit(), usize::MAX);
    let mut search = Search::new(connect_four("4x4"), sets(), sets(), Options::default());
    let mut limit = 300_000;
    loop {
        let report = search.solve(&bytes(limit), &mut ()).unwrap();
        if report.verdict != Verdict::Unknown {
            assert_eq!(report.verdict, Verdict::Disproven);
            break;
        }
        limit += 50_000;
    }
    assert!(search.evaluator().proof.limit() <= 64 || search.evaluator().disproof.limit() <= 64);
}

/// Where sets take most of the memory, listing fewer nodes is enough to go on.
#[test]
fn adaptive_sets_solve_what_exact_sets_have_no_room_for() {
    let game = SyntheticGame {
        seed: 1,
        depth: 20,
        branching: 2..=4,
        transposition: 0.8,
        shared_states: 300,
        terminal: 0.0,
        proven: 0.5,
    };
    let limit = 1_400_000;
    let exact = || SortedSet::new(TieOrder::Lex);
    let report = Search::new(&game, exact(), exact(), Options::default()).solve(&bytes(limit), &mut ()).unwrap();
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Memory));
    let sets = || SortedSet::adaptive(TieOrder::Lex);
    let mut search = Search::new(&game, sets(), sets(), Options::default());
    let report = search.solve(&bytes(limit), &mut ()).unwrap();
    assert_eq!(report.verdict, Verdict::Disproven);
    assert!((1..=64).contains(&search.evaluator().proof.limit()));
    assert!(report.peak_bytes <= limit + limit / 10, "{} bytes of {limit}", report.peak_bytes);
}

/// Making room takes some for a moment. That alone must not end a search.
#[test]
fn adaptive_searches_end_only_when_sets_have_no_room_to_give() {
    let sets = || SortedSet::adaptive(TieOrder::Lex);
    for limit in [600_000, 1_200_000, 1_500_000, 2_100_000] {
        let mut search = Search::new(connect_four("4x4"), sets(), sets(), Options::default());
        let report = search.solve(&bytes(limit), &mut ()).unwrap();
        let (proof, disproof) = (&search.evaluator().proof, &search.evaluator().disproof);
        let exhausted = (proof.limit(), disproof.limit()) == (0, 0);
        let small = (proof.bytes() + disproof.bytes()) * 16 < search.bytes();
        assert!(report.stop == StopReason::Decided || exhausted || small, "stopped with {limit} bytes");
    }
}

#[test]
fn adaptive_sets_trade_precision_for_room() {
    trade_precision_for_room(UnionRule::Pairwise);
}

#[test]
fn adaptive_sets_with_unions_at_once_trade_precision_for_room() {
    trade_precision_for_room(UnionRule::KWay);
}
