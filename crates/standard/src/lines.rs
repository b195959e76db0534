//! The heuristic `lines`, for games that are won by k in a row.
//!
//! A line is open to a player while the opponent has no stone on it. The question turns on the lines of one player: of
//! the attacker where the goal is a win, of the defender where it is a draw, which only a line can spoil. Whoever wants
//! to prevent a line must put a stone on every open one: the more there are, the more there is to do in each of the
//! positions that mobility counts.

use proofset_catalog::{Heuristic, HeuristicEntry};
use proofset_core::{
    Aim, AtLeast, Evaluated, Game, LeafCost, Mobility, Player, Probe, Problem, Size, Solve, ValuedGame,
};

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
pub(crate) const HEURISTICS: &[HeuristicEntry] = &[HeuristicEntry::UNIT, HeuristicEntry::MOBILITY, LINES, EVALUATION];

/// The same, with their probes.
pub(crate) fn heuristics<P: LineProblem + 'static>() -> Vec<Heuristic<P>> {
    vec![
        Heuristic::unit(),
        Heuristic::mobility(),
        Heuristic::new(LINES, || Box::new(Lines::<P>(Mobility::new()))),
        Heuristic::new(EVALUATION, || Box::new(Evaluated::new(balance::<P>, STRENGTH))),
    ]
}

/// How many more of the open lines are the attacker's, as a share of all.
fn balance<P: LineProblem>(problem: &P, position: &P::State) -> f64 {
    let open = |player| f64::from(problem.open_lines(position, player));
    let (attacker, _) = problem.asked();
    let (ours, theirs) = (open(attacker), open(attacker.opponent()));
    if ours + theirs == 0.0 { 0.0 } else { (ours - theirs) / (ours + theirs) }
}

/// A game with its parameters, as the catalog writes it.
#[cfg(any(feature = "mnk", feature = "qubic"))]
pub(crate) fn named(game: &str, rules: &impl std::fmt::Display) -> String {
    match rules.to_string() {
        text if text.is_empty() => game.to_owned(),
        text => format!("{game}:{text}"),
    }
}

/// A game that is won by completing a line.
pub(crate) trait LineGame: Game {
    /// The number of lines that have no stone of the player's opponent.
    fn open_lines(&self, position: &Self::Position, player: Player) -> u32;
}

/// A question about such a game.
pub(crate) trait LineProblem: Problem {
    /// The number of lines that have no stone of the player's opponent.
    fn open_lines(&self, position: &Self::State, player: Player) -> u32;

    /// Who wants to prove something, and whether it takes a line.
    fn asked(&self) -> (Player, Aim);
}

impl<G: LineGame> LineProblem for Solve<G> {
    fn open_lines(&self, position: &G::Position, player: Player) -> u32 {
        self.game().open_lines(position, player)
    }

    fn asked(&self) -> (Player, Aim) {
        (self.goal().player, self.goal().aim)
    }
}

impl<G: LineGame + ValuedGame> LineProblem for AtLeast<G> {
    fn open_lines(&self, position: &G::Position, player: Player) -> u32 {
        self.game().open_lines(position, player)
    }

    fn asked(&self) -> (Player, Aim) {
        let threshold = self.threshold();
        (threshold.player, if threshold.score > 0 { Aim::Win } else { Aim::AtLeastDraw })
    }
}

struct Lines<P: Problem>(Mobility<P::State>);

impl<P: LineProblem> Probe<P> for Lines<P> {
    fn cost(&mut self, problem: &P, position: &P::State) -> LeafCost {
        let LeafCost { proof, disproof } = self.0.cost(problem, position);
        let open = |player| problem.open_lines(position, player).max(1);
        match problem.asked() {
            (player, Aim::Win) => LeafCost { proof, disproof: times(disproof, open(player)) },
            (player, Aim::AtLeastDraw) => LeafCost { proof: times(proof, open(player.opponent())), disproof },
        }
    }
}

/// A multiple of a finite cost.
pub(crate) fn times(cost: Size, factor: u32) -> Size {
    cost.finite().map_or(cost, |cost| Size::new(cost.saturating_mul(factor)))
}
