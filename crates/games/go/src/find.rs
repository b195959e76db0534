//! A region for a problem, where none is given.
//!
//! The idea: what matters for stones is what they can reach. The region grows from them step by step: an empty point takes
//! one step, stones of their colour none. Stones of the other side end it, unless their chain has few liberties: then it could
//! be captured itself, and the region goes on through it, at one step. It ends where it is closed, or where it would become too
//! large; the defender who reaches an empty point beyond has escaped.

use std::collections::VecDeque;

use crate::board::{Board, Color, Point};
use crate::region::changing;

/// What a found region may have at most: points that can change.
const MOST: usize = 60;

/// A chain with more liberties is taken for one that is not captured.
const WEAK: usize = 2;

/// The region around these stones.
pub(crate) fn found(board: &Board, targets: &[Point], steps: usize, frame: Option<Color>) -> Vec<Point> {
    let mut region = within(board, targets, 1);
    for reach in 2..=steps {
        let wider = within(board, targets, reach);
        if wider == region || changing(board, &wider, frame).len() > MOST {
            break;
        }
        region = wider;
    }
    region
}

/// The points within so many steps.
fn within(board: &Board, targets: &[Point], reach: usize) -> Vec<Point> {
    let size = board.size();
    let Some(defender) = targets.first().and_then(|&target| board.stone(target)) else { return Vec::new() };
    let mut ends = vec![false; size.count()];
    for chain in board.chains().into_iter().filter(|chain| chain.color != defender && chain.liberties.len() > WEAK) {
        chain.stones.iter().for_each(|&stone| ends[size.index(stone)] = true);
    }
    let mut distance = vec![usize::MAX; size.count()];
    let mut line: VecDeque<Point> = targets.iter().copied().collect();
    for &target in targets {
        distance[size.index(target)] = 0;
    }
    while let Some(point) = line.pop_front() {
        let own = distance[size.index(point)];
        for beside in size.neighbours(point) {
            let is_own = board.stone(beside) == Some(defender);
            let steps = own + usize::from(!is_own);
            if ends[size.index(beside)] || steps > reach || steps >= distance[size.index(beside)] {
                continue;
            }
            distance[size.index(beside)] = steps;
            if is_own { line.push_front(beside) } else { line.push_back(beside) }
        }
    }
    let mut region: Vec<Point> = size.points().filter(|&point| distance[size.index(point)] < usize::MAX).collect();
    region.sort_unstable();
    region
}
