//! Which node was reached from which: what source node detection remembers.
//!
//! The idea (Kishimoto 2010): in a DAG a node that is reached through several branches is counted once for each by sums.
//! When a child turns out to have been generated under another parent, the parents of the parents are followed; if one
//! stands on the line, it is the *source* of the two branches, and its children at their heads are marked: their numbers
//! are counted by their maximum. All of this is an estimate, so memory may forget it: one place for each key, and the
//! newest stays.

/// How a node was reached, and which of its children are heads of branches that meet.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    key: u64,
    parent: u64,
    /// A bit for each of the first 64 children.
    heads: u64,
}

const FEWEST: usize = 1 << 10;

/// The memory of source node detection.
#[derive(Clone, Debug)]
pub(crate) struct Sources {
    places: Vec<Place>,
    taken: usize,
    most_bytes: u64,
}

impl Sources {
    pub(crate) fn new() -> Self {
        Self { places: vec![Place::default(); FEWEST], taken: 0, most_bytes: 0 }
    }

    pub(crate) fn allow(&mut self, bytes: u64) {
        self.most_bytes = bytes;
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.places.capacity() * size_of::<Place>()) as u64
    }

    fn index(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.places.len() - 1)
    }

    fn find(&self, key: u64) -> Option<&Place> {
        Some(&self.places[self.index(key)]).filter(|place| place.key == key)
    }

    /// The parent under which a node was generated first, as far as is remembered.
    #[inline]
    pub(crate) fn parent(&self, key: u64) -> Option<u64> {
        self.find(key).map(|place| place.parent)
    }

    /// The children of a node that are marked.
    #[inline]
    pub(crate) fn heads(&self, key: u64) -> u64 {
        self.find(key).map_or(0, |place| place.heads)
    }

    /// Notes a parent, if none is known.
    pub(crate) fn note(&mut self, key: u64, parent: u64) {
        let index = self.index(key);
        let place = &mut self.places[index];
        if place.key == key {
            return;
        }
        self.taken += usize::from(place.key == 0);
        *place = Place { key, parent, heads: 0 };
        if self.taken * 2 > self.places.len() && 2 * self.bytes() <= self.most_bytes {
            let larger = vec![Place::default(); self.places.len() * 2];
            let smaller = std::mem::replace(&mut self.places, larger);
            for place in smaller.into_iter().filter(|place| place.key != 0) {
                let index = self.index(place.key);
                self.places[index] = place;
            }
        }
    }

    /// Marks a child of a node, if the node is remembered.
    pub(crate) fn mark(&mut self, key: u64, child: usize) {
        let index = self.index(key);
        let place = &mut self.places[index];
        if place.key == key && child < 64 {
            place.heads |= 1 << child;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FEWEST, Sources};

    #[test]
    fn the_first_parent_stays_and_so_do_marks() {
        let mut sources = Sources::new();
        sources.allow(1 << 20);
        let key = |node: u64| node << 32 | node;
        for node in 1..10_000 {
            sources.note(key(node), key(node / 2));
            sources.note(key(node), 77);
        }
        sources.mark(key(9_999), 3);
        sources.mark(key(9_999), 64);
        sources.mark(5, 1);
        let remembered = (1..10_000).filter(|&node| sources.parent(key(node)) == Some(key(node / 2))).count();
        assert!(sources.bytes() <= 1 << 20 && sources.places.len() > FEWEST);
        assert!(remembered > 5_000, "{remembered}");
        assert_eq!((sources.heads(key(9_999)), sources.heads(key(1)), sources.parent(5)), (8, 0, None));
    }
}
