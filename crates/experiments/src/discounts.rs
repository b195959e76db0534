//! Searches with and without a discount for the leaves of the root's sets, on the cases of several domains: what the experiments
//! on ties and on favouring have in common.
//!
//! Every search is compared with PNS, and with the same search without a discount, on the same problem with the same
//! order of moves. Limits are expansions, and nothing in the table depends on a clock.

use std::io::Write;

use crate::against::{self, Against, name, write_columns};
use crate::domains::Domain;
use crate::measure::Measurement;
use crate::table::Table;

/// What is measured on each domain.
pub(crate) struct Plan {
    /// Searches without a discount.
    pub(crate) plain: &'static [&'static str],
    /// The searches that a discount is added to.
    pub(crate) discounted: &'static [&'static str],
    /// The shares that favoured leaves count at.
    pub(crate) shares: &'static [&'static str],
    /// Those of them that are drawn.
    pub(crate) drawn: &'static [&'static str],
    pub(crate) most_expansions: u64,
}

impl Plan {
    fn searches(&self) -> impl Iterator<Item = &'static str> {
        self.plain.iter().chain(self.discounted).copied()
    }

    /// Measures and writes the table.
    pub(crate) fn run(&self, out: &mut impl Write, domains: &[Domain]) -> anyhow::Result<()> {
        let before = ["domain", "search", "favour", "cases", "cut_off"];
        let after = ["below_pns", "mean_to_unfavoured", "low_unfavoured", "high_unfavoured"];
        write_columns(out, &before, &after)?;
        for domain in domains {
            let measure = |algorithm: &str| domain.measure(algorithm, self.most_expansions);
            let pns = measure("pns")?;
            for search in self.searches() {
                let unfavoured = measure(search)?;
                let mut row = |favour: &str, found: &[Measurement]| {
                    let against = Against { domain, found, pns: &pns };
                    let below =
                        against.ratios().iter().filter(|ratio| **ratio < 1.0).count() as f64 / found.len() as f64;
                    let [mean, low, high] = against.mean_to(&unfavoured);
                    against.write_row(
                        out,
                        &[&domain.name, &search, &favour, &found.len(), &against.cut_off()],
                        &[&format!("{below:.2}"), &mean, &low, &high],
                    )
                };
                row("none", &unfavoured)?;
                let shares = if self.plain.contains(&search) { &[] } else { self.shares };
                for share in shares {
                    row(share, &measure(&format!("{search},favour={share}"))?)?;
                }
            }
            out.flush()?;
        }
        Ok(())
    }

    /// Draws the table.
    pub(crate) fn draw(&self, table: &Table) -> anyhow::Result<String> {
        against::draw(table, |row| {
            let search = row.text("search")?;
            let name = match row.text("favour")? {
                "none" => name(search),
                share if self.drawn.contains(&share) => format!("ε = {share}"),
                _ => return Ok(None),
            };
            Ok(Some((name, self.searches().position(|known| known == search).unwrap_or(0))))
        })
    }
}
