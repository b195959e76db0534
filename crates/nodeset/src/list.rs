//! Sets that list their members in order: all of them ([`SortedSet`]) or the K smallest ([`Truncated`]).
//!
//! A K-truncated set (Müller 2001, section 4) is a pair of at most K listed nodes and a bound on the size of the set it
//! stands for. Invariant with unit costs: `bound < K` if and only if everything is listed, else exactly K nodes are.
//! Union adds the bounds and takes away the nodes that both sides list:
//!
//! ```text
//! bound(a ∪ b) = bound(a) + bound(b) - cost(listed(a) ∩ listed(b))
//! listed(a ∪ b) = the K smallest of listed(a) ∪ listed(b), by cost and then by age
//! ```
//!
//! Unions are taken pairwise in child order, as in the paper; the bound of a truncated union depends on that order. A
//! set without a cap is the special case in which nothing is ever hidden, so both types share this code and differ in a
//! [`Capacity`] that the compiler resolves. Cost: a union is one merge per part, linear in the listed members.

use std::cmp::Ordering;
use std::fmt::Debug;

use proofset_core::{NodeId, Size};

use crate::pool::{Pool, SetRef};
use crate::weights::Weights;
use crate::{Effort, Full, TieOrder};

/// How many members a set may list.
pub trait Capacity: Copy + Debug {
    /// False if nothing is ever left out.
    const TRUNCATES: bool;

    /// The number of members that may be listed.
    fn limit(self) -> usize;
}

/// Lists everything.
#[derive(Clone, Copy, Debug)]
pub struct Unbounded;

impl Capacity for Unbounded {
    const TRUNCATES: bool = false;

    fn limit(self) -> usize {
        usize::MAX
    }
}

/// Lists at most this many.
#[derive(Clone, Copy, Debug)]
pub struct AtMost(pub usize);

impl Capacity for AtMost {
    const TRUNCATES: bool = true;

    fn limit(self) -> usize {
        self.0
    }
}

/// Exact node sets: the algebra of proof-set search, PSS.
pub type SortedSet = ListSet<Unbounded>;

/// K-truncated node sets: the algebra of PSS(P,D). K = 0 gives proof numbers, a large K exact sets.
pub type Truncated = ListSet<AtMost>;

/// What the union under construction is so far.
#[derive(Clone, Copy, Debug)]
enum Union {
    Nothing,
    Hopeless,
    /// Equal to a set that exists.
    Existing(SetRef),
    /// The first `usize` words of the front buffer, with this bound.
    Built(usize, Size),
}

/// An algebra of sets that list their members; see [`SortedSet`] and [`Truncated`].
#[derive(Clone, Debug)]
pub struct ListSet<C> {
    capacity: C,
    ties: TieOrder,
    pool: Pool,
    weights: Weights,
    union: Union,
    front: Vec<u32>,
    back: Vec<u32>,
}

impl SortedSet {
    /// Exact sets under this tie order.
    pub fn new(ties: TieOrder) -> Self {
        Self::with_capacity(Unbounded, ties)
    }
}

impl Truncated {
    /// Sets that list at most `k` nodes, under this tie order.
    pub fn new(k: usize, ties: TieOrder) -> Self {
        Self::with_capacity(AtMost(k), ties)
    }
}

impl<C: Capacity> ListSet<C> {
    fn with_capacity(capacity: C, ties: TieOrder) -> Self {
        Self {
            capacity,
            ties,
            pool: Pool::new(),
            weights: Weights::default(),
            union: Union::Nothing,
            front: Vec::new(),
            back: Vec::new(),
        }
    }

    /// True if members are stored by cost first: truncated sets keep the cheapest.
    fn by_cost(&self) -> bool {
        C::TRUNCATES && !self.weights.are_unit()
    }
}

/// Merges two ascending lists into `out`, which must hold both. Returns the merged length.
#[inline]
fn merge(a: &[u32], b: &[u32], out: &mut [u32]) -> usize {
    let (mut i, mut j, mut length) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        out[length] = x.min(y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
        length += 1;
    }
    let rest = if i < a.len() { &a[i..] } else { &b[j..] };
    out[length..length + rest.len()].copy_from_slice(rest);
    length + rest.len()
}

/// The same for lists in ascending order of (cost, node), adding up the cost of the common members.
fn merge_by_cost(a: &[u32], b: &[u32], out: &mut [u32], weights: &Weights) -> (usize, Size) {
    let key = |node: u32| (weights.of(node), node);
    let (mut i, mut j, mut length, mut overlap) = (0, 0, 0, Size::ZERO);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        let order = key(x).cmp(&key(y));
        out[length] = if order == Ordering::Greater { y } else { x };
        i += usize::from(order != Ordering::Greater);
        j += usize::from(order != Ordering::Less);
        if order == Ordering::Equal {
            overlap = overlap + Size::new(weights.of(x));
        }
        length += 1;
    }
    let rest = if i < a.len() { &a[i..] } else { &b[j..] };
    out[length..length + rest.len()].copy_from_slice(rest);
    (length + rest.len(), overlap)
}

/// The cost of the members that two ascending lists share.
fn overlap_of(a: &[u32], b: &[u32], weights: &Weights) -> Size {
    let (mut i, mut j, mut overlap) = (0, 0, Size::ZERO);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            overlap = overlap + Size::new(weights.of(a[i]));
        }
        let step = a[i].cmp(&b[j]);
        i += usize::from(step != Ordering::Greater);
        j += usize::from(step != Ordering::Less);
    }
    overlap
}

impl<C: Capacity> Effort for ListSet<C> {
    type Value = SetRef;

    const LISTS_NODES: bool = true;

    fn nothing(&self) -> SetRef {
        SetRef::EMPTY
    }

    fn hopeless(&self) -> SetRef {
        SetRef::INFINITE
    }

    fn leaf(&mut self, node: NodeId, cost: Size) -> Result<SetRef, Full> {
        debug_assert!(!cost.is_zero() && !cost.is_infinite(), "a leaf of cost {cost} would look decided");
        self.weights.set(node, cost);
        if self.capacity.limit() == 0 {
            return self.pool.insert(cost, &[]);
        }
        match SetRef::single(node) {
            Some(single) if cost == Size::ONE => Ok(single),
            _ => self.pool.insert(cost, &[node.to_bits()]),
        }
    }

    #[inline]
    fn size(&self, value: SetRef) -> Size {
        self.pool.size(value)
    }

    #[inline]
    fn order(&self, a: SetRef, b: SetRef) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let sizes = self.pool.size(a).cmp(&self.pool.size(b));
        if sizes != Ordering::Equal {
            return sizes;
        }
        let (mut single_a, mut single_b) = ([0], [0]);
        let a = self.pool.members(a, &mut single_a);
        let b = self.pool.members(b, &mut single_b);
        let compare = |a: &[u32], b: &[u32]| match self.ties {
            TieOrder::Lex => a.cmp(b),
            TieOrder::Colex => a.iter().rev().cmp(b.iter().rev()),
        };
        a.len().cmp(&b.len()).then_with(|| {
            if self.by_cost() {
                // Ties are broken by age, whatever order the members are kept in.
                let by_age = |members: &[u32]| {
                    let mut members = members.to_vec();
                    members.sort_unstable();
                    members
                };
                compare(&by_age(a), &by_age(b))
            } else {
                compare(a, b)
            }
        })
    }

    #[inline]
    fn begin(&mut self) {
        self.union = Union::Nothing;
    }

    #[inline]
    fn add(&mut self, part: SetRef) {
        if part == SetRef::EMPTY {
            return;
        }
        if part == SetRef::INFINITE {
            self.union = Union::Hopeless;
            return;
        }
        let Self { capacity, pool, weights, union, front, back, .. } = self;
        let (mut single_a, mut single_b) = ([0], [0]);
        let (a, bound_a) = match *union {
            Union::Hopeless => return,
            Union::Nothing => {
                *union = Union::Existing(part);
                return;
            }
            Union::Existing(set) => (pool.members(set, &mut single_a), pool.size(set)),
            Union::Built(length, bound) => (&front[..length], bound),
        };
        let (b, bound_b) = (pool.members(part, &mut single_b), pool.size(part));

        let room = a.len() + b.len();
        if back.len() < room {
            back.resize(room, 0);
        }
        let (length, overlap) = if weights.are_unit() {
            let length = merge(a, b, back);
            (length, Size::from_len(room - length))
        } else if C::TRUNCATES {
            merge_by_cost(a, b, back, weights)
        } else {
            (merge(a, b, back), overlap_of(a, b, weights))
        };
        let bound = (bound_a + bound_b).minus_overlap(overlap);
        // An equal bound means that one side lists all of the other: the union is that side, and can share its storage.
        match *union {
            Union::Existing(_) if bound == bound_a && bound < Size::MAX_FINITE => {}
            Union::Existing(_) if bound == bound_b && bound < Size::MAX_FINITE => *union = Union::Existing(part),
            _ => {
                *union = Union::Built(length.min(capacity.limit()), bound);
                std::mem::swap(front, back);
            }
        }
    }

    #[inline]
    fn finish(&mut self, old: SetRef) -> Result<Option<SetRef>, Full> {
        let new = match self.union {
            Union::Nothing => SetRef::EMPTY,
            Union::Hopeless => SetRef::INFINITE,
            Union::Existing(set) => set,
            Union::Built(length, bound) => {
                let members = &self.front[..length];
                let mut single = [0];
                if self.pool.size(old) == bound && self.pool.members(old, &mut single) == members {
                    return Ok(None);
                }
                let new = self.pool.insert(bound, members)?;
                self.pool.release(old);
                return Ok(Some(new));
            }
        };
        if self.order(new, old) == Ordering::Equal {
            return Ok(None);
        }
        self.pool.share(new);
        self.pool.release(old);
        Ok(Some(new))
    }

    #[inline]
    fn share(&mut self, value: SetRef) {
        self.pool.share(value);
    }

    #[inline]
    fn release(&mut self, value: SetRef) {
        self.pool.release(value);
    }

    fn members(&self, value: SetRef) -> impl DoubleEndedIterator<Item = NodeId> {
        let (listed, single) = self.pool.listed(value);
        listed.iter().copied().chain(single).map(NodeId::from_bits)
    }

    fn ascending(&self) -> bool {
        !self.by_cost()
    }

    fn bytes(&self) -> usize {
        self.pool.bytes() + self.weights.bytes() + (self.front.len() + self.back.len()) * size_of::<u32>()
    }
}
