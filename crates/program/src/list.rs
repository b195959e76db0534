//! `proofset games` and `proofset algorithms`, for people and as JSON. All that they say is declared in the catalog.

use proofset_catalog::{ALGORITHMS, Catalog, DefaultAlgorithm, Entry, OPTIONS, OptionEntry, OptionValues};
use proofset_core::Parameter;
use serde_json::{Value, json};

use crate::failure::{Exit, Failure};
use crate::output::{print, print_object};

pub(crate) fn games(catalog: &Catalog) -> Result<Exit, Failure> {
    for (index, game) in catalog.entries().iter().enumerate() {
        if index > 0 {
            print("")?;
        }
        print(format!("{}  {}", game.name(), game.summary()))?;
        parameters(game)?;
        if !game.position().is_empty() {
            print(format!("  {:<12}{}", "position", game.position()))?;
        }
        for (index, line) in goals(game).iter().enumerate() {
            let title = if index == 0 { "goals" } else { "" };
            print(format!("  {title:<12}{line}"))?;
        }
        if !game.position_columns().is_empty() {
            print(format!("  {:<12}{} (the position)", "columns", game.position_columns().join(", ")))?;
        }
        for (index, column) in game.columns().iter().enumerate() {
            let title = if index == 0 && game.position_columns().is_empty() { "columns" } else { "" };
            print(format!("  {title:<12}{}: {}", column.name(), column.summary()))?;
        }
        for name in protocols(game) {
            print(format!("  {:<12}{name}", "protocol"))?;
        }
        for (index, heuristic) in game.heuristics().iter().enumerate() {
            let title = if index == 0 { "init" } else { "" };
            print(format!("  {title:<12}{}: {}", heuristic.name, heuristic.summary))?;
        }
        for (title, defaults) in [("default", game.goal_defaults()), ("--value", game.value_defaults())] {
            for (index, default) in defaults.iter().enumerate() {
                let title = if index == 0 { title } else { "" };
                let reason = if default.reason.is_empty() { String::new() } else { format!(": {}", default.reason) };
                print(format!("  {title:<12}{}{reason}", default.algorithm))?;
            }
        }
        print(format!("  {:<12}{}", "without", catalog.lacks(game).join(", ")))?;
        if !game.example().is_empty() {
            print(format!("  {:<12}{}", "example", game.example()))?;
        }
    }
    Ok(Exit::Done)
}

/// The forms of goals, and what is said of all of them.
fn goals(game: &Entry) -> Vec<String> {
    let goals = game.goals();
    let forms = goals.forms().iter().map(|goal| format!("{}: {}", goal.form, goal.summary));
    forms.chain((!goals.remark().is_empty()).then(|| goals.remark().to_owned())).collect()
}

/// The names of the protocols and dialogues that a game brings.
fn protocols(game: &Entry) -> Vec<&'static str> {
    let protocols = game.protocols().iter().map(|protocol| protocol.name());
    protocols.chain(game.dialogues().iter().map(|dialogue| dialogue.name)).collect()
}

/// How parameters are written, and then each.
fn parameters(game: &Entry) -> Result<(), Failure> {
    let parameters = game.parameters();
    if parameters.list().is_empty() {
        return Ok(());
    }
    let (syntax, example) = (parameters.syntax(), parameters.example());
    print(format!("  {:<12}{syntax}, as in {}:{example}", "parameters", game.name()))?;
    let width = parameters.list().iter().map(|parameter| parameter.name().len()).max().unwrap_or(0) + 2;
    for parameter in parameters.list() {
        let (name, meaning, kind) = (parameter.name(), parameter.meaning(), parameter.kind());
        let default = match parameter.default_text() {
            Some(default) => format!("; the default is {default}"),
            None => String::new(),
        };
        print(format!("  {:<12}{name:<width$}{meaning}: {kind}{default}", ""))?;
    }
    Ok(())
}

/// Prints an object for each game.
pub(crate) fn games_as_json(catalog: &Catalog) -> Result<Exit, Failure> {
    for game in catalog.entries() {
        let parameters = game.parameters();
        let defaults = |defaults: &[DefaultAlgorithm]| -> Vec<Value> {
            defaults.iter().map(|default| json!({"algorithm": default.algorithm, "reason": default.reason})).collect()
        };
        let heuristics = game.heuristics().iter();
        let columns = game.columns().iter();
        print_object(&json!({
            "game": game.name(),
            "summary": game.summary(),
            "parameters": {
                "syntax": parameters.syntax(),
                "default": parameters.defaults().to_string(),
                "list": parameters.list().iter().map(parameter).collect::<Vec<_>>(),
            },
            "position": game.position(),
            "goals": game.goals().forms().iter().map(|goal| named(goal.form, goal.summary)).collect::<Vec<_>>(),
            "goals_remark": game.goals().remark(),
            "position_columns": game.position_columns(),
            "columns": columns.map(|column| named(column.name(), column.summary())).collect::<Vec<_>>(),
            "protocols": protocols(game),
            "heuristics": heuristics.map(|heuristic| named(heuristic.name, heuristic.summary)).collect::<Vec<_>>(),
            "default_algorithms": defaults(game.goal_defaults()),
            "default_value_algorithms": defaults(game.value_defaults()),
            "without": catalog.lacks(game),
            "example": game.example(),
        }))?;
    }
    Ok(Exit::Done)
}

fn named(name: &str, summary: &str) -> Value {
    json!({"name": name, "summary": summary})
}

/// A parameter as an object. What is not said of its kind is null.
fn parameter(parameter: &Parameter) -> Value {
    let kind = parameter.kind();
    let range = kind.range();
    json!({
        "name": parameter.name(),
        "meaning": parameter.meaning(),
        "kind": kind.name(),
        "values": kind.to_string(),
        "least": range.map(|range| number(*range.start())),
        "most": range.map(|range| number(*range.end())),
        "names": kind.names(),
        "default": parameter.default_text(),
    })
}

/// A number of 64 bits; larger ones, which JSON readers mistake, as text.
fn number(number: i128) -> Value {
    match (u64::try_from(number), i64::try_from(number)) {
        (Ok(number), _) => json!(number),
        (_, Ok(number)) => json!(number),
        _ => json!(number.to_string()),
    }
}

/// Prints an object for each algorithm.
pub(crate) fn algorithms_as_json(catalog: &Catalog) -> Result<Exit, Failure> {
    let listed = ALGORITHMS.iter().map(|algorithm| (algorithm.syntax, algorithm.summary, algorithm.source));
    let own = catalog.searches().iter().map(|search| (search.name(), search.summary(), search.source()));
    for (syntax, summary, source) in listed.chain(own) {
        let name = syntax.split(':').next().unwrap_or(syntax);
        let of_it = OPTIONS.iter().filter(|option| option.of.contains(&name));
        print_object(&json!({
            "algorithm": name,
            "syntax": syntax,
            "summary": summary,
            "source": source,
            "options": of_it.map(option).collect::<Vec<_>>(),
        }))?;
    }
    Ok(Exit::Done)
}

fn option(option: &OptionEntry) -> Value {
    let (kind, values, names) = match &option.values {
        OptionValues::OneOf(names) => ("choice", names.join(" or "), &names[..]),
        OptionValues::Share(which) => ("share", which.clone(), &[][..]),
        OptionValues::Number(which) => ("number", which.clone(), &[][..]),
        OptionValues::Heuristic => {
            ("heuristic", "a heuristic of the game; the default is the first".to_owned(), &[][..])
        }
    };
    json!({"name": option.key, "meaning": option.summary, "kind": kind, "values": values, "names": names})
}

pub(crate) fn algorithms(catalog: &Catalog) -> Result<Exit, Failure> {
    let listed = ALGORITHMS.iter().map(|algorithm| (algorithm.syntax, algorithm.summary, algorithm.source));
    let own = catalog.searches().iter().map(|search| (search.name(), search.summary(), search.source()));
    for (syntax, summary, source) in listed.chain(own) {
        print(format!("{syntax:<16}{summary}"))?;
        if !source.is_empty() {
            print(format!("{:<16}{source}", ""))?;
        }
    }
    print("")?;
    print("Options, after a colon and separated by commas (pss:20,20,ties=colex):")?;
    for option in OPTIONS.iter() {
        let scope = format!(" ({})", option.of.join(", "));
        match &option.values {
            OptionValues::OneOf(values) => {
                print(format!("  {}={}", option.key, values.join("|")))?;
                print(format!("      {}{scope}; default {}", option.summary, values[0]))?;
            }
            OptionValues::Share(which) => {
                print(format!("  {}=SHARE", option.key))?;
                print(format!("      {}{scope}; {which}", option.summary))?;
            }
            OptionValues::Number(which) => {
                print(format!("  {}=N", option.key))?;
                print(format!("      {}{scope}; {which}", option.summary))?;
            }
            OptionValues::Heuristic => {
                print(format!("  {}=NAME", option.key))?;
                print(format!("      {}{scope}; the default is the first", option.summary))?;
                let width = catalog.entries().iter().map(|game| game.name().len()).max().unwrap_or_default() + 2;
                for game in catalog.entries() {
                    let names: Vec<&str> = game.heuristics().iter().map(|heuristic| heuristic.name).collect();
                    print(format!("      {:<width$}{}", game.name(), names.join(", ")))?;
                }
            }
        }
    }
    Ok(Exit::Done)
}
