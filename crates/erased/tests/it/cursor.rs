//! Depth-first search of a problem whose type is not known does what it does where the type is known: the same counts,
//! reports, proofs and texts, whether states are packed or kept.

use std::ops::ControlFlow;

use proofset_and_or::Graph;
use proofset_certificate::{AnyGraph, Form, Header, Reader, SolvedGraph, Strategy, check, write_certificate};
use proofset_core::{
    Describe, EdgeCost, Goal, LeafCost, Limits, Pack, Player, Probe, Problem, RandomOrder, Repetition, Size, Solve,
    Solver, StopReason, Value, Verdict, state_hash,
};
use proofset_cursor::{CopyCursor, Cursor, UndoCursor};
use proofset_depth_first::{
    AnyTable, Deep, Epsilon, ExactTable, HistoryUse, KeyedTable, Method, Options, PackedTable, Replacement, Search,
    SumRule, Table, Ties,
};
use proofset_erased::{DynCursor, DynStore, Erasable, Erased, KnownValues, Sealed, SealedCursor};
use proofset_mnk::Mnk;
use proofset_store::Leaves;
use proofset_testkit::conformance::check_packing;
use proofset_testkit::opaque::Opaque;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::Ranked;
use proofset_testkit::ruled::Ruled;
use proofset_tic_tac_toe::{Position, TicTacToe};
use proofset_two_level::{Budget, NestedCursor, Second, depth_first_over_pn};

const RULES: [Repetition; 3] = [Repetition::Disproves, Repetition::Proves, Repetition::MoverLoses];

/// Options of every kind.
fn variants() -> Vec<Options> {
    let epsilon = |epsilon| Epsilon::new(epsilon).expect("a slack");
    let default = Options::default();
    vec![
        default,
        default.with_ties(Ties::Last).with_epsilon(epsilon(0.25)),
        default.with_proof_sum(SumRule::Weak).with_disproof_sum(SumRule::Max),
        default.with_method(Method::PnStar),
        default.with_method(Method::CStar),
        default.with_method(Method::Pds).with_proof_sum(SumRule::Weak),
        default.with_source_detection(true).with_threshold_control(false),
        default.with_simulation(1),
        default.with_deep(Deep { depth: 4, base: 3 }).with_replacement(Replacement::SmallTreeGc),
    ]
}

/// What is to be the same.
#[derive(Debug, PartialEq)]
struct Seen {
    report: String,
    line: Vec<String>,
    histories: Option<HistoryUse>,
    certificate: Option<Vec<u8>>,
    root: Option<Value>,
}

fn texts<P: Describe>(problem: &P, line: &[P::Move]) -> Vec<String> {
    let mut state = problem.root();
    let step = |&mv: &P::Move| {
        let text = problem.move_text(&state, mv);
        let mut next = None;
        problem.for_each_successor(&state, |other, reached| {
            if other == mv {
                next = Some(reached);
            }
        });
        state = next.expect("the move is one of the state");
        text
    };
    line.iter().map(step).collect()
}

fn certificate<P: Describe, G: SolvedGraph<State = P::State>>(problem: &P, search: &G, value: Value) -> Vec<u8> {
    let header = Header::new("random", "root", "proven", value);
    let graph = &AnyGraph::new(search);
    let strategy = Strategy::extract(graph).expect("the root is decided");
    let (file, _) =
        write_certificate(problem, graph, &strategy, &header, Form::Binary, Vec::new()).expect("it is whole");
    let summary = check(problem, &mut Reader::new(&file[..]).expect("it is whole")).expect("the proof holds");
    assert_eq!(summary.verdict, value);
    file
}

/// Searches in steps, so that it stops and goes on as well.
fn seen<P, C, T>(problem: &P, mut search: Search<C, T>) -> Seen
where
    P: Describe,
    C: Cursor<Problem: Problem<State = P::State, Move = P::Move>>,
    T: Table<C::Mark>,
{
    let step = |search: &mut Search<C, T>, most| {
        let report = search.solve(&Limits::expansions(most), &mut ());
        report.unwrap_or_else(|_| panic!("the problem is sound"))
    };
    let mut report = step(&mut search, 5);
    if report.stop == StopReason::Expansions {
        report = step(&mut search, 3_000);
    }
    let line = texts(problem, &report.line);
    let value = report.verdict.value().filter(|_| search.has_proof());
    report.counters.peak_bytes = 0;
    Seen {
        line,
        histories: search.history_use(),
        certificate: value.map(|value| certificate(problem, &search, value)),
        root: search.known_value(&problem.root()),
        // Bytes may differ, and moves are numbers where the type of a problem is not known.
        report: format!("{:?}", report.with_line(Vec::<u32>::new())),
    }
}

/// Leaves and edges cost what comes to mind, or one and nothing.
#[derive(Clone, Copy)]
enum Weights {
    Plain,
    Some,
}

impl<P: Problem> Probe<P> for Weights {
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost {
        if matches!(self, Self::Plain) {
            return ().cost(problem, state);
        }
        let hash = state_hash(state) as u32;
        LeafCost { proof: Size::new(1 + hash % 3), disproof: Size::new(1 + hash / 8 % 3) }
    }

    fn edge(&mut self, problem: &P, state: &P::State, successor: &P::State) -> EdgeCost {
        if matches!(self, Self::Plain) {
            return ().edge(problem, state, successor);
        }
        let hash = (state_hash(state) ^ state_hash(successor)) as u32;
        EdgeCost { proof: hash % 2, disproof: hash / 8 % 2 }
    }
}

/// A search whose table has any type: compiled once for a cursor.
fn tabled<C: Cursor>(cursor: C, table: impl Table<C::Mark> + 'static, options: Options) -> Search<C, AnyTable<C::Mark>>
where
    C::Mark: 'static,
{
    Search::with_cursor(cursor, Box::new(table), options)
}

/// The same question in every way.
fn compare<P>(problem: P, options: Options, probe: Weights, what: &str)
where
    P: Describe,
    P::State: Pack + Send + Sync + 'static,
{
    let erasable = Erasable::new(problem);
    let (problem, erased) = (erasable.problem(), Erased::new(&erasable));
    let cursors = || {
        [(DynCursor::packing(erased, problem, probe), "packed"), (DynCursor::keeping(erased, problem, probe), "kept")]
    };
    // The type of its states is known, and that is enough.
    let typed = || CopyCursor::new(Opaque::new(problem), probe);
    let found = seen(problem, tabled(typed(), ExactTable::new(), options));
    for (cursor, how) in cursors() {
        let table = PackedTable::for_format(cursor.format());
        assert_eq!(seen(&erased, tabled(cursor, table, options)), found, "{what}, {how}, {options:?}");
    }
    let table = KeyedTable::for_cursor(&typed());
    let found = seen(problem, tabled(typed(), table, options));
    for (cursor, how) in cursors() {
        let table = KeyedTable::for_cursor(&cursor);
        assert_eq!(seen(&erased, tabled(cursor, table, options)), found, "{what}, {how}, keys, {options:?}");
    }
}

fn graphs() -> impl Iterator<Item = (Graph, u64)> {
    let kinds = [RandomGraph::tree(), RandomGraph::layered(), RandomGraph::dag()];
    (0..).zip(kinds).flat_map(|(kind, graph)| (0..4).map(move |seed| (graph.generate(10 * kind + seed), seed)))
}

#[test]
fn acyclic_graphs_are_searched_alike() {
    for (graph, seed) in graphs() {
        for entries in [None, Some(0), Some(4), Some(16)] {
            for options in variants() {
                let options = options.with_entries(entries);
                compare(graph.clone(), options, Weights::Plain, &format!("seed {seed}"));
                compare(Ranked::new(graph.clone()), options, Weights::Some, &format!("ranked, seed {seed}"));
            }
        }
    }
}

#[test]
fn graphs_with_cycles_are_searched_alike() {
    for seed in 0..8 {
        let graph = RandomGraph { depth: 6, ..RandomGraph::cyclic() }.generate(seed);
        for rule in RULES {
            for entries in [None, Some(0), Some(4), Some(16)] {
                for options in variants() {
                    let options = options.with_entries(entries);
                    compare(Ruled(graph.clone(), rule), options, Weights::Plain, &format!("{rule}, seed {seed}"));
                }
            }
        }
    }
}

/// A cursor that knows the type of the problem, seen by a search that does not.
#[test]
fn sealed_states_make_no_difference() {
    for (graph, seed) in (0..6).map(|seed| (RandomGraph { depth: 6, ..RandomGraph::cyclic() }.generate(seed), seed)) {
        for rule in RULES {
            let erasable = Erasable::new(Ruled(graph.clone(), rule));
            let (problem, erased) = (erasable.problem(), Erased::new(&erasable));
            for options in variants() {
                let options = options.with_entries(16);
                let typed = || CopyCursor::new(Opaque::new(problem), Weights::Plain);
                let sealed = SealedCursor::new(erased, CopyCursor::new(problem, ()));
                let sealed = seen(&erased, Search::keyed_with_cursor(sealed, options));
                let typed = seen(problem, tabled(typed(), KeyedTable::for_cursor(&typed()), options));
                assert_eq!(sealed, typed, "{rule}, seed {seed}, {options:?}");
            }
        }
    }
}

#[test]
fn games_are_searched_alike() {
    for goal in [Goal::win(Player::First), Goal::at_least_draw(Player::First)] {
        for entries in [None, Some(16)] {
            for options in variants() {
                let options = options.with_entries(entries);
                compare(Solve::from_start(TicTacToe, goal), options, Weights::Plain, "tic-tac-toe");
                compare(Solve::from_start(TicTacToe, goal), options, Weights::Some, "tic-tac-toe with weights");
            }
        }
    }
}

/// A limit on memory costs time, and never a verdict: packed states are forgotten, and kept ones stop the search.
#[test]
fn limits_on_memory_hold() {
    let erasable = Erasable::new(Solve::from_start(TicTacToe, Goal::win(Player::First)));
    let (problem, erased) = (erasable.problem(), Erased::new(&erasable));
    let mut stopped = 0;
    for bytes in [0, 1_000, 20_000, 60_000, 150_000, 10_000_000] {
        for options in variants() {
            for is_kept in [false, true] {
                let cursor = if is_kept {
                    DynCursor::keeping(erased, problem, ())
                } else {
                    DynCursor::packing(erased, problem, ())
                };
                let table = PackedTable::for_format(cursor.format());
                let mut search = tabled(cursor, table, options);
                let limits = Limits::none().with_bytes(bytes).with_expansions(20_000);
                let Ok(report) = search.solve(&limits, &mut ()) else { panic!("the game is sound") };
                // One cluster and the first lists are always there, and lists double.
                let least = if options.source_detection { 30_000 } else { 4_000 };
                assert!(report.peak_bytes <= bytes + least, "{} of {bytes}, {options:?}", report.peak_bytes);
                assert!(matches!(report.verdict.value(), None | Some(Value::Disproven)));
                let has_room = bytes >= 10_000_000;
                assert!(!has_room || report.verdict != Verdict::Unknown || report.stop != StopReason::Memory);
                let is_memory = report.stop == StopReason::Memory;
                assert!(is_kept || bytes < 150_000 || !is_memory, "{bytes}, {options:?}: what is packed is forgotten");
                stopped += u32::from(is_kept && is_memory);
            }
        }
    }
    assert!(stopped > 5, "kept states never filled the memory: {stopped}");
}

#[test]
fn what_is_kept_is_counted() {
    let erasable = Erasable::new(Solve::from_start(TicTacToe, Goal::win(Player::First)));
    let mut cursor = DynCursor::keeping(Erased::new(&erasable), erasable.problem(), ());
    assert_eq!(cursor.bytes(), 0);
    cursor.for_each_child(|_| {});
    let nine = cursor.bytes();
    assert!(nine >= 9 * 8 && !cursor.left_out());
    cursor.for_each_child(|_| {});
    assert_eq!(cursor.bytes(), nine, "they are kept once");
    assert_eq!(cursor.allow(2 * nine), nine);
    let mut marks = Vec::new();
    cursor.for_each_child(|child| marks.push(child.mark));
    assert_eq!((marks.len(), cursor.left_out()), (9, false));
    cursor.enter(&marks[0]);
    let mut shown = 0;
    cursor.for_each_child(|_| shown += 1);
    assert!(shown < 8 && cursor.left_out(), "there was room for {shown} of 8");
    cursor.leave();
    cursor.for_each_child(|_| {});
    assert!(!cursor.left_out());
    assert_eq!(DynCursor::packing(Erased::new(&erasable), erasable.problem(), ()).bytes(), 0);
}

/// Shows the keys of so many children of where a cursor stands, and breaks off.
fn first_keys<C: Cursor>(cursor: &mut C, count: usize) -> Vec<u64> {
    let mut keys = Vec::new();
    cursor.for_each_child_until(|child| {
        keys.push(child.key);
        if keys.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    keys
}

/// Shows some children of the start of tic-tac-toe, and all, which are the same as far as they go.
fn check_breaks<C: Cursor>(mut cursor: C) {
    let mut all = Vec::new();
    cursor.for_each_child(|child| all.push(child.key));
    assert_eq!(all.len(), 9);
    for count in 1..=10 {
        assert_eq!(first_keys(&mut cursor, count), all[..count.min(9)], "{count}");
    }
}

#[test]
fn a_visit_that_breaks_off_sees_and_keeps_no_more() {
    let erasable = Erasable::new(Solve::from_start(TicTacToe, Goal::win(Player::First)));
    let (problem, erased) = (erasable.problem(), Erased::new(&erasable));
    let keeping = || DynCursor::keeping(erased, problem, ());
    let mut cursor = keeping();
    assert_eq!(first_keys(&mut cursor, 1).len(), 1);
    let one = cursor.bytes();
    assert_eq!(first_keys(&mut cursor, 9).len(), 9);
    assert!(one < cursor.bytes() && !cursor.left_out(), "{one} of {}", cursor.bytes());
    check_breaks(keeping());
    check_breaks(keeping().with_order(RandomOrder::new(1)));
    check_breaks(keeping().with_known(erased, &KnownValues::default()));
    check_breaks(DynCursor::packing(erased, problem, ()));
    check_breaks(CopyCursor::new(problem, ()));
    check_breaks(SealedCursor::new(erased, CopyCursor::new(problem, ())));
    let connect = Solve::from_start(Mnk::<1>::new("3,3,3".parse().expect("a board")), Goal::win(Player::First));
    check_breaks(UndoCursor::new(connect, ()));
}

/// All of the interface: lines, states and marks.
#[test]
fn a_cursor_goes_and_comes_back() {
    let erasable = Erasable::new(Solve::from_start(TicTacToe, Goal::win(Player::First)));
    let (problem, erased) = (erasable.problem(), Erased::new(&erasable));
    for mut cursor in
        [DynCursor::packing(erased, problem, Weights::Some), DynCursor::keeping(erased, problem, Weights::Some)]
    {
        let mut typed = CopyCursor::new(problem, Weights::Some);
        for place in [3, 0, 5] {
            let (mut marks, mut typed_marks) = (Vec::new(), Vec::new());
            cursor.for_each_child(|child| marks.push(child));
            typed.for_each_child(|child| typed_marks.push(child));
            assert_eq!(marks.len(), typed_marks.len());
            for (child, other) in marks.iter().zip(&typed_marks) {
                assert_eq!((child.key, child.status, child.rank), (other.key, other.status, other.rank));
                assert_eq!(child.edge, other.edge);
                assert_eq!(cursor.cost(&child.mark), typed.cost(&other.mark));
                let state = cursor.state_of(&child.mark);
                assert_eq!(*state.open::<Position>(), other.mark);
                let again = cursor.view(&state);
                assert!(DynCursor::same(&again.mark, &child.mark) && again.key == child.key);
            }
            for pair in marks.windows(2) {
                assert!(!DynCursor::same(&pair[0].mark, &pair[1].mark));
            }
            cursor.enter(&marks[place].mark);
            typed.enter(&typed_marks[place].mark);
        }
        cursor.leave();
        typed.leave();
        let line: Vec<Position> = cursor.line().iter().map(|state| *state.open()).collect();
        assert_eq!(line, typed.line());
        cursor.stand(&Sealed::new(line[1]));
        assert_eq!(cursor.line(), [Sealed::new(line[1])]);
    }
}

/// Df-pn over PN, with a store behind `dyn` in the second level.
#[test]
fn the_second_level_works_on_it() {
    for (graph, seed) in graphs() {
        for budget in [Budget::Nodes(1), Budget::Nodes(4), Budget::Nodes(30), Budget::Full] {
            for method in [Method::DfPn, Method::Pds] {
                let options = Options::default().with_method(method);
                let erasable = Erasable::new(graph.clone());
                let (problem, erased) = (erasable.problem(), Erased::new(&erasable));
                let typed = seen(problem, depth_first_over_pn(problem, options, budget, ()));
                for cursor in [DynCursor::packing(erased, problem, ()), DynCursor::keeping(erased, problem, ())] {
                    let table = PackedTable::for_format(cursor.format());
                    let store = DynStore::new(erased, problem, Leaves::new(()));
                    let cursor = NestedCursor::new(cursor, store, Second::pns(budget));
                    let found = seen(&erased, Search::with_cursor(cursor, table, options));
                    assert_eq!(found, typed, "seed {seed}, {budget:?}, {method:?}");
                }
            }
        }
    }
}

#[test]
fn nodes_of_graphs_are_packed() {
    for (graph, seed) in graphs() {
        check_packing(&graph, 20, seed);
    }
    check_packing(&RandomGraph::cyclic().generate(1), 20, 1);
}
