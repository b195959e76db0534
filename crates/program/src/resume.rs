//! `proofset resume`: a search goes on from a checkpoint.
//!
//! The question and the search are those of the checkpoint. Limits may be others, and so may the number of threads, and the
//! [book](crate::book).

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use proofset_catalog::Catalog;
use proofset_core::Limits;

use crate::answer::{Asking, check_certificate};
use crate::arguments::{ResumeArguments, threaded};
use crate::book::Taught;
use crate::checkpoint::{Checkpoint, Lasting, Saving, VALUE};
use crate::failure::{Exit, Failure};
use crate::progress::{Look, cancel_on_interrupt};
use crate::run_log::RunLog;
use crate::solve::{Beside, Form};
use crate::{output, solve, value};

pub(crate) fn run(catalog: &Catalog, arguments: &ResumeArguments) -> Result<Exit, Failure> {
    let path = arguments.checkpoint.as_path();
    let checkpoint = Checkpoint::open(path)?;
    let header = checkpoint.header.clone();
    let name = || path.display().to_string();
    let task = catalog
        .open(&header.game, Some(&header.position), header.goal.as_deref())
        .with_context(name)
        .map_err(Failure::Input)?;
    let goal = header.goal.as_deref().unwrap_or(task.goal());
    let names = [&*header.game, &*header.position, goal];
    if [task.game(), task.position(), task.goal()] != names || task.fingerprint() != header.rules {
        return Err(Failure::Input(anyhow!("the rules are others than those by which it was written").context(name())));
    }
    let algorithm = catalog.algorithm(&header.algorithm).with_context(name).map_err(Failure::Input)?;
    let algorithm = threaded(algorithm, arguments.threads, arguments.deterministic)?;
    if let Some(path) = &arguments.certificate {
        check_certificate(path, &task)?;
    }
    let bytes = arguments.memory.map_or(header.memory, |memory| Some(memory.as_u64()));
    let before = Duration::try_from_secs_f64(header.seconds).unwrap_or_default();
    let saving = Saving { path, every: arguments.checkpoint_every, before };
    let cancel = cancel_on_interrupt()?;
    let limits = Limits::none()
        .with_expansions(arguments.limit_expansions)
        .with_bytes(bytes)
        .with_time(arguments.time)
        .with_cancel(cancel);
    let form = Form { json: arguments.json, quiet: arguments.quiet };
    let quiet = form.quiet || form.json;
    let refused = |failure: Failure| failure.context(name());
    let begin = || {
        if !quiet {
            let (goal, game) = (header.goal.as_deref().unwrap_or(VALUE), &header.game);
            let (expanded, seconds) = (output::grouped(header.expanded), output::seconds(before));
            output::warn(&format!("going on with {goal} in {game}, after {expanded} expansions and {seconds} s"));
        }
        arguments.log.as_deref().map(|path| RunLog::append(path, before)).transpose()
    };
    if header.goal.is_none() {
        if arguments.known.is_some() {
            return Err(Failure::input(
                "a book has answers to goals, and this search asks for a value; leave out --known",
            ));
        }
        let mut run = task.begin_value(&algorithm)?;
        saving.check(&mut *run, &algorithm).map_err(refused)?;
        let limits = load(checkpoint, &mut *run, limits).map_err(refused)?;
        let log = begin()?;
        let look = Look { quiet, log: log.as_ref() };
        let certificate = arguments.certificate.as_deref();
        let exit = value::resume(&task, &algorithm, (run, &saving), &limits, certificate, look, &form)?;
        return Ok(RunLog::close(log, exit));
    }
    let Taught { task, book, known } = Taught::open(arguments.known.as_deref(), task, &algorithm, true)?;
    let mut run = task.begin(&algorithm)?;
    saving.check(&mut *run, &algorithm).map_err(refused)?;
    let limits = load(checkpoint, &mut *run, limits).map_err(refused)?;
    let log = begin()?;
    let asking = Asking {
        algorithm: &algorithm,
        limits,
        certificate: arguments.certificate.as_deref(),
        shortest: false,
        look: Look { quiet, log: log.as_ref() },
        book: book.as_ref(),
    };
    let (answer, saved) = asking.ask_and_save(&task, &mut *run, &saving)?;
    let saved = solve::of_checkpoint(path, saved);
    let exit = solve::tell(&task, &asking, answer, &form, &Beside { others: None, known }, [("checkpoint", saved)])?;
    Ok(RunLog::close(log, exit))
}

/// Has a search go on from a checkpoint, and says which limits are left for it.
fn load(checkpoint: Checkpoint, run: &mut (impl Lasting + ?Sized), limits: Limits) -> Result<Limits, Failure> {
    let began = Instant::now();
    checkpoint.load(run, &limits)?;
    let left = limits.time.map(|time| time.saturating_sub(began.elapsed()));
    Ok(limits.with_time(left))
}
