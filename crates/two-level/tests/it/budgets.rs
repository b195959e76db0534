//! The second level holds no more nodes than its budget, and both levels no more bytes than the limit.

use std::cell::RefCell;

use proofset_best_first::{Engine, Options, Search as BestFirst};
use proofset_core::{Limits, NodeId, Solver, StopReason, Value, Verdict};
use proofset_cursor::{FirstLevel, LeafResult, Visit};
use proofset_depth_first::{Method, Options as DepthFirstOptions};
use proofset_nodeset::{Count, TieOrder};
use proofset_store::{Interned, Known, Leaf, Leaves, Rooted, StateOf, Store, Visitor};
use proofset_testkit::certified::certified;
use proofset_two_level::{Budget, Nested, Second, depth_first_over_pn, pn2, pss2_truncated};

use crate::common::{budgets, connect_four};

/// Notes the nodes of the first level and the nodes that each search of the second has made.
struct Watched<'a, X: Store> {
    nested: Nested<X, Count, Count>,
    visits: &'a RefCell<Vec<(u64, u64)>>,
}

impl<X: Rooted<Fact = Leaf>> Visitor<X> for Watched<'_, X> {
    fn nests(&self) -> bool {
        self.nested.nests()
    }

    fn visit(&mut self, store: &X, node: NodeId, first_level: &mut FirstLevel<'_, '_>) -> Visit<StateOf<X>> {
        let nodes = first_level.nodes;
        let visit = self.nested.visit(store, node, first_level);
        self.visits.borrow_mut().push((nodes, visit.work.generated));
        assert!(visit.work.generated > 0 || visit.result == LeafResult::Nothing);
        visit
    }

    fn successor(&self, place: usize) -> Option<Known> {
        self.nested.successor(place)
    }
}

#[test]
fn no_search_is_larger_than_its_budget() {
    let problem = connect_four("4x4");
    for budget in budgets() {
        let visits = RefCell::new(Vec::new());
        let visitor = Watched { nested: Nested::new(Second::pns(budget)), visits: &visits };
        let store = Interned::new(&problem, Leaves::new(()));
        let mut search = Engine::with_visitor(store, Count::new(), Count::new(), Options::default(), visitor);
        let report = search.solve(&Limits::none(), &mut ()).unwrap();
        assert_eq!(report.verdict, Verdict::Disproven);
        let nested: u64 = visits.borrow().iter().map(|visit| visit.1).sum();
        assert_eq!(report.generated, search.node_count() as u64 + nested);
        for &(first, second) in &*visits.borrow() {
            assert!(second <= budget.nodes(first, None, None), "{budget:?}: {second} nodes beside {first}");
        }
    }
}

#[test]
fn memory_is_for_both_levels() {
    let problem = connect_four("4x4");
    let full = BestFirst::new(&problem, Count::new(), Count::new(), Options::default())
        .solve(&Limits::none(), &mut ())
        .unwrap();
    assert_eq!(full.verdict, Verdict::Disproven);
    let most = 400_000;
    assert!(full.peak_bytes > 3 * most, "{} bytes", full.peak_bytes);
    let limits = Limits::none().with_bytes(most);
    // An expansion more than fits is seen afterwards, and what removes solved parts needs some room itself.
    let within = |bytes: u64| bytes <= most + most / 10;
    for budget in [Budget::default(), Budget::Full, Budget::Nodes(1000)] {
        let mut search = pn2(&problem, Options::default(), budget);
        let report = search.solve(&limits, &mut ()).unwrap();
        assert_eq!(report.verdict, Verdict::Disproven, "{budget:?}");
        assert!(within(report.peak_bytes), "{budget:?}: {} bytes", report.peak_bytes);
        // The proof of this root takes more than the search: with enough for it, another call makes it.
        let again = search.solve(&Limits::none(), &mut ()).unwrap();
        assert_eq!(again.expanded, report.expanded);
        certified(&problem, &search, Value::Disproven);
        let mut search = pss2_truncated(&problem, (20, 20), TieOrder::Lex, Options::default(), budget);
        let report = search.solve(&limits, &mut ()).unwrap();
        assert_eq!(report.verdict, Verdict::Disproven, "{budget:?}");
        assert!(within(report.peak_bytes), "{budget:?}: {} bytes", report.peak_bytes);
        for method in [Method::Pds, Method::DfPn] {
            let options = DepthFirstOptions::default().with_method(method);
            let mut search = depth_first_over_pn(&problem, options, budget, ());
            let report = search.solve(&limits, &mut ()).unwrap();
            assert_eq!(report.verdict, Verdict::Disproven, "{method:?}, {budget:?}");
            assert!(within(report.peak_bytes), "{method:?}, {budget:?}: {} bytes", report.peak_bytes);
        }
    }
}

#[test]
fn too_little_memory_is_no_verdict() {
    let problem = connect_four("5x4");
    let limits = Limits::none().with_bytes(20_000);
    let mut search = pn2(&problem, Options::default(), Budget::Full);
    let report = search.solve(&limits, &mut ()).unwrap();
    assert_eq!((report.verdict, report.stop), (Verdict::Unknown, StopReason::Memory));
    assert!(!search.has_proof());
}
