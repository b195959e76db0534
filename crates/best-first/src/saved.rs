//! Searches in files, so that they can go on in another process.
//!
//! The idea: expansions are written in their order, and with them the values that do not follow from rules: those that a visitor has
//! found. Numbers and sets are made anew from the leaves, all at once, which is less work than the search that led to them.

use std::collections::HashSet;
use std::io::{self, Read, Write};

use proofset_core::{Limits, NodeId, Size, Status, Value, Watch};
use proofset_cursor::Work;
use proofset_nodeset::Effort;
use proofset_store::saved::{Numbering, Regrow, Shape, get, put, read_shape, strange, write_shape};
use proofset_store::{Leaf, NodeKind, Nodes};

use crate::inheritance::NameOrders;
use crate::node::{Entry, Interrupt, best_of};
use crate::options::Lookahead;
use crate::valued_graph::{Ground, ValuedGraph};

/// A graph with the nodes of its store.
struct Saved<'a, E: Effort, D: Effort> {
    graph: &'a ValuedGraph<E, D>,
    nodes: &'a dyn Nodes<Fact = Leaf>,
    /// True if there may be nodes with fewer children than their states have successors.
    loses_children: bool,
}

impl<E: Effort, D: Effort> Shape for Saved<'_, E, D> {
    fn node_count(&self) -> usize {
        self.graph.dag.len()
    }

    fn expansions(&self) -> impl Iterator<Item = NodeId> {
        let dag = &self.graph.dag;
        dag.expansions(|node| dag.label(node).kind.has_successors())
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.dag.children(node)
    }

    /// Nodes whose value needs no more than one child lose the others when room is made.
    fn places(&self, node: NodeId) -> Option<Vec<usize>> {
        let role = self.graph.dag.label(node).kind.role();
        let chooses = self.graph.value(node).is_some_and(|value| role == Some(value.chooser()));
        let children = || self.graph.dag.children(node).collect::<Vec<_>>();
        (chooses && self.loses_children).then(|| self.nodes.places_of(node, &children()))
    }
}

/// What is known of a leaf besides what the rules say.
mod leaf {
    pub(super) const PROVEN: u64 = 0;
    pub(super) const DISPROVEN: u64 = 1;
    pub(super) const COST: u64 = 2;
    /// Its evaluation was delayed, and is done.
    pub(super) const EVALUATED: u64 = 3;
}

impl<E: Effort, D: Effort> ValuedGraph<E, D> {
    /// Numbers that are counted, to be written down.
    fn counted(&mut self) -> [&mut u64; 10] {
        let Work { expanded, generated, recomputed, visits, peak_bytes: _ } = &mut self.nested;
        [
            &mut self.expanded,
            &mut self.recomputed,
            &mut self.reclaimed,
            &mut self.visits,
            &mut self.found,
            &mut self.found_at_root,
            expanded,
            generated,
            recomputed,
            visits,
        ]
    }

    /// Writes the graph down.
    pub(crate) fn save(&mut self, ground: &dyn Ground, out: &mut dyn Write) -> io::Result<()> {
        let nodes = self.dag.len() as u64;
        let loses_children = self.reclaimed > 0 || self.options.lookahead != Lookahead::None;
        let numbering = write_shape(&Saved { graph: self, nodes: ground.nodes(), loses_children }, out)?;
        self.write_leaves(ground, &numbering, out)?;
        self.write_names(&numbering, out)?;
        put(out, u64::from(self.exhausting.is_some()))?;
        put(out, self.peak_bytes as u64)?;
        // What was made and is not reached any more counts as removed.
        put(out, nodes - numbering.count() as u64)?;
        self.counted().into_iter().try_for_each(|number| put(out, *number))
    }

    fn write_leaves(&self, ground: &dyn Ground, numbering: &Numbering, out: &mut dyn Write) -> io::Result<()> {
        let mut record = |node: NodeId, what: u64, numbers: &[u64]| {
            let Some(number) = numbering.of(node) else { return Ok(()) };
            put(out, (u64::from(number.to_bits()) << 2 | what) + 1)?;
            numbers.iter().try_for_each(|&number| put(out, number))
        };
        for node in (0..self.dag.len()).filter_map(NodeId::new) {
            let kind = self.dag.label(node).kind;
            if !matches!(kind, NodeKind::OrLeaf | NodeKind::AndLeaf | NodeKind::OpenLeaf | NodeKind::Terminal) {
                continue;
            }
            let label = self.label(node);
            match self.value(node) {
                _ if kind == NodeKind::Terminal => {}
                Some(Value::Proven) => record(node, leaf::PROVEN, &[])?,
                Some(Value::Disproven) => record(node, leaf::DISPROVEN, &[])?,
                // What an open leaf costs, the problem says.
                None if ground.nests() && kind.is_leaf() => {
                    let sizes = [self.evaluator.proof.size(label.proof), self.evaluator.disproof.size(label.disproof)];
                    if sizes != [Size::ONE; 2] {
                        record(node, leaf::COST, &sizes.map(|size| u64::from(size.to_bits())))?;
                    }
                }
                None => {}
            }
            if !self.making.asks_status {
                record(node, leaf::EVALUATED, &[])?;
            }
        }
        put(out, 0)
    }

    /// Writes down the order of the names of leaves, if it matters and is not that of their numbers.
    fn write_names(&self, numbering: &Numbering, out: &mut dyn Write) -> io::Result<()> {
        let orders = self.name_orders().map(|orders| orders.renumbered(&|leaf| numbering.of(leaf)));
        let (proof, disproof) = orders.map_or_else(Default::default, |orders| (orders.proof, orders.disproof));
        write_order(&proof, out)?;
        write_order(&disproof, out)
    }

    fn read_names(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let orders = self.name_orders();
        let matters = orders.is_some();
        let NameOrders { proof, disproof } = orders.unwrap_or_default();
        let orders = NameOrders { proof: read_order(proof, from)?, disproof: read_order(disproof, from)? };
        if matters {
            orders.rename(&mut self.dag, &mut self.evaluator).map_err(|full| refused(full.into()))?;
        }
        Ok(())
    }

    /// Takes up what was written down, in a graph and a store without nodes.
    pub(crate) fn load(&mut self, ground: &mut dyn Ground, from: &mut dyn Read) -> io::Result<()> {
        let (limits, observer) = (Limits::none(), &mut ());
        let mut watch = Watch::new(&limits, observer);
        read_shape(&mut Regrowing { graph: self, ground, watch: &watch }, from)?;
        self.read_leaves(ground, from)?;
        self.read_names(from)?;
        if !self.dag.is_empty() {
            self.rebuild(ground.nodes_mut(), None, &mut watch).map_err(refused)?;
        }
        self.exhausting = (get(from)? != 0).then_some(0);
        self.peak_bytes = usize::try_from(get(from)?).map_err(|_| strange())?;
        let left_out = get(from)?;
        for number in self.counted() {
            *number = get(from)?;
        }
        self.reclaimed += left_out;
        Ok(())
    }

    /// Gives a leaf its successors, or those in some places among them, as they were written down.
    fn expand_again(
        &mut self,
        ground: &mut dyn Ground,
        node: NodeId,
        places: Option<&[usize]>,
        watch: &Watch<'_>,
    ) -> Result<(), Interrupt> {
        if node.index() >= self.dag.len() {
            return Err(Interrupt::Full);
        }
        self.see(ground, node);
        let mut entry = self.dag.label(node);
        if !entry.kind.is_leaf() {
            return Err(Interrupt::Full);
        }
        let depth = entry.depth.saturating_add(1);
        if let Some(places) = places {
            let mut children = std::mem::take(&mut self.children);
            children.clear();
            let made = ground.nodes_mut().make_some(node, places, &self.making, &mut children);
            let admitted = children.new.iter().try_for_each(|&new| self.admit(new, depth));
            self.children = children;
            made?;
            admitted?;
            entry.best = self.children.nodes.first().copied().and_then(best_of);
        } else {
            self.list_successors(ground.nodes_mut(), node, usize::MAX, false)?;
            self.make_children(ground, depth, false, watch)?;
        }
        if let Err(error) = self.dag.connect(node, &self.children.nodes, &mut self.updater) {
            return Err(self.broken_by(error));
        }
        self.children.give_back();
        entry.kind = entry.kind.expanded();
        self.dag.set_label(node, entry);
        Ok(())
    }

    fn read_leaves(&mut self, ground: &dyn Ground, from: &mut dyn Read) -> io::Result<()> {
        while let Some(record) = get(from)?.checked_sub(1) {
            let number = usize::try_from(record >> 2).ok().filter(|&number| number < self.dag.len());
            let node = number.and_then(NodeId::new).ok_or_else(strange)?;
            self.see(ground, node);
            let kind = self.dag.label(node).kind;
            match record & 3 {
                leaf::EVALUATED => {}
                // Only a second level finds out more than that.
                _ if !ground.nests() => return Err(strange()),
                _ if !kind.is_leaf() => return Err(strange()),
                leaf::COST => {
                    let mut size =
                        || Ok::<_, io::Error>(Size::from_bits(u32::try_from(get(from)?).map_err(|_| strange())?));
                    let (proof, disproof) = (size()?, size()?);
                    let is_open = |size: Size| (Size::ONE..=Size::MAX_FINITE).contains(&size);
                    if !(is_open(proof) && is_open(disproof)) {
                        return Err(strange());
                    }
                    let mut entry = self.dag.label(node);
                    entry.label = self.evaluator.leaf(node, proof, disproof).map_err(|full| refused(full.into()))?;
                    self.dag.set_label(node, entry);
                }
                what => {
                    let value = if what == leaf::PROVEN { Value::Proven } else { Value::Disproven };
                    let entry = self.dag.label(node);
                    self.dag.set_label(node, Entry { label: self.evaluator.decided(value), ..entry });
                }
            }
        }
        Ok(())
    }

    /// True if there is no more in memory than fits, perhaps after something was removed.
    pub(crate) fn fits(&mut self, ground: &mut dyn Ground, bytes: u64) -> bool {
        let (limits, observer) = (Limits::none(), &mut ());
        let mut watch = Watch::new(&limits, observer);
        loop {
            if (self.bytes() + ground.nodes().bytes()) as u64 <= bytes {
                return true;
            }
            let made = !self.dag.is_empty() && self.find_room(ground.nodes_mut(), &mut watch).unwrap_or(false);
            if !made {
                return false;
            }
        }
    }

    /// Evaluates a node whose evaluation was delayed. Nothing is recomputed for it yet.
    fn see(&mut self, ground: &dyn Ground, node: NodeId) {
        let entry = self.dag.label(node);
        if entry.kind != NodeKind::Unevaluated {
            return;
        }
        let (kind, label) = match ground.nodes().status(node) {
            Status::Decided(value) => (NodeKind::Terminal, self.evaluator.decided(value)),
            Status::Open(role) => (NodeKind::leaf(role), entry.label),
            Status::OpenLeaf => (NodeKind::OpenLeaf, entry.label),
        };
        self.dag.set_label(node, Entry { label, kind, ..entry });
    }
}

/// Writes down which leaves of a list stand before others with a lesser number, and where: with the others in the order of their
/// numbers, that is the list.
fn write_order(list: &[NodeId], out: &mut dyn Write) -> io::Result<()> {
    let mut least = None;
    let mut early = Vec::new();
    for (place, &leaf) in list.iter().enumerate().rev() {
        if least.is_none_or(|least| leaf < least) {
            least = Some(leaf);
        } else {
            early.push((place as u64, leaf));
        }
    }
    put(out, early.len() as u64)?;
    let mut next = 0;
    for (place, leaf) in early.into_iter().rev() {
        put(out, place - next)?;
        put(out, u64::from(leaf.to_bits()))?;
        next = place + 1;
    }
    Ok(())
}

/// The list that was written down of these leaves, which are given in the order of their numbers.
fn read_order(leaves: Vec<NodeId>, from: &mut dyn Read) -> io::Result<Vec<NodeId>> {
    let count = usize::try_from(get(from)?).ok().filter(|&count| count <= leaves.len()).ok_or_else(strange)?;
    let mut early = HashSet::new();
    let mut list: Vec<Option<NodeId>> = vec![None; leaves.len()];
    let mut next = 0_usize;
    for _ in 0..count {
        let place = usize::try_from(get(from)?).ok().and_then(|gap| next.checked_add(gap)).ok_or_else(strange)?;
        let number = usize::try_from(get(from)?).ok().and_then(NodeId::new);
        let leaf = number.filter(|leaf| leaves.binary_search(leaf).is_ok()).ok_or_else(strange)?;
        *list.get_mut(place).ok_or_else(strange)? = Some(leaf);
        if !early.insert(leaf) {
            return Err(strange());
        }
        next = place + 1;
    }
    let mut others = leaves.into_iter().filter(|leaf| !early.contains(leaf));
    Ok(list.into_iter().filter_map(|leaf| leaf.or_else(|| others.next())).collect())
}

/// A graph that is made again, on its ground.
struct Regrowing<'a, 'w, E: Effort, D: Effort> {
    graph: &'a mut ValuedGraph<E, D>,
    ground: &'a mut dyn Ground,
    watch: &'a Watch<'w>,
}

impl<E: Effort, D: Effort> Regrow for Regrowing<'_, '_, E, D> {
    fn place_root(&mut self) -> io::Result<()> {
        self.graph.admit_root(self.ground).map(drop).map_err(refused)
    }

    fn expand(&mut self, node: NodeId, places: Option<&[usize]>) -> io::Result<()> {
        self.graph.expand_again(self.ground, node, places, self.watch).map_err(refused)
    }
}

/// A graph that cannot be made again is not that of this problem.
fn refused(_: Interrupt) -> io::Error {
    strange()
}

#[cfg(test)]
mod tests {
    use proofset_core::NodeId;

    use super::{read_order, write_order};

    fn nodes(numbers: &[usize]) -> Vec<NodeId> {
        numbers.iter().map(|&number| NodeId::new(number).unwrap()).collect()
    }

    #[test]
    fn an_order_of_leaves_is_read_as_it_was_written() {
        let lists: [&[usize]; 6] =
            [&[], &[7], &[2, 3, 9], &[9, 3, 2], &[4, 1, 2, 8, 3, 5, 6], &[10, 20, 30, 40, 15, 25, 5, 50]];
        for list in lists {
            let mut bytes = Vec::new();
            write_order(&nodes(list), &mut bytes).unwrap();
            let mut leaves = nodes(list);
            leaves.sort_unstable();
            let in_order = *list == *leaves.iter().map(|leaf| leaf.index()).collect::<Vec<_>>();
            assert_eq!(bytes.len() == 1, in_order, "what is in order takes no room");
            assert_eq!(read_order(leaves, &mut &*bytes).unwrap(), nodes(list));
        }
    }

    #[test]
    fn strange_orders_are_refused() {
        let leaves = || nodes(&[1, 2, 3]);
        // One leaf at place 0; at the first place after all; one that is no leaf; the same one twice; more than there are.
        assert!(read_order(leaves(), &mut &[1, 0, 3][..]).is_ok());
        for bytes in [&[1, 3, 3][..], &[1, 0, 4], &[2, 0, 3, 0, 3], &[4, 0, 3, 0, 2, 0, 1, 0, 1], &[2, 0, 3]] {
            assert!(read_order(leaves(), &mut &*bytes).is_err(), "{bytes:?}");
        }
    }
}
