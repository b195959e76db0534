//! Goals of every game: what it declares it takes.

use proofset_catalog::{GoalForm, InputError};

/// A goal of this form, with 2 where the user's own stands.
fn written(form: &GoalForm) -> String {
    let own = &form.form[form.beginning().len()..];
    let behind = own.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    if form.is_whole() { form.form.to_owned() } else { format!("{}2{behind}", form.beginning()) }
}

#[test]
fn every_form_of_a_goal_is_taken() {
    let catalog = proofset_standard::catalog();
    let mut count = 0;
    for game in catalog.entries() {
        for form in game.goals().forms() {
            let goal = written(form);
            // Games that have no start say that a position is missing, and have nothing against the goal.
            let opened = catalog.open(game.name(), None, Some(&goal));
            assert!(!matches!(opened, Err(InputError::Goal { .. })), "{} {goal}: {:?}", game.name(), opened.err());
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
