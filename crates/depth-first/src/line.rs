//! The line of play that is being searched, with the numbers of all nodes on it and of all their children.
//!
//! The idea: what a node has shown when it was generated is a handful of numbers, and from then on the search looks at
//! those alone: which child is searched, for how long, what is told to the parent. None of that depends on what states,
//! marks or tables look like, so it is here, and is compiled once. What must see states is in the
//! [engine](crate::search), which keeps the marks of the nodes in a list of the same order.
//!
//! The invariant: nodes lie level by level, the children of a node on the line one after the other; the children of the
//! last node are the last in memory.

use std::num::NonZeroU32;
use std::ops::AddAssign;

use hashbrown::HashTable;
use proofset_core::{Progress, Repetition, Role, Size, Status, TableUse, Value};
use proofset_cursor::{NodeView, Work};
use proofset_numbers::{INFINITE, Numbers, ThresholdControl, Total};

use crate::history::Histories;
use crate::node::{Known, NOWHERE, Node, counted};
use crate::options::Options;
use crate::sources::Sources;
use crate::survey::Wide;
use crate::table::{Entry, NONE};

/// One byte in so many of the memory limit is kept for the line; the rest is for the table.
const LINE_SHARE: u64 = 16;

/// One byte in so many of the memory limit is for results that depend on the line, if there are any.
const HISTORY_SHARE: u64 = 2;

/// One byte in so many of the memory limit is for the detection of sources, if it is on.
const SOURCE_SHARE: u64 = 4;

/// A node on the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Its own place among the nodes in memory.
    pub(crate) node: usize,
    /// Where its children begin. They are the last nodes in memory when it is the last on the line.
    pub(crate) first: usize,
    pub(crate) thresholds: Numbers,
    /// The numbers that it had when it was entered.
    before: Numbers,
    /// The child that was searched last, counted from `first`.
    pub(crate) last: u32,
    /// Expansions in this activation, its own included.
    pub(crate) work: u64,
    /// True until it was looked at once.
    pub(crate) fresh: bool,
    pub(crate) distance: u32,
    /// How many provisional values there were when it was entered.
    pub(crate) height: u32,
    /// The place nearest to the root that one of those found since rests on.
    pub(crate) lowest: u32,
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

impl AddAssign for Counters {
    /// Adds what another thread has done at the same time: what both hold, they hold together.
    fn add_assign(&mut self, other: Self) {
        let Self { expanded, expanded_again, generated, recomputed, second_level, second_level_visits, peak_bytes } =
            other;
        self.expanded += expanded;
        self.expanded_again += expanded_again;
        self.generated += generated;
        self.recomputed += recomputed;
        self.second_level += second_level;
        self.second_level_visits += second_level_visits;
        self.peak_bytes += peak_bytes;
    }
}

impl Counters {
    /// All of them, to be written down.
    pub(crate) fn numbers(&mut self) -> [&mut u64; 7] {
        let Self { expanded, expanded_again, generated, recomputed, second_level, second_level_visits, peak_bytes } =
            self;
        [expanded, expanded_again, generated, recomputed, second_level, second_level_visits, peak_bytes]
    }

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

/// A node that has been taken off the line.
pub(crate) struct Departure {
    pub(crate) frame: Frame,
    pub(crate) known: Known,
    /// The place on the line that its value depends on.
    pub(crate) dependence: u32,
    /// What the table is told of it, if anything.
    pub(crate) stored: Option<Entry>,
}

/// The line of play with all of its numbers.
pub(crate) struct Line {
    pub(crate) options: Options,
    pub(crate) counters: Counters,
    /// At most so many expansions, those of earlier searches included.
    pub(crate) most_expansions: Option<u64>,
    /// The value that open leaves are taken to have.
    pub(crate) assumed: Value,
    /// True if such a leaf was met since the table was cleared.
    pub(crate) met_open_leaf: bool,
    /// The nodes on the line with all of their children, level by level.
    pub(crate) nodes: Vec<Node>,
    pub(crate) frames: Vec<Frame>,
    /// What an expansion has generated that was not completed, and is begun anew.
    turned_back: u64,
    /// The bytes that the line may take.
    pub(crate) share: u64,
    /// Those on the line with very many children, in the same order.
    pub(crate) wide: Vec<Wide>,
    /// The places on the line by the keys of their states; empty if nobody asks, because the problem has a rank and so
    /// no cycles.
    pub(crate) places: HashTable<u32>,
    pub(crate) sources: Option<Sources>,
    /// Results that hold on one line, where the rule for repetitions makes values depend on it.
    pub(crate) histories: Option<Box<Histories>>,
    pub(crate) ranked: bool,
    /// What the problem says of repetitions.
    pub(crate) repetition: Option<Repetition>,
    /// The place on the line that a child has come back to although the problem says that no line does.
    pub(crate) unexpected: Option<u32>,
    /// Children that were generated and looked at, and turns: what is counted between two looks outside.
    pub(crate) work: u64,
    /// What is demanded so that the search ends, where there may be cycles or the table is load-bearing.
    pub(crate) control: Option<ThresholdControl>,
    /// Sizes of the root when the search last looked outside.
    sizes: (Size, Size),
}

impl Line {
    /// An empty line in a problem that has a rank or not, and says this of repetitions.
    pub(crate) fn new(options: Options, ranked: bool, repetition: Option<Repetition>) -> Self {
        let by_line = !ranked && repetition == Some(Repetition::MoverLoses);
        Self {
            options,
            counters: Counters::default(),
            most_expansions: None,
            assumed: Value::Disproven,
            met_open_leaf: false,
            nodes: Vec::new(),
            frames: Vec::new(),
            turned_back: 0,
            share: u64::MAX,
            wide: Vec::new(),
            places: HashTable::new(),
            sources: options.source_detection.then(Sources::new),
            histories: by_line.then(|| Box::new(Histories::new())),
            ranked,
            repetition,
            unexpected: None,
            work: 0,
            control: (!ranked || options.load_bearing).then(ThresholdControl::new),
            sizes: (Size::ONE, Size::ONE),
        }
    }

    /// The value of every repetition, where there may be any and values do not depend on the line.
    #[inline]
    pub(crate) fn endless(&self) -> Option<Value> {
        if self.ranked { None } else { self.repetition.and_then(Repetition::fixed_value) }
    }

    /// The bytes of the line and of the nodes beside it.
    #[inline]
    pub(crate) fn line_bytes(&self) -> u64 {
        self.bytes_of(self.frames.capacity(), self.nodes.capacity())
    }

    /// The bytes of the line that are in use: lists keep what they held once.
    #[inline]
    pub(crate) fn used_bytes(&self) -> u64 {
        self.bytes_of(self.frames.len(), self.nodes.len())
    }

    #[inline]
    fn bytes_of(&self, frames: usize, nodes: usize) -> u64 {
        let wide: usize = self.wide.iter().map(Wide::bytes).sum();
        (frames * size_of::<Frame>() + nodes * size_of::<Node>() + wide) as u64
    }

    /// The bytes of all that it holds.
    pub(crate) fn bytes(&self) -> u64 {
        let sources = self.sources.as_ref().map_or(0, Sources::bytes);
        let histories = self.histories.as_ref().map_or(0, |histories| histories.bytes());
        self.line_bytes() + self.places.allocation_size() as u64 + sources + histories
    }

    /// Takes its share of the memory that there is, and says how much that is.
    pub(crate) fn allow(&mut self, bytes: u64) -> u64 {
        let share = bytes / LINE_SHARE;
        if let Some(control) = self.control.as_mut().filter(|_| share > self.share) {
            control.relieve();
        }
        self.share = share;
        let mut taken = share;
        if let Some(sources) = &mut self.sources {
            sources.allow(bytes / SOURCE_SHARE);
            taken += bytes / SOURCE_SHARE;
        }
        if let Some(histories) = &mut self.histories {
            histories.allow(bytes / HISTORY_SHARE);
            taken += bytes / HISTORY_SHARE;
        }
        taken
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.most_expansions.is_some_and(|most| self.counters.expanded >= most)
    }

    /// True if there is a table at all.
    #[inline]
    pub(crate) fn remembers(&self) -> bool {
        self.options.entries != Some(0)
    }

    /// The side that moves at the end of the line.
    pub(crate) fn mover(&self) -> Role {
        self.frames.last().map_or(Role::Or, |frame| self.nodes[frame.node].role)
    }

    /// The key of the state at a place on the line.
    #[inline]
    pub(crate) fn key_at(&self, place: u32) -> u64 {
        self.nodes[self.frames[place as usize].node].key
    }

    /// The place on the line of the state with this key whose node `is_same` recognises.
    pub(crate) fn place_of(&self, key: u64, is_same: &dyn Fn(usize) -> bool) -> Option<u32> {
        self.places.find(key, |&place| is_same(self.frames[place as usize].node)).copied()
    }

    /// True if a state with this key stands on the line.
    pub(crate) fn has_key(&self, key: u64) -> bool {
        self.places.find(key, |&place| self.key_at(place) == key).is_some()
    }

    /// Notes that the state at a place stands on the line, or not any more.
    fn note_place(&mut self, place: u32, stands: bool) {
        // Nobody asks for the places where there is a rank and no detection of sources.
        if self.ranked && self.sources.is_none() {
            return;
        }
        let Self { places, frames, nodes, histories, .. } = self;
        let key_at = |place: &u32| nodes[frames[*place as usize].node].key;
        let key = key_at(&place);
        if let Some(histories) = histories {
            histories.toggle(key);
        }
        if stands {
            places.insert_unique(key, place, key_at);
        } else if let Ok(entry) = places.find_entry(key, |&other| other == place) {
            entry.remove();
        }
    }

    /// The root is generated.
    pub(crate) fn begin<M>(&mut self, node_view: &NodeView<M>) {
        self.counters.generated += 1;
        self.met_open_leaf |= node_view.status == Status::OpenLeaf;
        self.nodes.push(Node::new(node_view, self.assumed));
    }

    /// The value of the root, if no search is wanted, when it is not on the line.
    pub(crate) fn value_without_search(&mut self) -> Option<Value> {
        let root = &mut self.nodes[0];
        if root.known.is_none() {
            return root.value();
        }
        // A solved entry would be left at once: its children are wanted, so it is searched anew.
        if root.is_solved() {
            root.numbers = Numbers { proof: 1, disproof: 1 };
        }
        None
    }

    /// The probe has worked on a child of the last node.
    pub(crate) fn note_visit(&mut self, work: &Work, bytes: u64) {
        let counters = &mut self.counters;
        counters.expanded += work.expanded;
        counters.second_level += work.expanded;
        counters.generated += work.generated;
        counters.recomputed += work.recomputed;
        counters.second_level_visits += work.visits;
        counters.peak_bytes = counters.peak_bytes.max(bytes + work.peak_bytes);
        self.work += work.generated + work.recomputed;
        if let Some(frame) = self.frames.last_mut() {
            frame.work += work.expanded;
        }
    }

    /// The probe has found numbers of a child of the last node, with so many expansions.
    pub(crate) fn visited(&mut self, node: usize, numbers: Numbers, expanded: u64) -> Entry {
        // The search below it was one of a new node.
        if let Some(control) = &mut self.control {
            control.expand();
        }
        let work = u32::try_from(expanded).unwrap_or(u32::MAX);
        let work = NonZeroU32::new(work).unwrap_or(NonZeroU32::MIN);
        let known = self.known_from_now(work);
        let child = &mut self.nodes[node];
        (child.numbers, child.known) = (numbers, Some(known));
        known.entry(numbers)
    }

    /// What is known of a child of the last node that was not searched before, after so much work.
    pub(crate) fn known_from_now(&self, work: NonZeroU32) -> Known {
        Known { distance: self.frames.len() as u32, last: NONE, work }
    }

    /// A child has the value of a repetition of a state above the root.
    pub(crate) fn repeat_above(&mut self, node: usize) {
        if let Some(rule) = self.repetition {
            self.nodes[node].numbers = Numbers::decided(rule.value(self.mover()));
        }
    }

    /// A node has the value of a repetition of the state at this place.
    pub(crate) fn repeat(&mut self, node: usize, place: u32) {
        // Only children are on the line, so there is a mover.
        match self.repetition {
            Some(rule) => self.nodes[node].numbers = Numbers::decided(rule.value(self.mover())),
            None => self.unexpected = Some(place),
        }
        self.nodes[node].dependence = place;
    }

    /// Gives a node the value that holds while the line stands, found when there were so many others, and resting on this
    /// place.
    pub(crate) fn settle_for_now(&mut self, node: usize, height: u32, dependence: u32) -> bool {
        let Some(value) = self.endless() else { return false };
        // What was found below the last of the nodes that were on the line by then, and are so still.
        let below = self.frames.partition_point(|frame| frame.height <= height);
        let lowest = below.checked_sub(1).map_or(NOWHERE, |place| self.frames[place].lowest);
        let child = &mut self.nodes[node];
        (child.numbers, child.dependence) = (Numbers::decided(value), dependence.min(lowest));
        true
    }

    /// Puts a node at the end of the line. `height` is that of the provisional values.
    pub(crate) fn enter(&mut self, node: usize, thresholds: Numbers, height: u32, table: TableUse) {
        let place = self.frames.len() as u32;
        let Node { known, numbers: before, .. } = self.nodes[node];
        if known.is_some() {
            self.counters.expanded_again += 1;
        } else {
            self.counters.expanded += 1;
        }
        let remembers = self.remembers();
        if let Some(control) = &mut self.control {
            control.enter(known.is_none(), || (!remembers || table.evictions > 0).then_some(table.entries));
        }
        self.frames.push(Frame {
            node,
            first: self.nodes.len(),
            thresholds,
            before,
            last: known.map_or(NONE, |known| known.last),
            work: 1,
            fresh: true,
            distance: known.map_or(place, |known| known.distance.min(place)),
            height,
            lowest: NOWHERE,
        });
        self.note_place(place, true);
        self.counters.generated -= std::mem::take(&mut self.turned_back);
    }

    /// Takes the last node off the line as if it had not been entered: its children were not all generated. `generated` is
    /// the counter before.
    pub(crate) fn turn_back(&mut self, generated: u64) {
        let Some(frame) = self.frames.last().copied() else { unreachable!("it has just been entered") };
        self.note_place(self.frames.len() as u32 - 1, false);
        self.frames.pop();
        self.nodes.truncate(frame.first);
        self.turned_back = self.counters.generated - generated;
        let is_known = self.nodes[frame.node].known.is_some();
        let Counters { expanded, expanded_again, .. } = &mut self.counters;
        *(if is_known { expanded_again } else { expanded }) -= 1;
    }

    /// Takes the last node off the line. Its children are still there, and its parent is not told yet.
    pub(crate) fn leave(&mut self) -> Departure {
        let Some(frame) = self.frames.last().copied() else { unreachable!("only nodes on the line are left") };
        let place = self.frames.len() as u32 - 1;
        self.note_place(place, false);
        self.frames.pop();
        let dependence = self.dependence(&frame);
        let Node { key, numbers, known: earlier, .. } = self.nodes[frame.node];
        let earlier = earlier.map_or(0, |known| known.work.get());
        let work = u32::try_from(frame.work).unwrap_or(u32::MAX).saturating_add(earlier);
        let work = NonZeroU32::new(work).unwrap_or(NonZeroU32::MIN);
        let known = Known { distance: frame.distance, last: frame.last, work };
        let stored = match (&mut self.histories, numbers.value()) {
            _ if self.options.entries == Some(0) => None,
            (Some(histories), Some(value)) => {
                histories.store(key, value, work);
                None
            }
            _ if dependence >= place => Some(known.entry(numbers)),
            // That it was met is remembered: else it would be a new node the next time.
            _ => Some(known.entry(frame.before)),
        };
        Departure { frame, known, dependence, stored }
    }

    /// Forgets the children of a node that has left the line, and tells its parent. False if there is none.
    pub(crate) fn tell_parent(&mut self, departure: &Departure) -> bool {
        let Departure { ref frame, known, dependence, .. } = *departure;
        let place = self.frames.len();
        let Some(parent) = self.frames.last_mut() else { return false };
        parent.work += frame.work;
        self.nodes.truncate(frame.first);
        if self.wide.last().is_some_and(|wide| wide.place == place) {
            self.wide.pop();
        }
        let node = &mut self.nodes[frame.node];
        node.known = Some(known);
        node.dependence = if dependence >= place as u32 { NOWHERE } else { dependence };
        self.note_change(place - 1, frame.node);
        true
    }

    /// The place on the line that the value of a node depends on, if it has one and it is that of a repetition.
    fn dependence(&self, frame: &Frame) -> u32 {
        // Where every value depends on the line, none is stored as if it did not.
        let Some(endless) = self.endless() else { return NOWHERE };
        let node = &self.nodes[frame.node];
        if node.value() != Some(endless) {
            return NOWHERE;
        }
        let with_value = |child: &&Node| child.value() == Some(endless);
        let dependences = self.nodes[frame.first..].iter().filter(with_value).map(|child| child.dependence);
        // Where one child is enough, the one that depends on least; else all of them count.
        let dependence = if node.role == endless.chooser() { dependences.max() } else { dependences.min() };
        dependence.unwrap_or(NOWHERE)
    }

    /// Takes into account that a child of a node on the line has changed.
    #[inline]
    pub(crate) fn note_change(&mut self, place: usize, child: usize) {
        if !self.wide.is_empty() {
            self.renew_wide(place, child);
        }
    }

    fn renew_wide(&mut self, place: usize, child: usize) {
        if let Ok(at) = self.wide.binary_search_by_key(&place, |wide| wide.place) {
            let frame = &self.frames[place];
            let end = self.frames.get(place + 1).map_or(self.nodes.len(), |next| next.first);
            let (first, role) = (frame.first, self.nodes[frame.node].role);
            self.wide[at].renew(child - first, &self.nodes[first..end], role);
        }
    }

    /// The numbers of the state that is being searched, one and one if none is.
    ///
    /// What the line has found out is told to parents when it is left; here it is counted already.
    pub(crate) fn root_numbers(&self) -> Numbers {
        let mut below: Option<(usize, Numbers)> = None;
        let mut end = self.nodes.len();
        for frame in self.frames.iter().rev() {
            let role = self.nodes[frame.node].role;
            let (mut least, mut total) = (INFINITE, Total::NONE);
            for (node, child) in (frame.first..end).zip(&self.nodes[frame.first..end]) {
                let newer = below.filter(|(other, _)| *other == node).map(|(_, numbers)| numbers);
                let (number, summed) = counted(newer.unwrap_or(child.numbers), child.edge, role);
                least = least.min(number);
                total.add(summed, child.merged);
            }
            below = Some((frame.node, self.options.backed_up(role, least, &total)));
            end = frame.first;
        }
        let first = || self.nodes.first().map_or(Numbers { proof: 1, disproof: 1 }, |root| root.numbers);
        below.map_or_else(first, |(_, numbers)| numbers)
    }

    /// Looks at the root, and notes how much memory is held.
    pub(crate) fn take_stock(&mut self, bytes: u64) -> Progress {
        self.sizes = self.root_numbers().sizes();
        self.counters.peak_bytes = self.counters.peak_bytes.max(bytes);
        self.progress(bytes)
    }

    /// How far the search is.
    pub(crate) fn progress(&self, bytes: u64) -> Progress {
        let mut progress = Progress::start();
        progress.expanded = self.counters.expanded;
        progress.generated = self.counters.generated;
        progress.bytes = bytes;
        (progress.proof, progress.disproof) = self.sizes;
        progress.depth = self.frames.len() as u32;
        progress
    }

    /// Forgets the line of a search that will not go on.
    pub(crate) fn abandon(&mut self) {
        self.nodes.clear();
        self.frames.clear();
        self.wide.clear();
        self.places.clear();
        if let Some(control) = &mut self.control {
            control.abandon();
        }
        if let Some(histories) = &mut self.histories {
            histories.abandon();
        }
    }

    /// What the table is told of a node on the line that is not left yet.
    pub(crate) fn entry_at(&self, place: usize) -> Option<Entry> {
        let frame = &self.frames[place];
        let Node { numbers, known, .. } = self.nodes[frame.node];
        let earlier = known.map_or(0, |known| known.work.get());
        let work = u32::try_from(frame.work).unwrap_or(u32::MAX).saturating_add(earlier);
        let work = NonZeroU32::new(work).unwrap_or(NonZeroU32::MIN);
        let known = Known { distance: frame.distance, last: frame.last, work };
        (!numbers.is_solved()).then(|| known.entry(numbers))
    }

    /// Forgets what it keeps beside the table that is cleared.
    pub(crate) fn clear(&mut self) {
        self.met_open_leaf = false;
        if let Some(histories) = &mut self.histories {
            histories.clear();
        }
    }
}
