//! Domineering, with first numbers by the moves that both sides have left.

use proofset_catalog::{
    DefaultAlgorithm, Entry, GOALS, Heuristic, HeuristicEntry, InputError, Outcome, Speech, Texts, game_question,
    symmetry,
};
use proofset_core::{LeafCost, Mobility, Player, Probe, Problem, Size, Solve, Status, Verdict};
use proofset_domineering::{Domineering, Position};

const MOVES: HeuristicEntry = HeuristicEntry {
    name: "moves",
    summary: "as mobility, multiplied by the moves that a side lacks: those that the other one can make at most, less its own safe ones",
};

pub(crate) fn entry() -> Entry {
    Entry::problem("domineering", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = Domineering::from_arguments(parameters)
            .map_err(|error| InputError::parameters("domineering", &error))?;
        let heuristics = vec![
            Heuristic::unit(),
            Heuristic::mobility(),
            Heuristic::new(MOVES, || Box::new(Moves(Mobility::new()))),
        ];
        let question = game_question(game.to_owned(), rules, position, goal, heuristics)?.with_speech(Words);
        question.up_to_symmetry(texts)
    })
    .with_summary("Domineering on boards of up to 11x11 cells: dominoes upright and across; who cannot move has lost")
    .with_parameters(Domineering::parameters().with(symmetry()))
    .with_position(
        "the moves from the empty board, as in b2b3 d1e1 (a1 is top left), or a diagram, rows from the top, and who moves, V or H: \
         .#../.#../.... H",
    )
    .with_hashes()
    .with_goals(GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY, MOVES])
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "pds:table=keyed,init=moves",
        reason: "23 of 26 positions in 2 s each, in the least time; dfpn and pns with moves as many",
    }])
    .with_example("proofset solve domineering:5x5 \"...../...../...../...../..... H\"")
}

/// How verdicts are worded: a position that safe moves decide counts as decided, and yet the game is not over.
struct Words;

impl Speech<Solve<Domineering>> for Words {
    /// There are no draws, so a goal of at least a draw is one of a win.
    fn explain(&self, problem: &Solve<Domineering>, outcome: &Outcome) -> String {
        let player = problem.goal().player;
        let other = player.opponent();
        let is_proven = outcome.verdict == Verdict::Proven;
        let is_decided = matches!(problem.status(&problem.root()), Status::Decided(_));
        match (is_proven, is_decided, problem.game().is_over(&problem.root())) {
            (true, _, true) => format!("proven: the game is over, and {player} has won"),
            (false, _, true) => format!("disproven: the game is over, and {player} has not won"),
            (true, true, false) => format!("proven: {player} can force a win, by moves that {other} cannot prevent"),
            (false, true, false) => {
                format!("disproven: {player} cannot force a win, for {other} has moves enough that cannot be prevented")
            }
            (true, false, false) => format!("proven: {player} can force a win"),
            (false, false, false) => format!("disproven: {player} cannot force a win"),
        }
    }
}

/// The fewer moves a side lacks to outlast the other one, the less it has left to do.
struct Moves(Mobility<Position>);

impl Probe<Solve<Domineering>> for Moves {
    fn cost(&mut self, problem: &Solve<Domineering>, position: &Position) -> LeafCost {
        let LeafCost { proof, disproof } = self.0.cost(problem, position);
        let (game, attacker) = (problem.game(), problem.goal().player);
        let times = |cost: Size, player: Player| {
            let most = game.most_moves(position, player.opponent());
            let lacks = most.saturating_sub(game.safe_moves(position, player)) + 1;
            cost.finite().map_or(cost, |cost| Size::new(cost.saturating_mul(lacks)))
        };
        LeafCost { proof: times(proof, attacker), disproof: times(disproof, attacker.opponent()) }
    }
}
