//! The worked example of the book's chapter on certificates is the one that the code writes.

use proofset_certificate::Reader;

use crate::golden::{FOUR_STONES, hex_dump};
use crate::model::check_bytes;
use crate::problems::certify;

const CHAPTER: &str = include_str!("../../../../docs/src/certificates.md");

/// The text of the first code block with this language.
fn block(language: &str) -> &'static str {
    let (_, rest) = CHAPTER.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_chapters_bytes_are_ours() {
    let (binary, _) = certify(&FOUR_STONES).unwrap();
    // Each line of the chapter: bytes, then `;` and what they say.
    let bytes: String =
        block("text").lines().map(|line| line.split(';').next().unwrap().trim()).collect::<Vec<_>>().join(" ");
    assert_eq!(bytes.split_whitespace().collect::<Vec<_>>(), hex_dump(&binary).split_whitespace().collect::<Vec<_>>());
}

#[test]
fn the_chapters_json_is_ours() {
    let (_, json) = certify(&FOUR_STONES).unwrap();
    assert_eq!(block("json"), String::from_utf8(json).unwrap());
    assert!(check_bytes(&FOUR_STONES, block("json").as_bytes()).is_ok());
    assert_eq!(Reader::new(block("json").as_bytes()).unwrap().record_count(), 5);
}

#[test]
fn the_chapters_sequence_holds() {
    let blocks = CHAPTER.split("```json\n").skip(1).map(|rest| rest.split_once("```").unwrap().0);
    let with_sequence: Vec<&str> = blocks.filter(|block| block.contains("\"sequence\"")).collect();
    assert_eq!(with_sequence.len(), 1);
    assert_eq!(check_bytes(&FOUR_STONES, with_sequence[0].as_bytes()).unwrap().sequences, 1);
}
