//! The list of families. Which algorithms and options there are follows from it.

use std::sync::LazyLock;

use super::entry::{Algorithm, AlgorithmEntry, Opt};
use super::option::OptionValues;
use super::spec::AlgorithmSpec;
use super::{ao_star, depth_first, exact, mate, minimax, multi_valued, pns, pss, two_level};

/// All families, each with the algorithms that it declares.
const FAMILIES: [fn() -> Vec<Algorithm>; 9] = [
    pns::algorithms,
    pss::algorithms,
    ao_star::algorithms,
    depth_first::algorithms,
    mate::algorithms,
    two_level::algorithms,
    minimax::algorithms,
    multi_valued::algorithms,
    exact::algorithms,
];

fn algorithms() -> Vec<Algorithm> {
    let mut all = Vec::new();
    for family in FAMILIES {
        all.extend(family());
    }
    all
}

/// An option of algorithms.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OptionEntry {
    /// The name before `=`.
    pub key: &'static str,
    /// What it can be.
    pub values: OptionValues,
    /// What it chooses.
    pub summary: &'static str,
    /// The algorithms that have it.
    pub of: Vec<&'static str>,
}

/// All algorithms.
pub static ALGORITHMS: LazyLock<Vec<AlgorithmEntry>> =
    LazyLock::new(|| algorithms().into_iter().map(|algorithm| algorithm.entries).collect::<Vec<_>>().concat());

/// All options, in the order of the algorithms. One that means the same in several of them is listed once.
pub static OPTIONS: LazyLock<Vec<OptionEntry>> = LazyLock::new(|| {
    let algorithms = algorithms();
    let mut listed: Vec<OptionEntry> = Vec::new();
    for option in algorithms.iter().flat_map(|algorithm| &algorithm.options) {
        if listed.iter().any(|entry| (entry.key, entry.summary) == (option.key, option.summary)) {
            continue;
        }
        let same = |algorithm: &&Algorithm| algorithm.option(option.key).is_some_and(|o| o.summary == option.summary);
        let having: Vec<&Algorithm> = algorithms.iter().filter(same).collect();
        let values = match &option.values {
            OptionValues::Number(which) => OptionValues::Number(format!("{which}; {}", default_of(option, &having))),
            values => values.clone(),
        };
        let of = having.iter().map(|algorithm| algorithm.name()).collect();
        listed.push(OptionEntry { key: option.key, values, summary: option.summary, of });
    }
    listed
});

/// What a number is if it is not given. Where algorithms differ, the first of them is the rule.
fn default_of(option: &Opt, having: &[&Algorithm]) -> String {
    if let Some(otherwise) = option.otherwise {
        return otherwise.to_owned();
    }
    let default = |algorithm: &&Algorithm| {
        let text = algorithm.option(option.key)?.get(&algorithm.default)?;
        Some((algorithm.name(), text))
    };
    let mut defaults = having.iter().filter_map(default);
    let (_, rule) = defaults.next().expect("numbers without a default say what holds without them");
    let others = defaults.filter(|(_, text)| *text != rule).map(|(name, text)| format!(", of {name} {text}"));
    format!("the default is {rule}{}", others.collect::<String>())
}

/// The algorithm of this name.
pub(crate) fn named(name: &str) -> Option<Algorithm> {
    algorithms().into_iter().find(|algorithm| algorithm.name() == name)
}

/// The algorithm that a specification says. Where no text says so, since there is no second level over its first one,
/// that is the first level alone.
pub(crate) fn said(spec: &AlgorithmSpec) -> Algorithm {
    let find = |spec: &AlgorithmSpec| algorithms().into_iter().find(|algorithm| algorithm.default.same_algorithm(spec));
    let first = || find(&spec.clone().with_second(None));
    find(spec).or_else(first).expect("every family is listed")
}

/// The names of all algorithms.
pub(crate) fn names() -> Vec<&'static str> {
    algorithms().iter().map(Algorithm::name).collect()
}

/// The names of the algorithms that have an option.
pub(crate) fn having(key: &str) -> Vec<&'static str> {
    algorithms().iter().filter(|algorithm| algorithm.option(key).is_some()).map(Algorithm::name).collect()
}
