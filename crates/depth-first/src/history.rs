//! Results that hold on one line only, where whoever repeats a state has lost.
//!
//! The idea (Kishimoto and Müller 2004): under such a rule every value may depend on the states that the line has been
//! through, for they are forbidden. So the table of states holds unsolved numbers alone, which are estimates anyway. A
//! solved node is stored as a *twin*, under its key and the set of states above it; and a *hint* says that it was solved
//! on some line. Where a hint but no twin is found, the proof is *simulated* (Kawano 1996): it is played through on the
//! line at hand, along nodes with hints only. If it still holds, there is a new twin; if not, nothing is known.
//!
//! The invariant: a twin is stored only where its value was found, or found again, with exactly its set of states above
//! it. Sets are compared by the exclusive or of a hash for each member, so these results are keyed, whatever the table.

use std::io::{self, Read, Write};
use std::num::NonZeroU32;

use proofset_core::{Evidence, Value, state_hash};
use proofset_numbers::Numbers;

use crate::simulation::MOST_NODES;
use crate::table::{Entry, KeyedTable, Name, Replacement, Room, Table};

/// How often proofs were carried over from other lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HistoryUse {
    /// Nodes whose value was known on the same line.
    pub twins: u64,
    /// Proofs from other lines that were played through.
    pub simulations: u64,
    /// Those of them that held.
    pub carried_over: u64,
}

/// What was found out on which line.
#[derive(Debug)]
pub(crate) struct Histories {
    /// Stands for the set of states on the line.
    set: u64,
    twins: KeyedTable,
    hints: KeyedTable,
    pub(crate) usage: HistoryUse,
    /// Nodes that the running simulation may still visit.
    pub(crate) left: u32,
    /// The keys of the states that the running simulation has gone down to.
    pub(crate) below: Vec<u64>,
}

fn name(key: u64) -> Name<'static, ()> {
    Name { key, resource: 0, mark: &() }
}

fn solved(value: Value, work: NonZeroU32) -> Entry {
    Entry { numbers: Numbers::decided(value), work, distance: 0, last: 0 }
}

impl Histories {
    pub(crate) fn new() -> Self {
        Self {
            set: 0,
            twins: KeyedTable::unordered(),
            hints: KeyedTable::unordered(),
            usage: HistoryUse::default(),
            left: 0,
            below: Vec::new(),
        }
    }

    pub(crate) fn allow(&mut self, bytes: u64) {
        let room = Room { bytes: bytes / 2, entries: None, replacement: Replacement::Work, dominance: false };
        Table::<()>::allow(&mut self.twins, room);
        Table::<()>::allow(&mut self.hints, room);
    }

    pub(crate) fn bytes(&self) -> u64 {
        Table::<()>::bytes(&self.twins) + Table::<()>::bytes(&self.hints)
    }

    /// What values on lines rest on: both tables have the same room.
    pub(crate) fn evidence(&self) -> Evidence {
        Table::<()>::evidence(&self.twins)
    }

    /// Writes down what was found out on lines.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        Table::<()>::save(&self.twins, out)?;
        Table::<()>::save(&self.hints, out)?;
        Ok(())
    }

    pub(crate) fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        Table::<()>::load(&mut self.twins, from)?;
        Table::<()>::load(&mut self.hints, from)
    }

    pub(crate) fn clear(&mut self) {
        Table::<()>::clear(&mut self.twins);
        Table::<()>::clear(&mut self.hints);
    }

    /// A state joins the line, or leaves it.
    pub(crate) fn toggle(&mut self, key: u64) {
        self.set ^= state_hash(&key);
    }

    /// The line is forgotten.
    pub(crate) fn abandon(&mut self) {
        self.set = 0;
        self.below.clear();
    }

    /// The key of a state below the line as it is.
    fn twin(&self, key: u64) -> u64 {
        key ^ self.set.rotate_left(17)
    }

    /// The value of a state on this line, if it is known.
    pub(crate) fn value(&self, key: u64) -> Option<Value> {
        self.twins.peek(name(self.twin(key))).and_then(|entry| entry.numbers.value())
    }

    /// The value that a state had on some line.
    pub(crate) fn hint(&self, key: u64) -> Option<Value> {
        self.hints.peek(name(key)).and_then(|entry| entry.numbers.value())
    }

    /// Stores the value of a state below the line as it is.
    pub(crate) fn store(&mut self, key: u64, value: Value, work: NonZeroU32) {
        let twin = self.twin(key);
        self.twins.put(name(twin), solved(value, work));
        self.hints.put(name(key), solved(value, work));
    }

    /// Begins a simulation.
    pub(crate) fn begin(&mut self) {
        self.usage.simulations += 1;
        self.left = MOST_NODES;
    }
}
