//! A cursor that makes moves and takes them back.
//!
//! The idea: it keeps one position and the moves that led to it, for games whose positions are dear to copy. Its marks are a
//! move and a key of 64 bits, so searches that go by it need a table of keys.

use std::ops::ControlFlow;

use proofset_core::{EdgeCost, LeafCost, Probe, Problem, Reversible, Solve, state_hash};

use crate::{Cursor, NodeView};

/// A node as an [`UndoCursor`] marks it: the key of the state, and the move that leads there from its parent, if it has
/// one.
#[derive(Clone, Copy, Debug)]
pub struct Step<M> {
    mv: Option<M>,
    key: u64,
}

/// A cursor that makes and unmakes moves in one position. It tells states apart by keys of 64 bits.
pub struct UndoCursor<G: Reversible, C = ()> {
    problem: Solve<G>,
    probe: C,
    start: G::Position,
    position: G::Position,
    made: Vec<(G::Move, G::Undo)>,
    /// The moves that are being shown; kept to save allocations.
    moves: Vec<G::Move>,
}

impl<G: Reversible, C: Probe<Solve<G>>> UndoCursor<G, C> {
    /// A cursor on the root, with leaves weighed by `probe`. Edges cost nothing.
    pub fn new(problem: Solve<G>, probe: C) -> Self {
        let root = problem.root();
        Self { problem, probe, start: root.clone(), position: root, made: Vec::new(), moves: Vec::new() }
    }

    /// What is seen of the position that the cursor stands on, reached by a move.
    #[inline]
    fn reached(problem: &Solve<G>, position: &G::Position, mv: Option<G::Move>) -> NodeView<Step<G::Move>> {
        let key = state_hash(position);
        let (status, rank) = (problem.status(position), problem.rank(position));
        NodeView { mark: Step { mv, key }, key, resource: 0, status, rank, edge: EdgeCost::NONE }
    }
}

impl<G: Reversible, C: Probe<Solve<G>>> Cursor for UndoCursor<G, C> {
    type Problem = Solve<G>;
    type Mark = Step<G::Move>;

    const EXACT: bool = false;

    fn problem(&self) -> &Solve<G> {
        &self.problem
    }

    fn view(&self, state: &G::Position) -> NodeView<Self::Mark> {
        Self::reached(&self.problem, state, None)
    }

    fn stand(&mut self, state: &G::Position) {
        self.made.clear();
        (self.start, self.position) = (state.clone(), state.clone());
    }

    fn line(&self) -> Vec<G::Position> {
        let mut line = vec![self.start.clone()];
        for &(mv, _) in &self.made {
            let mut next = line[line.len() - 1].clone();
            self.problem.game().play(&mut next, mv);
            line.push(next);
        }
        line
    }

    #[inline]
    fn same(one: &Self::Mark, other: &Self::Mark) -> bool {
        one.key == other.key
    }

    fn for_each_child(&mut self, mut visit: impl FnMut(NodeView<Self::Mark>)) {
        self.for_each_child_until(|child| {
            visit(child);
            ControlFlow::Continue(())
        });
    }

    fn for_each_child_until(&mut self, mut visit: impl FnMut(NodeView<Self::Mark>) -> ControlFlow<()>) {
        let Self { problem, position, moves, .. } = self;
        let game = problem.game();
        moves.clear();
        moves.extend(game.moves(position));
        for &mv in &*moves {
            let undo = game.make(position, mv);
            let flow = visit(Self::reached(problem, position, Some(mv)));
            game.unmake(position, mv, undo);
            if flow.is_break() {
                break;
            }
        }
    }

    fn cost(&mut self, mark: &Self::Mark) -> LeafCost {
        let Some(mv) = mark.mv else { return self.probe.cost(&self.problem, &self.position) };
        let undo = self.problem.game().make(&mut self.position, mv);
        let cost = self.probe.cost(&self.problem, &self.position);
        self.problem.game().unmake(&mut self.position, mv, undo);
        cost
    }

    fn enter(&mut self, mark: &Self::Mark) {
        let Some(mv) = mark.mv else { unreachable!("only children are entered") };
        let undo = self.problem.game().make(&mut self.position, mv);
        self.made.push((mv, undo));
    }

    fn leave(&mut self) {
        let (mv, undo) = self.made.pop().expect("one goes back from where one went");
        self.problem.game().unmake(&mut self.position, mv, undo);
    }
}
