//! How large a search of the second level may become.
//!
//! The idea (Breuker, Uiterwijk and van den Herik 2001): small second levels while the first is small, so that the first
//! grows fast and learns where to look; as large ones as the first where memory runs out. With x nodes in the first
//! level and room for N in all, the second gets `y = min(x f(x), N - x)` with `f(x) = 1 / (1 + e^((a - x) / b))`.
//!
//! The invariant: the size follows from counts alone, by additions, multiplications and divisions, so that it is the
//! same on every machine.

use std::num::NonZeroU64;

/// How many nodes a search of the second level may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// A share of the first level that grows with it. What is not given is scaled to the nodes N that fit into the
    /// memory limit: `a` and `b` are both N / 16; without a limit they are 1,800,000 and
    /// 240,000 (Winands, Uiterwijk and van den Herik 2004).
    Growth {
        /// The size of the first level at which the second may be half as large.
        a: Option<u64>,
        /// How slowly the share grows there: from a tenth at `a - b ln 9` to nine tenths at `a + b ln 9`.
        b: Option<NonZeroU64>,
    },
    /// As large as the first level (Allis 1994).
    Full,
    /// So many nodes, whatever the first level holds. One or none: no second level.
    Nodes(u64),
}

impl Default for Budget {
    fn default() -> Self {
        Self::Growth { a: None, b: None }
    }
}

impl Budget {
    /// The defaults of `a` and `b` are one in so many of the nodes that fit.
    pub const SHARE: u64 = 16;
    /// The default of `a` without a limit on memory.
    pub const A: u64 = 1_800_000;
    /// The default of `b` without a limit on memory.
    pub const B: NonZeroU64 = NonZeroU64::new(240_000).expect("not zero");

    /// The nodes that a search of the second level may hold when the first level holds `first`, `total` nodes fit into
    /// the memory limit and `free` nodes into what is left of it; `None` without a limit.
    pub fn nodes(self, first: u64, total: Option<u64>, free: Option<u64>) -> u64 {
        let wanted = match self {
            Self::Nodes(nodes) => nodes,
            Self::Full => first,
            Self::Growth { a, b } => {
                let a = a.unwrap_or_else(|| total.map_or(Self::A, |total| total / Self::SHARE));
                let b = b.unwrap_or_else(|| {
                    total.map_or(Self::B, |total| NonZeroU64::new(total / Self::SHARE).unwrap_or(NonZeroU64::MIN))
                });
                ((first as f64 * share(first, a, b)) as i64).unsigned_abs()
            }
        };
        wanted.min(free.unwrap_or(u64::MAX))
    }
}

/// The growth function f: between 0 and 1, one half at `a`, increasing in `x`.
pub fn share(x: u64, a: u64, b: NonZeroU64) -> f64 {
    let distance = x.abs_diff(a) as f64 / b.get() as f64;
    let small = exponential_of_minus(distance);
    let share = 1.0 / (1.0 + small);
    if x >= a { share } else { small * share }
}

/// `e^-x` for `x >= 0`, to twelve digits or so. The standard library's depends on the machine in the last bit.
fn exponential_of_minus(x: f64) -> f64 {
    /// Where `e^-x` counts for nothing beside 1, and a share of any first level is less than a node.
    const FAR: f64 = 700.0;
    const HALVINGS: i32 = 12;
    if x >= FAR {
        return 0.0;
    }
    // e^z = (e^(z / 2^k))^(2^k), with the series of e^z where z is small; z is at most 700 / 4096 here.
    let z = x / f64::from(1 << HALVINGS);
    let series = (1..=12).rev().fold(1.0, |sum, n| 1.0 + z / f64::from(n) * sum);
    1.0 / (0..HALVINGS).fold(series, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::{Budget, exponential_of_minus, share};

    fn some(number: u64) -> NonZeroU64 {
        NonZeroU64::new(number).unwrap()
    }

    #[test]
    fn the_exponential_is_one() {
        for step in 0..7000 {
            let x = f64::from(step) / 10.0;
            let expected = (-x).exp();
            assert!((exponential_of_minus(x) - expected).abs() <= 1e-11 * expected, "{x}");
        }
        assert_eq!((exponential_of_minus(0.0), exponential_of_minus(1e300)), (1.0, 0.0));
    }

    #[test]
    fn the_share_is_a_half_at_a_and_a_tenth_and_nine_tenths_b_ln_9_from_it() {
        let (a, b) = (1_800_000_u64, some(240_000));
        // 240,000 ln 9.
        let away = 527_334;
        assert!((share(a, a, b) - 0.5).abs() < 1e-15);
        assert!((share(a + away, a, b) - 0.9).abs() < 1e-6 && (share(a - away, a, b) - 0.1).abs() < 1e-6);
        assert_eq!((share(0, u64::MAX, some(1)), share(u64::MAX, 0, some(1))), (0.0, 1.0));
    }

    #[test]
    fn the_share_and_the_size_grow_with_the_first_level() {
        for (a, b) in [(1000, 1), (1000, 10), (1000, 300), (0, 1), (0, 500), (5, 100_000)] {
            let budget = Budget::Growth { a: Some(a), b: Some(some(b)) };
            let (mut last, mut size) = (-1.0, 0);
            for x in 0..3000 {
                let (share, nodes) = (share(x, a, some(b)), budget.nodes(x, None, None));
                assert!((0.0..=1.0).contains(&share) && share >= last, "a = {a}, b = {b}, x = {x}");
                assert!(nodes >= size && nodes <= x, "a = {a}, b = {b}, x = {x}: {nodes}");
                (last, size) = (share, nodes);
            }
        }
    }

    #[test]
    fn memory_binds() {
        let budget = Budget::Growth { a: Some(100), b: Some(some(10)) };
        assert_eq!(budget.nodes(1000, Some(1200), Some(200)), 200);
        assert_eq!(budget.nodes(1000, Some(1200), Some(0)), 0);
        assert_eq!(budget.nodes(100, Some(1200), Some(1100)), 50);
        assert_eq!(Budget::Full.nodes(70, Some(100), Some(30)), 30);
        assert_eq!(Budget::Full.nodes(70, None, None), 70);
        assert_eq!(Budget::Nodes(50).nodes(7, None, Some(60)), 50);
        assert_eq!(Budget::Nodes(50).nodes(7, None, Some(40)), 40);
    }

    #[test]
    fn what_is_not_given_is_scaled_to_what_fits() {
        let given = Budget::Growth { a: Some(500), b: Some(some(500)) };
        for x in [0, 500, 1000, 4000] {
            assert_eq!(Budget::default().nodes(x, Some(8000), None), given.nodes(x, Some(8000), None));
        }
        assert_eq!(Budget::default().nodes(Budget::A, None, None), Budget::A / 2);
        assert_eq!(Budget::default().nodes(0, Some(0), Some(0)), 0);
    }
}
