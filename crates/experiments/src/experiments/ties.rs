//! What are ties worth? PSS with sets of equal size taken by age and by the first child, with and without a discount for the leaves
//! of the root's sets, under many orders of moves.
//!
//! Every search is compared with PNS, and with the same search without a discount, on the same problem with the same
//! order of moves. The table has the distribution of the ratios to PNS, and their geometric means with intervals.
//! Limits are expansions, and nothing in the table depends on a clock.

use std::io::Write;

use proofset_core::StopReason;

use super::different;
use crate::domains::Domain;
use crate::measure::{Measurement, quantile};
use crate::plot::{Axis, BoxPanel, BoxRow, boxes};
use crate::table::{Table, write_row};

/// Cheap rules for numbers, which every comparison has to face.
const RULES: &[&str] = &["pns:sum=weak", "pns:sum=max"];

/// The searches that a discount is added to.
const SEARCHES: &[&str] =
    &["pss:inf,inf,ties=lex", "pss:inf,inf,ties=first", "pss:20,20,ties=lex", "pss:20,20,ties=first"];

/// The shares that favoured leaves count at.
const SHARES: &[&str] = &["0", "0.3", "0.9"];

/// No search comes near.
const MOST_EXPANSIONS: u64 = 1_000_000;

fn domains(quick: bool) -> anyhow::Result<Vec<Domain>> {
    let seeds = |most: u64| if quick { 3 } else { most };
    Ok(vec![
        Domain::board("tic-tac-toe", "3,3,3", seeds(100))?,
        Domain::board("mnk:4,3,3", "4,3,3", seeds(100))?,
        Domain::board("mnk:4,4,3,gravity", "4,4,3,gravity", seeds(100))?,
        Domain::random(0.0, 14, seeds(30)),
        Domain::random(0.2, 20, seeds(30)),
        Domain::random(0.6, 20, seeds(30)),
        Domain::random(0.9, 20, seeds(30)),
    ])
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    let columns = [
        "domain",
        "search",
        "favour",
        "cases",
        "cut_off",
        "median_expansions",
        "min_to_pns",
        "q1_to_pns",
        "median_to_pns",
        "q3_to_pns",
        "max_to_pns",
        "mean_to_pns",
        "low",
        "high",
        "below_pns",
        "mean_to_unfavoured",
        "low_unfavoured",
        "high_unfavoured",
    ];
    writeln!(out, "{}", columns.join(","))?;
    for domain in domains(quick)? {
        let measure = |algorithm: &str| domain.measure(algorithm, MOST_EXPANSIONS);
        let compare = |found: &[Measurement], to: &[Measurement]| {
            let ratio = domain.compare(found, to);
            ratio.map_or([1.0; 3], |found| [found.mean, found.low, found.high]).map(|number| format!("{number:.3}"))
        };
        let pns = measure("pns")?;
        for search in RULES.iter().chain(SEARCHES) {
            let unfavoured = measure(search)?;
            let mut row = |favour: &str, found: &[Measurement]| {
                let mut ratios: Vec<f64> = found.iter().zip(&pns).map(|(found, pns)| found.to(pns)).collect();
                ratios.sort_by(f64::total_cmp);
                let below = ratios.iter().filter(|ratio| **ratio < 1.0).count() as f64 / found.len() as f64;
                let mut sorted: Vec<u64> = found.iter().map(|found| found.expansions).collect();
                sorted.sort_unstable();
                let at = |percent| format!("{:.3}", quantile(&ratios, percent));
                let [mean, low, high] = compare(found, &pns);
                let [to_unfavoured, least, most] = compare(found, &unfavoured);
                write_row(
                    out,
                    &[
                        &domain.name,
                        search,
                        &favour,
                        &found.len(),
                        &found.iter().filter(|found| found.stop != StopReason::Decided).count(),
                        &quantile(&sorted, 50),
                        &at(0),
                        &at(25),
                        &at(50),
                        &at(75),
                        &at(100),
                        &mean,
                        &low,
                        &high,
                        &format!("{below:.2}"),
                        &to_unfavoured,
                        &least,
                        &most,
                    ],
                )
            };
            row("none", &unfavoured)?;
            let shares = if RULES.contains(search) { &[] } else { SHARES };
            for share in shares {
                row(share, &measure(&format!("{search},favour={share}"))?)?;
            }
        }
        out.flush()?;
    }
    Ok(())
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let domains = different(table.rows().map(|row| row.text("domain")).collect::<anyhow::Result<Vec<_>>>()?);
    let mut panels = Vec::new();
    for domain in domains {
        let mut rows = Vec::new();
        let mut problems = "";
        for row in table.rows() {
            if row.text("domain")? != domain {
                continue;
            }
            problems = row.text("cases")?;
            let search = row.text("search")?;
            let name = search.replace("inf,inf", "∞,∞").replace("ties=", "").replace("pick=", "");
            let label = match row.text("favour")? {
                "none" => name,
                share => format!("ε = {share}"),
            };
            rows.push(BoxRow {
                label,
                five: [
                    row.number("min_to_pns")?,
                    row.number("q1_to_pns")?,
                    row.number("median_to_pns")?,
                    row.number("q3_to_pns")?,
                    row.number("max_to_pns")?,
                ],
                mark: None,
                group: RULES.iter().chain(SEARCHES).position(|known| *known == search).unwrap_or(0),
            });
        }
        let values = rows.iter().flat_map(|row| [row.five[0], row.five[4]]);
        let axis = Axis::logarithmic("expansions / those of PNS", values.chain([1.0]));
        panels.push(BoxPanel { title: format!("{domain}: {problems} cases"), axis, rows });
    }
    Ok(boxes(&panels, None))
}
