//! A board of a game whose type is not known.
//!
//! The idea: minimax searches see positions as places on a stack of the game's side, so that nothing crosses the border
//! but numbers. Only what a table or a proof keeps of a position does: it is packed as words, once for each position whose
//! moves are tried.

use proofset_core::{Format, Hints, Pack, Player, Score, Words};
use proofset_minimax::{Board, Entry, Insight, Listing, Ordering, Playing, RulesStatus, Waiting, WindowStatus};
use proofset_table::{RowTable, Rows};

use crate::sealed::Sealed;

/// A board of any game whose positions can be packed. Moves are named by their place among the successors.
pub type DynBoard<'a> = Box<dyn Board<State = Sealed, Move = u32, Mark = Words, Slots = Rows<Entry>> + 'a>;

/// A board that stands on a position.
pub fn board<'a, G>(game: &'a G, position: &G::Position) -> DynBoard<'a>
where
    G: Hints,
    G::Position: Pack + Send + Sync + 'static,
{
    Box::new(Packing(Playing::without_table(game, position.clone())))
}

/// A board whose marks are words.
struct Packing<'a, G: Hints>(Playing<'a, G>);

impl<G> Board for Packing<'_, G>
where
    G: Hints,
    G::Position: Pack + Send + Sync + 'static,
{
    type State = Sealed;
    type Move = u32;
    type Mark = Words;
    type Slots = Rows<Entry>;

    fn table(&self) -> RowTable<Entry> {
        RowTable::for_format(Format::of::<G::Position>())
    }

    fn row<'m>(&self, mark: &'m Words) -> &'m [u32] {
        mark.as_slice()
    }

    fn limit(&self) -> Score {
        self.0.limit()
    }

    fn stand(&mut self, mark: &Words) {
        self.0.stand(&mark.unpack());
    }

    fn key(&self, place: u32) -> u64 {
        self.0.key(place)
    }

    fn mark(&self, place: u32) -> (u64, Words) {
        (self.key(place), Words::of(self.0.position(place)))
    }

    fn state_of(&self, mark: &Words) -> Sealed {
        Sealed::new(mark.unpack::<G::Position>())
    }

    fn move_to(&self, place: u32) -> u32 {
        place - 1
    }

    fn rules_status(&self, place: u32) -> RulesStatus {
        self.0.rules_status(place)
    }

    fn bounds(&self, place: u32) -> (Score, Score) {
        self.0.bounds(place)
    }

    fn guess(&self, place: u32) -> Score {
        self.0.guess(place)
    }

    fn window_status(&self, place: u32, alpha: Score, beta: Score, insight: Insight, nodes: &mut u64) -> WindowStatus {
        self.0.window_status(place, alpha, beta, insight, nodes)
    }

    fn list(&mut self, place: u32, kept: usize, listing: &Listing, waiting: &mut Vec<Waiting>) {
        self.0.list(place, kept, listing, waiting);
    }

    fn cut_off(&mut self, place: u32, player: Player, ordering: Ordering, ply: usize, depth: u16) {
        self.0.cut_off(place, player, ordering, ply, depth);
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}
