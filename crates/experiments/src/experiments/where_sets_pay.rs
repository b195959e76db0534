//! When do proof sets pay? PNS and its cheap relatives against PSS, class by class.
//!
//! The idea: every class has a parameter and, where something is random, seeds; each of its problems is given to the
//! same algorithms. PSS comes with ties by age, oldest and newest first, and by the first child, for they differ widely and no
//! theorem prefers one; depth-first searches are what everybody else would use, the last of them without any numbers. A
//! search that the limit on expansions stops has the verdict `unknown`: its expansions are then a lower bound on what it
//! needs. Nothing in the table depends on a clock.

use std::io::Write;

use anyhow::{Context, bail};
use proofset_bench::statistics::spread;
use proofset_catalog::AlgorithmSpec;
use proofset_chess::{Mate, MateGoal, Position};
use proofset_core::{Goal, Limits, Player, Solve};
use proofset_mnk::{Mnk, Rules};
use proofset_sharing::gusts::WindyCourse;
use proofset_sharing::kayles::KaylesSum;
use proofset_sharing::lemmas::LemmaTower;
use proofset_sharing::refutation::Refutation;
use proofset_testkit::horn::{HornProgram, Packages, PathSystem};
use proofset_testkit::suite;
use proofset_testkit::synthetic::SyntheticGame;

use super::different;
use crate::measure::{MEMO, Subject};
use crate::plot::{Axis, CurvePanel, Series, curves};
use crate::table::{Row, Table, write_row};

/// PNS and its relatives, then PSS and truncated PSS in all orders.
const ALGORITHMS: &[&str] = &[
    "pns",
    "pns:sum=weak",
    "pns:sum=max",
    "pss:ties=lex",
    "pss:ties=colex,pick=newest",
    "pss:ties=first",
    "pss:20,20,ties=lex",
    "pss:20,20,ties=colex,pick=newest",
    "pss:20,20,ties=first",
    "dfpn",
    "dfpn:sources=on",
    MEMO,
];

const MOST_EXPANSIONS: u64 = 20_000;

/// Mates of `chess-lichess.tsv` of the suite: every length that takes more than a moment.
const LICHESS: &[&str] = &["cp015", "cp018", "cp020", "cp022", "cp024", "cp026", "cp028", "cp030"];

/// Chess with few pieces: a name, the position and the goal.
const ENDGAMES: &[(&str, &str, &str)] =
    &[("two rooks", "8/8/8/8/4k3/8/8/RR1K4 w - -", "mate-in:6"), ("queen", "8/8/8/8/4k3/8/8/K1Q5 w - -", "mate-in:20")];

struct Entry {
    class: &'static str,
    parameter: String,
    seed: u64,
    subject: Box<dyn Subject>,
}

/// The problems in the order of the table. A quick run has the smallest of each class only.
struct Collection {
    entries: Vec<Entry>,
    quick: bool,
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[&"class", &"parameter", &"seed", &"algorithm", &"verdict", &"expansions", &"nodes", &"recomputations"],
    )?;
    let most = if quick { 1_000 } else { MOST_EXPANSIONS };
    let limits = Limits::expansions(most).with_bytes(1 << 30);
    let mut problems = Collection { entries: Vec::new(), quick };
    problems.lemma_towers();
    problems.gusts();
    problems.random_graphs();
    problems.horn_programs();
    problems.kayles();
    problems.refutations();
    problems.boards()?;
    problems.chess()?;
    for Entry { class, parameter, seed, subject } in problems.entries {
        for algorithm in ALGORITHMS {
            let found = match *algorithm {
                MEMO => subject.measure_memo(most),
                algorithm => subject.measure_within(&algorithm.parse::<AlgorithmSpec>()?, &limits),
            };
            let found = found.with_context(|| format!("{class}, {parameter}, seed {seed}, {algorithm}"))?;
            write_row(
                out,
                &[
                    &class,
                    &parameter,
                    &seed,
                    &algorithm,
                    &found.verdict,
                    &found.expansions,
                    &found.nodes,
                    &found.recomputations,
                ],
            )?;
            out.flush()?;
        }
    }
    Ok(())
}

impl Collection {
    fn add(&mut self, class: &'static str, parameter: String, seed: u64, subject: impl Subject + 'static) {
        self.entries.push(Entry { class, parameter, seed, subject: Box::new(subject) });
    }

    /// All sizes, or the first.
    fn sizes<T: Clone>(&self, sizes: &[T]) -> Vec<T> {
        sizes[..if self.quick { 1 } else { sizes.len() }].to_vec()
    }

    fn seeds(&self, most: u64) -> std::ops::RangeInclusive<u64> {
        1..=if self.quick { 1 } else { most }
    }

    fn lemma_towers(&mut self) {
        for lemmas in self.sizes(&[2, 4, 6, 8]) {
            for seed in self.seeds(5) {
                let tower = LemmaTower { seed, lemmas, decoys: 2, decoy_depth: 32 };
                self.add("lemma tower", format!("{lemmas} lemmas"), seed, tower);
            }
        }
    }

    fn gusts(&mut self) {
        for (axes, legs) in self.sizes(&[(1, 12), (1, 25), (1, 50), (2, 5), (2, 10), (2, 15)]) {
            for seed in self.seeds(5) {
                // With as many cells of room as legs the craft cannot stray too far.
                let course = WindyCourse { seed, axes, legs, room: legs.cast_signed(), helms: axes };
                let class = if axes == 1 { "gusts, one axis" } else { "gusts, two axes" };
                self.add(class, format!("{legs} legs"), seed, course);
            }
        }
        for room in self.sizes(&[1, 2, 4, 8]) {
            for seed in self.seeds(5) {
                let course = WindyCourse { seed, axes: 2, legs: 15, room, helms: 2 };
                self.add("gusts, 15 legs, two axes", format!("room {room}"), seed, course);
            }
        }
        for (room, legs) in self.sizes(&[(1, 6), (2, 10), (3, 14), (4, 18)]) {
            for seed in self.seeds(5) {
                let course = WindyCourse { seed, axes: 2, legs, room, helms: 1 };
                self.add("gusts, two axes, one helm", format!("room {room}, {legs} legs"), seed, course);
            }
        }
    }

    fn random_graphs(&mut self) {
        for tenths in self.sizes(&[0, 2, 4, 6, 8]) {
            for seed in self.seeds(5) {
                let game = SyntheticGame {
                    seed,
                    depth: 16,
                    branching: 2..=4,
                    transposition: f64::from(tenths) / 10.0,
                    shared_states: 64,
                    terminal: 0.05,
                    proven: 0.5,
                };
                self.add("random games", format!("share 0.{tenths}"), seed, game);
            }
        }
    }

    fn horn_programs(&mut self) {
        for (copying, missing) in self.sizes(&[(0.0, 0.1), (0.5, 0.1), (0.0, 0.3), (0.5, 0.3)]) {
            let packages = Packages { count: 20_000, base: 200, versions: 6, dependencies: 6, copying, missing };
            for seed in self.seeds(5) {
                let program = HornProgram::packages(&packages, seed);
                self.add("packages", format!("copying {copying}, missing {missing}"), seed, program);
            }
        }
        for missing in self.sizes(&[0.3, 0.5]) {
            let system = PathSystem { count: 200, base: 20, pairs: 4, window: 20, missing };
            for seed in self.seeds(5) {
                self.add("path systems", format!("missing {missing}"), seed, HornProgram::path_system(&system, seed));
            }
        }
    }

    fn kayles(&mut self) {
        let rows: &[&[u32]] = &[&[10], &[14], &[6, 6], &[4, 4, 4], &[3, 3, 3, 3], &[7, 8]];
        for rows in self.sizes(rows) {
            let lengths: Vec<String> = rows.iter().map(u32::to_string).collect();
            self.add("Kayles", format!("rows {}", lengths.join("+")), 0, KaylesSum::new(rows));
        }
    }

    fn refutations(&mut self) {
        for holes in self.sizes(&[3, 4]) {
            for seed in self.seeds(3) {
                self.add("pigeonhole", format!("{holes} holes"), seed, Refutation::pigeonhole(holes, seed));
            }
        }
        for inputs in self.sizes(&[4, 6]) {
            for seed in self.seeds(3) {
                self.add("parity", format!("{inputs} inputs"), seed, Refutation::parity(inputs, seed));
            }
        }
    }

    fn boards(&mut self) -> anyhow::Result<()> {
        let boards = [
            ("mnk:3,3,3", "3,3,3".parse::<Rules>()?),
            ("mnk:4,3,3", "4,3,3".parse()?),
            ("connect-four:4x4", Rules::connect_four("4x4")?),
            ("connect-four:5x4", Rules::connect_four("5x4")?),
        ];
        for (name, rules) in self.sizes(&boards) {
            let problem = Solve::from_start(Mnk::<1>::new(rules), Goal::win(Player::First));
            self.add("board games", name.to_owned(), 0, problem);
        }
        Ok(())
    }

    fn chess(&mut self) -> anyhow::Result<()> {
        let mates = mates()?;
        let corridors = positions("sharing/corridor.tsv")?;
        let endgames: Vec<[String; 3]> =
            ENDGAMES.iter().map(|&(name, fen, goal)| [name, fen, goal].map(str::to_owned)).collect();
        for (class, problems) in
            [("chess mates", mates), ("chess, interpositions", corridors), ("chess endgames", endgames)]
        {
            for [name, fen, goal] in self.sizes(&problems) {
                let mate = Mate::new(fen.parse::<Position>()?, goal.parse::<MateGoal>()?);
                self.add(class, format!("{name} {goal}"), 0, mate);
            }
        }
        Ok(())
    }
}

/// Names, positions and goals of chess mates that take more than a moment.
pub(super) fn mates() -> anyhow::Result<Vec<[String; 3]>> {
    let mut mates = positions("chess-lichess.tsv")?;
    mates.retain(|[id, ..]| LICHESS.contains(&id.as_str()));
    Ok(mates)
}

/// Identifier, position and goal of each line of a file of the suite.
fn positions(file: &str) -> anyhow::Result<Vec<[String; 3]>> {
    let path = suite::folder().join(file);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines
        .map(|(number, line)| match line.split('\t').collect::<Vec<_>>()[..] {
            [id, fen, moves, ..] => Ok([id.to_owned(), fen.to_owned(), format!("mate-in:{moves}")]),
            _ => bail!("{}, line {}: give an identifier, a position and a number of moves", path.display(), number + 1),
        })
        .collect()
}

/// The classes whose parameter is a size, each with a panel of its own: expansions against the size.
const GROWING: &[&str] = &["lemma tower", "gusts, one axis", "gusts, two axes"];

/// What the picture shows: names, and the algorithms of which the median is taken.
const SHOWN: &[(&str, &[&str])] = &[
    ("pns", &["pns"]),
    ("weak", &["pns:sum=weak"]),
    ("max", &["pns:sum=max"]),
    ("pss, lex", &["pss:ties=lex"]),
    ("pss, first", &["pss:ties=first"]),
    ("pss:20,20, first", &["pss:20,20,ties=first"]),
    ("df-pn, sources", &["dfpn:sources=on"]),
    ("memory alone", &[MEMO]),
];

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let mut panels = Vec::new();
    for class in GROWING {
        let of_class: Vec<&Row<'_>> = rows.iter().filter(|row| row.text("class").is_ok_and(|c| c == *class)).collect();
        let sizes = different(of_class.iter().map(|row| row.text("parameter")).collect::<anyhow::Result<Vec<_>>>()?);
        let mut series = Vec::new();
        for (index, (name, algorithms)) in SHOWN.iter().enumerate() {
            let (mut points, mut spreads) = (Vec::new(), Vec::new());
            for (place, size) in sizes.iter().enumerate() {
                let mut found = Vec::new();
                for row in &of_class {
                    if row.text("parameter")? == *size && algorithms.contains(&row.text("algorithm")?) {
                        found.push((row.number("expansions")?, row.text("verdict")? != "unknown"));
                    }
                }
                // A point stands only where every search came to its end.
                if found.iter().all(|(_, ended)| *ended) {
                    // Side by side, so that a line from the least to the most of the seeds can be seen.
                    let across = place as f64 + 0.05 * (index as f64 - 3.0);
                    let [least, _, median, _, most] =
                        spread(found.into_iter().map(|(expansions, _)| expansions).collect());
                    spreads.push(vec![(across, least), (across, most)]);
                    points.push((across, median));
                }
            }
            if !points.is_empty() {
                series.push(Series { name: (*name).to_owned(), runs: [vec![points], spreads].concat() });
            }
        }
        let heights = series.iter().flat_map(|series| series.runs.iter().flatten().map(|point| point.1));
        panels.push(CurvePanel {
            title: format!("{class}: median, least and most of the seeds; no point where a search was cut off"),
            across: Axis::names("size", &sizes),
            up: Axis::logarithmic("expansions", heights),
            series,
            reference: None,
        });
    }
    Ok(curves(&panels))
}
