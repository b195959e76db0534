//! Checks by several threads and in bounded memory: they accept and refuse what a plain check does.

use std::io::{self, Cursor, Read};

use proofset_certificate::{
    CheckError, CheckMeans, Edge, Form, Header, OpenRules, Reader, RecordKind, Shelf, Summary, Writer, check,
    check_with, convert,
};
use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};

/// Two moves for the other side, so many times. Of the first move it is forgotten which it was once the third is made: so half
/// of the states are reached twice.
struct Fork {
    plies: u32,
}

/// The plies, and a bit for each move.
type Path = (u32, u32);

impl Problem for Fork {
    type State = Path;
    type Move = u32;

    fn root(&self) -> Path {
        (0, 0)
    }

    fn status(&self, &(plies, _): &Path) -> Status {
        if plies == self.plies { Status::Decided(Value::Proven) } else { Status::Open(Role::And) }
    }

    fn for_each_successor(&self, &(plies, path): &Path, mut visit: impl FnMut(u32, Path)) {
        for bit in 0..2 {
            let path = path | bit << plies;
            visit(bit, (plies + 1, if plies == 2 { path & !1 } else { path }));
        }
    }
}

impl Dominance for Fork {}

impl Describe for Fork {
    fn state_text(&self, (plies, path): &Path) -> String {
        format!("{path:b} after {plies}")
    }

    fn move_text(&self, _: &Path, mv: u32) -> String {
        mv.to_string()
    }
}

struct Words;

impl Shelf<Path> for Words {
    fn write(&self, &(plies, path): &Path, to: &mut Vec<u8>) {
        to.extend([plies.to_le_bytes(), path.to_le_bytes()].concat());
    }

    fn read(&self, from: &[u8]) -> Path {
        let word = |place: usize| u32::from_le_bytes(from[place..place + 4].try_into().unwrap());
        (word(0), word(4))
    }
}

const PLIES: u32 = 15;

/// The records ply by ply, so that many are to come at a time. What is spoilt is told by `spoil`: it may change the edges of a
/// record.
fn certificate(spoil: impl Fn(usize, &mut Vec<(String, u32)>)) -> Vec<u8> {
    let problem = Fork { plies: PLIES };
    let mut states = vec![problem.root()];
    let mut records = Vec::new();
    let mut known = std::collections::HashMap::from([(problem.root(), 0)]);
    let mut place = 0;
    while place < states.len() {
        let state = states[place];
        let mut edges = Vec::new();
        if let Status::Open(_) = problem.status(&state) {
            problem.for_each_successor(&state, |mv, next| {
                let child = *known.entry(next).or_insert_with(|| {
                    states.push(next);
                    states.len() - 1
                });
                edges.push((mv.to_string(), child as u32));
            });
        }
        spoil(place, &mut edges);
        records.push(edges);
        place += 1;
    }
    let header = Header::new("fork", "", "proven", Value::Proven);
    let mut writer = Writer::new(Vec::new(), Form::Binary, &header, records.len() as u32).unwrap();
    for edges in &records {
        let kind = if edges.is_empty() { RecordKind::Leaf } else { RecordKind::All };
        let edges: Vec<Edge<'_>> = edges.iter().map(|(mv, child)| Edge { mv, child: *child }).collect();
        writer.record(kind, &edges).unwrap();
    }
    writer.finish().unwrap()
}

fn with(file: &[u8], states: usize, threads: usize) -> Result<Summary, CheckError> {
    let open: OpenRules<'_, Path> = &|work| work(&Fork { plies: PLIES });
    let mut looks = 0;
    let mut means = CheckMeans {
        states,
        shelf: Some(&Words),
        threads,
        open: Some(open),
        watch: &mut |now| {
            assert!(now.records <= now.of);
            looks += 1;
        },
    };
    let summary = check_with(&Fork { plies: PLIES }, &mut Reader::new(Cursor::new(file)).unwrap(), &mut means)?;
    assert!(looks > 0);
    Ok(summary)
}

fn plain(file: &[u8]) -> Result<Summary, CheckError> {
    check(&Fork { plies: PLIES }, &mut Reader::new(file).unwrap())
}

#[test]
fn threads_and_bounds_change_nothing_but_what_is_held() {
    let file = certificate(|_, _| ());
    let expected = plain(&file).unwrap();
    assert!(expected.nodes > 20_000 && expected.held > 10_000 && expected.shelved == 0);
    for threads in [1, 2, 5] {
        for states in [100, 3000, usize::MAX] {
            let found = with(&file, states, threads).unwrap();
            let counts =
                |summary: &Summary| (summary.verdict, summary.nodes, summary.edges, summary.leaves, summary.depth);
            assert_eq!(counts(&found), counts(&expected));
            // A batch of records has its states beside those that are to come.
            let beside = if threads > 1 { 1 << 14 } else { 0 };
            assert!(found.held <= states.saturating_add(beside) as u64 || states == usize::MAX, "{found:?}");
            assert_eq!(found.shelved > 0, states < usize::MAX, "{found:?}");
        }
    }
}

#[test]
fn what_is_wrong_is_refused_with_the_first_fault() {
    let missing = certificate(|place, edges| {
        if [9000, 9001, 12_000].contains(&place) {
            edges.truncate(1);
        }
    });
    let illegal = certificate(|place, edges| {
        if [500, 15_000].contains(&place) {
            edges[1].0 = "7".to_owned();
        }
    });
    for file in [missing, illegal] {
        let expected = plain(&file).unwrap_err().to_string();
        for threads in [1, 3] {
            for states in [100, usize::MAX] {
                assert_eq!(with(&file, states, threads).unwrap_err().to_string(), expected);
            }
        }
    }
    // Two states for one record: which of the two moves is told depends on what was written down.
    let mixed = certificate(|place, edges| {
        if place == 8000 {
            edges[0].1 = edges[1].1;
        }
    });
    plain(&mixed).unwrap_err();
    for (states, threads) in [(100, 1), (100, 2), (usize::MAX, 3)] {
        assert!(matches!(
            with(&mixed, states, threads),
            Err(CheckError::Fault { .. } | CheckError::Unreachable { .. })
        ));
    }
}

#[test]
fn what_is_wrong_by_the_rules_is_told_before_what_cannot_be_read_behind_it() {
    let mut file = certificate(|place, edges| {
        if place == 500 {
            edges[1].0 = "7".to_owned();
        }
    });
    let last = file.len() - 20;
    file[last] ^= 0x55;
    let expected = plain(&file).unwrap_err();
    assert!(matches!(expected, CheckError::Fault { .. }), "{expected}");
    for threads in [2, 3] {
        assert_eq!(with(&file, usize::MAX, threads).unwrap_err().to_string(), expected.to_string());
    }
    let mut cut = certificate(|_, _| ());
    cut.truncate(cut.len() / 2);
    assert_eq!(with(&cut, usize::MAX, 2).unwrap_err().to_string(), plain(&cut).unwrap_err().to_string());
}

#[test]
fn without_a_way_to_write_states_down_a_bound_is_an_end() {
    let file = certificate(|_, _| ());
    for threads in [1, 2] {
        let open: OpenRules<'_, Path> = &|work| work(&Fork { plies: PLIES });
        let mut means = CheckMeans { states: 100, shelf: None, threads, open: Some(open), watch: &mut |_| () };
        let found = check_with(&Fork { plies: PLIES }, &mut Reader::new(&file[..]).unwrap(), &mut means);
        assert!(matches!(found, Err(CheckError::Memory { states: 100 })));
    }
}

/// Rules that cannot be opened on another thread: the thread that checks asks them itself.
#[test]
fn without_helpers_it_goes_on_alone() {
    let file = certificate(|_, _| ());
    let open: OpenRules<'_, Path> = &|_| ();
    let mut means = CheckMeans { states: usize::MAX, shelf: None, threads: 4, open: Some(open), watch: &mut |_| () };
    let found = check_with(&Fork { plies: PLIES }, &mut Reader::new(&file[..]).unwrap(), &mut means).unwrap();
    assert_eq!(found.nodes, plain(&file).unwrap().nodes);
}

/// A certificate whose one record claims very many moves, which come as long as anybody reads, up to 64 MiB.
struct Moves {
    /// What is still to be read of a move.
    rest: Vec<u8>,
    next: fn(u64) -> Vec<u8>,
    given: u64,
    read: u64,
}

impl Moves {
    fn new(next: fn(u64) -> Vec<u8>) -> Self {
        let mut rest = b"PROOFSET\x01\x04fork\x00\x06proven\x01\x0a".to_vec();
        rest.extend([0xff, 0xff, 0xff, 0xff, 0xff, 0x1f]);
        Self { rest, next, given: 0, read: 0 }
    }
}

impl Read for &mut Moves {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() && self.read < 1 << 26 {
            self.rest = (self.next)(self.given);
            self.given += 1;
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        self.read += count as u64;
        Ok(count)
    }
}

/// The moves of one record, and the texts of all moves, take room like states.
#[test]
fn moves_without_end_are_not_held() {
    let one_move: fn(u64) -> Vec<u8> = |number| if number == 0 { vec![0, 1, b'a', 1] } else { vec![0, 1] };
    let long_texts: fn(u64) -> Vec<u8> = |number| {
        let mut mv = Vec::new();
        let mut rest = number;
        while rest > 127 {
            mv.push(rest as u8 | 128);
            rest >>= 7;
        }
        mv.push(rest as u8);
        mv.extend([0x80, 0x20]);
        mv.extend(format!("{number:04096}").into_bytes());
        mv.push(1);
        mv
    };
    for (next, most) in [(one_move, 1 << 18), (long_texts, 1 << 22)] {
        for threads in [1, 2] {
            let open: OpenRules<'_, Path> = &|work| work(&Fork { plies: PLIES });
            let mut means =
                CheckMeans { states: 1000, shelf: Some(&Words), threads, open: Some(open), watch: &mut |_| () };
            let mut moves = Moves::new(next);
            let found = check_with(&Fork { plies: PLIES }, &mut Reader::new(&mut moves).unwrap(), &mut means);
            assert!(matches!(found, Err(CheckError::Memory { states: 1000 })), "{found:?}");
            assert!(moves.read < most, "{}", moves.read);
        }
    }
}

/// One move for each number below this.
struct Fan(u32);

impl Problem for Fan {
    type State = u32;
    type Move = u32;

    fn root(&self) -> u32 {
        0
    }

    fn status(&self, &state: &u32) -> Status {
        if state == 0 { Status::Open(Role::And) } else { Status::Decided(Value::Proven) }
    }

    fn for_each_successor(&self, _: &u32, mut visit: impl FnMut(u32, u32)) {
        (1..=self.0).for_each(|next| visit(next, next));
    }
}

impl Dominance for Fan {}

impl Describe for Fan {
    fn state_text(&self, state: &u32) -> String {
        state.to_string()
    }

    fn move_text(&self, _: &u32, mv: u32) -> String {
        mv.to_string()
    }
}

/// A game may have very many moves: where there is room for them, they are no fault.
#[test]
fn a_record_may_have_as_many_moves_as_there_is_room_for() {
    let fan = Fan(40_000);
    let header = Header::new("fan", "", "proven", Value::Proven);
    let mut writer = Writer::new(Vec::new(), Form::Binary, &header, fan.0 + 1).unwrap();
    let texts: Vec<String> = (1..=fan.0).map(|mv| mv.to_string()).collect();
    let edges: Vec<Edge<'_>> = texts.iter().zip(1..).map(|(mv, child)| Edge { mv, child }).collect();
    writer.record(RecordKind::All, &edges).unwrap();
    for _ in 0..fan.0 {
        writer.record(RecordKind::Leaf, &[]).unwrap();
    }
    let file = writer.finish().unwrap();
    let json = convert(&mut Reader::new(&file[..]).unwrap(), Form::Json, Vec::new()).unwrap();
    for file in [file, json] {
        for threads in [1, 2] {
            let within = |states| {
                let open: OpenRules<'_, u32> = &|work| work(&Fan(40_000));
                let mut means = CheckMeans { states, shelf: None, threads, open: Some(open), watch: &mut |_| () };
                check_with(&fan, &mut Reader::new(&file[..]).unwrap(), &mut means)
            };
            assert_eq!(within(100_000).unwrap().edges, 40_000);
            assert!(matches!(within(40_000), Err(CheckError::Memory { .. })));
        }
    }
}
