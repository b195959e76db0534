//! Antichess.
//!
//! The heuristic `pieces`: who wants to win has to lose every piece, and each of them takes its moves, so that what mobility
//! says is multiplied by their number.

use proofset_antichess::{Antichess, Position};
use proofset_catalog::{
    Column, DefaultAlgorithm, Entry, GoalForm, Heuristic, HeuristicEntry, InputError, KeyedDepthFirstOfKnownType,
    Known, Outcome, Question, Speech, Texts, Told, alternatives,
};
use proofset_core::{
    Aim, Game, Goal, LeafCost, Notation, NotationError, Player, Problem, Role, Size, Solve, Status, Verdict,
};

use crate::epd;
use crate::uci::Uci;

const NAME: &str = "antichess";

/// The goals.
const GOALS: &[GoalForm] = &[
    GoalForm::new("win", "the side to move can force a win"),
    GoalForm::new("loss", "the other side can"),
    GoalForm::new("draw", "the side to move can force at least a draw"),
    GoalForm::new("win:no-clock", "the same with no fifty-move rule: play that goes on for ever is a draw"),
    GoalForm::new("loss:no-clock", "the same with no fifty-move rule"),
    GoalForm::new("draw:no-clock", "the same with no fifty-move rule"),
];

/// Behind a goal: with no fifty-move rule.
const NO_CLOCK: &str = ":no-clock";

pub(crate) fn entry() -> Entry {
    Entry::problem(NAME, |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let wrong = |error: NotationError| InputError::Position { game: NAME.to_owned(), message: error.to_string() };
        let text = goal.unwrap_or("win").trim();
        let goal = ParsedGoal::read(text).ok_or_else(|| InputError::Goal {
            goal: text.to_owned(),
            game: NAME.to_owned(),
            message: format!("{text:?} is not one; give {}", alternatives(GOALS)),
        })?;
        let rules = Antichess::from_arguments(parameters).with_clock(goal.has_clock);
        let position = position.map_or_else(|| Ok(rules.start()), |text| rules.parse_position(text)).map_err(wrong)?;
        Ok(question(game, rules, position, goal))
    })
    .with_summary("losing chess: captures are compulsory, and who has nothing left to move has won")
    .with_parameters(Antichess::parameters())
    .with_position(
        "FEN or EPD, as in \"rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - -\"; without the clock fields, the clock is 0; \
         or UCI's `position`. In files, `id` behind it is a name",
    )
    .with_goals(GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY, PIECES])
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "dfpn:epsilon=0.25,table=keyed,init=pieces",
        reason: "95 of 95 positions in 2 s each, in the least time; with mobility twice the time",
    }])
    .with_example("proofset solve antichess \"startpos moves d2d3\" --goal win")
    .with_protocol(Uci::ANTICHESS)
    .with_position_columns(&["fen", "epd"])
    .with_annotations(|line| epd::annotations(line, |_| Ok(Told::default())))
    .with_column(
        Column::new("value", known_value).with_summary("win or loss of the side to move, which is the goal as well"),
    )
}

/// What is asked: who is to win or not to lose, and by which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ParsedGoal {
    side: Side,
    aim: Aim,
    has_clock: bool,
}

/// A side, as a question names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    ToMove,
    Other,
}

impl ParsedGoal {
    /// Reads a goal.
    fn read(text: &str) -> Option<Self> {
        let (goal, has_clock) = text.strip_suffix(NO_CLOCK).map_or((text, true), |goal| (goal, false));
        let (side, aim) = match goal {
            "win" => (Side::ToMove, Aim::Win),
            "loss" => (Side::Other, Aim::Win),
            "draw" => (Side::ToMove, Aim::AtLeastDraw),
            _ => return None,
        };
        Some(Self { side, aim, has_clock })
    }

    /// The canonical text.
    fn text(self) -> String {
        let goal = match (self.side, self.aim) {
            (Side::Other, _) => "loss",
            (Side::ToMove, Aim::Win) => "win",
            (Side::ToMove, Aim::AtLeastDraw) => "draw",
        };
        format!("{goal}{}", if self.has_clock { "" } else { NO_CLOCK })
    }
}

fn question(game: &str, rules: Antichess, position: Position, goal: ParsedGoal) -> Question<Solve<Antichess>> {
    let to_move = rules.to_move(&position);
    let player = if goal.side == Side::ToMove { to_move } else { to_move.opponent() };
    let problem = Solve::new(rules, position, Goal { player, aim: goal.aim });
    Question::packed(game, goal.text(), problem)
        .with_heuristics(vec![
            Heuristic::unit(),
            Heuristic::new(HeuristicEntry::MOBILITY, || Box::new(mobility)),
            Heuristic::new(PIECES, || Box::new(pieces)),
        ])
        .with_speech(LosingSpeech)
        .with_counter(without_clock)
        .with_searches(KeyedDepthFirstOfKnownType)
        .with_outcomes()
}

/// What a row of a file knows.
fn known_value(text: &str) -> Result<Told, String> {
    let wins = match text {
        "win" => true,
        "loss" => false,
        _ => return Err("it must be win or loss".to_owned()),
    };
    let known = Known::goals(move |goal| {
        let holds = wins == (ParsedGoal::read(goal)?.side == Side::ToMove);
        Some(if holds { Verdict::Proven } else { Verdict::Disproven })
    });
    Ok(Told { goal: Some(text.to_owned()), known })
}

const PIECES: HeuristicEntry = HeuristicEntry {
    name: "pieces",
    summary: "as mobility, with each cost multiplied by the number of pieces that have to be lost",
};

/// As for every problem, with the moves counted and not made: no two lead to the same position.
fn mobility(problem: &Solve<Antichess>, position: &Position) -> LeafCost {
    weighed(problem, position, |_| 1)
}

/// The attacker has to lose all pieces for a proof, and the defender for most disproofs.
fn pieces(problem: &Solve<Antichess>, position: &Position) -> LeafCost {
    weighed(problem, position, |player| problem.game().pieces(position, player))
}

/// Mobility, with costs multiplied by what is told of the attacker and of the defender.
fn weighed(problem: &Solve<Antichess>, position: &Position, factor: impl Fn(Player) -> u32) -> LeafCost {
    let moves = problem.game().mobility(position);
    let (proof, disproof) = match problem.status(position) {
        Status::Open(Role::Or) => (1, moves),
        Status::Open(Role::And) => (moves, 1),
        Status::Decided(_) | Status::OpenLeaf => return LeafCost::UNIT,
    };
    let attacker = problem.goal().player;
    let cost = |count, player| Size::new(count * factor(player));
    LeafCost { proof: cost(proof, attacker), disproof: cost(disproof, attacker.opponent()) }
}

/// A win that is forced with some clock is forced with a smaller one; a draw may be reached by the clock.
fn without_clock(problem: &Solve<Antichess>, position: &Position) -> Option<(Position, u32)> {
    let counts = problem.game().has_clock() && problem.goal().aim == Aim::Win;
    counts.then(|| (position.with_clock(0), position.half_move_clock().into()))
}

struct LosingSpeech;

impl Speech<Solve<Antichess>> for LosingSpeech {
    fn explain(&self, problem: &Solve<Antichess>, outcome: &Outcome) -> String {
        let Goal { player, aim } = problem.goal();
        let player = if player == Player::First { "White" } else { "Black" };
        let is_over = matches!(problem.status(&problem.root()), Status::Decided(_));
        let proven = outcome.verdict == Verdict::Proven;
        let (before, claim) = match (aim, proven, is_over) {
            (Aim::Win, true, true) => ("the game is over, and ", "has won"),
            (Aim::Win, false, true) => ("the game is over, and ", "has not won"),
            (Aim::AtLeastDraw, true, true) => ("the game is over, and ", "has not lost"),
            (Aim::AtLeastDraw, false, true) => ("the game is over, and ", "has lost"),
            (Aim::Win, true, false) => ("", "can force a win"),
            (Aim::Win, false, false) => ("", "cannot force a win"),
            (Aim::AtLeastDraw, true, false) => ("", "can force at least a draw"),
            (Aim::AtLeastDraw, false, false) => ("", "cannot force even a draw"),
        };
        let rules = if is_over || problem.game().has_clock() { "" } else { ", with no fifty-move rule" };
        let verdict = if proven { "proven" } else { "disproven" };
        format!("{verdict}: {before}{player} {claim}{rules}")
    }

    fn line_text(&self, problem: &Solve<Antichess>, line: &[String]) -> String {
        let (game, root) = (problem.game(), problem.root());
        let mut position = root;
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            let Ok(mv) = game.parse_move(&position, text) else { break };
            moves.push(mv);
            game.play(&mut position, mv);
        }
        game.san_line(&root, &moves).unwrap_or_else(|_| line.join(" "))
    }
}
