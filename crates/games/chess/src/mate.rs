//! Can this side force mate?
//!
//! The idea: the side that is to give mate, the attacker, moves at OR nodes, the defender at AND nodes. A state is
//! proven when the defender is checkmated. It is disproven when the attacker is, by stalemate, when the material left
//! cannot give mate (see below), when the bound on moves runs out, and by the fifty-move rule.
//!
//! **The fifty-move rule.** Two of the three kinds of questions know it. When the half-move clock reaches 100 without mate on the board, the defender can claim a
//! draw. A mate that makes the clock 100 still counts, for mate ends the game at once.
//!
//! * Unbounded questions: a state is the position with its clock, and a clock of 100 decides it. Let the *potential* be
//!   the number of pieces plus the steps that the pawns have to promotion. Every capture and every pawn move lowers it:
//!   a step by one or two, a capture by one and by the steps of a captured pawn, a promotion by the last step. No move
//!   raises it, and every move that keeps it adds one to the clock. So
//!   `rank = (128 - potential) * 101 + clock` increases with every move, and the graph is acyclic and finite.
//! * Bounded questions: a state is the position with the plies left, and the rank is the plies played. Where clock and
//!   plies left do not exceed 100 together, the clock cannot decide anything any more and is set to 0, so that more
//!   transpositions meet; elsewhere it is part of the state.
//! * Questions without the clock: a state is the position alone, positions may repeat, and there is no rank. The attacker
//!   has to make progress: play that goes on for ever is no mate, and a repetition disproves. So a state is proven
//!   exactly if the attacker can force mate in some number of moves, as endgame tables count them.
//!
//! **Repetition.** With the clock, a forced mate exists in this graph exactly if it does under the rules on repetition. Those rules
//! only help the defender, so one direction is plain. For the other, let the attacker follow a shortest forced mate: it
//! comes closer with every move. Were a position to come back, its clock would be larger and mate nearer; but a smaller
//! clock is never worse for the attacker, so mate was as near the first time. Hence no position comes back. FEN does
//! not tell what was on the board before the root; that history is taken to be empty. Where the moves are given that have led to the
//! root, a position that has stood [twice](Mate::behind) since the last capture or pawn move is drawn when it comes back, and the same
//! holds of all others: one that has stood once comes back once at most.
//!
//! **Restrictions.** The attacker may be held to checks, or to moves that leave the king few moves of its own. Other moves
//! are then no successors, and an attacker without one has failed. Which moves these are follows from the position alone,
//! so that what was said of repetitions holds.
//!
//! **Material.** A side with its bare king gives no mate, and neither side does once
//! [a single minor piece, or bishops of one square colour,](crate::rules) is all that is left beside the kings.
//!
//! The cost: 28 bytes per state. An expansion rebuilds the board once; each successor is played, judged and packed, and
//! its status read off.

use cozy_chess::{BitBoard, Board, Color, Move, Piece};
use proofset_chess_notation::{DRAW_CLOCK, color_name};
use proofset_core::{Describe, Dominance, LeafCost, NotationError, Problem, Repetition, Role, Status, Value, Verdict};

use crate::fen;
use crate::goal::{Attacker, MateGoal};
use crate::history::History;
use crate::rules::{self, Position};
use crate::state::{Packer, Ruling, State};
use crate::weighing::{Weighing, king_moves};
use crate::{moves, notation};

/// The question whether one side, the attacker, can force mate from a position.
///
/// Proven is checkmate by the attacker. Disproven is everything else that ends the play: stalemate, mate of the
/// attacker, no move that a restriction allows it, material that cannot mate, no moves left under the bound, and a half-move
/// clock of 100 without mate. A repetition of positions decides nothing: whoever can force mate can do so without one.
///
/// The graph has a rank. For a bounded question it is the plies played; else it is `(128 - potential) * 101 + clock`,
/// where the potential, the number of pieces plus the steps that pawns have to promotion, falls with every capture and
/// pawn move, and every other move adds one to the clock.
///
/// Questions [without the clock](MateGoal::has_clock) have no rank: positions repeat, and a repetition disproves. The
/// clock of their root is of no account.
///
/// Successors are all legal moves, in the order of [`Position::legal_moves`], but for those of the attacker that a
/// [restricted](MateGoal::is_restricted) question leaves out.
#[derive(Clone, Debug)]
pub struct Mate {
    history: History,
    goal: MateGoal,
    attacker: Color,
    /// What the root counts: the plies left of a bounded question, the potential of one with the clock, else nothing.
    count: u16,
    /// Positions that have stood twice before: drawn when they come back.
    stood_twice: Vec<Board>,
}

impl Mate {
    /// The question `goal` about `position`.
    pub fn new(position: Position, goal: MateGoal) -> Self {
        Self::behind(position.into(), goal)
    }

    /// The same where positions that have stood twice before are drawn when they come back. [Without the clock](MateGoal::has_clock)
    /// nothing was before.
    pub fn behind(history: History, goal: MateGoal) -> Self {
        let side = history.position().side_to_move();
        let attacker = match goal.attacker() {
            Attacker::SideToMove => side,
            Attacker::Opponent => !side,
        };
        let count = Self::first_count(history.position(), goal);
        let stood_twice = if goal.has_clock() { history.stood_twice() } else { Vec::new() };
        Self { history, goal, attacker, count, stood_twice }
    }

    /// What the state of a root counts.
    fn first_count(position: &Position, goal: MateGoal) -> u16 {
        match goal.plies() {
            Some(plies) => plies,
            None if goal.has_clock() => rules::potential(position.board()) as u16,
            None => 0,
        }
    }

    /// Reads a position (FEN or EPD) and a goal: `mate`, `mated`, `mate-in:N`, and what may stand behind it.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the position or the goal, where, and what is expected instead.
    pub fn parse(position: &str, goal: &str) -> Result<Self, NotationError> {
        Ok(Self::new(position.parse()?, goal.parse()?))
    }

    /// The position of the root.
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// The same with what was before it.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The question.
    pub fn goal(&self) -> MateGoal {
        self.goal
    }

    /// The side that is to give mate.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The position of a state. Of a bounded question, the clock is 0 where it does not matter.
    pub fn position_of(&self, state: &State) -> Position {
        Position::new(state.unpack())
    }

    /// The position of a state that is not the root, with what was before the root. Its text is that of the position alone.
    pub fn history_of(&self, state: &State) -> History {
        self.history.reaching(self.position_of(state))
    }

    /// The state of a position if the question about it begins there: with all moves left that the bound allows.
    pub fn state(&self, position: &Position) -> State {
        self.state_of(position.board(), Self::first_count(position, self.goal))
    }

    /// What a state is without its clock, and the clock: the former is the same for all states with that position, and is no state
    /// itself. Mate that is forced with some clock is forced with a smaller one. `None` if the question has a bound or no clock.
    pub fn without_clock(&self, state: &State) -> Option<(State, u8)> {
        let counts = self.goal.moves().is_none() && self.goal.has_clock();
        counts.then(|| (state.without_clock(), state.clock()))
    }

    /// What a state is estimated to cost as a leaf. It costs one rebuilding of the board.
    pub fn leaf_cost(&self, state: &State, weighing: Weighing) -> LeafCost {
        weighing.cost(&state.unpack(), self.attacker)
    }

    /// The clock of a board whose state counts so much, 0 where it cannot decide anything any more.
    #[inline]
    pub(crate) fn clock_that_counts(&self, board: &Board, count: u16) -> u8 {
        let clock = board.halfmove_clock();
        let idle = self.goal.moves().is_some() && u16::from(clock) + count <= u16::from(DRAW_CLOCK);
        if idle || !self.goal.has_clock() { 0 } else { clock }
    }

    /// What the rules say of a board, with the clock that counts. The cheap tests come first, and moves are generated
    /// only until one is found.
    #[inline]
    fn ruling(&self, board: &Board, clock: u8, count: u16) -> Ruling {
        let may_be_mate = !board.checkers().is_empty() && board.side_to_move() != self.attacker;
        let over = (count == 0 && self.goal.moves().is_some())
            || clock >= DRAW_CLOCK
            || board.colors(self.attacker).is_subset(board.pieces(Piece::King))
            || rules::is_dead(board)
            || !self.stood_twice.is_empty() && self.stands_again(board, clock, count);
        if over && !may_be_mate {
            return Ruling::Disproven;
        }
        let stuck = if self.goal.is_restricted() && board.side_to_move() == self.attacker {
            !self.has_allowed_move(board)
        } else {
            !moves::any(board)
        };
        match (stuck, may_be_mate) {
            (true, true) => Ruling::Proven,
            (true, false) => Ruling::Disproven,
            (false, _) if over => Ruling::Disproven,
            (false, _) => Ruling::Open,
        }
    }

    /// True if a position that has stood twice before has come back. The root is one that has not.
    fn stands_again(&self, board: &Board, clock: u8, count: u16) -> bool {
        let root = self.position().board();
        let is_root = (clock, count) == (self.clock_that_counts(root, self.count), self.count);
        !is_root && self.stood_twice.iter().any(|other| other.same_position(board))
    }

    /// True if the question allows the move that has led to this board.
    #[inline]
    pub(crate) fn allows(&self, next: &Board) -> bool {
        let goal = self.goal;
        if !goal.is_restricted() || next.side_to_move() == self.attacker {
            return true;
        }
        let confines = |most: u8| king_moves(next, self.attacker).is_some_and(|moves| moves <= u32::from(most));
        (!goal.is_by_checks() || !next.checkers().is_empty()) && goal.king_moves().is_none_or(confines)
    }

    /// True if the attacker, who is to move, has a move that a restricted question allows.
    fn has_allowed_move(&self, board: &Board) -> bool {
        moves::listen(board, BitBoard::FULL, &mut |moves| {
            moves.into_iter().any(|mv| {
                let mut next = board.clone();
                next.play_unchecked(mv);
                self.allows(&next)
            })
        })
    }

    /// The same as a status.
    #[inline]
    pub(crate) fn status_of(&self, board: &Board, clock: u8, count: u16) -> Status {
        self.status_by(self.ruling(board, clock, count), board.side_to_move())
    }

    #[inline]
    fn status_by(&self, ruling: Ruling, side: Color) -> Status {
        match ruling {
            Ruling::Proven => Status::Decided(Value::Proven),
            Ruling::Disproven => Status::Decided(Value::Disproven),
            Ruling::Open if side == self.attacker => Status::Open(Role::Or),
            Ruling::Open => Status::Open(Role::And),
        }
    }

    /// What the state of a board counts that a move has led to: the plies left of a bounded question, the potential of
    /// one with the clock, else nothing.
    #[inline]
    pub(crate) fn count_after(&self, count: u16, next: &Board) -> u16 {
        if self.goal.moves().is_some() {
            count - 1
        } else if next.halfmove_clock() == 0 && self.goal.has_clock() {
            rules::potential(next) as u16
        } else {
            count
        }
    }

    #[inline]
    pub(crate) fn rank_of(&self, count: u16, clock: u8) -> u32 {
        match self.goal.plies() {
            Some(plies) => u32::from(plies - count),
            None => rules::rank(u32::from(count), clock),
        }
    }

    /// The state of a board that counts so much.
    pub(crate) fn state_of(&self, board: &Board, count: u16) -> State {
        self.pack(&Packer::new(board), board, count)
    }

    #[inline]
    fn pack(&self, packer: &Packer, board: &Board, count: u16) -> State {
        let clock = self.clock_that_counts(board, count);
        packer.pack(board, clock, count, self.ruling(board, clock, count))
    }

    /// The attacker's moves in a line from the root of this many half-moves: a mate "in 3" has 3.
    pub fn attacker_moves(&self, plies: usize) -> usize {
        match self.goal.attacker() {
            Attacker::SideToMove => plies.div_ceil(2),
            Attacker::Opponent => plies / 2,
        }
    }

    /// The question in words: `White mates in at most 3 moves`, `Black forces mate`.
    pub fn question_text(&self) -> String {
        self.claim("mates", "forces mate")
    }

    /// The answer in words: `White mates in at most 3 moves`, `Black cannot force mate`.
    pub fn verdict_text(&self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Proven => self.question_text(),
            Verdict::Disproven => self.claim("cannot mate", "cannot force mate"),
            Verdict::Unknown => {
                format!("it is unknown whether {}", self.claim("can mate", "can force mate"))
            }
        }
    }

    fn claim(&self, bounded: &str, unbounded: &str) -> String {
        let attacker = color_name(self.attacker);
        let manner = self.manner_text();
        match self.goal.moves() {
            None if self.goal.has_clock() => format!("{attacker} {unbounded}{manner}"),
            None => format!("{attacker} {unbounded}{manner}, with no fifty-move rule"),
            Some(1) => format!("{attacker} {bounded} in at most 1 move{manner}"),
            Some(moves) => format!("{attacker} {bounded} in at most {moves} moves{manner}"),
        }
    }

    /// What a restricted question allows, as it follows a claim: ` by checks`, ` by moves that leave the king 2 moves at
    /// most`; else nothing.
    pub fn manner_text(&self) -> String {
        let goal = self.goal;
        let moves = if goal.is_by_checks() { " by checks" } else { " by moves" };
        match goal.king_moves() {
            Some(1) => format!("{moves} that leave the king 1 move at most"),
            Some(most) => format!("{moves} that leave the king {most} moves at most"),
            None if goal.is_by_checks() => moves.to_owned(),
            None => String::new(),
        }
    }

    /// Writes a line of play from the root in standard algebraic notation, such as `1. Qxf7+ Kh8 2. Qf8#`.
    ///
    /// # Errors
    ///
    /// Names the first move that is not legal.
    pub fn san_line(&self, line: &[Move]) -> Result<String, NotationError> {
        self.position().san_line(line)
    }
}

impl Problem for Mate {
    type State = State;
    type Move = Move;

    fn root(&self) -> State {
        self.state_of(self.position().board(), self.count)
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        self.status_by(state.ruling(), state.side_to_move())
    }

    fn for_each_successor(&self, state: &State, mut visit: impl FnMut(Move, State)) {
        let board = state.unpack();
        let packer = Packer::new(&board);
        for moves in moves::lists(&board) {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                if self.allows(&next) {
                    visit(mv, self.pack(&packer, &next, self.count_after(state.count(), &next)));
                }
            }
        }
    }

    #[inline]
    fn rank(&self, state: &State) -> Option<u32> {
        self.goal.has_clock().then(|| self.rank_of(state.count(), state.clock()))
    }

    fn repetition(&self) -> Option<Repetition> {
        (!self.goal.has_clock()).then_some(Repetition::Disproves)
    }
}

impl Dominance for Mate {
    /// With the clock, mate is forced with a smaller one as well, and a draw with a larger one. What has stood before is drawn with
    /// every clock but for the position that is asked about, whose clock is the least of all.
    fn decides(&self, known: &State, value: Value, state: &State) -> bool {
        if known == state {
            return true;
        }
        let [Some((known_position, known_clock)), Some((position, clock))] =
            [known, state].map(|state| self.without_clock(state))
        else {
            return false;
        };
        let is_as_good = if value == Value::Proven { known_clock >= clock } else { known_clock <= clock };
        is_as_good && known_position == position
    }

    fn common(&self, one: &State, value: Value, other: &State) -> Option<State> {
        let decides = |known: &State, state: &State| self.decides(known, value, state);
        if decides(one, other) { Some(*one) } else { decides(other, one).then_some(*other) }
    }
}

impl Describe for Mate {
    /// FEN, and for a bounded question the plies that are left: `4k3/8/4K3/8/8/8/8/R7 w - - 0 1 ; plies 3`.
    fn state_text(&self, state: &State) -> String {
        let fen = fen::write(&state.unpack());
        match self.goal.moves() {
            Some(_) => format!("{fen} ; plies {}", state.count()),
            None => fen,
        }
    }

    fn move_text(&self, state: &State, mv: Move) -> String {
        notation::coordinates(&state.unpack(), mv)
    }
}
