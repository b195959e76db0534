//! From a specification to a search: each is compiled here once, for all games.
//!
//! Searches that keep their graph work on the store of the question, depth-first searches on its cursor. What is refused
//! here is not named by messages as a search to take instead, and what is not refused is.

use std::fmt::Debug;
use std::sync::Arc;

use proofset_best_first::{AoStarEngine, Engine, Evaluation};
use proofset_certificate::SolvedGraph;
use proofset_core::{Problem, Solver, Words};
use proofset_cursor::Cursor;
use proofset_depth_first::{AnySearch, AnyTable, Helper, KeyedTable, PackedTable, Parallel, Search as DepthFirst};
use proofset_erased::{DynCursor, DynStore, Erased, Sealed};
use proofset_exact::ExactEngine;
use proofset_nodeset::{BitSet, Counter, Effort};
use proofset_store::Leaf;
use proofset_two_level::{
    Batched, Budget, Helper as LeavesHelper, NestedCursor, Parallel as ParallelLeaves, Second, TwoLevel,
};

use crate::algebras::{Numbers, lists, sums};
use crate::claims::Repeats;
use crate::helpers::{Help, SearchContext, TeamHelper};
use crate::host::ErasedQuestion;
use crate::own::{Opening, SearchEntry};
use crate::refusal::{Refusal, heuristic, repeats};
use crate::run::{Label, Run};
use crate::{AlgorithmSpec, Catalog, Cycles, DepthFirstSpec, Family, SetStorage, TableKind, cycles};

/// The search of this name.
fn own<'s>(searches: &'s [SearchEntry], name: &str) -> Option<&'s SearchEntry> {
    searches.iter().find(|entry| entry.name == name)
}

/// A search that has not begun.
pub(crate) fn begin<'a>(
    question: &'a ErasedQuestion,
    catalog: &Catalog,
    algorithm: &AlgorithmSpec,
) -> Result<Box<dyn Run + 'a>, Refusal> {
    let searches = catalog.searches();
    if let Family::Minimax(spec) = algorithm.family
        && (spec.options.depth.is_some() || spec.options.deepening)
    {
        let message = "a goal is searched to the end; leave out depth and deepening, or ask for --value";
        return Err(AlgorithmSpec::error(&algorithm.to_string(), message).into());
    }
    algorithm.clone().with_threads(algorithm.threads())?;
    let heuristic = heuristic(question, algorithm)?;
    let may_have_cycles = *question.host().repeats() != Repeats::Never;
    let is_plain = algorithm.second.is_none();
    let is_best_first = is_plain && matches!(algorithm.family, Family::Pns { .. } | Family::Pss { .. });
    if is_best_first && (algorithm.cycles != Cycles::Auto || may_have_cycles) {
        return cycles::begin(question, algorithm, heuristic);
    }
    let takes_cycles = match algorithm.family {
        Family::DepthFirst(_) | Family::Mate(_) => is_plain,
        Family::Own(name) => own(searches, name).is_some_and(|entry| entry.takes_cycles),
        _ => false,
    };
    if may_have_cycles && !takes_cycles {
        return Err(Refusal::Unfit(format!("{}, and it needs an acyclic graph", repeats(question))));
    }
    let help = help(question, catalog, algorithm, heuristic);
    let own_search = || {
        let search = SearchContext { run: question.context(), heuristic, help: help.clone() };
        question.host().own_search(search, algorithm)
    };
    let finds_its_order = match algorithm.family {
        Family::Minimax(_) => true,
        Family::Mate(_) => question.order.is_some() && own_search().is_some(),
        _ => false,
    };
    if question.order.is_some() && finds_its_order {
        let message = "it takes the moves of the game in the order that it finds good, and no other can be given";
        return Err(Refusal::Unfit(message.to_owned()));
    }
    // Searches that know the type of the problem know of no known positions, and of no order but the game's.
    if question.known.is_none()
        && question.order.is_none()
        && let Some(own) = own_search()
    {
        return Ok(own);
    }
    let store = || question.store(heuristic);
    if let Some(budget) = algorithm.second
        && !matches!(algorithm.family, Family::DepthFirst(_))
    {
        return Ok(two_level(question, algorithm, budget, store(), help));
    }
    Ok(match algorithm.family {
        Family::Pns { proof, disproof } => {
            best_first(question, algorithm, store(), Counter::with_rule(proof), Counter::with_rule(disproof))
        }
        Family::Pss { proof: None, disproof: None, ties, sets: SetStorage::Bits, favour: None, .. } => {
            best_first(question, algorithm, store(), BitSet::new(ties), BitSet::new(ties))
        }
        Family::Pss { .. } => {
            let (proof, disproof) = lists(algorithm);
            best_first(question, algorithm, store(), proof, disproof)
        }
        Family::AoStar { arc } => question.context().run(AoStarEngine::with_store(store(), arc)),
        Family::DepthFirst(spec) => match (help, algorithm.second) {
            (help, Some(_)) if algorithm.shares_leaves() => {
                let search = depth_first(question, spec, heuristic, algorithm.second, algorithm.batch.leaves);
                by_leaves(question, search, spec.threads, help)
            }
            (None, second) => {
                question.context().run(AnySearch::from(depth_first(question, spec, heuristic, second, 1)))
            }
            (Some(help), second) => {
                let (cursor, help) = (question.cursor(heuristic), move |helper: Helper| help(helper.into()));
                let cursor = nested(question, cursor, heuristic, second);
                // The table stands behind `dyn` as it does for one thread.
                let search = Parallel::with_table::<_, AnyTable<_>>(cursor, spec.threads, spec.options, help);
                question.context().run(search)
            }
        },
        Family::Exact { limit, ties } => {
            question.context().run(ExactEngine::with_store(store(), limit).with_ties(ties))
        }
        Family::Minimax(spec) => {
            let search = SearchContext { run: question.plain_context(), heuristic, help };
            question.host().minimax(&search, spec).ok_or(Refusal::NoScores)?
        }
        Family::Mate(_) => {
            return Err(Refusal::Unfit("it searches for mates, and this game brings no such search".to_owned()));
        }
        Family::Own(name) => match own(searches, name) {
            Some(entry) => (entry.begin)(&Opening { question, heuristic }),
            None => return Err(Refusal::Unfit("the catalog has no such search".to_owned())),
        },
        Family::MultiValued(_) => {
            return Err(Refusal::Unfit("it finds values, which are asked for with --value".to_owned()));
        }
    })
}

fn best_first<'a, E: Effort + 'a, D: Effort + 'a>(
    question: &'a ErasedQuestion,
    algorithm: &AlgorithmSpec,
    store: DynStore<'a, Leaf>,
    proof: E,
    disproof: D,
) -> Box<dyn Run + 'a> {
    let options = algorithm.options.with_batch(algorithm.batch.leaves);
    question.context().run(Engine::with_store(store, proof, disproof, options))
}

/// A depth-first search by one thread, which has so many leaves searched together if there is a second level.
fn depth_first(
    question: &ErasedQuestion,
    spec: DepthFirstSpec,
    heuristic: usize,
    second: Option<Budget>,
    leaves: usize,
) -> DepthFirst<AnyNested<'_>, AnyTable<Words>> {
    let cursor = question.cursor(heuristic);
    let table = empty_table(spec.table, &cursor);
    DepthFirst::with_cursor(nested(question, cursor, heuristic, second).with_batch(leaves), table, spec.options)
}

/// A table with nothing in it, for what a cursor shows.
fn empty_table(kind: TableKind, cursor: &DynCursor<'_>) -> AnyTable<Words> {
    match kind {
        TableKind::Exact => Box::new(PackedTable::for_format(cursor.format())),
        TableKind::Keyed => Box::new(KeyedTable::for_cursor(cursor)),
    }
}

/// The cursor of depth-first searches, with a second level or without: so they are compiled once.
type AnyNested<'a> = NestedCursor<DynCursor<'a>, DynStore<'a, Leaf>, Numbers, Numbers>;

/// A cursor that has leaves searched by proof numbers, if there is a second level.
fn nested<'a>(
    question: &'a ErasedQuestion,
    cursor: DynCursor<'a>,
    heuristic: usize,
    second: Option<Budget>,
) -> AnyNested<'a> {
    let budget = second.unwrap_or(Budget::Nodes(0));
    NestedCursor::new(cursor, question.store(heuristic), Second::new(budget, sums(), sums()))
}

/// What the helpers of a search by several threads do. A problem may not be able to leave the thread that has opened it, so each
/// helper opens the question for itself, by its names. `None` if the search has one thread: what is asked behind a move may be
/// more than its names say.
pub(crate) fn help(
    question: &ErasedQuestion,
    catalog: &Catalog,
    algorithm: &AlgorithmSpec,
    heuristic: usize,
) -> Option<Help> {
    if algorithm.threads() == 1 || !question.is_named {
        return None;
    }
    let second = algorithm.second;
    let root_key = move |question: &ErasedQuestion| {
        let cursor = question.cursor(heuristic);
        cursor.view(&cursor.problem().root()).key
    };
    let (own_key, catalog, label) = (root_key(question), catalog.clone(), question.label.clone());
    let (values, order) = (question.known.as_ref().map(|known| known.values().clone()), question.order);
    Some(Arc::new(move |helper: TeamHelper| {
        let Label { game, position, goal } = &label;
        let Ok((mut opened, _)) = catalog.read_question(game, Some(position), Some(goal)) else { return };
        opened.order = order;
        if opened.label != label || root_key(&opened) != own_key {
            return;
        }
        let helper = match helper {
            TeamHelper::DepthFirst(helper) => helper,
            TeamHelper::TwoLevel(helper) => {
                let store = opened.store(heuristic);
                return helper.run(match &values {
                    None => store,
                    Some(values) => store.with_known(opened.problem(), values),
                });
            }
            other => return drop(opened.help(heuristic, other)),
        };
        // Searches of the game's own have no second level, and know of no known positions.
        let helper = match (second, &values) {
            (None, None) if order.is_none() => opened.help(heuristic, TeamHelper::DepthFirst(helper)),
            _ => Some(helper),
        };
        let cursor = match &values {
            None => opened.cursor(heuristic),
            Some(values) => opened.cursor(heuristic).with_known(opened.problem(), values),
        };
        if let Some(helper) = helper {
            helper.run_with_table::<_, AnyTable<_>>(nested(&opened, cursor, heuristic, second));
        }
    }))
}

/// A two-level search of proof numbers or of sets.
fn two_level<'a>(
    question: &'a ErasedQuestion,
    algorithm: &AlgorithmSpec,
    budget: Budget,
    store: DynStore<'a, Leaf>,
    help: Option<Help>,
) -> Box<dyn Run + 'a> {
    match algorithm.family {
        Family::Pns { proof, disproof } => {
            let second = Second::new(budget, Counter::with_rule(proof), Counter::with_rule(disproof));
            over(question, algorithm, second, store, help)
        }
        Family::Pss { .. } => {
            let (proof, disproof) = lists(algorithm);
            over(question, algorithm, Second::new(budget, proof, disproof), store, help)
        }
        _ => unreachable!("these searches are no first level of this kind"),
    }
}

/// A two-level search with the same algebras in both levels.
fn over<'a, E, D>(
    question: &'a ErasedQuestion,
    algorithm: &AlgorithmSpec,
    second: Second<E, D>,
    store: DynStore<'a, Leaf>,
    help: Option<Help>,
) -> Box<dyn Run + 'a>
where
    E: Effort + Clone + Debug + Send + 'static,
    D: Effort + Clone + Debug + Send + 'static,
{
    let second =
        second.with_options(algorithm.options.with_evaluation(Evaluation::Immediate)).with_keep(algorithm.keep);
    let search = TwoLevel::with_store(store, algorithm.options, second).with_batch(algorithm.batch.leaves);
    by_leaves(question, search, algorithm.batch.threads, help)
}

/// A search whose threads share the leaves that it has searched together.
fn by_leaves<'a, W>(question: &'a ErasedQuestion, search: W, threads: usize, help: Option<Help>) -> Box<dyn Run + 'a>
where
    W: Batched<State = Sealed, Proof: Debug + Send + 'static, Disproof: Debug + Send + 'static>,
    W: Solver<Erased<'a>> + SolvedGraph<State = Sealed> + 'a,
{
    let threads = if help.is_some() { threads } else { 1 };
    let help = move |helper: LeavesHelper<Sealed, W::Proof, W::Disproof>| {
        if let Some(help) = &help {
            help(TeamHelper::TwoLevel(Box::new(helper)));
        }
    };
    question.context().run(ParallelLeaves::new(search, threads, help))
}
