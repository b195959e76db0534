//! A search whose cursor and table are not known.
//!
//! The idea: cursor and table are chosen where a search is made, and stand behind `dyn` from then on. So what holds a search,
//! runs it and takes its proof is compiled once for a problem. The cost is a call for each search of the root, and for each
//! state that a proof asks about.

use std::io::{self, Read, Write};

use proofset_certificate::{ProofGraph, SolvedGraph};
use proofset_core::{Limits, NodeId, Observer, Problem, Report, Role, Size, SolveError, Solver, TableUse, Value};
use proofset_cursor::Cursor;

use crate::shell::{DynEngine, Shell, known_successors};
use crate::solver::Search;
use crate::table::Table;

/// A depth-first search of whatever cursor and table.
///
/// ```
/// use proofset_core::{Goal, Limits, Player, Solve, Solver, Verdict};
/// use proofset_depth_first::{AnySearch, Options, Search};
/// use proofset_tic_tac_toe::TicTacToe;
///
/// let problem = || Solve::from_start(TicTacToe, Goal::win(Player::First));
/// let exact = AnySearch::from(Search::new(problem(), Options::default()));
/// let keyed = AnySearch::from(Search::keyed(problem(), Options::default(), ()));
/// for mut search in [exact, keyed] {
///     assert_eq!(search.solve(&Limits::none(), &mut ()).unwrap().verdict, Verdict::Disproven);
/// }
/// ```
pub struct AnySearch<'a, P: Problem> {
    pub(crate) engine: Box<DynEngine<'a, P>>,
    pub(crate) shell: Shell<P>,
}

impl<'a, C: Cursor + 'a, T: Table<C::Mark> + 'a> From<Search<C, T>> for AnySearch<'a, C::Problem> {
    fn from(Search { engine, shell }: Search<C, T>) -> Self {
        Self { engine: Box::new(engine), shell }
    }
}

impl<P: Problem> AnySearch<'_, P> {
    /// True if the proof of a decided root is at hand, so that it can be certified.
    pub fn has_proof(&self) -> bool {
        self.shell.proof.is_some()
    }

    /// How the table was used, the rebuilding of the proof included.
    pub fn table_use(&self) -> TableUse {
        self.shell.table_use(&*self.engine)
    }

    fn proof(&self) -> Option<&ProofGraph<P::State>> {
        self.shell.proof.as_ref().map(|(proof, _)| proof)
    }
}

impl<P: Problem> Solver<P> for AnySearch<'_, P> {
    fn solve(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Report<P::Move>, SolveError<P::State>> {
        self.shell.solve(&mut *self.engine, limits, observer)
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.shell.save(&mut *self.engine, out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        self.shell.load(&mut *self.engine, from, bytes)
    }

    fn turn(&mut self, path: &[u32]) -> bool {
        self.shell.turn(&mut *self.engine, path)
    }

    fn known_successors(&self) -> Vec<Option<(Size, Size)>> {
        known_successors(&*self.engine)
    }
}

impl<P: Problem> SolvedGraph for AnySearch<'_, P> {
    type State = P::State;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> P::State {
        self.proof().map_or_else(|| self.engine.root(), |proof| proof.state(node))
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.proof()?.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.proof()?.value(node)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.proof().into_iter().flat_map(move |proof| proof.children(node))
    }

    fn endless(&self) -> Option<Value> {
        self.proof()?.endless()
    }

    fn is_exact(&self) -> bool {
        self.proof().is_none_or(SolvedGraph::is_exact)
    }
}
