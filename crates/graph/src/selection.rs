//! A set of nodes that knows its members' ranks: who stays when a graph is thinned out, and under which new number.

use proofset_core::NodeId;

const BITS: usize = u64::BITS as usize;

/// Nodes chosen from those of a graph. A bit and a half per node; all operations take constant time.
#[derive(Clone, Debug)]
pub struct Selection {
    /// How many nodes can be chosen.
    nodes: usize,
    words: Vec<u64>,
    /// Members before each word, once [`number`](Self::number) was called.
    before: Vec<u32>,
    members: usize,
}

impl Selection {
    /// None of a graph's `nodes` nodes.
    pub fn none_of(nodes: usize) -> Self {
        Self { nodes, words: vec![0; nodes.div_ceil(BITS)], before: Vec::new(), members: 0 }
    }

    /// Adds a node. True if it was not a member before.
    ///
    /// # Panics
    ///
    /// If the graph has no such node.
    #[inline]
    pub fn insert(&mut self, node: NodeId) -> bool {
        assert!(node.index() < self.nodes, "node {node:?} is none of {}", self.nodes);
        let (word, bit) = (&mut self.words[node.index() / BITS], 1 << (node.index() % BITS));
        let new = *word & bit == 0;
        *word |= bit;
        self.members += usize::from(new);
        new
    }

    /// True for members, and so for no node that the graph does not have.
    #[inline]
    pub fn contains(&self, node: NodeId) -> bool {
        self.words.get(node.index() / BITS).is_some_and(|word| word >> (node.index() % BITS) & 1 != 0)
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.members
    }

    /// True without members.
    pub fn is_empty(&self) -> bool {
        self.members == 0
    }

    /// Numbers the members from 0 in ascending order; [`rank`](Self::rank) tells the numbers from then on.
    pub fn number(&mut self) {
        self.before.clear();
        let mut members = 0;
        for word in &self.words {
            self.before.push(members);
            members += word.count_ones();
        }
    }

    /// The number of a member, or `None` for other nodes.
    ///
    /// # Panics
    ///
    /// If it is a member, and the members were not numbered.
    #[inline]
    pub fn rank(&self, node: NodeId) -> Option<NodeId> {
        let (word, bit) = (node.index() / BITS, node.index() % BITS);
        self.contains(node).then(|| {
            let below = self.words[word] & ((1 << bit) - 1);
            NodeId::from_bits(self.before[word] + below.count_ones())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Selection;
    use proofset_core::NodeId;

    #[test]
    fn members_are_numbered_in_ascending_order() {
        let node = |index| NodeId::new(index).unwrap();
        let mut chosen = Selection::none_of(200);
        for index in [199, 0, 63, 64, 130] {
            assert!(chosen.insert(node(index)));
        }
        assert!(!chosen.insert(node(63)));
        chosen.number();
        assert_eq!(chosen.len(), 5);
        let ranks: Vec<usize> = (0..200).filter_map(|index| chosen.rank(node(index))).map(NodeId::index).collect();
        assert_eq!(ranks, [0, 1, 2, 3, 4]);
        assert_eq!(chosen.rank(node(64)), Some(node(2)));
        assert_eq!(chosen.rank(node(65)), None);
    }

    #[test]
    fn only_nodes_of_the_graph_can_be_members() {
        let node = |index| NodeId::new(index).unwrap();
        let mut chosen = Selection::none_of(3);
        assert!(chosen.insert(node(2)));
        chosen.number();
        for index in [3, 63, 64, 1000] {
            let inserted = std::panic::catch_unwind(|| chosen.clone().insert(node(index)));
            assert!(inserted.is_err(), "node {index} is none of three");
            assert!(!chosen.contains(node(index)));
            assert_eq!(chosen.rank(node(index)), None);
        }
    }
}
