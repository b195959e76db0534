//! Proofs that do not go round, of games whose positions carry a counter.
//!
//! The idea: where a counter stands for play that leads nowhere, such as the half-move clock of chess, what is proven of a position
//! with a larger counter holds with a smaller one. So a proof that comes back to a position need not have gone round: wherever it
//! meets the position, it can go on as it does where the counter is largest. With every move the largest counter grows until
//! something happens that cannot be undone, so that nothing comes back any more.
//!
//! The cost: that of a strategy, 24 bytes more for each of its nodes, and its states once.

use std::cmp::Reverse;

use proofset_certificate::{AnyGraph, SolvedGraph, Strategy};
use proofset_core::{Dominance, NodeId, Problem, Role, Value, state_hash};
use proofset_erased::{Erased, Sealed};

/// Says what a state is without its counter, and the counter; `None` if what is asked has none.
pub(crate) type Counter<'a> = &'a dyn Fn(&Sealed) -> Option<(Sealed, u32)>;

/// What is left of a proof without its rounds: what a certificate is made of.
pub(crate) struct Straight<'a> {
    pub(crate) graph: Latest<'a>,
    pub(crate) strategy: Strategy,
}

impl<'a> Straight<'a> {
    /// What is left of a proof in which positions come back; `None` if there is no such proof.
    pub(crate) fn of(graph: &'a AnyGraph<'a, Sealed>, without_counter: Counter<'_>) -> Option<Self> {
        let proof = Strategy::extract(graph).ok().filter(|proof| proof.verdict() == Value::Proven)?;
        let stands_for = latest(graph, &proof, without_counter)?;
        let graph = Latest { graph, proof, stands_for };
        let strategy = Strategy::extract(&graph).ok()?;
        Some(Self { graph, strategy })
    }

    /// True if the rules know that what is proven with a larger counter holds with a smaller one, so that this is a proof by them.
    pub(crate) fn is_proof_by(&self, rules: &Erased<'_>) -> bool {
        let Latest { graph, proof, stands_for } = &self.graph;
        let mut nodes = proof.order().iter().zip(stands_for);
        nodes.all(|(&node, &latest)| {
            node == latest || rules.decides(&graph.state(latest), Value::Proven, &graph.state(node))
        })
    }

    /// The moves of the longest line.
    pub(crate) fn line(&self, problem: &Erased<'_>, without_counter: Counter<'_>) -> Option<Vec<u32>> {
        let nodes = self.strategy.principal_line(&self.graph);
        let mut moves = Vec::with_capacity(nodes.len());
        let mut state = problem.root();
        for &node in nodes.get(1..)? {
            let (wanted, _) = without_counter(&self.graph.state(node))?;
            let mut found = None;
            problem.for_each_successor(&state, |mv, next| {
                if found.is_none() && without_counter(&next).is_some_and(|(bare, _)| bare == wanted) {
                    found = Some((mv, next));
                }
            });
            let (mv, next) = found?;
            moves.push(mv);
            state = next;
        }
        Some(moves)
    }
}

/// For each node of a strategy that with the largest counter among those of the same position; `None` if there is nothing but one of
/// each.
fn latest(graph: &AnyGraph<'_, Sealed>, strategy: &Strategy, without_counter: Counter<'_>) -> Option<Vec<NodeId>> {
    let mut latest = strategy.order().to_vec();
    let mut nodes = Vec::with_capacity(latest.len());
    for (place, &node) in latest.iter().enumerate() {
        let (bare, counter) = without_counter(&graph.state(node))?;
        nodes.push((state_hash(&bare), Reverse(counter), place));
    }
    nodes.sort_unstable();
    let mut come_back = false;
    for group in nodes.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1) {
        // Of each position that was met the first, which has the largest counter.
        let mut firsts: Vec<(Sealed, NodeId)> = Vec::new();
        for &(_, _, place) in group {
            let node = latest[place];
            let (bare, _) = without_counter(&graph.state(node))?;
            match firsts.iter().find(|(first, _)| *first == bare) {
                Some(&(_, first)) => {
                    latest[place] = first;
                    come_back = true;
                }
                None => firsts.push((bare, node)),
            }
        }
    }
    come_back.then_some(latest)
}

/// A proof in which every node of its strategy stands for that with the largest counter.
pub(crate) struct Latest<'a> {
    graph: &'a AnyGraph<'a, Sealed>,
    proof: Strategy,
    stands_for: Vec<NodeId>,
}

impl Latest<'_> {
    fn of(&self, node: NodeId) -> NodeId {
        self.proof.position(node).map_or(node, |place| self.stands_for[place as usize])
    }
}

impl SolvedGraph for Latest<'_> {
    type State = Sealed;

    fn root(&self) -> NodeId {
        self.of(self.graph.root())
    }

    fn state(&self, node: NodeId) -> Sealed {
        self.graph.state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.graph.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.graph.value(node)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.children(node).map(|child| self.of(child))
    }

    fn is_exact(&self) -> bool {
        false
    }
}
