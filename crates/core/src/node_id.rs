//! Names of nodes: 32 bits, dense, in order of creation.

use std::fmt;

/// The index of a node in the graph that created it. Older nodes have smaller ids; ids are never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The id of the node at `index`, or `None` where 32 bits do not suffice.
    ///
    /// The largest 32-bit value is never an id, so that tables may use it for "no node".
    pub const fn new(index: usize) -> Option<Self> {
        if index >= u32::MAX as usize { None } else { Some(Self(index as u32)) }
    }

    /// The position of the node in arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The stored bits.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`to_bits`](Self::to_bits).
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::NodeId;

    #[test]
    fn allocation_can_fail() {
        assert_eq!(NodeId::new(7).map(NodeId::index), Some(7));
        assert!(NodeId::new(u32::MAX as usize - 1).is_some());
        assert_eq!(NodeId::new(u32::MAX as usize), None);
    }
}
