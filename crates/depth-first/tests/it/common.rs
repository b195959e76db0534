//! What the tests share.

use std::cell::RefCell;

use proofset_core::{EdgeCost, LeafCost, Probe, Problem, Repetition, Status};
use proofset_cursor::CopyCursor;
use proofset_depth_first::{
    AnyTable, Deep, Epsilon, Evaluation, ExactTable, KeyedTable, Method, Options, Replacement, Search, SumRule, Ties,
};
use proofset_testkit::opaque::{Opaque, OpaqueOf};

/// A search whose table has any type: compiled once for a problem.
pub(crate) type Tabled<P> = Search<CopyCursor<P>, AnyTable<<P as Problem>::State>>;

/// A search of a problem of any type: compiled once for a kind of states.
pub(crate) type Hidden<'a, P> = Tabled<OpaqueOf<'a, P>>;

/// A search with a table that compares states in full.
pub(crate) fn exact_of<P: Problem<State: 'static>>(problem: P, options: Options) -> Tabled<P> {
    Search::with_cursor(CopyCursor::new(problem, ()), Box::new(ExactTable::new()), options)
}

/// A search with a table that compares keys.
pub(crate) fn keyed_of<P: Problem<State: 'static>>(problem: P, options: Options) -> Tabled<P> {
    let cursor = CopyCursor::new(problem, ());
    let table = KeyedTable::for_cursor(&cursor);
    Search::with_cursor(cursor, table.into(), options)
}

/// The first of the two, of a problem whose type is hidden.
pub(crate) fn exact<P: Problem<State: 'static>>(problem: &P, options: Options) -> Hidden<'_, P> {
    exact_of(Opaque::new(problem), options)
}

/// The second one.
pub(crate) fn keyed<P: Problem<State: 'static>>(problem: &P, options: Options) -> Hidden<'_, P> {
    keyed_of(Opaque::new(problem), options)
}

/// What leaves and edges cost, by the states that they lead to.
pub(crate) struct Costs<'a, S> {
    pub(crate) leaf: &'a dyn Fn(&S) -> LeafCost,
    pub(crate) edge: &'a dyn Fn(&S) -> EdgeCost,
}

impl<'a, S> Costs<'a, S> {
    /// Costs of leaves. Edges cost nothing.
    pub(crate) fn of_leaves(leaf: &'a dyn Fn(&S) -> LeafCost) -> Self {
        Self { leaf, edge: &|_| EdgeCost::default() }
    }
}

impl<P: Problem> Probe<P> for Costs<'_, P::State> {
    fn cost(&mut self, _: &P, state: &P::State) -> LeafCost {
        (self.leaf)(state)
    }

    fn edge(&mut self, _: &P, _: &P::State, successor: &P::State) -> EdgeCost {
        (self.edge)(successor)
    }
}

/// A search of a problem whose type is hidden, with such costs.
pub(crate) type Weighted<'a, P> =
    Search<CopyCursor<OpaqueOf<'a, P>, Costs<'a, <P as Problem>::State>>, AnyTable<<P as Problem>::State>>;

/// The search with a table that compares states in full.
pub(crate) fn weighted<'a, P: Problem<State: 'static>>(
    problem: &'a P,
    options: Options,
    costs: Costs<'a, P::State>,
) -> Weighted<'a, P> {
    Search::with_cursor(CopyCursor::new(Opaque::new(problem), costs), Box::new(ExactTable::new()), options)
}

/// A problem that notes which states are expanded, each for the first time only.
pub(crate) struct Noting<P: Problem> {
    problem: P,
    pub(crate) expanded: RefCell<Vec<P::State>>,
}

impl<P: Problem> Noting<P> {
    pub(crate) fn new(problem: P) -> Self {
        Self { problem, expanded: RefCell::new(Vec::new()) }
    }
}

impl<P: Problem> Problem for Noting<P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.problem.root()
    }

    fn status(&self, state: &P::State) -> Status {
        self.problem.status(state)
    }

    fn for_each_successor(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        let mut expanded = self.expanded.borrow_mut();
        if !expanded.contains(state) {
            expanded.push(state.clone());
        }
        drop(expanded);
        self.problem.for_each_successor(state, visit);
    }

    fn rank(&self, state: &P::State) -> Option<u32> {
        self.problem.rank(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.repetition()
    }
}

/// Options of every kind.
pub(crate) fn variants() -> Vec<Options> {
    let epsilon = |epsilon| Epsilon::new(epsilon).expect("a slack");
    vec![
        Options::default(),
        Options::default().with_ties(Ties::Last),
        Options::default().with_epsilon(epsilon(0.25)),
        Options::default().with_epsilon(epsilon(1.0)).with_ties(Ties::Last),
        Options::default().with_proof_sum(SumRule::Weak).with_disproof_sum(SumRule::Weak),
        Options::default().with_proof_sum(SumRule::Max).with_disproof_sum(SumRule::Sum),
        Options::default().with_proof_sum(SumRule::Weak).with_disproof_sum(SumRule::Max).with_epsilon(epsilon(0.5)),
        Options::default().with_method(Method::PnStar),
        Options::default().with_method(Method::PnStar).with_epsilon(epsilon(0.5)).with_ties(Ties::Last),
        Options::default().with_method(Method::CStar),
        Options::default().with_method(Method::Pds),
        Options::default().with_method(Method::Pds).with_epsilon(epsilon(0.0625)).with_proof_sum(SumRule::Weak),
        Options::default().with_source_detection(true),
        Options::default().with_source_detection(true).with_proof_sum(SumRule::Weak).with_disproof_sum(SumRule::Max),
        Options::default().with_source_detection(true).with_proof_sum(SumRule::Max).with_disproof_sum(SumRule::Weak),
        Options::default().with_source_detection(true).with_method(Method::Pds).with_ties(Ties::Last),
        Options::default().with_deep(Deep { depth: 4, base: 3 }).with_replacement(Replacement::SmallTreeGc),
        Options::default().with_load_bearing(true),
        Options::default().with_simulation(0),
        Options::default().with_simulation(0).with_method(Method::Pds).with_evaluation(Evaluation::Delayed),
        Options::default().with_simulation(4).with_epsilon(epsilon(0.25)).with_load_bearing(true),
        Options::default().with_load_bearing(true).with_method(Method::Pds).with_ties(Ties::Last),
        Options::default().with_evaluation(Evaluation::Delayed),
        Options::default().with_evaluation(Evaluation::Delayed).with_method(Method::PnStar).with_load_bearing(true),
    ]
}
