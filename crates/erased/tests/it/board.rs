//! Minimax searches of a game whose type is not known do what they do where the type is known: the same values, counts, lines
//! and certificates.

use std::fmt::Debug;

use proofset_certificate::{Form, Header, SolvedGraph, Strategy, write_certificate};
use proofset_core::{AtLeast, Describe, Game, Hints, Limits, Notation, Pack, Player, Solver, Threshold, Words};
use proofset_erased::{Erasable, Erased, board};
use proofset_minimax::{Engine, Method, Options, Ordering, Playing, ProofEngine, Prover, Search};
use proofset_mnk::{Mnk, Rules};

const METHODS: [Method; 5] = [
    Method::AlphaBeta,
    Method::Scout,
    Method::NegaScout { shortcut: true, as_published: false },
    Method::Mtd { guess: None },
    Method::Test,
];

/// Options of every kind.
fn variants() -> Vec<Options> {
    let of = |method| {
        let all = Options::new(method);
        [
            all,
            all.with_entries(64).with_look_ahead(true),
            all.with_ordering(Ordering::NONE).with_knowledge(false),
            all.with_deepening(true).with_depth(5),
        ]
    };
    METHODS.into_iter().flat_map(of).collect()
}

/// The moves of a line by their places, as texts.
fn texts<P: Describe>(problem: &P, line: &[u32]) -> Vec<String> {
    let mut state = problem.root();
    let step = |&place: &u32| {
        let mut successors = Vec::new();
        problem.for_each_successor(&state, |mv, next| successors.push((mv, next)));
        let (mv, next) = successors.swap_remove(place as usize);
        let text = problem.move_text(&state, mv);
        state = next;
        text
    };
    line.iter().map(step).collect()
}

fn certificate<P: Describe, S: SolvedGraph<State = P::State>>(problem: &P, search: &S) -> Vec<u8> {
    let strategy = Strategy::extract(search).expect("there is a verdict");
    let name = String::new;
    let header = Header::new(name(), name(), name(), strategy.verdict());
    let mut out = Vec::new();
    write_certificate(problem, search, &strategy, &header, Form::Binary, &mut out).expect("memory takes everything");
    out
}

fn compare<G>(game: &G, options: Options)
where
    G: Hints + Notation + Clone + 'static,
    G::Position: Pack + Debug + Send + Sync + 'static,
{
    let root = game.start();
    let mut known = Search::new(game, options);
    let mut erased = Engine::with_board(board(game, &root), options);
    let limits = Limits::none();
    let found = known.find_value(&root, &limits, &mut ()).expect("positions do not come back");
    let other = erased.find_value(&Words::of(&root), &limits, &mut ()).expect("positions do not come back");
    assert_eq!((found.low, found.high, found.stop), (other.low, other.high, other.stop), "{options:?}");
    assert_eq!(known.counters(), erased.counters(), "{options:?}");
    assert_eq!(known.table_use(), erased.table_use(), "{options:?}");
    let mut position = root.clone();
    let line: Vec<String> = found
        .line
        .iter()
        .map(|&mv| {
            let text = game.move_text(&position, mv);
            game.play(&mut position, mv);
            text
        })
        .collect();
    for score in found.low..=found.low + 1 {
        let threshold = Threshold { player: Player::First, score };
        let erasable = Erasable::new(AtLeast::new(game.clone(), root.clone(), threshold));
        assert_eq!(texts(erasable.problem(), &other.line), line, "{options:?}");
        let mut known = Prover::new(erasable.problem(), options);
        let problem = Erased::new(&erasable);
        let mut erased = ProofEngine::with_board(problem, board(game, &root), threshold, options);
        let found = known.solve(&limits, &mut ()).expect("positions do not come back");
        let other = erased.solve(&limits, &mut ()).expect("positions do not come back");
        assert_eq!(
            (found.verdict, found.expanded, found.generated, found.visits),
            (other.verdict, other.expanded, other.generated, other.visits),
            "{options:?}"
        );
        assert_eq!(found.line.len(), other.line.len(), "{options:?}");
        assert_eq!(certificate(&erasable.problem(), &known), certificate(&problem, &erased), "{options:?}");
    }
}

#[test]
fn minimax_searches_behind_dyn_do_what_they_do_where_the_type_is_known() {
    let gravity = Mnk::<1>::new(Rules::connect_four("4x4").expect("a board"));
    let free = Mnk::<1>::new("3,3,3".parse().expect("rules"));
    for options in variants() {
        compare(&gravity, options);
        compare(&free, options);
    }
}

#[test]
fn a_board_is_forgotten_with_what_it_has_learned() {
    let game = Mnk::<1>::new("3,3,3".parse().expect("rules"));
    let root = game.start();
    let mut search = Engine::with_board(board(&game, &root), Options::new(Method::Test));
    let first = search.find_value(&Words::of(&root), &Limits::none(), &mut ()).expect("it ends");
    let counters = search.counters();
    assert!(search.bytes() > Engine::with_board(Playing::new(&game), Options::plain(Method::Test)).bytes());
    search.forget();
    let again = search.find_value(&Words::of(&root), &Limits::none(), &mut ()).expect("it ends");
    assert_eq!((first.value(), first.line), (again.value(), again.line));
    assert_eq!(search.counters().expanded, 2 * counters.expanded, "nothing is left of the first search");
}
