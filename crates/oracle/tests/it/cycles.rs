//! Backward induction on graphs with cycles: the examples of the suite, and a search that follows every path by itself.

use std::collections::HashMap;

use proofset_core::{Problem, Repetition, Role, Status, Value, Verdict};
use proofset_oracle::{Kind, TooManyStates, solve, solve_all};

use crate::file::{File, graphs, text};

/// A graph that may have cycles.
struct Cyclic {
    statuses: Vec<Status>,
    children: Vec<Vec<usize>>,
    root: usize,
    repetition: Option<Repetition>,
}

impl Problem for Cyclic {
    type State = usize;
    type Move = ();

    fn root(&self) -> usize {
        self.root
    }

    fn status(&self, &state: &usize) -> Status {
        self.statuses[state]
    }

    fn for_each_successor(&self, &state: &usize, mut visit: impl FnMut((), usize)) {
        for &child in &self.children[state] {
            visit((), child);
        }
    }

    fn repetition(&self) -> Option<Repetition> {
        self.repetition
    }
}

impl Cyclic {
    fn from_file(file: &File) -> Self {
        let (kinds, children) = file.parts();
        let status = |kind: &Kind| match kind {
            Kind::Unknown { .. } => Status::OpenLeaf,
            Kind::Proven => Status::Decided(Value::Proven),
            Kind::Disproven => Status::Decided(Value::Disproven),
            Kind::Interior(role) => Status::Open(*role),
        };
        Self { statuses: kinds.iter().map(status).collect(), children, root: file.root(), repetition: None }
    }

    fn random(random: &mut fastrand::Rng) -> Self {
        let size = random.usize(2..=8);
        let status = |random: &mut fastrand::Rng| match random.u32(..8) {
            0 => Status::Decided(Value::Proven),
            1 => Status::Decided(Value::Disproven),
            2 => Status::OpenLeaf,
            3..6 => Status::Open(Role::Or),
            _ => Status::Open(Role::And),
        };
        let statuses: Vec<Status> = (0..size).map(|_| status(random)).collect();
        let list = |status: &Status| match status {
            Status::Open(_) => (0..random.usize(..4)).map(|_| random.usize(..size)).collect(),
            Status::Decided(_) | Status::OpenLeaf => Vec::new(),
        };
        let children = statuses.iter().map(list).collect();
        Self { statuses, children, root: 0, repetition: None }
    }

    /// Can the goal be reached on every path from here, a repeated position counting as a failure?
    fn proven_on_path(&self, node: usize, path: &mut Vec<usize>, open_leaves: bool) -> bool {
        if path.contains(&node) {
            return false;
        }
        path.push(node);
        let mut child_proven = |&child: &usize| self.proven_on_path(child, path, open_leaves);
        let proven = match self.statuses[node] {
            Status::Decided(value) => value == Value::Proven,
            Status::OpenLeaf => open_leaves,
            Status::Open(Role::Or) => self.children[node].iter().any(&mut child_proven),
            Status::Open(Role::And) => self.children[node].iter().all(&mut child_proven),
        };
        path.pop();
        proven
    }
}

/// Can this side force an end of its own within so many plies? By the definition, ply by ply.
fn within(graph: &Cyclic, side: Value, open_leaves: bool, plies: usize) -> Vec<bool> {
    let before = if plies == 0 { Vec::new() } else { within(graph, side, open_leaves, plies - 1) };
    let can = |node: usize| match graph.statuses[node] {
        Status::Decided(value) => value == side,
        Status::OpenLeaf => open_leaves,
        Status::Open(role) if role == side.chooser() => plies > 0 && graph.children[node].iter().any(|&c| before[c]),
        Status::Open(_) => graph.children[node].iter().all(|&child| plies > 0 && before[child]),
    };
    (0..graph.statuses.len()).map(can).collect()
}

/// Values and distances of all nodes, reachable or not, under both rules, against the definition.
#[test]
fn values_and_distances_are_those_of_the_definition() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut seen = HashMap::new();
    for _ in 0..4_000 {
        let mut graph = Cyclic::random(&mut random);
        let nodes = graph.statuses.len();
        for rule in [None, Some(Repetition::Disproves), Some(Repetition::Proves)] {
            graph.repetition = rule;
            let endless = if rule == Some(Repetition::Proves) { Value::Proven } else { Value::Disproven };
            let progress = if endless == Value::Proven { Value::Disproven } else { Value::Proven };
            let certainly = within(&graph, progress, false, nodes);
            let possibly = within(&graph, progress, true, nodes);
            let values = solve_all(&graph, 0..nodes, nodes).unwrap();
            assert_eq!(values.len(), nodes);
            for node in 0..nodes {
                let expected = match (certainly[node], possibly[node]) {
                    (true, _) => Verdict::from(Some(progress)),
                    (false, true) => Verdict::Unknown,
                    (false, false) => Verdict::from(Some(endless)),
                };
                assert_eq!(values.get(&node), Some(expected));
                let side = expected.value();
                let distance =
                    side.and_then(|side| (0..=nodes).find(|&plies| within(&graph, side, false, plies)[node]));
                assert_eq!(values.distance(&node), distance.map(|plies| plies as u32));
                *seen.entry((expected, distance.is_some())).or_insert(0) += 1;
            }
        }
    }
    assert!(seen.len() == 5 && seen.values().all(|&count| count > 500), "{seen:?}");
}

#[test]
#[should_panic(expected = "its states have none")]
fn values_that_depend_on_the_line_are_refused() {
    let open = Status::Open(Role::Or);
    let rule = Some(Repetition::MoverLoses);
    let graph = Cyclic { statuses: vec![open], children: vec![vec![0]], root: 0, repetition: rule };
    let _ = solve(&graph, 1);
}

#[test]
fn no_states_have_no_values() {
    let graph = Cyclic { statuses: Vec::new(), children: Vec::new(), root: 0, repetition: None };
    let values = solve_all(&graph, [], 10).unwrap();
    assert_eq!((values.len(), values.root(), values.get(&0)), (0, Verdict::Unknown, None));
}

#[test]
fn examples_with_cycles() {
    let files = graphs("cyclic");
    assert_eq!(files.len(), 5);
    for file in files {
        let values = solve(&Cyclic::from_file(&file), 100).unwrap();
        let expected: HashMap<usize, &str> = file
            .names
            .iter()
            .enumerate()
            .map(|(node, name)| (node, text(&file.json["expected"]["status"][name])))
            .collect();
        assert_eq!(values.len(), expected.len());
        for (node, verdict) in values.iter() {
            assert_eq!(verdict.to_string(), expected[node], "{}: {}", file.path, file.names[*node]);
        }
    }
}

/// At the root, backward induction and "a repeated position is a disproof" say the same, whatever open leaves turn out
/// to be.
#[test]
fn repetition_proves_nothing() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut seen = HashMap::new();
    for _ in 0..20_000 {
        let graph = Cyclic::random(&mut random);
        let certainly = graph.proven_on_path(0, &mut Vec::new(), false);
        let possibly = graph.proven_on_path(0, &mut Vec::new(), true);
        let expected = match (certainly, possibly) {
            (true, _) => Verdict::Proven,
            (false, true) => Verdict::Unknown,
            (false, false) => Verdict::Disproven,
        };
        let values = solve(&graph, 8).unwrap();
        assert_eq!(values.root(), expected);
        assert_eq!(values.get(&0), Some(expected));
        *seen.entry(expected).or_insert(0) += 1;
    }
    assert!(seen.len() == 3 && seen.values().all(|&count| count > 500), "{seen:?}");
}

#[test]
fn states_that_cannot_be_reached_have_no_value() {
    let open = Status::Open(Role::Or);
    let decided = Status::Decided(Value::Proven);
    let graph = Cyclic {
        statuses: vec![open, decided, decided],
        children: vec![vec![1], vec![], vec![]],
        root: 0,
        repetition: None,
    };
    let values = solve(&graph, 2).unwrap();
    assert_eq!((values.len(), values.get(&2), values.root()), (2, None, Verdict::Proven));
    assert_eq!(solve(&graph, 1).unwrap_err(), TooManyStates { cap: 1 });
}

/// An endless problem is refused instead of followed.
#[test]
fn endless_problems_are_refused() {
    struct Count;

    impl Problem for Count {
        type State = u64;
        type Move = ();

        fn root(&self) -> u64 {
            0
        }

        fn status(&self, _: &u64) -> Status {
            Status::Open(Role::And)
        }

        fn for_each_successor(&self, state: &u64, mut visit: impl FnMut((), u64)) {
            visit((), state + 1);
        }
    }

    let error = solve(&Count, 1000).unwrap_err();
    assert_eq!(error.to_string(), "the problem has more than 1000 states; raise the limit, or take a smaller problem");
}
