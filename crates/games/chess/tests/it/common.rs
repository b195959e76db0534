//! Positions to start from, random play, and the plain searches that the rest is compared with.

use std::collections::HashMap;

use cozy_chess::{Board, GameStatus};
use fastrand::Rng;
use proofset_chess::{Chess, Mate, Move, Position, State};
use proofset_core::{Game, Problem, Role, Status, Value};

pub(crate) fn position(text: &str) -> Position {
    text.parse().expect("the test's position is legal")
}

pub(crate) fn mate(position: &str, goal: &str) -> Mate {
    Mate::parse(position, goal).expect("the test's question is well formed")
}

/// The position as a board of cozy-chess.
pub(crate) fn board(position: &Position) -> Board {
    Board::from_fen(&position.to_string(), false).expect("positions are written as FEN")
}

/// Positions in which much can happen. Those with a source are from the chessprogramming wiki's pages on perft.
pub(crate) const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    // Castling on all sides, and pawns that pass each other.
    "r3k2r/1p4p1/8/P1P2P1P/p1p2p1p/8/1P4P1/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    // Quiet, with little left on the clock.
    "8/8/4k3/8/8/3QK3/8/8 w - - 60 1",
    "4k3/8/8/8/8/8/8/RB2K1NR b - - 90 1",
];

/// A random line from `position` until the game is over or `plies` half-moves are played.
pub(crate) fn playout(position: Position, plies: usize, rng: &mut Rng) -> Vec<(Position, Move)> {
    let mut line = Vec::new();
    let mut position = position;
    while line.len() < plies && Chess.outcome(&position).is_none() {
        let moves: Vec<Move> = position.legal_moves().collect();
        let mv = moves[rng.usize(..moves.len())];
        let next = position.after(mv);
        line.push((position, mv));
        position = next;
    }
    line
}

/// Whether the side to move mates in at most `moves` moves, by trying everything.
pub(crate) fn mates(board: &Board, moves: u32) -> bool {
    mates_by(board, moves, &|_| true)
}

/// Whether the side to move is mated in at most `moves` moves of its opponent.
pub(crate) fn is_mated(board: &Board, moves: u32) -> bool {
    is_mated_by(board, moves, &|_| true)
}

/// The same by moves that lead to boards that are allowed.
pub(crate) fn mates_by(board: &Board, moves: u32, allowed: &dyn Fn(&Board) -> bool) -> bool {
    let ongoing = moves > 0 && board.status() == GameStatus::Ongoing;
    ongoing && after_each(board).any(|next| allowed(&next) && is_mated_by(&next, moves - 1, allowed))
}

pub(crate) fn is_mated_by(board: &Board, moves: u32, allowed: &dyn Fn(&Board) -> bool) -> bool {
    match board.status() {
        GameStatus::Won => true,
        GameStatus::Drawn => false,
        GameStatus::Ongoing => moves > 0 && after_each(board).all(|next| mates_by(&next, moves, allowed)),
    }
}

fn after_each(board: &Board) -> impl Iterator<Item = Board> {
    let mut moves = Vec::new();
    board.generate_moves(|list| {
        moves.extend(list);
        false
    });
    moves.into_iter().map(|mv| {
        let mut next = board.clone();
        next.play_unchecked(mv);
        next
    })
}

/// The value of a question, by evaluating its whole graph.
pub(crate) fn value(mate: &Mate) -> Value {
    fn walk(mate: &Mate, state: &State, known: &mut HashMap<State, Value>) -> Value {
        let role = match mate.status(state) {
            Status::Decided(value) => return value,
            Status::Open(role) => role,
            Status::OpenLeaf => unreachable!("chess leaves no question open"),
        };
        if let Some(&value) = known.get(state) {
            return value;
        }
        let (wanted, other) = match role {
            Role::Or => (Value::Proven, Value::Disproven),
            Role::And => (Value::Disproven, Value::Proven),
        };
        let successors = successors(mate, state);
        let reached = successors.iter().any(|(_, next)| walk(mate, next, known) == wanted);
        let value = if reached { wanted } else { other };
        known.insert(*state, value);
        value
    }
    walk(mate, &mate.root(), &mut HashMap::new())
}

pub(crate) fn successors(mate: &Mate, state: &State) -> Vec<(Move, State)> {
    let mut successors = Vec::new();
    mate.for_each_successor(state, |mv, next| successors.push((mv, next)));
    successors
}
