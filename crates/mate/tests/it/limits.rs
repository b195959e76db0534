//! Little memory and interruptions cost time, and no verdict.

use proofset_core::{Evidence, Limits, Solver, StopReason, Verdict};
use proofset_mate::{MateSearch, Options};
use proofset_shogi::TsumeLine;

use crate::common::{FUTAKAMI, MATES, NO_MATES, solve, tsume};

#[test]
fn a_search_goes_on_where_it_was_stopped() {
    for position in [MATES[5].1, NO_MATES[0]] {
        let tsume = tsume(position, "mate");
        let (whole, report) = solve(&tsume, Options::default(), &Limits::none());
        let mut search = MateSearch::new(TsumeLine::new(&tsume), Options::default());
        let mut most = 0;
        let last = loop {
            most += 7;
            let limits = Limits::none().with_expansions(most);
            let last = search.solve(&limits, &mut ()).expect("the problem is well formed");
            if last.stop == StopReason::Decided {
                break last;
            }
            assert_eq!((last.stop, last.expanded), (StopReason::Expansions, most));
        };
        assert_eq!(
            (last.verdict, last.expanded, last.expanded_again),
            (report.verdict, report.expanded, report.expanded_again)
        );
        assert_eq!((last.line, search.mate_plies()), (report.line, whole.mate_plies()));
        assert_eq!(report.evidence, Evidence::Keyed { bits: 64 });
    }
}

/// A table of a few clusters forgets most of what it is told; the proof is searched again where it is gone.
#[test]
fn a_small_table_forgets_and_the_verdict_stays() {
    let tsume = tsume(FUTAKAMI, "mate");
    let limits = Limits::none().with_bytes(700 << 10);
    let (search, report) = solve(&tsume, Options::default(), &limits);
    assert_eq!((report.verdict, report.stop), (Verdict::Proven, StopReason::Decided));
    assert!(search.table_use().collections > 0 && report.peak_bytes <= 700 << 10, "{}", report.peak_bytes);
    let (_, report) = solve(&tsume, Options::default(), &Limits::none());
    assert_eq!(report.verdict, Verdict::Proven);
}
