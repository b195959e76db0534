//! A store whose states are of a type that is not known.
//!
//! The search asks for successors twice an expansion, once to list them and once to number them, and gets numbers and
//! facts: no state crosses the border. States are put behind [`Sealed`] only where a proof or a line of play needs them.

use proofset_core::{LeafCost, NodeId, Problem, Status, StopReason, Value, Watch};
use proofset_graph::Selection;
use proofset_store::{Children, Interned, Judge, Leaf, Listed, Making, Nodes, Placed, Rooted, Store};

use crate::known::KnownValues;
use crate::problem::Erased;
use crate::sealed::Sealed;

/// [`Store`] without its types.
trait AnyStore<'a, F>: Nodes<Fact = F> {
    fn root(&self) -> Sealed;
    fn state(&self, node: NodeId) -> Sealed;
    fn find(&self, state: &Sealed) -> Option<NodeId>;
    fn place(&mut self, state: &Sealed, making: &Making) -> Result<Placed<F>, StopReason>;
    fn rooted_at(&self, root: &Sealed) -> Box<dyn AnyStore<'a, F> + 'a>;
}

impl<'a, P, J, F> AnyStore<'a, F> for Interned<&'a P, J>
where
    P: Problem,
    P::State: Send + Sync + 'static,
    J: Judge<&'a P, Fact = F> + Clone + 'a,
    F: Copy + 'a,
{
    fn root(&self) -> Sealed {
        Sealed::new(Store::root(self))
    }

    fn state(&self, node: NodeId) -> Sealed {
        Sealed::new(Store::state(self, node))
    }

    fn find(&self, state: &Sealed) -> Option<NodeId> {
        Store::find(self, state.open())
    }

    fn place(&mut self, state: &Sealed, making: &Making) -> Result<Placed<F>, StopReason> {
        Store::place(self, state.open::<P::State>().clone(), making)
    }

    fn rooted_at(&self, root: &Sealed) -> Box<dyn AnyStore<'a, F> + 'a> {
        Box::new(Rooted::rooted_at(self, root.open::<P::State>().clone()))
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
        Self { problem: erased, inner: Box::new(Interned::new(problem, judge)) }
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
