//! The game, as people play it and as it is searched best.
//!
//! The idea: what a player can connect whatever the other one does ([`connections`](crate::connections)) decides most positions long before
//! they are played out, and where it does not, it shows the few cells on which the player to move may still save the game. Before
//! that, cells that do not matter any more are [filled](crate::fill). Both change no result.
//!
//! The invariant: a position and its half turn are judged alike, for it is the lesser of the two that is looked at.
//!
//! The cost: a judgement takes from microseconds to some milliseconds, by the size of the board and the limit of connections. A search
//! asks for the result and for the moves of a position one soon after the other, so the judgements of late are kept.

use std::cell::RefCell;

use proofset_core::{
    Arguments, Game, NotationError, Outcome, Parameter, Parameters, Player, Reversible, Symmetric, state_hash,
};

use crate::board::{Board, Cells, MOST, each};
use crate::connections::{Connections, Found};
use crate::distance::distance;
use crate::fill::filled;
use crate::position::Position;

/// Hex on a board, with a limit of connections.
#[derive(Clone, Debug)]
pub struct Hex {
    pub(crate) board: Board,
    connections: u8,
}

/// A move: the cell that gets the stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

/// What is known of a position without a search.
#[derive(Clone, Copy)]
struct Judgement {
    winner: Option<Player>,
    /// The cells on which the player to move may put a stone, if there is no winner.
    moves: Cells,
}

/// What is judged: columns, rows, connections, position.
type Question = (u8, u8, u8, Position);

/// How many judgements a thread keeps.
const KEPT: usize = 1 << 14;

/// What a thread needs for judgements.
#[derive(Default)]
struct Workplace {
    connections: Connections,
    /// The judgements of late, each at the place that its question has by its hash. Questions are compared in full.
    late: Vec<Option<(Question, Judgement)>>,
}

thread_local! {
    static WORKPLACE: RefCell<Workplace> = RefCell::default();
}

impl Hex {
    /// How many connections may be kept for a pair of points.
    const MOST_CONNECTIONS: u8 = 25;

    /// How many are kept if nothing is said.
    const USUAL_CONNECTIONS: u8 = 10;

    /// The game on a board of this size, as people play it: all empty cells are moves, and play ends with a connection of stones.
    ///
    /// # Errors
    ///
    /// If one of the sides is not from 1 to 11.
    pub fn new(columns: usize, rows: usize) -> Result<Self, NotationError> {
        Ok(Self { board: Board::new(columns, rows)?, connections: 0 })
    }

    /// The game in which a player who has a virtual connection counts as the winner, with so many connections for each pair of points at
    /// most; moves that leave the other player one are left out. With 0, the game as people play it. More than 25 are as good as 25.
    ///
    /// Every position has the value that it has in the game as people play it.
    #[must_use]
    pub fn with_connections(self, connections: u8) -> Self {
        Self { connections: connections.min(Self::MOST_CONNECTIONS), ..self }
    }

    /// What can be chosen, as text: `7x7` or `7x7+connections=0`.
    pub fn parameters() -> Parameters {
        let connections = "how many virtual connections are kept for each pair of points, and twice as many semi-connections; who connects \
                           the edges so has won, and moves that leave that to the other player are left out; 0: none";
        Parameters::places('x')
            .with(Parameter::whole("columns", "columns of the board", 1..=MOST, 5))
            .with(Parameter::whole("rows", "rows of the board", 1..=MOST, 5))
            .with(
                Parameter::whole("connections", connections, 0..=Self::MOST_CONNECTIONS, Self::USUAL_CONNECTIONS)
                    .or_nothing(),
            )
    }

    /// The game with these [parameters](Self::parameters).
    ///
    /// # Errors
    ///
    /// As those of [`new`](Self::new).
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        let game = Self::new(arguments.whole("columns"), arguments.whole("rows"))?;
        Ok(game.with_connections(arguments.whole("connections")))
    }

    /// Whether stones connect the edges of a player, so that the game is over as people play it.
    pub fn is_over(&self, position: &Position) -> bool {
        [Player::First, Player::Second].into_iter().any(|player| self.has_won(player, *position))
    }

    /// How many connections are kept for a pair of points; 0 in the game as people play it.
    pub fn connections(&self) -> u8 {
        self.connections
    }

    /// How many stones a player lacks to connect the edges, with neighbours and bridges; `None` if it cannot any more.
    pub fn distance(&self, position: &Position, player: Player) -> Option<u32> {
        let empty = self.board.all() & !position.both();
        distance(&self.board, position.of(player), empty, self.board.along_edges(player))
    }

    /// Whether a player's stones connect the edges.
    #[inline]
    pub(crate) fn has_won(&self, player: Player, position: Position) -> bool {
        self.board.has_won(player, position.of(player))
    }

    /// The position after half a turn of the board.
    #[inline]
    fn turned(&self, position: Position) -> Position {
        Position { first: self.board.turned(position.first), second: self.board.turned(position.second) }
    }

    /// What is known of a position.
    fn judged(&self, position: Position) -> Judgement {
        if self.connections == 0 {
            // Nobody else can have completed a connection.
            let last = position.to_move().opponent();
            let winner = self.has_won(last, position).then_some(last);
            return Judgement { winner, moves: self.board.all() & !position.both() };
        }
        let turned = self.turned(position);
        let least = position.min(turned);
        let question = (self.board.columns() as u8, self.board.rows() as u8, self.connections, least);
        let place = state_hash(&question) as usize % KEPT;
        let judgement = WORKPLACE.with_borrow_mut(|workplace| {
            workplace.late.resize(KEPT, None);
            match workplace.late[place] {
                Some((kept, judgement)) if kept == question => judgement,
                _ => {
                    let judgement = self.judge(least, &mut workplace.connections);
                    workplace.late[place] = Some((question, judgement));
                    judgement
                }
            }
        });
        let moves = if least == position { judgement.moves } else { self.board.turned(judgement.moves) };
        Judgement { moves, ..judgement }
    }

    /// The winner of a position, or the cells that are moves there.
    pub(crate) fn known(&self, position: Position) -> (Option<Player>, Cells) {
        let Judgement { winner, moves } = self.judged(position);
        (winner, moves)
    }

    /// The same without memory.
    fn judge(&self, position: Position, connections: &mut Connections) -> Judgement {
        let mover = position.to_move();
        let other = mover.opponent();
        let limit = usize::from(self.connections);
        let won_by = |player| Judgement { winner: Some(player), moves: 0 };
        let board = &self.board;
        if connections.find(board, filled(board, position, mover), mover, limit, true) != Found::Nothing {
            return won_by(mover);
        }
        let against = filled(board, position, other);
        let empty = board.all() & !against.both();
        let useful = match connections.find(board, against, other, limit, false) {
            Found::Connection => return won_by(other),
            Found::SemiConnections(in_common) => in_common,
            Found::Nothing => empty,
        };
        Judgement { winner: None, moves: without_dominated(board, against, mover, useful) }
    }
}

/// The moves without those that another one of them makes needless: after that one their cells are as good as the mover's own, so it brings all
/// that they would bring, and more. Of two that do so for each other one is left.
fn without_dominated(board: &Board, position: Position, mover: Player, mut moves: Cells) -> Cells {
    for cell in each(moves) {
        if moves >> cell & 1 == 1 {
            let taken = filled(board, position.with(mover, 1 << cell), mover).of(mover);
            moves &= !taken | 1 << cell;
        }
    }
    moves
}

impl Game for Hex {
    type Position = Position;
    type Move = Cell;

    fn start(&self) -> Position {
        Position::EMPTY
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.judged(*position).winner.map(Outcome::Win)
    }

    /// Row by row from the top, from the left.
    fn moves(&self, position: &Position) -> impl Iterator<Item = Cell> {
        each(self.judged(*position).moves).map(|cell| Cell(cell as u8))
    }

    #[inline]
    fn play(&self, position: &mut Position, Cell(cell): Cell) {
        *position = position.with(position.to_move(), 1 << cell);
    }

    /// The number of stones.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        Some(position.both().count_ones())
    }
}

impl Reversible for Hex {
    type Undo = ();

    #[inline]
    fn make(&self, position: &mut Position, mv: Cell) {
        self.play(position, mv);
    }

    #[inline]
    fn unmake(&self, position: &mut Position, Cell(cell): Cell, (): ()) {
        position.first &= !(1 << cell);
        position.second &= !(1 << cell);
    }
}

impl Symmetric for Hex {
    /// The position or its half turn. What exchanges the players' edges exchanges the players too, and is no symmetry of a question.
    fn least_image(&self, position: &Position) -> Position {
        (*position).min(self.turned(*position))
    }
}
