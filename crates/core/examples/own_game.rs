//! A game of one's own: rules, a question about them, and an answer by plain recursion.
//!
//! Two heaps of stones; a move takes any number from one of them, and who takes the last stone wins. The searches of
//! proofset take the same [`Problem`] in place of the function at the end.
//!
//! `cargo run -p proofset-core --example own_game -- 3 4`

#![allow(clippy::print_stdout, reason = "a program for people")]

use proofset_core::{Game, Goal, Outcome, Player, Problem, Role, Solve, Status, Value, Verdict};

/// The rules, with the heaps that play begins with.
struct Heaps([u32; 2]);

/// What a position is: everything that decides how play can go on. Equal positions are one node of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    heaps: [u32; 2],
    to_move: Player,
}

/// So many stones from this heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take {
    heap: usize,
    stones: u32,
}

impl Game for Heaps {
    type Position = Position;
    type Move = Take;

    fn start(&self) -> Position {
        Position { heaps: self.0, to_move: Player::First }
    }

    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    /// The result, once play is over: who is to move has not taken the last stone.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.heaps == [0, 0]).then(|| Outcome::Win(position.to_move.opponent()))
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Take> {
        let heaps = position.heaps;
        (0..2).flat_map(move |heap| (1..=heaps[heap]).map(move |stones| Take { heap, stones }))
    }

    fn play(&self, position: &mut Position, take: Take) {
        position.heaps[take.heap] -= take.stones;
        position.to_move = position.to_move.opponent();
    }

    /// A number that grows with every move says that no position comes back.
    fn rank(&self, position: &Position) -> Option<u32> {
        Some(self.0.iter().sum::<u32>() - position.heaps.iter().sum::<u32>())
    }
}

/// At an OR node one proven successor is enough, at an AND node all must be proven.
fn verdict<P: Problem>(problem: &P, state: &P::State) -> Verdict {
    let role = match problem.status(state) {
        Status::Decided(Value::Proven) => return Verdict::Proven,
        Status::Decided(Value::Disproven) => return Verdict::Disproven,
        Status::OpenLeaf => return Verdict::Unknown,
        Status::Open(role) => role,
    };
    let mut verdicts = Vec::new();
    problem.for_each_successor(state, |_, successor| verdicts.push(verdict(problem, &successor)));
    let (enough, else_all) = match role {
        Role::Or => (Verdict::Proven, Verdict::Disproven),
        Role::And => (Verdict::Disproven, Verdict::Proven),
    };
    if verdicts.contains(&enough) {
        enough
    } else if verdicts.contains(&Verdict::Unknown) {
        Verdict::Unknown
    } else {
        else_all
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<u32> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let heaps = match arguments[..] {
        [] => [3, 4],
        [left, right] if left + right <= 12 => [left, right],
        _ => return Err("give two numbers of stones, at most 12 together, or nothing".into()),
    };
    let problem = Solve::from_start(Heaps(heaps), Goal::win(Player::First));
    let verdict = verdict(&problem, &problem.root());
    println!("{} and {} stones: that the first player wins is {verdict}", heaps[0], heaps[1]);
    assert_eq!(verdict == Verdict::Proven, heaps[0] != heaps[1], "who moves wins unless the heaps are equal");
    Ok(())
}
