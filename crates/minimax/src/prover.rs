//! A minimax search as a proof search: is the value at least so much?
//!
//! The idea: the question is one null window, and the answer is rebuilt as a proof that rests on the rules. So TEST and
//! alpha-beta stand beside proof-number search in every comparison, and their verdicts are checked in the same way.

use proofset_certificate::{SolvedGraph, line_moves};
use proofset_core::{
    AtLeast, Counters, Hints, Limits, NodeId, Observer, Problem, Report, Role, SolveError, Solver, StopReason,
    Threshold, Value, Watch,
};
use tracing::{info, info_span};

use crate::entry::TO_THE_END;
use crate::options::{Method, Options};
use crate::proof::{Proof, rebuild};
use crate::search::Search;
use crate::test::Question;

/// A search for the answer to one threshold, to the end of the game.
pub struct Prover<'g, G: Hints> {
    problem: &'g AtLeast<G>,
    search: Search<'g, G>,
    value: Option<Value>,
    proof: Option<Proof<G::Position>>,
    peak_bytes: u64,
}

/// Which value a position has, asked of the search.
pub(crate) fn stands<G: Hints>(
    search: &mut Search<'_, G>,
    threshold: Threshold,
    position: &G::Position,
    watch: &mut Watch<'_>,
) -> Result<Value, StopReason> {
    search.begin_pass(TO_THE_END);
    // The other player is asked whether the score can be pushed below the threshold.
    let own = search.game.to_move(position) == threshold.player;
    let limit = search.game.limit();
    let asked = threshold.score.clamp(-limit, limit + 1);
    let score = if own { asked } else { 1 - asked };
    let reached = match search.options.method {
        Method::Test | Method::Scout => search.test(watch, position, Question::AtLeast(score), TO_THE_END)?,
        _ => search.window(watch, position, score - 1, score, TO_THE_END)? >= score,
    };
    Ok(if reached == own { Value::Proven } else { Value::Disproven })
}

impl<'g, G: Hints> Prover<'g, G> {
    /// A search that has not begun. It goes to the end of the game whatever depth the options say.
    pub fn new(problem: &'g AtLeast<G>, options: Options) -> Self {
        let search = Search::new(problem.game(), options.with_depth(None).with_deepening(false));
        Self { problem, search, value: None, proof: None, peak_bytes: 0 }
    }

    /// The search that answers.
    pub fn search(&self) -> &Search<'g, G> {
        &self.search
    }

    /// True if the proof of the verdict is at hand, so that it can be certified. Limits may not have left room or time
    /// for it; another call of [`solve`](Solver::solve) tries again.
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    fn line(&self) -> Vec<G::Move> {
        self.proof.as_ref().map_or_else(Vec::new, |(proof, strategy)| {
            line_moves(self.problem, proof, &strategy.principal_line(proof)).expect("every child was reached by a move")
        })
    }
}

impl<'g, G: Hints> Solver<&'g AtLeast<G>> for Prover<'g, G> {
    fn solve(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<G::Move>, SolveError<G::Position>> {
        let _span = info_span!("solve").entered();
        let root = self.problem.root();
        if self.problem.repetition().is_some() && self.problem.rank(&root).is_none() {
            return Err(SolveError::Endless);
        }
        let mut watch = Watch::new(limits, observer);
        self.search.allow(limits);
        let mut stop = StopReason::Decided;
        if self.value.is_none() {
            match stands(&mut self.search, self.problem.threshold(), &root, &mut watch) {
                Ok(value) => self.value = Some(value),
                Err(reason) => stop = reason,
            }
        }
        // The counters of a report are about the verdict.
        let counters = self.search.counters;
        if let Some(value) = self.value
            && self.proof.is_none()
        {
            // The proof takes what expansions it takes.
            self.search.allow(&limits.clone().with_expansions(None));
            let proof = rebuild(&mut self.search, self.problem, value, &mut watch, &mut self.peak_bytes);
            self.proof = proof.ok();
            self.search.counters = counters;
        }
        info!(%stop, nodes = counters.nodes(), "search stopped");
        let mut done = Counters::default();
        (done.expanded, done.recomputed) = (counters.expanded, counters.expanded);
        (done.visits, done.generated) = (counters.nodes(), counters.generated);
        done.peak_bytes = self.peak_bytes.max(self.search.peak_bytes());
        Ok(Report::new(self.value, stop, done, self.line()).with_table(self.search.table_use()))
    }
}

impl<G: Hints> SolvedGraph for Prover<'_, G> {
    type State = G::Position;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> G::Position {
        self.proof.as_ref().map_or_else(|| self.problem.root(), |(proof, _)| proof.state(node))
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
