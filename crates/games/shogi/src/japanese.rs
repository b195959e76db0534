//! Names that Japanese notations have for pieces and numbers, and lines of play in them.
//!
//! The idea: KIF names the square where a move ends, the piece, and the square where it starts; so no rules on ambiguous
//! moves are needed. The reference: the manual of Kakinoki Shogi, on its KIF files.

use proofset_core::NotationError;

use crate::board::Board;
use crate::moves::{Move, Origin};
use crate::piece::{Color, Kind};
use crate::square::Square;

const DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The kind that a sign on a diagram stands for.
pub(crate) fn kind(sign: char) -> Option<Kind> {
    Some(match sign {
        '歩' => Kind::Pawn,
        '香' => Kind::Lance,
        '桂' => Kind::Knight,
        '銀' => Kind::Silver,
        '金' => Kind::Gold,
        '角' => Kind::Bishop,
        '飛' => Kind::Rook,
        '玉' | '王' => Kind::King,
        'と' => Kind::Tokin,
        '杏' => Kind::PromotedLance,
        '圭' => Kind::PromotedKnight,
        '全' => Kind::PromotedSilver,
        '馬' => Kind::Horse,
        '龍' | '竜' => Kind::Dragon,
        _ => return None,
    })
}

/// A number below 20: `十八`.
pub(crate) fn number(text: &str) -> Option<u8> {
    let digit = |sign: char| DIGITS.iter().position(|&digit| digit == sign).map(|at| at as u8 + 1);
    let mut signs = text.chars();
    let (first, second, rest) = (signs.next()?, signs.next(), signs.next());
    match (first, second, rest) {
        ('十', None, _) => Some(10),
        ('十', Some(second), None) => Some(10 + digit(second)?),
        (first, None, _) => digit(first),
        _ => None,
    }
}

/// The same as text; a number below 20.
pub(crate) fn number_text(number: u8) -> String {
    let digit = |number: u8| DIGITS[usize::from(number - 1)].to_string();
    match number {
        0..10 => digit(number),
        10 => "十".to_owned(),
        _ => format!("十{}", digit(number - 10)),
    }
}

/// The number of a file, in a digit of either width.
pub(crate) fn file(sign: char) -> Option<u8> {
    let wide = FILES.iter().position(|&file| file == sign).map(|at| at as u8 + 1);
    wide.or_else(|| sign.to_digit(10).map(|digit| digit as u8))
}

/// The sign on a diagram.
pub(crate) fn sign(kind: Kind) -> char {
    match kind {
        Kind::PromotedLance => '杏',
        Kind::PromotedKnight => '圭',
        Kind::PromotedSilver => '全',
        _ => name(kind).chars().next().unwrap_or_else(|| unreachable!("every kind has a name")),
    }
}

/// The name in a line of play.
fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "歩",
        Kind::Lance => "香",
        Kind::Knight => "桂",
        Kind::Silver => "銀",
        Kind::Gold => "金",
        Kind::Bishop => "角",
        Kind::Rook => "飛",
        Kind::King => "玉",
        Kind::Tokin => "と",
        Kind::PromotedLance => "成香",
        Kind::PromotedKnight => "成桂",
        Kind::PromotedSilver => "成銀",
        Kind::Horse => "馬",
        Kind::Dragon => "龍",
    }
}

fn square_text(square: Square) -> String {
    [FILES[usize::from(square.file() - 1)], DIGITS[usize::from(square.rank() - 1)]].iter().collect()
}

impl Board {
    /// Writes a line of play from here as KIF does, such as `▲５二金打 △同玉(51)`.
    ///
    /// # Errors
    ///
    /// Names the first move that is not legal.
    ///
    /// ```
    /// # fn main() -> Result<(), proofset_core::NotationError> {
    /// let board: proofset_shogi::Board = "3lk4/9/4P4/9/9/9/9/9/9 b RG".parse()?;
    /// let line = [board.parse_move("G*5b")?];
    /// assert_eq!(board.kif_line(&line)?, "▲５二金打");
    /// # Ok(())
    /// # }
    /// ```
    pub fn kif_line(&self, line: &[Move]) -> Result<String, NotationError> {
        let mut board = self.clone();
        let mut texts = Vec::with_capacity(line.len());
        let mut last = None;
        for &mv in line {
            board.parse_move(&mv.to_string())?;
            let mark = if board.side_to_move() == Color::Black { "▲" } else { "△" };
            texts.push(format!("{mark}{}", board.kif_move(mv, last, "同")));
            last = Some(mv.to());
            board.make(mv);
        }
        Ok(texts.join(" "))
    }

    /// A move that the pieces can do, with the square where the last one ended, and what to write where it ends there as
    /// well.
    pub(crate) fn kif_move(&self, mv: Move, last: Option<Square>, same: &str) -> String {
        let to = if last == Some(mv.to()) { same.to_owned() } else { square_text(mv.to()) };
        match mv.origin() {
            Origin::Hand(kind) => format!("{to}{}打", name(kind)),
            Origin::Board(from) => {
                let piece = self.piece_on(from).expect("a legal move starts from a piece");
                let promotes = if mv.promotes() { "成" } else { "" };
                format!("{to}{}{promotes}({}{})", name(piece.kind), from.file(), from.rank())
            }
        }
    }
}
