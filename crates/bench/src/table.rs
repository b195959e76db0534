//! Prints what was measured: a Markdown table that grows by a line for each row.

use crate::measure::{Difference, Row};
use crate::statistics::{median, range, ratio, ratios_of_rounds};

/// What stands where there is nothing to say.
const NOTHING: &str = "-";

/// What a row is compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Before<'a> {
    /// A row that was measured at another time.
    Earlier(&'a Row),
    /// A row of another program, measured by turns with this one.
    InTurns(&'a Row),
}

impl<'a> Before<'a> {
    pub(crate) fn row(self) -> &'a Row {
        let (Self::Earlier(row) | Self::InTurns(row)) = self;
        row
    }
}

/// Which columns a table has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// The name of the program.
    pub(crate) programs: bool,
    /// Columns for the comparison.
    pub(crate) compared: bool,
}

impl Table {
    /// The names of the columns, and the line below them.
    pub(crate) fn head(self) -> String {
        let mut names = vec![("problem", false), ("algorithm", false)];
        if self.programs {
            names.push(("program", false));
        }
        names.extend([
            ("verdict", false),
            ("expansions", true),
            ("nodes", true),
            ("recomputations", true),
            ("median s (min, max)", true),
            ("processor s", true),
            ("expansions/s", true),
            ("recomputations/s", true),
            ("bytes/node", true),
        ]);
        if self.compared {
            names.extend([
                ("before, s", true),
                ("ratio (min, max)", true),
                ("before, processor s", true),
                ("ratio (min, max)", true),
                ("counts", false),
            ]);
        }
        let rule = names.iter().map(|(_, is_number)| if *is_number { "---:" } else { "---" }.to_owned()).collect();
        format!("{}\n{}", line(names.iter().map(|(name, _)| (*name).to_owned()).collect()), line(rule))
    }

    /// The line of a row.
    pub(crate) fn row(self, row: &Row, before: Option<Before<'_>>) -> String {
        let mut cells = vec![row.name.clone(), format!("`{}`", row.algorithm)];
        if self.programs {
            cells.push(row.program.clone().unwrap_or_else(|| NOTHING.to_owned()));
        }
        let cut = if row.verdict == "unknown" { format!(" ({})", row.stop) } else { String::new() };
        let seconds = median(&row.seconds).unwrap_or_default();
        cells.extend([
            format!("{}{cut}", row.verdict),
            count(row, row.expanded),
            count(row, row.generated),
            count(row, row.recomputed),
            format!("{seconds:.4}{}", ranged(range(&row.seconds), 4)),
            time(&row.processor_seconds),
            rate(row.expanded, seconds),
            rate(row.recomputed, seconds),
            row.peak_bytes.checked_div(row.generated).unwrap_or(0).to_string(),
        ]);
        if self.compared {
            cells.extend(compared(row, before));
        }
        line(cells)
    }
}

fn compared(row: &Row, before: Option<Before<'_>>) -> Vec<String> {
    let Some(before) = before else { return vec![NOTHING.to_owned(); 5] };
    let earlier = before.row();
    let ratio = |after: &[f64], earlier: &[f64]| {
        // Times of different days make no rounds.
        let rounds = if matches!(before, Before::InTurns(_)) { ratios_of_rounds(after, earlier) } else { None };
        ratio(after, earlier).map_or_else(|| NOTHING.to_owned(), |ratio| format!("{ratio:.2}{}", ranged(rounds, 2)))
    };
    let counts = match row.difference(earlier) {
        None => "same".to_owned(),
        Some(Difference::Verdict) => format!("**another verdict**: {}", earlier.verdict),
        Some(Difference::Counts) => {
            let Row { verdict, expanded, generated, recomputed, .. } = earlier;
            format!("**differ**: {verdict} {expanded} {generated} {recomputed}")
        }
    };
    vec![
        time(&earlier.seconds),
        ratio(&row.seconds, &earlier.seconds),
        time(&earlier.processor_seconds),
        ratio(&row.processor_seconds, &earlier.processor_seconds),
        counts,
    ]
}

/// A count of a row; a median is marked.
fn count(row: &Row, count: u64) -> String {
    format!("{}{count}", if row.counts_differ { "~" } else { "" })
}

fn time(times: &[f64]) -> String {
    median(times).map_or_else(|| NOTHING.to_owned(), |seconds| format!("{seconds:.4}"))
}

fn rate(count: u64, seconds: f64) -> String {
    if seconds > 0.0 { format!("{:.0}", count as f64 / seconds) } else { NOTHING.to_owned() }
}

fn ranged(range: Option<(f64, f64)>, digits: usize) -> String {
    range.map_or_else(String::new, |(least, greatest)| format!(" ({least:.digits$}, {greatest:.digits$})"))
}

fn line(cells: Vec<String>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::{Before, Table};
    use crate::measure::Row;
    use crate::measure::tests::row;

    #[test]
    fn lines_have_a_cell_for_each_column() {
        let row = row();
        for (programs, compared) in [(false, false), (false, true), (true, false), (true, true)] {
            let table = Table { programs, compared };
            let cells = |text: &str| text.matches('|').count();
            let head = table.head();
            for line in [table.row(&row, None), table.row(&row, Some(Before::Earlier(&row)))].iter().map(String::as_str)
            {
                assert!(head.lines().chain([line]).all(|other| cells(other) == cells(line)), "{head}\n{line}");
            }
        }
    }

    #[test]
    fn a_line_says_what_was_measured() {
        let line = Table { programs: false, compared: false }.row(&row(), None);
        let expected =
            "| small | `pns` | proven | 1000 | 4000 | 3000 | 0.5000 (0.2500, 1.0000) | 0.7500 | 2000 | 6000 | 100 |";
        assert_eq!(line, expected);
        let median = Table { programs: false, compared: false }.row(&Row { counts_differ: true, ..row() }, None);
        assert!(median.contains("| proven | ~1000 | ~4000 | ~3000 | 0.5000 "), "{median}");
    }

    #[test]
    fn a_comparison_has_the_old_and_the_new_time_and_their_ratio() {
        let before = row();
        let after = Row { seconds: vec![1.0, 0.25, 1.5], processor_seconds: vec![0.75, 1.0, 1.25], ..row() };
        let table = Table { programs: false, compared: true };
        let by_turns = table.row(&after, Some(Before::InTurns(&before)));
        let expected = "| 0.5000 | 2.00 (1.00, 2.00) | 0.7500 | 1.33 (1.00, 2.00) | same |";
        assert!(by_turns.ends_with(expected), "{by_turns}");
        let earlier = table.row(&after, Some(Before::Earlier(&before)));
        assert!(earlier.ends_with("| 0.5000 | 2.00 | 0.7500 | 1.33 | same |"), "{earlier}");
    }

    #[test]
    fn counts_that_differ_are_marked() {
        let table = Table { programs: false, compared: true };
        let more = Row { expanded: 1001, ..row() };
        let line = table.row(&more, Some(Before::Earlier(&row())));
        assert!(line.ends_with("| **differ**: proven 1000 4000 3000 |"), "{line}");
        let wrong = Row { verdict: "disproven".to_owned(), ..row() };
        let line = table.row(&wrong, Some(Before::Earlier(&row())));
        assert!(line.ends_with("| **another verdict**: proven |"), "{line}");
    }
}
