//! How large must truncated sets be? Searches with sets of at most K listed nodes, from PNS (K = 0) to PSS (K = ∞).
//!
//! The two corners where only one side is truncated are measured too, and the cheap rules for numbers beside them.

use std::io::Write;

use proofset_bench::statistics::spread;
use proofset_catalog::AlgorithmSpec;
use proofset_chess::{Mate, MateGoal, Position};
use proofset_core::{Goal, NotationError, Player, Solve};
use proofset_mnk::{Mnk, Rules};
use proofset_testkit::synthetic::SyntheticGame;

use super::different;
use crate::measure::Subject;
use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::table::{Row, Table, write_row};

const CAPS: &[&str] = &["0", "1", "2", "4", "8", "16", "20", "32", "64", "128", "inf"];

/// What stands beside the caps: a name for the picture, and the algorithm.
const OTHERS: &[(&str, &str)] =
    &[("∞,0", "pss:inf,0,ties=lex"), ("0,∞", "pss:0,inf,ties=lex"), ("weak", "pns:sum=weak"), ("max", "pns:sum=max")];

/// Chess mates of the suite: name, position, goal.
const MATES: &[(&str, &str, &str)] = &[
    ("cp026, mate in 4", "8/pk5p/1pp1Q3/8/3R2P1/P1P1K2n/2q2r2/8 w - -", "mate-in:4"),
    ("cp028, mate in 4", "r3kb1r/ppq2ppp/2n1pn2/3p4/6P1/1P2PN2/PBPNB1P1/R2QK2R b KQkq -", "mate-in:4"),
    ("cp030, mate in 5", "7k/1p2q3/p6p/7N/3P2Pn/1PN3KP/1PP2R2/R7 b - -", "mate-in:5"),
];

const SHARES: &[f64] = &[0.0, 0.2, 0.4, 0.6, 0.8];

/// Searches that do not end are cut here.
const MOST_EXPANSIONS: u64 = 500_000;

struct Entry {
    domain: &'static str,
    problem: String,
    seed: u64,
    subject: Box<dyn Subject>,
}

/// Positions of a random game are 20 plies deep and two or three moves wide; the share of moves to common states varies.
fn random_game(share: f64, seed: u64) -> SyntheticGame {
    SyntheticGame {
        seed,
        depth: 20,
        branching: 2..=3,
        transposition: share,
        shared_states: 200,
        terminal: 0.05,
        proven: 0.5,
    }
}

fn mate(position: &str, goal: &str) -> Result<Mate, NotationError> {
    Ok(Mate::new(position.parse::<Position>()?, goal.parse::<MateGoal>()?))
}

fn entries(quick: bool) -> anyhow::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut board = |domain, name: &str, rules: Rules| {
        let problem = Solve::from_start(Mnk::<1>::new(rules), Goal::win(Player::First));
        entries.push(Entry { domain, problem: name.to_owned(), seed: 0, subject: Box::new(problem) });
    };
    board("m,n,k", "mnk:3,3,3", "3,3,3".parse()?);
    board("m,n,k", "mnk:4,3,3", "4,3,3".parse()?);
    board("Connect Four", "connect-four:4x4", Rules::connect_four("4x4")?);
    if !quick {
        board("Connect Four", "connect-four:5x4", Rules::connect_four("5x4")?);
    }
    for &(name, position, goal) in MATES {
        let subject = Box::new(mate(position, goal)?);
        entries.push(Entry { domain: "chess mates", problem: name.to_owned(), seed: 0, subject });
    }
    for &share in SHARES {
        for seed in 0..if quick { 2 } else { 30 } {
            entries.push(Entry {
                domain: "random DAGs",
                problem: format!("share {share}"),
                seed,
                subject: Box::new(random_game(share, seed)),
            });
        }
    }
    Ok(entries)
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"domain",
            &"problem",
            &"seed",
            &"k",
            &"algorithm",
            &"verdict",
            &"expansions",
            &"nodes",
            &"recomputations",
            &"seconds",
            &"bytes",
        ],
    )?;
    let capped = CAPS.iter().map(|cap| (*cap, format!("pss:{cap},{cap},ties=lex")));
    let others = OTHERS.iter().map(|&(name, algorithm)| (name, algorithm.to_owned()));
    let algorithms: Vec<(&str, AlgorithmSpec)> = [("pns", "pns".to_owned())]
        .into_iter()
        .chain(capped)
        .chain(others)
        .map(|(name, text)| Ok((name, text.parse()?)))
        .collect::<anyhow::Result<_>>()?;
    for Entry { domain, problem, seed, subject } in entries(quick)? {
        for (k, algorithm) in &algorithms {
            let found = subject.measure(algorithm, MOST_EXPANSIONS)?;
            write_row(
                out,
                &[
                    &domain,
                    &problem,
                    &seed,
                    k,
                    algorithm,
                    &found.verdict,
                    &found.expansions,
                    &found.nodes,
                    &found.recomputations,
                    &format!("{:.4}", found.seconds),
                    &found.bytes,
                ],
            )?;
        }
    }
    Ok(())
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let texts = |column| rows.iter().map(|row| row.text(column)).collect::<anyhow::Result<Vec<_>>>();
    let others: Vec<&str> = OTHERS.iter().map(|(name, _)| *name).collect();
    let shown: Vec<&str> =
        CAPS.iter().map(|cap| if *cap == "inf" { "∞" } else { cap }).chain(others.iter().copied()).collect();
    let keys: Vec<&str> = CAPS.iter().chain(&others).copied().collect();
    let mut panels = Vec::new();
    for domain in different(texts("domain")?) {
        let mut series = Vec::new();
        let of_domain: Vec<&Row<'_>> =
            rows.iter().filter(|row| row.text("domain").is_ok_and(|d| d == domain)).collect();
        let problems = different(of_domain.iter().map(|row| row.text("problem")).collect::<anyhow::Result<Vec<_>>>()?);
        for problem in problems {
            let of_problem: Vec<&&Row<'_>> =
                of_domain.iter().filter(|row| row.text("problem").is_ok_and(|p| p == problem)).collect();
            let expansions = |key: &str| -> anyhow::Result<Vec<f64>> {
                let rows = of_problem.iter().filter(|row| row.text("k").is_ok_and(|k| k == key));
                rows.map(|row| row.number("expansions")).collect()
            };
            let pns = expansions("pns")?;
            let mut points = Vec::new();
            for (place, key) in keys.iter().enumerate() {
                let ratios = expansions(key)?.iter().zip(&pns).map(|(found, pns)| found / pns).collect();
                points.push((place as f64, spread(ratios)[2]));
            }
            let alone = points.split_off(CAPS.len()).into_iter().map(|point| vec![point]);
            series.push(Series { name: problem.to_owned(), runs: std::iter::once(points).chain(alone).collect() });
        }
        let heights = series.iter().flat_map(|series| series.runs.iter().flatten().map(|point| point.1));
        panels.push(CurvePanel {
            title: domain.to_owned(),
            across: Axis::names("K = P = D, or P,D; at the right the weak and the max rule for numbers", &shown),
            up: Axis::logarithmic("expansions / those of PNS", heights.chain([1.0])),
            series,
            reference: Some(1.0),
        });
    }
    Ok(curves(&panels))
}
