//! Random graphs with cycles, where what is found depends on the line more often than in shogi.

use fastrand::Rng;
use proofset_core::{Dominance, Limits, Problem, Repetition, Role, Solver, Status, Value, Verdict, state_hash};
use proofset_cursor::{FirstLook, FirstLookOptions, MateLine, MateMove, MateNode};
use proofset_mate::{Helper, MateSearch, Parallel};
use proofset_oracle::{solve as list_all, solve_all};

use crate::common::all_options;

/// A graph whose leaves are decided. A state is a node with the plies that are left, or 0 without a bound.
struct Graph {
    statuses: Vec<Status>,
    successors: Vec<Vec<u16>>,
    plies: Option<u16>,
}

type State = (u16, u16);

impl Graph {
    fn random(rng: &mut Rng) -> Self {
        let (count, first) = (rng.usize(4..24), rng.bool());
        let mut graph = Self { statuses: Vec::new(), successors: Vec::new(), plies: None };
        for node in 0..count {
            let is_leaf = node > 0 && rng.u8(..4) == 0;
            let value = if rng.bool() { Value::Proven } else { Value::Disproven };
            // The sides move in turn, and node 0 is either's.
            let role = if (node % 2 == 0) == first { Role::Or } else { Role::And };
            graph.statuses.push(if is_leaf { Status::Decided(value) } else { Status::Open(role) });
            let mut successors: Vec<u16> =
                (0..rng.usize(1..4)).map(|_| 2 * rng.u16(..count as u16 / 2) + 1 - node as u16 % 2).collect();
            successors.sort_unstable();
            successors.dedup();
            graph.successors.push(if is_leaf { Vec::new() } else { successors });
        }
        graph
    }

    /// True if one of the successors is proven by the rules.
    fn mates_from(&self, node: u16) -> bool {
        let proven = Status::Decided(Value::Proven);
        self.successors[usize::from(node)].iter().any(|&next| self.status_of(next) == proven)
    }

    fn status_of(&self, node: u16) -> Status {
        self.statuses[usize::from(node)]
    }
}

impl Problem for Graph {
    type State = State;
    type Move = u16;

    fn root(&self) -> State {
        (0, self.plies.unwrap_or(0))
    }

    fn status(&self, &(node, left): &State) -> Status {
        match self.status_of(node) {
            Status::Open(_) if left == 0 && self.plies.is_some() => Status::Decided(Value::Disproven),
            status => status,
        }
    }

    fn for_each_successor(&self, &(node, left): &State, mut visit: impl FnMut(u16, State)) {
        for &next in &self.successors[usize::from(node)] {
            visit(next, (next, left.saturating_sub(1)));
        }
    }

    fn rank(&self, &(_, left): &State) -> Option<u32> {
        self.plies.map(|plies| u32::from(plies - left))
    }

    fn repetition(&self) -> Option<Repetition> {
        self.plies.is_none().then_some(Repetition::Disproves)
    }
}

impl Dominance for Graph {
    /// A mate in few plies is one in more.
    fn decides(&self, known: &State, value: Value, state: &State) -> bool {
        known.0 == state.0 && (known.1 == state.1 || value == Value::Proven && known.1 < state.1)
    }

    fn common(&self, one: &State, value: Value, other: &State) -> Option<State> {
        [one, other]
            .into_iter()
            .find(|state| [one, other].iter().all(|other| self.decides(state, value, other)))
            .copied()
    }
}

/// A place in the graph.
struct Line<'a> {
    graph: &'a Graph,
    line: Vec<State>,
}

impl Line<'_> {
    fn here(&self) -> u16 {
        self.line[self.line.len() - 1].0
    }
}

fn node(number: u16) -> MateNode {
    MateNode { board: state_hash(&number), hand: 0 }
}

impl<'a> MateLine for Line<'a> {
    type Problem = &'a Graph;
    type Move = u16;

    fn problem(&self) -> &&'a Graph {
        &self.graph
    }

    fn node_of(&self, &(number, left): &State) -> (MateNode, Option<u16>) {
        (node(number), self.graph.plies.map(|_| left))
    }

    fn with_hand(&self, &(number, _): &State, _: u32, plies: u16) -> State {
        (number, if self.graph.plies.is_some() { plies } else { 0 })
    }

    fn stand(&mut self, state: &State) {
        self.line = vec![*state];
    }

    fn line(&self) -> Vec<State> {
        self.line.clone()
    }

    fn covers(more: u32, less: u32) -> bool {
        more == less
    }

    fn for_each_move(&mut self, mut visit: impl FnMut(MateMove<u16>)) {
        for &mv in &self.graph.successors[usize::from(self.here())] {
            visit(MateMove { mv, node: node(mv), order: 0, chain: 0 });
        }
    }

    fn first_look(&mut self, mv: u16, wanted: FirstLookOptions) -> FirstLook {
        match self.graph.status_of(mv) {
            Status::Decided(value) => FirstLook::Decided { value, hand: 0, plies: 0 },
            Status::Open(Role::Or) if wanted.mate_in_one && self.graph.mates_from(mv) => {
                FirstLook::Decided { value: Value::Proven, hand: 0, plies: 1 }
            }
            _ => FirstLook::Open { proof: wanted.unit, disproof: wanted.unit },
        }
    }

    fn proof_hand(&self, _: Value, _: impl Iterator<Item = (u16, u32)>) -> u32 {
        0
    }

    fn enter(&mut self, mv: u16) {
        let (_, left) = self.line[self.line.len() - 1];
        self.line.push((mv, left.saturating_sub(1)));
    }

    fn leave(&mut self) {
        self.line.pop();
    }

    fn role(&self) -> Role {
        match self.graph.status_of(self.here()) {
            Status::Open(role) => role,
            _ => unreachable!("only open nodes are entered"),
        }
    }
}

/// Whatever the table says of a node holds, whatever line leads there. Returns how much it says.
fn check_table(search: &MateSearch<Line<'_>>, lengths: &[Option<u32>]) -> u32 {
    let mut known = 0;
    for (node, length) in (0..).zip(lengths) {
        for plies in [None, Some(1), Some(2), Some(3), Some(4), Some(5), Some(7), Some(9)] {
            if let Some(value) = search.known_value(&(node, 0), plies) {
                let mates = length.is_some_and(|length| plies.is_none_or(|plies| length <= u32::from(plies)));
                assert_eq!(value == Value::Proven, mates, "node {node}, {plies:?} of {length:?}");
                known += 1;
            }
        }
    }
    known
}

/// Values and lengths, without a bound and with every bound, against the oracle.
#[test]
fn values_do_not_depend_on_the_line() {
    let mut rng = Rng::with_seed(41);
    let (mut proven, mut disproven, mut long, mut known) = (0, 0, 0, 0);
    for _ in 0..5_000 {
        let mut graph = Graph::random(&mut rng);
        let options = all_options()[rng.usize(..all_options().len())];
        graph.plies = None;
        let all: Vec<State> = (0..graph.statuses.len() as u16).map(|node| (node, 0)).collect();
        let values = solve_all(&&graph, all.iter().copied(), 10_000).expect("there are few states");
        let is_proven = |state: &&State| values.get(state) == Some(Verdict::Proven);
        let length = |state: &State| Some(state).filter(is_proven).and_then(|state| values.distance(state));
        let lengths: Vec<Option<u32>> = all.iter().map(length).collect();
        for bound in [None, Some(2), Some(3), Some(5), Some(8)] {
            graph.plies = bound;
            let values = list_all(&&graph, 10_000).expect("there are few states");
            let mut search = MateSearch::new(Line { graph: &graph, line: Vec::new() }, options);
            let report = search.solve(&Limits::none(), &mut ()).expect("the problem is well formed");
            assert_eq!(report.verdict, values.root(), "{:?} {:?} {bound:?}", graph.statuses, graph.successors);
            assert!(search.has_proof());
            known += check_table(&search, &lengths);
            if report.verdict == Verdict::Proven {
                let (found, shortest) = (search.mate_plies(), values.distance(&graph.root()));
                assert!(found.map(u64::from) >= shortest.map(u64::from) && found <= bound.or(found));
                proven += 1;
                long += usize::from(found > Some(5));
            } else {
                disproven += 1;
            }
        }
    }
    assert!(known > 100_000, "{known}");
    assert!(proven > 5_000 && disproven > 5_000 && long > 50, "{proven} {disproven} {long}");
}

/// The same by several threads, with tables that forget as well.
#[test]
fn values_do_not_depend_on_threads() {
    let mut rng = Rng::with_seed(43);
    let (mut proven, mut disproven, mut known) = (0, 0, 0);
    for number in 0..400 {
        let mut graph = Graph::random(&mut rng);
        let options = all_options()[rng.usize(..all_options().len())];
        graph.plies = None;
        let all: Vec<State> = (0..graph.statuses.len() as u16).map(|node| (node, 0)).collect();
        let values = solve_all(&&graph, all.iter().copied(), 10_000).expect("there are few states");
        let is_proven = |state: &&State| values.get(state) == Some(Verdict::Proven);
        let length = |state: &State| Some(state).filter(is_proven).and_then(|state| values.distance(state));
        let lengths: Vec<Option<u32>> = all.iter().map(length).collect();
        for bound in [None, Some(3), Some(8)] {
            graph.plies = bound;
            let values = list_all(&&graph, 10_000).expect("there are few states");
            let line = || Line { graph: &graph, line: Vec::new() };
            let threads = [2, 3, 8, 16][number % 4];
            let mut search = Parallel::new(line(), threads, options, |helper: Helper| helper.run(line()));
            let limits = Limits::none().with_bytes(if number.is_multiple_of(8) { 16 << 20 } else { 1 << 20 });
            let report = search.solve(&limits, &mut ()).expect("the problem is well formed");
            assert_eq!(report.verdict, values.root(), "{:?} {:?} {bound:?}", graph.statuses, graph.successors);
            assert!(search.search().has_proof());
            known += check_table(search.search(), &lengths);
            if report.verdict == Verdict::Proven {
                let (found, shortest) = (search.search().mate_plies(), values.distance(&graph.root()));
                assert!(found.map(u64::from) >= shortest.map(u64::from) && found <= bound.or(found));
                proven += 1;
            } else {
                disproven += 1;
            }
        }
    }
    assert!(known > 4_000 && proven > 300 && disproven > 300, "{known} {proven} {disproven}");
}
