//! Best-first algorithms on graphs with cycles: which search a specification stands for.
//!
//! Problems whose positions cannot come back need none of this, and get it if they are asked to expect cycles.

use proofset_best_first::{Evaluation, GraphMode, Lookahead};
use proofset_core::{Problem, Repetition, SumRule};
use proofset_cyclic::{Engine, TwinEngine};
use proofset_graph::UpdateOrder;
use proofset_nodeset::{BitSet, Counter, CutBy, Effort};

use crate::algebras::lists;
use crate::host::ErasedQuestion;
use crate::refusal::{Refusal, repeats};
use crate::run::Run;
use crate::{AlgorithmSpec, Cycles, Family, SetStorage};

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
        _ if algorithm.batch.leaves > 1 => idle("batch"),
        Family::Pss { sets: SetStorage::Adaptive, .. } => idle("sets=adaptive"),
        Family::Pss { favour: Some(_), .. } => idle("favour"),
        Family::Pss { cut, .. } if cut.by != CutBy::Even => idle("cut"),
        Family::Pss { .. } if algorithm.cycles == Cycles::BaseTwin => {
            Some("the base-twin algorithm has numbers and no sets; use pns:cycles=base-twin".to_owned())
        }
        Family::Pns { proof, disproof }
            if algorithm.cycles == Cycles::BaseTwin && (proof, disproof) != (SumRule::Sum, SumRule::Sum) =>
        {
            Some("the base-twin algorithm sums numbers up; leave out sum".to_owned())
        }
        _ => None,
    }
}

/// A search that has not begun, on a problem that may have cycles.
pub(crate) fn begin<'a>(
    question: &'a ErasedQuestion,
    algorithm: &AlgorithmSpec,
    heuristic: usize,
) -> Result<Box<dyn Run + 'a>, Refusal> {
    let problem = question.problem();
    match problem.repetition() {
        Some(rule @ Repetition::MoverLoses) => {
            return Err(Refusal::Unfit(format!("it cannot handle the rule that {rule}")));
        }
        None if problem.rank(&problem.root()).is_none() => {
            let message = "positions do not repeat in this game; leave out cycles";
            return Err(AlgorithmSpec::error(&algorithm.to_string(), message).into());
        }
        _ => {}
    }
    // What is asked for by cycles= is had, cycles or not; else the problem is why this search is taken.
    let why = match algorithm.word("cycles") {
        None => repeats(question),
        Some(word) => format!("{word} asks for cycles to be expected"),
    };
    if let Some(message) = unfit(algorithm, &why) {
        return Err(AlgorithmSpec::error(&algorithm.to_string(), message).into());
    }
    Ok(match algorithm.family {
        Family::Pns { .. } if algorithm.cycles == Cycles::BaseTwin => {
            question.context().run(TwinEngine::with_store(question.store(heuristic)))
        }
        Family::Pns { proof, disproof } => {
            run(question, algorithm, heuristic, Counter::with_rule(proof), Counter::with_rule(disproof))
        }
        Family::Pss { proof: None, disproof: None, ties, sets: SetStorage::Bits, .. } => {
            run(question, algorithm, heuristic, BitSet::new(ties), BitSet::new(ties))
        }
        Family::Pss { .. } => {
            let (proof, disproof) = lists(algorithm);
            run(question, algorithm, heuristic, proof, disproof)
        }
        _ => unreachable!("these searches are not of the family"),
    })
}

/// The exact search: the algebra of the side that has to make progress comes first.
fn run<'a, E: Effort + 'a>(
    question: &'a ErasedQuestion,
    algorithm: &AlgorithmSpec,
    heuristic: usize,
    proof: E,
    disproof: E,
) -> Box<dyn Run + 'a> {
    let (progress, resistance) =
        if question.problem().repetition() == Some(Repetition::Proves) { (disproof, proof) } else { (proof, disproof) };
    let store = question.store(heuristic);
    let engine = Engine::with_store(store, progress, resistance, algorithm.options.pick);
    question.context().run(engine.with_naming(algorithm.options.naming))
}
