//! What authors of games outside say of them: what is heeded, and what is refused in words.

use proofset_best_first::{Engine, Options};
use proofset_catalog::{
    Asks, Catalog, DefaultAlgorithm, Entry, InputError, Known, Opening, Question, Run, SearchEntry, Task, game_question,
};
use proofset_core::{Game, Goal, Limits, Player, Solve, Verdict};
use proofset_nodeset::Count;
use proofset_tic_tac_toe::TicTacToe;

use crate::common::Graph;

fn open(catalog: &Catalog, game: &str, goal: Option<&str>) -> Task {
    catalog.open(game, None, goal).expect("a question")
}

fn mine<'a>(opening: &Opening<'a>) -> Box<dyn Run + 'a> {
    opening.run(Engine::with_store(opening.store(), Count::new(), Count::new(), Options::default()))
}

fn noughts() -> Entry {
    Entry::game("noughts", |_| Ok(TicTacToe))
}

/// Who moves twice has two plies of the line.
#[test]
fn plies_of_the_side_that_proves_need_not_alternate() {
    let rules =
        Graph { moves: &[&[1], &[2], &[3], &[4], &[]], first: &[0, 1, 3], rule: None, limit: 1, bounds: (-1, 1) };
    let catalog = Catalog::new().with(Entry::game("steps", move |_| Ok(rules.clone())));
    for (goal, expected) in [("first:draw", vec![0, 1, 3]), ("second:draw", vec![2])] {
        let task = open(&catalog, "steps", Some(goal));
        let mut run = task.begin(&"pns".parse().unwrap()).unwrap();
        let outcome = run.advance(&Limits::none(), &mut ()).unwrap();
        assert_eq!((outcome.verdict, outcome.line.join(" ").as_str()), (Verdict::Proven, "1 2 3 4"));
        assert_eq!(task.own_plies(&outcome.line), expected, "{goal}");
    }
}

#[test]
fn a_search_of_their_own_may_be_the_default() {
    let entry = noughts().with_goal_defaults(&[DefaultAlgorithm { algorithm: "mine", reason: "a test" }]);
    let catalog = Catalog::new().with_search(SearchEntry::new("mine", mine)).with(entry.clone());
    let algorithm = open(&catalog, "noughts", None).default_algorithm(Asks::Goal).unwrap();
    assert_eq!(algorithm.to_string(), "mine");
    // Without the search nobody knows the name.
    let error = open(&Catalog::new().with(entry), "noughts", None).default_algorithm(Asks::Goal).unwrap_err();
    assert!(matches!(&error, InputError::Algorithm { text, .. } if text == "mine"), "{error}");
    // Who names none has the usual one.
    let entry = noughts().with_goal_defaults(&[]);
    let algorithm = open(&Catalog::new().with(entry), "noughts", None).default_algorithm(Asks::Goal).unwrap();
    assert_eq!(algorithm.to_string(), "dfpn");
}

#[test]
#[should_panic(expected = "\"mine:fast\" is no name of a search")]
fn names_of_searches_hold_no_signs_of_options() {
    let _ = SearchEntry::new("mine:fast", mine);
}

#[test]
#[should_panic(expected = "every catalog has pns")]
fn what_every_catalog_has_stays_what_it_is() {
    let _ = Catalog::new().with_search(SearchEntry::new("pns", mine));
}

#[test]
fn questions_name_the_game_that_they_are_asked_about() {
    let entry = Entry::problem("noughts", |_| {
        let game = TicTacToe;
        let goal = Goal::win(Player::First);
        Ok(Question::packed("crosses", goal.to_string(), Solve::new(game, game.start(), goal)))
    });
    let error = Catalog::new().with(entry).open("noughts", None, None).err().expect("it names another game");
    assert!(error.to_string().starts_with("noughts: its questions name the game \"crosses\""), "{error}");
}

#[test]
fn without_heuristics_there_are_those_of_every_problem() {
    let entry = Entry::problem("noughts", |texts| {
        game_question(texts.game.to_owned(), TicTacToe, texts.position, texts.goal, Vec::new())
    });
    let catalog = Catalog::new().with(entry.with_heuristics(Vec::new()));
    assert_eq!(catalog.entry("noughts").unwrap().heuristics().len(), 2);
    let task = open(&catalog, "noughts", None);
    for algorithm in ["pns", "pns:init=mobility", "dfpn:init=mobility"] {
        let outcome = task.begin(&algorithm.parse().unwrap()).unwrap().advance(&Limits::none(), &mut ()).unwrap();
        assert_eq!(outcome.verdict, Verdict::Disproven, "{algorithm}");
    }
}

#[test]
fn who_does_not_know_an_answer_says_nothing() {
    let catalog = Catalog::new().with(noughts());
    let task = open(&catalog, "noughts", None);
    for known in [Known::Verdict(Verdict::Unknown), Known::goals(|_| Some(Verdict::Unknown))] {
        assert_eq!(task.known_verdict(&known), Ok(None));
    }
    assert_eq!(task.known_verdict(&Known::Verdict(Verdict::Proven)), Ok(Some(Verdict::Proven)));
}

#[test]
fn a_package_of_python_knows_no_more_than_it_was_made_with() {
    let catalog = Catalog::new().with(noughts()).with_package("noughts_and_crosses");
    assert_eq!(catalog.package(), Some("noughts_and_crosses"));
    assert_eq!(catalog.clone().with(noughts()).package(), None);
    assert_eq!(catalog.with_search(SearchEntry::new("mine", mine)).package(), None);
}
