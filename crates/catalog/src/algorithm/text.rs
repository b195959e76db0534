//! Algorithms as texts: how they are read, and how they are printed.

use std::fmt;
use std::str::FromStr;

use super::entry::Algorithm;
use super::list::{having, named, said};
use super::option::Level;
use super::spec::{AlgorithmSpec, Cap, Family};
use crate::InputError;

impl FromStr for AlgorithmSpec {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let words: Vec<&str> = rest.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        let unknown = || format!("there is no algorithm {name:?}; `proofset algorithms` lists them");
        let algorithm = named(name).ok_or_else(|| Self::error(text, unknown()))?;
        read(&algorithm, &words).map_err(|message| Self::error(text, message))
    }
}

impl AlgorithmSpec {
    /// Reads the text of a search of somebody's own, if it is one of these.
    pub(crate) fn of_own(text: &str, searches: &[&'static str]) -> Option<Result<Self, InputError>> {
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let own = searches.iter().find(|own| **own == name)?;
        let mut spec = Self::new(Family::Own(own));
        match rest.trim().split_once('=') {
            None if rest.trim().is_empty() => {}
            Some(("init", heuristic)) if !heuristic.contains(',') => spec.init = Some(heuristic.trim().to_owned()),
            _ => return Some(Err(Self::error(text, format!("{name} has one option, init=NAME, and not {rest:?}")))),
        }
        Some(Ok(spec))
    }
}

/// What the words after a name say; else what is wrong with them.
fn read(algorithm: &Algorithm, words: &[&str]) -> Result<AlgorithmSpec, String> {
    let name = algorithm.name();
    let given: Vec<(&str, &str)> = words.iter().filter_map(|word| word.split_once('=')).collect();
    // The last would win, and nobody would be told.
    if let Some((_, (key, _))) = given.iter().enumerate().find(|(place, (key, _))| has_key(&given[..*place], key)) {
        return Err(format!("{key} is given twice; give it once"));
    }
    let mut spec = algorithm.default.clone();
    let plain: Vec<&str> = words.iter().copied().filter(|word| !word.contains('=')).collect();
    match (algorithm.caps, plain.first()) {
        (Some(caps), _) => {
            refuse_late_caps(algorithm, words)?;
            let (proof, disproof) = caps(&mut spec);
            (*proof, *disproof) = read_caps(name, &plain)?;
        }
        (None, Some(word)) => return Err(refusal(algorithm, word)),
        (None, None) => {}
    }
    for &(key, value) in &given {
        let option = algorithm.option(key).ok_or_else(|| refusal(algorithm, &format!("{key}={value}")))?;
        option.set(&mut spec, value)?;
    }
    for check in &algorithm.checks {
        check(name, &mut spec, &given)?;
    }
    Ok(spec)
}

fn has_key(given: &[(&str, &str)], key: &str) -> bool {
    given.iter().any(|(known, _)| *known == key)
}

/// Caps come before options, but for those of the second level, which may stand anywhere.
fn refuse_late_caps(algorithm: &Algorithm, words: &[&str]) -> Result<(), String> {
    let is_early = |word: &&&str| {
        let key = word.split_once('=').map(|(key, _)| key);
        key.is_none_or(|key| algorithm.option(key).is_some_and(|option| option.level == Level::Second))
    };
    let early = words.iter().take_while(is_early).count();
    match words[early..].iter().find(|word| !word.contains('=')) {
        Some(word) => Err(format!("{word:?} stands after an option; caps come first")),
        None => Ok(()),
    }
}

fn read_caps(name: &str, words: &[&str]) -> Result<(Cap, Cap), String> {
    let cap = |word: &str| match word {
        "inf" => Ok(None),
        number => number.parse().map(Some).map_err(|_| {
            if number.is_empty() || number.contains(|symbol: char| !symbol.is_ascii_digit()) {
                format!("{number:?} is not a cap; give two numbers or inf, as in {name}:20,20")
            } else {
                format!("{number} is too large for a cap; give inf where no set is cut")
            }
        }),
    };
    match words {
        [] => Ok((None, None)),
        [p, d] => Ok((cap(p)?, cap(d)?)),
        [word] => {
            cap(word)?;
            Err(format!("{name} takes two caps, P and D, as in {name}:{word},{word}"))
        }
        _ => Err(format!("{name} takes two caps, P and D, and not {}", words.len())),
    }
}

/// What to say of a word that an algorithm does not take.
fn refusal(algorithm: &Algorithm, word: &str) -> String {
    let (name, example) = (algorithm.name(), algorithm.example);
    if let Some(message) = (algorithm.refuse)(name, word) {
        return message;
    }
    if !word.contains('=') && !example.is_empty() {
        return format!("{word:?} is no option; {name} takes none without `=`, as in {name}:{example}");
    }
    let key = word.split_once('=').map_or(word, |(key, _)| key);
    let (known, options) = (having(key).join(", "), algorithm.keys());
    match (known.is_empty(), options.is_empty()) {
        (true, true) => format!("there is no option {key:?}; {name} has none"),
        (true, false) => format!("there is no option {key:?}; the options of {name} are {options}"),
        (false, true) => format!("{key} is an option of {known}; {name} has none"),
        (false, false) => format!("{key} is an option of {known}; those of {name} are {options}"),
    }
}

impl AlgorithmSpec {
    /// What its text says of an option, as in `sum=weak`; `None` if it is as it is by default.
    pub(crate) fn word(&self, key: &str) -> Option<String> {
        let algorithm = said(self);
        algorithm.option(key)?.word(self, &algorithm.default)
    }
}

impl fmt::Display for AlgorithmSpec {
    /// The shortest text that parses to this specification.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Family::Own(name) = self.family {
            f.write_str(name)?;
            return self.init.as_ref().map_or(Ok(()), |init| write!(f, ":init={init}"));
        }
        let algorithm = said(self);
        f.write_str(algorithm.name())?;
        match algorithm.words(self).as_slice() {
            [] => Ok(()),
            words => write!(f, ":{}", words.join(",")),
        }
    }
}
