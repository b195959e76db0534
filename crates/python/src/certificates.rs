//! Certificates as bytes: checked, and read as JSON.

use std::io::{self, Cursor, Read};
use std::sync::Arc;

use proofset_certificate::{CheckError, Form, Picture, PictureError, Reader, Summary};
use proofset_core::Cancel;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{self, DoesNotHold, Error};
use crate::memory::KeepsAll;
use crate::session::position_text;
use crate::user;
use crate::worker::{apart, detached};

/// Bytes that can be read until a flag is raised.
struct Until {
    bytes: Cursor<Vec<u8>>,
    cancel: Cancel,
}

impl Read for Until {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancel.is_raised() {
            return Err(io::Error::other("the check was interrupted"));
        }
        self.bytes.read(buffer)
    }
}

fn reader(bytes: Vec<u8>, cancel: &Cancel) -> PyResult<Reader<Box<dyn Read>>> {
    let input: Box<dyn Read> = Box::new(Until { bytes: Cursor::new(bytes), cancel: cancel.clone() });
    Reader::new(input).map_err(|error| Error::new_err(error.to_string()))
}

/// Replays a certificate with the rules alone: those of the catalog, or those of an object of Python. What it has proven,
/// and how large it is. A name of a game and a text of a position that are given must be those of the certificate, as the
/// program reads them.
#[pyfunction]
#[pyo3(signature = (certificate, game=None, position=None))]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    certificate: Vec<u8>,
    game: Option<&Bound<'py, PyAny>>,
    position: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let names = header_of(&certificate)?;
    let [game_name, position_name, goal, _] = names.clone();
    let wanted_game = game.and_then(|game| game.extract::<String>().ok());
    let (mut wanted_position, mut own) = (None, None);
    let catalog = match game.filter(|_| wanted_game.is_none()) {
        None => {
            wanted_position = position.map(position_text).transpose()?;
            proofset_standard::catalog()
        }
        Some(object) => {
            let (catalog, name) = user::catalog(object, position, &KeepsAll::default(), &Arc::default())?;
            own = Some(name);
            catalog
        }
    };
    if let Some(name) = own.as_ref().filter(|name| **name != game_name) {
        return Err(Error::new_err(format!("the certificate is about the game {game_name}, and not about {name}")));
    }
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let is_own = own.is_some();
    let check = move || -> PyResult<Summary> {
        let mut certificate = reader(certificate, &flag)?;
        // The states of a game in Python are objects: the one that is asked about is known, and its text is compared.
        let asked = Some(position_name.as_str()).filter(|_| !is_own);
        let task = catalog.open(&game_name, asked, Some(&goal)).map_err(|error| errors::input(&error))?;
        if let Some(wanted) = &wanted_game {
            let other = catalog.open(wanted, asked, Some(&goal));
            if other.map_or(true, |other| other.game() != task.game()) {
                let message = format!("the certificate is about the game {game_name}, and not about {wanted}");
                return Err(Error::new_err(message));
            }
        }
        let elsewhere = |position: &str| {
            Error::new_err(format!("the certificate is about the position {position_name}, and not about {position}"))
        };
        if is_own && task.position() != position_name {
            return Err(elsewhere(task.position()));
        }
        if wanted_position.is_some() {
            let other = catalog.open(&game_name, wanted_position.as_deref(), Some(&goal));
            let other = other.map_err(|error| errors::input(&error))?;
            if other.position() != task.position() {
                return Err(elsewhere(other.position()));
            }
        }
        task.check(&mut certificate).map_err(|error| not_checked(&error))
    };
    let summary = apart(py, &cancel, is_own, check)??;
    verified(py, names, &summary)
}

/// Why a certificate was not found to hold.
pub(crate) fn not_checked(error: &CheckError) -> PyErr {
    if let CheckError::Read(_) = error {
        return Error::new_err(error.to_string());
    }
    let fault = DoesNotHold::new_err(format!("the certificate does not hold. {error}"));
    // Whoever has put certificates together can so tell which of them it is.
    Python::attach(|py| fault.value(py).setattr("record", error.record())).err().unwrap_or(fault)
}

/// What was verified.
pub(crate) fn verified<'py>(py: Python<'py>, names: [String; 4], summary: &Summary) -> PyResult<Bound<'py, PyDict>> {
    let dict = named(py, names)?;
    dict.set_item("nodes", summary.nodes)?;
    dict.set_item("moves", summary.edges)?;
    dict.set_item("longest", summary.depth)?;
    Ok(dict)
}

/// Game, position, goal and verdict of a certificate.
pub(crate) fn header_of(certificate: &[u8]) -> PyResult<[String; 4]> {
    let reader = Reader::new(certificate).map_err(|error| Error::new_err(error.to_string()))?;
    let header = reader.header().clone();
    Ok([header.game, header.position, header.goal, header.verdict.to_string()])
}

fn named(py: Python<'_>, names: [String; 4]) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (key, name) in ["game", "position", "goal", "verdict"].into_iter().zip(names) {
        dict.set_item(key, name)?;
    }
    Ok(dict)
}

/// What a certificate says about itself, unchecked.
#[pyfunction]
pub(crate) fn header<'py>(py: Python<'py>, certificate: &[u8]) -> PyResult<Bound<'py, PyDict>> {
    named(py, header_of(certificate)?)
}

/// A certificate in JSON.
#[pyfunction]
pub(crate) fn convert(py: Python<'_>, certificate: Vec<u8>) -> PyResult<String> {
    detached(py, move || {
        let mut reader = Reader::new(&certificate[..]).map_err(|error| Error::new_err(error.to_string()))?;
        let json = proofset_certificate::convert(&mut reader, Form::Json, Vec::new())
            .map_err(|error| Error::new_err(error.to_string()))?;
        Ok(String::from_utf8(json).expect("JSON is text"))
    })
}

/// A certificate as a picture: whole, or down to so many plies.
#[pyfunction]
#[pyo3(signature = (certificate, depth=None, most_nodes=1000))]
pub(crate) fn svg(py: Python<'_>, certificate: Vec<u8>, depth: Option<u32>, most_nodes: usize) -> PyResult<String> {
    detached(py, move || {
        let mut reader = Reader::new(&certificate[..]).map_err(|error| Error::new_err(error.to_string()))?;
        let picture = Picture::read(&mut reader, depth, most_nodes).map_err(|error| match error {
            PictureError::TooLarge => Error::new_err(format!(
                "the proof has more than {most_nodes} nodes to draw; give a depth to draw its upper part, or a larger most_nodes"
            )),
            PictureError::Read(error) => Error::new_err(error.to_string()),
        })?;
        Ok(picture.svg())
    })
}
