//! Nodes with very many children: interrupts and memory.

use std::fmt::Debug;

use proofset_core::{Describe, Dominance, Pack, Problem, Status};
use proofset_depth_first::{AnyTable, KeyedTable, Options, PackedTable, Search};
use proofset_erased::{DynCursor, Erasable, Erased};
use proofset_testkit::wide::{Running, Wide, check_expansion, running};

/// A problem with texts for people who read programs.
struct Told<P>(P);

impl<P: Problem> Problem for Told<P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.0.root()
    }

    fn status(&self, state: &P::State) -> Status {
        self.0.status(state)
    }

    fn for_each_successor(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        self.0.for_each_successor(state, visit);
    }

    fn rank(&self, state: &P::State) -> Option<u32> {
        self.0.rank(state)
    }
}

impl<P: Problem> Dominance for Told<P> {}

impl<P: Problem> Describe for Told<P>
where
    P::State: Debug,
    P::Move: Debug,
{
    fn state_text(&self, state: &P::State) -> String {
        format!("{state:?}")
    }

    fn move_text(&self, _state: &P::State, mv: P::Move) -> String {
        format!("{mv:?}")
    }
}

fn search<P>(problem: P, is_packed: bool, is_keyed: bool) -> Running
where
    P: Describe + 'static,
    P::State: Pack + Send + Sync + 'static,
{
    let erasable = Box::leak(Box::new(Erasable::new(problem)));
    let erased = Erased::new(erasable);
    let problem = erasable.problem();
    let cursor =
        if is_packed { DynCursor::packing(erased, problem, ()) } else { DynCursor::keeping(erased, problem, ()) };
    let table: AnyTable<_> = if is_keyed {
        Box::new(KeyedTable::for_cursor(&cursor))
    } else {
        Box::new(PackedTable::for_format(cursor.format()))
    };
    running(Search::with_cursor(cursor, table, Options::default()))
}

#[test]
fn searches_are_interrupted_where_nodes_are_wide() {
    for (is_packed, is_keyed) in [(true, false), (true, true), (false, false), (false, true)] {
        check_expansion(|game: Wide| search(Told(game.question()), is_packed, is_keyed));
    }
}
