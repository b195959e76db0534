//! Hitting sets below a given cost, by branch and bound.
//!
//! Given sets of weighted elements, find elements such that every set has one. An instance is first reduced: a set that
//! contains another goes; an element goes if one that costs no more is in all of its sets; the element of a set of one
//! is taken. Then: branch on an element, bound by prices (see `prices`), and settle at each node the elements that the
//! prices decide. The search ends with the first hitting set that is cheap enough, for its user has more sets to add
//! until there is none.

use std::cmp::Reverse;

use crate::lists::Lists;
use crate::prices::{self, Relaxed, Scale};
use crate::work::Work;

/// Subgradient steps at the root of a branch and bound, and at its other nodes.
const ROOT_STEPS: u32 = 300;
/// The same at the root if its prices come from a similar instance.
const WARM_STEPS: u32 = 100;
const STEPS: u32 = 40;

/// What is known about hitting sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hitting {
    /// No hitting set is cheaper; at most the cost given.
    pub(crate) lower: u64,
    /// A hitting set that is cheaper than the cost given. If there is none and the work sufficed, `lower` is that cost.
    pub(crate) found: Option<Vec<u32>>,
}

/// Looks for a hitting set of `sets` that costs less than `upper`. Costs are positive, sets not empty.
///
/// `prices`, one a set and zero at first, are where bounds begin; they are improved for the next call.
pub(crate) fn below(upper: u64, costs: &[u64], sets: &[Vec<u32>], prices: &mut [f64], work: &mut Work<'_>) -> Hitting {
    let mut kernel = Kernel::new(costs, sets);
    kernel.reduce();
    let part = Part::new(&kernel);
    let first = kernel.rows.iter().map(|row| part.scale.fractions(prices[row.set as usize])).collect();
    let (rest, last) = part.below(upper.saturating_sub(kernel.cost), first, work);
    if let Some(last) = last {
        prices.fill(0.0);
        for (row, price) in kernel.rows.iter().zip(last) {
            prices[row.set as usize] = part.scale.cost(price);
        }
    }
    Hitting {
        lower: rest.lower.saturating_add(kernel.cost).min(upper),
        found: rest.found.map(|found| {
            let taken = kernel.taken.iter().chain(&found);
            taken.map(|&element| kernel.elements[element as usize]).collect()
        }),
    }
}

type Bits = Vec<u64>;

fn members(bits: &[u64]) -> impl Iterator<Item = u32> + '_ {
    bits.iter().zip(0..).flat_map(|(&bits, word): (_, u32)| {
        std::iter::successors((bits != 0).then_some(bits), |&rest| {
            let rest = rest & (rest - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |rest| word * 64 + rest.trailing_zeros())
    })
}

fn len(bits: &[u64]) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

fn is_subset(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// All words in one: that of a subset is a subset of it, which settles most comparisons.
fn digest(bits: &[u64]) -> u64 {
    bits.iter().fold(0, |all, word| all | word)
}

fn has(bits: &[u64], member: u32) -> bool {
    bits[member as usize / 64] >> (member % 64) & 1 != 0
}

fn insert(bits: &mut [u64], member: u32) {
    bits[member as usize / 64] |= 1 << (member % 64);
}

fn remove(bits: &mut [u64], member: u32) {
    bits[member as usize / 64] &= !(1 << (member % 64));
}

/// The sets that are still to be hit, none of them empty, and what was taken to hit the others.
struct Kernel {
    /// The elements that are in any set; inside, they go by their places here.
    elements: Vec<u32>,
    costs: Vec<u64>,
    cost: u64,
    taken: Vec<u32>,
    rows: Vec<Row>,
}

/// A set that is to be hit.
struct Row {
    bits: Bits,
    /// Its place among the sets that were given.
    set: u32,
}

impl Kernel {
    fn new(costs: &[u64], sets: &[Vec<u32>]) -> Self {
        let mut elements: Vec<u32> = sets.iter().flatten().copied().collect();
        elements.sort_unstable();
        elements.dedup();
        let mut places = vec![0; costs.len()];
        for (place, &element) in (0..).zip(&elements) {
            places[element as usize] = place;
        }
        let row = |(set, members): (u32, &Vec<u32>)| {
            let mut bits = vec![0; elements.len().div_ceil(64)];
            for &element in members {
                insert(&mut bits, places[element as usize]);
            }
            Row { bits, set }
        };
        let rows = (0..).zip(sets).map(row).collect();
        let costs = elements.iter().map(|&element| costs[element as usize]).collect();
        Self { elements, costs, cost: 0, taken: Vec::new(), rows }
    }

    /// Applies all reductions until none applies.
    fn reduce(&mut self) {
        loop {
            while let Some(element) =
                self.rows.iter().find(|row| len(&row.bits) == 1).and_then(|row| members(&row.bits).next())
            {
                self.cost = self.cost.saturating_add(self.costs[element as usize]);
                self.taken.push(element);
                self.rows.retain(|row| !has(&row.bits, element));
            }
            self.drop_supersets();
            if !self.drop_dominated() {
                return;
            }
        }
    }

    fn drop_supersets(&mut self) {
        self.rows.sort_by_cached_key(|row| len(&row.bits));
        let mut kept: Vec<Row> = Vec::with_capacity(self.rows.len());
        let mut digests = Vec::with_capacity(self.rows.len());
        for row in std::mem::take(&mut self.rows) {
            let all = digest(&row.bits);
            let mut smaller = digests.iter().zip(&kept);
            if !smaller.any(|(&digest, smaller)| digest & !all == 0 && is_subset(&smaller.bits, &row.bits)) {
                kept.push(row);
                digests.push(all);
            }
        }
        self.rows = kept;
    }

    /// Drops elements that another does without loss. True if there were any.
    fn drop_dominated(&mut self) -> bool {
        // For each element, the rows that it is in.
        let words = self.rows.len().div_ceil(64).max(1);
        let mut columns = vec![0; self.elements.len() * words];
        for (index, row) in (0..).zip(&self.rows) {
            for element in members(&row.bits) {
                insert(&mut columns[element as usize * words..], index);
            }
        }
        let column = |element: usize| &columns[element * words..][..words];
        let lens: Vec<u32> = columns.chunks_exact(words).map(len).collect();
        let mut alive: Vec<usize> = (0..lens.len()).filter(|&element| lens[element] > 0).collect();
        // Whatever can dominate comes first.
        alive.sort_by_key(|&element| (Reverse(lens[element]), self.costs[element], element));
        let mut kept: Vec<(u64, usize)> = Vec::with_capacity(alive.len());
        let mut dropped = false;
        for element in alive {
            let (rows, cost) = (column(element), self.costs[element]);
            let own = digest(rows);
            let dominates = |&(digest, other): &(u64, usize)| {
                own & !digest == 0 && self.costs[other] <= cost && is_subset(rows, column(other))
            };
            if kept.iter().any(dominates) {
                dropped = true;
                for row in members(rows) {
                    remove(&mut self.rows[row as usize].bits, element as u32);
                }
            } else {
                kept.push((own, element));
            }
        }
        dropped
    }
}

/// What is left of a kernel, laid out for walking along rows and columns.
struct Part {
    costs: Vec<u64>,
    scale: Scale,
    /// Costs in fractions.
    scaled: Vec<i64>,
    rows: Lists<u32>,
    /// For each element, the rows that it is in.
    columns: Lists<u32>,
}

/// An open node of the branch and bound.
struct Open {
    bound: u64,
    /// What was decided on the way: elements, and whether they are taken.
    decided: Vec<(u32, bool)>,
    prices: Vec<i64>,
}

/// What decisions amount to.
struct State {
    cost: u64,
    decided: Vec<(u32, bool)>,
    free: Vec<bool>,
    hit: Vec<bool>,
}

impl Part {
    fn new(kernel: &Kernel) -> Self {
        let mut rows = Lists::default();
        for row in &kernel.rows {
            rows.push(members(&row.bits));
        }
        let costs = kernel.costs.clone();
        let scale = Scale::new(&costs, rows.len());
        let columns = rows.transposed(costs.len());
        let scaled = costs.iter().map(|&cost| scale.down(cost)).collect();
        Self { costs, scale, scaled, rows, columns }
    }

    /// Branch and bound, depth first, until a hitting set is found that costs less than `upper`. Also the prices of the
    /// rows that gave the best bound before anything was decided, if it came to that.
    fn below(&self, upper: u64, first: Vec<i64>, work: &mut Work<'_>) -> (Hitting, Option<Vec<i64>>) {
        // Prices of a similar instance often give the bound at once.
        let (prices, mut steps) = if first.iter().any(|&price| price > 0) {
            (first, WARM_STEPS)
        } else {
            (prices::start(&self.scaled, self.rows.iter()), ROOT_STEPS)
        };
        let mut last = None;
        let mut open = vec![Open { bound: 0, decided: Vec::new(), prices }];
        // The bound at the root: it holds whatever is left undone.
        let mut lower = 0;
        while let Some(Open { mut bound, decided, mut prices }) = open.pop() {
            if !work.spend() {
                return (Hitting { lower, found: None }, last);
            }
            let Some(mut state) = self.state(&decided) else { continue };
            let branching = loop {
                let left: Vec<u32> = (0..self.rows.len() as u32).filter(|&row| !state.hit[row as usize]).collect();
                let relaxed = self.relax(&state, &left, &prices, upper, steps);
                if last.is_none() {
                    // Nothing is decided yet, so these are all rows.
                    last = Some(relaxed.prices.clone());
                }
                bound = bound.max(state.cost.saturating_add(self.scale.up(relaxed.bound)));
                if decided.is_empty() {
                    lower = lower.max(bound.min(upper));
                }
                if bound >= upper {
                    break None;
                }
                if let Some(taken) = self.dive(&state, &left, &relaxed, upper) {
                    return (Hitting { lower, found: Some(taken) }, last);
                }
                for (&row, &price) in left.iter().zip(&relaxed.prices) {
                    prices[row as usize] = price;
                }
                steps = STEPS;
                if !self.settle(&mut state, &relaxed, upper) {
                    break self.least_sure(&state, &relaxed);
                }
                if !self.propagate(&mut state) {
                    break None;
                }
            };
            if let Some(element) = branching {
                for taken in [false, true] {
                    let mut decided = state.decided.clone();
                    decided.push((element, taken));
                    open.push(Open { bound, decided, prices: prices.clone() });
                }
            }
        }
        (Hitting { lower: upper, found: None }, last)
    }

    /// What follows from decisions; `None` if they leave a row without elements.
    fn state(&self, decided: &[(u32, bool)]) -> Option<State> {
        let mut state = State {
            cost: 0,
            decided: Vec::new(),
            free: vec![true; self.costs.len()],
            hit: vec![false; self.rows.len()],
        };
        for &(element, taken) in decided {
            self.decide(&mut state, element, taken);
        }
        self.propagate(&mut state).then_some(state)
    }

    fn decide(&self, state: &mut State, element: u32, taken: bool) {
        state.free[element as usize] = false;
        state.decided.push((element, taken));
        if taken {
            state.cost = state.cost.saturating_add(self.costs[element as usize]);
            for &row in self.columns.of(element) {
                state.hit[row as usize] = true;
            }
        }
    }

    /// Takes elements that are the last of a row. False if a row has none left.
    fn propagate(&self, state: &mut State) -> bool {
        for (row, elements) in self.rows.iter().enumerate() {
            if state.hit[row] {
                continue;
            }
            let mut free = elements.iter().copied().filter(|&element| state.free[element as usize]);
            match (free.next(), free.next()) {
                (None, _) => return false,
                (Some(element), None) => self.decide(state, element, true),
                (Some(_), Some(_)) => {}
            }
        }
        true
    }

    /// The rows of an element that are not hit yet.
    fn open_rows<'a>(&'a self, state: &'a State, element: u32) -> impl Iterator<Item = usize> + Clone + 'a {
        self.columns.of(element).iter().map(|&row| row as usize).filter(|&row| !state.hit[row])
    }

    /// Improves the prices of the rows that are left.
    fn relax(&self, state: &State, left: &[u32], prices: &[i64], upper: u64, steps: u32) -> Relaxed {
        // The elements that are free and in any of these rows, often a small part of all, and their places among
        // themselves.
        let mut used: Vec<u32> = Vec::new();
        let mut places = vec![u32::MAX; self.costs.len()];
        let mut rows = Lists::default();
        for &row in left {
            let free = self.rows.of(row).iter().filter(|&&element| state.free[element as usize]);
            rows.push(free.map(|&element| {
                let place = &mut places[element as usize];
                if *place == u32::MAX {
                    *place = used.len() as u32;
                    used.push(element);
                }
                *place
            }));
        }
        let costs: Vec<i64> = used.iter().map(|&element| self.scaled[element as usize]).collect();
        let start: Vec<i64> = left.iter().map(|&row| prices[row as usize]).collect();
        let total = self.costs.iter().fold(0, |sum: u64, &cost| sum.saturating_add(cost));
        // Costs are whole, so a bound above the next smaller cost is as good as one of `upper`.
        let room = upper.saturating_sub(state.cost).min(total).max(1);
        let found = prices::relax(&costs, &rows, start, self.scale.down(room - 1) + 1, steps);
        let mut relaxed = Relaxed { beyond: self.scaled.clone(), paid: vec![0; self.costs.len()], ..found };
        for ((element, beyond), paid) in used.into_iter().zip(found.beyond).zip(found.paid) {
            relaxed.beyond[element as usize] = beyond;
            relaxed.paid[element as usize] = paid;
        }
        relaxed
    }

    /// A hitting set that the prices suggest, if it is cheaper than `upper`: again and again the element that costs
    /// least, beyond the prices that it earns, for each row that it hits; then those are left out that turned out not
    /// to be needed (Caprara, Fischetti and Toth 1999).
    fn dive(&self, state: &State, left: &[u32], relaxed: &Relaxed, upper: u64) -> Option<Vec<u32>> {
        let mut hits = vec![0_u32; self.rows.len()];
        let mut price = vec![0; self.rows.len()];
        for (&row, &offered) in left.iter().zip(&relaxed.prices) {
            price[row as usize] = offered;
        }
        let mut free: Vec<u32> = (0..self.costs.len() as u32).filter(|&element| state.free[element as usize]).collect();
        // For each element, the rows that it would newly hit, and what it costs beyond their prices.
        let mut useful = vec![0_u32; self.costs.len()];
        let mut beyond = self.scaled.clone();
        for &element in &free {
            for row in self.open_rows(state, element) {
                useful[element as usize] += 1;
                beyond[element as usize] -= price[row];
            }
        }
        let mut picked = Vec::new();
        let mut missing = left.len();
        while missing > 0 {
            free.retain(|&element| useful[element as usize] > 0);
            let score = |element: u32| {
                let (beyond, useful) = (beyond[element as usize] as f64, f64::from(useful[element as usize]));
                if beyond > 0.0 { beyond / useful } else { beyond * useful }
            };
            let scores = free.iter().map(|&element| (score(element), element));
            let (_, element) = scores.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
            picked.push(element);
            for row in self.open_rows(state, element) {
                if hits[row] == 0 {
                    missing -= 1;
                    for &other in self.rows.of(row as u32).iter().filter(|&&other| state.free[other as usize]) {
                        useful[other as usize] -= 1;
                        beyond[other as usize] += price[row];
                    }
                }
                hits[row] += 1;
            }
        }
        let decided = state.decided.iter().filter(|(_, taken)| *taken);
        let mut taken: Vec<u32> = decided.map(|&(element, _)| element).collect();
        let mut cost = state.cost;
        picked.sort_by_key(|&element| Reverse(self.costs[element as usize]));
        for element in picked {
            let rows = self.open_rows(state, element);
            if rows.clone().all(|row| hits[row] > 1) {
                rows.for_each(|row| hits[row] -= 1);
            } else {
                taken.push(element);
                cost = cost.saturating_add(self.costs[element as usize]);
            }
        }
        (cost < upper).then_some(taken)
    }

    /// Decides the elements about which the prices leave no choice, if the cost is to stay below `upper`. True if there
    /// were any.
    fn settle(&self, state: &mut State, relaxed: &Relaxed, upper: u64) -> bool {
        let before = state.decided.len();
        let room = upper.saturating_sub(state.cost);
        for element in 0..self.costs.len() as u32 {
            let beyond = relaxed.beyond[element as usize];
            if state.free[element as usize] && self.scale.up(relaxed.bound.saturating_add(beyond.abs())) >= room {
                self.decide(state, element, beyond < 0);
            }
        }
        state.decided.len() > before
    }

    /// The element about which the prices are least sure, if rows are left.
    fn least_sure(&self, state: &State, relaxed: &Relaxed) -> Option<u32> {
        let free = (0..self.costs.len() as u32).filter(|&element| state.free[element as usize]);
        let open = |element: u32| self.open_rows(state, element).count();
        free.filter(|&element| open(element) > 0).min_by_key(|&element| {
            let sure = (2 * relaxed.paid[element as usize]).abs_diff(relaxed.steps);
            (sure, Reverse(open(element)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::below;
    use crate::work::Work;

    /// The cheapest hitting set, by trying all.
    fn cheapest(costs: &[u64], sets: &[Vec<u32>]) -> u64 {
        let hits = |chosen: u32| sets.iter().all(|set| set.iter().any(|&element| chosen >> element & 1 != 0));
        let cost = |chosen: u32| (0..costs.len()).filter(|bit| chosen >> bit & 1 != 0).map(|bit| costs[bit]).sum();
        (0..1_u32 << costs.len()).filter(|&chosen| hits(chosen)).map(cost).min().expect("all together hit all sets")
    }

    fn solve(upper: u64, costs: &[u64], sets: &[Vec<u32>], work: u64) -> (u64, Option<u64>) {
        let mut never = || false;
        let hitting = below(upper, costs, sets, &mut vec![0.0; sets.len()], &mut Work::new(work, &mut never));
        let cost = hitting.found.map(|found| {
            let missed = sets.iter().find(|set| !set.iter().any(|element| found.contains(element)));
            assert_eq!(missed, None, "{found:?}");
            found.iter().map(|&element| costs[element as usize]).sum()
        });
        (hitting.lower, cost)
    }

    #[test]
    fn random_instances_against_all_subsets() {
        let mut random = fastrand::Rng::with_seed(1);
        for case in 0..600_usize {
            let elements = random.usize(1..=11);
            let most = if case % 3 == 0 { 1 } else { 9 };
            let costs: Vec<u64> = (0..elements).map(|_| random.u64(1..=most)).collect();
            let mut set = |most: usize| {
                let len = random.usize(1..=most);
                random.choose_multiple(0..elements as u32, len)
            };
            let sets: Vec<Vec<u32>> = (0..=case % 24).map(|_| set(elements.min(5))).collect();
            let best = cheapest(&costs, &sets);
            assert_eq!(solve(best, &costs, &sets, u64::MAX), (best, None), "case {case}");
            // Whatever the prices are from which it begins.
            let mut prices: Vec<f64> = sets.iter().map(|_| random.f64() * 12.0 - 1.0).collect();
            for _ in 0..2 {
                let anew = below(best, &costs, &sets, &mut prices, &mut Work::new(u64::MAX, &mut || false));
                assert_eq!((anew.lower, anew.found), (best, None), "case {case}");
            }
            let (lower, found) = solve(best + 1, &costs, &sets, u64::MAX);
            assert_eq!(found, Some(best), "case {case}");
            assert!(lower <= best, "case {case}");
            let (lower, found) = solve(u64::MAX, &costs, &sets, 1);
            assert!(lower <= best && found.is_none_or(|found| found >= best), "case {case}");
        }
    }

    #[test]
    fn costs_of_any_size() {
        let sets = [vec![0, 1], vec![1, 2], vec![2, 0]];
        for unit in [1, 1 << 20, 1 << 40, 1 << 60] {
            let costs = [unit, unit, unit];
            let (lower, found) = solve(2 * unit, &costs, &sets, u64::MAX);
            assert_eq!((lower, found), (2 * unit, None));
            assert_eq!(solve(3 * unit, &costs, &sets, u64::MAX).1, Some(2 * unit));
        }
        let (lower, found) = solve(u64::MAX, &[u64::MAX / 2, u64::MAX / 2, 1], &sets, u64::MAX);
        assert!(lower <= u64::MAX / 2 + 1);
        assert!(found.is_some());
    }

    #[test]
    fn without_work_nothing_is_found_and_nothing_wrong_said() {
        assert_eq!(solve(9, &[1, 1], &[vec![0, 1]], 0), (1, None));
        assert_eq!(solve(9, &[1, 1, 1], &[vec![0, 1], vec![1, 2], vec![0, 2]], 0), (0, None));
    }
}
