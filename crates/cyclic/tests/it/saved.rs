//! Searches that are written down and go on elsewhere are to the node what they would have been.

use proofset_core::{Repetition, StopReason};
use proofset_cyclic::Search;
use proofset_nodeset::{Count, Pick, SortedSet, TieOrder};
use proofset_testkit::certified::certified;
use proofset_testkit::ruled::Ruled;
use proofset_testkit::saved::in_slices;

use crate::common::{large_shapes, shapes};

#[test]
fn a_search_goes_on_as_if_it_had_not_stopped() {
    let (mut work, mut decided) = (0, 0);
    for (seed, shape) in
        (0..20).flat_map(|seed| shapes().into_iter().chain(large_shapes()).map(move |shape| (seed, shape)))
    {
        let graph = shape.generate(seed);
        for rule in [Repetition::Disproves, Repetition::Proves] {
            let problem = Ruled(&graph, rule);
            let sets = || SortedSet::new(TieOrder::Lex);
            let (whole, report, search) =
                in_slices(|| Search::new(problem, Count::new(), Count::new(), Pick::Oldest), 4);
            assert_eq!(
                (report.verdict, report.expanded, report.recomputed),
                (whole.verdict, whole.expanded, whole.recomputed)
            );
            if let Some(value) = report.verdict.value() {
                decided += 1;
                certified(&problem, &search, value);
            }
            work += report.expanded;
            let (whole, report, _) = in_slices(|| Search::new(problem, sets(), sets(), Pick::Newest), 3);
            assert_eq!(
                (report.verdict, report.expanded, report.recomputed),
                (whole.verdict, whole.expanded, whole.recomputed)
            );
        }
    }
    assert!(work > 10_000 && decided > 100, "{work} {decided}");
}

/// That open leaves keep a search from an answer is known behind a pause too, where it would look at other nodes first without that.
#[test]
fn what_is_left_is_expanded_in_the_same_order_after_each_expansion() {
    let mut exhausted = 0;
    for (seed, shape) in (0..100).flat_map(|seed| shapes().into_iter().map(move |shape| (seed, shape))) {
        let graph = &shape.generate(seed);
        let (whole, report, _) = in_slices(|| Search::new(graph, Count::new(), Count::new(), Pick::Oldest), 100);
        assert_eq!((report.verdict, report.expanded), (whole.verdict, whole.expanded), "{seed} {shape:?}");
        exhausted += usize::from(report.stop == StopReason::OpenLeaves);
    }
    assert!(exhausted > 20, "{exhausted}");
}

#[test]
fn a_search_that_was_asked_about_other_states_is_not_saved() {
    use proofset_core::{Limits, Solver};

    let graph = shapes()[0].generate(1);
    let mut search = Search::new(&graph, Count::new(), Count::new(), Pick::Oldest);
    let _ = search.solve(&Limits::none(), &mut ()).unwrap();
    assert!(search.save(&mut Vec::new()).unwrap());
    search.ask(graph.nodes().last().unwrap());
    let _ = search.solve(&Limits::none(), &mut ()).unwrap();
    assert!(!search.save(&mut Vec::new()).unwrap());
}
