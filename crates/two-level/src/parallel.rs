//! A two-level search by several threads, which share the leaves that are searched together.
//!
//! Each thread needs a store of its own, which may not be able to leave its thread; so whoever starts a search says how a helper
//! gets one. The first level stays with the thread that begins, best-first or depth-first.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;

use proofset_certificate::SolvedGraph;
use proofset_core::{Limits, NodeId, Observer, Problem, Report, Role, Size, SolveError, Solver, Value};
use proofset_cursor::Cursor;
use proofset_depth_first::{Search as DepthFirst, Table};
use proofset_nodeset::Effort;
use proofset_numbers::{Job, beside};
use proofset_store::{Leaf, Rooted, StateOf, Store};

use crate::cursor::NestedCursor;
use crate::nested::{LeafPool, Nested, Second};
use crate::search::TwoLevel;

/// The part of a helper in a search: it is to be [run](Self::run) with a store of the thread.
///
/// One that is dropped instead has no part in the search, and does no harm.
pub struct Helper<S, E, D> {
    pool: Arc<LeafPool<S>>,
    second: Second<E, D>,
}

impl<S, E: fmt::Debug, D: fmt::Debug> fmt::Debug for Helper<S, E, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Helper").field("second", &self.second).finish_non_exhaustive()
    }
}

impl<S, E: Effort + Clone, D: Effort + Clone> Helper<S, E, D> {
    fn of<X: Store>(nested: &Nested<X, E, D>) -> Self
    where
        X::Problem: Problem<State = S>,
    {
        Self { pool: Arc::clone(&nested.pool), second: nested.second().clone() }
    }

    /// Searches leaves until the search is over. The store has no nodes.
    pub fn run<X>(self, store: &X)
    where
        X: Rooted<Fact = Leaf>,
        X::Problem: Problem<State = S>,
    {
        while let Some(claim) = self.pool.wait() {
            let done = self.second.search_one(store, claim.job(), &mut ());
            claim.finish(done);
        }
    }
}

/// A search that has several leaves searched together.
pub trait Batched {
    /// The states of its problem.
    type State;
    /// The algebra of proofs of the second level.
    type Proof: Effort + Clone;
    /// The algebra of disproofs of the second level.
    type Disproof: Effort + Clone;

    /// The part of another thread.
    fn helper(&self) -> Helper<Self::State, Self::Proof, Self::Disproof>;
}

impl<X, E, D> Batched for TwoLevel<X, E, D>
where
    X: Rooted<Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
{
    type State = StateOf<X>;
    type Proof = E;
    type Disproof = D;

    fn helper(&self) -> Helper<StateOf<X>, E, D> {
        Helper::of(self.nested())
    }
}

impl<K, X, E, D, T> Batched for DepthFirst<NestedCursor<K, X, E, D>, T>
where
    K: Cursor,
    X: Rooted<Problem = K::Problem, Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
    T: Table<K::Mark>,
{
    type State = StateOf<X>;
    type Proof = E;
    type Disproof = D;

    fn helper(&self) -> Helper<StateOf<X>, E, D> {
        Helper::of(self.cursor().nested())
    }
}

/// Closes a pool when it is dropped.
struct Closes<'p, S>(&'p LeafPool<S>);

impl<S> Drop for Closes<'_, S> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A two-level search whose leaves are searched by several threads.
///
/// It is the same search whatever the number of threads: its counters, its verdict and its proof depend on how many leaves
/// are searched together alone ([`TwoLevel::with_batch`], [`NestedCursor::with_batch`]).
///
/// ```
/// use proofset_best_first::Options;
/// use proofset_core::{Goal, Limits, Player, Solve, Solver, Verdict};
/// use proofset_store::{Interned, Leaves};
/// use proofset_tic_tac_toe::TicTacToe;
/// use proofset_two_level::{Budget, Helper, Parallel, pn2};
///
/// let problem = || Solve::from_start(TicTacToe, Goal::win(Player::First));
/// let by_threads = |threads| {
///     let search = pn2(problem(), Options::default(), Budget::Nodes(50)).with_batch(4);
///     let help = |helper: Helper<_, _, _>| helper.run(&Interned::new(problem(), Leaves::new(())));
///     let report = Parallel::new(search, threads, help).solve(&Limits::none(), &mut ()).unwrap();
///     (report.verdict, report.expanded)
/// };
/// assert_eq!(by_threads(1).0, Verdict::Disproven);
/// assert_eq!(by_threads(1), by_threads(3));
/// ```
pub struct Parallel<W, F> {
    search: W,
    threads: usize,
    help: F,
}

/// The part of another thread in a search of this type.
type HelperOf<W> = Helper<<W as Batched>::State, <W as Batched>::Proof, <W as Batched>::Disproof>;

impl<W: Batched, F: Fn(HelperOf<W>) + Sync> Parallel<W, F> {
    /// A search by so many threads, the one that begins it included. `help` is called on each of the other threads, and gives
    /// its helper a store of the same problem.
    pub fn new(search: W, threads: usize, help: F) -> Self {
        Self { search, threads: threads.max(1), help }
    }

    /// The search.
    pub fn search(&self) -> &W {
        &self.search
    }
}

impl<P, W, F> Solver<P> for Parallel<W, F>
where
    P: Problem,
    W: Solver<P> + Batched<State = P::State, Proof: Send, Disproof: Send>,
    P::State: Send,
    F: Fn(HelperOf<W>) + Sync,
{
    fn solve(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Report<P::Move>, SolveError<P::State>> {
        let Self { search, threads, help } = self;
        let pool = search.helper().pool;
        pool.open();
        let mut jobs: Vec<Job<'_>> = Vec::new();
        for _ in 1..*threads {
            let (helper, help) = (search.helper(), &*help);
            jobs.push(Box::new(move || help(helper)));
        }
        beside(jobs, || {
            // If this thread panics, the others are not to wait for ever.
            let _end = Closes(&pool);
            search.solve(limits, observer)
        })
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.search.save(out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        self.search.load(from, bytes)
    }

    fn turn(&mut self, path: &[u32]) -> bool {
        self.search.turn(path)
    }

    fn known_successors(&self) -> Vec<Option<(Size, Size)>> {
        self.search.known_successors()
    }
}

impl<W: SolvedGraph, F> SolvedGraph for Parallel<W, F> {
    type State = W::State;

    fn root(&self) -> NodeId {
        self.search.root()
    }

    fn state(&self, node: NodeId) -> W::State {
        self.search.state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.search.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.search.value(node)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.search.children(node)
    }

    fn endless(&self) -> Option<Value> {
        self.search.endless()
    }
}
