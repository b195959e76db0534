//! Favouring the nodes of a given set: where minima are taken, members of the root's set count less.
//!
//! The idea (Müller 2001, section 5.2): a leaf that the root needs anyway costs its ancestors nothing more, so among
//! the children of a node one should be chosen whose set shares leaves with the root's. With the share `ε` that is left
//! of the cost of a favoured leaf, a set is worth
//!
//! ```text
//! h'(s) = h(s) - (1 - ε) · cost(listed(s) ∩ favoured)
//! ```
//!
//! and the least is that of the smallest `h'`, then of the smallest size, then by the tie order. Size breaks ties first,
//! so that with `ε = 0` an undecided set never passes for the empty one. What truncated sets do not list is not
//! favoured.
//!
//! The price is that a value depends on what was favoured when it was computed: a node can carry a set that is larger
//! than its proof number, and one that no child has changed keeps a choice that would be made differently now. What
//! stays true is all that verdicts rest on: every proof set proves its node, and meets every disproof set. The favoured
//! set is the same throughout an update. Cost: comparing two sets takes a look at all of their members, and a selected
//! side is always taken from all children.

use std::cmp::Ordering;
use std::fmt;

use proofset_core::{NodeId, Size};

use crate::weights::Weights;
use crate::{Amendment, Effort, Full};

/// The share ε of its cost at which a favoured leaf counts: at least 0 and less than 1, in steps of a millionth.
///
/// ```
/// use proofset_nodeset::Favour;
///
/// assert_eq!(Favour::new(0.25).unwrap().to_string(), "0.25");
/// assert_eq!(Favour::new(0.999_999_999_9).unwrap().to_string(), "0.999999");
/// assert_eq!((Favour::new(1.0), Favour::new(-0.000_000_1)), (None, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Favour {
    millionths: u32,
}

const WHOLE: u32 = 1_000_000;

impl Favour {
    /// The step nearest to this share; `None` unless the share is at least 0 and below 1.
    pub fn new(share: f64) -> Option<Self> {
        let nearest = u32::try_from((share * f64::from(WHOLE)).round() as i64).ok()?;
        // The largest share there is stands for all above it.
        (0.0..1.0).contains(&share).then(|| Self { millionths: nearest.min(WHOLE - 1) })
    }
}

impl fmt::Display for Favour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.millionths) / f64::from(WHOLE))
    }
}

/// The algebra `E` with minima that favour the members of a given set.
#[derive(Clone, Debug)]
pub struct Favouring<E> {
    sets: E,
    /// `None` if nothing is favoured.
    favour: Option<Favour>,
    weights: Weights,
    /// One bit a node.
    favoured: Vec<u64>,
    /// The nodes whose bits are set.
    members: Vec<NodeId>,
}

impl<E: Effort> Favouring<E> {
    /// An algebra that has nothing to favour yet.
    pub fn new(sets: E, favour: Favour) -> Self {
        Self::chosen(sets, Some(favour))
    }

    /// An algebra that favours if it has a share, and else is what `sets` is: for programs that offer both.
    pub fn chosen(sets: E, favour: Option<Favour>) -> Self {
        Self { sets, favour, weights: Weights::default(), favoured: Vec::new(), members: Vec::new() }
    }

    /// The algebra without favourites.
    pub fn sets(&self) -> &E {
        &self.sets
    }

    fn is_favoured(&self, node: NodeId) -> bool {
        self.favoured.get(node.index() / 64).is_some_and(|word| word >> (node.index() % 64) & 1 == 1)
    }

    /// `h'` in millionths of a cost.
    fn worth(&self, favour: Favour, value: E::Value) -> u64 {
        let favoured = self.sets.members(value).filter(|&node| self.is_favoured(node));
        let shared: u64 = favoured.map(|node| u64::from(self.weights.of(node.to_bits()))).sum();
        let discount = u64::from(WHOLE - favour.millionths) * shared;
        // A bound that is saturated can be less than what is listed.
        (u64::from(self.sets.size(value).to_bits()) * u64::from(WHOLE)).saturating_sub(discount)
    }

    fn forget(&mut self) {
        for node in self.members.drain(..) {
            self.favoured[node.index() / 64] = 0;
        }
    }
}

impl<E: Effort> Effort for Favouring<E> {
    type Value = E::Value;
    type Delta = E::Delta;

    const LISTS_NODES: bool = E::LISTS_NODES;

    #[inline]
    fn coarsens(&self) -> bool {
        self.sets.coarsens()
    }

    #[inline]
    fn is_idempotent(&self) -> bool {
        self.sets.is_idempotent()
    }

    #[inline]
    fn favours(&self) -> bool {
        self.favour.is_some()
    }

    fn nothing(&self) -> E::Value {
        self.sets.nothing()
    }

    fn hopeless(&self) -> E::Value {
        self.sets.hopeless()
    }

    fn leaf(&mut self, node: NodeId, cost: Size) -> Result<E::Value, Full> {
        if self.favour.is_some() {
            self.weights.set(node, cost);
        }
        self.sets.leaf(node, cost)
    }

    fn growth_for(&self, leaves: usize, nodes: usize) -> usize {
        let weights = if self.favour.is_some() { self.weights.growth_for(nodes) } else { 0 };
        self.sets.growth_for(leaves, nodes).saturating_add(weights)
    }

    fn growth_for_units(&self, leaves: usize, nodes: usize) -> usize {
        self.sets.growth_for_units(leaves, nodes)
    }

    /// Favourites are marked by number, and nodes without a label have numbers of any size.
    fn standing_for(&mut self, node: NodeId, size: Size, needed: &[NodeId]) -> Result<E::Value, Full> {
        if self.favour.is_some() { self.leaf(node, size) } else { self.sets.standing_for(node, size, needed) }
    }

    fn size(&self, value: E::Value) -> Size {
        self.sets.size(value)
    }

    fn order(&self, a: E::Value, b: E::Value) -> Ordering {
        self.sets.order(a, b)
    }

    fn same(&self, a: E::Value, b: E::Value) -> bool {
        self.sets.same(a, b)
    }

    fn prefer(&self, a: E::Value, b: E::Value) -> Ordering {
        let Some(favour) = self.favour else { return self.sets.prefer(a, b) };
        let decided = |size: Size| size.is_zero() || size.is_infinite();
        if a == b || decided(self.sets.size(a)) || decided(self.sets.size(b)) {
            return self.sets.order(a, b);
        }
        self.worth(favour, a).cmp(&self.worth(favour, b)).then_with(|| self.sets.order(a, b))
    }

    fn favour(&mut self, value: E::Value, leaving: &[NodeId]) {
        if self.favour.is_none() {
            return;
        }
        self.forget();
        let Self { sets, favoured, members, .. } = self;
        members.extend(sets.members(value).filter(|node| !leaving.contains(node)));
        for node in &*members {
            let word = node.index() / 64;
            if word >= favoured.len() {
                favoured.resize(word + 1, 0);
            }
            favoured[word] |= 1 << (node.index() % 64);
        }
    }

    fn begin(&mut self) {
        self.sets.begin();
    }

    fn add(&mut self, part: E::Value) {
        self.sets.add(part);
    }

    fn finish(&mut self, old: E::Value) -> Result<Option<E::Value>, Full> {
        self.sets.finish(old)
    }

    fn apart(&self) -> bool {
        self.sets.apart()
    }

    fn begin_update(&mut self, leaving: &[NodeId]) {
        self.sets.begin_update(leaving);
    }

    fn delta(&mut self, old: E::Value, new: E::Value) -> E::Delta {
        self.sets.delta(old, new)
    }

    fn amend(
        &mut self,
        old: E::Value,
        apart: bool,
        changes: impl Iterator<Item = (E::Value, E::Delta)> + Clone,
        parts: impl Iterator<Item = E::Value>,
    ) -> Result<Option<Amendment<Self>>, Full> {
        self.sets.amend(old, apart, changes, parts)
    }

    fn share(&mut self, value: E::Value) {
        self.sets.share(value);
    }

    fn release(&mut self, value: E::Value) {
        self.sets.release(value);
    }

    fn members(&self, value: E::Value) -> impl DoubleEndedIterator<Item = NodeId> {
        self.sets.members(value)
    }

    fn ascending(&self) -> bool {
        self.sets.ascending()
    }

    fn bytes(&self) -> usize {
        self.sets.bytes()
            + self.weights.bytes()
            + self.favoured.len() * size_of::<u64>()
            + self.members.capacity() * size_of::<NodeId>()
    }

    fn clear(&mut self) {
        self.forget();
        self.sets.clear();
        self.weights.clear();
    }

    fn shrink(&mut self) {
        self.sets.shrink();
        self.weights.shrink();
    }

    fn coarsen(&mut self) -> bool {
        self.sets.coarsen()
    }

    fn heeds_places(&self) -> bool {
        self.sets.heeds_places()
    }

    fn stand_at(&mut self, depth: u32, parents: usize) {
        self.sets.stand_at(depth, parents);
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::{Favour, Favouring};
    use crate::{Effort, SetRef, SortedSet, TieOrder};
    use proofset_core::{NodeId, Size};

    fn node(index: usize) -> NodeId {
        NodeId::new(index).unwrap()
    }

    fn favouring(k: usize, share: f64) -> Favouring<SortedSet> {
        Favouring::new(SortedSet::truncated(k, TieOrder::Lex), Favour::new(share).unwrap())
    }

    fn set(sets: &mut Favouring<SortedSet>, members: &[(usize, u32)]) -> SetRef {
        let leaves: Vec<_> = members.iter().map(|&(n, cost)| sets.leaf(node(n), Size::new(cost)).unwrap()).collect();
        sets.union(leaves).unwrap()
    }

    #[test]
    fn shares_are_read_as_they_are_written() {
        for text in ["0", "0.25", "0.1", "0.333333", "0.999999"] {
            assert_eq!(Favour::new(text.parse().unwrap()).unwrap().to_string(), text);
        }
        for share in [-0.1, 1.0, 1.000_000_1, f64::NAN, f64::INFINITY] {
            assert_eq!(Favour::new(share), None, "{share}");
        }
        assert_eq!(Favour::new(0.999_999_999_9), Favour::new(0.999_999), "what is less than 1 stays so");
        assert_eq!(Favour::new(-0.0), Favour::new(0.0));
    }

    /// Example 10: three favoured leaves against one new leaf are worth 3ε against 1.
    #[test]
    fn favoured_leaves_count_less() {
        for (share, expected) in [(0.0, Ordering::Less), (0.333_333, Ordering::Less), (0.333_334, Ordering::Greater)] {
            let mut sets = favouring(usize::MAX, share);
            let (root, three) =
                (set(&mut sets, &[(2, 1), (5, 1), (6, 1), (7, 1)]), set(&mut sets, &[(5, 1), (6, 1), (7, 1)]));
            let new = set(&mut sets, &[(4, 1)]);
            assert_eq!(sets.prefer(three, new), Ordering::Greater, "nothing is favoured yet");
            sets.favour(root, &[node(2)]);
            assert_eq!(sets.prefer(three, new), expected, "ε = {share}");
            assert_eq!(sets.order(three, new), Ordering::Greater, "sizes are what they are");
        }
    }

    #[test]
    fn equal_worth_goes_by_size() {
        let mut sets = favouring(usize::MAX, 0.5);
        let (two, one) = (set(&mut sets, &[(1, 1), (2, 1)]), set(&mut sets, &[(3, 1)]));
        sets.favour(two, &[node(9)]);
        assert_eq!(sets.prefer(two, one), Ordering::Greater);
    }

    #[test]
    fn decided_values_stay_at_the_ends() {
        let mut sets = favouring(usize::MAX, 0.0);
        let one = set(&mut sets, &[(1, 1)]);
        sets.favour(one, &[node(9)]);
        assert_eq!(sets.prefer(sets.nothing(), one), Ordering::Less);
        assert_eq!(sets.prefer(one, sets.hopeless()), Ordering::Less);
    }

    #[test]
    fn costs_count_and_what_is_hidden_does_not() {
        let mut sets = favouring(1, 0.0);
        // Bound 5, of which a leaf of cost 2 is listed and favoured: 3 are left.
        let (hiding, three) = (set(&mut sets, &[(1, 2), (2, 3)]), set(&mut sets, &[(3, 3)]));
        let four = set(&mut sets, &[(4, 4)]);
        sets.favour(hiding, &[node(9)]);
        assert_eq!(sets.prefer(hiding, four), Ordering::Less);
        assert_eq!(sets.prefer(hiding, three), Ordering::Greater, "equal worth goes by size");
    }

    #[test]
    fn the_leaf_that_leaves_and_the_set_before_are_not_favoured() {
        let mut sets = favouring(usize::MAX, 0.0);
        let (first, second) = (set(&mut sets, &[(1, 1), (2, 1)]), set(&mut sets, &[(70, 1), (71, 1)]));
        let other = set(&mut sets, &[(3, 1)]);
        sets.favour(first, &[node(9)]);
        sets.favour(second, &[node(71)]);
        assert_eq!(sets.prefer(first, other), Ordering::Greater);
        assert_eq!(sets.prefer(second, other), Ordering::Greater, "only one of its two leaves is favoured");
        sets.clear();
        let (second, other) = (set(&mut sets, &[(70, 1)]), set(&mut sets, &[(3, 1)]));
        assert_eq!(sets.prefer(second, other), Ordering::Greater);
    }
}
