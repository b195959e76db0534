//! Definite clauses without variables: what follows from them, and by which.

use std::collections::HashMap;
use std::fmt::Write as _;

use proofset_catalog::{
    DefaultAlgorithm, Entry, InputError, Note, Outcome, PositionSource, Question, Repeats, Solution, Speech, Texts,
};
use proofset_core::{Describe, Problem, Status, Value, Verdict, find_cycle};
use proofset_horn::{Derivation, Program, Step};

/// The extension of files of clauses.
const EXTENSION: &str = "horn";

pub(crate) fn entry() -> Entry {
    Entry::problem("horn", |texts| {
        let Texts { position, goal, .. } = *texts;
        let game = || "horn".to_owned();
        let position = position.ok_or_else(|| InputError::Position {
            game: game(),
            message: "there are no clauses; give a file, or - for standard input".to_owned(),
        })?;
        let program = Program::parse(position)
            .map_err(|error| InputError::Position { game: game(), message: error.to_string() })?;
        let Some(goal) = goal.or(program.query()).map(str::to_owned) else {
            let message =
                "the clauses do not say what is asked; name an atom, or write `? atom.` among them".to_owned();
            return Err(InputError::Position { game: game(), message });
        };
        let mut text = program.to_string();
        if !program.mentions(&goal) {
            // Else a certificate would have a goal that nothing in its clauses names.
            let _ = write!(text, "? {goal}.");
        }
        let derivation = program.ask(&goal).ok_or_else(|| {
            let message = format!("no clause names the atom {goal:?}");
            InputError::Goal { goal: goal.clone(), game: game(), message }
        })?;
        let repeats = match find_cycle(&derivation) {
            Some(cycle) => Repeats::Along(cycle.iter().map(|step| derivation.state_text(step)).collect()),
            None => Repeats::Never,
        };
        let bytes = derivation.program().bytes();
        Ok(Question::packed("horn", goal, derivation)
            .with_position(text)
            .with_speech(ClauseSpeech)
            .with_repeats(repeats)
            .with_bytes(bytes))
    })
    .with_summary("clauses without variables from a text file: does an atom follow from facts and rules?")
    .with_position("a file, or - for standard input, or the clauses themselves: \"goal <- a, b. a. b <- a.\"")
    .with_goals("the atom that is to follow; without it, what the file asks: ? goal.")
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "pns",
        reason: "8 of 8 sets of clauses in 2 s each, and 8 of 8 with circles; none takes clearly less time",
    }])
    .with_sample(Some("goal <- a, b. a. b <- a."), Some("goal"))
    .with_example("proofset solve horn \"goal <- a, b. a. b <- a.\" --goal goal")
    .with_source(PositionSource::File { or_text: |text| text.trim_end().ends_with('.') })
    .with_solutions(&[EXTENSION])
}

struct ClauseSpeech;

impl Speech<Derivation> for ClauseSpeech {
    fn explain(&self, derivation: &Derivation, outcome: &Outcome) -> String {
        let goal = derivation.goal();
        match outcome.verdict {
            Verdict::Proven => format!("proven: {goal} follows"),
            _ => format!("disproven: {goal} does not follow"),
        }
    }

    fn line_text(&self, derivation: &Derivation, line: &[String]) -> String {
        std::iter::once(derivation.goal()).chain(line.iter().map(String::as_str)).collect::<Vec<_>>().join(" / ")
    }

    fn solution(&self, derivation: &Derivation, solution: &Solution, extension: &str) -> Option<String> {
        if extension != EXTENSION {
            return None;
        }
        let mut notes = solution.moves().iter().filter_map(|mv| mv.note);
        if notes.clone().any(|note| note == Note::Cut) {
            return Some("% What proves this is too large to be shown.\n".to_owned());
        }
        let steps = steps(derivation, solution)?;
        let at_once = derivation.status(&derivation.root()) == Status::Decided(Value::Proven);
        // Every proof ends at facts; a disproof may end nowhere.
        if at_once || notes.any(|note| note.end() == Some(Value::Proven)) {
            derivation.proof_text(&steps)
        } else {
            Some(derivation.disproof_text(&steps))
        }
    }
}

/// The edges of a strategy; `None` if it is one of other clauses.
fn steps(derivation: &Derivation, solution: &Solution) -> Option<Vec<(Step, Step)>> {
    let mut steps: Vec<(Step, Step)> = Vec::new();
    // What leads on from each step, by its text: a clause may have very many atoms.
    let mut known: HashMap<Step, HashMap<String, Step>> = HashMap::new();
    for mv in solution.moves() {
        let from = mv.before.map_or(derivation.root(), |before| steps[before].1);
        let successors = known.entry(from).or_insert_with(|| {
            let mut successors = HashMap::new();
            derivation.for_each_successor(&from, |_, next| {
                successors.insert(derivation.state_text(&next), next);
            });
            successors
        });
        steps.push((from, *successors.get(&mv.text)?));
    }
    Some(steps)
}
