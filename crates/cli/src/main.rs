//! `proofset` with the games that it comes with.

use std::process::ExitCode;

fn main() -> ExitCode {
    proofset::main(&proofset::standard())
}
