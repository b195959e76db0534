//! The undecided part of an AND/OR DAG below one node: all that the node's minimum sets depend on.
//!
//! Decided values are propagated, decided children dropped, and a node that is left with one child is that child. What
//! remains are leaves with a cost on either side and gates with at least two different children; every gate can still be
//! proven and disproven. Children come before parents. Time and memory are linear in the part of the graph that can be
//! reached without passing a decided node.

use proofset_core::{NodeId, Role, Size, Value};
use thiserror::Error;

/// What a node of an AND/OR DAG is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateKind {
    /// Decided. Its children, if it has any, are not looked at.
    Decided(Value),
    /// An unknown leaf with what it costs to prove and to disprove it. Costs are taken into the range from one to the
    /// largest finite size, for a leaf that costs nothing would look decided.
    Leaf {
        /// Cost in proof sets.
        proof: Size,
        /// Cost in disproof sets.
        disproof: Size,
    },
    /// A node whose value follows from its children. Without children: an OR node is disproven, an AND node proven.
    Gate(Role),
}

/// An AND/OR DAG with dense node ids: memory is proportional to the largest id.
pub trait AndOrDag {
    /// What the node is.
    fn kind(&self, node: NodeId) -> GateKind;

    /// The children of a gate. Repetitions do not matter.
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId>;
}

/// Which of several children is taken whose numbers are the same, where nothing else decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The last one.
    #[default]
    Last,
    /// The first one, as in proof-number search: on a tree the leaf in both sets is then the one that it selects.
    First,
}

/// A graph has a cycle, and numbers are defined for acyclic graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("node {node} can be reached from itself; remove an edge of the cycle")]
pub struct CycleError {
    /// A node on the cycle.
    pub node: NodeId,
}

/// A node of a cone.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Leaf { proof: u64, disproof: u64 },
    Gate(Role),
}

/// What became of a node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Unseen,
    OnPath,
    Decided(Value),
    At(u32),
}

/// The undecided part of a graph below one node. The last node is that node, or the one that it came down to.
#[derive(Debug)]
pub(crate) struct Cone {
    parts: Vec<Part>,
    ids: Vec<NodeId>,
    /// Where the children of each node begin; one more entry at the end.
    starts: Vec<u32>,
    children: Vec<u32>,
    /// By the ids of the graph.
    places: Vec<Place>,
}

impl Cone {
    /// The cone of a node; the node's value if it has one. Which children get the smaller numbers is a matter of `ties`, for the
    /// smallest of several numbers is taken.
    ///
    /// # Errors
    ///
    /// [`CycleError`] if the node leads to a cycle.
    pub(crate) fn new<G: AndOrDag>(graph: &G, node: NodeId, ties: Ties) -> Result<Result<Self, Value>, CycleError> {
        enum Step {
            Enter(NodeId),
            Leave(NodeId, Role),
        }
        let mut growth = Growth::default();
        let mut steps = vec![Step::Enter(node)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(node, role) => growth.gate(node, role, graph.children(node)),
                Step::Enter(node) => match growth.place(node) {
                    // All steps above the one that leaves a node belong to its descendants.
                    Place::OnPath => return Err(CycleError { node }),
                    Place::Decided(_) | Place::At(_) => {}
                    Place::Unseen => match graph.kind(node) {
                        GateKind::Decided(value) => growth.put(node, Place::Decided(value)),
                        GateKind::Leaf { proof, disproof } => growth.leaf(node, proof, disproof),
                        GateKind::Gate(role) => {
                            growth.put(node, Place::OnPath);
                            steps.push(Step::Leave(node, role));
                            let first = steps.len();
                            steps.extend(graph.children(node).map(Step::Enter));
                            // The last step is the next.
                            if ties == Ties::First {
                                steps[first..].reverse();
                            }
                        }
                    },
                },
            }
        }
        Ok(match growth.place(node) {
            Place::Decided(value) => Err(value),
            Place::At(last) => Ok(growth.cut_after(last)),
            Place::Unseen | Place::OnPath => unreachable!("the walk has left its first node"),
        })
    }

    /// The node that the cone belongs to.
    pub(crate) fn top(&self) -> u32 {
        self.parts.len() as u32 - 1
    }

    pub(crate) fn part(&self, node: u32) -> Part {
        self.parts[node as usize]
    }

    /// The node's name in the graph.
    pub(crate) fn id(&self, node: u32) -> NodeId {
        self.ids[node as usize]
    }

    /// The node that a node of the graph came down to, if it is in the cone.
    pub(crate) fn find(&self, id: NodeId) -> Option<u32> {
        match self.places.get(id.index()) {
            Some(&Place::At(node)) if node <= self.top() => Some(node),
            _ => None,
        }
    }

    /// The children, all of them with smaller numbers.
    pub(crate) fn children(&self, node: u32) -> &[u32] {
        &self.children[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

/// A cone on its way.
#[derive(Default)]
struct Growth {
    parts: Vec<Part>,
    ids: Vec<NodeId>,
    starts: Vec<u32>,
    children: Vec<u32>,
    /// By the ids of the graph.
    places: Vec<Place>,
}

impl Growth {
    fn place(&self, node: NodeId) -> Place {
        self.places.get(node.index()).copied().unwrap_or(Place::Unseen)
    }

    fn put(&mut self, node: NodeId, place: Place) {
        if self.places.len() <= node.index() {
            self.places.resize(node.index() + 1, Place::Unseen);
        }
        self.places[node.index()] = place;
    }

    fn push(&mut self, node: NodeId, part: Part, first_child: u32) {
        self.put(node, Place::At(self.parts.len() as u32));
        self.parts.push(part);
        self.ids.push(node);
        self.starts.push(first_child);
    }

    fn leaf(&mut self, node: NodeId, proof: Size, disproof: Size) {
        let cost = |size: Size| u64::from(size.clamp(Size::ONE, Size::MAX_FINITE).to_bits());
        let first_child = self.children.len() as u32;
        self.push(node, Part::Leaf { proof: cost(proof), disproof: cost(disproof) }, first_child);
    }

    /// Adds a gate whose children all have their places.
    fn gate(&mut self, node: NodeId, role: Role, children: impl Iterator<Item = NodeId>) {
        let (one, all) = match role {
            Role::Or => (Value::Proven, Value::Disproven),
            Role::And => (Value::Disproven, Value::Proven),
        };
        let first = self.children.len();
        for child in children {
            match self.place(child) {
                Place::Decided(value) if value == one => {
                    self.children.truncate(first);
                    return self.put(node, Place::Decided(one));
                }
                Place::Decided(_) => {}
                Place::At(child) => self.children.push(child),
                Place::Unseen | Place::OnPath => unreachable!("a node is left after its children"),
            }
        }
        self.children[first..].sort_unstable();
        let mut kept = first;
        for next in first..self.children.len() {
            if next == first || self.children[next] != self.children[kept - 1] {
                self.children[kept] = self.children[next];
                kept += 1;
            }
        }
        self.children.truncate(kept);
        match self.children[first..] {
            [] => self.put(node, Place::Decided(all)),
            [only] => {
                self.children.truncate(first);
                self.put(node, Place::At(only));
            }
            _ => self.push(node, Part::Gate(role), first as u32),
        }
    }

    /// The cone without what comes after its top.
    fn cut_after(mut self, top: u32) -> Cone {
        let len = top as usize + 1;
        let end = self.starts.get(len).map_or(self.children.len(), |&start| start as usize);
        self.parts.truncate(len);
        self.ids.truncate(len);
        self.starts.truncate(len);
        self.children.truncate(end);
        self.starts.push(end as u32);
        Cone { parts: self.parts, ids: self.ids, starts: self.starts, children: self.children, places: self.places }
    }
}
