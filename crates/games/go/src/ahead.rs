//! What a move or two decides, so that no search has to show it.
//!
//! The idea: a chain with one liberty falls if the attacker is to move. If the defender is, it has to play there, or to take a
//! chain beside it that has one liberty too: all else loses at once and need not be tried. A chain whose only way goes to a single
//! liberty falls as well, and one that a stone on a liberty brings out of reach has escaped.
//!
//! The invariant: all of play would come to the same end. Where nothing may come back no move is sure to be legal, and nothing is
//! judged here. A single stone may be taken back by a defender who is komaster, so of that nothing is said either. A ban on a ko
//! never stands in the way: the point had stones of one colour alone around it, so it is no liberty of the defender, and a
//! chain beside it that the attacker could take had another liberty before.

use proofset_bits::Bits;

use crate::goal::Side;
use crate::local::{Local, State};
use crate::region::Stones;
use crate::rules::Superko;

impl<const W: usize> Local<W> {
    /// Whether anything is judged by what follows.
    pub(crate) fn looks_ahead(&self) -> bool {
        let rules = self.rules();
        rules.is_static && rules.superko == Superko::None
    }

    /// Whether the attacker takes a chain, whatever the defender does, in its next move.
    #[inline]
    pub(crate) fn falls(&self, state: &State<W>, chain: Bits<W>, liberties: Bits<W>) -> bool {
        if !self.is_in_atari(chain, liberties) {
            return false;
        }
        state.to_move == self.attacker() || self.is_held(&state.stones, self.region().empty(&state.stones), liberties)
    }

    /// Whether a chain in question with this liberty alone falls although its side is to move.
    #[inline]
    pub(crate) fn is_held(&self, stones: &Stones<W>, empty: Bits<W>, liberty: Bits<W>) -> bool {
        let region = self.region();
        let attacker = self.attacker();
        let theirs = stones[attacker as usize];
        // A stone on the liberty, and the chains that it or the defender's next move may take.
        let (grown, beside) = region.part_and_beside(first(liberty), stones[attacker.opponent() as usize] | liberty);
        !region.is_safe(grown, attacker.opponent())
            && !(beside & empty & !liberty).has_more_than(1)
            && region.in_atari(beside & theirs, attacker, stones, empty).next().is_none()
    }

    /// Whether a stone of the defender, who is to move, on a liberty of a chain makes it safe.
    #[inline]
    pub(crate) fn gets_out(&self, state: &State<W>, chain: Bits<W>, liberties: Bits<W>) -> bool {
        let region = self.region();
        let others = state.stones[self.attacker().opponent() as usize] & !chain;
        let empty = region.empty(&state.stones);
        liberties.ascending().any(|number| {
            let stone = Bits::single(number);
            let beside = region.beside_point(number);
            // Chains that the stone connects bring their liberties.
            let (joined, more) = region.joined(stone, beside, others);
            self.is_out(joined, (liberties | more & empty) & !stone)
        })
    }

    /// The points where the defender, who is to move, has to play if the stones in question are not to be taken at once; `None` if
    /// nothing is known of that.
    #[inline]
    pub(crate) fn forced(&self, state: &State<W>) -> Option<Bits<W>> {
        if state.to_move == self.attacker() || !self.looks_ahead() || !self.rules().allows_tenuki {
            return None;
        }
        let (chain, beside) = self.only_chain(state)?;
        let region = self.region();
        let empty = region.empty(&state.stones);
        let liberties = beside & empty;
        if !self.is_in_atari(chain, liberties) {
            return None;
        }
        let theirs = state.stones[self.attacker() as usize];
        let takes = region.in_atari(beside & theirs, self.attacker(), &state.stones, empty);
        Some(takes.fold(liberties, |all, last| all | last))
    }

    /// Whether a chain is lost if the attacker fills one more point.
    pub(crate) fn is_in_atari(&self, chain: Bits<W>, liberties: Bits<W>) -> bool {
        let is_taken = self.goal().komaster != Some(Side::Defender) || chain.has_more_than(1);
        is_taken && liberties.is_single()
    }
}

/// The lowest point of a set that is not empty.
fn first<const W: usize>(set: Bits<W>) -> usize {
    set.ascending().next().expect("a point")
}
