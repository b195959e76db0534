//! Extracts a strategy from a solved graph: one move for the side that the verdict favours, every move for the other.
//!
//! The idea is retrograde: the height of a node is the length, in plies, of the longest line that the other side can
//! force before a leaf. Leaves have height 0; heights then spread to the parents in increasing order, to a choosing
//! node from its first child that gets one, to another node from its last child. The first height a choosing node gets
//! is therefore its least, and a node whose support runs in a circle never gets any, so that a cycle cannot pass for a
//! proof even if the graph has one. Among children of equal height the leftmost is chosen.
//!
//! The invariant: along every edge of the strategy the height decreases.
//!
//! Cost: time linear in the decided part of the graph that the verdict needs, choices not taken included; some 30 bytes
//! a node and 4 an edge of that part, and 4 bytes for each id below the largest. No recursion: lines may be millions of
//! plies long.

use proofset_core::{NodeId, Role, Value};
use thiserror::Error;

use crate::record::Kind;

/// A graph whose root a search has decided: what a strategy is extracted from.
///
/// The ids are the graph's own. Values may be missing wherever the root's value does not need them.
pub trait SolvedGraph {
    /// What a node stands for.
    type State;

    /// The node whose value was asked for.
    fn root(&self) -> NodeId;

    /// The state of a node.
    fn state(&self, node: NodeId) -> Self::State;

    /// The role of a node whose successors count; `None` if the rules decide the node itself.
    fn role(&self, node: NodeId) -> Option<Role>;

    /// The value of a node, if it is known.
    fn value(&self, node: NodeId) -> Option<Value>;

    /// The successors of a node that has a role, in move order. Moves to equal states give one child.
    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId>;
}

/// Why a graph gives no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// The root has no value.
    #[error("the root has no value yet, and there is nothing to certify")]
    Undecided,
    /// A decided node whose value does not follow from its children in finitely many steps.
    #[error("the graph calls node {node} {value}, but its children do not bear that out")]
    Unsupported {
        /// The node.
        node: NodeId,
        /// Its supposed value.
        value: Value,
    },
}

/// A strategy that proves or disproves the root of a graph.
#[derive(Clone, Debug)]
pub struct Strategy {
    verdict: Value,
    /// Parents before children, the root first.
    order: Vec<NodeId>,
    heights: Vec<u32>,
    positions: Places,
}

/// A place in a list for each of many nodes: an array over ids, since the ids of a graph are dense.
#[derive(Clone, Debug, Default)]
struct Places(Vec<u32>);

impl Places {
    /// The place of a node that has none.
    const NONE: u32 = u32::MAX;

    fn get(&self, node: NodeId) -> Option<u32> {
        self.0.get(node.index()).copied().filter(|&place| place != Self::NONE)
    }

    fn set(&mut self, node: NodeId, place: u32) {
        if self.0.len() <= node.index() {
            self.0.resize(node.index() + 1, Self::NONE);
        }
        self.0[node.index()] = place;
    }

    fn clear(&mut self) {
        self.0.fill(Self::NONE);
    }
}

impl Strategy {
    /// The strategy of least height for the root's value, leftmost among equals.
    ///
    /// # Errors
    ///
    /// [`ExtractError`] if the root is not decided, or the graph's values contradict each other.
    pub fn extract<G: SolvedGraph>(graph: &G) -> Result<Self, ExtractError> {
        let verdict = graph.value(graph.root()).ok_or(ExtractError::Undecided)?;
        let mut support = Support::collect(graph, verdict);
        let heights = support.heights();
        if heights[0] == UNSETTLED {
            return Err(ExtractError::Unsupported { node: support.culprit(graph, &heights), value: verdict });
        }
        support.parents = Vec::new();
        let order = support.order(graph, &heights);
        let Support { nodes, locals: mut positions, .. } = support;
        positions.clear();
        for (position, &local) in (0..).zip(&order) {
            positions.set(nodes[local as usize], position);
        }
        Ok(Self {
            verdict,
            heights: order.iter().map(|&local| heights[local as usize]).collect(),
            order: order.into_iter().map(|local| nodes[local as usize]).collect(),
            positions,
        })
    }

    /// The value that the strategy forces.
    pub fn verdict(&self) -> Value {
        self.verdict
    }

    /// The nodes of the strategy, the root first, parents before children.
    ///
    /// The order is depth-first: a node soon follows its parents, so that a checker need not remember much.
    pub fn order(&self) -> &[NodeId] {
        &self.order
    }

    /// The number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "a strategy has at least its root")]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The place of a node in [`order`](Self::order), or `None` if the strategy does not need the node.
    pub fn position(&self, node: NodeId) -> Option<u32> {
        self.positions.get(node)
    }

    /// The longest line from the root, in plies.
    pub fn height(&self) -> u32 {
        self.heights[0]
    }

    /// The longest line from a node of the strategy, in plies.
    pub fn height_of(&self, node: NodeId) -> Option<u32> {
        self.position(node).map(|position| self.heights[position as usize])
    }

    /// What the strategy does at one of its nodes.
    pub(crate) fn kind<G: SolvedGraph>(&self, graph: &G, node: NodeId) -> Kind {
        match graph.role(node) {
            None => Kind::Leaf,
            Some(role) if role == self.verdict.chooser() => Kind::Choice,
            Some(_) => Kind::All,
        }
    }

    /// The child that the strategy moves to, if the favoured side moves at this node of the strategy.
    pub fn choice<G: SolvedGraph>(&self, graph: &G, node: NodeId) -> Option<NodeId> {
        if self.kind(graph, node) != Kind::Choice {
            return None;
        }
        // The chosen child is one ply nearer to the leaves, and leftmost of all such children that have the verdict's
        // value; a child that has not is in no strategy.
        let next = self.height_of(node)?.checked_sub(1)?;
        graph.children(node).find(|&child| self.height_of(child) == Some(next))
    }

    /// The line of play in which the favoured side follows the strategy and the other side holds out for as long as it
    /// can, leftmost among equals: from the root to a leaf.
    pub fn principal_line<G: SolvedGraph>(&self, graph: &G) -> Vec<NodeId> {
        let mut line = vec![graph.root()];
        let mut node = graph.root();
        for height in (0..self.height()).rev() {
            let Some(next) = graph.children(node).find(|&child| self.height_of(child) == Some(height)) else { break };
            line.push(next);
            node = next;
        }
        line
    }
}

/// The height of a node that has none.
const UNSETTLED: u32 = u32::MAX;

/// The nodes that could take part in a strategy, numbered as they were found, with their edges in both directions.
struct Support {
    verdict: Value,
    nodes: Vec<NodeId>,
    locals: Places,
    kinds: Vec<Kind>,
    /// For each node, how many of its children must get a height before it gets one.
    needed: Vec<u32>,
    /// For each node, where its parents begin in `parents`; one more entry at the end.
    starts: Vec<u32>,
    parents: Vec<u32>,
}

impl Support {
    /// Finds every node that the root's value could rest on.
    fn collect<G: SolvedGraph>(graph: &G, verdict: Value) -> Self {
        let mut support = Self {
            verdict,
            nodes: Vec::new(),
            locals: Places::default(),
            kinds: Vec::new(),
            needed: Vec::new(),
            starts: Vec::new(),
            parents: Vec::new(),
        };
        support.local(graph, graph.root());
        let mut followed = Vec::new();
        let mut next = 0;
        while let Some(&node) = support.nodes.get(next) {
            let parent = next as u32;
            next += 1;
            let kind = support.kinds[parent as usize];
            let sound = support.follow(graph, node, kind, &mut followed);
            support.needed.push(match kind {
                _ if !sound => UNSETTLED,
                Kind::Leaf => 0,
                Kind::Choice => 1,
                Kind::All => followed.len() as u32,
            });
            for &child in &followed {
                let child = support.local(graph, child) as usize;
                support.starts[child] += 1;
            }
        }
        support.turn(graph, &mut followed);
        support
    }

    /// The number of a node, which is a new one if the node is.
    fn local<G: SolvedGraph>(&mut self, graph: &G, node: NodeId) -> u32 {
        if let Some(local) = self.locals.get(node) {
            return local;
        }
        let local = self.nodes.len() as u32;
        self.locals.set(node, local);
        self.nodes.push(node);
        self.starts.push(0);
        self.kinds.push(match graph.role(node) {
            None => Kind::Leaf,
            Some(role) if role == self.verdict.chooser() => Kind::Choice,
            Some(_) => Kind::All,
        });
        local
    }

    /// Puts the children that could support a node into `followed`; false if the node lacks support beyond repair.
    fn follow<G: SolvedGraph>(&self, graph: &G, node: NodeId, kind: Kind, followed: &mut Vec<NodeId>) -> bool {
        followed.clear();
        if kind == Kind::Leaf {
            return true;
        }
        for child in graph.children(node) {
            if graph.value(child) == Some(self.verdict) {
                followed.push(child);
            } else if kind == Kind::All {
                followed.clear();
                return false;
            }
        }
        kind == Kind::All || !followed.is_empty()
    }

    /// Makes the lists of parents, once `starts` holds how long each will be. The children are followed a second time:
    /// that is cheaper than to remember the edges.
    fn turn<G: SolvedGraph>(&mut self, graph: &G, followed: &mut Vec<NodeId>) {
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.starts.push(end);
        self.parents = vec![0; end as usize];
        // Each list is filled from its end; its start then is where it should be.
        for parent in (0..self.nodes.len()).rev() {
            self.follow(graph, self.nodes[parent], self.kinds[parent], followed);
            for &child in followed.iter().rev() {
                let Some(child) = self.locals.get(child) else { continue };
                let start = &mut self.starts[child as usize];
                *start -= 1;
                self.parents[*start as usize] = parent as u32;
            }
        }
    }

    /// The height of every node that has one.
    fn heights(&self) -> Vec<u32> {
        let mut heights = vec![UNSETTLED; self.nodes.len()];
        let mut needed = self.needed.clone();
        let mut settled: Vec<u32> = (0..self.nodes.len() as u32).filter(|&node| needed[node as usize] == 0).collect();
        for &node in &settled {
            heights[node as usize] = 0;
        }
        let mut next = 0;
        while let Some(&node) = settled.get(next) {
            let node = node as usize;
            next += 1;
            for &parent in &self.parents[self.starts[node] as usize..self.starts[node + 1] as usize] {
                let left = &mut needed[parent as usize];
                if *left > 0 {
                    *left -= 1;
                    if *left == 0 {
                        heights[parent as usize] = heights[node] + 1;
                        settled.push(parent);
                    }
                }
            }
        }
        heights
    }

    /// The nodes of the strategy in reverse postorder, children visited from right to left: parents come before
    /// children, and a first child that no one else needs comes right after its parent.
    fn order<G: SolvedGraph>(&self, graph: &G, heights: &[u32]) -> Vec<u32> {
        enum Step {
            Enter(u32),
            Leave(u32),
        }
        let mut entered = vec![false; self.nodes.len()];
        let mut order = Vec::new();
        let mut steps = vec![Step::Enter(0)];
        let mut followed = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(node) => order.push(node),
                Step::Enter(node) if entered[node as usize] => {}
                Step::Enter(node) => {
                    entered[node as usize] = true;
                    steps.push(Step::Leave(node));
                    let kind = self.kinds[node as usize];
                    self.follow(graph, self.nodes[node as usize], kind, &mut followed);
                    let mut children = followed.iter().filter_map(|&child| self.locals.get(child));
                    if kind == Kind::Choice {
                        let nearer =
                            |&child: &u32| heights[child as usize].checked_add(1) == Some(heights[node as usize]);
                        steps.extend(children.find(nearer).map(Step::Enter));
                    } else {
                        steps.extend(children.map(Step::Enter));
                    }
                }
            }
        }
        order.reverse();
        order
    }

    /// A node at fault for the root's lack of support: it has none itself, or it supports itself in a circle.
    fn culprit<G: SolvedGraph>(&self, graph: &G, heights: &[u32]) -> NodeId {
        let mut walked = vec![false; self.nodes.len()];
        let mut local = 0;
        let mut followed = Vec::new();
        loop {
            let node = self.nodes[local];
            walked[local] = true;
            self.follow(graph, node, self.kinds[local], &mut followed);
            let unsettled = |&child: &NodeId| {
                let child = self.locals.get(child)? as usize;
                (heights[child] == UNSETTLED).then_some(child)
            };
            match followed.iter().find_map(unsettled) {
                Some(child) if !walked[child] => local = child,
                _ => return node,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::{NodeId, Role, Value};

    use super::{ExtractError, SolvedGraph, Strategy};

    /// Nodes by name; a leaf has no role.
    struct Sketch(Vec<(Option<Role>, Option<Value>, Vec<usize>)>);

    fn id(index: usize) -> NodeId {
        NodeId::new(index).unwrap()
    }

    impl SolvedGraph for Sketch {
        type State = usize;

        fn root(&self) -> NodeId {
            id(0)
        }

        fn state(&self, node: NodeId) -> usize {
            node.index()
        }

        fn role(&self, node: NodeId) -> Option<Role> {
            self.0[node.index()].0
        }

        fn value(&self, node: NodeId) -> Option<Value> {
            self.0[node.index()].1
        }

        fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
            self.0[node.index()].2.iter().copied().map(id)
        }
    }

    const OR: Option<Role> = Some(Role::Or);
    const AND: Option<Role> = Some(Role::And);
    const PROVEN: Option<Value> = Some(Value::Proven);
    const DISPROVEN: Option<Value> = Some(Value::Disproven);

    #[test]
    fn least_height_then_leftmost() {
        // 0 chooses between 1 (two plies more), 2 and 3 (one ply more each).
        let graph = Sketch(vec![
            (OR, PROVEN, vec![1, 2, 3]),
            (AND, PROVEN, vec![4]),
            (AND, PROVEN, vec![5]),
            (AND, PROVEN, vec![5]),
            (OR, PROVEN, vec![5]),
            (None, PROVEN, vec![]),
        ]);
        let strategy = Strategy::extract(&graph).unwrap();
        assert_eq!(strategy.order(), [0, 2, 5].map(id));
        assert_eq!((strategy.height(), strategy.len()), (2, 3));
        assert_eq!(strategy.choice(&graph, id(0)), Some(id(2)));
        assert_eq!(strategy.choice(&graph, id(2)), None);
        assert_eq!(strategy.position(id(4)), None);
        assert_eq!(strategy.principal_line(&graph), [0, 2, 5].map(id));
    }

    #[test]
    fn longest_resistance_and_depth_first_order() {
        let graph = Sketch(vec![
            (OR, DISPROVEN, vec![1, 2]),
            (None, DISPROVEN, vec![]),
            (AND, DISPROVEN, vec![3, 4]),
            (None, PROVEN, vec![]),
            (OR, DISPROVEN, vec![1, 5]),
            (None, DISPROVEN, vec![]),
        ]);
        let strategy = Strategy::extract(&graph).unwrap();
        assert_eq!(strategy.verdict(), Value::Disproven);
        assert_eq!(strategy.order(), [0, 2, 4, 1, 5].map(id));
        assert_eq!(strategy.principal_line(&graph), [0, 2, 4, 1].map(id));
        assert_eq!([0, 1, 2, 4].map(|node| strategy.height_of(id(node)).unwrap()), [3, 0, 2, 1]);
    }

    #[test]
    fn a_node_without_successors_is_its_own_support() {
        let graph = Sketch(vec![(OR, DISPROVEN, vec![])]);
        assert_eq!(Strategy::extract(&graph).unwrap().height(), 0);
    }

    #[test]
    fn a_cycle_is_passed_by_or_refused() {
        // 1 -> 2 -> 1 is a circle; 2 has another way out, to leaf 3.
        let mut graph = Sketch(vec![
            (OR, PROVEN, vec![1]),
            (AND, PROVEN, vec![2]),
            (OR, PROVEN, vec![1, 3]),
            (None, PROVEN, vec![]),
        ]);
        assert_eq!(Strategy::extract(&graph).unwrap().order(), [0, 1, 2, 3].map(id));
        graph.0[2].2.pop();
        let error = Strategy::extract(&graph).unwrap_err();
        assert!(matches!(error, ExtractError::Unsupported { .. }));
    }

    #[test]
    fn contradictions_are_reported_where_they_are() {
        let undecided = Sketch(vec![(OR, None, vec![])]);
        assert_eq!(Strategy::extract(&undecided).unwrap_err(), ExtractError::Undecided);
        for wrong in [(OR, vec![]), (AND, vec![4]), (AND, vec![3, 5]), (OR, vec![4, 5])] {
            let graph = Sketch(vec![
                (AND, PROVEN, vec![3, 1]),
                (OR, PROVEN, vec![4, 2]),
                (wrong.0, PROVEN, wrong.1),
                (None, PROVEN, vec![]),
                (None, DISPROVEN, vec![]),
                (OR, None, vec![]),
            ]);
            let error = ExtractError::Unsupported { node: id(2), value: Value::Proven };
            assert_eq!(Strategy::extract(&graph).unwrap_err(), error);
        }
    }
}
