//! Positions: the stones of both players, one word each. Their numbers say whose turn it is.

use proofset_core::{Pack, Packer, Player, Unpacker};

use crate::board::Cells;

/// Who has stones where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(crate) first: Cells,
    pub(crate) second: Cells,
}

impl Position {
    /// The position before the first move.
    pub(crate) const EMPTY: Self = Self { first: 0, second: 0 };

    /// The stones of a player.
    #[inline]
    pub(crate) fn of(self, player: Player) -> Cells {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }

    /// With more stones of a player.
    #[inline]
    pub(crate) fn with(self, player: Player, cells: Cells) -> Self {
        match player {
            Player::First => Self { first: self.first | cells, ..self },
            Player::Second => Self { second: self.second | cells, ..self },
        }
    }

    /// The stones of both.
    #[inline]
    pub(crate) fn both(self) -> Cells {
        self.first | self.second
    }

    /// Whose turn it is in a position of the game.
    #[inline]
    pub(crate) fn to_move(self) -> Player {
        if self.both().count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }
}

impl Pack for Position {
    const BITS: u32 = <(Cells, Cells)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.first, self.second).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (first, second) = Pack::unpack(from);
        Self { first, second }
    }
}
