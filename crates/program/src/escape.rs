//! Texts from outside, on their way to a terminal: the program writes them as [`visible`] and [`json`] have them, files of
//! JSON among them.

use std::io::{Result, Write};

pub(crate) use proofset_certificate::escape::{json, visible};

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

    use super::{JsonLines, json};

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
