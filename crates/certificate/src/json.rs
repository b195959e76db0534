//! The JSON form: parsed at once, kept flat.
//!
//! Serde sees one node at a time; its moves go into one array of edges and a dictionary, so that a parsed certificate
//! takes eight bytes an edge and five a node. Only the syntax is judged here; the reader judges the edges.

use std::collections::HashMap;
use std::fmt;

use proofset_core::Value;
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use crate::format::{JSON_FORMAT, MAX_HEADER_TEXT, MAX_MOVE_TEXT, MAX_THREATS};
use crate::read_error::ReadError;
use crate::record::{Dictionary, Header, RecordKind, StoredEdge, Version};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u64,
    game: String,
    position: String,
    goal: String,
    verdict: Verdict,
    nodes: Parsed,
}

/// The part of a document that every version has.
#[derive(Deserialize)]
struct Envelope {
    format: String,
    version: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Proven,
    Disproven,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Node {
    kind: NodeKind,
    #[serde(default)]
    moves: Vec<(String, u32)>,
    #[serde(default)]
    sequence: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum NodeKind {
    Leaf,
    Choice,
    All,
    Sequence,
}

/// The records, flat.
#[derive(Default)]
pub(crate) struct Nodes {
    kinds: Vec<RecordKind>,
    /// Where the edges of each record end; they begin where those of the one before end.
    ends: Vec<usize>,
    edges: Vec<StoredEdge>,
    /// The threat sequences of records that have one, in order.
    sequences: Vec<(u32, Vec<u32>)>,
}

impl Nodes {
    /// The number of records; `None` for no records.
    pub(crate) fn len(&self) -> Option<u32> {
        u32::try_from(self.kinds.len()).ok().filter(|&len| len > 0)
    }

    pub(crate) fn get(&self, index: u32) -> (RecordKind, &[StoredEdge], &[u32]) {
        let place = self.sequences.binary_search_by_key(&index, |&(record, _)| record);
        let sequence = place.map_or(&[][..], |place| &self.sequences[place].1);
        let index = index as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        (self.kinds[index], &self.edges[start..self.ends[index]], sequence)
    }
}

#[derive(Default)]
struct Parsed {
    nodes: Nodes,
    moves: Dictionary,
}

impl<'de> Deserialize<'de> for Parsed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Collect)
    }
}

struct Collect;

impl<'de> Visitor<'de> for Collect {
    type Value = Parsed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Parsed, A::Error> {
        let mut ids = HashMap::<String, u32>::new();
        let Parsed { mut nodes, mut moves } = Parsed::default();
        while let Some(node) = list.next_element::<Node>()? {
            if nodes.kinds.len() == u32::MAX as usize {
                return Err(serde::de::Error::custom("more than 2^32 - 1 records"));
            }
            let mut number = |mv: String| -> Result<u32, A::Error> {
                fit("a move", &mv, MAX_MOVE_TEXT)?;
                let next = ids.len() as u32;
                Ok(*ids.entry(mv).or_insert_with_key(|text| {
                    moves.push(text);
                    next
                }))
            };
            for (mv, child) in node.moves {
                nodes.edges.push(StoredEdge { mv: number(mv)?, child });
            }
            if !node.sequence.is_empty() {
                let threats = node.sequence.len().div_ceil(3) as u64;
                if threats > MAX_THREATS {
                    let message = format!("a sequence has {threats} threats; the format allows {MAX_THREATS}");
                    return Err(serde::de::Error::custom(message));
                }
                let sequence = node.sequence.into_iter().map(number).collect::<Result<_, _>>()?;
                nodes.sequences.push((nodes.kinds.len() as u32, sequence));
            }
            nodes.ends.push(nodes.edges.len());
            nodes.kinds.push(match node.kind {
                NodeKind::Leaf => RecordKind::Leaf,
                NodeKind::Choice => RecordKind::Choice,
                NodeKind::All => RecordKind::All,
                NodeKind::Sequence => RecordKind::Sequence,
            });
        }
        Ok(Parsed { nodes, moves })
    }
}

/// Parses a certificate in JSON form.
pub(crate) fn parse(file: &[u8]) -> Result<(Version, Header, Nodes, Dictionary), ReadError> {
    let (version, document) = match serde_json::from_slice::<Document>(file) {
        Ok(document) => (known_version(&document.format, document.version)?, document),
        Err(error) => {
            // A file of another kind or version is better told so than told which key is missing.
            if let Ok(envelope) = serde_json::from_slice::<Envelope>(file) {
                known_version(&envelope.format, envelope.version)?;
            }
            return Err(ReadError::Json(error));
        }
    };
    for (what, text) in
        [("the game", &document.game), ("the position", &document.position), ("the goal", &document.goal)]
    {
        fit(what, text, MAX_HEADER_TEXT).map_err(ReadError::Json)?;
    }
    let verdict = match document.verdict {
        Verdict::Proven => Value::Proven,
        Verdict::Disproven => Value::Disproven,
    };
    let header = Header::new(document.game, document.position, document.goal, verdict);
    Ok((version, header, document.nodes.nodes, document.nodes.moves))
}

fn fit<E: serde::de::Error>(what: &str, text: &str, max: usize) -> Result<(), E> {
    if text.len() > max {
        return Err(E::custom(format!("the text of {what} has {} bytes; the format allows {max}", text.len())));
    }
    Ok(())
}

fn known_version(format: &str, version: u64) -> Result<Version, ReadError> {
    if format != JSON_FORMAT {
        return Err(ReadError::NotACertificate(format!("its \"format\" is {format:?} and should be {JSON_FORMAT:?}")));
    }
    Version::from_number(version).ok_or(ReadError::Version { found: version })
}
