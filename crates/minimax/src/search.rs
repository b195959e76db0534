//! What all methods share: entering a position, listing its moves, leaving it with bounds.
//!
//! The idea: a method's loop is four calls. [`Search::enter`] answers from the rules, the game's knowledge and the table,
//! or opens the position; [`Search::next`] gives the most promising of the moves that wait on a common stack;
//! [`Search::close`] stores the bounds that were found and takes the moves off the stack. Nothing is allocated once the
//! stack is as long as the longest line needs, but to put very many moves in order.
//!
//! The invariant: an open position narrows its window to the bounds that are known, and the score that leaves it answers
//! the window it was asked: at most alpha, the value is no more; at least beta, no less; else it is the value.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use proofset_core::{Hints, Limits, Player, Progress, Score, StopReason, TableFill, TableUse, Watch, batch};
use proofset_numbers::TOP;
use proofset_table::{Capacity, Replacement};

use crate::board::{Board, Insight, Listing, Playing, Waiting, WindowStatus, answer};
use crate::counters::Counters;
use crate::crew::{Done, Helpers, Part};
use crate::entry::{Entry, NO_MOVE, TO_THE_END};
use crate::options::{Method, Options, Ordering};
use crate::shared::Table;

/// The longest line that a search follows. It lies on the stack of the thread, which is memory too: a search that needs
/// more stops with [`StopReason::Memory`].
pub const MOST_PLIES: usize = 2000;

/// The table's bytes where no limit says how many.
const USUAL_BYTES: u64 = 256 << 20;

/// Expansions of a call that are few. A search that comes back in such steps would find too much of what it has found given up for what
/// was found after it, and could go round for ever; so nothing gives way while the table may grow. That takes more memory and time, and
/// longer steps get on without.
const SMALL_STEP: u64 = 1 << 14;

/// More moves than this are put in order if the first few of them do not cut off. Fewer are looked through for the next one each time.
const MANY: usize = 64;

/// The moves of a position that are tried before the others are put in order: most cutoffs are among them.
const FEW: usize = 8;

/// Lower than every score, and its opposite is a number.
pub(crate) const NOTHING: Score = -Score::MAX;

/// A search for values in one game, seen through a [`Board`]. It keeps its table from one position to the next.
pub struct Engine<B: Board> {
    pub(crate) board: B,
    pub(crate) options: Options,
    pub(crate) counters: Counters,
    pub(crate) table: Option<Table<B::Slots>>,
    stack: Vec<Waiting>,
    ply: usize,
    /// True in passes that go to the end, with the game's knowledge.
    knows: bool,
    /// True in passes to a depth in which bounds come from evaluations alone.
    pub(crate) shortcut: bool,
    next_look: u64,
    /// The most moves of a position: to find the next of them takes a look at each, or at many.
    widest: usize,
    pub(crate) most_expansions: u64,
    peak_bytes: u64,
    /// The position of the last passes to smaller depths, by its hash, and how many of them are done.
    pub(crate) deepened: (u64, u16),
    /// The part of this thread, if there are more than one.
    pub(crate) part: Option<Part>,
    /// What is asked of the open positions near the root, by their plies, where others may answer it.
    asked: Vec<Asked<B::Mark>>,
    /// The other threads, and what they have done.
    pub(crate) helpers: Option<Box<dyn Helpers>>,
    pub(crate) helped: Done,
}

/// A search for values in a game whose type is known.
pub type Search<'g, G> = Engine<Playing<'g, G>>;

/// A position whose moves are tried.
pub(crate) struct Node<M> {
    /// The window, as far as the known bounds leave it open.
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// The plies that its successors have left.
    pub(crate) below: u16,
    /// Where the next of its moves lies on the stack, and where they end.
    next: usize,
    end: usize,
    start: usize,
    /// True if the moves that are left lie in the order in which they are tried.
    in_order: bool,
    low: Score,
    high: Score,
    depth: u16,
    ply: usize,
    player: Player,
    /// What the table knows it by, with its hash; nothing without a table.
    mark: Option<(u64, M)>,
    visited: u64,
}

/// What is asked of an open position.
struct Asked<M> {
    key: u64,
    mark: M,
    window: (Score, Score),
    depth: u16,
}

/// A position that was entered.
pub(crate) enum Entered<M> {
    /// Its value, or a bound that answers the window.
    Known(Score),
    Open(Node<M>),
}

/// A move that is tried.
#[derive(Clone, Copy)]
pub(crate) struct Tried {
    /// Where the board has the position that it leads to.
    pub(crate) place: u32,
    /// True if the other player moves next, so that scores turn round.
    pub(crate) turns: bool,
    number: u8,
    /// Where the move lies on the stack.
    waited: usize,
}

impl Tried {
    #[inline]
    fn of(Waiting { place, turns, number, .. }: Waiting, waited: usize) -> Self {
        Self { place, turns, number, waited }
    }

    /// True if it is the first of its position.
    pub(crate) fn is_first<M>(self, node: &Node<M>) -> bool {
        self.waited == node.start
    }
}

impl<'g, G: Hints> Search<'g, G> {
    /// A search that has not begun.
    pub fn new(game: &'g G, options: Options) -> Self {
        Self::with_board(Playing::new(game), options)
    }

    /// The rules.
    pub fn game(&self) -> &'g G {
        self.board.game()
    }
}

impl<B: Board> Engine<B> {
    /// A search that has not begun.
    pub fn with_board(board: B, options: Options) -> Self {
        let table = (options.entries != Some(0)).then(|| Table::Own(board.table()));
        Self {
            board,
            options,
            counters: Counters::default(),
            table,
            stack: Vec::new(),
            ply: 0,
            knows: false,
            shortcut: false,
            next_look: 0,
            widest: 0,
            most_expansions: u64::MAX,
            peak_bytes: 0,
            deepened: (0, 0),
            part: None,
            asked: Vec::new(),
            helpers: None,
            helped: Done::default(),
        }
    }

    /// What was chosen about it.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The position that the board stands on.
    pub fn position(&self) -> B::Mark {
        self.board.mark(0).1
    }

    /// What was done so far, by all threads.
    pub fn counters(&self) -> Counters {
        let mut counters = self.counters;
        counters += self.helped.counters;
        counters
    }

    /// How the table was used; nothing without one.
    pub fn table_use(&self) -> Option<TableUse> {
        self.table.as_ref().map(Table::usage)
    }

    /// The bytes that it holds: the table, and the moves that wait.
    pub fn bytes(&self) -> u64 {
        self.table.as_ref().map_or(0, Table::bytes) + self.bytes_beside()
    }

    /// The bytes that it holds besides the table.
    fn bytes_beside(&self) -> u64 {
        (self.stack.capacity() * size_of::<Waiting>() + self.board.bytes()) as u64
    }

    /// The most bytes that it has held.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes.max(self.bytes()) + self.helped.peak_bytes
    }

    /// Looks at what it holds now.
    pub(crate) fn note_peak(&mut self) {
        self.peak_bytes = self.peak_bytes.max(self.bytes());
    }

    /// Forgets the table and what was learned about moves, but not the counters.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.deepened = (0, 0);
        self.board.forget();
    }

    /// Takes the limits of a call.
    pub(crate) fn allow(&mut self, limits: &Limits) {
        self.most_expansions = limits.expansions.unwrap_or(u64::MAX);
        self.next_look = 0;
        let step = self.most_expansions.saturating_sub(self.counters.expanded);
        self.allow_table(limits.bytes, self.counters.expanded > 0 && step <= SMALL_STEP);
    }

    /// Takes the limit of the bytes. With `overflow` nothing gives way in the table while it may grow.
    pub(crate) fn allow_table(&mut self, bytes: Option<u64>, overflow: bool) {
        let beside = self.bytes_beside();
        if let Some(table) = &mut self.table {
            let bytes = bytes.map_or(USUAL_BYTES, |most| most.saturating_sub(beside));
            let (entries, replacement) = (self.options.entries, Replacement::Work);
            table.allow(Capacity { bytes, entries, replacement, overflow });
        }
    }

    /// Puts a position at the bottom of the stack.
    pub(crate) fn stand(&mut self, mark: &B::Mark) {
        self.board.stand(mark);
        self.stack.clear();
        self.ply = 0;
    }

    /// Prepares a pass over the position that the board stands on: to a depth, or to the end.
    pub(crate) fn begin_pass(&mut self, depth: u16) {
        self.stack.clear();
        self.ply = 0;
        if let Some(part) = &mut self.part {
            part.begin_pass();
        }
        self.counters.passes += 1;
        self.knows = depth == TO_THE_END && self.options.knowledge;
        self.shortcut = depth != TO_THE_END
            && self.table.is_none()
            && matches!(self.options.method, Method::NegaScout { shortcut: true, .. });
    }

    #[cold]
    fn look(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        self.next_look = self.counters.nodes() + batch(self.widest);
        self.note_peak();
        let bytes = self.bytes();
        let mut progress = Progress::start();
        progress.expanded = self.counters.expanded;
        progress.generated = self.counters.generated;
        progress.bytes = bytes;
        progress.depth = self.ply as u32;
        progress.table =
            self.table.as_ref().map(|table| TableFill { entries: table.usage().entries, most: table.most_entries() });
        if let Some(part) = &mut self.part {
            part.member.publish(progress.expanded);
            progress.expanded += if part.member.leads() { part.member.team().expanded() } else { 0 };
            if part.is_called() {
                return Err(StopReason::Cancelled);
            }
        }
        watch.look(progress)?;
        self.heed_others()
    }

    /// Stops if others have answered what is asked of a position near the root, and comes back from there.
    fn heed_others(&mut self) -> Result<(), StopReason> {
        let (Some(part), Some(table)) = (self.part.as_mut().filter(|part| part.shares), &self.table) else {
            return Ok(());
        };
        let open = self.asked.len().min(self.ply);
        let is_answered = |asked: &Asked<B::Mark>| {
            let Asked { key, mark, window: (alpha, beta), depth } = asked;
            let entry = table.peek(*key, self.board.row(mark)).filter(|entry| entry.depth == *depth);
            entry.is_some_and(|entry| answer(entry.low, entry.high, *alpha, *beta).is_some())
        };
        // The bounds of the root are shared in another way.
        let Some(ply) = (1..open).find(|&ply| is_answered(&self.asked[ply])) else { return Ok(()) };
        part.call_back_to(ply);
        Err(StopReason::Cancelled)
    }

    /// True if no expansions are left. A thread of several asks for more.
    #[cold]
    fn is_spent(&mut self) -> bool {
        let (expanded, most) = (self.counters.expanded, self.most_expansions);
        let part = self.part.as_ref().filter(|part| part.shares);
        let granted = part.map_or(0, |part| part.member.team().grant(expanded - most));
        self.most_expansions = most + granted;
        expanded >= most + granted
    }

    /// Gives back what was taken of the expansions for all and is needed no more.
    pub(crate) fn give_back(&mut self) {
        let spared = self.most_expansions.saturating_sub(self.counters.expanded);
        if let Some(part) = self.part.as_ref().filter(|_| self.most_expansions < u64::MAX) {
            part.member.team().give_back(spared);
            self.most_expansions = self.counters.expanded;
        }
    }

    /// Goes on where this thread of several has stopped.
    pub(crate) fn take_up_line(&mut self) {
        self.part.iter_mut().for_each(Part::take_up);
    }

    /// Remembers where it has stopped.
    pub(crate) fn put_line_away(&mut self) {
        self.part.iter_mut().for_each(Part::put_away);
    }

    /// Says whether bounds of the position at the bottom of the stack are those that threads share.
    pub(crate) fn share_bounds_from_now_on(&mut self, shares: bool) {
        if let Some(part) = &mut self.part {
            part.shares = shares;
        }
    }

    /// Narrows bounds by what other threads have found. True if there are such threads.
    pub(crate) fn share_bounds(&mut self, low: &mut Score, high: &mut Score) -> bool {
        self.part.as_mut().filter(|part| part.shares).map(|part| part.share(low, high)).is_some()
    }

    /// True if other threads have found bounds that this one has not heard of.
    pub(crate) fn has_news(&self) -> bool {
        self.part.as_ref().is_some_and(Part::has_news)
    }

    /// True if the search has stopped because other threads have found bounds.
    pub(crate) fn was_called(&mut self) -> bool {
        self.part.as_mut().is_some_and(Part::was_called)
    }

    /// Visits a position with a window, and opens it unless its value is known well enough.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        watch: &mut Watch<'_>,
        place: u32,
        mut alpha: Score,
        mut beta: Score,
        depth: u16,
    ) -> Result<Entered<B::Mark>, StopReason> {
        self.counters.visited += 1;
        if self.counters.nodes() >= self.next_look {
            self.look(watch)?;
        }
        let insight = match depth {
            0 => Insight::Evaluation,
            _ if self.knows => Insight::Knowledge,
            _ => Insight::Rules,
        };
        // The entry is on its way while the game is asked.
        if insight != Insight::Evaluation
            && let Some(table) = self.table.as_ref().filter(|table| table.prefetches())
        {
            table.touch(self.board.key(place));
        }
        let (mut low, mut high, player) =
            match self.board.window_status(place, alpha, beta, insight, &mut self.counters.finished) {
                WindowStatus::Leaf(score) => {
                    self.counters.leaves += 1;
                    return Ok(Entered::Known(score));
                }
                WindowStatus::Answered(score) => {
                    self.counters.answered += 1;
                    return Ok(Entered::Known(score));
                }
                WindowStatus::Finished(score) => return Ok(Entered::Known(score)),
                WindowStatus::Open { low, high, player } => (low, high, player),
            };
        let (mut mark, mut best) = (None, NO_MOVE);
        if let Some(table) = &mut self.table {
            let (key, state) = mark.insert(self.board.mark(place));
            if let Some(entry) = table.get(*key, self.board.row(state)) {
                best = entry.best;
                if entry.depth == depth {
                    (low, high) = (low.max(entry.low), high.min(entry.high));
                    if let Some(score) = answer(low, high, alpha, beta) {
                        self.counters.answered += 1;
                        return Ok(Entered::Known(score));
                    }
                }
            }
        }
        let window = (alpha, beta);
        (alpha, beta) = (alpha.max(low), beta.min(high));
        if self.counters.expanded >= self.most_expansions && self.is_spent() {
            return Err(StopReason::Expansions);
        }
        if self.ply >= MOST_PLIES {
            return Err(StopReason::Memory);
        }
        let visited = self.counters.nodes();
        if let (Some(part), Some((key, state))) = (&mut self.part, &mark) {
            if self.ply < TOP {
                self.asked.truncate(self.ply);
                self.asked.push(Asked { key: *key, mark: state.clone(), window, depth });
            }
            part.member.enter(self.ply, *key, 0);
            best = part.stopped_at(self.ply, *key).unwrap_or(best);
        }
        let ply = self.ply;
        let start = self.list(place, best, self.knows);
        let below = if depth == TO_THE_END { depth } else { depth - 1 };
        let end = self.stack.len();
        let (next, in_order) = (start, false);
        let node =
            Node { alpha, beta, below, next, end, start, in_order, low, high, depth, ply, player, mark, visited };
        if self.options.look_ahead
            && below > 1
            && let Some(score) = self.look_ahead(&node)
        {
            self.counters.answered += 1;
            return Ok(Entered::Known(self.close(&node, score, None)));
        }
        Ok(Entered::Open(node))
    }

    /// Puts the moves of a position on the stack: those that have to be tried, or all. Returns where they begin.
    #[inline]
    fn list(&mut self, place: u32, best: u8, candidates: bool) -> usize {
        let start = self.stack.len();
        let listing = Listing { candidates, best, ordering: self.options.ordering, ply: self.ply };
        // The position that the board stands on has led to nothing that waits.
        self.board.list(place, start + 1, &listing, &mut self.stack);
        self.ply += 1;
        self.counters.expanded += 1;
        let count = self.stack.len() - start;
        self.counters.generated += count as u64;
        if count > self.widest {
            self.widest = count;
            self.next_look = self.next_look.min(self.counters.nodes() + batch(count));
        }
        start
    }

    /// A bound of a successor that the table knows, and that is enough for the window.
    fn look_ahead(&mut self, node: &Node<B::Mark>) -> Option<Score> {
        let table = self.table.as_ref()?;
        self.stack[node.start..node.end].iter().find_map(|child| {
            let (key, mark) = self.board.mark(child.place);
            let entry = table.peek(key, self.board.row(&mark))?;
            let score = if child.turns { -entry.high } else { entry.low };
            (entry.depth == node.below && score >= node.beta).then_some(score)
        })
    }

    /// The next move of an open position: the one with the highest order, the first of several.
    #[inline]
    pub(crate) fn next(&mut self, node: &mut Node<B::Mark>) -> Option<Tried> {
        let waited = node.next;
        if node.end - waited > MANY && waited - node.start >= FEW && !node.in_order {
            self.put_in_order(node);
        }
        let waiting = &mut self.stack[waited..node.end];
        let (mut first, mut most) = (0, waiting.first()?.order);
        if let Some(part) = self.part.as_ref().filter(|_| self.ply < TOP && waited > node.start) {
            // What another thread is at is left for later.
            let is_free = |child: &Waiting| part.member.team().below(self.board.mark(child.place).0) == 0;
            let chosen = if node.in_order {
                waiting.iter().position(is_free)
            } else {
                let free = waiting.iter().enumerate().filter(|(_, child)| is_free(child));
                let best = free.reduce(|best, other| if other.1.order > best.1.order { other } else { best });
                best.map(|(index, _)| index)
            };
            if let Some(index) = chosen {
                waiting[..=index].rotate_right(1);
                node.next += 1;
                return Some(Tried::of(self.stack[waited], waited));
            }
        }
        if !node.in_order {
            for (index, child) in waiting.iter().enumerate().skip(1) {
                if child.order > most {
                    (first, most) = (index, child.order);
                }
            }
        }
        if first > 0 {
            waiting[..=first].rotate_right(1);
        }
        node.next += 1;
        Some(Tried::of(self.stack[waited], waited))
    }

    /// Puts the moves that are left in the order in which they would be found one by one.
    #[cold]
    fn put_in_order(&mut self, node: &mut Node<B::Mark>) {
        self.stack[node.next..node.end].sort_by_key(|child| Reverse(child.order));
        node.in_order = true;
    }

    /// Leaves a position with the score that its moves have, and the move that was best. Returns what it is worth.
    #[inline]
    pub(crate) fn close(&mut self, node: &Node<B::Mark>, score: Score, best: Option<Tried>) -> Score {
        self.ply -= 1;
        if let (Some(part), Some((key, _))) = (&mut self.part, &node.mark) {
            part.leave(self.ply, *key);
        }
        if score >= node.beta
            && let Some(best) = best
        {
            let left = if node.depth == TO_THE_END { 8 } else { node.depth };
            self.board.cut_off(best.place, node.player, self.options.ordering, self.ply, left);
        }
        self.stack.truncate(node.start);
        if let (Some(table), Some((key, mark))) = (&mut self.table, &node.mark) {
            let low = if score > node.alpha { score } else { node.low };
            let high = if score < node.beta { score } else { node.high };
            let work = self.counters.nodes() - node.visited + 1;
            let best = best.map_or(NO_MOVE, |best| best.number);
            table.put(*key, self.board.row(mark), Entry::new(low, high, node.depth, best, work));
        }
        score
    }

    /// A move of an open position came back without a score. It is to be tried again if others have answered what was asked there.
    ///
    /// Else the search stops, and the table remembers where one that comes back is to begin: with that move, and not with another that
    /// looks better now; or, where scores narrow the window, with the best so far. Of several threads each remembers that for itself.
    #[cold]
    pub(crate) fn break_off(
        &mut self,
        node: &Node<B::Mark>,
        at: Tried,
        best: Option<Tried>,
        stop: StopReason,
    ) -> Result<(), StopReason> {
        let Some((key, mark)) = &node.mark else { return Err(stop) };
        let is_null = node.alpha + 1 == node.beta;
        let Tried { number, .. } = best.filter(|_| !is_null).unwrap_or(at);
        if let Some(part) = &mut self.part {
            if part.comes_back_to(node.ply + 1) {
                self.stack.truncate(node.end);
                self.ply = node.ply + 1;
                return Ok(());
            }
            part.break_off(*key, number);
        } else if let Some(table) = &mut self.table {
            let work = self.counters.nodes() - node.visited + 1;
            table.put(*key, self.board.row(mark), Entry::new(node.low, node.high, node.depth, number, work));
        }
        Err(stop)
    }

    /// The places of all successors of the position that the search was told to [stand](Self::stand) on, the more promising
    /// first.
    pub(crate) fn successors(&mut self) -> Vec<Waiting> {
        self.list(0, NO_MOVE, false);
        self.ply = 0;
        let mut children = self.stack.clone();
        self.stack.clear();
        children.sort_by_key(|child| Reverse(child.order));
        children
    }

    /// The positions at these places, each with its hash, whose entries are on their way from the table.
    pub(crate) fn marks(&self, places: impl Iterator<Item = u32>) -> Vec<(u64, B::Mark)> {
        let table = self.table.as_ref().filter(|table| table.prefetches());
        let marks = places.map(|place| self.board.mark(place));
        marks.inspect(|&(key, _)| table.iter().for_each(|table| table.touch(key))).collect()
    }

    /// The bounds of the value of a position, searched to the end, that the table knows.
    pub(crate) fn known_bounds(&self, key: u64, mark: &B::Mark) -> Option<(Score, Score)> {
        let entry = self.table.as_ref()?.peek(key, self.board.row(mark))?;
        (entry.depth == TO_THE_END).then_some((entry.low, entry.high))
    }

    /// The position behind the move that the table knows to be best, of the position that the search was told to
    /// [stand](Self::stand) on and has searched to the end.
    pub(crate) fn best_successor(&mut self) -> Option<B::Mark> {
        let (key, mark) = self.board.mark(0);
        let Entry { best, depth, .. } = self.table.as_ref()?.peek(key, self.board.row(&mark))?;
        if best == NO_MOVE || depth != TO_THE_END {
            return None;
        }
        self.list(0, best, self.options.knowledge);
        self.ply = 0;
        let place = self.stack.iter().find(|child| child.number == best).map(|child| child.place);
        self.stack.clear();
        place.map(|place| self.board.mark(place).1)
    }

    /// The places of all successors of the position that the search was told to [stand](Self::stand) on, in the order of the
    /// rules.
    pub(crate) fn by_the_rules(&mut self) -> RangeInclusive<u32> {
        let listing = Listing { candidates: false, best: NO_MOVE, ordering: Ordering::NONE, ply: 0 };
        self.board.list(0, 1, &listing, &mut self.stack);
        let count = self.stack.len() as u32;
        self.stack.clear();
        1..=count
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proofset_core::Player;
    use proofset_mnk::{Mnk, Rules};
    use proofset_numbers::{Member, Team};

    use super::{FEW, MANY, Node, Search};
    use crate::board::{Board, Listing, Waiting};
    use crate::crew::{Bounds, Lines, Part};
    use crate::entry::NO_MOVE;
    use crate::options::{Method, Options, Ordering};

    /// The place of the move that is next by a look at all that are left: the first of those with the highest order, and of those
    /// that no other thread is at if there are such.
    fn chosen(left: &[Waiting], is_free: impl Fn(&Waiting) -> bool) -> usize {
        let best = |which: &dyn Fn(&Waiting) -> bool| {
            let these = left.iter().enumerate().filter(|(_, child)| which(child));
            these.reduce(|best, other| if other.1.order > best.1.order { other } else { best }).map(|(index, _)| index)
        };
        best(&is_free).or_else(|| best(&|_| true)).expect("one is left")
    }

    /// Moves are tried in the same sequence whether they were put in order or not; another thread is at some of them if there are two.
    #[test]
    fn many_moves_are_tried_in_the_same_sequence_as_few() {
        let game = Mnk::<1>::new(Rules::connect_four("5x5").expect("there is such a board"));
        let listing = Listing { candidates: false, best: NO_MOVE, ordering: Ordering::NONE, ply: 0 };
        let mut rng = fastrand::Rng::with_seed(7);
        for count in [0, 1, 7, MANY, MANY + FEW, MANY + FEW + 1, MANY + FEW + 2, 100, 1000] {
            for threads in 0..=2 {
                let mut search = Search::new(&game, Options::new(Method::Scout));
                // The moves of the board stand for all: what another thread is at is known by the position.
                let mut places = Vec::new();
                search.board.list(0, 1, &listing, &mut places);
                let orders = rng.i64(1..=40);
                let of = |number: usize, rng: &mut fastrand::Rng| Waiting {
                    order: rng.i64(0..orders),
                    number: (number % 255) as u8,
                    ..places[number % places.len()]
                };
                search.stack = (0..count + 3).map(|number| of(number, &mut rng)).collect();
                let team: Arc<Team<_>> = Arc::default();
                let mut other = Member::new(&team, false);
                if threads > 0 {
                    search.part = Some(Part::new(&team, &Arc::new(Bounds::new()), &Arc::new(Lines::new(2)), 0));
                }
                let mut left = search.stack.split_off(3);
                search.stack.extend(&left);
                let mut node = Node {
                    alpha: 0,
                    beta: 1,
                    below: 1,
                    next: 3,
                    end: count + 3,
                    start: 3,
                    in_order: false,
                    low: -1,
                    high: 1,
                    depth: 2,
                    ply: 0,
                    player: Player::First,
                    mark: None,
                    visited: 0,
                };
                while !left.is_empty() {
                    if threads > 1 {
                        other.leave_all();
                        if rng.bool() {
                            other.enter(0, search.board.key(places[rng.usize(..places.len())].place), 0);
                        }
                    }
                    let is_first = left.len() == count;
                    let is_free = |child: &Waiting| is_first || team.below(search.board.key(child.place)) == 0;
                    let expected = left.remove(chosen(&left, is_free));
                    let tried = search.next(&mut node).expect("some are left");
                    let found = (tried.number, tried.place, search.stack[tried.waited].order);
                    assert_eq!(found, (expected.number, expected.place, expected.order), "{count}, {threads} threads");
                }
                assert!(search.next(&mut node).is_none());
                assert_eq!(node.in_order, count > MANY + FEW);
            }
        }
    }
}
