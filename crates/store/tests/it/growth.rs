//! The loop that searches share: in which order it asks, and what it leaves behind.

use proofset_core::{Counters, Limits, Progress, Size, SolveError, StopReason, Watch};
use proofset_store::{Bookkeeping, End, Growth, grow};

/// A search whose graph grows by one node and ten bytes a step, until it is as large as it has to be.
#[derive(Default)]
struct Counting {
    nodes: usize,
    enough: usize,
    peak: usize,
    /// Steps for which room is found where there was none.
    found_room: usize,
    fails_at: Option<usize>,
    broken: Option<SolveError<()>>,
}

impl Bookkeeping for Counting {
    type State = ();

    fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        (counters.expanded, counters.generated) = (self.nodes as u64, self.nodes as u64);
        counters
    }

    fn growth_ahead(&self) -> usize {
        0
    }

    fn note_bytes(&mut self, bytes: usize) {
        self.peak = self.peak.max(bytes);
    }

    fn is_full(&self) -> bool {
        false
    }

    fn widest(&self) -> usize {
        1
    }

    fn broken(&mut self) -> &mut Option<SolveError<()>> {
        &mut self.broken
    }
}

impl Growth for Counting {
    type State = ();

    fn books(&self) -> &dyn Bookkeeping<State = ()> {
        self
    }

    fn books_mut(&mut self) -> &mut dyn Bookkeeping<State = ()> {
        self
    }

    fn is_decided(&self) -> bool {
        self.nodes == self.enough
    }

    fn sizes(&self) -> (Size, Size) {
        (Size::ONE, Size::ONE)
    }

    fn bytes(&self) -> usize {
        10 * self.nodes
    }

    fn begin(&mut self, _: &mut Watch<'_>) -> Result<(), End<()>> {
        Ok(())
    }

    fn step(&mut self, held: usize, _: &mut Watch<'_>) -> Result<(), End<()>> {
        assert_eq!(held, self.bytes());
        if self.fails_at == Some(self.nodes) {
            return Err(SolveError::NoRank.into());
        }
        self.nodes += 1;
        Ok(())
    }

    fn make_room(&mut self, _: &mut Watch<'_>) -> Result<bool, End<()>> {
        let some = self.found_room > 0;
        if some {
            self.found_room -= 1;
            self.nodes /= 2;
            self.enough -= 1;
        }
        Ok(some)
    }
}

fn run(search: &mut Counting, limits: &Limits) -> Result<StopReason, SolveError<()>> {
    grow(search, &mut Watch::new(limits, &mut ()))
}

#[test]
fn a_search_goes_on_where_a_limit_has_stopped_it() {
    let mut search = Counting { enough: 9, ..Counting::default() };
    assert_eq!(run(&mut search, &Limits::expansions(4)), Ok(StopReason::Expansions));
    assert_eq!((search.nodes, search.peak), (4, 40));
    assert_eq!(run(&mut search, &Limits::none()), Ok(StopReason::Decided));
    assert_eq!((search.nodes, search.peak), (9, 90));
    // What is decided stays so, whatever the limits.
    assert_eq!(run(&mut search, &Limits::expansions(0).with_bytes(0)), Ok(StopReason::Decided));
}

#[test]
fn room_is_sought_before_the_search_gives_up() {
    let limits = Limits::none().with_bytes(60);
    let mut search = Counting { enough: 9, ..Counting::default() };
    assert_eq!(run(&mut search, &limits), Ok(StopReason::Memory));
    assert_eq!(search.nodes, 6);
    let mut search = Counting { enough: 9, found_room: 9, ..Counting::default() };
    assert_eq!(run(&mut search, &limits), Ok(StopReason::Decided));
    assert!(search.peak <= 60);
}

#[test]
fn a_fault_of_the_problem_is_told_again_and_again() {
    let mut search = Counting { enough: 9, fails_at: Some(3), ..Counting::default() };
    assert_eq!(run(&mut search, &Limits::none()), Err(SolveError::NoRank));
    search.fails_at = None;
    assert_eq!(run(&mut search, &Limits::none()), Err(SolveError::NoRank));
    assert_eq!(search.nodes, 3);
}

#[test]
fn observers_see_how_far_the_search_is_once_a_batch() {
    let mut seen = Vec::new();
    let mut observer = |now: &Progress| {
        seen.push((now.expanded, now.bytes));
        std::ops::ControlFlow::Continue(())
    };
    let mut search = Counting { enough: 20_000, ..Counting::default() };
    let limits = Limits::none();
    assert_eq!(grow(&mut search, &mut Watch::new(&limits, &mut observer)), Ok(StopReason::Decided));
    assert_eq!(seen, [(8192, 81_920), (16_384, 163_840)]);
}

/// A problem that takes long to ask has to be watched more often.
#[test]
fn a_pace_makes_a_batch_smaller_and_never_larger() {
    for (pace, looks) in [(1, 99), (25, 3), (1 << 20, 0)] {
        let mut seen = 0;
        let mut observer = |_: &Progress| {
            seen += 1;
            std::ops::ControlFlow::Continue(())
        };
        let mut search = Counting { enough: 100, ..Counting::default() };
        let limits = Limits::none().with_pace(pace);
        assert_eq!(grow(&mut search, &mut Watch::new(&limits, &mut observer)), Ok(StopReason::Decided));
        assert_eq!(seen, looks, "with a pace of {pace}");
    }
}
