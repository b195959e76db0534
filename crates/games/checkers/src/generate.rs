//! Which moves there are.
//!
//! The idea: whether a side can capture or step at all is found for all pieces at once, by steps of sets. Steps are then
//! listed way by way; captures are followed jump by jump from each piece that has one. The piece that captures is lifted from
//! its square for the time, so that it can come back there; what it has jumped stays where it is until the end, cannot be
//! jumped again, and is in the way of kings that fly.
//!
//! What differs: in English draughts men capture forwards only, so that one that reaches the row of kings stops there. In the
//! others men capture backwards as well and kings fly; a king must land where it can go on, if there is such a square. A man
//! that reaches the row of kings in the middle of a capture goes on as a king in Russian draughts, and as a man in
//! international draughts, where it becomes a king only if it ends there, and where the most pieces must be captured.
//!
//! The invariant: the same piece reaches the same square with the same captures once, whatever way it took. Two ways can
//! only meet so after a loop of four jumps, or after two of a king that flies; only then is it looked up. The cost: that look
//! is as long as the list of what was met.

use arrayvec::ArrayVec;

use crate::moves::{Move, Moves};
use crate::rules::{Colour, Kind};
use crate::squares::{Board, Squares, Way, numbers};

/// The squares on which a piece stands in turn: at most one more than pieces can be captured.
pub(crate) type Path = ArrayVec<u8, 21>;

/// A position from the side that moves.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub(crate) kind: Kind,
    pub(crate) colour: Colour,
    pub(crate) own: u64,
    /// The kings among them.
    pub(crate) kings: u64,
    pub(crate) other: u64,
    pub(crate) empty: u64,
}

/// Where a capture has come to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stand {
    square: u64,
    is_king: bool,
    captured: u64,
}

impl Side {
    #[inline]
    fn is_forward(&self, way: Way) -> bool {
        way.goes_up() == (self.colour == Colour::White)
    }

    /// The pieces that may step this way.
    #[inline]
    fn steppers(&self, way: Way) -> u64 {
        if self.is_forward(way) { self.own } else { self.kings }
    }

    /// The pieces that may capture this way a piece beside them.
    #[inline]
    fn jumpers(&self, way: Way) -> u64 {
        if self.kind.flies() { self.own } else { self.steppers(way) }
    }

    #[inline]
    fn king_row<S: Squares>(&self) -> u64 {
        if self.colour == Colour::White { Board::<S>::TOP } else { Board::<S>::BOTTOM }
    }

    /// The pieces that can capture a piece beside them, and the kings that can capture from afar.
    #[inline]
    fn captors<S: Squares>(&self) -> u64 {
        let mut captors = 0;
        for way in Way::ALL {
            let victims = self.other & Board::<S>::step(self.empty, way.back());
            if victims == 0 {
                continue;
            }
            captors |= self.jumpers(way) & Board::<S>::step(victims, way.back());
            if self.kind.flies() && self.kings != 0 {
                let mut line = self.empty & Board::<S>::step(victims, way.back());
                while line != 0 {
                    line = Board::<S>::step(line, way.back());
                    captors |= self.kings & line;
                    line &= self.empty;
                }
            }
        }
        captors
    }

    /// Whether it can move at all.
    #[inline]
    pub(crate) fn can_move<S: Squares>(&self) -> bool {
        Way::ALL.into_iter().any(|way| Board::<S>::step(self.steppers(way), way) & self.empty != 0)
            || self.captors::<S>() != 0
    }

    /// All moves: captures if there are any; else steps, forward ones first.
    #[inline]
    pub(crate) fn moves<S: Squares>(&self) -> Moves<S> {
        let mut moves = Moves::new();
        let captors = self.captors::<S>();
        if captors == 0 {
            self.steps(&mut moves);
            return moves;
        }
        let mut most = 1;
        self.captures::<S>(captors, |mv, _| {
            if self.kind.takes_most() {
                let count = mv.captured();
                if count < most {
                    return;
                }
                if count > most {
                    moves.clear();
                    most = count;
                }
            }
            moves.push(mv);
        });
        moves
    }

    /// The squares of a way that this capture takes.
    pub(crate) fn path<S: Squares>(&self, capture: Move<S>) -> Option<Path> {
        let mut found = None;
        self.captures(1 << capture.from, |mv, path: &Path| {
            if mv == capture && found.is_none() {
                found = Some(path.clone());
            }
        });
        found
    }

    fn steps<S: Squares>(&self, moves: &mut Moves<S>) {
        let king_row = self.king_row::<S>();
        let forward = Way::ALL.into_iter().filter(|&way| self.is_forward(way));
        let backward = Way::ALL.into_iter().filter(|&way| !self.is_forward(way));
        for way in forward.chain(backward) {
            let steppers = self.steppers(way);
            let goals = Board::<S>::step(steppers, way) & self.empty;
            for to in numbers(goals) {
                let from = Board::<S>::step(1 << to, way.back());
                let crowns = from & !self.kings != 0 && 1 << to & king_row != 0;
                moves.push(Move { from: from.trailing_zeros() as u8, to: to as u8, crowns, captured: S::default() });
                if self.kind.flies() && from & self.kings != 0 {
                    let mut beyond = Board::<S>::step(1 << to, way) & self.empty;
                    while beyond != 0 {
                        let (from, to) = (from.trailing_zeros() as u8, beyond.trailing_zeros() as u8);
                        moves.push(Move { from, to, crowns: false, captured: S::default() });
                        beyond = Board::<S>::step(beyond, way) & self.empty;
                    }
                }
            }
        }
    }

    /// The captures of these pieces, each with the squares of one way; not only those that take the most.
    #[inline]
    fn captures<S: Squares>(&self, captors: u64, mut visit: impl FnMut(Move<S>, &Path)) {
        for from in numbers(captors) {
            let square = 1 << from;
            let mut capture = Capture {
                side: Self { empty: self.empty | square, ..*self },
                was_man: square & self.kings == 0,
                path: Path::from_iter([from as u8]),
                met: Vec::new(),
                visit: &mut visit,
            };
            capture.go_on(Stand { square, is_king: !capture.was_man, captured: 0 });
        }
    }
}

/// The captures of one piece.
struct Capture<'a, V> {
    /// Without the piece.
    side: Side,
    was_man: bool,
    path: Path,
    /// Where ways that have met before may meet.
    met: Vec<Stand>,
    visit: &'a mut V,
}

impl<V> Capture<'_, V> {
    /// The victim this way and the first square behind it; both are empty sets if there are none.
    #[inline]
    fn victim<S: Squares>(&self, stand: Stand, way: Way) -> (u64, u64) {
        let mut next = Board::<S>::step(stand.square, way);
        if self.side.kind.flies() {
            while stand.is_king && next & self.side.empty != 0 {
                next = Board::<S>::step(next, way);
            }
        } else if !stand.is_king && !self.side.is_forward(way) {
            return (0, 0);
        }
        let victim = next & self.side.other & !stand.captured;
        let behind = Board::<S>::step(victim, way) & self.side.empty;
        if behind == 0 { (0, 0) } else { (victim, behind) }
    }

    /// Whether a piece stays what it is, or has become a king, on this square.
    #[inline]
    fn is_king_on<S: Squares>(&self, is_king: bool, square: u64) -> bool {
        is_king || (self.side.kind == Kind::Russian && square & self.side.king_row::<S>() != 0)
    }

    #[inline]
    fn can_go_on<S: Squares>(&self, stand: Stand) -> bool {
        Way::ALL.into_iter().any(|way| self.victim::<S>(stand, way).0 != 0)
    }

    fn go_on<S: Squares>(&mut self, stand: Stand)
    where
        V: FnMut(Move<S>, &Path),
    {
        let jumps = stand.captured.count_ones();
        if jumps >= if self.side.kind.flies() { 2 } else { 4 } {
            if self.met.contains(&stand) {
                return;
            }
            self.met.push(stand);
        }
        let mut is_end = jumps > 0;
        for way in Way::ALL {
            let (victim, behind) = self.victim::<S>(stand, way);
            if victim == 0 {
                continue;
            }
            is_end = false;
            let mut next = Stand {
                square: behind,
                is_king: self.is_king_on::<S>(stand.is_king, behind),
                captured: stand.captured | victim,
            };
            if !(stand.is_king && self.side.kind.flies()) {
                self.land::<S>(next);
                continue;
            }
            // It must land where it can go on, if there is such a square.
            let mut must_go_on = false;
            while next.square != 0 && !must_go_on {
                must_go_on = self.can_go_on::<S>(next);
                next.square = Board::<S>::step(next.square, way) & self.side.empty;
            }
            next.square = behind;
            while next.square != 0 {
                if !must_go_on || self.can_go_on::<S>(next) {
                    self.land::<S>(next);
                }
                next.square = Board::<S>::step(next.square, way) & self.side.empty;
            }
        }
        if is_end {
            let on_king_row = stand.square & self.side.king_row::<S>() != 0;
            let mv = Move {
                from: self.path[0],
                to: stand.square.trailing_zeros() as u8,
                crowns: self.was_man && (stand.is_king || on_king_row),
                captured: S::narrow(stand.captured),
            };
            (self.visit)(mv, &self.path);
        }
    }

    fn land<S: Squares>(&mut self, stand: Stand)
    where
        V: FnMut(Move<S>, &Path),
    {
        self.path.push(stand.square.trailing_zeros() as u8);
        self.go_on::<S>(stand);
        self.path.pop();
    }
}

/// What a piece captures that stands on these squares in turn, and whether it is a king at the end, for a reader of
/// moves; nothing if no piece captures so. Whether it could have gone on is not looked at.
pub(crate) fn follow<S: Squares>(side: &Side, path: &[u32]) -> Option<Move<S>> {
    let (&from, rest) = path.split_first()?;
    let square = 1 << from;
    if square & side.own == 0 {
        return None;
    }
    let was_man = square & side.kings == 0;
    let lifted = Side { empty: side.empty | square, ..*side };
    let mut stand = Stand { square, is_king: !was_man, captured: 0 };
    let capture = Capture { side: lifted, was_man, path: Path::new(), met: Vec::new(), visit: &mut () };
    for &to in rest {
        let jumped = Way::ALL.into_iter().find_map(|way| {
            let (victim, mut behind) = capture.victim::<S>(stand, way);
            while behind != 0 && behind != 1 << to {
                let goes_further = stand.is_king && side.kind.flies();
                behind = if goes_further { Board::<S>::step(behind, way) & lifted.empty } else { 0 };
            }
            (behind != 0).then_some(victim)
        })?;
        let is_king = capture.is_king_on::<S>(stand.is_king, 1 << to);
        stand = Stand { square: 1 << to, is_king, captured: stand.captured | jumped };
    }
    let crowns = was_man && (stand.is_king || stand.square & side.king_row::<S>() != 0);
    let to = stand.square.trailing_zeros() as u8;
    Some(Move { from: from as u8, to, crowns, captured: S::narrow(stand.captured) })
}
