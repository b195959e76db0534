//! Finding a cycle of a graph, so that programs can refuse it and show why.

use crate::graph::Graph;

impl Graph {
    /// A cycle that the root can reach: the ids on it, each once, an edge leading from each to the next and from the
    /// last to the first. `None` if there is none, and searches for acyclic graphs may be used.
    ///
    /// Nodes that the root does not reach cannot disturb a search and are not looked at.
    ///
    /// ```
    /// use proofset_and_or::GraphBuilder;
    /// use proofset_core::Role::{And, Or};
    ///
    /// let mut builder = GraphBuilder::new();
    /// builder.node("A", Or).node("B", And).node("C", Or).edge("A", "B").edge("B", "C").edge("C", "B").root("A");
    /// assert_eq!(builder.build()?.find_cycle(), Some(vec!["B", "C"]));
    /// # Ok::<(), proofset_and_or::GraphError>(())
    /// ```
    pub fn find_cycle(&self) -> Option<Vec<&str>> {
        let cycle = proofset_core::find_cycle(self)?;
        Some(cycle.into_iter().map(|node| self.id(node)).collect())
    }
}

#[cfg(test)]
mod tests {
    use proofset_core::Role::{And, Or};

    use crate::GraphBuilder;

    #[test]
    fn shared_nodes_are_no_cycle() {
        let mut builder = GraphBuilder::new();
        builder.node("A", And).node("B", Or).node("C", Or).leaf("D", None);
        builder.edges("A", ["B", "C", "D"]).edge("B", "D").edges("C", ["B", "D"]).root("A");
        assert_eq!(builder.build().expect("a graph").find_cycle(), None);
    }

    #[test]
    fn a_loop_is_a_cycle_of_one() {
        let mut builder = GraphBuilder::new();
        builder.node("A", And).leaf("B", None).edges("A", ["B", "A"]).root("A");
        assert_eq!(builder.build().expect("a graph").find_cycle(), Some(vec!["A"]));
    }

    #[test]
    fn cycles_out_of_reach_do_not_matter() {
        let mut builder = GraphBuilder::new();
        builder.node("A", And).leaf("B", None).node("X", Or).node("Y", And);
        builder.edge("A", "B").edge("X", "Y").edges("Y", ["X", "A"]).root("A");
        assert_eq!(builder.build().expect("a graph").find_cycle(), None);
        builder.node("A", And).node("X", Or).node("Y", And);
        builder.edge("A", "X").edge("X", "Y").edge("Y", "X").root("A");
        assert_eq!(builder.build().expect("a graph").find_cycle(), Some(vec!["X", "Y"]));
    }

    #[test]
    fn depth_needs_no_stack() {
        let mut builder = GraphBuilder::new();
        builder.node("0", Or).root("0");
        for depth in 1..=200_000 {
            builder.node(depth.to_string(), Or).edge((depth - 1).to_string(), depth.to_string());
        }
        let chain = builder.clone().build().expect("a graph");
        assert_eq!(chain.find_cycle(), None);
        let ring = builder.edge("200000", "0").build().expect("a graph");
        assert_eq!(ring.find_cycle().map(|cycle| cycle.len()), Some(200_001));
    }
}
