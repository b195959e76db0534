//! Goals of every game: what it declares it takes.

use proofset_catalog::{GoalForm, InputError};

/// Goals of this form, with a number where the user's own stands: which one fits is up to the game.
fn written(form: &GoalForm) -> Vec<String> {
    let behind = form.form[form.beginning().len()..].trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let numbers = if form.is_whole() { vec![""] } else { vec!["2", "3"] };
    numbers.into_iter().map(|number| format!("{}{number}{behind}", form.beginning())).collect()
}

#[test]
fn every_form_of_a_goal_is_taken() {
    let catalog = proofset_standard::catalog();
    let mut count = 0;
    for game in catalog.entries() {
        for form in game.goals().forms() {
            let open = |goal: &String| catalog.open(game.name(), None, Some(goal)).err();
            let errors: Vec<_> = written(form).iter().map(open).collect();
            // Games that have no start say that a position is missing, and have nothing against the goal.
            let is_taken = errors.iter().any(|error| !matches!(error, Some(InputError::Goal { .. })));
            assert!(is_taken, "{} {}: {errors:?}", game.name(), form.form);
            count += 1;
        }
    }
    assert!(count >= 40, "{count} forms");
}

/// What a game says against a goal names the forms that it declares.
#[test]
fn complaints_name_the_forms() {
    let catalog = proofset_standard::catalog();
    for name in ["tic-tac-toe", "othello", "antichess", "gomoku"] {
        let game = catalog.entry(name).expect("it is a game of the catalog");
        let Err(error @ InputError::Goal { .. }) = catalog.open(name, None, Some("glory")) else {
            panic!("{name}: glory is no goal");
        };
        assert!(error.to_string().contains(&game.goals().alternatives()), "{error}");
    }
}
