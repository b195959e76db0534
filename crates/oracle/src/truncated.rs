//! K-truncated proof and disproof sets: PSS(P,D) (Müller 2001, sections 4 and 5.1).
//!
//! A truncated set lists its first K members, in the order of cost and then of nodes, and bounds the weight of all. The
//! union of two adds the bounds and takes away what both list:
//!
//! ```text
//! bound(a ∪ b) = bound(a) + bound(b) - cost(rep(a) ∩ rep(b))
//! rep(a ∪ b)   = the first K of rep(a) ∪ rep(b)
//! ```
//!
//! The paper takes unions pairwise, in child order from the empty set, and the bound depends on that order. Taking all
//! parts at once gives a bound that does not: the cost of everything listed, plus what each part hides.

use std::cmp::Ordering;

use proofset_core::{Role, Size, Value, Verdict};

use crate::graph::{Graph, Kind, Pair, Rule};
use crate::sets::SetOrder;

/// A truncated set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truncated {
    /// The listed members, in the order of cost and then of nodes.
    pub rep: Vec<usize>,
    /// At least the weight of the whole set.
    pub bound: Size,
}

/// How many members the sets of each side list.
pub type Caps = Pair<usize>;

/// How the union of several truncated sets is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Union {
    /// Two at a time, from the left, as in the paper.
    Pairwise,
    /// All at once.
    KWay,
}

/// Which of several nodes that both sides list is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The first in the order of nodes.
    First,
    /// The last in the order of nodes.
    Last,
}

/// The operations on truncated sets of one side.
#[derive(Clone, Debug)]
pub struct Truncation<'a> {
    /// The most members that are listed.
    pub cap: usize,
    /// The cost of each node.
    pub costs: &'a [u32],
    /// The order of nodes and sets.
    pub order: &'a SetOrder,
}

impl Truncation<'_> {
    /// The set of one leaf.
    pub fn single(&self, node: usize) -> Truncated {
        Truncated { rep: self.first(vec![node]), bound: Size::new(self.costs[node]) }
    }

    /// The union of two sets.
    pub fn union(&self, a: &Truncated, b: &Truncated) -> Truncated {
        let common: Vec<usize> = a.rep.iter().copied().filter(|node| b.rep.contains(node)).collect();
        let bound = (a.bound + b.bound).minus_overlap(self.listed_weight(&common));
        Truncated { rep: self.first([&a.rep[..], &b.rep].concat()), bound }
    }

    /// The union of all the sets at once. The empty set, if there are none.
    pub fn union_all(&self, sets: &[Truncated]) -> Truncated {
        let listed = Self { cap: usize::MAX, ..*self }.first(sets.iter().flat_map(|set| set.rep.clone()).collect());
        let hidden = |set: &Truncated| set.bound.minus_overlap(self.listed_weight(&set.rep));
        let bound = self.listed_weight(&listed) + sets.iter().map(hidden).sum();
        Truncated { rep: self.first(listed), bound }
    }

    /// Compares by bound, then by the tie order of the listed members.
    pub fn compare(&self, a: &Truncated, b: &Truncated) -> Ordering {
        a.bound.cmp(&b.bound).then_with(|| self.order.compare(&a.rep, &b.rep))
    }

    /// The first of these nodes, each once.
    fn first(&self, mut nodes: Vec<usize>) -> Vec<usize> {
        nodes.sort_unstable_by_key(|&node| (self.costs[node], self.order.rank(node)));
        nodes.dedup();
        nodes.truncate(self.cap);
        nodes
    }

    fn listed_weight(&self, nodes: &[usize]) -> Size {
        nodes.iter().map(|&node| Size::new(self.costs[node])).sum()
    }
}

impl Graph {
    /// The truncated proof and disproof set of every node; `None` is the infinite set.
    pub fn truncated_sets(&self, caps: Caps, union: Union, order: &SetOrder) -> Vec<Pair<Option<Truncated>>> {
        self.truncated_sets_at(&|_| caps, union, order)
    }

    /// The same with caps that differ from node to node.
    pub fn truncated_sets_at(
        &self,
        caps: &dyn Fn(usize) -> Caps,
        union: Union,
        order: &SetOrder,
    ) -> Vec<Pair<Option<Truncated>>> {
        self.evaluate(&TruncatedSets { caps, costs: self.costs(), order, union })
    }

    /// The leaf that PSS(P,D) expands next, or `None` if the root is decided: the first node on the way down that both
    /// sets of a node list. The way goes to the leftmost child with the least set of the side that chooses.
    pub fn most_proving(&self, caps: Caps, union: Union, order: &SetOrder, pick: Pick) -> Option<usize> {
        if self.verdicts()[self.root_node()] != Verdict::Unknown {
            return None;
        }
        let costs = self.costs();
        let sets = self.truncated_sets(caps, union, order);
        let mut node = self.root_node();
        loop {
            let Pair { proof: Some(proof), disproof: Some(disproof) } = &sets[node] else { return None };
            let common = proof.rep.iter().copied().filter(|member| disproof.rep.contains(member));
            let found = match pick {
                Pick::First => common.min_by_key(|&member| order.rank(member)),
                Pick::Last => common.max_by_key(|&member| order.rank(member)),
            };
            let role = match (found, self.kind(node)) {
                (Some(found), _) => return Some(found),
                (None, Kind::Interior(role)) => role,
                (None, _) => return Some(node),
            };
            let (side, cap) = match role {
                Role::Or => (Value::Proven, caps.proof),
                Role::And => (Value::Disproven, caps.disproof),
            };
            let truncation = Truncation { cap, costs: costs.of(side), order };
            let finite = self.children(node).iter().filter_map(|&child| Some((child, sets[child].of(side).as_ref()?)));
            node = finite.min_by(|(_, a), (_, b)| truncation.compare(a, b))?.0;
        }
    }

    /// The costs of all nodes, for both sides.
    fn costs(&self) -> Pair<Vec<u32>> {
        let costs = |side| (0..self.len()).map(|node| self.cost(node, side)).collect();
        Pair { proof: costs(Value::Proven), disproof: costs(Value::Disproven) }
    }
}

struct TruncatedSets<'a> {
    caps: &'a dyn Fn(usize) -> Caps,
    costs: Pair<Vec<u32>>,
    order: &'a SetOrder,
    union: Union,
}

impl TruncatedSets<'_> {
    fn at(&self, node: usize, side: Value) -> Truncation<'_> {
        Truncation { cap: *(self.caps)(node).of(side), costs: self.costs.of(side), order: self.order }
    }
}

impl Rule for TruncatedSets<'_> {
    type Value = Option<Truncated>;

    fn nothing(&self) -> Self::Value {
        Some(Truncated { rep: Vec::new(), bound: Size::ZERO })
    }

    fn hopeless(&self) -> Self::Value {
        None
    }

    fn leaf(&self, node: usize, _cost: u32, side: Value) -> Self::Value {
        Some(self.at(node, side).single(node))
    }

    fn cheapest(&self, children: &[Self::Value], side: Value) -> Self::Value {
        let truncation = Truncation { cap: usize::MAX, costs: self.costs.of(side), order: self.order };
        children.iter().flatten().min_by(|a, b| truncation.compare(a, b)).cloned()
    }

    fn all(&self, node: usize, children: &[Self::Value], side: Value) -> Self::Value {
        let sets = children.iter().cloned().collect::<Option<Vec<Truncated>>>()?;
        let truncation = self.at(node, side);
        match self.union {
            Union::KWay => Some(truncation.union_all(&sets)),
            Union::Pairwise => sets.iter().fold(self.nothing(), |union, set| Some(truncation.union(&union?, set))),
        }
    }
}
