//! Two-level algorithms by name: `pn2`, `pss2:20,20`, `pds-pn:size=full`, `dfpn-pn:a=100000,b=20000`.
//!
//! They are written like their first levels, with the size of the second level as further options.

use std::num::NonZeroU64;

use proofset_two_level::Budget;

use crate::InputError;
use crate::algorithm::AlgorithmSpec;

/// The names of two-level searches and of their first levels.
const NAMES: [(&str, &str); 4] = [("pn2", "pns"), ("pss2", "pss"), ("pds-pn", "pds"), ("dfpn-pn", "dfpn")];

/// The name of the first level of a two-level search.
pub(crate) fn first_level(name: &str) -> Option<&'static str> {
    NAMES.iter().find(|(two, _)| *two == name).map(|(_, first)| *first)
}

/// The name of the two-level search over a first level.
pub(crate) fn name_over(first: &str) -> &'static str {
    NAMES.iter().find(|(_, known)| *known == first).map(|(two, _)| *two).expect("no other first level is parsed")
}

/// Takes what is about the second level out of the words after a name.
pub(crate) fn take_budget<'a>(text: &str, words: &mut Vec<&'a str>) -> Result<Budget, InputError> {
    let (mut size, mut a, mut b) = (None, None, None);
    let mut fault = None;
    words.retain(|word: &&'a str| {
        let Some((key, value)) = word.split_once('=') else { return true };
        let number = value.parse().ok();
        let is_known = match key {
            "size" => {
                size = Some(match value {
                    "growth" => Budget::default(),
                    "full" => Budget::Full,
                    _ => Budget::Nodes(number.filter(|&nodes| nodes > 0).unwrap_or(0)),
                });
                size != Some(Budget::Nodes(0))
            }
            "a" => {
                a = number;
                a.is_some()
            }
            "b" => {
                b = number.and_then(NonZeroU64::new);
                b.is_some()
            }
            _ => return true,
        };
        if !is_known && fault.is_none() {
            let what = match key {
                "size" => "growth, full, or a whole number of nodes from 1 on, as in size=1000",
                "a" => "a whole number of nodes, as in a=100000",
                _ => "a whole number of nodes from 1 on, as in b=20000",
            };
            fault = Some(format!("{key} cannot be {value:?}; give {what}"));
        }
        false
    });
    let given = if a.is_some() { "a" } else { "b" };
    match (fault, size) {
        (Some(fault), _) => Err(AlgorithmSpec::error(text, fault)),
        (None, Some(Budget::Full | Budget::Nodes(_))) if a.is_some() || b.is_some() => {
            let message = format!("{given} is about a size that grows; leave out {given}, or give size=growth");
            Err(AlgorithmSpec::error(text, message))
        }
        (None, None | Some(Budget::Growth { .. })) => Ok(Budget::Growth { a, b }),
        (None, Some(size)) => Ok(size),
    }
}

/// The options that say what a budget is, unless it is the default.
pub(crate) fn words(budget: Budget) -> Vec<String> {
    match budget {
        Budget::Full => vec!["size=full".to_owned()],
        Budget::Nodes(nodes) => vec![format!("size={nodes}")],
        Budget::Growth { a, b } => {
            let a = a.map(|a| format!("a={a}"));
            a.into_iter().chain(b.map(|b| format!("b={b}"))).collect()
        }
    }
}
