//! A small certificate as a picture.
//!
//! DOT for Graphviz, or an SVG of our own: rows by distance from the root, parents above children, each node as near to
//! the mean place of its parents as its neighbours allow (one sweep of the barycentre method). Boxes are choices of the
//! side that the verdict favours, ellipses the other side's nodes, filled shapes leaves, diamonds threat sequences, whose moves
//! stand below them. Moves stand on the edges. Moves
//! that lead back to an earlier record, and may be played for ever, are dashed and bent; rows do not depend on them.

use std::fmt::Write as _;
use std::io::Read;

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::escape::visible;
use crate::{ReadError, Reader, RecordKind};

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The certificate cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// There are too many nodes to draw.
    #[error("the proof has too many nodes to draw")]
    TooLarge,
}

/// A certificate, or its upper part.
pub struct Picture {
    title: String,
    kinds: Vec<RecordKind>,
    /// Row of each node: the longest distance from the root without moves that lead back.
    rows: Vec<u32>,
    edges: Vec<Arrow>,
    /// True for nodes whose edges were cut off.
    cut: Vec<bool>,
    /// The threat sequences of nodes that stand for one: threats, each with the reply that it leaves.
    sequences: Vec<(usize, Vec<String>)>,
}

/// What a picture calls the moves that a threat sequence answers.
const OTHERS: &str = "others";

/// A move from a node to another.
struct Arrow {
    parent: usize,
    child: usize,
    mv: String,
    /// True if it leads back to an earlier record or to its own.
    back: bool,
}

/// The most threats of a sequence that are written below it.
const MOST_STEPS: usize = 4;

/// A threat sequence as a picture has it: `a1 (b2)`, the threat and the reply that it leaves.
fn steps(sequence: &[&str]) -> Vec<String> {
    let mut steps: Vec<String> = sequence
        .chunks(3)
        .map(|step| match *step {
            [threat, reply, _] => format!("{} ({})", visible(threat), visible(reply)),
            _ => visible(step[0]).into_owned(),
        })
        .collect();
    if steps.len() > MOST_STEPS {
        steps.truncate(MOST_STEPS - 1);
        steps.push("...".to_owned());
    }
    steps
}

/// What the shapes mean.
const LEGEND: &str = "square: one move is chosen; circle: every move is answered; dot: decided by the rules";

/// The same for strategies that may go on for ever.
const CYCLIC_LEGEND: &str = "square: one move is chosen; circle: every move is answered; dot: decided by the rules; dashed: back to an earlier one";

/// The same for strategies with threat sequences.
const SEQUENCE_LEGEND: &str = "square: one move is chosen; circle: every move is answered; dot: decided by the rules; diamond: won by these threats (and replies)";

/// The non-decreasing sequence nearest to `wishes` in squares: neighbours in the wrong order share their mean.
fn isotonic(wishes: &[f64]) -> Vec<f64> {
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for &wish in wishes {
        let mut block = (wish, 1);
        while let Some(&(sum, count)) = blocks.last()
            && sum / count as f64 > block.0 / block.1 as f64
        {
            block = (sum + block.0, count + block.1);
            blocks.pop();
        }
        blocks.push(block);
    }
    blocks.iter().flat_map(|&(sum, count)| std::iter::repeat_n(sum / count as f64, count)).collect()
}

/// A text of an SVG picture. It holds no control characters any more, which XML cannot have.
fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Picture {
    /// Reads a certificate: whole, or down to so many plies below the root.
    ///
    /// # Errors
    ///
    /// [`PictureError`] if it cannot be read, or has more nodes to draw than `most_nodes`.
    pub fn read<R: Read>(
        certificate: &mut Reader<R>,
        depth: Option<u32>,
        most_nodes: usize,
    ) -> Result<Self, PictureError> {
        let header = certificate.header();
        let mut title = format!("{}, {}: {}", header.game, header.goal, header.verdict);
        if header.position.len() <= 120 {
            let _ = write!(title, ", {}", header.position);
        }
        let deepest = depth.unwrap_or(u32::MAX);
        let title = visible(&title).into_owned();
        let mut picture = Self {
            title,
            kinds: Vec::new(),
            rows: Vec::new(),
            edges: Vec::new(),
            cut: Vec::new(),
            sequences: Vec::new(),
        };
        // Record number to picture node; records that only hidden nodes lead to stay hidden. How many records there are is a claim of
        // the file.
        let mut nodes: FxHashMap<u32, usize> = FxHashMap::default();
        if certificate.record_count() > 0 {
            nodes.insert(0, 0);
            picture.rows.push(0);
        }
        let mut kinds = Vec::new();
        while let Some(record) = certificate.next_record()? {
            let index = record.index();
            let Some(&parent) = nodes.get(&index) else { continue };
            kinds.push((parent, record.kind()));
            let row = picture.rows[parent];
            if row >= deepest {
                continue;
            }
            for edge in record.edges() {
                // An earlier record that was left out so far is drawn below.
                let back = edge.child <= index && nodes.contains_key(&edge.child);
                let child = *nodes.entry(edge.child).or_insert_with(|| {
                    picture.rows.push(0);
                    picture.rows.len() - 1
                });
                if !back {
                    picture.rows[child] = picture.rows[child].max(row + 1);
                }
                picture.edges.push(Arrow { parent, child, mv: visible(edge.mv).into_owned(), back });
            }
            let sequence: Vec<&str> = record.sequence().collect();
            if !sequence.is_empty() {
                let node = if record.kind() == RecordKind::All {
                    let child = picture.rows.len();
                    picture.rows.push(row + 1);
                    picture.edges.push(Arrow { parent, child, mv: OTHERS.to_owned(), back: false });
                    child
                } else {
                    parent
                };
                picture.sequences.push((node, steps(&sequence)));
            }
            if picture.rows.len() > most_nodes {
                return Err(PictureError::TooLarge);
            }
        }
        picture.kinds = vec![RecordKind::Leaf; picture.rows.len()];
        for (node, kind) in kinds {
            picture.kinds[node] = kind;
        }
        for (node, _) in &picture.sequences {
            picture.kinds[*node] = RecordKind::Sequence;
        }
        let mut has_edges = vec![false; picture.rows.len()];
        for arrow in &picture.edges {
            has_edges[arrow.parent] = true;
        }
        let goes_on = |kind: &RecordKind| matches!(kind, RecordKind::Choice | RecordKind::All);
        picture.cut = picture.kinds.iter().zip(&has_edges).map(|(kind, has)| goes_on(kind) && !has).collect();
        Ok(picture)
    }

    /// The picture in the language of Graphviz.
    pub fn dot(&self) -> String {
        // Graphviz reads backslashes as escapes, and names between & and ; as characters of HTML.
        let quote = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;");
        let mut text = String::new();
        let _ = writeln!(text, "digraph proof {{");
        let _ =
            writeln!(text, "  label=\"{}\"; labelloc=t; node [label=\"\", width=0.3, height=0.3];", quote(&self.title));
        for (node, kind) in self.kinds.iter().enumerate() {
            let style = match kind {
                RecordKind::Choice => "shape=box",
                RecordKind::All => "shape=ellipse",
                RecordKind::Leaf => "shape=circle, style=filled, fillcolor=black, width=0.15, height=0.15",
                RecordKind::Sequence => "shape=diamond",
            };
            let cut = if self.cut[node] { ", style=dashed" } else { "" };
            let steps = self.sequences.iter().find(|(other, _)| *other == node);
            let label = steps.map_or(String::new(), |(_, steps)| format!(", label=\"{}\"", quote(&steps.join(" "))));
            let _ = writeln!(text, "  n{node} [{style}{cut}{label}];");
        }
        for Arrow { parent, child, mv, back } in &self.edges {
            let back = if *back { ", style=dashed, constraint=false" } else { "" };
            let _ = writeln!(text, "  n{parent} -> n{child} [label=\"{}\"{back}];", quote(mv));
        }
        text.push_str("}\n");
        text
    }

    /// The place of each node in its row, in columns from the left, and the number of columns.
    ///
    /// Row by row each node wants to stand under the mean of its parents. The places that keep all nodes of a row at
    /// least one column apart and are least away from the wishes (in squares) are an isotonic regression of the wishes.
    fn places(&self) -> (Vec<f64>, f64) {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for (node, row) in self.rows.iter().enumerate() {
            let row = *row as usize;
            if rows.len() <= row {
                rows.resize(row + 1, Vec::new());
            }
            rows[row].push(node);
        }
        let mut parents: Vec<Vec<usize>> = vec![Vec::new(); self.rows.len()];
        for arrow in self.edges.iter().filter(|arrow| !arrow.back) {
            parents[arrow.child].push(arrow.parent);
        }
        let mut places = vec![0.0; self.rows.len()];
        for row in &rows {
            let wish = |&node: &usize| {
                let sum: f64 = parents[node].iter().map(|&parent| places[parent]).sum();
                (sum / parents[node].len().max(1) as f64, node)
            };
            let mut wishes: Vec<(f64, usize)> = row.iter().map(wish).collect();
            wishes.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let apart: Vec<f64> = wishes.iter().enumerate().map(|(index, (wish, _))| wish - index as f64).collect();
            for ((index, (_, node)), place) in wishes.iter().enumerate().zip(isotonic(&apart)) {
                places[*node] = place + index as f64;
            }
        }
        let least = places.iter().copied().fold(f64::INFINITY, f64::min);
        let most = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (places.iter().map(|place| place - least + 0.5).collect(), most - least + 1.0)
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        const COLUMN: f64 = 74.0;
        const ROW: f64 = 84.0;
        const MARGIN: f64 = 40.0;
        const STEP: f64 = 13.0;
        let (places, columns) = self.places();
        let lowest = self.rows.iter().max().copied().unwrap_or(0);
        let legend = match (self.edges.iter().any(|arrow| arrow.back), self.sequences.is_empty()) {
            (true, _) => CYCLIC_LEGEND,
            (false, false) => SEQUENCE_LEGEND,
            (false, true) => LEGEND,
        };
        let below = if self.sequences.is_empty() { 0.0 } else { STEP * MOST_STEPS as f64 };
        let text_width = (8.0 * self.title.chars().count() as f64).max(6.5 * legend.len() as f64);
        let width = (columns * COLUMN).max(text_width) + 2.0 * MARGIN;
        let height = f64::from(lowest) * ROW + 2.0 * MARGIN + 60.0 + below;
        let left = (width - columns * COLUMN) / 2.0;
        let at = |node: usize| (left + places[node] * COLUMN, MARGIN + 40.0 + f64::from(self.rows[node]) * ROW);
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             font-family=\"DejaVu Sans, Helvetica, sans-serif\" font-size=\"12\">"
        );
        let _ = writeln!(svg, "<title>{}</title>", xml(&self.title));
        let _ = writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
        let _ =
            writeln!(svg, "<text x=\"{MARGIN}\" y=\"28\" font-size=\"14\" fill=\"#222\">{}</text>", xml(&self.title));
        // Two points that a bent edge is drawn towards: to the right of its ends.
        let bends = |arrow: &Arrow| {
            let ((x1, y1), (x2, y2)) = (at(arrow.parent), at(arrow.child));
            let right = x1.max(x2) + 0.6 * COLUMN;
            let apart = if arrow.parent == arrow.child { 0.3 * ROW } else { 0.0 };
            ((right, y1 + apart), (right, y2 - apart))
        };
        for arrow in &self.edges {
            let ((x1, y1), (x2, y2)) = (at(arrow.parent), at(arrow.child));
            let _ = if arrow.back {
                let ((u1, v1), (u2, v2)) = bends(arrow);
                writeln!(
                    svg,
                    "<path d=\"M{x1:.1} {y1:.1} C{u1:.1} {v1:.1} {u2:.1} {v2:.1} {x2:.1} {y2:.1}\" fill=\"none\" \
                     stroke=\"#8a8f98\" stroke-dasharray=\"5 3\"/>"
                )
            } else {
                writeln!(svg, "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#8a8f98\"/>")
            };
        }
        for arrow in &self.edges {
            let ((x1, y1), (x2, y2)) = (at(arrow.parent), at(arrow.child));
            let (x, y) = if arrow.back {
                // The middle of the curve.
                let ((u1, v1), (u2, v2)) = bends(arrow);
                ((x1 + x2 + 3.0 * (u1 + u2)) / 8.0, (y1 + y2 + 3.0 * (v1 + v2)) / 8.0 + 4.0)
            } else {
                // Nearer to the child, where edges from one parent have spread.
                (x1 + 0.62 * (x2 - x1), y1 + 0.62 * (y2 - y1) + 4.0)
            };
            // A white copy below, for renderers that cannot paint a stroke before its fill.
            for paint in ["fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"3\"", "fill=\"#1f3b63\""] {
                let text = xml(&arrow.mv);
                let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" {paint}>{text}</text>");
            }
        }
        for (node, kind) in self.kinds.iter().enumerate() {
            let (x, y) = at(node);
            let dash = if self.cut[node] { " stroke-dasharray=\"3 2\"" } else { "" };
            let _ = match kind {
                RecordKind::Choice => writeln!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"20\" height=\"20\" fill=\"#d7e8d3\" stroke=\"#2f6b2f\"{dash}/>",
                    x - 10.0,
                    y - 10.0
                ),
                RecordKind::All => writeln!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"10\" fill=\"#f3e3c8\" stroke=\"#8a5a12\"{dash}/>"
                ),
                RecordKind::Leaf => writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#222222\"/>"),
                RecordKind::Sequence => writeln!(
                    svg,
                    "<path d=\"M{x:.1} {:.1} l11 11 l-11 11 l-11 -11 z\" fill=\"#d5e1f2\" stroke=\"#2b4f81\"/>",
                    y - 11.0
                ),
            };
        }
        for (node, steps) in &self.sequences {
            let (x, y) = at(*node);
            for (line, step) in steps.iter().enumerate() {
                let y = y + 12.0 + STEP * (line + 1) as f64;
                let text = xml(step);
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"10\" text-anchor=\"middle\" fill=\"#2b4f81\">{text}</text>"
                );
            }
        }
        let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{:.1}\" fill=\"#555\">{legend}</text>", height - 14.0);
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::isotonic;

    #[test]
    fn neighbours_in_the_wrong_order_share_their_mean() {
        assert_eq!(isotonic(&[1.0, 2.0, 2.0, 5.0]), [1.0, 2.0, 2.0, 5.0]);
        assert_eq!(isotonic(&[3.0, 1.0, 2.0, 9.0, 5.0]), [2.0, 2.0, 2.0, 7.0, 7.0]);
        assert_eq!(isotonic(&[]), [0.0; 0]);
    }
}
