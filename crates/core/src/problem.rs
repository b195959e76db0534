//! An implicit AND/OR graph: what every search works on.
//!
//! A search never sees players or moves; it sees nodes that need *one* proven child ([`Role::Or`]) or *all* children
//! proven ([`Role::And`]). Moves are carried along as labels of edges so that a proof can name them.

use std::fmt;
use std::hash::Hash;

/// How the value of an open node follows from its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Proven by one proven child; disproven when all children are. The attacker chooses here.
    Or,
    /// Disproven by one disproven child; proven when all children are. The defender chooses here.
    And,
}

impl Role {
    /// The value that one child is enough for.
    pub fn value_of_one(self) -> Value {
        match self {
            Self::Or => Value::Proven,
            Self::And => Value::Disproven,
        }
    }

    /// The value that takes all children, and that an empty choice has.
    pub fn value_of_all(self) -> Value {
        self.opposite().value_of_one()
    }

    /// The other role.
    pub fn opposite(self) -> Self {
        match self {
            Self::Or => Self::And,
            Self::And => Self::Or,
        }
    }
}

/// The two values a node can have in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The goal is reached.
    Proven,
    /// The goal cannot be reached.
    Disproven,
}

impl Value {
    /// The other value.
    pub fn opposite(self) -> Self {
        match self {
            Self::Proven => Self::Disproven,
            Self::Disproven => Self::Proven,
        }
    }

    /// The role of the nodes at which one child with this value is enough.
    ///
    /// At these nodes a proof (or a disproof) names one move; at the others it must answer every move.
    pub fn chooser(self) -> Role {
        match self {
            Self::Proven => Role::Or,
            Self::Disproven => Role::And,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Proven => "proven",
            Self::Disproven => "disproven",
        })
    }
}

/// What a problem knows about one state without looking at its successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Terminal: the rules give the value.
    Decided(Value),
    /// The value follows from the successors.
    Open(Role),
    /// Undecided, and the problem has no successors to give.
    ///
    /// Games never say this. Graphs that people write by hand do: an open question whose answer only they can supply.
    OpenLeaf,
}

/// When a search asks a node for its status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evaluation {
    /// When it is created: more evaluations, fewer expansions.
    #[default]
    Immediate,
    /// When it is selected: for problems whose evaluation is expensive.
    Delayed,
}

/// What it is worth to come back to a state that the line of play has been through.
///
/// A problem whose graph may have cycles has to state one of these rules, as part of the question: without one the graph
/// has no values. Every search asks for it, and refuses the rules that it cannot handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The attacker has to make progress: mates, wins where a repetition is a draw. A line that goes on for ever is
    /// disproven as well, so a state is proven if and only if the attacker can force a terminal state that is: its value
    /// does not depend on how it was reached.
    Disproves,
    /// The defender has to: at least a draw, where a repetition is a draw. The same from the other side.
    Proves,
    /// Whoever makes the move that repeats has lost, as if the move were forbidden: positional superko. The value of a
    /// state depends on the line that led to it, and so does what a search may keep (the graph-history interaction
    /// problem: Campbell 1985, Kishimoto and Müller 2004).
    MoverLoses,
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Disproves => "a repetition disproves",
            Self::Proves => "a repetition proves",
            Self::MoverLoses => "whoever repeats a position loses",
        })
    }
}

impl Repetition {
    /// The value of a repetition that a move from a node of this role has brought about.
    #[inline]
    pub fn value(self, mover: Role) -> Value {
        match (self, mover) {
            (Self::Disproves, _) | (Self::MoverLoses, Role::Or) => Value::Disproven,
            (Self::Proves, _) | (Self::MoverLoses, Role::And) => Value::Proven,
        }
    }

    /// The value of all repetitions, if values do not depend on the line.
    #[inline]
    pub fn fixed_value(self) -> Option<Value> {
        match self {
            Self::Disproves => Some(Value::Disproven),
            Self::Proves => Some(Value::Proven),
            Self::MoverLoses => None,
        }
    }
}

/// An implicit AND/OR graph.
///
/// # Contract
///
/// * [`State`](Self::State) is the exact identity of a node: equal states have equal futures. Whatever the future
///   depends on (side to move, castling rights, move counters) must be part of it.
/// * All methods are pure: the same state gives the same answer, successors in the same order. If they are not, any verdict may come
///   out, or an error, and a certificate may be refused.
/// * An [`Open`](Status::Open) state without successors has the value of an empty choice: an OR node is disproven, an
///   AND node proven.
pub trait Problem {
    /// A node of the graph.
    type State: Clone + Eq + Hash;
    /// The label of an edge.
    type Move: Copy + Eq;

    /// The node whose value is asked for.
    fn root(&self) -> Self::State;

    /// The value of `state` if the rules decide it, else its role.
    fn status(&self, state: &Self::State) -> Status;

    /// Calls `visit` for each successor of an open state, in move order. Two moves may lead to equal states.
    fn for_each_successor(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// A number that strictly increases along every edge, if the problem has one for all of its states or for none.
    ///
    /// Problems with a rank are acyclic by construction, and searches update ancestors in rank order at no extra cost.
    /// A wrong rank is reported as an error by the search, not believed.
    fn rank(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Bytes that a state owns beside itself, such as those of a vector in it; 0, the default, if it owns none.
    ///
    /// Limits on memory count them where a search keeps a graph, and where it works on states whose type is not known, as those of the
    /// program do, but for minimax; it is asked once for each state that is listed or kept. Tables of depth-first search and of minimax that hold states of a known type
    /// do not count them: give those a smaller limit. What copies share is better counted for each than for none.
    fn owned_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// What a repetition is worth. `None`: no line of play comes back to a state.
    ///
    /// A problem with a [`rank`](Self::rank) has no cycles, whatever it says here. One without either is taken at its
    /// word, and a cycle is an error then.
    fn repetition(&self) -> Option<Repetition> {
        None
    }
}

impl<P: Problem> Problem for &P {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> Self::State {
        P::root(self)
    }

    #[inline]
    fn status(&self, state: &Self::State) -> Status {
        P::status(self, state)
    }

    #[inline]
    fn for_each_successor(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State)) {
        P::for_each_successor(self, state, visit);
    }

    #[inline]
    fn rank(&self, state: &Self::State) -> Option<u32> {
        P::rank(self, state)
    }

    #[inline]
    fn owned_bytes(&self, state: &Self::State) -> usize {
        P::owned_bytes(self, state)
    }

    fn repetition(&self) -> Option<Repetition> {
        P::repetition(self)
    }
}

/// True if values depend on the line of play that led to a state: positions can repeat, and whoever repeats one has lost.
pub fn goes_by_lines<P: Problem>(problem: &P) -> bool {
    problem.repetition() == Some(Repetition::MoverLoses) && problem.rank(&problem.root()).is_none()
}

/// The state behind the root of a problem along a path: at each state the place, from 0, of the successor that is taken.
/// `None` if there is no such path.
pub fn behind<P: Problem>(problem: &P, path: &[u32]) -> Option<P::State> {
    let mut state = problem.root();
    for &place in path {
        if !matches!(problem.status(&state), Status::Open(_)) {
            return None;
        }
        let mut next = None;
        let mut number = 0;
        problem.for_each_successor(&state, |_, reached| {
            if number == place {
                next = Some(reached);
            }
            number += 1;
        });
        state = next?;
    }
    Some(state)
}
