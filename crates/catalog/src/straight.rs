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

/// What a game says of the counters of its positions.
pub(crate) trait Counters {
    /// What a state is without its counter, and the counter; `None` if what is asked does not go by it.
    fn without_counter(&self, state: &Sealed) -> Option<(Sealed, u32)>;
}

/// What is left of a proof without its rounds: what a certificate is made of.
pub(crate) struct Straight<'a> {
    pub(crate) graph: Latest<'a>,
    pub(crate) strategy: Strategy,
}

impl<'a> Straight<'a> {
    /// What is left of a proof in which positions come back; `None` if there is no such proof. Neither is there if this would be longer:
    /// where the counter is largest the way may be longer, and more than one such way may lie behind another.
    pub(crate) fn of(graph: &'a AnyGraph<'a, Sealed>, counters: &dyn Counters) -> Option<Self> {
        let proof = Strategy::extract(graph).ok().filter(|proof| proof.verdict() == Value::Proven)?;
        let stands_for = latest(graph, &proof, counters)?;
        let graph = Latest { graph, proof, stands_for };
        let strategy = Strategy::extract(&graph).ok()?;
        (strategy.height() <= graph.proof.height()).then_some(Self { graph, strategy })
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
    pub(crate) fn line(&self, problem: &Erased<'_>, counters: &dyn Counters) -> Option<Vec<u32>> {
        let nodes = self.strategy.principal_line(&self.graph);
        let mut moves = Vec::with_capacity(nodes.len());
        let mut state = problem.root();
        for &node in nodes.get(1..)? {
            let (wanted, _) = counters.without_counter(&self.graph.state(node))?;
            let mut found = None;
            problem.for_each_successor(&state, |mv, next| {
                if found.is_none() && counters.without_counter(&next).is_some_and(|(bare, _)| bare == wanted) {
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
fn latest(graph: &AnyGraph<'_, Sealed>, strategy: &Strategy, counters: &dyn Counters) -> Option<Vec<NodeId>> {
    let mut latest = strategy.order().to_vec();
    let mut nodes = Vec::with_capacity(latest.len());
    for (place, &node) in latest.iter().enumerate() {
        let (bare, counter) = counters.without_counter(&graph.state(node))?;
        nodes.push((state_hash(&bare), Reverse(counter), place));
    }
    nodes.sort_unstable();
    let mut come_back = false;
    for group in nodes.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1) {
        // Of each position that was met the first, which has the largest counter.
        let mut firsts: Vec<(Sealed, NodeId)> = Vec::new();
        for &(_, _, place) in group {
            let node = latest[place];
            let (bare, _) = counters.without_counter(&graph.state(node))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions are numbers, and behind them stand counters.
    type State = (u32, u32);

    struct Counted;

    impl Counters for Counted {
        fn without_counter(&self, state: &Sealed) -> Option<(Sealed, u32)> {
            let &(position, counter) = state.open::<State>();
            Some((Sealed::new((position, 0_u32)), counter))
        }
    }

    /// A proven graph by its nodes, the root first: states, and children. All replies count.
    struct Proof(Vec<(State, Vec<usize>)>);

    impl Proof {
        /// Adds a line of so many nodes of their own, behind which comes the last node; says where it begins.
        fn line_to(&mut self, length: usize, last: usize) -> usize {
            (0..length).fold(last, |next, _| {
                let place = self.0.len();
                self.0.push(((1000 + place as u32, 0), vec![next]));
                place
            })
        }
    }

    impl SolvedGraph for Proof {
        type State = Sealed;

        fn root(&self) -> NodeId {
            NodeId::from_bits(0)
        }

        fn state(&self, node: NodeId) -> Sealed {
            Sealed::new(self.0[node.index()].0)
        }

        fn role(&self, node: NodeId) -> Option<Role> {
            (!self.0[node.index()].1.is_empty()).then_some(Role::And)
        }

        fn value(&self, _: NodeId) -> Option<Value> {
            Some(Value::Proven)
        }

        fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
            self.0[node.index()].1.iter().map(|&child| NodeId::from_bits(child as u32))
        }
    }

    /// The heights of a proof, and of what is left of it. Two lines lead to the same position, the one with the larger counter by
    /// the second of them; so many more plies are played behind each.
    fn heights(before: [usize; 2], behind: [usize; 2]) -> (Option<u32>, Option<u32>) {
        let end = ((1, 0), Vec::new());
        let mut proof = Proof(vec![((0, 0), Vec::new()), end]);
        for ((before, behind), counter) in before.into_iter().zip(behind).zip(0..) {
            let next = proof.line_to(behind, 1);
            let place = proof.0.len();
            proof.0.push(((2, counter), vec![next]));
            let first = proof.line_to(before, place);
            proof.0[0].1.push(first);
        }
        let straight = Straight::of(&AnyGraph::new(&proof), &Counted).and_then(|straight| straight.strategy.height());
        (Strategy::extract(&proof).unwrap().height(), straight)
    }

    #[test]
    fn a_position_is_played_on_as_where_the_counter_is_largest() {
        assert_eq!(heights([2, 5], [9, 3]), (Some(13), Some(10)));
        assert_eq!(heights([2, 5], [3, 3]), (Some(10), Some(10)));
    }

    /// The longer line to the position, and then the longer one behind it.
    #[test]
    fn what_would_be_longer_is_left_as_it_is() {
        assert_eq!(heights([5, 2], [3, 9]), (Some(13), None));
    }

    #[test]
    fn without_a_position_that_comes_back_there_is_nothing_to_do() {
        let proof = Proof(vec![((0, 0), vec![1]), ((1, 1), Vec::new())]);
        assert!(Straight::of(&AnyGraph::new(&proof), &Counted).is_none());
    }
}
