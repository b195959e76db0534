//! Small problems, and a solver for them that has nothing in common with the searches.

use std::collections::HashMap;

use proofset_certificate::{Form, Header, SolvedGraph, Strategy, write_certificate};
use proofset_core::{Describe, Dominance, NodeId, Problem, Repetition, Role, Status, Value};

/// Take one to `most` stones; who takes the last one wins. Can the player who moves first win?
///
/// The state forgets how the stones were taken: transpositions abound.
pub(crate) struct TakeAway {
    pub(crate) stones: u32,
    pub(crate) most: u32,
}

impl Problem for TakeAway {
    type State = (u32, bool);
    type Move = u32;

    fn root(&self) -> Self::State {
        (self.stones, true)
    }

    fn status(&self, &(stones, first): &Self::State) -> Status {
        match (stones, first) {
            (0, true) => Status::Decided(Value::Disproven),
            (0, false) => Status::Decided(Value::Proven),
            (_, true) => Status::Open(Role::Or),
            (_, false) => Status::Open(Role::And),
        }
    }

    fn for_each_successor(&self, &(stones, first): &Self::State, mut visit: impl FnMut(u32, Self::State)) {
        for take in 1..=stones.min(self.most) {
            visit(take, (stones - take, !first));
        }
    }
}

impl Dominance for TakeAway {}

impl Describe for TakeAway {
    fn state_text(&self, &(stones, first): &Self::State) -> String {
        format!("{stones} stones, {} to move", if first { "first" } else { "second" })
    }

    fn move_text(&self, _state: &Self::State, take: u32) -> String {
        take.to_string()
    }
}

/// A graph with statuses and numbered edges. Parallel edges, nodes without successors and open leaves occur; the two
/// roles need not alternate.
#[derive(Clone, Debug)]
pub(crate) struct Diagram {
    pub(crate) nodes: Vec<(Status, Vec<usize>)>,
    pub(crate) repetition: Option<Repetition>,
}

impl Diagram {
    /// A graph without cycles.
    pub(crate) fn new(nodes: Vec<(Status, Vec<usize>)>) -> Self {
        Self { nodes, repetition: None }
    }

    /// A random graph: acyclic, its edges leading to larger numbers, or if there is a rule for repetitions with edges to
    /// anywhere.
    pub(crate) fn random(random: &mut fastrand::Rng, size: usize, repetition: Option<Repetition>) -> Self {
        let node = |from: usize, random: &mut fastrand::Rng| {
            let open = if random.bool() { Status::Open(Role::Or) } else { Status::Open(Role::And) };
            let least = if repetition.is_some() { 0 } else { from + 1 };
            let children = |random: &mut fastrand::Rng, most: usize| {
                let count = random.usize(..=most);
                (0..count).map(|_| random.usize(least..size)).collect()
            };
            match random.u32(..12) {
                _ if from + 1 == size => (Status::Decided(Value::Proven), Vec::new()),
                0 => (Status::Decided(Value::Proven), Vec::new()),
                1 => (Status::Decided(Value::Disproven), Vec::new()),
                2 => (Status::OpenLeaf, Vec::new()),
                3 => (open, children(random, 0)),
                _ => (open, children(random, 4)),
            }
        };
        Self { nodes: (0..size).map(|from| node(from, random)).collect(), repetition }
    }
}

impl Problem for Diagram {
    type State = usize;
    type Move = usize;

    fn root(&self) -> usize {
        0
    }

    fn status(&self, &state: &usize) -> Status {
        self.nodes[state].0
    }

    fn for_each_successor(&self, &state: &usize, mut visit: impl FnMut(usize, usize)) {
        for (mv, &child) in self.nodes[state].1.iter().enumerate() {
            visit(mv, child);
        }
    }

    fn repetition(&self) -> Option<Repetition> {
        self.repetition
    }
}

impl Dominance for Diagram {}

impl Describe for Diagram {
    fn state_text(&self, state: &usize) -> String {
        format!("node {state}")
    }

    fn move_text(&self, _state: &usize, mv: usize) -> String {
        format!("edge-{mv}")
    }
}

/// All the states of a problem, solved backwards from those that the rules decide.
pub(crate) struct Solved<S> {
    states: Vec<S>,
    statuses: Vec<Status>,
    values: Vec<Option<Value>>,
    children: Vec<Vec<usize>>,
    endless: Option<Value>,
}

impl<S: Clone + Eq + std::hash::Hash> Solved<S> {
    pub(crate) fn new<P: Problem<State = S>>(problem: &P) -> Self {
        let mut states = vec![problem.root()];
        let mut ids = HashMap::from([(problem.root(), 0)]);
        let (mut statuses, mut children) = (Vec::new(), Vec::<Vec<usize>>::new());
        while let Some(state) = states.get(statuses.len()).cloned() {
            statuses.push(problem.status(&state));
            let mut list = Vec::new();
            if matches!(problem.status(&state), Status::Open(_)) {
                problem.for_each_successor(&state, |_, next| {
                    let child = *ids.entry(next.clone()).or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    });
                    if !list.contains(&child) {
                        list.push(child);
                    }
                });
            }
            children.push(list);
        }
        let mut parents = vec![Vec::new(); states.len()];
        for (parent, list) in children.iter().enumerate() {
            for &child in list {
                parents[child].push(parent);
            }
        }
        let endless = problem.repetition().and_then(Repetition::fixed_value);
        let mut solved = Self { values: vec![None; states.len()], states, statuses, children, endless };
        let mut waiting: Vec<usize> = (0..solved.states.len()).collect();
        while let Some(node) = waiting.pop() {
            if solved.values[node].is_none() {
                solved.values[node] = solved.value_by_children(node);
                if solved.values[node].is_some() {
                    waiting.extend(&parents[node]);
                }
            }
        }
        if let Some(endless) = endless {
            // Whom not even all open leaves would help to force an end, cannot.
            let other = if endless == Value::Proven { Value::Disproven } else { Value::Proven };
            let mut possible = vec![false; solved.states.len()];
            while let Some(node) =
                (0..possible.len()).find(|&node| !possible[node] && solved.can(node, other, &possible))
            {
                possible[node] = true;
            }
            for (value, possible) in solved.values.iter_mut().zip(possible) {
                *value = value.or((!possible).then_some(endless));
            }
        }
        solved
    }

    /// Could the node come to have this value, if these nodes could?
    fn can(&self, node: usize, value: Value, possible: &[bool]) -> bool {
        let mut children = self.children[node].iter().map(|&child| possible[child]);
        match self.statuses[node] {
            Status::Decided(decided) => decided == value,
            Status::OpenLeaf => true,
            Status::Open(role) if role == value.chooser() => children.any(|possible| possible),
            Status::Open(_) => children.all(|possible| possible),
        }
    }

    fn value_by_children(&self, node: usize) -> Option<Value> {
        let (one, all) = match self.statuses[node] {
            Status::Decided(value) => return Some(value),
            Status::OpenLeaf => return None,
            Status::Open(Role::Or) => (Value::Proven, Value::Disproven),
            Status::Open(Role::And) => (Value::Disproven, Value::Proven),
        };
        let mut values = self.children[node].iter().map(|&child| self.values[child]);
        if values.clone().any(|value| value == Some(one)) {
            Some(one)
        } else {
            values.all(|value| value == Some(all)).then_some(all)
        }
    }

    pub(crate) fn root_value(&self) -> Option<Value> {
        self.values[0]
    }
}

impl<S: Clone> SolvedGraph for Solved<S> {
    type State = S;

    fn root(&self) -> NodeId {
        NodeId::new(0).unwrap()
    }

    fn state(&self, node: NodeId) -> S {
        self.states[node.index()].clone()
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        match self.statuses[node.index()] {
            Status::Open(role) => Some(role),
            Status::Decided(_) | Status::OpenLeaf => None,
        }
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.values[node.index()]
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.children[node.index()].iter().map(|&child| NodeId::new(child).unwrap())
    }

    fn endless(&self) -> Option<Value> {
        self.endless
    }
}

/// A header with this verdict; what it names does not matter to the checker.
pub(crate) fn header(verdict: Value) -> Header {
    Header::new("take-away", "4", "first:win", verdict)
}

/// The certificate of a problem in both forms, or `None` if its root has no value.
pub(crate) fn certify<P: Describe>(problem: &P) -> Option<(Vec<u8>, Vec<u8>)> {
    let graph = Solved::new(problem);
    let header = header(graph.root_value()?);
    let strategy = Strategy::extract(&graph).unwrap();
    let write = |form| write_certificate(problem, &graph, &strategy, &header, form, Vec::new()).unwrap().0;
    Some((write(Form::Binary), write(Form::Json)))
}

/// Random problems whose root has a value that takes some showing.
pub(crate) fn decided_diagrams(seed: u64, count: usize, size: usize) -> impl Iterator<Item = Diagram> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(move || Diagram::random(&mut random, size, None))
        .filter(|diagram| Strategy::extract(&Solved::new(diagram)).is_ok_and(|strategy| strategy.len() > 5))
        .take(count)
}

/// Random problems whose root has a value that rests on endless play, under both rules in turn.
pub(crate) fn endless_diagrams(seed: u64, count: usize, size: usize) -> impl Iterator<Item = Diagram> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut rules = [Repetition::Disproves, Repetition::Proves].into_iter().cycle();
    std::iter::repeat_with(move || Diagram::random(&mut random, size, rules.next()))
        .filter(|diagram| {
            let strategy = Strategy::extract(&Solved::new(diagram));
            strategy.is_ok_and(|strategy| strategy.len() > 3 && strategy.height().is_none())
        })
        .take(count)
}
