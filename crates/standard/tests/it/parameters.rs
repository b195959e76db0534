//! Parameters of every game: whatever is in their ranges is written and read back as the same, and everything else is an
//! error that names the game.

use fastrand::Rng;
use proofset_catalog::{Catalog, Entry, InputError};
use proofset_core::{Argument, Arguments, Parameter, ParameterKind};

/// A number of a range, often one of its ends.
fn number(rng: &mut Rng, low: i128, high: i128) -> i128 {
    match rng.u32(0..4) {
        0 => low,
        1 => high,
        _ => rng.i128(low..=high),
    }
}

/// Something that a parameter can be.
fn argument(rng: &mut Rng, parameter: &Parameter) -> Argument {
    match parameter.kind() {
        ParameterKind::Whole { range, step } => {
            let (low, step) = (*range.start(), i128::from(*step));
            Argument::Whole(low + step * number(rng, 0, (range.end() - low) / step))
        }
        ParameterKind::Span { range, .. } => {
            let low = number(rng, *range.start(), *range.end());
            Argument::Span(low, number(rng, low, *range.end()))
        }
        ParameterKind::Rate { .. } if rng.bool() => Argument::Rate(f64::from(rng.u32(0..=1))),
        ParameterKind::Rate { .. } => Argument::Rate(rng.f64()),
        ParameterKind::Choice(names) => Argument::Choice(names[rng.usize(..names.len())]),
        ParameterKind::Switch => Argument::Switch(rng.bool()),
        kind => panic!("this test knows no {kind:?}"),
    }
}

fn arguments(rng: &mut Rng, entry: &Entry) -> Arguments {
    let parameters = entry.parameters();
    let chosen: Vec<&Parameter> = parameters.list().iter().filter(|_| rng.u32(0..4) > 0).collect();
    chosen.into_iter().fold(parameters.defaults(), |chosen, parameter| {
        let argument = argument(rng, parameter);
        chosen.with(parameter.name(), argument)
    })
}

/// A text with a character more, less or changed.
fn spoiled(rng: &mut Rng, text: &str) -> String {
    const SIGNS: [char; 16] =
        ['x', ',', '+', '=', '-', '.', '0', '9', ' ', 'g', ':', '\0', '\u{e9}', '\u{202e}', '/', '\n'];
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..rng.u32(1..4) {
        let (place, sign) = (rng.usize(..=signs.len()), SIGNS[rng.usize(..SIGNS.len())]);
        match rng.u32(0..3) {
            0 => signs.insert(place, sign),
            1 if place < signs.len() => signs[place] = sign,
            _ => signs.truncate(place),
        }
    }
    signs.into_iter().collect()
}

/// Opens a game with these parameters; the name that it gives itself, if it takes them.
fn opened(catalog: &Catalog, entry: &Entry, text: &str) -> Option<String> {
    opened_by_name(catalog, entry, &format!("{}:{text}", entry.name()))
}

/// The same with the whole name.
fn opened_by_name(catalog: &Catalog, entry: &Entry, name: &str) -> Option<String> {
    match catalog.open(name, entry_position(entry), None) {
        Ok(task) => Some(task.game().to_owned()),
        Err(InputError::Parameters { game, message }) => {
            assert_eq!(game, entry.name());
            assert!(!message.is_empty());
            None
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

/// A position for the games that have no start.
fn entry_position(entry: &Entry) -> Option<&'static str> {
    (entry.name() == "and-or").then_some(r#"{"nodes": [{"id": "A"}], "edges": [], "root": "A"}"#)
}

#[test]
fn what_is_in_the_ranges_is_written_and_read_back() {
    let catalog = proofset_standard::catalog();
    let mut rng = Rng::with_seed(1);
    for entry in catalog.entries().iter().filter(|entry| !entry.parameters().list().is_empty()) {
        let mut taken = 0;
        for _ in 0..300 {
            let chosen = arguments(&mut rng, entry);
            // There is no colon before what goes without saying.
            let name = entry.full_name(&chosen);
            let text = name.split_once(':').map(|(_, text)| text);
            let read = entry.parameters().read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(read.to_string(), text.unwrap_or_default());
            for parameter in entry.parameters().list() {
                assert_eq!(read.get(parameter.name()), chosen.get(parameter.name()), "{name}: {}", parameter.name());
            }
            if let Some(opened) = opened_by_name(&catalog, entry, &name) {
                assert_eq!(opened, name);
                taken += 1;
            }
        }
        assert!(taken > 20, "{} takes {taken} of 300", entry.name());
    }
}

#[test]
fn everything_else_is_an_error_and_never_a_panic() {
    let catalog = proofset_standard::catalog();
    let mut rng = Rng::with_seed(2);
    for entry in catalog.entries() {
        let mut refused = 0;
        for _ in 0..300 {
            let text = arguments(&mut rng, entry).to_string();
            let text = spoiled(&mut rng, &text);
            match opened(&catalog, entry, &text) {
                // What is taken has one text, which is read as itself.
                Some(name) => {
                    let (_, canonical) = name.split_once(':').expect("games with parameters are named by them");
                    assert_eq!(opened(&catalog, entry, canonical).as_ref(), Some(&name), "{text:?}");
                }
                None => refused += 1,
            }
        }
        assert!(refused > 100, "{} refuses {refused} of 300", entry.name());
    }
}

#[test]
fn nothing_and_numbers_without_end_are_refused() {
    let catalog = proofset_standard::catalog();
    for entry in catalog.entries() {
        let huge = "9".repeat(50);
        for text in
            ["", " ", ",", "+", "x", "=", "\u{fffd}", &huge, &format!("-{huge}..{huge}"), &format!("{huge}x{huge}")]
        {
            assert_eq!(opened(&catalog, entry, text), None, "{}:{text}", entry.name());
        }
        for parameter in entry.parameters().list() {
            for value in [&huge, "-170141183460469231731687303715884105728", "", "nan", "1e99", "0..", "..0"] {
                let text = format!("{}={value}", parameter.name());
                assert_eq!(opened(&catalog, entry, &text), None, "{}:{text}", entry.name());
            }
        }
    }
}
