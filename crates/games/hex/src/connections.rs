//! Virtual connections: what a player can connect, whatever the other one does.
//!
//! The idea (Anshelevich 2002, "H-search"): two *points* of a player, which are groups of stones, edges or empty cells, are *connected* by a
//! set of empty cells, the *carrier*, if the player can join them there although the other player moves first, and *semi-connected* if the
//! player can when moving first. Where an end is an empty cell, a stone of the player there is supposed. Large connections follow from
//! small ones:
//!
//! * points beside each other are connected, by the empty carrier;
//! * **and:** connections from x to u and from u to y whose carriers have no cell in common, and none of the ends, make a connection from
//!   x to y if u is a group, for each can be answered by itself. If u is an empty cell they make a semi-connection, which begins
//!   with a stone on u;
//! * **or:** semi-connections between the same points that have no cell in common *all together* make a connection: wherever the other
//!   player moves, one of them is untouched.
//!
//! Connections are settled in the order of the sizes of their carriers. What follows from connections is never smaller than they are, so
//! whatever comes later cannot make an earlier one needless, and a pair of points keeps the first, smallest ones, up to a limit. The limit
//! costs connections, and never makes one that is none.
//!
//! Between the edges themselves no list is kept but the cells that all semi-connections have in common, the *must-play region* of the other
//! player: who moves elsewhere leaves one of them untouched. None in common: the edges are connected.
//!
//! The invariant: a carrier has no stone and no end of its connection.
//!
//! Edges are ends only. Connections through them would be as good, and there are many: openings of 6x6 took two thirds of the expansions
//! with them, and thirteen times as long.
//!
//! The cost: with n points, and k connections for a pair, some n³k² intersections of two words at worst.

use proofset_core::Player;

use crate::board::{Board, Cells, each};
use crate::position::Position;

/// How many semi-connections are put together to a connection at most. With 3 openings of 7x7 took twice the expansions, with 6 twice
/// the time.
const MOST_ALTERNATIVES: u32 = 4;

/// What one search tells of the edges of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Found {
    /// They are connected: the player wins, whoever is to move.
    Connection,
    /// They are semi-connected, and all semi-connections have these cells in common: the player wins when to move, and else
    /// unless the other one plays on one of these.
    SemiConnections(Cells),
    /// Neither is known.
    #[default]
    Nothing,
}

/// A connection that waits to be settled.
#[derive(Clone, Copy)]
struct Waiting {
    ends: (u8, u8),
    is_semi: bool,
    carrier: Cells,
}

/// The first edge of the player; the second one follows.
const EDGE: u8 = 0;

/// The connections of one player on one board. One of these is used again and again, for its lists keep their memory.
#[derive(Default)]
pub(crate) struct Connections {
    /// What each point is if it is an empty cell, else 0.
    cells: Vec<Cells>,
    /// How many connections are kept for a pair.
    limit: usize,
    /// For each pair, the carriers of its connections, and those of its semi-connections.
    full: Vec<Vec<Cells>>,
    semi: Vec<Vec<Cells>>,
    /// The same connections once more for each point, with the other end.
    at: Vec<Vec<(u8, Cells)>>,
    /// By the sizes of their carriers.
    waiting: Vec<Vec<Waiting>>,
    found: Found,
    /// What of an H-search is built first: the empty cells beside each point.
    beside: Vec<Cells>,
}

/// The place of a pair.
#[inline]
fn pair((one, other): (u8, u8)) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    usize::from(high) * (usize::from(high) - 1) / 2 + usize::from(low)
}

#[inline]
fn is_part(part: Cells, of: Cells) -> bool {
    part & !of == 0
}

impl Connections {
    /// Looks for connections between the edges of a player; only for the first semi-connection if that is enough.
    pub(crate) fn find(
        &mut self,
        board: &Board,
        position: Position,
        player: Player,
        limit: usize,
        semi_is_enough: bool,
    ) -> Found {
        let (own, empty) = (position.of(player), board.all() & !position.both());
        if board.has_won(player, own) {
            return Found::Connection;
        }
        let point_of = self.set_points(board, own, empty, board.along_edges(player));
        self.clear(limit, empty.count_ones() as usize);
        for point in 0..self.cells.len() {
            for cell in each(self.beside[point]) {
                self.add((point as u8, point_of[cell]), false, 0);
            }
        }
        self.settle_all(semi_is_enough);
        self.found
    }

    /// Numbers the points: the edges with the stones that they are connected with, other groups, and empty cells, whose numbers
    /// it gives.
    fn set_points(&mut self, board: &Board, own: Cells, empty: Cells, edges: [Cells; 2]) -> [u8; 128] {
        self.cells.clear();
        self.beside.clear();
        let mut rest = own;
        for edge in edges {
            let group = board.connected(edge, own);
            self.cells.push(0);
            self.beside.push((edge | board.beside(group)) & empty);
            rest &= !group;
        }
        while rest != 0 {
            let group = board.connected(rest & rest.wrapping_neg(), own);
            self.cells.push(0);
            self.beside.push(board.beside(group) & empty);
            rest &= !group;
        }
        let mut point_of = [0; 128];
        for cell in each(empty) {
            point_of[cell] = self.cells.len() as u8;
            self.cells.push(1 << cell);
            // The cells before this one tell of the pair.
            self.beside.push(board.beside(1 << cell) & empty & (Cells::MAX << cell));
        }
        point_of
    }

    /// Makes room for the connections of these points.
    fn clear(&mut self, limit: usize, empty: usize) {
        let points = self.cells.len();
        let pairs = points * (points - 1) / 2;
        for lists in [&mut self.full, &mut self.semi] {
            lists.iter_mut().for_each(Vec::clear);
            lists.resize(lists.len().max(pairs), Vec::new());
        }
        self.at.iter_mut().for_each(Vec::clear);
        self.at.resize(self.at.len().max(points), Vec::new());
        self.waiting.iter_mut().for_each(Vec::clear);
        self.waiting.resize(self.waiting.len().max(empty + 1), Vec::new());
        self.limit = limit;
        self.found = Found::Nothing;
    }

    /// How many semi-connections are kept for a pair: it takes several to make a connection.
    #[inline]
    fn semi_limit(&self) -> usize {
        2 * self.limit
    }

    /// Takes a connection for later, unless it is needless or the pair has all it may keep.
    #[inline]
    fn add(&mut self, ends: (u8, u8), is_semi: bool, carrier: Cells) {
        let place = pair(ends);
        if place == pair((EDGE, EDGE + 1)) {
            self.add_between_edges(is_semi, carrier);
            return;
        }
        let (kept, limit) =
            if is_semi { (&self.semi[place], self.semi_limit()) } else { (&self.full[place], self.limit) };
        if kept.len() == limit
            || self.full[place].iter().any(|&smaller| is_part(smaller, carrier))
            || is_semi && kept.iter().any(|&smaller| is_part(smaller, carrier))
        {
            return;
        }
        self.waiting[carrier.count_ones() as usize].push(Waiting { ends, is_semi, carrier });
    }

    fn add_between_edges(&mut self, is_semi: bool, carrier: Cells) {
        let in_common = match self.found {
            Found::Connection => return,
            Found::SemiConnections(common) => common & carrier,
            Found::Nothing => carrier,
        };
        let is_connected = !is_semi || in_common == 0;
        self.found = if is_connected { Found::Connection } else { Found::SemiConnections(in_common) };
    }

    fn settle_all(&mut self, semi_is_enough: bool) {
        let mut size = 0;
        while size < self.waiting.len() {
            let Some(Waiting { ends, is_semi, carrier }) = self.waiting[size].pop() else {
                size += 1;
                continue;
            };
            if is_semi {
                self.settle_semi(ends, carrier);
            } else {
                self.settle_full(ends, carrier);
            }
            match self.found {
                Found::Connection => return,
                Found::SemiConnections(_) if semi_is_enough => return,
                _ => {}
            }
        }
    }

    /// Keeps a connection, and puts it together with those that it meets.
    fn settle_full(&mut self, ends: (u8, u8), carrier: Cells) {
        let kept = &mut self.full[pair(ends)];
        if kept.len() == self.limit || kept.iter().any(|&smaller| is_part(smaller, carrier)) {
            return;
        }
        kept.push(carrier);
        let (one, other) = ends;
        self.pass_through(one, other, carrier);
        self.pass_through(other, one, carrier);
        self.at[usize::from(one)].push((other, carrier));
        self.at[usize::from(other)].push((one, carrier));
    }

    /// Puts a connection from x to u together with others from u.
    fn pass_through(&mut self, x: u8, u: u8, carrier: Cells) {
        if u <= EDGE + 1 {
            return;
        }
        let (end, middle) = (self.cells[usize::from(x)], self.cells[usize::from(u)]);
        let others = std::mem::take(&mut self.at[usize::from(u)]);
        for &(y, other) in &others {
            let is_apart = (carrier | end) & other == 0 && carrier & self.cells[usize::from(y)] == 0;
            if is_apart && y != x {
                self.add((x, y), middle != 0, carrier | other | middle);
            }
        }
        self.at[usize::from(u)] = others;
    }

    /// Keeps a semi-connection, and looks for others that together with it make a connection.
    fn settle_semi(&mut self, ends: (u8, u8), carrier: Cells) {
        let place = pair(ends);
        if self.semi[place].len() == self.semi_limit()
            || self.full[place].iter().any(|&smaller| is_part(smaller, carrier))
            || self.semi[place].iter().any(|&smaller| is_part(smaller, carrier))
        {
            return;
        }
        let earlier = std::mem::take(&mut self.semi[place]);
        self.add_alternatives(ends, &earlier, carrier, carrier, MOST_ALTERNATIVES - 1);
        self.semi[place] = earlier;
        self.semi[place].push(carrier);
    }

    /// Connections of semi-connections that have cells in common, together with more of a list.
    fn add_alternatives(&mut self, ends: (u8, u8), list: &[Cells], in_common: Cells, all: Cells, more: u32) {
        for (index, &other) in list.iter().enumerate() {
            let left = in_common & other;
            if left == in_common {
                continue;
            }
            if left == 0 {
                self.add(ends, false, all | other);
            } else if more > 1 {
                self.add_alternatives(ends, &list[index + 1..], left, all | other, more - 1);
            }
        }
    }
}
