//! A counted number of threats against threats that merely come to an end.
//!
//! The exact answer: with any number of threats the attacker captures the stones, if it captures them or makes the defender use threats
//! without end. All of play on small boards is looked at for that, by a greatest fixpoint over least ones.

use std::collections::HashMap;

use fastrand::Rng;
use proofset_core::{Problem, Role, Status, Value, Verdict};
use proofset_go::THREATS;
use proofset_oracle::solve;

use crate::compared::random;
use crate::slow::{Cells, Need, Slow, State, Superko, all_cells, at};

/// A state with the stones as they were before a move of the attacker that led to it, which a threat can bring back.
type Place = (State, Option<Cells>);

/// Where play can lead to from a place.
enum Next {
    Captured(bool),
    /// Whether the attacker moves, and each place behind with whether a threat was used.
    Moves(bool, Vec<(usize, bool)>),
}

/// All of play in which the defender takes kos back at will; `None` if that is more than so many places.
fn all_of_play(slow: &Slow, most: usize) -> Option<Vec<Next>> {
    let mut places: Vec<Place> = vec![(slow.root(), None)];
    let mut numbers: HashMap<Place, usize> = HashMap::from([(places[0].clone(), 0)]);
    let mut play = Vec::new();
    while let Some((state, before)) = places.get(play.len()).cloned() {
        let role = match slow.status(&state) {
            Status::Decided(value) => {
                play.push(Next::Captured(value == Value::Proven));
                continue;
            }
            Status::Open(role) => role,
            Status::OpenLeaf => unreachable!("rules say who moves"),
        };
        let attacks = role == Role::Or;
        let mut moves = Vec::new();
        slow.for_each_successor(&state, |cell, next| {
            let takes_back = !attacks && cell.is_some() && before.as_ref() == Some(&next.cells);
            let place = (next, (attacks && cell.is_some()).then(|| state.cells.clone()));
            let number = *numbers.entry(place.clone()).or_insert(places.len());
            if number == places.len() {
                places.push(place);
            }
            moves.push((number, takes_back));
        });
        play.push(Next::Moves(attacks, moves));
        if places.len() > most {
            return None;
        }
    }
    Some(play)
}

/// The places from which the attacker captures, or makes the defender use a threat that leads to one of `through`.
fn captured(play: &[Next], through: &[bool]) -> Vec<bool> {
    let mut found = vec![false; play.len()];
    loop {
        let mut is_new = false;
        for place in (0..play.len()).rev().filter(|&place| !found[place]).collect::<Vec<_>>() {
            let holds = |&(next, takes_back): &(usize, bool)| found[next] || takes_back && through[next];
            found[place] = match &play[place] {
                Next::Captured(captured) => *captured,
                Next::Moves(true, moves) => moves.iter().any(holds),
                Next::Moves(false, moves) => moves.iter().all(holds),
            };
            is_new |= found[place];
        }
        if !is_new {
            return found;
        }
    }
}

/// Whether the attacker succeeds against threats that come to an end, however many.
fn is_captured(play: &[Next]) -> bool {
    let mut through = vec![true; play.len()];
    loop {
        let found = captured(play, &through);
        if found == through {
            return found[0];
        }
        through = found;
    }
}

#[test]
fn nine_threats_are_worth_as_much_as_any_number() {
    let mut rng = Rng::with_seed(3);
    let (mut compared, mut differ) = (0, 0);
    while compared < 200 {
        let (cells, target) = random(&mut rng, &[(3, 2), (3, 3), (4, 2), (4, 3)], 40..95);
        let defender = at(&cells, target).unwrap();
        let attacker = if defender == 'X' { 'O' } else { 'X' };
        let slow = |threats, komaster| Slow {
            to_move: if compared % 2 == 0 { 'X' } else { 'O' },
            playable: all_cells(&cells).collect(),
            targets: vec![target],
            need: Need::All,
            prover: attacker,
            komaster,
            threats,
            eyes: false,
            liberties: None,
            near: [None; 2],
            far: [None; 2],
            suicide: false,
            tenuki: true,
            superko: Superko::No,
            cells: cells.clone(),
        };
        let Some(play) = all_of_play(&slow(None, Some(defender)), 2_000) else { continue };
        let solved = |threats, komaster| Some(solve(&slow(threats, komaster), 6_000).ok()?.root() == Verdict::Proven);
        let answers = (solved(Some(THREATS), Some(defender)), solved(None, None));
        let (Some(counted), Some(none)) = answers else { continue };
        let exact = is_captured(&play);
        assert_eq!(counted, exact, "{cells:?} {target:?}");
        compared += 1;
        differ += u32::from(none != exact);
    }
    assert!(differ > 5, "{differ} are others without a threat");
}
