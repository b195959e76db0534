//! Node counts: of best-ordered uniform trees, as published (Knuth and Moore's for alpha-beta, and those of TEST), and
//! of random trees, as the printed listings visit them.

use proofset_core::{Game, Limits, Score, ValuedGame};
use proofset_minimax::{Counters, Method, Options, Search};
use proofset_synthetic::Synthetic;

/// A uniform tree in which the first move is always a best one.
fn best_ordered(branching: u32, depth: u32, seed: u64) -> Synthetic {
    format!("b={branching},d={depth},values=1000,ordered=best-first,seed={seed}").parse().expect("a game")
}

fn value(game: &Synthetic, method: Method) -> (Score, Counters) {
    let mut search = Search::new(game, Options::plain(method));
    let found = search.find_value(&game.start(), &Limits::none(), &mut ()).expect("the game ends");
    let counters = search.counters();
    (found.value().expect("nothing limits the search"), counters)
}

fn power(base: u64, exponent: u32) -> u64 {
    base.pow(exponent)
}

/// 1 + b + ... + b^k.
fn geometric(branching: u64, k: u32) -> u64 {
    (0..=k).map(|exponent| power(branching, exponent)).sum()
}

/// Trees of up to 20,000 leaves, of even and odd depth.
fn sizes() -> impl Iterator<Item = (u32, u32)> {
    (2..=6_u32).flat_map(|branching| (1..=8).map(move |depth| (branching, depth))).filter(|&(b, d)| b.pow(d) <= 20_000)
}

#[test]
fn alpha_beta_visits_the_minimal_tree() {
    for (branching, depth) in sizes() {
        let b = u64::from(branching);
        let leaves = power(b, depth.div_ceil(2)) + power(b, depth / 2) - 1;
        let all: u64 = (0..=depth).map(|level| power(b, level.div_ceil(2)) + power(b, level / 2) - 1).sum();
        for seed in 0..5 {
            let game = best_ordered(branching, depth, seed);
            for method in [Method::AlphaBeta, Method::nega_scout()] {
                let (_, counters) = value(&game, method);
                assert_eq!((counters.leaves, counters.visited), (leaves, all), "{game}, {method:?}");
            }
        }
    }
}

#[test]
fn tests_visit_the_minimal_trees() {
    for (branching, depth) in sizes() {
        let b = u64::from(branching);
        let half = depth / 2;
        let (yes, no) = if depth.is_multiple_of(2) {
            (2 * geometric(b, half) - power(b, half), 2 * geometric(b, half) - 1)
        } else {
            (2 * geometric(b, half), 2 * geometric(b, half) + power(b, half + 1) - 1)
        };
        for seed in 0..5 {
            let game = best_ordered(branching, depth, seed);
            let (worth, _) = value(&game, Method::AlphaBeta);
            for (score, visits, answer) in [(worth, yes, true), (worth + 1, no, false)] {
                let mut search = Search::new(&game, Options::plain(Method::Test));
                let reached = search.reaches(&game.start(), score, &Limits::none(), &mut ()).expect("no limits");
                assert_eq!((reached, search.counters().visited), (answer, visits), "{game}: at least {score}");
            }
        }
    }
}

#[test]
fn scout_visits_the_first_line_again() {
    // Each level's tests come on top: SCOUT searches the first moves, and tests the others of each of these.
    for (branching, depth) in sizes() {
        let game = best_ordered(branching, depth, 1);
        let (scout, alpha_beta) = (value(&game, Method::Scout).1, value(&game, Method::AlphaBeta).1);
        assert_eq!(scout.searched_again, 0, "no move is better than the first");
        assert_eq!(scout.visited, alpha_beta.visited, "{game}: tests see what null windows see");
    }
}

/// The listings as they are printed, with nothing added: what the searches without a table must visit, to the node.
struct Textbook<'g> {
    game: &'g Synthetic,
    shortcut: bool,
    as_published: bool,
    visited: u64,
    leaves: u64,
}

type Position = <Synthetic as Game>::Position;

impl Textbook<'_> {
    /// Visits a position; its worth if it is a leaf.
    fn visit(&mut self, position: &Position, depth: u32) -> Option<Score> {
        self.visited += 1;
        let leaf = self.game.score(position).or_else(|| (depth == 0).then(|| self.game.evaluate(position)));
        self.leaves += u64::from(leaf.is_some());
        leaf
    }

    fn successors(&self, position: &Position) -> Vec<Position> {
        let after = |mv| {
            let mut next = *position;
            self.game.play(&mut next, mv);
            next
        };
        self.game.moves(position).map(after).collect()
    }

    /// Is the value more than `v`, or, if not strictly, at least `v`?
    fn test(&mut self, position: &Position, v: Score, strict: bool, depth: u32) -> bool {
        if let Some(worth) = self.visit(position, depth) {
            return if strict { worth > v } else { worth >= v };
        }
        self.successors(position).iter().any(|next| !self.test(next, -v, !strict, depth - 1))
    }

    fn scout(&mut self, position: &Position, depth: u32) -> Score {
        if let Some(worth) = self.visit(position, depth) {
            return worth;
        }
        let successors = self.successors(position);
        let mut v = -self.scout(&successors[0], depth - 1);
        for next in &successors[1..] {
            if !self.test(next, -v, false, depth - 1) {
                v = -self.scout(next, depth - 1);
            }
        }
        v
    }

    fn alpha_beta(&mut self, position: &Position, alpha: Score, beta: Score, depth: u32) -> Score {
        if let Some(worth) = self.visit(position, depth) {
            return worth;
        }
        let mut most = -Score::MAX;
        for next in self.successors(position) {
            most = most.max(-self.alpha_beta(&next, -beta, -alpha.max(most), depth - 1));
            if most >= beta {
                break;
            }
        }
        most
    }

    fn nega_scout(&mut self, position: &Position, alpha: Score, beta: Score, depth: u32) -> Score {
        if let Some(worth) = self.visit(position, depth) {
            return worth;
        }
        let (mut most, mut bound) = (-Score::MAX, beta);
        for next in self.successors(position) {
            let low = alpha.max(most);
            let mut t = -self.nega_scout(&next, -bound, -low, depth - 1);
            if t > most {
                let is_enough = bound == beta || t >= beta || (t <= low && !self.as_published);
                if !(is_enough || (self.shortcut && depth < 3)) {
                    t = -self.nega_scout(&next, -beta, -t, depth - 1);
                }
                most = t;
            }
            if most >= beta {
                break;
            }
            bound = alpha.max(most) + 1;
        }
        most
    }
}

#[test]
fn searches_visit_what_their_listings_visit() {
    let shapes =
        ["b=3,d=5,values=9", "b=5,d=4,values=1000", "b=2..4,d=6,values=40,leaves=incremental", "b=2,d=8,values=3"];
    let mut trees = 0;
    for (shape, seed) in shapes.iter().flat_map(|shape| (0..15).map(move |seed| (shape, seed))) {
        let game: Synthetic = format!("{shape},seed={seed}").parse().expect("a game");
        let start = game.start();
        // Nothing is known at first but that scores lie within the limit.
        let limit = game.limit();
        for depth in 1..=8 {
            let book = |shortcut, as_published| Textbook { game: &game, shortcut, as_published, visited: 0, leaves: 0 };
            let check = |method: Method, book: Textbook<'_>, value: Score| {
                let mut search = Search::new(&game, Options::plain(method).with_depth(depth));
                let found = search.find_value(&start, &Limits::none(), &mut ()).expect("to a depth");
                let counters = search.counters();
                assert_eq!(found.value(), Some(value));
                assert_eq!(
                    (counters.visited, counters.leaves),
                    (book.visited, book.leaves),
                    "{game}, {method:?}, {depth}"
                );
            };
            let plies = u32::from(depth);
            let mut alpha_beta = book(false, false);
            let value = alpha_beta.alpha_beta(&start, -limit, limit, plies);
            check(Method::AlphaBeta, alpha_beta, value);
            let mut scout = book(false, false);
            assert_eq!(scout.scout(&start, plies), value);
            check(Method::Scout, scout, value);
            for (shortcut, as_published) in [(false, false), (false, true), (true, false), (true, true)] {
                let mut listing = book(shortcut, as_published);
                assert_eq!(listing.nega_scout(&start, -limit, limit, plies), value);
                check(Method::NegaScout { shortcut, as_published }, listing, value);
            }
            for score in [value - 5, value, value + 1, value + 9] {
                let mut listing = book(false, false);
                let expected = listing.test(&start, score, false, plies);
                let mut search = Search::new(&game, Options::plain(Method::Test).with_depth(depth));
                assert_eq!(search.reaches(&start, score, &Limits::none(), &mut ()), Ok(expected));
                assert_eq!(search.counters().visited, listing.visited, "{game}: at least {score}");
            }
            trees += 1;
        }
    }
    assert_eq!(trees, 480);
}
