//! The search loop of the family: follow the best child until it is left, then come back with its numbers.
//!
//! The idea (Nagai 2002): best-first search goes back to the root after every expansion, and nearly always returns to
//! where it was. Depth-first search stays below a node for as long as its thresholds say: each node on the line has two,
//! and what thresholds a child gets, and when a node is left, is what tells the [methods](crate::methods) apart. In df-pn
//! a node is left when one of its numbers reaches its threshold, and a most-proving node is below it until then.
//!
//! The numbers of the children of all nodes on the [line](crate::line) are kept in the search itself, and what a child
//! brings back is written there. The table only spares work: whatever it forgets, every activation of a node raises the
//! numbers of a child or solves it, so searches of finite acyclic problems end with any table.
//!
//! Repetitions: a child that stands on the line already has the value that the problem gives to repetitions. A result
//! that rests on one carries the place on the line that it depends on; it is stored if that place is not above the node
//! itself, for then it holds on every line. Else it is [provisional](crate::provisional): it holds while the line above
//! stands. Where the graph may have cycles, [threshold control](proofset_numbers::ThresholdControl) makes the search end.
//! Where whoever repeats a state has lost, every value depends on the line, and the [histories](crate::history) keep them.
//!
//! The line is a list in memory, not the stack of the program: lines may be as long as memory lasts, and a search that
//! was stopped goes on where it stopped.
//!
//! This file is compiled for each pair of a cursor and a table. So it has only what must see states, marks or the table;
//! what looks at numbers is in [`Line`].

use std::hint::black_box;
use std::io::{self, Read, Write};
use std::mem;
use std::num::NonZeroU32;

use proofset_core::{
    Evidence, LeafCost, Problem, Repetition, Role, SolveError, Status, StopReason, TableFill, TableUse, Tempo, Value,
    Watch,
};
use proofset_cursor::{Cursor, FirstLevel, LeafResult, NodeView, Visit, Zones};
use proofset_numbers::{Member, Numbers, TOP, ThresholdControl};

use crate::above::Above;
use crate::contribution::Contribution;
use crate::expansion::{Expanded, Expansion};
use crate::history::Histories;
use crate::line::{Departure, Frame, Line};
use crate::node::{NOWHERE, Node};
use crate::options::{Evaluation, Options};
use crate::prover::{End, Outcome, Prover};
use crate::provisional::{Conditional, Provisional};
use crate::shell::Searching;
use crate::simulation::{MOST_PLIES, Simulations};
use crate::table::{Entry, Name, Room, Table};
use crate::turn::Turn;

/// Work between two looks at the clock, the cancel flag and the observer.
const BATCH: u64 = 1 << 16;

/// One byte in so many of the memory limit is for values that hold while the line above stands, if there may be any.
const PROVISIONAL_SHARE: u64 = 16;

/// One byte in so many of the memory limit is for searches that the probe nests, if it does.
const NESTED_SHARE: u64 = 2;

/// The work at which a search looks up next, and at which it looks outside.
struct Looks {
    next: u64,
    outside: u64,
}

/// Children of the last node on the line that are looked at together.
#[derive(Default)]
struct Group {
    /// The one that was chosen is the first; those that are still to be asked about follow.
    leaves: Vec<usize>,
    /// What was expanded below each of them, about.
    expanded: u64,
}

impl Group {
    fn clear(&mut self) {
        self.leaves.clear();
        self.expanded = 0;
    }
}

pub(crate) type StateOf<C> = <<C as Cursor>::Problem as Problem>::State;

/// A search without its verdict: it can search one state after the other, with the same table.
pub(crate) struct Engine<C: Cursor, T> {
    pub(crate) cursor: C,
    /// The state whose proof is wanted.
    pub(crate) root: StateOf<C>,
    pub(crate) table: T,
    pub(crate) line: Line,
    /// The marks of the nodes of the line, in the same order.
    pub(crate) marks: Vec<C::Mark>,
    /// The bytes that all may take.
    most_bytes: u64,
    /// The bytes that the cursor may take.
    claimed: u64,
    /// Values that hold while the line above stands, where repetitions have one value whoever brings them about.
    provisional: Option<Provisional<C::Mark>>,
    /// States that count as standing on the line above the root of the search, where whoever repeats a state has lost.
    above: Above<C::Mark>,
    /// When the clock is looked at.
    tempo: Tempo,
    /// True if the probe is asked about leaves before they are expanded.
    asks: bool,
    /// True while a proof is put together.
    pub(crate) proves: bool,
    /// What the probe has expanded below the leaf that it was stopped at.
    asked: u64,
    /// Leaves that it was asked about together, and what it has expanded below each of them.
    group: Group,
    pub(crate) simulations: Simulations,
    /// The threads that search the same, if there are more than one.
    pub(crate) member: Option<Member<Contribution>>,
}

/// True if a probe is asked about leaves. What it says holds whatever line leads to them.
fn asks<C: Cursor>(cursor: &C, line: &Line) -> bool {
    cursor.nests() && line.histories.is_none()
}

impl<C: Cursor, T: Table<C::Mark>> Engine<C, T> {
    pub(crate) fn new(cursor: C, table: T, mut options: Options) -> Self {
        options.load_bearing &= !cursor.nests();
        let problem = cursor.problem();
        let root = problem.root();
        let ranked = problem.rank(&root).is_some();
        if cursor.nests() || !ranked && problem.repetition() == Some(Repetition::MoverLoses) {
            options.simulation = None;
        }
        assert!(ranked || !C::ORDERED, "states with resources have a rank");
        let line = Line::new(options, ranked, problem.repetition());
        let provisional = line.endless().map(|_| Provisional::new());
        // What a probe finds out about a state cannot depend on the line.
        let asks = asks(&cursor, &line);
        Self {
            cursor,
            root,
            table,
            line,
            marks: Vec::new(),
            most_bytes: u64::MAX,
            claimed: 0,
            provisional,
            above: Above::new(),
            tempo: Tempo::new(BATCH),
            asks,
            proves: false,
            asked: 0,
            group: Group::default(),
            simulations: Simulations::default(),
            member: None,
        }
    }

    /// The bytes of all that it holds.
    fn held(&self) -> u64 {
        self.table.bytes()
            + self.cursor.bytes()
            + self.line.bytes()
            + self.mark_bytes()
            + self.provisional.as_ref().map_or(0, Provisional::bytes)
            + self.above.bytes()
    }

    /// The bytes that are left for the children of a node. What the cursor does not hold yet it may need for them.
    #[inline]
    pub(crate) fn room(&self) -> u64 {
        let held = self.held() + self.claimed.saturating_sub(self.cursor.bytes());
        self.most_bytes.saturating_sub(held)
    }

    #[inline]
    fn mark_bytes(&self) -> u64 {
        (self.marks.capacity() * size_of::<C::Mark>()) as u64
    }

    /// Divides the memory that there is.
    pub(crate) fn share_out(&mut self, bytes: u64) {
        self.most_bytes = bytes;
        let line = self.line.allow(bytes);
        let provisional = self.provisional.as_mut().map_or(0, |provisional| {
            let share = bytes / PROVISIONAL_SHARE;
            provisional.allow(share);
            share
        });
        // Where the probe is not asked any more, a proof is put together, which needs room as well. With histories it is never asked.
        let nested = if asks(&self.cursor, &self.line) { bytes / NESTED_SHARE } else { 0 };
        let bytes = bytes.saturating_sub(line.saturating_add(provisional).saturating_add(nested));
        self.claimed = self.cursor.allow(bytes);
        let bytes = bytes.saturating_sub(self.claimed);
        let Options { entries, replacement, dominance, .. } = self.line.options;
        self.table.allow(Room { bytes, entries, replacement, dominance });
    }

    fn run(&mut self, watch: &mut Watch<'_>) -> End<StateOf<C>> {
        let mut looks = self.looks(watch, BATCH);
        loop {
            if let Err(end) = self.consult_others(watch) {
                return end;
            }
            if let Some(member) = &mut self.member
                && member.hears_others(self.line.frames.len() - 1)
            {
                self.hear_of_children();
            }
            if self.line.options.load_bearing {
                self.read_children();
            }
            if let Some(value) = self.cursor.waits()
                && let Err(stop) = self.widen(value, watch)
            {
                return End::Stopped(stop);
            }
            if let Some((sibling, proof)) = self.simulations.next(self.line.counters.expanded) {
                if let Some(stop) = self.must_stop(&mut looks, watch) {
                    return End::Stopped(stop);
                }
                self.simulations.siblings.pop();
                self.try_sibling(sibling, proof);
                continue;
            }
            let used_marks = (self.marks.len() * size_of::<C::Mark>()) as u64;
            let Some(mut turn) = self.line.turn(used_marks) else {
                if let Some(outcome) = self.leave() {
                    return End::Solved(outcome);
                }
                continue;
            };
            let stop = self.must_stop(&mut looks, watch);
            if let Some(stop) = stop {
                self.line.take_turn_back();
                return End::Stopped(stop);
            }
            let place = self.line.frames.len() - 1;
            if let Some(member) = self.member.as_ref().filter(|member| member.meets_others(place)) {
                self.line.spread(&mut turn, member.weight(1), |key| member.team().below(key));
            }
            let (node, thresholds) = self.line.choose(&turn);
            if self.is_decided_meanwhile(node) {
                continue;
            }
            if self.cursor.nests() && self.asks && self.line.nodes[node].known.is_none() {
                let asked = self.look_ahead(&turn, node, watch).and_then(|()| self.consult(node, watch));
                match asked {
                    Ok(false) => {}
                    Ok(true) => {
                        self.line.note_change(place, node);
                        continue;
                    }
                    Err(end) => {
                        self.line.take_turn_back();
                        return end;
                    }
                }
            }
            debug_assert!(
                !self.line.options.is_done(self.line.nodes[node].numbers, thresholds),
                "every search of a child makes progress"
            );
            if let Err(end) = self.enter(node, thresholds, watch) {
                self.line.take_turn_back();
                return end;
            }
        }
    }

    /// When it looks outside and at the clock, if it looks outside after so much work.
    fn looks(&self, watch: &Watch<'_>, batch: u64) -> Looks {
        let outside = self.line.work + watch.limits().batch(batch);
        Looks { next: outside.min(self.line.work + self.tempo.work()), outside }
    }

    /// Why the search stops here, if it does. It looks outside when so much work is done, and at the clock before that where this takes long.
    #[inline]
    fn must_stop(&mut self, looks: &mut Looks, watch: &mut Watch<'_>) -> Option<StopReason> {
        let mut stop = self.is_spent().then_some(StopReason::Expansions);
        if self.line.work >= looks.next {
            stop = stop.or(self.look_up(looks, watch).err());
        }
        if watch.limits().bytes.is_some_and(|most| self.held() > most) {
            stop = Some(StopReason::Memory);
        }
        stop
    }

    /// Looks outside if it is time to, else at the clock alone.
    #[cold]
    fn look_up(&mut self, looks: &mut Looks, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        self.tempo.adapt();
        if self.line.work < looks.outside {
            looks.next = looks.outside.min(self.line.work + self.tempo.work());
            return watch.look_at_clock().and_then(|()| self.heed_team());
        }
        // A look outside takes one at the numbers of all nodes as well.
        *looks = self.looks(watch, BATCH.max(4 * self.marks.len() as u64));
        self.look(watch)
    }

    /// Looks outside, and notes how much memory is held.
    fn look(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        let bytes = self.held();
        let mut progress = self.line.take_stock(bytes);
        progress.table = Some(TableFill { entries: self.table.usage().entries, most: self.table.most_entries() });
        if let Some(member) = &mut self.member {
            member.publish(progress.expanded);
            progress.expanded += if member.leads() { member.team().expanded() } else { 0 };
        }
        watch.look(progress)?;
        if self.line.control.as_ref().is_some_and(ThresholdControl::is_hopeless) {
            return Err(StopReason::Memory);
        }
        self.heed_team()
    }

    /// Stops if the others have, and leaves a node near the root that they have solved.
    fn heed_team(&mut self) -> Result<(), StopReason> {
        let Some(member) = &self.member else { return Ok(()) };
        if member.team().is_over() {
            return Err(StopReason::Cancelled);
        }
        let is_solved = |frame: &Frame| {
            let Node { key, resource, .. } = self.line.nodes[frame.node];
            let entry = self.table.peek(Name { key, resource, mark: &self.marks[frame.node] });
            entry.is_some_and(|entry| entry.numbers.is_solved())
        };
        if let Some(place) = self.line.frames.iter().take(TOP).skip(1).position(is_solved) {
            for frame in &mut self.line.frames[1 + place..] {
                frame.thresholds = Numbers { proof: 0, disproof: 0 };
            }
        }
        Ok(())
    }

    /// Looks into the table for what other threads have found out about the children of the last node.
    fn hear_of_children(&mut self) {
        let place = self.line.frames.len() - 1;
        if self.line.wide.last().is_some_and(|wide| wide.place == place) {
            return;
        }
        for node in self.line.frames[place].first..self.line.nodes.len() {
            let Node { key, resource, known, .. } = self.line.nodes[node];
            if self.line.nodes[node].is_solved() {
                continue;
            }
            // What rests on more work is newer.
            if let Some(entry) = self.table.peek(Name { key, resource, mark: &self.marks[node] })
                && (entry.numbers.is_solved() || known.is_none_or(|known| known.work < entry.work))
            {
                self.line.nodes[node].recall(entry);
            }
        }
    }

    /// True if no expansions are left. A thread of several asks for more.
    fn is_spent(&mut self) -> bool {
        if !self.line.is_spent() {
            return false;
        }
        let Some(member) = &self.member else { return true };
        let Some(most) = self.line.most_expansions else { return false };
        let granted = member.team().grant(self.line.counters.expanded.saturating_sub(most));
        self.line.most_expansions = Some(most + granted);
        self.line.is_spent()
    }

    /// Tells the table what the nodes of the line have found out so far.
    pub(crate) fn note_line(&mut self) {
        for place in 0..self.line.frames.len() {
            if let Some(entry) = self.line.entry_at(place).filter(|_| self.line.remembers()) {
                let node = self.line.frames[place].node;
                let Node { key, resource, .. } = self.line.nodes[node];
                self.table.put(Name { key, resource, mark: &self.marks[node] }, entry);
            }
        }
    }

    /// Leaves all nodes of the line, whose numbers go to the table, and gives back what it needs no more.
    pub(crate) fn unwind(&mut self) {
        while !self.line.frames.is_empty() {
            self.leave();
        }
        self.abandon();
        let spared = self.line.most_expansions.map_or(0, |most| most.saturating_sub(self.line.counters.expanded));
        if let Some(member) = self.member.as_ref().filter(|_| spared > 0) {
            member.team().give_back(spared);
            self.line.most_expansions = Some(self.line.counters.expanded);
        }
    }

    /// True if a child below the last node of the line has got a value since it was generated.
    fn is_decided_meanwhile(&mut self, node: usize) -> bool {
        let is_decided = if self.value_for_now(node) {
            true
        } else if self.line.nodes[node].see() {
            self.note_decided(node);
            true
        } else {
            false
        };
        if is_decided {
            self.line.note_change(self.line.frames.len() - 1, node);
        }
        is_decided
    }

    /// What the probe is told about the search.
    fn first_level<'a, 'w>(&self, watch: &'a mut Watch<'w>) -> FirstLevel<'a, 'w> {
        let mut progress = self.line.progress(self.held());
        let nodes = self.table.usage().entries;
        let Some(member) = &self.member else { return FirstLevel::new(nodes, progress, watch) };
        // Of what is left for all threads, the second level has what this one has taken.
        let own = self.line.most_expansions.map(|most| most.saturating_sub(progress.expanded));
        progress.expanded += if member.leads() { member.team().expanded() } else { 0 };
        FirstLevel::new(nodes, progress, watch).with_expansions(own)
    }

    /// Has the probe look at a leaf that was chosen together with others beside it, if it takes several at a time.
    fn look_ahead(&mut self, turn: &Turn, chosen: usize, watch: &mut Watch<'_>) -> Result<(), End<StateOf<C>>> {
        // The probe may have been stopped when it was asked.
        if self.cursor.together() == 1 || self.group.leaves.first() == Some(&chosen) {
            return Ok(());
        }
        let mut leaves = self.line.leaves_beside(turn, chosen, self.cursor.together());
        leaves.retain(|&node| node == chosen || !self.is_decided_meanwhile(node));
        let marks: Vec<C::Mark> = leaves.iter().map(|&node| self.marks[node].clone()).collect();
        self.group = Group { leaves, expanded: 0 };
        let mut first_level = self.first_level(watch);
        let bytes = first_level.progress.bytes;
        let Visit { result, work } = self.cursor.look_ahead(&marks, &mut first_level);
        self.line.note_visit(&work, bytes);
        self.group.expanded = work.expanded / marks.len() as u64;
        match result {
            LeafResult::Stopped(reason) => Err(End::Stopped(reason)),
            LeafResult::Broken(error) => Err(End::Error(error)),
            LeafResult::Nothing | LeafResult::Solved(_) | LeafResult::Unsolved { .. } => Ok(()),
        }
    }

    /// Asks the probe about the others that it has looked at together with a leaf that it has been asked about.
    fn consult_others(&mut self, watch: &mut Watch<'_>) -> Result<(), End<StateOf<C>>> {
        let Some(&chosen) = self.group.leaves.first() else { return Ok(()) };
        if self.line.nodes[chosen].known.is_none() {
            return Ok(());
        }
        while let Some(&other) = self.group.leaves.get(1) {
            if self.consult(other, watch)? {
                self.line.note_change(self.line.frames.len() - 1, other);
            }
            self.group.leaves.remove(1);
        }
        self.group.clear();
        Ok(())
    }

    /// Asks the probe about a leaf below the last node of the line. True if that has found its value or numbers.
    fn consult(&mut self, node: usize, watch: &mut Watch<'_>) -> Result<bool, End<StateOf<C>>> {
        let key = self.line.nodes[node].key;
        let result = loop {
            let mut first_level = self.first_level(watch);
            let bytes = first_level.progress.bytes;
            let team = self.member.as_ref().map(Member::team);
            team.inspect(|team| team.enter(key));
            let Visit { result, work } = self.cursor.visit(&self.marks[node], &mut first_level);
            team.inspect(|team| team.leave(key));
            self.line.note_visit(&work, bytes);
            self.asked += work.expanded;
            // A thread of several that has made all it has taken takes more while some are left, and the visit goes on.
            let is_limited = result == LeafResult::Stopped(StopReason::Expansions) && self.line.is_spent();
            if !is_limited || self.is_spent() {
                break result;
            }
        };
        let numbers = match result {
            LeafResult::Nothing => {
                self.asked = 0;
                return Ok(false);
            }
            LeafResult::Solved(value) => Numbers::decided(value),
            LeafResult::Unsolved { proof, disproof } => Numbers::leaf(proof, disproof),
            LeafResult::Stopped(reason) => return Err(End::Stopped(reason)),
            LeafResult::Broken(error) => return Err(End::Error(error)),
        };
        let ahead = if self.group.leaves.contains(&node) { self.group.expanded } else { 0 };
        let entry = self.line.visited(node, numbers, mem::take(&mut self.asked) + ahead);
        if self.line.remembers() {
            let Node { key, resource, .. } = self.line.nodes[node];
            self.table.put(Name { key, resource, mark: &self.marks[node] }, entry);
        }
        Ok(true)
    }

    /// Finds out what is known about an open node: that it is on the line, what the table holds, or what a leaf costs.
    #[inline]
    fn learn(&mut self, node: usize) {
        let mark = &self.marks[node];
        let key = self.line.nodes[node].key;
        if !self.line.ranked {
            if let Some(place) = self.line.place_of(key, &|other| C::same(&self.marks[other], mark)) {
                self.line.repeat(node, place);
                return;
            }
            if self.above.has(key, &|other| C::same(other, mark)) {
                self.line.repeat_above(node);
                return;
            }
            if self.value_for_now(node) {
                return;
            }
            if self.line.histories.is_some()
                && let Some(value) = self.value_on_line(node)
            {
                self.line.nodes[node].numbers = Numbers::decided(value);
                return;
            }
        }
        self.read(node);
    }

    /// Takes the numbers of an open node from the table, or those of a leaf.
    #[inline]
    fn read(&mut self, node: usize) {
        let mark = &self.marks[node];
        let Node { key, resource, .. } = self.line.nodes[node];
        if self.line.remembers()
            && let Some(entry) = self.table.get(Name { key, resource, mark })
        {
            self.line.nodes[node].recall(entry);
            return;
        }
        let LeafCost { proof, disproof } = self.cursor.cost(mark);
        let mut numbers = Numbers::leaf(proof, disproof);
        if let Some(deep) = self.line.options.deep {
            numbers = numbers.times(deep.factor(self.line.frames.len() as u32));
        }
        self.line.nodes[node].numbers = numbers;
    }

    /// Reads the numbers of the unsolved children of the last node on the line once more, whose table may have forgotten them.
    fn read_children(&mut self) {
        let place = self.line.frames.len() - 1;
        let Frame { first, fresh, .. } = self.line.frames[place];
        // They have just been read.
        if fresh {
            return;
        }
        self.line.work += (self.line.nodes.len() - first) as u64;
        for node in first..self.line.nodes.len() {
            if !self.line.nodes[node].is_solved() {
                self.line.nodes[node].known = None;
                self.read(node);
                self.line.note_change(place, node);
            }
        }
    }

    /// Tells the table that a child, asked for its status at last, is decided.
    fn note_decided(&mut self, node: usize) {
        let entry = self.line.known_from_now(NonZeroU32::MIN).entry(self.line.nodes[node].numbers);
        if self.line.remembers() {
            let Node { key, resource, .. } = self.line.nodes[node];
            self.table.put(Name { key, resource, mark: &self.marks[node] }, entry);
        }
    }

    /// Gives a node below the line the value that it has while the line stands, if one was found.
    #[inline]
    fn value_for_now(&mut self, node: usize) -> bool {
        let Some(provisional) = &self.provisional else { return false };
        let mark = &self.marks[node];
        let found = provisional.find(self.line.nodes[node].key, &|other| C::same(other, mark));
        found.is_some_and(|(height, result)| self.line.settle_for_now(node, height, result.dependence))
    }

    /// The value of a child below the line, if it is known or can be carried over from another line.
    fn value_on_line(&mut self, node: usize) -> Option<Value> {
        // The state that was asked for is searched: its children are wanted.
        if self.line.frames.is_empty() {
            return None;
        }
        let mut histories = self.line.histories.take()?;
        let Node { key, role, .. } = self.line.nodes[node];
        let mut value = histories.value(key);
        histories.usage.twins += u64::from(value.is_some());
        if value.is_none()
            && let Some(hint) = histories.hint(key)
        {
            histories.begin();
            let mark = self.marks[node].clone();
            if self.simulate(&mut histories, &mark, key, role, hint) {
                histories.usage.carried_over += 1;
                value = Some(hint);
            }
        }
        self.line.histories = Some(histories);
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
        self.line.work += children.len() as u64;
        // One child is enough for the side that the value favours; else all count.
        let is_choice = role == value.chooser();
        let mut holds = !is_choice && !self.cursor.left_out();
        if is_choice || holds {
            for NodeView { mark, key, status, .. } in &children {
                let has_value = match *status {
                    Status::Decided(decided) => decided == value,
                    Status::OpenLeaf => self.line.assumed == value,
                    Status::Open(_) if histories.below.contains(key) || self.is_on_line(*key) => {
                        Repetition::MoverLoses.value(role) == value
                    }
                    Status::Open(role) => self.simulate(histories, mark, *key, role, value),
                };
                if has_value == is_choice {
                    holds = is_choice;
                    break;
                }
            }
        }
        histories.below.pop();
        histories.toggle(key);
        self.cursor.leave();
        if holds {
            histories.store(key, value, NonZeroU32::MIN);
        }
        holds
    }

    /// True if a state with this key stands on the line, or above it.
    fn is_on_line(&self, key: u64) -> bool {
        self.line.has_key(key) || self.above.has(key, &|_| true)
    }

    /// Puts a node at the end of the line and generates its children.
    ///
    /// # Errors
    ///
    /// Why it does not: then it is as if nothing had been tried.
    fn enter(&mut self, node: usize, thresholds: Numbers, watch: &Watch<'_>) -> Result<(), End<StateOf<C>>> {
        if !self.line.frames.is_empty() {
            self.cursor.enter(&self.marks[node]);
        }
        self.group.clear();
        let height = self.provisional.as_ref().map_or(0, Provisional::height);
        self.line.enter(node, thresholds, height, self.table.usage());
        let room = self.room();
        let delays = self.line.options.evaluation == Evaluation::Delayed;
        let Self { cursor, line, marks, table, .. } = self;
        let prefetches = table.prefetches();
        let mut expansion = Expansion::new(line, watch, room, size_of::<C::Mark>());
        cursor.for_each_child_until(|node_view| {
            let child = Node::new(&node_view, expansion.assumed());
            if prefetches && !child.is_solved() {
                table.touch(child.key, child.resource);
            }
            let child = if delays { child.unseen() } else { child };
            let NodeView { mark, status, .. } = node_view;
            if expansion.take(child, status == Status::OpenLeaf, |other| C::same(&marks[other], &mark)) {
                marks.push(mark);
            }
            expansion.flow()
        });
        let Expanded { first, generated, wrong_rank, stop, is_won } = expansion.end();
        if let Some((parent, child)) = wrong_rank {
            return Err(End::Error(SolveError::Rank { parent, child }));
        }
        if let Some(stop) = stop.or_else(|| self.cursor.left_out().then_some(StopReason::Memory)) {
            self.line.turn_back(generated);
            self.marks.truncate(self.line.nodes.len());
            if !self.line.frames.is_empty() {
                self.cursor.leave();
            }
            return Err(End::Stopped(stop));
        }
        self.line.work += self.line.counters.generated - generated;
        if let Some(member) = &mut self.member {
            let Node { key, known, .. } = self.line.nodes[node];
            member.enter(self.line.frames.len() - 1, key, known.map_or(0, |known| known.work.get()));
        }
        // Where a child has won already, nobody asks for the others.
        if !is_won {
            self.learn_children(first);
        }
        self.line.note_wide(first);
        match self.line.unexpected {
            Some(place) => {
                let path = self.cursor.line().split_off(place as usize);
                Err(End::Error(SolveError::Cycle { path }))
            }
            None => Ok(()),
        }
    }

    /// If the first child of the last node has got this value, takes it for those that have it for the same reason, and
    /// generates those that have to be looked at now.
    fn widen(&mut self, value: Value, watch: &Watch<'_>) -> Result<(), StopReason> {
        let place = self.line.frames.len() - 1;
        let (first, shown) = (self.line.frames[place].first, self.line.nodes.len());
        if self.line.nodes.get(first).and_then(Node::value) != Some(value) {
            return Ok(());
        }
        let generated = self.line.counters.generated;
        let room = self.room();
        let Self { cursor, line, marks, table, .. } = self;
        let prefetches = table.prefetches();
        let mut expansion = Expansion::new(line, watch, room, size_of::<C::Mark>()).beside(first);
        cursor.widen(|node_view| {
            let child = Node::new(&node_view, expansion.assumed());
            if prefetches && !child.is_solved() {
                table.touch(child.key, child.resource);
            }
            let NodeView { mark, status, .. } = node_view;
            if expansion.take(child, status == Status::OpenLeaf, |other| C::same(&marks[other], &mark)) {
                marks.push(mark);
            }
        });
        let Expanded { stop, .. } = expansion.end();
        if let Some(stop) = stop {
            self.line.nodes.truncate(shown);
            self.marks.truncate(shown);
            self.line.counters.generated = generated;
            self.cursor.wait_again();
            return Err(stop);
        }
        self.line.work += self.line.counters.generated - generated;
        for node in first + 1..shown {
            if !self.line.nodes[node].is_solved() && self.cursor.is_covered(&self.marks[node]) {
                self.line.nodes[node].numbers = Numbers::decided(value);
            }
        }
        self.learn_children(shown);
        // A list of summaries is made anew, for it is as long as the list of children.
        if self.line.wide.last().is_some_and(|wide| wide.place == place) {
            self.line.wide.pop();
        }
        self.line.note_wide(first);
        Ok(())
    }

    /// Finds out what is known about the open ones of the children that were generated last.
    #[inline]
    fn learn_children(&mut self, first: usize) {
        if !self.table.prefetches() {
            let touch = |touched, child: &Node| touched ^ self.table.touch(child.key, child.resource);
            black_box(self.line.nodes[first..].iter().fold(0, touch));
        }
        for node in first..self.line.nodes.len() {
            if !self.line.nodes[node].is_solved() {
                self.learn(node);
            }
        }
        if self.line.sources.is_some() {
            self.line.detect_sources(first);
        }
    }

    /// Takes the last node off the line, stores what is known about it, and tells its parent. Returns the outcome if it
    /// was the only one.
    fn leave(&mut self) -> Option<Outcome<StateOf<C>>> {
        self.group.clear();
        self.simulations.siblings.clear();
        let departure = self.line.leave();
        if let Some(member) = &mut self.member {
            member.leave(self.line.frames.len());
        }
        let Departure { ref frame, stored, .. } = departure;
        if let Some(entry) = stored {
            let Node { key, resource, .. } = self.line.nodes[frame.node];
            self.table.put(Name { key, resource, mark: &self.marks[frame.node] }, entry);
        }
        if self.provisional.is_some() {
            self.settle_provisional(&departure);
        }
        self.settle_zone(frame);
        if self.line.tell_parent(&departure) {
            self.marks.truncate(frame.first);
            self.cursor.leave();
            if let Some(least) = self.line.options.simulation {
                self.note_siblings(frame.node, least);
            }
            return None;
        }
        // A value that rests on a repetition of the node itself holds if the node has it too, as it does on every line.
        let value = self.line.nodes[frame.node].value();
        let mut children = Vec::with_capacity(self.marks.len() - frame.first);
        for (node, mark) in self.line.nodes[frame.first..].iter().zip(&self.marks[frame.first..]) {
            let own = node.value().filter(|_| node.dependence == NOWHERE || node.value() == value);
            children.push((self.cursor.state_of(mark), own));
        }
        self.forget_nodes();
        value.map(|value| Outcome { value, children })
    }

    /// Lets the cursor keep what the value of a node that is left rests on, if it has zones.
    #[inline]
    fn settle_zone(&mut self, frame: &Frame) {
        let Self { cursor, line, marks, .. } = self;
        let value = line.nodes[frame.node].value();
        if let Some(value) = value.filter(|&value| cursor.zoned() == Some(value)) {
            let children = line.nodes[frame.first..].iter().zip(&marks[frame.first..]);
            cursor.settle(children.filter(|(node, _)| node.value() == Some(value)).map(|(_, mark)| mark));
        }
    }

    /// Forgets all nodes in memory, when none is left on the line.
    fn forget_nodes(&mut self) {
        self.line.nodes.clear();
        self.line.wide.clear();
        self.marks.clear();
    }

    /// Drops, keeps or completes the provisional values below a node that has just been taken off the line.
    fn settle_provisional(&mut self, departure: &Departure) {
        let Some(provisional) = &mut self.provisional else { return };
        let Departure { ref frame, known, dependence, .. } = *departure;
        let place = self.line.frames.len() as u32;
        let Node { key, resource, numbers, .. } = self.line.nodes[frame.node];
        if numbers.value() != self.line.endless() {
            provisional.truncate(frame.height);
        } else if dependence < place {
            if let Some(parent) = self.line.frames.last_mut() {
                parent.lowest = parent.lowest.min(frame.lowest).min(dependence);
            }
            let mark = &self.marks[frame.node];
            if provisional.find(key, &|other| C::same(other, mark)).is_none() {
                provisional.push(Conditional { mark: mark.clone(), key, resource, dependence, known });
            }
        } else {
            let remembers = self.line.remembers();
            while let Some(result) = provisional.pop_above(frame.height) {
                // What is read from the table while the node is on the line, from another thread perhaps, can decide it on
                // all lines, though what was found below it rests on the line above.
                if remembers && result.dependence.min(frame.lowest) >= place {
                    let Conditional { key, resource, ref mark, known, .. } = result;
                    self.table.put(Name { key, resource, mark }, known.entry(numbers));
                }
            }
        }
    }

    /// Forgets the line of a search that will not go on.
    fn abandon(&mut self) {
        self.line.abandon();
        self.marks.clear();
        if let Some(provisional) = &mut self.provisional {
            provisional.truncate(0);
        }
        self.asked = 0;
        self.group.clear();
        self.simulations.siblings.clear();
        self.above.clear();
    }
}

impl<C: Cursor, T: Table<C::Mark>> Prover for Engine<C, T> {
    type State = StateOf<C>;

    fn root(&self) -> StateOf<C> {
        self.root.clone()
    }

    fn status(&self, state: &StateOf<C>) -> Status {
        self.cursor.problem().status(state)
    }

    fn successors(&self, state: &StateOf<C>) -> Vec<StateOf<C>> {
        self.cursor.successors(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.line.repetition
    }

    fn may_have_cycles(&self) -> bool {
        !self.line.ranked
    }

    fn goes_by_lines(&self) -> bool {
        self.line.histories.is_some()
    }

    fn zones(&self, value: Value) -> Option<&dyn Zones<State = StateOf<C>>> {
        self.cursor.zones().filter(|_| self.cursor.zoned() == Some(value))
    }

    fn begin_proof(&mut self, value: Value) {
        // An earlier attempt may have been stopped. The proof takes what expansions it takes.
        self.abandon();
        self.line.most_expansions = None;
        (self.asks, self.proves) = (false, true);
        // No proof rests on an open leaf. What the table holds of this value holds whatever open leaves are worth; what is
        // searched now may come across leaves that the nested searches had to themselves.
        self.line.assumed = match value {
            Value::Proven => Value::Disproven,
            Value::Disproven => Value::Proven,
        };
    }

    fn choices(&self, state: &StateOf<C>, value: Value) -> Vec<StateOf<C>> {
        self.cursor.choose(state, &mut |views| {
            // What the table knows about all of them is brought near the processor first.
            let mut touched = 0;
            for (place, view) in views.iter().enumerate() {
                if view.status == Status::Decided(value) {
                    return vec![place];
                }
                touched ^= self.table.touch(view.key, view.resource);
            }
            black_box(touched);
            let mut known = Vec::new();
            for (place, NodeView { mark, key, resource, status, .. }) in views.iter().enumerate() {
                if let Status::Open(_) = status
                    && let Some(entry) = self.table.peek(Name { key: *key, resource: *resource, mark })
                    && entry.numbers.value() == Some(value)
                {
                    known.push((entry.work, place));
                }
            }
            if self.line.ranked {
                known.sort_unstable();
            }
            known.into_iter().map(|(_, place)| place).collect()
        })
    }

    fn known(&self, state: &StateOf<C>) -> Option<Entry> {
        let NodeView { mark, key, resource, .. } = self.cursor.view(state);
        self.table.peek(Name { key, resource, mark: &mark })
    }

    fn search(&mut self, root: &StateOf<C>, watch: &mut Watch<'_>) -> End<StateOf<C>> {
        self.share_out(watch.limits().bytes.unwrap_or(u64::MAX));
        if self.marks.is_empty() {
            self.cursor.stand(root);
            let node_view = self.cursor.view(root);
            self.line.begin(&node_view);
            self.marks.push(node_view.mark);
            if !self.line.nodes[0].is_solved() {
                self.learn(0);
            }
        }
        if self.line.frames.is_empty()
            && let Some(value) = self.line.value_without_search()
        {
            self.forget_nodes();
            return End::Solved(Outcome { value, children: Vec::new() });
        }
        // The observer is asked after some work: one that says no each time gets a search to its end all the same. A proof is made of many
        // short searches.
        let looked = if self.proves { self.look(watch) } else { watch.look_at_clock().and_then(|()| self.heed_team()) };
        if let Err(stop) = looked {
            return End::Stopped(stop);
        }
        if self.line.frames.is_empty() {
            if self.is_spent() {
                return End::Stopped(StopReason::Expansions);
            }
            let thresholds = self.line.options.root_thresholds(self.line.nodes[0].numbers);
            if let Err(end) = self.enter(0, thresholds, watch) {
                return end;
            }
        }
        self.run(watch)
    }

    fn put_above(&mut self, state: &StateOf<C>) {
        let NodeView { key, mark, .. } = self.cursor.view(state);
        if let Some(histories) = &mut self.line.histories {
            histories.toggle(key);
        }
        self.above.push(key, mark);
    }

    fn take_from_above(&mut self) {
        if let (Some(key), Some(histories)) = (self.above.pop(), &mut self.line.histories) {
            histories.toggle(key);
        }
    }

    fn value_below_line(&self, state: &StateOf<C>) -> Option<Value> {
        let NodeView { key, mark, .. } = self.cursor.view(state);
        let repeats = self.above.has(key, &|other| C::same(other, &mark));
        self.line.histories.as_ref().filter(|_| !repeats)?.value(key)
    }

    fn bytes(&self) -> u64 {
        self.held()
    }

    fn bytes_beside_states(&self, count: usize) -> u64 {
        (count * self.cursor.bytes_beside_state()) as u64
    }

    fn note_bytes(&mut self, bytes: u64) {
        self.line.counters.peak_bytes = self.line.counters.peak_bytes.max(bytes);
    }
}

impl<C: Cursor, T: Table<C::Mark>> Searching for Engine<C, T> {
    type Problem = C::Problem;

    fn problem(&self) -> &C::Problem {
        self.cursor.problem()
    }

    fn set_root(&mut self, root: StateOf<C>) {
        self.root = root;
    }

    fn line(&self) -> &Line {
        &self.line
    }

    fn line_mut(&mut self) -> &mut Line {
        &mut self.line
    }

    fn begin_search(&mut self) {
        self.proves = false;
    }

    fn states(&self) -> Vec<StateOf<C>> {
        if self.line.frames.is_empty() { Vec::new() } else { self.cursor.line() }
    }

    fn member(&self) -> Option<&Member<Contribution>> {
        self.member.as_ref()
    }

    fn share_out(&mut self, bytes: u64) {
        Self::share_out(self, bytes);
    }

    fn unwind(&mut self) {
        Self::unwind(self);
    }

    fn clear(&mut self) {
        self.table.clear();
        self.line.clear();
    }

    fn ask_again(&mut self) {
        self.asks = asks(&self.cursor, &self.line);
    }

    fn note_line(&mut self) {
        Self::note_line(self);
    }

    fn root_key(&self) -> u64 {
        self.cursor.view(&self.root).key
    }

    fn kept_zones(&self) -> Option<&dyn Zones<State = StateOf<C>>> {
        self.cursor.zones()
    }

    fn table_use(&self) -> TableUse {
        self.table.usage()
    }

    fn evidence(&self) -> Evidence {
        // What a cursor takes for the same has the same 64 bits; keys of lines are compared as far as their tables do.
        let lines = self.line.histories.as_ref().map(|histories| histories.evidence());
        let cursor = (!C::EXACT).then_some(Evidence::Keyed { bits: u64::BITS });
        let bits = |evidence: &Evidence| if let &Evidence::Keyed { bits } = evidence { bits } else { u32::MAX };
        let all = [Some(self.table.evidence()), cursor, lines].into_iter().flatten();
        all.min_by_key(bits).unwrap_or(Evidence::Exact)
    }

    fn marks_last(&self) -> bool {
        self.cursor.marks_last()
    }

    #[cfg(test)]
    fn most_entries(&self) -> u64 {
        self.table.most_entries()
    }

    fn save_table(&self, out: &mut dyn Write) -> io::Result<bool> {
        self.table.save(out)
    }

    fn load_table(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.table.load(from)
    }

    fn save_zones(&self, out: &mut dyn Write) -> io::Result<()> {
        self.cursor.save_zones(out)
    }

    fn load_zones(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.cursor.load_zones(from)
    }
}
