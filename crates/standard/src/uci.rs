//! The Universal Chess Interface (R. Huber and S. Meyer-Kahlen 2000), as far as it asks for mates and wins.
//!
//! In chess `go mate N` asks for a mate in so many moves; any other `go` for one in any number. In antichess every `go` asks
//! for a win. The answer is a move, and the length of a mate is in moves. `UCI_Variant` chooses the game.

use proofset_catalog::{GoWords, Protocol, Reply, number_after};

use crate::clock::clock_to_move;

/// The protocol, for one of its games.
pub(crate) struct Uci {
    /// The goal that stands for `go mate`, before the number; none if the game has no such goal.
    mate: Option<&'static str>,
}

impl Uci {
    #[cfg(feature = "chess")]
    pub(crate) const CHESS: Self = Self { mate: Some("mate-in") };

    #[cfg(feature = "antichess")]
    pub(crate) const ANTICHESS: Self = Self { mate: None };
}

impl Protocol for Uci {
    fn name(&self) -> &'static str {
        "uci"
    }

    fn summary(&self) -> &'static str {
        "Answer a program with a board by the Universal Chess Interface: mates in chess, wins in its relatives"
    }

    fn new_game(&self) -> &'static str {
        "ucinewgame"
    }

    fn variant_option(&self) -> Option<&'static str> {
        Some("UCI_Variant")
    }

    fn own_clock(&self, position: &[&str]) -> Option<&'static str> {
        clock_to_move(position, "w")
    }

    /// `mate MOVES`.
    fn go(&self, words: &[&str]) -> Result<Option<GoWords>, String> {
        if words.first() != Some(&"mate") {
            return Ok(None);
        }
        let number = number_after(words)?;
        let Some(mate) = self.mate else {
            return Err("this game knows no bound on the length of a win; leave out mate".to_owned());
        };
        Ok(Some(GoWords { taken: 2, goal: Some(format!("{mate}:{number}")), ..GoWords::default() }))
    }

    fn score(&self, plies: usize) -> Option<String> {
        Some(format!("mate {}", plies.div_ceil(2)))
    }

    /// A player has to move, whatever is known.
    fn answer(&self, _go: &[&str], reply: &Reply<'_>) -> String {
        let mv = reply.line.first().cloned().or_else(reply.legal_move);
        format!("bestmove {}", mv.as_deref().unwrap_or("0000"))
    }
}
