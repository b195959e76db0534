//! Nodes with very many children: interrupts and memory.

use proofset_cyclic::{Search, TwinSearch};
use proofset_nodeset::{Count, Pick, SortedSet, TieOrder};
use proofset_testkit::wide::{check_interrupts, running};

const WIDTH: u32 = 60_000;

#[test]
fn searches_are_interrupted_where_nodes_are_wide() {
    check_interrupts(WIDTH, |game| running(Search::new(game.question(), Count::new(), Count::new(), Pick::Oldest)));
    check_interrupts(WIDTH, |game| {
        let sets = || SortedSet::new(TieOrder::Lex);
        running(Search::new(game.question(), sets(), sets(), Pick::Oldest))
    });
    check_interrupts(WIDTH, |game| running(TwinSearch::new(game.question())));
}
