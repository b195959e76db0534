//! The evaluator against its definition: one node at a time, for every algebra, both roles, and both sides or one.

use std::cmp::Ordering;

use fastrand::Rng;
use proofset_core::{NodeId, Role, Size, SumRule, Value};
use proofset_nodeset::{
    BackedUp, BitSet, Change, ChangedPart, Count, Counter, Effort, Evaluator, LabelOf, Sides, SortedSet, TieOrder,
    UnionRule,
};

const BOTH: Sides = Sides::BOTH;
const PROOF: Sides = Sides { proof: true, disproof: false };
const DISPROOF: Sides = Sides { proof: false, disproof: true };
const NEITHER: Sides = Sides { proof: false, disproof: false };

fn id(index: usize) -> NodeId {
    NodeId::new(index).unwrap()
}

/// Leaves, decided nodes, and nodes over random earlier ones.
fn labels<P: Effort, D: Effort>(evaluator: &mut Evaluator<P, D>, random: &mut Rng) -> Vec<(NodeId, LabelOf<P, D>)> {
    let mut labels = Vec::new();
    for leaf in 0..8 {
        let [proof, disproof] = [random.u32(1..4), random.u32(1..4)].map(Size::new);
        labels.push((id(leaf), evaluator.leaf(id(leaf), proof, disproof).unwrap()));
    }
    labels.push((id(8), evaluator.decided(Value::Proven)));
    labels.push((id(9), evaluator.decided(Value::Disproven)));
    for node in 10..25 {
        let old = evaluator.decided(Value::Proven);
        let children = children(random, &labels);
        labels.push((id(node), evaluator.combine(role(random), old, &children).unwrap().now.label));
    }
    labels
}

fn role(random: &mut Rng) -> Role {
    if random.bool() { Role::Or } else { Role::And }
}

fn children<L: Copy>(random: &mut Rng, labels: &[(NodeId, L)]) -> Vec<(NodeId, L)> {
    (0..random.usize(..4)).filter_map(|_| random.choice(labels)).copied().collect()
}

/// What one side of a node should be: the first least of the children, or all of them together.
fn expected<E: Effort>(effort: &mut E, parts: &[(NodeId, E::Value)], chooses: bool) -> (E::Value, Option<NodeId>) {
    if !chooses {
        return (effort.union(parts.iter().map(|(_, value)| *value)).unwrap(), None);
    }
    let mut least = None;
    for &(node, value) in parts {
        if least.is_none_or(|(_, known)| effort.order(value, known) == Ordering::Less) {
            least = Some((node, value));
        }
    }
    least.map_or((effort.hopeless(), None), |(node, value)| (value, Some(node)))
}

fn check<P: Effort, D: Effort>(seed: u64, proof: P, disproof: D) {
    let mut random = Rng::with_seed(seed);
    let mut evaluator = Evaluator::new(proof, disproof);
    let labels = labels(&mut evaluator, &mut random);
    for sides in [BOTH, PROOF, DISPROOF, NEITHER] {
        for _ in 0..40 {
            let (role, children) = (role(&mut random), children(&mut random, &labels));
            let old = labels[random.usize(..labels.len())].1;
            evaluator.proof.share(old.proof);
            evaluator.disproof.share(old.disproof);
            let standing = BackedUp { label: old, best: None, apart: false };
            let every = || children.iter().copied();
            let change = evaluator.update(role, standing, sides, None::<std::iter::Empty<_>>, every).unwrap();

            let parts: Vec<_> = children.iter().map(|&(node, label)| (node, label.proof)).collect();
            let (expected_proof, best_proof) = expected(&mut evaluator.proof, &parts, role == Role::Or);
            let parts: Vec<_> = children.iter().map(|&(node, label)| (node, label.disproof)).collect();
            let (expected_disproof, best_disproof) = expected(&mut evaluator.disproof, &parts, role == Role::And);

            let (proof, disproof) = (&evaluator.proof, &evaluator.disproof);
            let wanted = if sides.proof { expected_proof } else { old.proof };
            assert_eq!(proof.order(change.now.label.proof, wanted), Ordering::Equal);
            assert_eq!(change.changed.proof, proof.order(wanted, old.proof) != Ordering::Equal);
            let wanted = if sides.disproof { expected_disproof } else { old.disproof };
            assert_eq!(disproof.order(change.now.label.disproof, wanted), Ordering::Equal);
            assert_eq!(change.changed.disproof, disproof.order(wanted, old.disproof) != Ordering::Equal);
            let best = if role == Role::Or {
                best_proof.filter(|_| sides.proof)
            } else {
                best_disproof.filter(|_| sides.disproof)
            };
            assert_eq!(change.now.best, best, "{role:?} {sides:?}");
        }
    }
}

/// The selected side is that of the first least child, the summed side that of all children; a side that was not asked
/// for stays, and only differences of content are changes. Even where no child gives any hope, the first is the best.
#[test]
fn a_node_follows_from_its_children_by_the_definition() {
    for seed in 0..60 {
        for ties in [TieOrder::Lex, TieOrder::Colex] {
            check(seed, SortedSet::new(ties), SortedSet::new(ties));
            check(seed, BitSet::new(ties), SortedSet::truncated(2, ties));
            check(seed, SortedSet::truncated(0, ties), SortedSet::truncated(3, ties));
            check(seed, SortedSet::truncated(2, ties).with_union(UnionRule::KWay), SortedSet::truncated(3, ties));
        }
        check(seed, Count::new(), Count::new());
        check(seed, Counter::with_rule(SumRule::Weak), Counter::with_rule(SumRule::Max));
        check(seed, Counter::with_rule(SumRule::Max), SortedSet::new(TieOrder::Lex));
    }
}

/// A node that changes for ever needs no more storage than it needed after some changes: what it no longer holds is
/// used again, whether a value was made for it, shared with a child, or needs no storage.
#[test]
fn values_that_are_replaced_leave_no_storage_behind() {
    fn bytes_after<E: Effort + Clone>(rounds: usize, effort: &E) -> usize {
        let mut evaluator = Evaluator::new(effort.clone(), effort.clone());
        let mut leaf = |index| (id(index), evaluator.leaf(id(index), Size::new(2), Size::new(3)).unwrap());
        let [a, b, c, d, node] = [0, 1, 2, 3, 4].map(&mut leaf);
        let (proven, disproven) = (evaluator.decided(Value::Proven), evaluator.decided(Value::Disproven));
        let pair = evaluator.combine(Role::And, proven, &[a, b]).unwrap().now.label;
        let (pair, proven, disproven) = ((id(5), pair), (id(6), proven), (id(7), disproven));
        let lists = [
            vec![a, b, c],
            vec![b, c, d],
            vec![pair],
            vec![d],
            vec![proven],
            vec![pair, a],
            vec![disproven, c],
            vec![],
        ];
        let mut label = node.1;
        for _ in 0..rounds {
            for (list, role) in lists.iter().flat_map(|list| [(list, Role::Or), (list, Role::And)]) {
                label = evaluator.combine(role, label, list).unwrap().now.label;
            }
        }
        evaluator.bytes()
    }
    fn check<E: Effort + Clone>(effort: &E) {
        assert_eq!(bytes_after(10, effort), bytes_after(500, effort));
    }
    for ties in [TieOrder::Lex, TieOrder::Colex] {
        check(&SortedSet::new(ties));
        check(&BitSet::new(ties));
        for k in [0, 1, 2, usize::MAX] {
            check(&SortedSet::truncated(k, ties));
            check(&SortedSet::truncated(k, ties).with_union(UnionRule::KWay));
        }
    }
}

/// Values and deltas can be copied, and algebras need not be.
#[test]
fn changes_are_copied_whatever_the_algebras_are() {
    fn check_copy<T: Copy>() {}
    check_copy::<ChangedPart<SortedSet, Count>>();
    check_copy::<Change<SortedSet, Count>>();
}
