//! The study of the tutorial: do weak sums need fewer expansions than sums on small boards of Connect Four?

use std::io::Write;

use crate::against::{Against, draw_searches, write_columns};
use crate::domains::Domain;
use crate::table::Table;

const SEARCHES: &[&str] = &["pns:sum=weak", "pss:20,20"];

/// No search comes near.
const MOST_EXPANSIONS: u64 = 1_000_000;

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    let orders = if quick { 3 } else { 100 };
    write_columns(out, &["domain", "search", "cases", "cut_off"], &[])?;
    for rules in ["4,3,3,gravity", "4,4,3,gravity", "4,4,4,gravity"] {
        // The same position in many orders of moves: these are the cases.
        let domain = Domain::board(&format!("mnk:{rules}"), rules, orders)?;
        let pns = domain.measure("pns", MOST_EXPANSIONS)?;
        for search in SEARCHES {
            let found = domain.measure(search, MOST_EXPANSIONS)?;
            let against = Against { domain: &domain, found: &found, pns: &pns };
            against.write_row(out, &[&domain.name, search, &found.len(), &against.cut_off()], &[])?;
        }
    }
    Ok(())
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    draw_searches(table, SEARCHES)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_shows_this_code() {
        let (page, code) = (include_str!("../../../../docs/src/study.md"), include_str!("study.rs"));
        let blocks: Vec<&str> =
            page.split("```rust,ignore\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        assert_eq!(blocks.len(), 2);
        assert!(blocks.iter().all(|block| code.contains(block)), "{blocks:?}");
    }
}
