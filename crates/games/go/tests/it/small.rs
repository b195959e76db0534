//! Random small positions, by every set of rules: what a search finds is what all of play comes to by the slow rules, and it is
//! certified.

use std::collections::BTreeSet;

use fastrand::Rng;
use proofset_core::{Describe, Limits, Solver, Verdict};
use proofset_cyclic::Search;
use proofset_go::{Local, LocalQuestion, Rules};
use proofset_nodeset::{Count, Pick};
use proofset_oracle::solve;
use proofset_testkit::certified::certified;

use crate::position;
use crate::slow::{Cell, Cells, Need, Slow, Superko, all_cells, at, diagram, name_of, playable, swept};

/// A random position without chains that have no liberty, and a stone of it.
fn random(rng: &mut Rng, sizes: &[(usize, usize)], fill: std::ops::Range<u32>) -> (Cells, Cell) {
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
    let slow = Slow {
        near,
        to_move,
        playable: if place == "board" { all_cells(&cells).collect() } else { playable },
        targets,
        need: if any { Need::Any } else { Need::All },
        prover: if matches!(aim, "capture" | "kill") { attacker } else { defender },
        komaster: komaster.map(|side| if side == "attacker" { attacker } else { defender }),
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
    let komaster = komaster + if eyes { ":eyes" } else { "" };
    let escaped = liberties.map_or_else(String::new, |count| format!(":liberties={count}"));
    let [one, other] = near.map(|steps| steps.map_or_else(|| "all".to_owned(), |steps| steps.to_string()));
    let near = if near == [None; 2] { String::new() } else { format!(":near={one},{other}") };
    Question {
        rules: words.join(","),
        text: format!("{} {}", diagram(&cells), to_move.to_ascii_lowercase()),
        goal: format!("{aim}:{stones}{komaster}{escaped}{near}:region={place}"),
        slow,
    }
}

/// What a search says of a problem, with a certificate; `None` if it takes long.
fn searched<P: Describe>(problem: &P, most: u64) -> Option<Verdict>
where
    P::State: std::fmt::Debug,
{
    let mut search = Search::new(problem, Count::new(), Count::new(), Pick::Oldest);
    let report = search.solve(&Limits::expansions(most), &mut ()).expect("a repetition has a value");
    certified(problem, &search, report.verdict.value()?);
    Some(report.verdict)
}

/// Compares so many positions, and counts those that all of play was looked at for.
fn compare(
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
        let asked = LocalQuestion::new(Rules::parse(&rules).unwrap(), &position(&text), Some(&goal))
            .unwrap_or_else(|error| panic!("{text} {goal}: {error}"));
        let verdict = match asked {
            LocalQuestion::Small(local) => searched::<Local<1>>(&local, 50_000),
            LocalQuestion::WithHistory(local) => searched(&local, 50_000),
            LocalQuestion::Medium(_) | LocalQuestion::Large(_) => panic!("the board is small"),
        };
        let Some(verdict) = verdict else { continue };
        assert_eq!(verdict, values.root(), "go:{rules} \"{text}\" {goal}");
        compared += 1;
    }
    compared
}

/// A region in a board that the attacker has all around is the region with a frame.
#[test]
fn a_frame_is_a_wall_around_the_region() {
    let mut rng = Rng::with_seed(4);
    let mut compared = 0;
    for _ in 0..200 {
        let (cells, target) = random(&mut rng, &[(3, 2), (3, 3), (4, 3)], 20..95);
        let (columns, rows) = (cells[0].len(), cells.len());
        let color = at(&cells, target).unwrap();
        let attacker = if color == 'X' { 'O' } else { 'X' };
        // In the lower left corner of a larger board, with and without the wall.
        let board = |wall: char| {
            let mut large = vec![vec!['.'; columns + 2]; rows + 2];
            for (row, line) in cells.iter().enumerate() {
                large[row + 2][..columns].copy_from_slice(line);
                large[row + 2][columns] = wall;
            }
            large[1][..=columns].fill(wall);
            large
        };
        let goal = format!("capture:{}", name_of(target, &cells));
        let corner: Vec<String> = all_cells(&cells).map(|cell| name_of(cell, &cells)).collect();
        let region = corner.join("+");
        let ask = |wall: char, goal: String| {
            let large = board(wall);
            if swept(&large) != large {
                return None;
            }
            let text = format!("{} x", diagram(&large));
            let LocalQuestion::Small(local) =
                LocalQuestion::new(Rules::default(), &position(&text), Some(&goal)).ok()?
            else {
                panic!()
            };
            searched::<Local<1>>(&local, 50_000)
        };
        let walled = ask(attacker, format!("{goal}:region={region}"));
        let framed = ask('.', format!("{goal}:region={region}:frame"));
        if let (Some(walled), Some(framed)) = (walled, framed) {
            assert_eq!(walled, framed, "{} {goal}", diagram(&cells));
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

const SIZES: &[(usize, usize)] = &[(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4), (5, 3), (3, 5)];

#[test]
fn ko_by_the_simple_rule() {
    let compared = compare(1, 300, Superko::No, SIZES, 20..95, 8_000);
    assert!(compared > 150, "{compared}");
}

#[test]
fn nothing_comes_back_by_superko() {
    let sizes = &[(2, 1), (3, 1), (2, 2), (3, 2), (4, 1), (5, 1), (3, 3), (4, 2), (4, 3)];
    for (seed, superko) in [(2, Superko::Positional), (3, Superko::Situational)] {
        let compared = compare(seed, 150, superko, sizes, 50..100, 4_000);
        assert!(compared > 50, "{compared}");
    }
}

/// Twenty thousand positions, which take some minutes.
#[test]
#[ignore = "takes minutes"]
fn many_positions() {
    let small = &[(2, 1), (3, 1), (2, 2), (3, 2), (4, 1), (5, 1), (3, 3), (4, 2), (4, 3), (3, 5), (4, 4)];
    let mut compared = [0; 3];
    for seed in 10.. {
        compared[0] += compare(seed, 500, Superko::No, SIZES, 20..95, 12_000);
        compared[1] += compare(seed, 500, Superko::Positional, small, 50..100, 6_000);
        compared[2] += compare(seed, 500, Superko::Situational, small, 50..100, 6_000);
        if compared.iter().sum::<usize>() >= 20_000 {
            break;
        }
    }
    assert!(compared.iter().all(|&count| count >= 5_000), "{compared:?}");
}
