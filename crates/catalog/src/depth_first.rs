//! Depth-first algorithms by name: `dfpn`, `dfpn:epsilon=0.25,table=keyed`, `pds`, `pnstar`, `cstar`.

use proofset_depth_first::{Deep, Epsilon, Method, Options, Replacement, SumRule, Ties};

use crate::InputError;
use crate::algorithm::{AlgorithmSpec, OptionEntry, OptionValues, SUMS, choice, no_option};

/// How a table tells states apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableKind {
    /// In full.
    #[default]
    Exact,
    /// By keys of 64 bits, with 16 bytes for each.
    Keyed,
}

/// A depth-first search with all of its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthFirstSpec {
    /// What the engine can choose.
    pub options: Options,
    /// Its table.
    pub table: TableKind,
}

/// The names of the methods, in the order of [`METHODS`].
pub(crate) const DEPTH_FIRST: &[&str] = &["dfpn", "pds", "pnstar", "cstar"];

const METHODS: [Method; 4] = [Method::DfPn, Method::Pds, Method::PnStar, Method::CStar];

/// The rules in the order of their names.
pub(crate) const RULES: [SumRule; 3] = [SumRule::Sum, SumRule::Weak, SumRule::Max];

const DEEP_BASE: u32 = 2;

impl DepthFirstSpec {
    /// Reads the options after a name, that of a method or of a two-level search over it; also returns the heuristic, if
    /// they name one.
    pub(crate) fn parse(
        text: &str,
        name: &str,
        method: &str,
        words: &[&str],
    ) -> Result<(Self, Option<String>), InputError> {
        let method = METHODS[DEPTH_FIRST.iter().position(|&known| known == method).expect("the name is known")];
        let mut spec = Self { options: Options { method, ..Options::default() }, table: TableKind::Exact };
        let mut init = None;
        let (mut depth, mut base) = (0, DEEP_BASE);
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                let message =
                    format!("{word:?} is no option; {name} takes none without `=`, as in {name}:epsilon=0.25");
                return Err(AlgorithmSpec::error(text, message));
            };
            let entry = OptionEntry::find(name, key).ok_or_else(|| AlgorithmSpec::error(text, no_option(name, key)))?;
            match (entry.values, key) {
                (OptionValues::Heuristic, _) => init = Some(value.to_owned()),
                (OptionValues::OneOf(values), key) => spec.choose(key, choice(text, key, values, value)?),
                (_, "epsilon") => {
                    spec.options.epsilon = epsilon(text, value)?;
                }
                (_, "entries") => spec.options.entries = Some(number(text, key, value, 0)?),
                (_, "deep") => depth = number(text, key, value, 0)?,
                (_, _) => base = number(text, key, value, 1)?,
            }
        }
        spec.options.deep = (depth > 0).then_some(Deep { depth, base });
        Ok((spec, init))
    }

    fn choose(&mut self, key: &str, choice: usize) {
        let Self { options, table } = self;
        match key {
            "sum" => (options.proof_sum, options.disproof_sum) = (RULES[choice], RULES[choice]),
            "proof-sum" => options.proof_sum = RULES[choice],
            "disproof-sum" => options.disproof_sum = RULES[choice],
            "ties" => options.ties = [Ties::First, Ties::Last][choice],
            "table" => *table = [TableKind::Exact, TableKind::Keyed][choice],
            "replace" => options.replacement = [Replacement::Work, Replacement::SmallTreeGc][choice],
            "sources" => options.source_detection = choice == 1,
            "dominance" => options.dominance = choice == 0,
            _ => options.threshold_control = choice == 0,
        }
    }

    /// The name of its method.
    pub(crate) fn name(self) -> &'static str {
        let place = METHODS.iter().position(|&method| method == self.options.method);
        DEPTH_FIRST[place.expect("all methods have names")]
    }

    /// The options that are not as they are by default.
    pub(crate) fn words(self) -> Vec<String> {
        let Options { proof_sum, disproof_sum, ties, epsilon, replacement, deep, entries, .. } = self.options;
        let mut words = sum_words(proof_sum, disproof_sum);
        let mut say = |changed: bool, word: String| {
            if changed {
                words.push(word);
            }
        };
        say(epsilon != Epsilon::ZERO, format!("epsilon={epsilon}"));
        say(ties == Ties::Last, "ties=last".to_owned());
        say(self.table == TableKind::Keyed, "table=keyed".to_owned());
        words.extend(entries.map(|most| format!("entries={most}")));
        let switches = [
            (replacement == Replacement::SmallTreeGc, "replace=gc"),
            (self.options.source_detection, "sources=on"),
            (!self.options.dominance, "dominance=off"),
            (!self.options.threshold_control, "threshold-control=off"),
        ];
        words.extend(switches.iter().filter(|(on, _)| *on).map(|(_, word)| (*word).to_owned()));
        if let Some(Deep { depth, base }) = deep {
            words.push(format!("deep={depth}"));
            if base != DEEP_BASE {
                words.push(format!("deep-base={base}"));
            }
        }
        words
    }
}

/// A whole number of at least `least`.
pub(crate) fn number<N>(text: &str, key: &str, value: &str, least: u64) -> Result<N, InputError>
where
    N: TryFrom<u64>,
{
    let number = value.parse().ok().filter(|&number| number >= least).and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| {
        let message = format!("{key} cannot be {value:?}; give a whole number from {least} on, as in {key}=1024");
        AlgorithmSpec::error(text, message)
    })
}

/// The slack that a text says.
pub(crate) fn epsilon(text: &str, value: &str) -> Result<Epsilon, InputError> {
    value.parse().ok().and_then(Epsilon::new).ok_or_else(|| {
        let message = format!("epsilon cannot be {value:?}; give a number from 0 to 1000, such as 0.25");
        AlgorithmSpec::error(text, message)
    })
}

/// The options that say the rules for sums, unless they are as they are by default.
pub(crate) fn sum_words(proof: SumRule, disproof: SumRule) -> Vec<String> {
    let name = |rule: SumRule| SUMS[RULES.iter().position(|&known| known == rule).expect("all rules have names")];
    if proof == disproof && proof != SumRule::Sum {
        return vec![format!("sum={}", name(proof))];
    }
    let sides = [("proof-sum", proof), ("disproof-sum", disproof)];
    let changed = sides.iter().filter(|(_, rule)| proof != disproof && *rule != SumRule::Sum);
    changed.map(|(key, rule)| format!("{key}={}", name(*rule))).collect()
}
