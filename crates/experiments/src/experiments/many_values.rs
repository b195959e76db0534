//! From questions to values: what does it save to keep the graph, or to ask for all values at once?
//!
//! The same values are found by questions that are searched from scratch one after the other, by a search that keeps its
//! graph between questions (multi-valued proof-number search), and by one that asks for all values at once (MOPNS,
//! Saffidine and Cazenave 2012). All see the DAG of positions; the order of questions is the same, from the same guess.

use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{anyhow, ensure};
use proofset_bench::statistics::spread;
use proofset_best_first::{Options as BestFirstOptions, pns};
use proofset_core::{
    AtLeast, Game, Hints, Limits, Outcome, Player, Report, Score, Solver, Threshold, Value, ValuedGame,
};
use proofset_depth_first::{Options as DepthFirstOptions, Search as DepthFirst};
use proofset_kalah::Kalah;
use proofset_minimax::{Method, Options as MinimaxOptions, Search as Minimax};
use proofset_mnk::{Mnk, Rules};
use proofset_multi_valued::{
    Answer, Bracket, MultiValued, MultipleOutcome, Options, Selection, ValueReport, find_value,
};
use proofset_nodeset::Count;
use proofset_othello::Othello;
use proofset_synthetic::{Parameters, Synthetic};

use super::different;
use crate::plot::{Axis, BoxPanel, BoxRow, boxes};
use crate::positions::{othello, random};
use crate::table::{Row, Table, write_row};

/// Seconds for a value.
const PATIENCE: u64 = 20;

/// Artificial games, without their seeds.
const SYNTHETIC: &[(&str, &str)] = &[
    ("trees, 2 values", "b=3,d=9,values=0..1"),
    ("trees, 5 values", "b=3,d=9,values=2"),
    ("trees, 201 values", "b=3,d=9,values=100"),
    ("DAGs, 5 values", "b=3,d=12,values=2,share=0.5"),
    ("DAGs, 201 values", "b=3,d=12,values=100,share=0.5"),
    ("incremental DAGs", "b=3,d=10,values=10,leaves=incremental,share=0.2"),
];
const SEEDS: u64 = 30;

const CONNECT_FOUR: &[&str] = &["4x4", "5x4"];
/// Random plies on a larger board.
const CONNECT_FOUR_LATER: (&str, usize) = ("5x5", 8);
const OTHELLO_EMPTIES: u32 = 9;
/// Random plies from the start of Kalah with four houses and three seeds.
const KALAH_PLIES: usize = 4;

/// A way to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Pns,
    DfPn,
    Kept(Selection),
    AllAtOnce,
}

const WAYS: [Way; 5] =
    [Way::Pns, Way::DfPn, Way::Kept(Selection::MostProving), Way::Kept(Selection::GoalDirected), Way::AllAtOnce];

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pns => "pns, from scratch",
            Self::DfPn => "dfpn, from scratch",
            Self::Kept(Selection::MostProving) => "kept graph",
            Self::Kept(Selection::GoalDirected) => "kept graph, goal-directed",
            Self::AllAtOnce => "mopns",
        })
    }
}

/// What finding a value took.
struct Found {
    value: Option<Score>,
    questions: u32,
    expanded: u64,
    recomputed: u64,
    /// The most bytes of a search at a time.
    bytes: u64,
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"class",
            &"position",
            &"way",
            &"value",
            &"questions",
            &"expansions",
            &"recomputations",
            &"bytes",
            &"seconds",
        ],
    )?;
    let seeds = if quick { 2 } else { SEEDS };
    for (class, parameters) in SYNTHETIC {
        for seed in 0..seeds {
            let parameters = Parameters { seed, ..parameters.parse()? };
            let game = Synthetic::new(parameters)?;
            measure(out, class, &seed.to_string(), &game, &game.start())?;
        }
    }
    for board in &CONNECT_FOUR[..if quick { 1 } else { CONNECT_FOUR.len() }] {
        let game = Mnk::<1>::new(Rules::connect_four(board)?);
        connect_four(out, &format!("Connect Four {board}"), "start", &game, &game.start())?;
    }
    let (board, plies) = CONNECT_FOUR_LATER;
    let game = Mnk::<1>::new(Rules::connect_four(board)?);
    for seed in 0..seeds {
        let plies = if quick { 2 * plies } else { plies };
        let position = random(&game, plies, seed);
        connect_four(out, &format!("Connect Four {board}, {plies} plies"), &seed.to_string(), &game, &position)?;
    }
    let (game, empties) = (Othello::new(8, 8)?, if quick { 6 } else { OTHELLO_EMPTIES });
    for seed in 0..seeds {
        let position = othello(&game, empties, seed);
        measure(out, &format!("Othello, {empties} empty"), &seed.to_string(), &game, &position)?;
    }
    let (game, plies) = (Kalah::new(4, 3)?, if quick { 2 * KALAH_PLIES } else { KALAH_PLIES });
    for seed in 0..seeds {
        measure(out, "Kalah 4,3", &seed.to_string(), &game, &random(&game, plies, seed))?;
    }
    Ok(())
}

/// A game whose score is that of its outcome alone: 1, 0 or -1. This is what is published about MOPNS.
#[derive(Clone)]
struct Outcomes<G>(G);

impl<G: ValuedGame> Game for Outcomes<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> Self::Position {
        self.0.start()
    }

    fn to_move(&self, position: &Self::Position) -> Player {
        self.0.to_move(position)
    }

    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.0.outcome(position)
    }

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.0.moves(position)
    }

    fn play(&self, position: &mut Self::Position, mv: Self::Move) {
        self.0.play(position, mv);
    }

    fn rank(&self, position: &Self::Position) -> Option<u32> {
        self.0.rank(position)
    }
}

impl<G: ValuedGame> ValuedGame for Outcomes<G> {
    fn limit(&self) -> Score {
        1
    }

    fn score(&self, position: &Self::Position) -> Option<Score> {
        self.0.score(position).map(Score::signum)
    }
}

impl<G: ValuedGame> Hints for Outcomes<G> {}

/// A position's score, whose bounds a glance at the threats narrows, and its outcome, which has no such bounds.
fn connect_four(
    out: &mut impl Write,
    class: &str,
    name: &str,
    game: &Mnk<1>,
    position: &<Mnk<1> as Game>::Position,
) -> anyhow::Result<()> {
    measure(out, class, name, game, position)?;
    measure(out, &format!("{class}, outcome"), name, &Outcomes(game.clone()), position)
}

/// Finds one value in every way.
fn measure<G: Hints + Clone>(
    out: &mut impl Write,
    class: &str,
    name: &str,
    game: &G,
    position: &G::Position,
) -> anyhow::Result<()> {
    let mut minimax = Minimax::new(game, MinimaxOptions::new(Method::nega_scout()));
    let limit = game.limit();
    let known = minimax
        .score(position, -limit - 1, limit + 1, &Limits::none(), &mut ())
        .map_err(|stop| anyhow!("minimax stopped: {stop}"))?;
    for way in WAYS {
        let started = Instant::now();
        let found = search(game, position, way)?;
        let seconds = format!("{:.4}", started.elapsed().as_secs_f64());
        ensure!(found.value.is_none_or(|value| value == known), "{way} is wrong about {class}, {name}");
        let value = found.value.map_or_else(String::new, |value| value.to_string());
        write_row(
            out,
            &[
                &class,
                &name,
                &way,
                &value,
                &found.questions,
                &found.expanded,
                &found.recomputed,
                &found.bytes,
                &seconds,
            ],
        )?;
    }
    Ok(out.flush()?)
}

fn search<G: ValuedGame + Clone>(game: &G, position: &G::Position, way: Way) -> anyhow::Result<Found> {
    let player = game.to_move(position);
    let limits = Limits::none().with_time(Duration::from_secs(PATIENCE));
    let cyclic = || anyhow!("positions come back");
    let summary = |report: ValueReport<G::Move>| Found {
        value: report.value(),
        questions: u32::try_from(report.asked.len()).expect("there are fewer questions than scores"),
        expanded: report.expanded,
        recomputed: report.recomputed,
        bytes: report.peak_bytes,
    };
    match way {
        Way::Pns => from_scratch(game, position, |question| {
            pns(question, BestFirstOptions::default()).solve(&limits, &mut ()).map_err(|_| cyclic())
        }),
        Way::DfPn => from_scratch(game, position, |question| {
            DepthFirst::new(question, DepthFirstOptions::default()).solve(&limits, &mut ()).map_err(|_| cyclic())
        }),
        Way::Kept(selection) => {
            let options = Options::default().with_selection(selection);
            let (proofs, disproofs) = (Count::new(), Count::new());
            let mut search = MultiValued::new(game.clone(), position.clone(), player, proofs, disproofs, options);
            search.find_value(&limits, &mut ()).map(summary).map_err(|_| cyclic())
        }
        Way::AllAtOnce => {
            let mut search = MultipleOutcome::new(game.clone(), position.clone(), player);
            search.find_value(&limits, &mut ()).map(summary).map_err(|_| cyclic())
        }
    }
}

/// Asks one question after the other, each of a search of its own.
fn from_scratch<G: ValuedGame + Clone>(
    game: &G,
    position: &G::Position,
    ask: impl Fn(AtLeast<G>) -> anyhow::Result<Report<G::Move>>,
) -> anyhow::Result<Found> {
    let player = game.to_move(position);
    let mut sum = Found { value: None, questions: 0, expanded: 0, recomputed: 0, bytes: 0 };
    let (low, high) = game.range(position);
    let bracket = Bracket::new(Some(low), Some(high), Some(game.guess(position)));
    let found = find_value(bracket, |score| {
        let report = ask(AtLeast::new(game.clone(), position.clone(), Threshold { player, score }))?;
        sum.expanded += report.expanded;
        sum.recomputed += report.recomputed;
        sum.bytes = sum.bytes.max(report.peak_bytes);
        anyhow::Ok(Answer::to(score, report.verdict.value().map(|value| value == Value::Proven)))
    })?;
    Ok(Found { value: found.bracket.value(), questions: found.questions, ..sum })
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let mut panels = Vec::new();
    for class in different(rows.iter().map(|row| row.text("class")).collect::<anyhow::Result<Vec<_>>>()?) {
        let of = |way: Way| -> Vec<&Row<'_>> {
            let way = way.to_string();
            let is = |row: &&Row<'_>, column, text: &str| row.text(column).is_ok_and(|found| found == text);
            rows.iter().filter(|row| is(row, "class", class) && is(row, "way", &way)).collect()
        };
        let mut shown = Vec::new();
        for (group, way) in WAYS.into_iter().skip(1).enumerate() {
            let mut ratios = Vec::new();
            for (own, reference) in of(way).into_iter().zip(of(Way::Pns)) {
                let are_found = !own.text("value")?.is_empty() && !reference.text("value")?.is_empty();
                // Where a glance is enough, there is nothing to compare.
                if are_found && reference.number("expansions")? > 0.0 {
                    ratios.push(own.number("expansions")? / reference.number("expansions")?);
                }
            }
            if !ratios.is_empty() {
                let five = spread(ratios);
                shown.push(BoxRow { label: way.to_string(), five, mark: None, group });
            }
        }
        let ends = shown.iter().flat_map(|row| row.five).chain([1.0]);
        let axis = Axis::logarithmic("expansions / pns from scratch (logarithmic)", ends);
        panels.push(BoxPanel { title: class.to_owned(), axis, rows: shown });
    }
    Ok(boxes(&panels, None))
}

#[cfg(test)]
mod tests {
    use proofset_core::{Game, Player, ValuedGame};
    use proofset_mnk::{Mnk, Rules};
    use proofset_synthetic::Synthetic;

    use super::{Outcomes, WAYS, Way, search};

    #[test]
    fn all_ways_find_the_value_and_one_question_is_one_search() {
        let game: Synthetic = "b=3,d=5,values=0..1,seed=2".parse().unwrap();
        let found = WAYS.map(|way| search(&game, &game.start(), way).unwrap());
        assert!(found.iter().all(|one| one.value.is_some() && one.value == found[0].value));
        let expanded = |way: Way| found[WAYS.iter().position(|known| *known == way).unwrap()].expanded;
        assert_eq!(expanded(Way::AllAtOnce), expanded(Way::Pns), "with two values it is proof-number search");
        assert_eq!(expanded(Way::DfPn), expanded(Way::Pns), "the graph is a tree");
    }

    #[test]
    fn outcomes_are_signs_of_scores() {
        let game = Outcomes(Mnk::<1>::new(Rules::connect_four("4x4").unwrap()));
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let mv = game.moves(&position).next().unwrap();
            game.play(&mut position, mv);
        }
        assert_eq!(game.to_move(&position), Player::Second, "X has filled the lowest row");
        assert_eq!(game.score(&position), Some(-1));
    }
}
