//! Depth-first search compiled again for the type of a problem.
//!
//! The idea: the searches of a catalog know no problem's type, and are compiled once. A step of a depth-first search is so
//! short that this is felt where the rules are cheap. A game that people search depth-first can have it compiled for itself
//! alone, which takes some 18,000 lines of LLVM's text, and nearly as many again for a second table; `docs/src/architecture.md`
//! names each, with its gain. What makes proofs is not compiled again: it sees states that are [sealed](proofset_erased::SealedCursor).

use std::hash::Hash;

use proofset_core::{Describe, Pack, Zoned};
use proofset_cursor::{CopyCursor, Cursor, ZoneCursor};
use proofset_depth_first::{ExactTable, Helper, Options, Parallel, Search};

use crate::algorithm::{AlgorithmSpec, DepthFirstSpec, Family, TableKind};
use crate::capabilities::{Beginning, OwnSearches};
use crate::helpers::TeamHelper;
use crate::run::Run;

/// Depth-first search for a problem of a known type, with both tables: for
/// [`Question::with_searches`](crate::Question::with_searches). States can be packed, so that a table can be saved.
///
/// It expands the same nodes in the same order as without.
#[derive(Clone, Copy, Debug)]
pub struct DepthFirstOfKnownType;

impl<P> OwnSearches<P> for DepthFirstOfKnownType
where
    P: Describe + 'static,
    P::State: Hash + Pack + Send + Sync + 'static,
{
    fn begin<'a>(&self, beginning: &Beginning<'a, P>, algorithm: &AlgorithmSpec) -> Option<Box<dyn Run + 'a>> {
        let DepthFirstSpec { options, table, threads } = asked(algorithm)?;
        Some(match table {
            TableKind::Exact => {
                let cursor = beginning.sealed(CopyCursor::new(beginning.problem(), beginning.probe()));
                beginning.run_depth_first(Search::with_cursor(cursor, ExactTable::packing(), options))
            }
            TableKind::Keyed => {
                keyed(beginning, CopyCursor::new(beginning.problem(), beginning.probe()), options, threads)
            }
        })
    }

    fn help(&self, beginning: &Beginning<'_, P>, helper: TeamHelper) -> Option<TeamHelper> {
        take_part(beginning, helper)
    }
}

/// The same with `table=keyed` alone, which is half of the code.
#[derive(Clone, Copy, Debug)]
pub struct KeyedDepthFirstOfKnownType;

impl<P> OwnSearches<P> for KeyedDepthFirstOfKnownType
where
    P: Describe + 'static,
    P::State: Hash + Send + Sync + 'static,
{
    fn begin<'a>(&self, beginning: &Beginning<'a, P>, algorithm: &AlgorithmSpec) -> Option<Box<dyn Run + 'a>> {
        let DepthFirstSpec { options, table: TableKind::Keyed, threads } = asked(algorithm)? else { return None };
        Some(keyed(beginning, CopyCursor::new(beginning.problem(), beginning.probe()), options, threads))
    }

    fn help(&self, beginning: &Beginning<'_, P>, helper: TeamHelper) -> Option<TeamHelper> {
        take_part(beginning, helper)
    }
}

/// A search with a table of keys, by one thread or by several.
fn keyed<'a, P, C>(beginning: &Beginning<'a, P>, cursor: C, options: Options, threads: usize) -> Box<dyn Run + 'a>
where
    P: Describe + 'static,
    P::State: Hash + Send + Sync + 'static,
    C: Cursor<Problem = &'a P> + 'a,
{
    let cursor = beginning.sealed(cursor);
    match beginning.help::<Helper>() {
        Some(help) => beginning.run_parallel(Parallel::new(cursor, threads, options, help)),
        None => beginning.run_depth_first(Search::keyed_with_cursor(cursor, options)),
    }
}

/// The same for a problem that has [zones](Zoned). A search by one thread keeps them, unless `zones=off` is asked for; several
/// threads could not do much with values whose zones another thread has.
#[derive(Clone, Copy, Debug)]
pub struct KeyedDepthFirstWithZones;

impl<P> OwnSearches<P> for KeyedDepthFirstWithZones
where
    P: Describe + Zoned + 'static,
    P::State: Hash + Send + Sync + 'static,
{
    fn begin<'a>(&self, beginning: &Beginning<'a, P>, algorithm: &AlgorithmSpec) -> Option<Box<dyn Run + 'a>> {
        let DepthFirstSpec { options, table: TableKind::Keyed, threads } = asked(algorithm)? else { return None };
        let cursor = ZoneCursor::new(beginning.problem(), beginning.probe(), options.zones && threads == 1);
        Some(keyed(beginning, cursor, options, threads))
    }

    fn help(&self, beginning: &Beginning<'_, P>, helper: TeamHelper) -> Option<TeamHelper> {
        let TeamHelper::DepthFirst(helper) = helper else { return Some(helper) };
        helper.run(beginning.sealed(ZoneCursor::new(beginning.problem(), beginning.probe(), false)));
        None
    }
}

/// Has a helper take part in such a search.
fn take_part<P>(beginning: &Beginning<'_, P>, helper: TeamHelper) -> Option<TeamHelper>
where
    P: Describe + 'static,
    P::State: Hash + Send + Sync + 'static,
{
    let TeamHelper::DepthFirst(helper) = helper else { return Some(helper) };
    helper.run(beginning.sealed(CopyCursor::new(beginning.problem(), beginning.probe())));
    None
}

/// The depth-first search that is asked for, if it has no second level.
fn asked(algorithm: &AlgorithmSpec) -> Option<DepthFirstSpec> {
    match algorithm.family {
        Family::DepthFirst(spec) if algorithm.second.is_none() => Some(spec),
        _ => None,
    }
}
