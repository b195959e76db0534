//! A region for a problem, where none is given.
//!
//! The idea: what matters for stones is what they can reach. The region grows from them step by step: an empty point takes
//! one step, stones of their colour none. Stones of the other side end it, unless their chain has few liberties: then it could
//! be captured itself, and the region goes on through it, at one step. It ends where it is closed, or where it would become too
//! large; the defender who reaches an empty point beyond has escaped.

use std::collections::VecDeque;

use crate::board::{Board, Chain, Color, Point};
use crate::region::changing;

/// What a found region may have at most: points that can change.
const MOST: usize = 60;

/// A chain with more liberties is taken for one that is not captured.
const WEAK: usize = 2;

/// A place with at most so many points, whoever has stones there, is a small one.
const CAPTIVE: usize = 20;

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
    reached(board, targets, reach, false)
}

/// The points within so many steps; not behind gaps of a wall, if it is a wall.
fn reached(board: &Board, targets: &[Point], reach: usize, is_walled: bool) -> Vec<Point> {
    let size = board.size();
    let Some(defender) = targets.first().and_then(|&target| board.stone(target)) else { return Vec::new() };
    let mut ends = vec![false; size.count()];
    let is_strong = |chain: &Chain| {
        chain.color != defender && chain.liberties.len() > WEAK && !(is_walled && is_captive(board, chain, defender))
    };
    for chain in board.chains().into_iter().filter(is_strong) {
        chain.stones.iter().for_each(|&stone| ends[size.index(stone)] = true);
    }
    let mut distance = vec![usize::MAX; size.count()];
    let mut line: VecDeque<Point> = targets.iter().copied().collect();
    for &target in targets {
        distance[size.index(target)] = 0;
    }
    while let Some(point) = line.pop_front() {
        let own = distance[size.index(point)];
        let touches = |color| size.neighbours(point).any(|beside| board.stone(beside) == Some(color));
        let touches_wall = || size.neighbours(point).any(|beside| ends[size.index(beside)]);
        if is_walled && board.stone(point).is_none() && touches_wall() && !touches(defender) {
            continue;
        }
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

/// Whether the stones of a colour hold a chain of the other one in a small place.
fn is_captive(board: &Board, chain: &Chain, color: Color) -> bool {
    let size = board.size();
    let mut seen = vec![false; size.count()];
    let mut place = chain.stones.clone();
    chain.stones.iter().for_each(|&stone| seen[size.index(stone)] = true);
    let mut next = 0;
    while let Some(&point) = place.get(next) {
        next += 1;
        for beside in size.neighbours(point) {
            if board.stone(beside) != Some(color) && !seen[size.index(beside)] {
                seen[size.index(beside)] = true;
                place.push(beside);
            }
        }
        if place.len() > CAPTIVE {
            return false;
        }
    }
    true
}

/// The points within so many steps of stones that the other side holds in, as far as can be seen.
///
/// As the region that is found, but for one thing: it does not go on behind an empty point that touches a strong chain of the
/// other side and no stone of their own. So it ends where a wall has a gap. With [`frame`](crate::Goal::frame) it asks whether the
/// stones live in what the wall leaves them.
pub fn enclosed(board: &Board, targets: &[Point], steps: usize) -> Vec<Point> {
    reached(board, targets, steps, true)
}
