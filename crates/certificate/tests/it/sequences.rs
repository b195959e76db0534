//! Threat sequences: their bytes, what they prove and what not, and games searched in a smaller form.

use fastrand::Rng;
use insta::assert_snapshot;
use proofset_certificate::{
    CheckError, Edge, ExportError, Fault, Form, Reader, RecordKind, Reduction, ShapeError, Strategy, Summary, Version,
    WriteError, Writer, convert, unfolded_line, write_unfolded,
};
use proofset_core::{Describe, Problem, Repetition, Role, Status, Value};

use crate::golden::hex_dump;
use crate::model::check_bytes;
use crate::problems::{Diagram, Solved, TakeAway, header};

/// A record: its kind, its edges and its threat sequence.
type Entry<'a> = (RecordKind, &'a [(&'a str, u32)], &'a [&'a str]);

fn write(version: Version, verdict: Value, form: Form, records: &[Entry<'_>]) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::with_version(Vec::new(), form, version, &header(verdict), records.len() as u32)?;
    for &(kind, edges, sequence) in records {
        let edges: Vec<Edge<'_>> = edges.iter().map(|&(mv, child)| Edge { mv, child }).collect();
        writer.record_with(kind, &edges, sequence)?;
    }
    writer.finish()
}

/// What the checker says to both forms, which is the same.
fn judge<P: Describe>(problem: &P, verdict: Value, records: &[Entry<'_>]) -> Result<Summary, String> {
    let forms = [Form::Binary, Form::Json].map(|form| write(Version::Sequences, verdict, form, records).unwrap());
    let [binary, json] = forms.map(|file| check_bytes(problem, &file).map_err(|error| error.to_string()));
    assert_eq!(binary, json);
    binary
}

const FOUR: TakeAway = TakeAway { stones: 4, most: 2 };
/// Take one: after one more take both, else (after two more) take the last.
const WIN_FOUR: &[&str] = &["1", "1", "1", "2"];

#[test]
fn one_record_wins_four_stones() {
    let summary = judge(&FOUR, Value::Proven, &[(RecordKind::Sequence, &[], WIN_FOUR)]).unwrap();
    assert_eq!((summary.nodes, summary.edges, summary.leaves, summary.sequences), (1, 0, 0, 1));
    assert_eq!(summary.depth, Some(3), "as many plies as the proof without a sequence has");
}

#[test]
fn the_bytes_of_version_three() {
    // Seven stones for the second player: whatever the first takes, three times as much goes with the answer.
    let records: [Entry<'_>; 3] = [
        (RecordKind::All, &[("2", 1)], &["2", "1", "1", "2"]),
        (RecordKind::Choice, &[("1", 2)], &[]),
        (RecordKind::All, &[("2", 3)], &[]),
    ];
    let records = [&records[..], &[(RecordKind::Sequence, &[], &["1"])]].concat();
    let file = write(Version::Sequences, Value::Disproven, Form::Binary, &records).unwrap();
    assert_snapshot!(hex_dump(&file), @r"
        50 52 4f 4f 46 53 45 54 03 09 74 61 6b 65 2d 61
        77 61 79 01 34 09 66 69 72 73 74 3a 77 69 6e 00
        04 06 00 01 32 01 02 00 01 01 31 01 00 01 01 01
        05 00 01 02 01 01 44 4f 4e 45 9f b5 61 2c
        ");
    let json = write(Version::Sequences, Value::Disproven, Form::Json, &records).unwrap();
    assert_eq!(convert(&mut Reader::new(&file[..]).unwrap(), Form::Json, Vec::new()).unwrap(), json);
    assert_eq!(convert(&mut Reader::new(&json[..]).unwrap(), Form::Binary, Vec::new()).unwrap(), file);
    assert_snapshot!(String::from_utf8(json).unwrap(), @r#"
        {"format": "proofset-certificate", "version": 3,
         "game": "take-away",
         "position": "4",
         "goal": "first:win",
         "verdict": "disproven",
         "nodes": [
          {"kind": "all", "moves": [["2", 1]], "sequence": ["2", "1", "1", "2"]},
          {"kind": "choice", "moves": [["1", 2]]},
          {"kind": "all", "moves": [["2", 3]]},
          {"kind": "sequence", "sequence": ["1"]}
         ]}
        "#);
    for end in 0..file.len() {
        assert!(check_bytes(&FOUR, &file[..end]).is_err(), "cut short after {end} bytes");
    }
}

#[test]
fn the_rest_of_the_moves_are_answered_by_the_sequence() {
    // The second player wins three stones: one is answered by both others, two by the last.
    let three = TakeAway { stones: 3, most: 2 };
    let answers = |edges: &[(&str, u32)], rest: &[&str], last: &[&str]| {
        judge(&three, Value::Disproven, &[(RecordKind::All, edges, rest), (RecordKind::Sequence, &[], last)])
    };
    let summary = answers(&[("1", 1)], &["1"], &["2"]).unwrap();
    assert_eq!((summary.nodes, summary.edges, summary.sequences, summary.depth), (2, 1, 2, Some(2)));
    assert_snapshot!(answers(&[("2", 1)], &["1"], &["1"]).unwrap_err(), @r#"record 0, for 3 stones, first to move: the legal move "1" has no edge, and the threat sequence does not answer it: the threat sequence ends with "1", and play is not over"#);
    assert_snapshot!(answers(&[("1", 1)], &["2"], &["2"]).unwrap_err(), @r#"record 0, for 3 stones, first to move: the legal move "2" has no edge, and the threat sequence does not answer it: "2" is not a legal move"#);
    assert_snapshot!(answers(&[("3", 1)], &["1"], &["2"]).unwrap_err(), @r#"record 0, for 3 stones, first to move: "3" is not a legal move"#);
}

/// Both forms have the same bound.
#[test]
fn sequences_of_json_are_no_longer_than_others() {
    let sequence = vec!["1"; 3 * 4095 + 1];
    let file = write(Version::Sequences, Value::Proven, Form::Json, &[(RecordKind::Sequence, &[], &sequence)]).unwrap();
    assert!(Reader::new(&file[..]).is_ok());
    let longer = String::from_utf8(file).unwrap().replacen("[\"1\"", "[\"1\",\"1\",\"1\",\"1\"", 1);
    let error = Reader::new(longer.as_bytes()).expect_err("it is refused").to_string();
    assert!(error.contains("a sequence has 4097 threats; the format allows 4096"), "{error}");
}

#[test]
fn wrong_sequences_are_refused() {
    let four = |sequence: &[&str]| judge(&FOUR, Value::Proven, &[(RecordKind::Sequence, &[], sequence)]).unwrap_err();
    assert_snapshot!(four(&["1"]), @r#"record 0, for 4 stones, first to move: the threat sequence ends with "1", and play is not over"#);
    assert_snapshot!(four(&["3"]), @r#"record 0, for 4 stones, first to move: "3" is not a legal move"#);
    assert_snapshot!(four(&["1", "2", "1", "1"]), @r#"record 0, for 4 stones, first to move: after the threat "1" the reply "1" is not answered: "1" does not end play"#);
    assert_snapshot!(four(&["1", "1", "1", "1"]), @r#"record 0, for 4 stones, first to move: the threat sequence ends with "1", and play is not over"#);
    assert_snapshot!(four(&["2", "2", "1", "1"]), @"record 0, for 4 stones, first to move: a leaf record of a certificate for proven, but the rules say disproven");
    let other = |problem: &TakeAway, verdict, kind| judge(problem, verdict, &[(kind, &[], &["1"])]).unwrap_err();
    assert_snapshot!(other(&FOUR, Value::Disproven, RecordKind::Sequence), @"record 0, for 4 stones, first to move: a record of a move of the favoured side, but the other side moves; it takes an all record, which answers every move");
    assert_snapshot!(other(&FOUR, Value::Proven, RecordKind::All), @"record 0, for 4 stones, first to move: an all record, but the side moves that the verdict favours; it takes a choice record, which names one move");
    assert_snapshot!(other(&TakeAway { stones: 0, most: 2 }, Value::Disproven, RecordKind::Sequence), @"record 0, for 0 stones, first to move: a record with moves, but play is over");

    // A move after which the same side moves again is no threat, and an open leaf is no end.
    let open = |role| Status::Open(role);
    let again = Diagram::new(vec![
        (open(Role::Or), vec![1]),
        (open(Role::Or), vec![2]),
        (Status::Decided(Value::Proven), vec![]),
    ]);
    let leaf = Diagram::new(vec![(open(Role::Or), vec![1]), (Status::OpenLeaf, vec![])]);
    let sequence: [Entry<'_>; 1] = [(RecordKind::Sequence, &[], &["edge-0", "edge-0", "edge-0", "edge-0"])];
    assert_snapshot!(judge(&again, Value::Proven, &sequence).unwrap_err(), @r#"record 0, for node 0: after the threat "edge-0" the other side is not to move, so it is no threat"#);
    assert_snapshot!(judge(&leaf, Value::Proven, &sequence).unwrap_err(), @"record 0, for node 0: the problem leaves the value of this state open, so that no verdict can rest on it");
    let mut superko = Diagram::new(vec![(open(Role::Or), vec![1]), (Status::Decided(Value::Proven), vec![])]);
    assert!(judge(&superko, Value::Proven, &[(RecordKind::Sequence, &[], &["edge-0"])]).is_ok());
    superko.repetition = Some(Repetition::MoverLoses);
    assert_snapshot!(judge(&superko, Value::Proven, &[(RecordKind::Sequence, &[], &["edge-0"])]).unwrap_err(), @"record 0, for node 0: there are no threat sequences where whoever repeats a position loses");
}

#[test]
fn shapes_that_no_version_has() {
    let written = |version, record: Entry<'_>| match write(version, Value::Proven, Form::Binary, &[record]) {
        Err(WriteError::Shape(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_snapshot!(written(Version::Acyclic, (RecordKind::Sequence, &[], &["1"])), @"record 0: only sequence and all records of version 3 hold threat sequences, and this is a record of the kind sequence in version 1");
    assert_snapshot!(written(Version::Cyclic, (RecordKind::All, &[], &["1"])), @"record 0: only sequence and all records of version 3 hold threat sequences, and this is a record of the kind all in version 2");
    assert_snapshot!(written(Version::Sequences, (RecordKind::Leaf, &[], &["1"])), @"record 0: only sequence and all records of version 3 hold threat sequences, and this is a record of the kind leaf in version 3");
    assert_snapshot!(written(Version::Sequences, (RecordKind::Choice, &[("1", 0)], &[])), @r#"record 0: the move "1" leads back to record 0, and a cycle is no proof; every edge must lead to a record with a larger number"#);
    assert_snapshot!(written(Version::Sequences, (RecordKind::Sequence, &[], &[])), @"record 0: a threat sequence has one move, or three more for each further threat (the threat, the reply that it leaves, and the move that ends play after any other), and this one has 0");
    assert_snapshot!(written(Version::Sequences, (RecordKind::All, &[], &["1", "2"])), @"record 0: a threat sequence has one move, or three more for each further threat (the threat, the reply that it leaves, and the move that ends play after any other), and this one has 2");
    assert_snapshot!(written(Version::Sequences, (RecordKind::Sequence, &[("1", 0)], &["1"])), @"record 0: a sequence record has no moves, and this one has 1");
    let long = vec!["1"; 3 * 4096 + 1];
    let error = write(Version::Sequences, Value::Proven, Form::Binary, &[(RecordKind::Sequence, &[], &long)]);
    assert_snapshot!(error.unwrap_err().to_string(), @"a threat sequence has 4097 threats; the format allows 4096");
    assert!(write(Version::Sequences, Value::Proven, Form::Binary, &[(RecordKind::Sequence, &[], &long[3..])]).is_ok());

    let json = |version: u32| {
        format!(
            r#"{{"format": "proofset-certificate", "version": {version}, "game": "", "position": "", "goal": "",
                "verdict": "proven", "nodes": [{{"kind": "sequence", "sequence": ["1"]}}]}}"#
        )
    };
    let first = |version| {
        Reader::new(json(version).as_bytes()).unwrap().next_record().map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(first(3), Ok(()));
    assert!(first(2).unwrap_err().contains("version 2"));
}

/// The definition: whether a threat sequence wins, by the words of the format.
fn wins(problem: &Diagram, verdict: Value, state: usize, sequence: &[&str]) -> bool {
    let over = |state: &usize| problem.status(state) == Status::Decided(verdict);
    let moves = |state: usize| -> Vec<(String, usize)> {
        let mut moves = Vec::new();
        problem.for_each_successor(&state, |mv, next| moves.push((problem.move_text(&state, mv), next)));
        moves
    };
    let after = |state: usize, text: &str| moves(state).into_iter().find(|(mv, _)| mv == text).map(|(_, next)| next);
    if over(&state) {
        return true;
    }
    if problem.status(&state) != Status::Open(verdict.chooser()) {
        return false;
    }
    let Some(threatened) = after(state, sequence[0]) else { return false };
    if over(&threatened) {
        return true;
    }
    if problem.status(&threatened) != Status::Open(verdict.chooser().opposite()) || sequence.len() == 1 {
        return false;
    }
    let answered = after(threatened, sequence[1]);
    moves(threatened).into_iter().all(|(_, next)| {
        if Some(next) == answered {
            wins(problem, verdict, next, &sequence[3..])
        } else {
            let is_open = problem.status(&next) == Status::Open(verdict.chooser());
            over(&next) || (is_open && after(next, sequence[2]).is_some_and(|won| over(&won)))
        }
    })
}

#[test]
fn what_is_accepted_is_a_proof_by_definition() {
    let mut rng = Rng::with_seed(11);
    let texts = ["edge-0", "edge-1", "edge-2"];
    let (mut accepted, mut refused, mut long) = (0, 0, 0);
    for _ in 0..60_000 {
        let problem = Diagram::random(&mut rng, 9, None);
        let Status::Open(role) = problem.status(&0) else { continue };
        let verdict = rng.choice([Value::Proven, Value::Disproven]).unwrap();
        let mut draw = || {
            let len = [1, 1, 4, 4, 7][rng.usize(..5)];
            (0..len).map(|_| texts[rng.usize(..3)]).collect::<Vec<&str>>()
        };
        let (first, second) = (draw(), draw());
        let solved = Solved::new(&problem).root_value();
        let (records, holds): (Vec<Entry<'_>>, bool) = if role == verdict.chooser() {
            (vec![(RecordKind::Sequence, &[], &first)], wins(&problem, verdict, 0, &first))
        } else {
            let edges: &[_] = if problem.nodes[0].1.is_empty() { &[] } else { &[("edge-0", 1)] };
            let mut records: Vec<Entry<'_>> = vec![(RecordKind::All, edges, &first)];
            records.extend(edges.first().map(|_| (RecordKind::Sequence, &[][..], &second[..])));
            let answered = problem.nodes[0].1.iter().enumerate().all(|(place, &next)| match place {
                // A sequence record stands only where its side is to move.
                0 => matches!(problem.status(&next), Status::Open(_)) && wins(&problem, verdict, next, &second),
                _ => wins(&problem, verdict, next, &first),
            });
            (records, answered)
        };
        let verdict_of_checker = judge(&problem, verdict, &records);
        assert_eq!(verdict_of_checker.is_ok(), holds, "{problem:?} {records:?} {verdict_of_checker:?}");
        if holds {
            assert_eq!(solved, Some(verdict), "what holds is true");
            accepted += 1;
            long += usize::from(first.len() > 1 && problem.nodes.len() > 3);
        } else {
            refused += 1;
        }
    }
    assert!(accepted > 1000 && refused > 1000 && long > 300, "{accepted} {refused} {long}");
}

/// Two piles: take as much as you like from one of them; who takes the last wins. In the smaller form the smaller pile comes
/// first, and whoever can take everything at once has won.
struct Piles {
    root: (u8, u8, bool),
    is_smaller: bool,
}

impl Problem for Piles {
    type State = (u8, u8, bool);
    type Move = (u8, bool);

    fn root(&self) -> Self::State {
        self.root
    }

    fn status(&self, &(one, other, first): &Self::State) -> Status {
        let decided = |first_won| Status::Decided(if first_won { Value::Proven } else { Value::Disproven });
        match (one, other) {
            (0, 0) => decided(!first),
            (0, _) | (_, 0) if self.is_smaller => decided(first),
            _ => Status::Open(if first { Role::Or } else { Role::And }),
        }
    }

    fn for_each_successor(&self, &(one, other, first): &Self::State, mut visit: impl FnMut(Self::Move, Self::State)) {
        let form = |one: u8, other: u8| if self.is_smaller { (one.min(other), one.max(other)) } else { (one, other) };
        for take in 1..=one.max(other) {
            for from_first in [true, false] {
                let left = if from_first {
                    (one.checked_sub(take), Some(other))
                } else {
                    (Some(one), other.checked_sub(take))
                };
                let (Some(one), Some(other)) = left else { continue };
                let (one, other) = form(one, other);
                visit((take, from_first), (one, other, !first));
            }
        }
    }
}

impl proofset_core::Dominance for Piles {}

impl Describe for Piles {
    fn state_text(&self, (one, other, first): &Self::State) -> String {
        format!("{one} and {other}, {}", if *first { "first" } else { "second" })
    }

    fn move_text(&self, _state: &Self::State, (take, from_first): Self::Move) -> String {
        format!("{take}{}", if from_first { 'a' } else { 'b' })
    }
}

/// What the smaller form is; `knows` says whether it can show why it ends play early.
struct Sorting {
    knows: bool,
}

impl Reduction<(u8, u8, bool)> for Sorting {
    fn reduced(&self, &(one, other, first): &(u8, u8, bool)) -> (u8, u8, bool) {
        (one.min(other), one.max(other), first)
    }

    fn sequence(&self, &(one, other, _): &(u8, u8, bool), _: &(u8, u8, bool), _: Value) -> Vec<String> {
        match (one, other) {
            (0, n) if self.knows => vec![format!("{n}b")],
            (n, 0) if self.knows => vec![format!("{n}a")],
            _ => Vec::new(),
        }
    }
}

#[test]
fn a_strategy_for_a_smaller_form_becomes_one_for_the_whole_game() {
    for (one, other) in [(3, 1), (1, 3), (4, 4), (2, 5), (0, 0), (0, 3), (6, 6)] {
        let root = (one, other, true);
        let (whole, smaller) = (Piles { root, is_smaller: false }, Piles { root, is_smaller: true });
        let graph = Solved::new(&smaller);
        let strategy = Strategy::extract(&graph).unwrap();
        let verdict = strategy.verdict();
        assert_eq!(verdict == Value::Proven, one != other, "equal piles are lost");
        for form in [Form::Binary, Form::Json] {
            let header = header(verdict);
            let reduction = Sorting { knows: true };
            let (file, records) =
                write_unfolded(&whole, &graph, &strategy, &reduction, &header, form, Vec::new()).unwrap();
            let summary = check_bytes(&whole, &file).unwrap();
            assert_eq!((summary.nodes, summary.verdict), (records.into(), verdict));
            assert_eq!(summary.sequences > 0, one + other > 0);
        }
        let ignorant = Sorting { knows: false };
        let result = write_unfolded(&whole, &graph, &strategy, &ignorant, &header(verdict), Form::Binary, Vec::new());
        if one + other > 0 {
            assert!(matches!(result, Err(ExportError::Unanswered { .. })), "{result:?}");
        }
        let result =
            write_unfolded(&whole, &graph, &strategy, &ignorant, &header(verdict.opposite()), Form::Binary, Vec::new());
        assert!(matches!(result, Err(ExportError::Verdict { .. })));
    }
    // 4 and 2: the first takes 2 from the larger one, and does what the other does with the other pile.
    let whole = Piles { root: (4, 2, true), is_smaller: false };
    let line = [(2, 2, false), (1, 2, true), (1, 1, false), (0, 1, true)];
    let texts = unfolded_line(&whole, &Sorting { knows: true }, &line, Some(Value::Proven));
    assert_eq!(texts.join(" "), "2a 1a 1b 1a 1b");
    let texts = unfolded_line(&whole, &Sorting { knows: true }, &line, None);
    assert_eq!(texts.join(" "), "2a 1a 1b 1a", "what nobody has won yet is not played on");
}

#[test]
fn faults_have_their_kinds() {
    let file = write(Version::Sequences, Value::Proven, Form::Binary, &[(RecordKind::Sequence, &[], &["1"])]).unwrap();
    let fault = check_bytes(&FOUR, &file).unwrap_err();
    assert!(matches!(fault, CheckError::Fault { record: 0, fault: Fault::SequenceEnds { .. }, .. }));
    let error = Writer::with_version(Vec::new(), Form::Binary, Version::Acyclic, &header(Value::Proven), 1)
        .unwrap()
        .record_with(RecordKind::Sequence, &[], &["1"])
        .unwrap_err();
    assert!(matches!(error, WriteError::Shape(ShapeError::Sequence { record: 0, .. })));
}
