//! A place in a problem's graph, from which a search goes to a child and comes back.
//!
//! The idea: a search that keeps only a line needs no stored states. It says "go there" and "go back", and between the
//! two it looks at the children, each known by a *mark*: enough to find the child again and to tell it from others.
//! [`CopyCursor`] keeps the states of the line, and its marks are whole states. [`UndoCursor`] keeps one position that
//! moves are made and unmade in; its marks are a move and a key of 64 bits. Games with a costly state can bring a cursor
//! of their own. The invariant: all cursors of a problem show the same children in the same order.

use crate::{EdgeCost, Game, LeafCost, Outlook, Probe, Problem, Solve, Status, Visit, state_hash};

/// A node as it looks from where a [`Cursor`] stands.
#[derive(Clone, Debug)]
pub struct Sighting<M> {
    /// What it takes to go there.
    pub mark: M,
    /// A hash of the state, good in all of its bits; or of what states have in common that
    /// [`resource`](Self::resource) orders.
    pub key: u64,
    /// Of states with the same key, one with more is at least as good for the attacker. 0 where states are not ordered.
    pub resource: u16,
    /// What the problem says of the state.
    pub status: Status,
    /// The rank of the state, if the problem has one.
    pub rank: Option<u32>,
    /// What the edge costs; nothing for a node that was not reached by one.
    pub edge: EdgeCost,
}

/// A place in the graph of a problem.
pub trait Cursor {
    /// Whose graph it is.
    type Problem: Problem;
    /// What tells a child from others.
    type Mark: Clone;

    /// True if marks tell all states apart; false if they rest on keys.
    const EXACT: bool;

    /// True if states with the same key are ordered by resources. Such problems have a rank.
    const ORDERED: bool = false;

    /// The problem.
    fn problem(&self) -> &Self::Problem;

    /// A state as it would look if the cursor stood on it, with nothing to go back to.
    fn sight(&self, state: &<Self::Problem as Problem>::State) -> Sighting<Self::Mark>;

    /// Stands on a state, with nothing to go back to.
    fn stand(&mut self, state: &<Self::Problem as Problem>::State);

    /// The states from the one that it was told to [`stand`](Self::stand) on to where it is.
    fn line(&self) -> Vec<<Self::Problem as Problem>::State>;

    /// True if two marks are of the same state.
    fn same(one: &Self::Mark, other: &Self::Mark) -> bool;

    /// Shows the children of the open state that it stands on, in move order.
    fn for_each_child(&mut self, visit: impl FnMut(Sighting<Self::Mark>));

    /// What a child costs as a leaf.
    fn cost(&mut self, mark: &Self::Mark) -> LeafCost;

    /// True if leaves are worth a [`visit`](Self::visit) before they are expanded. Searches ask again and again; the
    /// answer must be the same every time.
    #[inline]
    fn nests(&self) -> bool {
        false
    }

    /// Looks at a child that is about to be expanded, for instance with a search of its own.
    ///
    /// Asked twice in a row about the same leaf, it answers what it has answered, or goes on where it was stopped.
    fn visit(&mut self, mark: &Self::Mark, outlook: &mut Outlook<'_, '_>) -> Visit<<Self::Problem as Problem>::State> {
        let _ = (mark, outlook);
        Visit::nothing()
    }

    /// Takes note that it and the search's table may hold so many bytes together, and says how many of them it claims: it
    /// takes no more.
    fn allow(&mut self, bytes: u64) -> u64 {
        let _ = bytes;
        0
    }

    /// The bytes that it holds besides its line, if marks do not hold all that is known of states. The search counts them.
    #[inline]
    fn bytes(&self) -> u64 {
        0
    }

    /// True if the children that were shown last were not all there are, because there was no room left to mark them.
    #[inline]
    fn left_out(&self) -> bool {
        false
    }

    /// Goes to a child.
    fn enter(&mut self, mark: &Self::Mark);

    /// Goes back.
    fn leave(&mut self);

    /// The state of a child.
    fn state_of(&mut self, mark: &Self::Mark) -> <Self::Problem as Problem>::State {
        self.enter(mark);
        let state = self.line().pop().expect("a cursor stands somewhere");
        self.leave();
        state
    }
}

/// A cursor that keeps the states of its line.
#[derive(Clone, Debug)]
pub struct CopyCursor<P: Problem, C = ()> {
    problem: P,
    probe: C,
    line: Vec<P::State>,
}

impl<P: Problem, C: Probe<P>> CopyCursor<P, C> {
    /// A cursor on the root, with leaves weighed by `probe`.
    pub fn new(problem: P, probe: C) -> Self {
        let root = problem.root();
        Self { problem, probe, line: vec![root] }
    }
}

fn sighting<P: Problem>(problem: &P, state: P::State, edge: EdgeCost) -> Sighting<P::State> {
    let (key, status, rank) = (state_hash(&state), problem.status(&state), problem.rank(&state));
    Sighting { mark: state, key, resource: 0, status, rank, edge }
}

impl<P: Problem, C: Probe<P>> Cursor for CopyCursor<P, C> {
    type Problem = P;
    type Mark = P::State;

    const EXACT: bool = true;

    fn problem(&self) -> &P {
        &self.problem
    }

    fn sight(&self, state: &P::State) -> Sighting<P::State> {
        sighting(&self.problem, state.clone(), EdgeCost::NONE)
    }

    fn stand(&mut self, state: &P::State) {
        self.line.clear();
        self.line.push(state.clone());
    }

    fn line(&self) -> Vec<P::State> {
        self.line.clone()
    }

    #[inline]
    fn same(one: &P::State, other: &P::State) -> bool {
        one == other
    }

    #[inline]
    fn for_each_child(&mut self, mut visit: impl FnMut(Sighting<P::State>)) {
        let Self { problem, probe, line } = self;
        let here = line.last().expect("a cursor stands somewhere");
        problem.for_each_successor(here, |_, next| {
            let edge = probe.edge(problem, here, &next);
            visit(sighting(problem, next, edge));
        });
    }

    #[inline]
    fn cost(&mut self, mark: &P::State) -> LeafCost {
        self.probe.cost(&self.problem, mark)
    }

    #[inline]
    fn enter(&mut self, mark: &P::State) {
        self.line.push(mark.clone());
    }

    #[inline]
    fn leave(&mut self) {
        self.line.pop();
    }

    fn state_of(&mut self, mark: &P::State) -> P::State {
        mark.clone()
    }
}

/// A game whose moves can be taken back.
///
/// The law: `let undo = game.make(&mut p, mv); game.unmake(&mut p, mv, undo)` leaves `p` as it was, and
/// [`make`](Self::make) does what [`play`](Game::play) does.
pub trait Reversible: Game {
    /// What the position does not tell any more once the move is made.
    type Undo;

    /// Makes a move that [`moves`](Game::moves) gave for this position.
    fn make(&self, position: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move that was made.
    fn unmake(&self, position: &mut Self::Position, mv: Self::Move, undo: Self::Undo);
}

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
    fn reached(problem: &Solve<G>, position: &G::Position, mv: Option<G::Move>) -> Sighting<Step<G::Move>> {
        let key = state_hash(position);
        let (status, rank) = (problem.status(position), problem.rank(position));
        Sighting { mark: Step { mv, key }, key, resource: 0, status, rank, edge: EdgeCost::NONE }
    }
}

impl<G: Reversible, C: Probe<Solve<G>>> Cursor for UndoCursor<G, C> {
    type Problem = Solve<G>;
    type Mark = Step<G::Move>;

    const EXACT: bool = false;

    fn problem(&self) -> &Solve<G> {
        &self.problem
    }

    fn sight(&self, state: &G::Position) -> Sighting<Self::Mark> {
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

    fn for_each_child(&mut self, mut visit: impl FnMut(Sighting<Self::Mark>)) {
        let Self { problem, position, moves, .. } = self;
        let game = problem.game();
        moves.clear();
        moves.extend(game.moves(position));
        for &mv in &*moves {
            let undo = game.make(position, mv);
            visit(Self::reached(problem, position, Some(mv)));
            game.unmake(position, mv, undo);
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
