//! Facts about clauses: how they are read and written, what follows from what, and the words of errors.

use proofset_core::{Describe, Problem, Role, Status, Value, find_cycle};
use proofset_horn::{Derivation, Program, Step};

fn ask(text: &str, goal: &str) -> Derivation {
    Program::parse(text).unwrap().ask(goal).unwrap()
}

fn children(derivation: &Derivation, step: Step) -> Vec<Step> {
    let mut children = Vec::new();
    derivation.for_each_successor(&step, |_, child| children.push(child));
    children
}

#[test]
fn atoms_choose_and_clauses_need_all() {
    let derivation = ask("goal <- a, b. goal <- c. a. b <- goal, a.", "goal");
    let root = derivation.root();
    assert_eq!(derivation.status(&root), Status::Open(Role::Or));
    let clauses = children(&derivation, root);
    let texts = |steps: &[Step]| steps.iter().map(|step| derivation.state_text(step)).collect::<Vec<_>>();
    assert_eq!(texts(&clauses), ["goal <- a, b", "goal <- c"]);
    assert_eq!(derivation.status(&clauses[0]), Status::Open(Role::And));
    let body = children(&derivation, clauses[0]);
    assert_eq!(texts(&body), ["a", "b"]);
    assert_eq!(derivation.status(&body[0]), Status::Decided(Value::Proven), "a fact");
    assert_eq!(derivation.status(&body[1]), Status::Open(Role::Or));
    let nothing = children(&derivation, clauses[1])[0];
    assert_eq!(derivation.status(&nothing), Status::Decided(Value::Disproven), "no clause for c");
    let cycle = find_cycle(&derivation).unwrap();
    assert_eq!(texts(&cycle), ["goal", "goal <- a, b", "b", "b <- goal, a"]);
    assert_eq!(find_cycle(&ask("goal <- a, b. a <- b. b <- a, c. b.", "goal")), None, "nothing leads on from a fact");
}

#[test]
fn what_is_written_is_read_back() {
    let text = "% rules\n goal:-a,b , a. goal <- b, a.\nb'2 <- x-1.% and a fact\na.\n? goal . a. b<-_c.";
    let program = Program::parse(text).unwrap();
    assert_eq!(program.query(), Some("goal"));
    assert_eq!(program.atoms().collect::<Vec<_>>(), ["goal", "a", "b", "b'2", "x-1", "_c"]);
    let written = program.to_string();
    assert_eq!(written, "goal <- a, b.\nb'2 <- x-1.\na.\nb <- _c.\n");
    let again = Program::parse(&written).unwrap();
    assert_eq!((again.to_string(), again.query(), again.clause_count()), (written, None, 4));
    assert!(program.bytes() > text.len());
    assert_eq!(program.ask("nobody"), None);
}

/// A text of a certificate has a limit, and what has to be proven has none.
#[test]
fn long_clauses_are_named_by_number_and_written_whole() {
    let body: Vec<String> = (0..300).map(|number| format!("x{number}")).collect();
    let text = format!("a. goal <- {0}, a. goal <- {0}. x0 <- a.", body.join(", "));
    let derivation = ask(&text, "goal");
    let clauses = children(&derivation, derivation.root());
    let texts: Vec<String> = clauses.iter().map(|clause| derivation.state_text(clause)).collect();
    assert_eq!(texts, ["goal <- (301 atoms, clause 2)", "goal <- (300 atoms, clause 3)"]);
    let again = ask(&derivation.program().to_string(), "goal");
    assert_eq!(again.program(), derivation.program(), "numbers stay what they are");
    let proof = format!("goal <- {}.\n", body.join(", "));
    let derivation = ask(&format!("{}.{proof}", body.join(". ")), "goal");
    let clause = children(&derivation, derivation.root())[0];
    let mut steps = vec![(derivation.root(), clause)];
    steps.extend(children(&derivation, clause).into_iter().map(|atom| (clause, atom)));
    assert!(derivation.proof_text(&steps).unwrap().ends_with(&proof));
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let error = |text: &str| Program::parse(text).unwrap_err().to_string();
    for (text, expected) in [
        ("", "line 1, column 1: there is no clause; write one, as in `goal <- a, b.`, or a fact, as in `a.`"),
        ("% a.\n? a.", "line 2, column 5: there is no clause; write one, as in `goal <- a, b.`, or a fact, as in `a.`"),
        ("a <- .", "line 1, column 6: expected an atom; a fact is written `a.`, not '.'"),
        ("ä.\n a b.", "line 2, column 4: expected `<-` or a full stop, not \"b\""),
        ("a <- b c.", "line 1, column 8: expected a comma or a full stop, not \"c\""),
        ("a <- b", "line 1, column 7: the text ends here; expected a comma or a full stop"),
        (&format!("a <- {}.", "b".repeat(501)), "line 1, column 6: an atom has at most 500 bytes, and this one 501"),
        ("a. <- b.", "line 1, column 4: expected an atom, as in `goal <- a, b.`, not '<'"),
        ("a <- not b.", "line 1, column 10: expected a comma or a full stop, not \"b\""),
        ("p(a).", "line 1, column 2: atoms have no arguments, for clauses have no variables; write `p-a` for p(a)"),
        ("a. ? a. ? b.", "line 1, column 9: a second atom is asked; keep one `?`"),
        ("a. ? <- b.", "line 1, column 6: expected an atom, as in `? goal.`, not '<'"),
        ("a. ? a, b.", "line 1, column 7: expected a full stop, not ','"),
    ] {
        assert_eq!(error(text), expected, "{text:?}");
    }
}

/// The steps of a strategy, by the texts of both ends.
fn steps(derivation: &Derivation, edges: &[(&str, &str)]) -> Vec<(Step, Step)> {
    let mut known = vec![derivation.root()];
    edges
        .iter()
        .map(|(from, to)| {
            let find = |steps: &[Step], text| *steps.iter().find(|step| derivation.state_text(step) == text).unwrap();
            let from = find(&known, *from);
            let to = find(&children(derivation, from), *to);
            known.push(to);
            (from, to)
        })
        .collect()
}

#[test]
fn proofs_are_clauses_with_premises_first() {
    let derivation = ask("goal <- a, b. a <- goal. a <- c, b. b <- c. c.", "goal");
    let edges = [
        ("goal", "goal <- a, b"),
        ("goal <- a, b", "a"),
        ("goal <- a, b", "b"),
        ("a", "a <- c, b"),
        ("a <- c, b", "c"),
        ("a <- c, b", "b"),
        ("b", "b <- c"),
        ("b <- c", "c"),
    ];
    let whole = steps(&derivation, &edges);
    assert_eq!(derivation.proof_text(&whole).unwrap(), "c.\nb <- c.\na <- c, b.\ngoal <- a, b.\n");
    assert_eq!(derivation.proof_text(&whole[..3]), None, "nothing derives a");
    let mut circle = whole.clone();
    circle[3] = steps(&derivation, &[("goal", "goal <- a, b"), ("goal <- a, b", "a"), ("a", "a <- goal")])[2];
    assert_eq!(derivation.proof_text(&circle), None, "an atom is no support of itself");
    assert_eq!(ask("a. b <- a.", "a").proof_text(&[]).unwrap(), "a.\n");
}

#[test]
fn disproofs_name_what_fails_in_each_clause() {
    let derivation = ask("goal <- a, b. a <- goal. a <- c. b.", "goal");
    let edges = [
        ("goal", "goal <- a, b"),
        ("goal <- a, b", "a"),
        ("a", "a <- goal"),
        ("a <- goal", "goal"),
        ("a", "a <- c"),
        ("a <- c", "c"),
    ];
    assert_eq!(
        derivation.disproof_text(&steps(&derivation, &edges)),
        "% goal does not follow.\n% c is no fact and has no clause.\n% goal <- a, b: not a.\n% a <- goal: not goal.\n% a <- c: not c.\n"
    );
}
