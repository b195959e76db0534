//! The proof of a root that two levels have decided: the first level's, with that of each solved leaf put in its place.
//!
//! The idea: what the second level solved has left a value and no graph. The part of the first level's graph that the
//! root's value needs is copied; each leaf in it that the second level has solved is searched once more, with all the
//! memory that the limit leaves, and the part of that graph that its value needs is copied as well. States are nodes:
//! what two searches need is there once, and a leaf that another one's proof has proven already is not searched.
//!
//! The cost: the proof in memory, with its states twice, and the searches that had solved its leaves. A search that was
//! given its budget of nodes then does not need more now.

use std::collections::HashMap;

use proofset_best_first::{Probe, Search};
use proofset_certificate::{SolvedGraph, Strategy};
use proofset_core::{NodeId, Outlook, Problem, Progress, Role, SolveError, Status, StopReason, Value, Watch, Work};
use proofset_nodeset::Effort;
use rustc_hash::FxBuildHasher;

use crate::nested::{Nested, Second, advance};

#[derive(Clone, Debug)]
struct Node<S> {
    state: S,
    role: Option<Role>,
    /// Where its children stand among the edges.
    children: (u32, u32),
}

/// The states that a value rests on. All of them have that value.
#[derive(Clone, Debug)]
pub(crate) struct Proof<S> {
    value: Value,
    nodes: Vec<Node<S>>,
    edges: Vec<u32>,
}

/// Why there is no proof yet.
pub(crate) enum Missing<S> {
    /// A limit was reached.
    Stopped,
    /// The problem breaks its contract.
    Error(SolveError<S>),
}

impl<S> From<StopReason> for Missing<S> {
    fn from(_: StopReason) -> Self {
        Self::Stopped
    }
}

/// Nodes copied between two looks at the clock.
const BATCH: usize = 8192;

/// A proof that is being put together.
struct Assembly<S> {
    proof: Proof<S>,
    index: HashMap<S, u32, FxBuildHasher>,
    /// Nodes copied so far.
    copied: usize,
}

/// A graph with the value of its root, from which a part is copied: either level's.
trait Source<S> {
    fn state(&self, node: NodeId) -> &S;
    fn value(&self, node: NodeId) -> Option<Value>;
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId>;
    /// True if the value does not follow from the children.
    fn is_found(&self, node: NodeId) -> bool;
}

impl<P: Problem, E: Effort, D: Effort, C: Probe<P>> Source<P::State> for Search<P, E, D, C> {
    fn state(&self, node: NodeId) -> &P::State {
        Self::state(self, node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        Self::value(self, node)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        Self::children(self, node)
    }

    fn is_found(&self, node: NodeId) -> bool {
        Self::is_found(self, node)
    }
}

impl<S: Clone + Eq + std::hash::Hash> Assembly<S> {
    fn new(value: Value) -> Self {
        let proof = Proof { value, nodes: Vec::new(), edges: Vec::new() };
        Self { proof, index: HashMap::with_hasher(FxBuildHasher), copied: 0 }
    }

    fn bytes(&self) -> u64 {
        let index = self.index.capacity() * (size_of::<(S, u32)>() + 1);
        let nodes = self.proof.nodes.capacity() * size_of::<Node<S>>();
        (nodes + self.proof.edges.capacity() * size_of::<u32>() + index) as u64
    }

    /// The most bytes that it holds while the lists that are full grow: the old ones and the new.
    fn bytes_ahead(&self) -> u64 {
        let grown = |len: usize, capacity: usize, size: usize| if len < capacity { 0 } else { 2 * capacity * size };
        let Proof { nodes, edges, .. } = &self.proof;
        let index = grown(self.index.len(), self.index.capacity(), size_of::<(S, u32)>() + 1);
        let lists = grown(nodes.len(), nodes.capacity(), size_of::<Node<S>>())
            + grown(edges.len(), edges.capacity(), size_of::<u32>());
        self.bytes() + (index + lists) as u64
    }

    /// The place of a state. True if it is new.
    fn place(&mut self, state: &S) -> (u32, bool) {
        if let Some(&place) = self.index.get(state) {
            return (place, false);
        }
        let place = self.proof.nodes.len() as u32;
        self.proof.nodes.push(Node { state: state.clone(), role: None, children: (0, 0) });
        self.index.insert(state.clone(), place);
        (place, true)
    }

    /// Copies what the value of a graph's root needs, within what the limit leaves beside so many bytes. Returns the
    /// places of leaves that were found without children.
    fn copy<P: Problem<State = S>>(
        &mut self,
        problem: &P,
        source: &impl Source<S>,
        beside: u64,
        watch: &Watch<'_>,
    ) -> Result<Vec<u32>, Missing<S>> {
        let value = self.proof.value;
        let root = NodeId::from_bits(0);
        let mut leaves = Vec::new();
        // A leaf that is searched again has its place already.
        let mut stack = vec![(root, self.place(source.state(root)).0)];
        while let Some((node, place)) = stack.pop() {
            self.copied += 1;
            if self.copied.is_multiple_of(BATCH) {
                watch.look_at_clock()?;
            }
            if watch.limits().bytes.is_some_and(|most| beside + self.bytes_ahead() > most) {
                return Err(Missing::Stopped);
            }
            if source.is_found(node) {
                leaves.push(place);
                continue;
            }
            let Status::Open(role) = problem.status(source.state(node)) else { continue };
            let of_value = |child: &NodeId| source.value(*child) == Some(value);
            let first = self.proof.edges.len() as u32;
            let mut add = |this: &mut Self, child: NodeId| {
                let (place, is_new) = this.place(source.state(child));
                if !this.proof.edges[first as usize..].contains(&place) {
                    this.proof.edges.push(place);
                }
                if is_new {
                    stack.push((child, place));
                }
            };
            if role == value.chooser() {
                // One that needs no second search, if there is one.
                let whole = source.children(node).filter(of_value).find(|&child| !source.is_found(child));
                let choice = whole.or_else(|| source.children(node).find(of_value));
                add(self, choice.expect("a choice has the value of its node"));
            } else {
                for child in source.children(node) {
                    add(self, child);
                }
            }
            let node = &mut self.proof.nodes[place as usize];
            (node.role, node.children) = (Some(role), (first, self.proof.edges.len() as u32));
        }
        Ok(leaves)
    }
}

/// A proof, and the part of it that a certificate needs.
pub(crate) type Assembled<S> = Result<(Proof<S>, Strategy), Missing<S>>;

/// The proof of a root that a search has decided. `peak` becomes the most bytes that were held beside the search.
pub(crate) fn assemble<P, E, D, C>(
    search: &Search<P, E, D, Nested<P, E, D, C>>,
    second: &Second<E, D, C>,
    value: Value,
    watch: &mut Watch<'_>,
    peak: &mut u64,
) -> Assembled<P::State>
where
    P: Problem + Clone,
    E: Effort + Clone,
    D: Effort + Clone,
    C: Probe<P> + Clone,
{
    let mut assembly = Assembly::new(value);
    let result = fill(&mut assembly, search, second, watch, peak);
    *peak = (*peak).max(assembly.bytes());
    result?;
    let proof = assembly.proof;
    // A strategy is there unless the graph has a cycle that no search has come across.
    let strategy = Strategy::extract(&proof).map_err(|_| Missing::Stopped)?;
    Ok((proof, strategy))
}

fn fill<P, E, D, C>(
    assembly: &mut Assembly<P::State>,
    search: &Search<P, E, D, Nested<P, E, D, C>>,
    second: &Second<E, D, C>,
    watch: &mut Watch<'_>,
    peak: &mut u64,
) -> Result<(), Missing<P::State>>
where
    P: Problem + Clone,
    E: Effort + Clone,
    D: Effort + Clone,
    C: Probe<P> + Clone,
{
    let problem = search.problem();
    let value = assembly.proof.value;
    let first = search.bytes() as u64;
    for leaf in assembly.copy(problem, search, first, watch)? {
        if assembly.proof.nodes[leaf as usize].role.is_some() {
            continue;
        }
        let state = assembly.proof.nodes[leaf as usize].state.clone();
        let mut again = second.search(problem.clone(), state);
        let mut progress = Progress::start();
        progress.bytes = first + assembly.bytes();
        let held = assembly.bytes();
        let mut outlook = Outlook { nodes: 0, progress, watch };
        let (report, _) = advance(&mut again, &Work::default(), None, &mut outlook).map_err(Missing::Error)?;
        *peak = (*peak).max(held + report.peak_bytes);
        if report.verdict.value() != Some(value) {
            return Err(Missing::Stopped);
        }
        assembly.copy(problem, &again, first + again.bytes() as u64, watch)?;
        *peak = (*peak).max(assembly.bytes() + again.bytes() as u64);
    }
    Ok(())
}

impl<S: Clone> SolvedGraph for Proof<S> {
    type State = S;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> S {
        self.nodes[node.index()].state.clone()
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.nodes[node.index()].role
    }

    fn value(&self, _node: NodeId) -> Option<Value> {
        Some(self.value)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let (first, end) = self.nodes[node.index()].children;
        self.edges[first as usize..end as usize].iter().map(|&child| NodeId::from_bits(child))
    }
}
