//! Lemmas 2 and 3 of Müller (2001), Definition 1, and the rules for numbers, on random sequences of unions.
//!
//! A sequence takes the union of two earlier sets at a time, so it covers every bracketing. It is carried out with
//! several caps and beside them with sets that hide nothing.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use fastrand::Rng;
use proofset_core::{NodeId, Size, SumRule};
use proofset_nodeset::{BitSet, Counter, Effort, NumberRule, SetRef, SortedSet, SumOfAll, TieOrder, UnionRule};

const ALL: usize = usize::MAX;
const CAPS: [usize; 8] = [0, 1, 2, 3, 4, 6, 9, ALL];

/// Leaves with costs, and unions of two sets made so far.
struct Sequence {
    costs: Vec<u32>,
    unions: Vec<(usize, usize)>,
}

impl Sequence {
    fn random(seed: u64, max_cost: u32) -> Self {
        let mut random = Rng::with_seed(seed);
        let leaves = random.usize(1..12);
        let costs = (0..leaves).map(|_| random.u32(1..=max_cost)).collect();
        let unions = (leaves..leaves + 25).map(|made| (random.usize(..made), random.usize(..made))).collect();
        Self { costs, unions }
    }

    /// The sets without a cap.
    fn exact(&self) -> Vec<BTreeSet<usize>> {
        let mut sets: Vec<BTreeSet<usize>> = (0..self.costs.len()).map(|leaf| BTreeSet::from([leaf])).collect();
        for &(a, b) in &self.unions {
            sets.push(&sets[a] | &sets[b]);
        }
        sets
    }

    fn weight(&self, set: &BTreeSet<usize>) -> u32 {
        set.iter().map(|&leaf| self.costs[leaf]).sum()
    }

    /// The members of a set by cost and then by age.
    fn in_order(&self, set: &BTreeSet<usize>) -> Vec<usize> {
        let mut members: Vec<usize> = set.iter().copied().collect();
        members.sort_by_key(|&leaf| (self.costs[leaf], leaf));
        members
    }

    /// Bound and listed members of every set, with this cap.
    fn truncated(&self, cap: usize, ties: TieOrder) -> Vec<(u32, BTreeSet<usize>)> {
        let mut sets = SortedSet::truncated(cap, ties);
        let mut made: Vec<SetRef> = Vec::new();
        for (leaf, &cost) in self.costs.iter().enumerate() {
            made.push(sets.leaf(NodeId::new(leaf).unwrap(), Size::new(cost)).unwrap());
        }
        for &(a, b) in &self.unions {
            made.push(sets.union([made[a], made[b]]).unwrap());
        }
        let listed = |set| sets.members(set).map(NodeId::index).collect();
        made.into_iter().map(|set| (sets.size(set).finite().unwrap(), listed(set))).collect()
    }
}

/// Bounds fall and lists grow with the cap, one list being the beginning of the next, and with it the bound reaches the
/// cost of the union itself.
fn larger_caps_are_tighter(max_cost: u32) {
    let mut tighter = 0;
    for (seed, ties) in (0..150).flat_map(|seed| [(seed, TieOrder::Lex), (seed, TieOrder::Colex)]) {
        let sequence = Sequence::random(seed, max_cost);
        let exact = sequence.exact();
        let by_cap = CAPS.map(|cap| sequence.truncated(cap, ties));
        for (set, union) in exact.iter().enumerate() {
            for (cap, made) in CAPS.iter().zip(&by_cap) {
                let first = sequence.in_order(union).into_iter().take(*cap).collect();
                assert_eq!(made[set].1, first, "the first members of the union itself are listed");
                assert!(made[set].0 >= sequence.weight(union));
            }
            for pair in by_cap.windows(2) {
                assert!(pair[1][set].0 <= pair[0][set].0, "a larger cap gives a smaller bound");
                tighter += usize::from(pair[1][set].0 < pair[0][set].0);
            }
            assert_eq!(by_cap[CAPS.len() - 1][set].0, sequence.weight(union));
        }
    }
    assert!(tighter > 1000, "{tighter} bounds became smaller");
}

/// Lemma 2, P7: for K > L, with the same order of nodes and the same sequence of two-set unions, the bound of the
/// K-truncated union is at most that of the L-truncated one, and lists a superset. More exactly, a set lists the first
/// K members of the union itself.
#[test]
fn lemma_2_larger_caps_give_smaller_bounds_and_longer_lists() {
    larger_caps_are_tighter(1);
}

/// Lemma 3, P7: the same for bounds on costs, if sets are ordered by cost first.
#[test]
fn lemma_3_larger_caps_give_smaller_bounds_on_costs() {
    larger_caps_are_tighter(7);
}

/// Definition 1, P7: with unit costs, bound < K if and only if everything is listed, and else exactly K nodes are.
#[test]
fn definition_1_short_sets_list_everything_and_others_k_nodes() {
    for (seed, cap) in (0..200).flat_map(|seed| CAPS.map(|cap| (seed, cap))) {
        let sequence = Sequence::random(seed, 1);
        for ((bound, listed), union) in sequence.truncated(cap, TieOrder::Lex).iter().zip(sequence.exact()) {
            assert_eq!(listed.len(), cap.min(*bound as usize));
            assert!((*bound as usize) >= cap || *listed == union);
        }
    }
}

/// Definition 1 with costs: a bound above the cost of what is listed hides something, and then K nodes are listed.
#[test]
fn definition_1_weighted_sets_that_hide_something_list_k_nodes() {
    for (seed, cap) in (0..200).flat_map(|seed| CAPS.map(|cap| (seed, cap))) {
        let sequence = Sequence::random(seed, 7);
        for ((bound, listed), union) in sequence.truncated(cap, TieOrder::Lex).iter().zip(sequence.exact()) {
            let cost = sequence.weight(listed);
            assert!(*bound == cost || (*bound > cost && listed.len() == cap));
            assert!(*bound > cost || *listed == union, "a bound that is met hides nothing");
        }
    }
}

/// P8: all parts at once have a bound, the cost of everything listed and what each part hides, that no sequence of
/// pairwise unions undercuts, and that does not depend on the order of parts. All of them list the same.
#[test]
fn p8_no_pairwise_bound_is_below_the_bound_of_all_parts_at_once() {
    let mut above = 0;
    for (seed, max_cost) in (0..200).flat_map(|seed| [(seed, 1), (seed, 7)]) {
        let sequence = Sequence::random(seed, max_cost);
        let mut random = Rng::with_seed(seed);
        for cap in [0, 1, 2, 4] {
            let mut sets = SortedSet::truncated(cap, TieOrder::Lex);
            let leaf = |sets: &mut SortedSet, leaf: usize| {
                sets.leaf(NodeId::new(leaf).unwrap(), Size::new(sequence.costs[leaf])).unwrap()
            };
            let leaves: Vec<SetRef> = (0..sequence.costs.len()).map(|node| leaf(&mut sets, node)).collect();
            let mut part = |sets: &mut SortedSet| {
                let members: Vec<SetRef> =
                    (0..random.usize(1..5)).filter_map(|_| random.choice(&leaves)).copied().collect();
                sets.union(members).unwrap()
            };
            let mut parts: Vec<SetRef> = (0..4).map(|_| part(&mut sets)).collect();
            let listed = |sets: &SortedSet, set| sets.members(set).map(NodeId::index).collect::<BTreeSet<usize>>();
            let hidden = |set| sets.size(set).finite().unwrap() - sequence.weight(&listed(&sets, set));
            let all: BTreeSet<usize> = parts.iter().flat_map(|&part| listed(&sets, part)).collect();
            let at_once = sequence.weight(&all) + parts.iter().map(|&part| hidden(part)).sum::<u32>();
            let first: BTreeSet<usize> = sequence.in_order(&all).into_iter().take(cap).collect();
            let mut in_any_order = Vec::new();
            for _ in 0..4 {
                random.shuffle(&mut parts);
                let union = sets.union(parts.iter().copied()).unwrap();
                let bound = sets.size(union).finite().unwrap();
                assert!(at_once <= bound);
                above += usize::from(at_once < bound);
                assert_eq!(listed(&sets, union), first);
                sets = sets.with_union(UnionRule::KWay);
                let union = sets.union(parts.iter().copied()).unwrap();
                assert_eq!((sets.size(union), listed(&sets, union)), (Size::new(at_once), first.clone()));
                in_any_order.push(union);
                sets = sets.with_union(UnionRule::Pairwise);
            }
            for pair in in_any_order.windows(2) {
                assert_eq!(sets.order(pair[0], pair[1]), std::cmp::Ordering::Equal);
            }
        }
    }
    assert!(above > 100, "{above} pairwise bounds were larger");
}

/// Lists and bits are one algebra: the same sets, sizes and order, for nodes far apart and costs of any kind. The order
/// is that of the definition: by cost, then by the number of members, then by members from either end.
#[test]
fn lists_and_bits_order_sets_alike() {
    let orders = [TieOrder::Lex, TieOrder::Colex, TieOrder::First];
    for (seed, ties) in (0..40).flat_map(|seed| orders.map(|ties| (seed, ties))) {
        let mut random = Rng::with_seed(seed);
        let (mut lists, mut bits) = (SortedSet::new(ties), BitSet::new(ties));
        let max_cost = if seed % 2 == 0 { 1 } else { 3 };
        let leaves: Vec<(usize, u32)> = (0..12).map(|leaf| (leaf * 29, random.u32(1..=max_cost))).collect();
        let made: Vec<_> = (0..40)
            .map(|_| {
                let size = random.usize(2..4);
                let members = random.choose_multiple(&leaves, size);
                let node = |&(leaf, cost): &(usize, u32)| (NodeId::new(leaf).unwrap(), Size::new(cost));
                let members: Vec<(NodeId, Size)> = members.into_iter().map(node).collect();
                let as_list: Vec<_> = members.iter().map(|&(leaf, cost)| lists.leaf(leaf, cost).unwrap()).collect();
                let as_bits: Vec<_> = members.iter().map(|&(leaf, cost)| bits.leaf(leaf, cost).unwrap()).collect();
                let mut nodes: Vec<usize> = members.iter().map(|(leaf, _)| leaf.index()).collect();
                nodes.sort_unstable();
                let cost = members.iter().map(|(_, cost)| *cost).sum::<Size>();
                (lists.union(as_list).unwrap(), bits.union(as_bits).unwrap(), cost, nodes)
            })
            .collect();
        for (list, bit, cost, nodes) in &made {
            assert_eq!((lists.size(*list), bits.size(*bit)), (*cost, *cost));
            assert!(lists.members(*list).map(NodeId::index).eq(nodes.iter().copied()));
            assert!(bits.members(*bit).map(NodeId::index).eq(nodes.iter().copied()));
            for (other_list, other_bit, other_cost, others) in &made {
                let by_members = match ties {
                    TieOrder::Lex => nodes.len().cmp(&others.len()).then(nodes.cmp(others)),
                    TieOrder::Colex => nodes.len().cmp(&others.len()).then(nodes.iter().rev().cmp(others.iter().rev())),
                    TieOrder::First => Ordering::Equal,
                };
                let expected = cost.cmp(other_cost).then(by_members);
                assert_eq!(lists.same(*list, *other_list), nodes == others);
                assert_eq!(bits.same(*bit, *other_bit), nodes == others);
                assert_eq!(lists.order(*list, *other_list), expected);
                assert_eq!(bits.order(*bit, *other_bit), expected, "{nodes:?} {others:?}");
            }
        }
    }
}

/// A bound that is too large to represent says nothing about members: a union with it still lists what the other side
/// lists, on either side, and stays finite.
#[test]
fn saturated_sets_still_list_the_members_of_a_union() {
    let mut sets = SortedSet::truncated(3, TieOrder::Lex);
    let [a, b, c] = [0, 1, 2].map(|leaf| sets.leaf(NodeId::new(leaf).unwrap(), Size::ONE).unwrap());
    let rest: Vec<SetRef> = (3..8).map(|leaf| sets.leaf(NodeId::new(leaf).unwrap(), Size::ONE).unwrap()).collect();
    let mut huge = sets.union([a].into_iter().chain(rest)).unwrap();
    for _ in 0..40 {
        huge = sets.union([huge, huge]).unwrap();
    }
    assert_eq!(sets.size(huge), Size::MAX_FINITE);
    for parts in [[huge, b, c], [b, c, huge], [b, huge, c]] {
        let union = sets.union(parts).unwrap();
        assert_eq!(sets.size(union), Size::MAX_FINITE);
        assert!(sets.members(union).map(NodeId::index).eq([0, 1, 2]));
    }
}

/// At once, the bound does not depend on the order of parts even where a sum of bounds is too large to represent.
#[test]
fn bounds_at_once_do_not_depend_on_the_order_where_sums_saturate() {
    let mut sets = SortedSet::truncated(2, TieOrder::Lex).with_union(UnionRule::KWay);
    let mut leaf = |node, cost| sets.leaf(NodeId::new(node).unwrap(), Size::new(cost)).unwrap();
    let [a, b, c] = [leaf(0, 1 << 30), leaf(1, 1 << 30), leaf(2, 3)];
    let ab = sets.union([a, b]).unwrap();
    for parts in [[a, b, ab, c], [ab, a, b, c], [c, ab, b, a], [a, c, b, ab]] {
        let union = sets.union(parts).unwrap();
        assert_eq!(sets.size(union), Size::new((1 << 31) + 3));
        assert!(sets.members(union).map(NodeId::index).eq([2, 0]));
    }
}

fn total<R: NumberRule>(rule: R, parts: &[Size]) -> Size {
    Counter::with_rule(rule).union(parts.iter().copied()).unwrap()
}

/// Random parts, with finished, hopeless and huge ones among them.
fn parts(random: &mut Rng) -> Vec<Size> {
    let part = |random: &mut Rng| match random.u32(..12) {
        0 | 1 => Size::ZERO,
        2 => Size::INFINITE,
        3 => Size::new(u32::MAX - random.u32(1..4)),
        _ => Size::new(random.u32(1..20)),
    };
    (0..random.usize(..6)).map(|_| part(random)).collect()
}

/// P5, for one node: max rule <= weak rule <= sum. All three agree on zero and on infinity, do not depend on the order
/// of the parts, and are the same when the rule is chosen at run time.
#[test]
fn p5_max_rule_weak_rule_and_sum_are_ordered_and_agree_on_what_is_decided() {
    let mut random = Rng::with_seed(5);
    let mut strict = [0; 2];
    for _ in 0..20_000 {
        let mut parts = parts(&mut random);
        let [max, weak, sum] = [SumRule::Max, SumRule::Weak, SumRule::Sum].map(|rule| total(rule, &parts));
        assert!(max <= weak && weak <= sum, "{parts:?}");
        strict[0] += usize::from(max < weak);
        strict[1] += usize::from(weak < sum);
        let finished = parts.iter().all(|part| part.is_zero());
        let hopeless = parts.contains(&Size::INFINITE);
        for found in [max, weak, sum] {
            assert_eq!((found.is_zero(), found.is_infinite()), (finished, hopeless), "{parts:?}");
        }
        random.shuffle(&mut parts);
        assert_eq!(
            [total(SumRule::Max, &parts), total(SumRule::Weak, &parts), total(SumOfAll, &parts)],
            [max, weak, sum]
        );
    }
    assert!(strict.iter().all(|&count| count > 1000), "{strict:?}");
}

/// The three rules word by word: the sum of the parts; the largest; the largest, and one for each other part that is
/// not zero. Sizes that are too large to represent stay finite.
#[test]
fn the_rules_for_numbers_are_what_they_say() {
    let mut random = Rng::with_seed(6);
    for _ in 0..20_000 {
        let parts = parts(&mut random);
        let (mut sum, mut largest, mut unfinished) = (0_u64, 0_u64, 0_u64);
        for part in parts.iter().filter_map(|part| part.finite()).map(u64::from) {
            (sum, largest, unfinished) = (sum + part, largest.max(part), unfinished + u64::from(part > 0));
        }
        let hopeless = parts.contains(&Size::INFINITE);
        let finite = |number: u64| Size::new(u32::try_from(number).unwrap_or(u32::MAX));
        let size = |number: u64| if hopeless { Size::INFINITE } else { finite(number) };
        assert_eq!(total(SumOfAll, &parts), size(sum));
        assert_eq!(total(SumRule::Max, &parts), size(largest));
        assert_eq!(total(SumRule::Weak, &parts), size(largest + unfinished.saturating_sub(1)), "{parts:?}");
    }
}

/// The laws of [`Effort`] that have numbers in them: unions with nothing and with the hopeless, no part makes a union
/// smaller, and `finish` answers `None` exactly where the number is the old one.
#[test]
fn unions_of_numbers_keep_the_laws() {
    let mut random = Rng::with_seed(7);
    for rule in [SumRule::Sum, SumRule::Weak, SumRule::Max] {
        for _ in 0..5000 {
            let mut parts = parts(&mut random);
            let without = total(rule, &parts);
            let part = parts.pop();
            let fewer = total(rule, &parts);
            assert!(fewer <= without);
            if let Some(part) = part {
                assert!(
                    rule == SumRule::Weak || without == total(rule, &[fewer, part]),
                    "sum and maximum are associative"
                );
                assert_eq!(total(rule, &[part]), part);
                assert_eq!(total(rule, &[part, Size::ZERO]), part);
                assert_eq!(total(rule, &[Size::ZERO, part, Size::INFINITE]), Size::INFINITE);
            }
            let mut counter = Counter::with_rule(rule);
            for old in [without, Size::ZERO, Size::ONE, Size::INFINITE] {
                counter.begin();
                parts.iter().chain(&part).for_each(|&part| counter.add(part));
                assert_eq!(counter.finish(old), Ok((old != without).then_some(without)));
            }
        }
    }
}
