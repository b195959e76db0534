//! What the candidates for a game are given to solve: the problems of the suite, small games, and games and graphs that are
//! made from seeds.

use std::fmt::Write as _;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use proofset_bench::Problem;

/// A problem, and its answer if it is known: `proven`, `disproven`, or a score.
pub(crate) struct Exercise {
    pub(crate) problem: Problem,
    pub(crate) known: Option<String>,
}

impl Exercise {
    /// Without a goal, the value is asked for.
    fn new(game: impl Into<String>, position: Option<String>, goal: Option<String>, known: Option<String>) -> Self {
        Self { problem: Problem { game: game.into(), position, value: goal.is_none(), goal }, known }
    }
}

/// A question about a game, with problems and candidates.
pub(crate) struct Set {
    pub(crate) game: &'static str,
    pub(crate) question: &'static str,
    pub(crate) problems: fn() -> anyhow::Result<Vec<Exercise>>,
    pub(crate) candidates: &'static [&'static str],
}

const MATES: &[&str] = &[
    "pns",
    "pns:init=king-moves",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,init=king-moves",
    "dfpn:epsilon=0.25,table=keyed,init=king-moves",
    "dfpn-pn:epsilon=0.25,init=king-moves",
    "pn2:init=king-moves",
    "pds:table=keyed,init=king-moves",
];

const SHARING: &[&str] = &[
    "pns",
    "pns:sum=weak",
    "pss",
    "pss:20,20",
    "dfpn",
    "dfpn:epsilon=0.25",
    "dfpn:sum=weak",
    "dfpn:epsilon=0.25,sum=weak",
    "pds",
    "pn2",
    "dfpn-pn",
];

const LOSING: &[&str] = &[
    "pns",
    "pns:init=mobility",
    "pns:init=pieces",
    "pss:20,20,init=pieces",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "dfpn:epsilon=0.25,init=pieces",
    "dfpn:epsilon=0.25,table=keyed,init=pieces",
    "pds:table=keyed,init=pieces",
    "pn2:init=pieces",
    "dfpn-pn:epsilon=0.25,init=pieces",
];

const CYCLIC_LOSING: &[&str] = &[
    "pns",
    "pns:init=pieces",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "dfpn:epsilon=0.25,init=pieces",
    "dfpn:epsilon=0.25,table=keyed,init=pieces",
];

const CYCLIC_MATES: &[&str] = &[
    "pns",
    "pns:init=king-moves",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=king-moves",
    "dfpn:epsilon=0.25,init=king-moves",
];

const LINES: &[&str] = &[
    "pns",
    "pns:init=lines",
    "pss:20,20",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "dfpn:epsilon=0.25,table=keyed,init=lines",
    "pds:table=keyed",
    "pn2",
    "dfpn-pn",
    "test",
    "negascout",
];

const CUBE: &[&str] = &[
    "pns",
    "pns:init=mobility",
    "pns:init=lines",
    "pss:20,20",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "dfpn:epsilon=0.25,table=keyed,init=lines",
    "pn2:init=mobility",
];

const NINE_BOARDS: &[&str] = &[
    "pns",
    "pns:init=stones",
    "pss:20,20",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "dfpn:epsilon=0.25,table=keyed,init=stones",
    "pds:table=keyed,init=stones",
    "pn2:init=stones",
    "dfpn-pn:epsilon=0.25,init=stones",
];

const CONNECTIONS: &[&str] = &[
    "pns",
    "pns:evaluate=delayed",
    "pns:init=mobility",
    "pns:init=distance",
    "pss:8,8",
    "pss:8,8,init=mobility",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "dfpn:epsilon=0.25,table=keyed,init=distance",
    "pn2:init=mobility",
];

const RACES: &[&str] = &[
    "pns",
    "pns:init=mobility",
    "pns:init=rows",
    "pss:20,20,init=rows",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "dfpn:epsilon=0.25,table=keyed,init=rows",
    "pds:table=keyed",
    "pds:table=keyed,init=rows",
    "pn2:init=rows",
    "dfpn-pn:epsilon=0.25,init=rows",
];

const DOMINOES: &[&str] = &[
    "pns",
    "pns:init=mobility",
    "pns:init=moves",
    "pss:20,20,init=moves",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "dfpn:epsilon=0.25,table=keyed,init=moves",
    "pds:table=keyed",
    "pds:table=keyed,init=moves",
    "pn2:init=moves",
    "dfpn-pn:epsilon=0.25,init=moves",
];

const ATTACKS: &[&str] = &[
    "pns",
    "pns:sum=weak",
    "pss",
    "pss:20,20",
    "dfpn",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "pds:table=keyed",
    "pn2",
    "dfpn-pn",
];

const SCORES: &[&str] = &[
    "pns",
    "pns:init=mobility",
    "pss:20,20",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "pds:table=keyed",
    "test",
    "negascout",
];

const STONES: &[&str] = &[
    "pns",
    "pns:init=mobility",
    "pns:init=liberties",
    "pss",
    "pss:20,20",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "dfpn:epsilon=0.25,table=keyed,init=liberties",
    "dfpn:epsilon=0.25,init=liberties",
];

/// Searches that take positions which can repeat.
const CYCLIC: &[&str] = &[
    "pns",
    "pns:init=mobility",
    "pns:cycles=base-twin",
    "pss:20,20",
    "dfpn",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "pds:table=keyed",
];

const CYCLIC_CLAUSES: &[&str] = &[
    "pns",
    "pns:init=mobility",
    "pss:20,20",
    "dfpn",
    "dfpn:epsilon=0.25",
    "dfpn:epsilon=0.25,table=keyed",
    "dfpn:epsilon=0.25,table=keyed,init=mobility",
    "pds:table=keyed",
];

const CYCLIC_VALUES: &[&str] = &["pns", "dfpn", "dfpn:epsilon=0.25,table=keyed", "pds:table=keyed"];

const VALUES: &[&str] = &["test", "negascout", "mtdf", "mpns", "mopns", "dfpn:epsilon=0.25,table=keyed"];

pub(crate) const SETS: &[Set] = &[
    Set {
        game: "tic-tac-toe",
        question: "win",
        problems: || Ok(small("tic-tac-toe")),
        candidates: &["pns", "pns:init=lines", "pss:20,20", "dfpn:epsilon=0.25,table=keyed", "pds", "pn2", "dfpn-pn"],
    },
    Set { game: "connect-four", question: "win", problems: || connect_four(false), candidates: LINES },
    Set { game: "connect-four", question: "--value", problems: || connect_four(true), candidates: VALUES },
    Set { game: "mnk", question: "win", problems: || starts("mnk", false), candidates: LINES },
    Set { game: "mnk", question: "--value", problems: || starts("mnk", true), candidates: VALUES },
    Set { game: "othello", question: "win", problems: || othello(false), candidates: SCORES },
    Set { game: "othello", question: "--value", problems: || othello(true), candidates: VALUES },
    Set { game: "kalah", question: "win", problems: || starts("kalah", false), candidates: SCORES },
    Set { game: "kalah", question: "--value", problems: || starts("kalah", true), candidates: VALUES },
    Set {
        game: "atari-go",
        question: "win",
        problems: || Ok(small("atari-go")),
        candidates: &[
            "pns",
            "pns:init=liberties",
            "pss:20,20",
            "dfpn:epsilon=0.25,table=keyed",
            "dfpn:epsilon=0.25,table=keyed,init=mobility",
            "dfpn:epsilon=0.25,table=keyed,init=liberties",
            "pds:table=keyed",
            "pn2",
            "dfpn-pn",
        ],
    },
    Set { game: "breakthrough", question: "first:win", problems: || winners("breakthrough"), candidates: RACES },
    Set { game: "domineering", question: "first:win", problems: || winners("domineering"), candidates: DOMINOES },
    Set { game: "dots-and-boxes", question: "win", problems: || starts("dots-and-boxes", false), candidates: SCORES },
    Set {
        game: "dots-and-boxes",
        question: "--value",
        problems: || starts("dots-and-boxes", true),
        candidates: VALUES,
    },
    Set { game: "checkers", question: "win", problems: || checkers(Some("win")), candidates: CYCLIC },
    Set { game: "checkers", question: "draw", problems: || checkers(Some("draw")), candidates: CYCLIC },
    Set { game: "checkers", question: "--value", problems: || checkers(None), candidates: CYCLIC_VALUES },
    Set { game: "go", question: "kill, live", problems: life_and_death, candidates: STONES },
    Set { game: "gomoku", question: "win", problems: gomoku, candidates: ATTACKS },
    Set { game: "qubic", question: "win", problems: qubic, candidates: CUBE },
    Set { game: "ultimate-tic-tac-toe", question: "win", problems: nine_boards, candidates: NINE_BOARDS },
    Set { game: "hex", question: "win", problems: hex, candidates: CONNECTIONS },
    Set { game: "chess", question: "mate-in:N", problems: || mates(Bound::Length), candidates: MATES },
    Set { game: "chess", question: "mate", problems: || mates(Bound::None), candidates: MATES },
    Set { game: "chess", question: "mate:no-clock", problems: || mates(Bound::NoClock), candidates: CYCLIC_MATES },
    Set { game: "antichess", question: "win", problems: || antichess(""), candidates: LOSING },
    Set { game: "antichess", question: "win:no-clock", problems: || antichess(":no-clock"), candidates: CYCLIC_LOSING },
    Set {
        game: "shogi",
        question: "mate-in:N",
        problems: || tsume(true),
        candidates: &["mate", "pns", "pss:20,20", "dfpn:epsilon=0.25,table=keyed", "pds:table=keyed"],
    },
    Set {
        game: "shogi",
        question: "mate",
        problems: || tsume(false),
        candidates: &["mate", "pns", "dfpn:epsilon=0.25,table=keyed", "pds:table=keyed"],
    },
    Set {
        game: "synthetic",
        question: "win",
        problems: || Ok(synthetic(false, "")),
        candidates: &[
            "dfpn",
            "dfpn:epsilon=0.25,table=keyed",
            "dfpn:epsilon=0.25,table=keyed,init=mobility",
            "pds:table=keyed",
            "pns",
            "pns:init=mobility",
            "pss:20,20",
            "test",
        ],
    },
    Set {
        game: "synthetic",
        question: "win, with cycles",
        problems: || Ok(synthetic(false, ",cycles=0.3")),
        candidates: &[
            "dfpn",
            "dfpn:epsilon=0.25",
            "dfpn:epsilon=0.25,table=keyed",
            "dfpn:epsilon=0.25,table=keyed,init=mobility",
            "pds:table=keyed",
        ],
    },
    Set { game: "synthetic", question: "--value", problems: || Ok(synthetic(true, "")), candidates: VALUES },
    Set {
        game: "and-or",
        question: "proven",
        problems: and_or,
        candidates: &["pns", "pss:20,20", "dfpn", "dfpn:epsilon=0.25,table=keyed", "pds"],
    },
    Set {
        game: "horn",
        question: "an atom",
        problems: || clauses(false),
        candidates: &[
            "pns",
            "pns:init=mobility",
            "pss",
            "pss:20,20",
            "dfpn",
            "dfpn:epsilon=0.25",
            "dfpn:epsilon=0.25,table=keyed",
            "dfpn:epsilon=0.25,table=keyed,init=mobility",
            "pds:table=keyed",
            "pn2",
            "dfpn-pn",
        ],
    },
    Set { game: "horn", question: "an atom, with circles", problems: || clauses(true), candidates: CYCLIC_CLAUSES },
    Set { game: "lemma-tower", question: "proven", problems: || Ok(lemma_towers()), candidates: SHARING },
    Set { game: "gusts", question: "proven", problems: || Ok(gusts()), candidates: SHARING },
    Set { game: "formula", question: "proven", problems: || Ok(formulas()), candidates: SHARING },
    Set { game: "kayles-sum", question: "proven", problems: || Ok(kayles_sums()), candidates: SHARING },
];

/// The rows of a table of the suite, and the places of columns in them.
fn table(name: &str, columns: &[&str]) -> anyhow::Result<Vec<Vec<String>>> {
    let path = crate::root().join("crates/testkit/suite").join(name);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut places: Option<Vec<usize>> = None;
    let mut rows = Vec::new();
    for line in text.lines() {
        let names: Vec<&str> = line.trim_start_matches('#').split('\t').collect();
        if let Some(places) = &places {
            rows.push(places.iter().map(|&place| names.get(place).copied().unwrap_or_default().to_owned()).collect());
        } else if names.len() > 1 {
            let place = |column: &&str| names.iter().position(|name| name == column);
            places = columns.iter().map(place).collect();
            if places.is_none() {
                bail!("{} has no columns {}", path.display(), columns.join(", "));
            }
        }
    }
    Ok(rows)
}

/// The answer to "is it at least 1?" about a score.
fn wins(score: &str) -> anyhow::Result<String> {
    Ok(if score.parse::<i32>()? > 0 { "proven" } else { "disproven" }.to_owned())
}

/// A question about a position whose score is known, for the side to move.
fn scored(game: String, position: Option<String>, score: &str, value: bool) -> anyhow::Result<Exercise> {
    let (goal, known) = if value { (None, score.to_owned()) } else { (Some("win".to_owned()), wins(score)?) };
    Ok(Exercise::new(game, position, goal, Some(known)))
}

/// A third of the positions whose answer is at least 14 plies away.
fn connect_four(value: bool) -> anyhow::Result<Vec<Exercise>> {
    let rows = table("connect-four.tsv", &["moves", "score", "stratum"])?;
    let far = rows.iter().filter(|row| row[2].ends_with("-hard") || row[2].ends_with("-medium"));
    far.step_by(3).map(|row| scored("connect-four".to_owned(), Some(row[0].clone()), &row[1], value)).collect()
}

/// An eighth of the endgames.
fn othello(value: bool) -> anyhow::Result<Vec<Exercise>> {
    let rows = table("othello.tsv", &["board", "side", "score"])?;
    let eighth = rows.iter().step_by(8);
    eighth.map(|row| scored("othello".to_owned(), Some(format!("{} {}", row[0], row[1])), &row[2], value)).collect()
}

/// Endgames of three pieces, with a goal or by value.
fn checkers(goal: Option<&str>) -> anyhow::Result<Vec<Exercise>> {
    let ask = |row: &Vec<String>| {
        let score = match row[1].as_str() {
            "win" => 1,
            "draw" => 0,
            "loss" => -1,
            other => bail!("{other} is no value of an endgame"),
        };
        let holds = |least| if score >= least { "proven" } else { "disproven" }.to_owned();
        let known = match goal {
            None => score.to_string(),
            Some("draw") => holds(0),
            Some(_) => holds(1),
        };
        Ok(Exercise::new("checkers", Some(row[0].clone()), goal.map(str::to_owned), Some(known)))
    };
    table("checkers.tsv", &["position", "value"])?.iter().map(ask).collect()
}

/// Positions of random games, in the whole game and with sequences of threats.
fn qubic() -> anyhow::Result<Vec<Exercise>> {
    let ask = |row: &Vec<String>| {
        let known = match row[1].as_str() {
            "win" => Some("proven".to_owned()),
            "none" => Some("disproven".to_owned()),
            "unknown" => None,
            other => bail!("{other} is no value of a position"),
        };
        let forms = ["qubic", "qubic:sequences=3000"];
        Ok(forms.map(|game| Exercise::new(game, Some(row[0].clone()), Some("win".to_owned()), known.clone())))
    };
    let exercises: Vec<_> = table("qubic.tsv", &["moves", "value"])?.iter().map(ask).collect::<anyhow::Result<_>>()?;
    Ok(exercises.into_iter().flatten().collect())
}

/// Positions from the middle of games.
fn nine_boards() -> anyhow::Result<Vec<Exercise>> {
    let ask = |row: &Vec<String>| {
        let known = match row[1].as_str() {
            "win" => "proven",
            "none" => "disproven",
            other => bail!("{other} is no value of a position"),
        };
        Ok(Exercise::new("ultimate-tic-tac-toe", Some(row[0].clone()), Some("win".to_owned()), Some(known.to_owned())))
    };
    table("ultimate-tic-tac-toe.tsv", &["position", "value"])?.iter().map(ask).collect()
}

/// Openings: does the first player win?
fn hex() -> anyhow::Result<Vec<Exercise>> {
    let ask = |row: &Vec<String>| {
        let known = match row[2].as_str() {
            "black" => "proven",
            "white" => "disproven",
            other => bail!("{other} is no winner of a game of Hex"),
        };
        let game = format!("hex:{}x{}", row[0], row[0]);
        Ok(Exercise::new(game, Some(row[1].clone()), Some("first:win".to_owned()), Some(known.to_owned())))
    };
    table("hex.tsv", &["size", "opening", "winner"])?.iter().map(ask).collect()
}

/// Positions with their winners: does the first player win?
fn winners(name: &str) -> anyhow::Result<Vec<Exercise>> {
    let ask = |row: &Vec<String>| {
        let known = match row[2].as_str() {
            "first" => "proven",
            "second" => "disproven",
            other => bail!("{other} is no winner"),
        };
        let [game, position] = [row[0].clone(), row[1].clone()];
        Ok(Exercise::new(game, Some(position), Some("first:win".to_owned()), Some(known.to_owned())))
    };
    table(&format!("{name}.tsv"), &["game", "position", "winner"])?.iter().map(ask).collect()
}

/// Attacks by threats that win; every fifth, so that fours alone win in some.
fn gomoku() -> anyhow::Result<Vec<Exercise>> {
    let ask = |row: &Vec<String>| {
        let game = format!("gomoku:rule={},threats", row[0]);
        Exercise::new(game, Some(row[1].clone()), Some(format!("{}:win", row[2])), Some("proven".to_owned()))
    };
    Ok(table("gomoku.tsv", &["rule", "moves", "player"])?.iter().step_by(5).map(ask).collect())
}

/// Corners of Go, each asked about with no threats, with those of one side, and with those of the other.
fn life_and_death() -> anyhow::Result<Vec<Exercise>> {
    let ask = |row: &Vec<String>| {
        let (goal, kind) = (&row[1], row[2].parse::<usize>().context("a kind of ko")?);
        let (attacker, defender) = ("attacker", "defender:threats=9");
        let [mover, other] = if goal.starts_with("live") { [defender, attacker] } else { [attacker, defender] };
        let asked = [format!("{goal}:komaster={other}"), goal.clone(), format!("{goal}:komaster={mover}")];
        let answers = [kind == 1, kind == 1 || kind == 2, kind > 0];
        let known = answers.map(|holds| if holds { "proven" } else { "disproven" }.to_owned());
        let both = asked.into_iter().zip(known);
        Ok(both
            .map(|(goal, known)| Exercise::new("go", Some(row[0].clone()), Some(goal), Some(known)))
            .collect::<Vec<_>>())
    };
    let exercises: Vec<_> =
        table("go.tsv", &["position", "question", "kind"])?.iter().map(ask).collect::<anyhow::Result<_>>()?;
    Ok(exercises.into_iter().flatten().collect())
}

/// Games from their start.
fn starts(game: &str, value: bool) -> anyhow::Result<Vec<Exercise>> {
    let rows = table("starts.tsv", &["game", "score"])?;
    let of_game = rows.iter().filter(|row| row[0].split(':').next() == Some(game));
    of_game.map(|row| scored(row[0].clone(), None, &row[1], value)).collect()
}

/// Small boards, from their start: each answer is for the program to find.
fn small(game: &str) -> Vec<Exercise> {
    let boards: &[(&str, &str)] = match game {
        "tic-tac-toe" => &[("tic-tac-toe", "first:win"), ("tic-tac-toe", "second:draw")],
        _ => &[
            ("atari-go:3x3", "first:win"),
            ("atari-go:3x4", "first:win"),
            ("atari-go:4x4", "first:win"),
            ("atari-go:4x4+crosscut", "first:win"),
            ("atari-go:4x5+crosscut", "first:win"),
            ("atari-go:5x5+crosscut", "first:win"),
            ("atari-go:5x6+crosscut", "first:win"),
            ("atari-go:6x6+crosscut", "first:win"),
        ],
    };
    boards.iter().map(|&(game, goal)| Exercise::new(game, None, Some(goal.to_owned()), None)).collect()
}

/// A question about a problem that its parameters say whole, or about a position of it.
fn proven(game: String, position: Option<&str>) -> Exercise {
    Exercise::new(game, position.map(str::to_owned), Some("proven".to_owned()), None)
}

fn lemma_towers() -> Vec<Exercise> {
    let sizes = [4, 8, 12, 20].into_iter().flat_map(|lemmas| [8, 12, 20, 32].map(|depth| (lemmas, depth)));
    let games = sizes.flat_map(|(lemmas, depth)| [0, 1].map(|seed| (lemmas, depth, seed)));
    games
        .map(|(lemmas, depth, seed)| proven(format!("lemma-tower:lemmas={lemmas},depth={depth},seed={seed}"), None))
        .collect()
}

fn gusts() -> Vec<Exercise> {
    let courses =
        [(1, 12, 2), (1, 30, 5), (1, 100, 4), (2, 5, 5), (2, 6, 2), (2, 8, 3), (2, 12, 2), (3, 4, 1)].into_iter();
    let games = courses.flat_map(|course| [0, 1].map(|seed| (course, seed)));
    games
        .map(|((axes, legs, room), seed)| {
            proven(format!("gusts:axes={axes},legs={legs},room={room},seed={seed}"), None)
        })
        .collect()
}

fn formulas() -> Vec<Exercise> {
    let kinds = [("pigeonhole", &[3, 4, 5, 6][..]), ("parity", &[4, 6, 8, 10, 12])].into_iter();
    let sizes = kinds.flat_map(|(kind, sizes)| sizes.iter().map(move |size| (kind, size)));
    let games = sizes.flat_map(|(kind, size)| [0, 1].map(|seed| (kind, size, seed)));
    games.map(|(kind, size, seed)| proven(format!("formula:kind={kind},size={size},seed={seed}"), None)).collect()
}

fn kayles_sums() -> Vec<Exercise> {
    let rows = [
        "4.3.2", "5.5", "6.5.4", "7.6", "8.7.3", "7.5.3.1", "9.8", "10.9", "8.8.8", "9.7.5", "10.6.2", "12.11",
        "6.6.6.6", "9.8.7",
    ];
    rows.into_iter().map(|rows| proven("kayles-sum".to_owned(), Some(rows))).collect()
}

/// What bounds a mate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Length,
    None,
    NoClock,
}

/// Mates from games and mates of our own, of the harder ones half; with a bound, also that own ones are not faster.
fn mates(bound: Bound) -> anyhow::Result<Vec<Exercise>> {
    let mut problems = Vec::new();
    for (name, is_shortest) in [("chess-lichess.tsv", false), ("chess-own.tsv", true)] {
        for row in table(name, &["fen", "bm"])? {
            let moves: i32 = row[1].parse()?;
            let mut ask = |goal: String, known: &str| {
                problems.push(Exercise::new("chess", Some(row[0].clone()), Some(goal), Some(known.to_owned())));
            };
            let side = if moves > 0 { "mate" } else { "mated" };
            match bound {
                Bound::Length => {
                    ask(format!("mate-in:{moves}"), "proven");
                    if is_shortest && moves.abs() > 1 {
                        ask(format!("mate-in:{}", moves - moves.signum()), "disproven");
                    }
                }
                // The shorter ones take every candidate a moment.
                _ if moves.abs() < 3 => {}
                Bound::None => ask(side.to_owned(), "proven"),
                Bound::NoClock => ask(format!("{side}:no-clock"), "proven"),
            }
        }
    }
    for row in table("chess-random.tsv", &["fen", "goal", "verdict"])?.iter().step_by(2) {
        let goal = match bound {
            Bound::Length => row[1].clone(),
            // Whoever mates in so many moves mates; of the others nothing is known.
            Bound::None if row[2] == "proven" => "mate".to_owned(),
            Bound::NoClock if row[2] == "proven" => "mate:no-clock".to_owned(),
            _ => continue,
        };
        let (position, known) = (Some(row[0].clone()), Some(row[2].clone()));
        problems.push(Exercise::new("chess", position, Some(goal), known));
    }
    Ok(problems)
}

/// First moves and replies after which White wins: they take longer than positions from games.
const REPLIES: [&str; 8] =
    ["e2e3 b8a6", "e2e3 g7g6", "b2b3 f7f5", "b2b3 d7d5", "g2g3 g8f6", "g2g3 d7d5", "c2c4 e7e5", "c2c4 d7d6"];

/// Positions from games, first moves and replies, with a word behind the goal.
fn antichess(word: &str) -> anyhow::Result<Vec<Exercise>> {
    let rows = table("antichess.tsv", &["fen", "value"])?;
    let known = rows.iter().map(|row| (row[0].clone(), row[1].as_str()));
    let replies = REPLIES.iter().map(|moves| (format!("startpos moves {moves}"), "win"));
    let exercise = |(position, goal): (String, &str)| {
        Exercise::new("antichess", Some(position), Some(format!("{goal}{word}")), Some("proven".to_owned()))
    };
    Ok(known.chain(replies).map(exercise).collect())
}

/// A third of the compositions and positions from games.
fn tsume(with_bound: bool) -> anyhow::Result<Vec<Exercise>> {
    let mut problems = Vec::new();
    for row in table("tsume.tsv", &["sfen", "mate_plies"])?.iter().step_by(3) {
        let (goal, known) = match (row[1].as_str(), with_bound) {
            ("nomate", true) => ("mate-in:15".to_owned(), "disproven"),
            ("nomate", false) => ("mate".to_owned(), "disproven"),
            (plies, true) => (format!("mate-in:{plies}"), "proven"),
            (_, false) => ("mate".to_owned(), "proven"),
        };
        problems.push(Exercise::new("shogi", Some(row[0].clone()), Some(goal), Some(known.to_owned())));
    }
    Ok(problems)
}

/// Games with 4 to 8 moves in a position, and with more and more plies: fewer where values are asked for.
fn synthetic(value: bool, more: &str) -> Vec<Exercise> {
    let shapes = if value {
        [(4, 6), (4, 8), (4, 9), (4, 10), (8, 5), (8, 6)]
    } else {
        [(4, 12), (4, 14), (4, 16), (6, 10), (6, 12), (8, 10)]
    };
    let problem = |(number, (moves, plies)): (usize, (u32, u32))| {
        let game = format!("synthetic:b={moves},d={plies},seed={},share=0.3{more}", number + 1);
        Exercise::new(game, None, (!value).then(|| "win".to_owned()), None)
    };
    shapes.into_iter().enumerate().map(problem).collect()
}

/// The nodes of a layer.
const LAYER: u64 = 100;

/// Graphs in layers, made from a seed, with and without edges that lead back: those of the suite are tiny.
fn and_or() -> anyhow::Result<Vec<Exercise>> {
    let problem = |seed: u64| {
        let path =
            written(&format!("graph-{seed}.json"), &layered(seed, 20 + 10 * (seed / 2), seed % 2 == 1).to_string())?;
        Ok(Exercise::new("and-or", Some(path), Some("proven".to_owned()), None))
    };
    (0..8).map(problem).collect()
}

/// The path of a file with this text.
fn written(name: &str, text: &str) -> anyhow::Result<String> {
    let folder = crate::root().join("target/defaults");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    std::fs::write(&path, text)?;
    Ok(path.display().to_string())
}

/// Numbers below what is asked for, from a seed: `SplitMix64`.
fn random(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ (word >> 31)) % below
    }
}

/// A graph whose nodes have three children each in the next layer, or now and then in an earlier one.
fn layered(seed: u64, layers: u64, cyclic: bool) -> Value {
    let mut random = random(seed);
    let id = |layer: u64, place: u64| format!("{layer}.{place}");
    let (mut nodes, mut edges, mut leaves) = (Vec::new(), Vec::new(), serde_json::Map::new());
    for layer in 0..layers {
        for place in 0..LAYER {
            nodes.push(json!({"id": id(layer, place), "kind": if layer % 2 == 0 { "or" } else { "and" }}));
            if layer + 1 == layers {
                leaves.insert(id(layer, place), json!(if random(2) == 0 { "proven" } else { "disproven" }));
                continue;
            }
            for _ in 0..3 {
                let next = if cyclic && layer > 0 && random(20) == 0 { random(layer) } else { layer + 1 };
                edges.push(json!([id(layer, place), id(next, random(LAYER))]));
            }
        }
    }
    json!({"nodes": nodes, "edges": edges, "root": id(0, 0), "leaf_values": leaves})
}

/// Packages, of which some versions depend on others, and path systems, whose atoms follow from two others each; with circles
/// one in twenty of what is depended on comes from anywhere.
fn clauses(cyclic: bool) -> anyhow::Result<Vec<Exercise>> {
    let problem = |seed: u64| {
        let text = if seed.is_multiple_of(2) {
            clauses_of(seed, 20_000 * (1 + seed / 2), [200, 30], [6, 6], u64::MAX, cyclic)
        } else {
            clauses_of(seed, 100 * (1 + seed), [20, 40], [4, 2], 20, cyclic)
        };
        let path = written(&format!("clauses-{seed}{}.horn", if cyclic { "-circles" } else { "" }), &text)?;
        Ok(Exercise::new("horn", Some(path), Some("goal".to_owned()), None))
    };
    (0..8).map(problem).collect()
}

/// Clauses about so many atoms: the first of them are facts, but for a share in hundredths. Each of the others has so many clauses at most,
/// with so many atoms at most, none of which is farther away than a window.
fn clauses_of(
    seed: u64,
    atoms: u64,
    [facts, missing]: [u64; 2],
    [most_clauses, most_atoms]: [u64; 2],
    window: u64,
    cyclic: bool,
) -> String {
    let mut random = random(seed);
    let mut text = format!("goal <- p{}.", atoms - 1);
    for atom in 0..facts {
        if random(100) >= missing {
            let _ = write!(text, " p{atom}.");
        }
    }
    for atom in facts..atoms {
        let lowest = atom.saturating_sub(window);
        for _ in 0..=random(most_clauses) {
            let _ = write!(text, " p{atom} <- ");
            for place in 0..=random(most_atoms) {
                let other = if cyclic && random(20) == 0 { random(atoms) } else { lowest + random(atom - lowest) };
                let _ = write!(text, "{}p{other}", if place == 0 { "" } else { ", " });
            }
            text.push('.');
        }
    }
    text
}
