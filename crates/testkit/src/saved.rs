//! Searches that are written down and go on elsewhere.

use std::fmt::Debug;

use proofset_core::{Limits, Problem, Report, Solver, Verdict};

/// A search from its beginning to its end, and another one that is written down so many times on its way and goes on in a new
/// one each time: their reports. The last search is given as well.
///
/// # Panics
///
/// If a search cannot be saved, or does not take up what another one has saved.
pub fn in_slices<P, S>(fresh: impl Fn() -> S, slices: u64) -> (Report<P::Move>, Report<P::Move>, S)
where
    P: Problem,
    P::State: Debug,
    S: Solver<P>,
{
    let whole = fresh().solve(&Limits::none(), &mut ()).expect("the problem keeps its contract");
    let step = whole.expanded / (slices + 1) + 1;
    let mut search = fresh();
    let mut most = step;
    for _ in 0..slices * 4 {
        let limits = Limits::none().with_expansions(most);
        let report = search.solve(&limits, &mut ()).expect("the problem keeps its contract");
        if report.verdict != Verdict::Unknown || report.expanded < most {
            return (whole, report, search);
        }
        let mut bytes = Vec::new();
        assert!(search.save(&mut bytes).expect("memory takes all"), "it is one that can be saved");
        search = fresh();
        search.load(&mut &*bytes, None).expect("it is the same problem");
        let mut again = Vec::new();
        search.save(&mut again).expect("memory takes all");
        assert_eq!(again.len(), bytes.len(), "what is read is what was written");
        most = most.max(report.expanded) + step;
    }
    panic!("it does not come to an end")
}
