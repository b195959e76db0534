//! How large must truncated sets be? Searches with sets of at most K listed nodes, from PNS (K = 0) to PSS (K = ∞), with both rules for
//! ties.
//!
//! The two corners where only one side is truncated are measured too, and the cheap rules for numbers beside them. Every search is
//! compared with PNS on the same problem with the same order of moves. Limits are expansions, and nothing in the table
//! depends on a clock.

use std::fmt::Display;
use std::io::Write;

use super::different;
use super::where_sets_pay::mates;
use crate::against::{Against, write_columns};
use crate::domains::Domain;
use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::table::{Row, Table};

const CAPS: &[&str] = &["0", "1", "2", "4", "8", "16", "20", "32", "64", "128", "inf"];

/// Caps on one side only: a name for the picture, and the caps.
const CORNERS: &[(&str, &str)] = &[("∞,0", "inf,0"), ("0,∞", "0,inf")];

/// Numbers by other rules, which know no ties of sets.
const NUMBERS: &[(&str, &str)] = &[("weak", "pns:sum=weak"), ("max", "pns:sum=max")];

/// How sets of equal size are told apart, and what the picture says of it.
const TIES: &[(&str, &str)] = &[("first", "ties of numbers"), ("lex", "ties by age")];

const SHARES: &[f64] = &[0.0, 0.2, 0.4, 0.6, 0.8];

/// No search but those by the max rule comes near.
const MOST_EXPANSIONS: u64 = 1_000_000;

/// On mates, where a node has thirty children.
const MOST_ON_MATES: u64 = 30_000;

const MATES: &str = "chess mates";

/// Domains that share a panel of the picture.
const PANELS: &[(&str, &[&str])] = &[
    ("boards", &["tic-tac-toe", "mnk:4,3,3", "connect-four:4x4", "connect-four:5x4"]),
    (MATES, &[MATES]),
    (
        "random games",
        &[
            "random trees",
            "random games, share 0.2",
            "random games, share 0.4",
            "random games, share 0.6",
            "random games, share 0.8",
        ],
    ),
];

fn domains(quick: bool) -> anyhow::Result<Vec<Domain>> {
    let orders = |most: u64| if quick { 2 } else { most };
    let mut domains = vec![
        Domain::board("tic-tac-toe", "3,3,3", orders(30))?,
        Domain::board("mnk:4,3,3", "4,3,3", orders(30))?,
        Domain::board("connect-four:4x4", "4,4,4,gravity", orders(30))?,
    ];
    if !quick {
        domains.push(Domain::board("connect-four:5x4", "5,4,4,gravity", 10)?);
    }
    let mates = mates()?;
    let mates: Vec<(&str, &str)> = mates.iter().map(|[_, position, goal]| (position.as_str(), goal.as_str())).collect();
    domains.push(Domain::mates(MATES, &mates[..if quick { 2 } else { mates.len() }], orders(5))?);
    domains.extend(SHARES.iter().map(|&share| Domain::random(share, 20, orders(30))));
    Ok(domains)
}

/// The key of each search in the table, its rule for ties, and the search.
fn searches() -> Vec<(&'static str, &'static str, String)> {
    let numbers = [("pns", "pns")].iter().chain(NUMBERS).map(|&(k, search)| (k, "", search.to_owned()));
    let caps = CAPS.iter().map(|cap| (*cap, format!("{cap},{cap}")));
    let caps: Vec<(&str, String)> = caps.chain(CORNERS.iter().map(|&(name, caps)| (name, caps.to_owned()))).collect();
    let sets = TIES
        .iter()
        .flat_map(|(ties, _)| caps.iter().map(move |(k, caps)| (*k, *ties, format!("pss:{caps},ties={ties}"))));
    numbers.chain(sets).collect()
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    let before = ["domain", "ties", "k", "search", "cases", "problems", "cut_off"];
    let after = ["recomputations", "recomputations_low", "recomputations_high", "bytes_to_pns"];
    write_columns(out, &before, &after)?;
    for domain in domains(quick)? {
        write_domain(out, &domain)?;
    }
    Ok(())
}

fn write_domain(out: &mut impl Write, domain: &Domain) -> anyhow::Result<()> {
    let most_expansions = if domain.name == MATES { MOST_ON_MATES } else { MOST_EXPANSIONS };
    let pns = domain.measure("pns", most_expansions)?;
    for (k, ties, search) in searches() {
        let found = domain.measure(&search, most_expansions)?;
        let against = Against { domain, found: &found, pns: &pns };
        let (cases, problems, cut_off) = (found.len(), against.problems(), against.cut_off());
        let own: [&dyn Display; 7] = [&domain.name, &ties, &k, &search, &cases, &problems, &cut_off];
        let [updates, low, high] = against.mean_of(|found| found.recomputations);
        let [bytes, ..] = against.mean_of(|found| found.bytes);
        against.write_row(out, &own, &[&updates, &low, &high, &bytes])?;
        out.flush()?;
    }
    Ok(())
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let present = different(rows.iter().map(|row| row.text("domain")).collect::<anyhow::Result<Vec<_>>>()?);
    let alone: Vec<&str> = CORNERS.iter().chain(NUMBERS).map(|(name, _)| *name).collect();
    let shown: Vec<&str> =
        CAPS.iter().map(|cap| if *cap == "inf" { "∞" } else { cap }).chain(alone.iter().copied()).collect();
    let keys: Vec<&str> = CAPS.iter().chain(&alone).copied().collect();
    let mut panels = Vec::new();
    for (title, domains) in PANELS {
        for (ties, words) in TIES {
            let mut series = Vec::new();
            for (index, domain) in domains.iter().filter(|domain| present.contains(domain)).enumerate() {
                let (mut points, mut intervals) = (Vec::new(), Vec::new());
                // Side by side, so that the lines of the intervals can be told apart.
                let aside = 0.09 * (index as f64 - (domains.len() / 2) as f64);
                for (place, key) in keys.iter().enumerate() {
                    let row = rows.iter().find(|row| {
                        let has = |column, text: &str| row.text(column).is_ok_and(|found| found == text);
                        has("domain", domain) && has("k", key) && (has("ties", ties) || has("ties", ""))
                    });
                    let Some(row) = row else { continue };
                    let across = place as f64 + aside;
                    points.push((across, row.number("mean_to_pns")?));
                    intervals.push(vec![(across, row.number("low")?), (across, row.number("high")?)]);
                }
                let single = points.split_off(CAPS.len()).into_iter().map(|point| vec![point]);
                let runs = std::iter::once(points).chain(single).chain(intervals).collect();
                series.push(Series { name: (*domain).to_owned(), runs });
            }
            let heights = series.iter().flat_map(|series| series.runs.iter().flatten().map(|point| point.1));
            panels.push(CurvePanel {
                title: format!("{title}, {words}: geometric means with 95 % intervals"),
                across: Axis::names("K = P = D, or P,D; at the right the weak and the max rule for numbers", &shown),
                up: Axis::logarithmic("expansions / those of PNS", heights.chain([1.0])),
                series,
                reference: Some(1.0),
            });
        }
    }
    Ok(curves(&panels))
}
