//! A store whose states are of a type that is not known.
//!
//! The search asks for successors twice an expansion, once to list them and once to number them, and gets numbers and
//! facts: no state crosses the border. States are put behind [`Sealed`] only where a proof or a line of play needs them.

use proofset_core::{NodeId, Problem, StopReason};
use proofset_store::{Interned, Judge, Leaf, Making, Nodes, Placed, Rooted, Store};

use crate::known::{KnownStore, KnownValues};
use crate::problem::Erased;
use crate::sealed::Sealed;

/// [`Store`] without its types.
pub(crate) trait AnyStore<'a, F>: Nodes<Fact = F> {
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
