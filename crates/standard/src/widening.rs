//! Capture on a whole board, by questions that hold both sides near the stones and give way step by step.
//!
//! The idea: most questions about chains are decided by a few points, and few by points far away. So both sides are held as near
//! as can be first. Whoever fails then may have failed for that, and gets another step; who succeeds has a strategy and needs
//! none. That goes on until time is out, and the answer is that of the last step that was
//! done for all questions.
//!
//! A capture rests on a few points, whatever the defender does elsewhere. So when the attacker has succeeded, the defender is held no
//! more in the next question, if that is decided in a part of the time: then nothing is left to ask, or the attacker needs another step.
//!
//! A defender who is komaster has as many threats as there are steps: each more of them makes the question larger, and what one does not
//! save, another one may.
//!
//! The invariant: what is known of a question is the verdict where the side that fails has the most steps that were asked for, and the
//! defender who fails the most threats.

use proofset_catalog::{Answered, InputError, Oracle};
use proofset_core::Verdict;
use proofset_go::{Goal, Position, Side, Success, by_ko};

/// The most steps that a side gets.
const MOST: u32 = 9;

/// The questions by ko in the order in which they are asked: the strongest claim, the weakest, and the one between them.
pub(crate) const ORDER: [usize; 3] = [0, 2, 1];

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
    /// The steps of the attacker, and of the defender, if it is held.
    near: (u32, Option<u32>),
    /// The threats of a defender who is komaster.
    threats: Option<u8>,
    /// The steps of the attacker with which it was not decided whether a defender who is not held fails.
    in_doubt: u32,
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
    'rounds: for steps in 1..=MOST {
        let mut proven = [None; 3];
        for index in ORDER {
            if proven[index].is_some() {
                continue;
            }
            let Some(is_proven) = ask(&text, &questions[index].1, &mut known[index], steps, oracle)? else {
                // One step says little: what was found since is better, if only in part.
                found = found.filter(|_| steps > 2).or_else(|| (steps > 1).then(|| strongest(&questions, &known)));
                break 'rounds;
            };
            // What was found of those with fewer steps is worth nothing if it says otherwise.
            for other in implied(index, is_proven) {
                proven[other] = Some(is_proven);
                known[other] = known[other].take().filter(|known| known.is_proven == is_proven);
            }
        }
        found = Some(strongest(&questions, &known));
    }
    Ok(found)
}

/// The claims that a claim decides: one that holds makes all weaker ones hold, and one that does not hold makes no stronger one hold.
pub(crate) fn implied(index: usize, is_proven: bool) -> std::ops::Range<usize> {
    if is_proven { index..3 } else { 0..index + 1 }
}

/// The strongest claim that holds, by what is known.
fn strongest(questions: &[(Success, Goal)], known: &[Option<Known>]) -> Found {
    let mut proven = questions.iter().zip(known).filter_map(|((success, _), known)| {
        let known = known.as_ref().filter(|known| known.is_proven)?;
        Some((*success, known.line.clone()))
    });
    let (success, line) = proven.next().unwrap_or((Success::No, Vec::new()));
    Found { success, line, goals: known.iter().flatten().map(|known| known.goal.clone()).collect() }
}

/// The attacker has so many steps at least where the defender is held no more: with one alone it takes much longer to fail.
const FREE: u32 = 2;

/// One part in so many of the time that is left is for a question whose answer is not needed.
const PART: u32 = 4;

/// Asks a question until the side that fails plays within so many steps; `None` if the limits are reached.
fn ask(
    position: &str,
    goal: &Goal,
    known: &mut Option<Known>,
    steps: u32,
    oracle: &mut dyn Oracle,
) -> Result<Option<bool>, InputError> {
    let threats = goal.threats.map(|most| u8::try_from(steps).map_or(most, |steps| most.min(steps)));
    let mut put = |near: (u32, Option<u32>), part| -> Result<Option<Known>, InputError> {
        let goal = Goal { near: [Some(near.0), near.1], threats, ..goal.clone() }.to_string();
        let Answered { verdict, line, .. } = oracle.ask_within(part, "go", position, &goal)?;
        let is_proven = (verdict != Verdict::Unknown).then_some(verdict == Verdict::Proven);
        Ok(is_proven.map(|is_proven| Known { near, threats, in_doubt: 0, is_proven, line, goal }))
    };
    loop {
        let near = match known {
            None => (1, Some(1)),
            Some(Known { near: (attack, defence), threats: had, in_doubt, is_proven, .. }) => {
                let is_captured = *is_proven == (goal.aim.prover() == Side::Attacker);
                let free = (*attack).max(FREE);
                match *defence {
                    Some(_) if is_captured && steps >= FREE && *in_doubt < free => {
                        match put((free, None), PART)? {
                            Some(found) => *known = Some(found),
                            None => *in_doubt = free,
                        }
                        continue;
                    }
                    defence if is_captured && *had < threats => (*attack, defence),
                    None if is_captured => return Ok(Some(*is_proven)),
                    Some(defence) if is_captured && defence < steps => (*attack, Some(defence + 1)),
                    defence if !is_captured && *attack < steps => (*attack + 1, defence),
                    _ => return Ok(Some(*is_proven)),
                }
            }
        };
        let in_doubt = known.as_ref().map_or(0, |known| known.in_doubt);
        let Some(found) = put(near, 1)? else { return Ok(None) };
        *known = Some(Known { in_doubt, ..found });
    }
}

#[cfg(test)]
mod tests {
    use proofset_catalog::{Answered, InputError, Oracle};
    use proofset_core::Verdict;
    use proofset_go::{Aim, Goal, Point, Position, Success};

    use super::{MOST, widened};

    /// A capture against a defender who finds a way out with three steps where the attacker is not komaster, and who needs
    /// time for so many questions. Nothing is found of a defender who is not held, or all is.
    struct Told {
        questions: usize,
        knows_free: bool,
        asked: Vec<String>,
    }

    impl Oracle for Told {
        fn ask_within(&mut self, _: u32, _: &str, _: &str, goal: &str) -> Result<Answered, InputError> {
            let (_, near) = goal.split_once(":near=").expect("both sides are held");
            let near = near.split(':').next().unwrap_or_default();
            let defender = near.split(',').next_back().expect("its steps");
            let is_free = defender == "all";
            let is_captured =
                defender.parse::<u32>().is_ok_and(|steps| steps < 3) || goal.contains("komaster=attacker");
            let verdict = if self.asked.len() >= self.questions || is_free && !self.knows_free {
                Verdict::Unknown
            } else if is_captured {
                Verdict::Proven
            } else {
                Verdict::Disproven
            };
            self.asked.push(goal.to_owned());
            Ok(Answered { verdict, line: vec![near.to_owned()], expanded: 1 })
        }
    }

    fn found(questions: usize, knows_free: bool) -> Option<(Success, Vec<String>, Vec<String>)> {
        let position: Position = ".X./XOO/.X. x".parse().expect("a position");
        let mut goal = Goal::new(Aim::Capture, vec![Point::read("B2").expect("a point")]);
        goal.liberties = Some(5);
        let found =
            widened(&position, &goal, &mut Told { questions, knows_free, asked: Vec::new() }).expect("a question");
        found.map(|found| (found.success, found.line, found.goals))
    }

    #[test]
    fn who_fails_gets_another_step_until_time_is_out() {
        assert_eq!(found(0, false), None);
        // Captured if both are held to one step, and against two, which comes behind a question of a defender who is not held
        // and one of a defender with another threat.
        for (questions, threats, near) in [(1, 1, "1"), (4, 2, "1,2")] {
            let goal = format!("capture:B2:komaster=defender:threats={threats}:liberties=5:near={near}");
            assert_eq!(found(questions, false), Some((Success::Unconditional, vec![near.to_owned()], vec![goal])));
        }
        // With three steps the defender has a way out, unless the attacker is komaster.
        let (success, line, goals) = found(1_000, false).expect("all is decided");
        assert_eq!((success, &*line), (Success::FindsThreat, &[format!("1,{MOST}")][..]));
        let expected = [
            format!("capture:B2:komaster=defender:threats=9:liberties=5:near={MOST},3"),
            format!("capture:B2:liberties=5:near={MOST},3"),
            format!("capture:B2:komaster=attacker:liberties=5:near=1,{MOST}"),
        ];
        assert_eq!(goals, expected);
    }

    #[test]
    fn a_capture_whatever_the_defender_does_is_the_last_word() {
        let (success, line, goals) = found(1_000, true).expect("all is decided");
        assert_eq!((success, &*line), (Success::FindsThreat, &["2,all".to_owned()][..]));
        // Where the defender gets away, the attacker gets one step after the other.
        let expected = [
            format!("capture:B2:komaster=defender:threats=9:liberties=5:near={MOST},all"),
            format!("capture:B2:liberties=5:near={MOST},all"),
            "capture:B2:komaster=attacker:liberties=5:near=2,all".to_owned(),
        ];
        assert_eq!(goals, expected);
    }
}
