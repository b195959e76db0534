//! Weights of leaves and the look-ahead: published counts, laws, and verdicts with their certificates.

use std::collections::HashSet;

use proofset_and_or::GraphBuilder;
use proofset_best_first::{
    Evaluation, GraphMode, LeafCost, Lookahead, Mobility, Options, Probe, Search, pns, pss, pss_truncated,
};
use proofset_certificate::SolvedGraph;
use proofset_core::{
    Describe, Goal, Limits, NodeId, Notation, Player, Problem, Role, Size, Solve, SolveError, Solver, Status,
    StopReason, Value, Verdict,
};
use proofset_erased::{Erasable, Erased};
use proofset_graph::UpdateOrder;
use proofset_mnk::{Mnk, Rules};
use proofset_nodeset::{BitSet, Count, Effort, SortedSet, TieOrder};
use proofset_oracle::{Graph as Plain, Kind, Pair, SetOrder, Tie, Union};
use proofset_testkit::opaque::Opaque;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::{Ranked, Unranked};
use proofset_testkit::synthetic::SyntheticGame;
use proofset_tic_tac_toe::TicTacToe;

use crate::verdicts::judge;

fn look() -> Options {
    Options::default().with_lookahead(Lookahead::One)
}

fn tic_tac_toe() -> Solve<TicTacToe> {
    Solve::from_start(TicTacToe, Goal::win(Player::First))
}

fn mnk(rules: &str, position: &str, goal: Goal) -> Solve<Mnk<1>> {
    let game = Mnk::new(rules.parse::<Rules>().unwrap());
    let root = game.parse_position(position).unwrap();
    Solve::new(game, root, goal)
}

fn node(index: usize) -> NodeId {
    NodeId::new(index).unwrap()
}

/// The distinct successors of an open state, in move order.
fn successors<P: Problem>(problem: &P, state: &P::State) -> Vec<P::State> {
    let mut distinct = Vec::new();
    if let Status::Open(_) = problem.status(state) {
        problem.for_each_successor(state, |_, next| {
            if !distinct.contains(&next) {
                distinct.push(next);
            }
        });
    }
    distinct
}

/// All states that the root reaches.
fn reachable<P: Problem>(problem: &P) -> Vec<P::State> {
    let mut seen = HashSet::from([problem.root()]);
    let mut states = vec![problem.root()];
    let mut next = 0;
    while let Some(state) = states.get(next).cloned() {
        next += 1;
        states.extend(successors(problem, &state).into_iter().filter(|child| seen.insert(child.clone())));
    }
    states
}

/// The same problem from another root.
struct Rerooted<'a, P: Problem> {
    problem: &'a P,
    root: P::State,
}

impl<P: Problem> Problem for Rerooted<'_, P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.root.clone()
    }

    fn status(&self, state: &P::State) -> Status {
        self.problem.status(state)
    }

    fn for_each_successor(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        self.problem.for_each_successor(state, visit);
    }
}

/// The graph that a search has grown so far, for the oracle.
fn snapshot<P: Problem, E: Effort, D: Effort, C: Probe<P>>(search: &Search<P, E, D, C>, cost: &mut C) -> Plain {
    let nodes = search.node_count();
    let children: Vec<Vec<usize>> = (0..nodes).map(|n| search.children(node(n)).map(NodeId::index).collect()).collect();
    let kinds = (0..nodes)
        .map(|n| match (children[n].is_empty(), search.value(node(n)), SolvedGraph::role(search, node(n))) {
            (false, _, Some(role)) => Kind::Interior(role),
            (true, Some(Value::Proven), _) => Kind::Proven,
            (true, Some(Value::Disproven), _) => Kind::Disproven,
            _ => {
                let LeafCost { proof, disproof } = cost.cost(search.problem(), search.state(node(n)));
                Kind::Unknown { proof: proof.finite().unwrap(), disproof: disproof.finite().unwrap() }
            }
        })
        .collect();
    Plain::new(kinds, children, 0).expect("the graph is acyclic")
}

/// Runs a search step by step and calls `check` before every step and at the end.
fn each_step<P: Problem, E: Effort, D: Effort, C: Probe<P>>(
    mut search: Search<P, E, D, C>,
    mut check: impl FnMut(&Search<P, E, D, C>),
) where
    P::State: std::fmt::Debug,
{
    for budget in 0.. {
        let report = search.solve(&Limits::expansions(budget), &mut ()).expect("the problem is acyclic");
        check(&search);
        if report.expanded < budget {
            break;
        }
    }
}

#[test]
fn mobility_on_tic_tac_toe() {
    let search = Search::with_probe(tic_tac_toe(), Count::new(), Count::new(), Options::default(), Mobility::new());
    let mut largest = 0;
    each_step(search, |search| largest = largest.max(search.label(node(0)).proof.finite().unwrap_or(0)));
    let mut search = Search::with_probe(tic_tac_toe(), Count::new(), Count::new(), Options::default(), Mobility::new());
    let report = search.solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!((report.verdict, report.expanded, report.generated), (Verdict::Disproven, 1159, 3058));
    assert_eq!(largest, 48, "the largest finite proof number of the root");
}

/// What one expansion of `state` would make of its numbers, if none of its successors is terminal.
fn after_one_expansion<P: Problem>(problem: &P, state: &P::State) -> Option<LeafCost>
where
    P::State: std::fmt::Debug,
{
    let terminal = |next: &P::State| matches!(problem.status(next), Status::Decided(_));
    let next = successors(problem, state);
    if next.is_empty() || next.iter().any(terminal) {
        return None;
    }
    let from = Rerooted { problem, root: state.clone() };
    let report = pns(from, Options::default()).solve(&Limits::expansions(1), &mut ()).unwrap();
    assert_eq!(report.expanded, 1);
    Some(LeafCost { proof: report.proof, disproof: report.disproof })
}

fn check_mobility<P: Problem>(problem: &P) -> usize
where
    P::State: std::fmt::Debug,
{
    let mut mobility = Mobility::new();
    let states = reachable(problem);
    let checked = states.iter().filter_map(|state| Some((state, after_one_expansion(problem, state)?)));
    checked.map(|(state, expected)| assert_eq!(mobility.cost(problem, state), expected, "{state:?}")).count()
}

#[test]
fn mobility_is_what_an_expansion_without_terminal_successors_would_give() {
    assert!(check_mobility(&tic_tac_toe()) > 1000);
    assert!(check_mobility(&mnk("4,3,3,gravity", "", Goal::at_least_draw(Player::Second))) > 1000);
    let graphs: usize = (0..100).map(|seed| check_mobility(&RandomGraph::dag().generate(seed))).sum();
    assert!(graphs > 200, "{graphs} nodes");
    // Few shared states: many moves lead to the same one.
    let meeting =
        |seed| SyntheticGame { seed, depth: 6, transposition: 0.9, shared_states: 3, ..SyntheticGame::default() };
    let states: usize = (0..100).map(|seed| check_mobility(&meeting(seed))).sum();
    assert!(states > 500, "{states} states");
}

/// Seven moves to two states, or none; the role is the state's sign.
struct Meeting;

impl Problem for Meeting {
    type State = i32;
    type Move = i32;

    fn root(&self) -> i32 {
        1
    }

    fn status(&self, &state: &i32) -> Status {
        match state {
            0 => Status::OpenLeaf,
            100.. => Status::Decided(Value::Proven),
            1.. => Status::Open(Role::Or),
            _ => Status::Open(Role::And),
        }
    }

    fn for_each_successor(&self, &state: &i32, mut visit: impl FnMut(i32, i32)) {
        if state.abs() == 1 {
            (0..7).for_each(|mv| visit(mv, state * (10 + mv % 2)));
        }
    }
}

#[test]
fn mobility_counts_distinct_successors_and_is_at_least_one() {
    let mut mobility = Mobility::new();
    let mut cost = |state| {
        let LeafCost { proof, disproof } = mobility.cost(&Meeting, &state);
        (proof.finite().unwrap(), disproof.finite().unwrap())
    };
    assert_eq!((cost(1), cost(-1)), ((1, 2), (2, 1)), "two states in seven moves");
    assert_eq!((cost(10), cost(-10)), ((1, 1), (1, 1)), "no successors");
    assert_eq!((cost(0), cost(100)), ((1, 1), (1, 1)), "nothing to expand");
}

#[test]
fn costs_that_would_look_like_decisions_do_not() {
    for strange in [Size::ZERO, Size::INFINITE] {
        let cost = |_: &Solve<TicTacToe>, _: &_| LeafCost { proof: strange, disproof: strange };
        let mut search = Search::with_probe(tic_tac_toe(), Count::new(), Count::new(), Options::default(), cost);
        let report = search.solve(&Limits::none(), &mut ()).unwrap();
        assert_eq!((report.verdict, report.stop), (Verdict::Disproven, StopReason::Decided));
    }
}

#[test]
fn theorems_6_and_7_weighted_sets_are_no_larger_than_weighted_numbers() {
    let (win, draw) = (Goal::win(Player::First), Goal::at_least_draw(Player::First));
    let mut steps = 0;
    for problem in [
        mnk("3,3,3", "a1 b2", win),
        mnk("3,3,3", "b2 a1 c1", draw),
        mnk("4,3,3", "a1 b2 a3", win),
        mnk("4,4,4,gravity", "2233 14", win),
        mnk("5,3,3,gravity", "3 2", win),
    ] {
        let sets = SortedSet::new(TieOrder::Lex);
        let search = Search::with_probe(problem, sets.clone(), sets, Options::default(), Mobility::new());
        let mut mobility = Mobility::new();
        each_step(search, |search| {
            steps += 1;
            let plain = snapshot(search, &mut mobility);
            let numbers = plain.numbers();
            let order = SetOrder::by_number(plain.len(), Tie::Lex);
            let truncated =
                [0, 1, 3, 8].map(|k| plain.truncated_sets(Pair { proof: k, disproof: k }, Union::Pairwise, &order));
            for (n, number) in numbers.iter().enumerate() {
                let label = search.label(node(n));
                assert!(search.evaluator().proof.size(label.proof) <= number.proof);
                assert!(search.evaluator().disproof.size(label.disproof) <= number.disproof);
                for sets in &truncated {
                    assert!(sets[n].proof.as_ref().map_or(Size::INFINITE, |set| set.bound) <= number.proof);
                    assert!(sets[n].disproof.as_ref().map_or(Size::INFINITE, |set| set.bound) <= number.disproof);
                }
            }
        });
    }
    assert!(steps > 200, "{steps} graphs were compared");
}

/// Every kind of search with a look-ahead.
fn judge_look_ahead(problem: impl Describe<State: Send + Sync + 'static>, seed: u64) {
    judge_erased(Erased::new(&Erasable::new(problem)), seed);
}

fn judge_erased(problem: Erased<'_>, seed: u64) {
    let expected = proofset_oracle::solve(&problem, 1_000_000).expect("the problem is small").root();
    let tree = look().with_graph(GraphMode::Tree);
    let delayed = look().with_evaluation(Evaluation::Delayed);
    let delayed_tree = delayed.with_graph(GraphMode::Tree);
    let fifo = delayed.with_updates(UpdateOrder::Fifo);
    let levels = look().with_updates(UpdateOrder::Levels);
    let dynamic = look().with_updates(UpdateOrder::PearceKelly);
    let lex = || SortedSet::new(TieOrder::Lex);
    let at_most = |k| SortedSet::truncated(k, TieOrder::Colex);
    judge(problem, expected, Count::new(), Count::new(), look(), seed);
    judge(problem, expected, Count::new(), Count::new(), tree, seed);
    judge(problem, expected, Count::new(), Count::new(), delayed, seed);
    judge(problem, expected, Count::new(), Count::new(), delayed_tree, seed);
    judge(problem, expected, lex(), lex(), fifo, seed);
    judge(problem, expected, lex(), lex(), levels, seed);
    judge(problem, expected, at_most(2), at_most(3), dynamic, seed);
    judge(problem, expected, at_most(2), at_most(3), delayed.with_updates(UpdateOrder::PearceKelly), seed);
    judge(problem, expected, BitSet::new(TieOrder::Lex), BitSet::new(TieOrder::Lex), look(), seed);
}

#[test]
fn look_ahead_on_random_graphs_with_and_without_a_rank() {
    let decided = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::dag() };
    let open = RandomGraph { proven: 0.35, disproven: 0.35, ..RandomGraph::dag() };
    let dense = RandomGraph { proven: 0.35, disproven: 0.35, ..RandomGraph::dense() };
    for seed in 0..250 {
        judge_look_ahead(decided.generate(seed), seed);
        judge_look_ahead(open.generate(seed), seed);
        judge_look_ahead(dense.generate(seed), seed);
        judge_look_ahead(Ranked::new(decided.generate(seed)), seed);
    }
}

#[test]
fn look_ahead_on_random_games_with_and_without_a_rank() {
    for seed in 0..150 {
        let game = SyntheticGame { seed, depth: 7, ..SyntheticGame::default() };
        judge_look_ahead(game.clone(), seed);
        judge_look_ahead(Unranked(game), seed);
    }
}

#[test]
fn look_ahead_counts_on_tic_tac_toe() {
    let counts = |options| {
        let report = pns(tic_tac_toe(), options).solve(&Limits::none(), &mut ()).unwrap();
        (report.verdict, report.expanded, report.generated)
    };
    assert_eq!(counts(look()), (Verdict::Disproven, 399, 1732));
    let report = pss(tic_tac_toe(), TieOrder::Lex, look()).solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!(report.verdict, Verdict::Disproven);
    let mut search = Search::with_probe(tic_tac_toe(), Count::new(), Count::new(), look(), Mobility::new());
    let report = search.solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!((report.verdict, report.expanded, report.generated), (Verdict::Disproven, 377, 1639));
}

/// The value that one successor with it is enough to give the state.
fn deciding<P: Problem>(problem: &P, state: &P::State) -> Option<Value> {
    match problem.status(state) {
        Status::Open(Role::Or) => Some(Value::Proven),
        Status::Open(Role::And) => Some(Value::Disproven),
        _ => None,
    }
}

#[test]
fn a_look_ahead_leaves_one_child_and_is_no_expansion() {
    let problem = tic_tac_toe();
    for options in [look(), look().with_evaluation(Evaluation::Delayed)] {
        let mut search = pns(problem.clone(), options);
        let report = search.solve(&Limits::none(), &mut ()).unwrap();
        let (mut expanded, mut looked) = (0, 0);
        for n in (0..search.node_count()).map(node) {
            let children: Vec<NodeId> = search.children(n).collect();
            let value = deciding(&problem, search.state(n));
            let decides = |next: &_| Some(problem.status(next)) == value.map(Status::Decided);
            let next = successors(&problem, search.state(n));
            let Some(first) = next.iter().find(|next| decides(next)) else {
                assert!(children.is_empty() || children.len() == next.len());
                expanded += u64::from(!children.is_empty());
                continue;
            };
            if options.evaluation == Evaluation::Immediate || !children.is_empty() {
                assert_eq!(search.value(n), value);
                assert_eq!(children.iter().map(|&child| search.state(child)).collect::<Vec<_>>(), [first]);
                looked += 1;
            }
        }
        assert_eq!(report.expanded, expanded);
        assert!(looked > 100, "{looked} nodes were decided by a look-ahead");
    }
}

#[test]
fn a_root_can_be_decided_without_an_expansion() {
    let problem = mnk("3,3,3", "a1 a2 b1 b2", Goal::win(Player::First));
    let report = pns(problem.clone(), look()).solve(&Limits::expansions(0), &mut ()).unwrap();
    assert_eq!((report.verdict, report.stop), (Verdict::Proven, StopReason::Decided));
    assert_eq!((report.expanded, report.generated), (0, 2));
    assert_eq!((report.proof, report.disproof), (Size::ZERO, Size::INFINITE));
    assert_eq!(report.line.iter().map(|&mv| problem.move_text(&problem.root(), mv)).collect::<Vec<_>>(), ["c1"]);
}

#[test]
fn labels_follow_from_children_with_a_look_ahead_too() {
    for seed in 0..60 {
        let graph = RandomGraph { proven: 0.3, disproven: 0.3, ..RandomGraph::dag() }.generate(seed);
        let evaluation = if seed % 2 == 0 { Evaluation::Immediate } else { Evaluation::Delayed };
        let search = pns(&graph, look().with_evaluation(evaluation));
        each_step(search, |search| {
            for (n, expected) in snapshot(search, &mut ()).numbers().into_iter().enumerate() {
                let label = search.label(node(n));
                assert_eq!((label.proof, label.disproof), (expected.proof, expected.disproof));
            }
        });
    }
}

#[test]
fn a_search_with_a_look_ahead_stops_and_goes_on() {
    let problem = mnk("4,4,4,gravity", "", Goal::win(Player::First));
    let search = || pss_truncated(problem.clone(), 20, 20, TieOrder::Lex, look());
    let whole = search().solve(&Limits::none(), &mut ()).unwrap();
    let mut steps = search();
    let mut report = steps.solve(&Limits::expansions(0), &mut ()).unwrap();
    while report.verdict == Verdict::Unknown {
        assert_eq!(report.stop, StopReason::Expansions);
        report = steps.solve(&Limits::expansions(report.expanded + 500), &mut ()).unwrap();
    }
    let counts = |report: &proofset_core::Report<_>| (report.expanded, report.generated, report.recomputed);
    assert_eq!(counts(&report), counts(&whole));
    let mut bounded = search();
    let report = bounded.solve(&Limits::none().with_bytes(400_000), &mut ()).unwrap();
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Memory));
    let report = bounded.solve(&Limits::none(), &mut ()).unwrap();
    assert_eq!((report.verdict, counts(&report)), (Verdict::Disproven, counts(&whole)));
}

#[test]
fn a_deciding_child_may_be_in_the_graph_already() {
    // Both b and c have the won leaf as a successor; with delayed evaluation it is there, unevaluated, before they are.
    let mut builder = GraphBuilder::new();
    builder.node("a", Role::And).node("b", Role::Or).node("c", Role::Or).leaf("won", Value::Proven);
    builder.leaf("open", None).edges("a", ["b", "c", "won"]).edges("b", ["open", "won"]).edges("c", ["won", "open"]);
    let graph = builder.root("a").build().unwrap();
    for evaluation in [Evaluation::Immediate, Evaluation::Delayed] {
        for updates in [UpdateOrder::Levels, UpdateOrder::PearceKelly, UpdateOrder::Fifo] {
            let mut search = pss(&graph, TieOrder::Lex, look().with_evaluation(evaluation).with_updates(updates));
            let report = search.solve(&Limits::none(), &mut ()).unwrap();
            assert_eq!((report.verdict, report.expanded), (Verdict::Proven, 1));
            assert_eq!((search.node_count(), search.edge_count()), (4, 5), "the open leaf was never needed");
        }
    }
}

#[test]
fn a_wrong_rank_of_a_deciding_child_is_an_error() {
    /// Two moves to a win, with a rank that the last move does not raise.
    struct Flat;
    impl Problem for Flat {
        type State = u32;
        type Move = ();
        fn root(&self) -> u32 {
            0
        }
        fn status(&self, state: &u32) -> Status {
            if *state == 2 { Status::Decided(Value::Proven) } else { Status::Open(Role::Or) }
        }
        fn for_each_successor(&self, state: &u32, mut visit: impl FnMut((), u32)) {
            visit((), state + 1);
        }
        fn rank(&self, state: &u32) -> Option<u32> {
            Some(*state.min(&1))
        }
    }
    for evaluation in [Evaluation::Immediate, Evaluation::Delayed] {
        let mut search = pns(Opaque::new(&Flat), look().with_evaluation(evaluation));
        let error = search.solve(&Limits::none(), &mut ()).unwrap_err();
        assert_eq!(error, SolveError::Rank { parent: 1, child: 1 });
        assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap_err(), error);
    }
}
