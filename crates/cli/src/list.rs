//! `proofset games` and `proofset algorithms`.

use proofset_catalog::{ALGORITHMS, Catalog, OPTIONS, OptionValues};

use crate::failure::{Exit, Failure};
use crate::output::print;

pub(crate) fn games(catalog: &Catalog) -> Result<Exit, Failure> {
    for (index, game) in catalog.entries().iter().enumerate() {
        if index > 0 {
            print("")?;
        }
        print(format!("{}  {}", game.name(), game.summary()))?;
        for (name, text) in [("parameters", game.parameters()), ("position", game.position()), ("goals", game.goals())]
        {
            if !text.is_empty() {
                print(format!("  {name:<12}{text}"))?;
            }
        }
        if !game.position_columns().is_empty() {
            print(format!("  {:<12}{} (the position)", "columns", game.position_columns().join(", ")))?;
        }
        for (index, column) in game.columns().iter().enumerate() {
            let title = if index == 0 && game.position_columns().is_empty() { "columns" } else { "" };
            print(format!("  {title:<12}{}: {}", column.name(), column.summary()))?;
        }
        for protocol in game.protocols() {
            print(format!("  {:<12}{}", "protocol", protocol.name()))?;
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
                for game in catalog.entries() {
                    let names: Vec<&str> = game.heuristics().iter().map(|heuristic| heuristic.name).collect();
                    print(format!("      {:<14}{}", game.name(), names.join(", ")))?;
                }
            }
        }
    }
    Ok(Exit::Done)
}
