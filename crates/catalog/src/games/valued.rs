//! What games with scores share: goals by score (`win`, `draw`, `at-least:3`, `first:at-least:3`), values, their words.

use std::marker::PhantomData;

use proofset_core::{
    AtLeast, Describe, Evidence, Game, Hints, Limits, Notation, NotationError, Observer, Player, Problem, Score,
    SolveError, Status, Threshold, ValuedGame, Verdict,
};
use proofset_minimax::{Counters, Prover, Search};
use proofset_multi_valued::{MultiValued, MultipleOutcome, Options as MultiValuedOptions, ValueReport};
use proofset_nodeset::Count;

use crate::algorithm::{AlgorithmSpec, Family};
use crate::heuristics::{Chosen, Heuristic};
use crate::minimax::MinimaxSpec;
use crate::task::{Outcome, ProblemTask, Refusal, Run, Task, Words};
use crate::values::{MultiValuedSpec, Questions, ValueOutcome, ValueRun};
use crate::{InputError, RunError};

/// The syntax, for help texts.
pub(super) const GOALS: &str = "win, draw (at least a draw) or at-least:SCORE for the player to move, or the same for a \
                                named one: first:win, second:draw, first:at-least:SCORE; or --value instead of a goal";

/// Reads a goal; without a player it is that of the player to move, without anything a win.
fn parse(game: &str, text: Option<&str>, to_move: Player) -> Result<Threshold, InputError> {
    let text = text.unwrap_or("win");
    let error = |message: String| InputError::Goal { goal: text.to_owned(), game: game.to_owned(), message };
    let unknown = || error(format!("{text:?} is not one; give {GOALS}"));
    let (player, aim) = match text.split_once(':') {
        Some(("first", aim)) => (Player::First, aim),
        Some(("second", aim)) => (Player::Second, aim),
        _ => (to_move, text),
    };
    let score = match aim {
        "win" => 1,
        "draw" => 0,
        _ => {
            let score = aim.strip_prefix("at-least:").ok_or_else(unknown)?;
            let wrong = || error(format!("{score:?} is not a score; give a whole number, as in at-least:3"));
            // The opposite of a score, and the next one, are scores as well.
            score.parse().ok().filter(|score: &i32| score.unsigned_abs() < 1 << 30).ok_or_else(wrong)?
        }
    };
    Ok(Threshold { player, score })
}

/// A verdict on a goal in words.
fn explain(Threshold { player, score }: Threshold, proven: bool) -> String {
    match (proven, score) {
        (true, 1) => format!("proven: {player} can force a win"),
        (false, 1) => format!("disproven: {player} cannot force a win"),
        (true, 0) => format!("proven: {player} can force at least a draw"),
        (false, 0) => format!("disproven: {player} cannot force even a draw"),
        (true, score) => format!("proven: {player} can force a score of at least {score}"),
        (false, score) => format!("disproven: {player} cannot force a score of at least {score}"),
    }
}

/// The same where the rules have decided already.
fn over(Threshold { player, score }: Threshold, proven: bool) -> String {
    match (proven, score) {
        (true, 1) => format!("proven: the game is over, and {player} has won"),
        (false, 1) => format!("disproven: the game is over, and {player} has not won"),
        (true, 0) => format!("proven: the game is over, and {player} has not lost"),
        (false, 0) => format!("disproven: the game is over, and {player} has lost"),
        (true, score) => format!("proven: the game is over, and {player} has scored at least {score}"),
        (false, score) => format!("disproven: the game is over, and {player} has not scored {score}"),
    }
}

/// Words for games whose goals are scores: for those that all searches are compiled for, and for the others.
pub(super) struct ScoreWords<G: Game, const ALL: bool>(PhantomData<G>);

/// A task of such a game.
pub(super) type ScoreTask<G, const ALL: bool> = ProblemTask<AtLeast<G>, ScoreWords<G, ALL>>;

impl<G: Notation + Hints + Clone + 'static, const ALL: bool> Words<AtLeast<G>> for ScoreWords<G, ALL> {
    const ALL_SEARCHES: bool = ALL;

    fn explain(&self, problem: &AtLeast<G>, outcome: &Outcome) -> String {
        let proven = outcome.verdict == Verdict::Proven;
        match problem.status(&problem.root()) {
            Status::Decided(_) => over(problem.threshold(), proven),
            _ => explain(problem.threshold(), proven),
        }
    }

    fn may_have_cycles(&self, problem: &AtLeast<G>) -> bool {
        problem.repetition().is_some() && problem.rank(&problem.root()).is_none()
    }

    fn run_cyclic<'a>(
        &self,
        task: &'a ScoreTask<G, ALL>,
        algorithm: &AlgorithmSpec,
        probe: Chosen<AtLeast<G>>,
    ) -> Result<Box<dyn Run + 'a>, Refusal> {
        let _ = probe;
        if self.may_have_cycles(&task.problem) {
            return Err(Refusal::Unfit(format!("{}, and the program has no such search for that", task.repeats())));
        }
        let message = "positions do not repeat in this game; leave out cycles";
        Err(AlgorithmSpec::error(&algorithm.to_string(), message).into())
    }

    fn run_minimax<'a>(&self, task: &'a ScoreTask<G, ALL>, spec: MinimaxSpec) -> Option<Box<dyn Run + 'a>> {
        Some(task.watch(Prover::new(&task.problem, spec.options)))
    }

    fn at_least(&self, task: &ScoreTask<G, ALL>, score: Score) -> Option<Box<dyn Task>> {
        let problem = &task.problem;
        let root = problem.root();
        let threshold = Threshold { player: problem.game().to_move(&root), score };
        let heuristics = task.heuristics.clone();
        Some(with_threshold::<G, ALL>(task.game.clone(), problem.game().clone(), &root, threshold, heuristics))
    }

    fn begin_value<'a>(
        &self,
        task: &'a ScoreTask<G, ALL>,
        algorithm: &AlgorithmSpec,
    ) -> Result<Option<Box<dyn ValueRun + 'a>>, Refusal> {
        let (game, root) = (task.problem.game(), task.problem.root());
        let player = game.to_move(&root);
        Ok(Some(match algorithm.family {
            Family::Minimax(MinimaxSpec { options })
                if options.depth.is_none() && self.may_have_cycles(&task.problem) =>
            {
                let why = format!("{}, and it searches to the end", task.repeats());
                return Err(Refusal::Unfit(format!("{why} unless a depth is given, as in depth=8")));
            }
            Family::Minimax(MinimaxSpec { options }) => {
                Box::new(MinimaxValue { search: Search::new(game, options), root })
            }
            Family::MultiValued(_) if self.may_have_cycles(&task.problem) => {
                return Err(Refusal::Unfit(format!("{}, and it needs an acyclic graph", task.repeats())));
            }
            Family::MultiValued(MultiValuedSpec::OneByOne(selection)) => {
                let options = MultiValuedOptions { selection, guess: None };
                let (proof, disproof) = (Count::new(), Count::new());
                Box::new(OneByOne(MultiValued::new(game.clone(), root, player, proof, disproof, options)))
            }
            Family::MultiValued(MultiValuedSpec::AllAtOnce) => {
                Box::new(AllAtOnce { search: MultipleOutcome::new(game.clone(), root.clone(), player), game, root })
            }
            _ => {
                // Its questions are about other goals of the same kind.
                drop(task.start(algorithm)?);
                let (low, high) = game.range(&root);
                let guess = game.guess(&root).clamp(low, high);
                Box::new(Questions { task, algorithm: algorithm.clone(), low, high, guess })
            }
        }))
    }
}

/// A line of play in text.
fn texts<G: Notation>(game: &G, root: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let text = |&mv: &G::Move| {
        let text = game.move_text(&position, mv);
        game.play(&mut position, mv);
        text
    };
    line.iter().map(text).collect()
}

fn failure<S>(error: &SolveError<S>) -> RunError {
    match error {
        SolveError::Cycle { .. } => {
            RunError::Problem("positions repeat; this search needs an acyclic graph".to_owned())
        }
        _ => RunError::Problem(error.to_string()),
    }
}

struct MinimaxValue<'g, G: Hints> {
    search: Search<'g, G>,
    root: G::Position,
}

impl<G: Hints + Notation> ValueRun for MinimaxValue<'_, G> {
    fn find_value(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError> {
        let found = self.search.find_value(&self.root, limits, observer).map_err(|error| failure(&error))?;
        let counters: Counters = self.search.counters();
        Ok(ValueOutcome {
            low: found.low,
            high: found.high,
            stop: found.stop,
            expanded: counters.expanded,
            visits: counters.nodes(),
            generated: counters.generated,
            peak_bytes: self.search.peak_bytes(),
            asked: Vec::new(),
            evidence: Evidence::Exact,
            table: self.search.table_use(),
            line: texts(self.search.game(), &self.root, &found.line),
        })
    }
}

/// What a report of numbers for many scores says.
fn outcome<G: Notation + ValuedGame>(game: &G, root: &G::Position, report: &ValueReport<G::Move>) -> ValueOutcome {
    let limit = game.limit();
    ValueOutcome {
        low: report.bracket.low().unwrap_or(-limit),
        high: report.bracket.high().unwrap_or(limit),
        stop: report.stop,
        expanded: report.expanded,
        visits: report.visits,
        generated: report.generated,
        peak_bytes: report.peak_bytes,
        asked: report.asked.iter().map(|asked| (asked.score, asked.value == proofset_core::Value::Proven)).collect(),
        evidence: Evidence::Exact,
        table: None,
        line: texts(game, root, &report.line),
    }
}

struct OneByOne<G: ValuedGame>(MultiValued<G, Count, Count>);

impl<G: ValuedGame + Notation> ValueRun for OneByOne<G> {
    fn find_value(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError> {
        let report = self.0.find_value(limits, observer).map_err(|error| failure(&error))?;
        let problem = self.0.problem();
        Ok(outcome(problem.game(), &problem.root(), &report))
    }
}

struct AllAtOnce<'g, G: ValuedGame> {
    search: MultipleOutcome<G>,
    game: &'g G,
    root: G::Position,
}

impl<G: ValuedGame + Notation> ValueRun for AllAtOnce<'_, G> {
    fn find_value(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError> {
        let report = self.search.find_value(limits, observer).map_err(|error| failure(&error))?;
        Ok(outcome(self.game, &self.root, &report))
    }
}

fn with_threshold<G: Notation + Hints + Clone + 'static, const ALL: bool>(
    name: String,
    game: G,
    root: &G::Position,
    threshold: Threshold,
    heuristics: Vec<Heuristic<AtLeast<G>>>,
) -> Box<dyn Task> {
    let problem = AtLeast::new(game, root.clone(), threshold);
    let position = problem.state_text(root);
    let (goal, words) = (threshold.to_string(), ScoreWords::<G, ALL>(PhantomData));
    Box::new(ProblemTask { problem, game: name, position, goal, words, heuristics })
}

/// The task of a game with scores, for all searches or for the usual ones.
pub(super) fn valued_task<G: Notation + Hints + Clone + 'static, const ALL: bool>(
    name: String,
    game: G,
    position: Option<&str>,
    goal: Option<&str>,
    heuristics: Vec<Heuristic<AtLeast<G>>>,
) -> Result<Box<dyn Task>, InputError> {
    let root = match position {
        None => game.start(),
        Some(text) => game
            .parse_position(text)
            .map_err(|error| InputError::Position { game: name.clone(), message: error.to_string() })?,
    };
    let threshold = parse(&name, goal, game.to_move(&root))?;
    Ok(with_threshold::<G, ALL>(name, game, &root, threshold, heuristics))
}

/// What is wrong with a game's parameters.
pub(super) fn wrong(game: &str, error: &NotationError) -> InputError {
    InputError::Parameters { game: game.to_owned(), message: error.to_string() }
}
