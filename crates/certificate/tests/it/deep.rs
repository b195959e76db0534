//! Lines far longer than a stack is deep.

use proofset_certificate::{Form, Strategy, line_moves, write_certificate};

use crate::model::check_bytes;
use crate::problems::{Solved, TakeAway, header};

#[test]
fn a_line_of_a_hundred_thousand_plies() {
    // With one stone to take at a time there is one line; with two, three quarters of the states are in the strategy.
    for most in [1, 2] {
        let problem = TakeAway { stones: 100_000, most };
        let graph = Solved::new(&problem);
        let strategy = Strategy::extract(&graph).unwrap();
        let line = strategy.principal_line(&graph);
        assert_eq!(Some(line.len() as u32 - 1), strategy.height());
        let moves = line_moves(&problem, &graph, &line).unwrap();
        assert_eq!(moves.iter().sum::<u32>(), 100_000, "a line ends when the stones do");

        let header = header(strategy.verdict());
        let (file, _) = write_certificate(&problem, &graph, &strategy, &header, Form::Binary, Vec::new()).unwrap();
        let summary = check_bytes(&problem, &file).unwrap();
        assert_eq!(summary.depth, strategy.height());
        assert_eq!(summary.nodes, strategy.len() as u64);
        assert!(summary.held <= 3, "a depth-first order keeps {} states waiting", summary.held);
    }
}
