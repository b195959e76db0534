//! Searches against proof-number search on the cases of a domain: the columns that such tables share, and their picture.
//!
//! Every row is a search on a domain. What stands in the shared columns is computed from the same cases in the same order:
//! pairs, as the module of statistics in `bench` compares them.

use std::fmt::Display;
use std::io::Write;

use anyhow::ensure;
use proofset_bench::statistics::{MeanRatio, mean_ratio, quantile, spread};
use proofset_catalog::AlgorithmSpec;
use proofset_core::{StopReason, Verdict};

use crate::domains::Domain;
use crate::measure::Measurement;
use crate::plot::{Axis, BoxPanel, BoxRow, boxes};
use crate::table::{Row, Table, write_row};

/// The columns that [`Against::fields`] fills.
pub(crate) const COLUMNS: [&str; 9] = [
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

/// Writes the first row: the columns of a table, the shared ones between its own.
pub(crate) fn write_columns(out: &mut impl Write, before: &[&str], after: &[&str]) -> anyhow::Result<()> {
    let columns = [before, &COLUMNS, after].concat();
    write_row(out, &columns.iter().map(|column| column as &dyn Display).collect::<Vec<_>>())
}

/// A search and proof-number search on all cases of a domain.
pub(crate) struct Against<'a> {
    pub(crate) domain: &'a Domain,
    pub(crate) found: &'a [Measurement],
    pub(crate) pns: &'a [Measurement],
}

impl Against<'_> {
    /// How many of the searches a limit has cut off.
    pub(crate) fn cut_off(&self) -> usize {
        self.found.iter().filter(|found| found.stop != StopReason::Decided).count()
    }

    /// The ratio of each pair.
    pub(crate) fn ratios(&self) -> Vec<f64> {
        self.found.iter().zip(self.pns).map(|(found, pns)| found.to(pns)).collect()
    }

    /// What the interval is drawn from.
    pub(crate) fn problems(&self) -> usize {
        self.domain.compare(self.found, self.pns).map_or(0, |ratio| ratio.problems)
    }

    /// The fields of the [`COLUMNS`].
    pub(crate) fn fields(&self) -> Vec<String> {
        let mut expansions: Vec<u64> = self.found.iter().map(|found| found.expansions).collect();
        expansions.sort_unstable();
        let mut fields = vec![quantile(&expansions, 50).to_string()];
        fields.extend(spread(self.ratios()).map(|ratio| format!("{ratio:.3}")));
        fields.extend(self.mean_to(self.pns));
        fields
    }

    /// Writes a row: the fields of the [`COLUMNS`] between the table's own. Fails if a verdict is not that of proof-number search.
    pub(crate) fn write_row(
        &self,
        out: &mut impl Write,
        before: &[&dyn Display],
        after: &[&dyn Display],
    ) -> anyhow::Result<()> {
        for ((case, found), pns) in self.domain.cases.iter().zip(self.found).zip(self.pns) {
            let unknown = [found, pns].iter().any(|one| one.verdict == Verdict::Unknown);
            let (found, pns) = (found.verdict, pns.verdict);
            ensure!(unknown || found == pns, "{}, {}: {found}, and {pns} by pns", self.domain.name, case.problem);
        }
        let shared = self.fields();
        let shared: Vec<&dyn Display> = shared.iter().map(|field| field as &dyn Display).collect();
        write_row(out, &[before, &shared, after].concat())
    }

    /// The mean ratio to another search of the same cases, and the ends of its interval.
    pub(crate) fn mean_to(&self, other: &[Measurement]) -> [String; 3] {
        texts(self.domain.compare(self.found, other).expect("a domain has cases"))
    }

    /// The mean ratio of another count to that of proof-number search, and the ends of its interval.
    pub(crate) fn mean_of(&self, count: impl Fn(&Measurement) -> u64) -> [String; 3] {
        texts(self.domain.compare_by(self.found, self.pns, count).expect("a domain has cases"))
    }
}

/// The mean ratio of pairs of counts, each of a problem of its own, and the ends of its interval; empty without a pair.
pub(crate) fn mean_of_pairs(pairs: impl Iterator<Item = (u64, u64)>) -> [String; 3] {
    let problems: Vec<_> = pairs.map(|(one, other)| vec![(one.max(1) as f64, other.max(1) as f64)]).collect();
    mean_ratio(&problems).map(texts).unwrap_or_default()
}

/// A mean and the ends of its interval.
fn texts(ratio: MeanRatio) -> [String; 3] {
    [ratio.mean, ratio.low, ratio.high].map(|number| format!("{number:.3}"))
}

/// What a search is called in tables and pictures: only what is not a default.
pub(crate) fn name(search: &str) -> String {
    let canonical = search.parse::<AlgorithmSpec>().map_or_else(|_| search.to_owned(), |spec| spec.to_string());
    canonical.replace(":favour=", ", ε = ").replace(",favour=", ", ε = ")
}

/// Boxes of the ratios, a panel a domain. `shown` says how a row is called and which group of colours it belongs to; rows
/// without a name are left out.
pub(crate) fn draw(
    table: &Table,
    shown: impl Fn(&Row<'_>) -> anyhow::Result<Option<(String, usize)>>,
) -> anyhow::Result<String> {
    let mut domains: Vec<(&str, &str, Vec<BoxRow>)> = Vec::new();
    for row in table.rows() {
        let Some((name, group)) = shown(&row)? else { continue };
        let (domain, cases) = (row.text("domain")?, row.text("cases")?);
        if domains.last().is_none_or(|(last, ..)| *last != domain) {
            domains.push((domain, cases, Vec::new()));
        }
        let cut_off = row.number("cut_off")?;
        let label = if cut_off > 0.0 { format!("{name} ({cut_off} cut off)") } else { name };
        let mut five = [0.0; 5];
        for (place, column) in five.iter_mut().zip(&COLUMNS[1..]) {
            *place = row.number(column)?;
        }
        let (.., rows) = domains.last_mut().expect("it was added just now");
        rows.push(BoxRow { label, five, mark: Some(row.number("mean_to_pns")?), group });
    }
    let panel = |(domain, cases, rows): (&str, &str, Vec<BoxRow>)| {
        let values = rows.iter().flat_map(|row| [row.five[0], row.five[4]]);
        let axis = Axis::logarithmic("expansions / those of PNS", values.chain([1.0]));
        BoxPanel { title: format!("{domain}: {cases} cases"), axis, rows }
    };
    let panels: Vec<BoxPanel> = domains.into_iter().map(panel).collect();
    Ok(boxes(&panels, Some("geometric mean")))
}

/// The same of these searches, each in a colour of its own.
pub(crate) fn draw_searches(table: &Table, searches: &[&str]) -> anyhow::Result<String> {
    draw(table, |row| {
        let search = row.text("search")?;
        Ok(searches.iter().position(|known| *known == search).map(|place| (name(search), place)))
    })
}

#[cfg(test)]
mod tests {
    use super::{Against, COLUMNS, Measurement, Table, Verdict, draw_searches, name, write_columns};
    use crate::domains::Domain;

    #[test]
    fn names_leave_out_defaults() {
        assert_eq!(name("pns:sum=weak"), "pns:sum=weak");
        assert_eq!(name("pss:inf,inf,ties=first"), "pss");
        assert_eq!(name("pss:inf,inf,ties=lex"), "pss:ties=lex");
        assert_eq!(name("pss:inf,inf,ties=first,favour=0"), "pss, ε = 0");
        assert_eq!(name("pss:20,20,ties=first,favour=0.3"), "pss:20,20, ε = 0.3");
    }

    #[test]
    fn a_search_against_itself_is_one_and_cut_off_searches_are_marked() {
        let domain = Domain::random(0.6, 8, 4);
        let (pns, cut) = (domain.measure("pns", 1_000_000).unwrap(), domain.measure("pns", 1).unwrap());
        let same = Against { domain: &domain, found: &pns, pns: &pns };
        assert_eq!((same.cut_off(), same.fields().len()), (0, COLUMNS.len()));
        assert!(same.fields()[1..].iter().all(|field| field == "1.000"), "{:?}", same.fields());
        let short = Against { domain: &domain, found: &cut, pns: &pns };
        assert!(short.cut_off() > 0);
        let mut out = Vec::new();
        write_columns(&mut out, &["domain", "search", "cases", "cut_off"], &["last"]).unwrap();
        for (search, of) in [("a", &same), ("b", &short), ("c", &same)] {
            of.write_row(&mut out, &[&"d", &search, &4, &of.cut_off()], &[&7]).unwrap();
        }
        let table = Table::parse(&String::from_utf8(out).unwrap()).unwrap();
        assert!(table.rows().all(|row| row.text("last").is_ok_and(|last| last == "7")));
        // A verdict that another search contradicts is no figure.
        let turned: Vec<Measurement> = pns
            .iter()
            .map(|one| {
                let verdict = if one.verdict == Verdict::Proven { Verdict::Disproven } else { Verdict::Proven };
                Measurement { verdict, ..*one }
            })
            .collect();
        let wrong = Against { domain: &domain, found: &turned, pns: &pns };
        assert!(wrong.write_row(&mut Vec::new(), &[], &[]).unwrap_err().to_string().contains("by pns"));
        let picture = draw_searches(&table, &["a", "b"]).unwrap();
        assert!(picture.contains(">a<") && picture.contains(&format!(">b ({} cut off)<", short.cut_off())));
        assert!(picture.contains("d: 4 cases") && !picture.contains(">c<"));
    }
}
