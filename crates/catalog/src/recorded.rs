//! An answer that is there already: a certificate of the very question, as a run that has ended.

use std::io::Write;

use proofset_certificate::{CheckError, Form, RecordKind, convert};
use proofset_core::{Counters, Limits, Observer, Report, StopReason};

use crate::learn::reader;
use crate::{Outcome, Run, RunError, Task};

/// A certificate that was checked.
struct Recorded {
    certificate: Vec<u8>,
    outcome: Outcome,
}

impl Run for Recorded {
    fn advance(&mut self, _limits: &Limits, _observer: &mut dyn Observer) -> Result<Outcome, RunError> {
        Ok(self.outcome.clone())
    }

    fn has_proof(&self) -> bool {
        true
    }

    fn write_certificate(&self, form: Form, out: &mut dyn Write) -> Result<u64, RunError> {
        let failed = |error: String| RunError::Certificate(error);
        let mut reader = reader(&self.certificate).map_err(|error| failed(error.to_string()))?;
        let records = reader.record_count();
        convert(&mut reader, form, out).map_err(|error| failed(error.to_string()))?;
        Ok(records.into())
    }
}

/// The moves of the longest line of a certificate whose edges lead forward; none if they do not.
fn longest_line(certificate: &[u8]) -> Result<Vec<String>, CheckError> {
    let mut reader = reader(certificate)?;
    let mut edges: Vec<Vec<(String, u32)>> = Vec::new();
    let mut sequences: Vec<Vec<String>> = Vec::new();
    while let Some(record) = reader.next_record()? {
        if record.edges().any(|edge| edge.child <= record.index()) {
            return Ok(Vec::new());
        }
        edges.push(record.edges().map(|edge| (edge.mv.to_owned(), edge.child)).collect());
        // Threat and reply, without the move that would end play after another reply.
        let own = if record.kind() == RecordKind::Sequence { Some(record.sequence()) } else { None };
        let played = own.into_iter().flatten().enumerate().filter(|(place, _)| place % 3 != 2);
        sequences.push(played.map(|(_, mv)| mv.to_owned()).collect());
    }
    let mut heights: Vec<usize> = sequences.iter().map(Vec::len).collect();
    for record in (0..edges.len()).rev() {
        let below = edges[record].iter().map(|&(_, child)| heights[child as usize] + 1).max();
        heights[record] = heights[record].max(below.unwrap_or(0));
    }
    let (mut line, mut record) = (Vec::new(), 0);
    while let Some((mv, child)) = edges[record]
        .iter()
        .rev()
        .max_by_key(|(_, child)| heights[*child as usize])
        .map(|(mv, child)| (mv.clone(), *child))
    {
        line.push(mv);
        record = child as usize;
    }
    line.append(&mut sequences[record]);
    Ok(line)
}

impl Task {
    /// The answer that a certificate of this very question gives, as a run that has ended; `None` if it is one of another question.
    ///
    /// # Errors
    ///
    /// [`CheckError`] if it does not hold by the rules of the question, or is no whole certificate.
    pub fn recorded(&self, certificate: Vec<u8>) -> Result<Option<Box<dyn Run>>, CheckError> {
        let mut reader = reader(&certificate)?;
        let header = reader.header().clone();
        if [&*header.position, &*header.goal] != [self.position(), self.goal()] {
            return Ok(None);
        }
        if header.game == self.game() {
            self.check(&mut reader)?;
        } else {
            let opened = self.certified(header.verdict).ok().filter(|opened| opened.game() == header.game);
            let Some(opened) = opened else { return Ok(None) };
            opened.check(&mut reader)?;
        }
        drop(reader);
        let line = longest_line(&certificate)?;
        let outcome = Report::new(Some(header.verdict), StopReason::Decided, Counters::default(), line);
        Ok(Some(Box::new(Recorded { certificate, outcome })))
    }
}
