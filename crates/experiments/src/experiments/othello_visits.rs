//! How much walking does depth-first search save? After Nagai and Imai (1999), on Othello with 15 empty squares.
//!
//! Best-first search walks from the root to the node that it expands, time and again; df-pn stays below a node as long as
//! thresholds allow. On a tree both expand the same nodes in the same order, so what differs is how often nodes are
//! visited: entered on the way down. Best-first search is measured on the tree of all lines, where this is so, and on the
//! DAG of positions, where df-pn has a table that compares them in full.

use std::io::Write;
use std::time::Instant;

use anyhow::anyhow;
use proofset_best_first::{GraphMode, Options, pns};
use proofset_core::{AtLeast, Game, Limits, Problem, Solver, Status, Threshold};
use proofset_depth_first::{Epsilon, Options as DepthFirstOptions, Search as DepthFirst};
use proofset_othello::{Move, Othello, Position};

use super::different;
use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::positions::othello;
use crate::table::{Row, Table, write_row};

const EMPTIES: u32 = 15;
const POSITIONS: u64 = 150;

/// What best-first search may hold, and what each search may expand, its repetitions not counted.
const MOST_BYTES: u64 = 2 << 30;
const MOST_EXPANSIONS: u64 = 5_000_000;

/// Positions of a quick run, and what a search may expand there.
const FEW_POSITIONS: u64 = 10;
const FEW_EXPANSIONS: u64 = 3_000;

const BEST_FIRST: &str = "pns";
const TREE: &str = "pns, tree";
const DEPTH_FIRST: &str = "dfpn";
const DEPTH_FIRST_TREE: &str = "dfpn, tree";
const SLACK: &str = "dfpn:epsilon=0.25";

/// A question in which every line of play leads to a state of its own, so that a search with a table sees a tree.
struct Lines<'q>(&'q AtLeast<Othello>);

/// A position, and a fingerprint of the line that led there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Line {
    position: Position,
    fingerprint: u64,
}

impl Problem for Lines<'_> {
    type State = Line;
    type Move = Move;

    fn root(&self) -> Line {
        Line { position: self.0.root(), fingerprint: 0 }
    }

    fn status(&self, line: &Line) -> Status {
        self.0.status(&line.position)
    }

    fn for_each_successor(&self, line: &Line, mut visit: impl FnMut(Move, Line)) {
        let mut number = 0_u64;
        self.0.for_each_successor(&line.position, |mv, position| {
            number += 1;
            // An odd factor with bits all over: that of Knuth's multiplicative hashing, in 64 bits.
            let fingerprint = (line.fingerprint ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            visit(mv, Line { position, fingerprint });
        });
    }

    fn rank(&self, line: &Line) -> Option<u32> {
        self.0.rank(&line.position)
    }
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    let (positions, most_expansions) =
        if quick { (FEW_POSITIONS, FEW_EXPANSIONS) } else { (POSITIONS, MOST_EXPANSIONS) };
    measure_positions(out, EMPTIES, positions, most_expansions)
}

/// The table of so many positions with so many empty squares.
fn measure_positions(out: &mut impl Write, empties: u32, positions: u64, most_expansions: u64) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"seed",
            &"algorithm",
            &"verdict",
            &"stop",
            &"visits",
            &"expansions",
            &"again",
            &"recomputations",
            &"nodes",
            &"bytes",
            &"seconds",
        ],
    )?;
    let game = Othello::new(8, 8)?;
    let limits = Limits::expansions(most_expansions).with_bytes(MOST_BYTES);
    for seed in 0..positions {
        let position = othello(&game, empties, seed);
        let win = Threshold { player: game.to_move(&position), score: 1 };
        let question = AtLeast::new(game.clone(), position, win);
        let with = |epsilon| DepthFirstOptions::default().with_epsilon(epsilon);
        let quarter = Epsilon::new(0.25).expect("it is a slack");
        let tree = Options::default().with_graph(GraphMode::Tree);
        measure(out, &limits, seed, BEST_FIRST, pns(&question, Options::default()))?;
        measure(out, &limits, seed, TREE, pns(&question, tree))?;
        measure(out, &limits, seed, DEPTH_FIRST, DepthFirst::new(&question, with(Epsilon::ZERO)))?;
        measure(out, &limits, seed, DEPTH_FIRST_TREE, DepthFirst::new(&Lines(&question), with(Epsilon::ZERO)))?;
        measure(out, &limits, seed, SLACK, DepthFirst::new(&question, with(quarter)))?;
        out.flush()?;
    }
    Ok(())
}

fn measure<P: Problem>(
    out: &mut impl Write,
    limits: &Limits,
    seed: u64,
    algorithm: &str,
    mut search: impl Solver<P>,
) -> anyhow::Result<()> {
    let started = Instant::now();
    let found = search.solve(limits, &mut ()).map_err(|_| anyhow!("{algorithm} cannot search seed {seed}"))?;
    let seconds = format!("{:.3}", started.elapsed().as_secs_f64());
    write_row(
        out,
        &[
            &seed,
            &algorithm,
            &found.verdict,
            &found.stop,
            &found.visits,
            &found.expanded,
            &found.expanded_again,
            &found.recomputed,
            &found.generated,
            &found.peak_bytes,
            &seconds,
        ],
    )
}

/// The visits of best-first search in a tree that begins each descent where the last update ended.
///
/// An update goes up from the node that was expanded to the first one that it does not change, or to the root, and the
/// next descent goes down from there. What is entered on the way down is what updates went up before: all that they
/// recomputed but the expanded nodes themselves, and once the root.
fn visits_from_current(row: &Row<'_>) -> anyhow::Result<f64> {
    Ok(row.number("recomputations")? - row.number("expansions")? + 1.0)
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let seeds = rows.iter().map(|row| row.text("seed")).collect::<anyhow::Result<Vec<_>>>()?;
    let decided = |seed: &str, algorithm: &str| {
        let is = |row: &&Row<'_>, column, text| row.text(column).is_ok_and(|found| found == text);
        rows.iter().find(|row| is(row, "seed", seed) && is(row, "algorithm", algorithm) && is(row, "stop", "decided"))
    };
    let visits = |row: &Row<'_>| row.number("visits");
    let mut series = Vec::new();
    for (name, below, above, from_current) in [
        ("df-pn / PNS", DEPTH_FIRST, BEST_FIRST, false),
        ("df-pn 1+\u{3b5} / PNS", SLACK, BEST_FIRST, false),
        ("tree: df-pn / PNS", DEPTH_FIRST_TREE, TREE, false),
        ("tree: the same, update's end", DEPTH_FIRST_TREE, TREE, true),
    ] {
        let mut points = Vec::new();
        for seed in different(seeds.iter().copied()) {
            if let (Some(below), Some(above)) = (decided(seed, below), decided(seed, above)) {
                let most = if from_current { visits_from_current(above)? } else { visits(above)? };
                points.push((above.number("expansions")?, visits(below)? / most));
            }
        }
        series.push(Series { name: name.to_owned(), runs: vec![points] });
    }
    let all = |series: &[Series]| series.iter().flat_map(|series| series.runs[0].clone()).collect::<Vec<_>>();
    let title = "visits of df-pn / visits of best-first search";
    let up = Axis::linear(title, all(&series).into_iter().map(|point| point.1));
    let scattered = |series: &Series| {
        let runs = series.runs[0].iter().map(|point| vec![*point]).collect();
        Series { name: series.name.clone(), runs }
    };
    let sorted = |series: &Series| {
        let mut ratios: Vec<f64> = series.runs[0].iter().map(|point| point.1).collect();
        ratios.sort_by(f64::total_cmp);
        // One point for each fiftieth of the positions.
        let last = ratios.len().saturating_sub(1);
        let run = (0..=50_usize).filter_map(|place| Some(((2 * place) as f64, *ratios.get(place * last / 50)?)));
        Series { name: series.name.clone(), runs: vec![run.collect()] }
    };
    Ok(curves(&[
        CurvePanel {
            title: "each position".to_owned(),
            across: Axis::logarithmic(
                "expansions of best-first search (logarithmic)",
                all(&series).into_iter().map(|point| point.0),
            ),
            up: up.clone(),
            series: series.iter().map(scattered).collect(),
            reference: Some(1.0),
        },
        CurvePanel {
            title: "positions in the order of their ratios".to_owned(),
            across: Axis::linear("per cent of the positions", [100.0]),
            up,
            series: series.iter().map(sorted).collect(),
            reference: Some(1.0),
        },
    ]))
}

#[cfg(test)]
mod tests {
    use super::{MOST_EXPANSIONS, measure_positions};
    use crate::table::{Row, Table};

    #[test]
    fn on_trees_both_expand_the_same_nodes_and_depth_first_search_walks_least() {
        let mut out = Vec::new();
        measure_positions(&mut out, 10, 10, MOST_EXPANSIONS).unwrap();
        let table = Table::parse(&String::from_utf8(out).unwrap()).unwrap();
        let rows: Vec<Row<'_>> = table.rows().collect();
        let of = |algorithm: &str| {
            let rows = rows.iter().filter(|row| row.text("algorithm").unwrap() == algorithm);
            rows.copied().collect::<Vec<_>>()
        };
        let number = |row: &Row<'_>, column: &str| row.text(column).unwrap().parse::<u64>().unwrap();
        let (trees, walks) = (of(super::TREE), of(super::DEPTH_FIRST_TREE));
        assert!(trees.len() == walks.len() && trees.len() >= 10);
        for (tree, walk) in trees.iter().zip(&walks) {
            assert_eq!(tree.text("verdict").unwrap(), walk.text("verdict").unwrap());
            assert_eq!(number(tree, "expansions"), number(walk, "expansions"));
            let current = super::visits_from_current(tree).unwrap();
            let bounds = [walk, tree].map(|row| row.number("visits").unwrap());
            assert!((bounds[0]..=bounds[1]).contains(&current), "{current} is not within {bounds:?}");
            assert!(number(tree, "expansions") < MOST_EXPANSIONS);
        }
    }
}
