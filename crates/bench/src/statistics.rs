//! What is said about times that were measured several times.

/// The value in the middle; of an even number the mean of the middle two. Without values there is none.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = sorted.get(sorted.len() / 2)?;
    let lower = if sorted.len().is_multiple_of(2) { &sorted[sorted.len() / 2 - 1] } else { upper };
    Some(f64::midpoint(*lower, *upper))
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
    use super::{median, range, ratio, ratios_of_rounds};

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
}
