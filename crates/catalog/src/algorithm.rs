//! Algorithms by name: `pns`, `pss:20,20`, `pss:inf,0,ties=colex,pick=newest`, `pn2:size=full`.
//!
//! A specification is a name, for PSS optionally the two caps P and D, and options `key=value`, separated by commas. It
//! is parsed once per run; nothing in a search looks at text.

use std::fmt;
use std::str::FromStr;

use proofset_best_first::{Evaluation, GraphMode, Lookahead, Options};
use proofset_graph::UpdateOrder;
use proofset_nodeset::{AnyRule, Favour, Pick, TieOrder, UnionRule};
use proofset_two_level::Budget;

use crate::InputError;
use crate::cycles::{CYCLES, Cycles};
use crate::depth_first::{DEPTH_FIRST, DepthFirstSpec};
use crate::mate::{MATE, MateSpec};
use crate::minimax::{MINIMAX, MinimaxSpec};
use crate::two_level;
use crate::values::{MULTI_VALUED, MultiValuedSpec};

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

/// What is backed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Proof and disproof numbers.
    Pns {
        /// How proof numbers are put together at AND nodes.
        proof: AnyRule,
        /// How disproof numbers are put together at OR nodes.
        disproof: AnyRule,
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
    },
}

/// The work that each set of a step of exact search may take if nothing is said.
const EXACT_LIMIT: u64 = 1000;

/// A search algorithm with all of its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlgorithmSpec {
    /// What is backed up.
    pub family: Family,
    /// The heuristic that weighs leaves, by its name in the game's list; `None` is the first of the list.
    pub init: Option<String>,
    /// How cycles are handled, by best-first search.
    pub cycles: Cycles,
    /// Everything else.
    pub options: Options,
    /// How large searches of the second level may become, if there is one: all families but exact numbers, and of the
    /// depth-first methods df-pn and PDS, can be the first level.
    pub second: Option<Budget>,
}

/// An algorithm as `proofset algorithms` lists it.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmEntry {
    /// How it is written.
    pub syntax: &'static str,
    /// What it is.
    pub summary: &'static str,
    /// Who published it.
    pub source: &'static str,
}

/// An option of algorithms.
#[derive(Clone, Copy, Debug)]
pub struct OptionEntry {
    /// The name before `=`.
    pub key: &'static str,
    /// What it can be.
    pub values: OptionValues,
    /// What it chooses.
    pub summary: &'static str,
    /// The algorithms that have it.
    pub of: &'static [&'static str],
}

/// What an option can be.
#[derive(Clone, Copy, Debug)]
pub enum OptionValues {
    /// One of these names; the default is the first.
    OneOf(&'static [&'static str]),
    /// A heuristic of the game; the default is its first.
    Heuristic,
    /// At least 0 and less than 1; there is no default.
    Share,
    /// A number; the text says which ones, and what the default is.
    Number(&'static str),
}

/// All algorithms.
pub const ALGORITHMS: &[AlgorithmEntry] = &[
    AlgorithmEntry {
        syntax: "pns",
        summary: "proof-number search: counts leaves, once per path",
        source: "Allis, van der Meulen and van den Herik 1994",
    },
    AlgorithmEntry {
        syntax: "pns:sum=weak",
        summary: "weak proof-number search: the largest number, and one for each of the others",
        source: "Ueda, Hashimoto, Hashimoto and Iida 2008",
    },
    AlgorithmEntry {
        syntax: "pns:sum=max",
        summary: "proof-number search by the max rule: the largest number alone",
        source: "folklore",
    },
    AlgorithmEntry {
        syntax: "pss",
        summary: "proof-set search: exact sets, every leaf counted once",
        source: "Müller 2001",
    },
    AlgorithmEntry {
        syntax: "pss:P,D",
        summary: "proof-set search with at most P nodes listed in proof sets, D in disproof sets (numbers or inf)",
        source: "Müller 2001",
    },
    AlgorithmEntry {
        syntax: "aostar",
        summary: "AO*: best-first, guided by proof numbers alone; with costs of arcs, finds a cheapest proof",
        source: "Nilsson 1980",
    },
    AlgorithmEntry {
        syntax: "dfpn",
        summary: "df-pn: depth-first proof-number search with thresholds and a table, in fixed memory",
        source: "Nagai 2002",
    },
    AlgorithmEntry {
        syntax: "dfpn:epsilon=E",
        summary: "df-pn with the 1+epsilon trick: stays with a child until it is worse than its rival by that share",
        source: "Pawlewicz and Lew 2007",
    },
    AlgorithmEntry {
        syntax: "pds",
        summary: "depth-first, guided by both numbers, thresholds grow one by one",
        source: "Nagai 1998",
    },
    AlgorithmEntry {
        syntax: "pnstar",
        summary: "PN*: depth-first, guided by proof numbers alone",
        source: "Seo, Iida and Uiterwijk 2001",
    },
    AlgorithmEntry { syntax: "cstar", summary: "C*: PN* whose thresholds grow at the root alone", source: "Seo 1995" },
    AlgorithmEntry {
        syntax: "mate",
        summary: "df-pn for mates: hands that dominate, answers that wait, mates in one, lengths; for shogi",
        source: "Nagai 2002; Kishimoto 2010",
    },
    AlgorithmEntry {
        syntax: "pn2",
        summary: "PN2: proof-number search whose leaves are searched by proof-number search, in small memory",
        source: "Allis 1994; Breuker, Uiterwijk and van den Herik 2001",
    },
    AlgorithmEntry {
        syntax: "pss2:P,D",
        summary: "PSS2: the same with proof sets in both levels; leaves weigh what their sets were in the second",
        source: "after PN2",
    },
    AlgorithmEntry {
        syntax: "pds-pn",
        summary: "PDS-PN: PDS with a table whose leaves are searched by proof-number search",
        source: "Winands, Uiterwijk and van den Herik 2004",
    },
    AlgorithmEntry { syntax: "dfpn-pn", summary: "the same over df-pn", source: "after PDS-PN" },
    AlgorithmEntry {
        syntax: "alphabeta",
        summary: "alpha-beta, fail-soft, with a table and the game's order of moves; for games with scores",
        source: "Knuth and Moore 1975",
    },
    AlgorithmEntry {
        syntax: "negascout",
        summary: "NegaScout: alpha-beta with null windows for all moves but the first",
        source: "Reinefeld 1983",
    },
    AlgorithmEntry {
        syntax: "scout",
        summary: "SCOUT: the first move is searched, the others are tested, and searched if they are better",
        source: "Pearl 1980",
    },
    AlgorithmEntry {
        syntax: "test",
        summary: "TEST: is the value at least so much? For values, one score after the other, halving the interval",
        source: "Pearl 1980",
    },
    AlgorithmEntry {
        syntax: "mtdf",
        summary: "MTD(f): null windows at the root, from a first guess on",
        source: "Plaat, Schaeffer, Pijls and de Bruin 1996",
    },
    AlgorithmEntry {
        syntax: "mpns",
        summary: "multi-valued proof-number search: one score after the other on one graph that is kept (--value)",
        source: "after Hsu's lectures",
    },
    AlgorithmEntry {
        syntax: "mopns",
        summary: "multiple-outcome proof-number search: numbers for all scores at once (--value)",
        source: "Saffidine and Cazenave 2012",
    },
    AlgorithmEntry {
        syntax: "exact",
        summary: "proof-number search with true numbers, slow; exact:limit=N allows N units of work (1000) for a set",
        source: "Schijf 1993, by another method",
    },
];

pub(crate) const SUMS: &[&str] = &["tree", "weak", "max"];

/// The rules in the order of their names.
const RULES: [AnyRule; 3] = [AnyRule::Sum, AnyRule::Weak, AnyRule::Max];

fn rule_name(rule: AnyRule) -> &'static str {
    SUMS[rule as usize]
}

/// All options.
pub const OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        key: "sum",
        values: OptionValues::OneOf(SUMS),
        summary: "how numbers are put together: summed, the largest and one for each other, or the largest",
        of: SUMMING,
    },
    OptionEntry {
        key: "proof-sum",
        values: OptionValues::OneOf(SUMS),
        summary: "the same for proof numbers alone",
        of: SUMMING,
    },
    OptionEntry {
        key: "disproof-sum",
        values: OptionValues::OneOf(SUMS),
        summary: "the same for disproof numbers alone",
        of: SUMMING,
    },
    OptionEntry {
        key: "ties",
        values: OptionValues::OneOf(&["lex", "colex"]),
        summary: "among sets of equal size: compare members oldest first, or newest first",
        of: SETS,
    },
    OptionEntry {
        key: "pick",
        values: OptionValues::OneOf(&["oldest", "newest", "least-depth"]),
        summary: "which common node of both sets is expanded",
        of: SETS,
    },
    OptionEntry {
        key: "sets",
        values: OptionValues::OneOf(&["lists", "bits", "adaptive"]),
        summary: "exact sets as sorted lists, as bitsets (small graphs only), or as lists that are cut as memory runs out",
        of: PSS,
    },
    OptionEntry {
        key: "favour",
        values: OptionValues::Share,
        summary: "where minima are taken, leaves that the root's sets list count at this share of their cost",
        of: PSS,
    },
    OptionEntry {
        key: "union",
        values: OptionValues::OneOf(&["pairwise", "kway"]),
        summary: "unions of sets with caps: child by child, or all children at once (exact sets: no difference)",
        of: SETS,
    },
    OptionEntry {
        key: "graph",
        values: OptionValues::OneOf(&["dag", "tree"]),
        summary: "merge equal states, or give every path its own node",
        of: BEST_FIRST,
    },
    OptionEntry {
        key: "evaluate",
        values: OptionValues::OneOf(&["immediate", "delayed"]),
        summary: "ask for a node's status when it is created, or when it is selected",
        of: BEST_FIRST,
    },
    OptionEntry {
        key: "init",
        values: OptionValues::Heuristic,
        summary: "what new leaves cost: a heuristic of the game",
        of: WEIGHING,
    },
    OptionEntry {
        key: "arc",
        values: OptionValues::Number("a whole number; the default is 0"),
        summary: "what every move of a proof costs, counted once for each way to it",
        of: &["aostar"],
    },
    OptionEntry {
        key: "lookahead",
        values: OptionValues::OneOf(&["none", "one"]),
        summary: "when a node is evaluated, look for a move that decides it, and add that move alone",
        of: BEST_FIRST,
    },
    OptionEntry {
        key: "updates",
        values: OptionValues::OneOf(&["auto", "rank", "levels", "pearce-kelly", "fifo"]),
        summary: "order in which ancestors are recomputed (auto: by rank if there is one, else by levels)",
        of: BEST_FIRST,
    },
    OptionEntry {
        key: "cycles",
        values: OptionValues::OneOf(CYCLES),
        summary: "on graphs with cycles: by well-founded efforts (auto: where there may be cycles), or by base and twins",
        of: &["pns", "pss"],
    },
    OptionEntry {
        key: "epsilon",
        values: OptionValues::Number("at least 0; the default is 0, of mate 0.125"),
        summary: "by which share a child may get worse than its rival before it is left",
        of: WITH_SLACK,
    },
    OptionEntry {
        key: "dominance",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "a mate counts for every hand with more, a defence for every hand with less",
        of: MATES,
    },
    OptionEntry {
        key: "delay",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "moves that are much alike, such as pieces put between, wait for each other",
        of: MATES,
    },
    OptionEntry {
        key: "mate-in-one",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "look for a mate in one when a position is met",
        of: MATES,
    },
    OptionEntry {
        key: "weights",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "what new positions cost follows who attacks and defends the square of the move",
        of: MATES,
    },
    OptionEntry {
        key: "ties",
        values: OptionValues::OneOf(&["first", "last"]),
        summary: "which of equally good children is searched: the first in move order, or the one searched last",
        of: WITH_TABLE,
    },
    OptionEntry {
        key: "table",
        values: OptionValues::OneOf(&["exact", "keyed"]),
        summary: "compare states in full, or 16 bytes an entry and keys of 64 bits",
        of: WITH_TABLE,
    },
    OptionEntry {
        key: "entries",
        values: OptionValues::Number("a whole number; the default is what fits into the memory"),
        summary: "at most so many entries in the table",
        of: TABLES,
    },
    OptionEntry {
        key: "depth",
        values: OptionValues::Number("a whole number of plies; without it, play goes to the end"),
        summary: "the depth at which positions are evaluated (--value)",
        of: MINIMAX,
    },
    OptionEntry {
        key: "deepening",
        values: OptionValues::OneOf(&["off", "on"]),
        summary: "search to smaller depths first (--value)",
        of: MINIMAX,
    },
    OptionEntry {
        key: "knowledge",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "in searches to the end, what the game knows: bounds, moves that need not be tried, its own endgames",
        of: MINIMAX,
    },
    OptionEntry {
        key: "table-move",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "try the table's best move first",
        of: MINIMAX,
    },
    OptionEntry {
        key: "hints",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "try moves in the order that the game suggests",
        of: MINIMAX,
    },
    OptionEntry {
        key: "killers",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "then those that cut off elsewhere at the same ply",
        of: MINIMAX,
    },
    OptionEntry {
        key: "history",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "then those that cut off most often",
        of: MINIMAX,
    },
    OptionEntry {
        key: "etc",
        values: OptionValues::OneOf(&["off", "on"]),
        summary: "look all successors up in the table before one is searched (enhanced transposition cut-offs)",
        of: MINIMAX,
    },
    OptionEntry {
        key: "listing",
        values: OptionValues::OneOf(&["corrected", "published"]),
        summary: "with the bound that the published listing lacks, or without",
        of: &["negascout"],
    },
    OptionEntry {
        key: "shortcut",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "searches to a depth without a table: null windows are exact in the last two plies",
        of: &["negascout"],
    },
    OptionEntry {
        key: "guess",
        values: OptionValues::Number("a whole number; the default is the evaluation of the position"),
        summary: "the score to begin with (--value)",
        of: &["mtdf"],
    },
    OptionEntry {
        key: "selection",
        values: OptionValues::OneOf(&["most-proving", "goal-directed"]),
        summary: "which leaf is expanded: the most-proving one, or one of the cheaper side's goal",
        of: &["mpns"],
    },
    OptionEntry {
        key: "replace",
        values: OptionValues::OneOf(&["work", "gc"]),
        summary: "in a full table: the entry with least work gives way, or those of small subtrees are collected",
        of: WITH_TABLE,
    },
    OptionEntry {
        key: "sources",
        values: OptionValues::OneOf(&["off", "on"]),
        summary: "count branches that meet again by their maximum (source node detection)",
        of: WITH_TABLE,
    },
    OptionEntry {
        key: "dominance",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "with table=keyed, where the game orders states: a decided state decides those better or worse",
        of: DEPTH_FIRST,
    },
    OptionEntry {
        key: "threshold-control",
        values: OptionValues::OneOf(&["on", "off"]),
        summary: "raise thresholds where a graph with cycles leads back; off, searches may not end",
        of: DEPTH_FIRST,
    },
    OptionEntry {
        key: "deep",
        values: OptionValues::Number("a whole number; the default is 0"),
        summary: "leaves above this depth cost more: go deep first (deep df-pn)",
        of: DEPTH_FIRST,
    },
    OptionEntry {
        key: "deep-base",
        values: OptionValues::Number("a whole number from 1; the default is 2"),
        summary: "how many times more they cost for each level",
        of: DEPTH_FIRST,
    },
    OptionEntry {
        key: "size",
        values: OptionValues::Number("growth, full or a whole number of nodes; the default is growth"),
        summary: "how large a search of the second level may become: a growing share of the first, as large, or so many nodes",
        of: TWO_LEVEL,
    },
    OptionEntry {
        key: "a",
        values: OptionValues::Number("a whole number of nodes; the default is a 16th of what fits into the memory"),
        summary: "the size of the first level at which the second may be half as large",
        of: TWO_LEVEL,
    },
    OptionEntry {
        key: "b",
        values: OptionValues::Number(
            "a whole number of nodes from 1; the default is a 16th of what fits into the memory",
        ),
        summary: "how slowly that share grows",
        of: TWO_LEVEL,
    },
];

const BEST_FIRST: &[&str] = &["pns", "pss", "pn2", "pss2"];
const MATES: &[&str] = &[MATE];
const PSS: &[&str] = &["pss"];
const SETS: &[&str] = &["pss", "pss2"];
const SUMMING: &[&str] = &["pns", "dfpn", "pds", "pnstar", "cstar", MATE, "pn2", "pds-pn", "dfpn-pn"];
const WEIGHING: &[&str] =
    &["pns", "pss", "aostar", "dfpn", "pds", "pnstar", "cstar", "pn2", "pss2", "pds-pn", "dfpn-pn"];
const WITH_SLACK: &[&str] = &["dfpn", "pds", "pnstar", "cstar", MATE, "pds-pn", "dfpn-pn"];
const WITH_TABLE: &[&str] = &["dfpn", "pds", "pnstar", "cstar", "pds-pn", "dfpn-pn"];
const TABLES: &[&str] =
    &["dfpn", "pds", "pnstar", "cstar", "pds-pn", "dfpn-pn", "alphabeta", "negascout", "scout", "test", "mtdf"];
const TWO_LEVEL: &[&str] = &["pn2", "pss2", "pds-pn", "dfpn-pn"];

impl OptionEntry {
    /// The option of this name that an algorithm has.
    pub(crate) fn find(algorithm: &str, key: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|entry| entry.key == key && entry.of.contains(&algorithm))
    }

    /// The names of an algorithm's options.
    pub(crate) fn names(algorithm: &str) -> String {
        let of = OPTIONS.iter().filter(|entry| entry.of.contains(&algorithm));
        of.map(|entry| entry.key).collect::<Vec<_>>().join(", ")
    }
}

/// The place of a value among those that an option can have.
pub(crate) fn choice(text: &str, key: &str, values: &[&str], value: &str) -> Result<usize, InputError> {
    values.iter().position(|&known| known == value).ok_or_else(|| {
        AlgorithmSpec::error(text, format!("{key} cannot be {value:?}; it is one of {}", values.join(", ")))
    })
}

impl AlgorithmSpec {
    /// Proof-number search with default options.
    pub fn pns() -> Self {
        Self {
            family: Family::Pns { proof: AnyRule::Sum, disproof: AnyRule::Sum },
            init: None,
            cycles: Cycles::Auto,
            options: Options::default(),
            second: None,
        }
    }

    pub(crate) fn error(text: &str, message: impl fmt::Display) -> InputError {
        InputError::Algorithm { text: text.to_owned(), message: message.to_string() }
    }

    fn set_option(&mut self, text: &str, name: &str, key: &str, value: &str) -> Result<(), InputError> {
        let Some(entry) = OptionEntry::find(name, key) else {
            let why = match (name, key) {
                ("pns", "ties" | "pick" | "sets" | "union") => {
                    format!("pns has no sets, so {key} means nothing; use pss")
                }
                ("pns", "favour") => "pns has no sets whose leaves favour could mean; use pss".to_owned(),
                ("pss", "sum" | "proof-sum" | "disproof-sum") => {
                    format!("pss takes unions, so {key} means nothing; use pns")
                }
                _ => no_option(name, key),
            };
            return Err(Self::error(text, why));
        };
        let choice = match entry.values {
            OptionValues::Heuristic => {
                self.init = Some(value.to_owned());
                return Ok(());
            }
            OptionValues::Share => return self.set_favour(text, value),
            OptionValues::Number(_) => unreachable!("best-first search has no such options"),
            OptionValues::OneOf(values) => choice(text, key, values, value)?,
        };
        match (&mut self.family, key) {
            (Family::Pns { proof, disproof }, "sum") => (*proof, *disproof) = (RULES[choice], RULES[choice]),
            (Family::Pns { proof, .. }, "proof-sum") => *proof = RULES[choice],
            (Family::Pns { disproof, .. }, "disproof-sum") => *disproof = RULES[choice],
            (Family::Pss { ties, .. }, "ties") => *ties = [TieOrder::Lex, TieOrder::Colex][choice],
            (Family::Pss { sets, .. }, "sets") => {
                *sets = [SetStorage::Lists, SetStorage::Bits, SetStorage::Adaptive][choice];
            }
            (Family::Pss { union, .. }, "union") => *union = [UnionRule::Pairwise, UnionRule::KWay][choice],
            (_, "pick") => self.options.pick = [Pick::Oldest, Pick::Newest, Pick::LeastDepth][choice],
            (_, "graph") => self.options.graph = [GraphMode::Dag, GraphMode::Tree][choice],
            (_, "evaluate") => self.options.evaluation = [Evaluation::Immediate, Evaluation::Delayed][choice],
            (_, "cycles") => self.cycles = Cycles::ALL[choice],
            (_, "lookahead") => self.options.lookahead = [Lookahead::None, Lookahead::One][choice],
            (_, _) => {
                self.options.updates = [
                    UpdateOrder::Auto,
                    UpdateOrder::Rank,
                    UpdateOrder::Levels,
                    UpdateOrder::PearceKelly,
                    UpdateOrder::Fifo,
                ][choice];
            }
        }
        Ok(())
    }

    fn set_favour(&mut self, text: &str, value: &str) -> Result<(), InputError> {
        let Family::Pss { favour, .. } = &mut self.family else { unreachable!("pss alone has this option") };
        *favour = Some(value.parse().ok().and_then(Favour::new).ok_or_else(|| {
            let share = "a number that is at least 0 and less than 1, as in favour=0.25";
            Self::error(text, format!("favour cannot be {value:?}; give {share}"))
        })?);
        Ok(())
    }

    fn exact(text: &str, words: &[&str]) -> Result<Self, InputError> {
        let mut limit = EXACT_LIMIT;
        for word in words {
            let number = word.strip_prefix("limit=").ok_or_else(|| {
                Self::error(text, format!("exact has one option, limit=N, and {word:?} is not that; leave it out"))
            })?;
            limit = number.parse().map_err(|_| {
                Self::error(text, format!("limit cannot be {number:?}; give a whole number, as in exact:limit=1000"))
            })?;
        }
        Ok(Self { family: Family::Exact { limit }, ..Self::pns() })
    }

    fn ao_star(text: &str, words: &[&str]) -> Result<Self, InputError> {
        let (mut arc, mut init) = (0, None);
        for word in words {
            match word.split_once('=') {
                Some(("arc", number)) => {
                    arc = number.parse().map_err(|_| {
                        Self::error(text, format!("arc cannot be {number:?}; give a whole number, as in aostar:arc=1"))
                    })?;
                }
                Some(("init", name)) => init = Some(name.to_owned()),
                Some((key, _)) => return Err(Self::error(text, no_option("aostar", key))),
                None => {
                    let message = format!("{word:?} is no option; aostar takes none without `=`, as in aostar:arc=1");
                    return Err(Self::error(text, message));
                }
            }
        }
        Ok(Self { family: Family::AoStar { arc }, init, ..Self::pns() })
    }

    fn caps(text: &str, name: &str, caps: &[&str]) -> Result<(Cap, Cap), InputError> {
        let cap = |word: &str| match word {
            "inf" => Ok(None),
            number => number.parse().map(Some).map_err(|_| {
                Self::error(text, format!("{number:?} is not a cap; give two numbers or inf, as in {name}:20,20"))
            }),
        };
        match caps {
            [] => Ok((None, None)),
            [p, d] => Ok((cap(p)?, cap(d)?)),
            [word] => {
                cap(word)?;
                Err(Self::error(text, format!("{name} takes two caps, P and D, as in {name}:{word},{word}")))
            }
            _ => Err(Self::error(text, format!("{name} takes two caps, P and D, and not {}", caps.len()))),
        }
    }
}

/// What to say when an algorithm has no option of this name.
pub(crate) fn no_option(algorithm: &str, key: &str) -> String {
    let known = OPTIONS.iter().find(|entry| entry.key == key);
    let options = OptionEntry::names(algorithm);
    match known {
        None if options.is_empty() => format!("there is no option {key:?}; {algorithm} has none"),
        Some(entry) if options.is_empty() => {
            format!("{key} is an option of {}; {algorithm} has none", entry.of.join(", "))
        }
        None => format!("there is no option {key:?}; the options of {algorithm} are {options}"),
        Some(entry) => {
            format!("{key} is an option of {}; those of {algorithm} are {options}", entry.of.join(", "))
        }
    }
}

/// Refuses what is said twice: the last would win, and nobody would be told.
fn refuse_contradictions(text: &str, words: &[&str]) -> Result<(), InputError> {
    let keys: Vec<&str> = words.iter().filter_map(|word| Some(word.split_once('=')?.0)).collect();
    if let Some(key) = keys.iter().enumerate().find_map(|(place, key)| keys[..place].contains(key).then_some(key)) {
        return Err(AlgorithmSpec::error(text, format!("{key} is given twice; give it once")));
    }
    match ["proof-sum", "disproof-sum"].iter().find(|key| keys.contains(key)) {
        Some(key) if keys.contains(&"sum") => {
            let message = format!("sum is about both sides, and {key} is given as well; leave one of them out");
            Err(AlgorithmSpec::error(text, message))
        }
        _ => Ok(()),
    }
}

/// The names of all algorithms.
pub(crate) fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for entry in ALGORITHMS {
        let name = entry.syntax.split(':').next().unwrap_or(entry.syntax);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

impl FromStr for AlgorithmSpec {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let mut words: Vec<&str> = rest.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        refuse_contradictions(text, &words)?;
        let first = two_level::first_level(name);
        let second = first.map(|_| two_level::take_budget(text, &mut words)).transpose()?;
        // The first level is written like any search, but for its name.
        let base = first.unwrap_or(name);
        if name == "exact" {
            return Self::exact(text, &words);
        }
        if name == "aostar" {
            return Self::ao_star(text, &words);
        }
        if name == MATE {
            return Ok(Self { family: Family::Mate(MateSpec::parse(text, &words)?), ..Self::pns() });
        }
        if MINIMAX.contains(&name) {
            return Ok(Self { family: Family::Minimax(MinimaxSpec::parse(text, name, &words)?), ..Self::pns() });
        }
        if MULTI_VALUED.contains(&name) {
            return Ok(Self {
                family: Family::MultiValued(MultiValuedSpec::parse(text, name, &words)?),
                ..Self::pns()
            });
        }
        if DEPTH_FIRST.contains(&base) {
            let (spec, init) = DepthFirstSpec::parse(text, name, base, &words)?;
            return Ok(Self { family: Family::DepthFirst(spec), init, second, ..Self::pns() });
        }
        let split = words.iter().position(|word| word.contains('=')).unwrap_or(words.len());
        let (caps, options) = words.split_at(split);
        let family = match base {
            "pns" if caps.is_empty() => Self::pns().family,
            "pns" => {
                let sets = if second.is_some() { "pss2" } else { "pss" };
                return Err(Self::error(text, format!("{name} takes no caps; {sets}:P,D does")));
            }
            "pss" => {
                let (proof, disproof) = Self::caps(text, name, caps)?;
                let (ties, sets, union) = (TieOrder::Lex, SetStorage::Lists, UnionRule::Pairwise);
                Family::Pss { proof, disproof, ties, sets, union, favour: None }
            }
            _ => {
                return Err(Self::error(
                    text,
                    format!("there is no algorithm {name:?}; `proofset algorithms` lists them"),
                ));
            }
        };
        let mut spec = Self { family, second, ..Self::pns() };
        for option in options {
            let Some((key, value)) = option.split_once('=') else {
                return Err(Self::error(text, format!("{option:?} stands after an option; caps come first")));
            };
            spec.set_option(text, name, key, value)?;
        }
        if let Family::Pss { proof: None, disproof: None, sets, union: UnionRule::KWay, .. } = spec.family
            && sets != SetStorage::Adaptive
        {
            let caps = "exact sets are the same by either rule; give caps, as in";
            let message = format!("{caps} {name}:20,20,union=kway, or leave out union=kway");
            return Err(Self::error(text, message));
        }
        if let Family::Pss { proof, disproof, sets, favour, .. } = spec.family {
            let capped = (proof, disproof) != (None, None);
            let message = match sets {
                SetStorage::Bits if capped => "bitsets hold exact sets only; leave out the caps or sets=bits",
                SetStorage::Adaptive if capped => {
                    "adaptive sets find their caps themselves; leave out the caps or sets=adaptive"
                }
                SetStorage::Bits | SetStorage::Adaptive if favour.is_some() => {
                    "only lists can be favoured; leave out favour or sets"
                }
                _ => return Ok(spec),
            };
            return Err(Self::error(text, message));
        }
        Ok(spec)
    }
}

impl fmt::Display for AlgorithmSpec {
    /// The shortest text that parses to this specification.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        let name = match self.family {
            Family::Pns { proof, disproof } => {
                if proof == disproof && proof != AnyRule::Sum {
                    words.push(format!("sum={}", rule_name(proof)));
                } else {
                    let sides = [("proof-sum", proof), ("disproof-sum", disproof)];
                    let changed = sides.iter().filter(|(_, rule)| *rule != AnyRule::Sum);
                    words.extend(changed.map(|(key, rule)| format!("{key}={}", rule_name(*rule))));
                }
                "pns"
            }
            Family::Pss { proof, disproof, ties, sets, union, favour } => {
                if (proof, disproof) != (None, None) {
                    let cap = |cap: Cap| cap.map_or("inf".to_owned(), |k| k.to_string());
                    words.push(format!("{},{}", cap(proof), cap(disproof)));
                }
                if ties == TieOrder::Colex {
                    words.push("ties=colex".to_owned());
                }
                match self.options.pick {
                    Pick::Oldest => {}
                    Pick::Newest => words.push("pick=newest".to_owned()),
                    Pick::LeastDepth => words.push("pick=least-depth".to_owned()),
                }
                match sets {
                    SetStorage::Lists => {}
                    SetStorage::Bits => words.push("sets=bits".to_owned()),
                    SetStorage::Adaptive => words.push("sets=adaptive".to_owned()),
                }
                if union == UnionRule::KWay {
                    words.push("union=kway".to_owned());
                }
                words.extend(favour.map(|share| format!("favour={share}")));
                "pss"
            }
            Family::DepthFirst(spec) => {
                words.extend(spec.words());
                spec.name()
            }
            Family::Mate(spec) => {
                words.extend(spec.words());
                MATE
            }
            Family::Minimax(spec) => {
                words.extend(spec.words());
                spec.name()
            }
            Family::MultiValued(spec) => {
                words.extend(spec.words());
                spec.name()
            }
            Family::AoStar { arc } => {
                if arc != 0 {
                    words.push(format!("arc={arc}"));
                }
                "aostar"
            }
            Family::Exact { limit } => {
                if limit != EXACT_LIMIT {
                    words.push(format!("limit={limit}"));
                }
                "exact"
            }
        };
        let name = if self.second.is_some() { two_level::name_over(name) } else { name };
        if self.options.graph == GraphMode::Tree {
            words.push("graph=tree".to_owned());
        }
        if self.options.evaluation == Evaluation::Delayed {
            words.push("evaluate=delayed".to_owned());
        }
        words.extend(self.init.iter().map(|name| format!("init={name}")));
        if self.options.lookahead == Lookahead::One {
            words.push("lookahead=one".to_owned());
        }
        match self.options.updates {
            UpdateOrder::Auto => {}
            UpdateOrder::Rank => words.push("updates=rank".to_owned()),
            UpdateOrder::Levels => words.push("updates=levels".to_owned()),
            UpdateOrder::PearceKelly => words.push("updates=pearce-kelly".to_owned()),
            UpdateOrder::Fifo => words.push("updates=fifo".to_owned()),
        }
        if self.cycles != Cycles::Auto {
            words.push(format!("cycles={}", CYCLES[self.cycles as usize]));
        }
        words.extend(self.second.into_iter().flat_map(two_level::words));
        f.write_str(name)?;
        if !words.is_empty() {
            write!(f, ":{}", words.join(","))?;
        }
        Ok(())
    }
}
