//! What lines of play have been through: sets of numbers that share what they have in common.
//!
//! The idea: a set is a binary tree over the bits of its numbers (Okasaki and Gill 1998), with 64 numbers in a leaf, and what
//! is made is never changed. A set with one number more has new nodes on the way to that number alone, twenty or so, and shares
//! the others. Union and intersection look only at the parts that two sets do not share, and give back a set that is there
//! already where they can. So many sets that differ in little take little room, and a long line costs no more at each of its
//! states than a short one.
//!
//! The invariant: a leaf has a number, and a branch has numbers on both sides. So the nodes of a set are fewer than two for
//! each block of 64 that it has numbers of.

use std::cell::Cell;
use std::rc::Rc;

/// How many nodes there are, in all sets together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(Rc<Cell<usize>>);

impl Tally {
    pub(crate) fn nodes(&self) -> usize {
        self.0.get()
    }

    /// One more, until what is given back is dropped.
    fn counted(&self) -> Counted {
        self.0.set(self.0.get() + 1);
        Counted(self.clone())
    }
}

#[derive(Debug)]
struct Counted(Tally);

impl Drop for Counted {
    fn drop(&mut self) {
        let Tally(nodes) = &self.0;
        nodes.set(nodes.get() - 1);
    }
}

/// Some numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers(Option<Rc<Node>>);

#[derive(Debug)]
struct Node {
    /// What the blocks of all its numbers begin with; of a leaf, the block.
    prefix: u32,
    /// The bit in which the blocks of its two sides differ, and above which they do not; of a leaf, nothing.
    bit: u32,
    kind: Kind,
    counted: Counted,
}

#[derive(Debug)]
enum Kind {
    /// A bit for each number of the block.
    Leaf(u64),
    /// Those without the bit, and those with it.
    Branch([Rc<Node>; 2]),
}

/// A block without a bit and those below it.
fn above(block: u32, bit: u32) -> u32 {
    block & !(bit | bit.saturating_sub(1))
}

impl Node {
    fn leaf(prefix: u32, numbers: u64, tally: &Tally) -> Rc<Self> {
        Rc::new(Self { prefix, bit: 0, kind: Kind::Leaf(numbers), counted: tally.counted() })
    }

    /// The same branch with other sides.
    fn with_sides(&self, sides: [Rc<Self>; 2]) -> Rc<Self> {
        let counted = self.counted.0.counted();
        Rc::new(Self { prefix: self.prefix, bit: self.bit, kind: Kind::Branch(sides), counted })
    }

    /// The side on which a block would be, if it can be below.
    fn side(&self, block: u32) -> Option<usize> {
        (above(block, self.bit) == self.prefix).then_some(usize::from(block & self.bit != 0))
    }

    fn union(one: &Rc<Self>, other: &Rc<Self>) -> Rc<Self> {
        if Rc::ptr_eq(one, other) {
            return Rc::clone(one);
        }
        if one.bit < other.bit {
            return Self::union(other, one);
        }
        let Some(side) = one.side(other.prefix) else {
            // Neither can be below the other.
            let bit = 1 << (one.prefix ^ other.prefix).ilog2();
            let mut sides = [Rc::clone(one), Rc::clone(other)];
            if one.prefix & bit != 0 {
                sides.reverse();
            }
            let counted = one.counted.0.counted();
            return Rc::new(Self { prefix: above(one.prefix, bit), bit, kind: Kind::Branch(sides), counted });
        };
        match (&one.kind, &other.kind) {
            (Kind::Leaf(own), Kind::Leaf(others)) => match own | others {
                both if both == *own => Rc::clone(one),
                both if both == *others => Rc::clone(other),
                both => Self::leaf(one.prefix, both, &one.counted.0),
            },
            (Kind::Branch([left, right]), Kind::Branch([others_left, others_right])) if one.bit == other.bit => {
                let sides = [Self::union(left, others_left), Self::union(right, others_right)];
                if is_same(&sides, [others_left, others_right]) {
                    return Rc::clone(other);
                }
                one.unless_same(sides)
            }
            (Kind::Branch(sides), _) => {
                let mut sides = sides.clone();
                sides[side] = Self::union(&sides[side], other);
                one.unless_same(sides)
            }
            (Kind::Leaf(_), Kind::Branch(_)) => unreachable!("a leaf has no bit, and the greater bit comes first"),
        }
    }

    fn intersection(one: &Rc<Self>, other: &Rc<Self>) -> Option<Rc<Self>> {
        if Rc::ptr_eq(one, other) {
            return Some(Rc::clone(one));
        }
        if one.bit < other.bit {
            return Self::intersection(other, one);
        }
        let side = one.side(other.prefix)?;
        match (&one.kind, &other.kind) {
            (Kind::Leaf(own), Kind::Leaf(others)) => match own & others {
                0 => None,
                both if both == *own => Some(Rc::clone(one)),
                both if both == *others => Some(Rc::clone(other)),
                both => Some(Self::leaf(one.prefix, both, &one.counted.0)),
            },
            (Kind::Branch([left, right]), Kind::Branch([others_left, others_right])) if one.bit == other.bit => {
                match (Self::intersection(left, others_left), Self::intersection(right, others_right)) {
                    (Some(left), Some(right)) => {
                        let sides = [left, right];
                        if is_same(&sides, [others_left, others_right]) {
                            return Some(Rc::clone(other));
                        }
                        Some(one.unless_same(sides))
                    }
                    (only, None) | (None, only) => only,
                }
            }
            (Kind::Branch(sides), _) => Self::intersection(&sides[side], other),
            (Kind::Leaf(_), Kind::Branch(_)) => unreachable!("a leaf has no bit, and the greater bit comes first"),
        }
    }

    /// The same branch with other sides, or itself if they are its own.
    fn unless_same(self: &Rc<Self>, sides: [Rc<Self>; 2]) -> Rc<Self> {
        match &self.kind {
            Kind::Branch([left, right]) if is_same(&sides, [left, right]) => Rc::clone(self),
            _ => self.with_sides(sides),
        }
    }
}

fn is_same(sides: &[Rc<Node>; 2], others: [&Rc<Node>; 2]) -> bool {
    sides.iter().zip(others).all(|(one, other)| Rc::ptr_eq(one, other))
}

/// Of a number: its block, and its bit there.
fn place(number: u32) -> (u32, u64) {
    (number / u64::BITS, 1 << (number % u64::BITS))
}

impl Numbers {
    fn contains(&self, number: u32) -> bool {
        let (block, bit) = place(number);
        let mut next = self.0.as_ref();
        while let Some(node) = next {
            next = match (&node.kind, node.side(block)) {
                (_, None) => return false,
                (Kind::Leaf(numbers), _) => return numbers & bit != 0,
                (Kind::Branch(sides), Some(side)) => Some(&sides[side]),
            };
        }
        false
    }

    fn insert(&mut self, number: u32, tally: &Tally) {
        if !self.contains(number) {
            let (block, bit) = place(number);
            self.add(&Self(Some(Node::leaf(block, bit, tally))));
        }
    }

    fn add(&mut self, other: &Self) {
        self.0 = match (&self.0, &other.0) {
            (Some(own), Some(others)) => Some(Node::union(own, others)),
            (own, others) => own.clone().or_else(|| others.clone()),
        };
    }

    fn keep(&mut self, other: &Self) {
        self.0 = match (&self.0, &other.0) {
            (Some(own), Some(others)) => Node::intersection(own, others),
            _ => None,
        };
    }

    /// Whether these are the same nodes.
    fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(own), Some(others)) => Rc::ptr_eq(own, others),
            (own, others) => own.is_none() && others.is_none(),
        }
    }
}

/// What lines to a record have been through: numbers of states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    /// The states of all lines.
    always: Numbers,
    /// The states of some lines.
    ever: Numbers,
    /// True if the last move of each is the other side's, and comes back to a state that the line has been through.
    pub(crate) repeats: bool,
}

impl Past {
    /// Whether all lines have been through a state.
    pub(crate) fn is_on_all(&self, state: u32) -> bool {
        self.always.contains(state)
    }

    /// Whether some line has been through a state.
    pub(crate) fn is_on_some(&self, state: u32) -> bool {
        self.ever.contains(state)
    }

    /// Other lines lead to the record as well.
    pub(crate) fn join(&mut self, other: &Self) {
        self.always.keep(&other.always);
        self.ever.add(&other.ever);
        self.repeats &= other.repeats;
    }

    /// All lines go on to a state.
    pub(crate) fn go_on_to(&mut self, state: u32, tally: &Tally) {
        let is_one_line = self.always.is(&self.ever);
        self.ever.insert(state, tally);
        if is_one_line {
            self.always = self.ever.clone();
        } else {
            self.always.insert(state, tally);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Kind, Node, Numbers, Past, Tally};

    /// The numbers of a set, and how many nodes it has.
    fn listed(set: &Numbers) -> (Vec<u32>, usize) {
        fn list(node: &Node, numbers: &mut Vec<u32>) -> usize {
            match &node.kind {
                Kind::Leaf(bits) => {
                    assert!(*bits != 0 && node.bit == 0);
                    numbers.extend((0..64).filter(|bit| bits >> bit & 1 == 1).map(|bit| node.prefix * 64 + bit));
                    1
                }
                Kind::Branch(sides) => 1 + sides.iter().map(|side| list(side, numbers)).sum::<usize>(),
            }
        }
        let mut numbers = Vec::new();
        let nodes = set.0.as_ref().map_or(0, |root| list(root, &mut numbers));
        (numbers, nodes)
    }

    /// Random sets are joined in both ways, and are what the standard library's are.
    #[test]
    fn sets_are_what_they_should_be() {
        let mut random = fastrand::Rng::with_seed(3);
        for largest in [3, 70, 1000, 100_000, u32::MAX] {
            let tally = Tally::default();
            let mut sets = vec![(Numbers::default(), BTreeSet::new())];
            for _ in 0..600 {
                let (mut set, mut model) = sets[random.usize(..sets.len())].clone();
                let (other, others_model) = &sets[random.usize(..sets.len())];
                match random.u32(..4) {
                    0 => {
                        set.add(other);
                        model.extend(others_model);
                    }
                    1 => {
                        set.keep(other);
                        model.retain(|number| others_model.contains(number));
                    }
                    _ => {
                        let number = random.u32(..=largest);
                        set.insert(number, &tally);
                        model.insert(number);
                    }
                }
                let (numbers, nodes) = listed(&set);
                assert!(numbers.iter().eq(&model), "{numbers:?} {model:?}");
                let blocks: BTreeSet<u32> = model.iter().map(|number| number / 64).collect();
                assert_eq!(nodes, (2 * blocks.len()).saturating_sub(1));
                for number in [random.u32(..=largest), numbers.first().copied().unwrap_or_default()] {
                    assert_eq!(set.contains(number), model.contains(&number));
                }
                sets.push((set, model));
            }
            drop(sets);
            assert_eq!(tally.nodes(), 0, "what is dropped is not counted any more");
        }
    }

    /// What a line has been through costs a few nodes at each of its states, and nothing more where lines come together.
    #[test]
    fn lines_share_what_they_have_in_common() {
        let tally = Tally::default();
        let mut line = vec![Past::default()];
        for state in 0..20_000 {
            let mut past = line[state as usize].clone();
            past.go_on_to(state, &tally);
            line.push(past);
        }
        assert!(tally.nodes() < 20_000 * 12, "{}", tally.nodes());
        let before = tally.nodes();
        let mut joined = line[20_000].clone();
        joined.join(&line[19_999]);
        assert!(joined.ever.is(&line[20_000].ever) && joined.always.is(&line[19_999].always));
        assert_eq!(tally.nodes(), before);
        assert!(joined.is_on_some(19_999) && !joined.is_on_all(19_999) && joined.is_on_all(19_998));
    }
}
