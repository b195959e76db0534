//! Files of positions: one a line, or tab-separated columns under a header.
//!
//! Known columns: `position` (also `fen`, `epd`, `sfen`, `moves`, `board`), `id`, `goal`, and known answers as `verdict`
//! (proven or disproven), `bm` (chess: mate in this many moves, negative if the side to move is mated), `mate_plies`
//! (tsume-shogi: the length of a mate, `nomate`, or `?`) or `score` (for the side to move; goals ask for its sign, and
//! `--value` for all of it). A column `side` beside `board` says who is to move and is put behind the position. Lines that
//! begin with `#` are comments, but one of them may be the header.

use std::path::Path;

use anyhow::Context;
use proofset_core::Verdict;

use crate::failure::Failure;

/// What a file says of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The number of the line, from 1.
    pub(crate) line: usize,
    /// The column `id`, else the line number.
    pub(crate) id: String,
    pub(crate) position: String,
    pub(crate) goal: Option<String>,
    pub(crate) known: Known,
}

/// The known answer of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Nothing,
    /// The goal is proven, or is not.
    Verdict(Verdict),
    /// Mate in this many moves, negative if the side to move is mated.
    Mate(i64),
    /// What the position is worth to the side to move; of games without scores, the sign.
    Score(i64),
}

const POSITION_COLUMNS: [&str; 6] = ["position", "fen", "epd", "sfen", "moves", "board"];

/// Where the columns stand.
struct Columns {
    position: usize,
    names: Vec<String>,
}

impl Columns {
    fn read(line: &str) -> Option<Self> {
        let names: Vec<String> = line.split('\t').map(|name| name.trim().to_ascii_lowercase()).collect();
        let position = names.iter().position(|name| POSITION_COLUMNS.contains(&name.as_str()))?;
        Some(Self { position, names })
    }

    fn field<'a>(&self, fields: &[&'a str], name: &str) -> Option<&'a str> {
        let index = self.names.iter().position(|column| column == name)?;
        fields.get(index).map(|field| field.trim()).filter(|field| !field.is_empty())
    }
}

/// Reads a file of positions.
pub(crate) fn read(path: &Path) -> Result<Vec<Row>, Failure> {
    let text =
        if path == Path::new("-") { std::io::read_to_string(std::io::stdin()) } else { std::fs::read_to_string(path) }
            .with_context(|| format!("cannot read {}", path.display()))
            .map_err(Failure::Input)?;
    let rows = parse(&text).map_err(|message| Failure::input(format!("{}: {message}", path.display())))?;
    if rows.is_empty() {
        return Err(Failure::input(format!("{} holds no positions", path.display())));
    }
    Ok(rows)
}

fn parse(text: &str) -> Result<Vec<Row>, String> {
    let mut columns: Option<Columns> = None;
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.trim().is_empty() {
            continue;
        }
        if rows.is_empty() {
            let header = line.strip_prefix('#').unwrap_or(line);
            if let Some(found) = Columns::read(header) {
                columns = Some(found);
                continue;
            }
        }
        if line.starts_with('#') {
            continue;
        }
        rows.push(row(number, line, columns.as_ref()).map_err(|message| format!("line {number}: {message}"))?);
    }
    Ok(rows)
}

fn row(number: usize, line: &str, columns: Option<&Columns>) -> Result<Row, String> {
    let Some(columns) = columns else {
        let position = line.split('\t').next().unwrap_or(line).trim().to_owned();
        return Ok(Row { line: number, id: number.to_string(), position, goal: None, known: Known::Nothing });
    };
    let fields: Vec<&str> = line.split('\t').collect();
    let mut position = fields
        .get(columns.position)
        .ok_or_else(|| format!("the column {} is missing", columns.names[columns.position]))?
        .trim()
        .to_owned();
    if columns.names[columns.position] == "board"
        && let Some(side) = columns.field(&fields, "side")
    {
        position = format!("{position} {side}");
    }
    let mut goal = columns.field(&fields, "goal").map(str::to_owned);
    let mut known = Known::Nothing;
    let integer = |name: &str, text: &str| {
        text.parse::<i64>().map_err(|_| format!("{name} is {text:?}; it must be a whole number"))
    };
    if let Some(text) = columns.field(&fields, "score") {
        known = Known::Score(integer("score", text)?);
    }
    if let Some(text) = columns.field(&fields, "bm") {
        let moves = integer("bm", text)?;
        goal.get_or_insert_with(|| format!("mate-in:{moves}"));
        known = Known::Mate(moves);
    }
    if let Some(text) = columns.field(&fields, "mate_plies") {
        known = match text {
            "nomate" => Known::Verdict(Verdict::Disproven),
            "?" => Known::Nothing,
            plies if plies.parse::<u16>().is_ok() => Known::Verdict(Verdict::Proven),
            other => return Err(format!("mate_plies is {other:?}; it must be a number of plies, nomate, or ?")),
        };
    }
    if let Some(text) = columns.field(&fields, "verdict") {
        known = Known::Verdict(match text {
            "proven" => Verdict::Proven,
            "disproven" => Verdict::Disproven,
            other => return Err(format!("verdict is {other:?}; it must be proven or disproven")),
        });
    }
    let id = columns.field(&fields, "id").map_or_else(|| number.to_string(), str::to_owned);
    Ok(Row { line: number, id, position, goal, known })
}

#[cfg(test)]
mod tests {
    use proofset_core::Verdict;

    use super::{Known, Row, parse};

    #[test]
    fn plain_lines_are_positions() {
        let rows = parse("# two openings\n44\n\n  4453 \n").unwrap();
        let row = |line: usize, position: &str| Row {
            line,
            id: line.to_string(),
            position: position.to_owned(),
            goal: None,
            known: Known::Nothing,
        };
        assert_eq!(rows, [row(2, "44"), row(4, "4453")]);
    }

    #[test]
    fn a_header_may_be_a_comment_and_carries_known_answers() {
        let rows = parse("# mates\n#id\tfen\tbm\na\t8/8 w - -\t3\nb\t8/8 b - -\t-2\n").unwrap();
        assert_eq!(rows[0].goal.as_deref(), Some("mate-in:3"));
        assert_eq!((rows[1].id.as_str(), rows[1].goal.as_deref()), ("b", Some("mate-in:-2")));
        assert_eq!(rows[1].known, Known::Mate(-2));
        let rows = parse("id\tsfen\tmate_plies\na\t9 b\t3\nb\t9 w\tnomate\nc\t9 b\t?\n").unwrap();
        let known: Vec<Known> = rows.iter().map(|row| row.known).collect();
        assert_eq!(known, [Known::Verdict(Verdict::Proven), Known::Verdict(Verdict::Disproven), Known::Nothing]);
        let rows = parse("moves\tplies\tscore\n75521\t5\t-12\n\t0\t1\n").unwrap();
        assert_eq!((rows[0].position.as_str(), rows[0].known), ("75521", Known::Score(-12)));
        assert_eq!((rows[1].position.as_str(), rows[1].known), ("", Known::Score(1)));
    }

    #[test]
    fn bad_rows_are_named() {
        let error = |text: &str| parse(text).unwrap_err();
        insta::assert_snapshot!(error("fen\tbm\n8/8 w - -\tthree\n"), @r#"line 2: bm is "three"; it must be a whole number"#);
        insta::assert_snapshot!(
            error("sfen\tmate_plies\n9 b\tmate\n"),
            @r#"line 2: mate_plies is "mate"; it must be a number of plies, nomate, or ?"#
        );
        insta::assert_snapshot!(error("id\tposition\na\n"), @"line 2: the column position is missing");
        insta::assert_snapshot!(
            error("position\tverdict\n44\tmaybe\n"),
            @r#"line 2: verdict is "maybe"; it must be proven or disproven"#
        );
    }
}
