//! Chess mates.

use proofset_chess::{Mate, MateGoal, Position};
use proofset_core::Verdict;

use super::{GameEntry, PositionSource, no_parameters};
use crate::InputError;
use crate::task::{Outcome, ProblemTask, Words};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(super) const ENTRY: GameEntry = GameEntry {
    name: "chess",
    summary: "mates: can one side force checkmate?",
    parameters: "",
    position: "FEN or EPD, as in \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\"; without the clock fields, the clock is 0",
    goals: "mate (the side to move forces mate), mated (it is mated), mate-in:N (in at most N moves of the attacker; \
            N below 0: the side to move is mated)",
    example: "proofset solve chess \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\" --goal mate-in:1",
    source: PositionSource::Text,
    open: |parameters, position, goal| {
        let game = || "chess".to_owned();
        no_parameters("chess", parameters)?;
        let position: Position = position.unwrap_or(START).parse().map_err(|error: proofset_core::NotationError| {
            InputError::Position { game: game(), message: error.to_string() }
        })?;
        let goal_text = goal.unwrap_or("mate");
        let goal: MateGoal = goal_text.parse().map_err(|error: proofset_core::NotationError| InputError::Goal {
            goal: goal_text.to_owned(),
            game: game(),
            message: error.to_string(),
        })?;
        let problem = Mate::new(position, goal);
        Ok(Box::new(ProblemTask {
            position: problem.position().to_string(),
            problem,
            game: game(),
            goal: goal.to_string(),
            words: MateWords,
            probe: (),
        }))
    },
};

struct MateWords;

impl Words<Mate> for MateWords {
    fn explain(&self, problem: &Mate, outcome: &Outcome) -> String {
        if outcome.verdict != Verdict::Proven {
            return format!("disproven: {}", problem.verdict_text(outcome.verdict));
        }
        let attacker = format!("{:?}", problem.attacker());
        match (problem.attacker_moves(outcome.line.len()), problem.goal().moves()) {
            (0, _) => format!("{attacker} has mated already"),
            // The proof may be longer than the shortest mate where the question sets no bound.
            (moves, None) => format!("{attacker} mates in at most {moves}"),
            (moves, Some(_)) => format!("{attacker} mates in {moves}"),
        }
    }

    fn line_text(&self, problem: &Mate, line: &[String]) -> String {
        let mut position = problem.position().clone();
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            let Ok(mv) = position.parse_move(text) else { break };
            moves.push(mv);
            position = position.after(mv);
        }
        problem.san_line(&moves).unwrap_or_else(|_| line.join(" "))
    }
}
