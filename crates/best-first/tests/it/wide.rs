//! Nodes with very many children: interrupts and memory.

use proofset_best_first::{AoStar, Evaluation, GraphMode, Lookahead, Mobility, Options, Search};
use proofset_nodeset::{Count, Effort, SortedSet, TieOrder};
use proofset_testkit::wide::{check_interrupts, running};

const WIDTH: u32 = 60_000;

fn check<E: Effort + 'static>(effort: impl Fn() -> E, options: Options) {
    check_interrupts(WIDTH, |game| running(Search::new(game.question(), effort(), effort(), options)));
}

#[test]
fn searches_are_interrupted_where_nodes_are_wide() {
    let plain = Options::default();
    check(Count::new, plain);
    check(|| SortedSet::truncated(5, TieOrder::Lex), plain);
    check(|| SortedSet::new(TieOrder::Lex), plain);
    check_interrupts(WIDTH, |game| {
        running(Search::with_probe(game.question(), Count::new(), Count::new(), plain, Mobility::new()))
    });
    check_interrupts(WIDTH, |game| running(AoStar::new(game.question(), 0)));
}

/// What look-ahead would have found is found when the expansion is begun anew.
#[test]
fn interrupted_expansions_look_ahead_all_the_same() {
    use proofset_core::{Limits, Solver, StopReason};
    use proofset_testkit::wide::Wide;

    for (graph, evaluation) in [(GraphMode::Dag, Evaluation::Immediate), (GraphMode::Dag, Evaluation::Delayed)] {
        let options = Options::default().with_lookahead(Lookahead::One).with_graph(graph).with_evaluation(evaluation);
        let mut whole = Search::new(Wide::new(500).question(), Count::new(), Count::new(), options);
        let whole = whole.solve(&Limits::none(), &mut ()).expect("it is acyclic");
        let game = Wide::new(500).raising_at(300);
        let limits = Limits::none().with_cancel(game.cancel());
        let mut search = Search::new(game.question(), Count::new(), Count::new(), options);
        let report = search.solve(&limits, &mut ()).expect("it is acyclic");
        assert_eq!(report.stop, StopReason::Cancelled);
        let report = search.solve(&Limits::none(), &mut ()).expect("it is acyclic");
        let counts = |report: &proofset_core::Report<u32>| (report.verdict, report.expanded, report.generated);
        assert_eq!(counts(&report), counts(&whole));
    }
}
