//! Does it pay to favour the leaves of the root's sets? PSS with and without a discount, under many orders of moves, beside
//! depth-first searches with numbers and without.

use std::io::Write;

use super::tsume_sets;
use crate::discounts::Plan;
use crate::domains::Domain;
use crate::measure::MEMO;
use crate::table::Table;

const PLAN: Plan = Plan {
    // What every comparison has to face: cheap rules for numbers, depth-first searches, and a memory without numbers.
    plain: &["pns:sum=weak", "pns:sum=max", "dfpn", "dfpn:sources=on", MEMO],
    discounted: &[
        "pss:inf,inf,ties=first",
        "pss:inf,inf,ties=lex",
        "pss:inf,inf,ties=colex,pick=newest",
        "pss:20,20,ties=first",
    ],
    shares: &["0", "0.1", "0.3", "0.5", "0.9"],
    drawn: &["0", "0.3"],
    // The max rule and the memory alone come to it on mates.
    most_expansions: 50_000,
};

/// Chess mates of the suite: positions and goals.
const MATES: &[(&str, &str)] = &[
    ("8/pk5p/1pp1Q3/8/3R2P1/P1P1K2n/2q2r2/8 w - -", "mate-in:4"),
    ("r3kb1r/ppq2ppp/2n1pn2/3p4/6P1/1P2PN2/PBPNB1P1/R2QK2R b KQkq -", "mate-in:4"),
    ("7k/1p2q3/p6p/7N/3P2Pn/1PN3KP/1PP2R2/R7 b - -", "mate-in:5"),
];

/// Mates of `tsume.tsv` of the suite that take PNS some hundred to some thousand expansions.
const TSUME: &[&str] = &[
    "nshogi-m7-186",
    "nshogi-m9-353",
    "nshogi-m9-617",
    "maou-11a",
    "nshogi-m11-251",
    "nshogi-m11-80",
    "nshogi-m11h-910",
    "yumei-tsumeseisen3",
    "maou-17",
    "zuko005",
];

fn domains(quick: bool) -> anyhow::Result<Vec<Domain>> {
    let seeds = |most: u64| if quick { 3 } else { most };
    let mut tsume = tsume_sets::problems()?;
    tsume.retain(|(name, ..)| TSUME.contains(&name.as_str()));
    Ok(vec![
        Domain::board("tic-tac-toe", "3,3,3", seeds(100))?,
        Domain::board("mnk:4,3,3", "4,3,3", seeds(100))?,
        Domain::board("mnk:4,4,3,gravity", "4,4,3,gravity", seeds(100))?,
        Domain::board("connect-four:4x4", "4,4,4,gravity", seeds(30))?,
        Domain::mates("chess mates", MATES, seeds(10))?,
        Domain::tsume("mates of tsume-shogi", &tsume[..if quick { 2 } else { tsume.len() }], seeds(5))?,
        Domain::random(0.0, 14, seeds(30)),
        Domain::random(0.2, 20, seeds(30)),
        Domain::random(0.6, 20, seeds(30)),
        Domain::gusts("gusts, one axis, 25 legs", 1, 25, 25, seeds(30)),
        Domain::gusts("gusts, one axis, 25 legs, room 4", 1, 25, 4, seeds(30)),
        Domain::gusts("gusts, two axes, 10 legs", 2, 10, 10, seeds(30)),
        Domain::gusts("gusts, two axes, 10 legs, room 2", 2, 10, 2, seeds(30)),
    ])
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    PLAN.run(out, &domains(quick)?)
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    PLAN.draw(table)
}
