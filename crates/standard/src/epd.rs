//! Operations of EPD: what stands behind the position in a line, as in `bm #3; id "problem 7";`.
//!
//! The idea: files of mates say the answer in the line itself. `dm N` is a mate in N moves; `bm #N` is what engines that look for
//! mates are tested with, below 0 if the side to move is mated. `id` names the problem. All other operations are about games
//! and engines. The reference: the "Portable Game Notation Specification and Implementation Guide" (Edwards 1994), section 16.2.

use proofset_catalog::{Annotations, Told};

/// The fields of a position.
const FIELDS: usize = 4;

/// What the operations of a line say; `mate` reads the number of a known mate.
pub(crate) fn annotations(line: &str, mate: fn(&str) -> Result<Told, String>) -> Result<Annotations, String> {
    let mut all = Annotations::default();
    for operation in operations(line) {
        let (code, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        let operand = operand.trim();
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

/// The operations of a line: all that has `;` behind it, but for the fields before the first.
fn operations(line: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let ends = line.match_indices(['"', ';']).filter(move |(_, mark)| {
        is_quoted ^= *mark == "\"";
        *mark == ";" && !is_quoted
    });
    let mut start = 0;
    let parts = ends.map(move |(end, _)| {
        let part = &line[start..end];
        start = end + 1;
        part
    });
    parts.enumerate().map(|(index, part)| if index == 0 { behind_fields(part) } else { part.trim() })
}

/// What stands behind the fields of the position, and behind its two clocks where it has them.
fn behind_fields(text: &str) -> &str {
    let mut rest = text.trim();
    for field in 0..FIELDS + 2 {
        let is_clock = rest.starts_with(|first: char| first.is_ascii_digit());
        if field < FIELDS || is_clock {
            rest = rest.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start());
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use proofset_catalog::Told;

    use super::annotations;

    /// The name, and the number of the mate.
    fn read(line: &str) -> (Option<String>, Option<String>) {
        let mate = |text: &str| Ok(Told { goal: Some(text.to_owned()), ..Told::default() });
        let all = annotations(line, mate).unwrap();
        (all.id, all.told.goal)
    }

    #[test]
    fn operations_stand_behind_four_fields_or_six() {
        let says = |line: &str| read(line).1;
        for fields in ["8/8/8/8/8/k7/8/K6r w - -", "8/8/8/8/8/k7/8/K6r w - - 3", "8/8/8/8/8/k7/8/K6r w - e3 3 17"] {
            for (operations, number) in [
                ("", None),
                ("bm Rh1#;", None),
                ("bm #-12; PV: a1b1;", Some("-12")),
                ("acd 3;dm 4 ;", Some("4")),
                ("c0 \"dm 1; dm 2\"; dm 3;", Some("3")),
                // What nothing ends is no operation.
                ("dm 3", None),
            ] {
                let line = format!("{fields} {operations}");
                assert_eq!(says(&line).as_deref(), number, "{line}");
            }
        }
        assert_eq!(says("dm 3;"), None);
        assert_eq!(says(";;"), None);
    }

    #[test]
    fn names_may_have_quotes_and_what_ends_operations() {
        let name = |line: &str| read(&format!("8/8/8/8/8/k7/8/K6r b - - {line}")).0;
        assert_eq!(name("id \"no. 7; first\"; dm 2;").as_deref(), Some("no. 7; first"));
        assert_eq!(name("dm 2; id seven;").as_deref(), Some("seven"));
        assert_eq!(name("id \"\";"), None);
    }
}
