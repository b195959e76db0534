//! From questions to values: what does it save to keep the graph, or to ask for all values at once?
//!
//! The same values are found by questions that are searched from scratch one after the other, by a search that keeps its
//! graph between questions (multi-valued proof-number search), and by one that asks for all values at once (MOPNS,
//! Saffidine and Cazenave 2012). All see the DAG of positions; the order of questions is the same, from the same guess.
//!
//! After the values of a class stands a row for each way: sums of counts and of seconds, the most bytes, and the mean ratio of
//! expansions to those of questions by `pns` from scratch, of the positions where there is anything to search.

use std::fmt;
use std::io::Write;
use std::time::Instant;

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
use crate::against::mean_of_pairs;
use crate::plot::{Axis, BoxPanel, BoxRow, boxes};
use crate::positions::{othello, random};
use crate::table::{Row, Table, write_row};

/// For one search: a question from scratch, or a whole value. None comes near.
const MOST_EXPANSIONS: u64 = 10_000_000;

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
#[derive(Clone, Copy, Default)]
struct Found {
    value: Option<Score>,
    questions: u32,
    expanded: u64,
    recomputed: u64,
    /// The most bytes of a search at a time.
    bytes: u64,
    seconds: f64,
}

impl Found {
    fn write(&self, out: &mut impl Write, names: [&str; 4], means: &[String; 4]) -> anyhow::Result<()> {
        let [class, position, way, value] = &names;
        let [cases, mean, low, high] = means;
        let seconds = format!("{:.4}", self.seconds);
        write_row(
            out,
            &[
                class,
                position,
                way,
                value,
                &self.questions,
                &self.expanded,
                &self.recomputed,
                &self.bytes,
                &seconds,
                cases,
                mean,
                low,
                high,
            ],
        )
    }
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
            &"cases",
            &"mean_to_pns",
            &"low",
            &"high",
        ],
    )?;
    let seeds = if quick { 1 } else { SEEDS };
    for (class, parameters) in SYNTHETIC {
        let mut class = Class::new(class);
        for seed in 0..seeds {
            let parameters = Parameters { seed, ..parameters.parse()? };
            let game = Synthetic::new(parameters)?;
            class.measure(out, &seed.to_string(), &game, &game.start())?;
        }
        class.sum_up(out)?;
    }
    for board in &CONNECT_FOUR[..if quick { 0 } else { CONNECT_FOUR.len() }] {
        let game = Mnk::<1>::new(Rules::connect_four(board)?);
        connect_four(out, &format!("Connect Four {board}"), &game, &[("start".to_owned(), game.start())])?;
    }
    let (board, plies) = CONNECT_FOUR_LATER;
    let game = Mnk::<1>::new(Rules::connect_four(board)?);
    let positions: Vec<_> = (0..seeds).map(|seed| (seed.to_string(), random(&game, plies, seed))).collect();
    connect_four(out, &format!("Connect Four {board}, {plies} plies"), &game, &positions)?;
    let (name, game) = (format!("Othello, {OTHELLO_EMPTIES} empty"), Othello::new(8, 8)?);
    let mut class = Class::new(&name);
    for seed in 0..seeds {
        class.measure(out, &seed.to_string(), &game, &othello(&game, OTHELLO_EMPTIES, seed))?;
    }
    class.sum_up(out)?;
    let game = Kalah::new(4, 3)?;
    let mut class = Class::new("Kalah 4,3");
    for seed in 0..seeds {
        class.measure(out, &seed.to_string(), &game, &random(&game, KALAH_PLIES, seed))?;
    }
    class.sum_up(out)
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

/// The scores of positions, whose bounds a glance at the threats narrows, and their outcomes, which have no such bounds.
fn connect_four(
    out: &mut impl Write,
    name: &str,
    game: &Mnk<1>,
    positions: &[(String, <Mnk<1> as Game>::Position)],
) -> anyhow::Result<()> {
    let outcome = format!("{name}, outcome");
    let (mut scores, mut outcomes) = (Class::new(name), Class::new(&outcome));
    for (name, position) in positions {
        scores.measure(out, name, game, position)?;
    }
    scores.sum_up(out)?;
    for (name, position) in positions {
        outcomes.measure(out, name, &Outcomes(game.clone()), position)?;
    }
    outcomes.sum_up(out)
}

/// Positions of one kind, and what each way took, position by position.
struct Class<'n> {
    name: &'n str,
    found: Vec<[Found; WAYS.len()]>,
}

impl<'n> Class<'n> {
    fn new(name: &'n str) -> Self {
        Self { name, found: Vec::new() }
    }

    /// Finds one value in every way.
    fn measure<G: Hints + Clone>(
        &mut self,
        out: &mut impl Write,
        name: &str,
        game: &G,
        position: &G::Position,
    ) -> anyhow::Result<()> {
        let class = self.name;
        let mut minimax = Minimax::new(game, MinimaxOptions::new(Method::nega_scout()));
        let limit = game.limit();
        let known = minimax
            .score(position, -limit - 1, limit + 1, &Limits::none(), &mut ())
            .map_err(|stop| anyhow!("minimax stopped: {stop}"))?;
        let mut of_position = [Found::default(); WAYS.len()];
        for (way, of_way) in WAYS.into_iter().zip(&mut of_position) {
            let started = Instant::now();
            let found = search(game, position, way)?;
            let found = Found { seconds: started.elapsed().as_secs_f64(), ..found };
            ensure!(found.value == Some(known), "{way} finds {:?} for {class}, {name}", found.value);
            found.write(out, [class, name, &way.to_string(), &known.to_string()], &Default::default())?;
            *of_way = found;
        }
        self.found.push(of_position);
        Ok(out.flush()?)
    }

    /// Writes what each way took for all positions together.
    fn sum_up(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for (place, way) in WAYS.into_iter().enumerate() {
            let mut all = Found::default();
            for found in self.found.iter().map(|of_position| &of_position[place]) {
                all.questions += found.questions;
                all.expanded += found.expanded;
                all.recomputed += found.recomputed;
                all.bytes = all.bytes.max(found.bytes);
                all.seconds += found.seconds;
            }
            // The first way is the reference. Where a glance is enough for it, there is nothing to compare.
            let pairs = self.found.iter().map(|of_position| (of_position[place].expanded, of_position[0].expanded));
            let pairs: Vec<(u64, u64)> = pairs.filter(|(_, reference)| *reference > 0).collect();
            let [mean, low, high] = mean_of_pairs(pairs.iter().copied());
            let means = [pairs.len().to_string(), mean, low, high];
            all.write(out, [self.name, "all", &way.to_string(), ""], &means)?;
        }
        Ok(out.flush()?)
    }
}

fn search<G: ValuedGame + Clone>(game: &G, position: &G::Position, way: Way) -> anyhow::Result<Found> {
    let player = game.to_move(position);
    let limits = Limits::expansions(MOST_EXPANSIONS);
    let cyclic = || anyhow!("positions come back");
    let summary = |report: ValueReport<G::Move>| Found {
        value: report.value(),
        questions: u32::try_from(report.asked.len()).expect("there are fewer questions than scores"),
        expanded: report.expanded,
        recomputed: report.recomputed,
        bytes: report.peak_bytes,
        seconds: 0.0,
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
    let mut sum = Found::default();
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
    let rows: Vec<Row<'_>> = table.rows().filter(|row| row.text("cases").is_ok_and(str::is_empty)).collect();
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
                // Where a glance is enough, there is nothing to compare.
                if reference.number("expansions")? > 0.0 {
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
