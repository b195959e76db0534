//! A slow reading of the rules: cells by column and row, every capture followed word by word, no sets.

use std::collections::{BTreeMap, BTreeSet};

/// The kinds of draughts, as a player tells them apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    English,
    Russian,
    International,
}

type Cell = (i32, i32);

/// A piece as diagrams have it: `w`, `b`, `W` or `B`.
type Cells = BTreeMap<Cell, char>;

/// A board with one side to move.
pub(crate) struct Slow {
    kind: Kind,
    side: i32,
    cells: Cells,
    white: bool,
}

const WAYS: [Cell; 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

impl Slow {
    /// The board that a diagram shows.
    pub(crate) fn new(kind: Kind, diagram: &str, white: bool) -> Self {
        let mut cells = Cells::new();
        for (row, line) in (0..).zip(diagram.lines()) {
            for (column, symbol) in (0..).zip(line.chars().step_by(2)) {
                if symbol.is_ascii_alphabetic() {
                    cells.insert((column, row), symbol);
                }
            }
        }
        Self { kind, side: if kind == Kind::International { 10 } else { 8 }, cells, white }
    }

    fn is_own(&self, piece: char) -> bool {
        piece.eq_ignore_ascii_case(&'w') == self.white
    }

    fn is_on_board(&self, (column, row): Cell) -> bool {
        (0..self.side).contains(&column) && (0..self.side).contains(&row)
    }

    fn is_king_row(&self, (_, row): Cell) -> bool {
        row == if self.white { 0 } else { self.side - 1 }
    }

    fn is_forward(&self, way: Cell) -> bool {
        (way.1 < 0) == self.white
    }

    fn flies(&self, piece: char) -> bool {
        piece.is_ascii_uppercase() && self.kind != Kind::English
    }

    /// The boards behind all moves.
    pub(crate) fn after_moves(&self) -> BTreeSet<String> {
        let mut captures = Vec::new();
        let mut steps = BTreeSet::new();
        for (&from, &piece) in self.cells.iter().filter(|(_, piece)| self.is_own(**piece)) {
            let mut lifted = self.cells.clone();
            lifted.remove(&from);
            for (to, piece, taken) in self.captures(&lifted, from, piece, &BTreeSet::new()) {
                let mut cells = lifted.clone();
                cells.retain(|cell, _| !taken.contains(cell));
                cells.insert(to, self.crowned(to, piece));
                captures.push((taken.len(), self.diagram(&cells)));
            }
            for way in WAYS {
                if piece.is_ascii_lowercase() && !self.is_forward(way) {
                    continue;
                }
                let mut to = from;
                loop {
                    to = (to.0 + way.0, to.1 + way.1);
                    if !self.is_on_board(to) || self.cells.contains_key(&to) {
                        break;
                    }
                    let mut cells = lifted.clone();
                    cells.insert(to, self.crowned(to, piece));
                    steps.insert(self.diagram(&cells));
                    if !self.flies(piece) {
                        break;
                    }
                }
            }
        }
        let Some(most) = captures.iter().map(|(taken, _)| *taken).max() else { return steps };
        let counts = |taken: usize| self.kind != Kind::International || taken == most;
        captures.into_iter().filter(|(taken, _)| counts(*taken)).map(|(_, diagram)| diagram).collect()
    }

    fn crowned(&self, cell: Cell, piece: char) -> char {
        if self.is_king_row(cell) { piece.to_ascii_uppercase() } else { piece }
    }

    /// All ways to go on capturing: where each ends, as what, and what was taken. None if nothing can be captured.
    fn captures(
        &self,
        cells: &Cells,
        from: Cell,
        piece: char,
        taken: &BTreeSet<Cell>,
    ) -> Vec<(Cell, char, BTreeSet<Cell>)> {
        if self.kind == Kind::English && piece.is_ascii_lowercase() && self.is_king_row(from) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for way in WAYS {
            if self.kind == Kind::English && piece.is_ascii_lowercase() && !self.is_forward(way) {
                continue;
            }
            let next = |cell: Cell| (cell.0 + way.0, cell.1 + way.1);
            let is_free = |cell: Cell| self.is_on_board(cell) && !cells.contains_key(&cell);
            let mut victim = next(from);
            while self.flies(piece) && is_free(victim) {
                victim = next(victim);
            }
            let is_victim = cells.get(&victim).is_some_and(|&other| !self.is_own(other)) && !taken.contains(&victim);
            if !is_victim {
                continue;
            }
            let mut taken = taken.clone();
            taken.insert(victim);
            let (mut ends, mut longer) = (Vec::new(), Vec::new());
            let mut to = next(victim);
            while is_free(to) {
                let landed = if self.kind == Kind::Russian { self.crowned(to, piece) } else { piece };
                ends.push((to, landed, taken.clone()));
                longer.extend(self.captures(cells, to, landed, &taken));
                if !self.flies(piece) {
                    break;
                }
                to = next(to);
            }
            all.extend(if longer.is_empty() { ends } else { longer });
        }
        all
    }

    fn diagram(&self, cells: &Cells) -> String {
        let symbol = |cell: Cell| match cells.get(&cell) {
            Some(piece) => piece.to_string(),
            None if (cell.0 + cell.1) % 2 == 1 => ".".to_owned(),
            None => " ".to_owned(),
        };
        let line = |row| {
            let symbols: Vec<String> = (0..self.side).map(|column| symbol((column, row))).collect();
            format!("{}\n", symbols.join(" ").trim_end())
        };
        (0..self.side).map(line).collect()
    }
}
