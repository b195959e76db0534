//! How much of a search's size is luck? The same question under many orders of moves.
//!
//! Every algorithm sees the same orders, so besides the distributions there is a comparison with proof-number search
//! order by order. The column `natural` has the size in the order of the game itself.

use std::io::Write;

use proofset_bench::statistics::{quantile, spread};
use proofset_catalog::AlgorithmSpec;
use proofset_core::{Goal, Player, Solve};
use proofset_mnk::{Mnk, Rules};
use proofset_testkit::shuffled::{MoveOrder, Shuffled};

use super::different;
use crate::measure::Subject;
use crate::plot::{Axis, BoxPanel, BoxRow, boxes};
use crate::table::{Table, write_row};

const ALGORITHMS: &[&str] = &[
    "pns",
    "pns:sum=weak",
    "pns:sum=max",
    "pss",
    "pss:20,20",
    "pss:ties=lex",
    "pss:ties=lex,pick=newest",
    "pss:ties=colex",
    "pss:ties=colex,pick=newest",
    "pss:20,20,ties=lex",
    "pss:20,20,ties=lex,pick=newest",
    "pss:20,20,ties=colex",
    "pss:20,20,ties=colex,pick=newest",
];

struct Board {
    rules: &'static str,
    orders: u64,
    /// Orders by move need no gravity: four columns have few orders.
    by_move: bool,
}

const BOARDS: &[Board] = &[
    Board { rules: "3,3,3", orders: 500, by_move: true },
    Board { rules: "4,3,3", orders: 500, by_move: true },
    Board { rules: "4,3,3,gravity", orders: 500, by_move: false },
    Board { rules: "4,4,3,gravity", orders: 500, by_move: false },
    Board { rules: "4,4,4,gravity", orders: 50, by_move: false },
];

/// No search of these boards comes near.
const MOST_EXPANSIONS: u64 = 1_000_000;

fn write_columns(out: &mut impl Write) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"board",
            &"order",
            &"algorithm",
            &"orders",
            &"natural",
            &"min",
            &"p05",
            &"q1",
            &"median",
            &"q3",
            &"p95",
            &"max",
            &"mean",
            &"below_pns",
            &"median_ratio_to_pns",
        ],
    )
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_columns(out)?;
    for board in BOARDS {
        let orders = if quick { board.orders.min(10) } else { board.orders };
        write_board(out, board, MoveOrder::ByState, orders, ALGORITHMS)?;
        if board.by_move {
            write_board(out, board, MoveOrder::ByMove, orders, ALGORITHMS)?;
        }
    }
    Ok(())
}

/// The rows of a board, of which the first is that of PNS.
fn write_board(
    out: &mut impl Write,
    board: &Board,
    order: MoveOrder,
    orders: u64,
    algorithms: &[&str],
) -> anyhow::Result<()> {
    let problem = Solve::from_start(Mnk::<1>::new(board.rules.parse::<Rules>()?), Goal::win(Player::First));
    let name = if order == MoveOrder::ByState { "state" } else { "move" };
    let expansions = |subject: &dyn Subject, algorithm: &AlgorithmSpec| {
        subject.measure(algorithm, MOST_EXPANSIONS).map(|measurement| measurement.expansions)
    };
    let mut pns: Vec<u64> = Vec::new();
    for algorithm in algorithms {
        let algorithm: AlgorithmSpec = algorithm.parse()?;
        let natural = expansions(&problem, &algorithm)?;
        let found = (0..orders)
            .map(|seed| expansions(&Shuffled::new(&problem, order, seed), &algorithm))
            .collect::<anyhow::Result<Vec<u64>>>()?;
        if pns.is_empty() {
            pns.clone_from(&found);
        }
        let below = found.iter().zip(&pns).filter(|(found, pns)| found < pns).count();
        let ratios = found.iter().zip(&pns).map(|(&found, &pns)| found as f64 / pns as f64).collect();
        let mean = found.iter().sum::<u64>() as f64 / found.len() as f64;
        let mut sorted = found;
        sorted.sort_unstable();
        let at = |percent| quantile(&sorted, percent);
        write_row(
            out,
            &[
                &board.rules,
                &name,
                &algorithm,
                &orders,
                &natural,
                &at(0),
                &at(5),
                &at(25),
                &at(50),
                &at(75),
                &at(95),
                &at(100),
                &format!("{mean:.1}"),
                &format!("{:.3}", below as f64 / orders as f64),
                &format!("{:.3}", spread(ratios)[2]),
            ],
        )?;
    }
    Ok(())
}

/// Some rows that are measured fast.
#[cfg(test)]
pub(super) fn cheap_rows(out: &mut impl Write) -> anyhow::Result<()> {
    write_columns(out)?;
    let board = BOARDS.iter().find(|board| board.rules == "4,3,3,gravity").expect("it is a board");
    write_board(out, board, MoveOrder::ByState, board.orders, &["pns", "pns:sum=max", "pss"])
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let mut groups: Vec<(&str, &str)> = Vec::new();
    for row in table.rows() {
        let group = (row.text("board")?, row.text("order")?);
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let mut panels = Vec::new();
    for (board, order) in groups {
        let mut rows = Vec::new();
        let mut orders = "";
        for row in table.rows() {
            if (row.text("board")?, row.text("order")?) != (board, order) {
                continue;
            }
            orders = row.text("orders")?;
            let label = row.text("algorithm")?;
            let families = different(ALGORITHMS.iter().map(|text| family(text)));
            rows.push(BoxRow {
                label: label.to_owned(),
                five: [
                    row.number("min")?,
                    row.number("q1")?,
                    row.number("median")?,
                    row.number("q3")?,
                    row.number("max")?,
                ],
                mark: Some(row.number("natural")?),
                group: families.iter().position(|known| *known == family(label)).unwrap_or(0),
            });
        }
        let values = rows.iter().flat_map(|row| [row.five[0], row.five[4]].into_iter().chain(row.mark));
        let axis = Axis::logarithmic("expansions (logarithmic)", values);
        let drawn = if order == "state" { "each state's moves shuffled" } else { "the cells shuffled once" };
        panels.push(BoxPanel { title: format!("mnk:{board}, {orders} orders: {drawn}"), axis, rows });
    }
    Ok(boxes(&panels, Some("natural order of moves")))
}

/// The algorithm without ties and picks.
fn family(algorithm: &str) -> &str {
    let end = algorithm.find(",ties").or_else(|| algorithm.find(":ties"));
    let end = end.or_else(|| algorithm.find(",pick")).or_else(|| algorithm.find(":pick"));
    &algorithm[..end.unwrap_or(algorithm.len())]
}

#[cfg(test)]
mod tests {
    use super::{ALGORITHMS, different, family};

    #[test]
    fn families_leave_out_ties_and_picks() {
        let families = different(ALGORITHMS.iter().map(|text| family(text)));
        assert_eq!(families, ["pns", "pns:sum=weak", "pns:sum=max", "pss", "pss:20,20"]);
    }
}
