//! Files of positions: one a line, or tab-separated columns under a header.
//!
//! Columns of every game: `position` (also `moves`, `board`), `id`, `goal`, and known answers as `verdict` (proven or
//! disproven) or `score` (for the side to move; goals ask for its sign, and `--value` for all of it). A column `side` beside
//! `board` says who is to move and is put behind the position. The entry of a game names others, for the position and for
//! answers. Lines that begin with `#` are comments, but one of them may be the header. In a game whose positions may begin with `#`, a line that
//! begins with a position is a comment only if a blank or nothing stands behind the sign.
//!
//! A file of the game's own form, which its extension tells, holds one position or as many as the game finds in it.

use std::path::{Path, PathBuf};

use proofset_catalog::{Annotations, Catalog, Entry, FileProblem, Known, PositionSource, Told};
use proofset_core::Verdict;

use crate::failure::Failure;
use crate::files::extension;
use crate::input::read_text;

/// What a file says of one position.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Where it stands: the file, and the line or the number of the problem in it.
    pub(crate) place: String,
    /// The column `id`, else the line number; of files in the game's own form their name.
    pub(crate) id: String,
    pub(crate) position: String,
    pub(crate) goal: Option<String>,
    pub(crate) known: Known,
}

/// What every game may call its position. Beside another one, `moves` are what was played from it.
const POSITION_COLUMNS: [&str; 2] = ["position", "board"];
const MOVES: &str = "moves";

/// Where the columns stand.
struct Columns {
    position: usize,
    names: Vec<String>,
}

impl Columns {
    /// Reads a header; `None` if it is none.
    fn read(line: &str, entry: Option<&Entry>) -> Option<Result<Self, String>> {
        let names: Vec<String> = line.split('\t').map(|name| name.trim().to_ascii_lowercase()).collect();
        let own = entry.map(Entry::position_columns).unwrap_or_default();
        let is_position =
            |name: &str| POSITION_COLUMNS.contains(&name) || own.iter().any(|own| own.eq_ignore_ascii_case(name));
        let mut positions = (0..names.len()).filter(|&place| is_position(&names[place]));
        let position = positions.next().or_else(|| names.iter().position(|name| name == MOVES))?;
        if let Some(other) = positions.next() {
            let (one, other) = (&names[position], &names[other]);
            return Some(Err(format!("two columns hold the position, {one} and {other}; leave one out, or rename it")));
        }
        let is_again = |&place: &usize| !names[place].is_empty() && names[..place].contains(&names[place]);
        if let Some(again) = (0..names.len()).find(is_again) {
            return Some(Err(format!("two columns are called {}; each needs a name of its own", names[again])));
        }
        Some(Ok(Self { position, names }))
    }

    fn field<'a>(&self, fields: &[&'a str], name: &str) -> Option<&'a str> {
        let index = self.names.iter().position(|column| column.eq_ignore_ascii_case(name))?;
        fields.get(index).map(|field| field.trim()).filter(|field| !field.is_empty())
    }
}

/// Reads files of positions of a game.
pub(crate) fn read(catalog: &Catalog, game: &str, paths: &[PathBuf]) -> Result<Vec<Row>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        let text = read_text(catalog, game, path)?;
        let entry = catalog.entry(game);
        let read = match catalog.source(game) {
            PositionSource::TextOrFile(own) if extension(path, own).is_some() => problems(text, entry, path),
            _ => parse(&text, entry),
        };
        let name = path.display();
        let mut rows = read.map_err(|message| Failure::input(format!("{name}: {message}")))?;
        if rows.is_empty() {
            return Err(Failure::input(format!("{name} holds no positions")));
        }
        let place = |row: &mut Row| {
            row.place = if row.place.is_empty() { name.to_string() } else { format!("{name}, {}", row.place) }
        };
        rows.iter_mut().for_each(place);
        all.append(&mut rows);
    }
    Ok(all)
}

/// The problems of a file in the game's own form, with its name, and numbers if there are several.
fn problems(text: String, entry: Option<&Entry>, path: &Path) -> Result<Vec<Row>, String> {
    let found = match entry {
        Some(entry) => entry.problems(text)?,
        None => vec![FileProblem { position: text, known: Known::Nothing }],
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let is_single = found.len() == 1;
    let rows = (1..).zip(found).map(|(number, FileProblem { position, known })| {
        let (id, place) = if is_single {
            (stem.clone(), String::new())
        } else {
            (format!("{stem}-{number}"), format!("problem {number}"))
        };
        Row { place, id, position, goal: None, known }
    });
    Ok(rows.collect())
}

fn parse(text: &str, entry: Option<&Entry>) -> Result<Vec<Row>, String> {
    let mut columns: Option<Columns> = None;
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.trim().is_empty() {
            continue;
        }
        if rows.is_empty() {
            let header = line.strip_prefix('#').unwrap_or(line);
            if let Some(found) = Columns::read(header, entry) {
                columns = Some(found.map_err(|message| format!("line {number}: {message}"))?);
                continue;
            }
        }
        if is_comment(line, columns.as_ref(), entry) {
            continue;
        }
        rows.push(row(number, line, columns.as_ref(), entry).map_err(|message| format!("line {number}: {message}"))?);
    }
    Ok(rows)
}

/// Whether a line is a comment, and not a position that begins as comments do.
fn is_comment(line: &str, columns: Option<&Columns>, entry: Option<&Entry>) -> bool {
    let Some(rest) = line.strip_prefix('#') else { return false };
    let may_be_position = entry.is_some_and(Entry::has_hashes) && columns.is_none_or(|columns| columns.position == 0);
    !may_be_position || rest.is_empty() || rest.starts_with(char::is_whitespace)
}

fn row(number: usize, line: &str, columns: Option<&Columns>, entry: Option<&Entry>) -> Result<Row, String> {
    let Some(columns) = columns else {
        if line.trim().contains('\t') {
            return Err(
                "there are columns, and no header that says which of them is the position; put a line such as \
                        `position<TAB>verdict` before them"
                    .to_owned(),
            );
        }
        let position = line.trim().to_owned();
        let Annotations { id, told: Told { goal, known } } = annotations(&position, entry)?;
        let id = id.unwrap_or_else(|| number.to_string());
        return Ok(Row { place: format!("line {number}"), id, position, goal, known });
    };
    let fields: Vec<&str> = line.split('\t').collect();
    if let Some(more) =
        fields.get(columns.names.len()..).and_then(|more| more.iter().find(|field| !field.trim().is_empty()))
    {
        return Err(format!("{more:?} stands in a column that the header does not name"));
    }
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
    let Annotations { id, told: beside } = annotations(&position, entry)?;
    let mut goal = columns.field(&fields, "goal").map(str::to_owned);
    let mut known = beside.known;
    if let Some(text) = columns.field(&fields, "score") {
        known = Known::Score(text.parse().map_err(|_| format!("score is {text:?}; it must be a whole number"))?);
    }
    for column in entry.map(Entry::columns).unwrap_or_default() {
        let Some(text) = columns.field(&fields, column.name()) else { continue };
        let told = column.read(text)?;
        goal = goal.or(told.goal);
        if !matches!(told.known, Known::Nothing) {
            known = told.known;
        }
    }
    if let Some(text) = columns.field(&fields, "verdict") {
        known = Known::Verdict(match text {
            "proven" => Verdict::Proven,
            "disproven" => Verdict::Disproven,
            other => return Err(format!("verdict is {other:?}; it must be proven or disproven")),
        });
    }
    let id = columns.field(&fields, "id").map(str::to_owned).or(id).unwrap_or_else(|| number.to_string());
    Ok(Row { place: format!("line {number}"), id, position, goal: goal.or(beside.goal), known })
}

/// What the game finds beside the position.
fn annotations(position: &str, entry: Option<&Entry>) -> Result<Annotations, String> {
    entry.map_or_else(|| Ok(Annotations::default()), |entry| entry.annotations(position))
}

#[cfg(test)]
mod tests {
    use proofset_catalog::{Column, Entry, Known, Told};
    use proofset_core::Verdict;
    use proofset_tic_tac_toe::TicTacToe;

    use super::{Row, parse};

    /// A game whose files have columns of their own: `place` for the position, and `Steps` for a goal and what is known.
    fn entry() -> Entry {
        let steps = |text: &str| match text {
            "?" => Ok(Told::default()),
            text => {
                let steps: u32 = text.parse().map_err(|_| "it must be a number of steps, or ?")?;
                let known = Known::goals(move |goal| (goal == "home").then_some(Verdict::Proven));
                Ok(Told { goal: Some(format!("home-in:{steps}")), known })
            }
        };
        Entry::game("walk", |_| Ok(TicTacToe))
            .with_position_columns(&["place"])
            .with_column(Column::new("Steps", steps))
    }

    fn rows(text: &str) -> Vec<Row> {
        parse(text, Some(&entry())).expect("the text is in order")
    }

    /// What a row says beside its place.
    fn said(row: &Row) -> (&str, &str, Option<&str>) {
        (&row.id, &row.position, row.goal.as_deref())
    }

    #[test]
    fn plain_lines_are_positions() {
        let rows = rows("# two openings\n44\n\n  4453 \n");
        assert_eq!(rows.iter().map(said).collect::<Vec<_>>(), [("2", "44", None), ("4", "4453", None)]);
        assert_eq!(rows.iter().map(|row| row.place.as_str()).collect::<Vec<_>>(), ["line 2", "line 4"]);
        assert!(rows.iter().all(|row| matches!(row.known, Known::Nothing)));
    }

    #[test]
    fn positions_may_begin_as_comments_do() {
        let entry = entry().with_hashes();
        let positions = |text: &str| -> Vec<String> {
            let rows = parse(text, Some(&entry)).expect("the text is in order");
            rows.into_iter().map(|row| row.position).collect()
        };
        assert_eq!(positions("# two\n#../... V\n#\n#\t\n #/# H\n"), ["#../... V", "#/# H"]);
        assert_eq!(positions("#place\tid\n#../...\ta\n# b\n##./...\tc\n"), ["#../...", "##./..."]);
        // Where another column stands in front, no position does.
        assert_eq!(positions("id\tplace\n#a\t#../...\nb\t#./..\n"), ["#./.."]);
        assert_eq!(rows("#../... V\n44\n").iter().map(said).collect::<Vec<_>>(), [("2", "44", None)]);
    }

    #[test]
    fn a_header_may_be_a_comment_and_carries_known_answers() {
        let rows = rows("moves\tplies\tscore\n75521\t5\t-12\n\t0\t1\n");
        assert_eq!(said(&rows[0]), ("2", "75521", None));
        assert!(matches!(rows[0].known, Known::Score(-12)) && matches!(rows[1].known, Known::Score(1)));
        let rows = self::rows("# two\n#id\tboard\tside\tverdict\tscore\na\t.X.\tO\tdisproven\t1\n");
        assert_eq!(said(&rows[0]), ("a", ".X. O", None));
        assert!(matches!(rows[0].known, Known::Verdict(Verdict::Disproven)), "{rows:?}");
    }

    #[test]
    fn a_game_has_columns_of_its_own() {
        let rows = rows("ID\tPlace\tsteps\tgoal\tscore\na\there\t3\t\t1\nb\tthere\t3\thome\t1\nc\tthere\t?\t\t1\n");
        let said: Vec<_> = rows.iter().map(said).collect();
        assert_eq!(said, [("a", "here", Some("home-in:3")), ("b", "there", Some("home")), ("c", "there", None)]);
        let Known::Goals(known) = &rows[0].known else { panic!("{rows:?}") };
        assert_eq!((known("home"), known("home-in:2")), (Some(Verdict::Proven), None));
        // A cell that knows nothing leaves what another column knows.
        assert!(matches!(rows[2].known, Known::Score(1)), "{rows:?}");
        // Without the game, its columns are none, and so is the header.
        let error = parse("place\tsteps\nhere\t3\n", None).unwrap_err();
        assert!(error.starts_with("line 1: there are columns, and no header"), "{error}");
    }

    #[test]
    fn bad_rows_are_named() {
        let error = |text: &str| parse(text, Some(&entry())).unwrap_err();
        insta::assert_snapshot!(error("moves\tscore\n44\thigh\n"), @r#"line 2: score is "high"; it must be a whole number"#);
        insta::assert_snapshot!(error("place\tsteps\nhere\tfew\n"), @r#"line 2: Steps is "few"; it must be a number of steps, or ?"#);
        insta::assert_snapshot!(error("id\tposition\tID\na\tb\tc\n"), @"line 1: two columns are called id; each needs a name of its own");
        insta::assert_snapshot!(error("place\tboard\na\tb\n"), @"line 1: two columns hold the position, place and board; leave one out, or rename it");
        insta::assert_snapshot!(error("position\tid\n44\ta\tb\n"), @r#"line 2: "b" stands in a column that the header does not name"#);
        // Columns that are not looked at may be without a name, and what is empty is in no column.
        assert!(parse("position\t\t\n44\tx\ty\t\t\n", Some(&entry())).is_ok());
        // Moves beside a position are those of a game from there.
        assert_eq!(rows("moves\tplace\na b\there\n")[0].position, "here");
        insta::assert_snapshot!(error("id\tposition\na\n"), @"line 2: the column position is missing");
        insta::assert_snapshot!(
            error("position\tverdict\n44\tmaybe\n"),
            @r#"line 2: verdict is "maybe"; it must be proven or disproven"#
        );
    }
}
