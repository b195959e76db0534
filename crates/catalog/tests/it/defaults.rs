//! What a game of somebody else's is searched with where nothing is said.

use proofset_catalog::{Asks, Catalog, Entry};
use proofset_core::RepetitionRule;

use crate::common::Graph;

/// Two steps to the end; if positions repeat, whoever moves may stay as well.
fn steps(repeats: bool) -> Graph {
    let moves: &[&[u32]] = if repeats { &[&[0, 1], &[1, 2], &[]] } else { &[&[1], &[2], &[]] };
    let rule = repeats.then_some(RepetitionRule::Draw);
    Graph { moves, first: &[0, 1, 2], rule, limit: 1, bounds: (-1, 1) }
}

#[test]
fn scored_games_have_a_default_for_values_whether_positions_repeat_or_not() {
    for (repeats, expected) in [(false, "negascout"), (true, "dfpn")] {
        let entry = Entry::scored_game("steps", move |_| Ok(steps(repeats)));
        // One that names none has the same.
        for entry in [entry.clone(), entry.with_value_defaults(&[])] {
            let catalog = Catalog::new().with(entry);
            let task = catalog.open("steps", None, None).expect("a question");
            assert_eq!(task.default_algorithm(Asks::Value).expect("there is one").to_string(), expected);
        }
    }
}
