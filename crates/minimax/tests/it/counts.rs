//! Node counts of best-ordered uniform trees: Knuth and Moore's for alpha-beta, and those of TEST.

use proofset_core::{Game, Limits, Score};
use proofset_minimax::{Counters, Method, Options, Search};
use proofset_synthetic::Synthetic;

/// A uniform tree in which the first move is always a best one.
fn best_ordered(branching: u32, depth: u32, seed: u64) -> Synthetic {
    format!("b={branching},d={depth},values=1000,ordered=best-first,seed={seed}").parse().expect("a game")
}

fn value(game: &Synthetic, method: Method) -> (Score, Counters) {
    let mut search = Search::new(game, Options::plain(method));
    let found = search.find_value(&game.start(), &Limits::none(), &mut ()).expect("the game ends");
    let counters = search.counters();
    (found.value().expect("nothing limits the search"), counters)
}

fn power(base: u64, exponent: u32) -> u64 {
    base.pow(exponent)
}

/// 1 + b + ... + b^k.
fn geometric(branching: u64, k: u32) -> u64 {
    (0..=k).map(|exponent| power(branching, exponent)).sum()
}

/// Trees of up to 20,000 leaves, of even and odd depth.
fn sizes() -> impl Iterator<Item = (u32, u32)> {
    (2..=6_u32).flat_map(|branching| (1..=8).map(move |depth| (branching, depth))).filter(|&(b, d)| b.pow(d) <= 20_000)
}

#[test]
fn alpha_beta_visits_the_minimal_tree() {
    for (branching, depth) in sizes() {
        let b = u64::from(branching);
        let leaves = power(b, depth.div_ceil(2)) + power(b, depth / 2) - 1;
        let all: u64 = (0..=depth).map(|level| power(b, level.div_ceil(2)) + power(b, level / 2) - 1).sum();
        for seed in 0..5 {
            let game = best_ordered(branching, depth, seed);
            for method in [Method::AlphaBeta, Method::nega_scout()] {
                let (_, counters) = value(&game, method);
                assert_eq!((counters.leaves, counters.visited), (leaves, all), "{game}, {method:?}");
            }
        }
    }
}

#[test]
fn tests_visit_the_minimal_trees() {
    for (branching, depth) in sizes() {
        let b = u64::from(branching);
        let half = depth / 2;
        let (yes, no) = if depth.is_multiple_of(2) {
            (2 * geometric(b, half) - power(b, half), 2 * geometric(b, half) - 1)
        } else {
            (2 * geometric(b, half), 2 * geometric(b, half) + power(b, half + 1) - 1)
        };
        for seed in 0..5 {
            let game = best_ordered(branching, depth, seed);
            let (worth, _) = value(&game, Method::AlphaBeta);
            for (score, visits, answer) in [(worth, yes, true), (worth + 1, no, false)] {
                let mut search = Search::new(&game, Options::plain(Method::Test));
                let reached = search.reaches(&game.start(), score, &Limits::none(), &mut ()).expect("no limits");
                assert_eq!((reached, search.counters().visited), (answer, visits), "{game}: at least {score}");
            }
        }
    }
}

#[test]
fn scout_visits_the_first_line_again() {
    // Each level's tests come on top: SCOUT searches the first moves, and tests the others of each of these.
    for (branching, depth) in sizes() {
        let game = best_ordered(branching, depth, 1);
        let (scout, alpha_beta) = (value(&game, Method::Scout).1, value(&game, Method::AlphaBeta).1);
        assert_eq!(scout.searched_again, 0, "no move is better than the first");
        assert_eq!(scout.visited, alpha_beta.visited, "{game}: tests see what null windows see");
    }
}
