//! `proofset games` and `proofset algorithms`.

use proofset_catalog::{ALGORITHMS, GAMES, OPTIONS, OptionValues};

use crate::failure::{Exit, Failure};
use crate::output::print;

pub(crate) fn games() -> Result<Exit, Failure> {
    for (index, game) in GAMES.iter().enumerate() {
        if index > 0 {
            print("")?;
        }
        print(format!("{}  {}", game.name, game.summary))?;
        for (name, text) in [("parameters", game.parameters), ("position", game.position), ("goals", game.goals)] {
            if !text.is_empty() {
                print(format!("  {name:<12}{text}"))?;
            }
        }
        for (index, heuristic) in game.heuristics.iter().enumerate() {
            let title = if index == 0 { "init" } else { "" };
            print(format!("  {title:<12}{}: {}", heuristic.name, heuristic.summary))?;
        }
        for (title, defaults) in [("default", game.goal), ("--value", game.value)] {
            for (index, default) in defaults.iter().enumerate() {
                let title = if index == 0 { title } else { "" };
                print(format!("  {title:<12}{}: {}", default.algorithm, default.reason))?;
            }
        }
        print(format!("  {:<12}{}", "without", game.lacks().join(", ")))?;
        print(format!("  {:<12}{}", "example", game.example))?;
    }
    Ok(Exit::Done)
}

pub(crate) fn algorithms() -> Result<Exit, Failure> {
    for algorithm in ALGORITHMS {
        print(format!("{:<16}{}", algorithm.syntax, algorithm.summary))?;
        print(format!("{:<16}{}", "", algorithm.source))?;
    }
    print("")?;
    print("Options, after a colon and separated by commas (pss:20,20,ties=colex):")?;
    for option in OPTIONS {
        let scope = format!(" ({})", option.of.join(", "));
        match option.values {
            OptionValues::OneOf(values) => {
                print(format!("  {}={}", option.key, values.join("|")))?;
                print(format!("      {}{scope}; default {}", option.summary, values[0]))?;
            }
            OptionValues::Share => {
                print(format!("  {}=SHARE", option.key))?;
                print(format!("      {}{scope}; at least 0, less than 1", option.summary))?;
            }
            OptionValues::Number(which) => {
                print(format!("  {}=N", option.key))?;
                print(format!("      {}{scope}; {which}", option.summary))?;
            }
            OptionValues::Heuristic => {
                print(format!("  {}=NAME", option.key))?;
                print(format!("      {}{scope}; the default is the first", option.summary))?;
                for game in GAMES {
                    let names: Vec<&str> = game.heuristics.iter().map(|heuristic| heuristic.name).collect();
                    print(format!("      {:<14}{}", game.name, names.join(", ")))?;
                }
            }
        }
    }
    Ok(Exit::Done)
}
