//! What is written is read back, in both forms and from one to the other.

use proofset_certificate::{
    ConvertError, Edge, Form, Header, Reader, RecordKind, ShapeError, Version, WriteError, Writer, convert,
};
use proofset_core::Value;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::model::Model;
use crate::problems::header;

/// Well-formed certificates of no game in particular.
fn models() -> impl Strategy<Value = Model> {
    let record = (0..4_u8, vec(("\\PC{0,3}|a|b2", any::<prop::sample::Index>()), 0..5));
    ("\\PC*", "[ -~\n\"\\\\]*", ".*", any::<(bool, bool)>(), vec(record, 1..30)).prop_map(
        |(game, position, goal, (proven, cyclic), records)| {
            let version = if cyclic { Version::Cyclic } else { Version::Acyclic };
            let verdict = if proven { Value::Proven } else { Value::Disproven };
            let count = records.len();
            let nodes = records.into_iter().enumerate().map(|(record, (kind, mut moves))| {
                let kind = [RecordKind::Leaf, RecordKind::Choice, RecordKind::All, RecordKind::All][usize::from(kind)];
                // Where edges may lead to, and how many such records there are.
                let (first, later) = if cyclic { (0, count) } else { (record + 1, count - record - 1) };
                let (kind, len) = match kind {
                    RecordKind::Choice if later > 0 && !moves.is_empty() => (RecordKind::Choice, 1),
                    RecordKind::All if later > 0 => (RecordKind::All, moves.len()),
                    RecordKind::All => (RecordKind::All, 0),
                    RecordKind::Leaf | RecordKind::Choice | RecordKind::Sequence => (RecordKind::Leaf, 0),
                };
                moves.truncate(len);
                let edge = |(mv, to): (String, prop::sample::Index)| (mv, (first + to.index(later)) as u64);
                (kind, moves.into_iter().map(edge).collect())
            });
            Model { version, header: Header::new(game, position, goal, verdict), nodes: nodes.collect() }
        },
    )
}

fn write(model: &Model, form: Form) -> Vec<u8> {
    let count = model.nodes.len() as u32;
    let mut writer = Writer::with_version(Vec::new(), form, model.version, &model.header, count).unwrap();
    for (kind, moves) in &model.nodes {
        let edges: Vec<Edge<'_>> = moves.iter().map(|(mv, child)| Edge { mv, child: *child as u32 }).collect();
        writer.record(*kind, &edges).unwrap();
    }
    writer.finish().unwrap()
}

proptest! {
    #[test]
    fn every_form_reads_back_as_it_was(model in models()) {
        let (binary, json) = (write(&model, Form::Binary), write(&model, Form::Json));
        prop_assert_eq!(&binary, &model.binary().unwrap(), "the description of the format gives these bytes");
        prop_assert_eq!(&Model::read(&binary[..]), &model);
        prop_assert_eq!(&Model::read(&json[..]), &model);
        prop_assert_eq!(&Model::read(&model.json()[..]), &model);
    }

    #[test]
    fn conversion_loses_nothing(model in models()) {
        let binary = write(&model, Form::Binary);
        let json = convert(&mut Reader::new(&binary[..]).unwrap(), Form::Json, Vec::new()).unwrap();
        prop_assert_eq!(&json, &write(&model, Form::Json));
        let mut reader = Reader::new(&json[..]).unwrap();
        prop_assert_eq!(reader.form(), Form::Json);
        prop_assert_eq!(convert(&mut reader, Form::Binary, Vec::new()).unwrap(), binary);
    }
}

#[test]
fn files_larger_than_any_buffer() {
    let count = 60_000_u32;
    let moves: Vec<String> = (0..count).map(|record| format!("move {}", record % 20_000)).collect();
    let last = count - 1;
    let nodes = (0_u32..).zip(&moves).map(|(record, mv)| {
        if record == last {
            (RecordKind::Leaf, Vec::new())
        } else {
            (RecordKind::Choice, vec![(mv.clone(), last.into())])
        }
    });
    let model = Model { version: Version::Acyclic, header: header(Value::Proven), nodes: nodes.collect() };
    for form in [Form::Binary, Form::Json] {
        let file = write(&model, form);
        assert!(file.len() > 1 << 18);
        assert_eq!(Model::read(&file[..]), model);
    }
}

#[test]
fn writer_refuses_what_readers_refuse() {
    let writer = |count| Writer::new(Vec::new(), Form::Binary, &header(Value::Proven), count);
    let edge = |child| Edge { mv: "a", child };
    assert!(matches!(writer(0), Err(WriteError::RecordCount { declared: 0, written: 0 })));

    let mut one = writer(1).unwrap();
    one.record(RecordKind::Leaf, &[]).unwrap();
    let error = one.record(RecordKind::Leaf, &[]).unwrap_err();
    assert!(matches!(error, WriteError::RecordCount { declared: 1, written: 2 }), "{error}");

    let error = writer(2).unwrap().finish().unwrap_err();
    assert!(matches!(error, WriteError::RecordCount { declared: 2, written: 0 }), "{error}");

    let shape = |kind, edges: &[Edge<'_>]| match writer(3).unwrap().record(kind, edges) {
        Err(WriteError::Shape(error)) => error,
        other => panic!("{other:?}"),
    };
    assert!(matches!(shape(RecordKind::All, &[edge(1), edge(0)]), ShapeError::Backward { record: 0, child: 0, .. }));
    assert!(matches!(shape(RecordKind::All, &[edge(3)]), ShapeError::Dangling { child: 3, count: 3, .. }));
    assert!(matches!(shape(RecordKind::Choice, &[]), ShapeError::MoveCount { found: 0, .. }));
    assert!(matches!(shape(RecordKind::Choice, &[edge(1), edge(2)]), ShapeError::MoveCount { found: 2, .. }));
    assert!(matches!(shape(RecordKind::Leaf, &[edge(1)]), ShapeError::MoveCount { found: 1, .. }));

    let long = "m".repeat(4097);
    let error = writer(2).unwrap().record(RecordKind::Choice, &[Edge { mv: &long, child: 1 }]).unwrap_err();
    assert!(matches!(error, WriteError::TextTooLong { len: 4097, max: 4096, .. }), "{error}");
}

#[test]
fn a_failing_disk_is_reported() {
    #[derive(Debug)]
    struct Full;

    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let nodes = vec![(RecordKind::Leaf, Vec::new())];
    let model = Model { version: Version::Acyclic, header: header(Value::Proven), nodes };
    let error = convert(&mut Reader::new(&model.json()[..]).unwrap(), Form::Binary, Full).unwrap_err();
    assert!(matches!(error, ConvertError::Write(WriteError::Io(_))), "{error}");
}
