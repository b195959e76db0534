//! The proof of a child is played through for its siblings, where that was asked for.

use proofset_core::{Describe, Dominance, Limits, Problem, Report, Role, Solver, Status, Value, Verdict};
use proofset_depth_first::{Options, SimulationUse};
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;

use crate::common::exact;

/// After a move of the opponent, who has `branches` of them, the player has to find one of several answers each time, the same in all
/// branches or, the last time but one, another one in each, and the opponent has two moves.
#[derive(Clone, Copy)]
struct Attack {
    branches: u16,
    answers: u16,
    plies: usize,
    are_alike: bool,
    /// The first branch is finished two plies earlier.
    is_short: bool,
}

/// Nine branches that are alike.
const NINE: Attack = Attack { branches: 9, answers: 5, plies: 8, are_alike: true, is_short: false };

impl Problem for Attack {
    type State = Vec<u16>;
    type Move = u16;

    fn root(&self) -> Vec<u16> {
        Vec::new()
    }

    fn status(&self, state: &Vec<u16>) -> Status {
        let right = |ply| if self.are_alike || ply + 3 != self.plies { 3 } else { state[0] } % self.answers;
        let is_lost = (1..state.len()).step_by(2).any(|ply| state[ply] != right(ply));
        let plies = if self.is_short && state.first() == Some(&0) && !is_lost { self.plies - 2 } else { self.plies };
        if state.len() < plies {
            return Status::Open(if state.len().is_multiple_of(2) { Role::And } else { Role::Or });
        }
        Status::Decided(if is_lost { Value::Disproven } else { Value::Proven })
    }

    fn for_each_successor(&self, state: &Vec<u16>, mut visit: impl FnMut(u16, Vec<u16>)) {
        assert!(matches!(self.status(state), Status::Open(_)), "nobody asks what follows a finished state");
        let moves = match state.len() {
            0 => self.branches,
            plies if plies % 2 == 1 => self.answers,
            _ => 2,
        };
        for mv in 0..moves {
            visit(mv, state.iter().copied().chain([mv]).collect());
        }
    }

    fn rank(&self, state: &Vec<u16>) -> Option<u32> {
        Some(state.len() as u32)
    }
}

impl Dominance for Attack {}

impl Describe for Attack {
    fn state_text(&self, state: &Vec<u16>) -> String {
        format!("{state:?}")
    }

    fn move_text(&self, _: &Vec<u16>, mv: u16) -> String {
        mv.to_string()
    }
}

fn solved(problem: Attack, simulation: Option<u32>) -> (Report<u16>, SimulationUse) {
    let mut search = exact(&problem, Options::default().with_simulation(simulation));
    let report = search.solve(&Limits::none(), &mut ()).expect("there are no cycles");
    assert_eq!(report.verdict, Verdict::Proven);
    certified(&&problem, &search, Value::Proven);
    let usage = search.simulation_use();
    (report, usage)
}

/// One branch of these.
fn alone(problem: Attack) -> u32 {
    let (report, usage) = solved(Attack { branches: 1, ..problem }, None);
    assert_eq!(usage, SimulationUse::default());
    report.expanded as u32
}

#[test]
fn a_proof_holds_for_siblings_that_are_alike() {
    let alone = alone(NINE);
    // Proofs of parts of a branch take less.
    let (with, usage) = solved(NINE, Some(alone - 1));
    let (without, _) = solved(NINE, None);
    assert_eq!((usage.tried, usage.held, usage.in_vain), (8, 8, 0));
    // Numbers spread the work over all siblings, so much of it is done when the first is solved.
    let (with, without, alone) = (with.expanded, without.expanded, u64::from(alone));
    assert!(without > 8 * alone && with < without * 4 / 5, "{with} with, {without} without, {alone} alone");
}

#[test]
fn each_position_that_is_visited_counts_twice() {
    let (report, SimulationUse { tried, held, in_vain, .. }) = solved(NINE, Some(100));
    // The other branches, and below one of them wrong answers that lose alike. The right one does not.
    assert_eq!((tried, held, in_vain), (12, 11, 48));
    assert_eq!((report.expanded, report.expanded_again), (3962, 2981));
}

#[test]
fn what_follows_a_finished_state_is_not_asked() {
    let (_, usage) = solved(Attack { is_short: true, ..NINE }, Some(0));
    assert!(usage.tried > usage.held && usage.held > 0, "{usage:?}");
}

#[test]
fn proofs_that_took_little_are_not_played_through() {
    let (with, usage) = solved(NINE, Some(u32::MAX));
    let (without, _) = solved(NINE, None);
    assert_eq!((with.expanded, usage), (without.expanded, SimulationUse::default()));
}

#[test]
fn nodes_with_very_many_children_are_passed_over() {
    let wide = |branches| {
        let attack = Attack { branches, answers: 1, plies: 4, ..NINE };
        solved(attack, Some(alone(attack) - 1)).1.tried
    };
    assert!(wide(400) > 0 && wide(401) == 0, "{} {}", wide(400), wide(401));
}

#[test]
fn a_simulation_visits_a_thousand_positions_at_most() {
    // A proof of four thousand, without a wrong answer.
    let large = Attack { branches: 2, answers: 1, plies: 24, ..NINE };
    let (_, usage) = solved(large, Some(alone(large) - 2));
    assert_eq!((usage.tried, usage.held, usage.in_vain), (1, 0, 1000));
}

#[test]
fn what_does_not_hold_says_nothing() {
    let (_, usage) = solved(Attack { branches: 200, are_alike: false, ..NINE }, Some(0));
    assert!(usage.tried > usage.held && usage.held > 0 && usage.in_vain > 0, "{usage:?}");
}

#[test]
fn proofs_hold_in_graphs_with_cycles() {
    let shape = RandomGraph {
        proven: 0.5,
        disproven: 0.5,
        depth: 9,
        width: 12,
        branching: 2..=4,
        early_leaf: 0.1,
        ..RandomGraph::cyclic()
    };
    let (mut total, mut verdicts) = (SimulationUse::default(), [0, 0]);
    for seed in 0..2000 {
        let graph = shape.generate(seed);
        let expected = exact(&graph, Options::default()).solve(&Limits::none(), &mut ()).expect("no error").verdict;
        let mut search = exact(&graph, Options::default().with_simulation(0));
        let report = search.solve(&Limits::none(), &mut ()).expect("no error");
        assert_eq!(report.verdict, expected, "seed {seed}");
        let value = expected.value().expect("it is decided");
        certified(&&graph, &search, value);
        verdicts[usize::from(value == Value::Proven)] += 1;
        let SimulationUse { tried, held, .. } = search.simulation_use();
        (total.tried, total.held) = (total.tried + tried, total.held + held);
    }
    assert!(total.held > 500 && total.tried > 2 * total.held, "{total:?}");
    assert!(verdicts.iter().all(|&count| count > 200), "{verdicts:?}");
}

#[test]
fn nobody_asks_what_follows_a_finished_root() {
    let finished = Attack { plies: 0, ..NINE };
    let mut search = exact(&finished, Options::default());
    assert!(search.known_successors().is_empty());
    assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap().verdict, Verdict::Proven);
    assert!(search.known_successors().is_empty());
}
