//! The side of the game: positions that wait on a stack, and what the game says of them.
//!
//! The idea: a search needs no positions. It asks what the game says of a place on the stack, has the moves of a place
//! put on top of it, and gets for each of them a number by which it is tried early or late. So positions, moves and what is
//! remembered about moves stay on this side, and a search is a loop over numbers that can be compiled once for all games.
//!
//! The invariant: place 0 is the position that the board was told to stand on. What was listed stays where it is until a
//! list is made at a lower place.
//!
//! The cost: a call or two for each position that is visited, and one for each list of moves, however long it is.

use std::hash::Hash;

use proofset_core::{Hints, Pack, Player, Score, state_hash};
use proofset_table::{Clusters, ExactTable, Layout, Typed};

use crate::entry::{Entry, NO_MOVE};
use crate::options::Ordering;
use crate::ordering::{Memory, TABLE_MOVE};

/// What a search wants to be told about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insight {
    /// The score of a finished game, or an evaluation: no moves will be tried.
    Evaluation,
    /// What the rules say.
    Rules,
    /// The same, and what the game knows: bounds, and the score of a position that is nearly finished.
    Knowledge,
}

/// What the game says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowStatus {
    /// The game is over, or the position was evaluated.
    Leaf(Score),
    /// A glance gives bounds that answer the window.
    Answered(Score),
    /// The game has solved the position by itself.
    Finished(Score),
    /// Moves have to be tried. The value lies between these bounds.
    Open {
        /// The value is at least this.
        low: Score,
        /// The value is at most this.
        high: Score,
        /// Who moves.
        player: Player,
    },
}

/// What the rules say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesStatus {
    /// Who moves, or would.
    pub player: Player,
    /// The score of a finished game.
    pub score: Option<Score>,
    /// True if the position could come back along a line of play.
    pub may_repeat: bool,
}

/// How the moves of a position are listed.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// Leaves out moves that the game knows to be no better than others.
    pub candidates: bool,
    /// The number of the move that the table calls best; [`NO_MOVE`](crate::NO_MOVE) if it knows none.
    pub best: u8,
    /// What moves are ordered by.
    pub ordering: Ordering,
    /// Moves from the place that the search began at.
    pub ply: usize,
}

/// A move on the stack of those that wait to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// What is tried first: larger numbers.
    pub order: i64,
    /// Where the board has the position that it leads to.
    pub place: u32,
    /// The number of the move in the order of the rules, or 255 from there on.
    pub number: u8,
    /// True if the other player moves next, so that scores turn round.
    pub turns: bool,
}

/// The side of the game. [`Playing`] is that of any game.
pub trait Board {
    /// A position, as the rules have it.
    type State;
    /// A move, as lines of play have it.
    type Move;
    /// A position as the search keeps it: equal ones are equal positions.
    type Mark: Clone + Eq + Hash;
    /// How a table keeps marks.
    type Slots: Layout<Entry = Entry>;

    /// An empty table.
    fn table(&self) -> Clusters<Self::Slots>;

    /// A mark as tables look it up.
    fn row<'m>(&self, mark: &'m Self::Mark) -> &'m <Self::Slots as Layout>::State;

    /// The greatest score of the game.
    fn limit(&self) -> Score;

    /// Puts a position at place 0, with nothing above it.
    fn stand(&mut self, mark: &Self::Mark);

    /// The hash of the position at a place.
    fn key(&self, place: u32) -> u64;

    /// The position at a place, with its hash.
    fn mark(&self, place: u32) -> (u64, Self::Mark);

    /// A position that the search has kept.
    fn state_of(&self, mark: &Self::Mark) -> Self::State;

    /// The move that has led to a place when the moves of place 0 were listed last.
    fn move_to(&self, place: u32) -> Self::Move;

    /// What the rules say of a place.
    fn rules_status(&self, place: u32) -> RulesStatus;

    /// The least and the greatest value that a place can have where the game goes on, as far as a glance tells.
    fn bounds(&self, place: u32) -> (Score, Score);

    /// A guess at the value of a place.
    fn guess(&self, place: u32) -> Score;

    /// What the game says of a place for a window. `nodes` grows by the positions that it looked at besides.
    fn window_status(&self, place: u32, alpha: Score, beta: Score, insight: Insight, nodes: &mut u64) -> WindowStatus;

    /// Lists the moves of a place: their positions lie on top of the first `kept` places, and they are added to `waiting`.
    fn list(&mut self, place: u32, kept: usize, listing: &Listing, waiting: &mut Vec<Waiting>);

    /// Takes note that the move to a place was good enough, with so many plies to go.
    fn cut_off(&mut self, place: u32, player: Player, ordering: Ordering, ply: usize, depth: u16);

    /// Forgets what was learned about moves.
    fn forget(&mut self);

    /// The bytes that it holds.
    fn bytes(&self) -> usize;
}

impl<B: Board + ?Sized> Board for Box<B> {
    type State = B::State;
    type Move = B::Move;
    type Mark = B::Mark;
    type Slots = B::Slots;

    fn table(&self) -> Clusters<B::Slots> {
        (**self).table()
    }

    #[inline]
    fn row<'m>(&self, mark: &'m B::Mark) -> &'m <B::Slots as Layout>::State {
        (**self).row(mark)
    }

    fn limit(&self) -> Score {
        (**self).limit()
    }

    fn stand(&mut self, mark: &B::Mark) {
        (**self).stand(mark);
    }

    #[inline]
    fn key(&self, place: u32) -> u64 {
        (**self).key(place)
    }

    #[inline]
    fn mark(&self, place: u32) -> (u64, B::Mark) {
        (**self).mark(place)
    }

    fn state_of(&self, mark: &B::Mark) -> B::State {
        (**self).state_of(mark)
    }

    fn move_to(&self, place: u32) -> B::Move {
        (**self).move_to(place)
    }

    fn rules_status(&self, place: u32) -> RulesStatus {
        (**self).rules_status(place)
    }

    fn bounds(&self, place: u32) -> (Score, Score) {
        (**self).bounds(place)
    }

    fn guess(&self, place: u32) -> Score {
        (**self).guess(place)
    }

    #[inline]
    fn window_status(&self, place: u32, alpha: Score, beta: Score, insight: Insight, nodes: &mut u64) -> WindowStatus {
        (**self).window_status(place, alpha, beta, insight, nodes)
    }

    #[inline]
    fn list(&mut self, place: u32, kept: usize, listing: &Listing, waiting: &mut Vec<Waiting>) {
        (**self).list(place, kept, listing, waiting);
    }

    #[inline]
    fn cut_off(&mut self, place: u32, player: Player, ordering: Ordering, ply: usize, depth: u16) {
        (**self).cut_off(place, player, ordering, ply, depth);
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn bytes(&self) -> usize {
        (**self).bytes()
    }
}

/// A position on the stack, and the move that has led to it.
#[derive(Clone, Debug)]
struct Child<P, M> {
    position: P,
    /// The position that the board stands on was reached by none.
    mv: Option<M>,
}

/// Makes a table whose marks are positions.
type MakeTable<P> = fn() -> ExactTable<P, Entry>;

/// The side of a game whose type is known. Marks are positions.
pub struct Playing<'g, G: Hints> {
    game: &'g G,
    stack: Vec<Child<G::Position, G::Move>>,
    memory: Memory<G::Move>,
    /// `None` if it is part of a board with another kind of marks.
    table: Option<MakeTable<G::Position>>,
}

impl<'g, G: Hints> Playing<'g, G> {
    /// A board that stands on the start of the game.
    pub fn new(game: &'g G) -> Self {
        Self { table: Some(ExactTable::new), ..Self::without_table(game, game.start()) }
    }

    /// A board that stands on a position, as part of one that has marks and tables of its own: this one makes none.
    pub fn without_table(game: &'g G, position: G::Position) -> Self {
        let stack = vec![Child { position, mv: None }];
        Self { game, stack, memory: Memory::new(G::MOVES), table: None }
    }

    /// The same for positions that can be packed: what the search finds out can be [saved](crate::Engine::save).
    pub fn packing(game: &'g G) -> Self
    where
        G::Position: Pack,
    {
        Self { table: Some(ExactTable::packing), ..Self::without_table(game, game.start()) }
    }

    /// The rules.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The position at a place.
    #[inline]
    pub fn position(&self, place: u32) -> &G::Position {
        &self.stack[place as usize].position
    }
}

/// The bound that answers a window, if one does.
#[inline]
pub(crate) fn answer(low: Score, high: Score, alpha: Score, beta: Score) -> Option<Score> {
    if low >= beta || low == high {
        Some(low)
    } else if high <= alpha {
        Some(high)
    } else {
        None
    }
}

impl<G: Hints> Board for Playing<'_, G> {
    type State = G::Position;
    type Move = G::Move;
    type Mark = G::Position;
    type Slots = Typed<G::Position, Entry>;

    fn table(&self) -> ExactTable<G::Position, Entry> {
        self.table.expect("a board without tables is asked for none")()
    }

    #[inline]
    fn row<'m>(&self, mark: &'m G::Position) -> &'m G::Position {
        mark
    }

    fn limit(&self) -> Score {
        self.game.limit()
    }

    fn stand(&mut self, mark: &G::Position) {
        self.stack.clear();
        self.stack.push(Child { position: mark.clone(), mv: None });
    }

    #[inline]
    fn key(&self, place: u32) -> u64 {
        state_hash(self.position(place))
    }

    #[inline]
    fn mark(&self, place: u32) -> (u64, G::Position) {
        (self.key(place), self.position(place).clone())
    }

    fn state_of(&self, mark: &G::Position) -> G::Position {
        mark.clone()
    }

    fn move_to(&self, place: u32) -> G::Move {
        self.stack[place as usize].mv.expect("a move has led to every place but the first")
    }

    fn rules_status(&self, place: u32) -> RulesStatus {
        let (game, position) = (self.game, self.position(place));
        RulesStatus {
            player: game.to_move(position),
            score: game.score(position),
            may_repeat: game.repetition().is_some() && game.rank(position).is_none(),
        }
    }

    fn bounds(&self, place: u32) -> (Score, Score) {
        self.game.bounds(self.position(place))
    }

    fn guess(&self, place: u32) -> Score {
        self.game.guess(self.position(place))
    }

    #[inline]
    fn window_status(&self, place: u32, alpha: Score, beta: Score, insight: Insight, nodes: &mut u64) -> WindowStatus {
        let (game, position) = (self.game, self.position(place));
        if let Some(score) = game.score(position) {
            return WindowStatus::Leaf(score);
        }
        let (low, high) = match insight {
            Insight::Evaluation => return WindowStatus::Leaf(game.estimate(position)),
            Insight::Rules => (-game.limit(), game.limit()),
            Insight::Knowledge => {
                let (low, high) = game.bounds(position);
                if let Some(score) = answer(low, high, alpha, beta) {
                    return WindowStatus::Answered(score);
                }
                if let Some(score) = game.finish(position, alpha, beta, nodes) {
                    return WindowStatus::Finished(score);
                }
                (low, high)
            }
        };
        WindowStatus::Open { low, high, player: game.to_move(position) }
    }

    #[inline]
    fn list(&mut self, place: u32, kept: usize, listing: &Listing, waiting: &mut Vec<Waiting>) {
        self.stack.truncate(kept);
        let Self { game, stack, memory, .. } = self;
        let Listing { candidates, best, ordering, ply } = *listing;
        let position = stack[place as usize].position.clone();
        let player = game.to_move(&position);
        let mut number = 0_u8;
        let mut push = |mv: G::Move, next: G::Position, hint: i32| {
            let order = if ordering.table_move && number == best && best != NO_MOVE {
                TABLE_MOVE
            } else {
                memory.order(*game, ordering, player, mv, hint, ply)
            };
            let turns = game.to_move(&next) != player;
            waiting.push(Waiting { order, place: stack.len() as u32, number, turns });
            stack.push(Child { position: next, mv: Some(mv) });
            number = number.saturating_add(1);
        };
        if candidates {
            game.for_each_candidate(&position, push);
        } else {
            for mv in game.moves(&position) {
                let mut next = position.clone();
                game.play(&mut next, mv);
                let hint = if ordering.hints { game.order(&position, mv, &next) } else { 0 };
                push(mv, next, hint);
            }
        }
    }

    fn cut_off(&mut self, place: u32, player: Player, ordering: Ordering, ply: usize, depth: u16) {
        let mv = self.move_to(place);
        self.memory.cut_off(self.game, ordering, player, mv, ply, depth);
    }

    fn forget(&mut self) {
        self.memory = Memory::new(G::MOVES);
    }

    fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Child<G::Position, G::Move>>() + self.memory.bytes()
    }
}
