//! Random questions about captures, put to a search with zones and to searches without.
//!
//! With zones the attacker finds at least what it finds held near the stones, and at most what there is to find on the whole board.
//! What it captures where a part of the board is unknown it captures whatever is there.

use fastrand::Rng;
use proofset_core::{Dominance, Limits, Problem, Solver, Status, Value, Verdict, Zoned};
use proofset_cursor::ZoneCursor;
use proofset_depth_first::{Epsilon, KeyedTable, Options, Search};
use proofset_go::{Local, LocalQuestion, Position, Rules};
use proofset_testkit::certified::certified;

use crate::compared::{random, searched};
use crate::slow::{all_cells, at, diagram, name_of, swept};

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
        let far = ["", ":far=4x1,none", ":far=4x2,none"][rng.usize(..3)];
        let local = large(&text, &format!("{stones}:near={steps},all{far}"));
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
        let what = format!("{text} {stones}:near={steps},all{far}, {defender} defends");
        assert!(captures(with_zones) || !captures(near), "less than without zones: {what}");
        assert!(captures(wide) || !captures(with_zones), "more than there is: {what}");
        met.compared += 1;
        met.captured += usize::from(captures(with_zones));
        met.beyond_reach += usize::from(captures(wide) && !captures(with_zones));
        met.by_ko += usize::from(captures(with_zones) && !komaster.is_empty());
    }
    met
}

/// The words of the board in which some points of a state are known.
fn random_zone(rng: &mut Rng, position: &Position, target: &str) -> ([u64; 6], Vec<String>) {
    let (mut zone, mut unknown) = ([0; 6], Vec::new());
    let percent = rng.u32(40..100);
    for (number, point) in position.board().size().points().enumerate() {
        if point.to_string() == target || rng.u32(..100) < percent {
            zone[number / 64] |= 1 << (number % 64);
        } else {
            unknown.push(point.to_string());
        }
    }
    (zone, unknown)
}

/// Draws so many boards of which a part is unknown, and for each that is captured boards with something there, which must be captured too.
/// Says how many there were of both.
pub(crate) fn complete(seed: u64, count: usize) -> (usize, usize) {
    let mut rng = Rng::with_seed(seed);
    let (mut captured, mut completed) = (0, 0);
    for _ in 0..count {
        let (cells, target) = random(&mut rng, &[(3, 3), (4, 3), (4, 4), (5, 3)], 30..90);
        let name = name_of(target, &cells);
        let to_move = if rng.bool() { 'x' } else { 'o' };
        let komaster = ["", ":komaster=attacker", ":komaster=defender:threats=2"][rng.usize(..3)];
        let goal = format!("capture:{name}{komaster}{}", ["", ":liberties=4"][rng.usize(..2)]);
        let text = format!("{} {to_move}", diagram(&cells));
        let local = large(&text, &format!("{goal}:near=1,all"));
        let (zone, unknown) = random_zone(&mut rng, &text.parse().unwrap(), &name);
        let pattern = local.pattern(&local.root(), &zone);
        if local.status(&pattern) == Status::Decided(Value::Disproven) || unknown.is_empty() {
            continue;
        }
        if searched(&local.from(&pattern), 20_000) != Some(Verdict::Proven) {
            continue;
        }
        captured += 1;
        for _ in 0..4 {
            let mut other = cells.clone();
            for cell in all_cells(&cells).filter(|&cell| unknown.contains(&name_of(cell, &cells))) {
                other[cell.1][cell.0] = ['.', 'X', 'O'][rng.usize(..3)];
            }
            if swept(&other) != other {
                continue;
            }
            let text = format!("{} {to_move}", diagram(&other));
            let wide =
                LocalQuestion::new(Rules::default(), &text.parse().unwrap(), Some(&format!("{goal}:region=board")));
            let Ok(LocalQuestion::Small(wide)) = wide else { panic!("{text} {goal}: {wide:?}") };
            let Some(verdict) = searched(&wide, 50_000) else { continue };
            assert_eq!(verdict, Verdict::Proven, "{text} {goal}, where {cells:?} is captured without {unknown:?}");
            completed += 1;
        }
    }
    (captured, completed)
}

/// Draws so many boards with a ko, and compares the states of each that differ in the ban, in threats and in far moves alone: one that is captured
/// decides no state that is not. Says how many pairs one is decided by the other, and how many are not and must not be.
pub(crate) fn compare_bans(seed: u64, count: usize) -> (usize, usize) {
    let mut rng = Rng::with_seed(seed);
    let (mut decided, mut kept_apart, mut drawn) = (0, 0, 0);
    while drawn < count {
        let (cells, target) = random(&mut rng, &[(3, 3), (4, 3), (4, 4), (5, 3)], 50..95);
        let name = &name_of(target, &cells);
        let to_move = if rng.bool() { 'x' } else { 'o' };
        let text = format!("{} {to_move}", diagram(&cells));
        let with_ban = |cell| format!("{text} ko:{}", name_of(cell, &cells));
        let bans = all_cells(&cells).map(with_ban).filter(|text| text.parse::<Position>().is_ok());
        let texts: Vec<String> = std::iter::once(text.clone()).chain(bans).collect();
        let komaster = ["", ":komaster=attacker", ":komaster=defender:threats="][rng.usize(..3)];
        let threats = if komaster.ends_with('=') { &["1", "2", "3"][..] } else { &[""] };
        if texts.len() + threats.len() < 3 {
            continue;
        }
        drawn += 1;
        let reaches = if drawn % 2 == 0 {
            &[":near=3,all"][..]
        } else {
            &[":near=1,all:far=3x1,none", ":near=1,all:far=3x2,none"]
        };
        let goals: Vec<_> = threats
            .iter()
            .flat_map(|threats| reaches.iter().map(move |near| format!("capture:{name}{komaster}{threats}{near}")))
            .collect();
        let asked = texts.iter().flat_map(|text| goals.iter().map(move |goal| large(text, goal)));
        let states: Vec<_> = asked.map(|local| (local.root(), searched(&local, 1_000))).collect();
        let local = large(&text, &goals[0]);
        for (known, _) in states.iter().filter(|(_, verdict)| *verdict == Some(Verdict::Proven)) {
            for (state, verdict) in states.iter().filter(|(state, verdict)| state != known && verdict.is_some()) {
                let is_captured = *verdict == Some(Verdict::Proven);
                let decides = local.decides(known, Value::Proven, state);
                assert!(is_captured || !decides, "{text} {}: {known:?} decides {state:?}", goals[0]);
                decided += usize::from(decides);
                kept_apart += usize::from(!is_captured);
            }
        }
    }
    (decided, kept_apart)
}
