//! From a decided search to a checked certificate and back: what every test of a search ends with.
//!
//! The idea: what makes certificates and checks them is compiled here, once, for states whose type is not known, and not again
//! for the states and searches of each test. That it does the same where types are known is a test of `proofset-erased`.

use proofset_certificate::{AnyGraph, Form, Header, Reader, SolvedGraph, Strategy, Summary, check, write_certificate};
use proofset_core::{Describe, Value};
use proofset_erased::{Erasable, Erased, Sealed, SealedGraph};

/// Writes the certificate of a decided search and checks it by the rules alone. Returns what the checker found.
///
/// # Panics
///
/// If the search has no strategy for this value, if the certificate cannot be written, or if the checker refuses it.
pub fn certified<P, G>(problem: &P, search: &G, value: Value) -> Summary
where
    P: Describe<State: Send + Sync + 'static>,
    G: SolvedGraph<State = P::State>,
{
    let erasable = Erasable::new(problem);
    certify(&Erased::new(&erasable), &AnyGraph::new(&SealedGraph::new(search)), value)
}

fn certify(problem: &Erased<'_>, graph: &AnyGraph<'_, Sealed>, value: Value) -> Summary {
    let header = Header::new("random", "root", "proven", value);
    let strategy = Strategy::extract(graph).expect("the root is decided");
    let (file, _) =
        write_certificate(problem, graph, &strategy, &header, Form::Binary, Vec::new()).expect("it is whole");
    let summary = check(problem, &mut Reader::new(&file[..]).expect("it is whole")).expect("the proof holds");
    // Where records stand for several states, lines may end earlier than those of the strategy.
    let depth = if graph.is_exact() { strategy.height() } else { summary.depth };
    assert_eq!((summary.verdict, summary.depth), (value, depth));
    summary
}
