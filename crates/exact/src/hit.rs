//! The number of an instance that cannot be taken apart: an implicit hitting set problem.
//!
//! Cuts and the solution of the graph as it was before its last expansion are carried over. Mostly they are enough: the
//! solution is as light as the lightest set that hits those cuts.

use std::rc::Rc;

use proofset_core::NodeId;

use crate::circuit::Finder;
use crate::cone::Cone;
use crate::hitting;
use crate::instance::Instance;
use crate::known::Known;
use crate::memory::{Clues, Cut};
use crate::work::Work;

/// Cuts that are handed on at most.
const MOST_CUTS: usize = 400;

/// Cuts of an instance, by the numbers of its leaves.
#[derive(Default)]
struct Cuts {
    leaves: Vec<Vec<u32>>,
    prices: Vec<f64>,
    /// For each leaf, how many cuts have it.
    hits: Vec<u32>,
}

impl Cuts {
    fn push(&mut self, cut: Vec<u32>, price: f64) {
        for &leaf in &cut {
            self.hits[leaf as usize] += 1;
        }
        self.leaves.push(cut);
        self.prices.push(price);
    }

    /// The leaf of a cut that is in most of the other cuts for its cost.
    fn most_wanted(&self, cut: &[u32], costs: &[u64]) -> u32 {
        let mut best = (0, 1, cut[0]);
        for &leaf in cut {
            let (hits, cost) = (u128::from(self.hits[leaf as usize]) + 1, u128::from(costs[leaf as usize]));
            // Compares hits per cost without dividing.
            if hits * best.1 > best.0 * cost {
                best = (hits, cost, leaf);
            }
        }
        best.2
    }

    /// Those that were worth most, by names.
    fn named(self, instance: &Instance, cone: &Cone) -> Vec<Cut> {
        let mut order: Vec<usize> = (0..self.leaves.len()).collect();
        if order.len() > MOST_CUTS {
            order.sort_by(|&a, &b| self.prices[b].total_cmp(&self.prices[a]).then(b.cmp(&a)));
            order.truncate(MOST_CUTS);
            order.sort_unstable();
        }
        let nodes = |cut: usize| {
            let sources = self.leaves[cut].iter().flat_map(|&leaf| instance.sources.of(leaf));
            sources.map(|&node| cone.id(node)).collect()
        };
        order.into_iter().map(|cut| Cut { nodes: nodes(cut), price: self.prices[cut] }).collect()
    }
}

/// The number of an instance, exact if it is below `cutoff` and the work suffices, and cuts that show it.
pub(crate) fn number(
    instance: &Instance,
    cone: &Cone,
    clues: Option<&Clues>,
    cutoff: u64,
    work: &mut Work<'_>,
) -> (Rc<Known>, Vec<Cut>) {
    let circuit = &instance.circuit;
    let costs = instance.costs();
    let mut finder = Finder::new(circuit, &costs);
    let mut cuts = Cuts { hits: vec![0; costs.len()], ..Cuts::default() };
    let mut best = finder.cheap_solution(&costs);
    let mut lower = circuit.least_costs(&costs)[circuit.root() as usize];
    if let Some(clues) = clues {
        let place = |&name: &NodeId| instance.node(cone.find(name)?);
        let solution =
            with_for_free(&costs, clues.solution.iter().filter_map(place).filter_map(|node| circuit.leaf(node)));
        let solution = finder.cheap_solution(&solution);
        if weight(&solution, &costs) < weight(&best, &costs) {
            best = solution;
        }
        let earlier = if work.is_spent() { &[] } else { &clues.cuts[..] };
        let earlier: Vec<Vec<u32>> = earlier.iter().map(|cut| cut.nodes.iter().filter_map(place).collect()).collect();
        for (earlier, cut) in circuit.carried(&earlier) {
            cuts.push(finder.cut_within(cut), clues.cuts[earlier].price);
        }
    }
    if cuts.leaves.is_empty() && lower < weight(&best, &costs).min(cutoff) {
        best = finder.improved(best, work);
    }
    while lower < weight(&best, &costs).min(cutoff) && !work.is_spent() {
        let hitting = hitting::below(weight(&best, &costs), &costs, &cuts.leaves, &mut cuts.prices, work);
        lower = lower.max(hitting.lower);
        let Some(mut taken) = hitting.found else { continue };
        let mut solutions = vec![finder.cheap_solution(&with_for_free(&costs, taken.iter().copied()))];
        // The cuts that the hitting set misses, and misses still when they are hit one after the other.
        finder.avoid(&taken);
        while work.spend()
            && let Some(cut) = finder.cut()
        {
            let leaf = cuts.most_wanted(&cut, &costs);
            taken.push(leaf);
            finder.avoid_also(leaf);
            cuts.push(cut, 0.0);
        }
        solutions.extend(finder.solution_within(taken));
        for solution in solutions {
            let solution = finder.improved(solution, work);
            if weight(&solution, &costs) < weight(&best, &costs) {
                best = solution;
            }
        }
    }
    (Rc::new(Known { lower, ..instance.known(&best) }), cuts.named(instance, cone))
}

/// The costs when these leaves cost nothing.
fn with_for_free(costs: &[u64], leaves: impl Iterator<Item = u32>) -> Vec<u64> {
    let mut left = costs.to_vec();
    for leaf in leaves {
        left[leaf as usize] = 0;
    }
    left
}

/// The cost of all of these leaves.
fn weight(leaves: &[u32], costs: &[u64]) -> u64 {
    leaves.iter().fold(0, |sum, &leaf| sum.saturating_add(costs[leaf as usize]))
}
