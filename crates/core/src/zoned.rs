//! Zones: the part of a state that its value rests on.
//!
//! The idea (Thomsen 2000 and others, "relevance zones"): where the side that is to be refuted may move elsewhere, the proof against
//! that *null move* shows what matters: a part of the state, its *zone*. Whatever else that side does there was nothing to,
//! as long as the zone stays as it is, so only moves that change the zone have to be refuted as well.
//!
//! A zone is a promise: the value holds in every state that agrees with this one on the zone. A problem keeps it by its own
//! rules: a state may have *unknown* parts, in which everything may be the case that is bad for the favoured side. The
//! [`pattern`](Zoned::pattern) of a state is the state with all unknown but the zone. It has the value by the rules for such states, and
//! it [decides](crate::Dominance::decides) all that agree with it. So proofs with zones are proofs like any other, in which one
//! record stands for many states, and who checks one needs to know nothing of zones.

use crate::{Dominance, Pack, Value};

/// A problem that knows on what part of a state a value rests.
///
/// The favoured side is that of the value that has zones; the other one may always make a null move.
pub trait Zoned: Dominance {
    /// A part of a state, which can be kept in a file.
    type Zone: Clone + Pack;

    /// The value whose proofs have zones; `None` if this problem has none.
    fn zoned(&self) -> Option<Value>;

    /// True if nothing of a state is unknown.
    fn is_whole(&self, state: &Self::State) -> bool;

    /// What the null move of the other side leads to.
    fn null_move(&self, state: &Self::State) -> Self::State;

    /// Shows what moves lead to that are likely to refute the favoured side, if any does: they are looked at beside the null move.
    fn for_each_likely_reply(&self, state: &Self::State, visit: impl FnMut(Self::State));

    /// The zone of a state that the rules decide with the value.
    fn zone_of_end(&self, state: &Self::State) -> Self::Zone;

    /// The zone of a state in which the favoured side moves to `next`, which has this zone.
    fn zone_of_choice(&self, state: &Self::State, next: &Self::State, zone: &Self::Zone) -> Self::Zone;

    /// Shows what moves of the other side lead to that may change the zone of what its null move leads to, and gives that zone as it has to
    /// be so that no other move changes it. Without a zone, all moves are shown.
    fn for_each_reply(
        &self,
        state: &Self::State,
        null_zone: Option<&Self::Zone>,
        visit: impl FnMut(Self::State),
    ) -> Option<Self::Zone>;

    /// The zone of a state in which the other side moves: of what [`for_each_reply`](Self::for_each_reply) gave, and of what its replies lead to.
    fn zone_of_all(
        &self,
        state: &Self::State,
        null_zone: Self::Zone,
        replies: &[(Self::State, Self::Zone)],
    ) -> Self::Zone;

    /// The state with all unknown but the zone.
    fn pattern(&self, state: &Self::State, zone: &Self::Zone) -> Self::State;

    /// How large a zone is: proofs with small ones are better.
    fn size(zone: &Self::Zone) -> u32;
}

impl<P: Zoned> Zoned for &P {
    type Zone = P::Zone;

    fn zoned(&self) -> Option<Value> {
        P::zoned(self)
    }

    fn is_whole(&self, state: &Self::State) -> bool {
        P::is_whole(self, state)
    }

    fn null_move(&self, state: &Self::State) -> Self::State {
        P::null_move(self, state)
    }

    fn for_each_likely_reply(&self, state: &Self::State, visit: impl FnMut(Self::State)) {
        P::for_each_likely_reply(self, state, visit);
    }

    fn zone_of_end(&self, state: &Self::State) -> Self::Zone {
        P::zone_of_end(self, state)
    }

    fn zone_of_choice(&self, state: &Self::State, next: &Self::State, zone: &Self::Zone) -> Self::Zone {
        P::zone_of_choice(self, state, next, zone)
    }

    fn for_each_reply(
        &self,
        state: &Self::State,
        null_zone: Option<&Self::Zone>,
        visit: impl FnMut(Self::State),
    ) -> Option<Self::Zone> {
        P::for_each_reply(self, state, null_zone, visit)
    }

    fn zone_of_all(
        &self,
        state: &Self::State,
        null_zone: Self::Zone,
        replies: &[(Self::State, Self::Zone)],
    ) -> Self::Zone {
        P::zone_of_all(self, state, null_zone, replies)
    }

    fn pattern(&self, state: &Self::State, zone: &Self::Zone) -> Self::State {
        P::pattern(self, state, zone)
    }

    fn size(zone: &Self::Zone) -> u32 {
        P::size(zone)
    }
}
