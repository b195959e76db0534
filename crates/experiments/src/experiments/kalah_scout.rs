//! Does SCOUT save time on Kalah? After Noe (1980), who found that it does, by more than 40 % at depth 5.
//!
//! Kalah has few moves and a coarse evaluation, the difference of the stores, and the same player may move again. Each
//! position is searched to a depth without a table, by the order of the rules or by the game's hints.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use proofset_bench::statistics::spread;
use proofset_core::{Game, Limits, Score, ValuedGame};
use proofset_kalah::{Kalah, Position};
use proofset_minimax::{Counters, Method, Options, Ordering, Search};

use super::different;
use crate::plot::{Axis, BoxPanel, BoxRow, boxes};
use crate::positions::random;
use crate::table::{Row, Table, write_row};

const GAMES: &[&str] = &["6,4", "6,6"];
const DEPTHS: &[u16] = &[3, 4, 5, 6, 7];
const POSITIONS: u64 = 50;
/// Random plies before a position: the least, and how many numbers of them there are.
const PLIES: u64 = 8;
const SPREAD: u64 = 13;

/// The start is played from as well.
const START: &str = "start";

const REFERENCE: &str = "alpha-beta";
const METHODS: &[(&str, Method)] = &[
    (REFERENCE, Method::AlphaBeta),
    ("scout", Method::Scout),
    ("negascout", Method::NegaScout { shortcut: true, as_published: false }),
];

const ORDERS: &[(&str, bool)] = &[("rules", false), ("hints", true)];

/// A search is repeated until so much time has passed, and the least of its times is taken.
const LEAST_TIME: Duration = Duration::from_millis(2);
/// And at least so often.
const LEAST_REPEATS: u32 = 7;

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"game",
            &"position",
            &"order",
            &"depth",
            &"method",
            &"value",
            &"visits",
            &"leaves",
            &"again",
            &"microseconds",
        ],
    )?;
    let (depths, positions) = if quick { (&DEPTHS[..3], 5) } else { (DEPTHS, POSITIONS) };
    for name in GAMES {
        let game: Kalah = name.parse()?;
        let seeded = (0..positions).map(|seed| {
            let plies = usize::try_from(PLIES + seed % SPREAD).expect("a few plies");
            (seed.to_string(), random(&game, plies, seed))
        });
        for (position_name, position) in std::iter::once((START.to_owned(), game.start())).chain(seeded) {
            for (order, hints) in ORDERS {
                for &depth in depths {
                    let ordering = Ordering::NONE.with_hints(*hints);
                    let with = |method| Options::plain(method).with_ordering(ordering).with_depth(depth);
                    // The line of best play takes alpha-beta's windows after SCOUT as after alpha-beta.
                    let (_, _, whole) = find_value(&game, &position, with(Method::AlphaBeta))?;
                    let (_, _, alone) = score(&game, &position, with(Method::AlphaBeta))?;
                    let mut values = Vec::new();
                    for (method_name, method) in METHODS {
                        let (value, counters, seconds) = if let Method::Scout = method {
                            let (value, counters, seconds) = find_value(&game, &position, with(*method))?;
                            (value, counters, (seconds - (whole - alone)).max(0.0))
                        } else {
                            score(&game, &position, with(*method))?
                        };
                        let Counters { visited, leaves, searched_again, .. } = counters;
                        write_row(
                            out,
                            &[
                                name,
                                &position_name,
                                order,
                                &depth,
                                method_name,
                                &value,
                                &visited,
                                &leaves,
                                &searched_again,
                                &format!("{:.2}", seconds * 1e6),
                            ],
                        )?;
                        values.push(value);
                    }
                    ensure!(values.iter().all(|value| *value == values[0]), "methods differ: {values:?}");
                }
            }
        }
    }
    Ok(())
}

/// A value, what it took, and seconds.
type Found = (Score, Counters, f64);

/// The value to the depth by one window.
fn score(game: &Kalah, position: &Position, options: Options) -> anyhow::Result<Found> {
    let limit = game.limit();
    repeat(|| {
        let mut search = Search::new(game, options);
        let value = search.score(position, -limit - 1, limit + 1, &Limits::none(), &mut ());
        Ok((value.map_err(|stop| anyhow!("the search stopped: {stop}"))?, search.counters()))
    })
}

/// The value to the depth, and the time for a line of best play as well.
fn find_value(game: &Kalah, position: &Position, options: Options) -> anyhow::Result<Found> {
    repeat(|| {
        let mut search = Search::new(game, options);
        let found = search.find_value(position, &Limits::none(), &mut ())?;
        Ok((found.value().with_context(|| format!("the search stopped: {}", found.stop))?, search.counters()))
    })
}

/// The result of a search, and the least of its times.
fn repeat(mut search: impl FnMut() -> anyhow::Result<(Score, Counters)>) -> anyhow::Result<Found> {
    let (started, mut least) = (Instant::now(), f64::INFINITY);
    for repeats in 1.. {
        let begun = Instant::now();
        let (value, counters) = search()?;
        least = least.min(begun.elapsed().as_secs_f64());
        if started.elapsed() >= LEAST_TIME && repeats >= LEAST_REPEATS {
            return Ok((value, counters, least));
        }
    }
    unreachable!("time passes")
}

pub(crate) fn draw(table: &Table) -> anyhow::Result<String> {
    let rows: Vec<Row<'_>> = table.rows().collect();
    let mut panels = Vec::new();
    for game in GAMES {
        for (order, _) in ORDERS {
            let mut boxes = Vec::new();
            for (group, (method, _)) in METHODS.iter().skip(1).enumerate() {
                let depths = rows.iter().map(|row| row.text("depth")).collect::<anyhow::Result<Vec<_>>>()?;
                for depth in different(depths) {
                    let ratios = ratios(&rows, &[("game", game), ("order", order), ("depth", depth)], method)?;
                    let five = spread(ratios);
                    boxes.push(BoxRow { label: format!("{method}, depth {depth}"), five, mark: None, group });
                }
            }
            let ends = boxes.iter().flat_map(|row| row.five).chain([1.0]);
            panels.push(BoxPanel {
                title: format!("Kalah {game}, order of the {order}"),
                axis: Axis::logarithmic("leaves / alpha-beta (logarithmic)", ends),
                rows: boxes,
            });
        }
    }
    Ok(boxes(&panels, None))
}

/// Leaves of a method relative to alpha-beta, in the rows with these fields.
fn ratios(rows: &[Row<'_>], fields: &[(&str, &str)], method: &str) -> anyhow::Result<Vec<f64>> {
    let of = |method: &str| -> anyhow::Result<Vec<f64>> {
        let fields: Vec<(&str, &str)> = fields.iter().copied().chain([("method", method)]).collect();
        let fits =
            |row: &&Row<'_>| fields.iter().all(|(column, text)| row.text(column).is_ok_and(|found| found == *text));
        rows.iter().filter(fits).map(|row| row.number("leaves")).collect()
    };
    let ratios: Vec<f64> = of(method)?.iter().zip(of(REFERENCE)?).map(|(own, other)| own / other).collect();
    ensure!(!ratios.is_empty(), "the table has no rows for {fields:?}");
    Ok(ratios)
}
