//! Positions as text: Forsyth-Edwards Notation, with six fields, five, or the four of EPD.
//!
//! The idea: cozy-chess says of a bad position only that it is bad, so everything is checked here first, field by field
//! and in the order in which people read, and each message names the field, rank or square at fault. What no chess
//! problem contains is refused too: kings side by side, a check that the last move cannot have left. Material is not:
//! nine queens are somebody's idea of a joke.
//!
//! The invariant: a board that is read has its castling rights on the squares of orthodox chess, an en passant square
//! only if some capture there is legal, a clock of at most 100 and the full-move number 1. So equal futures have equal
//! texts. The cost: microseconds; this is for input and output, not for searches. The reference: the "Portable Game
//! Notation Specification and Implementation Guide" (Edwards 1994), sections 16.1 and 16.2.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use proofset_core::NotationError;

use crate::moves;

/// The names of the fields, in order.
const FIELDS: [&str; 6] =
    ["board", "side to move", "castling rights", "en passant square", "half-move clock", "full-move number"];

/// From this clock on, the player to move can claim a draw.
pub(crate) const DRAW_CLOCK: u8 = 100;

/// The words of a position, without UCI's `position` before it. What stands behind the fields of an EPD are operations, such as
/// `bm Ra8#;`, which say nothing of the position.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if words.first() == Some(&"position") {
        words.remove(0);
    }
    let fields = 4 + usize::from(words.first() == Some(&"fen"));
    let is_operation = |word: &&str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    if text.contains(';')
        && let Some(operations) = words.iter().skip(fields).position(is_operation)
    {
        words.truncate(fields + operations);
    }
    words
}

/// Reads the fields of a position.
pub(crate) fn read(fields: &[&str]) -> Result<Board, NotationError> {
    if fields.is_empty() {
        return Err(error("the position is empty; expected a FEN such as `4k3/8/4K3/8/8/8/8/R7 w - - 0 1`"));
    }
    if fields.len() < 4 {
        let (number, name) = (fields.len() + 1, FIELDS[fields.len()]);
        let expected = "expected board, side to move, castling rights and en passant square";
        return Err(error(format!("field {number} of the FEN, the {name}, is missing; {expected}")));
    }
    if let Some(field) = fields.get(6) {
        return Err(error(format!(
            "field 7 of the FEN is `{field}`; expected 6 fields at most, and operations of an EPD with `;` behind them"
        )));
    }

    let mut builder = BoardBuilder::empty();
    read_board(fields[0], &mut builder)?;
    builder.side_to_move = match fields[1] {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(error(format!("the side to move (field 2) is `{other}`; expected `w` or `b`"))),
    };
    let pieces = Pieces::new(&builder);
    check_pieces(&pieces)?;
    check_checks(&pieces, builder.side_to_move)?;
    read_castling(fields[2], &pieces, &mut builder)?;
    read_en_passant(fields[3], &pieces, &mut builder)?;
    if let Some(field) = fields.get(4) {
        builder.halfmove_clock = read_clock(field)?;
    }
    if let Some(field) = fields.get(5)
        && field.parse::<u32>().is_err()
    {
        return Err(error(format!("the full-move number (field 6) is `{field}`; expected a number such as 1")));
    }
    let board = builder.build().map_err(|cause| error(format!("the position is impossible: {cause}")))?;
    Ok(without_idle_en_passant(board))
}

/// Writes a position with all six fields.
pub(crate) fn write(board: &Board) -> String {
    board.to_string()
}

/// The board without an en passant right that no pawn can use: it has no bearing on the future.
pub(crate) fn without_idle_en_passant(board: Board) -> Board {
    if board.en_passant().is_none() || usable_en_passant(&board).is_some() {
        return board;
    }
    let mut builder = BoardBuilder::from_board(&board);
    builder.en_passant = None;
    builder.build().expect("a legal position stays legal without an en passant right")
}

/// The file of the en passant right, if some pawn can legally use it.
#[inline]
pub(crate) fn usable_en_passant(board: &Board) -> Option<File> {
    let file = board.en_passant()?;
    let side = board.side_to_move();
    let target = Square::new(file, Rank::Sixth.relative_to(side));
    let pawns = get_pawn_attacks(target, !side) & board.colored_pieces(side, Piece::Pawn);
    (!pawns.is_empty() && moves::listen(board, pawns, &mut |moves| moves.to.has(target))).then_some(file)
}

fn error(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

/// "White" or "Black".
pub(crate) fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Squares in words: `a1, b2`.
fn list(squares: BitBoard) -> String {
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

/// The pieces as sets of squares, before there is a board that is known to be legal.
struct Pieces {
    colors: [BitBoard; Color::NUM],
    kinds: [BitBoard; Piece::NUM],
}

impl Pieces {
    fn new(builder: &BoardBuilder) -> Self {
        let mut pieces = Self { colors: [BitBoard::EMPTY; Color::NUM], kinds: [BitBoard::EMPTY; Piece::NUM] };
        for &square in &Square::ALL {
            if let Some((piece, color)) = builder.square(square) {
                pieces.colors[color as usize] |= square.bitboard();
                pieces.kinds[piece as usize] |= square.bitboard();
            }
        }
        pieces
    }

    fn of(&self, color: Color, piece: Piece) -> BitBoard {
        self.colors[color as usize] & self.kinds[piece as usize]
    }

    fn occupied(&self) -> BitBoard {
        self.colors[0] | self.colors[1]
    }

    /// The king's square; to be called once there is exactly one.
    fn king(&self, color: Color) -> Square {
        self.of(color, Piece::King).next_square().expect("the kings have been counted")
    }

    /// The pieces that give check to the king of `color`.
    fn checkers(&self, color: Color) -> BitBoard {
        let king = self.king(color);
        let kind = |piece| self.of(!color, piece);
        (get_pawn_attacks(king, color) & kind(Piece::Pawn))
            | (get_knight_moves(king) & kind(Piece::Knight))
            | (get_bishop_moves(king, self.occupied()) & (kind(Piece::Bishop) | kind(Piece::Queen)))
            | (get_rook_moves(king, self.occupied()) & (kind(Piece::Rook) | kind(Piece::Queen)))
    }
}

fn read_board(text: &str, builder: &mut BoardBuilder) -> Result<(), NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        let count = rows.len();
        return Err(error(format!("the board (field 1) has {count} ranks, separated by `/`; expected 8")));
    }
    for (row, &rank) in rows.iter().zip(Rank::ALL.iter().rev()) {
        let mut squares = 0;
        for symbol in row.chars() {
            if let Some(empty @ 1..=8) = symbol.to_digit(10) {
                squares += empty as usize;
                continue;
            }
            let color = if symbol.is_ascii_uppercase() { Color::White } else { Color::Black };
            let Ok(piece) = Piece::try_from(symbol.to_ascii_lowercase()) else {
                let expected = "expected one of PNBRQK (White), pnbrqk (Black), or 1 to 8 for empty squares";
                return Err(error(format!("rank {rank} of the board, `{row}`: `{symbol}` is no piece; {expected}")));
            };
            if let Some(file) = File::try_index(squares) {
                *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
            }
            squares += 1;
        }
        if squares != 8 {
            return Err(error(format!("rank {rank} of the board, `{row}`, has {squares} squares; expected 8")));
        }
    }
    Ok(())
}

/// Counts the pieces.
fn check_pieces(pieces: &Pieces) -> Result<(), NotationError> {
    for color in Color::ALL {
        let name = name(color);
        let kings = pieces.of(color, Piece::King);
        match kings.len() {
            0 => return Err(error(format!("{name} has no king"))),
            1 => {}
            count => return Err(error(format!("{name} has {count} kings, on {}; expected 1", list(kings)))),
        }
        let pawns = pieces.of(color, Piece::Pawn).len();
        if pawns > 8 {
            return Err(error(format!("{name} has {pawns} pawns; expected 8 at most")));
        }
        let count = pieces.colors[color as usize].len();
        if count > 16 {
            return Err(error(format!("{name} has {count} pieces, pawns included; expected 16 at most")));
        }
    }
    let stray = pieces.kinds[Piece::Pawn as usize] & (Rank::First.bitboard() | Rank::Eighth.bitboard());
    if let Some(square) = stray.next_square() {
        return Err(error(format!("there is a pawn on {square}; pawns stand on ranks 2 to 7")));
    }
    Ok(())
}

/// Refuses checks that no legal move can have left.
fn check_checks(pieces: &Pieces, side: Color) -> Result<(), NotationError> {
    let (king, other) = (pieces.king(side), pieces.king(!side));
    if get_king_moves(king).has(other) {
        return Err(error(format!("the kings on {king} and {other} stand next to each other")));
    }
    let given = pieces.checkers(!side);
    if !given.is_empty() {
        let (name, color, from) = (name(side), adjective(!side), list(given));
        let cause = "whoever has just moved cannot be in check";
        return Err(error(format!(
            "{name} is to move, but the {color} king on {other} is in check from {from}; {cause}"
        )));
    }
    let taken = pieces.checkers(side);
    if taken.len() > 2 {
        let (color, from) = (adjective(side), list(taken));
        return Err(error(format!(
            "the {color} king on {king} is in check from {from}; one move gives 2 checks at most"
        )));
    }
    Ok(())
}

fn read_castling(text: &str, pieces: &Pieces, builder: &mut BoardBuilder) -> Result<(), NotationError> {
    if text == "-" {
        return Ok(());
    }
    for symbol in text.chars() {
        let color = if symbol.is_ascii_uppercase() { Color::White } else { Color::Black };
        let short = match symbol {
            'K' | 'k' => true,
            'Q' | 'q' => false,
            'A'..='H' | 'a'..='h' => {
                let message = format!("castling right `{symbol}` (field 3) is of Chess960, which is not supported");
                return Err(error(message + "; expected `-` or some of KQkq"));
            }
            _ => {
                let message = format!("castling rights (field 3) are `{text}`; expected `-` or some of KQkq");
                return Err(error(message));
            }
        };
        let rank = Rank::First.relative_to(color);
        let file = if short { File::H } else { File::A };
        let (king, rook) = (Square::new(File::E, rank), Square::new(file, rank));
        if pieces.king(color) != king || !pieces.of(color, Piece::Rook).has(rook) {
            let color = adjective(color);
            let message = format!("castling right `{symbol}` (field 3) needs the {color} king on {king}");
            return Err(error(format!("{message} and a {color} rook on {rook}")));
        }
        let rights = builder.castle_rights_mut(color);
        let right = if short { &mut rights.short } else { &mut rights.long };
        if right.replace(file).is_some() {
            return Err(error(format!("castling right `{symbol}` (field 3) is given twice")));
        }
    }
    Ok(())
}

fn read_en_passant(text: &str, pieces: &Pieces, builder: &mut BoardBuilder) -> Result<(), NotationError> {
    if text == "-" {
        return Ok(());
    }
    let Ok(target) = text.parse::<Square>() else {
        let message = format!("the en passant square (field 4) is `{text}`; expected `-` or a square such as e3");
        return Err(error(message));
    };
    let side = builder.side_to_move;
    let rank = Rank::Sixth.relative_to(side);
    if target.rank() != rank {
        let message = format!("the en passant square (field 4) is {target}, but {} is to move", name(side));
        return Err(error(format!("{message}; expected a square on rank {rank}")));
    }

    let source = Square::new(target.file(), Rank::Seventh.relative_to(side));
    let pawn = Square::new(target.file(), Rank::Fifth.relative_to(side));
    let impossible = |why: String| error(format!("en passant on {target} (field 4) is impossible: {why}"));
    if !pieces.of(!side, Piece::Pawn).has(pawn) {
        return Err(impossible(format!("there is no {} pawn on {pawn}", adjective(!side))));
    }
    for square in [target, source] {
        if pieces.occupied().has(square) {
            return Err(impossible(format!("{square} is not empty, so no pawn has just moved {source}-{pawn}")));
        }
    }
    let king = pieces.king(side);
    // A double step gives check itself, or opens a line through the square that it leaves.
    let stray = |&checker: &Square| checker != pawn && !get_between_rays(checker, king).has(source);
    if let Some(checker) = pieces.checkers(side).iter().find(stray) {
        let color = adjective(side);
        let why = format!("the {color} king on {king} is in check from {checker}, which {source}-{pawn} did not cause");
        return Err(impossible(why));
    }
    builder.en_passant = Some(target);
    Ok(())
}

fn read_clock(text: &str) -> Result<u8, NotationError> {
    // The draw has to be claimed, so games may go on behind it.
    let clock: u32 = text.parse().map_err(|_| {
        let expected = "expected a number; operations of an EPD have `;` behind them";
        error(format!("the half-move clock (field 5) is `{text}`; {expected}"))
    })?;
    Ok(clock.min(DRAW_CLOCK.into()) as u8)
}
