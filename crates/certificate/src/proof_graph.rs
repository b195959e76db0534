//! The states that a value rests on, put together one by one: for searches that keep no graph of their own.
//!
//! The idea: a search whose table forgets, or whose nested searches have left values without proofs, makes its proof
//! anew from the root. It places states, gives them their successors, as many as the value needs or as many as it
//! knows, and lets [`Strategy::extract`](crate::Strategy::extract) take what it needs.
//!
//! The invariant: all placed states have the value; each state is placed once, but for those that are placed apart; the
//! root is first.
//!
//! The cost: each state once, some 30 bytes a state besides, and 4 an edge; adding a child takes the same time however many
//! there are.

use std::hash::Hash;

use hashbrown::HashTable;
use proofset_core::{NodeId, Role, Value, state_hash};

use crate::SolvedGraph;

#[derive(Clone, Debug)]
struct Node {
    role: Option<Role>,
    /// Where its children stand among the edges.
    children: (u32, u32),
    /// The last node that was given it as a child; [`NOBODY`] if none was.
    listed_by: u32,
}

/// Half of a state's hash.
#[derive(Clone, Copy, Debug)]
struct Short(u32);

impl Short {
    fn of(state: &impl Hash) -> Self {
        Self(state_hash(state) as u32)
    }

    /// A hash whose upper and lower bits are both good for a table.
    fn spread(self) -> u64 {
        u64::from(self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// No node.
const NOBODY: u32 = u32::MAX;

/// The states that a value rests on. All of them have that value.
///
/// ```
/// use proofset_certificate::{ProofGraph, Strategy};
/// use proofset_core::{Role, Value};
///
/// let mut proof = ProofGraph::new(&"root", Value::Proven, None);
/// let (leaf, is_new) = proof.open(0, Role::Or).add(&"won");
/// assert_eq!((leaf, is_new, proof.len()), (1, true, 2));
/// assert_eq!(Strategy::extract(&proof).unwrap().height(), Some(1));
/// ```
#[derive(Clone, Debug)]
pub struct ProofGraph<S> {
    value: Value,
    endless: Option<Value>,
    is_exact: bool,
    states: Vec<S>,
    /// What else there is to the states: where strategies are looked for, states are not.
    nodes: Vec<Node>,
    edges: Vec<u32>,
    /// The places of states, with what tells where they are found when it grows: the states themselves are far from here then.
    index: HashTable<(Short, u32)>,
}

impl<S: Clone + Eq + Hash> ProofGraph<S> {
    /// The root alone. `endless` is the value of play that goes on for ever, if it has one.
    pub fn new(root: &S, value: Value, endless: Option<Value>) -> Self {
        let (states, nodes, edges, index) = (Vec::new(), Vec::new(), Vec::new(), HashTable::new());
        let mut proof = Self { value, endless, is_exact: true, states, nodes, edges, index };
        proof.place(root);
        proof
    }

    /// From now on states may be placed that only [decide](proofset_core::Dominance::decides) those that moves lead to.
    pub fn place_common_states(&mut self) {
        self.is_exact = false;
    }

    /// The place of a state. True if it is new.
    fn place(&mut self, state: &S) -> (usize, bool) {
        let hash = Short::of(state);
        if let Some(place) = self.find(hash, state) {
            return (place as usize, false);
        }
        let place = self.place_apart(state);
        self.index.insert_unique(hash.spread(), (hash, place as u32), |(other, _)| other.spread());
        (place, true)
    }

    /// The place of a state with this hash, if it was placed and not apart.
    fn find(&self, hash: Short, state: &S) -> Option<u32> {
        let is_it = |&(_, place): &(Short, u32)| self.states[place as usize] == *state;
        self.index.find(hash.spread(), is_it).map(|&(_, place)| place)
    }

    /// Places a node of its own for a state, whatever other nodes there are for it: where values depend on the line of play.
    pub fn place_apart(&mut self, state: &S) -> usize {
        let place = self.nodes.len();
        self.states.push(state.clone());
        self.nodes.push(Node { role: None, children: (0, 0), listed_by: NOBODY });
        place
    }

    /// Gives the node at a place its role and the children that are then added, besides those that it has.
    pub fn open(&mut self, node: usize, role: Role) -> Children<'_, S> {
        self.list_children(node);
        let (first, end) = self.nodes[node].children;
        let start = self.edges.len() as u32;
        self.edges.extend_from_within(first as usize..end as usize);
        self.nodes[node].role = Some(role);
        self.nodes[node].children = (start, self.edges.len() as u32);
        Children { proof: self, node }
    }

    /// True if a state is part of the proof.
    pub fn contains(&self, state: &S) -> bool {
        self.find(Short::of(state), state).is_some()
    }

    /// Of some states, those that are no children of the node at a place yet.
    pub fn without_children_of(&mut self, node: usize, mut states: Vec<S>) -> Vec<S> {
        self.list_children(node);
        states.retain(|state| {
            let place = self.find(Short::of(state), state);
            place.is_none_or(|place| !self.is_listed(node, place))
        });
        states
    }

    /// Gives back the memory of the index, when no more states will be placed.
    pub fn complete(&mut self) {
        self.index = HashTable::new();
    }
}

impl<S> ProofGraph<S> {
    /// Marks the children of a node as listed by it.
    fn list_children(&mut self, node: usize) {
        let (first, end) = self.nodes[node].children;
        for &child in &self.edges[first as usize..end as usize] {
            self.nodes[child as usize].listed_by = node as u32;
        }
    }

    fn is_listed(&self, node: usize, child: u32) -> bool {
        self.nodes[child as usize].listed_by == node as u32
    }

    /// The number of states.
    #[expect(clippy::len_without_is_empty, reason = "there is always a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The value that all of them have.
    pub fn value_of_all(&self) -> Value {
        self.value
    }

    /// The state at a place.
    pub fn state_at(&self, node: usize) -> &S {
        &self.states[node]
    }

    /// The role of the node at a place, once it was opened.
    pub fn role_at(&self, node: usize) -> Option<Role> {
        self.nodes[node].role
    }

    fn edges_of(&self, node: usize) -> &[u32] {
        let (first, end) = self.nodes[node].children;
        &self.edges[first as usize..end as usize]
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> u64 {
        let index = self.index.allocation_size();
        let states = self.states.capacity() * size_of::<S>();
        let lists = states + self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<u32>();
        (lists + index) as u64
    }

    /// The most bytes that it holds in the near future: lists that are about to grow are there twice for a moment, the
    /// old one and the new one that is twice as long.
    pub fn bytes_ahead(&self) -> u64 {
        /// More states than a node has successors, but for very wide ones.
        const SOON: usize = 256;
        let grown =
            |len: usize, capacity: usize, size: usize| if capacity - len < SOON { 2 * capacity * size } else { 0 };
        let states = grown(self.states.len(), self.states.capacity(), size_of::<S>());
        let nodes = grown(self.nodes.len(), self.nodes.capacity(), size_of::<Node>());
        let edges = grown(self.edges.len(), self.edges.capacity(), size_of::<u32>());
        let index = grown(self.index.len(), self.index.capacity(), size_of::<(Short, u32)>() + 1);
        self.bytes() + (states + nodes + edges + index) as u64
    }
}

/// The children of one node on their way into a proof.
pub struct Children<'a, S> {
    proof: &'a mut ProofGraph<S>,
    node: usize,
}

impl<S: Clone + Eq + Hash> Children<'_, S> {
    /// Adds a state as a child, unless it is one. Returns its place, and true if it was not part of the proof yet.
    pub fn add(&mut self, child: &S) -> (usize, bool) {
        let (place, is_new) = self.proof.place(child);
        self.link(place);
        (place, is_new)
    }

    /// Adds a node that is part of the proof as a child, unless it is one.
    pub fn link(&mut self, place: usize) {
        if !self.proof.is_listed(self.node, place as u32) {
            self.proof.nodes[place].listed_by = self.node as u32;
            self.proof.edges.push(place as u32);
            self.proof.nodes[self.node].children.1 += 1;
        }
    }
}

impl<S: Clone> SolvedGraph for ProofGraph<S> {
    type State = S;

    fn root(&self) -> NodeId {
        NodeId::from_bits(0)
    }

    fn state(&self, node: NodeId) -> S {
        self.states[node.index()].clone()
    }

    fn role(&self, node: NodeId) -> Option<Role> {
        self.nodes[node.index()].role
    }

    fn value(&self, _node: NodeId) -> Option<Value> {
        Some(self.value)
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.edges_of(node.index()).iter().map(|&child| NodeId::from_bits(child))
    }

    fn endless(&self) -> Option<Value> {
        self.endless
    }

    fn is_exact(&self) -> bool {
        self.is_exact
    }
}
