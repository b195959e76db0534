//! Positions in KIF files: a diagram with hands, or the name of a handicap.
//!
//! The idea: lines are known by their beginnings; those that say nothing of the position, such as names of players and
//! moves, are passed over. The invariant: the same as for SFEN. The reference: the manual of Kakinoki Shogi, on its KIF
//! files.

use proofset_core::NotationError;

use crate::board::Board;
use crate::japanese;
use crate::piece::{Color, Kind, Piece};
use crate::setup::{check, error, hold, hold_the_rest, place};
use crate::square::Square;

/// The handicaps, with the squares from which White's pieces are taken: files and ranks.
const HANDICAPS: [(&str, &[(u8, u8)]); 16] = [
    ("平手", &[]),
    ("香落ち", &[(1, 1)]),
    ("右香落ち", &[(9, 1)]),
    ("角落ち", &[(2, 2)]),
    ("飛車落ち", &[(8, 2)]),
    ("飛香落ち", &[(8, 2), (1, 1)]),
    ("二枚落ち", &[(8, 2), (2, 2)]),
    ("三枚落ち", &[(8, 2), (2, 2), (1, 1)]),
    ("四枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
    ("五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)]),
    ("左五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)]),
    ("六枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)]),
    ("左七枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)]),
    ("右七枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)]),
    ("八枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)]),
    ("十枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)]),
];

/// What is said of a hand instead of a list: all that is left.
const THE_REST: &str = "残り全部";

/// The name of a game without a handicap.
const EVEN: &str = "平手";

/// What stands on both sides of a rank of a diagram.
const BORDERS: [char; 2] = ['|', '｜'];

/// What stands behind it.
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// What stands before a move in files without numbers of moves (KI2).
const SIDES: [char; 4] = ['▲', '△', '☗', '☖'];

impl Board {
    /// Reads the position at the start of a KIF or KI2 file: a diagram with the pieces in hand, or a handicap; a game without either begins
    /// with all pieces. Moves that follow are not read.
    ///
    /// ```
    /// # fn main() -> Result<(), proofset_core::NotationError> {
    /// let board = proofset_shogi::Board::from_kif("手合割：二枚落ち")?;
    /// assert_eq!(board.to_string(), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Says what is wrong, in which line, and what is expected instead.
    pub fn from_kif(text: &str) -> Result<Self, NotationError> {
        let mut reader =
            Reader { side: None, handicap: None, has_moves: false, rows: Vec::new(), bare: None, hands: [None; 2] };
        for (line, number) in text.lines().zip(1..) {
            reader.read(line.trim(), number).map_err(|cause| error(format!("line {number}: {cause}")))?;
        }
        reader.finish()
    }
}

/// The lines that tell of the position, with their numbers.
struct Reader<'a> {
    side: Option<Color>,
    handicap: Option<&'a str>,
    /// Whether there is a game, which without a handicap is an even one.
    has_moves: bool,
    rows: Vec<(&'a str, usize)>,
    /// A line that looks like a rank of a diagram whose border is missing.
    bare: Option<usize>,
    hands: [Option<(&'a str, usize)>; 2],
}

/// A line of the form `name：value`.
fn header(line: &str) -> Option<(&str, &str)> {
    line.split_once(['：', ':']).map(|(name, value)| (name.trim(), value.trim()))
}

impl<'a> Reader<'a> {
    fn read(&mut self, line: &'a str, number: usize) -> Result<(), NotationError> {
        if let Some(row) = line.strip_prefix(BORDERS) {
            if self.rows.len() == 9 {
                return Err(error("the diagram has more than 9 ranks; expected 9"));
            }
            let row = row.split(BORDERS).next().unwrap_or(row);
            self.rows.push((row, number));
            return Ok(());
        }
        let bare = line.split(BORDERS).next().map(|row| row.trim_end_matches(RANKS));
        if bare.is_some_and(|row| read_row(row, 1, &mut Board::empty(Color::Black)).is_ok()) {
            self.bare.get_or_insert(number);
        }
        self.has_moves |= line.starts_with("手数") || line.starts_with(SIDES);
        match line {
            "先手番" | "下手番" => self.side = Some(Color::Black),
            "後手番" | "上手番" => self.side = Some(Color::White),
            _ => match header(line) {
                Some(("先手の持駒" | "下手の持駒", hand)) => self.hands[0] = Some((hand, number)),
                Some(("後手の持駒" | "上手の持駒", hand)) => self.hands[1] = Some((hand, number)),
                Some(("手合割", handicap)) => self.handicap = Some(handicap),
                _ => {}
            },
        }
        Ok(())
    }

    fn finish(self) -> Result<Board, NotationError> {
        let handicap = HANDICAPS.iter().find(|(name, _)| Some(*name) == self.handicap);
        let even_or_none = handicap.is_none_or(|(_, squares)| squares.is_empty());
        let side = self.side.unwrap_or(if even_or_none { Color::Black } else { Color::White });
        let mut board = Board::empty(side);
        if self.rows.is_empty() {
            if let Some(line) = self.bare {
                return Err(error(format!("line {line}: a rank of a diagram begins with `|`")));
            }
            if let Some((_, line)) = self.hands.iter().flatten().find(|(hand, _)| !["", "なし"].contains(hand)) {
                return Err(error(format!("line {line}: there are pieces in hand, and no diagram")));
            }
            let even =
                HANDICAPS.iter().find(|(name, _)| *name == EVEN).filter(|_| self.has_moves && self.handicap.is_none());
            let Some((_, missing)) = handicap.or(even) else {
                if let Some(handicap) = self.handicap {
                    let known: Vec<&str> = HANDICAPS.iter().map(|(name, _)| *name).collect();
                    let known = known.join(", ");
                    return Err(error(format!(
                        "the handicap (手合割) is `{handicap}`; expected a diagram, or one of {known}"
                    )));
                }
                let expected = "expected one of 9 lines such as `| ・ ・ ・ ・v玉 ・ ・ ・ ・|一`";
                return Err(error(format!("there is no diagram and no handicap that is known; {expected}")));
            };
            let start = Board::start();
            for square in start.occupied() {
                if let Some(piece) = start.piece_on(square)
                    && !(piece.color == Color::White && missing.contains(&(square.file(), square.rank())))
                {
                    place(&mut board, square, piece)?;
                }
            }
            return Ok(board);
        }
        if self.rows.len() < 9 {
            return Err(error(format!(
                "the diagram has {} ranks, lines that begin with `|`; expected 9",
                self.rows.len()
            )));
        }
        for ((row, line), rank) in self.rows.into_iter().zip(1..) {
            read_row(row, rank, &mut board).map_err(|cause| error(format!("line {line}: {cause}")))?;
        }
        // What is left is known only when the other hand is.
        let mut hands: Vec<_> = Color::ALL.into_iter().zip(self.hands).collect();
        hands.sort_by_key(|(_, hand)| hand.is_some_and(|(text, _)| text == THE_REST));
        for (color, hand) in hands {
            if let Some((text, line)) = hand {
                read_hand(text, color, &mut board).map_err(|cause| error(format!("line {line}: {cause}")))?;
            }
        }
        check(&board)?;
        Ok(board)
    }
}

fn read_row(row: &str, rank: u8, board: &mut Board) -> Result<(), NotationError> {
    let mut color = Color::Black;
    let mut squares = 0_u8;
    let mut signs = row.chars();
    while let Some(sign) = signs.next() {
        let piece = match sign {
            'v' | 'V' => {
                color = Color::White;
                continue;
            }
            ' ' | '^' => continue,
            '・' | '･' => None,
            // Two signs, as lines of play have it.
            '成' => {
                let base = signs.next();
                let kind = base
                    .and_then(japanese::kind)
                    .filter(|&kind| matches!(kind, Kind::Lance | Kind::Knight | Kind::Silver));
                let Some(kind) = kind.and_then(Kind::promoted) else {
                    let seen: String = [Some('成'), base].into_iter().flatten().collect();
                    return Err(error(format!("`{seen}` is no piece; expected `成香`, `成桂` or `成銀`")));
                };
                Some(Piece { color, kind })
            }
            _ => {
                let Some(kind) = japanese::kind(sign) else {
                    let expected = "expected `・`, or one of 玉飛角金銀桂香歩龍馬全圭杏と, with `v` before White's";
                    return Err(error(format!("`{sign}` is no piece; {expected}")));
                };
                Some(Piece { color, kind })
            }
        };
        color = Color::Black;
        squares = squares.saturating_add(1);
        let square = Square::at(10_u8.saturating_sub(squares), rank);
        if let (Some(square), Some(piece)) = (square, piece) {
            place(board, square, piece)?;
        }
    }
    if squares == 9 { Ok(()) } else { Err(error(format!("the rank has {squares} squares; expected 9"))) }
}

fn read_hand(text: &str, color: Color, board: &mut Board) -> Result<(), NotationError> {
    if text == "なし" {
        return Ok(());
    }
    if text == THE_REST {
        hold_the_rest(board, color);
        return Ok(());
    }
    for word in text.split_whitespace() {
        let mut signs = word.chars();
        let kind = signs.next().and_then(japanese::kind).filter(|kind| Kind::IN_HAND.contains(kind));
        let count = if signs.as_str().is_empty() { Some(1) } else { japanese::number(signs.as_str()) };
        let (Some(kind), Some(count)) = (kind, count) else {
            let expected = "expected `なし`, or some such as `金` or `歩十八`";
            return Err(error(format!("`{word}` cannot be in hand; {expected}")));
        };
        hold(board, color, kind, Some(count), word)?;
    }
    Ok(())
}
