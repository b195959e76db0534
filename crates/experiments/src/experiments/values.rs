//! Exact values by minimax searches: are they right, what do they take, and what is each help worth?
//!
//! The positions and their scores are those of `othello.tsv` and `connect-four.tsv` of the suite, with what other
//! solvers needed beside them; small boards of Kalah, Othello and Connect Four are searched from the start. A value that is not
//! the known one ends the experiment, so every table that is written has right values alone.
//!
//! Limits are expansions. After the positions of a stratum stands a row for each search: how many positions there are, how many
//! were not solved, sums of counts and of seconds over all that were tried, and the mean ratio of nodes to those of a reference.

use std::fmt::Display;
use std::io::Write;
use std::time::Instant;

use anyhow::{Context, ensure};
use proofset_core::{Hints, Limits, Notation, Score, StopReason};
use proofset_kalah::Kalah;
use proofset_minimax::{Method, Options, Ordering, Search};
use proofset_mnk::{Mnk, Rules};
use proofset_othello::Othello;

use crate::against::mean_of_pairs;
use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::table::{Row, Table, write_row};

const OTHELLO: &str = include_str!("../../../testkit/suite/othello.tsv");
const CONNECT_FOUR: &str = include_str!("../../../testkit/suite/connect-four.tsv");

/// Expansions for a position, in a quick run, and for a board from the start.
const MOST: u64 = 3_000_000;
const FEW: u64 = 10_000;
const MANY: u64 = 30_000_000;

/// A search that fails so often, one time after the other, is not tried with the rest of a stratum.
const MOST_FAILURES: u32 = 2;

/// The strata in which only the best searches are tried, with few positions and more expansions.
const HARD: &[&str] = &["20", "begin-hard"];
const HARD_POSITIONS: usize = 10;
const HARD_MOST: u64 = 10_000_000;

/// Positions of a stratum in a quick run, which leaves out the strata that take long.
const QUICK_POSITIONS: usize = 5;
const QUICK_STRATA: &[&str] = &["10", "12", "end-easy", "middle-easy"];

/// Boards from the start, and the values that other programs have computed.
const KALAH: &[(&str, Score)] = &[
    ("1,1", 0),
    ("1,2", -2),
    ("1,3", 6),
    ("1,4", -2),
    ("1,6", 0),
    ("2,1", 2),
    ("2,3", -2),
    ("2,4", -10),
    ("2,5", 6),
    ("2,6", 8),
    ("3,2", 4),
    ("3,3", 2),
    ("3,6", -8),
    ("4,5", 4),
];
const SMALL_OTHELLO: &[(&str, Score)] = &[("4x4+discs", -8), ("4x6+discs", 16), ("6x4+discs", 16)];
const SMALL_CONNECT_FOUR: &[(&str, Score)] =
    &[("4x4", 0), ("4x5", 0), ("5x4", 0), ("5x5", 0), ("4x6", 0), ("6x4", -1), ("5x6", 0), ("6x5", 0), ("7x4", 0)];

/// A search by name.
struct Way {
    name: &'static str,
    options: Options,
}

const NEGA_SCOUT: Method = Method::NegaScout { shortcut: true, as_published: false };
const MTD: Method = Method::Mtd { guess: None };

/// The textbook, then one help after the other, and other methods with all of them.
fn ways() -> Vec<Way> {
    let plain = Options::plain;
    let table_move = Ordering::NONE.with_table_move(true);
    let table = plain(NEGA_SCOUT).with_ordering(table_move).with_entries(None);
    let hints = table.with_ordering(table_move.with_hints(true));
    let knowledge = hints.with_knowledge(true);
    let all = Options::new;
    [
        ("alpha-beta, plain", plain(Method::AlphaBeta)),
        ("negascout, plain", plain(NEGA_SCOUT)),
        ("negascout, table", table),
        ("negascout, table, hints", hints),
        ("negascout, table, hints, knowledge", knowledge),
        ("negascout, all", all(NEGA_SCOUT)),
        ("negascout, all, look-ahead", all(NEGA_SCOUT).with_look_ahead(true)),
        ("negascout, all, deepening", all(NEGA_SCOUT).with_deepening(true)),
        ("negascout, all, no table", all(NEGA_SCOUT).with_entries(0)),
        ("alpha-beta, all", all(Method::AlphaBeta)),
        ("test, all", all(Method::Test)),
        (BEST, all(MTD)),
        (BEST_LOOKING_AHEAD, all(MTD).with_look_ahead(true)),
    ]
    .into_iter()
    .map(|(name, options)| Way { name, options })
    .collect()
}

const BEST: &str = "mtd(f), all";
const BEST_LOOKING_AHEAD: &str = "mtd(f), all, look-ahead";

/// What the nodes of the others are compared with: in the hard strata the second, for the first is not tried there.
const REFERENCES: [&str; 2] = ["negascout, all", BEST];

/// What the picture shows.
const SHOWN: &[&str] = &[
    "alpha-beta, plain",
    "negascout, table",
    "negascout, table, hints",
    "negascout, all",
    "negascout, all, no table",
    "test, all",
    BEST_LOOKING_AHEAD,
];

/// The strata of the picture, by what they take.
const STRATA: &[(&str, &[&str])] = &[
    ("othello", &["10", "12", "15", "18", "20"]),
    ("connect-four", &["end-easy", "middle-easy", "begin-easy", "middle-medium", "begin-medium", "begin-hard"]),
];

/// A position with its value.
struct Known<P> {
    name: String,
    position: P,
    value: Score,
    peer_nodes: String,
    peer_microseconds: String,
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"game",
            &"stratum",
            &"position",
            &"search",
            &"limit",
            &"stop",
            &"value",
            &"nodes",
            &"expansions",
            &"seconds",
            &"peer nodes",
            &"peer microseconds",
            &"cases",
            &"unsolved",
            &"pairs",
            &"mean_to_reference",
            &"low",
            &"high",
        ],
    )?;
    let few = |boards: &'static [(&'static str, Score)]| &boards[..if quick { 1 } else { boards.len() }];
    for (name, value) in few(KALAH) {
        start(out, "kalah", name, &name.parse::<Kalah>()?, *value)?;
    }
    for (name, value) in few(SMALL_OTHELLO) {
        start(out, "othello", name, &name.parse::<Othello>()?, *value)?;
    }
    for (name, value) in few(SMALL_CONNECT_FOUR) {
        start(out, "connect-four", name, &Mnk::<1>::new(Rules::connect_four(name)?), *value)?;
    }
    let game = Othello::new(8, 8)?;
    let rows = known(OTHELLO, |[id, board, side, empties, score, nodes]: [&str; 6]| {
        let position = game.parse_position(&format!("{board} {side}"))?;
        let value = score.parse()?;
        let (name, peer_nodes) = (id.to_owned(), nodes.to_owned());
        Ok((empties.to_owned(), Known { name, position, value, peer_nodes, peer_microseconds: String::new() }))
    })?;
    strata(out, "othello", &game, rows, quick)?;
    let game = Mnk::<1>::new(Rules::CONNECT_FOUR);
    let rows = known(CONNECT_FOUR, |[id, moves, score, stratum, nodes, microseconds]: [&str; 6]| {
        let (name, peer_nodes, peer_microseconds) = (id.to_owned(), nodes.to_owned(), microseconds.to_owned());
        let (position, value) = (game.parse_position(moves)?, score.parse()?);
        Ok((stratum.to_owned(), Known { name, position, value, peer_nodes, peer_microseconds }))
    })?;
    strata(out, "connect-four", &game, rows, quick)?;
    Ok(())
}

/// The rows of a file of the suite, by stratum.
fn known<'t, const N: usize, P>(
    text: &'t str,
    read: impl Fn([&'t str; N]) -> anyhow::Result<(String, Known<P>)>,
) -> anyhow::Result<Vec<(String, Vec<Known<P>>)>> {
    let mut strata: Vec<(String, Vec<Known<P>>)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let cells = cells.try_into().ok().with_context(|| format!("expected {N} cells: {line}"))?;
        let (stratum, known) = read(cells).with_context(|| line.to_owned())?;
        match strata.iter_mut().find(|(name, _)| *name == stratum) {
            Some((_, rows)) => rows.push(known),
            None => strata.push((stratum, vec![known])),
        }
    }
    Ok(strata)
}

fn strata<G: Hints>(
    out: &mut impl Write,
    game_name: &str,
    game: &G,
    strata: Vec<(String, Vec<Known<G::Position>>)>,
    quick: bool,
) -> anyhow::Result<()> {
    for (stratum, mut rows) in strata {
        if quick && !QUICK_STRATA.contains(&stratum.as_str()) {
            continue;
        }
        let is_hard = HARD.contains(&stratum.as_str());
        let (most, limit) = match (quick, is_hard) {
            (true, _) => (QUICK_POSITIONS, FEW),
            (false, true) => (HARD_POSITIONS, HARD_MOST),
            (false, false) => (usize::MAX, MOST),
        };
        rows.truncate(most);
        let is_tried = |way: &Way| !is_hard || [BEST, BEST_LOOKING_AHEAD].contains(&way.name);
        let mut all: Vec<(&'static str, Vec<Found>)> = Vec::new();
        for way in ways().iter().filter(|way| is_tried(way)) {
            let (mut failures, mut of_way) = (0, Vec::new());
            for row in &rows {
                let limit = if failures < MOST_FAILURES { limit } else { 0 };
                let found = measure(out, [game_name, &stratum], game, row, way, limit)?;
                failures = if found.is_decided() { 0 } else { failures + 1 };
                of_way.push(found);
            }
            all.push((way.name, of_way));
        }
        sum_up(out, [game_name, &stratum], limit, &all)?;
        out.flush()?;
    }
    Ok(())
}

/// What each search took for all positions of a stratum together.
fn sum_up(
    out: &mut impl Write,
    [game_name, stratum]: [&str; 2],
    limit: u64,
    all: &[(&'static str, Vec<Found>)],
) -> anyhow::Result<()> {
    let named = |name: &str| all.iter().find(|(way, _)| *way == name);
    let (_, reference) = REFERENCES.iter().find_map(|name| named(name)).expect("one of the references is tried");
    for (way, found) in all {
        let nodes: u64 = found.iter().map(|found| found.nodes).sum();
        let expanded: u64 = found.iter().map(|found| found.expanded).sum();
        let seconds: f64 = found.iter().map(|found| found.seconds).sum();
        let unsolved = found.iter().filter(|found| !found.is_decided()).count();
        let both = found.iter().zip(reference).filter(|(one, other)| one.is_decided() && other.is_decided());
        let pairs: Vec<(u64, u64)> = both.map(|(one, other)| (one.nodes, other.nodes)).collect();
        let [mean, low, high] = mean_of_pairs(pairs.iter().copied());
        let (seconds, none) = (format!("{seconds:.6}"), "");
        let names: [&dyn Display; 7] = [&game_name, &stratum, &"all", way, &limit, &none, &none];
        let work: [&dyn Display; 5] = [&nodes, &expanded, &seconds, &none, &none];
        let compared: [&dyn Display; 6] = [&found.len(), &unsolved, &pairs.len(), &mean, &low, &high];
        write_row(out, &[&names[..], &work, &compared].concat())?;
    }
    Ok(())
}

/// A board from the start.
fn start<G: Hints>(out: &mut impl Write, game_name: &str, board: &str, game: &G, value: Score) -> anyhow::Result<()> {
    let empty = String::new;
    let (name, position) = ("start".to_owned(), game.start());
    let row = Known { name, position, value, peer_nodes: empty(), peer_microseconds: empty() };
    for way in ways().iter().filter(|way| REFERENCES.contains(&way.name)) {
        measure(out, [game_name, board], game, &row, way, MANY)?;
    }
    Ok(out.flush()?)
}

/// What a search took, and why it stopped: `None` if it was not tried.
struct Found {
    stop: Option<StopReason>,
    nodes: u64,
    expanded: u64,
    seconds: f64,
}

impl Found {
    fn is_decided(&self) -> bool {
        self.stop == Some(StopReason::Decided)
    }
}

/// Searches for a value with at most so many expansions, or writes that it was not tried if it may make none.
fn measure<G: Hints>(
    out: &mut impl Write,
    [game_name, stratum]: [&str; 2],
    game: &G,
    row: &Known<G::Position>,
    way: &Way,
    limit: u64,
) -> anyhow::Result<Found> {
    let mut search = Search::new(game, way.options);
    let (mut stop, mut value, mut seconds) = (None, String::new(), 0.0);
    if limit > 0 {
        let limits = Limits::expansions(limit);
        let started = Instant::now();
        let highest = game.limit();
        let found = match way.options.method {
            // One window is enough, and leaves out the search for a line of best play.
            Method::AlphaBeta | Method::NegaScout { .. } if !way.options.deepening => {
                search.score(&row.position, -highest - 1, highest + 1, &limits, &mut ())
            }
            _ => {
                let found = search.find_value(&row.position, &limits, &mut ()).ok().context("the game ends")?;
                found.value().ok_or(found.stop)
            }
        };
        seconds = started.elapsed().as_secs_f64();
        match found {
            Ok(found) => {
                ensure!(found == row.value, "{} of {stratum}: {found}, not {}", row.name, row.value);
                (stop, value) = (Some(StopReason::Decided), found.to_string());
            }
            Err(reason) => stop = Some(reason),
        }
    }
    let (nodes, expanded) = (search.counters().nodes(), search.counters().expanded);
    let reason = stop.map_or_else(|| "not tried".to_owned(), |stop| stop.to_string());
    let (time, none) = (format!("{seconds:.6}"), "");
    let names: [&dyn Display; 7] = [&game_name, &stratum, &row.name, &way.name, &limit, &reason, &value];
    let work: [&dyn Display; 5] = [&nodes, &expanded, &time, &row.peer_nodes, &row.peer_microseconds];
    write_row(out, &[&names[..], &work, &[&none as &dyn Display; 6]].concat())?;
    Ok(Found { stop, nodes, expanded, seconds })
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().filter(|row| row.text("cases").is_ok_and(str::is_empty)).collect();
    let is = |row: &Row<'_>, column: &str, text: &str| row.text(column).is_ok_and(|found| found == text);
    let mut panels = Vec::new();
    for (game, strata) in STRATA {
        let rows: Vec<&Row<'_>> =
            rows.iter().filter(|row| is(row, "game", game) && !is(row, "position", "start")).collect();
        let mean = |stratum: &str, search: &str, column: &str| -> anyhow::Result<Option<f64>> {
            let rows: Vec<_> =
                rows.iter().filter(|row| is(row, "stratum", stratum) && is(row, "search", search)).collect();
            // What the other solver took is known whatever ours did.
            let is_known = |row: &Row<'_>| column == "peer nodes" || is(row, "stop", "decided");
            if rows.is_empty() || !rows.iter().all(|row| is_known(row)) {
                return Ok(None);
            }
            let numbers = rows.iter().map(|row| row.number(column)).collect::<anyhow::Result<Vec<_>>>()?;
            Ok(Some(numbers.iter().sum::<f64>() / numbers.len() as f64))
        };
        let mut series: Vec<Series> = Vec::new();
        let searches = SHOWN.iter().map(|name| (*name, *name, "nodes"));
        for (name, search, column) in searches.chain([("the other solver", BEST, "peer nodes")]) {
            // Strata are no scale: no lines are drawn between their points.
            let mut runs = Vec::new();
            for (place, stratum) in strata.iter().enumerate() {
                runs.extend(mean(stratum, search, column)?.map(|mean| vec![(place as f64, mean / 1000.0)]));
            }
            series.push(Series { name: name.to_owned(), runs });
        }
        let heights: Vec<f64> =
            series.iter().flat_map(|series| series.runs.iter().flatten()).map(|point| point.1).collect();
        panels.push(CurvePanel {
            title: format!("{game}: mean nodes, where every position of a stratum was solved"),
            across: Axis::names("stratum", strata),
            up: Axis::logarithmic("thousand nodes (logarithmic)", heights),
            series,
            reference: None,
        });
    }
    Ok(curves(&panels))
}
