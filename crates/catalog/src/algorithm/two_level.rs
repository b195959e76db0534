//! Two-level searches: `pn2`, `pss2:20,20`, `pds-pn:size=full`, `dfpn-pn:a=100000,b=20000`.
//!
//! They are written like their first levels, with the size of the second level as further options.

use std::num::NonZeroU64;

use proofset_two_level::{Budget, Keep};

use super::entry::{Algorithm, Opt, option};
use super::option::{Level, OptionValues, whole};
use super::shared::threads;
use super::spec::{AlgorithmSpec, Family};
use super::{depth_first, pns, pss};

pub(crate) fn algorithms() -> Vec<Algorithm> {
    [
        over(
            "pns",
            "pn2",
            "PN2: proof-number search whose leaves are searched by proof-number search, in small memory",
            "Allis 1994; Breuker, Uiterwijk and van den Herik 2001",
        ),
        over(
            "pss",
            "pss2:P,D",
            "PSS2: the same with proof sets in both levels; leaves weigh what their sets were in the second, or keep them",
            "after PN2",
        ),
        over(
            "pds",
            "pds-pn",
            "PDS-PN: PDS with a table whose leaves are searched by proof-number search",
            "Winands, Uiterwijk and van den Herik 2004",
        ),
        over("dfpn", "dfpn-pn", "the same over df-pn", "after PDS-PN"),
    ]
    .into()
}

/// A two-level search over a first level.
fn over(name: &str, syntax: &'static str, summary: &'static str, source: &'static str) -> Algorithm {
    let firsts = [pns::algorithms, pss::algorithms, depth_first::algorithms].into_iter().flat_map(|family| family());
    let first = firsts.into_iter().find(|first| first.name() == name).expect("the first level is an algorithm");
    let default = first.default.with_second(Budget::default());
    let further = match default.family {
        // They have threads anyway.
        Family::DepthFirst(_) => vec![batch()],
        Family::Pss { .. } => vec![keep(), batch(), leaf_threads()],
        _ => vec![batch(), leaf_threads()],
    };
    let shared = first.options.into_iter().filter(|option| option.level == Level::First);
    let mut checks = first.checks;
    checks.push(check);
    Algorithm {
        caps: first.caps,
        example: first.example,
        refuse: first.refuse,
        checks,
        ..Algorithm::new(syntax, summary, source, default, shared.chain(own_options()).chain(further).collect())
    }
}

/// The places of `a` and `b`.
fn growth(spec: &mut AlgorithmSpec) -> (&mut Option<u64>, &mut Option<NonZeroU64>) {
    let budget = spec.second.get_or_insert_default();
    if !matches!(budget, Budget::Growth { .. }) {
        *budget = Budget::default();
    }
    match budget {
        Budget::Growth { a, b } => (a, b),
        _ => unreachable!("it grows by default"),
    }
}

fn own_options() -> [Opt; 3] {
    let option = |key, summary| option(key, summary).at(Level::Second);
    let nodes = whole(1..=u64::MAX, " of nodes", "1000").or("growth, full");
    let size = option(
        "size",
        "how large a search of the second level may become: a growing share of the first, as large, or so many nodes",
    )
    .custom(
        OptionValues::Number("growth, full or a whole number of nodes".to_owned()),
        |spec| match spec.second? {
            Budget::Growth { .. } => Some("growth".to_owned()),
            Budget::Full => Some("full".to_owned()),
            Budget::Nodes(nodes) => Some(nodes.to_string()),
        },
        move |spec, text| {
            match text {
                // What a and b have said stays.
                "growth" => _ = growth(spec),
                "full" => spec.second = Some(Budget::Full),
                text => spec.second = Some(Budget::Nodes(nodes.read("size", text)?)),
            }
            Ok(())
        },
    );
    let default = "the default is a 16th of what fits into the memory";
    let a = option("a", "the size of the first level at which the second may be half as large").optional(
        whole(0..=u64::MAX, " of nodes", "100000"),
        default,
        |spec| growth(spec).0,
    );
    let b = option("b", "how slowly that share grows").optional(
        whole(NonZeroU64::MIN..=NonZeroU64::MAX, " of nodes", "20000"),
        default,
        |spec| growth(spec).1,
    );
    [size, a, b]
}

/// More leaves at a time than any machine has threads for are a mistake.
const MOST_LEAVES: usize = 1024;

/// What a first level with sets gets of those of the second.
fn keep() -> Opt {
    option(
        "keep",
        "what the first level keeps of the second's sets: their sizes, all that they list, or what those of several children \
         list",
    )
    .at(Level::Second)
    .one_of([("sizes", Keep::Sizes), ("sets", Keep::Sets), ("shared", Keep::Shared)], |spec| &mut spec.keep)
}

fn batch() -> Opt {
    option("batch", "choose so many leaves at a time, and search them together; the result depends on how many")
        .at(Level::Second)
        .number(whole(1..=MOST_LEAVES, " of leaves", "8"), |spec| &mut spec.batch.leaves)
}

fn leaf_threads() -> Opt {
    threads(
        "search with so many threads, which share the leaves of a batch; it has to be one of several, with batch=8",
        |spec| &mut spec.batch.threads,
    )
}

/// What `a` and `b` are about grows.
fn check(_: &str, _: &mut AlgorithmSpec, given: &[(&str, &str)]) -> Result<(), String> {
    let key = ["a", "b"].into_iter().find(|key| given.iter().any(|(known, _)| known == key));
    match key {
        Some(key) if given.iter().any(|(known, size)| *known == "size" && *size != "growth") => {
            Err(format!("{key} is about a size that grows; leave out {key}, or give size=growth"))
        }
        _ => Ok(()),
    }
}
