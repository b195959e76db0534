//! The Universal Shogi Interface (T. Romstad 2007), as far as it asks for mates.
//!
//! `go mate` asks for the whole line, within a time; any other `go` for a move. The length of a mate is in plies.

use std::time::Duration;

use proofset_catalog::{EngineOption, GoWords, Protocol, Reply, Settings, number_after};
use proofset_core::Verdict;

use crate::clock::clock_to_move;

pub(crate) struct Usi;

/// Whether interpositions count that put a mate off and change nothing.
const COUNT_FUTILE: &str = "CountFutile";

impl Protocol for Usi {
    fn name(&self) -> &'static str {
        "usi"
    }

    fn summary(&self) -> &'static str {
        "Answer a program with a board: mates in shogi, by the Universal Shogi Interface"
    }

    fn new_game(&self) -> &'static str {
        "usinewgame"
    }

    fn memory_option(&self) -> &'static str {
        "USI_Hash"
    }

    fn options(&self) -> Vec<EngineOption> {
        vec![EngineOption::switch(COUNT_FUTILE, true)]
    }

    fn goal(&self, settings: &Settings) -> Option<String> {
        (!settings.is_on(COUNT_FUTILE)).then(|| "mate:no-futile".to_owned())
    }

    fn own_clock(&self, position: &[&str]) -> Option<&'static str> {
        clock_to_move(position, "b")
    }

    /// `mate`, `mate infinite`, `mate MILLISECONDS`.
    fn go(&self, words: &[&str]) -> Result<Option<GoWords>, String> {
        match words {
            ["mate"] => Ok(Some(GoWords { taken: 1, ..GoWords::default() })),
            ["mate", "infinite", ..] => Ok(Some(GoWords { taken: 2, ..GoWords::default() })),
            ["mate", ..] => {
                let time = Some(Duration::from_millis(number_after(words)?));
                Ok(Some(GoWords { taken: 2, time, ..GoWords::default() }))
            }
            _ => Ok(None),
        }
    }

    fn score(&self, plies: usize) -> Option<String> {
        Some(format!("mate {plies}"))
    }

    fn answer(&self, go: &[&str], reply: &Reply<'_>) -> String {
        let line = reply.line;
        match (go.contains(&"mate"), reply.verdict) {
            (true, None) => "checkmate notimplemented".to_owned(),
            (true, Some(Verdict::Proven)) if !line.is_empty() => format!("checkmate {}", line.join(" ")),
            (true, Some(Verdict::Disproven)) => "checkmate nomate".to_owned(),
            (true, _) => "checkmate timeout".to_owned(),
            (false, Some(Verdict::Proven)) => {
                let mv = line.first().cloned().or_else(reply.legal_move);
                format!("bestmove {}", mv.as_deref().unwrap_or("resign"))
            }
            // Nothing but mates is known here.
            (false, _) => "bestmove resign".to_owned(),
        }
    }
}
