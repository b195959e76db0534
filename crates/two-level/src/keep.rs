//! What is kept of the sets of a second level.
//!
//! The idea: a leaf of the first level stands for the part of the graph that its search has looked at, and needs what the
//! sets of that part list. As numbers these sets are counted once for each leaf, though two leaves may need the same
//! positions. So positions get names, and the sets of the first level list names: unions find what leaves have in common.
//!
//! A name is a number of thirty bits from the hash of a state, above the numbers of nodes, so that no list of names has to be
//! kept. Two positions with the same name count as one: sets then say too little, and no verdict rests on what they say.
//!
//! Cost: a hash for each position that is listed, after each search.

use proofset_best_first::Engine;
use proofset_core::{NodeId, state_hash};
use proofset_nodeset::Effort;
use proofset_store::{Leaf, Needed, Store};
use rustc_hash::FxHashMap;

/// What is kept of the sets of the successors of a leaf that was searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keep {
    /// Their sizes.
    #[default]
    Sizes,
    /// All positions that they list.
    Sets,
    /// Positions that the sets of more than one successor list; the others as a number.
    Shared,
}

/// The first of the numbers that are names. A first level has fewer nodes.
pub(crate) const FIRST_NAME: u32 = 1 << 30;

/// The name of a state.
fn name<S: std::hash::Hash>(state: &S) -> NodeId {
    NodeId::from_bits(FIRST_NAME | (state_hash(state) >> 34) as u32)
}

impl Keep {
    /// What is kept of the sets of some nodes of a search; of one that is decided, nothing. Nothing at all if sizes are all that
    /// is kept, or if it takes more than so many bytes.
    pub(crate) fn of<X, E, D>(self, search: &Engine<X, E, D>, nodes: &[NodeId], most: Option<u64>) -> Vec<Needed>
    where
        X: Store<Fact = Leaf>,
        E: Effort,
        D: Effort,
    {
        if self == Self::Sizes {
            return Vec::new();
        }
        let named = |member: NodeId| name(&search.store().state(member));
        let evaluator = search.evaluator();
        let mut needed = Vec::with_capacity(nodes.len());
        let mut bytes = 0;
        for &node in nodes {
            let label = search.label(node);
            let mut found = Needed::default();
            if search.value(node).is_none() {
                found.proof.extend(evaluator.proof.members(label.proof).map(named));
                found.disproof.extend(evaluator.disproof.members(label.disproof).map(named));
            }
            for names in [&mut found.proof, &mut found.disproof] {
                names.sort_unstable();
                names.dedup();
            }
            bytes += bytes_of(&found);
            if most.is_some_and(|most| bytes > most) {
                return Vec::new();
            }
            needed.push(found);
        }
        if self == Self::Shared {
            keep_shared(&mut needed, |needed| &mut needed.proof);
            keep_shared(&mut needed, |needed| &mut needed.disproof);
        }
        needed
    }
}

/// What a list of names takes.
pub(crate) fn bytes_of(needed: &Needed) -> u64 {
    (size_of::<Needed>() + (needed.proof.len() + needed.disproof.len()) * size_of::<NodeId>()) as u64
}

/// Leaves in the lists of one side what stands in more than one of them.
fn keep_shared(needed: &mut [Needed], side: impl Fn(&mut Needed) -> &mut Vec<NodeId>) {
    let mut lists: FxHashMap<NodeId, u32> = FxHashMap::default();
    for needed in &mut *needed {
        for &name in &*side(needed) {
            *lists.entry(name).or_default() += 1;
        }
    }
    for needed in needed {
        side(needed).retain(|name| lists[name] > 1);
    }
}

#[cfg(test)]
mod tests {
    use super::{Needed, NodeId, keep_shared};

    #[test]
    fn what_one_list_alone_has_is_left_out_of_what_is_shared() {
        let list = |names: &[u32]| names.iter().map(|&name| NodeId::from_bits(name)).collect::<Vec<_>>();
        let needed = |proof: &[u32], disproof: &[u32]| Needed { proof: list(proof), disproof: list(disproof) };
        let mut all = [needed(&[1, 2], &[7]), needed(&[2, 3], &[8]), needed(&[3, 4], &[9])];
        keep_shared(&mut all, |needed| &mut needed.proof);
        assert_eq!(all.each_ref().map(|needed| needed.proof.clone()), [list(&[2]), list(&[2, 3]), list(&[3])]);
        assert_eq!(all.map(|needed| needed.disproof), [list(&[7]), list(&[8]), list(&[9])], "the other side stays");
    }
}
