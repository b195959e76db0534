//! Minimax searches by name: `negascout`, `test:etc=on`, `mtdf:guess=3,depth=8`.

use proofset_minimax::{Method, Options};

use crate::InputError;
use crate::algorithm::{AlgorithmSpec, OptionEntry, OptionValues, choice, no_option};
use crate::depth_first::number;

/// A minimax search with all of its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimaxSpec {
    /// What the engine can choose.
    pub options: Options,
}

/// The names of the methods.
pub(crate) const MINIMAX: &[&str] = &["alphabeta", "negascout", "scout", "test", "mtdf"];

impl MinimaxSpec {
    /// Reads the options after a name.
    pub(crate) fn parse(text: &str, name: &str, words: &[&str]) -> Result<Self, InputError> {
        let mut options = Options::new(match name {
            "alphabeta" => Method::AlphaBeta,
            "negascout" => Method::nega_scout(),
            "scout" => Method::Scout,
            "test" => Method::Test,
            _ => Method::Mtd { guess: None },
        });
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                let message = format!("{word:?} is no option; {name} takes none without `=`, as in {name}:etc=on");
                return Err(AlgorithmSpec::error(text, message));
            };
            let entry = OptionEntry::find(name, key).ok_or_else(|| AlgorithmSpec::error(text, no_option(name, key)))?;
            let chosen = match entry.values {
                OptionValues::OneOf(values) => choice(text, key, values, value)?,
                _ => 0,
            };
            match key {
                "entries" => options.entries = Some(number(text, key, value, 0)?),
                "depth" => options.depth = Some(number(text, key, value, 1)?),
                "deepening" => options.deepening = chosen == 1,
                "knowledge" => options.knowledge = chosen == 0,
                "table-move" => options.ordering.table_move = chosen == 0,
                "hints" => options.ordering.hints = chosen == 0,
                "killers" => options.ordering.killers = chosen == 0,
                "history" => options.ordering.history = chosen == 0,
                "etc" => options.look_ahead = chosen == 1,
                _ => options.method = Self::method(text, options.method, key, value, chosen)?,
            }
        }
        if options.entries == Some(0) && matches!(options.method, Method::Mtd { .. }) {
            let message = "mtdf needs a table; leave out entries=0, or search with test";
            return Err(AlgorithmSpec::error(text, message));
        }
        Ok(Self { options })
    }

    /// A method with one of its own options changed.
    fn method(text: &str, method: Method, key: &str, value: &str, chosen: usize) -> Result<Method, InputError> {
        Ok(match (method, key) {
            (Method::NegaScout { shortcut, .. }, "listing") => {
                Method::NegaScout { shortcut, as_published: chosen == 1 }
            }
            (Method::NegaScout { as_published, .. }, _) => Method::NegaScout { shortcut: chosen == 0, as_published },
            _ => {
                let guess = value.parse().map_err(|_| {
                    let message = format!("guess cannot be {value:?}; give a whole number, as in guess=0");
                    AlgorithmSpec::error(text, message)
                })?;
                Method::Mtd { guess: Some(guess) }
            }
        })
    }

    /// The name of its method.
    pub(crate) fn name(self) -> &'static str {
        match self.options.method {
            Method::AlphaBeta => "alphabeta",
            Method::NegaScout { .. } => "negascout",
            Method::Scout => "scout",
            Method::Test => "test",
            Method::Mtd { .. } => "mtdf",
        }
    }

    /// The options that are not as they are by default.
    pub(crate) fn words(self) -> Vec<String> {
        let Options { method, depth, deepening, ordering, knowledge, look_ahead, entries } = self.options;
        let (shortcut, published, guess) = match method {
            Method::NegaScout { shortcut, as_published } => (shortcut, as_published, None),
            Method::Mtd { guess } => (true, false, guess),
            _ => (true, false, None),
        };
        let mut words: Vec<String> = Vec::new();
        words.extend(guess.map(|guess| format!("guess={guess}")));
        words.extend(depth.map(|plies| format!("depth={plies}")));
        words.extend(entries.map(|most| format!("entries={most}")));
        let switches = [
            (published, "listing=published"),
            (!shortcut, "shortcut=off"),
            (deepening, "deepening=on"),
            (!knowledge, "knowledge=off"),
            (!ordering.table_move, "table-move=off"),
            (!ordering.hints, "hints=off"),
            (!ordering.killers, "killers=off"),
            (!ordering.history, "history=off"),
            (look_ahead, "etc=on"),
        ];
        words.extend(switches.iter().filter(|(on, _)| *on).map(|(_, word)| (*word).to_owned()));
        words
    }
}
