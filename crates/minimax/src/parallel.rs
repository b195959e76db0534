//! Searches for values by several threads with one table.
//!
//! Each thread needs a board of its own, which may not be able to leave its thread; so whoever starts a search says how a helper gets
//! one. The thread that began the search has the answer in the end, and puts the proof together by itself.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use proofset_core::{Limits, Progress, Score, StopReason, Watch};
use proofset_numbers::Team;
use proofset_table::{Clusters, Layout};

use crate::board::Board;
use crate::crew::{Bounds, Done, Helpers, Lines, Part, Task};
use crate::entry::Entry;
use crate::options::Options;
use crate::proof::stands;
use crate::search::Engine;
use crate::shared::{Parts, Table};

/// One byte in so many of the memory limit is for the lines of all helpers together.
const HELPERS_SHARE: u64 = 8;

/// The part of a helper in a search: it is to be [run](Self::run) with a board of the thread that stands on the root.
///
/// One that is dropped instead has no part in the search, and does no harm. `L` is how the table keeps positions.
pub struct Helper<L: Layout> {
    common: Common<L>,
    number: usize,
    task: Task,
    bounds: (Score, Score),
    options: Options,
    limits: Limits,
    done: Done,
}

impl<L: Layout> fmt::Debug for Helper<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Helper").field("task", &self.task).finish_non_exhaustive()
    }
}

/// What threads share.
struct Common<L: Layout> {
    team: Arc<Team<Done>>,
    bounds: Arc<Bounds>,
    lines: Arc<Lines>,
    parts: Arc<Parts<L>>,
}

impl<L: Layout> Clone for Common<L> {
    fn clone(&self) -> Self {
        let Self { team, bounds, lines, parts } = self;
        Self { team: Arc::clone(team), bounds: Arc::clone(bounds), lines: Arc::clone(lines), parts: Arc::clone(parts) }
    }
}

impl<L: Layout<Entry = Entry>> Helper<L> {
    /// Searches until the answer is there, or the search is called off.
    pub fn run<B: Board<Slots = L>>(mut self, board: B) {
        let Common { team, bounds, lines, parts } = self.common.clone();
        if team.is_over() {
            return;
        }
        let (_, root) = board.mark(0);
        let mut engine = Engine::with_board(board, self.options);
        engine.table = Some(Table::Shared { parts, leads: false });
        engine.part = Some(Part::new(&team, &bounds, &lines, self.number));
        engine.take_up_line();
        engine.allow(&self.limits);
        // Expansions are taken from what is left for all.
        engine.most_expansions = self.limits.expansions.map_or(u64::MAX, |_| 0);
        let called = Arc::clone(&team);
        let mut observer =
            move |_: &Progress| if called.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let mut watch = Watch::new(&self.limits, &mut observer);
        engine.stand(&root);
        let (mut low, mut high) = self.bounds;
        // Whoever has begun the search hears of the bounds.
        let _ = match self.task {
            Task::Value(depth) => engine.close_in(&mut watch, depth, &mut low, &mut high),
            Task::Goal(threshold) => stands(&mut engine, threshold, &root, &mut watch).map(|_| ()),
        };
        engine.give_back();
        engine.put_line_away();
        self.done = Done { counters: engine.counters(), peak_bytes: engine.peak_bytes() };
    }
}

impl<L: Layout> Drop for Helper<L> {
    fn drop(&mut self) {
        self.common.team.end(self.done);
    }
}

struct Crew<L: Layout, F> {
    common: Common<L>,
    options: Options,
    helpers: usize,
    help: F,
}

impl<L, F> Helpers for Crew<L, F>
where
    L: Layout<Entry = Entry>,
    Clusters<L>: Send,
    F: Fn(Helper<L>) + Sync,
{
    fn while_at(&self, task: Task, bounds: (Score, Score), limits: &Limits, made: u64, work: &mut dyn FnMut()) -> Done {
        let Self { common, options, helpers, help } = self;
        let share = limits.bytes.map(|bytes| bytes / HELPERS_SHARE / *helpers as u64);
        let own = Limits::none().with_expansions(limits.expansions).with_bytes(share);
        let helper = |number| Helper {
            common: common.clone(),
            number,
            task,
            bounds,
            options: *options,
            limits: own.clone(),
            done: Done::default(),
        };
        common.bounds.forget();
        common.team.begin(*helpers, limits.expansions.map(|most| most.saturating_sub(made)));
        let all: Vec<Helper<L>> = (1..=*helpers).map(helper).collect();
        common.team.help_with(all, help, work);
        let done = common.team.wait();
        // What follows is for one thread, which has expansions of its own: none are left for all.
        common.team.begin(0, Some(0));
        done
    }
}

impl<B: Board> Engine<B>
where
    Clusters<B::Slots>: Send,
{
    /// The same search by so many threads, the one that began it included. `help` is called on each of the other threads, and gives its
    /// helper a board that stands on the same position. A search without a table stays with one thread.
    ///
    /// Values are what those of one thread are. How much is searched differs from run to run, and with it which line is found of
    /// several that are as good.
    #[must_use]
    pub fn with_threads(mut self, threads: usize, help: impl Fn(Helper<B::Slots>) + Sync + 'static) -> Self
    where
        B::Slots: 'static,
    {
        if threads > 1 && self.table.is_some() {
            let bytes = self.options.entries.map_or(u64::MAX, |entries| entries.saturating_mul(64));
            let parts = Arc::new(Parts::new(threads, bytes, || self.board.table()));
            let (team, bounds, lines) = (Arc::default(), Arc::new(Bounds::new()), Arc::new(Lines::new(threads)));
            let common = Common { team, bounds, lines, parts };
            self.table = Some(Table::Shared { parts: Arc::clone(&common.parts), leads: true });
            self.part = Some(Part::new(&common.team, &common.bounds, &common.lines, 0));
            self.helpers = Some(Box::new(Crew { common, options: self.options, helpers: threads - 1, help }));
        }
        self
    }
}

impl<B: Board> Engine<B> {
    /// What the thread that began the search may hold, with the table.
    pub(crate) fn own_share(&self, bytes: Option<u64>) -> Option<u64> {
        let share = if self.helpers.is_some() { HELPERS_SHARE } else { u64::MAX };
        bytes.map(|bytes| bytes - bytes / share)
    }

    /// Does a piece of the search while the helpers are at the same, if there are any.
    pub(crate) fn together<R>(
        &mut self,
        task: Task,
        bounds: (Score, Score),
        limits: &Limits,
        mut work: impl FnMut(&mut Self) -> Result<R, StopReason>,
    ) -> Result<R, StopReason> {
        if self.helpers.is_some() {
            self.allow(&limits.clone().with_bytes(self.own_share(limits.bytes)));
        }
        let Some(helpers) = self.helpers.take() else { return work(self) };
        // Expansions are taken from what is left for all.
        self.most_expansions = limits.expansions.map_or(u64::MAX, |_| self.counters.expanded);
        self.share_bounds_from_now_on(true);
        self.take_up_line();
        let (made, mut result) = (self.counters().expanded, None);
        let done = helpers.while_at(task, bounds, limits, made, &mut || result = Some(work(self)));
        self.put_line_away();
        self.helped = done;
        self.helpers = Some(helpers);
        let left = limits.expansions.map(|most| most.saturating_sub(self.counters().expanded));
        self.most_expansions = left.map_or(u64::MAX, |left| self.counters.expanded + left);
        let mut result = result.expect("the work was done");
        // Helpers had taken expansions that they have not made: this thread goes on with them alone. Or they have found bounds when this
        // one had stopped, which may be the answer.
        let has_more = matches!(result, Err(StopReason::Expansions)) && left > Some(0);
        if has_more || result.is_err() && self.has_news() {
            self.take_up_line();
            result = work(self);
            self.put_line_away();
        }
        self.share_bounds_from_now_on(false);
        result
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proofset_core::{Game, Limits, Score, StopReason};
    use proofset_mnk::{Mnk, Rules};
    use proofset_numbers::Team;

    use super::{Bounds, Done, Helpers, Lines, Part, Task};
    use crate::options::{Method, Options};
    use crate::search::Search;

    /// Helpers that find a value when the thread that leads has no expansions left.
    struct Late {
        team: Arc<Team<Done>>,
        bounds: Arc<Bounds>,
        lines: Arc<Lines>,
    }

    impl Helpers for Late {
        fn while_at(&self, _: Task, _: (Score, Score), limits: &Limits, _: u64, work: &mut dyn FnMut()) -> Done {
            let Self { team, bounds, lines } = self;
            team.begin(0, limits.expansions);
            work();
            Part::new(team, bounds, lines, 1).share(&mut 0, &mut 0);
            team.begin(0, Some(0));
            Done::default()
        }
    }

    #[test]
    fn an_answer_that_is_found_last_is_not_lost() {
        let game = Mnk::<1>::new(Rules::connect_four("4x4").expect("there is such a board"));
        for method in
            [Method::AlphaBeta, Method::Scout, Method::nega_scout(), Method::Mtd { guess: None }, Method::Test]
        {
            let (team, bounds, lines) = (Arc::default(), Arc::new(Bounds::new()), Arc::new(Lines::new(2)));
            let mut search = Search::new(&game, Options::new(method)).with_threads(2, drop);
            search.part = Some(Part::new(&team, &bounds, &lines, 0));
            search.helpers = Some(Box::new(Late { team, bounds, lines }));
            let found = search.find_value(&game.start(), &Limits::expansions(1), &mut ()).expect("it ends");
            assert_eq!((found.value(), found.stop), (Some(0), StopReason::Decided), "{method:?}");
        }
    }
}
