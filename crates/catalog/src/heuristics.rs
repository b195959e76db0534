//! Heuristics by name: how a search weighs the leaves of a game, chosen when it begins.
//!
//! Each game lists its own, the default first. A heuristic stands behind `dyn`: its one virtual call for each new leaf
//! is lost beside the making of the leaf, and a search need not be compiled once more for every heuristic.

use proofset_core::{EdgeCost, LeafCost, Mobility, Probe, Problem, Size};

use crate::InputError;
use crate::algorithm::AlgorithmSpec;

/// A heuristic as the catalog lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeuristicEntry {
    /// The name, after `init=`.
    pub name: &'static str,
    /// What a leaf costs.
    pub summary: &'static str,
}

pub(crate) const UNIT: HeuristicEntry = HeuristicEntry { name: "unit", summary: "every leaf costs 1" };

pub(crate) const MOBILITY: HeuristicEntry = HeuristicEntry {
    name: "mobility",
    summary: "a leaf with m successors costs 1 for the side that moves there, m for the other (Allis 1994)",
};

/// A heuristic for the problem `P`.
pub(crate) struct Heuristic<P> {
    entry: HeuristicEntry,
    probe: fn() -> Box<dyn Probe<P>>,
}

impl<P> Clone for Heuristic<P> {
    fn clone(&self) -> Self {
        Self { entry: self.entry, probe: self.probe }
    }
}

impl<P: Problem + 'static> Heuristic<P> {
    pub(crate) fn new(entry: HeuristicEntry, probe: fn() -> Box<dyn Probe<P>>) -> Self {
        Self { entry, probe }
    }

    pub(crate) fn unit() -> Self {
        Self::new(UNIT, || Box::new(()))
    }

    pub(crate) fn mobility() -> Self {
        Self::new(MOBILITY, || Box::new(Mobility::new()))
    }
}

/// A multiple of a finite cost.
pub(crate) fn times(cost: Size, factor: u32) -> Size {
    cost.finite().map_or(cost, |cost| Size::new(cost.saturating_mul(factor)))
}

/// The probe of the heuristic that an algorithm names, or of the first one.
pub(crate) fn choose<P>(
    heuristics: &[Heuristic<P>],
    game: &str,
    algorithm: &AlgorithmSpec,
) -> Result<Chosen<P>, InputError> {
    let chosen = match &algorithm.init {
        None => heuristics.first(),
        Some(name) => heuristics.iter().find(|heuristic| heuristic.entry.name == name),
    };
    let heuristic = chosen.ok_or_else(|| {
        let names: Vec<&str> = heuristics.iter().map(|heuristic| heuristic.entry.name).collect();
        let name = algorithm.init.as_deref().unwrap_or_default();
        InputError::Algorithm {
            text: algorithm.to_string(),
            message: format!("{game} has no heuristic {name:?}; init is one of {}", names.join(", ")),
        }
    })?;
    Ok(Chosen { make: heuristic.probe, probe: (heuristic.probe)() })
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

impl<P: Problem> Probe<&P> for Chosen<P> {
    #[inline]
    fn cost(&mut self, problem: &&P, state: &P::State) -> LeafCost {
        self.probe.cost(problem, state)
    }

    #[inline]
    fn edge(&mut self, problem: &&P, state: &P::State, successor: &P::State) -> EdgeCost {
        self.probe.edge(problem, state, successor)
    }
}
