//! A problem with cycles as one without: its nodes are the lines of play from the root.
//!
//! The idea: whatever a repetition is worth, it can be seen from the line that led to it. So every search for trees
//! solves problems with cycles, whatever their rule, and its certificates say which lines they rest on. The cost: no
//! two lines are ever the same node, so there are exponentially many. It is the yardstick for searches that handle
//! repetitions themselves, and good enough for small problems.

use std::fmt::Write;

use crate::{Describe, Dominance, Problem, Status};

/// The lines of play of a problem: a tree, in which a repetition has the value that the problem gives it.
///
/// ```
/// use proofset_core::{LinesOfPlay, Problem, Repetition, Role, Status, Value};
///
/// /// Two rooms with a door between them: walk for ever.
/// struct Rooms;
///
/// impl Problem for Rooms {
///     type State = bool;
///     type Move = ();
///
///     fn root(&self) -> bool {
///         false
///     }
///
///     fn status(&self, _: &bool) -> Status {
///         Status::Open(Role::Or)
///     }
///
///     fn for_each_successor(&self, room: &bool, mut visit: impl FnMut((), bool)) {
///         visit((), !room);
///     }
///
///     fn repetition(&self) -> Option<Repetition> {
///         Some(Repetition::Disproves)
///     }
/// }
///
/// let lines = LinesOfPlay(Rooms);
/// assert_eq!(lines.status(&vec![false, true]), Status::Open(Role::Or));
/// assert_eq!(lines.status(&vec![false, true, false]), Status::Decided(Value::Disproven));
/// ```
#[derive(Clone, Debug)]
pub struct LinesOfPlay<P>(pub P);

impl<P: Problem> Problem for LinesOfPlay<P> {
    /// The states from the root on; the last one is where the play is.
    type State = Vec<P::State>;
    type Move = P::Move;

    fn root(&self) -> Vec<P::State> {
        vec![self.0.root()]
    }

    fn status(&self, line: &Vec<P::State>) -> Status {
        let (here, before) = line.split_last().expect("a line begins with the root");
        if !before.contains(here) {
            return self.0.status(here);
        }
        match self.0.status(&before[before.len() - 1]) {
            Status::Open(mover) => match self.0.repetition() {
                Some(rule) => Status::Decided(rule.value(mover)),
                None => panic!("a problem whose lines come back to a state says what that is worth"),
            },
            Status::Decided(_) | Status::OpenLeaf => unreachable!("a line goes on from open states alone"),
        }
    }

    fn for_each_successor(&self, line: &Vec<P::State>, mut visit: impl FnMut(P::Move, Vec<P::State>)) {
        self.0.for_each_successor(&line[line.len() - 1], |mv, next| {
            let mut longer = line.clone();
            longer.push(next);
            visit(mv, longer);
        });
    }

    fn rank(&self, line: &Vec<P::State>) -> Option<u32> {
        u32::try_from(line.len()).ok()
    }

    fn owned_bytes(&self, line: &Vec<P::State>) -> usize {
        line.capacity() * size_of::<P::State>() + line.iter().map(|state| self.0.owned_bytes(state)).sum::<usize>()
    }
}

/// A state with more in hand on one line says nothing of another line, whose repetitions are others.
impl<P: Problem> Dominance for LinesOfPlay<P> {}

impl<P: Describe> Describe for LinesOfPlay<P> {
    /// The states of the line, with arrows between them.
    fn state_text(&self, line: &Vec<P::State>) -> String {
        let mut text = String::new();
        for (index, state) in line.iter().enumerate() {
            let arrow = if index == 0 { "" } else { " -> " };
            write!(text, "{arrow}{}", self.0.state_text(state)).expect("strings take all text");
        }
        text
    }

    fn move_text(&self, line: &Vec<P::State>, mv: P::Move) -> String {
        self.0.move_text(&line[line.len() - 1], mv)
    }
}
