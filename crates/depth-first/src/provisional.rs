//! Values that hold while the line above stands: what a search knows of a state whose value rests on repetitions.
//!
//! The idea: where a repetition has the value that play without end has, a node may get that value because its lines
//! come back to nodes above it. Such a value is neither an estimate nor the whole truth: it holds if the nodes that it
//! comes back to have it as well. Forgotten, it would be found again and again below the same nodes, each time as if it
//! were new; so it is kept here until one of the nodes that it may rest on is left without the value.
//!
//! The results form a stack in the order in which they were found, and each node on the line knows how high the stack
//! was when it was entered. What was found since may rest on the node; what was found before cannot. When the node is
//! left,
//!
//! * unsolved, or with the other value: what was found since is dropped;
//! * with the value, but resting on a node above: what was found since stays, and rests on that node too;
//! * with the value, resting on nothing above: so does what was found since, all of which now holds on every line.
//!
//! This is how strongly connected components are completed in one pass (Tarjan 1972), and how logic programs with
//! recursion are tabled. Why it is sound: the states with a result, together with those of the line that they rest on,
//! are closed. Each that takes all successors has only successors among them or such as have the value anyway, and each
//! that takes one has one. As soon as they rest on nothing outside, the side that the value favours can stay among them
//! for ever.

use hashbrown::HashTable;

use crate::node::Known;

/// A value that rests on repetitions.
#[derive(Clone, Debug)]
pub(crate) struct Conditional<M> {
    pub(crate) mark: M,
    pub(crate) key: u64,
    pub(crate) resource: u16,
    /// The place on the line nearest to the root that it rests on.
    pub(crate) dependence: u32,
    /// What was found out on the way.
    pub(crate) known: Known,
}

/// All values that hold while the line above stands.
#[derive(Debug)]
pub(crate) struct Provisional<M> {
    results: Vec<Conditional<M>>,
    /// Where results are in the list, by their keys.
    heights: HashTable<u32>,
    most_bytes: u64,
}

impl<M> Provisional<M> {
    pub(crate) fn new() -> Self {
        Self { results: Vec::new(), heights: HashTable::new(), most_bytes: 0 }
    }

    pub(crate) fn allow(&mut self, bytes: u64) {
        self.most_bytes = bytes;
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.results.capacity() * size_of::<Conditional<M>>() + self.heights.allocation_size()) as u64
    }

    /// How many results there are.
    #[inline]
    pub(crate) fn height(&self) -> u32 {
        self.results.len() as u32
    }

    /// The result for the state with this key that `is_same` recognises, and at what height it lies.
    #[inline]
    pub(crate) fn find(&self, key: u64, is_same: &dyn Fn(&M) -> bool) -> Option<(u32, &Conditional<M>)> {
        if self.results.is_empty() {
            return None;
        }
        let at = |height: u32| &self.results[height as usize];
        let found = self.heights.find(key, |&height| at(height).key == key && is_same(&at(height).mark));
        found.map(|&height| (height, at(height)))
    }

    /// Keeps a result for a state that has none yet, if there is room for it.
    pub(crate) fn push(&mut self, result: Conditional<M>) {
        let Self { results, heights, .. } = self;
        let grows = results.len() == results.capacity() || heights.len() == heights.capacity();
        // Both may double at once.
        if grows && 2 * self.bytes() > self.most_bytes {
            return;
        }
        let Self { results, heights, .. } = self;
        let height = results.len() as u32;
        heights.insert_unique(result.key, height, |&other| results[other as usize].key);
        results.push(result);
    }

    /// Takes off the last result above a height.
    pub(crate) fn pop_above(&mut self, height: u32) -> Option<Conditional<M>> {
        if self.height() <= height {
            return None;
        }
        let result = self.results.pop()?;
        let last = self.height();
        if let Ok(entry) = self.heights.find_entry(result.key, |&other| other == last) {
            entry.remove();
        }
        Some(result)
    }

    /// Drops all results above a height.
    #[inline]
    pub(crate) fn truncate(&mut self, height: u32) {
        while self.pop_above(height).is_some() {}
    }
}
