//! A search for mates by several threads with one table.
//!
//! Each thread needs a cursor of its own, which may not be able to leave its thread; so whoever starts a search says how a
//! helper gets one. What helpers find out is in the table when they end; the thread that began the search puts the proof
//! together, as always. Defences that hold on one line alone stay with the thread that found them.

use std::hash::Hash;
use std::io::{self, Read, Write};
use std::sync::{Arc, PoisonError};

use proofset_certificate::SolvedGraph;
use proofset_core::{Limits, NodeId, Observer, Problem, Report, Role, SolveError, Solver, TableUse, Value, Watch};
use proofset_cursor::MateLine;
use proofset_numbers::{Member, Team};

use crate::boards::{Boards, Parts};
use crate::contribution::Contribution;
use crate::line::{End, Engine, StateOf};
use crate::options::Options;
use crate::solver::{Found, MateSearch};
use crate::table::ENDLESS;

/// One byte in so many of the memory limit is for the lines of all helpers together.
const HELPERS_SHARE: u64 = 4;

/// The part of a helper in a search: it is to be [run](Self::run) with a cursor of the thread.
///
/// One that is dropped instead has no part in the search, and does no harm.
#[derive(Debug)]
pub struct Helper {
    team: Arc<Team<Contribution>>,
    parts: Arc<Parts>,
    found: Found,
    options: Options,
    limits: Limits,
    contribution: Contribution,
}

impl Helper {
    /// Searches until the problem is solved, or the search is called off.
    pub fn run<C: MateLine>(mut self, cursor: C) {
        if self.team.is_over() {
            return;
        }
        let root = cursor.problem().root();
        let (_, plies) = cursor.node_of(&root);
        let mut engine = Engine::new(cursor, self.options);
        engine.table = Boards::Shared { parts: Arc::clone(&self.parts), leads: false };
        engine.member = Some(Member::new(&self.team, false));
        // Expansions are taken from what is left for all.
        engine.most_expansions = self.limits.expansions.map(|_| 0);
        let mut observer = ();
        match engine.search(&root, plies.unwrap_or(ENDLESS), &mut Watch::new(&self.limits, &mut observer)) {
            End::Solved(outcome) => {
                let found = (outcome.value, outcome.plies, outcome.hand);
                *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
                self.team.solve(outcome.value);
            }
            End::Stopped(_) => engine.unwind(),
        }
        self.contribution = Contribution(engine.counters);
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.team.end(self.contribution);
    }
}

/// A search for a mate by several threads with one table.
///
/// Its verdicts and proofs are what those of one thread are. How much is searched differs from run to run, and with it which mate is
/// found.
///
/// ```
/// use proofset_core::{Limits, Solver, Verdict};
/// use proofset_mate::{Helper, Options, Parallel};
/// use proofset_shogi::{Tsume, TsumeLine};
///
/// # fn main() -> Result<(), proofset_core::NotationError> {
/// let tsume = Tsume::parse("4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1", "mate")?;
/// let help = |helper: Helper| helper.run(TsumeLine::new(&tsume));
/// let mut search = Parallel::new(TsumeLine::new(&tsume), 2, Options::default(), help);
/// let report = search.solve(&Limits::none(), &mut ()).unwrap();
/// assert_eq!(report.verdict, Verdict::Proven);
/// assert!(search.search().has_proof());
/// # Ok(())
/// # }
/// ```
pub struct Parallel<C: MateLine, F> {
    search: MateSearch<C>,
    team: Arc<Team<Contribution>>,
    threads: usize,
    help: F,
}

impl<C: MateLine, F: Fn(Helper) + Sync> Parallel<C, F> {
    /// A search that has not begun, by so many threads, the one that begins it included. `help` is called on each of the other
    /// threads, and gives its helper a cursor of the same problem.
    pub fn new(cursor: C, threads: usize, options: Options, help: F) -> Self {
        let (team, mut search) = (Arc::new(Team::new()), MateSearch::new(cursor, options));
        search.engine.member = (threads > 1).then(|| Member::new(&team, true));
        Self { search, team, threads: threads.max(1), help }
    }

    /// The search, with what all threads have found.
    pub fn search(&self) -> &MateSearch<C> {
        &self.search
    }

    /// How the table was used by all threads.
    pub fn table_use(&self) -> TableUse {
        self.search.table_use()
    }

    /// What each helper may hold.
    fn share(&self, bytes: Option<u64>) -> Option<u64> {
        bytes.map(|bytes| bytes / HELPERS_SHARE / self.threads as u64)
    }

    /// What the thread that begins the search may hold, with the table.
    fn own_share(&self, bytes: Option<u64>) -> Option<u64> {
        bytes.map(|all| all - self.share(bytes).unwrap_or(0) * (self.threads as u64 - 1))
    }

    /// Has the table shared, before it has entries.
    fn share_table(&mut self, bytes: Option<u64>) -> Option<Arc<Parts>> {
        if self.threads == 1 {
            return None;
        }
        if let Boards::Shared { parts, .. } = &self.search.engine.table {
            return Some(Arc::clone(parts));
        }
        let options = self.search.options();
        let parts = Arc::new(Parts::new(self.threads, bytes.unwrap_or(u64::MAX), options.dominance));
        self.search.engine.table = Boards::Shared { parts: Arc::clone(&parts), leads: true };
        Some(parts)
    }
}

impl<C: MateLine, F: Fn(Helper) + Sync> Solver<C::Problem> for Parallel<C, F>
where
    StateOf<C>: Clone + Eq + Hash,
{
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<C::Move>, SolveError<StateOf<C>>> {
        let own = self.own_share(limits.bytes);
        let parts = self.share_table(own).filter(|_| self.search.is_searching());
        let count = if parts.is_some() { self.threads - 1 } else { 0 };
        // The table has its size before others use it.
        self.search.engine.share_out(own.unwrap_or(u64::MAX));
        let left = limits.expansions.map(|most| most.saturating_sub(self.search.total().expanded));
        self.team.begin(count, left);
        let helper = |parts: &Arc<Parts>| Helper {
            team: Arc::clone(&self.team),
            parts: Arc::clone(parts),
            found: Arc::clone(&self.search.found),
            options: self.search.options(),
            limits: Limits::none().with_expansions(limits.expansions).with_bytes(self.share(limits.bytes)),
            contribution: Contribution::default(),
        };
        let helpers: Vec<Helper> = parts.map_or_else(Vec::new, |parts| (0..count).map(|_| helper(&parts)).collect());
        let Self { search, help, team, .. } = self;
        team.help_with(helpers, help, || search.solve(&limits.clone().with_bytes(own), observer))
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.search.save(out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        let own = self.own_share(bytes);
        self.share_table(own);
        self.search.load(from, own)
    }
}

impl<C: MateLine, F> SolvedGraph for Parallel<C, F> {
    type State = StateOf<C>;

    fn root(&self) -> NodeId {
        self.search.root()
    }

    fn state(&self, node: NodeId) -> StateOf<C> {
        self.search.state(node)
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.search.role(node)
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.search.value(node)
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
