//! The laws of [`ValuedGame`](proofset_core::ValuedGame) and [`Hints`], checked by random play.
//!
//! The idea: random games again; at every position, what the game says of scores, bounds, candidates and ends is held
//! against the rules and against itself. Ends that are known are a small oracle: the end of a position must be the best
//! of the ends of its successors, and every window must get an answer that agrees with the full one.
//!
//! The laws of a position:
//!
//! * it has a score exactly if it has an outcome, and with the same sign for the player to move;
//! * scores, guesses and bounds lie within the limit, and a known end within its bounds;
//! * the bounds of an unfinished game leave a value that those of its successors allow;
//! * a game whose bounds leave the value open has candidates: legal moves, each once, with the position after each and
//!   its order;
//! * the number of a move lies below the number of moves, if there is one;
//! * an end answers its window, and if a position and all of its successors have ends, they fit together;
//! * whoever is asked what a finished game is worth, to either player, says its score: the rules, each minimax search, and
//!   the range with which searches by proof numbers begin.
//!
//! That a candidate which is left out is not needed, and that a value lies within its bounds where no end is known, is
//! for the tests of the game to show.
//!
//! The cost: some windows for each position, where a game knows ends, and a dozen searches that end at once for each game;
//! else as much as playing. The reference: see [`conformance`](super).

use std::fmt::Debug;

use fastrand::Rng;
use proofset_core::{
    AtLeast, Hints, Limits, MOST_SCORE, Outcome, Player, Problem, Score, Solver, Status, Threshold, Value,
};
use proofset_minimax::{Method, Options as MinimaxOptions, Prover, Search};
use proofset_multi_valued::{Bounds, Estimate};

use super::play::{MAX_PLIES, NONE_AGAIN, after};

/// Windows tried per position.
const WINDOWS: usize = 4;

/// Plays `playouts` random games and panics, naming position and law, if scores or hints break a law.
///
/// The same seed gives the same games.
pub fn check_valued<G>(game: &G, playouts: usize, seed: u64)
where
    G: Hints + Clone,
    G::Position: Debug,
    G::Move: Debug,
{
    assert!(playouts > 0, "without playouts nothing is checked");
    if let Err(fault) = find_fault(game, playouts, seed) {
        panic!("{fault}");
    }
}

/// The first broken law, in words.
fn find_fault<G>(game: &G, playouts: usize, seed: u64) -> Result<(), String>
where
    G: Hints + Clone,
    G::Position: Debug,
    G::Move: Debug,
{
    let mut rng = Rng::with_seed(seed);
    for _ in 0..playouts {
        let mut position = game.start();
        for _ in 0..MAX_PLIES {
            let checked = check_score(game, &position)
                .and_then(|()| check_candidates(game, &position))
                .and_then(|()| check_end(game, &position, &mut rng))
                .and_then(|()| check_bounds(game, &position))
                .and_then(|()| check_finished(game, &position));
            checked.map_err(|law| format!("{law}\n{position:?}"))?;
            if game.outcome(&position).is_some() {
                break;
            }
            let moves: Vec<G::Move> = game.moves(&position).collect();
            if moves.is_empty() {
                return Err(format!("{NONE_AGAIN}\n{position:?}"));
            }
            position = after(game, &position, moves[rng.usize(..moves.len())]);
        }
    }
    Ok(())
}

fn check_score<G: Hints>(game: &G, position: &G::Position) -> Result<(), String> {
    let limit = game.limit();
    if !(0..=MOST_SCORE).contains(&limit) {
        return Err(format!("the limit on scores is {limit}; it has to be from 0 to {MOST_SCORE}"));
    }
    match (game.outcome(position), game.score(position)) {
        (None, None) => {
            let guess = game.evaluate(position);
            if guess.unsigned_abs() > limit.unsigned_abs() {
                return Err(format!("the guess {guess} is beyond the limit {limit}"));
            }
            let (least, greatest) = game.bounds(position);
            if -limit <= least && least <= greatest && greatest <= limit {
                return Ok(());
            }
            Err(format!("the bounds {least} to {greatest} are no range within the limit {limit}"))
        }
        (Some(outcome), Some(score)) => {
            let sign = match outcome {
                Outcome::Draw => 0,
                Outcome::Win(winner) if winner == game.to_move(position) => 1,
                Outcome::Win(_) => -1,
            };
            if score.signum() != sign {
                return Err(format!("the score is {score}, and the outcome {outcome:?}"));
            }
            if score.unsigned_abs() > limit.unsigned_abs() {
                Err(format!("the score {score} is beyond the limit {limit}"))
            } else {
                Ok(())
            }
        }
        (None, Some(score)) => Err(format!("the game is not over, yet has the score {score}")),
        (Some(_), None) => Err("the game is over, yet has no score".to_owned()),
    }
}

/// The least and the greatest value that a position can have, by its score or its bounds alone.
fn range<G: Hints>(game: &G, position: &G::Position) -> (Score, Score) {
    game.score(position).map_or_else(|| game.bounds(position), |score| (score, score))
}

/// Checks the bounds of an unfinished position against those of its successors.
fn check_bounds<G: Hints>(game: &G, position: &G::Position) -> Result<(), String> {
    if game.outcome(position).is_some() {
        return Ok(());
    }
    let limit = game.limit();
    let (least, greatest) = game.bounds(position);
    let to_move = game.to_move(position);
    let (mut low, mut high) = (-limit, -limit);
    for mv in game.moves(position) {
        let next = after(game, position, mv);
        let (least, greatest) = range(game, &next);
        if least < -limit || greatest > limit {
            // A fault of the successor, to be found there.
            return Ok(());
        }
        let turned = if game.to_move(&next) == to_move { (least, greatest) } else { (-greatest, -least) };
        (low, high) = (low.max(turned.0), high.max(turned.1));
    }
    if greatest < low || high < least {
        return Err(format!(
            "the bounds are {least} to {greatest}, but by the successors the value is {low} to {high}"
        ));
    }
    Ok(())
}

fn check_candidates<G>(game: &G, position: &G::Position) -> Result<(), String>
where
    G: Hints,
    G::Position: Debug,
    G::Move: Debug,
{
    let (least, greatest) = range(game, position);
    if least == greatest {
        // Nobody asks what has to be tried.
        return Ok(());
    }
    let moves: Vec<G::Move> = game.moves(position).collect();
    if let Some(mv) = moves.iter().find(|&&mv| G::MOVES > 0 && game.move_index(mv) >= G::MOVES) {
        return Err(format!(
            "the move {mv:?} has the number {}; expected one below {}",
            game.move_index(*mv),
            G::MOVES
        ));
    }
    let mut candidates = Vec::new();
    game.for_each_candidate(position, |mv, next, order| candidates.push((mv, next, order)));
    if candidates.is_empty() {
        return Err("the game is not over, yet there are no candidates".to_owned());
    }
    for (index, (mv, next, order)) in candidates.iter().enumerate() {
        if !moves.contains(mv) {
            return Err(format!("the candidate {mv:?} is no legal move"));
        }
        if candidates[..index].iter().any(|(earlier, ..)| earlier == mv) {
            return Err(format!("the candidate {mv:?} is given twice"));
        }
        let played = after(game, position, *mv);
        if played != *next {
            return Err(format!("the candidate {mv:?} comes with {next:?}, but leads to {played:?}"));
        }
        let expected = game.order(position, *mv, next);
        if *order != expected {
            return Err(format!("the candidate {mv:?} comes with the order {order}, but has {expected}"));
        }
    }
    Ok(())
}

/// The exact value, if the game knows it: the full window leaves no room for bounds.
fn end<G: Hints>(game: &G, position: &G::Position) -> Option<Score> {
    let limit = game.limit();
    game.score(position).or_else(|| game.finish(position, -limit, limit, &mut 0))
}

fn check_end<G>(game: &G, position: &G::Position, rng: &mut Rng) -> Result<(), String>
where
    G: Hints,
    G::Move: Debug,
{
    let Some(value) = end(game, position) else { return Ok(()) };
    let (least, greatest) = range(game, position);
    if !(least..=greatest).contains(&value) {
        return Err(format!("the end {value} is outside the bounds {least} to {greatest}"));
    }
    let limit = game.limit();
    for _ in 0..WINDOWS {
        let alpha = rng.i32(-limit..limit);
        let beta = rng.i32(alpha + 1..=limit);
        let Some(score) = game.finish(position, alpha, beta, &mut 0) else { continue };
        let fits = if score <= alpha {
            value <= score
        } else if score >= beta {
            value >= score
        } else {
            value == score
        };
        if !fits {
            return Err(format!("the end is {value}, but the window {alpha} to {beta} gets the answer {score}"));
        }
    }
    if game.outcome(position).is_some() {
        return Ok(());
    }
    let to_move = game.to_move(position);
    let worth = |mv: G::Move| {
        let next = after(game, position, mv);
        let value = end(game, &next)?;
        Some(if game.to_move(&next) == to_move { value } else { -value })
    };
    let successors: Option<Vec<Score>> = game.moves(position).map(worth).collect();
    match successors.and_then(|scores| scores.into_iter().max()) {
        Some(best) if best != value => Err(format!("the end is {value}, but the best successor is worth {best}")),
        _ => Ok(()),
    }
}

/// Asks everyone what a finished game is worth, and whether it is worth so much, for both players.
fn check_finished<G: Hints + Clone>(game: &G, position: &G::Position) -> Result<(), String> {
    let Some(score) = game.score(position) else { return Ok(()) };
    for player in [Player::First, Player::Second] {
        let worth = if game.to_move(position) == player { score } else { -score };
        let found = by_proof_numbers(game, position, player);
        if found != Some(worth) {
            return Err(format!("the game is over and worth {worth} to {player:?}, but its range says {found:?}"));
        }
        for asked in [worth - 1, worth, worth + 1] {
            let problem = AtLeast::new(game.clone(), position.clone(), Threshold { player, score: asked });
            let expected = if worth >= asked { Value::Proven } else { Value::Disproven };
            for (way, found) in verdicts(&problem) {
                if found != Some(expected) {
                    return Err(format!(
                        "the game is over and worth {worth} to {player:?}, but {way} says {found:?} to at least {asked}"
                    ));
                }
            }
        }
    }
    for (way, found) in by_minimax(game, position) {
        if found != Some(score) {
            return Err(format!("the game is over and has the score {score}, but {way} says {found:?}"));
        }
    }
    Ok(())
}

/// All minimax methods. They refuse games in which positions may repeat.
fn methods<G: Hints>(game: &G, position: &G::Position) -> Vec<Method> {
    if game.repetition().is_some() && game.rank(position).is_none() {
        return Vec::new();
    }
    vec![Method::AlphaBeta, Method::Scout, Method::nega_scout(), Method::Mtd { guess: None }, Method::Test]
}

/// The value for the player to move, as each minimax method finds it.
fn by_minimax<G: Hints>(game: &G, position: &G::Position) -> Vec<(String, Option<Score>)> {
    let options = methods(game, position).into_iter().flat_map(|method| {
        let usual = MinimaxOptions::new(method);
        [usual, usual.with_knowledge(false)]
    });
    let ask = |options| {
        let found = Search::new(game, options).find_value(position, &Limits::none(), &mut ());
        (format!("{options:?}"), found.ok().and_then(|found| found.value()))
    };
    options.map(ask).collect()
}

/// The value for a player with which searches by proof numbers begin. That they find no other one is a test of theirs.
fn by_proof_numbers<G: Hints>(game: &G, position: &G::Position, player: Player) -> Option<Score> {
    let Bounds { low, high } = Estimate::at(game, position, Threshold { player, score: 0 }).bounds;
    (low == high).then_some(low)
}

/// What the rules, and the searches that answer yes or no themselves, say to a question.
fn verdicts<G: Hints>(problem: &AtLeast<G>) -> Vec<(String, Option<Value>)> {
    let root = problem.root();
    let by_rules = match problem.status(&root) {
        Status::Decided(value) => Some(value),
        Status::Open(_) | Status::OpenLeaf => None,
    };
    let mut found = vec![("the problem".to_owned(), by_rules)];
    for method in methods(problem.game(), &root) {
        let report = Prover::new(problem, MinimaxOptions::new(method)).solve(&Limits::none(), &mut ());
        found.push((format!("{method:?}"), report.ok().and_then(|report| report.verdict.value())));
    }
    found
}

#[cfg(test)]
mod tests {
    use proofset_core::{Game, Hints, Outcome, Player, Score, ValuedGame};

    use super::{after, check_valued, find_fault};

    /// Take one or two stones from a heap of six; the stones of each player are counted. Each fault breaks one law.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Heap {
        Sound,
        WrongSign,
        EarlyScore,
        NoScore,
        WideScore,
        WideBounds,
        NarrowBounds,
        OtherBounds,
        WildGuess,
        NoCandidates,
        IllegalCandidate,
        CandidateTwice,
        OtherPosition,
        OtherOrder,
        LargeNumber,
        WrongBound,
        WrongEnd,
        WrongRange,
    }

    /// Stones left, and what the player to move has more than the other.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Stones {
        left: i32,
        lead: i32,
        to_move: Player,
    }

    impl Game for Heap {
        type Position = Stones;
        type Move = i32;

        fn start(&self) -> Stones {
            Stones { left: 6, lead: 0, to_move: Player::First }
        }

        fn to_move(&self, position: &Stones) -> Player {
            position.to_move
        }

        fn outcome(&self, position: &Stones) -> Option<Outcome> {
            (position.left == 0).then(|| match position.lead.signum() {
                0 => Outcome::Draw,
                1 => Outcome::Win(position.to_move),
                _ => Outcome::Win(position.to_move.opponent()),
            })
        }

        fn moves(&self, position: &Stones) -> impl Iterator<Item = i32> {
            1..=position.left.min(2)
        }

        fn play(&self, position: &mut Stones, mv: i32) {
            let Stones { left, lead, to_move } = *position;
            *position = Stones { left: left - mv, lead: -(lead + mv), to_move: to_move.opponent() };
        }
    }

    impl ValuedGame for Heap {
        fn limit(&self) -> Score {
            6
        }

        fn score(&self, position: &Stones) -> Option<Score> {
            match self {
                Self::EarlyScore if position.left == 1 => Some(0),
                Self::NoScore => None,
                Self::WrongSign => (position.left == 0).then_some(-position.lead),
                Self::WideScore => (position.left == 0).then_some(7 * position.lead),
                _ => (position.left == 0).then_some(position.lead),
            }
        }

        fn evaluate(&self, position: &Stones) -> Score {
            assert!(position.left > 0, "a finished game has a score and needs no guess");
            if *self == Self::WildGuess { 7 } else { position.lead }
        }

        fn bounds(&self, position: &Stones) -> (Score, Score) {
            let Stones { left, lead, .. } = *position;
            assert!(left > 0 || *self == Self::NoScore, "a finished game has a score and needs no bounds");
            match self {
                Self::WrongSign => (-6, 6),
                Self::WideBounds => (-7, 6),
                Self::NarrowBounds => (lead - left, lead.max(lead + left - 1)),
                // Who takes two of three stones loses one at most.
                Self::OtherBounds if left == 3 => (lead - 3, lead - 3),
                _ => (lead - left, lead + left),
            }
        }

        fn range(&self, position: &Stones) -> (Score, Score) {
            match self.score(position) {
                Some(_) if *self == Self::WrongRange => (6, 6),
                Some(score) => (score, score),
                None => self.bounds(position),
            }
        }
    }

    impl Hints for Heap {
        const MOVES: usize = 2;

        fn move_index(&self, mv: i32) -> usize {
            usize::try_from(mv).expect("moves are 1 and 2") - usize::from(*self != Self::LargeNumber)
        }

        fn order(&self, _position: &Stones, mv: i32, _next: &Stones) -> i32 {
            mv
        }

        fn for_each_candidate(&self, position: &Stones, mut visit: impl FnMut(i32, Stones, i32)) {
            for mv in self.moves(position) {
                let next = after(self, position, mv);
                match self {
                    Self::NoCandidates => {}
                    Self::IllegalCandidate => visit(mv + 2, next, mv),
                    Self::OtherPosition => visit(mv, position.clone(), mv),
                    Self::CandidateTwice => visit(1, after(self, position, 1), 1),
                    Self::OtherOrder => visit(mv, next, 0),
                    _ => visit(mv, next, mv),
                }
            }
        }

        /// Whole heaps of one or two: all of it is worth taking.
        fn finish(&self, position: &Stones, alpha: Score, _beta: Score, _nodes: &mut u64) -> Option<Score> {
            let value = position.lead + position.left;
            (position.left <= 2 && !matches!(self, Self::WrongSign | Self::WideScore)).then_some(match self {
                Self::WrongBound if alpha >= 0 => alpha - 6,
                Self::WrongEnd if position.left == 2 => value - 1,
                _ => value,
            })
        }
    }

    #[track_caller]
    fn check_fault(heap: Heap, law: &str) {
        let fault = find_fault(&heap, 50, 7).expect_err("this heap breaks a law");
        assert!(fault.contains(law), "expected the law {law:?}, found the fault {fault:?}");
    }

    #[test]
    fn a_sound_game_passes() {
        check_valued(&Heap::Sound, 50, 7);
    }

    #[test]
    fn every_broken_law_is_found() {
        check_fault(Heap::WrongSign, "and the outcome Win");
        check_fault(Heap::EarlyScore, "the game is not over, yet has the score 0");
        check_fault(Heap::NoScore, "the game is over, yet has no score");
        check_fault(Heap::WideScore, "is beyond the limit 6");
        check_fault(Heap::OtherBounds, "but by the successors the value is");
        check_fault(Heap::WideBounds, "the bounds -7 to 6 are no range within the limit 6");
        check_fault(Heap::NarrowBounds, "is outside the bounds");
        check_fault(Heap::WildGuess, "the guess 7 is beyond the limit 6");
        check_fault(Heap::NoCandidates, "the game is not over, yet there are no candidates");
        check_fault(Heap::IllegalCandidate, "the candidate 3 is no legal move");
        check_fault(Heap::CandidateTwice, "the candidate 1 is given twice");
        check_fault(Heap::OtherPosition, "the candidate 1 comes with Stones");
        check_fault(Heap::OtherOrder, "the candidate 1 comes with the order 0, but has 1");
        check_fault(Heap::LargeNumber, "the move 2 has the number 2; expected one below 2");
        check_fault(Heap::WrongBound, "gets the answer");
        check_fault(Heap::WrongEnd, "but the best successor is worth");
        check_fault(Heap::WrongRange, "its range says Some(6)");
    }
}
