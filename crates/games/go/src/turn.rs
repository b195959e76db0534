//! What is the same for all moves from a state, looked at once.
//!
//! The idea: most moves take nothing, and change neither the chain in question nor who is beside it. So its liberties, and what a
//! stone on each of them would bring, are found once for all moves; and a chain that has been seen to have two liberties is
//! not taken by one stone, whichever of its liberties is tried.
//!
//! The invariant: the state behind a move is that of [`Local::play`], which looks at the whole of it. What is not simple is left
//! to that: captures, kos among them, suicide, and several chains in question.

use proofset_bits::Bits;

use crate::board::Color;
use crate::local::{End, Local, State};

/// A liberty of the chain in question, and what a stone of its side there would make of the chain.
#[derive(Clone, Copy)]
struct Liberty<const W: usize> {
    number: usize,
    /// The stone, with the other chains that it connects to.
    joined: Bits<W>,
    /// The liberties of all of them and of the chain.
    liberties: Bits<W>,
}

/// The chains of a colour that have been looked at.
#[derive(Clone, Copy)]
struct Seen<const W: usize> {
    /// Stones of chains that one stone cannot take: they are safe, or have two liberties.
    firm: Bits<W>,
    /// Stones of chains with one liberty.
    weak: Bits<W>,
}

/// A state whose moves are tried one after the other.
pub(crate) struct Turn<'a, const W: usize> {
    local: &'a Local<W>,
    state: &'a State<W>,
    empty: Bits<W>,
    seen: [Seen<W>; 2],
    /// The only chain in question with its liberties, if what is said here is true of it.
    chain: Option<(Bits<W>, Bits<W>)>,
    /// The liberties of the chain, the lowest first.
    around: Vec<Liberty<W>>,
}

impl<const W: usize> Local<W> {
    /// A state whose moves are to be tried.
    pub(crate) fn turn<'a>(&'a self, state: &'a State<W>) -> Turn<'a, W> {
        let region = self.region();
        let empty = region.empty(&state.stones);
        let own = state.stones[self.attacker().opponent() as usize];
        let chain = self.only_chain(state).filter(|_| !self.is_safe_anyway());
        let chain = chain.map(|(chain, beside)| (chain, beside & empty));
        let mut around = Vec::new();
        if let Some((chain, liberties)) = chain {
            let others = own & !chain;
            around.extend(liberties.ascending().map(|number| {
                let stone = Bits::single(number);
                let (joined, beside) = region.joined(stone, region.beside_point(number), others);
                let liberties = (liberties | beside & empty) & !stone;
                Liberty { number, joined, liberties }
            }));
        }
        let nothing = Seen { firm: Bits::EMPTY, weak: Bits::EMPTY };
        Turn { local: self, state, empty, seen: [nothing; 2], chain, around }
    }
}

impl<const W: usize> Turn<'_, W> {
    /// The state after a stone on an empty point, if that is legal.
    #[inline]
    pub(crate) fn play(&mut self, number: usize) -> Option<State<W>> {
        let (local, state) = (self.local, self.state);
        // What may not be taken back at once would be taken, which is not quiet.
        if self.chain.is_none() || !self.is_quiet(number) {
            return local.play(state, number);
        }
        let mut stones = state.stones;
        let own = &mut stones[state.to_move as usize];
        own.insert(number);
        let next = State { stones, to_move: state.to_move.opponent(), ko: 0, end: None, ..*state };
        Some(State { end: self.end(&next, number), ..next })
    }

    /// Whether a stone takes nothing and has a liberty.
    #[inline]
    fn is_quiet(&mut self, number: usize) -> bool {
        let Self { local, state, empty, .. } = *self;
        let region = local.region();
        let beside = region.beside_point(number);
        let (own, other) = (state.to_move, state.to_move.opponent());
        let takes = !self.all_firm(beside & state.stones[other as usize], other);
        !takes
            && (!(beside & empty).is_empty()
                || region.is_safe(Bits::single(number), own)
                || self.any_firm(beside & state.stones[own as usize], own))
    }

    /// Whether the chains of these stones are all firm.
    #[inline]
    fn all_firm(&mut self, stones: Bits<W>, color: Color) -> bool {
        let open = stones & !self.seen[color as usize].firm;
        open.is_empty() || open.ascending().all(|number| self.is_firm(number, color))
    }

    /// Whether one of them is.
    #[inline]
    fn any_firm(&mut self, stones: Bits<W>, color: Color) -> bool {
        let is_seen = !(stones & self.seen[color as usize].firm).is_empty();
        is_seen || stones.ascending().any(|number| self.is_firm(number, color))
    }

    /// Whether the chain of a stone is safe or has two liberties; it is followed to its second one alone.
    fn is_firm(&mut self, number: usize, color: Color) -> bool {
        let Self { local, state, empty, .. } = *self;
        let seen = &mut self.seen[color as usize];
        if seen.firm.contains(number) || seen.weak.contains(number) {
            return seen.firm.contains(number);
        }
        let mut chain = Bits::EMPTY;
        let is_firm = local.region().last_liberty(number, color, &state.stones, empty, &mut chain).is_none();
        let like_it = if is_firm { &mut seen.firm } else { &mut seen.weak };
        *like_it = *like_it | chain;
        is_firm
    }

    /// What the rules say of the state behind a quiet stone, and what is seen a move ahead.
    #[inline]
    fn end(&self, next: &State<W>, number: usize) -> Option<End> {
        let (chain, liberties) = self.chain?;
        let local = self.local;
        let looks_ahead = local.looks_ahead();
        let stone = Bits::single(number);
        let (chain, liberties) = if next.to_move == local.attacker() {
            match self.around.iter().find(|liberty| liberty.number == number) {
                Some(&Liberty { joined, liberties, .. }) => (chain | joined, liberties),
                None => (chain, liberties),
            }
        } else {
            let liberties = liberties & !stone;
            let gets_out = |liberty: &Liberty<W>| {
                liberty.number != number && local.is_out(liberty.joined, liberty.liberties & !stone)
            };
            if looks_ahead && self.around.iter().any(gets_out) {
                return Some(End::Safe);
            }
            (chain, liberties)
        };
        if local.is_out(chain, liberties) {
            return Some(End::Safe);
        }
        if looks_ahead && local.falls(next, chain, liberties) {
            return Some(End::Captured);
        }
        local.chain_lives(next, chain).then_some(End::Safe)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use fastrand::Rng;
    use proofset_core::Problem;

    use crate::board::{Board, Color, Point, Size};
    use crate::local::{End, Local, State};
    use crate::local_question::LocalQuestion;
    use crate::position::Position;
    use crate::rules::Rules;

    /// Moves that were compared, and what was met among them.
    #[derive(Default)]
    struct Met {
        quiet: usize,
        other: usize,
        captured: usize,
        safe: usize,
    }

    impl Met {
        fn compare<const W: usize>(&mut self, local: &Local<W>, state: &State<W>) -> Vec<State<W>> {
            let mut turn = local.turn(state);
            let mut behind = Vec::new();
            for number in local.region().empty(&state.stones).ascending() {
                let next = turn.play(number);
                assert_eq!(next, local.play(state, number), "{}: {}", local.text(state), local.region().point(number));
                *(if turn.is_quiet(number) { &mut self.quiet } else { &mut self.other }) += 1;
                match next {
                    Some(State { end: Some(End::Captured), .. }) => self.captured += 1,
                    Some(State { end: Some(End::Safe), .. }) => self.safe += 1,
                    Some(next) => behind.push(next),
                    None => {}
                }
            }
            behind
        }

        fn play_out<const W: usize>(&mut self, local: &Local<W>, rng: &mut Rng) {
            let mut state = State { end: None, ..local.root() };
            for _ in 0..20 {
                let mut behind = self.compare(local, &state);
                let pass = local.pass(&state);
                behind.extend((pass.end.is_none() && rng.u8(..8) == 0).then_some(pass));
                if behind.is_empty() {
                    return;
                }
                state = behind.swap_remove(rng.usize(..behind.len()));
            }
        }
    }

    pub(crate) fn random(rng: &mut Rng, size: Size, filled: u32) -> Option<(Position, Point)> {
        let mut board = Board::empty(size);
        for point in size.points().collect::<Vec<_>>() {
            if rng.u32(..100) < filled {
                board.play(point, Color::ALL[rng.usize(..2)], false);
            }
        }
        let stones: Vec<Point> = size.points().filter(|&point| board.stone(point).is_some()).collect();
        let target = *stones.get(rng.usize(..stones.len().max(1)))?;
        Some((Position::new(board, Color::ALL[rng.usize(..2)]).ok()?, target))
    }

    #[test]
    fn what_is_found_once_for_all_moves_is_true_of_each() {
        let mut rng = Rng::with_seed(5);
        let mut met = Met::default();
        for round in 0..400 {
            let size = [(5, 5), (7, 4), (3, 6), (19, 19)][round % 4];
            let size = Size::new(size.0, size.1).unwrap();
            let Some((position, target)) = random(&mut rng, size, 20 + 10 * (round as u32 % 7)) else { continue };
            let rules = ["", "suicide", "no-static", "no-tenuki"][rng.usize(..4)];
            let ko = ["", ":komaster=attacker", ":komaster=defender", ":komaster=defender:threats=2"][rng.usize(..4)];
            let how = ["", ":liberties=4", ":liberties=5:near=2", ":eyes", ":region=board", ":frame"][rng.usize(..6)];
            let goal = format!("capture:{target}{ko}{how}");
            match LocalQuestion::new(Rules::parse(rules).unwrap(), &position, Some(&goal)) {
                Ok(LocalQuestion::Small(local)) => met.play_out(&local, &mut rng),
                Ok(LocalQuestion::Medium(local)) => met.play_out(&local, &mut rng),
                Ok(LocalQuestion::Large(local)) => met.play_out(&local, &mut rng),
                // A target without a liberty in its frame.
                Err(_) => {}
                Ok(LocalQuestion::WithHistory(_)) => unreachable!("there is no superko"),
            }
        }
        let Met { quiet, other, captured, safe } = met;
        assert!(quiet > 10_000 && other > 1_000 && captured > 500 && safe > 500, "{quiet} {other} {captured} {safe}");
    }
}
