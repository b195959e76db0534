//! Shape and determinism of synthetic games.

use std::collections::HashSet;

use proofset_core::{Describe, Problem, Role, Status, Value};
use proofset_testkit::synthetic::SyntheticGame;

/// What a walk through the whole game sees.
#[derive(Debug, Default, PartialEq, Eq)]
struct Census {
    edges: u32,
    proven: u32,
    disproven: u32,
    /// States by ply.
    states: Vec<u32>,
}

impl Census {
    fn of(game: &SyntheticGame) -> Self {
        let mut census = Self::default();
        let mut layer = vec![game.root()];
        while !layer.is_empty() {
            let ply = u16::try_from(census.states.len()).expect("plies have 16 bits");
            census.states.push(layer.len() as u32);
            let mut next = HashSet::new();
            for state in layer {
                assert_eq!(game.rank(&state), Some(u32::from(ply)));
                match game.status(&state) {
                    Status::Decided(Value::Proven) => census.proven += 1,
                    Status::Decided(Value::Disproven) => census.disproven += 1,
                    Status::Open(role) => assert_eq!(role, if ply % 2 == 0 { Role::Or } else { Role::And }),
                    Status::OpenLeaf => panic!("games have no open leaves"),
                }
                game.for_each_successor(&state, |_, child| {
                    census.edges += 1;
                    next.insert(child);
                });
            }
            layer = next.into_iter().collect();
        }
        census
    }

    fn state_count(&self) -> u32 {
        self.states.iter().sum()
    }
}

#[test]
fn without_transpositions_it_is_a_full_tree() {
    let game =
        SyntheticGame { depth: 10, branching: 3..=3, transposition: 0.0, terminal: 0.0, ..SyntheticGame::default() };
    let census = Census::of(&game);
    assert_eq!(census.states, (0..=10).map(|ply| 3_u32.pow(ply)).collect::<Vec<_>>());
    assert_eq!(census.edges, census.state_count() - 1);
}

#[test]
fn with_transpositions_only_plies_are_small() {
    let game =
        SyntheticGame { depth: 300, transposition: 1.0, shared_states: 8, terminal: 0.0, ..SyntheticGame::default() };
    let census = Census::of(&game);
    assert_eq!(census.states.len(), 301);
    assert!(census.states[10..].iter().all(|states| (2..=8).contains(states)), "{:?}", census.states);
}

#[test]
fn rates_are_kept() {
    for transposition in [0.1, 0.4] {
        let game = SyntheticGame { depth: 14, transposition, shared_states: 4, ..SyntheticGame::default() };
        let census = Census::of(&game);
        let shared = f64::from(census.edges - (census.state_count() - 1)) / f64::from(census.edges);
        assert!((shared - transposition).abs() < 0.02, "{shared} of the moves transpose instead of {transposition}");
    }
    let game = SyntheticGame { depth: 14, proven: 0.3, ..SyntheticGame::default() };
    let census = Census::of(&game);
    let proven = f64::from(census.proven) / f64::from(census.proven + census.disproven);
    assert!((proven - 0.3).abs() < 0.02, "{proven} of the ends are proven instead of 0.3");
}

#[test]
fn early_ends() {
    let ends = |terminal| {
        let census = Census::of(&SyntheticGame { depth: 3, terminal, ..SyntheticGame::default() });
        (census.states.len(), census.state_count() - census.proven - census.disproven)
    };
    assert_eq!(ends(1.0), (2, 1), "only the root is open");
    assert_eq!(ends(0.0).0, 4);
    let root_only = Census::of(&SyntheticGame { depth: 0, ..SyntheticGame::default() });
    assert_eq!((root_only.state_count(), root_only.proven + root_only.disproven), (1, 1));
}

/// Guards against silent changes: counts of searches on these games are kept in records.
#[test]
fn parameters_are_a_game_for_good() {
    let games = [0, 1].map(|seed| Census::of(&SyntheticGame { seed, depth: 4, ..SyntheticGame::default() }));
    insta::assert_debug_snapshot!(games, @r#"
    [
        Census {
            edges: 91,
            proven: 34,
            disproven: 28,
            states: [
                1,
                4,
                7,
                24,
                55,
            ],
        },
        Census {
            edges: 118,
            proven: 34,
            disproven: 41,
            states: [
                1,
                4,
                11,
                26,
                73,
            ],
        },
    ]
    "#);
}

#[test]
fn texts() {
    let game = SyntheticGame::default();
    assert_eq!(game.state_text(&game.root()), "0:000000000000");
    assert_eq!(game.state_text(&((12 << 48) | 0xab)), "12:0000000000ab");
    assert_eq!(SyntheticGame::ply((12 << 48) | 0xab), 12);
    assert_eq!(game.move_text(&game.root(), 3), "3");
}
