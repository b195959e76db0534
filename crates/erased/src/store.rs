//! A store whose states are of a type that is not known.
//!
//! The search asks for successors twice an expansion, once to list them and once to number them, and gets numbers and
//! facts: no state crosses the border. States are put behind [`Sealed`] only where a proof or a line of play needs them.

use std::any::Any;

use proofset_core::{LeafCost, NodeId, Problem, RandomOrder, Status, StopReason, Value, Watch};
use proofset_graph::Selection;
use proofset_store::{
    Children, InternedStates, Judge, Leaf, Listed, Making, New, NodeStates, Nodes, Placed, Rooted, Store, Teller, Told,
};

use crate::known::KnownValues;
use crate::problem::Erased;
use crate::sealed::Sealed;

/// The states of a problem, by number, without their types.
trait AnyStates<'a>: NodeStates {
    fn root(&self) -> Sealed;
    fn state(&self, node: NodeId) -> Sealed;
    fn find(&self, state: &Sealed) -> Option<NodeId>;
    fn place(&mut self, state: &Sealed, making: &Making) -> Result<NodeId, StopReason>;
    fn rooted_at(&self, root: &Sealed) -> Box<dyn AnyStates<'a> + 'a>;
    fn set_order(&mut self, order: RandomOrder);
    /// [`InternedStates::states`], for those who know the type.
    fn as_any(&self) -> &dyn Any;
}

impl<'a, P: Problem> AnyStates<'a> for InternedStates<&'a P>
where
    P::State: Send + Sync + 'static,
{
    fn root(&self) -> Sealed {
        Sealed::new(self.root().clone())
    }

    fn state(&self, node: NodeId) -> Sealed {
        Sealed::new(self.states()[node.index()].clone())
    }

    fn find(&self, state: &Sealed) -> Option<NodeId> {
        self.find(state.open())
    }

    fn place(&mut self, state: &Sealed, making: &Making) -> Result<NodeId, StopReason> {
        self.place(state.open(), making)
    }

    fn rooted_at(&self, root: &Sealed) -> Box<dyn AnyStates<'a> + 'a> {
        Box::new(self.rooted_at(root.open::<P::State>().clone()))
    }

    fn set_order(&mut self, order: RandomOrder) {
        self.set_order(order);
    }

    fn as_any(&self) -> &dyn Any {
        self.states()
    }
}

/// Tells about the nodes of a problem, without its types.
trait AnyTeller<'a, F> {
    /// About the nodes from this number on, of states in such a list as [`AnyStates::as_any`] gives.
    fn tell(&mut self, states: &dyn Any, from: usize, asks_status: bool, new: &mut Vec<New<F>>);
    fn has_unit_costs(&self) -> bool;
    /// One like it, for another store.
    fn again(&self) -> Box<dyn AnyTeller<'a, F> + 'a>;
}

/// A problem of a known type, and who judges its states.
struct Judging<'a, P, J> {
    problem: &'a P,
    judge: J,
}

impl<'a, P, J, F> AnyTeller<'a, F> for Judging<'a, P, J>
where
    P: Problem,
    P::State: 'static,
    J: Judge<&'a P, Fact = F> + Clone + 'a,
    F: Copy,
{
    fn tell(&mut self, states: &dyn Any, from: usize, asks_status: bool, new: &mut Vec<New<F>>) {
        let states: &Vec<P::State> = states.downcast_ref().expect("the states are those of the problem");
        self.judge.judge_all(&self.problem, &states[from..], asks_status, new);
    }

    fn has_unit_costs(&self) -> bool {
        self.judge.has_unit_costs()
    }

    fn again(&self) -> Box<dyn AnyTeller<'a, F> + 'a> {
        Box::new(Self { problem: self.problem, judge: self.judge.clone() })
    }
}

impl<'a, F: Copy> Teller<dyn AnyStates<'a> + 'a> for Box<dyn AnyTeller<'a, F> + 'a> {
    type Fact = F;

    fn tell(&mut self, states: &(dyn AnyStates<'a> + 'a), from: usize, asks_status: bool, new: &mut Vec<New<F>>) {
        (**self).tell(states.as_any(), from, asks_status, new);
    }

    fn has_unit_costs(&self) -> bool {
        (**self).has_unit_costs()
    }
}

/// States behind `dyn`, and who tells about them.
type ToldStates<'a, F> = Told<Box<dyn AnyStates<'a> + 'a>, Box<dyn AnyTeller<'a, F> + 'a>>;

/// [`Store`] without its types.
trait AnyStore<'a, F>: Nodes<Fact = F> {
    fn root(&self) -> Sealed;
    fn state(&self, node: NodeId) -> Sealed;
    fn find(&self, state: &Sealed) -> Option<NodeId>;
    fn place(&mut self, state: &Sealed, making: &Making) -> Result<Placed<F>, StopReason>;
    fn rooted_at(&self, root: &Sealed) -> Box<dyn AnyStore<'a, F> + 'a>;
}

impl<'a, F: Copy + 'a> AnyStore<'a, F> for ToldStates<'a, F> {
    fn root(&self) -> Sealed {
        self.states().root()
    }

    fn state(&self, node: NodeId) -> Sealed {
        self.states().state(node)
    }

    fn find(&self, state: &Sealed) -> Option<NodeId> {
        self.states().find(state)
    }

    fn place(&mut self, state: &Sealed, making: &Making) -> Result<Placed<F>, StopReason> {
        self.telling(making, |states| states.place(state, making))
    }

    fn rooted_at(&self, root: &Sealed) -> Box<dyn AnyStore<'a, F> + 'a> {
        Box::new(Self::of(self.states().rooted_at(root), self.teller().again()))
    }
}

/// A store in which states with known values are finished.
struct KnownStore<'a> {
    inner: Box<dyn AnyStore<'a, Leaf> + 'a>,
    values: KnownValues,
}

impl<'a> KnownStore<'a> {
    fn new(inner: Box<dyn AnyStore<'a, Leaf> + 'a>, values: KnownValues) -> Self {
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

    fn has_unit_costs(&self) -> bool {
        self.inner.has_unit_costs()
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

    fn reserve(&mut self, nodes: usize) {
        self.inner.reserve(nodes);
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

/// The states of a problem and what tells `F` about them, before they are put together: a [`DynStore`] is compiled where that is
/// done, and this for each problem.
pub struct StoreParts<'a, F> {
    states: Box<dyn AnyStates<'a> + 'a>,
    teller: Box<dyn AnyTeller<'a, F> + 'a>,
}

impl<'a, F: Copy + 'a> StoreParts<'a, F> {
    /// Without nodes.
    pub fn new<P, J>(problem: &'a P, judge: J) -> Self
    where
        P: Problem,
        P::State: Send + Sync + 'static,
        J: Judge<&'a P, Fact = F> + Clone + 'a,
    {
        Self { states: Box::new(InternedStates::new(problem)), teller: Box::new(Judging { problem, judge }) }
    }

    /// With successors in another order.
    #[must_use]
    pub fn with_order(mut self, order: RandomOrder) -> Self {
        self.states.set_order(order);
        self
    }
}

/// A store of a problem whose type is not known, which tells `F` about new nodes.
pub struct DynStore<'a, F> {
    problem: Erased<'a>,
    inner: Box<dyn AnyStore<'a, F> + 'a>,
}

impl<'a, F: Copy + 'a> DynStore<'a, F> {
    /// A store without nodes for a problem that is also known as `erased`, with what tells about new nodes.
    pub fn new<P, J>(erased: Erased<'a>, problem: &'a P, judge: J) -> Self
    where
        P: Problem,
        P::State: Send + Sync + 'static,
        J: Judge<&'a P, Fact = F> + Clone + 'a,
    {
        Self::of(erased, StoreParts::new(problem, judge))
    }

    /// The same of such parts.
    pub fn of(erased: Erased<'a>, StoreParts { states, teller }: StoreParts<'a, F>) -> Self {
        Self { problem: erased, inner: Box::new(ToldStates::of(states, teller)) }
    }
}

impl<'a> DynStore<'a, Leaf> {
    /// The same store, in which states with known values are finished. `problem` is the same problem, [which says so
    /// too](crate::WithKnown).
    pub fn with_known(self, problem: Erased<'a>, values: &KnownValues) -> Self {
        Self { problem, inner: Box::new(KnownStore::new(self.inner, values.clone())) }
    }
}

impl<'a, F: Copy> Store for DynStore<'a, F> {
    type Problem = Erased<'a>;
    type Fact = F;

    #[inline]
    fn nodes(&self) -> &dyn Nodes<Fact = F> {
        &*self.inner
    }

    #[inline]
    fn nodes_mut(&mut self) -> &mut dyn Nodes<Fact = F> {
        &mut *self.inner
    }

    #[inline]
    fn problem(&self) -> &Erased<'a> {
        &self.problem
    }

    fn root(&self) -> Sealed {
        self.inner.root()
    }

    fn state(&self, node: NodeId) -> Sealed {
        self.inner.state(node)
    }

    fn find(&self, state: &Sealed) -> Option<NodeId> {
        self.inner.find(state)
    }

    fn place(&mut self, state: Sealed, making: &Making) -> Result<Placed<F>, StopReason> {
        self.inner.place(&state, making)
    }
}

impl<F: Copy> Rooted for DynStore<'_, F> {
    fn rooted_at(&self, root: Sealed) -> Self {
        Self { problem: self.problem, inner: self.inner.rooted_at(&root) }
    }
}
