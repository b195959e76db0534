//! AO*: verdicts with certificates, cheapest solution graphs, and what it shares with proof-number search.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use proofset_and_or::Graph;
use proofset_best_first::{AoStar, LeafCost};
use proofset_certificate::{SolvedGraph, Strategy};
use proofset_core::{
    Describe, Limits, NodeId, Problem, Role, Size, SolveError, Solver, Status, StopReason, Value, Verdict,
};
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ranked::Ranked;
use proofset_tic_tac_toe::TicTacToe;

type State = <Graph as Problem>::State;

/// What the cheapest proof of a state costs, summed per path, by plain recursion; infinite if there is none.
fn cheapest<P: Problem>(problem: &P, state: &P::State, arc: u32, known: &mut HashMap<P::State, Size>) -> Size {
    if let Some(&cost) = known.get(state) {
        return cost;
    }
    let mut children = Vec::new();
    if let Status::Open(_) = problem.status(state) {
        problem.for_each_successor(state, |_, next| {
            if !children.contains(&next) {
                children.push(next);
            }
        });
    }
    let costs: Vec<Size> = children.iter().map(|child| Size::new(arc) + cheapest(problem, child, arc, known)).collect();
    let cost = match problem.status(state) {
        Status::Decided(Value::Proven) => Size::ZERO,
        Status::Decided(Value::Disproven) | Status::OpenLeaf => Size::INFINITE,
        Status::Open(Role::Or) => costs.into_iter().min().unwrap_or(Size::INFINITE),
        Status::Open(Role::And) => costs.into_iter().sum(),
    };
    known.insert(state.clone(), cost);
    cost
}

/// What the proof of a strategy costs.
fn cost_of<G: SolvedGraph>(graph: &G, strategy: &Strategy, node: NodeId, arc: u32) -> Size {
    let next: Vec<NodeId> = match (graph.role(node), strategy.choice(graph, node)) {
        (None, _) => Vec::new(),
        (Some(_), Some(choice)) => vec![choice],
        (Some(_), None) => graph.children(node).collect(),
    };
    next.into_iter().map(|child| Size::new(arc) + cost_of(graph, strategy, child, arc)).sum()
}

fn shapes() -> [RandomGraph; 4] {
    let half = |shape: RandomGraph| RandomGraph { proven: 0.5, disproven: 0.5, ..shape };
    [half(RandomGraph::tree()), half(RandomGraph::dag()), half(RandomGraph::layered()), RandomGraph::dag()]
}

fn judge<P: Describe>(problem: &P, arc: u32, seed: u64) -> Verdict
where
    P::State: std::fmt::Debug + Send + Sync + 'static,
{
    let expected = proofset_oracle::solve(problem, 100_000).expect("the problem is small").root();
    let mut search = AoStar::new(problem, arc);
    let report = search.solve(&Limits::none(), &mut ()).expect("the problem is acyclic");
    assert_eq!(report.verdict, expected, "seed {seed}");
    let Some(value) = expected.value() else {
        assert_eq!(report.stop, StopReason::OpenLeaves);
        assert_eq!((report.proof, report.disproof), (Size::ONE, Size::ONE), "nothing is known of either");
        return expected;
    };
    assert_eq!(report.stop, StopReason::Decided);
    let summary = certified(problem, &search, value);
    assert_eq!(Some(report.line.len() as u32), summary.depth);
    expected
}

#[test]
fn verdicts_are_right_and_certified() {
    let mut seen = HashMap::new();
    for shape in shapes() {
        for seed in 0..400 {
            let graph = shape.generate(seed);
            for arc in [0, 1, 7] {
                *seen.entry(judge(&graph, arc, seed)).or_insert(0) += 1;
            }
            judge(&Ranked::new(graph), 1, seed);
        }
    }
    assert!(seen.len() == 3 && seen.values().all(|&count| count > 200), "{seen:?}");
}

/// With estimates that are never too high the proof that is found is a cheapest one, and its cost is the root's.
#[test]
fn cheapest_solution_graphs_are_found() {
    let (mut proven, mut spared) = (0, 0_i64);
    for shape in shapes() {
        for seed in 0..300 {
            let graph = shape.generate(seed);
            for arc in [1, 3] {
                let mut known = HashMap::new();
                let least = cheapest(&graph, &graph.root(), arc, &mut known);
                // An open node has at least one child, so that one is never too much; nor is half of the truth, nor all.
                let share = |numerator: u32| {
                    let known = known.clone();
                    move |_: &&Graph, state: &State| {
                        let cost = known.get(state).and_then(|cost| cost.finite()).unwrap_or(1);
                        LeafCost { proof: Size::new(cost * numerator / 2), disproof: Size::ONE }
                    }
                };
                let mut expanded = Vec::new();
                for numerator in [0, 1, 2] {
                    let mut search = AoStar::with_probe(&graph, arc, share(numerator));
                    let report = search.solve(&Limits::none(), &mut ()).expect("the graph is acyclic");
                    assert_eq!(report.verdict == Verdict::Proven, least.finite().is_some(), "seed {seed}");
                    assert_eq!(search.cost(), least, "seed {seed}, arcs cost {arc}, {numerator} halves");
                    if report.verdict == Verdict::Proven {
                        let strategy = Strategy::extract(&search).expect("the root is proven");
                        assert_eq!(cost_of(&search, &strategy, search.root(), arc), least);
                        proven += 1;
                        expanded.push(report.expanded.cast_signed());
                    }
                }
                if let [blind, _, informed] = expanded[..] {
                    spared += blind - informed;
                }
            }
        }
    }
    assert!(proven > 1000, "{proven}");
    assert!(spared > 1000, "knowing the costs spares expansions: {spared}");
}

/// A graph that notes which states were expanded.
struct Noting<'a> {
    graph: &'a Graph,
    expanded: RefCell<HashSet<State>>,
}

impl Problem for Noting<'_> {
    type State = State;
    type Move = <Graph as Problem>::Move;

    fn root(&self) -> State {
        self.graph.root()
    }

    fn status(&self, state: &State) -> Status {
        self.graph.status(state)
    }

    fn for_each_successor(&self, state: &State, visit: impl FnMut(Self::Move, State)) {
        self.expanded.borrow_mut().insert(*state);
        self.graph.for_each_successor(state, visit);
    }
}

/// The proof number of a state in the graph of what was expanded.
fn proof_number(problem: &Noting<'_>, state: State) -> Size {
    let mut children = Vec::new();
    if problem.expanded.borrow().contains(&state) {
        problem.graph.for_each_successor(&state, |_, next| children.push(next));
    }
    let numbers = children.iter().map(|&child| proof_number(problem, child));
    match problem.status(&state) {
        Status::Decided(Value::Proven) => Size::ZERO,
        Status::Decided(Value::Disproven) | Status::OpenLeaf => Size::INFINITE,
        Status::Open(_) if children.is_empty() => Size::ONE,
        Status::Open(Role::Or) => numbers.min().expect("there are some"),
        Status::Open(Role::And) => numbers.sum(),
    }
}

/// With unit leaves and free arcs the estimate of the root is its proof number, after every expansion.
#[test]
fn estimates_are_proof_numbers() {
    let mut compared = 0;
    for shape in shapes() {
        for seed in 0..100 {
            let graph = shape.generate(seed);
            let problem = Noting { graph: &graph, expanded: RefCell::new(HashSet::new()) };
            let mut search = AoStar::new(&problem, 0);
            for expansions in 0..60 {
                let report = search.solve(&Limits::expansions(expansions), &mut ()).expect("the graph is acyclic");
                if report.stop != StopReason::Expansions {
                    break;
                }
                assert_eq!(search.cost(), proof_number(&problem, graph.root()), "seed {seed}");
                compared += 1;
            }
        }
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn a_search_goes_on_where_it_stopped() {
    let (mut whole, mut steps) = (AoStar::new(tic_tac_toe(), 0), AoStar::new(tic_tac_toe(), 0));
    let report = whole.solve(&Limits::none(), &mut ()).expect("no cycles");
    assert_eq!((report.verdict, report.stop), (Verdict::Disproven, StopReason::Decided));
    let mut now = steps.solve(&Limits::expansions(0), &mut ()).expect("no cycles");
    while now.stop == StopReason::Expansions {
        now = steps.solve(&Limits::expansions(now.expanded + 7), &mut ()).expect("no cycles");
    }
    assert_eq!((now.expanded, now.visits, now.recomputed), (report.expanded, report.visits, report.recomputed));
    assert_eq!(steps.cost(), Size::INFINITE);

    let mut little = AoStar::new(tic_tac_toe(), 0);
    let limits = Limits::none().with_bytes(10_000);
    let report = little.solve(&limits, &mut ()).expect("no cycles");
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Memory));
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    assert_eq!(little.solve(&limits, &mut ()).expect("no cycles").stop, StopReason::Time);
    let stopped = little.solve(&Limits::none(), &mut |_: &_| std::ops::ControlFlow::Break(())).expect("no cycles");
    assert_eq!(stopped.stop, StopReason::Cancelled);
}

fn tic_tac_toe() -> proofset_core::Solve<TicTacToe> {
    proofset_core::Solve::from_start(TicTacToe, proofset_core::Goal::win(proofset_core::Player::First))
}

#[test]
fn cycles_are_an_error() {
    let mut met = 0;
    for seed in 0..100 {
        let graph = RandomGraph { back: 1.0, ..RandomGraph::cyclic() }.generate(seed);
        match AoStar::new(&graph, 0).solve(&Limits::none(), &mut ()) {
            Ok(_) => {}
            Err(SolveError::Cycle { path }) => {
                assert!(!path.is_empty() && graph.find_cycle().is_some());
                met += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(met > 50, "{met}");
}
