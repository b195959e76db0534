//! What the threads of one search have in common, beside their table.
//!
//! The idea (Kaneko 2010): every thread searches from the root on, with a line of its own, and all share the table. So that they
//! do not search the same, a child counts for more with each thread below it: the *virtual numbers*. Near the root a node looks into the
//! table again now and then for what others have found out about its children, and a thread that is below a node that another one has
//! solved leaves it.
//!
//! A virtual number plays a part where a child is chosen, and none in the numbers of a node; and it stays below the threshold
//! of the node. Else a node could be entered and left for ever: chosen by its true numbers, and left for its virtual ones.
//!
//! What is found is as sound as with one thread: the table holds what holds on every line, and what a value rests on beyond that
//! each thread keeps for itself.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use proofset_core::Value;

use crate::INFINITE;
use crate::threads::{Job, beside};

/// On so many plies from the root all threads are counted, and a thread leaves what another one has solved.
pub const TOP: usize = 12;

/// On so many a node hears of others, wherever they are.
const ALWAYS: usize = 4;

/// Threads below a node are counted if so many expansions were made there before. For less it does not pay: most nodes have
/// less, and what two threads do twice there is little.
pub const LEAST_WORK: u32 = 32;

/// A thread below a node counts for a unit and for one part in so many of the node's number. By the unit alone threads part only where
/// numbers are small, which is far from the root, and do much twice there.
const PART: u32 = 16;

/// With more threads than so many, all together count for that part: where each of many counts for it, they go where one thread would
/// never go.
const FEW: u32 = 8;

/// But for one thread in so many each of the others counts for the whole part. If none did, a part of the tree that is easy to look at
/// and has no end would draw nearly all of them.
const WIDE: u32 = 4;

/// Turns of nodes that others are below, of which one asks the table again. What each of them would hear costs more than it saves.
const HEARS: u32 = 16;

/// What a thread below a node counts for there.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// So much at least.
    unit: u32,
    /// And one part in so many of the number.
    part: u32,
}

impl Weight {
    /// A number that counts for more with each of the threads below, but stays below the threshold if it is.
    #[inline]
    pub fn virtual_number(self, number: u32, below: u32, threshold: u32) -> u32 {
        let more = number.saturating_add(below.saturating_mul(self.unit + number / self.part)).min(INFINITE - 1);
        if number < threshold { more.min(threshold - 1) } else { more }
    }
}

/// Places in which threads are counted, by the lowest bits of keys. Two nodes with one place count for each other.
const PLACES: usize = 1 << 16;

/// Expansions that a thread takes at once of those that are left.
const GRANT: u64 = 256;

/// What a helper has done; of several, the sum.
pub trait Contribution: Copy + Default + AddAssign {
    /// Nodes expanded.
    fn expanded(&self) -> u64;
}

/// What the threads of a search share. `W` is what a helper has done when it ends.
#[derive(Debug)]
pub struct Team<W> {
    /// Threads below a node, by its key.
    threads: Box<[AtomicU32]>,
    /// Threads of the search.
    members: AtomicU32,
    /// Those of them that have come.
    come: AtomicU32,
    /// Expansions that nobody has taken yet.
    left: AtomicU64,
    /// True if every thread is to stop.
    is_over: AtomicBool,
    /// The value of the root that a helper has found: 0 for none.
    solved: AtomicU8,
    met_open_leaf: AtomicBool,
    /// The value that open leaves are taken to have.
    assumes_proven: AtomicBool,
    /// Expansions of helpers that are still at it.
    published: AtomicU64,
    /// Helpers that have not ended, and what the others have done.
    helpers: Mutex<(usize, W)>,
    ended: Condvar,
}

impl<W: Contribution> Default for Team<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Contribution> Team<W> {
    /// A team that has nothing to do.
    pub fn new() -> Self {
        Self {
            threads: (0..PLACES).map(|_| AtomicU32::new(0)).collect(),
            members: AtomicU32::new(1),
            come: AtomicU32::new(1),
            left: AtomicU64::new(u64::MAX),
            is_over: AtomicBool::new(true),
            solved: AtomicU8::new(0),
            met_open_leaf: AtomicBool::new(false),
            assumes_proven: AtomicBool::new(false),
            published: AtomicU64::new(0),
            helpers: Mutex::new((0, W::default())),
            ended: Condvar::new(),
        }
    }

    fn helpers(&self) -> MutexGuard<'_, (usize, W)> {
        self.helpers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So many helpers will come, and so many expansions are left for all.
    pub fn begin(&self, helpers: usize, expansions: Option<u64>) {
        self.helpers().0 = helpers;
        self.members.store(u32::try_from(helpers + 1).unwrap_or(u32::MAX), Ordering::Relaxed);
        self.come.store(1, Ordering::Relaxed);
        self.left.store(expansions.unwrap_or(u64::MAX), Ordering::Relaxed);
        self.published.store(0, Ordering::Relaxed);
        self.is_over.store(false, Ordering::Release);
    }

    /// Takes expansions of those that are left: so many that were made already, and some to go on with.
    pub fn grant(&self, made: u64) -> u64 {
        let wanted = made.saturating_add(GRANT);
        let take = |left: u64| Some(left - left.min(wanted));
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        before.unwrap_or(0).min(wanted)
    }

    /// Gives back what was taken and not needed.
    pub fn give_back(&self, expansions: u64) {
        self.left.fetch_add(expansions, Ordering::Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> &AtomicU32 {
        &self.threads[key as usize % PLACES]
    }

    /// A thread goes below a node.
    #[inline]
    pub fn enter(&self, key: u64) {
        self.place(key).fetch_add(1, Ordering::Relaxed);
    }

    /// A thread comes back from it.
    #[inline]
    pub fn leave(&self, key: u64) {
        self.place(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// The threads below a node.
    #[inline]
    pub fn below(&self, key: u64) -> u32 {
        self.place(key).load(Ordering::Relaxed)
    }

    /// Tells how many more expansions a helper has made.
    pub fn publish(&self, expansions: u64) {
        self.published.fetch_add(expansions, Ordering::Relaxed);
    }

    /// The expansions of helpers that are known so far.
    pub fn expanded(&self) -> u64 {
        self.helpers().1.expanded() + self.published.load(Ordering::Relaxed)
    }

    /// A helper has found the value of the root.
    pub fn solve(&self, value: Value) {
        self.solved.store(if value == Value::Proven { 1 } else { 2 }, Ordering::Release);
        self.stop();
    }

    /// The value of the root, if a helper has found it.
    pub fn solution(&self) -> Option<Value> {
        match self.solved.load(Ordering::Acquire) {
            0 => None,
            1 => Some(Value::Proven),
            _ => Some(Value::Disproven),
        }
    }

    /// A helper has met a leaf that the problem leaves open.
    pub fn note_open_leaf(&self) {
        self.met_open_leaf.store(true, Ordering::Release);
    }

    /// True if a helper has met such a leaf.
    pub fn met_open_leaf(&self) -> bool {
        self.met_open_leaf.load(Ordering::Acquire)
    }

    /// The value that open leaves are taken to have.
    pub fn assumed(&self) -> Value {
        if self.assumes_proven.load(Ordering::Acquire) { Value::Proven } else { Value::Disproven }
    }

    /// From now on open leaves are taken to be proven; what was found before is void.
    pub fn assume_proven(&self) {
        self.assumes_proven.store(true, Ordering::Release);
        self.met_open_leaf.store(false, Ordering::Release);
        self.solved.store(0, Ordering::Release);
    }

    /// Another root is searched: open leaves are taken to be disproven again, and there is no solution.
    pub fn assume_disproven(&self) {
        self.assumes_proven.store(false, Ordering::Release);
        self.solved.store(0, Ordering::Release);
    }

    /// Every thread is to stop.
    pub fn stop(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    /// Does a piece of work while helpers are at theirs, each on a thread of its own. They are called off when it is done.
    ///
    /// A helper for which the system has no thread is dropped.
    pub fn help_with<H: Send, R>(&self, helpers: Vec<H>, help: &(impl Fn(H) + Sync), work: impl FnOnce() -> R) -> R {
        let mut jobs: Vec<Job<'_>> = Vec::with_capacity(helpers.len());
        for helper in helpers {
            jobs.push(Box::new(move || help(helper)));
        }
        beside(jobs, || {
            // If this thread panics, the others are not to go on for ever.
            let _end = Stops(self);
            work()
        })
    }

    /// True if every thread is to stop.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// A helper has ended.
    pub fn end(&self, contribution: W) {
        let mut helpers = self.helpers();
        helpers.0 -= 1;
        helpers.1 += contribution;
        self.ended.notify_all();
    }

    /// Waits until all helpers have ended, and says what they have done.
    pub fn wait(&self) -> W {
        let helpers = self.ended.wait_while(self.helpers(), |helpers| helpers.0 > 0);
        self.published.store(0, Ordering::Relaxed);
        helpers.unwrap_or_else(PoisonError::into_inner).1
    }
}

/// Stops a team when it is dropped.
struct Stops<'t, W: Contribution>(&'t Team<W>);

impl<W: Contribution> Drop for Stops<'_, W> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A thread's part in a team.
#[derive(Debug)]
pub struct Member<W: Contribution> {
    team: Arc<Team<W>>,
    leads: bool,
    /// Its number among the threads of the search.
    number: u32,
    /// The nodes that it is below and is counted for: their places on its line, and their keys.
    entered: Vec<(usize, u64)>,
    /// The expansions that it has told the others of.
    published: u64,
    /// Turns of nodes that others are below.
    turns: u32,
}

impl<W: Contribution> Member<W> {
    /// The part of the thread that began the search, or of a helper.
    pub fn new(team: &Arc<Team<W>>, leads: bool) -> Self {
        let number = if leads { 0 } else { team.come.fetch_add(1, Ordering::Relaxed) };
        Self { team: Arc::clone(team), leads, number, entered: Vec::new(), published: 0, turns: 0 }
    }

    /// The team.
    pub fn team(&self) -> &Arc<Team<W>> {
        &self.team
    }

    /// False for helpers.
    pub fn leads(&self) -> bool {
        self.leads
    }

    /// The thread goes below a node at this place of its line, with so many expansions there before.
    #[inline]
    pub fn enter(&mut self, place: usize, key: u64, work: u32) {
        if place < TOP || work >= LEAST_WORK {
            self.team.enter(key);
            self.entered.push((place, key));
        }
    }

    /// The thread comes back from the node at this place of its line.
    #[inline]
    pub fn leave(&mut self, place: usize) {
        if let Some((_, key)) = self.entered.pop_if(|(last, _)| *last == place) {
            self.team.leave(key);
        }
    }

    /// The thread comes back from all nodes from this place of its line on.
    pub fn leave_from(&mut self, place: usize) {
        while let Some((_, key)) = self.entered.pop_if(|(last, _)| *last >= place) {
            self.team.leave(key);
        }
    }

    /// The thread comes back from all nodes.
    pub fn leave_all(&mut self) {
        self.entered.drain(..).for_each(|(_, key)| self.team.leave(key));
    }

    /// What each of the others counts for in its eyes, where so much is a unit.
    #[inline]
    pub fn weight(&self, unit: u32) -> Weight {
        let threads = self.team.members.load(Ordering::Relaxed);
        let is_whole = threads <= FEW || self.number % WIDE == WIDE - 1;
        Weight { unit, part: if is_whole { PART } else { PART.saturating_mul(threads) } }
    }

    /// True if another thread is below the node at the end of the line, at this place, or may well have been.
    #[inline]
    pub fn meets_others(&self, place: usize) -> bool {
        let is_met = |&(last, key): &(usize, u64)| last == place && self.team.below(key) > 1;
        place < ALWAYS || self.entered.last().is_some_and(is_met)
    }

    /// True if it is time to ask the table again what others have found out about the children of the node at this place.
    #[inline]
    pub fn hears_others(&mut self, place: usize) -> bool {
        if !self.meets_others(place) {
            return false;
        }
        self.turns = self.turns.wrapping_add(1);
        self.turns.is_multiple_of(HEARS)
    }

    /// Tells the others how far it is.
    pub fn publish(&mut self, expanded: u64) {
        if !self.leads {
            self.team.publish(expanded - std::mem::replace(&mut self.published, expanded));
        }
    }
}

impl<W: Contribution> Drop for Member<W> {
    fn drop(&mut self) {
        self.leave_all();
    }
}

#[cfg(test)]
mod tests {
    use std::ops::AddAssign;
    use std::sync::Arc;

    use super::{Contribution, HEARS, Member, Team, Weight};
    use crate::INFINITE;

    #[derive(Clone, Copy, Debug, Default)]
    struct Nothing;

    impl AddAssign for Nothing {
        fn add_assign(&mut self, _: Self) {}
    }

    impl Contribution for Nothing {
        fn expanded(&self) -> u64 {
            0
        }
    }

    #[test]
    fn threads_count_for_a_unit_and_a_part_of_the_number_and_lift_none_to_the_threshold() {
        let (two, coarse) = (Weight { unit: 1, part: 16 }, Weight { unit: 4, part: 16 });
        assert_eq!(two.virtual_number(7, 0, 100), 7);
        assert_eq!(two.virtual_number(7, 3, 100), 10);
        assert_eq!(coarse.virtual_number(7, 3, 100), 19);
        assert_eq!(two.virtual_number(160, 2, 1000), 182);
        assert_eq!(two.virtual_number(160, 2, 170), 169);
        assert_eq!(two.virtual_number(160, 2, 160), 182, "it has reached the threshold anyway");
        assert_eq!(two.virtual_number(INFINITE - 2, 9, INFINITE), INFINITE - 1);
        assert_eq!(two.virtual_number(INFINITE - 2, u32::MAX, 5), INFINITE - 1);
    }

    #[test]
    fn all_of_many_threads_count_for_what_one_of_few_does_but_not_in_the_eyes_of_each_fourth() {
        let team = Arc::new(Team::<Nothing>::new());
        let leader = Member::new(&team, true);
        // What one thread below a node counts for there, in the eyes of each.
        let weights = |helpers: usize| -> Vec<u32> {
            team.begin(helpers, None);
            let others: Vec<_> = (0..helpers).map(|_| Member::new(&team, false)).collect();
            let members = [&leader].into_iter().chain(&others);
            members.map(|member| member.weight(1).virtual_number(2560, 1, 10_000) - 2561).collect()
        };
        assert_eq!(weights(0), [160]);
        assert_eq!(weights(1), [160; 2]);
        assert_eq!(weights(3), [160; 4]);
        assert_eq!(weights(7), [160; 8]);
        assert_eq!(weights(8), [17, 17, 17, 160, 17, 17, 17, 160, 17]);
        assert_eq!(weights(15), [10, 10, 10, 160].repeat(4));
        assert_eq!(leader.weight(16).virtual_number(2560, 3, 10_000), 2560 + 3 * (16 + 10), "in units");
    }

    #[test]
    fn one_turn_in_so_many_hears_of_others_where_they_are() {
        let team = Arc::new(Team::<Nothing>::new());
        let (mut one, mut other) = (Member::new(&team, true), Member::new(&team, false));
        one.enter(20, 77, 1000);
        assert!((0..2 * HEARS).all(|_| !one.hears_others(20)), "nobody else is there");
        other.enter(20, 77, 1000);
        assert_eq!((0..5 * HEARS).filter(|_| one.hears_others(20)).count(), 5);
        assert_eq!((0..5 * HEARS).filter(|_| one.hears_others(21)).count(), 0, "it is not the end of the line");
        other.leave(20);
        assert!((0..2 * HEARS).all(|_| !one.hears_others(20)));
    }
}
