//! Explicit AND/OR graphs: for questions that are not games.

use proofset_and_or::{Graph, NodeIndex};
use proofset_core::{Describe, LeafCost, Probe, Problem, Verdict};

use super::{Default, GameEntry, PositionSource, no_parameters};
use crate::algorithm::AlgorithmSpec;
use crate::heuristics::{Chosen, Heuristic, HeuristicEntry, MOBILITY, UNIT};
use crate::task::{Outcome, ProblemTask, Refusal, Run, Words};
use crate::{InputError, cycles};

pub(super) const ENTRY: GameEntry = GameEntry {
    name: "and-or",
    summary: "an explicit AND/OR graph from a JSON file, with costs of leaves",
    parameters: "",
    position: "a file, or - for standard input; the book's chapter on AND/OR graphs describes the format",
    goals: "proven",
    heuristics: &[COSTS, UNIT, MOBILITY],
    goal: &[
        Default {
            algorithm: "pns",
            reason: "8 of 8 graphs in 2 s each; it says how large the proof of an open graph is",
        },
        Default { algorithm: "dfpn", reason: "where whoever repeats a position loses" },
    ],
    value: &[],
    sample: (Some(r#"{"nodes": [{"id": "A"}], "edges": [], "root": "A"}"#), None),
    example: "proofset solve and-or graph.json --algorithm pss",
    source: PositionSource::File,
    open: |parameters, position, goal| {
        let game = || "and-or".to_owned();
        no_parameters("and-or", parameters)?;
        if let Some(goal) = goal.filter(|&goal| goal != GOAL) {
            let message = format!("{goal:?} is not one; the only one is {GOAL}: is the root proven?");
            return Err(InputError::Goal { goal: goal.to_owned(), game: game(), message });
        }
        let position = position.ok_or_else(|| InputError::Position {
            game: game(),
            message: "there is no start; give a JSON file, or - for standard input".to_owned(),
        })?;
        let graph = Graph::from_json(position)
            .map_err(|error| InputError::Position { game: game(), message: error.to_string() })?;
        Ok(Box::new(ProblemTask {
            position: graph.to_json(),
            problem: graph,
            game: game(),
            goal: GOAL.to_owned(),
            words: GraphWords,
            heuristics: vec![Heuristic::new(COSTS, || Box::new(Costs)), Heuristic::unit(), Heuristic::mobility()],
        }))
    },
};

const GOAL: &str = "proven";

const COSTS: HeuristicEntry =
    HeuristicEntry { name: "costs", summary: "the weights that the file gives its nodes, 1 where it gives none" };

struct Costs;

impl Probe<Graph> for Costs {
    fn cost(&mut self, graph: &Graph, state: &NodeIndex) -> LeafCost {
        let (proof, disproof) = graph.cost(*state);
        LeafCost { proof, disproof }
    }
}

struct GraphWords;

impl Words<Graph> for GraphWords {
    fn bytes(&self, graph: &Graph) -> usize {
        graph.bytes()
    }

    fn may_have_cycles(&self, graph: &Graph) -> bool {
        graph.find_cycle().is_some()
    }

    fn run_cyclic<'a>(
        &self,
        task: &'a ProblemTask<Graph, Self>,
        algorithm: &AlgorithmSpec,
        probe: Chosen<Graph>,
    ) -> Result<Box<dyn Run + 'a>, Refusal> {
        cycles::begin(task, algorithm, probe)
    }

    fn cycle(&self, graph: &Graph) -> Option<Vec<String>> {
        Some(graph.find_cycle()?.into_iter().map(str::to_owned).collect())
    }

    fn explain(&self, graph: &Graph, outcome: &Outcome) -> String {
        let root = graph.state_text(&graph.root());
        match outcome.verdict {
            Verdict::Proven => format!("proven: {root}"),
            _ => format!("disproven: {root}"),
        }
    }

    fn line_text(&self, graph: &Graph, line: &[String]) -> String {
        let root = graph.state_text(&graph.root());
        std::iter::once(&root).chain(line).map(String::as_str).collect::<Vec<_>>().join(" -> ")
    }
}
