//! Proof and disproof sets: proof-set search (Müller 2001, section 3).
//!
//! An unknown leaf stands for the set of itself. All children: the union of their sets. The cheapest child: the least
//! set by weight, then by the number of members, then by a tie order on the members; the leftmost of equal sets.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use proofset_core::Value;

use crate::graph::{Graph, Pair, Rule};

/// How sets of equal weight and equally many members are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tie {
    /// Their members in ascending order; the first difference decides.
    Lex,
    /// Their members in descending order; the first difference decides.
    Colex,
    /// Not at all: the leftmost is taken, whatever its members.
    First,
}

/// An order of nodes, and the tie order of sets of nodes that it gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOrder {
    rank: Vec<usize>,
    tie: Tie,
}

impl SetOrder {
    /// Nodes in the order of their numbers.
    pub fn by_number(nodes: usize, tie: Tie) -> Self {
        Self { rank: (0..nodes).collect(), tie }
    }

    /// Nodes in the order of this list, or `None` if it does not name every number below its length.
    pub fn by_list(list: &[usize], tie: Tie) -> Option<Self> {
        let mut rank = vec![None; list.len()];
        for (place, &node) in list.iter().enumerate() {
            *rank.get_mut(node)? = Some(place);
        }
        Some(Self { rank: rank.into_iter().collect::<Option<_>>()?, tie })
    }

    /// The place of a node in the order.
    pub fn rank(&self, node: usize) -> usize {
        self.rank[node]
    }

    /// The tie order of two sets: the one with fewer members first, then by members; or no order.
    pub fn compare(&self, a: &[usize], b: &[usize]) -> Ordering {
        if self.tie == Tie::First {
            return Ordering::Equal;
        }
        a.len().cmp(&b.len()).then_with(|| self.ranks(a).cmp(&self.ranks(b)))
    }

    /// The ranks of the members in the order in which sets are compared.
    fn ranks(&self, set: &[usize]) -> Vec<usize> {
        let mut ranks: Vec<usize> = set.iter().map(|&node| self.rank[node]).collect();
        ranks.sort_unstable();
        if self.tie == Tie::Colex {
            ranks.reverse();
        }
        ranks
    }
}

impl Graph {
    /// The proof and disproof set of every node; `None` is the infinite set, for what cannot be done.
    pub fn sets(&self, order: &SetOrder) -> Vec<Pair<Option<BTreeSet<usize>>>> {
        self.evaluate(&Sets { graph: self, order })
    }

    /// The cost of all the leaves of a set for one side.
    pub fn weight<'a>(&self, set: impl IntoIterator<Item = &'a usize>, side: Value) -> u64 {
        set.into_iter().map(|&node| u64::from(self.cost(node, side))).sum()
    }
}

struct Sets<'a> {
    graph: &'a Graph,
    order: &'a SetOrder,
}

impl Rule for Sets<'_> {
    type Value = Option<BTreeSet<usize>>;

    fn nothing(&self) -> Self::Value {
        Some(BTreeSet::new())
    }

    fn hopeless(&self) -> Self::Value {
        None
    }

    fn leaf(&self, node: usize, _cost: u32, _side: Value) -> Self::Value {
        Some(BTreeSet::from([node]))
    }

    fn cheapest(&self, children: &[Self::Value], side: Value) -> Self::Value {
        let compare = |a: &&BTreeSet<usize>, b: &&BTreeSet<usize>| {
            let members = |set: &BTreeSet<usize>| set.iter().copied().collect::<Vec<_>>();
            let weights = self.graph.weight(*a, side).cmp(&self.graph.weight(*b, side));
            weights.then_with(|| self.order.compare(&members(a), &members(b)))
        };
        children.iter().flatten().min_by(compare).cloned()
    }

    fn all(&self, _node: usize, children: &[Self::Value], _side: Value) -> Self::Value {
        let sets: Option<Vec<&BTreeSet<usize>>> = children.iter().map(Option::as_ref).collect();
        Some(sets?.into_iter().flatten().copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::{SetOrder, Tie};

    #[test]
    fn lists_are_compared_from_either_end() {
        let lex = SetOrder::by_number(5, Tie::Lex);
        let colex = SetOrder::by_number(5, Tie::Colex);
        assert_eq!(SetOrder::by_number(5, Tie::First).compare(&[4], &[0, 1]), Ordering::Equal);
        assert_eq!(lex.compare(&[0, 4], &[1, 2]), Ordering::Less);
        assert_eq!(colex.compare(&[0, 4], &[1, 2]), Ordering::Greater);
        for order in [lex, colex] {
            assert_eq!(order.compare(&[4], &[0, 1]), Ordering::Less);
            assert_eq!(order.compare(&[3, 1], &[1, 3]), Ordering::Equal);
        }
    }

    #[test]
    fn a_list_of_nodes_names_each_once() {
        let order = SetOrder::by_list(&[2, 0, 1], Tie::Lex).unwrap();
        assert_eq!([0, 1, 2].map(|node| order.rank(node)), [1, 2, 0]);
        assert_eq!(SetOrder::by_list(&[0, 0], Tie::Lex), None);
        assert_eq!(SetOrder::by_list(&[0, 2], Tie::Lex), None);
    }
}
