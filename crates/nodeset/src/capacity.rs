//! How many members a set may list: all, at most so many, as many as there is room for, or by where a node stands.

use std::fmt::Debug;
use std::num::NonZeroU32;

/// How many members a set may list.
pub trait Capacity: Copy + Debug {
    /// False if nothing is ever left out.
    fn truncates(self) -> bool {
        true
    }

    /// True if this kind of capacity can be lowered.
    fn lowers(self) -> bool {
        false
    }

    /// The number of members that may be listed.
    fn limit(self) -> usize;

    /// Lists fewer members from now on, if this kind of capacity ever does. False if it lists none already.
    fn lower(&mut self) -> bool {
        false
    }

    /// True if it depends on where a node stands.
    fn heeds_places(self) -> bool {
        false
    }

    /// The next sets are of a node at this depth, with so many parents.
    fn stand_at(&mut self, depth: u32, parents: usize) {
        let _ = (depth, parents);
    }
}

/// Lists everything.
#[derive(Clone, Copy, Debug)]
pub struct Unbounded;

impl Capacity for Unbounded {
    #[inline]
    fn truncates(self) -> bool {
        false
    }

    #[inline]
    fn limit(self) -> usize {
        usize::MAX
    }
}

/// Lists at most this many.
#[derive(Clone, Copy, Debug)]
pub struct AtMost(pub usize);

impl Capacity for AtMost {
    #[inline]
    fn limit(self) -> usize {
        self.0
    }
}

/// Lists everything for as long as there is room, then at most 64, and half as many at each further call for room.
#[derive(Clone, Copy, Debug)]
pub struct AsRoomAllows(usize);

/// Everything, as long as there is room.
impl Default for AsRoomAllows {
    fn default() -> Self {
        Self(usize::MAX)
    }
}

impl Capacity for AsRoomAllows {
    #[inline]
    fn lowers(self) -> bool {
        true
    }

    #[inline]
    fn limit(self) -> usize {
        self.0
    }

    fn lower(&mut self) -> bool {
        let listed = self.0 > 0;
        self.0 = (self.0 / 2).min(64);
        listed
    }
}

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

/// Lists a number of members that depends on where a node stands.
#[derive(Clone, Copy, Debug)]
pub struct ByPlace {
    /// At the root.
    most: usize,
    cut: Cut,
    /// At the node that is recomputed.
    now: usize,
}

impl ByPlace {
    /// At most so many at the root, and at other nodes what the cut says.
    pub fn new(most: usize, cut: Cut) -> Self {
        Self { most, cut, now: most }
    }
}

impl Capacity for ByPlace {
    #[inline]
    fn limit(self) -> usize {
        self.now
    }

    #[inline]
    fn heeds_places(self) -> bool {
        self.cut.by != CutBy::Even
    }

    #[inline]
    fn stand_at(&mut self, depth: u32, parents: usize) {
        self.now = self.cut.limit(self.most, depth, parents);
    }
}

/// One of these, chosen while the program runs: a program that offers all of them is compiled for one type.
#[derive(Clone, Copy, Debug)]
pub enum AnyCapacity {
    /// Everything is listed.
    Unbounded(Unbounded),
    /// At most so many.
    AtMost(AtMost),
    /// At most so many, by where the node stands.
    ByPlace(ByPlace),
    /// As many as there is room for.
    AsRoomAllows(AsRoomAllows),
}

impl Capacity for AnyCapacity {
    #[inline]
    fn truncates(self) -> bool {
        !matches!(self, Self::Unbounded(_))
    }

    #[inline]
    fn lowers(self) -> bool {
        matches!(self, Self::AsRoomAllows(_))
    }

    #[inline]
    fn limit(self) -> usize {
        match self {
            Self::Unbounded(capacity) => capacity.limit(),
            Self::AtMost(capacity) => capacity.limit(),
            Self::ByPlace(capacity) => capacity.limit(),
            Self::AsRoomAllows(capacity) => capacity.limit(),
        }
    }

    fn lower(&mut self) -> bool {
        match self {
            Self::Unbounded(_) | Self::AtMost(_) | Self::ByPlace(_) => false,
            Self::AsRoomAllows(capacity) => capacity.lower(),
        }
    }

    #[inline]
    fn heeds_places(self) -> bool {
        matches!(self, Self::ByPlace(capacity) if capacity.heeds_places())
    }

    #[inline]
    fn stand_at(&mut self, depth: u32, parents: usize) {
        if let Self::ByPlace(capacity) = self {
            capacity.stand_at(depth, parents);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{ByPlace, Capacity, Cut};

    fn limits(most: usize, cut: Cut, places: &[(u32, usize)]) -> Vec<usize> {
        let mut capacity = ByPlace::new(most, cut);
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
