//! Does it pay to favour the leaves of the root's sets? PSS with and without a discount, under many orders of moves.
//!
//! Every search is compared with PNS, and with the same search without a discount, on the same problem with the same
//! order of moves. The table has the distribution of the ratios to PNS.

use std::io::Write;

use proofset_bench::statistics::quantile;
use proofset_catalog::AlgorithmSpec;
use proofset_chess::{Mate, MateGoal, Position};
use proofset_core::{Goal, Player, Solve};
use proofset_mnk::{Mnk, Rules};
use proofset_testkit::gusts::WindyCourse;
use proofset_testkit::shuffled::{MoveOrder, Shuffled};
use proofset_testkit::synthetic::SyntheticGame;

use super::different;
use crate::measure::Subject;
use crate::plot::{Axis, BoxPanel, BoxRow, boxes};
use crate::table::{Table, write_row};

/// Cheap rules for numbers, which every comparison has to face.
const RULES: &[&str] = &["pns:sum=weak", "pns:sum=max"];

/// The searches that a discount is added to.
const SEARCHES: &[&str] = &[
    "pss:inf,inf,ties=lex",
    "pss:inf,inf,ties=colex,pick=newest",
    "pss:20,20,ties=lex",
    "pss:20,20,ties=colex,pick=newest",
];

/// The shares that favoured leaves count at.
const SHARES: &[&str] = &["0", "0.1", "0.3", "0.5", "0.9"];

/// A chess mate of the suite: position and goal.
const MATES: &[(&str, &str)] = &[
    ("8/pk5p/1pp1Q3/8/3R2P1/P1P1K2n/2q2r2/8 w - -", "mate-in:4"),
    ("r3kb1r/ppq2ppp/2n1pn2/3p4/6P1/1P2PN2/PBPNB1P1/R2QK2R b KQkq -", "mate-in:4"),
    ("7k/1p2q3/p6p/7N/3P2Pn/1PN3KP/1PP2R2/R7 b - -", "mate-in:5"),
];

/// No search comes near.
const MOST_EXPANSIONS: u64 = 1_000_000;

struct Domain {
    name: &'static str,
    problems: Vec<Box<dyn Subject>>,
}

fn domains(quick: bool) -> anyhow::Result<Vec<Domain>> {
    let seeds = |most: u64| 0..if quick { 3 } else { most };
    let mut domains = Vec::new();
    let boards = [("3,3,3", 100), ("4,3,3", 100), ("4,4,4,gravity", 30)];
    for (name, (rules, orders)) in ["tic-tac-toe", "mnk:4,3,3", "connect-four:4x4"].into_iter().zip(boards) {
        let rules: Rules = rules.parse()?;
        let problem = || Solve::from_start(Mnk::<1>::new(rules), Goal::win(Player::First));
        let shuffled = |seed| Box::new(Shuffled::new(problem(), MoveOrder::ByState, seed)) as Box<dyn Subject>;
        domains.push(Domain { name, problems: seeds(orders).map(shuffled).collect() });
    }
    let mut mates: Vec<Box<dyn Subject>> = Vec::new();
    for &(position, goal) in MATES {
        let mate = Mate::new(position.parse::<Position>()?, goal.parse::<MateGoal>()?);
        mates.extend(
            seeds(10).map(|seed| Box::new(Shuffled::new(mate.clone(), MoveOrder::ByState, seed)) as Box<dyn Subject>),
        );
    }
    domains.push(Domain { name: "chess mates", problems: mates });
    for (name, transposition) in [("random games, share 0.2", 0.2), ("random games, share 0.6", 0.6)] {
        let game = |seed| {
            Box::new(SyntheticGame {
                seed,
                depth: 20,
                branching: 2..=3,
                transposition,
                shared_states: 200,
                terminal: 0.05,
                proven: 0.5,
            }) as Box<dyn Subject>
        };
        domains.push(Domain { name, problems: seeds(30).map(game).collect() });
    }
    for (name, axes, legs) in [("gusts, one axis, 25 legs", 1, 25), ("gusts, two axes, 10 legs", 2, 10)] {
        let course = |seed| Box::new(WindyCourse { seed, axes, legs, room: legs.cast_signed() }) as Box<dyn Subject>;
        domains.push(Domain { name, problems: seeds(30).map(course).collect() });
    }
    Ok(domains)
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"domain",
            &"search",
            &"favour",
            &"problems",
            &"median_expansions",
            &"min_to_pns",
            &"q1_to_pns",
            &"median_to_pns",
            &"q3_to_pns",
            &"max_to_pns",
            &"below_pns",
            &"median_to_unfavoured",
            &"below_unfavoured",
            &"seconds",
        ],
    )?;
    for Domain { name, problems } in domains(quick)? {
        let measure = |algorithm: &str| -> anyhow::Result<(Vec<f64>, f64)> {
            let algorithm: AlgorithmSpec = algorithm.parse()?;
            let mut seconds = 0.0;
            let mut expansions = Vec::new();
            for problem in &problems {
                let found = problem.measure(&algorithm, MOST_EXPANSIONS)?;
                seconds += found.seconds;
                expansions.push(found.expansions as f64);
            }
            Ok((expansions, seconds))
        };
        let (pns, _) = measure("pns")?;
        for search in RULES.iter().chain(SEARCHES) {
            let (unfavoured, unfavoured_seconds) = measure(search)?;
            let mut row = |favour: &str, found: &[f64], seconds: f64| {
                let ratios = |to: &[f64]| {
                    let mut ratios: Vec<f64> = found.iter().zip(to).map(|(found, to)| found / to).collect();
                    ratios.sort_by(f64::total_cmp);
                    ratios
                };
                let (to_unfavoured, to_pns) = (ratios(&unfavoured), ratios(&pns));
                let below = |ratios: &[f64]| {
                    let below = ratios.iter().filter(|ratio| **ratio < 1.0).count() as f64;
                    format!("{:.2}", below / found.len() as f64)
                };
                let mut sorted = found.to_vec();
                sorted.sort_by(f64::total_cmp);
                let at = |percent| format!("{:.3}", quantile(&to_pns, percent));
                write_row(
                    out,
                    &[
                        &name,
                        search,
                        &favour,
                        &found.len(),
                        &quantile(&sorted, 50),
                        &at(0),
                        &at(25),
                        &at(50),
                        &at(75),
                        &at(100),
                        &below(&to_pns),
                        &format!("{:.3}", quantile(&to_unfavoured, 50)),
                        &below(&to_unfavoured),
                        &format!("{seconds:.3}"),
                    ],
                )
            };
            row("none", &unfavoured, unfavoured_seconds)?;
            let shares = if RULES.contains(search) { &[] } else { SHARES };
            for share in shares {
                let (found, seconds) = measure(&format!("{search},favour={share}"))?;
                row(share, &found, seconds)?;
            }
        }
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
            problems = row.text("problems")?;
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
        panels.push(BoxPanel { title: format!("{domain}: {problems} problems"), axis, rows });
    }
    Ok(boxes(&panels, None))
}
