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
//! twice. The whole board is asked about once. After that a stone is asked for what it makes, since no other lines have
//! changed. Recursion as deep as the sequence is long, which is at most half of the cells.
//!
//! ```
//! use proofset_core::Player;
//! use proofset_threats::{Board, Pair, Stones, find, still_wins};
//!
//! /// Seven cells in a row; three next to each other win.
//! struct Strip;
//!
//! impl Strip {
//!     /// The empty cells of lines in which a player has so many stones and the other none.
//!     fn open(player: Player, stones: &Pair<u64>, count: u32) -> u64 {
//!         let (own, other) = (stones.of(player), stones.of(player.opponent()));
//!         let lines = (0..5).map(|first| 0b111 << first).filter(|line| line & other == 0);
//!         lines.filter(|line| (line & own).count_ones() == count).fold(0, |cells, line| cells | line & !own)
//!     }
//! }
//!
//! impl Board for Strip {
//!     type Cells = u64;
//!     type Stones = Pair<u64>;
//!
//!     fn completions(&self, player: Player, stones: &Pair<u64>) -> u64 {
//!         Self::open(player, stones, 2)
//!     }
//!
//!     fn threat_cells(&self, player: Player, stones: &Pair<u64>) -> u64 {
//!         Self::open(player, stones, 1)
//!     }
//!
//!     fn completions_through(&self, player: Player, stones: &Pair<u64>, cell: u16) -> u64 {
//!         let mut more = *stones;
//!         more.put(player, cell);
//!         self.completions(player, &more)
//!     }
//! }
//!
//! // With a stone on the fourth cell, one on the third leaves two cells to take: the second and the fifth.
//! let mut stones = Pair::new(1 << 3, 0);
//! let sequence = find(&Strip, Player::First, &mut stones, 10);
//! assert_eq!(sequence, [2, 1, 4]);
//! stones.put(Player::Second, 6);
//! assert!(still_wins(&Strip, Player::First, &sequence, &mut stones), "a stone on the last cell does nothing");
//! stones.put(Player::Second, 1);
//! assert!(!still_wins(&Strip, Player::First, &sequence, &mut stones));
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

    /// The set without a cell.
    #[must_use]
    fn without(self, cell: u16) -> Self;

    /// The cells in either set.
    #[must_use]
    fn or(self, other: Self) -> Self;

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
    fn with(mut self, cell: u16) -> Self {
        self.insert(cell.into());
        self
    }

    #[inline]
    fn without(mut self, cell: u16) -> Self {
        self.remove(cell.into());
        self
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
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
    fn without(self, cell: u16) -> Self {
        self & !(1 << cell)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
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

/// The stones of both players, which a search puts and takes back.
pub trait Stones {
    /// Sets of cells.
    type Cells: Cells;

    /// Those of a player.
    fn of(&self, player: Player) -> Self::Cells;

    /// A player puts a stone on an empty cell.
    fn put(&mut self, player: Player, cell: u16);

    /// The same taken back.
    fn take(&mut self, player: Player, cell: u16);
}

/// Stones as two sets, for boards that answer all questions by these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair<C> {
    first: C,
    second: C,
}

impl<C> Pair<C> {
    /// The stones of the first player and of the second.
    pub fn new(first: C, second: C) -> Self {
        Self { first, second }
    }

    #[inline]
    fn of_mut(&mut self, player: Player) -> &mut C {
        match player {
            Player::First => &mut self.first,
            Player::Second => &mut self.second,
        }
    }
}

impl<C: Cells> Stones for Pair<C> {
    type Cells = C;

    #[inline]
    fn of(&self, player: Player) -> C {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }

    #[inline]
    fn put(&mut self, player: Player, cell: u16) {
        let set = self.of_mut(player);
        *set = set.with(cell);
    }

    #[inline]
    fn take(&mut self, player: Player, cell: u16) {
        let set = self.of_mut(player);
        *set = set.without(cell);
    }
}

/// What a search for threats asks of a board. Stones stay where they are, and more stones of the other player complete no
/// line of one's own.
///
/// A board that knows what one stone changes answers the questions *through* a cell faster than those about all lines.
pub trait Board {
    /// Sets of its cells.
    type Cells: Cells;
    /// The stones on it, in the form that it is asked about.
    type Stones: Stones<Cells = Self::Cells>;

    /// The empty cells with which a player completes a line.
    fn completions(&self, player: Player, stones: &Self::Stones) -> Self::Cells;

    /// The empty cells where a stone of that player is a threat: completions there are afterwards that were none before.
    /// Where the player has completions, cells that make others. There may be cells among them that are none.
    fn threat_cells(&self, player: Player, stones: &Self::Stones) -> Self::Cells;

    /// The completions that make use of a stone of the player's on a cell, whether it is there already or the cell is empty.
    fn completions_through(&self, player: Player, stones: &Self::Stones, cell: u16) -> Self::Cells;

    /// The cells where a stone is a threat together with the player's stone on a cell, at least. All
    /// [threats](Self::threat_cells) will do.
    #[inline]
    fn threat_cells_through(&self, player: Player, stones: &Self::Stones, cell: u16) -> Self::Cells {
        let _ = cell;
        self.threat_cells(player, stones)
    }

    /// Whether a player completes a line with a stone on an empty cell.
    #[inline]
    fn completes(&self, player: Player, stones: &Self::Stones, cell: u16) -> bool {
        self.completions(player, stones).contains(cell)
    }

    /// Whether there may be cells that this player may not [take](Self::may_take).
    #[inline]
    fn prohibits(&self, player: Player) -> bool {
        let _ = player;
        false
    }

    /// Whether a player may put a stone on an empty cell where it completes no line. Whoever may nowhere has lost. The stones
    /// are afterwards as they were.
    #[inline]
    fn may_take(&self, player: Player, stones: &mut Self::Stones, cell: u16) -> bool {
        let _ = (player, stones, cell);
        true
    }
}

/// What a player who is to move and the other one can do next.
#[derive(Clone, Copy, Debug)]
pub struct Outlook<C> {
    /// The completions of the player.
    pub completions: C,
    /// Those of the other, which ask for a reply.
    pub asked: C,
    /// Where a stone of the player is a threat, at least.
    pub threats: C,
}

impl<C: Cells> Outlook<C> {
    /// All of the board is asked about.
    pub fn of<B: Board<Cells = C>>(board: &B, player: Player, stones: &B::Stones) -> Self {
        Self {
            completions: board.completions(player, stones),
            asked: board.completions(player.opponent(), stones),
            threats: board.threat_cells(player, stones),
        }
    }

    /// What it is when the player has put a stone on a cell and is to move again. It stands among the stones.
    #[must_use]
    pub fn after<B: Board<Cells = C>>(self, board: &B, player: Player, stones: &B::Stones, cell: u16) -> Self {
        Self {
            completions: self.completions.without(cell).or(board.completions_through(player, stones, cell)),
            asked: self.asked.without(cell),
            threats: self.threats.without(cell).or(board.threat_cells_through(player, stones, cell)),
        }
    }
}

/// A search for a sequence.
struct Search<'a, B: Board> {
    board: &'a B,
    player: Player,
    stones: &'a mut B::Stones,
    /// Positions that lead nowhere, by their hashes: if two had the same, a sequence could be missed, and none be wrong.
    dead: FxHashSet<u64>,
    /// How many more positions may be looked at.
    left: u32,
    /// The sequence, last move first.
    found: Vec<u16>,
}

/// A sequence by which a player wins who is to move: a threat and the reply to it, by turns, and at the end the cell that
/// completes a line, which is that of the last reply where the other player may not take it. Empty if there is none among so
/// many positions. The stones are afterwards as they were.
pub fn find<B: Board>(board: &B, player: Player, stones: &mut B::Stones, positions: u32) -> Vec<u16> {
    let outlook = Outlook::of(board, player, stones);
    find_from(board, player, stones, outlook, positions)
}

/// The same where it is known what can be done next.
pub fn find_from<B: Board>(
    board: &B,
    player: Player,
    stones: &mut B::Stones,
    outlook: Outlook<B::Cells>,
    positions: u32,
) -> Vec<u16> {
    if let Some(cell) = outlook.completions.ascending().next() {
        return vec![cell];
    }
    let mut search = Search { board, player, stones, dead: FxHashSet::default(), left: positions, found: Vec::new() };
    search.wins(outlook.asked, outlook.threats);
    search.found.reverse();
    search.found
}

impl<B: Board> Search<'_, B> {
    /// Looks for a sequence where the player has no completions, the other player has these, and threats are on these cells
    /// at most.
    fn wins(&mut self, asked: B::Cells, threats: B::Cells) -> bool {
        let (board, player, opponent) = (self.board, self.player, self.player.opponent());
        if self.left == 0 || asked.ascending().nth(1).is_some() {
            return false;
        }
        self.left -= 1;
        let looked_at = if asked.is_empty() { threats } else { threats.and(asked) };
        // Those that turn out to be none are not looked at again further down.
        let mut threats = threats;
        // Threats that leave one reply.
        let mut single = Vec::new();
        for threat in looked_at.ascending() {
            if !board.may_take(player, self.stones, threat) {
                continue;
            }
            let mut replies = board.completions_through(player, self.stones, threat).ascending();
            match (replies.next(), replies.next()) {
                (Some(reply), Some(other_reply)) => {
                    self.found.extend([other_reply, reply, threat]);
                    return true;
                }
                (Some(reply), None) if self.is_stuck(threat, reply) => {
                    self.found.extend([reply, reply, threat]);
                    return true;
                }
                (Some(reply), None) => single.push((threat, reply)),
                (None, _) => threats = threats.without(threat),
            }
        }
        if single.is_empty() {
            return false;
        }
        let position = (self.stones.of(player), self.stones.of(opponent));
        if !self.dead.insert(state_hash(&position)) {
            return false;
        }
        for (threat, reply) in single {
            self.stones.put(player, threat);
            self.stones.put(opponent, reply);
            // The other player's earlier completion, if there was one, has been taken by the threat.
            let asked = board.completions_through(opponent, self.stones, reply);
            let threats = threats.or(board.threat_cells_through(player, self.stones, threat));
            let wins = self.wins(asked, threats.without(threat).without(reply));
            self.stones.take(opponent, reply);
            self.stones.take(player, threat);
            if wins {
                self.found.extend([reply, threat]);
                return true;
            }
        }
        false
    }

    /// Whether the other player may not reply to a threat.
    #[inline]
    fn is_stuck(&mut self, threat: u16, reply: u16) -> bool {
        let (board, opponent) = (self.board, self.player.opponent());
        if !board.prohibits(opponent) {
            return false;
        }
        self.stones.put(self.player, threat);
        let is_stuck = !board.may_take(opponent, self.stones, reply);
        self.stones.take(self.player, threat);
        is_stuck
    }
}

/// The cells of these, which are empty, where a stone of the other player does something against a sequence: it takes a cell of
/// the sequence, or answers threats with threats. The stones are afterwards as they were.
pub fn helpful<B: Board>(
    board: &B,
    player: Player,
    sequence: &[u16],
    stones: &mut B::Stones,
    cells: B::Cells,
) -> B::Cells {
    let opponent = player.opponent();
    let asked = board.completions(opponent, stones);
    let helps = |stones: &mut B::Stones, cell: u16| {
        let asked = asked.without(cell).or(board.completions_through(opponent, stones, cell));
        stones.put(opponent, cell);
        let helps = !wins_by(board, player, sequence, stones, asked);
        stones.take(opponent, cell);
        helps
    };
    let last_is_prohibited = matches!(sequence, [.., reply, last] if reply == last);
    // A stone anywhere may change what is prohibited.
    let looked_at = if last_is_prohibited || board.prohibits(player) {
        cells
    } else {
        let on_sequence = sequence.iter().fold(B::Cells::EMPTY, |set, &cell| set.with(cell));
        // A threat of the other player's needs a line that the replies fill but for two cells, this one and another.
        let is_free = |cell: &&u16| !stones.of(opponent).contains(**cell);
        let replies: Vec<u16> = sequence.chunks_exact(2).map(|pair| &pair[1]).filter(is_free).copied().collect();
        for &reply in &replies {
            stones.put(opponent, reply);
        }
        let answers = board.threat_cells(opponent, stones).or(board.completions(opponent, stones));
        for &reply in &replies {
            stones.take(opponent, reply);
        }
        on_sequence.or(answers).and(cells)
    };
    looked_at.ascending().filter(|&cell| helps(stones, cell)).fold(B::Cells::EMPTY, B::Cells::with)
}

/// Whether a sequence still wins, move by move, where the other player has put stones that were not there when it was found.
/// The stones are afterwards as they were.
pub fn still_wins<B: Board>(board: &B, player: Player, sequence: &[u16], stones: &mut B::Stones) -> bool {
    let asked = board.completions(player.opponent(), stones);
    wins_by(board, player, sequence, stones, asked)
}

/// The same with the completions of the other player.
fn wins_by<B: Board>(board: &B, player: Player, sequence: &[u16], stones: &mut B::Stones, mut asked: B::Cells) -> bool {
    let opponent = player.opponent();
    let mut put = Vec::with_capacity(sequence.len());
    let mut wins = false;
    for pair in sequence.chunks(2) {
        let threat = pair[0];
        let is_empty = |cell| !stones.of(player).contains(cell) && !stones.of(opponent).contains(cell);
        if !is_empty(threat) {
            break;
        }
        if board.completes(player, stones, threat) {
            wins = true;
            break;
        }
        let is_asked = asked.is_empty() || (asked.contains(threat) && asked.ascending().nth(1).is_none());
        let &[_, reply] = pair else { break };
        if !is_asked || !is_empty(reply) || !board.may_take(player, stones, threat) {
            break;
        }
        stones.put(player, threat);
        put.push((player, threat));
        if reply == threat || !board.completes(player, stones, reply) {
            break;
        }
        if !board.may_take(opponent, stones, reply) {
            wins = true;
            break;
        }
        stones.put(opponent, reply);
        put.push((opponent, reply));
        asked = board.completions_through(opponent, stones, reply);
    }
    for (player, cell) in put.into_iter().rev() {
        stones.take(player, cell);
    }
    wins
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
