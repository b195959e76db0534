//! `proofset games` and `proofset algorithms`.

use proofset_catalog::{ALGORITHMS, GAMES, OPTIONS};

use crate::failure::{Exit, Failure};
use crate::output::print;

pub(crate) fn games() -> Result<Exit, Failure> {
    for (index, game) in GAMES.iter().enumerate() {
        if index > 0 {
            print("")?;
        }
        print(format!("{}  {}", game.name, game.summary))?;
        for (name, text) in [
            ("parameters", game.parameters),
            ("position", game.position),
            ("goals", game.goals),
            ("example", game.example),
        ] {
            if !text.is_empty() {
                print(format!("  {name:<12}{text}"))?;
            }
        }
    }
    Ok(Exit::Done)
}

pub(crate) fn algorithms() -> Result<Exit, Failure> {
    for algorithm in ALGORITHMS {
        print(format!("{:<10}{}", algorithm.syntax, algorithm.summary))?;
        print(format!("{:<10}{}", "", algorithm.source))?;
    }
    print("\nOptions, after a colon and separated by commas (pss:20,20,ties=colex):")?;
    for option in OPTIONS {
        let scope = option.only.map_or_else(String::new, |name| format!(" ({name})"));
        print(format!("  {}={}", option.key, option.values.join("|")))?;
        print(format!("      {}{scope}; default {}", option.summary, option.values[0]))?;
    }
    Ok(Exit::Done)
}
