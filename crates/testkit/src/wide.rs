//! A game with very many moves, and what a search that keeps its graph owes to those who wait for it there.
//!
//! The idea: the first player has `width` moves, each is answered by the only move there is, and then the second player
//! has won. So every move has to be looked at. While that happens, the game can raise a flag, as another thread would.
//! [`check_interrupts`] holds a search against what it is owed: it hears the flag among the children of one node, goes on
//! where it stopped, looks outside often enough where nodes are wide, and takes no more bytes than it may.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use proofset_core::{
    AtLeast, Cancel, Counters, Game, Hints, Limits, Observer, Outcome, Pack, Packer, Player, Progress, Report, Score,
    Solver, StopReason, Threshold, Unpacker, ValuedGame,
};

/// The game. Positions are the moves made: none, the first move, both.
#[derive(Clone, Debug)]
pub struct Wide {
    width: u32,
    raised_at: u32,
    cancel: Cancel,
    furthest: Arc<AtomicU32>,
}

/// Who is to move, and the first move, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    plies: u32,
    first_move: u32,
}

impl Pack for Path {
    const BITS: u32 = <(u32, u32)>::BITS;

    fn pack(&self, to: &mut Packer<'_>) {
        (self.plies, self.first_move).pack(to);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let (plies, first_move) = Pack::unpack(from);
        Self { plies, first_move }
    }
}

impl Wide {
    /// So many moves, and a flag that is never raised.
    pub fn new(width: u32) -> Self {
        Self { width, raised_at: u32::MAX, cancel: Cancel::new(), furthest: Arc::default() }
    }

    /// The same game, which raises its flag when it is asked about the position after this move.
    #[must_use]
    pub fn raising_at(self, raised_at: u32) -> Self {
        Self { raised_at, ..self }
    }

    /// The flag.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// The last of the first moves behind which it was asked about the position, by whoever has a copy.
    pub fn furthest(&self) -> u32 {
        self.furthest.load(Ordering::Relaxed)
    }

    /// "Can the first player win?", which is disproven.
    pub fn question(self) -> AtLeast<Self> {
        let start = self.start();
        AtLeast::new(self, start, Threshold { player: Player::First, score: 1 })
    }
}

impl Game for Wide {
    type Position = Path;
    type Move = u32;

    fn start(&self) -> Path {
        Path { plies: 0, first_move: 0 }
    }

    fn to_move(&self, position: &Path) -> Player {
        if position.plies == 1 { Player::Second } else { Player::First }
    }

    fn outcome(&self, position: &Path) -> Option<Outcome> {
        (position.plies == 2).then_some(Outcome::Win(Player::Second))
    }

    fn moves(&self, position: &Path) -> impl Iterator<Item = u32> {
        let count = match position.plies {
            0 => self.width,
            1 => 1,
            _ => 0,
        };
        1..=count
    }

    fn play(&self, position: &mut Path, mv: u32) {
        if position.plies == 0 {
            position.first_move = mv;
        }
        position.plies += 1;
    }

    fn rank(&self, position: &Path) -> Option<u32> {
        Some(position.plies)
    }
}

impl ValuedGame for Wide {
    fn limit(&self) -> Score {
        1
    }

    fn score(&self, position: &Path) -> Option<Score> {
        if position.plies == 1 {
            self.furthest.fetch_max(position.first_move, Ordering::Relaxed);
            if position.first_move == self.raised_at {
                self.cancel.raise();
            }
        }
        (position.plies == 2).then_some(-1)
    }
}

impl Hints for Wide {}

/// What is of interest in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Why the search stopped.
    pub stop: StopReason,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes created.
    pub generated: u64,
    /// Times that the search went down to a node.
    pub visits: u64,
    /// The most bytes held.
    pub peak_bytes: u64,
}

/// A search that has begun.
pub type Running = Box<dyn FnMut(&Limits, &mut dyn Observer) -> Seen>;

/// The search of a solver, for [`check_interrupts`].
pub fn running<P, S>(mut search: S) -> Running
where
    P: proofset_core::Problem,
    S: Solver<P> + 'static,
{
    Box::new(move |limits, observer| {
        let Ok(report) = search.solve(limits, observer) else { panic!("the game is sound") };
        let Report { stop, counters: Counters { expanded, generated, visits, peak_bytes, .. }, .. } = report;
        Seen { stop, expanded, generated, visits, peak_bytes }
    })
}

/// Panics, saying what is wrong, if a search that looks at all children of a node again and again cannot be interrupted
/// where nodes are wide.
///
/// `begin` makes a search of the game that has not begun; `width` is how many moves it can look at some hundred times.
pub fn check_interrupts(width: u32, begin: impl Fn(Wide) -> Running) {
    check_expansion(&begin);

    // To recompute a wide node is more work than to recompute another.
    let mut looks = 0;
    let mut count = |_: &Progress| {
        looks += 1;
        ControlFlow::Continue(())
    };
    let expansions = 3 * 8192 * 1024 / u64::from(width);
    let seen = begin(Wide::new(width))(&Limits::expansions(expansions), &mut count);
    assert_eq!((seen.stop, seen.expanded), (StopReason::Expansions, expansions));
    assert!(looks >= 3, "{looks} looks in {expansions} expansions below a node with {width} children");
}

/// Panics, saying what is wrong, if the expansion of a wide node cannot be interrupted, or takes more bytes than it may.
pub fn check_expansion(begin: impl Fn(Wide) -> Running) {
    let cancelled = |game: &Wide| Limits::none().with_cancel(game.cancel());

    // The flag is heard among the children of one node.
    let game = Wide::new(300_000).raising_at(1000);
    let seen = begin(game.clone())(&cancelled(&game), &mut ());
    assert_eq!(seen.stop, StopReason::Cancelled);
    assert!((1000..1100).contains(&seen.generated), "the flag was raised at 1,000 nodes: {seen:?}");

    // An interrupted expansion is begun anew, and nothing comes of that.
    let whole = begin(Wide::new(500))(&Limits::none(), &mut ());
    assert_eq!((whole.stop, whole.expanded, whole.generated), (StopReason::Decided, 501, 1001));
    let game = Wide::new(500).raising_at(300);
    let mut search = begin(game.clone());
    let seen = search(&cancelled(&game), &mut ());
    assert_eq!((seen.stop, seen.expanded), (StopReason::Cancelled, 0));
    assert_eq!(Seen { peak_bytes: whole.peak_bytes, ..search(&Limits::none(), &mut ()) }, whole);

    // What does not fit is not begun.
    for bytes in [20_000, 100_000, 1_000_000, 10_000_000] {
        let seen = begin(Wide::new(1_000_000))(&Limits::none().with_bytes(bytes), &mut ());
        assert_eq!((seen.stop, seen.expanded), (StopReason::Memory, 0));
        assert!(seen.peak_bytes <= bytes, "{} bytes of {bytes}", seen.peak_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::Wide;
    use crate::conformance::check_valued;

    #[test]
    fn it_is_a_game() {
        check_valued(&Wide::new(7), 20, 1);
    }
}
