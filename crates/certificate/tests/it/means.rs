//! Checks by several threads and in bounded memory: they accept and refuse what a plain check does.

use std::io::Cursor;

use proofset_certificate::{
    CheckError, CheckMeans, Edge, Form, Header, OpenRules, Reader, RecordKind, Shelf, Summary, Writer, check,
    check_with,
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
