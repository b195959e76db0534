//! Ultimate tic-tac-toe, with first numbers by the lines of the large board.

use proofset_catalog::{DefaultAlgorithm, Entry, GOALS, Heuristic, HeuristicEntry, Texts, reduced_question, symmetry};
use proofset_core::{Aim, Game, LeafCost, Probe, Size, Solve};
use proofset_ultimate_tic_tac_toe::{Position, UltimateTicTacToe};

const STONES: HeuristicEntry = HeuristicEntry {
    name: "stones",
    summary: "as mobility, with the cost of a line of three boards multiplied by the square of the stones that it takes, and the \
              cost of preventing one by the square of the lines that are still open",
};

pub(crate) fn entry() -> Entry {
    Entry::problem("ultimate-tic-tac-toe", |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = UltimateTicTacToe::from_arguments(parameters);
        reduced_question(game.to_owned(), rules, position, goal, heuristics(), |_| "ultimate-tic-tac-toe".to_owned())?
            .up_to_symmetry(texts)
    })
    .with_summary(
        "nine boards of tic-tac-toe; a cell says in which board the next move is, and three boards in a row win",
    )
    .with_parameters(UltimateTicTacToe::parameters().with(symmetry()))
    .with_position(
        "the moves from the start, as in ee ea (small board, cell), or who moves, the large board and the small ones: \
         X;@........;........./........./........./........./X...O..../........./........./........./.........",
    )
    .with_goals(GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY, STONES])
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "dfpn:epsilon=0.25,table=keyed,init=stones",
        reason: "52 of 53 positions in 2 s each; pns with stones 51, dfpn without 50",
    }])
    .with_example(
        "proofset solve ultimate-tic-tac-toe \"X;.OOXX...@;O.XO..XOO/O..O..O.X/...OOO.../.X.XXO.XO/XXX.O..../X..X...../X.X.O.X.O/XO.....OX/.X.O..OX.\"",
    )
}

fn heuristics() -> Vec<Heuristic<Solve<UltimateTicTacToe>>> {
    vec![Heuristic::unit(), Heuristic::mobility(), Heuristic::new(STONES, || Box::new(Stones))]
}

/// What is far from a line is hard to prove, and what is open in many ways hard to disprove.
struct Stones;

impl Probe<Solve<UltimateTicTacToe>> for Stones {
    fn cost(&mut self, problem: &Solve<UltimateTicTacToe>, position: &Position) -> LeafCost {
        let (game, goal) = (problem.game(), problem.goal());
        let liner = match goal.aim {
            Aim::Win => goal.player,
            Aim::AtLeastDraw => goal.player.opponent(),
        };
        let stones = game.stones_to_line(position, liner).unwrap_or(1);
        let lines = game.open_lines(position, liner).max(1);
        let (mut getting, mut preventing) = (stones * stones, lines * lines);
        // All moves of the side that is to move have to fail.
        if game.to_move(position) == liner {
            preventing *= game.mobility(position);
        } else {
            getting *= game.mobility(position);
        }
        let [getting, preventing] = [getting, preventing].map(Size::new);
        match goal.aim {
            Aim::Win => LeafCost { proof: getting, disproof: preventing },
            Aim::AtLeastDraw => LeafCost { proof: preventing, disproof: getting },
        }
    }
}
