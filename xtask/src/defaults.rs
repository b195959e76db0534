//! `cargo xtask defaults`: which algorithm solves most of the known problems of each game.
//!
//! The idea: the program answers every problem of a set once with each candidate, in a process of its own with a limit on
//! processor time, which other work on the machine does not shorten. What solves most is what the game should take without
//! `--algorithm`; of equals, what takes clearly less time. The problems come from `suite/`, or are made from seeds; where no
//! answer is known, that of the first candidate that has one counts. The invariant: an answer that is not the known one, or
//! that two candidates do not share, ends the run with an error, so that speed is never bought with wrong answers.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::bench::{heading, today};
use crate::process::{cargo, step};

/// Runs a program with a limit on its processor time, and prints what it took.
const LIMITED: &str = "ulimit -c 0; ulimit -t \"$0\"; \"$@\"; status=$?; times; exit $status";

/// A problem, as the command line has it, and its answer if it is known: `proven`, `disproven`, or a score.
struct Problem {
    game: String,
    position: Option<String>,
    /// The goal; without one, the value is asked for.
    goal: Option<String>,
    known: Option<String>,
}

/// A question about a game, with problems and candidates.
struct Set {
    game: &'static str,
    question: &'static str,
    problems: fn() -> anyhow::Result<Vec<Problem>>,
    candidates: &'static [&'static str],
}

const MATES: &[&str] = &[
    "pns",
    "pns:init=king-moves",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,init=king-moves",
    "dfpn:epsilon=0.25,table=keyed,init=king-moves",
    "dfpn-pn:epsilon=0.25,init=king-moves",
    "pn2:init=king-moves",
    "pds:table=keyed,init=king-moves",
];

const CYCLIC_MATES: &[&str] = &[
    "pns",
    "pns:init=king-moves",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=king-moves",
    "dfpn:epsilon=0.25,init=king-moves",
];

const LINES: &[&str] = &[
    "pns",
    "pns:init=lines",
    "pss:20,20",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "dfpn:epsilon=0.25,table=keyed,init=lines",
    "pds:table=keyed",
    "pn2",
    "dfpn-pn",
    "test",
    "negascout",
];

const SCORES: &[&str] = &[
    "pns",
    "pns:init=mobility",
    "pss:20,20",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "pds:table=keyed",
    "test",
    "negascout",
];

const VALUES: &[&str] = &["test", "negascout", "mtdf", "mpns", "mopns", "dfpn:epsilon=0.25,table=keyed"];

const SETS: &[Set] = &[
    Set {
        game: "tic-tac-toe",
        question: "win",
        problems: || Ok(small("tic-tac-toe")),
        candidates: &["pns", "pns:init=lines", "pss:20,20", "dfpn:epsilon=0.25,table=keyed", "pds", "pn2", "dfpn-pn"],
    },
    Set { game: "connect-four", question: "win", problems: || connect_four(false), candidates: LINES },
    Set { game: "connect-four", question: "--value", problems: || connect_four(true), candidates: VALUES },
    Set { game: "mnk", question: "win", problems: || starts("mnk", false), candidates: LINES },
    Set { game: "mnk", question: "--value", problems: || starts("mnk", true), candidates: VALUES },
    Set { game: "othello", question: "win", problems: || othello(false), candidates: SCORES },
    Set { game: "othello", question: "--value", problems: || othello(true), candidates: VALUES },
    Set { game: "kalah", question: "win", problems: || starts("kalah", false), candidates: SCORES },
    Set { game: "kalah", question: "--value", problems: || starts("kalah", true), candidates: VALUES },
    Set {
        game: "atari-go",
        question: "win",
        problems: || Ok(small("atari-go")),
        candidates: &[
            "pns",
            "pns:init=liberties",
            "pss:20,20",
            "dfpn:epsilon=0.25,table=keyed",
            "dfpn:epsilon=0.25,table=keyed,init=mobility",
            "dfpn:epsilon=0.25,table=keyed,init=liberties",
            "pds:table=keyed",
            "pn2",
            "dfpn-pn",
        ],
    },
    Set { game: "chess", question: "mate-in:N", problems: || mates(Bound::Length), candidates: MATES },
    Set { game: "chess", question: "mate", problems: || mates(Bound::None), candidates: MATES },
    Set { game: "chess", question: "mate:no-clock", problems: || mates(Bound::NoClock), candidates: CYCLIC_MATES },
    Set {
        game: "shogi",
        question: "mate-in:N",
        problems: || tsume(true),
        candidates: &["mate", "pns", "pss:20,20", "dfpn:epsilon=0.25,table=keyed", "pds:table=keyed"],
    },
    Set {
        game: "shogi",
        question: "mate",
        problems: || tsume(false),
        candidates: &["mate", "pns", "dfpn:epsilon=0.25,table=keyed", "pds:table=keyed"],
    },
    Set {
        game: "synthetic",
        question: "win",
        problems: || Ok(synthetic(false, "")),
        candidates: &[
            "dfpn",
            "dfpn:epsilon=0.25,table=keyed",
            "dfpn:epsilon=0.25,table=keyed,init=mobility",
            "pds:table=keyed",
            "pns",
            "pns:init=mobility",
            "pss:20,20",
            "test",
        ],
    },
    Set {
        game: "synthetic",
        question: "win, with cycles",
        problems: || Ok(synthetic(false, ",cycles=0.3")),
        candidates: &[
            "dfpn",
            "dfpn:epsilon=0.25",
            "dfpn:epsilon=0.25,table=keyed",
            "dfpn:epsilon=0.25,table=keyed,init=mobility",
            "pds:table=keyed",
        ],
    },
    Set { game: "synthetic", question: "--value", problems: || Ok(synthetic(true, "")), candidates: VALUES },
    Set {
        game: "and-or",
        question: "proven",
        problems: and_or,
        candidates: &["pns", "pss:20,20", "dfpn", "dfpn:epsilon=0.25,table=keyed", "pds"],
    },
];

/// The rows of a table of `suite/`, and the places of columns in them.
fn table(name: &str, columns: &[&str]) -> anyhow::Result<Vec<Vec<String>>> {
    let path = crate::root().join("suite").join(name);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut places: Option<Vec<usize>> = None;
    let mut rows = Vec::new();
    for line in text.lines() {
        let names: Vec<&str> = line.trim_start_matches('#').split('\t').collect();
        if let Some(places) = &places {
            rows.push(places.iter().map(|&place| names.get(place).copied().unwrap_or_default().to_owned()).collect());
        } else if names.len() > 1 {
            let place = |column: &&str| names.iter().position(|name| name == column);
            places = columns.iter().map(place).collect();
            if places.is_none() {
                bail!("{} has no columns {}", path.display(), columns.join(", "));
            }
        }
    }
    Ok(rows)
}

/// The answer to "is it at least 1?" about a score.
fn wins(score: &str) -> anyhow::Result<String> {
    Ok(if score.parse::<i32>()? > 0 { "proven" } else { "disproven" }.to_owned())
}

/// A question about a position whose score is known, for the side to move.
fn scored(game: String, position: Option<String>, score: &str, value: bool) -> anyhow::Result<Problem> {
    let (goal, known) = if value { (None, score.to_owned()) } else { (Some("win".to_owned()), wins(score)?) };
    Ok(Problem { game, position, goal, known: Some(known) })
}

/// A third of the positions whose answer is at least 14 plies away.
fn connect_four(value: bool) -> anyhow::Result<Vec<Problem>> {
    let rows = table("connect-four.tsv", &["moves", "score", "stratum"])?;
    let far = rows.iter().filter(|row| row[2].ends_with("-hard") || row[2].ends_with("-medium"));
    far.step_by(3).map(|row| scored("connect-four".to_owned(), Some(row[0].clone()), &row[1], value)).collect()
}

/// An eighth of the endgames.
fn othello(value: bool) -> anyhow::Result<Vec<Problem>> {
    let rows = table("othello.tsv", &["board", "side", "score"])?;
    let eighth = rows.iter().step_by(8);
    eighth.map(|row| scored("othello".to_owned(), Some(format!("{} {}", row[0], row[1])), &row[2], value)).collect()
}

/// Games from their start.
fn starts(game: &str, value: bool) -> anyhow::Result<Vec<Problem>> {
    let rows = table("starts.tsv", &["game", "score"])?;
    let of_game = rows.iter().filter(|row| row[0].split(':').next() == Some(game));
    of_game.map(|row| scored(row[0].clone(), None, &row[1], value)).collect()
}

/// Small boards, from their start: each answer is for the program to find.
fn small(game: &str) -> Vec<Problem> {
    let boards: &[(&str, &str)] = match game {
        "tic-tac-toe" => &[("tic-tac-toe", "first:win"), ("tic-tac-toe", "second:draw")],
        _ => &[
            ("atari-go:3x3", "first:win"),
            ("atari-go:3x4", "first:win"),
            ("atari-go:4x4", "first:win"),
            ("atari-go:4x4+crosscut", "first:win"),
            ("atari-go:4x5+crosscut", "first:win"),
            ("atari-go:5x5+crosscut", "first:win"),
            ("atari-go:5x6+crosscut", "first:win"),
            ("atari-go:6x6+crosscut", "first:win"),
        ],
    };
    let problem = |(game, goal): &(&str, &str)| Problem {
        game: (*game).to_owned(),
        position: None,
        goal: Some((*goal).to_owned()),
        known: None,
    };
    boards.iter().map(problem).collect()
}

/// What bounds a mate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Length,
    None,
    NoClock,
}

/// Mates from games and mates of our own, of the harder ones half; with a bound, also that own ones are not faster.
fn mates(bound: Bound) -> anyhow::Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for (name, is_shortest) in [("chess-lichess.tsv", false), ("chess-own.tsv", true)] {
        for row in table(name, &["fen", "bm"])? {
            let moves: i32 = row[1].parse()?;
            let mut ask = |goal: String, known: &str| {
                problems.push(Problem {
                    game: "chess".to_owned(),
                    position: Some(row[0].clone()),
                    goal: Some(goal),
                    known: Some(known.to_owned()),
                });
            };
            let side = if moves > 0 { "mate" } else { "mated" };
            match bound {
                Bound::Length => {
                    ask(format!("mate-in:{moves}"), "proven");
                    if is_shortest && moves.abs() > 1 {
                        ask(format!("mate-in:{}", moves - moves.signum()), "disproven");
                    }
                }
                // The shorter ones take every candidate a moment.
                _ if moves.abs() < 3 => {}
                Bound::None => ask(side.to_owned(), "proven"),
                Bound::NoClock => ask(format!("{side}:no-clock"), "proven"),
            }
        }
    }
    for row in table("chess-random.tsv", &["fen", "goal", "verdict"])?.iter().step_by(2) {
        let goal = match bound {
            Bound::Length => row[1].clone(),
            // Whoever mates in so many moves mates; of the others nothing is known.
            Bound::None if row[2] == "proven" => "mate".to_owned(),
            Bound::NoClock if row[2] == "proven" => "mate:no-clock".to_owned(),
            _ => continue,
        };
        let (position, known) = (Some(row[0].clone()), Some(row[2].clone()));
        problems.push(Problem { game: "chess".to_owned(), position, goal: Some(goal), known });
    }
    Ok(problems)
}

/// A third of the compositions and positions from games.
fn tsume(with_bound: bool) -> anyhow::Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for row in table("tsume.tsv", &["sfen", "mate_plies"])?.iter().step_by(3) {
        let (goal, known) = match (row[1].as_str(), with_bound) {
            ("nomate", true) => ("mate-in:15".to_owned(), "disproven"),
            ("nomate", false) => ("mate".to_owned(), "disproven"),
            (plies, true) => (format!("mate-in:{plies}"), "proven"),
            (_, false) => ("mate".to_owned(), "proven"),
        };
        problems.push(Problem {
            game: "shogi".to_owned(),
            position: Some(row[0].clone()),
            goal: Some(goal),
            known: Some(known.to_owned()),
        });
    }
    Ok(problems)
}

/// Games with 4 to 8 moves in a position, and with more and more plies: fewer where values are asked for.
fn synthetic(value: bool, more: &str) -> Vec<Problem> {
    let shapes = if value {
        [(4, 6), (4, 8), (4, 9), (4, 10), (8, 5), (8, 6)]
    } else {
        [(4, 12), (4, 14), (4, 16), (6, 10), (6, 12), (8, 10)]
    };
    let problem = |(number, (moves, plies)): (usize, (u32, u32))| Problem {
        game: format!("synthetic:b={moves},d={plies},seed={},share=0.3{more}", number + 1),
        position: None,
        goal: (!value).then(|| "win".to_owned()),
        known: None,
    };
    shapes.into_iter().enumerate().map(problem).collect()
}

/// The nodes of a layer.
const LAYER: u64 = 100;

/// Graphs in layers, made from a seed, with and without edges that lead back: those of the suite are tiny.
fn and_or() -> anyhow::Result<Vec<Problem>> {
    let folder = crate::root().join("target/defaults");
    std::fs::create_dir_all(&folder)?;
    let mut problems = Vec::new();
    for seed in 0..8 {
        let path = folder.join(format!("graph-{seed}.json"));
        std::fs::write(&path, layered(seed, 20 + 10 * (seed / 2), seed % 2 == 1).to_string())?;
        problems.push(Problem {
            game: "and-or".to_owned(),
            position: Some(path.display().to_string()),
            goal: Some("proven".to_owned()),
            known: None,
        });
    }
    Ok(problems)
}

/// A graph whose nodes have three children each in the next layer, or now and then in an earlier one.
fn layered(seed: u64, layers: u64, cyclic: bool) -> Value {
    // SplitMix64.
    let mut state = seed;
    let mut random = |below: u64| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ (word >> 31)) % below
    };
    let id = |layer: u64, place: u64| format!("{layer}.{place}");
    let (mut nodes, mut edges, mut leaves) = (Vec::new(), Vec::new(), serde_json::Map::new());
    for layer in 0..layers {
        for place in 0..LAYER {
            nodes.push(json!({"id": id(layer, place), "kind": if layer % 2 == 0 { "or" } else { "and" }}));
            if layer + 1 == layers {
                leaves.insert(id(layer, place), json!(if random(2) == 0 { "proven" } else { "disproven" }));
                continue;
            }
            for _ in 0..3 {
                let next = if cyclic && layer > 0 && random(20) == 0 { random(layer) } else { layer + 1 };
                edges.push(json!([id(layer, place), id(next, random(LAYER))]));
            }
        }
    }
    json!({"nodes": nodes, "edges": edges, "root": id(0, 0), "leaf_values": leaves})
}

/// What one candidate did with one problem.
struct Attempt {
    /// What it answered, if it did.
    answer: Option<String>,
    expanded: u64,
    seconds: f64,
}

/// What one candidate did with a set.
struct Score {
    solved: usize,
    expanded: u64,
    /// Of the problems that it solved.
    seconds: f64,
}

/// How the program is run.
struct Conditions {
    program: PathBuf,
    seconds: u32,
    memory: String,
}

impl Conditions {
    fn command(&self, problem: &Problem, more: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.arg("-c").arg(LIMITED).arg(self.seconds.to_string()).arg(&self.program).arg("solve");
        command.arg(&problem.game).args(&problem.position);
        match &problem.goal {
            Some(goal) => command.args(["--goal", goal]),
            None => command.arg("--value"),
        };
        command.args(["--json", "--quiet", "--memory", &self.memory]).args(more);
        command
    }

    fn attempt(&self, problem: &Problem, more: &[&str]) -> anyhow::Result<Attempt> {
        let mut command = self.command(problem, more);
        let output = command.output().context("cannot start a shell; this command needs one, and its ulimit")?;
        let text = String::from_utf8(output.stdout)?;
        if output.status.code() == Some(2) {
            bail!("{command:?} is refused: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let object: Option<Value> = text.lines().next().and_then(|line| serde_json::from_str(line).ok());
        let seconds = processor_seconds(&text).with_context(|| format!("{command:?} printed no times: {text}"))?;
        let mut attempt = Attempt { answer: None, expanded: 0, seconds };
        if let Some(object) = object {
            attempt.expanded = object["expanded"].as_u64().unwrap_or_default();
            attempt.answer = match (object["verdict"].as_str(), object["value"].as_i64()) {
                (Some("unknown"), _) | (None, None) => None,
                (Some(verdict), _) => Some(verdict.to_owned()),
                (None, Some(value)) => Some(value.to_string()),
            };
        }
        Ok(attempt)
    }
}

/// The processor time of the children of a shell, from the last line of its `times`: `0m1.230s 0m0.010s`.
fn processor_seconds(text: &str) -> Option<f64> {
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let last = text.lines().last()?;
    last.split_whitespace().map(seconds).sum()
}

/// Answers every problem with a candidate.
fn score(
    conditions: &Conditions,
    problems: &[Problem],
    answers: &mut [Option<String>],
    candidate: &str,
) -> anyhow::Result<Score> {
    let mut score = Score { solved: 0, expanded: 0, seconds: 0.0 };
    for (problem, known) in problems.iter().zip(answers) {
        let attempt = conditions.attempt(problem, &["--algorithm", candidate])?;
        let Some(answer) = attempt.answer else { continue };
        match known {
            Some(known) if *known != answer => {
                let position = problem.position.as_deref().unwrap_or("the start");
                bail!("{candidate} says {answer} of {} {position}, and not {known}", problem.game);
            }
            _ => *known = Some(answer),
        }
        score.solved += 1;
        score.expanded += attempt.expanded;
        score.seconds += attempt.seconds;
    }
    Ok(score)
}

/// The candidate that solves most; of equals one that takes clearly less time, or else the first.
fn best(scores: &[Score]) -> usize {
    // Times are noisy: a fifth, or a tenth of a second, is no difference.
    let faster = |a: &Score, b: &Score| a.seconds < 0.8 * b.seconds && a.seconds + 0.1 < b.seconds;
    let better = |a: &Score, b: &Score| a.solved > b.solved || (a.solved == b.solved && faster(a, b));
    (1..scores.len()).fold(0, |best, index| if better(&scores[index], &scores[best]) { index } else { best })
}

pub(crate) fn run(program: Option<&Path>, seconds: u32, memory: &str, games: &[String]) -> anyhow::Result<()> {
    let program = if let Some(program) = program {
        program.canonicalize().with_context(|| format!("there is no program {}", program.display()))?
    } else {
        step("program", cargo(&["build", "--release", "--quiet", "--package", "proofset"]))?;
        crate::root().join("target/release/proofset")
    };
    let conditions = Conditions { program, seconds, memory: memory.to_owned() };
    let mut table = String::from(
        "| game | question | candidate | solved | expansions | seconds | |\n| --- | --- | --- | ---: | ---: | ---: | --- |\n",
    );
    for set in SETS.iter().filter(|set| games.is_empty() || games.iter().any(|game| game == set.game)) {
        let problems = (set.problems)()?;
        let mut answers: Vec<Option<String>> = problems.iter().map(|problem| problem.known.clone()).collect();
        let mut scores = Vec::new();
        for candidate in set.candidates {
            let score = score(&conditions, &problems, &mut answers, candidate)?;
            println!(
                "{} {} {candidate}: {} of {}, {:.2} s",
                set.game,
                set.question,
                score.solved,
                problems.len(),
                score.seconds
            );
            scores.push(score);
        }
        let best = best(&scores);
        for (index, (candidate, score)) in set.candidates.iter().zip(&scores).enumerate() {
            writeln!(
                table,
                "| {} | `{}` | `{candidate}` | {} of {} | {} | {:.2} | {} |",
                set.game,
                set.question,
                score.solved,
                problems.len(),
                score.expanded,
                score.seconds,
                if index == best { "best" } else { "" }
            )?;
        }
    }
    if !games.is_empty() {
        print!("\n{table}");
        return Ok(());
    }
    let date = today();
    let name = format!("record/{date}-defaults.md");
    let conditions = format!(
        "- limits: {seconds} s of processor time and {memory} for each problem, each in a process of its own\n- the \
         problems are those of `suite/` and small games; expansions and processor seconds (user and system) are of the \
         problems that a candidate solved\n- written by `cargo xtask defaults`\n"
    );
    std::fs::write(
        crate::root().join(&name),
        format!("{}{conditions}\n{table}", heading(&format!("Defaults, {date}"))),
    )?;
    println!("== written to {name}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Score, best, processor_seconds};

    #[test]
    fn times_are_read_as_shells_print_them() {
        let read = |text: &str| processor_seconds(text).map(|seconds| (seconds * 1000.0).round() / 1000.0);
        assert_eq!(read("{}\n0m0.001s 0m0.002s\n1m1.250s 0m0.500s\n"), Some(61.75));
        assert_eq!(read("0m0.00s 0m0.00s\n0m0.01s 0m0.02s\n"), Some(0.03));
        assert_eq!(read("nothing"), None);
    }

    #[test]
    fn more_problems_count_first_and_then_less_time() {
        let score = |solved, seconds| Score { solved, expanded: 0, seconds };
        assert_eq!(best(&[score(3, 1.0), score(4, 9.0), score(4, 7.0)]), 2);
        assert_eq!(best(&[score(4, 8.0), score(3, 1.0), score(4, 7.5)]), 0);
        assert_eq!(best(&[score(4, 0.05), score(4, 0.01)]), 0);
    }
}
