//! A minimax search as a proof search: is the value at least so much?
//!
//! The idea: the question is one null window, and the answer is rebuilt as a proof that rests on the rules. So TEST and
//! alpha-beta stand beside proof-number search in every comparison, and their verdicts are checked in the same way.

use std::io::{self, Read, Write};

use proofset_certificate::{SolvedGraph, leading_moves};
use proofset_core::{
    AtLeast, Counters, Hints, Limits, NodeId, Observer, Problem, Report, Role, Score, SolveError, Solver, StopReason,
    Threshold, Value, Watch,
};
use proofset_table::Clusters;
use tracing::{info, info_span};

use crate::board::{Board, Playing};
use crate::crew::Task;
use crate::options::Options;
use crate::parallel::Helper;
use crate::proof::{Proof, rebuild, stands};
use crate::search::Engine;

/// A search for the answer to one threshold, to the end of the game, in a problem `P` whose game is seen through a
/// [`Board`].
pub struct ProofEngine<P, B: Board> {
    problem: P,
    threshold: Threshold,
    root: B::Mark,
    search: Engine<B>,
    value: Option<Value>,
    proof: Option<Proof<B::Mark>>,
    peak_bytes: u64,
}

/// The same in a game whose type is known.
pub type Prover<'g, G> = ProofEngine<&'g AtLeast<G>, Playing<'g, G>>;

impl<'g, G: Hints> Prover<'g, G> {
    /// A search that has not begun. It goes to the end of the game whatever depth the options say.
    pub fn new(problem: &'g AtLeast<G>, options: Options) -> Self {
        let mut board = Playing::new(problem.game());
        board.stand(&problem.root());
        Self::with_board(problem, board, problem.threshold(), options)
    }
}

impl<P: Problem, B: Board<State = P::State>> ProofEngine<P, B> {
    /// A search that has not begun: whether the position that the board stands on, the root of the problem, reaches the
    /// threshold. It goes to the end of the game whatever depth the options say.
    pub fn with_board(problem: P, board: B, threshold: Threshold, options: Options) -> Self {
        let (_, root) = board.mark(0);
        let search = Engine::with_board(board, options.with_depth(None).with_deepening(false));
        Self { problem, threshold, root, search, value: None, proof: None, peak_bytes: 0 }
    }

    /// The same search by so many threads; see [`Engine::with_threads`].
    #[must_use]
    pub fn with_threads(self, threads: usize, help: impl Fn(Helper<B::Slots>) + Sync + 'static) -> Self
    where
        Clusters<B::Slots>: Send,
        B::Slots: 'static,
    {
        Self { search: self.search.with_threads(threads, help), ..self }
    }

    /// The search that answers.
    pub fn search(&self) -> &Engine<B> {
        &self.search
    }

    /// True if the proof of the verdict is at hand, so that it can be certified. Limits may not have left room or time
    /// for it; another call of [`solve`](Solver::solve) tries again.
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    fn line(&self) -> Vec<P::Move> {
        self.proof.as_ref().map_or_else(Vec::new, |(proof, strategy)| {
            leading_moves(&self.problem, self, &strategy.principal_line(proof))
        })
    }
}

impl<P: Problem, B: Board<State = P::State>> Solver<P> for ProofEngine<P, B> {
    fn solve(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Report<P::Move>, SolveError<P::State>> {
        let _span = info_span!("solve").entered();
        self.search.stand(&self.root);
        if self.search.board.rules_status(0).may_repeat {
            return Err(SolveError::Endless);
        }
        self.search.check_limit()?;
        let mut watch = Watch::new(limits, observer);
        self.search.allow(limits);
        let mut stop = StopReason::Decided;
        if self.value.is_none() {
            let Self { search, threshold, root, .. } = self;
            let all = (Score::MIN, Score::MAX);
            match search
                .together(Task::Goal(*threshold), all, limits, |search| stands(search, *threshold, root, &mut watch))
            {
                Ok(value) => self.value = Some(value),
                Err(reason) => stop = reason,
            }
        }
        // The counters of a report are about the verdict.
        let (own, counters) = (self.search.counters, self.search.counters());
        if let Some(value) = self.value
            && self.proof.is_none()
        {
            // The proof takes what expansions it takes.
            self.search.allow(&limits.clone().with_expansions(None));
            let proof = rebuild(&mut self.search, self.threshold, &self.root, value, &mut watch, &mut self.peak_bytes);
            match proof {
                Ok(proof) => self.proof = Some(proof),
                Err(StopReason::Collision) => (self.value, stop) = (None, StopReason::Collision),
                Err(_) => {}
            }
            self.search.counters = own;
        }
        info!(%stop, nodes = counters.nodes(), "search stopped");
        let mut done = Counters::default();
        (done.expanded, done.recomputed) = (counters.expanded, counters.expanded);
        (done.visits, done.generated) = (counters.nodes(), counters.generated);
        done.peak_bytes = self.peak_bytes.max(self.search.peak_bytes());
        Ok(Report::new(self.value, stop, done, self.line()).with_table(self.search.table_use()))
    }

    /// The table, which has the answer if there is one.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.search.save(&self.root, out)
    }

    fn load(&mut self, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        self.search.load(&self.root, from, bytes)
    }
}

impl<P, B: Board> SolvedGraph for ProofEngine<P, B> {
    type State = B::State;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> B::State {
        match &self.proof {
            Some((proof, _)) => self.search.board.state_of(proof.state_at(node.index())),
            None => self.search.board.state_of(&self.root),
        }
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.proof.as_ref().and_then(|(proof, _)| proof.role(node))
    }

    fn value(&self, node: NodeId) -> Option<Value> {
        self.proof.as_ref().and_then(|(proof, _)| proof.value(node))
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.proof.iter().flat_map(move |(proof, _)| proof.children(node))
    }
}
