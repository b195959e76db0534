//! Searches that are written down and go on elsewhere: what a second search was about to find out is all that is done again.

use proofset_best_first::Options;
use proofset_core::Verdict;
use proofset_testkit::certified::certified;
use proofset_testkit::saved::in_slices;
use proofset_two_level::Budget;

use crate::common::connect_four;

#[test]
fn a_search_goes_on_with_what_its_second_level_has_found_out() {
    // Larger ones have the whole search in a few visits.
    for budget in [Budget::Nodes(3), Budget::Nodes(20), Budget::Nodes(200)] {
        let problem = connect_four("4x4");
        let fresh = || proofset_two_level::pn2(&problem, Options::default(), budget);
        let (whole, report, search) = in_slices(fresh, 6);
        assert_eq!((report.verdict, whole.verdict), (Verdict::Disproven, Verdict::Disproven));
        assert!(search.has_proof());
        certified(&problem, &search, proofset_core::Value::Disproven);
        let (all, again) = (whole.expanded, report.expanded);
        assert!(again.abs_diff(all) * 5 < all, "{budget:?}: {again} of {all}");
    }
}
