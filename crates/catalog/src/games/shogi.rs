//! Tsume-shogi.

use std::io::Read;

use proofset_certificate::{CheckError, Reader, Summary, check};
use proofset_core::{NotationError, Problem, Status, Verdict};
use proofset_depth_first::{Options, Search};
use proofset_mate::MateSearch;
use proofset_shogi::referee::Refereed;
use proofset_shogi::{Attacker, Board, Record, State, Tsume, TsumeCursor, TsumeGoal, TsumeLine};

use super::{Default, GameEntry, PositionSource, no_parameters};
use crate::algorithm::AlgorithmSpec;
use crate::heuristics::{Chosen, Heuristic, MOBILITY, UNIT};
use crate::mate::MateSpec;
use crate::task::{Bounded, Outcome, ProblemTask, Refusal, Run, Task, Words};
use crate::{InputError, cycles};

pub(super) const ENTRY: GameEntry = GameEntry {
    name: "shogi",
    summary: "tsume-shogi: can one side force mate by a series of checks?",
    parameters: "",
    position: "SFEN, as in \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\"; one king may be missing, and pieces may be out of \
               play; or what follows USI's `position`; or a file problem.kif, problem.kifu or problem.csa",
    goals: "mate (the side to move forces mate), mated (it is mated), mate-in:N (in at most N plies), mated-in:N; every \
            interposition counts, but for futile ones at the end of the mate with :no-futile behind the goal",
    heuristics: &[UNIT, MOBILITY],
    goal: &[Default { algorithm: "mate", reason: "19 of 24 problems in 2 s each; dfpn and pns 17" }],
    value: &[],
    sample: (None, Some("mate-in:1")),
    example: "proofset solve shogi \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\" --goal mate-in:1",
    source: PositionSource::TextOrFile(&["kif", "kifu", "csa"]),
    open: |parameters, position, goal| {
        no_parameters("shogi", parameters)?;
        let wrong =
            |error: &NotationError| InputError::Position { game: "shogi".to_owned(), message: error.to_string() };
        let board = Board::from_any_notation(position.unwrap_or("startpos")).map_err(|error| wrong(&error))?;
        let goal = match goal {
            None => TsumeGoal::MATE,
            Some(text) => text.parse().map_err(|error: NotationError| InputError::Goal {
                goal: text.to_owned(),
                game: "shogi".to_owned(),
                message: error.to_string(),
            })?,
        };
        Ok(task(Tsume::new(board, goal).map_err(|error| wrong(&error))?))
    },
};

fn task(problem: Tsume) -> Box<dyn Task> {
    Box::new(ProblemTask {
        position: problem.board().to_string(),
        game: "shogi".to_owned(),
        goal: problem.goal().to_string(),
        problem,
        words: TsumeWords,
        heuristics: vec![Heuristic::unit(), Heuristic::mobility()],
    })
}

struct TsumeWords;

impl Words<Tsume> for TsumeWords {
    const ALL_SEARCHES: bool = false;

    fn may_have_cycles(&self, problem: &Tsume) -> bool {
        problem.goal().plies().is_none()
    }

    fn run_cyclic<'a>(
        &self,
        task: &'a ProblemTask<Tsume, Self>,
        algorithm: &AlgorithmSpec,
        probe: Chosen<Tsume>,
    ) -> Result<Box<dyn Run + 'a>, Refusal> {
        cycles::begin(task, algorithm, probe)
    }

    /// Moves are made faster than states are packed and unpacked.
    fn run_keyed<'a>(
        &self,
        task: &'a ProblemTask<Tsume, Self>,
        options: Options,
        init: Option<&str>,
    ) -> Option<Box<dyn Run + 'a>> {
        if init.is_some_and(|name| name != UNIT.name) {
            return None;
        }
        Some(task.watch(Search::keyed_with_cursor(TsumeCursor::new(&task.problem), options)))
    }

    fn run_mate<'a>(&self, task: &'a ProblemTask<Tsume, Self>, spec: MateSpec) -> Option<Box<dyn Run + 'a>> {
        Some(task.watch(MateSearch::new(TsumeLine::new(&task.problem), spec.options)))
    }

    /// The bound is on the plies of both sides. A question with a bound asks for the same mates as one without.
    fn within(&self, problem: &Tsume, plies: usize) -> Bounded {
        let goal = problem.goal();
        let own = goal.plies().unwrap_or(TsumeGoal::MAX_PLIES);
        let plies = u16::try_from(plies).map_or(own, |plies| plies.min(own));
        let plies = match goal.attacker() {
            Attacker::SideToMove => plies - u16::from(plies % 2 == 0 && plies > 0),
            Attacker::Opponent => plies - plies % 2,
        };
        goal.within(plies).map_or(Bounded::TooShort, |goal| {
            let shorter = Tsume::new(problem.board().clone(), goal).expect("the king to be mated is on the board");
            Bounded::Question(task(shorter))
        })
    }

    fn behind(&self, problem: &Tsume, state: &State, plies: usize) -> Bounded {
        let plies = u16::try_from(plies).unwrap_or(TsumeGoal::MAX_PLIES);
        let goal = problem.goal().with_attacker(Attacker::Opponent).within(plies - plies % 2);
        goal.map_or(Bounded::TooShort, |goal| {
            let behind = Tsume::new(state.board(), goal).expect("the king to be mated is on the board");
            Bounded::Question(task(behind))
        })
    }

    fn record(&self, problem: &Tsume, line: &[String], extension: &str) -> Option<String> {
        let mut board = problem.board().clone();
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            let mv = board.parse_move(text).expect("the line consists of legal moves");
            board.make(mv);
            moves.push(mv);
        }
        let record = Record::new(problem.board().clone(), moves).expect("the line consists of legal moves");
        match extension {
            "kif" | "kifu" => Some(record.to_kif()),
            "csa" => Some(record.to_csa()),
            _ => None,
        }
    }

    /// By the rules of another implementation.
    fn check(&self, problem: &Tsume, certificate: &mut Reader<Box<dyn Read>>) -> Result<Summary, CheckError> {
        check(&Refereed::new(problem), certificate)
    }

    fn explain(&self, problem: &Tsume, outcome: &Outcome) -> String {
        if outcome.verdict != Verdict::Proven {
            return format!("disproven: {}", problem.verdict_text(outcome.verdict));
        }
        let is_over = matches!(problem.status(&problem.root()), Status::Decided(_));
        if outcome.line.is_empty() && !is_over {
            // The proof is not at hand, so that nothing is known about its length.
            return problem.question_text();
        }
        let (attacker, rule) = (problem.attacker().name(), problem.rule_text());
        match (outcome.length(), problem.goal().plies()) {
            (0, _) => format!("{attacker} has mated already"),
            // The proof may be longer than the shortest mate where the question sets no bound.
            (1, None) => format!("{attacker} mates in at most 1 ply{rule}"),
            (plies, None) => format!("{attacker} mates in at most {plies} plies{rule}"),
            (1, Some(_)) => format!("{attacker} mates in 1 ply{rule}"),
            (plies, Some(_)) => format!("{attacker} mates in {plies} plies{rule}"),
        }
    }
}
