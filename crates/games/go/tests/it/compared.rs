//! A random question about a small board, put to a search and to all of play by the slow rules.

use std::collections::BTreeSet;

use fastrand::Rng;
use proofset_core::{Describe, Limits, Solver, Verdict};
use proofset_cyclic::Search;
use proofset_go::{Local, LocalQuestion, Rules};
use proofset_nodeset::{Count, Pick};
use proofset_oracle::solve;
use proofset_testkit::certified::certified;

use crate::slow::{Cell, Cells, Need, Slow, Superko, all_cells, at, diagram, name_of, playable, swept};

/// Boards for simple ko.
pub(crate) const SIZES: &[(usize, usize)] =
    &[(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4), (5, 3), (3, 5)];

/// A random position without chains that have no liberty, and a stone of it.
pub(crate) fn random(rng: &mut Rng, sizes: &[(usize, usize)], fill: std::ops::Range<u32>) -> (Cells, Cell) {
    loop {
        let (columns, rows) = sizes[rng.usize(..sizes.len())];
        let percent = rng.u32(fill.clone());
        let mut stone = || if rng.u32(..100) >= percent { '.' } else { ['X', 'O'][rng.usize(..2)] };
        let cells: Cells = (0..rows).map(|_| (0..columns).map(|_| stone()).collect()).collect();
        let cells = swept(&cells);
        let stones: Vec<_> = all_cells(&cells).filter(|&cell| at(&cells, cell) != Some('.')).collect();
        if !stones.is_empty() && swept(&cells) == cells {
            let target = stones[rng.usize(..stones.len())];
            return (cells, target);
        }
    }
}

/// What is asked, in the words of the program and by the slow rules.
struct Question {
    rules: String,
    text: String,
    goal: String,
    slow: Slow,
}

fn question(rng: &mut Rng, superko: Superko, sizes: &[(usize, usize)], fill: std::ops::Range<u32>) -> Question {
    let (cells, target) = random(rng, sizes, fill);
    let color = |cell| at(&cells, cell).unwrap();
    let mut targets = vec![target];
    if rng.u32(..4) == 0 {
        targets.extend(all_cells(&cells).filter(|&cell| color(cell) == color(target)));
        targets.sort_unstable();
        targets.dedup();
        rng.shuffle(&mut targets);
        targets.truncate(rng.usize(1..=targets.len().min(4)));
    }
    let any = targets.len() > 1 && rng.bool();
    let [suicide, tenuki, is_static] = [rng.bool(), rng.u32(..3) > 0, rng.u32(..3) > 0];
    let to_move = if rng.bool() { 'X' } else { 'O' };
    let aim = ["capture", "save", "kill", "live"][rng.usize(..4)];
    let komaster =
        if superko == Superko::No { [None, Some("attacker"), Some("defender")][rng.usize(..3)] } else { None };
    let threats = if komaster == Some("defender") && rng.bool() { Some(rng.u8(1..4)) } else { None };
    // The slow rules look at all that the attacker alone can do, in each position.
    let eyes = rng.u32(..3) == 0 && cells.iter().flatten().filter(|&&cell| cell == '.').count() <= 7;
    let liberties = (!eyes && rng.u32(..4) == 0).then(|| rng.usize(2..6));
    // A part of the board, or all of it.
    let is_part = rng.u32(..3) == 0;
    let region: BTreeSet<_> = all_cells(&cells).filter(|_| !is_part || rng.u32(..100) < 70).collect();
    let playable = playable(&cells, &region);

    let defender = color(target);
    let attacker = if defender == 'X' { 'O' } else { 'X' };
    let names = |cells_of: &mut dyn Iterator<Item = Cell>, separator: &str| {
        cells_of.map(|cell| name_of(cell, &cells)).collect::<Vec<_>>().join(separator)
    };
    let stones = names(&mut targets.iter().copied(), if any { "/" } else { "+" });
    let place =
        if is_part && !region.is_empty() { names(&mut region.iter().copied(), "+") } else { "board".to_owned() };
    // Either side may be held near the stones, on the whole board.
    let mut steps = || [None, Some(1), Some(2), Some(3)][rng.usize(..4)];
    let near = if place == "board" { [steps(), steps()] } else { [None; 2] };
    let mut farther = |steps: Option<usize>| {
        let steps = steps.filter(|_| rng.bool())?;
        Some((steps + rng.usize(1..3), rng.u8(1..4)))
    };
    let far = near.map(&mut farther);
    let slow = Slow {
        near,
        far,
        to_move,
        playable: if place == "board" { all_cells(&cells).collect() } else { playable },
        targets,
        need: if any { Need::Any } else { Need::All },
        prover: if matches!(aim, "capture" | "kill") { attacker } else { defender },
        komaster: komaster.map(|side| if side == "attacker" { attacker } else { defender }),
        threats,
        eyes,
        liberties,
        suicide,
        tenuki,
        superko,
        cells: cells.clone(),
    };
    let mut words = vec![];
    words.extend(match superko {
        Superko::No => None,
        Superko::Positional => Some("superko=positional"),
        Superko::Situational => Some("superko=situational"),
    });
    words.extend(
        [(suicide, "suicide"), (!tenuki, "no-tenuki"), (!is_static, "no-static")]
            .iter()
            .filter(|word| word.0)
            .map(|word| word.1),
    );
    let komaster = komaster.map_or_else(String::new, |side| format!(":komaster={side}"));
    let komaster = komaster + &threats.map_or_else(String::new, |count| format!(":threats={count}"));
    let komaster = komaster + if eyes { ":eyes" } else { "" };
    let escaped = liberties.map_or_else(String::new, |count| format!(":liberties={count}"));
    let [one, other] = near.map(|steps| steps.map_or_else(|| "all".to_owned(), |steps| steps.to_string()));
    let near = if near == [None; 2] { String::new() } else { format!(":near={one},{other}") };
    let [one, other] =
        far.map(|far| far.map_or_else(|| "none".to_owned(), |(steps, times)| format!("{steps}x{times}")));
    let far = if far == [None; 2] { String::new() } else { format!(":far={one},{other}") };
    Question {
        rules: words.join(","),
        text: format!("{} {}", diagram(&cells), to_move.to_ascii_lowercase()),
        goal: format!("{aim}:{stones}{komaster}{escaped}{near}{far}:region={place}"),
        slow,
    }
}

/// What a search says of a problem, with a certificate; `None` if it takes long.
pub(crate) fn searched<P>(problem: &P, most: u64) -> Option<Verdict>
where
    P: Describe<State: std::fmt::Debug + Send + Sync + 'static>,
{
    let mut search = Search::new(problem, Count::new(), Count::new(), Pick::Oldest);
    let report = search.solve(&Limits::expansions(most), &mut ()).expect("a repetition has a value");
    certified(problem, &search, report.verdict.value()?);
    Some(report.verdict)
}

/// Compares so many positions, and counts those that all of play was looked at for.
pub(crate) fn compare(
    seed: u64,
    count: usize,
    superko: Superko,
    sizes: &[(usize, usize)],
    fill: std::ops::Range<u32>,
    cap: usize,
) -> usize {
    let mut rng = Rng::with_seed(seed);
    let mut compared = 0;
    for _ in 0..count {
        let Question { rules, text, goal, slow } = question(&mut rng, superko, sizes, fill.clone());
        let Ok(values) = solve(&slow, cap) else { continue };
        let asked = LocalQuestion::new(Rules::parse(&rules).unwrap(), &text.parse().unwrap(), Some(&goal))
            .unwrap_or_else(|error| panic!("{text} {goal}: {error}"));
        let verdict = match asked {
            LocalQuestion::Small(local) => searched::<Local<1>>(&local, 50_000),
            LocalQuestion::WithHistory(local) => searched(&local, 50_000),
            LocalQuestion::Large(local) => searched(&local, 50_000),
            LocalQuestion::Medium(_) => panic!("the board is small"),
        };
        let Some(verdict) = verdict else { continue };
        assert_eq!(verdict, values.root(), "go:{rules} \"{text}\" {goal}");
        compared += 1;
    }
    compared
}
