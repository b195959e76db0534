//! Texts from outside, on their way to a terminal or into a picture.
//!
//! The idea: names of nodes and files, positions and echoed input may hold anything, and a terminal obeys some
//! characters: they begin lines, move the cursor, change what stands above, or turn the order of what follows. XML cannot
//! have some of them at all. So a line goes out through [`visible`], in which such characters are written as in a Rust
//! string, and an object through [`json`], in which they are written as JSON has it. Nothing else of a text changes.

use std::borrow::Cow;
use std::fmt::Write as _;

/// True if a terminal, or a reader of XML, may do something else with a character than show it: control characters, marks
/// that break lines or turn the direction of writing, others that have no shape, and what is no character. The two
/// joiners that spelling needs (U+200C, U+200D) do no harm.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        )
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
        || u32::from(c) & 0xfffe == 0xfffe
}

fn escaped(text: &str, escape: impl Fn(&mut String, char)) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_obeyed(c) {
            escape(&mut out, c);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// A text as a part of one line: `\n` for the end of a line, `\u{1b}` for an escape.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |out, c| match c {
        '\n' | '\r' | '\t' => out.extend(c.escape_default()),
        _ => out.extend(c.escape_unicode()),
    })
}

/// A JSON text in one line, with the same value. What is escaped here stands in strings.
pub fn json(text: &str) -> Cow<'_, str> {
    escaped(text, |out, c| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{json, visible};

    #[test]
    fn a_text_stays_on_its_line_and_in_its_direction() {
        assert_eq!(visible("a\nb\r\tc"), "a\\nb\\r\\tc");
        assert_eq!(visible("\0\u{1b}[31m\u{7f}\u{9b}31m"), "\\u{0}\\u{1b}[31m\\u{7f}\\u{9b}31m");
        for c in "\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}\u{ffff}\u{e0041}".chars() {
            assert_eq!(visible(&format!("a{c}b")), format!("a\\u{{{:x}}}b", u32::from(c)));
        }
    }

    #[test]
    fn what_people_write_stays() {
        for text in
            ["", "Nf3+ 2. gxf3", "5五金打", "C:\\new\\table", "שלום", "می\u{200c}خواهم", "👩\u{200d}🚀", "naïve \"é\""]
        {
            assert_eq!(visible(text), text);
            assert_eq!(json(text), text);
        }
    }
}
