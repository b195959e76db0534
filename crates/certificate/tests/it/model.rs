//! A certificate as plain data that can be spoilt at will, with encoders of its own: they follow the description of the
//! format and refuse nothing, which the crate's writer would.
//!
//! [`Model::proves`] is the definition of a proof, evaluated line by line without any table.

use std::io::Read;

use proofset_certificate::{CheckError, Header, Reader, RecordKind, Summary, Version, check};
use proofset_core::{Describe, Repetition, Status, Value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    pub(crate) version: Version,
    pub(crate) header: Header,
    pub(crate) nodes: Vec<(RecordKind, Vec<(String, u64)>)>,
}

impl Model {
    /// Reads a whole certificate.
    pub(crate) fn read(file: impl Read) -> Self {
        let mut reader = Reader::new(file).unwrap();
        let (version, header) = (reader.version(), reader.header().clone());
        let mut nodes = Vec::new();
        while let Some(record) = reader.next_record().unwrap() {
            let edges = record.edges().map(|edge| (edge.mv.to_owned(), edge.child.into())).collect();
            nodes.push((record.kind(), edges));
        }
        Self { version, header, nodes }
    }

    pub(crate) fn json(&self) -> Vec<u8> {
        let Header { game, position, goal, verdict, .. } = &self.header;
        let nodes: Vec<_> = self
            .nodes
            .iter()
            .map(|(kind, moves)| serde_json::json!({ "kind": kind.to_string(), "moves": moves }))
            .collect();
        serde_json::json!({
            "format": "proofset-certificate", "version": self.version.number(), "game": game, "position": position, "goal": goal,
            "verdict": verdict.to_string(), "nodes": nodes,
        })
        .to_string()
        .into_bytes()
    }

    /// The binary form, or `None` if it cannot be expressed: an edge back in version 1, a leaf with moves, a choice of
    /// several.
    pub(crate) fn binary(&self) -> Option<Vec<u8>> {
        let mut file = b"PROOFSET".to_vec();
        number(&mut file, self.version.number());
        for part in [&self.header.game, &self.header.position, &self.header.goal] {
            text(&mut file, part);
        }
        file.push(u8::from(self.header.verdict == Value::Proven));
        number(&mut file, self.nodes.len() as u64);
        let mut dictionary: Vec<&str> = Vec::new();
        for (record, (kind, moves)) in (0_u64..).zip(&self.nodes) {
            match (kind, moves.len()) {
                (RecordKind::Leaf, 0) => number(&mut file, 0),
                (RecordKind::Choice, 1) => number(&mut file, 1),
                (RecordKind::All, count) => number(&mut file, 2 + count as u64),
                _ => return None,
            }
            for (mv, child) in moves {
                let known = dictionary.iter().position(|text| text == mv);
                number(&mut file, known.unwrap_or(dictionary.len()) as u64);
                if known.is_none() {
                    dictionary.push(mv);
                    text(&mut file, mv);
                }
                match (self.version, child.checked_sub(record)) {
                    (Version::Acyclic | Version::Sequences, forward) => number(&mut file, forward?),
                    (Version::Cyclic, Some(forward)) => number(&mut file, 2 * forward),
                    (Version::Cyclic, None) => number(&mut file, 2 * (record - child) - 1),
                }
            }
        }
        file.extend_from_slice(b"DONE");
        Some(seal(file))
    }

    /// Is this a proof of its verdict for the problem's root? By definition, following every line forward by itself.
    pub(crate) fn proves<P: Describe>(&self, problem: &P) -> bool {
        let mut reached = vec![None; self.nodes.len()];
        let (mut back, mut line) = (Vec::new(), Vec::new());
        self.supports(problem, &problem.root(), 0, &mut reached, &mut back, &mut line)
            && reached.iter().all(Option::is_some)
            && back.iter().all(|(child, state)| reached[*child].as_ref() == Some(state))
    }

    /// May an edge lead back to this record?
    fn may_come_back<P: Describe>(&self, problem: &P, record: usize) -> bool {
        self.version == Version::Cyclic
            && self.nodes[record].0 != RecordKind::Leaf
            && match problem.repetition() {
                Some(Repetition::Disproves) => self.header.verdict == Value::Disproven,
                Some(Repetition::Proves) => self.header.verdict == Value::Proven,
                Some(Repetition::MoverLoses) | None => false,
            }
    }

    fn supports<P: Describe>(
        &self,
        problem: &P,
        state: &P::State,
        record: usize,
        reached: &mut [Option<P::State>],
        back: &mut Vec<(usize, P::State)>,
        line: &mut Vec<P::State>,
    ) -> bool {
        let Some((kind, moves)) = self.nodes.get(record) else { return false };
        if reached[record].get_or_insert_with(|| state.clone()) != state {
            return false;
        }
        let mut legal = Vec::new();
        if let Status::Open(_) = problem.status(state) {
            problem.for_each_successor(state, |mv, next| legal.push((problem.move_text(state, mv), next)));
        }
        let chooser = self.header.verdict.chooser();
        let mover_loses = problem.repetition() == Some(Repetition::MoverLoses);
        // Whoever made the last move has lost; the parent has seen to it that it is the other side.
        let is_lost = mover_loses && line.contains(state);
        let fits = match (kind, problem.status(state)) {
            (RecordKind::Leaf, Status::Open(_)) => is_lost && moves.is_empty(),
            (RecordKind::Leaf, Status::Decided(value)) => value == self.header.verdict && moves.is_empty(),
            (RecordKind::Choice, Status::Open(role)) => role == chooser && moves.len() == 1,
            (RecordKind::All, Status::Open(role)) => {
                role != chooser
                    && moves.len() == legal.len()
                    && legal.iter().all(|(mv, _)| moves.iter().filter(|(text, _)| text == mv).count() == 1)
            }
            _ => false,
        };
        line.push(state.clone());
        let goes_on = fits
            && moves.iter().all(|(mv, child)| {
                let Some((_, next)) = legal.iter().find(|(text, _)| text == mv) else { return false };
                let child = *child as usize;
                if child <= record {
                    back.push((child, next.clone()));
                    return self.may_come_back(problem, child);
                }
                if mover_loses && *kind == RecordKind::Choice && line.contains(next) {
                    return false;
                }
                self.supports(problem, next, child, reached, back, line)
            });
        line.pop();
        goes_on
    }

    /// Checks both forms, as far as they exist, and compares them with the definition. Returns whether this is a proof.
    pub(crate) fn judge<P: Describe>(&self, problem: &P) -> bool {
        let proves = self.proves(problem);
        let json = check_bytes(problem, &self.json());
        assert_eq!(json.is_ok(), proves, "JSON form: {json:?}\n{self:#?}");
        match self.binary() {
            None => assert!(!proves),
            Some(file) => {
                let binary = check_bytes(problem, &file);
                assert_eq!(binary.is_ok(), proves, "binary form: {binary:?}\n{self:#?}");
                if proves {
                    assert_eq!(binary.unwrap(), json.unwrap());
                }
            }
        }
        proves
    }
}

pub(crate) fn check_bytes<P: Describe>(problem: &P, file: &[u8]) -> Result<Summary, CheckError> {
    check(problem, &mut Reader::new(file)?)
}

/// Appends the checksum.
pub(crate) fn seal(mut file: Vec<u8>) -> Vec<u8> {
    let mut crc = u32::MAX;
    for &byte in &file {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    file.extend_from_slice(&(!crc).to_le_bytes());
    file
}

pub(crate) fn number(file: &mut Vec<u8>, mut value: u64) {
    while value > 127 {
        file.push((value % 128) as u8 + 128);
        value /= 128;
    }
    file.push(value as u8);
}

fn text(file: &mut Vec<u8>, text: &str) {
    number(file, text.len() as u64);
    file.extend_from_slice(text.as_bytes());
}
