//! Hex.

use proofset_catalog::{
    Column, DefaultAlgorithm, Entry, GOALS, Heuristic, HeuristicEntry, InputError, Known, Outcome, Speech, Texts, Told,
    game_question, symmetry,
};
use proofset_core::{LeafCost, Mobility, Player, Probe, Problem, Size, Solve, Status, Verdict};
use proofset_hex::{Hex, Position};

pub(crate) fn entry() -> Entry {
    Entry::problem("hex", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = Hex::from_arguments(parameters).map_err(|error| InputError::parameters("hex", &error))?;
        let heuristics = vec![
            Heuristic::unit(),
            Heuristic::mobility(),
            Heuristic::new(DISTANCE, || Box::new(Distance(Mobility::new()))),
        ];
        let question = game_question(game.to_owned(), rules, position, goal, heuristics)?.with_speech(Words);
        question.up_to_symmetry(texts)
    })
    .with_summary("Hex on boards of up to 11x11 cells, with virtual connections; the first player connects top and bottom")
    .with_parameters(Hex::parameters().with(symmetry()))
    .with_position(
        "the cells played from the empty board, as in c3 d2 (a1 is top left), or a diagram, rows from the top: .../.X./O..",
    )
    .with_position_columns(&["opening"])
    .with_column(
        Column::new("winner", known_winner).with_summary("who wins: black or first, who connects top and bottom, or white or second"),
    )
    .with_goals(GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY, DISTANCE])
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "pns:evaluate=delayed",
        reason: "25 of 29 openings in 2 s each, in the least time; all 29 in 41 s, with init=distance in 51",
    }])
    .with_example("proofset solve hex:6x6 a1")
}

/// How verdicts are worded: a position with a virtual connection counts as decided, and yet the game is not over.
struct Words;

impl Speech<Solve<Hex>> for Words {
    /// There are no draws, so a goal of at least a draw is one of a win.
    fn explain(&self, problem: &Solve<Hex>, outcome: &Outcome) -> String {
        let player = problem.goal().player;
        let other = player.opponent();
        let is_proven = outcome.verdict == Verdict::Proven;
        let is_decided = matches!(problem.status(&problem.root()), Status::Decided(_));
        match (is_proven, is_decided, problem.game().is_over(&problem.root())) {
            (true, _, true) => format!("proven: the game is over, and {player} has won"),
            (false, _, true) => format!("disproven: the game is over, and {player} has not won"),
            (true, true, false) => format!("proven: {player} can force a win, by a virtual connection"),
            (false, true, false) => {
                format!("disproven: {player} cannot force a win, for {other} has a virtual connection")
            }
            (true, false, false) => format!("proven: {player} can force a win"),
            (false, false, false) => format!("disproven: {player} cannot force a win"),
        }
    }
}

/// One cell answers all questions about a position. There are no draws, so whoever does not lose wins.
fn known_winner(text: &str) -> Result<Told, String> {
    let winner = match text.to_ascii_lowercase().as_str() {
        "black" | "first" => "first",
        "white" | "second" => "second",
        _ => return Err("it must be black or first, who moves first, or white or second".to_owned()),
    };
    let known = Known::goals(move |goal| {
        let (player, _) = goal.split_once(':')?;
        Some(if player == winner { Verdict::Proven } else { Verdict::Disproven })
    });
    Ok(Told { goal: None, known })
}

const DISTANCE: HeuristicEntry = HeuristicEntry {
    name: "distance",
    summary: "as mobility, doubled for each stone that a side lacks to connect its edges by neighbours and bridges",
};

/// The fewer stones a side lacks, the less it has left to do.
struct Distance(Mobility<Position>);

impl Probe<Solve<Hex>> for Distance {
    fn cost(&mut self, problem: &Solve<Hex>, position: &Position) -> LeafCost {
        let LeafCost { proof, disproof } = self.0.cost(problem, position);
        let attacker = problem.goal().player;
        let doubled = |cost: Size, player: Player| {
            // A path over the largest board takes 11 stones unless it winds; one that is blocked costs no more than a long one.
            let lacks = problem.game().distance(position, player).map_or(MOST_LACKED, |lacks| lacks.min(MOST_LACKED));
            cost.finite().map_or(cost, |cost| Size::new(cost.saturating_mul(1 << lacks)))
        };
        LeafCost { proof: doubled(proof, attacker), disproof: doubled(disproof, attacker.opponent()) }
    }
}

/// The most stones that count.
const MOST_LACKED: u32 = 11;
