//! What a capture rests on: the points that have to be as they are.
//!
//! The idea: a stone is taken when the points beside it are filled, so these belong to the zone, and so does a liberty of
//! each stone that plays a part. Chains of the attacker in the zone must not be taken by a move elsewhere: each has two liberties in
//! the zone, or all of its surroundings. Then a move of the defender elsewhere changes nothing in the zone.
//!
//! The invariant: by the rules of states with [unknown](crate::unknown) points, a state with all unknown but its zone is captured.
//!
//! The cost: the chains in a zone are found again at each node that has one.

use proofset_bits::Bits;
use proofset_core::{Value, Zoned};

use crate::board::Color;
use crate::goal::Side;
use crate::local::{End, Local, State};
use crate::rules::Superko;

/// Replies within so many steps from the stones in question are looked at beside a move elsewhere.
const LIKELY: u32 = 2;

impl<const W: usize> Local<W> {
    /// The points of stones in question that are not lost, which always belong to a zone.
    fn in_question(&self, state: &State<W>) -> Bits<W> {
        self.left(state).fold(Bits::EMPTY, |all, number| all | Bits::single(number))
    }

    /// A zone with the chains of a colour whole, and with so many liberties of each, or all that is around it.
    fn firm(&self, state: &State<W>, color: Color, least: usize, zone: Bits<W>) -> Bits<W> {
        let mut firm = Bits::EMPTY;
        self.firmer(state, color, least, zone, &mut firm)
    }

    /// The same for a zone that grows, with the chains of which it has all that it needs.
    fn firmer(&self, state: &State<W>, color: Color, least: usize, mut zone: Bits<W>, firm: &mut Bits<W>) -> Bits<W> {
        let region = self.region();
        let empty = region.empty(&state.stones);
        let own = state.stones[color as usize];
        while let Some(number) = (zone & own & !*firm).ascending().next() {
            let (chain, beside) = region.part_and_beside(number, own);
            *firm = *firm | chain;
            zone = zone | chain;
            if region.is_safe(chain, color) {
                continue;
            }
            let liberties = beside & empty;
            if (liberties.count() as usize) < least {
                zone = zone | beside;
            }
            let lacking = least.saturating_sub((liberties & zone).count() as usize);
            zone = (liberties & !zone).ascending().take(lacking).fold(zone, |zone, point| zone | Bits::single(point));
        }
        zone
    }

    /// A zone in which nobody takes stones of the attacker by a move elsewhere.
    fn closed(&self, state: &State<W>, zone: Bits<W>) -> Bits<W> {
        self.firm(state, self.attacker(), 2, zone)
    }

    /// The zone with what a stone on a point takes, and with what it takes to see that it takes nothing else.
    fn around_move(&self, state: &State<W>, next: &State<W>, number: usize, mut zone: Bits<W>) -> Bits<W> {
        let region = self.region();
        let (own, other) = (state.to_move, state.to_move.opponent());
        let captured = state.stones[other as usize] & !next.stones[other as usize];
        zone = zone | captured | region.beside(captured);
        if captured.is_single() {
            // Whether it is a ko.
            zone = zone | region.beside_point(number);
        }
        if own == self.attacker() {
            // The stone has a liberty.
            zone = self.firm(next, own, 1, zone | Bits::single(number));
        }
        self.firm(next, other, 1, zone)
    }

    /// The zone of a state that is captured.
    fn zone_of_captured(&self, state: &State<W>) -> Bits<W> {
        let region = self.region();
        let only = self.only_chain(state).filter(|_| !self.is_enough(state.lost));
        let Some((chain, beside)) = only else { return Bits::EMPTY };
        let own = state.stones[self.attacker().opponent() as usize];
        let liberty = (beside & region.empty(&state.stones)).ascending().next();
        match liberty.filter(|_| state.to_move != self.attacker()) {
            None => chain | beside,
            // It falls although the defender is to move, who may fill the last liberty.
            Some(liberty) => {
                let (grown, beside) = region.part_and_beside(liberty, own | Bits::single(liberty));
                self.closed(state, grown | beside)
            }
        }
    }
}

/// The point that a move from one state to another puts a stone on.
fn stone_between<const W: usize>(state: &State<W>, next: &State<W>) -> Option<usize> {
    let own = state.to_move as usize;
    (next.stones[own] & !state.stones[own]).ascending().next()
}

impl<const W: usize> Zoned for Local<W> {
    type Zone = [u64; W];

    /// Where the attacker is held near one chain in question, the defender is not, and a repetition does not serve the attacker.
    fn zoned(&self) -> Option<Value> {
        let (rules, goal) = (self.rules(), self.goal());
        let is_simple = rules.superko == Superko::None && !rules.allows_suicide && rules.allows_tenuki;
        let is_held = goal.near[0].is_some() && goal.near[1].is_none();
        let is_one = self.has_one_target() && !goal.eyes && goal.served_by_repetition() == Side::Defender;
        (is_simple && is_held && is_one).then(|| self.value(End::Captured))
    }

    fn is_whole(&self, state: &State<W>) -> bool {
        state.unknown().is_empty()
    }

    fn null_move(&self, state: &State<W>) -> State<W> {
        self.pass(state)
    }

    fn for_each_likely_reply(&self, state: &State<W>, visit: impl FnMut(State<W>)) {
        let mut turn = self.turn(state);
        let points = self.forced(state).unwrap_or_else(|| self.near(state, LIKELY));
        points.ascending().filter_map(|number| turn.play(number)).for_each(visit);
    }

    fn zone_of_end(&self, state: &State<W>) -> [u64; W] {
        self.zone_of_captured(state).words()
    }

    fn zone_of_choice(&self, state: &State<W>, next: &State<W>, zone: &[u64; W]) -> [u64; W] {
        let zone = Bits::from_words(*zone) | self.in_question(state);
        let number = stone_between(state, next);
        number.map_or(zone, |number| self.around_move(state, next, number, zone)).words()
    }

    fn for_each_reply(
        &self,
        state: &State<W>,
        null_zone: Option<&[u64; W]>,
        mut visit: impl FnMut(State<W>),
    ) -> Option<[u64; W]> {
        let region = self.region();
        let empty = region.empty(&state.stones);
        let mut turn = self.turn(state);
        let Some(zone) = null_zone else {
            empty.ascending().filter_map(|number| turn.play(number)).for_each(visit);
            return None;
        };
        let (defender, attacker) = (self.attacker().opponent() as usize, self.attacker() as usize);
        let mut firm = Bits::EMPTY;
        let mut close = |zone| self.firmer(state, self.attacker(), 2, zone, &mut firm);
        let mut zone = close(Bits::from_words(*zone) | self.in_question(state));
        let mut tried = Bits::EMPTY;
        while let Some(number) = (zone & empty & !tried).ascending().next() {
            let stone = Bits::single(number);
            tried = tried | stone;
            if let Some(next) = turn.play(number) {
                let captured = state.stones[attacker] & !next.stones[attacker];
                if !captured.is_empty() {
                    zone = zone | region.beside(captured) | region.beside_point(number);
                }
                visit(next);
            } else {
                // It is illegal wherever its surroundings are the same.
                let (grown, beside) = region.part_and_beside(number, state.stones[defender] | stone);
                zone = zone | grown | beside;
            }
            zone = close(zone);
        }
        Some(zone.words())
    }

    fn zone_of_all(&self, state: &State<W>, null_zone: [u64; W], replies: &[(State<W>, [u64; W])]) -> [u64; W] {
        let null_zone = Bits::from_words(null_zone);
        let zone = replies.iter().fold(null_zone, |all, (next, zone)| {
            let zone = Bits::from_words(*zone);
            let number = stone_between(state, next);
            all | number.map_or(zone, |number| self.around_move(state, next, number, zone))
        });
        self.closed(state, zone).words()
    }

    fn pattern(&self, state: &State<W>, zone: &[u64; W]) -> State<W> {
        self.with_known(state, Bits::from_words(*zone))
    }

    fn size(zone: &[u64; W]) -> u32 {
        Bits::from_words(*zone).count()
    }
}
