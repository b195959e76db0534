//! Positions, moves and outcome: one word of 128 bits for each player.
//!
//! The idea: the lowest 81 bits are cells, nine for each small board, and the nine bits behind them small boards that are won; one that is
//! full without a line has the bits of both players. A small board that is decided has no stones: nothing that comes depends on them. So
//! equal words have equal futures, and more positions are equal than the stones on the board would tell.
//!
//! The invariant: no cell has stones of both players, and no cell of a decided board has any. When the game is over nobody is sent
//! anywhere.

use proofset_core::{
    Aim, Arguments, Game, Goal, Outcome, Pack, Packer, Parameter, Parameters, Player, Reduced, Unpacker, Value,
};

/// The cells of a small board, and the small boards of the large one.
pub(crate) const NINE: usize = 9;

/// The cells of all small boards.
pub(crate) const CELLS: usize = NINE * NINE;

/// All bits of nine.
const FULL: u16 = 0b111_111_111;

/// Where to play if it is not said.
pub(crate) const ANYWHERE: u8 = NINE as u8;

/// Three rows, three columns, two diagonals.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Whether each set of nine has a whole line.
static HAS_LINE: [bool; 1 << NINE] = {
    let mut table = [false; 1 << NINE];
    let mut set = 0;
    while set < table.len() {
        let mut line = 0;
        while line < LINES.len() {
            table[set] |= set as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    table
};

/// Whether a set of nine has a line.
#[inline]
pub(crate) fn has_line(set: u16) -> bool {
    HAS_LINE[usize::from(set & FULL)]
}

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct UltimateTicTacToe {
    /// Whether only the rules end a game.
    plays_out: bool,
    /// Whose lines a question is about, if it is about one player's.
    needed: Option<Player>,
}

/// Who has stones and small boards where, who is to move, and in which small board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Those of the first player, and of the second.
    pub(crate) stones: [u128; 2],
    pub(crate) to_move: Player,
    /// The small board that has to be played in.
    pub(crate) sent: u8,
}

/// A move: the cell that gets a stone, in order of the small boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

impl Position {
    /// The empty board.
    pub(crate) const START: Self = Self { stones: [0; 2], to_move: Player::First, sent: ANYWHERE };

    /// The stones of a player on a small board.
    #[inline]
    pub(crate) fn on(&self, board: usize, player: Player) -> u16 {
        (self.stones[player as usize] >> (NINE * board)) as u16 & FULL
    }

    /// The small boards that are won by a player, or full.
    #[inline]
    fn closed_by(&self, player: Player) -> u16 {
        (self.stones[player as usize] >> CELLS) as u16
    }

    /// The small boards that are decided.
    #[inline]
    pub(crate) fn closed(&self) -> u16 {
        self.closed_by(Player::First) | self.closed_by(Player::Second)
    }

    /// The small boards that a player has won.
    #[inline]
    pub(crate) fn won(&self, player: Player) -> u16 {
        self.closed_by(player) & !self.closed_by(player.opponent())
    }

    /// Takes the stones off a small board that is won by a player, or full.
    #[inline]
    pub(crate) fn close(&mut self, board: usize, winner: Option<Player>) {
        for player in [Player::First, Player::Second] {
            let stones = &mut self.stones[player as usize];
            *stones &= !(u128::from(FULL) << (NINE * board));
            if winner.is_none_or(|winner| winner == player) {
                *stones |= 1 << (CELLS + board);
            }
        }
    }

    /// The small boards in which a player has a line, or can still get one.
    #[inline]
    fn winnable(&self, player: Player) -> u16 {
        let (closed, other) = (self.closed(), self.stones[player.opponent() as usize]);
        let mut boards = self.won(player);
        for board in 0..NINE {
            let free = !(other >> (NINE * board)) as u16;
            if closed >> board & 1 == 0 && has_line(free) {
                boards |= 1 << board;
            }
        }
        boards
    }

    /// The lines of the large board that a player can still get.
    pub(crate) fn open_lines(&self, player: Player) -> u32 {
        let boards = self.winnable(player);
        LINES.iter().filter(|&line| line & !boards == 0).count() as u32
    }

    /// The fewest stones with which a player can get a line of the large board; `None` if there is no way to.
    pub(crate) fn stones_to_line(&self, player: Player) -> Option<u32> {
        let (winnable, won) = (self.winnable(player), self.won(player));
        let mut needed = [0; NINE];
        for board in (0..NINE).filter(|board| won >> board & 1 == 0) {
            let (own, other) = (self.on(board, player), self.on(board, player.opponent()));
            let open = LINES.iter().filter(|&line| line & other == 0);
            needed[board] = open.map(|line| (line & !own).count_ones()).min().unwrap_or(0);
        }
        let open = LINES.iter().filter(|&line| line & !winnable == 0);
        let sum = |line: &u16| (0..NINE).filter(|board| line >> board & 1 == 1).map(|board| needed[board]).sum();
        open.map(sum).min()
    }

    /// What the rules say.
    #[inline]
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        // Only the player who has moved last can have a line.
        let last = self.to_move.opponent();
        if has_line(self.won(last)) {
            return Some(Outcome::Win(last));
        }
        (self.closed() == FULL).then_some(Outcome::Draw)
    }
}

impl Pack for Position {
    const BITS: u32 = 2 * BITS_OF_ONE + <Player>::BITS + BITS_OF_SENT;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        for stones in self.stones {
            for part in 0..BITS_OF_ONE / PART {
                to.put((stones >> (part * PART)) as u32 & ((1 << PART) - 1), PART);
            }
        }
        self.to_move.pack(to);
        to.put(self.sent.into(), BITS_OF_SENT);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let mut stones = [0; 2];
        for own in &mut stones {
            for part in 0..BITS_OF_ONE / PART {
                *own |= u128::from(from.take(PART)) << (part * PART);
            }
        }
        let to_move = Player::unpack(from);
        Self { stones, to_move, sent: from.take(BITS_OF_SENT) as u8 }
    }
}

/// The bits of a player: cells and small boards.
const BITS_OF_ONE: u32 = (CELLS + NINE) as u32;

/// They are written in parts of so many.
const PART: u32 = 30;

/// The bits that say where to play.
const BITS_OF_SENT: u32 = 4;

impl UltimateTicTacToe {
    /// The game, which is over as soon as its question is answered.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game in which only the rules end a game: for comparisons.
    #[must_use]
    pub fn without_static(self) -> Self {
        Self { plays_out: true, ..self }
    }

    /// What can be chosen, as text.
    pub fn parameters() -> Parameters {
        Parameters::keys().with(Parameter::switch(
            "no-static",
            "play goes on where the player who needs a line can get none any more: for comparisons",
        ))
    }

    /// The game with these [parameters](Self::parameters).
    pub fn from_arguments(arguments: &Arguments) -> Self {
        Self { plays_out: arguments.is_on("no-static"), needed: None }
    }

    /// How many moves there are.
    pub fn mobility(&self, position: &Position) -> u32 {
        self.moves(position).count() as u32
    }

    /// The fewest stones with which a player can get a line of the large board; `None` if there is no way to.
    pub fn stones_to_line(&self, position: &Position, player: Player) -> Option<u32> {
        position.stones_to_line(player)
    }

    /// How many lines of the large board a player can still get. Without any, that player cannot win any more.
    pub fn open_lines(&self, position: &Position, player: Player) -> u32 {
        position.open_lines(player)
    }
}

impl Game for UltimateTicTacToe {
    type Position = Position;
    type Move = Cell;

    fn start(&self) -> Position {
        Position::START
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let outcome = position.outcome();
        // Whoever can get no line does not win, and that is what was asked.
        let is_hopeless = |player| !self.plays_out && !has_line_of_boards(position, player);
        outcome.or_else(|| self.needed.is_some_and(is_hopeless).then_some(Outcome::Draw))
    }

    /// Small board by small board, and cell by cell in each.
    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Cell> {
        let taken = position.stones[0] | position.stones[1];
        let mut cells = 0;
        if position.sent == ANYWHERE {
            for board in (0..NINE).filter(|board| taken >> (CELLS + board) & 1 == 0) {
                cells |= u128::from(FULL) << (NINE * board);
            }
        } else {
            cells = u128::from(FULL) << (NINE * usize::from(position.sent));
        }
        let mut rest = cells & !taken;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let cell = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                Cell(cell)
            })
        })
    }

    #[inline]
    fn play(&self, position: &mut Position, Cell(cell): Cell) {
        let (board, place) = (usize::from(cell) / NINE, cell % ANYWHERE);
        let mover = position.to_move;
        position.stones[mover as usize] |= 1 << cell;
        let own = position.on(board, mover);
        if has_line(own) {
            position.close(board, Some(mover));
        } else if own | position.on(board, mover.opponent()) == FULL {
            position.close(board, None);
        }
        position.to_move = mover.opponent();
        let is_closed = position.closed() >> place & 1 == 1;
        position.sent = if is_closed || has_line(position.won(mover)) { ANYWHERE } else { place };
    }

    /// The stones, with nine for each small board that is decided.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        let cells = (position.stones[0] | position.stones[1]) & ((1 << CELLS) - 1);
        Some(cells.count_ones() + NINE as u32 * position.closed().count_ones())
    }
}

/// Whether a player can still get a line of the large board.
#[inline]
fn has_line_of_boards(position: &Position, player: Player) -> bool {
    has_line(position.winnable(player))
}

/// A question is about the lines of one player: who wants to win needs one, and who wants at least a draw fails by one of the
/// opponent's. When that player can get none any more the question is answered, and the game counts as drawn.
impl Reduced for UltimateTicTacToe {
    fn for_goal(self, goal: Goal) -> Self {
        let needed = match goal.aim {
            Aim::Win => goal.player,
            Aim::AtLeastDraw => goal.player.opponent(),
        };
        Self { needed: Some(needed), ..self }
    }

    /// Certificates are about this form: what is left of the game when it is answered is of no use to anybody.
    fn whole(&self, _goal: Goal, _value: Value) -> Option<Self> {
        None
    }

    fn representative(&self, position: &Position) -> Position {
        *position
    }

    fn threat_sequence(&self, _position: &Position, _searched: &Position, _winner: Player) -> Vec<String> {
        Vec::new()
    }
}
