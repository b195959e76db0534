//! What is done next at the end of the line: whether its last node is left, or which of its children is searched.
//!
//! A node looks at its children, takes their numbers, and compares them with its thresholds. If it stays, it hands
//! thresholds of their own down to the child that it chooses. What children and thresholds are chosen is what tells the
//! [methods](Method) apart.

use proofset_core::Role;
use proofset_numbers::{INFINITE, Numbers, Total, Weight};

use crate::line::Line;
use crate::node::Node;
use crate::options::{Epsilon, Method, Options, Ties};
use crate::survey::{Summary, Wide};
use crate::table::NONE;

/// The work of a turn, as many times that of looking at a child.
const TURN: u64 = 16;

/// What the children of a node make of it, and which of them is searched.
struct Survey {
    numbers: Numbers,
    /// The child to search.
    best: u32,
    /// Of the others the first with the least number, and the number.
    rival: (u32, u32),
    total: Total,
}

/// The turn of a node that stays on the line.
pub(crate) struct Turn {
    survey: Survey,
    thresholds: Numbers,
}

impl Line {
    /// The last node on the line takes the numbers that its children give it. Nothing if it is left then: it is solved, or
    /// has reached its thresholds and is not the root. The marks of all nodes take so many bytes.
    pub(crate) fn turn(&mut self, mark_bytes: u64) -> Option<Turn> {
        let place = self.frames.len() - 1;
        let survey = self.survey(place);
        let numbers = survey.numbers;
        self.counters.recomputed += 1;
        let node = self.frames[place].node;
        self.nodes[node].numbers = numbers;
        if numbers.is_solved() {
            return None;
        }
        let mut thresholds = self.controlled(place, numbers, mark_bytes);
        if self.options.is_done(numbers, thresholds) {
            if place > 0 {
                return None;
            }
            thresholds = self.options.root_thresholds(numbers);
            self.frames[0].thresholds = thresholds;
        }
        self.work += TURN;
        Some(Turn { survey, thresholds })
    }

    /// Lets the last node on the line choose a child that few other threads are below, by virtual numbers.
    pub(crate) fn spread(&self, turn: &mut Turn, weight: Weight, below: impl Fn(u64) -> u32) {
        let place = self.frames.len() - 1;
        let frame = &self.frames[place];
        let role = self.nodes[frame.node].role;
        let chooses_otherwise = self.options.method.proof_only() && role == Role::And;
        if chooses_otherwise || self.wide.last().is_some_and(|wide| wide.place == place) {
            return;
        }
        let threshold = turn.thresholds.selected(role);
        let virtual_number = |child: &Node| weight.virtual_number(child.counted(role).0, below(child.key), threshold);
        let children = &self.nodes[frame.first..];
        // Of equals the one that would be chosen by one thread, so that nothing changes where nobody else is.
        let mut best = (virtual_number(&children[turn.survey.best as usize]), turn.survey.best);
        let (mut rival, mut is_alone) = ((INFINITE, NONE), true);
        for (index, child) in (0..).zip(children) {
            if child.is_solved() || index == turn.survey.best {
                continue;
            }
            let number = virtual_number(child);
            is_alone &= below(child.key) == 0;
            if number < best.0 {
                (rival, best) = (best, (number, index));
            } else if number < rival.0 {
                rival = (number, index);
            }
        }
        if !is_alone || below(children[turn.survey.best as usize].key) > 0 {
            turn.survey.best = best.1;
            turn.survey.rival = (rival.1, rival.0);
        }
    }

    /// The child that is chosen, and leaves beside it that would be searched next if nothing came of those before them: at most so
    /// many of both. Leaves whose number reaches the threshold are not among them.
    pub(crate) fn leaves_beside(&self, turn: &Turn, chosen: usize, most: usize) -> Vec<usize> {
        let frame = &self.frames[self.frames.len() - 1];
        let role = self.nodes[frame.node].role;
        let number = |node: &usize| self.nodes[*node].counted(role).0;
        let is_next = |node: &usize| {
            let child = &self.nodes[*node];
            *node != chosen
                && child.known.is_none()
                && !child.is_solved()
                && number(node) < turn.thresholds.selected(role)
        };
        let mut leaves: Vec<usize> = (frame.first..self.nodes.len()).filter(is_next).collect();
        leaves.sort_by_key(number);
        leaves.truncate(most - 1);
        leaves.insert(0, chosen);
        leaves
    }

    /// The child that the last node on the line chooses, and its thresholds.
    pub(crate) fn choose(&mut self, turn: &Turn) -> (usize, Numbers) {
        let place = self.frames.len() - 1;
        let thresholds = self.thresholds_below(place, turn.thresholds, &turn.survey);
        let frame = &mut self.frames[place];
        frame.last = turn.survey.best;
        (frame.first + turn.survey.best as usize, thresholds)
    }

    /// The node has not had its turn after all: it is looked at again when the search goes on.
    pub(crate) fn take_turn_back(&mut self) {
        self.counters.recomputed -= 1;
    }

    /// The thresholds that a node on the line has now, with these numbers.
    ///
    /// The threshold controlling algorithm: from a node with an unsolved child that was met nearer to the root, or as
    /// near, no node is left unsolved until a new one is expanded.
    fn controlled(&mut self, place: usize, numbers: Numbers, mark_bytes: u64) -> Numbers {
        let line = self.used_bytes() + mark_bytes;
        let frame = &mut self.frames[place];
        let thresholds = frame.thresholds;
        let is_fresh = std::mem::take(&mut frame.fresh);
        let Some(control) = &mut self.control else { return thresholds };
        // Lists double when they grow.
        if 2 * line > self.share {
            control.relent();
        }
        if is_fresh && !self.ranked && self.options.threshold_control && !control.is_raised() {
            let is_old =
                |child: &Node| !child.is_solved() && child.known.is_some_and(|known| known.distance <= frame.distance);
            if self.nodes[frame.first..].iter().any(is_old) {
                control.meet_old_child();
            }
        }
        control.raised(thresholds, numbers)
    }

    /// The numbers of a node from those of its children, and what is needed to choose among them.
    #[inline]
    fn survey(&mut self, place: usize) -> Survey {
        let frame = &self.frames[place];
        let role = self.nodes[frame.node].role;
        let children = &self.nodes[frame.first..];
        let wide = self.wide.last().filter(|wide| wide.place == place).map(Wide::all);
        let Summary { least, mut best, mut second, mut rival, total } = if let Some(block) = wide {
            block.summary
        } else {
            let mut summary = Summary::NONE;
            for (index, child) in (0..).zip(children) {
                summary.add(index, child.counted(role), child.merged);
            }
            self.work += children.len() as u64;
            summary
        };
        let numbers = self.options.backed_up(role, least, &total);
        if !numbers.is_solved() {
            let last = children.get(frame.last as usize).filter(|_| self.options.ties == Ties::Last);
            let last = last.map(|child| (child.counted(role), child.is_solved()));
            if best != frame.last && last.is_some_and(|((number, _), _)| number == least) {
                (second, rival) = (least, best);
                best = frame.last;
            }
            match self.options.method {
                Method::PnStar | Method::CStar if role == Role::And => {
                    let (most, hardest) = wide.map_or_else(|| hardest(children, role), |block| block.hardest);
                    let stays = last.is_some_and(|((_, summed), is_solved)| !is_solved && summed == most);
                    best = if stays { frame.last } else { hardest };
                }
                Method::Pds => {
                    let (smallest, easiest) =
                        wide.map_or_else(|| least_of_both(children, role, least), |block| block.easiest);
                    let stays = last.is_some_and(|((number, summed), _)| number == least && summed == smallest);
                    best = if stays { frame.last } else { easiest };
                }
                _ => {}
            }
        }
        Survey { numbers, best, rival: (rival, second), total }
    }

    /// The thresholds for the child to search, from those that its parent has now.
    #[inline]
    fn thresholds_below(&self, place: usize, thresholds: Numbers, survey: &Survey) -> Numbers {
        let frame = &self.frames[place];
        let role = self.nodes[frame.node].role;
        let child = &self.nodes[frame.first + survey.best as usize];
        let Options { method, ties, epsilon, .. } = self.options;
        if method == Method::Pds {
            return self.pds_thresholds(thresholds, survey.numbers, child);
        }
        let (rival, number) = survey.rival;
        let until = if number >= INFINITE || method == Method::CStar {
            INFINITE
        } else if ties == Ties::First && epsilon == Epsilon::ZERO && rival < survey.best {
            // Best-first search would turn to a child before this one as soon as it is as good.
            number
        } else {
            epsilon.above(number)
        };
        let (_, own) = child.counted(role);
        let selected =
            if method.proof_only() && role == Role::And { INFINITE } else { thresholds.selected(role).min(until) };
        let summed = survey.total.threshold(self.options.rule(role), own, child.merged, thresholds.summed(role));
        // A child's thresholds are in its own units.
        let without = |threshold: u32, edge: u32| if threshold >= INFINITE { INFINITE } else { threshold - edge };
        Numbers::of(role, without(selected, child.edge.selected(role)), without(summed, child.edge.summed(role)))
    }

    /// PDS raises one of the child's numbers: that which proves for the child's side, unless the parent's threshold
    /// forbids, or the other is smaller and its threshold allows it.
    fn pds_thresholds(&self, thresholds: Numbers, numbers: Numbers, child: &Node) -> Numbers {
        let role = child.role;
        let (own, other) = (child.numbers.selected(role), child.numbers.summed(role));
        let epsilon = self.options.epsilon;
        let may_grow = thresholds.selected(role) > numbers.selected(role);
        if may_grow && (own <= other || thresholds.summed(role) <= numbers.summed(role)) {
            Numbers::of(role, epsilon.above(own), other)
        } else {
            Numbers::of(role, own, epsilon.above(other))
        }
    }
}

/// The first unsolved child with the largest summed number, behind that number.
fn hardest(children: &[Node], role: Role) -> (u32, u32) {
    let (mut most, mut first) = (0, NONE);
    for (index, child) in (0..).zip(children) {
        let (_, summed) = child.counted(role);
        if !child.is_solved() && summed > most {
            (most, first) = (summed, index);
        }
    }
    (most, first)
}

/// Of the children with the least selected number the first with the least summed number, behind that number.
fn least_of_both(children: &[Node], role: Role, least: u32) -> (u32, u32) {
    let (mut smallest, mut first) = (INFINITE, NONE);
    for (index, child) in (0..).zip(children) {
        let (number, summed) = child.counted(role);
        if number == least && summed < smallest {
            (smallest, first) = (summed, index);
        }
    }
    (smallest, first)
}
