//! How many members a set may list: all, at most so many, as many as there is room for, or by where a node stands.

use std::num::NonZeroU32;

/// What the number of members that the sets of a node list goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CutBy {
    /// Nothing: it is the same for all nodes (Müller 2001).
    #[default]
    Even,
    /// Its depth: half as many with every so many plies, but one at least. Sets near the root are those in which lines meet.
    Depth,
    /// Its parents: so many for each. What a node with one parent lists can be counted twice above it alone.
    Parents,
}

/// How sets are cut at different nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    /// What it goes by.
    pub by: CutBy,
    /// If that is the depth, the plies after which half as many members are listed.
    pub plies: NonZeroU32,
}

impl Cut {
    /// By depth, halving with every so many plies.
    pub const fn halving(plies: NonZeroU32) -> Self {
        Self { by: CutBy::Depth, plies }
    }

    /// So many members for each parent.
    pub const PARENTS: Self = Self { by: CutBy::Parents, plies: Self::USUAL_PLIES };

    const USUAL_PLIES: NonZeroU32 = NonZeroU32::new(4).expect("it is not zero");

    fn limit(self, most: usize, depth: u32, parents: usize) -> usize {
        match self.by {
            _ if most == 0 || most == usize::MAX => most,
            CutBy::Even => most,
            CutBy::Depth => most.checked_shr(depth / self.plies).unwrap_or(0).max(1),
            // The root has none.
            CutBy::Parents => most.saturating_mul(parents.max(1)),
        }
    }
}

impl Default for Cut {
    fn default() -> Self {
        Self { by: CutBy::Even, plies: Self::USUAL_PLIES }
    }
}

/// How many members a set may list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capacity {
    /// At the root; `None` if nothing is ever left out.
    most: Option<usize>,
    cut: Cut,
    /// At the node that is recomputed.
    limit: usize,
    /// Whether fewer are listed when room is called for.
    lowers: bool,
}

impl Capacity {
    /// Everything is listed.
    pub(crate) fn unbounded() -> Self {
        Self { most: None, cut: Cut::default(), limit: usize::MAX, lowers: false }
    }

    /// At most so many at the root, and at other nodes what the cut says.
    pub(crate) fn at_most(most: usize, cut: Cut) -> Self {
        Self { most: Some(most), cut, limit: most, lowers: false }
    }

    /// Everything for as long as there is room, then at most 64, and half as many at each further call for room.
    pub(crate) fn as_room_allows() -> Self {
        Self { lowers: true, ..Self::at_most(usize::MAX, Cut::default()) }
    }

    /// False if nothing is ever left out.
    #[inline]
    pub(crate) fn truncates(self) -> bool {
        self.most.is_some()
    }

    /// True if nothing has been left out so far.
    #[inline]
    pub(crate) fn hides_nothing(self) -> bool {
        self.limit == usize::MAX
    }

    /// True if it can be lowered.
    #[inline]
    pub(crate) fn lowers(self) -> bool {
        self.lowers
    }

    /// The number of members that may be listed.
    #[inline]
    pub(crate) fn limit(self) -> usize {
        self.limit
    }

    /// Lists fewer members from now on, if it ever does. False if it lists none already.
    pub(crate) fn lower(&mut self) -> bool {
        let is_lowered = self.lowers && self.limit > 0;
        if is_lowered {
            self.limit = (self.limit / 2).min(64);
        }
        is_lowered
    }

    /// True if it depends on where a node stands.
    #[inline]
    pub(crate) fn heeds_places(self) -> bool {
        self.cut.by != CutBy::Even
    }

    /// The next sets are of a node at this depth, with so many parents.
    #[inline]
    pub(crate) fn stand_at(&mut self, depth: u32, parents: usize) {
        if let Some(most) = self.most.filter(|_| self.heeds_places()) {
            self.limit = self.cut.limit(most, depth, parents);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{Capacity, Cut};

    fn limits(most: usize, cut: Cut, places: &[(u32, usize)]) -> Vec<usize> {
        let mut capacity = Capacity::at_most(most, cut);
        let limit = |&(depth, parents): &(u32, usize)| {
            capacity.stand_at(depth, parents);
            capacity.limit()
        };
        places.iter().map(limit).collect()
    }

    #[test]
    fn places_say_how_much_is_listed() {
        let halving = Cut::halving(NonZeroU32::new(3).unwrap());
        let places = [(0, 0), (2, 5), (3, 1), (8, 1), (9, 2), (300, 1)];
        assert_eq!(limits(20, halving, &places), [20, 20, 10, 5, 2, 1]);
        assert_eq!(limits(20, Cut::PARENTS, &places), [20, 100, 20, 20, 40, 20]);
        assert_eq!(limits(20, Cut::default(), &places), [20; 6]);
        for cut in [halving, Cut::PARENTS] {
            assert_eq!(limits(0, cut, &places), [0; 6]);
            assert_eq!(limits(usize::MAX, cut, &places), [usize::MAX; 6]);
        }
    }
}
