//! An algorithm as its family declares it. What is said of it, how it is read and how it is printed follow from this.

use super::option;
use super::spec::{AlgorithmSpec, Cap};

/// An option of algorithms.
pub(crate) type Opt = option::Opt<AlgorithmSpec>;

/// An option of algorithms that is still to be said more about.
pub(crate) fn option(key: &'static str, summary: &'static str) -> option::Declaration<AlgorithmSpec> {
    option::Declaration::new(key, summary)
}

/// The place in a specification that an option stands for.
pub(crate) type Place<T> = option::Place<AlgorithmSpec, T>;

/// An algorithm as `proofset algorithms` lists it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AlgorithmEntry {
    /// How it is written.
    pub syntax: &'static str,
    /// What it is.
    pub summary: &'static str,
    /// Who published it.
    pub source: &'static str,
}

/// All that has a name of its own.
pub(crate) struct Algorithm {
    /// How lists name it: first by its name, and then perhaps with options that have a name in the literature.
    pub(crate) entries: Vec<AlgorithmEntry>,
    /// What its name alone says.
    pub(crate) default: AlgorithmSpec,
    /// Its options, in the order in which they are printed.
    pub(crate) options: Vec<Opt>,
    /// The two caps, P and D, if it has any.
    pub(crate) caps: Option<Caps>,
    /// One of its options, for those who write words that are none; empty if nothing is to be said of that.
    pub(crate) example: &'static str,
    /// What to say of a word that it does not take, if that is more than that there is no such option.
    pub(crate) refuse: fn(name: &str, word: &str) -> Option<String>,
    /// What its options must not say together, in the order in which it is looked at.
    pub(crate) checks: Vec<Check>,
}

/// The caps of a specification.
pub(crate) type Caps = fn(&mut AlgorithmSpec) -> (&mut Cap, &mut Cap);

/// Makes a specification consistent once all options are read, or says what is wrong with it.
pub(crate) type Check = fn(name: &str, spec: &mut AlgorithmSpec, given: &[(&str, &str)]) -> Result<(), String>;

impl Algorithm {
    /// An algorithm with some options, and with nothing special about it.
    pub(crate) fn new(
        syntax: &'static str,
        summary: &'static str,
        source: &'static str,
        default: AlgorithmSpec,
        options: Vec<Opt>,
    ) -> Self {
        Self {
            entries: vec![AlgorithmEntry { syntax, summary, source }],
            default,
            options,
            caps: None,
            example: "",
            refuse: |_, _| None,
            checks: Vec::new(),
        }
    }

    /// Lists it once more, with an option or with caps.
    pub(crate) fn or(mut self, syntax: &'static str, summary: &'static str, source: &'static str) -> Self {
        self.entries.push(AlgorithmEntry { syntax, summary, source });
        self
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        let syntax = self.entries[0].syntax;
        syntax.split(':').next().unwrap_or(syntax)
    }

    /// The option of this name.
    pub(crate) fn option(&self, key: &str) -> Option<&Opt> {
        self.options.iter().find(|option| option.key == key)
    }

    /// The names of its options.
    pub(crate) fn keys(&self) -> String {
        self.options.iter().map(|option| option.key).collect::<Vec<_>>().join(", ")
    }

    /// All that differs from the default, as it is written after the name.
    pub(crate) fn words(&self, spec: &AlgorithmSpec) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(caps) = self.caps {
            let mut spec = spec.clone();
            let (proof, disproof) = caps(&mut spec);
            if proof.is_some() || disproof.is_some() {
                let text = |cap: &Cap| cap.map_or("inf".to_owned(), |most| most.to_string());
                words.push(format!("{},{}", text(proof), text(disproof)));
            }
        }
        words.extend(self.options.iter().filter_map(|option| option.word(spec, &self.default)));
        words
    }
}
