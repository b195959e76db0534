//! Sets that list their members in order: all of them ([`SortedSet::new`]) or the K smallest ([`SortedSet::truncated`]).
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
//! Unions are taken pairwise in child order, as in the paper; the bound of a truncated union depends on that order. By
//! the other [`UnionRule`] all parts are taken at once, and the bound does not:
//!
//! ```text
//! bound(a ∪ b ∪ ...) = cost(listed(a) ∪ listed(b) ∪ ...) + hidden(a) + hidden(b) + ...
//! hidden(a) = bound(a) - cost(listed(a))
//! ```
//!
//! A set without a cap is the special case in which nothing is ever hidden, so one type has both, and its [`Capacity`] is looked at
//! while it runs: a search for each would be compiled else. Sets without a cap are united at once too, since that takes less time where parts
//! are many. Cost: a pairwise union is one merge per part, linear in the listed members; a union at once merges
//! neighbours in rounds, as many as the logarithm of the number of parts.

use std::cmp::Ordering;

use proofset_core::{NodeId, Size};

use crate::capacity::{Capacity, Cut};
use crate::pool::{Pool, SetRef};
use crate::weights::Weights;
use crate::{Amended, Amendment, Effort, Full, TieOrder};

/// How the union of several truncated sets is taken. Exact sets have the same union by either rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnionRule {
    /// Two at a time, in the order of the parts (Müller 2001). The bound depends on that order.
    #[default]
    Pairwise,
    /// All at once. The bound does not depend on the order of the parts, and no pairwise union of them has a smaller
    /// one.
    KWay,
}

/// What the union under construction is so far.
#[derive(Clone, Copy, Debug)]
enum Union {
    Nothing,
    Hopeless,
    /// Equal to a set that exists.
    Existing(SetRef),
    /// The first `usize` words of the front buffer, with this bound.
    Built(usize, Size),
    /// Several parts, whose members are gathered in the front buffer to be taken at once.
    Gathered {
        /// The cost of what the parts hide.
        hidden: Size,
        /// A part of the largest bound.
        largest: SetRef,
    },
}

/// Which members a set lost and gained, if that is known: a range of the algebra's notes.
#[derive(Clone, Copy, Debug)]
pub struct ListDelta {
    start: u32,
    middle: u32,
    end: u32,
}

impl ListDelta {
    const UNKNOWN: Self = Self { start: u32::MAX, middle: u32::MAX, end: u32::MAX };

    fn is_known(self) -> bool {
        self.start != u32::MAX
    }

    fn lost(self) -> std::ops::Range<usize> {
        self.start as usize..self.middle as usize
    }

    fn gained(self) -> std::ops::Range<usize> {
        self.middle as usize..self.end as usize
    }
}

/// An algebra of sets that list their members in order: all of them, or the first K.
#[derive(Clone, Debug)]
pub struct SortedSet {
    capacity: Capacity,
    rule: UnionRule,
    ties: TieOrder,
    pool: Pool,
    weights: Weights,
    union: Union,
    /// How many more members the parts of the union list than the union itself: repeated ones, and those cut off.
    surplus: usize,
    front: Vec<u32>,
    back: Vec<u32>,
    /// Where the ascending runs end that the front buffer consists of while parts are gathered.
    runs: Vec<usize>,
    /// The leaves that leave all sets by this update.
    leaving: Vec<u32>,
    /// What deltas refer to: members lost and gained, ascending.
    notes: Vec<u32>,
    /// Scratch: what several changed parts lost and gained.
    lost: Vec<u32>,
    gained: Vec<u32>,
}

impl SortedSet {
    /// Exact sets under this tie order: the algebra of proof-set search, PSS.
    pub fn new(ties: TieOrder) -> Self {
        Self::with_capacity(Capacity::unbounded(), ties)
    }

    /// Sets that list at most `k` nodes, under this tie order: the algebra of PSS(P,D). `k` = 0 gives proof numbers, a large one
    /// exact sets.
    pub fn truncated(k: usize, ties: TieOrder) -> Self {
        Self::placed(k, Cut::default(), ties)
    }

    /// Sets that list at most `k` nodes at the root, and at other nodes what the cut says, under this tie order.
    pub fn placed(k: usize, cut: Cut, ties: TieOrder) -> Self {
        Self::with_capacity(Capacity::at_most(k, cut), ties)
    }

    /// Sets that list everything for as long as there is room, and fewer and fewer nodes as it runs out, under this tie order:
    /// the algebra of adaptive PSS(P,D).
    pub fn adaptive(ties: TieOrder) -> Self {
        Self::with_capacity(Capacity::as_room_allows(), ties)
    }

    /// The number of nodes that a set lists at most.
    pub fn limit(&self) -> usize {
        self.capacity.limit()
    }

    /// The same algebra with unions taken by this rule.
    #[must_use]
    pub fn with_union(self, rule: UnionRule) -> Self {
        Self { rule, ..self }
    }

    fn with_capacity(capacity: Capacity, ties: TieOrder) -> Self {
        Self {
            capacity,
            rule: UnionRule::Pairwise,
            ties,
            pool: Pool::new(),
            weights: Weights::default(),
            union: Union::Nothing,
            surplus: 0,
            front: Vec::new(),
            back: Vec::new(),
            runs: Vec::new(),
            leaving: Vec::new(),
            notes: Vec::new(),
            lost: Vec::new(),
            gained: Vec::new(),
        }
    }

    /// The number of members of a finite set that lists all of them. Sets with costs other than one are not asked.
    #[inline]
    fn exact_length(&self, set: SetRef) -> Option<usize> {
        let (listed, single) = self.pool.listed(set);
        let length = listed.len() + usize::from(single.is_some());
        (self.pool.size(set) == Size::from_len(length)).then_some(length)
    }

    /// Collects what several changed parts lost and gained; what one lost and another gained was not lost.
    fn gather(&mut self, changes: impl Iterator<Item = (SetRef, ListDelta)>) {
        self.lost.clear();
        self.gained.clear();
        for (_, delta) in changes {
            self.lost.extend_from_slice(&self.notes[delta.lost()]);
            self.gained.extend_from_slice(&self.notes[delta.gained()]);
        }
        self.gained.sort_unstable();
        self.gained.dedup();
        let Self { lost, gained, .. } = self;
        lost.sort_unstable();
        lost.dedup();
        lost.retain(|member| gained.binary_search(member).is_err());
    }

    /// Of the collected members that were lost, keeps those that no part lists.
    fn lose_what_no_part_lists(&mut self, parts: impl Iterator<Item = SetRef>) {
        let Self { pool, leaving, lost, .. } = self;
        for part in parts {
            let (members, single) = pool.listed(part);
            lost.retain(|member| {
                leaving.contains(member) || (single != Some(*member) && members.binary_search(member).is_err())
            });
            if lost.is_empty() {
                break;
            }
        }
    }

    /// Notes how a union was amended: what its parts lost, and the first `gained` members of the back buffer.
    fn note(&mut self, is_sole: bool, only: ListDelta, gained: usize) -> ListDelta {
        let start = self.notes.len();
        if is_sole {
            self.notes.extend_from_within(only.lost());
        } else {
            self.notes.extend_from_slice(&self.lost);
        }
        let middle = self.notes.len();
        self.notes.extend_from_slice(&self.back[..gained]);
        let end = self.notes.len();
        if end >= u32::MAX as usize {
            return ListDelta::UNKNOWN;
        }
        ListDelta { start: start as u32, middle: middle as u32, end: end as u32 }
    }

    /// A handle to the set of the first `length` members in the front buffer, all of cost one.
    fn set_of(&mut self, length: usize) -> Result<SetRef, Full> {
        let members = &self.front[..length];
        if let &[member] = members
            && let Some(single) = SetRef::single(NodeId::from_bits(member))
        {
            return Ok(single);
        }
        if members.is_empty() { Ok(SetRef::EMPTY) } else { self.pool.insert(Size::from_len(length), members) }
    }

    /// Bytes of scratch space.
    fn scratch(&self) -> usize {
        let Self { front, back, notes, lost, gained, .. } = self;
        let words: usize = [front, back, notes, lost, gained].iter().map(|list| list.capacity()).sum();
        words * size_of::<u32>() + self.runs.capacity() * size_of::<usize>()
    }

    /// True if members are stored by cost first: truncated sets keep the cheapest.
    fn by_cost(&self) -> bool {
        self.capacity.truncates() && !self.weights.are_unit()
    }

    /// True if all parts of a union are taken at once. Where nothing is hidden that makes no difference but in time: a part
    /// after another takes the square of their number.
    #[inline]
    fn at_once(&self) -> bool {
        self.capacity.hides_nothing() || self.rule == UnionRule::KWay
    }

    /// A part alone as a union: where nodes have different capacities, it may list more than the one at hand may.
    #[inline]
    fn cut(&mut self, part: SetRef) -> Union {
        if !self.capacity.heeds_places() {
            return Union::Existing(part);
        }
        let mut single = [0];
        let (members, limit) = (self.pool.members(part, &mut single), self.capacity.limit());
        if members.len() <= limit {
            return Union::Existing(part);
        }
        if self.front.len() < limit {
            self.front.resize(limit, 0);
        }
        self.front[..limit].copy_from_slice(&members[..limit]);
        self.surplus += members.len() - limit;
        Union::Built(limit, self.pool.size(part))
    }

    /// Adds a finite part that is not empty to a union that is taken at once.
    fn gather_part(&mut self, part: SetRef) {
        let (hidden, largest) = match self.union {
            Union::Nothing => {
                self.union = Union::Existing(part);
                return;
            }
            Union::Existing(first) => {
                self.runs.clear();
                (self.gather_members(first), first)
            }
            Union::Gathered { hidden, largest } => (hidden, largest),
            Union::Hopeless | Union::Built(..) => return,
        };
        let hidden = hidden + self.gather_members(part);
        let largest = if self.pool.size(part) > self.pool.size(largest) { part } else { largest };
        self.union = Union::Gathered { hidden, largest };
    }

    /// Appends the members of a part to the front buffer. Returns the cost of what it hides.
    fn gather_members(&mut self, part: SetRef) -> Size {
        let truncates = self.capacity.truncates();
        let Self { pool, weights, surplus, runs, front, .. } = self;
        let mut single = [0];
        let members = pool.members(part, &mut single);
        if let &[first, ..] = members {
            let start = runs.last().copied().unwrap_or(0);
            let end = start + members.len();
            if front.len() < end {
                front.resize(end, 0);
            }
            front[start..end].copy_from_slice(members);
            *surplus += members.len();
            let key = |node: u32| (if truncates { weights.of(node) } else { 0 }, node);
            match runs.last_mut() {
                // New leaves come in ascending order: they make a single run.
                Some(last) if key(front[start - 1]) < key(first) => *last = end,
                _ => runs.push(end),
            }
        }
        pool.size(part).minus_overlap(weights.sum(members))
    }

    /// Merges neighbouring runs of the front buffer until a single one is left. Returns its length.
    fn merge_runs(&mut self) -> usize {
        let by_cost = self.by_cost();
        let Self { weights, runs, front, back, .. } = self;
        if runs.len() > 1 && back.len() < front.len() {
            back.resize(front.len(), 0);
        }
        while runs.len() > 1 {
            let (mut start, mut length) = (0, 0);
            for pair in 0..runs.len().div_ceil(2) {
                let middle = runs[2 * pair];
                let end = runs.get(2 * pair + 1).copied().unwrap_or(middle);
                let (a, b, out) = (&front[start..middle], &front[middle..end], &mut back[length..]);
                length += if by_cost { merge_by_cost(a, b, out, weights).0 } else { merge(a, b, out) };
                start = end;
                runs[pair] = length;
            }
            runs.truncate(runs.len().div_ceil(2));
            std::mem::swap(front, back);
        }
        runs.first().copied().unwrap_or(0)
    }
}

/// Where parts have members in common, each member that one of them lost is looked up in the others. More than so many are not: then
/// the parts are put together anew.
const MOST_LOST: usize = 16;

/// How far a merge of two lists has come.
#[derive(Clone, Copy, Default)]
struct Merge {
    i: usize,
    j: usize,
    length: usize,
}

impl Merge {
    /// True if no list has ended.
    #[inline]
    fn goes_on(&self, a: &[u32], b: &[u32]) -> bool {
        self.i < a.len() && self.j < b.len()
    }

    /// Takes the next member. Which list it comes from is hard to predict, so nothing branches on it.
    #[inline]
    fn step(&mut self, a: &[u32], b: &[u32], out: &mut [u32]) {
        let (x, y) = (a[self.i], b[self.j]);
        out[self.length] = x.min(y);
        self.i += usize::from(x <= y);
        self.j += usize::from(y <= x);
        self.length += 1;
    }

    /// Takes all other members. Returns the merged length.
    #[inline]
    fn finish(mut self, a: &[u32], b: &[u32], out: &mut [u32]) -> usize {
        while self.goes_on(a, b) {
            self.step(a, b, out);
        }
        let rest = if self.i < a.len() { &a[self.i..] } else { &b[self.j..] };
        out[self.length..self.length + rest.len()].copy_from_slice(rest);
        self.length + rest.len()
    }
}

/// Lists shorter than this are merged in one go.
const SHORT: usize = 8;

/// Merges two ascending lists into `out`, which must hold both. Returns the merged length.
///
/// Each step of a merge waits for the one before. So long lists are cut in two at the same node, and the members below
/// and above it are merged by turns: the steps of one half do not wait for those of the other.
#[inline]
fn merge(a: &[u32], b: &[u32], out: &mut [u32]) -> usize {
    if a.len() < SHORT || b.len() < SHORT {
        return Merge::default().finish(a, b, out);
    }
    let (low_a, high_a) = a.split_at(a.len() / 2);
    let (low_b, high_b) = b.split_at(b.partition_point(|&node| node < high_a[0]));
    let (low_out, high_out) = out.split_at_mut(low_a.len() + low_b.len());
    let (mut low, mut high) = (Merge::default(), Merge::default());
    while low.goes_on(low_a, low_b) && high.goes_on(high_a, high_b) {
        low.step(low_a, low_b, low_out);
        high.step(high_a, high_b, high_out);
    }
    let length = low.finish(low_a, low_b, low_out);
    let more = high.finish(high_a, high_b, high_out);
    let start = low_out.len();
    if length < start {
        out.copy_within(start..start + more, length);
    }
    length + more
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

/// Writes `members` without `lost` and with `gained` to `out`, and those of `gained` that are new to `new`. All lists
/// are ascending, and no member is both lost and gained. Returns the two lengths.
///
/// Between two changes whole runs are copied: the cost is a few comparisons per change and a move of the rest.
fn apply(members: &[u32], lost: &[u32], gained: &[u32], out: &mut [u32], new: &mut [u32]) -> (usize, usize) {
    let (mut from, mut length, mut added) = (0, 0, 0);
    let (mut i, mut j) = (0, 0);
    loop {
        let loses = match (lost.get(i), gained.get(j)) {
            (Some(x), Some(y)) => x < y,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => break,
        };
        let member = if loses { lost[i] } else { gained[j] };
        let to = from + position(&members[from..], member);
        out[length..length + to - from].copy_from_slice(&members[from..to]);
        length += to - from;
        from = to;
        let present = members.get(to) == Some(&member);
        if loses {
            from += usize::from(present);
            i += 1;
        } else {
            if !present {
                out[length] = member;
                length += 1;
                new[added] = member;
                added += 1;
            }
            j += 1;
        }
    }
    let rest = &members[from..];
    out[length..length + rest.len()].copy_from_slice(rest);
    (length + rest.len(), added)
}

/// The number of members below `member`: those to be gained are mostly the newest, so the end is looked at first.
#[inline]
fn position(members: &[u32], member: u32) -> usize {
    match members.last() {
        Some(&last) if last >= member => members.partition_point(|&other| other < member),
        _ => members.len(),
    }
}

impl Effort for SortedSet {
    type Value = SetRef;
    type Delta = ListDelta;

    const LISTS_NODES: bool = true;

    #[inline]
    fn is_idempotent(&self) -> bool {
        !self.capacity.truncates()
    }

    #[inline]
    fn coarsens(&self) -> bool {
        self.capacity.lowers()
    }

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
            return if cost == Size::ONE { Ok(SetRef::UNLISTED) } else { self.pool.insert(cost, &[]) };
        }
        match SetRef::single(node) {
            Some(single) if cost == Size::ONE => Ok(single),
            _ => self.pool.insert(cost, &[node.to_bits()]),
        }
    }

    /// A leaf that does not cost one takes a block, listed or not, and its cost is kept by its number.
    fn growth_for(&self, leaves: usize, nodes: usize) -> usize {
        leaves * Pool::LEAF + self.weights.growth_for(nodes)
    }

    /// The handle says everything, unless the number of the leaf is too large for it.
    fn growth_for_units(&self, leaves: usize, nodes: usize) -> usize {
        nodes.saturating_sub(SetRef::SINGLES).min(leaves) * Pool::LEAF
    }

    fn standing_for(&mut self, node: NodeId, size: Size, needed: &[NodeId]) -> Result<SetRef, Full> {
        let own = size.minus_overlap(Size::from_len(needed.len()));
        let mut members: Vec<u32> = needed.iter().map(|member| member.to_bits()).collect();
        if !own.is_zero() {
            self.weights.set(node, own);
            members.push(node.to_bits());
        }
        let truncates = self.capacity.truncates();
        members.sort_unstable_by_key(|&member| (if truncates { self.weights.of(member) } else { 0 }, member));
        members.truncate(self.capacity.limit());
        if let (&[only], Size::ONE) = (&members[..], size)
            && let Some(single) = SetRef::single(NodeId::from_bits(only))
        {
            return Ok(single);
        }
        self.pool.insert(size, &members)
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
        if sizes != Ordering::Equal || self.ties == TieOrder::First {
            return sizes;
        }
        let (mut single_a, mut single_b) = ([0], [0]);
        let a = self.pool.members(a, &mut single_a);
        let b = self.pool.members(b, &mut single_b);
        let compare = |a: &[u32], b: &[u32]| match self.ties {
            TieOrder::Lex => a.cmp(b),
            TieOrder::Colex => a.iter().rev().cmp(b.iter().rev()),
            TieOrder::First => Ordering::Equal,
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
    fn same(&self, a: SetRef, b: SetRef) -> bool {
        a == b
            || (self.pool.size(a) == self.pool.size(b)
                && self.pool.members(a, &mut [0]) == self.pool.members(b, &mut [0]))
    }

    #[inline]
    fn begin(&mut self) {
        self.union = Union::Nothing;
        self.surplus = 0;
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
        if self.at_once() {
            self.gather_part(part);
            return;
        }
        if matches!(self.union, Union::Nothing) {
            self.union = self.cut(part);
            return;
        }
        let Self { capacity, pool, weights, union, surplus, front, back, .. } = self;
        let (mut single_a, mut single_b) = ([0], [0]);
        let (b, bound_b) = (pool.members(part, &mut single_b), pool.size(part));
        let (a, bound_a) = match *union {
            Union::Nothing | Union::Hopeless | Union::Gathered { .. } => return,
            Union::Existing(set) => (pool.members(set, &mut single_a), pool.size(set)),
            Union::Built(length, bound) => (&front[..length], bound),
        };

        let room = a.len() + b.len();
        if back.len() < room {
            back.resize(room, 0);
        }
        let (length, overlap) = if weights.are_unit() {
            let length = merge(a, b, back);
            (length, Size::from_len(room - length))
        } else if capacity.truncates() {
            merge_by_cost(a, b, back, weights)
        } else {
            (merge(a, b, back), overlap_of(a, b, weights))
        };
        let bound = (bound_a + bound_b).minus_overlap(overlap);
        // An equal bound means that one side lists all of the other: the union is that side, and can share its storage.
        match *union {
            Union::Existing(_) if bound == bound_a && bound < Size::MAX_FINITE => *surplus += room - length,
            Union::Existing(_) if bound == bound_b && bound < Size::MAX_FINITE && b.len() <= capacity.limit() => {
                *surplus += room - length;
                *union = Union::Existing(part);
            }
            _ => {
                let length = length.min(capacity.limit());
                *surplus += room - length;
                *union = Union::Built(length, bound);
                std::mem::swap(front, back);
            }
        }
    }

    #[inline]
    fn finish(&mut self, old: SetRef) -> Result<Option<SetRef>, Full> {
        if let Union::Gathered { hidden, largest } = self.union {
            let length = self.merge_runs();
            self.surplus -= length;
            let bound = self.weights.sum(&self.front[..length]) + hidden;
            // A part of the same bound lists what all others list, and they hide nothing.
            self.union = if bound == self.pool.size(largest) && bound < Size::MAX_FINITE {
                Union::Existing(largest)
            } else {
                Union::Built(length.min(self.capacity.limit()), bound)
            };
        }
        if let Union::Existing(set) = self.union {
            self.union = self.cut(set);
        }
        let new = match self.union {
            Union::Nothing | Union::Gathered { .. } => SetRef::EMPTY,
            Union::Hopeless => SetRef::INFINITE,
            Union::Existing(set) => set,
            Union::Built(length, bound) => {
                let members = &self.front[..length];
                let mut single = [0];
                if self.pool.size(old) == bound && self.pool.members(old, &mut single) == members {
                    return Ok(None);
                }
                return self.pool.insert(bound, members).map(Some);
            }
        };
        if self.same(new, old) {
            return Ok(None);
        }
        self.pool.share(new);
        Ok(Some(new))
    }

    #[inline]
    fn apart(&self) -> bool {
        !matches!(self.union, Union::Hopeless) && self.surplus == 0
    }

    #[inline]
    fn begin_update(&mut self, leaving: &[NodeId]) {
        self.leaving.clear();
        self.leaving.extend(leaving.iter().map(|leaf| leaf.to_bits()));
        self.notes.clear();
    }

    fn delta(&mut self, old: SetRef, new: SetRef) -> ListDelta {
        if !self.weights.are_unit() || self.exact_length(old).is_none() || self.exact_length(new).is_none() {
            return ListDelta::UNKNOWN;
        }
        let Self { pool, notes, gained, .. } = self;
        let (mut single_a, mut single_b) = ([0], [0]);
        let (a, b) = (pool.members(old, &mut single_a), pool.members(new, &mut single_b));
        let start = notes.len();
        if start + a.len() + b.len() >= u32::MAX as usize {
            return ListDelta::UNKNOWN;
        }
        notes.resize(start + a.len() + b.len(), 0);
        if gained.len() < b.len() {
            gained.resize(b.len(), 0);
        }
        let (mut i, mut j, mut lost, mut new) = (0, 0, start, 0);
        while i < a.len() && j < b.len() {
            let (x, y) = (a[i], b[j]);
            notes[lost] = x;
            lost += usize::from(x < y);
            gained[new] = y;
            new += usize::from(y < x);
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        notes[lost..lost + a.len() - i].copy_from_slice(&a[i..]);
        gained[new..new + b.len() - j].copy_from_slice(&b[j..]);
        let (middle, new) = (lost + a.len() - i, new + b.len() - j);
        notes[middle..middle + new].copy_from_slice(&gained[..new]);
        notes.truncate(middle + new);
        ListDelta { start: start as u32, middle: middle as u32, end: (middle + new) as u32 }
    }

    fn amend(
        &mut self,
        old: SetRef,
        apart: bool,
        changes: impl Iterator<Item = (SetRef, ListDelta)> + Clone,
        parts_now: impl Iterator<Item = SetRef>,
    ) -> Result<Option<Amendment<Self>>, Full> {
        let Some(length) = self.exact_length(old).or_else(|| (old == SetRef::INFINITE).then_some(0)) else {
            return Ok(None);
        };
        let (mut parts, mut lost, mut gained) = (0, 0, 0);
        let mut only = ListDelta::UNKNOWN;
        let mut may_stay = false;
        for (_, delta) in changes.clone() {
            if !delta.is_known() {
                return Ok(None);
            }
            // Another part may list what this part lost, unless no two parts have a member in common or it is lost to
            // all of them.
            may_stay |= !apart && self.notes[delta.lost()].iter().any(|member| !self.leaving.contains(member));
            parts += 1;
            lost += delta.lost().len();
            gained += delta.gained().len();
            only = delta;
        }
        if old == SetRef::INFINITE {
            // Some part is infinite; it is not among those that changed, which were and are finite.
            return Ok(Some(Amended { change: None, apart }));
        }
        if may_stay && lost > MOST_LOST {
            return Ok(None);
        }
        let is_sole = parts == 1 && !may_stay;
        if !is_sole {
            self.gather(changes.clone());
            only = ListDelta::UNKNOWN;
        }
        if may_stay {
            self.lose_what_no_part_lists(parts_now);
        }
        if self.front.len() < length + gained {
            self.front.resize(length + gained, 0);
        }
        if self.back.len() < gained {
            self.back.resize(gained, 0);
        }
        let (new_length, really_gained) = {
            let Self { pool, notes, lost, gained, front, back, .. } = &mut *self;
            let (lost, gained) = if is_sole {
                (&notes[only.lost()], &notes[only.gained()])
            } else {
                (lost.as_slice(), gained.as_slice())
            };
            apply(pool.members(old, &mut [0]), lost, gained, front, back)
        };
        let apart = apart && new_length + lost == length + gained;
        if new_length > self.capacity.limit() {
            if !self.at_once() {
                return Ok(None);
            }
            // No part hides anything, so the bound of all at once is the size of what they list.
            let value = self.pool.insert(Size::from_len(new_length), &self.front[..self.capacity.limit()])?;
            return Ok(Some(Amended { change: Some((value, ListDelta::UNKNOWN)), apart }));
        }
        if really_gained == 0 && new_length == length {
            return Ok(Some(Amended { change: None, apart }));
        }
        let delta = if is_sole && really_gained == gained { only } else { self.note(is_sole, only, really_gained) };
        // A part as long as the union is the union: its storage can be shared.
        let whole = changes.map(|(value, _)| value).find(|&value| self.exact_length(value) == Some(new_length));
        let value = match whole {
            Some(value) => {
                self.pool.share(value);
                value
            }
            None => self.set_of(new_length)?,
        };
        Ok(Some(Amended { change: Some((value, delta)), apart }))
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

    fn clear(&mut self) {
        self.pool.clear();
        self.weights.clear();
        // Lists as long as the sets were so far need not be as long again.
        for list in [&mut self.front, &mut self.back, &mut self.notes, &mut self.lost, &mut self.gained] {
            *list = Vec::new();
        }
    }

    fn shrink(&mut self) {
        self.pool.shrink();
        self.weights.shrink();
    }

    fn coarsen(&mut self) -> bool {
        self.capacity.lower()
    }

    #[inline]
    fn heeds_places(&self) -> bool {
        self.capacity.heeds_places()
    }

    #[inline]
    fn stand_at(&mut self, depth: u32, parents: usize) {
        self.capacity.stand_at(depth, parents);
    }

    fn bytes(&self) -> usize {
        self.pool.bytes() + self.weights.bytes() + self.scratch()
    }
}
