//! Moves in two bytes, and how USI writes them: `7g7f`, `8h2b+`, `P*5e`.
//!
//! The idea: seven bits for the square where the move ends, seven for the square where it starts or, from 81 on, for the
//! kind that is dropped, one for promotion. The invariant: different moves of one position are different numbers. The
//! reference: the Universal Shogi Interface (Romstad 2007).

use std::fmt;

use crate::piece::Kind;
use crate::square::Square;

const TO: u16 = 0x7f;
const ORIGIN: u32 = 7;
const PROMOTES: u16 = 1 << 14;

/// A move or a drop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// Where a move starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From this square.
    Board(Square),
    /// A piece of this kind is dropped.
    Hand(Kind),
}

impl Move {
    /// A move from one square to another.
    #[inline]
    pub const fn new(from: Square, to: Square, promotes: bool) -> Self {
        Self(to.index() as u16 | (from.index() as u16) << ORIGIN | if promotes { PROMOTES } else { 0 })
    }

    /// A drop of a kind that can be in hand.
    #[inline]
    pub const fn drop(kind: Kind, to: Square) -> Self {
        Self(to.index() as u16 | ((Square::COUNT + kind as usize) as u16) << ORIGIN)
    }

    /// Where it ends.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 & TO) as usize)
    }

    /// Where it starts.
    #[inline]
    pub const fn origin(self) -> Origin {
        let origin = (self.0 >> ORIGIN & TO) as usize;
        if origin < Square::COUNT {
            Origin::Board(Square::from_index(origin))
        } else {
            Origin::Hand(Kind::IN_HAND[origin - Square::COUNT])
        }
    }

    /// True if the piece promotes.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// The move that a text in USI's notation means, if it is one, legal or not.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (start, rest) = text.split_at_checked(2)?;
        if let Some(letter) = start.strip_suffix('*') {
            let kind = letter.chars().next().and_then(Kind::from_letter).filter(|&kind| kind != Kind::King)?;
            return Some(Self::drop(kind, Square::parse(rest)?));
        }
        let (to, promotes) = match rest.strip_suffix('+') {
            Some(to) => (to, true),
            None => (rest, false),
        };
        Some(Self::new(Square::parse(start)?, Square::parse(to)?, promotes))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin() {
            Origin::Board(from) => write!(f, "{from}{}{}", self.to(), if self.promotes() { "+" } else { "" }),
            Origin::Hand(kind) => write!(f, "{}*{}", kind.letter(), self.to()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
