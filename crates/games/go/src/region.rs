//! The part of a board in which a local problem is played, as sets of points.
//!
//! The idea: both sides play inside a region only, so most of the board never changes. A chain with a liberty outside of the
//! region can never be captured; its stones are *walls* and belong to no state. What can change are the points of the region
//! that hold no wall, and the stones of chains that have all of their liberties there. These points get numbers, and a
//! position is two sets of them, in one word of 64 bits where the problem is small. A point beside an empty one outside of
//! the region is *open*: a stone there has a liberty for ever.
//!
//! A region may have a *frame*: then a colour has all points outside, as one wall, and no stone is open.
//!
//! The invariant: every chain of stones has a liberty, or is safe by a wall or an open point. The cost: a chain is found by
//! growing a set, in as many steps as it is long.

use proofset_bits::Bits;
use proofset_core::NotationError;

use crate::board::{Board, Color, Point};

/// Stones of both colours, by number of point.
pub(crate) type Stones<const W: usize> = [Bits<W>; 2];

/// Those of each colour changed in the same way.
#[inline]
pub(crate) fn each<const W: usize>([black, white]: &Stones<W>, change: impl Fn(Bits<W>) -> Bits<W>) -> Stones<W> {
    [change(*black), change(*white)]
}

/// The points of the board that can change, and what surrounds them.
#[derive(Clone, Debug)]
pub(crate) struct Region<const W: usize> {
    board: Board,
    points: Vec<Point>,
    /// The number of each point of the board; none if it never changes.
    numbers: Vec<Option<u16>>,
    near: Vec<Bits<W>>,
    all: Bits<W>,
    open: Bits<W>,
    /// Points beside a wall of each colour.
    walls: Stones<W>,
}

/// What a move did.
pub(crate) struct Played<const W: usize> {
    /// The point that the other side may not take back at once, by number.
    pub(crate) ko: Option<usize>,
    /// The stones of the other side that were captured.
    pub(crate) captured: Bits<W>,
}

/// The points that can change if both sides play in a region: its points without walls, and chains that can be captured.
pub(crate) fn changing(board: &Board, region: &[Point], frame: Option<Color>) -> Vec<Point> {
    let size = board.size();
    let mut is_inside = vec![false; size.count()];
    for &point in region {
        is_inside[size.index(point)] = true;
    }
    let mut changes = is_inside.clone();
    for chain in board.chains() {
        let is_outside = |&liberty: &Point| !is_inside[size.index(liberty)];
        let is_wall = match frame {
            // What the frame closes in has the liberties in the region, and is part of the frame without any.
            Some(color) if chain.color != color => chain.liberties.iter().all(is_outside),
            _ => chain.liberties.iter().any(is_outside),
        };
        for &stone in &chain.stones {
            changes[size.index(stone)] = !is_wall;
        }
    }
    size.points().filter(|&point| changes[size.index(point)]).collect()
}

impl<const W: usize> Region<W> {
    /// The region with these points.
    ///
    /// # Errors
    ///
    /// When more points can change than there are bits.
    pub(crate) fn new(board: Board, region: &[Point], frame: Option<Color>) -> Result<Self, NotationError> {
        let points = changing(&board, region, frame);
        if points.len() > 64 * W {
            let message = format!("{} points of the region can change; there is room for {}", points.len(), 64 * W);
            return Err(NotationError::new(message));
        }
        let size = board.size();
        let mut numbers = vec![None; size.count()];
        for (number, &point) in points.iter().enumerate() {
            numbers[size.index(point)] = Some(number as u16);
        }
        let mut near = Vec::with_capacity(points.len());
        let mut all = Bits::EMPTY;
        let mut open = Bits::EMPTY;
        let mut walls = [Bits::EMPTY; 2];
        for (number, &point) in points.iter().enumerate() {
            let own = Bits::single(number);
            all = all | own;
            let mut beside = Bits::EMPTY;
            for other in size.neighbours(point) {
                match (numbers[size.index(other)], frame.or(board.stone(other))) {
                    (Some(number), _) => beside = beside | Bits::single(number.into()),
                    (None, None) => open = open | own,
                    (None, Some(color)) => walls[color as usize] = walls[color as usize] | own,
                }
            }
            near.push(beside);
        }
        Ok(Self { board, points, numbers, near, all, open, walls })
    }

    /// The stones of the root.
    pub(crate) fn stones(&self) -> Stones<W> {
        let mut stones = [Bits::EMPTY; 2];
        for (number, &point) in self.points.iter().enumerate() {
            if let Some(color) = self.board.stone(point) {
                stones[color as usize] = stones[color as usize] | Bits::single(number);
            }
        }
        stones
    }

    /// The whole board with these stones.
    pub(crate) fn with_stones(&self, stones: &Stones<W>) -> Board {
        let mut board = self.board.clone();
        for (number, &point) in self.points.iter().enumerate() {
            board.set(point, Color::ALL.into_iter().find(|&color| stones[color as usize].contains(number)));
        }
        board
    }

    /// The point with a number.
    pub(crate) fn point(&self, number: usize) -> Point {
        self.points[number]
    }

    /// The number of a point, if it can change.
    pub(crate) fn number(&self, point: Point) -> Option<usize> {
        self.numbers[self.board.size().index(point)].map(usize::from)
    }

    /// All points that can change.
    pub(crate) fn all(&self) -> Bits<W> {
        self.all
    }

    #[inline]
    pub(crate) fn empty(&self, stones: &Stones<W>) -> Bits<W> {
        self.all & !(stones[0] | stones[1])
    }

    /// The points beside one.
    #[inline]
    pub(crate) fn beside_point(&self, number: usize) -> Bits<W> {
        self.near[number]
    }

    /// The points beside a set, with points of the set that are beside others of it.
    #[inline]
    pub(crate) fn beside(&self, set: Bits<W>) -> Bits<W> {
        set.ascending().fold(Bits::EMPTY, |beside, number| beside | self.near[number])
    }

    /// The connected part of a set that one of its points belongs to.
    #[inline]
    pub(crate) fn part(&self, number: usize, of: Bits<W>) -> Bits<W> {
        self.part_and_beside(number, of).0
    }

    /// The same, and what is beside it.
    #[inline]
    pub(crate) fn part_and_beside(&self, number: usize, of: Bits<W>) -> (Bits<W>, Bits<W>) {
        let mut part = Bits::single(number);
        let mut beside = self.near[number];
        let mut grown = beside & of;
        while !grown.is_empty() {
            part = part | grown;
            let reached = self.beside(grown);
            beside = beside | reached;
            grown = reached & of & !part;
        }
        (part, beside)
    }

    /// The connected parts of a set, each with what is beside it.
    pub(crate) fn parts(&self, of: Bits<W>) -> impl Iterator<Item = (Bits<W>, Bits<W>)> {
        self.parts_at(of, of)
    }

    /// The connected parts of a set that these points of it belong to, each with what is beside it.
    pub(crate) fn parts_at(&self, points: Bits<W>, of: Bits<W>) -> impl Iterator<Item = (Bits<W>, Bits<W>)> {
        let mut rest = points;
        std::iter::from_fn(move || {
            let (part, beside) = self.part_and_beside(rest.ascending().next()?, of);
            rest &= !part;
            Some((part, beside))
        })
    }

    /// Whether a chain can never be captured.
    #[inline]
    pub(crate) fn is_safe(&self, chain: Bits<W>, color: Color) -> bool {
        !(chain & (self.open | self.walls[color as usize])).is_empty()
    }

    #[inline]
    pub(crate) fn liberties(&self, chain: Bits<W>, stones: &Stones<W>) -> Bits<W> {
        self.beside(chain) & self.empty(stones)
    }

    /// The liberty of the chain of a stone, if one stone takes it: it is not safe and has no other; it is followed to its second
    /// one alone. The stones that were met are put to those that were seen.
    #[inline]
    pub(crate) fn last_liberty(
        &self,
        number: usize,
        color: Color,
        stones: &Stones<W>,
        empty: Bits<W>,
        seen: &mut Bits<W>,
    ) -> Option<Bits<W>> {
        let mut chain = Bits::single(number);
        let mut grown = chain;
        let mut liberties = Bits::EMPTY;
        let mut is_firm = false;
        while !grown.is_empty() && !is_firm {
            let beside = self.beside(grown);
            liberties = liberties | beside & empty;
            is_firm = self.is_safe(grown, color) || liberties.has_more_than(1);
            grown = beside & stones[color as usize] & !chain;
            chain = chain | grown;
        }
        *seen = *seen | chain;
        (!is_firm).then_some(liberties)
    }

    /// The last liberties of the chains of these stones that one stone takes.
    pub(crate) fn in_atari(
        &self,
        of: Bits<W>,
        color: Color,
        stones: &Stones<W>,
        empty: Bits<W>,
    ) -> impl Iterator<Item = Bits<W>> {
        let mut seen = Bits::EMPTY;
        of.ascending().filter_map(move |number| {
            if seen.contains(number) { None } else { self.last_liberty(number, color, stones, empty, &mut seen) }
        })
    }

    /// A stone with the chains of these others that it connects, and what is beside all of them.
    #[inline]
    pub(crate) fn joined(&self, stone: Bits<W>, beside: Bits<W>, others: Bits<W>) -> (Bits<W>, Bits<W>) {
        let parts = self.parts_at(beside & others, others);
        parts.fold((stone, beside), |(joined, all), (part, beside)| (joined | part, all | beside))
    }

    /// The chain of a stone if it has no liberty; it is followed to its first one alone.
    #[inline]
    fn without_liberty(&self, number: usize, color: Color, stones: Bits<W>, empty: Bits<W>) -> Option<Bits<W>> {
        let mut chain = Bits::single(number);
        let mut grown = chain;
        while !grown.is_empty() {
            let beside = self.beside(grown);
            if self.is_safe(grown, color) || !(beside & empty).is_empty() {
                return None;
            }
            grown = beside & stones & !chain;
            chain = chain | grown;
        }
        Some(chain)
    }

    /// Puts a stone on an empty point; `None`, and nothing has changed that can be relied on, if that is suicide and not
    /// allowed. The suicide of a single stone changes nothing and is never a move.
    #[inline]
    pub(crate) fn play(
        &self,
        stones: &mut Stones<W>,
        color: Color,
        number: usize,
        allows_suicide: bool,
    ) -> Option<Played<W>> {
        let (own, other) = (color as usize, color.opponent() as usize);
        let stone = Bits::single(number);
        stones[own].insert(number);
        let empty = self.empty(stones);
        let mut captured = Bits::EMPTY;
        for attacked in (self.near[number] & stones[other]).ascending() {
            if let Some(chain) = self.without_liberty(attacked, color.opponent(), stones[other], empty) {
                captured = captured | chain;
            }
        }
        if !captured.is_empty() {
            stones[other] &= !captured;
            let is_alone = (self.near[number] & stones[own]).is_empty() && !self.is_safe(stone, color);
            let ko = is_alone && captured.is_single() && self.liberties(stone, stones) == captured;
            return Some(Played { ko: ko.then(|| captured.ascending().next()).flatten(), captured });
        }
        if let Some(chain) = self.without_liberty(number, color, stones[own], empty) {
            if !allows_suicide || chain == stone {
                return None;
            }
            stones[own] &= !chain;
        }
        Some(Played { ko: None, captured })
    }

    /// Whether a part of the board without stones of a colour ends inside; those that go on outside are surrounded by nobody.
    fn is_surrounded(&self, part: Bits<W>, color: Color) -> bool {
        (part & (self.open | self.walls[color.opponent() as usize])).is_empty()
    }

    /// Whether a chain is safe or has two vital parts; one that has not does not [live](Self::alive), and most have not.
    pub(crate) fn may_live(&self, chain: Bits<W>, stones: &Stones<W>, color: Color, allows_suicide: bool) -> bool {
        if self.is_safe(chain, color) {
            return true;
        }
        let rest = self.all & !stones[color as usize];
        let may_be_empty = if allows_suicide { self.all } else { self.empty(stones) };
        let beside = self.beside(chain);
        // A part with one of these is not vital, and is followed no farther.
        let spoils = may_be_empty & !beside | self.open | self.walls[color.opponent() as usize];
        let mut points = beside & rest;
        let mut vital = 0;
        while let Some(first) = points.ascending().next() {
            let mut part = Bits::single(first);
            let mut grown = part;
            while !grown.is_empty() && (grown & spoils).is_empty() {
                grown = self.beside(grown) & rest & !part;
                part = part | grown;
            }
            points &= !part;
            vital += usize::from(grown.is_empty());
            if vital == 2 {
                return true;
            }
        }
        false
    }

    /// The stones of a colour that live even if their owner never answers (Benson 1976), and those that are safe.
    ///
    /// A part of the board without stones of the colour is *vital* to a chain if all of its empty points are liberties of
    /// the chain. Chains live together if each has two vital parts that only they surround. Where several stones may be taken off by
    /// suicide, the points below them can be empty again, and have to be beside the chain as well.
    pub(crate) fn alive(&self, stones: &Stones<W>, color: Color, allows_suicide: bool) -> Bits<W> {
        let own = stones[color as usize];
        let empty = self.empty(stones);
        let mut safe = Bits::EMPTY;
        let mut chains = Vec::new();
        for (chain, beside) in self.parts(own) {
            if self.is_safe(chain, color) {
                safe = safe | chain;
            } else {
                chains.push((chain, beside));
            }
        }
        if chains.is_empty() {
            return safe;
        }
        let parts = self.parts(self.all & !own).map(|(part, _)| part);
        let mut parts: Vec<Bits<W>> = parts.filter(|&part| self.is_surrounded(part, color)).collect();
        let may_be_empty = if allows_suicide { self.all } else { empty };
        loop {
            let is_vital = |&part: &Bits<W>, beside: Bits<W>| (part & may_be_empty & !beside).is_empty();
            let mut dead = Bits::EMPTY;
            chains.retain(|&(_, beside)| {
                let lives = parts.iter().filter(|part| is_vital(part, beside)).take(2).count() == 2;
                if !lives {
                    dead = dead | beside;
                }
                lives
            });
            if dead.is_empty() {
                return chains.iter().fold(safe, |alive, &(chain, _)| alive | chain);
            }
            parts.retain(|&part| (part & dead).is_empty());
        }
    }
}
