//! Proof numbers: sizes without members, and three ways to put them together.
//!
//! [`Count`] is the algebra of proof-number search (Allis, van der Meulen and van den Herik 1994): parts are summed, so
//! in a DAG a leaf counts once per path to it. Two cheap rules count less. The *max rule* ([`SumRule::Max`]) takes the
//! largest part: a lower bound on the true number, which also hides work that is really independent. *Weak proof-number
//! search* ([`SumRule::Weak`]; Ueda, Hashimoto, Hashimoto and Iida 2008) takes the largest part and one for each of the
//! others that is not finished; it can be on either side of the true number. At each node of one DAG, with unit costs,
//! `max <= weak <= sum` and `max <= true <= sum`. All three agree on what is decided.
//!
//! Constant time and space; nothing is stored outside the nodes.

use proofset_core::{NodeId, Size, SumRule};
use std::cmp::Ordering;
use std::fmt::Debug;

use crate::{Amended, Amendment, Effort, Full};

/// How the numbers of several parts are put together.
pub trait NumberRule: Copy + Debug {
    /// The total with one more part.
    fn add(self, total: Size, part: Size) -> Size;

    /// The result, given how many parts were not zero.
    fn finish(self, total: Size, parts: u32) -> Size;

    /// The result after one part changed, if it follows from the old result. All sizes are finite and not saturated.
    fn amend(self, result: Size, old: Size, new: Size) -> Option<Size>;
}

/// The sum of the parts.
#[derive(Clone, Copy, Debug, Default)]
pub struct SumOfAll;

impl NumberRule for SumOfAll {
    #[inline]
    fn add(self, total: Size, part: Size) -> Size {
        total + part
    }

    #[inline]
    fn finish(self, total: Size, _parts: u32) -> Size {
        total
    }

    #[inline]
    fn amend(self, result: Size, old: Size, new: Size) -> Option<Size> {
        Some(result.minus_overlap(old) + new)
    }
}

/// The rule is chosen while the program runs: one search is compiled for all three.
impl NumberRule for SumRule {
    #[inline]
    fn add(self, total: Size, part: Size) -> Size {
        match self {
            Self::Sum => SumOfAll.add(total, part),
            Self::Weak | Self::Max => total.max(part),
        }
    }

    #[inline]
    fn finish(self, total: Size, parts: u32) -> Size {
        match self {
            Self::Sum | Self::Max => total,
            Self::Weak => total + Size::new(parts.saturating_sub(1)),
        }
    }

    #[inline]
    fn amend(self, result: Size, old: Size, new: Size) -> Option<Size> {
        match self {
            Self::Sum => SumOfAll.amend(result, old, new),
            Self::Weak => None,
            Self::Max => (old < result || new >= result).then(|| result.max(new)),
        }
    }
}

impl<R: NumberRule + Default> Default for Counter<R> {
    fn default() -> Self {
        Self::new()
    }
}

/// Numbers put together by a rule: that of [`Count`], one of [`SumRule`], or one of your own.
#[derive(Clone, Debug)]
pub struct Counter<R> {
    rule: R,
    total: Size,
    parts: u32,
}

/// Proof numbers: the algebra of PNS.
pub type Count = Counter<SumOfAll>;

impl<R: NumberRule + Default> Counter<R> {
    /// The algebra; it holds no more than a running total.
    pub fn new() -> Self {
        Self::with_rule(R::default())
    }
}

impl<R: NumberRule> Counter<R> {
    /// The algebra of a rule.
    pub fn with_rule(rule: R) -> Self {
        Self { rule, total: Size::ZERO, parts: 0 }
    }
}

impl<R: NumberRule> Effort for Counter<R> {
    type Value = Size;
    /// The old and the new number.
    type Delta = (Size, Size);

    const LISTS_NODES: bool = false;

    fn nothing(&self) -> Size {
        Size::ZERO
    }

    fn hopeless(&self) -> Size {
        Size::INFINITE
    }

    #[inline]
    fn leaf(&mut self, _node: NodeId, cost: Size) -> Result<Size, Full> {
        Ok(cost)
    }

    #[inline]
    fn size(&self, value: Size) -> Size {
        value
    }

    #[inline]
    fn order(&self, a: Size, b: Size) -> Ordering {
        a.cmp(&b)
    }

    #[inline]
    fn begin(&mut self) {
        self.total = Size::ZERO;
        self.parts = 0;
    }

    #[inline]
    fn add(&mut self, part: Size) {
        self.total = self.rule.add(self.total, part);
        self.parts += u32::from(!part.is_zero());
    }

    #[inline]
    fn finish(&mut self, old: Size) -> Result<Option<Size>, Full> {
        let total = self.rule.finish(self.total, self.parts);
        Ok((total != old).then_some(total))
    }

    fn apart(&self) -> bool {
        false
    }

    #[inline]
    fn begin_update(&mut self, _leaving: &[NodeId]) {}

    #[inline]
    fn delta(&mut self, old: Size, new: Size) -> (Size, Size) {
        (old, new)
    }

    #[inline]
    fn amend(
        &mut self,
        old: Size,
        _apart: bool,
        changes: impl Iterator<Item = (Size, (Size, Size))> + Clone,
        _parts: impl Iterator<Item = Size>,
    ) -> Result<Option<Amendment<Self>>, Full> {
        let mut total = old;
        for (_, (before, after)) in changes {
            // What a saturated or infinite number hides is not known; an infinite total rests on a part that is
            // infinite still, as long as all that changed was and is finite.
            if before >= Size::MAX_FINITE || after >= Size::MAX_FINITE {
                return Ok(None);
            }
            if total.is_infinite() {
                continue;
            }
            match self.rule.amend(total, before, after) {
                Some(amended) if total < Size::MAX_FINITE && amended < Size::MAX_FINITE => total = amended,
                _ => return Ok(None),
            }
        }
        Ok(Some(Amended { change: (total != old).then_some((total, (old, total))), apart: false }))
    }

    #[inline]
    fn share(&mut self, _value: Size) {}

    #[inline]
    fn release(&mut self, _value: Size) {}

    fn members(&self, _value: Size) -> impl DoubleEndedIterator<Item = NodeId> {
        std::iter::empty()
    }

    fn bytes(&self) -> usize {
        0
    }

    fn clear(&mut self) {}
}
