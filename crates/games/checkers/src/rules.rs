//! What differs between the kinds of draughts, and what can be chosen.

use proofset_core::{Parameter, Parameters};

/// The colour of a side. White stands below, whatever the pieces look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Moves up the board, towards square 1.
    White,
    /// Moves down.
    Black,
}

impl Colour {
    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The kinds of draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    English,
    Russian,
    International,
}

impl Kind {
    /// Who moves first.
    #[inline]
    pub(crate) fn first(self) -> Colour {
        if self == Self::English { Colour::Black } else { Colour::White }
    }

    /// Whether kings move and capture over any distance, and men capture backwards as well.
    #[inline]
    pub(crate) fn flies(self) -> bool {
        self != Self::English
    }

    /// Whether as many pieces as possible must be captured.
    #[inline]
    pub(crate) fn takes_most(self) -> bool {
        self == Self::International
    }

    /// Moves of each side without progress that draw, where that is asked for.
    pub(crate) fn idle_moves(self) -> u8 {
        match self {
            Self::English => 40,
            Self::Russian => 15,
            Self::International => 25,
        }
    }
}

/// What can be chosen, as text: `russian`, `english+move-rule`.
///
/// ```
/// let chosen = proofset_checkers::parameters().read(Some("international"))?;
/// assert_eq!((chosen.choice("rules"), chosen.is_on("move-rule")), ("international", false));
/// # Ok::<(), proofset_core::NotationError>(())
/// ```
pub fn parameters() -> Parameters {
    let kinds = ["english", "russian", "international"];
    Parameters::places(',')
        .with(Parameter::choice("rules", "the kind of draughts: on 8x8, or international on 10x10", &kinds))
        .with(Parameter::switch(
            "move-rule",
            "a draw after 40 moves of each side in which no man moves and nothing is captured (Russian 15, international 25)",
        ))
}
