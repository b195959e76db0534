//! How a command ends: exit statuses and the errors behind them.

use std::fmt;
use std::process::ExitCode;

use proofset_book::BookError;
use proofset_catalog::{InputError, RunError};

/// How a command ends, the gravest end last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Status 0: everything decided, or nothing to decide.
    Done,
    /// Status 3: a limit came first, or what was found could not be written.
    Undecided,
    /// Status 2: what the user gave is at fault, or a part of it, as the output says.
    BadInput,
    /// Status 1: a certificate or a known answer does not hold, or this program is at fault.
    CheckFailed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::CheckFailed => 1,
            Exit::BadInput => 2,
            Exit::Undecided => 3,
        })
    }
}

/// Why a command could not do what it was asked to do.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Status 2: what the user gave is at fault.
    Input(anyhow::Error),
    /// Status 3: what was found could not be written where it was to go.
    Unwritten(anyhow::Error),
    /// Status 1: this program or its surroundings are at fault.
    Internal(anyhow::Error),
}

impl Failure {
    /// Bad input, with this message.
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Input(anyhow::anyhow!("{message}"))
    }

    /// This could not be written.
    pub(crate) fn unwritten(name: &str, error: std::io::Error) -> Self {
        Self::Unwritten(anyhow::Error::new(error).context(format!("cannot write {name}")))
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Input(_) => Exit::BadInput,
            Self::Unwritten(_) => Exit::Undecided,
            Self::Internal(_) => Exit::CheckFailed,
        }
    }

    /// The same, with what it is about before it.
    pub(crate) fn context(self, context: String) -> Self {
        match self {
            Self::Input(error) => Self::Input(error.context(context)),
            Self::Unwritten(error) => Self::Unwritten(error.context(context)),
            Self::Internal(error) => Self::Internal(error.context(context)),
        }
    }

    fn error(&self) -> &anyhow::Error {
        let (Self::Input(error) | Self::Unwritten(error) | Self::Internal(error)) = self;
        error
    }

    /// True if the reader of our output went away, which is no fault of ours.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.error().chain().any(|cause| {
            cause.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error())
    }
}

impl From<Failure> for anyhow::Error {
    fn from(failure: Failure) -> Self {
        let (Failure::Input(error) | Failure::Unwritten(error) | Failure::Internal(error)) = failure;
        error
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error.into())
    }
}

impl From<BookError> for Failure {
    fn from(error: BookError) -> Self {
        match error {
            BookError::Run(error) => error.into(),
            BookError::NotAdded { .. } => Self::Unwritten(error.into()),
            _ => Self::Input(error.into()),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Problem(_) => Self::Input(error.into()),
            RunError::Certificate(_) => Self::Unwritten(error.into()),
            _ => Self::Internal(error.into()),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Internal(error.into())
    }
}
