//! Sequences of threats, in games where stones are put on cells and stay, and a line of them wins.
//!
//! The idea: a *threat* leaves one cell to complete a line; the other player must take that cell. So a sequence of threats
//! is a tree with one branch: the one who threatens chooses, and what the other does is forced, until a threat leaves two
//! cells to take. Such sequences end most games of Qubic and Gomoku, and they are found by a search that looks at a
//! few threats a position instead of at all moves. The references: threat-space search (Allis, van den Herik and
//! Huntjens 1993), and for the order of threats lambda search (Thomsen 2000).
//!
//! The invariant: a sequence that is found wins against every defence. The reply to a threat may threaten itself; then the
//! next threat must take the cell that it asks for.
//!
//! The cost: at most as many positions as are allowed, each for a few questions to the [`Board`]; no position is looked at
//! twice. Recursion as deep as the sequence is long, which is at most half of the cells.
//!
//! ```
//! use proofset_core::Player;
//! use proofset_threats::{Board, find, still_wins};
//!
//! /// Seven cells in a row; three next to each other win.
//! struct Strip;
//!
//! impl Strip {
//!     /// The empty cells of lines in which a player has so many stones and the other none.
//!     fn open(own: u64, other: u64, stones: u32) -> u64 {
//!         let lines = (0..5).map(|first| 0b111 << first).filter(|line| line & other == 0);
//!         lines.filter(|line| (line & own).count_ones() == stones).fold(0, |cells, line| cells | line & !own)
//!     }
//! }
//!
//! impl Board for Strip {
//!     type Cells = u64;
//!
//!     fn completions(&self, _: Player, own: u64, other: u64) -> u64 {
//!         Self::open(own, other, 2)
//!     }
//!
//!     fn threat_cells(&self, _: Player, own: u64, other: u64) -> u64 {
//!         Self::open(own, other, 1)
//!     }
//! }
//!
//! // With a stone on the fourth cell, one on the third leaves two cells to take: the second and the fifth.
//! assert_eq!(find(&Strip, Player::First, 1 << 3, 0, 10), [2, 1, 4]);
//! assert!(still_wins(&Strip, Player::First, &[2, 1, 4], 1 << 3, 1 << 6), "a stone on the last cell does nothing");
//! assert!(!still_wins(&Strip, Player::First, &[2, 1, 4], 1 << 3, 1 << 1));
//! ```

use std::hash::Hash;

use proofset_bits::Bits;
use proofset_core::{Player, state_hash};
use rustc_hash::FxHashSet;

/// A set of cells, which have numbers.
pub trait Cells: Copy + Eq + Hash {
    /// No cell.
    const EMPTY: Self;

    /// True if there is none.
    fn is_empty(self) -> bool;

    /// True if a cell is in it.
    fn contains(self, cell: u16) -> bool;

    /// The set with a cell more.
    #[must_use]
    fn with(self, cell: u16) -> Self;

    /// The cells in both sets.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// The cells, the least first.
    fn ascending(self) -> impl Iterator<Item = u16>;
}

impl<const W: usize> Cells for Bits<W> {
    const EMPTY: Self = Bits::EMPTY;

    #[inline]
    fn is_empty(self) -> bool {
        self.is_empty()
    }

    #[inline]
    fn contains(self, cell: u16) -> bool {
        self.contains(cell.into())
    }

    #[inline]
    fn with(self, cell: u16) -> Self {
        self | Self::single(cell.into())
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline]
    fn ascending(self) -> impl Iterator<Item = u16> {
        self.ascending().map(|cell| cell as u16)
    }
}

impl Cells for u64 {
    const EMPTY: Self = 0;

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn contains(self, cell: u16) -> bool {
        self >> cell & 1 == 1
    }

    #[inline]
    fn with(self, cell: u16) -> Self {
        self | 1 << cell
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline]
    fn ascending(self) -> impl Iterator<Item = u16> {
        let mut rest = self;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let cell = rest.trailing_zeros() as u16;
                rest &= rest - 1;
                cell
            })
        })
    }
}

/// What a search for threats asks of a board. Stones stay where they are, and more stones of the other player complete no
/// line of one's own.
pub trait Board {
    /// Sets of its cells.
    type Cells: Cells;

    /// The empty cells with which a player, whose stones are `own`, completes a line.
    fn completions(&self, player: Player, own: Self::Cells, other: Self::Cells) -> Self::Cells;

    /// The completions that make use of the stone on a cell.
    #[inline]
    fn completions_through(&self, player: Player, own: Self::Cells, other: Self::Cells, cell: u16) -> Self::Cells {
        let _ = cell;
        self.completions(player, own, other)
    }

    /// The empty cells where a stone of that player is a threat: completions there are afterwards that were none before.
    /// Where the player has completions, cells that make others.
    fn threat_cells(&self, player: Player, own: Self::Cells, other: Self::Cells) -> Self::Cells;

    /// Whether there may be cells that this player may not [take](Self::may_take).
    #[inline]
    fn prohibits(&self, player: Player) -> bool {
        let _ = player;
        false
    }

    /// Whether a player may put a stone on an empty cell where it completes no line. Whoever may nowhere has lost.
    #[inline]
    fn may_take(&self, player: Player, own: Self::Cells, other: Self::Cells, cell: u16) -> bool {
        let _ = (player, own, other, cell);
        true
    }
}

/// A search for a sequence.
struct Search<'a, B> {
    board: &'a B,
    player: Player,
    /// Positions that lead nowhere, by their hashes: if two had the same, a sequence could be missed, and none be wrong.
    dead: FxHashSet<u64>,
    /// How many more positions may be looked at.
    left: u32,
    /// The sequence, last move first.
    found: Vec<u16>,
}

/// A sequence by which a player wins who has the stones `own` and is to move: a threat and the reply to it, by turns, and at the
/// end the cell that completes a line, which is that of the last reply where the other player may not take it. Empty if there is none among so many positions.
pub fn find<B: Board>(board: &B, player: Player, own: B::Cells, other: B::Cells, positions: u32) -> Vec<u16> {
    if let Some(cell) = board.completions(player, own, other).ascending().next() {
        return vec![cell];
    }
    let mut search = Search { board, player, dead: FxHashSet::default(), left: positions, found: Vec::new() };
    let asked = board.completions(player.opponent(), other, own);
    search.wins(own, other, asked);
    search.found.reverse();
    search.found
}

impl<B: Board> Search<'_, B> {
    /// Looks for a sequence where the player has no completions, and the other player has these.
    fn wins(&mut self, own: B::Cells, other: B::Cells, asked: B::Cells) -> bool {
        let Self { board, player, .. } = *self;
        if self.left == 0 || asked.ascending().nth(1).is_some() {
            return false;
        }
        self.left -= 1;
        let mut threats = board.threat_cells(player, own, other);
        if !asked.is_empty() {
            threats = threats.and(asked);
        }
        // Threats that leave one reply.
        let mut single = Vec::new();
        for threat in threats.ascending() {
            if !board.may_take(player, own, other, threat) {
                continue;
            }
            let mut replies = board.completions_through(player, own.with(threat), other, threat).ascending();
            match (replies.next(), replies.next()) {
                (Some(reply), Some(other_reply)) => {
                    self.found.extend([other_reply, reply, threat]);
                    return true;
                }
                (Some(reply), None) if !board.may_take(player.opponent(), other, own.with(threat), reply) => {
                    self.found.extend([reply, reply, threat]);
                    return true;
                }
                (Some(reply), None) => single.push((threat, reply)),
                (None, _) => {}
            }
        }
        if single.is_empty() || !self.dead.insert(state_hash(&(own, other))) {
            return false;
        }
        for (threat, reply) in single {
            let (own, other) = (own.with(threat), other.with(reply));
            // The other player's earlier completion, if there was one, has been taken by the threat.
            let asked = board.completions_through(player.opponent(), other, own, reply);
            if self.wins(own, other, asked) {
                self.found.extend([reply, threat]);
                return true;
            }
        }
        false
    }
}

/// The cells of these where a stone of the other player does something against a sequence: it takes a cell of the sequence, or
/// answers threats with threats.
pub fn helpful<B: Board>(
    board: &B,
    player: Player,
    sequence: &[u16],
    own: B::Cells,
    other: B::Cells,
    cells: B::Cells,
) -> B::Cells {
    let helps = |cell: &u16| !still_wins(board, player, sequence, own, other.with(*cell));
    let last_is_prohibited = matches!(sequence, [.., reply, last] if reply == last);
    // A stone anywhere may change what is prohibited.
    if last_is_prohibited || board.prohibits(player) {
        return cells.ascending().filter(helps).fold(B::Cells::EMPTY, B::Cells::with);
    }
    let on_sequence = sequence.iter().copied().filter(|&cell| cells.contains(cell));
    // A threat of the other player's needs a line that the replies fill but for two cells, this one and another.
    let opponent = player.opponent();
    let replied = sequence.chunks_exact(2).fold(other, |set, pair| set.with(pair[1]));
    let threats = board.threat_cells(opponent, replied, own).and(cells);
    let completions = board.completions(opponent, replied, own).and(cells);
    on_sequence
        .chain(threats.ascending())
        .chain(completions.ascending())
        .filter(helps)
        .fold(B::Cells::EMPTY, B::Cells::with)
}

/// Whether a sequence still wins, move by move, where the other player has put stones that were not there when it was found.
pub fn still_wins<B: Board>(
    board: &B,
    player: Player,
    sequence: &[u16],
    mut own: B::Cells,
    mut other: B::Cells,
) -> bool {
    for pair in sequence.chunks(2) {
        let threat = pair[0];
        if board.completions(player, own, other).contains(threat) {
            return true;
        }
        let asked = board.completions(player.opponent(), other, own);
        let is_asked = asked.is_empty() || (asked.contains(threat) && asked.ascending().nth(1).is_none());
        let is_taken = own.contains(threat) || other.contains(threat);
        let &[_, reply] = pair else { return false };
        if is_taken || !is_asked || !board.may_take(player, own, other, threat) {
            return false;
        }
        own = own.with(threat);
        if !board.completions(player, own, other).contains(reply) {
            return false;
        }
        if !board.may_take(player.opponent(), other, own, reply) {
            return true;
        }
        other = other.with(reply);
    }
    false
}

/// A sequence as [certificates](proofset_core::Reduced::threat_sequence) have it: whoever does not take the cell of a reply
/// sees it taken.
pub fn texts(sequence: &[u16], text: impl Fn(u16) -> String) -> Vec<String> {
    let mut texts = Vec::new();
    for pair in sequence.chunks(2) {
        texts.push(text(pair[0]));
        if let &[_, reply] = pair {
            texts.extend([text(reply), text(reply)]);
        }
    }
    texts
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
