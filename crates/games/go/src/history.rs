//! The same question where nothing may come back (superko).
//!
//! The idea: what may be played depends on all positions that there have been, so a state carries them. Then nothing repeats
//! and no line of play goes on for ever: each stone adds a position to the past, and two passes in a row end play, with the
//! stones not captured. Every search can be asked, and a certificate needs no more than the rules.
//!
//! The cost: a state is as long as the line that leads to it, and equal arrangements with different pasts are different
//! states. Small problems only.

use std::fmt::Write as _;
use std::sync::Arc;

use proofset_core::{Describe, Dominance, NotationError, Problem, Status, state_hash};

use crate::board::Color;
use crate::goal::{Goal, Side};
use crate::local::{End, Local, Move, State};
use crate::position::Position;
use crate::region::Stones;
use crate::rules::{Rules, Superko};

/// An arrangement that may not come back, with the side to move where that matters.
type Arrangement = (Stones<1>, Option<Color>);

/// A state of the region with what there was before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PastState {
    state: State<1>,
    /// In order, with that of the state itself.
    past: Arc<[Arrangement]>,
    has_passed: bool,
}

impl PastState {
    /// The state without the past.
    pub fn state(&self) -> &State<1> {
        &self.state
    }
}

/// The question whether one side can capture stones of the other, if no arrangement may come back.
#[derive(Clone, Debug)]
pub struct LocalWithHistory {
    local: Local<1>,
    start: PastState,
}

impl LocalWithHistory {
    /// The question `goal`, whose region is given, about a position.
    pub(crate) fn new(rules: Rules, position: &Position, goal: Goal) -> Result<Self, NotationError> {
        if goal.komaster.is_some() {
            return Err(NotationError::new("komaster goes with simple ko alone; leave it out, or superko"));
        }
        let local = Local::new(rules, position, goal)?;
        let state = local.root();
        let start = PastState { state, past: Arc::new([arrangement(rules, &state)]), has_passed: false };
        Ok(Self { local, start })
    }

    /// The same question from another state on.
    pub fn from(&self, state: &PastState) -> Self {
        Self { start: state.clone(), ..self.clone() }
    }

    /// The question without the past.
    pub fn local(&self) -> &Local<1> {
        &self.local
    }

    /// What there was with what there is now; `None` if that was there before.
    fn longer(&self, past: &[Arrangement], now: &State<1>) -> Option<Arc<[Arrangement]>> {
        let own = arrangement(self.local.rules(), now);
        let place = past.binary_search_by(|other| order(other).cmp(&order(&own))).err()?;
        let (before, behind) = past.split_at(place);
        Some(before.iter().chain([&own]).chain(behind).copied().collect())
    }

    /// The state behind a move that puts a stone, unless it brings something back.
    fn reached(&self, from: &PastState, next: State<1>) -> Option<PastState> {
        let past = self.longer(&from.past, &next)?;
        Some(PastState { state: next, past, has_passed: false })
    }
}

fn arrangement(rules: Rules, state: &State<1>) -> Arrangement {
    (state.stones, (rules.superko == Superko::Situational).then_some(state.to_move))
}

/// An order of arrangements.
fn order(&(stones, to_move): &Arrangement) -> ([u64; 2], Option<Color>) {
    (stones.map(|stones| stones.words()[0]), to_move)
}

impl Problem for LocalWithHistory {
    type State = PastState;
    type Move = Move;

    fn root(&self) -> PastState {
        self.start.clone()
    }

    fn status(&self, state: &PastState) -> Status {
        self.local.status(&state.state)
    }

    fn for_each_successor(&self, state: &PastState, mut visit: impl FnMut(Move, PastState)) {
        let mut has_moves = false;
        for (number, far) in self.local.tries(&state.state) {
            let next = self.local.play(&state.state, number).map(|next| State { far, ..next });
            if let Some(next) = next.and_then(|next| self.reached(state, next)) {
                has_moves = true;
                visit(Move::at(number), next);
            }
        }
        if self.local.may_pass(state.state.to_move, has_moves, true) {
            let mut next = self.local.pass(&state.state);
            if state.has_passed && next.end.is_none() {
                next.end = Some(match self.local.goal().served_by_repetition() {
                    Side::Attacker => End::Captured,
                    Side::Defender => End::Safe,
                });
            }
            // A pass may bring something back, but what stands behind it with the other side to move has been there.
            let past = self.longer(&state.past, &next).unwrap_or_else(|| state.past.clone());
            visit(Move::PASS, PastState { state: next, past, has_passed: true });
        }
    }

    /// The past, which is seldom shared.
    fn owned_bytes(&self, state: &PastState) -> usize {
        size_of_val(&state.past[..])
    }

    /// A stone adds an arrangement, which a pass need not, and a pass is followed by a stone or by the end.
    fn rank(&self, state: &PastState) -> Option<u32> {
        let twice = state.has_passed && state.state.end.is_some();
        Some(3 * state.past.len() as u32 + u32::from(state.has_passed) + u32::from(twice))
    }
}

impl Dominance for LocalWithHistory {}

impl Describe for LocalWithHistory {
    /// The diagram, and what stands for the past: how many arrangements there were, and a hash of them.
    fn state_text(&self, state: &PastState) -> String {
        let mut text = self.local.text(&state.state);
        if state.past.len() > 1 {
            let _ = write!(text, " past:{}:{:016x}", state.past.len(), state_hash(&state.past));
        }
        if state.has_passed {
            text.push_str(" passed");
        }
        text
    }

    fn move_text(&self, _: &PastState, mv: Move) -> String {
        self.local.move_name(mv)
    }
}
