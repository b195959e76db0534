//! Strategies that may go on for ever: extracted where endless play has the verdict's value, and refused elsewhere.

use proofset_certificate::{
    CheckError, CheckMeans, Fault, Form, Reader, RecordKind, Reduction, SolvedGraph, Strategy, Summary, Version,
    check_with, line_moves, write_unfolded,
};
use proofset_core::{NodeId, Repetition, Role, Status, Value};

use crate::golden::door;
use crate::model::{Model, check_bytes};
use crate::problems::{Diagram, Solved, TakeAway, certify, endless_diagrams, header};

const OR: Status = Status::Open(Role::Or);
const AND: Status = Status::Open(Role::And);
const WON: Status = Status::Decided(Value::Proven);
const LOST: Status = Status::Decided(Value::Disproven);

fn id(index: usize) -> NodeId {
    NodeId::new(index).unwrap()
}

fn edge(mv: usize, child: u64) -> (String, u64) {
    (format!("edge-{mv}"), child)
}

fn cyclic(verdict: Value, nodes: Vec<(RecordKind, Vec<(String, u64)>)>) -> Model {
    Model { version: Version::Cyclic, header: header(verdict), nodes }
}

/// The same question for the other side.
fn mirrored(diagram: &Diagram) -> Diagram {
    let mirror = |status: Status| match status {
        Status::Decided(Value::Proven) => LOST,
        Status::Decided(Value::Disproven) => WON,
        Status::Open(role) => Status::Open(role.opposite()),
        Status::OpenLeaf => Status::OpenLeaf,
    };
    let repetition = diagram.repetition.map(|rule| match rule {
        Repetition::Disproves => Repetition::Proves,
        Repetition::Proves => Repetition::Disproves,
        Repetition::MoverLoses => Repetition::MoverLoses,
    });
    let nodes = diagram.nodes.iter().map(|(status, children)| (mirror(*status), children.clone()));
    Diagram { nodes: nodes.collect(), repetition }
}

/// The nodes from which the other side cannot force an end: a set that is closed whatever happens, by the definition.
fn holds_out(diagram: &Diagram, verdict: Value, nodes: &[(NodeId, Option<NodeId>)]) -> bool {
    let inside = |state: usize| nodes.iter().any(|(node, _)| node.index() == state);
    nodes.iter().all(|(node, choice)| {
        let (status, children) = &diagram.nodes[node.index()];
        match status {
            Status::Decided(value) => *value == verdict,
            Status::OpenLeaf => false,
            Status::Open(role) if *role == verdict.chooser() => {
                choice.is_some_and(|choice| children.contains(&choice.index()) && inside(choice.index()))
            }
            Status::Open(_) => children.iter().all(|&child| inside(child)),
        }
    })
}

#[test]
fn strategies_without_end_stay_in_a_closed_set_and_hold() {
    let (mut proofs, mut with_ends) = (0, 0);
    for diagram in endless_diagrams(1, 600, 16) {
        let solved = Solved::new(&diagram);
        let strategy = Strategy::extract(&solved).unwrap();
        let verdict = strategy.verdict();
        assert_eq!(diagram.repetition.unwrap().fixed_value(), Some(verdict));
        // The states of `Solved` are numbered as it found them.
        let real = |node: NodeId| id(solved.state(node));
        let nodes: Vec<_> =
            strategy.order().iter().map(|&node| (real(node), strategy.choice(&solved, node).map(real))).collect();
        assert!(holds_out(&diagram, verdict, &nodes));

        // A node without a height leads to another one; a node with one leads to lower ones alone.
        for &node in strategy.order() {
            let next: Vec<NodeId> = match (solved.role(node), strategy.choice(&solved, node)) {
                (None, _) => Vec::new(),
                (Some(_), Some(choice)) => vec![choice],
                (Some(_), None) => solved.children(node).collect(),
            };
            let heights: Vec<Option<u32>> = next.iter().map(|&child| strategy.height_of(child)).collect();
            match strategy.height_of(node) {
                None => assert!(heights.contains(&None)),
                Some(height) => assert!(heights.iter().all(|below| below.is_some_and(|below| below < height))),
            }
        }
        proofs += usize::from(verdict == Value::Proven);
        with_ends += usize::from(strategy.order().iter().any(|&node| strategy.height_of(node).is_some()));

        // The line goes on until it would repeat.
        let line = strategy.principal_line(&solved);
        assert!(line.iter().all(|&node| strategy.height_of(node).is_none()));
        assert!((0..line.len()).all(|place| !line[..place].contains(&line[place])));
        assert_eq!(line_moves(&diagram, &solved, &line).unwrap().len(), line.len() - 1);
        let last = *line.last().unwrap();
        let next = strategy.choice(&solved, last).or_else(|| {
            solved
                .children(last)
                .find(|&child| strategy.position(child).is_some() && strategy.height_of(child).is_none())
        });
        assert!(line.contains(&next.unwrap()));

        let (binary, json) = certify(&diagram).unwrap();
        let summary = check_bytes(&diagram, &binary).unwrap();
        assert_eq!(summary, check_bytes(&diagram, &json).unwrap());
        assert_eq!((summary.nodes, summary.depth), (strategy.len() as u64, None));
        assert!((summary.nodes - summary.leaves..=summary.nodes).contains(&summary.held));
        let model = Model::read(&binary[..]);
        assert!(model.version == Version::Cyclic && model.judge(&diagram));

        // The same for the other side; and for no other rule.
        let mirror = mirrored(&diagram);
        let other = Model::read(&certify(&mirror).unwrap().0[..]);
        assert_eq!((&other.nodes, other.header.verdict != verdict), (&model.nodes, true));
        for repetition in [None, mirror.repetition, Some(Repetition::MoverLoses)] {
            let ruled = Diagram { repetition, ..diagram.clone() };
            assert!(!model.judge(&ruled));
            let error = check_bytes(&ruled, &binary).unwrap_err();
            assert!(
                matches!(&error, CheckError::Fault { fault: Fault::Cycle { repetition: found, .. }, .. } if *found == repetition),
                "{error}"
            );
        }
    }
    assert!((200..400).contains(&proofs), "{proofs} proofs of 600 problems");
    assert!(with_ends > 100, "{with_ends} strategies of 600 have ends as well");
}

/// Whatever the values rest on: every root that has one gets a certificate that holds.
#[test]
fn every_decided_root_of_graphs_with_cycles_is_certified() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut seen = std::collections::HashMap::new();
    for rule in [Repetition::Disproves, Repetition::Proves].into_iter().cycle().take(4000) {
        let size = random.usize(1..14);
        let diagram = Diagram::random(&mut random, size, Some(rule));
        let Some(value) = Solved::new(&diagram).root_value() else { continue };
        let (binary, _) = certify(&diagram).unwrap();
        let summary = check_bytes(&diagram, &binary).unwrap();
        assert_eq!(summary.verdict, value);
        assert!(summary.depth.is_some() || rule.fixed_value() == Some(value));
        *seen.entry((value, summary.depth.is_some())).or_insert(0) += 1;
    }
    assert!(seen.len() == 4 && seen.values().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn a_strategy_takes_an_end_where_it_can_force_one() {
    // The defender at 1 can go round by 0, or to 2 where the attacker is at an end of moves.
    let nodes = vec![(OR, vec![1]), (AND, vec![0, 2, 3]), (OR, vec![]), (WON, vec![])];
    let diagram = Diagram { nodes, repetition: Some(Repetition::Disproves) };
    let (binary, _) = certify(&diagram).unwrap();
    let model = Model::read(&binary[..]);
    assert_eq!((model.version, model.nodes.len()), (Version::Acyclic, 3));
    assert_eq!(check_bytes(&diagram, &binary).unwrap().depth, Some(2));
}

/// Of several ways to go on for ever, the one that needs no more nodes.
#[test]
fn strategies_stay_small() {
    // The defender at 1 may go on to 2 and farther, or back to 0.
    let nodes = vec![(OR, vec![1]), (AND, vec![2, 0]), (OR, vec![3]), (AND, vec![2])];
    let diagram = Diagram { nodes, repetition: Some(Repetition::Disproves) };
    let solved = Solved::new(&diagram);
    let strategy = Strategy::extract(&solved).unwrap();
    assert_eq!((strategy.height(), strategy.order()), (None, &[id(0), id(1)][..]));
    assert_eq!(strategy.principal_line(&solved), [0, 1].map(id));
}

#[test]
fn faults_of_cycles_are_named() {
    #[track_caller]
    fn fault(diagram: &Diagram, model: &Model) -> (u32, String) {
        assert!(!model.judge(diagram));
        match check_bytes(diagram, &model.json()).unwrap_err() {
            CheckError::Fault { record, fault, .. } => (record, fault.to_string()),
            other => panic!("{other}"),
        }
    }
    use RecordKind::{All, Choice, Leaf};
    use Value::{Disproven, Proven};
    let text = str::to_owned;

    // What nobody may claim: that the attacker, who never gets through, wins.
    let circle = |repetition| Diagram { nodes: vec![(OR, vec![1]), (AND, vec![0])], repetition };
    let claim = cyclic(Proven, vec![(Choice, vec![edge(0, 1)]), (All, vec![edge(0, 0)])]);
    let cycle = "the move \"edge-0\" leads back to record 0, and a cycle is no proof that the root is proven: ";
    for (rule, why) in [
        (Some(Repetition::Disproves), "by its rules a repetition disproves"),
        (Some(Repetition::MoverLoses), "by its rules whoever repeats a position loses"),
        (None, "its rules know no play without end"),
    ] {
        assert_eq!(fault(&circle(rule), &claim), (1, format!("{cycle}{why}")));
    }
    assert!(claim.judge(&circle(Some(Repetition::Proves))));

    // Not even where it is a detour: the rule for repetitions is all that an edge back could rest on.
    let detour = Diagram {
        nodes: vec![(OR, vec![1, 2]), (AND, vec![0]), (WON, vec![])],
        repetition: Some(Repetition::Disproves),
    };
    let claim = cyclic(Proven, vec![(Choice, vec![edge(0, 1)]), (All, vec![edge(0, 0)])]);
    assert_eq!(fault(&detour, &claim).0, 1);

    // An edge back must reach the state of its record, and no leaf.
    let nodes = vec![(OR, vec![1]), (AND, vec![2, 3]), (OR, vec![3, 0]), (LOST, vec![])];
    let diagram = Diagram { nodes, repetition: Some(Repetition::Disproves) };
    let leaf_first =
        vec![(All, vec![edge(0, 2)]), (Leaf, vec![]), (Choice, vec![edge(0, 3)]), (All, vec![edge(0, 1), edge(1, 0)])];
    assert_eq!(
        check_bytes(&diagram, &cyclic(Disproven, leaf_first).json()).unwrap_err().to_string(),
        "record 1: no move leads here from the root; a certificate holds only what its strategy needs"
    );
    let nodes = vec![(OR, vec![1, 2]), (LOST, vec![]), (AND, vec![1])];
    let diagram = Diagram { nodes, repetition: Some(Repetition::Disproves) };
    let back = vec![(All, vec![edge(0, 1), edge(1, 2)]), (Leaf, vec![]), (Choice, vec![edge(0, 1)])];
    assert_eq!(
        fault(&diagram, &cyclic(Disproven, back)),
        (2, text("the move \"edge-0\" leads back to record 1, which is a leaf; only edges forward lead to leaves"))
    );
    let astray = vec![(All, vec![edge(0, 1)]), (Choice, vec![edge(1, 1)])];
    assert_eq!(
        fault(&door(), &cyclic(Disproven, astray)),
        (1, text("the move \"edge-1\" leads to node 0, but record 1 stands for node 1, which another move leads to"))
    );
    let astray = vec![(All, vec![edge(0, 1)]), (Choice, vec![edge(1, 2)]), (All, vec![edge(0, 0)])];
    assert_eq!(
        fault(&door(), &cyclic(Disproven, astray)),
        (2, text("the move \"edge-0\" leads to node 1, but record 0 stands for node 0, which another move leads to"))
    );
}

/// Whoever repeats a position loses: the favoured side must not come back on any line, and the other side loses by it.
#[test]
fn where_repeating_loses_lines_are_followed() {
    // From 0 the attacker goes to 1; the defender must go back to 0, and loses by that.
    let nodes = vec![(OR, vec![1, 2]), (AND, vec![0]), (WON, vec![])];
    let diagram = |repetition| Diagram { nodes: nodes.clone(), repetition: Some(repetition) };
    let ruled = diagram(Repetition::MoverLoses);
    let model = |nodes| Model { version: Version::Acyclic, header: header(Value::Proven), nodes };
    let back = model(vec![
        (RecordKind::Choice, vec![edge(0, 1)]),
        (RecordKind::All, vec![edge(0, 2)]),
        (RecordKind::Leaf, vec![]),
    ]);
    assert!(back.judge(&ruled));
    assert_eq!(check_bytes(&ruled, &back.json()).unwrap().depth, Some(2));
    // Under another rule play goes on.
    assert!(!back.judge(&diagram(Repetition::Disproves)));
    let error = check_bytes(&diagram(Repetition::Disproves), &back.json()).unwrap_err();
    assert!(matches!(error, CheckError::Fault { record: 2, fault: Fault::NotTerminal, .. }), "{error}");

    // A detour that holds where repetitions are allowed: the defender has lost before it ends, and so it holds here too.
    let detour = model(vec![
        (RecordKind::Choice, vec![edge(0, 1)]),
        (RecordKind::All, vec![edge(0, 2)]),
        (RecordKind::Choice, vec![edge(1, 3)]),
        (RecordKind::Leaf, vec![]),
    ]);
    assert!(detour.judge(&diagram(Repetition::Disproves)) && detour.judge(&ruled));

    // 0 and 3 are the attacker's, 1 is the defender's: the way by 3 back to 1 would break the rule.
    let ruled = Diagram {
        nodes: vec![(OR, vec![1]), (AND, vec![3]), (WON, vec![]), (OR, vec![1, 2])],
        repetition: Some(Repetition::MoverLoses),
    };
    let start = [(RecordKind::Choice, vec![edge(0, 1)]), (RecordKind::All, vec![edge(0, 2)])];
    let end = [(RecordKind::Choice, vec![edge(1, 3)]), (RecordKind::Leaf, vec![])];
    assert!(model([&start[..], &end[..]].concat()).judge(&ruled));
    let around = [
        (RecordKind::Choice, vec![edge(0, 3)]),
        (RecordKind::All, vec![edge(0, 4)]),
        (RecordKind::Choice, vec![edge(1, 5)]),
    ];
    let around = model([&start[..], &around[..], &[(RecordKind::Leaf, vec![])]].concat());
    assert!(!around.judge(&ruled));
    let error = check_bytes(&ruled, &around.json()).unwrap_err();
    assert!(matches!(error, CheckError::Fault { record: 2, fault: Fault::Repeats { .. }, .. }), "{error}");
    // The leaf that stands for a repetition must be one on every line: here 1 is reached for the first time.
    let too_soon = model(vec![(RecordKind::Choice, vec![edge(0, 1)]), (RecordKind::Leaf, vec![])]);
    assert!(!too_soon.judge(&ruled));
}

/// Checks a certificate with so many states at most.
fn check_within(ruled: &Diagram, bytes: &[u8], states: usize) -> Result<Summary, CheckError> {
    let mut means = CheckMeans { states, shelf: None, threads: 1, open: None, watch: &mut |_| () };
    check_with(ruled, &mut Reader::new(bytes).unwrap(), &mut means)
}

/// What each of many lines has been through takes room, which a limit on memory counts.
#[test]
fn what_lines_have_been_through_is_counted() {
    // Nine times the other side goes to one of two states; no two lines come together.
    let plies = 9;
    let mut nodes = vec![(AND, vec![1, 2])];
    for ply in 1..plies {
        nodes.extend(vec![(AND, vec![2 * ply + 1, 2 * ply + 2]); 2]);
    }
    nodes.extend(vec![(WON, vec![]); 2]);
    let ruled = Diagram { nodes, repetition: Some(Repetition::MoverLoses) };
    let inner = (1 << plies) - 1;
    let mut records: Vec<_> =
        (0..inner).map(|record| (RecordKind::All, vec![edge(0, 2 * record + 1), edge(1, 2 * record + 2)])).collect();
    records.extend(vec![(RecordKind::Leaf, vec![]); inner as usize + 1]);
    let bytes = Model { version: Version::Acyclic, header: header(Value::Proven), nodes: records }.json();
    let held = check_within(&ruled, &bytes, usize::MAX).unwrap().held;
    assert!(held > 600, "{held}");
    check_within(&ruled, &bytes, held as usize).unwrap();
    assert!(matches!(check_within(&ruled, &bytes, held as usize - 1), Err(CheckError::Memory { .. })));
}

/// What many lines have been through that part late is held once.
#[test]
fn lines_share_what_they_have_been_through() {
    let (long, wide) = (3000, 3000);
    let mut nodes: Vec<_> = (0..long).map(|node| (OR, vec![node + 1])).collect();
    nodes.push((AND, (long + 1..=long + wide).collect()));
    nodes.extend(vec![(WON, vec![]); wide]);
    let ruled = Diagram { nodes, repetition: Some(Repetition::MoverLoses) };
    let mut records: Vec<_> = (0..long).map(|node| (RecordKind::Choice, vec![edge(0, node as u64 + 1)])).collect();
    let children = (0..wide).map(|child| edge(child, (long + 1 + child) as u64));
    records.push((RecordKind::All, children.collect()));
    records.extend(vec![(RecordKind::Leaf, vec![]); wide]);
    let bytes = Model { version: Version::Acyclic, header: header(Value::Proven), nodes: records }.json();
    // Each state has a number, those of the ends wait, and little else is held.
    let held = check_within(&ruled, &bytes, usize::MAX).unwrap().held as usize;
    assert!((long + 2 * wide..long + 2 * wide + 200).contains(&held), "{held}");
    // Without room for the ends the check goes no further.
    assert!(matches!(check_within(&ruled, &bytes, held - wide), Err(CheckError::Memory { .. })));
}

/// One record may be a repetition on one line and none on another: then it is no leaf.
#[test]
fn a_leaf_repeats_on_every_line() {
    // 0 lets the defender choose between 1 and 2, from both of which the attacker goes to 3, and from there the defender
    // has to go to 1: back on one line only.
    let ruled = Diagram {
        nodes: vec![(AND, vec![1, 2]), (OR, vec![3]), (OR, vec![3]), (AND, vec![1])],
        repetition: Some(Repetition::MoverLoses),
    };
    let model = |nodes| Model { version: Version::Acyclic, header: header(Value::Proven), nodes };
    let shared = model(vec![
        (RecordKind::All, vec![edge(0, 1), edge(1, 2)]),
        (RecordKind::Choice, vec![edge(0, 3)]),
        (RecordKind::Choice, vec![edge(0, 3)]),
        (RecordKind::All, vec![edge(0, 4)]),
        (RecordKind::Leaf, vec![]),
    ]);
    assert!(!shared.judge(&ruled));
    assert!(check_bytes(&ruled, &shared.json()).is_err());
}

/// A strategy for one side as a tree of lines, by trying everything; its records are put behind those that are there.
/// `None` if there is none, or it would be too large.
fn strategy_by_lines(
    diagram: &Diagram,
    value: Value,
    line: &mut Vec<usize>,
    nodes: &mut Vec<(RecordKind, Vec<(String, u64)>)>,
) -> Option<()> {
    let state = line[line.len() - 1];
    let (status, children) = &diagram.nodes[state];
    let record = nodes.len();
    if record > 40 {
        return None;
    }
    nodes.push((RecordKind::Leaf, Vec::new()));
    let favours = match status {
        Status::Decided(decided) => return (*decided == value).then_some(()),
        Status::OpenLeaf => return None,
        Status::Open(role) => *role == value.chooser(),
    };
    let mut edges = Vec::new();
    for (mv, &child) in children.iter().enumerate() {
        let next = nodes.len();
        if line.contains(&child) {
            if !favours {
                nodes.push((RecordKind::Leaf, Vec::new()));
                edges.push(edge(mv, next as u64));
            }
            continue;
        }
        line.push(child);
        let found = strategy_by_lines(diagram, value, line, nodes);
        line.pop();
        match found {
            Some(()) => edges.push(edge(mv, next as u64)),
            None => nodes.truncate(next),
        }
        if favours && found.is_some() {
            break;
        }
        if !favours && found.is_none() {
            return None;
        }
    }
    if favours && edges.is_empty() {
        return None;
    }
    nodes[record] = (if favours { RecordKind::Choice } else { RecordKind::All }, edges);
    Some(())
}

/// The checker and the definition agree on strategies by lines, and on all that one changed edge or kind makes of them.
#[test]
fn strategies_by_lines_are_told_from_forged_ones() {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut held, mut forged, mut shared) = (0, 0, 0);
    for _ in 0..1500 {
        let size = random.usize(3..7);
        let diagram = Diagram::random(&mut random, size, Some(Repetition::MoverLoses));
        for value in [Value::Proven, Value::Disproven] {
            let mut nodes = Vec::new();
            if strategy_by_lines(&diagram, value, &mut vec![0], &mut nodes).is_none() {
                continue;
            }
            let model = Model { version: Version::Acyclic, header: header(value), nodes };
            assert!(model.judge(&diagram), "{diagram:?}");
            held += 1;
            for record in 0..model.nodes.len() {
                for place in 0..model.nodes[record].1.len() {
                    for child in record + 1..model.nodes.len() {
                        let mut other = model.clone();
                        other.nodes[record].1[place].1 = child as u64;
                        // What nothing leads to any more is left out, so that sharing alone is judged.
                        let other = crate::mutation::prune(&other);
                        if other.judge(&diagram) {
                            shared += u32::from(child as u64 != model.nodes[record].1[place].1);
                        } else {
                            forged += 1;
                        }
                    }
                }
                let mut other = model.clone();
                other.nodes[record] = (RecordKind::Leaf, Vec::new());
                forged += u32::from(!crate::mutation::prune(&other).judge(&diagram));
            }
        }
    }
    assert!(held > 800 && forged > 5_000 && shared > 300, "{held} {forged} {shared}");
}

/// The version says what a file may hold, and not what it must: a strategy whose lines all end may stand in version 2.
#[test]
fn lines_that_end_hold_in_either_version() {
    let problem = TakeAway { stones: 7, most: 3 };
    let mut model = Model::read(&certify(&problem).unwrap().0[..]);
    assert_eq!(model.version, Version::Acyclic);
    let depth = check_bytes(&problem, &model.json()).unwrap().depth;
    model.version = Version::Cyclic;
    assert!(model.judge(&problem));
    assert_eq!(check_bytes(&problem, &model.json()).unwrap().depth, depth);
}

/// Nodes come in pairs, 0 and 1, 2 and 3 and so on, which are images of each other.
struct Pairs;

impl Reduction<usize> for Pairs {
    fn reduced(&self, state: &usize) -> usize {
        state & !1
    }

    fn sequence(&self, _: &usize, _: &usize, _: Value) -> Vec<String> {
        Vec::new()
    }
}

/// The certificate of a graph whose nodes come in pairs, from a search that knows the even ones alone, if the root has a value.
fn unfolded(whole: &Diagram) -> Option<(Value, Vec<u8>)> {
    let mut smaller = whole.clone();
    smaller.nodes.iter_mut().flat_map(|(_, children)| children).for_each(|child| *child &= !1);
    let graph = Solved::new(&smaller);
    let value = graph.root_value()?;
    let strategy = Strategy::extract(&graph).unwrap();
    let (file, records) =
        write_unfolded(whole, &graph, &strategy, &Pairs, &header(value), Form::Binary, Vec::new()).unwrap();
    let summary = check_bytes(whole, &file).unwrap();
    assert_eq!((summary.verdict, summary.nodes), (value, records.into()));
    Some((value, file))
}

/// What was found up to symmetry rests on circles of the whole graph where it does on circles of the smaller one.
#[test]
fn strategies_without_end_carry_over_to_images() {
    // 0 leads to 2, which is lost, and to 4, from where the other side goes to the image of 0.
    let pair = |status, children: &[usize]| {
        let images = children.iter().map(|child| child ^ 1).collect();
        [(status, children.to_vec()), (status, images)]
    };
    let nodes = [pair(OR, &[2, 4]), pair(LOST, &[]), pair(AND, &[1])].concat();
    let circle = Diagram { nodes, repetition: Some(Repetition::Disproves) };
    let (value, file) = unfolded(&circle).unwrap();
    assert_eq!((value, Model::read(&file[..]).version), (Value::Disproven, Version::Cyclic));

    let mut random = fastrand::Rng::with_seed(11);
    let mut seen = std::collections::HashMap::new();
    for rule in [Repetition::Disproves, Repetition::Proves].into_iter().cycle().take(3000) {
        let size = random.usize(1..12);
        let half = Diagram::random(&mut random, size, Some(rule));
        let nodes = half.nodes.iter().flat_map(|(status, children)| {
            let children: Vec<usize> = children.iter().map(|child| 2 * child + random.usize(..2)).collect();
            pair(*status, &children)
        });
        let whole = Diagram { nodes: nodes.collect(), repetition: Some(rule) };
        let Some((value, file)) = unfolded(&whole) else { continue };
        assert_eq!(Solved::new(&whole).root_value(), Some(value));
        let model = Model::read(&file[..]);
        assert!(model.judge(&whole));
        assert!(model.version == Version::Acyclic || rule.fixed_value() == Some(value));
        *seen.entry((value, model.version)).or_insert(0) += 1;
    }
    assert!(seen.len() == 4 && seen.values().all(|&count| count > 100), "{seen:?}");
}
