//! Rules against a slow reading of them: lists of points, chains by walking from neighbour to neighbour.

use std::collections::HashSet;

use fastrand::Rng;
use proofset_core::{Game, Goal, Notation, Outcome, Player, Reversible, Solve};
use proofset_testkit::conformance::{check_game, check_packing, check_symmetry, perft};

use crate::game;

#[test]
fn all_boards_obey_the_laws_of_games() {
    for columns in 2..=8 {
        for rows in 2..=8 {
            check_game(&game(&format!("{columns}x{rows}")), 10, 1);
            check_packing(&Solve::from_start(game(&format!("{columns}x{rows}")), Goal::win(Player::First)), 4, 3);
            if columns.min(rows) >= 4 {
                check_game(&game(&format!("{columns}x{rows}+crosscut")), 10, 2);
                check_symmetry(&game(&format!("{columns}x{rows}+crosscut")), 3, 4);
            }
        }
    }
}

#[test]
fn moves_are_as_many_as_successors() {
    let game = game("5x4+crosscut");
    let mut position = game.start();
    for step in 0.. {
        if game.outcome(&position).is_some() {
            assert!(step > 3);
            break;
        }
        let moves: Vec<_> = game.moves(&position).collect();
        let after = |&mv| {
            let mut next = position;
            game.play(&mut next, mv);
            next
        };
        let successors: HashSet<_> = moves.iter().map(after).collect();
        assert_eq!(game.mobility(&position) as usize, successors.len());
        game.play(&mut position, moves[step * 7 % moves.len()]);
    }
}

/// Stones by column and row from below; `true` is the first player's.
#[derive(Clone, PartialEq, Debug)]
struct Slow {
    columns: i32,
    rows: i32,
    stones: Vec<(i32, i32, bool)>,
    first_to_move: bool,
}

impl Slow {
    fn at(&self, column: i32, row: i32) -> Option<bool> {
        self.stones.iter().find(|stone| (stone.0, stone.1) == (column, row)).map(|stone| stone.2)
    }

    fn beside(&self, column: i32, row: i32) -> Vec<(i32, i32)> {
        let all = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)];
        all.into_iter().filter(|&(c, r)| c >= 0 && r >= 0 && c < self.columns && r < self.rows).collect()
    }

    /// The liberties of the chain with a stone on this point.
    fn liberties(&self, column: i32, row: i32) -> usize {
        let colour = self.at(column, row).expect("there is a stone");
        let (mut chain, mut liberties) = (vec![(column, row)], HashSet::new());
        let mut looked = 0;
        while looked < chain.len() {
            let (column, row) = chain[looked];
            looked += 1;
            for place in self.beside(column, row) {
                match self.at(place.0, place.1) {
                    None => {
                        liberties.insert(place);
                    }
                    Some(other) if other == colour && !chain.contains(&place) => chain.push(place),
                    Some(_) => {}
                }
            }
        }
        liberties.len()
    }

    /// The position after a stone on an empty point, and whether it captures; nothing if that is not allowed.
    fn play(&self, column: i32, row: i32) -> Option<(Self, bool)> {
        let mut next = self.clone();
        next.stones.push((column, row, self.first_to_move));
        next.first_to_move = !self.first_to_move;
        let captures =
            next.stones.iter().any(|&(c, r, first)| first != self.first_to_move && next.liberties(c, r) == 0);
        (captures || next.liberties(column, row) > 0).then_some((next, captures))
    }

    fn moves(&self) -> Vec<(i32, i32)> {
        let points = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        points.filter(|&(c, r)| self.at(c, r).is_none() && self.play(c, r).is_some()).collect()
    }
}

fn slow(text: &str) -> (Slow, String) {
    let (columns, rows) = text.split('+').next().and_then(|size| size.split_once('x')).expect("a size");
    let (columns, rows): (i32, i32) = (columns.parse().expect("a number"), rows.parse().expect("a number"));
    let mut stones = Vec::new();
    if text.contains('+') {
        let (c, r) = (columns / 2 - 1, rows / 2 - 1);
        stones = vec![(c, r, true), (c + 1, r + 1, true), (c, r + 1, false), (c + 1, r, false)];
    }
    (Slow { columns, rows, stones, first_to_move: true }, text.to_owned())
}

#[test]
fn random_games_go_as_the_slow_rules_say() {
    let mut rng = Rng::with_seed(3);
    let (mut captures, mut stuck) = (0, 0);
    for columns in 2..=8 {
        for rows in 2..=8 {
            for opening in if columns.min(rows) < 4 { &[""][..] } else { &["", "+crosscut"] } {
                for _ in 0..6 {
                    let (mut slow, text) = slow(&format!("{columns}x{rows}{opening}"));
                    let game = game(&text);
                    let mut position = game.start();
                    loop {
                        let moves = slow.moves();
                        let found: Vec<_> = game.moves(&position).collect();
                        let number = |side: usize| i32::try_from(side).expect("boards are small");
                        let points: Vec<(i32, i32)> =
                            found.iter().map(|point| (number(point.column()), number(point.row()))).collect();
                        assert_eq!(points, moves, "{text}: {}", game.position_text(&position));
                        let mover = if slow.first_to_move { Player::First } else { Player::Second };
                        if moves.is_empty() {
                            stuck += 1;
                            assert_eq!(game.outcome(&position), Some(Outcome::Win(mover.opponent())));
                            break;
                        }
                        assert_eq!(game.outcome(&position), None);
                        let choice = rng.usize(0..moves.len());
                        let (next, captured) = slow.play(moves[choice].0, moves[choice].1).expect("it is legal");
                        let before = position;
                        game.make(&mut position, found[choice]);
                        let mut undone = position;
                        game.unmake(&mut undone, found[choice], ());
                        assert_eq!(undone, before);
                        slow = next;
                        if captured {
                            captures += 1;
                            assert_eq!(game.outcome(&position), Some(Outcome::Win(mover)));
                            break;
                        }
                    }
                }
            }
        }
    }
    assert!(captures > 300 && stuck > 3, "{captures} captures, {stuck} times without a move");
}

fn slow_perft(slow: &Slow, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let count = |(column, row): (i32, i32)| {
        let (next, captured) = slow.play(column, row).expect("it is legal");
        if captured { u64::from(depth == 1) } else { slow_perft(&next, depth - 1) }
    };
    slow.moves().into_iter().map(count).sum()
}

#[test]
fn lines_of_play_are_counted_alike() {
    for (text, depth, lines) in [
        ("2x2", 4, 16),
        ("2x3", 6, 216),
        ("3x3", 5, 13_952),
        ("3x3", 6, 48_000),
        ("4x4+crosscut", 4, 11_288),
        ("6x6+crosscut", 3, 29_760),
    ] {
        let game = game(text);
        assert_eq!(perft(&game, &game.start(), depth), slow_perft(&slow(text).0, depth), "{text} {depth}");
        assert_eq!(perft(&game, &game.start(), depth), lines, "{text} {depth}");
    }
}
