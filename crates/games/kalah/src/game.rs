//! The rules.
//!
//! The idea: the houses of a side are the bytes of a word, so seeds are sown by adding words of ones: whole laps first,
//! then what is left over, at most one seed for each place. What is captured depends on the last place alone.
//!
//! The invariant: the seeds of both sides and stores together are those of the start, at most 192, so no byte
//! overflows. The cost: some twenty operations for a move, whatever the number of seeds. The reference: Irving, Donkers
//! and Uiterwijk, "Solving Kalah" (2000).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use std::str::FromStr;

use proofset_core::{
    Arguments, Game, NotationError, Outcome, Pack, Packer, Parameter, Parameters, Player, Score, Unpacker, ValuedGame,
};

/// One seed in each of eight houses.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Kalah with a number of houses and seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kalah {
    houses: usize,
    seeds: u8,
    empty_capture: bool,
}

/// The seeds in all houses and stores, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The houses of the player to move and of the other, a byte each, the first one lowest, the last one beside the
    /// store.
    pub(crate) own: u64,
    pub(crate) other: u64,
    pub(crate) own_store: u8,
    pub(crate) other_store: u8,
    pub(crate) to_move: Player,
}

/// Three words: the sides, and the rest.
impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let to_move = u8::from(self.to_move == Player::First);
        state.write_u64(self.own);
        state.write_u64(self.other);
        state.write_u32(u32::from_le_bytes([self.own_store, self.other_store, to_move, 0]));
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("own", &self.own.to_le_bytes())
            .field("own_store", &self.own_store)
            .field("other", &self.other.to_le_bytes())
            .field("other_store", &self.other_store)
            .field("to_move", &self.to_move)
            .finish()
    }
}

/// A move: the own house whose seeds are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(pub(crate) u8);

impl House {
    /// The number of the house, from 0 on; the last one is beside the store.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The seeds of a house.
#[inline]
pub(crate) fn seeds(side: u64, house: usize) -> u8 {
    (side >> (8 * house)) as u8
}

/// One seed in each of the first houses.
#[inline]
fn ones(houses: usize) -> u64 {
    ONES.unbounded_shr(64 - 8 * houses as u32)
}

/// The seeds of all houses together.
#[inline]
pub(crate) fn sum(side: u64) -> u32 {
    // The highest byte of the product is the sum of all bytes; there are less than 256 seeds.
    (side.wrapping_mul(ONES) >> 56) as u32
}

impl Position {
    /// The houses of one player, from the first to the one beside the store; those that the game does not have are
    /// empty.
    pub fn houses(&self, player: Player) -> [u8; Kalah::MAX_HOUSES] {
        if player == self.to_move { self.own.to_le_bytes() } else { self.other.to_le_bytes() }
    }

    /// The store of one player.
    pub fn store(&self, player: Player) -> u8 {
        if player == self.to_move { self.own_store } else { self.other_store }
    }
}

impl Pack for Position {
    const BITS: u32 = <(u64, u64, u8, u8, Player)>::BITS;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        (self.own, self.other, self.own_store, self.other_store, self.to_move).pack(to);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (own, other, own_store, other_store, to_move) = Pack::unpack(from);
        Self { own, other, own_store, other_store, to_move }
    }
}

impl Kalah {
    /// The most houses that a player can have.
    pub const MAX_HOUSES: usize = 8;
    /// The numbers of seeds that a house can start with.
    const SEEDS: RangeInclusive<u8> = 1..=12;

    /// The game with so many houses for each player, and so many seeds in each house, and the standard capture.
    ///
    /// # Errors
    ///
    /// When there are not 1 to 8 houses and 1 to 12 seeds.
    pub fn new(houses: usize, seeds: u8) -> Result<Self, NotationError> {
        if !(1..=Self::MAX_HOUSES).contains(&houses) {
            return Err(NotationError::new(format!("{houses} houses are out of range; expected 1 to 8")));
        }
        if !Self::SEEDS.contains(&seeds) {
            return Err(NotationError::new(format!("{seeds} seeds in a house are out of range; expected 1 to 12")));
        }
        Ok(Self { houses, seeds, empty_capture: false })
    }

    /// What can be chosen, as text: `6,4+empty-capture`.
    pub fn parameters() -> Parameters {
        Parameters::places(',')
            .with(Parameter::whole("houses", "houses of each player", 1..=Self::MAX_HOUSES, 6))
            .with(Parameter::whole("seeds", "seeds in each house at the start", Self::SEEDS, 4))
            .with(Parameter::switch(
                "empty-capture",
                "a last seed in an own empty house is captured even if the house across is empty",
            ))
    }

    /// The game with these [parameters](Self::parameters).
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        let game = Self::new(arguments.whole("houses"), arguments.whole("seeds"))?;
        Ok(if arguments.is_on("empty-capture") { game.with_empty_capture() } else { game })
    }

    /// A last seed in an own empty house is captured even if the house across is empty.
    #[must_use]
    pub fn with_empty_capture(self) -> Self {
        Self { empty_capture: true, ..self }
    }

    /// The number of houses of each player.
    pub fn houses(&self) -> usize {
        self.houses
    }

    /// The number of all seeds.
    pub(crate) fn all_seeds(&self) -> u32 {
        2 * self.houses as u32 * u32::from(self.seeds)
    }

    /// The score of a finished game for the player to move: one side is empty, and the seeds of the other go to their
    /// owner.
    #[inline]
    pub(crate) fn final_score(position: &Position) -> Option<Score> {
        let Position { own, other, own_store, other_store, .. } = *position;
        (own == 0 || other == 0).then(|| {
            let own = i32::from(own_store) + sum(own).cast_signed();
            own - i32::from(other_store) - sum(other).cast_signed()
        })
    }

    /// What is captured with a last seed in this house, with the sides after it.
    #[inline]
    fn capture(&self, own: &mut u64, other: &mut u64, last: usize) -> u8 {
        if seeds(*own, last) != 1 {
            return 0;
        }
        let across = self.houses - 1 - last;
        let taken = seeds(*other, across);
        if taken == 0 && !self.empty_capture {
            return 0;
        }
        *own &= !(0xff << (8 * last));
        *other &= !(0xff << (8 * across));
        1 + taken
    }
}

impl Game for Kalah {
    type Position = Position;
    type Move = House;

    fn start(&self) -> Position {
        let side = ones(self.houses) * u64::from(self.seeds);
        Position { own: side, other: side, own_store: 0, other_store: 0, to_move: Player::First }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.score(position).map(|score| match score.signum() {
            0 => Outcome::Draw,
            1 => Outcome::Win(position.to_move),
            _ => Outcome::Win(position.to_move.opponent()),
        })
    }

    /// From the first house to the one beside the store.
    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = House> {
        let own = position.own;
        (0..self.houses).filter(move |&house| seeds(own, house) > 0).map(|house| House(house as u8))
    }

    #[inline]
    fn play(&self, position: &mut Position, house: House) {
        let Position { mut own, mut other, mut own_store, other_store, to_move } = *position;
        let from = house.index();
        let sown = usize::from(seeds(own, from));
        own &= !(0xff << (8 * from));

        let lap = 2 * self.houses + 1;
        let laps = sown / lap;
        let mut rest = sown % lap;
        own += ones(self.houses) * laps as u64;
        other += ones(self.houses) * laps as u64;
        own_store += laps as u8;

        let before_store = rest.min(self.houses - 1 - from);
        own += ones(before_store) << (8 * from) << 8;
        rest -= before_store;
        let mut moves_again = false;
        if rest == 0 {
            own_store += self.capture(&mut own, &mut other, from + before_store);
        } else {
            own_store += 1;
            rest -= 1;
            moves_again = rest == 0;
            let across = rest.min(self.houses);
            other += ones(across);
            rest -= across;
            if rest > 0 {
                own += ones(rest);
                own_store += self.capture(&mut own, &mut other, rest - 1);
            }
        }
        *position = if moves_again {
            Position { own, other, own_store, other_store, to_move }
        } else {
            Position {
                own: other,
                other: own,
                own_store: other_store,
                other_store: own_store,
                to_move: to_move.opponent(),
            }
        };
    }

    /// Seeds in stores weigh more than all steps that the other seeds can have made in the houses of one side.
    ///
    /// A move that does not reach the store sows into own houses only, and takes every seed at least one step on. All
    /// other moves, and all captures, add to the store; what the seeds in houses lose then is at most what they can
    /// have: one step less than there are houses, for each of them.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u32> {
        let stored = u32::from(position.own_store) + u32::from(position.other_store);
        let weight = (self.houses as u32 - 1) * self.all_seeds() + 1;
        let steps = |side: u64| (1..self.houses).map(|house| house as u32 * u32::from(seeds(side, house))).sum::<u32>();
        Some(stored * weight + steps(position.own) + steps(position.other))
    }
}

/// `6,4`, or `6,4+empty-capture`: houses, seeds, and the rule of capture.
impl FromStr for Kalah {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::from_arguments(&Self::parameters().read(Some(text))?)
    }
}

/// Digits, and nothing else.
pub(crate) fn number(word: &str) -> Option<u8> {
    let word = word.trim();
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { houses, seeds, empty_capture } = *self;
        let arguments = Self::parameters().defaults().with("houses", houses).with("seeds", seeds);
        arguments.with("empty-capture", empty_capture).fmt(f)
    }
}
