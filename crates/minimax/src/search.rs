//! What all methods share: entering a position, listing its moves, leaving it with bounds.
//!
//! The idea: a method's loop is four calls. [`Search::enter`] answers from the rules, the game's knowledge and the table,
//! or opens the position; [`Search::next`] gives the most promising of the moves that wait on a common stack;
//! [`Search::close`] stores the bounds that were found and takes the moves off the stack. Nothing is allocated once the
//! stack is as long as the longest line needs.
//!
//! The invariant: an open position narrows its window to the bounds that are known, and the score that leaves it answers
//! the window it was asked: at most alpha, the value is no more; at least beta, no less; else it is the value.

use proofset_core::{Hints, Limits, Player, Progress, Score, StopReason, TableUse, Watch, state_hash};
use proofset_table::{Capacity, ExactTable, Replacement};

use crate::counters::Counters;
use crate::entry::{Entry, NO_MOVE, TO_THE_END};
use crate::options::{Method, Options};
use crate::ordering::{Child, Memory, TABLE_MOVE};

/// The longest line that a search follows. It lies on the stack of the thread, which is memory too: a search that needs
/// more stops with [`StopReason::Memory`].
pub const MOST_PLIES: usize = 2000;

/// Positions visited between two looks at the clock, the cancel flag and the observer.
const BATCH: u64 = 8192;

/// The table's bytes where no limit says how many.
const USUAL_BYTES: u64 = 256 << 20;

/// Lower than every score, and its opposite is a number.
pub(crate) const NOTHING: Score = -Score::MAX;

/// A search for values in one game. It keeps its table from one position to the next.
pub struct Search<'g, G: Hints> {
    pub(crate) game: &'g G,
    pub(crate) options: Options,
    pub(crate) counters: Counters,
    table: Option<ExactTable<G::Position, Entry>>,
    stack: Vec<Child<G::Position, G::Move>>,
    memory: Memory<G::Move>,
    ply: usize,
    /// True in passes that go to the end, with the game's knowledge.
    knows: bool,
    /// True in passes to a depth in which bounds come from evaluations alone.
    pub(crate) shortcut: bool,
    next_look: u64,
    most_expansions: u64,
    peak_bytes: u64,
}

/// A position whose moves are tried.
pub(crate) struct Node {
    /// The window, as far as the known bounds leave it open.
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// The plies that its successors have left.
    pub(crate) below: u16,
    /// Where the next of its moves lies on the stack, and where they end.
    next: usize,
    end: usize,
    start: usize,
    low: Score,
    high: Score,
    depth: u16,
    player: Player,
    key: u64,
    visited: u64,
}

/// A position that was entered.
pub(crate) enum Entered {
    /// Its value, or a bound that answers the window.
    Known(Score),
    Open(Node),
}

/// A move that is tried.
pub(crate) struct Tried<P> {
    pub(crate) position: P,
    /// True if the other player moves next, so that scores turn round.
    pub(crate) turns: bool,
    number: u8,
    place: usize,
}

impl<P> Tried<P> {
    /// True if it is the first of its position.
    pub(crate) fn is_first(&self, node: &Node) -> bool {
        self.place == node.start
    }
}

impl<'g, G: Hints> Search<'g, G> {
    /// A search that has not begun.
    pub fn new(game: &'g G, options: Options) -> Self {
        let table = (options.entries != Some(0)).then(ExactTable::new);
        Self {
            game,
            options,
            counters: Counters::default(),
            table,
            stack: Vec::new(),
            memory: Memory::new(G::MOVES),
            ply: 0,
            knows: false,
            shortcut: false,
            next_look: 0,
            most_expansions: u64::MAX,
            peak_bytes: 0,
        }
    }

    /// The rules.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// What was done so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How the table was used; nothing without one.
    pub fn table_use(&self) -> Option<TableUse> {
        self.table.as_ref().map(ExactTable::usage)
    }

    /// The bytes that it holds: the table, and the moves that wait.
    pub fn bytes(&self) -> u64 {
        let table = self.table.as_ref().map_or(0, ExactTable::bytes);
        let stack = self.stack.capacity() * size_of::<Child<G::Position, G::Move>>();
        table + (stack + self.memory.bytes()) as u64
    }

    /// The most bytes that it has held.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes.max(self.bytes())
    }

    /// Looks at what it holds now.
    pub(crate) fn note_peak(&mut self) {
        self.peak_bytes = self.peak_bytes();
    }

    /// Forgets the table and what was learned about moves, but not the counters.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.memory = Memory::new(G::MOVES);
    }

    /// Takes the limits of a call.
    pub(crate) fn allow(&mut self, limits: &Limits) {
        self.most_expansions = limits.expansions.unwrap_or(u64::MAX);
        self.next_look = 0;
        let beside = (self.stack.capacity() * size_of::<Child<G::Position, G::Move>>() + self.memory.bytes()) as u64;
        if let Some(table) = &mut self.table {
            let bytes = limits.bytes.map_or(USUAL_BYTES, |most| most.saturating_sub(beside));
            let (entries, replacement) = (self.options.entries, Replacement::Work);
            table.allow(Capacity { bytes, entries, replacement, overflow: false });
        }
    }

    /// Prepares a pass over the root: to a depth, or to the end.
    pub(crate) fn begin_pass(&mut self, depth: u16) {
        self.stack.clear();
        self.ply = 0;
        self.counters.passes += 1;
        self.knows = depth == TO_THE_END && self.options.knowledge;
        self.shortcut = depth != TO_THE_END
            && self.table.is_none()
            && matches!(self.options.method, Method::NegaScout { shortcut: true, .. });
    }

    #[cold]
    fn look(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        self.next_look = self.counters.nodes() + BATCH;
        self.note_peak();
        let bytes = self.bytes();
        let mut progress = Progress::start();
        progress.expanded = self.counters.expanded;
        progress.generated = self.counters.generated;
        progress.bytes = bytes;
        progress.depth = self.ply as u32;
        watch.look(progress)
    }

    /// Visits a position with a window, and opens it unless its value is known well enough.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        watch: &mut Watch<'_>,
        position: &G::Position,
        mut alpha: Score,
        mut beta: Score,
        depth: u16,
    ) -> Result<Entered, StopReason> {
        self.counters.visited += 1;
        if self.counters.nodes() >= self.next_look {
            self.look(watch)?;
        }
        if let Some(score) = self.game.score(position) {
            self.counters.leaves += 1;
            return Ok(Entered::Known(score));
        }
        if depth == 0 {
            self.counters.leaves += 1;
            return Ok(Entered::Known(self.game.evaluate(position)));
        }
        let limit = self.game.limit();
        let (mut low, mut high) = (-limit, limit);
        if self.knows {
            (low, high) = self.game.bounds(position);
            if let Some(score) = answer(low, high, alpha, beta) {
                self.counters.answered += 1;
                return Ok(Entered::Known(score));
            }
            if let Some(score) = self.game.finish(position, alpha, beta, &mut self.counters.finished) {
                return Ok(Entered::Known(score));
            }
        }
        let (mut key, mut best) = (0, NO_MOVE);
        if let Some(table) = &mut self.table {
            key = state_hash(position);
            if let Some(entry) = table.get(key, position) {
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
        (alpha, beta) = (alpha.max(low), beta.min(high));
        if self.counters.expanded >= self.most_expansions {
            return Err(StopReason::Expansions);
        }
        if self.ply >= MOST_PLIES {
            return Err(StopReason::Memory);
        }
        let visited = self.counters.nodes();
        let start = self.list(position, best, self.knows);
        let below = if depth == TO_THE_END { depth } else { depth - 1 };
        let player = self.game.to_move(position);
        let end = self.stack.len();
        let node = Node { alpha, beta, below, next: start, end, start, low, high, depth, player, key, visited };
        if self.options.look_ahead
            && below > 1
            && let Some(score) = self.look_ahead(&node)
        {
            self.counters.answered += 1;
            return Ok(Entered::Known(self.close(position, &node, score, None)));
        }
        Ok(Entered::Open(node))
    }

    /// Puts the moves of a position on the stack: those that have to be tried, or all. Returns where they begin.
    #[inline]
    fn list(&mut self, position: &G::Position, best: u8, candidates: bool) -> usize {
        let start = self.stack.len();
        let Self { game, options, stack, memory, ply, .. } = self;
        let which = options.ordering;
        let player = game.to_move(position);
        let mut number = 0_u8;
        let mut push = |mv: G::Move, position: G::Position, hint: i32| {
            let order = if which.table_move && number == best && best != NO_MOVE {
                TABLE_MOVE
            } else {
                memory.order(*game, which, player, mv, hint, *ply)
            };
            stack.push(Child { position, mv, order, number });
            number = number.saturating_add(1);
        };
        if candidates {
            game.for_each_candidate(position, push);
        } else {
            for mv in game.moves(position) {
                let mut next = position.clone();
                game.play(&mut next, mv);
                let hint = if which.hints { game.order(position, mv, &next) } else { 0 };
                push(mv, next, hint);
            }
        }
        self.ply += 1;
        self.counters.expanded += 1;
        self.counters.generated += (self.stack.len() - start) as u64;
        start
    }

    /// A bound of a successor that the table knows, and that is enough for the window.
    fn look_ahead(&mut self, node: &Node) -> Option<Score> {
        let table = self.table.as_ref()?;
        self.stack[node.start..node.end].iter().find_map(|child| {
            let entry = table.peek(state_hash(&child.position), &child.position)?;
            let turns = self.game.to_move(&child.position) != node.player;
            let score = if turns { -entry.high } else { entry.low };
            (entry.depth == node.below && score >= node.beta).then_some(score)
        })
    }

    /// The next move of an open position: the one with the highest order, the first of several.
    #[inline]
    pub(crate) fn next(&mut self, node: &mut Node) -> Option<Tried<G::Position>> {
        let place = node.next;
        let waiting = &mut self.stack[place..node.end];
        let (mut first, mut most) = (0, waiting.first()?.order);
        for (index, child) in waiting.iter().enumerate().skip(1) {
            if child.order > most {
                (first, most) = (index, child.order);
            }
        }
        if first > 0 {
            waiting[..=first].rotate_right(1);
        }
        node.next += 1;
        let Child { position, number, .. } = &self.stack[place];
        let turns = self.game.to_move(position) != node.player;
        Some(Tried { position: position.clone(), turns, number: *number, place })
    }

    /// Leaves a position with the score that its moves have, and the move that was best. Returns what it is worth.
    #[inline]
    pub(crate) fn close(
        &mut self,
        position: &G::Position,
        node: &Node,
        score: Score,
        best: Option<&Tried<G::Position>>,
    ) -> Score {
        debug_assert!((node.low..=node.high).contains(&score), "a score that the known bounds allow");
        self.ply -= 1;
        if score >= node.beta
            && let Some(best) = best
        {
            let mv = self.stack[best.place].mv;
            let left = if node.depth == TO_THE_END { 8 } else { node.depth };
            self.memory.cut_off(self.game, self.options.ordering, node.player, mv, self.ply, left);
        }
        self.stack.truncate(node.start);
        if let Some(table) = &mut self.table {
            let low = if score > node.alpha { score } else { node.low };
            let high = if score < node.beta { score } else { node.high };
            let work = self.counters.nodes() - node.visited + 1;
            let best = best.map_or(NO_MOVE, |best| best.number);
            table.put(node.key, position, Entry::new(low, high, node.depth, best, work));
        }
        score
    }

    /// All successors of a position, the more promising first, for use outside of a pass.
    pub(crate) fn successors(&mut self, position: &G::Position) -> Vec<(G::Move, G::Position)> {
        let start = self.list(position, NO_MOVE, false);
        self.ply -= 1;
        let mut children: Vec<_> = self.stack.drain(start..).collect();
        children.sort_by_key(|child| std::cmp::Reverse(child.order));
        children.into_iter().map(|child| (child.mv, child.position)).collect()
    }
}

/// The bound that answers a window, if one does.
#[inline]
fn answer(low: Score, high: Score, alpha: Score, beta: Score) -> Option<Score> {
    if low >= beta || low == high {
        Some(low)
    } else if high <= alpha {
        Some(high)
    } else {
        None
    }
}
