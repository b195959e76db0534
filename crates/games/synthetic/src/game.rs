//! The rules.
//!
//! The idea: what is drawn at a position is a function of a salt of its ply and of its number there; what is drawn for
//! a move, of another salt and of the number of the edge. A table with one entry for each ply holds the salts and the
//! numbers of positions.
//!
//! The invariant: equal positions have equal futures. In a tree the number is the path, and what was carried along
//! follows from it; where positions are shared it is part of the position. The cost: two or three scatterings for a
//! status or a move, and one arrangement for a move where positions are shared; a move back takes one for each ply that
//! it goes up.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use proofset_core::{
    Game, Hints, NotationError, Outcome, Pack, Packer, Player, RepetitionRule, Reversible, Score, Unpacker, ValuedGame,
};

use crate::draw::{Arrangement, Chance, STRIDE, below, scatter, score};
use crate::{Leaves, Order, Parameters};

/// Each kind of draw at a position has a salt.
const MOVES: u64 = 0x51ab_0a55_3b1d_9e03;
const SCORE: u64 = 0x7d3c_62f1_88e4_4b17;
const PLAN: u64 = 0xa90e_1d6b_27c5_f34d;
const PLACE: u64 = 0xe2f7_9348_5ad0_6b89;
/// So has a move back, and how far it goes.
const BACK: u64 = 0x3a84_c5d2_f069_7e1f;
const FAR: u64 = 0x16db_74e9_a30b_85c7;
/// And so have the edges of a ply, and its arrangement.
const EDGES: u64 = 0xc8b5_2e6f_914a_d073;
const ARRANGED: u64 = 0x6f21_d8a4_0c97_eb35;

/// An artificial game.
#[derive(Clone, Debug)]
pub struct Synthetic {
    parameters: Parameters,
    plies: Vec<Ply>,
    /// The most moves of a position.
    width: u64,
    /// True if all positions have that many.
    uniform: bool,
    back: Chance,
    early: Chance,
    /// How often the planned move is the first.
    first: Chance,
    limit: Score,
}

/// What is the same for all positions of a ply.
#[derive(Clone, Copy, Debug)]
struct Ply {
    salt: u64,
    edge_salt: u64,
    /// The number of positions.
    positions: u64,
    /// The number of different positions that one move leads to.
    successors: u64,
    arrangement: Arrangement,
}

/// A position: a ply, a number there, and the score that was carried along, if the kind of leaves needs one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) number: u64,
    pub(crate) carried: Score,
    pub(crate) ply: u16,
}

impl Position {
    /// The ply: the number of moves on a way to it that does not lead back.
    pub fn ply(&self) -> u32 {
        u32::from(self.ply)
    }

    /// The number among the positions of its ply, from 0.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Incremental leaves: the sum of the scores of all moves so far. Ordered ones: the value of the position. Else 0.
    /// As the first player sees it.
    pub fn carried(&self) -> Score {
        self.carried
    }
}

impl Pack for Position {
    const BITS: u32 = <(u64, Score, u16)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.number, self.carried, self.ply).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (number, carried, ply) = Pack::unpack(from);
        Self { number, carried, ply }
    }
}

/// Whether the parameters are in their ranges.
fn check(parameters: &Parameters) -> Result<(), NotationError> {
    let refuse = |message: String| Err(NotationError::new(message));
    let Parameters { branching, depth, values, leaves, share, cycles, early, .. } = parameters;
    let most = Parameters::MOST_MOVES;
    if branching.is_empty() || *branching.start() < 1 || *branching.end() > most {
        return refuse(format!("a position has b={branching:?} moves; expected from 1 to {most}"));
    }
    let most = Parameters::MOST_PLIES;
    if !(1..=most).contains(depth) {
        return refuse(format!("there are d={depth} plies; expected from 1 to {most}"));
    }
    let most = Parameters::MOST_SCORE;
    if values.is_empty() || *values.start() < -most || *values.end() > most {
        return refuse(format!("scores are drawn from values={values:?}; expected some from -{most} to {most}"));
    }
    let order = match leaves {
        Leaves::Ordered(Order(rate)) => *rate,
        Leaves::Independent | Leaves::Incremental => 0.0,
    };
    for (name, rate) in [("share", share), ("cycles", cycles), ("early", early), ("ordered", &order)] {
        if !(0.0..=1.0).contains(rate) {
            return refuse(format!("{name}={rate} is not a rate; expected a number from 0 to 1"));
        }
    }
    if *cycles > 0.0 {
        match leaves {
            Leaves::Independent => {}
            Leaves::Incremental => {
                return refuse("cycles need leaves=independent: what is carried along would not come back".to_owned());
            }
            Leaves::Ordered(_) => {
                return refuse(
                    "cycles and ordered exclude each other: what is carried along would not come back".to_owned(),
                );
            }
        }
    }
    Ok(())
}

impl Synthetic {
    /// The game with these parameters.
    ///
    /// # Errors
    ///
    /// When a parameter is out of its range, when there are more positions on a ply than 64 bits can number, when sums
    /// could grow too large, or when cycles are to be had together with scores that are carried along.
    pub fn new(parameters: Parameters) -> Result<Self, NotationError> {
        check(&parameters)?;
        let Parameters { branching, depth, seed, values, leaves, share, cycles, early } = &parameters;
        let width = u64::from(*branching.end());
        let seed = scatter(scatter(seed.wrapping_add(STRIDE)));
        let mut plies = Vec::new();
        let mut positions: u64 = 1;
        for ply in 0..=u64::from(*depth) {
            let salt = scatter(seed.wrapping_add(ply.wrapping_mul(STRIDE)));
            let successors = shared(positions, *share);
            let (edge_salt, arrangement) = (scatter(salt ^ EDGES), Arrangement::new(positions));
            plies.push(Ply { salt, edge_salt, positions, successors, arrangement });
            if ply < u64::from(*depth) {
                let edges = positions.checked_mul(width);
                let Some(next) = edges.and_then(|_| successors.checked_mul(width)) else {
                    let message = format!(
                        "ply {} has more positions than 64 bits can number; expected fewer moves or plies, or a larger \
                         share",
                        ply + 1
                    );
                    return Err(NotationError::new(message));
                };
                positions = next;
            }
        }
        let farthest = values.start().abs().max(values.end().abs());
        let limit = match leaves {
            Leaves::Independent | Leaves::Ordered(_) => farthest,
            Leaves::Incremental => {
                let most = 1_000_000_000;
                let sum = i64::from(farthest) * i64::from(*depth);
                if sum > most {
                    let message = format!("the sums of {depth} scores reach {sum}; expected at most {most}");
                    return Err(NotationError::new(message));
                }
                sum as Score
            }
        };
        let first = match leaves {
            Leaves::Ordered(Order(rate)) => Chance::new(*rate),
            Leaves::Independent | Leaves::Incremental => Chance::NEVER,
        };
        let uniform = branching.start() == branching.end();
        let (back, early) = (Chance::new(*cycles), Chance::new(*early));
        Ok(Self { parameters, plies, width, uniform, back, early, first, limit })
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// How many numbers there are for the positions of a ply. All occur if all positions have equally many moves and
    /// there are neither cycles nor early leaves; then these are the positions, where nothing is carried along.
    pub fn positions_of(&self, ply: u32) -> u64 {
        self.plies.get(ply as usize).map_or(0, |ply| ply.positions)
    }

    /// The value of a position as the player to move sees it, if the game has planned it: with ordered moves.
    pub fn planned_value(&self, position: &Position) -> Option<Score> {
        matches!(self.parameters.leaves, Leaves::Ordered(_)).then(|| seen_by_mover(position, position.carried))
    }

    pub(crate) fn is_shared(&self) -> bool {
        self.parameters.share > 0.0
    }

    pub(crate) fn carries(&self) -> bool {
        self.parameters.leaves != Leaves::Independent
    }

    /// The least and the greatest score that can have been carried to a ply.
    pub(crate) fn carried_range(&self, ply: u16) -> (Score, Score) {
        let (low, high) = ends(&self.parameters.values);
        match self.parameters.leaves {
            Leaves::Independent => (0, 0),
            Leaves::Incremental => (low * Score::from(ply), high * Score::from(ply)),
            Leaves::Ordered(_) => (low, high),
        }
    }

    /// What all draws at a position begin with.
    #[inline]
    fn bits(&self, position: &Position) -> u64 {
        let salt = self.plies[usize::from(position.ply)].salt;
        scatter(salt.wrapping_add(position.number.wrapping_mul(STRIDE)))
    }

    /// The same for the edge of a ply with this number.
    #[inline]
    fn edge_bits(&self, ply: u16, edge: u64) -> u64 {
        let salt = self.plies[usize::from(ply)].edge_salt;
        scatter(salt.wrapping_add(edge.wrapping_mul(STRIDE)))
    }

    #[inline]
    fn is_leaf(&self, position: &Position) -> bool {
        usize::from(position.ply) + 1 == self.plies.len()
            || (self.early != Chance::NEVER && position.ply > 0 && self.early.happens(self.bits(position)))
    }

    /// The number of moves of a position that is not a leaf.
    #[inline]
    pub(crate) fn moves_of(&self, position: &Position) -> u32 {
        if self.uniform {
            return self.width as u32;
        }
        let (fewest, most) = (*self.parameters.branching.start(), *self.parameters.branching.end());
        let extra = below(scatter(self.bits(position) ^ MOVES), u64::from(most - fewest) + 1);
        fewest + extra as u32
    }

    /// The score of a leaf as the first player sees it.
    #[inline]
    fn leaf_score(&self, position: &Position) -> Score {
        match self.parameters.leaves {
            Leaves::Independent => {
                let (low, high) = ends(&self.parameters.values);
                score(scatter(self.bits(position) ^ SCORE), low, high)
            }
            Leaves::Incremental | Leaves::Ordered(_) => position.carried,
        }
    }

    /// The key of the arrangement that one move of a ply, counted from 0, leads through.
    #[inline]
    fn key(&self, ply: u16, choice: u64) -> u64 {
        scatter((self.plies[usize::from(ply)].edge_salt ^ ARRANGED).wrapping_add(choice.wrapping_mul(STRIDE)))
    }

    /// The number of the position on the next ply that a move, counted from 0, leads to.
    #[inline]
    fn successor(&self, ply: u16, number: u64, choice: u64) -> u64 {
        if !self.is_shared() {
            return number * self.width + choice;
        }
        let Ply { successors, arrangement, .. } = self.plies[usize::from(ply)];
        let place = arrangement.place(self.key(ply, choice), number) % successors;
        place * self.width + choice
    }

    /// A position, by its number, from which a move leads to a position of the next ply.
    fn predecessor(&self, ply: u16, number: u64) -> u64 {
        let (place, choice) = (number / self.width, number % self.width);
        if !self.is_shared() {
            return place;
        }
        self.plies[usize::from(ply)].arrangement.number_at(self.key(ply, choice), place)
    }

    /// The score that is carried along the edge with these bits, from a position by a move, counted from 0.
    #[inline]
    fn carry(&self, position: &Position, choice: u64, edge_bits: u64) -> Score {
        let (low, high) = ends(&self.parameters.values);
        match self.parameters.leaves {
            Leaves::Independent => 0,
            Leaves::Incremental => position.carried + score(edge_bits, low, high),
            Leaves::Ordered(_) if choice == self.planned(position) => position.carried,
            Leaves::Ordered(_) if mover(position) == Player::First => score(edge_bits, low, position.carried),
            Leaves::Ordered(_) => score(edge_bits, position.carried, high),
        }
    }

    /// The move that is planned to be best, counted from 0.
    #[inline]
    fn planned(&self, position: &Position) -> u64 {
        let bits = self.bits(position);
        if self.first.happens(scatter(bits ^ PLAN)) {
            0
        } else {
            below(scatter(bits ^ PLACE), u64::from(self.moves_of(position)))
        }
    }
}

/// `(1 - share) positions`, rounded, at least 1.
#[expect(clippy::cast_sign_loss, reason = "shares are at most 1")]
fn shared(positions: u64, share: f64) -> u64 {
    if share == 0.0 {
        return positions;
    }
    (((1.0 - share) * positions as f64).round() as u64).clamp(1, positions)
}

#[inline]
fn ends(values: &RangeInclusive<Score>) -> (Score, Score) {
    (*values.start(), *values.end())
}

#[inline]
fn mover(position: &Position) -> Player {
    if position.ply.is_multiple_of(2) { Player::First } else { Player::Second }
}

/// A score of the first player's, as the player to move sees it.
#[inline]
fn seen_by_mover(position: &Position, score: Score) -> Score {
    match mover(position) {
        Player::First => score,
        Player::Second => -score,
    }
}

impl Game for Synthetic {
    type Position = Position;
    /// The number of the move, from 1.
    type Move = u32;

    fn start(&self) -> Position {
        let mut start = Position { number: 0, carried: 0, ply: 0 };
        if let Leaves::Ordered(_) = self.parameters.leaves {
            let (low, high) = ends(&self.parameters.values);
            start.carried = score(scatter(self.bits(&start) ^ SCORE), low, high);
        }
        start
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        mover(position)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let score = self.is_leaf(position).then(|| self.leaf_score(position))?;
        Some(match score.signum() {
            1 => Outcome::Win(Player::First),
            0 => Outcome::Draw,
            _ => Outcome::Win(Player::Second),
        })
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = u32> {
        1..=self.moves_of(position)
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: u32) {
        let Position { number, ply, .. } = *position;
        let choice = u64::from(mv - 1);
        let draws = self.back != Chance::NEVER || self.carries();
        let bits = if draws { self.edge_bits(ply, number * self.width + choice) } else { 0 };
        if self.back != Chance::NEVER && ply > 0 && self.back.happens(scatter(bits ^ BACK)) {
            let odd_plies = u64::from(ply).div_ceil(2);
            let up = 1 + 2 * below(scatter(bits ^ FAR), odd_plies);
            for _ in 0..up {
                position.ply -= 1;
                position.number = self.predecessor(position.ply, position.number);
            }
            return;
        }
        let carried = self.carry(position, choice, bits);
        *position = Position { number: self.successor(ply, number, choice), carried, ply: ply + 1 };
    }

    /// The ply, if no move leads back.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        (self.back == Chance::NEVER).then(|| u32::from(position.ply))
    }

    fn repetition(&self) -> Option<RepetitionRule> {
        (self.back != Chance::NEVER).then_some(RepetitionRule::Draw)
    }
}

/// A position is small: the one before is kept.
impl Reversible for Synthetic {
    type Undo = Position;

    #[inline]
    fn make(&self, position: &mut Position, mv: u32) -> Position {
        let before = *position;
        self.play(position, mv);
        before
    }

    #[inline]
    fn unmake(&self, position: &mut Position, _mv: u32, before: Position) {
        *position = before;
    }
}

impl ValuedGame for Synthetic {
    fn limit(&self) -> Score {
        self.limit
    }

    #[inline]
    fn score(&self, position: &Position) -> Option<Score> {
        self.is_leaf(position).then(|| seen_by_mover(position, self.leaf_score(position)))
    }

    /// Incremental leaves: the sum of the scores of the moves so far. Else 0.
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        match self.parameters.leaves {
            Leaves::Incremental => seen_by_mover(position, position.carried),
            Leaves::Independent | Leaves::Ordered(_) => 0,
        }
    }

    /// What the scores that are still to be drawn can make of it. Where play can go on for ever, a draw is among it.
    fn bounds(&self, position: &Position) -> (Score, Score) {
        let (low, high) = ends(&self.parameters.values);
        let (low, high) = match self.parameters.leaves {
            Leaves::Independent if self.back != Chance::NEVER => (low.min(0), high.max(0)),
            Leaves::Independent | Leaves::Ordered(_) => (low, high),
            Leaves::Incremental => {
                // The game may end at once, or after any number of moves.
                let plies_left = self.parameters.depth - u32::from(position.ply);
                let left = if self.is_leaf(position) { 0 } else { Score::from(plies_left as u16) };
                let fewest = if self.early == Chance::NEVER { left } else { left.min(1) };
                let lowest = (low * fewest).min(low * left);
                let highest = (high * fewest).max(high * left);
                (position.carried + lowest, position.carried + highest)
            }
        };
        match mover(position) {
            Player::First => (low, high),
            Player::Second => (-high, -low),
        }
    }
}

/// The rules know nothing of an order.
impl Hints for Synthetic {}

impl FromStr for Synthetic {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::new(text.parse()?)
    }
}

impl fmt::Display for Synthetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parameters.fmt(f)
    }
}
