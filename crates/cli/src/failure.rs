//! How a command ends: exit statuses and the errors behind them.

use std::fmt;
use std::process::ExitCode;

use proofset_catalog::{InputError, RunError};

/// A command that did what it was asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Status 0: everything decided, or nothing to decide.
    Done,
    /// Status 3: a limit came first.
    Undecided,
    /// Status 1: a certificate or a known answer does not hold.
    CheckFailed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::CheckFailed => 1,
            Exit::Undecided => 3,
        })
    }
}

/// A command that could not do what it was asked to do.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Status 2: what the user gave is at fault.
    Input(anyhow::Error),
    /// Status 1: this program or its surroundings are.
    Internal(anyhow::Error),
}

impl Failure {
    /// Bad input, with this message.
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Input(anyhow::anyhow!("{message}"))
    }

    pub(crate) fn exit(&self) -> Code {
        match self {
            Self::Input(_) => Code(2),
            Self::Internal(_) => Code(1),
        }
    }

    /// True if the reader of our output went away, which is no fault of ours.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        let (Self::Input(error) | Self::Internal(error)) = self;
        error.chain().any(|cause| {
            cause.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
        })
    }
}

/// An exit status.
pub(crate) struct Code(u8);

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        Self::from(code.0)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Input(error) | Self::Internal(error)) = self;
        write!(f, "{error:#}")
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error.into())
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Problem(_) => Self::Input(error.into()),
            _ => Self::Internal(error.into()),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Internal(error.into())
    }
}
