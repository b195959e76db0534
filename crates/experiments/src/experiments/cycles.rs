//! Graphs with cycles, four ways: well-founded numbers, well-founded sets, base and twins, and depth-first search.
//!
//! Random graphs and chess endgames without the fifty-move rule. Every verdict is compared with backward induction over
//! all states. For the endgames two questions are asked: what a search of one position takes, and whether all positions
//! with these pieces get their values, by one search that is asked about one after the other.
//!
//! Limits are expansions. After the searches of a group stands a row for each algorithm: sums of counts and of seconds, the most
//! bytes, how many searches were cut off, and the mean ratio of expansions to those of `pns`, of the searches that came to an end.

use std::fmt::Display;
use std::io::Write;
use std::time::Instant;

use anyhow::{anyhow, ensure};
use proofset_bench::statistics::spread;
use proofset_catalog::TableKind;
use proofset_chess::{Color, Mate, MateGoal, Piece, Position, placements};
use proofset_core::{Describe, Limits, Problem, Repetition, Report, Role, Solver, Verdict};
use proofset_cyclic::{Engine, Search, TwinEngine};
use proofset_depth_first::{Epsilon, Options};
use proofset_erased::{DynCursor, DynStore, Erasable, Erased};
use proofset_nodeset::{Count, Pick, SortedSet, TieOrder};
use proofset_oracle::{Values, solve_all};
use proofset_store::Leaves;
use proofset_testkit::random::{Kinds, RandomGraph};

use super::different;
use crate::against::mean_of_pairs;
use crate::measure::depth_first;
use crate::plot::{Axis, BoxPanel, BoxRow, boxes};
use crate::table::{Row, Table, write_row};

/// What the others are compared with.
const REFERENCE: &str = "pns";

/// Algorithms, and how many nodes each may expand. What an expansion costs grows with sets, and most of all with exact ones.
const ALGORITHMS: &[(&str, u64)] = &[
    (REFERENCE, PLENTY),
    ("pss:20,20", 30_000),
    ("pss:20,20,ties=lex", 30_000),
    ("pss", 2_000),
    ("pss:ties=lex", 2_000),
    ("pns:cycles=base-twin", PLENTY),
    ("dfpn", PLENTY),
    ("dfpn:epsilon=0.25", PLENTY),
];

/// More than any search without sets takes.
const PLENTY: u64 = 1_000_000;

const COLUMNS: [&str; 16] = [
    "group",
    "problem",
    "algorithm",
    "value",
    "verdict",
    "limit",
    "expansions",
    "again",
    "recomputed",
    "bytes",
    "seconds",
    "cases",
    "cut_off",
    "mean_to_pns",
    "low",
    "high",
];

/// Positions drawn from each endgame.
const SAMPLE: usize = 24;
const QUICK_SAMPLE: usize = 2;

/// Random graphs of each shape.
const SEEDS: u64 = 100;
const QUICK_SEEDS: u64 = 5;

/// Two kings and one more piece of White's.
struct Endgame {
    name: &'static str,
    piece: Piece,
}

const ENDGAMES: [Endgame; 2] =
    [Endgame { name: "KRK", piece: Piece::Rook }, Endgame { name: "KPK", piece: Piece::Pawn }];

fn shapes() -> [(&'static str, RandomGraph); 3] {
    let large = RandomGraph {
        depth: 18,
        width: 2000,
        branching: 2..=4,
        share: 0.5,
        skip: 0.1,
        back: 0.03,
        early_leaf: 0.0,
        proven: 0.62,
        disproven: 0.38,
        kinds: Kinds::Alternating(Role::Or),
        ..RandomGraph::cyclic()
    };
    [
        ("random, few edges back", large.clone()),
        ("random, many edges back", RandomGraph { back: 0.15, proven: 0.75, disproven: 0.25, ..large.clone() }),
        (
            "random, short",
            RandomGraph { depth: 8, width: 4000, branching: 3..=6, back: 0.1, proven: 0.75, disproven: 0.25, ..large },
        ),
    ]
}

/// What a search found, and what it took.
#[derive(Clone, Copy)]
struct Found {
    limit: u64,
    verdict: Verdict,
    expanded: u64,
    again: u64,
    recomputed: u64,
    bytes: u64,
    seconds: f64,
}

impl Found {
    fn is_cut_off(&self) -> bool {
        self.verdict == Verdict::Unknown
    }

    /// What a row says of the work.
    fn work(&self) -> [String; 6] {
        let seconds = format!("{:.4}", self.seconds);
        let [limit, expanded, again, recomputed, bytes] =
            [self.limit, self.expanded, self.again, self.recomputed, self.bytes].map(|count| count.to_string());
        [limit, expanded, again, recomputed, bytes, seconds]
    }
}

fn finish<P: Problem>(mut search: impl Solver<P>, limit: u64) -> anyhow::Result<Found> {
    let started = Instant::now();
    let report: Report<P::Move> =
        search.solve(&Limits::expansions(limit), &mut ()).map_err(|error| anyhow!(error.to_string()))?;
    Ok(Found {
        limit,
        verdict: report.verdict,
        expanded: report.expanded,
        again: report.expanded_again,
        recomputed: report.recomputed,
        bytes: report.peak_bytes,
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn measure<P: Describe<State: Send + Sync + 'static>>(
    problem: &P,
    algorithm: &str,
    limit: u64,
) -> anyhow::Result<Found> {
    let erasable = Erasable::new(problem);
    let store = DynStore::new(Erased::new(&erasable), erasable.problem(), Leaves::new(()));
    let numbers = |store| finish(Engine::with_store(store, Count::new(), Count::new(), Pick::Oldest), limit);
    let sets = |store, sets: SortedSet, pick| finish(Engine::with_store(store, sets.clone(), sets, pick), limit);
    // The leaf that is expanded is the usual one for such ties.
    let (first, lex) = (TieOrder::First, TieOrder::Lex);
    match algorithm {
        REFERENCE => numbers(store),
        "pss" => sets(store, SortedSet::new(first), Pick::Descent),
        "pss:ties=lex" => sets(store, SortedSet::new(lex), Pick::Oldest),
        "pss:20,20" => sets(store, SortedSet::truncated(20, first), Pick::Descent),
        "pss:20,20,ties=lex" => sets(store, SortedSet::truncated(20, lex), Pick::Oldest),
        "pns:cycles=base-twin" => finish(TwinEngine::with_store(store), limit),
        _ => {
            let epsilon = if algorithm.contains("epsilon") { 0.25 } else { 0.0 };
            let epsilon = Epsilon::new(epsilon).ok_or_else(|| anyhow!("{epsilon} is no slack"))?;
            let cursor = DynCursor::keeping(Erased::new(&erasable), erasable.problem(), ());
            finish(depth_first(cursor, TableKind::Exact, Options::default().with_epsilon(epsilon)), limit)
        }
    }
}

/// Writes a row; fields at its end that it does not have are empty.
fn row<'f>(out: &mut impl Write, fields: impl IntoIterator<Item = &'f str>) -> anyhow::Result<()> {
    let mut fields: Vec<&str> = fields.into_iter().collect();
    fields.resize(COLUMNS.len(), "");
    write_row(out, &fields.iter().map(|field| field as &dyn Display).collect::<Vec<_>>())
}

/// Problems of one kind, and what each algorithm found, problem by problem.
struct Group<'n> {
    name: &'n str,
    found: Vec<Vec<Found>>,
}

impl<'n> Group<'n> {
    fn new(name: &'n str) -> Self {
        Self { name, found: vec![Vec::new(); ALGORITHMS.len()] }
    }

    /// Searches one more problem in all ways.
    fn search<P: Describe<State: Send + Sync + 'static>>(
        &mut self,
        out: &mut impl Write,
        name: &str,
        problem: &P,
        expected: Verdict,
    ) -> anyhow::Result<()> {
        for ((algorithm, limit), of_algorithm) in ALGORITHMS.iter().zip(&mut self.found) {
            let found = measure(problem, algorithm, *limit)?;
            ensure!(
                found.verdict == expected || found.is_cut_off(),
                "{algorithm} says {} of {name}, and backward induction {expected}",
                found.verdict
            );
            let texts = [expected.to_string(), found.verdict.to_string()];
            let fields = [self.name, name, algorithm].into_iter().chain(texts.iter().map(String::as_str));
            row(out, fields.chain(found.work().iter().map(String::as_str)))?;
            of_algorithm.push(found);
        }
        Ok(out.flush()?)
    }

    /// Writes what each algorithm took for all problems together.
    fn sum_up(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let is_reference = |(algorithm, _): &(&str, u64)| *algorithm == REFERENCE;
        let reference = ALGORITHMS.iter().position(is_reference).expect("the reference is among them");
        for ((algorithm, limit), found) in ALGORITHMS.iter().zip(&self.found) {
            let sum = |of: fn(&Found) -> u64| found.iter().map(of).sum::<u64>();
            let all = Found {
                limit: *limit,
                verdict: Verdict::Unknown,
                expanded: sum(|found| found.expanded),
                again: sum(|found| found.again),
                recomputed: sum(|found| found.recomputed),
                bytes: found.iter().map(|found| found.bytes).max().unwrap_or(0),
                seconds: found.iter().map(|found| found.seconds).sum(),
            };
            let pairs = found.iter().zip(&self.found[reference]);
            let both = pairs.filter(|(one, other)| !one.is_cut_off() && !other.is_cut_off());
            let ratio = mean_of_pairs(both.map(|(one, other)| (one.expanded, other.expanded)));
            let cut_off = found.iter().filter(|found| found.is_cut_off()).count();
            let counts = [found.len(), cut_off].map(|count| count.to_string());
            let fields = [self.name, "all", algorithm, "", ""].into_iter();
            let numbers = all.work().into_iter().chain(counts).chain(ratio).collect::<Vec<_>>();
            row(out, fields.chain(numbers.iter().map(String::as_str)))?;
        }
        Ok(out.flush()?)
    }
}

/// The values of all positions of an endgame and of those that they lead to.
fn table_of(positions: &[Position]) -> anyhow::Result<(Mate, Values<<Mate as Problem>::State>)> {
    // White mates: whoever is to move, the attacker is White.
    let first = positions.first().ok_or_else(|| anyhow!("an endgame has positions"))?;
    let mate = Mate::new(first.clone(), MateGoal::MATE_NO_CLOCK);
    let values = solve_all(&mate, positions.iter().map(|position| mate.state(position)), usize::MAX)?;
    Ok((mate, values))
}

/// Every so many of the positions, so that both sides and all parts of the board occur.
fn sample(positions: &[Position]) -> impl Iterator<Item = &Position> {
    let step = positions.len() / SAMPLE;
    // A step that has no factor in common with the squares of a board.
    positions.iter().step_by(step | 1)
}

/// One search, asked about every position.
fn ask_about_all(
    out: &mut impl Write,
    name: &str,
    positions: &[Position],
    mate: &Mate,
    values: &Values<<Mate as Problem>::State>,
) -> anyhow::Result<()> {
    let started = Instant::now();
    let mut search = Search::new(mate, Count::new(), Count::new(), Pick::Oldest);
    let (mut proven, mut wrong) = (0_u64, 0_u64);
    for position in positions {
        let state = mate.state(position);
        let value = search.find_value(state, &Limits::none()).map_err(|error| anyhow!(error.to_string()))?;
        let verdict = Verdict::from(value);
        proven += u64::from(verdict == Verdict::Proven);
        wrong += u64::from(values.get(&state) != Some(verdict));
    }
    ensure!(wrong == 0, "{wrong} positions of {name} have wrong values");
    let seconds = format!("{:.4}", started.elapsed().as_secs_f64());
    let (group, what) = (format!("{name}, one search"), format!("{} positions, {proven} won", positions.len()));
    let [expanded, bytes] = [search.expanded(), search.bytes() as u64].map(|count| count.to_string());
    let none = "";
    let names = [group.as_str(), &what, REFERENCE].into_iter();
    row(out, names.chain(["right", "right", none, &expanded, none, none, &bytes, &seconds]))?;
    Ok(out.flush()?)
}

/// Does White force mate from here?
fn mate_from(position: &Position) -> Mate {
    let goal = match position.side_to_move() {
        Color::White => MateGoal::MATE_NO_CLOCK,
        Color::Black => MateGoal::MATED_NO_CLOCK,
    };
    Mate::new(position.clone(), goal)
}

/// `KRK` and the like, a position at a time.
fn endgame(out: &mut impl Write, Endgame { name, piece }: &Endgame, quick: bool) -> anyhow::Result<()> {
    let positions: Vec<Position> = placements(&[(*piece, Color::White)]).collect();
    let (mate, values) = table_of(&positions)?;
    if !quick {
        ask_about_all(out, name, &positions, &mate, &values)?;
    }
    let mut group = Group::new(name);
    for position in sample(&positions).take(if quick { QUICK_SAMPLE } else { SAMPLE }) {
        let value = values.get(&mate.state(position)).ok_or_else(|| anyhow!("all positions are in the table"))?;
        group.search(out, &position.to_string(), &mate_from(position), value)?;
    }
    group.sum_up(out)
}

fn random_graphs(out: &mut impl Write, seeds: u64) -> anyhow::Result<()> {
    for (name, shape) in shapes() {
        let mut group = Group::new(name);
        for seed in 0..seeds {
            let graph = shape.generate(seed);
            let expected = solve_all(&graph, graph.nodes(), usize::MAX)?;
            let value = expected.get(&graph.root()).ok_or_else(|| anyhow!("the root was asked about"))?;
            assert_eq!(graph.repetition(), Some(Repetition::Disproves));
            group.search(out, &seed.to_string(), &graph, value)?;
        }
        group.sum_up(out)?;
    }
    Ok(())
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    row(out, COLUMNS)?;
    for one in &ENDGAMES[..if quick { 1 } else { ENDGAMES.len() }] {
        endgame(out, one, quick)?;
    }
    random_graphs(out, if quick { QUICK_SEEDS } else { SEEDS })
}

/// Cheap rows of the whole table: the first position with a rook, and few graphs.
#[cfg(test)]
pub(crate) fn cheap_rows(out: &mut impl Write) -> anyhow::Result<()> {
    row(out, COLUMNS)?;
    let Endgame { name, piece } = ENDGAMES[0];
    let position = placements(&[(piece, Color::White)]).next().expect("there is room for a rook");
    Group::new(name).search(out, &position.to_string(), &mate_from(&position), Verdict::Proven)?;
    random_graphs(out, 2)
}

/// Boxes of the expansions; a diamond where a limit cut searches off.
pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let sums = rows.iter().filter(|row| row.text("cases").is_ok_and(|cases| !cases.is_empty()));
    let sums: Vec<&Row<'_>> = sums.collect();
    let mut panels = Vec::new();
    for group in different(sums.iter().map(|row| row.text("group")).collect::<anyhow::Result<Vec<_>>>()?) {
        let of_group = |row: &Row<'_>| row.text("group").is_ok_and(|name| name == group);
        let mut labelled = Vec::new();
        let mut all_cases = "";
        for (place, sum) in sums.iter().filter(|row| of_group(row)).enumerate() {
            let (algorithm, cases, cut_off) = (sum.text("algorithm")?, sum.text("cases")?, sum.text("cut_off")?);
            let singles = rows.iter().filter(|row| {
                of_group(row)
                    && row.text("algorithm").is_ok_and(|name| name == algorithm)
                    && row.text("cases").is_ok_and(str::is_empty)
            });
            let counts = singles.map(|row| row.number("expansions")).collect::<anyhow::Result<Vec<f64>>>()?;
            let counts = counts.into_iter().map(|count| count.max(1.0)).collect();
            let is_cut_off = cut_off != "0";
            let label = if is_cut_off { format!("{algorithm} ({cut_off} cut off)") } else { algorithm.to_owned() };
            let mark = if is_cut_off { Some(sum.number("limit")?) } else { None };
            labelled.push(BoxRow { label, five: spread(counts), mark, group: place });
            all_cases = cases;
        }
        let axis = Axis::logarithmic("expansions (logarithmic)", labelled.iter().flat_map(|row| row.five));
        panels.push(BoxPanel { title: format!("{group}: {all_cases} problems"), axis, rows: labelled });
    }
    Ok(boxes(&panels, Some("limit, where it cut searches off")))
}
