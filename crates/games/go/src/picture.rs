//! A board as books print it: stones, and the moves of a line as numbers on them.
//!
//! The idea: every point is drawn once. A move to a point that shows a number already, after a capture, stands below the board, as in
//! *7 at 3*. Plain SVG without fonts or scripts of its own.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::board::{Color, Point};
use crate::position::Position;

/// The distance of two lines, and what is left around them.
const STEP: usize = 24;
const MARGIN: usize = 36;

/// The lines of notes are as wide as so many letters a line of the board.
const LETTER: usize = 7;

/// Draws a position and the moves of a line from it; a move that is none is a pass.
pub fn svg(position: &Position, line: &[Option<Point>]) -> String {
    let size = position.board().size();
    let (columns, rows) = (size.columns(), size.rows());
    let x = |column: usize| MARGIN + STEP * column;
    let y = |row: usize| MARGIN + STEP * (rows - 1 - row);
    let mut first = HashMap::new();
    let mut notes = Vec::new();
    let mut color = position.to_move();
    for (number, mv) in (1..).zip(line) {
        match mv {
            None => notes.push(format!("{number} pass")),
            Some(point) if position.board().stone(*point).is_some() => notes.push(format!("{number} at {point}")),
            Some(point) => match first.get(point) {
                None => {
                    first.insert(*point, (number, color));
                }
                Some((earlier, _)) => notes.push(format!("{number} at {earlier}")),
            },
        }
        color = color.opponent();
    }
    let width = 2 * MARGIN + STEP * (columns - 1);
    let mut lines = vec![String::new()];
    for note in notes {
        let last = lines.last_mut().expect("there is one");
        if !last.is_empty() && (last.len() + note.len() + 2) * LETTER > width.saturating_sub(MARGIN) {
            lines.push(note);
        } else {
            last.push_str(if last.is_empty() { "" } else { ", " });
            last.push_str(&note);
        }
    }
    lines.retain(|line| !line.is_empty());
    let below = 2 * MARGIN + STEP * (rows - 1);
    let height = below + 18 * lines.len();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#f7e5bd\"/>\n<g stroke=\"#000\" stroke-width=\"1\">\n"
    );
    for column in 0..columns {
        let _ = writeln!(svg, "<path d=\"M{} {}V{}\"/>", x(column), y(rows - 1), y(0));
    }
    for row in 0..rows {
        let _ = writeln!(svg, "<path d=\"M{} {}H{}\"/>", x(0), y(row), x(columns - 1));
    }
    svg.push_str("</g>\n");
    for (column, row) in stars(columns, rows) {
        let _ = writeln!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"2.5\"/>", x(column), y(row));
    }
    for column in 0..columns {
        let name = Point::new(column, 0).to_string();
        let letter = name.trim_end_matches('1');
        for below in [y(rows - 1) - 18, y(0) + 26] {
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{below}\" fill=\"#555\">{letter}</text>", x(column));
        }
    }
    for row in 0..rows {
        for beside in [x(0) - 22, x(columns - 1) + 22] {
            let _ = writeln!(svg, "<text x=\"{beside}\" y=\"{}\" fill=\"#555\">{}</text>", y(row) + 4, row + 1);
        }
    }
    for point in size.points() {
        let numbered = first.get(&point).copied();
        let Some(color) = position.board().stone(point).or(numbered.map(|(_, color)| color)) else { continue };
        let (fill, ink) = if color == Color::Black { ("#000", "#fff") } else { ("#fff", "#000") };
        let (x, y) = (x(point.column()), y(point.row()));
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"11.3\" fill=\"{fill}\" stroke=\"#000\"/>");
        if let Some((number, _)) = numbered {
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"{ink}\">{number}</text>", y + 4);
        }
    }
    for (index, line) in lines.iter().enumerate() {
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{line}</text>", width / 2, below + 18 * index + 8);
    }
    svg.push_str("</svg>\n");
    svg
}

/// The points that are marked on boards of the usual sizes.
fn stars(columns: usize, rows: usize) -> Vec<(usize, usize)> {
    if (columns, rows) == (9, 9) {
        return vec![(2, 2), (6, 2), (4, 4), (2, 6), (6, 6)];
    }
    let along = |side: usize| match side {
        0..=8 => Vec::new(),
        9 => vec![2, 6],
        10..=12 => vec![3, side - 4],
        _ if side % 2 == 1 => vec![3, side / 2, side - 4],
        _ => vec![3, side - 4],
    };
    let rows = along(rows);
    along(columns).into_iter().flat_map(|column| rows.iter().map(move |&row| (column, row))).collect()
}
