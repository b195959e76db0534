//! A store with the states of a known problem.
//!
//! The idea: successors are listed first, and looked up afterwards, 64 at a time: the places of all of them in the index
//! are asked for before the first is waited for, so that the waits for memory overlap. What a search wants to know of a
//! new node a [`Judge`] tells, who knows the problem.

use std::fmt;

use proofset_core::{LeafCost, NodeId, Probe, Problem, Status, StopReason, Successors, Value, Watch, state_hash};
use proofset_graph::Selection;

use crate::states::States;
use crate::store::{Children, Listed, Making, New, Nodes, Placed, Rooted, Store};

/// Successors that are looked up together.
const TOGETHER: usize = 64;

/// Tells what a search wants to know of a new node.
pub trait Judge<P: Problem> {
    /// What it tells.
    type Fact: Copy;

    /// About this state. Without `asks_status`, the rules are not asked yet.
    fn judge(&mut self, problem: &P, state: &P::State, asks_status: bool) -> Self::Fact;
}

/// What proof-number searches want to know of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// What the rules say, if they were asked.
    pub status: Option<Status>,
    /// What it costs, as a leaf that is not decided.
    pub cost: LeafCost,
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
}

/// The states of a problem in memory. Who makes one is told of it as long as it is new: what is noted of it is for others
/// to say, so that this is compiled once for a problem.
struct Interning<P: Problem> {
    problem: P,
    root: P::State,
    states: States<P::State>,
    successors: Successors<P::State>,
}

impl<P: Problem> Interning<P> {
    /// The node of a state with this hash, made if need be.
    #[inline]
    fn node(
        &mut self,
        hash: u64,
        state: P::State,
        making: &Making,
        tell: &mut dyn FnMut(&P, &P::State),
    ) -> Result<NodeId, StopReason> {
        if making.merges
            && let Some(node) = self.states.find(hash, &state)
        {
            return Ok(node);
        }
        if self.states.len() >= making.most_nodes {
            return Err(StopReason::Memory);
        }
        tell(&self.problem, &state);
        let node = if making.merges { self.states.add(hash, state) } else { self.states.add_apart(state) };
        node.ok_or(StopReason::Memory)
    }

    fn list(&mut self, node: NodeId, most_bytes: usize) -> Option<Listed> {
        let Self { problem, states, successors, .. } = self;
        let before = successors.bytes();
        if !successors.list(problem, states.state(node), most_bytes) {
            successors.give_back();
            return None;
        }
        let count = successors.len();
        let grown = successors.bytes().saturating_sub(before);
        Some(Listed { count, bytes: states.growth_for(count) + grown })
    }

    fn rank_fault(&self, node: NodeId) -> Option<(u32, u32)> {
        let parent = self.problem.rank(self.states.state(node))?;
        for next in self.successors.as_slice() {
            match self.problem.rank(next) {
                Some(child) if child <= parent => return Some((parent, child)),
                _ => {}
            }
        }
        None
    }

    fn make(
        &mut self,
        making: &Making,
        watch: &Watch<'_>,
        nodes: &mut Vec<NodeId>,
        tell: &mut dyn FnMut(&P, &P::State),
    ) -> Result<(), StopReason> {
        let mut successors = std::mem::take(&mut self.successors);
        let mut hashes = [0; TOGETHER];
        let mut made = Ok(());
        let mut left = successors.drain();
        for index in 0.. {
            let place = index % TOGETHER;
            if place == 0 && making.merges {
                self.states.hash_all(left.as_slice(), &mut hashes);
            }
            let Some(next) = left.next() else { break };
            if let Err(stop) = watch.look_among_children(index) {
                made = Err(stop);
                break;
            }
            // Where nothing is looked up, two moves to the same state are noticed among the siblings.
            if !making.merges && nodes.iter().any(|&node| *self.states.state(node) == next) {
                continue;
            }
            match self.node(hashes[place], next, making, tell) {
                Ok(node) => nodes.push(node),
                Err(stop) => {
                    made = Err(stop);
                    break;
                }
            }
        }
        drop(left);
        successors.give_back();
        self.successors = successors;
        made
    }

    /// The first successor of an open node that the rules give this value.
    fn deciding(&self, node: NodeId, value: Value) -> Option<P::State> {
        let mut deciding = None;
        let visit: &mut dyn FnMut(_, _) = &mut |_, next| {
            if deciding.is_none() && self.problem.status(&next) == Status::Decided(value) {
                deciding = Some(next);
            }
        };
        self.problem.for_each_successor(self.states.state(node), visit);
        deciding
    }

    fn places_of(&self, node: NodeId, children: &[NodeId]) -> Vec<usize> {
        let mut wanted = Wanted::new(children, &|child| state_hash(self.states.state(child)));
        let visit: &mut dyn FnMut(_, _) =
            &mut |_, next| wanted.meet(state_hash(&next), &|child| *self.states.state(child) == next);
        self.problem.for_each_successor(self.states.state(node), visit);
        wanted.places
    }

    /// The successors of an open node in these places, which are in move order.
    fn in_places(&self, node: NodeId, places: &[usize]) -> Vec<P::State> {
        let (mut chosen, mut place) = (Vec::with_capacity(places.len()), 0);
        let visit: &mut dyn FnMut(_, _) = &mut |_, next| {
            if places.get(chosen.len()) == Some(&place) {
                chosen.push(next);
            }
            place += 1;
        };
        self.problem.for_each_successor(self.states.state(node), visit);
        chosen
    }
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

/// The states of a problem in memory, and what tells about new ones.
pub struct Interned<P: Problem, J> {
    states: Interning<P>,
    judge: J,
}

impl<P: Problem, J> fmt::Debug for Interned<P, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interned").field("nodes", &self.states.states.len()).finish_non_exhaustive()
    }
}

impl<P: Problem, J: Judge<P>> Interned<P, J> {
    /// Without any node.
    pub fn new(problem: P, judge: J) -> Self {
        let root = problem.root();
        Self::with_root(problem, root, judge)
    }

    /// Without any node, for a search that begins with this state.
    pub fn with_root(problem: P, root: P::State, judge: J) -> Self {
        Self { states: Interning { problem, root, states: States::new(), successors: Successors::new() }, judge }
    }

    /// The problem, to be changed: whoever does that sees to it that what is known of nodes is about the new one.
    pub fn problem_mut(&mut self) -> &mut P {
        &mut self.states.problem
    }

    /// What tells about new nodes.
    pub fn judge(&self) -> &J {
        &self.judge
    }

    /// The state of a node.
    #[inline]
    pub fn state_ref(&self, node: NodeId) -> &P::State {
        self.states.states.state(node)
    }
}

/// What is told about a new node.
#[inline]
fn told<P: Problem, J: Judge<P>>(judge: &mut J, problem: &P, state: &P::State, making: &Making) -> New<J::Fact> {
    New { rank: problem.rank(state), fact: judge.judge(problem, state, making.asks_status) }
}

impl<P: Problem, J: Judge<P>> Nodes for Interned<P, J> {
    type Fact = J::Fact;

    fn node_count(&self) -> usize {
        self.states.states.len()
    }

    fn status(&self, node: NodeId) -> Status {
        self.states.problem.status(self.state_ref(node))
    }

    fn list(&mut self, node: NodeId, most_bytes: usize) -> Option<Listed> {
        self.states.list(node, most_bytes)
    }

    fn rank_fault(&self, node: NodeId) -> Option<(u32, u32)> {
        self.states.rank_fault(node)
    }

    fn make(&mut self, making: &Making, watch: &Watch<'_>, children: &mut Children<J::Fact>) -> Result<(), StopReason> {
        let Self { states, judge } = self;
        let Children { nodes, new } = children;
        states.make(making, watch, nodes, &mut |problem, state| new.push(told(judge, problem, state, making)))
    }

    fn drop_list(&mut self) {
        self.states.successors.give_back();
    }

    fn place_decided(
        &mut self,
        node: NodeId,
        value: Value,
        making: &Making,
    ) -> Result<Option<Placed<J::Fact>>, StopReason> {
        match self.states.deciding(node, value) {
            Some(state) => self.place(state, making).map(Some),
            None => Ok(None),
        }
    }

    fn places_of(&self, node: NodeId, children: &[NodeId]) -> Vec<usize> {
        self.states.places_of(node, children)
    }

    fn make_some(
        &mut self,
        node: NodeId,
        places: &[usize],
        making: &Making,
        children: &mut Children<J::Fact>,
    ) -> Result<(), StopReason> {
        for state in self.states.in_places(node, places) {
            let (node, new) = self.place(state, making)?;
            children.nodes.push(node);
            children.new.extend(new);
        }
        Ok(())
    }

    fn retain(&mut self, chosen: &Selection) {
        self.states.states.retain(chosen);
    }

    fn clear(&mut self) {
        self.states.states = States::new();
    }

    fn shrink(&mut self) {
        self.states.states.shrink();
    }

    fn growth_ahead(&self) -> usize {
        self.states.states.growth_ahead()
    }

    fn bytes(&self) -> usize {
        self.states.states.bytes() + self.states.successors.bytes()
    }

    fn state_bytes(&self) -> usize {
        size_of::<P::State>()
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
        self.states.states.find(state_hash(state), state)
    }

    fn place(&mut self, state: P::State, making: &Making) -> Result<Placed<J::Fact>, StopReason> {
        let Self { states, judge } = self;
        let mut new = None;
        let tell = &mut |problem: &P, state: &P::State| new = Some(told(judge, problem, state, making));
        let node = states.node(state_hash(&state), state, making, tell)?;
        Ok((node, new))
    }
}

impl<P: Problem + Clone, J: Judge<P> + Clone> Rooted for Interned<P, J> {
    fn rooted_at(&self, root: P::State) -> Self {
        Self::with_root(self.states.problem.clone(), root, self.judge.clone())
    }
}
