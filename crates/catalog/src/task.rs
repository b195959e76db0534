//! A question about a game, without its types.

use std::io::Read;

use proofset_certificate::{CheckError, CheckProgress, Reader, Summary};
use proofset_core::{Describe, Problem, RandomOrder, Role, Status, Value, Verdict};
use proofset_erased::{Erased, Sealed};

use crate::catalog::{Catalog, Entry, VALUE_DEFAULTS};
use crate::checking::{self, CheckLimits};
use crate::claims::{Bounded, Grades};
use crate::files::Known;
use crate::host::ErasedQuestion;
use crate::refusal::Refusal;
use crate::run::{Outcome, Run, stop_text};
use crate::solution::Solution;
use crate::values::ValueRun;
use crate::{AlgorithmSpec, InputError, searches, value_searches};

/// A question: a game, a position and a goal.
pub struct Task {
    pub(crate) question: ErasedQuestion,
    pub(crate) catalog: Catalog,
    /// The place of its game in the catalog.
    place: usize,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Whether the goal is reached.
    Goal,
    /// What the position is worth.
    Value,
}

/// A move beside that of a line of play.
#[non_exhaustive]
pub struct OtherMove {
    /// The move as lines have it.
    pub text: String,
    /// Whether it does as well as the line.
    pub does_as_well: AnswerOrQuestion,
}

/// A move in the position that is asked about.
#[non_exhaustive]
pub struct FirstMove {
    /// The move as lines have it.
    pub text: String,
    /// Whether the claim holds behind it.
    pub holds: AnswerOrQuestion,
}

/// Something that may have to be searched.
pub enum AnswerOrQuestion {
    /// It is known.
    Known(bool),
    /// It is so exactly if the answer to this question is yes.
    Question(Box<Task>),
}

/// `a, b or c`.
fn any_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

impl Catalog {
    /// The question that a game (`name` or `name:parameters`), a position and a goal make.
    ///
    /// # Errors
    ///
    /// [`InputError`] names the text that is at fault and says what is expected.
    pub fn open(&self, game: &str, position: Option<&str>, goal: Option<&str>) -> Result<Task, InputError> {
        let (question, place) = self.read_question(game, position, goal)?;
        Ok(Task { question, catalog: self.clone(), place })
    }

    /// The algorithms that no question about a game can be given to, though some about other games can.
    pub fn lacks(&self, entry: &Entry) -> Vec<&'static str> {
        let (game, position, goal) = entry.sample();
        let task = self.open(&game, position, goal).expect("the sample is a question");
        let has = [task.algorithms(Asks::Goal), task.algorithms(Asks::Value)].concat();
        self.algorithm_names().into_iter().filter(|name| !has.contains(name)).collect()
    }
}

impl Task {
    /// Another question about the same game.
    fn follow(&self, question: ErasedQuestion) -> Self {
        Self { question, catalog: self.catalog.clone(), place: self.place }
    }

    fn follow_bounded(&self, bounded: Bounded<ErasedQuestion>) -> Bounded<Self> {
        match bounded {
            Bounded::Question(question) => Bounded::Question(self.follow(question)),
            Bounded::TooShort => Bounded::TooShort,
            Bounded::NoLengths => Bounded::NoLengths,
        }
    }

    fn entry(&self) -> &Entry {
        &self.catalog.entries()[self.place]
    }

    /// The problem, without its types: what searches, proofs and checks can work on.
    pub fn problem(&self) -> Erased<'_> {
        self.question.problem()
    }

    /// The game with its parameters, as [`Catalog::open`](crate::Catalog::open) takes it.
    pub fn game(&self) -> &str {
        &self.question.label.game
    }

    /// The position in canonical notation.
    pub fn position(&self) -> &str {
        &self.question.label.position
    }

    /// The goal in canonical form.
    pub fn goal(&self) -> &str {
        &self.question.label.goal
    }

    /// The same position with another goal.
    ///
    /// # Errors
    ///
    /// [`InputError::Goal`] if it is none.
    pub fn with_goal(&self, goal: &str) -> Result<Self, InputError> {
        self.catalog.open(self.game(), Some(self.position()), Some(goal))
    }

    /// The same question with its moves in another order: to tell what a search owes to the order in which the game lists them. Searches
    /// that a game brings for itself do not take part then; general ones are in their place.
    #[must_use]
    pub fn in_order(mut self, order: RandomOrder) -> Self {
        self.question.order = Some(order);
        self
    }

    /// The question that certificates of this value answer: this one, or where it is about a smaller form of a game and the value
    /// holds for both, that about the whole game.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the whole game cannot be opened.
    pub fn certified(&self, value: Value) -> Result<Self, InputError> {
        let whole = self.question.host().whole().and_then(|whole| whole(value));
        let game = whole.map_or_else(|| self.game().to_owned(), |whole| whole.game);
        self.catalog.open(&game, Some(self.position()), Some(self.goal()))
    }

    /// The verdict that a known answer amounts to; `None` if it says nothing about this question.
    ///
    /// # Errors
    ///
    /// [`InputError::Goal`] if a score is known, and the game has no goals `win` and `draw`.
    pub fn known_verdict(&self, known: &Known) -> Result<Option<Verdict>, InputError> {
        let score = match known {
            Known::Nothing => return Ok(None),
            // Who does not know says nothing.
            Known::Verdict(verdict) => return Ok(Some(*verdict).filter(|verdict| *verdict != Verdict::Unknown)),
            Known::Goals(verdict) => return Ok(verdict(self.goal()).filter(|verdict| *verdict != Verdict::Unknown)),
            Known::Score(score) => score.signum(),
        };
        let asks = |goal: &str| -> Result<bool, InputError> { Ok(self.with_goal(goal)?.goal() == self.goal()) };
        let holds = if asks("win")? {
            score > 0
        } else if asks("draw")? {
            score >= 0
        } else {
            return Ok(None);
        };
        Ok(Some(if holds { Verdict::Proven } else { Verdict::Disproven }))
    }

    /// The catalog that the question is from.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Bytes that the question itself takes, whatever is searched: a graph that was read from a file, with its text. 0 for
    /// games, which are rules and hold no positions. No search counts them, and no limit is about them.
    pub fn problem_bytes(&self) -> u64 {
        match self.question.host().bytes() {
            0 => 0,
            bytes => (bytes + self.position().len()) as u64,
        }
    }

    /// The algorithm that answers if none is named: the first of the game's [defaults](crate::Entry::goal_defaults) that
    /// takes the problem.
    ///
    /// # Errors
    ///
    /// [`InputError::Parameters`] if the game has no values, and one is asked for.
    pub fn default_algorithm(&self, asks: Asks) -> Result<AlgorithmSpec, InputError> {
        let defaults = match asks {
            Asks::Value if !self.has_outcomes() => match self.entry().value_defaults() {
                [] => &VALUE_DEFAULTS,
                defaults => defaults,
            },
            // A value of wins and draws is found by asking for goals.
            Asks::Goal | Asks::Value => self.entry().goal_defaults(),
        };
        let specs: Vec<_> =
            defaults.iter().map(|default| self.catalog.algorithm(default.algorithm)).collect::<Result<_, _>>()?;
        if let Some(algorithm) = specs.iter().find(|algorithm| self.refusal(algorithm, asks).is_none()) {
            return Ok(algorithm.clone());
        }
        // Where none takes the problem, the first says why, unless no algorithm would.
        let first = specs.into_iter().next();
        let first = first.filter(|first| !matches!(self.refusal(first, asks), Some(Refusal::NoScores)));
        first
            .ok_or_else(|| InputError::Parameters { game: self.game().to_owned(), message: self.no_scores("it", asks) })
    }

    /// The names of the algorithms that take the question, with their options as they are by default.
    pub fn algorithms(&self, asks: Asks) -> Vec<&'static str> {
        let mut names = self.catalog.algorithm_names();
        let spec = |name: &str| self.catalog.algorithm(name).expect("names are algorithms");
        names.retain(|name| self.refusal(&spec(name), asks).is_none());
        names
    }

    fn refusal(&self, algorithm: &AlgorithmSpec, asks: Asks) -> Option<Refusal> {
        match asks {
            Asks::Goal => searches::begin(&self.question, &self.catalog, algorithm).err(),
            Asks::Value => value_searches::begin_value(&self.question, &self.catalog, algorithm).err(),
        }
    }

    /// A search that has not begun.
    ///
    /// # Errors
    ///
    /// [`InputError::Algorithm`] if the algorithm does not suit the problem, or names a heuristic that the game does
    /// not have. Its message names the algorithms that suit the problem.
    pub fn begin(&self, algorithm: &AlgorithmSpec) -> Result<Box<dyn Run + '_>, InputError> {
        searches::begin(&self.question, &self.catalog, algorithm)
            .map_err(|refusal| self.refuse(refusal, algorithm, Asks::Goal))
    }

    /// Replays the records of a certificate whose header names this question, with the rules alone.
    ///
    /// # Errors
    ///
    /// [`CheckError`] says which record does not hold.
    pub fn check(&self, certificate: &mut Reader<Box<dyn Read + '_>>) -> Result<Summary, CheckError> {
        self.check_with(certificate, &CheckLimits::default(), &mut |_| ())
    }

    /// The same with limits, and with somebody who watches.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check), and if the limit on bytes is reached where positions cannot be written down.
    pub fn check_with(
        &self,
        certificate: &mut Reader<Box<dyn Read + '_>>,
        limits: &CheckLimits,
        watch: &mut dyn FnMut(CheckProgress),
    ) -> Result<Summary, CheckError> {
        checking::check(&self.question, &self.catalog, certificate, limits, watch)
    }

    /// The verdict in words.
    pub fn explain(&self, outcome: &Outcome) -> String {
        match outcome.verdict {
            Verdict::Unknown => format!("unknown: {}", stop_text(outcome.stop)),
            Verdict::Proven | Verdict::Disproven => self.question.host().explain(outcome),
        }
    }

    /// A line of play as people write it.
    pub fn line_text(&self, line: &[String]) -> String {
        self.question.host().line_text(line)
    }

    /// The position and a line of play from it, as files with this extension have them; `None` if the game has none such.
    pub fn record(&self, line: &[String], extension: &str) -> Option<String> {
        self.question.host().record(line, extension)
    }

    /// The position and a solution, as files with this extension have them; `None` if the game has none such.
    pub fn solution(&self, solution: &Solution, extension: &str) -> Option<String> {
        self.question.host().solution(solution, extension)
    }

    /// The moves in the position, as lines have them, each with the question whether the claim holds behind it; `None` if the
    /// game does not say how to ask that.
    pub fn first_moves(&self) -> Option<Vec<FirstMove>> {
        let problem = self.problem();
        let root = problem.root();
        let mut moves = Some(Vec::new());
        if let Status::Decided(_) = problem.status(&root) {
            return moves;
        }
        problem.for_each_successor(&root, |mv, successor| {
            let holds = if let Status::Decided(value) = problem.status(&successor) {
                Some(AnswerOrQuestion::Known(value == Value::Proven))
            } else {
                let question = self.question.from(&successor);
                question.map(|question| AnswerOrQuestion::Question(Box::new(self.follow(question))))
            };
            let text = problem.move_text(&root, mv);
            match (holds, &mut moves) {
                (Some(holds), Some(moves)) => moves.push(FirstMove { text, holds }),
                _ => moves = None,
            }
        });
        moves
    }

    /// A legal move in the position, as lines have it, for programs that have to move whatever is known; `None` if there
    /// is none. Where the rules have decided the question already, a game may still name a move.
    pub fn legal_move(&self) -> Option<String> {
        self.question.legal_move()
    }

    /// The same question with a bound on the length of its proof: at most so many plies. The length of a proof is that
    /// of the line of its outcome.
    pub fn within(&self, plies: usize) -> Bounded<Self> {
        self.follow_bounded(self.question.host().within(plies))
    }

    /// Claims about the position, from the strongest to the weakest, if the game knows some for this question.
    pub fn grades(&self) -> Option<&Grades> {
        self.question.host().grades()
    }

    /// True if the game's questions can be asked with a bound on the length of the proof.
    pub fn has_lengths(&self) -> bool {
        !matches!(self.question.host().within(0), Bounded::NoLengths)
    }

    /// True if finished games have scores.
    fn has_scores(&self) -> bool {
        self.question.host().range().is_some() && !self.has_outcomes()
    }

    /// True if the game has no scores, and a position is worth 1, 0 or -1 to the player to move: won, drawn or lost.
    pub fn has_outcomes(&self) -> bool {
        self.question.host().has_outcomes()
    }

    /// The question whether the position is worth at least so much to the player to move; `None` if the game has no
    /// values, or without scores no such goal.
    pub fn at_least(&self, score: i32) -> Option<Self> {
        Some(self.follow(value_searches::at_least(&self.question, &self.catalog, score)?))
    }

    /// A search that has not begun for what the position is worth to the player to move. The goal plays no part.
    ///
    /// # Errors
    ///
    /// [`InputError::Algorithm`] if the game has no values, or the algorithm does not suit it.
    pub fn begin_value(&self, algorithm: &AlgorithmSpec) -> Result<Box<dyn ValueRun + '_>, InputError> {
        value_searches::begin_value(&self.question, &self.catalog, algorithm)
            .map_err(|refusal| self.refuse(refusal, algorithm, Asks::Value))
    }

    /// What is wrong with a search for scores where there are none.
    fn no_scores(&self, it: &str, asks: Asks) -> String {
        let whole = self.question.host().whole().and_then(|whole| whole(Value::Proven)).map(|whole| whole.game);
        let is_searched = |game: &String| {
            let task = self.catalog.open(game, None, None);
            task.is_ok_and(|task| task.has_scores() || asks == Asks::Value && task.has_outcomes())
        };
        if let Some(whole) = whole.filter(is_searched) {
            return format!("{it} is not searched for what positions are worth, but {whole} is");
        }
        let scored = match self.catalog.scored_games().as_slice() {
            [] => String::new(),
            games => format!(" (games with scores are {})", games.join(", ")),
        };
        format!("{it} has no scores to search for{scored}")
    }

    /// Why a search is refused, with those that are not.
    fn refuse(&self, refusal: Refusal, algorithm: &AlgorithmSpec, asks: Asks) -> InputError {
        match refusal {
            Refusal::Mend(error) => error,
            refusal => {
                let why = match refusal {
                    Refusal::Unfit(why) => why,
                    _ => self.no_scores(self.game(), asks),
                };
                let advice = match self.algorithms(asks).as_slice() {
                    [] => String::new(),
                    names => format!("; search with {}", any_of(names)),
                };
                AlgorithmSpec::error(&algorithm.to_string(), format!("{why}{advice}"))
            }
        }
    }

    /// The plies of a line, from 0, at which the side moves that has to prove its claim.
    pub fn own_plies(&self, line: &[String]) -> Vec<usize> {
        let states = self.states_along(line);
        let chooses = |state: &Sealed| self.problem().status(state) == Status::Open(Role::Or);
        (0..line.len()).filter(|&ply| chooses(&states[ply])).collect()
    }

    /// The states before each move of a line, and behind the last.
    fn states_along(&self, line: &[String]) -> Vec<Sealed> {
        let problem = self.problem();
        let mut states = vec![problem.root()];
        for (ply, text) in line.iter().enumerate() {
            let (state, mut next) = (&states[ply], None);
            problem.for_each_successor(state, |mv, successor| {
                if problem.move_text(state, mv) == *text {
                    next = Some(successor);
                }
            });
            states.push(next.expect("the line consists of legal moves"));
        }
        states
    }

    /// The moves beside that of a line at one of its plies, from 0, where the side that has to prove its claim moves, with
    /// the question whether they lead to a proof that is not longer than the line; empty if proofs have no length.
    pub fn other_moves(&self, line: &[String], ply: usize) -> Vec<OtherMove> {
        let problem = self.problem();
        let state = self.states_along(&line[..ply]).swap_remove(ply);
        let mut beside = Vec::new();
        problem.for_each_successor(&state, |mv, successor| {
            let text = problem.move_text(&state, mv);
            if text != line[ply] {
                beside.push((text, successor));
            }
        });
        let left = line.len() - ply - 1;
        let mut others = Vec::with_capacity(beside.len());
        for (other, successor) in beside {
            let does_as_well = match problem.status(&successor) {
                Status::Decided(value) => AnswerOrQuestion::Known(value == Value::Proven),
                _ if left == 0 => AnswerOrQuestion::Known(false),
                _ => match self.follow_bounded(self.question.behind(&successor, left)) {
                    Bounded::Question(question) => AnswerOrQuestion::Question(Box::new(question)),
                    Bounded::TooShort => AnswerOrQuestion::Known(false),
                    Bounded::NoLengths => return Vec::new(),
                },
            };
            let moves: Vec<String> = line[..ply].iter().cloned().chain([other]).collect();
            let text = self.line_text(&moves);
            let text = text.rsplit(' ').next().unwrap_or(&text).to_owned();
            others.push(OtherMove { text, does_as_well });
        }
        others
    }
}
