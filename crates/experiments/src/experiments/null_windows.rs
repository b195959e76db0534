//! Do null windows save leaves? After Reinefeld (1983), on uniform random trees.
//!
//! Every method finds the value of the same trees, to their last ply, with nothing known of the order of moves. What is
//! measured is leaves, and visits of all nodes, relative to fail-soft alpha-beta. A tree is a seed, so it is the same on
//! every machine; methods that do not agree on its value end the experiment.

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, anyhow, ensure};
use proofset_bench::statistics::spread;
use proofset_core::{Game, Limits, ValuedGame};
use proofset_minimax::{Counters, Method, Options, Ordering, Search};
use proofset_synthetic::{Leaves, Order, Parameters, Synthetic};

use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::table::{Row, Table, write_row};

/// Moves of a position, and plies.
const BRANCHING: &[u32] = &[5, 10, 20, 30, 40, 60];
const DEPTHS: &[u32] = &[3, 4, 5, 6];

/// Scores are so many that equal ones are rare.
const MOST_SCORE: i32 = 1_000_000;

/// Alpha-beta's leaves, roughly, in the largest trees that are searched, in those that few seeds have to do for, and in
/// the largest of a quick run.
const MOST_LEAVES: f64 = 5e6;
const MANY_LEAVES: f64 = 1e6;
const FEW_LEAVES: f64 = 1e4;

const SEEDS: u64 = 10;
const FEW_SEEDS: u64 = 3;

const REFERENCE: &str = "alpha-beta";
const NEGA_SCOUT: &str = "negascout";
const SCOUT: &str = "scout";

/// Where leaves get their scores from, as the table names it.
const LEAVES: &[(&str, Leaves)] = &[
    ("independent", Leaves::Independent),
    ("incremental", Leaves::Incremental),
    ("ordered 0.9", Leaves::Ordered(Order(0.9))),
];

/// The methods: TEST and SCOUT without a table as all others but MTD(f), which cannot do without.
fn methods() -> [(&'static str, Method); 8] {
    let nega_scout = |shortcut, as_published| Method::NegaScout { shortcut, as_published };
    [
        (REFERENCE, Method::AlphaBeta),
        (NEGA_SCOUT, nega_scout(true, false)),
        ("negascout, no shortcut", nega_scout(false, false)),
        ("negascout, as published", nega_scout(true, true)),
        ("negascout, as published, no shortcut", nega_scout(false, true)),
        (SCOUT, Method::Scout),
        ("mtd(f)", Method::Mtd { guess: None }),
        ("test", Method::Test),
    ]
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"scores", &"moves", &"plies", &"seed", &"method", &"value", &"leaves", &"visits", &"again", &"passes",
            &"seconds",
        ],
    )?;
    for (scores, leaves) in LEAVES {
        for &branching in BRANCHING {
            for &depth in DEPTHS {
                let expected = f64::from(branching).powf(0.75 * f64::from(depth));
                if expected > if quick { FEW_LEAVES } else { MOST_LEAVES } {
                    continue;
                }
                for seed in 0..if quick || expected > MANY_LEAVES { FEW_SEEDS } else { SEEDS } {
                    let game = Synthetic::new(Parameters {
                        seed,
                        leaves: *leaves,
                        values: -MOST_SCORE..=MOST_SCORE,
                        ..Parameters::tree(branching, depth)
                    })?;
                    let mut values = Vec::new();
                    for (name, method) in methods() {
                        let started = Instant::now();
                        let (value, counters) = measure(&game, method, depth)?;
                        let seconds = format!("{:.4}", started.elapsed().as_secs_f64());
                        let Counters { leaves, visited, searched_again, passes, .. } = counters;
                        write_row(
                            out,
                            &[
                                scores,
                                &branching,
                                &depth,
                                &seed,
                                &name,
                                &value,
                                &leaves,
                                &visited,
                                &searched_again,
                                &passes,
                                &seconds,
                            ],
                        )?;
                        values.push(value);
                    }
                    ensure!(values.iter().all(|value| *value == values[0]), "methods differ on {game}: {values:?}");
                }
            }
        }
    }
    Ok(())
}

/// The value of the start, and what it took.
fn measure(game: &Synthetic, method: Method, depth: u32) -> anyhow::Result<(i32, Counters)> {
    let mut options = Options::plain(method).with_depth(u16::try_from(depth)?);
    if let Method::Mtd { .. } = method {
        options.entries = None;
        options.ordering = Ordering::NONE.with_table_move(true);
    }
    let (start, limit) = (game.start(), game.limit());
    let mut search = Search::new(game, options);
    let value = match method {
        // One window is enough, and leaves out the search for a line of best play.
        Method::AlphaBeta | Method::NegaScout { .. } => search
            .score(&start, -limit - 1, limit + 1, &Limits::none(), &mut ())
            .map_err(|stop| anyhow!("{game} stopped: {stop}"))?,
        _ => {
            let found = search.find_value(&start, &Limits::none(), &mut ())?;
            found.value().with_context(|| format!("{game} stopped: {}", found.stop))?
        }
    };
    Ok((value, search.counters()))
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let mut panels = Vec::new();
    for (method, title) in [(NEGA_SCOUT, "NegaScout"), (SCOUT, "SCOUT")] {
        for (scores, _) in LEAVES {
            let series = ratios(&rows, scores, method)?;
            let heights: Vec<f64> =
                series.iter().flat_map(|series| series.runs.iter().flatten()).map(|point| point.1).collect();
            panels.push(CurvePanel {
                title: format!(
                    "{title}, {scores} scores: leaves relative to alpha-beta, mean and quartiles of the seeds"
                ),
                across: Axis::logarithmic(
                    "moves of a position (logarithmic)",
                    BRANCHING.iter().copied().map(f64::from),
                ),
                up: Axis::logarithmic("leaves / alpha-beta", heights.into_iter().chain([1.0])),
                series,
                reference: Some(1.0),
            });
        }
    }
    Ok(curves(&panels))
}

/// For each depth, the mean ratio of leaves against the number of moves, and a line from quartile to quartile.
fn ratios(rows: &[Row<'_>], scores: &str, method: &str) -> anyhow::Result<Vec<Series>> {
    let mut series = Vec::new();
    for (index, depth) in DEPTHS.iter().enumerate() {
        let (mut points, mut quartiles) = (Vec::new(), Vec::new());
        // Side by side, so that the lines can be told apart.
        let aside = 1.012_f64.powf(index as f64 - (DEPTHS.len() / 2) as f64);
        for branching in BRANCHING {
            let of = |method: &str| -> anyhow::Result<Vec<f64>> {
                rows.iter()
                    .filter(|row| {
                        [("scores", scores), ("method", method)]
                            .iter()
                            .all(|(column, text)| row.text(column).is_ok_and(|found| found == *text))
                    })
                    .filter(|row| row.text("moves").is_ok_and(|moves| moves == branching.to_string()))
                    .filter(|row| row.text("plies").is_ok_and(|plies| plies == depth.to_string()))
                    .map(|row| row.number("leaves"))
                    .collect()
            };
            let ratios: Vec<f64> = of(method)?.iter().zip(of(REFERENCE)?).map(|(own, other)| own / other).collect();
            if !ratios.is_empty() {
                let across = f64::from(*branching) * aside;
                points.push((across, ratios.iter().sum::<f64>() / ratios.len() as f64));
                let [_, low, _, high, _] = spread(ratios);
                quartiles.push(vec![(across, low), (across, high)]);
            }
        }
        if !points.is_empty() {
            series.push(Series { name: format!("{depth} plies"), runs: [vec![points], quartiles].concat() });
        }
    }
    Ok(series)
}

#[cfg(test)]
mod tests {
    use proofset_minimax::Method;
    use proofset_synthetic::{Leaves, Order, Parameters, Synthetic};

    use super::{measure, methods};

    #[test]
    fn with_the_best_moves_first_alpha_beta_sees_the_fewest_leaves() {
        let leaves = Leaves::Ordered(Order(1.0));
        let game = Synthetic::new(Parameters { leaves, ..Parameters::tree(6, 5) }).unwrap();
        // Knuth and Moore (1975): b^3 + b^2 - 1 leaves.
        let minimal = 6_u64.pow(3) + 6_u64.pow(2) - 1;
        for (name, method) in methods() {
            let (_, counters) = measure(&game, method, 5).unwrap();
            match method {
                Method::AlphaBeta => assert_eq!(counters.leaves, minimal),
                _ => assert!(counters.leaves >= minimal, "{name}"),
            }
        }
    }
}
