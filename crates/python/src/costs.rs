//! What leaves and edges cost, as games and problems in Python may state it.

use proofset_catalog::{Heuristic, HeuristicEntry};
use proofset_core::{EdgeCost, LeafCost, Probe, Problem, Size};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::object::Method;
use crate::state::State;

/// How leaves and edges are weighed, if the object says it.
pub(crate) struct Costs {
    leaf: Option<Method>,
    edge: Option<Method>,
}

impl Costs {
    pub(crate) fn find(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { leaf: Method::find(object, "cost")?, edge: Method::find(object, "edge_cost")? })
    }

    fn is_unit(&self) -> bool {
        self.leaf.is_none() && self.edge.is_none()
    }

    fn leaf(&self, state: &State) -> LeafCost {
        let Some(method) = &self.leaf else { return LeafCost::UNIT };
        Python::attach(|py| {
            let cost = method.call1(state.object(py));
            match pair(&cost, 1) {
                Some((proof, disproof)) => LeafCost { proof: Size::new(proof), disproof: Size::new(disproof) },
                None => method.wrong(&cost, "a whole number from 1 on, or two: to prove and to disprove"),
            }
        })
    }

    fn edge(&self, state: &State, successor: &State) -> EdgeCost {
        let Some(method) = &self.edge else { return EdgeCost::NONE };
        Python::attach(|py| {
            let cost = method.call2(state.object(py), successor.object(py));
            match pair(&cost, 0) {
                Some((proof, disproof)) => EdgeCost { proof, disproof },
                None => method.wrong(&cost, "a whole number from 0 on, or two: to prove and to disprove"),
            }
        })
    }
}

/// A cost of proof, and perhaps one of disproof; the least stands for one that is not given.
fn pair(cost: &Bound<'_, PyAny>, least: u32) -> Option<(u32, u32)> {
    let (proof, disproof) = match cost.cast::<PyTuple>() {
        Ok(_) => cost.extract().ok()?,
        Err(_) => (cost.extract().ok()?, least),
    };
    (proof >= least && disproof >= least).then_some((proof, disproof))
}

/// Who states costs.
pub(crate) trait HasCosts: Problem<State = State> {
    fn costs(&self) -> &Costs;
}

/// Asks the object what a leaf and an edge cost.
struct Asking;

impl<P: HasCosts> Probe<P> for Asking {
    fn cost(&mut self, problem: &P, state: &State) -> LeafCost {
        problem.costs().leaf(state)
    }

    fn edge(&mut self, problem: &P, state: &State, successor: &State) -> EdgeCost {
        problem.costs().edge(state, successor)
    }
}

/// How leaves can be weighed, with the costs that the object states as the default.
pub(crate) fn heuristics<P: HasCosts + 'static>(costs: &Costs) -> Vec<Heuristic<P>> {
    let mut heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
    if !costs.is_unit() {
        let entry = HeuristicEntry { name: "costs", summary: "what cost and edge_cost say" };
        heuristics.insert(0, Heuristic::new(entry, || Box::new(Asking)));
    }
    heuristics
}
