//! Counts the lines of functions in LLVM's text form, as `cargo llvm-lines` does.
//!
//! The idea: what a compiler has to work through is the code that it makes of generic functions, once for each type. An
//! instruction is a line that begins with two blanks and not three; labels, braces and the lines that go on with an
//! instruction do not count. A symbol says which function it was made of, and that says where it was written.

use std::collections::HashMap;
use std::io::BufRead;
use std::ops::AddAssign;

use anyhow::{Context, ensure};
use rustc_demangle::demangle;

/// Functions, and the lines in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Count {
    pub(crate) lines: u64,
    pub(crate) functions: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.lines += other.lines;
        self.functions += other.functions;
    }
}

/// The code of one or more crates.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// By the name of the function, without the types that it was made for.
    functions: HashMap<String, Count>,
}

impl Code {
    /// Adds a file.
    pub(crate) fn read(&mut self, text: impl BufRead) -> anyhow::Result<()> {
        let mut current: Option<(String, u64)> = None;
        for line in text.split(b'\n') {
            let line = line?;
            match &mut current {
                None if line.starts_with(b"define ") => {
                    let line = String::from_utf8_lossy(&line);
                    let symbol = symbol(&line).with_context(|| format!("this function has no name: {line}"))?;
                    current = Some((function(symbol), 0));
                }
                Some((_, lines)) if line != b"}" => {
                    *lines += u64::from(line.starts_with(b"  ") && line.get(2).is_some_and(|&next| next != b' '));
                }
                Some(_) => {
                    let (name, lines) = current.take().expect("a function ends");
                    *self.functions.entry(name).or_default() += Count { lines, functions: 1 };
                }
                None => {}
            }
        }
        ensure!(current.is_none(), "the file ends within a function");
        Ok(())
    }

    /// All of it.
    pub(crate) fn total(&self) -> Count {
        self.functions.values().fold(Count::default(), |mut total, &count| {
            total += count;
            total
        })
    }

    /// By function, and that with the most lines first.
    pub(crate) fn by_function(&self) -> Vec<(String, Count)> {
        sorted(self.functions.clone())
    }

    /// By the crate in which the functions were written, and that with the most lines first.
    pub(crate) fn by_origin(&self) -> Vec<(String, Count)> {
        let mut origins: HashMap<String, Count> = HashMap::new();
        for (name, &count) in &self.functions {
            *origins.entry(origin(name).to_owned()).or_default() += count;
        }
        sorted(origins)
    }
}

fn sorted(counts: HashMap<String, Count>) -> Vec<(String, Count)> {
    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    sorted
}

/// The symbol that a line defines: `define void @name(...)`, or `@"name"` with marks.
fn symbol(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once('@')?;
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map(|(symbol, _)| symbol),
        None => rest.split_once('(').map(|(symbol, _)| symbol),
    }
}

/// The name of the generic function that a symbol was made of.
fn function(symbol: &str) -> String {
    let name = format!("{:#}", demangle(symbol));
    // Types may be written behind a name: `f::<T>`; and what drops a value is named by its type even where others are not.
    let mut generic = String::with_capacity(name.len());
    let mut rest = name.as_str();
    while let Some((start, skipped)) = [("::<", 0), ("drop_in_place<", "drop_in_place".len())]
        .iter()
        .filter_map(|&(mark, kept)| Some((rest.find(mark)? + kept, mark.len() - kept)))
        .min()
    {
        generic.push_str(&rest[..start]);
        let within = &rest[start + skipped..];
        rest = &within[closing(within)..];
    }
    generic + rest
}

/// The place behind the `>` that closes what was open before the text.
fn closing(text: &str) -> usize {
    let mut open = 1;
    let mut last = ' ';
    for (place, letter) in text.char_indices() {
        match letter {
            '<' => open += 1,
            // The arrow of a function's type closes nothing.
            '>' if last != '-' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return place + 1;
        }
        last = letter;
    }
    text.len()
}

/// What has no path.
const OTHERS: &str = "others";

/// The crates of the standard library.
const STANDARD: &[&str] = &["core", "alloc", "std", "hashbrown"];

/// The crate that a function was written in: `a` of `a::b::f`; of `<S as T>::f` that of the type, but that of the trait if
/// the type has none, or is from the standard library and the trait is not.
fn origin(name: &str) -> &str {
    let Some(inner) = name.strip_prefix('<') else { return first_crate(name).unwrap_or(OTHERS) };
    let inner = &inner[..closing(inner).saturating_sub(1)];
    let (own, of_trait) = match split_as(inner) {
        Some((own, of_trait)) => (first_crate(own), first_crate(of_trait)),
        None => (first_crate(inner), None),
    };
    match (own, of_trait) {
        (Some(own), Some(of_trait)) if STANDARD.contains(&own) && !STANDARD.contains(&of_trait) => of_trait,
        (Some(own), _) => own,
        (None, of_trait) => of_trait.unwrap_or(OTHERS),
    }
}

/// A type and a trait, at the ` as ` that is within no other brackets.
fn split_as(text: &str) -> Option<(&str, &str)> {
    let mut open = 0;
    let mut last = ' ';
    for (place, letter) in text.char_indices() {
        match letter {
            '<' | '(' | '[' => open += 1,
            '>' if last != '-' => open -= 1,
            ')' | ']' => open -= 1,
            ' ' if open == 0 && text[place..].starts_with(" as ") => {
                return Some((&text[..place], &text[place + " as ".len()..]));
            }
            _ => {}
        }
        last = letter;
    }
    None
}

/// The first crate in a type or a path: the first name that `::` follows.
fn first_crate(text: &str) -> Option<&str> {
    let end = text.find("::")?;
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let start = text[..end].char_indices().rev().take_while(|&(_, letter)| is_part(letter)).last()?.0;
    Some(&text[start..end])
}

#[cfg(test)]
mod tests {
    use super::{Code, Count, function, origin, symbol};

    const SAMPLE: &str = r#"; ModuleID = 'sample'
%"core::fmt::Formatter<'_>" = type { i64 }
  not in a function
; alpha::f
define internal void @_ZN5alpha1f17h0123456789abcdefE(ptr %x) unnamed_addr #0 {
start:
  %a = load i64, ptr %x, align 8
  switch i64 %a, label %bb1 [
    i64 0, label %bb2
  ]

bb1:
  ret void
}

define void @_ZN5alpha1f17hfedcba9876543210E() #1 {
start:
  ret void
}

define void @"_ZN42_$LT$T$u20$as$u20$beta..Shape$LT$T$GT$$GT$4area17h0123456789abcdefE"() {
  ret void
}

declare void @_ZN4core9panicking5panic17h0123456789abcdefE()
"#;

    #[test]
    fn lines_are_those_within_functions_that_begin_with_two_blanks() {
        let mut code = Code::default();
        code.read(SAMPLE.as_bytes()).unwrap();
        assert_eq!(code.total(), Count { lines: 6, functions: 3 });
        let function = |name: &str, lines, functions| (name.to_owned(), Count { lines, functions });
        assert_eq!(code.by_function(), [function("alpha::f", 5, 2), function("<T as beta::Shape<T>>::area", 1, 1)]);
        assert_eq!(code.by_origin(), [function("alpha", 5, 2), function("beta", 1, 1)]);
        code.read(SAMPLE.as_bytes()).unwrap();
        assert_eq!(code.total(), Count { lines: 12, functions: 6 });
    }

    #[test]
    fn a_file_that_is_cut_off_is_refused() {
        let cut = &SAMPLE[..SAMPLE.find("bb1:").unwrap()];
        assert!(Code::default().read(cut.as_bytes()).unwrap_err().to_string().contains("within a function"));
    }

    #[test]
    fn symbols_stand_behind_the_first_at() {
        assert_eq!(symbol("define void @main(i32 %0)"), Some("main"));
        assert_eq!(symbol("define i32 @\"a$b\"(ptr @x)"), Some("a$b"));
        assert_eq!(symbol("define void"), None);
    }

    #[test]
    fn copies_of_a_generic_function_have_one_name() {
        let drop = "_ZN4core3ptr63drop_in_place$LT$alloc..vec..Vec$LT$proofset_core..Size$GT$$GT$17h0123456789abcdefE";
        assert_eq!(function(drop), "core::ptr::drop_in_place");
        // The form of symbols that has types: alpha::f::<i32>.
        assert_eq!(function("_RINvCs1234_5alpha1flE"), "alpha::f");
        assert_eq!(function("main"), "main");
    }

    #[test]
    fn functions_belong_to_the_crate_that_they_were_written_in() {
        for (name, expected) in [
            ("alpha::f", "alpha"),
            ("<alpha::A<beta::B> as core::fmt::Debug>::fmt", "alpha"),
            ("<&mut alpha::A as core::fmt::Debug>::fmt", "alpha"),
            ("<alloc::vec::Vec<T> as core::iter::FromIterator<T>>::from_iter", "alloc"),
            ("<alloc::vec::Vec<T> as beta::Shape>::area", "beta"),
            ("<T as beta::Shape>::area", "beta"),
            ("<fn(A) -> B as beta::Shape>::area", "beta"),
            ("<alpha::A<T>>::new", "alpha"),
            ("main", "others"),
        ] {
            assert_eq!(origin(name), expected, "{name}");
        }
    }
}
