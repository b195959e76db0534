//! Games that can be searched in a smaller form than they are played.
//!
//! The idea: rules may be read so that a search has less to look at. Replies that lose at once are left out, a position
//! where a sequence of threats is known to win counts as won, positions that are images of each other are one. What is
//! found is a verdict on the whole game, but nobody has to believe that: the game says how it sees positions of the whole
//! game, and its certificates are about that one.

use crate::{Goal, Notation, Player, Value};

/// A game whose parameters may make it smaller than the game that people play. Both have the same positions.
pub trait Reduced: Notation {
    /// The smaller form for a question: the one whose player attacks may have fewer moves.
    #[must_use]
    fn for_goal(self, goal: Goal) -> Self
    where
        Self: Sized,
    {
        let _ = goal;
        self
    }

    /// What the moves of a side are restricted to, in words that go on from "can force a win", if some verdicts hold for the
    /// smaller form alone.
    fn restriction(&self) -> Option<&'static str> {
        None
    }

    /// The game with all of its moves, if this is a smaller form of it and a verdict on the goal holds for both. `None`:
    /// this is the whole game, or a verdict with this value is one on the smaller form alone.
    fn whole(&self, goal: Goal, value: Value) -> Option<Self>
    where
        Self: Sized;

    /// The position that stands for this one and for all of its images under symmetries that the smaller form makes use of;
    /// the position itself if there are none. Images have equal results. Where whoever repeats a position loses there are none: a
    /// line may come to the image of a position that it has been through.
    fn representative(&self, position: &Self::Position) -> Self::Position;

    /// The moves of a sequence of threats by which a player would win a position of the whole game, if that player were to
    /// move in it: *c1 d1 w1 c2 d2 w2 ... cn*, where *d1* is the one reply that the threat *c1* leaves, *w1* ends play after
    /// any other, and *cn* ends play. Empty if none is known.
    ///
    /// It has to be found wherever the smaller form counts a position as won or leaves out a reply, so that a certificate
    /// can show it; it is played out there, and not believed. `searched` is the image of the position that a search has come
    /// to: a sequence that is looked for in another image may be another one.
    fn threat_sequence(&self, position: &Self::Position, searched: &Self::Position, winner: Player) -> Vec<String>;
}
