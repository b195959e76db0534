//! `proofset show`: a small certificate as a [picture](proofset_certificate::Picture), or as the game's own files have it.

use std::io::{Cursor, Read, Write};

use anyhow::Context;
use proofset_catalog::{Catalog, Solution};
use proofset_certificate::{CheckError, Form, Header, Picture, PictureError, Reader, convert};

use crate::arguments::{Drawing, ShowArguments};
use crate::escape::JsonLines;
use crate::failure::{Exit, Failure};
use crate::files::extension;
use crate::input::solution_extension;
use crate::solution::Proof;
use crate::verify::reader;
use crate::{files, output};

pub(crate) fn run(catalog: &Catalog, arguments: &ShowArguments) -> Result<Exit, Failure> {
    if let Some(path) = arguments.output.as_deref().filter(|_| arguments.format.is_none()) {
        files::check_picture(path, ".svg, or .dot and have Graphviz draw it")?;
    }
    // A certificate in another form may take the place of the old one.
    if arguments.format.unwrap_or(Drawing::Dot) != Drawing::Json {
        files::check_apart(&[("the certificate", &arguments.file)], &[("--output", arguments.output.as_deref())])?;
    }
    let solution = as_solution(catalog, arguments)?;
    let write = |out: &mut dyn Write| match &solution {
        Some(text) => Ok(out.write_all(text.as_bytes())?),
        None => write(arguments, out),
    };
    match &arguments.output {
        None => {
            let mut out = JsonLines::new(std::io::stdout().lock());
            files::fill(&mut out, output::STANDARD_OUTPUT, |out| write(out))?
        }
        Some(path) => {
            files::check_writable(path)?;
            files::write_whole(path, |out| write(out))?
        }
    };
    Ok(Exit::Done)
}

/// The proof as the game's own files have it, if that is asked for, or the name of the output says so. A file of a game does not
/// show that it was made of a certificate, so the certificate is checked before.
fn as_solution(catalog: &Catalog, arguments: &ShowArguments) -> Result<Option<String>, Failure> {
    let output = arguments.output.as_deref();
    let is_own = |path| catalog.entries().iter().any(|entry| extension(path, entry.solutions()).is_some());
    let by_name = match arguments.format {
        Some(Drawing::Solution) => output.filter(|path| is_own(path)),
        Some(_) => return Ok(None),
        None => match output.filter(|path| is_own(path)) {
            None => return Ok(None),
            own => own,
        },
    };
    let path = arguments.file.as_path();
    let bytes =
        files::read_whole(path).with_context(|| format!("cannot read {}", path.display())).map_err(Failure::Input)?;
    let open = || Reader::new(Box::new(Cursor::new(&bytes[..])) as Box<dyn Read + '_>);
    let unread = |error: CheckError| Failure::input(format!("{}: {error}", path.display()));
    let mut certificate = open().map_err(|error| unread(error.into()))?;
    let Header { game, position, goal, .. } = certificate.header().clone();
    let form = solution_extension(catalog, &game, by_name)?;
    let task = catalog
        .open(&game, Some(&position), Some(&goal))
        .with_context(|| path.display().to_string())
        .map_err(Failure::Input)?;
    let none = "it is no solution of the question that it names";
    task.check(&mut certificate).map_err(|error| match error {
        CheckError::Read(_) => unread(error),
        error => Failure::input(format!("{}: {none}: {error}", path.display())),
    })?;
    let mut solution = Solution::default();
    Proof::read_from(open().map_err(|error| unread(error.into()))?, path)?.add_to(&mut solution);
    let text = task.solution(&solution, form);
    text.ok_or_else(|| Failure::input(format!("{}: {none}", path.display()))).map(Some)
}

/// The format that was asked for, by option or by the name of the file.
fn format(arguments: &ShowArguments) -> Drawing {
    let named = arguments.output.as_deref().and_then(|path| extension(path, &["svg", "json"]));
    match (arguments.format, named) {
        (Some(format), _) => format,
        (None, Some("svg")) => Drawing::Svg,
        (None, Some("json")) => Drawing::Json,
        (None, _) => Drawing::Dot,
    }
}

fn write(arguments: &ShowArguments, mut out: &mut dyn Write) -> Result<(), Failure> {
    match format(arguments) {
        Drawing::Dot => out.write_all(read(arguments)?.dot().as_bytes())?,
        Drawing::Svg => out.write_all(read(arguments)?.svg().as_bytes())?,
        Drawing::Json => {
            convert(&mut reader(&arguments.file)?, Form::Json, &mut out)
                .map_err(|error| Failure::input(format!("{}: {error}", arguments.file.display())))?;
        }
        Drawing::Solution => unreachable!("it is no drawing, and was written before"),
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
