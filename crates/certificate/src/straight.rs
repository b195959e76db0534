//! Proofs that do not go round, of games whose positions carry a counter.
//!
//! The idea: where a counter stands for play that leads nowhere, such as the half-move clock of chess, what is proven of a position
//! with a larger counter holds with a smaller one. So a proof that comes back to a position need not have gone round: wherever it
//! meets the position, it can go on as it does where the counter is largest. With every move the largest counter grows until
//! something happens that cannot be undone, so that nothing comes back any more.
//!
//! The cost: that of a strategy, 24 bytes more for each of its nodes, and its states once.

use std::cmp::Reverse;
use std::hash::Hash;

use proofset_core::{Dominance, NodeId, Problem, Role, Value, state_hash};

use crate::nodes::AnyGraph;
use crate::solved_graph::SolvedGraph;
use crate::strategy::Strategy;

/// Says of states what they are without their counters.
pub trait Counters<S> {
    /// What a state is with nothing in place of its counter, and the counter; `None` if what is asked does not go by it.
    fn without_counter(&self, state: &S) -> Option<(S, u32)>;
}

/// What is left of a proof without its rounds: a solved graph, and a strategy of it.
pub struct Straight<'a, S> {
    graph: &'a AnyGraph<'a, S>,
    /// The strategy of the graph, and for each of its nodes the one that is taken in its place.
    proof: Strategy,
    stands_for: Vec<NodeId>,
}

impl<'a, S: Eq + Hash> Straight<'a, S> {
    /// What is left of a proof in which positions come back; `None` if there is no such proof. Neither is there if this would be longer:
    /// where the counter is largest the way may be longer, and more than one such way may lie behind another.
    pub fn of(graph: &'a AnyGraph<'a, S>, counters: &dyn Counters<S>) -> Option<(Self, Strategy)> {
        let proof = Strategy::extract(graph).ok().filter(|proof| proof.verdict() == Value::Proven)?;
        let stands_for = latest(graph, &proof, counters)?;
        let straight = Self { graph, proof, stands_for };
        let strategy = Strategy::extract(&straight).ok()?;
        (strategy.height() <= straight.proof.height()).then_some((straight, strategy))
    }

    /// True if the rules know that what is proven with a larger counter holds with a smaller one, so that this is a proof by them.
    pub fn is_proof_by<P: Dominance<State = S>>(&self, rules: &P) -> bool {
        let mut nodes = self.proof.order().iter().zip(&self.stands_for);
        nodes.all(|(&node, &latest)| {
            node == latest || rules.decides(&self.graph.state(latest), Value::Proven, &self.graph.state(node))
        })
    }

    /// The moves of the longest line of its strategy; `None` if graph and problem disagree.
    pub fn longest_line<P: Problem<State = S>>(
        &self,
        strategy: &Strategy,
        problem: &P,
        counters: &dyn Counters<S>,
    ) -> Option<Vec<P::Move>> {
        let nodes = strategy.principal_line(self);
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

    /// What is taken in the place of a node.
    fn latest(&self, node: NodeId) -> NodeId {
        self.proof.position(node).map_or(node, |place| self.stands_for[place as usize])
    }
}

/// For each node of a strategy that with the largest counter among those of the same position; `None` if there is nothing but one of
/// each.
fn latest<S: Eq + Hash>(
    graph: &AnyGraph<'_, S>,
    strategy: &Strategy,
    counters: &dyn Counters<S>,
) -> Option<Vec<NodeId>> {
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
        let mut firsts: Vec<(S, NodeId)> = Vec::new();
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

/// Every node of the proof's strategy is taken for that with the largest counter.
impl<S: Eq + Hash> SolvedGraph for Straight<'_, S> {
    type State = S;

    fn root(&self) -> NodeId {
        self.latest(self.graph.root())
    }

    fn state(&self, node: NodeId) -> S {
        self.graph.state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.graph.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.graph.value(node)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.children(node).map(|child| self.latest(child))
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

    impl Counters<State> for Counted {
        fn without_counter(&self, &(position, counter): &State) -> Option<(State, u32)> {
            Some(((position, 0), counter))
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
        type State = State;

        fn root(&self) -> NodeId {
            NodeId::from_bits(0)
        }

        fn state(&self, node: NodeId) -> State {
            self.0[node.index()].0
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
        let straight = Straight::of(&AnyGraph::new(&proof), &Counted).and_then(|(_, strategy)| strategy.height());
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
