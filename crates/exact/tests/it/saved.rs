//! Searches that are written down and go on elsewhere come to the same verdict, over whichever lightest sets are found.

use proofset_exact::ExactSearch;
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::saved::in_slices;

#[test]
fn a_search_goes_on_with_what_it_has_expanded() {
    let shape = RandomGraph { depth: 7, width: 20, branching: 2..=4, early_leaf: 0.05, ..RandomGraph::dag() };
    let (mut work, mut in_one_go) = (0, 0);
    for seed in 0..40 {
        let graph = &shape.generate(seed);
        let (whole, report, search) = in_slices(|| ExactSearch::new(graph, 1 << 14), 4);
        assert_eq!(report.verdict, whole.verdict);
        assert_eq!((report.proof, report.disproof), (whole.proof, whole.disproof));
        if let Some(value) = report.verdict.value() {
            certified(&graph, &search, value);
        }
        work += report.expanded;
        in_one_go += whole.expanded;
    }
    assert!(work > 500 && work.abs_diff(in_one_go) * 10 < in_one_go, "{work} {in_one_go}");
}
