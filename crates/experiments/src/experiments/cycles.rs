//! Graphs with cycles, four ways: well-founded numbers, well-founded sets, base and twins, and depth-first search.
//!
//! Random graphs and chess endgames without the fifty-move rule. Every verdict is compared with backward induction over
//! all states. For the endgames two questions are asked: what a search of one position takes, and whether all positions
//! with these pieces get their values, by one search that is asked about one after the other.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{anyhow, ensure};
use proofset_bench::statistics::spread;
use proofset_chess::{Color, Mate, MateGoal, Piece, Position, placements};
use proofset_core::{Limits, Problem, Repetition, Report, Role, Solver, Verdict};
use proofset_cyclic::{Search, TwinSearch};
use proofset_depth_first::{Epsilon, Options, Search as DepthFirst};
use proofset_nodeset::{Count, Pick, SortedSet, TieOrder, Truncated};
use proofset_oracle::{Values, solve_all};
use proofset_testkit::random::{Kinds, RandomGraph};

use super::different;
use crate::plot::{Axis, BoxPanel, BoxRow, boxes};
use crate::table::{Row, Table, write_row};

const ALGORITHMS: &[&str] =
    &["pns", "pss:20,20,ties=lex", "pss:ties=lex", "pns:cycles=base-twin", "dfpn", "dfpn:epsilon=0.25"];

/// How long each search of a single problem may take.
const PATIENCE: Duration = Duration::from_secs(5);
const QUICK_PATIENCE: Duration = Duration::from_millis(200);

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
struct Found {
    verdict: Verdict,
    expanded: u64,
    again: u64,
    recomputed: u64,
    bytes: u64,
    seconds: f64,
}

fn finish<P: Problem>(mut search: impl Solver<P>, patience: Duration) -> anyhow::Result<Found> {
    let limits = Limits::none().with_time(patience);
    let started = Instant::now();
    let report: Report<P::Move> = search.solve(&limits, &mut ()).map_err(|error| anyhow!(error.to_string()))?;
    Ok(Found {
        verdict: report.verdict,
        expanded: report.expanded,
        again: report.expanded_again,
        recomputed: report.recomputed,
        bytes: report.peak_bytes,
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn measure<P: Problem>(problem: &P, algorithm: &str, patience: Duration) -> anyhow::Result<Found> {
    let sets = || SortedSet::new(TieOrder::Lex);
    let capped = || Truncated::new(20, TieOrder::Lex);
    match algorithm {
        "pns" => finish(Search::new(problem, Count::new(), Count::new(), Pick::Oldest), patience),
        "pss:ties=lex" => finish(Search::new(problem, sets(), sets(), Pick::Oldest), patience),
        "pss:20,20,ties=lex" => finish(Search::new(problem, capped(), capped(), Pick::Oldest), patience),
        "pns:cycles=base-twin" => finish(TwinSearch::new(problem), patience),
        _ => {
            let epsilon = if algorithm.contains("epsilon") { 0.25 } else { 0.0 };
            let epsilon = Epsilon::new(epsilon).ok_or_else(|| anyhow!("{epsilon} is no slack"))?;
            finish(DepthFirst::new(problem, Options::default().with_epsilon(epsilon)), patience)
        }
    }
}

fn compare<P: Problem>(
    out: &mut impl Write,
    (group, name): (&str, &str),
    problem: &P,
    expected: Verdict,
    patience: Duration,
) -> anyhow::Result<()> {
    for algorithm in ALGORITHMS {
        let found = measure(problem, algorithm, patience)?;
        ensure!(
            found.verdict == expected || found.verdict == Verdict::Unknown,
            "{algorithm} says {} of {name}, and backward induction {expected}",
            found.verdict
        );
        write_row(
            out,
            &[
                &group,
                &name,
                algorithm,
                &expected,
                &found.verdict,
                &found.expanded,
                &found.again,
                &found.recomputed,
                &found.bytes,
                &format!("{:.4}", found.seconds),
            ],
        )?;
    }
    out.flush()?;
    Ok(())
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
fn sample(positions: &[Position], size: usize) -> impl Iterator<Item = &Position> {
    let step = positions.len() / size;
    // A step that has no factor in common with the squares of a board.
    positions.iter().step_by(step | 1).take(size)
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
    let (group, what) = (format!("{name}, all"), format!("{} positions, {proven} won", positions.len()));
    let seconds = format!("{:.4}", started.elapsed().as_secs_f64());
    write_row(
        out,
        &[&group, &what, &"pns", &"right", &"right", &search.expanded(), &0, &0, &search.bytes(), &seconds],
    )?;
    out.flush()?;
    Ok(())
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"group",
            &"problem",
            &"algorithm",
            &"value",
            &"verdict",
            &"expansions",
            &"again",
            &"recomputed",
            &"bytes",
            &"seconds",
        ],
    )?;
    let (seeds, size, patience) =
        if quick { (QUICK_SEEDS, QUICK_SAMPLE, QUICK_PATIENCE) } else { (SEEDS, SAMPLE, PATIENCE) };
    for Endgame { name, piece } in ENDGAMES {
        let positions: Vec<Position> = placements(&[(piece, Color::White)]).collect();
        let (mate, values) = table_of(&positions)?;
        let all = if quick { &positions[..1000] } else { &positions[..] };
        ask_about_all(out, name, all, &mate, &values)?;
        for position in sample(&positions, size) {
            let goal = match position.side_to_move() {
                Color::White => MateGoal::MATE_NO_CLOCK,
                Color::Black => MateGoal::MATED_NO_CLOCK,
            };
            let problem = Mate::new(position.clone(), goal);
            let value = values.get(&mate.state(position)).ok_or_else(|| anyhow!("all positions are in the table"))?;
            compare(out, (name, &position.to_string()), &problem, value, patience)?;
        }
    }
    for (name, shape) in shapes() {
        for seed in 0..seeds {
            let graph = shape.generate(seed);
            let expected = solve_all(&graph, graph.nodes(), usize::MAX)?;
            let value = expected.get(&graph.root()).ok_or_else(|| anyhow!("the root was asked about"))?;
            assert_eq!(graph.repetition(), Some(Repetition::Disproves));
            compare(out, (name, &seed.to_string()), &graph, value, patience)?;
        }
    }
    Ok(())
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> =
        table.rows().filter(|row| row.text("group").is_ok_and(|group| !group.ends_with(", all"))).collect();
    let groups = rows.iter().map(|row| row.text("group")).collect::<anyhow::Result<Vec<_>>>()?;
    let mut panels = Vec::new();
    for group in different(groups) {
        let mut labelled = Vec::new();
        for (place, algorithm) in ALGORITHMS.iter().enumerate() {
            let mut counts = Vec::new();
            for row in &rows {
                if row.text("group")? == group && row.text("algorithm")? == *algorithm {
                    counts.push(row.number("expansions")?.max(1.0));
                }
            }
            if counts.is_empty() {
                continue;
            }
            let five = spread(counts);
            labelled.push(BoxRow { label: (*algorithm).to_owned(), five, mark: None, group: place });
        }
        let all = labelled.iter().flat_map(|row| row.five);
        let axis = Axis::logarithmic("expansions (logarithmic)", all);
        panels.push(BoxPanel { title: group.to_owned(), axis, rows: labelled });
    }
    Ok(boxes(&panels, None))
}
