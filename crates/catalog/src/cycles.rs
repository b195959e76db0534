//! Best-first algorithms on graphs with cycles: which search a specification stands for.
//!
//! Problems with a rank need none of this. A game whose questions may have none says so by
//! [`Words::run_cyclic`](crate::task::Words::run_cyclic), and these searches are compiled for it.

use proofset_best_first::{Evaluation, GraphMode, Lookahead};
use proofset_core::{Describe, Repetition};
use proofset_cyclic::{Search, TwinSearch};
use proofset_graph::UpdateOrder;
use proofset_nodeset::{AnyRule, BitSet, Count, Counter, Effort, Pick, SortedSet, Truncated};

use crate::algorithm::{AlgorithmSpec, Family, SetStorage};
use crate::heuristics::Chosen;
use crate::task::{ProblemTask, Refusal, Run, Words};

/// How a best-first search handles cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cycles {
    /// Exactly, where the graph may have cycles; elsewhere nothing is to be done.
    #[default]
    Auto,
    /// By well-founded efforts, with one node for each state.
    Exact,
    /// By the base-twin algorithm.
    BaseTwin,
}

/// The names of the choices, in their order.
pub(crate) const CYCLES: &[&str] = &["auto", "exact", "base-twin"];

impl Cycles {
    /// The choices in the order of their names.
    pub(crate) const ALL: [Self; 3] = [Self::Auto, Self::Exact, Self::BaseTwin];
}

/// What is wrong with the options of an algorithm in the search for graphs with cycles.
fn unfit(algorithm: &AlgorithmSpec, why: &str) -> Option<String> {
    let options = &algorithm.options;
    let idle =
        |option: &str| Some(format!("{why}, and the search for graphs with cycles has no {option}; leave it out"));
    match algorithm.family {
        _ if options.graph == GraphMode::Tree => idle("graph=tree"),
        _ if options.evaluation == Evaluation::Delayed => idle("evaluate=delayed"),
        _ if options.lookahead == Lookahead::One => idle("lookahead=one"),
        _ if options.updates != UpdateOrder::Auto => idle("updates"),
        Family::Pss { sets: SetStorage::Adaptive, .. } => idle("sets=adaptive"),
        Family::Pss { favour: Some(_), .. } => idle("favour"),
        Family::Pss { .. } if algorithm.cycles == Cycles::BaseTwin => {
            Some("the base-twin algorithm has numbers and no sets; use pns:cycles=base-twin".to_owned())
        }
        Family::Pns { proof, disproof }
            if algorithm.cycles == Cycles::BaseTwin && (proof, disproof) != (AnyRule::Sum, AnyRule::Sum) =>
        {
            Some("the base-twin algorithm sums numbers up; leave out sum".to_owned())
        }
        _ => None,
    }
}

/// A search that has not begun, on a problem that may have cycles.
pub(crate) fn begin<'a, P: Describe, W: Words<P>>(
    task: &'a ProblemTask<P, W>,
    algorithm: &AlgorithmSpec,
    probe: Chosen<P>,
) -> Result<Box<dyn Run + 'a>, Refusal> {
    if let Some(rule @ Repetition::MoverLoses) = task.problem.repetition() {
        return Err(Refusal::Unfit(format!("it cannot handle the rule that {rule}")));
    }
    // What is asked for by cycles= is had, cycles or not; else the problem is why this search is taken.
    let why = match algorithm.cycles {
        Cycles::Auto => task.repeats(),
        asked => format!("cycles={} asks for cycles to be expected", CYCLES[asked as usize]),
    };
    if let Some(message) = unfit(algorithm, &why) {
        return Err(AlgorithmSpec::error(&algorithm.to_string(), message).into());
    }
    Ok(match algorithm.family {
        Family::Pns { .. } if algorithm.cycles == Cycles::BaseTwin => {
            task.watch(TwinSearch::with_probe(&task.problem, probe))
        }
        Family::Pns { proof: AnyRule::Sum, disproof: AnyRule::Sum } => {
            run(task, algorithm, probe, Count::new(), Count::new())
        }
        Family::Pns { proof, disproof } => {
            run(task, algorithm, probe, Counter::with_rule(proof), Counter::with_rule(disproof))
        }
        Family::Pss { proof: None, disproof: None, ties, sets: SetStorage::Bits, .. } => {
            run(task, algorithm, probe, BitSet::new(ties), BitSet::new(ties))
        }
        Family::Pss { proof: None, disproof: None, ties, .. } => {
            run(task, algorithm, probe, SortedSet::new(ties), SortedSet::new(ties))
        }
        Family::Pss { proof, disproof, ties, union, .. } => {
            let sets = |cap: Option<usize>| Truncated::new(cap.unwrap_or(usize::MAX), ties).with_union(union);
            run(task, algorithm, probe, sets(proof), sets(disproof))
        }
        Family::DepthFirst(_)
        | Family::AoStar { .. }
        | Family::Exact { .. }
        | Family::Mate(_)
        | Family::Minimax(_)
        | Family::MultiValued(_) => {
            unreachable!("these searches are not of the family")
        }
    })
}

/// The exact search: the algebra of the side that has to make progress comes first.
fn run<'a, P: Describe, W: Words<P>, E: Effort + 'a>(
    task: &'a ProblemTask<P, W>,
    algorithm: &AlgorithmSpec,
    probe: Chosen<P>,
    proof: E,
    disproof: E,
) -> Box<dyn Run + 'a> {
    let pick: Pick = algorithm.options.pick;
    let (progress, holding) =
        if task.problem.repetition() == Some(Repetition::Proves) { (disproof, proof) } else { (proof, disproof) };
    task.watch(Search::with_probe(&task.problem, progress, holding, pick, probe))
}
