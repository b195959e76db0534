//! Searches against all of play on random small positions by every set of rules; searches with zones against searches without, positions
//! of which a part is unknown against whole ones, and positions with bans and threats against others.
//!
//! A few of each, or as many as one likes, which takes about a minute for a thousand:
//! `POSITIONS=20000 SEED=10 cargo test --release -p proofset-go --test it all_of_play -- --nocapture`.

#![allow(clippy::print_stdout, reason = "it shows people how far it is")]

use crate::compared::{SIZES, compare};
use crate::slow::Superko;
use crate::zoned;

/// Boards for captures with zones, and the bytes that a search may take.
const ZONED: &[(usize, usize)] = &[(3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5), (6, 4)];
const BYTES: [u64; 2] = [64 << 20, 1 << 20];

/// Boards for superko, where a search takes longer.
const SMALL: &[(usize, usize)] =
    &[(2, 1), (3, 1), (2, 2), (3, 2), (4, 1), (5, 1), (3, 3), (4, 2), (4, 3), (3, 5), (4, 4)];

/// The number that a variable of the environment names, if there is one.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} has to be a number, and is {text:?}")))
}

#[test]
fn searches_find_what_all_of_play_comes_to() {
    let asked = number("POSITIONS");
    let of = |all: usize| if asked.is_some() { all } else { all / 50 };
    let mut compared = [0; 6];
    for seed in number("SEED").unwrap_or(10).. {
        compared[0] += compare(seed, of(500), Superko::No, SIZES, 20..95, 12_000);
        compared[1] += compare(seed, of(500), Superko::Positional, SMALL, 50..100, 6_000);
        compared[2] += compare(seed, of(500), Superko::Situational, SMALL, 50..100, 6_000);
        compared[3] += zoned::compare(seed, of(300), ZONED, BYTES[seed as usize % 2]).compared;
        compared[4] += zoned::complete(seed, of(2000)).1;
        compared[5] += zoned::compare_bans(seed, of(300)).0;
        println!(
            "seed {seed}: {compared:?}: simple ko, positional and situational superko, zones, unknown points, bans"
        );
        if compared.iter().sum::<usize>() as u64 >= asked.unwrap_or_default() {
            break;
        }
    }
    assert!(compared.iter().all(|&count| count > 0), "{compared:?}");
}
