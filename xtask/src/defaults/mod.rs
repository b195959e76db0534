//! `cargo xtask defaults`: which algorithm solves most of the known problems of each game.
//!
//! The idea: the program answers every problem of a set once with each candidate, in a process of its own with a limit on
//! processor time, which other work on the machine does not shorten. What solves most is what the game should take without
//! `--algorithm`; of equals, what takes clearly less time. The problems come from the suite, or are made from seeds; where no
//! answer is known, that of the first candidate that has one counts. The invariant: an answer that is not the known one, or
//! that two candidates do not share, ends the run with an error, so that speed is never bought with wrong answers.

mod exercises;

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{bail, ensure};
use clap::Args;
use proofset_bench::Solver;

use self::exercises::{Exercise, SETS, Set};
use crate::progress::Progress;
use crate::record;

/// What can be chosen.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The program to run; without it, a release build of this workspace
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// Processor time for each problem, in seconds
    #[arg(long, value_name = "N", default_value_t = 2)]
    seconds: u32,

    /// Memory for each problem
    #[arg(long, value_name = "SIZE", default_value = "512MiB")]
    memory: String,

    /// These games only, and print the table instead of writing it
    #[arg(long, value_name = "NAME")]
    game: Vec<String>,
}

/// What one candidate did with a set.
struct Score {
    solved: usize,
    expanded: u64,
    /// Of the problems that it solved.
    seconds: f64,
}

/// Answers every problem with a candidate.
fn score(
    solver: &Solver,
    exercises: &[Exercise],
    answers: &mut [Option<String>],
    candidate: &str,
    detail: impl Fn(usize),
) -> anyhow::Result<Score> {
    let mut score = Score { solved: 0, expanded: 0, seconds: 0.0 };
    for (index, (Exercise { problem, .. }, known)) in exercises.iter().zip(answers).enumerate() {
        detail(index);
        let run = solver.solve(problem, candidate)?;
        if let Some(failure) = run.failure {
            bail!(failure);
        }
        // One that ran out of time may have been ended before it could say so.
        let Some((answer, said)) = run.answer.and_then(|said| Some((said.decided()?, said))) else { continue };
        match known {
            Some(known) if *known != answer => {
                let position = problem.position.as_deref().unwrap_or("the start");
                bail!("{candidate} says {answer} of {} {position}, and not {known}", problem.game);
            }
            _ => *known = Some(answer),
        }
        score.solved += 1;
        score.expanded += said.expanded;
        score.seconds += run.processor_seconds;
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

/// The lines of the table about a set.
fn lines(set: &Set, problems: usize, scores: &[Score]) -> String {
    let Set { game, question, .. } = set;
    let best = best(scores);
    let mut text = String::new();
    for (index, (candidate, Score { solved, expanded, seconds })) in set.candidates.iter().zip(scores).enumerate() {
        let mark = if index == best { "best" } else { "" };
        let _ = writeln!(
            text,
            "| {game} | `{question}` | `{candidate}` | {solved} of {problems} | {expanded} | {seconds:.2} | {mark} |"
        );
    }
    text
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { program, seconds, memory, game: games } = arguments;
    for game in games {
        ensure!(SETS.iter().any(|set| set.game == game), "there are no problems of {game:?}; see xtask/src/defaults/");
    }
    let solver = Solver {
        file: program.clone().map_or_else(crate::process::program, Ok)?,
        processor_seconds: Some(*seconds),
        limits: vec!["--memory".to_owned(), memory.clone()],
    };
    let mut table = String::from(
        "| game | question | candidate | solved | expansions | seconds | |\n| --- | --- | --- | ---: | ---: | ---: | --- |\n",
    );
    let sets: Vec<&Set> =
        SETS.iter().filter(|set| games.is_empty() || games.iter().any(|game| game == set.game)).collect();
    let mut progress = Progress::new(sets.iter().map(|set| set.candidates.len()).sum());
    for set in sets {
        let exercises = (set.problems)()?;
        let mut answers: Vec<Option<String>> = exercises.iter().map(|exercise| exercise.known.clone()).collect();
        let mut scores = Vec::new();
        for candidate in set.candidates {
            let what = format!("{} {} {candidate}", set.game, set.question);
            progress.begin(&what);
            let all = exercises.len();
            let detail = |index: usize| progress.detail(&format!("{what}, problem {} of {all}", index + 1));
            let score = score(&solver, &exercises, &mut answers, candidate, detail)?;
            progress.print(&format!("{what}: {} of {all}, {:.2} s", score.solved, score.seconds));
            scores.push(score);
        }
        table += &lines(set, exercises.len(), &scores);
    }
    drop(progress);
    if !games.is_empty() {
        print!("\n{table}");
        return Ok(());
    }
    let surroundings = record::surroundings();
    let conditions = format!(
        "- limits: {seconds} s of processor time and {memory} for each problem, each in a process of its own\n- the \
         problems are those of the suite and small games; expansions and processor seconds (user and system) are of the \
         problems that a candidate solved\n- written by `cargo xtask defaults`\n"
    );
    let text = format!("{}{conditions}\n{table}", surroundings.heading("Defaults"));
    record::write_page(&surroundings.date, "defaults", &text)
}

#[cfg(test)]
mod tests {
    use super::{Score, best};

    #[test]
    fn more_problems_count_first_and_then_less_time() {
        let score = |solved, seconds| Score { solved, expanded: 0, seconds };
        assert_eq!(best(&[score(3, 1.0), score(4, 9.0), score(4, 7.0)]), 2);
        assert_eq!(best(&[score(4, 8.0), score(3, 1.0), score(4, 7.5)]), 0);
        assert_eq!(best(&[score(4, 0.05), score(4, 0.01)]), 0);
    }
}
