//! The proof of a root that two levels have decided: the first level's, with that of each solved leaf put in its place.
//!
//! The idea: what the second level solved has left a value and no graph. The part of the first level's graph that the
//! root's value needs is copied; each leaf in it that the second level has solved is searched once more, with all the
//! memory that the limit leaves, and the part of that graph that its value needs is copied as well. States are nodes:
//! what two searches need is there once, and a leaf that another one's proof has proven already is not searched.
//!
//! The cost: the proof in memory, with its states twice, and the searches that had solved its leaves. A search that was
//! given its budget of nodes then does not need more now.

use proofset_best_first::Engine;
use proofset_certificate::{ProofGraph, Strategy};
use proofset_core::{NodeId, Progress, SolveError, Status, StopReason, Value, Watch};
use proofset_cursor::{FirstLevel, Work};
use proofset_nodeset::Effort;
use proofset_store::{Leaf, Rooted, StateOf, Store, Visitor};

use crate::nested::{Nested, Second, advance, limits_below};

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
    proof: ProofGraph<S>,
    /// Nodes copied so far.
    copied: usize,
}

/// A graph with the value of its root, from which a part is copied: either level's.
trait Source<S> {
    fn state(&self, node: NodeId) -> S;
    fn status(&self, node: NodeId) -> Status;
    fn value(&self, node: NodeId) -> Option<Value>;
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId>;
    /// True if the value does not follow from the children.
    fn is_found(&self, node: NodeId) -> bool;
}

impl<X: Store<Fact = Leaf>, E: Effort, D: Effort, V: Visitor<X>> Source<StateOf<X>> for Engine<X, E, D, V> {
    fn state(&self, node: NodeId) -> StateOf<X> {
        self.store().state(node)
    }

    fn status(&self, node: NodeId) -> Status {
        self.store().nodes().status(node)
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
    /// Copies what the value of a graph's root, which stands at a place in the proof, needs, within what the limit
    /// leaves beside so many bytes. Returns the places of leaves that were found without children.
    fn copy(
        &mut self,
        source: &impl Source<S>,
        place: usize,
        beside: u64,
        watch: &Watch<'_>,
    ) -> Result<Vec<usize>, Missing<S>> {
        let value = self.proof.value_of_all();
        let root = NodeId::from_bits(0);
        let mut leaves = Vec::new();
        // A leaf that is searched again has its place already.
        let mut stack = vec![(root, place)];
        while let Some((node, place)) = stack.pop() {
            self.copied += 1;
            if self.copied.is_multiple_of(BATCH) {
                watch.look_at_clock()?;
            }
            if watch.limits().bytes.is_some_and(|most| beside + self.proof.bytes_ahead() > most) {
                return Err(Missing::Stopped);
            }
            if source.is_found(node) {
                leaves.push(place);
                continue;
            }
            let Status::Open(role) = source.status(node) else { continue };
            let of_value = |child: &NodeId| source.value(*child) == Some(value);
            let mut children = self.proof.open(place, role);
            let mut add = |child: NodeId| {
                let (place, is_new) = children.add(&source.state(child));
                if is_new {
                    stack.push((child, place));
                }
            };
            if role == value.chooser() {
                // One that needs no second search, if there is one.
                let whole = source.children(node).filter(of_value).find(|&child| !source.is_found(child));
                let choice = whole.or_else(|| source.children(node).find(of_value));
                // There is one, unless the problem says something else of a state each time it is asked.
                add(choice.ok_or(Missing::Stopped)?);
            } else {
                for child in source.children(node) {
                    add(child);
                }
            }
        }
        Ok(leaves)
    }
}

/// A proof, and the part of it that a certificate needs.
pub(crate) type Assembled<S> = Result<(ProofGraph<S>, Strategy), Missing<S>>;

/// The proof of a root that a search has decided. `peak` becomes the most bytes that were held beside the search.
pub(crate) fn assemble<X, E, D>(
    search: &Engine<X, E, D, Nested<X, E, D>>,
    second: &Second<E, D>,
    value: Value,
    watch: &mut Watch<'_>,
    peak: &mut u64,
) -> Assembled<StateOf<X>>
where
    X: Rooted<Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
{
    let mut assembly = Assembly { proof: ProofGraph::new(&search.store().root(), value, None), copied: 0 };
    let result = fill(&mut assembly, search, second, watch, peak);
    *peak = (*peak).max(assembly.proof.bytes());
    result?;
    let mut proof = assembly.proof;
    proof.complete();
    // A strategy is there unless the graph has a cycle that no search has come across.
    let strategy = Strategy::extract(&proof).map_err(|_| Missing::Stopped)?;
    Ok((proof, strategy))
}

fn fill<X, E, D>(
    assembly: &mut Assembly<StateOf<X>>,
    search: &Engine<X, E, D, Nested<X, E, D>>,
    second: &Second<E, D>,
    watch: &mut Watch<'_>,
    peak: &mut u64,
) -> Result<(), Missing<StateOf<X>>>
where
    X: Rooted<Fact = Leaf>,
    E: Effort + Clone,
    D: Effort + Clone,
{
    let value = assembly.proof.value_of_all();
    let first = search.bytes() as u64;
    for leaf in assembly.copy(search, 0, first, watch)? {
        if assembly.proof.role_at(leaf).is_some() {
            continue;
        }
        let state = assembly.proof.state_at(leaf).clone();
        let mut again = second.search(search.store().rooted_at(state));
        let mut progress = Progress::start();
        progress.bytes = first + assembly.proof.bytes();
        let held = assembly.proof.bytes();
        let mut first_level = FirstLevel::new(0, progress, watch);
        let limits = limits_below(&first_level);
        let (report, _) = advance(&mut again, &Work::default(), &limits, &mut first_level).map_err(Missing::Error)?;
        *peak = (*peak).max(held + report.peak_bytes);
        if report.verdict.value() != Some(value) {
            return Err(Missing::Stopped);
        }
        assembly.copy(&again, leaf, first + again.bytes() as u64, watch)?;
        *peak = (*peak).max(assembly.proof.bytes() + again.bytes() as u64);
    }
    Ok(())
}
