//! The search loop of the family: follow the best child until it is left, then come back with its numbers.
//!
//! The idea (Nagai 2002): best-first search goes back to the root after every expansion, and nearly always returns to
//! where it was. Depth-first search stays below a node for as long as its thresholds say: each node on the line has two,
//! and what thresholds a child gets, and when a node is left, is what tells the [methods](Method) apart. In df-pn a node
//! is left when one of its numbers reaches its threshold, and a most-proving node is below it until then.
//!
//! The numbers of the children of all nodes on the line are kept in the search itself, and what a child brings back is
//! written there. The table only spares work: whatever it forgets, every activation of a node raises the numbers of a
//! child or solves it, so searches of finite acyclic problems end with any table.
//!
//! Repetitions: a child that stands on the line already has the value that the problem gives to repetitions. A result
//! that rests on one carries the place on the line that it depends on; it is stored if that place is not above the node
//! itself, for then it holds on every line. Else it is [provisional](crate::provisional): it holds while the line above
//! stands. Where the graph may have cycles, [threshold control](ThresholdControl) makes the search end. Where whoever repeats
//! a state has lost, every value depends on the line, and the [histories](crate::history) keep them.
//!
//! The line is a list in memory, not the stack of the program: lines may be as long as memory lasts, and a search that
//! was stopped goes on where it stopped.

use std::hint::black_box;
use std::num::NonZeroU32;

use hashbrown::HashTable;
use proofset_core::{
    LeafCost, Problem, Progress, Repetition, Role, Size, SolveError, Status, StopReason, Value, Watch,
};
use proofset_cursor::{Cursor, Finding, NodeView, Outlook, Visit};
use proofset_numbers::{INFINITE, MOST, Numbers, SumRule, ThresholdControl, Total};

use crate::above::Above;
use crate::history::{Histories, MOST_PLIES};
use crate::options::{Epsilon, Method, Options, Ties};
use crate::prover::{End, Outcome, Prover};
use crate::provisional::{Conditional, Provisional};
use crate::sources::Sources;
use crate::survey::{Summary, WIDE, Wide};
use crate::table::{Entry, Name, Room, Table};

/// Work between two looks at the clock, the cancel flag and the observer.
const BATCH: u64 = 1 << 16;

/// The work of a turn, as many times that of looking at a child.
const TURN: u64 = 16;

/// One byte in so many of the memory limit is kept for the line; the rest is for the table.
const LINE_SHARE: u64 = 16;

/// One byte in so many of the memory limit is for values that hold while the line above stands, if there may be any.
const PROVISIONAL_SHARE: u64 = 16;

/// One byte in so many of the memory limit is for results that depend on the line, if there are any.
const HISTORY_SHARE: u64 = 2;

/// One byte in so many of the memory limit is for the detection of sources, if it is on.
const SOURCE_SHARE: u64 = 4;

/// One byte in so many of the memory limit is for searches that the probe nests, if it does.
const NESTED_SHARE: u64 = 2;

/// The dependence of a result that rests on no place of the line.
const NOWHERE: u32 = u32::MAX;

/// The last child of a node that has not searched any.
pub(crate) const NONE: u32 = u32::MAX;

pub(crate) type StateOf<C> = <<C as Cursor>::Problem as Problem>::State;

/// A node whose numbers its parent keeps.
#[derive(Clone, Debug)]
pub(crate) struct Child<M> {
    mark: M,
    key: u64,
    numbers: Numbers,
    /// What the edge to it costs.
    edge: Numbers,
    rank: Option<u32>,
    resource: u16,
    role: Role,
    /// True if it is counted together with others.
    merged: bool,
    /// What an earlier activation has left behind.
    known: Option<Known>,
    /// The place on the line that its value depends on.
    dependence: u32,
}

impl<M> Child<M> {
    fn name(&self) -> Name<'_, M> {
        Name { key: self.key, resource: self.resource, mark: &self.mark }
    }

    /// Its numbers as its parent counts them: the selected and the summed one.
    #[inline]
    pub(crate) fn counted(&self, role: Role) -> (u32, u32) {
        counted(self.numbers, self.edge, role)
    }

    #[inline]
    pub(crate) fn is_solved(&self) -> bool {
        self.numbers.is_solved()
    }

    /// True if it is counted together with others.
    #[inline]
    pub(crate) fn is_merged(&self) -> bool {
        self.merged
    }
}

#[cfg(test)]
impl<M> Child<M> {
    /// A child of which nothing else matters.
    pub(crate) fn with_numbers(mark: M, numbers: Numbers, merged: bool) -> Self {
        let (edge, role) = (Numbers::FREE, Role::Or);
        Self { mark, key: 0, numbers, edge, rank: None, resource: 0, role, merged, known: None, dependence: NOWHERE }
    }
}

/// Numbers as a parent of this role counts them behind an edge: the selected and the summed one. Solved nodes cost
/// nothing more.
#[inline]
fn counted(numbers: Numbers, edge: Numbers, role: Role) -> (u32, u32) {
    let (selected, summed) = (numbers.selected(role), numbers.summed(role));
    if edge == Numbers::FREE || numbers.is_solved() {
        return (selected, summed);
    }
    ((selected + edge.selected(role)).min(MOST), (summed + edge.summed(role)).min(MOST))
}

/// What is left of the activations of a node, besides its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// The least distance from the root at which the state was met.
    distance: u32,
    /// The child that was searched last.
    last: u32,
    /// Expansions below it.
    work: NonZeroU32,
}

impl Known {
    fn entry(self, numbers: Numbers) -> Entry {
        let Self { distance, last, work } = self;
        Entry { numbers, work, distance, last }
    }
}

/// A node on the line.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Its own place among the nodes in memory.
    node: usize,
    /// Where its children begin. They are the last nodes in memory when it is the last on the line.
    first: usize,
    thresholds: Numbers,
    /// The numbers that it had when it was entered.
    before: Numbers,
    /// The child that was searched last, counted from `first`.
    last: u32,
    /// Expansions in this activation, its own included.
    work: u64,
    /// True until it was looked at once.
    fresh: bool,
    distance: u32,
    /// How many provisional values there were when it was entered.
    height: u32,
    /// The place nearest to the root that one of those found since rests on.
    lowest: u32,
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
    /// Of `expanded`, those in searches that the probe has nested.
    pub(crate) second_level: u64,
    /// Times such searches went down to a node.
    pub(crate) second_level_visits: u64,
    pub(crate) peak_bytes: u64,
}

impl Counters {
    /// As a report has them.
    pub(crate) fn reported(&self) -> proofset_core::Counters {
        let mut counters = proofset_core::Counters::default();
        counters.expanded = self.expanded;
        counters.expanded_again = self.expanded_again;
        counters.second_level = self.second_level;
        counters.visits = self.expanded - self.second_level + self.expanded_again + self.second_level_visits;
        counters.generated = self.generated;
        counters.recomputed = self.recomputed;
        counters.peak_bytes = self.peak_bytes;
        counters
    }
}

/// What a search has come across since its table was cleared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met {
    pub(crate) open_leaf: bool,
}

/// A search without its verdict: it can search one state after the other, with the same table.
pub(crate) struct Engine<C: Cursor, T> {
    pub(crate) cursor: C,
    pub(crate) options: Options,
    pub(crate) table: T,
    pub(crate) counters: Counters,
    /// At most so many expansions, those of earlier searches included.
    pub(crate) most_expansions: Option<u64>,
    /// The value that open leaves are taken to have.
    pub(crate) assumed: Value,
    pub(crate) met: Met,
    /// The nodes on the line with all of their children, level by level.
    nodes: Vec<Child<C::Mark>>,
    line: Vec<Frame>,
    /// What an expansion has generated that was not completed, and is begun anew.
    turned_back: u64,
    /// The bytes that all may take.
    most_bytes: u64,
    /// The bytes that the line may take.
    line_share: u64,
    /// The bytes that the cursor may take.
    claimed: u64,
    /// Those on the line with very many children, in the same order.
    wide: Vec<Wide>,
    /// The places on the line by the keys of their states; empty if nobody asks, because the problem has a rank and so
    /// no cycles.
    places: HashTable<u32>,
    sources: Option<Sources>,
    /// Values that hold while the line above stands, where repetitions have one value whoever brings them about.
    provisional: Option<Provisional<C::Mark>>,
    /// Results that hold on one line, where the rule for repetitions makes values depend on it.
    pub(crate) histories: Option<Box<Histories>>,
    /// States that count as standing on the line above the root of the search, under the same rule.
    above: Above<C::Mark>,
    ranked: bool,
    /// The place on the line that a child has come back to although the problem says that no line does.
    unexpected: Option<u32>,
    /// Children that were generated and looked at, and turns: what is counted between two looks outside.
    work: u64,
    /// What is demanded so that the search ends, where there may be cycles.
    control: Option<ThresholdControl>,
    /// True if the probe is asked about leaves before they are expanded.
    asks: bool,
    /// What the probe has expanded below the leaf that it was stopped at.
    asked: u64,
    /// Sizes of the root when the search last looked outside.
    sizes: (Size, Size),
}

/// What the children of a node make of it, and which of them is searched.
struct Survey {
    numbers: Numbers,
    /// The child to search.
    best: u32,
    /// Of the others the first with the least number, and the number.
    rival: (u32, u32),
    total: Total,
}

impl<C: Cursor, T: Table<C::Mark>> Engine<C, T> {
    pub(crate) fn new(cursor: C, table: T, options: Options) -> Self {
        let problem = cursor.problem();
        let ranked = problem.rank(&problem.root()).is_some();
        assert!(ranked || !C::ORDERED, "states with resources have a rank");
        let repetition = problem.repetition().filter(|_| !ranked);
        let by_line = repetition == Some(Repetition::MoverLoses);
        let provisional = repetition.and_then(Repetition::fixed_value).map(|_| Provisional::new());
        // What a probe finds out about a state cannot depend on the line.
        let asks = cursor.nests() && !by_line;
        Self {
            cursor,
            options,
            table,
            counters: Counters::default(),
            most_expansions: None,
            assumed: Value::Disproven,
            met: Met::default(),
            nodes: Vec::new(),
            line: Vec::new(),
            turned_back: 0,
            most_bytes: u64::MAX,
            line_share: u64::MAX,
            claimed: 0,
            wide: Vec::new(),
            places: HashTable::new(),
            sources: options.source_detection.then(Sources::new),
            provisional,
            histories: by_line.then(|| Box::new(Histories::new())),
            above: Above::new(),
            ranked,
            unexpected: None,
            work: 0,
            control: (!ranked).then(ThresholdControl::new),
            asks,
            asked: 0,
            sizes: (Size::ONE, Size::ONE),
        }
    }

    /// The bytes of all that it holds.
    fn held(&self) -> u64 {
        let places = self.places.allocation_size();
        self.table.bytes()
            + self.cursor.bytes()
            + self.line_bytes()
            + places as u64
            + self.sources.as_ref().map_or(0, Sources::bytes)
            + self.provisional.as_ref().map_or(0, Provisional::bytes)
            + self.histories.as_ref().map_or(0, |histories| histories.bytes())
            + self.above.bytes()
    }

    /// The bytes that are left for the children of a node. What the cursor does not hold yet it may need for them.
    #[inline]
    fn room(&self) -> u64 {
        let held = self.held() + self.claimed.saturating_sub(self.cursor.bytes());
        self.most_bytes.saturating_sub(held)
    }

    /// The bytes of the line and of the nodes beside it.
    #[inline]
    fn line_bytes(&self) -> u64 {
        let line = self.line.capacity() * size_of::<Frame>() + self.nodes.capacity() * size_of::<Child<C::Mark>>();
        (line + self.wide.iter().map(Wide::bytes).sum::<usize>()) as u64
    }

    /// The numbers of the state that is being searched, one and one if none is.
    ///
    /// What the line has found out is told to parents when it is left; here it is counted already.
    pub(crate) fn root_numbers(&self) -> Numbers {
        let mut below: Option<(usize, Numbers)> = None;
        let mut end = self.nodes.len();
        for frame in self.line.iter().rev() {
            let role = self.nodes[frame.node].role;
            let (mut least, mut total) = (INFINITE, Total::NONE);
            for (node, child) in (frame.first..end).zip(&self.nodes[frame.first..end]) {
                let newer = below.filter(|(other, _)| *other == node).map(|(_, numbers)| numbers);
                let (number, summed) = counted(newer.unwrap_or(child.numbers), child.edge, role);
                least = least.min(number);
                total.add(summed, child.merged);
            }
            below = Some((frame.node, self.backed_up(role, least, &total)));
            end = frame.first;
        }
        let first = || self.nodes.first().map_or(Numbers { proof: 1, disproof: 1 }, |root| root.numbers);
        below.map_or_else(first, |(_, numbers)| numbers)
    }

    /// The states on the line.
    pub(crate) fn line(&self) -> Vec<StateOf<C>> {
        if self.line.is_empty() { Vec::new() } else { self.cursor.line() }
    }

    /// Divides the memory that there is.
    fn share_out(&mut self, bytes: u64) {
        let line = bytes / LINE_SHARE;
        (self.most_bytes, self.line_share) = (bytes, line);
        let sources = self.sources.as_mut().map_or(0, |sources| {
            let share = bytes / SOURCE_SHARE;
            sources.allow(share);
            share
        });
        let provisional = self.provisional.as_mut().map_or(0, |provisional| {
            let share = bytes / PROVISIONAL_SHARE;
            provisional.allow(share);
            share
        });
        let histories = self.histories.as_mut().map_or(0, |histories| {
            let share = bytes / HISTORY_SHARE;
            histories.allow(share);
            share
        });
        // Where the probe is not asked any more, a proof is put together, which needs room as well.
        let nested = if self.cursor.nests() { bytes / NESTED_SHARE } else { 0 };
        let bytes = bytes.saturating_sub(line + sources + provisional + histories + nested);
        self.claimed = self.cursor.allow(bytes);
        let bytes = bytes.saturating_sub(self.claimed);
        let Options { entries, replacement, dominance, .. } = self.options;
        self.table.allow(Room { bytes, entries, replacement, dominance });
    }

    fn is_spent(&self) -> bool {
        self.most_expansions.is_some_and(|most| self.counters.expanded >= most)
    }

    fn run(&mut self, watch: &mut Watch<'_>) -> End<StateOf<C>> {
        let most_bytes = watch.limits().bytes;
        let mut next_look = self.work + BATCH;
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
            let mut thresholds = self.controlled(place, survey.numbers);
            if self.is_done(survey.numbers, thresholds) {
                if place > 0 {
                    self.leave();
                    continue;
                }
                thresholds = self.root_thresholds(survey.numbers);
                self.line[0].thresholds = thresholds;
            }
            let mut stop = self.is_spent().then_some(StopReason::Expansions);
            self.work += TURN;
            if self.work >= next_look {
                // A look outside takes one at the numbers of all nodes as well.
                next_look = self.work + BATCH.max(4 * self.nodes.len() as u64);
                stop = stop.or(self.look(watch).err());
            }
            if most_bytes.is_some_and(|most| self.held() > most) {
                stop = Some(StopReason::Memory);
            }
            if let Some(stop) = stop {
                // The node is looked at again when the search goes on.
                self.counters.recomputed -= 1;
                return End::Stopped(stop);
            }
            let thresholds = self.thresholds_below(place, thresholds, &survey);
            let frame = &mut self.line[place];
            frame.last = survey.best;
            let node = frame.first + survey.best as usize;
            // It may have got a value since its parent was entered.
            if self.value_for_now(node) {
                self.note_change(place, node);
                continue;
            }
            if self.cursor.nests() && self.asks && self.nodes[node].known.is_none() {
                match self.consult(node, watch) {
                    Ok(false) => {}
                    Ok(true) => {
                        self.note_change(place, node);
                        continue;
                    }
                    Err(end) => {
                        self.counters.recomputed -= 1;
                        return end;
                    }
                }
            }
            debug_assert!(
                !self.is_done(self.nodes[node].numbers, thresholds),
                "every search of a child makes progress"
            );
            if let Err(end) = self.enter(node, thresholds, watch) {
                self.counters.recomputed -= 1;
                return end;
            }
        }
    }

    /// Asks the probe about a leaf below the last node of the line. True if that has found its value or numbers.
    fn consult(&mut self, node: usize, watch: &mut Watch<'_>) -> Result<bool, End<StateOf<C>>> {
        let progress = self.progress();
        let mut outlook = Outlook { nodes: self.table.usage().entries, progress, watch };
        let Visit { finding, work } = self.cursor.visit(&self.nodes[node].mark, &mut outlook);
        self.counters.expanded += work.expanded;
        self.counters.second_level += work.expanded;
        self.counters.generated += work.generated;
        self.counters.recomputed += work.recomputed;
        self.counters.second_level_visits += work.visits;
        self.counters.peak_bytes = self.counters.peak_bytes.max(progress.bytes + work.peak_bytes);
        let place = self.line.len() as u32;
        if let Some(frame) = self.line.last_mut() {
            frame.work += work.expanded;
        }
        self.asked += work.expanded;
        let numbers = match finding {
            Finding::Nothing => {
                self.asked = 0;
                return Ok(false);
            }
            Finding::Solved(value) => Numbers::decided(value),
            Finding::Unsolved { proof, disproof } => Numbers::leaf(proof, disproof),
            Finding::Stopped(reason) => return Err(End::Stopped(reason)),
            Finding::Broken(error) => return Err(End::Error(error)),
        };
        // The search below it was one of a new node.
        if let Some(control) = &mut self.control {
            control.expand();
        }
        let work = u32::try_from(std::mem::take(&mut self.asked)).unwrap_or(u32::MAX);
        let work = NonZeroU32::new(work).unwrap_or(NonZeroU32::MIN);
        let child = &mut self.nodes[node];
        child.numbers = numbers;
        child.known = Some(Known { distance: place, last: NONE, work });
        if self.options.entries != Some(0) {
            let entry = Entry { numbers, work, distance: place, last: NONE };
            self.table.put(self.nodes[node].name(), entry);
        }
        Ok(true)
    }

    /// True if an unsolved node with these numbers is left.
    #[inline]
    fn is_done(&self, numbers: Numbers, thresholds: Numbers) -> bool {
        match self.options.method {
            Method::Pds => numbers.both_reach(thresholds),
            Method::DfPn | Method::PnStar | Method::CStar => numbers.reach(thresholds),
        }
    }

    /// The thresholds with which the root is searched (again) when it has these numbers.
    fn root_thresholds(&self, numbers: Numbers) -> Numbers {
        let Numbers { proof, disproof } = numbers;
        let Options { method, epsilon, .. } = self.options;
        match method {
            Method::DfPn => Numbers::UNLIMITED,
            Method::PnStar | Method::CStar => Numbers { proof: epsilon.above(proof), ..Numbers::UNLIMITED },
            Method::Pds if proof <= disproof => Numbers { proof: epsilon.above(proof), disproof },
            Method::Pds => Numbers { proof, disproof: epsilon.above(disproof) },
        }
    }

    /// The thresholds that a node on the line has now, with these numbers.
    ///
    /// The threshold controlling algorithm: from a node with an unsolved child that was met nearer to the root, or as
    /// near, no node is left unsolved until a new one is expanded.
    fn controlled(&mut self, place: usize, numbers: Numbers) -> Numbers {
        let line = self.line_bytes();
        let frame = &mut self.line[place];
        let thresholds = frame.thresholds;
        let is_fresh = std::mem::take(&mut frame.fresh);
        let Some(control) = &mut self.control else { return thresholds };
        // Lists double when they grow.
        if 2 * line > self.line_share {
            control.relent();
        }
        if is_fresh && self.options.threshold_control && !control.is_raised() {
            let is_old = |child: &Child<C::Mark>| {
                !child.numbers.is_solved() && child.known.is_some_and(|known| known.distance <= frame.distance)
            };
            if self.nodes[frame.first..].iter().any(is_old) {
                control.meet_old_child();
            }
        }
        control.raised(thresholds, numbers)
    }

    /// Takes into account that a child of a node on the line has changed.
    #[inline]
    fn note_change(&mut self, place: usize, child: usize) {
        if self.wide.is_empty() {
            return;
        }
        if let Ok(at) = self.wide.binary_search_by_key(&place, |wide| wide.place) {
            let frame = &self.line[place];
            let end = self.line.get(place + 1).map_or(self.nodes.len(), |next| next.first);
            let (first, role) = (frame.first, self.nodes[frame.node].role);
            self.wide[at].renew(child - first, &self.nodes[first..end], role);
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
    fn survey(&mut self, place: usize) -> Survey {
        let frame = &self.line[place];
        let role = self.nodes[frame.node].role;
        let children = &self.nodes[frame.first..];
        let wide = self.wide.last().filter(|wide| wide.place == place).map(Wide::all);
        let Summary { least, mut best, mut second, mut rival, total } = if let Some(block) = wide {
            block.summary
        } else {
            let mut summary = Summary::NONE;
            for (index, child) in (0..).zip(children) {
                summary.add(index, child.counted(role), child.merged);
            }
            self.work += children.len() as u64;
            summary
        };
        let numbers = self.backed_up(role, least, &total);
        if !numbers.is_solved() {
            let last = children.get(frame.last as usize).filter(|_| self.options.ties == Ties::Last);
            let last = last.map(|child| (child.counted(role), child.is_solved()));
            if best != frame.last && last.is_some_and(|((number, _), _)| number == least) {
                (second, rival) = (least, best);
                best = frame.last;
            }
            match self.options.method {
                Method::PnStar | Method::CStar if role == Role::And => {
                    let (most, hardest) = wide.map_or_else(|| hardest(children, role), |block| block.hardest);
                    let stays = last.is_some_and(|((_, summed), is_solved)| !is_solved && summed == most);
                    best = if stays { frame.last } else { hardest };
                }
                Method::Pds => {
                    let (smallest, easiest) =
                        wide.map_or_else(|| least_of_both(children, role, least), |block| block.easiest);
                    let stays = last.is_some_and(|((number, summed), _)| number == least && summed == smallest);
                    best = if stays { frame.last } else { easiest };
                }
                _ => {}
            }
        }
        Survey { numbers, best, rival: (rival, second), total }
    }

    /// The numbers of a node from the least selected number of its children and all of their summed ones.
    #[inline]
    fn backed_up(&self, role: Role, least: u32, total: &Total) -> Numbers {
        match least {
            0 => Numbers::of(role, 0, INFINITE),
            INFINITE => Numbers::of(role, INFINITE, 0),
            _ => {
                let numbers = Numbers::of(role, least, total.number(self.rule(role)));
                debug_assert!(!numbers.is_solved(), "unsolved children leave their parent unsolved");
                numbers
            }
        }
    }

    /// The thresholds for the child to search, from those that its parent has now.
    #[inline]
    fn thresholds_below(&self, place: usize, thresholds: Numbers, survey: &Survey) -> Numbers {
        let frame = &self.line[place];
        let role = self.nodes[frame.node].role;
        let child = &self.nodes[frame.first + survey.best as usize];
        let Options { method, ties, epsilon, .. } = self.options;
        if method == Method::Pds {
            return self.pds_thresholds(thresholds, survey.numbers, child);
        }
        let (rival, number) = survey.rival;
        let until = if number >= INFINITE || method == Method::CStar {
            INFINITE
        } else if ties == Ties::First && epsilon == Epsilon::ZERO && rival < survey.best {
            // Best-first search would turn to a child before this one as soon as it is as good.
            number
        } else {
            epsilon.above(number)
        };
        let (_, own) = child.counted(role);
        let selected =
            if method.proof_only() && role == Role::And { INFINITE } else { thresholds.selected(role).min(until) };
        let summed = survey.total.threshold(self.rule(role), own, child.merged, thresholds.summed(role));
        // A child's thresholds are in its own units.
        let without = |threshold: u32, edge: u32| if threshold >= INFINITE { INFINITE } else { threshold - edge };
        Numbers::of(role, without(selected, child.edge.selected(role)), without(summed, child.edge.summed(role)))
    }

    /// PDS raises one of the child's numbers: that which proves for the child's side, unless the parent's threshold
    /// forbids, or the other is smaller and its threshold allows it.
    fn pds_thresholds(&self, thresholds: Numbers, numbers: Numbers, child: &Child<C::Mark>) -> Numbers {
        let role = child.role;
        let (own, other) = (child.numbers.selected(role), child.numbers.summed(role));
        let epsilon = self.options.epsilon;
        let may_grow = thresholds.selected(role) > numbers.selected(role);
        if may_grow && (own <= other || thresholds.summed(role) <= numbers.summed(role)) {
            Numbers::of(role, epsilon.above(own), other)
        } else {
            Numbers::of(role, own, epsilon.above(other))
        }
    }

    /// A node as it is before the table is asked: unsolved nodes have no numbers yet.
    #[inline]
    fn first_view(node_view: NodeView<C::Mark>, assumed: Value, met: &mut Met) -> Child<C::Mark> {
        let NodeView { mark, key, resource, status, rank, edge } = node_view;
        let (role, numbers) = match status {
            Status::Decided(value) => (value.chooser(), Numbers::decided(value)),
            Status::Open(role) => (role, Numbers { proof: 1, disproof: 1 }),
            Status::OpenLeaf => {
                met.open_leaf = true;
                (assumed.chooser(), Numbers::decided(assumed))
            }
        };
        let edge = Numbers { proof: edge.proof.min(MOST), disproof: edge.disproof.min(MOST) };
        Child { mark, key, numbers, edge, rank, resource, role, merged: false, known: None, dependence: NOWHERE }
    }

    /// Finds out what is known about an open node: that it is on the line, what the table holds, or what a leaf costs.
    #[inline]
    fn learn(&mut self, node: usize) {
        if !self.ranked
            && let Some(place) = self.place_of(node)
        {
            // Only children are on the line, so there is a mover.
            let mover = self.line.last().map_or(Role::Or, |frame| self.nodes[frame.node].role);
            let child = &mut self.nodes[node];
            match self.cursor.problem().repetition() {
                Some(rule) => child.numbers = Numbers::decided(rule.value(mover)),
                None => self.unexpected = Some(place),
            }
            child.dependence = place;
            return;
        }
        let Child { key, mark, .. } = &self.nodes[node];
        if self.above.has(*key, |other| C::same(other, mark)) {
            let mover = self.line.last().map_or(Role::Or, |frame| self.nodes[frame.node].role);
            if let Some(rule) = self.cursor.problem().repetition() {
                self.nodes[node].numbers = Numbers::decided(rule.value(mover));
            }
            return;
        }
        if self.value_for_now(node) {
            return;
        }
        if self.histories.is_some()
            && let Some(value) = self.value_on_line(node)
        {
            self.nodes[node].numbers = Numbers::decided(value);
            return;
        }
        let remembers = self.remembers();
        let child = &mut self.nodes[node];
        if remembers && let Some(Entry { numbers, work, distance, last }) = self.table.get(child.name()) {
            child.numbers = numbers;
            child.known = Some(Known { distance, last, work });
            return;
        }
        let LeafCost { proof, disproof } = self.cursor.cost(&child.mark);
        child.numbers = Numbers::leaf(proof, disproof);
        if let Some(deep) = self.options.deep {
            child.numbers = child.numbers.times(deep.factor(self.line.len() as u32));
        }
    }

    /// Gives a node below the line the value that it has while the line stands, if one was found.
    #[inline]
    fn value_for_now(&mut self, node: usize) -> bool {
        let Some(provisional) = &self.provisional else { return false };
        let Child { key, mark, .. } = &self.nodes[node];
        let Some((height, result)) = provisional.find(*key, |other| C::same(other, mark)) else { return false };
        // What was found below the last of the nodes that were on the line by then, and are so still.
        let below = self.line.partition_point(|frame| frame.height <= height);
        let lowest = below.checked_sub(1).map_or(NOWHERE, |place| self.line[place].lowest);
        let dependence = result.dependence.min(lowest);
        let rule = self.cursor.problem().repetition();
        let Some(value) = rule.and_then(Repetition::fixed_value) else { return false };
        let child = &mut self.nodes[node];
        (child.numbers, child.dependence) = (Numbers::decided(value), dependence);
        true
    }

    /// The value of a child below the line, if it is known or can be carried over from another line.
    fn value_on_line(&mut self, node: usize) -> Option<Value> {
        // The state that was asked for is searched: its children are wanted.
        if self.line.is_empty() {
            return None;
        }
        let mut histories = self.histories.take()?;
        let Child { key, role, ref mark, .. } = self.nodes[node];
        let mut value = histories.value(key);
        histories.usage.twins += u64::from(value.is_some());
        if value.is_none()
            && let Some(hint) = histories.hint(key)
        {
            histories.begin();
            let mark = mark.clone();
            if self.simulate(&mut histories, &mark, key, role, hint) {
                histories.usage.carried_over += 1;
                value = Some(hint);
            }
        }
        self.histories = Some(histories);
        value
    }

    /// Plays through what is known about a child of the state that the cursor stands on, and finds out whether it has a
    /// value on this line.
    fn simulate(&mut self, histories: &mut Histories, mark: &C::Mark, key: u64, role: Role, value: Value) -> bool {
        if let Some(known) = histories.value(key) {
            return known == value;
        }
        if histories.hint(key) != Some(value) || histories.left == 0 || histories.below.len() >= MOST_PLIES {
            return false;
        }
        histories.left -= 1;
        self.cursor.enter(mark);
        histories.toggle(key);
        histories.below.push(key);
        let mut children = Vec::new();
        self.cursor.for_each_child(|node_view| children.push(node_view));
        let is_whole = !self.cursor.left_out();
        let repetition = Repetition::MoverLoses;
        let assumed = self.assumed;
        let mut has_value = |node_view: &NodeView<C::Mark>| match node_view.status {
            Status::Decided(decided) => decided == value,
            Status::OpenLeaf => assumed == value,
            Status::Open(_) if histories.below.contains(&node_view.key) || self.is_on_line(node_view.key) => {
                repetition.value(role) == value
            }
            Status::Open(role) => self.simulate(histories, &node_view.mark, node_view.key, role, value),
        };
        let holds = if role == value.chooser() {
            children.iter().any(&mut has_value)
        } else {
            is_whole && children.iter().all(&mut has_value)
        };
        histories.below.pop();
        histories.toggle(key);
        self.cursor.leave();
        if holds {
            histories.store(key, value, NonZeroU32::MIN);
        }
        holds
    }

    /// True if a state with this key stands on the line.
    fn is_on_line(&self, key: u64) -> bool {
        self.places.find(key, |&place| self.nodes[self.line[place as usize].node].key == key).is_some()
            || self.above.has(key, |_| true)
    }

    /// Where the state of a node stands on the line.
    #[inline]
    fn place_of(&self, node: usize) -> Option<u32> {
        let Child { key, mark, .. } = &self.nodes[node];
        let same = |&place: &u32| C::same(&self.nodes[self.line[place as usize].node].mark, mark);
        self.places.find(*key, same).copied()
    }

    /// True if there is a table at all.
    fn remembers(&self) -> bool {
        self.options.entries != Some(0)
    }

    /// True if the places of states on the line are noted.
    fn notes_places(&self) -> bool {
        !self.ranked || self.sources.is_some()
    }

    /// Puts a node at the end of the line and generates its children.
    ///
    /// # Errors
    ///
    /// Why it does not: then it is as if nothing had been tried.
    fn enter(&mut self, node: usize, thresholds: Numbers, watch: &Watch<'_>) -> Result<(), End<StateOf<C>>> {
        let place = self.line.len() as u32;
        let known = self.nodes[node].known;
        if known.is_some() {
            self.counters.expanded_again += 1;
        } else {
            self.counters.expanded += 1;
        }
        if let Some(control) = &mut self.control {
            let (table, remembers) = (&self.table, self.options.entries != Some(0));
            control.enter(known.is_none(), || {
                let usage = table.usage();
                (!remembers || usage.evictions > 0).then_some(usage.entries)
            });
        }
        if place > 0 {
            self.cursor.enter(&self.nodes[node].mark);
        }
        let first = self.nodes.len();
        self.line.push(Frame {
            node,
            first,
            thresholds,
            before: self.nodes[node].numbers,
            last: known.map_or(NONE, |known| known.last),
            work: 1,
            fresh: true,
            distance: known.map_or(place, |known| known.distance.min(place)),
            height: self.provisional.as_ref().map_or(0, Provisional::height),
            lowest: NOWHERE,
        });
        self.note_place(place, true);
        let (role, rank) = (self.nodes[node].role, self.nodes[node].rank);
        let mut wrong_rank = None;
        let mut is_won = false;
        self.counters.generated -= std::mem::take(&mut self.turned_back);
        let generated = self.counters.generated;
        let mut listed = HashTable::new();
        let (mut room, mut stop) = (self.room(), None);
        let mut looks = 0;
        let Self { cursor, nodes, assumed, met, counters, .. } = self;
        let (won, lost) = (Numbers::of(role, 0, INFINITE), Numbers::of(role, INFINITE, 0));
        cursor.for_each_child(|node_view| {
            looks += 1;
            stop = stop.or(watch.look_among_children(looks).err());
            if stop.is_some() {
                return;
            }
            let is_same = |child: &Child<C::Mark>| child.key == node_view.key && C::same(&child.mark, &node_view.mark);
            let is_listed = if nodes.len() - first < WIDE {
                nodes[first..].iter().any(is_same)
            } else {
                for node in first + listed.len()..nodes.len() {
                    listed.insert_unique(nodes[node].key, node, |&other: &usize| nodes[other].key);
                }
                listed.find(node_view.key, |&node| is_same(&nodes[node])).is_some()
            };
            if is_listed {
                return;
            }
            if let (Some(parent), Some(child)) = (rank, node_view.rank)
                && child <= parent
            {
                wrong_rank = Some(SolveError::Rank { parent, child });
            }
            counters.generated += 1;
            let child = Self::first_view(node_view, *assumed, met);
            is_won |= child.numbers == won;
            // A child that is lost for the side that chooses adds nothing to any number.
            if child.numbers != lost {
                if nodes.len() == nodes.capacity() {
                    // What the list takes more when it doubles.
                    let more = nodes.capacity() as u64 * size_of::<Child<C::Mark>>() as u64;
                    if more > room {
                        stop = Some(StopReason::Memory);
                        return;
                    }
                    room -= more;
                }
                nodes.push(child);
            }
        });
        if let Some(error) = wrong_rank {
            return Err(End::Error(error));
        }
        if let Some(stop) = stop.or_else(|| self.cursor.left_out().then_some(StopReason::Memory)) {
            self.turn_back(generated);
            return Err(End::Stopped(stop));
        }
        self.work += self.counters.generated - generated;
        // Where a child has won already, nobody asks for the others.
        if !is_won {
            self.learn_children(first);
        }
        if self.nodes.len() - first >= WIDE {
            self.wide.push(Wide::new(place as usize, &self.nodes[first..], role));
        }
        match self.unexpected {
            Some(place) => {
                let path = self.cursor.line().split_off(place as usize);
                Err(End::Error(SolveError::Cycle { path }))
            }
            None => Ok(()),
        }
    }

    /// Takes the last node off the line as if it had not been entered: its children were not all generated. `generated` is
    /// the counter before.
    fn turn_back(&mut self, generated: u64) {
        let Some(frame) = self.line.last().copied() else { unreachable!("it has just been entered") };
        let place = self.line.len() as u32 - 1;
        self.note_place(place, false);
        self.line.pop();
        self.nodes.truncate(frame.first);
        if place > 0 {
            self.cursor.leave();
        }
        self.turned_back = self.counters.generated - generated;
        let is_known = self.nodes[frame.node].known.is_some();
        let Counters { expanded, expanded_again, .. } = &mut self.counters;
        *(if is_known { expanded_again } else { expanded }) -= 1;
    }

    /// Notes that the state at a place stands on the line, or not any more.
    fn note_place(&mut self, place: u32, stands: bool) {
        if !self.notes_places() {
            return;
        }
        let Self { places, line, nodes, histories, .. } = self;
        let key = nodes[line[place as usize].node].key;
        if let Some(histories) = histories {
            histories.toggle(key);
        }
        if stands {
            places.insert_unique(key, place, |&other| nodes[line[other as usize].node].key);
        } else if let Ok(entry) = places.find_entry(key, |&other| other == place) {
            entry.remove();
        }
    }

    /// Finds out what is known about the open ones of the children that were generated last.
    #[inline]
    fn learn_children(&mut self, first: usize) {
        // The places of all of them in the table are asked for before the first is waited for.
        let touched = self.nodes[first..].iter().fold(0, |sum: u64, child| sum ^ self.table.touch(child.key));
        black_box(touched);
        for node in first..self.nodes.len() {
            if !self.nodes[node].numbers.is_solved() {
                self.learn(node);
            }
        }
        if self.sources.is_some() {
            self.detect_sources(first);
        }
    }

    /// Follows the parents of children that were generated elsewhere before, and marks the heads of branches that meet.
    fn detect_sources(&mut self, first: usize) {
        let Some(mut sources) = self.sources.take() else { return };
        let place = self.line.len() - 1;
        let own = self.nodes[self.line[place].node].key;
        let heads = sources.heads(own);
        for node in first..self.nodes.len() {
            let key = self.nodes[node].key;
            self.nodes[node].merged = (node - first) < 64 && heads >> (node - first) & 1 == 1;
            if self.nodes[node].numbers.is_solved() {
                continue;
            }
            match sources.parent(key) {
                None => sources.note(key, own),
                Some(parent) if parent != own => self.follow(&mut sources, key, parent, place),
                Some(_) => {}
            }
        }
        self.sources = Some(sources);
    }

    /// Follows the parents of a node until one stands on the line above a place.
    fn follow(&mut self, sources: &mut Sources, mut below: u64, mut at: u64, place: usize) {
        for _ in 0..=place {
            let here = |&other: &u32| self.nodes[self.line[other as usize].node].key == at;
            if let Some(&source) = self.places.find(at, here) {
                let source = source as usize;
                if source < place {
                    let (frame, next) = (self.line[source], self.line[source + 1]);
                    let mut children = frame.first..next.first;
                    if let Some(other) = children.find(|&child| self.nodes[child].key == below)
                        && other != next.node
                    {
                        for head in [other, next.node] {
                            self.nodes[head].merged = true;
                            sources.mark(at, head - frame.first);
                            self.note_change(source, head);
                        }
                    }
                }
                return;
            }
            let Some(parent) = sources.parent(at) else { return };
            (below, at) = (at, parent);
        }
    }

    /// Takes the last node off the line, stores what is known about it, and tells its parent. Returns the outcome if it
    /// was the only one.
    fn leave(&mut self) -> Option<Outcome<StateOf<C>>> {
        let Some(frame) = self.line.last().copied() else { unreachable!("only nodes on the line are left") };
        let place = self.line.len() as u32 - 1;
        self.note_place(place, false);
        self.line.pop();
        let dependence = self.dependence(&frame);
        let holds = dependence >= place;
        let node = &self.nodes[frame.node];
        let numbers = node.numbers;
        let earlier = node.known.map_or(0, |known| known.work.get());
        let work = u32::try_from(frame.work).unwrap_or(u32::MAX).saturating_add(earlier);
        let work = NonZeroU32::new(work).unwrap_or(NonZeroU32::MIN);
        let known = Known { distance: frame.distance, last: frame.last, work };
        let remembers = self.remembers();
        match (&mut self.histories, numbers.value()) {
            _ if !remembers => {}
            (Some(histories), Some(value)) => histories.store(node.key, value, work),
            _ if holds => self.table.put(node.name(), known.entry(numbers)),
            // That it was met is remembered: else it would be a new node the next time.
            _ => self.table.put(node.name(), known.entry(frame.before)),
        }
        if self.provisional.is_some() {
            self.settle_provisional(&frame, dependence, known);
        }
        if let Some(parent) = self.line.last_mut() {
            parent.work += frame.work;
            self.nodes.truncate(frame.first);
            if self.wide.last().is_some_and(|wide| wide.place == place as usize) {
                self.wide.pop();
            }
            let node = &mut self.nodes[frame.node];
            node.known = Some(known);
            node.dependence = if holds { NOWHERE } else { dependence };
            self.note_change(self.line.len() - 1, frame.node);
            self.cursor.leave();
            return None;
        }
        // A value that rests on a repetition of the node itself holds if the node has it too, as it does on every line.
        let children = self.nodes.drain(frame.first..).map(|child| {
            let holds = |value: &Value| child.dependence == NOWHERE || Some(*value) == numbers.value();
            let value = child.numbers.value().filter(holds);
            (self.cursor.state_of(&child.mark), value)
        });
        let children = children.collect();
        self.nodes.clear();
        self.wide.clear();
        numbers.value().map(|value| Outcome { value, children })
    }

    /// Drops, keeps or completes the provisional values below a node that has just been taken off the line.
    fn settle_provisional(&mut self, frame: &Frame, dependence: u32, known: Known) {
        let Some(provisional) = &mut self.provisional else { return };
        let place = self.line.len() as u32;
        let rule = self.cursor.problem().repetition().and_then(Repetition::fixed_value);
        let node = &self.nodes[frame.node];
        if rule.is_none() || node.numbers.value() != rule {
            provisional.truncate(frame.height);
        } else if dependence < place {
            if let Some(parent) = self.line.last_mut() {
                parent.lowest = parent.lowest.min(frame.lowest).min(dependence);
            }
            let Child { key, resource, ref mark, .. } = *node;
            if provisional.find(key, |other| C::same(other, mark)).is_none() {
                provisional.push(Conditional { mark: mark.clone(), key, resource, dependence, known });
            }
        } else {
            let remembers = self.options.entries != Some(0);
            while let Some(result) = provisional.pop_above(frame.height) {
                debug_assert!(
                    result.dependence.min(frame.lowest) >= place,
                    "what a value rests on is at least as far from the root as what the node above it rests on"
                );
                if remembers {
                    let Conditional { key, resource, ref mark, known, .. } = result;
                    self.table.put(Name { key, resource, mark }, known.entry(node.numbers));
                }
            }
        }
    }

    /// The place on the line that the value of a node depends on, if it has one and it is that of a repetition.
    fn dependence(&self, frame: &Frame) -> u32 {
        if self.ranked {
            return NOWHERE;
        }
        let node = &self.nodes[frame.node];
        // Where every value depends on the line, none is stored as if it did not.
        let rule = self.cursor.problem().repetition();
        let Some(repetition) = rule.and_then(Repetition::fixed_value) else { return NOWHERE };
        if node.numbers.value() != Some(repetition) {
            return NOWHERE;
        }
        let with_value = |child: &&Child<C::Mark>| child.numbers.value() == Some(repetition);
        let dependences = self.nodes[frame.first..].iter().filter(with_value).map(|child| child.dependence);
        // Where one child is enough, the one that depends on least; else all of them count.
        let dependence = if node.role == repetition.chooser() { dependences.max() } else { dependences.min() };
        dependence.unwrap_or(NOWHERE)
    }

    /// Looks outside, and notes how much memory is held.
    fn look(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        self.sizes = self.root_numbers().sizes();
        let progress = self.progress();
        self.counters.peak_bytes = self.counters.peak_bytes.max(progress.bytes);
        watch.look(progress)
    }

    /// How far the search is.
    fn progress(&self) -> Progress {
        let mut progress = Progress::start();
        progress.expanded = self.counters.expanded;
        progress.generated = self.counters.generated;
        progress.bytes = self.held();
        (progress.proof, progress.disproof) = self.sizes;
        progress.depth = self.line.len() as u32;
        progress
    }

    /// Forgets the line of a search that will not go on.
    fn abandon(&mut self) {
        self.nodes.clear();
        self.line.clear();
        self.wide.clear();
        self.places.clear();
        if let Some(provisional) = &mut self.provisional {
            provisional.truncate(0);
        }
        if let Some(control) = &mut self.control {
            control.abandon();
        }
        self.asked = 0;
        self.above.clear();
        if let Some(histories) = &mut self.histories {
            histories.abandon();
        }
    }

    /// Forgets everything that the table holds.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.met = Met::default();
        if let Some(histories) = &mut self.histories {
            histories.clear();
        }
    }
}

impl<C: Cursor, T: Table<C::Mark>> Prover for Engine<C, T> {
    type State = StateOf<C>;

    fn root(&self) -> StateOf<C> {
        self.cursor.problem().root()
    }

    fn status(&self, state: &StateOf<C>) -> Status {
        self.cursor.problem().status(state)
    }

    fn successors(&self, state: &StateOf<C>) -> Vec<StateOf<C>> {
        let mut successors = Vec::new();
        self.cursor.problem().for_each_successor(state, |_, next| successors.push(next));
        successors
    }

    fn repetition(&self) -> Option<Repetition> {
        self.cursor.problem().repetition()
    }

    fn may_have_cycles(&self) -> bool {
        !self.ranked
    }

    fn goes_by_lines(&self) -> bool {
        self.histories.is_some()
    }

    fn begin_proof(&mut self, value: Value) {
        // An earlier attempt may have been stopped. The proof takes what expansions it takes.
        self.abandon();
        self.most_expansions = None;
        self.asks = false;
        // No proof rests on an open leaf. What the table holds of this value holds whatever open leaves are worth; what is
        // searched now may come across leaves that the nested searches had to themselves.
        self.assumed = match value {
            Value::Proven => Value::Disproven,
            Value::Disproven => Value::Proven,
        };
    }

    fn known(&self, state: &StateOf<C>) -> Option<Entry> {
        let NodeView { mark, key, resource, .. } = self.cursor.view(state);
        self.table.peek(Name { key, resource, mark: &mark })
    }

    fn search(&mut self, root: &StateOf<C>, watch: &mut Watch<'_>) -> End<StateOf<C>> {
        self.share_out(watch.limits().bytes.unwrap_or(u64::MAX));
        if self.nodes.is_empty() {
            self.counters.generated += 1;
            self.cursor.stand(root);
            let node_view = self.cursor.view(root);
            self.nodes.push(Self::first_view(node_view, self.assumed, &mut self.met));
            if !self.nodes[0].numbers.is_solved() {
                self.learn(0);
            }
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
            let thresholds = self.root_thresholds(self.nodes[0].numbers);
            if let Err(end) = self.enter(0, thresholds, watch) {
                return end;
            }
        }
        self.run(watch)
    }

    fn put_above(&mut self, state: &StateOf<C>) {
        let NodeView { key, mark, .. } = self.cursor.view(state);
        if let Some(histories) = &mut self.histories {
            histories.toggle(key);
        }
        self.above.push(key, mark);
    }

    fn take_from_above(&mut self) {
        if let (Some(key), Some(histories)) = (self.above.pop(), &mut self.histories) {
            histories.toggle(key);
        }
    }

    fn value_below_line(&self, state: &StateOf<C>) -> Option<Value> {
        let NodeView { key, mark, .. } = self.cursor.view(state);
        let repeats = self.above.has(key, |other| C::same(other, &mark));
        self.histories.as_ref().filter(|_| !repeats)?.value(key)
    }

    fn bytes(&self) -> u64 {
        self.held()
    }

    fn note_bytes(&mut self, bytes: u64) {
        self.counters.peak_bytes = self.counters.peak_bytes.max(bytes);
    }
}

/// The first unsolved child with the largest summed number, behind that number.
fn hardest<M>(children: &[Child<M>], role: Role) -> (u32, u32) {
    let (mut most, mut first) = (0, NONE);
    for (index, child) in (0..).zip(children) {
        let (_, summed) = child.counted(role);
        if !child.is_solved() && summed > most {
            (most, first) = (summed, index);
        }
    }
    (most, first)
}

/// Of the children with the least selected number the first with the least summed number, behind that number.
fn least_of_both<M>(children: &[Child<M>], role: Role, least: u32) -> (u32, u32) {
    let (mut smallest, mut first) = (INFINITE, NONE);
    for (index, child) in (0..).zip(children) {
        let (number, summed) = child.counted(role);
        if number == least && summed < smallest {
            (smallest, first) = (summed, index);
        }
    }
    (smallest, first)
}
