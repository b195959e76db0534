//! Searches by numbers for many scores: `mpns`, `mpns:selection=goal-directed`, `mopns`, `cns`.

use proofset_multi_valued::Selection;

use super::entry::{Algorithm, option};
use super::option::whole;
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
    let enough =
        option("conspirators", "believe a value that fewer leaves than this cannot change, which nothing proves")
            .optional(whole(1..=u32::MAX - 1, " of leaves", "8"), "without it, the value is proven", |spec| {
                match &mut spec.family {
                    Family::MultiValued(MultiValuedSpec::Conspiracy { enough }) => enough,
                    _ => unreachable!("this option is of cns"),
                }
            });
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
        Algorithm::new(
            "cns",
            "conspiracy-number search: looks at what the fewest leaves can make of the value by evaluation (--value)",
            "McAllester 1988",
            spec(MultiValuedSpec::Conspiracy { enough: None }),
            vec![enough],
        ),
    ]
}
