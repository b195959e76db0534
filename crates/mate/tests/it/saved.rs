//! Searches that are written down and go on in another one.

use std::io::ErrorKind;

use proofset_core::{Limits, Solver, Value, Verdict};
use proofset_mate::{MateSearch, Options};
use proofset_shogi::TsumeLine;

use crate::common::{MATES, NO_MATES, check_certificate, tsume};

/// Stopped again and again, each time in a new search: the answer is the same, with a proof, and it is not much more work.
#[test]
fn a_search_goes_on_in_another_one() {
    let mates = MATES.iter().map(|&(_, position)| (position, Value::Proven));
    let none = NO_MATES.iter().map(|&position| (position, Value::Disproven));
    let mut tried = 0;
    for (position, value) in mates.chain(none) {
        let problem = tsume(position, "mate");
        let limits = Limits::none().with_bytes(8 << 20);
        let mut whole = MateSearch::new(TsumeLine::new(&problem), Options::default());
        // Longer searches say no more.
        let expected = whole.solve(&limits.clone().with_expansions(10_000), &mut ()).unwrap();
        if expected.verdict == Verdict::Unknown {
            continue;
        }
        tried += 1;
        assert_eq!(expected.verdict.value(), Some(value));
        // Steps are as short as they can be where that does not take long: the line is made again in each, and counts for nothing.
        let step = if expected.expanded < 200 { 1 } else { expected.expanded / 5 };
        let (mut saved, mut parts) = (Vec::new(), 0);
        let (search, report) = loop {
            let mut search = MateSearch::new(TsumeLine::new(&problem), Options::default());
            if parts > 0 {
                search.load(&mut &saved[..], limits.bytes).unwrap();
            }
            parts += 1;
            assert!(parts * step <= 2 * expected.expanded + 100 + step, "{position}: it does not get ahead");
            let report = search.solve(&limits.clone().with_expansions(parts * step), &mut ()).unwrap();
            if report.verdict != Verdict::Unknown {
                break (search, report);
            }
            assert_eq!(report.expanded, parts * step);
            saved.clear();
            assert!(search.save(&mut saved).unwrap());
        };
        assert_eq!(report.verdict, expected.verdict, "{position}");
        check_certificate(&problem, &search, value);
        assert!(parts > 2 || expected.expanded < 100, "{position}: {parts}");
        assert!(
            report.expanded <= 2 * expected.expanded + 100,
            "{position}: {} {}",
            report.expanded,
            expected.expanded
        );
    }
    assert!(tried >= 7, "{tried}");
}

#[test]
fn another_problem_another_search_and_too_little_room_are_refused() {
    let [problem, other] = [MATES[5].1, MATES[6].1].map(|position| tsume(position, "mate"));
    let limits = Limits::none().with_bytes(64 << 20).with_expansions(20);
    let mut search = MateSearch::new(TsumeLine::new(&problem), Options::default());
    let _ = search.solve(&limits, &mut ()).unwrap();
    let mut saved = Vec::new();
    assert!(search.save(&mut saved).unwrap());
    let load = |problem, bytes: &[u8], room: u64| {
        MateSearch::new(TsumeLine::new(problem), Options::default()).load(&mut &bytes[..], Some(room))
    };
    load(&problem, &saved, 64 << 20).unwrap();
    assert_eq!(load(&other, &saved, 64 << 20).unwrap_err().kind(), ErrorKind::InvalidData);
    assert_eq!(load(&problem, b"dfpn   1........", 64 << 20).unwrap_err().kind(), ErrorKind::InvalidData);
    assert_eq!(load(&problem, &saved[..saved.len() - 1], 64 << 20).unwrap_err().kind(), ErrorKind::UnexpectedEof);
    // A table says how many clusters it has after its name, its key, five counters and the number of its parts.
    let mut larger = saved.clone();
    larger[64..72].copy_from_slice(&(1_u64 << 40).to_ne_bytes());
    assert_eq!(load(&problem, &larger, 64 << 20).unwrap_err().kind(), ErrorKind::OutOfMemory);
}
