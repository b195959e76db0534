//! Protocols: how a program with a board asks for answers about a game.
//!
//! The idea: such protocols agree in nearly everything. Lines come in and go out, a position is named, `go` asks with limits
//! on time and nodes, `stop` is heard while a search runs, options are set. All of that a program has once. What a
//! protocol has for itself is some words, the goals that its questions stand for, and the form of its answers: a
//! [`Protocol`], which a game brings with its entry.

use std::time::Duration;

use proofset_core::Verdict;

/// A protocol by which a program with a board asks about a game.
///
/// A program speaks it under its [name](Self::name): `proofset usi`. Its own commands come first, so a protocol must not
/// have the name of one.
pub trait Protocol: Send + Sync {
    /// The word that begins a conversation. With `ok` behind it, it ends the introduction.
    fn name(&self) -> &'static str;

    /// What it is, in a line, for help.
    fn summary(&self) -> &'static str;

    /// The command that announces another game.
    fn new_game(&self) -> &'static str;

    /// The option that says how much memory a search may take, in MiB.
    fn memory_option(&self) -> &'static str {
        "Hash"
    }

    /// The option that chooses among the games that bring this protocol, by the names that the catalog has for them; `None`
    /// if it speaks of one game only, the first that brings it.
    fn variant_option(&self) -> Option<&'static str> {
        None
    }

    /// Options beside those that every protocol has: memory, `Threads` and `Algorithm`. Games that bring the same protocol
    /// have the same.
    fn options(&self) -> Vec<EngineOption> {
        Vec::new()
    }

    /// The position that the words after `position` name, as the game reads positions.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong with the words.
    fn position(&self, words: &[&str]) -> Result<String, String> {
        Ok(words.join(" "))
    }

    /// The goal where the words after `go` say none; `None` for the one that the game takes.
    fn goal(&self, settings: &Settings) -> Option<String> {
        let _ = settings;
        None
    }

    /// The word after `go` that tells the clock of the side to move, such as `wtime`, in the position that the words after
    /// `position` name; with none, in the game's start. `None` if that is not known: then the shorter clock counts.
    fn own_clock(&self, position: &[&str]) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// What the next of the words after `go` ask, if they are this protocol's own. Limits on time and nodes, clocks,
    /// `infinite`, `ponder` and `depth` are known to every protocol, unless it takes them here.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong with the words.
    fn go(&self, words: &[&str]) -> Result<Option<GoWords>, String>;

    /// A move of a line, as the protocol writes it.
    fn move_text(&self, mv: &str) -> String {
        mv.to_owned()
    }

    /// What stands behind `score` for a proof of this length; `None` if nothing is to.
    fn score(&self, plies: usize) -> Option<String>;

    /// The line that ends the answer to a `go` with these words.
    fn answer(&self, go: &[&str], reply: &Reply<'_>) -> String;
}

/// What some words after `go` ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoWords {
    /// How many words these are; at least one.
    pub taken: usize,
    /// The goal, if they say one.
    pub goal: Option<String>,
    /// The time for the search, if they say one. Clocks do not count then.
    pub time: Option<Duration>,
}

/// What is known when a question is answered.
pub struct Reply<'a> {
    /// The verdict; `None` if the question cannot be asked.
    pub verdict: Option<Verdict>,
    /// The line of the search, as the protocol writes moves. If the goal is proven, it is that of the proof, or empty if
    /// the proof is not at hand.
    pub line: &'a [String],
    /// A move that is legal and no more, if the position is one and has any.
    pub legal_move: &'a dyn Fn() -> Option<String>,
}

/// An option of a protocol.
#[derive(Clone, Debug)]
pub struct EngineOption {
    /// The name. Capitals make no difference when it is set.
    pub name: &'static str,
    /// What stands behind the name in the introduction: `type check default true`.
    pub declared: &'static str,
    /// The value if nothing is said.
    pub default: &'static str,
    /// Refuses what is no value; the error says what to give: `give true or false`.
    pub check: fn(&str) -> Result<(), String>,
}

impl EngineOption {
    /// An option that is on or off.
    pub fn switch(name: &'static str, is_on: bool) -> Self {
        let (declared, default) =
            if is_on { ("type check default true", "true") } else { ("type check default false", "false") };
        let check = |value: &str| match value {
            "true" | "false" => Ok(()),
            _ => Err("give true or false".to_owned()),
        };
        Self { name, declared, default, check }
    }
}

/// The options of a protocol with their values.
#[derive(Clone, Debug, Default)]
pub struct Settings(Vec<(EngineOption, String)>);

impl Settings {
    /// All options as they are if nothing is said.
    pub fn new(options: Vec<EngineOption>) -> Self {
        Self(options.into_iter().map(|option| (option.clone(), option.default.to_owned())).collect())
    }

    /// The options.
    pub fn options(&self) -> impl Iterator<Item = &EngineOption> {
        self.0.iter().map(|(option, _)| option)
    }

    /// Sets an option. False if there is none of this name.
    ///
    /// # Errors
    ///
    /// A message that says what the value must be. The old one stays.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let Some((option, place)) = self.0.iter_mut().find(|(option, _)| option.name.eq_ignore_ascii_case(name)) else {
            return Ok(false);
        };
        (option.check)(value).map_err(|advice| format!("{} cannot be {value:?}; {advice}", option.name))?;
        value.clone_into(place);
        Ok(true)
    }

    /// The value of an option; empty if there is none of this name.
    pub fn value(&self, name: &str) -> &str {
        self.0.iter().find(|(option, _)| option.name == name).map_or("", |(_, value)| value)
    }

    /// True if the value of an option is `true`.
    pub fn is_on(&self, name: &str) -> bool {
        self.value(name) == "true"
    }
}

/// The number behind the first of some words.
///
/// # Errors
///
/// A message that names the word, if there is none or it is no whole number.
pub fn number_after(words: &[&str]) -> Result<u64, String> {
    let name = words.first().copied().unwrap_or_default();
    let number = words.get(1).ok_or_else(|| format!("{name} needs a number"))?;
    number.parse().map_err(|_| format!("{name} cannot be {number:?}; give a whole number"))
}
