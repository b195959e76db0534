//! Explicit AND/OR graphs: for questions that are not games.

use proofset_and_or::{Graph, NodeIndex};
use proofset_catalog::{
    DefaultAlgorithm, Entry, GoalForm, Heuristic, HeuristicEntry, InputError, Outcome, PositionSource, Question,
    Repeats, Speech, Texts,
};
use proofset_core::{Describe, LeafCost, Probe, Problem, Verdict};

/// The goals.
const GOALS: &[GoalForm] = &[GoalForm::new(GOAL, "the root is proven")];

pub(crate) fn entry() -> Entry {
    Entry::problem("and-or", |texts| {
        let Texts { position, goal, .. } = *texts;
        let game = || "and-or".to_owned();
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
        let repeats = match graph.find_cycle() {
            Some(cycle) => Repeats::Along(cycle.into_iter().map(str::to_owned).collect()),
            None => Repeats::Never,
        };
        let (position, bytes) = (graph.to_json(), graph.bytes());
        Ok(Question::packed("and-or", GOAL, graph)
            .with_position(position)
            .with_heuristics(vec![Heuristic::new(COSTS, || Box::new(Costs)), Heuristic::unit(), Heuristic::mobility()])
            .with_speech(GraphSpeech)
            .with_repeats(repeats)
            .with_bytes(bytes))
    })
    .with_summary("an explicit AND/OR graph from a JSON file, with costs of leaves")
    .with_position("a file, or - for standard input; the book's chapter on AND/OR graphs describes the format")
    .with_goals(GOALS)
    .with_heuristics(vec![COSTS, HeuristicEntry::UNIT, HeuristicEntry::MOBILITY])
    .with_goal_defaults(&[
        DefaultAlgorithm {
            algorithm: "pns",
            reason: "8 of 8 graphs in 2 s each; it says how large the proof of an open graph is",
        },
        DefaultAlgorithm { algorithm: "dfpn", reason: "where whoever repeats a position loses" },
    ])
    .with_sample(Some(r#"{"nodes": [{"id": "A"}], "edges": [], "root": "A"}"#), None)
    .with_example("proofset solve and-or release.json --algorithm pss")
    .with_source(PositionSource::File { or_text: |text| text.trim_start().starts_with('{') })
}

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

struct GraphSpeech;

impl Speech<Graph> for GraphSpeech {
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
