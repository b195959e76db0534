//! The search loop: follow the best child until it is left, then come back with its numbers.
//!
//! The idea is that of df-pn (Nagai 2002) with what mates allow. Children are told apart by board and hand before
//! their moves are made; the table says what it knows of them, and a move is made only to look at a node for the first
//! time. Of the moves of a chain only the first that is not decided counts; the others add a little to the number that
//! sums. A decided node is kept for the hand that the value was really found for, which the [line](MateLine) says; a
//! child whose board stands on the line with at least its hand has come round in vain.
//!
//! Repetitions: a defence that rests on one carries the place on the line that it depends on. It is kept for every line
//! if that place is not above the node itself, and else for this line alone. Mates never depend on the line. [Threshold
//! control](ThresholdControl) makes the search end.
//!
//! Lengths: the question may set a bound, and every node has the plies that are left of it. Numbers found under one
//! bound are estimates under another; what is decided says for which bounds it is.
//!
//! The line is a list in memory, not the stack of the program: lines may be as long as memory lasts, and a search that
//! was stopped goes on where it stopped.

use hashbrown::HashTable;
use proofset_core::{Counters, Problem, Progress, Role, Size, StopReason, SumRule, TableFill, Value, Watch};
use proofset_cursor::{FirstLook, FirstLookOptions, MateLine, MateMove, MateNode};
use proofset_numbers::{INFINITE, MOST, Member, Numbers, TOP, ThresholdControl, Total};

use crate::boards::Boards;
use crate::conditional::{Conditional, step};
use crate::contribution::Contribution;
use crate::options::Options;
use crate::table::{ENDLESS, MateTable};

/// Expansions between two looks at the clock, the cancel flag and the observer.
const BATCH: u64 = 1024;

/// One byte in so many of the memory limit is kept for the line.
const LINE_SHARE: u64 = 16;

/// One byte in so many of the memory limit is for defences that hold on one line only.
const CONDITIONAL_SHARE: u64 = 8;

/// The dependence of a result that rests on no place of the line.
const NOWHERE: u32 = u32::MAX;

/// What a leaf costs.
const UNIT: u32 = 16;

/// Counters of boards on the line by a few bits of their keys.
const FILTER: usize = 1 << 12;

pub(crate) type StateOf<C> = <<C as MateLine>::Problem as Problem>::State;

/// A node whose numbers its parent keeps.
#[derive(Clone, Copy, Debug)]
struct Child<M> {
    mv: M,
    /// The hand is that which the value was found for once it is decided.
    node: MateNode,
    numbers: Numbers,
    /// The place on the line that its value depends on.
    dependence: u32,
    /// If it is decided: a mate within so many plies, or none.
    plies: u16,
    /// The least distance from the root at which it was met; nothing if it is new.
    distance: Option<u16>,
    work: u32,
    order: i16,
    chain: u8,
    /// True while an earlier move of its chain is undecided.
    waits: bool,
    /// True if it is known to have no mate in one.
    no_mate_in_one: bool,
}

/// A node on the line.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Its own place among the nodes in memory.
    own: usize,
    /// The node, as it was met.
    node: MateNode,
    role: Role,
    /// Where its children begin. They are the last nodes in memory when it is the last on the line.
    first: usize,
    thresholds: Numbers,
    /// The plies that its mate may take.
    plies: u16,
    /// Expansions in this activation, its own included.
    work: u64,
    /// True until it was looked at once.
    fresh: bool,
    distance: u16,
}

/// The end of a search: a value, and the children of the node with their values, as far as they hold on every line.
#[derive(Debug)]
pub(crate) struct Outcome<M> {
    pub(crate) value: Value,
    pub(crate) plies: u16,
    /// The hand that the value was found for.
    pub(crate) hand: u32,
    pub(crate) children: Vec<(M, Option<Value>, u16)>,
}

/// Why a call ended.
pub(crate) enum End<M> {
    Solved(Outcome<M>),
    Stopped(StopReason),
}

/// Which chains have begun.
#[derive(Default)]
struct Chains([u64; 4]);

impl Chains {
    /// True if a move is the first of its chain, or in none.
    #[inline]
    fn begins(&mut self, chain: u8) -> bool {
        let (word, bit) = (usize::from(chain) / 64, 1 << (chain % 64));
        let begins = chain == 0 || self.0[word] & bit == 0;
        self.0[word] |= bit;
        begins
    }
}

/// What a look at all children of a node tells.
struct Survey {
    numbers: Numbers,
    /// The child to search.
    best: usize,
    /// The least number of the others.
    rival: u32,
    total: Total,
    /// What the children that wait add to the sum, each a small part of a unit.
    waiting: u32,
}

/// A search without its verdict: it can search one state after the other, with the same table.
pub(crate) struct Engine<C: MateLine> {
    pub(crate) cursor: C,
    pub(crate) options: Options,
    pub(crate) table: Boards,
    conditional: Conditional,
    pub(crate) counters: Counters,
    /// At most so many expansions, those of earlier searches included.
    pub(crate) most_expansions: Option<u64>,
    /// True if the root was expanded by a search that was saved, so that it is no new node.
    pub(crate) is_resumed: bool,
    /// The nodes on the line with all of their children, level by level; the first is the root.
    nodes: Vec<Child<C::Move>>,
    line: Vec<Frame>,
    /// The bytes that the line may take.
    line_share: u64,
    /// The places on the line by their boards.
    places: HashTable<u32>,
    filter: Box<[u16; FILTER]>,
    /// Says which nodes stand on the line.
    line_hash: u64,
    /// What is demanded so that the search ends.
    control: ThresholdControl,
    /// The numbers of the root when the search was last there.
    root: Numbers,
    /// The threads that search the same, if there are more than one.
    pub(crate) member: Option<Member<Contribution>>,
}

/// By what threads are counted below a node.
#[inline]
fn key(MateNode { board, hand }: MateNode) -> u64 {
    board ^ u64::from(hand).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// One ply more than this. The longest mates are told from no mates, but not from each other.
#[inline]
fn longer(plies: u16) -> u16 {
    if plies == ENDLESS { ENDLESS } else { (plies + 1).min(ENDLESS - 1) }
}

/// One ply less.
#[inline]
fn shorter(plies: u16) -> u16 {
    if plies == ENDLESS { ENDLESS } else { plies.saturating_sub(1) }
}

impl<C: MateLine> Engine<C> {
    pub(crate) fn new(cursor: C, options: Options) -> Self {
        Self {
            cursor,
            options,
            table: Boards::Own(MateTable::new(options.dominance)),
            conditional: Conditional::new(),
            counters: Counters::default(),
            most_expansions: None,
            is_resumed: false,
            nodes: Vec::new(),
            line: Vec::new(),
            line_share: u64::MAX,
            places: HashTable::new(),
            filter: Box::new([0; FILTER]),
            line_hash: 0,
            control: ThresholdControl::new(),
            root: Numbers::LEAST,
            member: None,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        let places = self.places.allocation_size() + FILTER * size_of::<u16>();
        self.table.bytes() + self.conditional.bytes() + self.line_bytes() + places as u64
    }

    /// The bytes of the line and of the nodes beside it.
    fn line_bytes(&self) -> u64 {
        (self.line.capacity() * size_of::<Frame>() + self.nodes.capacity() * size_of::<Child<C::Move>>()) as u64
    }

    /// The numbers of the state that is being searched, as of the last time that the search was there.
    pub(crate) fn sizes(&self) -> (Size, Size) {
        self.root.sizes()
    }

    /// The states on the line.
    pub(crate) fn states(&self) -> Vec<StateOf<C>> {
        if self.line.is_empty() { Vec::new() } else { self.cursor.line() }
    }

    /// What the table knows about a state with so many plies left: its value, the plies, and for which hand.
    pub(crate) fn known(&self, node: MateNode, plies: u16) -> Option<(Value, u16, u32)> {
        self.table.best_value(node, plies, C::covers)
    }

    /// Searches an open state for a mate within so many plies, or goes on with the search of the same state that was
    /// stopped.
    pub(crate) fn search(&mut self, root: &StateOf<C>, plies: u16, watch: &mut Watch<'_>) -> End<C::Move> {
        self.share_out(watch.limits().bytes.unwrap_or(u64::MAX));
        if let Err(stop) = self.look(watch) {
            return End::Stopped(stop);
        }
        if self.line.is_empty() {
            if self.is_spent() {
                return End::Stopped(StopReason::Expansions);
            }
            let (node, _) = self.cursor.node_of(root);
            self.cursor.stand(root);
            self.counters.generated += 1;
            self.enter(None, node, Numbers::UNLIMITED, plies);
        }
        self.run(watch)
    }

    /// Divides the memory that there is.
    pub(crate) fn share_out(&mut self, bytes: u64) {
        let (line, conditional) = (bytes / LINE_SHARE, bytes / CONDITIONAL_SHARE);
        if line > self.line_share {
            self.control.relieve();
        }
        self.line_share = line;
        self.conditional.allow(conditional);
        self.table.allow(bytes - line - conditional);
    }

    /// True if no expansions are left. A thread of several asks for more.
    fn is_spent(&mut self) -> bool {
        let expanded = self.counters.expanded;
        let Some(most) = self.most_expansions.filter(|&most| expanded >= most) else { return false };
        let granted = self.member.as_ref().map_or(0, |member| member.team().grant(expanded - most));
        self.most_expansions = Some(most + granted);
        expanded >= most + granted
    }

    fn work(&self) -> u64 {
        self.counters.expanded + self.counters.expanded_again
    }

    fn run(&mut self, watch: &mut Watch<'_>) -> End<C::Move> {
        let mut next_look = self.work() + BATCH;
        loop {
            let place = self.line.len() - 1;
            if self.member.as_mut().is_some_and(|member| member.hears_others(place)) {
                self.hear_of_children();
            }
            let mut survey = self.survey(place);
            self.counters.recomputed += 1;
            if place == 0 {
                self.root = survey.numbers;
            }
            if survey.numbers.is_solved() {
                if let Some(outcome) = self.leave(survey.numbers) {
                    return End::Solved(outcome);
                }
                continue;
            }
            let thresholds = self.controlled(place, survey.numbers);
            if survey.numbers.reach(thresholds) && place > 0 {
                self.leave(survey.numbers);
                continue;
            }
            let mut stop = self.is_spent().then_some(StopReason::Expansions);
            if self.work() >= next_look {
                next_look = self.work() + BATCH;
                stop = stop.or(self.look(watch).err());
            }
            if let Some(stop) = stop {
                // The node is looked at again when the search goes on.
                self.counters.recomputed -= 1;
                return End::Stopped(stop);
            }
            if let Some(member) = self.member.as_ref().filter(|member| member.meets_others(place)) {
                self.spread(&mut survey, thresholds, member);
            }
            // It may have got a value since its parent was entered.
            if self.member.is_some() && place < TOP && self.hear(survey.best) {
                self.let_next_in(survey.best);
                continue;
            }
            let thresholds = self.thresholds_below(place, thresholds, &survey);
            let child = &self.nodes[survey.best];
            let (node, mv, plies) = (child.node, child.mv, shorter(self.line[place].plies));
            self.cursor.enter(mv);
            self.enter(Some(survey.best), node, thresholds, plies);
        }
    }

    /// The thresholds that a node on the line has now, with these numbers.
    ///
    /// The threshold controlling algorithm: from a node with an unsolved child that was met nearer to the root, or as
    /// near, no node is left unsolved until a new one is expanded.
    fn controlled(&mut self, place: usize, numbers: Numbers) -> Numbers {
        // Lists double when they grow.
        let used = self.line.len() * size_of::<Frame>() + self.nodes.len() * size_of::<Child<C::Move>>();
        if 2 * used as u64 > self.line_share {
            self.control.relent();
        }
        let frame = &mut self.line[place];
        let thresholds = frame.thresholds;
        let is_fresh = std::mem::take(&mut frame.fresh);
        let is_old = |child: &Child<C::Move>| {
            !child.waits
                && !child.numbers.is_solved()
                && child.distance.is_some_and(|distance| distance <= frame.distance)
        };
        if is_fresh && !self.control.is_raised() && self.nodes[frame.first..].iter().any(is_old) {
            self.control.meet_old_child();
        }
        self.control.raised(thresholds, numbers)
    }

    /// The rule for the summed side of a node.
    #[inline]
    fn rule(&self, role: Role) -> SumRule {
        match role {
            Role::Or => self.options.disproof_sum,
            Role::And => self.options.proof_sum,
        }
    }

    /// The numbers of the last node on the line from those of its children, and what is needed to choose among them.
    #[inline]
    fn survey(&self, place: usize) -> Survey {
        self.survey_until(place, self.nodes.len())
    }

    /// The same of any node on the line, whose children end there.
    #[inline]
    fn survey_until(&self, place: usize, end: usize) -> Survey {
        let frame = &self.line[place];
        let role = frame.role;
        let mut best = (INFINITE, i16::MAX, usize::MAX);
        let mut rival = INFINITE;
        let mut total = Total::in_units(UNIT);
        let mut waiting = 0;
        for (index, child) in self.nodes[..end].iter().enumerate().skip(frame.first) {
            if child.waits {
                waiting += 1;
                continue;
            }
            let number = child.numbers.selected(role);
            if number >= INFINITE {
                continue;
            }
            total.add(child.numbers.summed(role), false);
            if (number, child.order) < (best.0, best.1) {
                rival = best.0;
                best = (number, child.order, index);
            } else {
                rival = rival.min(number);
            }
        }
        let numbers = match best.0 {
            0 => Numbers::of(role, 0, INFINITE),
            INFINITE => Numbers::of(role, INFINITE, 0),
            least => Numbers::of(role, least, (total.number(self.rule(role)) + waiting).min(MOST)),
        };
        Survey { numbers, best: best.2, rival, total, waiting }
    }

    /// The thresholds for the child to search, from those that its parent has now.
    #[inline]
    fn thresholds_below(&self, place: usize, thresholds: Numbers, survey: &Survey) -> Numbers {
        let role = self.line[place].role;
        let child = &self.nodes[survey.best];
        let until = if survey.rival >= INFINITE { INFINITE } else { self.options.epsilon.above(survey.rival) };
        let selected = thresholds.selected(role).min(until);
        let own = child.numbers.summed(role);
        let beside_waiting = match thresholds.summed(role) {
            INFINITE.. => INFINITE,
            threshold => threshold.saturating_sub(survey.waiting),
        };
        let summed = survey.total.threshold(self.rule(role), own, false, beside_waiting);
        Numbers::of(role, selected, summed)
    }

    /// Looks into the table for what other threads have found out about the children of the last node.
    fn hear_of_children(&mut self) {
        let first = self.line[self.line.len() - 1].first;
        for index in first..self.nodes.len() {
            let Child { waits, numbers, .. } = self.nodes[index];
            if !waits && !numbers.is_solved() && self.hear(index) && self.let_next_in(index).is_some() {
                return;
            }
        }
    }

    /// Looks into the table for what others have found out about an unsolved child of the last node. True if it is solved now.
    fn hear(&mut self, index: usize) -> bool {
        let place = self.line.len();
        let plies = shorter(self.line[place - 1].plies);
        let depth = u16::try_from(place).unwrap_or(u16::MAX);
        let Some(known) = self.table.get(self.nodes[index].node, plies, depth, C::covers) else { return false };
        let child = &mut self.nodes[index];
        if known.numbers.is_solved() {
            (child.numbers, child.node.hand, child.plies) = (known.numbers, known.hand, known.plies);
            return true;
        }
        // What rests on more work is newer.
        if known.distance.is_some() && known.work > child.work {
            (child.numbers, child.distance, child.work) = (known.numbers, known.distance, known.work);
        }
        false
    }

    /// Lets the last node on the line choose a child that few other threads are below, by virtual numbers.
    fn spread(&self, survey: &mut Survey, thresholds: Numbers, member: &Member<Contribution>) {
        let frame = &self.line[self.line.len() - 1];
        let (threshold, weight) = (thresholds.selected(frame.role), member.weight(UNIT));
        let mut best = (INFINITE, i16::MAX, survey.best);
        let (mut rival, mut is_alone) = (INFINITE, true);
        for (index, child) in self.nodes.iter().enumerate().skip(frame.first) {
            let number = child.numbers.selected(frame.role);
            if child.waits || number >= INFINITE {
                continue;
            }
            let below = member.team().below(key(child.node));
            is_alone &= below == 0;
            let more = weight.virtual_number(number, below, threshold);
            if (more, child.order) < (best.0, best.1) {
                rival = best.0;
                best = (more, child.order, index);
            } else {
                rival = rival.min(more);
            }
        }
        if !is_alone {
            (survey.best, survey.rival) = (best.2, rival);
        }
    }

    /// Puts the node that the cursor stands on at the end of the line and generates its children.
    fn enter(&mut self, own: Option<usize>, node: MateNode, thresholds: Numbers, plies: u16) {
        let place = self.line.len() as u32;
        let child = own.map(|own| self.nodes[own]);
        // The root of a search that goes on was expanded before it was saved.
        let is_new = child.map_or_else(|| !std::mem::take(&mut self.is_resumed), |child| child.distance.is_none());
        if is_new {
            self.counters.expanded += 1;
        } else {
            self.counters.expanded_again += 1;
        }
        let table = &self.table;
        self.control.enter(is_new, || {
            let usage = table.usage();
            (usage.evictions > 0).then_some(usage.entries)
        });
        let depth = u16::try_from(place).unwrap_or(u16::MAX);
        let distance = child.and_then(|child| child.distance).map_or(depth, |distance| distance.min(depth));
        let role = self.cursor.role();
        let first = self.nodes.len();
        self.line.push(Frame {
            own: own.unwrap_or(0),
            node,
            role,
            first,
            thresholds,
            plies,
            work: 1,
            fresh: true,
            distance,
        });
        self.toggle(place, true);
        if let Some(member) = &mut self.member {
            member.enter(place as usize, key(node), child.map_or(0, |child| child.work));
        }
        let (nodes, table, delay) = (&mut self.nodes, &self.table, self.options.delay);
        let mut chains = Chains::default();
        self.cursor.for_each_move(|MateMove { mv, node, order, chain }| {
            let chain = if delay { chain } else { 0 };
            table.prefetch(node.board);
            nodes.push(Child {
                mv,
                node,
                numbers: Numbers::LEAST,
                dependence: NOWHERE,
                plies: 0,
                distance: None,
                work: 0,
                order,
                chain,
                waits: !chains.begins(chain),
                no_mate_in_one: false,
            });
        });
        self.counters.generated += (nodes.len() - first) as u64;
        // Of what was expanded before and is unsolved, no child was decided by the rules; nor one that is looked at for
        // the first time of what has no mate in one.
        let is_known_open = !is_new || role == Role::Or && child.is_some_and(|child| child.no_mate_in_one);
        let wanted = FirstLookOptions { ruling: !is_known_open, ..self.wanted(role) };
        let mut chains = Chains::default();
        for index in first..self.nodes.len() {
            if !chains.begins(self.nodes[index].chain) {
                continue;
            }
            self.learn(index, wanted);
            if let Some(winner) = self.let_next_in(index) {
                // Nobody asks for the others.
                self.nodes.swap(first, winner);
                self.nodes.truncate(first + 1);
                return;
            }
        }
    }

    /// What there is to find out about a child of which nothing is known.
    #[inline]
    fn wanted(&self, role: Role) -> FirstLookOptions {
        FirstLookOptions {
            ruling: true,
            mate_in_one: role == Role::And && self.options.mate_in_one,
            unit: UNIT,
            weighed: self.options.weighed,
        }
    }

    /// If a child of the last node of the line is lost for who chooses there, lets the next of its chain in, and so on.
    /// Returns the child that wins, if one does.
    #[inline]
    fn let_next_in(&mut self, mut index: usize) -> Option<usize> {
        let role = self.line[self.line.len() - 1].role;
        loop {
            let Child { numbers, chain, .. } = self.nodes[index];
            if numbers.selected(role) == 0 {
                return Some(index);
            }
            if chain == 0 || !numbers.is_solved() {
                return None;
            }
            let rest = (index + 1..self.nodes.len()).zip(&self.nodes[index + 1..]);
            (index, _) = rest.into_iter().find(|(_, child)| child.chain == chain && child.waits)?;
            self.nodes[index].waits = false;
            self.learn(index, self.wanted(role));
        }
    }

    /// Puts the node at a place of the line among those that are known to stand there, or takes it away.
    fn toggle(&mut self, place: u32, stands: bool) {
        let Self { places, line, filter, line_hash, .. } = self;
        let node = line[place as usize].node;
        *line_hash ^= step(node, place);
        let count = &mut filter[(node.board >> 20) as usize % FILTER];
        if stands {
            *count += 1;
            places.insert_unique(node.board, place, |&other| line[other as usize].node.board);
        } else {
            *count -= 1;
            if let Ok(entry) = places.find_entry(node.board, |&other| other == place) {
                entry.remove();
            }
        }
    }

    /// Where a node stands on the line that is as good for the attacker as this one, or better.
    #[inline]
    fn place_of(&self, node: MateNode) -> Option<u32> {
        if self.filter[(node.board >> 20) as usize % FILTER] == 0 {
            return None;
        }
        let dominance = self.options.dominance;
        let as_good = |&place: &u32| {
            let other = self.line[place as usize].node;
            other.board == node.board && (other.hand == node.hand || dominance && C::covers(other.hand, node.hand))
        };
        self.places.find(node.board, as_good).copied()
    }

    /// Finds out what is known about a child of the last node of the line: that it has come round, what the table holds,
    /// or what it looks like.
    fn learn(&mut self, index: usize, wanted: FirstLookOptions) {
        let place = self.line.len() as u32;
        let Frame { plies, role, .. } = self.line[place as usize - 1];
        let plies = shorter(plies);
        let Child { mv, node, .. } = self.nodes[index];
        if let Some(above) = self.place_of(node) {
            let child = &mut self.nodes[index];
            child.numbers = Numbers::DISPROVEN;
            child.plies = ENDLESS;
            child.dependence = above;
            return;
        }
        let depth = u16::try_from(place).unwrap_or(u16::MAX);
        let mut least = Numbers::LEAST;
        let mut was_met = false;
        if let Some(known) = self.table.get(node, plies, depth, C::covers) {
            let child = &mut self.nodes[index];
            (child.numbers, child.distance, child.work) = (known.numbers, known.distance, known.work);
            if known.numbers.is_solved() {
                (child.node.hand, child.plies) = (known.hand, known.plies);
                return;
            }
            (least, was_met) = (known.numbers, known.distance.is_some());
        }
        if let Some(condition) = self.conditional.get(node, self.line_hash)
            && condition.plies >= plies
        {
            let child = &mut self.nodes[index];
            child.numbers = Numbers::DISPROVEN;
            child.node.hand = condition.hand;
            child.plies = condition.plies;
            child.dependence = condition.dependence;
            return;
        }
        if was_met {
            return;
        }
        match self.cursor.first_look(mv, wanted) {
            FirstLook::Decided { value, hand, plies: taken } => {
                let hand = if self.options.dominance { hand } else { node.hand };
                let child = &mut self.nodes[index];
                let fits = value == Value::Disproven || taken <= plies;
                if fits {
                    child.numbers = Numbers::decided(value);
                    child.node.hand = hand;
                    child.plies = if value == Value::Proven { taken } else { ENDLESS };
                } else {
                    child.numbers = Numbers::DISPROVEN;
                    child.plies = taken - 1;
                }
                if role == Role::And && value == Value::Proven {
                    // It is not looked at again when its parent is expanded again.
                    self.table.put_value(MateNode { hand, ..node }, value, taken, 1, C::covers);
                }
            }
            FirstLook::Open { .. }
                if plies == 0 || plies == 1 && role == Role::And && wanted.mate_in_one && wanted.ruling =>
            {
                let child = &mut self.nodes[index];
                child.numbers = Numbers::DISPROVEN;
                child.plies = plies;
            }
            FirstLook::Open { proof, disproof } => {
                let child = &mut self.nodes[index];
                child.numbers = Numbers { proof: proof.max(least.proof), disproof: disproof.max(least.disproof) };
                child.no_mate_in_one = wanted.mate_in_one && wanted.ruling;
            }
        }
    }

    /// Takes the last node off the line, keeps what is known about it, and tells its parent. Returns the outcome if it
    /// was the only one.
    fn leave(&mut self, numbers: Numbers) -> Option<Outcome<C::Move>> {
        let place = self.line.len() as u32 - 1;
        let frame = self.line[place as usize];
        self.toggle(place, false);
        self.line.pop();
        if let Some(member) = &mut self.member {
            member.leave(place as usize);
        }
        let earlier = if place > 0 { self.nodes[frame.own].work } else { 0 };
        let work = u32::try_from(frame.work).unwrap_or(u32::MAX).saturating_add(earlier);
        let (mut dependence, mut plies, mut hand) = (NOWHERE, 0, frame.node.hand);
        if let Some(value) = numbers.value() {
            (hand, plies, dependence) = self.result(&frame, value);
            if !self.options.dominance {
                hand = frame.node.hand;
            }
            if dependence >= place {
                dependence = NOWHERE;
                let node = MateNode { hand, ..frame.node };
                self.table.put_value(node, value, plies, work, C::covers);
            } else {
                self.conditional.put(frame.node, self.line_hash, hand, dependence, plies);
                // That it was met is remembered: else it would be a new node the next time. Only the root has no numbers
                // from before, and nothing above it to depend on.
                self.table.put(frame.node, self.nodes[frame.own].numbers, frame.distance, work);
            }
        } else {
            self.table.put(frame.node, numbers, frame.distance, work);
        }
        if place > 0 {
            let parent = &mut self.line[place as usize - 1];
            parent.work += frame.work;
            self.nodes.truncate(frame.first);
            let child = &mut self.nodes[frame.own];
            child.numbers = numbers;
            child.node.hand = hand;
            child.plies = plies;
            child.dependence = dependence;
            child.distance = Some(frame.distance);
            child.work = work;
            self.cursor.leave();
            self.let_next_in(frame.own);
            return None;
        }
        let value = numbers.value();
        let children = self.nodes.drain(..).map(|child| {
            // A value that rests on a repetition of the node itself holds if the node has it too.
            let holds = |own: &Value| child.dependence == NOWHERE || Some(*own) == value;
            (child.mv, child.numbers.value().filter(holds), child.plies)
        });
        let children = children.collect();
        value.map(|value| Outcome { value, plies, hand, children })
    }

    /// Of a decided node: the hand that its value was found for, the plies, and the place on the line that it depends
    /// on. The cursor stands on it.
    fn result(&self, frame: &Frame, value: Value) -> (u32, u16, u32) {
        let children = &self.nodes[frame.first..];
        let with_value = || children.iter().filter(|child| child.numbers.value() == Some(value));
        let found = |child: &Child<C::Move>| (child.mv, child.node.hand);
        if frame.role == value.chooser() {
            // The shortest mate; or the defence that depends on least, and of those the one that lasts longest.
            let choice = match value {
                Value::Proven => with_value().min_by_key(|child| child.plies),
                Value::Disproven => with_value().max_by_key(|child| (child.dependence, child.plies)),
            };
            let choice = choice.unwrap_or_else(|| unreachable!("a child decides the node"));
            let hand = self.cursor.proof_hand(value, std::iter::once(found(choice)));
            return (hand, longer(choice.plies), choice.dependence);
        }
        let hand = self.cursor.proof_hand(value, children.iter().map(found));
        let plies = children.iter().map(|child| child.plies);
        let plies = match value {
            Value::Proven => plies.max().map_or(0, longer),
            Value::Disproven => plies.min().map_or(ENDLESS, longer),
        };
        let dependence = children.iter().map(|child| child.dependence).min().unwrap_or(NOWHERE);
        (hand, plies, if value == Value::Proven { NOWHERE } else { dependence })
    }

    /// Looks outside, and notes how much memory is held.
    fn look(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        let mut progress = Progress::start();
        progress.expanded = self.counters.expanded;
        progress.generated = self.counters.generated;
        progress.bytes = self.bytes();
        (progress.proof, progress.disproof) = self.sizes();
        progress.depth = self.line.len() as u32;
        progress.table = Some(TableFill { entries: self.table.usage().entries, most: self.table.most_entries() });
        self.counters.peak_bytes = self.counters.peak_bytes.max(progress.bytes);
        if let Some(member) = &mut self.member {
            member.publish(progress.expanded);
            progress.expanded += if member.leads() { member.team().expanded() } else { 0 };
        }
        watch.look(progress)?;
        self.heed_team()?;
        let lacks_room = self.control.is_hopeless() || watch.limits().bytes.is_some_and(|most| progress.bytes > most);
        if lacks_room { Err(StopReason::Memory) } else { Ok(()) }
    }

    /// Stops if the others have, and leaves a node near the root that they have solved.
    fn heed_team(&mut self) -> Result<(), StopReason> {
        let Some(member) = &self.member else { return Ok(()) };
        if member.team().is_over() {
            return Err(StopReason::Cancelled);
        }
        let is_solved = |frame: &Frame| self.known(frame.node, frame.plies).is_some();
        if let Some(place) = self.line.iter().take(TOP).skip(1).position(is_solved) {
            for frame in &mut self.line[1 + place..] {
                frame.thresholds = Numbers { proof: 0, disproof: 0 };
            }
        }
        Ok(())
    }

    /// Tells the table what the nodes of the line have found out so far, leaves them, and gives back what is needed no more.
    pub(crate) fn unwind(&mut self) {
        self.note_line();
        self.abandon();
        let spared = self.most_expansions.map_or(0, |most| most.saturating_sub(self.counters.expanded));
        if let Some(member) = self.member.as_ref().filter(|_| spared > 0) {
            member.team().give_back(spared);
            self.most_expansions = Some(self.counters.expanded);
        }
    }

    /// Tells the table what the nodes of the line have found out so far.
    pub(crate) fn note_line(&mut self) {
        let mut end = self.nodes.len();
        for place in (0..self.line.len()).rev() {
            let numbers = self.survey_until(place, end).numbers;
            let Frame { own, node, first, distance, work, .. } = self.line[place];
            let earlier = if place > 0 { self.nodes[own].work } else { 0 };
            let work = u32::try_from(work).unwrap_or(u32::MAX).saturating_add(earlier);
            if !numbers.is_solved() {
                self.table.put(node, numbers, distance, work);
            }
            if place > 0 {
                // It is told anew when the node is left.
                self.nodes[own].numbers = numbers;
            }
            end = first;
        }
    }

    /// Forgets the line of a search that will not go on.
    pub(crate) fn abandon(&mut self) {
        self.nodes.clear();
        self.line.clear();
        self.places.clear();
        self.filter.fill(0);
        self.line_hash = 0;
        self.control.abandon();
        if let Some(member) = &mut self.member {
            member.leave_all();
        }
        self.root = Numbers::LEAST;
    }
}
