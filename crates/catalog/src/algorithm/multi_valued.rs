//! Searches by numbers for many scores: `mpns`, `mpns:selection=goal-directed`, `mopns`.

use proofset_multi_valued::Selection;

use super::entry::{Algorithm, option};
use super::spec::{AlgorithmSpec, Family, MultiValuedSpec};

pub(crate) fn algorithms() -> Vec<Algorithm> {
    let selection =
        option("selection", "which leaf is expanded: the most-proving one, or one of the cheaper side's goal").one_of(
            [("most-proving", Selection::MostProving), ("goal-directed", Selection::GoalDirected)],
            |spec| match &mut spec.family {
                Family::MultiValued(MultiValuedSpec::OneByOne(selection)) => selection,
                _ => unreachable!("this option is of mpns"),
            },
        );
    let spec = |spec| AlgorithmSpec::new(Family::MultiValued(spec));
    vec![
        Algorithm::new(
            "mpns",
            "multi-valued proof-number search: one score after the other on one graph that is kept (--value)",
            "after Hsu's lectures",
            spec(MultiValuedSpec::OneByOne(Selection::MostProving)),
            vec![selection],
        ),
        Algorithm::new(
            "mopns",
            "multiple-outcome proof-number search: numbers for all scores at once (--value)",
            "Saffidine and Cazenave 2012",
            spec(MultiValuedSpec::AllAtOnce),
            Vec::new(),
        ),
    ]
}
