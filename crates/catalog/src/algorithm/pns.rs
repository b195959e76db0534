//! Proof-number search: `pns`, `pns:sum=weak`, `pns:graph=tree,init=mobility`.

use super::entry::Algorithm;
use super::shared::{best_first, check_sums, sums};
use super::spec::{AlgorithmSpec, Family};
use proofset_core::SumRule;

pub(crate) fn algorithms() -> Vec<Algorithm> {
    let sums = sums([SumRule::Sum, SumRule::Weak, SumRule::Max], sides);
    let pns = Algorithm::new(
        "pns",
        "proof-number search: counts leaves, once per path",
        "Allis, van der Meulen and van den Herik 1994",
        AlgorithmSpec::pns(),
        sums.into_iter().chain(best_first()).collect(),
    )
    .or(
        "pns:sum=weak",
        "weak proof-number search: the largest number, and one for each of the others",
        "Ueda, Hashimoto, Hashimoto and Iida 2008",
    )
    .or("pns:sum=max", "proof-number search by the max rule: the largest number alone", "folklore");
    vec![Algorithm { refuse, checks: vec![check_sums], ..pns }]
}

fn sides(spec: &mut AlgorithmSpec) -> (&mut SumRule, &mut SumRule) {
    let Family::Pns { proof, disproof } = &mut spec.family else { unreachable!("these options are of pns") };
    (proof, disproof)
}

fn refuse(name: &str, word: &str) -> Option<String> {
    match (name, word.split_once('=')) {
        ("pns", None) => Some("pns takes no caps; pss:P,D does".to_owned()),
        (name, None) => Some(format!("{name} takes no caps; pss2:P,D does")),
        ("pns", Some((key @ ("ties" | "pick" | "sets" | "union" | "cut" | "cut-plies"), _))) => {
            Some(format!("pns has no sets, so {key} means nothing; use pss"))
        }
        ("pns", Some(("favour", _))) => Some("pns has no sets whose leaves favour could mean; use pss".to_owned()),
        _ => None,
    }
}
