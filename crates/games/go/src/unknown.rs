//! States of which a part is unknown: the same question where the rest of the board is what is worst for the attacker.
//!
//! The idea: a point that has stones of both colours in a state is *unknown*. It may be empty or hold a stone of either side, and
//! that may change with every move of the defender, who may play there: that is a move elsewhere. The attacker never plays
//! there. A chain of the defender beside an unknown point may have a liberty there, so it is never taken, and a chain in
//! question is out. A chain of the attacker has the known liberties alone; one that has none when the defender is to move may be taken, so
//! that its points become unknown. Where it cannot be told whether a move takes stones, these become unknown as well.
//!
//! The invariant: what the attacker captures in such a state, it captures in each state that agrees on the known points
//! ([`Dominance::decides`](proofset_core::Dominance::decides)): every move of the defender there is one here, and every move
//! of the attacker here does the same there. No search begins with such states; they are what a record of a proof stands for.

use proofset_bits::Bits;

use crate::local::{End, Local, Move, State};
use crate::region::{Stones, each};

/// What is known of a state.
struct Seen<const W: usize> {
    stones: Stones<W>,
    unknown: Bits<W>,
    empty: Bits<W>,
}

impl<const W: usize> State<W> {
    /// The points of which nothing is known.
    #[inline]
    pub(crate) fn unknown(&self) -> Bits<W> {
        self.stones[0] & self.stones[1]
    }
}

impl<const W: usize> Local<W> {
    fn seen(&self, stones: &Stones<W>) -> Seen<W> {
        let unknown = stones[0] & stones[1];
        Seen { stones: each(stones, |own| own & !unknown), unknown, empty: self.region().empty(stones) }
    }

    /// The state with all unknown but these points.
    pub(crate) fn with_known(&self, state: &State<W>, known: Bits<W>) -> State<W> {
        self.with_unknown(state, self.region().all() & !known)
    }

    /// A state with more unknown points.
    fn with_unknown(&self, state: &State<W>, more: Bits<W>) -> State<W> {
        let mut next = State { stones: each(&state.stones, |own| own | more), ..*state };
        if next.unknown().is_empty() {
            return next;
        }
        // Wherever something is known the attacker plays as often as it likes.
        next.far = [0; 2];
        if state.to_move != self.attacker() {
            self.forget_weak(&mut next.stones);
        }
        let is_known = |ko: u16| ko > 0 && !next.unknown().contains(usize::from(ko) - 1);
        next.ko = if is_known(state.ko) { state.ko } else { 0 };
        next.end = self.end_with_unknown(&next);
        next
    }

    /// Makes the stones of the attacker unknown that have no known liberty: a move elsewhere may take them.
    fn forget_weak(&self, stones: &mut Stones<W>) {
        let region = self.region();
        loop {
            let seen = self.seen(stones);
            let is_weak = |&(chain, beside): &(Bits<W>, Bits<W>)| {
                !region.is_safe(chain, self.attacker()) && (beside & seen.empty).is_empty()
            };
            let weak = region.parts(seen.stones[self.attacker() as usize]).filter(is_weak);
            let weak = weak.fold(Bits::EMPTY, |all, (chain, _)| all | chain);
            if weak.is_empty() {
                return;
            }
            *stones = each(stones, |own| own | weak);
        }
    }

    /// What moves lead to from a state of which a part is unknown: stones on the empty points, and a move elsewhere.
    pub(crate) fn for_each_successor_with_unknown(&self, state: &State<W>, visit: &mut dyn FnMut(Move, State<W>)) {
        let seen = self.seen(&state.stones);
        let mut has_moves = false;
        for number in seen.empty.ascending() {
            if let Some(next) = self.play_with_unknown(state, &seen, number) {
                has_moves = true;
                visit(Move::at(number), next);
            }
        }
        if self.may_pass(state.to_move, has_moves, state.ko > 0) {
            let lost = self.lost_after_defence(state, &seen.stones);
            let next = State { to_move: state.to_move.opponent(), lost, ..*state };
            visit(Move::PASS, self.with_unknown(&self.open(next, None), Bits::EMPTY));
        }
    }

    /// The targets that are lost when a move has been made, if it was the defender's: what is not on the board by then.
    fn lost_after_defence(&self, state: &State<W>, known: &Stones<W>) -> u8 {
        if state.to_move == self.attacker() { state.lost } else { self.not_on_board(state.lost, known) }
    }

    /// The state after a stone on an empty point, if the side to move may play there whatever is unknown.
    fn play_with_unknown(&self, state: &State<W>, seen: &Seen<W>, number: usize) -> Option<State<W>> {
        let region = self.region();
        let attacks = state.to_move == self.attacker();
        let threats = self.threats_after(state, number)?;
        let (own, other) = (state.to_move as usize, state.to_move.opponent() as usize);
        let stone = Bits::single(number);
        let beside = region.beside_point(number);
        let touches = !(beside & seen.unknown).is_empty();
        let empty = seen.empty & !stone;
        let (mut captured, mut forgotten) = (Bits::EMPTY, Bits::EMPTY);
        // Stones of the defender may be taken that unknown stones connect to the point.
        let met = if attacks && touches { seen.stones[other] } else { beside & seen.stones[other] };
        for (chain, around) in region.parts_at(met, seen.stones[other]) {
            if region.is_safe(chain, state.to_move.opponent()) || !(around & empty).is_empty() {
                continue;
            }
            if (around & seen.unknown).is_empty() {
                captured = captured | chain;
            } else {
                forgotten = forgotten | chain;
            }
        }
        let mut stones = seen.stones;
        stones[own] = stones[own] | stone;
        stones[other] &= !captured;
        let empty = empty | captured;
        let (chain, around) = region.part_and_beside(number, stones[own]);
        let has_liberty = !(around & empty).is_empty() || region.is_safe(chain, state.to_move);
        // Stones of the defender may have a liberty where nothing is known, or take stones of which it is not known.
        let may_have_liberty = !(around & seen.unknown).is_empty() || !forgotten.is_empty();
        if !has_liberty && (attacks || !may_have_liberty) {
            return None;
        }
        let may_be_ko = captured.is_single()
            && chain == stone
            && !region.is_safe(stone, state.to_move)
            && around & empty == captured;
        let mut lost = self.lost_after_defence(state, &stones);
        if attacks && !(may_be_ko && self.may_take_back(state)) {
            lost |= self.lost(captured);
        }
        // Where it is not known whether it is a ko, the defender may take back, and the attacker may not.
        let is_ko = may_be_ko && !(attacks && touches);
        let ko = is_ko.then(|| captured.ascending().next()).flatten();
        let stones = each(&stones, |own| own | seen.unknown);
        let next = State { stones, to_move: state.to_move.opponent(), lost, threats, ..*state };
        Some(self.with_unknown(&self.open(next, ko), forgotten))
    }

    /// What the rules say of a state of which a part is unknown, if there is one chain in question.
    fn end_with_unknown(&self, state: &State<W>) -> Option<End> {
        if self.is_enough(state.lost) {
            return Some(End::Captured);
        }
        let seen = self.seen(&state.stones);
        let defender = self.attacker().opponent();
        let target = self.left(state).next()?;
        if self.is_safe_anyway() || seen.unknown.contains(target) {
            return Some(End::Safe);
        }
        if !seen.stones[defender as usize].contains(target) {
            return None;
        }
        let region = self.region();
        let (chain, around) = region.part_and_beside(target, seen.stones[defender as usize]);
        let liberties = around & seen.empty;
        if !(around & seen.unknown).is_empty() || self.is_out(chain, liberties) {
            return Some(End::Safe);
        }
        if !self.looks_ahead() || !self.is_in_atari(chain, liberties) {
            return None;
        }
        let falls = state.to_move == self.attacker() || {
            let last = liberties.ascending().next()?;
            let (_, around) = region.part_and_beside(last, seen.stones[defender as usize] | liberties);
            (around & seen.unknown).is_empty() && self.is_held(&seen.stones, seen.empty, liberties)
        };
        falls.then_some(End::Captured)
    }

    /// Whether a state is captured because one with unknown points is.
    pub(crate) fn is_decided_by(&self, known: &State<W>, state: &State<W>) -> bool {
        let unknown = known.unknown();
        let defends = state.to_move != self.attacker();
        let ko = match (known.ko, state.ko) {
            (known, ko) if known == ko => true,
            // In what is known the defender may do more, the attacker less.
            (0, ko) => defends || unknown.contains(usize::from(ko) - 1),
            (_, 0) => !defends,
            _ => false,
        };
        let agrees = |color: usize| ((known.stones[color] ^ state.stones[color]) & !unknown).is_empty();
        ko && known.to_move == state.to_move
            && known.lost == state.lost
            && known.threats >= state.threats
            && known.far[0] <= state.far[0]
            && agrees(0)
            && agrees(1)
            && (known.end.is_none() || known.end == state.end)
    }

    /// The state with the fewest unknown points that decides both, if it is captured.
    pub(crate) fn common_state(&self, one: &State<W>, other: &State<W>) -> Option<State<W>> {
        if one.to_move != other.to_move || one.lost != other.lost {
            return None;
        }
        let differ = (one.stones[0] ^ other.stones[0]) | (one.stones[1] ^ other.stones[1]);
        let unknown = differ | one.unknown() | other.unknown();
        if unknown.is_empty() && one.ko == other.ko {
            let far = [one.far[0].min(other.far[0]), 0];
            let state = if one.threats < other.threats { other } else { one };
            return Some(State { far, ..*state });
        }
        let known_ko = |ko: u16| if ko > 0 && unknown.contains(usize::from(ko) - 1) { 0 } else { ko };
        let defends = one.to_move != self.attacker();
        let ko = match (known_ko(one.ko), known_ko(other.ko)) {
            (first, second) if first == second => first,
            (0, ko) | (ko, 0) if !defends => ko,
            _ if !defends => return None,
            _ => 0,
        };
        let far = [one.far[0].min(other.far[0]), 0];
        let next = State { ko, threats: one.threats.max(other.threats), far, ..*one };
        Some(if unknown.is_empty() { self.judged(next) } else { self.with_unknown(&next, unknown) })
    }
}
