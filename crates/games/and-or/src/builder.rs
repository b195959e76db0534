//! Building a graph step by step, and checking it once at the end.
//!
//! The idea: every step only takes notes, in any order and by id; [`GraphBuilder::build`] looks the ids up, checks the
//! rules, and packs the children. The JSON reader takes its notes here too, so that there is one set of rules.
//!
//! The cost: linear in the nodes and edges.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::mem;

use proofset_core::{Repetition, Role, Value};

use crate::error::{GraphError, Place};
use crate::graph::{Graph, MAX_WEIGHT, NodeData, NodeIndex};

/// Builds a [`Graph`].
///
/// ```
/// use proofset_and_or::GraphBuilder;
/// use proofset_core::{Role, Value};
///
/// let graph = GraphBuilder::new()
///     .node("A", Role::Or)
///     .leaf("B", Value::Disproven)
///     .leaf("C", None)
///     .edges("A", ["B", "C"])
///     .root("A")
///     .build()?;
/// assert_eq!(graph.node_count(), 3);
/// # Ok::<(), proofset_and_or::GraphError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    pub(crate) name: Option<String>,
    pub(crate) source: Option<String>,
    pub(crate) notes: Option<String>,
    pub(crate) nodes: Vec<(String, Option<Role>)>,
    pub(crate) edges: Vec<(String, String)>,
    pub(crate) root: Option<String>,
    pub(crate) node_order: Option<Vec<String>>,
    pub(crate) repetition: Option<Repetition>,
    pub(crate) leaf_values: Vec<(String, Option<Value>)>,
    /// Weights in proof sets and in disproof sets.
    pub(crate) weights: Vec<(String, u32, u32)>,
}

impl GraphBuilder {
    /// A builder that holds nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Names the graph.
    pub fn name(&mut self, name: impl Into<String>) -> &mut Self {
        self.name = Some(name.into());
        self
    }

    /// Says where the graph comes from.
    pub fn source(&mut self, source: impl Into<String>) -> &mut Self {
        self.source = Some(source.into());
        self
    }

    /// Adds remarks for the reader.
    pub fn notes(&mut self, notes: impl Into<String>) -> &mut Self {
        self.notes = Some(notes.into());
        self
    }

    /// Adds a node that has a kind. Without edges it is an unknown leaf.
    pub fn node(&mut self, id: impl Into<String>, kind: Role) -> &mut Self {
        self.nodes.push((id.into(), Some(kind)));
        self
    }

    /// Adds a leaf: decided with a value, unknown with `None`.
    pub fn leaf(&mut self, id: impl Into<String>, value: impl Into<Option<Value>>) -> &mut Self {
        let id = id.into();
        self.leaf_values.push((id.clone(), value.into()));
        self.nodes.push((id, None));
        self
    }

    /// Adds an edge; it comes after the parent's earlier edges. A repeated edge has no effect.
    pub fn edge(&mut self, parent: impl Into<String>, child: impl Into<String>) -> &mut Self {
        self.edges.push((parent.into(), child.into()));
        self
    }

    /// Adds an edge to each of the children, in order.
    pub fn edges<C: Into<String>>(
        &mut self,
        parent: impl Into<String>,
        children: impl IntoIterator<Item = C>,
    ) -> &mut Self {
        let parent = parent.into();
        self.edges.extend(children.into_iter().map(|child| (parent.clone(), child.into())));
        self
    }

    /// Sets what a node weighs in proof sets and in disproof sets; the last call for a node counts.
    pub fn weights(&mut self, id: impl Into<String>, proof: u32, disproof: u32) -> &mut Self {
        self.weights.push((id.into(), proof, disproof));
        self
    }

    /// Names the node whose value is asked for; the last call counts.
    pub fn root(&mut self, id: impl Into<String>) -> &mut Self {
        self.root = Some(id.into());
        self
    }

    /// Lists all nodes in the order that decides between sets of equal size, smallest first.
    pub fn node_order<I: Into<String>>(&mut self, ids: impl IntoIterator<Item = I>) -> &mut Self {
        self.node_order = Some(ids.into_iter().map(Into::into).collect());
        self
    }

    /// Says what it is worth to come back to a node: a disproof, if nothing is said.
    pub fn repetition(&mut self, rule: Repetition) -> &mut Self {
        self.repetition = Some(rule);
        self
    }

    /// Checks everything and makes the graph. The builder is empty afterwards.
    ///
    /// # Errors
    ///
    /// The first rule that is broken; see [`GraphError`]. A cycle is not an error here: see [`Graph::find_cycle`].
    pub fn build(&mut self) -> Result<Graph, GraphError> {
        let draft = mem::take(self);
        if draft.nodes.is_empty() {
            return Err(GraphError::NoNodes);
        }
        let mut nodes = Vec::with_capacity(draft.nodes.len());
        for (number, (id, kind)) in draft.nodes.into_iter().enumerate() {
            if id.is_empty() {
                return Err(GraphError::EmptyId { number: number + 1 });
            }
            nodes.push(NodeData { id, kind, value: None, proof: 1, disproof: 1 });
        }
        let mut index = HashMap::with_capacity(nodes.len());
        for (number, NodeData { id, .. }) in nodes.iter().enumerate() {
            match index.entry(id.as_str()) {
                Entry::Occupied(_) => return Err(GraphError::DuplicateNode { id: id.clone() }),
                Entry::Vacant(entry) => entry.insert(NodeIndex::new(number).ok_or(GraphError::TooLarge)?),
            };
        }
        let find = |id: &str, place: &dyn Fn() -> Place| {
            index.get(id).copied().ok_or_else(|| GraphError::UnknownNode { id: id.to_owned(), place: place() })
        };

        let root = find(&draft.root.ok_or(GraphError::NoRoot)?, &|| Place::Root)?;
        let (first_child, children) = pack_edges(nodes.len(), draft.edges, find)?;
        let mut values = vec![None; nodes.len()];
        for (id, value) in draft.leaf_values {
            let node = find(&id, &|| Place::LeafValues)?.index();
            if first_child[node] != first_child[node + 1] {
                return Err(GraphError::ValueOfInterior { id });
            }
            if values[node].replace(value).is_some() {
                return Err(GraphError::SecondValue { id });
            }
        }
        for (node, children) in nodes.iter().zip(first_child.windows(2)) {
            if node.kind.is_none() && children[0] != children[1] {
                return Err(GraphError::NoKind { id: node.id.clone() });
            }
        }
        let mut weights = Vec::with_capacity(draft.weights.len());
        for (id, proof, disproof) in draft.weights {
            let node = find(&id, &|| Place::Weights)?;
            if let Some(weight) = [proof, disproof].into_iter().find(|weight| !(1..=MAX_WEIGHT).contains(weight)) {
                return Err(GraphError::Weight { id, weight });
            }
            weights.push((node, proof, disproof));
        }
        let node_order = draft.node_order.map(|ids| permutation(&nodes, ids, find)).transpose()?;
        drop(index);
        for (node, value) in nodes.iter_mut().zip(values) {
            node.value = value.flatten();
        }
        for (node, proof, disproof) in weights {
            let node = &mut nodes[node.index()];
            (node.proof, node.disproof) = (proof, disproof);
        }
        let mut by_id: Vec<NodeIndex> = (0..nodes.len()).filter_map(NodeIndex::new).collect();
        by_id.sort_unstable_by(|one, other| nodes[one.index()].id.cmp(&nodes[other.index()].id));
        let GraphBuilder { name, source, notes, .. } = draft;
        let repetition = draft.repetition.unwrap_or(Repetition::Disproves);
        Ok(Graph { name, source, notes, nodes, first_child, children, root, node_order, repetition, by_id })
    }
}

/// Where the children of each node begin, and the children one after the other: in edge order, each once.
fn pack_edges(
    nodes: usize,
    edges: Vec<(String, String)>,
    find: impl Fn(&str, &dyn Fn() -> Place) -> Result<NodeIndex, GraphError>,
) -> Result<(Vec<u32>, Vec<NodeIndex>), GraphError> {
    u32::try_from(edges.len()).map_err(|_| GraphError::TooLarge)?;
    let mut by_parent = Vec::with_capacity(edges.len());
    for (place, (parent, child)) in edges.into_iter().enumerate() {
        let place = || Place::Edge { number: place + 1, parent: parent.clone(), child: child.clone() };
        by_parent.push((find(&parent, &place)?, find(&child, &place)?));
    }
    // The sort is stable: the edges of one parent stay in their order.
    by_parent.sort_by_key(|&(parent, _)| parent);

    let mut first_child = Vec::with_capacity(nodes + 1);
    let mut children = Vec::with_capacity(by_parent.len());
    // The parent whose list last took this node in.
    let mut taken_by = vec![None; nodes];
    for (parent, child) in by_parent {
        while first_child.len() <= parent.index() {
            first_child.push(children.len() as u32);
        }
        if taken_by[child.index()].replace(parent) != Some(parent) {
            children.push(child);
        }
    }
    first_child.resize(nodes + 1, children.len() as u32);
    Ok((first_child, children))
}

/// The nodes with these ids, which must be all nodes, each once.
fn permutation(
    nodes: &[NodeData],
    ids: Vec<String>,
    find: impl Fn(&str, &dyn Fn() -> Place) -> Result<NodeIndex, GraphError>,
) -> Result<Vec<NodeIndex>, GraphError> {
    let mut listed = vec![false; nodes.len()];
    let mut order = Vec::with_capacity(nodes.len());
    for id in ids {
        let node = find(&id, &|| Place::NodeOrder)?;
        if mem::replace(&mut listed[node.index()], true) {
            return Err(GraphError::RepeatedInOrder { id });
        }
        order.push(node);
    }
    match listed.iter().position(|listed| !listed) {
        Some(left_out) => Err(GraphError::MissingFromOrder { id: nodes[left_out].id.clone() }),
        None => Ok(order),
    }
}
