//! States that count as standing on the line above the state that is searched.
//!
//! Where whoever repeats a state has lost, a search may be asked about a state below a line of play.

use hashbrown::HashTable;

/// The states above, by keys and marks.
#[derive(Debug)]
pub(crate) struct Above<M> {
    states: Vec<(u64, M)>,
    places: HashTable<usize>,
}

impl<M> Above<M> {
    pub(crate) fn new() -> Self {
        Self { states: Vec::new(), places: HashTable::new() }
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<(u64, M)>() + self.places.allocation_size()) as u64
    }

    pub(crate) fn push(&mut self, key: u64, mark: M) {
        let Self { states, places } = self;
        let place = states.len();
        states.push((key, mark));
        places.insert_unique(key, place, |&other| states[other].0);
    }

    /// Takes the last one away. Returns its key.
    pub(crate) fn pop(&mut self) -> Option<u64> {
        let (key, _) = self.states.pop()?;
        let place = self.states.len();
        if let Ok(entry) = self.places.find_entry(key, |&other| other == place) {
            entry.remove();
        }
        Some(key)
    }

    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.places.clear();
    }

    /// True if one with this key is what `is_same` recognises.
    #[inline]
    pub(crate) fn has(&self, key: u64, is_same: &dyn Fn(&M) -> bool) -> bool {
        !self.states.is_empty()
            && self.places.find(key, |&place| self.states[place].0 == key && is_same(&self.states[place].1)).is_some()
    }
}
