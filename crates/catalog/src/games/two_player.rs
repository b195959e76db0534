//! What games with wins and draws share: goals by name (`win`, `draw`, `first:win`, `second:draw`) and their words.

use proofset_core::{Aim, Describe, Goal, Notation, Player, Problem, Solve, Status, Verdict};

use crate::InputError;
use crate::heuristics::Heuristic;
use crate::task::{Outcome, ProblemTask, Task, Words};

/// The syntax, for help texts.
pub(super) const GOALS: &str =
    "win, draw (at least a draw) for the player to move, or first:win, second:win, first:draw, second:draw";

/// Reads a goal; without a player it is that of the player to move, without anything a win.
fn parse(game: &str, text: Option<&str>, to_move: Player) -> Result<Goal, InputError> {
    let text = text.unwrap_or("win");
    let error = || InputError::Goal {
        goal: text.to_owned(),
        game: game.to_owned(),
        message: format!("{text:?} is not one; give {GOALS}"),
    };
    let (player, aim) = match text.split_once(':') {
        None => (to_move, text),
        Some(("first", aim)) => (Player::First, aim),
        Some(("second", aim)) => (Player::Second, aim),
        Some(_) => return Err(error()),
    };
    match aim {
        "win" => Ok(Goal::win(player)),
        "draw" => Ok(Goal::at_least_draw(player)),
        _ => Err(error()),
    }
}

/// A verdict on a goal in words.
fn explain(goal: Goal, proven: bool) -> String {
    let player = goal.player;
    match (proven, goal.aim) {
        (true, Aim::Win) => format!("proven: {player} can force a win"),
        (false, Aim::Win) => format!("disproven: {player} cannot force a win"),
        (true, Aim::AtLeastDraw) => format!("proven: {player} can force at least a draw"),
        (false, Aim::AtLeastDraw) => format!("disproven: {player} cannot force even a draw"),
    }
}

/// The same where the rules have decided already.
fn over(goal: Goal, proven: bool) -> String {
    let player = goal.player;
    match (proven, goal.aim) {
        (true, Aim::Win) => format!("proven: the game is over, and {player} has won"),
        (false, Aim::Win) => format!("disproven: the game is over, and {player} has not won"),
        (true, Aim::AtLeastDraw) => format!("proven: the game is over, and {player} has not lost"),
        (false, Aim::AtLeastDraw) => format!("disproven: the game is over, and {player} has lost"),
    }
}

/// Words for games whose goals are wins and draws.
struct GoalWords;

impl<G: Notation> Words<Solve<G>> for GoalWords {
    fn explain(&self, problem: &Solve<G>, outcome: &Outcome) -> String {
        let proven = outcome.verdict == Verdict::Proven;
        match problem.status(&problem.root()) {
            Status::Decided(_) => over(problem.goal(), proven),
            _ => explain(problem.goal(), proven),
        }
    }
}

/// The task of a two-player game.
pub(super) fn game_task<G: Notation + 'static>(
    name: String,
    game: G,
    position: Option<&str>,
    goal: Option<&str>,
    heuristics: Vec<Heuristic<Solve<G>>>,
) -> Result<Box<dyn Task>, InputError> {
    let root = match position {
        None => game.start(),
        Some(text) => game
            .parse_position(text)
            .map_err(|error| InputError::Position { game: name.clone(), message: error.to_string() })?,
    };
    let goal: Goal = parse(&name, goal, game.to_move(&root))?;
    let problem = Solve::new(game, root.clone(), goal);
    let position = problem.state_text(&root);
    Ok(Box::new(ProblemTask { problem, game: name, position, goal: goal.to_string(), words: GoalWords, heuristics }))
}
