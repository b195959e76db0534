//! The search for mates by name: `mate`, `mate:delay=off`, `mate:epsilon=0.25,sum=weak`.

use proofset_mate::Options;

use crate::InputError;
use crate::algorithm::{AlgorithmSpec, OptionEntry, OptionValues, choice, no_option};
use crate::depth_first::{RULES, epsilon, sum_words};

/// A search for mates with all of its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MateSpec {
    /// What the engine can choose.
    pub options: Options,
}

/// The name.
pub(crate) const MATE: &str = "mate";

impl MateSpec {
    /// Reads the options after the name.
    pub(crate) fn parse(text: &str, words: &[&str]) -> Result<Self, InputError> {
        let mut options = Options::default();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                let message = format!("{word:?} is no option; {MATE} takes none without `=`, as in {MATE}:delay=off");
                return Err(AlgorithmSpec::error(text, message));
            };
            let entry = OptionEntry::find(MATE, key).ok_or_else(|| AlgorithmSpec::error(text, no_option(MATE, key)))?;
            let chosen = match entry.values {
                OptionValues::OneOf(values) => choice(text, key, values, value)?,
                _ => 0,
            };
            match key {
                "sum" => (options.proof_sum, options.disproof_sum) = (RULES[chosen], RULES[chosen]),
                "proof-sum" => options.proof_sum = RULES[chosen],
                "disproof-sum" => options.disproof_sum = RULES[chosen],
                "dominance" => options.dominance = chosen == 0,
                "delay" => options.delay = chosen == 0,
                "mate-in-one" => options.mate_in_one = chosen == 0,
                "weights" => options.weighed = chosen == 0,
                _ => options.epsilon = epsilon(text, value)?,
            }
        }
        Ok(Self { options })
    }

    /// The options that are not as they are by default.
    pub(crate) fn words(self) -> Vec<String> {
        let Options { dominance, delay, mate_in_one, weighed, proof_sum, disproof_sum, epsilon } = self.options;
        let mut words = sum_words(proof_sum, disproof_sum);
        if epsilon != Options::default().epsilon {
            words.push(format!("epsilon={epsilon}"));
        }
        let switches = [
            (!dominance, "dominance=off"),
            (!delay, "delay=off"),
            (!mate_in_one, "mate-in-one=off"),
            (!weighed, "weights=off"),
        ];
        words.extend(switches.iter().filter(|(on, _)| *on).map(|(_, word)| (*word).to_owned()));
        words
    }
}
