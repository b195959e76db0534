//! Can this side mate by a series of checks?
//!
//! The idea: the attacker moves at OR nodes and gives check with every move; the defender moves at AND nodes and may make
//! any legal move. A state is proven when the defender is checkmated, disproven when the attacker has no check to give.
//! All answers count, also pieces put between that are captured at once, which composers leave out of the length of a
//! mate, unless the question [leaves them out](TsumeGoal::without_futile). A mate by a dropped pawn is no legal move and
//! does not occur. A mate is counted from the first check on, and a root at which the defender moves need not be check:
//! then the question is whether every move loses.
//!
//! * Unbounded questions: a state is the position alone; positions may repeat, and there is no rank. A series of checks
//!   that goes on for ever is no mate (by the rules, perpetual check loses), so a repetition disproves.
//! * Bounded questions: a state is the position with the plies left, and the rank is the plies played.
//!
//! The invariant: the ruling that a state carries is what the rules say of it: a defender without a move is mated, an
//! attacker without a check, or without plies, has failed. The cost: 36 bytes per state. An expansion rebuilds the board
//! once; each successor is made, judged, packed and taken back, half a microsecond or less in all.

use proofset_core::{Describe, Dominance, NotationError, Problem, Repetition, Role, Status, Value, Verdict};

use crate::board::Board;
use crate::generate::MoveList;
use crate::goal::{Attacker, TsumeGoal};
use crate::hand::Hand;
use crate::moves::Move;
use crate::piece::Color;
use crate::state::State;

/// The question whether one side, the attacker, can mate by a series of checks.
///
/// Successors are the attacker's checks or the defender's legal moves, in the order of [`Board::checking_moves`] and
/// [`Board::legal_moves`].
///
/// ```
/// use proofset_core::{Describe, Problem, Status, Value};
/// use proofset_shogi::Tsume;
///
/// # fn main() -> Result<(), proofset_core::NotationError> {
/// // A gold in front of the king, held by a pawn; by the pawn itself it would be no legal move.
/// let tsume = Tsume::parse("4k4/9/4P4/9/9/9/9/9/9 b GP 1", "mate-in:1")?;
/// assert_eq!(tsume.question_text(), "Black mates in at most 1 ply");
///
/// let root = tsume.root();
/// let mut mates = Vec::new();
/// tsume.for_each_successor(&root, |mv, state| {
///     if tsume.status(&state) == Status::Decided(Value::Proven) {
///         mates.push(tsume.move_text(&root, mv));
///     }
/// });
/// assert_eq!(mates, ["G*5b"]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Tsume {
    board: Board,
    goal: TsumeGoal,
    attacker: Color,
}

impl Tsume {
    /// The question `goal` about a position.
    ///
    /// # Errors
    ///
    /// When the side that is to be mated has no king.
    pub fn new(board: Board, goal: TsumeGoal) -> Result<Self, NotationError> {
        let side = board.side_to_move();
        let attacker = match goal.attacker() {
            Attacker::SideToMove => side,
            Attacker::Opponent => side.opponent(),
        };
        let defender = attacker.opponent();
        if board.king(defender).is_none() {
            let name = defender.name();
            let message = format!("with the goal `{goal}`, {name} is to be mated, but has no king on the board");
            return Err(NotationError::new(message));
        }
        Ok(Self { board, goal, attacker })
    }

    /// Reads a position (SFEN, or what follows USI's `position`) and a goal: `mate`, `mated`, `mate-in:N` or
    /// `mated-in:N`, and maybe `:no-futile` behind it.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the position or the goal, where, and what is expected instead.
    pub fn parse(position: &str, goal: &str) -> Result<Self, NotationError> {
        Self::new(position.parse()?, goal.parse()?)
    }

    /// The position of the root.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The question.
    pub fn goal(&self) -> TsumeGoal {
        self.goal
    }

    /// The side that is to give mate.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The state of a position if the question about it begins there, with all plies left that the bound allows.
    pub fn state(&self, board: &Board) -> State {
        self.state_of(board, self.goal.plies().unwrap_or(0))
    }

    #[inline]
    pub(crate) fn state_of(&self, board: &Board, plies_left: u16) -> State {
        State::new(board, plies_left, self.ruling(board, plies_left))
    }

    /// The attacker's hands in two states if nothing else tells them apart but what the defender holds instead.
    fn hands(&self, one: &State, other: &State) -> Option<[Hand; 2]> {
        let (mut one, mut other) = (one.board(), other.board());
        let hands = [one.hand(self.attacker), other.hand(self.attacker)];
        for board in [&mut one, &mut other] {
            let [black, white] = Color::ALL.map(|color| board.hand(color));
            *board.hand_mut(Color::Black) = black.joined(white);
            *board.hand_mut(Color::White) = Hand::EMPTY;
        }
        (one == other).then_some(hands)
    }

    /// The state with so much in the attacker's hand, and the rest of what is in hand in the defender's.
    pub(crate) fn with_hand(&self, board: &Board, hand: Hand, plies_left: u16) -> State {
        let mut board = board.clone();
        let all = board.hand(self.attacker).joined(board.hand(self.attacker.opponent()));
        *board.hand_mut(self.attacker) = hand;
        *board.hand_mut(self.attacker.opponent()) = all.less(hand);
        self.state_of(&board, plies_left)
    }

    /// What the rules say of a position.
    #[inline]
    fn ruling(&self, board: &Board, plies_left: u16) -> Option<Value> {
        let over = plies_left == 0 && self.goal.plies().is_some();
        if board.side_to_move() == self.attacker {
            return (over || !board.has_checking_move()).then_some(Value::Disproven);
        }
        if !self.cannot_answer(board) {
            return over.then_some(Value::Disproven);
        }
        // Only a root can be without check. Who cannot move there has lost the game, but not by mate.
        Some(if board.is_check() { Value::Proven } else { Value::Disproven })
    }

    /// True if the defender, who is to move, has no answer that the question counts.
    #[inline]
    pub(crate) fn cannot_answer(&self, board: &Board) -> bool {
        !board.has_legal_move() || self.goal.leaves_out_futile() && board.has_only_futile_answers()
    }

    /// The same as a status.
    #[inline]
    pub(crate) fn status_of(&self, board: &Board, plies_left: u16) -> Status {
        self.status_by(self.ruling(board, plies_left), board.side_to_move())
    }

    #[inline]
    fn status_by(&self, ruling: Option<Value>, side: Color) -> Status {
        match ruling {
            Some(value) => Status::Decided(value),
            None if side == self.attacker => Status::Open(Role::Or),
            None => Status::Open(Role::And),
        }
    }

    #[inline]
    pub(crate) fn rank_of(&self, plies_left: u16) -> Option<u32> {
        self.goal.plies().map(|plies| u32::from(plies - plies_left))
    }

    /// The moves that lead to successors.
    #[inline]
    pub(crate) fn moves(&self, board: &Board, list: &mut MoveList) {
        if board.side_to_move() == self.attacker {
            board.checking_moves(list);
        } else {
            board.legal_moves(list);
        }
    }

    /// The question in words: `Black mates in at most 5 plies`, `White forces mate`.
    pub fn question_text(&self) -> String {
        self.claim("mates", "forces mate")
    }

    /// The answer in words: `Black mates in at most 5 plies`, `White cannot force mate`.
    pub fn verdict_text(&self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Proven => self.question_text(),
            Verdict::Disproven => self.claim("cannot mate", "cannot force mate"),
            Verdict::Unknown => format!("it is unknown whether {}", self.claim("can mate", "can force mate")),
        }
    }

    fn claim(&self, bounded: &str, unbounded: &str) -> String {
        let (attacker, rule) = (self.attacker.name(), self.rule_text());
        match self.goal.plies() {
            None => format!("{attacker} {unbounded} by a series of checks{rule}"),
            Some(1) => format!("{attacker} {bounded} in at most 1 ply{rule}"),
            Some(plies) => format!("{attacker} {bounded} in at most {plies} plies{rule}"),
        }
    }

    /// What has to be said of the rule for interpositions behind the length of a mate: nothing if all count.
    pub fn rule_text(&self) -> &'static str {
        if self.goal.leaves_out_futile() { ", futile interpositions left out" } else { "" }
    }
}

impl Problem for Tsume {
    type State = State;
    type Move = Move;

    fn root(&self) -> State {
        self.state(&self.board)
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        self.status_by(state.ruling(), state.side_to_move())
    }

    fn for_each_successor(&self, state: &State, mut visit: impl FnMut(Move, State)) {
        let mut board = state.board();
        let mut moves = MoveList::new();
        self.moves(&board, &mut moves);
        // Without a bound nothing is counted.
        let plies_left = state.plies_left().saturating_sub(1);
        for mv in moves {
            let undo = board.make(mv);
            let next = self.state_of(&board, plies_left);
            board.unmake(mv, undo);
            visit(mv, next);
        }
    }

    #[inline]
    fn rank(&self, state: &State) -> Option<u32> {
        self.rank_of(state.plies_left())
    }

    fn repetition(&self) -> Option<Repetition> {
        self.goal.plies().is_none().then_some(Repetition::Disproves)
    }
}

impl Dominance for Tsume {
    /// A mate with some hand is one with more in the attacker's hand and less in the defender's: the attacker can do all
    /// that it could, and the defender nothing new. A pawn that is dropped with mate can be answered by no drop, so that
    /// rule is the same with every hand.
    fn decides(&self, known: &State, value: Value, state: &State) -> bool {
        if known == state {
            return true;
        }
        let share = value == Value::Proven && known.plies_left() <= state.plies_left() && known.may_share_board(state);
        share && self.hands(known, state).is_some_and(|[known, state]| state.is_at_least(known))
    }

    fn common(&self, one: &State, value: Value, other: &State) -> Option<State> {
        if one == other {
            return Some(*one);
        }
        if value == Value::Disproven || !one.may_share_board(other) {
            return None;
        }
        let [own, others] = self.hands(one, other)?;
        Some(self.with_hand(&one.board(), own.min_each(others), one.plies_left().min(other.plies_left())))
    }
}

impl Describe for Tsume {
    /// SFEN, and for a bounded question the plies that are left: `4k4/9/4P4/9/9/9/9/9/9 b G 1 ; plies 3`.
    fn state_text(&self, state: &State) -> String {
        let board = state.board();
        match self.goal.plies() {
            Some(_) => format!("{board} ; plies {}", state.plies_left()),
            None => board.to_string(),
        }
    }

    /// USI's notation: `7g7f`, `8h2b+`, `P*5e`.
    fn move_text(&self, _: &State, mv: Move) -> String {
        mv.to_string()
    }
}
