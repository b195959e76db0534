//! `proofset show`: a small certificate as a [picture](proofset_certificate::Picture), or as the game's own files have it.

use std::path::Path;

use anyhow::Context;
use proofset_catalog::{Catalog, Solution};
use proofset_certificate::{Form, Header, Picture, PictureError, convert};

use crate::arguments::{Drawing, ShowArguments};
use crate::escape::JsonLines;
use crate::failure::{Exit, Failure};
use crate::input::{extension, solution_extension};
use crate::solution::Proof;
use crate::verify::reader;
use crate::{files, output};

pub(crate) fn run(catalog: &Catalog, arguments: &ShowArguments) -> Result<Exit, Failure> {
    if let Some(path) = arguments.output.as_deref().filter(|_| arguments.format.is_none())
        && let Some(text) = as_solution(catalog, arguments, path)?
    {
        files::check_writable(path)?;
        files::write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
        return Ok(Exit::Done);
    }
    match &arguments.output {
        None => {
            let out = JsonLines::new(std::io::stdout().lock());
            files::fill(out, output::STANDARD_OUTPUT, |out| write(arguments, out))?
        }
        Some(path) => {
            files::check_writable(path)?;
            files::write_whole(path, |out| write(arguments, out))?
        }
    };
    Ok(Exit::Done)
}

/// The proof as the game's own files have it, if the name of the output says that it is to be one.
fn as_solution(catalog: &Catalog, arguments: &ShowArguments, output: &Path) -> Result<Option<String>, Failure> {
    if !catalog.entries().iter().any(|entry| extension(output, entry.solutions()).is_some()) {
        return Ok(None);
    }
    let path = arguments.file.as_path();
    let certificate = reader(path)?;
    let Header { game, position, goal, .. } = certificate.header().clone();
    let form = solution_extension(catalog, &game, output)?;
    let task = catalog
        .open(&game, Some(&position), Some(&goal))
        .with_context(|| path.display().to_string())
        .map_err(Failure::Input)?;
    let mut solution = Solution::default();
    Proof::read_from(certificate, path)?.add_to(&mut solution, None);
    Ok(task.solution(&solution, form))
}

/// The format that was asked for, by option or by the name of the file.
fn format(arguments: &ShowArguments) -> Drawing {
    let extension = arguments.output.as_ref().and_then(|path| path.extension()).and_then(|name| name.to_str());
    match (arguments.format, extension) {
        (Some(format), _) => format,
        (None, Some("svg")) => Drawing::Svg,
        (None, Some("json")) => Drawing::Json,
        (None, _) => Drawing::Dot,
    }
}

fn write(arguments: &ShowArguments, mut out: &mut dyn std::io::Write) -> Result<(), Failure> {
    match format(arguments) {
        Drawing::Dot => out.write_all(read(arguments)?.dot().as_bytes())?,
        Drawing::Svg => out.write_all(read(arguments)?.svg().as_bytes())?,
        Drawing::Json => {
            convert(&mut reader(&arguments.file)?, Form::Json, &mut out)
                .map_err(|error| Failure::input(format!("{}: {error}", arguments.file.display())))?;
        }
    }
    Ok(())
}

fn read(arguments: &ShowArguments) -> Result<Picture, Failure> {
    let path = arguments.file.as_path();
    let mut certificate = reader(path)?;
    Picture::read(&mut certificate, arguments.depth, arguments.max_nodes).map_err(|error| match error {
        PictureError::Read(error) => Failure::input(format!("{}: {error}", path.display())),
        PictureError::TooLarge => Failure::input(format!(
            "the proof has more than {} nodes to draw; give --depth PLIES to draw its upper part, or a larger \
             --max-nodes",
            arguments.max_nodes
        )),
    })
}
