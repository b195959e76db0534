//! `cargo xtask size`: how much code is compiled, and what one more game adds to it.
//!
//! The idea: a search is compiled for every game and algorithm, so that the time of the compiler grows with what each of
//! them multiplies. It is counted where the compiler is done with types and before anything is optimised, in lines of
//! LLVM's text form, which depend on the version of the compiler but not on the machine. The builds have a folder of their
//! own, so that the usual ones are kept.

mod llvm;

use std::fmt::Write as _;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::Value;

use self::llvm::{Code, Count};
use crate::process::{cargo, output};
use crate::progress::Progress;
use crate::record;

/// The packages that are counted: searches for all games, the sides of the games, and the program are compiled in them.
const PACKAGES: &[&str] = &["proofset-catalog", GAMES, "proofset-program", "proofset"];

/// The package whose features are games.
const GAMES: &str = "proofset-standard";

/// The game that others are added to.
const SMALLEST: &str = "tic-tac-toe";

/// Rows of a table.
const ROWS: usize = 30;

/// Where it is built.
const FOLDER: &str = "target/size";

/// What can be chosen.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Fail if there are more lines than this
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Leave out what each game adds, and print the tables instead of writing them to the record
    #[arg(long)]
    total_only: bool,
}

/// A library or a program of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    package: String,
    /// The argument that chooses it, such as `--lib`.
    choice: Vec<String>,
    /// What the table calls it.
    name: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let metadata: Value = serde_json::from_str(&output(cargo(&["metadata", "--format-version", "1", "--no-deps"]))?)?;
    let targets = targets(&metadata)?;
    let games = if arguments.total_only { Vec::new() } else { games(&metadata)? };
    let mut progress = Progress::new(targets.len() + games.len());
    let mut code = Code::default();
    let mut parts = Vec::new();
    for target in &targets {
        progress.begin(&target.name);
        let before = code.total();
        code.read(compile(target, None)?)?;
        parts.push((target.name.clone(), minus(code.total(), before)));
    }
    let total = code.total();
    let mut text = tables(&parts, &code);
    progress.print(&text);
    if let Some(target) = targets.iter().find(|target| target.package == GAMES && !games.is_empty()) {
        let mut sizes = Vec::new();
        for game in &games {
            let features = if game == SMALLEST { game.clone() } else { format!("{SMALLEST},{game}") };
            progress.begin(&format!("{GAMES} with {features}"));
            let mut code = Code::default();
            code.read(compile(target, Some(&features))?)?;
            sizes.push((game.clone(), code.total()));
        }
        let games = table_of_games(&sizes);
        progress.print(&games);
        text += &games;
    }
    drop(progress);
    if !arguments.total_only {
        let surroundings = record::surroundings();
        let about = "- lines of LLVM's text form before anything is optimised: what is compiled for each type and game, \
                     counted as `cargo llvm-lines` does\n- written by `cargo xtask size`\n";
        let page = format!("{}{about}\n{text}", surroundings.heading("Size of the code"));
        record::write_page(&surroundings.date, "size", &page)?;
    }
    check(total.lines, arguments.limit)
}

fn check(lines: u64, limit: Option<u64>) -> anyhow::Result<()> {
    match limit {
        Some(limit) if lines > limit => {
            let mend = "see what has grown in the tables above; if it has to be, raise the limit";
            bail!("{lines} lines are compiled, and {limit} are allowed: {mend}")
        }
        _ => Ok(()),
    }
}

/// The object of a package.
fn package<'a>(metadata: &'a Value, name: &str) -> anyhow::Result<&'a Value> {
    let packages = metadata["packages"].as_array().context("cargo metadata lists packages")?;
    packages.iter().find(|package| package["name"] == name).with_context(|| format!("there is no package {name}"))
}

/// The libraries and programs of the packages that are counted.
fn targets(metadata: &Value) -> anyhow::Result<Vec<Target>> {
    let mut targets = Vec::new();
    for name in PACKAGES {
        for target in package(metadata, name)?["targets"].as_array().into_iter().flatten() {
            let is = |kind: &str| target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|own| own == kind));
            let (choice, what) = if is("lib") {
                (vec!["--lib".to_owned()], "library")
            } else if is("bin") {
                let program = target["name"].as_str().context("programs have names")?;
                (vec!["--bin".to_owned(), program.to_owned()], "program")
            } else {
                continue;
            };
            targets.push(Target { package: (*name).to_owned(), choice, name: format!("{name}, {what}") });
        }
    }
    Ok(targets)
}

/// The games that can be left out, the smallest first.
fn games(metadata: &Value) -> anyhow::Result<Vec<String>> {
    let features = package(metadata, GAMES)?["features"]["default"].as_array().context("games are features")?;
    let mut games: Vec<String> = features.iter().filter_map(|game| game.as_str().map(str::to_owned)).collect();
    games.sort_by_key(|game| game != SMALLEST);
    Ok(games)
}

/// Compiles a target, with all games or with these, and opens the file of its code.
fn compile(target: &Target, features: Option<&str>) -> anyhow::Result<BufReader<File>> {
    let folder = crate::root().join(FOLDER);
    // A file of its own for each build: if nothing has changed, it is still there.
    let parts = [target.package.as_str(), target.choice.last().map_or("", String::as_str), features.unwrap_or("all")];
    let file = folder.join(format!("{}.ll", parts.join(".").replace(',', "-")));
    let mut command = command(target, features, &folder, &file);
    let result = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !result.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&result.stderr));
    }
    let mend = format!("remove {FOLDER} and try again");
    Ok(BufReader::new(File::open(&file).with_context(|| format!("{} is not there; {mend}", file.display()))?))
}

fn command(target: &Target, features: Option<&str>, folder: &Path, file: &Path) -> Command {
    let mut command = cargo(&["rustc", "--release", "--quiet", "--package", &target.package]);
    command.args(&target.choice);
    if let Some(features) = features {
        command.args(["--no-default-features", "--features", features]);
    }
    command.arg("--target-dir").arg(folder);
    // Nothing is optimised in any crate, which saves the time, and the code of a crate lies in one file.
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", "-C no-prepopulate-passes");
    command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_DEBUG", "0");
    let mut emit = std::ffi::OsString::from("--emit=llvm-ir=");
    emit.push(file);
    // Whatever number of parts a package has of its own.
    command.args(["--", "-Ccodegen-units=1"]).arg(emit);
    command
}

fn minus(after: Count, before: Count) -> Count {
    Count {
        lines: after.lines.saturating_sub(before.lines),
        functions: after.functions.saturating_sub(before.functions),
    }
}

/// The size of each part and of all of them, and the largest origins and functions.
fn tables(parts: &[(String, Count)], code: &Code) -> String {
    let mut text = String::from("| compiled | lines | functions |\n| --- | ---: | ---: |\n");
    for (name, Count { lines, functions }) in parts {
        let _ = writeln!(text, "| {name} | {lines} | {functions} |");
    }
    let Count { lines, functions } = code.total();
    let _ = writeln!(text, "| all | {lines} | {functions} |");
    text += "\n| written in | lines | functions |\n| --- | ---: | ---: |\n";
    for (origin, Count { lines, functions }) in code.by_origin().into_iter().take(ROWS) {
        let _ = writeln!(text, "| `{origin}` | {lines} | {functions} |");
    }
    text += "\n| generic function | lines | copies |\n| --- | ---: | ---: |\n";
    for (function, Count { lines, functions }) in code.by_function().into_iter().take(ROWS) {
        let _ = writeln!(text, "| `{function}` | {lines} | {functions} |");
    }
    text
}

/// What each game adds to the smallest one alone, which is the first.
fn table_of_games(sizes: &[(String, Count)]) -> String {
    let mut text = String::from("\n| game | lines | functions |\n| --- | ---: | ---: |\n");
    let Some(((smallest, alone), others)) = sizes.split_first() else { return text };
    let _ = writeln!(text, "| {smallest} alone | {} | {} |", alone.lines, alone.functions);
    for (game, with) in others {
        let Count { lines, functions } = minus(*with, *alone);
        let _ = writeln!(text, "| {game} adds | {lines} | {functions} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::{Code, Count, Target, check, command, games, table_of_games, tables, targets};

    #[test]
    fn libraries_and_programs_are_counted_and_tests_are_not() {
        let target = |kind: &str, name: &str| json!({"kind": [kind], "name": name});
        let metadata = json!({"packages": [
            {"name": "proofset", "targets": [target("lib", "proofset"), target("bin", "prover"), target("test", "docs")]},
            {"name": "proofset-program", "targets": [target("lib", "proofset_program")]},
            {"name": "proofset-catalog", "targets": [target("lib", "proofset_catalog"), target("bench", "b")]},
            {"name": "proofset-standard", "targets": [target("lib", "proofset_standard")],
             "features": {"default": ["chess", "tic-tac-toe", "mnk"], "chess": []}},
        ]});
        let targets = targets(&metadata).unwrap();
        let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "proofset-catalog, library",
                "proofset-standard, library",
                "proofset-program, library",
                "proofset, library",
                "proofset, program"
            ]
        );
        assert_eq!(targets[4].choice, ["--bin", "prover"]);
        assert_eq!(games(&metadata).unwrap(), ["tic-tac-toe", "chess", "mnk"]);
        assert!(super::targets(&json!({"packages": []})).unwrap_err().to_string().contains("proofset-catalog"));
    }

    #[test]
    fn builds_have_a_folder_of_their_own_and_games_are_features() {
        let target =
            Target { package: "proofset-standard".to_owned(), choice: vec!["--lib".to_owned()], name: String::new() };
        let command = command(&target, Some("tic-tac-toe,mnk"), Path::new("folder"), Path::new("a.ll"));
        let arguments: Vec<_> = command.get_args().map(|argument| argument.to_str().unwrap()).collect();
        let expected = "rustc --release --quiet --package proofset-standard --lib --no-default-features --features \
                        tic-tac-toe,mnk --target-dir folder -- -Ccodegen-units=1 --emit=llvm-ir=a.ll";
        assert_eq!(arguments.join(" "), expected);
    }

    #[test]
    fn tables_have_the_largest_first() {
        let mut code = Code::default();
        let function =
            |name: &str, lines: usize| format!("define void @{name}() {{\n{}}}\n", "  ret void\n".repeat(lines));
        code.read((function("a", 1) + &function("b", 2)).as_bytes()).unwrap();
        let text = tables(&[("part".to_owned(), code.total())], &code);
        assert!(text.contains("| part | 3 | 2 |\n| all | 3 | 2 |\n"), "{text}");
        assert!(text.ends_with("| `b` | 2 | 1 |\n| `a` | 1 | 1 |\n"), "{text}");
    }

    #[test]
    fn games_are_compared_with_the_smallest_alone() {
        let size = |game: &str, lines, functions| (game.to_owned(), Count { lines, functions });
        let text = table_of_games(&[size("tic-tac-toe", 100, 10), size("mnk", 350, 14)]);
        let expected = "| tic-tac-toe alone | 100 | 10 |\n| mnk adds | 250 | 4 |\n";
        assert!(text.ends_with(expected), "{text}");
    }

    #[test]
    fn more_lines_than_allowed_are_an_error() {
        assert!(check(11, None).is_ok() && check(10, Some(10)).is_ok());
        assert!(check(11, Some(10)).unwrap_err().to_string().starts_with("11 lines are compiled, and 10 are allowed"));
    }
}
