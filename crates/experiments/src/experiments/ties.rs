//! What are ties worth? PSS with sets of equal size taken by age and by the first child, with and without a discount for the leaves
//! of the root's sets, under many orders of moves.

use std::io::Write;

use crate::discounts::Plan;
use crate::domains::Domain;
use crate::table::Table;

const PLAN: Plan = Plan {
    // Cheap rules for numbers, which every comparison has to face.
    plain: &["pns:sum=weak", "pns:sum=max"],
    discounted: &["pss:inf,inf,ties=lex", "pss:inf,inf,ties=first", "pss:20,20,ties=lex", "pss:20,20,ties=first"],
    shares: &["0", "0.3", "0.9"],
    drawn: &["0", "0.3", "0.9"],
    // No search comes near.
    most_expansions: 1_000_000,
};

fn domains(quick: bool) -> anyhow::Result<Vec<Domain>> {
    let seeds = |most: u64| if quick { 3 } else { most };
    Ok(vec![
        Domain::board("tic-tac-toe", "3,3,3", seeds(100))?,
        Domain::board("mnk:4,3,3", "4,3,3", seeds(100))?,
        Domain::board("mnk:4,4,3,gravity", "4,4,3,gravity", seeds(100))?,
        Domain::board("connect-four:4x4", "4,4,4,gravity", seeds(30))?,
        Domain::board("connect-four:5x4", "5,4,4,gravity", if quick { 1 } else { 10 })?,
        Domain::random(0.0, 14, seeds(30)),
        Domain::random(0.2, 20, seeds(30)),
        Domain::random(0.6, 20, seeds(30)),
        Domain::random(0.9, 20, seeds(30)),
    ])
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    PLAN.run(out, &domains(quick)?)
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    PLAN.draw(table)
}
