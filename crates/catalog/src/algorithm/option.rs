//! Options: each is declared once, in one place.
//!
//! The idea: an option stands for a place in a specification, and a function leads to it. How a text is read into the
//! place, how the place is printed, and what help and messages say, all follow from the kind of option. Nothing here
//! knows of algorithms.

use std::fmt::Display;
use std::marker::PhantomData;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::str::FromStr;

/// What an option can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValues {
    /// One of these names; the default is the first.
    OneOf(Vec<&'static str>),
    /// A heuristic of the game; the default is its first.
    Heuristic,
    /// A share; the text says which ones. There is no default.
    Share(String),
    /// A number; the text says which ones, and what the default is.
    Number(String),
}

/// Which searches have an option, if there are searches with two levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// All; in two levels it is about the first.
    First,
    /// Those with a single level.
    Single,
    /// Those with two levels; it is about the second.
    Second,
}

/// An option of specifications `S`.
pub(crate) struct Opt<S> {
    pub(crate) key: &'static str,
    pub(crate) summary: &'static str,
    /// What it can be; of a number, without its default.
    pub(crate) values: OptionValues,
    /// What holds if a number is not given; `None` if it is what the specification says by default.
    pub(crate) otherwise: Option<&'static str>,
    pub(crate) level: Level,
    get: Box<Get<S>>,
    set: Box<Set<S>>,
}

type Get<S> = dyn Fn(&S) -> Option<String>;
type Set<S> = dyn Fn(&mut S, &str) -> Result<(), String>;

/// The place that an option stands for.
pub(crate) type Place<S, T> = fn(&mut S) -> &mut T;

impl<S> Opt<S> {
    /// The text of what a specification says.
    pub(crate) fn get(&self, spec: &S) -> Option<String> {
        (self.get)(spec)
    }

    /// Says in a specification what a text says; else what is wrong with the text.
    pub(crate) fn set(&self, spec: &mut S, text: &str) -> Result<(), String> {
        (self.set)(spec, text)
    }

    /// The option as it is written, unless it is as it is by default.
    pub(crate) fn word(&self, spec: &S, default: &S) -> Option<String> {
        let text = self.get(spec)?;
        (self.get(default).as_ref() != Some(&text)).then(|| format!("{}={text}", self.key))
    }
}

/// An option of which it is still to be said what it can be, and where it stands in a specification `S`.
pub(crate) struct Declaration<S> {
    key: &'static str,
    summary: &'static str,
    level: Level,
    of: PhantomData<fn(&mut S)>,
}

impl<S: Clone + 'static> Declaration<S> {
    pub(crate) fn new(key: &'static str, summary: &'static str) -> Self {
        Self { key, summary, level: Level::First, of: PhantomData }
    }

    /// The same for other searches.
    pub(crate) fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Something that is more than a place. Where `get` says nothing, nothing need be said.
    pub(crate) fn custom(
        self,
        values: OptionValues,
        get: impl Fn(&S) -> Option<String> + 'static,
        set: impl Fn(&mut S, &str) -> Result<(), String> + 'static,
    ) -> Opt<S> {
        let Self { key, summary, level, .. } = self;
        Opt { key, summary, values, otherwise: None, level, get: Box::new(get), set: Box::new(set) }
    }

    /// What stands at the place is printed and read.
    fn of_place<T: 'static>(
        self,
        values: OptionValues,
        place: Place<S, T>,
        print: impl Fn(&T) -> Option<String> + 'static,
        read: impl Fn(&str) -> Result<T, String> + 'static,
    ) -> Opt<S> {
        let get = move |spec: &S| print(place(&mut spec.clone()));
        self.custom(values, get, move |spec, text| {
            *place(spec) = read(text)?;
            Ok(())
        })
    }

    /// One of some names, each with what it stands for; the default comes first.
    pub(crate) fn one_of<T, const N: usize>(self, names: [(&'static str, T); N], place: Place<S, T>) -> Opt<S>
    where
        T: Copy + PartialEq + 'static,
    {
        // Behind a pointer, so that their number makes no difference to what is compiled.
        let (key, names): (_, Rc<[(&'static str, T)]>) = (self.key, Rc::new(names));
        let (values, known) = (one_of(&names), Rc::clone(&names));
        self.of_place(values, place, move |value| name_of(&known, value), move |text| by_name(key, &names, text))
    }

    /// On or off.
    pub(crate) fn switch(self, default: bool, place: Place<S, bool>) -> Opt<S> {
        let name = |on: bool| if on { "on" } else { "off" };
        self.one_of([(name(default), default), (name(!default), !default)], place)
    }

    /// A number.
    pub(crate) fn number<T: Display + 'static>(self, numbers: Numbers<T>, place: Place<S, T>) -> Opt<S> {
        let (key, values, print) = (self.key, numbers.values.clone(), |number: &T| Some(number.to_string()));
        self.of_place(values, place, print, move |text| numbers.read(key, text))
    }

    /// A number that need not be given.
    pub(crate) fn optional<T>(self, numbers: Numbers<T>, otherwise: &'static str, place: Place<S, Option<T>>) -> Opt<S>
    where
        T: Display + 'static,
    {
        let print = |number: &Option<T>| Some(number.as_ref()?.to_string());
        let (key, values) = (self.key, numbers.values.clone());
        let option = self.of_place(values, place, print, move |text| numbers.read(key, text).map(Some));
        Opt { otherwise: Some(otherwise), ..option }
    }

    /// A heuristic of the game.
    pub(crate) fn heuristic(self, place: Place<S, Option<String>>) -> Opt<S> {
        self.of_place(OptionValues::Heuristic, place, Option::clone, |text| Ok(Some(text.to_owned())))
    }
}

/// The names.
pub(crate) fn one_of<T>(names: &[(&'static str, T)]) -> OptionValues {
    OptionValues::OneOf(words(names))
}

fn words<T>(names: &[(&'static str, T)]) -> Vec<&'static str> {
    let mut words = Vec::new();
    for (name, _) in names {
        words.push(*name);
    }
    words
}

/// The name of a value.
pub(crate) fn name_of<T: PartialEq>(names: &[(&str, T)], value: &T) -> Option<String> {
    for (name, known) in names {
        if known == value {
            return Some((*name).to_owned());
        }
    }
    None
}

/// The value of a name.
pub(crate) fn by_name<T: Copy>(key: &str, names: &[(&'static str, T)], text: &str) -> Result<T, String> {
    for (name, value) in names {
        if *name == text {
            return Ok(*value);
        }
    }
    Err(none_of(key, &words(names), text))
}

/// What is wrong with a text that is none of some names.
fn none_of(key: &str, names: &[&str], text: &str) -> String {
    format!("{key} cannot be {text:?}; it is one of {}", names.join(", "))
}

/// Which numbers an option can be.
pub(crate) struct Numbers<T> {
    values: OptionValues,
    /// One of them.
    example: &'static str,
    /// The number, or what is to be given in place of the text.
    parse: Box<Parse<T>>,
}

type Parse<T> = dyn Fn(&str) -> Result<T, String>;

impl<T> Numbers<T> {
    /// The number that a text says.
    pub(crate) fn read(&self, key: &str, text: &str) -> Result<T, String> {
        let Self { example, parse, .. } = self;
        parse(text).map_err(|what| format!("{key} cannot be {text:?}; give {what}, as in {key}={example}"))
    }
}

impl<T: 'static> Numbers<T> {
    /// Besides numbers there are words, which the option reads itself.
    pub(crate) fn or(self, words: &'static str) -> Self {
        let Self { values, example, parse } = self;
        let parse = move |text: &str| parse(text).map_err(|what| format!("{words}, or {what}"));
        Self { values, example, parse: Box::new(parse) }
    }
}

/// The most of a range is told with the option if it is at most this.
const MOST_TOLD: u64 = 10_000;

/// Whole numbers. They are `of` something, or of what the option says.
pub(crate) fn whole<T>(range: RangeInclusive<T>, of: &'static str, example: &'static str) -> Numbers<T>
where
    T: Copy + Display + FromStr<Err = ParseIntError> + 'static,
{
    let told = Whole { least: range.start().to_string(), most: range.end().to_string(), of };
    let values = OptionValues::Number(told.range());
    // A text that the range allows is one that the type can read.
    let parse = move |text: &str| match told.read(text) {
        Ok(text) => text.parse().map_err(|error: ParseIntError| error.to_string()),
        Err(what) => Err(what),
    };
    Numbers { values, example, parse: Box::new(parse) }
}

/// A range of whole numbers that some type has, as texts.
struct Whole {
    least: String,
    most: String,
    of: &'static str,
}

impl Whole {
    fn is_signed(&self) -> bool {
        self.least.starts_with('-')
    }

    /// Which numbers, as options are listed.
    fn range(&self) -> String {
        let Self { least, most, of } = self;
        // The last number of a type is no choice of ours, and tells nobody anything.
        match (self.is_signed() || least == "0", most.parse::<u64>()) {
            (_, Ok(..=MOST_TOLD)) => format!("a whole number{of} from {least} to {most}"),
            (true, _) => format!("a whole number{of}"),
            (false, _) => format!("a whole number{of} from {least}"),
        }
    }

    /// The text, if it is a number of the range; else what is to be given in its place.
    fn read<'t>(&self, text: &'t str) -> Result<&'t str, String> {
        let Self { least, most, of } = self;
        let end = |end: &str| end.parse::<i128>().expect("the ends of a range are numbers");
        let is_out = match text.parse::<i128>() {
            Ok(number) if (end(least)..=end(most)).contains(&number) => return Ok(text),
            Ok(number) => number > end(most) || (number < 0 && self.is_signed()),
            Err(error) => match error.kind() {
                IntErrorKind::PosOverflow => true,
                IntErrorKind::NegOverflow => self.is_signed(),
                _ => false,
            },
        };
        Err(match is_out {
            true => format!("a whole number{of} from {least} to {most}"),
            false if self.is_signed() => format!("a whole number{of}"),
            false => format!("a whole number{of} from {least} on"),
        })
    }
}

/// Numbers with fractions, of a type that rounds them.
pub(crate) fn real<T: 'static>(
    range: RangeInclusive<f64>,
    example: &'static str,
    new: fn(f64) -> Option<T>,
) -> Numbers<T> {
    let which = format!("from {} to {}", range.start(), range.end());
    let values = OptionValues::Number(which.clone());
    let parse = move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(new).ok_or_else(|| format!("a number {which}"))
    };
    Numbers { values, example, parse: Box::new(parse) }
}

/// Shares, of a type that rounds them.
pub(crate) fn share<T: 'static>(example: &'static str, new: fn(f64) -> Option<T>) -> Numbers<T> {
    let parse = move |text: &str| {
        let share = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
        share.and_then(new).ok_or_else(|| "a number that is at least 0 and less than 1".to_owned())
    };
    Numbers { values: OptionValues::Share("at least 0, less than 1".to_owned()), example, parse: Box::new(parse) }
}
