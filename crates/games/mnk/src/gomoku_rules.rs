//! The parameters of Gomoku.

use std::fmt;
use std::str::FromStr;

use proofset_core::{Arguments, NotationError, Parameter, Parameters};

use crate::Rules;

/// Stones in a row that win.
pub(crate) const FIVE: usize = 5;

/// What wins, and what is prohibited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five win; six or more are worth nothing.
    Standard,
    /// The first player wins with exactly five, and may not make six or more, two fours at once, or two threes at once, but
    /// with five. The second wins with five or more, and may play anywhere. A first player who has only prohibited cells
    /// left has lost.
    Renju,
}

/// The names of the variants.
const VARIANTS: [(&str, Variant); 3] =
    [("freestyle", Variant::Freestyle), ("standard", Variant::Standard), ("renju", Variant::Renju)];

/// What moves an attack may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attack {
    /// Each makes a four: it threatens to complete a line at once.
    Fours,
    /// Each makes a four, or threatens a sequence of fours that wins; an open three does.
    Threats,
}

/// The board, what a line is, and how a search may see the game.
///
/// As text: nothing, or parts such as `rule=standard`, `size=19`, `sequences=100`, `fours` and `threats`, separated by commas.
///
/// ```
/// use proofset_mnk::{GomokuRules, Variant};
///
/// # fn main() -> Result<(), proofset_core::NotationError> {
/// let rules: GomokuRules = "rule=standard,fours".parse()?;
/// assert_eq!((rules.size(), rules.variant()), (15, Variant::Standard));
/// assert_eq!(rules.to_string(), "rule=standard,fours");
/// assert_eq!(rules.whole().to_string(), "rule=standard");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GomokuRules {
    size: usize,
    variant: Variant,
    sequences: u32,
    attack: Option<Attack>,
}

impl Default for GomokuRules {
    fn default() -> Self {
        Self { size: Self::USUAL_SIZE, variant: Variant::default(), sequences: 0, attack: None }
    }
}

impl GomokuRules {
    /// The usual board.
    const USUAL_SIZE: usize = 15;

    /// Positions that are looked at for a sequence of fours in attacks by threats, if nothing else is asked for.
    const ATTACKING_SEQUENCES: u32 = 20;

    /// The most positions that may be looked at for a sequence of fours.
    const MOST_POSITIONS: u32 = 1_000_000;

    /// Freestyle on a board of 15x15.
    pub fn new() -> Self {
        Self::default()
    }

    /// On a square board of this size.
    ///
    /// # Errors
    ///
    /// If five in a row do not fit, or the size is above [`Rules::MAX_SIDE`].
    pub fn with_size(self, size: usize) -> Result<Self, NotationError> {
        Rules::new(size, size, FIVE).map(|_| Self { size, ..self })
    }

    /// With these rules for what wins.
    #[must_use]
    pub fn with_variant(self, variant: Variant) -> Self {
        Self { variant, ..self }
    }

    /// A player to move who has a sequence of fours that wins counts as the winner, if it is found among so many positions;
    /// replies that do nothing against one are left out. With 0, the usual game.
    ///
    /// Every position has the value that it has in the usual game.
    #[must_use]
    pub fn with_sequences(self, positions: u32) -> Self {
        Self { sequences: positions, ..self }
    }

    /// The side that wants to win attacks, and its moves are restricted. What an attack wins is won; what it does not win is
    /// not known to be lost.
    #[must_use]
    pub fn with_attack(self, attack: Attack) -> Self {
        Self { attack: Some(attack), ..self }
    }

    /// The game with all of its moves.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { sequences: 0, attack: None, ..self }
    }

    /// True if all moves are looked at.
    #[inline]
    pub fn is_whole(self) -> bool {
        self.sequences == 0 && self.attack.is_none()
    }

    /// What can be chosen, as text.
    pub fn parameters() -> Parameters {
        let size = Parameter::whole("size", "rows and columns of the board", FIVE..=Rules::MAX_SIDE, Self::USUAL_SIZE);
        let variant = "what wins: five or more in a row (freestyle), exactly five (standard), or as in Renju, where the \
                       first player may not make six or more, two fours or two threes";
        let sequences = "a player to move who has a winning sequence of fours, found among so many positions, has won";
        Parameters::keys()
            .with(Parameter::choice("rule", variant, &VARIANTS.map(|(name, _)| name)))
            .with(size.or_nothing())
            .with(Parameter::whole("sequences", sequences, 0..=Self::MOST_POSITIONS, 0).or_nothing())
            .with(Parameter::switch("fours", "every move of the attacker makes a four"))
            .with(Parameter::switch(
                "threats",
                "every move of the attacker makes a four or threatens a sequence of fours",
            ))
    }

    /// The rules with these [parameters](Self::parameters).
    ///
    /// # Errors
    ///
    /// If both kinds of attack are asked for.
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        let name = arguments.choice("rule");
        let variant = VARIANTS.iter().find(|(known, _)| *known == name).map(|(_, variant)| *variant);
        let attack = match (arguments.is_on("fours"), arguments.is_on("threats")) {
            (true, true) => {
                let message = "an attack is either by fours or by threats, which may be fours; give one of the two";
                return Err(NotationError::new(message));
            }
            (true, false) => Some(Attack::Fours),
            (false, true) => Some(Attack::Threats),
            (false, false) => None,
        };
        let rules = Self { attack, ..Self::new() }.with_size(arguments.whole("size"))?;
        Ok(rules.with_variant(variant.unwrap_or_default()).with_sequences(arguments.whole("sequences")))
    }

    /// Rows and columns of the board.
    pub fn size(self) -> usize {
        self.size
    }

    /// What wins, and what is prohibited.
    #[inline]
    pub fn variant(self) -> Variant {
        self.variant
    }

    /// How many positions a sequence of fours is looked for in.
    #[inline]
    pub fn sequences(self) -> u32 {
        match self.attack {
            Some(Attack::Threats) if self.sequences == 0 => Self::ATTACKING_SEQUENCES,
            _ => self.sequences,
        }
    }

    /// What moves the attacker may make, if it may not make all.
    #[inline]
    pub fn attack(self) -> Option<Attack> {
        self.attack
    }

    /// The board, with the usual lines of five.
    pub(crate) fn board(self) -> Rules {
        Rules::new(self.size, self.size, FIVE).expect("the size was checked")
    }

    /// The `W` of the [`Gomoku<W>`](crate::Gomoku) that these rules need: 1, 2, 4 or 7.
    pub fn words(self) -> usize {
        self.board().words()
    }
}

impl FromStr for GomokuRules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::from_arguments(&Self::parameters().read(Some(text))?)
    }
}

impl fmt::Display for GomokuRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = VARIANTS.iter().find(|(_, known)| *known == self.variant).map_or("", |(name, _)| *name);
        Self::parameters()
            .defaults()
            .with("rule", variant)
            .with("size", self.size)
            .with("sequences", self.sequences)
            .with("fours", self.attack == Some(Attack::Fours))
            .with("threats", self.attack == Some(Attack::Threats))
            .fmt(f)
    }
}
