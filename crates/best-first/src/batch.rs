//! Which leaves are looked at together.
//!
//! The idea: the first is the one that a search takes which looks at one leaf at a time. Where both sides list nodes, others that
//! the root's two sets have in common serve a smallest proof and a smallest disproof as well, and nothing has to be found
//! out to know them. For more, a selection goes down from the root again, past what was chosen: below a node, each
//! chosen leaf counts as one to its number, and a leaf that was chosen is closed, as is a node below which nothing is left.
//!
//! What is chosen follows from the graph alone. The cost: for each leaf, and for each node below which nothing is left, a look at the
//! children of the nodes above it.

use proofset_core::{NodeId, Pace, Role, Size, StopReason, Watch};
use proofset_nodeset::{Effort, Evaluator, common_members};
use proofset_store::{NodeKind, ROOT};
use rustc_hash::FxHashMap;

use crate::node::child_of;
use crate::values::DagOf;

/// At most so many leaves, none of them twice, the first of which was selected already.
///
/// # Errors
///
/// Why the search must stop.
pub(crate) fn choose<E: Effort, D: Effort>(
    dag: &DagOf<E, D>,
    evaluator: &Evaluator<E, D>,
    first: NodeId,
    most: usize,
    (watch, pace): (&Watch<'_>, Pace),
) -> Result<Vec<NodeId>, StopReason> {
    // In a long line a single choice may take as long as all else between two looks.
    watch.look_at_clock()?;
    let mut choice = Choice { dag, evaluator, leaves: Vec::new(), below: FxHashMap::default(), pace };
    choice.take(first, &choice.selected_path(first));
    let root = dag.label(ROOT).label;
    for leaf in common_members((&evaluator.proof, root.proof), (&evaluator.disproof, root.disproof)) {
        if choice.leaves.len() >= most {
            break;
        }
        // What a leaf was found to need is no node.
        if leaf.index() < dag.len() && choice.is_left(leaf) {
            choice.take(leaf, &[]);
        }
    }
    while choice.leaves.len() < most
        && let Some(path) = choice.descend(watch)?
    {
        let leaf = *path.last().expect("a path begins at the root");
        choice.take(leaf, &path);
    }
    Ok(choice.leaves)
}

/// What was chosen so far.
struct Choice<'a, E: Effort, D: Effort> {
    dag: &'a DagOf<E, D>,
    evaluator: &'a Evaluator<E, D>,
    leaves: Vec<NodeId>,
    /// How many of the leaves were reached through a node; [`CLOSED`] if nothing is left there.
    below: FxHashMap<NodeId, u32>,
    /// When the clock is looked at.
    pace: Pace,
}

/// Nothing is left to be chosen below a node.
const CLOSED: u32 = u32::MAX;

impl<E: Effort, D: Effort> Choice<'_, E, D> {
    /// The nodes to a leaf along the selected children; none if it was found in another way.
    fn selected_path(&self, leaf: NodeId) -> Vec<NodeId> {
        let mut path = vec![ROOT];
        let mut node = ROOT;
        while let Some(best) = self.dag.label(node).best {
            node = child_of(best);
            path.push(node);
        }
        if node == leaf { path } else { Vec::new() }
    }

    /// True if there may be a leaf to choose at a node or below. What a search cannot expand is left to the first choice.
    fn is_left(&self, node: NodeId) -> bool {
        let entry = self.dag.label(node);
        let is_open = entry.kind != NodeKind::OpenLeaf && self.evaluator.value(&entry.label).is_none();
        is_open && self.below.get(&node) != Some(&CLOSED)
    }

    fn take(&mut self, leaf: NodeId, path: &[NodeId]) {
        for &node in path {
            *self.below.entry(node).or_default() += 1;
        }
        self.below.insert(leaf, CLOSED);
        self.leaves.push(leaf);
    }

    /// The nodes to a leaf that is left, from the root on; `None` if none is.
    fn descend(&mut self, watch: &Watch<'_>) -> Result<Option<Vec<NodeId>>, StopReason> {
        let mut path = vec![ROOT];
        loop {
            if self.pace.is_through() {
                watch.look_at_clock()?;
            }
            let node = *path.last().expect("the root stays");
            let Some(role) = self.dag.label(node).kind.role().filter(|_| self.dag.has_children(node)) else {
                return Ok(self.is_left(node).then_some(path));
            };
            match self.best_child(node, role) {
                Some(child) => path.push(child),
                None if node == ROOT => return Ok(None),
                None => {
                    // From the root on it would come to the parent again: no number above has changed.
                    self.below.insert(node, CLOSED);
                    path.pop();
                }
            }
        }
    }

    /// The child with the least number, what was chosen below it included; of several the first.
    fn best_child(&self, node: NodeId, role: Role) -> Option<NodeId> {
        let number = |child: &NodeId| {
            let label = self.dag.label(*child).label;
            let size: Size = match role {
                Role::Or => self.evaluator.proof.size(label.proof),
                Role::And => self.evaluator.disproof.size(label.disproof),
            };
            u64::from(size.to_bits()) + u64::from(self.below.get(child).copied().unwrap_or(0))
        };
        self.dag.children(node).filter(|&child| self.is_left(child)).min_by_key(number)
    }
}
