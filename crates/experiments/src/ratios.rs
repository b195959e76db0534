//! How two searches compare over many problems: the mean ratio of their costs, with an interval.
//!
//! The idea: ratios are compared by their logarithms, pair by pair, and the mean is the geometric one. Runs of one problem in several
//! orders are not independent of each other, so the interval is that of a bootstrap which draws whole problems: it holds 95 in a
//! hundred of the means of as many problems drawn with replacement. The draws come from a fixed seed.

use fastrand::Rng;

/// Draws of the bootstrap.
const DRAWS: usize = 2_000;

/// The mean of ratios with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    pub(crate) mean: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Problems, and pairs of runs over all of them.
    pub(crate) problems: usize,
    pub(crate) pairs: usize,
}

/// The ratio of the costs of pairs of runs, a list a problem; `None` without a pair.
pub(crate) fn ratio(problems: &[Vec<(f64, f64)>]) -> Option<Ratio> {
    let logs =
        |pairs: &Vec<(f64, f64)>| pairs.iter().map(|(one, other)| (one / other).ln()).sum::<f64>() / pairs.len() as f64;
    let means: Vec<f64> = problems.iter().filter(|pairs| !pairs.is_empty()).map(logs).collect();
    if means.is_empty() {
        return None;
    }
    let mean = |draw: &mut dyn Iterator<Item = f64>| draw.sum::<f64>() / means.len() as f64;
    let mut rng = Rng::with_seed(1);
    let mut drawn: Vec<f64> =
        (0..DRAWS).map(|_| mean(&mut (0..means.len()).map(|_| means[rng.usize(..means.len())]))).collect();
    drawn.sort_by(f64::total_cmp);
    let outside = DRAWS / 40;
    Some(Ratio {
        mean: mean(&mut means.iter().copied()).exp(),
        low: drawn[outside].exp(),
        high: drawn[DRAWS - 1 - outside].exp(),
        problems: means.len(),
        pairs: problems.iter().map(Vec::len).sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::ratio;

    #[test]
    fn ratios_are_geometric_and_problems_count_once() {
        // One problem with many runs weighs no more than one with a single run.
        let many = vec![(2.0, 1.0); 10];
        let found = ratio(&[many, vec![(1.0, 2.0)], Vec::new()]).unwrap();
        assert!((found.mean - 1.0).abs() < 1e-9, "{found:?}");
        assert_eq!((found.problems, found.pairs), (2, 11));
        assert!(found.low < 0.51 && found.high > 1.99, "{found:?}");
        assert_eq!(ratio(&[Vec::new()]), None);
    }

    #[test]
    fn many_equal_ratios_have_a_narrow_interval() {
        let found = ratio(&vec![vec![(3.0, 2.0)]; 50]).unwrap();
        assert!((found.low - 1.5).abs() < 1e-9 && (found.high - 1.5).abs() < 1e-9, "{found:?}");
    }
}
