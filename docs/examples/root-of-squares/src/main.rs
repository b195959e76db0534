//! A new backed-up quantity: numbers that are put together as lengths at right angles are.
//!
//! The sum counts what is shared as often as there are ways to it, and the largest number forgets all others. The root of
//! the sum of squares lies between the two. This program has it as a search beside all others, for every game:
//!
//! `cargo run --release -- compare connect-four:4x4 --algorithms pns,pns:sum=max,pns-root`

use proofset::{Opening, Run, SearchEntry, standard};
use proofset_best_first::{Engine, Options};
use proofset_core::Size;
use proofset_nodeset::{Counter, NumberRule};

/// The root of the sum of squares, rounded up.
#[derive(Clone, Copy, Debug)]
struct RootOfSquares;

impl NumberRule for RootOfSquares {
    /// The total is that of the squares.
    fn add(self, total: Size, part: Size) -> Size {
        total + part.finite().map_or(part, |part| Size::new(part.saturating_mul(part)))
    }

    fn finish(self, total: Size, _parts: u32) -> Size {
        total.finite().map_or(total, |squares| Size::new(squares.isqrt() + u32::from(squares.isqrt().pow(2) < squares)))
    }

    /// What was rounded cannot be taken back.
    fn amend(self, _result: Size, _old: Size, _new: Size) -> Option<Size> {
        None
    }
}

fn begin<'a>(opening: &Opening<'a>) -> Box<dyn Run + 'a> {
    let numbers = || Counter::with_rule(RootOfSquares);
    opening.run(Engine::with_store(opening.store(), numbers(), numbers(), Options::default()))
}

fn main() -> std::process::ExitCode {
    let search = SearchEntry::new("pns-root", begin)
        .with_summary("proof-number search by the root of the sum of squares")
        .with_source("an example");
    proofset::main(&standard().with_search(search))
}
