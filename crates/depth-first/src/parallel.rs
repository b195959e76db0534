//! A search by several threads with one table.
//!
//! Each thread needs a cursor of its own, which may not be able to leave its thread; so whoever starts a search says how a
//! helper gets one. What helpers find out is in the table when they end; the thread that began the search puts the proof
//! together, as always.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use proofset_certificate::SolvedGraph;
use proofset_core::{
    Limits, NodeId, Observer, Problem, Progress, Report, Role, Size, SolveError, Solver, TableUse, Value, Watch, behind,
};
use proofset_cursor::Cursor;
use proofset_numbers::{Member, Team};

use crate::any_search::AnySearch;
use crate::contribution::Contribution;
use crate::options::Options;
use crate::prover::{End, Prover};
use crate::search::Engine;
use crate::solver::Search;
use crate::table::{KeyedTable, Shared, Table};

/// One byte in so many of the memory limit is for the lines of all helpers together.
const HELPERS_SHARE: u64 = 4;

/// The part of a helper in a search: it is to be [run](Self::run) with a cursor of the thread.
///
/// One that is dropped instead has no part in the search, and does no harm.
#[derive(Debug)]
pub struct Helper {
    team: Arc<Team<Contribution>>,
    table: Arc<Shared>,
    options: Options,
    limits: Limits,
    /// The way to the root of the search.
    path: Vec<u32>,
    contribution: Contribution,
}

impl Helper {
    /// Searches until the problem is solved, or the search is called off.
    pub fn run<C: Cursor>(self, cursor: C) {
        self.run_with_table::<C, KeyedTable>(cursor);
    }

    /// The same with the table as this type, as [`Parallel::with_table`] has it.
    pub fn run_with_table<C: Cursor, T: Table<C::Mark> + From<KeyedTable>>(mut self, cursor: C) {
        if self.team.is_over() {
            return;
        }
        // A problem that breaks its contract has no such state any more; the thread that began the search has found one.
        let Some(root) = behind(cursor.problem(), &self.path) else { return };
        let table = T::from(KeyedTable::helper(&self.table, C::ORDERED));
        let mut engine = Engine::new(cursor, table, self.options);
        engine.member = Some(Member::new(&self.team, false));
        engine.line.assumed = self.team.assumed();
        // Expansions are taken from what is left for all.
        engine.line.most_expansions = self.limits.expansions.map(|_| 0);
        // Searches of a second level hear by the observer that they are called off.
        let team = Arc::clone(&self.team);
        let mut observer =
            move |_: &Progress| if team.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let mut watch = Watch::new(&self.limits, &mut observer);
        let end = engine.search(&root, &mut watch);
        if engine.line.met_open_leaf {
            self.team.note_open_leaf();
        }
        if let End::Solved(outcome) = &end {
            self.team.solve(outcome.value);
        }
        // A problem that breaks its contract does so for the thread that began the search as well, which says it.
        if matches!(end, End::Stopped(_)) {
            engine.unwind();
        }
        self.contribution = Contribution { counters: engine.line.counters, table: engine.table.usage() };
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.team.end(self.contribution);
    }
}

/// A depth-first search by several threads with one table of keys.
///
/// Its verdicts and proofs are what those of one thread are. How much is searched differs from run to run, and with it what the
/// proof is. Where whoever repeats a state has lost, values hold on one line alone, and one thread searches.
///
/// ```
/// use proofset_core::{Goal, Limits, Player, Solve, Solver, Verdict};
/// use proofset_cursor::CopyCursor;
/// use proofset_depth_first::{Helper, Options, Parallel};
/// use proofset_tic_tac_toe::TicTacToe;
///
/// let cursor = || CopyCursor::new(Solve::from_start(TicTacToe, Goal::win(Player::First)), ());
/// let mut search = Parallel::new(cursor(), 2, Options::default(), |helper: Helper| helper.run(cursor()));
/// let report = search.solve(&Limits::none().with_bytes(1 << 20), &mut ()).unwrap();
/// assert_eq!(report.verdict, Verdict::Disproven);
/// assert!(search.has_proof());
/// ```
pub struct Parallel<'a, P: Problem> {
    search: AnySearch<'a, P>,
    team: Arc<Team<Contribution>>,
    table: Arc<Shared>,
    threads: usize,
    /// The way to the root of the search.
    path: Vec<u32>,
    help: Box<Help<'a>>,
}

/// What another thread does with its helper.
type Help<'a> = dyn Fn(Helper) + Sync + 'a;

impl<'a, P: Problem> Parallel<'a, P> {
    /// A search that has not begun, by so many threads, the one that begins it included. `help` is called on each of the other
    /// threads, and gives its helper a cursor of the same problem.
    pub fn new<C>(cursor: C, threads: usize, options: Options, help: impl Fn(Helper) + Sync + 'a) -> Self
    where
        C: Cursor<Problem = P> + 'a,
    {
        Self::with_table::<C, KeyedTable>(cursor, threads, options, help)
    }

    /// The same with the table as this type, such as [`AnyTable`](crate::AnyTable): a search by one thread with that type is compiled once
    /// with it.
    pub fn with_table<C, T>(cursor: C, threads: usize, options: Options, help: impl Fn(Helper) + Sync + 'a) -> Self
    where
        C: Cursor<Problem = P> + 'a,
        T: Table<C::Mark> + From<KeyedTable> + 'a,
    {
        let (team, table) = (Arc::new(Team::new()), Arc::new(Shared::new()));
        let leader = T::from(KeyedTable::leader(&table, C::ORDERED));
        let mut search = Search::with_cursor(cursor, leader, options);
        search.engine.member = (threads > 1).then(|| Member::new(&team, true));
        let (search, help) = (AnySearch::from(search), Box::new(help));
        Self { search, team, table, threads: threads.max(1), path: Vec::new(), help }
    }

    /// True if the proof of a decided root is at hand, so that it can be certified.
    pub fn has_proof(&self) -> bool {
        self.search.has_proof()
    }

    /// How the table was used by all threads.
    pub fn table_use(&self) -> TableUse {
        self.search.table_use()
    }

    /// How many threads may help.
    fn most_helpers(&self) -> usize {
        let by_line = self.search.engine.line().histories.is_some();
        if by_line { 0 } else { self.threads - 1 }
    }

    /// What each helper may hold.
    fn share(&self, bytes: Option<u64>) -> Option<u64> {
        bytes.map(|bytes| bytes / HELPERS_SHARE / self.threads as u64)
    }

    /// What the thread that begins the search may hold, with the table. It is the same while the proof is put together and nobody
    /// helps: a table that had grown meanwhile would have no room in a search that takes it up.
    fn own_share(&self, bytes: Option<u64>) -> Option<u64> {
        bytes.map(|all| all - self.share(bytes).unwrap_or(0) * self.most_helpers() as u64)
    }
}

impl<P: Problem> Solver<P> for Parallel<'_, P> {
    fn solve(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Report<P::Move>, SolveError<P::State>> {
        let count = if self.search.shell.value.is_none() { self.most_helpers() } else { 0 };
        let (own, share) = (self.own_share(limits.bytes), self.share(limits.bytes));
        // The table has its size before others use it.
        self.search.engine.share_out(own.unwrap_or(u64::MAX));
        let left = limits.expansions.map(|most| most.saturating_sub(self.search.shell.total().expanded));
        self.team.begin(count, left);
        let helper = || Helper {
            team: Arc::clone(&self.team),
            table: Arc::clone(&self.table),
            options: self.search.engine.line().options,
            limits: Limits::none().with_expansions(limits.expansions).with_bytes(share),
            path: self.path.clone(),
            contribution: Contribution::default(),
        };
        let helpers: Vec<Helper> = (0..count).map(|_| helper()).collect();
        let Self { search: AnySearch { engine, shell }, help, team, .. } = self;
        shell.solve_together(&mut **engine, (team, helpers, help), (limits, own), observer)
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.search.save(out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        self.search.load(from, self.own_share(bytes))
    }

    fn turn(&mut self, path: &[u32]) -> bool {
        if !self.search.turn(path) {
            return false;
        }
        self.team.assume_disproven();
        self.path = path.to_vec();
        true
    }

    fn known_successors(&self) -> Vec<Option<(Size, Size)>> {
        self.search.known_successors()
    }
}

impl<P: Problem> SolvedGraph for Parallel<'_, P> {
    type State = P::State;

    fn root(&self) -> NodeId {
        self.search.root()
    }

    fn state(&self, node: NodeId) -> P::State {
        self.search.state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.search.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        SolvedGraph::value(&self.search, node)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.search.children(node)
    }

    fn endless(&self) -> Option<Value> {
        self.search.endless()
    }

    fn is_exact(&self) -> bool {
        self.search.is_exact()
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::{Goal, Limits, Player, Solve, Solver};
    use proofset_cursor::CopyCursor;
    use proofset_tic_tac_toe::TicTacToe;

    use super::{Helper, Parallel};
    use crate::options::Options;

    /// Once the root has a value nobody helps any more. A table that became larger then would have no room where it is taken up.
    #[test]
    fn the_table_keeps_its_size_when_nobody_helps() {
        let cursor = || CopyCursor::new(Solve::from_start(TicTacToe, Goal::win(Player::First)), ());
        let mut search = Parallel::new(cursor(), 2, Options::default(), |helper: Helper| helper.run(cursor()));
        let rooms = [(); 2].map(|()| {
            let report = search.solve(&Limits::none().with_bytes(64 << 20), &mut ()).unwrap();
            assert!(report.verdict.value().is_some());
            search.search.engine.most_entries()
        });
        assert_eq!(rooms[0], rooms[1]);
    }
}
