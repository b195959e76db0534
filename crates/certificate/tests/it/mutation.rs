//! Spoilt certificates. Every change is judged three times: by the checker in both forms, and by the definition of a
//! proof ([`Model::proves`]); all must agree. Where a kind of change can never leave a proof behind, that is demanded
//! too. Changes that can are few, and each says why.

use proofset_certificate::{CheckError, Fault, ReadError, RecordKind, ShapeError, Version};
use proofset_core::{Describe, Dominance, Role, Status, Value};

use crate::golden::door;
use crate::model::{Model, check_bytes, seal};
use crate::problems::{Diagram, Solved, TakeAway, certify, decided_diagrams, endless_diagrams, header};

/// Calls `test` for several problems and the certificates of each.
macro_rules! for_all_problems {
    ($test:expr) => {{
        for stones in 1..=9 {
            for most in 1..=3 {
                let problem = TakeAway { stones, most };
                let model = Model::read(&certify(&problem).unwrap().0[..]);
                assert!(model.judge(&problem));
                $test(&problem, &model);
            }
        }
        for problem in decided_diagrams(2, 150, 14).chain(endless_diagrams(2, 150, 10)) {
            let model = Model::read(&certify(&problem).unwrap().0[..]);
            assert!(model.judge(&problem));
            $test(&problem, &model);
        }
    }};
}

/// A certificate whose edges all lead forward.
fn acyclic(verdict: Value, nodes: Vec<(RecordKind, Vec<(String, u64)>)>) -> Model {
    Model { version: Version::Acyclic, header: header(verdict), nodes }
}

/// The places of all the edges of a model.
fn edges(model: &Model) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for (record, (_, moves)) in model.nodes.iter().enumerate() {
        places.extend((0..moves.len()).map(|edge| (record, edge)));
    }
    places
}

fn spoilt(model: &Model, spoil: impl FnOnce(&mut Model)) -> Model {
    let mut spoilt = model.clone();
    spoil(&mut spoilt);
    spoilt
}

#[test]
fn a_dropped_move_is_missed() {
    for_all_problems!(|problem: &_, model: &Model| {
        for (record, edge) in edges(model) {
            assert!(!spoilt(model, |model| drop(model.nodes[record].1.remove(edge))).judge(problem));
        }
    });
}

#[test]
fn a_repeated_move_is_refused() {
    for_all_problems!(|problem: &_, model: &Model| {
        for (record, edge) in edges(model) {
            let repeat = |model: &mut Model| {
                let edge = model.nodes[record].1[edge].clone();
                model.nodes[record].1.push(edge);
            };
            assert!(!spoilt(model, repeat).judge(problem));
        }
    });
}

#[test]
fn another_kind_is_refused() {
    for_all_problems!(|problem: &_, model: &Model| {
        for record in 0..model.nodes.len() {
            for kind in [RecordKind::Leaf, RecordKind::Choice, RecordKind::All] {
                if kind != model.nodes[record].0 {
                    assert!(!spoilt(model, |model| model.nodes[record].0 = kind).judge(problem));
                    let bare = |model: &mut Model| model.nodes[record] = (kind, Vec::new());
                    assert!(!spoilt(model, bare).judge(problem));
                }
            }
        }
    });
}

/// A record stands for one state, and extraction gives each state one record: no edge can lead elsewhere.
#[test]
fn an_edge_redirected_to_any_other_record_is_refused() {
    for_all_problems!(|problem: &_, model: &Model| {
        for (record, edge) in edges(model) {
            for child in 0..=model.nodes.len() as u64 + 1 {
                if child != model.nodes[record].1[edge].1 {
                    assert!(!spoilt(model, |model| model.nodes[record].1[edge].1 = child).judge(problem));
                }
            }
        }
    });
}

/// If one of two exchanged records is reached by a third edge as well, that edge fixes its state. Otherwise each may
/// fit the other's state (two leaves always do), and the definition decides.
#[test]
fn exchanged_children_are_refused_unless_they_fit() {
    let (mut still_proofs, mut refused) = (0, 0);
    for_all_problems!(|problem: &_, model: &Model| {
        for (record, (_, moves)) in model.nodes.iter().enumerate() {
            for edge in 1..moves.len() {
                let (left, right) = (moves[edge - 1].1, moves[edge].1);
                if left != right {
                    let exchange = |model: &mut Model| {
                        model.nodes[record].1[edge - 1].1 = right;
                        model.nodes[record].1[edge].1 = left;
                    };
                    let proves = spoilt(model, exchange).judge(problem);
                    let leading_to =
                        |child| model.nodes.iter().flat_map(|node| &node.1).filter(move |edge| edge.1 == child);
                    if leading_to(left).count() + leading_to(right).count() > 2 {
                        assert!(!proves);
                    }
                    still_proofs += usize::from(proves);
                    refused += usize::from(!proves);
                }
                // Whole edges may change places: the order of an all record's edges says nothing.
                assert!(spoilt(model, |model| model.nodes[record].1.swap(edge - 1, edge)).judge(problem));
            }
        }
    });
    assert!(still_proofs > 10 && refused > 100, "{still_proofs} and {refused}");
}

/// Another legal move can be as good as the one given: both may lead to equal states, or the strategy below may fit
/// both states (a leaf after either of two winning moves). The definition decides; an illegal move is never accepted.
#[test]
fn another_move_is_refused_unless_it_proves_as_much() {
    let mut still_proofs = 0;
    for_all_problems!(|problem: &_, model: &Model| {
        for (record, edge) in edges(model) {
            for mv in ["1", "2", "3", "edge-0", "edge-1", "edge-2", "edge-3"] {
                if model.nodes[record].1[edge].0 != mv {
                    let change = |model: &mut Model| mv.clone_into(&mut model.nodes[record].1[edge].0);
                    still_proofs += usize::from(spoilt(model, change).judge(problem));
                }
            }
            for mv in ["", "0", "4", " 1", "1 ", "edge-01", "EDGE-0", "pass"] {
                let change = |model: &mut Model| mv.clone_into(&mut model.nodes[record].1[edge].0);
                assert!(!spoilt(model, change).judge(problem));
            }
        }
    });
    assert!(still_proofs > 0, "no equally good move among all these problems");
}

#[test]
fn the_other_verdict_is_refused() {
    for_all_problems!(|problem: &_, model: &Model| {
        let swap = |model: &mut Model| {
            model.header.verdict = match model.header.verdict {
                Value::Proven => Value::Disproven,
                Value::Disproven => Value::Proven,
            };
        };
        assert!(!spoilt(model, swap).judge(problem));
    });
}

#[test]
fn a_removed_or_added_record_is_refused() {
    for_all_problems!(|problem: &_, model: &Model| {
        for record in 0..model.nodes.len() {
            // Among edges that lead back, those of the record that takes its place may fit by chance.
            let proves = spoilt(model, |model| drop(model.nodes.remove(record))).judge(problem);
            assert!(!proves || model.version == Version::Cyclic);
            let copy = |model: &mut Model| model.nodes.push(model.nodes[record].clone());
            assert!(!spoilt(model, copy).judge(problem));
        }
    });
}

/// One record per line of play: equal states have several records. An edge redirected to another of them leaves its old
/// record without an edge, which is refused; but without what is left over it may be a proof again. The definition
/// knows.
#[test]
fn an_edge_may_be_redirected_to_an_equal_state() {
    fn unfold(model: &Model, record: usize, nodes: &mut Vec<(RecordKind, Vec<(String, u64)>)>) {
        let (kind, moves) = &model.nodes[record];
        let place = nodes.len();
        nodes.push((*kind, moves.clone()));
        for (edge, (_, child)) in moves.iter().enumerate() {
            nodes[place].1[edge].1 = nodes.len() as u64;
            unfold(model, *child as usize, nodes);
        }
    }

    let (mut proofs, mut refused) = (0, 0);
    for stones in 4..=8 {
        let problem = TakeAway { stones, most: 2 };
        let dag = Model::read(&certify(&problem).unwrap().0[..]);
        let mut tree = Model { nodes: Vec::new(), ..dag.clone() };
        unfold(&dag, 0, &mut tree.nodes);
        assert!(tree.judge(&problem));
        for (record, edge) in edges(&tree) {
            let own = tree.nodes[record].1[edge].1;
            for child in (0..tree.nodes.len() as u64).filter(|&child| child != own) {
                let changed = spoilt(&tree, |model| model.nodes[record].1[edge].1 = child);
                assert!(!changed.judge(&problem), "nothing leads to record {own} any more");
                let proves = prune(&changed).judge(&problem);
                proofs += usize::from(proves);
                refused += usize::from(!proves);
            }
        }
    }
    assert!(proofs > 20 && refused > 200, "{proofs} and {refused}");
}

/// Removes the records that no line of play reaches; keeps the order of the others.
pub(crate) fn prune(model: &Model) -> Model {
    let mut needed = vec![false; model.nodes.len()];
    let mut stack = vec![0];
    while let Some(record) = stack.pop() {
        if !std::mem::replace(&mut needed[record], true) {
            stack.extend(model.nodes[record].1.iter().map(|(_, child)| *child as usize));
        }
    }
    let places: Vec<u64> =
        needed.iter().scan(0, |next, &kept| Some(std::mem::replace(next, *next + u64::from(kept)))).collect();
    let mut pruned = Model { nodes: Vec::new(), ..model.clone() };
    for (record, (kind, moves)) in model.nodes.iter().enumerate() {
        if needed[record] {
            let moves = moves.iter().map(|(mv, child)| (mv.clone(), places[*child as usize])).collect();
            pruned.nodes.push((*kind, moves));
        }
    }
    pruned
}

/// Several changes at a time, at random: whatever passes is a proof by definition, and its verdict is true.
#[test]
fn random_changes_never_prove_what_is_false() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut proofs = 0;
    for problem in decided_diagrams(4, 300, 12).chain(endless_diagrams(4, 300, 8)) {
        let model = Model::read(&certify(&problem).unwrap().0[..]);
        for _ in 0..60 {
            let changed = spoilt(&model, |model| {
                for _ in 0..random.u32(1..4) {
                    change(&mut random, model);
                }
            });
            if changed.judge(&problem) {
                proofs += 1;
                assert_eq!(Some(changed.header.verdict), Solved::new(&problem).root_value());
            }
        }
    }
    assert!(proofs > 0);
}

fn change(random: &mut fastrand::Rng, model: &mut Model) {
    let count = model.nodes.len();
    let record = random.usize(..count);
    let (kind, moves) = &mut model.nodes[record];
    match random.u32(..7) {
        6 => model.version = [Version::Acyclic, Version::Cyclic][random.usize(..2)],
        0 => *kind = [RecordKind::Leaf, RecordKind::Choice, RecordKind::All][random.usize(..3)],
        1 => moves.push((format!("edge-{}", random.u32(..4)), random.u64(..=count as u64))),
        2 => drop(moves.pop()),
        3 => random.shuffle(moves),
        _ if moves.is_empty() => {}
        4 => {
            let edge = random.usize(..moves.len());
            moves[edge].0 = format!("edge-{}", random.u32(..4));
        }
        _ => {
            let edge = random.usize(..moves.len());
            moves[edge].1 = random.u64(..count as u64);
        }
    }
}

#[test]
fn every_altered_byte_is_noticed() {
    for (problem, file) in [9, 10, 12].map(|stones| {
        let problem = TakeAway { stones, most: 3 };
        let file = certify(&problem).unwrap().0;
        (problem, file)
    }) {
        for offset in 0..file.len() {
            for change in 1..=255 {
                let mut altered = file.clone();
                altered[offset] ^= change;
                let result = check_bytes(&problem, &altered);
                assert!(result.is_err(), "byte {offset} changed by {change:#04x}");
            }
        }
    }
    let file = certify(&door()).unwrap().0;
    for offset in 0..file.len() {
        for change in 1..=255 {
            let mut altered = file.clone();
            altered[offset] ^= change;
            assert!(check_bytes(&door(), &altered).is_err(), "byte {offset} changed by {change:#04x}");
        }
    }
}

/// JSON has no checksum: an altered text of the header or a blank more or less is not noticed. The strategy is.
#[test]
fn no_altered_byte_of_json_changes_what_is_proven() {
    let problem = TakeAway { stones: 9, most: 2 };
    let file = certify(&problem).unwrap().1;
    let model = Model::read(&file[..]);
    let mut accepted = 0;
    for offset in 0..file.len() {
        for change in 1..=255 {
            let mut altered = file.clone();
            altered[offset] ^= change;
            if check_bytes(&problem, &altered).is_ok() {
                accepted += 1;
                let read = Model::read(&altered[..]);
                assert_eq!((read.nodes, read.header.verdict), (model.nodes.clone(), model.header.verdict));
            }
        }
    }
    assert!(accepted > 0);
}

#[test]
fn every_shorter_or_longer_file_is_refused() {
    let problem = TakeAway { stones: 10, most: 3 };
    let (binary, json) = certify(&problem).unwrap();
    for len in 0..binary.len() {
        let error = check_bytes(&problem, &binary[..len]).unwrap_err();
        assert!(
            matches!(error, CheckError::Read(ReadError::Truncated { offset, .. }) if offset == len as u64),
            "cut at {len}: {error}"
        );
    }
    // The last byte of the JSON form is a line feed, which may go.
    for len in 0..json.len() - 1 {
        assert!(check_bytes(&problem, &json[..len]).is_err(), "cut at {len}");
    }
    for tail in [&b"\0"[..], b"\n", b"PROOFSET", &binary] {
        let error = check_bytes(&problem, &[&binary, tail].concat()).unwrap_err();
        assert!(
            matches!(error, CheckError::Read(ReadError::TrailingBytes { offset }) if offset == binary.len() as u64),
            "{error}"
        );
    }
    for tail in [&b"x"[..], b"{}", &json] {
        let error = check_bytes(&problem, &[&json, tail].concat()).unwrap_err();
        assert!(matches!(error, CheckError::Read(ReadError::Json(_))), "{error}");
    }
}

/// The record count of the header, changed and sealed again, so that nothing but the count is wrong.
#[test]
fn a_wrong_number_of_records_is_refused() {
    let problem = TakeAway { stones: 4, most: 2 };
    let (binary, _) = certify(&problem).unwrap();
    let count_at = 33 - 1;
    assert_eq!(binary[count_at], 5);
    for count in (0..=9).filter(|&count| count != 5) {
        let mut altered = binary[..binary.len() - 4].to_vec();
        altered[count_at] = count;
        assert!(check_bytes(&problem, &seal(altered)).is_err(), "{count} records");
    }
}

/// The fault that each spoilt certificate is refused for.
#[test]
fn faults_are_named() {
    #[track_caller]
    fn fault<P: Describe>(problem: &P, verdict: Value, nodes: &[(RecordKind, &[(&str, u64)])]) -> (u32, Fault) {
        let nodes = nodes
            .iter()
            .map(|(kind, moves)| (*kind, moves.iter().map(|(mv, child)| ((*mv).to_owned(), *child)).collect()));
        let model = acyclic(verdict, nodes.collect());
        assert!(!model.judge(problem));
        match check_bytes(problem, &model.json()).unwrap_err() {
            CheckError::Fault { record, fault, .. } => (record, fault),
            other => panic!("{other}"),
        }
    }
    use RecordKind::{All, Choice, Leaf};
    use Value::{Disproven, Proven};

    let two = TakeAway { stones: 2, most: 2 };
    let mv = |mv: &str| mv.to_owned();
    assert_eq!(fault(&two, Proven, &[(Leaf, &[])]), (0, Fault::NotTerminal));
    assert_eq!(fault(&two, Proven, &[(All, &[("1", 1), ("2", 1)]), (Leaf, &[])]), (0, Fault::FavouredSideMoves));
    assert_eq!(fault(&two, Disproven, &[(Choice, &[("1", 1)]), (Leaf, &[])]), (0, Fault::OtherSideMoves));
    assert_eq!(fault(&two, Proven, &[(Choice, &[("3", 1)]), (Leaf, &[])]), (0, Fault::IllegalMove { mv: mv("3") }));
    assert_eq!(fault(&two, Disproven, &[(All, &[("2", 1)]), (Leaf, &[])]), (0, Fault::MissingMove { mv: mv("1") }));
    assert_eq!(
        fault(&two, Disproven, &[(All, &[("1", 1), ("2", 2), ("1", 1)]), (Choice, &[("1", 2)]), (Leaf, &[])]),
        (0, Fault::RepeatedMove { mv: mv("1") })
    );
    assert_eq!(
        fault(&two, Disproven, &[(All, &[("1", 1), ("2", 2), ("3", 2)]), (Choice, &[("1", 2)]), (Leaf, &[])]),
        (0, Fault::IllegalMove { mv: mv("3") })
    );
    assert_eq!(
        fault(&two, Disproven, &[(All, &[("1", 1), ("2", 1)]), (Leaf, &[])]),
        (
            0,
            Fault::OtherState {
                mv: mv("2"),
                child: 1,
                reached: mv("0 stones, second to move"),
                other: mv("1 stones, second to move"),
            }
        )
    );
    assert_eq!(
        fault(&two, Disproven, &[(All, &[("1", 1), ("2", 2)]), (Choice, &[("1", 3)]), (Leaf, &[]), (Leaf, &[])]),
        (2, Fault::LeafValue { verdict: Disproven, rules: Proven })
    );
    assert_eq!(fault(&two, Proven, &[(Choice, &[("2", 1)]), (All, &[])]), (1, Fault::Terminal));
    assert_eq!(fault(&two, Proven, &[(Choice, &[("2", 1)]), (Choice, &[("1", 2)]), (Leaf, &[])]), (1, Fault::Terminal));

    // Nothing rests on an open leaf, whatever the record.
    let open = Diagram::new(vec![(Status::Open(Role::Or), vec![1]), (Status::OpenLeaf, Vec::new())]);
    for kind in [Leaf, All] {
        assert_eq!(fault(&open, Proven, &[(Choice, &[("edge-0", 1)]), (kind, &[])]), (1, Fault::OpenLeaf));
        assert_eq!(fault(&open, Disproven, &[(All, &[("edge-0", 1)]), (kind, &[])]), (1, Fault::OpenLeaf));
    }
}

#[test]
fn a_record_that_nothing_leads_to_is_refused() {
    let problem = TakeAway { stones: 2, most: 2 };
    let nodes = vec![
        (RecordKind::Choice, vec![("2".to_owned(), 2)]),
        (RecordKind::Leaf, Vec::new()),
        (RecordKind::Leaf, Vec::new()),
    ];
    let model = acyclic(Value::Proven, nodes);
    assert!(!model.judge(&problem));
    let error = check_bytes(&problem, &model.json()).unwrap_err();
    assert!(matches!(error, CheckError::Unreachable { record: 1 }), "{error}");
}

/// A position that repeats, so that a circle of moves is possible at all: it must still not pass for a proof.
#[test]
fn a_cycle_is_no_proof() {
    // 0 and 1 lead to each other; nothing ever ends. Each would be proven if the other were.
    let circle = Diagram::new(vec![(Status::Open(Role::Or), vec![1]), (Status::Open(Role::And), vec![0])]);
    let edge = |child| vec![("edge-0".to_owned(), child)];
    for verdict in [Value::Proven, Value::Disproven] {
        let (first, second) = if verdict == Value::Proven {
            (RecordKind::Choice, RecordKind::All)
        } else {
            (RecordKind::All, RecordKind::Choice)
        };
        let model = acyclic(verdict, vec![(first, edge(1)), (second, edge(0))]);
        assert!(model.binary().is_none(), "the binary form has no such edges");
        let error = check_bytes(&circle, &model.json()).unwrap_err();
        let expected = ShapeError::Backward { record: 1, mv: "edge-0".to_owned(), child: 0 };
        assert!(matches!(&error, CheckError::Read(ReadError::Shape(shape)) if *shape == expected), "{error}");
        assert!(error.to_string().contains("a cycle is no proof"), "{error}");
    }
    // The binary form can only spell an edge from a record to itself: the distance 0.
    let own = Diagram::new(vec![(Status::Open(Role::Or), vec![0])]);
    let model = acyclic(Value::Proven, vec![(RecordKind::Choice, edge(0))]);
    let error = check_bytes(&own, &model.binary().unwrap()).unwrap_err();
    assert!(matches!(error, CheckError::Read(ReadError::Shape(ShapeError::Backward { .. }))), "{error}");
}

/// Two moves with one text break the contract of `Describe`; the checker must not be fooled by it.
#[test]
fn a_move_cannot_hide_behind_another_of_the_same_name() {
    struct Nameless(Diagram);

    impl proofset_core::Problem for Nameless {
        type State = usize;
        type Move = usize;

        fn root(&self) -> usize {
            self.0.root()
        }

        fn status(&self, state: &usize) -> Status {
            self.0.status(state)
        }

        fn for_each_successor(&self, state: &usize, visit: impl FnMut(usize, usize)) {
            self.0.for_each_successor(state, visit);
        }
    }

    impl Dominance for Nameless {}

    impl Describe for Nameless {
        fn state_text(&self, state: &usize) -> String {
            self.0.state_text(state)
        }

        fn move_text(&self, _: &usize, _: usize) -> String {
            "move".to_owned()
        }
    }

    // The AND node has a proven and a disproven child: it is disproven, and must not pass for proven.
    let leaf = |value| (Status::Decided(value), Vec::new());
    let nodes = vec![(Status::Open(Role::And), vec![1, 2]), leaf(Value::Proven), leaf(Value::Disproven)];
    let problem = Nameless(Diagram::new(nodes));
    let model =
        acyclic(Value::Proven, vec![(RecordKind::All, vec![("move".to_owned(), 1)]), (RecordKind::Leaf, Vec::new())]);
    let error = check_bytes(&problem, &model.json()).unwrap_err();
    assert!(matches!(error, CheckError::Fault { record: 0, fault: Fault::OtherState { .. }, .. }), "{error}");
}
