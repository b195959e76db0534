//! Searches in files, so that they can go on in another process.
//!
//! The idea: a search is its table. Whoever goes on begins at the root again, and finds there what was searched; what is lost is what
//! was learned about the order of moves, and the positions of the line that had not been answered.

use std::io::{self, Error, ErrorKind, Read, Write};

use proofset_core::{Headed, Limits};
use proofset_table::{get, put};

use crate::board::Board;
use crate::counters::Counters;
use crate::search::Engine;

/// What a saved search begins with.
const SAVED: u64 = u64::from_le_bytes(*b"minimax1");

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
        table.save(&mut Headed::new(head, out))
    }

    /// Takes up what another search has saved, before this one has begun. It may hold so many bytes.
    ///
    /// # Errors
    ///
    /// Those of the input, or what is wrong with it.
    pub fn load(&mut self, position: &B::Mark, from: &mut dyn Read, bytes: Option<u64>) -> io::Result<()> {
        let wrong = |what: &str| Error::new(ErrorKind::InvalidData, what);
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
            *number = get(from)?;
        }
        self.allow(&Limits::none().with_bytes(self.own_share(bytes)));
        self.table.as_mut().ok_or(ErrorKind::Unsupported)?.load(from)?;
        self.counters = counters;
        Ok(())
    }
}
