//! A store with the states of a known problem.
//!
//! The idea: successors are listed first, and looked up afterwards, 64 at a time: the places of all of them in the index
//! are asked for before the first is waited for, so that the waits for memory overlap. What a search wants to know of the
//! new nodes among them a [`Judge`] tells, who knows the problem, before the next ones are looked up.
//!
//! States with their numbers are one thing and what is told of them another, so that a problem brings the former once,
//! whatever searches want to know.

use std::fmt;
use std::ops::{DerefMut, Range};

use proofset_core::{
    LeafCost, NodeId, Probe, Problem, RandomOrder, Status, StopReason, Successors, Value, Watch, state_hash,
};
use proofset_graph::Selection;

use crate::states::{Index, States};
use crate::store::{Children, Listed, Making, New, NodeStates, Nodes, Placed, Rooted, Store, TOGETHER};

/// Tells what a search wants to know of a new node.
pub trait Judge<P: Problem> {
    /// What it tells.
    type Fact: Copy;

    /// About this state. Without `asks_status`, the rules are not asked yet.
    fn judge(&mut self, problem: &P, state: &P::State, asks_status: bool) -> Self::Fact;

    /// True if it tells of no leaf that it costs other than one and one.
    #[inline]
    fn has_unit_costs(&self) -> bool {
        false
    }

    /// About these states, one after the other.
    #[inline]
    fn judge_all(&mut self, problem: &P, states: &[P::State], asks_status: bool, new: &mut Vec<New<Self::Fact>>) {
        for state in states {
            let fact = self.judge(problem, state, asks_status);
            new.push(New { rank: problem.rank(state), fact });
        }
    }
}

/// What proof-number searches want to know of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// What the rules say, if they were asked.
    pub status: Option<Status>,
    /// What it costs, as a leaf that is not decided.
    pub cost: LeafCost,
}

impl Leaf {
    /// The value, if the rules were asked and decide it.
    #[inline]
    pub fn value(self) -> Option<Value> {
        match self.status {
            Some(Status::Decided(value)) => Some(value),
            Some(Status::Open(_) | Status::OpenLeaf) | None => None,
        }
    }
}

/// Asks the rules, and a probe where they do not decide.
#[derive(Clone, Debug)]
pub struct Leaves<C> {
    probe: C,
}

impl<C> Leaves<C> {
    /// With leaves weighed by `probe`.
    pub fn new(probe: C) -> Self {
        Self { probe }
    }

    /// What weighs the leaves.
    pub fn probe(&self) -> &C {
        &self.probe
    }
}

impl<P: Problem, C: Probe<P>> Judge<P> for Leaves<C> {
    type Fact = Leaf;

    #[inline]
    fn judge(&mut self, problem: &P, state: &P::State, asks_status: bool) -> Leaf {
        let status = asks_status.then(|| problem.status(state));
        let cost = match status {
            Some(Status::Decided(_)) => LeafCost::UNIT,
            _ => self.probe.cost(problem, state),
        };
        Leaf { status, cost }
    }

    #[inline]
    fn has_unit_costs(&self) -> bool {
        self.probe.is_unit()
    }
}

/// The states of a problem in memory, and their numbers. Nothing is told of them here.
pub struct InternedStates<P: Problem> {
    problem: P,
    root: P::State,
    states: States<P::State>,
    /// Bytes that the states own beside themselves.
    owned: usize,
    successors: Successors<P::State>,
    siblings: Siblings,
    /// The order in which successors are listed, if it is not that of the problem.
    order: Option<RandomOrder>,
}

impl<P: Problem> InternedStates<P> {
    /// Without any node.
    pub fn new(problem: P) -> Self {
        let root = problem.root();
        Self::with_root(problem, root)
    }

    /// Without any node, for a search that begins with this state.
    pub fn with_root(problem: P, root: P::State) -> Self {
        Self {
            problem,
            root,
            states: States::new(),
            owned: 0,
            successors: Successors::new(),
            siblings: Siblings::new(),
            order: None,
        }
    }

    /// Lists successors in another order from now on.
    pub fn set_order(&mut self, order: RandomOrder) {
        self.order = Some(order);
    }

    /// Without any node, for a search of the same problem that begins with this state, in the same order.
    pub fn rooted_at(&self, root: P::State) -> Self
    where
        P: Clone,
    {
        Self { order: self.order, ..Self::with_root(self.problem.clone(), root) }
    }

    /// The problem.
    #[inline]
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// The state that a search begins with.
    pub fn root(&self) -> &P::State {
        &self.root
    }

    /// The states of all nodes, by their numbers.
    #[inline]
    pub fn states(&self) -> &Vec<P::State> {
        self.states.all()
    }

    /// The node of a state, if states are looked up.
    pub fn find(&self, state: &P::State) -> Option<NodeId> {
        self.states.find(state_hash(state), state)
    }

    /// The node of a state, made if need be.
    ///
    /// # Errors
    ///
    /// [`StopReason::Memory`] where a node more would be too many.
    pub fn place(&mut self, state: &P::State, making: &Making) -> Result<NodeId, StopReason> {
        let before = self.states.len();
        let placed = self.states.intern(state_hash(state), state, making);
        self.count_owned(before);
        placed
    }

    /// Gives the successors of a state in the order in which they are listed.
    fn for_each_successor(&self, state: &P::State, visit: &mut dyn FnMut(P::State)) {
        let Some(order) = self.order else {
            // Behind `dyn` as elsewhere, so that the problem's own is compiled once for all.
            let visit: &mut dyn FnMut(_, _) = &mut |_, next| visit(next);
            return self.problem.for_each_successor(state, visit);
        };
        let mut all = Successors::new();
        let fits = all.list(&self.problem, state, usize::MAX);
        debug_assert!(fits, "there is no limit");
        all.sort(order);
        for next in all.as_slice() {
            visit(next.clone());
        }
    }

    /// Counts what the states own from this one on.
    #[inline]
    fn count_owned(&mut self, from: usize) {
        for state in &self.states.all()[from..] {
            self.owned += self.problem.owned_bytes(state);
        }
    }
}

impl<P: Problem> NodeStates for InternedStates<P> {
    fn node_count(&self) -> usize {
        self.states.len()
    }

    fn status(&self, node: NodeId) -> Status {
        self.problem.status(self.states.state(node))
    }

    fn list(&mut self, node: NodeId, most_bytes: usize) -> Option<Listed> {
        let Self { problem, states, successors, .. } = self;
        let before = successors.bytes();
        if !successors.list(problem, states.state(node), most_bytes) {
            successors.give_back();
            return None;
        }
        if let Some(order) = self.order {
            successors.sort(order);
        }
        let count = successors.len();
        let grown = successors.bytes().saturating_sub(before);
        let siblings = if states.may_look_up() { 0 } else { self.siblings.growth_for(count) };
        Some(Listed { count, bytes: states.growth_for(count) + successors.owned() + grown + siblings })
    }

    fn rank_fault(&self, node: NodeId) -> Option<(u32, u32)> {
        let parent = self.problem.rank(self.states.state(node))?;
        let listed = self.successors.as_slice();
        first_fault(parent, listed.len(), &|place| self.problem.rank(&listed[place]))
    }

    fn make_listed(
        &mut self,
        places: Range<usize>,
        making: &Making,
        nodes: &mut Vec<NodeId>,
    ) -> Result<(), StopReason> {
        let before = self.states.len();
        let Self { states, successors, siblings, .. } = self;
        let few = &successors.as_slice()[places];
        let mut made = Ok(());
        let mut hashes = [0; TOGETHER];
        if making.merges {
            states.hash_all(few, &mut hashes);
        }
        for place in 0..few.len() {
            let next = &few[place];
            // Where nothing is looked up, two moves to the same state are noticed among the siblings.
            let hash_of = |node| state_hash(states.state(node));
            if !making.merges
                && siblings.have(nodes, &|| state_hash(next), &|node| states.state(node) == next, &hash_of)
            {
                continue;
            }
            match states.intern(hashes[place], next, making) {
                Ok(node) => nodes.push(node),
                Err(stop) => {
                    made = Err(stop);
                    break;
                }
            }
        }
        self.count_owned(before);
        made
    }

    fn drop_list(&mut self) {
        self.successors.give_back();
        self.siblings = Siblings::new();
    }

    fn place_decided(&mut self, node: NodeId, value: Value, making: &Making) -> Result<Option<NodeId>, StopReason> {
        let mut deciding = None;
        self.for_each_successor(self.states.state(node), &mut |next| {
            if deciding.is_none() && self.problem.status(&next) == Status::Decided(value) {
                deciding = Some(next);
            }
        });
        match deciding {
            Some(state) => self.place(&state, making).map(Some),
            None => Ok(None),
        }
    }

    fn places_of(&self, node: NodeId, children: &[NodeId]) -> Vec<usize> {
        let mut wanted = Wanted::new(children, &|child| state_hash(self.states.state(child)));
        self.for_each_successor(self.states.state(node), &mut |next| {
            wanted.meet(state_hash(&next), &|child| *self.states.state(child) == next);
        });
        wanted.places
    }

    fn make_some(
        &mut self,
        node: NodeId,
        places: &[usize],
        making: &Making,
        nodes: &mut Vec<NodeId>,
    ) -> Result<(), StopReason> {
        let mut chosen = Chosen { places, place: 0, made: Ok(()) };
        let before = self.states.len();
        let parent = self.states.state(node).clone();
        let mut states = std::mem::replace(&mut self.states, States::new());
        self.for_each_successor(&parent, &mut |next| {
            if chosen.has_next() {
                chosen.take(states.intern(state_hash(&next), &next, making), nodes);
            }
        });
        self.states = states;
        let made = chosen.made;
        self.count_owned(before);
        made
    }

    fn reserve(&mut self, nodes: usize) {
        self.states.reserve(nodes);
    }

    fn retain(&mut self, chosen: &Selection) {
        self.states.retain(chosen);
        self.owned = 0;
        self.count_owned(0);
    }

    fn clear(&mut self) {
        self.states = States::new();
        self.owned = 0;
    }

    fn shrink(&mut self) {
        self.states.shrink();
    }

    fn growth_ahead(&self) -> usize {
        self.states.growth_ahead()
    }

    fn bytes(&self) -> usize {
        self.states.bytes() + self.owned + self.successors.bytes() + self.siblings.index.bytes()
    }

    fn state_bytes(&self) -> usize {
        size_of::<P::State>()
    }
}

/// Those of the successors of a node that are made, by their places. It knows no states, and is compiled once.
struct Chosen<'a> {
    /// What is not made yet, in move order.
    places: &'a [usize],
    /// The place of the next successor.
    place: usize,
    made: Result<(), StopReason>,
}

impl Chosen<'_> {
    /// True if the next successor is one of them, and may be made.
    fn has_next(&mut self) -> bool {
        let place = self.place;
        self.place += 1;
        self.made.is_ok() && self.places.first() == Some(&place)
    }

    /// Notes what became of it.
    fn take(&mut self, made: Result<NodeId, StopReason>, nodes: &mut Vec<NodeId>) {
        self.places = &self.places[1..];
        match made {
            Ok(node) => nodes.push(node),
            Err(stop) => self.made = Err(stop),
        }
    }
}

/// The children of one node where nothing else is looked up: a few are compared one by one, and of more the rest by their hashes. It
/// knows no states, and is compiled once.
struct Siblings {
    /// Those behind the first few.
    index: Index,
    /// How many children have been looked at.
    known: usize,
}

impl Siblings {
    /// So many are compared one by one.
    const FEW: usize = 16;

    fn new() -> Self {
        Self { index: Index::new(), known: Self::FEW }
    }

    /// Bytes that so many children take at most.
    fn growth_for(&self, count: usize) -> usize {
        if count > Self::FEW { self.index.growth_for(count - Self::FEW) } else { 0 }
    }

    /// True if one of the children made so far is the one.
    fn have(
        &mut self,
        made: &[NodeId],
        hash: &dyn Fn() -> u64,
        is_it: &dyn Fn(NodeId) -> bool,
        hash_of: &dyn Fn(NodeId) -> u64,
    ) -> bool {
        let (few, rest) = made.split_at(made.len().min(Self::FEW));
        if few.iter().any(|&node| is_it(node)) {
            return true;
        }
        if rest.is_empty() {
            return false;
        }
        for &node in &made[self.known..] {
            self.index.insert(hash_of(node), node, hash_of);
        }
        self.known = made.len();
        self.index.find(hash(), is_it).is_some()
    }
}

/// The rank of a node, and the first among those of so many successors that is not above it.
fn first_fault(parent: u32, count: usize, rank: &dyn Fn(usize) -> Option<u32>) -> Option<(u32, u32)> {
    let child = (0..count).filter_map(rank).find(|&child| child <= parent)?;
    Some((parent, child))
}

/// Nodes that are looked for among the successors of another, and where they were met. It knows no states, and is compiled
/// once.
struct Wanted {
    /// By the hashes of their states; a node that was met is left out from then on.
    nodes: Vec<(u64, Option<NodeId>)>,
    seen: usize,
    places: Vec<usize>,
}

impl Wanted {
    fn new(nodes: &[NodeId], hash_of: &dyn Fn(NodeId) -> u64) -> Self {
        let mut nodes: Vec<(u64, Option<NodeId>)> = nodes.iter().map(|&node| (hash_of(node), Some(node))).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let places = Vec::with_capacity(nodes.len());
        Self { nodes, seen: 0, places }
    }

    /// The next successor has this hash, and is the state of the node for which `is_same` says so.
    fn meet(&mut self, hash: u64, is_same: &dyn Fn(NodeId) -> bool) {
        let first = self.nodes.partition_point(|&(other, _)| other < hash);
        for (_, node) in self.nodes[first..].iter_mut().take_while(|(other, _)| *other == hash) {
            if node.take_if(|node| is_same(*node)).is_some() {
                self.places.push(self.seen);
                break;
            }
        }
        self.seen += 1;
    }
}

/// Tells about nodes, and knows whose states they have.
pub trait Teller<S: ?Sized> {
    /// What is told of each.
    type Fact: Copy;

    /// Tells of the nodes from this number on. Without `asks_status`, the rules are not asked yet.
    fn tell(&mut self, states: &S, from: usize, asks_status: bool, new: &mut Vec<New<Self::Fact>>);

    /// [`Nodes::has_unit_costs`].
    fn has_unit_costs(&self) -> bool;
}

impl<P: Problem, J: Judge<P>> Teller<InternedStates<P>> for J {
    type Fact = J::Fact;

    #[inline]
    fn tell(&mut self, states: &InternedStates<P>, from: usize, asks_status: bool, new: &mut Vec<New<J::Fact>>) {
        self.judge_all(&states.problem, &states.states()[from..], asks_status, new);
    }

    #[inline]
    fn has_unit_costs(&self) -> bool {
        Judge::has_unit_costs(self)
    }
}

/// What was numbered, and what is told about it if it is new.
pub type WithNew<R, F> = (R, Option<New<F>>);

/// States with their numbers, and who tells about new ones.
pub struct Told<S, T> {
    states: S,
    teller: T,
    /// The number of nodes, all of which were told about.
    node_count: usize,
    /// The number of listed successors.
    listed: usize,
}

impl<S: DerefMut, T> Told<S, T>
where
    S::Target: NodeStates,
    T: Teller<S::Target>,
{
    /// Both together. There must not be any node yet.
    pub fn of(states: S, teller: T) -> Self {
        Self { states, teller, node_count: 0, listed: 0 }
    }

    /// The states.
    #[inline]
    pub fn states(&self) -> &S::Target {
        &self.states
    }

    /// Who tells about new nodes.
    #[inline]
    pub fn teller(&self) -> &T {
        &self.teller
    }

    /// Tells of the nodes that are new, now that there are so many.
    #[inline]
    fn tell(&mut self, node_count: usize, making: &Making, new: &mut Vec<New<T::Fact>>) {
        if node_count > self.node_count {
            self.teller.tell(&self.states, self.node_count, making.asks_status, new);
            self.node_count = node_count;
        }
    }

    /// Lets a state be numbered, and tells of it if it is new.
    ///
    /// # Errors
    ///
    /// What `number` says.
    pub fn telling<R>(
        &mut self,
        making: &Making,
        number: impl FnOnce(&mut S::Target) -> Result<R, StopReason>,
    ) -> Result<WithNew<R, T::Fact>, StopReason> {
        let numbered = number(&mut self.states)?;
        let mut new = Vec::new();
        self.tell(self.states.node_count(), making, &mut new);
        Ok((numbered, new.pop()))
    }
}

impl<S: DerefMut, T> Nodes for Told<S, T>
where
    S::Target: NodeStates,
    T: Teller<S::Target>,
{
    type Fact = T::Fact;

    fn node_count(&self) -> usize {
        self.states.node_count()
    }

    fn status(&self, node: NodeId) -> Status {
        self.states.status(node)
    }

    fn has_unit_costs(&self) -> bool {
        self.teller.has_unit_costs()
    }

    fn list(&mut self, node: NodeId, most_bytes: usize) -> Option<Listed> {
        let listed = self.states.list(node, most_bytes);
        self.listed = listed.map_or(0, |listed| listed.count);
        listed
    }

    fn rank_fault(&self, node: NodeId) -> Option<(u32, u32)> {
        self.states.rank_fault(node)
    }

    fn make(&mut self, making: &Making, watch: &Watch<'_>, children: &mut Children<T::Fact>) -> Result<(), StopReason> {
        let (mut from, listed) = (0, self.listed);
        let made = loop {
            let to = listed.min(from + TOGETHER);
            let made = self.states.make_listed(from..to, making, &mut children.nodes);
            self.tell(self.states.node_count(), making, &mut children.new);
            from = to;
            if made.is_err() || from == listed {
                break made;
            }
            // To tell about those may have taken its time.
            if let Err(stop) = watch.look_at_clock() {
                break Err(stop);
            }
        };
        self.drop_list();
        made
    }

    fn drop_list(&mut self) {
        self.listed = 0;
        self.states.drop_list();
    }

    fn place_decided(
        &mut self,
        node: NodeId,
        value: Value,
        making: &Making,
    ) -> Result<Option<Placed<T::Fact>>, StopReason> {
        let (node, new) = self.telling(making, |states| states.place_decided(node, value, making))?;
        Ok(node.map(|node| (node, new)))
    }

    fn places_of(&self, node: NodeId, children: &[NodeId]) -> Vec<usize> {
        self.states.places_of(node, children)
    }

    fn make_some(
        &mut self,
        node: NodeId,
        places: &[usize],
        making: &Making,
        children: &mut Children<T::Fact>,
    ) -> Result<(), StopReason> {
        let made = self.states.make_some(node, places, making, &mut children.nodes);
        self.tell(self.states.node_count(), making, &mut children.new);
        made
    }

    fn reserve(&mut self, nodes: usize) {
        self.states.reserve(nodes);
    }

    fn retain(&mut self, chosen: &Selection) {
        self.states.retain(chosen);
        self.node_count = self.states.node_count();
    }

    fn clear(&mut self) {
        self.states.clear();
        self.node_count = 0;
    }

    fn shrink(&mut self) {
        self.states.shrink();
    }

    fn growth_ahead(&self) -> usize {
        self.states.growth_ahead()
    }

    fn bytes(&self) -> usize {
        self.states.bytes()
    }

    fn state_bytes(&self) -> usize {
        self.states.state_bytes()
    }
}

impl<S: DerefMut, T> fmt::Debug for Told<S, T>
where
    S::Target: NodeStates,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Told").field("nodes", &self.states.node_count()).finish_non_exhaustive()
    }
}

/// The states of a problem in memory, and a [`Judge`] who tells about new ones.
pub type Interned<P, J> = Told<Box<InternedStates<P>>, J>;

impl<P: Problem, J: Judge<P>> Interned<P, J> {
    /// Without any node.
    pub fn new(problem: P, judge: J) -> Self {
        Self::of(Box::new(InternedStates::new(problem)), judge)
    }

    /// Without any node, for a search that begins with this state.
    pub fn with_root(problem: P, root: P::State, judge: J) -> Self {
        Self::of(Box::new(InternedStates::with_root(problem, root)), judge)
    }

    /// The problem, to be changed: whoever does that sees to it that what is known of nodes is about the new one.
    pub fn problem_mut(&mut self) -> &mut P {
        &mut self.states.problem
    }

    /// The state of a node.
    #[inline]
    pub fn state_ref(&self, node: NodeId) -> &P::State {
        self.states.states.state(node)
    }
}

impl<P: Problem, J: Judge<P>> Store for Interned<P, J> {
    type Problem = P;
    type Fact = J::Fact;

    #[inline]
    fn nodes(&self) -> &dyn Nodes<Fact = J::Fact> {
        self
    }

    #[inline]
    fn nodes_mut(&mut self) -> &mut dyn Nodes<Fact = J::Fact> {
        self
    }

    #[inline]
    fn problem(&self) -> &P {
        &self.states.problem
    }

    fn root(&self) -> P::State {
        self.states.root.clone()
    }

    fn state(&self, node: NodeId) -> P::State {
        self.state_ref(node).clone()
    }

    fn find(&self, state: &P::State) -> Option<NodeId> {
        self.states.find(state)
    }

    fn place(&mut self, state: P::State, making: &Making) -> Result<Placed<J::Fact>, StopReason> {
        self.telling(making, |states| states.place(&state, making))
    }
}

impl<P: Problem + Clone, J: Judge<P> + Clone> Rooted for Interned<P, J> {
    fn rooted_at(&self, root: P::State) -> Self {
        Self::with_root(self.states.problem.clone(), root, self.teller.clone())
    }
}
