//! The README and the book tell the truth.
//!
//! Every console session in them is run in a copy of `docs/examples`, and must print what the page says it prints and
//! end with the status it says. Times, speeds and memory, which differ from run to run, are those of some run. ` ...` at the
//! end of a line stands for the rest of it, and a line `...` for lines. Every command in a shell
//! block that starts this program is run too; with `FILE` in it, the command must exist. Every block that names a source
//! file quotes that file word for word. The picture in the README is the one that the program draws.
//!
//! After a change of the output, `TRYCMD=overwrite cargo test -p proofset --test docs` writes the new one into the
//! pages.

use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_proofset");

/// Commands of shell blocks that start other programs, and are run by people only.
const BY_HAND: &[&str] = &[
    "cargo install proofset",
    "cargo install proofset --no-default-features --features chess",
    "cargo install --path crates/cli --profile dist",
    "cargo test -p proofset-kayles",
    "cargo xtask ci",
    "cargo xtask new-game kayles",
    "cargo xtask signature --bless",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the crate lies in the workspace")
}

/// The READMEs of the repository and of this package, and all chapters.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = std::fs::read_dir(root().join("docs/src"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    assert!(pages.len() > 5, "the book has chapters");
    pages.insert(0, root().join("README.md"));
    pages.insert(1, root().join("crates/cli/README.md"));
    pages
}

/// A fenced block of a page.
struct Block {
    page: PathBuf,
    language: String,
    text: String,
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    for page in pages() {
        let content = std::fs::read_to_string(&page).unwrap();
        let mut lines = content.lines();
        while let Some(line) = lines.next() {
            let Some(language) = line.strip_prefix("```") else { continue };
            let text: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            blocks.push(Block { page: page.clone(), language: language.to_owned(), text: text.join("\n") });
        }
    }
    blocks
}

/// A folder of its own with the example files, and the process in it.
fn in_copy_of_examples(run: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(root().join("docs/examples")).unwrap() {
        let file = file.unwrap();
        // Crates that stand there are no inputs of commands.
        if file.file_type().unwrap().is_dir() {
            continue;
        }
        std::fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    std::env::set_current_dir(folder.path()).unwrap();
    run(folder.path());
    std::env::set_current_dir(root()).unwrap();
}

fn run_cases(file: &Path) {
    trycmd::TestCases::new().register_bin("proofset", Path::new(PROGRAM)).case(file).run();
}

/// A page with a blank line after the output of each command, which is how trycmd writes that output ends with a line
/// end. With `spaced` false, the page without those lines.
fn with_spaced_sessions(page: &str, spaced: bool) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut in_session = false;
    for line in page.lines() {
        let ends_output = in_session && (line.starts_with("$ ") || line.starts_with("```"));
        if ends_output && !lines.last().is_some_and(|last| last.starts_with("```")) {
            if spaced {
                lines.push("");
            } else if lines.last() == Some(&"") {
                lines.pop();
            }
        }
        if line.starts_with("```") {
            in_session = !in_session && line == "```console";
        }
        lines.push(line);
    }
    lines.join("\n") + "\n"
}

/// What stands for anything in a line.
const ANYTHING: &str = "[..]";

/// Where the lines of a table have what differs from run to run.
#[derive(Clone, Copy)]
enum Columns {
    /// From this character on, up to that one.
    Text(usize, usize),
    /// From this cell on.
    Cells(usize),
}

/// The columns below a header, if it has any for times; what stands behind them may be lines of play.
fn columns(header: &str) -> Option<Columns> {
    let place = |name: &str| header.find(name).map(|at| header[..at].chars().count());
    if let Some(from) = place("  seconds") {
        return Some(Columns::Text(from + 2, place("  line").map_or(usize::MAX, |at| at + 2)));
    }
    Some(Columns::Cells(header.split('|').position(|cell| cell.starts_with(" median s"))?))
}

/// A line of output with [`ANYTHING`] in place of times, speeds and memory.
fn without_figures(line: &str, table: &mut Option<Columns>) -> String {
    let number_behind = |line: &str, name: &str| match line.split_once(name) {
        Some((before, rest)) => {
            let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
            format!("{before}{name}{ANYTHING}{}", &rest[end..])
        }
        None => line.to_owned(),
    };
    if ["  time  ", "  memory  "].iter().any(|name| line.starts_with(name)) {
        return format!("{}{ANYTHING}", &line[..8]);
    }
    if let Some((before, _)) = line.split_once(" a second)") {
        let open = before.rfind('(').expect("a speed stands in brackets");
        return format!("{}({ANYTHING} a second)", &line[..open]);
    }
    if line.starts_with('{') {
        return number_behind(&number_behind(line, "\"seconds\":"), "\"peak_bytes\":");
    }
    if let Some((before, _)) = line.split_once(" expansions, ") {
        return format!("{before} expansions, {ANYTHING}");
    }
    *table = columns(line).or_else(|| table.filter(|_| line.starts_with([' ', '|'])));
    let (line, is_whole) = line.strip_suffix(" ...").map_or((line, true), |kept| (kept, false));
    let start = |characters: usize| line.char_indices().nth(characters).map_or(line.len(), |(at, _)| at);
    let hidden = match *table {
        Some(Columns::Text(from, to)) => format!("{}{ANYTHING}{}", line[..start(from)].trim_end(), &line[start(to)..]),
        Some(Columns::Cells(cells)) if !line.contains("median s") && !line.contains("---") => {
            let kept: Vec<&str> = line.split('|').take(cells).collect();
            format!("{}|{ANYTHING}", kept.join("|"))
        }
        _ => line.to_owned(),
    };
    if is_whole || hidden.ends_with(ANYTHING) { hidden } else { format!("{hidden} {ANYTHING}") }
}

/// A page whose sessions have [`ANYTHING`] in place of what differs from run to run.
fn without_varying_figures(page: &str) -> String {
    let (mut in_session, mut table) = (false, None);
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            in_session = !in_session && line == "```console";
        }
        if !in_session || line.starts_with("$ ") {
            table = None;
        }
        let is_output = in_session && !["```", "$ ", "? "].iter().any(|start| line.starts_with(start));
        lines.push(if is_output { without_figures(line, &mut table) } else { line.to_owned() });
    }
    lines.join("\n") + "\n"
}

/// The page that its sessions have become, with the figures of `text` wherever the rest of a line is the same.
fn with_figures(page: &str, text: &str) -> String {
    let hidden = without_varying_figures(text);
    let mut known: Vec<(&str, &str)> = hidden.lines().zip(text.lines()).collect();
    let lines: Vec<&str> = page
        .lines()
        .map(|line| match known.iter().position(|(hidden, _)| *hidden == line) {
            Some(at) => known.remove(at).1,
            None => line,
        })
        .collect();
    lines.join("\n") + "\n"
}

/// Runs the sessions of a page, in a copy of it that trycmd understands.
fn run_page(page: &Path, folder: &Path) {
    let copy = folder.join(page.file_name().unwrap());
    let text = std::fs::read_to_string(page).unwrap();
    std::fs::write(&copy, with_spaced_sessions(&without_varying_figures(&text), true)).unwrap();
    run_cases(&copy);
    let ours = with_spaced_sessions(&std::fs::read_to_string(&copy).unwrap(), false);
    let ours = with_figures(&ours, &text);
    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") && ours != text {
        std::fs::write(page, ours).unwrap();
    }
}

#[test]
fn sessions_are_spaced_for_trycmd_and_back() {
    let page = "a\n```console\n$ x\n? 3\n1\n$ y\n2\n```\n```text\n$ z\n```\n";
    let spaced = "a\n```console\n$ x\n? 3\n1\n\n$ y\n2\n\n```\n```text\n$ z\n```\n";
    assert_eq!(with_spaced_sessions(page, true), spaced);
    assert_eq!(with_spaced_sessions(spaced, false), page);
}

#[test]
fn figures_of_one_run_stand_for_those_of_any() {
    let page = "memory 3\n```console\n$ x (9 a second)\n  expanded  7 (9 a second)\n  time      3 s\n  line      a b ...\n id  seconds  memory  line\n 1     0.12  12 KiB   a b\n\
                1 of 1 decided; 8 expansions, 0.1 s\n{\"seconds\":0.1,\"line\":[],\"peak_bytes\":12}\n| a | median s | b |\n| --- | --- | --- |\n| c | 7 | 8 |\n```\n";
    let hidden = "memory 3\n```console\n$ x (9 a second)\n  expanded  7 ([..] a second)\n  time  [..]\n  line      a b [..]\n id[..]line\n 1[..]a b\n\
                  1 of 1 decided; 8 expansions, [..]\n{\"seconds\":[..],\"line\":[],\"peak_bytes\":[..]}\n| a | median s | b |\n| --- | --- | --- |\n| c |[..]\n```\n";
    assert_eq!(without_varying_figures(page), hidden);
    assert_eq!(with_figures(hidden, page), page);
    assert_eq!(with_figures("other\n", page), "other\n");
}

/// One test for all that runs commands, since the working directory belongs to the whole process.
#[test]
fn commands_do_what_the_pages_say() {
    for page in pages() {
        in_copy_of_examples(|folder| run_page(&page, folder));
    }
    in_copy_of_examples(|folder| {
        let mut commands = 0;
        for block in blocks().into_iter().filter(|block| block.language == "sh") {
            for command in block.text.lines() {
                commands += usize::from(run_shell_command(&block.page, command, folder));
            }
        }
        assert!(commands > 0, "the README solves a position");
    });
}

/// Runs a command that starts this program, and expects it to succeed. False for one that does not.
fn run_shell_command(page: &Path, command: &str, folder: &Path) -> bool {
    let built = command.strip_prefix("cargo run --release -p proofset -- ");
    let Some(mut arguments) = built.or_else(|| command.strip_prefix("proofset ")) else {
        assert!(BY_HAND.contains(&command), "{}: unknown command {command:?}", page.display());
        return false;
    };
    let help = format!("{} --help", arguments.split(' ').next().unwrap_or_default());
    if arguments.split(' ').any(|word| word == "FILE" || word.starts_with("FILE.")) {
        arguments = &help; // a place for the reader's file: the command exists, at least
    }
    // The name of the file says in a report what failed.
    let name = format!("{} {command}", page.file_stem().unwrap().display());
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let file = folder.join(name).with_extension("trycmd");
    std::fs::write(&file, format!("```console\n$ proofset {arguments}\n...\n\n```\n")).unwrap();
    run_cases(&file);
    true
}

/// What trycmd does not know it skips, and a skipped command proves nothing.
#[test]
fn console_sessions_start_this_program_only() {
    for block in blocks() {
        assert!(!block.language.is_empty(), "{}: a block without a language:\n{}", block.page.display(), block.text);
        if block.language == "console" {
            for line in block.text.lines().filter(|line| line.starts_with('$')) {
                assert!(line.starts_with("$ proofset "), "{}: {line}", block.page.display());
            }
        }
    }
}

#[test]
fn readers_see_no_marks_of_tests() {
    for block in blocks().into_iter().filter(|block| block.language == "console") {
        assert!(!block.text.contains(ANYTHING), "{}: {}", block.page.display(), block.text);
    }
}

#[test]
fn quotations_are_exact() {
    let mut quotations = 0;
    for block in blocks().into_iter().filter(|block| block.language == "rs") {
        let (place, quotation) = block.text.split_once('\n').expect("a quotation has lines");
        let file = place.strip_prefix("// ").expect("a quotation begins with the name of its file");
        let source = std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let quotation = quotation.trim_matches('\n');
        assert!(source.contains(quotation), "{}: this is not in {file}:\n{quotation}", block.page.display());
        quotations += 1;
    }
    assert!(quotations > 0, "the chapter on adding a game quotes its source");
}

/// The certificate and the picture of the README.
#[test]
fn the_picture_is_the_programs() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let status = Command::new(PROGRAM).args(arguments).current_dir(folder.path()).output().unwrap().status;
        assert!(status.success(), "{arguments:?}: {status}");
    };
    let position = "3rr1k1/1p1q4/p6Q/6p1/2Pn4/6PP/PP4PK/2RR4 b - -";
    run(&["solve", "chess", position, "--goal", "mate-in:4", "--certificate", "mate.proof"]);
    run(&["show", "mate.proof", "--output", "proof.svg"]);
    let drawn = std::fs::read_to_string(folder.path().join("proof.svg")).unwrap();
    let kept = std::fs::read_to_string(root().join("docs/images/proof.svg")).unwrap();
    assert!(
        drawn == kept,
        "the program draws another picture; look at it, and put it in place of docs/images/proof.svg"
    );
}
