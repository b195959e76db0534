//! Reading a graph from JSON, with places.
//!
//! The idea: the reader is written by hand on top of serde's visitors, so that every complaint about the form carries
//! its line and column; it only takes notes in a [`GraphBuilder`], which checks what they mean. Keys that the format
//! does not know are skipped, unless they look like a misspelling of one that is not there.
//!
//! The cost: one pass over the text, and a copy of each id for each time it is mentioned.

use std::fmt;

use proofset_core::{Repetition, Role, Value};
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, Unexpected, Visitor};
use serde_json::error::Category;

use crate::builder::GraphBuilder;
use crate::error::GraphError;
use crate::graph::{Graph, MAX_WEIGHT, REPETITIONS};

impl Graph {
    /// Reads a graph; the [crate documentation](crate) describes the format.
    ///
    /// # Errors
    ///
    /// Says what is wrong, where (line and column, node or edge), and how to mend it. A cycle is not an error here:
    /// see [`find_cycle`](Self::find_cycle).
    pub fn from_json(text: &str) -> Result<Self, GraphError> {
        // Some editors put a byte order mark in front, which JSON does not allow.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Err(GraphError::Syntax { line: 1, column: 1, message: "the text is empty".to_owned() });
        }
        let Draft(mut builder) = serde_json::from_str(text).map_err(|error| with_place(&error))?;
        builder.build()
    }
}

/// The reader's complaint with its place in front instead of behind.
fn with_place(error: &serde_json::Error) -> GraphError {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let message = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text).to_owned();
    match error.classify() {
        Category::Data => GraphError::Format { line, column, message },
        Category::Eof => {
            GraphError::Syntax { line, column, message: message.replace("EOF while parsing", "the text ends inside") }
        }
        Category::Syntax | Category::Io => GraphError::Syntax { line, column, message },
    }
}

/// A whole file.
struct Draft(GraphBuilder);

impl<'de> Deserialize<'de> for Draft {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct File;
        impl<'de> Visitor<'de> for File {
            type Value = Draft;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"a graph: an object with "nodes", "edges" and "root""#)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Draft, A::Error> {
                let (mut name, mut source, mut notes) = (None, None, None);
                let (mut nodes, mut edges, mut root) = (None, None, None);
                let (mut node_order, mut leaf_values, mut repetition) = (None, None, None);
                let mut strange = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "name" => once(&mut name, &key, &mut map)?,
                        "source" => once(&mut source, &key, &mut map)?,
                        "notes" => once(&mut notes, &key, &mut map)?,
                        "nodes" => once(&mut nodes, &key, &mut map)?,
                        "edges" => once(&mut edges, &key, &mut map)?,
                        "root" => once(&mut root, &key, &mut map)?,
                        "node_order" => once(&mut node_order, &key, &mut map)?,
                        "leaf_values" => once(&mut leaf_values, &key, &mut map)?,
                        "repetition" => once(&mut repetition, &key, &mut map)?,
                        _ => skip(key, &mut strange, &mut map)?,
                    }
                }
                let nodes: Vec<Node> = required(nodes, "nodes", "the graph", &strange)?;
                let edges: Vec<Edge> = required(edges, "edges", "the graph", &strange)?;
                let Id(root) = required(root, "root", "the graph", &strange)?;
                not_misspelt(node_order.as_ref(), "node_order", &strange)?;
                let node_order: Option<Vec<Id>> = node_order.flatten();
                not_misspelt(leaf_values.as_ref(), "leaf_values", &strange)?;
                let leaf_values: Option<LeafValues> = leaf_values.flatten();
                not_misspelt(repetition.as_ref(), "repetition", &strange)?;
                let repetition: Option<Rule> = repetition.flatten();

                let mut builder = GraphBuilder {
                    name: name.flatten(),
                    source: source.flatten(),
                    notes: notes.flatten(),
                    edges: edges.into_iter().map(|Edge(Id(parent), Id(child))| (parent, child)).collect(),
                    root: Some(root),
                    node_order: node_order.map(|ids| ids.into_iter().map(|Id(id)| id).collect()),
                    leaf_values: leaf_values.map_or_else(Vec::new, |LeafValues(values)| values),
                    repetition: repetition.map(|Rule(rule)| rule),
                    ..GraphBuilder::default()
                };
                for Node { id: Id(id), kind, weights } in nodes {
                    if let Some((proof, disproof)) = weights {
                        builder.weights(id.clone(), proof, disproof);
                    }
                    builder.nodes.push((id, kind));
                }
                Ok(Draft(builder))
            }
        }
        input.deserialize_map(File)
    }
}

/// One entry of `nodes`.
struct Node {
    id: Id,
    kind: Option<Role>,
    weights: Option<(u32, u32)>,
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Entry;
        impl<'de> Visitor<'de> for Entry {
            type Value = Node;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"a node, as in {"id": "A", "kind": "or"}"#)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
                let (mut id, mut kind, mut both, mut proof, mut disproof) = (None, None, None, None, None);
                let mut strange = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "id" => once(&mut id, &key, &mut map)?,
                        "kind" => once(&mut kind, &key, &mut map)?,
                        "h" => once(&mut both, &key, &mut map)?,
                        "h_proof" => once(&mut proof, &key, &mut map)?,
                        "h_disproof" => once(&mut disproof, &key, &mut map)?,
                        _ => skip(key, &mut strange, &mut map)?,
                    }
                }
                let id = required(id, "id", "a node", &strange)?;
                not_misspelt(kind.as_ref(), "kind", &strange)?;
                let kind = kind.flatten().map(|Kind(role)| role);
                not_misspelt(proof.as_ref(), "h_proof", &strange)?;
                not_misspelt(disproof.as_ref(), "h_disproof", &strange)?;
                let both: Option<Weight> = both.flatten();
                let (proof, disproof) = (proof.flatten().or(both), disproof.flatten().or(both));
                let weights = match (proof, disproof) {
                    (None, None) => None,
                    (proof, disproof) => Some((proof.map_or(1, |Weight(h)| h), disproof.map_or(1, |Weight(h)| h))),
                };
                Ok(Node { id, kind, weights })
            }
        }
        input.deserialize_map(Entry)
    }
}

/// One entry of `edges`.
struct Edge(Id, Id);

impl<'de> Deserialize<'de> for Edge {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Pair;
        impl<'de> Visitor<'de> for Pair {
            type Value = Edge;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"an edge: a parent and a child, as in ["A", "B"]"#)
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Edge, A::Error> {
                let parent = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let child = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
                let mut length = 2;
                while seq.next_element::<IgnoredAny>()?.is_some() {
                    length += 1;
                }
                if length > 2 { Err(A::Error::invalid_length(length, &self)) } else { Ok(Edge(parent, child)) }
            }
        }
        input.deserialize_seq(Pair)
    }
}

/// The id of a node.
struct Id(String);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a node's id in quotes")
            }

            fn visit_str<E: serde::de::Error>(self, id: &str) -> Result<Id, E> {
                Ok(Id(id.to_owned()))
            }
        }
        input.deserialize_str(Text)
    }
}

/// The kind of an interior node.
struct Kind(Role);

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = Kind;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"the kind "or" or "and", or null for a leaf"#)
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Kind, E> {
                match word {
                    "or" => Ok(Kind(Role::Or)),
                    "and" => Ok(Kind(Role::And)),
                    _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
                }
            }
        }
        input.deserialize_str(Word)
    }
}

/// A weight; whether it is in range is for the builder to say, which knows the node.
#[derive(Clone, Copy)]
struct Weight(u32);

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Weight;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a weight: a whole number from 1 to {MAX_WEIGHT}")
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Weight, E> {
                u32::try_from(number).map(Weight).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
            }
        }
        input.deserialize_u64(Number)
    }
}

/// The object `leaf_values`.
struct LeafValues(Vec<(String, Option<Value>)>);

impl<'de> Deserialize<'de> for LeafValues {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = LeafValues;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"an object of leaf values, as in {"F": "proven"}"#)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LeafValues, A::Error> {
                let mut values = Vec::new();
                while let Some((id, LeafValue(value))) = map.next_entry::<String, LeafValue>()? {
                    values.push((id, value));
                }
                Ok(LeafValues(values))
            }
        }
        input.deserialize_map(Object)
    }
}

/// What is known of a leaf.
struct LeafValue(Option<Value>);

impl<'de> Deserialize<'de> for LeafValue {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = LeafValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"the leaf value "proven", "disproven" or "unknown""#)
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<LeafValue, E> {
                match word {
                    "proven" => Ok(LeafValue(Some(Value::Proven))),
                    "disproven" => Ok(LeafValue(Some(Value::Disproven))),
                    "unknown" => Ok(LeafValue(None)),
                    _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
                }
            }
        }
        input.deserialize_str(Word)
    }
}

/// What a repetition is worth.
struct Rule(Repetition);

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = Rule;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"what a repetition is worth: "disproves", "proves" or "mover-loses""#)
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Rule, E> {
                let rule = REPETITIONS.into_iter().find(|(known, _)| *known == word);
                rule.map(|(_, rule)| Rule(rule)).ok_or_else(|| E::invalid_value(Unexpected::Str(word), &self))
            }
        }
        input.deserialize_str(Word)
    }
}

/// Reads the value of a key that may come once.
fn once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    slot: &mut Option<T>,
    key: &str,
    map: &mut A,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(A::Error::custom(format_args!("the key {key:?} is given twice; keep one")));
    }
    *slot = Some(map.next_value()?);
    Ok(())
}

/// Skips the value of a key that the format does not know.
fn skip<'de, A: MapAccess<'de>>(key: String, strange: &mut Vec<String>, map: &mut A) -> Result<(), A::Error> {
    map.next_value::<IgnoredAny>()?;
    strange.push(key);
    Ok(())
}

/// The value of a key that must be there.
fn required<T, E: serde::de::Error>(slot: Option<T>, key: &str, owner: &str, strange: &[String]) -> Result<T, E> {
    not_misspelt(slot.as_ref(), key, strange)?;
    slot.ok_or_else(|| E::custom(format_args!("{owner} has no {key:?}; add it")))
}

/// Silence about a misspelt key would change the graph: an optional key would be skipped.
fn not_misspelt<T, E: serde::de::Error>(slot: Option<&T>, key: &str, strange: &[String]) -> Result<(), E> {
    match strange.iter().find(|strange| slot.is_none() && resembles(strange, key)) {
        Some(strange) => Err(E::custom(format_args!("unknown key {strange:?}; rename it to {key:?}"))),
        None => Ok(()),
    }
}

/// True if the two differ, beside case and separators, in at most one letter that is not the first.
fn resembles(strange: &str, key: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (a, b) = (letters(strange), letters(key));
    let same_start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let same_end = a[same_start..].iter().rev().zip(b[same_start..].iter().rev()).take_while(|(a, b)| a == b).count();
    same_start > 0 && a.len().max(b.len()) - same_start - same_end <= 1
}

#[cfg(test)]
mod tests {
    use super::resembles;

    #[test]
    fn misspellings_are_recognised_and_other_words_are_not() {
        for (strange, key) in [
            ("Nodes", "nodes"),
            ("node", "nodes"),
            ("nodess", "nodes"),
            ("nades", "nodes"),
            ("leafValues", "leaf_values"),
            ("leaf-value", "leaf_values"),
            ("h-proof", "h_proof"),
            ("kin", "kind"),
        ] {
            assert!(resembles(strange, key), "{strange} for {key}");
        }
        for (strange, key) in [
            ("notes", "nodes2"),
            ("proof", "h_proof"),
            ("expected", "edges"),
            ("rule", "root"),
            ("", "id"),
            ("extra", "h"),
        ] {
            assert!(!resembles(strange, key), "{strange} for {key}");
        }
    }
}
