//! Nodes with very many children: interrupts and memory.

use proofset_exact::ExactSearch;
use proofset_testkit::wide::{check_interrupts, running};

#[test]
fn the_search_is_interrupted_where_nodes_are_wide() {
    check_interrupts(20_000, |game| running(ExactSearch::new(game.question(), 1000)));
}
