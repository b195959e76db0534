//! Do adaptive sets keep a search under a limit on bytes, and what does it cost? Exact sets, sets of at most K nodes,
//! numbers, and sets that list fewer nodes as memory runs out, all under the same limits.
//!
//! The unit is the most that proof-set search with exact sets holds when nothing limits it, problem by problem; limits
//! are eighths of that. A search may end without a verdict, which is a result and not an error.

use std::io::Write;

use anyhow::{Context, ensure};
use proofset_bench::statistics::spread;
use proofset_catalog::AlgorithmSpec;
use proofset_chess::{Mate, MateGoal, Position};
use proofset_core::{Goal, Limits, Player, Solve, Verdict};
use proofset_mnk::{Mnk, Rules};
use proofset_testkit::synthetic::SyntheticGame;

use super::different;
use crate::measure::{Measurement, Subject};
use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::table::{Row, Table, write_row};

/// Names for the table, and the algorithms. The first is the unit.
const ALGORITHMS: &[(&str, &str)] = &[
    ("inf", "pss"),
    ("pns", "pns"),
    ("0", "pss:0,0"),
    ("4", "pss:4,4"),
    ("20", "pss:20,20"),
    ("64", "pss:64,64"),
    (ADAPTIVE, "pss:sets=adaptive"),
];

const ADAPTIVE: &str = "adaptive";

/// The limits, in eighths of the unit.
const EIGHTHS: &[u64] = &[7, 6, 5, 4, 3, 2, 1];

/// What stands in the column of the limit if there is none.
const NO_LIMIT: &str = "none";

/// Chess mates of the suite and questions about them: name, position, goal.
const MATES: &[(&str, &str, &str)] = &[
    ("cp028, mate in 4", CP028, "mate-in:4"),
    ("cp028, mate in 3", CP028, "mate-in:3"),
    ("cp028, mate", CP028, "mate"),
    ("cp030, mate in 4", "7k/1p2q3/p6p/7N/3P2Pn/1PN3KP/1PP2R2/R7 b - -", "mate-in:4"),
];

const CP028: &str = "r3kb1r/ppq2ppp/2n1pn2/3p4/6P1/1P2PN2/PBPNB1P1/R2QK2R b KQkq -";

/// How often moves lead to common states, and the plies, so that games of all shares are about as much work.
const RANDOM: &[(f64, u16)] = &[(0.2, 16), (0.5, 18), (0.8, 21)];

const RANDOM_DAGS: &str = "random DAGs";

/// Searches that do not end are cut here.
const MOST_EXPANSIONS: u64 = 1_000_000;

struct Entry {
    domain: &'static str,
    problem: String,
    seed: u64,
    subject: Box<dyn Subject>,
}

/// Two to four moves, terminal states in the last ply only, and 300 states that each ply has in common.
fn random_game(share: f64, depth: u16, seed: u64) -> SyntheticGame {
    SyntheticGame {
        seed,
        depth,
        branching: 2..=4,
        transposition: share,
        shared_states: 300,
        terminal: 0.0,
        proven: 0.5,
    }
}

fn entries(quick: bool) -> anyhow::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut board = |name: &str, rules: Rules| {
        let problem = Solve::from_start(Mnk::<1>::new(rules), Goal::win(Player::First));
        entries.push(Entry { domain: "boards", problem: name.to_owned(), seed: 0, subject: Box::new(problem) });
    };
    board("mnk:4,3,3", "4,3,3".parse()?);
    board("mnk:4,4,3", "4,4,3".parse()?);
    if !quick {
        board("connect-four:4x4", Rules::connect_four("4x4")?);
        board("connect-four:4x5", Rules::connect_four("4x5")?);
        board("connect-four:5x4", Rules::connect_four("5x4")?);
    }
    for &(name, position, goal) in &MATES[..if quick { 1 } else { MATES.len() }] {
        let subject = Box::new(Mate::new(position.parse::<Position>()?, goal.parse::<MateGoal>()?));
        entries.push(Entry { domain: "chess mates", problem: name.to_owned(), seed: 0, subject });
    }
    for &(share, depth) in &RANDOM[..if quick { 1 } else { RANDOM.len() }] {
        for seed in 0..if quick { 1 } else { 12 } {
            entries.push(Entry {
                domain: RANDOM_DAGS,
                problem: format!("share {share}"),
                seed,
                subject: Box::new(random_game(share, depth, seed)),
            });
        }
    }
    Ok(entries)
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_columns(out)?;
    for entry in entries(quick)? {
        write_entry(out, &entry)?;
    }
    Ok(())
}

fn write_columns(out: &mut impl Write) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"domain",
            &"problem",
            &"seed",
            &"limit",
            &"limit_bytes",
            &"k",
            &"algorithm",
            &"verdict",
            &"stop",
            &"expansions",
            &"nodes",
            &"recomputations",
            &"reclaimed",
            &"seconds",
            &"bytes",
            &"p_at_end",
            &"d_at_end",
        ],
    )
}

/// The rows of a problem.
fn write_entry(out: &mut impl Write, entry: &Entry) -> anyhow::Result<()> {
    let algorithms: Vec<(&str, AlgorithmSpec)> =
        ALGORITHMS.iter().map(|&(k, text)| Ok((k, text.parse()?))).collect::<anyhow::Result<_>>()?;
    let free = Limits::expansions(MOST_EXPANSIONS);
    let mut unit = None;
    // Without a limit, adaptive sets are exact sets.
    for (k, algorithm) in algorithms.iter().filter(|(k, _)| *k != ADAPTIVE) {
        let found = entry.subject.measure_within(algorithm, &free)?;
        write_search(out, entry, (NO_LIMIT, None), k, algorithm, &found)?;
        unit.get_or_insert((found.verdict, found.bytes));
    }
    let (verdict, unit) = unit.context("there is a search without a limit")?;
    for &eighths in EIGHTHS {
        let name = limit_name(eighths);
        let bytes = unit * eighths / 8;
        let limits = free.clone().with_bytes(bytes);
        for (k, algorithm) in &algorithms {
            let found = entry.subject.measure_within(algorithm, &limits)?;
            ensure!(
                [verdict, Verdict::Unknown].contains(&found.verdict),
                "{algorithm} says that {} is {} under {bytes} bytes; without a limit it is {verdict}",
                entry.problem,
                found.verdict,
            );
            write_search(out, entry, (&name, Some(bytes)), k, algorithm, &found)?;
        }
    }
    Ok(())
}

/// The rows of a problem that is searched fast.
#[cfg(test)]
pub(super) fn cheap_rows(out: &mut impl Write) -> anyhow::Result<()> {
    write_columns(out)?;
    write_entry(out, &entries(true)?[0])
}

fn limit_name(eighths: u64) -> String {
    format!("{eighths}/8")
}

fn write_search(
    out: &mut impl Write,
    entry: &Entry,
    (limit, bytes): (&str, Option<u64>),
    k: &str,
    algorithm: &AlgorithmSpec,
    found: &Measurement,
) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &entry.domain,
            &entry.problem,
            &entry.seed,
            &limit,
            &bytes.map_or(NO_LIMIT.to_owned(), |bytes| bytes.to_string()),
            &k,
            algorithm,
            &found.verdict,
            &found.stop,
            &found.expansions,
            &found.nodes,
            &found.recomputations,
            &found.reclaimed,
            &format!("{:.4}", found.seconds),
            &found.bytes,
            &cap_name(found.caps.0),
            &cap_name(found.caps.1),
        ],
    )
}

/// A cap as algorithms are written.
fn cap_name(cap: usize) -> String {
    if cap == usize::MAX { "inf".to_owned() } else { cap.to_string() }
}

/// The searches of one algorithm on the problems of one panel.
struct Searches<'a> {
    rows: Vec<Row<'a>>,
}

impl<'a> Searches<'a> {
    /// Those rows that have these texts in these columns.
    fn of(rows: &[Row<'a>], wanted: &[(&str, &str)]) -> Self {
        let has =
            |row: &Row<'_>| wanted.iter().all(|(column, text)| row.text(column).is_ok_and(|found| found == *text));
        Self { rows: rows.iter().filter(|row| has(row)).copied().collect() }
    }

    /// How many came to a verdict.
    fn solved(&self) -> anyhow::Result<usize> {
        let verdicts = self.rows.iter().map(|row| row.text("verdict")).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(verdicts.iter().filter(|verdict| **verdict != "unknown").count())
    }

    /// The median of the ratios to other searches of the same problems in the same order, if all came to a verdict.
    fn median_ratio(&self, column: &str, others: &Self) -> anyhow::Result<Option<f64>> {
        ensure!(self.rows.len() == others.rows.len(), "the table does not have every search");
        if self.rows.is_empty() || self.solved()? < self.rows.len() {
            return Ok(None);
        }
        let pairs = self.rows.iter().zip(&others.rows);
        let ratios = pairs.map(|(row, other)| Ok(row.number(column)? / other.number(column)?));
        Ok(Some(spread(ratios.collect::<anyhow::Result<_>>()?)[2]))
    }
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let texts = |column| rows.iter().map(|row| row.text(column)).collect::<anyhow::Result<Vec<_>>>();
    let limits: Vec<&str> = different(texts("limit")?);
    let names: Vec<&str> = limits.iter().map(|limit| if *limit == NO_LIMIT { "no limit" } else { limit }).collect();
    let across = Axis::names("limit on bytes, relative to the most that exact sets need", &names);
    let (mut panels, mut ratios) = (Vec::new(), Vec::new());
    let is_random = |row: &Row<'_>| row.text("domain").is_ok_and(|domain| domain == RANDOM_DAGS);
    let (random, games): (Vec<Row<'_>>, Vec<Row<'_>>) = rows.iter().copied().partition(is_random);
    let shares = different(random.iter().map(|row| row.text("problem")).collect::<anyhow::Result<Vec<_>>>()?);
    let shares = shares
        .into_iter()
        .map(|share| (format!("random DAGs, {share}"), Searches::of(&random, &[("problem", share)]).rows));
    for (title, rows) in std::iter::once(("boards and chess mates".to_owned(), games)).chain(shares) {
        let free = Searches::of(&rows, &[("k", "inf"), ("limit", NO_LIMIT)]);
        let (mut solved, mut costs) = (Vec::new(), Vec::new());
        for (index, &(k, _)) in ALGORITHMS.iter().enumerate() {
            // Side by side, so that equal results do not hide each other.
            let aside = 0.07 * (index as f64 - (ALGORITHMS.len() / 2) as f64);
            let name = match k {
                "pns" | ADAPTIVE => k.to_owned(),
                "inf" => "K = ∞".to_owned(),
                _ => format!("K = {k}"),
            };
            let (mut points, mut runs) = (Vec::new(), vec![Vec::new()]);
            for (place, limit) in limits.iter().enumerate() {
                let searches = Searches::of(&rows, &[("k", k), ("limit", limit)]);
                if searches.rows.is_empty() {
                    continue;
                }
                let place = place as f64 + aside;
                points.push((place, searches.solved()? as f64));
                match searches.median_ratio("recomputations", &free)? {
                    Some(ratio) => runs.last_mut().expect("there is a run").push((place, ratio)),
                    None => runs.push(Vec::new()),
                }
            }
            solved.push(Series { name: name.clone(), runs: vec![points] });
            costs.push(Series { name, runs });
        }
        panels.push(CurvePanel {
            title: format!("{title}: searches that come to a verdict"),
            across: across.clone(),
            up: Axis::linear(&format!("solved of {}", free.rows.len()), [free.rows.len() as f64]),
            series: solved,
            reference: None,
        });
        let heights = costs.iter().flat_map(|series| series.runs.iter().flatten().map(|point| point.1));
        ratios.push(CurvePanel {
            title: format!("{title}: work where all come to a verdict, median"),
            across: across.clone(),
            up: Axis::logarithmic("recomputations / those of K = ∞", heights.chain([1.0])),
            series: costs,
            reference: Some(1.0),
        });
    }
    // Of the costs the last panel says the most: there sets take most of the memory.
    panels.extend(ratios.pop());
    Ok(curves(&panels))
}

#[cfg(test)]
mod tests {
    use super::{Searches, cap_name, limit_name};
    use crate::table::{Row, Table};

    const TABLE: &str = "k,limit,verdict,expansions\n\
        inf,none,proven,10\ninf,none,disproven,20\n\
        4,4/8,proven,30\n4,4/8,disproven,20\n\
        0,4/8,proven,5\n0,4/8,unknown,1\n";

    #[test]
    fn caps_and_limits_have_names() {
        assert_eq!([0, 64, usize::MAX].map(cap_name), ["0", "64", "inf"]);
        assert_eq!(limit_name(3), "3/8");
    }

    #[test]
    fn only_whole_groups_have_a_ratio() {
        let table = Table::parse(TABLE).unwrap();
        let rows: Vec<Row<'_>> = table.rows().collect();
        let of = |k, limit| Searches::of(&rows, &[("k", k), ("limit", limit)]);
        let free = of("inf", "none");
        assert_eq!(
            [&free, &of("4", "4/8"), &of("0", "4/8"), &of("0", "none")].map(|s| s.solved().unwrap()),
            [2, 2, 1, 0]
        );
        assert_eq!(of("4", "4/8").median_ratio("expansions", &free).unwrap(), Some(3.0));
        assert_eq!(of("0", "4/8").median_ratio("expansions", &free).unwrap(), None);
        assert!(of("0", "none").median_ratio("expansions", &free).is_err());
    }
}
