//! An acyclic AND/OR graph as a list of nodes, and evaluation from the leaves up.
//!
//! The invariant, checked when a graph is made: every child exists, no node is its own descendant, leaves have no
//! children, and no node has a child twice. An evaluation visits every node once, children before parents, whether or
//! not the root can reach it.
//!
//! Every rule of proof-number and proof-set search has the same form (Allis 1994; Müller 2001): at an OR node the proof
//! side takes the cheapest child and the disproof side all children; at an AND node the other way round. The rules
//! differ in what "cheapest" and "all" mean; that is the trait `Rule`.

use proofset_core::{Problem, Role, Status, Value, Verdict};
use thiserror::Error;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A leaf of unknown value, with the cost of proving and of disproving it.
    Unknown {
        /// The cost of proving it; not zero.
        proof: u32,
        /// The cost of disproving it; not zero.
        disproof: u32,
    },
    /// A proven leaf.
    Proven,
    /// A disproven leaf.
    Disproven,
    /// A node whose value follows from its children. Without children: an OR node is disproven, an AND node proven.
    Interior(Role),
}

impl Kind {
    /// A leaf of unknown value and unit costs.
    pub const UNKNOWN: Self = Self::Unknown { proof: 1, disproof: 1 };

    /// True for a leaf of unknown value.
    pub fn is_unknown(self) -> bool {
        matches!(self, Self::Unknown { .. })
    }
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pair<T> {
    /// What a proof takes.
    pub proof: T,
    /// What a disproof takes.
    pub disproof: T,
}

impl<T> Pair<T> {
    /// The value of one side: that of proofs for [`Value::Proven`].
    pub fn of(&self, side: Value) -> &T {
        match side {
            Value::Proven => &self.proof,
            Value::Disproven => &self.disproof,
        }
    }
}

/// Why nodes and edges are no acyclic AND/OR graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// A list of children is missing or left over.
    #[error("{kinds} nodes, but {children} lists of children")]
    Lengths {
        /// The number of kinds.
        kinds: usize,
        /// The number of lists.
        children: usize,
    },
    /// A node that is not there.
    #[error("node {node} does not exist; the last node is {last:?}")]
    NoSuchNode {
        /// The root or child.
        node: usize,
        /// The last node, if there is any.
        last: Option<usize>,
    },
    /// A leaf with children.
    #[error("node {node} is a leaf, but has children")]
    LeafWithChildren {
        /// The leaf.
        node: usize,
    },
    /// A child listed twice.
    #[error("node {parent} has the child {child} twice; list it once")]
    RepeatedChild {
        /// The parent.
        parent: usize,
        /// The child.
        child: usize,
    },
    /// A leaf that costs nothing, as only solved leaves do.
    #[error("the unknown leaf {node} costs nothing on one side; costs start at 1")]
    ZeroCost {
        /// The leaf.
        node: usize,
    },
    /// A node that is its own descendant, or has one.
    #[error("node {node} is on a cycle or leads to one")]
    Cycle {
        /// The node.
        node: usize,
    },
}

/// An acyclic AND/OR graph. Nodes are numbered from 0 in the order of the lists.
///
/// As a [`Problem`], an unknown leaf is an open leaf, and a move is the place of a child in its parent's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    kinds: Vec<Kind>,
    children: Vec<Vec<usize>>,
    root: usize,
    /// All nodes, children before parents.
    order: Vec<usize>,
}

impl Graph {
    /// A graph from the kinds and the children of its nodes.
    ///
    /// # Errors
    ///
    /// [`GraphError`] if that is no acyclic AND/OR graph.
    pub fn new(kinds: Vec<Kind>, children: Vec<Vec<usize>>, root: usize) -> Result<Self, GraphError> {
        if kinds.len() != children.len() {
            return Err(GraphError::Lengths { kinds: kinds.len(), children: children.len() });
        }
        let exists = |node: usize| {
            let error = GraphError::NoSuchNode { node, last: kinds.len().checked_sub(1) };
            if node < kinds.len() { Ok(()) } else { Err(error) }
        };
        exists(root)?;
        for (node, (kind, list)) in kinds.iter().zip(&children).enumerate() {
            match kind {
                Kind::Unknown { proof: 0, .. } | Kind::Unknown { disproof: 0, .. } => {
                    return Err(GraphError::ZeroCost { node });
                }
                Kind::Unknown { .. } | Kind::Proven | Kind::Disproven if !list.is_empty() => {
                    return Err(GraphError::LeafWithChildren { node });
                }
                _ => {}
            }
            for (place, &child) in list.iter().enumerate() {
                exists(child)?;
                if list[..place].contains(&child) {
                    return Err(GraphError::RepeatedChild { parent: node, child });
                }
            }
        }
        let order = children_first(&children)?;
        Ok(Self { kinds, children, root, order })
    }

    /// The number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "a graph has at least its root")]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The root.
    pub fn root_node(&self) -> usize {
        self.root
    }

    /// What a node is.
    pub fn kind(&self, node: usize) -> Kind {
        self.kinds[node]
    }

    /// The children of a node, in order.
    pub fn children(&self, node: usize) -> &[usize] {
        &self.children[node]
    }

    /// The leaves of unknown value, in ascending order.
    pub fn unknown_leaves(&self) -> Vec<usize> {
        (0..self.len()).filter(|&node| self.kinds[node].is_unknown()).collect()
    }

    /// The cost of an unknown leaf for one side; zero for any other node.
    pub fn cost(&self, node: usize, side: Value) -> u32 {
        match (self.kinds[node], side) {
            (Kind::Unknown { proof, .. }, Value::Proven) => proof,
            (Kind::Unknown { disproof, .. }, Value::Disproven) => disproof,
            _ => 0,
        }
    }

    /// The value of every node as far as the solved leaves decide it.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.fold(
            |node| match self.kinds[node] {
                Kind::Proven => Verdict::Proven,
                Kind::Disproven => Verdict::Disproven,
                Kind::Unknown { .. } | Kind::Interior(_) => Verdict::Unknown,
            },
            |_, role, children| {
                let (one, all) = match role {
                    Role::Or => (Verdict::Proven, Verdict::Disproven),
                    Role::And => (Verdict::Disproven, Verdict::Proven),
                };
                if children.contains(&&one) {
                    one
                } else if children.iter().all(|&&child| child == all) {
                    all
                } else {
                    Verdict::Unknown
                }
            },
        )
    }

    /// A value for every node: of leaves by themselves, of interior nodes from the values of their children.
    pub(crate) fn fold<T>(&self, leaf: impl Fn(usize) -> T, interior: impl Fn(usize, Role, &[&T]) -> T) -> Vec<T> {
        let mut values: Vec<Option<T>> = self.kinds.iter().map(|_| None).collect();
        for &node in &self.order {
            let value = match self.kinds[node] {
                Kind::Interior(role) => {
                    let children: Vec<&T> = self.children[node].iter().filter_map(|&c| values[c].as_ref()).collect();
                    interior(node, role, &children)
                }
                Kind::Unknown { .. } | Kind::Proven | Kind::Disproven => leaf(node),
            };
            values[node] = Some(value);
        }
        values.into_iter().flatten().collect()
    }

    /// The values that a rule gives to every node.
    pub(crate) fn evaluate<R: Rule>(&self, rule: &R) -> Vec<Pair<R::Value>> {
        let leaf = |node: usize, side: Value| match self.kinds[node] {
            Kind::Proven if side == Value::Proven => rule.nothing(),
            Kind::Disproven if side == Value::Disproven => rule.nothing(),
            Kind::Unknown { .. } => rule.leaf(node, self.cost(node, side), side),
            Kind::Proven | Kind::Disproven | Kind::Interior(_) => rule.hopeless(),
        };
        let interior = |node: usize, role: Role, children: &[&Pair<R::Value>], side: Value| {
            let values: Vec<R::Value> = children.iter().map(|pair| pair.of(side).clone()).collect();
            if role == side.chooser() { rule.cheapest(&values, side) } else { rule.all(node, &values, side) }
        };
        self.fold(
            |node| Pair { proof: leaf(node, Value::Proven), disproof: leaf(node, Value::Disproven) },
            |node, role, children| Pair {
                proof: interior(node, role, children, Value::Proven),
                disproof: interior(node, role, children, Value::Disproven),
            },
        )
    }
}

/// What the effort of one side is, and how it follows from the children's. `side` is the value aimed at.
pub(crate) trait Rule {
    type Value: Clone;

    /// The effort when the aim is reached.
    fn nothing(&self) -> Self::Value;

    /// The effort when the aim is out of reach.
    fn hopeless(&self) -> Self::Value;

    /// The effort at an unknown leaf.
    fn leaf(&self, node: usize, cost: u32, side: Value) -> Self::Value;

    /// The effort where one child is enough. No children: hopeless.
    fn cheapest(&self, children: &[Self::Value], side: Value) -> Self::Value;

    /// The effort of a node that needs all of its children. No children: nothing.
    fn all(&self, node: usize, children: &[Self::Value], side: Value) -> Self::Value;
}

impl Problem for Graph {
    type State = usize;
    type Move = usize;

    fn root(&self) -> usize {
        self.root
    }

    fn status(&self, &state: &usize) -> Status {
        match self.kinds[state] {
            Kind::Unknown { .. } => Status::OpenLeaf,
            Kind::Proven => Status::Decided(Value::Proven),
            Kind::Disproven => Status::Decided(Value::Disproven),
            Kind::Interior(role) => Status::Open(role),
        }
    }

    fn for_each_successor(&self, &state: &usize, mut visit: impl FnMut(usize, usize)) {
        for (place, &child) in self.children[state].iter().enumerate() {
            visit(place, child);
        }
    }
}

/// Takes nodes whose children are all taken, for as long as there are any.
fn children_first(children: &[Vec<usize>]) -> Result<Vec<usize>, GraphError> {
    let mut parents = vec![Vec::new(); children.len()];
    for (parent, list) in children.iter().enumerate() {
        for &child in list {
            parents[child].push(parent);
        }
    }
    let mut missing: Vec<usize> = children.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..children.len()).filter(|&node| missing[node] == 0).collect();
    let mut next = 0;
    while let Some(&child) = order.get(next) {
        next += 1;
        for &parent in &parents[child] {
            missing[parent] -= 1;
            if missing[parent] == 0 {
                order.push(parent);
            }
        }
    }
    match missing.iter().position(|&missing| missing > 0) {
        Some(node) => Err(GraphError::Cycle { node }),
        None => Ok(order),
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::Role;

    use super::{Graph, GraphError, Kind};

    #[test]
    fn what_is_no_graph_is_refused() {
        let or = Kind::Interior(Role::Or);
        let error = |kinds: &[Kind], children: &[&[usize]], root| {
            Graph::new(kinds.to_vec(), children.iter().map(|list| list.to_vec()).collect(), root).unwrap_err()
        };
        let cost = Kind::Unknown { proof: 1, disproof: 0 };
        assert_eq!(error(&[or], &[], 0), GraphError::Lengths { kinds: 1, children: 0 });
        assert_eq!(error(&[], &[], 0), GraphError::NoSuchNode { node: 0, last: None });
        assert_eq!(error(&[or], &[&[]], 1), GraphError::NoSuchNode { node: 1, last: Some(0) });
        assert_eq!(error(&[or], &[&[7]], 0), GraphError::NoSuchNode { node: 7, last: Some(0) });
        assert_eq!(error(&[Kind::Proven, or], &[&[1], &[]], 0), GraphError::LeafWithChildren { node: 0 });
        assert_eq!(error(&[or, cost], &[&[1], &[]], 0), GraphError::ZeroCost { node: 1 });
        assert_eq!(error(&[or, Kind::UNKNOWN], &[&[1, 1], &[]], 0), GraphError::RepeatedChild { parent: 0, child: 1 });
        assert_eq!(error(&[or, or], &[&[1], &[0]], 0), GraphError::Cycle { node: 0 });
        assert_eq!(error(&[or], &[&[0]], 0), GraphError::Cycle { node: 0 });
    }
}
