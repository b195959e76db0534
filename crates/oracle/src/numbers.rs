//! Proof and disproof numbers, under three rules for "all children" (Allis 1994; Ueda and others 2008).
//!
//! | rule | all children |
//! | --- | --- |
//! | sum | the sum: exact on trees, too large where children share leaves |
//! | max | the maximum: never too large |
//! | weak | the maximum, and one for every further unsolved child |
//!
//! The cheapest child is the minimum under all three.

use proofset_core::{Size, Value};

use crate::graph::{Graph, Pair, Rule};

impl Graph {
    /// Proof and disproof numbers by the tree rule, with saturating sizes.
    pub fn numbers(&self) -> Vec<Pair<Size>> {
        self.evaluate(&Sizes(|sizes| sizes.iter().copied().sum()))
    }

    /// The same without saturation: `None` is infinity. Exact below the largest 128-bit number, where they stay.
    pub fn exact_numbers(&self) -> Vec<Pair<Option<u128>>> {
        self.evaluate(&Exact)
    }

    /// Proof and disproof numbers by the max rule.
    pub fn max_rule(&self) -> Vec<Pair<Size>> {
        self.evaluate(&Sizes(|sizes| sizes.iter().copied().max().unwrap_or(Size::ZERO)))
    }

    /// Weak proof and disproof numbers.
    pub fn weak_numbers(&self) -> Vec<Pair<Size>> {
        self.evaluate(&Sizes(|sizes| {
            let unsolved = sizes.iter().filter(|size| !size.is_zero()).count();
            let largest = sizes.iter().copied().max().unwrap_or(Size::ZERO);
            largest + Size::from_len(unsolved.saturating_sub(1))
        }))
    }
}

/// Saturating numbers under this rule for all children.
struct Sizes(fn(&[Size]) -> Size);

impl Rule for Sizes {
    type Value = Size;

    fn nothing(&self) -> Size {
        Size::ZERO
    }

    fn hopeless(&self) -> Size {
        Size::INFINITE
    }

    fn leaf(&self, _node: usize, cost: u32, _side: Value) -> Size {
        Size::new(cost)
    }

    fn cheapest(&self, children: &[Size], _side: Value) -> Size {
        children.iter().copied().min().unwrap_or(Size::INFINITE)
    }

    fn all(&self, _node: usize, children: &[Size], _side: Value) -> Size {
        (self.0)(children)
    }
}

struct Exact;

impl Rule for Exact {
    type Value = Option<u128>;

    fn nothing(&self) -> Option<u128> {
        Some(0)
    }

    fn hopeless(&self) -> Option<u128> {
        None
    }

    fn leaf(&self, _node: usize, cost: u32, _side: Value) -> Option<u128> {
        Some(cost.into())
    }

    fn cheapest(&self, children: &[Option<u128>], _side: Value) -> Option<u128> {
        children.iter().flatten().min().copied()
    }

    fn all(&self, _node: usize, children: &[Option<u128>], _side: Value) -> Option<u128> {
        children.iter().try_fold(0_u128, |total, child| Some(total.saturating_add((*child)?)))
    }
}
