//! Searches that are killed again and again, and go on from their checkpoints in other processes.
//!
//! The idea: a run is killed at a random moment, without a word, and resumed from what there is; whoever is left at last must
//! have the verdict, or the value, of a run that nobody disturbed. How much was expanded is read from the logs of all processes, those
//! of the killed ones included, so that what was lost with each counts.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::process;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The program; without it, that of this workspace is built
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,

    /// Only the kinds whose question has this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,

    /// Kill each kind of search so many times
    #[arg(long, value_name = "N", default_value_t = 34, value_parser = clap::value_parser!(u32).range(1..))]
    kills: u32,

    /// How often checkpoints are written, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100)]
    every: u32,

    /// Kill within such a part of the time of a run that nobody disturbs, instead of that which suits each kind
    #[arg(long, value_name = "SHARE")]
    within: Option<f64>,

    /// Where random moments begin
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A search that has its table again at once is killed within such a part of the time of a run that nobody disturbs.
const SOON: f64 = 0.33;

/// One that makes its graph anew needs time for that, or is never further than before.
const LATE: f64 = 1.0;

/// Kinds of searches, each with a question that takes a second or a few, and when they are killed.
const SUBJECTS: [(f64, &[&str]); 15] = [
    (SOON, &["connect-four:5x5", "--algorithm", "dfpn:epsilon=0.25,table=keyed", "--memory", "64MiB"]),
    (SOON, &["connect-four:5x5", "--algorithm", "dfpn:epsilon=0.25,table=keyed,threads=2", "--memory", "64MiB"]),
    (LATE, &["connect-four:5x5", "--algorithm", "pns"]),
    (LATE, &["connect-four:5x4", "--algorithm", "pss:20,20"]),
    (SOON, &["connect-four:5x4", "--algorithm", "pn2:size=500"]),
    (SOON, &["atari-go:4x4", "--goal", "first:win", "--algorithm", "dfpn", "--memory", "64MiB"]),
    (
        SOON,
        &[
            "connect-four:5x4",
            "--goal",
            "first:win",
            "--algorithm",
            "dfpn-pn:size=200,table=keyed",
            "--memory",
            "64MiB",
        ],
    ),
    // Compiled for the game.
    (SOON, &["connect-four:5x5", "--goal", "first:win", "--algorithm", "dfpn", "--memory", "256MiB"]),
    (SOON, &["shogi", TSUME, "--algorithm", "mate", "--memory", "64MiB"]),
    (SOON, &["connect-four:6x5", "--goal", "first:win", "--algorithm", "mtdf", "--memory", "64MiB"]),
    (SOON, &["connect-four:6x5", "--goal", "first:win", "--algorithm", "negascout:threads=2", "--memory", "64MiB"]),
    (SOON, &["kalah:4,5", "--value", "--algorithm", "negascout", "--memory", "256MiB"]),
    (SOON, &["kalah:4,4", "--value", "--algorithm", "dfpn:table=keyed", "--memory", "64MiB"]),
    (LATE, &["kalah:4,4", "--value", "--algorithm", "mpns"]),
    (LATE, &["kalah:4,4", "--value", "--algorithm", "mopns"]),
];

/// A mate in 339 plies.
const TSUME: &str = "Gp2ssbb1/LG7/2LLSS3/8K/2pppppp1/7n1/kL7/p1NNN4/G3G4 b R3Pr7p 1";

/// What an answer says of the question: a verdict, or a value.
fn said(answer: &Value) -> [&Value; 2] {
    [&answer["verdict"], &answer["value"]]
}

/// Runs that nobody disturbs. The work of several threads differs from run to run, so it is compared with the median.
const UNDISTURBED: usize = 5;

/// Moments that look random, and are the same for the same seed.
struct Moments(u64);

impl Moments {
    fn below(&mut self, most: Duration) -> Duration {
        // A step of SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        most.mul_f64(((word ^ word >> 31) >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

/// What a search printed as JSON.
fn answer(child: Child) -> anyhow::Result<Value> {
    let output = child.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(&text).with_context(|| format!("{}: {errors}", output.status))
}

fn expanded(answer: &Value) -> anyhow::Result<u64> {
    answer["expanded"].as_u64().context("an answer has expansions")
}

/// The expansions that a checkpoint has; 0 if there is none.
fn saved(path: &Path) -> anyhow::Result<u64> {
    let Ok(bytes) = std::fs::read(path) else { return Ok(0) };
    let begin = bytes.iter().position(|&byte| byte == b'\n').context("a checkpoint begins with a line")? + 1;
    let length = usize::try_from(u64::from_le_bytes(bytes[begin..begin + 8].try_into()?))?;
    let header: Value = serde_json::from_slice(&bytes[begin + 8..begin + 8 + length])?;
    expanded(&header)
}

/// The expansions that the last line of a log tells, if there are any.
fn logged(path: &Path) -> Option<u64> {
    let log = std::fs::read_to_string(path).ok()?;
    log.lines().rev().find_map(|line| serde_json::from_str::<Value>(line).ok()?["expanded"].as_u64())
}

/// What became of a question whose searches were killed.
#[derive(Default)]
struct Found {
    kills: u32,
    passes: u32,
    /// Expansions of all processes of a pass, as a part of those of runs that nobody disturbed.
    work: Vec<f64>,
    /// The least and the most work of a run that nobody disturbed, in the same measure.
    alone: (f64, f64),
}

fn examine(
    program: &Path,
    (late, question): (f64, &[&str]),
    arguments: &Arguments,
    moments: &mut Moments,
    folder: &Path,
) -> anyhow::Result<Found> {
    let (checkpoint, log) = (folder.join("checkpoint"), folder.join("log"));
    let start = |more: &[&str]| {
        let mut command = Command::new(program);
        command.args(more).arg("--json").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().with_context(|| format!("cannot start {}", program.display()))
    };
    let begun = Instant::now();
    let undisturbed = answer(start(&[&["solve"], question].concat())?)?;
    let window = begun.elapsed().mul_f64(arguments.within.unwrap_or(late));
    let mut alone = vec![expanded(&undisturbed)?];
    while alone.len() < UNDISTURBED && question.iter().any(|word| word.contains("threads=")) {
        alone.push(expanded(&answer(start(&[&["solve"], question].concat())?)?)?);
    }
    alone.sort_unstable();
    let whole = alone[alone.len() / 2];
    let every = format!("{}ms", arguments.every);
    let [checkpoint_text, log_text] =
        [&checkpoint, &log].map(|path| path.to_str().expect("temporary folders have plain names"));
    let part = |work: u64| work as f64 / whole.max(1) as f64;
    let mut found = Found { alone: (part(alone[0]), part(alone[alone.len() - 1])), ..Found::default() };
    while found.kills < arguments.kills {
        let _ = std::fs::remove_file(&checkpoint);
        let mut work = 0;
        let last = loop {
            let _ = std::fs::remove_file(&log);
            let before = saved(&checkpoint)?;
            let keeping = ["--checkpoint-every", &every, "--log", log_text];
            let mut child = if checkpoint.exists() {
                start(&[&["resume", checkpoint_text], &keeping[..]].concat())?
            } else {
                start(&[&["solve"], question, &["--checkpoint", checkpoint_text], &keeping].concat())?
            };
            let until = Instant::now() + moments.below(window);
            while Instant::now() < until && child.try_wait()?.is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            if child.try_wait()?.is_some() {
                let last = answer(child)?;
                work += expanded(&last)?.saturating_sub(before);
                break last;
            }
            child.kill()?;
            child.wait()?;
            found.kills += 1;
            // A log may be younger than the checkpoint, or older.
            work += logged(&log).unwrap_or(0).max(saved(&checkpoint)?).saturating_sub(before);
        };
        ensure!(said(&last) == said(&undisturbed), "{question:?}: {last} where an undisturbed run says {undisturbed}");
        found.passes += 1;
        ensure!(found.kills > 0 || found.passes < 100, "{question:?} ends before it can be killed");
        found.work.push(part(work));
    }
    Ok(found)
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let named = |(_, question): &(f64, &[&str])| question.join(" ").contains(&arguments.only);
    ensure!(SUBJECTS.iter().any(named), "no question has the text {:?}; without --only, all are asked", arguments.only);
    let program = arguments.program.clone().map_or_else(process::program, Ok)?;
    let folder = crate::root().join("target").join("kills");
    std::fs::create_dir_all(&folder)?;
    let mut moments = Moments(arguments.seed);
    println!("| question | kills | runs to the end | undisturbed | work, median | least | most |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for subject in SUBJECTS.into_iter().filter(named) {
        let mut found = examine(&program, subject, arguments, &mut moments, &folder)?;
        found.work.sort_by(f64::total_cmp);
        let middle = found.work[found.work.len() / 2];
        let (least, most) = (found.work[0], found.work[found.work.len() - 1]);
        let Found { kills, passes, alone: (fewest, greatest), .. } = found;
        let question = subject.1.join(" ");
        println!(
            "| `{question}` | {kills} | {passes} | {fewest:.2}-{greatest:.2} | {middle:.2} | {least:.2} | {most:.2} |"
        );
    }
    Ok(())
}
