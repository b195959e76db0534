//! Keys of states: 64 bits each, by which tables tell states apart that do not compare them.
//!
//! The idea: what `hash()` says of an object is part of its key, and is not enough. Python counts numbers modulo 2^61 - 1, gives -1
//! the hash of -2, and bytes that of the same text. So an object is taken apart, and what Python leaves out of a hash is added.
//! The invariant: objects that are equal have equal keys, for what is added depends on what is equal alone, whatever the class.
//!
//! A class with a `__hash__` of its own cannot be looked into. That such an object was met is noted ([`Keys::are_weak`]).

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use proofset_core::state_hash;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyFrozenSet, PyInt, PyList, PyMemoryView, PyString, PyTuple, PyType};

/// Numbers strictly between this and its opposite are their own hashes, but for -1.
const MODULUS: i64 = if usize::BITS == 64 { (1 << 61) - 1 } else { (1 << 31) - 1 };

/// The hash of -1 and of -2.
const SHARED: isize = -2;

/// How deep objects are taken apart.
const DEEPEST: u32 = 64;

/// Words that say what follows: no hash of a small number, and different ones.
const TUPLE: u64 = 0x8e51_63f2_9b6d_0c47;
const SET: u64 = 0xb7a4_1dd8_35c9_e06b;
const LARGE: u64 = 0xd3c6_7e09_f412_a85d;
const BYTES: u64 = 0xa1f8_0b35_6ce7_94d2;
const NONE: u64 = 0xe96d_2a7c_801f_b354;
const CLASS: u64 = 0xc25b_94e1_7d30_6f8a;

/// What is known of a class.
#[derive(Clone)]
enum Kind {
    /// An int, as Python compares and hashes it.
    Int,
    /// Another number, which may be equal to an int.
    Number,
    Tuple,
    FrozenSet,
    /// A dataclass that is compared as dataclasses are: the word of the class, and the fields that count.
    Record(u64, Arc<[Py<PyString>]>),
    /// What is not taken apart. Objects that are equal to none of other kinds have a word that says of which they are.
    Leaf {
        word: Option<u64>,
        is_weak: bool,
    },
}

/// Makes the keys of one question.
#[derive(Default)]
pub(crate) struct Keys {
    /// What is known of classes, by their addresses; a class that is held here keeps its own.
    kinds: Mutex<HashMap<usize, (Py<PyType>, Kind)>>,
    /// How many classes were met.
    met: AtomicU64,
    are_weak: AtomicBool,
}

impl Keys {
    /// Whether a key rests on nothing but the hash that a class of its own has made.
    pub(crate) fn are_weak(&self) -> bool {
        self.are_weak.load(Ordering::Relaxed)
    }

    /// The key of an object with this hash.
    pub(crate) fn of(&self, object: &Bound<'_, PyAny>, hash: isize) -> PyResult<u64> {
        let mut words = Vec::with_capacity(16);
        self.fold(object, Some(hash), 0, &mut words)?;
        Ok(state_hash(&words))
    }

    /// Adds what tells an object from others; its hash may be known.
    fn fold(&self, object: &Bound<'_, PyAny>, hash: Option<isize>, depth: u32, words: &mut Vec<u64>) -> PyResult<()> {
        if depth == DEEPEST {
            self.note_weak();
            self.leaf(object, hash, words);
            return Ok(());
        }
        match self.kind(object)? {
            Kind::Int => {
                self.leaf(object, hash, words);
                large(object, words)
            }
            Kind::Number => self.number(object, hash, words),
            Kind::Tuple => {
                let tuple = object.cast::<PyTuple>()?;
                words.extend([TUPLE, tuple.len() as u64]);
                tuple.iter().try_for_each(|item| self.fold(&item, None, depth + 1, words))
            }
            Kind::FrozenSet => {
                let set = object.cast::<PyFrozenSet>()?;
                // In whatever order they come.
                let mut sum = 0_u64;
                for item in set.iter() {
                    let mut own = Vec::new();
                    self.fold(&item, None, depth + 1, &mut own)?;
                    sum = sum.wrapping_add(state_hash(&own));
                }
                words.extend([SET, set.len() as u64, sum]);
                Ok(())
            }
            Kind::Record(class, fields) => {
                words.extend([CLASS, class]);
                // Fields that cannot be hashed are in this hash, if it is written by hand.
                self.leaf(object, hash, words);
                for field in &*fields {
                    match object.getattr(field.bind(object.py())) {
                        Ok(value) => self.fold(&value, None, depth + 1, words)?,
                        Err(_) => self.note_weak(),
                    }
                }
                Ok(())
            }
            Kind::Leaf { word, is_weak } => {
                words.extend(word);
                if is_weak {
                    self.note_weak();
                }
                self.leaf(object, hash, words);
                Ok(())
            }
        }
    }

    /// A number that is no int. One that is equal to an int has the key of that, and others have what Python hashes.
    fn number(&self, object: &Bound<'_, PyAny>, hash: Option<isize>, words: &mut Vec<u64>) -> PyResult<()> {
        self.leaf(object, hash, words);
        let is_small = |float: f64| float.fract() == 0.0 && float.abs() < MODULUS as f64;
        if object.cast::<PyFloat>().is_ok_and(|float| is_small(float.value())) {
            return Ok(());
        }
        // What is infinite, or no real number, is no int.
        let int = object.py().get_type::<PyInt>().call1((object,)).ok();
        if let Some(int) = int.filter(|int| int.eq(object).unwrap_or(false)) {
            return large(&int, words);
        }
        self.note_weak();
        Ok(())
    }

    /// Adds the hash of an object, and of -1 and -2, which share one, which it is.
    fn leaf(&self, object: &Bound<'_, PyAny>, hash: Option<isize>, words: &mut Vec<u64>) {
        match hash.map_or_else(|| object.hash(), Ok) {
            Ok(SHARED) => {
                // An `__eq__` that cannot be asked about a number is that of an object which is none.
                words.extend([SHARED.cast_unsigned() as u64, object.eq(-1).unwrap_or(false).into()]);
            }
            Ok(hash) => words.push(hash.cast_unsigned() as u64),
            Err(_) => self.note_weak(),
        }
    }

    fn note_weak(&self) {
        self.are_weak.store(true, Ordering::Relaxed);
    }

    /// What is known of the class of an object: found out once.
    fn kind(&self, object: &Bound<'_, PyAny>) -> PyResult<Kind> {
        // The most frequent ones at once.
        if object.is_exact_instance_of::<PyInt>() {
            return Ok(Kind::Int);
        }
        if object.is_exact_instance_of::<PyString>() {
            return Ok(Kind::Leaf { word: None, is_weak: false });
        }
        if object.is_exact_instance_of::<PyTuple>() {
            return Ok(Kind::Tuple);
        }
        let address = object.get_type_ptr() as usize;
        let kinds = || self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, kind)) = kinds().get(&address) {
            return Ok(kind.clone());
        }
        // No lock is held while code in Python runs. Classes are numbered in the order in which they are met, so that keys are the same
        // in every run as far as hashes are.
        let (class, number) = (object.get_type(), self.met.fetch_add(1, Ordering::Relaxed));
        let kind = kind_of(object, &class, number)?;
        kinds().insert(address, (class.unbind(), kind.clone()));
        Ok(kind)
    }
}

/// Adds the whole of an int that Python does not hash as a whole.
fn large(int: &Bound<'_, PyAny>, words: &mut Vec<u64>) -> PyResult<()> {
    // Most fit a word. A hash has the sign of its number, and says so which kind of word that is: to try both takes longer.
    if int.hash()? < 0 {
        if let Ok(value) = int.extract::<i64>() {
            if value <= -MODULUS {
                words.extend([LARGE, 1, value.cast_unsigned()]);
            }
            return Ok(());
        }
    } else if let Ok(value) = int.extract::<u64>() {
        if value >= MODULUS.cast_unsigned() {
            words.extend([LARGE, 0, value]);
        }
        return Ok(());
    }
    let py = int.py();
    let digits = py.get_type::<PyInt>().call_method1(intern!(py, "__format__"), (int, intern!(py, "x")))?;
    words.extend([LARGE, 2, state_hash(&digits.cast::<PyString>()?.to_str()?)]);
    Ok(())
}

/// Finds out what kind of objects a class has; `number` tells the class from others.
fn kind_of(object: &Bound<'_, PyAny>, class: &Bound<'_, PyType>, number: u64) -> PyResult<Kind> {
    let py = object.py();
    let like = |base: Bound<'_, PyType>, names: &[&str]| -> PyResult<bool> {
        for name in names {
            if !class.getattr(*name)?.is(&base.getattr(*name)?) {
                return Ok(false);
            }
        }
        class.is_subclass(&base)
    };
    let compared = ["__eq__", "__hash__"];
    let leaf = |word, is_weak| Kind::Leaf { word, is_weak };
    if object.is_none() {
        return Ok(leaf(Some(NONE), false));
    }
    if like(py.get_type::<PyInt>(), &compared)? {
        return Ok(Kind::Int);
    }
    if like(py.get_type::<PyTuple>(), &compared)? {
        return Ok(Kind::Tuple);
    }
    if like(py.get_type::<PyFrozenSet>(), &["__eq__", "__hash__", "__iter__"])? {
        return Ok(Kind::FrozenSet);
    }
    if like(py.get_type::<PyString>(), &compared)? {
        return Ok(leaf(None, false));
    }
    // Both kinds may be equal to each other.
    if object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyMemoryView>() {
        return Ok(leaf(Some(BYTES), !like(py.get_type::<PyBytes>(), &compared)?));
    }
    // An int that compares by itself may be equal to other ints than Python's.
    if !object.is_instance_of::<PyInt>() && object.is_instance(&py.import("numbers")?.getattr("Number")?)? {
        return Ok(Kind::Number);
    }
    let enumeration = py.import("enum")?.getattr("Enum")?.cast_into::<PyType>()?;
    if like(enumeration, &compared)? {
        // Members are equal to themselves alone; their hashes are those of their names.
        return Ok(leaf(Some(CLASS.wrapping_add(number)), false));
    }
    Ok(match record(class)? {
        Some(fields) => Kind::Record(number, fields),
        None => leaf(None, true),
    })
}

/// The fields that count where objects are compared, if a class is a dataclass and compares them as Python has made it.
fn record(class: &Bound<'_, PyType>) -> PyResult<Option<Arc<[Py<PyString>]>>> {
    let py = class.py();
    let dataclasses = py.import("dataclasses")?;
    if !dataclasses.call_method1("is_dataclass", (class,))?.is_truthy()? {
        return Ok(None);
    }
    let mut names = Vec::new();
    for field in dataclasses.call_method1("fields", (class,))?.try_iter()? {
        let field = field?;
        if field.getattr("compare")?.is_truthy()? {
            names.push(field.getattr("name")?.cast_into::<PyString>()?);
        }
    }
    // What Python makes for these fields, to see whether it is what the class has.
    let Ok(twin) = dataclasses.call_method1("make_dataclass", ("Twin", PyList::new(py, &names)?)) else {
        return Ok(None);
    };
    let (Ok(own), Ok(made)) = (code_of_eq(class), code_of_eq(&twin)) else { return Ok(None) };
    for part in ["co_code", "co_names", "co_consts"] {
        if !own.getattr(part)?.eq(made.getattr(part)?)? {
            return Ok(None);
        }
    }
    Ok(Some(names.into_iter().map(Bound::unbind).collect()))
}

/// The code by which a class compares, if it is written in Python.
fn code_of_eq<'py>(class: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    class.getattr("__eq__")?.getattr("__code__")
}
