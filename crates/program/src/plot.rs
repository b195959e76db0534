//! `proofset plot`: a log of searches as a picture.
//!
//! Three panels over time: the numbers of the root, on a logarithmic axis, expansions a second, and memory. A log may be that of
//! several searches, one after the other, and of runs that were killed and resumed: a grey line stands where a search begins.
//! Lines that a killed program has left half-written are passed over, and told.

use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;
use plotters::coord::combinators::LogCoord;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use crate::escape::visible;
use crate::failure::{Exit, Failure};
use crate::{files, output};

#[derive(Debug, Args)]
pub(crate) struct PlotArguments {
    /// The log, as solve --log writes it; - for standard input
    log: PathBuf,

    /// Write the picture here instead of to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The size of the picture.
const SIZE: (u32, u32) = (900, 760);

/// Colours that colour-blind people can tell apart (Okabe and Ito 2008).
const BLUE: RGBColor = RGBColor(0, 0x72, 0xb2);
const RED: RGBColor = RGBColor(0xd5, 0x5e, 0);
const GREEN: RGBColor = RGBColor(0, 0x9e, 0x73);
const GREY: RGBColor = RGBColor(0x99, 0x99, 0x99);

/// A line of a log; what it is not has nothing in these places.
#[derive(Deserialize)]
struct Line {
    seconds: f64,
    search: Option<Named>,
    end: Option<Ended>,
    rate: Option<f64>,
    bytes: Option<f64>,
    proof: Option<Value>,
    disproof: Option<Value>,
}

#[derive(Deserialize)]
struct Named {
    game: String,
    goal: String,
    algorithm: String,
}

#[derive(Deserialize)]
struct Ended {
    verdict: String,
}

/// What a picture shows, by seconds.
#[derive(Default)]
struct Curves {
    title: String,
    verdict: Option<String>,
    /// Where searches begin.
    begins: Vec<f64>,
    /// Each in runs of points that belong together: a new search, or an infinite number, begins another one.
    proof: Vec<Vec<(f64, f64)>>,
    disproof: Vec<Vec<(f64, f64)>>,
    rate: Vec<Vec<(f64, f64)>>,
    mebibytes: Vec<Vec<(f64, f64)>>,
    most_seconds: f64,
}

fn add(runs: &mut Vec<Vec<(f64, f64)>>, seconds: f64, value: Option<f64>) {
    match (value, runs.last_mut()) {
        (Some(value), Some(run)) => run.push((seconds, value)),
        (Some(value), None) => runs.push(vec![(seconds, value)]),
        (None, _) => runs.push(Vec::new()),
    }
}

impl Curves {
    /// Takes in a line.
    fn take(&mut self, line: &Line) {
        let &Line { seconds, rate, bytes, .. } = line;
        self.most_seconds = self.most_seconds.max(seconds);
        if let Some(Named { game, goal, algorithm }) = &line.search {
            let others = if self.begins.is_empty() { "" } else { ", the last of several searches" };
            self.title = format!("{goal} in {game}, {algorithm}{others}");
            self.begins.push(seconds);
            self.verdict = None;
            for runs in [&mut self.proof, &mut self.disproof, &mut self.rate, &mut self.mebibytes] {
                runs.push(Vec::new());
            }
        } else if let Some(Ended { verdict }) = &line.end {
            self.verdict = Some(verdict.clone());
        } else {
            let number = |size: &Option<Value>| size.as_ref().and_then(Value::as_f64);
            add(&mut self.proof, seconds, number(&line.proof));
            add(&mut self.disproof, seconds, number(&line.disproof));
            if let Some(rate) = rate {
                add(&mut self.rate, seconds, Some(rate));
            }
            add(&mut self.mebibytes, seconds, bytes.map(|bytes| bytes / f64::from(1 << 20)));
        }
    }

    fn has_points(&self) -> bool {
        [&self.proof, &self.disproof, &self.rate, &self.mebibytes].into_iter().flatten().any(|run| !run.is_empty())
    }
}

/// Reads a log, and says how many of its lines are none.
fn read(text: &str) -> (Curves, usize) {
    let (mut curves, mut strange) = (Curves::default(), 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match serde_json::from_str::<Line>(line) {
            Ok(line) if line.seconds.is_finite() && line.seconds >= 0.0 => curves.take(&line),
            _ => strange += 1,
        }
    }
    (curves, strange)
}

fn most(runs: &[Vec<(f64, f64)>]) -> f64 {
    runs.iter().flatten().map(|point| point.1).fold(0.0, f64::max)
}

/// A name, a colour, and runs of points.
type Curve<'c> = (&'c str, RGBColor, &'c [Vec<(f64, f64)>]);

/// An axis of either kind: a chart is compiled once, and not for each pair of kinds.
enum Scale {
    Linear(RangedCoordf64),
    Logarithmic(LogCoord<f64>),
}

impl Scale {
    fn linear(range: Range<f64>) -> Self {
        Self::Linear(range.into())
    }

    fn logarithmic(range: Range<f64>) -> Self {
        Self::Logarithmic(range.log_scale().into())
    }
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        match self {
            Self::Linear(scale) => scale.map(value, limit),
            Self::Logarithmic(scale) => scale.map(value, limit),
        }
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        match self {
            Self::Linear(scale) => scale.key_points(hint),
            Self::Logarithmic(scale) => scale.key_points(hint),
        }
    }

    fn range(&self) -> Range<f64> {
        match self {
            Self::Linear(scale) => scale.range(),
            Self::Logarithmic(scale) => scale.range(),
        }
    }
}

impl ValueFormatter<f64> for Scale {
    fn format(value: &f64) -> String {
        <RangedCoordf64 as ValueFormatter<f64>>::format(value)
    }
}

/// One panel: named curves over time.
fn panel(
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    title: &str,
    (unit, per_unit): (&str, f64),
    begins: &[f64],
    (scale, bottom): (Scale, Range<f64>),
    most_seconds: f64,
    curves: &[Curve<'_>],
) -> anyhow::Result<()> {
    let fault = |error: &dyn std::fmt::Display| anyhow!("the picture cannot be drawn: {error}");
    let time = Scale::linear(0.0..(most_seconds / per_unit).max(1e-3));
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(38)
        .y_label_area_size(76)
        .build_cartesian_2d(time, scale)
        .map_err(|error| fault(&error))?;
    chart
        .configure_mesh()
        .x_desc(unit)
        .y_desc(title)
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 12))
        .axis_desc_style(("sans-serif", 13))
        .y_label_formatter(&|value| short(*value))
        .x_labels(10)
        .y_labels(6)
        .draw()
        .map_err(|error| fault(&error))?;
    for &begin in begins.iter().skip(1) {
        let at = begin / per_unit;
        let line = [(at, bottom.start), (at, bottom.end)];
        chart.draw_series(LineSeries::new(line, GREY)).map_err(|error| fault(&error))?;
    }
    for &(name, colour, runs) in curves {
        for (index, run) in runs.iter().filter(|run| !run.is_empty()).enumerate() {
            let points = run.iter().map(|&(seconds, value)| (seconds / per_unit, value));
            // A point alone has no line.
            let size = u32::from(run.len() == 1) * 3;
            let series = LineSeries::new(points, colour.filled().stroke_width(2)).point_size(size);
            let series = chart.draw_series(series).map_err(|error| fault(&error))?;
            if index == 0 && curves.len() > 1 {
                let key = move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], colour.stroke_width(2));
                series.label(name).legend(key);
            }
        }
    }
    if curves.len() > 1 {
        let labels = &mut chart.configure_series_labels();
        let labels = labels.position(SeriesLabelPosition::LowerRight).background_style(WHITE.mix(0.8));
        labels.label_font(("sans-serif", 12)).draw().map_err(|error| fault(&error))?;
    }
    Ok(())
}

/// A number at a tick: 1.5k, 20M.
fn short(value: f64) -> String {
    let (value, unit) = match value.abs() {
        size if size >= 1e9 => (value / 1e9, "G"),
        size if size >= 1e6 => (value / 1e6, "M"),
        size if size >= 1e3 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let digits = format!("{value:.2}");
    format!("{}{unit}", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// The most that an axis shows: no search has such numbers, and ticks are found for no more.
const MOST: f64 = 1e18;

fn draw(curves: &Curves) -> anyhow::Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let fault = |error: &dyn std::fmt::Display| anyhow!("the picture cannot be drawn: {error}");
        area.fill(&WHITE).map_err(|error| fault(&error))?;
        let verdict = curves.verdict.as_ref().map(|verdict| format!(": {verdict}"));
        let title = format!("{}{}", curves.title, verdict.unwrap_or_default());
        let title = visible(&title).into_owned();
        let area = area.titled(&title, ("sans-serif", 15)).map_err(|error| fault(&error))?;
        let parts = area.split_evenly((3, 1));
        let time = match curves.most_seconds {
            seconds if seconds >= 7200.0 => ("hours", 3600.0),
            seconds if seconds >= 240.0 => ("minutes", 60.0),
            _ => ("seconds", 1.0),
        };
        let Curves { begins, proof, disproof, rate, mebibytes, most_seconds, .. } = curves;
        let numbers = 1.0..(most(proof).max(most(disproof)) * 1.5).clamp(10.0, MOST);
        let both: [Curve<'_>; 2] = [("proof", BLUE, proof), ("disproof", RED, disproof)];
        panel(
            &parts[0],
            "numbers of the root",
            time,
            begins,
            (Scale::logarithmic(numbers.clone()), numbers),
            *most_seconds,
            &both,
        )?;
        let of = |runs| {
            let range = 0.0..(most(runs) * 1.1).clamp(1.0, MOST);
            (Scale::linear(range.clone()), range)
        };
        let only: [Curve<'_>; 1] = [("", GREEN, rate)];
        panel(&parts[1], "expansions a second", time, begins, of(rate), *most_seconds, &only)?;
        let only: [Curve<'_>; 1] = [("", BLACK, mebibytes)];
        panel(&parts[2], "memory (MiB)", time, begins, of(mebibytes), *most_seconds, &only)?;
    }
    Ok(svg)
}

pub(crate) fn run(arguments: &PlotArguments) -> Result<Exit, Failure> {
    let path = arguments.log.as_path();
    files::check_apart(&[("the log", path)], &[("--output", arguments.output.as_deref())])?;
    if let Some(path) = &arguments.output {
        files::check_picture(path, ".svg")?;
        files::check_writable(path)?;
    }
    let name = || path.display().to_string();
    let bytes = files::read_whole(path).with_context(|| format!("cannot read {}", name())).map_err(Failure::Input)?;
    let (curves, strange) = read(&String::from_utf8_lossy(&bytes));
    if curves.begins.is_empty() {
        return Err(Failure::input(format!(
            "{}: there is no search in it; give a file that solve --log has written",
            name()
        )));
    }
    if strange > 0 {
        output::warn(&format!("{}: {strange} of its lines are no lines of a log, and left out", name()));
    }
    if !curves.has_points() {
        output::warn(&format!(
            "{}: its searches ended before anything was noted of them; the picture is empty",
            name()
        ));
    }
    let svg = draw(&curves).map_err(Failure::Internal)?;
    match &arguments.output {
        None => output::print_raw(svg.trim_end())?,
        Some(path) => drop(files::write_whole(path, |out| Ok(out.write_all(svg.as_bytes())?))?),
    }
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::{draw, read, short};

    #[test]
    fn ticks_are_short() {
        assert_eq!([0.0, 0.25, 7.0, 1500.0, 2e7, 3.25e9].map(short), ["0", "0.25", "7", "1.5k", "20M", "3.25G"]);
    }

    const LOG: &str = r#"{"search":{"game":"a<b","position":"","goal":"win","algorithm":"pns"},"seconds":0.0}
{"seconds":0.1,"expanded":5,"generated":9,"rate":null,"bytes":1048576,"proof":3,"disproof":"inf","depth":2}
{"seconds":0.2,"expanded":50,"generated":90,"rate":450,"bytes":2097152,"proof":6,"disproof":2,"depth":2}
{"seconds":0.3,"expan
{"search":{"game":"a<b","position":"","goal":"win","algorithm":"pns"},"seconds":0.3}
{"end":{"verdict":"proven","stop":"decided","expanded":60},"seconds":0.4}
"#;

    #[test]
    fn a_log_with_a_broken_line_is_drawn() {
        let (curves, strange) = read(LOG);
        assert_eq!((curves.begins.len(), strange), (2, 1));
        assert_eq!(curves.proof[0], [(0.1, 3.0), (0.2, 6.0)]);
        assert_eq!(curves.disproof.iter().flatten().count(), 1, "what is infinite is not drawn");
        let svg = draw(&curves).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("a&lt;b") && svg.contains("proven"), "{svg}");
    }

    #[test]
    fn a_search_without_a_look_is_drawn_as_well() {
        let (curves, _) = read(LOG.lines().next().unwrap());
        assert!(draw(&curves).unwrap().contains("</svg>"));
    }
}
