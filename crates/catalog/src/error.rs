//! What can be wrong with what a user asks for. Every message says where the fault is and how to mend it.

use thiserror::Error;

/// A text that names no game, position, goal or algorithm.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InputError {
    /// No game of this name.
    #[error("there is no game {name:?}; the games are {known}")]
    Game {
        /// The text.
        name: String,
        /// All names.
        known: String,
    },
    /// Parameters that the game does not take.
    #[error("{game}: {message}")]
    Parameters {
        /// The game.
        game: String,
        /// What is wrong with them.
        message: String,
    },
    /// Not a position of the game.
    #[error("bad position for {game}: {message}")]
    Position {
        /// The game.
        game: String,
        /// What is wrong with it.
        message: String,
    },
    /// Not a goal of the game.
    #[error("bad goal for {game}: {message}")]
    Goal {
        /// The text.
        goal: String,
        /// The game.
        game: String,
        /// What is wrong with it.
        message: String,
    },
    /// Not an algorithm.
    #[error("algorithm {text:?}: {message}")]
    Algorithm {
        /// The text.
        text: String,
        /// What is wrong with it.
        message: String,
    },
}

impl InputError {
    /// What a game has found wrong with its parameters.
    pub fn parameters(game: &str, message: &dyn std::fmt::Display) -> Self {
        Self::Parameters { game: game.to_owned(), message: message.to_string() }
    }
}

/// Why a running search cannot go on, or cannot be written down.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The problem is not one that this search can handle.
    #[error("{0}")]
    Problem(String),
    /// The certificate cannot be written.
    #[error("the certificate cannot be written: {0}")]
    Certificate(String),
    /// There is nothing to certify.
    #[error("the search has no proof of its verdict; there is nothing to certify")]
    NoProof,
}
