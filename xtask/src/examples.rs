//! The examples of the crates: programs to start from, each of which says in its first lines how it is run.
//!
//! What such a line says is true: it names the package and the example, and the program that was built of it ends well with these
//! arguments.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

/// The arguments that an example is run with, as its first lines have it; `None` if they do not say how to run it.
fn arguments(text: &str, package: &str, name: &str) -> Option<Vec<String>> {
    let command = text.lines().find_map(|line| line.strip_prefix("//! `cargo run ")?.strip_suffix('`'))?;
    let command = command.strip_prefix("--release ").unwrap_or(command);
    let rest = command.strip_prefix(&format!("-p {package} --example {name}"))?;
    let Some(rest) = rest.strip_prefix(" -- ") else { return rest.is_empty().then(Vec::new) };
    // Every second part stands in quotes.
    let parts = rest.split('"').enumerate();
    let words = |(place, part): (usize, &str)| -> Vec<String> {
        if place % 2 == 1 { vec![part.to_owned()] } else { part.split_whitespace().map(str::to_owned).collect() }
    };
    Some(parts.flat_map(words).collect())
}

/// Every example of the workspace: its package, its name and its file.
fn all(metadata: &Value) -> Vec<(&str, &str, &Path)> {
    let mut examples = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        for target in package["targets"].as_array().into_iter().flatten() {
            if target["kind"][0] == "example"
                && let (Some(package), Some(name), Some(path)) =
                    (package["name"].as_str(), target["name"].as_str(), target["src_path"].as_str())
            {
                examples.push((package, name, Path::new(path)));
            }
        }
    }
    examples
}

/// Examples say how they are run.
pub(crate) fn check(metadata: &Value, faults: &mut Vec<String>) -> anyhow::Result<()> {
    for (package, name, path) in all(metadata) {
        if arguments(&std::fs::read_to_string(path)?, package, name).is_none() {
            faults.push(format!(
                "{}: its first lines do not say how it is run: `cargo run --release -p {package} --example {name}`, \
                 and perhaps arguments",
                path.display()
            ));
        }
    }
    Ok(())
}

/// Runs the examples among what cargo tells that it has built, each as its first lines say.
pub(crate) fn run(built: &str, metadata: &Value) -> anyhow::Result<()> {
    let examples = all(metadata);
    let mut count = 0;
    for (path, program) in built.lines().filter_map(program) {
        let known = examples.iter().find(|(_, _, source)| *source == path);
        let &(package, name, _) = known.with_context(|| format!("{} is no example", path.display()))?;
        let arguments = arguments(&std::fs::read_to_string(&path)?, package, name).unwrap_or_default();
        let mut command = Command::new(program);
        let ended = command.args(arguments).current_dir(crate::root()).stdin(Stdio::null()).output()?;
        if !ended.status.success() {
            bail!("the example {name} of {package} failed: {}", String::from_utf8_lossy(&ended.stderr));
        }
        count += 1;
    }
    eprintln!("== examples: {count} run as they say");
    Ok(())
}

/// The source and the program of an example, if a line of cargo's tells of one.
fn program(line: &str) -> Option<(PathBuf, PathBuf)> {
    let message: Value = serde_json::from_str(line).ok()?;
    let is_example = message["reason"] == "compiler-artifact" && message["target"]["kind"][0] == "example";
    let path = |value: &Value| value.as_str().map(PathBuf::from);
    if !is_example {
        return None;
    }
    Some((path(&message["target"]["src_path"])?, path(&message["executable"])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lines_say_how_it_is_run() {
        let of = |line: &str| arguments(&format!("//! What it is.\n//!\n{line}\n"), "a-b", "c");
        let words = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(of("//! `cargo run -p a-b --example c`"), words(&[]));
        assert_eq!(of("//! `cargo run --release -p a-b --example c -- 3 4`"), words(&["3", "4"]));
        assert_eq!(of("//! `cargo run -p a-b --example c -- x \"y z\" w`"), words(&["x", "y z", "w"]));
        for wrong in ["//! Run it.", "//! `cargo run -p a --example c`", "//! `cargo run -p a-b --example cc`"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_cargo_tells_of_examples_is_taken_up() {
        let line = |kind: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"kind":["{kind}"],"src_path":"/a/c.rs"}},"executable":"/t/c"}}"#
            )
        };
        assert_eq!(program(&line("example")), Some((PathBuf::from("/a/c.rs"), PathBuf::from("/t/c"))));
        assert_eq!(program(&line("test")), None);
        assert_eq!(program("Compiling"), None);
    }
}
