//! How much could any cure for double counting gain? Proof-number search with the sum rule, its cheap relatives, proof sets
//! with and without favouring, df-pn that looks for sources, and a search by true numbers, under many orders of moves.
//!
//! Every search is compared with PNS on the same problem with the same order of moves. A step of the search by true
//! numbers is uncertain when the work allowed does not suffice to know that both sets are lightest ones; the table has
//! the share of such steps. Limits are expansions and units of work, and nothing in the table depends on a clock.

use std::io::Write;

use proofset_core::StopReason;

use super::different;
use crate::domains::Domain;
use crate::measure::quantile;
use crate::plot::{Axis, BoxPanel, BoxRow, boxes};
use crate::table::{Table, write_row};

const PNS: &str = "pns";

/// What is compared with PNS.
const SEARCHES: &[&str] = &[
    "pns:sum=weak",
    "pns:sum=max",
    "pss:inf,inf,ties=lex",
    "pss:inf,inf,ties=first",
    "pss:inf,inf,ties=first,favour=0",
    "dfpn:sources=on",
    "exact",
];

/// Chess mates of the suite: positions and goals.
const MATES: &[(&str, &str)] = &[
    ("1k2r3/pp4Q1/8/2R1p3/3p4/3P1q2/PP5P/6K1 w - -", "mate-in:3"),
    ("1k6/2b5/pp5p/1Np5/3p4/3B2P1/PPPq3P/5R1K w - -", "mate-in:3"),
    ("1r4k1/5ppp/3p4/3Pb1P1/Q6P/2qp1P2/PP1R2R1/1K6 b - -", "mate-in:3"),
    ("2B1k3/ppr2p2/3p2p1/4p3/4P3/3P2qQ/PPpK4/R6R b - -", "mate-in:3"),
    ("2r2k2/1q3p2/3p4/3Pp1Qp/P3P2P/K4P2/2P5/3R2R1 b - -", "mate-in:3"),
    ("3Q4/k6p/5Rp1/5p2/p1Pn1P2/3n4/BP2r2P/5K2 b - -", "mate-in:3"),
    ("4k2r/1p3pp1/2p1p2p/1r5P/p1nP4/P4NN1/2q2PP1/KRQ4R b k -", "mate-in:3"),
    ("4r1k1/pR6/3p3B/6p1/8/1P1n1P2/P4P1P/6K1 b - -", "mate-in:3"),
    ("4r2k/2Q2Bpp/8/P4p2/1P4n1/2P2bP1/5P1P/5K2 b - -", "mate-in:3"),
    ("6k1/p2Q4/3p2p1/8/3qPn2/5P2/PP3RPP/6K1 b - -", "mate-in:3"),
];

/// No search comes near.
const MOST_EXPANSIONS: u64 = 100_000;

fn domains(quick: bool) -> anyhow::Result<Vec<Domain>> {
    let seeds = |most: u64| if quick { 2 } else { most };
    Ok(vec![
        Domain::opening("tic-tac-toe after two moves", "3,3,3", "b2 a1", seeds(100))?,
        Domain::board("mnk:4,3,3,gravity", "4,3,3,gravity", seeds(100))?,
        Domain::board("mnk:4,4,3,gravity", "4,4,3,gravity", seeds(100))?,
        Domain::random(0.0, 10, seeds(100)),
        Domain::random(0.6, 10, seeds(100)),
        Domain::kayles("Kayles, rows 4+4", &[4, 4], seeds(100)),
        Domain::towers("towers of 4 lemmas", 4, 10, seeds(100)),
        Domain::mates("chess mates in 3", MATES, seeds(10))?,
    ])
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    let columns = [
        "domain",
        "search",
        "cases",
        "problems",
        "cut_off",
        "uncertain",
        "cases_with_uncertain",
        "median_expansions",
        "min_to_pns",
        "q1_to_pns",
        "median_to_pns",
        "q3_to_pns",
        "max_to_pns",
        "mean_to_pns",
        "low",
        "high",
    ];
    writeln!(out, "{}", columns.join(","))?;
    for domain in domains(quick)? {
        let pns = domain.measure(PNS, MOST_EXPANSIONS)?;
        for search in [PNS].iter().chain(SEARCHES) {
            let found = domain.measure(search, MOST_EXPANSIONS)?;
            let mut ratios: Vec<f64> = found.iter().zip(&pns).map(|(found, pns)| found.to(pns)).collect();
            ratios.sort_by(f64::total_cmp);
            let at = |percent| format!("{:.3}", quantile(&ratios, percent));
            let mut expansions: Vec<u64> = found.iter().map(|found| found.expansions).collect();
            let all: u64 = expansions.iter().sum();
            expansions.sort_unstable();
            let uncertain: u64 = found.iter().map(|found| found.uncertain).sum();
            let ratio = domain.compare(&found, &pns).expect("a domain has cases");
            write_row(
                out,
                &[
                    &domain.name,
                    search,
                    &ratio.pairs,
                    &ratio.problems,
                    &found.iter().filter(|found| found.stop != StopReason::Decided).count(),
                    &format!("{:.4}", uncertain as f64 / all.max(1) as f64),
                    &found.iter().filter(|found| found.uncertain > 0).count(),
                    &quantile(&expansions, 50),
                    &at(0),
                    &at(25),
                    &at(50),
                    &at(75),
                    &at(100),
                    &format!("{:.3}", ratio.mean),
                    &format!("{:.3}", ratio.low),
                    &format!("{:.3}", ratio.high),
                ],
            )?;
            out.flush()?;
        }
    }
    Ok(())
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let domains = different(table.rows().map(|row| row.text("domain")).collect::<anyhow::Result<Vec<_>>>()?);
    let mut panels = Vec::new();
    for domain in domains {
        let mut rows = Vec::new();
        let mut cases = "";
        for row in table.rows() {
            let search = row.text("search")?;
            if row.text("domain")? != domain || search == PNS {
                continue;
            }
            cases = row.text("cases")?;
            let cut_off = row.number("cut_off")? > 0.0;
            let label = search.replace("inf,inf", "∞,∞").replace("ties=", "").replace("favour=", "ε = ");
            rows.push(BoxRow {
                label: if cut_off { format!("{label}, some cut off") } else { label },
                five: [
                    row.number("min_to_pns")?,
                    row.number("q1_to_pns")?,
                    row.number("median_to_pns")?,
                    row.number("q3_to_pns")?,
                    row.number("max_to_pns")?,
                ],
                mark: Some(row.number("mean_to_pns")?),
                group: SEARCHES.iter().position(|known| *known == search).unwrap_or(0),
            });
        }
        let values = rows.iter().flat_map(|row| [row.five[0], row.five[4]]);
        let axis = Axis::logarithmic("expansions / those of PNS", values.chain([1.0]));
        panels.push(BoxPanel { title: format!("{domain}: {cases} cases"), axis, rows });
    }
    Ok(boxes(&panels, Some("geometric mean")))
}

#[cfg(test)]
mod tests {
    use proofset_core::Verdict;

    use super::{Domain, MOST_EXPANSIONS, PNS, SEARCHES};

    #[test]
    fn all_searches_agree_and_true_numbers_gain_where_lemmas_share() {
        let towers = Domain::towers("towers", 3, 4, 2);
        let kayles = Domain::kayles("Kayles", &[3, 2], 2);
        for (domain, verdict) in [(&towers, Some(Verdict::Proven)), (&kayles, None)] {
            let pns = domain.measure(PNS, MOST_EXPANSIONS).unwrap();
            assert!(pns.iter().all(|found| found.verdict == verdict.unwrap_or(pns[0].verdict)));
            for search in SEARCHES {
                let found = domain.measure(search, MOST_EXPANSIONS).unwrap();
                assert!(found.iter().zip(&pns).all(|(found, pns)| found.verdict == pns.verdict), "{search}");
            }
        }
        // What three lemmas gain, where the sum rule counts one leaf eight times.
        let (pns, exact) =
            (towers.measure(PNS, MOST_EXPANSIONS).unwrap(), towers.measure("exact", MOST_EXPANSIONS).unwrap());
        let ratio = towers.compare(&exact, &pns).unwrap();
        assert!(ratio.high < 1.0 && ratio.pairs == 2, "{ratio:?}");
        assert!(exact.iter().all(|found| found.uncertain == 0));
        // With too little work for a step, steps are uncertain, and verdicts stay.
        let games = Domain::random(0.6, 8, 3);
        let hurried = games.measure("exact:limit=0", MOST_EXPANSIONS).unwrap();
        assert!(hurried.iter().any(|found| found.uncertain > 0));
        assert!(hurried.iter().zip(games.measure(PNS, MOST_EXPANSIONS).unwrap()).all(|(a, b)| a.verdict == b.verdict));
    }
}
