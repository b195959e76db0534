//! The laws of games, checked by random play, and perft counts.
//!
//! The idea: one kit that each game's tests call, so that a new game is tested by one line. [`check_game`] plays random
//! games and checks every position on the way; then it spoils the texts it has seen, for bad input must be refused in
//! words, and what is accepted must be a position like any other. [`check_valued`] does the same for games with scores,
//! and for what they tell a search; [`check_packing`] for states that can be written as words; [`check_whole`] looks at
//! all states of a small problem. [`perft`] counts lines of
//! play: a published table of such counts is the sharpest test of rules there is.
//!
//! The laws of [`Game`] and [`Notation`]:
//!
//! * a game that is not over has a move; once it is over, no text is a legal move;
//! * moves come in a fixed order and are different from each other;
//! * every move changes the position, and increases the rank, if the game has one: for all positions or for none;
//! * reading back the text of a position or move gives the same position or move, so different ones have different
//!   texts;
//! * equal positions have equal texts and hashes, also when reached by different moves;
//! * asked again, a position has the same result and the same player to move;
//! * where positions can repeat, the game says what a repetition is worth.
//!
//! Players need not alternate: some games have passes.
//!
//! The cost: each position visited is written and read, and so is each of its moves: far more than playing alone. Tens
//! of playouts are enough for a large game, hundreds for a small one. The reference: the basic tests of `OpenSpiel`
//! (Lanctot et al. 2019) have the same plan.

mod packing;
mod play;
mod symmetry;
mod valued;
mod whole;

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use fastrand::Rng;
use proofset_core::{Game, Notation, state_hash};

pub use packing::check_packing;
use play::{MAX_PLIES, NONE_AGAIN, after};
pub use play::{perft, positions_by_ply};
pub use symmetry::check_symmetry;
pub use valued::check_valued;
pub use whole::check_whole;

/// Spoilt texts tried per position.
const SPOILT_TEXTS: usize = 4;

/// Plays `playouts` random games and panics, naming position and law, if the game breaks a law.
///
/// The same seed gives the same games.
pub fn check_game<G>(game: &G, playouts: usize, seed: u64)
where
    G: Notation,
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
    G: Notation,
    G::Position: Debug,
    G::Move: Debug,
{
    let ranked = game.rank(&game.start()).is_some();
    let mut checker = Checker { game, ranked, rng: Rng::with_seed(seed), texts: HashMap::new() };
    (0..playouts).try_for_each(|_| checker.playout())
}

struct Checker<'g, G: Game> {
    game: &'g G,
    /// Whether the start position has a rank; then all have.
    ranked: bool,
    rng: Rng,
    /// The text of every position seen so far.
    texts: HashMap<G::Position, String>,
}

impl<G> Checker<'_, G>
where
    G: Notation,
    G::Position: Debug,
    G::Move: Debug,
{
    fn playout(&mut self) -> Result<(), String> {
        let mut position = self.game.start();
        let mut move_texts: Vec<String> = Vec::new();
        let has_rule = self.ranked || self.game.repetition().is_some();
        let mut line = HashSet::new();
        for _ in 0..MAX_PLIES {
            self.position(&position)?;
            if !has_rule && !line.insert(position.clone()) {
                return Err(self
                    .fault(&position, "the position has been there before, and the game has no rule for repetitions"));
            }
            for _ in 0..SPOILT_TEXTS {
                let text = spoil(&self.game.position_text(&position), &mut self.rng);
                if let Ok(accepted) = self.game.parse_position(&text) {
                    self.position(&accepted).map_err(|fault| format!("{fault}\n(accepted from the text {text:?})"))?;
                }
            }

            if self.game.outcome(&position).is_some() {
                return match move_texts.iter().find(|text| self.game.parse_move(&position, text).is_ok()) {
                    Some(text) => {
                        Err(self.fault(&position, &format!("the game is over, yet {text:?} is read as a move")))
                    }
                    None => Ok(()),
                };
            }
            let moves: Vec<G::Move> = self.game.moves(&position).collect();
            if moves.is_empty() {
                return Err(self.fault(&position, NONE_AGAIN));
            }
            move_texts = moves.iter().map(|&mv| self.game.move_text(&position, mv)).collect();
            position = after(self.game, &position, moves[self.rng.usize(..moves.len())]);
        }
        Ok(())
    }

    /// Checks one position and its moves.
    fn position(&mut self, position: &G::Position) -> Result<(), String> {
        let game = self.game;
        let text = game.position_text(position);
        match game.parse_position(&text) {
            Ok(again) if again == *position && state_hash(&again) == state_hash(position) => {}
            Ok(again) if again == *position => {
                return Err(self.fault(position, &format!("the hash is another one when its text {text:?} is read")));
            }
            Ok(again) => return Err(self.fault(position, &format!("its text {text:?} is read as {again:?}"))),
            Err(error) => return Err(self.fault(position, &format!("its text {text:?} is refused: {error}"))),
        }
        let said = || (game.outcome(position), game.to_move(position));
        if said() != said() {
            return Err(self.fault(position, "the same position has another result or player the second time"));
        }
        if game.rank(position).is_some() != self.ranked {
            return Err(self.fault(position, "a game has a rank for all positions or for none"));
        }
        let known = self.texts.entry(position.clone()).or_insert_with(|| text.clone());
        if *known != text {
            let law = format!("equal positions have different texts: {known:?} and {text:?}");
            return Err(self.fault(position, &law));
        }
        if game.outcome(position).is_none() { self.moves(position) } else { Ok(()) }
    }

    /// Checks the moves of an unfinished position.
    fn moves(&mut self, position: &G::Position) -> Result<(), String> {
        let game = self.game;
        let moves: Vec<G::Move> = game.moves(position).collect();
        if moves.is_empty() {
            return Err(self.fault(position, "the game is not over, yet there are no moves"));
        }
        if !game.moves(position).eq(moves.iter().copied()) {
            return Err(self.fault(position, "the same position gives other moves the second time"));
        }
        for (index, &mv) in moves.iter().enumerate() {
            if moves[..index].contains(&mv) {
                return Err(self.fault(position, &format!("the move {mv:?} is given twice")));
            }
            let text = game.move_text(position, mv);
            match game.parse_move(position, &text) {
                Ok(again) if again == mv => {}
                Ok(again) => {
                    return Err(self.fault(position, &format!("the text {text:?} of {mv:?} is read as {again:?}")));
                }
                Err(error) => {
                    return Err(self.fault(position, &format!("the text {text:?} of {mv:?} is refused: {error}")));
                }
            }
            let spoilt = spoil(&text, &mut self.rng);
            if let Ok(accepted) = game.parse_move(position, &spoilt)
                && !moves.contains(&accepted)
            {
                return Err(self.fault(position, &format!("{spoilt:?} is read as the illegal move {accepted:?}")));
            }

            let next = after(game, position, mv);
            if next == *position {
                return Err(self.fault(position, &format!("the move {text:?} changes nothing")));
            }
            if game.rank(position).zip(game.rank(&next)).is_some_and(|(before, after)| before >= after) {
                return Err(self.fault(position, &format!("the move {text:?} does not increase the rank")));
            }
        }
        Ok(())
    }

    fn fault(&self, position: &G::Position, law: &str) -> String {
        format!("position {:?}: {law}\n{position:?}", self.game.position_text(position))
    }
}

/// A text near `text`: one character more, less, or other; or two of them swapped.
fn spoil(text: &str, rng: &mut Rng) -> String {
    const STRANGERS: &str = "0189aoxzAXZ.,/- +=\u{e9}\u{1f600}";
    let mut symbols: Vec<char> = text.chars().collect();
    let near: Vec<char> = symbols.iter().copied().chain(STRANGERS.chars()).collect();
    let other = near[rng.usize(..near.len())];
    if symbols.is_empty() {
        return other.to_string();
    }
    let at = rng.usize(..symbols.len());
    match rng.u8(..4) {
        0 => symbols.insert(at, other),
        1 => symbols[at] = other,
        2 => symbols.swap(at, rng.usize(..text.chars().count())),
        _ => {
            symbols.remove(at);
        }
    }
    symbols.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use proofset_core::{Game, Notation, NotationError, Outcome, Player};

    use super::{check_game, find_fault, perft, positions_by_ply};

    /// Take one or two stones from a heap of five; who takes the last one wins. Each fault breaks one law.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Heap {
        Sound,
        NoMoves,
        MoveTwice,
        MovesVary,
        IdleMove,
        FallingRank,
        PartialRank,
        PositionTextRefused,
        PositionTextMisread,
        PositionTextHidesStones,
        PositionTextByPath,
        MoveTextTwice,
        MoveTextRefused,
        IllegalMoveAccepted,
        MoveAfterTheEnd,
        HugePositionAccepted,
        HashByPath,
        OutcomeVaries,
        MovesGo,
        Repeats,
    }

    /// Stones left, the player to move, and a note of the last move that equality does not see.
    #[derive(Clone, Debug)]
    struct Stones {
        left: u32,
        first: bool,
        last: u32,
        /// What the hash takes for a part of the position.
        hashed: u32,
    }

    impl PartialEq for Stones {
        fn eq(&self, other: &Self) -> bool {
            (self.left, self.first) == (other.left, other.first)
        }
    }

    impl Eq for Stones {}

    impl std::hash::Hash for Stones {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            (self.left, self.first, self.hashed).hash(state);
        }
    }

    thread_local! {
        static CALLS: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
    }

    impl Game for Heap {
        type Position = Stones;
        type Move = u32;

        fn start(&self) -> Stones {
            Stones { left: 5, first: true, last: 0, hashed: 0 }
        }

        fn to_move(&self, position: &Stones) -> Player {
            if position.first { Player::First } else { Player::Second }
        }

        fn outcome(&self, position: &Stones) -> Option<Outcome> {
            if *self == Self::OutcomeVaries && CALLS.replace(CALLS.get() + 1) % 2 == 1 {
                return None;
            }
            (position.left == 0).then(|| Outcome::Win(self.to_move(position).opponent()))
        }

        fn moves(&self, position: &Stones) -> impl Iterator<Item = u32> {
            let most = position.left.min(2);
            let calls = CALLS.replace(CALLS.get() + 1);
            let mut moves: Vec<u32> = (1..=most).collect();
            match self {
                Self::NoMoves if position.left == 1 => moves.clear(),
                Self::MoveTwice => moves.push(1),
                Self::MovesVary if calls % 2 == 1 => moves.reverse(),
                // They are there as long as a position is checked.
                Self::MovesGo if calls % 3 == 2 => moves.clear(),
                Self::IdleMove => moves.push(0),
                _ => {}
            }
            moves.into_iter()
        }

        fn play(&self, position: &mut Stones, mv: u32) {
            position.left -= mv;
            position.first ^= mv > 0;
            position.last = mv;
            match self {
                Self::HashByPath => position.hashed = mv,
                Self::Repeats if position.left == 0 => position.left = 5,
                _ => {}
            }
        }

        fn rank(&self, position: &Stones) -> Option<u32> {
            match self {
                Self::FallingRank => Some(position.left),
                Self::Repeats => None,
                Self::PartialRank if position.left < 3 => None,
                _ => Some(5 - position.left),
            }
        }
    }

    impl Notation for Heap {
        fn parse_position(&self, text: &str) -> Result<Stones, NotationError> {
            let refused = || NotationError::new("expected stones and player, such as `3 first`");
            let mut words = text.split(' ');
            let left: u32 = words.next().and_then(|word| word.parse().ok()).ok_or_else(refused)?;
            let first = match words.next() {
                Some("first") => true,
                Some("second") => false,
                _ => return Err(refused()),
            };
            match self {
                Self::PositionTextRefused if left == 2 => Err(refused()),
                Self::PositionTextMisread => Ok(Stones { left, first: true, last: 0, hashed: 0 }),
                Self::HugePositionAccepted if left == 8 => Ok(Stones { left, first, last: 0, hashed: 0 }),
                _ if left > 5 => Err(refused()),
                _ => Ok(Stones { left, first, last: 0, hashed: 0 }),
            }
        }

        fn position_text(&self, position: &Stones) -> String {
            let player = if position.first { "first" } else { "second" };
            match self {
                Self::PositionTextHidesStones => format!("5 {player}"),
                _ if position.left > 5 => "many".to_owned(),
                Self::PositionTextByPath => format!("{} {player} {}", position.left, position.last),
                _ => format!("{} {player}", position.left),
            }
        }

        fn parse_move(&self, position: &Stones, text: &str) -> Result<u32, NotationError> {
            let refused = || NotationError::new("not a move");
            let mv: u32 = text.strip_prefix("take ").and_then(|stones| stones.parse().ok()).ok_or_else(refused)?;
            match self {
                Self::MoveTextRefused if mv == 2 => Err(refused()),
                Self::IllegalMoveAccepted if position.left > 0 => Ok(mv),
                Self::MoveAfterTheEnd if position.left == 0 => Ok(mv),
                Self::IdleMove if mv == 0 => Ok(mv),
                _ if (1..=position.left.min(2)).contains(&mv) => Ok(mv),
                _ => Err(refused()),
            }
        }

        fn move_text(&self, _position: &Stones, mv: u32) -> String {
            if *self == Self::MoveTextTwice { "take 1".to_owned() } else { format!("take {mv}") }
        }
    }

    fn fault(heap: Heap) -> String {
        CALLS.set(0);
        find_fault(&heap, 50, 7).expect_err("this heap breaks a law")
    }

    #[track_caller]
    fn check_fault(heap: Heap, law: &str) {
        let fault = fault(heap);
        assert!(fault.contains(law), "expected the law {law:?}, found the fault {fault:?}");
    }

    #[test]
    fn a_sound_game_passes() {
        check_game(&Heap::Sound, 50, 7);
    }

    #[test]
    fn every_broken_law_is_found() {
        check_fault(Heap::NoMoves, "the game is not over, yet there are no moves");
        check_fault(Heap::MoveTwice, "the move 1 is given twice");
        check_fault(Heap::MovesVary, "gives other moves the second time");
        check_fault(Heap::IdleMove, "the move \"take 0\" changes nothing");
        check_fault(Heap::FallingRank, "does not increase the rank");
        check_fault(Heap::PartialRank, "a rank for all positions or for none");
        check_fault(Heap::PositionTextRefused, "its text \"2 first\" is refused: expected stones and player");
        check_fault(Heap::PositionTextMisread, "second\" is read as Stones");
        check_fault(Heap::PositionTextHidesStones, "\"5 second\" is read as Stones");
        check_fault(Heap::PositionTextByPath, "equal positions have different texts");
        check_fault(Heap::MoveTextTwice, "the text \"take 1\" of 2 is read as 1");
        check_fault(Heap::MoveTextRefused, "the text \"take 2\" of 2 is refused: not a move");
        check_fault(Heap::IllegalMoveAccepted, "is read as the illegal move");
        check_fault(Heap::MoveAfterTheEnd, "the game is over, yet");
        check_fault(Heap::HugePositionAccepted, "(accepted from the text \"8 ");
        check_fault(Heap::HashByPath, "the hash is another one when its text");
        check_fault(Heap::OutcomeVaries, "has another result or player the second time");
        check_fault(Heap::MovesGo, "there is no move when moves are listed once more");
        check_fault(Heap::Repeats, "has been there before, and the game has no rule for repetitions");
    }

    /// Sequences of ones and twos with a sum of at most five, by length.
    #[test]
    fn perft_counts_lines_of_exactly_that_length() {
        let start = Heap::Sound.start();
        let counts: Vec<u64> = (0..=6).map(|depth| perft(&Heap::Sound, &start, depth)).collect();
        assert_eq!(counts, [1, 2, 4, 7, 5, 1, 0]);
    }

    #[test]
    fn positions_by_ply_counts_each_position_once_per_ply() {
        assert_eq!(positions_by_ply(&Heap::Sound, &Heap::Sound.start(), 6), [1, 2, 3, 3, 2, 1, 0]);
    }
}
