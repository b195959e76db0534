//! A cursor in a problem whose type is not known.
//!
//! The idea: what a depth-first search keeps of a state are words, which it compares and never looks into. So one search
//! serves all problems: it asks once an expansion for all children of the state that it stands on, with what the rules
//! say of each. Children come one by one, so that a search can stop among a million of them without having listed them.
//! The states of the line stay on the game's side as they are.
//!
//! States that implement [`Pack`] are packed, and the words are all there is of them. Others are kept on the game's side
//! and numbered; see [`DynCursor::keeping`] for what that costs.
//!
//! The cost of packing: a state is written once when it is generated, and read once when it is entered.

use std::ops::ControlFlow;

use proofset_core::{EdgeCost, Format, LeafCost, Pack, Probe, Problem, RandomOrder, Status, Words, state_hash};
use proofset_cursor::{Cursor, NodeView, Pair};

use crate::codec::{Codec, Keeping, Packing};
use crate::known::KnownValues;
use crate::problem::Erased;
use crate::sealed::Sealed;

/// [`Cursor`] without its types.
trait AnyCursor {
    fn view(&self, state: &Sealed) -> NodeView<Words>;
    fn stand(&mut self, state: &Sealed);
    /// The number of states of the line.
    fn line_len(&self) -> usize;
    /// A state of the line.
    fn on_line(&self, place: usize) -> Sealed;
    fn for_each_child_until(&mut self, visit: &mut dyn FnMut(NodeView<Words>) -> ControlFlow<()>);
    fn cost(&mut self, mark: &Words) -> LeafCost;
    fn allow(&mut self, bytes: u64) -> u64;
    fn bytes(&self) -> u64;
    fn left_out(&self) -> bool;
    fn enter(&mut self, mark: &Words);
    fn leave(&mut self);
    fn state_of(&self, mark: &Words) -> Sealed;
}

/// A problem of a known type, with the line.
struct Hosting<'a, P: Problem, C, K> {
    problem: &'a P,
    probe: C,
    codec: K,
    line: Vec<P::State>,
    left_out: bool,
}

#[inline]
fn node_view<P: Problem>(problem: &P, mark: Words, key: u64, state: &P::State, edge: EdgeCost) -> NodeView<Words> {
    NodeView { mark, key, resource: 0, status: problem.status(state), rank: problem.rank(state), edge }
}

impl<P, C, K> AnyCursor for Hosting<'_, P, C, K>
where
    P: Problem,
    P::State: Send + Sync + 'static,
    C: Probe<P>,
    K: Codec<P::State>,
{
    fn view(&self, state: &Sealed) -> NodeView<Words> {
        let state = state.open();
        let key = state_hash(state);
        node_view(self.problem, self.codec.words_anyway(key, state), key, state, EdgeCost::NONE)
    }

    fn stand(&mut self, state: &Sealed) {
        self.line.clear();
        self.line.push(state.open::<P::State>().clone());
    }

    fn line_len(&self) -> usize {
        self.line.len()
    }

    fn on_line(&self, place: usize) -> Sealed {
        Sealed::new(self.line[place].clone())
    }

    fn for_each_child_until(&mut self, visit: &mut dyn FnMut(NodeView<Words>) -> ControlFlow<()>) {
        let Self { problem, probe, codec, line, left_out } = self;
        let here = line.last().expect("a cursor stands somewhere");
        *left_out = false;
        let mut flow = ControlFlow::Continue(());
        problem.for_each_successor(here, |_, next| {
            if flow.is_break() {
                return;
            }
            let key = state_hash(&next);
            let Some(mark) = codec.words(key, &next) else {
                *left_out = true;
                flow = ControlFlow::Break(());
                return;
            };
            let edge = probe.edge(problem, here, &next);
            flow = visit(node_view(*problem, mark, key, &next, edge));
        });
    }

    fn cost(&mut self, mark: &Words) -> LeafCost {
        self.probe.cost(self.problem, &self.codec.state(mark))
    }

    fn allow(&mut self, bytes: u64) -> u64 {
        self.codec.allow(bytes)
    }

    fn bytes(&self) -> u64 {
        self.codec.bytes()
    }

    fn left_out(&self) -> bool {
        self.left_out
    }

    fn enter(&mut self, mark: &Words) {
        self.line.push(self.codec.state(mark));
    }

    fn leave(&mut self) {
        self.line.pop();
        assert!(!self.line.is_empty(), "one goes back from where one went");
    }

    fn state_of(&self, mark: &Words) -> Sealed {
        Sealed::new(self.codec.state(mark))
    }
}

/// A cursor for which states with known values are finished.
struct KnownCursor<'a> {
    inner: Box<dyn AnyCursor + 'a>,
    values: KnownValues,
}

impl<'a> KnownCursor<'a> {
    fn new(inner: Box<dyn AnyCursor + 'a>, values: KnownValues) -> Self {
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

    fn line_len(&self) -> usize {
        self.inner.line_len()
    }

    fn on_line(&self, place: usize) -> Sealed {
        self.inner.on_line(place)
    }

    fn for_each_child_until(&mut self, visit: &mut dyn FnMut(NodeView<Words>) -> ControlFlow<()>) {
        // A state is made of its mark by the cursor, which is busy while it shows children.
        let mut met: Vec<(usize, u64)> = Vec::new();
        let mut views = Vec::new();
        self.inner.for_each_child_until(&mut |view| {
            if self.values.has_key(view.key) {
                met.push((views.len(), view.key));
            }
            views.push(view);
            ControlFlow::Continue(())
        });
        for (place, key) in met {
            let mark = &views[place].mark;
            if let Some(value) = self.values.find(key, || self.inner.state_of(mark)) {
                views[place].status = Status::Decided(value);
            }
        }
        let _ = views.into_iter().try_for_each(visit);
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

/// A cursor in a problem whose type is not known.
pub struct DynCursor<'a> {
    problem: Erased<'a>,
    inner: Box<dyn AnyCursor + 'a>,
    format: Format,
    /// True if states are kept on the game's side.
    keeps: bool,
    /// True if no leaf need be asked about.
    is_unit: bool,
    /// The order in which children are shown, if it is not that of the problem.
    order: Option<RandomOrder>,
}

impl<'a> DynCursor<'a> {
    fn new<P, C, K>(erased: Erased<'a>, problem: &'a P, probe: C, codec: K, keeps: bool) -> Self
    where
        P: Problem,
        P::State: Send + Sync + 'static,
        C: Probe<P> + 'a,
        K: Codec<P::State> + 'a,
    {
        let (format, is_unit) = (codec.format(), probe.is_unit());
        let line = vec![problem.root()];
        let inner = Box::new(Hosting { problem, probe, codec, line, left_out: false });
        Self { problem: erased, inner, format, keeps, is_unit, order: None }
    }

    /// A cursor on the root of a problem that is also known as `erased`, with leaves and edges weighed by `probe`.
    pub fn packing<P, C>(erased: Erased<'a>, problem: &'a P, probe: C) -> Self
    where
        P: Problem,
        P::State: Pack + Send + Sync + 'static,
        C: Probe<P> + 'a,
    {
        Self::new(erased, problem, probe, Packing::new(), false)
    }

    /// The same for states that cannot be packed: each that a search generates is kept and numbered.
    ///
    /// The cost: a look-up for each child, and memory for every state that is generated, which is given back when the
    /// cursor goes. A search counts it; of the bytes that a limit leaves for the table, half are for these states. Where
    /// they do not suffice, the search stops, while with states that are packed it goes on.
    pub fn keeping<P, C>(erased: Erased<'a>, problem: &'a P, probe: C) -> Self
    where
        P: Problem,
        P::State: Send + Sync + 'static,
        C: Probe<P> + 'a,
    {
        Self::new(erased, problem, probe, Keeping::new(|state| problem.owned_bytes(state)), true)
    }

    /// The same cursor, for which states with known values are finished. `problem` is the same problem, [which says so
    /// too](crate::WithKnown).
    pub fn with_known(self, problem: Erased<'a>, values: &KnownValues) -> Self {
        Self { problem, inner: Box::new(KnownCursor::new(self.inner, values.clone())), ..self }
    }

    /// The same cursor, with children in another order. All children of a state are listed at once.
    #[must_use]
    pub fn with_order(self, order: RandomOrder) -> Self {
        Self { order: Some(order), ..self }
    }

    /// The children, in another order.
    #[cold]
    fn in_order(&mut self, order: RandomOrder) -> Vec<NodeView<Words>> {
        let mut views = Vec::new();
        self.inner.for_each_child_until(&mut |view| {
            views.push(view);
            ControlFlow::Continue(())
        });
        views.sort_by_cached_key(|view| order.place(view.key));
        views
    }

    /// True if words are all there is of a state, so that they can be read again by another cursor of the same problem.
    pub fn packs(&self) -> bool {
        !self.keeps
    }

    /// How the states are written down: what a table has to know of them.
    pub fn format(&self) -> Format {
        self.format
    }
}

impl<'a> Cursor for DynCursor<'a> {
    type Problem = Erased<'a>;
    type Mark = Words;

    const EXACT: bool = true;

    fn marks_last(&self) -> bool {
        self.packs()
    }

    #[inline]
    fn problem(&self) -> &Erased<'a> {
        &self.problem
    }

    fn view(&self, state: &Sealed) -> NodeView<Words> {
        self.inner.view(state)
    }

    fn stand(&mut self, state: &Sealed) {
        self.inner.stand(state);
    }

    fn line(&self) -> Vec<Sealed> {
        (0..self.inner.line_len()).map(|place| self.inner.on_line(place)).collect()
    }

    #[inline]
    fn same(one: &Words, other: &Words) -> bool {
        one == other
    }

    #[inline]
    fn for_each_child(&mut self, mut visit: impl FnMut(NodeView<Words>)) {
        self.for_each_child_until(|child| {
            visit(child);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn for_each_child_until(&mut self, mut visit: impl FnMut(NodeView<Words>) -> ControlFlow<()>) {
        match self.order {
            None => self.inner.for_each_child_until(&mut visit),
            Some(order) => {
                let _ = self.in_order(order).into_iter().try_for_each(visit);
            }
        }
    }

    #[inline]
    fn cost(&mut self, mark: &Words) -> LeafCost {
        if self.is_unit { LeafCost::UNIT } else { self.inner.cost(mark) }
    }

    fn allow(&mut self, bytes: u64) -> u64 {
        self.inner.allow(bytes)
    }

    #[inline]
    fn bytes(&self) -> u64 {
        if self.keeps { self.inner.bytes() } else { 0 }
    }

    #[inline]
    fn left_out(&self) -> bool {
        self.keeps && self.inner.left_out()
    }

    fn enter(&mut self, mark: &Words) {
        self.inner.enter(mark);
    }

    fn leave(&mut self) {
        self.inner.leave();
    }

    fn bytes_beside_state(&self) -> usize {
        self.problem.bytes_beside_state()
    }

    fn paired_children(&self, state: &Sealed, other: &Sealed, most: usize) -> Option<Vec<Pair<Sealed>>> {
        self.problem.paired_children(state, other, most)
    }

    fn state_of(&mut self, mark: &Words) -> Sealed {
        self.inner.state_of(mark)
    }
}
