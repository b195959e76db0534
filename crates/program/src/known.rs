//! `proofset known`: what is in a book of known positions.
//!
//! Without more it lists the records, sorted by what they are about. `--verify` checks each certificate with the rules alone, and
//! `--compact` writes the book anew: of several records of one question the smallest, and nothing that was cut off or changed.

use std::io::{Cursor, Read};

use proofset_book::{Contents, Entry, Head, Rewrite};
use proofset_catalog::Catalog;
use proofset_certificate::Reader;
use serde_json::json;

use crate::arguments::KnownArguments;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::output::{answers, bytes, grouped, print, print_object, print_table, warn};

pub(crate) fn run(catalog: &Catalog, arguments: &KnownArguments) -> Result<Exit, Failure> {
    if arguments.compact {
        compact(arguments)
    } else if arguments.verify {
        verify(catalog, arguments)
    } else {
        list(arguments)
    }
}

/// Says what is wrong with the end of a book.
fn tell_end(arguments: &KnownArguments, contents: &Contents) {
    if let Some(warning) = contents.warning(&arguments.book) {
        warn(&warning);
    }
}

/// A position that fits a line.
fn short(position: &str) -> String {
    const MOST: usize = 40;
    let line: String = position.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST).collect();
    if position.chars().count() > MOST { format!("{line}...") } else { line }
}

fn list(arguments: &KnownArguments) -> Result<Exit, Failure> {
    let mut entries: Vec<Entry> = Vec::new();
    let contents = proofset_book::each(&arguments.book, |entry, _| {
        entries.push(entry.clone());
        Ok::<_, Failure>(())
    })?;
    tell_end(arguments, &contents);
    let key = |entry: &Entry| (entry.head.game.clone(), entry.head.goal.clone(), entry.head.position.clone());
    entries.sort_by_key(key);
    if arguments.json {
        for entry in &entries {
            let Head { game, position, goal, verdict, nodes } = &entry.head;
            print_object(&json!({
                "game": game, "position": position, "goal": goal, "verdict": verdict, "nodes": nodes, "bytes": entry.bytes,
            }))?;
        }
        return Ok(Exit::Done);
    }
    let rows = entries.iter().map(|entry| {
        let Head { game, position, goal, verdict, nodes } = &entry.head;
        vec![game.clone(), short(position), goal.clone(), verdict.clone(), grouped(*nodes), bytes(entry.bytes)]
    });
    print_table(&["game", "position", "goal", "verdict", "nodes", "size"], rows, 4..6)?;
    let size = entries.iter().map(|entry| entry.bytes).sum();
    print(format!("{}, {} of certificates", answers(entries.len() as u64), bytes(size)))?;
    Ok(Exit::Done)
}

/// What is wrong with a certificate, by the rules alone.
fn fault(catalog: &Catalog, entry: &Entry, certificate: Option<Vec<u8>>) -> Option<String> {
    let Some(certificate) = certificate else { return Some("it was changed: its checksum is another one".to_owned()) };
    let check = || -> anyhow::Result<()> {
        let input: Box<dyn Read> = Box::new(Cursor::new(certificate));
        let mut reader = Reader::new(input)?;
        let header = reader.header().clone();
        let head = &entry.head;
        let is_told = [&header.game, &header.position, &header.goal, &header.verdict.to_string()]
            == [&head.game, &head.position, &head.goal, &head.verdict];
        anyhow::ensure!(is_told, "it is about another question than the book says");
        catalog.open(&header.game, Some(&header.position), Some(&header.goal))?.check(&mut reader)?;
        Ok(())
    };
    check().err().map(|error| format!("{error:#}"))
}

fn verify(catalog: &Catalog, arguments: &KnownArguments) -> Result<Exit, Failure> {
    let (mut held, mut nodes, mut faults) = (0, 0, 0_u64);
    let contents = proofset_book::each(&arguments.book, |entry, certificate| {
        match fault(catalog, entry, certificate) {
            None => (held, nodes) = (held + 1, nodes + entry.head.nodes),
            Some(fault) => {
                faults += 1;
                let Head { game, position, goal, .. } = &entry.head;
                print(format!("{game} {}: {goal} does not hold. {fault}", short(position)))?;
            }
        }
        Ok::<_, Failure>(())
    })?;
    tell_end(arguments, &contents);
    let name = arguments.book.display();
    let (count, hold) = (answers(held), if held == 1 { "holds" } else { "hold" });
    print(format!("{name}: {count} {hold} ({} nodes), {} do not", grouped(nodes), grouped(faults)))?;
    Ok(if faults > 0 { Exit::CheckFailed } else { Exit::Done })
}

/// The places of the smallest records of each question and verdict.
fn smallest(entries: &[Entry]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..entries.len()).collect();
    let key = |&place: &usize| {
        let head = &entries[place].head;
        (&head.game, &head.goal, &head.position, &head.verdict, head.nodes)
    };
    places.sort_by(|one, other| key(one).cmp(&key(other)));
    places.dedup_by(|later, first| {
        let (later, first) = (&entries[*later].head, &entries[*first].head);
        later.asks_same(first) && later.verdict == first.verdict
    });
    places
}

fn compact(arguments: &KnownArguments) -> Result<Exit, Failure> {
    let rewrite = Rewrite::begin(&arguments.book)?;
    let Contents { entries, lost, .. } = rewrite.contents();
    let places = smallest(entries);
    files::clear_beside(&arguments.book);
    files::write_whole(&arguments.book, |out| Ok(rewrite.write(&places, out)?))?;
    let name = arguments.book.display();
    let (kept, left) = (places.len(), entries.len() - places.len());
    let lost = match *lost {
        0 => String::new(),
        lost => format!(", {} that were cut off or changed", bytes(lost)),
    };
    print(format!(
        "{name}: {} kept; left out: {} that others repeat{lost}",
        answers(kept as u64),
        grouped(left as u64)
    ))?;
    Ok(Exit::Done)
}
