//! A store whose states are of a type that is not known.
//!
//! The search asks for successors twice an expansion, once to list them and once to number them, and gets numbers and
//! facts: no state crosses the border. States are put behind [`Sealed`] only where a proof or a line of play needs them.

use proofset_core::{NodeId, Problem, Status, StopReason, Value, Watch};
use proofset_graph::Selection;
use proofset_store::{Children, Interned, Judge, Listed, Making, Placed, Rooted, Store};

use crate::problem::Erased;
use crate::sealed::Sealed;

/// [`Store`] without its types.
trait AnyStore<'a, F> {
    fn root(&self) -> Sealed;
    fn node_count(&self) -> usize;
    fn state(&self, node: NodeId) -> Sealed;
    fn status(&self, node: NodeId) -> Status;
    fn find(&self, state: &Sealed) -> Option<NodeId>;
    fn place(&mut self, state: &Sealed, making: &Making) -> Result<Placed<F>, StopReason>;
    fn list(&mut self, node: NodeId, most_bytes: usize) -> Option<Listed>;
    fn rank_fault(&self, node: NodeId) -> Option<(u32, u32)>;
    fn make(&mut self, making: &Making, watch: &Watch<'_>, children: &mut Children<F>) -> Result<(), StopReason>;
    fn drop_list(&mut self);
    fn place_decided(&mut self, node: NodeId, value: Value, making: &Making) -> Result<Option<Placed<F>>, StopReason>;
    fn retain(&mut self, chosen: &Selection);
    fn clear(&mut self);
    fn shrink(&mut self);
    fn growth_ahead(&self) -> usize;
    fn bytes(&self) -> usize;
    fn state_bytes(&self) -> usize;
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

    fn node_count(&self) -> usize {
        Store::node_count(self)
    }

    fn state(&self, node: NodeId) -> Sealed {
        Sealed::new(Store::state(self, node))
    }

    fn status(&self, node: NodeId) -> Status {
        Store::status(self, node)
    }

    fn find(&self, state: &Sealed) -> Option<NodeId> {
        Store::find(self, state.open())
    }

    fn place(&mut self, state: &Sealed, making: &Making) -> Result<Placed<F>, StopReason> {
        Store::place(self, state.open::<P::State>().clone(), making)
    }

    fn list(&mut self, node: NodeId, most_bytes: usize) -> Option<Listed> {
        Store::list(self, node, most_bytes)
    }

    fn rank_fault(&self, node: NodeId) -> Option<(u32, u32)> {
        Store::rank_fault(self, node)
    }

    fn make(&mut self, making: &Making, watch: &Watch<'_>, children: &mut Children<F>) -> Result<(), StopReason> {
        Store::make(self, making, watch, children)
    }

    fn drop_list(&mut self) {
        Store::drop_list(self);
    }

    fn place_decided(&mut self, node: NodeId, value: Value, making: &Making) -> Result<Option<Placed<F>>, StopReason> {
        Store::place_decided(self, node, value, making)
    }

    fn retain(&mut self, chosen: &Selection) {
        Store::retain(self, chosen);
    }

    fn clear(&mut self) {
        Store::clear(self);
    }

    fn shrink(&mut self) {
        Store::shrink(self);
    }

    fn growth_ahead(&self) -> usize {
        Store::growth_ahead(self)
    }

    fn bytes(&self) -> usize {
        Store::bytes(self)
    }

    fn state_bytes(&self) -> usize {
        Store::state_bytes(self)
    }

    fn rooted_at(&self, root: &Sealed) -> Box<dyn AnyStore<'a, F> + 'a> {
        Box::new(Rooted::rooted_at(self, root.open::<P::State>().clone()))
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

impl<'a, F: Copy> Store for DynStore<'a, F> {
    type Problem = Erased<'a>;
    type Fact = F;

    #[inline]
    fn problem(&self) -> &Erased<'a> {
        &self.problem
    }

    fn root(&self) -> Sealed {
        self.inner.root()
    }

    fn node_count(&self) -> usize {
        self.inner.node_count()
    }

    fn state(&self, node: NodeId) -> Sealed {
        self.inner.state(node)
    }

    fn status(&self, node: NodeId) -> Status {
        self.inner.status(node)
    }

    fn find(&self, state: &Sealed) -> Option<NodeId> {
        self.inner.find(state)
    }

    fn place(&mut self, state: Sealed, making: &Making) -> Result<Placed<F>, StopReason> {
        self.inner.place(&state, making)
    }

    #[inline]
    fn list(&mut self, node: NodeId, most_bytes: usize) -> Option<Listed> {
        self.inner.list(node, most_bytes)
    }

    fn rank_fault(&self, node: NodeId) -> Option<(u32, u32)> {
        self.inner.rank_fault(node)
    }

    #[inline]
    fn make(&mut self, making: &Making, watch: &Watch<'_>, children: &mut Children<F>) -> Result<(), StopReason> {
        self.inner.make(making, watch, children)
    }

    fn drop_list(&mut self) {
        self.inner.drop_list();
    }

    fn place_decided(&mut self, node: NodeId, value: Value, making: &Making) -> Result<Option<Placed<F>>, StopReason> {
        self.inner.place_decided(node, value, making)
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

    #[inline]
    fn growth_ahead(&self) -> usize {
        self.inner.growth_ahead()
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.inner.bytes()
    }

    fn state_bytes(&self) -> usize {
        self.inner.state_bytes()
    }
}

impl<F: Copy> Rooted for DynStore<'_, F> {
    fn rooted_at(&self, root: Sealed) -> Self {
        Self { problem: self.problem, inner: self.inner.rooted_at(&root) }
    }
}
