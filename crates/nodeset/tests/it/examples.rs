//! Examples 6 to 9 of Müller (2001), and the counterexample to associativity of bounds.

use proofset_core::{NodeId, Size};
use proofset_nodeset::{Effort, SetRef, SortedSet, TieOrder, UnionRule};

/// Nodes are letters; their order is the alphabet's.
struct Letters {
    sets: SortedSet,
    costs: Vec<(char, u32)>,
}

impl Letters {
    fn new(k: usize) -> Self {
        Self { sets: SortedSet::truncated(k, TieOrder::Lex), costs: Vec::new() }
    }

    fn leaf(&mut self, letter: char) -> SetRef {
        let cost = self.costs.iter().find(|(name, _)| *name == letter).map_or(1, |(_, cost)| *cost);
        self.sets.leaf(NodeId::new(letter as usize).unwrap(), Size::new(cost)).unwrap()
    }

    /// A set that lists `letters` and hides as many more nodes of cost one as make up the bound. Hidden nodes must not
    /// be among the smallest, so they are taken from beyond the alphabet, a fresh range per `salt`.
    fn set(&mut self, letters: &str, bound: u32, salt: usize) -> SetRef {
        let mut parts: Vec<SetRef> = letters.chars().map(|letter| self.leaf(letter)).collect();
        let listed = self.sets.union(parts.iter().copied()).unwrap();
        let hidden = bound - self.sets.size(listed).finite().unwrap();
        for extra in 0..hidden as usize {
            parts.push(self.sets.leaf(NodeId::new(1000 * salt + extra).unwrap(), Size::ONE).unwrap());
        }
        self.sets.union(parts).unwrap()
    }

    fn show(&self, set: SetRef) -> (String, u32) {
        let letters = self.sets.members(set).map(|node| node.index() as u8 as char).collect();
        (letters, self.sets.size(set).finite().unwrap())
    }

    fn union(&mut self, parts: &[SetRef]) -> (String, u32) {
        let union = self.sets.union(parts.iter().copied()).unwrap();
        self.show(union)
    }
}

#[test]
fn example_6() {
    let mut letters = Letters::new(8);
    let a = letters.set("ADEHKLMQ", 16, 1);
    let b = letters.set("CDEFHMPQ", 13, 2);
    assert_eq!(letters.show(a), ("ADEHKLMQ".to_owned(), 16));
    assert_eq!(letters.union(&[a, b]), ("ACDEFHKL".to_owned(), 24));
}

#[test]
fn example_7() {
    let mut letters = Letters::new(0);
    let a = letters.set("ABCDE", 5, 1);
    assert_eq!(letters.union(&[a, a]), (String::new(), 10));
}

#[test]
fn example_8_union_is_not_idempotent() {
    let mut letters = Letters::new(2);
    let a = letters.set("AB", 5, 1);
    assert_eq!(letters.union(&[a, a]), ("AB".to_owned(), 8));
}

#[test]
fn example_9_keeps_the_cheapest() {
    let mut letters = Letters::new(4);
    letters.costs = vec![('A', 10), ('B', 15), ('C', 7), ('D', 16), ('E', 18), ('F', 39)];
    let first = letters.set("CAB", 32, 1);
    let second = letters.set("ADE", 44, 2);
    let third = letters.set("BDF", 70, 3);
    assert_eq!(letters.union(&[first, second]), ("CABD".to_owned(), 66));
    assert_eq!(letters.union(&[first, third]), ("CABD".to_owned(), 87));
}

#[test]
fn the_bound_depends_on_bracketing() {
    let mut letters = Letters::new(1);
    let (a, b) = (letters.leaf('A'), letters.leaf('B'));
    assert_eq!(letters.union(&[a, b, b]), ("A".to_owned(), 3));
    let bb = letters.sets.union([b, b]).unwrap();
    assert_eq!(letters.union(&[a, bb]), ("A".to_owned(), 2));
}

/// The last case of `and-or/ops/truncated_sets.json` of the suite; and the examples, in which two parts are all parts.
#[test]
fn at_once_the_bound_does_not_depend_on_bracketing() {
    let at_once = |k| {
        let letters = Letters::new(k);
        Letters { sets: letters.sets.with_union(UnionRule::KWay), ..letters }
    };
    let mut letters = at_once(1);
    let (a, b) = (letters.leaf('A'), letters.leaf('B'));
    for parts in [[a, b, b], [b, a, b], [b, b, a]] {
        assert_eq!(letters.union(&parts), ("A".to_owned(), 2));
    }
    let mut letters = at_once(8);
    let (a, b) = (letters.set("ADEHKLMQ", 16, 1), letters.set("CDEFHMPQ", 13, 2));
    assert_eq!(letters.union(&[b, a]), ("ACDEFHKL".to_owned(), 24));
    let mut letters = at_once(2);
    let a = letters.set("AB", 5, 1);
    assert_eq!(letters.union(&[a, a]), ("AB".to_owned(), 8));
    let mut letters = at_once(4);
    letters.costs = vec![('A', 10), ('B', 15), ('C', 7), ('D', 16), ('E', 18), ('F', 39)];
    let [first, second, third] =
        [("CAB", 32), ("ADE", 44), ("BDF", 70)].map(|(listed, bound)| letters.set(listed, bound, bound as usize));
    assert_eq!(letters.union(&[first, second]), ("CABD".to_owned(), 66));
    assert_eq!(letters.union(&[first, third]), ("CABD".to_owned(), 87));
}

#[test]
fn sizes_saturate_below_infinity() {
    let mut letters = Letters::new(1);
    let a = letters.leaf('A');
    let b = letters.leaf('B');
    let mut total = letters.sets.union([a, b]).unwrap();
    for _ in 0..70 {
        total = letters.sets.union([total, total]).unwrap();
    }
    assert_eq!(letters.sets.size(total), Size::MAX_FINITE);
}
