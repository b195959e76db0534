//! Which positions there are, and what leads where.

use std::collections::{HashMap, HashSet};

use proofset_core::{Game, Goal, Outcome, Player, RepetitionRule, Reversible, Solve, ValuedGame};
use proofset_synthetic::{Position, Synthetic};
use proofset_testkit::conformance::{check_game, check_packing, check_valued, perft, positions_by_ply};

use crate::{after, game, successors};

/// One game of each kind.
const KINDS: [&str; 16] = [
    "b=4,d=8,seed=1,values=100",
    "b=1,d=20,seed=1,values=5",
    "b=2..6,d=7,seed=2,values=1",
    "b=3,d=7,seed=3,values=10,leaves=incremental",
    "b=2..4,d=8,seed=4,values=-3..20,leaves=incremental,early=0.2",
    "b=4,d=6,seed=5,values=50,ordered=best-first",
    "b=2..5,d=6,seed=6,values=50,ordered=0.6,early=0.1",
    "b=4,d=9,seed=7,values=100,share=0.3",
    "b=2..4,d=9,seed=8,values=100,share=0.8,early=0.2",
    "b=3,d=8,seed=9,values=2,leaves=incremental,share=0.5",
    "b=3,d=8,seed=10,values=20,ordered=best-first,share=0.5",
    "b=4,d=6,seed=11,values=100,cycles=0.1",
    "b=2..3,d=6,seed=12,values=0..1,cycles=0.4,early=0.1",
    "b=4,d=6,seed=13,values=100,share=0.4,cycles=0.2",
    "b=3,d=300,seed=14,values=1,share=1",
    "b=2,d=63,seed=15,values=100",
];

#[test]
fn all_kinds_obey_the_laws_of_games() {
    for (text, seed) in KINDS.into_iter().zip(1..) {
        check_game(&game(text), 40, seed);
        check_valued(&game(text), 40, seed);
        check_packing(&Solve::from_start(game(text), Goal::win(Player::First)), 10, seed);
    }
}

#[test]
fn a_position_is_small() {
    assert_eq!(size_of::<Position>(), 16);
}

#[test]
fn without_sharing_the_graph_is_a_complete_tree() {
    let tree = game("b=4,d=6,seed=1,values=9");
    let expected: Vec<u64> = (0..7).map(|ply| 4_u64.pow(ply)).collect();
    assert_eq!(positions_by_ply(&tree, &tree.start(), 6), expected);
    assert_eq!(perft(&tree, &tree.start(), 6), 4096);
    assert_eq!(perft(&tree, &tree.start(), 7), 0);
    let numbers: Vec<u64> = successors(&tree, &after(&tree, &tree.start(), 3)).iter().map(Position::number).collect();
    assert_eq!(numbers, [8, 9, 10, 11]);
}

/// b times (1 - share) times the positions of the ply before, and none is left out.
#[test]
fn sharing_gives_as_many_positions_as_it_says() {
    for (text, expected) in [
        ("b=4,d=7,seed=1,share=0.3", vec![1, 4, 12, 32, 88, 248, 696, 1948]),
        ("b=4,d=7,seed=2,share=0.3,values=1", vec![1, 4, 12, 32, 88, 248, 696, 1948]),
        ("b=3,d=7,seed=1,share=0.5", vec![1, 3, 6, 9, 15, 24, 36, 54]),
        ("b=2,d=9,seed=1,share=0.1", vec![1, 2, 4, 8, 14, 26, 46, 82, 148, 266]),
        ("b=5,d=5,seed=1,share=1", vec![1, 5, 5, 5, 5, 5]),
    ] {
        let game = game(text);
        let plies = u32::try_from(expected.len()).expect("there are few") - 1;
        let listed: Vec<u64> = (0..=plies).map(|ply| game.positions_of(ply)).collect();
        assert_eq!(listed, expected, "{text}");
        assert_eq!(positions_by_ply(&game, &game.start(), plies), expected, "{text}");
    }
}

#[test]
fn sharing_is_even_and_spares_siblings() {
    let game = game("b=4,d=8,seed=5,share=0.4");
    let mut ply = HashSet::from([game.start()]);
    for _ in 0..8 {
        let mut predecessors: HashMap<Position, u64> = HashMap::new();
        for position in &ply {
            let next = successors(&game, position);
            assert_eq!(next.iter().collect::<HashSet<_>>().len(), 4, "moves lead to different positions");
            for position in next {
                *predecessors.entry(position).or_default() += 1;
            }
        }
        let (least, most) = (predecessors.values().min().copied(), predecessors.values().max().copied());
        assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{least:?} to {most:?}");
        ply = predecessors.into_keys().collect();
    }
}

/// Which positions share a successor is different for each move: else whole families would merge at once.
#[test]
fn moves_share_in_different_ways() {
    let game = game("b=4,d=8,seed=5,share=0.5");
    let ply = positions_on(&game, 5);
    let mut by_successor: HashMap<Position, Vec<Position>> = HashMap::new();
    for position in &ply {
        for next in successors(&game, position) {
            by_successor.entry(next).or_default().push(*position);
        }
    }
    let pairs: Vec<[Position; 2]> = by_successor
        .into_values()
        .map(|mut pair| {
            pair.sort_unstable_by_key(Position::number);
            pair.try_into().expect("a half of the successors are left, each with two predecessors")
        })
        .collect();
    let different: HashSet<[Position; 2]> = pairs.iter().copied().collect();
    assert!(different.len() * 10 > pairs.len() * 9, "{} pairs, {} different", pairs.len(), different.len());
}

fn positions_on(game: &Synthetic, ply: u32) -> HashSet<Position> {
    (0..ply).fold(HashSet::from([game.start()]), |positions, _| {
        positions.iter().flat_map(|position| successors(game, position)).collect()
    })
}

/// A rate that was counted, within four standard deviations.
#[track_caller]
fn assert_rate(hits: usize, of: usize, rate: f64) {
    let counted = hits as f64 / of as f64;
    let deviation = (rate * (1.0 - rate) / of as f64).sqrt();
    assert!((counted - rate).abs() < 4.0 * deviation, "{hits} of {of} is {counted}, not {rate}");
}

#[test]
fn early_leaves_and_branching_occur_as_often_as_they_should() {
    let game = game("b=3..6,d=12,seed=3,early=0.3");
    let mut open = vec![game.start()];
    let (mut leaves, mut seen, mut branching) = (0, 0, [0_usize; 7]);
    for _ in 0..10 {
        let next: Vec<Position> = open.iter().flat_map(|position| successors(&game, position)).collect();
        seen += next.len();
        open = next.iter().copied().filter(|position| game.outcome(position).is_none()).collect();
        leaves += next.len() - open.len();
        for position in &open {
            branching[game.moves(position).count()] += 1;
        }
    }
    assert!(seen > 5000, "{seen}");
    assert_rate(leaves, seen, 0.3);
    let all: usize = branching.iter().sum();
    assert_eq!(branching[0] + branching[1] + branching[2], 0);
    for counted in &branching[3..] {
        assert_rate(*counted, all, 0.25);
    }
}

#[test]
fn the_start_is_never_a_leaf() {
    for seed in 0..20 {
        let game = game(&format!("b=2,d=5,seed={seed},early=1"));
        assert_eq!(game.outcome(&game.start()), None);
        assert!(successors(&game, &game.start()).iter().all(|position| game.outcome(position).is_some()));
    }
}

#[test]
fn moves_back_lead_to_ancestors_as_often_as_they_should() {
    for text in ["b=4,d=7,seed=1,cycles=0.1", "b=4,d=8,seed=2,cycles=0.1,share=0.3"] {
        let game = game(text);
        assert_eq!((game.repetition(), game.rank(&game.start())), (Some(RepetitionRule::Draw), None));
        let (mut edges, mut back) = (0, 0);
        let mut steps = [0_usize; 8];
        let mut ply = HashSet::from([game.start()]);
        for number in 0..game.parameters().depth {
            let mut next_ply = HashSet::new();
            for position in &ply {
                for next in successors(&game, position) {
                    assert_ne!(game.to_move(position), game.to_move(&next), "players move in turn");
                    edges += usize::from(number > 0);
                    if next.ply() > number {
                        next_ply.insert(next);
                        continue;
                    }
                    back += 1;
                    steps[(number - next.ply()) as usize] += 1;
                    if game.parameters().share == 0.0 {
                        let up = number - next.ply();
                        assert_eq!(next.number(), position.number() / 4_u64.pow(up), "it is an ancestor");
                    }
                }
            }
            ply = next_ply;
        }
        assert_rate(back, edges, 0.1);
        assert!(steps[1] > 0 && steps[3] > 0 && steps[5] > 0, "{steps:?}");
    }
}

/// Depth first, with the positions of the line marked.
fn has_cycle(game: &Synthetic) -> bool {
    let mut on_line: HashMap<Position, bool> = HashMap::from([(game.start(), true)]);
    let mut line = vec![(game.start(), successors(game, &game.start()))];
    while let Some((position, left)) = line.last_mut() {
        let Some(next) = left.pop() else {
            on_line.insert(*position, false);
            line.pop();
            continue;
        };
        match on_line.get(&next) {
            Some(true) => return true,
            Some(false) => {}
            None if game.outcome(&next).is_some() => {
                on_line.insert(next, false);
            }
            None => {
                on_line.insert(next, true);
                line.push((next, successors(game, &next)));
            }
        }
    }
    false
}

#[test]
fn games_with_cycles_have_cycles() {
    for seed in 0..20 {
        assert!(has_cycle(&game(&format!("b=3,d=6,seed={seed},cycles=0.1"))), "{seed}");
        assert!(has_cycle(&game(&format!("b=3,d=7,seed={seed},cycles=0.1,share=0.4"))), "{seed}");
        let acyclic = game(&format!("b=3,d=7,seed={seed},share=0.4"));
        assert!(!has_cycle(&acyclic));
        assert_eq!((acyclic.repetition(), acyclic.rank(&acyclic.start())), (None, Some(0)));
    }
}

#[test]
fn moves_are_taken_back() {
    for text in KINDS {
        let game = game(text);
        let mut position = game.start();
        for step in 0..30 {
            if game.outcome(&position).is_some() {
                break;
            }
            let mv = 1 + step % game.moves(&position).count() as u32;
            let before = position;
            let undo = game.make(&mut position, mv);
            assert_eq!(position, after(&game, &before, mv));
            let mut undone = position;
            game.unmake(&mut undone, mv, undo);
            assert_eq!(undone, before);
        }
    }
}

#[test]
fn outcomes_follow_scores() {
    let game = game("b=3,d=6,seed=2,values=1");
    let mut counts = [0; 3];
    for leaf in positions_on(&game, 6) {
        let score = game.score(&leaf).expect("it is a leaf");
        let expected = match score {
            1 => Outcome::Win(Player::First),
            0 => Outcome::Draw,
            -1 => Outcome::Win(Player::Second),
            _ => panic!("{score} is out of range"),
        };
        assert_eq!((game.to_move(&leaf), game.outcome(&leaf)), (Player::First, Some(expected)));
        counts[usize::try_from(score + 1).expect("it is in range")] += 1;
    }
    for count in counts {
        assert_rate(count, 729, 1.0 / 3.0);
    }
}
