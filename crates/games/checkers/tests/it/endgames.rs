//! Endgames with three pieces: the table by backward induction, its published counts, and searches against it.

use std::sync::LazyLock;

use proofset_checkers::{Checkers, Colour, Position};
use proofset_core::{Goal, Limits, Notation, Player, Solve, Solver, Value, Verdict};
use proofset_cyclic::Search;
use proofset_nodeset::{Count, Pick};
use proofset_oracle::{Values, solve_all};
use proofset_testkit::certified::certified;
use proofset_testkit::suite;

use crate::position;

/// A value for the side to move, as endgame tables have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Win,
    Draw,
    Loss,
}

fn goals(position: &Position) -> [Goal; 2] {
    let [own, other] = match position.to_move() {
        Colour::Black => [Player::First, Player::Second],
        Colour::White => [Player::Second, Player::First],
    };
    [Goal::win(own), Goal::win(other)]
}

/// All endgames with at most three pieces, for all tests of this file.
static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(3));

/// All endgames with at most so many pieces: who wins, and in how many moves.
struct Table {
    /// Whether the first player wins, and whether the second does.
    wins: [Values<Position>; 2],
}

impl Table {
    fn new(most: u32) -> Self {
        let game = Checkers::english();
        let wins = [Player::First, Player::Second].map(|player| {
            let states = (1..=most).flat_map(|pieces| game.placements(pieces));
            solve_all(&Solve::from_start(game.clone(), Goal::win(player)), states, 1_000_000)
                .expect("few pieces, few states")
        });
        Self { wins }
    }

    fn get(&self, position: &Position) -> (Worth, Option<u32>) {
        let wins = |goal: Goal| {
            let values = &self.wins[usize::from(goal.player == Player::Second)];
            (values.get(position) == Some(Verdict::Proven)).then(|| values.distance(position))
        };
        match goals(position).map(wins) {
            [Some(plies), None] => (Worth::Win, plies),
            [None, Some(plies)] => (Worth::Loss, plies),
            [None, None] => (Worth::Draw, None),
            [Some(_), Some(_)] => panic!("both sides win"),
        }
    }
}

/// Known: 120, 6,972 and 261,224 boards with one, two and three pieces (Schaeffer), each with either side to move, and their
/// values by a program written apart.
#[test]
fn the_whole_table_of_three_pieces_is_as_published() {
    let game = Checkers::english();
    let (mut counts, mut longest) = ([0; 3], 0);
    for pieces in 1..=3 {
        for position in game.placements(pieces) {
            let (worth, plies) = TABLE.get(&position);
            counts[worth as usize] += 1;
            longest = longest.max(plies.unwrap_or(0));
        }
    }
    assert_eq!((counts, longest), ([270_728, 21_694, 244_210], 62));
}

/// One search for each question is asked about all endgames of two pieces and every 400th of three; each node that it has
/// decided is compared with the table.
#[test]
fn one_search_is_asked_about_all() {
    let game = Checkers::english();
    let asked: Vec<Position> = game.placements(2).chain(game.placements(3).step_by(401)).collect();
    for player in [Player::First, Player::Second] {
        let goal = Goal::win(player);
        let problem = Solve::from_start(game.clone(), goal);
        let mut search = Search::new(&problem, Count::new(), Count::new(), Pick::Oldest);
        for position in &asked {
            search.ask(*position);
            let report = search.solve(&Limits::none(), &mut ()).expect("a repetition disproves");
            let wins = TABLE.get(position).0 == if goals(position)[0] == goal { Worth::Win } else { Worth::Loss };
            assert_eq!(report.verdict == Verdict::Proven, wins, "{}", game.position_text(position));
        }
        let mut decided = 0;
        for node in search.nodes() {
            if let Some(value) = search.value(node) {
                decided += 1;
                let known = TABLE.wins[usize::from(player == Player::Second)].get(search.state(node));
                assert_eq!(Some(Verdict::from(Some(value))), known);
            }
        }
        assert!(decided > asked.len(), "{decided}");
    }
}

/// A row of the suite: the position, its worth, and how far the end is.
struct Row {
    id: String,
    position: Position,
    worth: Worth,
    plies: Option<u32>,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(suite::folder().join("checkers.tsv")).expect("the suite has a table");
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let worth = match cells[2] {
            "win" => Worth::Win,
            "loss" => Worth::Loss,
            "draw" => Worth::Draw,
            other => panic!("{other} is no value"),
        };
        let position = position(&Checkers::english(), cells[1]);
        Row { id: cells[0].to_owned(), position, worth, plies: cells[3].parse().ok() }
    });
    rows.collect()
}

#[test]
fn the_rows_of_the_suite_are_those_of_the_table() {
    let rows = rows();
    assert_eq!(rows.len(), 70);
    assert_eq!(rows.iter().filter(|row| row.worth == Worth::Draw).count(), 20);
    for Row { id, position, worth, plies } in rows {
        assert_eq!(TABLE.get(&position), (worth, plies), "{id}");
    }
}

/// Wins and draws of both sides are asked for, and every verdict is certified.
#[test]
fn every_value_of_the_suite_is_proven_by_two_questions() {
    let game = Checkers::english();
    for Row { id, position, worth, .. } in rows() {
        let win = goals(&position)[0];
        for (goal, holds) in [(win, worth == Worth::Win), (Goal::at_least_draw(win.player), worth != Worth::Loss)] {
            let problem = Solve::new(game.clone(), position, goal);
            let mut search = Search::new(&problem, Count::new(), Count::new(), Pick::Oldest);
            let report = search.solve(&Limits::none(), &mut ()).expect("a repetition has a value");
            let value = if holds { Value::Proven } else { Value::Disproven };
            assert_eq!(report.verdict.value(), Some(value), "{id}: {goal}");
            certified(&problem, &search, value);
        }
    }
}
