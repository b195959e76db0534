//! The squares that pieces attack.
//!
//! The idea: steps are looked up. For lances, bishops and rooks there is a ray from every square in every direction.
//! Along a direction of rising square numbers, `o ^ (o - 1)` of the pieces `o` on the ray are all squares up to the first
//! of them; along a falling one, everything from the highest on. No table depends on the occupied squares, so that all
//! of them together take 30 KB. The invariant: a ray does not contain the square that it starts from. The cost: four to
//! seven instructions on 128 bits for each ray. The reference for subtracting on lines: the chessprogramming wiki,
//! "Subtracting a rook from a blocking piece".

use crate::piece::{Color, Kind};
use crate::square::{Square, SquareSet};

/// The steps of the eight directions in files and ranks. The first four raise square numbers; the opposite of each of
/// them is four further on.
const DIRECTIONS: [(isize, isize); 8] = [(0, 1), (1, 0), (1, -1), (1, 1), (0, -1), (-1, 0), (-1, 1), (-1, -1)];

const DOWN: usize = 0;
const UP: usize = 4;
const STRAIGHT: [usize; 2] = [0, 1];
const DIAGONAL: [usize; 2] = [2, 3];

/// Stands for no direction.
const NONE: u8 = 8;

/// The squares in each direction from each square; none in the last, which is no direction.
static RAYS: [[SquareSet; Square::COUNT]; 9] = rays();

/// The direction in which a square lies as seen from another.
static DIRECTION: [[u8; Square::COUNT]; Square::COUNT] = directions();

static PAWN: [[SquareSet; Square::COUNT]; 2] = steps(&[(0, -1)]);
static KNIGHT: [[SquareSet; Square::COUNT]; 2] = steps(&[(-1, -2), (1, -2)]);
static SILVER: [[SquareSet; Square::COUNT]; 2] = steps(&[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)]);
static GOLD: [[SquareSet; Square::COUNT]; 2] = steps(&[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]);
static KING: [[SquareSet; Square::COUNT]; 2] = steps(&DIRECTIONS);

/// The squares on the same straights, and on the same diagonals.
static LINES: [[SquareSet; Square::COUNT]; 2] = [all_of(STRAIGHT), all_of(DIAGONAL)];

/// The squares at most two files and two ranks away, and at most two files and four ranks.
static NEAR: [[SquareSet; Square::COUNT]; 2] = [boxes(2), boxes(4)];

/// The square so many files and ranks away.
const fn step(from: usize, (files, ranks): (isize, isize)) -> Option<usize> {
    match ((from / 9).checked_add_signed(files), (from % 9).checked_add_signed(ranks)) {
        (Some(file @ 0..9), Some(rank @ 0..9)) => Some(file * 9 + rank),
        _ => None,
    }
}

const fn rays() -> [[SquareSet; Square::COUNT]; 9] {
    let mut rays = [[SquareSet::EMPTY; Square::COUNT]; 9];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < Square::COUNT {
            let mut here = from;
            while let Some(next) = step(here, DIRECTIONS[direction]) {
                rays[direction][from].0 |= 1 << next;
                here = next;
            }
            from += 1;
        }
        direction += 1;
    }
    rays
}

const fn all_of(directions: [usize; 2]) -> [SquareSet; Square::COUNT] {
    let rays = rays();
    let mut lines = [SquareSet::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let [one, other] = directions;
        lines[from].0 = rays[one][from].0 | rays[one + 4][from].0 | rays[other][from].0 | rays[other + 4][from].0;
        from += 1;
    }
    lines
}

const fn directions() -> [[u8; Square::COUNT]; Square::COUNT] {
    let mut directions = [[NONE; Square::COUNT]; Square::COUNT];
    let mut direction = 0;
    while direction < NONE {
        let mut from = 0;
        while from < Square::COUNT {
            let mut ray = RAYS[direction as usize][from].0;
            while ray != 0 {
                directions[from][ray.trailing_zeros() as usize] = direction;
                ray &= ray - 1;
            }
            from += 1;
        }
        direction += 1;
    }
    directions
}

/// The squares that are some steps away, as Black sees them; for White they are turned around.
const fn steps(black: &[(isize, isize)]) -> [[SquareSet; Square::COUNT]; 2] {
    let mut sets = [[SquareSet::EMPTY; Square::COUNT]; 2];
    let mut from = 0;
    while from < Square::COUNT {
        let mut number = 0;
        while number < black.len() {
            let (files, ranks) = black[number];
            if let Some(to) = step(from, (files, ranks)) {
                sets[Color::Black as usize][from].0 |= 1 << to;
            }
            if let Some(to) = step(from, (-files, -ranks)) {
                sets[Color::White as usize][from].0 |= 1 << to;
            }
            number += 1;
        }
        from += 1;
    }
    sets
}

const fn boxes(ranks: isize) -> [SquareSet; Square::COUNT] {
    let mut boxes = [SquareSet::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut files = -2;
        while files <= 2 {
            let mut rank = -ranks;
            while rank <= ranks {
                if let Some(to) = step(from, (files, rank)) {
                    boxes[from].0 |= 1 << to;
                }
                rank += 1;
            }
            files += 1;
        }
        from += 1;
    }
    boxes
}

/// Along a direction that raises square numbers: up to the first piece, and including it.
#[inline]
fn rising(direction: usize, from: Square, occupied: SquareSet) -> SquareSet {
    let ray = RAYS[direction][from.index()];
    let blockers = (ray & occupied).0;
    SquareSet((blockers ^ blockers.wrapping_sub(1)) & ray.0)
}

/// Along a direction that lowers square numbers. The lowest bit stands for an empty ray: if it is on the ray, it ends it.
#[inline]
fn falling(direction: usize, from: Square, occupied: SquareSet) -> SquareSet {
    let ray = RAYS[direction][from.index()];
    let blockers = (ray & occupied).0 | 1;
    SquareSet(u128::MAX << blockers.ilog2() & ray.0)
}

#[inline]
fn lines(directions: [usize; 2], from: Square, occupied: SquareSet) -> SquareSet {
    let [one, other] = directions;
    rising(one, from, occupied)
        | rising(other, from, occupied)
        | falling(one + 4, from, occupied)
        | falling(other + 4, from, occupied)
}

#[inline]
pub(crate) fn pawn(color: Color, from: Square) -> SquareSet {
    PAWN[color as usize][from.index()]
}

#[inline]
pub(crate) fn lance(color: Color, from: Square, occupied: SquareSet) -> SquareSet {
    match color {
        Color::Black => falling(UP, from, occupied),
        Color::White => rising(DOWN, from, occupied),
    }
}

#[inline]
pub(crate) fn knight(color: Color, from: Square) -> SquareSet {
    KNIGHT[color as usize][from.index()]
}

#[inline]
pub(crate) fn silver(color: Color, from: Square) -> SquareSet {
    SILVER[color as usize][from.index()]
}

#[inline]
pub(crate) fn gold(color: Color, from: Square) -> SquareSet {
    GOLD[color as usize][from.index()]
}

#[inline]
pub(crate) fn king(from: Square) -> SquareSet {
    KING[0][from.index()]
}

#[inline]
pub(crate) fn bishop(from: Square, occupied: SquareSet) -> SquareSet {
    lines(DIAGONAL, from, occupied)
}

#[inline]
pub(crate) fn rook(from: Square, occupied: SquareSet) -> SquareSet {
    lines(STRAIGHT, from, occupied)
}

/// The squares that a lance would attack on an empty board.
#[inline]
pub(crate) fn file_ahead(color: Color, from: Square) -> SquareSet {
    RAYS[if color == Color::Black { UP } else { DOWN }][from.index()]
}

/// The squares that a bishop would attack on an empty board.
#[inline]
pub(crate) fn diagonals(from: Square) -> SquareSet {
    LINES[1][from.index()]
}

/// The squares that a rook would attack on an empty board.
#[inline]
pub(crate) fn straights(from: Square) -> SquareSet {
    LINES[0][from.index()]
}

/// The squares that a piece attacks from a square, whoever stands there.
#[inline]
pub(crate) fn attacks(color: Color, kind: Kind, from: Square, occupied: SquareSet) -> SquareSet {
    match kind {
        Kind::Pawn => pawn(color, from),
        Kind::Lance => lance(color, from, occupied),
        Kind::Knight => knight(color, from),
        Kind::Silver => silver(color, from),
        Kind::Gold | Kind::Tokin | Kind::PromotedLance | Kind::PromotedKnight | Kind::PromotedSilver => {
            gold(color, from)
        }
        Kind::Bishop => bishop(from, occupied),
        Kind::Rook => rook(from, occupied),
        Kind::King => king(from),
        Kind::Horse => bishop(from, occupied) | king(from),
        Kind::Dragon => rook(from, occupied) | king(from),
    }
}

/// A set with all squares from which a piece of this kind, which may promote, can come to attack a square in one move.
#[inline]
pub(crate) fn sources(kind: Kind, target: Square) -> SquareSet {
    match kind {
        Kind::Lance | Kind::Bishop | Kind::Rook | Kind::Horse | Kind::Dragon => SquareSet::ALL,
        Kind::Knight => NEAR[1][target.index()],
        _ => NEAR[0][target.index()],
    }
}

/// The squares from a square, which is not one of them, through another to the edge; none if the two share no line.
#[inline]
pub(crate) fn ray(from: Square, through: Square) -> SquareSet {
    RAYS[usize::from(DIRECTION[from.index()][through.index()])][from.index()]
}

/// The squares between two on one line; none of others.
#[inline]
pub(crate) fn between(one: Square, other: Square) -> SquareSet {
    let direction = DIRECTION[one.index()][other.index()];
    if direction == NONE {
        return SquareSet::EMPTY;
    }
    RAYS[usize::from(direction)][one.index()] & RAYS[usize::from(direction ^ 4)][other.index()]
}
