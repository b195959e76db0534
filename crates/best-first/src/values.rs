//! What a search does with the values of nodes, whatever their states: select by them, bring them up to date, make them
//! anew. Apart from the search, so that it is compiled once for each pair of algebras and not for each game.

use proofset_core::{NodeId, Pace, Progress, Size, StopReason, Value, Watch};
use proofset_graph::{AnyUpdater, Dag, Parts, Relabelled, Selection, UpdateOrder};
use proofset_nodeset::{BackedUp, ChangedPart, Deltas, Effort, Evaluator, Label, Sides, common_member};
use proofset_store::ROOT;

use crate::node::{Entry, Interrupt, Marks, best_of, child_of};
use crate::options::Options;

pub(crate) type EntryOf<E, D> = Entry<<E as Effort>::Value, <D as Effort>::Value>;

pub(crate) type DeltasOf<E, D> = Deltas<Option<<E as Effort>::Delta>, Option<<D as Effort>::Delta>>;

/// The graph of a search.
pub(crate) type DagOf<E, D> = Dag<EntryOf<E, D>>;

/// A most-promising leaf, and how many nodes lie on the way to it, the root included.
pub(crate) struct Selected {
    pub(crate) leaf: NodeId,
    pub(crate) visits: u64,
    /// True if it is a common member of the root's two sets.
    pub(crate) at_root: bool,
}

/// The path of the last selection from the root down, as far as it still holds.
///
/// A node leads where it led as long as it is not recomputed, so a selection begins at the highest node of the path that was. What is
/// above costs nothing: a chain of nodes is searched in the time of its length, and not of the square of it.
#[derive(Debug, Default)]
pub(crate) struct SelectedPath {
    nodes: Vec<NodeId>,
    /// How many of the nodes were recomputed since they were selected. Those have lost their mark.
    recomputed: usize,
}

impl SelectedPath {
    /// The bytes of a path that is long. A short one takes less than the search has in its own fields, which nobody counts.
    pub(crate) fn bytes(&self) -> usize {
        const SHORT: usize = 32;
        self.nodes.capacity().saturating_sub(SHORT) * size_of::<NodeId>()
    }

    /// Takes the last node off. The label says whether it was recomputed.
    fn pop<E: Effort, D: Effort>(&mut self, dag: &mut DagOf<E, D>) -> Option<NodeId> {
        let node = self.nodes.pop()?;
        let entry = dag.label(node);
        if entry.marks.on_path() {
            dag.set_label(node, Entry { marks: entry.marks.with_path(false), ..entry });
        } else {
            self.recomputed -= 1;
        }
        Some(node)
    }

    fn push<E: Effort, D: Effort>(&mut self, dag: &mut DagOf<E, D>, node: NodeId) {
        let entry = dag.label(node);
        dag.set_label(node, Entry { marks: entry.marks.with_path(true), ..entry });
        self.nodes.push(node);
    }

    /// Forgets all of it: nodes are about to get other numbers.
    pub(crate) fn clear<E: Effort, D: Effort>(&mut self, dag: &mut DagOf<E, D>) {
        while self.pop::<E, D>(dag).is_some() {}
    }
}

/// A most-promising leaf: found in both sets of a node on the way, or where the stored children lead. What a leaf was found to
/// need is no node, and the descent leads to the leaf.
pub(crate) fn select<E: Effort, D: Effort>(
    dag: &mut DagOf<E, D>,
    evaluator: &Evaluator<E, D>,
    options: Options,
    path: &mut SelectedPath,
) -> Selected {
    while path.recomputed > 0 {
        path.pop::<E, D>(dag);
    }
    // The last one may have been a leaf, or had a leaf in its sets.
    let mut node = path.pop::<E, D>(dag).unwrap_or(ROOT);
    loop {
        path.push::<E, D>(dag, node);
        let found = |leaf| Selected { leaf, visits: path.nodes.len() as u64, at_root: false };
        let entry = dag.label(node);
        let Some(best) = entry.best else { return found(node) };
        if E::LISTS_NODES && D::LISTS_NODES {
            let proof = (&evaluator.proof, entry.label.proof);
            let disproof = (&evaluator.disproof, entry.label.disproof);
            let is_node = |member: &NodeId| member.index() < dag.len();
            let depth = |member| if is_node(&member) { u32::from(dag.label(member).depth) } else { u32::MAX };
            if let Some(leaf) = common_member(proof, disproof, options.pick, depth).filter(is_node) {
                return Selected { at_root: node == ROOT, ..found(leaf) };
            }
        }
        node = child_of(best);
    }
}

/// What an update needs besides graph and algebras.
pub(crate) struct Update<'a, E: Effort, D: Effort> {
    pub(crate) updater: &'a mut AnyUpdater,
    /// How the nodes recomputed by this update changed.
    pub(crate) deltas: &'a mut Vec<DeltasOf<E, D>>,
    /// The path of the last selection, which ends where a node is recomputed.
    pub(crate) path: &'a mut SelectedPath,
    /// Nodes recomputed, to be counted on.
    pub(crate) recomputed: &'a mut u64,
    /// False if a node may be recomputed for a change that its parents never saw, or everything is.
    pub(crate) follow_changes: bool,
    /// How far the search was before.
    pub(crate) progress: Progress,
    /// More bytes for graph and values stop it.
    pub(crate) most_bytes: Option<usize>,
    /// When to look outside.
    pub(crate) pace: Pace,
}

/// Brings every ancestor up to date.
pub(crate) fn settle<E: Effort, D: Effort>(
    dag: &mut DagOf<E, D>,
    evaluator: &mut Evaluator<E, D>,
    update: Update<'_, E, D>,
    watch: &mut Watch<'_>,
) -> Result<(), Interrupt> {
    let Update { updater, deltas, path, recomputed, follow_changes, progress, most_bytes, mut pace } = update;
    let settled = dag.settle(updater, |dag, pending| {
        if pace.is_through() {
            // One update of this length is a batch of its own; sizes and bytes are those before it. What makes room
            // may take some for a moment: to stop it would end searches that it lets go on.
            watch.look(progress)?;
            if most_bytes.is_some_and(|most| dag.bytes() + evaluator.bytes() >= most) {
                return Err(Interrupt::Stop(StopReason::Memory));
            }
        }
        let node = pending.node;
        let entry = dag.label(node);
        let Some(role) = entry.kind.role() else { unreachable!("only expanded nodes are recomputed") };
        let sides = Sides { proof: pending.parts.first(), disproof: pending.parts.second() };
        let changed = dag.changed_children(pending).filter(|_| follow_changes).map(|changed| {
            changed.map(|part| ChangedPart {
                child: part.child,
                label: dag.label(part.child).label,
                deltas: deltas[part.note as usize],
            })
        });
        let children = || dag.children(node).map(|child| (child, dag.label(child).label));
        if evaluator.heeds_places() {
            evaluator.stand_at(u32::from(entry.depth), dag.parents(node).count());
        }
        let old = BackedUp { label: entry.label, best: entry.best.map(child_of), apart: entry.marks.apart() };
        let change = evaluator.update(role, old, sides, changed, children)?;
        let note = deltas.len() as u32;
        if follow_changes {
            deltas.push(change.deltas);
        }
        let BackedUp { label, best, apart } = change.now;
        path.recomputed += usize::from(entry.marks.on_path());
        Ok(Relabelled {
            label: Entry { label, best: best.and_then(best_of), marks: Marks::recomputed(apart), ..entry },
            changed: Parts::of(change.changed.proof, change.changed.disproof),
            note,
        })
    });
    *recomputed += settled.recomputed;
    settled.stopped.map_or(Ok(()), Err)
}

/// The nodes that the search or a certificate of its result can still need: all children of unsolved nodes, and of
/// solved nodes those that their values rest on (one child where one is enough; Allis 1994, section 2.3).
pub(crate) fn needed<E: Effort, D: Effort>(dag: &DagOf<E, D>, evaluator: &Evaluator<E, D>) -> Selection {
    let mut needed = Selection::none_of(dag.len());
    let mut stack = vec![ROOT];
    needed.insert(ROOT);
    while let Some(node) = stack.pop() {
        let entry = dag.label(node);
        let chooses = |value: Value| entry.kind.role() == Some(value.chooser());
        if evaluator.value(&entry.label).is_some_and(chooses) {
            stack.extend(entry.best.map(child_of).filter(|&child| needed.insert(child)));
        } else {
            stack.extend(dag.children(node).filter(|&child| needed.insert(child)));
        }
    }
    needed
}

/// What an open leaf costs, where that is not one.
pub(crate) struct Cost {
    node: NodeId,
    proof: Size,
    disproof: Size,
}

/// Names in every label the children by the numbers that they are about to get. Returns the costs of open leaves under
/// those numbers.
pub(crate) fn renumber<E: Effort, D: Effort>(
    dag: &mut DagOf<E, D>,
    evaluator: &Evaluator<E, D>,
    rank: &dyn Fn(NodeId) -> Option<NodeId>,
) -> Vec<Cost> {
    let mut costs = Vec::new();
    for node in (0..dag.len()).filter_map(NodeId::new) {
        let Some(number) = rank(node) else { continue };
        let mut entry = dag.label(node);
        entry.best = entry.best.and_then(|best| best_of(rank(child_of(best))?));
        dag.set_label(node, entry);
        if !entry.kind.has_successors() && evaluator.value(&entry.label).is_none() {
            let proof = evaluator.proof.size(entry.label.proof);
            let disproof = evaluator.disproof.size(entry.label.disproof);
            if (proof, disproof) != (Size::ONE, Size::ONE) {
                costs.push(Cost { node: number, proof, disproof });
            }
        }
    }
    costs
}

/// Drops all values but those of solved nodes, gives the open leaves theirs, and schedules everything else.
///
/// # Errors
///
/// [`Interrupt::Full`] if there is no room for the values of leaves: without them nothing can be computed.
pub(crate) fn begin_anew<E: Effort, D: Effort>(
    dag: &mut DagOf<E, D>,
    evaluator: &mut Evaluator<E, D>,
    updater: &mut AnyUpdater,
    costs: Vec<Cost>,
) -> Result<(), Interrupt> {
    evaluator.proof.clear();
    evaluator.disproof.clear();
    evaluator.begin_update(&[], &[]);
    // Whatever order the search uses, this one update goes level by level.
    *updater = AnyUpdater::new(UpdateOrder::Levels);
    let hopeless = Label { proof: evaluator.proof.hopeless(), disproof: evaluator.disproof.hopeless() };
    let mut costs = costs.into_iter().peekable();
    let waits = |node: &NodeId| {
        let entry = dag.label(*node);
        entry.kind.has_successors() && evaluator.value(&entry.label).is_none()
    };
    let waiting = (0..dag.len()).filter_map(NodeId::new).filter(waits).count();
    dag.reserve_for_update(waiting);
    for node in (0..dag.len()).filter_map(NodeId::new) {
        let mut entry = dag.label(node);
        // Values of solved nodes are the same handles as ever.
        if evaluator.value(&entry.label).is_some() {
            continue;
        }
        if entry.kind.has_successors() {
            entry.label = hopeless;
            dag.set_label(node, entry);
            dag.schedule(node, Parts::BOTH, updater);
        } else {
            let cost = costs.next_if(|cost| cost.node == node);
            let (proof, disproof) = cost.map_or((Size::ONE, Size::ONE), |cost| (cost.proof, cost.disproof));
            entry.label = evaluator.leaf(node, proof, disproof)?;
            dag.set_label(node, entry);
        }
    }
    Ok(())
}
