//! How to search.

use proofset_core::Score;

/// Which search. All of them give the same values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Alpha-beta, fail-soft (Knuth and Moore 1975).
    AlphaBeta,
    /// SCOUT (Pearl 1980): the first move is searched, each other one tested, and searched if it is better.
    Scout,
    /// NegaScout (Reinefeld 1983): alpha-beta with null windows for all moves but the first.
    NegaScout {
        /// Takes the result of a null window as exact within two plies of a depth limit, where it is. It only takes
        /// effect in searches to a depth whose table, hints and bounds are off.
        shortcut: bool,
        /// Leaves out the test whether the null window's result is below the window, as the published listing does.
        /// The value is the same; some moves are searched again for nothing.
        as_published: bool,
    },
    /// MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): null windows at the root, from a first guess on. It needs a
    /// table.
    Mtd {
        /// The first guess; without one, the evaluation of the root.
        guess: Option<Score>,
    },
    /// TEST (Pearl 1980) for one score after the other, the interval of possible values being halved.
    Test,
}

impl Method {
    /// NegaScout with its shortcut, and with the test that the published listing lacks.
    pub fn nega_scout() -> Self {
        Self::NegaScout { shortcut: true, as_published: false }
    }
}

/// In which order moves are tried. Each switch comes before those below it; what is left is the order of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
#[non_exhaustive]
pub struct Ordering {
    /// The best move that the table knows first.
    pub table_move: bool,
    /// What the game says of the move; see [`Hints::order`](proofset_core::Hints::order).
    pub hints: bool,
    /// The two moves that last cut off at the same distance from the root.
    pub killers: bool,
    /// How often the move has cut off anywhere, weighed by depth (Schaeffer 1983). Only for games that number their
    /// moves.
    pub history: bool,
}

impl Ordering {
    /// The order of the rules.
    pub const NONE: Self = Self { table_move: false, hints: false, killers: false, history: false };

    /// All switches.
    pub const ALL: Self = Self { table_move: true, hints: true, killers: true, history: true };

    /// The same with another [`table_move`](Self::table_move).
    pub fn with_table_move(self, table_move: bool) -> Self {
        Self { table_move, ..self }
    }

    /// The same with another [`hints`](Self::hints).
    pub fn with_hints(self, hints: bool) -> Self {
        Self { hints, ..self }
    }

    /// The same with another [`killers`](Self::killers).
    pub fn with_killers(self, killers: bool) -> Self {
        Self { killers, ..self }
    }

    /// The same with another [`history`](Self::history).
    pub fn with_history(self, history: bool) -> Self {
        Self { history, ..self }
    }
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Options {
    /// Which search.
    pub method: Method,
    /// Plies after which a position is evaluated; `None`: play goes to the end.
    pub depth: Option<u16>,
    /// Searches to depth 1, 2, 3 and so on before the depth that is asked for; each pass orders the moves of the next.
    pub deepening: bool,
    /// The order of moves.
    pub ordering: Ordering,
    /// Uses the game's own knowledge in searches to the end: bounds, moves that need not be tried, positions that it can
    /// finish itself.
    pub knowledge: bool,
    /// Looks all successors up in the table before the first is searched (enhanced transposition cut-offs; Schaeffer and
    /// Plaat 1996).
    pub look_ahead: bool,
    /// Entries of the table, at most; 0 for a search without one. `None`: what the limit on bytes allows, or 256 MiB
    /// without one.
    pub entries: Option<u64>,
}

impl Options {
    /// A search to the end with everything on that helps it.
    pub fn new(method: Method) -> Self {
        Self {
            method,
            depth: None,
            deepening: false,
            ordering: Ordering::ALL,
            knowledge: true,
            look_ahead: false,
            entries: None,
        }
    }

    /// The textbook: no table, the order of the rules, nothing known but the rules and how large scores can be.
    pub fn plain(method: Method) -> Self {
        Self { ordering: Ordering::NONE, knowledge: false, entries: Some(0), ..Self::new(method) }
    }

    /// The same with another [`method`](Self::method).
    pub fn with_method(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// The same with another [`depth`](Self::depth).
    pub fn with_depth(self, depth: impl Into<Option<u16>>) -> Self {
        Self { depth: depth.into(), ..self }
    }

    /// The same with another [`deepening`](Self::deepening).
    pub fn with_deepening(self, deepening: bool) -> Self {
        Self { deepening, ..self }
    }

    /// The same with another [`ordering`](Self::ordering).
    pub fn with_ordering(self, ordering: Ordering) -> Self {
        Self { ordering, ..self }
    }

    /// The same with another [`knowledge`](Self::knowledge).
    pub fn with_knowledge(self, knowledge: bool) -> Self {
        Self { knowledge, ..self }
    }

    /// The same with another [`look_ahead`](Self::look_ahead).
    pub fn with_look_ahead(self, look_ahead: bool) -> Self {
        Self { look_ahead, ..self }
    }

    /// The same with another [`entries`](Self::entries).
    pub fn with_entries(self, entries: impl Into<Option<u64>>) -> Self {
        Self { entries: entries.into(), ..self }
    }
}
