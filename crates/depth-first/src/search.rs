//! The search loop of df-pn: follow the best child until it is no longer the best, then come back with its numbers.
//!
//! The idea (Nagai 2002): best-first search goes back to the root after every expansion, and nearly always returns to
//! where it was. Depth-first search stays below a node for as long as a most-proving node is there. For that, each node
//! on the line has two thresholds; it is left when one of its numbers reaches its threshold, or when it is solved.
//!
//! The numbers of the children of all nodes on the line are kept in the search itself, and what a child brings back is
//! written there. The table only spares work: whatever it forgets, every activation of a node raises the numbers of a
//! child or solves it, so searches of finite acyclic problems end with any table.
//!
//! Repetitions: a child that stands on the line already has the value that the problem gives to repetitions. A result
//! that rests on one carries the place on the line that it depends on; it is stored if that place is not above the node
//! itself, for then it holds on every line, and else it is used on this line and forgotten. Where the graph may have
//! cycles, thresholds are raised below nodes with an older unsolved child until a new node is expanded (the threshold
//! controlling algorithm, Kishimoto 2010): otherwise the search could go round for ever.
//!
//! The line is a list in memory, not the stack of the program: lines may be as long as memory lasts, and a search that
//! was stopped goes on where it stopped.

use std::collections::HashMap;

use proofset_core::{Probe, Problem, Progress, Role, SolveError, Status, StopReason, Value, Watch, state_hash};
use rustc_hash::FxBuildHasher;

use crate::numbers::{INFINITE, Numbers, SumRule, Total};
use crate::options::{Epsilon, Options, Ties};
use crate::table::{Entry, ExactTable};

/// Expansions between two looks at the clock, the cancel flag and the observer.
const BATCH: u64 = 1024;

/// One byte in so many of the memory limit is kept for the line; the rest is for the table.
const LINE_SHARE: u64 = 16;

/// The dependence of a result that rests on no place of the line.
const NOWHERE: u32 = u32::MAX;

/// The last child of a node that has not searched any.
const NONE: u32 = u32::MAX;

/// A node whose numbers its parent keeps.
#[derive(Clone, Debug)]
struct Child<S> {
    state: S,
    hash: u64,
    numbers: Numbers,
    role: Role,
    /// What an earlier activation has left behind.
    known: Option<Known>,
    /// The place on the line that its value depends on.
    dependence: u32,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    /// The least distance from the root at which the state was met.
    distance: u32,
    /// The child that was searched last.
    last: u32,
    /// Expansions below it.
    work: u32,
}

/// A node on the line.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Its own place among the nodes in memory.
    node: usize,
    /// Where its children begin. They are the last nodes in memory when it is the last on the line.
    first: usize,
    thresholds: Numbers,
    /// The child that was searched last, counted from `first`.
    last: u32,
    /// Expansions in this activation, its own included.
    work: u64,
    /// True until it was looked at once.
    fresh: bool,
    distance: u32,
}

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    /// Nodes expanded that the table did not know.
    pub(crate) expanded: u64,
    /// Expansions of nodes that it knew.
    pub(crate) expanded_again: u64,
    /// Children generated, the root included.
    pub(crate) generated: u64,
    /// Times a node's numbers were computed from its children.
    pub(crate) recomputed: u64,
    pub(crate) peak_bytes: u64,
}

/// The end of a search: a value, and the children of the node with their values, as far as they hold on every line.
#[derive(Debug)]
pub(crate) struct Outcome<S> {
    pub(crate) value: Value,
    pub(crate) children: Vec<(S, Option<Value>)>,
}

/// Why a call ended.
pub(crate) enum End<S> {
    Solved(Outcome<S>),
    Stopped(StopReason),
    Error(SolveError<S>),
}

/// What a search has come across since its table was cleared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met {
    pub(crate) open_leaf: bool,
    /// A state that was on the line already.
    pub(crate) repetition: bool,
}

/// A search without its verdict: it can search one state after the other, with the same table.
#[derive(Debug)]
pub(crate) struct Engine<P: Problem, C> {
    pub(crate) problem: P,
    probe: C,
    options: Options,
    pub(crate) table: ExactTable<P::State>,
    pub(crate) counters: Counters,
    /// At most so many expansions, those of earlier searches included.
    pub(crate) most_expansions: Option<u64>,
    /// The value that open leaves are taken to have.
    pub(crate) assumed: Value,
    pub(crate) met: Met,
    /// The nodes on the line with all of their children, level by level.
    nodes: Vec<Child<P::State>>,
    line: Vec<Frame>,
    /// Where each state on the line stands; empty if the problem has a rank, and so no cycles.
    places: HashMap<P::State, u32, FxBuildHasher>,
    ranked: bool,
    /// True if thresholds are to be raised until a new node is expanded.
    raise: bool,
}

/// What a look at all children of a node tells.
struct Survey {
    numbers: Numbers,
    /// The child to search.
    best: u32,
    /// Of the others the first with the least number, and the number.
    rival: (u32, u32),
    total: Total,
}

/// The parts of a search that make children, apart so that a problem can list them while they are being kept.
struct Growth<'a, P: Problem, C> {
    problem: &'a P,
    probe: &'a mut C,
    table: &'a mut ExactTable<P::State>,
    places: &'a HashMap<P::State, u32, FxBuildHasher>,
    ranked: bool,
    assumed: Value,
    met: &'a mut Met,
}

impl<P: Problem, C: Probe<P>> Growth<'_, P, C> {
    /// A node as its parent first sees it.
    #[inline]
    fn child(&mut self, state: P::State, hash: u64) -> Child<P::State> {
        let leaf = |state, role, numbers| Child { state, hash, numbers, role, known: None, dependence: NOWHERE };
        let role = match self.problem.status(&state) {
            Status::Decided(value) => return leaf(state, value.chooser(), Numbers::decided(value)),
            Status::Open(role) => role,
            Status::OpenLeaf => {
                self.met.open_leaf = true;
                return leaf(state, self.assumed.chooser(), Numbers::decided(self.assumed));
            }
        };
        if !self.ranked
            && let Some(&place) = self.places.get(&state)
        {
            self.met.repetition = true;
            let numbers = Numbers::decided(self.problem.repetition().value());
            return Child { dependence: place, ..leaf(state, role, numbers) };
        }
        if let Some(Entry { numbers, work, distance, last }) = self.table.get(hash, &state) {
            return Child { known: Some(Known { distance, last, work }), ..leaf(state, role, numbers) };
        }
        let cost = self.probe.cost(self.problem, &state);
        leaf(state, role, Numbers::leaf(cost.proof, cost.disproof))
    }
}

impl<P: Problem, C: Probe<P>> Engine<P, C> {
    pub(crate) fn new(problem: P, probe: C, options: Options) -> Self {
        let ranked = problem.rank(&problem.root()).is_some();
        Self {
            problem,
            probe,
            options,
            table: ExactTable::new(0),
            counters: Counters::default(),
            most_expansions: None,
            assumed: Value::Disproven,
            met: Met::default(),
            nodes: Vec::new(),
            line: Vec::new(),
            places: HashMap::with_hasher(FxBuildHasher),
            ranked,
            raise: false,
        }
    }

    /// True if the problem may have cycles.
    pub(crate) fn may_have_cycles(&self) -> bool {
        !self.ranked
    }

    pub(crate) fn bytes(&self) -> u64 {
        let places = self.places.capacity() * (size_of::<(P::State, u32)>() + 1);
        let line = self.line.capacity() * size_of::<Frame>() + self.nodes.capacity() * size_of::<Child<P::State>>();
        self.table.bytes() + (places + line) as u64
    }

    /// The numbers of the state that is being searched, one and one if none is.
    pub(crate) fn root_numbers(&self) -> Numbers {
        self.nodes.first().map_or(Numbers { proof: 1, disproof: 1 }, |root| root.numbers)
    }

    /// The states on the line.
    pub(crate) fn line(&self) -> impl Iterator<Item = &P::State> {
        self.line.iter().map(|frame| &self.nodes[frame.node].state)
    }

    #[inline]
    fn growth(&mut self) -> (Growth<'_, P, C>, &mut Vec<Child<P::State>>) {
        let Self { problem, probe, table, places, ranked, assumed, met, nodes, .. } = self;
        let (ranked, assumed) = (*ranked, *assumed);
        (Growth { problem, probe, table, places, ranked, assumed, met }, nodes)
    }

    /// Searches a state, or goes on with the search of the same state that was stopped.
    pub(crate) fn search(&mut self, root: &P::State, watch: &mut Watch<'_>) -> End<P::State> {
        let bytes = watch.limits().bytes.unwrap_or(u64::MAX);
        self.table.allow(bytes - bytes / LINE_SHARE, self.options.entries);
        if self.nodes.is_empty() {
            self.counters.generated += 1;
            let (mut growth, nodes) = self.growth();
            let child = growth.child(root.clone(), state_hash(root));
            nodes.push(child);
        }
        if self.line.is_empty() {
            if let Some(value) = self.nodes[0].numbers.value()
                && self.nodes[0].known.is_none()
            {
                self.nodes.clear();
                return End::Solved(Outcome { value, children: Vec::new() });
            }
            // A solved entry would be left at once: its children are wanted, so it is searched anew.
            if self.nodes[0].numbers.is_solved() {
                self.nodes[0].numbers = Numbers { proof: 1, disproof: 1 };
            }
        }
        if let Err(stop) = self.look(watch) {
            return End::Stopped(stop);
        }
        if self.line.is_empty() {
            if self.is_spent() {
                return End::Stopped(StopReason::Expansions);
            }
            if let Err(error) = self.enter(0, Numbers::UNLIMITED) {
                return End::Error(error);
            }
        }
        self.run(watch)
    }

    fn is_spent(&self) -> bool {
        self.most_expansions.is_some_and(|most| self.counters.expanded >= most)
    }

    fn work(&self) -> u64 {
        self.counters.expanded + self.counters.expanded_again
    }

    fn run(&mut self, watch: &mut Watch<'_>) -> End<P::State> {
        let most_bytes = watch.limits().bytes;
        let mut next_look = self.work() + BATCH;
        loop {
            let place = self.line.len() - 1;
            let survey = self.survey(place);
            self.counters.recomputed += 1;
            self.nodes[self.line[place].node].numbers = survey.numbers;
            if survey.numbers.is_solved() {
                if let Some(outcome) = self.leave() {
                    return End::Solved(outcome);
                }
                continue;
            }
            if self.line[place].fresh {
                self.control_thresholds(place, survey.numbers);
            }
            if survey.numbers.reach(self.line[place].thresholds) {
                self.leave();
                continue;
            }
            let mut stop = self.is_spent().then_some(StopReason::Expansions);
            if self.work() >= next_look {
                next_look = self.work() + BATCH;
                stop = stop.or(self.look(watch).err());
            }
            if most_bytes.is_some_and(|most| self.bytes() > most) {
                stop = Some(StopReason::Memory);
            }
            if let Some(stop) = stop {
                // The node is looked at again when the search goes on.
                self.counters.recomputed -= 1;
                return End::Stopped(stop);
            }
            let thresholds = self.thresholds(place, &survey);
            let frame = &mut self.line[place];
            frame.last = survey.best;
            let node = frame.first + survey.best as usize;
            if let Err(error) = self.enter(node, thresholds) {
                return End::Error(error);
            }
        }
    }

    /// The threshold controlling algorithm: below a node with an unsolved child that was met nearer to the root, or as
    /// near, thresholds are raised until a new node is expanded.
    fn control_thresholds(&mut self, place: usize, numbers: Numbers) {
        let frame = &mut self.line[place];
        frame.fresh = false;
        if self.ranked {
            return;
        }
        let is_old = |child: &Child<P::State>| {
            !child.numbers.is_solved() && child.known.is_some_and(|known| known.distance <= frame.distance)
        };
        self.raise |= self.nodes[frame.first..].iter().any(is_old);
        if self.raise {
            frame.thresholds.proof = frame.thresholds.proof.max(numbers.proof + 1);
            frame.thresholds.disproof = frame.thresholds.disproof.max(numbers.disproof + 1);
        }
    }

    /// The rule for the summed side of a node.
    #[inline]
    fn rule(&self, role: Role) -> SumRule {
        match role {
            Role::Or => self.options.disproof_sum,
            Role::And => self.options.proof_sum,
        }
    }

    /// The numbers of a node from those of its children, and what is needed to choose among them.
    #[inline]
    fn survey(&self, place: usize) -> Survey {
        let frame = &self.line[place];
        let role = self.nodes[frame.node].role;
        let (mut least, mut best) = (INFINITE, NONE);
        let (mut second, mut rival) = (INFINITE, NONE);
        let mut total = Total::NONE;
        for (index, child) in (0..).zip(&self.nodes[frame.first..]) {
            total.add(child.numbers.summed(role));
            let number = child.numbers.selected(role);
            let stays = self.options.ties == Ties::Last && index == frame.last && number == least;
            if number < INFINITE && (number < least || stays) {
                (second, rival) = (least, best);
                (least, best) = (number, index);
            } else if number < second {
                (second, rival) = (number, index);
            }
        }
        let numbers = match least {
            0 => Numbers::of(role, 0, INFINITE),
            INFINITE => Numbers::of(role, INFINITE, 0),
            _ => Numbers::of(role, least, total.number(self.rule(role))),
        };
        Survey { numbers, best, rival: (rival, second), total }
    }

    /// The thresholds for the child to search.
    #[inline]
    fn thresholds(&self, place: usize, survey: &Survey) -> Numbers {
        let frame = &self.line[place];
        let role = self.nodes[frame.node].role;
        let (rival, number) = survey.rival;
        let Options { ties, epsilon, .. } = self.options;
        let until = if number >= INFINITE {
            INFINITE
        } else if ties == Ties::First && epsilon == Epsilon::ZERO && rival < survey.best {
            // Best-first search would turn to a child before this one as soon as it is as good.
            number
        } else {
            (number + epsilon.slack(number).min(INFINITE)).min(INFINITE)
        };
        let own = self.nodes[frame.first + survey.best as usize].numbers;
        let selected = frame.thresholds.selected(role).min(until);
        let summed = survey.total.threshold(self.rule(role), own.summed(role), frame.thresholds.summed(role));
        Numbers::of(role, selected, summed)
    }

    /// Puts a node at the end of the line and generates its children.
    fn enter(&mut self, node: usize, thresholds: Numbers) -> Result<(), SolveError<P::State>> {
        let place = self.line.len() as u32;
        let known = self.nodes[node].known;
        if known.is_some() {
            self.counters.expanded_again += 1;
        } else {
            self.counters.expanded += 1;
            self.raise = false;
        }
        let state = self.nodes[node].state.clone();
        if !self.ranked {
            self.places.insert(state.clone(), place);
        }
        let (mut growth, nodes) = self.growth();
        let first = nodes.len();
        let rank = growth.problem.rank(&state);
        let mut wrong_rank = None;
        growth.problem.for_each_successor(&state, |_, next| {
            let hash = state_hash(&next);
            if nodes[first..].iter().any(|child| child.hash == hash && child.state == next) {
                return;
            }
            if let Some(parent) = rank
                && let Some(child) = growth.problem.rank(&next).filter(|&child| child <= parent)
            {
                wrong_rank = Some(SolveError::Rank { parent, child });
            }
            nodes.push(growth.child(next, hash));
        });
        if let Some(error) = wrong_rank {
            return Err(error);
        }
        self.counters.generated += (self.nodes.len() - first) as u64;
        self.line.push(Frame {
            node,
            first,
            thresholds,
            last: known.map_or(NONE, |known| known.last),
            work: 1,
            fresh: true,
            distance: known.map_or(place, |known| known.distance.min(place)),
        });
        Ok(())
    }

    /// Takes the last node off the line, stores what is known about it, and tells its parent. Returns the outcome if it
    /// was the only one.
    fn leave(&mut self) -> Option<Outcome<P::State>> {
        let Some(frame) = self.line.pop() else { unreachable!("only nodes on the line are left") };
        let place = self.line.len() as u32;
        let dependence = self.dependence(&frame);
        let holds = dependence >= place;
        let node = &self.nodes[frame.node];
        let numbers = node.numbers;
        if !self.ranked {
            self.places.remove(&node.state);
        }
        let earlier = node.known.map_or(0, |known| known.work);
        let work = u32::try_from(frame.work).unwrap_or(u32::MAX).saturating_add(earlier);
        let known = Known { distance: frame.distance, last: frame.last, work };
        if holds {
            let Known { distance, last, work } = known;
            self.table.put(node.hash, &node.state, Entry { numbers, work, distance, last }, state_hash);
        }
        if let Some(parent) = self.line.last_mut() {
            parent.work += frame.work;
            self.nodes.truncate(frame.first);
            let node = &mut self.nodes[frame.node];
            node.known = Some(known);
            node.dependence = if holds { NOWHERE } else { dependence };
            return None;
        }
        let children = self.nodes.drain(frame.first..).map(|child| {
            let value = child.numbers.value().filter(|_| child.dependence == NOWHERE);
            (child.state, value)
        });
        let children = children.collect();
        self.nodes.clear();
        numbers.value().map(|value| Outcome { value, children })
    }

    /// The place on the line that the value of a node depends on, if it has one and it is that of a repetition.
    fn dependence(&self, frame: &Frame) -> u32 {
        let node = &self.nodes[frame.node];
        let repetition = self.problem.repetition().value();
        if self.ranked || node.numbers.value() != Some(repetition) {
            return NOWHERE;
        }
        let with_value = |child: &&Child<P::State>| child.numbers.value() == Some(repetition);
        let dependences = self.nodes[frame.first..].iter().filter(with_value).map(|child| child.dependence);
        // Where one child is enough, the one that depends on least; else all of them count.
        let dependence = if node.role == repetition.chooser() { dependences.max() } else { dependences.min() };
        dependence.unwrap_or(NOWHERE)
    }

    /// Looks outside, and notes how much memory is held.
    fn look(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        let bytes = self.bytes();
        self.counters.peak_bytes = self.counters.peak_bytes.max(bytes);
        let mut progress = Progress::start();
        progress.expanded = self.counters.expanded;
        progress.generated = self.counters.generated;
        progress.bytes = bytes;
        (progress.proof, progress.disproof) = self.root_numbers().sizes();
        progress.depth = self.line.len() as u32;
        watch.look(progress)
    }

    /// Forgets the line of a search that will not go on.
    pub(crate) fn abandon(&mut self) {
        self.nodes.clear();
        self.line.clear();
        self.places.clear();
        self.raise = false;
    }

    /// Forgets everything that the table holds.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.met = Met::default();
    }
}
