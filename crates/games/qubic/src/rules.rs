//! The parameters of the game.

use std::fmt;
use std::str::FromStr;

use proofset_core::{Arguments, NotationError, Parameter, Parameters};

/// The most positions that may be looked at for a sequence of threats.
const MOST_POSITIONS: u32 = 1_000_000;

/// How a search may see the game: as people play it, or smaller, with the same results.
///
/// As text: nothing, or `forced`, `sequences=N` and `symmetry=N`, separated by commas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    forced: bool,
    sequences: u32,
    symmetry: u32,
}

impl Rules {
    /// The usual game, in which every empty cell can get a stone.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game in which whoever can complete a line must, and else whoever must stop the other player's line.
    ///
    /// Other moves lose, or win later; so every position has the value that it has in the usual game.
    #[must_use]
    pub fn with_forced_answers(self) -> Self {
        Self { forced: true, ..self }
    }

    /// The game in which a player to move who has a sequence of threats that wins counts as the winner, if it is found
    /// among so many positions. Replies that do nothing against such a sequence of the other player are left out, and so is
    /// what [forced answers](Self::with_forced_answers) leave out. With 0 positions, the usual game.
    ///
    /// Every position has the value that it has in the usual game.
    #[must_use]
    pub fn with_sequences(self, positions: u32) -> Self {
        Self { sequences: positions, ..self }
    }

    /// The game in which positions with at most so many stones are moved onto the least of their 192 images. With 0 stones,
    /// the usual game.
    #[must_use]
    pub fn with_symmetry(self, stones: u32) -> Self {
        Self { symmetry: stones, ..self }
    }

    /// The usual game.
    #[must_use]
    pub fn whole(self) -> Self {
        Self::new()
    }

    /// What can be chosen, as text.
    pub fn parameters() -> Parameters {
        Parameters::keys()
            .with(Parameter::switch("forced", "only moves that complete a line or stop one, where there are such"))
            .with(
                Parameter::whole(
                    "sequences",
                    "a player to move who has a winning sequence of threats, found among so many positions, has won",
                    0..=MOST_POSITIONS,
                    0,
                )
                .or_nothing(),
            )
            .with(
                Parameter::whole(
                    "symmetry",
                    "positions with at most so many stones are moved onto one of their 192 images",
                    0..=64,
                    0,
                )
                .or_nothing(),
            )
    }

    /// The rules with these [parameters](Self::parameters).
    pub fn from_arguments(arguments: &Arguments) -> Self {
        Self {
            forced: arguments.is_on("forced"),
            sequences: arguments.whole("sequences"),
            symmetry: arguments.whole("symmetry"),
        }
    }

    /// Whether forced answers are the only moves.
    #[inline]
    pub fn forced(self) -> bool {
        self.forced
    }

    /// How many positions a sequence of threats is looked for in.
    #[inline]
    pub fn sequences(self) -> u32 {
        self.sequences
    }

    /// Up to how many stones positions are moved onto one of their images.
    #[inline]
    pub fn symmetry(self) -> u32 {
        self.symmetry
    }
}

impl FromStr for Rules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Ok(Self::from_arguments(&Self::parameters().read(Some(text))?))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::parameters()
            .defaults()
            .with("forced", self.forced)
            .with("sequences", self.sequences)
            .with("symmetry", self.symmetry)
            .fmt(f)
    }
}
