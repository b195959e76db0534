//! True proof and disproof numbers: `exact`, `exact:limit=100000`.

use super::entry::{Algorithm, option};
use super::option::whole;
use super::spec::{AlgorithmSpec, Family};

/// The work that each set of a step may take if nothing is said.
const LIMIT: u64 = 1000;

pub(crate) fn algorithms() -> Vec<Algorithm> {
    let limit = option("limit", "how much work each set of each step may take").number(
        whole(0..=u64::MAX, "", "1000"),
        |spec| match &mut spec.family {
            Family::Exact { limit } => limit,
            _ => unreachable!("this option is of exact search"),
        },
    );
    let refuse =
        |_: &str, word: &str| Some(format!("exact has one option, limit=N, and {word:?} is not that; leave it out"));
    let spec = AlgorithmSpec::new(Family::Exact { limit: LIMIT });
    vec![Algorithm {
        refuse,
        ..Algorithm::new(
            "exact",
            "proof-number search with true numbers, slow; exact:limit=N allows N units of work (1000) for a set",
            "Schijf 1993, by another method",
            spec,
            vec![limit],
        )
    }]
}
