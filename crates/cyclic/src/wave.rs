//! Efforts of progress after an expansion: the cheapest well-founded derivations, made anew where they have to be.
//!
//! In a graph with cycles "one more than my child" has many solutions, and values that were right once can support each
//! other in a circle when what they rested on is gone. The right solution is the one of Knuth (1977): nodes get their
//! efforts in increasing order, each from children that have theirs already. Where the side moves that makes progress
//! a node takes the first child that is finished; elsewhere it waits for all children. A node whose turn never comes
//! has no derivation at all: it is hopeless, and so are whole cycles at once. The order works for numbers and for node
//! sets alike, since a union is never smaller than its parts; no iteration has to converge.
//!
//! Only what changed is made anew (after Ramalingam and Reps 1996, who do this for numbers). A *wave* first collects the
//! nodes whose derivations run through the changed node and have no equal alternative, and then finishes these in
//! increasing order, from the efforts of the others, which stay. Where a finished node turns out better than a parent
//! that was left alone, the parent joins the wave, with what depends on it; none of these can be finished yet, because
//! their efforts are larger.
//!
//! The invariant between waves: every effort follows from those of the children, and each is larger than those that it
//! follows from, in the order of [`Key`]. So nothing supports itself, whatever the algebra.
//!
//! The cost of a wave: the edges of the nodes in it, and a heap operation for each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use proofset_core::NodeId;
use proofset_nodeset::{Effort, Full};

use crate::values::{Best, Key, Values};

/// A node in a wave.
#[derive(Debug)]
struct Member<V> {
    node: NodeId,
    is_done: bool,
    /// True if it was looked at what it can get from children that are settled.
    is_prepared: bool,
    /// Where the other side moves: children that are not done yet; `NEVER` if one is hopeless.
    missing: u32,
    /// Where the other side moves: the effort, once all children are done. It is owned here until the node takes it.
    effort: Option<(V, u32)>,
}

/// More children than any node has.
const NEVER: u32 = u32::MAX;

/// The update of efforts of progress.
#[derive(Debug)]
pub(crate) struct Wave<V> {
    members: Vec<Member<V>>,
    /// Nodes that lose their derivation, the least effort first.
    losing: BinaryHeap<Reverse<(Key, NodeId)>>,
    /// Nodes that can be finished.
    ready: BinaryHeap<Reverse<(Key, NodeId)>>,
    /// The largest key so far with which a node was finished.
    front: Option<Key>,
    /// Choosing nodes outside whose choice may have an equal alternative before it.
    reconsidered: Vec<NodeId>,
    parents: Vec<NodeId>,
}

impl<V: Copy + PartialEq + std::fmt::Debug> Wave<V> {
    pub(crate) fn new() -> Self {
        Self {
            members: Vec::new(),
            losing: BinaryHeap::new(),
            ready: BinaryHeap::new(),
            front: None,
            reconsidered: Vec::new(),
            parents: Vec::new(),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let keys = self.losing.capacity() + self.ready.capacity();
        self.members.capacity() * size_of::<Member<V>>() + keys * size_of::<Reverse<(Key, NodeId)>>()
    }

    /// The nodes that were made anew by the last wave.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.members.iter().map(|member| member.node)
    }

    /// Forgets the last wave.
    pub(crate) fn finish<G: Effort<Value = V>, H: Effort>(&mut self, values: &mut Values<G, H>) {
        for member in self.members.drain(..) {
            values.graph.weight_mut(member.node).mark = 0;
        }
    }

    /// Brings efforts up to date after a node was expanded. `leaving` is the name that leaves all sets by that, if one does.
    pub(crate) fn settle<G: Effort<Value = V>, H: Effort>(
        &mut self,
        values: &mut Values<G, H>,
        expanded: NodeId,
        leaving: Option<NodeId>,
    ) -> Result<(), Full> {
        values.progress.begin_update(leaving.as_slice());
        let old = values.key(expanded);
        self.join(values, expanded);
        self.prepare(values, 0)?;
        // If it is not worse than before, nobody loses anything.
        let is_worse = self.ready.peek().is_none_or(|Reverse((key, _))| *key > old);
        if is_worse {
            self.ready.clear();
            self.drop_effort(values, 0);
            self.lose_parents(values, expanded);
            self.collect(values)?;
            self.prepare(values, 0)?;
        }
        self.front = None;
        while let Some(Reverse((key, node))) = self.ready.pop() {
            self.complete(values, key, node)?;
        }
        for place in 0..self.members.len() {
            let Member { node, is_done, .. } = self.members[place];
            if !is_done {
                values.decide(node, values.aim.opposite());
                values.recomputed += 1;
            }
        }
        let mut reconsidered = std::mem::take(&mut self.reconsidered);
        for node in reconsidered.drain(..) {
            Self::choose_again(values, node);
        }
        self.reconsidered = reconsidered;
        Ok(())
    }

    fn place<G: Effort<Value = V>, H: Effort>(values: &Values<G, H>, node: NodeId) -> Option<usize> {
        (values.graph.weight(node).mark as usize).checked_sub(1)
    }

    /// True if the effort of a node is what it will be after the wave.
    fn is_settled<G: Effort<Value = V>, H: Effort>(&self, values: &Values<G, H>, node: NodeId) -> bool {
        Self::place(values, node).is_none_or(|place| self.members[place].is_done)
    }

    /// Makes a node a member.
    fn join<G: Effort<Value = V>, H: Effort>(&mut self, values: &mut Values<G, H>, node: NodeId) {
        self.members.push(Member { node, is_done: false, is_prepared: false, missing: 0, effort: None });
        values.graph.weight_mut(node).mark = self.members.len() as u32;
    }

    /// Tells the parents of a node that its effort is no longer to be had.
    fn lose_parents<G: Effort<Value = V>, H: Effort>(&mut self, values: &mut Values<G, H>, node: NodeId) {
        let mut parents = std::mem::take(&mut self.parents);
        parents.clear();
        parents.extend(values.graph.parents(node));
        for &parent in &parents {
            if let Some(place) = Self::place(values, parent) {
                self.wait_again(values, place, node);
                continue;
            }
            if values.is_decided(parent) {
                continue;
            }
            if values.chooses(parent) {
                if values.graph.weight(parent).best.child() != Some(node) {
                    continue;
                }
                if let Some(equal) = self.alternative(values, parent) {
                    values.graph.weight_mut(parent).best = Best::new(equal);
                    self.reconsidered.push(parent);
                    continue;
                }
            }
            self.losing.push(Reverse((values.key(parent), parent)));
        }
        self.parents = parents;
    }

    /// Makes a member wait for a child that has just joined. Where it chooses, it will find out by itself.
    fn wait_again<G: Effort<Value = V>, H: Effort>(&mut self, values: &mut Values<G, H>, place: usize, child: NodeId) {
        let Member { node, is_done, is_prepared, missing, .. } = self.members[place];
        let chooses = values.chooses(node);
        debug_assert!(
            !is_done || (chooses && values.graph.weight(node).best.child() != Some(child)),
            "what is finished does not follow from what can still change"
        );
        if is_prepared && !is_done && !chooses && missing != NEVER {
            self.drop_effort(values, place);
            self.members[place].missing += 1;
        }
    }

    fn drop_effort<G: Effort<Value = V>, H: Effort>(&mut self, values: &mut Values<G, H>, place: usize) {
        if let Some((effort, _)) = self.members[place].effort.take() {
            values.progress.release(effort);
        }
    }

    /// The first settled child with the same effort as a choosing node has, that it may follow from.
    fn alternative<G: Effort<Value = V>, H: Effort>(&self, values: &Values<G, H>, node: NodeId) -> Option<NodeId> {
        let (effort, key) = (values.graph.weight(node).progress, values.key(node));
        values.graph.children(node).find(|&child| {
            self.is_settled(values, child)
                && values.progress.same(values.graph.weight(child).progress, effort)
                && values.key_through(node, child) <= key
        })
    }

    /// Collects all that depends on the nodes that lose their efforts, and prepares them.
    fn collect<G: Effort<Value = V>, H: Effort>(&mut self, values: &mut Values<G, H>) -> Result<(), Full> {
        let first = self.members.len();
        while let Some(Reverse((_, node))) = self.losing.pop() {
            if Self::place(values, node).is_none() {
                self.join(values, node);
                self.lose_parents(values, node);
            }
        }
        for place in first..self.members.len() {
            self.prepare(values, place)?;
        }
        Ok(())
    }

    /// Looks at what a member can get from children that are settled.
    fn prepare<G: Effort<Value = V>, H: Effort>(
        &mut self,
        values: &mut Values<G, H>,
        place: usize,
    ) -> Result<(), Full> {
        let node = self.members[place].node;
        self.members[place].is_prepared = true;
        if values.chooses(node) {
            let settled = values.graph.children(node).filter(|&child| self.is_settled(values, child));
            let keys = settled.filter(|&child| !values.is_hopeless(child)).map(|child| values.key_through(node, child));
            if let Some(key) = keys.min() {
                self.ready.push(Reverse((key, node)));
            }
            return Ok(());
        }
        let mut missing = 0;
        for child in values.graph.children(node) {
            if !self.is_settled(values, child) {
                missing += 1;
            } else if values.is_hopeless(child) {
                missing = NEVER;
                break;
            }
        }
        self.members[place].missing = missing;
        if missing == 0 {
            self.put_together(values, place)?;
        }
        Ok(())
    }

    /// The effort of a member all of whose children are settled and not hopeless.
    fn put_together<G: Effort<Value = V>, H: Effort>(
        &mut self,
        values: &mut Values<G, H>,
        place: usize,
    ) -> Result<(), Full> {
        let node = self.members[place].node;
        let Values { graph, progress, .. } = values;
        let nothing = progress.nothing();
        let efforts = graph.children(node).map(|child| graph.weight(child).progress);
        let effort = progress.union(efforts.filter(|&effort| effort != nothing))?;
        let size = values.progress.size(effort);
        let same_size = values.graph.children(node).filter(|&child| values.size(child) == size);
        let turns = same_size.map(|child| values.graph.weight(child).turns + u32::from(values.leads_back(node, child)));
        let turns = if effort == nothing { 0 } else { turns.max().unwrap_or(0) };
        self.members[place].effort = Some((effort, turns));
        self.ready.push(Reverse((Key::new(size, turns, values.graph.weight(node).depth), node)));
        Ok(())
    }

    /// Gives a member its effort, and tells its parents.
    fn complete<G: Effort<Value = V>, H: Effort>(
        &mut self,
        values: &mut Values<G, H>,
        key: Key,
        node: NodeId,
    ) -> Result<(), Full> {
        let Some(place) = Self::place(values, node).filter(|&place| !self.members[place].is_done) else {
            return Ok(());
        };
        let (effort, turns, best) = if values.chooses(node) {
            let Some(best) = self.choose(values, node, key) else {
                // The child that the key came from has joined since.
                return self.prepare(values, place);
            };
            let effort = values.graph.weight(best).progress;
            values.progress.share(effort);
            (effort, key.turns, Best::new(best))
        } else {
            // Without an effort, a child has joined since, and the key is out of date.
            let Some((effort, turns)) = self.members[place].effort.take() else { return Ok(()) };
            (effort, turns, Best::NONE)
        };
        values.recomputed += 1;
        let old = values.node(node);
        self.front = self.front.max(Some(key));
        self.members[place].is_done = true;
        let changed = !values.progress.same(old.progress, effort);
        values.progress.release(old.progress);
        let entry = values.graph.weight_mut(node);
        (entry.progress, entry.turns, entry.best) = (effort, turns, best);
        if effort == values.progress.nothing() {
            values.resistance.release(old.resistance);
            values.graph.weight_mut(node).resistance = values.resistance.hopeless();
        }
        self.tell_members(values, node)?;
        if changed {
            self.tell_others(values, node)?;
        }
        Ok(())
    }

    /// The child that a choosing member follows from: the least that it may, the first of several.
    fn choose<G: Effort<Value = V>, H: Effort>(&self, values: &Values<G, H>, node: NodeId, key: Key) -> Option<NodeId> {
        let mut best: Option<NodeId> = None;
        for child in values.graph.children(node) {
            if !self.is_settled(values, child) || values.is_hopeless(child) || values.key_through(node, child) > key {
                continue;
            }
            let effort = |child| values.graph.weight(child).progress;
            if best.is_none_or(|best| values.progress.order(effort(child), effort(best)).is_lt()) {
                best = Some(child);
            }
        }
        best
    }

    /// Tells the parents that are members and not done.
    fn tell_members<G: Effort<Value = V>, H: Effort>(
        &mut self,
        values: &mut Values<G, H>,
        node: NodeId,
    ) -> Result<(), Full> {
        let mut parents = std::mem::take(&mut self.parents);
        parents.clear();
        parents.extend(values.graph.parents(node));
        for &parent in &parents {
            let Some(place) = Self::place(values, parent).filter(|&place| !self.members[place].is_done) else {
                continue;
            };
            if values.chooses(parent) {
                self.ready.push(Reverse((values.key_through(parent, node), parent)));
            } else if self.members[place].missing != NEVER && self.members[place].missing > 0 {
                self.members[place].missing -= 1;
                if self.members[place].missing == 0 {
                    self.put_together(values, place)?;
                }
            }
        }
        self.parents = parents;
        Ok(())
    }

    /// Tells the parents outside: those that follow from the node, or would do better to, join.
    fn tell_others<G: Effort<Value = V>, H: Effort>(
        &mut self,
        values: &mut Values<G, H>,
        node: NodeId,
    ) -> Result<(), Full> {
        let effort = values.graph.weight(node).progress;
        for parent in values.graph.parents(node) {
            if Self::place(values, parent).is_some() || values.is_decided(parent) {
                continue;
            }
            let key = values.key(parent);
            if values.chooses(parent) {
                let theirs = values.graph.weight(parent);
                let (order, same) =
                    (values.progress.order(effort, theirs.progress), values.progress.same(effort, theirs.progress));
                let is_smaller = values.size(node) < values.size(parent);
                // Among equal sizes the order is a matter of taste: where a node that follows from the parent may be
                // finished already, the parent keeps what it has.
                let may_follow = is_smaller || (values.key_through(parent, node) <= key && Some(key) > self.front);
                let follows = theirs.best.child() == Some(node);
                if same && may_follow {
                    self.reconsidered.push(parent);
                }
                // By `TieOrder::First` other members of the same size are no better, but where they are found first.
                let comes_first = || {
                    let best = theirs.best.child();
                    values.graph.children(parent).find(|&child| child == node || Some(child) == best) == Some(node)
                };
                let is_better = || order.is_lt() || (order.is_eq() && !same && comes_first());
                let joins = if follows { !same } else { may_follow && is_better() };
                if !joins {
                    continue;
                }
            }
            self.losing.push(Reverse((key, parent)));
        }
        self.collect(values)
    }

    /// Of equal children that a choosing node may follow from, takes the first.
    fn choose_again<G: Effort<Value = V>, H: Effort>(values: &mut Values<G, H>, node: NodeId) {
        if !values.graph.weight(node).kind.has_successors() || values.is_decided(node) {
            return;
        }
        let (effort, key) = (values.graph.weight(node).progress, values.key(node));
        let first = values.graph.children(node).find(|&child| {
            values.progress.same(values.graph.weight(child).progress, effort) && values.key_through(node, child) <= key
        });
        if let Some(first) = first {
            values.graph.weight_mut(node).best = Best::new(first);
        }
    }
}
