//! Capture on a whole board, by questions that hold both sides near the stones and give way step by step.
//!
//! The idea: most questions about chains are decided by a few points, and few by points far away. So both sides are held as near
//! as can be first. Whoever fails then may have failed for that, and gets another step; who succeeds has a strategy and needs
//! none. That goes on until time is out, and the answer is that of the widest questions that were decided.
//!
//! The invariant: what is known of a question is the verdict where the side that fails has the most steps that were asked for.

use proofset_catalog::{Answered, InputError, Oracle};
use proofset_core::Verdict;
use proofset_go::{Goal, Position, Side, Success, by_ko};

/// The most steps that the side that fails gets.
const MOST: u32 = 9;

/// The questions by ko in the order in which they are asked: the strongest claim, the weakest, and the one between them.
const ORDER: [usize; 3] = [0, 2, 1];

/// How a side succeeds that moves first.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) success: Success,
    /// The moves of the line, if the side succeeds.
    pub(crate) line: Vec<String>,
    /// The questions that this rests on.
    pub(crate) goals: Vec<String>,
}

/// What is known of one question.
#[derive(Clone, Debug)]
struct Known {
    near: [u32; 2],
    is_proven: bool,
    line: Vec<String>,
    goal: String,
}

/// How the side that moves first succeeds in what a goal asks; `None` if nothing was decided within the limits.
///
/// # Errors
///
/// What is wrong with the question.
pub(crate) fn widened(position: &Position, goal: &Goal, oracle: &mut dyn Oracle) -> Result<Option<Found>, InputError> {
    let questions = by_ko(goal);
    let text = position.to_string();
    let mut known: [Option<Known>; 3] = [const { None }; 3];
    let mut found = None;
    for steps in 1..=MOST {
        let mut proven = [None; 3];
        for index in ORDER {
            if proven[index].is_some() {
                continue;
            }
            let is_proven = match ask(&text, &questions[index].1, &mut known[index], steps, oracle)? {
                Some(is_proven) => is_proven,
                None => return Ok(found),
            };
            // A claim that holds makes all weaker ones hold, and one that does not hold makes no stronger one hold.
            let others = if is_proven { index..3 } else { 0..index + 1 };
            proven[others].fill(Some(is_proven));
        }
        let first = proven.iter().position(|&proven| proven == Some(true));
        let goals = known.iter().flatten().map(|known| known.goal.clone()).collect();
        let line = first.and_then(|first| known[first].as_ref()).map(|known| known.line.clone());
        let success = first.map_or(Success::No, |first| questions[first].0);
        found = Some(Found { success, line: line.unwrap_or_default(), goals });
    }
    Ok(found)
}

/// Asks a question until the side that fails plays within so many steps; `None` if the limits are reached.
fn ask(
    position: &str,
    goal: &Goal,
    known: &mut Option<Known>,
    steps: u32,
    oracle: &mut dyn Oracle,
) -> Result<Option<bool>, InputError> {
    loop {
        let near = match &*known {
            None => [1, 1],
            Some(Known { near, is_proven, .. }) => {
                // The attacker has the first number.
                let loser = usize::from(*is_proven == (goal.aim.prover() == Side::Attacker));
                if near[loser] >= steps {
                    return Ok(Some(*is_proven));
                }
                let mut near = *near;
                near[loser] += 1;
                near
            }
        };
        let goal = Goal { near: near.map(Some), ..goal.clone() }.to_string();
        let Answered { verdict, line, .. } = oracle.ask("go", position, &goal)?;
        let Some(is_proven) = (verdict != Verdict::Unknown).then_some(verdict == Verdict::Proven) else {
            return Ok(None);
        };
        *known = Some(Known { near, is_proven, line, goal });
    }
}
