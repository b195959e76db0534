//! What the words after `go` ask.

use std::time::Duration;

use proofset_catalog::{Protocol, Settings, number_after};

/// A question with its limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The goal, as the catalog takes it; `None` for the usual one.
    pub(crate) goal: Option<String>,
    pub(crate) time: Option<Duration>,
    pub(crate) expansions: Option<u64>,
}

/// What the words ask. Those that are the protocol's own come first.
pub(crate) fn asked(protocol: &dyn Protocol, settings: &Settings, words: &[&str]) -> Result<Asked, String> {
    let mut asked = Asked { goal: protocol.goal(settings), ..Asked::default() };
    // Nothing is known about games: a twentieth of what is left on the shorter clock.
    let mut clock: Option<u64> = None;
    let mut rest = words;
    while let Some(&word) = rest.first() {
        let taken = if let Some(own) = protocol.go(rest)? {
            asked.goal = own.goal.or(asked.goal);
            asked.time = own.time.or(asked.time);
            own.taken.max(1)
        } else {
            match word {
                "infinite" | "ponder" => 1,
                "movetime" | "byoyomi" => {
                    asked.time = Some(Duration::from_millis(number_after(rest)?));
                    2
                }
                "nodes" => {
                    asked.expansions = Some(number_after(rest)?);
                    2
                }
                "btime" | "wtime" => {
                    let left = number_after(rest)? / 20;
                    clock = Some(clock.map_or(left, |other| other.min(left)));
                    2
                }
                "binc" | "winc" | "movestogo" | "depth" => number_after(rest).map(|_| 2)?,
                word => return Err(format!("go does not know {word:?}")),
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    let time = asked.time.unwrap_or_default();
    asked.time = clock.map(|left| time.max(Duration::from_millis(left))).or(asked.time);
    Ok(asked)
}
