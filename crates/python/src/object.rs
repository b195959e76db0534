//! Methods of an object of Python, found once, and what they return, read with care.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::Error;
use crate::state::{or_raise, refuse, text};

/// A method, with its name for messages.
pub(crate) struct Method {
    name: &'static str,
    method: Py<PyAny>,
}

impl Method {
    /// The method of this name, if there is one.
    pub(crate) fn find(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Option<Self>> {
        match object.getattr_opt(name)? {
            Some(method) if method.is_callable() => Ok(Some(Self { name, method: method.unbind() })),
            Some(method) if method.is_none() => Ok(None),
            Some(_) => Err(Error::new_err(format!("{name} of {} is no method", class_of(object)))),
            None => Ok(None),
        }
    }

    /// The same for a method that must be there.
    pub(crate) fn need(object: &Bound<'_, PyAny>, name: &'static str, all: &str) -> PyResult<Self> {
        Self::find(object, name)?.ok_or_else(|| {
            let class = class_of(object);
            Error::new_err(format!("{class} has no method {name}; it needs {all}"))
        })
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Calls it without arguments.
    pub(crate) fn call0<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        or_raise(self.method.bind(py).call0())
    }

    /// Calls it with one argument.
    pub(crate) fn call1<'py>(&self, argument: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        or_raise(self.method.bind(argument.py()).call1((argument,)))
    }

    /// Calls it with two.
    pub(crate) fn call2<'py>(&self, one: &Bound<'py, PyAny>, two: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        or_raise(self.method.bind(one.py()).call1((one, two)))
    }

    /// Complains about what it has returned.
    pub(crate) fn wrong(&self, returned: &Bound<'_, PyAny>, expected: &str) -> ! {
        refuse(format!("{} has returned {}; it must return {expected}", self.name, text(returned)))
    }
}

/// The name of the class of an object.
pub(crate) fn class_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "the object".to_owned(), |name| name.to_string())
}

/// Which of these words a text is.
pub(crate) fn word(object: &Bound<'_, PyAny>, words: &[&str]) -> Option<usize> {
    let text = object.cast::<PyString>().ok()?;
    let text = text.to_str().ok()?;
    words.iter().position(|word| *word == text)
}

/// A text that is given. One with half a character in it cannot be read.
pub(crate) fn given(what: &str, given: &Bound<'_, PyString>) -> PyResult<String> {
    let read = given.to_str().map(str::to_owned);
    read.map_err(|_| Error::new_err(format!("the {what} {} has half a character in it", text(given))))
}

/// The name of a game or a problem: what it says itself, or that of its class.
pub(crate) fn name_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = match object.getattr_opt(intern!(object.py(), "name"))? {
        Some(name) => match name.cast::<PyString>() {
            Ok(name) => given("name", name)?,
            Err(_) => class_of(object),
        },
        None => class_of(object),
    };
    if name.is_empty() || name.contains([':', '\n']) {
        return Err(Error::new_err(format!("the name {name:?} is empty, or has a colon or an end of line in it")));
    }
    Ok(name)
}
