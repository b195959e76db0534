//! Lists of different lengths in one piece of memory, one after the other.

use std::ops::Range;

/// Numbered lists.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    /// Where each list begins; one more entry at the end.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl<T> Lists<T> {
    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    /// How many lists there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn range(&self, list: u32) -> Range<usize> {
        self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize
    }

    pub(crate) fn of(&self, list: u32) -> &[T] {
        &self.items[self.range(list)]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[T]> + Clone {
        self.starts.windows(2).map(|ends| &self.items[ends[0] as usize..ends[1] as usize])
    }
}

impl<T: Copy + Default> Lists<T> {
    /// So many lists, to which these items go in their order.
    pub(crate) fn grouped(lists: usize, items: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        // One place further on each entry is where the next item of the list goes, and in the end where the list after
        // it begins.
        let mut starts = vec![0_u32; lists + 2];
        for (list, _) in items.clone() {
            starts[list as usize + 2] += 1;
        }
        for list in 2..starts.len() {
            starts[list] += starts[list - 1];
        }
        let mut grouped = vec![T::default(); starts[lists + 1] as usize];
        for (list, item) in items {
            let place = &mut starts[list as usize + 1];
            grouped[*place as usize] = item;
            *place += 1;
        }
        starts.truncate(lists + 1);
        Self { starts, items: grouped }
    }
}

impl Lists<u32> {
    /// For each number below `numbers` the lists that have it, in ascending order.
    pub(crate) fn transposed(&self, numbers: usize) -> Self {
        let lists = (0..).zip(self.iter());
        Self::grouped(numbers, lists.flat_map(|(list, items)| items.iter().map(move |&item| (item, list))))
    }
}
