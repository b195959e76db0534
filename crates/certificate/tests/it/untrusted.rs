//! Files from anywhere: errors say what is wrong and where, and nothing panics.

use proofset_certificate::{CheckError, Reader};
use proofset_core::Value;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::golden::door;
use crate::model::{Model, check_bytes, number, seal};
use crate::problems::{TakeAway, certify};

const PROBLEM: TakeAway = TakeAway { stones: 7, most: 3 };

/// Bytes that get past the first checks more often than chance would have it.
fn nearly_certificates() -> impl Strategy<Value = Vec<u8>> {
    let header = |version| [b"PROOFSET", &[version][..], b"\x01g\x01p\x01q\x01"].concat();
    let piece = prop_oneof![
        vec(any::<u8>(), 1..9),
        vec(0..4_u8, 1..9),
        Just(b"DONE".to_vec()),
        any::<u64>().prop_map(|value| {
            let mut bytes = Vec::new();
            number(&mut bytes, value);
            bytes
        }),
    ];
    let start = prop_oneof![
        Just(Vec::new()),
        Just(header(1)),
        Just(header(2)),
        Just(b"{\"format\":\"proofset-certificate\",".to_vec())
    ];
    (start, vec(piece, 0..12), any::<bool>()).prop_map(|(start, pieces, sealed)| {
        let file = [start, pieces.concat()].concat();
        if sealed { seal(file) } else { file }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_bytes_give_an_error_or_a_certificate(file in nearly_certificates()) {
        if let Ok(mut reader) = Reader::new(&file[..]) {
            let mut records = 0;
            while let Ok(Some(record)) = reader.next_record() {
                records += 1;
                // Each edge takes two bytes at least: what is held is bounded by what was read.
                prop_assert!(record.edges().len() * 2 <= file.len());
            }
            prop_assert!(records <= file.len());
        }
        prop_assert!(check_bytes(&PROBLEM, &file).is_err());
    }

    #[test]
    fn spliced_certificates_never_panic(
        (from, to, with) in (any::<prop::sample::Index>(), any::<prop::sample::Index>(), vec(any::<u8>(), 0..6)),
        json in any::<bool>(),
        endless in any::<bool>(),
    ) {
        let door = door();
        let (binary, text) = if endless { certify(&door) } else { certify(&PROBLEM) }.unwrap();
        let mut file = if json { text } else { binary[..binary.len() - 4].to_vec() };
        let (from, to) = (from.index(file.len()), to.index(file.len()));
        file.splice(from.min(to)..from.max(to), with);
        let file = if json { file } else { seal(file) };
        if let Ok(summary) = check_bytes(&PROBLEM, &file) {
            prop_assert_eq!(summary.verdict, Value::Proven);
            prop_assert!(Model::read(&file[..]).proves(&PROBLEM));
        }
        if let Ok(summary) = check_bytes(&door, &file) {
            prop_assert_eq!(summary.verdict, Value::Disproven);
            prop_assert!(Model::read(&file[..]).proves(&door));
        }
    }
}

/// The error messages for several files, one paragraph each, in lines of at most 100 characters.
fn messages<'a>(files: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut page = String::new();
    for file in files {
        let message = match check_bytes(&TakeAway { stones: 1, most: 1 }, file).unwrap_err() {
            CheckError::Read(error) => error.to_string(),
            other => panic!("{other}"),
        };
        let mut column = 0;
        for word in message.split_inclusive(' ') {
            if column + word.len() > 100 {
                page.truncate(page.trim_end().len());
                page.push_str("\n ");
                column = 1;
            }
            page.push_str(word);
            column += word.len();
        }
        page.push('\n');
    }
    page
}

#[test]
fn binary_errors_say_where_and_what() {
    let file = |rest: &[u8]| [b"PROOFSET\x01\x01g\x01p\x01q\x01", rest].concat();
    let done = b"\x02\x01\x00\x011\x01\x00DONE";
    let files = [
        b"".to_vec(),
        b"PROOF".to_vec(),
        b"\x7fELF".to_vec(),
        b"PROOFSET\x04".to_vec(),
        b"PROOFSET\x01\x01\xff".to_vec(),
        b"PROOFSET\x01\x81\x80\x80\x08".to_vec(),
        b"PROOFSET\x01\x00\x00\x00\x02".to_vec(),
        file(b"\x00"),
        file(b"\x80\x80\x80\x80\x10"),
        file(b"\x02\x01\x01"),
        file(b"\x02\x01\x00\x011\x00"),
        file(b"\x02\x01\x00\x011\x02"),
        file(b"\x02\x01\x00\x81\x20"),
        file(b"\x02\x01\x00\x011"),
        file(b"\x02\x01\x00\x011\x01\x00END"),
        file(&[&done[..], &[1, 2, 3, 4]].concat()),
        [&seal(file(done))[..], b"\n"].concat(),
        b"PROOFSET\x02\x00\x00\x00\x01\x02\x01\x00\x011\x01".to_vec(),
        b"PROOFSET\x02\x00\x00\x00\x01\x02\x01\x00\x011\x04".to_vec(),
        b"PROOFSET\x02\x00\x00\x00\x01\x02\x01\x00\x011\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01".to_vec(),
        b"PROOFSET\x02\x00\x00\x00\x01\x02\x01\x00\x011\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01".to_vec(),
    ];
    insta::assert_snapshot!(messages(files.iter().map(Vec::as_slice)), @r#"
        the file ends at byte 0, in the header, where the mark `PROOFSET` was expected; it has been cut
         short
        the file ends at byte 5, in the header, where the mark `PROOFSET` was expected; it has been cut
         short
        not a certificate: its first bytes are not `PROOFSET`, nor does it begin with the `{` of the JSON
         form
        the certificate has format version 4, and this program reads versions 1 to 3
        byte 10, in the header: expected the game, found bytes that are not UTF-8
        byte 9, in the header: expected the game, found a text of 16777217 bytes, more than the 16777216
         allowed
        byte 12, in the header: expected the verdict, 0 for disproven or 1 for proven, found 2
        the certificate has no records; even the shortest proof has a leaf
        byte 16, in the header: expected a number of records below 2^32, found 4294967296
        byte 18, in record 0: expected a move, found number 1, though only 0 moves have occurred before
        record 0: the move "1" leads back to record 0, and a cycle is no proof; every edge must lead to a
         record with a larger number
        record 0: the move "1" leads to record 2, but the last record is 1
        byte 19, in record 0: expected the text of a move, found a text of 4097 bytes, more than the 4096
         allowed
        the file ends at byte 21, in record 0, where the distance to the move's record was expected; it has
         been cut short
        byte 23, after the last record: expected the end mark `DONE`, found the byte 45
        the checksum is 04030201 and should be 4a8b8697; the file has been altered
        the certificate ends at byte 31, and the file goes on; nothing may follow a certificate
        byte 18, in record 0: expected the distance to the move's record, found one that leads back beyond
         record 0
        record 0: the move "1" leads to record 2, but the last record is 1
        byte 18, in record 0: expected the distance to the move's record, found one that leads back beyond
         record 0
        record 0: the move "1" leads to record 9223372036854775807, but the last record is 1
        "#);
}

#[test]
fn json_errors_say_where_and_what() {
    let file = |nodes: &str| {
        format!(
            "{{\"format\": \"proofset-certificate\", \"version\": 1, \"game\": \"g\", \"position\": \"p\",\n\
             \"goal\": \"q\", \"verdict\": \"proven\", \"nodes\": {nodes}}}"
        )
    };
    let choice = |edge: &str| file(&format!(r#"[{{"kind": "choice", "moves": [{edge}]}}]"#));
    let files = [
        "{".to_owned(),
        r#"{"format": "recipe", "version": 1}"#.to_owned(),
        file("[]").replace("\"version\": 1", "\"version\": 4, \"new\": 0"),
        file("[]").replace("goal", "gaol"),
        file("[]").replace("\"proven\"", "\"won\""),
        file("[]"),
        file("{}"),
        file(r#"[{"kind": "branch"}]"#),
        file(r#"[{"kind": "leaf", "moves": [["1", 1]]}, {"kind": "leaf"}]"#),
        choice(""),
        choice(r#"["1", 0]"#),
        choice(r#"["1", 1]"#),
        choice(r#"["1", 1]"#).replace("\"version\": 1", "\"version\": 2"),
        choice(r#"["1", -1]"#),
        choice(r#"["1", 1, 2]"#),
        choice(&format!(r#"["{}", 1]"#, "m".repeat(4097))),
        file("[]").replace("\"p\"", &format!("\"{}\"", "p".repeat((1 << 24) + 1))),
    ];
    insta::assert_snapshot!(messages(files.iter().map(String::as_bytes)), @r#"
        the certificate's JSON is not as described: EOF while parsing an object at line 1 column 1
        not a certificate: its "format" is "recipe" and should be "proofset-certificate"
        the certificate has format version 4, and this program reads versions 1 to 3
        the certificate's JSON is not as described: unknown field `gaol`, expected one of `format`,
         `version`, `game`, `position`, `goal`, `verdict`, `nodes` at line 2 column 6
        the certificate's JSON is not as described: unknown variant `won`, expected `proven` or `disproven`
         at line 2 column 29
        the certificate has no records; even the shortest proof has a leaf
        the certificate's JSON is not as described: invalid type: map, expected a list of records at line 2
         column 43
        the certificate's JSON is not as described: unknown variant `branch`, expected one of `leaf`,
         `choice`, `all`, `sequence` at line 2 column 61
        record 0: a leaf record has no moves, and this one has 1
        record 0: a choice record has exactly one move, and this one has 0
        record 0: the move "1" leads back to record 0, and a cycle is no proof; every edge must lead to a
         record with a larger number
        record 0: the move "1" leads to record 1, but the last record is 0
        record 0: the move "1" leads to record 1, but the last record is 0
        the certificate's JSON is not as described: invalid value: integer `-1`, expected u32 at line 2
         column 81
        the certificate's JSON is not as described: trailing characters at line 2 column 83
        the certificate's JSON is not as described: the text of a move has 4097 bytes; the format allows
         4096 at line 2 column 4180
        the certificate's JSON is not as described: the text of the position has 16777217 bytes; the format
         allows 16777216
        "#);
}
