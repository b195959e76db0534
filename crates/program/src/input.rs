//! What the arguments of a command stand for: positions in files, files for lines of play, algorithms by name.

use std::path::Path;

use anyhow::Context;
use proofset_catalog::{AlgorithmSpec, Catalog, Entry, InputError, PositionSource, Task};

use crate::failure::Failure;
use crate::files::{self, extension};

/// The position that an argument stands for: itself, standard input, or the content of a file.
pub(crate) fn position_text(catalog: &Catalog, game: &str, argument: Option<&str>) -> Result<Option<String>, Failure> {
    let Some(argument) = argument else { return Ok(None) };
    let path = Path::new(argument);
    if argument == "-" {
        let text = read_text(catalog, game, path)?.trim().to_owned();
        // What was to write it may have failed, and an empty text is a position of some games.
        if text.is_empty() {
            return Err(Failure::input("standard input is empty, and - says that the position is there"));
        }
        return Ok(Some(text));
    }
    let is_file = match catalog.source(game) {
        PositionSource::Text => false,
        PositionSource::File { or_text } => !or_text(argument),
        PositionSource::TextOrFile(extensions) => {
            let is_read = extension(path, extensions).is_some();
            if !is_read && path.is_file() {
                let names = extensions.join(" or .");
                return Err(Failure::input(format!(
                    "{argument} is a file, and those of {game} that are read have names that end in .{names}; give it such a \
                     name, or its text by -"
                )));
            }
            is_read
        }
    };
    if is_file { read_text(catalog, game, path).map(Some) } else { Ok(Some(argument.to_owned())) }
}

/// The question about the position that an argument stands for.
pub(crate) fn open(catalog: &Catalog, game: &str, argument: Option<&str>, goal: Option<&str>) -> Result<Task, Failure> {
    let text = position_text(catalog, game, argument)?;
    let is_like_option = |word: &&str| {
        word.strip_prefix("--").is_some_and(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase()))
    };
    catalog.open(game, text.as_deref(), goal).map_err(|error| match argument.filter(is_like_option) {
        // Positions may begin with hyphens, so what is no option is taken for one.
        Some(word) if matches!(error, InputError::Position { .. }) => {
            Failure::input(format!("there is no option {word} here, and as a position it is wrong: {error}"))
        }
        _ if is_file_of_positions(catalog, game, argument) && matches!(error, InputError::Position { .. }) => {
            let name = argument.unwrap_or_default();
            Failure::input(format!(
                "{name} is a file, and positions of {game} are texts; give it by --file, or the text by -"
            ))
        }
        _ => error.into(),
    })
}

/// Whether what was given for a position is the name of a file, where no position is.
fn is_file_of_positions(catalog: &Catalog, game: &str, argument: Option<&str>) -> bool {
    matches!(catalog.source(game), PositionSource::Text) && argument.is_some_and(|name| Path::new(name).is_file())
}

/// The text of a file of a game, or of standard input: `-`.
pub(crate) fn read_text(catalog: &Catalog, game: &str, path: &Path) -> Result<String, Failure> {
    let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
    let bytes = files::read_whole(path).with_context(|| format!("cannot read {name}")).map_err(Failure::Input)?;
    let Some(entry) = catalog.entry(game) else {
        return String::from_utf8(bytes).with_context(|| format!("cannot read {name}")).map_err(Failure::Input);
    };
    entry.decode(bytes).map_err(|message| Failure::input(format!("cannot read {name}: {message}")))
}

/// The form in which a line of play is to be written to a file.
pub(crate) fn record_extension(catalog: &Catalog, game: &str, path: &Path) -> Result<&'static str, Failure> {
    own_extension(catalog, game, path, Entry::records, "lines of play", "--record")
}

/// The form in which a solution is to be written to a file; without one, the first that the game has.
pub(crate) fn solution_extension(catalog: &Catalog, game: &str, path: Option<&Path>) -> Result<&'static str, Failure> {
    let (forms, what) = (Entry::solutions, "solutions");
    match path {
        Some(path) => own_extension(catalog, game, path, forms, what, "--solution"),
        None => Ok(own_extensions(catalog, game, forms, what, "--format solution")?[0]),
    }
}

/// The one of the forms of a game's files that the name of a file has.
fn own_extension(
    catalog: &Catalog,
    game: &str,
    path: &Path,
    forms: fn(&Entry) -> &'static [&'static str],
    what: &str,
    option: &str,
) -> Result<&'static str, Failure> {
    let extensions = own_extensions(catalog, game, forms, what, option)?;
    extension(path, extensions).ok_or_else(|| {
        let names: Vec<String> = extensions.iter().map(|extension| format!(".{extension}")).collect();
        let expected = format!("expected a name that ends in one of {}", names.join(", "));
        Failure::input(format!("cannot tell from {} which form to write; {expected}", path.display()))
    })
}

/// The forms of a game's files, at least one.
fn own_extensions(
    catalog: &Catalog,
    game: &str,
    forms: fn(&Entry) -> &'static [&'static str],
    what: &str,
    option: &str,
) -> Result<&'static [&'static str], Failure> {
    let name = game.split(':').next().unwrap_or(game);
    let extensions = catalog.entry(game).map(forms).unwrap_or_default();
    if extensions.is_empty() {
        return Err(Failure::input(format!("there are no files for {what} of {name}; leave out {option}")));
    }
    Ok(extensions)
}

/// The algorithm that was named, if one was.
pub(crate) fn named_algorithm(catalog: &Catalog, name: Option<&str>) -> Result<Option<AlgorithmSpec>, Failure> {
    Ok(name.map(|text| catalog.algorithm(text)).transpose()?)
}
