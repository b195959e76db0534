//! Breakthrough, with first numbers by the rows that the foremost pawns have to go.

use proofset_breakthrough::{Breakthrough, Position};
use proofset_catalog::{
    DefaultAlgorithm, Entry, GOALS, Heuristic, HeuristicEntry, InputError, Texts, game_question, symmetry,
};
use proofset_core::{LeafCost, Mobility, Player, Probe, Size, Solve};

const ROWS: HeuristicEntry = HeuristicEntry {
    name: "rows",
    summary: "as mobility, multiplied by the rows that the foremost pawn of a side has still to go",
};

pub(crate) fn entry() -> Entry {
    Entry::problem("breakthrough", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = Breakthrough::from_arguments(parameters)
            .map_err(|error| InputError::parameters("breakthrough", &error))?;
        let heuristics = vec![
            Heuristic::unit(),
            Heuristic::mobility(),
            Heuristic::new(ROWS, || Box::new(Rows(Mobility::new()))),
        ];
        game_question(game.to_owned(), rules, position, goal, heuristics)?.up_to_symmetry(texts)
    })
    .with_summary("Breakthrough on boards of up to 8x8 squares; who first moves a pawn to the far row has won")
    .with_parameters(Breakthrough::parameters().with(symmetry()))
    .with_position(
        "the moves from the start, as in a2-a3 d4xc3, or a diagram, rows from the top, and who moves, w or b: BBB/.../.../WWW w",
    )
    .with_goals(GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY, ROWS])
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "pds:table=keyed,init=rows",
        reason: "21 of 23 positions in 2 s each; dfpn with rows 20, pns with rows 19",
    }])
    .with_example("proofset solve breakthrough:3x6 --goal first:win")
}

/// The fewer rows a side has to go, the less it has left to do.
struct Rows(Mobility<Position>);

impl Probe<Solve<Breakthrough>> for Rows {
    fn cost(&mut self, problem: &Solve<Breakthrough>, position: &Position) -> LeafCost {
        let LeafCost { proof, disproof } = self.0.cost(problem, position);
        let attacker = problem.goal().player;
        let times = |cost: Size, player: Player| {
            let rows = problem.game().rows_to_go(position, player);
            cost.finite().map_or(cost, |cost| Size::new(cost.saturating_mul(rows)))
        };
        LeafCost { proof: times(proof, attacker), disproof: times(disproof, attacker.opponent()) }
    }
}
