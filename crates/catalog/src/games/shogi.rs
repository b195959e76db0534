//! Tsume-shogi.

use std::io::Read;

use proofset_certificate::{CheckError, Reader, Summary, check};
use proofset_core::{NotationError, Problem, Status, Verdict};
use proofset_depth_first::{Options, Search};
use proofset_mate::MateSearch;
use proofset_shogi::referee::Refereed;
use proofset_shogi::{Attacker, Board, Tsume, TsumeCursor, TsumeGoal, TsumeLine};

use super::{GameEntry, PositionSource, no_parameters};
use crate::algorithm::AlgorithmSpec;
use crate::heuristics::{Chosen, Heuristic, MOBILITY, UNIT};
use crate::mate::MateSpec;
use crate::task::{Bounded, Outcome, ProblemTask, Run, Task, Words};
use crate::{InputError, cycles};

pub(super) const ENTRY: GameEntry = GameEntry {
    name: "shogi",
    summary: "tsume-shogi: can one side force mate by a series of checks?",
    parameters: "",
    position: "SFEN, as in \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\"; one king may be missing, and pieces may be out of \
               play; or what follows USI's `position`",
    goals: "mate (the side to move forces mate), mated (it is mated), mate-in:N (in at most N plies), mated-in:N; every \
            interposition counts",
    heuristics: &[UNIT, MOBILITY],
    algorithm: "mate",
    example: "proofset solve shogi \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\" --goal mate-in:1",
    source: PositionSource::Text,
    open: |parameters, position, goal| {
        no_parameters("shogi", parameters)?;
        let wrong =
            |error: &NotationError| InputError::Position { game: "shogi".to_owned(), message: error.to_string() };
        let board: Board = position.unwrap_or("startpos").parse().map_err(|error| wrong(&error))?;
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
    ) -> Result<Box<dyn Run + 'a>, InputError> {
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
        let bounded = match goal.attacker() {
            Attacker::SideToMove => TsumeGoal::mate_in(plies - u16::from(plies % 2 == 0 && plies > 0)),
            Attacker::Opponent => TsumeGoal::mated_in(plies - plies % 2),
        };
        bounded.map_or(Bounded::TooShort, |goal| {
            let shorter = Tsume::new(problem.board().clone(), goal).expect("the king to be mated is on the board");
            Bounded::Question(task(shorter))
        })
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
        let attacker = problem.attacker().name();
        match (outcome.line.len(), problem.goal().plies()) {
            (0, _) => format!("{attacker} has mated already"),
            // The proof may be longer than the shortest mate where the question sets no bound.
            (1, None) => format!("{attacker} mates in at most 1 ply"),
            (plies, None) => format!("{attacker} mates in at most {plies} plies"),
            (1, Some(_)) => format!("{attacker} mates in 1 ply"),
            (plies, Some(_)) => format!("{attacker} mates in {plies} plies"),
        }
    }
}
