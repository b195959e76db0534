//! True proof and disproof numbers: `exact`, `exact:limit=100000`, `exact:ties=first`.

use proofset_exact::Ties;

use super::entry::{Algorithm, option};
use super::option::whole;
use super::spec::{AlgorithmSpec, Family};

/// The work that each set of a step may take if nothing is said.
const LIMIT: u64 = 1000;

pub(crate) fn algorithms() -> Vec<Algorithm> {
    let limit = option("limit", "how much work each set of each step may take").number(
        whole(0..=u64::MAX, "", "1000"),
        |spec| match &mut spec.family {
            Family::Exact { limit, .. } => limit,
            _ => unreachable!("this option is of exact search"),
        },
    );
    let ties = option(
        "ties",
        "which of equally light sets is taken: that of the last child, or as in proof-number search that of the first",
    )
    .one_of([("last", Ties::Last), ("first", Ties::First)], |spec| match &mut spec.family {
        Family::Exact { ties, .. } => ties,
        _ => unreachable!("this option is of exact search"),
    });
    let refuse = |_: &str, word: &str| {
        Some(format!("exact has the options limit=N and ties=first, and {word:?} is neither; leave it out"))
    };
    let spec = AlgorithmSpec::new(Family::Exact { limit: LIMIT, ties: Ties::default() });
    vec![Algorithm {
        refuse,
        ..Algorithm::new(
            "exact",
            "proof-number search with true numbers, slow; exact:limit=N allows N units of work (1000) for a set",
            "Schijf 1993, by another method",
            spec,
            vec![limit, ties],
        )
    }]
}
