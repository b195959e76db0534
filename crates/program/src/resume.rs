//! `proofset resume`: a search goes on from a checkpoint.
//!
//! The question and the search are those of the checkpoint. Limits may be others, and so may the number of threads.

use std::time::Duration;

use anyhow::{Context, anyhow};
use proofset_catalog::Catalog;
use proofset_core::Limits;

use crate::answer::Asking;
use crate::arguments::ResumeArguments;
use crate::checkpoint::{Checkpoint, Saving};
use crate::failure::{Exit, Failure};
use crate::progress::{Look, cancel_on_interrupt};
use crate::run_log::RunLog;
use crate::{files, output, solve};

pub(crate) fn run(catalog: &Catalog, arguments: &ResumeArguments) -> Result<Exit, Failure> {
    let path = arguments.checkpoint.as_path();
    let checkpoint = Checkpoint::open(path)?;
    let header = checkpoint.header.clone();
    let name = || path.display().to_string();
    let task = catalog
        .open(&header.game, Some(&header.position), Some(&header.goal))
        .with_context(name)
        .map_err(Failure::Input)?;
    let names = [&*header.game, &*header.position, &*header.goal];
    if [task.game(), task.position(), task.goal()] != names || task.fingerprint() != header.rules {
        return Err(Failure::Input(anyhow!("the rules are others than those by which it was written").context(name())));
    }
    let mut algorithm = catalog.algorithm(&header.algorithm).with_context(name).map_err(Failure::Input)?;
    if let Some(threads) = arguments.threads {
        algorithm = algorithm.with_threads(threads.into())?;
    }
    if let Some(path) = &arguments.certificate {
        files::check_writable(path)?;
    }
    let bytes = arguments.memory.map_or(header.memory, |memory| Some(memory.as_u64()));
    let mut run = task.begin(&algorithm)?;
    let before = Duration::try_from_secs_f64(header.seconds).unwrap_or_default();
    let saving = Saving { path, every: arguments.checkpoint_every, before };
    saving
        .check(&mut *run, &algorithm)
        .map_err(|failure| Failure::Input(anyhow::Error::from(failure).context(name())))?;
    checkpoint.load(&mut *run, bytes).with_context(name).map_err(Failure::Input)?;
    let cancel = cancel_on_interrupt()?;
    let limits = Limits::none()
        .with_expansions(arguments.limit_expansions)
        .with_bytes(bytes)
        .with_time(arguments.time)
        .with_cancel(cancel);
    let quiet = arguments.quiet || arguments.json;
    if !quiet {
        let expanded = output::grouped(header.expanded);
        let seconds = output::seconds(before);
        output::warn(&format!(
            "going on with {} in {}, after {expanded} expansions and {seconds} s",
            header.goal, header.game
        ));
    }
    let log = arguments.log.as_deref().map(|path| RunLog::append(path, before)).transpose()?;
    let look = Look { quiet, log: log.as_ref() };
    let asking = Asking {
        algorithm: &algorithm,
        limits,
        certificate: arguments.certificate.as_deref(),
        shortest: false,
        look,
        book: None,
    };
    let (answer, saved) = asking.ask_and_save(&task, &mut *run, &saving)?;
    let saved = saved.map(|saved| (path, Some(saved)));
    let form = solve::Form { json: arguments.json, quiet: arguments.quiet };
    let exit = solve::tell(&task, &asking, answer, &form, [("checkpoint", saved)])?;
    Ok(RunLog::close(log, exit))
}
