//! Whose clock runs in a position that the Universal Chess or Shogi Interface names.
//!
//! The idea: both name a position and the moves from it, and sides move by turns; so the words tell it, and no game is asked.

/// The clock of the side to move, where `first` is the letter of the side that begins in the start position; `None` if the words
/// name no side.
pub(crate) fn clock_to_move(position: &[&str], first: &str) -> Option<&'static str> {
    let moves = position.iter().position(|&word| word == "moves").unwrap_or(position.len());
    let (setup, moves) = position.split_at(moves);
    let side: &str = match setup {
        [] | ["startpos"] => first,
        ["fen" | "sfen", _, side, ..] => side,
        _ => return None,
    };
    let clocks = match side {
        "w" => ["wtime", "btime"],
        "b" => ["btime", "wtime"],
        _ => return None,
    };
    // The word `moves` stands before them.
    Some(clocks[moves.len().saturating_sub(1) % 2])
}
