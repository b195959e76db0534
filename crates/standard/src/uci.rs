//! The Universal Chess Interface (R. Huber and S. Meyer-Kahlen 2000), as far as it asks for mates.
//!
//! `go mate N` asks for a mate in so many moves; any other `go` for one in any number. The answer is a move, and the length
//! of a mate is in moves.

use proofset_catalog::{GoWords, Protocol, Reply, number_after};

pub(crate) struct Uci;

impl Protocol for Uci {
    fn name(&self) -> &'static str {
        "uci"
    }

    fn summary(&self) -> &'static str {
        "Answer a program with a board: mates in chess, by the Universal Chess Interface"
    }

    fn new_game(&self) -> &'static str {
        "ucinewgame"
    }

    /// `mate MOVES`.
    fn go(&self, words: &[&str]) -> Result<Option<GoWords>, String> {
        if words.first() != Some(&"mate") {
            return Ok(None);
        }
        let goal = Some(format!("mate-in:{}", number_after(words)?));
        Ok(Some(GoWords { taken: 2, goal, ..GoWords::default() }))
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
