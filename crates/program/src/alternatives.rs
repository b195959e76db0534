//! `proofset solve --alternatives`: whether a problem has other solutions.
//!
//! The idea: the line of a proof is one solution. At its last moves of the side that proves it, each other move is
//! asked whether it does so as fast: within the plies that are left of the line. Composers call the last moves free, and problems
//! are judged by the earlier ones. The cost: a search for each other move, within what the limits have left.

use std::fmt;

use proofset_catalog::{AnswerOrQuestion, OtherMove, Task};
use proofset_core::Verdict;
use serde_json::{Value, json};

use crate::answer::{Answer, Asking};
use crate::failure::Failure;

/// The moves beside one of the line that reach the goal as fast.
pub(crate) struct Alternatives {
    /// The number of the ply, from 1, and the move of the line.
    ply: usize,
    mv: String,
    others: Vec<String>,
    /// The moves of which it is not known.
    open: Vec<String>,
}

impl Alternatives {
    pub(crate) fn is_complete(&self) -> bool {
        self.open.is_empty()
    }

    pub(crate) fn object(&self) -> Value {
        let Self { ply, mv, others, open } = self;
        json!({ "ply": ply, "move": mv, "others": others, "open": open })
    }
}

impl fmt::Display for Alternatives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, mv, others, open } = self;
        let list = if others.is_empty() { "none".to_owned() } else { others.join(" ") };
        write!(f, "at ply {ply} instead of {mv}: {list}")?;
        if open.is_empty() { Ok(()) } else { write!(f, "; not known: {}", open.join(" ")) }
    }
}

/// Looks at the last so many moves of the side that proves its claim, the last first. The counters of the searches go to the answer.
pub(crate) fn find(
    task: &Task,
    answer: &mut Answer,
    asking: &Asking<'_>,
    count: usize,
) -> Result<Vec<Alternatives>, Failure> {
    let mut found = Vec::new();
    if answer.outcome.verdict != Verdict::Proven || !answer.has_proof {
        return Ok(found);
    }
    let line = answer.outcome.line.clone();
    for ply in answer.question(task).own_plies(&line).into_iter().rev().take(count) {
        let (mut others, mut open) = (Vec::new(), Vec::new());
        for OtherMove { text, does_as_well, .. } in answer.question(task).other_moves(&line, ply) {
            let does = match does_as_well {
                AnswerOrQuestion::Known(does) => Some(does),
                AnswerOrQuestion::Question(question) => {
                    let reply = asking.after(answer).without_certificate().ask(&question)?;
                    answer.add(&reply);
                    reply.outcome.verdict.value().map(|value| value == proofset_core::Value::Proven)
                }
            };
            match does {
                Some(true) => others.push(text),
                Some(false) => {}
                None => open.push(text),
            }
        }
        let before = answer.question(task).line_text(&line[..=ply]);
        let mv = before.rsplit(' ').next().unwrap_or(&before).to_owned();
        found.push(Alternatives { ply: ply + 1, mv, others, open });
    }
    Ok(found)
}
