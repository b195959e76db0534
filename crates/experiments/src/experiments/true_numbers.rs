//! How much could any cure for double counting gain? Proof-number search with the sum rule, its cheap relatives, proof sets
//! with and without favouring, df-pn that looks for sources, and a search by true numbers, under many orders of moves.
//!
//! Every search is compared with PNS on the same problem with the same order of moves. A step of the search by true
//! numbers is uncertain when the work allowed does not suffice to know that both sets are lightest ones; the table has
//! the share of such steps. Limits are expansions and units of work, and nothing in the table depends on a clock.

use std::fmt::Display;
use std::io::Write;

use crate::against::{Against, draw_searches, write_columns};
use crate::domains::Domain;
use crate::table::Table;

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
    "exact:ties=first",
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
    let before = ["domain", "search", "cases", "problems", "cut_off", "uncertain", "cases_with_uncertain"];
    write_columns(out, &before, &[])?;
    for domain in domains(quick)? {
        let pns = domain.measure(PNS, MOST_EXPANSIONS)?;
        for search in [PNS].iter().chain(SEARCHES) {
            let found = domain.measure(search, MOST_EXPANSIONS)?;
            let all: u64 = found.iter().map(|found| found.expansions).sum();
            let uncertain: u64 = found.iter().map(|found| found.uncertain).sum();
            let share = format!("{:.4}", uncertain as f64 / all.max(1) as f64);
            let with_uncertain = found.iter().filter(|found| found.uncertain > 0).count();
            let against = Against { domain: &domain, found: &found, pns: &pns };
            let (cases, problems, cut_off) = (found.len(), against.problems(), against.cut_off());
            let own: [&dyn Display; 7] = [&domain.name, search, &cases, &problems, &cut_off, &share, &with_uncertain];
            against.write_row(out, &own, &[])?;
            out.flush()?;
        }
    }
    Ok(())
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    draw_searches(table, SEARCHES)
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
