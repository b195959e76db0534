//! What an algorithm is, as data: a family with what it alone can choose, and what searches of several families choose.

use proofset_core::SumRule;
use std::fmt;
use std::mem::discriminant;

use proofset_best_first::Options;
use proofset_exact::Ties;
use proofset_nodeset::{Cut, Favour, TieOrder, UnionRule};
use proofset_two_level::{Budget, Keep};

use crate::InputError;

/// More threads than any machine has are a mistake.
pub(super) const MOST_THREADS: usize = 1024;

/// A search algorithm with all of its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlgorithmSpec {
    /// What is backed up.
    pub family: Family,
    /// The heuristic that weighs leaves, by its name in the game's list; `None` is the first of the list.
    pub init: Option<String>,
    /// How cycles are handled, by best-first search.
    pub cycles: Cycles,
    /// Everything else.
    pub options: Options,
    /// How large searches of the second level may become, if there is one. The first level can be by proof numbers, proof
    /// sets, df-pn or PDS.
    pub second: Option<Budget>,
    /// How leaves are searched, if there is a second level.
    pub batch: BatchSpec,
    /// What is kept of the sets of a second level.
    pub keep: Keep,
}

/// How many leaves are expanded or searched at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchSpec {
    /// How many are chosen together. That is another search, which expands other nodes.
    pub leaves: usize,
    /// How many threads share them, where the first level is best-first. That changes nothing but the time.
    pub threads: usize,
}

impl Default for BatchSpec {
    fn default() -> Self {
        Self { leaves: 1, threads: 1 }
    }
}

impl AlgorithmSpec {
    /// The same over another second level.
    pub fn with_second(self, second: impl Into<Option<Budget>>) -> Self {
        Self { second: second.into(), ..self }
    }
}

/// What is backed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Proof and disproof numbers.
    Pns {
        /// How proof numbers are put together at AND nodes.
        proof: SumRule,
        /// How disproof numbers are put together at OR nodes.
        disproof: SumRule,
    },
    /// Proof and disproof sets.
    Pss {
        /// Cap of proof sets, P.
        proof: Cap,
        /// Cap of disproof sets, D.
        disproof: Cap,
        /// Order among sets of equal size.
        ties: TieOrder,
        /// Storage of uncapped sets.
        sets: SetStorage,
        /// The share at which leaves count that the root's sets list, if they are favoured.
        favour: Option<Favour>,
        /// How unions of sets with a cap are taken.
        union: UnionRule,
        /// How the caps differ between nodes.
        cut: Cut,
    },
    /// Proof numbers alone, with a cost of arcs. All other options but the heuristic are as they are by default.
    AoStar {
        /// What every arc costs.
        arc: u32,
    },
    /// Depth-first search with a table.
    DepthFirst(DepthFirstSpec),
    /// A search for mates. All other options are as they are by default.
    Mate(MateSpec),
    /// A minimax search. All other options are as they are by default.
    Minimax(MinimaxSpec),
    /// A search for values by numbers for many scores. All other options are as they are by default.
    MultiValued(MultiValuedSpec),
    /// True proof and disproof numbers of the root. All other options are as they are by default.
    Exact {
        /// At most how much work each set of each step may take.
        limit: u64,
        /// Which of equally light sets is taken.
        ties: Ties,
    },
    /// A search of somebody's own, by its name in the catalog.
    Own(&'static str),
}

/// At most how many nodes a set may list; `None` lists all.
pub type Cap = Option<usize>;

/// How exact sets are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetStorage {
    /// Sorted lists.
    #[default]
    Lists,
    /// Bitsets.
    Bits,
    /// Sorted lists that are truncated as memory runs out.
    Adaptive,
}

/// How a best-first search handles cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cycles {
    /// Exactly, where the graph may have cycles; elsewhere nothing is to be done.
    #[default]
    Auto,
    /// By well-founded efforts, with one node for each state.
    Exact,
    /// By the base-twin algorithm.
    BaseTwin,
}

/// A depth-first search with all of its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DepthFirstSpec {
    /// What the engine can choose.
    pub options: proofset_depth_first::Options,
    /// Its table.
    pub table: TableKind,
    /// How many threads search, with one table of keys.
    pub threads: usize,
}

/// How a table tells states apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableKind {
    /// In full.
    #[default]
    Exact,
    /// By keys of 64 bits, with 16 bytes for each.
    Keyed,
}

/// A search for mates with all of its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MateSpec {
    /// What the engine can choose.
    pub options: proofset_mate::Options,
    /// How many threads search, with one table.
    pub threads: usize,
}

/// A minimax search with all of its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimaxSpec {
    /// What the engine can choose.
    pub options: proofset_minimax::Options,
    /// How many threads search, with one table.
    pub threads: usize,
}

/// A search for values by numbers for many scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MultiValuedSpec {
    /// One score after the other, on one graph.
    OneByOne(proofset_multi_valued::Selection),
    /// All scores at once.
    AllAtOnce,
    /// By what the leaves are taken to be worth.
    Conspiracy {
        /// How many leaves must be wrong at least, for the value to be believed; without it, it is proven.
        enough: Option<u32>,
    },
}

impl AlgorithmSpec {
    /// A family, and everything else as it is by default.
    pub(crate) fn new(family: Family) -> Self {
        Self {
            family,
            init: None,
            cycles: Cycles::Auto,
            options: Options::default(),
            second: None,
            batch: BatchSpec::default(),
            keep: Keep::default(),
        }
    }

    /// Proof-number search with default options.
    pub fn pns() -> Self {
        Self::new(Family::Pns { proof: SumRule::Sum, disproof: SumRule::Sum })
    }

    /// By how many threads it searches.
    pub fn threads(&self) -> usize {
        match self.family {
            Family::DepthFirst(DepthFirstSpec { threads, .. })
            | Family::Mate(MateSpec { threads, .. })
            | Family::Minimax(MinimaxSpec { threads, .. }) => threads,
            _ => self.batch.threads,
        }
    }

    /// The same search, if two runs of it expand the same nodes in the same order.
    ///
    /// # Errors
    ///
    /// [`InputError::Algorithm`] if it depends on which of its threads comes first.
    pub fn deterministic(self) -> Result<Self, InputError> {
        if self.threads() == 1 || self.shares_leaves() {
            return Ok(self);
        }
        let message = "what its threads expand differs from run to run; take one thread, or pn2, pss2, dfpn-pn or pds-pn with \
                       batch=K, which are the same with any number of threads";
        Err(Self::error(&self.to_string(), message))
    }

    /// True if its threads share the leaves that it has searched together, and no table.
    pub(crate) fn shares_leaves(&self) -> bool {
        let has_own_table = matches!(self.family, Family::DepthFirst(_));
        self.second.is_some() && (!has_own_table || self.batch.leaves > 1)
    }

    /// The same search by so many threads.
    ///
    /// # Errors
    ///
    /// [`InputError::Algorithm`] if it is one that has no threads, with those that have.
    pub fn with_threads(mut self, threads: usize) -> Result<Self, InputError> {
        let (text, shares_leaves) = (self.to_string(), self.shares_leaves());
        if threads > MOST_THREADS {
            return Err(Self::error(&text, format!("there are {threads} threads; give at most {MOST_THREADS}")));
        }
        match &mut self.family {
            Family::DepthFirst(spec) => {
                if threads > 1 && spec.table != TableKind::Keyed && !shares_leaves {
                    let message = match self.second {
                        None => "threads share a table of keys; give table=keyed as well",
                        Some(_) => {
                            "threads share a table of keys, or the leaves of a batch; give table=keyed or batch=8 as well"
                        }
                    };
                    return Err(Self::error(&text, message));
                }
                spec.threads = threads;
            }
            Family::Mate(spec) => spec.threads = threads,
            Family::Minimax(spec) => {
                if threads > 1 && spec.options.entries == Some(0) {
                    return Err(Self::error(&text, "threads share a table; leave out entries=0"));
                }
                spec.threads = threads;
            }
            _ if shares_leaves => {
                if threads > 1 && self.batch.leaves == 1 {
                    return Err(Self::error(&text, "threads share the leaves of a batch; give batch=8 or so as well"));
                }
                self.batch.threads = threads;
            }
            _ if threads == 1 => {}
            _ => {
                let message = "it searches with one thread; more can have mate, alphabeta, negascout, scout, test and mtdf, \
                               with table=keyed dfpn, pds, pnstar, cstar, dfpn-pn and pds-pn, and with batch=K pn2, pss2, dfpn-pn \
                               and pds-pn";
                return Err(Self::error(&text, message));
            }
        }
        Ok(self)
    }

    /// What is wrong with a text that should say an algorithm.
    pub(crate) fn error(text: &str, message: impl fmt::Display) -> InputError {
        InputError::Algorithm { text: text.to_owned(), message: message.to_string() }
    }

    /// True if both have the same name, whatever their options.
    pub(crate) fn same_algorithm(&self, other: &Self) -> bool {
        let is_same = match (self.family, other.family) {
            (Family::DepthFirst(one), Family::DepthFirst(other)) => one.options.method == other.options.method,
            (Family::Minimax(one), Family::Minimax(other)) => {
                discriminant(&one.options.method) == discriminant(&other.options.method)
            }
            (Family::MultiValued(one), Family::MultiValued(other)) => discriminant(&one) == discriminant(&other),
            (one, other) => discriminant(&one) == discriminant(&other),
        };
        is_same && self.second.is_some() == other.second.is_some()
    }
}
