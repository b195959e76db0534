//! The rules as a [`Game`].
//!
//! The idea: a player who has no move has won, and that is nearly all. A hundred half-moves without a capture or a pawn move
//! end the game as a draw, as the fifty-move rule of chess does; so the clock is part of the position, and the rank is that of
//! chess: captures and pawn moves use up a potential that nothing gives back, and all other moves add to the clock. Repetitions
//! need no rule then: who can force a win can do so without one, for a smaller clock is never worse for that player.
//!
//! Without the clock positions come back, and a repetition is a draw: a win is a win in some number of moves, however large.
//!
//! **Dead positions.** Where nothing but bishops is left, all white ones on squares of one colour and all black ones on those
//! of the other, nobody can ever capture, and nobody is ever without a move: some bishop of a side has a square beside it that
//! none of its own has. The game is drawn.

use cozy_chess::{BitBoard, Color, Move, Piece};
use proofset_chess_notation::{DRAW_CLOCK, read_position};
use proofset_core::{Arguments, Game, Notation, NotationError, Outcome, Parameter, Parameters, Player, RepetitionRule};

use crate::moves::{self, Moves};
use crate::position::Position;
use crate::{fen, notation};

/// Who wins when a player has pieces but no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stalemate {
    /// That player: the international rules, and those of lichess.
    #[default]
    MoverWins,
    /// The player with fewer pieces, pawns included; with as many as the other, it is a draw: the rules of FICS.
    FewerWins,
}

/// The names of the rules for stalemate, the default first.
const STALEMATES: [(&str, Stalemate); 2] = [("mover-wins", Stalemate::MoverWins), ("fewer-wins", Stalemate::FewerWins)];

/// The rules of antichess. White is [`Player::First`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Antichess {
    stalemate: Stalemate,
    /// What a move that neither captures nor moves a pawn adds to the clock: 1, or 0 in a game without the clock.
    tick: u8,
}

impl Default for Antichess {
    /// The international rules, with the clock.
    fn default() -> Self {
        Self::INTERNATIONAL
    }
}

impl Antichess {
    /// The international rules, with the clock.
    pub const INTERNATIONAL: Self = Self::new(Stalemate::MoverWins);

    /// The game with the clock and this rule for stalemate.
    pub const fn new(stalemate: Stalemate) -> Self {
        Self { stalemate, tick: 1 }
    }

    /// The same game, drawn after a hundred half-moves without a capture or a pawn move, or not.
    #[must_use]
    pub fn with_clock(self, has_clock: bool) -> Self {
        Self { tick: has_clock.into(), ..self }
    }

    /// Who wins when a player has pieces but no move.
    pub fn stalemate(self) -> Stalemate {
        self.stalemate
    }

    /// True if a hundred half-moves without a capture or a pawn move are a draw. If not, positions may come back.
    pub fn has_clock(self) -> bool {
        self.tick == 1
    }

    /// What there is to choose.
    pub fn parameters() -> Parameters {
        let meaning = "who wins when a player has pieces but no move: that player, or the one with fewer pieces (a draw \
                       if there are as many, as on FICS)";
        Parameters::keys().with(Parameter::choice("stalemate", meaning, &STALEMATES.map(|(name, _)| name)))
    }

    /// The game with the clock and these [parameters](Self::parameters).
    pub fn from_arguments(arguments: &Arguments) -> Self {
        let name = arguments.choice("stalemate");
        let stalemate = STALEMATES.iter().find(|(known, _)| *known == name).map(|(_, stalemate)| *stalemate);
        Self::new(stalemate.unwrap_or_default())
    }

    /// The number of legal moves. All of them lead to different positions.
    #[inline]
    pub fn mobility(self, position: &Position) -> u32 {
        Moves::of(position).count(position.side_to_move())
    }

    /// The number of a player's pieces, pawns included.
    #[inline]
    pub fn pieces(self, position: &Position, player: Player) -> u32 {
        position.pieces(if player == Player::First { Color::White } else { Color::Black })
    }

    /// Writes a line of play in algebraic notation: `1. e3 b5 2. Bxb5`, or `1... b5 2. Bxb5` if Black moves first.
    ///
    /// # Errors
    ///
    /// Names the first move that is not legal.
    pub fn san_line(self, position: &Position, line: &[Move]) -> Result<String, NotationError> {
        notation::san_line(position, line, self.tick)
    }

    /// The same position without what has no bearing on the future.
    fn reduced(self, position: Position) -> Position {
        if self.has_clock() { position } else { position.with_clock(0) }
    }
}

/// Lines of exactly `depth` legal moves. As usual, draws by rule end no line, but a win does.
pub fn perft(position: &Position, depth: u32) -> u64 {
    let side = position.side_to_move();
    let moves = Moves::of(position);
    match depth {
        0 => 1,
        1 => moves.count(side).into(),
        _ => {
            let after = |mv| {
                let mut next = *position;
                next.play(mv, 0);
                next
            };
            moves.iter(side).map(|mv| perft(&after(mv), depth - 1)).sum()
        }
    }
}

/// The player with the pieces of a colour.
pub(crate) fn player(color: Color) -> Player {
    match color {
        Color::White => Player::First,
        Color::Black => Player::Second,
    }
}

/// Whether nothing but bishops is left that can never meet.
#[inline]
fn is_dead(position: &Position) -> bool {
    if position.occupied() != position.kind(Piece::Bishop) {
        return false;
    }
    let (white, black) = (position.of(Color::White), position.of(Color::Black));
    let stand_on = |dark, light| white.is_subset(dark) && black.is_subset(light);
    stand_on(BitBoard::DARK_SQUARES, BitBoard::LIGHT_SQUARES)
        || stand_on(BitBoard::LIGHT_SQUARES, BitBoard::DARK_SQUARES)
}

impl Game for Antichess {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        fen::read(&fen::START.split(' ').collect::<Vec<_>>()).expect("the start is a position")
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        player(position.side_to_move())
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if !moves::any(position) {
            let side = position.side_to_move();
            let (own, theirs) = (position.pieces(side), position.pieces(!side));
            let winner = match self.stalemate {
                Stalemate::MoverWins => Some(side),
                Stalemate::FewerWins if own == theirs => None,
                Stalemate::FewerWins => Some(if own < theirs { side } else { !side }),
            };
            return Some(winner.map_or(Outcome::Draw, |side| Outcome::Win(player(side))));
        }
        (position.half_move_clock() >= DRAW_CLOCK || is_dead(position)).then_some(Outcome::Draw)
    }

    /// Pawns, knights, bishops, rooks, queens, kings; among pieces of a kind by square from a1, b1 to h8; targets by square;
    /// promotions to knight, bishop, rook, queen, king.
    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        Moves::of(position).iter(position.side_to_move())
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv, self.tick);
    }

    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        self.has_clock().then(|| position.rank())
    }

    fn repetition(&self) -> Option<RepetitionRule> {
        (!self.has_clock()).then_some(RepetitionRule::Draw)
    }
}

impl Notation for Antichess {
    /// FEN or EPD; or `startpos` or `fen` with a FEN, with UCI's `position` before it or without, and maybe `moves` and moves
    /// behind it. A game without the clock takes no notice of it.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let play = |mut position: Position, text: &str| {
            let mv = self.parse_move(&position, text)?;
            self.play(&mut position, mv);
            Ok(position)
        };
        read_position(text, fen::START, |fields| fen::read(fields).map(|position| self.reduced(position)), play)
    }

    fn position_text(&self, position: &Position) -> String {
        fen::write(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        if self.outcome(position).is_some() {
            let message = format!("the game is over in `{}`, there are no moves", fen::write(position));
            return Err(NotationError::new(message));
        }
        notation::read(position, text)
    }

    fn move_text(&self, _position: &Position, mv: Move) -> String {
        mv.to_string()
    }
}
