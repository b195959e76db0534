//! An output before which something stands, if anything is written at all.
//!
//! A search that cannot be written down writes nothing; whether it can is known only when its parts are asked.

use std::io::{self, Write};

/// Writes a head before the first of what is written.
pub struct Headed<'w> {
    head: Option<Vec<u8>>,
    out: &'w mut dyn Write,
}

impl<'w> Headed<'w> {
    /// An output behind a head.
    pub fn new(head: Vec<u8>, out: &'w mut dyn Write) -> Self {
        Self { head: Some(head), out }
    }
}

impl Write for Headed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(head) = self.head.take() {
            self.out.write_all(&head)?;
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl std::fmt::Debug for Headed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Headed").field("head", &self.head).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::Headed;

    #[test]
    fn a_head_stands_before_what_is_written_and_nowhere_else() {
        let mut out = Vec::new();
        drop(Headed::new(vec![1, 2], &mut out));
        assert_eq!(out, []);
        let mut headed = Headed::new(vec![1, 2], &mut out);
        headed.write_all(&[3]).unwrap();
        headed.write_all(&[4]).unwrap();
        assert_eq!(out, [1, 2, 3, 4]);
    }
}
