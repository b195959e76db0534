//! Clauses without variables, by every search that takes them, against forward chaining.

use std::collections::BTreeSet;

use fastrand::Rng;
use proofset_catalog::{Asks, Note, Outcome, Solution, Task};
use proofset_certificate::{Form, Reader, RecordKind};
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;

/// A clause: its head and its body, by the numbers of atoms.
type Clause = (usize, Vec<usize>);

/// Random clauses over so many atoms. Without circles, bodies name larger atoms only.
fn clauses(rng: &mut Rng, atoms: usize, circles: bool) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = (0..atoms * 2)
        .filter_map(|_| {
            let head = rng.usize(..atoms);
            let lowest = if circles { 0 } else { head + 1 };
            (lowest < atoms).then(|| (head, (0..rng.usize(1..=3)).map(|_| rng.usize(lowest..atoms)).collect()))
        })
        .collect();
    clauses.extend((0..rng.usize(1..=atoms / 3)).map(|_| (rng.usize(1..atoms), Vec::new())));
    rng.shuffle(&mut clauses);
    // The question is always about an atom that is named.
    clauses.push((0, vec![atoms - 1, atoms / 2]));
    clauses
}

fn text(clauses: &[Clause]) -> String {
    let clause = |(head, body): &Clause| {
        let names: Vec<String> = body.iter().map(|atom| format!("p{atom}")).collect();
        let arrow = if body.is_empty() { "" } else { " <- " };
        format!("p{head}{arrow}{}.\n", names.join(", "))
    };
    clauses.iter().map(clause).collect()
}

/// What follows: all that clauses give whose bodies are known, again and again until nothing is new.
fn consequences(clauses: &[Clause]) -> BTreeSet<usize> {
    let mut known = BTreeSet::new();
    loop {
        let before = known.len();
        for (head, body) in clauses {
            if body.iter().all(|atom| known.contains(atom)) {
                known.insert(*head);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

/// The clauses of a text in which every clause stands behind those for its body; panics if one does not.
fn in_order(text: &str) -> Vec<Clause> {
    let mut known = BTreeSet::new();
    let number = |name: &str| name[1..].parse::<usize>().unwrap();
    text.lines()
        .map(|line| {
            let line = line.strip_suffix('.').unwrap();
            let (head, body) = line.split_once(" <- ").unwrap_or((line, ""));
            let body: Vec<usize> = body.split(", ").filter(|name| !name.is_empty()).map(number).collect();
            assert!(body.iter().all(|atom| known.contains(atom)), "{line} stands before its premises");
            known.insert(number(head));
            (number(head), body)
        })
        .collect()
}

fn solve(task: &Task, algorithm: &str) -> (Outcome, Vec<u8>) {
    let mut run = task.begin(&algorithm.parse().unwrap()).unwrap_or_else(|error| panic!("{algorithm}: {error}"));
    let outcome = run.advance(&Limits::expansions(100_000), &mut ()).unwrap();
    let mut file = Vec::new();
    run.write_certificate(Form::Binary, &mut file).unwrap();
    (outcome, file)
}

fn reader(file: &[u8]) -> Reader<Box<dyn std::io::Read>> {
    Reader::new(Box::new(std::io::Cursor::new(file.to_vec())) as Box<dyn std::io::Read>).unwrap()
}

/// A certificate as moves, each record once, in the order of the file.
fn solution(file: &[u8], value: proofset_core::Value) -> Solution {
    let mut certificate = reader(file);
    let mut solution = Solution::default();
    let mut before = vec![None];
    let mut seen = BTreeSet::from([0]);
    let mut index = 0;
    while let Some(record) = certificate.next_record().unwrap() {
        let from = before.get(index).copied().flatten();
        if let (RecordKind::Leaf, Some(from)) = (record.kind(), from) {
            solution.note(from, Note::End(value));
        }
        for edge in record.edges() {
            let place = solution.push(from, edge.mv, None);
            let child = edge.child as usize;
            if seen.insert(child) {
                before.resize(before.len().max(child + 1), None);
                before[child] = Some(place);
            }
        }
        index += 1;
    }
    solution
}

#[test]
fn every_search_finds_what_forward_chaining_finds_and_can_prove_it() {
    let mut rng = Rng::with_seed(23);
    let (mut proven, mut searches) = (0, 0);
    for round in 0..120 {
        let circles = round % 2 == 0;
        let atoms = rng.usize(4..14);
        let clauses = clauses(&mut rng, atoms, circles);
        let text = text(&clauses);
        let task = catalog().open("horn", Some(&text), Some("p0")).unwrap();
        let follows = consequences(&clauses).contains(&0);
        proven += usize::from(follows);
        let expected = if follows { Verdict::Proven } else { Verdict::Disproven };
        let mut algorithms = task.algorithms(Asks::Goal);
        algorithms.extend(["pss:8,8", "dfpn:epsilon=0.25,table=keyed", "pss:sets=bits"]);
        if !circles {
            assert!(algorithms.len() > 12, "{algorithms:?}");
        }
        for algorithm in algorithms {
            let (outcome, file) = solve(&task, algorithm);
            assert_eq!(outcome.verdict, expected, "{algorithm}:\n{text}");
            let summary = task.check(&mut reader(&file));
            assert!(summary.is_ok(), "{algorithm}: {summary:?}\n{text}");
            let said = task.explain(&outcome);
            assert_eq!(said, if follows { "proven: p0 follows" } else { "disproven: p0 does not follow" });
            let shown = task.solution(&solution(&file, expected.value().unwrap()), "horn").unwrap();
            if follows {
                let proof = in_order(&shown);
                assert!(proof.iter().all(|clause| consequences(std::slice::from_ref(clause)).len() <= 1));
                assert_eq!(proof.last().unwrap().0, 0, "{algorithm}:\n{shown}");
                assert!(catalog().open("horn", Some(&shown), Some("p0")).is_ok());
            } else {
                assert!(shown.starts_with("% p0 does not follow.\n"), "{algorithm}:\n{shown}");
            }
            searches += 1;
        }
    }
    assert!((30..90).contains(&proven) && searches > 1000, "{proven} of 120, {searches}");
}

#[test]
fn a_circle_supports_nobody() {
    let text = "goal <- lemma. lemma <- goal. lemma <- other. other <- lemma.";
    let task = catalog().open("horn", Some(text), Some("goal")).unwrap();
    for algorithm in task.algorithms(Asks::Goal) {
        let (outcome, file) = solve(&task, algorithm);
        assert_eq!(outcome.verdict, Verdict::Disproven, "{algorithm}");
        task.check(&mut reader(&file)).unwrap();
    }
    let error = task.begin(&"aostar".parse().unwrap()).err().unwrap().to_string();
    assert!(error.contains("the graph has a cycle, goal -> goal <- lemma -> lemma -> lemma <- goal"), "{error}");
}
