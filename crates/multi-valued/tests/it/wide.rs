//! Nodes with very many children: interrupts and memory.

use proofset_core::{Game, Player};
use proofset_multi_valued::{MultiValued, MultipleOutcome, Options, ValueReport};
use proofset_nodeset::Count;
use proofset_testkit::wide::{Seen, check_interrupts, running};

const WIDTH: u32 = 60_000;

fn seen<M>(report: &ValueReport<M>) -> Seen {
    let ValueReport { stop, expanded, generated, visits, peak_bytes, .. } = *report;
    Seen { stop, expanded, generated, visits, peak_bytes }
}

#[test]
fn searches_are_interrupted_where_nodes_are_wide() {
    // Is it at least 1? No. Then the whole graph is there, and it is at most -1.
    let options = Options::default().with_guess(1);
    check_interrupts(WIDTH, |game| {
        let start = game.start();
        let mut search = MultiValued::new(game, start, Player::First, Count::new(), Count::new(), options);
        search.ask(1);
        running(search)
    });
    check_interrupts(WIDTH, |game| {
        let start = game.start();
        let mut search = MultipleOutcome::new(game, start, Player::First);
        Box::new(move |limits, observer| seen(&search.find_value(limits, observer).expect("it is acyclic")))
    });
}
