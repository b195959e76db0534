//! `proofset bench`: whole searches of one position, timed in processes of their own.
//!
//! `proofset-bench` measures; this is its command line for the games of a catalog. What this program cannot answer is
//! refused before anything runs; programs that are named may know more, and say themselves what they refuse.

use proofset_bench::{Fault, Journal, Problem, Session, Subject, Surroundings};
use proofset_catalog::{Asks, Catalog};

use crate::arguments::BenchArguments;
use crate::compare::split;
use crate::failure::{Exit, Failure};
use crate::input::{self, position_text};
use crate::output;
use crate::progress::BatchBar;
use crate::{escape, files};

pub(crate) fn run(catalog: &Catalog, arguments: &BenchArguments) -> Result<Exit, Failure> {
    let settings = &arguments.settings;
    let subjects = subjects(catalog, arguments)?;
    let candidates = settings.candidates(|| Ok(std::env::current_exe()?)).map_err(Failure::Input)?;
    let surroundings = Surroundings::now();
    let stem = settings.out.as_deref();
    for path in stem.map(Session::files).iter().flatten() {
        files::check_writable(path)?;
    }
    let session = Session::new(&subjects, &candidates, settings, &surroundings, stem).map_err(Failure::Input)?;
    if cfg!(debug_assertions) && settings.program.is_empty() && !arguments.quiet {
        output::warn("this is a build with checks that a release build leaves out; its times say little");
    }
    let bar = BatchBar::new(subjects.len(), arguments.quiet);
    let mut terminal = Terminal { bar, json: arguments.json, begun: 0 };
    let faults = session.run(&mut terminal).map_err(Failure::Unwritten)?;
    Ok(faults.iter().map(exit).max().unwrap_or(Exit::Done))
}

/// What a fault says about the end of the program.
fn exit(fault: &Fault) -> Exit {
    match fault {
        // All that is known is that the question, or the program that was named, will not do.
        Fault::Unmeasured(_) => Exit::BadInput,
        _ => Exit::CheckFailed,
    }
}

/// The searches. Without names, the algorithm that `solve` takes.
fn subjects(catalog: &Catalog, arguments: &BenchArguments) -> Result<Vec<Subject>, Failure> {
    let BenchArguments { game, position, goal, value, .. } = arguments;
    let is_own = arguments.settings.program.is_empty();
    let mut algorithms = arguments.algorithms.as_deref().map(split).unwrap_or_default();
    if arguments.algorithms.is_some() && algorithms.is_empty() {
        return Err(Failure::input("--algorithms names no algorithm; give some, as in pns,pss:20,20"));
    }
    let mut problem = Problem { game: game.clone(), position: position.clone(), goal: goal.clone(), value: *value };
    if position.as_deref() == Some("-") {
        // Standard input can be read once, and the searches are many.
        problem.position = position_text(catalog, game, position.as_deref())?;
    }
    if is_own || algorithms.is_empty() {
        let task = input::open(catalog, game, problem.position.as_deref(), goal.as_deref())?;
        let asks = if *value { Asks::Value } else { Asks::Goal };
        if algorithms.is_empty() {
            algorithms.push(task.default_algorithm(asks)?.to_string());
        }
        for text in algorithms.iter().filter(|_| is_own) {
            let algorithm = catalog.algorithm(text)?;
            match asks {
                Asks::Value => drop(task.begin_value(&algorithm)?),
                Asks::Goal => drop(task.begin(&algorithm)?),
            }
        }
    }
    Ok(proofset_bench::of_problem(None, &problem, &algorithms))
}

/// Rows on standard output, progress and faults on standard error.
struct Terminal {
    bar: BatchBar,
    json: bool,
    begun: usize,
}

impl Terminal {
    fn print(&self, text: &str) -> anyhow::Result<()> {
        Ok(self.bar.suspend(|| output::print_raw(text))?)
    }
}

impl Journal for Terminal {
    fn line(&mut self, text: &str) -> anyhow::Result<()> {
        let lines: Vec<_> = text.lines().map(escape::visible).collect();
        if self.json { Ok(()) } else { self.print(&lines.join("\n")) }
    }

    fn object(&mut self, text: &str) -> anyhow::Result<()> {
        if self.json { self.print(&escape::json(text)) } else { Ok(()) }
    }

    fn begin(&mut self, what: &str) {
        if self.begun > 0 {
            self.bar.end();
        }
        self.begun += 1;
        self.bar.begin(what);
    }

    fn detail(&mut self, what: &str) {
        self.bar.begin(what);
    }

    fn complain(&mut self, fault: &Fault) {
        let failure = match fault {
            Fault::Unmeasured(_) => Failure::input(fault),
            _ => Failure::Internal(anyhow::anyhow!("{fault}")),
        };
        self.bar.complain(&failure);
    }
}
