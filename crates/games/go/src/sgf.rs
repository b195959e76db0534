//! SGF, the file format of Go programs (FF\[1\] to FF\[4\]).
//!
//! The idea: a problem is the position of the last setup before the first branch, with the properties that problems have:
//! stones, who is to move, marks, and comments. Moves before it are played by the rules, those behind it are its solution. A file
//! without a setup, or with handicap stones alone, is the record of a game: it is taken where it branches or ends. Nodes behind the setup in which
//! nobody moves belong to it. Marks are those of the last of its nodes that has some. Properties that are not known are passed over, and so are all variations but the first. Small
//! letters in the names of properties count for nothing, so that `AddBlack` is `AB`, as in older files.
//!
//! A point of a ko that may not be taken back at once stands behind `BAN`, a property of ours.
//!
//! Errors name the node, counted from 1 along the first line, and the property.
//!
//! What counts of a problem is plain ASCII, and comments may be in any character set. So no file is refused for its bytes.

use std::borrow::Cow;
use std::fmt::Write as _;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use proofset_core::NotationError;

use crate::board::{Board, Color, Point, Size};
use crate::position::Position;

/// What puts stones on the board, or takes them away.
const SETUPS: [(&str, Option<Color>); 3] = [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)];

/// The moves.
const MOVES: [(&str, Color); 2] = [("B", Color::Black), ("W", Color::White)];

/// Marks that name stones or points of a problem.
const MARKS: [&str; 5] = ["TR", "SQ", "MA", "CR", "SL"];

/// The text of a file: UTF-8, or else the character set that it names (`CA`), which is Latin-1 if it names none.
pub fn decode(bytes: &[u8]) -> String {
    let named = || {
        let name = bytes.windows(3).position(|window| window == b"CA[")? + 3;
        Encoding::for_label(bytes[name..].split(|&byte| byte == b']').next()?)
    };
    let is_utf8 = str::from_utf8(bytes).is_ok();
    let encoding = if is_utf8 { UTF_8 } else { named().unwrap_or(WINDOWS_1252) };
    encoding.decode(bytes).0.into_owned()
}

/// A problem as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where play begins.
    pub position: Position,
    /// Points that are marked by any of `TR`, `SQ`, `MA`, `CR`, `SL`.
    pub marks: Vec<Point>,
    /// The comments up to where play begins.
    pub comment: String,
    /// The name of the game, or of the problem.
    pub name: String,
    /// Whether a comment on a move that follows says that it is right: the file holds a solution.
    pub has_solution: bool,
}

/// A node: its properties in order.
struct Node<'a> {
    /// From 1 on.
    number: usize,
    properties: Vec<(Cow<'a, str>, Vec<String>)>,
}

fn wrong(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

impl Node<'_> {
    fn values(&self, name: &str) -> impl Iterator<Item = &String> {
        self.properties.iter().filter(move |(known, _)| *known == name).flat_map(|(_, values)| values)
    }

    fn is_setup(&self) -> bool {
        SETUPS.iter().any(|(name, _)| self.values(name).next().is_some())
    }

    fn error(&self, property: &str, value: &str, message: &str) -> NotationError {
        wrong(format!("node {}, {property}[{}]: {message}", self.number, value.chars().take(40).collect::<String>()))
    }
}

/// A text and how far it is read.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// At the first game.
    fn new(text: &'a str) -> Result<Self, NotationError> {
        let at = first_game(text).or_else(|| text.find('(')).ok_or_else(|| wrong(NO_GAME))?;
        Ok(Self { text, at })
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.text[self.at..].chars().next()
    }

    fn error(&self, message: &str) -> NotationError {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&symbol| symbol != '\n').count() + 1;
        wrong(format!("SGF, line {line}, column {column}: {message}"))
    }

    /// The nodes of the first line up to the first branch, and the first node behind that.
    fn nodes(&mut self) -> Result<(Vec<Node<'a>>, Option<Node<'a>>), NotationError> {
        if self.peek() == Some('(') {
            self.at += 1;
        }
        let mut nodes = Vec::new();
        let behind = self.go_on(&mut nodes)?;
        Ok((nodes, behind))
    }

    /// The nodes of the first line to its end.
    fn first_line(&mut self) -> Result<Vec<Node<'a>>, NotationError> {
        let (mut nodes, mut behind) = self.nodes()?;
        while let Some(node) = behind {
            nodes.push(node);
            behind = self.go_on(&mut nodes)?;
        }
        Ok(nodes)
    }

    /// Adds nodes up to the next branch, and gives the first node behind that.
    fn go_on(&mut self, nodes: &mut Vec<Node<'a>>) -> Result<Option<Node<'a>>, NotationError> {
        loop {
            match self.peek() {
                // What stands before a branch belongs to the problem, and what stands behind it to its solution.
                Some('(') if !nodes.is_empty() => {
                    self.at += 1;
                    if self.peek() != Some(';') {
                        return Err(self.error("a variation without a node; expected `;`"));
                    }
                    self.at += 1;
                    return Ok(Some(self.node(nodes.len() + 1)?));
                }
                Some(';') => {
                    self.at += 1;
                    nodes.push(self.node(nodes.len() + 1)?);
                }
                Some(')') if !nodes.is_empty() => return Ok(None),
                Some(symbol) => {
                    return Err(self.error(&format!("`{symbol}` where a node was expected; it begins with `;`")));
                }
                None => return Err(self.error("the text ends within a game; expected `)`")),
            }
        }
    }

    /// The comments of what is left of the game: `depth` parentheses are open. Ends where the text is broken.
    fn comments(&mut self, mut depth: usize, mut visit: impl FnMut(&str)) {
        while depth > 0
            && let Some(symbol) = self.peek()
        {
            match symbol {
                '(' => depth += 1,
                ')' => depth -= 1,
                ';' => {}
                _ => return,
            }
            self.at += 1;
            let Ok(node) = self.node(0) else { return };
            node.values("C").for_each(|comment| visit(comment));
        }
    }

    fn node(&mut self, number: usize) -> Result<Node<'a>, NotationError> {
        let mut properties = Vec::new();
        while self.peek().is_some_and(|symbol| symbol.is_ascii_alphabetic()) {
            let start = self.at;
            let length = self.text[start..].bytes().take_while(u8::is_ascii_alphabetic).count();
            self.at += length;
            let name = capitals(&self.text[start..start + length]);
            let mut values = Vec::new();
            while self.peek() == Some('[') {
                self.at += 1;
                values.push(self.value()?);
            }
            if values.is_empty() {
                return Err(self.error(&format!("the property {name} has no value; expected `[`")));
            }
            properties.push((name, values));
        }
        Ok(Node { number, properties })
    }

    fn value(&mut self) -> Result<String, NotationError> {
        let mut value = String::new();
        let mut symbols = self.text[self.at..].char_indices();
        while let Some((offset, symbol)) = symbols.next() {
            match symbol {
                ']' => {
                    self.at += offset + 1;
                    return Ok(value);
                }
                '\\' => match symbols.next() {
                    Some((_, '\n')) | None => {}
                    Some((_, escaped)) => value.push(escaped),
                },
                _ => value.push(symbol),
            }
        }
        Err(self.error("the text ends within a value; expected `]`"))
    }
}

/// What is said of a text without a game.
const NO_GAME: &str = "there is no game, which begins with `(;`; expected SGF";

/// Where the first game of a text begins: at a parenthesis with a node in it. What stands before it is none of SGF.
fn first_game(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(at, _)| at).find(|&at| begins_game(&text[at..]))
}

/// Whether a text begins with a parenthesis and a node in it.
fn begins_game(text: &str) -> bool {
    text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Whether a text is SGF, whatever stands before it.
pub fn is_sgf(text: &str) -> bool {
    text.trim_start().starts_with('(') || first_game(text).is_some()
}

/// The name of a property without its small letters.
fn capitals(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|letter| letter.is_ascii_uppercase()) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.chars().filter(char::is_ascii_uppercase).collect())
    }
}

/// Reads a point: two letters, from the left and from the top.
fn point(text: &str, size: Size) -> Option<Point> {
    let [column, row] = text.as_bytes() else { return None };
    let place = |letter: u8| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'));
    let (column, row) = (place(*column)?, place(*row)?);
    (column < size.columns() && row < size.rows()).then(|| Point::new(column, size.rows() - 1 - row))
}

/// Reads a point or a rectangle of points, `aa:cc`.
fn points(text: &str, size: Size) -> Option<Vec<Point>> {
    let (one, other) = text.split_once(':').unwrap_or((text, text));
    let (one, other) = (point(one.trim(), size)?, point(other.trim(), size)?);
    let rows = one.row().min(other.row())..=one.row().max(other.row());
    let columns = one.column().min(other.column())..=one.column().max(other.column());
    Some(rows.flat_map(|row| columns.clone().map(move |column| Point::new(column, row))).collect())
}

/// A point as SGF writes it.
fn point_text(point: Point, size: Size) -> String {
    let letter = |place: usize| char::from(b'a' + place as u8);
    format!("{}{}", letter(point.column()), letter(size.rows() - 1 - point.row()))
}

/// A comment as SGF writes it.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Moves of a game tree with what is said of them: a move that is none is a pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Every move.
    pub moves: Vec<TreeMove>,
    /// The places of the moves behind each move, and of the first moves at last.
    pub behind: Vec<Vec<usize>>,
}

/// A move of a game tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeMove {
    /// The stone; `None` is a pass.
    pub point: Option<Point>,
    /// What is said of it, if anything.
    pub comment: String,
    /// `TE` of a good move, `BM` of a bad one.
    pub judgement: Option<&'static str>,
}

/// What a file shows before any move.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// The stones, who is to move, and what may not be taken back at once.
    pub position: &'a Position,
    /// The stones in question.
    pub marks: &'a [Point],
    /// What a side has without stones there, as all outside of a frame: shown as its territory.
    pub territory: Option<(Color, Vec<Point>)>,
    /// What is said of it.
    pub comment: &'a str,
}

/// Writes a position and a line of moves from it; a move that is none is a pass.
pub fn write(sheet: &Sheet<'_>, line: &[Option<Point>]) -> String {
    let moves = line.iter().map(|&point| TreeMove { point, ..TreeMove::default() }).collect();
    let mut behind: Vec<Vec<usize>> = (1..line.len()).map(|next| vec![next]).collect();
    behind.extend((!line.is_empty()).then(Vec::new));
    behind.push(if line.is_empty() { vec![] } else { vec![0] });
    write_tree(sheet, &Tree { moves, behind })
}

/// Writes a position and variations from it. A move that takes a ko back at once is marked as such (`KO`), for it takes a threat.
pub fn write_tree(sheet: &Sheet<'_>, tree: &Tree) -> String {
    let Sheet { position, marks, territory, comment } = sheet;
    let (board, size) = (position.board(), position.board().size());
    let sides = if size.columns() == size.rows() {
        size.columns().to_string()
    } else {
        format!("{}:{}", size.columns(), size.rows())
    };
    let mut text = format!("(;GM[1]FF[4]CA[UTF-8]AP[proofset]SZ[{sides}]\n");
    let stones = |color| size.points().filter(move |&point| board.stone(point) == Some(color)).collect::<Vec<_>>();
    let owned =
        |color| territory.iter().filter(|(owner, _)| *owner == color).flat_map(|(_, points)| points.clone()).collect();
    for (property, points) in [
        ("AB", stones(Color::Black)),
        ("AW", stones(Color::White)),
        ("TR", marks.to_vec()),
        ("TB", owned(Color::Black)),
        ("TW", owned(Color::White)),
    ] {
        if !points.is_empty() {
            text.push_str(property);
            for point in points {
                let _ = write!(text, "[{}]", point_text(point, size));
            }
            text.push('\n');
        }
    }
    let letter = |color: Color| if color == Color::Black { "B" } else { "W" };
    let _ = write!(text, "PL[{}]", letter(position.to_move()));
    if let Some(ko) = position.ko() {
        let _ = write!(text, "BAN[{}]", point_text(ko, size));
    }
    let _ = writeln!(text, "C[{}]", escaped(comment));
    // What is still to be written: a move with the position before it, or the end of a variation.
    let mut line: Vec<Option<(usize, Position)>> = Vec::new();
    let put = |line: &mut Vec<_>, text: &mut String, next: &[usize], before: &Position| {
        let is_branch = next.len() > 1;
        for &place in next.iter().rev() {
            if is_branch {
                line.push(None);
            }
            line.push(Some((place, before.clone())));
        }
        if is_branch {
            text.push_str("\n(");
        }
    };
    let first = tree.behind.last().map_or(&[][..], Vec::as_slice);
    put(&mut line, &mut text, first, position);
    while let Some(next) = line.pop() {
        let Some((place, before)) = next else {
            text.push(')');
            // Another variation, unless the one around it ends as well.
            if matches!(line.last(), Some(Some(_))) {
                text.push_str("\n(");
            }
            continue;
        };
        let TreeMove { point, comment, judgement } = &tree.moves[place];
        let stone = point.map_or_else(String::new, |point| point_text(point, size));
        let _ = write!(text, ";{}[{stone}]", letter(before.to_move()));
        let needs_threat = point.is_some() && before.ko() == *point;
        if needs_threat {
            text.push_str("KO[]");
        }
        if let Some(judgement) = judgement {
            let _ = write!(text, "{judgement}[1]");
        }
        let said =
            [if needs_threat { "after a threat" } else { "" }, comment].into_iter().filter(|said| !said.is_empty());
        let said: Vec<&str> = said.collect();
        if !said.is_empty() {
            let _ = write!(text, "C[{}]", escaped(&said.join(". ")));
        }
        let (to_move, next) = (before.to_move(), before.to_move().opponent());
        // Whatever may be played by the rules of the question; in a frame that is more than the board shows.
        let free = before.with_to_move(to_move);
        let after = free.played(*point, true).unwrap_or_else(|| free.with_to_move(next));
        put(&mut line, &mut text, &tree.behind[place], &after);
    }
    text.push_str(")\n");
    text
}

fn size_of(root: &Node<'_>) -> Result<Size, NotationError> {
    if let Some(game) = root.values("GM").next().filter(|game| game.trim() != "1") {
        return Err(root.error("GM", game, "this is another game; expected GM[1], which is Go"));
    }
    let Some(text) = root.values("SZ").next() else { return Size::new(19, 19) };
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    match (columns.trim().parse(), rows.trim().parse()) {
        (Ok(columns), Ok(rows)) => Size::new(columns, rows).map_err(|error| root.error("SZ", text, &error.to_string())),
        _ => Err(root.error("SZ", text, "expected a number, or columns:rows")),
    }
}

/// Plays a move by the rules, with captures; a value that names no point of the board is a pass.
fn play(
    node: &Node<'_>,
    name: &str,
    value: &str,
    color: Color,
    position: &Position,
) -> Result<Position, NotationError> {
    let size = position.board().size();
    let value = value.trim();
    if value.is_empty() || value == "tt" {
        return Ok(position.clone().with_to_move(color.opponent()));
    }
    let stone = point(value, size).ok_or_else(|| node.error(name, value, "not a point of the board"))?;
    let mut board = position.board().clone();
    let played = board.play(stone, color, true);
    let played = played.ok_or_else(|| node.error(name, value, "there is a stone already, or it would be suicide"))?;
    Ok(Position::of_game(board, color.opponent(), played.ko))
}

/// The games of a file, each as a text of its own; what stands between them is passed over.
///
/// # Errors
///
/// Names the number of the game that does not end.
pub fn games(text: &str) -> Result<Vec<&str>, NotationError> {
    let mut games = Vec::new();
    let (mut begin, mut depth) = (0, 0_usize);
    let mut symbols = text.char_indices();
    while let Some((at, symbol)) = symbols.next() {
        match symbol {
            '(' if depth > 0 => depth += 1,
            '(' if begins_game(&text[at..]) => (begin, depth) = (at, 1),
            ')' if depth == 1 => {
                depth = 0;
                games.push(&text[begin..=at]);
            }
            ')' => depth = depth.saturating_sub(1),
            '[' if depth > 0 => {
                while let Some((_, symbol)) = symbols.next().filter(|(_, symbol)| *symbol != ']') {
                    if symbol == '\\' {
                        symbols.next();
                    }
                }
            }
            _ => {}
        }
    }
    match (depth, games.is_empty()) {
        (0, false) => Ok(games),
        (0, true) => Err(wrong(NO_GAME)),
        _ => {
            let (number, line) = (games.len() + 1, text[..begin].matches('\n').count() + 1);
            Err(wrong(format!("game {number}, which begins in line {line}, does not end; expected `)`")))
        }
    }
}

/// A game as far as its nodes were played.
struct Played {
    /// The position before each move.
    earlier: Vec<Position>,
    position: Position,
    marks: Vec<Point>,
    comment: String,
    name: String,
}

impl Played {
    /// Before anything is set up.
    fn new(root: &Node<'_>) -> Result<Self, NotationError> {
        let position = Position::new(Board::empty(size_of(root)?), Color::Black)?;
        let (comment, name) = (String::new(), String::new());
        Ok(Self { earlier: Vec::new(), position, marks: Vec::new(), comment, name })
    }

    /// Plays a node.
    fn add(&mut self, node: &Node<'_>) -> Result<(), NotationError> {
        let size = self.position.board().size();
        let read = |property, value| {
            points(value, size).ok_or_else(|| node.error(property, value, "not a point of the board"))
        };
        if node.is_setup() {
            let mut board = self.position.board().clone();
            let mut set: Vec<Option<&str>> = vec![None; size.count()];
            for (property, stone) in SETUPS {
                for value in node.values(property) {
                    for point in read(property, value)? {
                        if let Some(other) = set[size.index(point)].replace(property)
                            && other != property
                        {
                            let message = format!("{other} has {} as well", point_text(point, size));
                            return Err(node.error(property, value, &message));
                        }
                        board.set(point, stone);
                    }
                }
            }
            let has = |name: &&str| node.values(name).next().is_some();
            let names: Vec<&str> = SETUPS.iter().map(|(name, _)| *name).filter(has).collect();
            board.check().map_err(|error| wrong(format!("node {}, {}: {error}", node.number, names.join(" and "))))?;
            self.position = Position::of_game(board, self.position.to_move(), None);
        }
        let mut has_moved = false;
        for (property, color) in MOVES {
            for value in node.values(property) {
                if std::mem::replace(&mut has_moved, true) {
                    return Err(node.error(property, value, "a second move in one node; each has a node of its own"));
                }
                self.turn_to(color);
                let next = play(node, property, value, color, &self.position)?;
                self.earlier.push(std::mem::replace(&mut self.position, next));
            }
        }
        if let Some(value) = node.values("PL").next() {
            let color = match value.trim().to_ascii_lowercase().as_str() {
                "b" | "black" => Color::Black,
                "w" | "white" => Color::White,
                _ => return Err(node.error("PL", value, "expected B or W, who is to play")),
            };
            self.turn_to(color);
        }
        for value in node.values("BAN") {
            let point = point(value, size).ok_or_else(|| node.error("BAN", value, "not a point of the board"))?;
            let banned = self.position.clone().with_ko(point);
            self.position = banned.map_err(|error| node.error("BAN", value, &error.to_string()))?;
        }
        let has_marks = MARKS.iter().any(|name| node.values(name).next().is_some());
        if has_marks || node.is_setup() || mover(node).is_some() {
            self.marks.clear();
        }
        for property in MARKS {
            for value in node.values(property) {
                self.marks.extend(read(property, value)?);
            }
        }
        for value in node.values("C") {
            self.comment.push_str(value);
            self.comment.push('\n');
        }
        if let Some(name) = node.values("GN").next().or(node.values("N").next()) {
            self.name.clone_from(name);
        }
        Ok(())
    }

    /// Makes it this side's turn. A ban on a ko is one for the side that moves anyway.
    fn turn_to(&mut self, color: Color) {
        if self.position.to_move() != color {
            self.position = self.position.clone().with_to_move(color);
        }
    }
}

/// Reads the first problem of a file.
///
/// # Errors
///
/// Names the place, or the node and the property, and says what is wrong.
pub fn parse(text: &str) -> Result<Problem, NotationError> {
    let (Played { position, marks, comment, name, .. }, has_solution) = problem(text)?;
    Ok(Problem { position, marks, comment, name, has_solution })
}

/// The positions of the first game of a file, one behind each move after the first: up to the problem that [`parse`] reads, or
/// else up to the position before the move of this number along the first variations, counted from 1, or behind the last move
/// if there are no more.
///
/// # Errors
///
/// As [`parse`].
pub fn line(text: &str, number: Option<usize>) -> Result<Vec<Position>, NotationError> {
    let Played { mut earlier, position, .. } = match number {
        Some(number) => before_move(text, number)?,
        None => problem(text)?.0,
    };
    earlier.push(position);
    Ok(earlier)
}

/// The first problem of a file, and whether a comment on a move behind it says that it is right.
fn problem(text: &str) -> Result<(Played, bool), NotationError> {
    let mut reader = Reader::new(text)?;
    let (nodes, behind) = reader.nodes()?;
    let setup = nodes.iter().rposition(Node::is_setup).filter(|&setup| setup > 0 || !has_handicap(&nodes[0]));
    let begins = |setup: usize| {
        let quiet = nodes[setup + 1..].iter().take_while(|node| mover(node).is_none()).count();
        setup + 1 + quiet
    };
    let (own, solution) = nodes.split_at(setup.map_or(nodes.len(), begins));
    let mut has_solution =
        solution.iter().chain(&behind).flat_map(|node| node.values("C")).any(|comment| says_right(comment));
    if behind.is_some() {
        reader.comments(2, |comment| has_solution |= says_right(comment));
    }
    let mut played = Played::new(&nodes[0])?;
    own.iter().try_for_each(|node| played.add(node))?;
    if own.iter().all(|node| node.values("PL").next().is_none()) {
        // What is said of a game that was played on is said of its moves.
        let is_game = own[setup.unwrap_or(0)..].iter().any(|node| mover(node).is_some());
        let said = said(&played.comment).filter(|_| !is_game);
        if let Some(color) = said.or_else(|| solution.iter().chain(&behind).find_map(mover)) {
            played.turn_to(color);
        }
    }
    Ok((played, has_solution))
}

/// The first game of a file before the move of this number along the first variations.
fn before_move(text: &str, number: usize) -> Result<Played, NotationError> {
    let nodes = Reader::new(text)?.first_line()?;
    let mut played = Played::new(&nodes[0])?;
    let mut moves = 0;
    for node in &nodes {
        if let Some(color) = mover(node) {
            moves += 1;
            if moves >= number {
                played.turn_to(color);
                break;
            }
        }
        played.add(node)?;
    }
    Ok(played)
}

/// Whether a node sets up handicap stones and nothing else.
fn has_handicap(node: &Node<'_>) -> bool {
    let is_given = |stones: &String| stones.trim().parse().map_or(true, |stones: i64| stones > 0);
    node.values("HA").any(is_given) && ["AW", "AE"].iter().all(|name| node.values(name).next().is_none())
}

/// Who moves in a node.
fn mover(node: &Node<'_>) -> Option<Color> {
    MOVES.iter().find(|(name, _)| node.values(name).next().is_some()).map(|&(_, color)| color)
}

/// Whether a comment says that what was played is right, as files with problems do: `RIGHT`, `Correct.`
fn says_right(comment: &str) -> bool {
    let is_end = |symbol: char| !symbol.is_alphanumeric();
    let words: Vec<&str> = comment.split(is_end).filter(|word| !word.is_empty()).collect();
    let praises = |word: &&str| ["right", "correct"].iter().any(|praise| word.eq_ignore_ascii_case(praise));
    let is_denied = |place: usize| place > 0 && words[place - 1].eq_ignore_ascii_case("not");
    words.first().is_some_and(praises)
        || words.iter().enumerate().any(|(place, &word)| word == "RIGHT" && !is_denied(place))
}

/// Who is to move by the words of a comment.
fn said(comment: &str) -> Option<Color> {
    let comment = comment.to_ascii_lowercase();
    let place = |words: &[&str]| words.iter().filter_map(|words| comment.find(words)).min();
    let black = place(&["black to ", "black plays", "black first"]);
    let white = place(&["white to ", "white plays", "white first"]);
    match (black, white) {
        (Some(black), Some(white)) => Some(if black < white { Color::Black } else { Color::White }),
        (Some(_), None) => Some(Color::Black),
        (None, Some(_)) => Some(Color::White),
        (None, None) => None,
    }
}
