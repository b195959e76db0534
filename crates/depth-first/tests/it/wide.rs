//! Nodes with very many children: interrupts, memory, and work that does not grow with their square.

use proofset_and_or::{Graph, GraphBuilder};
use proofset_best_first::{Options as BestFirstOptions, pns};
use proofset_core::{Limits, Repetition, Role, Solver, Value, Verdict};
use proofset_depth_first::{Method, Options, Ties};
use proofset_testkit::ruled::Ruled;
use proofset_testkit::wide::{check_expansion, running};

use crate::common::{exact, exact_of, keyed, keyed_of};

const METHODS: [Method; 4] = [Method::DfPn, Method::PnStar, Method::CStar, Method::Pds];

#[test]
fn searches_are_interrupted_where_nodes_are_wide() {
    for method in METHODS {
        let options = Options::default().with_method(method);
        check_expansion(|game| running(exact_of(game.question(), options)));
        check_expansion(|game| running(keyed_of(game.question(), options)));
    }
}

/// An AND node above so many OR nodes, each of which leads to a leaf.
fn fan(children: usize) -> Graph {
    let mut builder = GraphBuilder::new();
    builder.root("root").node("root", Role::And);
    for child in 0..children {
        let (name, leaf) = (format!("n{child}"), format!("l{child}"));
        builder.edges("root", [name.clone()]).node(name.clone(), Role::Or).edges(name, [leaf.clone()]);
        builder.leaf(leaf, Some(Value::Proven));
    }
    builder.build().expect("it is a graph")
}

/// With a hundred thousand children, a look at all of them for each would be ten thousand million looks.
#[test]
fn a_hundred_thousand_children_are_searched_one_after_the_other() {
    let graph = fan(100_000);
    for rule in [Repetition::Disproves, Repetition::Proves] {
        for method in METHODS {
            for ties in [Ties::First, Ties::Last] {
                let options = Options::default().with_method(method).with_ties(ties);
                let report = exact(&Ruled(&graph, rule), options).solve(&Limits::none(), &mut ()).expect("a tree");
                assert_eq!((report.verdict, report.expanded), (Verdict::Proven, 100_001), "{options:?}");
            }
        }
    }
}

/// Two ways lead on from each node of a ladder, so that numbers double every few steps and soon are larger than an entry of 16 bytes
/// holds. Where what is read back were below the threshold again, nodes would be searched a million times here, and not fifty times each.
#[test]
fn numbers_that_entries_do_not_hold_cost_no_more_than_others() {
    let rungs = 2000;
    let mut builder = GraphBuilder::new();
    let name = |rung: usize| format!("n{rung}");
    builder.root(name(0)).leaf("won", Some(Value::Proven)).leaf("lost", Some(Value::Disproven));
    for rung in 0..rungs {
        let (role, end) = if rung % 2 == 0 { (Role::Or, "lost") } else { (Role::And, "won") };
        let next = |step: usize| if rung + step < rungs { name(rung + step) } else { end.to_owned() };
        let steps = if rung + 1 < rungs { vec![next(1), next(7)] } else { vec![next(1)] };
        builder.node(name(rung), role).edges(name(rung), steps);
    }
    let graph = builder.build().expect("it is a graph");
    for method in [Method::DfPn, Method::Pds] {
        let options = Options::default().with_method(method);
        let report = keyed(&graph, options).solve(&Limits::none(), &mut ()).expect("a graph without cycles");
        let again = report.expanded_again;
        assert!(report.verdict == Verdict::Proven && again < 200_000, "{method:?}: {:?} with {again}", report.verdict);
    }
}

/// On trees df-pn expands as many nodes as best-first search, whether it keeps summaries or not.
#[test]
fn summaries_choose_the_same_children() {
    let graph = |children: usize| {
        let mut builder = GraphBuilder::new();
        builder.root("root").node("root", Role::Or);
        for child in 0..children {
            let name = format!("n{child}");
            builder.edges("root", [name.clone()]).node(name.clone(), Role::And);
            // One of the last children is proven; the others are disproven, some of them late.
            for leaf in 0..=child * 7 % 5 {
                let below = format!("{name}.{leaf}");
                let value = if child + 3 == children || child % 5 != leaf { Value::Proven } else { Value::Disproven };
                builder.edges(name.clone(), [below.clone()]).node(below.clone(), Role::Or);
                builder.edges(below.clone(), [format!("{below}.x")]).leaf(format!("{below}.x"), Some(value));
            }
        }
        builder.build().expect("it is a graph")
    };
    for children in [200, 255, 256, 257, 700, 1100] {
        let graph = graph(children);
        let best_first = pns(&graph, BestFirstOptions::default()).solve(&Limits::none(), &mut ()).expect("a tree");
        let report = exact(&graph, Options::default()).solve(&Limits::none(), &mut ()).expect("a tree");
        assert_eq!((report.verdict, report.expanded), (best_first.verdict, best_first.expanded), "{children}");
    }
}
