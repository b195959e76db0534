//! What can be wrong with a graph, where, and how to mend it.

use std::fmt;

use thiserror::Error;

use crate::graph::MAX_WEIGHT;

/// A text or a builder that does not describe a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The text is not JSON.
    #[error("line {line}, column {column}: this is not JSON: {message}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1; 0 just after a line break.
        column: usize,
        /// What the JSON reader missed or did not expect.
        message: String,
    },
    /// The text is JSON, but a key is missing or a value has the wrong form.
    #[error("line {line}, column {column}: {message}")]
    Format {
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1; 0 just after a line break.
        column: usize,
        /// What is wrong, and what is expected instead.
        message: String,
    },
    /// There are no nodes at all.
    #[error("the graph has no nodes; give at least one")]
    NoNodes,
    /// There are more nodes or edges than 32 bits can number.
    #[error("the graph has more nodes or edges than 32 bits can number; make it smaller")]
    TooLarge,
    /// A node's id is the empty text.
    #[error("node {number} has an empty id; give it a name")]
    EmptyId {
        /// The place of the node among the nodes, from 1.
        number: usize,
    },
    /// Two nodes have the same id.
    #[error("two nodes have the id {id:?}; give each node an id of its own")]
    DuplicateNode {
        /// The id.
        id: String,
    },
    /// No node was named as the root.
    #[error("the graph has no root; name the node whose value is asked for")]
    NoRoot,
    /// Something refers to a node that is not there.
    #[error("{place} names the node {id:?}, which does not exist; add it to the nodes or correct the name")]
    UnknownNode {
        /// The id that no node has.
        id: String,
        /// What refers to it.
        place: Place,
    },
    /// A node has children, but nobody knows whether it needs one of them or all.
    #[error("node {id:?} has children but no kind; make it \"or\" (one child suffices) or \"and\" (it needs them all)")]
    NoKind {
        /// The node.
        id: String,
    },
    /// A node has children and a leaf value.
    #[error("node {id:?} has children and also a leaf value; remove its leaf value or its edges")]
    ValueOfInterior {
        /// The node.
        id: String,
    },
    /// A node has two leaf values.
    #[error("node {id:?} has two leaf values; keep one")]
    SecondValue {
        /// The node.
        id: String,
    },
    /// A weight is zero or too large.
    #[error("node {id:?} has the weight {weight}; weights are whole numbers from 1 to {max}", max = MAX_WEIGHT)]
    Weight {
        /// The node.
        id: String,
        /// The weight.
        weight: u32,
    },
    /// The node order names a node twice.
    #[error("the node order names {id:?} twice; list each node once")]
    RepeatedInOrder {
        /// The node.
        id: String,
    },
    /// The node order leaves a node out.
    #[error("the node order leaves {id:?} out; list each node once, or give no node order")]
    MissingFromOrder {
        /// The first node that is left out.
        id: String,
    },
}

/// What refers to a node by its id.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The root.
    Root,
    /// An edge.
    Edge {
        /// The place of the edge among the edges, from 1.
        number: usize,
        /// The id that it gives for its parent.
        parent: String,
        /// The id that it gives for its child.
        child: String,
    },
    /// The leaf values.
    LeafValues,
    /// The node order.
    NodeOrder,
    /// The weights.
    Weights,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => f.write_str("the root"),
            Self::Edge { number, parent, child } => write!(f, "edge {number}, [{parent:?}, {child:?}],"),
            Self::LeafValues => f.write_str("a leaf value"),
            Self::NodeOrder => f.write_str("the node order"),
            Self::Weights => f.write_str("a weight"),
        }
    }
}
