//! The laws of node sets, checked against a model that is too simple to be wrong.
//!
//! A [`UnionPlan`] is a random sequence of unions over random leaves. [`check_effort`] carries it out in an algebra and
//! beside it in the model, a pair of a bound and an ordered set cut to its K smallest members, exactly as Müller (2001)
//! defines it, with unions of two parts at a time or of all at once. K = 0 is the model of proof numbers and K = ∞ that
//! of exact sets, so one function judges all algebras.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use fastrand::Rng;
use proofset_core::{NodeId, Size};
use proofset_nodeset::{Effort, TieOrder, UnionRule};

/// Leaves, and unions of values made so far.
#[derive(Clone, Debug)]
pub struct UnionPlan {
    /// Cost of each leaf; the place in the list is the node's id.
    pub costs: Vec<u32>,
    /// The parts of each union: indices into the leaves followed by the earlier unions.
    pub unions: Vec<Vec<usize>>,
}

impl UnionPlan {
    /// A random plan; with `max_cost` 1 all leaves cost one.
    pub fn random(seed: u64, leaves: usize, unions: usize, max_cost: u32) -> Self {
        let mut random = Rng::with_seed(seed);
        let costs = (0..leaves).map(|_| random.u32(1..=max_cost)).collect();
        let unions = (0..unions)
            .map(|index| (0..random.usize(0..5)).map(|_| random.usize(0..leaves + index)).collect())
            .collect();
        Self { costs, unions }
    }
}

/// The model of one value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Model {
    bound: u64,
    /// The listed members by (cost, id).
    listed: BTreeSet<(u32, usize)>,
}

impl Model {
    fn union(&self, other: &Self, k: usize) -> Self {
        let overlap: u64 = self.listed.intersection(&other.listed).map(|(cost, _)| u64::from(*cost)).sum();
        let listed = self.listed.union(&other.listed).copied().take(k).collect();
        Self { bound: self.bound + other.bound - overlap, listed }
    }

    /// The cost of everything listed, and of what each part hides.
    fn union_at_once(parts: &[&Self], k: usize) -> Self {
        let listed: BTreeSet<(u32, usize)> = parts.iter().flat_map(|part| &part.listed).copied().collect();
        let cost = |listed: &BTreeSet<(u32, usize)>| listed.iter().map(|(cost, _)| u64::from(*cost)).sum::<u64>();
        let hidden: u64 = parts.iter().map(|part| part.bound - cost(&part.listed)).sum();
        Self { bound: cost(&listed) + hidden, listed: listed.into_iter().take(k).collect() }
    }

    fn ids(&self) -> Vec<usize> {
        let mut ids: Vec<usize> = self.listed.iter().map(|(_, id)| *id).collect();
        ids.sort_unstable();
        ids
    }
}

/// What [`check_effort`] saw of one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its size.
    pub size: Size,
    /// Its listed members, ascending.
    pub members: Vec<usize>,
}

fn see<E: Effort>(effort: &E, value: E::Value) -> Seen {
    let mut members: Vec<usize> = effort.members(value).map(NodeId::index).collect();
    if effort.ascending() {
        assert!(members.is_sorted(), "members are not in ascending order: {members:?}");
    }
    members.sort_unstable();
    Seen { size: effort.size(value), members }
}

/// Carries out a plan in an algebra that lists at most `k` members and checks every value and every pair of values.
///
/// Returns what it saw of leaves and unions, so that two algebras can be compared.
///
/// # Panics
///
/// If a law does not hold.
pub fn check_effort<E: Effort>(effort: E, plan: &UnionPlan, k: usize, ties: TieOrder) -> Vec<Seen> {
    check_effort_by_rule(effort, UnionRule::Pairwise, plan, k, ties)
}

/// The same for an algebra that takes unions by this rule.
///
/// # Panics
///
/// If a law does not hold.
pub fn check_effort_by_rule<E: Effort>(
    mut effort: E,
    rule: UnionRule,
    plan: &UnionPlan,
    k: usize,
    ties: TieOrder,
) -> Vec<Seen> {
    let mut values: Vec<E::Value> = Vec::new();
    let mut models: Vec<Model> = Vec::new();
    for (id, &cost) in plan.costs.iter().enumerate() {
        let node = NodeId::new(id).expect("plans are small");
        values.push(effort.leaf(node, Size::new(cost)).expect("there is room"));
        models.push(Model { bound: u64::from(cost), listed: std::iter::once((cost, id)).take(k).collect() });
    }
    for parts in &plan.unions {
        let handles: Vec<E::Value> = parts.iter().map(|&part| values[part]).collect();
        let nothing = Model { bound: 0, listed: BTreeSet::new() };
        let of_parts: Vec<&Model> = parts.iter().map(|&part| &models[part]).collect();
        let model = match rule {
            UnionRule::Pairwise => of_parts.iter().fold(nothing, |total, part| total.union(part, k)),
            UnionRule::KWay => Model::union_at_once(&of_parts, k),
        };
        let value = effort.union(handles.iter().copied()).expect("there is room");
        check_again(&mut effort, &handles, value);
        values.push(value);
        models.push(model);
    }
    let seen: Vec<Seen> = values.iter().map(|&value| see(&effort, value)).collect();
    for (seen, model) in seen.iter().zip(&models) {
        assert_eq!(seen.size, Size::new(u32::try_from(model.bound).expect("plans are small")));
        assert_eq!(seen.members, model.ids());
    }
    check_order(&effort, &values, &seen, ties);
    check_infinity(&mut effort, &values);
    check_amend(&mut effort, plan, &values);
    check_release(&mut effort, plan, &values);
    seen
}

/// Taking the same union again changes nothing; taking it instead of another value does, unless they are equal.
fn check_again<E: Effort>(effort: &mut E, parts: &[E::Value], value: E::Value) {
    let old = effort.nothing();
    for old in [value, old] {
        effort.begin();
        for &part in parts {
            effort.add(part);
        }
        let same = effort.same(old, value);
        let finished = effort.finish(old).expect("there is room");
        assert_eq!(finished.is_none(), same, "finish says `unchanged` exactly for equal content");
        if let Some(new) = finished {
            assert!(effort.same(new, value));
            effort.release(new);
        }
    }
}

fn check_order<E: Effort>(effort: &E, values: &[E::Value], seen: &[Seen], ties: TieOrder) {
    for (&a, seen_a) in values.iter().zip(seen) {
        for (&b, seen_b) in values.iter().zip(seen) {
            let order = effort.order(a, b);
            assert_eq!(order, effort.order(b, a).reverse(), "the order is antisymmetric");
            assert_eq!(effort.same(a, b), seen_a == seen_b, "the same in size and members");
            if ties != TieOrder::First {
                assert_eq!(order == Ordering::Equal, seen_a == seen_b, "equal in the order means equal content");
            }
            let by_size = seen_a.size.cmp(&seen_b.size);
            if by_size != Ordering::Equal {
                assert_eq!(order, by_size, "sizes are compared first");
            } else if seen_a.members.len() == seen_b.members.len() {
                let expected = match ties {
                    TieOrder::Lex => seen_a.members.cmp(&seen_b.members),
                    TieOrder::Colex => seen_a.members.iter().rev().cmp(seen_b.members.iter().rev()),
                    TieOrder::First => Ordering::Equal,
                };
                assert_eq!(order, expected, "ties of {seen_a:?} and {seen_b:?}");
            }
        }
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(|&a, &b| effort.order(a, b));
    for pair in sorted.windows(3) {
        assert_ne!(effort.order(pair[0], pair[2]), Ordering::Greater, "the order is transitive");
    }
}

fn check_infinity<E: Effort>(effort: &mut E, values: &[E::Value]) {
    let (nothing, hopeless) = (effort.nothing(), effort.hopeless());
    assert!(effort.size(nothing).is_zero() && effort.size(hopeless).is_infinite());
    assert_eq!(effort.members(hopeless).count(), 0);
    for &value in values {
        let same = effort.union([value, nothing]).expect("there is room");
        assert!(effort.same(same, value), "a ∪ ∅ is a");
        effort.release(same);
        assert_eq!(effort.union([hopeless, value]), Ok(hopeless));
        assert_eq!(effort.union([value, hopeless]), Ok(hopeless));
        assert_eq!(effort.order(value, hopeless), Ordering::Less);
        assert_eq!(effort.order(nothing, value) == Ordering::Equal, effort.size(value).is_zero());
    }
    assert_eq!(effort.union([]), Ok(nothing));
}

/// A union that is amended part by part is the union put together anew, for as long as the algebra can tell; its deltas
/// lead from the old members to the new ones.
fn check_amend<E: Effort>(effort: &mut E, plan: &UnionPlan, values: &[E::Value]) {
    let mut random = Rng::with_seed(plan.unions.len() as u64);
    let mut parts: Vec<usize> = (0..6).map(|_| random.usize(0..values.len())).collect();
    let anew = |effort: &mut E, parts: &[usize]| {
        effort.begin();
        for &part in parts {
            effort.add(values[part]);
        }
        let nothing = effort.nothing();
        let value = effort.finish(nothing).expect("there is room").unwrap_or(nothing);
        (value, effort.apart())
    };
    let (mut union, mut apart) = anew(effort, &parts);
    for _ in 0..40 {
        effort.begin_update(&[]);
        let mut changes = Vec::new();
        for place in 0..parts.len() {
            if random.u32(0..3) == 0 {
                let (old, new) = (values[parts[place]], values[random.usize(0..values.len())]);
                if !effort.same(old, new) {
                    parts[place] = values.iter().position(|&value| value == new).expect("it is one of them");
                    changes.push((new, effort.delta(old, new)));
                }
            }
        }
        let (expected, expected_apart) = anew(effort, &parts);
        if let Some(amended) = effort
            .amend(union, apart, changes.iter().copied(), parts.iter().map(|&part| values[part]))
            .expect("there is room")
        {
            let now = amended.change.map_or(union, |(value, _)| value);
            assert!(effort.same(now, expected), "{:?}", see(effort, expected));
            assert_eq!(amended.change.is_some(), !effort.same(now, union));
            assert!(!amended.apart || expected_apart, "parts that have a member in common are not apart");
            if amended.change.is_some() {
                effort.release(union);
            }
            effort.release(expected);
            (union, apart) = (now, amended.apart);
        } else {
            effort.release(union);
            (union, apart) = (expected, expected_apart);
        }
    }
    effort.release(union);
}

/// Storage of released values is used again: a second round of the same unions needs no more of it.
fn check_release<E: Effort>(effort: &mut E, plan: &UnionPlan, values: &[E::Value]) {
    let leaves = plan.costs.len();
    for &value in &values[leaves..] {
        effort.release(value);
    }
    let bytes = effort.bytes();
    for round in 0..3 {
        let mut again = values[..leaves].to_vec();
        for parts in &plan.unions {
            let handles: Vec<E::Value> = parts.iter().map(|&part| again[part]).collect();
            again.push(effort.union(handles).expect("there is room"));
        }
        for &value in &again[leaves..] {
            effort.release(value);
        }
        // The free list itself may be noted on the first round.
        assert!(effort.bytes() <= bytes + 4 * plan.unions.len(), "storage grew in round {round}");
    }
}
