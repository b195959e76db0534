//! Texts from outside, on their way to a terminal.
//!
//! The idea: names of nodes and files, positions and echoed input may hold anything, and a terminal obeys some
//! characters: they begin lines, move the cursor, change what stands above, or turn the order of what follows. So a line
//! goes out through [`visible`], in which such characters are written as in a Rust string, and an object through
//! [`json`], in which they are written as JSON has it. Nothing else of a text changes.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{Result, Write};

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
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |out, c| match c {
        '\n' | '\r' | '\t' => out.extend(c.escape_default()),
        _ => out.extend(c.escape_unicode()),
    })
}

/// A JSON text in one line, with the same value. What is escaped here stands in strings.
pub(crate) fn json(text: &str) -> Cow<'_, str> {
    escaped(text, |out, c| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

/// Passes lines of JSON on, each as [`json`] has it.
pub(crate) struct JsonLines<W> {
    out: W,
    /// What has come since the last end of a line.
    begun: Vec<u8>,
}

impl<W: Write> JsonLines<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, begun: Vec::new() }
    }

    /// Passes on what lies before an index.
    fn pass(&mut self, end: usize) -> Result<()> {
        let rest = self.begun.split_off(end);
        let lines = std::mem::replace(&mut self.begun, rest);
        for line in String::from_utf8_lossy(&lines).split_inclusive('\n') {
            let text = line.strip_suffix('\n').unwrap_or(line);
            self.out.write_all(json(text).as_bytes())?;
            self.out.write_all(&line.as_bytes()[text.len()..])?;
        }
        Ok(())
    }
}

impl<W: Write> Write for JsonLines<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let before = self.begun.len();
        self.begun.extend_from_slice(bytes);
        if let Some(last) = bytes.iter().rposition(|byte| *byte == b'\n') {
            self.pass(before + last + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.pass(self.begun.len())?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{JsonLines, json, visible};

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

    #[test]
    fn json_keeps_its_value() {
        let value = serde_json::json!({ "a\u{9b}": "x\n\u{7f}\u{202e}\u{2028}\u{e0041}\\" });
        let text = value.to_string();
        let line = json(&text);
        assert!(line.is_ascii(), "{line}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&line).unwrap(), value);
    }

    #[test]
    fn lines_may_come_in_any_pieces() {
        let text = "{\n \"a\u{9b}é\": 1\n}\nend";
        for size in 1..=text.len() {
            let mut out = Vec::new();
            let mut lines = JsonLines::new(&mut out);
            for piece in text.as_bytes().chunks(size) {
                lines.write_all(piece).unwrap();
            }
            lines.flush().unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), "{\n \"a\\u009bé\": 1\n}\nend", "{size}");
        }
    }
}
