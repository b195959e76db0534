//! What a search does for its callers around the searching itself: verdicts, reports, proofs, and what is saved.
//!
//! The idea: none of it is done often, so it sees its engine behind `dyn`, and is compiled once for a problem, whatever its
//! cursors and tables. With a problem whose type is not known, that is once for all games.
//!
//! Leaves that a problem leaves open are taken to be disproven at first: what is proven then is proven. If the root is
//! not, and such a leaf was met, the search begins again and takes them to be proven: what is disproven then is
//! disproven. If neither, the value depends on open leaves.

use std::io::{self, Read, Write};
use std::sync::Arc;

use proofset_certificate::{ProofGraph, SolvedGraph, Strategy, leading_moves, move_between};
use proofset_core::{
    Evidence, Headed, Limits, NodeId, Observer, Problem, Report, Size, SolveError, Status, StopReason, TableUse, Value,
    Watch, behind,
};
use proofset_cursor::Zones;
use proofset_numbers::{Member, Numbers, Team};
use proofset_table::{get, get_count, put};

use crate::contribution::Contribution;
use crate::line::{Counters, Line};
use crate::log;
use crate::proof::rebuild;
use crate::prover::{End, Missing, Outcome, Prover};

/// What the shell asks of an engine, beside what proofs ask of it.
pub(crate) trait Searching: Prover {
    /// The problem.
    type Problem: Problem<State = Self::State>;

    fn problem(&self) -> &Self::Problem;
    /// The state whose proof is wanted.
    fn set_root(&mut self, root: Self::State);
    /// The line that is searched, with the choices of the search.
    fn line(&self) -> &Line;
    fn line_mut(&mut self) -> &mut Line;
    /// What follows is a search for the value, and no part of a proof.
    fn begin_search(&mut self);
    /// The states on the line.
    fn states(&self) -> Vec<Self::State>;
    /// The threads that search the same, if there are more than one.
    fn member(&self) -> Option<&Member<Contribution>>;
    /// Divides the memory that there is.
    fn share_out(&mut self, bytes: u64);
    /// Leaves all nodes of the line.
    fn unwind(&mut self);
    /// Forgets everything that the table holds.
    fn clear(&mut self);
    /// Has the probe asked about leaves again.
    fn ask_again(&mut self);
    /// Tells the table what the nodes of the line have found out so far.
    fn note_line(&mut self);
    /// Tells a search of another problem, and keys that are made in another way.
    fn root_key(&self) -> u64;
    /// The parts of states that values rest on, if the cursor keeps them.
    fn kept_zones(&self) -> Option<&dyn Zones<State = Self::State>>;
    /// How the table was used.
    fn table_use(&self) -> TableUse;
    /// What values of the table rest on, and of marks.
    fn evidence(&self) -> Evidence;
    /// True if marks mean the same to another search.
    fn marks_last(&self) -> bool;
    /// How many entries the table may hold.
    #[cfg(test)]
    fn most_entries(&self) -> u64;
    fn save_table(&self, out: &mut dyn Write) -> io::Result<bool>;
    fn load_table(&mut self, from: &mut dyn Read) -> io::Result<()>;
    fn save_zones(&self, out: &mut dyn Write) -> io::Result<()>;
    fn load_zones(&mut self, from: &mut dyn Read) -> io::Result<()>;
}

/// An engine for a problem of this type.
pub(crate) type DynEngine<'a, P> = dyn Searching<State = <P as Problem>::State, Problem = P> + 'a;

/// What is known of a search besides its engine.
pub(crate) struct Shell<P: Problem> {
    pub(crate) value: Option<Value>,
    pub(crate) proof: Option<(ProofGraph<P::State>, Strategy)>,
    /// Counters of the search alone, without what the proof took.
    counters: Counters,
    /// What other threads have done.
    pub(crate) contribution: Contribution,
    /// Set when it is known that there will be no verdict: the value depends on open leaves, or keys have collided.
    hopeless: Option<StopReason>,
    /// Set when the problem turned out to break its contract.
    broken: Option<SolveError<P::State>>,
}

impl<P: Problem> Shell<P> {
    /// Of a search that has not begun.
    pub(crate) fn new() -> Self {
        Self {
            value: None,
            proof: None,
            counters: Counters::default(),
            contribution: Contribution::default(),
            hopeless: None,
            broken: None,
        }
    }

    /// Searches until the root is decided or a limit is reached.
    fn run(&mut self, engine: &mut DynEngine<'_, P>, watch: &mut Watch<'_>) -> End<P::State> {
        engine.line_mut().most_expansions = match engine.member() {
            None => watch.limits().expansions,
            // Threads take expansions from what is left for all of them.
            Some(_) => watch.limits().expansions.map(|_| engine.line().counters.expanded),
        };
        engine.begin_search();
        let root = engine.root();
        loop {
            let before = self.total().expanded;
            let mut end = engine.search(&root, watch);
            if let (End::Stopped(_), Some(value)) = (&end, team(engine).and_then(Team::solution)) {
                end = End::Solved(Outcome { value, children: Vec::new() });
            }
            self.counters = engine.line().counters;
            self.call_team_off(engine, watch.limits());
            // What is given back may be too little for anything, as for a search of a second level.
            let is_stopped = matches!(end, End::Stopped(StopReason::Expansions));
            if is_stopped && self.total().expanded > before && self.is_given_back(engine, watch.limits()) {
                continue;
            }
            let End::Solved(outcome) = &end else { return end };
            if !met_open_leaf(engine) || outcome.value != engine.line().assumed {
                return end;
            }
            if engine.line().assumed == Value::Proven {
                return End::Stopped(StopReason::OpenLeaves);
            }
            log::second_pass();
            engine.unwind();
            engine.clear();
            engine.line_mut().assumed = Value::Proven;
            if let Some(team) = team(engine) {
                team.assume_proven();
            }
        }
    }

    /// Stops the helpers, if there are any, and takes what they have done into account. What follows is for one thread.
    fn call_team_off(&mut self, engine: &mut DynEngine<'_, P>, limits: &Limits) {
        let Some(member) = engine.member() else { return };
        let team = Arc::clone(member.team());
        team.stop();
        self.contribution = team.wait();
        if let Some(most) = limits.expansions {
            engine.line_mut().most_expansions = Some(engine.line().counters.expanded);
            team.begin(0, Some(most.saturating_sub(self.total().expanded)));
        } else {
            team.begin(0, None);
        }
    }

    /// True if helpers had taken expansions that they have not made, so that this thread goes on with them alone.
    fn is_given_back(&self, engine: &DynEngine<'_, P>, limits: &Limits) -> bool {
        engine.member().is_some() && limits.expansions.is_some_and(|most| self.total().expanded < most)
    }

    /// What was done by all threads.
    pub(crate) fn total(&self) -> Counters {
        let mut total = self.counters;
        total += self.contribution.counters;
        total
    }

    /// How the table was used by all threads.
    pub(crate) fn table_use(&self, engine: &DynEngine<'_, P>) -> TableUse {
        let mut usage = engine.table_use();
        usage += self.contribution.table;
        usage
    }

    /// The line that a report shows: the winning choice against the longest resistance, or the line that was being
    /// searched when the search stopped. A verdict without its proof has none.
    fn line(&self, engine: &DynEngine<'_, P>) -> Vec<P::Move> {
        let problem = engine.problem();
        if let Some((proof, strategy)) = &self.proof {
            let nodes = strategy.principal_line(proof);
            if !proof.is_exact() {
                return line_by_zones(engine, proof, &nodes);
            }
            return leading_moves(problem, proof, &nodes);
        }
        if self.value.is_some() || self.hopeless.is_some() {
            return Vec::new();
        }
        let states = engine.states();
        let mv = |pair: &[P::State]| move_between(problem, &pair[0], &pair[1]);
        states.windows(2).map_while(mv).collect()
    }

    /// One and one where the numbers would tell of a value that the search does not have: it was about to be found, or rests on
    /// something that turned out not to hold.
    fn sizes(&self, engine: &DynEngine<'_, P>) -> (Size, Size) {
        let open = Some(engine.line().root_numbers()).filter(|numbers| !numbers.is_solved());
        let undecided = open.unwrap_or(Numbers { proof: 1, disproof: 1 });
        self.value.map_or(undecided, Numbers::decided).sizes()
    }

    pub(crate) fn solve(
        &mut self,
        engine: &mut DynEngine<'_, P>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<P::Move>, SolveError<P::State>> {
        let _span = log::enter();
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let mut watch = Watch::new(limits, observer);
        let mut stop = self.hopeless.unwrap_or(StopReason::Decided);
        if self.value.is_none() && self.hopeless.is_none() {
            match self.run(engine, &mut watch) {
                End::Solved(outcome) => self.value = Some(outcome.value),
                End::Stopped(reason) => {
                    self.hopeless = Some(reason).filter(|&reason| reason == StopReason::OpenLeaves);
                    stop = reason;
                }
                End::Error(error) => {
                    self.broken = Some(error.clone());
                    return Err(error);
                }
            }
        }
        if let Some(value) = self.value
            && self.proof.is_none()
        {
            match rebuild(engine, value, &mut watch) {
                Ok(proof) => self.proof = Some(proof),
                Err(Missing::Stopped) => {}
                Err(Missing::Contradiction) => {
                    // Where states are compared in full, the problem says something else of one each time it is asked.
                    log::collision(engine.evidence());
                    self.value = None;
                    self.hopeless = Some(StopReason::Collision);
                    stop = StopReason::Collision;
                }
                Err(Missing::Error(error)) => {
                    self.broken = Some(error.clone());
                    return Err(error);
                }
            }
        }
        let peak = engine.line().counters.peak_bytes.max(engine.bytes());
        engine.line_mut().counters.peak_bytes = peak;
        log::stops(stop, &self.counters, engine.bytes());
        let mut counters = self.total().reported();
        counters.peak_bytes = peak + self.contribution.counters.peak_bytes;
        let report = Report::new(self.value, stop, counters, self.line(engine)).with_sizes(self.sizes(engine));
        Ok(report.with_evidence(engine.evidence()).with_table(self.table_use(engine)))
    }

    /// The same with others who help, while there is no value yet. This thread may hold `own` bytes.
    pub(crate) fn solve_together<H: Send>(
        &mut self,
        engine: &mut DynEngine<'_, P>,
        (team, helpers, help): (&Team<Contribution>, Vec<H>, &(dyn Fn(H) + Sync + '_)),
        (limits, own): (&Limits, Option<u64>),
        observer: &mut dyn Observer,
    ) -> Result<Report<P::Move>, SolveError<P::State>> {
        team.help_with(helpers, &help, || {
            let report = self.solve(engine, &limits.clone().with_bytes(own), observer);
            if self.value.is_none() && engine.member().is_some() {
                engine.unwind();
            }
            report
        })
    }

    /// The table, with what the line has found out so far, and values that hold on one line alone where whoever repeats a
    /// state has lost. Other values that rest on the line are not written.
    pub(crate) fn save(&self, engine: &mut DynEngine<'_, P>, out: &mut dyn Write) -> io::Result<bool> {
        let forgets = engine.evidence() == Evidence::Exact && !engine.marks_last();
        if self.broken.is_some() || forgets {
            return Ok(false);
        }
        engine.note_line();
        let head = Head {
            root_key: engine.root_key(),
            counters: self.total(),
            assumed: engine.line().assumed,
            met_open_leaf: met_open_leaf(engine),
        };
        // Nothing is to be written before it is known that the table can be saved.
        if !engine.save_table(&mut Headed::new(head.bytes()?, out))? {
            return Ok(false);
        }
        let histories = engine.line().histories.as_ref();
        histories.map_or(Ok(()), |histories| histories.save(out))?;
        engine.save_zones(out)?;
        Ok(true)
    }

    pub(crate) fn load(
        &mut self,
        engine: &mut DynEngine<'_, P>,
        from: &mut dyn Read,
        bytes: Option<u64>,
    ) -> io::Result<()> {
        let Head { counters, assumed, met_open_leaf, .. } = Head::read(from, engine.root_key())?;
        engine.share_out(bytes.unwrap_or(u64::MAX));
        engine.load_table(from)?;
        engine.line_mut().histories.as_mut().map_or(Ok(()), |histories| histories.load(from))?;
        engine.load_zones(from)?;
        let line = engine.line_mut();
        (line.counters, line.assumed, line.met_open_leaf) = (counters, assumed, met_open_leaf);
        self.counters = counters;
        if let Some(team) = team(engine).filter(|_| assumed == Value::Proven) {
            team.assume_proven();
        }
        Ok(())
    }

    /// Where positions repeat, or their past counts, what the table holds may depend on the root.
    pub(crate) fn turn(&mut self, engine: &mut DynEngine<'_, P>, path: &[u32]) -> bool {
        if engine.line().repetition.is_some() || engine.line().histories.is_some() || self.broken.is_some() {
            return false;
        }
        let Some(root) = behind(engine.problem(), path) else { return false };
        engine.unwind();
        if engine.line().assumed == Value::Proven && met_open_leaf(engine) {
            // What is known holds if open leaves are proven, and a search begins with the other assumption.
            engine.clear();
        }
        engine.line_mut().assumed = Value::Disproven;
        engine.ask_again();
        engine.set_root(root);
        (self.value, self.proof, self.hopeless) = (None, None, None);
        true
    }
}

/// What is known of a state on whatever line it is reached, and not because of what open leaves are taken for.
pub(crate) fn known<P: Problem>(engine: &DynEngine<'_, P>, state: &P::State) -> Option<Numbers> {
    let numbers = engine.known(state)?.numbers;
    let is_assumed = numbers.value() == Some(engine.line().assumed) && met_open_leaf(engine);
    (!is_assumed).then_some(numbers)
}

/// What is known of the successors of the root.
pub(crate) fn known_successors<P: Problem>(engine: &DynEngine<'_, P>) -> Vec<Option<(Size, Size)>> {
    let root = engine.root();
    match engine.problem().status(&root) {
        Status::Open(_) => {
            let successors = engine.successors(&root);
            successors.iter().map(|next| known(engine, next).map(Numbers::sizes)).collect()
        }
        Status::Decided(_) | Status::OpenLeaf => Vec::new(),
    }
}

fn team<'e, P: Problem>(engine: &'e DynEngine<'_, P>) -> Option<&'e Team<Contribution>> {
    engine.member().map(|member| &**member.team())
}

fn met_open_leaf<P: Problem>(engine: &DynEngine<'_, P>) -> bool {
    engine.line().met_open_leaf || team(engine).is_some_and(Team::met_open_leaf)
}

/// The moves along a path of nodes that stand for all states that they cover.
fn line_by_zones<P: Problem>(
    engine: &DynEngine<'_, P>,
    proof: &ProofGraph<P::State>,
    nodes: &[NodeId],
) -> Vec<P::Move> {
    let (problem, zones) = (engine.problem(), engine.kept_zones());
    let (mut line, mut state) = (Vec::new(), engine.root());
    for &node in &nodes[1..] {
        let pattern = proof.state(node);
        let mut found = None;
        // Moves elsewhere come last, and are the plainest of those that change nothing.
        problem.for_each_successor(&state, |mv, next| {
            if zones.is_some_and(|zones| zones.covers(&pattern, &next)) {
                found = Some((mv, next));
            }
        });
        // The other side may have had more moves where less was known.
        let Some((mv, next)) = found else { break };
        line.push(mv);
        state = next;
    }
    line
}

/// What the head of a saved search begins with.
const SAVED: u64 = u64::from_le_bytes(*b"dfpn   2");

/// What a saved search begins with, before its table.
struct Head {
    root_key: u64,
    counters: Counters,
    assumed: Value,
    met_open_leaf: bool,
}

impl Head {
    fn bytes(mut self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        put(&mut head, SAVED)?;
        put(&mut head, self.root_key)?;
        self.counters.numbers().into_iter().try_for_each(|number| put(&mut head, *number))?;
        put(&mut head, u64::from(self.assumed == Value::Proven))?;
        put(&mut head, u64::from(self.met_open_leaf))?;
        Ok(head)
    }

    /// Reads the head of a search whose root has this key.
    fn read(from: &mut dyn Read, root_key: u64) -> io::Result<Self> {
        if get(from)? != SAVED {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is not that of a depth-first search"));
        }
        if get(from)? != root_key {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its first state is another one"));
        }
        let mut counters = Counters::default();
        for number in counters.numbers() {
            *number = get_count(from)?;
        }
        if counters.second_level > counters.expanded {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its counters contradict each other"));
        }
        let assumed = if get(from)? == 0 { Value::Disproven } else { Value::Proven };
        Ok(Self { root_key, counters, assumed, met_open_leaf: get(from)? != 0 })
    }
}
