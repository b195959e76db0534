//! The heuristic `lines`, for games that are won by k in a row.
//!
//! A line is open to a player while the opponent has no stone on it. The question turns on the lines of one player: of
//! the attacker where the goal is a win, of the defender where it is a draw, which only a line can spoil. Whoever wants
//! to prevent a line must put a stone on every open one: the more there are, the more there is to do in each of the
//! positions that mobility counts.

use proofset_core::{Aim, Evaluated, Game, LeafCost, Mobility, Player, Probe, Solve};

use crate::heuristics::{Heuristic, HeuristicEntry, MOBILITY, UNIT, times};

const LINES: HeuristicEntry = HeuristicEntry {
    name: "lines",
    summary: "as mobility, with the cost of preventing a line multiplied by the number of lines that are still open",
};

const EVALUATION: HeuristicEntry = HeuristicEntry {
    name: "evaluation",
    summary: "as mobility, made cheaper for the side with more open lines (Winands and Schadd 2010)",
};

/// How much the evaluation counts.
const STRENGTH: f64 = 2.0;

/// The heuristics of a game of lines.
pub(super) const HEURISTICS: &[HeuristicEntry] = &[UNIT, MOBILITY, LINES, EVALUATION];

/// The same, with their probes.
pub(super) fn heuristics<G: LineGame + 'static>() -> Vec<Heuristic<Solve<G>>> {
    vec![
        Heuristic::unit(),
        Heuristic::mobility(),
        Heuristic::new(LINES, || Box::new(Lines::<G>(Mobility::new()))),
        Heuristic::new(EVALUATION, || Box::new(Evaluated::new(balance::<G>, STRENGTH))),
    ]
}

/// How many more of the open lines are the attacker's, as a share of all.
fn balance<G: LineGame>(problem: &Solve<G>, position: &G::Position) -> f64 {
    let open = |player| f64::from(problem.game().open_lines(position, player));
    let attacker = problem.goal().player;
    let (ours, theirs) = (open(attacker), open(attacker.opponent()));
    if ours + theirs == 0.0 { 0.0 } else { (ours - theirs) / (ours + theirs) }
}

/// A game that is won by completing a line.
pub(super) trait LineGame: Game {
    /// The number of lines that have no stone of the player's opponent.
    fn open_lines(&self, position: &Self::Position, player: Player) -> u32;
}

struct Lines<G: Game>(Mobility<G::Position>);

impl<G: LineGame> Probe<Solve<G>> for Lines<G> {
    fn cost(&mut self, problem: &Solve<G>, position: &G::Position) -> LeafCost {
        let LeafCost { proof, disproof } = self.0.cost(problem, position);
        let goal = problem.goal();
        let open = |player| problem.game().open_lines(position, player).max(1);
        match goal.aim {
            Aim::Win => LeafCost { proof, disproof: times(disproof, open(goal.player)) },
            Aim::AtLeastDraw => LeafCost { proof: times(proof, open(goal.player.opponent())), disproof },
        }
    }
}
