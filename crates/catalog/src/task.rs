//! A question about a game, and a search that works on it, without their types.

use std::io::{Read, Write};

use proofset_best_first::{AoStar, Evaluation, Options as BestFirstOptions, Probe, Search};
use proofset_certificate::{
    CheckError, Form, Header, Reader, SolvedGraph, Strategy, Summary, check, write_certificate,
};
use proofset_core::{Describe, Limits, Observer, Report, SolveError, Solver, Status, StopReason, Value, Verdict};
use proofset_depth_first::{Options, Search as DepthFirstSearch};
use proofset_exact::ExactSearch;
use proofset_nodeset::{AdaptiveSet, AnyRule, BitSet, Count, Counter, Effort, Favouring, SortedSet, Truncated};
use proofset_two_level::{Budget, Nested, Search as TwoLevelSearch, Second};

use crate::algorithm::{AlgorithmSpec, Family, SetStorage, names};
use crate::cycles::Cycles;
use crate::depth_first::{DepthFirstSpec, TableKind};
use crate::games::{GAMES, GameEntry};
use crate::heuristics::{self, Chosen, Heuristic};
use crate::mate::MateSpec;
use crate::minimax::MinimaxSpec;
use crate::values::ValueRun;
use crate::{InputError, RunError};

/// A question: a game, a position and a goal.
pub trait Task {
    /// The game with its parameters, as `open` takes it.
    fn game(&self) -> &str;

    /// The position in canonical notation.
    fn position(&self) -> &str;

    /// The goal in canonical form.
    fn goal(&self) -> &str;

    /// Bytes that the question itself takes, whatever is searched: a graph that was read from a file, with its text. 0 for
    /// games, which are rules and hold no positions. No search counts them, and no limit is about them.
    fn problem_bytes(&self) -> u64;

    /// The algorithm that answers the question about the goal if none is named, or the question what the position is
    /// worth: the first of the game's [defaults](crate::GameEntry::goal) that takes the problem.
    ///
    /// # Errors
    ///
    /// [`InputError::Algorithm`] if the game has no scores, and they are asked for.
    fn default_algorithm(&self, question: Question) -> Result<AlgorithmSpec, InputError>;

    /// The names of the algorithms that take the question, with their options as they are by default.
    fn algorithms(&self, question: Question) -> Vec<&'static str>;

    /// A search that has not begun.
    ///
    /// # Errors
    ///
    /// [`InputError::Algorithm`] if the algorithm does not suit the problem, or names a heuristic that the game does
    /// not have. Its message names the algorithms that suit the problem.
    fn begin(&self, algorithm: &AlgorithmSpec) -> Result<Box<dyn Run + '_>, InputError>;

    /// Replays the records of a certificate whose header names this question, with the rules alone.
    ///
    /// # Errors
    ///
    /// [`CheckError`] says which record does not hold.
    fn check(&self, certificate: &mut Reader<Box<dyn Read>>) -> Result<Summary, CheckError>;

    /// The verdict in words.
    fn explain(&self, outcome: &Outcome) -> String;

    /// A line of play as people write it.
    fn line_text(&self, line: &[String]) -> String;

    /// The position and a line of play from it, as files with this extension have them; `None` if the game has none such.
    fn record(&self, line: &[String], extension: &str) -> Option<String>;

    /// A legal move in the position, as lines have it, for programs that have to move whatever is known; `None` if there
    /// is none. Where the rules have decided the question already, only chess still names a move.
    fn legal_move(&self) -> Option<String>;

    /// The moves beside that of a line at one of its plies, from 0, where the side that has to prove its claim moves, with
    /// the question whether they lead to a proof that is not longer than the line; empty if proofs have no length.
    fn other_moves(&self, line: &[String], ply: usize) -> Vec<OtherMove>;

    /// The same question with a bound on the length of its proof: at most so many plies. The length of a proof is that
    /// of the line of its outcome.
    fn within(&self, plies: usize) -> Bounded;

    /// The question whether the position is worth at least so much to the player to move; `None` if the game has no
    /// scores.
    fn at_least(&self, score: i32) -> Option<Box<dyn Task>>;

    /// A search that has not begun for what the position is worth to the player to move. The goal plays no part.
    ///
    /// # Errors
    ///
    /// [`InputError::Algorithm`] if the game has no scores, or the algorithm does not suit it.
    fn begin_value(&self, algorithm: &AlgorithmSpec) -> Result<Box<dyn ValueRun + '_>, InputError>;

    /// True if the game's questions can be asked with a bound on the length of the proof.
    fn has_lengths(&self) -> bool {
        !matches!(self.within(0), Bounded::NoLengths)
    }
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether the goal is reached.
    Goal,
    /// What the position is worth.
    Value,
}

/// Why a search does not begin.
pub(crate) enum Refusal {
    /// The specification can be mended as the message says.
    Mend(InputError),
    /// The search is not one for this problem, for this reason.
    Unfit(String),
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        Self::Mend(error)
    }
}

/// A question with a bound on the length of its proof.
///
/// It is proven exactly if the question without the bound has a proof that is not longer. So a proof of some length
/// answers all questions with that bound or a larger one, and if one with a smaller bound is disproven, so are all below.
pub enum Bounded {
    /// The question.
    Question(Box<dyn Task>),
    /// There is no such question, for no proof is so short unless the rules have decided already.
    TooShort,
    /// Proofs in this game have no length that could be bounded.
    NoLengths,
}

/// A move beside that of a line of play.
pub struct OtherMove {
    /// The move as lines have it.
    pub text: String,
    /// Whether it does as well as the line.
    pub does_as_well: Claim,
}

/// Something that may have to be searched.
pub enum Claim {
    /// It is known.
    Known(bool),
    /// It is so exactly if the answer to this question is yes.
    Question(Box<dyn Task>),
}

/// A search in memory.
pub trait Run {
    /// Searches until the root is decided or a limit is reached; call again with larger limits to continue.
    ///
    /// # Errors
    ///
    /// [`RunError::Problem`] if the problem is not one that this search can handle, such as a graph with a cycle.
    fn advance(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Outcome, RunError>;

    /// True if the search is decided and the proof of its verdict is at hand: only then does the line of its outcome
    /// follow a strategy, and a certificate can be written. A search with a table may have had no room or time to put the
    /// proof together.
    fn has_proof(&self) -> bool;

    /// Writes the certificate of a decided search. Returns the number of its nodes.
    ///
    /// # Errors
    ///
    /// [`RunError::NoProof`] before there is a verdict, or if its proof is not at hand, [`RunError::Certificate`] if the output fails.
    fn write_certificate(&self, form: Form, out: &mut dyn Write) -> Result<u64, RunError>;
}

/// What a search found so far, with a text for each move of the line.
pub type Outcome = Report<String>;

/// Why a search stopped, in words.
pub fn stop_text(stop: StopReason) -> &'static str {
    match stop {
        StopReason::Expansions => "the limit on expansions was reached",
        StopReason::Memory => "the memory limit was reached",
        StopReason::Time => "the time limit was reached",
        StopReason::Cancelled => "the search was interrupted",
        StopReason::OpenLeaves => "the value depends on leaves that the graph leaves open",
        StopReason::Collision => {
            "the table took one state for another; give an algorithm without table=keyed, which compares states in full"
        }
        _ => "the search stopped",
    }
}

/// How a game words its verdicts and lines.
pub(crate) trait Words<P>: Sized {
    /// True if every search is compiled for the game, false if only the usual ones are: each search for each game takes
    /// the compiler seconds, and what is asked for seldom would double its time.
    const ALL_SEARCHES: bool = true;

    /// [`Task::within`]. This is all that a game has to say so that shortest proofs can be searched for.
    fn within(&self, problem: &P, plies: usize) -> Bounded {
        let _ = (problem, plies);
        Bounded::NoLengths
    }

    /// The question whether the side that has to prove its claim succeeds within so many plies from a state on where the
    /// other side moves. Games say so whose questions have [bounds](Self::within).
    fn behind(&self, problem: &P, state: &P::State, plies: usize) -> Bounded
    where
        P: Describe,
    {
        let _ = (problem, state, plies);
        Bounded::NoLengths
    }

    /// [`Task::record`].
    fn record(&self, problem: &P, line: &[String], extension: &str) -> Option<String> {
        let _ = (problem, line, extension);
        None
    }

    /// [`Task::legal_move`]: the first that the question allows.
    fn legal_move(&self, problem: &P) -> Option<String>
    where
        P: Describe,
    {
        let root = problem.root();
        let mut first = None;
        if let Status::Open(_) = problem.status(&root) {
            problem.for_each_successor(&root, |mv, _| {
                first.get_or_insert_with(|| problem.move_text(&root, mv));
            });
        }
        first
    }

    /// Bytes that the problem holds, if it is one that was read and not one that has rules.
    fn bytes(&self, problem: &P) -> usize {
        let _ = problem;
        0
    }

    fn explain(&self, problem: &P, outcome: &Outcome) -> String;

    /// True if states can come back along a line of play.
    fn may_have_cycles(&self, problem: &P) -> bool {
        let _ = problem;
        false
    }

    /// A best-first search on a graph with cycles, for problems that may have any.
    fn run_cyclic<'a>(
        &self,
        task: &'a ProblemTask<P, Self>,
        algorithm: &AlgorithmSpec,
        probe: Chosen<P>,
    ) -> Result<Box<dyn Run + 'a>, Refusal> {
        let _ = (task, probe);
        let message = "positions do not repeat in this game; leave out cycles";
        Err(AlgorithmSpec::error(&algorithm.to_string(), message).into())
    }

    /// A minimax search, for games with scores.
    fn run_minimax<'a>(&self, task: &'a ProblemTask<P, Self>, spec: MinimaxSpec) -> Option<Box<dyn Run + 'a>> {
        let _ = (task, spec);
        None
    }

    /// A search for mates, for games that have a line for it.
    fn run_mate<'a>(&self, task: &'a ProblemTask<P, Self>, spec: MateSpec) -> Option<Box<dyn Run + 'a>> {
        let _ = (task, spec);
        None
    }

    /// [`Task::at_least`].
    fn at_least(&self, task: &ProblemTask<P, Self>, score: i32) -> Option<Box<dyn Task>> {
        let _ = (task, score);
        None
    }

    /// A search for a value, for games with scores.
    fn begin_value<'a>(
        &self,
        task: &'a ProblemTask<P, Self>,
        algorithm: &AlgorithmSpec,
    ) -> Result<Option<Box<dyn ValueRun + 'a>>, Refusal> {
        let _ = (task, algorithm);
        Ok(None)
    }

    /// The states of a cycle, if the problem is known to have one.
    fn cycle(&self, problem: &P) -> Option<Vec<String>> {
        let _ = problem;
        None
    }

    /// A depth-first search with a table of keys, if the game has a cursor of its own for it.
    fn run_keyed<'a>(
        &self,
        task: &'a ProblemTask<P, Self>,
        options: Options,
        init: Option<&str>,
    ) -> Option<Box<dyn Run + 'a>> {
        let _ = (task, options, init);
        None
    }

    fn line_text(&self, problem: &P, line: &[String]) -> String {
        let _ = problem;
        line.join(" ")
    }

    /// [`Task::check`]. Games that have a second implementation of their rules check with that one.
    fn check(&self, problem: &P, certificate: &mut Reader<Box<dyn Read>>) -> Result<Summary, CheckError>
    where
        P: Describe,
    {
        check(problem, certificate)
    }
}

/// The states of a cycle, the first once more at the end.
fn path(mut states: Vec<String>) -> String {
    states.extend(states.first().cloned());
    states.join(" -> ")
}

/// `a, b or c`.
fn any_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

/// A task for any problem that can be written down.
pub(crate) struct ProblemTask<P, W> {
    pub(crate) problem: P,
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) goal: String,
    pub(crate) words: W,
    pub(crate) heuristics: Vec<Heuristic<P>>,
}

impl<P: Describe, W: Words<P>> ProblemTask<P, W> {
    fn run<'a, E: Effort + 'a, D: Effort + 'a>(
        &'a self,
        algorithm: &AlgorithmSpec,
        probe: Chosen<P>,
        proof: E,
        disproof: D,
    ) -> Box<dyn Run + 'a> {
        self.watch(Search::with_probe(&self.problem, proof, disproof, algorithm.options, probe))
    }

    fn run_depth_first(&self, spec: DepthFirstSpec, init: Option<&str>, probe: Chosen<P>) -> Box<dyn Run + '_> {
        let DepthFirstSpec { options, table } = spec;
        match table {
            TableKind::Exact => self.watch(DepthFirstSearch::with_probe(&self.problem, options, probe)),
            TableKind::Keyed => self
                .words
                .run_keyed(self, options, init)
                .unwrap_or_else(|| self.watch(DepthFirstSearch::keyed(&self.problem, options, probe))),
        }
    }

    /// The rule for sums is chosen while the search runs, and not for each number: every pair of algebras more makes a
    /// search in a search for every game.
    fn run_two_level(&self, algorithm: &AlgorithmSpec, budget: Budget, probe: Chosen<P>) -> Box<dyn Run + '_> {
        match algorithm.family {
            Family::Pns { proof, disproof } => {
                self.run_over(algorithm, budget, probe, Counter::with_rule(proof), Counter::with_rule(disproof))
            }
            Family::Pss { proof, disproof, ties, union, .. } => {
                let sets = |cap: Option<usize>| Truncated::new(cap.unwrap_or(usize::MAX), ties).with_union(union);
                self.run_over(algorithm, budget, probe, sets(proof), sets(disproof))
            }
            Family::DepthFirst(DepthFirstSpec { options, table }) => {
                let (numbers, plain) = (|| Counter::with_rule(AnyRule::Sum), BestFirstOptions::default());
                let (proof, disproof) = (numbers(), numbers());
                let nested = Nested::new(Second { budget, proof, disproof, options: plain, probe });
                match table {
                    TableKind::Exact => self.watch(DepthFirstSearch::with_probe(&self.problem, options, nested)),
                    TableKind::Keyed => self.watch(DepthFirstSearch::keyed(&self.problem, options, nested)),
                }
            }
            Family::AoStar { .. }
            | Family::Exact { .. }
            | Family::Mate(_)
            | Family::Minimax(_)
            | Family::MultiValued(_) => {
                unreachable!("these searches have no second level")
            }
        }
    }

    /// A two-level search with the same algebras in both levels.
    fn run_over<'a, E, D>(
        &'a self,
        algorithm: &AlgorithmSpec,
        budget: Budget,
        probe: Chosen<P>,
        proof: E,
        disproof: D,
    ) -> Box<dyn Run + 'a>
    where
        E: Effort + Clone + 'a,
        D: Effort + Clone + 'a,
    {
        let options = BestFirstOptions { evaluation: Evaluation::Immediate, ..algorithm.options };
        let second = Second { budget, proof, disproof, options, probe };
        self.watch(TwoLevelSearch::new(&self.problem, algorithm.options, second))
    }

    /// A search behind `dyn`.
    pub(crate) fn watch<'a, S>(&'a self, search: S) -> Box<dyn Run + 'a>
    where
        S: Solver<&'a P> + SolvedGraph<State = P::State> + 'a,
    {
        Box::new(ProblemRun { task: self, search })
    }

    fn run_exact(&self, limit: u64, mut probe: Chosen<P>) -> Box<dyn Run + '_> {
        let costs = move |problem: &&P, state: &P::State| {
            let cost = probe.cost(problem, state);
            (cost.proof, cost.disproof)
        };
        self.watch(ExactSearch::with_costs(&self.problem, limit, costs))
    }

    fn header(&self, verdict: Value) -> Header {
        Header { game: self.game.clone(), position: self.position.clone(), goal: self.goal.clone(), verdict }
    }

    /// What is wrong with a search for scores in a game that has none.
    fn no_scores(&self) -> String {
        let games: Vec<&str> = GAMES.iter().filter(|entry| !entry.value.is_empty()).map(|entry| entry.name).collect();
        format!("{} has no scores to search for (games with scores are {})", self.game, games.join(", "))
    }

    /// What to say of a search that is not compiled for the game.
    fn left_out(&self) -> Refusal {
        Refusal::Unfit(format!("the program has no such search for {}", self.game))
    }

    /// That states can come back, and how if that is known.
    pub(crate) fn repeats(&self) -> String {
        match self.words.cycle(&self.problem) {
            Some(cycle) => format!("the graph has a cycle, {}", path(cycle)),
            None => "positions can repeat".to_owned(),
        }
    }

    /// Why a search is refused, with those that are not.
    fn refuse(&self, refusal: Refusal, algorithm: &AlgorithmSpec, question: Question) -> InputError {
        match refusal {
            Refusal::Mend(error) => error,
            Refusal::Unfit(why) => {
                let advice = match self.algorithms(question).as_slice() {
                    [] => String::new(),
                    names => format!("; search with {}", any_of(names)),
                };
                AlgorithmSpec::error(&algorithm.to_string(), format!("{why}{advice}"))
            }
        }
    }

    /// [`Task::begin`]. What is refused here is not named by messages, and what is not refused is.
    pub(crate) fn start(&self, algorithm: &AlgorithmSpec) -> Result<Box<dyn Run + '_>, Refusal> {
        if let Family::Minimax(spec) = algorithm.family
            && (spec.options.depth.is_some() || spec.options.deepening)
        {
            let message = "a goal is searched to the end; leave out depth and deepening, or ask for --value";
            return Err(AlgorithmSpec::error(&algorithm.to_string(), message).into());
        }
        let probe = heuristics::choose(&self.heuristics, &self.game, algorithm)?;
        let is_plain = algorithm.second.is_none();
        let is_best_first = is_plain && matches!(algorithm.family, Family::Pns { .. } | Family::Pss { .. });
        if is_best_first && (algorithm.cycles != Cycles::Auto || self.words.may_have_cycles(&self.problem)) {
            return self.words.run_cyclic(self, algorithm, probe);
        }
        if !(is_plain && matches!(algorithm.family, Family::DepthFirst(_) | Family::Mate(_)))
            && self.words.may_have_cycles(&self.problem)
        {
            return Err(Refusal::Unfit(format!("{}, and it needs an acyclic graph", self.repeats())));
        }
        if let Some(budget) = algorithm.second {
            return if W::ALL_SEARCHES {
                Ok(self.run_two_level(algorithm, budget, probe))
            } else {
                Err(self.left_out())
            };
        }
        Ok(match algorithm.family {
            Family::Pns { proof: AnyRule::Sum, disproof: AnyRule::Sum } => {
                self.run(algorithm, probe, Count::new(), Count::new())
            }
            Family::Pns { proof, disproof } => {
                self.run(algorithm, probe, Counter::with_rule(proof), Counter::with_rule(disproof))
            }
            Family::Pss { favour: Some(_), .. } | Family::Pss { sets: SetStorage::Bits | SetStorage::Adaptive, .. }
                if !W::ALL_SEARCHES =>
            {
                return Err(self.left_out());
            }
            Family::Pss { proof, disproof, ties, union, favour: Some(share), .. } if W::ALL_SEARCHES => {
                let sets = |cap: Option<usize>| {
                    Favouring::new(Truncated::new(cap.unwrap_or(usize::MAX), ties).with_union(union), share)
                };
                self.run(algorithm, probe, sets(proof), sets(disproof))
            }
            Family::Pss { proof: None, disproof: None, ties, sets: SetStorage::Lists, .. } => {
                self.run(algorithm, probe, SortedSet::new(ties), SortedSet::new(ties))
            }
            Family::Pss { proof: None, disproof: None, ties, sets: SetStorage::Bits, .. } if W::ALL_SEARCHES => {
                self.run(algorithm, probe, BitSet::new(ties), BitSet::new(ties))
            }
            Family::Pss { proof: None, disproof: None, ties, sets: SetStorage::Adaptive, union, .. }
                if W::ALL_SEARCHES =>
            {
                let sets = || AdaptiveSet::new(ties).with_union(union);
                self.run(algorithm, probe, sets(), sets())
            }
            Family::Pss { proof, disproof, ties, union, .. } => {
                let sets = |cap: Option<usize>| Truncated::new(cap.unwrap_or(usize::MAX), ties).with_union(union);
                self.run(algorithm, probe, sets(proof), sets(disproof))
            }
            Family::AoStar { arc } => self.watch(AoStar::with_probe(&self.problem, arc, probe)),
            Family::DepthFirst(spec) => self.run_depth_first(spec, algorithm.init.as_deref(), probe),
            Family::Exact { limit } if W::ALL_SEARCHES => self.run_exact(limit, probe),
            Family::Exact { .. } => return Err(self.left_out()),
            Family::Minimax(spec) => {
                self.words.run_minimax(self, spec).ok_or_else(|| Refusal::Unfit(self.no_scores()))?
            }
            Family::Mate(spec) => {
                let unfit = || Refusal::Unfit("it searches for mates in shogi".to_owned());
                self.words.run_mate(self, spec).ok_or_else(unfit)?
            }
            Family::MultiValued(_) => {
                return Err(Refusal::Unfit("it finds values, which are asked for with --value".to_owned()));
            }
        })
    }

    /// [`Task::begin_value`], as [`start`](Self::start).
    fn start_value(&self, algorithm: &AlgorithmSpec) -> Result<Box<dyn ValueRun + '_>, Refusal> {
        heuristics::choose(&self.heuristics, &self.game, algorithm)?;
        self.words.begin_value(self, algorithm)?.ok_or_else(|| Refusal::Unfit(self.no_scores()))
    }

    /// What a search reported, with a text for each move of the line.
    fn outcome(&self, report: Report<P::Move>) -> Outcome {
        let mut state = self.problem.root();
        let mut line = Vec::with_capacity(report.line.len());
        for &mv in &report.line {
            line.push(self.problem.move_text(&state, mv));
            let mut next = None;
            self.problem.for_each_successor(&state, |other, successor| {
                if other == mv {
                    next = Some(successor);
                }
            });
            state = next.expect("the line consists of legal moves");
        }
        report.with_line(line)
    }

    fn problem_error(&self, error: &SolveError<P::State>) -> RunError {
        if let SolveError::Cycle { path } = error {
            let cycle = self::path(path.iter().map(|state| self.problem.state_text(state)).collect());
            return RunError::Problem(format!("the graph has a cycle, {cycle}; this search needs an acyclic graph"));
        }
        if let SolveError::Repetition(rule) = error {
            return RunError::Problem(format!("this search cannot handle the rule that {rule}"));
        }
        RunError::Problem(error.to_string())
    }
}

impl<P: Describe, W: Words<P>> Task for ProblemTask<P, W> {
    fn game(&self) -> &str {
        &self.game
    }

    fn position(&self) -> &str {
        &self.position
    }

    fn goal(&self) -> &str {
        &self.goal
    }

    fn problem_bytes(&self) -> u64 {
        match self.words.bytes(&self.problem) {
            0 => 0,
            bytes => (bytes + self.position.len()) as u64,
        }
    }

    fn at_least(&self, score: i32) -> Option<Box<dyn Task>> {
        self.words.at_least(self, score)
    }

    fn begin_value(&self, algorithm: &AlgorithmSpec) -> Result<Box<dyn ValueRun + '_>, InputError> {
        self.start_value(algorithm).map_err(|refusal| self.refuse(refusal, algorithm, Question::Value))
    }

    fn default_algorithm(&self, question: Question) -> Result<AlgorithmSpec, InputError> {
        let entry = GameEntry::of(&self.game).expect("tasks are of games that the catalog lists");
        let defaults = match question {
            Question::Goal => entry.goal,
            Question::Value => entry.value,
        };
        let specs = || defaults.iter().map(|default| default.algorithm.parse().expect("defaults are algorithms"));
        let taken = specs().find(|algorithm| match question {
            Question::Goal => self.start(algorithm).is_ok(),
            Question::Value => self.start_value(algorithm).is_ok(),
        });
        // Where none takes the problem, the first says why.
        taken
            .or_else(|| specs().next())
            .ok_or_else(|| InputError::Parameters { game: self.game.clone(), message: self.no_scores() })
    }

    fn algorithms(&self, question: Question) -> Vec<&'static str> {
        let mut names = names();
        names.retain(|name| {
            let algorithm = name.parse().expect("names are algorithms");
            match question {
                Question::Goal => self.start(&algorithm).is_ok(),
                Question::Value => self.start_value(&algorithm).is_ok(),
            }
        });
        names
    }

    fn begin(&self, algorithm: &AlgorithmSpec) -> Result<Box<dyn Run + '_>, InputError> {
        self.start(algorithm).map_err(|refusal| self.refuse(refusal, algorithm, Question::Goal))
    }

    fn check(&self, certificate: &mut Reader<Box<dyn Read>>) -> Result<Summary, CheckError> {
        self.words.check(&self.problem, certificate)
    }

    fn explain(&self, outcome: &Outcome) -> String {
        match outcome.verdict {
            Verdict::Unknown => format!("unknown: {}", stop_text(outcome.stop)),
            Verdict::Proven | Verdict::Disproven => self.words.explain(&self.problem, outcome),
        }
    }

    fn line_text(&self, line: &[String]) -> String {
        self.words.line_text(&self.problem, line)
    }

    fn within(&self, plies: usize) -> Bounded {
        self.words.within(&self.problem, plies)
    }

    fn record(&self, line: &[String], extension: &str) -> Option<String> {
        self.words.record(&self.problem, line, extension)
    }

    fn legal_move(&self) -> Option<String> {
        self.words.legal_move(&self.problem)
    }

    fn other_moves(&self, line: &[String], ply: usize) -> Vec<OtherMove> {
        let mut state = self.problem.root();
        let mut others = Vec::new();
        for (number, text) in line.iter().enumerate().take(ply + 1) {
            let mut next = None;
            let mut beside = Vec::new();
            self.problem.for_each_successor(&state, |mv, successor| {
                let other = self.problem.move_text(&state, mv);
                if other == *text {
                    next = Some(successor);
                } else if number == ply {
                    beside.push((other, successor));
                }
            });
            for (other, successor) in beside {
                let left = line.len() - ply - 1;
                let does_as_well = match self.problem.status(&successor) {
                    Status::Decided(value) => Claim::Known(value == Value::Proven),
                    _ if left == 0 => Claim::Known(false),
                    _ => match self.words.behind(&self.problem, &successor, left) {
                        Bounded::Question(question) => Claim::Question(question),
                        Bounded::TooShort => Claim::Known(false),
                        Bounded::NoLengths => return Vec::new(),
                    },
                };
                let moves: Vec<String> = line[..ply].iter().cloned().chain([other]).collect();
                let text = self.line_text(&moves);
                let text = text.rsplit(' ').next().unwrap_or(&text).to_owned();
                others.push(OtherMove { text, does_as_well });
            }
            state = next.expect("the line consists of legal moves");
        }
        others
    }
}

struct ProblemRun<'a, P, W, S> {
    task: &'a ProblemTask<P, W>,
    search: S,
}

impl<'a, P, W, S> Run for ProblemRun<'a, P, W, S>
where
    P: Describe,
    W: Words<P>,
    S: Solver<&'a P> + SolvedGraph<State = P::State>,
{
    fn advance(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Outcome, RunError> {
        let report = self.search.solve(limits, observer).map_err(|error| self.task.problem_error(&error))?;
        Ok(self.task.outcome(report))
    }

    fn has_proof(&self) -> bool {
        self.search.value(self.search.root()).is_some()
    }

    fn write_certificate(&self, form: Form, out: &mut dyn Write) -> Result<u64, RunError> {
        let certificate = |error: &dyn std::fmt::Display| RunError::Certificate(error.to_string());
        let strategy = Strategy::extract(&self.search).map_err(|_| RunError::NoProof)?;
        let header = self.task.header(strategy.verdict());
        let (_, records) = write_certificate(&self.task.problem, &self.search, &strategy, &header, form, out)
            .map_err(|error| certificate(&error))?;
        Ok(records.into())
    }
}
