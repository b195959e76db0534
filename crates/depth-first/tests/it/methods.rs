//! What tells the members of the family apart.

use proofset_core::{Limits, Problem, Repetition, Role, Size, Solver, Status, Value, Verdict};
use proofset_depth_first::{Deep, Epsilon, Method, Options};
use proofset_testkit::random::RandomGraph;

use crate::common::exact;

fn trees() -> impl Iterator<Item = proofset_and_or::Graph> {
    let shape =
        RandomGraph { depth: 9, branching: 1..=4, early_leaf: 0.1, proven: 0.5, disproven: 0.5, ..RandomGraph::tree() };
    (0..1500).map(move |seed| shape.generate(seed))
}

/// Guidance by proof numbers alone costs more where there is a disproof to be found, and thresholds that grow one by one
/// cost a little everywhere. In percent of the expansions of df-pn, which are those of best-first search.
#[test]
fn what_the_methods_expand_on_trees() {
    // On trees that are proven and on trees that are disproven.
    let methods = [Method::DfPn, Method::PnStar, Method::CStar, Method::Pds];
    let mut sums = [[0; 2]; 4];
    for tree in trees() {
        for (sums, method) in sums.iter_mut().zip(methods) {
            let options = Options::default().with_method(method);
            let report = exact(&tree, options).solve(&Limits::none(), &mut ()).expect("trees have no cycles");
            sums[usize::from(report.verdict == Verdict::Disproven)] += report.expanded;
        }
    }
    let [of_df_pn, others @ ..] = sums;
    let percent = others.map(|found: [u64; 2]| [0, 1].map(|side| (found[side] * 100).div_ceil(of_df_pn[side])));
    assert_eq!(percent, [[111, 168], [114, 171], [112, 112]]);
}

/// The same problem from the other side.
struct Negated<P>(P);

impl<P: Problem> Problem for Negated<P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.0.root()
    }

    fn status(&self, state: &P::State) -> Status {
        match self.0.status(state) {
            Status::Decided(Value::Proven) => Status::Decided(Value::Disproven),
            Status::Decided(Value::Disproven) => Status::Decided(Value::Proven),
            Status::Open(role) => Status::Open(role.opposite()),
            Status::OpenLeaf => Status::OpenLeaf,
        }
    }

    fn for_each_successor(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        self.0.for_each_successor(state, visit);
    }

    fn repetition(&self) -> Option<Repetition> {
        self.0.repetition().map(|rule| match rule {
            Repetition::Disproves => Repetition::Proves,
            Repetition::Proves => Repetition::Disproves,
            Repetition::MoverLoses => Repetition::MoverLoses,
        })
    }
}

/// df-pn treats both sides alike, and so does PDS but for one choice at the root; PN* does not mean to.
#[test]
fn the_negated_question_is_searched_alike() {
    let shape = RandomGraph { proven: 0.5, disproven: 0.5, ..RandomGraph::cyclic() };
    for epsilon in [0.0, 0.25] {
        let options = Options::default().with_epsilon(Epsilon::new(epsilon).expect("a slack"));
        for seed in 0..300 {
            let graph = shape.generate(seed);
            let search = |expansions| {
                let limits = Limits::none().with_expansions(expansions);
                exact(&graph, options).solve(&limits, &mut ()).expect("cycles are no error")
            };
            let negated = |expansions| {
                let limits = Limits::none().with_expansions(expansions);
                exact(&Negated(&graph), options).solve(&limits, &mut ()).expect("cycles are no error")
            };
            for expansions in [Some(3), Some(10), None] {
                let (one, other) = (search(expansions), negated(expansions));
                assert_eq!((one.expanded, one.visits), (other.expanded, other.visits), "seed {seed}");
                assert_eq!((one.proof, one.disproof), (other.disproof, other.proof), "seed {seed}");
            }
        }
    }
}

/// A tree of OR and AND nodes in turn, all of whose leaves fail. Nodes are numbered level by level.
struct Uniform {
    branching: u32,
    depth: usize,
}

impl Problem for Uniform {
    type State = u64;
    type Move = u32;

    fn root(&self) -> u64 {
        0
    }

    fn status(&self, &node: &u64) -> Status {
        let parent = |&node: &u64| node.checked_sub(1).map(|before| before / u64::from(self.branching));
        match std::iter::successors(parent(&node), parent).count() {
            end if end == self.depth => Status::Decided(Value::Disproven),
            even if even % 2 == 0 => Status::Open(Role::Or),
            _ => Status::Open(Role::And),
        }
    }

    fn for_each_successor(&self, &node: &u64, mut visit: impl FnMut(u32, u64)) {
        let first = node * u64::from(self.branching) + 1;
        (0..self.branching).for_each(|mv| visit(mv, first + u64::from(mv)));
    }
}

/// Without deep leaves the search turns to other children of the root; with them it goes down.
#[test]
fn deep_leaves_draw_the_search_down() {
    let deepest = |deep| {
        let options = Options::default().with_deep(deep);
        let tree = Uniform { branching: 3, depth: 8 };
        let mut search = exact(&tree, options);
        let mut deepest = 0;
        for expansions in 1..=5 {
            let report = search.solve(&Limits::expansions(expansions), &mut ()).expect("it is a tree");
            deepest = deepest.max(report.line.len());
            assert_eq!(report.verdict, Verdict::Unknown);
        }
        deepest
    };
    assert_eq!((deepest(None), deepest(Some(Deep { depth: 8, base: 4 }))), (1, 4));
}

/// The numbers of a root that was left undecided count what the line has found out.
#[test]
fn undecided_searches_tell_their_numbers() {
    let report = |method| {
        let options = Options::default().with_method(method);
        exact(&Uniform { branching: 3, depth: 8 }, options)
            .solve(&Limits::expansions(2), &mut ())
            .expect("it is a tree")
    };
    for method in [Method::DfPn, Method::Pds] {
        let report = report(method);
        assert_eq!((report.proof, report.disproof), (Size::ONE, Size::new(3)), "{method:?}");
    }
}
