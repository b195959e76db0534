//! Operations of EPD: what stands behind the position in a line, as in `bm #3; id "problem 7";`.
//!
//! The idea: an operation is a code and what stands behind it, up to a semicolon that is not in quotes. The first stands behind the
//! four fields of the position, and behind its two clocks where a line has them.

/// The fields of a position without clocks.
pub(crate) const FIELDS: usize = 4;

/// The operations of a line, each as its code and its operands, with the quotes that these have. What no semicolon ends is
/// none.
pub fn operations(line: &str) -> impl Iterator<Item = (&str, &str)> {
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
    let operations = parts.enumerate().map(|(index, part)| if index == 0 { behind_fields(part) } else { part.trim() });
    operations.filter(|operation| !operation.is_empty()).map(|operation| {
        let (code, operands) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        (code, operands.trim())
    })
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
    use super::operations;

    #[test]
    fn operations_stand_behind_four_fields_or_six() {
        for fields in ["8/8/8/8/8/k7/8/K6r w - -", "8/8/8/8/8/k7/8/K6r w - - 3", "8/8/8/8/8/k7/8/K6r w - e3 3 17"] {
            let all = |text: &str| -> Vec<(String, String)> {
                let line = format!("{fields} {text}");
                operations(&line).map(|(code, operands)| (code.to_owned(), operands.to_owned())).collect()
            };
            let expected = |all: &[(&str, &str)]| -> Vec<(String, String)> {
                all.iter().map(|&(code, operands)| (code.to_owned(), operands.to_owned())).collect()
            };
            assert_eq!(all("bm Rh1#;"), expected(&[("bm", "Rh1#")]));
            assert_eq!(all("bm #-12; PV: a1b1;"), expected(&[("bm", "#-12"), ("PV:", "a1b1")]));
            assert_eq!(all("acd 3;dm  4 ; draw_offer;"), expected(&[("acd", "3"), ("dm", "4"), ("draw_offer", "")]));
            assert_eq!(all("c0 \"one; two\"; ce 3;;"), expected(&[("c0", "\"one; two\""), ("ce", "3")]));
            // What nothing ends is none.
            assert_eq!(all(""), []);
            assert_eq!(all("dm 3"), []);
            assert_eq!(all("c0 \"dm 3;"), []);
        }
        assert_eq!(operations("dm 3;").count(), 0);
        assert_eq!(operations(";;").count(), 0);
    }
}
