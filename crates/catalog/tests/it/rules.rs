//! What rules say of repetitions, symmetries and limits holds, or is refused.

use proofset_catalog::{Catalog, Entry, GOALS, Heuristic, Texts, game_question_kept, symmetry};
use proofset_core::{
    Goal, Limits, MOST_SCORE, Parameters, Player, Problem, RepetitionRule, Solve, UpToSymmetry, Verdict,
};

use crate::common::Graph;

/// Six positions, of which 2k and 2k + 1 are images of each other; whoever repeats one loses.
const MIRROR: Graph = Graph {
    moves: &[&[2, 1], &[3, 0], &[4], &[5], &[2, 5], &[3, 4]],
    first: &[4, 5],
    rule: Some(RepetitionRule::MoverLoses),
    limit: 2,
    bounds: (-2, 2),
};

/// Two positions, one of which follows the other for ever.
const PAIR: Graph = Graph { moves: &[&[1], &[0]], first: &[0], ..MIRROR };

/// The image of a position is no repetition of it. So where whoever repeats a position loses, none stands for another: with it the
/// verdict on the mirror was another one.
#[test]
fn where_whoever_repeats_loses_no_position_stands_for_its_image() {
    let question = Solve::from_start(MIRROR, Goal::win(Player::First));
    let (images, mut reached) = (question.up_to_symmetry(), Vec::new());
    images.for_each_successor(&images.root(), |_, next| reached.push(next));
    assert_eq!((reached, question.least_image(&3)), (vec![2, 1], 3));
    let entry = Entry::problem("mirror", |texts: &Texts<'_>| {
        let heuristics = vec![Heuristic::unit()];
        game_question_kept(texts.game.to_owned(), MIRROR, texts.position, texts.goal, heuristics)?.up_to_symmetry(texts)
    })
    .with_parameters(Parameters::keys().with(symmetry()))
    .with_goals(GOALS);
    let catalog = Catalog::new().with(entry);
    let task = catalog.open("mirror", None, Some("first:win")).unwrap();
    let outcome = task.begin(&"dfpn".parse().unwrap()).unwrap().advance(&Limits::none(), &mut ()).unwrap();
    assert_eq!(outcome.verdict, Verdict::Proven);
    let error = catalog.open("mirror:symmetry", None, Some("first:win")).err().unwrap();
    insta::assert_snapshot!(error, @"mirror:symmetry: whoever repeats a position loses, and the image of a position is no repetition of it; leave out symmetry");
}

/// Losing by a repetition costs as much as can be lost, and not more.
#[test]
fn a_repetition_that_loses_is_worth_the_least_score() {
    let catalog = Catalog::new().with(Entry::scored_game("pair", |_| Ok(PAIR)));
    for (goal, expected) in [
        ("first:at-least:3", Verdict::Disproven),
        ("first:at-least:2", Verdict::Proven),
        ("second:at-least:-1", Verdict::Disproven),
        ("second:at-least:-2", Verdict::Proven),
    ] {
        let task = catalog.open("pair", None, Some(goal)).unwrap();
        let outcome = task.begin(&"dfpn".parse().unwrap()).unwrap().advance(&Limits::none(), &mut ()).unwrap();
        assert_eq!(outcome.verdict, expected, "{goal}");
    }
    let task = catalog.open("pair", None, None).unwrap();
    let found = task.begin_value(&"dfpn".parse().unwrap()).unwrap().find_value(&Limits::none(), &mut ()).unwrap();
    assert_eq!((found.low, found.high), (2, 2));
}

#[test]
fn limits_and_bounds_that_are_none_are_refused() {
    let opened = |limit, bounds| {
        let game = Graph { limit, bounds, ..PAIR };
        let catalog = Catalog::new().with(Entry::scored_game("pair", move |_| Ok(game.clone())));
        catalog.open("pair", None, None).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(opened(MOST_SCORE, (-MOST_SCORE, MOST_SCORE)), Ok(()));
    insta::assert_snapshot!(opened(i32::MAX, (-2, 2)).unwrap_err(), @"pair: its rules give 2147483647 as the greatest score, which has to be from 0 to 1073741823");
    insta::assert_snapshot!(opened(-3, (3, -3)).unwrap_err(), @"pair: its rules give -3 as the greatest score, which has to be from 0 to 1073741823");
    insta::assert_snapshot!(opened(5, (5, -5)).unwrap_err(), @"pair: its rules bound the value by 5 and -5, which is no range within the limit 5");
}
