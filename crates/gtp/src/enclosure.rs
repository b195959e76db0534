//! Life and death on open boards, by questions in what a wall leaves a group, which grow step by step.
//!
//! The idea: a region is asked about twice. With a frame nobody gets out, which is best for the attacker: a group that lives so
//! lives. Without it the group is safe as soon as it reaches out, which is best for the defender: a group that dies so dies. If
//! the two differ, what matters lies farther out, and the region grows by a step. It ends where the group is closed in, and then the
//! frame is the truth.
//!
//! When time is out before they agree, the answer is that of the question that is best for the side that moves: the attacker is
//! told about the frame, the defender about the way out. But a group that is held by nothing is not dead in a frame that is not there:
//! of one that has much room both sides are told about the way out. The questions that an answer rests on name the region, and the
//! frame.
//!
//! The invariant: a question that is settled is not asked again, and what is known of the others is of the last region.

use proofset_catalog::{InputError, Oracle};
use proofset_go::{Goal, Place, Point, Position, Side, Success, by_ko, enclosed};

use crate::decided;
use crate::widening::{Found, ORDER, implied};

/// So many steps are looked at to tell whether a group has much room.
const FAR: usize = 9;

/// A group that reaches more empty points has much room.
const ROOM: usize = 60;

/// What is known of one question by ko.
#[derive(Clone, Debug)]
struct Known {
    is_proven: bool,
    /// Whether no wider region can say otherwise.
    is_settled: bool,
    line: Vec<String>,
    goal: String,
}

/// A group and what is known of it in the region that was asked about last.
pub(crate) struct Enclosure<'p> {
    position: &'p Position,
    targets: Vec<Point>,
    questions: [(Success, Goal); 3],
    known: [Option<Known>; 3],
    region: Vec<Point>,
    steps: usize,
    /// Whether the group has so much room that a frame around it says little.
    runs_free: bool,
    found: Option<Found>,
    is_done: bool,
}

impl<'p> Enclosure<'p> {
    /// What a goal asks about a position, before any search.
    pub(crate) fn new(position: &'p Position, goal: &Goal) -> Self {
        let board = position.board();
        let far = enclosed(board, &goal.targets, FAR);
        Self {
            runs_free: far.iter().filter(|&&point| board.stone(point).is_none()).count() > ROOM,
            position,
            targets: goal.targets.clone(),
            questions: by_ko(goal),
            known: [const { None }; 3],
            region: enclosed(board, &goal.targets, 1),
            steps: 1,
            found: None,
            is_done: false,
        }
    }

    /// Asks about the region, which is wider the next time; whether there is more to ask, within the limits.
    ///
    /// # Errors
    ///
    /// What is wrong with the question.
    pub(crate) fn widen(&mut self, oracle: &mut dyn Oracle) -> Result<bool, InputError> {
        if self.is_done {
            return Ok(false);
        }
        let text = self.position.to_string();
        let wider = enclosed(self.position.board(), &self.targets, self.steps + 1);
        let is_closed = wider == self.region;
        let mut proven = [None; 3];
        let mut is_settled = true;
        for index in ORDER {
            if proven[index].is_some() {
                continue;
            }
            let answer = if let Some(known) = self.known[index].take().filter(|known| known.is_settled) {
                known
            } else {
                let place = Place::Points(self.region.clone());
                let asked = Goal { place, ..self.questions[index].1.clone() };
                let Some(answer) = judge(&text, &asked, is_closed, self.runs_free, oracle)? else {
                    self.is_done = true;
                    return Ok(false);
                };
                answer
            };
            is_settled &= answer.is_settled;
            for other in implied(index, answer.is_proven) {
                proven[other] = Some(answer.is_proven);
                self.known[other] = self.known[other].take().filter(|known| known.is_proven == answer.is_proven);
            }
            self.known[index] = Some(answer);
        }
        self.found = Some(strongest(&self.questions, &self.known));
        self.is_done = is_settled || is_closed;
        self.region = wider;
        self.steps += 1;
        Ok(!self.is_done)
    }

    /// How the side that moves first succeeds; `None` if nothing was decided within the limits.
    pub(crate) fn found(self) -> Option<Found> {
        self.found
    }
}

/// The strongest claim that holds, by what is known.
fn strongest(questions: &[(Success, Goal)], known: &[Option<Known>]) -> Found {
    let proven = |known: &&Option<Known>| known.as_ref().is_some_and(|known| known.is_proven);
    let holds = questions.iter().zip(known).find(|(_, known)| proven(known));
    let (success, line) = match holds {
        Some(((success, _), Some(known))) => (*success, known.line.clone()),
        _ => (Success::No, Vec::new()),
    };
    Found { success, line, goals: known.iter().flatten().map(|known| known.goal.clone()).collect() }
}

/// What becomes of a question in a region, with the frame and without it; `None` if the limits are reached.
fn judge(
    position: &str,
    goal: &Goal,
    is_closed: bool,
    runs_free: bool,
    oracle: &mut dyn Oracle,
) -> Result<Option<Known>, InputError> {
    let is_attack = goal.aim.prover() == Side::Attacker;
    let Some(framed) = ask(position, &Goal { frame: true, ..goal.clone() }, oracle)? else { return Ok(None) };
    // Who lives in the frame lives, and where nothing lies beyond it there is nothing to add.
    if framed.is_proven != is_attack || is_closed {
        return Ok(Some(framed));
    }
    let Some(open) = ask(position, goal, oracle)? else { return Ok(None) };
    if open.is_proven == is_attack {
        return Ok(Some(open));
    }
    let best = if is_attack && !runs_free { framed } else { open };
    Ok(Some(Known { is_settled: false, ..best }))
}

fn ask(position: &str, goal: &Goal, oracle: &mut dyn Oracle) -> Result<Option<Known>, InputError> {
    let goal = goal.to_string();
    let found = decided(position, &goal, oracle.ask("go", position, &goal)?);
    Ok(found.map(|(is_proven, line)| Known { is_proven, is_settled: true, line, goal }))
}

#[cfg(test)]
mod tests {
    use proofset_catalog::{Answered, InputError, Oracle};
    use proofset_core::Verdict;
    use proofset_go::{Aim, Goal, Point, Position, Success};

    use super::Enclosure;

    /// Says whether the stones are killed by whether there is a frame, and how many questions were put before.
    struct Told {
        questions: usize,
        kills: fn(bool, usize) -> bool,
        asked: Vec<String>,
    }

    impl Oracle for Told {
        fn ask_within(&mut self, _: u32, _: &str, _: &str, goal: &str) -> Result<Answered, InputError> {
            let is_framed = goal.contains(":frame");
            let is_killed = (self.kills)(is_framed, self.asked.len());
            let verdict = match is_killed == goal.starts_with("kill") {
                _ if self.asked.len() == self.questions => Verdict::Unknown,
                true => Verdict::Proven,
                false => Verdict::Disproven,
            };
            self.asked.push(goal.to_owned());
            let line = if is_framed { "framed" } else { "open" };
            Ok(Answered { verdict, line: vec![line.to_owned()], expanded: 1 })
        }
    }

    /// What is found about White's stone in the corner, behind a wall with a gap on the edge, and the number of questions.
    fn found(
        aim: Aim,
        questions: usize,
        kills: fn(bool, usize) -> bool,
    ) -> Option<(Success, Vec<String>, Vec<String>, usize)> {
        asked("....../XXX.../...X../.O.X../...X../...... o", aim, questions, kills)
    }

    fn asked(
        text: &str,
        aim: Aim,
        questions: usize,
        kills: fn(bool, usize) -> bool,
    ) -> Option<(Success, Vec<String>, Vec<String>, usize)> {
        let position: Position = text.parse().expect("a position");
        let goal = Goal::new(aim, vec![Point::read("B3").expect("a point")]);
        let mut oracle = Told { questions, kills, asked: Vec::new() };
        let mut enclosure = Enclosure::new(&position, &goal);
        while enclosure.widen(&mut oracle).expect("a question") {}
        enclosure.found().map(|found| (found.success, found.line, found.goals, oracle.asked.len()))
    }

    #[test]
    fn what_lives_in_the_frame_lives() {
        let (success, line, goals, asked) = found(Aim::Live, 99, |_, _| false).expect("it is decided");
        assert_eq!((success, &*line, asked), (Success::Unconditional, &["framed".to_owned()][..], 1));
        assert_eq!(goals, ["live:B3:komaster=attacker:frame:region=B2-B4+A3+C3"]);
        // Asked of the attacker, that is a no to the strongest claim and to the weakest one.
        let (success, _, goals, asked) = found(Aim::Kill, 99, |_, _| false).expect("it is decided");
        assert_eq!((success, goals.len(), asked), (Success::No, 2, 2));
    }

    #[test]
    fn what_dies_though_it_may_reach_out_dies() {
        let (success, line, goals, asked) = found(Aim::Kill, 99, |_, _| true).expect("it is decided");
        assert_eq!((success, &*line, asked), (Success::Unconditional, &["open".to_owned()][..], 2));
        assert_eq!(goals, ["kill:B3:komaster=defender:threats=9:region=B2-B4+A3+C3"]);
    }

    #[test]
    fn a_region_grows_until_it_is_closed() {
        // Held in by the frame alone. The gap is on the edge, and nothing is looked at behind it.
        let (success, line, goals, _) = found(Aim::Kill, 99, |is_framed, _| is_framed).expect("it is decided");
        assert_eq!((success, &*line), (Success::Unconditional, &["framed".to_owned()][..]));
        assert_eq!(goals, ["kill:B3:komaster=defender:threats=9:frame:region=A1-D1+A2-C4"]);
        let (success, _, goals, _) = found(Aim::Live, 99, |is_framed, _| is_framed).expect("it is decided");
        assert_eq!((success, goals.len()), (Success::No, 2));
        assert!(goals.iter().all(|goal| goal.ends_with(":frame:region=A1-D1+A2-C4")), "{goals:?}");
    }

    #[test]
    fn when_time_is_out_the_side_that_moves_has_the_last_word() {
        assert_eq!(found(Aim::Kill, 0, |is_framed, _| is_framed), None);
        assert_eq!(found(Aim::Kill, 1, |is_framed, _| is_framed), None);
        let (success, line, goals, _) = found(Aim::Kill, 2, |is_framed, _| is_framed).expect("one region is done");
        assert_eq!((success, &*line), (Success::Unconditional, &["framed".to_owned()][..]));
        assert_eq!(goals, ["kill:B3:komaster=defender:threats=9:frame:region=B2-B4+A3+C3"]);
        let (success, line, goals, _) = found(Aim::Live, 2, |is_framed, _| is_framed).expect("one region is done");
        assert_eq!((success, &*line), (Success::Unconditional, &["open".to_owned()][..]));
        assert_eq!(goals, ["live:B3:komaster=attacker:region=B2-B4+A3+C3"]);
    }
    #[test]
    fn a_group_that_nothing_holds_is_not_dead_in_a_frame() {
        let text = "9x9 white B3, white to play";
        let (success, _, goals, _) = asked(text, Aim::Kill, 4, |is_framed, _| is_framed).expect("one region is done");
        assert_eq!((success, goals.len()), (Success::No, 2));
        assert!(goals.iter().all(|goal| !goal.contains(":frame")), "{goals:?}");
    }
}
