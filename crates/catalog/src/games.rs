//! Games by name. To add one: write its entry in a file of its own here, and list it in [`GAMES`].

#[cfg(feature = "and-or")]
mod and_or;
#[cfg(feature = "atari-go")]
mod atari_go;
#[cfg(feature = "chess")]
mod chess;
#[cfg(feature = "kalah")]
mod kalah;
#[cfg(any(feature = "mnk", feature = "tic-tac-toe"))]
mod lines;
#[cfg(feature = "mnk")]
mod mnk;
#[cfg(feature = "othello")]
mod othello;
#[cfg(feature = "shogi")]
mod shogi;
#[cfg(feature = "synthetic")]
mod synthetic;
#[cfg(feature = "tic-tac-toe")]
mod tic_tac_toe;
#[cfg(any(feature = "atari-go", feature = "tic-tac-toe"))]
mod two_player;
#[cfg(any(feature = "kalah", feature = "mnk", feature = "othello", feature = "synthetic"))]
mod valued;

use crate::InputError;
use crate::algorithm::names;
use crate::heuristics::HeuristicEntry;
use crate::task::{Question, Task};

#[cfg(not(any(
    feature = "and-or",
    feature = "atari-go",
    feature = "chess",
    feature = "kalah",
    feature = "mnk",
    feature = "othello",
    feature = "shogi",
    feature = "synthetic",
    feature = "tic-tac-toe"
)))]
compile_error!("a catalog without games is of no use; enable a feature that names one");

/// Where a user's position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionSource {
    /// It is written on the command line.
    Text,
    /// It is too long for that, and the user names a file.
    File,
    /// It is written on the command line, or stands in a file whose name has one of these extensions.
    TextOrFile(&'static [&'static str]),
}

impl PositionSource {
    /// The source for a game, given as to [`open`]; unknown games take text.
    pub fn of(game: &str) -> Self {
        GameEntry::of(game).map_or(Self::Text, |entry| entry.source)
    }
}

/// Opens a task: parameters, position and goal; `None` asks for the default.
type Open = fn(Option<&str>, Option<&str>, Option<&str>) -> Result<Box<dyn Task>, InputError>;

/// A game as the catalog lists it.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// The name.
    pub name: &'static str,
    /// What it is.
    pub summary: &'static str,
    /// What may follow the name after a colon; empty if nothing.
    pub parameters: &'static str,
    /// The notation of positions.
    pub position: &'static str,
    /// The goals.
    pub goals: &'static str,
    /// How leaves can be weighed, the default first.
    pub heuristics: &'static [HeuristicEntry],
    /// What answers a question about a goal if no algorithm is named: the first that takes the problem.
    pub goal: &'static [Default],
    /// What finds a value if no algorithm is named: the first that takes the problem; empty if the game has no scores.
    pub value: &'static [Default],
    /// A position and a goal that the game's searches take; without them, the start and the usual goal.
    pub(crate) sample: (Option<&'static str>, Option<&'static str>),
    /// A command that works.
    pub example: &'static str,
    /// Where positions come from.
    pub source: PositionSource,
    /// Makes a task.
    pub(crate) open: Open,
}

/// An algorithm that is taken if none is named. `cargo xtask defaults` measures which one should be.
#[derive(Clone, Copy, Debug)]
pub struct Default {
    /// The algorithm.
    pub algorithm: &'static str,
    /// Why it is taken, with what was measured.
    pub reason: &'static str,
}

impl GameEntry {
    /// The entry of a game, given as to [`open`].
    pub fn of(game: &str) -> Option<&'static Self> {
        let name = game.split(':').next().unwrap_or(game);
        GAMES.iter().find(|entry| entry.name == name)
    }

    /// The algorithms that no question about the game can be given to, though some about other games can.
    pub fn lacks(&self) -> Vec<&'static str> {
        let (position, goal) = self.sample;
        let task = open(self.name, position, goal).expect("the sample is a question");
        let asked = |question| task.algorithms(question);
        let has = [asked(Question::Goal), asked(Question::Value)].concat();
        names().into_iter().filter(|name| !has.contains(name)).collect()
    }
}

/// All games.
pub const GAMES: &[GameEntry] = &[
    #[cfg(feature = "tic-tac-toe")]
    tic_tac_toe::ENTRY,
    #[cfg(feature = "mnk")]
    mnk::CONNECT_FOUR,
    #[cfg(feature = "mnk")]
    mnk::MNK,
    #[cfg(feature = "othello")]
    othello::ENTRY,
    #[cfg(feature = "kalah")]
    kalah::ENTRY,
    #[cfg(feature = "atari-go")]
    atari_go::ENTRY,
    #[cfg(feature = "chess")]
    chess::ENTRY,
    #[cfg(feature = "shogi")]
    shogi::ENTRY,
    #[cfg(feature = "synthetic")]
    synthetic::ENTRY,
    #[cfg(feature = "and-or")]
    and_or::ENTRY,
];

/// The question that a game (`name` or `name:parameters`), a position and a goal make.
///
/// # Errors
///
/// [`InputError`] names the text that is at fault and says what is expected.
pub fn open(game: &str, position: Option<&str>, goal: Option<&str>) -> Result<Box<dyn Task>, InputError> {
    let (name, parameters) = match game.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (game, None),
    };
    let entry = GameEntry::of(name).ok_or_else(|| {
        let known: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
        InputError::Game { name: name.to_owned(), known: known.join(", ") }
    })?;
    (entry.open)(parameters, position, goal)
}

/// Refuses parameters for a game that has none.
#[cfg(any(feature = "and-or", feature = "chess", feature = "shogi", feature = "tic-tac-toe"))]
fn no_parameters(game: &str, parameters: Option<&str>) -> Result<(), InputError> {
    match parameters {
        None => Ok(()),
        Some(parameters) => Err(InputError::Parameters {
            game: game.to_owned(),
            message: format!("it takes no parameters, and got {parameters:?}"),
        }),
    }
}
