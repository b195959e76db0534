//! A position and a line of play from it, as KIF and CSA files have them: a problem with its solution.
//!
//! The idea: the position is read as [`Board::from_kif`] and [`Board::from_csa`] do; moves are then made one by one, and
//! each has to be legal. What does not belong to them, such as comments, times and variations, is passed over, and not
//! written. The invariant: the moves of a record are legal, one after the other. The reference: the manual of Kakinoki
//! Shogi, and the "CSA standard game record file format", version 2.2.

use proofset_core::NotationError;

use crate::board::Board;
use crate::csa;
use crate::japanese;
use crate::moves::Move;
use crate::piece::{Color, Kind, Piece};
use crate::setup::error;
use crate::square::Square;

/// A position and moves from it.
///
/// ```
/// use proofset_shogi::Record;
///
/// # fn main() -> Result<(), proofset_core::NotationError> {
/// let record = Record::from_csa("P-51OU\nP+53FU00KI\nP-00AL\n+\n+0052KI\n%TSUMI")?;
/// assert_eq!(record.moves().len(), 1);
/// assert!(record.to_kif().contains("1 ５二金打"));
/// assert_eq!(Record::from_kif(&record.to_kif())?, record);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    board: Board,
    moves: Vec<Move>,
}

impl Board {
    /// Reads a position in whatever notation it is: a KIF file, a CSA file, or what is read as [text](std::str::FromStr).
    /// Of a file it is the position at its start, and moves that follow are not read.
    ///
    /// # Errors
    ///
    /// Says what is wrong, where, and what is expected instead.
    pub fn from_any_notation(text: &str) -> Result<Self, NotationError> {
        let mut lines = text.lines().map(str::trim_start);
        if lines.clone().any(|line| line.starts_with('|') || line.starts_with("手合割")) {
            return Self::from_kif(text);
        }
        // The board of an SFEN has slashes.
        let is_csa = |line: &str| {
            let mut signs = line.chars();
            signs.next() == Some('P') && signs.next().is_some_and(|sign| "I+-123456789".contains(sign))
        };
        if lines.any(|line| is_csa(line) && !line.contains('/')) {
            return Self::from_csa(text);
        }
        // What else these forms have, without a position.
        if text.lines().any(|line| line.starts_with("手数")) {
            return Self::from_kif(text);
        }
        if text.lines().any(|line| line.starts_with("V2") || line.starts_with("N+") || line.starts_with("N-")) {
            return Self::from_csa(text);
        }
        text.parse()
    }
}

impl Record {
    /// A record of these moves.
    ///
    /// # Errors
    ///
    /// Names the first move that is not legal.
    pub fn new(board: Board, moves: Vec<Move>) -> Result<Self, NotationError> {
        let mut here = board.clone();
        for (mv, number) in moves.iter().zip(1..) {
            here.parse_move(&mv.to_string()).map_err(|cause| error(format!("move {number}: {cause}")))?;
            here.make(*mv);
        }
        Ok(Self { board, moves })
    }

    /// Reads a KIF file; of its moves, the main line.
    ///
    /// # Errors
    ///
    /// Says what is wrong, in which line, and what is expected instead.
    pub fn from_kif(text: &str) -> Result<Self, NotationError> {
        let board = Board::from_kif(text)?;
        let mut reader = Moves::new(&board);
        // Lines of digits before that are part of the diagram.
        let heading = text.lines().position(|line| line.trim_start().starts_with("手数")).map_or(0, |at| at + 1);
        for (line, number) in text.lines().zip(1..).skip(heading) {
            let line = line.trim();
            if line.starts_with("変化") {
                break;
            }
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let rest = line[digits..].trim_start();
            if digits == 0 || rest.len() == line.len() - digits {
                continue;
            }
            // Whatever else ends a game: it is mate, it is given up, it is broken off.
            if !rest.starts_with(|sign| sign == '同' || japanese::file(sign).is_some()) {
                break;
            }
            reader.make(read_kif_move(rest, &reader), rest, number)?;
        }
        Ok(Self { board, moves: reader.moves })
    }

    /// Reads a CSA file.
    ///
    /// # Errors
    ///
    /// Says what is wrong, in which line, and what is expected instead.
    pub fn from_csa(text: &str) -> Result<Self, NotationError> {
        let board = Board::from_csa(text)?;
        let mut reader = Moves::new(&board);
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.starts_with('\''));
        for (part, number) in lines.flat_map(|(line, number)| line.split(',').map(move |part| (part.trim(), number))) {
            if part.starts_with('%') {
                break;
            }
            if part.len() > 1 && part.starts_with(['+', '-']) {
                reader.make(csa::read_move(part, &reader.board), part, number)?;
            }
        }
        Ok(Self { board, moves: reader.moves })
    }

    /// The position before the moves.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Writes a KIF file, but for the first line, in which such files may say how their text is encoded.
    pub fn to_kif(&self) -> String {
        let hand = |color: Color| {
            let held = self.board.hand(color).counts().map(|(kind, count)| {
                let count = if count > 1 { japanese::number_text(count) } else { String::new() };
                format!("{}{count}", japanese::sign(kind))
            });
            let held: Vec<String> = held.collect();
            if held.is_empty() { "なし".to_owned() } else { held.join("　") }
        };
        let cell = |piece: Option<Piece>| match piece {
            None => " ・".to_owned(),
            Some(Piece { color: Color::Black, kind }) => format!(" {}", japanese::sign(kind)),
            Some(Piece { color: Color::White, kind }) => format!("v{}", japanese::sign(kind)),
        };
        let mut lines = vec![
            format!("後手の持駒：{}", hand(Color::White)),
            "  ９ ８ ７ ６ ５ ４ ３ ２ １".to_owned(),
            EDGE.to_owned(),
        ];
        for rank in 1..=9 {
            lines.push(format!("|{}|{}", self.rank(rank, cell), japanese::number_text(rank)));
        }
        lines.push(EDGE.to_owned());
        lines.push(format!("先手の持駒：{}", hand(Color::Black)));
        if self.board.side_to_move() == Color::White {
            lines.push("後手番".to_owned());
        }
        lines.push("手数----指手---------消費時間--".to_owned());
        let (mut here, mut last) = (self.board.clone(), None);
        for (&mv, number) in self.moves.iter().zip(1..) {
            lines.push(format!("{number:4} {}", here.kif_move(mv, last, "同　")));
            last = Some(mv.to());
            here.make(mv);
        }
        if is_mate(&here) {
            lines.push(format!("{:4} 詰み", self.moves.len() + 1));
        }
        lines.join("\n") + "\n"
    }

    /// Writes a CSA file.
    pub fn to_csa(&self) -> String {
        let cell = |piece: Option<Piece>| {
            piece.map_or_else(
                || " * ".to_owned(),
                |Piece { color, kind }| format!("{}{}", csa::sign(color), csa::name(kind)),
            )
        };
        let mut lines = vec!["V2.2".to_owned()];
        lines.extend((1..=9).map(|rank| format!("P{rank}{}", self.rank(rank, cell))));
        for color in Color::ALL {
            let held = self.board.hand(color).counts();
            let held: String =
                held.map(|(kind, count)| format!("00{}", csa::name(kind)).repeat(count.into())).collect();
            if !held.is_empty() {
                lines.push(format!("P{}{held}", csa::sign(color)));
            }
        }
        lines.push(csa::sign(self.board.side_to_move()).to_string());
        let mut here = self.board.clone();
        for &mv in &self.moves {
            lines.push(csa::move_text(mv, &here));
            here.make(mv);
        }
        if is_mate(&here) {
            lines.push("%TSUMI".to_owned());
        }
        lines.join("\n") + "\n"
    }

    /// The squares of a rank as diagrams show them.
    fn rank(&self, rank: u8, cell: impl Fn(Option<Piece>) -> String) -> String {
        let squares = (1..=9).rev().filter_map(|file| Square::at(file, rank));
        squares.map(|square| cell(self.board.piece_on(square))).collect()
    }
}

/// The upper and the lower edge of a diagram in KIF.
const EDGE: &str = "+---------------------------+";

fn is_mate(board: &Board) -> bool {
    board.is_check() && !board.has_legal_move()
}

/// Moves that are read one after the other.
struct Moves {
    board: Board,
    moves: Vec<Move>,
}

impl Moves {
    fn new(board: &Board) -> Self {
        Self { board: board.clone(), moves: Vec::new() }
    }

    /// Makes a move that some text in a line is to mean, if it means any.
    fn make(&mut self, mv: Option<Move>, text: &str, line: usize) -> Result<(), NotationError> {
        let mv = mv.ok_or_else(|| error(format!("line {line}: `{text}` is no move that can be made here")))?;
        self.board.parse_move(&mv.to_string()).map_err(|cause| error(format!("line {line}: {cause}")))?;
        self.board.make(mv);
        self.moves.push(mv);
        Ok(())
    }
}

/// The move that a text such as `５二金打` or `同　玉(51)` means, legal or not.
fn read_kif_move(text: &str, reader: &Moves) -> Option<Move> {
    let (to, rest) = if let Some(rest) = text.strip_prefix('同') {
        (reader.moves.last()?.to(), rest.trim_start())
    } else {
        let mut signs = text.chars();
        let file = japanese::file(signs.next()?)?;
        let rank = japanese::number(signs.next()?.encode_utf8(&mut [0; 4]))?;
        (Square::at(file, rank)?, signs.as_str())
    };
    let (promoted, rest) = rest.strip_prefix('成').map_or((false, rest), |rest| (true, rest));
    let mut signs = rest.chars();
    let kind = japanese::kind(signs.next()?)?;
    let kind = if promoted { kind.promoted()? } else { kind };
    let rest = signs.as_str();
    if rest.starts_with('打') {
        return Kind::IN_HAND.contains(&kind).then(|| Move::drop(kind, to));
    }
    let (_, from) = rest.split_once('(')?;
    let &[file, rank, b')', ..] = from.as_bytes() else { return None };
    let from = Square::at(file.checked_sub(b'0')?, rank.checked_sub(b'0')?)?;
    let stands = reader.board.piece_on(from).is_some_and(|piece| piece.kind == kind);
    stands.then(|| Move::new(from, to, rest.starts_with('成')))
}
