//! Searches in files, so that they can go on in another process.
//!
//! The idea: a search is its table, and with several threads the lines that these were at. Whoever goes on begins at the root again, and
//! finds there what was searched; what is lost is what was learned about the order of moves, and the positions of the line that had
//! not been answered.

use std::io::{self, Error, ErrorKind, Read, Write};

use proofset_core::Headed;
use proofset_table::{get, get_count, put};

use crate::board::Board;
use crate::counters::Counters;
use crate::crew::{Line, Part};
use crate::search::{Engine, MOST_PLIES};

/// What a saved search begins with.
const SAVED: u64 = u64::from_le_bytes(*b"minimax2");

fn wrong(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, what)
}

/// A line at which a thread has stopped.
fn read_line(from: &mut dyn Read) -> io::Result<Line> {
    let length = get(from)?;
    if length > MOST_PLIES as u64 {
        return Err(wrong("a line of it is too long"));
    }
    let step = |_| Ok((get(from)?, u8::try_from(get(from)?).map_err(|_| wrong("a move of it has no such number"))?));
    (0..length).map(step).collect()
}

impl<B: Board> Engine<B> {
    /// Writes down what the search has found out, so that a search for the same position with the same options can go on in
    /// another process. Returns false, and has written nothing, if it has no table, or positions that cannot be written.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn save(&mut self, position: &B::Mark, out: &mut dyn Write) -> io::Result<bool> {
        self.stand(position);
        let Some(table) = &self.table else { return Ok(false) };
        let mut head = Vec::new();
        put(&mut head, SAVED)?;
        put(&mut head, self.board.mark(0).0)?;
        put(&mut head, self.deepened.0)?;
        put(&mut head, self.deepened.1.into())?;
        self.counters().numbers().into_iter().try_for_each(|number| put(&mut head, *number))?;
        let lines = self.part.as_ref().map_or_else(Vec::new, Part::all_lines);
        put(&mut head, lines.len() as u64)?;
        for line in lines {
            put(&mut head, line.len() as u64)?;
            for (key, number) in line {
                put(&mut head, key)?;
                put(&mut head, number.into())?;
            }
        }
        table.save(&mut Headed::new(head, out))
    }

    /// Takes up what another search has saved, before this one has begun. It may hold so many bytes.
    ///
    /// # Errors
    ///
    /// Those of the input, or what is wrong with it.
    pub fn load(&mut self, position: &B::Mark, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        self.stand(position);
        if get(from)? != SAVED {
            return Err(wrong("it is not that of a minimax search"));
        }
        if get(from)? != self.board.mark(0).0 {
            return Err(wrong("its first position is another one"));
        }
        let deepened = (get(from)?, get(from)?);
        self.deepened = (deepened.0, u16::try_from(deepened.1).map_err(|_| wrong("it is too deep"))?);
        let mut counters = Counters::default();
        for number in counters.numbers() {
            *number = get_count(from)?;
        }
        let lines = (0..get(from)?).map(|_| read_line(from)).collect::<io::Result<Vec<_>>>()?;
        if let Some(part) = &self.part {
            part.set_lines(lines);
        }
        self.allow_table(self.own_share(bytes), true);
        self.table.as_mut().ok_or(ErrorKind::Unsupported)?.load(from)?;
        self.counters = counters;
        Ok(())
    }
}
