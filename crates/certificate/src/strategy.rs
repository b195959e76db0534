//! Extracts a strategy from a solved graph: one move for the side that the verdict favours, every move for the other.
//!
//! The idea is retrograde: the height of a node is the length, in plies, of the longest line that the other side can
//! force before a leaf. Leaves have height 0; heights then spread to the parents in increasing order, to a choosing
//! node from its first child that gets one, to another node from its last child. The first height a choosing node gets
//! is therefore its least, and a node whose support runs in a circle never gets any, so that a cycle cannot pass for a
//! proof even if the graph has one. Among children of equal height the leftmost is chosen.
//!
//! Where play that never ends has the value of the root, a circle is support: if the root has no height, its strategy
//! may rest on a *closed set*, the nodes that the favoured side can stay among for ever unless play ends in its favour.
//! The largest such set is what is left when nodes are taken away until none lacks support: a choosing node without a
//! child in the set, another node with a child outside of it. Nodes with a height are always in it, and the strategy
//! still takes the shortest way to an end where there is one. Elsewhere it prefers a child that it needs anyway, which
//! keeps it small, and else the leftmost.
//!
//! The invariants: along every edge from a node with a height the height decreases; a node without one has a child in
//! the strategy without one, and all of its nodes are in the closed set.
//!
//! Cost: time linear in the decided part of the graph that the verdict needs, choices not taken included; some 30 bytes
//! a node and 4 an edge of that part, and 4 bytes for each id below the largest. No recursion: lines may be millions of
//! plies long.

use proofset_core::{NodeId, Value};
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::nodes::Nodes;
use crate::record::RecordKind;
use crate::solved_graph::SolvedGraph;

/// Why a graph gives no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// The root has no value.
    #[error("the root has no value yet, and there is nothing to certify")]
    Undecided,
    /// A decided node whose value does not follow from its children: not in finitely many steps, nor by play without end
    /// where that has its value.
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
    /// The root first; parents before children, but for edges that lead back.
    order: Vec<NodeId>,
    heights: Vec<u32>,
    positions: Places,
    /// The moves at choosing nodes without a height, by the place of the node in the order; empty if the root has one.
    choices: Vec<Option<NodeId>>,
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
        Self::extract_from(graph)
    }

    fn extract_from(graph: &dyn Nodes) -> Result<Self, ExtractError> {
        let verdict = graph.value(graph.root()).ok_or(ExtractError::Undecided)?;
        let mut support = Support::collect(graph, verdict);
        let heights = support.heights();
        let ends = heights[0] != UNSETTLED;
        let supported = support.supported(graph, &heights);
        if !supported[0] {
            return Err(ExtractError::Unsupported { node: support.culprit(graph, &supported), value: verdict });
        }
        support.parents = Vec::new();
        let (order, chosen) = support.order(graph, &heights, &supported);
        let Support { nodes, locals: mut positions, .. } = support;
        positions.clear();
        for (position, &local) in (0..).zip(&order) {
            positions.set(nodes[local as usize], position);
        }
        Ok(Self {
            verdict,
            heights: order.iter().map(|&local| heights[local as usize]).collect(),
            choices: if ends { Vec::new() } else { order.iter().map(|local| chosen.get(local).copied()).collect() },
            order: order.into_iter().map(|local| nodes[local as usize]).collect(),
            positions,
        })
    }

    /// The nodes that the root's value could rest on and that lack support themselves: if [`extract`](Self::extract)
    /// fails, what a search would have to tell more about.
    pub fn unsupported<G: SolvedGraph>(graph: &G) -> Vec<NodeId> {
        Self::unsupported_in(graph)
    }

    fn unsupported_in(graph: &dyn Nodes) -> Vec<NodeId> {
        let Some(verdict) = graph.value(graph.root()) else { return Vec::new() };
        let support = Support::collect(graph, verdict);
        let supported = support.supported(graph, &support.heights());
        support.nodes.iter().zip(supported).filter(|(_, supported)| !supported).map(|(&node, _)| node).collect()
    }

    /// The value that the strategy forces.
    pub fn verdict(&self) -> Value {
        self.verdict
    }

    /// The nodes of the strategy, the root first, parents before children.
    ///
    /// The order is depth-first: a node soon follows its parents, so that a checker need not remember much. If the root
    /// has no height, edges lead back only to a node on the line that the depth-first order came by.
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

    /// The longest line from the root, in plies; `None` if the other side can go on for ever.
    pub fn height(&self) -> Option<u32> {
        known_height(self.heights[0])
    }

    /// The longest line from a node, in plies; `None` if the other side can go on for ever, or the strategy does not
    /// need the node.
    pub fn height_of(&self, node: NodeId) -> Option<u32> {
        self.position(node).and_then(|position| known_height(self.heights[position as usize]))
    }

    /// What the strategy does at one of its nodes.
    pub(crate) fn kind(&self, graph: &dyn Nodes, node: NodeId) -> RecordKind {
        match graph.role(node) {
            None => RecordKind::Leaf,
            Some(role) if role == self.verdict.chooser() => RecordKind::Choice,
            Some(_) => RecordKind::All,
        }
    }

    /// The child that the strategy moves to, if the favoured side moves at this node of the strategy.
    pub fn choice<G: SolvedGraph>(&self, graph: &G, node: NodeId) -> Option<NodeId> {
        self.choice_in(graph, node)
    }

    /// [`choice`](Self::choice).
    pub(crate) fn choice_in(&self, graph: &dyn Nodes, node: NodeId) -> Option<NodeId> {
        if self.kind(graph, node) != RecordKind::Choice {
            return None;
        }
        let position = self.position(node)? as usize;
        let Some(height) = known_height(self.heights[position]) else {
            return self.choices.get(position).copied().flatten();
        };
        // The chosen child is one ply nearer to the leaves, and leftmost of all such children that have the verdict's
        // value; a child that has not is in no strategy.
        let next = height.checked_sub(1)?;
        graph.find_child(node, &mut |child| self.height_of(child) == Some(next))
    }

    /// The line of play in which the favoured side follows the strategy and the other side holds out for as long as it
    /// can, leftmost among equals: from the root to a leaf, or if it can go on for ever, to the last node before one
    /// comes back.
    pub fn principal_line<G: SolvedGraph>(&self, graph: &G) -> Vec<NodeId> {
        self.line_from(graph)
    }

    fn line_from(&self, graph: &dyn Nodes) -> Vec<NodeId> {
        let mut line = vec![graph.root()];
        let mut node = graph.root();
        let Some(height) = self.height() else {
            let mut walked = vec![false; self.len()];
            while let Some(place) = self.position(node) {
                walked[place as usize] = true;
                let mut endless = |child| self.position(child).is_some() && self.height_of(child).is_none();
                let next = self.choice_in(graph, node).or_else(|| graph.find_child(node, &mut endless));
                let is_new = |&next: &NodeId| self.position(next).is_some_and(|place| !walked[place as usize]);
                let Some(next) = next.filter(is_new) else { break };
                line.push(next);
                node = next;
            }
            return line;
        };
        for height in (0..height).rev() {
            let next = graph.find_child(node, &mut |child| self.height_of(child) == Some(height));
            let Some(next) = next else { break };
            line.push(next);
            node = next;
        }
        line
    }
}

/// The height of a node that has none.
const UNSETTLED: u32 = u32::MAX;

fn known_height(height: u32) -> Option<u32> {
    Some(height).filter(|&height| height != UNSETTLED)
}

/// The nodes that could take part in a strategy, numbered as they were found, with their edges in both directions.
struct Support {
    verdict: Value,
    nodes: Vec<NodeId>,
    locals: Places,
    kinds: Vec<RecordKind>,
    /// For each node, how many of its children must get a height before it gets one.
    needed: Vec<u32>,
    /// For each node, where its parents begin in `parents`; one more entry at the end.
    starts: Vec<u32>,
    parents: Vec<u32>,
}

impl Support {
    /// Finds every node that the root's value could rest on.
    fn collect(graph: &dyn Nodes, verdict: Value) -> Self {
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
                RecordKind::Leaf | RecordKind::Sequence => 0,
                RecordKind::Choice => 1,
                RecordKind::All => followed.len() as u32,
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
    fn local(&mut self, graph: &dyn Nodes, node: NodeId) -> u32 {
        if let Some(local) = self.locals.get(node) {
            return local;
        }
        let local = self.nodes.len() as u32;
        self.locals.set(node, local);
        self.nodes.push(node);
        self.starts.push(0);
        self.kinds.push(match graph.role(node) {
            None => RecordKind::Leaf,
            Some(role) if role == self.verdict.chooser() => RecordKind::Choice,
            Some(_) => RecordKind::All,
        });
        local
    }

    /// Puts the children that could support a node into `followed`; false if the node lacks support beyond repair.
    fn follow(&self, graph: &dyn Nodes, node: NodeId, kind: RecordKind, followed: &mut Vec<NodeId>) -> bool {
        followed.clear();
        if kind == RecordKind::Leaf {
            return true;
        }
        let stray = graph.find_child(node, &mut |child| {
            let follows = graph.value(child) == Some(self.verdict);
            if follows {
                followed.push(child);
            }
            !follows && kind == RecordKind::All
        });
        if stray.is_some() {
            followed.clear();
            return false;
        }
        kind == RecordKind::All || !followed.is_empty()
    }

    /// Makes the lists of parents, once `starts` holds how long each will be. The children are followed a second time:
    /// that is cheaper than to remember the edges.
    fn turn(&mut self, graph: &dyn Nodes, followed: &mut Vec<NodeId>) {
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

    /// The nodes that a strategy may lead to.
    fn supported(&self, graph: &dyn Nodes, heights: &[u32]) -> Vec<bool> {
        if heights[0] == UNSETTLED && graph.endless() == Some(self.verdict) {
            return self.closed();
        }
        heights.iter().map(|&height| height != UNSETTLED).collect()
    }

    /// The largest set of nodes of which each is supported by others of the set, or by an end of play.
    fn closed(&self) -> Vec<bool> {
        let parents = |node: usize| &self.parents[self.starts[node] as usize..self.starts[node + 1] as usize];
        // How many children a node can lose before it lacks support.
        let mut spare = vec![0_u32; self.nodes.len()];
        for node in 0..self.nodes.len() {
            for &parent in parents(node) {
                spare[parent as usize] += u32::from(self.kinds[parent as usize] == RecordKind::Choice);
            }
        }
        let mut closed: Vec<bool> = self.needed.iter().map(|&needed| needed != UNSETTLED).collect();
        let mut lost: Vec<usize> = (0..closed.len()).filter(|&node| !closed[node]).collect();
        while let Some(node) = lost.pop() {
            for &parent in parents(node) {
                let parent = parent as usize;
                spare[parent] = spare[parent].saturating_sub(1);
                if spare[parent] == 0 && std::mem::replace(&mut closed[parent], false) {
                    lost.push(parent);
                }
            }
        }
        closed
    }

    /// The nodes of the strategy in reverse postorder, children visited from right to left: parents come before
    /// children, and a first child that no one else needs comes right after its parent. With it the moves at choosing
    /// nodes without a height.
    fn order(&self, graph: &dyn Nodes, heights: &[u32], supported: &[bool]) -> (Vec<u32>, FxHashMap<u32, NodeId>) {
        enum Step {
            Enter(u32),
            Leave(u32),
        }
        let mut entered = vec![false; self.nodes.len()];
        let mut order = Vec::new();
        let mut chosen = FxHashMap::default();
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
                    if kind != RecordKind::Choice {
                        steps.extend(children.map(Step::Enter));
                    } else if let Some(height) = known_height(heights[node as usize]) {
                        let nearer = |&child: &u32| heights[child as usize].checked_add(1) == Some(height);
                        steps.extend(children.find(nearer).map(Step::Enter));
                    } else {
                        let children: Vec<u32> = children.filter(|&child| supported[child as usize]).collect();
                        let needed = children.iter().find(|&&child| entered[child as usize]);
                        if let Some(&child) = needed.or(children.first()) {
                            chosen.insert(node, self.nodes[child as usize]);
                            steps.push(Step::Enter(child));
                        }
                    }
                }
            }
        }
        order.reverse();
        (order, chosen)
    }

    /// A node at fault for the root's lack of support: it has none itself, or it supports itself in a circle.
    fn culprit(&self, graph: &dyn Nodes, supported: &[bool]) -> NodeId {
        let mut walked = vec![false; self.nodes.len()];
        let mut local = 0;
        let mut followed = Vec::new();
        loop {
            let node = self.nodes[local];
            walked[local] = true;
            self.follow(graph, node, self.kinds[local], &mut followed);
            let unsupported = |&child: &NodeId| {
                let child = self.locals.get(child)? as usize;
                (!supported[child]).then_some(child)
            };
            match followed.iter().find_map(unsupported) {
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

    type Nodes = Vec<(Option<Role>, Option<Value>, Vec<usize>)>;

    /// Nodes by name; a leaf has no role. With the value of endless play.
    struct Sketch(Nodes, Option<Value>);

    fn sketch(nodes: Nodes) -> Sketch {
        Sketch(nodes, None)
    }

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

        fn endless(&self) -> Option<Value> {
            self.1
        }
    }

    const OR: Option<Role> = Some(Role::Or);
    const AND: Option<Role> = Some(Role::And);
    const PROVEN: Option<Value> = Some(Value::Proven);
    const DISPROVEN: Option<Value> = Some(Value::Disproven);

    #[test]
    fn least_height_then_leftmost() {
        // 0 chooses between 1 (two plies more), 2 and 3 (one ply more each).
        let graph = sketch(vec![
            (OR, PROVEN, vec![1, 2, 3]),
            (AND, PROVEN, vec![4]),
            (AND, PROVEN, vec![5]),
            (AND, PROVEN, vec![5]),
            (OR, PROVEN, vec![5]),
            (None, PROVEN, vec![]),
        ]);
        let strategy = Strategy::extract(&graph).unwrap();
        assert_eq!(strategy.order(), [0, 2, 5].map(id));
        assert_eq!((strategy.height(), strategy.len()), (Some(2), 3));
        assert_eq!(strategy.choice(&graph, id(0)), Some(id(2)));
        assert_eq!(strategy.choice(&graph, id(2)), None);
        assert_eq!(strategy.position(id(4)), None);
        assert_eq!(strategy.principal_line(&graph), [0, 2, 5].map(id));
    }

    #[test]
    fn longest_resistance_and_depth_first_order() {
        let graph = sketch(vec![
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
        let graph = sketch(vec![(OR, DISPROVEN, vec![])]);
        assert_eq!(Strategy::extract(&graph).unwrap().height(), Some(0));
    }

    #[test]
    fn a_cycle_is_passed_by_or_refused() {
        // 1 -> 2 -> 1 is a circle; 2 has another way out, to leaf 3.
        let mut graph = sketch(vec![
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
        let undecided = sketch(vec![(OR, None, vec![])]);
        assert_eq!(Strategy::extract(&undecided).unwrap_err(), ExtractError::Undecided);
        for wrong in [(OR, vec![]), (AND, vec![4]), (AND, vec![3, 5]), (OR, vec![4, 5])] {
            let graph = sketch(vec![
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
    #[test]
    fn a_circle_supports_only_the_value_of_endless_play() {
        // 0 and 1 lead to each other; from 1 there is a way to 2 as well, which leads to a leaf of the other value.
        let nodes = |value: Value| {
            let other = if value == Value::Proven { DISPROVEN } else { PROVEN };
            let role = Some(value.chooser());
            let opposite = role.map(Role::opposite);
            vec![
                (opposite, Some(value), vec![1]),
                (role, Some(value), vec![2, 0]),
                (opposite, Some(value), vec![3]),
                (None, other, vec![]),
            ]
        };
        for value in [Value::Proven, Value::Disproven] {
            let strategy = Strategy::extract(&Sketch(nodes(value), Some(value))).unwrap();
            assert_eq!((strategy.height(), strategy.order()), (None, &[0, 1].map(id)[..]));
            let error = ExtractError::Unsupported { node: id(2), value };
            for endless in [None, PROVEN, DISPROVEN] {
                if endless != Some(value) {
                    assert_eq!(Strategy::extract(&Sketch(nodes(value), endless)).unwrap_err(), error);
                }
            }
            // Without the way back nothing supports the root, whatever endless play is worth.
            let mut astray = nodes(value);
            astray[1].2.pop();
            assert_eq!(Strategy::extract(&Sketch(astray, Some(value))).unwrap_err(), error);
        }
    }
}
