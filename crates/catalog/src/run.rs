//! A search in memory, without its types.

use std::io::{self, Read, Write};

use proofset_certificate::{
    AnyGraph, Counters, ExportError, Form, Header, Reduction, SolvedGraph, Straight, Strategy, line_moves,
    unfolded_line, write_certificate, write_unfolded,
};
use proofset_core::{
    Describe, Limits, Observer, Problem, Report, Size, SolveError, Solver, StopReason, Value, Verdict, behind,
};
use proofset_erased::{AnyProblem, Erased, Sealed, SealedGraph};

use crate::RunError;
use crate::known::KnownGame;

/// What a search found so far, with a text for each move of the line.
pub type Outcome = Report<String>;

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

    /// Writes down what the search has found out, so that a search with the same names can go on from there in another
    /// process. Returns false, and has written nothing, if it is a search that cannot.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let _ = out;
        Ok(false)
    }

    /// Takes up what another search has saved, before this one has begun. It may hold so many bytes. After an error the run
    /// is of no use.
    ///
    /// # Errors
    ///
    /// Those of the input, or what is wrong with it.
    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        let _ = (from, bytes);
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Turns to the position behind a path from that of the question, as [`Solver::turn`] does. Returns false, and has
    /// changed nothing, if it is a search that cannot.
    fn turn(&mut self, path: &[u32]) -> bool {
        let _ = path;
        false
    }

    /// What is known about the moves in the position, as [`Solver::known_successors`] has it.
    fn known_successors(&self) -> Vec<Option<(Size, Size)>> {
        Vec::new()
    }
}

/// Why a search stopped, in words.
pub fn stop_text(stop: StopReason) -> &'static str {
    match stop {
        StopReason::Expansions => "the limit on expansions was reached",
        StopReason::Memory => "the memory limit was reached",
        StopReason::Time => "the time limit was reached",
        StopReason::Cancelled => "the search was interrupted",
        StopReason::OpenLeaves => "the value depends on leaves that the graph leaves open",
        StopReason::Collision => {
            "the proof does not hold: two states have the same key, which is all that a search sees with table=keyed and \
             where whoever repeats a state loses; or the problem says something else of a state each time it is asked"
        }
        _ => "the search stopped",
    }
}

/// The names of a question, as certificates have them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) goal: String,
}

/// The whole game of which a search has a smaller form.
pub(crate) struct Whole {
    /// The game with its parameters, as certificates have it.
    pub(crate) game: String,
    pub(crate) problem: Box<dyn AnyProblem>,
    pub(crate) reduction: Box<dyn Reduction<Sealed>>,
}

/// Gives the whole game, for each verdict that holds for it.
pub(crate) type WholeOf = Box<dyn Fn(Value) -> Option<Whole>>;

/// What a run needs to know of the question that it answers.
#[derive(Clone)]
pub(crate) struct RunContext<'a> {
    /// What is searched.
    pub(crate) problem: Erased<'a>,
    /// The same without what is known of positions.
    pub(crate) rules: Erased<'a>,
    pub(crate) label: &'a Label,
    pub(crate) whole: Option<&'a WholeOf>,
    pub(crate) counters: &'a dyn Counters<Sealed>,
    pub(crate) known: Option<&'a KnownGame>,
}

impl<'a> RunContext<'a> {
    /// A search that knows the problem behind `dyn`.
    pub(crate) fn run<S>(&self, search: S) -> Box<dyn Run + 'a>
    where
        S: Solver<Erased<'a>> + SolvedGraph<State = Sealed> + 'a,
    {
        Box::new(ErasedRun { context: self.clone(), search, path: Vec::new() })
    }

    /// A search that knows the type of the problem.
    pub(crate) fn run_typed<P, S>(&self, problem: &'a P, search: S) -> Box<dyn Run + 'a>
    where
        P: Describe,
        P::State: Send + Sync + 'static,
        S: Solver<&'a P> + SolvedGraph<State = P::State> + 'a,
    {
        Box::new(TypedRun { context: self.clone(), problem, search, path: Vec::new() })
    }

    /// What a search has found that stopped at known positions, with the line to its end.
    fn completed(
        &self,
        outcome: Outcome,
        known: &KnownGame,
        search: &AnyGraph<'_, Sealed>,
    ) -> Result<Outcome, RunError> {
        let (proof, strategy) = known.whole_proof(self.rules, search)?;
        let nodes = strategy.principal_line(&proof);
        let moves = line_moves(&self.rules, &proof, &nodes);
        let moves = moves.map_err(|error| RunError::Certificate(error.to_string()))?;
        let line = line_texts(&self.rules, self.rules.root(), &moves);
        let outcome = outcome.with_line(line).with_longest(strategy.height());
        Ok(self.straightened(outcome, &AnyGraph::new(&proof)))
    }

    /// What a search has found without rounds in its proof, if it is one of the position of the question.
    fn straightened(&self, outcome: Outcome, proof: &AnyGraph<'_, Sealed>) -> Outcome {
        let Some((straight, strategy)) = self.straight(proof) else { return outcome };
        let line = straight.longest_line(&strategy, &self.rules, self.counters);
        let Some(line) = line else { return outcome };
        outcome.with_line(line_texts(&self.rules, self.rules.root(), &line)).with_longest(strategy.height())
    }

    /// A proof without its rounds, if there are any.
    fn straight<'p>(&self, proof: &'p AnyGraph<'p, Sealed>) -> Option<(Straight<'p, Sealed>, Strategy)> {
        let counts = self.whole.is_none() && self.counters.without_counter(&self.rules.root()).is_some();
        if counts { Straight::of(proof, self.counters) } else { None }
    }

    fn write(
        &self,
        search: &AnyGraph<'_, Sealed>,
        path: &[u32],
        form: Form,
        out: &mut dyn Write,
    ) -> Result<u64, RunError> {
        if let Some(known) = self.known {
            let (proof, strategy) = known.whole_proof(self.rules, search)?;
            return self.write_proof(&AnyGraph::new(&proof), &strategy, form, out);
        }
        let strategy = Strategy::extract(search).map_err(|_| RunError::NoProof)?;
        let mut header = self.header(strategy.verdict());
        if !path.is_empty() {
            header.position = self.problem.state_text(&root_behind(&self.problem, path));
            return written(write_certificate(&self.problem, search, &strategy, &header, form, out));
        }
        if let Some(Whole { game, problem, reduction }) = self.whole_for(strategy.verdict()) {
            header.game = game;
            return written(write_unfolded(
                &Erased::new(&*problem),
                search,
                &strategy,
                &*reduction,
                &header,
                form,
                out,
            ));
        }
        self.write_proof(search, &strategy, form, out)
    }

    /// Writes a proof of the question itself: without its rounds, if it is one without them by the rules.
    fn write_proof(
        &self,
        proof: &AnyGraph<'_, Sealed>,
        strategy: &Strategy,
        form: Form,
        out: &mut dyn Write,
    ) -> Result<u64, RunError> {
        let header = self.header(strategy.verdict());
        let straight = self.straight(proof).filter(|(straight, _)| straight.is_proof_by(&self.rules));
        written(match straight {
            Some((straight, strategy)) => write_certificate(&self.rules, &straight, &strategy, &header, form, out),
            None => write_certificate(&self.rules, proof, strategy, &header, form, out),
        })
    }

    fn header(&self, verdict: Value) -> Header {
        let Label { game, position, goal } = self.label.clone();
        Header::new(game, position, goal, verdict)
    }

    /// What a search that knows the problem behind `dyn` has found.
    fn outcome(&self, path: &[u32], found: Result<Report<u32>, SolveError<Sealed>>) -> Result<Outcome, RunError> {
        let report = found.map_err(|error| failure(&self.problem, &error))?;
        let line = self.line_texts(path, &report);
        Ok(report.with_line(line))
    }

    /// The whole game, if the problem is a smaller form of it and the verdict holds for both.
    fn whole_for(&self, verdict: Value) -> Option<Whole> {
        self.whole.and_then(|whole| whole(verdict))
    }

    /// The line of a report, in moves of the whole game.
    fn line_texts(&self, path: &[u32], report: &Report<u32>) -> Vec<String> {
        let root = root_behind(&self.problem, path);
        let verdict = match report.verdict {
            Verdict::Proven => Some(Value::Proven),
            Verdict::Disproven => Some(Value::Disproven),
            Verdict::Unknown => None,
        };
        match self.whole_for(verdict.unwrap_or(Value::Proven)) {
            None => line_texts(&self.problem, root, &report.line),
            Some(Whole { problem, reduction, .. }) => {
                let states = line_states(&self.problem, root, &report.line);
                unfolded_line(&Erased::new(&*problem), &*reduction, &states, verdict)
            }
        }
    }
}

/// The state that a search has turned to.
fn root_behind<P: Problem>(problem: &P, path: &[u32]) -> P::State {
    behind(problem, path).expect("a search turns to states that there are")
}

/// The number of the records of a certificate that was written.
fn written(result: Result<(&mut dyn Write, u32), ExportError>) -> Result<u64, RunError> {
    match result {
        Ok((_, records)) => Ok(records.into()),
        Err(error) => Err(RunError::Certificate(error.to_string())),
    }
}

/// The states of a cycle, the first once more at the end.
pub(crate) fn path(mut states: Vec<String>) -> String {
    states.extend(states.first().cloned());
    states.join(" -> ")
}

/// Why a problem cannot be searched, in words.
pub(crate) fn failure<P: Describe>(problem: &P, error: &SolveError<P::State>) -> RunError {
    RunError::Problem(match error {
        SolveError::Cycle { path } => {
            let cycle = self::path(path.iter().map(|state| problem.state_text(state)).collect());
            format!("the graph has a cycle, {cycle}; say what a repetition is worth, or make it acyclic")
        }
        SolveError::Repetition(rule) => format!("this search cannot handle the rule that {rule}"),
        error => error.clone().map(drop).to_string(),
    })
}

/// The state after each move of a line from the root.
fn line_states<P: Problem>(problem: &P, root: P::State, line: &[P::Move]) -> Vec<P::State> {
    let mut states = Vec::with_capacity(line.len());
    let mut state = root;
    for &mv in line {
        let Some(next) = after(problem, &state, mv) else { break };
        state = next;
        states.push(state.clone());
    }
    states
}

/// The state after a move; `None` if it is not legal, or not any more.
fn after<P: Problem>(problem: &P, state: &P::State, mv: P::Move) -> Option<P::State> {
    let mut next = None;
    problem.for_each_successor(state, |other, successor| {
        if other == mv {
            next = Some(successor);
        }
    });
    next
}

/// A text for each move of a line from the root.
pub(crate) fn line_texts<P: Describe>(problem: &P, root: P::State, line: &[P::Move]) -> Vec<String> {
    let mut state = root;
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        let Some(next) = after(problem, &state, mv) else { break };
        texts.push(problem.move_text(&state, mv));
        state = next;
    }
    texts
}

struct ErasedRun<'a, S> {
    context: RunContext<'a>,
    search: S,
    /// The way to the root of the search.
    path: Vec<u32>,
}

impl<'a, S> Run for ErasedRun<'a, S>
where
    S: Solver<Erased<'a>> + SolvedGraph<State = Sealed>,
{
    fn advance(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Outcome, RunError> {
        let outcome = self.context.outcome(&self.path, self.search.solve(limits, observer))?;
        if outcome.verdict == Verdict::Unknown || !self.has_proof() {
            return Ok(outcome);
        }
        match self.context.known {
            Some(known) => self.context.completed(outcome, known, &AnyGraph::new(&self.search)),
            None if self.path.is_empty() => Ok(self.context.straightened(outcome, &AnyGraph::new(&self.search))),
            None => Ok(outcome),
        }
    }

    fn has_proof(&self) -> bool {
        self.search.value(self.search.root()).is_some()
    }

    fn write_certificate(&self, form: Form, out: &mut dyn Write) -> Result<u64, RunError> {
        self.context.write(&AnyGraph::new(&self.search), &self.path, form, out)
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.search.save(out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        self.search.load(from, bytes)
    }

    fn turn(&mut self, path: &[u32]) -> bool {
        // Paths are those of the question, and not of the whole game that it is a smaller form of.
        if self.context.whole.is_some() || self.context.known.is_some() || !self.search.turn(path) {
            return false;
        }
        self.path = path.to_vec();
        true
    }

    fn known_successors(&self) -> Vec<Option<(Size, Size)>> {
        self.search.known_successors()
    }
}

struct TypedRun<'a, P, S> {
    context: RunContext<'a>,
    problem: &'a P,
    search: S,
    /// The way to the root of the search.
    path: Vec<u32>,
}

impl<'a, P, S> Run for TypedRun<'a, P, S>
where
    P: Describe,
    P::State: Send + Sync + 'static,
    S: Solver<&'a P> + SolvedGraph<State = P::State>,
{
    fn advance(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Outcome, RunError> {
        let report = self.search.solve(limits, observer).map_err(|error| failure(self.problem, &error))?;
        let line = line_texts(self.problem, root_behind(self.problem, &self.path), &report.line);
        let outcome = report.with_line(line);
        if !self.path.is_empty() || !self.has_proof() {
            return Ok(outcome);
        }
        Ok(self.context.straightened(outcome, &AnyGraph::new(&SealedGraph::new(&self.search))))
    }

    fn has_proof(&self) -> bool {
        self.search.value(self.search.root()).is_some()
    }

    fn write_certificate(&self, form: Form, out: &mut dyn Write) -> Result<u64, RunError> {
        self.context.write(&AnyGraph::new(&SealedGraph::new(&self.search)), &self.path, form, out)
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.search.save(out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        self.search.load(from, bytes)
    }

    fn turn(&mut self, path: &[u32]) -> bool {
        // Paths are those of the question, and not of the whole game that it is a smaller form of.
        if self.context.whole.is_some() || !self.search.turn(path) {
            return false;
        }
        self.path = path.to_vec();
        true
    }

    fn known_successors(&self) -> Vec<Option<(Size, Size)>> {
        self.search.known_successors()
    }
}
