//! What can be reached from a node of a cone, and which of these nodes are *modules*.
//!
//! A module is a node that every path into its own cone passes: it dominates its descendants. A solution uses all of a
//! solution of the module or nothing below it, so a module acts like a leaf that costs what its own minimum set costs.
//!
//! One pass from the top gives each node its immediate dominator (in an acyclic graph all parents come first); a node is
//! a module if no descendant has its immediate dominator above the node.

use crate::cone::Cone;

const OUTSIDE: u32 = u32::MAX;

/// The nodes that a node reaches.
#[derive(Debug)]
pub(crate) struct Scope {
    /// In ascending order: children first, the top last.
    nodes: Vec<u32>,
    /// For each node of the cone, whether it is a module of the scope.
    module: Vec<bool>,
}

impl Scope {
    pub(crate) fn new(cone: &Cone, top: u32) -> Self {
        let mut dominator = vec![OUTSIDE; top as usize + 1];
        let mut depth = vec![0_u32; top as usize + 1];
        dominator[top as usize] = top;
        let mut nodes = Vec::new();
        for node in (0..=top).rev() {
            if dominator[node as usize] == OUTSIDE {
                continue;
            }
            nodes.push(node);
            if node != top {
                depth[node as usize] = depth[dominator[node as usize] as usize] + 1;
            }
            for &child in cone.children(node) {
                let mut one = node;
                let mut other = dominator[child as usize];
                if other == OUTSIDE {
                    other = one;
                }
                while one != other {
                    if depth[one as usize] >= depth[other as usize] {
                        one = dominator[one as usize];
                    } else {
                        other = dominator[other as usize];
                    }
                }
                dominator[child as usize] = one;
            }
        }
        nodes.reverse();
        // The least depth of an immediate dominator of a descendant.
        let mut highest = vec![u32::MAX; top as usize + 1];
        let mut module = vec![false; top as usize + 1];
        for &node in &nodes {
            let above = |&child: &u32| highest[child as usize].min(depth[dominator[child as usize] as usize]);
            let least = cone.children(node).iter().map(above).min().unwrap_or(u32::MAX);
            highest[node as usize] = least;
            module[node as usize] = least >= depth[node as usize];
        }
        Self { nodes, module }
    }

    /// All nodes, children first.
    pub(crate) fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// True for leaves, and for nodes that dominate all that they reach.
    pub(crate) fn is_module(&self, node: u32) -> bool {
        self.module[node as usize]
    }
}
