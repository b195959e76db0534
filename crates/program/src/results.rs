//! `proofset solve --file ... --results FILE`: a batch that goes on where it was stopped.
//!
//! The idea: each answer goes to a file as soon as it is found, as the JSON object that `--json` prints, a line each. A
//! run that finds the file there reads it first, and leaves out the rows whose question has a complete answer in it. So a
//! batch may be interrupted at any time, run again with larger limits, or be given more rows. The invariant: the file is
//! appended to; of several answers to one question the last counts. A line that a crash has cut off is the
//! last, and is taken away; one that lacks its end alone gets it. What is no beginning of an answer is not ours, and stays.

use std::collections::{HashMap, HashSet};
use std::fs::{File, Metadata, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use proofset_catalog::Task;
use serde_json::Value;

use crate::failure::Failure;

/// What every answer begins with.
const BEGINNING: &str = "{\"game\":";

/// The answers that a file holds, and the file.
pub(crate) struct Results {
    path: PathBuf,
    file: File,
    known: HashMap<[String; 3], Earlier>,
}

/// What a file says of a question.
#[derive(Default)]
struct Earlier {
    /// The last answer, as it was written, if it is complete: an object takes several times the bytes of its text.
    answer: Option<Box<str>>,
    /// The rows with complete answers, by their ids.
    rows: HashSet<Box<str>>,
}

/// What tells questions apart: game, position, goal.
fn question(task: &Task) -> [String; 3] {
    [task.game(), task.position(), task.goal()].map(str::to_owned)
}

/// Whether a line may be the beginning of an answer.
fn is_cut_off(line: &str) -> bool {
    line.starts_with(BEGINNING) || BEGINNING.starts_with(line)
}

fn is_complete(answer: &Value) -> bool {
    answer["complete"] == true
}

impl Results {
    /// Opens a file, which is made if there is none.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let input = |action: &str| format!("cannot {action} {}", path.display());
        let mut options = OpenOptions::new();
        let mut file =
            options.append(true).create(true).open(path).with_context(|| input("write to")).map_err(Failure::Input)?;
        // A pipe or a device is written to, and has no earlier answers.
        let is_kept = file.metadata().is_ok_and(|found| found.is_file());
        let bytes = if is_kept { std::fs::read(path) } else { Ok(Vec::new()) };
        let bytes = bytes.with_context(|| input("read")).map_err(Failure::Input)?;
        // A line that was cut off may end within a character.
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        let mut known: HashMap<[String; 3], Earlier> = HashMap::new();
        let mut is_ended = text.is_empty() || text.ends_with('\n');
        for (index, line) in lines.iter().enumerate() {
            let answer = serde_json::from_str::<Value>(line).ok().and_then(|object| {
                let field = |name: &str| object[name].as_str().map(str::to_owned);
                Some(([field("game")?, field("position")?, field("asked_goal")?], object))
            });
            match answer {
                Some((question, object)) => {
                    let earlier = known.entry(question).or_default();
                    earlier.answer = is_complete(&object).then(|| (*line).into());
                    if let (Some(id), Some(_)) = (object["id"].as_str(), &earlier.answer) {
                        earlier.rows.insert(id.into());
                    }
                }
                None if index + 1 == lines.len() && is_cut_off(line) && !text.ends_with('\n') => {
                    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
                    file.set_len(whole as u64).with_context(|| input("write to")).map_err(Failure::Input)?;
                    is_ended = true;
                }
                None => {
                    let (path, line) = (path.display(), index + 1);
                    let mend = "give --results a file that a batch has written, or one that does not exist";
                    return Err(Failure::input(format!("{path}, line {line}: this is no answer of a batch; {mend}")));
                }
            }
        }
        if !is_ended {
            file.write_all(b"\n").with_context(|| input("write to")).map_err(Failure::Input)?;
        }
        Ok(Self { path: path.to_owned(), file, known })
    }

    /// The answer to a question, if it is complete.
    pub(crate) fn get(&self, task: &Task) -> Option<Value> {
        serde_json::from_str(self.known.get(&question(task))?.answer.as_deref()?).ok()
    }

    /// Whether the question of a row was answered completely for this very row. Other rows may ask the same.
    pub(crate) fn has_row(&self, task: &Task, id: &str) -> bool {
        self.known.get(&question(task)).is_some_and(|earlier| earlier.rows.contains(id))
    }

    /// Appends an answer. Where that fails, nothing of it is left in the file, and the next one may be tried.
    pub(crate) fn put(&mut self, task: &Task, mut object: Value) -> Result<(), Failure> {
        // With --shortest the answer may be to a question with a bound.
        object["asked_goal"] = task.goal().into();
        let length = self.file.metadata().ok().filter(Metadata::is_file).map(|file| file.len());
        self.file.write_all(format!("{object}\n").as_bytes()).map_err(|error| {
            if let Some(length) = length {
                // If this fails as well, the next run finds what is left.
                let _ = self.file.set_len(length);
            }
            Failure::unwritten(&self.path.display().to_string(), error)
        })
    }
}
