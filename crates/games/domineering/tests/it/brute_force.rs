//! Another reading of the rules: cells in a text, every game played to its end.

use std::collections::HashMap;

use proofset_core::Player;

/// Results of positions on a board of one size.
pub(crate) struct BruteForce {
    rows: usize,
    columns: usize,
    known: HashMap<String, Player>,
}

/// A position: the cells whose bits are set are taken.
pub(crate) fn text(rows: usize, columns: usize, taken: u32, to_move: char) -> String {
    let line = |row: usize| -> String {
        (0..columns).map(|column| if taken >> (row * columns + column) & 1 == 1 { '#' } else { '.' }).collect()
    };
    format!("{} {to_move}", (0..rows).map(line).collect::<Vec<_>>().join("/"))
}

impl BruteForce {
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, known: HashMap::new() }
    }

    /// The dominoes that fit, by their two places in the text.
    fn fits(&self, text: &str) -> Vec<[usize; 2]> {
        let symbols: Vec<char> = text.chars().collect();
        let step = if text.ends_with('V') { self.columns + 1 } else { 1 };
        let end = self.rows * (self.columns + 1) - 1;
        (0..end)
            .map(|place| [place, place + step])
            .filter(|domino| domino.iter().all(|&place| place < end && symbols[place] == '.'))
            .collect()
    }

    /// The moves as they are written, row by row.
    pub(crate) fn moves(&self, text: &str) -> Vec<String> {
        let cell = |place: usize| {
            let (row, column) = (place / (self.columns + 1), place % (self.columns + 1));
            format!("{}{}", char::from(b'a' + column as u8), row + 1)
        };
        self.fits(text).into_iter().map(|domino| domino.map(cell).concat()).collect()
    }

    /// Who wins.
    pub(crate) fn winner(&mut self, text: &str) -> Player {
        if let Some(&player) = self.known.get(text) {
            return player;
        }
        let (mover, other, last) = if text.ends_with('V') {
            (Player::First, Player::Second, "H")
        } else {
            (Player::Second, Player::First, "V")
        };
        let wins = self.fits(text).into_iter().any(|[one, two]| {
            let mut next = text.to_owned();
            next.replace_range(one..=one, "#");
            next.replace_range(two..=two, "#");
            next.replace_range(text.len() - 1.., last);
            self.winner(&next) == mover
        });
        let player = if wins { mover } else { other };
        self.known.insert(text.to_owned(), player);
        player
    }
}
