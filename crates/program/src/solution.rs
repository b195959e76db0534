//! Solutions in files that people open in a program with a board: a proof as variations, and for a problem with a move to
//! find also why each other first move fails.
//!
//! The idea: proofs are read back from certificates, so that what is shown is what can be checked. The certificates of the
//! searches behind the other moves are written to a folder that vanishes.

use std::collections::VecDeque;
use std::io::Read;
use std::path::Path;

use proofset_catalog::{AnswerOrQuestion, FirstMove, Note, Solution, Task};
use proofset_certificate::{Reader, RecordKind};
use proofset_core::{Value, Verdict};

use crate::answer::{Answer, Asking};
use crate::failure::Failure;
use crate::verify::reader;

/// A solution shows at most so many moves. The proof of the right move has half of them where there are others, and each of those its share
/// of what is left.
const MOST_MOVES: usize = 20_000;

/// Behind a wrong first move at least so many are shown, so that there is an answer to it.
const LEAST_MOVES: usize = 2;

/// Whether a first move is wrong is given up behind so many times the expansions of the problem itself, and so many more: some
/// take without end, and the solution is there already.
const PATIENCE: (u64, u64) = (10, 100_000);

/// A record of a certificate.
struct Node {
    kind: RecordKind,
    edges: Vec<(u32, String)>,
}

/// A certificate in memory.
pub(crate) struct Proof {
    nodes: Vec<Node>,
    value: Value,
}

impl Proof {
    /// Reads a certificate.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        Self::read_from(reader(path)?, path)
    }

    /// Reads what follows the header of a certificate.
    pub(crate) fn read_from(mut certificate: Reader<Box<dyn Read + '_>>, path: &Path) -> Result<Self, Failure> {
        let value = certificate.header().verdict;
        let mut nodes = Vec::new();
        while let Some(record) =
            certificate.next_record().map_err(|error| Failure::input(format!("{}: {error}", path.display())))?
        {
            let edges = record.edges().map(|edge| (edge.child, edge.mv.to_owned())).collect();
            nodes.push(Node { kind: record.kind(), edges });
        }
        Ok(Self { nodes, value })
    }

    /// Whether one move is chosen in the position.
    fn chooses(&self) -> bool {
        self.nodes.first().is_some_and(|root| root.kind == RecordKind::Choice)
    }

    /// Adds the proof from the position on.
    pub(crate) fn add_to(&self, solution: &mut Solution) {
        self.add(solution, None, MOST_MOVES);
    }

    /// Adds the proof behind a move, or from the position on, in at most so many moves.
    fn add(&self, solution: &mut Solution, behind: Option<usize>, most: usize) {
        let most = solution.moves().len() + most;
        let mut seen = vec![false; self.nodes.len()];
        let mut line = VecDeque::new();
        if let Some(root) = seen.first_mut() {
            *root = true;
            line.push_back((0, behind));
        }
        while let Some((index, before)) = line.pop_front() {
            let Node { kind, edges } = &self.nodes[index];
            if *kind == RecordKind::Leaf
                && let Some(before) = before
            {
                solution.note(before, Note::End(self.value));
            }
            for (child, mv) in edges {
                let child = *child as usize;
                if solution.moves().len() >= most {
                    if let Some(before) = before {
                        solution.note(before, Note::Cut);
                    }
                    break;
                }
                let is_new = !std::mem::replace(&mut seen[child], true);
                let is_leaf = self.nodes[child].kind == RecordKind::Leaf;
                let note = match (is_new, is_leaf) {
                    (_, true) => Some(Note::End(self.value)),
                    (true, false) => None,
                    (false, false) => Some(Note::Elsewhere),
                };
                let place = solution.push(before, mv.as_str(), note);
                if is_new && !is_leaf {
                    line.push_back((child, Some(place)));
                }
            }
        }
    }
}

/// The solution of a decided question whose certificate is at hand: its proof, with what there is behind each other first move
/// where one has to be chosen. The counters of the searches go to the answer.
pub(crate) fn find(
    task: &Task,
    answer: &mut Answer,
    asking: &Asking<'_>,
    certificate: &Path,
    folder: &Path,
) -> Result<Solution, Failure> {
    let proof = Proof::read(certificate)?;
    let mut solution = Solution::default();
    if !proof.chooses() {
        proof.add_to(&mut solution);
        return Ok(solution);
    }
    proof.add(&mut solution, None, MOST_MOVES / 2);
    let chosen = solution.moves().first().map(|mv| mv.text.clone());
    if !solution.moves().is_empty() {
        solution.note(0, Note::Right(solution.moves()[0].note.and_then(Note::end)));
    }
    let path = folder.join("other.proof");
    let (times, more) = PATIENCE;
    let most = answer.outcome.expanded.saturating_mul(times).saturating_add(more);
    let first_moves = task.first_moves().unwrap_or_default();
    for (left, FirstMove { text, holds, .. }) in (1..=first_moves.len()).rev().zip(first_moves) {
        let share = MOST_MOVES.saturating_sub(solution.moves().len()) / left;
        if Some(&text) == chosen.as_ref() {
            continue;
        }
        let place = solution.push(None, text, Some(Note::NotKnown));
        match holds {
            AnswerOrQuestion::Known(holds) => {
                let value = if holds { Value::Proven } else { Value::Disproven };
                let is_right = value == proof.value;
                solution.note(place, if is_right { Note::Right(Some(value)) } else { Note::Wrong(Some(value)) });
            }
            AnswerOrQuestion::Question(question) => {
                let mut asking = asking.after(answer);
                asking.certificate = Some(&path);
                asking.limits.expansions = Some(asking.limits.expansions.map_or(most, |left| left.min(most)));
                let reply = asking.ask(&question)?;
                answer.add(&reply);
                let verdict = reply.outcome.verdict;
                if verdict == Verdict::Unknown {
                    continue;
                }
                let is_right = verdict.value() == Some(proof.value);
                if reply.written().is_some() {
                    Proof::read(&path)?.add(&mut solution, Some(place), share.max(LEAST_MOVES));
                }
                let end = solution.moves()[place].note.and_then(Note::end);
                solution.note(place, if is_right { Note::Right(end) } else { Note::Wrong(end) });
            }
        }
    }
    Ok(solution)
}
