//! What a look at all children of a node tells, and how nodes with very many children are spared most of the look.
//!
//! The idea: what is needed of the children is a [`Summary`], and summaries of some children and of the others make one
//! of all. A node with few children makes it anew at each turn. One with many keeps a tree of summaries, in which one
//! child's change touches one block on each level: a turn then costs the logarithm of the number of children, where a
//! node with 300,000 of them would else cost 300,000 for each that is searched.

use proofset_core::Role;
use proofset_numbers::{INFINITE, Total};

use crate::node::Node;
use crate::table::NONE;

/// From so many children on, a node keeps a tree of summaries.
pub(crate) const WIDE: usize = 256;

/// Children of a block of the tree.
const FAN: usize = 32;

/// What is needed of the children in nearly all cases.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summary {
    /// The least selected number.
    pub(crate) least: u32,
    /// The first child that has it, if it is finite.
    pub(crate) best: u32,
    /// The least selected number of the others.
    pub(crate) second: u32,
    /// The first of them that has it.
    pub(crate) rival: u32,
    /// The summed numbers.
    pub(crate) total: Total,
}

impl Summary {
    pub(crate) const NONE: Self =
        Self { least: INFINITE, best: NONE, second: INFINITE, rival: NONE, total: Total::NONE };

    /// One child more, behind the others, with its selected and its summed number.
    #[inline]
    pub(crate) fn add(&mut self, index: u32, (number, summed): (u32, u32), is_merged: bool) {
        self.total.add(summed, is_merged);
        if number < self.least {
            (self.second, self.rival) = (self.least, self.best);
            (self.least, self.best) = (number, index);
        } else if number < self.second {
            (self.second, self.rival) = (number, index);
        }
    }

    /// The children of another summary more, behind these.
    fn join(&mut self, other: &Self) {
        self.total.join(&other.total);
        if other.least < self.least {
            let of_these = (self.least, self.best);
            (self.least, self.best) = (other.least, other.best);
            (self.second, self.rival) = if of_these.0 <= other.second { of_these } else { (other.second, other.rival) };
        } else if other.least < self.second {
            (self.second, self.rival) = (other.least, other.best);
        }
    }
}

/// A summary with what only some methods need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) summary: Summary,
    /// The largest summed number of an unsolved child, and the first that has it.
    pub(crate) hardest: (u32, u32),
    /// The least summed number of a child with the least selected number, and the first that has it.
    pub(crate) easiest: (u32, u32),
}

impl Block {
    const NONE: Self = Self { summary: Summary::NONE, hardest: (0, NONE), easiest: (INFINITE, NONE) };

    fn of_children(first: u32, children: &[Node], role: Role) -> Self {
        let mut block = Self::NONE;
        for (index, child) in (first..).zip(children) {
            let mut summary = Summary::NONE;
            let (selected, summed) = child.counted(role);
            summary.add(index, (selected, summed), child.merged);
            let hardest = if child.is_solved() { (0, NONE) } else { (summed, index) };
            block.join(&Self { summary, hardest, easiest: (summed, index) });
        }
        block
    }

    fn join(&mut self, other: &Self) {
        if other.hardest.0 > self.hardest.0 {
            self.hardest = other.hardest;
        }
        let (least, others) = (self.summary.least, other.summary.least);
        if others < least || (others == least && other.easiest.0 < self.easiest.0) {
            self.easiest = other.easiest;
        }
        self.summary.join(&other.summary);
    }
}

/// The tree of summaries of a node with many children.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    /// Where the node stands on the line.
    pub(crate) place: usize,
    /// Blocks of children, blocks of such blocks, and so on; the last level has one block.
    levels: Vec<Vec<Block>>,
}

impl Wide {
    pub(crate) fn new(place: usize, children: &[Node], role: Role) -> Self {
        let firsts = (0..).step_by(FAN);
        let blocks = firsts.zip(children.chunks(FAN)).map(|(first, chunk)| Block::of_children(first, chunk, role));
        let mut levels: Vec<Vec<Block>> = vec![blocks.collect()];
        while let Some(last) = levels.last().filter(|last| last.len() > 1) {
            levels.push(last.chunks(FAN).map(joined).collect());
        }
        Self { place, levels }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.levels.iter().map(|level| level.capacity() * size_of::<Block>()).sum()
    }

    /// Of all children.
    #[inline]
    pub(crate) fn all(&self) -> &Block {
        &self.levels[self.levels.len() - 1][0]
    }

    /// Takes a change of a child into account.
    pub(crate) fn renew(&mut self, child: usize, children: &[Node], role: Role) {
        let mut block = child / FAN;
        let first = block * FAN;
        let chunk = &children[first..children.len().min(first + FAN)];
        self.levels[0][block] = Block::of_children(first as u32, chunk, role);
        for level in 1..self.levels.len() {
            block /= FAN;
            let first = block * FAN;
            let below = &self.levels[level - 1];
            self.levels[level][block] = joined(&below[first..below.len().min(first + FAN)]);
        }
    }
}

fn joined(blocks: &[Block]) -> Block {
    let mut all = Block::NONE;
    for block in blocks {
        all.join(block);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Block, Summary, Wide};
    use crate::node::Node;
    use fastrand::Rng;
    use proofset_core::{Role, SumRule, Value};
    use proofset_numbers::Numbers;

    fn child(rng: &mut Rng) -> Node {
        let numbers = match rng.u32(..8) {
            0 => Numbers::decided(Value::Proven),
            1 => Numbers::decided(Value::Disproven),
            _ => Numbers { proof: rng.u32(1..5), disproof: rng.u32(1..5) },
        };
        Node::with_numbers(numbers, rng.u32(..8) == 0)
    }

    fn parts(block: &Block) -> impl PartialEq + std::fmt::Debug + use<> {
        let Summary { least, best, second, rival, total } = block.summary;
        let totals = [SumRule::Sum, SumRule::Weak, SumRule::Max].map(|rule| total.number(rule));
        ((least, best, second, rival, totals), block.hardest, block.easiest)
    }

    /// The tree says at every turn what a look at all children says.
    #[test]
    fn trees_of_summaries_follow_changes() {
        let mut rng = Rng::with_seed(7);
        for children in [1, 31, 33, 1025, 3000] {
            for role in [Role::Or, Role::And] {
                let mut children: Vec<Node> = (0..children).map(|_| child(&mut rng)).collect();
                let mut wide = Wide::new(0, &children, role);
                for _ in 0..100 {
                    let at = rng.usize(..children.len());
                    children[at] = child(&mut rng);
                    wide.renew(at, &children, role);
                    let mut summary = Summary::NONE;
                    let (mut hardest, mut easiest) = ((0, u32::MAX), (u32::MAX, u32::MAX));
                    for (index, child) in (0..).zip(&children) {
                        let (number, summed) = child.counted(role);
                        summary.add(index, (number, summed), child.merged);
                        if !child.is_solved() && summed > hardest.0 {
                            hardest = (summed, index);
                        }
                    }
                    for (index, child) in (0..).zip(&children) {
                        let (number, summed) = child.counted(role);
                        if number == summary.least && summed < easiest.0 {
                            easiest = (summed, index);
                        }
                    }
                    let all = Block { summary, hardest, easiest };
                    assert_eq!(parts(wide.all()), parts(&all));
                }
            }
        }
    }
}
