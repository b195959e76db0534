//! The search as callers see it: verdicts, reports, and the proof behind a verdict.

use std::hash::Hash;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use proofset_certificate::{ProofGraph, SolvedGraph, Strategy, leading_moves, longest_line, move_between};
use proofset_core::{
    Counters, Evidence, Limits, NodeId, Observer, Problem, Report, Role, Size, SolveError, Solver, Status, StopReason,
    TableUse, Value, Watch, state_hash,
};
use proofset_cursor::{MateLine, MateNode};
use proofset_numbers::Numbers;

use crate::contribution::Contribution;
use crate::line::{End, Engine, StateOf};
use crate::log;
use crate::options::Options;
use crate::proof::{Missing, Proof, rebuild};
use crate::table::ENDLESS;

/// What a thread has found of the root: the value, the plies of the mate, and the hand that they were found for.
pub(crate) type Found = Arc<Mutex<Option<(Value, u16, u32)>>>;

/// A search for a mate, with a table in memory.
pub struct MateSearch<C: MateLine> {
    pub(crate) engine: Engine<C>,
    root: StateOf<C>,
    /// The value, the plies of the mate, and the hand that they were found for.
    value: Option<(Value, u16, u32)>,
    proof: Option<Proof<StateOf<C>>>,
    /// Counters of the search alone, without what the proof took.
    counters: Counters,
    /// True if the verdict was withdrawn, because keys have collided.
    collided: bool,
    /// What other threads have found, and done.
    pub(crate) found: Found,
    contribution: Contribution,
}

impl<C: MateLine> MateSearch<C> {
    /// A search that has not begun.
    pub fn new(cursor: C, options: Options) -> Self {
        let root = cursor.problem().root();
        Self {
            engine: Engine::new(cursor, options),
            root,
            value: None,
            proof: None,
            counters: Counters::default(),
            collided: false,
            found: Found::default(),
            contribution: Contribution::default(),
        }
    }

    /// The problem.
    pub fn problem(&self) -> &C::Problem {
        self.engine.cursor.problem()
    }

    /// The choices of this search.
    pub fn options(&self) -> Options {
        self.engine.options
    }

    /// How the table was used, the rebuilding of the proof included.
    pub fn table_use(&self) -> TableUse {
        self.engine.table.usage()
    }

    /// If the root is a mate: it takes at most so many plies.
    pub fn mate_plies(&self) -> Option<u16> {
        self.value.filter(|(value, ..)| *value == Value::Proven).map(|(_, plies, _)| plies)
    }

    /// Of a decided root: what the attacker has to hold for the mate that was found, or may hold at most so that the
    /// defence that was found still stands, as [`MateNode::hand`](proofset_cursor::MateNode::hand) has it.
    pub fn hand(&self) -> Option<u32> {
        self.value.map(|(_, _, hand)| hand)
    }

    /// What the table knows about a state: that there is a mate within so many plies, or that there is none. Without
    /// plies the question has no bound. It holds whatever line leads to the state.
    pub fn known_value(&self, state: &StateOf<C>, plies: Option<u16>) -> Option<Value> {
        let (node, _) = self.engine.cursor.node_of(state);
        self.engine.known(node, plies.unwrap_or(ENDLESS)).map(|(value, ..)| value)
    }

    /// True if the proof of a decided root is at hand, so that it can be certified. It is missing if limits did not leave
    /// room or time for it; another call of [`solve`](Solver::solve) tries again.
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    fn run(&mut self, watch: &mut Watch<'_>) -> StopReason {
        match self.engine.cursor.problem().status(&self.root) {
            Status::Decided(value) => {
                let (node, _) = self.engine.cursor.node_of(&self.root);
                self.value = Some((value, if value == Value::Proven { 0 } else { ENDLESS }, node.hand));
                return StopReason::Decided;
            }
            Status::OpenLeaf => return StopReason::OpenLeaves,
            Status::Open(_) => {}
        }
        self.engine.most_expansions = match &self.engine.member {
            None => watch.limits().expansions,
            // Threads take expansions from what is left for all of them.
            Some(_) => watch.limits().expansions.map(|_| self.engine.counters.expanded),
        };
        let (_, plies) = self.engine.cursor.node_of(&self.root);
        loop {
            let end = self.engine.search(&self.root, plies.unwrap_or(ENDLESS), watch);
            self.counters = self.engine.counters;
            self.call_team_off(watch.limits());
            self.value = match &end {
                End::Solved(outcome) => Some((outcome.value, outcome.plies, outcome.hand)),
                End::Stopped(_) => *self.found.lock().unwrap_or_else(PoisonError::into_inner),
            };
            match end {
                _ if self.value.is_some() => return StopReason::Decided,
                // Helpers may have taken expansions that they have not made: this thread goes on with them alone.
                End::Stopped(StopReason::Expansions) if self.is_given_back(watch.limits()) => {}
                End::Stopped(reason) => return reason,
                End::Solved(_) => unreachable!("a solved root has a value"),
            }
        }
    }

    /// Stops the helpers, if there are any, and takes what they have done into account. What follows is for one thread.
    fn call_team_off(&mut self, limits: &Limits) {
        let Some(member) = &self.engine.member else { return };
        let team = Arc::clone(member.team());
        team.stop();
        self.contribution = team.wait();
        self.engine.most_expansions = limits.expansions.map(|_| self.engine.counters.expanded);
        team.begin(0, limits.expansions.map(|most| most.saturating_sub(self.total().expanded)));
    }

    fn is_given_back(&self, limits: &Limits) -> bool {
        self.engine.member.is_some() && limits.expansions.is_some_and(|most| self.total().expanded < most)
    }

    /// What was done by all threads.
    pub(crate) fn total(&self) -> Counters {
        let mut total = Contribution(self.counters);
        total += self.contribution;
        total.0
    }

    /// True if there is no verdict yet, and one may come.
    pub(crate) fn is_searching(&self) -> bool {
        self.value.is_none() && !self.collided
    }

    /// The line that a report shows: the winning choice against the longest resistance, or the line that was being
    /// searched when the search stopped. A verdict without its proof has none. With it the longest line there may be, if it
    /// is not known to be this one.
    fn line(&self) -> (Vec<C::Move>, Option<u32>) {
        let problem = self.problem();
        if let Some((proof, strategy)) = &self.proof {
            if !proof.is_exact() {
                let (line, is_longest) = longest_line(problem, proof, strategy).unwrap_or_default();
                return (line, strategy.height().filter(|_| !is_longest));
            }
            let nodes = strategy.principal_line(proof);
            return (leading_moves(problem, proof, &nodes), None);
        }
        if self.value.is_some() || self.collided {
            return (Vec::new(), None);
        }
        let states = self.engine.states();
        let mv = |pair: &[StateOf<C>]| move_between(problem, &pair[0], &pair[1]);
        (states.windows(2).map_while(mv).collect(), None)
    }

    /// Tells a search of another problem, and keys that are made in another way.
    fn root_key(&self) -> u64 {
        let (MateNode { board, hand, .. }, plies) = self.engine.cursor.node_of(&self.root);
        state_hash(&(board, hand, plies))
    }

    fn sizes(&self) -> (Size, Size) {
        self.value.map_or_else(|| self.engine.sizes(), |(value, ..)| Numbers::decided(value).sizes())
    }
}

impl<C: MateLine> Solver<C::Problem> for MateSearch<C>
where
    StateOf<C>: Clone + Eq + Hash,
{
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<C::Move>, SolveError<StateOf<C>>> {
        let _span = log::enter();
        let mut watch = Watch::new(limits, observer);
        let mut stop = StopReason::Decided;
        if self.collided {
            stop = StopReason::Collision;
        } else if self.value.is_none() {
            stop = self.run(&mut watch);
        }
        if let Some((value, plies, _)) = self.value
            && self.proof.is_none()
        {
            match rebuild(&mut self.engine, value, plies, &mut watch) {
                Ok(proof) => self.proof = Some(proof),
                Err(Missing::Stopped) => {}
                Err(Missing::Contradiction) => {
                    log::collision();
                    self.value = None;
                    self.collided = true;
                    stop = StopReason::Collision;
                }
            }
        }
        let peak = self.engine.counters.peak_bytes.max(self.engine.bytes());
        log::stops(stop, &self.counters, self.engine.bytes());
        let mut counters = self.total();
        counters.visits = counters.expanded + counters.expanded_again;
        counters.peak_bytes = peak + self.contribution.0.peak_bytes;
        let (line, longest) = self.line();
        let verdict = self.value.map(|(value, ..)| value);
        let report = Report::new(verdict, stop, counters, line).with_sizes(self.sizes()).with_longest(longest);
        Ok(report.with_evidence(Evidence::Keyed { bits: u64::BITS }).with_table(self.table_use()))
    }

    /// The table, with what the line has found out so far. Defences that hold on one line alone are not in it.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        if self.collided {
            return Ok(false);
        }
        self.engine.note_line();
        for number in [SAVED, self.root_key()] {
            out.write_all(&number.to_ne_bytes())?;
        }
        let Counters { expanded, expanded_again, generated, recomputed, .. } = self.total();
        let peak_bytes = self.engine.counters.peak_bytes;
        for number in [expanded, expanded_again, generated, recomputed, peak_bytes] {
            out.write_all(&number.to_ne_bytes())?;
        }
        self.engine.table.save(out)?;
        Ok(true)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        let mut number = || {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes).map(|()| u64::from_ne_bytes(bytes))
        };
        let strange = |what: &str| Err(io::Error::new(io::ErrorKind::InvalidData, what));
        if number()? != SAVED {
            return strange("it is not that of a search for mates, or of a machine with another order of bytes");
        }
        if number()? != self.root_key() {
            return strange("its first state is another one");
        }
        let Counters { expanded, expanded_again, generated, recomputed, peak_bytes, .. } = &mut self.engine.counters;
        for counter in [expanded, expanded_again, generated, recomputed, peak_bytes] {
            *counter = number()?;
        }
        self.counters = self.engine.counters;
        self.engine.share_out(bytes.unwrap_or(u64::MAX));
        self.engine.is_resumed = self.counters.expanded > 0;
        self.engine.table.load(from)
    }
}

/// What a saved search begins with.
const SAVED: u64 = u64::from_le_bytes(*b"mate   2");

impl<C: MateLine> SolvedGraph for MateSearch<C> {
    type State = StateOf<C>;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> StateOf<C> {
        self.proof.as_ref().map_or_else(|| self.root.clone(), |(proof, _)| proof.state(node))
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.proof.as_ref().and_then(|(proof, _)| proof.role(node))
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.proof.as_ref().and_then(|(proof, _)| proof.value(node))
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.proof.iter().flat_map(move |(proof, _): &(ProofGraph<_>, Strategy)| proof.children(node))
    }

    fn endless(&self) -> Option<Value> {
        self.proof.as_ref().and_then(|(proof, _)| proof.endless())
    }

    fn is_exact(&self) -> bool {
        self.proof.as_ref().is_none_or(|(proof, _)| proof.is_exact())
    }
}
