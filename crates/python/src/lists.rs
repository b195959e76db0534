//! Games, algorithms and sizes: what the catalog declares, as lists of dictionaries with the keys of the program's JSON.

use std::ffi::OsStr;
use std::path::Path;

use proofset_catalog::{ALGORITHMS, DefaultAlgorithm, OPTIONS, OptionValues, PositionSource};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::errors::Error;
use crate::object::given;

/// A dictionary with texts.
fn texts<'py>(py: Python<'py>, items: &[(&str, &str)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    items.iter().try_for_each(|(key, text)| dict.set_item(key, text))?;
    Ok(dict)
}

/// A dictionary for each algorithm that is taken if none is named.
fn defaults<'py>(py: Python<'py>, defaults: &[DefaultAlgorithm]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for default in defaults {
        list.append(texts(py, &[("algorithm", default.algorithm), ("reason", default.reason)])?)?;
    }
    Ok(list)
}

/// All games of the catalog.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    let catalog = proofset_standard::catalog();
    for entry in catalog.entries() {
        let parameters = PyList::empty(py);
        for parameter in entry.parameters().list() {
            let kind = parameter.kind().to_string();
            let dict = texts(py, &[("name", parameter.name()), ("meaning", parameter.meaning()), ("values", &kind)])?;
            dict.set_item("default", parameter.default_text())?;
            parameters.append(dict)?;
        }
        let heuristics = PyList::empty(py);
        for heuristic in entry.heuristics() {
            heuristics.append(texts(py, &[("name", heuristic.name), ("summary", heuristic.summary)])?)?;
        }
        let game = texts(
            py,
            &[
                ("game", entry.name()),
                ("summary", entry.summary()),
                ("position", entry.position()),
                ("goals", &*entry.goals().to_string()),
                ("example", entry.example()),
            ],
        )?;
        game.set_item("parameters", parameters)?;
        game.set_item("heuristics", heuristics)?;
        game.set_item("default_algorithms", defaults(py, entry.goal_defaults())?)?;
        game.set_item("default_value_algorithms", defaults(py, entry.value_defaults())?)?;
        game.set_item("without", catalog.lacks(entry))?;
        list.append(game)?;
    }
    Ok(list)
}

/// All algorithms.
#[pyfunction]
pub(crate) fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    let catalog = proofset_standard::catalog();
    let listed = ALGORITHMS.iter().map(|algorithm| (algorithm.syntax, algorithm.summary, algorithm.source));
    let own = catalog.searches().iter().map(|search| (search.name(), search.summary(), search.source()));
    for (syntax, summary, source) in listed.chain(own) {
        let name = syntax.split(':').next().unwrap_or(syntax);
        let options = PyList::empty(py);
        for option in OPTIONS.iter().filter(|option| option.of.contains(&name)) {
            let values = match &option.values {
                OptionValues::OneOf(names) => names.join(" or "),
                OptionValues::Share(which) | OptionValues::Number(which) => which.clone(),
                OptionValues::Heuristic => "a heuristic of the game; the default is the first".to_owned(),
            };
            options.append(texts(py, &[("name", option.key), ("meaning", option.summary), ("values", &values)])?)?;
        }
        let items = [("algorithm", name), ("syntax", syntax), ("summary", summary), ("source", source)];
        let algorithm = texts(py, &items)?;
        algorithm.set_item("options", options)?;
        list.append(algorithm)?;
    }
    Ok(list)
}

/// The bytes that a text such as `2GiB` says.
#[pyfunction]
pub(crate) fn memory(text: &Bound<'_, PyString>) -> PyResult<u64> {
    let text = given("memory", text)?;
    let size: Result<bytesize::ByteSize, _> = text.parse();
    size.map(|size| size.as_u64())
        .map_err(|_| Error::new_err(format!("memory {text:?}: give a number and a unit, such as 512MiB or 2GiB")))
}

/// The text of a file of a game.
#[pyfunction]
pub(crate) fn decode(game: &str, bytes: Vec<u8>) -> PyResult<String> {
    let catalog = proofset_standard::catalog();
    match catalog.entry(game) {
        Some(entry) => entry.decode(bytes).map_err(Error::new_err),
        None => String::from_utf8(bytes).map_err(|error| Error::new_err(error.to_string())),
    }
}

/// Whether the program takes this text for the name of a file with a position of the game.
#[pyfunction]
pub(crate) fn is_file(game: &str, text: &str) -> bool {
    let is_extension =
        |extension: &OsStr, known: &[&str]| known.iter().any(|known| extension.eq_ignore_ascii_case(known));
    match proofset_standard::catalog().source(game) {
        PositionSource::Text => false,
        PositionSource::File { or_text } => !or_text(text),
        PositionSource::TextOrFile(extensions) => {
            Path::new(text).extension().is_some_and(|extension| is_extension(extension, extensions))
        }
    }
}
