//! Values of states that are known before a search begins.
//!
//! The idea: a state whose value is known is finished, as if the rules had decided it. A search asks about states in three ways:
//! of a store, of a cursor, and of the problem itself, when it puts a proof together. All three are wrapped here, so that no search
//! knows of it, and one that is given no known values has nothing to pay.
//!
//! The cost: a look-up for each new node. A cursor has the key of a state at hand, and makes the state only where that is found.

use std::borrow::Borrow;
use std::sync::Arc;

use hashbrown::HashTable;
use proofset_core::{LeafCost, NodeId, Repetition, Status, StopReason, Value, Watch, Words, state_hash};
use proofset_cursor::NodeView;
use proofset_graph::Selection;
use proofset_store::{Children, Leaf, Listed, Making, Nodes, Placed};

use crate::cursor::AnyCursor;
use crate::problem::AnyProblem;
use crate::sealed::Sealed;
use crate::store::AnyStore;

/// States of one problem with their values. A copy is the same list.
#[derive(Clone, Debug, Default)]
pub struct KnownValues(Arc<HashTable<(Sealed, Value)>>);

impl KnownValues {
    /// These values. Of a state that is named twice, the first value counts.
    pub fn new(values: impl IntoIterator<Item = (Sealed, Value)>) -> Self {
        let mut table = HashTable::new();
        for (state, value) in values {
            let key = state_hash(&state);
            if table.find(key, |(other, _)| *other == state).is_none() {
                table.insert_unique(key, (state, value), |(state, _)| state_hash(state));
            }
        }
        Self(Arc::new(table))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a state.
    pub fn get(&self, state: &Sealed) -> Option<Value> {
        self.find(state_hash(state), || state.clone())
    }

    /// The value of a state with this hash, which is made only if a state with the same hash is known.
    fn find(&self, key: u64, state: impl FnOnce() -> Sealed) -> Option<Value> {
        let mut made = None;
        let mut state = Some(state);
        let found = self.0.find(key, |(other, _)| {
            let made = made.get_or_insert_with(|| (state.take().expect("it is made once"))());
            *other == *made
        });
        found.map(|&(_, value)| value)
    }
}

/// A problem in which states with known values are finished. Its states decide themselves alone.
pub struct WithKnown<B> {
    problem: B,
    values: KnownValues,
}

impl<B: Borrow<dyn AnyProblem>> WithKnown<B> {
    /// The problem, with these values.
    pub fn new(problem: B, values: KnownValues) -> Self {
        Self { problem, values }
    }

    /// The values.
    pub fn values(&self) -> &KnownValues {
        &self.values
    }
}

impl<B: Borrow<dyn AnyProblem>> AnyProblem for WithKnown<B> {
    fn root(&self) -> Sealed {
        self.problem.borrow().root()
    }

    fn status(&self, state: &Sealed) -> Status {
        self.values.get(state).map_or_else(|| self.problem.borrow().status(state), Status::Decided)
    }

    fn for_each_successor(&self, state: &Sealed, visit: &mut dyn FnMut(u32, Sealed)) {
        self.problem.borrow().for_each_successor(state, visit);
    }

    fn rank(&self, state: &Sealed) -> Option<u32> {
        self.problem.borrow().rank(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.borrow().repetition()
    }

    fn decides(&self, known: &Sealed, _value: Value, state: &Sealed) -> bool {
        known == state
    }

    fn common(&self, one: &Sealed, _value: Value, other: &Sealed) -> Option<Sealed> {
        (one == other).then(|| one.clone())
    }

    fn state_text(&self, state: &Sealed) -> String {
        self.problem.borrow().state_text(state)
    }

    fn move_text(&self, state: &Sealed, mv: u32) -> String {
        self.problem.borrow().move_text(state, mv)
    }

    fn successor(&self, state: &Sealed, text: &str) -> Option<Sealed> {
        self.problem.borrow().successor(state, text)
    }

    fn state_bytes(&self) -> usize {
        self.problem.borrow().state_bytes()
    }
}

/// A cursor for which states with known values are finished.
pub(crate) struct KnownCursor<'a> {
    inner: Box<dyn AnyCursor + 'a>,
    values: KnownValues,
}

impl<'a> KnownCursor<'a> {
    pub(crate) fn new(inner: Box<dyn AnyCursor + 'a>, values: KnownValues) -> Self {
        Self { inner, values }
    }
}

impl AnyCursor for KnownCursor<'_> {
    fn view(&self, state: &Sealed) -> NodeView<Words> {
        let mut view = self.inner.view(state);
        if let Some(value) = self.values.get(state) {
            view.status = Status::Decided(value);
        }
        view
    }

    fn stand(&mut self, state: &Sealed) {
        self.inner.stand(state);
    }

    fn line(&self) -> Vec<Sealed> {
        self.inner.line()
    }

    fn for_each_child(&mut self, visit: &mut dyn FnMut(NodeView<Words>)) {
        // A state is made of its mark by the cursor, which is busy while it shows children.
        let mut met: Vec<(usize, u64)> = Vec::new();
        let mut views = Vec::new();
        self.inner.for_each_child(&mut |view| {
            if self.values.0.find(view.key, |_| true).is_some() {
                met.push((views.len(), view.key));
            }
            views.push(view);
        });
        for (place, key) in met {
            let mark = &views[place].mark;
            if let Some(value) = self.values.find(key, || self.inner.state_of(mark)) {
                views[place].status = Status::Decided(value);
            }
        }
        views.into_iter().for_each(visit);
    }

    fn cost(&mut self, mark: &Words) -> LeafCost {
        self.inner.cost(mark)
    }

    fn allow(&mut self, bytes: u64) -> u64 {
        self.inner.allow(bytes)
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }

    fn left_out(&self) -> bool {
        self.inner.left_out()
    }

    fn enter(&mut self, mark: &Words) {
        self.inner.enter(mark);
    }

    fn leave(&mut self) {
        self.inner.leave();
    }

    fn state_of(&self, mark: &Words) -> Sealed {
        self.inner.state_of(mark)
    }
}

/// A store in which states with known values are finished.
pub(crate) struct KnownStore<'a> {
    inner: Box<dyn AnyStore<'a, Leaf> + 'a>,
    values: KnownValues,
}

impl<'a> KnownStore<'a> {
    pub(crate) fn new(inner: Box<dyn AnyStore<'a, Leaf> + 'a>, values: KnownValues) -> Self {
        Self { inner, values }
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.values.get(&self.inner.state(node))
    }

    /// What is told of a node that has just been made.
    fn judge(&self, node: NodeId, leaf: &mut Leaf) {
        // Where the rules were not asked, they are asked later.
        if let Some(Status::Open(_) | Status::OpenLeaf) = leaf.status
            && let Some(value) = self.value(node)
        {
            *leaf = Leaf { status: Some(Status::Decided(value)), cost: LeafCost::UNIT };
        }
    }

    fn judge_placed(&self, placed: Placed<Leaf>) -> Placed<Leaf> {
        let (node, mut new) = placed;
        if let Some(new) = &mut new {
            self.judge(node, &mut new.fact);
        }
        (node, new)
    }

    /// Lets nodes be made, and judges them: they are numbered in the order in which they are told about.
    fn judge_new<T>(
        &mut self,
        children: &mut Children<Leaf>,
        make: impl FnOnce(&mut dyn AnyStore<'a, Leaf>, &mut Children<Leaf>) -> T,
    ) -> T {
        let (first, told) = (self.inner.node_count(), children.new.len());
        let made = make(&mut *self.inner, children);
        let numbers = first..self.inner.node_count();
        for (number, new) in numbers.zip(&mut children.new[told..]) {
            if let Some(node) = NodeId::new(number) {
                self.judge(node, &mut new.fact);
            }
        }
        made
    }
}

impl Nodes for KnownStore<'_> {
    type Fact = Leaf;

    fn node_count(&self) -> usize {
        self.inner.node_count()
    }

    fn status(&self, node: NodeId) -> Status {
        self.value(node).map_or_else(|| self.inner.status(node), Status::Decided)
    }

    fn list(&mut self, node: NodeId, most_bytes: usize) -> Option<Listed> {
        self.inner.list(node, most_bytes)
    }

    fn rank_fault(&self, node: NodeId) -> Option<(u32, u32)> {
        self.inner.rank_fault(node)
    }

    fn make(&mut self, making: &Making, watch: &Watch<'_>, children: &mut Children<Leaf>) -> Result<(), StopReason> {
        self.judge_new(children, |inner, children| inner.make(making, watch, children))
    }

    fn drop_list(&mut self) {
        self.inner.drop_list();
    }

    fn place_decided(
        &mut self,
        node: NodeId,
        value: Value,
        making: &Making,
    ) -> Result<Option<Placed<Leaf>>, StopReason> {
        let placed = self.inner.place_decided(node, value, making)?;
        Ok(placed.map(|placed| self.judge_placed(placed)))
    }

    fn places_of(&self, node: NodeId, children: &[NodeId]) -> Vec<usize> {
        self.inner.places_of(node, children)
    }

    fn make_some(
        &mut self,
        node: NodeId,
        places: &[usize],
        making: &Making,
        children: &mut Children<Leaf>,
    ) -> Result<(), StopReason> {
        self.judge_new(children, |inner, children| inner.make_some(node, places, making, children))
    }

    fn retain(&mut self, chosen: &Selection) {
        self.inner.retain(chosen);
    }

    fn clear(&mut self) {
        self.inner.clear();
    }

    fn shrink(&mut self) {
        self.inner.shrink();
    }

    fn growth_ahead(&self) -> usize {
        self.inner.growth_ahead()
    }

    fn bytes(&self) -> usize {
        self.inner.bytes()
    }

    fn state_bytes(&self) -> usize {
        self.inner.state_bytes()
    }
}

impl<'a> AnyStore<'a, Leaf> for KnownStore<'a> {
    fn root(&self) -> Sealed {
        self.inner.root()
    }

    fn state(&self, node: NodeId) -> Sealed {
        self.inner.state(node)
    }

    fn find(&self, state: &Sealed) -> Option<NodeId> {
        self.inner.find(state)
    }

    fn place(&mut self, state: &Sealed, making: &Making) -> Result<Placed<Leaf>, StopReason> {
        let placed = self.inner.place(state, making)?;
        Ok(self.judge_placed(placed))
    }

    fn rooted_at(&self, root: &Sealed) -> Box<dyn AnyStore<'a, Leaf> + 'a> {
        Box::new(Self::new(self.inner.rooted_at(root), self.values.clone()))
    }
}
