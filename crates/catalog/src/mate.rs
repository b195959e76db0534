//! The search for mates by name: `mate`, `mate:delay=off`, `mate:epsilon=0.25,sum=weak`.

use proofset_mate::{Options, Slack, SumRule};

use crate::InputError;
use crate::algorithm::{AlgorithmSpec, OptionEntry, OptionValues, choice, no_option};

/// A search for mates with all of its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MateSpec {
    /// What the engine can choose.
    pub options: Options,
}

/// The name.
pub(crate) const MATE: &str = "mate";

/// The names of the rules for sums.
pub(crate) const MATE_SUMS: &[&str] = &["tree", "weak"];

const RULES: [SumRule; 2] = [SumRule::Sum, SumRule::Weak];

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
                _ => {
                    options.slack = value.parse().ok().and_then(Slack::new).ok_or_else(|| {
                        let message = format!("epsilon cannot be {value:?}; give a number from 0 to 16, such as 0.25");
                        AlgorithmSpec::error(text, message)
                    })?;
                }
            }
        }
        Ok(Self { options })
    }

    /// The options that are not as they are by default.
    pub(crate) fn words(self) -> Vec<String> {
        let Options { dominance, delay, mate_in_one, weighed, proof_sum, disproof_sum, slack } = self.options;
        let switches = [
            (proof_sum == disproof_sum && proof_sum == SumRule::Weak, "sum=weak"),
            (proof_sum != disproof_sum && proof_sum == SumRule::Weak, "proof-sum=weak"),
            (proof_sum != disproof_sum && disproof_sum == SumRule::Weak, "disproof-sum=weak"),
            (!dominance, "dominance=off"),
            (!delay, "delay=off"),
            (!mate_in_one, "mate-in-one=off"),
            (!weighed, "weights=off"),
        ];
        let on = switches.iter().filter(|(on, _)| *on);
        let mut words: Vec<String> = on.map(|(_, word)| (*word).to_owned()).collect();
        if slack != Options::default().slack {
            words.push(format!("epsilon={slack}"));
        }
        words
    }
}
