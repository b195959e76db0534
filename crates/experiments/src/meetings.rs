//! How much the lines of a problem meet: of the moves that lead away from the positions that PNS expands first, the share
//! that leads to a position that was met before; and how experiments picture what that has to do with what searches take.

use std::cell::RefCell;
use std::collections::HashSet;

use anyhow::anyhow;
use proofset_core::{Describe, Limits, Problem, Repetition, Solver, Status};
use proofset_cyclic::Search;
use proofset_nodeset::{Count, Pick};

use crate::plot::{Axis, CurvePanel, Series, curves};

/// The positions that PNS expands first.
const FIRST_EXPANSIONS: u64 = 10_000;

/// A problem that notes which of its states were met.
struct Watched<'q, P: Problem> {
    problem: &'q P,
    seen: RefCell<Seen<P::State>>,
}

struct Seen<S> {
    expanded: HashSet<S>,
    met: HashSet<S>,
    moves: usize,
}

impl<P: Problem> Problem for Watched<'_, P> {
    type State = P::State;
    type Move = P::Move;

    fn root(&self) -> P::State {
        self.problem.root()
    }

    fn status(&self, state: &P::State) -> Status {
        self.problem.status(state)
    }

    fn for_each_successor(&self, state: &P::State, mut visit: impl FnMut(P::Move, P::State)) {
        let is_new = self.seen.borrow_mut().expanded.insert(state.clone());
        self.problem.for_each_successor(state, |mv, next| {
            if is_new {
                let mut seen = self.seen.borrow_mut();
                seen.moves += 1;
                seen.met.insert(next.clone());
            }
            visit(mv, next);
        });
    }

    fn rank(&self, state: &P::State) -> Option<u32> {
        self.problem.rank(state)
    }

    fn owned_bytes(&self, state: &P::State) -> usize {
        self.problem.owned_bytes(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.problem.repetition()
    }
}

/// The share of a problem.
pub(crate) fn meetings<P: Describe>(problem: &P) -> anyhow::Result<f64> {
    let met = HashSet::from([problem.root()]);
    let watched = Watched { problem, seen: RefCell::new(Seen { expanded: HashSet::new(), met, moves: 0 }) };
    let mut search = Search::new(&watched, Count::new(), Count::new(), Pick::Oldest);
    let limits = Limits::expansions(FIRST_EXPANSIONS);
    let _report = search.solve(&limits, &mut ()).map_err(|_| anyhow!("repetitions have no value"))?;
    let seen = watched.seen.borrow();
    let first = seen.met.len() - 1;
    Ok((seen.moves - first) as f64 / seen.moves.max(1) as f64)
}

/// How many problems, or runs, a search decides with how many expansions each: what those took that it decides.
pub(crate) fn decided_by(algorithm: &str, mut costs: Vec<f64>) -> Series {
    costs.sort_by(f64::total_cmp);
    let points = costs.iter().zip(1..).map(|(cost, count)| (*cost, f64::from(count))).collect();
    Series { name: algorithm.to_owned(), runs: vec![points] }
}

/// A panel with what each search decides, counted in these units, and one with ratios of expansions against meetings in per cent.
pub(crate) fn picture([decided, compared]: [&str; 2], units: &str, solved: Vec<Series>, ratios: Vec<Series>) -> String {
    let all = |series: &[Series]| series.iter().flat_map(|series| series.runs.concat()).collect::<Vec<_>>();
    curves(&[
        CurvePanel {
            title: decided.to_owned(),
            across: Axis::logarithmic("expansions", all(&solved).into_iter().map(|point| point.0)),
            up: Axis::linear(units, all(&solved).into_iter().map(|point| point.1)),
            series: solved,
            reference: None,
        },
        CurvePanel {
            title: compared.to_owned(),
            across: Axis::linear(
                "moves that lead to a position met before, per cent",
                all(&ratios).into_iter().map(|point| point.0),
            ),
            up: Axis::logarithmic("expansions, ratio", all(&ratios).into_iter().map(|point| point.1)),
            series: ratios,
            reference: Some(1.0),
        },
    ])
}

#[cfg(test)]
mod tests {
    use proofset_shogi::Tsume;

    use super::meetings;

    #[test]
    fn lines_meet_where_moves_can_be_made_in_either_order() {
        // The first check decides.
        let single = Tsume::parse("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "mate").unwrap();
        assert!(meetings(&single).unwrap() < 1e-9);
        let open = Tsume::parse("k8/9/9/9/9/9/9/9/9 b 2R2B4G 1", "mate").unwrap();
        assert!(meetings(&open).unwrap() > 0.05);
    }
}
