//! Searches that are written down and go on elsewhere, with one thread or several.

use std::io::ErrorKind;

use proofset_core::{AtLeast, Game, Limits, Player, StopReason, Threshold, Verdict};
use proofset_minimax::{Engine, Helper, Method, Options, Playing, ProofEngine, Search};
use proofset_mnk::{Mnk, Position, Rules};
use proofset_table::Typed;
use proofset_testkit::certified::certified;
use proofset_testkit::saved::in_slices;

use crate::common::METHODS;

fn game(board: &str) -> Mnk<1> {
    Mnk::new(Rules::connect_four(board).expect("there is such a board"))
}

/// Where the lines of a search that was written begin: behind twelve numbers.
const LINES: usize = 96;

type Board<'g> = Playing<'g, Mnk<1>>;

type Written = Helper<Typed<Position<1>, proofset_minimax::Entry>>;

fn saved(search: &mut Engine<Board<'_>>, game: &Mnk<1>) -> Vec<u8> {
    let mut bytes = Vec::new();
    assert!(search.save(&game.start(), &mut bytes).unwrap());
    bytes
}

#[test]
fn answers_go_on_elsewhere_with_their_proofs() {
    let game = game("4x4");
    for method in METHODS {
        for (score, verdict) in [(0, Verdict::Proven), (1, Verdict::Disproven)] {
            let threshold = Threshold { player: Player::First, score };
            let problem = &AtLeast::new(game.clone(), game.start(), threshold);
            let fresh = || ProofEngine::with_board(problem, Playing::packing(&game), threshold, Options::new(method));
            let (whole, report, search) = in_slices::<&AtLeast<Mnk<1>>, _>(fresh, 6);
            assert_eq!(report.verdict, verdict, "{method:?}");
            // What was learned about the order of moves is lost, and the line.
            assert!(
                report.expanded <= whole.expanded * 3 / 2 + 500,
                "{method:?}: {} of {}",
                report.expanded,
                whole.expanded
            );
            certified(problem, &search, verdict.value().expect("it is decided"));
        }
    }
}

/// Values to the end and at a depth, with searches to smaller depths before that.
#[test]
fn values_go_on_elsewhere() {
    let game = game("5x4");
    for method in METHODS {
        for (depth, deepening) in [(None, false), (None, true), (Some(9), true)] {
            let options = Options::new(method).with_depth(depth).with_deepening(deepening);
            let fresh = || Engine::with_board(Playing::packing(&game), options);
            let mut whole = fresh();
            let value = whole.find_value(&game.start(), &Limits::none(), &mut ()).unwrap().value();
            let work = whole.counters().expanded;
            let (mut search, mut slices) = (fresh(), 0);
            let found = loop {
                slices += 1;
                let limits = Limits::expansions(search.counters().expanded + work / 6 + 1);
                let found = search.find_value(&game.start(), &limits, &mut ()).unwrap();
                if found.stop == StopReason::Decided {
                    break found;
                }
                let bytes = saved(&mut search, &game);
                search = fresh();
                search.load(&game.start(), &mut &*bytes, None).unwrap();
            };
            let context = format!("{method:?} {depth:?} {deepening}");
            assert_eq!(found.value(), value, "{context}");
            let all = search.counters().expanded;
            assert!(slices > 4 && all <= work * 3 / 2 + 500, "{context}: {all} of {work} in {slices}");
        }
    }
}

#[test]
fn other_numbers_of_threads_go_on_with_it() {
    let game = game("5x4");
    let team = |threads: usize| {
        let options = Options::new(Method::nega_scout());
        let own = game.clone();
        let help = move |helper: Written| helper.run(Playing::packing(&own));
        Engine::with_board(Playing::packing(&game), options).with_threads(threads, help)
    };
    let limits = |expansions: u64| Limits::expansions(expansions).with_bytes(8 << 20);
    let mut bytes = Vec::new();
    for (number, threads) in [1, 3, 2, 1].into_iter().enumerate() {
        let mut search = team(threads);
        if number > 0 {
            search.load(&game.start(), &mut &*bytes, Some(8 << 20)).unwrap();
        }
        let most = 3_000 * (number as u64 + 1);
        let found = search.find_value(&game.start(), &limits(most), &mut ()).unwrap();
        assert_eq!((found.stop, search.counters().expanded), (StopReason::Expansions, most), "{threads}");
        assert!(search.table_use().unwrap().entries > most / 3, "the table is there");
        bytes = saved(&mut search, &game);
    }
    let mut last = team(2);
    last.load(&game.start(), &mut &*bytes, Some(8 << 20)).unwrap();
    assert_eq!(last.find_value(&game.start(), &Limits::none(), &mut ()).unwrap().value(), Some(0));
}

/// Each thread goes on with the line that it was at: lines that are written come back.
#[test]
fn lines_of_threads_come_back() {
    let game = game("5x4");
    let team = |threads: usize| {
        let own = game.clone();
        let help = move |helper: Written| helper.run(Playing::packing(&own));
        Engine::with_board(Playing::packing(&game), Options::new(Method::nega_scout())).with_threads(threads, help)
    };
    let mut search = team(3);
    let _ = search.find_value(&game.start(), &Limits::expansions(3_000).with_bytes(8 << 20), &mut ()).unwrap();
    let before = saved(&mut search, &game);
    let mut next = team(3);
    next.load(&game.start(), &mut &*before, Some(8 << 20)).unwrap();
    let after = saved(&mut next, &game);
    let number = |bytes: &[u8], place: usize| u64::from_le_bytes(bytes[place..place + 8].try_into().unwrap());
    // Who is late has no line.
    assert_eq!(number(&before, LINES), 3);
    let mut end = LINES + 8;
    for _ in 0..3 {
        end += 8 + 16 * number(&before, end) as usize;
    }
    assert!(end > LINES + 8 + 3 * 8, "somebody is at a ply");
    assert_eq!(before[LINES..end], after[LINES..end]);
}

/// What fits is taken up whole, though the table grows by and by. As several tables or one, entries meet in other places.
#[test]
fn nothing_is_forgotten_on_the_way() {
    let game = game("6x5");
    let bytes = Some(64 << 20);
    let team = |threads: usize| {
        let own = game.clone();
        let help = move |helper: Written| helper.run(Playing::packing(&own));
        let board = Playing::packing(&game);
        Engine::with_board(board, Options::new(Method::nega_scout())).with_threads(threads, help)
    };
    for (before, after, least) in [(1, 1, 99), (2, 2, 99), (1, 2, 85), (2, 1, 85), (2, 8, 85)] {
        let mut search = team(before);
        let limits = Limits::expansions(100_000).with_bytes(bytes);
        let _ = search.find_value(&game.start(), &limits, &mut ()).unwrap();
        let written = saved(&mut search, &game);
        let mut next = team(after);
        next.load(&game.start(), &mut &*written, bytes).unwrap();
        let [had, has] = [&search, &next].map(|search| search.table_use().unwrap().entries);
        assert!(has * 100 >= had * least, "{before} threads had {had}, and {after} have {has}");
    }
}

#[test]
fn what_cannot_be_saved_writes_nothing_and_what_is_not_theirs_is_refused() {
    let game = game("4x4");
    let mut bytes = Vec::new();
    let mut plain = Engine::with_board(Playing::packing(&game), Options::plain(Method::AlphaBeta));
    assert!(!plain.save(&game.start(), &mut bytes).unwrap(), "it has no table");
    let mut unpacked = Search::new(&game, Options::new(Method::AlphaBeta));
    assert!(!unpacked.save(&game.start(), &mut bytes).unwrap(), "nothing says how positions are written");
    assert!(bytes.is_empty());
    let fresh = || Engine::with_board(Playing::packing(&game), Options::new(Method::AlphaBeta));
    let mut search = fresh();
    let _ = search.find_value(&game.start(), &Limits::expansions(100), &mut ()).unwrap();
    let bytes = saved(&mut search, &game);
    let refused = |bytes: &[u8]| fresh().load(&game.start(), &mut &*bytes, None).unwrap_err().kind();
    assert_eq!(refused(b""), ErrorKind::UnexpectedEof);
    assert_eq!(refused(b"some text that is no search"), ErrorKind::InvalidData);
    assert_eq!(refused(&bytes[..bytes.len() / 2]), ErrorKind::UnexpectedEof);
    let long_line = [&bytes[..LINES], &1_u64.to_le_bytes(), &u64::MAX.to_le_bytes(), &bytes[LINES + 8..]].concat();
    assert_eq!(refused(&long_line), ErrorKind::InvalidData);
    let mut next = game.start();
    game.play(&mut next, game.moves(&game.start()).next().unwrap());
    let another = fresh().load(&next, &mut &*bytes, None).unwrap_err();
    assert_eq!(another.kind(), ErrorKind::InvalidData, "{another}");
}
