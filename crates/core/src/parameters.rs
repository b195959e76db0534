//! The parameters of rules: declared once, as data.
//!
//! The idea: rules come in sizes and variants, and people choose them in a short text, as in `7x6`, `6,4+empty-capture` or
//! `b=3,d=6`. A list of [`Parameters`] says what there is to choose. How a text is read, what is wrong with it, how the
//! choice is written in one way only, and what help says, all follow from the list. The rules are made from the
//! [`Arguments`], by name; there they check what spans several parameters.
//!
//! The invariant: what [`Arguments`] print is read again as the same.

use std::fmt;
use std::ops::RangeInclusive;

use crate::NotationError;

/// What a parameter can be.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParameterKind {
    /// A whole number.
    Whole {
        /// The least and the largest.
        range: RangeInclusive<i128>,
        /// The distance from one to the next.
        step: u32,
    },
    /// The numbers from one to another, both included: `2..6`. A single number is short for a span.
    Span {
        /// The least and the largest.
        range: RangeInclusive<i128>,
        /// Whether a single number n stands for the span from -n to n, and not from n to n.
        is_symmetric: bool,
    },
    /// A number from 0 to 1.
    Rate {
        /// Another word for 1.
        one: Option<&'static str>,
    },
    /// One of these names.
    Choice(Vec<&'static str>),
    /// On if its name is written, else off.
    Switch,
}

impl fmt::Display for ParameterKind {
    /// What to give, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { range, step: 1 } => write!(f, "a whole number from {} to {}", range.start(), range.end()),
            Self::Whole { range, step } => {
                write!(f, "a whole number from {} to {} in steps of {step}", range.start(), range.end())
            }
            Self::Span { range, is_symmetric: true } => {
                write!(f, "a whole number N for -N..N, or a span LOW..HIGH, from {} to {}", range.start(), range.end())
            }
            Self::Span { range, .. } => {
                write!(f, "a whole number or a span LOW..HIGH, from {} to {}", range.start(), range.end())
            }
            Self::Rate { one: None } => f.write_str("a number from 0 to 1"),
            Self::Rate { one: Some(one) } => write!(f, "a number from 0 to 1, or {one} for 1"),
            Self::Choice(names) => f.write_str(&names.join(" or ")),
            Self::Switch => f.write_str("on if it is written"),
        }
    }
}

impl ParameterKind {
    /// Its name: `whole`, `span`, `rate`, `choice` or `switch`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Whole { .. } => "whole",
            Self::Span { .. } => "span",
            Self::Rate { .. } => "rate",
            Self::Choice(_) => "choice",
            Self::Switch => "switch",
        }
    }

    /// The least and the largest of whole numbers and of spans of them.
    pub fn range(&self) -> Option<&RangeInclusive<i128>> {
        match self {
            Self::Whole { range, .. } | Self::Span { range, .. } => Some(range),
            Self::Rate { .. } | Self::Choice(_) | Self::Switch => None,
        }
    }

    /// The names of a choice; none of other kinds.
    pub fn names(&self) -> &[&'static str] {
        match self {
            Self::Choice(names) => names,
            Self::Whole { .. } | Self::Span { .. } | Self::Rate { .. } | Self::Switch => &[],
        }
    }

    /// What a text says.
    fn read(&self, text: &str) -> Option<Argument> {
        match self {
            Self::Whole { range, step } => {
                let number = whole(text).filter(|number| range.contains(number))?;
                let is_step = (number - range.start()) % i128::from(*step) == 0;
                is_step.then_some(Argument::Whole(number))
            }
            Self::Span { range, is_symmetric } => {
                let (low, high) = if let Some((low, high)) = text.split_once("..") {
                    (whole(low)?, whole(high)?)
                } else {
                    let most = whole(text).filter(|most| range.contains(most))?;
                    (if *is_symmetric { -most } else { most }, most)
                };
                let is_inside = low <= high && range.contains(&low) && range.contains(&high);
                is_inside.then_some(Argument::Span(low, high))
            }
            Self::Rate { one } if one.is_some_and(|one| one == text) => Some(Argument::Rate(1.0)),
            // Adding 0 makes of -0 the 0 that it is equal to: both must be written alike.
            Self::Rate { .. } => {
                let rate: f64 = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate))?;
                Some(Argument::Rate(rate + 0.0))
            }
            Self::Choice(names) => names.iter().find(|name| **name == text).map(|name| Argument::Choice(name)),
            Self::Switch => None,
        }
    }

    /// The text that is read as this.
    fn write(&self, argument: &Argument) -> String {
        match (self, argument) {
            (Self::Span { is_symmetric: true, .. }, Argument::Span(low, high)) if -low == *high => high.to_string(),
            (Self::Span { is_symmetric: false, .. }, Argument::Span(low, high)) if low == high => high.to_string(),
            (Self::Rate { one: Some(one) }, Argument::Rate(1.0)) => (*one).to_owned(),
            (_, Argument::Whole(number)) => number.to_string(),
            (_, Argument::Span(low, high)) => format!("{low}..{high}"),
            (_, Argument::Rate(rate)) => rate.to_string(),
            (_, Argument::Choice(name)) => (*name).to_owned(),
            (_, Argument::Switch(on)) => if *on { "on" } else { "off" }.to_owned(),
        }
    }
}

/// A number in decimal digits, perhaps behind a minus.
fn whole(text: &str) -> Option<i128> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    text.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Argument {
    /// A whole number.
    Whole(i128),
    /// The numbers from the first to the second.
    Span(i128, i128),
    /// A number from 0 to 1.
    Rate(f64),
    /// A name.
    Choice(&'static str),
    /// On or off.
    Switch(bool),
}

impl From<f64> for Argument {
    fn from(rate: f64) -> Self {
        Self::Rate(rate)
    }
}

impl From<&'static str> for Argument {
    fn from(name: &'static str) -> Self {
        Self::Choice(name)
    }
}

impl From<bool> for Argument {
    fn from(on: bool) -> Self {
        Self::Switch(on)
    }
}

/// Whole numbers of a type, and spans of them.
macro_rules! whole_arguments {
    ($($number:ty),*) => {$(
        impl From<$number> for Argument {
            fn from(number: $number) -> Self {
                Self::Whole(wide(number))
            }
        }

        impl From<RangeInclusive<$number>> for Argument {
            fn from(range: RangeInclusive<$number>) -> Self {
                Self::Span(wide(*range.start()), wide(*range.end()))
            }
        }
    )*};
}

whole_arguments!(u8, u16, u32, u64, usize, i32, i64);

fn wide<T: TryInto<i128>>(number: T) -> i128 {
    number.try_into().unwrap_or_else(|_| panic!("numbers of parameters have 64 bits at most"))
}

fn wide_range<T: TryInto<i128> + Clone>(range: &RangeInclusive<T>) -> RangeInclusive<i128> {
    wide(range.start().clone())..=wide(range.end().clone())
}

/// A parameter of rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    name: &'static str,
    meaning: &'static str,
    kind: ParameterKind,
    default: Option<Argument>,
    /// Whether a number is not written where it is as by default.
    goes_without_saying: bool,
}

impl Parameter {
    /// A whole number.
    pub fn whole<T: TryInto<i128> + Clone>(
        name: &'static str,
        meaning: &'static str,
        range: RangeInclusive<T>,
        default: T,
    ) -> Self {
        let kind = ParameterKind::Whole { range: wide_range(&range), step: 1 };
        Self::of(name, meaning, kind, Some(Argument::Whole(wide(default))))
    }

    /// Of a whole number: only every `step`th, from the least on.
    ///
    /// # Panics
    ///
    /// If the step is 0.
    #[must_use]
    pub fn in_steps_of(mut self, size: u32) -> Self {
        assert!(size > 0, "steps of {} have a size", self.name);
        if let ParameterKind::Whole { step, .. } = &mut self.kind {
            *step = size;
        }
        self
    }

    /// A span of whole numbers; a single one n stands for the span from n to n.
    pub fn span<T: TryInto<i128> + Clone>(
        name: &'static str,
        meaning: &'static str,
        range: RangeInclusive<T>,
        default: RangeInclusive<T>,
    ) -> Self {
        let kind = ParameterKind::Span { range: wide_range(&range), is_symmetric: false };
        let default = wide_range(&default);
        Self::of(name, meaning, kind, Some(Argument::Span(*default.start(), *default.end())))
    }

    /// Of a number or a span: not written where it is as by default, as a choice is. Among [places](Parameters::places) it has none, and
    /// is written by name behind them: `7x7+connections=8`.
    #[must_use]
    pub fn or_nothing(mut self) -> Self {
        self.goes_without_saying = true;
        self
    }

    /// Of a span: a single number n stands for the span from -n to n.
    #[must_use]
    pub fn about_zero(mut self) -> Self {
        if let ParameterKind::Span { is_symmetric, .. } = &mut self.kind {
            *is_symmetric = true;
        }
        self
    }

    /// A number from 0 to 1; `None` if there is something else without it.
    pub fn rate(name: &'static str, meaning: &'static str, default: Option<f64>) -> Self {
        Self::of(name, meaning, ParameterKind::Rate { one: None }, default.map(Argument::Rate))
    }

    /// Of a rate: another word for 1.
    #[must_use]
    pub fn or_one_as(mut self, word: &'static str) -> Self {
        if let ParameterKind::Rate { one } = &mut self.kind {
            *one = Some(word);
        }
        self
    }

    /// One of some names; the default is the first.
    pub fn choice(name: &'static str, meaning: &'static str, names: &[&'static str]) -> Self {
        let default = names.first().map(|name| Argument::Choice(name));
        Self::of(name, meaning, ParameterKind::Choice(names.to_vec()), default)
    }

    /// Something that is so if its name is written, and else not.
    pub fn switch(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, meaning, ParameterKind::Switch, Some(Argument::Switch(false)))
    }

    /// How it is written by name, in general.
    fn word(&self) -> String {
        match self.kind {
            ParameterKind::Switch => self.name.to_owned(),
            _ => format!("{}={}", self.name, self.name.to_uppercase()),
        }
    }

    /// False if the default is a number that cannot be given.
    fn has_fit_default(&self) -> bool {
        match (&self.kind, self.default) {
            (ParameterKind::Whole { range, step }, Some(Argument::Whole(number))) => {
                range.contains(&number) && (number - range.start()) % i128::from(*step) == 0
            }
            _ => true,
        }
    }

    fn of(name: &'static str, meaning: &'static str, kind: ParameterKind, default: Option<Argument>) -> Self {
        Self { name, meaning, kind, default, goes_without_saying: false }
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it says of the rules, in a line.
    pub fn meaning(&self) -> &'static str {
        self.meaning
    }

    /// What it can be.
    pub fn kind(&self) -> &ParameterKind {
        &self.kind
    }

    /// What it is if it is not given.
    pub fn default(&self) -> Option<Argument> {
        self.default
    }

    /// The default as it is written.
    pub fn default_text(&self) -> Option<String> {
        self.default.as_ref().map(|default| self.kind.write(default))
    }
}

/// How parameters are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// One after the other, with this between them; then the switches.
    Places(char),
    /// By name, in any order: `b=3,d=6`.
    Keys,
}

/// All parameters of some rules, and how they are written.
///
/// ```
/// use proofset_core::{Parameter, Parameters};
///
/// let parameters = Parameters::places(',')
///     .with(Parameter::whole("houses", "houses of each player", 1..=8, 6))
///     .with(Parameter::whole("seeds", "seeds in each house", 1..=12, 4))
///     .with(Parameter::switch("empty-capture", "a last seed is captured even if nothing is across"));
/// assert_eq!(parameters.syntax(), "HOUSES,SEEDS[+empty-capture]");
/// let arguments = parameters.read(Some("3, 5 +empty-capture"))?;
/// assert_eq!((arguments.whole::<usize>("houses"), arguments.is_on("empty-capture")), (3, true));
/// assert_eq!(arguments.to_string(), "3,5+empty-capture");
/// assert_eq!(parameters.read(None)?.to_string(), "6,4");
/// let error = parameters.read(Some("3,13")).unwrap_err().to_string();
/// assert_eq!(error, r#"seeds cannot be "13"; give a whole number from 1 to 12, as in 6,4"#);
/// # Ok::<(), proofset_core::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    shape: Shape,
    switch_mark: char,
    declared: Vec<Parameter>,
}

impl Default for Parameters {
    fn default() -> Self {
        Self::none()
    }
}

impl Parameters {
    /// For rules without parameters.
    pub fn none() -> Self {
        Self::places(',')
    }

    /// They are written in their order, with this between them, as in `7x6`. Switches follow, each behind a `+`, and so does what
    /// [may be left out](Parameter::or_nothing), by name. A letter may be large or small.
    pub fn places(separator: char) -> Self {
        Self { shape: Shape::Places(separator), switch_mark: '+', declared: Vec::new() }
    }

    /// They are written by name, as in `b=3,d=6`, in any order, each once at most.
    pub fn keys() -> Self {
        Self { shape: Shape::Keys, ..Self::none() }
    }

    /// With this before each switch.
    #[must_use]
    pub fn with_switch_mark(self, switch_mark: char) -> Self {
        Self { switch_mark, ..self }
    }

    /// With one more parameter.
    ///
    /// # Panics
    ///
    /// If there is one of this name, or if its default is none of its values: certificates would name a game that nobody can ask for.
    #[must_use]
    pub fn with(mut self, parameter: Parameter) -> Self {
        let name = parameter.name;
        assert!(self.declared.iter().all(|known| known.name != name), "there is a parameter {name} already");
        assert!(parameter.has_fit_default(), "the default of {name} is none of its values");
        self.declared.push(parameter);
        self
    }

    /// All of them.
    pub fn list(&self) -> &[Parameter] {
        &self.declared
    }

    /// How they are written, as in `COLUMNSxROWS[+crosscut]`; empty if there are none.
    pub fn syntax(&self) -> String {
        match self.shape {
            Shape::Places(separator) => {
                let names: Vec<String> = self.in_places().map(|(_, place)| place.name.to_uppercase()).collect();
                let behind = self.named().map(|(_, named)| named).chain(self.switches().map(|(_, switch)| switch));
                let behind = behind.map(|parameter| format!("[{}{}]", self.switch_mark, parameter.word()));
                std::iter::once(names.join(&separator.to_string())).chain(behind).collect()
            }
            Shape::Keys => self.declared.iter().map(Parameter::word).collect::<Vec<_>>().join(","),
        }
    }

    /// A text that can be given: the defaults, or the first parameter where these need no text.
    pub fn example(&self) -> String {
        let defaults = self.defaults().to_string();
        match self.declared.first() {
            Some(first) if defaults.is_empty() => match (&first.kind, &first.default) {
                (ParameterKind::Switch, _) => first.name.to_owned(),
                (kind, Some(default)) => format!("{}={}", first.name, kind.write(default)),
                (_, None) => format!("{}=1", first.name),
            },
            _ => defaults,
        }
    }

    /// What holds where nothing is given.
    pub fn defaults(&self) -> Arguments {
        Arguments { parameters: self.clone(), given: vec![None; self.declared.len()] }
    }

    /// What a text says; `None` leaves everything as it is by default.
    ///
    /// # Errors
    ///
    /// The message names the parameter, and says what was given, what it can be, and how it is written.
    pub fn read(&self, text: Option<&str>) -> Result<Arguments, NotationError> {
        let mut arguments = self.defaults();
        let Some(text) = text else { return Ok(arguments) };
        if self.declared.is_empty() {
            return Err(NotationError::new(format!("it takes no parameters, and got {text:?}")));
        }
        if text.trim().is_empty() {
            return Err(self.error("there are no parameters"));
        }
        match self.shape {
            Shape::Places(separator) => self.read_places(text, separator, &mut arguments)?,
            Shape::Keys => text.split(',').try_for_each(|word| self.read_key(word, &mut arguments))?,
        }
        Ok(arguments)
    }

    fn read_places(&self, text: &str, separator: char, arguments: &mut Arguments) -> Result<(), NotationError> {
        let places = self.in_places().count();
        let is = |mark: char| move |found: char| found.eq_ignore_ascii_case(&mark);
        let (words, switches): (Vec<&str>, Vec<&str>) = if places == 0 {
            (Vec::new(), text.split(is(self.switch_mark)).collect())
        } else if separator.eq_ignore_ascii_case(&self.switch_mark) {
            let mut words: Vec<&str> = text.split(is(separator)).collect();
            let switches = words.split_off(places.min(words.len()));
            (words, switches)
        } else {
            let mut parts = text.split(is(self.switch_mark));
            (parts.next().unwrap_or_default().split(is(separator)).collect(), parts.collect())
        };
        if let Some(more) = words.get(places) {
            return Err(self.error(format!("{:?} is one number too many", more.trim())));
        }
        for (index, (place, parameter)) in self.in_places().enumerate() {
            let Some(word) = words.get(index) else {
                return Err(self.error(format!("{} is missing in {:?}", parameter.name, text.trim())));
            };
            arguments.given[place] = Some(self.argument(parameter, word)?);
        }
        switches.into_iter().try_for_each(|word| self.read_key(word, arguments))
    }

    fn read_key(&self, word: &str, arguments: &mut Arguments) -> Result<(), NotationError> {
        let Some((key, value)) = word.split_once('=') else { return self.switch_on(word, arguments) };
        let is_named = |known: &Parameter| known.name.eq_ignore_ascii_case(key.trim());
        let (place, parameter) = self.named().find(|(_, known)| is_named(known)).ok_or_else(|| self.unknown(key))?;
        if arguments.given[place].is_some() {
            return Err(self.error(format!("{} is given twice", parameter.name)));
        }
        arguments.given[place] = Some(self.argument(parameter, value)?);
        Ok(())
    }

    fn switch_on(&self, word: &str, arguments: &mut Arguments) -> Result<(), NotationError> {
        let is_named = |known: &Parameter| known.name.eq_ignore_ascii_case(word.trim());
        let (place, switch) = self.switches().find(|(_, known)| is_named(known)).ok_or_else(|| self.unknown(word))?;
        if arguments.given[place].replace(Argument::Switch(true)).is_some() {
            return Err(self.error(format!("{} is given twice", switch.name)));
        }
        Ok(())
    }

    fn argument(&self, parameter: &Parameter, word: &str) -> Result<Argument, NotationError> {
        parameter.kind.read(word.trim()).ok_or_else(|| {
            let Parameter { name, kind, .. } = parameter;
            NotationError::new(format!("{name} cannot be {:?}; give {kind}, as in {}", word.trim(), self.example()))
        })
    }

    fn unknown(&self, word: &str) -> NotationError {
        let word = word.trim();
        match self.declared.iter().find(|known| known.name.eq_ignore_ascii_case(word)) {
            Some(Parameter { name, kind: ParameterKind::Switch, .. }) => {
                self.error(format!("{name} is there or not, and has no value"))
            }
            Some(Parameter { name, .. }) if self.named().any(|(_, named)| named.name == *name) => {
                self.error(format!("{name} needs a value"))
            }
            _ => self.error(format!("there is no parameter {word:?}")),
        }
    }

    fn error(&self, message: impl fmt::Display) -> NotationError {
        NotationError::new(format!("{message}; expected {}, as in {}", self.syntax(), self.example()))
    }

    /// Those that are no switches, with their places in the list.
    fn plain(&self) -> impl Iterator<Item = (usize, &Parameter)> {
        self.declared.iter().enumerate().filter(|(_, parameter)| parameter.kind != ParameterKind::Switch)
    }

    /// Those of them that are written one after the other.
    fn in_places(&self) -> impl Iterator<Item = (usize, &Parameter)> {
        self.plain().filter(|(_, parameter)| matches!(self.shape, Shape::Places(_)) && !parameter.goes_without_saying)
    }

    /// Those of them that are written by name.
    fn named(&self) -> impl Iterator<Item = (usize, &Parameter)> {
        self.plain().filter(|(_, parameter)| !matches!(self.shape, Shape::Places(_)) || parameter.goes_without_saying)
    }

    fn switches(&self) -> impl Iterator<Item = (usize, &Parameter)> {
        self.declared.iter().enumerate().filter(|(_, parameter)| parameter.kind == ParameterKind::Switch)
    }
}

/// What each of some [`Parameters`] is.
///
/// They print in one way, whatever text they were read from: places and numbers always, the rest and [numbers that may be
/// left out](Parameter::or_nothing) where they are not as by default. Getters panic if no such parameter is declared, or one of another kind; that is a mistake in the program and not
/// in what was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    parameters: Parameters,
    given: Vec<Option<Argument>>,
}

impl Arguments {
    /// With another one, whatever was given; for rules that print their parameters.
    ///
    /// # Panics
    ///
    /// If there is no parameter of this name.
    #[must_use]
    pub fn with(mut self, name: &str, argument: impl Into<Argument>) -> Self {
        let place = self.place(name);
        self.given[place] = Some(argument.into());
        self
    }

    /// What a parameter is; `None` if it was not given and has no default.
    ///
    /// # Panics
    ///
    /// If there is no parameter of this name.
    pub fn get(&self, name: &str) -> Option<Argument> {
        let place = self.place(name);
        self.given[place].or(self.parameters.declared[place].default)
    }

    /// Whether a text has said it.
    ///
    /// # Panics
    ///
    /// If there is no parameter of this name.
    pub fn is_given(&self, name: &str) -> bool {
        self.given[self.place(name)].is_some()
    }

    /// A whole number.
    ///
    /// # Panics
    ///
    /// If it is not declared as one, or with a range that the type does not have.
    pub fn whole<T: TryFrom<i128>>(&self, name: &str) -> T {
        let Some(Argument::Whole(number)) = self.get(name) else { panic!("{name} is declared as a whole number") };
        narrow(name, number)
    }

    /// A span of whole numbers.
    ///
    /// # Panics
    ///
    /// If it is not declared as one, or with a range that the type does not have.
    pub fn span<T: TryFrom<i128>>(&self, name: &str) -> RangeInclusive<T> {
        let Some(Argument::Span(low, high)) = self.get(name) else { panic!("{name} is declared as a span") };
        narrow(name, low)..=narrow(name, high)
    }

    /// A number from 0 to 1, unless it was not given and has no default.
    ///
    /// # Panics
    ///
    /// If it is not declared as a rate.
    pub fn rate(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            Argument::Rate(rate) => Some(rate),
            _ => panic!("{name} is declared as a rate"),
        }
    }

    /// A name.
    ///
    /// # Panics
    ///
    /// If it is not declared as a choice of names.
    pub fn choice(&self, name: &str) -> &'static str {
        let Some(Argument::Choice(choice)) = self.get(name) else { panic!("{name} is declared as a choice") };
        choice
    }

    /// Whether a switch is on.
    ///
    /// # Panics
    ///
    /// If it is not declared as a switch.
    pub fn is_on(&self, name: &str) -> bool {
        let Some(Argument::Switch(on)) = self.get(name) else { panic!("{name} is declared as a switch") };
        on
    }

    fn place(&self, name: &str) -> usize {
        let place = self.parameters.declared.iter().position(|known| known.name == name);
        place.unwrap_or_else(|| panic!("there is no parameter {name}; declare it"))
    }

    /// The word of a parameter that is no switch, unless it goes without saying.
    fn word(&self, parameter: &Parameter) -> Option<String> {
        let argument = self.get(parameter.name)?;
        let text = parameter.kind.write(&argument);
        match (self.parameters.shape, &parameter.kind) {
            (Shape::Places(_), _) if !parameter.goes_without_saying => Some(text),
            (Shape::Keys, ParameterKind::Whole { .. } | ParameterKind::Span { .. })
                if !parameter.goes_without_saying =>
            {
                Some(format!("{}={text}", parameter.name))
            }
            _ => (parameter.default != Some(argument)).then(|| format!("{}={text}", parameter.name)),
        }
    }
}

fn narrow<T: TryFrom<i128>>(name: &str, number: i128) -> T {
    T::try_from(number).unwrap_or_else(|_| panic!("the range of {name} is wider than the type that is asked for"))
}

impl fmt::Display for Arguments {
    /// The one text for these arguments; empty if there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameters { shape, switch_mark, .. } = self.parameters;
        let (separator, switch_mark) = match shape {
            Shape::Places(separator) => (separator, switch_mark),
            Shape::Keys => (',', ','),
        };
        let mut is_first = true;
        let in_places =
            self.parameters.in_places().filter_map(|(_, parameter)| Some((separator, self.word(parameter)?)));
        let named = self.parameters.named().filter_map(|(_, parameter)| Some((switch_mark, self.word(parameter)?)));
        let on = self.parameters.switches().filter(|(_, switch)| self.is_on(switch.name));
        let switches = on.map(|(_, switch)| (switch_mark, switch.name.to_owned()));
        for (mark, word) in in_places.chain(named).chain(switches) {
            if !std::mem::take(&mut is_first) {
                write!(f, "{mark}")?;
            }
            f.write_str(&word)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Argument, Parameter, Parameters};

    fn board() -> Parameters {
        Parameters::places('x')
            .with(Parameter::whole("columns", "columns of the board", 4..=8, 8).in_steps_of(2))
            .with(Parameter::whole("rows", "rows of the board", 1..=9_u8, 6))
            .with(Parameter::switch("torus", "sides meet"))
            .with(Parameter::switch("fast", "two moves at once"))
    }

    /// With one that goes without saying, and is written by name.
    fn linked() -> Parameters {
        Parameters::places('x')
            .with(Parameter::whole("columns", "columns of the board", 1..=9, 5))
            .with(Parameter::whole("links", "how many are kept", 0..=9, 4).or_nothing())
            .with(Parameter::switch("torus", "sides meet"))
    }

    fn keys() -> Parameters {
        Parameters::keys()
            .with(Parameter::whole("seed", "different seeds, different games", 0..=u64::MAX, 0))
            .with(Parameter::span("moves", "moves of a position", 1..=9, 2..=2))
            .with(Parameter::span("values", "scores of leaves", -5..=5, -3..=3).about_zero())
            .with(Parameter::rate("share", "how often", Some(0.0)))
            .with(Parameter::rate("order", "how well", None).or_one_as("best"))
            .with(Parameter::choice("leaves", "where scores come from", &["own", "sums"]))
            .with(Parameter::whole("rounds", "how often", 0..=9_u8, 1).or_nothing())
            .with(Parameter::switch("wild", "no rules"))
    }

    fn written(parameters: &Parameters, text: &str) -> String {
        parameters.read(Some(text)).map_or_else(|error| error.to_string(), |arguments| arguments.to_string())
    }

    #[test]
    #[should_panic(expected = "the default of size is none of its values")]
    fn defaults_can_be_given() {
        let _ = Parameters::keys().with(Parameter::whole("size", "how large", 1..=10, 4).in_steps_of(2));
    }

    #[test]
    #[should_panic(expected = "there is a parameter size already")]
    fn names_stand_for_one_parameter() {
        let size = || Parameter::whole("size", "how large", 1..=10, 4);
        let _ = Parameters::keys().with(size()).with(size());
    }

    #[test]
    fn texts_are_written_in_one_way() {
        for (text, canonical) in [("4x5", "4x5"), (" 06 X 9 + FAST+torus ", "6x9+torus+fast"), ("8x6+fast", "8x6+fast")]
        {
            assert_eq!(written(&board(), text), canonical);
            assert_eq!(written(&board(), canonical), canonical);
        }
        for (text, canonical) in [("3", "3"), ("3+LINKS=4", "3"), ("3+torus+links=0", "3+links=0+torus")] {
            assert_eq!(written(&linked(), text), canonical);
            assert_eq!(written(&linked(), canonical), canonical);
        }
        assert_eq!(linked().syntax(), "COLUMNS[+links=LINKS][+torus]");
        for wrong in ["3x4", "3+links", "3+links=10", "3+links=1+links=2", "3+columns=3", "links=3"] {
            assert!(linked().read(Some(wrong)).is_err(), "{wrong}");
        }
        for (text, canonical) in [
            ("seed=18446744073709551615", "seed=18446744073709551615,moves=2,values=3"),
            ("wild, values=-2..2 ,moves=3..3", "seed=0,moves=3,values=2,wild"),
            ("values=2..2,moves=1..9,share=-0,order=-0", "seed=0,moves=1..9,values=2..2,order=0"),
            ("order=1,share=0.5,leaves=own", "seed=0,moves=2,values=3,share=0.5,order=best"),
            ("order=best,leaves=sums,values=0", "seed=0,moves=2,values=0,order=best,leaves=sums"),
            ("rounds=1", "seed=0,moves=2,values=3"),
            ("Seed=4,MOVES=5,Wild", "seed=4,moves=5,values=3,wild"),
            ("rounds=2", "seed=0,moves=2,values=3,rounds=2"),
        ] {
            assert_eq!(written(&keys(), text), canonical);
            assert_eq!(written(&keys(), canonical), canonical);
        }
        let sequence = Parameters::places(',')
            .with(Parameter::whole("k", "stones in a row", 1..=5, 3))
            .with(Parameter::switch("gravity", "stones fall"))
            .with_switch_mark(',');
        assert_eq!(written(&sequence, "4, Gravity"), "4,gravity");
        assert_eq!(written(&sequence, "4,5"), r#"there is no parameter "5"; expected K[,gravity], as in 3"#);
        let only = Parameters::places(',').with(Parameter::switch("a", "one")).with(Parameter::switch("b", "two"));
        assert_eq!((written(&only, "b+a"), only.defaults().to_string()), ("a+b".to_owned(), String::new()));
        assert_eq!(written(&only, "c"), r#"there is no parameter "c"; expected [+a][+b], as in a"#);
    }

    #[test]
    fn refusals_name_the_parameter_and_what_it_can_be() {
        let syntax = "expected COLUMNSxROWS[+torus][+fast], as in 8x6";
        for (text, message) in [
            ("", format!("there are no parameters; {syntax}")),
            ("8", format!("rows is missing in \"8\"; {syntax}")),
            ("8x6x4", format!("\"4\" is one number too many; {syntax}")),
            ("8x", "rows cannot be \"\"; give a whole number from 1 to 9, as in 8x6".to_owned()),
            ("8x10", "rows cannot be \"10\"; give a whole number from 1 to 9, as in 8x6".to_owned()),
            ("5x6", "columns cannot be \"5\"; give a whole number from 4 to 8 in steps of 2, as in 8x6".to_owned()),
            ("8x-1", "rows cannot be \"-1\"; give a whole number from 1 to 9, as in 8x6".to_owned()),
            ("8x6+", format!("there is no parameter \"\"; {syntax}")),
            ("8x6+columns", format!("there is no parameter \"columns\"; {syntax}")),
            ("8x6+fast+fast", format!("fast is given twice; {syntax}")),
        ] {
            assert_eq!(written(&board(), text), message);
        }
        assert!(written(&keys(), "seed").starts_with("seed needs a value; expected "), "{}", written(&keys(), "seed"));
        let switch = Parameters::keys().with(Parameter::switch("fast", "quick play"));
        assert_eq!(written(&switch, "fast=on"), "fast is there or not, and has no value; expected fast, as in fast");
        let huge = "9".repeat(60);
        for text in ["seed=-1", "seed=18446744073709551616", &format!("seed={huge}"), "seed=1.5", "seed=", "seed"] {
            assert!(written(&keys(), text).contains("seed"), "{text}");
            assert!(keys().read(Some(text)).is_err(), "{text}");
        }
        let refused = [
            "moves=6..2",
            "moves=0",
            "values=-1",
            "values=-9..1",
            "share=nan",
            "share=1.1",
            "order=worst",
            "leaves=all",
            "wild=on",
            "wild,wild",
            "share=0,share=0",
            ",",
            "depth=3",
        ];
        for text in refused {
            assert!(keys().read(Some(text)).is_err(), "{text}");
        }
        let none = Parameters::none().read(Some("7")).unwrap_err();
        assert_eq!(none.to_string(), "it takes no parameters, and got \"7\"");
    }

    #[test]
    fn arguments_are_got_by_name() {
        let read = keys().read(Some("moves=2..6,leaves=sums,wild,share=0.25")).unwrap();
        assert_eq!(
            (read.whole::<u64>("seed"), read.span::<u32>("moves"), read.span::<i32>("values")),
            (0, 2..=6, -3..=3)
        );
        assert_eq!((read.rate("share"), read.rate("order")), (Some(0.25), None));
        assert_eq!((read.choice("leaves"), read.is_on("wild")), ("sums", true));
        assert_eq!((read.is_given("moves"), read.is_given("values")), (true, false));
        let made = keys().defaults().with("seed", 7_u64).with("values", 0..=4_i32).with("wild", true);
        assert_eq!(made.to_string(), "seed=7,moves=2,values=0..4,wild");
        assert_eq!(made.get("seed"), Some(Argument::Whole(7)));
    }
}
