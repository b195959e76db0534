//! Games with scores: goals by score (`win`, `draw`, `at-least:3`, `first:at-least:3`), values, and their words.

use std::io::{self, Read, Write};
use std::rc::Rc;

use proofset_core::{
    AtLeast, Describe, Evidence, Game, Hints, LeafCost, Limits, MOST_SCORE, Notation, Observer, Pack, Player, Problem,
    Score, Status, Threshold, ValuedGame, Verdict,
};
use proofset_erased::{DynBoard, Erased, StoreParts, board};
use proofset_minimax::{Board, Counters, Engine, Playing, ProofEngine, Prover};
use proofset_multi_valued::{Estimate, ScoreStatus};
use proofset_store::Judge;

use crate::capabilities::Speech;
use crate::goals::{GoalForm, alternatives};
use crate::helpers::{Help, MinimaxHelper, SearchContext};
use crate::heuristics::Heuristic;
use crate::host::{ErasedQuestion, Hosted, Scores};
use crate::question::{MakeCursor, Question, keeping, packing};
use crate::run::{Outcome, Run, failure, line_texts};
use crate::two_player::read;
use crate::values::{ValueOutcome, ValueRun};
use crate::{InputError, MinimaxSpec, RunError};

/// The goals of games with scores.
pub const SCORE_GOALS: &[GoalForm] = &[
    GoalForm::new("win", "the player to move can force a win"),
    GoalForm::new("draw", "the player to move can force at least a draw"),
    GoalForm::new("at-least:SCORE", "the player to move can force at least this score"),
    GoalForm::new("first:win", "the first player can force a win"),
    GoalForm::new("second:win", "the second player can"),
    GoalForm::new("first:draw", "the first player can force at least a draw"),
    GoalForm::new("second:draw", "the second player can"),
    GoalForm::new("first:at-least:SCORE", "the first player can force at least this score"),
    GoalForm::new("second:at-least:SCORE", "the second player can"),
];

/// Reads a goal; without a player it is that of the player to move, without anything a win.
fn parse(game: &str, text: Option<&str>, to_move: Player) -> Result<Threshold, InputError> {
    let text = text.unwrap_or("win");
    let error = |message: String| InputError::Goal { goal: text.to_owned(), game: game.to_owned(), message };
    let unknown =
        || error(format!("{text:?} is not one; give {}, or --value instead of a goal", alternatives(SCORE_GOALS)));
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
            let number = score.parse::<i128>().map_err(|_| wrong())?;
            let is_told = number.unsigned_abs() <= MOST_SCORE.unsigned_abs().into();
            let score = i32::try_from(number).ok().filter(|_| is_told);
            score.ok_or_else(|| {
                error(format!("{number} is too far from 0; give {MOST_SCORE} at most, or {}", -MOST_SCORE))
            })?
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

/// How games with scores word their verdicts.
struct ScoreSpeech;

impl<G: ValuedGame> Speech<AtLeast<G>> for ScoreSpeech {
    fn explain(&self, problem: &AtLeast<G>, outcome: &Outcome) -> String {
        let proven = outcome.verdict == Verdict::Proven;
        match problem.status(&problem.root()) {
            Status::Decided(_) => over(problem.threshold(), proven),
            _ => explain(problem.threshold(), proven),
        }
    }
}

/// The searches for scores of a game, and its questions about other scores.
struct ByScore<G: Game> {
    game: String,
    heuristics: Rc<Vec<Heuristic<AtLeast<G>>>>,
    ways: Ways<G>,
}

/// Starts a minimax search that answers a question.
type BeginMinimax<P> = for<'a> fn(&'a P, &SearchContext<'a>, MinimaxSpec) -> Box<dyn Run + 'a>;

/// Starts a minimax search for a value, with what the other threads do if there are any.
type BeginValue<P> = for<'a> fn(&'a P, Erased<'a>, MinimaxSpec, Option<Help>) -> Box<dyn ValueRun + 'a>;

/// How searches go through a game: with positions written as words, or as they are.
pub(crate) struct Ways<G: Game> {
    cursor: MakeCursor<AtLeast<G>>,
    minimax: BeginMinimax<AtLeast<G>>,
    minimax_value: BeginValue<AtLeast<G>>,
    help: fn(&AtLeast<G>, MinimaxHelper),
}

impl<G: Game> Clone for Ways<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Ways<G> {}

impl<G> Ways<G>
where
    G: Notation + Hints + Clone + 'static,
    G::Position: Send + Sync + 'static,
{
    /// For positions that can be packed: all searches are compiled once for all games.
    pub(crate) fn packing() -> Self
    where
        G::Position: Pack,
    {
        Self {
            cursor: packing,
            minimax: |problem, search, spec| {
                begin_minimax(search, board(problem.game(), &problem.root()), problem.threshold(), spec)
            },
            minimax_value: |problem, erased, spec, help| {
                begin_minimax_value(erased, board(problem.game(), &problem.root()), spec, help)
            },
            help: |problem, helper| help_minimax(board(problem.game(), &problem.root()), helper),
        }
    }

    /// For those that cannot: minimax searches are compiled for the game, so that their tables can forget, and have one thread.
    pub(crate) fn keeping() -> Self {
        Self {
            cursor: keeping,
            minimax: |problem, search, spec| search.run.run_typed(problem, Prover::new(problem, spec.options)),
            minimax_value: |problem, _, spec, _| {
                let mut board = Playing::new(problem.game());
                board.stand(&problem.root());
                Box::new(MinimaxValue::new(problem, Engine::with_board(board, spec.options)))
            },
            help: |_, _| {},
        }
    }
}

/// Minimax for all games.
fn begin_minimax<'a>(
    SearchContext { run, help, .. }: &SearchContext<'a>,
    board: DynBoard<'a>,
    threshold: Threshold,
    MinimaxSpec { options, threads }: MinimaxSpec,
) -> Box<dyn Run + 'a> {
    let search = ProofEngine::with_board(run.problem, board, threshold, options);
    run.run(match help.clone() {
        None => search,
        Some(help) => search.with_threads(threads, move |helper: MinimaxHelper| help(helper.into())),
    })
}

/// Has a helper take part in such a search.
fn help_minimax(board: DynBoard<'_>, helper: MinimaxHelper) {
    helper.run(board);
}

fn begin_minimax_value<'a>(
    problem: Erased<'a>,
    board: DynBoard<'a>,
    MinimaxSpec { options, threads }: MinimaxSpec,
    help: Option<Help>,
) -> Box<dyn ValueRun + 'a> {
    let search = Engine::with_board(board, options);
    let search = match help {
        None => search,
        Some(help) => search.with_threads(threads, move |helper: MinimaxHelper| help(helper.into())),
    };
    Box::new(MinimaxValue::new(problem, search))
}

impl<G> Scores for ByScore<G>
where
    G: Notation + Hints + Clone + 'static,
    G::Position: Send + Sync + 'static,
{
    fn at_least(&self, hosted: Hosted<'_>, score: Score) -> ErasedQuestion {
        let problem: &AtLeast<G> = hosted.open();
        let root = problem.root();
        let threshold = Threshold { player: problem.game().to_move(&root), score };
        let (name, heuristics) = (self.game.clone(), Rc::clone(&self.heuristics));
        with_threshold(name, problem.game().clone(), root, threshold, heuristics, self.ways).erase()
    }

    fn range(&self, hosted: Hosted<'_>) -> (i32, i32, i32) {
        let problem: &AtLeast<G> = hosted.open();
        let (game, root) = (problem.game(), problem.root());
        let (low, high) = game.range(&root);
        (low, high, game.guess(&root).clamp(low, high))
    }

    fn minimax<'a>(&self, hosted: Hosted<'a>, search: &SearchContext<'a>, spec: MinimaxSpec) -> Box<dyn Run + 'a> {
        (self.ways.minimax)(hosted.open(), search, spec)
    }

    fn minimax_value<'a>(
        &self,
        hosted: Hosted<'a>,
        erased: Erased<'a>,
        spec: MinimaxSpec,
        help: Option<Help>,
    ) -> Box<dyn ValueRun + 'a> {
        (self.ways.minimax_value)(hosted.open(), erased, spec, help)
    }

    fn help(&self, hosted: Hosted<'_>, helper: MinimaxHelper) {
        (self.ways.help)(hosted.open(), helper);
    }

    fn store<'a>(&self, hosted: Hosted<'a>, evaluates: bool) -> (StoreParts<'a, ScoreStatus>, Threshold, Estimate) {
        let problem: &AtLeast<G> = hosted.open();
        let (game, root) = (problem.game(), problem.root());
        let threshold = Threshold { player: game.to_move(&root), ..problem.threshold() };
        let estimate = Estimate::at(game, &root, threshold);
        let judge = ByPlayer { player: threshold.player, evaluates };
        (StoreParts::new(problem, judge), threshold, estimate)
    }
}

/// Tells about positions what they are worth to one player, whoever the problem is about.
#[derive(Clone)]
struct ByPlayer {
    player: Player,
    evaluates: bool,
}

impl<G: ValuedGame> Judge<&AtLeast<G>> for ByPlayer {
    type Fact = ScoreStatus;

    fn judge(&mut self, problem: &&AtLeast<G>, position: &G::Position, _asks_status: bool) -> ScoreStatus {
        ScoreStatus::of(problem.game(), position, self.player, self.evaluates, || LeafCost::UNIT)
    }
}

/// A minimax search for the value of the root of a problem.
struct MinimaxValue<P, B: Board> {
    problem: P,
    root: B::Mark,
    search: Engine<B>,
}

impl<P, B: Board> MinimaxValue<P, B> {
    /// For a search whose board stands on the root.
    fn new(problem: P, search: Engine<B>) -> Self {
        let root = search.position();
        Self { problem, root, search }
    }
}

impl<P: Describe, B: Board<State = P::State, Move = P::Move>> ValueRun for MinimaxValue<P, B> {
    fn find_value(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<ValueOutcome, RunError> {
        let found =
            self.search.find_value(&self.root, limits, observer).map_err(|error| failure(&self.problem, &error))?;
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
            numbers: Vec::new(),
            // What is known without a move is no matter of evaluation.
            evidence: if self.search.options().depth.is_some() && counters.expanded > 0 {
                Evidence::Evaluations
            } else {
                Evidence::Exact
            },
            table: self.search.table_use(),
            line: line_texts(&self.problem, self.problem.root(), &found.line),
        })
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.search.save(&self.root, out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        self.search.load(&self.root, from, bytes)
    }
}

fn with_threshold<G>(
    name: String,
    game: G,
    root: G::Position,
    threshold: Threshold,
    heuristics: Rc<Vec<Heuristic<AtLeast<G>>>>,
    ways: Ways<G>,
) -> Question<AtLeast<G>>
where
    G: Notation + Hints + Clone + 'static,
    G::Position: Send + Sync + 'static,
{
    let problem = AtLeast::new(game, root, threshold);
    let scores = ByScore { game: name.clone(), heuristics: Rc::clone(&heuristics), ways };
    Question::with_parts(name, threshold.to_string(), problem, heuristics, ways.cursor)
        .with_speech(ScoreSpeech)
        .with_scores(scores)
        .with_states_that_stand_alone()
}

/// The question about a game with scores: a position and a goal, as people write them. `name` is the game with its
/// parameters in canonical form. Positions can be packed.
///
/// # Errors
///
/// [`InputError`] names the text that is at fault and says what is expected.
pub fn score_question<G>(
    name: String,
    game: G,
    position: Option<&str>,
    goal: Option<&str>,
    heuristics: Vec<Heuristic<AtLeast<G>>>,
) -> Result<Question<AtLeast<G>>, InputError>
where
    G: Notation + Hints + Clone + 'static,
    G::Position: Pack + Send + Sync + 'static,
{
    ask(name, game, position, goal, heuristics, Ways::packing())
}

/// The same with the ways that searches go.
pub(crate) fn ask<G>(
    name: String,
    game: G,
    position: Option<&str>,
    goal: Option<&str>,
    heuristics: Vec<Heuristic<AtLeast<G>>>,
    ways: Ways<G>,
) -> Result<Question<AtLeast<G>>, InputError>
where
    G: Notation + Hints + Clone + 'static,
    G::Position: Send + Sync + 'static,
{
    let (root, threshold) = read(&name, &game, position, goal, parse)?;
    let wrong = |message: String| Err(InputError::Parameters { game: name.clone(), message });
    let limit = game.limit();
    if !(0..=MOST_SCORE).contains(&limit) {
        return wrong(format!("its rules give {limit} as the greatest score, which has to be from 0 to {MOST_SCORE}"));
    }
    let (low, high) = game.range(&root);
    if low < -limit || low > high || high > limit {
        return wrong(format!(
            "its rules bound the value by {low} and {high}, which is no range within the limit {limit}"
        ));
    }
    Ok(with_threshold(name, game, root, threshold, Rc::new(heuristics), ways))
}
