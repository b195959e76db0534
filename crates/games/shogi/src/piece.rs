//! Pieces: two colours and fourteen kinds, of which six are promoted.
//!
//! The idea: the seven kinds that can be in hand come first, in ascending order of what they are usually worth; the
//! king follows, then the promoted kinds. The invariant: [`Kind::promoted`] and [`Kind::basic`] undo each other on
//! kinds that promote.

/// A side. Black moves first and up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Sente: the lower side, written in capitals.
    Black,
    /// Gote: the upper side, written in small letters.
    White,
}

impl Color {
    /// Both sides, in the order in which they are numbered.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// "Black" or "White".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}

/// What a piece is, whoever owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One step forward.
    Pawn,
    /// Any way forward.
    Lance,
    /// Two forward and one aside, over others.
    Knight,
    /// A step forward or diagonally.
    Silver,
    /// A step, but not diagonally backward.
    Gold,
    /// Diagonally.
    Bishop,
    /// Straight.
    Rook,
    /// A step anywhere.
    King,
    /// A promoted pawn, which moves like a gold.
    Tokin,
    /// A promoted lance, which moves like a gold.
    PromotedLance,
    /// A promoted knight, which moves like a gold.
    PromotedKnight,
    /// A promoted silver, which moves like a gold.
    PromotedSilver,
    /// A promoted bishop: diagonally, or a step straight.
    Horse,
    /// A promoted rook: straight, or a step diagonally.
    Dragon,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 14;

    /// All kinds, in the order in which they are numbered.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::King,
        Self::Tokin,
        Self::PromotedLance,
        Self::PromotedKnight,
        Self::PromotedSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// The kinds that can be in hand.
    pub const IN_HAND: [Self; 7] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Gold, Self::Bishop, Self::Rook];

    /// What it becomes by promotion, if it promotes.
    #[inline]
    pub const fn promoted(self) -> Option<Self> {
        Some(match self {
            Self::Pawn => Self::Tokin,
            Self::Lance => Self::PromotedLance,
            Self::Knight => Self::PromotedKnight,
            Self::Silver => Self::PromotedSilver,
            Self::Bishop => Self::Horse,
            Self::Rook => Self::Dragon,
            _ => return None,
        })
    }

    /// What it was before promotion, if it is promoted; else the kind itself.
    #[inline]
    pub const fn basic(self) -> Self {
        match self {
            Self::Tokin => Self::Pawn,
            Self::PromotedLance => Self::Lance,
            Self::PromotedKnight => Self::Knight,
            Self::PromotedSilver => Self::Silver,
            Self::Horse => Self::Bishop,
            Self::Dragon => Self::Rook,
            other => other,
        }
    }

    /// How many of this kind, promoted ones included, are in a full set of pieces.
    pub const fn full_count(self) -> u8 {
        match self.basic() {
            Self::Pawn => 18,
            Self::Lance | Self::Knight | Self::Silver | Self::Gold => 4,
            _ => 2,
        }
    }

    /// The capital letter of the kind, or of the kind that it was before promotion.
    pub const fn letter(self) -> char {
        match self.basic() {
            Self::Pawn => 'P',
            Self::Lance => 'L',
            Self::Knight => 'N',
            Self::Silver => 'S',
            Self::Gold => 'G',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            _ => 'K',
        }
    }

    /// The unpromoted kind with this capital letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL[..=Self::King as usize].iter().copied().find(|kind| kind.letter() == letter)
    }

    /// The name in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Lance => "lance",
            Self::Knight => "knight",
            Self::Silver => "silver",
            Self::Gold => "gold",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::King => "king",
            Self::Tokin => "tokin",
            Self::PromotedLance => "promoted lance",
            Self::PromotedKnight => "promoted knight",
            Self::PromotedSilver => "promoted silver",
            Self::Horse => "horse",
            Self::Dragon => "dragon",
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}
