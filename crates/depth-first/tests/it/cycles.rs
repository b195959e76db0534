//! Graphs with cycles: verdicts against the retrograde oracle, whatever a repetition is worth.

use proofset_and_or::Graph;
use proofset_core::{
    Describe, Evaluation, Limits, Problem, Repetition, Role, Solver, Status, StopReason, Value, Verdict,
};
use proofset_depth_first::{Method, Options};
use proofset_testkit::certified::certified;
use proofset_testkit::random::RandomGraph;

use proofset_testkit::ruled::Ruled;

use crate::common::{Hidden, exact, keyed, variants};

/// The states that one side can force to an end of its own, by the definition: the least fixpoint.
fn forced<P: Problem>(problem: &P, states: &[P::State], side: Value) -> Vec<bool> {
    let mut forced = vec![false; states.len()];
    let place = |state: &P::State| states.iter().position(|other| other == state).expect("all states are listed");
    loop {
        let mut changed = false;
        for (index, state) in states.iter().enumerate() {
            let now = match problem.status(state) {
                Status::Decided(value) => value == side,
                Status::OpenLeaf => false,
                Status::Open(role) => {
                    let mut children = Vec::new();
                    problem.for_each_successor(state, |_, child| children.push(forced[place(&child)]));
                    if role == side.chooser() { children.contains(&true) } else { !children.contains(&false) }
                }
            };
            changed |= now != forced[index];
            forced[index] |= now;
        }
        if !changed {
            return forced;
        }
    }
}

fn states(graph: &Graph) -> Vec<<Graph as Problem>::State> {
    graph.nodes().collect()
}

fn shapes() -> [RandomGraph; 3] {
    let solved = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::cyclic() };
    [
        solved.clone(),
        RandomGraph { depth: 6, width: 4, branching: 1..=3, ..solved.clone() },
        RandomGraph { proven: 0.3, disproven: 0.7, ..solved },
    ]
}

fn opposite(value: Value) -> Value {
    match value {
        Value::Proven => Value::Disproven,
        Value::Disproven => Value::Proven,
    }
}

/// What many searches came across, so that the test sees that it tested something.
#[derive(Default)]
struct Tally {
    proven: u32,
    disproven: u32,
    /// States that tables knew when the searches ended.
    known: u32,
    /// Certificates of strategies that may go on for ever.
    endless: u32,
    /// Of the values that endless play has, those whose certificates show that play ends all the same.
    ending: u32,
}

/// Holds a search against the rule for repetitions: the side that has to make progress forces an end, or the other wins.
fn judge<P: Describe>(problem: &P, states: &[P::State], options: Options, seed: u64, tally: &mut Tally)
where
    P::State: std::fmt::Debug + Send + Sync + 'static,
{
    judge_search(problem, exact(problem, options), states, seed, tally);
    judge_search(problem, keyed(problem, options), states, seed, tally);
}

fn judge_search<P: Describe>(problem: &P, mut search: Hidden<'_, P>, states: &[P::State], seed: u64, tally: &mut Tally)
where
    P::State: std::fmt::Debug + Send + Sync + 'static,
{
    let options = search.options();
    let repetition = problem.repetition().and_then(Repetition::fixed_value).expect("it depends on no line");
    let progress = forced(problem, states, opposite(repetition));
    let root = states.iter().position(|state| *state == problem.root()).expect("all states are listed");
    let expected = if progress[root] { opposite(repetition) } else { repetition };
    // A search that goes round for ever would stop here.
    let mut looks = 0;
    let mut observer = |_: &proofset_core::Progress| {
        looks += 1;
        if looks > 2_000 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    };
    // Tables that can grow touch more memory than such a search takes time. Seeds in a row have all options in turn.
    let limits = if (seed >> 6).is_multiple_of(8) { Limits::none() } else { Limits::none().with_bytes(1 << 18) };
    let report = search.solve(&limits, &mut observer).expect("cycles are no error");
    assert_eq!(
        (report.stop, report.verdict.value()),
        (StopReason::Decided, Some(expected)),
        "seed {seed}, {options:?}"
    );
    // Whatever the table knows must hold on every line.
    for (state, &progress) in states.iter().zip(&progress) {
        if let Some(value) = search.known_value(state) {
            tally.known += 1;
            assert_eq!(value != repetition, progress, "{state:?}, seed {seed}, {options:?}");
        }
    }
    match expected {
        Value::Proven => tally.proven += 1,
        Value::Disproven => tally.disproven += 1,
    }
    assert!(search.has_proof(), "seed {seed}, {options:?}");
    let summary = certified(problem, &search, expected);
    match summary.depth {
        Some(depth) => assert_eq!(report.line.len(), depth as usize),
        None => assert!(report.line.len() < summary.nodes as usize),
    }
    tally.endless += u32::from(summary.depth.is_none());
    tally.ending += u32::from(summary.depth.is_some() && expected == repetition);
}

#[test]
fn eight_thousand_graphs_with_cycles_get_the_right_verdict_a_certificate_and_no_unsound_entry() {
    let mut tally = Tally::default();
    for shape in shapes() {
        for seed in 0..2700 {
            let graph = shape.generate(seed);
            let states = states(&graph);
            let variants = variants();
            let options = variants[seed as usize % variants.len()];
            judge(&graph, &states, options, seed, &mut tally);
            judge(&Ruled(&graph, Repetition::Proves), &states, options, seed, &mut tally);
        }
    }
    let Tally { proven, disproven, known, endless, ending } = tally;
    assert_eq!(proven + disproven, 4 * 8100);
    assert!(proven > 3_000 && disproven > 3_000 && known > 50_000, "{proven}, {disproven}, {known}");
    assert!(endless > 5_000 && ending > 5_000, "{endless}, {ending}");
}

/// A node that the table decides takes nothing along that was found below it and rests on a state above it.
#[test]
fn a_value_from_the_table_bears_nothing_that_rests_on_the_line() {
    let seed = 1671;
    let graph = shapes()[1].generate(seed);
    let options =
        Options::default().with_evaluation(Evaluation::Delayed).with_method(Method::PnStar).with_load_bearing(true);
    judge(&graph, &states(&graph), options, seed, &mut Tally::default());
}

/// A table that forgets makes the proof search again, and changes nothing else.
#[test]
fn endless_play_is_certified_with_small_tables() {
    let mut tally = Tally::default();
    for shape in shapes() {
        for seed in 0..100 {
            let graph = shape.generate(seed);
            let states = states(&graph);
            for entries in [4, 8, 16] {
                let options = Options::default().with_entries(entries);
                judge(&graph, &states, options, seed, &mut tally);
                judge(&Ruled(&graph, Repetition::Proves), &states, options, seed, &mut tally);
            }
        }
    }
    assert!(tally.endless > 300, "{}", tally.endless);
}

/// Example 11 (Figure 7): E proven makes all of it proven, though F repeats C when it is first seen.
#[test]
fn example_11() {
    let mut builder = proofset_and_or::GraphBuilder::new();
    for (name, role, children) in [
        ("A", Role::Or, vec!["B"]),
        ("B", Role::And, vec!["C", "D"]),
        ("C", Role::Or, vec!["F", "E"]),
        ("D", Role::Or, vec!["F"]),
        ("F", Role::And, vec!["C"]),
    ] {
        builder.node(name, role).edges(name, children);
    }
    builder.leaf("E", Some(Value::Proven));
    let graph = builder.root("A").build().expect("the example is a graph");
    assert_eq!(graph.repetition(), Some(Repetition::Disproves));
    let mut search = exact(&graph, Options::default());
    let report = search.solve(&Limits::none(), &mut ()).expect("cycles are no error");
    assert_eq!(report.verdict, Verdict::Proven);
    assert!(search.has_proof());
}
