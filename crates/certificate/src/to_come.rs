//! The states whose records are still to come, in memory or, where that is bounded, on disk.
//!
//! The idea: records come in the order of their numbers, so a state that is not needed soon can wait in a file
//! (time-forward processing: Chiang and others 1995). Where more states are held than there may be, the half that is needed last
//! goes to a file, in the order of records; each file is read from the front as its records come. Of a record whose
//! edges lie far apart there may be states in several files, and they are joined when the record comes. So memory is
//! bounded whatever the certificate, and every state is written at most once, and once more where files are merged.
//!
//! The invariant: what comes back from a file is what was put there. A state is read back as soon as it is written and
//! compared as the problem compares its states, and files end with a checksum.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use crc32fast::Hasher;

/// Files that are read at a time; if there are more, they become one.
const MOST_RUNS: usize = 128;

/// Writes states down that a check has no room for.
pub trait Shelf<S> {
    /// Writes a state behind what there is.
    fn write(&self, state: &S, to: &mut Vec<u8>);

    /// The state that was written as these bytes.
    fn read(&self, from: &[u8]) -> S;
}

/// A state whose record is still to come.
pub(crate) struct Pending<S, X> {
    pub(crate) state: S,
    /// The longest line from the root, in plies.
    pub(crate) depth: u32,
    /// What else has to be known of the lines to it.
    pub(crate) past: X,
}

/// Why there is no place for a state.
#[derive(Debug)]
pub(crate) enum NoPlace {
    /// More states are held than there may be, and they cannot be written down.
    Full,
    /// A state is not what it was when it is read back.
    Unfaithful,
    /// The disk.
    Io(io::Error),
}

impl From<io::Error> for NoPlace {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// States by the numbers of their records.
pub(crate) struct ToCome<'s, S, X> {
    held: BTreeMap<u32, Pending<S, X>>,
    most: usize,
    shelf: Option<&'s dyn Shelf<S>>,
    runs: Vec<Option<Run>>,
    /// The next record of each file.
    next: BinaryHeap<Reverse<(u32, usize)>>,
    /// States that were put to files.
    shelved: u64,
}

/// What is known of a state in a file.
struct Shelved {
    child: u32,
    depth: u32,
    bytes: Vec<u8>,
}

impl Shelved {
    fn write(&self, out: &mut impl Write, sum: &mut Hasher) -> io::Result<()> {
        let length = u32::try_from(self.bytes.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
        for part in [&self.child.to_le_bytes()[..], &self.depth.to_le_bytes(), &length.to_le_bytes(), &self.bytes] {
            sum.update(part);
            out.write_all(part)?;
        }
        Ok(())
    }
}

/// A file of states in the order of their records.
struct Run {
    file: BufReader<File>,
    left: u64,
    next: Option<Shelved>,
    sum: Hasher,
}

impl Run {
    /// The file that was written, from the front on.
    fn open(out: BufWriter<File>, count: u64, sum: &Hasher) -> io::Result<Self> {
        let mut out = out;
        out.write_all(&sum.clone().finalize().to_le_bytes())?;
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut run = Self { file: BufReader::new(file), left: count, next: None, sum: Hasher::new() };
        run.step()?;
        Ok(run)
    }

    fn number(&mut self) -> io::Result<u32> {
        let mut word = [0; 4];
        self.file.read_exact(&mut word)?;
        self.sum.update(&word);
        Ok(u32::from_le_bytes(word))
    }

    /// Goes to the next state.
    fn step(&mut self) -> io::Result<()> {
        if self.left == 0 {
            let computed = self.sum.clone().finalize();
            self.next = None;
            if self.number()? == computed {
                return Ok(());
            }
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a temporary file is not what was written"));
        }
        self.left -= 1;
        let (child, depth, length) = (self.number()?, self.number()?, self.number()?);
        let mut bytes = vec![0; length as usize];
        self.file.read_exact(&mut bytes)?;
        self.sum.update(&bytes);
        self.next = Some(Shelved { child, depth, bytes });
        Ok(())
    }
}

impl<'s, S: Eq, X: Default> ToCome<'s, S, X> {
    /// The root alone. So many states may be held; what goes beyond that is written down.
    pub(crate) fn new(root: S, most: usize, shelf: Option<&'s dyn Shelf<S>>) -> Self {
        let held = BTreeMap::from([(0, Pending { state: root, depth: 0, past: X::default() })]);
        Self { held, most: most.max(1), shelf, runs: Vec::new(), next: BinaryHeap::new(), shelved: 0 }
    }

    /// From now on so many states may be held.
    pub(crate) fn narrow(&mut self, most: usize) {
        self.most = most.max(1);
    }

    /// The states that are held.
    pub(crate) fn held(&self) -> usize {
        self.held.len()
    }

    /// The states that were written down so far.
    pub(crate) fn shelved(&self) -> u64 {
        self.shelved
    }

    /// True if nothing is to come.
    pub(crate) fn is_empty(&self) -> bool {
        self.held.is_empty() && self.next.is_empty()
    }

    /// What is held of a record that is still to come, to be joined with another way to it.
    pub(crate) fn get_mut(&mut self, child: u32) -> Option<&mut Pending<S, X>> {
        self.held.get_mut(&child)
    }

    /// Takes a state in of whose record none is held.
    pub(crate) fn insert(&mut self, child: u32, pending: Pending<S, X>) -> Result<(), NoPlace> {
        self.held.insert(child, pending);
        if self.held.len() > self.most { self.shelve() } else { Ok(()) }
    }

    /// Takes the states out that lead to a record: all of them, which are to be joined.
    pub(crate) fn take(&mut self, record: u32) -> Result<Vec<Pending<S, X>>, NoPlace> {
        let mut found: Vec<Pending<S, X>> = self.held.remove(&record).into_iter().collect();
        while let Some(&Reverse((child, place))) = self.next.peek()
            && child == record
        {
            let Shelved { depth, bytes, .. } = self.advance(place)?;
            let shelf = self.shelf.expect("what is in a file was written by it");
            found.push(Pending { state: shelf.read(&bytes), depth, past: X::default() });
        }
        Ok(found)
    }

    /// The next state of a file, which is the next of all.
    fn advance(&mut self, place: usize) -> io::Result<Shelved> {
        self.next.pop();
        let run = self.runs[place].as_mut().expect("it has a next state");
        let state = run.next.take().expect("it has a next state");
        run.step()?;
        match &run.next {
            Some(next) => self.next.push(Reverse((next.child, place))),
            None => self.runs[place] = None,
        }
        Ok(state)
    }

    /// Writes down the half that is needed last.
    #[cold]
    fn shelve(&mut self) -> Result<(), NoPlace> {
        let shelf = self.shelf.ok_or(NoPlace::Full)?;
        let middle = *self.held.keys().nth(self.held.len() / 2).expect("there are some");
        let later = self.held.split_off(&middle);
        let (mut out, mut sum, count) = (BufWriter::new(tempfile::tempfile()?), Hasher::new(), later.len() as u64);
        for (child, Pending { state, depth, .. }) in later {
            let mut bytes = Vec::new();
            shelf.write(&state, &mut bytes);
            if shelf.read(&bytes) != state {
                return Err(NoPlace::Unfaithful);
            }
            Shelved { child, depth, bytes }.write(&mut out, &mut sum)?;
        }
        self.shelved += count;
        self.add(Run::open(out, count, &sum)?);
        if self.runs.iter().flatten().count() > MOST_RUNS {
            self.merge()?;
        }
        Ok(())
    }

    fn add(&mut self, run: Run) {
        let place = self.runs.iter().position(Option::is_none).unwrap_or(self.runs.len());
        if let Some(next) = &run.next {
            self.next.push(Reverse((next.child, place)));
        }
        if place == self.runs.len() {
            self.runs.push(Some(run));
        } else {
            self.runs[place] = Some(run);
        }
    }

    /// Makes one file of all.
    fn merge(&mut self) -> io::Result<()> {
        let (mut out, mut sum, mut count) = (BufWriter::new(tempfile::tempfile()?), Hasher::new(), 0);
        while let Some(&Reverse((_, place))) = self.next.peek() {
            self.advance(place)?.write(&mut out, &mut sum)?;
            count += 1;
        }
        self.add(Run::open(out, count, &sum)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{NoPlace, Pending, Shelf, ToCome};

    struct Numbers;

    impl Shelf<u64> for Numbers {
        fn write(&self, state: &u64, to: &mut Vec<u8>) {
            to.extend(state.to_le_bytes());
        }

        fn read(&self, from: &[u8]) -> u64 {
            u64::from_le_bytes(from.try_into().expect("eight bytes"))
        }
    }

    /// Some states to every record from a seed, put in long before: all come back when the record comes, and no more are
    /// held than may be.
    #[test]
    fn what_is_written_down_comes_back() {
        let mut random = fastrand::Rng::with_seed(7);
        for most in [1, 2, 5, 40, 100_000] {
            let mut to_come: ToCome<'_, u64, ()> = ToCome::new(0, most, Some(&Numbers));
            let mut known = vec![vec![0]; 1];
            known.resize(9000, Vec::new());
            for record in 0..9000_u32 {
                let mut found: Vec<u64> =
                    to_come.take(record).unwrap().into_iter().map(|pending| pending.state).collect();
                found.sort_unstable();
                known[record as usize].sort_unstable();
                assert_eq!(found, known[record as usize], "{record} with {most}");
                for _ in 0..2 {
                    let child = record + 1 + random.u32(..3000);
                    if child < 9000 && to_come.get_mut(child).is_none() {
                        let state = random.u64(..);
                        known[child as usize].push(state);
                        to_come.insert(child, Pending { state, depth: 1, past: () }).unwrap();
                    }
                    assert!(to_come.held() <= most);
                }
            }
            assert!(to_come.is_empty());
            assert_eq!(to_come.shelved() > 0, most < 100_000);
        }
    }

    #[test]
    fn without_a_way_to_write_them_there_is_a_limit() {
        let mut to_come: ToCome<'_, u64, ()> = ToCome::new(0, 2, None);
        to_come.insert(1, Pending { state: 1, depth: 1, past: () }).unwrap();
        assert!(matches!(to_come.insert(2, Pending { state: 2, depth: 1, past: () }), Err(NoPlace::Full)));
    }

    /// One that forgets a bit.
    struct Forgetful;

    impl Shelf<u64> for Forgetful {
        fn write(&self, state: &u64, to: &mut Vec<u8>) {
            Numbers.write(&(state & !1), to);
        }

        fn read(&self, from: &[u8]) -> u64 {
            Numbers.read(from)
        }
    }

    #[test]
    fn a_state_that_does_not_come_back_is_found_out() {
        let mut to_come: ToCome<'_, u64, ()> = ToCome::new(0, 1, Some(&Forgetful));
        assert!(matches!(to_come.insert(1, Pending { state: 3, depth: 1, past: () }), Err(NoPlace::Unfaithful)));
    }
}
