//! Searches by several threads: verdicts, certificates, limits, and going on in another search.

use proofset_core::{Limits, Solver, StopReason, Value, Verdict};
use proofset_mate::{Helper, Options, Parallel};
use proofset_shogi::{Tsume, TsumeLine};

use crate::common::{FUTAKAMI, MATES, NO_MATES, all_options, check_certificate, solve, tsume};

/// A search of a problem by so many threads.
fn parallel(
    problem: &Tsume,
    threads: usize,
    options: Options,
) -> Parallel<TsumeLine<'_>, impl Fn(Helper) + Sync + use<'_>> {
    Parallel::new(TsumeLine::new(problem), threads, options, move |helper: Helper| helper.run(TsumeLine::new(problem)))
}

#[test]
fn mates_and_defences_have_certificates() {
    for (number, &(plies, position)) in MATES.iter().enumerate() {
        for (goal, verdict) in [
            ("mate".to_owned(), Value::Proven),
            (format!("mate-in:{plies}"), Value::Proven),
            (
                format!("mate-in:{}", plies.saturating_sub(2).max(1)),
                if plies == 1 { Value::Proven } else { Value::Disproven },
            ),
        ] {
            let problem = tsume(position, &goal);
            let options = all_options()[number % all_options().len()];
            let mut search = parallel(&problem, [2, 4, 16][number % 3], options);
            let report = search.solve(&Limits::none(), &mut ()).expect("the problem is well formed");
            assert_eq!(report.verdict.value(), Some(verdict), "{position} {goal}");
            assert!(search.table_use().entries > 0 || plies == 1, "{position} {goal}");
            check_certificate(&problem, &search, verdict);
        }
    }
    let problem = tsume(NO_MATES[0], "mate");
    let mut search = parallel(&problem, 3, Options::default());
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap().verdict, Verdict::Disproven);
    check_certificate(&problem, &search, Value::Disproven);
}

/// One thread searches what the search without threads does, to the node.
#[test]
fn one_thread_does_what_it_does_without_others() {
    for (_, position) in MATES {
        let problem = tsume(position, "mate");
        let (_, expected) = solve(&problem, Options::default(), &Limits::none());
        let report = parallel(&problem, 1, Options::default()).solve(&Limits::none(), &mut ()).unwrap();
        assert_eq!((report.expanded, report.visits, report.line), (expected.expanded, expected.visits, expected.line));
    }
}

/// A limit on expansions is one for all threads, is used up, and the search goes on from there: in another search as well.
#[test]
fn a_search_goes_on_where_it_was_stopped() {
    let problem = tsume(FUTAKAMI, "mate");
    let limits = Limits::none().with_bytes(8 << 20);
    let mut search = parallel(&problem, 3, Options::default());
    let mut saved: Option<Vec<u8>> = None;
    for round in 1.. {
        if let Some(saved) = saved.take() {
            search = parallel(&problem, 1 + round as usize % 4, Options::default());
            search.load(&mut &saved[..], limits.bytes).expect("it was just saved");
        }
        let most = 5_000 * round;
        let report = search.solve(&limits.clone().with_expansions(most), &mut ()).expect("it is well formed");
        if report.stop == StopReason::Decided {
            assert_eq!(report.verdict, Verdict::Proven);
            assert!(round > 2, "{round}");
            check_certificate(&problem, &search, Value::Proven);
            break;
        }
        assert_eq!((report.stop, report.expanded), (StopReason::Expansions, most));
        if round % 2 == 0 {
            let mut bytes = Vec::new();
            assert!(search.save(&mut bytes).expect("memory takes everything"));
            saved = Some(bytes);
        }
    }
}

/// A search that is cancelled, or in which a helper never comes, ends.
#[test]
fn a_search_ends_without_its_helpers() {
    let problem = tsume(MATES[5].1, "mate");
    let cancel = proofset_core::Cancel::new();
    cancel.raise();
    let mut search = Parallel::new(TsumeLine::new(&problem), 4, Options::default(), |_: Helper| {});
    let report = search.solve(&Limits::none().with_cancel(cancel), &mut ()).expect("it is well formed");
    assert_eq!(report.stop, StopReason::Cancelled);
    assert_eq!(search.solve(&Limits::none(), &mut ()).expect("it is well formed").verdict, Verdict::Proven);
}
