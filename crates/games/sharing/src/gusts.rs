//! Holding a course in gusts: a windy grid whose wind is an adversary.
//!
//! The idea: a craft is to be kept near its course for a number of legs. On each leg the helm leans against the wind or
//! not, along each axis; then a gust pushes the craft by one cell or not, along each axis. The helm wins if the craft
//! never strays further from the course than there is room. Whoever leans exactly where the craft is off its course
//! keeps it in a band of `2^axes` cells: a small proof, if all branches agree on the band, and an exponential number of
//! ways to it. A proof that does not agree on a band has to look at the whole cone of cells that can be reached.
//!
//! The wind of the grid is that of the windy grid world (R. S. Sutton and A. G. Barto, Reinforcement Learning, 1998,
//! example 6.5), chosen by an adversary instead of by column. The same game on one axis is the pusher and the chooser
//! of online balancing (J. Spencer, Balancing games, 1977).
//!
//! The invariants: the leg is a rank; the order of moves comes from the seed, state by state; with room for one cell on
//! each side a helm that can lean along all axes at once always wins. No state is stored.

use fastrand::Rng;
use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};

use crate::scatter;

/// The parameters of the course, which are the problem.
///
/// ```
/// use proofset_core::{Problem, Role, Status};
/// use proofset_sharing::gusts::WindyCourse;
///
/// let course = WindyCourse { seed: 1, axes: 2, legs: 20, room: 8, helms: 2 };
/// assert_eq!(course.status(&course.root()), Status::Open(Role::Or));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindyCourse {
    /// Orders the moves of each state.
    pub seed: u64,
    /// Across how many axes the wind blows: 1 to 3.
    pub axes: u8,
    /// Legs of the course.
    pub legs: u16,
    /// Cells on each side of the course, along each axis, that the craft may be off.
    pub room: i16,
    /// Along how many axes the helm can lean at a time. With fewer than `axes` the wind gains cells on each leg, and long courses are
    /// lost: with one for two axes those of more than twice as many legs as there is room.
    pub helms: u8,
}

/// Where the craft is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Legs behind it.
    pub leg: u16,
    /// Cells off the course, along each axis.
    pub off: [i16; 3],
    /// The axes along which the helm leans, as bits, if it has been set and the gust is to come.
    pub helm: Option<u8>,
}

impl Problem for WindyCourse {
    type State = Place;
    /// The axes along which the helm leans or the gust pushes, as bits.
    type Move = u8;

    fn root(&self) -> Place {
        assert!((1..=3).contains(&self.axes), "the wind blows across 1 to 3 axes, not {}", self.axes);
        Place { leg: 0, off: [0; 3], helm: None }
    }

    fn status(&self, place: &Place) -> Status {
        if place.off.iter().any(|off| off.abs() > self.room) {
            Status::Decided(Value::Disproven)
        } else if place.helm.is_some() {
            Status::Open(Role::And)
        } else if place.leg == self.legs {
            Status::Decided(Value::Proven)
        } else {
            Status::Open(Role::Or)
        }
    }

    fn for_each_successor(&self, place: &Place, mut visit: impl FnMut(u8, Place)) {
        let parts = [u64::from(place.leg), place.helm.map_or(u64::MAX, u64::from)];
        let parts = parts.into_iter().chain(place.off.iter().map(|&off| i64::from(off).cast_unsigned()));
        let seed = parts.fold(scatter(self.seed), |seed, part| scatter(seed ^ part));
        let mut moves: Vec<u8> = (0..1 << self.axes).collect();
        Rng::with_seed(seed).shuffle(&mut moves);
        // The helm leans along so many axes; gusts push along any.
        moves.retain(|mv| place.helm.is_some() || mv.count_ones() <= u32::from(self.helms));
        for mv in moves {
            let next = match place.helm {
                None => Place { helm: Some(mv), ..*place },
                Some(helm) => {
                    let bit = |bits: u8, axis: usize| i16::from(bits >> axis & 1);
                    let mut off = place.off;
                    for (axis, cells) in off.iter_mut().enumerate() {
                        *cells += bit(mv, axis) - bit(helm, axis);
                    }
                    Place { leg: place.leg + 1, off, helm: None }
                }
            };
            visit(mv, next);
        }
    }

    fn rank(&self, place: &Place) -> Option<u32> {
        Some(2 * u32::from(place.leg) + u32::from(place.helm.is_some()))
    }
}

impl Dominance for WindyCourse {}

impl Describe for WindyCourse {
    fn state_text(&self, place: &Place) -> String {
        let off: Vec<String> = place.off[..usize::from(self.axes)].iter().map(i16::to_string).collect();
        let helm = place.helm.map_or(String::new(), |helm| format!(" helm {helm}"));
        format!("leg {} at {}{helm}", place.leg, off.join(","))
    }

    fn move_text(&self, _place: &Place, mv: u8) -> String {
        mv.to_string()
    }
}
