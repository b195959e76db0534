//! Running the program.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a run printed, and its exit status.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("the program was not killed"),
            stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("output is UTF-8"),
        }
    }
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proofset"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs the program.
pub(crate) fn proofset(arguments: &[&str]) -> Ran {
    command(arguments).output().expect("the program starts").into()
}

/// Runs the program with text on its standard input.
pub(crate) fn proofset_with_input(arguments: &[&str], input: &str) -> Ran {
    use std::io::Write;
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("there is a pipe").write_all(input.as_bytes()).expect("the program reads");
    child.wait_with_output().expect("the program ends").into()
}

/// A message with a word in place of each list of games, so that one more game changes no test.
pub(crate) fn without_lists(message: &str) -> String {
    let catalog = proofset::standard();
    let games: Vec<&str> = catalog.entries().iter().map(proofset::Entry::name).collect();
    message.replace(&games.join(", "), "[games]").replace(&catalog.scored_games().join(", "), "[games with scores]")
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// A file of the suite.
pub(crate) fn suite(name: &str) -> String {
    text(&proofset_testkit::suite::folder().join(name)).to_owned()
}
