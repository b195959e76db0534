//! A position with the moves behind it, as UCI says it, and lines of play with the numbers of moves.

use cozy_chess::Color;
use proofset_core::NotationError;

use crate::epd::FIELDS;

/// Reads FEN or EPD; or `startpos` or `fen` with a FEN, with UCI's `position` before it or without, and maybe `moves` and moves
/// behind it. `read` takes the fields of a position, which are those of `start` for `startpos`, and `play` a move.
///
/// # Errors
///
/// Those of `read` and of `play`, with the number of the move; and when a word follows `startpos`.
pub fn read_position<P>(
    text: &str,
    start: &str,
    read: impl FnOnce(&[&str]) -> Result<P, NotationError>,
    mut play: impl FnMut(P, &str) -> Result<P, NotationError>,
) -> Result<P, NotationError> {
    let words = words(text);
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (position, moves) = words.split_at(end);
    let mut position = match position {
        ["startpos"] => read(&self::words(start))?,
        ["startpos", word, ..] => {
            let message = format!("`{word}` follows `startpos`; expected `moves`, or nothing");
            return Err(NotationError::new(message));
        }
        ["fen", fields @ ..] | fields => read(fields)?,
    };
    for (number, text) in (1..).zip(moves.iter().skip(1)) {
        position = play(position, text)
            .map_err(|error| NotationError::new(format!("move {number} after the position: {error}")))?;
    }
    Ok(position)
}

/// The words of a position, without UCI's `position` before it. What stands behind the fields of an EPD are operations, such as
/// `bm Ra8#;`, which say nothing of the position.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if words.first() == Some(&"position") {
        words.remove(0);
    }
    let fields = FIELDS + usize::from(words.first() == Some(&"fen"));
    let is_operation = |word: &&str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    if text.contains(';')
        && let Some(operations) = words.iter().skip(fields).position(is_operation)
    {
        words.truncate(fields + operations);
    }
    words
}

/// A line of play with the numbers of moves from 1, `first` being to move at first.
pub fn numbered(first: Color, moves: impl IntoIterator<Item = String>) -> String {
    let mut words = Vec::new();
    let (mut to_move, mut number) = (first, 1);
    for (index, mv) in moves.into_iter().enumerate() {
        match to_move {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(mv);
        number += u32::from(to_move == Color::Black);
        to_move = !to_move;
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use cozy_chess::Color;

    use super::{numbered, words};

    #[test]
    fn operations_are_no_words_of_a_position() {
        for (text, count) in [
            ("8/8/8/8/8/k7/8/K6r w - -", 4),
            ("8/8/8/8/8/k7/8/K6r w - - bm Rh1#;", 4),
            ("position fen 8/8/8/8/8/k7/8/K6r w - - 3 17 id \"no moves\";", 7),
            // Without a semicolon it is none, and is refused later.
            ("8/8/8/8/8/k7/8/K6r w - - bm Rh1#", 6),
        ] {
            assert_eq!(words(text).len(), count, "{text}");
        }
    }

    #[test]
    fn lines_begin_with_the_side_to_move() {
        let line = |first| numbered(first, ["a", "b", "c"].map(str::to_owned));
        assert_eq!(line(Color::White), "1. a b 2. c");
        assert_eq!(line(Color::Black), "1... a 2. b c");
    }
}
