//! Chess mates.

use proofset_catalog::{
    AlgorithmSpec, Beginning, Bounded, Column, DefaultAlgorithm, DepthFirstSpec, Entry, Family, GoalForm, Goals,
    Heuristic, HeuristicEntry, InputError, Known, Lengths, Outcome, OwnSearches, Question, Run, Speech, TableKind,
    TeamHelper, Texts, Told,
};
use proofset_chess::{Attacker, History, Mate, MateCursor, MateGoal, State, Weighing};
use proofset_core::{Describe, LeafCost, Probe, Problem, Status, Verdict};
use proofset_depth_first::{Helper, Parallel, Search};

use crate::epd;
use crate::uci::Uci;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The goals.
const GOALS: &[GoalForm] = &[
    GoalForm::new("mate", "the side to move can force mate"),
    GoalForm::new("mated", "the other side can"),
    GoalForm::new("mate-in:N", "in at most N moves of the attacker; N below 0: the side to move is mated"),
    GoalForm::new(
        "mate:no-clock",
        "with no fifty-move rule: positions may repeat, and play that goes on for ever is no mate",
    ),
    GoalForm::new("mated:no-clock", "the same for the other side"),
];

pub(crate) fn entry() -> Entry {
    Entry::problem("chess", |texts| {
        let Texts { position, goal, .. } = *texts;
        let game = || "chess".to_owned();
        let history: History = position.unwrap_or(START).parse().map_err(|error: proofset_core::NotationError| {
            InputError::Position { game: game(), message: error.to_string() }
        })?;
        let goal_text = goal.unwrap_or("mate");
        let goal: MateGoal = goal_text.parse().map_err(|error: proofset_core::NotationError| InputError::Goal {
            goal: goal_text.to_owned(),
            game: game(),
            message: error.to_string(),
        })?;
        Ok(question(history, goal))
    })
    .with_summary("mates: can one side force checkmate?")
    .with_position(
        "FEN or EPD, as in \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\"; without the clock fields, the clock is 0; or \
               UCI's `position`. In files, `dm N;` or `bm #N;` behind it is a known mate, and `id` a name",
    )
    .with_goals(Goals::from(GOALS).with_remark(
        "behind each of them :checks (every move of the attacker gives check) and :king-moves=N (every move leaves the \
             king that is to be mated N moves at most): mates that are found so are mates, but there may be others",
    ))
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY, KING_MOVES])
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "dfpn:epsilon=0.25,table=keyed,init=king-moves",
        reason: "58 of 60 mates in 2 to 21 moves in 5 s each; pns 48",
    }])
    .with_example("proofset solve chess \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\" --goal mate-in:1")
    .with_protocol(Uci::CHESS)
    .with_position_columns(&["fen", "epd"])
    .with_annotations(|line| epd::annotations(line, known_mate))
    .with_column(Column::new("bm", known_mate).with_summary(
        "a known mate in so many moves, below 0 if the side to move is mated; the goal is mate-in: this number",
    ))
}

/// A mate in so many moves answers a longer or an unbounded question as well. Nothing is known about a shorter one.
fn known_mate(text: &str) -> Result<Told, String> {
    let number: i64 = text.parse().map_err(|_| "it must be a whole number")?;
    let attacker = if number > 0 { Attacker::SideToMove } else { Attacker::Opponent };
    let within = move |moves: u16| match attacker {
        Attacker::SideToMove => MateGoal::mate_in(moves),
        Attacker::Opponent => MateGoal::mated_in(moves),
    };
    let unbounded = if number > 0 { MateGoal::MATE } else { MateGoal::MATED };
    // Whether there is a mate of this length at all, the notation of goals knows.
    let least = u16::try_from(number.unsigned_abs()).unwrap_or(u16::MAX);
    let goal = within(least).map_err(|error| error.to_string())?;
    let known = Known::goals(move |text| {
        let asked: MateGoal = text.parse().ok()?;
        let covers = match asked.moves() {
            None => asked == unbounded,
            Some(moves) => moves >= least && within(moves).is_ok_and(|goal| asked == goal),
        };
        covers.then_some(Verdict::Proven)
    });
    Ok(Told { goal: Some(goal.to_string()), known })
}

fn question(history: History, goal: MateGoal) -> Question<Mate> {
    let position = history.to_string();
    Question::packed("chess", goal.to_string(), Mate::behind(history, goal))
        .with_position(position)
        .with_heuristics(vec![
            Heuristic::unit(),
            Heuristic::new(HeuristicEntry::MOBILITY, || Box::new(Weigh(Weighing::Mobility))),
            Heuristic::new(KING_MOVES, || Box::new(Weigh(Weighing::KingMoves))),
        ])
        .with_speech(MateSpeech)
        .with_counter(|problem, state| {
            let (state, clock) = problem.without_clock(state)?;
            Some((state, clock.into()))
        })
        .with_lengths(MateLengths)
        .with_searches(BoardSearch)
}

const KING_MOVES: HeuristicEntry = HeuristicEntry {
    name: "king-moves",
    summary: "as mobility, with the cost of proof multiplied by 1 plus the moves of the king that is to be mated",
};

/// Rebuilds the board of each leaf to weigh it.
struct Weigh(Weighing);

impl Probe<Mate> for Weigh {
    fn cost(&mut self, problem: &Mate, state: &State) -> LeafCost {
        problem.leaf_cost(state, self.0)
    }
}

/// The ways of weighing by their names.
const WEIGHINGS: [(HeuristicEntry, Weighing); 3] = [
    (HeuristicEntry::UNIT, Weighing::Unit),
    (HeuristicEntry::MOBILITY, Weighing::Mobility),
    (KING_MOVES, Weighing::KingMoves),
];

struct BoardSearch;

impl OwnSearches<Mate> for BoardSearch {
    /// Boards are made faster than states are unpacked.
    fn begin<'a>(&self, beginning: &Beginning<'a, Mate>, algorithm: &AlgorithmSpec) -> Option<Box<dyn Run + 'a>> {
        let Family::DepthFirst(DepthFirstSpec { options, table: TableKind::Keyed, threads, .. }) = algorithm.family
        else {
            return None;
        };
        if algorithm.second.is_some() {
            return None;
        }
        let cursor = beginning.sealed(board_cursor(beginning)?);
        Some(match beginning.help::<Helper>() {
            None => beginning.run_depth_first(Search::keyed_with_cursor(cursor, options)),
            Some(help) => beginning.run_parallel(Parallel::new(cursor, threads, options, help)),
        })
    }

    fn help(&self, beginning: &Beginning<'_, Mate>, helper: TeamHelper) -> Option<TeamHelper> {
        match (helper, board_cursor(beginning)) {
            (TeamHelper::DepthFirst(helper), Some(cursor)) => {
                helper.run(beginning.sealed(cursor));
                None
            }
            (helper, _) => Some(helper),
        }
    }
}

/// A cursor over boards, which knows the fifty-move rule.
fn board_cursor<'a>(beginning: &Beginning<'a, Mate>) -> Option<MateCursor<'a>> {
    let (problem, name) = (beginning.problem(), beginning.heuristic());
    let known = WEIGHINGS.iter().find(|(entry, _)| entry.name == name);
    let weighing = known.map_or(Weighing::Unit, |(_, weighing)| *weighing);
    problem.goal().has_clock().then(|| MateCursor::new(problem, weighing))
}

struct MateLengths;

impl Lengths<Mate> for MateLengths {
    /// The bound is on the moves of the attacker.
    ///
    /// It asks for the same mates as the unbounded question: both know the fifty-move rule, by which a mate counts until
    /// the clock is 100. Where a bounded question forgets the clock, the moves that are left cannot bring it there. So a
    /// strategy that mates within N moves proves either question or neither, and if mate in N - 1 is disproven, no
    /// strategy mates sooner than in N, however the question was asked at first.
    ///
    /// A question without the clock has no such bounds.
    fn within(&self, problem: &Mate, plies: usize) -> Bounded<Question<Mate>> {
        let goal = problem.goal();
        if !goal.has_clock() {
            return Bounded::NoLengths;
        }
        let own = goal.moves().unwrap_or(MateGoal::MAX_MOVES);
        let moves = u16::try_from(problem.attacker_moves(plies)).map_or(own, |moves| moves.min(own));
        goal.within(moves)
            .map_or(Bounded::TooShort, |goal| Bounded::Question(question(problem.history().clone(), goal)))
    }

    fn behind(&self, problem: &Mate, state: &State, plies: usize) -> Bounded<Question<Mate>> {
        if !problem.goal().has_clock() {
            return Bounded::NoLengths;
        }
        let moves = u16::try_from(plies / 2).unwrap_or(MateGoal::MAX_MOVES);
        let goal = problem.goal().with_attacker(Attacker::Opponent).within(moves);
        goal.map_or(Bounded::TooShort, |goal| Bounded::Question(question(problem.history_of(state), goal)))
    }
}

struct MateSpeech;

impl Speech<Mate> for MateSpeech {
    /// A question is decided by material or the clock where play goes on.
    fn legal_move(&self, problem: &Mate) -> Option<String> {
        let mv = problem.position().legal_moves().next()?;
        Some(problem.move_text(&problem.root(), mv))
    }

    fn explain(&self, problem: &Mate, outcome: &Outcome) -> String {
        if outcome.verdict != Verdict::Proven {
            return format!("disproven: {}", problem.verdict_text(outcome.verdict));
        }
        if outcome.line.is_empty() && !matches!(problem.status(&problem.root()), Status::Decided(_)) {
            // The proof is not at hand, so that nothing is known about its length.
            return problem.question_text();
        }
        let (attacker, manner) = (format!("{:?}", problem.attacker()), problem.manner_text());
        match (problem.attacker_moves(outcome.length()), problem.goal().moves()) {
            (0, _) => format!("{attacker} has mated already"),
            (1, _) => format!("{attacker} mates in 1{manner}"),
            (moves, Some(bound)) if moves == usize::from(bound) => format!("{attacker} mates in {moves}{manner}"),
            // The proof may be longer than the shortest mate, if it is not as long as was asked.
            (moves, _) => format!("{attacker} mates in at most {moves}{manner}"),
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
