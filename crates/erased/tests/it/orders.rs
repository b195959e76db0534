//! Other orders of moves: a search behind `dyn` does with them what it does with a problem that lists its moves so.

use proofset_best_first::{Engine, Options as BestFirst, Search as BestFirstSearch};
use proofset_core::{Limits, Problem, RandomOrder, Repetition, Solver, Status, StopReason, Verdict, state_hash};
use proofset_cursor::CopyCursor;
use proofset_depth_first::{ExactTable, Options, PackedTable, Search};
use proofset_erased::{DynCursor, DynStore, Erasable, Erased, StoreParts};
use proofset_nodeset::{Count, SortedSet, TieOrder};
use proofset_store::Leaves;
use proofset_testkit::random::RandomGraph;

/// A problem that lists its moves in another order.
struct Sorted<P>(P, RandomOrder);

impl<P: Problem> Problem for Sorted<P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.0.root()
    }

    fn status(&self, state: &P::State) -> Status {
        self.0.status(state)
    }

    fn for_each_successor(&self, state: &P::State, mut visit: impl FnMut(P::Move, P::State)) {
        let mut all = Vec::new();
        self.0.for_each_successor(state, |mv, next| all.push((mv, next)));
        all.sort_by_key(|(_, next)| self.1.place(state_hash(next)));
        for (mv, next) in all {
            visit(mv, next);
        }
    }

    fn rank(&self, state: &P::State) -> Option<u32> {
        self.0.rank(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.0.repetition()
    }
}

/// What is to be the same.
type Counts = (Verdict, u64, u64);

fn counts<P: Problem>(mut search: impl Solver<P>) -> Counts {
    let Ok(report) = search.solve(&Limits::none(), &mut ()) else { panic!("the problem is sound") };
    (report.verdict, report.expanded, report.generated)
}

#[test]
fn searches_take_moves_in_the_order_that_is_given() {
    let mut differing = 0;
    for seed in 0..12 {
        let graph = [RandomGraph::tree(), RandomGraph::layered(), RandomGraph::dag()][seed as usize % 3].generate(seed);
        let own = counts(BestFirstSearch::new(graph.clone(), Count::new(), Count::new(), BestFirst::default()));
        let erasable = Erasable::new(graph.clone());
        let (problem, erased) = (erasable.problem(), Erased::new(&erasable));
        for order in (0..4).map(RandomOrder::new) {
            let sorted = || Sorted(graph.clone(), order);
            let store = || DynStore::of(erased, StoreParts::new(problem, Leaves::new(())).with_order(order));
            let plain = BestFirst::default();
            let found = counts(Engine::with_store(store(), Count::new(), Count::new(), plain));
            assert_eq!(found, counts(BestFirstSearch::new(sorted(), Count::new(), Count::new(), plain)), "seed {seed}");
            assert_eq!(found.0, own.0, "an order changes no verdict");
            differing += usize::from(found != own);
            let sets = || SortedSet::new(TieOrder::Lex);
            let found = counts(Engine::with_store(store(), sets(), sets(), plain));
            assert_eq!(found, counts(BestFirstSearch::new(sorted(), sets(), sets(), plain)), "seed {seed}, sets");

            let typed = Search::with_cursor(CopyCursor::new(sorted(), ()), ExactTable::new(), Options::default());
            let found = counts(typed);
            for cursor in [DynCursor::packing(erased, problem, ()), DynCursor::keeping(erased, problem, ())] {
                let table = PackedTable::for_format(cursor.format());
                let search = Search::with_cursor(cursor.with_order(order), table, Options::default());
                assert_eq!(counts(search), found, "seed {seed}, depth-first");
            }
        }
    }
    assert!(differing > 5, "{differing} of 48 searches took something else than in the order of the graph");
}

/// What is written down is taken up by a store with the same order.
#[test]
fn searches_in_another_order_are_saved() {
    let graph = RandomGraph::layered().generate(1);
    let erasable = Erasable::new(graph);
    let (problem, erased) = (erasable.problem(), Erased::new(&erasable));
    for order in (0..4).map(RandomOrder::new) {
        let fresh = || {
            let store = DynStore::of(erased, StoreParts::new(problem, Leaves::new(())).with_order(order));
            Engine::with_store(store, Count::new(), Count::new(), BestFirst::default())
        };
        let whole = counts(fresh());
        let mut search = fresh();
        for most in 1.. {
            let report = search.solve(&Limits::expansions(most), &mut ()).unwrap();
            if report.stop != StopReason::Expansions {
                assert_eq!((report.verdict, report.expanded, report.generated), whole);
                break;
            }
            let mut bytes = Vec::new();
            assert!(search.save(&mut bytes).unwrap());
            search = fresh();
            search.load(&mut &bytes[..], None).unwrap();
        }
    }
}
