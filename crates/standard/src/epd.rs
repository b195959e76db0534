//! What the operations of an EPD say of a problem, as in `bm #3; id "problem 7";`.
//!
//! The idea: files of mates say the answer in the line itself. `dm N` is a mate in N moves; `bm #N` is what engines that look for
//! mates are tested with, below 0 if the side to move is mated. `id` names the problem. All other operations are about games
//! and engines.

use proofset_catalog::{Annotations, Told};
use proofset_chess_notation::operations;

/// What the operations of a line say; `mate` reads the number of a known mate.
pub(crate) fn annotations(line: &str, mate: fn(&str) -> Result<Told, String>) -> Result<Annotations, String> {
    // It would take in the operations behind it.
    if line.matches('"').count() % 2 == 1 {
        return Err("a quote in its operations is not closed".to_owned());
    }
    let mut all = Annotations::default();
    for (code, operand) in operations(line) {
        let number = match code {
            "id" => {
                let name = operand.trim_matches('"').trim();
                all.id = (!name.is_empty()).then(|| name.to_owned());
                continue;
            }
            "dm" => operand,
            "bm" => match operand.strip_prefix('#') {
                Some(number) => number,
                // A move that is good says nothing of mates.
                None => continue,
            },
            _ => continue,
        };
        all.told = mate(number).map_err(|message| format!("{code} is {operand:?}; {message}"))?;
    }
    Ok(all)
}
