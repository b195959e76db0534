//! Heuristics by name: how a search weighs the leaves of a game, chosen when it begins.
//!
//! Each game lists its own, the default first. A heuristic stands behind `dyn`: its one virtual call for each new leaf
//! is lost beside the making of the leaf, and nothing is compiled once more for every heuristic.

use proofset_core::{EdgeCost, LeafCost, Mobility, Probe, Problem};

/// A heuristic as lists show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeuristicEntry {
    /// The name, after `init=`.
    pub name: &'static str,
    /// What a leaf costs.
    pub summary: &'static str,
}

impl HeuristicEntry {
    /// Every leaf costs one.
    pub const UNIT: Self = Self { name: "unit", summary: "every leaf costs 1" };

    /// [`Mobility`].
    pub const MOBILITY: Self = Self {
        name: "mobility",
        summary: "a leaf with m successors costs 1 for the side that moves there, m for the other (Allis 1994)",
    };
}

/// A heuristic for the problem `P`.
pub struct Heuristic<P> {
    entry: HeuristicEntry,
    probe: fn() -> Box<dyn Probe<P>>,
}

impl<P: Problem + 'static> Heuristic<P> {
    /// The heuristic that such probes are.
    pub fn new(entry: HeuristicEntry, probe: fn() -> Box<dyn Probe<P>>) -> Self {
        Self { entry, probe }
    }

    /// Every leaf costs one.
    pub fn unit() -> Self {
        Self::new(HeuristicEntry::UNIT, || Box::new(()))
    }

    /// [`Mobility`], which suits every problem.
    pub fn mobility() -> Self {
        Self::new(HeuristicEntry::MOBILITY, || Box::new(Mobility::new()))
    }

    /// How lists show it.
    pub fn entry(&self) -> HeuristicEntry {
        self.entry
    }

    /// A probe that has seen nothing.
    pub(crate) fn probe(&self) -> Chosen<P> {
        Chosen { make: self.probe, probe: (self.probe)() }
    }
}

/// The probe of a search that borrows its problem.
pub(crate) struct Chosen<P> {
    make: fn() -> Box<dyn Probe<P>>,
    probe: Box<dyn Probe<P>>,
}

impl<P> Clone for Chosen<P> {
    /// The same heuristic, made anew: what probes keep are lists to be used again.
    fn clone(&self) -> Self {
        Self { make: self.make, probe: (self.make)() }
    }
}

impl<P: Problem> Probe<P> for Chosen<P> {
    #[inline]
    fn cost(&mut self, problem: &P, state: &P::State) -> LeafCost {
        self.probe.cost(problem, state)
    }

    #[inline]
    fn edge(&mut self, problem: &P, state: &P::State, successor: &P::State) -> EdgeCost {
        self.probe.edge(problem, state, successor)
    }

    fn is_unit(&self) -> bool {
        self.probe.is_unit()
    }
}

impl<P: Problem> Probe<&P> for Chosen<P> {
    #[inline]
    fn cost(&mut self, problem: &&P, state: &P::State) -> LeafCost {
        self.probe.cost(problem, state)
    }

    #[inline]
    fn edge(&mut self, problem: &&P, state: &P::State, successor: &P::State) -> EdgeCost {
        self.probe.edge(problem, state, successor)
    }

    fn is_unit(&self) -> bool {
        self.probe.is_unit()
    }
}
