//! Random questions about captures, put to a search with zones and to searches without.
//!
//! With zones the attacker finds at least what it finds held near the stones, and at most what there is to find on the whole board.

use fastrand::Rng;
use proofset_core::{Limits, Solver, Value, Verdict};
use proofset_cursor::ZoneCursor;
use proofset_depth_first::{Epsilon, KeyedTable, Options, Search};
use proofset_go::{Local, LocalQuestion, Rules};
use proofset_testkit::certified::certified;

use crate::compared::{random, searched};
use crate::slow::{at, diagram, name_of};

/// What was compared, and what came of it.
#[derive(Debug, Default)]
pub(crate) struct Met {
    pub(crate) compared: usize,
    pub(crate) captured: usize,
    pub(crate) beyond_reach: usize,
    pub(crate) by_ko: usize,
}

pub(crate) type Zones<'p> = Search<ZoneCursor<&'p Local<6>>, KeyedTable>;

pub(crate) fn zone_search(local: &Local<6>, with_zones: bool) -> Zones<'_> {
    let options = Options::default().with_epsilon(Epsilon::new(0.25).unwrap());
    Search::keyed_with_cursor(ZoneCursor::new(local, (), with_zones), options)
}

pub(crate) fn large(text: &str, goal: &str) -> Local<6> {
    match LocalQuestion::new(Rules::default(), &text.parse().unwrap(), Some(goal)) {
        Ok(LocalQuestion::Large(local)) => local,
        other => panic!("{text} {goal}: {other:?}"),
    }
}

/// The verdict of a question by a search that keeps zones, with a certificate.
fn by_zones(local: &Local<6>, bytes: u64) -> Verdict {
    let mut search = zone_search(local, true);
    let report =
        search.solve(&Limits::expansions(100_000).with_bytes(bytes), &mut ()).expect("a repetition has a value");
    if let Some(value) = report.verdict.value() {
        assert!(search.has_proof() || bytes < 1 << 24, "{:?}", report.stop);
        if search.has_proof() {
            certified(local, &search, value);
        }
    }
    report.verdict
}

/// Compares so many random questions by a search with zones that may take so many bytes.
pub(crate) fn compare(seed: u64, count: usize, sizes: &[(usize, usize)], bytes: u64) -> Met {
    let mut rng = Rng::with_seed(seed);
    let mut met = Met::default();
    for _ in 0..count {
        let (cells, target) = random(&mut rng, sizes, 30..90);
        let defender = at(&cells, target).unwrap();
        let to_move = if rng.bool() { 'x' } else { 'o' };
        let komaster = ["", ":komaster=attacker", ":komaster=defender:threats=2"][rng.usize(..3)];
        let liberties = ["", ":liberties=3", ":liberties=4", ":liberties=5"][rng.usize(..4)];
        let text = format!("{} {to_move}", diagram(&cells));
        let aim = ["capture", "save"][rng.usize(..2)];
        let stones = format!("{aim}:{}{komaster}{liberties}", name_of(target, &cells));
        let steps = rng.u32(1..4);
        let local = large(&text, &format!("{stones}:near={steps},all"));
        let with_zones = by_zones(&local, bytes);
        let near = searched(&local, 50_000);
        let wide =
            match LocalQuestion::new(Rules::default(), &text.parse().unwrap(), Some(&format!("{stones}:region=board")))
            {
                Ok(LocalQuestion::Small(wide)) => searched(&wide, 50_000),
                other => panic!("{text} {stones}: {other:?}"),
            };
        let (Some(with_zones), Some(near), Some(wide)) =
            (with_zones.value(), near.and_then(Verdict::value), wide.and_then(Verdict::value))
        else {
            continue;
        };
        let captures = |value: Value| (value == Value::Proven) == (aim == "capture");
        let what = format!("{text} {stones}:near={steps},all, {defender} defends");
        assert!(captures(with_zones) || !captures(near), "less than without zones: {what}");
        assert!(captures(wide) || !captures(with_zones), "more than there is: {what}");
        met.compared += 1;
        met.captured += usize::from(captures(with_zones));
        met.beyond_reach += usize::from(captures(wide) && !captures(with_zones));
        met.by_ko += usize::from(captures(with_zones) && !komaster.is_empty());
    }
    met
}
