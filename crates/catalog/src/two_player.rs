//! Two-player games whose goals are wins and draws.

use std::rc::Rc;

use proofset_certificate::Reduction;
use proofset_core::{
    Aim, Goal, Notation, NotationError, Pack, Player, Problem, Reduced, Solve, Status, Value, Verdict,
};
use proofset_erased::{Erasable, Sealed};

use crate::InputError;
use crate::capabilities::Speech;
use crate::goals::{GoalForm, alternatives};
use crate::heuristics::Heuristic;
use crate::question::{MakeCursor, Question, keeping, packing};
use crate::run::{Outcome, Whole};

/// The goals of these games.
pub const GOALS: &[GoalForm] = &[
    GoalForm::new("win", "the player to move can force a win"),
    GoalForm::new("draw", "the player to move can force at least a draw"),
    GoalForm::new("first:win", "the first player can force a win"),
    GoalForm::new("second:win", "the second player can"),
    GoalForm::new("first:draw", "the first player can force at least a draw"),
    GoalForm::new("second:draw", "the second player can"),
];

/// Reads a goal; without a player it is that of the player to move, without anything a win.
fn parse(game: &str, text: Option<&str>, to_move: Player) -> Result<Goal, InputError> {
    let text = text.unwrap_or("win");
    let error = || InputError::Goal {
        goal: text.to_owned(),
        game: game.to_owned(),
        message: format!("{text:?} is not one; give {}", alternatives(GOALS)),
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

/// How such games word their verdicts.
struct GoalSpeech;

impl<G: Notation> Speech<Solve<G>> for GoalSpeech {
    fn explain(&self, problem: &Solve<G>, outcome: &Outcome) -> String {
        let proven = outcome.verdict == Verdict::Proven;
        match problem.status(&problem.root()) {
            Status::Decided(_) => over(problem.goal(), proven),
            _ => explain(problem.goal(), proven),
        }
    }
}

/// Reads a goal, given the name of the game and who moves.
type ParseGoal<T> = fn(&str, Option<&str>, Player) -> Result<T, InputError>;

/// The position that a text names, or the start, and the goal there.
pub(crate) fn read<G: Notation, T>(
    name: &str,
    game: &G,
    position: Option<&str>,
    goal: Option<&str>,
    parse: ParseGoal<T>,
) -> Result<(G::Position, T), InputError> {
    let root = match position {
        None => game.start(),
        Some(text) => match game.parse_position(text) {
            Ok(root) => root,
            Err(error) => return Err(wrong_position(name, &error)),
        },
    };
    match parse(name, goal, game.to_move(&root)) {
        Ok(goal) => Ok((root, goal)),
        Err(error) => Err(error),
    }
}

fn wrong_position(name: &str, error: &NotationError) -> InputError {
    InputError::Position { game: name.to_owned(), message: error.to_string() }
}

/// The question about a two-player game: a position and a goal, as people write them. `name` is the game with its
/// parameters in canonical form. Positions can be packed.
///
/// # Errors
///
/// [`InputError`] names the text that is at fault and says what is expected.
pub fn game_question<G: Notation + 'static>(
    name: String,
    game: G,
    position: Option<&str>,
    goal: Option<&str>,
    heuristics: Vec<Heuristic<Solve<G>>>,
) -> Result<Question<Solve<G>>, InputError>
where
    G::Position: Pack + Send + Sync + 'static,
{
    ask(name, game, position, goal, heuristics, packing)
}

/// The same for positions that cannot be packed: depth-first searches keep every one that they generate.
///
/// # Errors
///
/// As for [`game_question`].
pub fn game_question_kept<G: Notation + 'static>(
    name: String,
    game: G,
    position: Option<&str>,
    goal: Option<&str>,
    heuristics: Vec<Heuristic<Solve<G>>>,
) -> Result<Question<Solve<G>>, InputError>
where
    G::Position: Send + Sync + 'static,
{
    ask(name, game, position, goal, heuristics, keeping)
}

/// The same with the cursor of depth-first searches.
pub(crate) fn ask<G: Notation + 'static>(
    name: String,
    game: G,
    position: Option<&str>,
    goal: Option<&str>,
    heuristics: Vec<Heuristic<Solve<G>>>,
    cursor: MakeCursor<Solve<G>>,
) -> Result<Question<Solve<G>>, InputError>
where
    G::Position: Send + Sync + 'static,
{
    let (root, goal) = read(&name, &game, position, goal, parse)?;
    let problem = Solve::new(game, root, goal);
    let question = Question::with_parts(name, goal.to_string(), problem, Rc::new(heuristics), cursor);
    Ok(question.with_speech(GoalSpeech).with_states_that_stand_alone().with_outcomes())
}

/// The same for a game whose parameters may make it smaller than the game that people play: certificates are about the
/// whole game, whose name with its parameters `whole_name` gives.
///
/// # Errors
///
/// As for [`game_question`].
pub fn reduced_question<G: Reduced + Clone + 'static>(
    name: String,
    game: G,
    position: Option<&str>,
    goal: Option<&str>,
    heuristics: Vec<Heuristic<Solve<G>>>,
    whole_name: fn(&G) -> String,
) -> Result<Question<Solve<G>>, InputError>
where
    G::Position: Pack + Send + Sync + 'static,
{
    let (root, goal) = read(&name, &game, position, goal, parse)?;
    let to_move = game.to_move(&root);
    // Verdicts on a restricted attack alone say nothing about the value of the game.
    let is_told_of_all = |goal: Goal| {
        let game = game.clone().for_goal(goal);
        let holds = |value| game.restriction().is_none() || game.whole(goal, value).is_some();
        holds(Value::Proven) && holds(Value::Disproven)
    };
    let has_outcomes = [Goal::win(to_move), Goal::at_least_draw(to_move)].into_iter().all(is_told_of_all);
    let game = game.for_goal(goal);
    let problem = Solve::new(game.clone(), root.clone(), goal);
    let question = Question::with_parts(name, goal.to_string(), problem, Rc::new(heuristics), packing);
    let question = if has_outcomes { question.with_outcomes() } else { question };
    let is_reduced = [Value::Proven, Value::Disproven].iter().any(|&value| game.whole(goal, value).is_some());
    if !is_reduced {
        return Ok(question.with_speech(GoalSpeech).with_states_that_stand_alone());
    }
    let speech = WholeSpeech { game: game.clone() };
    let whole = move |value| {
        let whole = game.whole(goal, value)?;
        let name = whole_name(&whole);
        let problem = Erasable::new(Solve::new(whole, root.clone(), goal));
        Some(Whole {
            game: name,
            problem: Box::new(problem),
            reduction: Box::new(Smaller { game: game.clone(), goal }),
        })
    };
    Ok(question.with_speech(speech).with_whole(Box::new(whole)))
}

/// How a smaller form of a game words its verdicts: the game is over where the whole game is.
struct WholeSpeech<G> {
    game: G,
}

impl<G: Reduced> Speech<Solve<G>> for WholeSpeech<G> {
    fn explain(&self, problem: &Solve<G>, outcome: &Outcome) -> String {
        let proven = outcome.verdict == Verdict::Proven;
        let value = if proven { Value::Proven } else { Value::Disproven };
        let whole = self.game.whole(problem.goal(), value);
        let is_over = whole.is_some_and(|whole| whole.outcome(&problem.root()).is_some());
        let text = match problem.status(&problem.root()) {
            Status::Decided(_) if is_over => over(problem.goal(), proven),
            _ => explain(problem.goal(), proven),
        };
        // A verdict on the smaller form alone.
        match self.game.restriction().filter(|_| self.game.whole(problem.goal(), value).is_none()) {
            Some(restriction) => format!("{text}, {}", restricted(problem.goal(), restriction)),
            None => text,
        }
    }
}

/// What a verdict holds for, if the attack is restricted.
fn restricted(goal: Goal, restriction: &str) -> String {
    match goal.aim {
        Aim::Win => restriction.to_owned(),
        Aim::AtLeastDraw => format!("if {} attacks {restriction}", goal.player.opponent()),
    }
}

/// A game in a smaller form, as its certificates need it.
struct Smaller<G> {
    game: G,
    goal: Goal,
}

impl<G: Reduced> Reduction<Sealed> for Smaller<G>
where
    G::Position: Send + Sync + 'static,
{
    fn reduced(&self, state: &Sealed) -> Sealed {
        Sealed::new(self.game.representative(state.open()))
    }

    fn sequence(&self, state: &Sealed, searched: &Sealed, value: Value) -> Vec<String> {
        let winner = if value == Value::Proven { self.goal.player } else { self.goal.player.opponent() };
        self.game.threat_sequence(state.open(), searched.open(), winner)
    }
}
