//! Capture on a whole board, by questions that hold both sides near the stones and give way step by step.
//!
//! The idea: most questions about chains are decided by a few points, and few by points far away. So each side is held within a
//! *reach*: so many steps from the stones, and now and then a move that is farther, since one such move in a line is common and many are
//! not. Whoever fails may have failed for that, and gets a wider reach; who succeeds has a strategy and needs none. That goes on
//! until time is out, and the answer is that of the widest questions that were decided.
//!
//! A capture rests on a few points, whatever the defender does elsewhere. So a defender is not held at all, if that is decided in time: a
//! capture is the last word then.
//!
//! No question takes all of the time from the others: each has a part of what is left, and what was not decided is asked again, with a
//! larger part, when the others have had theirs.
//!
//! A defender who is komaster has a few threats first, and as many as there may be when its stones are captured all the same.
//!
//! The invariant: what is known of a question is the verdict of the search with the widest reach for the side that fails.

use proofset_catalog::{Answered, InputError, Oracle};
use proofset_core::Verdict;
use proofset_go::{Far, Goal, Position, Side, Success, by_ko};

/// How near to the stones a side is held, the nearest first: in steps, and with what it may play besides.
const REACHES: [(u32, Option<Far>); 12] = [
    (1, None),
    (1, Some(Far { steps: 2, times: 1 })),
    (1, Some(Far { steps: 2, times: 3 })),
    (2, None),
    (2, Some(Far { steps: 3, times: 1 })),
    (3, None),
    (4, None),
    (5, None),
    (6, None),
    (7, None),
    (8, None),
    (9, None),
];

/// The widest of them.
const LAST: usize = REACHES.len() - 1;

/// The reaches of the attacker and of the defender, if it is held, until a question is decided for the first time.
const FIRST: [(usize, Option<usize>); 6] =
    [(2, None), (1, None), (2, Some(2)), (1, Some(1)), (2, Some(0)), (0, Some(0))];

/// The attacker has a reach of so many at least where the defender is not held: with less it takes longer to fail.
const FREE: usize = 2;

/// A question has one part in so many of the time that is left: in the first round, and in those that make reaches wider.
const PARTS: [u32; 5] = [12, 8, 4, 2, 1];

/// The threats that a defender who is komaster has in the first questions: more of them are seldom worth more.
const FEW_THREATS: u8 = 3;

/// Stones that are captured with so wide a reach are asked about with all threats.
const WIDE: usize = 5;

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
    /// The reach of the attacker.
    attack: usize,
    /// That of the defender, if it is held.
    defence: Option<usize>,
    /// The threats of a defender who is komaster.
    threats: Option<u8>,
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
    let mut is_late = false;
    'rounds: for part in PARTS {
        let mut stuck = [false; 3];
        let reaches = if part == PARTS[0] { 0..1 } else { FREE + 1..REACHES.len() };
        for reach in reaches {
            let mut proven = [None; 3];
            for index in ORDER {
                if proven[index].is_some() || stuck[index] {
                    continue;
                }
                let mut question =
                    Question { position: &text, goal: &questions[index].1, part, oracle, is_late: &mut is_late };
                let found = question.widen(&mut known[index], reach)?;
                if is_late {
                    break 'rounds;
                }
                let Some(is_proven) = found else {
                    stuck[index] = true;
                    continue;
                };
                // What was found of the others within a smaller reach is worth nothing if it says otherwise.
                for other in implied(index, is_proven) {
                    proven[other] = Some(is_proven);
                    known[other] = known[other].take().filter(|known| known.is_proven == is_proven);
                }
            }
        }
    }
    let decides = |other: usize, index| {
        known[other].as_ref().is_some_and(|known| implied(other, known.is_proven).contains(&index))
    };
    let are_decided = (0..3).all(|index| (0..3).any(|other| decides(other, index)));
    Ok(are_decided.then(|| strongest(&questions, &known)))
}

/// The claims that a claim decides: one that holds makes all weaker ones hold, and one that does not hold makes no stronger one hold.
pub(crate) fn implied(index: usize, is_proven: bool) -> std::ops::Range<usize> {
    if is_proven { index..3 } else { 0..index + 1 }
}

/// The strongest claim that holds, by what is known; it rests on what is known of itself and of stronger claims.
fn strongest(questions: &[(Success, Goal)], known: &[Option<Known>]) -> Found {
    let holds = |known: &Option<Known>| known.as_ref().is_some_and(|known| known.is_proven);
    let place = known.iter().position(holds);
    let goals = known.iter().take(place.map_or(known.len(), |place| place + 1)).flatten();
    let goals = goals.map(|known| known.goal.clone()).collect();
    let line = place.and_then(|place| known[place].as_ref()).map_or_else(Vec::new, |known| known.line.clone());
    Found { success: place.map_or(Success::No, |place| questions[place].0), line, goals }
}

/// One of the questions by ko.
struct Question<'a> {
    position: &'a str,
    goal: &'a Goal,
    /// Each search has one part in so many of the time that is left.
    part: u32,
    oracle: &'a mut dyn Oracle,
    /// Whether no time is left.
    is_late: &'a mut bool,
}

impl Question<'_> {
    /// Searches with these reaches; `None` if the limits are reached.
    fn ask(&mut self, attack: usize, defence: Option<usize>, threats: u8) -> Result<Option<Known>, InputError> {
        let threats = self.goal.threats.map(|most| most.min(threats));
        let sides = [Some(attack), defence].map(|reach| reach.map(|reach| REACHES[reach]));
        let near = sides.map(|side| side.map(|(steps, _)| steps));
        let far = sides.map(|side| side.and_then(|(_, far)| far));
        let goal = Goal { near, far, threats, ..self.goal.clone() }.to_string();
        let Answered { verdict, line, expanded } = self.oracle.ask_within(self.part, "go", self.position, &goal)?;
        // A search that has any time expands something.
        *self.is_late = verdict == Verdict::Unknown && expanded == 0;
        let is_proven = (verdict != Verdict::Unknown).then_some(verdict == Verdict::Proven);
        Ok(is_proven.map(|is_proven| Known { attack, defence, threats, is_proven, line, goal }))
    }

    /// The first of these that is decided.
    fn first(
        &mut self,
        reaches: impl IntoIterator<Item = (usize, Option<usize>)>,
        threats: u8,
    ) -> Result<Option<Known>, InputError> {
        for (attack, defence) in reaches {
            if let Some(found) = self.ask(attack, defence, threats)? {
                return Ok(Some(found));
            }
            if *self.is_late {
                break;
            }
        }
        Ok(None)
    }

    /// Asks until the side that fails has such a reach, and says whether the claim holds; `None` if the limits are reached.
    fn widen(&mut self, known: &mut Option<Known>, reach: usize) -> Result<Option<bool>, InputError> {
        loop {
            let found = match known {
                None => self.first(FIRST, FEW_THREATS)?,
                Some(Known { attack, defence, threats, is_proven, .. }) => {
                    let (attack, most) = (*attack, self.goal.threats.unwrap_or_default());
                    let had = threats.unwrap_or(FEW_THREATS);
                    let is_captured = *is_proven == (self.goal.aim.prover() == Side::Attacker);
                    match *defence {
                        None if is_captured && had < most && reach >= WIDE => self.ask(attack, None, most)?,
                        // A defender within the widest reach is still held.
                        Some(defence) if is_captured && defence.min(LAST - 1) < reach => {
                            let free = [(attack.max(FREE), None), (attack.max(FREE + 1), None)];
                            let held = (defence < LAST).then_some((attack, Some(defence + 1)));
                            self.first(free.into_iter().chain(held), had)?
                        }
                        defence if !is_captured && attack < reach => {
                            let more = [(attack + 1, defence), ((attack + 2).min(LAST), defence)];
                            self.first(more, had)?
                        }
                        _ => return Ok(Some(*is_proven)),
                    }
                }
            };
            let Some(found) = found else { return Ok(None) };
            *known = Some(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use proofset_catalog::{Answered, InputError, Oracle};
    use proofset_core::Verdict;
    use proofset_go::{Aim, Goal, Point, Position, Success};

    use super::widened;

    /// A capture that depends on what both sides are held to, as a goal says it.
    struct Told {
        /// Whether the stones are captured.
        captured: fn(&str) -> bool,
        /// Whether a question takes more than so many parts of the time.
        is_hard: fn(&str, u32) -> bool,
        asked: Vec<String>,
    }

    impl Oracle for Told {
        fn ask_within(&mut self, part: u32, _: &str, _: &str, goal: &str) -> Result<Answered, InputError> {
            self.asked.push(goal.to_owned());
            let verdict = if (self.is_hard)(goal, part) {
                Verdict::Unknown
            } else if (self.captured)(goal) {
                Verdict::Proven
            } else {
                Verdict::Disproven
            };
            Ok(Answered { verdict, line: vec!["A1".to_owned()], expanded: 1 })
        }
    }

    /// How the stones are captured, by which questions, and how many were asked.
    fn found(captured: fn(&str) -> bool, is_hard: fn(&str, u32) -> bool) -> Option<(Success, Vec<String>, usize)> {
        let position: Position = ".X./XOO/.X. x".parse().expect("a position");
        let mut goal = Goal::new(Aim::Capture, vec![Point::read("B2").expect("a point")]);
        goal.liberties = Some(5);
        let mut told = Told { captured, is_hard, asked: Vec::new() };
        let found = widened(&position, &goal, &mut told).expect("a question");
        found.map(|found| {
            let goals = found.goals.iter().map(|goal| goal.replace("capture:B2:", "").replace("liberties=5:", ""));
            (found.success, goals.collect(), told.asked.len())
        })
    }

    /// Whether the defender plays anywhere.
    fn is_free(goal: &str) -> bool {
        goal.contains(",all")
    }

    #[test]
    fn what_is_never_decided_is_not_found() {
        assert_eq!(found(|_| true, |_, _| true), None);
        // With one of three questions open nothing is known of the others' answer.
        assert_eq!(found(|goal| goal.contains("=attacker"), |goal, _| !goal.contains("komaster")), None);
    }

    #[test]
    fn a_capture_whatever_the_defender_does_is_the_last_word() {
        let goals = ["komaster=defender:threats=9:near=1,all:far=2x3,none".to_owned()];
        assert_eq!(found(|_| true, |_, _| false), Some((Success::Unconditional, goals.to_vec(), 2)));
    }

    #[test]
    fn an_attacker_who_fails_gets_a_wider_reach() {
        // Without a ko it takes nine steps, and more where the defender has threats.
        let (success, goals, _) = found(
            |goal| goal.contains("=attacker") || goal.contains("near=9") && !goal.contains("komaster"),
            |_, _| false,
        )
        .expect("all is decided");
        assert_eq!(success, Success::OtherFindsThreat);
        assert_eq!(goals, ["komaster=defender:threats=3:near=9,all", "near=9,all"]);
    }

    #[test]
    fn a_reach_at_which_nothing_is_decided_is_passed_over() {
        let captured = |goal: &str| goal.contains("near=2,all:far=3x1");
        let goals = ["komaster=defender:threats=9:near=2,all:far=3x1,none".to_owned()];
        let (success, found, _) = found(captured, |goal, _| goal.ends_with("near=2,all")).expect("all is decided");
        assert_eq!((success, &*found), (Success::Unconditional, &goals[..]));
    }

    #[test]
    fn a_defender_is_held_where_else_nothing_is_decided() {
        // Who is held to two steps is captured, and with three there is a way out, however far the attacker goes.
        let captured = |goal: &str| goal.contains("near=1:") || goal.contains("near=1,2:");
        let (success, goals, _) = found(captured, |goal, _| is_free(goal)).expect("all is decided");
        assert_eq!(
            (success, &*goals),
            (Success::No, &["komaster=defender:threats=3", "komaster=attacker"].map(|ko| format!("{ko}:near=9,3"))[..])
        );
    }

    #[test]
    fn nothing_is_asked_when_no_time_is_left() {
        struct Late(u32);
        impl Oracle for Late {
            fn ask_within(&mut self, _: u32, _: &str, _: &str, _: &str) -> Result<Answered, InputError> {
                self.0 += 1;
                let (verdict, expanded) = if self.0 < 3 { (Verdict::Disproven, 1) } else { (Verdict::Unknown, 0) };
                Ok(Answered { verdict, line: Vec::new(), expanded })
            }
        }
        let position: Position = ".X./XOO/.X. x".parse().expect("a position");
        let goal = Goal::new(Aim::Capture, vec![Point::read("B2").expect("a point")]);
        let mut late = Late(0);
        let found = widened(&position, &goal, &mut late).expect("a question").expect("two answers");
        assert_eq!((found.success, late.0), (Success::No, 3));
    }

    #[test]
    fn what_takes_long_is_asked_again_with_more_time() {
        let (success, goals, asked) = found(|_| true, |goal, part| is_free(goal) && part > 2).expect("all is decided");
        assert_eq!(
            (success, &*goals),
            (Success::Unconditional, &["komaster=defender:threats=9:near=1,all:far=2x3,none".to_owned()][..])
        );
        assert!(asked > 10, "{asked} questions");
    }
}
