//! What a search begins with, and the parts that other threads take in it.

use std::fmt::Debug;
use std::sync::Arc;

use proofset_erased::{DynStore, Sealed};
use proofset_minimax::Entry;
use proofset_nodeset::Effort;
use proofset_store::Leaf;
use proofset_table::Rows;

use crate::run::RunContext;

/// What every search begins with.
pub(crate) struct SearchContext<'a> {
    pub(crate) run: RunContext<'a>,
    /// The place of what weighs leaves among the heuristics of the game.
    pub(crate) heuristic: usize,
    pub(crate) help: Option<Help>,
}

/// The part of another thread in a minimax search.
pub type MinimaxHelper = proofset_minimax::Helper<Rows<Entry>>;

/// The part of another thread in a search.
#[derive(Debug)]
#[non_exhaustive]
pub enum TeamHelper {
    /// In a depth-first search.
    DepthFirst(proofset_depth_first::Helper),
    /// In a search for mates.
    Mate(proofset_mate::Helper),
    /// In a minimax search whose positions are written as words.
    Minimax(MinimaxHelper),
    /// In a two-level search whose leaves are searched together.
    TwoLevel(Box<dyn LeafHelper>),
}

/// The part of another thread in a two-level search, whatever its algebras.
pub trait LeafHelper: Debug + Send {
    /// Searches leaves, in stores made after this one, until the search is over.
    fn run(self: Box<Self>, store: DynStore<'_, Leaf>);
}

impl<E, D> LeafHelper for proofset_two_level::Helper<Sealed, E, D>
where
    E: Effort + Clone + Debug + Send,
    D: Effort + Clone + Debug + Send,
{
    fn run(self: Box<Self>, store: DynStore<'_, Leaf>) {
        (*self).run(&store);
    }
}

impl std::convert::From<proofset_depth_first::Helper> for TeamHelper {
    fn from(helper: proofset_depth_first::Helper) -> Self {
        Self::DepthFirst(helper)
    }
}

impl std::convert::From<MinimaxHelper> for TeamHelper {
    fn from(helper: MinimaxHelper) -> Self {
        Self::Minimax(helper)
    }
}

impl std::convert::From<proofset_mate::Helper> for TeamHelper {
    fn from(helper: proofset_mate::Helper) -> Self {
        Self::Mate(helper)
    }
}

/// What helpers do on threads of their own.
pub(crate) type Help = Arc<dyn Fn(TeamHelper) + Send + Sync>;
