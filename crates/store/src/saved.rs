//! Graphs in files: which nodes were expanded, in which order.
//!
//! The idea: the rules make states again, so none is written. To expand the same nodes in the same order gives the same graph
//! with the same numbers, in a byte or two for each expansion. What has no parents any more is left out, and nodes that
//! have lost children say which they have.

use std::collections::VecDeque;
use std::io::{self, Error, ErrorKind, Read, Write};

use proofset_core::{Limits, NodeId, StopReason, Watch};

use crate::{End, Growth};

/// A graph that is to be written down.
pub trait Shape {
    /// The number of nodes; the first is the root.
    fn node_count(&self) -> usize;

    /// The nodes that were expanded, in the order in which they were; those without children where they may stand.
    fn expansions(&self) -> impl Iterator<Item = NodeId>;

    /// The children of a node in move order, each once.
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId>;

    /// Of a node that may have lost children: where those that are left stand among the successors of its state.
    fn places(&self, node: NodeId) -> Option<Vec<usize>>;
}

/// The numbers that nodes have in the file.
pub struct Numbering {
    numbers: Vec<u32>,
    reached: u32,
}

/// In the place of a number: the node was not reached.
const NONE: u32 = u32::MAX;

impl Numbering {
    /// The number of a node, if it is in the file.
    pub fn of(&self, node: NodeId) -> Option<NodeId> {
        Some(self.numbers[node.index()]).filter(|&number| number != NONE).map(NodeId::from_bits)
    }

    /// How many nodes are in the file.
    pub fn count(&self) -> usize {
        self.reached as usize
    }

    fn reach(&mut self, node: NodeId) -> bool {
        let number = &mut self.numbers[node.index()];
        if *number != NONE {
            return false;
        }
        *number = self.reached;
        self.reached += 1;
        true
    }
}

/// Writes a number, in as few bytes as it needs.
///
/// # Errors
///
/// Those of the output.
pub fn put(out: &mut (impl Write + ?Sized), mut number: u64) -> io::Result<()> {
    let mut bytes = [0; 10];
    let mut count = 0;
    loop {
        bytes[count] = (number & 0x7f) as u8;
        count += 1;
        number >>= 7;
        if number == 0 {
            return out.write_all(&bytes[..count]);
        }
        bytes[count - 1] |= 0x80;
    }
}

/// Reads a number that [`put`] has written.
///
/// # Errors
///
/// Those of the input, or [`ErrorKind::InvalidData`] for more bytes than a number has.
pub fn get(from: &mut (impl Read + ?Sized)) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(strange())
}

/// What is read does not fit what it is read for.
pub fn strange() -> Error {
    Error::new(ErrorKind::InvalidData, "it does not fit this problem")
}

/// Writes the shape of a graph. Linear time; while it runs, five bytes are needed for each node.
///
/// # Errors
///
/// Those of the output.
pub fn write_shape(graph: &impl Shape, out: &mut dyn Write) -> io::Result<Numbering> {
    let count = graph.node_count();
    let mut numbering = Numbering { numbers: vec![NONE; count], reached: 0 };
    put(out, count as u64)?;
    if count == 0 {
        return Ok(numbering);
    }
    numbering.reach(NodeId::from_bits(0));
    // Where a node was expanded before the first of those that lead to it now, it waits for that one.
    let mut waits = vec![false; count];
    let mut ready = VecDeque::new();
    for node in graph.expansions() {
        if numbering.of(node).is_none() {
            waits[node.index()] = true;
            continue;
        }
        ready.push_back(node);
        while let Some(node) = ready.pop_front() {
            let number = u64::from(numbering.numbers[node.index()]);
            let places = graph.places(node);
            put(out, number << 1 | u64::from(places.is_some()))?;
            if let Some(places) = places {
                put(out, places.len() as u64)?;
                places.iter().try_for_each(|&place| put(out, place as u64))?;
            }
            for child in graph.children(node) {
                if numbering.reach(child) && std::mem::take(&mut waits[child.index()]) {
                    ready.push_back(child);
                }
            }
        }
    }
    put(out, END)?;
    Ok(numbering)
}

/// After the last expansion: no node has so large a number.
const END: u64 = u64::MAX;

/// A graph that is made again.
pub trait Regrow {
    /// Makes the root.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    fn place_root(&mut self) -> io::Result<()>;

    /// Gives a node its successors, or only those that stand in these places among them.
    ///
    /// # Errors
    ///
    /// If there is no such node, or it has none.
    fn expand(&mut self, node: NodeId, places: Option<&[usize]>) -> io::Result<()>;
}

/// Reads the shape of a graph.
///
/// # Errors
///
/// Those of the input and of the graph.
pub fn read_shape(graph: &mut dyn Regrow, from: &mut dyn Read) -> io::Result<()> {
    if get(from)? == 0 {
        return Ok(());
    }
    graph.place_root()?;
    let mut places = Vec::new();
    loop {
        let record = get(from)?;
        if record == END {
            return Ok(());
        }
        let node = usize::try_from(record >> 1).ok().and_then(NodeId::new).ok_or_else(strange)?;
        if record & 1 == 0 {
            graph.expand(node, None)?;
            continue;
        }
        places.clear();
        for _ in 0..get(from)? {
            places.push(usize::try_from(get(from)?).map_err(|_| strange())?);
        }
        graph.expand(node, Some(&places))?;
    }
}

/// A search whose state follows from which nodes it has expanded, in which order.
pub trait Replay: Growth {
    /// The nodes that were expanded, in the order in which they were; those without children where they may stand.
    fn expansions(&self) -> Vec<NodeId>;

    /// Expands a node as it was, and brings the graph up to date. False if there is no such open leaf.
    ///
    /// # Errors
    ///
    /// As a [`step`](Growth::step).
    fn expand_again(&mut self, node: NodeId, watch: &mut Watch<'_>) -> Result<bool, End<Self::State>>;

    /// A hash of the first state, which tells a search of another problem.
    fn root_hash(&self) -> u64;

    /// What is counted and does not follow from expansions.
    fn counted(&mut self) -> Vec<&mut u64>;

    /// For a search that expands all that is left once open leaves keep it from an answer: nothing before that, and then where it looks
    /// for the next leaf. That too does not follow from expansions.
    fn exhausting(&mut self) -> Option<&mut Option<usize>> {
        None
    }
}

/// What a search that is replayed begins with.
const REPLAYED: &[u8; 8] = b"replay 2";

/// Writes down which nodes a search has expanded. Returns false, and has written nothing, if it cannot go on.
///
/// # Errors
///
/// Those of the output.
pub fn write_expansions<S: Clone>(search: &mut dyn Replay<State = S>, out: &mut dyn Write) -> io::Result<bool> {
    if search.books_mut().broken().is_some() || search.is_full() {
        return Ok(false);
    }
    out.write_all(REPLAYED)?;
    out.write_all(&search.root_hash().to_le_bytes())?;
    let expansions = search.expansions();
    put(out, expansions.len() as u64)?;
    expansions.iter().try_for_each(|node| put(out, u64::from(node.to_bits())))?;
    search.counted().into_iter().try_for_each(|number| put(out, *number))?;
    put(out, u64::from(search.exhausting().is_some_and(|next| next.is_some())))?;
    Ok(true)
}

/// Lets a search that has not begun expand what another one has expanded. It may hold so many bytes.
///
/// # Errors
///
/// Those of the input, or [`ErrorKind::OutOfMemory`].
pub fn read_expansions<S: Clone>(
    search: &mut dyn Replay<State = S>,
    from: &mut dyn Read,
    bytes: Option<u64>,
) -> io::Result<()> {
    expect(from, REPLAYED, search.root_hash())?;
    let count = get(from)?;
    let (limits, observer) = (Limits::none().with_bytes(bytes), &mut ());
    let mut watch = Watch::new(&limits, observer);
    let refused = |end: End<S>| if let End::Stop(StopReason::Memory) = end { too_small() } else { strange() };
    if count > 0 {
        search.begin(&mut watch).map_err(refused)?;
    }
    for _ in 0..count {
        let node = usize::try_from(get(from)?).ok().and_then(NodeId::new).ok_or_else(strange)?;
        if !search.expand_again(node, &mut watch).map_err(refused)? {
            return Err(strange());
        }
    }
    for number in search.counted() {
        *number = get(from)?;
    }
    let is_exhausting = get(from)? != 0;
    if let Some(next) = search.exhausting() {
        *next = is_exhausting.then_some(0);
    }
    let held = search.bytes();
    search.books_mut().note_bytes(held);
    if bytes.is_some_and(|most| held as u64 > most) { Err(too_small()) } else { Ok(()) }
}

/// There is no room for what is read.
pub fn too_small() -> Error {
    Error::new(ErrorKind::OutOfMemory, "there is no room for all of it: allow more memory")
}

/// Reads what a search begins with: a word for the kind, and the hash of its first state.
///
/// # Errors
///
/// Those of the input, or that it is another one.
pub fn expect(from: &mut dyn Read, kind: &[u8; 8], root_hash: u64) -> io::Result<()> {
    let mut word = [0; 8];
    from.read_exact(&mut word)?;
    if word != *kind {
        return Err(Error::new(ErrorKind::InvalidData, "it is that of another kind of search"));
    }
    from.read_exact(&mut word)?;
    if u64::from_le_bytes(word) != root_hash {
        return Err(Error::new(ErrorKind::InvalidData, "its first state is another one"));
    }
    Ok(())
}
