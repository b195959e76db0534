//! What does the order of updates cost? The queue of Müller (2001) beside orders that visit a node after its children.
//!
//! The measure is recomputations: in all, and the most after one expansion. The domains are games with a rank, where the
//! queue is as good as any order (Lemma 1), chess, whose rank does not grow by one along every move, random DAGs with
//! edges that jump layers, and the graphs on which the queue is at its worst.

use std::convert::Infallible;
use std::io::Write;

use anyhow::anyhow;
use proofset_bench::statistics::spread;
use proofset_catalog::AlgorithmSpec;
use proofset_chess::{Mate, MateGoal, Position};
use proofset_core::{Goal, NodeId, Player, Role, Solve};
use proofset_graph::{AnyUpdater, Dag, LevelSource, Parts, Relabelled, UpdateOrder};
use proofset_mnk::{Mnk, Rules};
use proofset_testkit::families::complete_dag;
use proofset_testkit::random::{Kinds, RandomGraph};
use proofset_testkit::ranked::Ranked;

use crate::measure::Subject;
use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::table::{Row, Table, write_row};

const ALGORITHMS: &[&str] = &["pns", "pss"];
const UPDATES: &[&str] = &["fifo", "rank", "levels", "pearce-kelly"];
const SHARES: &[f64] = &[0.2, 0.5, 0.8];
const SKIPS: &[f64] = &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5];

/// A mate in four of the suite (cp028), asked with a bound and without.
const MATE: &str = "r3kb1r/ppq2ppp/2n1pn2/3p4/6P1/1P2PN2/PBPNB1P1/R2QK2R b KQkq -";

/// Searches that do not end are cut here.
const MOST_EXPANSIONS: u64 = 50_000;

/// Searches of random DAGs are cut earlier: there are many, and a thousand updates say enough.
const MOST_IN_RANDOM: u64 = 1_000;

const RANDOM: &str = "random DAGs";

/// A place without random parameters.
fn at<'a>(domain: &'a str, problem: &'a str) -> Place<'a> {
    Place { domain, problem, share: 0.0, skip: 0.0, seed: 0 }
}

/// What a row is about.
struct Place<'a> {
    domain: &'a str,
    problem: &'a str,
    share: f64,
    skip: f64,
    seed: u64,
}

fn random_dag(share: f64, skip: f64) -> RandomGraph {
    RandomGraph {
        depth: 20,
        width: 200,
        branching: 2..=3,
        share,
        skip,
        back: 0.0,
        early_leaf: 0.0,
        proven: 0.5,
        disproven: 0.5,
        kinds: Kinds::Alternating(Role::Or),
        max_weight: 1,
    }
}

fn write_columns(out: &mut impl Write) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"domain",
            &"problem",
            &"share",
            &"skip",
            &"seed",
            &"algorithm",
            &"updates",
            &"verdict",
            &"expansions",
            &"recomputations",
            &"most",
            &"seconds",
        ],
    )
}

/// Games on boards: names and rules.
const BOARDS: &[(&str, &str)] =
    &[("mnk:3,3,3", "3,3,3"), ("mnk:4,3,3", "4,3,3"), ("connect-four:4x4", "4,4,4,gravity")];

fn board(out: &mut impl Write, (problem, rules): (&str, &str)) -> anyhow::Result<()> {
    let subject = Solve::from_start(Mnk::<1>::new(rules.parse::<Rules>()?), Goal::win(Player::First));
    searches(out, &at("games", problem), &subject, UPDATES)
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_columns(out)?;
    for &one in BOARDS {
        board(out, one)?;
    }
    for goal in if quick { ["mate-in:4"].as_slice() } else { &["mate-in:4", "mate"] } {
        let subject = Mate::new(MATE.parse::<Position>()?, goal.parse::<MateGoal>()?);
        let domain = if *goal == "mate" { "chess, no bound" } else { "chess, bounded" };
        searches(out, &at(domain, goal), &subject, UPDATES)?;
    }
    for &share in SHARES {
        for &skip in SKIPS {
            for seed in 0..if quick { 2 } else { 20 } {
                let place = Place { domain: RANDOM, problem: "random", share, skip, seed };
                searches(out, &place, &Ranked::new(random_dag(share, skip).generate(seed)), UPDATES)?;
            }
        }
    }
    for n in [4, 8, 16, 32] {
        let problem = format!("n = {n}");
        searches(out, &at("complete DAG, searched", &problem), &complete_dag(n), &["fifo", "levels", "pearce-kelly"])?;
    }
    for n in [4, 8, 16, 32, 64, 128] {
        worst_case(out, n)?;
    }
    Ok(())
}

/// The rows of what is searched fast.
#[cfg(test)]
pub(super) fn cheap_rows(out: &mut impl Write) -> anyhow::Result<()> {
    write_columns(out)?;
    board(out, BOARDS[0])?;
    worst_case(out, 16)
}

/// The searches are stopped after every expansion to see the longest update; their times include that.
fn searches(out: &mut impl Write, place: &Place<'_>, subject: &dyn Subject, updates: &[&str]) -> anyhow::Result<()> {
    let most_expansions = if place.domain == RANDOM { MOST_IN_RANDOM } else { MOST_EXPANSIONS };
    for algorithm in ALGORITHMS {
        for updates in updates {
            let separator = if algorithm.contains(':') { ',' } else { ':' };
            let spec: AlgorithmSpec = format!("{algorithm}{separator}updates={updates}").parse()?;
            let found = subject.measure_updates(&spec, most_expansions)?;
            write_row(
                out,
                &[
                    &place.domain,
                    &place.problem,
                    &place.share,
                    &place.skip,
                    &place.seed,
                    algorithm,
                    updates,
                    &found.verdict,
                    &found.expansions,
                    &found.recomputations,
                    &found.most_recomputations.unwrap_or(0),
                    &format!("{:.4}", found.seconds),
                ],
            )?;
        }
    }
    Ok(())
}

/// The complete DAG of `n` nodes, with parents listed farthest first or nearest first: one update from its last node,
/// when each node's value is the sum of its children's.
fn worst_case(out: &mut impl Write, n: usize) -> anyhow::Result<()> {
    for (nearest_first, listing) in [(false, "farthest first"), (true, "nearest first")] {
        for (order, updates) in
            [(UpdateOrder::Fifo, "fifo"), (UpdateOrder::Levels, "levels"), (UpdateOrder::PearceKelly, "pearce-kelly")]
        {
            let recomputed = update_complete_dag(n, order, nearest_first)?;
            write_row(
                out,
                &[
                    &"complete DAG",
                    &format!("n = {n}"),
                    &0,
                    &0,
                    &0,
                    &format!("sum, parents {listing}"),
                    &updates,
                    &"unknown",
                    &1,
                    &recomputed,
                    &recomputed,
                    &0,
                ],
            )?;
        }
    }
    Ok(())
}

fn update_complete_dag(n: usize, order: UpdateOrder, nearest_first: bool) -> anyhow::Result<u64> {
    // Sums double from node to node, so they are taken modulo a prime: far above n, so that each change shows.
    const PRIME: u64 = (1 << 61) - 1;
    let node = |index| NodeId::new(index).ok_or_else(|| anyhow!("{index} is no node"));
    let mut dag: Dag<u64> = Dag::new(LevelSource::LongestPath);
    let mut updater = AnyUpdater::new(order);
    for _ in 0..n + 2 {
        dag.add(0, 1)?;
    }
    // Parents are listed most recently connected first.
    let mut parents: Vec<usize> = (0..n - 1).collect();
    if !nearest_first {
        parents.reverse();
    }
    for parent in parents {
        let children = (parent + 1..n).map(node).collect::<anyhow::Result<Vec<_>>>()?;
        dag.connect(node(parent)?, &children, &mut updater)?;
    }
    dag.connect(node(n - 1)?, &[node(n)?, node(n + 1)?], &mut updater)?;
    dag.schedule(node(n - 1)?, Parts::FIRST, &mut updater);
    let settled = dag.settle(&mut updater, |dag, pending| {
        let label = dag.children(pending.node).map(|child| dag.label(child)).fold(0, |sum, one| (sum + one) % PRIME);
        let changed = Parts::of(label != dag.label(pending.node), false);
        Ok::<_, Infallible>(Relabelled { label, changed, note: 0 })
    });
    Ok(settled.recomputed)
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let has = |row: &Row<'_>, column: &str, text: &str| row.text(column).is_ok_and(|found| found == text);
    let mut panels = Vec::new();
    for (column, title) in [
        ("recomputations", "random DAGs: all recomputations of a search, median and quartiles of the seeds"),
        ("most", "random DAGs: recomputations of the longest update, median and quartiles of the seeds"),
    ] {
        let mut series = Vec::new();
        for (index, algorithm) in ALGORITHMS.iter().enumerate() {
            for (place, share) in SHARES.iter().enumerate() {
                let (mut points, mut quartiles) = (Vec::new(), Vec::new());
                // Side by side, so that the lines from quartile to quartile can be told apart.
                let aside = 0.004 * ((index * SHARES.len() + place) as f64 - 2.5);
                for skip in SKIPS {
                    let values = |updates: &str| -> anyhow::Result<Vec<f64>> {
                        rows.iter()
                            .filter(|row| has(row, "domain", RANDOM))
                            .filter(|row| has(row, "algorithm", algorithm) && has(row, "updates", updates))
                            .filter(|row| has(row, "share", &share.to_string()) && has(row, "skip", &skip.to_string()))
                            .map(|row| row.number(column))
                            .collect()
                    };
                    let ratios = values("fifo")?.iter().zip(values("rank")?).map(|(fifo, rank)| fifo / rank).collect();
                    let [_, low, median, high, _] = spread(ratios);
                    points.push((skip + aside, median));
                    quartiles.push(vec![(skip + aside, low), (skip + aside, high)]);
                }
                let runs = [vec![points], quartiles].concat();
                series.push(Series { name: format!("{algorithm}, share {share}"), runs });
            }
        }
        let heights = series.iter().flat_map(|series| series.runs.iter().flatten().map(|point| point.1));
        panels.push(CurvePanel {
            title: title.to_owned(),
            across: Axis::linear("share of edges that jump layers", SKIPS.iter().copied()),
            up: Axis::logarithmic("FIFO / order by rank", heights.chain([1.0])),
            series,
            reference: Some(1.0),
        });
    }
    panels.push(complete_dag_panel(&rows)?);
    Ok(curves(&panels))
}

fn complete_dag_panel(rows: &[Row<'_>]) -> anyhow::Result<CurvePanel> {
    let mut series: Vec<Series> = Vec::new();
    for row in rows.iter().filter(|row| row.text("domain").is_ok_and(|domain| domain == "complete DAG")) {
        let listing = row.text("algorithm")?.trim_start_matches("sum, parents ");
        let name = match row.text("updates")? {
            "fifo" => format!("fifo, {listing}"),
            "levels" if listing == "farthest first" => "levels, either".to_owned(),
            _ => continue,
        };
        let n: f64 = row.text("problem")?.trim_start_matches("n = ").parse()?;
        let point = (n, row.number("recomputations")?);
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.runs[0].push(point),
            None => series.push(Series { name, runs: vec![vec![point]] }),
        }
    }
    let all = || series.iter().flat_map(|series| series.runs[0].iter());
    let across = Axis::logarithmic("n, nodes of the complete DAG (logarithmic)", all().map(|point| point.0));
    let up = Axis::logarithmic("recomputations", all().map(|point| point.1));
    let title = "complete DAGs: one update from the last node".to_owned();
    Ok(CurvePanel { title, across, up, series, reference: None })
}

#[cfg(test)]
mod tests {
    use proofset_graph::UpdateOrder;

    use super::update_complete_dag;

    #[test]
    fn the_queue_needs_quadratically_many_recomputations_at_worst() {
        for n in [4, 16, 128] {
            let worst = (n * (n - 1) / 2 + 1) as u64;
            assert_eq!(update_complete_dag(n, UpdateOrder::Fifo, false).unwrap(), worst);
            assert_eq!(update_complete_dag(n, UpdateOrder::Fifo, true).unwrap(), n as u64);
            assert_eq!(update_complete_dag(n, UpdateOrder::Levels, false).unwrap(), n as u64);
            assert_eq!(update_complete_dag(n, UpdateOrder::PearceKelly, false).unwrap(), n as u64);
        }
    }
}
