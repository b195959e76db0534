//! Proof and disproof numbers for all scores at once, as step functions.
//!
//! The idea: for each score `v` a node has a proof number, the effort to show that its value is at least `v`, and a
//! disproof number, the effort to show that it is less. Over `v` the first never falls and the second never rises, so
//! both are kept as runs of scores that share a pair of numbers. A parent's runs follow from its children's: where one
//! child is enough the least number counts, elsewhere the sum.
//!
//! The invariants: runs ascend, neighbours differ, and together they cover the scores that a node's bounds leave open,
//! as far as the root's did when the runs were made; all numbers in them are finite, and none is zero unless leaves are taken
//! for what they seem to be worth, where one of each pair is. The cost of a merge:
//! linear in the runs of the result times the children, after a sort.

use proofset_core::{Role, Score, Size};
use proofset_store::NodeKind;

use crate::Bounds;

/// Scores in a row that share their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The greatest of the scores; the first follows the last of the run before.
    pub(crate) last: Score,
    pub(crate) proof: Size,
    pub(crate) disproof: Size,
}

/// A node as its parent sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers<'a> {
    pub(crate) bounds: Bounds,
    pub(crate) kind: NodeKind,
    /// The runs of an expanded node, or of a leaf with an evaluation; without runs, a leaf costs one and one.
    pub(crate) runs: &'a [Run],
}

impl Numbers<'_> {
    /// Effort to prove and to disprove that the value is at least `score`.
    #[inline]
    pub(crate) fn at(&self, score: Score) -> (Size, Size) {
        let place = || self.runs.partition_point(|run| run.last < score);
        self.with(score, place)
    }

    #[inline]
    fn with(&self, score: Score, place: impl FnOnce() -> usize) -> (Size, Size) {
        if score <= self.bounds.low {
            (Size::ZERO, Size::INFINITE)
        } else if score > self.bounds.high {
            (Size::INFINITE, Size::ZERO)
        } else if self.kind.is_leaf() && self.runs.is_empty() {
            (Size::ONE, Size::ONE)
        } else {
            let run = self.runs[place()];
            (run.proof, run.disproof)
        }
    }
}

/// Puts runs together; keeps its room from one node to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merge {
    runs: Vec<Run>,
}

impl Merge {
    /// The runs of a node with these children, for the scores that `open` leaves open.
    pub(crate) fn of<'a, I: Iterator<Item = Numbers<'a>>>(
        &mut self,
        role: Role,
        open: Bounds,
        children: impl Fn() -> I,
    ) -> &[Run] {
        let Self { runs } = self;
        runs.clear();
        if open.low >= open.high {
            return runs;
        }
        let (proof, disproof) = match role {
            Role::Or => (Size::INFINITE, Size::ZERO),
            Role::And => (Size::ZERO, Size::INFINITE),
        };
        // First where the runs end: wherever those of a child do.
        let mut end = |last: Score| {
            if open.low < last && last < open.high {
                runs.push(Run { last, proof, disproof });
            }
        };
        for child in children() {
            end(child.bounds.low);
            end(child.bounds.high);
            child.runs.iter().for_each(|run| end(run.last));
        }
        runs.push(Run { last: open.high, proof, disproof });
        runs.sort_unstable_by_key(|run| run.last);
        runs.dedup_by_key(|run| run.last);
        for child in children() {
            let mut place = 0;
            for run in &mut *runs {
                let (proof, disproof) = child.with(run.last, || {
                    while child.runs[place].last < run.last {
                        place += 1;
                    }
                    place
                });
                match role {
                    Role::Or => (run.proof, run.disproof) = (run.proof.min(proof), run.disproof + disproof),
                    Role::And => (run.proof, run.disproof) = (run.proof + proof, run.disproof.min(disproof)),
                }
            }
        }
        // Neighbours with equal numbers are one run, which ends where the later of them does.
        runs.dedup_by(|later, kept| {
            let same = (later.proof, later.disproof) == (kept.proof, kept.disproof);
            if same {
                kept.last = later.last;
            }
            same
        });
        runs
    }

    pub(crate) fn bytes(&self) -> usize {
        self.runs.capacity() * size_of::<Run>()
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::{Role, Score, Size};

    use super::{Merge, Numbers, Run};
    use crate::Bounds;
    use proofset_store::NodeKind;

    fn run(last: Score, proof: u32, disproof: u32) -> Run {
        Run { last, proof: Size::new(proof), disproof: Size::new(disproof) }
    }

    #[test]
    fn least_and_sum_for_each_score() {
        let leaf = Numbers { bounds: Bounds::UNKNOWN, kind: NodeKind::leaf(Role::And), runs: &[] };
        let three = Numbers { bounds: Bounds { low: 3, high: 3 }, kind: NodeKind::Terminal, runs: &[] };
        let runs = [run(4, 2, 3), run(8, 5, 1)];
        let inner = Numbers { bounds: Bounds { low: 1, high: 8 }, kind: NodeKind::And, runs: &runs };
        assert_eq!((inner.at(1), inner.at(9)), ((Size::ZERO, Size::INFINITE), (Size::INFINITE, Size::ZERO)));
        assert_eq!((inner.at(4), inner.at(5)), ((Size::new(2), Size::new(3)), (Size::new(5), Size::new(1))));

        let mut merge = Merge::default();
        let children = || [leaf, three, inner].into_iter();
        // Up to 3 the second child is enough. From 4 on it does not count.
        let merged = merge.of(Role::Or, Bounds { low: 3, high: 10 }, children);
        assert_eq!(merged, [run(4, 1, 4), run(8, 1, 2), run(10, 1, 1)]);
        // Above 3 the second child is enough.
        let merged = merge.of(Role::And, Bounds { low: 0, high: 3 }, children);
        assert_eq!(merged, [run(1, 1, 1), run(3, 3, 1)]);
        assert_eq!(merge.of(Role::Or, Bounds { low: 3, high: 3 }, children), []);
    }
}
