//! Finding a node that both sides list: the most-promising node of proof-set search.
//!
//! In an unsolved node every proof set meets every disproof set (Müller 2001, Theorem 1), so with exact sets any common
//! member of the root's two sets may be expanded next. Truncation can hide all common members. Cost: one merge of the
//! two lists.

use std::cmp::Ordering;

use proofset_core::NodeId;

use crate::Effort;

/// Which of several common members to expand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The one created first.
    #[default]
    Oldest,
    /// The one created last.
    Newest,
    /// The one nearest to the root; the oldest of several.
    LeastDepth,
    /// The one that the children lead to from which values were taken, as in proof-number search; no set is looked at.
    Descent,
}

/// A node that both values list, chosen by `pick`; `None` if there is none, or if it is found by descent.
pub fn common_member<P: Effort, D: Effort>(
    proof: (&P, P::Value),
    disproof: (&D, D::Value),
    pick: Pick,
    depth: impl Fn(NodeId) -> u32,
) -> Option<NodeId> {
    if !(P::LISTS_NODES && D::LISTS_NODES) || pick == Pick::Descent {
        return None;
    }
    if !(proof.0.ascending() && disproof.0.ascending()) {
        let ascending = |mut nodes: Vec<NodeId>| {
            nodes.sort_unstable();
            nodes.into_iter()
        };
        let a = ascending(proof.0.members(proof.1).collect());
        let b = ascending(disproof.0.members(disproof.1).collect());
        return choose(a, b, pick, depth);
    }
    choose(proof.0.members(proof.1), disproof.0.members(disproof.1), pick, depth)
}

/// The nodes that both values list, oldest first.
pub fn common_members<P: Effort, D: Effort>(proof: (&P, P::Value), disproof: (&D, D::Value)) -> Vec<NodeId> {
    if !(P::LISTS_NODES && D::LISTS_NODES) {
        return Vec::new();
    }
    let mut a: Vec<NodeId> = proof.0.members(proof.1).collect();
    let mut b: Vec<NodeId> = disproof.0.members(disproof.1).collect();
    a.sort_unstable();
    b.sort_unstable();
    Common { a: a.into_iter(), b: b.into_iter(), order: NodeId::cmp }.collect()
}

fn choose(
    a: impl DoubleEndedIterator<Item = NodeId>,
    b: impl DoubleEndedIterator<Item = NodeId>,
    pick: Pick,
    depth: impl Fn(NodeId) -> u32,
) -> Option<NodeId> {
    match pick {
        Pick::Oldest | Pick::Descent => Common { a, b, order: NodeId::cmp }.next(),
        Pick::Newest => Common { a: a.rev(), b: b.rev(), order: |x: &NodeId, y: &NodeId| y.cmp(x) }.next(),
        Pick::LeastDepth => Common { a, b, order: NodeId::cmp }.min_by_key(|&node| depth(node)),
    }
}

/// The members that two lists in the same order share.
struct Common<A, B, F> {
    a: A,
    b: B,
    order: F,
}

impl<A, B, F> Iterator for Common<A, B, F>
where
    A: Iterator<Item = NodeId>,
    B: Iterator<Item = NodeId>,
    F: Fn(&NodeId, &NodeId) -> Ordering,
{
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let (mut x, mut y) = (self.a.next()?, self.b.next()?);
        loop {
            match (self.order)(&x, &y) {
                Ordering::Less => x = self.a.next()?,
                Ordering::Greater => y = self.b.next()?,
                Ordering::Equal => return Some(x),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pick, common_member, common_members};
    use crate::{Effort, SetRef, SortedSet, TieOrder};
    use proofset_core::{NodeId, Size};

    fn set(sets: &mut SortedSet, members: &[usize]) -> SetRef {
        let leaves: Vec<_> = members.iter().map(|&i| sets.leaf(NodeId::new(i).unwrap(), Size::ONE).unwrap()).collect();
        sets.union(leaves).unwrap()
    }

    #[test]
    fn picks() {
        let mut sets = SortedSet::new(TieOrder::Lex);
        let a = set(&mut sets, &[1, 3, 5, 7, 9]);
        let b = set(&mut sets, &[2, 3, 7, 8, 9, 11]);
        let disjoint = set(&mut sets, &[0, 2, 4]);
        let pick =
            |x, y, pick| common_member((&sets, x), (&sets, y), pick, |n| u32::from(n.index() != 7)).map(NodeId::index);
        assert_eq!(pick(a, b, Pick::Oldest), Some(3));
        assert_eq!(pick(a, b, Pick::Newest), Some(9));
        assert_eq!(pick(a, b, Pick::LeastDepth), Some(7));
        assert_eq!(pick(a, disjoint, Pick::Oldest), None);
        assert_eq!(pick(a, b, Pick::Descent), None);
        let all = |x, y| common_members((&sets, x), (&sets, y)).into_iter().map(NodeId::index).collect::<Vec<_>>();
        assert_eq!(all(a, b), [3, 7, 9]);
        assert_eq!(all(a, disjoint), [0; 0]);
    }
}
