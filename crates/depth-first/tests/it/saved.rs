//! Searches that are written down and go on elsewhere: the verdicts of the oracle, whatever was searched before, by how many
//! threads, and what is wrong with bytes that are not theirs.

use std::io::ErrorKind;

use proofset_and_or::Graph;
use proofset_certificate::{SolvedGraph, Strategy};
use proofset_core::{Goal, Limits, LinesOfPlay, Player, Problem, Repetition, Solve, Solver, Value, Verdict};
use proofset_cursor::CopyCursor;
use proofset_depth_first::{ExactTable, Helper, Options, Parallel, Search};
use proofset_mnk::{Mnk, Rules};
use proofset_oracle::solve;
use proofset_testkit::certified::certified;
use proofset_testkit::opaque::Opaque;
use proofset_testkit::random::RandomGraph;
use proofset_testkit::ruled::Ruled;
use proofset_testkit::saved::in_slices;

use crate::common::{Hidden, exact, keyed, variants};

/// Room for a table that has its size from the beginning on.
const BYTES: u64 = 1 << 18;

/// Room for one that grows, for each of three threads.
const LARGE: u64 = 64 << 20;

/// As many expansions as make a table grow.
const MOST: u64 = 220_000;

/// With a table of whole states that can be packed.
fn packed(asked: &Solve<Mnk<1>>) -> Hidden<'_, Solve<Mnk<1>>> {
    Search::with_cursor(CopyCursor::new(Opaque::new(asked), ()), Box::new(ExactTable::packing()), Options::default())
}

fn limits(expansions: u64) -> Limits {
    Limits::none().with_bytes(BYTES).with_expansions(expansions)
}

fn large(expansions: u64) -> Limits {
    limits(expansions).with_bytes(LARGE)
}

fn saved<P: Problem>(search: &mut impl Solver<P>) -> Vec<u8> {
    let mut bytes = Vec::new();
    assert!(search.save(&mut bytes).unwrap());
    bytes
}

/// A graph for each seed: with cycles, with open leaves, or without both.
fn graph(seed: u64) -> Graph {
    let wide = RandomGraph { depth: 10, width: 120, branching: 2..=3, early_leaf: 0.03, ..RandomGraph::dag() };
    match seed % 3 {
        0 => wide.generate(seed),
        1 => RandomGraph { proven: 0.55, disproven: 0.45, ..wide }.generate(seed),
        _ => RandomGraph { depth: 10, width: 120, branching: 2..=3, early_leaf: 0.03, ..RandomGraph::cyclic() }
            .generate(seed),
    }
}

#[test]
fn a_search_that_goes_on_elsewhere_comes_to_the_same_verdict() {
    let (mut decided, mut open, mut slices) = (0, 0, 0);
    let variants = variants();
    for seed in 0..300 {
        let graph = graph(seed);
        let options = variants[seed as usize % variants.len()];
        let expected = solve(&graph, 1 << 16).expect("the graph is small").root();
        let mut whole = keyed(&graph, options);
        let work = whole.solve(&Limits::none().with_bytes(BYTES), &mut ()).unwrap().expanded;
        let step = work / 4 + 1;
        let mut search = keyed(&graph, options);
        let mut report = search.solve(&limits(step), &mut ()).unwrap();
        let mut most = step;
        while report.verdict == Verdict::Unknown && report.expanded == most {
            let bytes = saved(&mut search);
            search = keyed(&graph, options);
            search.load(&mut &*bytes, Some(BYTES)).unwrap();
            most = report.expanded + step;
            report = search.solve(&limits(most), &mut ()).unwrap();
            slices += 1;
        }
        let context = format!("{seed} {options:?}");
        assert_eq!(report.verdict, expected, "{context}");
        // What is searched again is the line on which it stopped, and what the table had no room for.
        assert!(report.expanded <= work * 2 + 64, "{context}: {} against {work}", report.expanded);
        match expected.value() {
            Some(value) => {
                decided += 1;
                certified(&graph, &search, value);
            }
            None => open += 1,
        }
    }
    assert!(decided > 150 && open > 10 && slices > 600, "{decided} {open} {slices}");
}

#[test]
fn other_numbers_of_threads_go_on_with_it() {
    let variants = variants();
    for seed in 0..40 {
        let graph = graph(seed);
        let options = variants[seed as usize % variants.len()];
        let expected = solve(&graph, 1 << 16).expect("the graph is small").root();
        let team = |threads: usize| {
            let helper = |helper: Helper| helper.run(CopyCursor::new(&graph, ()));
            Parallel::new(CopyCursor::new(&graph, ()), threads, options, helper)
        };
        let mut one = keyed(&graph, options);
        let _ = one.solve(&large(40), &mut ()).unwrap();
        let mut two = team(2);
        two.load(&mut &*saved(&mut one), Some(LARGE)).unwrap();
        let _ = two.solve(&large(90), &mut ()).unwrap();
        let mut three = team(3);
        three.load(&mut &*saved(&mut two), Some(LARGE)).unwrap();
        let _ = three.solve(&large(150), &mut ()).unwrap();
        let mut last = keyed(&graph, options);
        last.load(&mut &*saved(&mut three), Some(LARGE)).unwrap();
        let report = last.solve(&Limits::none().with_bytes(LARGE), &mut ()).unwrap();
        assert_eq!(report.verdict, expected, "{seed} {options:?}");
    }
}

#[test]
fn a_table_that_has_grown_is_taken_up_and_one_without_room_for_it_refused() {
    let game = Mnk::<1>::new(Rules::connect_four("6x5").expect("a board"));
    let asked = &Solve::from_start(game, Goal::win(Player::First));
    let options = Options::default();
    let mut search = keyed(asked, options);
    let report = search.solve(&large(MOST), &mut ()).unwrap();
    assert_eq!(report.verdict, Verdict::Unknown);
    let entries = report.table.unwrap().entries;
    let bytes = saved(&mut search);
    assert!(bytes.len() > 5 << 20, "{entries} {}", bytes.len());
    let mut again = keyed(asked, options);
    again.load(&mut &*bytes, Some(LARGE)).unwrap();
    let report = again.solve(&large(MOST + 1), &mut ()).unwrap();
    assert_eq!(report.expanded, MOST + 1);
    assert!(report.table.unwrap().entries >= entries);
    let refused = keyed(asked, options).load(&mut &*bytes, Some(5 << 20)).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::OutOfMemory, "{refused}");
}

#[test]
fn bytes_of_something_else_are_refused() {
    let one = graph(1);
    let mut search = keyed(&one, Options::default());
    let _ = search.solve(&limits(20), &mut ()).unwrap();
    let bytes = saved(&mut search);
    let refused = |bytes: &[u8]| keyed(&one, Options::default()).load(&mut &*bytes, Some(BYTES)).unwrap_err().kind();
    assert_eq!(refused(b""), ErrorKind::UnexpectedEof);
    assert_eq!(refused(b"some text that is no search"), ErrorKind::InvalidData);
    assert_eq!(refused(&bytes[..bytes.len() / 2]), ErrorKind::UnexpectedEof);
    let smaller = keyed(&one, Options::default()).load(&mut &*bytes, Some(BYTES / 2)).unwrap_err();
    assert!(matches!(smaller.kind(), ErrorKind::InvalidInput | ErrorKind::OutOfMemory), "{smaller}");
    let mut another = bytes.clone();
    another[8] ^= 1;
    assert_eq!(refused(&another), ErrorKind::InvalidData, "it says which state it begins with");
}

/// What changed bytes come to.
#[derive(Debug, Default)]
struct Changed {
    refused: u64,
    decided: u64,
    /// Decided in another way than the bytes as they were. There is no proof of that.
    wrong: u64,
}

impl Changed {
    /// Four bytes of what is not empty are changed, behind the names of what they are about.
    fn take_up<P: Problem, S: Solver<P> + SolvedGraph>(
        &mut self,
        mut bytes: Vec<u8>,
        seed: u64,
        mut search: S,
        expected: Verdict,
    ) {
        let mut random = fastrand::Rng::with_seed(seed);
        let used: Vec<usize> = (16..bytes.len()).filter(|&place| bytes[place] != 0).collect();
        for _ in 0..4 {
            bytes[used[random.usize(..used.len())]] = random.u8(..);
        }
        if search.load(&mut &*bytes, Some(BYTES)).is_err() {
            self.refused += 1;
            return;
        }
        let solved = search.solve(&limits(1_000_000), &mut ());
        let verdict = solved.unwrap_or_else(|_| panic!("{seed}: the problem keeps its contract")).verdict;
        self.decided += u64::from(verdict != Verdict::Unknown);
        if verdict != Verdict::Unknown && verdict != expected {
            self.wrong += 1;
            assert!(Strategy::extract(&search).is_err(), "{seed}");
        }
    }
}

/// Whoever changes bytes on purpose gets an error or loses time, and neither a panic nor a wrong proof.
#[test]
fn bytes_that_were_changed_do_no_harm() {
    let variants = variants();
    let mut keys = Changed::default();
    for seed in 0..400 {
        let graph = graph(seed);
        let options = variants[seed as usize % variants.len()];
        let expected = solve(&graph, 1 << 16).expect("the graph is small").root();
        let mut search = keyed(&graph, options);
        let _ = search.solve(&limits(40), &mut ()).unwrap();
        keys.take_up(saved(&mut search), seed, keyed(&graph, options), expected);
    }
    let game = Mnk::<1>::new(Rules::connect_four("4x3").expect("a board"));
    let asked = &Solve::from_start(game, Goal::win(Player::First));
    let fresh = || packed(asked);
    let mut search = fresh();
    let _ = search.solve(&limits(300), &mut ()).unwrap();
    let bytes = saved(&mut search);
    let mut states = Changed::default();
    for seed in 0..400 {
        states.take_up(bytes.clone(), seed, fresh(), Verdict::Disproven);
    }
    assert!(keys.refused > 100 && keys.decided > 100 && states.decided > 300, "{keys:?} {states:?}");
}

/// Whoever repeats a state has lost: what was found out on lines is written down with the table.
#[test]
fn values_that_hold_on_one_line_go_on_elsewhere() {
    let shape =
        RandomGraph { proven: 0.5, disproven: 0.5, depth: 5, width: 4, branching: 2..=3, ..RandomGraph::cyclic() };
    let variants = variants();
    let (mut judged, mut slices, mut proven) = (0, 0, 0);
    for seed in 0..300 {
        let graph = shape.generate(seed);
        let ruled = Ruled(&graph, Repetition::MoverLoses);
        let options = variants[seed as usize % variants.len()];
        let Ok(lines) = solve(&LinesOfPlay(ruled), 40_000) else { continue };
        let fresh = || keyed(&ruled, options);
        let work = fresh().solve(&Limits::none().with_bytes(BYTES), &mut ()).unwrap().expanded;
        let step = work / 4 + 1;
        let (mut search, mut most) = (fresh(), step);
        let mut report = search.solve(&limits(most), &mut ()).unwrap();
        while report.verdict == Verdict::Unknown && report.expanded == most {
            let bytes = saved(&mut search);
            search = fresh();
            search.load(&mut &*bytes, Some(BYTES)).unwrap();
            most += step;
            report = search.solve(&limits(most), &mut ()).unwrap();
            slices += 1;
        }
        assert_eq!(report.verdict, lines.root(), "{seed} {options:?}");
        assert!(report.expanded <= work * 2 + 64, "{seed} {options:?}: {} against {work}", report.expanded);
        certified(&ruled, &search, report.verdict.value().expect("nothing is open"));
        judged += 1;
        proven += u32::from(report.verdict == Verdict::Proven);
    }
    assert!(judged > 100 && slices > judged && proven > 20 && judged - proven > 20, "{judged} {slices} {proven}");
}

/// A search that is over has its answer again at once: it is in what was found out on lines, and not in the table.
#[test]
fn what_was_found_out_on_lines_is_in_the_file() {
    let shape =
        RandomGraph { proven: 0.5, disproven: 0.5, depth: 6, width: 4, branching: 2..=3, ..RandomGraph::cyclic() };
    let (mut first, mut again) = (0, 0);
    for seed in 0..60 {
        let graph = shape.generate(seed);
        let ruled = Ruled(&graph, Repetition::MoverLoses);
        let mut search = keyed(&ruled, Options::default());
        let done = search.solve(&Limits::none().with_bytes(BYTES), &mut ()).unwrap();
        let mut other = keyed(&ruled, Options::default());
        other.load(&mut &*saved(&mut search), Some(BYTES)).unwrap();
        let report = other.solve(&Limits::none().with_bytes(BYTES), &mut ()).unwrap();
        assert_eq!(report.verdict, done.verdict);
        first += done.expanded;
        again += report.expanded - done.expanded;
    }
    assert!(again * 4 < first, "{again} {first}");
}

#[test]
fn a_table_of_states_that_can_be_packed_goes_on_whatever_its_type() {
    let game = Mnk::<1>::new(Rules::connect_four("4x4").expect("a board"));
    let asked = &Solve::from_start(game, Goal::win(Player::First));
    let fresh = || packed(asked);
    let (whole, report, search) = in_slices(fresh, 5);
    assert_eq!(report.verdict, Verdict::Disproven);
    assert!(report.expanded <= whole.expanded * 5 / 4, "{} of {}", report.expanded, whole.expanded);
    certified(asked, &search, Value::Disproven);
    let entries = whole.table.unwrap().entries;
    assert!(report.table.unwrap().entries > entries / 2, "the table is there");
}

/// Tables of whole states that nothing says how to write.
#[test]
fn what_cannot_be_saved_writes_nothing() {
    let graph = graph(2);
    let mut bytes = Vec::new();
    let mut exact = exact(&graph, Options::default());
    assert!(!exact.save(&mut bytes).unwrap());
    assert!(bytes.is_empty());
}
