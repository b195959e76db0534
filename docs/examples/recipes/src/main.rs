//! A problem that is no game: what can be made of what there is?
//!
//! `cargo run --release -- solve recipes "bread = flour water, flour = wheat, have wheat water" --goal bread`

mod kitchen;

use kitchen::Kitchen;
use proofset::{Entry, InputError, Outcome, Question, Speech, standard};
use proofset_core::Verdict;

/// How answers are worded.
struct Words;

impl Speech<Kitchen> for Words {
    fn explain(&self, kitchen: &Kitchen, outcome: &Outcome) -> String {
        match outcome.verdict {
            Verdict::Proven => format!("proven: {} can be made", kitchen.wanted()),
            _ => format!("disproven: {} cannot be made", kitchen.wanted()),
        }
    }
}

fn main() -> std::process::ExitCode {
    let recipes = Entry::problem("recipes", |texts| {
        let (Some(text), Some(wanted)) = (texts.position, texts.goal) else {
            let message =
                "give recipes and what is wanted, as in \"bread = flour water, have flour water\" --goal bread";
            return Err(InputError::Parameters { game: "recipes".to_owned(), message: message.to_owned() });
        };
        let kitchen = Kitchen::parse(text, wanted)
            .map_err(|message| InputError::Position { game: "recipes".to_owned(), message })?;
        Ok(Question::new("recipes", wanted, kitchen).with_position(text.to_owned()).with_speech(Words))
    })
    .with_summary("what can be made by recipes from what there is")
    .with_position("recipes and what there is: bread = flour water, flour = wheat, have wheat water")
    .with_goals("what is wanted: bread")
    .with_sample(Some("bread = flour, have flour"), Some("bread"));
    proofset::main(&standard().with(recipes))
}
