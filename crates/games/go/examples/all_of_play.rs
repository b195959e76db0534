//! Compares searches with all of play on as many random small positions as one likes, which takes about a minute for a thousand, searches
//! with zones with searches without, positions of which a part is unknown with whole ones, and positions with bans and threats with others:
//! `cargo run --release -p proofset-go --example all_of_play -- 20000 10`, the second number being the first seed.

#![allow(clippy::print_stdout, reason = "a program for people")]

#[path = "../tests/it/compared.rs"]
mod compared;
#[path = "../tests/it/slow.rs"]
mod slow;
#[path = "../tests/it/zoned.rs"]
mod zoned;

use compared::{SIZES, compare};
use slow::Superko;

/// Boards for captures with zones, and the bytes that a search may take.
const ZONED: &[(usize, usize)] = &[(3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5), (6, 4)];
const BYTES: [u64; 2] = [64 << 20, 1 << 20];

/// Boards for superko, where a search takes longer.
const SMALL: &[(usize, usize)] =
    &[(2, 1), (3, 1), (2, 2), (3, 2), (4, 1), (5, 1), (3, 3), (4, 2), (4, 3), (3, 5), (4, 4)];

fn main() -> Result<(), std::num::ParseIntError> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().as_deref().unwrap_or("1000").parse()?;
    let first: u64 = arguments.next().as_deref().unwrap_or("10").parse()?;
    let mut compared = [0; 6];
    for seed in first.. {
        compared[0] += compare(seed, 500, Superko::No, SIZES, 20..95, 12_000);
        compared[1] += compare(seed, 500, Superko::Positional, SMALL, 50..100, 6_000);
        compared[2] += compare(seed, 500, Superko::Situational, SMALL, 50..100, 6_000);
        compared[3] += zoned::compare(seed, 300, ZONED, BYTES[seed as usize % 2]).compared;
        compared[4] += zoned::complete(seed, 2000).1;
        compared[5] += zoned::compare_bans(seed, 300).0;
        println!(
            "seed {seed}: {compared:?}: simple ko, positional and situational superko, zones, unknown points, bans"
        );
        if compared.iter().sum::<usize>() >= count {
            break;
        }
    }
    Ok(())
}
