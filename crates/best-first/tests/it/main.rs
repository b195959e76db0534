//! Facts about best-first search: published counts, worked examples, theorems and what only looks like one, verdicts,
//! limits, weights and look-ahead.

mod ao_star;
mod contract;
mod counterexamples;
mod examples;
mod favouring;
mod golden;
mod laws;
mod limits;
mod memory;
mod probes;
mod saved;
mod steps;
mod theorems;
mod verdicts;
mod wide;

use proofset_and_or::{Graph, NodeIndex};
use proofset_best_first::{LeafCost, Probe};

type Cost<'a> = dyn Fn(&Graph, NodeIndex) -> LeafCost + 'a;

/// What leaves of a graph cost. It is one type whatever they cost, so that searches are compiled once.
struct Costs<'a>(Box<Cost<'a>>);

impl<'a> Costs<'a> {
    fn new(cost: impl Fn(&Graph, NodeIndex) -> LeafCost + 'a) -> Self {
        Self(Box::new(cost))
    }

    /// What the graph says.
    fn of_graph() -> Self {
        Self::new(|graph, state| {
            let (proof, disproof) = graph.cost(state);
            LeafCost { proof, disproof }
        })
    }
}

impl Probe<&Graph> for Costs<'_> {
    fn cost(&mut self, graph: &&Graph, state: &NodeIndex) -> LeafCost {
        self.0(graph, *state)
    }
}
