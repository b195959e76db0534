//! Comma-separated tables: written row by row while an experiment runs, read back to draw its picture.
//!
//! Algorithms such as `pss:20,20` contain commas, so fields with one are quoted. No field holds a quote or a line end.

use std::fmt::Display;
use std::io::Write;

use anyhow::{Context, ensure};

/// Writes one row.
pub(crate) fn write_row(out: &mut impl Write, fields: &[&dyn Display]) -> anyhow::Result<()> {
    let fields: Vec<String> = fields
        .iter()
        .map(|field| {
            let text = field.to_string();
            if text.contains(',') { format!("\"{text}\"") } else { text }
        })
        .collect();
    writeln!(out, "{}", fields.join(","))?;
    Ok(())
}

/// A table in memory.
#[derive(Debug)]
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads a table whose first line names the columns.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let mut lines = text.lines();
        let columns = split(lines.next().context("the table is empty")?);
        let rows: Vec<Vec<String>> = lines.map(split).collect();
        for (number, row) in rows.iter().enumerate() {
            ensure!(
                row.len() == columns.len(),
                "line {} has {} fields instead of {}",
                number + 2,
                row.len(),
                columns.len()
            );
        }
        Ok(Self { columns, rows })
    }

    /// All rows below the names of the columns.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|fields| Row { columns: &self.columns, fields })
    }
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    columns: &'a [String],
    fields: &'a [String],
}

impl<'a> Row<'a> {
    /// The field in the column of this name.
    pub(crate) fn text(&self, column: &str) -> anyhow::Result<&'a str> {
        let index = self.columns.iter().position(|name| name == column);
        Ok(&self.fields[index.with_context(|| format!("the table has no column {column}"))?])
    }

    /// All fields, each with the name of its column.
    #[cfg(test)]
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.columns.iter().zip(self.fields).map(|(column, field)| (column.as_str(), field.as_str()))
    }

    /// The same as a number.
    pub(crate) fn number(&self, column: &str) -> anyhow::Result<f64> {
        let text = self.text(column)?;
        text.parse().with_context(|| format!("{text:?} in column {column} is not a number"))
    }
}

fn split(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("there is a field").push(letter),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::{Table, write_row};

    #[test]
    fn tables_are_read_as_they_were_written() {
        let mut out = Vec::new();
        write_row(&mut out, &[&"algorithm", &"expansions"]).unwrap();
        write_row(&mut out, &[&"pss:20,20", &1466]).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "algorithm,expansions\n\"pss:20,20\",1466\n");
        let table = Table::parse(&text).unwrap();
        let row = table.rows().next().unwrap();
        assert_eq!(row.text("algorithm").unwrap(), "pss:20,20");
        assert_eq!(row.number("expansions").unwrap().to_string(), "1466");
        assert!(row.number("algorithm").unwrap_err().to_string().contains("not a number"));
        assert!(row.text("nodes").unwrap_err().to_string().contains("no column nodes"));
    }

    #[test]
    fn short_rows_are_refused() {
        assert!(Table::parse("a,b\n1\n").unwrap_err().to_string().contains("line 2 has 1 fields instead of 2"));
    }
}
