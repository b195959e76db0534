//! What the engine owes to the parts it is made of: every value is released as often as it is held, what a probe says
//! never decides a leaf, and two moves to one state are one child.

use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

use proofset_and_or::Graph;
use proofset_best_first::{Evaluation, GraphMode, LeafCost, Options, Search};
use proofset_core::{Limits, NodeId, Problem, Role, Size, Solver, Status, Value, Verdict};
use proofset_graph::UpdateOrder;
use proofset_nodeset::{Amended, Amendment, BitSet, Count, Effort, Full, SortedSet, TieOrder};

use crate::Costs;
use crate::steps::{dense, solvable, unit_and_weighted};

/// An algebra that counts how many values its users hold. Nothing and hopelessness need no holders.
#[derive(Clone, Debug)]
struct Ledger<E> {
    effort: E,
    held: Rc<Cell<i64>>,
}

impl<E: Effort> Ledger<E> {
    fn new(effort: E) -> Self {
        Self { effort, held: Rc::default() }
    }

    fn count(&self, value: E::Value, by: i64) {
        if counts(self.effort.size(value)) {
            self.held.set(self.held.get() + by);
        }
    }
}

fn counts(size: Size) -> bool {
    !size.is_zero() && !size.is_infinite()
}

impl<E: Effort> Effort for Ledger<E> {
    type Value = E::Value;
    type Delta = E::Delta;

    const LISTS_NODES: bool = E::LISTS_NODES;

    fn nothing(&self) -> E::Value {
        self.effort.nothing()
    }

    fn hopeless(&self) -> E::Value {
        self.effort.hopeless()
    }

    fn leaf(&mut self, node: NodeId, cost: Size) -> Result<E::Value, Full> {
        let value = self.effort.leaf(node, cost)?;
        self.count(value, 1);
        Ok(value)
    }

    fn size(&self, value: E::Value) -> Size {
        self.effort.size(value)
    }

    fn order(&self, a: E::Value, b: E::Value) -> Ordering {
        self.effort.order(a, b)
    }

    fn begin(&mut self) {
        self.effort.begin();
    }

    fn add(&mut self, part: E::Value) {
        self.effort.add(part);
    }

    fn finish(&mut self, old: E::Value) -> Result<Option<E::Value>, Full> {
        let finished = self.effort.finish(old)?;
        if let Some(new) = finished {
            self.count(new, 1);
        }
        Ok(finished)
    }

    fn apart(&self) -> bool {
        self.effort.apart()
    }

    fn begin_update(&mut self, leaving: &[NodeId]) {
        self.effort.begin_update(leaving);
    }

    fn delta(&mut self, old: E::Value, new: E::Value) -> E::Delta {
        self.effort.delta(old, new)
    }

    fn amend(
        &mut self,
        old: E::Value,
        apart: bool,
        changes: impl Iterator<Item = (E::Value, E::Delta)> + Clone,
        parts: impl Iterator<Item = E::Value>,
    ) -> Result<Option<Amendment<Self>>, Full> {
        let amended = self.effort.amend(old, apart, changes, parts)?;
        let Some(Amended { change, apart }) = amended else { return Ok(None) };
        if let Some((new, _)) = change {
            self.count(new, 1);
        }
        Ok(Some(Amended { change, apart }))
    }

    fn clear(&mut self) {
        self.held.set(0);
        self.effort.clear();
    }

    fn share(&mut self, value: E::Value) {
        self.count(value, 1);
        self.effort.share(value);
    }

    fn release(&mut self, value: E::Value) {
        self.count(value, -1);
        self.effort.release(value);
    }

    fn members(&self, value: E::Value) -> impl DoubleEndedIterator<Item = NodeId> {
        self.effort.members(value)
    }

    fn ascending(&self) -> bool {
        self.effort.ascending()
    }

    fn bytes(&self) -> usize {
        self.effort.bytes()
    }
}

/// Between two expansions the values that are held are those of the nodes, one each.
fn holds_what_nodes_show<E: Effort, D: Effort>(graph: &Graph, proof: E, disproof: D, options: Options) {
    let (proof, disproof) = (Ledger::new(proof), Ledger::new(disproof));
    let mut search = Search::with_probe(graph, proof, disproof, options, Costs::of_graph());
    for budget in 0.. {
        let report = search.solve(&Limits::expansions(budget), &mut ()).expect("the graph is acyclic");
        let labels: Vec<_> = (0..search.node_count()).map(|node| search.label(NodeId::new(node).unwrap())).collect();
        let (proof, disproof) = (&search.evaluator().proof, &search.evaluator().disproof);
        let shown = labels.iter().filter(|label| counts(proof.size(label.proof))).count();
        assert_eq!(proof.held.get(), i64::try_from(shown).unwrap(), "{options:?}");
        let shown = labels.iter().filter(|label| counts(disproof.size(label.disproof))).count();
        assert_eq!(disproof.held.get(), i64::try_from(shown).unwrap(), "{options:?}");
        if report.expanded < budget {
            break;
        }
    }
}

#[test]
fn every_value_has_as_many_holders_as_nodes_show_it() {
    let delayed = Options::default().with_evaluation(Evaluation::Delayed);
    let tree = delayed.with_graph(GraphMode::Tree);
    let fifo = Options::default().with_updates(UpdateOrder::Fifo);
    for graph in [dense(), solvable()].iter().flat_map(|shape| unit_and_weighted(shape, 8)) {
        let sets = |k| SortedSet::truncated(k, TieOrder::Lex);
        for options in [Options::default(), delayed, fifo] {
            holds_what_nodes_show(&graph, SortedSet::new(TieOrder::Lex), BitSet::new(TieOrder::Colex), options);
            holds_what_nodes_show(&graph, sets(2), sets(0), options);
        }
        let report = Search::new(&graph, Count::new(), Count::new(), tree).solve(&Limits::expansions(60), &mut ());
        if report.expect("the graph is acyclic").verdict != Verdict::Unknown {
            holds_what_nodes_show(&graph, sets(0), sets(3), tree);
        }
    }
}

/// A cost of zero would look like a proof and an infinite one like a disproof; the engine takes one and the largest
/// finite size instead, so that the verdict is that of a search without a probe.
#[test]
fn no_cost_of_a_leaf_looks_like_a_decision() {
    fn verdict<E: Effort, D: Effort>(graph: &Graph, (p, d): (Size, Size), proof: E, disproof: D) -> Verdict {
        let cost = Costs::new(|_, _| LeafCost { proof: p, disproof: d });
        let mut search = Search::with_probe(graph, proof, disproof, Options::default(), cost);
        let report = search.solve(&Limits::expansions(0), &mut ()).expect("the graph is acyclic");
        assert_eq!(report.verdict, Verdict::Unknown, "the root has not been expanded");
        // There are fewer nodes than that; a search that takes an open leaf for hopeless would never end.
        search.solve(&Limits::expansions(10_000), &mut ()).expect("the graph is acyclic").verdict
    }
    for graph in unit_and_weighted(&solvable(), 5).chain(unit_and_weighted(&dense(), 5)) {
        let expected = proofset_oracle::solve(&graph, 100_000).expect("the graph is small").root();
        for costs in [(Size::ZERO, Size::INFINITE), (Size::INFINITE, Size::ZERO), (Size::INFINITE, Size::INFINITE)] {
            let sets = || SortedSet::truncated(2, TieOrder::Lex);
            assert_eq!(verdict(&graph, costs, Count::new(), Count::new()), expected);
            assert_eq!(verdict(&graph, costs, SortedSet::new(TieOrder::Lex), sets()), expected);
            assert_eq!(verdict(&graph, costs, sets(), BitSet::new(TieOrder::Lex)), expected);
        }
    }
}

/// Two moves to one state make one child, in a DAG and in a tree, where states are looked up among siblings alone: a
/// child that was there twice would count twice.
#[test]
fn two_moves_to_one_state_are_one_child() {
    /// An AND node with three moves to one OR node, which has two moves to one proven node.
    struct Repeated;

    impl Problem for Repeated {
        type State = u32;
        type Move = u32;

        fn root(&self) -> u32 {
            0
        }

        fn status(&self, state: &u32) -> Status {
            match state {
                0 => Status::Open(Role::And),
                1 => Status::Open(Role::Or),
                _ => Status::Decided(Value::Proven),
            }
        }

        fn for_each_successor(&self, state: &u32, mut visit: impl FnMut(u32, u32)) {
            for number in 0..3 - state {
                visit(number, state + 1);
            }
        }
    }

    for graph in [GraphMode::Dag, GraphMode::Tree] {
        let mut search = Search::new(Repeated, Count::new(), Count::new(), Options::default().with_graph(graph));
        let report = search.solve(&Limits::expansions(1), &mut ()).expect("it is acyclic");
        assert_eq!((report.proof, report.disproof, report.generated), (Size::ONE, Size::ONE, 2), "{graph:?}");
        let report = search.solve(&Limits::none(), &mut ()).expect("it is acyclic");
        assert_eq!((report.verdict, report.generated, search.edge_count()), (Verdict::Proven, 3, 2), "{graph:?}");
    }
}
