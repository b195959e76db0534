//! What does it gain to keep the sets of a second level in the first, or what several of them have in common, and not their sizes
//! alone?
//!
//! Every search is compared with PNS, and with the same search that keeps sizes, on the same problem with the same order of
//! moves. Expansions are those of both levels. Limits are expansions, and nothing in the table depends on a clock.

use std::fmt::Display;
use std::io::Write;

use crate::against::{Against, draw_searches, write_columns};
use crate::domains::Domain;
use crate::table::Table;

/// How large searches of the second level may become.
const SIZES: &[&str] = &["full", "100"];

/// What is searched, without the size.
const SEARCHES: &[&str] =
    &["pn2:", "pss2:", "pss2:keep=sets,", "pss2:keep=shared,", "pss2:20,20,", "pss2:20,20,keep=sets,"];

/// How many of them are drawn: sets with caps look like those without.
const DRAWN: usize = 4;

/// No search comes near.
const MOST_EXPANSIONS: u64 = 10_000_000;

fn domains(quick: bool) -> anyhow::Result<Vec<Domain>> {
    let seeds = |most: u64| if quick { 2 } else { most };
    Ok(vec![
        Domain::board("tic-tac-toe", "3,3,3", seeds(30))?,
        Domain::board("mnk:4,3,3,gravity", "4,3,3,gravity", seeds(30))?,
        Domain::board("mnk:4,4,3,gravity", "4,4,3,gravity", seeds(30))?,
        Domain::board("mnk:4,4,4,gravity", "4,4,4,gravity", seeds(10))?,
        Domain::random(0.0, 14, seeds(30)),
        Domain::random(0.6, 20, seeds(30)),
        Domain::random(0.9, 20, seeds(30)),
        Domain::kayles("Kayles, rows 4+4+4", &[4, 4, 4], seeds(30)),
        Domain::towers("towers of 6 lemmas", 6, 10, seeds(30)),
    ])
}

/// A search with a size of the second level.
fn with_size(search: &str, size: &str) -> String {
    format!("{search}size={size}")
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    let before = ["domain", "size", "search", "cases", "cut_off"];
    write_columns(out, &before, &["mean_to_sizes", "low_sizes", "high_sizes"])?;
    for domain in domains(quick)? {
        let pns = domain.measure("pns", MOST_EXPANSIONS)?;
        for size in SIZES {
            let sizes = domain.measure(&with_size("pss2:", size), MOST_EXPANSIONS)?;
            for search in SEARCHES {
                let search = with_size(search, size);
                let found = domain.measure(&search, MOST_EXPANSIONS)?;
                let against = Against { domain: &domain, found: &found, pns: &pns };
                let own: [&dyn Display; 5] = [&domain.name, size, &search, &found.len(), &against.cut_off()];
                let [mean, low, high] = against.mean_to(&sizes);
                against.write_row(out, &own, &[&mean, &low, &high])?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let searches: Vec<String> =
        SIZES.iter().flat_map(|size| SEARCHES[..DRAWN].iter().map(|search| with_size(search, size))).collect();
    draw_searches(table, &searches.iter().map(String::as_str).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::{Domain, MOST_EXPANSIONS, SEARCHES, SIZES, with_size};

    #[test]
    fn all_searches_agree_and_on_trees_it_makes_no_difference_what_is_kept() {
        let (trees, games) = (Domain::random(0.0, 8, 3), Domain::random(0.6, 8, 3));
        for domain in [&trees, &games] {
            let pns = domain.measure("pns", MOST_EXPANSIONS).unwrap();
            for size in SIZES {
                let measure = |search: &str| domain.measure(&with_size(search, size), MOST_EXPANSIONS).unwrap();
                let numbers = measure(SEARCHES[0]);
                for search in SEARCHES {
                    let found = measure(search);
                    assert!(found.iter().zip(&pns).all(|(found, pns)| found.verdict == pns.verdict), "{search}");
                    let same = found.iter().zip(&numbers).all(|(found, number)| found.expansions == number.expansions);
                    assert!(same || domain.name == games.name, "{search}, size={size}");
                }
            }
        }
    }
}
