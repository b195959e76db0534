//! A cursor that keeps the zones of what was found out, where a problem [has](Zoned) such.
//!
//! The idea: where the other side moves, its null move and its likely replies are shown first. When the null move is refuted, the zone
//! of that says which replies are left; the others have the same value, and those that were not shown yet are. A node that is left with the
//! value gets a zone from those of its children.
//!
//! The cost beside a cursor without zones: a zone for each node that has the value, and the replies of a node that was decided once more.

use std::io::{self, Read, Write};

use proofset_core::{EdgeCost, LeafCost, Probe, Status, Value, Zoned, state_hash};

use crate::copy::node_view;
use crate::zone_store::Store;
use crate::{Cursor, NodeView, Zones};

/// One byte in so many of the memory that there is, is for zones.
const SHARE: u64 = 4;

/// What is known of a node on the line.
struct Place<P: Zoned> {
    state: P::State,
    stage: Stage<P>,
}

/// What was shown of the children of a node.
enum Stage<P: Zoned> {
    /// All that there are, or nothing yet.
    Whole,
    /// The null move, which leads to this state, and likely replies.
    Likely(P::State),
    /// The null move is refuted, and leads to a state with this pattern; the replies that it does not cover are all there.
    Covered { null: P::State, pattern: Option<P::State>, zone: Option<P::Zone>, replies: Vec<P::State> },
}

/// A cursor that keeps the states of its line, and zones.
///
/// Where the problem has no zones, it is as a [`CopyCursor`](crate::CopyCursor).
pub struct ZoneCursor<P: Zoned, C = ()> {
    problem: P,
    probe: C,
    /// The value that has zones, if they are kept.
    value: Option<Value>,
    line: Vec<Place<P>>,
    zones: Store<P::Zone>,
}

impl<P: Zoned, C: Probe<P>> ZoneCursor<P, C> {
    /// A cursor on the root, with leaves weighed by `probe`; with zones, or without.
    pub fn new(problem: P, probe: C, with_zones: bool) -> Self {
        let value = problem.zoned().filter(|_| with_zones);
        let line = vec![Place { state: problem.root(), stage: Stage::Whole }];
        Self { problem, probe, value, line, zones: Store::new() }
    }

    fn here(&self) -> &Place<P> {
        self.line.last().expect("a cursor stands somewhere")
    }

    /// The zone of a state that has the value, if it is known.
    fn zone_of(&self, state: &P::State) -> Option<P::Zone> {
        match self.problem.status(state) {
            Status::Decided(_) => Some(self.problem.zone_of_end(state)),
            _ => self.zones.get(state_hash(state)).cloned(),
        }
    }

    /// What is left of the replies in a state whose null move leads to this state, which has the value.
    fn covered(&self, state: &P::State, null: P::State, value: Value) -> Stage<P> {
        let null_zone = self.zone_of(&null);
        let pattern = null_zone.as_ref().map(|zone| self.problem.pattern(&null, zone));
        let mut replies = Vec::new();
        let zone = self.problem.for_each_reply(state, null_zone.as_ref(), |reply| {
            let is_covered = |pattern: &P::State| self.problem.decides(pattern, value, &reply);
            if !pattern.as_ref().is_some_and(is_covered) {
                replies.push(reply);
            }
        });
        Stage::Covered { null, pattern, zone, replies }
    }

    /// The zone of the node that it stands on, which has the value as these children have.
    fn zone_here<'m>(&self, children: impl Iterator<Item = &'m P::State>) -> Option<P::Zone>
    where
        P::State: 'm,
    {
        let Place { state, stage } = self.here();
        let value = self.value?;
        if self.problem.status(state) == Status::Open(value.chooser()) {
            let with_zones = children.filter_map(|next| Some((next, self.zone_of(next)?)));
            let (next, zone) = with_zones.min_by_key(|(_, zone)| P::size(zone))?;
            return Some(self.problem.zone_of_choice(state, next, &zone));
        }
        let Stage::Covered { zone: Some(zone), replies, .. } = stage else { return None };
        let replies: Option<Vec<_>> = replies.iter().map(|next| Some((next.clone(), self.zone_of(next)?))).collect();
        Some(self.problem.zone_of_all(state, zone.clone(), &replies?))
    }
}

impl<P: Zoned, C: Probe<P>> Cursor for ZoneCursor<P, C> {
    type Problem = P;
    type Mark = P::State;

    const EXACT: bool = true;

    fn problem(&self) -> &P {
        &self.problem
    }

    fn view(&self, state: &P::State) -> NodeView<P::State> {
        node_view(&self.problem, state.clone(), EdgeCost::NONE)
    }

    fn stand(&mut self, state: &P::State) {
        self.line.clear();
        self.line.push(Place { state: state.clone(), stage: Stage::Whole });
    }

    fn line(&self) -> Vec<P::State> {
        self.line.iter().map(|place| place.state.clone()).collect()
    }

    #[inline]
    fn same(one: &P::State, other: &P::State) -> bool {
        one == other
    }

    #[inline]
    fn for_each_child(&mut self, mut visit: impl FnMut(NodeView<P::State>)) {
        let Self { problem, probe, line, value, .. } = self;
        let here = &line.last().expect("a cursor stands somewhere").state;
        let mut show = |next: P::State| {
            let edge = probe.edge(problem, here, &next);
            visit(node_view(problem, next, edge));
        };
        let Some(value) = *value else { return problem.for_each_successor(here, |_, next| show(next)) };
        if !problem.is_whole(here) || problem.status(here) == Status::Open(value.chooser()) {
            return problem.for_each_successor(here, |_, next| show(next));
        }
        let null = problem.null_move(here);
        let stage = if problem.status(&null) == Status::Decided(value) {
            let here = here.clone();
            let stage = self.covered(&here, null, value);
            self.show_replies(&stage, visit);
            stage
        } else {
            show(null.clone());
            problem.for_each_likely_reply(here, show);
            Stage::Likely(null)
        };
        self.line.last_mut().expect("it stands somewhere").stage = stage;
    }

    #[inline]
    fn cost(&mut self, mark: &P::State) -> LeafCost {
        self.probe.cost(&self.problem, mark)
    }

    fn allow(&mut self, bytes: u64) -> u64 {
        let share = if self.value.is_some() { bytes / SHARE } else { 0 };
        self.zones.allow(share);
        share
    }

    #[inline]
    fn bytes(&self) -> u64 {
        self.zones.bytes()
    }

    #[inline]
    fn enter(&mut self, mark: &P::State) {
        self.line.push(Place { state: mark.clone(), stage: Stage::Whole });
    }

    #[inline]
    fn leave(&mut self) {
        self.line.pop();
    }

    fn state_of(&mut self, mark: &P::State) -> P::State {
        mark.clone()
    }

    #[inline]
    fn zones(&self) -> Option<&dyn Zones<State = P::State>> {
        self.value.is_some().then_some(self)
    }

    #[inline]
    fn zoned(&self) -> Option<Value> {
        self.value
    }

    #[inline]
    fn waits(&self) -> Option<Value> {
        self.value.filter(|_| matches!(self.here().stage, Stage::Likely(_)))
    }

    fn widen(&mut self, visit: impl FnMut(NodeView<P::State>)) {
        let (Some(value), Place { state, stage: Stage::Likely(null) }) = (self.value, self.here()) else { return };
        let stage = self.covered(state, null.clone(), value);
        self.show_replies(&stage, visit);
        self.line.last_mut().expect("it stands somewhere").stage = stage;
    }

    fn wait_again(&mut self) {
        let place = self.line.last_mut().expect("it stands somewhere");
        if let Stage::Covered { null, .. } = &place.stage {
            place.stage = Stage::Likely(null.clone());
        }
    }

    fn save_zones(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.value.is_some() { self.zones.save(out) } else { Ok(()) }
    }

    fn load_zones(&mut self, from: &mut dyn Read) -> io::Result<()> {
        if self.value.is_some() { self.zones.load(from) } else { Ok(()) }
    }

    fn is_covered(&self, mark: &P::State) -> bool {
        let (Some(value), Stage::Covered { pattern: Some(pattern), .. }) = (self.value, &self.here().stage) else {
            return false;
        };
        self.problem.decides(pattern, value, mark)
    }

    fn settle<'m>(&mut self, children: impl Iterator<Item = &'m P::State>)
    where
        P::State: 'm,
    {
        if self.problem.is_whole(&self.here().state)
            && let Some(zone) = self.zone_here(children)
        {
            let key = state_hash(&self.here().state);
            self.zones.insert(key, zone);
        }
    }
}

impl<P: Zoned, C: Probe<P>> ZoneCursor<P, C> {
    fn show_replies(&mut self, stage: &Stage<P>, mut visit: impl FnMut(NodeView<P::State>)) {
        let Stage::Covered { replies, .. } = stage else { return };
        let Self { problem, probe, line, .. } = self;
        let here = &line.last().expect("a cursor stands somewhere").state;
        for reply in replies {
            let edge = probe.edge(problem, here, reply);
            visit(node_view(problem, reply.clone(), edge));
        }
    }
}

impl<P: Zoned, C: Probe<P>> Zones for ZoneCursor<P, C> {
    type State = P::State;

    fn pattern(&self, state: &P::State) -> Option<P::State> {
        if !self.problem.is_whole(state) {
            return Some(state.clone());
        }
        Some(self.problem.pattern(state, &self.zone_of(state)?))
    }

    fn replies(&self, state: &P::State) -> Option<Vec<P::State>> {
        if !self.problem.is_whole(state) {
            return None;
        }
        let null = self.problem.null_move(state);
        let Stage::Covered { null, pattern: Some(_), replies, .. } = self.covered(state, null, self.value?) else {
            return None;
        };
        Some(std::iter::once(null).chain(replies).collect())
    }

    fn covers(&self, known: &P::State, state: &P::State) -> bool {
        self.value.is_some_and(|value| self.problem.decides(known, value, state))
    }
}
