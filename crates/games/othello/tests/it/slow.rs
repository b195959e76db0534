//! A slow reading of the rules: a list of squares, and walks from square to square.

use proofset_core::Player;

/// A board and who is to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Slow {
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    /// Row by row.
    pub(crate) squares: Vec<Option<Player>>,
    pub(crate) to_move: Player,
}

impl Slow {
    /// From the text of a position, without what follows.
    pub(crate) fn new(columns: i32, rows: i32, text: &str) -> Self {
        let player = |symbol| match symbol {
            'X' => Some(Player::First),
            'O' => Some(Player::Second),
            _ => None,
        };
        let (board, side) = text.split_once(' ').expect("a board and a side");
        let to_move = player(side.chars().next().expect("a side")).expect("X or O");
        Self { columns, rows, squares: board.chars().map(player).collect(), to_move }
    }

    fn index(&self, column: i32, row: i32) -> Option<usize> {
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        inside.then(|| usize::try_from(row * self.columns + column).expect("it is inside"))
    }

    /// The discs that this player flips with a disc on this square.
    fn flips(&self, column: i32, row: i32, player: Player) -> Vec<usize> {
        let mut flips = Vec::new();
        for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let mut line = Vec::new();
            for step in 1.. {
                let Some(index) = self.index(column + right * step, row + down * step) else { break };
                match self.squares[index] {
                    None => break,
                    Some(disc) if disc == player => {
                        flips.append(&mut line);
                        break;
                    }
                    Some(_) => line.push(index),
                }
            }
        }
        flips
    }

    /// The squares by column and row where this player flips something.
    pub(crate) fn places(&self, player: Player) -> Vec<(i32, i32)> {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        all.filter(|&(column, row)| {
            let empty = self.index(column, row).is_some_and(|index| self.squares[index].is_none());
            empty && !self.flips(column, row, player).is_empty()
        })
        .collect()
    }

    /// The moves of an unfinished game; `None` is a pass.
    pub(crate) fn moves(&self) -> Vec<Option<(i32, i32)>> {
        let places = self.places(self.to_move);
        if places.is_empty() { vec![None] } else { places.into_iter().map(Some).collect() }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.places(Player::First).is_empty() && self.places(Player::Second).is_empty()
    }

    pub(crate) fn play(&self, mv: Option<(i32, i32)>) -> Self {
        let mut next = self.clone();
        if let Some((column, row)) = mv {
            let disc = self.index(column, row).expect("it is a square");
            for index in self.flips(column, row, self.to_move).into_iter().chain([disc]) {
                next.squares[index] = Some(self.to_move);
            }
        }
        next.to_move = self.to_move.opponent();
        next
    }

    /// The score of a finished game for the player to move.
    pub(crate) fn score(&self, award: bool) -> i32 {
        let count = |wanted| i32::try_from(self.squares.iter().filter(|&&disc| disc == wanted).count()).expect("few");
        let difference = count(Some(self.to_move)) - count(Some(self.to_move.opponent()));
        difference + if award { difference.signum() * count(None) } else { 0 }
    }

    /// The text of the position.
    pub(crate) fn text(&self) -> String {
        let symbol = |disc: &Option<Player>| match disc {
            None => '-',
            Some(Player::First) => 'X',
            Some(Player::Second) => 'O',
        };
        let board: String = self.squares.iter().map(symbol).collect();
        format!("{board} {}", symbol(&Some(self.to_move)))
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over() {
            return 0;
        }
        self.moves().into_iter().map(|mv| self.play(mv).perft(depth - 1)).sum()
    }
}
