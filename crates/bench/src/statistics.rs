//! What is said about numbers that were measured several times: times of programs, and costs of searches over many problems.
//!
//! Two kinds of ratio are kept apart. A time is noise about one value, so its ratio is that of medians. The costs of two searches
//! differ from problem to problem, so they are compared pair by pair: by the logarithms of their ratios, whose mean is the
//! geometric one. Runs of one problem in several orders are not independent of each other, so the interval is that of a
//! bootstrap which draws whole problems: it holds 95 in a hundred of the means of as many problems drawn with
//! replacement. The draws come from a fixed seed.

use fastrand::Rng;

/// Draws of the bootstrap.
const DRAWS: usize = 2_000;

/// Of how many draws one lies below the interval; as many lie above it.
const OUTSIDE: usize = 40;

/// The value in the middle; of an even number the mean of the middle two. Without values there is none.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = sorted.get(sorted.len() / 2)?;
    let lower = if sorted.len().is_multiple_of(2) { &sorted[sorted.len() / 2 - 1] } else { upper };
    Some(f64::midpoint(*lower, *upper))
}

/// The value below which so many percent of the sorted values lie: the nearest that occurs, the upper of two.
///
/// # Panics
///
/// Without values there is none.
pub fn quantile<T: Copy>(sorted: &[T], percent: usize) -> T {
    sorted[(percent * (sorted.len() - 1) + 50) / 100]
}

/// The spread of values in any order: least, first quartile, median, third quartile and greatest, each a value that occurs.
///
/// # Panics
///
/// Without values there is none.
pub fn spread(mut values: Vec<f64>) -> [f64; 5] {
    values.sort_by(f64::total_cmp);
    [0, 25, 50, 75, 100].map(|percent| quantile(&values, percent))
}

/// The mean ratio of pairs of costs, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanRatio {
    /// The geometric mean.
    pub mean: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// Problems with a pair at least.
    pub problems: usize,
    /// Pairs of runs over all of them.
    pub pairs: usize,
}

/// How the first costs of pairs compare with the second, a list of pairs for each problem; `None` without a pair. All
/// problems weigh the same.
pub fn mean_ratio(problems: &[Vec<(f64, f64)>]) -> Option<MeanRatio> {
    let mean_log =
        |pairs: &Vec<(f64, f64)>| pairs.iter().map(|(one, other)| (one / other).ln()).sum::<f64>() / pairs.len() as f64;
    let logs: Vec<f64> = problems.iter().filter(|pairs| !pairs.is_empty()).map(mean_log).collect();
    if logs.is_empty() {
        return None;
    }
    let mean = |draw: &mut dyn Iterator<Item = f64>| draw.sum::<f64>() / logs.len() as f64;
    let mut rng = Rng::with_seed(1);
    let mut drawn: Vec<f64> =
        (0..DRAWS).map(|_| mean(&mut (0..logs.len()).map(|_| logs[rng.usize(..logs.len())]))).collect();
    drawn.sort_by(f64::total_cmp);
    let outside = DRAWS / OUTSIDE;
    Some(MeanRatio {
        mean: mean(&mut logs.iter().copied()).exp(),
        low: drawn[outside].exp(),
        high: drawn[DRAWS - 1 - outside].exp(),
        problems: logs.len(),
        pairs: problems.iter().map(Vec::len).sum(),
    })
}

/// The least and the greatest value.
pub(crate) fn range(values: &[f64]) -> Option<(f64, f64)> {
    let least = values.iter().copied().min_by(f64::total_cmp)?;
    let greatest = values.iter().copied().max_by(f64::total_cmp)?;
    Some((least, greatest))
}

/// How many times as long as before something takes. A time of 0 has no ratio to others.
pub(crate) fn ratio(after: &[f64], before: &[f64]) -> Option<f64> {
    quotient(median(after)?, median(before)?)
}

/// The least and the greatest ratio of two times of one round: what two programs took that ran by turns. The noise of a
/// machine changes slowly, so that both times of a round have much of it in common.
pub(crate) fn ratios_of_rounds(after: &[f64], before: &[f64]) -> Option<(f64, f64)> {
    let ratios: Option<Vec<f64>> = after.iter().zip(before).map(|(&after, &before)| quotient(after, before)).collect();
    range(&ratios?)
}

fn quotient(after: f64, before: f64) -> Option<f64> {
    (before > 0.0).then(|| after / before)
}

#[cfg(test)]
mod tests {
    use super::{mean_ratio, median, quantile, range, ratio, ratios_of_rounds, spread};

    #[test]
    fn medians_lie_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(median(&[]), None);
        assert_eq!(range(&[3.0, 1.0, 2.0]), Some((1.0, 3.0)));
        assert_eq!(range(&[]), None);
    }

    #[test]
    fn ratios_are_those_of_medians_and_their_range_is_that_of_rounds() {
        let (before, after) = ([1.0, 2.0, 4.0], [2.0, 3.0, 4.0]);
        assert_eq!(ratio(&after, &before), Some(1.5));
        assert_eq!(ratios_of_rounds(&after, &before), Some((1.0, 2.0)));
    }

    #[test]
    fn no_time_has_no_ratio() {
        assert_eq!(ratio(&[1.0], &[0.0]), None);
        assert_eq!(ratios_of_rounds(&[1.0, 1.0], &[1.0, 0.0]), None);
        assert_eq!(ratio(&[], &[1.0]), None);
    }

    #[test]
    fn quantiles_occur() {
        let values = [1, 2, 3, 4, 5, 6];
        assert_eq!([0, 25, 50, 75, 100].map(|percent| quantile(&values, percent)), [1, 2, 4, 5, 6]);
        assert_eq!(quantile(&[7], 50), 7);
        assert_eq!(format!("{:?}", spread(vec![5.0, 1.0, 4.0, 2.0, 3.0])), "[1.0, 2.0, 3.0, 4.0, 5.0]");
    }

    #[test]
    fn mean_ratios_are_geometric_and_problems_count_once() {
        // One problem with many runs weighs no more than one with a single run.
        let many = vec![(2.0, 1.0); 10];
        let found = mean_ratio(&[many, vec![(1.0, 2.0)], Vec::new()]).unwrap();
        assert!((found.mean - 1.0).abs() < 1e-9, "{found:?}");
        assert_eq!((found.problems, found.pairs), (2, 11));
        assert!(found.low < 0.51 && found.high > 1.99, "{found:?}");
        assert_eq!(mean_ratio(&[Vec::new()]), None);
    }

    #[test]
    fn many_equal_ratios_have_a_narrow_interval() {
        let found = mean_ratio(&vec![vec![(3.0, 2.0)]; 50]).unwrap();
        assert!((found.low - 1.5).abs() < 1e-9 && (found.high - 1.5).abs() < 1e-9, "{found:?}");
    }
}
