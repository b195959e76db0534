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
//! The invariant: what is known of a question is the verdict of the search with the widest reach for the side that fails, and no two
//! of the questions by ko contradict each other: of what does, that with the wider reaches is known of both.

use proofset_catalog::{InputError, Oracle};
use proofset_core::Verdict;
use proofset_go::{Far, Goal, Position, Side, Success, by_ko};

use crate::decided;

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

impl Known {
    /// Whether the stones are captured, where this side has to prove its claim.
    fn is_captured(&self, prover: Side) -> bool {
        self.is_proven == (prover == Side::Attacker)
    }

    /// Whether this is to be believed rather than another verdict: it is if it holds no side nearer, and where each holds one
    /// nearer, if it has the wider reach for the side that fails.
    fn outweighs(&self, other: &Self, prover: Side) -> bool {
        // Who is not held has the widest reach.
        let reaches = |known: &Self| [known.attack, known.defence.unwrap_or(REACHES.len())];
        let is_as_wide =
            |one: &Self, other: &Self| reaches(one).iter().zip(reaches(other)).all(|(&one, other)| one >= other);
        let failing = |known: &Self| reaches(known)[usize::from(known.is_captured(prover))];
        is_as_wide(self, other) || !is_as_wide(other, self) && failing(self) > failing(other)
    }
}

/// How the side that moves first succeeds in what a goal asks; `None` if nothing was decided within the limits.
///
/// # Errors
///
/// What is wrong with the question.
pub(crate) fn widened(position: &Position, goal: &Goal, oracle: &mut dyn Oracle) -> Result<Option<Found>, InputError> {
    let position = position.to_string();
    let (questions, known, part) = (by_ko(goal), [const { None }; 3], PARTS[0]);
    let mut widening = Widening { position, questions, known, oracle, part, is_late: false };
    widening.widen()?;
    Ok(widening.found())
}

/// The claims that a claim decides: one that holds makes all weaker ones hold, and one that does not hold makes no stronger one hold.
pub(crate) fn implied(index: usize, is_proven: bool) -> std::ops::Range<usize> {
    if is_proven { index..3 } else { 0..index + 1 }
}

/// Of two verdicts that contradict each other the one that outweighs the other holds for both questions.
///
/// The order of the pairs matters: what the weakest claim loses to the strongest it takes to the one between them.
fn reconcile(known: &mut [Option<Known>; 3], prover: Side) {
    for (strong, weak) in [(0, 1), (0, 2), (1, 2)] {
        let (Some(stronger), Some(weaker)) = (&known[strong], &known[weak]) else { continue };
        if stronger.is_proven && !weaker.is_proven {
            let holds = if stronger.outweighs(weaker, prover) { stronger } else { weaker };
            let holds = Some(holds.clone());
            known[strong].clone_from(&holds);
            known[weak] = holds;
        }
    }
}

/// The questions by ko about the same stones, the strongest claim first.
struct Widening<'a> {
    position: String,
    questions: [(Success, Goal); 3],
    known: [Option<Known>; 3],
    oracle: &'a mut dyn Oracle,
    /// Each search has one part in so many of the time that is left.
    part: u32,
    /// Whether a search of this round had no time.
    is_late: bool,
}

impl Widening<'_> {
    /// Asks until time is out, or the widest reaches have been.
    fn widen(&mut self) -> Result<(), InputError> {
        for part in PARTS {
            (self.part, self.is_late) = (part, false);
            let reaches = if part == PARTS[0] { 0..1 } else { FREE + 1..REACHES.len() };
            let mut is_stuck = [false; 3];
            'round: for reach in reaches {
                let mut is_decided = [false; 3];
                for index in ORDER {
                    if is_decided[index] || is_stuck[index] {
                        continue;
                    }
                    let found = self.widen_one(index, reach)?;
                    if self.is_late {
                        // A larger part of what is left may be some.
                        break 'round;
                    }
                    match found {
                        Some(is_proven) => implied(index, is_proven).for_each(|other| is_decided[other] = true),
                        None => is_stuck[index] = true,
                    }
                }
            }
        }
        Ok(())
    }

    /// Asks one question until the side that fails has such a reach, and says whether the claim holds; `None` if the limits are reached.
    fn widen_one(&mut self, index: usize, reach: usize) -> Result<Option<bool>, InputError> {
        let goal = &self.questions[index].1;
        let (prover, most) = (goal.aim.prover(), goal.threats.unwrap_or_default());
        loop {
            let found = match &self.known[index] {
                None => self.first(index, FIRST, FEW_THREATS)?,
                Some(known) => {
                    let &Known { attack, defence, threats, is_proven, .. } = known;
                    let had = threats.unwrap_or(FEW_THREATS);
                    let is_captured = known.is_captured(prover);
                    match defence {
                        None if is_captured && had < most && reach >= WIDE => self.ask(index, attack, None, most)?,
                        // A defender within the widest reach is still held.
                        Some(defence) if is_captured && defence.min(LAST - 1) < reach => {
                            let free = [(attack.max(FREE), None), (attack.max(FREE + 1), None)];
                            let held = (defence < LAST).then_some((attack, Some(defence + 1)));
                            self.first(index, free.into_iter().chain(held), had)?
                        }
                        defence if !is_captured && attack < reach => {
                            // Twice as much time for the nearer of the two.
                            let nearer = self.ask_within(self.part, index, attack + 1, defence, had)?;
                            if nearer.is_some() || self.is_late {
                                nearer
                            } else {
                                self.ask_within(2 * self.part, index, (attack + 2).min(LAST), defence, had)?
                            }
                        }
                        _ => return Ok(Some(is_proven)),
                    }
                }
            };
            let Some(found) = found else { return Ok(None) };
            self.known[index] = Some(found);
            reconcile(&mut self.known, prover);
        }
    }

    /// The first of these reaches of attacker and defender with which a question is decided.
    fn first(
        &mut self,
        index: usize,
        reaches: impl IntoIterator<Item = (usize, Option<usize>)>,
        threats: u8,
    ) -> Result<Option<Known>, InputError> {
        for (attack, defence) in reaches {
            if let Some(found) = self.ask(index, attack, defence, threats)? {
                return Ok(Some(found));
            }
            if self.is_late {
                break;
            }
        }
        Ok(None)
    }

    /// Searches with these reaches in a part of the time; `None` if the limits are reached.
    fn ask(
        &mut self,
        index: usize,
        attack: usize,
        defence: Option<usize>,
        threats: u8,
    ) -> Result<Option<Known>, InputError> {
        self.ask_within(self.part, index, attack, defence, threats)
    }

    /// The same in one part in so many of the time.
    fn ask_within(
        &mut self,
        part: u32,
        index: usize,
        attack: usize,
        defence: Option<usize>,
        threats: u8,
    ) -> Result<Option<Known>, InputError> {
        let goal = &self.questions[index].1;
        let threats = goal.threats.map(|most| most.min(threats));
        let sides = [Some(attack), defence].map(|reach| reach.map(|reach| REACHES[reach]));
        let near = sides.map(|side| side.map(|(steps, _)| steps));
        let far = sides.map(|side| side.and_then(|(_, far)| far));
        let goal = Goal { near, far, threats, ..goal.clone() }.to_string();
        let answered = self.oracle.ask_within(part, "go", &self.position, &goal)?;
        // A search that has any time expands something.
        self.is_late = answered.verdict == Verdict::Unknown && answered.expanded == 0;
        let found = decided(&self.position, &goal, answered);
        Ok(found.map(|(is_proven, line)| Known { attack, defence, threats, is_proven, line, goal }))
    }

    /// The strongest claim that holds, and that the next stronger one does not; `None` if one of the three is open.
    fn found(self) -> Option<Found> {
        let known = self.known.each_ref().map(Option::as_ref);
        let decides =
            |other: usize, index| known[other].is_some_and(|known| implied(other, known.is_proven).contains(&index));
        if !(0..3).all(|index| (0..3).any(|other| decides(other, index))) {
            return None;
        }
        let place = known.iter().position(|known| known.is_some_and(|known| known.is_proven));
        let holds = place.and_then(|place| known[place]);
        let stronger = known[..place.unwrap_or(3)].last().copied().flatten();
        Some(Found {
            success: place.map_or(Success::No, |place| self.questions[place].0),
            line: holds.map_or_else(Vec::new, |holds| holds.line.clone()),
            goals: stronger.into_iter().chain(holds).map(|known| known.goal.clone()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use proofset_catalog::{Answered, InputError, Oracle};
    use proofset_core::Verdict;
    use proofset_go::{Aim, Goal, Point, Position, Side, Success};

    use super::{Known, PARTS, reconcile, widened};

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
    fn the_nearer_of_two_reaches_has_twice_the_time_of_the_farther_one() {
        // The nearer one is decided by no search. The farther one would be by one that has a sixteenth of what is left and no other.
        let captured = |goal: &str| goal.contains("near=2,all:far=3x1");
        let is_hard = |goal: &str, part| goal.ends_with("near=2,all") || goal.contains("far=3x1") && part != 16;
        let (success, ..) = found(captured, is_hard).expect("all is decided");
        assert_eq!(success, Success::Unconditional);
    }

    #[test]
    fn a_defender_is_held_where_else_nothing_is_decided() {
        // Who is held to two steps is captured, and with three there is a way out, however far the attacker goes.
        let captured = |goal: &str| goal.contains("near=1:") || goal.contains("near=1,2:");
        let (success, goals, _) = found(captured, |goal, _| is_free(goal)).expect("all is decided");
        assert_eq!((success, &*goals), (Success::No, &["komaster=attacker:near=9,3".to_owned()][..]));
    }

    #[test]
    fn one_question_a_round_is_asked_when_no_time_is_left() {
        struct Late(usize);
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
        // The first round has two that are answered, and no other.
        assert_eq!((found.success, late.0), (Success::No, 2 + PARTS.len() - 1));
    }

    #[test]
    fn who_is_late_once_is_asked_again() {
        // The stones are captured if the attacker may take back, whatever the defender does, so that this is never asked again. What
        // a defender who may take back can save is told by no search that has less than half of what is left.
        struct Late;
        impl Oracle for Late {
            fn ask_within(&mut self, part: u32, _: &str, _: &str, goal: &str) -> Result<Answered, InputError> {
                let is_late = part > 2 && !goal.contains("=attacker");
                let is_saved = goal.contains("=defender");
                let verdict = if is_saved { Verdict::Proven } else { Verdict::Disproven };
                let verdict = if is_late { Verdict::Unknown } else { verdict };
                Ok(Answered { verdict, line: vec!["A1".to_owned()], expanded: u64::from(!is_late) })
            }
        }
        let position: Position = ".X./XOO/.X. o".parse().expect("a position");
        let goal = Goal::new(Aim::Save, vec![Point::read("B2").expect("a point")]);
        let found = widened(&position, &goal, &mut Late).expect("a question").map(|found| found.success);
        assert_eq!(found, Some(Success::FindsThreat));
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

    #[test]
    fn the_narrow_does_not_stand_against_the_wide() {
        // Against a defender who is komaster and held near, the stones are captured; the attacker who is komaster himself fails
        // with a reach that is wider, so both questions have the answer of his.
        let captured = |goal: &str| goal.contains("=defender") && !goal.contains(",all") && !goal.contains("1,9");
        let is_hard = |goal: &str, _| is_free(goal) || goal.contains("=defender") && !goal.contains("near=1:");
        let (success, goals, _) = found(captured, is_hard).expect("all is decided");
        assert_eq!((success, goals.len()), (Success::No, 1));
        assert!(goals[0].starts_with("komaster=attacker:near=9"), "{goals:?}");
    }

    /// A verdict with these reaches of attacker and defender.
    fn verdict(attack: usize, defence: Option<usize>, is_captured: bool, prover: Side) -> Known {
        let is_proven = is_captured == (prover == Side::Attacker);
        Known { attack, defence, threats: None, is_proven, line: Vec::new(), goal: String::new() }
    }

    #[test]
    fn who_is_held_nearer_may_have_failed_for_that() {
        for prover in [Side::Attacker, Side::Defender] {
            let captured = |attack, defence| verdict(attack, defence, true, prover);
            let saved = |attack, defence| verdict(attack, defence, false, prover);
            let pairs = [
                // One side has the same reach in both, so the other one tells.
                (saved(1, None), captured(1, Some(1))),
                (captured(2, Some(0)), saved(0, Some(0))),
                // A wider question in which the attacker fails with more, and the other way round.
                (captured(4, Some(2)), saved(3, Some(1))),
                (saved(4, Some(3)), captured(3, Some(1))),
                // Each question holds one side nearer: the side that fails tells.
                (captured(5, Some(3)), saved(2, Some(4))),
                (captured(5, None), saved(9, Some(4))),
                (saved(4, None), captured(5, Some(3))),
            ];
            for (one, other) in pairs {
                assert!(one.outweighs(&other, prover) && !other.outweighs(&one, prover), "{one:?}, {other:?}");
            }
        }
    }

    #[test]
    fn what_is_known_never_contradicts_itself() {
        // Nothing, or one of two verdicts with some reaches of both sides.
        let reaches = [(0, Some(0)), (0, Some(2)), (2, Some(0)), (2, None), (4, Some(3))];
        let kinds = 2 * reaches.len() + 1;
        for prover in [Side::Attacker, Side::Defender] {
            for case in 0..kinds.pow(3) {
                let before = [case % kinds, case / kinds % kinds, case / kinds.pow(2)].map(|kind: usize| {
                    let (attack, defence) = reaches[kind.checked_sub(1)? / 2];
                    Some(verdict(attack, defence, kind.is_multiple_of(2), prover))
                });
                let mut known = before.clone();
                reconcile(&mut known, prover);
                let said = |known: &[Option<Known>; 3]| {
                    known.each_ref().map(|known| known.as_ref().map(|known| known.is_proven))
                };
                let contradicts = |known| {
                    let said = said(known);
                    [(0, 1), (0, 2), (1, 2)]
                        .iter()
                        .any(|&(strong, weak)| said[strong] == Some(true) && said[weak] == Some(false))
                };
                assert!(!contradicts(&known), "{before:?} became {known:?}");
                assert_eq!(said(&known).map(|said| said.is_some()), said(&before).map(|said| said.is_some()));
                if !contradicts(&before) {
                    assert_eq!(said(&known), said(&before));
                }
            }
        }
    }
}
