//! Pictures of measurements as SVG, written by hand: they are text, and differ between two runs only where the results
//! do.
//!
//! Two kinds are enough: distributions as rows of boxes, and curves. Panels stand one below the other. The background is
//! white, since books have dark themes too; the colours are those of M. Okabe and K. Ito, Color Universal Design, 2008,
//! which colour-blind people can tell apart, and series differ in the shape of their points besides.

use std::fmt::Write as _;

const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a7a00"];

const WIDTH: f64 = 820.0;
const TITLE_HEIGHT: f64 = 30.0;
/// Room for the numbers at the ticks and the title of the horizontal axis.
const AXIS_HEIGHT: f64 = 46.0;
const ROW_HEIGHT: f64 = 17.0;
const CURVES_HEIGHT: f64 = 230.0;
/// Room for the numbers and the title of the vertical axis.
const UP_WIDTH: f64 = 94.0;
/// So many ticks fit on a logarithmic axis.
const MOST_TICKS: usize = 9;

/// How an axis maps values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    Linear,
    Logarithmic,
}

/// An axis: its title, with the unit, the values at its ends, and its ticks.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    title: String,
    scale: Scale,
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// From zero, in equal steps, so that all values fit.
    pub(crate) fn linear(title: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let most = values.into_iter().fold(f64::MIN_POSITIVE, f64::max);
        let step = round_step(most / 6.0);
        let mut values = vec![0.0];
        while values.last().is_none_or(|last| *last < most) {
            values.push(values.len() as f64 * step);
        }
        let high = (values.len() - 1) as f64 * step;
        let ticks = values.into_iter().map(|value| (value, number(value))).collect();
        Self { title: title.to_owned(), scale: Scale::Linear, low: 0.0, high, ticks }
    }

    /// Logarithmic, a little wider than the values, which must be positive.
    pub(crate) fn logarithmic(title: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) =
            values.into_iter().fold((f64::MAX, f64::MIN_POSITIVE), |(low, high), v| (low.min(v), high.max(v)));
        let margin = (high / low).powf(0.04).max(1.02);
        let (low, high) = (low / margin, high * margin);
        let of = |factors: &[f64]| {
            let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
            let values = powers.flat_map(|power| factors.iter().map(move |factor| factor * 10_f64.powi(power)));
            values.filter(|tick| (low..=high).contains(tick)).collect::<Vec<_>>()
        };
        let choices: [&[f64]; 3] = [&[1.0], &[1.0, 2.0, 5.0], &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0]];
        let ticks = choices.iter().map(|factors| of(factors)).find(|ticks| ticks.len() >= 4);
        // Large numbers would touch each other.
        let ticks = ticks.map(|ticks| if ticks.len() > MOST_TICKS { of(&[1.0, 3.0]) } else { ticks });
        // Over less than a power of ten, equal steps are as good.
        let ticks = ticks.unwrap_or_else(|| {
            let step = round_step((high - low) / 6.0);
            ((low / step).ceil() as i64..=(high / step).floor() as i64).map(|tick| tick as f64 * step).collect()
        });
        let ticks = ticks.into_iter().map(|tick| (tick, number(tick))).collect();
        Self { title: title.to_owned(), scale: Scale::Logarithmic, low, high, ticks }
    }

    /// Names at 0, 1, 2 and so on.
    pub(crate) fn names(title: &str, names: &[&str]) -> Self {
        let ticks = names.iter().enumerate().map(|(place, name)| (place as f64, (*name).to_owned())).collect();
        Self { title: title.to_owned(), scale: Scale::Linear, low: -0.5, high: names.len() as f64 - 0.5, ticks }
    }

    /// Where a value lies between two places.
    fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        from + share * (to - from)
    }
}

/// The least of 1, 2, 5, 10, 20 and so on, or of their tenths, that is not below this step.
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0].map(|factor| factor * power).into_iter().find(|round| *round >= step).unwrap_or(10.0 * power)
}

/// A number as people write it: groups of three digits, and no digits that say nothing.
fn number(value: f64) -> String {
    if value != 0.0 && value.abs() < 100.0 {
        let text = format!("{value:.3}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A distribution: least, first quartile, median, third quartile, most.
#[derive(Clone, Debug)]
pub(crate) struct BoxRow {
    pub(crate) label: String,
    pub(crate) five: [f64; 5],
    /// A value that stands out, drawn as a diamond.
    pub(crate) mark: Option<f64>,
    /// Rows of one group have one colour.
    pub(crate) group: usize,
}

/// Distributions of one quantity.
#[derive(Clone, Debug)]
pub(crate) struct BoxPanel {
    pub(crate) title: String,
    pub(crate) axis: Axis,
    pub(crate) rows: Vec<BoxRow>,
}

/// A line with its points; gaps between the runs. A run of two points above each other is a spread: a thin line without points.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) runs: Vec<Vec<(f64, f64)>>,
}

/// Curves over common axes.
#[derive(Clone, Debug)]
pub(crate) struct CurvePanel {
    pub(crate) title: String,
    pub(crate) across: Axis,
    pub(crate) up: Axis,
    pub(crate) series: Vec<Series>,
    /// A dashed line at this height.
    pub(crate) reference: Option<f64>,
}

/// A picture on its way.
struct Canvas {
    body: String,
    height: f64,
}

impl Canvas {
    fn new() -> Self {
        Self { body: String::new(), height: 0.0 }
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, attributes: &str, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(self.body, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}"{attributes}>{text}</text>"#);
    }

    fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], stroke: &str) {
        let _ = writeln!(self.body, r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" {stroke}/>"#);
    }

    /// A point in the shape of a series: where colours begin again, shapes do so one further on.
    fn point(&mut self, x: f64, y: f64, series: usize) {
        let colour = COLOURS[series % COLOURS.len()];
        let _ = match (series + series / COLOURS.len()) % 4 {
            0 => writeln!(self.body, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3.2" fill="{colour}"/>"#),
            1 => writeln!(
                self.body,
                r#"<rect x="{:.1}" y="{:.1}" width="6" height="6" fill="{colour}"/>"#,
                x - 3.0,
                y - 3.0
            ),
            2 => writeln!(self.body, r#"<path d="M{x:.1} {:.1}l3.8 6.6h-7.6z" fill="{colour}"/>"#, y - 4.2),
            _ => self.diamond(x, y, colour),
        };
    }

    fn diamond(&mut self, x: f64, y: f64, colour: &str) -> std::fmt::Result {
        writeln!(self.body, r#"<path d="M{x:.1} {:.1}l4 4l-4 4l-4 -4z" fill="{colour}"/>"#, y - 4.0)
    }

    /// The horizontal axis with its grid, below an area.
    fn across(&mut self, axis: &Axis, [left, right]: [f64; 2], [top, bottom]: [f64; 2]) {
        let places: Vec<f64> = axis.ticks.iter().map(|(tick, _)| axis.place(*tick, left, right)).collect();
        let room = places.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        let longest = axis.ticks.iter().map(|(_, name)| name.len()).max().unwrap_or(0);
        let size = if longest as f64 * LETTER_WIDTH > room { SMALL } else { "" };
        for (x, (_, name)) in places.into_iter().zip(&axis.ticks) {
            self.line([x, top], [x, bottom], GRID);
            self.text(x, bottom + 15.0, "middle", size, name);
        }
        self.line([left, bottom], [right, bottom], FRAME);
        self.text(f64::midpoint(left, right), bottom + 33.0, "middle", "", &axis.title);
    }

    /// The vertical axis with its grid, left of an area.
    fn up(&mut self, axis: &Axis, [left, right]: [f64; 2], [top, bottom]: [f64; 2]) {
        for (tick, name) in &axis.ticks {
            let y = axis.place(*tick, bottom, top);
            self.line([left, y], [right, y], GRID);
            self.text(left - 6.0, y + 4.0, "end", "", name);
        }
        self.line([left, top], [left, bottom], FRAME);
        let middle = f64::midpoint(top, bottom);
        self.text(14.0, middle, "middle", &format!(r#" transform="rotate(-90 14 {middle:.1})""#), &axis.title);
    }

    fn finish(self) -> String {
        let Self { body, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" \
             fill=\"white\"/>\n{body}</svg>\n"
        )
    }
}

const GRID: &str = r##"stroke="#e2e2e2""##;
const FRAME: &str = r##"stroke="#555""##;
/// For names that would touch.
const SMALL: &str = r#" font-size="10""#;
/// What a letter takes at the usual size, with some room between two names.
const LETTER_WIDTH: f64 = 7.0;
const BOLD: &str = r#" font-weight="bold""#;

/// Rows of boxes: whiskers from least to most, the box between the quartiles, a bar at the median.
pub(crate) fn boxes(panels: &[BoxPanel], mark: Option<&str>) -> String {
    let (left, right) = (235.0, WIDTH - 30.0);
    let mut canvas = Canvas::new();
    canvas.height = 26.0;
    canvas.text(left, 18.0, "start", "", "line: least to most; box: quartiles; bar: median");
    if let Some(mark) = mark {
        let _ = canvas.diamond(left + 330.0, 14.0, "#000000");
        canvas.text(left + 340.0, 18.0, "start", "", mark);
    }
    for panel in panels {
        let top = canvas.height + TITLE_HEIGHT;
        let bottom = top + ROW_HEIGHT * panel.rows.len() as f64 + 4.0;
        canvas.text(left, top - 9.0, "start", BOLD, &panel.title);
        canvas.across(&panel.axis, [left, right], [top, bottom]);
        for (index, row) in panel.rows.iter().enumerate() {
            let y = top + 2.0 + ROW_HEIGHT * (index as f64 + 0.5);
            let colour = COLOURS[row.group % COLOURS.len()];
            let [least, first, middle, third, most] = row.five.map(|value| panel.axis.place(value, left, right));
            canvas.text(left - 8.0, y + 4.0, "end", "", &row.label);
            canvas.line([least, y], [most, y], &format!(r#"stroke="{colour}" stroke-width="1.5""#));
            let _ = writeln!(
                canvas.body,
                r#"<rect x="{first:.1}" y="{:.1}" width="{:.1}" height="10" fill="{colour}" fill-opacity="0.45" stroke="{colour}"/>"#,
                y - 5.0,
                (third - first).max(1.0),
            );
            canvas.line([middle, y - 6.0], [middle, y + 6.0], r#"stroke="black" stroke-width="2""#);
            if let Some(mark) = row.mark {
                let _ = canvas.diamond(panel.axis.place(mark, left, right), y, "#000000");
            }
        }
        canvas.height = bottom + AXIS_HEIGHT;
    }
    canvas.finish()
}

/// Curves with a legend at the right.
pub(crate) fn curves(panels: &[CurvePanel]) -> String {
    let (left, right) = (UP_WIDTH, WIDTH - 205.0);
    let mut canvas = Canvas::new();
    for panel in panels {
        let top = canvas.height + TITLE_HEIGHT;
        let bottom = top + CURVES_HEIGHT;
        canvas.text(left, top - 9.0, "start", BOLD, &panel.title);
        canvas.across(&panel.across, [left, right], [top, bottom]);
        canvas.up(&panel.up, [left, right], [top, bottom]);
        if let Some(reference) = panel.reference {
            let y = panel.up.place(reference, bottom, top);
            canvas.line([left, y], [right, y], r##"stroke="#333" stroke-dasharray="5 4""##);
        }
        for (index, series) in panel.series.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            for run in &series.runs {
                let places: Vec<(f64, f64)> = run
                    .iter()
                    .map(|&(x, y)| (panel.across.place(x, left, right), panel.up.place(y, bottom, top)))
                    .collect();
                let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
                let is_spread = matches!(run[..], [(one, _), (other, _)] if one.total_cmp(&other).is_eq());
                let _ = writeln!(
                    canvas.body,
                    r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="{}"/>"#,
                    path.join(" "),
                    if is_spread { "0.9" } else { "1.6" }
                );
                for (x, y) in places.into_iter().filter(|_| !is_spread) {
                    canvas.point(x, y, index);
                }
            }
            let y = top + 12.0 + 18.0 * index as f64;
            canvas.line([right + 14.0, y], [right + 38.0, y], &format!(r#"stroke="{colour}" stroke-width="1.6""#));
            canvas.point(right + 26.0, y, index);
            canvas.text(right + 44.0, y + 4.0, "start", "", &series.name);
        }
        canvas.height = bottom + AXIS_HEIGHT;
    }
    canvas.finish()
}

#[cfg(test)]
mod tests {
    use super::{Axis, BoxPanel, BoxRow, CurvePanel, Series, boxes, curves, number};

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 0.05, 0.5, 1.0, 12.0, 1_237.0, 1_000_000.0].map(number);
        assert_eq!(texts, ["0", "0.05", "0.5", "1", "12", "1,237", "1,000,000"]);
    }

    #[test]
    fn axes_hold_their_values_and_have_ticks() {
        for (low, high) in [(700.0, 2_000.0), (0.3, 4.0), (1.0, 1e6), (5.0, 5.0)] {
            let axis = Axis::logarithmic("x", [low, high]);
            assert!(axis.low < low && high < axis.high);
            assert!((1..=18).contains(&axis.ticks.len()), "{low} to {high}: {:?}", axis.ticks);
        }
        for most in [0.5, 1.0, 7.3, 120.0] {
            let axis = Axis::linear("y", [0.0, most]);
            assert!(axis.high >= most && axis.high <= 1.4 * most);
            assert!((3..=8).contains(&axis.ticks.len()), "to {most}: {:?}", axis.ticks);
        }
    }

    #[test]
    fn places_follow_the_scale() {
        let axis = Axis::linear("y", [10.0]);
        assert_eq!(axis.place(5.0, 0.0, 100.0).round().to_string(), "50");
        let axis = Axis::names("x", &["a", "b"]);
        assert_eq!(axis.place(0.0, 0.0, 100.0).round().to_string(), "25");
        let axis = Axis::logarithmic("y", [1.0, 100.0]);
        assert_eq!(axis.place(10.0, 0.0, 100.0).round().to_string(), "50");
    }

    #[test]
    fn pictures_name_what_they_show() {
        let row = BoxRow { label: "a < b".to_owned(), five: [1.0, 2.0, 3.0, 4.0, 5.0], mark: Some(2.0), group: 0 };
        let axis = Axis::logarithmic("expansions", [1.0, 5.0]);
        let picture =
            boxes(&[BoxPanel { title: "board".to_owned(), axis: axis.clone(), rows: vec![row] }], Some("natural"));
        let names = ["a &lt; b", ">board<", ">expansions<", ">natural<"];
        assert!(names.iter().all(|name| picture.contains(name)), "{picture}");

        let spread = vec![(1.0, 2.0), (1.0, 4.0)];
        let runs = vec![vec![(0.0, 1.0), (1.0, 5.0)], vec![(2.0, 2.0)], spread];
        let series = Series { name: "pss".to_owned(), runs };
        let across = Axis::names("K", &["0", "1", "max"]);
        let panel =
            CurvePanel { title: "domain".to_owned(), across, up: axis, series: vec![series], reference: Some(1.0) };
        let picture = curves(&[panel]);
        assert!([">K<", ">pss<", ">max<", ">domain<"].iter().all(|name| picture.contains(name)), "{picture}");
        assert_eq!(picture.matches("<polyline").count(), 3);
        // Three points and the one beside the name; a spread has none.
        assert_eq!(picture.matches("<circle").count(), 4);
    }

    #[test]
    fn names_that_would_touch_are_smaller() {
        let picture = |names: &[&str]| {
            let axis = Axis::linear("y", [1.0]);
            let panel = CurvePanel {
                title: String::new(),
                across: Axis::names("x", names),
                up: axis,
                series: Vec::new(),
                reference: None,
            };
            curves(&[panel])
        };
        assert!(!picture(&["short"; 6]).contains(super::SMALL));
        assert!(picture(&["rather-lengthy"; 6]).contains(super::SMALL));
    }
}
