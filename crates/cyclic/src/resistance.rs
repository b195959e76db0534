//! Efforts of resistance: estimates that steer the search and decide nothing.
//!
//! Where a cycle costs the side that holds out nothing, a cycle of efforts does not have to come to an end: a sum that
//! contains itself grows for ever. What is kept depends on the algebra.
//!
//! * **Numbers and truncated sets** follow the edges that lead away from the root, as in a graph without cycles: an edge
//!   that leads back adds nothing where efforts are put together, and is no choice where one is taken, unless there is
//!   no other. Where no edge leads back, these are the numbers of proof-number search.
//! * **Exact sets** follow all edges, for a union with itself is no more than itself. They start from nothing, so that a
//!   cycle needs no leaf of its own; what listed the expanded leaf starts from nothing again, for in a cycle two old
//!   sets could keep it alive. The least of several unions is not monotone, and rarely a set keeps changing: after
//!   [`MOST_TIMES`] it is left as it is.
//!
//! The cost: a recomputation for each node that changes, for exact sets several.

use std::collections::HashMap;

use proofset_core::NodeId;
use proofset_graph::{Levels, Updater};
use proofset_nodeset::{Effort, Full};
use rustc_hash::FxBuildHasher;

use crate::values::Values;
use crate::wave::Wave;

/// An exact set is made anew at most so many times in one update.
const MOST_TIMES: u8 = 16;

/// The update of efforts of resistance.
#[derive(Debug)]
pub(crate) struct Resistance {
    waiting: Levels,
    times: HashMap<NodeId, u8, FxBuildHasher>,
    parents: Vec<NodeId>,
    /// Nodes that were left before they had settled.
    pub(crate) unsettled: u64,
}

impl Resistance {
    pub(crate) fn new() -> Self {
        Self { waiting: Levels::new(), times: HashMap::default(), parents: Vec::new(), unsettled: 0 }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.waiting.bytes() + self.times.capacity() * (size_of::<(NodeId, u8)>() + 1)
    }

    /// Brings efforts up to date after a node was expanded, and a wave has decided what it could. `leaving` is the name that
    /// leaves all sets by that, if one does.
    pub(crate) fn settle<G: Effort, H: Effort>(
        &mut self,
        values: &mut Values<G, H>,
        expanded: NodeId,
        leaving: Option<NodeId>,
        wave: &Wave<G::Value>,
    ) -> Result<(), Full> {
        values.resistance.begin_update(leaving.as_slice());
        self.wait(values, expanded);
        let idempotent = values.resistance.is_idempotent();
        if let Some(name) = leaving.filter(|_| idempotent) {
            self.forget(values, expanded, name);
        }
        for node in wave.nodes() {
            if !values.is_decided(node) {
                continue;
            }
            self.tell_parents(values, node);
        }
        self.times.clear();
        while let Some(node) = self.waiting.pop() {
            values.graph.weight_mut(node).waits = false;
            if idempotent {
                let times = self.times.entry(node).or_default();
                if *times >= MOST_TIMES {
                    self.unsettled += 1;
                    continue;
                }
                *times += 1;
            }
            values.recomputed += 1;
            let Some(effort) = recompute(values, node)? else { continue };
            let old = std::mem::replace(&mut values.graph.weight_mut(node).resistance, effort);
            values.resistance.release(old);
            self.tell_parents(values, node);
        }
        Ok(())
    }

    /// Makes the parents wait whose efforts follow from that of a node.
    fn tell_parents<G: Effort, H: Effort>(&mut self, values: &mut Values<G, H>, node: NodeId) {
        let mut parents = std::mem::take(&mut self.parents);
        parents.clear();
        parents.extend(values.graph.parents(node));
        let idempotent = values.resistance.is_idempotent();
        for &parent in &parents {
            if idempotent || values.is_decided(node) || !values.leads_back(parent, node) {
                self.wait(values, parent);
            }
        }
        self.parents = parents;
    }

    fn wait<G: Effort, H: Effort>(&mut self, values: &mut Values<G, H>, node: NodeId) {
        if values.is_decided(node) {
            return;
        }
        let entry = values.graph.weight_mut(node);
        if !entry.waits && entry.kind.has_successors() {
            entry.waits = true;
            self.waiting.push(node, entry.depth);
        }
    }

    /// Lets all nodes start from nothing whose sets list a leaf that is none any more.
    fn forget<G: Effort, H: Effort>(&mut self, values: &mut Values<G, H>, leaf: NodeId, name: NodeId) {
        let mut listing = vec![leaf];
        while let Some(node) = listing.pop() {
            if values.is_decided(node) {
                continue;
            }
            let nothing = values.resistance.nothing();
            let old = std::mem::replace(&mut values.graph.weight_mut(node).resistance, nothing);
            values.resistance.release(old);
            self.wait(values, node);
            for parent in values.graph.parents(node) {
                let effort = values.graph.weight(parent).resistance;
                if values.resistance.members(effort).any(|member| member == name) {
                    listing.push(parent);
                }
            }
        }
    }
}

/// The effort of an expanded node from those of its children: owned by the caller, or `None` if it is the old one.
fn recompute<G: Effort, H: Effort>(values: &mut Values<G, H>, node: NodeId) -> Result<Option<H::Value>, Full> {
    let old = values.graph.weight(node).resistance;
    let idempotent = values.resistance.is_idempotent();
    let counts = |values: &Values<G, H>, child: NodeId| {
        !values.is_decided(child) && (idempotent || !values.leads_back(node, child))
    };
    if values.chooses(node) {
        let Values { graph, progress, resistance, .. } = values;
        let (nothing, hopeless) = (progress.nothing(), progress.hopeless());
        let own_depth = graph.weight(node).depth;
        resistance.begin();
        for child in graph.children(node) {
            let child = graph.weight(child);
            let is_decided = child.progress == nothing || child.progress == hopeless;
            if !is_decided && (idempotent || child.depth > own_depth) {
                resistance.add(child.resistance);
            }
        }
        return resistance.finish(old);
    }
    let effort = |child| values.graph.weight(child).resistance;
    let least_of = |children: &mut dyn Iterator<Item = NodeId>| {
        children
            .map(effort)
            .reduce(|least, other| if values.resistance.order(other, least).is_lt() { other } else { least })
    };
    let undecided = || values.graph.children(node).filter(|&child| !values.is_decided(child));
    let least =
        least_of(&mut undecided().filter(|&child| counts(values, child))).or_else(|| least_of(&mut undecided()));
    let Some(least) = least.filter(|&least| !values.resistance.same(least, old)) else { return Ok(None) };
    values.resistance.share(least);
    Ok(Some(least))
}
