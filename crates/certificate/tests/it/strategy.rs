//! Extracted strategies against the definition of the least height, and against the checker.

use std::collections::HashMap;

use proofset_certificate::{ExportError, ExtractError, Form, SolvedGraph, Strategy, line_moves, write_certificate};
use proofset_core::{NodeId, Problem, Role, Status, Value};

use crate::model::{Model, check_bytes};
use crate::problems::{Diagram, Solved, TakeAway, certify, decided_diagrams, header};

/// The least number of plies within which the favoured side can force a leaf, by plain recursion.
fn least_height(graph: &Solved<usize>, verdict: Value, node: NodeId, known: &mut HashMap<NodeId, u32>) -> u32 {
    if let Some(&height) = known.get(&node) {
        return height;
    }
    let children: Vec<NodeId> = graph.children(node).filter(|&child| graph.value(child) == Some(verdict)).collect();
    let heights = children.iter().map(|&child| 1 + least_height(graph, verdict, child, known)).collect::<Vec<_>>();
    let height = match graph.role(node) {
        Some(role) if role == verdict.chooser() => *heights.iter().min().unwrap(),
        _ => heights.iter().max().copied().unwrap_or(0),
    };
    known.insert(node, height);
    height
}

#[test]
fn strategies_have_the_least_height_and_hold() {
    let mut proofs = 0;
    for diagram in decided_diagrams(1, 400, 30) {
        let graph = Solved::new(&diagram);
        let strategy = Strategy::extract(&graph).unwrap();
        let mut known = HashMap::new();
        for &node in strategy.order() {
            let least = least_height(&graph, strategy.verdict(), node, &mut known);
            assert_eq!(strategy.height_of(node), Some(least));
            if let Some(choice) = strategy.choice(&graph, node) {
                let leftmost = graph.children(node).find(|&child| {
                    graph.value(child) == Some(strategy.verdict())
                        && least_height(&graph, strategy.verdict(), child, &mut known) + 1 == least
                });
                assert_eq!(Some(choice), leftmost);
            }
        }
        proofs += usize::from(strategy.verdict() == Value::Proven);

        let line = strategy.principal_line(&graph);
        assert_eq!(Some(line.len() as u32 - 1), strategy.height());
        let moves = line_moves(&diagram, &graph, &line).unwrap();
        let end = moves.iter().fold(diagram.root(), |state, &mv| diagram.nodes[state].1[mv]);
        assert_eq!(end, graph.state(*line.last().unwrap()));

        let (binary, json) = certify(&diagram).unwrap();
        let summary = check_bytes(&diagram, &binary).unwrap();
        assert_eq!(summary, check_bytes(&diagram, &json).unwrap());
        assert_eq!((summary.nodes, summary.depth), (strategy.len() as u64, strategy.height()));
        assert!(Model::read(&binary[..]).proves(&diagram));
    }
    assert!((50..350).contains(&proofs), "{proofs} proofs of 400 problems");
}

#[test]
fn moves_to_one_state_share_a_record() {
    // Both edges of the AND node lead to the same leaf: one record, two answered moves.
    let diagram =
        Diagram::new(vec![(Status::Open(Role::And), vec![1, 1]), (Status::Decided(Value::Proven), Vec::new())]);
    let (binary, _) = certify(&diagram).unwrap();
    let moves = vec![("edge-0".to_owned(), 1), ("edge-1".to_owned(), 1)];
    assert_eq!(Model::read(&binary[..]).nodes[0].1, moves);
    assert!(check_bytes(&diagram, &binary).is_ok());
}

#[test]
fn an_undecided_root_has_no_strategy() {
    let open = Diagram::new(vec![(Status::Open(Role::Or), vec![1]), (Status::OpenLeaf, Vec::new())]);
    assert_eq!(Strategy::extract(&Solved::new(&open)).unwrap_err(), ExtractError::Undecided);
}

#[test]
fn graph_and_problem_must_agree() {
    let small = TakeAway { stones: 4, most: 2 };
    let large = TakeAway { stones: 4, most: 3 };
    let graph = Solved::new(&small);
    let strategy = Strategy::extract(&graph).unwrap();
    let write = |problem: &TakeAway, verdict| {
        write_certificate(problem, &graph, &strategy, &header(verdict), Form::Binary, Vec::new()).unwrap_err()
    };
    let error = write(&large, Value::Proven);
    assert!(matches!(&error, ExportError::MissingChild { mv, .. } if mv == "3"), "{error}");
    let error = write(&small, Value::Disproven);
    assert!(matches!(error, ExportError::Verdict { strategy: Value::Proven, .. }), "{error}");
    let line = [graph.root(), graph.root()];
    assert!(matches!(line_moves(&small, &graph, &line), Err(ExportError::NoMove { .. })));
    let none = TakeAway { stones: 4, most: 0 };
    assert!(matches!(write(&none, Value::Proven), ExportError::NoMove { .. }));
}
