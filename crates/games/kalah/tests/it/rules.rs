//! Rules against a slow reading of them: places in a ring, seeds sown one by one.

use fastrand::Rng;
use proofset_core::{Game, Goal, Notation, Player, Solve, ValuedGame};
use proofset_testkit::conformance::{check_game, check_packing, check_valued, perft};

use crate::game;

/// Houses and store of the first player, then those of the second.
#[derive(Clone, Debug)]
struct Slow {
    houses: usize,
    ring: Vec<u32>,
    to_move: usize,
    empty_capture: bool,
}

impl Slow {
    fn new(houses: usize, seeds: u32, empty_capture: bool) -> Self {
        let mut side = vec![seeds; houses];
        side.push(0);
        Self { houses, ring: [side.clone(), side].concat(), to_move: 0, empty_capture }
    }

    /// Where a player's places begin in the ring.
    fn base(&self, player: usize) -> usize {
        player * (self.houses + 1)
    }

    fn seeds(&self, player: usize) -> &[u32] {
        &self.ring[self.base(player)..][..self.houses]
    }

    fn store(&self, player: usize) -> usize {
        self.base(player) + self.houses
    }

    fn is_over(&self) -> bool {
        (0..2).any(|player| self.seeds(player).iter().all(|&seeds| seeds == 0))
    }

    fn moves(&self) -> Vec<usize> {
        (0..self.houses).filter(|&house| self.seeds(self.to_move)[house] > 0).collect()
    }

    /// Sows from a house; says how many seeds were captured.
    fn play(&mut self, house: usize) -> u32 {
        let mut place = self.base(self.to_move) + house;
        let mut hand = std::mem::take(&mut self.ring[place]);
        while hand > 0 {
            place = (place + 1) % self.ring.len();
            if place != self.store(1 - self.to_move) {
                self.ring[place] += 1;
                hand -= 1;
            }
        }
        let (own, other) = (self.base(self.to_move), self.base(1 - self.to_move));
        let mut captured = 0;
        if (own..own + self.houses).contains(&place) && self.ring[place] == 1 {
            let across = other + self.houses - 1 - (place - own);
            if self.ring[across] > 0 || self.empty_capture {
                captured = self.ring[across] + 1;
                self.ring[across] = 0;
                self.ring[place] = 0;
                let store = self.store(self.to_move);
                self.ring[store] += captured;
            }
        }
        if place != self.store(self.to_move) {
            self.to_move = 1 - self.to_move;
        }
        captured
    }

    /// The score of a finished game for the player to move.
    fn score(&self) -> i32 {
        let all = |player| self.seeds(player).iter().sum::<u32>() + self.ring[self.store(player)];
        all(self.to_move).cast_signed() - all(1 - self.to_move).cast_signed()
    }

    fn text(&self) -> String {
        let side = |player| {
            let houses: Vec<String> = self.seeds(player).iter().map(u32::to_string).collect();
            format!("{}/{}", houses.join(","), self.ring[self.store(player)])
        };
        format!("{} {} {}", side(0), side(1), ["first", "second"][self.to_move])
    }
}

/// Houses, seeds, the rule of capture, and their text.
fn all_games() -> impl Iterator<Item = (usize, u32, bool, String)> {
    let sizes = (1..=8).flat_map(|houses| (1..=12).map(move |seeds| (houses, seeds)));
    sizes.flat_map(|(houses, seeds)| {
        let text = format!("{houses},{seeds}");
        [(houses, seeds, false, text.clone()), (houses, seeds, true, text + "+empty-capture")]
    })
}

#[test]
fn all_sizes_obey_the_laws_of_games() {
    for (_, _, _, text) in all_games() {
        check_game(&game(&text), 4, 1);
        check_valued(&game(&text), 4, 2);
        check_packing(&Solve::from_start(game(&text), Goal::win(Player::First)), 4, 3);
    }
}

#[test]
fn random_games_go_as_the_slow_rules_say() {
    let mut rng = Rng::with_seed(3);
    let (mut positions, mut captures, mut single, mut again, mut laps) = (0, 0, 0, 0, 0);
    for (houses, seeds, empty_capture, text) in all_games() {
        let game = game(&text);
        for _ in 0..8 {
            let mut position = game.start();
            let mut slow = Slow::new(houses, seeds, empty_capture);
            loop {
                positions += 1;
                assert_eq!(game.position_text(&position), slow.text());
                assert_eq!(game.score(&position), slow.is_over().then(|| slow.score()), "{}", slow.text());
                if slow.is_over() {
                    break;
                }
                let moves = slow.moves();
                let found: Vec<_> = game.moves(&position).collect();
                assert_eq!(found.iter().map(|house| house.index()).collect::<Vec<_>>(), moves);
                // Many small moves first: so houses fill up for whole laps.
                let choice = if rng.bool() { rng.usize(..moves.len()) } else { moves.len() - 1 };
                let sown = slow.seeds(slow.to_move)[moves[choice]];
                laps += u32::from(sown as usize > 2 * houses);
                let mover = position;
                game.play(&mut position, found[choice]);
                let captured = slow.play(moves[choice]);
                captures += u32::from(captured > 1);
                single += u32::from(captured == 1);
                again += u32::from(game.to_move(&position) == game.to_move(&mover));
            }
        }
    }
    let seen = [positions, captures, single, again, laps];
    assert!(positions > 20_000 && [captures, single, again, laps].iter().all(|&count| count > 300), "{seen:?}");
}

/// Computed with `OpenSpiel` 2.0.2, game `mancala`.
#[test]
fn perft_of_six_houses_with_four_seeds() {
    let game = game("6,4");
    let counts: Vec<u64> = (1..=7).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [6, 35, 185, 942, 4690, 23_233, 114_430]);
}

#[test]
fn captures_by_example() {
    let after = |parameters: &str, position: &str, house: &str| {
        let game = game(parameters);
        let mut position = game.parse_position(position).expect("a sound position");
        let house = game.parse_move(&position, house).expect("a legal move");
        game.play(&mut position, house);
        game.position_text(&position)
    };
    assert_eq!(after("3,2", "1,0,3/0 2,4,2/0 first", "1"), "0,0,3/5 2,0,2/0 second", "with the house across");
    assert_eq!(after("3,2", "1,0,3/2 2,0,4/0 first", "1"), "0,1,3/2 2,0,4/0 second", "nothing across");
    assert_eq!(after("3,2+empty-capture", "1,0,3/2 2,0,4/0 first", "1"), "0,0,3/3 2,0,4/0 second");
    assert_eq!(after("3,2", "7,0,0/0 1,2,2/0 first", "1"), "0,1,1/5 2,3,0/0 second", "a whole lap, back to the house");
    assert_eq!(after("3,2", "2,2,2/0 2,2,2/0 first", "2"), "2,0,3/1 2,2,2/0 first", "the store: move again");
}

#[test]
fn the_rest_goes_to_its_owner() {
    let game = game("3,2");
    for (text, score) in [("0,0,0/7 1,2,0/2 first", 2), ("0,0,0/5 1,2,0/4 second", 2), ("1,0,0/5 0,0,0/6 first", 0)] {
        let position = game.parse_position(text).expect("a sound position");
        assert_eq!(game.score(&position), Some(score), "{text}");
    }
    let position = game.parse_position("0,0,0/7 1,2,0/2 second").expect("a sound position");
    assert_eq!(game.to_move(&position), Player::Second);
    assert_eq!(game.score(&position), Some(-2), "seen from the player to move");
}
