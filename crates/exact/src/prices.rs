//! Lower bounds on hitting sets by Lagrangian relaxation, as for set covering (Beasley 1987; Caprara, Fischetti and Toth
//! 1999).
//!
//! Every set offers a price for being hit. An element pays if the prices that its sets offer exceed its cost. The sum of
//! all prices, less what the paying elements gain, is a lower bound whatever the prices are, and subgradient steps
//! improve them: sets that nobody hits offer more, those that several hit offer less. How far an element is from paying
//! also bounds what a hitting set costs that has it, or has it not.
//!
//! Prices are whole numbers of a fixed fraction of a cost, so that bounds do not depend on rounding.

use crate::lists::Lists;

/// Sums of costs over all sets take at most so many bits.
const MOST_BITS: u32 = 62;
/// The finest fraction of a cost, in bits.
const FINEST: u32 = 16;

/// Costs as whole numbers of a fraction, fine enough to share them and coarse enough for sums not to overflow.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    /// Costs are multiplied by two to this power.
    multiplied: u32,
    /// Or divided by two to this one, if they are very large.
    divided: u32,
}

impl Scale {
    /// The scale for sums of these costs over this many sets.
    pub(crate) fn new(costs: &[u64], sets: usize) -> Self {
        let total = costs.iter().map(|&cost| u128::from(cost)).sum::<u128>() * (sets as u128 + 1);
        let bits = u128::BITS - total.leading_zeros();
        Self { multiplied: MOST_BITS.saturating_sub(bits).min(FINEST), divided: bits.saturating_sub(MOST_BITS) }
    }

    /// A cost in fractions, rounded down.
    pub(crate) fn down(&self, cost: u64) -> i64 {
        (cost << self.multiplied >> self.divided).cast_signed()
    }

    /// A price that is a share of a cost of one, in fractions.
    pub(crate) fn fractions(&self, price: f64) -> i64 {
        (price * self.unit()) as i64
    }

    /// A price in fractions as a share of a cost of one.
    pub(crate) fn cost(&self, fractions: i64) -> f64 {
        fractions as f64 / self.unit()
    }

    fn unit(&self) -> f64 {
        2.0_f64.powi(self.multiplied.cast_signed() - self.divided.cast_signed())
    }

    /// The least whole cost that is not below this many fractions.
    pub(crate) fn up(&self, fractions: i64) -> u64 {
        let whole = fractions.max(0).cast_unsigned().div_ceil(1 << self.multiplied);
        u64::try_from(u128::from(whole) << self.divided).unwrap_or(u64::MAX)
    }
}

/// How much of the last direction a step keeps.
const MEMORY: f64 = 0.7;
/// After so many steps without a better bound, steps get shorter by this factor.
const PATIENCE: u32 = 10;
const DAMPING: f64 = 0.7;

/// What prices say about an instance.
#[derive(Clone, Debug)]
pub(crate) struct Relaxed {
    /// The best lower bound found, in fractions.
    pub(crate) bound: i64,
    /// The prices that give it.
    pub(crate) prices: Vec<i64>,
    /// What each element costs beyond the prices that its sets offer; negative for those that pay.
    pub(crate) beyond: Vec<i64>,
    /// In how many of the last steps each element paid.
    pub(crate) paid: Vec<u32>,
    /// The number of these steps.
    pub(crate) steps: u32,
}

/// Improves prices by at most this many subgradient steps, until the bound is at least `target`.
///
/// `costs` and `target` are in fractions, and so are the prices, one a set. In a step some
/// prices stay as they are, and few elements begin to pay or cease to: only what changes is counted again.
pub(crate) fn relax(costs: &[i64], sets: &Lists<u32>, start: Vec<i64>, target: i64, steps: u32) -> Relaxed {
    let cheapest = |set: &[u32]| set.iter().map(|&element| costs[element as usize]).min().unwrap_or(0);
    let most: Vec<i64> = sets.iter().map(cheapest).collect();
    let mut prices: Vec<i64> = start.into_iter().zip(&most).map(|(price, &most)| price.clamp(0, most)).collect();
    let mut beyond = costs.to_vec();
    for (set, price) in sets.iter().zip(&prices).filter(|(_, price)| **price != 0) {
        for &element in set {
            beyond[element as usize] -= price;
        }
    }
    let mut best = Relaxed {
        bound: i64::MIN,
        prices: prices.clone(),
        beyond: beyond.clone(),
        paid: vec![0; costs.len()],
        steps: 0,
    };
    // Which elements pay, how many of them each set has, and the sets of each element, which the first step does not
    // need.
    let mut pays = vec![false; costs.len()];
    let mut hits = vec![0_i32; prices.len()];
    let mut changed = vec![(0_u32, 0_i64); prices.len()];
    let mut columns = Lists::default();
    let mut direction = vec![0.0; prices.len()];
    // A step covers this part of the distance to the target, as far as the direction tells.
    let mut factor = 1.0;
    let mut since_better = 0;
    for step in 0..steps {
        let bound = prices.iter().sum::<i64>() + beyond.iter().filter(|&&beyond| beyond < 0).sum::<i64>();
        if step >= steps / 2 {
            best.steps += 1;
            for (paid, beyond) in best.paid.iter_mut().zip(&beyond) {
                *paid += u32::from(*beyond < 0);
            }
        }
        since_better += 1;
        if bound > best.bound {
            since_better = 0;
            best.bound = bound;
            best.prices.copy_from_slice(&prices);
            best.beyond.copy_from_slice(&beyond);
        }
        if best.bound >= target {
            break;
        }
        if step == 0 {
            columns = sets.transposed(costs.len());
        }
        for (element, (pays, beyond)) in (0..).zip(pays.iter_mut().zip(&beyond)) {
            if *pays != (*beyond < 0) {
                *pays = !*pays;
                for &set in columns.of(element) {
                    let hits = &mut hits[set as usize];
                    *hits = if *pays { *hits + 1 } else { *hits - 1 };
                }
            }
        }
        let mut norm = 0.0;
        for ((direction, hits), price) in direction.iter_mut().zip(&hits).zip(&prices) {
            let missing = 1 - if *price == 0 { (*hits).min(1) } else { *hits };
            let change = f64::from(missing);
            *direction = change + MEMORY * *direction;
            norm += *direction * *direction;
        }
        if norm == 0.0 {
            break;
        }
        if since_better >= PATIENCE {
            since_better = 0;
            factor *= DAMPING;
        }
        let stride = factor * (target - bound) as f64 / norm;
        let mut count = 0;
        for (set, ((price, direction), most)) in (0..).zip(prices.iter_mut().zip(&direction).zip(&most)) {
            let more = ((stride * direction) as i64).max(-*price).min(most - *price);
            *price += more;
            changed[count] = (set, more);
            count += usize::from(more != 0);
        }
        for &(set, more) in &changed[..count] {
            for &element in sets.of(set) {
                beyond[element as usize] -= more;
            }
        }
    }
    best
}

/// Prices from which to start: each set in turn offers all that its elements still cost.
pub(crate) fn start<'a>(costs: &[i64], sets: impl Iterator<Item = &'a [u32]>) -> Vec<i64> {
    let mut left = costs.to_vec();
    sets.map(|set| {
        let price = set.iter().map(|&element| left[element as usize]).min().unwrap_or(0);
        for &element in set {
            left[element as usize] -= price;
        }
        price
    })
    .collect()
}
